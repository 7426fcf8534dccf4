/* SPDX-License-Identifier: MIT */
/*
 * Letters and digits in the alphabets of math: Unicode's block Mathematical Alphanumeric Symbols
 * (1D400-1D7FF). The block has holes where a letter was encoded earlier in Letterlike Symbols; the
 * table lists them. A character that an alphabet lacks is shown unchanged.
 */
#include "model/tex/math/math.h"

static const struct {
    uint32_t hole, letter;
} holes[] = {
    {0x1D455, 0x210E}, /* italic h */
    {0x1D49D, 0x212C}, /* script B E F H I L M R e g o */
    {0x1D4A0, 0x2130}, {0x1D4A1, 0x2131}, {0x1D4A3, 0x210B}, {0x1D4A4, 0x2110},
    {0x1D4A7, 0x2112}, {0x1D4A8, 0x2133}, {0x1D4AD, 0x211B}, {0x1D4BA, 0x212F},
    {0x1D4BC, 0x210A}, {0x1D4C4, 0x2134}, {0x1D506, 0x212D}, /* Fraktur C H I R Z */
    {0x1D50B, 0x210C}, {0x1D50C, 0x2111}, {0x1D515, 0x211C}, {0x1D51D, 0x2128},
    {0x1D53A, 0x2102}, /* double-struck C H N P Q R Z */
    {0x1D53F, 0x210D}, {0x1D545, 0x2115}, {0x1D547, 0x2119}, {0x1D548, 0x211A},
    {0x1D549, 0x211D}, {0x1D551, 0x2124},
};

/** The code points of capital A, capital Alpha and digit zero in each alphabet. 0 if the alphabet
 * does not have them. */
static const struct {
    uint32_t latin, greek, digit;
} alphabets[] = {
    [MATH_ITALIC] = {0x1D434, 0x1D6E2, 0},
    [MATH_UPRIGHT] = {0, 0, 0},
    [MATH_BOLD] = {0x1D400, 0x1D6A8, 0x1D7CE},
    [MATH_BOLD_ITALIC] = {0x1D468, 0x1D71C, 0x1D7CE},
    [MATH_CAL] = {0x1D49C, 0, 0},
    [MATH_SCR] = {0x1D49C, 0, 0},
    [MATH_FRAK] = {0x1D504, 0, 0},
    [MATH_BB] = {0x1D538, 0, 0x1D7D8},
    [MATH_SANS] = {0x1D5A0, 0, 0x1D7E2},
    [MATH_MONO] = {0x1D670, 0, 0x1D7F6},
};

/** Returns the position of a character in the Greek alphabets: 25 capitals with theta symbol,
 * nabla, 25 small letters, seven variants. Returns -1 if it is not in them. */
static int greek_index(uint32_t cp) {
    static const uint32_t variants[] = {0x2202, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6};
    if (cp >= 0x391 && cp <= 0x3A9 && cp != 0x3A2) {
        return (int)(cp - 0x391);
    }
    if (cp == 0x3F4) {
        return 17;
    }
    if (cp == 0x2207) {
        return 25;
    }
    if (cp >= 0x3B1 && cp <= 0x3C9) {
        return (int)(cp - 0x3B1) + 26;
    }
    for (size_t i = 0; i < ARRAY_LEN(variants); i++) {
        if (variants[i] == cp) {
            return (int)i + 51;
        }
    }
    return -1;
}

uint32_t math_styled(uint32_t cp, enum math_variant variant) {
    uint32_t latin = alphabets[variant].latin, greek = alphabets[variant].greek;
    uint32_t digit = alphabets[variant].digit, to = cp;
    if (cp >= '0' && cp <= '9') {
        return digit ? digit + (cp - '0') : cp;
    }
    if (latin && cp >= 'A' && cp <= 'Z') {
        to = latin + (cp - 'A');
    } else if (latin && cp >= 'a' && cp <= 'z') {
        to = latin + 26 + (cp - 'a');
    } else if (variant == MATH_ITALIC && (cp == 0x131 || cp == 0x237)) {
        to = cp == 0x131 ? 0x1D6A4 : 0x1D6A5;
    } else if (greek) {
        int index = greek_index(cp);
        return index < 0 ? cp : greek + (uint32_t)index;
    }
    for (size_t i = 0; i < ARRAY_LEN(holes); i++) {
        if (holes[i].hole == to) {
            return holes[i].letter;
        }
    }
    return to;
}
