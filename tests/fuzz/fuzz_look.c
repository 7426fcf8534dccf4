/* SPDX-License-Identifier: MIT */
/* Any bytes as a style sheet for paper: no crash, no overflow, lengths within bounds. */
#include "layout/style/look.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask(const struct looks *l, const struct css_element *e) {
    struct look look;
    look_find(l, e, false, &look);
    for (size_t i = 0; i < LOOK_COUNT; i++) {
        struct look_base base = {12 * SP_PT, 10 * SP_PT, 5 * SP_PT, 400 * SP_PT};
        sp v = 0;
        if (look_length(look.v[i], &base, &v) && (v > SP_MAX / 2 || v < -SP_MAX / 2)) {
            BUG("a length out of bounds");
        }
    }
    look_find(l, e, true, &look);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const TYPES[] = {"html", "body", "main", "h2", "p", "li", "em"};
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct css_sheet *sheet = css_parse(a, source_new(a, STR("fuzz"), text), &d);
    const struct looks *l = looks_read(a, &sheet, 1, STR("en"), &d);
    struct css_element e[ARRAY_LEN(TYPES)];
    for (size_t i = 0; i < ARRAY_LEN(TYPES); i++) {
        e[i] = (struct css_element){.type = str_of(TYPES[i]), .first = true, .last = true};
        e[i].parent = i > 0 ? &e[i - 1] : NULL;
        ask(l, &e[i]);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
