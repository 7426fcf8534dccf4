/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a style sheet. Checked: every place is inside the source. */
#include "core/data/css_select.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_span(struct span s, size_t size) {
    if (s.src && (s.begin > s.end || s.end > size)) {
        BUG("a place outside the source");
    }
}

static void check_rules(struct arena *a, struct diags *d, const struct css_rule *rules, size_t n,
                        size_t size) {
    for (size_t i = 0; i < n; i++) {
        check_span(rules[i].prelude_span, size);
        struct css_selector *list = NULL;
        size_t nlist = css_selectors_read(a, &rules[i], NULL, &list, d);
        for (size_t k = 0; k < nlist; k++) {
            check_span(list[k].span, size);
            (void)css_matches(&list[k], &(struct css_element){.type = STR("a")});
        }
        for (size_t k = 0; k < rules[i].nprelude; k++) {
            check_span(rules[i].prelude[k].span, size);
        }
        for (size_t k = 0; k < rules[i].ndecls; k++) {
            check_span(rules[i].decls[k].name_span, size);
            check_span(rules[i].decls[k].value_span, size);
            if (css_block_end(rules[i].decls[k].value, rules[i].decls[k].n, 0) >
                rules[i].decls[k].n) {
                BUG("a block ends behind its value");
            }
        }
        check_rules(a, d, rules[i].rules, rules[i].nrules, size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    const struct css_sheet *sheet = css_parse(a, source_new(a, STR("fuzz"), text), &d);
    check_rules(a, &d, sheet->rules, sheet->n, size);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
