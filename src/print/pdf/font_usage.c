/* SPDX-License-Identifier: MIT */
/*
 * Counts which glyphs a document shows, and for which text.
 *
 * The clusters of HarfBuzz map glyphs to text. They are counted over all pages, and font_objects.c
 * chooses the text of each glyph by these counts.
 */
#include "print/pdf/font_usage.h"

#include "core/base/utf8.h"

#include <string.h>

static const struct str soft_hyphen = STR_INIT("\xC2\xAD");
/* The text that is written for a glyph without text: a zero-width space (ISO 19005-2, 6.2.11.7.2).
 */
static const struct str no_text = STR_INIT("\xE2\x80\x8B");

DIAG_USE(DIAG_FONT_DAMAGED);

/* maximum number of glyphs of a cluster in which each glyph may have a text of its own */
#define CLUSTER_MAX 64

enum {
    GLYPHS_MAX = 65536, /* OpenType has glyph numbers of 16 bits, and the codes here have 16 bits */
    VARIANTS_MAX = 8 /* maximum number of texts counted for one glyph; further texts are written as
                        /ActualText only */
};

struct pdf_fonts {
    VEC(struct pdf_font *) list;
    struct pdf_font *latest;
};

/* ---- clusters */

/*
 * Returns a plain space for spaces that differ only in line breaking, because users search for
 * plain spaces.
 */
static struct str plain_space(struct str text) {
    bool space = str_is(text, "\xC2\xA0") || str_is(text, "\xE2\x80\xAF");
    return space ? STR(" ") : text;
}

struct pdf_cluster pdf_cluster_at(const struct page_text *t, size_t from) {
    uint32_t begin = page_text_cluster(t, from);
    size_t to = from + 1;
    while (to < t->n && page_text_cluster(t, to) == begin) {
        to++;
    }
    size_t end = t->text.n;
    if (to < t->n && page_text_cluster(t, to) > begin) {
        end = page_text_cluster(t, to);
    } else if (from > 0 && page_text_cluster(t, from - 1) > begin) {
        /* in right-to-left text, the cluster ends where the cluster of the previous glyph begins */
        end = page_text_cluster(t, from - 1);
    }
    return (struct pdf_cluster){from, to, str_slice(t->text, begin, end)};
}

bool pdf_cluster_glyph_text(const struct page_text *t, const struct pdf_cluster *c, size_t i,
                            struct str *text) {
    size_t n = c->to - c->from;
    if (n == 1) {
        *text = plain_space(c->text);
        return c->text.n > 0;
    }
    if (n > CLUSTER_MAX || utf8_count(c->text) != n) {
        return false;
    }
    bool falling = c->from > 0 && page_text_cluster(t, c->from - 1) > page_text_cluster(t, c->from);
    size_t skip = falling ? c->to - 1 - i : i - c->from, at = 0;
    while (skip-- > 0) {
        utf8_next(c->text, &at);
    }
    size_t begin = at;
    utf8_next(c->text, &at);
    *text = plain_space(str_slice(c->text, begin, at));
    return true;
}

/* ---- counting */

/** The record of a font, or NULL. Neighbouring texts mostly have the same font, so the latest
 * record is tried first. */
static struct pdf_font *known_font(struct pdf_fonts *fonts, const struct font *font) {
    if (fonts->latest && fonts->latest->font == font) {
        return fonts->latest;
    }
    for (size_t i = 0; i < fonts->list.n; i++) {
        if (fonts->list.p[i]->font == font) {
            return fonts->latest = fonts->list.p[i];
        }
    }
    return NULL;
}

static struct pdf_font *find_font(struct pdf_job *job, struct font *font) {
    struct pdf_fonts *fonts = job->fonts;
    struct pdf_font *known = known_font(fonts, font);
    if (known) {
        return known;
    }
    struct pdf_font *f = ARENA_NEW(job->arena, struct pdf_font);
    f->font = font;
    f->index = (int)fonts->list.n;
    vec_push(&fonts->list, f);
    return fonts->latest = f;
}

/** The list of the texts that a glyph shows. Creates the record of the glyph if it is new. */
static uint32_t *find_variants(struct pdf_font *f, uint32_t id) {
    if (id >= GLYPHS_MAX) {
        BUG("a glyph number beyond 16 bits");
    }
    if (id >= f->nslots) {
        size_t n = f->nslots ? f->nslots : 256;
        while (n <= id) {
            n *= 2;
        }
        f->slots = xrealloc(f->slots, n * sizeof *f->slots);
        memset(f->slots + f->nslots, 0, (n - f->nslots) * sizeof *f->slots);
        f->nslots = n;
    }
    if (!f->slots[id]) {
        if (f->nglyphs == f->cap) {
            f->cap = f->cap ? f->cap * 2 : 64;
            f->glyphs = xrealloc(f->glyphs, f->cap * sizeof *f->glyphs);
        }
        f->glyphs[f->nglyphs++] = (struct pdf_glyph){.id = id};
        f->slots[id] = (uint32_t)f->nglyphs;
    }
    return &f->glyphs[f->slots[id] - 1].variants;
}

/** Counts one use of a glyph for `text`. With `weight` 0, the text is only recorded as a possible
 * text. */
static void count_glyph(struct pdf_font *f, uint32_t id, struct str text, uint32_t weight) {
    uint32_t *link = find_variants(f, id);
    if (text.n == 0) {
        return;
    }
    int seen = 0;
    for (; *link; link = &f->variants[*link - 1].next, seen++) {
        struct pdf_variant *v = &f->variants[*link - 1];
        if (str_eq(v->text, text)) {
            v->count += weight;
            return;
        }
    }
    if (seen == VARIANTS_MAX) {
        return;
    }
    /* `*link` is set first, because the next lines may move the array that contains it */
    *link = (uint32_t)f->nvariants + 1;
    if (f->nvariants == f->variant_cap) {
        f->variant_cap = f->variant_cap ? f->variant_cap * 2 : 64;
        f->variants = xrealloc(f->variants, f->variant_cap * sizeof *f->variants);
    }
    f->variants[f->nvariants++] = (struct pdf_variant){.text = text, .count = weight};
}

static void count_text(struct pdf_job *job, const struct page_text *t) {
    struct pdf_font *f = find_font(job, t->font);
    for (size_t i = 0; i < t->n;) {
        unsigned char plain;
        if (pdf_glyph_is_plain(t, i, &plain)) {
            struct font_glyph g = page_text_glyph(t, i++);
            job->faults |= g.id == 0 ? FAULT_GLYPH : 0u;
            count_glyph(f, g.id, str_slice(t->text, g.cluster, g.cluster + 1u), 1);
            continue;
        }
        struct pdf_cluster c = pdf_cluster_at(t, i);
        for (; i < c.to; i++) {
            struct str text;
            bool own = pdf_cluster_glyph_text(t, &c, i, &text);
            if (!own) {
                text = i == c.from ? c.text : STR_EMPTY;
            }
            uint32_t id = page_text_glyph(t, i).id;
            count_glyph(f, id, text, own ? 1 : 0);
            job->faults |= id == 0 ? FAULT_GLYPH : 0u;
        }
    }
}

static void count_pages(struct pdf_job *job) {
    for (size_t p = 0; p < job->pages->pages.n; p++) {
        const struct page *page = job->pages->pages.p[p];
        for (size_t i = 0; i < page->items.n; i++) {
            if (page->items.p[i].kind == PAGE_TEXT) {
                count_text(job, &page->items.p[i].u.text);
            }
        }
    }
}

/* ---- look-ups and resources */

static void report_broken(struct pdf_job *job, const struct pdf_font *f) {
    struct str name = font_family(f->font);
    struct diag *g = diag_add(job->diags, DIAG_FONT_DAMAGED, SPAN_NONE,
                              "the font `%.*s` cannot be embedded", STR_ARG(name));
    diag_hint(job->diags, g,
              "boxes replace its letters: its file is damaged or of an unknown kind, choose "
              "another font");
}

/**
 * Chooses the most frequent text of a glyph. A soft hyphen is chosen last: readers without
 * /ActualText should not find it in a compound word.
 */
static struct str choose_text(struct pdf_job *job, const struct pdf_font *f,
                              const struct pdf_glyph *g) {
    const struct pdf_variant *best = NULL;
    for (uint32_t i = g->variants; i; i = f->variants[i - 1].next) {
        const struct pdf_variant *v = &f->variants[i - 1];
        job->faults |= pdf_text_is_private(v->text) ? FAULT_PRIVATE : 0u;
        if (!best || str_eq(best->text, soft_hyphen) ||
            (v->count > best->count && !str_eq(v->text, soft_hyphen))) {
            best = v;
        }
    }
    return best ? best->text : no_text;
}

static void embed(struct pdf_job *job, struct pdf_font *f) {
    uint32_t *ids = ARENA_ARRAY(job->arena, uint32_t, f->nglyphs);
    struct str *texts = ARENA_ARRAY(job->arena, struct str, f->nglyphs);
    for (size_t i = 0; i < f->nglyphs; i++) {
        ids[i] = f->glyphs[i].id;
        texts[i] = f->glyphs[i].text = choose_text(job, f, &f->glyphs[i]);
    }
    struct font_subset subset = {.simple = false};
    bool outlines = font_has_outlines(f->font);
    f->broken = outlines && !font_subset_make(job->arena, f->font, ids, texts, f->nglyphs, &subset);
    f->blank = f->broken || !outlines;
    if (f->blank) {
        font_blank_make(job->arena, f->font, ids, f->nglyphs, &subset);
    }
    if (f->broken) {
        report_broken(job, f);
        job->faults |= FAULT_GLYPH;
    }
    pdf_font_write(job, f, &subset);
    if (f->blank || font_has_colours(f->font)) {
        pdf_colour_write(job, f);
    }
}

void pdf_fonts_embed(struct pdf_job *job) {
    job->fonts = xcalloc(1, sizeof *job->fonts);
    count_pages(job);
    for (size_t i = 0; i < job->fonts->list.n; i++) {
        embed(job, job->fonts->list.p[i]);
    }
}

void pdf_fonts_drop(struct pdf_fonts *fonts) {
    for (size_t i = 0; i < fonts->list.n; i++) {
        struct pdf_font *f = fonts->list.p[i];
        free(f->glyphs);
        free(f->slots);
        free(f->variants);
    }
    vec_drop(&fonts->list);
    free(fonts);
}

const struct pdf_font *pdf_font_of(const struct pdf_job *job, const struct font *font) {
    struct pdf_font *f = known_font(job->fonts, font);
    if (!f) {
        BUG("a font that was not counted");
    }
    return f;
}

void pdf_fonts_put_resources(const struct pdf_job *job, struct buf *body) {
    if (job->fonts->list.n == 0) {
        return;
    }
    buf_puts(body, "/Font<<");
    for (size_t i = 0; i < job->fonts->list.n; i++) {
        buf_printf(body, "/F%zu", i);
        pdf_put_ref(body, job->fonts->list.p[i]->ref);
    }
    buf_puts(body, ">>");
}
