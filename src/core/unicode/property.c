/* SPDX-License-Identifier: MIT */
/*
 * The category of a code point (UAX #44) and its script (UAX #24).
 */
#include "core/unicode/icu.h"
#include "core/unicode/unicode.h"

#include <string.h>

/* the mark of long vowels, which UAX #24 assigns to no script because two scripts use it */
#define KATAKANA_LONG_MARK 0x30FCu

static bool has_category(uint32_t cp, uint32_t mask) {
    return (U_MASK(ICU(u_charType)((UChar32)cp)) & mask) != 0;
}

/* Whether a character is a dash or a quote of general punctuation (U+2010 to U+2027). Most
 * documents have no other characters beyond letters, so these are handled without ICU. */
static bool is_dash_or_quote(uint32_t cp) {
    return cp >= 0x2010 && cp <= 0x2027;
}

/* Whether a character is an ordinal indicator or the micro sign. These are letters outside the
 * alphabet. */
static bool is_ordinal(uint32_t cp) {
    return cp == 0xAA || cp == 0xB5 || cp == 0xBA;
}

bool unicode_is_letter(uint32_t cp) {
    if (cp < 0x80) {
        return is_alpha((char)cp);
    }
    if (cp < 0x250) { /* up to the end of Latin Extended-B */
        return is_ordinal(cp) || (cp >= 0xC0 && cp != 0xD7 && cp != 0xF7);
    }
    return !is_dash_or_quote(cp) && has_category(cp, U_GC_L_MASK);
}

bool unicode_is_upper(uint32_t cp) {
    if (cp < 0x100) {
        return cp < 0x80 ? is_upper((char)cp) : cp >= 0xC0 && cp < 0xDF && cp != 0xD7;
    }
    return !is_dash_or_quote(cp) && ICU(u_isUUppercase)((UChar32)cp);
}

bool unicode_is_lower(uint32_t cp) {
    if (cp < 0x100) {
        return cp < 0x80 ? is_lower((char)cp) : is_ordinal(cp) || (cp >= 0xDF && cp != 0xF7);
    }
    return !is_dash_or_quote(cp) && ICU(u_isULowercase)((UChar32)cp);
}

bool unicode_is_digit(uint32_t cp) {
    if (cp < 0x100) {
        return cp < 0x80 && is_digit((char)cp);
    }
    return !is_dash_or_quote(cp) && has_category(cp, U_GC_ND_MASK);
}

bool unicode_is_space(uint32_t cp) {
    if (cp < 0x100) {
        return cp < 0x80 ? is_space((char)cp) : cp == 0x85 || cp == 0xA0;
    }
    return !is_dash_or_quote(cp) && ICU(u_isUWhiteSpace)((UChar32)cp);
}

bool unicode_is_punct(uint32_t cp) {
    if (cp < 0x100) {
        static const char ascii[] = "!\"#%&'()*,-./:;?@[\\]_{}";
        static const char latin[] = "\xA1\xA7\xAB\xB6\xB7\xBB\xBF";
        return cp != 0 && strchr(cp < 0x80 ? ascii : latin, (int)cp) != NULL;
    }
    return is_dash_or_quote(cp) || has_category(cp, U_GC_P_MASK);
}

bool unicode_is_symbol(uint32_t cp) {
    return has_category(cp, U_GC_S_MASK);
}

bool unicode_is_mark(uint32_t cp) {
    return cp >= 0x300 && !is_dash_or_quote(cp) && has_category(cp, U_GC_M_MASK);
}

bool unicode_is_cjk(uint32_t cp) {
    if (cp < 0x1100) {
        return false;
    }
    if (cp == KATAKANA_LONG_MARK) {
        return true;
    }
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = ICU(uscript_getScript)((UChar32)cp, &error);
    return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
           script == USCRIPT_HANGUL || script == USCRIPT_BOPOMOFO;
}

int unicode_columns(uint32_t cp) {
    if (cp < 0x300) {
        return cp == 0xAD ? 0 : 1;
    }
    if (has_category(cp, U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK)) {
        return 0;
    }
    int width = ICU(u_getIntPropertyValue)((UChar32)cp, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}
