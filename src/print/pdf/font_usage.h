/* SPDX-License-Identifier: MIT */
/*
 * The fonts of a document: the text of each glyph, and the font objects.
 *
 * A first pass over the pages counts the texts for which each glyph is shown. The most frequent
 * text of a glyph goes into ToUnicode (ISO 32000-1, 9.10.3). Where the glyph represents another
 * text, the content is marked with /ActualText (14.9.4).
 */
#ifndef DOSSIER_PDF_FONT_USAGE_H
#define DOSSIER_PDF_FONT_USAGE_H

#include "print/pdf/job.h"

/** A glyph of the document. Its code in strings is the CID; in simple fonts it has one byte. */
struct pdf_glyph {
    uint32_t id;       /* the glyph's number in the font */
    uint32_t variants; /* index + 1 of the glyph's first text in the list of variants; 0: none */
    uint16_t cid;
    /* the number of the glyph's picture in the job, from 1; 0: the outline is shown */
    uint32_t picture;
    int32_t width;   /* the width in millionths of the em, for the W array */
    uint8_t ncode;   /* the number of bytes of `code` */
    char code[4];    /* the CID, escaped as in a string (7.3.4.2) */
    struct str text; /* the glyph's text in ToUnicode */
};

/** A text for which a glyph is shown. */
struct pdf_variant {
    struct str text;
    /* `next`: the index of the glyph's next text in the list of variants, plus 1; 0: there is
     * none */
    uint32_t count, next;
};

struct pdf_font {
    struct font *font;
    pdf_ref ref;
    int index;     /* the number in the font's resource name: 3 for "/F3" */
    bool blank;    /* the embedded program has no outlines */
    bool broken;   /* the font file is damaged, so boxes replace its glyphs */
    bool pictured; /* some glyphs of the font have pictures */
    struct pdf_glyph *glyphs;
    size_t nglyphs, cap;
    /* index + 1 of each glyph in `glyphs`, by its number in the font; 0: the glyph is not
     * counted */
    uint32_t *slots;
    size_t nslots;
    struct pdf_variant *variants;
    size_t nvariants, variant_cap;
};

/** A cluster of HarfBuzz: the glyphs [from, to) of a text, which together represent `text`. */
struct pdf_cluster {
    size_t from, to;
    struct str text;
};
/**
 * Whether the glyph at `i` forms a cluster alone and its text is one ASCII character, which `*c`
 * becomes. Nearly all glyphs are like this, and their text needs no further look-up.
 */
static inline bool pdf_glyph_is_plain(const struct page_text *t, size_t i, unsigned char *c) {
    uint32_t begin = page_text_cluster(t, i);
    bool ends = i + 1 < t->n ? page_text_cluster(t, i + 1) == begin + 1 : t->text.n == begin + 1u;
    if (!ends || (i > 0 && page_text_cluster(t, i - 1) >= begin)) {
        return false; /* the glyph is part of a right-to-left run or of a larger cluster */
    }
    *c = (unsigned char)t->text.p[begin];
    return *c < 0x80;
}
/** The cluster that begins at glyph `from`. In right-to-left runs the offsets of clusters
 * decrease. */
struct pdf_cluster pdf_cluster_at(const struct page_text *t, size_t from);
/**
 * The text of glyph `i` of a cluster. In a cluster with one glyph it is the whole text. In a
 * cluster with as many characters as glyphs it is one character. In all other clusters only the
 * whole cluster has a text, and the result is false.
 */
bool pdf_cluster_glyph_text(const struct page_text *t, const struct pdf_cluster *c, size_t i,
                            struct str *text);

/** Counts the glyphs of all pages, makes the subsets and embeds the fonts. If a font cannot be
 * embedded, boxes replace its glyphs and a diagnostic reports it. */
void pdf_fonts_embed(struct pdf_job *job);
void pdf_fonts_drop(struct pdf_fonts *fonts);
const struct pdf_font *pdf_font_of(const struct pdf_job *job, const struct font *font);
/** The record of a glyph. The glyph must have been counted. */
static inline const struct pdf_glyph *pdf_glyph_of(const struct pdf_font *font, uint32_t id) {
    return &font->glyphs[font->slots[id] - 1];
}
/** Appends "/Font<</F0 5 0 R ...>>". */
void pdf_fonts_put_resources(const struct pdf_job *job, struct buf *body);

/** Gives CIDs and widths to the counted glyphs, whose texts are chosen, and writes the font's
 * objects. */
void pdf_font_write(struct pdf_job *job, struct pdf_font *f, const struct font_subset *subset);
/** Writes the pictures of a font's glyphs. The texts of the glyphs must have been chosen. */
void pdf_colour_write(struct pdf_job *job, struct pdf_font *f);
/** Appends the ToUnicode CMap (9.10.3) of glyphs sorted by CID; `simple`: codes have one byte. */
void pdf_to_unicode_put(struct buf *b, const struct pdf_glyph *const *glyphs, size_t n,
                        bool simple);

#endif
