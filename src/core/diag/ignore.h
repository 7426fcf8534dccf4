/* SPDX-License-Identifier: MIT */
/*
 * Comments beside a fault that its author knows and accepts:
 *
 *     <!-- dossier-ignore left-over, double-space: the reason, if one likes -->
 *
 * covers the block behind it, or its own line when something else stands there.
 * `dossier-ignore-file` covers the whole file, `dossier-ignore-start` all up to
 * `dossier-ignore-end`. Such a comment is one of the file's language: `#` in YAML and in front
 * matter, `%` or `@comment{}` in a .bib, that of XML and of CSS. In Markdown's code it is code.
 */
#ifndef DOSSIER_DIAG_IGNORE_H
#define DOSSIER_DIAG_IGNORE_H

#include "core/diag/diag.h"

#define DIAG_IGNORES_MAX 500u /* of one job: no further comment is heard then */

/** One id of one comment. */
struct diag_ignore {
    const struct diag_rule *id;
    struct span at;      /* the id as it is written */
    uint32_t begin, end; /* bytes of that source that it covers */
    bool open;           /* a region that nothing has ended yet */
    bool used;           /* a finding was left out */
};

/** What comments of some sources say. Zeroed, but for the arena, it is empty. */
struct diag_ignores {
    struct arena *arena;
    VEC(struct source *) read;
    VEC(struct diag_ignore) list;
};

/** Reads a source that others may be found wrong in; once each. What is wrong with the comments is
 * reported in `d`. */
void diag_ignores_read(struct diag_ignores *g, struct source *src, struct diags *d);
/**
 * Takes what comments cover out of `d`, but for what is fatal, and reads the sources for that which
 * nobody read before. `all`: everything was looked for, so that a comment which covers nothing is
 * reported. Not after diags_sort().
 */
void diag_ignores_apply(struct diag_ignores *g, struct diags *d, bool all);
void diag_ignores_drop(struct diag_ignores *g);

#endif
