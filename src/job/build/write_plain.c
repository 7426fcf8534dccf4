/* SPDX-License-Identifier: MIT */
/*
 * Documents as plain text.
 */
#include "job/build/files.h"
#include "job/build/output.h"
#include "write/plain/plain.h"

bool build_write_plain(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    struct plain_options opt = {
        .fragment = b->opt->fragment, .wrap = b->opt->wrap, .columns = b->opt->columns};
    plain_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}
