/* SPDX-License-Identifier: MIT */
/*
 * Runs the lint. Checked: each finding is within the text and on the borders of characters; its
 * changes are in order and do not overlap; the changed text is valid. The first byte of the
 * input chooses the checks.
 */
#include "check/lint/optional.h"
#include "core/base/utf8.h"
#include "fuzz.h"
#include "read/markdown/markdown.h"

static void expect(bool holds, const char *what) {
    if (!holds) {
        BUG(what);
    }
}

static bool is_border(struct str s, size_t at) {
    return at >= s.n || ((unsigned char)s.p[at] & 0xC0) != 0x80;
}

static void check_span(const struct source *src, struct span span) {
    if (span.src) {
        expect(span.src == src && span.begin <= span.end && span.end <= src->text.n,
               "a place is outside of the text");
        expect(is_border(src->text, span.begin) && is_border(src->text, span.end),
               "a place is amid a character");
    }
}

static void check_fixes(const struct source *src, const struct diag *g) {
    for (size_t i = 0; i < g->nfixes; i++) {
        check_span(src, g->fixes[i].span);
        expect(utf8_check(g->fixes[i].text) == STR_NONE, "what is put in is no UTF-8");
        for (size_t k = 0; k < i; k++) {
            const struct span *a = &g->fixes[i].span, *b = &g->fixes[k].span;
            expect(a->end <= b->begin || b->end <= a->begin, "changes overlap");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str input = {(const char *)data, size};
    unsigned what = size ? data[0] : 0;
    struct arena *a = arena_new();
    struct str text = arena_str(a, str_from(input, size ? 1 : 0));
    if (utf8_check(text) != STR_NONE) {
        arena_drop(a);
        return 0;
    }
    struct diags d;
    diags_init(&d, a);
    uint8_t levels[DIAG_RULES_MAX] = {0};
    const struct diag_rule *id;
    for (size_t i = 0; (id = diag_rule_at(i)) != NULL; i++) {
        bool spelling = str_is(str_of(id->slug), "spelling"); /* a library's affair */
        levels[i] = id->asked && (what & 1) && !spelling ? DIAG_AS(DIAG_WARNING) : 0;
    }
    d.levels = levels;
    struct source *src = source_new(a, STR("input"), text);
    struct markdown_options md = {.format = what & 2 ? STR("gfm") : STR_EMPTY, .lint = true};
    struct doc *doc = markdown_parse(a, src, &md, &d);
    static struct lint_banned banned[] = {{STR_INIT("in order to"), STR_INIT("to"), {0}},
                                          {STR_INIT("very"), STR_INIT(""), {0}}};
    static struct str words[] = {STR_INIT("NLP")};
    struct lint_word_lists lists = {.words = {.p = words, .n = ARRAY_LEN(words)},
                                    .banned = {.p = banned, .n = ARRAY_LEN(banned)}};
    struct lint_options opt = {.words = &lists, .french = what & 4};
    size_t before = d.n; /* what the reader found is its own target's affair */
    lint_structure(doc, &d);
    lint_words(doc, &d);
    lint_optional(doc, &opt, &d);
    for (size_t i = before; i < d.n; i++) {
        check_span(src, d.list[i]->span);
        check_fixes(src, d.list[i]);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
