/* SPDX-License-Identifier: MIT */
/*
 * Writes blocks: the indentation, markers and blank lines of each kind (pandoc,
 * Text.Pandoc.Writers.Markdown, PlainText). A list is tight when its items begin with text that is
 * not a paragraph.
 */
#include "core/base/bounds.h"
#include "write/plain/writer.h"

static void put_block(struct plain_writer *w, struct doc_node *n);

void plain_paragraph(struct plain_writer *w, struct str front, const struct doc_node *n) {
    struct plain_text t;
    plain_text_init(&t);
    buf_str(&t.text, front);
    plain_inlines(w, &t, n->first, NULL);
    plain_fill(w, &t);
}

/** Whether a block directly follows the line above it: in a tight item, a definition, or a cell. */
static bool is_tight(const struct doc_node *n) {
    const struct doc_node *up = n->parent;
    return n->kind == DOC_PLAIN && up &&
           (up->kind == DOC_ITEM || up->kind == DOC_DEF_BODY || up->kind == DOC_CELL);
}

static void put_paragraph(struct plain_writer *w, struct doc_node *n) {
    plain_paragraph(w, STR_EMPTY, n);
    if (!is_tight(n)) {
        plain_space(w);
    }
}

/** Writes lines unchanged, with the indentation. */
static void put_lines(struct plain_writer *w, struct str text, size_t indent) {
    plain_indent(w, indent);
    while (text.n && text.p[text.n - 1] == '\n') {
        text.n--;
    }
    while (text.p) {
        plain_line(w, str_cut(&text, '\n'));
    }
    w->indent -= indent;
    plain_space(w);
}

static void put_rule(struct plain_writer *w, struct doc_node *n) {
    (void)n;
    struct buf b = BUF_INIT;
    buf_fill(&b, '-', plain_columns(w) > w->indent ? plain_columns(w) - w->indent : 1);
    plain_space(w);
    plain_line(w, buf_view(&b));
    plain_space(w);
    buf_drop(&b);
}

/* ---- lists ---- */

/** Appends the marker of an item, at least three columns wide. */
static void write_marker(struct buf *out, const struct doc_node *list,
                         const struct doc_node *item) {
    if (list->u.list.style == DOC_BULLET) {
        buf_puts(out, "-");
        return;
    }
    doc_list_label(out, list, list->u.list.style, item->u.item.number);
    buf_fill(out, ' ', out->n < 3 ? 3 - out->n : 0);
}

static struct str task_box(const struct doc_node *item) {
    static const struct str boxes[] = {[DOC_TASK_NONE] = STR_INIT(""),
                                       [DOC_TASK_OPEN] = STR_INIT("\u2610 "),
                                       [DOC_TASK_DONE] = STR_INIT("\u2612 ")};
    return boxes[item->u.item.task];
}

static void put_item(struct plain_writer *w, const struct doc_node *list, struct doc_node *item) {
    struct buf marker = BUF_INIT;
    size_t columns = 0, before = w->indent;
    if (list->u.list.style != DOC_UNMARKED) {
        write_marker(&marker, list, item);
        size_t width = plain_width(buf_view(&marker)) + 1;
        columns = width > PLAIN_TAB ? width : PLAIN_TAB;
        before = plain_item_begin(w, buf_view(&marker), columns);
    }
    struct doc_node *first = item->first;
    struct str box = task_box(item);
    if (box.n && first && (first->kind == DOC_PLAIN || first->kind == DOC_PARA)) {
        plain_paragraph(w, box, first);
        if (first->kind == DOC_PARA) {
            plain_space(w);
        }
        first = first->next;
    }
    plain_blocks(w, first);
    if (list->u.list.style != DOC_UNMARKED) {
        plain_item_end(w, before);
    }
    buf_drop(&marker);
}

static bool list_is_tight(const struct doc_node *list) {
    for (const struct doc_node *item = list->first; item; item = item->next) {
        const struct doc_node *k = item->first;
        if (k && k->kind != DOC_PLAIN && !doc_is_inline(k->kind)) {
            return false;
        }
    }
    return list->u.list.style != DOC_UNMARKED;
}

static void put_list(struct plain_writer *w, struct doc_node *n) {
    bool tight = list_is_tight(n);
    for (struct doc_node *item = n->first; item; item = item->next) {
        put_item(w, n, item);
        if (item->last && item->last->kind == DOC_LIST && list_is_tight(item->last)) {
            w->gap = PLAIN_NEW_LINE;
        }
        if (!tight) {
            plain_space(w);
        }
    }
    plain_space(w);
}

static void put_definition(struct plain_writer *w, struct doc_node *body, bool tight) {
    size_t before = plain_item_begin(w, STR_EMPTY, PLAIN_TAB);
    plain_blocks(w, body->first);
    plain_item_end(w, before);
    if (!tight) {
        plain_space(w);
    } else {
        w->gap = PLAIN_NEW_LINE;
    }
}

static void put_definitions(struct plain_writer *w, struct doc_node *n) {
    for (struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind != DOC_DEF_TERM) {
            const struct doc_node *first = k->first;
            bool tight = first && (first->kind == DOC_PLAIN || doc_is_inline(first->kind));
            if (!tight) {
                plain_space(w);
            }
            put_definition(w, k, tight);
            continue;
        }
        plain_space(w);
        size_t columns = w->columns;
        w->columns = PLAIN_ENDLESS; /* a term must be one line */
        plain_paragraph(w, STR_EMPTY, k);
        w->columns = columns;
    }
    plain_space(w);
}

/* ---- blocks that contain blocks ---- */

/** Writes a figure as "[Figure 1: its caption]". Without a caption, and for blocks other than
 * images, writes its content. */
static void put_figure(struct plain_writer *w, struct doc_node *n) {
    struct doc_node *last = n->last;
    bool images = true;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        images = images && (k->kind == DOC_CAPTION || k->kind == DOC_PLAIN);
    }
    if (!last || last->kind != DOC_CAPTION || !images) {
        plain_blocks(w, n->first);
        plain_space(w);
        return;
    }
    struct plain_text t;
    plain_text_init(&t);
    buf_putc(&t.text, '[');
    plain_inlines(w, &t, last->first, NULL);
    buf_putc(&t.text, ']');
    plain_fill(w, &t);
    plain_space(w);
}

/** Writes only the text of a node that is nested too deeply. */
static void put_flat(struct plain_writer *w, const struct doc_node *n) {
    struct plain_text t;
    plain_text_init(&t);
    plain_text_put(&t, doc_plain(w->doc->arena, n));
    plain_fill(w, &t);
    plain_space(w);
}

static void put_quote(struct plain_writer *w, struct doc_node *n) {
    plain_indent(w, 2);
    plain_blocks(w, n->first);
    w->indent -= 2;
    plain_space(w);
}

static void put_code(struct plain_writer *w, struct doc_node *n) {
    put_lines(w, n->u.code.text, PLAIN_TAB);
}

static void put_raw(struct plain_writer *w, struct doc_node *n) {
    if (plain_shows_raw(n)) {
        put_lines(w, n->u.code.text, 0);
    }
}

/** Writes the blocks inside a block, and a blank line after them. */
static void put_group(struct plain_writer *w, struct doc_node *n) {
    plain_blocks(w, n->first);
    plain_space(w);
}

/** Writes a block with the function for its kind. If there is none, writes the blocks inside it. */
static void put_inside(struct plain_writer *w, struct doc_node *n) {
    static void (*const writers[DOC_BLOCK_COUNT])(struct plain_writer *, struct doc_node *) = {
        [DOC_PARA] = put_paragraph,       [DOC_PLAIN] = put_paragraph,
        [DOC_HEADING] = put_paragraph,    [DOC_SUMMARY] = put_paragraph,
        [DOC_CAPTION] = put_paragraph,    [DOC_DEF_TERM] = put_paragraph,
        [DOC_QUOTE] = put_quote,          [DOC_CODE_BLOCK] = put_code,
        [DOC_RAW_BLOCK] = put_raw,        [DOC_LIST] = put_list,
        [DOC_DEF_LIST] = put_definitions, [DOC_RULE] = put_rule,
        [DOC_TABLE] = plain_table,        [DOC_FIGURE] = put_figure,
        [DOC_ROOT] = put_group,           [DOC_DIV] = put_group,
        [DOC_DETAILS] = put_group,        [DOC_BIBLIOGRAPHY] = put_group,
        [DOC_BIB_ENTRY] = put_group,
    };
    if (writers[n->kind]) {
        writers[n->kind](w, n);
    } else {
        plain_blocks(w, n->first);
    }
}

static void put_block(struct plain_writer *w, struct doc_node *n) {
    if (!doc_is_too_deep(n, ++w->depth, w->d)) {
        put_inside(w, n);
    } else {
        put_flat(w, n);
    }
    w->depth--;
}

void plain_blocks(struct plain_writer *w, struct doc_node *first) {
    struct doc_node *n = first;
    while (n) {
        if (!doc_is_inline(n->kind)) {
            if (!plain_hides(n)) {
                put_block(w, n);
            }
            n = n->next;
            continue;
        }
        struct doc_node *end = doc_inlines_end(n);
        struct plain_text t;
        plain_text_init(&t);
        plain_inlines(w, &t, n, end);
        plain_fill(w, &t);
        if (end && n->parent && n->parent->kind != DOC_ITEM && n->parent->kind != DOC_CELL) {
            plain_space(w);
        }
        n = end;
    }
}
