/* SPDX-License-Identifier: MIT */
/* Positions of bytes, the text of diagnostics, and suggestions of the nearest word. */
#include "core/base/bounds.h"
#include "core/diag/diag.h"
#include "tap.h"

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_UNSUPPORTED);
DIAG_USE(DIAG_BIB_DUPLICATE_KEY);
DIAG_USE(DIAG_UNDEFINED_CITATION);
DIAG_USE(DIAG_MISSING_IMAGE);
DIAG_USE(DIAG_BAD_IMAGE);
DIAG_USE(DIAG_NO_ALT);
DIAG_USE(DIAG_OVERFULL);

static struct arena *arena;

static struct span find(struct source *src, const char *what) {
    size_t at = str_find(src->text, str_of(what));
    return span_make(src, at, at + strlen(what));
}

static void place(struct source *src, uint32_t offset, uint32_t line, uint32_t col) {
    struct line_col at = source_line_col(src, offset);
    if (!ok(at.line == line && at.col == col, "line and column")) {
        note("offset %u: got %u:%u, expected %u:%u", offset, at.line, at.col, line, col);
    }
}

static void test_lines(void) {
    struct source *src = source_new(arena, STR("x"),
                                    STR("ab\r\nc\xC3\xA9"
                                        "d\n\nlast"));
    place(src, 0, 1, 1);
    place(src, 2, 1, 3);
    place(src, 4, 2, 1);
    place(src, 7, 2, 3);
    place(src, 9, 3, 1);
    place(src, 12, 4, 3);
    place(src, 999, 4, 5);
    is_str(source_line(src, 1), "ab", "line without its CRLF");
    is_str(source_line(src, 3), "", "empty line");
    is_str(source_line(src, 4), "last", "last line");
    is_str(source_line(src, 5), "", "beyond the end");
    is_int(source_line_start(src, 2), 4, "start of a line");
    is_int(source_line_start(src, 77), 14, "clamped");

    src = source_new(arena, STR("x"), STR("a\rb\n"));
    place(src, 2, 2, 1);
    place(src, 4, 3, 1);
    src = source_new(arena, STR("x"), STR(""));
    place(src, 0, 1, 1);
    is_str(source_line(src, 1), "", "the line of an empty text");
    src = source_new(arena, STR("x"),
                     STR("\xEF\xBB\xBF"
                         "ab"));
    place(src, 3, 1, 1);
    place(src, 4, 1, 2);
}

/* Lines counted the long way, over a text of many blocks in which each kind of line end comes to
 * lie across the edge of one. */
static void test_blocks(void) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; b.n < 5 * SOURCE_BLOCK; i++) {
        static const char *const ends[] = {"\n", "\r\n", "\r", "\n\n"};
        buf_fill(&b, 'x', i % 97 == 0 ? SOURCE_BLOCK + 3 : i % 7);
        buf_puts(&b, ends[i % 4]);
    }
    struct source *src = source_new(arena, STR("x"), buf_keep(&b, arena));
    bool right = true;
    uint32_t line = 1, col = 1, start = 0;
    for (uint32_t at = 0; at <= src->text.n; at++) {
        char c = at < src->text.n ? src->text.p[at] : 'x';
        struct line_col got = source_line_col(src, at);
        right =
            right && got.line == line && got.col == col && source_line_start(src, line) == start;
        bool ends =
            c == '\n' || (c == '\r' && !(at + 1 < src->text.n && src->text.p[at + 1] == '\n'));
        line += ends;
        col = ends ? 1 : col + 1;
        start = ends ? at + 1 : start;
    }
    ok(right, "every place of a text of several blocks");
    is_int(source_line_start(src, line + 1), (long long)src->text.n, "beyond the last block");
    buf_drop(&b);
}

/* Renders the only diagnostic at `span` and compares. */
static void shows(struct span span, unsigned width, const char *want, const char *name) {
    struct diags d;
    struct buf out;
    diags_init(&d, arena);
    buf_init(&out, 0);
    struct diag *g = diag_add(&d, DIAG_UNDEFINED_CITATION, span, "text");
    diag_render(&out, g, &(struct diag_style){.width = width});
    is_str(buf_view(&out), want, name);
    buf_drop(&out);
    diags_drop(&d);
}

static void test_render(void) {
    struct source *src = source_new(arena, STR("dir/a.md"), STR("one\n\tsee [@kye]\nz\n"));
    shows(find(src, "@kye"), 0,
          "dir/a.md:2:7: error: text [undefined-citation]\n"
          "    2 |     see [@kye]\n"
          "      |          ^~~~\n",
          "a tab is expanded, the span underlined");
    shows(span_make(src, 15, 15), 0,
          "dir/a.md:2:12: error: text [undefined-citation]\n"
          "    2 |     see [@kye]\n"
          "      |               ^\n",
          "at the end of a line");
    shows(span_make(src, 10, 17), 0,
          "dir/a.md:2:7: error: text [undefined-citation]\n"
          "    2 |     see [@kye]\n"
          "      |          ^~~~~\n",
          "a span over lines is underlined in its first");
    shows(SPAN_NONE, 0, "dossier: error: text [undefined-citation]\n", "nowhere");
    shows(span_make(source_new(arena, STR("gone.md"), STR_EMPTY), 0, 0), 0,
          "gone.md: error: text [undefined-citation]\n", "a file without a text");
    src = source_new(arena, STR("w.md"), STR("漢字e\xCC\x81 \x1B[31m X"));
    shows(find(src, "X"), 0,
          "w.md:1:12: error: text [undefined-citation]\n"
          "    1 | 漢字e\xCC\x81 \xEF\xBF\xBD[31m X\n"
          "      |             ^\n",
          "wide and combining characters; control characters are not sent to the terminal");
}

static void test_window(void) {
    const char *digits = "01234567890123456789";
    struct str text = arena_printf(arena, "%s%sHERE%s%s", digits, digits, digits, digits);
    struct source *src = source_new(arena, STR("l.md"), text);
    shows(find(src, "HERE"), 38,
          "l.md:1:41: error: text [undefined-citation]\n"
          "    1 | …0123456789HERE01234567890123…\n"
          "      |            ^~~~\n",
          "cut on both sides");
    shows(find(src, "0123"), 38,
          "l.md:1:1: error: text [undefined-citation]\n"
          "    1 | 0123456789012345678901234567…\n"
          "      | ^~~~\n",
          "cut on the right");
    shows(span_make(src, 83, 84), 38,
          "l.md:1:84: error: text [undefined-citation]\n"
          "    1 | …2345678901234567890123456789\n"
          "      |                             ^\n",
          "cut on the left");
    /* A line of megabytes is not walked from end to end. */
    struct buf b = BUF_INIT;
    buf_fill(&b, 'x', 4u << 20);
    src = source_new(arena, STR("m"), buf_keep(&b, arena));
    buf_clear(&b);
    struct diag g = {.id = DIAG_TOO_LARGE, .level = DIAG_NOTE, .span = {src, 2u << 20, 3u << 20}};
    diag_render(&b, &g, &(struct diag_style){.width = 0});
    ok(b.n < 400, "an endless line is shown in one line of the terminal");
    buf_drop(&b);
}

static void test_parts(void) {
    struct source *src = source_new(arena, STR("a.bib"), STR("@book{x,}\n@book{x,}\n"));
    struct diags d;
    diags_init(&d, arena);
    struct diag *g =
        diag_add(&d, DIAG_BIB_DUPLICATE_KEY, span_make(src, 16, 17), "key '%s' twice", "x");
    diag_relate(&d, g, span_make(src, 6, 7), "first defined here");
    for (int i = 0; i < 5; i++) {
        diag_relate(&d, g, SPAN_NONE, "further %d", i);
    }
    is_int(g->nrelated, 6, "places are kept");
    is_str(g->related[5].text, "further 4", "in their order");
    g->nrelated = 1;
    diag_hint(&d, g, "remove\nit");
    struct buf out = BUF_INIT;
    diag_render(&out, g, &(struct diag_style){.colour = true});
    is_str(buf_view(&out),
           "\033[1ma.bib:2:7: \033[0m\033[1;31merror: \033[0mkey 'x' twice [duplicate-key]\n"
           "    2 | @book{x,}\n"
           "      |       \033[1;32m^\033[0m\n"
           "  \033[1;36mhint: \033[0mremove it\n"
           "\033[1ma.bib:1:7: \033[0m\033[1;36mnote: \033[0mfirst defined here\n"
           "    1 | @book{x,}\n"
           "      |       \033[1;32m^\033[0m\n",
           "colour, hint, related place");
    buf_drop(&out);
    diags_drop(&d);
}

static void test_list(void) {
    struct source *one = source_new(arena, STR("one"), STR("0123456789"));
    struct source *two = source_new(arena, STR("two"), STR("0123456789"));
    struct diags d;
    diags_init(&d, arena);
    diag_add(&d, DIAG_OVERFULL, span_make(two, 5, 6), "a");
    diag_add(&d, DIAG_OVERFULL, span_make(one, 5, 6), "b");
    diag_add(&d, DIAG_OVERFULL, span_make(two, 1, 2), "c");
    diag_add(&d, DIAG_NO_ALT, span_make(two, 5, 6), "d");
    diags_sort(&d);
    const char *order = "cadb";
    bool sorted = true;
    for (size_t i = 0; i < d.n; i++) {
        sorted &= d.list[i]->text.p[0] == order[i];
    }
    ok(sorted, "by source, position, and then as they came");
    ok(d.errors == 0 && d.warnings == 1, "counted by level");
    for (int i = 0; i < LIMIT_DIAGS + 50; i++) {
        struct diag *g = diag_add(&d, DIAG_BAD_IMAGE, SPAN_NONE, "e%d", i);
        diag_hint(&d, g, "h%d", i);
        diag_relate(&d, g, SPAN_NONE, "r");
    }
    is_int(d.n, LIMIT_DIAGS, "no more than the limit are kept");
    is_int(d.suppressed, 54, "the others are counted");
    is_int(d.errors, LIMIT_DIAGS + 50, "as errors too");
    is_str(d.list[LIMIT_DIAGS - 1]->hint, "h995", "hints stay with their own");
    diags_drop(&d);
}

static void test_catalog(void) {
    bool good = true;
    const struct diag_rule *r, *other;
    size_t n = 0;
    for (; (r = diag_rule_at(n)) != NULL; n++) {
        good &= strspn(r->slug, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(r->slug);
        good &= *r->slug && r->hint && r->index == n && diag_find(str_of(r->slug)) == r;
        for (size_t j = 0; j < n && (other = diag_rule_at(j)) != NULL; j++) {
            if (strcmp(r->slug, other->slug) == 0) {
                note("slug %s twice", r->slug);
                good = false;
            }
        }
    }
    ok(n > 0 && diag_find(STR("no-such-thing")) == NULL, "a slug that is not there is not found");
    ok(good, "slugs are plain words, each once");
}

static void test_nearest(void) {
    static const struct str keys[] = {
        STR_INIT("coleman2019"), STR_INIT("Coleman2017"), STR_INIT("gavel"), STR_INIT("weld2017"),
        STR_INIT("pdf"),         STR_INIT("a"),           STR_INIT(""),
    };
    static const struct {
        const char *word, *want;
    } rows[] = {
        {"colemna2019", "coleman2019"},
        {"coleman2018", "coleman2019"},
        {"coleman2017", "Coleman2017"},
        {"GAVEL", "gavel"},
        {"gvael", "gavel"},
        {"weld", ""},
        {"welt2017", "weld2017"},
        {"pdff", "pdf"},
        {"xyz", ""},
        {"b", ""},
        {"A", "a"},
        {"", ""},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (!is_str(diag_nearest(str_of(rows[i].word), keys, ARRAY_LEN(keys)), rows[i].want,
                    "nearest")) {
            note("for %s", rows[i].word);
        }
    }
    char lots[1000];
    memset(lots, 'x', sizeof lots);
    struct str word = {lots, sizeof lots};
    is_str(diag_nearest(word, &word, 1), "", "nobody means a thousand letters");
}

static void test_guesses(void) {
    static const struct str names[] = {STR_INIT("html"), STR_INIT("pdf")};
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    is_str(diag_guess(&d, STR("htlm"), names, ARRAY_LEN(names)), "html", "a guess");
    d.guesses = LIMIT_GUESSES - 1;
    is_str(diag_guess(&d, STR("pfd"), names, ARRAY_LEN(names)), "", "only the first is compared");
    is_str(diag_guess(&d, STR("htlm"), names, ARRAY_LEN(names)), "", "no guess beyond the limit");
    diags_drop(&d);
    arena_drop(a);
}

static void test_rollback(void) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    diag_add(&d, DIAG_MISSING_IMAGE, SPAN_NONE, "first");
    struct diags_mark mark = diags_mark(&d);
    diag_add(&d, DIAG_CANNOT_READ, SPAN_NONE, "second");
    diag_add(&d, DIAG_UNSUPPORTED, SPAN_NONE, "third");
    diags_rollback(&d, mark);
    ok(d.n == 1 && d.errors == mark.errors && d.warnings == mark.warnings,
       "what was added since the mark is forgotten, and not counted");
    diag_add(&d, DIAG_CANNOT_READ, SPAN_NONE, "again");
    ok(d.n == 2 && d.errors == mark.errors + 1, "the list goes on from the mark");
    is_str(d.list[1]->text, "again", "with what is added next");
    diags_drop(&d);
    arena_drop(a);
}

/* "one TWO two" of a first file, an expansion, and a second file. */
static void test_joined(void) {
    struct arena *a = arena_new();
    struct source *one = source_new(a, STR("one.md"), STR("# One\nuse {{x}} here\n"));
    struct source *two = source_new(a, STR("two.md"), STR("# Two\nlast\n"));
    struct source_builder b;
    source_build(&b, a, 0);
    source_put(&b, span_make(one, 0, 6));
    source_put(&b, span_make(one, 6, 10));
    source_put_made(&b, STR("expanded text"), span_make(one, 10, 15));
    source_put(&b, span_make(one, 15, 21));
    source_put(&b, span_make(two, 0, 11));
    struct source *joined = source_built(&b, STR("one.md"));
    is_str(joined->text, "# One\nuse expanded text here\n# Two\nlast\n",
           "the parts in their order");
    ok(joined->nparts == 4, "neighbours of one source are one part");
    struct span s = source_origin(span_make(joined, 19, 23));
    ok(s.src == one && s.begin == 10 && s.end == 15, "what was made stands for the whole");
    s = source_origin(span_make(joined, 24, 28));
    ok(s.src == one && s.begin == 16 && s.end == 20, "what stands behind it has its own place");
    s = source_origin(span_make(joined, 31, 34));
    ok(s.src == two && s.begin == 2, "so has the second file");
    s = source_origin(span_make(joined, 24, 33));
    ok(s.src == one && s.begin == 16 && s.end == 21, "over two files it is cut at the first's end");
    source_build(&b, a, 0);
    source_put(&b, span_make(joined, 6, 29));
    struct source *again = source_built(&b, STR("again.md"));
    s = source_origin(span_make(again, 18, 22));
    ok(s.src == one && s.begin == 16, "parts of parts lead back too");
    struct diags d;
    diags_init(&d, a);
    diag_add(&d, DIAG_MISSING_IMAGE, span_make(joined, 29, 30), "x");
    ok(d.list[0]->span.src == two && d.list[0]->span.begin == 0, "a diagnostic names its own file");
    source_build(&b, a, 4);
    source_put(&b, span_make(one, 0, 6));
    ok(b.text.overflow, "a text has a limit");
    (void)source_built(&b, STR("x"));
    diags_drop(&d);
    arena_drop(a);
}

/* Changes that mend a fault: all of them, or none. */
static void test_fixes(void) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct source *one = source_new(a, STR("one.md"), STR("see  fig. 3-5 and 7"));
    char word[] = "\xE2\x80\x93";
    struct diag *g = diag_add(&d, DIAG_NO_ALT, span_make(one, 10, 13), "x");
    diag_fix(&d, g, span_make(one, 11, 12), str_of(word));
    word[0] = '?';
    diag_fix(&d, g, span_make(one, 3, 4), STR(""));
    is_int(g->nfixes, 2, "two changes");
    is_str(g->fixes[0].text, "\xE2\x80\x93", "the text is a copy");
    is_int(g->fixes[1].span.begin, 3, "in the order of their making");
    diag_fix(&d, g, span_make(one, 10, 12), STR("y"));
    is_int(g->nfixes, 0, "one that overlaps takes all of them away");
    diag_fix(&d, g, span_make(one, 0, 1), STR("S"));
    is_int(g->nfixes, 0, "and none comes back");

    struct source_builder b;
    source_build(&b, a, 0);
    source_put(&b, span_make(one, 5, 10));
    source_put_made(&b, STR("made"), span_make(one, 10, 13));
    source_put(&b, span_make(one, 13, 19));
    struct source *joined = source_built(&b, STR("joined"));
    g = diag_add(&d, DIAG_NO_ALT, span_make(joined, 0, 3), "x");
    diag_fix(&d, g, span_make(joined, 10, 13), STR("or"));
    ok(g->nfixes == 1 && g->fixes[0].span.src == one && g->fixes[0].span.begin == 14,
       "a change is one to the file");
    g = diag_add(&d, DIAG_NO_ALT, span_make(joined, 0, 3), "x");
    diag_fix(&d, g, span_make(joined, 6, 7), STR(""));
    is_int(g->nfixes, 0, "what was made is written nowhere");
    g = diag_add(&d, DIAG_NO_ALT, span_make(joined, 0, 3), "x");
    diag_fix(&d, g, span_make(joined, 3, 7), STR(""));
    is_int(g->nfixes, 0, "nor is what goes over its edge");
    g = diag_add(&d, DIAG_NO_ALT, SPAN_NONE, "x");
    diag_fix(&d, g, SPAN_NONE, STR("a"));
    is_int(g->nfixes, 0, "nowhere nothing is changed");
    g = diag_add(&d, DIAG_NO_ALT, span_make(one, 0, 1), "x");
    for (uint32_t i = 0; i < DIAG_FIXES_MAX; i++) {
        diag_fix(&d, g, span_make(one, i, i), STR("."));
    }
    is_int(g->nfixes, DIAG_FIXES_MAX, "as many as there may be");
    diag_fix(&d, g, span_make(one, 18, 18), STR("."));
    is_int(g->nfixes, 0, "more are none");
    diags_drop(&d);
    arena_drop(a);
}

/* Whose word counts. */
static void test_levels(void) {
    struct arena *a = arena_new();
    struct diag_levels *l = ARENA_NEW(a, struct diag_levels);
    ok(!diag_levels_decide(l), "nobody said anything");
    l->set[DIAG_OF_PROJECT][DIAG_NO_ALT->index] = DIAG_IGNORED;
    l->set[DIAG_OF_PROJECT][DIAG_OVERFULL->index] = DIAG_AS(DIAG_WARNING);
    l->set[DIAG_OF_DOCUMENT][DIAG_OVERFULL->index] = DIAG_AS(DIAG_ERROR);
    l->set[DIAG_OF_COMMAND][DIAG_CANNOT_READ->index] = DIAG_IGNORED;
    const uint8_t *table = diag_levels_decide(l);
    is_int(table[DIAG_OVERFULL->index], DIAG_AS(DIAG_ERROR), "the document wins over the project");
    is_int(table[DIAG_CANNOT_READ->index], 0, "what is fatal stays it");
    struct diags d;
    diags_init(&d, a);
    diag_add(&d, DIAG_NO_ALT, SPAN_NONE, "x");
    diag_add(&d, DIAG_CANNOT_READ, SPAN_NONE, "x");
    diag_add(&d, DIAG_OVERFULL, SPAN_NONE, "x");
    ok(diag_is_on(&d, DIAG_NO_ALT), "on as long as nobody says otherwise");
    diags_use_levels(&d, table);
    ok(!diag_is_on(&d, DIAG_NO_ALT), "off then");
    is_int(d.n, 2, "what was found before goes");
    is_int(d.warnings, 0, "and is not counted");
    is_int(d.errors, 2, "what is worse than it was is counted as that");
    diag_add(&d, DIAG_NO_ALT, SPAN_NONE, "x");
    is_int(d.n, 2, "nothing of it comes");
    l->set[DIAG_OF_COMMAND][DIAG_OVERFULL->index] = DIAG_AS(DIAG_NOTE);
    diags_use_levels(&d, diag_levels_decide(l));
    is_int(d.errors, 1, "the command line wins over the document");
    is_int(diag_level_of(DIAG_OVERFULL, STR("true")), DIAG_AS(DIAG_NOTE), "true: the catalog's");
    is_int(diag_level_of(DIAG_OVERFULL, STR("loud")), 0, "no level");
    diags_drop(&d);
    arena_drop(a);
}

/** Diagnostics that two documents take from a third list are reported by the first one. */
static void test_repeated(void) {
    struct arena *a = arena_new();
    struct diags shared, told, one, two;
    uint8_t levels[DIAG_RULES_MAX] = {0};
    levels[DIAG_OVERFULL->index] = DIAG_AS(DIAG_NOTE);
    diags_init(&shared, a);
    diags_init(&told, a);
    diags_init(&one, a);
    diags_init(&two, a);
    one.levels = levels;
    diag_hint(&shared, diag_add(&shared, DIAG_OVERFULL, SPAN_NONE, "x"), "h");
    diag_add(&shared, DIAG_NO_ALT, SPAN_NONE, "y");
    diags_repeat_all(&one, &shared);
    diags_repeat_all(&one, &shared);
    diags_repeat_all(&two, &shared);
    is_int(one.n, 2, "a list is repeated once");
    is_str(one.list[0]->hint, "h", "with its hints");
    is_int(one.list[0]->level, DIAG_NOTE, "as what the document has it");
    is_int(two.list[0]->level, DIAG_OVERFULL->level, "each for itself");
    diag_add(&two, DIAG_NO_ALT, SPAN_NONE, "z");
    diags_leave_repeated(&one, (struct diags_mark){0}, &told);
    diags_leave_repeated(&two, (struct diags_mark){0}, &told);
    is_int(one.n, 2, "the first document says it");
    is_int(two.n, 1, "the second one what is its own");
    is_str(two.list[0]->text, "z", "and only that");
    is_int(two.errors + two.warnings, 1, "and counts it");
    for (size_t i = 0; i < LIMIT_DIAGS + 5; i++) {
        diag_add(&shared, DIAG_NO_ALT, SPAN_NONE, "y");
    }
    struct diags many, more;
    diags_init(&many, a);
    diags_init(&more, a);
    diags_repeat_all(&many, &shared);
    is_int(many.suppressed, shared.suppressed, "what was only counted is counted");
    is_int(many.errors + many.warnings, shared.errors + shared.warnings, "all of it");
    diags_repeat_all(&more, &shared);
    diags_leave_repeated(&many, (struct diags_mark){0}, &told);
    diags_leave_repeated(&more, (struct diags_mark){0}, &told);
    is_int(more.n + more.suppressed + more.errors + more.warnings, 0, "once");
    ok(diags_once(&told, &many) && !diags_once(&told, &many), "something is said of it once");
    diags_drop(&shared);
    diags_drop(&told);
    diags_drop(&one);
    diags_drop(&two);
    diags_drop(&many);
    diags_drop(&more);
    arena_drop(a);
}

int main(void) {
    test_repeated();
    test_levels();
    test_fixes();
    test_guesses();
    test_rollback();
    test_joined();
    arena = arena_new();
    test_lines();
    test_blocks();
    test_render();
    test_window();
    test_parts();
    test_list();
    test_catalog();
    test_nearest();
    arena_drop(arena);
    return tap_done();
}
