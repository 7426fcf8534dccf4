/* SPDX-License-Identifier: MIT */
/*
 * Directions of text, determined by ICU. ICU counts UTF-16 units, so its results are copied to all
 * bytes of each character. Texts without right-to-left characters never load ICU.
 */
#include "core/unicode/bidi.h"

#include "core/base/utf8.h"
#include "core/unicode/icu.h"

#include <string.h>

/* Whether a byte is the lead byte in UTF-8 of characters that may be right-to-left: U+0590 to
 * U+08FF, the marks in U+2000 to U+206F, presentation forms, and old scripts in two planes. */
static bool may_run_leftwards(unsigned char lead) {
    return (lead >= 0xD6 && lead <= 0xE0) || lead == 0xE2 || lead == 0xEF || lead == 0xF0;
}

static bool runs_leftwards(uint32_t cp) {
    /* No character in these ranges is right-to-left. They include dashes and quotes, which occur in
     * every text and must not load ICU. */
    if ((cp > 0x2067 && cp < 0xFB1D) || (cp >= 0x2010 && cp < 0x202A)) {
        return false;
    }
    switch ((unsigned)ICU(u_charDirection)((UChar32)cp)) {
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
    case U_ARABIC_NUMBER:
    case U_RIGHT_TO_LEFT_EMBEDDING:
    case U_RIGHT_TO_LEFT_OVERRIDE:
    case U_RIGHT_TO_LEFT_ISOLATE:
        return true;
    }
    return false;
}

bool unicode_has_rtl(struct str text) {
    for (size_t at = 0; at < text.n;) {
        uint64_t word = 0;
        while (at + sizeof word <= text.n) {
            memcpy(&word, text.p + at, sizeof word);
            if (word & UINT64_C(0x8080808080808080)) {
                break;
            }
            at += sizeof word;
        }
        size_t stop = at + sizeof word < text.n ? at + sizeof word : text.n;
        while (at < stop) {
            if (!may_run_leftwards((unsigned char)text.p[at])) {
                at++;
            } else if (runs_leftwards(utf8_next(text, &at))) {
                return true;
            }
        }
    }
    return false;
}

enum unicode_direction unicode_first_strong(struct str text) {
    struct utf16 u;
    utf16_make(&u, text);
    UBiDiDirection found = ICU(ubidi_getBaseDirection)(u.p, u.n);
    utf16_drop(&u);
    return found == UBIDI_RTL ? UNICODE_RTL : found == UBIDI_LTR ? UNICODE_LTR : UNICODE_NEUTRAL;
}

void unicode_bidi_levels(struct str text, bool rtl, uint8_t *levels) {
    UErrorCode error = U_ZERO_ERROR;
    struct utf16 u;
    if (text.n == 0) {
        return;
    }
    utf16_make(&u, text);
    UBiDi *bidi = ICU(ubidi_open)();
    if (bidi == NULL) {
        BUG("no memory for ICU");
    }
    ICU(ubidi_setPara)(bidi, u.p, u.n, rtl ? 1 : 0, NULL, &error);
    const UBiDiLevel *found = U_SUCCESS(error) ? ICU(ubidi_getLevels)(bidi, &error) : NULL;
    if (found == NULL) {
        BUG("bidi levels");
    }
    int32_t unit = 0;
    for (size_t at = 0; at < text.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(text, &at);
        uint8_t level = unit < u.n ? found[unit] : rtl;
        memset(levels + from, level, at - from);
        unit += cp > 0xFFFF ? 2 : 1;
    }
    ICU(ubidi_close)(bidi);
    utf16_drop(&u);
}

static UJoiningType joining(uint32_t cp) {
    return (UJoiningType)ICU(u_getIntPropertyValue)((UChar32)cp, UCHAR_JOINING_TYPE);
}

bool unicode_joins_next(uint32_t cp) {
    UJoiningType t = joining(cp);
    return t == U_JT_DUAL_JOINING || t == U_JT_LEFT_JOINING || t == U_JT_JOIN_CAUSING;
}

bool unicode_joins_previous(uint32_t cp) {
    UJoiningType t = joining(cp);
    return t == U_JT_DUAL_JOINING || t == U_JT_RIGHT_JOINING || t == U_JT_JOIN_CAUSING;
}

bool unicode_joins_through(uint32_t cp) {
    return joining(cp) == U_JT_TRANSPARENT;
}
