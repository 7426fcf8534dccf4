/* SPDX-License-Identifier: MIT */
/*
 * The fonts of a document: which glyphs stand for which text, and their objects.
 *
 * A first pass over the pages counts what text each glyph is shown for; its most frequent text goes
 * into ToUnicode (ISO 32000-1, 9.10.3). Where a glyph then stands for something else, the content
 * is marked with /ActualText (14.9.4).
 */
#ifndef DOSSIER_PDF_FONTS_H
#define DOSSIER_PDF_FONTS_H

#include "pdf/job.h"

/** A glyph of the document: its code in strings is the CID. */
struct pdf_glyph {
    uint32_t id;       /* in the font */
    uint32_t variants; /* index + 1 of its first text, while counting */
    uint16_t cid;
    uint32_t picture; /* number from 1 in the job's pictures; 0: its outline is what is seen */
    int32_t width;    /* millionths of the em, as the W array has it */
    struct str text;  /* what ToUnicode says */
};

/** A text that a glyph is shown for. */
struct pdf_variant {
    struct str text;
    uint32_t count, next; /* next: index + 1 of the same glyph's next variant */
};

struct pdf_font {
    struct font *font;
    pdf_ref ref;
    int index;     /* resource "/F3" */
    bool blank;    /* its program has no outlines */
    bool broken;   /* because its file is damaged: boxes stand for its glyphs */
    bool pictured; /* some glyphs have pictures */
    struct pdf_glyph *glyphs;
    size_t nglyphs, cap;
    uint32_t *slots; /* glyph id to index + 1 into glyphs */
    size_t nslots;
    struct pdf_variant *variants;
    size_t nvariants, variant_cap;
};

/** One cluster: glyphs [from, to) of a text that stand for `text` together (HarfBuzz's clusters).
 */
struct pdf_cluster {
    size_t from, to;
    struct str text;
};
/* Inline, as all that is asked of each glyph: a long document has millions. */
/** The cluster that begins at glyph `from`. Right-to-left runs have falling offsets. */
static inline struct pdf_cluster pdf_cluster_at(const struct page_text *t, size_t from) {
    uint32_t begin = t->glyphs[from].cluster;
    size_t to = from + 1;
    while (to < t->n && t->glyphs[to].cluster == begin) {
        to++;
    }
    size_t end = t->text.n;
    if (to < t->n && t->glyphs[to].cluster > begin) {
        end = t->glyphs[to].cluster;
    } else if (from > 0 && t->glyphs[from - 1].cluster > begin) {
        end = t->glyphs[from - 1].cluster; /* right to left */
    }
    return (struct pdf_cluster){from, to, str_slice(t->text, begin, end)};
}
/** Spaces that only differ in where a line may break: what is searched for is a space. */
static inline struct str pdf_plain_space(struct str text) {
    bool space = text.n > 1 && (str_is(text, "\xC2\xA0") || str_is(text, "\xE2\x80\xAF"));
    return space ? STR(" ") : text;
}
/** pdf_cluster_glyph_text() where there are several. */
bool pdf_cluster_part_text(const struct page_text *t, const struct pdf_cluster *c, size_t i,
                           struct str *text);
/**
 * The text of glyph `i` of a cluster when each glyph has a character of its own; the whole text for
 * a single glyph. False when text and glyphs do not fall together: only the cluster as a whole has
 * text then.
 */
static inline bool pdf_cluster_glyph_text(const struct page_text *t, const struct pdf_cluster *c,
                                          size_t i, struct str *text) {
    if (c->to - c->from > 1) {
        return pdf_cluster_part_text(t, c, i, text);
    }
    *text = pdf_plain_space(c->text);
    return c->text.n > 0;
}
/** Whether two texts of glyphs are one: mostly a letter. */
static inline bool pdf_same_text(struct str a, struct str b) {
    return a.n == 1 ? b.n == 1 && a.p[0] == b.p[0] : str_eq(a, b);
}

/** Counts the glyphs of all pages, subsets and embeds the fonts. For one that cannot be, boxes
 * stand and a diagnostic says so. */
void pdf_fonts_embed(struct pdf_job *job);
void pdf_fonts_drop(struct pdf_fonts *fonts);
const struct pdf_font *pdf_font_of(const struct pdf_job *job, const struct font *font);
static inline const struct pdf_glyph *pdf_glyph_of(const struct pdf_font *font, uint32_t id) {
    return &font->glyphs[font->slots[id] - 1];
}
/** "/Font<</F0 5 0 R ...>>", appended. */
void pdf_fonts_put_resources(const struct pdf_job *job, struct buf *body);

/** Gives the counted glyphs CID, width and text and writes the font's objects. */
void pdf_font_write(struct pdf_job *job, struct pdf_font *f, const struct font_subset *subset);
/** Writes the pictures of a font's glyphs, whose texts are known. */
void pdf_colour_write(struct pdf_job *job, struct pdf_font *f);
/** The ToUnicode CMap (9.10.3) of glyphs in the order of their CIDs, appended. */
void pdf_to_unicode_put(struct buf *b, const struct pdf_glyph *const *glyphs, size_t n);

#endif
