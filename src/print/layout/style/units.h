/* SPDX-License-Identifier: MIT */
/*
 * Lengths as authors write them, converted to scaled points.
 *
 * The units and their sizes are TeX's (TeXbook ch. 10): an inch has 72.27 pt, 72 bp and 2.54 cm. A
 * px is that of CSS, 1/96 in.
 */
#ifndef DOSSIER_LAYOUT_STYLE_UNITS_H
#define DOSSIER_LAYOUT_STYLE_UNITS_H

#include "print/layout/model/sp.h"

/** The bases of relative units. */
struct unit_base {
    sp em, ex; /* the em and ex of the running text */
    sp whole;  /* the base of `%` and \textwidth; 0: these units are not allowed */
};

enum unit_result {
    UNIT_OK,
    UNIT_BAD_NUMBER, /* the text does not start with a number */
    UNIT_NO_UNIT,    /* the number has no unit and is not 0 */
    UNIT_UNKNOWN,    /* the unit is unknown or has no base here */
    UNIT_TOO_LARGE   /* the length is above 200 inches or below -200 inches */
};

/**
 * Reads a length: an optional sign, a decimal number, white space, and a unit (pt pc in bp cm mm px
 * em rem ex %, in upper or lower case). `\textwidth`, `\linewidth` and `\columnwidth` are the whole
 * width. `*out` is set only for UNIT_OK.
 */
enum unit_result unit_parse(struct str text, const struct unit_base *base, sp *out);

/** Reads a decimal number ("1.25", "110%" as 1.1) in thousandths, from 0 to 100000. Returns false
 * for other texts. */
bool unit_parse_factor(struct str text, int32_t *per_mille);

/* the ex of Latin Modern in thousandths of its em; used for all fonts, so that spaces do not depend
 * on the font */
#define EX_OF_EM 431

#endif
