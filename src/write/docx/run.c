/* SPDX-License-Identifier: MIT */
/*
 * Runs of text with their properties, and fields. The properties must be in a certain order
 * (ECMA-376 part 1, 17.3.2.28).
 */
#include "core/base/markup.h"
#include "write/docx/writer.h"

void docx_escape(struct buf *out, struct str s) {
    markup_put(out, s, MARKUP_XML);
}

void docx_attr(struct buf *out, const char *name, struct str value) {
    buf_printf(out, " %s=\"", name);
    markup_put(out, value, MARKUP_XML | MARKUP_QUOTED);
    buf_putc(out, '"');
}

static void put_style(struct docx_writer *w) {
    const struct docx_run *r = &w->run;
    struct str style = r->note_mark ? docx_style_id(w, DOCX_MARK)
                       : r->style.n ? docx_own_style(w, r->style, true)
                       : r->code    ? docx_style_id(w, DOCX_VERBATIM)
                       : r->link    ? docx_style_id(w, DOCX_LINK)
                                    : STR_EMPTY;
    if (style.n) {
        buf_puts(w->out, "<w:rStyle");
        docx_attr(w->out, "w:val", style);
        buf_puts(w->out, "/>");
    }
}

/** Writes the language if it is not that of the document. Word has a property for each kind of
 * script. */
static void put_language(struct docx_writer *w) {
    const struct docx_run *r = &w->run;
    if (r->lang.n && !str_ieq(r->lang, w->doc->meta.lang)) {
        buf_puts(w->out, "<w:lang");
        docx_attr(w->out, doc_lang_is_rtl(r->lang) ? "w:bidi" : "w:val", r->lang);
        buf_puts(w->out, "/>");
    }
}

static void put_properties(struct docx_writer *w) {
    const struct docx_run *r = &w->run;
    struct buf *out = w->out;
    size_t before = out->n;
    buf_puts(out, "<w:rPr>");
    size_t empty = out->n;
    put_style(w);
    buf_puts(out, r->bold ? "<w:b/><w:bCs/>" : "");
    buf_puts(out, r->italic ? "<w:i/><w:iCs/>" : "");
    buf_puts(out, r->small_caps ? "<w:smallCaps/>" : "");
    buf_puts(out, r->strike ? "<w:strike/>" : "");
    if (r->coloured) {
        buf_printf(out, "<w:color w:val=\"%06X\"/>", (unsigned)r->rgb);
    }
    buf_puts(out, r->mark ? "<w:highlight w:val=\"yellow\"/>" : "");
    buf_puts(out, r->underline ? "<w:u w:val=\"single\"/>" : "");
    buf_puts(out, r->sup   ? "<w:vertAlign w:val=\"superscript\"/>"
                  : r->sub ? "<w:vertAlign w:val=\"subscript\"/>"
                           : "");
    buf_puts(out, r->rtl ? "<w:rtl/>" : "");
    put_language(w);
    if (out->n == empty) {
        buf_cut(out, before);
    } else {
        buf_puts(out, "</w:rPr>");
    }
}

void docx_in_run(struct docx_writer *w, const char *element) {
    buf_puts(w->out, "<w:r>");
    put_properties(w);
    buf_puts(w->out, element);
    buf_puts(w->out, "</w:r>");
}

void docx_text(struct docx_writer *w, struct str s) {
    if (!s.n) {
        return;
    }
    buf_puts(w->out, "<w:r>");
    put_properties(w);
    buf_puts(w->out, "<w:t xml:space=\"preserve\">");
    docx_escape(w->out, s);
    buf_puts(w->out, "</w:t></w:r>");
}

void docx_field_begin(struct docx_writer *w, struct str instruction, bool dirty) {
    docx_in_run(w, dirty ? "<w:fldChar w:fldCharType=\"begin\" w:dirty=\"true\"/>"
                         : "<w:fldChar w:fldCharType=\"begin\"/>");
    buf_puts(w->out, "<w:r><w:instrText xml:space=\"preserve\"> ");
    docx_escape(w->out, instruction);
    buf_puts(w->out, " </w:instrText></w:r>");
    docx_in_run(w, "<w:fldChar w:fldCharType=\"separate\"/>");
}

void docx_field_end(struct docx_writer *w) {
    docx_in_run(w, "<w:fldChar w:fldCharType=\"end\"/>");
}

void docx_field(struct docx_writer *w, struct str instruction, struct str result) {
    docx_field_begin(w, instruction, false);
    docx_text(w, result);
    docx_field_end(w);
}

size_t docx_relate(struct docx_writer *w, const char *type, struct str target, bool external) {
    for (size_t i = 0; i < w->part->relations.n; i++) {
        const struct docx_relation *r = &w->part->relations.p[i];
        if (r->type == type && r->external == external && str_eq(r->target, target)) {
            return i + 1;
        }
    }
    vec_push(&w->part->relations, (struct docx_relation){type, target, external});
    return w->part->relations.n;
}
