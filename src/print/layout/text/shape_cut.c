/* SPDX-License-Identifier: MIT */
/*
 * Finds where a word may be broken: at hyphenation patterns, after hyphens and dashes, and in URLs.
 * shape_cjk.c handles ideographs. The penalties are LaTeX's: 50 for a hyphen, whether it was added
 * or is in the word.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <stdlib.h>
#include <string.h>

#define HYPHEN_PENALTY 50 /* LaTeX's \hyphenpenalty and \exhyphenpenalty */
/* penalty of a hyphen added to a word that has a hyphen already; TeX never adds such a hyphen */
#define COMPOUND_PENALTY 150
#define RANGE_PENALTY 150 /* penalty of a break in a range such as 12--34 */
#define SLASH_PENALTY 150
/* maximum number of letters of a usual word; a longer word without a break is a key, a checksum
 * or a DNA sequence */
#define LONG_WORD 40
#define URL_PENALTY 100 /* the penalty of \UrlBreakPenalty in LaTeX, for a break in a URL */
#define URL_PUNCT_PENALTY 150
#define URL_SCHEME_PENALTY 500 /* penalty of a line that ends in "https://" */
/* penalty of a break between letters of a URL; such a break is better than a very loose line */
#define URL_LETTER_PENALTY 2000
/* maximum number of bytes of a word that is text; a longer one is data and may be broken only at
 * every ENDLESS_STEPth letter */
#define ENDLESS_WORD 4000
#define ENDLESS_STEP 4
/* maximum number of words of a language whose breaks are cached for all documents of a run */
#define KNOWN_WORDS 20000

static bool is_letter(uint32_t cp) {
    return cp < 0x80 ? is_alpha((char)cp) : cp >= 0xC0 && unicode_is_letter(cp);
}

/* Whether hyphenation patterns take the character as part of a word: a letter, or a mark (such as a
 * vowel of an Indian script). */
static bool is_word_part(uint32_t cp) {
    return is_letter(cp) || (cp >= 0x300 && unicode_is_mark(cp));
}

static bool is_figure(uint32_t cp) {
    return cp < 0x80 && is_digit((char)cp);
}

bool shape_cut_before(uint32_t cp) {
    return is_letter(cp) || is_figure(cp) || cp == '(' || cp == '[' || cp == '$' || cp == '\\' ||
           cp == 0x201C || cp == 0x2018 || cp == 0x00AB || cp == 0x201E;
}

bool shape_cut_after(uint32_t cp) {
    return cp == '-' || cp == 0x2010 || cp == 0x2013 || cp == 0x2014;
}

static void cut_add(struct inline_builder *b, size_t at, int32_t penalty, bool flagged) {
    vec_push(&b->cuts, (struct cut){.at = (uint32_t)at, .penalty = penalty, .flagged = flagged});
}

/* ---- hyphenation */

/** The patterns of a language. All documents of a run share them. */
struct known_patterns {
    struct known_patterns *next;
    struct str lang;
    struct hyphens *patterns; /* the patterns; NULL: the language has none */
    struct map words;         /* the words whose breaks are cached: each maps to struct breaks */
};

static void patterns_drop(void *known) {
    for (struct known_patterns *k = known; k != NULL; k = k->next) {
        hyphens_drop(k->patterns);
    }
}

static struct known_patterns *patterns_of(struct fonts *fonts, struct str lang, struct str tables) {
    void **known = fonts_companion(fonts, patterns_drop);
    for (struct known_patterns *k = *known; k != NULL; k = k->next) {
        if (str_eq(k->lang, lang)) {
            return k;
        }
    }
    struct arena *a = fonts_arena(fonts);
    struct known_patterns *k = ARENA_NEW(a, struct known_patterns);
    *k = (struct known_patterns){.next = *known,
                                 .lang = arena_str(a, lang),
                                 .patterns = hyphens_load(a, lang, tables, fonts_inputs(fonts)),
                                 .words = MAP_IN(a)};
    *known = k;
    return k;
}

static struct language *language(struct shaper *s, struct str lang) {
    for (size_t i = s->languages.n; i-- > 0;) {
        if (str_eq(s->languages.p[i]->lang, lang)) {
            return s->languages.p[i];
        }
    }
    struct language *l = ARENA_NEW(s->arena, struct language);
    l->lang = arena_str(s->arena, lang);
    if (!s->rough) {
        struct known_patterns *k = patterns_of(s->fonts, lang, s->tables);
        l->patterns = k->patterns;
        l->known = &k->words;
    }
    l->installed =
        s->rough ? hyphens_installed(s->arena, lang, fonts_inputs(s->fonts)) : l->patterns != NULL;
    vec_push(&s->languages, l);
    return l;
}

void shape_language_note(struct shaper *s, struct str lang) {
    (void)language(s, lang);
}

/* The break points of a word of letters. They depend only on the patterns. The first KNOWN_WORDS
 * words are cached for the run, later words for the document. */
static const struct breaks *word_breaks(struct shaper *s, struct language *l, struct str word) {
    struct breaks *found = map_lookup(l->known, word);
    found = found != NULL ? found : map_lookup(&l->words, word);
    if (found != NULL) {
        return found;
    }
    bool kept = l->known->n < KNOWN_WORDS;
    struct arena *a = kept ? fonts_arena(s->fonts) : s->arena;
    bool small[256], *at = word.n < ARRAY_LEN(small) ? small : xcalloc(word.n + 1, sizeof *at);
    size_t n = 0;
    hyphens_find(l->patterns, word, 0, 0, at);
    for (size_t i = 0; i < word.n; i++) {
        n += at[i];
    }
    found = arena_alloc(a, sizeof *found + n * sizeof found->at[0]);
    found->n = 0;
    for (size_t i = 0; i < word.n; i++) {
        if (at[i]) {
            found->at[found->n++] = (uint32_t)i;
        }
    }
    if (at != small) {
        free(at);
    }
    map_put(kept ? l->known : &l->words, arena_str(a, word), found);
    return found;
}

/* Whether the letters [from, to) form a word that may be hyphenated. A part of a name such as
 * file.name, x_1 or 3D is not such a word. */
static bool is_plain_word(struct str word, size_t from, size_t to) {
    static const char *const joins = "._@\\#=<>+*~^|&%$/:";
    if (from > 0 && (strchr(joins, word.p[from - 1]) != NULL || is_digit(word.p[from - 1]))) {
        return false;
    }
    if (to < word.n && is_digit(word.p[to])) {
        return false;
    }
    return to + 1 >= word.n || strchr(joins, word.p[to]) == NULL || word.p[to] == '\0' ||
           !is_alnum(word.p[to + 1]);
}

static void hyphenate(struct inline_builder *b, struct language *l, struct str word,
                      int32_t penalty) {
    for (size_t at = 0; at < word.n;) {
        size_t from = at, next = at;
        uint32_t cp = utf8_next(word, &next);
        while (is_word_part(cp) || (at > from && (cp == '\'' || cp == 0x2019))) {
            at = next;
            cp = at < word.n ? utf8_next(word, &next) : 0;
        }
        if (at - from >= 5 && is_plain_word(word, from, at)) {
            const struct breaks *found = word_breaks(b->shaper, l, str_slice(word, from, at));
            for (size_t i = 0; i < found->n; i++) {
                vec_push(&b->cuts, (struct cut){.at = (uint32_t)(from + found->at[i]),
                                                .penalty = penalty,
                                                .hyphen = true,
                                                .flagged = true,
                                                .automatic = true});
            }
        }
        at = at < word.n ? next : at;
    }
}

/* ---- existing hyphens and dashes */

/* Adds breaks after hyphens and dashes between two words. Returns whether a break was added. */
static bool dash_cuts(struct inline_builder *b, struct str word) {
    uint32_t before = b->prev;
    bool found = false;
    for (size_t at = 0; at < word.n;) {
        uint32_t cp = utf8_next(word, &at);
        size_t next = at;
        uint32_t after = at < word.n ? utf8_next(word, &next) : 0;
        bool joins = cp != '-' || is_letter(before) || is_figure(before) || before == ')';
        if (shape_cut_after(cp) && before != 0 && !shape_cut_after(before) &&
            shape_cut_before(after) && joins) {
            bool range = is_figure(before) && is_figure(after);
            cut_add(b, at, range ? RANGE_PENALTY : HYPHEN_PENALTY, true);
            found = true;
        }
        before = cp;
    }
    return found;
}

/* Adds breaks after slashes, as in input/output, if at least three letters are on each side. */
static void slash_cuts(struct inline_builder *b, struct str word) {
    for (size_t i = 3; i + 3 < word.n; i++) {
        if (word.p[i] != '/') {
            continue;
        }
        bool letters = true;
        for (size_t k = 1; k <= 3; k++) {
            letters = letters && is_alpha(word.p[i - k]) && is_alpha(word.p[i + k]);
        }
        if (letters) {
            cut_add(b, i + 1, SLASH_PENALTY, false);
        }
    }
}

/* ---- URLs */

static bool looks_like_url(struct str word) {
    return str_find(word, STR("://")) != STR_NONE || str_starts(word, STR("www.")) ||
           str_starts(word, STR("doi:")) ||
           (str_starts(word, STR("10.")) && word.n > 8 && is_digit(word.p[3]) &&
            str_index(word, '/') != STR_NONE);
}

/* Whether byte `at` is inside a letter as the user sees it: before a mark, or in a conjunct, after
 * a character like the virama (which is always the 0x4Dth character of its block). */
static bool is_inside(struct str word, size_t at) {
    size_t before = at, after = at;
    /* this byte belongs to a character below U+0300, which is not a mark */
    if ((unsigned char)word.p[at] < 0xCC) {
        return false;
    }
    uint32_t l = utf8_prev(word, &before), r = utf8_next(word, &after);
    return unicode_is_mark(r) || (l >= 0x900 && l < 0xE00 && (l & 0x7F) == 0x4D) || l == 0x200D;
}

static void url_cut_add(struct inline_builder *b, size_t at, int32_t penalty) {
    vec_push(&b->cuts, (struct cut){.at = (uint32_t)at, .penalty = penalty, .ragged = true});
}

/* Adds breaks to a URL as xurl does. A line may be broken nearly anywhere, but good places have a
 * lower penalty. The best place is after a colon or slash, then before or after other
 * punctuation, but not after a hyphen, which would look as if it had been added. The last resort is
 * a break after the scheme or between letters. There is no break inside "://" and "%2F". */
static void url_cuts(struct inline_builder *b, struct str word) {
    size_t scheme = str_find(word, STR("://"));
    size_t first = scheme == STR_NONE ? 2 : scheme + 3;
    size_t escape = 0; /* the end of the last escape such as %2F */
    size_t step = word.n > ENDLESS_WORD ? ENDLESS_STEP : 1;
    for (size_t i = 0; i + 2 < word.n; i++) {
        unsigned char c = (unsigned char)word.p[i], d = (unsigned char)word.p[i + 1];
        if (c == '%') {
            escape = i + 3;
        }
        size_t at = i + 1;
        if (at < first || at < escape || (d & 0xC0) == 0x80 || is_inside(word, at)) {
            continue;
        }
        bool c_word = is_alnum((char)c) || c >= 0x80, d_word = is_alnum((char)d) || d >= 0x80;
        if (c == '/' || c == ':') {
            if (d != '/') {
                url_cut_add(b, at, at == scheme + 3 ? URL_SCHEME_PENALTY : URL_PENALTY);
            }
        } else if (!d_word && d != '/' && d != ',' && c_word) {
            url_cut_add(b, at, URL_PUNCT_PENALTY);
        } else if (c == '_' || c == '&' || c == '=' || c == '?') {
            url_cut_add(b, at, URL_PUNCT_PENALTY);
        } else if (c_word && d_word && at >= 4 && at + 3 < word.n && at % step == 0) {
            url_cut_add(b, at, URL_LETTER_PENALTY);
        }
    }
}

/* ---- long words */

/* Whether a text is a word of a language, and not a key, a checksum or a DNA sequence: all
 * letters after the first one are small. */
static bool is_spoken(struct str word) {
    for (size_t at = 0, from = 0; at < word.n; from = at) {
        uint32_t cp = utf8_next(word, &at);
        if (!is_letter(cp) || (from > 0 && unicode_is_upper(cp))) {
            return false;
        }
    }
    return true;
}

/* Adds breaks to words that are too long for most lines. Words of a language get hyphens. */
static void long_cuts(struct inline_builder *b, struct str word) {
    url_cuts(b, word);
    if (is_spoken(word)) {
        for (size_t i = 0; i < b->cuts.n; i++) {
            b->cuts.p[i].hyphen = b->cuts.p[i].flagged = true;
        }
    }
}

/* Adds breaks of last resort between any letters of a word. Numbers are not broken, because the
 * parts would be read as two numbers. */
static void last_cuts(struct inline_builder *b, struct str word) {
    size_t before = b->cuts.n;
    bool letters = false;
    for (size_t at = 0; at < word.n && !letters;) {
        letters = is_letter(utf8_next(word, &at));
    }
    if (letters) {
        url_cuts(b, word);
    }
    bool spoken = is_spoken(word);
    for (size_t i = before; i < b->cuts.n; i++) {
        b->cuts.p[i].automatic = true;
        b->cuts.p[i].ragged = false;
        b->cuts.p[i].hyphen = b->cuts.p[i].flagged = spoken;
    }
}

/* ---- all together */

static int cut_order(const void *a, const void *b) {
    const struct cut *x = a, *y = b;
    if (x->at != y->at) {
        return x->at < y->at ? -1 : 1;
    }
    bool x_never = x->penalty >= PENALTY_INF, y_never = y->penalty >= PENALTY_INF;
    if (x_never != y_never) {
        /* a forbidden break comes first: the author has written a word joiner */
        return x_never ? -1 : 1;
    }
    if (x->seam != y->seam) {
        return x->seam ? -1 : 1;
    }
    return (x->automatic > y->automatic) - (x->automatic < y->automatic);
}

static void cuts_sort(struct inline_builder *b) {
    size_t n = 0;
    vec_sort(&b->cuts, cut_order);
    for (size_t i = 0; i < b->cuts.n; i++) {
        if (n == 0 || b->cuts.p[n - 1].at != b->cuts.p[i].at) {
            b->cuts.p[n++] = b->cuts.p[i];
        }
    }
    b->cuts.n = n;
}

/* Whether the word has only ASCII letters, and perhaps punctuation at its end. Then only patterns
 * can give breaks. */
static bool is_simple(struct str word) {
    size_t letters = str_past(word, 0, is_alpha);
    bool sign = letters + 1 == word.n && memchr(",.;:)", word.p[letters], 5) != NULL;
    return (letters == word.n || sign) && word.n <= LONG_WORD;
}

static void patterns_ask(struct inline_builder *b, const struct inline_style *style,
                         struct str word, int32_t penalty) {
    if ((style->flags & INLINE_HYPHENATE) != 0 && word.n >= 5) {
        struct language *l = language(b->shaper, style->lang);
        if (l->patterns != NULL) {
            hyphenate(b, l, word, penalty);
        }
    }
}

/* Whether patterns may give breaks. Rough measuring does not read patterns. A word with breaks by
 * patterns has no other breaks. */
static bool may_be_hyphenated(const struct inline_builder *b, const struct inline_style *style) {
    return b->shaper->rough && (style->flags & INLINE_HYPHENATE) != 0;
}

void shape_cuts_find(struct inline_builder *b, const struct inline_style *style, struct str word) {
    bool given = b->cuts.n > 0; /* soft hyphens of the author take precedence over patterns */
    if ((style->flags & INLINE_NO_BREAK) != 0) {
        vec_clear(&b->cuts);
        return;
    }
    if (!given && (style->flags & (INLINE_URL | INLINE_VERBATIM | INLINE_CUT_WORDS)) == 0 &&
        is_simple(word)) {
        patterns_ask(b, style, word, HYPHEN_PENALTY);
        return;
    }
    if ((style->flags & INLINE_URL) != 0 || looks_like_url(word)) {
        url_cuts(b, word);
    } else if ((style->flags & INLINE_VERBATIM) == 0) {
        bool dashes = dash_cuts(b, word);
        slash_cuts(b, word);
        if (!given) {
            patterns_ask(b, style, word, dashes ? COMPOUND_PENALTY : HYPHEN_PENALTY);
        }
    }
    if (b->emoji) {
        shape_emoji_cuts(b, style, word);
    }
    bool spaceless = shape_spaceless(word);
    if (word.n > LONG_WORD && b->cuts.n == 0 && !spaceless &&
        (style->flags & INLINE_VERBATIM) == 0 && utf8_count(word) > LONG_WORD &&
        !may_be_hyphenated(b, style)) {
        long_cuts(b, word);
    }
    if ((style->flags & INLINE_CUT_WORDS) != 0 && !spaceless) {
        last_cuts(b, word);
    }
    if (spaceless) {
        shape_spaceless_cuts(b, style, word);
    }
    cuts_sort(b);
    if (b->emoji) {
        shape_emoji_keep(b, word);
    }
}
