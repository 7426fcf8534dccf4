/* SPDX-License-Identifier: MIT */
/*
 * Opens faces and measures them. This file chooses the font file for a family, opens it once, and
 * reads the properties that layout and PDF need. HarfBuzz maps the files and parses each table at
 * its first use.
 */
#include "print/font/font_internal.h"

#include "core/base/buf.h"
#include "core/base/datadir.h"
#include "core/base/file.h"
#include "core/base/timings.h"
#include "core/base/word_list.h"

#include <errno.h>
#include <string.h>

struct fonts *fonts_new(struct arena *a) {
    struct fonts *fonts = ARENA_NEW(a, struct fonts);
    fonts->arena = a;
    fonts->hb_lang = HB_LANGUAGE_INVALID;
    fonts->own = datadir_of(a, STR("fonts"));
    memo_inputs_begin(&fonts->inputs, a);
    return fonts;
}

void fonts_begin(struct fonts *fonts, const struct file_fence *fence) {
    fonts->fence = fence;
    fonts->declared = NULL;
    fonts_choose(fonts, NULL, 0);
    fonts_emoji_prefer(fonts, NULL);
}

void fonts_end(struct fonts *fonts) {
    fonts->fence = NULL;
}

void fonts_time(struct fonts *fonts, struct timings *t) {
    fonts->timings = t;
}

void fonts_drop(struct fonts *fonts) {
    if (fonts == NULL) {
        return;
    }
    if (fonts->companion_drop != NULL) {
        fonts->companion_drop(fonts->companion);
    }
    for (size_t i = 0; i < fonts->list.n; i++) {
        struct font *font = fonts->list.p[i];
        font_plain_drop(font);
        HB(font_destroy, font->hb);
        HB(face_destroy, font->face);
        free(font->cache);
        font_subsets_drop(font);
    }
    vec_drop(&fonts->list);
    map_drop(&fonts->fallbacks);
    map_drop(&fonts->emoji);
    if (fonts->buffer != NULL) {
        HB(buffer_destroy, fonts->buffer);
    }
    font_system_drop(fonts);
    memo_inputs_drop(&fonts->inputs);
}

/* Returns a name of the face in the arena; an empty text if the face does not have this name. */
static struct str face_name(struct fonts *fonts, hb_face_t *face, hb_ot_name_id_t id) {
    char name[256];
    unsigned n = sizeof name;
    HB(ot_name_get_utf8, face, id, HB_LANGUAGE_INVALID, &n, name);
    if (n >= sizeof name) {
        n = sizeof name - 1;
    }
    return arena_str(fonts->arena, (struct str){name, n});
}

/* The PostScript name in the form that PDF requires: printable ASCII without delimiters and spaces
 * (ISO 32000-1, 7.3.5), at most 63 characters (OpenType name ID 6). */
static struct str postscript_name(struct fonts *fonts, hb_face_t *face) {
    struct str raw = face_name(fonts, face, HB_OT_NAME_ID_POSTSCRIPT_NAME);
    char out[64];
    size_t n = 0;
    for (size_t i = 0; i < raw.n && n < sizeof out - 1; i++) {
        char c = raw.p[i];
        if (is_alnum(c) || c == '-' || c == '_' || c == '.') {
            out[n++] = c;
        }
    }
    return n > 0 ? arena_str(fonts->arena, (struct str){out, n}) : STR("Unnamed");
}

static int32_t be16(const unsigned char *p) {
    return (int16_t)((uint16_t)p[0] << 8 | p[1]);
}

static int32_t be32(const unsigned char *p) {
    return (int32_t)((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]);
}

bool font_has_table(hb_face_t *face, hb_tag_t tag) {
    hb_blob_t *blob = HB(face_reference_table, face, tag);
    bool has = HB(blob_get_length, blob) > 0;
    HB(blob_destroy, blob);
    return has;
}

/* Opens a table of the face. Returns false when it has fewer than `min` bytes. The caller destroys
 * the blob. */
static bool table_open(hb_face_t *face, hb_tag_t tag, unsigned min, hb_blob_t **blob,
                       const unsigned char **p) {
    unsigned n = 0;
    *blob = HB(face_reference_table, face, tag);
    *p = (const unsigned char *)HB(blob_get_data, *blob, &n);
    return n >= min;
}

/* Reads the font box from `head`, slant and pitch from `post`, and serifs from `OS/2` (OpenType
 * 1.9). */
static void metrics_from_tables(hb_face_t *face, struct font_metrics *m) {
    hb_blob_t *blob;
    const unsigned char *p;
    if (table_open(face, HB_TAG('h', 'e', 'a', 'd'), 44, &blob, &p)) {
        for (int i = 0; i < 4; i++) {
            m->bbox[i] = be16(p + 36 + 2 * i);
        }
    }
    HB(blob_destroy, blob);
    if (table_open(face, HB_TAG('p', 'o', 's', 't'), 16, &blob, &p)) {
        m->slant = (int32_t)((int64_t)be32(p + 4) * 1000 / 65536);
        m->fixed_pitch = be32(p + 12) != 0;
    }
    HB(blob_destroy, blob);
    m->serif = true;
    if (table_open(face, HB_TAG('O', 'S', '/', '2'), 42, &blob, &p)) {
        int family_class = p[30]; /* the high byte of sFamilyClass; 8 means sans serif */
        bool panose_sans = p[32] == 2 && p[33] >= 11 && p[33] <= 15;
        m->serif = family_class != 8 && !panose_sans;
    }
    HB(blob_destroy, blob);
}

/* Returns the height of a letter above the baseline, or its depth below it (`below`). Returns
 * `fallback` if the face lacks the letter. */
static int32_t letter_extent(hb_font_t *font, uint32_t cp, bool below, int32_t fallback) {
    hb_codepoint_t g;
    hb_glyph_extents_t e;
    if (!HB(font_get_nominal_glyph, font, cp, &g) || !HB(font_get_glyph_extents, font, g, &e) ||
        e.height == 0) {
        return fallback;
    }
    int32_t v = below ? -(e.y_bearing + e.height) : e.y_bearing;
    return v > 0 ? v : fallback;
}

/* Returns a metric from OS/2, post or hhea in design units; `fallback` if it is missing. */
static int32_t ot_metric(hb_font_t *font, hb_ot_metrics_tag_t tag, int32_t fallback) {
    hb_position_t v = 0;
    return HB(ot_metrics_get_position, font, tag, &v) && v != 0 ? v : fallback;
}

static void metrics_read(struct font *font) {
    struct font_metrics *m = &font->metrics;
    hb_font_t *hb = font->hb;
    hb_font_extents_t ext;
    hb_codepoint_t g;
    m->upem = (int32_t)HB(face_get_upem, font->face);
    metrics_from_tables(font->face, m);
    HB(font_get_h_extents, hb, &ext);
    m->ascender = ext.ascender;
    m->descender = ext.descender > 0 ? -ext.descender : ext.descender;
    m->text_height = letter_extent(hb, 'd', false, m->upem * 7 / 10);
    m->text_depth = letter_extent(hb, 'p', true, m->upem / 5);
    m->x_height =
        ot_metric(hb, HB_OT_METRICS_TAG_X_HEIGHT, letter_extent(hb, 'x', false, m->upem / 2));
    m->cap_height = ot_metric(hb, HB_OT_METRICS_TAG_CAP_HEIGHT,
                              letter_extent(hb, 'H', false, m->upem * 7 / 10));
    m->space =
        HB(font_get_nominal_glyph, hb, ' ', &g) ? HB(font_get_glyph_h_advance, hb, g) : m->upem / 4;
    m->sub_shift = ot_metric(hb, HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_OFFSET, m->upem / 5);
    m->sup_shift = ot_metric(hb, HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_OFFSET, m->upem * 9 / 25);
}

/* Whether the name of a family is that of a sans serif font. Latin Modern and TeX Gyre do not set
 * the class in OS/2. */
static bool name_is_sans(struct str family) {
    static const char *const marks[] = {"Sans", "TeX Gyre Heros", "TeX Gyre Adventor", "Gothic"};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_find(family, str_of(marks[i])) != STR_NONE) {
            return true;
        }
    }
    return false;
}

/** Sets the values for the axes of a variable font, and the slant. */
static void variant_apply(struct font *font, const struct font_face_variant *v) {
    hb_variation_t axes[5];
    hb_ot_var_axis_info_t slant;
    unsigned n = 0;
    if (v->weight > 0) {
        axes[n++] = (hb_variation_t){HB_TAG('w', 'g', 'h', 't'), (float)v->weight};
    }
    if (v->size > 0) {
        axes[n++] = (hb_variation_t){HB_TAG('o', 'p', 's', 'z'), (float)v->size};
    }
    if (v->width > 0) {
        axes[n++] = (hb_variation_t){HB_TAG('w', 'd', 't', 'h'), (float)v->width};
    }
    if (v->italic) {
        axes[n++] = (hb_variation_t){HB_TAG('i', 't', 'a', 'l'), 1};
        if (HB(ot_var_find_axis_info, font->face, HB_TAG('s', 'l', 'n', 't'), &slant)) {
            axes[n++] = (hb_variation_t){slant.tag, slant.min_value};
        }
    }
    if (n > 0) {
        HB(font_set_variations, font->hb, axes, n);
    }
    if (v->drawn_slanted) {
        HB(font_set_synthetic_slant, font->hb, 0.2F);
    }
}

/* Adds a face to the list of fonts. Takes ownership of the reference to `face`. Returns NULL for a
 * face without glyphs. */
static struct font *add_face(struct fonts *fonts, hb_face_t *face, struct str path, unsigned index,
                             const struct font_face_variant *variant) {
    if (HB(face_get_glyph_count, face) == 0 || HB(face_get_upem, face) < 16) {
        HB(face_destroy, face);
        return NULL;
    }
    HB(face_make_immutable, face);
    struct font *font = ARENA_NEW(fonts->arena, struct font);
    font->letters = ARENA_ARRAY(fonts->arena, struct letter, LETTERS);
    font->boxes = ARENA_ARRAY(fonts->arena, struct glyph_box, GLYPH_BOXES);
    font->fonts = fonts;
    font->path = path;
    font->index_in_file = index;
    font->index = (int)fonts->list.n;
    font->face = face;
    /* the default scale is the em, so all results are in design units */
    font->hb = HB(font_create, face);
    font->variant = *variant;
    variant_apply(font, variant);
    HB(font_make_immutable, font->hb);
    metrics_read(font);
    font->variable = font_has_table(face, HB_TAG('f', 'v', 'a', 'r'));
    font->postscript = postscript_name(fonts, face);
    if (font_is_drawn(font)) {
        const char *slope =
            variant->italic || variant->drawn_slanted || font->metrics.slant ? "Italic" : "";
        font->postscript = arena_printf(fonts->arena, "%.*s-%u%s", STR_ARG(font->postscript),
                                        variant->weight > 0 ? variant->weight : 400, slope);
    }
    font->family = face_name(fonts, face, HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY);
    if (font->family.n == 0) {
        font->family = face_name(fonts, face, HB_OT_NAME_ID_FONT_FAMILY);
    }
    font->metrics.serif = font->metrics.serif && !name_is_sans(font->family);
    vec_push(&fonts->list, font);
    return font;
}

static struct font *open_face(struct fonts *fonts, struct str path, unsigned index) {
    struct str kept = arena_str(fonts->arena, path);
    memo_note_file(&fonts->inputs, kept);
    errno = 0;
    hb_blob_t *blob = HB(blob_create_from_file_or_fail, kept.p);
    if (blob == NULL) {
        bool unread = errno != 0 && errno != ENOENT && errno != ENOTDIR;
        if (unread && fonts->unread.n == 0) {
            fonts->unread = kept;
            fonts->unread_error = errno;
        }
        return NULL;
    }
    hb_face_t *face = HB(face_create, blob, index);
    HB(blob_destroy, blob);
    return add_face(fonts, face, kept, index, &(struct font_face_variant){0});
}

struct font *font_open_face(struct fonts *fonts, struct str path, unsigned index) {
    for (size_t i = 0; i < fonts->list.n; i++) {
        struct font *font = fonts->list.p[i];
        if (font->index_in_file == index && str_eq(font->path, path) && !font_is_drawn(font)) {
            return font;
        }
    }
    timings_begin(fonts->timings, "fonts");
    struct font *font = open_face(fonts, path, index);
    timings_end(fonts->timings);
    return font;
}

static bool has_feature(const struct font *font, hb_tag_t feature) {
    hb_tag_t tags[64];
    unsigned from = 0;
    for (;;) {
        unsigned n = ARRAY_LEN(tags);
        unsigned total =
            HB(ot_layout_table_get_feature_tags, font->face, HB_OT_TAG_GSUB, from, &n, tags);
        for (unsigned i = 0; i < n; i++) {
            if (tags[i] == feature) {
                return true;
            }
        }
        from += n;
        if (n == 0 || from >= total) {
            return false;
        }
    }
}

/* Whether a text is a path ("fonts/My.otf", "./x.ttf", "/usr/...") and not a family. */
static bool is_path(struct str s) {
    return str_index(s, '/') != STR_NONE || str_iamong(path_ext(s), "otf ttf ttc otc");
}

void fonts_declare(struct fonts *fonts, struct str family, unsigned style, struct str face) {
    struct font_declared *d = ARENA_NEW(fonts->arena, struct font_declared);
    *d = (struct font_declared){arena_str(fonts->arena, family), arena_str(fonts->arena, face),
                                style, fonts->declared};
    fonts->declared = d;
}

/** The face of a declared family that is nearest to a style, or NULL. */
static const struct font_declared *find_declared(const struct fonts *fonts, struct str family,
                                                 unsigned style) {
    const struct font_declared *best = NULL;
    for (const struct font_declared *d = fonts->declared; d; d = d->next) {
        if (str_ieq(d->family, family) &&
            (!best || font_family_style_cost(style, d->style) <
                          font_family_style_cost(style, best->style))) {
            best = d;
        }
    }
    return best;
}

/** Returns the font `base` in a style. The axes of a variable font are set to the style as far as
 * possible, and the parts of the style that were set are removed from `*lost`. */
static struct font *vary(struct fonts *fonts, struct font *base, unsigned style, sp size,
                         unsigned *lost) {
    struct font_face_variant v = {0};
    hb_ot_var_axis_info_t axis;
    if (base->variable &&
        HB(ot_var_find_axis_info, base->face, HB_TAG('w', 'g', 'h', 't'), &axis)) {
        v.weight = font_style_weight(style);
        *lost &= ~(unsigned)FONT_BOLD;
    }
    if (base->variable &&
        HB(ot_var_find_axis_info, base->face, HB_TAG('o', 'p', 's', 'z'), &axis)) {
        v.size = (unsigned)((size + SP_PT / 2) / SP_PT);
    }
    if (base->variable && (*lost & FONT_WIDTHS) != 0 &&
        HB(ot_var_find_axis_info, base->face, HB_TAG('w', 'd', 't', 'h'), &axis)) {
        v.width = font_style_width(style);
        *lost &= ~FONT_WIDTHS;
    }
    if (base->variable && (*lost & FONT_ITALIC) != 0 &&
        (HB(ot_var_find_axis_info, base->face, HB_TAG('i', 't', 'a', 'l'), &axis) ||
         HB(ot_var_find_axis_info, base->face, HB_TAG('s', 'l', 'n', 't'), &axis))) {
        v.italic = true;
        *lost &= ~(unsigned)FONT_ITALIC;
    }
    v.drawn_slanted = (*lost & FONT_ITALIC) != 0 && (style & FONT_SLANTED) != 0;
    for (size_t i = 0; i < fonts->list.n; i++) {
        struct font *f = fonts->list.p[i];
        if (f->face == base->face && f->variant.weight == v.weight && f->variant.size == v.size &&
            f->variant.width == v.width && f->variant.italic == v.italic &&
            f->variant.drawn_slanted == v.drawn_slanted) {
            return f;
        }
    }
    struct font *f =
        add_face(fonts, HB(face_reference, base->face), base->path, base->index_in_file, &v);
    f->colours = base->colours;
    return f;
}

struct font *fonts_find(struct fonts *fonts, struct str family, unsigned style, sp size,
                        unsigned *missing) {
    struct face_place place = {family, 0, style & FONT_SMALL_CAPS};
    unsigned lost = 0;
    family = str_trim(family);
    if (family.n == 0 || memchr(family.p, 0, family.n) != NULL) {
        return NULL;
    }
    const struct font_declared *own = find_declared(fonts, family, style);
    if (own) {
        family = own->face;
        place = (struct face_place){own->face, 0, own->style | (style & FONT_SMALL_CAPS)};
    }
    bool path = is_path(family);
    if (path && !file_fence_has(fonts->fence, family)) {
        return NULL;
    }
    bool known = !path && font_family_known(fonts, family, style, size, &place);
    struct face_place wide;
    if (known && (style & FONT_WIDTHS) != 0 && font_system_family(fonts, family, style, &wide)) {
        /* font_family_known() finds only fonts of normal width, so the font with the wanted width
         * is used */
        place = wide;
        known = false;
    }
    if (!path && !known && !font_system_family(fonts, font_family_alias(family), style, &place)) {
        return NULL;
    }
    struct font *font =
        known ? font_open_face(fonts, place.path, place.index) : font_open_system(fonts, &place);
    if (font != NULL) {
        lost = style & (FONT_BOLD | FONT_ITALIC | FONT_SMALL_CAPS) & ~place.style;
        lost |= (place.style & FONT_WIDTHS) == 0 ? style & FONT_WIDTHS : 0;
        if ((lost & FONT_SMALL_CAPS) != 0 && has_feature(font, HB_TAG('s', 'm', 'c', 'p'))) {
            lost &= ~(unsigned)FONT_SMALL_CAPS;
        }
        if (font->variable || (lost & FONT_ITALIC) != 0) {
            font = vary(fonts, font, style, size, &lost);
        }
    }
    if (missing != NULL) {
        *missing = lost;
    }
    return font;
}

struct font *fonts_any(const struct fonts *fonts) {
    return fonts->list.n ? fonts->list.p[0] : NULL;
}

struct str fonts_unread(struct fonts *fonts, int *error) {
    struct str path = fonts->unread;
    *error = fonts->unread_error;
    fonts->unread = STR_EMPTY;
    return path;
}

struct str fonts_default_family(enum font_class cls) {
    switch (cls) {
    case FONT_SERIF:
        return STR("Latin Modern Roman");
    case FONT_SANS:
        return STR("Latin Modern Sans");
    case FONT_MONO:
        return STR("Latin Modern Mono");
    case FONT_MATH:
        return STR("Latin Modern Math");
    }
    BUG("unknown font class");
}

const struct str *fonts_families(struct fonts *fonts, size_t *n) {
    font_system_families(fonts);
    *n = fonts->nfamilies;
    return fonts->families;
}

const struct font_metrics *font_metrics(const struct font *f) {
    return &f->metrics;
}

struct str font_postscript_name(const struct font *f) {
    return f->postscript;
}

struct str font_family(const struct font *f) {
    return f->family;
}

int font_index(const struct font *f) {
    return f->index;
}

bool font_has(const struct font *f, uint32_t cp) {
    return font_glyph(f, cp) != 0;
}

int32_t font_glyph_advance(const struct font *f, uint32_t glyph) {
    return HB(font_get_glyph_h_advance, f->hb, glyph);
}

static uint32_t nominal_glyph(const struct font *f, uint32_t cp) {
    hb_codepoint_t g = 0;
    return HB(font_get_nominal_glyph, f->hb, cp, &g) ? g : 0;
}

static const struct letter *font_letter(const struct font *f, unsigned char c) {
    struct letter *l = &f->letters[c];
    if (!l->known) {
        uint32_t glyph = nominal_glyph(f, c);
        *l = (struct letter){glyph, font_glyph_advance(f, glyph), true};
    }
    return l;
}

uint32_t font_glyph(const struct font *f, uint32_t cp) {
    return cp < LETTERS ? font_letter(f, (unsigned char)cp)->glyph : nominal_glyph(f, cp);
}

int32_t font_char_advance(const struct font *f, uint32_t cp) {
    return cp < LETTERS ? font_letter(f, (unsigned char)cp)->advance
                        : font_glyph_advance(f, nominal_glyph(f, cp));
}

struct arena *fonts_arena(struct fonts *fonts) {
    return fonts->arena;
}

struct memo_inputs *fonts_inputs(struct fonts *fonts) {
    return &fonts->inputs;
}

void **fonts_companion(struct fonts *fonts, void (*drop)(void *companion)) {
    fonts->companion_drop = drop;
    return &fonts->companion;
}

sp font_scale(const struct font *f, int64_t units, sp size) {
    int64_t upem = f->metrics.upem;
    int64_t product = units * size;
    int64_t half = product < 0 ? -upem / 2 : upem / 2;
    int64_t v = (product + half) / upem;
    return (sp)(v > SP_MAX ? SP_MAX : v < -SP_MAX ? -SP_MAX : v);
}

struct str font_library_versions(struct arena *a) {
    return arena_printf(a, "HarfBuzz (%s), fontconfig (%s)", module_row(MODULE_HARFBUZZ)->library,
                        module_row(MODULE_FONTCONFIG)->library);
}
