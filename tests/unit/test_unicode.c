/* SPDX-License-Identifier: MIT */
/* Unicode functions, with words from names and titles of people. */
#include "core/base/buf.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"
#include "tap.h"

#include <pthread.h>
#include <stdlib.h>
#include <unicode/uchar.h>

static struct arena *a;

static void test_nfc(void) {
    struct str plain = STR("caf\xC3\xA9");
    ok(unicode_nfc(a, plain).p == plain.p, "composed text is returned itself");
    struct str greek = STR("Ωμέγα 漢字");
    ok(unicode_nfc(a, greek).p == greek.p, "beyond U+0300 as well");
    is_str(unicode_nfc(a, STR("cafe\xCC\x81")), "caf\xC3\xA9", "e and an accent are composed");
    is_str(unicode_nfc(a, STR("Erdo\xCC\x8Bs, Vie\xCC\xA3\xCC\x82t")),
           "Erd\xC5\x91s, Vi\xE1\xBB\x87t", "marks are put in order");
    is_str(unicode_nfc(a, STR_EMPTY), "", "nothing");
}

static void test_case(void) {
    is_str(unicode_lower(a, STR("ABC x"), STR("en")), "abc x", "ASCII");
    is_str(unicode_lower(a, STR("ΟΔΟΣ"), STR_EMPTY), "οδος", "final sigma");
    is_str(unicode_lower(a, STR("TITLE"), STR("tr")), "tıtle", "Turkish I");
    is_str(unicode_lower(a, STR("TITLE"), STR("tr-TR")), "tıtle", "with a region");
    is_str(unicode_lower(a, STR("TITLE"), STR("trv")), "title", "other languages begin so too");
    is_str(unicode_upper(a, STR("Straße"), STR("de")), "STRASSE", "sharp s");
    is_str(unicode_upper(a, STR("iki"), STR("tr")), "İKİ", "Turkish i");
    is_str(unicode_capitalize(a, STR("jack-in-the-box and iPhone"), STR("en")),
           "Jack-in-the-box and iPhone", "only the first letter");
    is_str(unicode_capitalize(a, STR("\"so\" it"), STR("en")), "\"So\" it", "behind a quote");
    is_str(unicode_capitalize(a, STR("“so” it"), STR("en")), "“So” it", "behind a real quote");
    is_str(unicode_capitalize(a, STR("3d models"), STR("en")), "3d models", "a digit comes first");
    is_str(unicode_capitalize(a, STR("ijsland"), STR("nl")), "IJsland", "Dutch ij");
    is_str(unicode_capitalize(a, STR("élan VITAL"), STR("fr")), "Élan VITAL",
           "the rest is untouched");
    is_str(unicode_capitalize(a, STR_EMPTY, STR("fr")), "", "nothing");
    struct str sharp = arena_printf(a, "%s", "");
    for (int i = 0; i < 40; i++) {
        sharp = arena_join(a, 2, sharp, STR("ΐ"));
    }
    is_int(unicode_upper(a, sharp, STR_EMPTY).n, 40 * 6, "letters that become three");
}

static void test_fold(void) {
    is_str(unicode_fold(a, STR("Łukasz Ørsted-Đoković")), "lukasz orsted-dokovic", "strokes");
    is_str(unicode_fold(a, STR("GROSSE Straße, ŒUVRE")), "grosse strasse, oeuvre", "ligatures");
    is_str(unicode_fold(a, STR("O’Brien — é")), "o'brien - e", "apostrophes and dashes");
    is_str(unicode_fold(a, STR("İstanbul ﬁn Ǆ")), "istanbul fin dz", "compatibility forms");
    is_str(unicode_fold(a, STR("काम")), "काम", "vowel signs that take room stay");
    is_str(unicode_fold(a, STR("Zaharia")), "zaharia", "ASCII");
}

static void test_properties(void) {
    ok(unicode_is_letter(0x142) && unicode_is_letter('z') && !unicode_is_letter('1'), "letters");
    ok(unicode_is_upper(0xC9) && !unicode_is_upper(0xE9) && unicode_is_lower(0xE9), "case");
    ok(unicode_is_digit(0x663) && !unicode_is_digit('a'), "digits of any script");
    ok(unicode_is_space(0xA0) && unicode_is_space(0x2003) && !unicode_is_space(0x200B), "space");
    ok(unicode_is_punct(0x201C) && unicode_is_punct('-') && !unicode_is_punct('+'), "punctuation");
    ok(unicode_is_mark(0x301) && !unicode_is_mark('a'), "marks");
    ok(unicode_is_cjk(0x738B) && unicode_is_cjk(0x304B) && unicode_is_cjk(0xD55C) &&
           unicode_is_cjk(0x30FC) && !unicode_is_cjk(0x416),
       "East Asian scripts");
    ok(!unicode_is_letter(0x110000) && !unicode_is_letter(0xD800), "no scalar value, no letter");
}

/* The words, in the order of a language, joined by spaces. */
static struct str sorted(struct str lang, bool shifted, const char *words) {
    struct collator *c = collator_new(lang, shifted);
    struct {
        struct str word, key;
    } rows[16] = {{STR_EMPTY, STR_EMPTY}};
    size_t n = 0;
    struct str rest = str_of(words);
    while (rest.p && n < ARRAY_LEN(rows)) {
        struct str word = str_cut(&rest, '|');
        struct str key = collator_key(c, a, word);
        size_t i = n++;
        for (; i > 0 && str_cmp(rows[i - 1].key, key) > 0; i--) {
            rows[i] = rows[i - 1];
        }
        rows[i].word = word;
        rows[i].key = key;
    }
    struct str out = rows[0].word;
    for (size_t i = 1; i < n; i++) {
        out = arena_join(a, 3, out, STR("|"), rows[i].word);
    }
    collator_drop(c);
    return out;
}

static void test_collation(void) {
    is_str(sorted(STR("en"), false, "zebra|Öberg|apple|Zürich"), "apple|Öberg|zebra|Zürich",
           "English");
    is_str(sorted(STR("sv"), false, "Öberg|zebra|Åberg|apple"), "apple|zebra|Åberg|Öberg",
           "Swedish");
    is_str(sorted(STR("de-u-co-phonebk"), false, "Müller|Mueller|Muff"), "Mueller|Müller|Muff",
           "German telephone books");
    is_str(sorted(STR("es_ES"), false, "oz|ñandú|nz"), "nz|ñandú|oz",
           "Spanish, with an underscore");
    is_str(sorted(STR("en"), true, "de la Cruz|Delacroix|del"), "del|Delacroix|de la Cruz",
           "spaces ignored");
    is_str(sorted(STR("en"), true, "co op|coop|co-op"), "co op|co-op|coop", "and then not");
    is_str(sorted(STR("qqq"), false, "b|a|é|e"), "a|b|e|é",
           "an unknown language has the root's order");
    is_str(sorted(STR("de-u-co-abcdefgh-abcdefgh"), false, "b|ä|a"), "a|ä|b",
           "so has an unknown order");
    is_str(sorted(STR("not a tag!"), false, "b|a"), "a|b", "so has nonsense");
    struct collator *c = collator_new(STR("en"), false);
    char lots[3000];
    memset(lots, 'x', sizeof lots);
    struct str key = collator_key(c, a, (struct str){lots, sizeof lots});
    ok(key.n > sizeof lots, "long keys are whole");
    ok(str_cmp(collator_key(c, a, STR_EMPTY), collator_key(c, a, STR("a"))) < 0,
       "nothing comes first");
    collator_drop(c);
    collator_drop(NULL);
}

/* A text of signs that are sorted without ICU, the same for the same seed. */
static struct str some_text(uint32_t *seed) {
    static const char *const signs[] = {"a", "A", "b", "é", "É", "ö", "e", "E", " ", "-", "'",
                                        "ç", "c", "1", "0", "z", "ñ", "Å", "~", "_", "è", "ê"};
    struct buf b = BUF_INIT;
    for (size_t n = 0; n < 1 + *seed % 5; n++) {
        *seed = *seed * 1664525u + 1013904223u;
        buf_puts(&b, signs[(*seed >> 8) % ARRAY_LEN(signs)]);
    }
    return buf_finish(&b, a);
}

static int order_of(int n) {
    return (n > 0) - (n < 0);
}

static bool same_order(struct collator *c, struct str x, struct str y) {
    struct collated p = collator_take(c, a, x), q = collator_take(c, a, y);
    int quick = collator_compare(c, a, &p, &q);
    int full = str_cmp(collator_key(c, a, x), collator_key(c, a, y));
    if (order_of(quick) != order_of(full)) {
        note("\"%.*s\" and \"%.*s\": %d, not %d", STR_ARG(x), STR_ARG(y), quick, full);
    }
    return order_of(quick) == order_of(full);
}

/* What is sorted without ICU stands as ICU would have it: all signs in pairs, and many texts. */
static void test_quick_order(void) {
    static const char *const langs[] = {"en", "de-AT", "fr", "fr-CA", "it",
                                        "nl", "pt_BR", "sv", "id",    "ga"};
    for (size_t l = 0; l < ARRAY_LEN(langs); l++) {
        struct collator *c = collator_new(str_of(langs[l]), false);
        bool good = true;
        for (uint32_t i = 0x20; i < 0x100 && good; i++) {
            for (uint32_t k = 0x20; k < 0x100 && good; k++) {
                char x[4], y[4];
                bool controls = (i >= 0x7F && i < 0xA0) || (k >= 0x7F && k < 0xA0);
                good = controls || same_order(c, (struct str){x, utf8_encode(i, x)},
                                              (struct str){y, utf8_encode(k, y)});
            }
        }
        uint32_t seed = 7;
        for (int i = 0; i < 20000 && good; i++) {
            struct str x = some_text(&seed), y = some_text(&seed);
            good = same_order(c, x, y);
        }
        ok(good, langs[l]);
        collator_drop(c);
    }
    struct collator *c = collator_new(STR("en"), false);
    ok(collator_take(c, a, STR("Rényi, A.")).quick.p != NULL, "names need no ICU");
    ok(collator_take(c, a, STR("Łoś")).quick.p == NULL, "some do");
    collator_drop(c);
    c = collator_new(STR("sv-SE"), false);
    ok(collator_take(c, a, STR("abc")).quick.p == NULL,
       "and so do languages with an order of their own");
    collator_drop(c);
}

/* The tables without ICU agree with ICU. */
static void test_known_properties(void) {
    unsigned wrong = 0;
    for (uint32_t cp = 0x80; cp < 0x3100; cp++) {
        bool good = unicode_is_letter(cp) == (u_isalpha((UChar32)cp) != 0) &&
                    unicode_is_upper(cp) == (u_isUUppercase((UChar32)cp) != 0) &&
                    unicode_is_lower(cp) == (u_isULowercase((UChar32)cp) != 0) &&
                    unicode_is_digit(cp) == (u_isdigit((UChar32)cp) != 0) &&
                    unicode_is_space(cp) == (u_isUWhiteSpace((UChar32)cp) != 0) &&
                    unicode_is_punct(cp) == (u_ispunct((UChar32)cp) != 0) &&
                    unicode_is_mark(cp) == ((U_GET_GC_MASK((UChar32)cp) & U_GC_M_MASK) != 0);
        wrong += !good;
    }
    for (uint32_t cp = 0; cp < 0x80; cp++) {
        wrong += unicode_is_punct(cp) != (u_ispunct((UChar32)cp) != 0);
    }
    is_int((long)wrong, 0, "properties of characters");
}

/* Letters with marks are composed as ICU composes them, or left to it. */
static void test_composition(void) {
    bool good = true;
    for (uint32_t mark = 0x300; mark < 0x370 && good; mark++) {
        for (uint32_t letter = 0x21; letter < 0x180 && good; letter++) {
            char text[12];
            size_t n = utf8_encode(letter, text);
            n += utf8_encode(mark, text + n);
            text[n++] = 'x';
            struct str s = {text, n};
            /* A letter of Greek calls for ICU. */
            struct str greek = unicode_nfc(a, arena_join(a, 2, s, STR("Ω")));
            good = str_eq(arena_join(a, 2, unicode_nfc(a, s), STR("Ω")), greek);
            if (!good) {
                note("U+%04X U+%04X", letter, mark);
            }
        }
    }
    ok(good, "every letter with every mark");
    is_str(unicode_nfc(a, STR("e\xCC\x81te\xCC\x81 – R\xC3\xA9")), "été – Ré", "several");
    is_str(unicode_nfc(a, STR("a\xCC\x82\xCC\x81")), "ấ", "two marks on a letter");
    is_str(unicode_nfc(a, STR("\xE2\x80\x80|\xE2\x80\x82")), "\xE2\x80\x82|\xE2\x80\x82",
           "a space that is another");
}

struct cuts {
    size_t at[64];
    size_t n;
};

static void cut(void *user, size_t offset) {
    struct cuts *c = user;
    if (c->n < ARRAY_LEN(c->at)) {
        c->at[c->n++] = offset;
    }
}

static void lines_find(struct str s, struct str lang, struct cuts *c) {
    struct unicode_breaker *breaker = unicode_breaker_new(lang);
    unicode_breaker_find(breaker, s, cut, c);
    unicode_breaker_drop(breaker);
}

static void test_segments(void) {
    struct cuts c = {.n = 0};
    lines_find(STR("two words"), STR("en"), &c);
    ok(c.n == 2 && c.at[0] == 4 && c.at[1] == 9, "lines");
    c.n = 0;
    lines_find(STR("漢字。"), STR("ja"), &c);
    ok(c.n == 2 && c.at[0] == 3, "no line begins with a full stop");
    c.n = 0;
    lines_find(STR_EMPTY, STR("en"), &c);
    is_int(c.n, 0, "nothing to cut");
}

static void *work(void *failed) {
    struct arena *own = arena_new();
    for (int i = 0; i < 200; i++) {
        struct collator *c = collator_new(i % 2 ? STR("de") : STR("sv"), i % 3 == 0);
        bool order = str_cmp(collator_key(c, own, STR("Öl")), collator_key(c, own, STR("Zug"))) < 0;
        if (order != (i % 2 == 1) || !str_is(unicode_fold(own, STR("Łódź")), "lodz") ||
            !str_is(unicode_upper(own, STR("é"), STR("fr")), "É")) {
            *(bool *)failed = true;
        }
        collator_drop(c);
    }
    arena_drop(own);
    return NULL;
}

static void test_threads(void) {
    pthread_t threads[4];
    bool failed[4] = {false};
    for (size_t i = 0; i < ARRAY_LEN(threads); i++) {
        if (pthread_create(&threads[i], NULL, work, &failed[i]) != 0) {
            failed[i] = true;
        }
    }
    bool any = false;
    for (size_t i = 0; i < ARRAY_LEN(threads); i++) {
        pthread_join(threads[i], NULL);
        any |= failed[i];
    }
    ok(!any, "threads do not meet");
}

static void test_superscripts(void) {
    static const struct {
        uint32_t cp;
        const char *base;
    } rows[] = {{0xB2, "2"},    {0xAA, "a"},    {0x1D48, "d"}, {0x2122, "TM"}, {0x207B, "−"},
                {0x3192, "一"}, {0x1D2D, "Æ"},  {'2', ""},     {0x2082, ""},   {0xBD, ""},
                {0xFB01, ""},   {0x10FFFF, ""}, {0, ""}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char base[UNICODE_BASE_MAX];
        struct str have = {base, unicode_superscript(rows[i].cp, base)};
        is_str(have, rows[i].base, "what is raised, and nothing else");
    }
    bool good = true;
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        char base[UNICODE_BASE_MAX];
        size_t n = unicode_superscript(cp, base);
        good = good && utf8_check((struct str){base, n}) == STR_NONE;
    }
    ok(good, "each fits, and is UTF-8");
}

/* Whatever bytes come: no crash, and an answer. */
static struct str emoji(const char *text, bool *pictured) {
    struct str s = str_of(text);
    return str_slice(s, 0, unicode_emoji_end(s, 0, pictured));
}

/* Sequences of each kind that UTS #51 knows, with something behind them. */
static void test_emoji(void) {
    static const struct {
        const char *text, *sequence;
        bool pictured;
        const char *what;
    } rows[] = {
        {"\U0001F680x", "\U0001F680", true, "one with emoji presentation"},
        {"\u2600x", "\u2600", false, "one with text presentation"},
        {"\u2600\uFE0Fx", "\u2600\uFE0F", true, "and the selector for a picture"},
        {"\U0001F680\uFE0Ex", "\U0001F680\uFE0E", false, "and the one for text"},
        {"\U0001F44D\U0001F3FDx", "\U0001F44D\U0001F3FD", true, "a tone"},
        {"\U0001F1F8\U0001F1EA\U0001F1EF", "\U0001F1F8\U0001F1EA", true, "a flag of two"},
        {"\U0001F1F8x", "\U0001F1F8", true, "half a flag"},
        {"1\uFE0F\u20E3x", "1\uFE0F\u20E3", true, "a keycap"},
        {"#\u20E3x", "#\u20E3", true, "and without the selector"},
        {"1\uFE0Fx", "", false, "a digit is none"},
        {"12", "", false, "nor are two"},
        {"\U0001F680\uFE0F\u20E3x", "\U0001F680\uFE0F\u20E3", true, "a keycap for another"},
        {"\U0001F469\u200D\U0001F52Cx", "\U0001F469\u200D\U0001F52C", true, "joined"},
        {"\u26F9\U0001F3FD\u200D\u2640\uFE0Fx", "\u26F9\U0001F3FD\u200D\u2640\uFE0F", true,
         "joined, with a tone and a selector"},
        {"\u2764\u200D\U0001F525", "\u2764\u200D\U0001F525", true,
         "what is joined is a picture, selector or not"},
        {"\U0001F469\u200Dx", "\U0001F469", true, "a joiner before nothing"},
        {"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007Fx",
         "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", true,
         "tags to their end"},
        {"\U0001F3F4\U000E0067x", "\U0001F3F4", true, "tags without an end are none"},
        {"\u2192x", "", false, "an arrow"},
        {"\u4E2D", "", false, "a letter"},
        {"", "", false, "nothing"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        bool pictured = false;
        is_str(emoji(rows[i].text, &pictured), rows[i].sequence, rows[i].what);
        ok(pictured == rows[i].pictured, rows[i].what);
    }
    uint32_t missed = 0;
    for (uint32_t cp = 0x80; cp < 0x110000; cp++) {
        char utf8[5] = {0};
        bool pictured;
        bool surrogate = cp >= 0xD800 && cp < 0xE000;
        if (!surrogate && utf8_encode(cp, utf8) > 0 &&
            unicode_emoji_end(str_of(utf8), 0, &pictured) > 0 && !unicode_maybe_emoji(cp)) {
            missed = cp;
        }
    }
    is_int(missed, 0, "the cheap question is true of every character that begins one");
}

static void test_hostile(void) {
    static const struct str bad[] = {STR_INIT("\xFF\xFE"), STR_INIT("a\xC3"),
                                     STR_INIT("\xED\xA0\x80x"), STR_INIT("\0\0"),
                                     STR_INIT("\xF4\x90\x80\x80")};
    bool good = true;
    struct collator *c = collator_new(STR("en"), true);
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct cuts cuts = {.n = 0};
        good &= unicode_fold(a, bad[i]).p != NULL && unicode_nfc(a, bad[i]).p != NULL;
        good &= unicode_upper(a, bad[i], STR_EMPTY).p != NULL;
        good &= unicode_capitalize(a, bad[i], STR("nl")).p != NULL;
        good &= collator_key(c, a, bad[i]).p != NULL;
        lines_find(bad[i], STR("xx-yy-zz"), &cuts);
        good &= cuts.n > 0 && cuts.at[cuts.n - 1] == bad[i].n;
    }
    collator_drop(c);
    ok(good, "broken UTF-8 is lived through");
}

int main(void) {
    a = arena_new();
    setenv("LC_ALL", "sv_SE.UTF-8", 1); /* nothing may depend on it */
    test_nfc();
    test_case();
    test_fold();
    test_properties();
    test_collation();
    test_quick_order();
    test_known_properties();
    test_composition();
    test_segments();
    test_superscripts();
    test_emoji();
    test_threads();
    test_hostile();
    ok(unicode_library_version()[0] != '\0', "ICU tells its version");
    arena_drop(a);
    return tap_done();
}
