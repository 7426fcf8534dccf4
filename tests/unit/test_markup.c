/* SPDX-License-Identifier: MIT */
/* Escapes of XML and HTML, references, attributes, and base64. */
#include "core/base/base64.h"
#include "core/base/markup.h"
#include "tap.h"

static void test_put(void) {
    static const struct {
        struct str text;
        unsigned how;
        const char *spelt;
    } rows[] = {
        {STR_INIT("a < b & \"c\" > d'"), 0, "a &lt; b &amp; \"c\" &gt; d'"},
        {STR_INIT("a < b & \"c\" > d'"), MARKUP_QUOTED, "a &lt; b &amp; &quot;c&quot; &gt; d'"},
        {STR_INIT(""), MARKUP_XML, ""},
        {STR_INIT("\tone\r\ntwo"), MARKUP_XML, "\tone\r\ntwo"},
        {STR_INIT("o\x01n\x1F"
                  "e\0"),
         MARKUP_XML, "one"},
        {STR_INIT("\xEF\xBF\xBE.\xEF\xBF\xBF.\xEF\xBF\xBD"), MARKUP_XML, "..\xEF\xBF\xBD"},
        {STR_INIT("\xEF\xBF"), MARKUP_XML, "\xEF\xBF"},
        {STR_INIT("a\0b"), MARKUP_HTML,
         "a\xEF\xBF\xBD"
         "b"},
        {STR_INIT("\xC2\x80 \xC2\x81 \xC2\xA0 \xC3\xA9"), MARKUP_HTML,
         "\xE2\x82\xAC \xEF\xBF\xBD \xC2\xA0 \xC3\xA9"},
        {STR_INIT("\xC2\x80"), MARKUP_XML, "\xC2\x80"},
        {STR_INIT("\xC2"), MARKUP_HTML, "\xC2"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buf b = BUF_INIT;
        markup_put(&b, rows[i].text, rows[i].how);
        is_str(buf_view(&b), rows[i].spelt, "spelt");
        buf_drop(&b);
    }
}

static void test_reference(void) {
    static const struct {
        const char *text;
        size_t n;
        uint32_t cp;
    } rows[] = {
        {"&amp;lt;", 5, '&'}, {"&lt;", 4, '<'},
        {"&gt;", 4, '>'},     {"&quot;", 6, '"'},
        {"&apos;", 6, '\''},  {"&#233;x", 6, 0xE9},
        {"&#xE9;", 6, 0xE9},  {"&#XE9;", 6, 0xE9},
        {"&#0;", 4, 0},       {"&#;", 0, 0},
        {"&#x;", 0, 0},       {"&#12", 0, 0},
        {"&#1a;", 0, 0},      {"&#99999999999;", 0, 0},
        {"&nbsp;", 0, 0},     {"&#x110000;", 10, 0x110000},
        {"& ", 0, 0},         {"amp;", 0, 0},
        {"", 0, 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        uint32_t cp = 0;
        size_t n = markup_reference(str_of(rows[i].text), &cp);
        ok(n == rows[i].n && (n == 0 || cp == rows[i].cp), rows[i].text);
    }
}

/* The vectors of RFC 4648, 10. */
static void test_base64(void) {
    static const char *const coded[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                        "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    struct str word = STR("foobar");
    for (size_t i = 0; i < ARRAY_LEN(coded); i++) {
        struct buf text = BUF_INIT, bytes = BUF_INIT;
        base64_put(&text, str_slice(word, 0, i));
        is_str(buf_view(&text), coded[i], "written");
        ok(base64_read(&bytes, str_of(coded[i])) && str_eq(buf_view(&bytes), str_slice(word, 0, i)),
           "read back");
        buf_drop(&text);
        buf_drop(&bytes);
    }
    struct buf b = BUF_INIT;
    ok(base64_read(&b, STR("Zm9v\n YmFy")) && str_is(buf_view(&b), "foobar"), "over lines");
    buf_clear(&b);
    ok(!base64_read(&b, STR("Zm9v*YmFy")) && str_is(buf_view(&b), "foo"), "up to what is none");
    buf_clear(&b);
    base64_put(&b, STR("\xFF\xFE\x00"));
    is_str(buf_view(&b), "//4A", "the last two digits");
    buf_drop(&b);
}

static void test_attributes(void) {
    struct str rest = STR(" a = 'x \"y\"'/b=z checked / C=\"\" \"=d e='open"), name, value;
    static const char *const all[][2] = {{"a", "x \"y\""}, {"b", "z"}, {"checked", NULL},
                                         {"C", ""},        {"", "d"},  {"e", "open"}};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        ok(markup_next_attr(&rest, &name, &value) && str_is(name, all[i][0]), "the name");
        ok(all[i][1] ? value.p && str_is(value, all[i][1]) : !value.p, "the value");
    }
    ok(!markup_next_attr(&rest, &name, &value), "the end");
    is_str(markup_attr(STR("a=1 A=2 b"), "a"), "1", "the first one counts");
    ok(markup_attr(STR("a=1 b"), "b").p && !markup_attr(STR("a=1"), "b").p, "with or without it");
}

int main(void) {
    test_put();
    test_attributes();
    test_reference();
    test_base64();
    return tap_done();
}
