/* SPDX-License-Identifier: MIT */
/*
 * Rules about fonts and the text of glyphs (ISO 19005-1, 6.3; ISO 19005-2, 6.2.11; ISO 14289-1,
 * 7.21). In a PDF that claims no standard, only the fonts of its pages are checked. Fonts of
 * included figures were not made by this program.
 */
#include "check/verify/rules.h"

#include "core/base/utf8.h"

/** Whether the current rule applies to a font: a claim requires it, or a page uses the font. */
static bool is_asked(const struct rules *r, const struct rules_font *f) {
    return (r->claims & r->row->of) || f->own;
}

/** Whether a name has the prefix of a subset: "ABCDEF+". */
static bool has_tag(struct str name) {
    for (size_t i = 0; i < 6; i++) {
        if (i >= name.n || !is_upper(name.p[i])) {
            return false;
        }
    }
    return name.n > 6 && name.p[6] == '+';
}

static struct str called(struct rules *r, const struct rules_font *f) {
    return f->name.n ? f->name
                     : arena_printf(r->arena, "the font of object %lld", (long long)f->object);
}

bool rules_is_simple(struct rules *r, const struct rules_font *f) {
    return str_is(f->kind, "Type1") && rules_get(r, f->dict, "Encoding")->kind == PDFREAD_NULL;
}

/** Whether codes are the glyphs' CIDs. */
static bool is_plain(struct rules *r, const struct rules_font *f) {
    return str_is(f->kind, "Type0") &&
           pdfread_is_name(rules_get(r, f->dict, "Encoding"), "Identity-H");
}

#define EACH_FONT(r, f)                                                                            \
    for (const struct rules_font *f = (r)->fonts.p; f && f < (r)->fonts.p + (r)->fonts.n; f++)

void rules_font_dictionaries(struct rules *r) {
    EACH_FONT(r, f) {
        if (!pdfread_is_name(rules_get(r, f->dict, "Type"), "Font") ||
            !str_among(f->kind, "Type0 Type1 MMType1 TrueType Type3")) {
            rules_fault(r, "%.*s is not a font", STR_ARG(called(r, f)));
        } else if (!str_is(f->kind, "Type3") && f->name.n == 0) {
            rules_fault(r, "%.*s has no name", STR_ARG(called(r, f)));
        } else if (!str_is(f->kind, "Type0")) {
            const struct pdfread_value *list = rules_get(r, f->dict, "Widths");
            const struct pdfread_value *first = rules_get(r, f->dict, "FirstChar"),
                                       *end = rules_get(r, f->dict, "LastChar");
            int64_t n = (end->kind == PDFREAD_INT ? end->number : -1) - first->number + 1;
            if ((list->kind == PDFREAD_ARRAY ? (int64_t)list->n : 0) != n) {
                rules_fault(r, "%.*s: widths of %zu characters", STR_ARG(called(r, f)), list->n);
            }
        }
    }
}

void rules_fonts_embedded(struct rules *r) {
    EACH_FONT(r, f) {
        if (str_is(f->kind, "Type3") || !is_asked(r, f)) {
            continue;
        }
        if (!f->key) {
            rules_fault(r, "%.*s is not embedded", STR_ARG(called(r, f)));
        } else if (str_is(str_of(f->key), "FontFile3") &&
                   !str_among(rules_get(r, pdfread_object(r->doc, f->program), "Subtype")->text,
                              "Type1C CIDFontType0C OpenType")) {
            rules_fault(r, "%.*s is a font of no known format", STR_ARG(called(r, f)));
        }
    }
}

void rules_composite_fonts(struct rules *r) {
    EACH_FONT(r, f) {
        if (!str_is(f->kind, "Type0")) {
            continue;
        }
        const struct pdfread_value *encoding = pdfread_entry(f->dict, "Encoding");
        const struct pdfread_value *to = pdfread_entry(f->below, "CIDToGIDMap");
        if (!rules_is_stream(r, encoding) &&
            !str_among(pdfread_follow(r->doc, encoding)->text, "Identity-H Identity-V")) {
            rules_fault(r, "%.*s is encoded in a way of its own", STR_ARG(called(r, f)));
        }
        if (!rules_has(f->below, "CIDSystemInfo")) {
            rules_fault(r, "%.*s has no /CIDSystemInfo", STR_ARG(called(r, f)));
        }
        bool outlines = pdfread_is_name(rules_get(r, f->below, "Subtype"), "CIDFontType2");
        if (outlines && !rules_is_stream(r, to) &&
            !pdfread_is_name(pdfread_follow(r->doc, to), "Identity")) {
            rules_fault(r, "%.*s has no /CIDToGIDMap", STR_ARG(called(r, f)));
        }
    }
}

/** The names of subsets must have the prefix of subsets. dossier's fonts are always subsets. */
void rules_subset_names(struct rules *r) {
    EACH_FONT(r, f) {
        if ((str_is(f->kind, "Type0") || (f->own && str_is(f->kind, "Type1"))) &&
            !has_tag(f->name)) {
            rules_fault(r, "%.*s has no tag", STR_ARG(called(r, f)));
        }
    }
}

/** PDF/A-1 requires lists of the glyphs in a subset. Later parts require only that existing lists
 * are correct. */
void rules_glyph_lists(struct rules *r) {
    EACH_FONT(r, f) {
        bool old = rules_is(r, RULE_A1);
        if (!f->key || !has_tag(f->name)) {
            continue;
        }
        if (!str_is(f->kind, "Type0")) {
            if (old && str_among(f->kind, "Type1 MMType1") && !rules_has(f->about, "CharSet")) {
                rules_fault(r, "%.*s has no /CharSet", STR_ARG(called(r, f)));
            }
            continue;
        }
        const struct pdfread_value *list = pdfread_entry(f->about, "CIDSet");
        struct rules_glyphs glyphs;
        if (list->kind == PDFREAD_NULL) {
            if (old) {
                rules_fault(r, "%.*s has no /CIDSet", STR_ARG(called(r, f)));
            }
            continue;
        }
        struct str bits = rules_data(r, list);
        bool same = true, known = rules_glyphs(r, f, &glyphs);
        for (size_t cid = 0; known && cid < RULES_CODES; cid++) {
            bool listed = cid / 8 < bits.n && ((unsigned char)bits.p[cid / 8] & 0x80 >> cid % 8);
            same = same && listed == (cid < glyphs.n && glyphs.has[cid]);
        }
        if (!same) {
            rules_fault(r, "%.*s: the list is not that of its glyphs", STR_ARG(called(r, f)));
        }
    }
}

/** Returns the widths of codes or CIDs in the font dictionary (ISO 32000-1, 9.6.2.1, 9.7.4.3). */
static float *declared_widths(struct rules *r, const struct rules_font *f) {
    float *out = arena_alloc(r->arena, RULES_CODES * sizeof *out);
    const struct pdfread_value *w = rules_get(r, f->below, "W"),
                               *usual = rules_get(r, f->below, "DW");
    float otherwise = pdfread_is_number(usual) ? (float)usual->real : 1000;
    for (size_t i = 0; i < RULES_CODES; i++) {
        out[i] = otherwise;
    }
    const struct pdfread_value *list = rules_get(r, f->dict, "Widths");
    int64_t code = rules_get(r, f->dict, "FirstChar")->number;
    size_t widths = list->kind == PDFREAD_ARRAY ? list->n : 0;
    for (size_t i = 0; i < widths && code >= 0 && code < RULES_CODES; i++, code++) {
        out[code] = (float)pdfread_follow(r->doc, &list->items[i])->real;
    }
    for (size_t i = 0; w->kind == PDFREAD_ARRAY && i + 1 < w->n;) {
        int64_t from = pdfread_follow(r->doc, &w->items[i])->number;
        const struct pdfread_value *next = pdfread_follow(r->doc, &w->items[i + 1]);
        if (next->kind == PDFREAD_ARRAY) {
            for (size_t k = 0; k < next->n && from >= 0 && from < RULES_CODES; k++, from++) {
                out[from] = (float)pdfread_follow(r->doc, &next->items[k])->real;
            }
            i += 2;
            continue;
        }
        float width = i + 2 < w->n ? (float)pdfread_follow(r->doc, &w->items[i + 2])->real : 0;
        for (; from >= 0 && from <= next->number && from < RULES_CODES; from++) {
            out[from] = width;
        }
        i += 3;
    }
    return out;
}

void rules_widths(struct rules *r) {
    EACH_FONT(r, f) {
        struct rules_glyphs glyphs;
        if ((!is_plain(r, f) && !rules_is_simple(r, f)) || !f->shown || !is_asked(r, f) ||
            !rules_glyphs(r, f, &glyphs)) {
            continue;
        }
        const float *declared = declared_widths(r, f);
        for (size_t cid = 0; cid < f->nshown; cid++) {
            if (!f->shown[cid]) {
                continue;
            }
            if (cid >= glyphs.n || !glyphs.has[cid]) {
                if (rules_is_simple(r, f)) {
                    continue; /* rules_no_missing_glyphs() reports this */
                }
                rules_fault(r, "%.*s has no glyph %zu, which is shown", STR_ARG(called(r, f)), cid);
                continue;
            }
            float off = declared[cid] - glyphs.widths[cid];
            if (glyphs.widths[cid] >= 0 && (off > 1 || off < -1)) {
                rules_fault(r, "%.*s: glyph %zu is %d wide, not %d", STR_ARG(called(r, f)), cid,
                            (int)glyphs.widths[cid], (int)declared[cid]);
            }
        }
    }
}

/* ---- characters */

/** From level U on, every visible glyph must have a text. */
void rules_characters(struct rules *r) {
    if (r->claims && !rules_is(r, RULE_ANY_U) && r->level == 'B') {
        return;
    }
    EACH_FONT(r, f) {
        if (!f->shown || !is_asked(r, f)) {
            continue;
        }
        bool wide = str_is(f->kind, "Type0");
        if (!f->has_texts) {
            const struct pdfread_value *encoding = rules_get(r, f->dict, "Encoding");
            bool names =
                encoding->kind == PDFREAD_DICT || str_ends(encoding->text, STR("Encoding"));
            /* if no standard is claimed, the names of the glyphs suffice */
            bool simple = r->claims == 0 && !wide;
            if (wide || (!names && !simple)) {
                rules_fault(r, "%.*s has no /ToUnicode: the text of its glyphs is unknown",
                            STR_ARG(called(r, f)));
            }
            continue;
        }
        for (size_t code = 0; (wide || f->own) && code < f->nshown; code++) {
            if (f->shown[code] && (code >= f->ntexts || !f->texts[code].p)) {
                rules_fault(r, "%.*s: glyph %zu is shown and has no text", STR_ARG(called(r, f)),
                            code);
            }
        }
    }
}

void rules_characters_valid(struct rules *r) {
    EACH_FONT(r, f) {
        for (size_t code = 0; code < f->ntexts; code++) {
            struct str s = f->texts[code];
            for (size_t at = 0; at < s.n;) {
                uint32_t c = utf8_next(s, &at);
                if (c == 0 || c == 0xFEFF || c == 0xFFFE) {
                    rules_fault(r, "%.*s: glyph %zu has the text U+%04X", STR_ARG(called(r, f)),
                                code, c);
                }
            }
        }
    }
}

/** For level A and PDF/UA-2, a private-use character must also have another text. */
void rules_private_characters(struct rules *r) {
    if (!rules_is(r, RULE_U2) && r->level != 'A') {
        return;
    }
    EACH_FONT(r, f) {
        for (size_t code = 0; code < f->nshown && code < f->ntexts; code++) {
            if ((f->shown[code] & RULES_BARE) && rules_is_private(f->texts[code])) {
                rules_fault(r, "%.*s: glyph %zu is of private use", STR_ARG(called(r, f)), code);
            }
        }
    }
}

static void one_text(struct rules *r, int64_t object, const struct pdfread_value *v) {
    static const char *const keys[] = {"ActualText", "Alt", "Contents", "Title", "Desc", "T"};
    size_t n = rules_is(r, RULE_U2) ? ARRAY_LEN(keys) : 1;
    for (size_t i = 0; v->kind == PDFREAD_DICT && i < n; i++) {
        if (rules_is_private(pdfread_text(r->arena, pdfread_entry(v, keys[i])))) {
            rules_fault(r, "object %lld: /%s has characters of private use", (long long)object,
                        keys[i]);
        }
    }
}

/** Texts for readers must not have private-use characters. */
void rules_private_texts(struct rules *r) {
    rules_each_value(r, one_text);
}

void rules_no_missing_glyphs(struct rules *r) {
    EACH_FONT(r, f) {
        struct rules_glyphs glyphs;
        bool asked = f->shown && is_asked(r, f), missing = asked && is_plain(r, f) && f->shown[0];
        if (asked && rules_is_simple(r, f) && rules_glyphs(r, f, &glyphs)) {
            for (size_t code = 0; code < f->nshown; code++) {
                missing = missing || (f->shown[code] && !glyphs.has[code]);
            }
        }
        if (missing) {
            rules_fault(r, "%.*s shows the glyph .notdef", STR_ARG(called(r, f)));
        }
    }
}

/** Non-symbolic TrueType fonts must have an encoding. Symbolic ones must have none. */
void rules_encodings(struct rules *r) {
    EACH_FONT(r, f) {
        if (!str_is(f->kind, "TrueType")) {
            continue;
        }
        const struct pdfread_value *encoding = rules_get(r, f->dict, "Encoding");
        const struct pdfread_value *base =
            encoding->kind == PDFREAD_DICT ? rules_get(r, encoding, "BaseEncoding") : encoding;
        bool symbols = (rules_get(r, f->about, "Flags")->number & 4) != 0;
        if (symbols && encoding->kind != PDFREAD_NULL) {
            rules_fault(r, "%.*s is symbolic and encoded", STR_ARG(called(r, f)));
        } else if (!symbols && !str_among(base->text, "WinAnsiEncoding MacRomanEncoding")) {
            rules_fault(r, "%.*s is encoded in a way of its own", STR_ARG(called(r, f)));
        }
    }
}
