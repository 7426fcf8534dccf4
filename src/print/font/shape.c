/* SPDX-License-Identifier: MIT */
/*
 * Shapes text with HarfBuzz. Each font has a cache: a page has some hundred different words, and
 * each is shaped once. All distances are in design units.
 */
#include "print/font/font_internal.h"

#include "core/base/table.h"

#include <limits.h>

/* The language as a value of HarfBuzz. The last value is cached, since most documents use one
 * language. */
static hb_language_t language(struct fonts *fonts, struct str lang) {
    if (fonts->hb_lang == HB_LANGUAGE_INVALID || !str_eq(lang, fonts->lang)) {
        fonts->lang = arena_str(fonts->arena, lang);
        fonts->hb_lang = lang.n > 0 && lang.n < INT_MAX
                             ? HB(language_from_string, lang.p, (int)lang.n)
                             : HB(language_from_string, "und", -1);
    }
    return fonts->hb_lang;
}

static uint64_t key_hash(struct str text, unsigned features, hb_language_t lang) {
    uint64_t h = str_hash(text);
    h ^= ((uint64_t)(uintptr_t)lang >> 4) * 0x9E3779B97F4A7C15u;
    h ^= (uint64_t)features * 0xC2B2AE3D27D4EB4Fu;
    return h ^ h >> 32;
}

struct shape_key {
    uint64_t hash;
    struct str text;
    unsigned features;
    hb_language_t lang;
};

static bool ends(const void *slots, size_t slot, const void *key) {
    const struct shaped *s = &((const struct shaped *)slots)[slot];
    const struct shape_key *k = key;
    return s->run == NULL || (s->hash == k->hash && s->features == k->features &&
                              s->lang == k->lang && str_eq(s->run->text, k->text));
}

static struct shaped *slot_find(struct shaped *slots, size_t n, const struct shape_key *k) {
    return &slots[table_find(n, k->hash, ends, slots, k)];
}

static void cache_grow(struct font *f) {
    size_t n = f->nslots == 0 ? 256 : f->nslots * 2;
    struct shaped *slots = xcalloc(n, sizeof *slots);
    for (size_t i = 0; i < f->nslots; i++) {
        const struct shaped *s = &f->cache[i];
        if (s->run != NULL) {
            struct shape_key key = {s->hash, s->run->text, s->features, s->lang};
            *slot_find(slots, n, &key) = *s;
        }
    }
    free(f->cache);
    f->cache = slots;
    f->nslots = n;
}

/* Writes the list of features for HarfBuzz, and returns its length. Its defaults include kerning
 * and ligatures, so these are switched off explicitly. Fonts whose default figures are old-style
 * (EB Garamond) get lining figures. */
unsigned font_features_list(unsigned features, hb_feature_t out[FONT_FEATURES]) {
    static const struct {
        hb_tag_t tag;
        unsigned bit;
        /* the value of the feature if the bit is not set, and if it is set */
        uint32_t when_off, when_on;
    } table[] = {
        {HB_TAG('k', 'e', 'r', 'n'), FONT_KERN, 0, 1},
        {HB_TAG('l', 'i', 'g', 'a'), FONT_LIGA, 0, 1},
        {HB_TAG('c', 'l', 'i', 'g'), FONT_LIGA, 0, 1},
        {HB_TAG('l', 'n', 'u', 'm'), FONT_ONUM, 1, 0},
        {HB_TAG('o', 'n', 'u', 'm'), FONT_ONUM, 0, 1},
        {HB_TAG('s', 'm', 'c', 'p'), FONT_SMCP, 0, 1},
        {HB_TAG('t', 'n', 'u', 'm'), FONT_TNUM, 0, 1},
    };
    static const struct {
        hb_tag_t tag;
        unsigned bit;
    } rare[] = {{HB_TAG('d', 'l', 'i', 'g'), FONT_DLIG}, {HB_TAG('h', 'l', 'i', 'g'), FONT_HLIG},
                {HB_TAG('f', 'r', 'a', 'c'), FONT_FRAC}, {HB_TAG('z', 'e', 'r', 'o'), FONT_ZERO},
                {HB_TAG('s', 'u', 'p', 's'), FONT_SUPS}, {HB_TAG('s', 'u', 'b', 's'), FONT_SUBS},
                {HB_TAG('o', 'r', 'd', 'n'), FONT_ORDN}, {HB_TAG('c', '2', 's', 'c'), FONT_C2SC},
                {HB_TAG('s', 'a', 'l', 't'), FONT_SALT}, {HB_TAG('s', 'w', 's', 'h'), FONT_SWSH},
                {HB_TAG('c', 'a', 's', 'e'), FONT_CASE}, {HB_TAG('s', 's', '0', '1'), FONT_SS01},
                {HB_TAG('s', 's', '0', '2'), FONT_SS02}, {HB_TAG('s', 's', '0', '3'), FONT_SS03},
                {HB_TAG('s', 's', '0', '4'), FONT_SS04}, {HB_TAG('s', 's', '0', '5'), FONT_SS05},
                {HB_TAG('s', 's', 't', 'y'), FONT_SSTY}, {HB_TAG('s', 's', 't', 'y'), FONT_SST2}};
    unsigned n = 0;
    for (size_t i = 0; i < ARRAY_LEN(rare) && (features & FONT_RARE) != 0; i++) {
        if ((features & rare[i].bit) != 0) {
            uint32_t which = rare[i].bit == FONT_SST2 ? 2 : 1;
            out[n++] =
                (hb_feature_t){rare[i].tag, which, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(table); i++) {
        bool on = (features & table[i].bit) != 0;
        out[n++] = (hb_feature_t){table[i].tag, on ? table[i].when_on : table[i].when_off,
                                  HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
    }
    return n;
}

static bool is_joined(hb_script_t script) {
    static const hb_script_t joined[] = {
        HB_SCRIPT_ARABIC,     HB_SCRIPT_SYRIAC,          HB_SCRIPT_NKO,
        HB_SCRIPT_MANDAIC,    HB_SCRIPT_ADLAM,           HB_SCRIPT_SOGDIAN,
        HB_SCRIPT_MANICHAEAN, HB_SCRIPT_PSALTER_PAHLAVI, HB_SCRIPT_HANIFI_ROHINGYA,
    };
    for (size_t i = 0; i < ARRAY_LEN(joined); i++) {
        if (script == joined[i]) {
            return true;
        }
    }
    return false;
}

/* Fills the buffer. If a letter outside of the text joins it, a joiner is added on that side as
 * context, which is not shaped itself. */
static void buffer_fill(hb_buffer_t *b, struct str text, unsigned features) {
    static const char joiner[] = "\xE2\x80\x8D";
    if ((features & FONT_JOIN_BEFORE) != 0) {
        HB(buffer_add_utf8, b, joiner, 3, 3, 0);
    }
    HB(buffer_add_utf8, b, text.p, (int)text.n, 0, (int)text.n);
    if ((features & FONT_JOIN_AFTER) != 0) {
        HB(buffer_add_utf8, b, joiner, 3, 0, 0);
    }
}

static void shape_by_harfbuzz(struct font *f, unsigned features, hb_language_t lang,
                              struct font_run *run) {
    struct arena *a = f->fonts->arena;
    if (f->fonts->buffer == NULL) {
        f->fonts->buffer = HB(buffer_create);
    }
    hb_buffer_t *b = f->fonts->buffer;
    hb_feature_t list[FONT_FEATURES];
    unsigned nlist = font_features_list(features, list);
    HB(buffer_clear_contents, b);
    buffer_fill(b, run->text, features);
    /* without this, HarfBuzz would take the language of the locale */
    HB(buffer_set_language, b, lang);
    if ((features & FONT_SIZED) != 0) {
        HB(buffer_set_script, b, HB_SCRIPT_MATH);
    }
    HB(buffer_guess_segment_properties, b);
    if ((features & FONT_RTL) != 0) {
        HB(buffer_set_direction, b, HB_DIRECTION_RTL);
        run->joined = is_joined(HB(buffer_get_script, b));
    } else {
        HB(buffer_set_direction, b, HB_DIRECTION_LTR);
    }
    /* a glyph in colour shows a whole sequence, so joiners and selectors are removed */
    if (f->colours != 0) {
        HB(buffer_set_flags, b, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES);
        HB(shape, f->hb, b, list, nlist);
        HB(buffer_set_flags, b, HB_BUFFER_FLAG_DEFAULT);
    } else {
        HB(shape, f->hb, b, list, nlist);
    }

    unsigned n = 0;
    const hb_glyph_info_t *info = HB(buffer_get_glyph_infos, b, &n);
    const hb_glyph_position_t *pos = HB(buffer_get_glyph_positions, b, &n);
    run->glyphs = ARENA_ARRAY(a, struct font_glyph, n);
    run->n = n;
    for (unsigned i = 0; i < n; i++) {
        run->glyphs[i] = (struct font_glyph){info[i].codepoint, pos[i].x_advance, pos[i].x_offset,
                                             pos[i].y_offset, info[i].cluster};
        run->width += pos[i].x_advance;
    }
}

static const struct font_run *shape(struct font *f, struct str text, unsigned features,
                                    hb_language_t lang) {
    struct font_run *run = ARENA_NEW(f->fonts->arena, struct font_run);
    run->font = f;
    run->text = arena_str(f->fonts->arena, text);
    run->features = features;
    if (!font_shape_plain(f, features, lang, run)) {
        shape_by_harfbuzz(f, features, lang, run);
    }
    return run;
}

const struct font_run *font_shape(struct font *f, struct str text, unsigned features,
                                  struct str lang) {
    if (text.n > INT_MAX / 8) {
        BUG("a text too long to shape");
    }
    hb_language_t hb_lang = language(f->fonts, lang);
    struct shape_key key = {key_hash(text, features, hb_lang), text, features, hb_lang};
    if ((f->ncache + 1) * 4 > f->nslots * 3) {
        cache_grow(f);
    }
    struct shaped *s = slot_find(f->cache, f->nslots, &key);
    if (s->run == NULL) {
        *s = (struct shaped){key.hash, hb_lang, features, shape(f, text, features, hb_lang)};
        f->ncache++;
    }
    return s->run;
}
