/* SPDX-License-Identifier: MIT */
/*
 * Subsets for embedding (ISO 32000-1, 9.7 and 9.9). HarfBuzz, or cff_subset.c for common CFF fonts,
 * renumbers the glyphs, keeps the outlines and drops tables that only shaping needs. Chooses the
 * tables that are kept and the code of each glyph.
 */
#include "print/font/font_internal.h"
#include "print/font/hb_subset_calls.h"

#include <stdlib.h>
#include <string.h>

/* Tables that PDF readers ignore in an embedded font, and the variations of variable fonts, of
 * which the default instance is embedded. Without GSUB the glyph set is not closed over
 * substitutions, which the shaped text no longer needs. */
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

static bool has_table(const struct font *f, hb_tag_t tag) {
    hb_blob_t *blob = hb_face_reference_table(f->face, tag);
    bool has = hb_blob_get_length(blob) > 0;
    hb_blob_destroy(blob);
    return has;
}

/* Describes the subset to HarfBuzz; NULL if memory is out. Counts the glyphs, 0 included. */
static hb_subset_input_t *input_make(const struct font *f, const uint32_t *glyphs, size_t n,
                                     size_t *used) {
    hb_subset_input_t *in = hb_subset_input_create_or_fail();
    if (in == NULL) {
        return NULL;
    }
    unsigned limit = hb_face_get_glyph_count(f->face);
    hb_set_t *set = hb_subset_input_glyph_set(in);
    hb_set_add(set, 0);
    for (size_t i = 0; i < n; i++) {
        if (glyphs[i] < limit) {
            hb_set_add(set, glyphs[i]);
        }
    }
    *used = hb_set_get_population(set);
    hb_set_t *drop = hb_subset_input_set(in, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (size_t i = 0; i < ARRAY_LEN(dropped); i++) {
        hb_set_add(drop, dropped[i]);
    }
    hb_subset_input_set_flags(in, HB_SUBSET_FLAGS_NO_HINTING);
    return in;
}

/* Fills `used` and `cids` from the plan's numbering. `program` is the finished subset. */
static bool codes_make(struct arena *a, const hb_set_t *set, hb_subset_plan_t *plan,
                       struct font_subset *out) {
    const hb_map_t *map = hb_subset_plan_old_to_new_glyph_mapping(plan);
    unsigned total = hb_map_get_population(map); /* components of composites included */
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
    for (hb_codepoint_t g = HB_SET_VALUE_INVALID; hb_set_next(set, &g); i++) {
        hb_codepoint_t to = hb_map_get(map, g);
        if (to >= total) {
            return false;
        }
        out->used[i] = g;
        out->cids[i] = cid_keyed ? charset[to] : to;
    }
    return true;
}

/* The embedded program: the CFF table bare (FontFile3, CIDFontType0C) or the whole TrueType file
 * (FontFile2). */
static bool program_take(struct arena *a, hb_face_t *sub, struct font_subset *out) {
    hb_blob_t *blob = out->cff ? hb_face_reference_table(sub, HB_TAG('C', 'F', 'F', ' '))
                               : hb_face_reference_blob(sub);
    unsigned n = 0;
    const char *p = hb_blob_get_data(blob, &n);
    out->program = arena_str(a, (struct str){p, n});
    hb_blob_destroy(blob);
    return n > 0;
}

/* The glyphs of `sorted` and glyph 0, each once. */
static size_t set_make(const struct font *f, const uint32_t *sorted, size_t n, uint32_t *set) {
    unsigned limit = hb_face_get_glyph_count(f->face);
    size_t count = 1;
    set[0] = 0;
    for (size_t i = 0; i < n; i++) {
        if (sorted[i] < limit && sorted[i] != set[count - 1]) {
            set[count++] = sorted[i];
        }
    }
    return count;
}

/* Makes the subset with cff_subset.c. */
static bool subset_cff(struct arena *a, const struct font *f, const uint32_t *sorted, size_t n,
                       struct font_subset *out) {
    hb_blob_t *blob = hb_face_reference_table(f->face, HB_TAG('C', 'F', 'F', ' '));
    unsigned bytes = 0;
    const char *p = hb_blob_get_data(blob, &bytes);
    out->used = ARENA_ARRAY(a, uint32_t, n + 1);
    out->cids = ARENA_ARRAY(a, uint32_t, n + 1);
    out->n = set_make(f, sorted, n, out->used);
    out->total = (uint32_t)out->n;
    for (size_t i = 0; i < out->n; i++) {
        out->cids[i] = (uint32_t)i;
    }
    bool good = font_cff_subset(a, (struct str){p, bytes}, out->used, out->n, &out->program);
    hb_blob_destroy(blob);
    return good;
}

static bool subset_make(struct arena *a, struct font *f, const uint32_t *glyphs, size_t n,
                        struct font_subset *out) {
    *out = (struct font_subset){0};
    out->cff = has_table(f, HB_TAG('C', 'F', 'F', ' '));
    if (out->cff && subset_cff(a, f, glyphs, n, out)) {
        return true;
    }
    if (!out->cff && !has_table(f, HB_TAG('g', 'l', 'y', 'f'))) {
        return false;
    }
    hb_subset_input_t *in = input_make(f, glyphs, n, &out->n);
    if (in == NULL) {
        return false;
    }
    bool ok = false;
    hb_subset_plan_t *plan = hb_subset_plan_create_or_fail(f->face, in);
    hb_face_t *sub = plan != NULL ? hb_subset_plan_execute_or_fail(plan) : NULL;
    if (sub != NULL && program_take(a, sub, out)) {
        out->used = ARENA_ARRAY(a, uint32_t, out->n);
        out->cids = ARENA_ARRAY(a, uint32_t, out->n);
        ok = codes_make(a, hb_subset_input_glyph_set(in), plan, out);
    }
    if (sub != NULL) {
        hb_face_destroy(sub);
    }
    if (plan != NULL) {
        hb_subset_plan_destroy(plan);
    }
    hb_subset_input_destroy(in);
    return ok;
}

/* ---- cached subsets: documents of one run mostly have the same letters */

enum { SUBSETS_KEPT = 4 }; /* of a font */

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void kept_drop(struct subset_kept *k) {
    arena_drop(k->arena); /* the struct is in its own arena */
}

void font_subsets_drop(struct font *f) {
    while (f->subsets != NULL) {
        struct subset_kept *k = f->subsets;
        f->subsets = k->next;
        kept_drop(k);
    }
}

/* Takes the cached subset with exactly these glyphs out of the list, or returns NULL. A full list
 * loses its least recently used subset. */
static struct subset_kept *kept_take(struct font *f, const uint32_t *glyphs, size_t n) {
    size_t count = 0;
    struct subset_kept **at = &f->subsets;
    for (; *at != NULL; at = &(*at)->next, count++) {
        struct subset_kept *k = *at;
        if (k->n == n && memcmp(k->glyphs, glyphs, n * sizeof *glyphs) == 0) {
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

bool font_subset_make(struct arena *a, struct font *f, const uint32_t *glyphs, size_t n,
                      struct font_subset *out) {
    uint32_t *sorted = arena_copy(a, glyphs, n * sizeof *glyphs);
    qsort(sorted, n, sizeof *sorted, by_number);
    struct subset_kept *k = kept_take(f, sorted, n);
    if (k == NULL) {
        struct arena *own = arena_new();
        k = ARENA_NEW(own, struct subset_kept);
        k->arena = own;
        k->glyphs = arena_copy(own, sorted, n * sizeof *sorted);
        k->n = n;
        if (!subset_make(own, f, k->glyphs, n, &k->subset)) {
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
