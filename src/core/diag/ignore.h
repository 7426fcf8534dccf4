/* SPDX-License-Identifier: MIT */
/*
 * Comments beside a fault that its author accepts:
 *
 *     <!-- dossier-ignore left-over, double-space: an optional reason -->
 *
 * The comment covers the following block. If its own line has other text, it covers that line.
 * `dossier-ignore-file` covers the whole file, `dossier-ignore-start` everything up to
 * `dossier-ignore-end`. The comment has the syntax of the file's language: `#` in YAML and in front
 * matter, `%` or `@comment{}` in a .bib file, the comments of XML and CSS. In Markdown's code it
 * has no effect.
 */
#ifndef DOSSIER_DIAG_IGNORE_H
#define DOSSIER_DIAG_IGNORE_H

#include "core/diag/diag.h"

/* The maximum number of comments in one job that suppress findings; further ones are ignored. */
#define DIAG_IGNORES_MAX 500u

/** One id of one comment. */
struct diag_ignore {
    const struct diag_rule *id;
    struct span at;      /* the place of the id in the comment */
    uint32_t begin, end; /* the range that the comment covers */
    bool open;           /* the comment begins a region whose end has not been found yet */
    bool used;           /* the comment has suppressed a finding */
};

/** The comments of several sources. A structure of zeros is empty. */
struct diag_ignores {
    VEC(struct source *) read;
    VEC(struct diag_ignore) list;
};

/** Reads the comments of a source, once per source. Faults in the comments are reported in `d`. */
void diag_ignores_read(struct diag_ignores *g, struct source *src, struct diags *d);
/**
 * Removes from `d` the findings that comments cover, except fatal ones. Reads the comments of
 * sources that have not been read yet. `all` means that every check was run; then comments that
 * cover nothing are reported. Not allowed after diags_sort().
 */
void diag_ignores_apply(struct diag_ignores *g, struct diags *d, bool all);
void diag_ignores_drop(struct diag_ignores *g);

#endif
