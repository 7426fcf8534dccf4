/* SPDX-License-Identifier: MIT */
/* A .bib as text: pieces that lose nothing, tidying that changes no item, differences of lines. */
#include "cite/bib/bibtex/bib_text.h"
#include "cite/bib/tidy.h"
#include "core/base/diff.h"
#include "tap.h"

static const char *const sample =
    "% kept\n"
    "@STRING( js = \"Journal of Streams\" )\n"
    "@Article{Adler1, Year = 2020, TITLE = \"On {Water}\", % about\n"
    "  author={Adler, Ida},journal=js # {, A}, month = \"March\", odd={1}\n"
    "}\n"
    "@comment{@misc{no, title={x}}}\n"
    "words @misc{b, title={B}}\n"
    "@book{broken, title={no end\n"
    "@misc{c,title={C}}";

static const char *const tidied = "% kept\n"
                                  "@string{js = {Journal of Streams}}\n"
                                  "\n"
                                  "@article{Adler1,\n"
                                  "  author  = {Adler, Ida},\n"
                                  "  title   = {On {Water}}, % about\n"
                                  "  journal = js # {, A},\n"
                                  "  year    = 2020,\n"
                                  "  month   = mar,\n"
                                  "  odd     = {1},\n"
                                  "}\n"
                                  "\n"
                                  "@comment{@misc{no, title={x}}}\n"
                                  "words @misc{b,\n"
                                  "  title = {B},\n"
                                  "}\n"
                                  "@book{broken, title={no end\n"
                                  "@misc{c,\n"
                                  "  title = {C},\n"
                                  "}\n";

static void test_pieces(void) {
    struct arena *a = arena_new();
    struct str text = str_of(sample), all = STR_EMPTY;
    struct bib_text t = bib_text_read(a, text);
    size_t entries = 0;
    for (size_t i = 0; i < t.n; i++) {
        all = arena_join(a, 2, all, t.p[i].text);
        entries += t.p[i].kind == BIB_PIECE_ENTRY;
    }
    is_str(all, sample, "the pieces are the text");
    is_int(entries, 3, "sound entries");
    is_str(bib_text_inside(STR("{a {b}}")), "a {b}", "the inside of a value");
    ok(bib_text_inside(STR("{a} # {b}")).p == NULL, "joined pieces have none");
    arena_drop(a);
}

static struct str tidy_as(struct arena *a, struct str text, bool sort, bool *sound) {
    struct buf out;
    struct diags d;
    size_t left;
    buf_init(&out, 0);
    diags_init(&d, a);
    *sound = bib_tidy(source_new(a, STR("a.bib"), text), sort, &out, &left, &d);
    struct str s = buf_finish(&out, a);
    diags_drop(&d);
    return s;
}

static struct str tidy(struct arena *a, struct str text, bool *sound) {
    return tidy_as(a, text, true, sound);
}

/** Comments between fields stay with them. */
static void test_comments(struct arena *a) {
    static const char *const written =
        "@string{two = {x}, three = {y}} @string{b = two}\n"
        "@article{k1, % behind the key\n % above\n title={T}, % behind\n"
        " % one\n % two\n author={A, B}, year=2001 % year\n % last\n}@misc{k2, title={U}}\n"
        "@misc{k3, title={A % comma\n}, % odd\n, author={B}}";
    bool sound;
    is_str(tidy(a, str_of(written), &sound),
           "@string{two = {x}, three = {y}}\n@string{b = two}\n\n"
           "@article{k1,\n  % one\n  % two\n  author = {A, B},\n  % behind the key\n  % above\n"
           "  title  = {T}, % behind\n  year   = 2001, % year\n  % last\n}\n\n"
           "@misc{k2,\n  title = {U},\n}\n\n"
           "@misc{k3,\n  author = {B},\n  title  = {A % comma}, % odd\n}\n",
           "comments of fields");
}

static void test_tidy(void) {
    struct arena *a = arena_new();
    bool sound;
    test_comments(a);
    struct str once = tidy(a, str_of(sample), &sound);
    ok(sound, "it can be tidied");
    is_str(once, tidied, "what it becomes");
    is_str(tidy(a, once, &sound), tidied, "twice is the same as once");
    is_str(
        tidy(a, STR("@string{mar = {Martius}}\n@misc{a, title={T}, year=2000, month={3}}"), &sound),
        "@string{mar = {Martius}}\n\n@misc{a,\n  title = {T},\n  year  = 2000,\n  month = "
        "{3},\n}\n",
        "a macro that is somebody's own is not used for months");
    is_str(tidy(a, STR("@misc{a,\r\n title={T}\r\n}\r\n"), &sound),
           "@misc{a,\r\n  title = {T},\r\n}\r\n", "line ends stay what they are");
    is_str(tidy(a, STR(""), &sound), "", "nothing stays nothing");
    struct str zero = STR("@string{x = {a\0b}}\n\n@misc{a,\n  % c\0d\n  title = {T},\n}\n");
    ok(str_eq(tidy(a, zero, &sound), zero), "zero bytes stay what they are");
    is_str(tidy_as(a, STR("@misc{a, year=\"2000\", title={T}}"), false, &sound),
           "@misc{a,\n  year  = {2000},\n  title = {T},\n}\n",
           "fields keep their order unless asked");
    arena_drop(a);
}

static void test_diff(void) {
    struct buf b = BUF_INIT;
    diff_unified(&b, STR("old"), STR("new"), STR("1\n2\n3\n4\n5\n6\n7\n8\n9\n"),
                 STR("1\n2\n3\n4\nfive\n6\n7\n8\n9\n10"));
    is_str(buf_view(&b),
           "--- old\n+++ new\n@@ -2,8 +2,9 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n+10\n"
           "\\ No newline at end of file\n",
           "one hunk");
    buf_clear(&b);
    diff_unified(&b, STR("old"), STR("new"), STR("a\n"), STR("a\n"));
    is_str(buf_view(&b), "", "no difference, no diff");
    diff_unified(&b, STR("o"), STR("n"), STR(""), STR("a\n"));
    is_str(buf_view(&b), "--- o\n+++ n\n@@ -0,0 +1 @@\n+a\n", "from nothing");
    buf_drop(&b);
}

int main(void) {
    test_pieces();
    test_tidy();
    test_diff();
    return tap_done();
}
