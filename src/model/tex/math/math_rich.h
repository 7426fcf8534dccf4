/* SPDX-License-Identifier: MIT */
/*
 * Rich text for places that cannot set math: formulas are replaced by their plain text.
 */
#ifndef DOSSIER_TEX_MATH_MATH_RICH_H
#define DOSSIER_TEX_MATH_MATH_RICH_H

#include "model/tex/text/text.h"

/** Returns rich text without its marks, for sorting, matching and metadata. Math becomes plain text
 * ("Θ(log n)"). */
struct str tex_rich_plain(struct arena *a, struct rich r);
/** Returns rich text with math replaced by its plain text. */
struct rich tex_rich_without_math(struct arena *a, struct rich r);

/** Like tex_to_rich(), but returns the text as tex_rich_plain() does. */
struct str tex_to_text(struct arena *a, struct str tex, unsigned flags, struct span at,
                       struct diags *d);

#endif
