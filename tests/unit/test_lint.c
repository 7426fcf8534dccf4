/* SPDX-License-Identifier: MIT */
/* Words of a run, languages of tags, places of findings and of their changes. */
#include "check/lint/run.h"
#include "read/markdown/markdown.h"
#include "tap.h"

static void test_words(void) {
    struct str s = STR("a-b\u2019c \u00C9t\u00E9, \u65E5\u672C x2 \u201Cthe\u201D");
    const char *want[] = {"a", "b", "c", "\u00C9t\u00E9", "\u65E5\u672C", "x2", "the", ""};
    size_t at = 0;
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        ok(str_is(lint_next_word(s, &at), want[i]), "the next word");
    }
    ok(lint_before(s, 0) == 0 && lint_behind(s, s.n) == 0, "nothing is around a text");
    ok(lint_behind(s, 3) == 0x2019 && lint_before(s, 6) == 0x2019, "signs are whole");
}

static void test_languages(void) {
    ok(str_is_lang(STR("en-GB"), "en") && str_is_lang(STR("EN"), "en"), "English is");
    ok(!str_is_lang(STR("eng"), "en") && !str_is_lang(STR(""), "en"), "what begins alike is not");
}

struct found {
    struct str text;
    bool exact, reword, shift;
};

/** What may be done with the first two bytes of each run. */
static void look(void *user, const struct lint_run *run, struct str text) {
    struct found *f = user;
    f->text = text;
    f->exact = lint_exact(run, 0, 2).src != NULL;
    f->reword = lint_reword(run, 0, 2, false).src != NULL;
    f->shift = lint_reword(run, 0, 2, true).src != NULL;
}

static struct found run_of(struct arena *a, const char *text) {
    struct diags d;
    struct found f = {.exact = false};
    diags_init(&d, a);
    struct markdown_options md = {.lint = true};
    struct doc *doc = markdown_parse(a, source_new(a, STR("t"), str_of(text)), &md, &d);
    lint_each_run(doc, look, &f);
    diags_drop(&d);
    return f;
}

static void test_changes(void) {
    struct arena *a = arena_new();
    struct found f = run_of(a, "ab cd\n");
    ok(f.exact && f.reword && f.shift, "text");
    f = run_of(a, "# ab cd\n");
    ok(f.exact && !f.reword, "a heading's text is its name");
    f = run_of(a, "[ab]\n\n[ab]: https://example.org/\n");
    ok(f.exact && !f.reword, "a reference's text is its label");
    f = run_of(a, "[ab](https://example.org/)\n");
    ok(f.exact && f.reword, "that of another link is not");
    f = run_of(a, "| x |\n|---|\n| ab |\n");
    ok(f.reword && !f.shift, "columns stay where they are");
    f = run_of(a, "*a*b\n");
    ok(!f.exact, "marks are between");
    arena_drop(a);
}

int main(void) {
    test_words();
    test_languages();
    test_changes();
    return tap_done();
}
