/* SPDX-License-Identifier: MIT */
/*
 * Comments that suppress findings. Each dollar sign of a text is a finding. A result lists the
 * numbers of the remaining ones, from 1 on, with a dash for a comment that covers nothing and
 * "!" for another error of a comment.
 */
#include "core/diag/ignore.h"
#include "tap.h"

DIAG_USE(DIAG_NO_ALT);
DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_UNUSED_IGNORE);

static void left(const char *name, const char *text, const char *want, const char *what) {
    struct arena *a = arena_new();
    struct diags d;
    struct diag_ignores g = {0};
    struct source *src = source_new(a, str_of(name), str_of(text));
    struct buf b = BUF_INIT;
    diags_init(&d, a);
    for (size_t i = 0, n = 0; i < src->text.n; i++) {
        if (text[i] == '$') {
            diag_add(&d, DIAG_NO_ALT, span_make(src, i, i + 1), "%zu", ++n);
        }
    }
    diag_ignores_read(&g, src, &d);
    diag_ignores_apply(&g, &d, true);
    size_t warnings = 0;
    for (size_t i = 0; i < d.n; i++) {
        const struct diag *f = d.list[i];
        buf_str(&b, f->id == DIAG_NO_ALT          ? f->text
                    : f->id == DIAG_UNUSED_IGNORE ? STR("-")
                                                  : STR("!"));
        warnings += f->level == DIAG_WARNING;
    }
    is_str(buf_view(&b), want, what);
    ok(d.warnings == warnings, "the counts are those of the list");
    buf_drop(&b);
    diag_ignores_drop(&g);
    diags_drop(&d);
    arena_drop(a);
}

#define MARK "<!-- dossier-ignore no-alt-text -->"
#define BEGIN "<!-- dossier-ignore-start no-alt-text -->"
#define END "<!-- dossier-ignore-end no-alt-text -->"

static void test_markdown(void) {
    left("d.md", "$\n\n" MARK "\n$ a\n$ b\n\n$\n", "14", "the block behind it");
    left("d.md", MARK "\n\n\n$\n\n$\n", "2", "also behind blank lines");
    left("d.md", "$ a " MARK "\n$\n", "2", "its own line, when that has more");
    left("d.md", "$ a " MARK " $ b\r\n$\r\n", "3", "on both sides");
    left("d.md", "> " MARK "\n> $\n\n$\n", "2", "in a quotation it stands alone");
    left("d.md", MARK "\n```\n$\n\n$\n```\n$\n\n$\n", "4", "code is one block");
    left("d.md", "$\n<!-- dossier-ignore-file no-alt-text -->\n$\n", "", "the whole file");
    left("d.md", "$\n\n" BEGIN "\n$\n\n$\n\n" END "\n\n$\n", "14", "a region");
    left("d.md", BEGIN "\n$\n<!-- dossier-ignore-end -->\n$\n", "2", "an end ends all");
    left("d.md", "$\n\n" BEGIN "\n$\n", "1!", "a region without an end");
    left("d.md", END "\n$", "1!", "an end without a region");
    left("d.md", "<!-- dossier-ignore left-over, no-alt-text : why, no matter -->\n$", "-",
         "several ids, a reason");
    left("d.md", "<!--dossier-ignore no-alt-text-->\n$", "", "without blanks");
    left("d.md", "<!-- dossier-ignore\nno-alt-text -->\n$", "", "over two lines");
    left("d.md", MARK "\nText.\n", "-", "it covers nothing");
    left("d.md", MARK, "-", "nothing is behind it");
    left("d.md", "<!-- dossier-ignore no-alt -->\n$", "1!", "an id that is none");
    left("d.md", "<!-- dossier-ignore cannot-read -->\n$", "1!", "what is fatal");
    left("d.md", "<!-- dossier-ignore -->\n$", "1!", "no id");
    left("d.md", "<!-- dossier-ignore-all no-alt-text -->\n$", "1!", "a word that is none");
    left("d.md", "dossier-ignore no-alt-text\n$", "1", "no comment");
    left("d.md", "<!-- dossier-ignore no-alt-text \n$", "1", "no end of it");
}

static void test_code(void) {
    left("d.md", "```\n" MARK "\n```\n$\n", "1", "in code it is code");
    left("d.md", "~~~~ html\n" MARK "\n~~~\n" MARK "\n~~~~\n$\n", "1", "up to the same fence");
    left("d.md", "```\n\n```\n\n" MARK "\n$\n", "", "behind it, it counts");
    left("d.md", "```a``` b\n\n" MARK "\n$\n", "", "code in a line opens no fence");
    left("d.md", "a `" MARK "` $\n", "1", "in backticks, too");
    left("d.md", "a `` ` `` " MARK " $\n", "", "when these are closed it counts");
}

static void test_others(void) {
    left("d.md", "---\na: $ # dossier-ignore no-alt-text\nb: $\n---\n$\n", "23", "front matter");
    left("d.md", "\n---\na: $ # dossier-ignore no-alt-text\n---\n$\n", "2", "after a blank line");
    left("d.md", "---\n\n" MARK "\n$\n\n---\n", "", "a rule begins no front matter");
    left("d.md",
         "---\n# dossier-ignore no-alt-text\na:\n  $\nb: $\n---\n# dossier-ignore no-alt-text\n$",
         "23", "what stands deeper; in the text it is a heading");
    left("d.yml", "a: $\n# dossier-ignore no-alt-text\nb: $\nc: $\n", "13", "YAML");
    left("r.bib", "% dossier-ignore no-alt-text\n@book{$,\n $\n}\n\n@book{$}\n", "3",
         "the next entry");
    left("r.bib", "@comment{dossier-ignore-file no-alt-text}\n@book{$}\n@book{$}\n", "", "a .bib");
    left("s.csl", "<!-- dossier-ignore no-alt-text -->\n<text $/>\n<text $/>\n", "2",
         "the next line");
    left("s.css", "/* dossier-ignore no-alt-text */\np { $ }\nq { $ }\n", "2", "a sheet");
    left("r.json", "<!-- dossier-ignore-file no-alt-text --> $", "1", "JSON has no comments");
}

static void test_bounds(void) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < DIAG_IGNORES_MAX + 9; i++) {
        buf_puts(&b, MARK "\n\n");
    }
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct diag_ignores g = {0};
    diag_ignores_read(&g, source_new(a, STR("d.md"), buf_view(&b)), &d);
    is_int(g.list.n, DIAG_IGNORES_MAX, "so many are heard");
    is_int(d.errors, 1, "and that is said");
    diag_add(&d, DIAG_CANNOT_READ, SPAN_NONE, "x");
    diag_ignores_apply(&g, &d, false);
    is_int(d.n, 2, "what has no place stays");
    diag_ignores_drop(&g);
    diags_drop(&d);
    arena_drop(a);
    buf_drop(&b);
}

int main(void) {
    test_markdown();
    test_code();
    test_others();
    test_bounds();
    return tap_done();
}
