/* SPDX-License-Identifier: MIT */
/*
 * The walk over the tree: which function writes which kind of node.
 *
 * Kinds that are one element and nothing more stand in a table. Nodes for paper alone (class
 * only-pdf) are left out.
 */
#include "html/writer.h"

struct element {
    const char *tag, *cls;
    const char *open, *close; /* behind the start tag and behind the end tag */
};

static const struct element elements[DOC_KIND_COUNT] = {
    [DOC_QUOTE] = {"blockquote", NULL, "\n", "\n"},
    [DOC_DEF_LIST] = {"dl", NULL, "\n", "\n"},
    [DOC_DEF_TERM] = {"dt", NULL, "", "\n"},
    [DOC_DEF_BODY] = {"dd", NULL, "", "\n"},
    [DOC_DETAILS] = {"details", NULL, "\n", "\n"},
    [DOC_SUMMARY] = {"summary", NULL, "", "\n"},
    [DOC_FIGURE] = {"figure", NULL, "\n", "\n"},
    [DOC_EMPH] = {"em", NULL, "", ""},
    [DOC_STRONG] = {"strong", NULL, "", ""},
    [DOC_STRIKE] = {"del", NULL, "", ""},
    [DOC_UNDERLINE] = {"u", NULL, "", ""},
    [DOC_SUP] = {"sup", NULL, "", ""},
    [DOC_SUB] = {"sub", NULL, "", ""},
};

static void write_element(struct html_writer *w, const struct doc_node *n, bool enter) {
    const struct element *e = &elements[n->kind];
    if (enter) {
        html_open(w, e->tag);
        html_attrs(w, n, e->cls);
        buf_putc(w->out, '>');
        buf_puts(w->out, e->open);
    } else {
        html_close(w, e->tag);
        buf_puts(w->out, e->close);
    }
}

/** Formats that a page without our style sheet shows only when the element says so itself. */
static void write_styled(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (!enter) {
        buf_puts(w->out, "</span>");
        return;
    }
    bool caps = n->kind == DOC_SMALL_CAPS;
    buf_puts(w->out, "<span");
    html_attrs(w, n, caps ? "smallcaps" : "upright");
    if (w->opt->fragment && !doc_pair(n, "style").p) {
        html_attr(w, "style", caps ? STR("font-variant:small-caps") : STR("font-style:normal"));
    }
    buf_putc(w->out, '>');
}

static void write_raw(struct html_writer *w, const struct doc_node *n) {
    if (!str_is(n->u.code.info, "html") && !str_is(n->u.code.info, "html5")) {
        return;
    }
    buf_str(w->out, n->u.code.text);
    if (n->kind == DOC_RAW_BLOCK && !str_ends(n->u.code.text, STR("\n"))) {
        buf_putc(w->out, '\n');
    }
}

/** Nodes that are written when they are entered; false for those that have a start and an end. */
static bool write_leaf(struct html_writer *w, struct doc_node *n) {
    switch ((int)n->kind) {
    case DOC_TEXT:
        if (w->cells > 0) {
            html_cell_text(w, n->u.text.text);
        } else {
            html_text(w, n->u.text.text);
        }
        return true;
    case DOC_SOFT_BREAK:
        buf_putc(w->out, '\n');
        return true;
    case DOC_LINE_BREAK:
        buf_puts(w->out, "<br>\n");
        return true;
    case DOC_CODE:
        html_code(w, n);
        return true;
    case DOC_CODE_BLOCK:
        html_code_block(w, n);
        return true;
    case DOC_RAW_BLOCK:
    case DOC_RAW_INLINE:
        write_raw(w, n);
        return true;
    case DOC_ROW:
        return html_row_left_out(w, n);
    case DOC_RULE:
        buf_puts(w->out, "<hr>\n");
        return true;
    case DOC_MATH:
        html_math(w, n);
        return true;
    case DOC_IMAGE:
        html_image(w, n);
        return true;
    case DOC_NOTE:
        html_note_mark(w, n);
        return true;
    default:
        return false;
    }
}

static void write_around(struct html_writer *w, struct doc_node *n, bool enter) {
    switch ((int)n->kind) {
    case DOC_PARA:
    case DOC_PLAIN:
        html_paragraph(w, n, enter);
        break;
    case DOC_HEADING:
        html_heading(w, n, enter);
        break;
    case DOC_LIST:
        html_list(w, n, enter);
        break;
    case DOC_ITEM:
        html_item(w, n, enter);
        break;
    case DOC_TABLE:
        html_table(w, n, enter);
        break;
    case DOC_ROW:
        html_row(w, n, enter);
        break;
    case DOC_CELL:
        html_cell(w, n, enter);
        break;
    case DOC_CAPTION:
        html_figure_caption(w, n, enter);
        break;
    case DOC_DIV:
        html_div(w, n, enter);
        break;
    case DOC_BIBLIOGRAPHY:
        html_bibliography(w, n, enter);
        break;
    case DOC_BIB_ENTRY:
        html_bib_entry(w, n, enter);
        break;
    case DOC_BIB_LABEL:
        html_bib_label(w, n, enter);
        break;
    case DOC_SMALL_CAPS:
    case DOC_UPRIGHT:
        write_styled(w, n, enter);
        break;
    case DOC_LINK:
        html_link(w, n, enter);
        break;
    case DOC_SPAN:
        html_span(w, n, enter);
        break;
    case DOC_CITE:
        html_cite(w, n, enter);
        break;
    default:
        if (elements[n->kind].tag) {
            write_element(w, n, enter);
        }
    }
}

void html_children(struct html_writer *w, struct doc_node *n) {
    struct doc_walk walk = doc_walk_start(n);
    const struct doc_node *skipped = NULL;
    while (doc_walk_next(&walk)) {
        struct doc_node *at = walk.node;
        if (at == n) {
            continue;
        }
        if (walk.enter) {
            if (doc_has_class(at, "only-pdf") || write_leaf(w, at)) {
                skipped = at;
                doc_walk_skip(&walk);
            } else {
                write_around(w, at, true);
            }
        } else if (at == skipped) {
            skipped = NULL;
        } else {
            write_around(w, at, false);
        }
    }
}
