/* SPDX-License-Identifier: MIT */
/*
 * dossier refs convert: converts databases to another format. Entries that can be read are written
 * even if others have errors. The exit status reports the errors.
 */
#include "cli/refs.h"

#include "cite/bib/format/format.h"
#include "core/base/file.h"

/** Returns the format of the output: that of --to, or that of the output's ending. */
static enum bib_format target(const struct refs *r) {
    return r->to != BIB_FORMAT_COUNT || !r->output.p ? r->to : bib_format_of_name(r->output);
}

int refs_convert(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no database given; `-` reads standard input");
    }
    enum bib_format to = target(r);
    if (to == BIB_FORMAT_COUNT) {
        return refs_usage(r, "name the format to convert to: `--to FORMAT` with %.*s",
                          STR_ARG(bib_format_written_names(r->arena)));
    }
    struct bib *b = refs_read(r, r->files.p, r->files.n);
    VEC(const struct item *) items = VEC_INIT;
    for (size_t i = 0; i < bib_count(b); i++) {
        vec_push(&items, bib_at(b, i, &r->job.diags));
    }
    if (!bib_write(r->arena, &r->out, to, items.p, items.n)) {
        vec_drop(&items);
        return refs_usage(r, "%s can be read, but not written: choose %.*s", bib_format_name(to),
                          STR_ARG(bib_format_written_names(r->arena)));
    }
    vec_drop(&items);
    return refs_output(r) ? refs_finish(r) : CLI_USAGE;
}
