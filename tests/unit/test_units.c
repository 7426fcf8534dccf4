/* SPDX-License-Identifier: MIT */
/* Lengths, factors, colours and paper sizes as authors write them. */
#include "tap.h"

#include "print/layout/style/default_style.h"
#include "print/layout/style/units.h"

static const struct unit_base BASE = {PT(10), PT(4), PT(400)};

static sp length(const char *text) {
    sp v = -1;
    return unit_parse(str_of(text), &BASE, &v) == UNIT_OK ? v : -1;
}

static enum unit_result result(const char *text) {
    sp v = 0;
    return unit_parse(str_of(text), &BASE, &v);
}

static void test_units(void) {
    is_int(length("1pt"), 65536, "a point is 65536 sp");
    is_int(length("1in"), 4736287, "an inch is 72.27 pt");
    is_int(length("72bp"), 4736287, "72 big points are an inch");
    is_int(length("2.54cm"), 4736287, "2.54 cm are an inch");
    is_int(length("25.4 mm"), 4736287, "white space before the unit");
    is_int(length("96px"), 4736287, "96 px are an inch");
    is_int(length(" 1IN "), 4736287, "case and white space do not matter");
    is_int(length("6pc"), PT(72), "a pica is 12 points");
    is_int(length("1.5em"), PT(15), "em of the base");
    is_int(length("2ex"), PT(8), "ex of the base");
    is_int(length("50%"), PT(200), "per cent of the whole");
    is_int(length("0.5\\textwidth"), PT(200), "half of \\textwidth");
    is_int(length("\\linewidth"), PT(400), "\\linewidth alone");
    is_int(length("1truein"), 4736287, "true units");
    is_int(length("0"), 0, "zero needs no unit");
    is_int(length(".5in"), 2368143, "no digit before the point");
    sp minus = 0;
    ok(unit_parse(STR("-3pt"), &BASE, &minus) == UNIT_OK && minus == -PT(3), "negative");
}

static void test_faults(void) {
    is_int(result("1"), UNIT_NO_UNIT, "a bare number");
    is_int(result("wide"), UNIT_BAD_NUMBER, "no number");
    is_int(result(""), UNIT_BAD_NUMBER, "nothing");
    is_int(result("1furlong"), UNIT_UNKNOWN, "unknown unit");
    is_int(result("1in2"), UNIT_UNKNOWN, "rubbish behind the unit");
    is_int(result("201in"), UNIT_TOO_LARGE, "more than 200 inches");
    is_int(result("99999999999999999999999in"), UNIT_TOO_LARGE, "digits without end");
    is_int(result("9999999999999999999em"), UNIT_TOO_LARGE, "relative, without end");
    struct unit_base none = {PT(10), PT(4), 0};
    sp v = 7;
    ok(unit_parse(STR("50%"), &none, &v) == UNIT_UNKNOWN && v == 7, "per cent of nothing");
}

static void test_factors(void) {
    int32_t f = 0;
    ok(unit_parse_factor(STR("1.25"), &f) && f == 1250, "1.25");
    ok(unit_parse_factor(STR("110%"), &f) && f == 1100, "110 per cent");
    ok(!unit_parse_factor(STR("1.5em"), &f), "a length is no factor");
    ok(!unit_parse_factor(STR("x"), &f), "no number");
}

static void test_scale(void) {
    is_int(sp_scale(10, 1, 4), 3, "2.5 is rounded away from zero");
    is_int(sp_scale(-10, 1, 4), -3, "and so is -2.5");
    is_int(sp_scale(SP_MAX, 3, 3), SP_MAX, "64 bit inside");
}

static void test_paper(void) {
    sp w = 0;
    sp h = 0;
    ok(style_paper(STR("a4paper"), &w, &h) && w == length("210mm") && h == length("297mm"),
       "a4paper");
    ok(style_paper(STR("Letter"), &w, &h) && w == length("8.5in") && h == length("11in"), "Letter");
    ok(style_paper(STR("us-legal"), &w, &h) && h == length("14in"), "us-legal");
    ok(!style_paper(STR("a99"), &w, &h), "no such paper");
}

static void test_colour(void) {
    struct page_colour c = {1, 2, 3};
    ok(style_colour(STR("NavyBlue"), &c) && c.r == 0 && c.g == 110 && c.b == 184, "a name");
    ok(style_colour(STR("#1a4D8f"), &c) && c.r == 0x1a && c.g == 0x4d && c.b == 0x8f, "#rrggbb");
    ok(style_colour(STR("#fa0"), &c) && c.r == 255 && c.g == 170 && c.b == 0, "#rgb");
    ok(!style_colour(STR("bluish"), &c), "no such colour");
}

int main(void) {
    test_units();
    test_faults();
    test_factors();
    test_scale();
    test_paper();
    test_colour();
    return tap_done();
}
