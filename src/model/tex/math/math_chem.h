/* SPDX-License-Identifier: MIT */
/*
 * Notations within math that become TeX before they are read: chemistry (mhchem), quantities
 * (siunitx). Private to the room.
 */
#ifndef DOSSIER_TEX_MATH_MATH_CHEM_H
#define DOSSIER_TEX_MATH_MATH_CHEM_H

#include "core/base/buf.h"

/** What \ce{...} holds, as TeX math. */
void math_chem_tex(struct buf *out, struct str s);
/** What \pu{...} holds: a number and its units. */
void math_pu_tex(struct buf *out, struct str s);

/** A number of siunitx: `12345.6(2)e-3`. Figures in groups of three, powers of ten. */
void math_number_tex(struct buf *out, struct str s);
/** Units of siunitx, by name (`\metre\per\second\squared`) or as they are (`m.s^{-2}`). */
void math_unit_tex(struct buf *out, struct str s);
/** Whether units stand right behind their number: degrees of arc. */
bool math_unit_is_tight(struct str s);
/** An angle: degrees, or `10;5;2`. */
void math_angle_tex(struct buf *out, struct str s);

#endif
