/* SPDX-License-Identifier: MIT */
/*
 * Unicode properties and algorithms: collation, case, normal forms, segmentation, emoji. No other
 * module uses ICU. Plain ASCII takes shortcuts that do not load ICU.
 */
#ifndef DOSSIER_UNICODE_UNICODE_H
#define DOSSIER_UNICODE_UNICODE_H

#include "core/base/arena.h"

/** Returns the canonical composition (UAX #15, NFC), which is `s` itself when it is composed. */
struct str unicode_nfc(struct arena *a, struct str s);
/** Returns the canonical decomposition (UAX #15, NFD): letters precede their marks. */
struct str unicode_nfd(struct arena *a, struct str s);
/** These functions return full case mappings (UAX #44, SpecialCasing). `lang` ("tr", "lt", ...) may
 * be empty. */
struct str unicode_lower(struct arena *a, struct str s, struct str lang);
struct str unicode_upper(struct arena *a, struct str s, struct str lang);
/** Returns the text with its first letter in title case and the rest unchanged. */
struct str unicode_capitalize(struct arena *a, struct str s, struct str lang);
/**
 * Folds a text for matching and look-ups: lower case, without accents and other marks (NFKD, marks
 * removed; ł ø đ ß become l o d ss), and with ' and - for all apostrophes and dashes. An ASCII
 * text without capitals is returned itself.
 */
struct str unicode_fold(struct arena *a, struct str s);

#define UNICODE_BASE_MAX 16
/**
 * Writes the base of a superscript letter, digit or symbol (decomposition type <super>, UAX #44) to
 * `base` in UTF-8: "2" for U+00B2, "TM" for U+2122. Returns its length; 0 when the code point is
 * not a superscript.
 */
size_t unicode_superscript(uint32_t cp, char base[UNICODE_BASE_MAX]);

bool unicode_is_letter(uint32_t cp);
bool unicode_is_upper(uint32_t cp);
bool unicode_is_lower(uint32_t cp);
bool unicode_is_digit(uint32_t cp);
bool unicode_is_space(uint32_t cp);
bool unicode_is_punct(uint32_t cp);  /* Whether the general category is P* (punctuation). */
bool unicode_is_symbol(uint32_t cp); /* Whether the general category is S* (symbols). */
bool unicode_is_mark(uint32_t cp);
/** Returns the number of columns on a terminal: 0 for marks and invisible characters, 2 for wide
 * characters (UAX #11: W and F), else 1. */
int unicode_columns(uint32_t cp);
/** Whether a character is Han, Hiragana, Katakana, Hangul or Bopomofo. In these scripts the family
 * name comes first. */
bool unicode_is_cjk(uint32_t cp);
/** Whether a character is in one of the Greek blocks. */
static inline bool unicode_is_greek(uint32_t cp) {
    return (cp >= 0x370 && cp < 0x400) || (cp >= 0x1F00 && cp < 0x2000);
}

/**
 * Finds an emoji (UTS #51, 1.4.9). Returns the end of the sequence that begins at byte `from`,
 * including tones, flags, keycaps and joined emoji. Returns `from` when no emoji begins there, and
 * `*pictured` is then unchanged. Otherwise `*pictured` is true when the emoji is shown as a picture
 * and false when it is shown as text. This depends on its selector (U+FE0F or U+FE0E), its
 * components, or the character's default presentation.
 */
size_t unicode_emoji_end(struct str s, size_t from, bool *pictured);
#define UNICODE_KEYCAP 0x20E3u /* ends the sequence of a digit, # or * */
/** Whether an emoji may begin with the character, or whether it is a keycap. The test is cheap and
 * has false positives. It is false for digits. */
static inline bool unicode_maybe_emoji(uint32_t cp) {
    return cp >= 0x1F000 || (cp >= 0x203C && cp < 0x2200) || (cp >= 0x2300 && cp < 0x24C3) ||
           (cp >= 0x25AA && cp < 0x27C0) || cp == 0x2934 || cp == 0x2935 ||
           (cp >= 0x2B05 && cp <= 0x2B55) || cp == 0x3030 || cp == 0x303D || cp == 0x3297 ||
           cp == 0x3299 || cp == 0xA9 || cp == 0xAE;
}

/** A collator for one language. */
struct collator;
/** Makes a collator for a language. Never NULL: an unknown language gets the root order. With
 * `shifted`, punctuation and spaces are ignored on the first levels. The caller frees it with
 * collator_drop(). */
struct collator *collator_new(struct str lang, bool shifted);
void collator_drop(struct collator *c);
/** Returns a sort key in the arena; keys are compared with str_cmp(). */
struct str collator_key(struct collator *c, struct arena *a, struct str s);
/** A text to be compared, with the keys that have been computed for it. */
struct collated {
    struct str text;
    struct str
        quick; /* a key made without ICU; a NULL pointer: the text or the language needs ICU */
    struct str full; /* the key of collator_key(), or a NULL pointer if it has not been needed */
};
/** Prepares a text; its keys are in the arena. */
struct collated collator_take(struct collator *c, struct arena *a, struct str s);
/** Compares as collator_key() does. Returns a number below, equal to or above 0. ICU is loaded if
 * one of the two texts needs it. */
int collator_compare(struct collator *c, struct arena *a, struct collated *x, struct collated *y);

/** A callback for places where lines may break. It is called with the byte offset of each boundary,
 * including the end but not 0. */
typedef void unicode_boundary_fn(void *user, size_t offset);
struct unicode_breaker; /* The rules and dictionaries of one language for breaking lines. */
/** Makes a breaker. Never NULL: an unknown language gets the root's rules. */
struct unicode_breaker *unicode_breaker_new(struct str lang);
void unicode_breaker_drop(struct unicode_breaker *breaker);
void unicode_breaker_find(struct unicode_breaker *breaker, struct str s, unicode_boundary_fn *at,
                          void *user);

/** Returns the version of ICU for `--version`. */
const char *unicode_library_version(void);

#endif
