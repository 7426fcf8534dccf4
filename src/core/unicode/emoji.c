/* SPDX-License-Identifier: MIT */
/* Emoji sequences (UTS #51): where a sequence ends, and whether it is shown as a picture or as
 * text. ICU classifies the characters. The grammar is that of a "possible emoji" in section 1.4.9,
 * so sequences that are not recommended count too. */
#include "core/unicode/icu.h"
#include "core/unicode/unicode.h"

#include "core/base/utf8.h"

enum {
    TEXT_SELECTOR = 0xFE0E,
    EMOJI_SELECTOR = 0xFE0F,
    JOINER = 0x200D,
    TAG_FIRST = 0xE0020,
    TAG_LAST = 0xE007E,
    TAG_END = 0xE007F
};

static bool is(uint32_t cp, UProperty property) {
    return ICU(u_hasBinaryProperty)((UChar32)cp, property);
}

/* Returns the character at `at`, or 0 at the end; `*next` is the offset after it. */
static uint32_t peek(struct str s, size_t at, size_t *next) {
    *next = at;
    return at < s.n ? utf8_next(s, next) : 0;
}

/* Returns the end of the tag sequence that begins at `at` (used for the flags of Scotland and
 * Wales). Returns `at` when the sequence is incomplete. */
static size_t tags_end(struct str s, size_t at) {
    size_t next;
    uint32_t cp = peek(s, at, &next);
    while (cp >= TAG_FIRST && cp <= TAG_LAST) {
        cp = peek(s, next, &next);
    }
    return cp == TAG_END ? next : at;
}

/* Returns the end of the modifiers of the emoji before `at`: a skin tone, a selector with or
 * without a keycap, or tags. */
static size_t modification_end(struct str s, size_t at, bool *pictured) {
    size_t next, end;
    uint32_t cp = peek(s, at, &next);
    if (cp == TEXT_SELECTOR) {
        *pictured = false;
        return next;
    }
    if (cp == EMOJI_SELECTOR) {
        *pictured = true;
        at = next;
        cp = peek(s, at, &next);
    } else if (is(cp, UCHAR_EMOJI_MODIFIER)) {
        *pictured = true;
        return next;
    }
    if (cp == UNICODE_KEYCAP) {
        *pictured = true;
        return next;
    }
    end = tags_end(s, at);
    *pictured = *pictured || end > at;
    return end;
}

/* Returns the end of the flag, or of the emoji with its modifiers, that begins at `from`; `from` if
 * other text is there. A digit, # or * is an emoji only with a keycap. */
static size_t element_end(struct str s, size_t from, bool *pictured) {
    size_t at, next;
    uint32_t cp = peek(s, from, &at);
    if (is(cp, UCHAR_REGIONAL_INDICATOR)) {
        *pictured = true;
        return is(peek(s, at, &next), UCHAR_REGIONAL_INDICATOR) ? next : at;
    }
    if (!is(cp, UCHAR_EMOJI)) {
        return from;
    }
    *pictured = is(cp, UCHAR_EMOJI_PRESENTATION);
    size_t end = modification_end(s, at, pictured);
    if (cp < 0x80 && !str_ends(str_slice(s, at, end), STR("\u20E3"))) {
        *pictured = false;
        return from;
    }
    return end;
}

size_t unicode_emoji_end(struct str s, size_t from, bool *pictured) {
    size_t next;
    size_t end = element_end(s, from, pictured);
    if (end == from) {
        return from;
    }
    while (peek(s, end, &next) == JOINER) {
        bool ignored;
        size_t more = element_end(s, next, &ignored);
        if (more == next) {
            break;
        }
        *pictured = true;
        end = more;
    }
    return end;
}
