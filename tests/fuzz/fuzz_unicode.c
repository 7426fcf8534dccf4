/* SPDX-License-Identifier: MIT */
/* Folds, composes, sorts and cuts any text, in a language that the first byte chooses. */
#include "core/base/utf8.h"
#include "core/unicode/bidi.h"
#include "core/unicode/unicode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct last {
    size_t offset;
};

static void rise(void *user, size_t offset) {
    struct last *last = user;
    if (offset <= last->offset) {
        BUG("boundaries must rise");
    }
    last->offset = offset;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct str languages[] = {
        STR_INIT("en"), STR_INIT("tr"), STR_INIT("nl"), STR_INIT("de-u-co-phonebk"),
        STR_INIT("zh"), STR_INIT("el"), STR_INIT("lt"), STR_INIT("")};
    if (size == 0) {
        return 0;
    }
    struct arena *a = arena_new();
    struct str lang = languages[data[0] % ARRAY_LEN(languages)];
    struct str s = {(const char *)data + 1, size - 1};
    struct str fold = unicode_fold(a, s);
    struct str nfc = unicode_nfc(a, s);
    if (utf8_check(s) == STR_NONE &&
        (utf8_check(fold) != STR_NONE || utf8_check(nfc) != STR_NONE)) {
        BUG("good UTF-8 became bad");
    }
    if (!str_eq(unicode_nfc(a, nfc), nfc)) {
        BUG("NFC is not stable");
    }
    (void)unicode_lower(a, s, lang);
    (void)unicode_upper(a, s, lang);
    (void)unicode_capitalize(a, s, lang);
    struct collator *c = collator_new(lang, data[0] & 0x80);
    (void)collator_key(c, a, s);
    collator_drop(c);
    bool pictured = false;
    for (size_t at = 0; at < s.n;) {
        size_t end = unicode_emoji_end(s, at, &pictured);
        if (end < at || end > s.n) {
            BUG("an emoji ends outside of the text");
        }
        at = end > at ? end : at + 1;
    }
    uint8_t *levels = arena_alloc(a, s.n + 1);
    unicode_bidi_levels(s, (data[0] & 1) != 0, levels);
    bool plain = (data[0] & 1) == 0 && !unicode_has_rtl(s);
    for (size_t i = 0; i < s.n; i++) {
        if (levels[i] > 126) {
            BUG("a level beyond UAX #9's");
        }
        if (plain && (levels[i] & 1) != 0) {
            BUG("a leftward level without a leftward character");
        }
    }
    (void)unicode_first_strong(s);
    struct last last = {0};
    struct unicode_breaker *breaker = unicode_breaker_new(lang);
    unicode_breaker_find(breaker, s, rise, &last);
    unicode_breaker_drop(breaker);
    if (last.offset != s.n) {
        BUG("the end is a boundary");
    }
    arena_drop(a);
    return 0;
}
