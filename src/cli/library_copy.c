/* SPDX-License-Identifier: MIT */
/*
 * dossier library copy: opens the two libraries and reports. cite/bib/store/copy.c copies the
 * entries.
 */
#include "cli/cmd_library_common.h"

#include <stdio.h>

static void print_copied(struct library_run *r, const struct bib_store *from,
                         const struct bib_store *to, const struct bib_store_copied *n) {
    library_print(arena_printf(r->arena, "%.*s: %zu entr%s of %zu file%s from %.*s\n",
                               STR_ARG(to->path), n->items, n->items == 1 ? "y" : "ies", n->files,
                               n->files == 1 ? "" : "s", STR_ARG(from->path)));
    fflush(stdout);
}

bool library_copy(struct library_run *r) {
    if (r->words.n == 0 || r->words.n > 2) {
        return cli_usage_error(r->command,
                               "name the library to copy to, or one to copy from before it");
    }
    struct str name = r->words.n == 2 ? r->words.p[0] : r->library;
    struct bib_store *from = library_open(r, name, BIB_STORE_READ);
    struct bib_store *to =
        from ? library_open(r, r->words.p[r->words.n - 1], BIB_STORE_CREATE) : NULL;
    struct bib_store_copied n;
    if (to && bib_store_copy(from, to, r->force, &n) && !r->report.quiet) {
        print_copied(r, from, to, &n);
    }
    r->io_failed = r->io_failed || (from && from->io_failed) || (to && to->io_failed);
    bib_store_close(to);
    bib_store_close(from);
    return true;
}
