/* SPDX-License-Identifier: MIT */
/*
 * Unicode properties and algorithms: collation, case, normal forms, segmentation, emoji. The only
 * module that uses ICU. Plain ASCII has shortcuts that do not load it.
 */
#ifndef DOSSIER_UNICODE_UNICODE_H
#define DOSSIER_UNICODE_UNICODE_H

#include "core/base/arena.h"

/** Canonical composition (UAX #15, NFC). Returns `s` itself when it is composed. */
struct str unicode_nfc(struct arena *a, struct str s);
/** Canonical decomposition (UAX #15, NFD): letters precede their marks. */
struct str unicode_nfd(struct arena *a, struct str s);
/** Full case mappings (UAX #44 SpecialCasing); `lang` ("tr", "lt", ...) may be empty. */
struct str unicode_lower(struct arena *a, struct str s, struct str lang);
struct str unicode_upper(struct arena *a, struct str s, struct str lang);
/** The first letter in title case, the rest unchanged. */
struct str unicode_capitalize(struct arena *a, struct str s, struct str lang);
/**
 * For matching and look-ups: lower case, without accents and other marks (NFKD, marks removed, ł ø
 * đ ß folded to l o d ss), apostrophes and dashes as ' and -.
 */
struct str unicode_fold(struct arena *a, struct str s);

#define UNICODE_BASE_MAX 16
/**
 * The base of a superscript letter, digit or sign (decomposition type <super>, UAX #44): "2" for
 * U+00B2, "TM" for U+2122. Writes it to `base` in UTF-8 and returns its length; 0 when the code
 * point is not a superscript.
 */
size_t unicode_superscript(uint32_t cp, char base[UNICODE_BASE_MAX]);

bool unicode_is_letter(uint32_t cp);
bool unicode_is_upper(uint32_t cp);
bool unicode_is_lower(uint32_t cp);
bool unicode_is_digit(uint32_t cp);
bool unicode_is_space(uint32_t cp);
bool unicode_is_punct(uint32_t cp);  /* general category P* */
bool unicode_is_symbol(uint32_t cp); /* general category S* */
bool unicode_is_mark(uint32_t cp);
/** Columns on a terminal: 0 for marks and invisible characters, 2 for wide characters (UAX #11: W
 * and F), else 1. */
int unicode_columns(uint32_t cp);
/** Han, Hiragana, Katakana, Hangul: scripts in which the family name comes first. */
bool unicode_is_cjk(uint32_t cp);
/** A letter of the Greek blocks. */
static inline bool unicode_is_greek(uint32_t cp) {
    return (cp >= 0x370 && cp < 0x400) || (cp >= 0x1F00 && cp < 0x2000);
}

/**
 * Emoji (UTS #51, 1.4.9): the end of the sequence that begins at byte `from`, including tones,
 * flags, keycaps and joined emoji; `from` when none begins there. `*pictured` is set only when
 * there is one: true when it is shown as a picture, by its selector (U+FE0F against U+FE0E), its
 * components, or the character's default presentation; false when it is shown as text.
 */
size_t unicode_emoji_end(struct str s, size_t from, bool *pictured);
#define UNICODE_KEYCAP 0x20E3u /* ends the sequence of a digit, # or * */
/** Whether an emoji can begin with the character, or whether it is a keycap. Cheap, with false
 * positives; false for digits. */
static inline bool unicode_maybe_emoji(uint32_t cp) {
    return cp >= 0x1F000 || (cp >= 0x203C && cp < 0x2200) || (cp >= 0x2300 && cp < 0x24C3) ||
           (cp >= 0x25AA && cp < 0x27C0) || cp == 0x2934 || cp == 0x2935 ||
           (cp >= 0x2B05 && cp <= 0x2B55) || cp == 0x3030 || cp == 0x303D || cp == 0x3297 ||
           cp == 0x3299 || cp == 0xA9 || cp == 0xAE;
}

/** A collator for one language. */
struct collator;
/** Never NULL: an unknown language gets the root order. `shifted`: punctuation and spaces are
 * ignored on the first levels. */
struct collator *collator_new(struct str lang, bool shifted);
void collator_drop(struct collator *c);
/** A sort key in the arena; keys are compared with str_cmp(). */
struct str collator_key(struct collator *c, struct arena *a, struct str s);
/** A text to be compared, with the keys computed so far. */
struct collated {
    struct str text;
    struct str quick; /* a NULL pointer: the text or the language needs ICU */
    struct str full;  /* from collator_key(), or a NULL pointer */
};
/** Prepares a text; its keys are in the arena. */
struct collated collator_take(struct collator *c, struct arena *a, struct str s);
/** Compares as collator_key() does: below, at or above 0. ICU is loaded when two texts need it. */
int collator_compare(struct collator *c, struct arena *a, struct collated *x, struct collated *y);

/** Where lines may break. Called with the byte offset of each boundary (not 0, but including the
 * end). */
typedef void unicode_boundary_fn(void *user, size_t offset);
struct unicode_breaker; /* the rules and dictionaries of one language */
/** Never NULL: unknown languages get the root's rules. */
struct unicode_breaker *unicode_breaker_new(struct str lang);
void unicode_breaker_drop(struct unicode_breaker *breaker);
void unicode_breaker_find(struct unicode_breaker *breaker, struct str s, unicode_boundary_fn *at,
                          void *user);

/** Version of ICU for `--version`. */
const char *unicode_library_version(void);

#endif
