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

/** What relative units mean where a length stands. */
struct unit_base {
    sp em, ex; /* of the running text */
    sp whole;  /* what `%` and \textwidth are taken of; 0: refused */
};

enum unit_result {
    UNIT_OK,
    UNIT_BAD_NUMBER, /* no number at the start */
    UNIT_NO_UNIT,    /* a bare number that is not 0 */
    UNIT_UNKNOWN,    /* a unit we do not know, or one that has no meaning here */
    UNIT_TOO_LARGE   /* beyond 200 in, either way */
};

/**
 * Reads a length: optional sign, decimal number, white space, unit (pt pc in bp cm mm px em rem ex
 * %, in either case;
 * `\textwidth`, `\linewidth` and `\columnwidth` stand for the whole). On anything but UNIT_OK
 * `*out` is kept.
 */
enum unit_result unit_parse(struct str text, const struct unit_base *base, sp *out);

/** A plain decimal ("1.25", "110%" as 1.1) in thousandths, 0 to 100000; false when it is none. */
bool unit_parse_factor(struct str text, int32_t *per_mille);

/* Latin Modern's, per mille: the same spaces whatever the font */
#define EX_OF_EM 431

#endif
