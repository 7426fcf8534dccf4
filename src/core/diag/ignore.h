/* SPDX-License-Identifier: MIT */
/*
 * Comments beside a fault that its author accepts:
 *
 *     <!-- dossier-ignore left-over, double-space: an optional reason -->
 *
 * covers the following block, or its own line when that has other text. `dossier-ignore-file`
 * covers the whole file, `dossier-ignore-start` everything up to `dossier-ignore-end`. The comment
 * has the syntax of the file's language: `#` in YAML and in front matter, `%` or `@comment{}` in a
 * .bib file, the comments of XML and CSS. In Markdown's code it has no effect.
 */
#ifndef DOSSIER_DIAG_IGNORE_H
#define DOSSIER_DIAG_IGNORE_H

#include "core/diag/diag.h"

#define DIAG_IGNORES_MAX 500u /* of one job: further comments are ignored */

/** One id of one comment. */
struct diag_ignore {
    const struct diag_rule *id;
    struct span at;      /* the id in the comment */
    uint32_t begin, end; /* the range that it covers */
    bool open;           /* a region without an end so far */
    bool used;           /* it has suppressed a finding */
};

/** The comments of several sources. All zeros except for the arena is empty. */
struct diag_ignores {
    struct arena *arena;
    VEC(struct source *) read;
    VEC(struct diag_ignore) list;
};

/** Reads the comments of a source, once per source. Faults in the comments are reported in `d`. */
void diag_ignores_read(struct diag_ignores *g, struct source *src, struct diags *d);
/**
 * Removes findings that comments cover from `d`, except fatal ones; reads the comments of sources
 * that have not been read yet. `all`: every check was run, so that a comment that covers nothing is
 * reported. Not allowed after diags_sort().
 */
void diag_ignores_apply(struct diag_ignores *g, struct diags *d, bool all);
void diag_ignores_drop(struct diag_ignores *g);

#endif
