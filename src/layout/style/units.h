/* SPDX-License-Identifier: MIT */
/*
 * Lengths as authors write them, in scaled points.
 *
 * The units and their sizes are TeX's (TeXbook ch. 10): 72.27 pt, 72 bp, 2.54 cm to the inch; a px
 * is CSS's 1/96 in. Integers only, so that a length is the same on every machine.
 */
#ifndef DOSSIER_LAYOUT_STYLE_UNITS_H
#define DOSSIER_LAYOUT_STYLE_UNITS_H

#include "base/base.h"
#include "font/font.h"

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
enum unit_result unit_parse(struct str s, const struct unit_base *base, sp *out);

/** A plain decimal ("1.25", "110%" as 1.1) in thousandths, 0 to 100000; false when it is none. */
bool unit_parse_factor(struct str s, int32_t *per_mille);

/** `v` * `num` / `den`, rounded to nearest, ties away from zero; `den` is positive. 64 bit inside.
 */
sp sp_scale(sp v, int64_t num, int64_t den);

/** Constants: PT(10) is 10 pt; BP100(1234) is 12.34 big points. */
#define PT(n) ((sp)((n)*SP_PT))
/* Latin Modern's, per mille: the same spaces whatever the font */
#define EX_OF_EM 431
#define PT100(n) ((sp)(((int64_t)(n)*SP_PT) / 100))
#define BP100(n) ((sp)(((int64_t)(n)*SP_PT * 7227) / 720000))

#endif
