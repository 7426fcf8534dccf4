/* SPDX-License-Identifier: MIT */
/* The distribution of a width among columns. */
#include "tap.h"

#include "print/layout/set/set_table.h"

static sp total(const struct table_col *c, size_t n) {
    sp sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += c[i].width;
    }
    return sum;
}

static void test_natural(void) {
    struct table_col c[] = {{10, 30, 0, 0}, {20, 50, 0, 0}};
    ok(set_table_share(c, 2, 100), "what fits, fits");
    ok(c[0].width == 30 && c[1].width == 50, "columns are as wide as their longest lines");
}

static void test_fair(void) {
    struct table_col c[] = {{10, 20, 0, 0}, {50, 900, 0, 0}, {5, 15, 0, 0}};
    ok(set_table_share(c, 3, 300), "one long column gives way");
    ok(c[0].width == 20 && c[2].width == 15, "small columns keep what they need");
    is_int(total(c, 3), 300, "the long one takes the rest");
}

static void test_two_long(void) {
    struct table_col c[] = {{40, 500, 0, 0}, {40, 900, 0, 0}};
    ok(set_table_share(c, 2, 400), "two long columns");
    ok(total(c, 2) <= 400 && total(c, 2) >= 398, "fill the measure");
    ok(c[1].width > c[0].width && c[0].width > 100, "in proportion to what they want");
}

static void test_narrow_first(void) {
    struct table_col c[] = {{90, 100, 0, 0}, {290, 300, 0, 0}};
    ok(set_table_share(c, 2, 390), "little slack");
    ok(c[0].width >= 90 && c[1].width >= 290, "nothing below the narrowest");
    ok(total(c, 2) <= 390, "nothing beyond the measure");
}

static void test_too_narrow(void) {
    struct table_col c[] = {{100, 200, 0, 0}, {300, 400, 0, 0}};
    ok(!set_table_share(c, 2, 200), "what cannot fit is reported");
    ok(c[0].width == 100 && c[1].width == 300, "and sticks out: nothing overprints");
}

static void test_span(void) {
    struct table_col c[] = {{10, 20, 0, 0}, {10, 20, 0, 0}};
    set_table_span(c, 2, 10, 90, 130);
    ok(c[0].narrowest + c[1].narrowest + 10 == 90, "a spanning cell widens its columns");
    ok(c[0].widest + c[1].widest + 10 == 130, "their longest lines too");
    set_table_span(c, 2, 10, 5, 5);
    ok(c[0].narrowest + c[1].narrowest + 10 == 90, "a small one changes nothing");
}

static void test_widen(void) {
    struct table_col c[] = {{60, 80, 20, 0}, {30, 90, 80, 0}, {10, 90, 50, 0}};
    ok(set_table_widen(c, 3, 150), "wishes below the longest word");
    ok(c[0].width == 60 && c[1].width >= 30 && c[2].width >= 10, "are none");
    ok(total(c, 3) <= 150 && total(c, 3) >= 147, "the others give what is needed");
    ok(c[1].width > c[2].width, "in proportion to what they have");
    struct table_col wide[] = {{60, 80, 20, 0}, {90, 95, 130, 0}};
    ok(!set_table_widen(wide, 2, 140), "words wider than the measure are reported");
    ok(wide[0].width == 60 && wide[1].width == 90, "and do not overprint");
}

static void test_empty(void) {
    struct table_col c[] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    ok(set_table_share(c, 2, 100) && total(c, 2) == 0, "empty columns are not wide");
}

int main(void) {
    test_natural();
    test_fair();
    test_two_long();
    test_narrow_first();
    test_too_narrow();
    test_span();
    test_widen();
    test_empty();
    return tap_done();
}
