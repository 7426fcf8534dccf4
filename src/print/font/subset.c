/* SPDX-License-Identifier: MIT */
/*
 * Subsets for embedding (ISO 32000-1, 9.7 and 9.9). cff_subset.c makes the subsets with few glyphs,
 * and those of CFF fonts with glyph names. HarfBuzz makes all others: it renumbers the glyphs,
 * keeps the outlines and drops the tables that this file names. This file also chooses the code of
 * each glyph.
 */
#include "print/font/font_internal.h"

#include "core/base/utf8.h"

#include <stddef.h>
#include <stdlib.h>

#define SUBSET_CALLS(X)                                                                            \
    X(hb_subset_input_create_or_fail)                                                              \
    X(hb_subset_input_destroy)                                                                     \
    X(hb_subset_input_glyph_set)                                                                   \
    X(hb_subset_input_set)                                                                         \
    X(hb_subset_input_set_flags)                                                                   \
    X(hb_subset_plan_create_or_fail)                                                               \
    X(hb_subset_plan_destroy)                                                                      \
    X(hb_subset_plan_execute_or_fail)                                                              \
    X(hb_subset_plan_old_to_new_glyph_mapping)

struct calls {
    SUBSET_CALLS(MODULE_FIELD)
};

/* The functions of HarfBuzz's subset library, which is loaded at the first call. */
static const struct calls *subset_calls(void) {
    static const struct module_symbol symbols[] = {SUBSET_CALLS(MODULE_SYMBOL)};
    return module_calls(MODULE_HARFBUZZ_SUBSET, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}
/* Calls a function of the library, whose name is given without "hb_subset_". */
#define HB_SUBSET(name, ...) (subset_calls()->hb_subset_##name(__VA_ARGS__))

/* Tables that are dropped: PDF readers ignore them in an embedded font. The tables of variations
 * are dropped too, because the default instance of a variable font is embedded. Without GSUB,
 * HarfBuzz does not add the glyphs of substitutions, which the shaped text does not need any
 * more. */
static const hb_tag_t dropped[] = {
    HB_TAG('B', 'A', 'S', 'E'), HB_TAG('C', 'B', 'D', 'T'), HB_TAG('C', 'B', 'L', 'C'),
    HB_TAG('C', 'O', 'L', 'R'), HB_TAG('C', 'P', 'A', 'L'), HB_TAG('D', 'S', 'I', 'G'),
    HB_TAG('F', 'F', 'T', 'M'), HB_TAG('F', 'e', 'a', 't'), HB_TAG('G', 'D', 'E', 'F'),
    HB_TAG('G', 'P', 'O', 'S'), HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'l', 'a', 't'),
    HB_TAG('G', 'l', 'o', 'c'), HB_TAG('H', 'V', 'A', 'R'), HB_TAG('J', 'S', 'T', 'F'),
    HB_TAG('L', 'T', 'S', 'H'), HB_TAG('M', 'A', 'T', 'H'), HB_TAG('M', 'V', 'A', 'R'),
    HB_TAG('O', 'S', '/', '2'), HB_TAG('P', 'C', 'L', 'T'), HB_TAG('S', 'T', 'A', 'T'),
    HB_TAG('S', 'V', 'G', ' '), HB_TAG('S', 'i', 'l', 'f'), HB_TAG('S', 'i', 'l', 'l'),
    HB_TAG('V', 'D', 'M', 'X'), HB_TAG('V', 'O', 'R', 'G'), HB_TAG('V', 'V', 'A', 'R'),
    HB_TAG('a', 'v', 'a', 'r'), HB_TAG('c', 'm', 'a', 'p'), HB_TAG('c', 'v', 'a', 'r'),
    HB_TAG('f', 'e', 'a', 't'), HB_TAG('f', 'v', 'a', 'r'), HB_TAG('g', 'a', 's', 'p'),
    HB_TAG('g', 'v', 'a', 'r'), HB_TAG('h', 'd', 'm', 'x'), HB_TAG('k', 'e', 'r', 'n'),
    HB_TAG('k', 'e', 'r', 'x'), HB_TAG('m', 'e', 't', 'a'), HB_TAG('m', 'o', 'r', 'x'),
    HB_TAG('n', 'a', 'm', 'e'), HB_TAG('p', 'o', 's', 't'), HB_TAG('p', 'r', 'o', 'p'),
    HB_TAG('v', 'h', 'e', 'a'), HB_TAG('v', 'm', 't', 'x'),
};

/* Describes the subset to HarfBuzz and counts the glyphs, with glyph 0. Returns NULL when memory is
 * exhausted. */
static hb_subset_input_t *input_make(const struct font *f, const uint32_t *glyphs, size_t n,
                                     size_t *used) {
    hb_subset_input_t *in = HB_SUBSET(input_create_or_fail);
    if (in == NULL) {
        return NULL;
    }
    unsigned limit = HB(face_get_glyph_count, f->face);
    hb_set_t *set = HB_SUBSET(input_glyph_set, in);
    HB(set_add, set, 0);
    for (size_t i = 0; i < n; i++) {
        if (glyphs[i] < limit) {
            HB(set_add, set, glyphs[i]);
        }
    }
    *used = HB(set_get_population, set);
    hb_set_t *drop = HB_SUBSET(input_set, in, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (size_t i = 0; i < ARRAY_LEN(dropped); i++) {
        HB(set_add, drop, dropped[i]);
    }
    HB_SUBSET(input_set_flags, in, HB_SUBSET_FLAGS_NO_HINTING);
    return in;
}

/* Fills `used` and `cids` from the numbers that the plan gives the glyphs. The program of `out`
 * must be set. */
static bool codes_make(struct arena *a, const hb_set_t *set, hb_subset_plan_t *plan,
                       struct font_subset *out) {
    const hb_map_t *map = HB_SUBSET(plan_old_to_new_glyph_mapping, plan);
    /* the number includes the components of composites */
    unsigned total = HB(map_get_population, map);
    uint32_t *charset = ARENA_ARRAY(a, uint32_t, total);
    bool cid_keyed = false;
    if (total == 0) {
        return false;
    }
    if (out->cff && !font_cff_cids(out->program, charset, total, &cid_keyed)) {
        return false;
    }
    out->total = total;
    out->charset = cid_keyed ? charset : NULL;
    size_t i = 0;
    for (hb_codepoint_t g = HB_SET_VALUE_INVALID; HB(set_next, set, &g); i++) {
        hb_codepoint_t to = HB(map_get, map, g);
        if (to >= total) {
            return false;
        }
        out->used[i] = g;
        out->cids[i] = cid_keyed ? charset[to] : to;
    }
    return true;
}

/* Copies the program to be embedded: the bare CFF table (FontFile3, CIDFontType0C) or the whole
 * TrueType file (FontFile2). */
static bool program_take(struct arena *a, hb_face_t *sub, struct font_subset *out) {
    hb_blob_t *blob = out->cff ? HB(face_reference_table, sub, HB_TAG('C', 'F', 'F', ' '))
                               : HB(face_reference_blob, sub);
    unsigned n = 0;
    const char *p = HB(blob_get_data, blob, &n);
    out->program = arena_str(a, (struct str){p, n});
    HB(blob_destroy, blob);
    return n > 0;
}

/* Whether a glyph has a text of more than one unit of UTF-16. Ligatures and letters of formulas
 * have such texts. */
static bool has_long_text(const struct str *texts, size_t n) {
    for (size_t i = 1; i < n; i++) {
        size_t at = 0;
        if (texts[i].n > 0 && (utf8_next(texts[i], &at) > 0xFFFF || at < texts[i].n)) {
            return true;
        }
    }
    return false;
}

/* Makes the subset with cff_subset.c. If the font has no CFF table, its outlines are converted if
 * it is a variant, or if glyphs stand for long texts, which become the names of the glyphs.
 * Otherwise returns false, and the TrueType outlines are kept, because they are smaller. */
static bool subset_cff(struct arena *a, const struct font *f, const struct subset_kept *k,
                       struct font_subset *out) {
    hb_blob_t *blob = HB(face_reference_table, f->face, HB_TAG('C', 'F', 'F', ' '));
    unsigned bytes = 0, limit = HB(face_get_glyph_count, f->face);
    const char *p = HB(blob_get_data, blob, &bytes);
    struct str *texts = ARENA_ARRAY(a, struct str, k->n + 1);
    out->used = ARENA_ARRAY(a, uint32_t, k->n + 1);
    out->cids = ARENA_ARRAY(a, uint32_t, k->n + 1);
    out->used[0] = 0;
    out->n = 1;
    for (size_t i = 0; i < k->n; i++) { /* glyph 0 comes first, then the others, each once */
        if (k->glyphs[i] < limit && k->glyphs[i] != out->used[out->n - 1]) {
            out->cids[out->n] = (uint32_t)out->n;
            texts[out->n] = k->texts[i];
            out->used[out->n++] = k->glyphs[i];
        }
    }
    out->total = (uint32_t)out->n;
    out->simple = out->n <= FONT_SIMPLE_GLYPHS;
    bool drawn = font_is_drawn(f) || (out->simple && has_long_text(texts, out->n));
    bool good =
        (out->cff && !font_is_drawn(f) &&
         font_cff_subset(a, (struct str){p, bytes}, out->used, texts, out->n, &out->program)) ||
        (drawn && font_cff_drawn(a, f, out->used, texts, out->n, &out->program));
    HB(blob_destroy, blob);
    out->cff = out->cff || good;
    out->simple = out->simple && good;
    return good;
}

static bool subset_make(struct arena *a, struct font *f, const struct subset_kept *k,
                        struct font_subset *out) {
    *out = (struct font_subset){0};
    out->cff = font_has_table(f->face, HB_TAG('C', 'F', 'F', ' '));
    if (subset_cff(a, f, k, out)) {
        return true;
    }
    if (!out->cff && !font_has_table(f->face, HB_TAG('g', 'l', 'y', 'f'))) {
        return false;
    }
    hb_subset_input_t *in = input_make(f, k->glyphs, k->n, &out->n);
    if (in == NULL) {
        return false;
    }
    bool ok = false;
    hb_subset_plan_t *plan = HB_SUBSET(plan_create_or_fail, f->face, in);
    hb_face_t *sub = plan != NULL ? HB_SUBSET(plan_execute_or_fail, plan) : NULL;
    if (sub != NULL && program_take(a, sub, out)) {
        out->used = ARENA_ARRAY(a, uint32_t, out->n);
        out->cids = ARENA_ARRAY(a, uint32_t, out->n);
        ok = codes_make(a, HB_SUBSET(input_glyph_set, in), plan, out);
    }
    if (sub != NULL) {
        HB(face_destroy, sub);
    }
    if (plan != NULL) {
        HB_SUBSET(plan_destroy, plan);
    }
    HB_SUBSET(input_destroy, in);
    return ok;
}

/* ---- cached subsets: documents of one run mostly have the same letters */

enum { SUBSETS_KEPT = 4 }; /* maximum number of cached subsets of a font */

/* A glyph and its text. */
struct use {
    uint32_t glyph;
    struct str text;
};

static int by_glyph(const void *a, const void *b) {
    const struct use *x = a, *y = b;
    return x->glyph < y->glyph ? -1 : x->glyph > y->glyph;
}

static void kept_drop(struct subset_kept *k) {
    arena_drop(k->arena); /* the struct itself is also in the arena */
}

void font_subsets_drop(struct font *f) {
    while (f->subsets != NULL) {
        struct subset_kept *k = f->subsets;
        f->subsets = k->next;
        kept_drop(k);
    }
}

static bool kept_is(const struct subset_kept *k, const struct use *uses, size_t n) {
    for (size_t i = 0; k->n == n && i < n; i++) {
        if (k->glyphs[i] != uses[i].glyph || !str_eq(k->texts[i], uses[i].text)) {
            return false;
        }
    }
    return k->n == n;
}

/* Takes the cached subset with exactly these glyphs out of the list, or returns NULL. A full list
 * loses its least recently used subset. */
static struct subset_kept *kept_take(struct font *f, const struct use *uses, size_t n) {
    size_t count = 0;
    struct subset_kept **at = &f->subsets;
    for (; *at != NULL; at = &(*at)->next, count++) {
        struct subset_kept *k = *at;
        if (kept_is(k, uses, n)) {
            *at = k->next;
            return k;
        }
        if (count + 1 == SUBSETS_KEPT) {
            *at = NULL;
            kept_drop(k);
            break;
        }
    }
    return NULL;
}

static struct font_subset copied(struct arena *a, const struct font_subset *from) {
    struct font_subset out = *from;
    out.program = arena_str(a, from->program);
    out.used = arena_copy(a, from->used, from->n * sizeof *from->used);
    out.cids = arena_copy(a, from->cids, from->n * sizeof *from->cids);
    if (from->charset != NULL) {
        out.charset = arena_copy(a, from->charset, from->total * sizeof *from->charset);
    }
    return out;
}

bool font_subset_make(struct arena *a, struct font *f, const uint32_t *glyphs,
                      const struct str *texts, size_t n, struct font_subset *out) {
    struct use *uses = ARENA_ARRAY(a, struct use, n);
    for (size_t i = 0; i < n; i++) {
        uses[i] = (struct use){glyphs[i], texts != NULL ? texts[i] : STR_EMPTY};
    }
    qsort(uses, n, sizeof *uses, by_glyph);
    struct subset_kept *k = kept_take(f, uses, n);
    if (k == NULL) {
        struct arena *own = arena_new();
        k = ARENA_NEW(own, struct subset_kept);
        k->arena = own;
        k->glyphs = ARENA_ARRAY(own, uint32_t, n);
        k->texts = ARENA_ARRAY(own, struct str, n);
        k->n = n;
        for (size_t i = 0; i < n; i++) {
            k->glyphs[i] = uses[i].glyph;
            k->texts[i] = arena_str(own, uses[i].text);
        }
        if (!subset_make(own, f, k, &k->subset)) {
            kept_drop(k);
            *out = (struct font_subset){0};
            return false;
        }
    }
    k->next = f->subsets;
    f->subsets = k;
    *out = copied(a, &k->subset);
    return true;
}
