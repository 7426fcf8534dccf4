/* SPDX-License-Identifier: MIT */
/*
 * Walks the tree and calls the function for each kind of node. Kinds that become a single element
 * are rows of a table.
 */
#include "write/html/writer.h"

#include "core/base/word_list.h"

struct element {
    const char *tag, *cls;
    const char *open, *close; /* text after the start tag and after the end tag */
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
    const char *tag = html_tag(w, n, e->tag);
    if (enter) {
        html_open(w, tag);
        bool dated = n->kind == DOC_DEF_LIST && doc_is_dated(w->doc, n);
        html_attrs(w, n, dated ? "dated" : e->cls);
        buf_putc(w->out, '>');
        buf_puts(w->out, e->open);
    } else {
        html_close(w, tag);
        buf_puts(w->out, e->close);
    }
}

/** Writes small capitals and upright text. Fragments have no style sheet, so there the element has
 * its style inline. */
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

bool html_shows_raw(const struct doc_node *n) {
    return str_iamong(n->u.code.info, "html html5");
}

static void write_raw(struct html_writer *w, const struct doc_node *n) {
    if (!html_shows_raw(n)) {
        return;
    }
    buf_str(w->out, n->u.code.text);
    if (n->kind == DOC_RAW_BLOCK && !str_ends(n->u.code.text, STR("\n"))) {
        buf_putc(w->out, '\n');
    }
}

static void write_text(struct html_writer *w, const struct doc_node *n) {
    if (w->cells > 0) {
        html_cell_text(w, n->u.text.text);
    } else {
        html_text(w, n->u.text.text);
    }
}

static void write_break(struct html_writer *w, const struct doc_node *n) {
    buf_puts(w->out, n->kind == DOC_LINE_BREAK ? "<br>\n" : "\n");
}

static void write_rule(struct html_writer *w, const struct doc_node *n) {
    buf_puts(w->out, "<hr");
    html_attrs(w, n, NULL);
    buf_puts(w->out, ">\n");
}

/** Writes a node without an end tag. Returns false for other nodes. */
static bool write_leaf(struct html_writer *w, struct doc_node *n) {
    static void (*const writers[DOC_KIND_COUNT])(struct html_writer *, const struct doc_node *) = {
        [DOC_TEXT] = write_text,
        [DOC_SOFT_BREAK] = write_break,
        [DOC_LINE_BREAK] = write_break,
        [DOC_CODE] = html_code,
        [DOC_CODE_BLOCK] = html_code_block,
        [DOC_RAW_BLOCK] = write_raw,
        [DOC_RAW_INLINE] = write_raw,
        [DOC_RULE] = write_rule,
        [DOC_MATH] = html_math,
        [DOC_IMAGE] = html_image,
        [DOC_NOTE] = html_note_mark,
    };
    if (writers[n->kind]) {
        writers[n->kind](w, n);
        return true;
    }
    return n->kind == DOC_ROW    ? html_row_left_out(w, n)
           : n->kind == DOC_LINK ? html_mail_instead(w, n)
                                 : false;
}

/** Writes the start or the end of all other nodes. */
static void write_around(struct html_writer *w, struct doc_node *n, bool enter) {
    static void (*const writers[DOC_KIND_COUNT])(struct html_writer *, const struct doc_node *,
                                                 bool) = {
        [DOC_PARA] = html_paragraph,
        [DOC_PLAIN] = html_paragraph,
        [DOC_HEADING] = html_heading,
        [DOC_LIST] = html_list,
        [DOC_ITEM] = html_item,
        [DOC_TABLE] = html_table,
        [DOC_ROW] = html_row,
        [DOC_CELL] = html_cell,
        [DOC_CAPTION] = html_figure_caption,
        [DOC_DIV] = html_div,
        [DOC_BIBLIOGRAPHY] = html_bibliography,
        [DOC_BIB_ENTRY] = html_bib_entry,
        [DOC_BIB_LABEL] = html_bib_label,
        [DOC_SMALL_CAPS] = write_styled,
        [DOC_UPRIGHT] = write_styled,
        [DOC_LINK] = html_link,
        [DOC_SPAN] = html_span,
        [DOC_CITE] = html_cite,
    };
    if (elements[n->kind].tag) {
        write_element(w, n, enter);
    } else if (writers[n->kind]) {
        writers[n->kind](w, n, enter);
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
            if (write_leaf(w, at)) {
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
