/* SPDX-License-Identifier: MIT */
/*
 * The texts and the widths of a font's codes (ISO 32000-1, 9.6, 9.7 and 9.10). Texts come from
 * ToUnicode, or for simple fonts from the encoding. Outlines are not read. Tables are as long as
 * the highest code needs; their total size is limited for the document.
 */
#include "print/pdfread/pdfread_internal.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"

#include <stdlib.h>

enum { CODES = 65536 };

/* ---- ToUnicode (9.10.3) */

/** The new size of a table of `have` codes that needs room for `code`. The result is 0 if the
 * document would exceed its limit. */
static size_t places_for(struct pdfread_document *doc, size_t have, size_t code) {
    size_t n = have ? have : 128;
    while (n <= code) {
        n *= 2;
    }
    return pdfread_affords(doc, &doc->codes, n, LIMIT_PDF_CODES) ? n : 0;
}

static bool make_room(struct pdfread_document *doc, struct pdfread_font *font, size_t code) {
    if (code >= CODES) {
        return false;
    }
    if (code < font->ntexts) {
        return true;
    }
    size_t n = places_for(doc, font->ntexts, code);
    if (!n) {
        return false;
    }
    struct str *texts = ARENA_ARRAY(doc->arena, struct str, n);
    if (font->ntexts) {
        memcpy(texts, font->texts, font->ntexts * sizeof *texts);
    }
    font->texts = texts;
    font->ntexts = n;
    return true;
}

static size_t code_of(struct str s) {
    return s.n > 4 ? SIZE_MAX : str_big_endian(s, 0, s.n);
}

static struct str utf8_of(struct pdfread_document *doc, struct str utf16) {
    struct buf out = BUF_INIT;
    if (!pdfread_affords(doc, &doc->text_bytes, utf16.n, LIMIT_PDF_TEXT)) {
        return STR_EMPTY;
    }
    pdfread_put_utf16(&out, utf16, false);
    return buf_finish(&out, doc->arena);
}

/* Counts `n` codes that are examined. Returns false beyond the limit. The limit is needed because
 * ranges may repeat the same codes. */
static bool may_step(struct pdfread_document *doc, size_t n) {
    return pdfread_affords(doc, &doc->codes, n, LIMIT_PDF_CODES);
}

/* Maps the codes from `from` to `to` to texts. The first code gets `text`. For each further code
 * the last UTF-16 unit of the text is increased by one. */
static void add_range(struct pdfread_document *doc, struct pdfread_font *font, size_t from,
                      size_t to, struct str text) {
    to = to < CODES ? to : CODES - 1;
    if (from > to || !make_room(doc, font, to) || !may_step(doc, to - from + 1)) {
        return;
    }
    char *units = arena_alloc(doc->arena, text.n + 1);
    memcpy(units, text.p ? text.p : "", text.n);
    for (size_t code = from; code <= to; code++) {
        font->texts[code] = utf8_of(doc, (struct str){units, text.n});
        /* increases the last UTF-16 unit */
        for (size_t i = text.n < 2 ? 0 : 2; i > 0; i--) {
            unsigned char next = (unsigned char)(units[text.n - 3 + i] + 1);
            units[text.n - 3 + i] = (char)next;
            if (next) {
                break;
            }
        }
    }
}

struct operands {
    struct pdfread_value *p;
    size_t n, cap;
};

static void end_chars(struct pdfread_document *doc, struct pdfread_font *font,
                      const struct operands *list) {
    for (size_t i = 0; i + 1 < list->n; i += 2) {
        const struct pdfread_value *code = &list->p[i], *text = &list->p[i + 1];
        size_t c = code->kind == PDFREAD_STRING ? code_of(code->text) : SIZE_MAX;
        if (text->kind == PDFREAD_STRING && make_room(doc, font, c)) {
            font->texts[c] = utf8_of(doc, text->text);
        }
    }
}

static void end_ranges(struct pdfread_document *doc, struct pdfread_font *font,
                       const struct operands *list) {
    for (size_t i = 0; i + 2 < list->n; i += 3) {
        const struct pdfread_value *v = &list->p[i];
        if (v[0].kind != PDFREAD_STRING || v[1].kind != PDFREAD_STRING) {
            continue;
        }
        size_t from = code_of(v[0].text), to = code_of(v[1].text);
        if (v[2].kind == PDFREAD_STRING) {
            add_range(doc, font, from, to, v[2].text);
        }
        for (size_t k = 0; v[2].kind == PDFREAD_ARRAY && k < v[2].n && from < CODES; k++, from++) {
            if (v[2].items[k].kind == PDFREAD_STRING && make_room(doc, font, from)) {
                font->texts[from] = utf8_of(doc, v[2].items[k].text);
            }
        }
    }
}

static void read_to_unicode(struct pdfread_document *doc, struct pdfread_font *font,
                            struct str cmap) {
    struct arena *scratch = arena_new();
    struct pdfread_lexer x = {.arena = scratch, .s = cmap, .most = PDFREAD_MOST_VALUES};
    struct operands list = {NULL, 0, 0};
    struct pdfread_value v;
    while (pdfread_next(&x, &v)) {
        if (v.kind != PDFREAD_OPERATOR) {
            /* A list has at most 100 entries (9.10.3), so a much larger number of operands is
             * dropped. */
            if (list.n == PDFREAD_MOST_VALUES) {
                list.n = 0;
                arena_reset(scratch);
            }
            vec_push(&list, v);
            continue;
        }
        if (str_is(v.text, "endbfchar")) {
            end_chars(doc, font, &list);
        } else if (str_is(v.text, "endbfrange")) {
            end_ranges(doc, font, &list);
        }
        list.n = 0;
    }
    vec_drop(&list);
    arena_drop(scratch);
}

/* ---- encodings of simple fonts (9.6.6) */

/* Glyphs whose names are not letters, by the Adobe Glyph List. */
static const struct {
    const char *name;
    const char *text;
} glyphs[] = {
#define GLYPH(name, text) {name, text},
#include "print/pdfread/glyph_names.def"
#undef GLYPH
};

static struct str glyph_text(struct arena *a, struct str name) {
    if (name.n == 1 && is_alpha(name.p[0])) {
        return name;
    }
    for (size_t i = 0; i < ARRAY_LEN(glyphs); i++) {
        if (str_is(name, glyphs[i].name)) {
            return str_of(glyphs[i].text);
        }
    }
    size_t from = str_starts(name, STR("uni")) && name.n == 7    ? 3
                  : name.n > 4 && name.n < 8 && name.p[0] == 'u' ? 1
                                                                 : 0;
    uint32_t c = 0;
    for (size_t i = from; from && i < name.n; i++) {
        int digit = hex_digit(name.p[i]);
        if (digit < 0) {
            return STR_EMPTY;
        }
        c = c * 16 + (uint32_t)digit;
    }
    char out[4];
    return from ? arena_str(a, (struct str){out, utf8_encode(c, out)}) : STR_EMPTY;
}

static void read_encoding(struct pdfread_document *doc, struct pdfread_font *font) {
    if (!make_room(doc, font, 255)) {
        return;
    }
    const struct pdfread_value *encoding = pdfread_get(doc, font->dict, "Encoding");
    const struct pdfread_value *base =
        encoding->kind == PDFREAD_DICT ? pdfread_get(doc, encoding, "BaseEncoding") : encoding;
    bool windows = pdfread_is_name(base, "WinAnsiEncoding");
    for (uint32_t c = 32; c < 256; c++) {
        uint32_t sign = c < 127 ? c : !windows ? 0 : c < 160 ? utf8_windows_sign(c) : c;
        char out[4];
        if (sign && !font->texts[c].p) {
            font->texts[c] = arena_str(doc->arena, (struct str){out, utf8_encode(sign, out)});
        }
    }
    const struct pdfread_value *list = pdfread_get(doc, encoding, "Differences");
    size_t code = 0;
    for (size_t i = 0; list->kind == PDFREAD_ARRAY && i < list->n && code < 256; i++) {
        const struct pdfread_value *v = pdfread_follow(doc, &list->items[i]);
        if (v->kind == PDFREAD_INT) {
            code = v->number >= 0 && v->number < 256 ? (size_t)v->number : 256;
        } else if (v->kind == PDFREAD_NAME && code < 256) {
            font->texts[code++] = glyph_text(doc->arena, v->text);
        }
    }
}

/* ---- widths */

static bool put_width(struct pdfread_document *doc, struct pdfread_font *font, size_t code,
                      double width) {
    if (code >= CODES || !(pdfread_abs(width) < 1e6)) {
        return false;
    }
    if (code >= font->nwidths) {
        size_t n = places_for(doc, font->nwidths, code);
        if (!n) {
            return false;
        }
        float *widths = arena_alloc(doc->arena, n * sizeof *widths);
        for (size_t i = 0; i < n; i++) {
            widths[i] = i < font->nwidths ? font->widths[i] : -1;
        }
        font->widths = widths;
        font->nwidths = n;
    }
    font->widths[code] = (float)width;
    return true;
}

/* Reads /W of a CIDFont (9.7.4.3), which has the forms "c [w1 w2]" and "from to w". */
static void read_cid_widths(struct pdfread_document *doc, struct pdfread_font *font,
                            const struct pdfread_value *list) {
    for (size_t i = 0; list->kind == PDFREAD_ARRAY && i + 1 < list->n;) {
        const struct pdfread_value *from = pdfread_follow(doc, &list->items[i]);
        const struct pdfread_value *next = pdfread_follow(doc, &list->items[i + 1]);
        size_t code = from->kind == PDFREAD_INT && from->number >= 0 ? (size_t)from->number : CODES;
        if (next->kind == PDFREAD_ARRAY) {
            for (size_t k = 0; k < next->n && code < CODES && may_step(doc, 1); k++, code++) {
                const struct pdfread_value *w = pdfread_follow(doc, &next->items[k]);
                (void)put_width(doc, font, code, w->real);
            }
            i += 2;
            continue;
        }
        size_t to = next->kind == PDFREAD_INT && next->number >= 0 ? (size_t)next->number : 0;
        const struct pdfread_value *w =
            i + 2 < list->n ? pdfread_follow(doc, &list->items[i + 2]) : &pdfread_null;
        while (code <= to && may_step(doc, 1) && put_width(doc, font, code, w->real)) {
            code++;
        }
        i += 3;
    }
}

static void read_simple_widths(struct pdfread_document *doc, struct pdfread_font *font) {
    const struct pdfread_value *list = pdfread_get(doc, font->dict, "Widths");
    const struct pdfread_value *first = pdfread_get(doc, font->dict, "FirstChar");
    size_t code = first->kind == PDFREAD_INT && first->number >= 0 ? (size_t)first->number : 0;
    for (size_t i = 0; list->kind == PDFREAD_ARRAY && i < list->n && code < 256; i++, code++) {
        (void)put_width(doc, font, code, pdfread_follow(doc, &list->items[i])->real);
    }
    const struct pdfread_value *about = pdfread_get(doc, font->dict, "FontDescriptor");
    font->width = pdfread_get(doc, about, "MissingWidth")->real;
    /* a font without widths is taken as one of the 14 standard fonts, with 500 for each width */
    font->width = font->nwidths ? font->width : 500;
    const struct pdfread_value *matrix = pdfread_get(doc, font->dict, "FontMatrix");
    if (pdfread_is_name(pdfread_get(doc, font->dict, "Subtype"), "Type3") &&
        matrix->kind == PDFREAD_ARRAY && matrix->n == 6) {
        font->scale = pdfread_abs(pdfread_follow(doc, &matrix->items[0])->real);
    }
}

double pdfread_font_width(const struct pdfread_font *font, uint32_t code) {
    double w =
        code < font->nwidths && font->widths[code] >= 0 ? (double)font->widths[code] : font->width;
    return w * font->scale;
}

/* ---- the font */

const struct pdfread_font *pdfread_font(struct pdfread_document *doc,
                                        const struct pdfread_value *dict) {
    struct str key = arena_printf(doc->scratch, "%p", (const void *)dict);
    struct pdfread_font *font = map_lookup(&doc->fonts, key);
    if (font) {
        return font;
    }
    font = ARENA_NEW(doc->arena, struct pdfread_font);
    (void)map_put(&doc->fonts, arena_str(doc->arena, key), font);
    font->dict = dict;
    font->scale = 0.001;
    font->wide = pdfread_is_name(pdfread_get(doc, dict, "Subtype"), "Type0");
    font->vertical = pdfread_is_name(pdfread_get(doc, dict, "Encoding"), "Identity-V");
    const struct pdfread_value *list = pdfread_get(doc, dict, "DescendantFonts");
    if (font->wide && list->kind == PDFREAD_ARRAY && list->n) {
        const struct pdfread_value *below = pdfread_follow(doc, &list->items[0]);
        const struct pdfread_value *usual = pdfread_get(doc, below, "DW");
        font->width = pdfread_is_number(usual) ? usual->real : 1000;
        read_cid_widths(doc, font, pdfread_get(doc, below, "W"));
    } else if (!font->wide) {
        read_simple_widths(doc, font);
    }
    const struct pdfread_value *to = pdfread_entry(dict, "ToUnicode");
    struct str cmap;
    if (to->kind == PDFREAD_REFERENCE && pdfread_stream(doc, to->number, &cmap)) {
        font->has_texts = true;
        read_to_unicode(doc, font, cmap);
    } else if (!font->wide) {
        read_encoding(doc, font);
    }
    return font;
}

struct pdfread_codes pdfread_font_codes(struct pdfread_document *doc,
                                        const struct pdfread_value *dict) {
    const struct pdfread_font *font = pdfread_font(doc, dict);
    return (struct pdfread_codes){font->wide, font->has_texts, font->texts, font->ntexts};
}
