/* SPDX-License-Identifier: MIT */
/*
 * The fonts of a document: the text of each glyph, and the font objects.
 *
 * A first pass over the pages counts the texts for which each glyph is shown. The most frequent one
 * goes into ToUnicode (ISO 32000-1, 9.10.3); elsewhere the content is marked with /ActualText
 * (14.9.4).
 */
#ifndef DOSSIER_PDF_FONT_USAGE_H
#define DOSSIER_PDF_FONT_USAGE_H

#include "print/pdf/job.h"

/** A glyph of the document. Its code in strings is the CID; in simple fonts it has one byte. */
struct pdf_glyph {
    uint32_t id;       /* in the font */
    uint32_t variants; /* index + 1 of its first text */
    uint16_t cid;
    uint32_t picture; /* number from 1 in the job's pictures; 0: the outline is shown */
    int32_t width;    /* millionths of the em, for the W array */
    uint8_t ncode;    /* bytes of `code` */
    char code[4];     /* the CID, escaped as in a string (7.3.4.2) */
    struct str text;  /* for ToUnicode */
};

/** A text that a glyph is shown for. */
struct pdf_variant {
    struct str text;
    uint32_t count, next; /* next: index + 1 of the glyph's next text */
};

struct pdf_font {
    struct font *font;
    pdf_ref ref;
    int index;     /* resource "/F3" */
    bool blank;    /* the program has no outlines */
    bool broken;   /* because the font file is damaged: boxes replace its glyphs */
    bool pictured; /* some glyphs have pictures */
    struct pdf_glyph *glyphs;
    size_t nglyphs, cap;
    uint32_t *slots; /* glyph id to index + 1 into glyphs */
    size_t nslots;
    struct pdf_variant *variants;
    size_t nvariants, variant_cap;
};

/** A cluster of HarfBuzz: glyphs [from, to) of a text together represent `text`. */
struct pdf_cluster {
    size_t from, to;
    struct str text;
};
/**
 * Whether the glyph at `i` is a cluster by itself whose text is one ASCII character, returned in
 * `*c`. Nearly all glyphs are; their text needs no further look-up.
 */
static inline bool pdf_glyph_is_plain(const struct page_text *t, size_t i, unsigned char *c) {
    uint32_t begin = page_text_cluster(t, i);
    bool ends = i + 1 < t->n ? page_text_cluster(t, i + 1) == begin + 1 : t->text.n == begin + 1u;
    if (!ends || (i > 0 && page_text_cluster(t, i - 1) >= begin)) {
        return false; /* part of a right-to-left run or of a larger cluster */
    }
    *c = (unsigned char)t->text.p[begin];
    return *c < 0x80;
}
/** The cluster that begins at glyph `from`. Offsets fall in right-to-left runs. */
struct pdf_cluster pdf_cluster_at(const struct page_text *t, size_t from);
/**
 * The text of glyph `i` of a cluster: one character if the cluster has as many characters as
 * glyphs, the whole text for a single glyph. False otherwise: only the whole cluster has text.
 */
bool pdf_cluster_glyph_text(const struct page_text *t, const struct pdf_cluster *c, size_t i,
                            struct str *text);

/** Counts the glyphs of all pages, makes subsets and embeds the fonts. If a font cannot be
 * embedded, boxes replace its glyphs and a diagnostic reports it. */
void pdf_fonts_embed(struct pdf_job *job);
void pdf_fonts_drop(struct pdf_fonts *fonts);
const struct pdf_font *pdf_font_of(const struct pdf_job *job, const struct font *font);
/** The record of a glyph that was counted. */
static inline const struct pdf_glyph *pdf_glyph_of(const struct pdf_font *font, uint32_t id) {
    return &font->glyphs[font->slots[id] - 1];
}
/** Appends "/Font<</F0 5 0 R ...>>". */
void pdf_fonts_put_resources(const struct pdf_job *job, struct buf *body);

/** Gives the counted glyphs, which have texts, CIDs and widths and writes the font's objects. */
void pdf_font_write(struct pdf_job *job, struct pdf_font *f, const struct font_subset *subset);
/** Writes the pictures of a font's glyphs, once their texts are chosen. */
void pdf_colour_write(struct pdf_job *job, struct pdf_font *f);
/** Appends the ToUnicode CMap (9.10.3) of glyphs sorted by CID; `simple`: codes have one byte. */
void pdf_to_unicode_put(struct buf *b, const struct pdf_glyph *const *glyphs, size_t n,
                        bool simple);

#endif
