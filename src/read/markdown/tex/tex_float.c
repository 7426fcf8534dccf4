/* SPDX-License-Identifier: MIT */
/* Reads LaTeX's figures and tables with captions, their images, and figures with several images
 * (subfigure, subfig, subcaption). Decides which part of a float the caption belongs to; other
 * parts follow the float. */
#include "read/markdown/tex/tex.h"

#define WHOLE 1000 /* the width of the text, in thousandths */

/* ---- images */

/* Sets the length `key` of an image. A width such as `0.5\textwidth` becomes a share of the text
 * width in per cent. */
static void set_length(struct tex *x, struct doc_node *image, const char *key, struct str value) {
    value = str_trim(value);
    bool relative = str_index(value, '\\') != STR_NONE;
    int share = relative ? ltx_width(value) : 0;
    if (relative && str_is(str_of(key), "width") && share > 0) {
        value = arena_printf(x->m->a, "%d%%", (share + 5) / 10);
    } else if (relative) {
        return; /* a length relative to the height of the page is ignored */
    }
    if (value.n) {
        doc_set_pair(x->m->doc, image, str_of(key), value);
    }
}

void md_tex_image(struct tex *x, const struct tex_call *c) {
    bool graphics = c->row->args[0] == 's';
    struct str options = md_tex_arg(x, &c->args[graphics]);
    struct str url = str_trim(md_tex_arg(x, &c->args[graphics ? 3 : 1])), value;
    struct doc_node *image = md_tex_inline(x, DOC_IMAGE, c->begin, c->end);
    bool given;
    image->u.link.url = url;
    value = ltx_option(options, "width", &given);
    if (given) {
        set_length(x, image, "width", value);
    }
    value = ltx_option(options, "height", &given);
    if (given && !doc_pair(image, "width").n) {
        set_length(x, image, "height", value);
    }
    value = str_trim(ltx_option(options, "scale", &given));
    int share = given ? ltx_width(arena_join(x->m->a, 2, value, STR("\\textwidth"))) : 0;
    if (share > 0 && !image->attr) {
        doc_set_pair(x->m->doc, image, STR("width"), arena_printf(x->m->a, "%d%%", share / 10));
    }
    value = ltx_option(options, "alt", &given);
    if (given) {
        doc_add_text(x->m->doc, image, value, image->span);
    }
}

/* ---- captions */

void md_tex_caption(struct tex *x, const struct tex_call *c) {
    const struct ltx_arg *arg = &c->args[c->row->a ? 3 : 2];
    struct tex_float own = {0}, *outer = x->floated;
    /* a caption outside of floats, or a second caption, becomes a paragraph */
    if (!outer || outer->caption) {
        md_tex_paragraph(x);
        md_tex_within(x, arg);
        md_tex_paragraph(x);
        return;
    }
    outer->caption = md_tex_node(x, DOC_CAPTION, arg->begin, arg->end);
    if (ltx_given(&c->args[0])) {
        doc_add_class(x->m->doc, outer->caption, STR("unnumbered"));
    }
    x->floated = &own; /* a \label in the caption belongs to the float */
    md_tex_inlines(x, arg, outer->caption);
    x->floated = outer;
    if (own.label.n && !outer->label.n) {
        outer->label = own.label;
    }
}

/* ---- the content of a float */

static bool is_image_row(const struct doc_node *n) {
    bool any = false;
    if (n->kind != DOC_PARA && n->kind != DOC_PLAIN) {
        return false;
    }
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind != DOC_IMAGE && !doc_is_blank(k)) {
            return false;
        }
        any = any || k->kind == DOC_IMAGE;
    }
    return any;
}

static bool all_images(const struct doc_node *div) {
    for (const struct doc_node *n = div->first; n; n = n->next) {
        if (!is_image_row(n)) {
            return false;
        }
    }
    return div->first != NULL;
}

/* Whether a node is space between images: \hfill, \quad. */
static bool is_gap(const struct doc_node *n) {
    return (n->kind == DOC_SPAN && !n->first && doc_has_class(n, "hfill")) ||
           (n->kind == DOC_TEXT && str_is(str_trim(n->u.text.text), "\u2003"));
}

/* Replaces the spaces between images with ordinary ones. The images of a row are distributed over
 * the line later. */
static void drop_gaps(struct tex *x, struct doc_node *div) {
    for (struct doc_node *row = div->first; row; row = row->next) {
        bool images = row->kind == DOC_PARA || row->kind == DOC_PLAIN;
        for (const struct doc_node *k = row->first; k && images; k = k->next) {
            images = k->kind == DOC_IMAGE || doc_is_blank(k) || is_gap(k);
        }
        for (struct doc_node *k = images ? row->first : NULL, *next; k; k = next) {
            next = k->next;
            if (is_gap(k)) {
                if (k->prev && !doc_is_blank(k->prev)) {
                    doc_insert_before(k, doc_text_new(x->m->doc, STR(" "), k->span));
                }
                doc_unlink(k);
            }
        }
    }
}

/* Removes the division that \centering has made. A float centres its content anyway. */
static void unwrap(struct doc_node *div) {
    while (div->first && !div->first->next && div->first->kind == DOC_DIV &&
           !doc_id(div->first).n) {
        struct doc_node *in = div->first;
        doc_unlink(in);
        doc_adopt(div, in);
    }
}

static struct doc_node *first_image(const struct doc_node *div) {
    for (const struct doc_node *row = div->first; row; row = row->next) {
        for (struct doc_node *k = row->first; k; k = k->next) {
            if (k->kind == DOC_IMAGE) {
                return k;
            }
        }
    }
    return NULL;
}

/* Makes the caption the description of the only image, if it has none. */
static void describe(struct tex *x, struct doc_node *figure, const struct doc_node *caption) {
    struct doc_node *only = first_image(figure);
    if (!only->first && caption) {
        for (struct doc_node *k = caption->first; k; k = k->next) {
            if (k->kind != DOC_SPAN || k->first) {
                doc_append(only, doc_copy(x->m->doc, k));
            }
        }
    }
}

static size_t count_images(const struct doc_node *div) {
    size_t n = 0;
    for (const struct doc_node *row = div->first; row; row = row->next) {
        for (const struct doc_node *k = row->first; k; k = k->next) {
            n += k->kind == DOC_IMAGE;
        }
    }
    return n;
}

static void add_class(struct tex *x, struct doc_node *n, struct str cls) {
    if (cls.n) {
        doc_add_class(x->m->doc, n, cls);
    }
}

static struct doc_node *put_figure(struct tex *x, const struct tex_call *c, struct doc_node *div,
                                   struct tex_float *f) {
    struct doc_node *figure = md_tex_block(x, DOC_FIGURE, c->begin, c->end);
    bool images = all_images(div);
    size_t n = images ? count_images(div) : 0;
    while (div->first) {
        struct doc_node *row = div->first;
        doc_unlink(row);
        row->kind = images ? DOC_PLAIN : row->kind;
        doc_append(figure, row);
    }
    if (n > 1 && f->caption) {
        md_caption_images(x->m, figure, f->caption);
    } else if (n == 1) {
        describe(x, figure, f->caption);
    }
    if (f->caption) {
        doc_append(figure, f->caption);
    }
    if (f->label.n) {
        doc_set_id(x->m->doc, figure, f->label);
    }
    return figure;
}

static void put_table(struct tex *x, struct doc_node *div, struct doc_node *table,
                      struct tex_float *f) {
    bool has = table->first && table->first->kind == DOC_CAPTION;
    if (f->caption && !has) {
        doc_insert_before(table->first, f->caption);
    }
    if (f->label.n && !doc_id(table).n) {
        doc_set_id(x->m->doc, table, f->label);
    }
    md_tex_paragraph(x);
    doc_adopt(x->parent, div);
}

void md_tex_float(struct tex *x, const struct tex_call *c) {
    struct tex_float own = {0}, *outer = x->floated;
    struct doc_node *div = md_tex_node(x, DOC_DIV, c->begin, c->end);
    x->floated = &own;
    md_tex_part(x, &c->body, div, TEX_BLOCKS);
    x->floated = outer;
    unwrap(div);
    drop_gaps(x, div);
    struct doc_node *table = c->row->act == LTX_TABLE ? doc_find_kind(div, DOC_TABLE) : NULL;
    struct str cls = c->row->text ? str_of(c->row->text) : STR_EMPTY;
    if (table) {
        put_table(x, div, table, &own);
        add_class(x, table, cls);
    } else if (own.caption || all_images(div)) {
        struct doc_node *figure = put_figure(x, c, div, &own);
        add_class(x, figure, cls);
        add_class(x, figure, c->row->act == LTX_TABLE ? STR("float-table") : STR_EMPTY);
    } else {
        struct doc_node *at = md_tex_block(x, DOC_DIV, c->begin, c->end);
        doc_adopt(at, div);
        if (own.label.n) {
            doc_set_id(x->m->doc, at, own.label);
        }
        doc_unlink_empty(at);
    }
}

/* ---- parts of a figure */

/* Returns the image of a part that contains only one image, or NULL. */
static struct doc_node *single_image(struct doc_node *div) {
    const struct doc_node *row = div->first;
    bool single = row && !row->next && is_image_row(row) && count_images(div) == 1;
    return single ? first_image(div) : NULL;
}

static void scale(struct tex *x, struct doc_node *image, int share) {
    struct str width = doc_pair(image, "width");
    int64_t own = 100;
    if (!share || (width.n && !str_ends(width, STR("%")))) {
        return;
    }
    if (width.n) {
        (void)str_to_i64(str_slice(width, 0, width.n - 1), &own);
    }
    own = own < 1 || own > 100 ? 100 : own;
    doc_set_pair(x->m->doc, image, STR("width"),
                 arena_printf(x->m->a, "%d%%", (int)(own * share / WHOLE)));
}

/* Reads a part of a figure: \begin{subfigure}[b]{0.4\textwidth}, \subfloat[caption]{...} or
 * \subcaptionbox{caption}{...}. */
void md_tex_subfloat(struct tex *x, const struct tex_call *c) {
    struct tex_float own = {0}, *outer = x->floated;
    struct doc_node *div = md_tex_node(x, DOC_DIV, c->begin, c->end);
    bool environment = c->body.end > c->body.begin, box = !environment && c->row->a;
    const struct ltx_arg *body = environment ? &c->body : box ? &c->args[4] : &c->args[2];
    const struct ltx_arg *text = environment              ? NULL
                                 : box                    ? &c->args[1]
                                 : ltx_given(&c->args[1]) ? &c->args[1]
                                                          : &c->args[0];
    x->floated = &own;
    if (text && ltx_given(text)) {
        own.caption = md_tex_node(x, DOC_CAPTION, text->begin, text->end);
        md_tex_inlines(x, text, own.caption);
    }
    md_tex_part(x, body, div, TEX_BLOCKS);
    x->floated = outer;
    unwrap(div);
    drop_gaps(x, div);
    struct doc_node *image = single_image(div);
    if (!image) {
        struct doc_node *table = doc_find_kind(div, DOC_TABLE);
        if (table) {
            put_table(x, div, table, &own);
        } else {
            put_figure(x, c, div, &own);
        }
        return;
    }
    doc_unlink(image);
    if (own.caption) {
        image->first = image->last = NULL;
        doc_adopt(image, own.caption);
    }
    if (own.label.n) {
        doc_set_id(x->m->doc, image, own.label);
    }
    scale(x, image, environment ? ltx_width(md_tex_arg(x, &c->args[2])) : 0);
    doc_append(md_tex_top(x), image);
}
