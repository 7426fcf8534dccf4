/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as Markdown.
 */
#include "job/build/files.h"
#include "job/build/output.h"
#include "write/markdown/mdout.h"

bool build_write_markdown(struct build_run *b, const struct doc *doc, struct buf *out,
                          size_t *pages) {
    struct mdout_options opt = {.fragment = b->opt->fragment,
                                .one_line = b->opt->wrap == PLAIN_WRAP_NONE};
    struct str *databases = ARENA_ARRAY(b->arena, struct str, b->site.ndatabases + 1);
    for (size_t i = 0; i < b->site.ndatabases; i++) { /* from the site's settings */
        databases[i] = build_seen_from(b->arena, b->output_dir, b->site.databases[i]);
    }
    opt.databases = databases;
    opt.ndatabases = b->site.ndatabases;
    mdout_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}
