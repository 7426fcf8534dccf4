/* SPDX-License-Identifier: MIT */
/*
 * The reader of MyST: directives (myst.c) and roles (myst_role.c).
 */
#ifndef DOSSIER_READ_MYST_H
#define DOSSIER_READ_MYST_H

#include "core/base/vec.h"
#include "read/expand/code_fence.h"
#include "read/expand/dialect.h"

struct myst {
    struct expand *x;
    struct source *src; /* the file that is read */
    struct source_builder out;
    const struct node *substitutions; /* of the front matter, or NULL */
    struct str pending;               /* the label before the next block, or empty */
    VEC(struct str) told;             /* names that were reported */
    size_t depth;
};

/** Appends text in the place of `at`. */
void expand_myst_put(struct myst *m, struct str text, struct span at);
/** A label as an identifier. */
struct str expand_myst_label(struct myst *m, struct str label);
/** Reports a directive or a role, once for each name. */
void expand_myst_tell(struct myst *m, const char *what, struct str name, struct span at,
                      const char *fate);
/** Appends bytes [at, end) of the file, with roles, links with numbers and substitutions as
 * pandoc's Markdown. */
void expand_myst_inlines(struct myst *m, size_t at, size_t end);
/** Copies a line with `$$`; the number behind the formula, `$$ (name)`, becomes its label. */
void expand_myst_math(struct myst *m, size_t at, struct str line, size_t next);
/** The number of `$$` in a line. */
size_t expand_myst_dollars(struct str line);

#endif
