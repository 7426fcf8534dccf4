/* SPDX-License-Identifier: MIT */
/*
 * Sections with their paper, margins and columns, and the heads and feet of their pages.
 * Placeholders in heads and feet become fields.
 */
#include "write/docx/writer.h"

/** Writes the text of a template. {page} and {pages} become fields. */
static void put_template(struct docx_writer *w, struct str t) {
    const struct doc_meta *m = &w->doc->meta;
    while (t.n) {
        size_t at = str_index(t, '{');
        docx_text(w, at == STR_NONE ? t : str_slice(t, 0, at));
        if (at == STR_NONE) {
            return;
        }
        t = str_from(t, at + 1);
        size_t end = str_index(t, '}');
        if (end == STR_NONE) {
            docx_text(w, STR("{"));
            docx_text(w, t);
            return;
        }
        struct str name = str_slice(t, 0, end);
        t = str_from(t, end + 1);
        if (str_is(name, "page")) {
            docx_field(w, STR("PAGE"), STR("1"));
        } else if (str_is(name, "pages")) {
            docx_field(w, STR("NUMPAGES"), STR("1"));
        } else if (str_is(name, "section") || str_is(name, "chapter")) {
            docx_field(w, STR("STYLEREF \"heading 1\""), STR_EMPTY);
        } else if (str_is(name, "title")) {
            docx_text(w, m->title_plain);
        } else if (str_is(name, "author")) {
            docx_text(w, m->nauthors ? m->authors[0].plain : STR_EMPTY);
        } else if (str_is(name, "date")) {
            docx_text(w, m->date_plain);
        }
    }
}

/** Adds a head or foot. Its three parts have tabs between them. */
static void add(struct docx_writer *w, const struct str parts[3], bool foot, const char *kind,
                bool always) {
    if (!always && !parts[0].n && !parts[1].n && !parts[2].n) {
        return;
    }
    struct buf b = BUF_INIT, *out = w->out;
    int width = docx_width(w, (struct docx_shape){.across = true});
    w->out = &b;
    const char *name = foot ? "ftr" : "hdr";
    struct str id = docx_style_id(w, foot ? DOCX_FOOTER : DOCX_HEADER);
    buf_printf(&b,
               "<w:%s%s><w:p><w:pPr><w:pStyle w:val=\"%.*s\"/><w:tabs><w:tab w:val=\"center\" "
               "w:pos=\"%d\"/><w:tab w:val=\"right\" w:pos=\"%d\"/></w:tabs></w:pPr>",
               name, docx_namespaces, STR_ARG(id), width / 2, width);
    for (int i = 0; i < 3; i++) {
        if (i > 0 && (parts[1].n || parts[2].n)) {
            docx_in_run(w, "<w:tab/>");
        }
        put_template(w, parts[i]);
    }
    buf_printf(&b, "</w:p></w:%s>", name);
    w->out = out;
    vec_push(&w->heads, (struct docx_head){foot, kind, buf_finish(&b, w->a), STR_EMPTY});
}

void docx_heads(struct docx_writer *w) {
    static const char *const kinds[] = {"default", "even", "first"};
    const struct docx_page *p = &w->page;
    for (int i = 0; i < 3; i++) {
        if ((i == 1 && !p->even) || (i == 2 && !p->first)) {
            continue;
        }
        add(w, p->head[i], false, kinds[i], i > 0);
        add(w, p->foot[i], true, kinds[i], i > 0);
    }
}

/** Returns the distance of heads and feet from the edge of the paper: half of the margin. */
static int distance(int margin) {
    return margin > 0 ? margin / 2 : 0;
}

int docx_width(const struct docx_writer *w, struct docx_shape shape) {
    const struct docx_page *p = &w->page;
    int columns = p->columns > 1 && !shape.across ? p->columns : 1;
    int room = shape.sideways ? p->height - p->top - p->bottom : p->width - p->left - p->right;
    int width = (room - (columns - 1) * p->column_sep) / columns;
    return width > 720 ? width : 720;
}

void docx_section(struct docx_writer *w) {
    const struct docx_page *p = &w->page;
    bool sideways = w->shape.sideways;
    buf_puts(w->out, "<w:sectPr>");
    for (size_t i = 0; i < w->heads.n; i++) {
        const struct docx_head *h = &w->heads.p[i];
        const char *name = h->foot ? "footer" : "header";
        size_t id = docx_relate(w, name, arena_printf(w->a, "%s%zu.xml", name, i + 1), false);
        buf_printf(w->out, "<w:%sReference w:type=\"%s\" r:id=\"rId%zu\"/>", name, h->kind, id);
    }
    buf_puts(w->out, w->goes_on ? "<w:type w:val=\"continuous\"/>" : "");
    buf_printf(w->out, "<w:pgSz w:w=\"%d\" w:h=\"%d\"%s/>", sideways ? p->height : p->width,
               sideways ? p->width : p->height,
               sideways || p->width > p->height ? " w:orient=\"landscape\"" : "");
    buf_printf(w->out,
               "<w:pgMar w:top=\"%d\" w:right=\"%d\" w:bottom=\"%d\" w:left=\"%d\" "
               "w:header=\"%d\" w:footer=\"%d\" w:gutter=\"0\"/>",
               p->top, p->right, p->bottom, p->left, distance(p->top), distance(p->bottom));
    if (p->line_numbers > 0) {
        buf_printf(w->out, "<w:lnNumType w:countBy=\"%d\" w:restart=\"continuous\"/>",
                   p->line_numbers);
    }
    buf_printf(w->out, "<w:cols w:num=\"%d\" w:space=\"%d\"/>",
               p->columns > 1 && !w->shape.across ? p->columns : 1,
               p->column_sep > 0 ? p->column_sep : 720);
    buf_puts(w->out, p->first && !w->goes_on ? "<w:titlePg/>" : "");
    buf_puts(w->out, doc_is_rtl(w->doc) ? "<w:bidi/>" : "");
    buf_puts(w->out, "</w:sectPr>");
}

void docx_reshape(struct docx_writer *w) {
    bool turns = w->wanted.sideways != w->shape.sideways;
    if (!turns && w->wanted.across == w->shape.across) {
        return;
    }
    if (w->out->n > w->body) { /* a section that would be empty is not written */
        buf_puts(w->out, "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" "
                         "w:lineRule=\"exact\"/>");
        docx_section(w);
        buf_puts(w->out, "</w:pPr></w:p>");
        w->goes_on = !turns;
    }
    w->shape = w->wanted;
    w->cell_width = docx_width(w, w->shape);
}
