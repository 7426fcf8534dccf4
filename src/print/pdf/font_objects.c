/* SPDX-License-Identifier: MIT */
/*
 * The objects of a font (ISO 32000-1, 9.6 and 9.7): a simple font, or Type0 with Identity-H and a
 * CIDFont; descriptor, program, ToUnicode.
 *
 * CFF fonts with at most 255 glyphs are simple fonts. Ghostscript's pdfwrite spoils texts of more
 * than one UTF-16 unit (ligatures, letters of formulas) in Type0 and TrueType fonts. It keeps them
 * in simple CFF fonts, whose glyphs are named after their texts. Codes of one byte also make
 * smaller files. PDF/A-1 would require a list of the glyphs' names, so there all fonts are Type0.
 *
 * Each CID has one text. A second text would need another code and a CMap, and some readers (mupdf)
 * look texts up by CID. If a glyph represents another text, the content gives it by /ActualText.
 * Metrics and subsets come from print/font.
 */
#include "print/pdf/font_usage.h"

#include <stdlib.h>

static int by_cid(const void *a, const void *b) {
    const struct pdf_glyph *x = *(const struct pdf_glyph *const *)a;
    const struct pdf_glyph *y = *(const struct pdf_glyph *const *)b;
    return x->cid < y->cid ? -1 : x->cid > y->cid;
}

static int32_t thousandths(int64_t units, int32_t upem) {
    return (int32_t)pdf_divide(units * 1000, upem);
}

/** The name "ABCDEF+Name". Its tag is derived from the bytes of the subset (9.6.4). */
static struct str font_name(struct arena *a, const struct pdf_font *f,
                            const struct font_subset *subset) {
    char text[6 + 1 + 120];
    uint64_t h = str_hash(subset->program);
    for (int i = 0; i < 6; i++, h /= 26) {
        text[i] = (char)('A' + h % 26);
    }
    text[6] = '+';
    struct str name = str_slice(font_postscript_name(f->font), 0, sizeof text - 7);
    size_t n = 7;
    for (size_t i = 0; i < name.n; i++) {
        text[n++] = name.p[i] == ' ' ? '-' : name.p[i];
    }
    return arena_str(a, (struct str){text, n});
}

/** Writes the CIDs in the program as one bit each (9.8.3.2). PDF/A-1 requires this set (ISO
 * 19005-1, 6.3.5); later parts do not. */
static pdf_ref write_cid_set(struct pdf_job *job, const struct font_subset *subset) {
    uint32_t most = 0;
    for (size_t i = 0; i < subset->total; i++) {
        uint32_t cid = subset->charset ? subset->charset[i] : (uint32_t)i;
        most = cid > most ? cid : most;
    }
    size_t n = most / 8 + 1;
    char *bits = ARENA_ARRAY(job->arena, char, n);
    for (size_t i = 0; i < subset->total; i++) {
        uint32_t cid = subset->charset ? subset->charset[i] : (uint32_t)i;
        bits[cid / 8] = (char)((unsigned char)bits[cid / 8] | 0x80u >> cid % 8);
    }
    return haru_stream(job->haru, STR_EMPTY, (struct str){bits, n}, HARU_FLATE);
}

static pdf_ref write_descriptor(struct pdf_job *job, const struct pdf_font *f,
                                const struct font_subset *subset, struct str name, bool simple) {
    const struct font_metrics *m = font_metrics(f->font);
    struct str entries = !subset->cff ? arena_printf(job->arena, "/Length1 %zu", subset->program.n)
                         : simple     ? STR("/Subtype/Type1C")
                                      : STR("/Subtype/CIDFontType0C");
    pdf_ref program = haru_stream(job->haru, entries, subset->program, HARU_FLATE);
    struct buf b = BUF_INIT;
    buf_puts(&b, "/Type/FontDescriptor/FontName");
    pdf_put_name(&b, name);
    /* The flags (9.8.2): fixed pitch, serif, symbolic (the font may have any characters),
     * italic. */
    buf_printf(&b, "/Flags %d/FontBBox[",
               (m->fixed_pitch ? 1 : 0) | (m->serif ? 2 : 0) | 4 | (m->slant ? 64 : 0));
    for (int i = 0; i < 4; i++) {
        buf_printf(&b, i ? " %d" : "%d", thousandths(m->bbox[i], m->upem));
    }
    buf_puts(&b, "]/ItalicAngle ");
    pdf_put_fixed(&b, m->slant, 3);
    /* OpenType has no stem width. The value matters only to readers that replace the font, and this
     * font is embedded. */
    bool bold = str_find(font_postscript_name(f->font), STR("Bold")) != STR_NONE;
    buf_printf(&b, "/Ascent %d/Descent %d/CapHeight %d/XHeight %d/StemV %d/%s",
               thousandths(m->ascender, m->upem), thousandths(m->descender, m->upem),
               thousandths(m->cap_height, m->upem), thousandths(m->x_height, m->upem),
               bold ? 120 : 80, subset->cff ? "FontFile3" : "FontFile2");
    pdf_put_ref(&b, program);
    if (job->version < 17) {
        pdf_put_ref_entry(&b, "/CIDSet", write_cid_set(job, subset));
    }
    return haru_dict(job->haru, pdf_keep(job, &b));
}

/** Writes the W array (9.7.4.3): runs of consecutive CIDs with their widths. */
static void put_widths(struct buf *b, const struct pdf_glyph *const *glyphs, size_t n) {
    buf_puts(b, "/W[");
    for (size_t i = 0; i < n;) {
        buf_printf(b, "%u[", glyphs[i]->cid);
        size_t from = i;
        do {
            if (i > from) {
                buf_putc(b, ' ');
            }
            pdf_put_fixed(b, glyphs[i]->width, 3);
            i++;
        } while (i < n && glyphs[i]->cid == glyphs[i - 1]->cid + 1);
        buf_putc(b, ']');
    }
    buf_putc(b, ']');
}

/** Writes the widths of a simple font (9.6.2.1), from the first used code to the last. */
static void put_simple_widths(struct buf *b, const struct pdf_glyph *const *glyphs, size_t n) {
    unsigned code = n ? glyphs[0]->cid : 0;
    buf_printf(b, "/FirstChar %u/LastChar %u/Widths[", code, n ? glyphs[n - 1]->cid : 0u);
    for (size_t i = 0; i < n; code++) {
        if (code == glyphs[i]->cid) {
            pdf_put_fixed(b, glyphs[i++]->width, 3);
        } else {
            buf_putc(b, '0');
        }
        buf_puts(b, i < n ? " " : "");
    }
    buf_putc(b, ']');
}

void pdf_to_unicode_put(struct buf *b, const struct pdf_glyph *const *glyphs, size_t n,
                        bool simple) {
    /* maximum number of entries in one section of a CMap: Adobe technical note 5014, 1.4 */
    enum { SECTION = 100 };
    buf_puts(b, "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n"
                "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
                "/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n");
    buf_puts(b, simple ? "<00><FF>\nendcodespacerange\n" : "<0000><FFFF>\nendcodespacerange\n");
    for (size_t i = 0; i < n; i += SECTION) {
        size_t end = n - i < SECTION ? n : i + SECTION;
        buf_printf(b, "%zu beginbfchar\n", end - i);
        for (size_t k = i; k < end; k++) {
            buf_printf(b, simple ? "<%02X><" : "<%04X><", glyphs[k]->cid);
            pdf_put_utf16(b, glyphs[k]->text);
            buf_puts(b, ">\n");
        }
        buf_puts(b, "endbfchar\n");
    }
    buf_puts(b, "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n");
}

/** Escapes a byte of a string (7.3.4.2) and returns the number of bytes. Line feeds are escaped
 * because Ghostscript 10.00 reads two of them as one. */
static size_t spell_byte(char out[2], unsigned char b) {
    size_t n = 0;
    if (b == '(' || b == ')' || b == '\\' || b == '\r' || b == '\n') {
        out[n++] = '\\';
    }
    out[n++] = b == '\r' ? 'r' : b == '\n' ? 'n' : (char)b;
    return n;
}

/** Prepares a glyph that has its CID and text for content streams. */
static void spell(struct pdf_glyph *g, bool simple) {
    size_t n = simple ? 0 : spell_byte(g->code, (unsigned char)(g->cid >> 8));
    g->ncode = (uint8_t)(n + spell_byte(g->code + n, (unsigned char)g->cid));
}

/** Gives every glyph its CID and width. Returns the glyphs sorted by CID. */
static const struct pdf_glyph **assign(struct pdf_job *job, struct pdf_font *f,
                                       const struct font_subset *subset, bool simple) {
    const struct font_metrics *m = font_metrics(f->font);
    const struct pdf_glyph **order = ARENA_ARRAY(job->arena, const struct pdf_glyph *, f->nglyphs);
    size_t n = 0;
    for (size_t i = 0; i < subset->n; i++) {
        uint32_t id = subset->used[i];
        if (id >= f->nslots || !f->slots[id]) {
            continue; /* glyph 0 is .notdef, which every subset has */
        }
        struct pdf_glyph *g = &f->glyphs[f->slots[id] - 1];
        g->cid = (uint16_t)subset->cids[i];
        g->width = (int32_t)((int64_t)font_glyph_advance(f->font, id) * 1000000 / m->upem);
        spell(g, simple);
        order[n++] = g;
    }
    if (n != f->nglyphs) {
        BUG("a glyph is missing from its font's subset");
    }
    qsort(order, n, sizeof *order, by_cid);
    return order;
}

void pdf_font_write(struct pdf_job *job, struct pdf_font *f, const struct font_subset *subset) {
    bool simple = subset->simple && job->version >= 17;
    const struct pdf_glyph **glyphs = assign(job, f, subset, simple);
    struct str name = font_name(job->arena, f, subset);
    pdf_ref descriptor = write_descriptor(job, f, subset, name, simple);
    struct buf b = BUF_INIT;
    pdf_to_unicode_put(&b, glyphs, f->nglyphs, simple);
    pdf_ref to_unicode = haru_stream(job->haru, STR_EMPTY, buf_view(&b), HARU_FLATE);
    buf_clear(&b);
    if (simple) {
        buf_puts(&b, "/Type/Font/Subtype/Type1/BaseFont");
        pdf_put_name(&b, name);
        put_simple_widths(&b, glyphs, f->nglyphs);
        pdf_put_ref_entry(&b, "/FontDescriptor", descriptor);
        pdf_put_ref_entry(&b, "/ToUnicode", to_unicode);
        f->ref = haru_dict(job->haru, pdf_keep(job, &b));
        return;
    }
    buf_printf(&b, "/Type/Font/Subtype/CIDFontType%d/BaseFont", subset->cff ? 0 : 2);
    pdf_put_name(&b, name);
    buf_puts(&b,
             "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor");
    pdf_put_ref(&b, descriptor);
    if (!subset->cff) {
        buf_puts(&b, "/CIDToGIDMap/Identity"); /* ISO 19005-2, 6.2.11.3.2, requires this entry */
    }
    put_widths(&b, glyphs, f->nglyphs);
    pdf_ref descendant = haru_dict(job->haru, pdf_keep(job, &b));
    buf_init(&b, 0);
    buf_puts(&b, "/Type/Font/Subtype/Type0/BaseFont");
    pdf_put_name(&b, name);
    if (subset->cff) {
        /* the name of a Type0 font with a CFF program ends with the name of its encoding (9.7.6.2,
         * Table 121) */
        buf_puts(&b, "-Identity-H");
    }
    buf_printf(&b, "/Encoding/Identity-H/DescendantFonts[%u 0 R]/ToUnicode", descendant);
    pdf_put_ref(&b, to_unicode);
    f->ref = haru_dict(job->haru, pdf_keep(job, &b));
}
