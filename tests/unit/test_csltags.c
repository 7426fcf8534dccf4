/* SPDX-License-Identifier: MIT */
/*
 * The tags of CSL-JSON: which are read, which remain text; written text is the same when it is
 * read again.
 */
#include "cite/bib/item/csl_tags.h"

#include "tap.h"

#define JOINER "\xE2\x81\xA0"

static struct arena *arena;

/** Reads a string and writes what came out. */
static void becomes(const char *s, const char *want, const char *plain) {
    struct rich r = item_tags_read(arena, str_of(s));
    is_str(item_tags_text(arena, r), want, s);
    is_str(r.text, plain, "its text");
    ok(rich_eq(item_tags_read(arena, item_tags_text(arena, r)), r), "it is the same read again");
}

static void same(const char *s, const char *plain) {
    becomes(s, s, plain);
}

static void test_tags(void) {
    same("no tags & none", "no tags & none");
    same("<i>a</i> <b>b</b> <sup>c</sup> <sub>d</sub> <u>e</u>", "a b c d e");
    same("<span class=\"nocase\">A</span> <span class=\"nodecor\">B</span>", "A B");
    becomes("<span class='nocase'>A</span>", "<span class=\"nocase\">A</span>", "A");
    becomes("<sc>a</sc><span style='font-variant: small-caps'>b</span>",
            "<span style=\"font-variant:small-caps;\">a</span>"
            "<span style=\"font-variant:small-caps;\">b</span>",
            "ab");
    same("<code>a &lt;b&gt; &amp;amp;</code>", "a <b> &amp;");
    same("<span class=\"math\">a &lt; b &amp; c</span>", "a < b & c");
    same("<i>a <span class=\"nocase\"><b>b</b></span></i>", "a b");
}

static void test_text(void) {
    same("a < b, A</i>B, <em>x</em>, <span class=\"x\">y</span>, &lt;b>",
         "a < b, A</i>B, <em>x</em>, <span class=\"x\">y</span>, &lt;b>");
    same("A <i>-th element", "A <i>-th element");
    becomes("<i>b <b>c</i> d</b>", "<i>b <" JOINER "b>c</i> d<" JOINER "/b>", "b <b>c d</b>");
    becomes("<code>not closed <i>x</i>", "<" JOINER "code>not closed <i>x</i>",
            "<code>not closed x");
}

/** Text that looks like a tag is escaped. */
static void test_literal(void) {
    static const char *const texts[] = {"<b>x</b>",
                                        "A <b>-tree for </b>ranges",
                                        "<" JOINER "b>x</b>",
                                        "<" JOINER JOINER "b>",
                                        "<span style=\"font-variant: small-caps;\">x</span>",
                                        "<code><b></code>",
                                        "<<i>i>x</i></i>"};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct rich r = rich_of(str_of(texts[i]));
        ok(rich_eq(item_tags_read(arena, item_tags_text(arena, r)), r), texts[i]);
        r = rich_wrap(arena, r, RICH_ITALIC);
        ok(rich_eq(item_tags_read(arena, item_tags_text(arena, r)), r), "in italics as well");
    }
    is_str(item_tags_text(arena, rich_of(STR("<b>x</b>"))), "<" JOINER "b>x<" JOINER "/b>",
           "by an invisible character");
}

static void test_element(void) {
    struct str inside = STR_EMPTY;
    enum rich_kind kind = RICH_BOLD;
    is_int((long)item_tags_element(STR("a<i>b<i>c</i></i>d"), 1, &kind, &inside), 16, "an element");
    is_str(inside, "b<i>c</i>", "what is in it");
    is_int(kind, RICH_ITALIC, "what it is");
    is_int((long)item_tags_element(STR("<i>b<i>c</i>"), 0, &kind, &inside), 0, "one that is open");
    is_int((long)item_tags_element(STR("</i>"), 0, &kind, &inside), 0, "an end alone");
}

int main(void) {
    arena = arena_new();
    test_tags();
    test_text();
    test_literal();
    test_element();
    arena_drop(arena);
    return tap_done();
}
