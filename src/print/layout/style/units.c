/* SPDX-License-Identifier: MIT */
/*
 * Reads lengths with TeX's and CSS's units.
 */
#include "print/layout/style/units.h"

#include "core/base/word_list.h"

#include <stdlib.h>

/** A unit in scaled points, as a fraction (TeX: the program, section 458). */
struct unit {
    const char *name;
    int64_t num, den;
};

/* The units, sorted by name. */
static const struct unit UNITS[] = {
    {"bp", 65536 * (int64_t)7227, 7200},
    {"cm", 65536 * (int64_t)7227, 254},
    {"dd", 65536 * (int64_t)1238, 1157},
    {"in", 65536 * (int64_t)7227, 100},
    {"mm", 65536 * (int64_t)7227, 2540},
    {"pc", 65536 * (int64_t)12, 1},
    {"pt", 65536, 1},
    {"px", 65536 * (int64_t)7227, 9600},
    {"q", 65536 * (int64_t)7227, 10160},
    {"sp", 1, 1},
};

#define MICRO 1000000
#define UNIT_LIMIT ((int64_t)200 * 7227 * SP_PT / 100)

/** Takes a number with a point or a comma off the front of a text, in millionths. */
static bool take_decimal(struct str *text, int64_t *micro) {
    return str_take_decimal(text, str_index(*text, ',') == STR_NONE ? '.' : ',', 6, micro);
}

/** `micro` millionths of `num` / `den`, rounded. The result is limited to a value far above
 * UNIT_LIMIT. */
static int64_t micro_times(int64_t micro, int64_t num, int64_t den) {
    int64_t whole = micro / MICRO;
    int64_t part = micro % MICRO;
    if (whole > UNIT_LIMIT * 4 / (num / den + 1)) {
        return UNIT_LIMIT * 4;
    }
    return (whole * num + (part * num + MICRO / 2) / MICRO + den / 2) / den;
}

/** The size of a relative unit. 0 if the unit is unknown or has no base here. */
static int64_t relative_unit(struct str unit, const struct unit_base *base) {
    if (str_is(unit, "em") || str_is(unit, "rem")) {
        return base->em;
    }
    if (str_is(unit, "ex")) {
        return base->ex;
    }
    if (str_is(unit, "\\textwidth") || str_is(unit, "\\linewidth") ||
        str_is(unit, "\\columnwidth")) {
        return base->whole;
    }
    return 0;
}

enum unit_result unit_parse(struct str text, const struct unit_base *base, sp *out) {
    text = str_trim(text);
    bool negative = text.n > 0 && text.p[0] == '-';
    if (text.n > 0 && (text.p[0] == '-' || text.p[0] == '+')) {
        text = str_from(text, 1);
    }
    int64_t micro = 0;
    struct str rest = text;
    if (!take_decimal(&rest, &micro)) {
        if (text.n == 0 || text.p[0] != '\\') {
            return UNIT_BAD_NUMBER;
        }
        micro = MICRO; /* \textwidth without a factor has the factor 1 */
    }
    rest = str_trim(rest);
    char name[16];
    if (rest.n > sizeof name) {
        return UNIT_UNKNOWN;
    }
    struct str unit = str_lower(rest, name, sizeof name);
    if (str_starts(unit, STR("true"))) {
        unit = str_from(unit, 4);
    }
    int64_t v = 0;
    int64_t relative = relative_unit(unit, base);
    const struct unit *u = bsearch(&unit, UNITS, ARRAY_LEN(UNITS), sizeof UNITS[0], str_order_z);
    if (unit.n == 0) {
        if (micro != 0) {
            return UNIT_NO_UNIT;
        }
    } else if (str_is(unit, "%")) {
        if (base->whole == 0) {
            return UNIT_UNKNOWN;
        }
        v = micro_times(micro, base->whole, 100);
    } else if (relative > 0) {
        v = micro_times(micro, relative, 1);
    } else if (u) {
        v = micro_times(micro, u->num, u->den);
    } else {
        return UNIT_UNKNOWN;
    }
    if (v > UNIT_LIMIT) {
        return UNIT_TOO_LARGE;
    }
    *out = (sp)(negative ? -v : v);
    return UNIT_OK;
}

bool unit_parse_factor(struct str text, int32_t *per_mille) {
    text = str_trim(text);
    int64_t micro = 0;
    bool good = take_decimal(&text, &micro), percent = str_is(text, "%");
    if (!good || (text.n && !percent)) {
        return false;
    }
    int64_t v = percent ? micro / (MICRO / 10) : micro / (MICRO / 1000);
    if (v > 100000) {
        return false;
    }
    *per_mille = (int32_t)v;
    return true;
}
