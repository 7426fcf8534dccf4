/* SPDX-License-Identifier: MIT */
/*
 * dossier refs check: reads databases, then the lint. What is looked for is bib's affair
 * (bib/check/check.h).
 */
#include "cli/refs.h"

#include "bib/check/check.h"

DIAG_USE(DIAG_BIB_ENCODING);

int refs_check(struct refs *r) {
    if (r->files.n == 0) {
        return refs_usage(r, "no database given; `-` reads standard input");
    }
    if (r->levels[DIAG_BIB_ENCODING->index] ==
        0) { /* a note when a document is built, a warning here */
        r->levels[DIAG_BIB_ENCODING->index] = DIAG_AS(DIAG_WARNING);
    }
    struct bib *b = refs_read(r, r->files.p, r->files.n);
    bib_check(b, &r->job.diags);
    return refs_finish(r);
}
