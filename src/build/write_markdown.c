/* SPDX-License-Identifier: MIT */
/*
 * Documents as Markdown again.
 */
#include "build/files.h"
#include "build/output.h"
#include "mdout/mdout.h"

bool build_write_markdown(struct build_run *b, const struct doc *doc, struct buf *out,
                          size_t *pages) {
    struct mdout_options opt = {.fragment = b->opt->fragment,
                                .one_line = b->opt->wrap == PLAIN_WRAP_NONE};
    mdout_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}
