/* SPDX-License-Identifier: MIT */
/*
 * Writes the part with the styles. Decides which properties of a look are written.
 */
#include "write/docx/writer.h"

struct style_row {
    const char *name, *kind;
    enum docx_style based_on, next;
    struct docx_look look; /* `size` is in percent of the size of the text */
};

static const struct style_row ROWS[] = {
#define STYLE(id, name, kind, based_on, next, size, flags, align, before, after, left, first)      \
    {name,                                                                                         \
     kind,                                                                                         \
     DOCX_##based_on,                                                                              \
     DOCX_##next,                                                                                  \
     {STR_INIT(""), size, flags, DOCX_##align, before, after, left, first, 0, false, 0, 0, 0}},
#define DOCX_NONE DOCX_ALIGN_NONE
#include "write/docx/styles.def"
#undef DOCX_NONE
#undef STYLE
};

struct docx_look docx_usual_look(enum docx_style style, int size) {
    struct docx_look look = ROWS[style].look;
    look.size = (size * look.size + 50) / 100;
    return look;
}

/** Returns the identifier of a style for its name: "heading 1" becomes "Heading1". */
static struct str id_of(struct docx_writer *w, struct str name) {
    struct buf b = BUF_INIT;
    bool begins = true;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (is_alnum(c)) {
            buf_putc(&b, begins ? to_upper(c) : c);
            begins = false;
        } else {
            begins = true;
        }
    }
    return b.n ? buf_finish(&b, w->a) : STR("Own");
}

struct str docx_style_id(struct docx_writer *w, enum docx_style style) {
    struct str name = str_of(ROWS[style].name);
    struct str own = docx_reference_style(w, ROWS[style].kind, name);
    return own.n ? own : id_of(w, name);
}

struct str docx_own_style(struct docx_writer *w, struct str name, bool text) {
    for (size_t i = 0; i < DOCX_STYLES; i++) {
        bool same = str_is(str_of(ROWS[i].kind), text ? "character" : "paragraph");
        if (same && str_ieq(name, str_of(ROWS[i].name))) {
            return docx_style_id(w, (enum docx_style)i);
        }
    }
    struct str given = docx_reference_style(w, text ? "character" : "paragraph", name);
    if (given.n) {
        return given;
    }
    size_t i = 0;
    while (i < w->own_styles.n &&
           !(str_eq(w->own_styles.p[i].name, name) && w->own_styles.p[i].text == text)) {
        i++;
    }
    if (i == w->own_styles.n) {
        vec_push(&w->own_styles, (struct docx_own){name, text});
    }
    return arena_printf(w->a, "%.*s%zu", STR_ARG(id_of(w, name)), i + 1);
}

/* ---- writing ---- */

void docx_put_align(struct buf *out, enum docx_align align) {
    static const char *const names[] = {[DOCX_LEFT] = "left",
                                        [DOCX_CENTER] = "center",
                                        [DOCX_RIGHT] = "right",
                                        [DOCX_JUSTIFY] = "both"};
    if (align) {
        buf_printf(out, "<w:jc w:val=\"%s\"/>", names[align]);
    }
}

static void put_paragraph(struct docx_writer *w, struct buf *out, enum docx_style style,
                          const struct docx_look *l) {
    buf_puts(out, "<w:pPr>");
    buf_puts(out, l->flags & DOCX_KEEP ? "<w:keepNext/><w:keepLines/>" : "");
    if (l->rule) {
        buf_printf(out,
                   "<w:pBdr><w:bottom w:val=\"single\" w:sz=\"%d\" w:space=\"1\" "
                   "w:color=\"%06X\"/></w:pBdr>",
                   l->rule, (unsigned)l->rule_rgb);
    }
    if (style == DOCX_EQUATION) {
        buf_printf(out,
                   "<w:tabs><w:tab w:val=\"center\" w:pos=\"%d\"/><w:tab w:val=\"right\" "
                   "w:pos=\"%d\"/></w:tabs>",
                   w->cell_width / 2, w->cell_width);
    }
    buf_printf(out, "<w:spacing w:before=\"%d\" w:after=\"%d\"", l->before, l->after);
    if (l->line) {
        buf_printf(out, " w:line=\"%d\" w:lineRule=\"auto\"", l->line);
    }
    buf_puts(out, "/>");
    if (l->left || l->first) {
        buf_printf(out, "<w:ind w:left=\"%d\" w:right=\"%d\" w:%s=\"%d\"/>", l->left,
                   style == DOCX_QUOTE || style == DOCX_ABSTRACT ? l->left : 0,
                   l->first < 0 ? "hanging" : "firstLine", l->first < 0 ? -l->first : l->first);
    }
    docx_put_align(out, l->align);
    if (style >= DOCX_HEADING1 && style <= DOCX_HEADING6) {
        buf_printf(out, "<w:outlineLvl w:val=\"%d\"/>", (int)style - DOCX_HEADING1);
    }
    buf_puts(out, "</w:pPr>");
}

static void put_font(struct buf *out, struct str font) {
    if (font.n) {
        buf_puts(out, "<w:rFonts");
        docx_attr(out, "w:ascii", font);
        docx_attr(out, "w:hAnsi", font);
        docx_attr(out, "w:cs", font);
        buf_puts(out, "/>");
    }
}

static void put_run(struct buf *out, enum docx_style style, const struct docx_look *l) {
    buf_puts(out, "<w:rPr>");
    put_font(out, l->font);
    buf_puts(out, l->flags & DOCX_BOLD ? "<w:b/><w:bCs/>" : "");
    buf_puts(out, l->flags & DOCX_ITALIC ? "<w:i/><w:iCs/>" : "");
    buf_puts(out, l->flags & DOCX_CAPITALS ? "<w:caps/>" : "");
    buf_puts(out, l->flags & DOCX_SMALL_CAPS ? "<w:smallCaps/>" : "");
    buf_puts(out, style == DOCX_CODE || style == DOCX_VERBATIM ? "<w:noProof/>" : "");
    if (l->coloured) {
        buf_printf(out, "<w:color w:val=\"%06X\"/>", (unsigned)l->rgb);
    }
    if (l->size) {
        buf_printf(out, "<w:sz w:val=\"%d\"/><w:szCs w:val=\"%d\"/>", l->size, l->size);
    }
    buf_puts(out, style == DOCX_MARK ? "<w:vertAlign w:val=\"superscript\"/>" : "");
    buf_puts(out, "</w:rPr>");
}

static void put_table(struct buf *out) {
    buf_puts(out, "<w:tblPr><w:tblBorders>"
                  "<w:top w:val=\"single\" w:sz=\"8\" w:space=\"0\" w:color=\"auto\"/>"
                  "<w:bottom w:val=\"single\" w:sz=\"8\" w:space=\"0\" w:color=\"auto\"/>"
                  "</w:tblBorders><w:tblCellMar><w:top w:w=\"30\" w:type=\"dxa\"/>"
                  "<w:left w:w=\"108\" w:type=\"dxa\"/><w:bottom w:w=\"30\" w:type=\"dxa\"/>"
                  "<w:right w:w=\"108\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr>");
}

static void put_style(struct docx_writer *w, struct buf *out, enum docx_style style) {
    const struct style_row *row = &ROWS[style];
    struct docx_look look = w->opt->looks[style];
    bool text = str_is(str_of(row->kind), "character");
    bool usual = !w->reference && (style == DOCX_NORMAL || str_is(str_of(row->kind), "table"));
    buf_printf(out, "<w:style w:type=\"%s\"%s w:styleId=\"%.*s\"><w:name w:val=\"%s\"/>", row->kind,
               usual ? " w:default=\"1\"" : "", STR_ARG(docx_style_id(w, style)), row->name);
    if (row->based_on != style) {
        buf_printf(out, "<w:basedOn w:val=\"%.*s\"/>", STR_ARG(docx_style_id(w, row->based_on)));
    }
    if (row->next != style) {
        buf_printf(out, "<w:next w:val=\"%.*s\"/>", STR_ARG(docx_style_id(w, row->next)));
    }
    buf_puts(out, "<w:qFormat/>");
    if (str_is(str_of(row->kind), "table")) {
        put_table(out);
    } else {
        if (!text) {
            put_paragraph(w, out, style, &look);
        }
        look.size = look.size == w->opt->looks[DOCX_NORMAL].size ? 0 : look.size;
        put_run(out, style, &look);
    }
    buf_puts(out, "</w:style>");
}

static void put_defaults(struct docx_writer *w, struct buf *out) {
    const struct docx_look *l = &w->opt->looks[DOCX_NORMAL];
    bool rtl = doc_lang_is_rtl(w->doc->meta.lang);
    buf_puts(out, "<w:docDefaults><w:rPrDefault><w:rPr>");
    put_font(out, l->font);
    buf_printf(out, "<w:sz w:val=\"%d\"/><w:szCs w:val=\"%d\"/><w:lang", l->size, l->size);
    docx_attr(out, "w:val", w->doc->meta.lang);
    if (rtl) {
        docx_attr(out, "w:bidi", w->doc->meta.lang);
    }
    buf_puts(out, "/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>");
}

static void put_own_styles(struct docx_writer *w, struct buf *out) {
    for (size_t i = 0; i < w->own_styles.n; i++) {
        const struct docx_own *own = &w->own_styles.p[i];
        buf_printf(out, "<w:style w:type=\"%s\" w:customStyle=\"1\"",
                   own->text ? "character" : "paragraph");
        docx_attr(out, "w:styleId", docx_own_style(w, own->name, own->text));
        buf_puts(out, "><w:name");
        docx_attr(out, "w:val", own->name);
        buf_puts(out, "/>");
        if (!own->text) {
            buf_puts(out, "<w:basedOn");
            docx_attr(out, "w:val", docx_style_id(w, DOCX_BODY));
            buf_puts(out, "/>");
        }
        buf_puts(out, "<w:qFormat/></w:style>");
    }
}

void docx_styles(struct docx_writer *w, struct buf *out) {
    struct buf b = BUF_INIT;
    for (int i = 0; i < DOCX_STYLES; i++) {
        if (!docx_reference_style(w, ROWS[i].kind, str_of(ROWS[i].name)).n) {
            put_style(w, &b, (enum docx_style)i);
        }
    }
    put_own_styles(w, &b);
    if (w->reference) {
        docx_reference_styles(w, out, buf_view(&b));
    } else {
        buf_printf(out, "<w:styles%s>", docx_namespaces);
        put_defaults(w, out);
        buf_str(out, buf_view(&b));
        buf_puts(out, "</w:styles>");
    }
    buf_drop(&b);
}
