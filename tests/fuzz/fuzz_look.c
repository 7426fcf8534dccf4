/* SPDX-License-Identifier: MIT */
/*
 * Computes styles from any bytes as a style sheet. Checked: no overflow, lengths within their
 * limits.
 */
#include "print/layout/style/look.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const struct looks *l, const struct look_query *q, const struct look_vars **vars) {
    struct look look;
    look_find(l, q, &look, vars);
    for (size_t i = 0; i < LOOK_COUNT; i++) {
        struct look_base base = look_base_of(12 * SP_PT, 10 * SP_PT, 400 * SP_PT);
        sp v = 0;
        base.page_w = base.page_h = 1000 * SP_PT;
        if (look_length(look.v[i], &base, &v) && (v > SP_MAX / 2 || v < -SP_MAX / 2)) {
            BUG("a length out of bounds");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const TYPES[] = {"html", "body", "main", "h2", "p", "li", "em"};
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct css_sheet *sheet = css_parse(a, source_new(a, STR("fuzz"), text), &d);
    const struct looks *l = looks_read(a, &sheet, 1, STR("en"), NULL, &d);
    struct css_element e[2 * ARRAY_LEN(TYPES)];
    const struct look_vars *vars[2 * ARRAY_LEN(TYPES)];
    for (size_t i = 0; i < ARRAY_LEN(e); i++) { /* each has an elder sibling */
        e[i] = (struct css_element){.type = str_of(TYPES[i / 2]),
                                    .first = i % 2 == 0,
                                    .last = i % 2 == 1,
                                    .index = (uint32_t)(i % 2 + 1),
                                    .behind = (uint32_t)(1 - i % 2),
                                    .of_type = 1};
        e[i].parent = i > 1 ? &e[(i - 2) | 1] : NULL;
        e[i].prev = i % 2 == 1 ? &e[i - 1] : NULL;
        struct look_query q = {.e = &e[i], .vars = i > 1 ? vars[(i - 2) | 1] : NULL};
        ask(l, &q, &vars[i]);
        for (q.part = CSS_MARKER; q.part <= CSS_AFTER; q.part++) {
            ask(l, &q, NULL);
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
