/* SPDX-License-Identifier: MIT */
/*
 * dossier refs list: prints one line for each entry.
 */
#include "cli/refs_row.h"

int refs_list(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no database given; `-` reads standard input");
    }
    struct bib *b = refs_read(r, r->files.p, r->files.n);
    VEC(const struct item *) items = VEC_INIT;
    for (size_t i = 0; i < bib_count(b); i++) {
        vec_push(&items, bib_at(b, i, &r->job.diags));
    }
    refs_rows_write(r, items.p, items.n);
    vec_drop(&items);
    return refs_finish(r);
}
