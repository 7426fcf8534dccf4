/* SPDX-License-Identifier: MIT */
/*
 * Rich text where nothing can set math: what a formula reads as stands in its place.
 */
#ifndef DOSSIER_TEX_MATH_MATH_RICH_H
#define DOSSIER_TEX_MATH_MATH_RICH_H

#include "model/tex/text/text.h"

/** Rich text without its marks, for sorting, matching, metadata. Math gives its plain reading
 * ("Θ(log n)"). */
struct str tex_rich_plain(struct arena *a, struct rich r);
/** Rich text without math: its plain reading stands in its place. */
struct rich tex_rich_without_math(struct arena *a, struct rich r);

/** tex_to_rich() as such plain text. */
struct str tex_to_text(struct arena *a, struct str tex, unsigned flags, struct span at,
                       struct diags *d);

#endif
