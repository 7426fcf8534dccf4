/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as plain text.
 */
#include "job/build/files.h"
#include "job/build/output.h"
#include "write/plain/plain.h"

enum { MAX_COLUMNS = 100000 }; /* longer lines are not broken */

bool build_write_plain(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    int64_t columns = b->opt->columns < MAX_COLUMNS ? b->opt->columns : MAX_COLUMNS;
    struct plain_options opt = {
        .fragment = b->opt->fragment, .wrap = b->opt->wrap, .columns = (unsigned)columns};
    plain_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}
