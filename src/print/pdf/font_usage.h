/* SPDX-License-Identifier: MIT */
/*
 * The fonts of a document: which glyphs stand for which text, and their objects.
 *
 * A first pass over the pages counts what text each glyph is shown for; its most frequent text goes
 * into ToUnicode (ISO 32000-1, 9.10.3). Where a glyph then stands for something else, the content
 * is marked with /ActualText (14.9.4).
 */
#ifndef DOSSIER_PDF_FONT_USAGE_H
#define DOSSIER_PDF_FONT_USAGE_H

#include "print/pdf/job.h"

/** A glyph of the document: its code in strings is the CID. */
struct pdf_glyph {
    uint32_t id;       /* in the font */
    uint32_t variants; /* index + 1 of its first text, while counting */
    uint16_t cid;
    uint32_t picture; /* number from 1 in the job's pictures; 0: its outline is what is seen */
    int32_t width;    /* millionths of the em, as the W array has it */
    uint8_t ncode;    /* bytes of `code` */
    char code[4];     /* the CID as it stands in a string (7.3.4.2) */
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
/**
 * Whether the glyph at `i` is a cluster by itself whose text is one character of ASCII but a
 * space's relatives, which is then its own, and which that is. Nearly all glyphs are: they need no
 * more.
 */
static inline bool pdf_glyph_is_plain(const struct page_text *t, size_t i, unsigned char *c) {
    uint32_t begin = page_text_cluster(t, i);
    bool ends = i + 1 < t->n ? page_text_cluster(t, i + 1) == begin + 1 : t->text.n == begin + 1u;
    if (!ends || (i > 0 && page_text_cluster(t, i - 1) >= begin)) {
        return false; /* it may be one of a run from right to left, or of a larger cluster */
    }
    *c = (unsigned char)t->text.p[begin];
    return *c < 0x80;
}
/** The cluster that begins at glyph `from`. Right-to-left runs have falling offsets. */
struct pdf_cluster pdf_cluster_at(const struct page_text *t, size_t from);
/**
 * The text of glyph `i` of a cluster when each glyph has a character of its own; the whole text for
 * a single glyph. False when text and glyphs do not fall together: only the cluster as a whole has
 * text then.
 */
bool pdf_cluster_glyph_text(const struct page_text *t, const struct pdf_cluster *c, size_t i,
                            struct str *text);

/** Counts the glyphs of all pages, subsets and embeds the fonts. For one that cannot be, boxes
 * stand and a diagnostic says so. */
void pdf_fonts_embed(struct pdf_job *job);
void pdf_fonts_drop(struct pdf_fonts *fonts);
const struct pdf_font *pdf_font_of(const struct pdf_job *job, const struct font *font);
/** The record of a glyph that was counted. */
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
