/* SPDX-License-Identifier: MIT */
/*
 * What each id means, with an example that has the fault and one that has not. The texts are lines
 * of src/diag/explain/, one part for each id:
 *
 *     # ID
 *     What it means, in a line or several; a line of Markdown.
 *     run: what is run behind `dossier` (without it: check doc.md)
 *     wrong: FILE            a file of the example that has the fault
 *         its lines, four blanks in front; a byte that is no text is \xHH
 *     right: FILE            a file of the one that is mended
 *     with: FILE             a file of both
 *     needs: what there must be besides, where files alone do not show the fault
 */
#ifndef DOSSIER_DIAG_EXPLAIN_H
#define DOSSIER_DIAG_EXPLAIN_H

#include "core/diag/diag.h"

#define DIAG_EXAMPLE_FILES 8 /* of one id */

enum diag_example { DIAG_EXAMPLE_WRONG, DIAG_EXAMPLE_RIGHT, DIAG_EXAMPLE_WITH };

struct diag_explained {
    struct str about; /* lines */
    struct str run;
    struct str needs; /* empty: the files show it */
    struct diag_example_file {
        enum diag_example kind;
        struct str name, text;
    } files[DIAG_EXAMPLE_FILES];
    size_t nfiles;
};

/** What there is to say of an id; false for one without a text, which the tests do not let be. All
 * is made in the arena. */
bool diag_explain(struct arena *a, struct str slug, struct diag_explained *out);

#endif
