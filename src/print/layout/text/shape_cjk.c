/* SPDX-License-Identifier: MIT */
/*
 * Scripts without spaces between words: Chinese, Japanese and Korean, Thai, Lao, Khmer, Burmese.
 * ICU finds the line breaks (UAX #14, with the language's rules for characters that must not begin
 * or end a line, and with dictionaries for words). This file decides the glue between two
 * characters: a little stretch between ideographs, a quarter of an em between ideographs and Latin
 * letters or figures, and at most half an em where full-width punctuation marks meet (JIS X 4051,
 * JLREQ 3.1; CLREQ 3.1.6). The bounding box of a punctuation mark shows which half of it is empty.
 * A mark in the middle of its width has no empty half, so it keeps the full width.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#define SEAM_STRETCH 12 /* stretch between two characters: 1/12 em */
/* stretch between Korean letters, which is small because Korean has spaces that stretch */
#define HANGUL_SEAM_STRETCH 50
#define LATIN_GAP 4       /* gap between ideographs and Latin letters: 1/4 em */
#define LATIN_GAP_GIVES 8 /* stretch and shrink of the gap beside Latin letters: 1/8 em */
/* the part of an em that must be blank on one side of a punctuation mark, so that this side counts
 * as empty */
#define BLANK_MIN 2 / 5

/* ---- kinds */

/* Whether UAX #14 finds line breaks inside words of the character's script: East Asian and South
 * East Asian scripts. */
static bool is_spaceless(uint32_t cp) {
    return (cp >= 0x0E00 && cp < 0x0F00) || (cp >= 0x1000 && cp < 0x10A0) ||
           (cp >= 0x1780 && cp < 0x1800) || (cp >= 0x1100 && font_is_cjk(cp));
}

bool shape_is_spread(uint32_t cp) {
    return is_spaceless(cp) && !font_is_cjk(cp);
}

/* The kind of a character, which determines the space beside it. */
enum kind {
    KIND_OTHER,
    KIND_LATIN,  /* letters and figures of scripts with spaces between words */
    KIND_WIDE,   /* ideographs and kana */
    KIND_HANGUL, /* Korean, which has spaces between words */
    KIND_OPEN,   /* opening brackets and quotation marks, whose left half is empty */
    KIND_CLOSE   /* closing brackets, commas and full stops, whose right half is empty */
};

static enum kind kind_of(uint32_t cp) {
    static const uint16_t open[] = {0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014,
                                    0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F};
    static const uint16_t close[] = {0x2019, 0x201D, 0x3001, 0x3002, 0x3009, 0x300B, 0x300D,
                                     0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E,
                                     0x301F, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B,
                                     0xFF1F, 0xFF3D, 0xFF5D, 0xFF60};
    if (cp < 0x80) {
        return is_alnum((char)cp) ? KIND_LATIN : KIND_OTHER;
    }
    if (cp < 0x590) {
        return cp >= 0xC0 && unicode_is_letter(cp) ? KIND_LATIN : KIND_OTHER;
    }
    bool signs = cp < 0x3040 || cp >= 0xFF00;
    for (size_t i = 0; i < ARRAY_LEN(open) && signs; i++) {
        if (open[i] == cp) {
            return KIND_OPEN;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(close) && signs; i++) {
        if (close[i] == cp) {
            return KIND_CLOSE;
        }
    }
    if ((cp >= 0x1100 && cp < 0x1200) || (cp >= 0x3130 && cp < 0x3190) ||
        (cp >= 0xA960 && cp < 0xA980) || (cp >= 0xAC00 && cp < 0xD800)) {
        return KIND_HANGUL;
    }
    bool letter = font_is_cjk(cp) && (unicode_is_letter(cp) || cp == 0x3007);
    return letter ? KIND_WIDE : KIND_OTHER;
}

bool shape_is_wide(uint32_t cp) {
    return cp >= 0x2E80 && font_is_cjk(cp) && kind_of(cp) != KIND_HANGUL;
}

/* ---- space */

/* The width of the empty half of a full-width punctuation mark in design units. 0 if the mark is in
 * the middle of its width. */
static int64_t blank(const struct font *font, uint32_t cp, bool left) {
    int32_t upem = font_metrics(font)->upem, box[4];
    uint32_t glyph = font_glyph(font, cp);
    if (glyph == 0 || font_glyph_advance(font, glyph) != upem ||
        !font_glyph_box(font, glyph, box)) {
        return 0;
    }
    int32_t at_left = box[0], at_right = upem - box[2];
    int32_t side = left ? at_left : at_right, other = left ? at_right : at_left;
    if (side < upem * BLANK_MIN || other >= upem * BLANK_MIN) {
        return 0;
    }
    return side < upem / 2 ? side : upem / 2;
}

int64_t shape_cjk_hang(const struct font *font, uint32_t cp, bool left) {
    return kind_of(cp) == (left ? KIND_OPEN : KIND_CLOSE) ? blank(font, cp, left) : 0;
}

/* One side of a seam between two characters. If it has no font, it is a box. */
struct side {
    uint32_t cp;
    enum kind kind;
    const struct font *font;
};

/* The glue between two characters. */
static struct para_item between(const struct side *l, const struct side *r, sp size, bool breaks,
                                bool spaced) {
    struct para_item glue = {.kind = PARA_GLUE};
    bool latin = (l->kind == KIND_WIDE && r->kind == KIND_LATIN) ||
                 (l->kind == KIND_LATIN && r->kind == KIND_WIDE);
    bool hangul = l->kind == KIND_HANGUL || r->kind == KIND_HANGUL;
    int64_t behind = l->kind == KIND_CLOSE ? blank(l->font, l->cp, false) : 0;
    int64_t before = r->kind == KIND_OPEN ? blank(r->font, r->cp, true) : 0;
    if (latin) {
        glue.width = spaced ? size / LATIN_GAP : 0;
        glue.stretch = glue.shrink = spaced ? size / LATIN_GAP_GIVES : 0;
    } else if (behind > 0 && (r->kind == KIND_CLOSE || before > 0)) {
        glue.width = -font_scale(l->font, behind, size);
    } else if (before > 0 && l->kind == KIND_OPEN) {
        glue.width = -font_scale(r->font, before, size);
    } else if (breaks) {
        glue.stretch = size / (hangul ? HANGUL_SEAM_STRETCH : SEAM_STRETCH);
        glue.shrink = behind > 0   ? font_scale(l->font, behind, size) / 2
                      : before > 0 ? font_scale(r->font, before, size) / 2
                                   : 0;
    }
    return glue;
}

struct para_item shape_seam_glue(const struct inline_builder *b, const struct inline_style *style,
                                 const struct font *font, size_t at, bool breaks) {
    struct str word = buf_view(&b->word);
    size_t before = at, after = at;
    uint32_t l = utf8_prev(word, &before), r = utf8_next(word, &after);
    struct side left = {l, kind_of(l), font}, right = {r, kind_of(r), font};
    bool spaced = !font_metrics(style->font)->fixed_pitch && !str_is_lang(b->cjk_lang, "ko");
    return between(&left, &right, style->size, breaks, spaced);
}

void shape_seam_add(struct inline_builder *b, const struct inline_style *style,
                    struct para_item glue, bool breaks) {
    if (!breaks) {
        if (glue.width == 0 && glue.stretch == 0) {
            return;
        }
        shape_item_add(b, (struct para_item){.kind = PARA_PENALTY, .penalty = PENALTY_INF},
                       (struct unit){.kind = UNIT_CUT, .style = style});
    }
    shape_item_add(b, glue, (struct unit){.kind = UNIT_SEAM, .style = style});
}

/* ---- line breaks */

bool shape_cjk_in(struct str word) {
    for (size_t at = 0; at < word.n;) {
        /* this byte belongs to a character below U+1000, which is not East Asian */
        if ((unsigned char)word.p[at] < 0xE1) {
            at++;
        } else if (font_is_cjk(utf8_next(word, &at))) {
            return true;
        }
    }
    return false;
}

struct str shape_cjk_lang(struct str lang, struct str word) {
    static const char *const own[] = {"zh", "ja", "ko", "yue"};
    bool han = false;
    for (size_t i = 0; i < ARRAY_LEN(own); i++) {
        if (str_is_lang(lang, own[i])) {
            return lang;
        }
    }
    for (size_t at = 0; at < word.n;) {
        uint32_t cp = utf8_next(word, &at);
        if ((cp >= 0x3040 && cp < 0x30FB) || (cp >= 0x31F0 && cp < 0x3200)) {
            return STR("ja");
        }
        if (cp >= 0x1100 && kind_of(cp) == KIND_HANGUL) {
            return STR("ko");
        }
        han = han || font_is_cjk(cp);
    }
    return han ? STR("zh") : lang;
}

bool shape_cjk_takes(const struct inline_builder *b, const struct inline_style *style,
                     struct str word, size_t from) {
    size_t before = from, after = from;
    uint32_t cp = utf8_next(word, &after);
    if (font_is_cjk(cp)) {
        return fonts_choose_cjk(b->shaper->fonts);
    }
    bool quote = cp == 0x2018 || cp == 0x2019 || cp == 0x201C || cp == 0x201D;
    bool sign = cp == 0x2014 || cp == 0x2015 || cp == 0x2025 || cp == 0x2026 || cp == 0xB7;
    if ((!quote && !sign) || str_is_lang(b->cjk_lang, "ko") || font_has(style->font, 0x4E00)) {
        return false;
    }
    /* the character is an apostrophe inside a word */
    bool inside = cp == 0x2019 && from > 0 && after < word.n &&
                  kind_of(utf8_prev(word, &before)) == KIND_LATIN &&
                  kind_of(utf8_next(word, &after)) == KIND_LATIN;
    return !inside;
}

static struct unicode_breaker *breaker(struct shaper *s, struct str lang) {
    for (size_t i = s->breakers.n; i-- > 0;) {
        if (str_eq(s->breakers.p[i].lang, lang)) {
            return s->breakers.p[i].breaker;
        }
    }
    /* Small kana and the long vowel mark must not begin a line (JIS X 4051). ICU's default for
     * Japanese allows it (CSS Text 3, 5.3), so the strict rules are chosen. */
    bool strict = str_is_lang(lang, "ja") && str_find(lang, STR("-u-")) == STR_NONE;
    struct str rules = arena_join(s->arena, 2, lang, strict ? STR("-u-lb-strict") : STR_EMPTY);
    struct lang_breaker b = {arena_str(s->arena, lang), unicode_breaker_new(rules)};
    vec_push(&s->breakers, b);
    return b.breaker;
}

void shape_breaks_find(struct shaper *s, struct str lang, struct str text, unicode_boundary_fn *at,
                       void *user) {
    unicode_breaker_find(breaker(s, lang), text, at, user);
}

struct boundary_user {
    struct inline_builder *b;
    struct str word;
};

static void boundary(void *user, size_t offset) {
    struct boundary_user *u = user;
    size_t before = offset, after = offset;
    if (offset == 0 || offset >= u->word.n) {
        return;
    }
    bool left = is_spaceless(utf8_prev(u->word, &before));
    bool right = is_spaceless(utf8_next(u->word, &after));
    if (left || right) {
        vec_push(&u->b->cuts, (struct cut){.at = (uint32_t)offset, .seam = true});
    }
}

/* Whether two characters that must not be separated have glue between them. */
static bool ties(uint32_t l, uint32_t r) {
    enum kind left = kind_of(l), right = kind_of(r);
    return (left == KIND_WIDE && right == KIND_LATIN) ||
           (left == KIND_LATIN && right == KIND_WIDE) ||
           (left == KIND_CLOSE && (right == KIND_CLOSE || right == KIND_OPEN)) ||
           (left == KIND_OPEN && right == KIND_OPEN);
}

/* Adds seams at which the line must not be broken. The cuts from `first` on are in order. */
static void tied_cuts(struct inline_builder *b, struct str word, size_t first) {
    size_t seam = first, nseams = b->cuts.n;
    uint32_t before = 0;
    for (size_t at = 0; at < word.n;) {
        size_t here = at;
        uint32_t cp = utf8_next(word, &at);
        while (seam < nseams && b->cuts.p[seam].at < here) {
            seam++;
        }
        bool cut = seam < nseams && b->cuts.p[seam].at == here;
        if (!cut && here > 0 && ties(before, cp)) {
            vec_push(&b->cuts, (struct cut){.at = (uint32_t)here, .seam = true, .tied = true});
        }
        before = cp;
    }
}

/* Removes breaks between two letters (CSS Text 3, 5.2, keep-all). */
static void keep_words(struct inline_builder *b, struct str word, size_t first) {
    size_t n = first;
    for (size_t i = first; i < b->cuts.n; i++) {
        size_t before = b->cuts.p[i].at, after = before;
        enum kind l = kind_of(utf8_prev(word, &before)), r = kind_of(utf8_next(word, &after));
        bool letters = (l == KIND_WIDE || l == KIND_HANGUL || l == KIND_LATIN) &&
                       (r == KIND_WIDE || r == KIND_HANGUL || r == KIND_LATIN);
        if (!letters) {
            b->cuts.p[n++] = b->cuts.p[i];
        }
    }
    b->cuts.n = n;
}

bool shape_spaceless(struct str word) {
    for (size_t at = 0; at < word.n;) {
        /* this byte belongs to a character below U+0800, whose script has spaces */
        if ((unsigned char)word.p[at] < 0xE0) {
            at++;
        } else if (is_spaceless(utf8_next(word, &at))) {
            return true;
        }
    }
    return false;
}

void shape_spaceless_cuts(struct inline_builder *b, const struct inline_style *style,
                          struct str word) {
    struct boundary_user user = {b, word};
    size_t first = b->cuts.n;
    struct str lang = shape_cjk_lang(style->lang, word);
    shape_breaks_find(b->shaper, lang, word, boundary, &user);
    if ((style->flags & INLINE_KEEP_WORDS) != 0) {
        keep_words(b, word, first);
    }
    tied_cuts(b, word, first);
}

/* ---- between styles and boxes */

static void found(void *user, size_t offset) {
    size_t *at = user;
    *at = *at == 0 ? offset : *at;
}

/* Whether a line may be broken between two characters. The text around them is not considered. */
static bool may_part(struct inline_builder *b, const struct inline_style *style, uint32_t l,
                     uint32_t r) {
    char text[8];
    size_t n = utf8_encode(l, text), first = 0;
    struct str pair = {text, n + utf8_encode(r, text + n)};
    struct str lang = shape_cjk_lang(style->lang, pair);
    shape_breaks_find(b->shaper, lang, pair, found, &first);
    return first == n;
}

void shape_joint_add(struct inline_builder *b, const struct inline_style *style, uint32_t cp) {
    if ((!is_spaceless(b->prev) && !is_spaceless(cp)) || (style->flags & INLINE_VERBATIM) != 0) {
        return;
    }
    size_t last = shape_item_last(b);
    if (last == SIZE_MAX) {
        return;
    }
    const struct unit *u = &b->units.p[last];
    struct side right = {cp, kind_of(cp), style->font};
    bool breaks = (style->flags & INLINE_NO_BREAK) == 0;
    if (u->kind == UNIT_BOX && b->items.p[last].width > 0 && right.kind == KIND_WIDE) {
        struct side box = {0, KIND_LATIN, NULL};
        bool spaced = !str_is_lang(style->lang, "ko");
        shape_seam_add(b, style, between(&box, &right, style->size, breaks, spaced), breaks);
        return;
    }
    if (u->kind != UNIT_WORD || b->prev == 0) {
        return;
    }
    struct side left = {b->prev, kind_of(b->prev), shape_word_face(u)};
    bool code = font_metrics(style->font)->fixed_pitch && font_metrics(u->style->font)->fixed_pitch;
    /* raised text is the mark of a note, which gets no gap */
    bool raised = style->rise > 0 || u->style->rise > 0;
    bool spaced = !code && !raised && !str_is_lang(style->lang, "ko");
    if (right.kind == KIND_OPEN) {
        struct font *f = fonts_cjk(b->shaper->fonts, cp, style->font, style->face, style->lang);
        right.font = f != NULL ? f : style->font;
    }
    breaks = breaks && style->rise <= 0 && may_part(b, style, b->prev, cp);
    shape_seam_add(b, style, between(&left, &right, style->size, breaks, spaced), breaks);
}

void shape_joint_before_box(struct inline_builder *b) {
    size_t last = shape_item_last(b);
    if (last == SIZE_MAX || b->units.p[last].kind != UNIT_WORD || !is_spaceless(b->prev) ||
        kind_of(b->prev) == KIND_OPEN) {
        return;
    }
    const struct unit *u = &b->units.p[last];
    struct side left = {b->prev, kind_of(b->prev), shape_word_face(u)};
    struct side box = {0, KIND_LATIN, NULL};
    const struct inline_style *style = u->style;
    bool breaks = (style->flags & INLINE_NO_BREAK) == 0, spaced = !str_is_lang(style->lang, "ko");
    shape_seam_add(b, style, between(&left, &box, style->size, breaks, spaced), breaks);
}
