/* SPDX-License-Identifier: MIT */
/* Rich text: building, cutting, joining and changing it; the invariants hold after each step. */
#include "core/rich/rich.h"

#include "rich_sound.h"
#include "tap.h"

static struct arena *arena;

/** "a [i b]" is an 'a', a blank and an italic "b": a notation for these tests alone. */
static struct rich make(const char *z) {
    static const char kinds[] = "ibpsvucdtm"; /* in the order of enum rich_kind */
    struct rich_builder b;
    rich_builder_init(&b);
    for (; *z; z++) {
        if (*z == '[') {
            rich_open(&b, (enum rich_kind)(strchr(kinds, z[1]) - kinds));
            z += 1;
        } else if (*z == ']') {
            rich_close(&b);
        } else {
            buf_putc(&b.text, *z);
        }
    }
    struct rich r = rich_keep(&b, arena);
    rich_builder_drop(&b);
    return r;
}

static void is_rich(struct rich got, const char *want, const char *name) {
    struct buf b;
    struct rich_walk w;
    buf_init(&b, 0);
    rich_walk_start(&w, got);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        static const char kinds[] = "ibpsvucdtm";
        if (e == RICH_OPEN || e == RICH_ATOM) {
            buf_putc(&b, '[');
            buf_putc(&b, kinds[w.kind]);
        }
        if (e == RICH_TEXT || e == RICH_ATOM) {
            buf_str(&b, w.text);
        }
        if (e == RICH_CLOSE || e == RICH_ATOM) {
            buf_putc(&b, ']');
        }
    }
    is_str(buf_view(&b), want, name);
    ok(rich_is_sound(got), "and it is sound");
    buf_drop(&b);
}

static void test_build(void) {
    is_rich(make("plain <b>"), "plain <b>", "plain text");
    ok(make("plain").marks == NULL, "it has no marks");
    is_rich(make("a [ib[bc]] d"), "a [ib[bc]] d", "spans nest");
    is_rich(make("[i[bx]]"), "[i[bx]]", "those that begin together");
    is_rich(make("a[i[b]]c"), "ac", "empty spans go");
    is_rich(make("a[ib"), "a[ib]", "what is open is closed");
    is_rich(make("a]b"), "ab", "what was not opened is not closed");
    is_rich(make("a[ma[ib]c]d"), "a[mabc]d", "nothing begins in an atom");
    struct buf deep = BUF_INIT;
    for (int i = 0; i < 2 * RICH_DEPTH; i++) {
        buf_puts(&deep, "[i");
    }
    buf_puts(&deep, "x");
    for (int i = 0; i < 2 * RICH_DEPTH; i++) {
        buf_puts(&deep, "]");
    }
    buf_puts(&deep, "y");
    struct rich r = make(deep.p);
    is_int((long)r.marks->n, RICH_DEPTH, "spans that are too deep do not count");
    is_int(r.marks->spans[0].end, 1, "and end where they should");
    buf_drop(&deep);
}

static void test_changes_while_building(void) {
    struct rich_builder b;
    rich_builder_init(&b);
    buf_puts(&b.text, "a");
    rich_open(&b, RICH_BOLD);
    buf_puts(&b.text, "b");
    rich_open(&b, RICH_ITALIC);
    buf_puts(&b.text, "c");
    rich_close(&b);
    rich_unwrap(&b);
    is_rich(rich_keep(&b, arena), "ab[ic]", "a span is forgotten, what is in it stays");

    rich_open(&b, RICH_BOLD);
    buf_puts(&b.text, "b");
    struct rich_place here = rich_here(&b);
    rich_open(&b, RICH_ITALIC);
    buf_puts(&b.text, "c");
    rich_back(&b, here);
    buf_puts(&b.text, "d");
    is_rich(rich_keep(&b, arena), "[bbd]", "back to an earlier state");

    rich_add(&b, make("[ba]"));
    here = rich_here(&b);
    rich_add(&b, make("[ie]x"));
    rich_replace(&b, here, 2, 0, STR("'"));
    is_rich(rich_keep(&b, arena), "[ba][ie']x", "an accent belongs to its letter");
    rich_add(&b, make("[ba]"));
    here = rich_here(&b);
    rich_add(&b, make("[ie]x"));
    rich_replace(&b, here, 1, 0, STR("'"));
    is_rich(rich_keep(&b, arena), "[ba]'[ie]x", "what is put before a span stays before it");
    here = rich_here(&b);
    rich_add(&b, make("[i\xC4\xB1]x"));
    rich_replace(&b, here, 0, 2, STR("i"));
    is_rich(rich_keep(&b, arena), "[ii]x", "a letter for another");
    rich_builder_drop(&b);
}

static struct str shout(void *user, struct arena *a, struct str piece) {
    (void)user;
    return arena_join(a, 2, piece, STR("!"));
}

static void test_whole(void) {
    struct rich r = make("a [ib [bc]] [md]");
    is_rich(rich_slice(arena, r, 2, 5), "[ib [bc]]", "a slice");
    is_rich(rich_slice(arena, r, 0, 3), "a [ib]", "spans are cut");
    is_rich(rich_slice(arena, r, 5, 99), " [md]", "behind them");
    is_rich(rich_slice(arena, r, 9, 99), "", "nothing");
    is_rich(rich_trim(arena, make(" [i a] ")), "[ia]", "blanks at both ends");
    is_rich(rich_trim(arena, make("[i ] ")), "", "nothing but blanks");
    is_rich(rich_wrap(arena, make("a[ib]"), RICH_NOCASE), "[ca[ib]]", "a span around all");
    is_rich(rich_wrap(arena, RICH_EMPTY, RICH_BOLD), "", "around nothing");
    is_rich(rich_join(arena, make("[ia]"), STR(", "), make("[bb]")), "[ia], [bb]", "two texts");
    is_rich(rich_join(arena, make("[ia]"), STR(", "), RICH_EMPTY), "[ia]", "text and nothing");
    is_rich(rich_without(arena, r, 1u << RICH_ITALIC), "a b [bc] [md]", "without italics");
    ok(!rich_without(arena, make("[ia]"), 1u << RICH_ITALIC).marks, "the last marks go");
    is_rich(rich_map(arena, r, shout, NULL), "a ![ib ![bc!]] ![md]", "each piece, no atoms");
    ok(rich_eq(r, make("a [ib [bc]] [md]")), "equal");
    ok(!rich_eq(r, make("a [ib [ic]] [md]")), "other kinds");
    ok(!rich_eq(r, rich_of(r.text)), "no marks");
    ok(rich_has(r, RICH_MATH) && !rich_has(r, RICH_SUP), "kinds that it has");
}

static bool sound(const char *text, size_t n, const struct rich_span *spans) {
    struct rich_marks *marks = arena_alloc(arena, sizeof *marks + n * sizeof *spans);
    marks->n = n;
    memcpy(marks->spans, spans, n * sizeof *spans);
    return rich_is_sound((struct rich){str_of(text), marks});
}

static void test_sound(void) {
    ok(sound("abc", 2, (struct rich_span[]){{0, 3, RICH_ITALIC}, {0, 2, RICH_BOLD}}), "sound");
    ok(!sound("abc", 2, (struct rich_span[]){{0, 2, RICH_ITALIC}, {0, 3, RICH_BOLD}}), "order");
    ok(!sound("abc", 2, (struct rich_span[]){{0, 2, RICH_ITALIC}, {1, 3, RICH_BOLD}}), "crossing");
    ok(!sound("abc", 2, (struct rich_span[]){{1, 2, RICH_ITALIC}, {0, 1, RICH_BOLD}}), "beginning");
    ok(!sound("abc", 1, (struct rich_span[]){{0, 4, RICH_ITALIC}}), "beyond the end");
    ok(!sound("abc", 1, (struct rich_span[]){{1, 1, RICH_ITALIC}}), "empty");
    ok(!sound("abc", 1, (struct rich_span[]){{0, 1, RICH_KIND_COUNT}}), "no such kind");
    ok(!sound("abc", 2, (struct rich_span[]){{0, 3, RICH_MATH}, {0, 2, RICH_BOLD}}), "in an atom");
    ok(!sound("\xC3\xA9", 1, (struct rich_span[]){{0, 1, RICH_BOLD}}), "half a letter");
}

int main(void) {
    arena = arena_new();
    test_build();
    test_changes_while_building();
    test_whole();
    test_sound();
    arena_drop(arena);
    return tap_done();
}
