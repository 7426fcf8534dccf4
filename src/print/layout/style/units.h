/* SPDX-License-Identifier: MIT */
/*
 * Lengths as authors write them, in scaled points.
 *
 * The units and their sizes are TeX's (TeXbook ch. 10): 72.27 pt, 72 bp, 2.54 cm to the inch; a px
 * is CSS's 1/96 in.
 */
#ifndef DOSSIER_LAYOUT_STYLE_UNITS_H
#define DOSSIER_LAYOUT_STYLE_UNITS_H

#include "print/layout/model/sp.h"

/** The bases of relative units. */
struct unit_base {
    sp em, ex; /* of the running text */
    sp whole;  /* of `%` and \textwidth; 0: not allowed */
};

enum unit_result {
    UNIT_OK,
    UNIT_BAD_NUMBER, /* it does not start with a number */
    UNIT_NO_UNIT,    /* a number without a unit, other than 0 */
    UNIT_UNKNOWN,    /* an unknown unit, or one without a base */
    UNIT_TOO_LARGE   /* more than 200 in, in either direction */
};

/**
 * Reads a length: optional sign, decimal number, white space, unit (pt pc in bp cm mm px em rem ex
 * %, in either case; `\textwidth`, `\linewidth` and `\columnwidth` are the whole). `*out` is only
 * set on UNIT_OK.
 */
enum unit_result unit_parse(struct str text, const struct unit_base *base, sp *out);

/** Reads a decimal ("1.25", "110%" as 1.1) in thousandths, 0 to 100000; false for other texts. */
bool unit_parse_factor(struct str text, int32_t *per_mille);

/* of Latin Modern, per mille, so that spaces do not depend on the font */
#define EX_OF_EM 431

#endif
