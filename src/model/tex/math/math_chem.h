/* SPDX-License-Identifier: MIT */
/*
 * Notations within math that are translated to TeX first: chemistry (mhchem) and quantities
 * (siunitx). Private to the submodule.
 */
#ifndef DOSSIER_TEX_MATH_MATH_CHEM_H
#define DOSSIER_TEX_MATH_MATH_CHEM_H

#include "core/base/buf.h"

/** Translates the argument of \ce{...} to TeX math. */
void math_chem_tex(struct buf *out, struct str s);
/** Translates the argument of \pu{...}: a number and its units. */
void math_pu_tex(struct buf *out, struct str s);

/** Translates a number of siunitx, `12345.6(2)e-3`: digits in groups of three, powers of ten. */
void math_number_tex(struct buf *out, struct str s);
/** Translates units of siunitx, by name (`\metre\per\second\squared`) or literal (`m.s^{-2}`). */
void math_unit_tex(struct buf *out, struct str s);
/** Whether no space precedes the unit: degrees of arc. */
bool math_unit_is_tight(struct str s);
/** Translates an angle: degrees, or `10;5;2`. */
void math_angle_tex(struct buf *out, struct str s);

#endif
