/* SPDX-License-Identifier: MIT */
/*
 * dossier refs fmt: formats .bib files in place. A file is written only if its entries stay the
 * same (cite/bib/tidy.h) and its text changes.
 */
#include "cli/refs.h"

#include "cite/bib/bibtex/bib_text.h"
#include "cite/bib/tidy.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/files/file_host.h"

DIAG_USE(DIAG_TIDY_REFUSED);

struct source *refs_open(struct refs *r, struct str path, size_t limit) {
    struct str text, name = str_is(path, "-") ? STR("<stdin>") : path;
    int err = file_read(r->arena, path, limit, &text);
    if (err) {
        file_host_report(NULL, &r->job.diags, SPAN_NONE, path, err);
        r->job.io_failed = true;
        return NULL;
    }
    (void)guard_read(&r->guard, path);
    return source_new(r->arena, name, text);
}

static bool is_bib(struct refs *r, struct str path) {
    if (str_is(path, "-") || bib_format_is_bib(bib_format_of_name(path))) {
        return true;
    }
    struct diag *g = diag_add(&r->job.diags, DIAG_TIDY_REFUSED, SPAN_NONE,
                              "`%.*s` is not a .bib file", STR_ARG(path));
    diag_hint(&r->job.diags, g, "other formats are written by programs; convert it first");
    return false;
}

static void tidy_file(struct refs *r, struct str path) {
    struct source *src = is_bib(r, path) ? refs_open(r, path, LIMIT_DATABASE) : NULL;
    if (!src) {
        return;
    }
    struct buf out = BUF_INIT;
    size_t left;
    struct str before = src->text; /* the text as it was read; bib_tidy() may convert it to UTF-8 */
    bool sound = bib_tidy(src, r->sort_fields, &out, &left, &r->job.diags);
    struct str after = sound ? buf_view(&out) : before;
    if (r->dry_run) {
        cli_put_diff(&r->out, r->arena, path, src->text, after);
    } else if (str_is(path, "-")) {
        buf_str(&r->out, after);
    } else if (sound && !str_eq(before, after)) {
        refs_rewrite(r, path, after);
    }
    if (sound && left && r->report.verbose) {
        cli_printf_error("%.*s: %zu %s as before\n", STR_ARG(path), left,
                         left == 1 ? "entry is" : "entries are");
    }
    buf_drop(&out);
}

int refs_fmt(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no .bib file given; `-` reads standard input");
    }
    for (size_t i = 0; i < r->files.n; i++) {
        tidy_file(r, r->files.p[i]);
    }
    return refs_finish(r);
}
