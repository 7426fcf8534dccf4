/* SPDX-License-Identifier: MIT */
/*
 * The reader of MyST: directives (myst.c) and roles (myst_role.c).
 */
#ifndef DOSSIER_READ_MYST_H
#define DOSSIER_READ_MYST_H

#include "core/base/code_fence.h"
#include "core/base/vec.h"
#include "read/expand/expand.h"

struct myst {
    struct expand *x;
    struct source *src; /* the file that is read */
    struct source_builder out;
    const struct node *substitutions; /* the map `substitutions` of the front matter, or NULL */
    struct str pending;               /* the label before the next block, or empty */
    VEC(struct str) told;             /* names of directives and roles that were reported */
    size_t depth;
};

/** Rewrites a text in MyST as pandoc's Markdown. */
struct source *expand_myst(struct expand *x, struct source *src);
/** Whether a directive or a role of MyST has this name. */
bool expand_myst_directive(struct str name);
bool expand_myst_role(struct str name);
/** Returns the name of the role `{name}` at `at`, which a backtick must follow. Returns the empty
 * slice if there is no role. */
struct str expand_role_name(struct str s, size_t at);

/** Appends text that replaces the text at `at`. */
void expand_myst_put(struct myst *m, struct str text, struct span at);
/** Appends three texts, which replace the text at `at`. */
void expand_myst_put3(struct myst *m, const char *a, struct str b, const char *c, struct span at);
/** Returns a label as an identifier: white space and `}` become "-". */
struct str expand_myst_label(struct myst *m, struct str label);
/** Reports, once for each name, what happens to a directive or a role (`what`). */
void expand_myst_tell(struct myst *m, const char *what, struct str name, struct span at,
                      const char *fate);
/** Appends a slice of the file. Roles, links with numbers and substitutions are rewritten as
 * pandoc's Markdown. */
void expand_myst_inlines(struct myst *m, struct str s);
/** Copies a line with `$$`; the number after the formula, `$$ (name)`, becomes its label. */
void expand_myst_math(struct myst *m, size_t at, struct str line, size_t next);
/** Returns the number of `$$` in a line. */
size_t expand_myst_dollars(struct str line);

#endif
