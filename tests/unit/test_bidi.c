/* SPDX-License-Identifier: MIT */
/*
 * Levels of paragraphs (UAX #9), right-to-left runs, joining characters, directions of
 * languages.
 */
#include "core/unicode/bidi.h"
#include "model/doc/doc.h"

#include "core/base/utf8.h"

#include "tap.h"

#define ALEF "\xD7\x90"
#define BET "\xD7\x91"
#define LAM "\xD9\x84"

/* Levels, a digit for each character. */
static struct str levels(const char *text, bool rtl) {
    static char out[256];
    uint8_t found[256] = {0};
    struct str s = str_of(text);
    size_t n = 0;
    unicode_bidi_levels(s, rtl, found);
    for (size_t at = 0; at < s.n;) {
        out[n++] = (char)('0' + found[at]);
        (void)utf8_next(s, &at);
    }
    return (struct str){out, n};
}

static void test_levels(void) {
    is_str(levels("ab " ALEF BET " c", false), "0001100", "Hebrew within English");
    is_str(levels(ALEF " ab 12 " BET, true), "112222211", "English and a number within Hebrew");
    is_str(levels(ALEF " 12.5", true), "112222", "a number within Hebrew");
    is_str(levels("(" ALEF ")", false), "010", "brackets are the paragraph's");
    is_str(levels(ALEF "(a)" BET, true), "11211", "and stand around what runs the other way");
    is_str(levels("a \xE2\x81\xA7" ALEF " 1\xE2\x81\xA9 2", false), "000112000",
           "an isolate is a thing of its own");
    is_str(levels("\xF0\x9F\x98\x80" ALEF, true), "11", "characters of two units count once");
    is_str(levels("a b ", true), "2221", "white space at the end is the paragraph's");
    is_str(levels(ALEF "\t12", false), "1022", "so is a separator");
}

static void test_found(void) {
    ok(!unicode_has_rtl(STR("plain text, longer than eight bytes")), "ASCII has none");
    ok(!unicode_has_rtl(STR("\xC3\xA9t\xC3\xA9 \xE2\x80\x93 \xE4\xB8\xAD")), "nor have others");
    ok(unicode_has_rtl(STR("a longer text with one letter " ALEF)), "a Hebrew letter at the end");
    ok(unicode_has_rtl(STR(LAM)), "an Arabic one");
    ok(unicode_has_rtl(STR("12\xD9\xA1")), "an Arabic number");
    ok(unicode_has_rtl(STR("a\xE2\x80\x8F")), "a right-to-left mark");
    ok(unicode_has_rtl(STR("\xF0\x9E\xA4\x80")), "Adlam");
    ok(!unicode_has_rtl(STR("\xF0\x9F\x98\x80")), "no emoji");
    ok(!unicode_has_rtl(STR("\xD7")), "ill-formed bytes");
}

static void test_first(void) {
    ok(unicode_first_strong(STR("12 " ALEF " a")) == UNICODE_RTL, "the first letter counts");
    ok(unicode_first_strong(STR("(a) " ALEF)) == UNICODE_LTR, "of either direction");
    ok(unicode_first_strong(STR("12, 13")) == UNICODE_NEUTRAL, "numbers have none");
}

static void test_joining(void) {
    ok(unicode_joins_next(0x644) && unicode_joins_previous(0x644), "lam joins on both sides");
    ok(!unicode_joins_next(0x627) && unicode_joins_previous(0x627), "alef the one before");
    ok(!unicode_joins_next('a') && !unicode_joins_previous(0x5D0), "others join none");
    ok(unicode_joins_through(0x651), "shadda is looked through");
}

static void test_languages(void) {
    ok(doc_lang_is_rtl(STR("ar")) && doc_lang_is_rtl(STR("he-IL")), "Arabic, Hebrew");
    ok(doc_lang_is_rtl(STR("FA")) && doc_lang_is_rtl(STR("ckb_IQ")), "in any case and spelling");
    ok(!doc_lang_is_rtl(STR("en")) && !doc_lang_is_rtl(STR("")), "not English, not none");
    ok(doc_lang_is_rtl(STR("az-Arab")) && doc_lang_is_rtl(STR("pa-Arab-PK")), "by the script");
    ok(!doc_lang_is_rtl(STR("ar-Latn")) && !doc_lang_is_rtl(STR("ur-Latn-PK")), "whatever it is");
    ok(!doc_lang_is_rtl(STR("en-x-arab")), "what is private says nothing");
    ok(!doc_lang_is_rtl(STR("arabic")), "a name is no tag");
}

int main(void) {
    test_levels();
    test_found();
    test_first();
    test_joining();
    test_languages();
    return tap_done();
}
