/* SPDX-License-Identifier: MIT */
/*
 * Pictures in a line of text (ECMA-376 part 1, 20.4.2.8). This file decides their size: the size
 * that the author gives, at most the width of the text. A picture that Word cannot show is replaced
 * by its description.
 */
#include "write/docx/writer.h"

#define EMU_OF_TWIP 635
#define EMU_OF_POINT 12700

/** Converts "4cm", "50%" or "120" (pixels of CSS) to EMU. Returns 0 for other texts. `whole` is the
 * length of 100 %. */
static int64_t length(struct str value, int64_t whole, int64_t em) {
    static const struct {
        const char *name;
        int64_t emu;
    } units[] = {{"cm", 360000}, {"mm", 36000},  {"in", 914400}, {"pt", EMU_OF_POINT},
                 {"bp", 12700},  {"pc", 152400}, {"px", 9525},   {"", 9525}};
    int64_t mille;
    if (!str_take_decimal(&value, '.', 3, &mille) || mille >= 1000000000) {
        return 0;
    }
    struct str unit = str_trim(value);
    if (str_is(unit, "%") || str_starts(unit, STR("\\"))) {
        return whole * mille / (str_is(unit, "%") ? 100000 : 1000);
    }
    if (str_is(unit, "em") || str_is(unit, "rem")) {
        return em * mille / 1000;
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (str_is(unit, units[i].name)) {
            return units[i].emu * mille / 1000;
        }
    }
    return 0;
}

/** Returns a size that the author gives: an attribute, or a property in the attribute `style`. */
static struct str size_of(const struct doc_node *n, const char *key) {
    struct str own = str_trim(doc_pair(n, key)), rest = doc_pair(n, "style");
    while (!own.n && rest.p) {
        struct str value = str_cut(&rest, ';'), name = str_trim(str_cut(&value, ':'));
        own = str_is(name, key) ? str_trim(value) : own;
    }
    return own;
}

static void set_size(const struct docx_writer *w, const struct doc_node *n,
                     const struct docx_picture *p, int64_t *width, int64_t *height) {
    const struct docx_page *page = &w->page;
    int64_t most = (int64_t)w->cell_width * EMU_OF_TWIP;
    int64_t tall = w->shape.sideways ? page->width - page->left - page->right
                                     : page->height - page->top - page->bottom;
    tall *= EMU_OF_TWIP;
    int64_t em = (int64_t)w->opt->looks[DOCX_NORMAL].size * EMU_OF_POINT / 2;
    int64_t x = p->width > 0 ? p->width : 9525, y = p->height > 0 ? p->height : 9525;
    int64_t own_x = length(size_of(n, "width"), most, em);
    int64_t own_y = length(size_of(n, "height"), tall, em);
    *width = own_x ? own_x : own_y ? own_y * x / y : x;
    *height = own_y ? own_y : *width * y / x;
    if (*width > most) {
        *height = *height * most / *width;
        *width = most;
    }
    if (*height > tall) {
        *width = *width * tall / *height;
        *height = tall;
    }
    *width = *width > 0 ? *width : 1;
    *height = *height > 0 ? *height : 1;
}

const char *const docx_endings[DOCX_ENDINGS][2] = {
    {"png", "png"},   {"jpeg", "jpeg"},   {"jpg", "jpeg"},  {"gif", "gif"},
    {"tiff", "tiff"}, {"svg", "svg+xml"}, {"emf", "x-emf"}, {"wmf", "x-wmf"}};

const char *docx_ending(struct str ext) {
    for (size_t i = 0; i < DOCX_ENDINGS; i++) {
        if (str_ieq(ext, str_of(docx_endings[i][0]))) {
            return docx_endings[i][0];
        }
    }
    return NULL;
}

void docx_add_file(struct docx_writer *w, struct str name, struct str bytes, const char *ending) {
    for (size_t i = 0; i < w->files.n; i++) {
        if (str_eq(w->files.p[i].name, name)) {
            return;
        }
    }
    vec_push(&w->files, (struct docx_file){name, bytes, ending});
}

/** Adds a picture to the package, once. Returns its name below word/. */
static struct str add_file(struct docx_writer *w, struct str bytes, const char *ending) {
    for (size_t i = 0; i < w->files.n; i++) {
        if (str_eq(w->files.p[i].bytes, bytes)) {
            return w->files.p[i].name;
        }
    }
    struct str name = arena_printf(w->a, "media/picture%zu.%s", w->files.n + 1, ending);
    docx_add_file(w, name, bytes, ending);
    return name;
}

/** Returns the alternative text of a picture, or an empty text for decoration. */
static struct str alternative(const struct docx_writer *w, const struct doc_node *n) {
    struct str own = doc_pair(n, "alt");
    return doc_is_decoration(n) ? STR_EMPTY : own.p ? own : doc_plain(w->a, n);
}

static void put_names(struct docx_writer *w, const struct doc_node *n) {
    struct str alt = alternative(w, n);
    w->pictures++;
    buf_printf(w->out, "<wp:docPr id=\"%d\" name=\"Picture %d\"", w->pictures, w->pictures);
    docx_attr(w->out, "descr", alt);
    if (n->u.link.title.n) {
        docx_attr(w->out, "title", n->u.link.title);
    }
    buf_puts(w->out, alt.n ? "/>"
                           : "><a:extLst><a:ext uri=\"{C183D7F6-B498-43B3-948B-1728B52AA6E4}\">"
                             "<adec:decorative xmlns:adec=\"http://schemas.microsoft.com/office/"
                             "drawing/2017/decorative\" val=\"1\"/></a:ext></a:extLst></wp:docPr>");
}

static void put_blip(struct docx_writer *w, const struct docx_picture *p) {
    size_t id = docx_relate(w, "image", add_file(w, p->bytes, p->ending), false);
    buf_printf(w->out, "<a:blip r:embed=\"rId%zu\"", id);
    if (!p->svg.n) {
        buf_puts(w->out, "/>");
        return;
    }
    size_t svg = docx_relate(w, "image", add_file(w, p->svg, "svg"), false);
    buf_printf(w->out,
               "><a:extLst><a:ext uri=\"{96DAC541-7B7A-43D3-8B79-37D633B846F1}\"><asvg:svgBlip "
               "xmlns:asvg=\"http://schemas.microsoft.com/office/drawing/2016/SVG/main\" "
               "r:embed=\"rId%zu\"/></a:ext></a:extLst></a:blip>",
               svg);
}

static void put_drawing(struct docx_writer *w, const struct doc_node *n,
                        const struct docx_picture *p) {
    int64_t x, y;
    set_size(w, n, p, &x, &y);
    struct buf *out = w->out;
    buf_puts(out, "<w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">");
    buf_printf(out, "<wp:extent cx=\"%lld\" cy=\"%lld\"/>", (long long)x, (long long)y);
    put_names(w, n);
    buf_puts(out, "<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect=\"1\"/>"
                  "</wp:cNvGraphicFramePr><a:graphic><a:graphicData "
                  "uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\">"
                  "<pic:pic><pic:nvPicPr>");
    buf_printf(out, "<pic:cNvPr id=\"%d\" name=\"Picture %d\"/>", w->pictures, w->pictures);
    buf_puts(out, "<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>");
    put_blip(w, p);
    buf_puts(out, "<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>"
                  "<a:off x=\"0\" y=\"0\"/>");
    buf_printf(out, "<a:ext cx=\"%lld\" cy=\"%lld\"/>", (long long)x, (long long)y);
    buf_puts(out, "</a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>"
                  "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>");
}

void docx_picture(struct docx_writer *w, const struct doc_node *n) {
    struct docx_picture p = {.bytes = STR_EMPTY};
    if (w->opt->picture && w->opt->picture(w->opt->user, n, &p)) {
        put_drawing(w, n, &p);
        return;
    }
    struct str alt = alternative(w, n);
    docx_text(w, STR("["));
    docx_text(w, alt.n ? alt : str_slice(n->u.link.url, 0, 80));
    docx_text(w, STR("]"));
}
