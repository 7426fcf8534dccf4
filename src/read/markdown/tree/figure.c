/* SPDX-License-Identifier: MIT */
/*
 * Figures: images alone in their paragraphs (pandoc MANUAL, implicit_figures), and divisions with
 * several images, side by side or in rows, with one caption below (pandoc-crossref, subfigures;
 * Quarto's layout-ncol).
 *
 *   ::: {#fig:both}
 *   ![one](a.png){#fig:a} ![two](b.png){#fig:b}
 *
 *   The caption.
 *   :::
 *
 * The texts of the images go into the caption: "(a) one; (b) two".
 */
#include "read/markdown/tree/passes.h"

/* width of the images of a row together, in per cent of the text width; the gaps take the remaining
 * width */
#define WHOLE_ROW 97
#define MAX_ROW 12 /* maximum number of images side by side */

/* Makes a figure from an image that has a text and is alone in its paragraph (MANUAL,
 * implicit_figures). */
static void make_figure(struct md *m, struct doc_node *para) {
    struct doc_node *image = para->first;
    if (!image || image->kind != DOC_IMAGE || image->next || !image->first ||
        doc_element(image).n) {
        return;
    }
    struct doc *doc = m->doc;
    struct doc_node *figure = doc_node_new(doc, DOC_FIGURE, para->span);
    struct doc_node *caption = doc_node_new(doc, DOC_CAPTION, image->span);
    for (struct doc_node *c = image->first; c; c = c->next) {
        doc_append(caption, doc_copy(doc, c));
    }
    caption->span = md_span_to(image->first->span, image->last->span);
    struct str id = doc_id(image);
    if (id.n) {
        doc_set_id(doc, figure, id);
        image->attr->id = STR_EMPTY;
    }
    doc_replace(para, figure);
    para->kind = DOC_PLAIN;
    doc_append(figure, para);
    doc_append(figure, caption);
}

/* ---- groups */

static bool is_image(const struct doc_node *n) {
    return n->kind == DOC_IMAGE;
}

/* Returns the number of images in a paragraph, or 0 if the paragraph contains anything else. */
static int images_of(const struct doc_node *para) {
    int n = 0;
    if (para->kind != DOC_PARA) {
        return 0;
    }
    for (const struct doc_node *k = para->first; k; k = k->next) {
        if (!is_image(k) && !doc_is_blank(k)) {
            return 0;
        }
        n += is_image(k);
    }
    return n;
}

/* Unwraps the divisions of a cell of Quarto: the code is moved before the cell, and the outputs
 * directly into it. */
static void unwrap_cell(struct doc_node *div) {
    for (struct doc_node *k = div->first, *next; k; k = next) {
        next = k->next;
        if (doc_has_class(k, "cell-code")) {
            doc_unlink(k);
            doc_insert_before(div, k);
        } else if (doc_has_class(k, "cell-output-display")) {
            while (k->last) {
                struct doc_node *last = k->last;
                doc_unlink(last);
                doc_insert_after(k, last);
            }
            doc_unlink(k);
        }
    }
}

/* Returns the caption of a division, or NULL: the text of the attribute `key`, or a paragraph of
 * text at the end, which is removed. */
static struct doc_node *take_caption(struct md *m, struct doc_node *div, const char *key) {
    struct doc_node *caption = doc_node_new(m->doc, DOC_CAPTION, div->span), *last = div->last;
    if (md_put_key(m, div, key, caption)) {
        return caption;
    }
    if (!last || last == div->first || last->kind != DOC_PARA || images_of(last) > 0) {
        return NULL;
    }
    caption->span = last->span;
    doc_adopt(caption, last);
    doc_unlink(last);
    return caption;
}

/* Returns the table in a division if it is the only one and has no caption. Otherwise returns NULL.
 */
static struct doc_node *only_table(struct doc_node *div) {
    struct doc_node *table = NULL;
    struct doc_walk w = doc_walk_start(div);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_TABLE) {
            if (table || (w.node->first && w.node->first->kind == DOC_CAPTION)) {
                return NULL;
            }
            table = w.node;
        }
    }
    return table;
}

/* Sets the widths of those images in a row that have no size of their own. The text of an image
 * becomes its description, because the caption is for all images. */
static void settle_row(struct md *m, struct doc_node *row, int columns) {
    int n = columns > 0 ? columns : images_of(row);
    n = n < MAX_ROW ? n : MAX_ROW;
    for (struct doc_node *k = row->first; k; k = k->next) {
        if (is_image(k) && k->first && !doc_pair(k, "alt").p) {
            doc_set_pair(m->doc, k, STR("alt"), doc_plain(m->a, k));
        }
        if (is_image(k) && n > 1 && !doc_pair(k, "width").n && !doc_pair(k, "height").n) {
            doc_set_pair(m->doc, k, STR("width"), arena_printf(m->a, "%d%%", WHOLE_ROW / n));
        }
    }
}

/* Makes one figure from rows of images, with one caption. */
static struct doc_node *make_group(struct md *m, struct doc_node *div, struct doc_node *caption) {
    struct doc_node *figure = doc_node_new(m->doc, DOC_FIGURE, div->span);
    int64_t columns = 0;
    (void)str_to_i64(doc_pair(div, "layout-ncol"), &columns);
    columns = columns > 0 && columns <= MAX_ROW ? columns : 0;
    struct doc_node *row = NULL;
    int single = 0;
    while (div->first) {
        struct doc_node *para = div->first;
        doc_unlink(para);
        settle_row(m, para, (int)columns);
        single += images_of(para);
        if (row && columns > 0) {
            doc_add(m->doc, row, DOC_SOFT_BREAK, para->span);
            doc_adopt(row, para);
        } else {
            para->kind = DOC_PLAIN;
            row = para;
            doc_append(figure, para);
        }
    }
    if (single > 1) {
        md_caption_images(m, figure, caption);
    }
    return figure;
}

/* Turns a division with an identifier and a caption into a figure, a table or a listing (Quarto,
 * "Cross-Reference Divs"; pandoc-crossref, for a figure of several images). */
static void caption_division(struct md *m, struct doc_node *div) {
    struct str id = doc_id(div);
    bool quarto = str_starts(id, STR("fig-")), table = str_starts(id, STR("tbl-"));
    bool listing = str_starts(id, STR("lst-")) && div->first && div->first->kind == DOC_CODE_BLOCK;
    if (!quarto && !table && !listing && !str_starts(id, STR("fig:"))) {
        return;
    }
    unwrap_cell(div);
    bool images = !table && !listing;
    for (const struct doc_node *k = div->first; k && images; k = k->next) {
        bool text = k == div->last && k != div->first && k->kind == DOC_PARA;
        images = images_of(k) > 0 || (text && !doc_pair(div, "fig-cap").n);
    }
    struct doc_node *of = table ? only_table(div) : NULL;
    const char *key = table ? "tbl-cap" : listing ? "lst-cap" : "fig-cap";
    struct doc_node *caption = images || quarto || listing || of ? take_caption(m, div, key) : NULL;
    if (!caption) {
        return;
    }
    if (of) {
        doc_set_id(m->doc, of, id);
        div->attr->id = STR_EMPTY;
        doc_insert(of, of->first, caption);
        return;
    }
    struct doc_node *figure =
        images ? make_group(m, div, caption) : doc_node_new(m->doc, DOC_FIGURE, div->span);
    if (listing) {
        doc_append(figure, caption);
    }
    if (!images) {
        doc_adopt(figure, div);
    }
    figure->attr = div->attr;
    figure->attr->element = STR_EMPTY; /* a `<div>` is a figure now */
    div->attr = NULL;
    doc_append(div, figure);
    if (listing) {
        doc_add_class(m->doc, figure, STR("listing"));
    } else {
        doc_append(figure, caption);
    }
}

void md_figures(struct md *m, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_DIV && w.node->parent) {
            caption_division(m, w.node);
        } else if (!w.enter && w.node->kind == DOC_PARA && w.node->parent) {
            struct doc_node *para = w.node;
            make_figure(m, para);
            if (para->kind == DOC_PLAIN) {
                w.node = para->parent;
            }
        } else if (w.enter && doc_is_inline(w.node->kind) && w.node->kind != DOC_NOTE &&
                   !w.node->first) {
            doc_walk_skip(&w);
        }
    }
}
