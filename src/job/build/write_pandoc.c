/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as pandoc's tree in JSON.
 */
#include "job/build/files.h"
#include "job/build/output.h"
#include "write/json/pandoc.h"

bool build_write_pandoc(struct build_run *b, const struct doc *doc, struct buf *out,
                        size_t *pages) {
    pandoc_write(out, doc, b->d);
    *pages = 0;
    return true;
}
