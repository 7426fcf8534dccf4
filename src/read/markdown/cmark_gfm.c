/* SPDX-License-Identifier: MIT */
/* Reads GitHub's flavours of Markdown. cmark-gfm reads blocks and inlines, so these flavours are
 * exactly GFM or CommonMark. Each node of cmark-gfm becomes a node of the document, with the
 * position that cmark-gfm has for it. */
#include "read/markdown/core/md_cmark.h"
#include "read/markdown/html/md_html.h"
#include "read/markdown/markdown.h"
#include "read/markdown/md_front.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

/* maximum number of closing parentheses in a word, see has_endless_url() */
#define MAX_CLOSED 4000

struct gfm {
    struct md *m;
    struct md_reader at; /* used only to find the places of nodes */
    struct doc_node *top;
    int depth, over, column;
};

static struct span span_of(struct gfm *gfm, cmark_node *n) {
    if (cmark_node_get_start_line(n) < 1 || !gfm->at.r->n) {
        return gfm->top->span;
    }
    int column = cmark_node_get_end_column(n);
    size_t end = column < 0 ? 0 : (size_t)column;
    struct span from =
        md_line_span(gfm->m, gfm->at.r, md_first_line(&gfm->at, n), md_first_byte(n), SIZE_MAX);
    struct span to = md_line_span(gfm->m, gfm->at.r, md_last_line(&gfm->at, n), 0, end);
    if (to.src == from.src && to.end >= from.begin) {
        from.end = to.end;
    }
    return from;
}

/* Returns the text of a node in well-formed UTF-8. cmark-gfm may cut a character in two when a
 * reference to a footnote turns out to be text. */
static struct str literal(struct gfm *gfm, cmark_node *n) {
    struct str s = str_of(cmark_node_get_literal(n));
    if (utf8_check(s) == STR_NONE) {
        return arena_str(gfm->m->a, s);
    }
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        buf_rune(&b, utf8_next(s, &at));
    }
    return buf_finish(&b, gfm->m->a);
}

/* Whether a tag is not allowed on a page and is shown as text (GFM §6.11). */
static bool is_filtered(struct str s) {
    s = str_from(s, str_starts(s, STR("</")) ? 2 : 1);
    size_t n = str_past(s, 0, is_alpha);
    bool ends = n == s.n || is_space(s.p[n]) || s.p[n] == '>' || s.p[n] == '/';
    return ends && str_iamong(str_slice(s, 0, n),
                              "iframe noembed noframes plaintext script style textarea title xmp");
}

static struct str filter_tags(struct gfm *gfm, struct str html) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < html.n; i++) {
        if (html.p[i] == '<' && is_filtered(str_from(html, i))) {
            buf_puts(&b, "&lt;");
        } else {
            buf_putc(&b, html.p[i]);
        }
    }
    return buf_finish(&b, gfm->m->a);
}

/* Whether a node may contain inlines. The reader meets inlines in other nodes only if the block
 * around them was left out, because it was nested too deep. */
static bool holds_inlines(enum doc_kind kind) {
    return doc_is_inline(kind) || kind == DOC_PARA || kind == DOC_PLAIN || kind == DOC_HEADING ||
           kind == DOC_CELL;
}

static struct doc_node *add(struct gfm *gfm, enum doc_kind kind, cmark_node *n) {
    struct doc_node *node = doc_node_new(gfm->m->doc, kind, span_of(gfm, n));
    struct doc_node *top = gfm->top;
    if (doc_is_inline(kind) && !holds_inlines(top->kind)) {
        if (!top->last || top->last->kind != DOC_PLAIN) {
            doc_add(gfm->m->doc, top, DOC_PLAIN, node->span);
        }
        top = top->last;
    }
    doc_append(top, node);
    return node;
}

static void add_raw(struct gfm *gfm, enum doc_kind kind, cmark_node *n) {
    if (!md_on(gfm->m, MD_RAW_HTML)) {
        bool block = kind == DOC_RAW_BLOCK;
        struct doc_node *text = add(gfm, block ? DOC_PARA : DOC_TEXT, n);
        struct str s = block ? str_trim(literal(gfm, n)) : literal(gfm, n);
        if (block) {
            doc_add_text(gfm->m->doc, text, s, text->span);
        } else {
            text->u.text.text = s;
        }
        return;
    }
    struct str html = filter_tags(gfm, literal(gfm, n));
    if (kind == DOC_RAW_BLOCK) {
        md_html_block(gfm->m, gfm->top, html, span_of(gfm, n));
        return;
    }
    struct doc_node *raw = add(gfm, kind, n);
    raw->u.code.text = html;
    raw->u.code.info = STR("html");
}

static void add_code(struct gfm *gfm, enum doc_kind kind, cmark_node *n) {
    struct doc_node *code = add(gfm, kind, n);
    code->u.code.text = literal(gfm, n);
    const char *info = kind == DOC_CODE_BLOCK ? cmark_node_get_fence_info(n) : NULL;
    struct str rest = str_of(info), word = str_next_word(&rest);
    if (word.n) {
        code->u.code.info = arena_str(gfm->m->a, word);
    }
}

/* Adds a reference `[^label]` to a note. The label is the number that cmark-gfm has given to the
 * note. Within notes, the reference is text. */
static void add_note_ref(struct gfm *gfm, cmark_node *n) {
    struct span at = span_of(gfm, n);
    struct str number = literal(gfm, n);
    struct doc_node *note = md_note_ref(gfm->m, number, at);
    if (!note) {
        note = doc_text_new(gfm->m->doc, arena_join(gfm->m->a, 3, STR("["), number, STR("]")), at);
    }
    doc_append(holds_inlines(gfm->top->kind) ? gfm->top : add(gfm, DOC_SPAN, n), note);
}

/* Reads a node without children. */
static bool read_leaf(struct gfm *gfm, cmark_node *n) {
    cmark_node_type t = cmark_node_get_type(n);
    if (t == CMARK_NODE_TEXT) {
        struct str text = literal(gfm, n);
        if (text.n) {
            add(gfm, DOC_TEXT, n)->u.text.text = text;
        }
    } else if (t == CMARK_NODE_SOFTBREAK) {
        add(gfm, md_on(gfm->m, MD_HARD_LINE_BREAKS) ? DOC_LINE_BREAK : DOC_SOFT_BREAK, n);
    } else if (t == CMARK_NODE_LINEBREAK) {
        add(gfm, DOC_LINE_BREAK, n);
    } else if (t == CMARK_NODE_CODE) {
        add_code(gfm, DOC_CODE, n);
    } else if (t == CMARK_NODE_CODE_BLOCK) {
        add_code(gfm, DOC_CODE_BLOCK, n);
    } else if (t == CMARK_NODE_HTML_BLOCK) {
        add_raw(gfm, DOC_RAW_BLOCK, n);
    } else if (t == CMARK_NODE_HTML_INLINE) {
        add_raw(gfm, DOC_RAW_INLINE, n);
    } else if (t == CMARK_NODE_THEMATIC_BREAK) {
        add(gfm, DOC_RULE, n);
    } else if (t == CMARK_NODE_FOOTNOTE_REFERENCE) {
        add_note_ref(gfm, n);
    } else {
        return false;
    }
    return true;
}

static bool is_type(cmark_node *n, const char *type) {
    return str_is(str_of(cmark_node_get_type_string(n)), type);
}

static struct doc_node *add_list(struct gfm *gfm, cmark_node *n) {
    struct doc_node *list = add(gfm, DOC_LIST, n);
    list->u.list.tight = cmark_node_get_list_tight(n);
    if (cmark_node_get_list_type(n) == CMARK_ORDERED_LIST) {
        list->u.list.style = DOC_DECIMAL;
        list->u.list.start = cmark_node_get_list_start(n);
        list->u.list.delim =
            cmark_node_get_list_delim(n) == CMARK_PAREN_DELIM ? DOC_DELIM_PAREN : DOC_DELIM_PERIOD;
    }
    return list;
}

static struct doc_node *add_item(struct gfm *gfm, cmark_node *n) {
    struct doc_node *item = add(gfm, DOC_ITEM, n);
    if (is_type(n, "tasklist")) {
        item->u.item.task =
            cmark_gfm_extensions_get_tasklist_item_checked(n) ? DOC_TASK_DONE : DOC_TASK_OPEN;
    }
    if (item->parent->kind == DOC_LIST && item->parent->u.list.style != DOC_BULLET) {
        item->u.item.number =
            item->prev ? item->prev->u.item.number + 1 : item->parent->u.list.start;
    }
    return item;
}

static struct doc_node *add_table(struct gfm *gfm, cmark_node *n) {
    struct doc_node *table = add(gfm, DOC_TABLE, n);
    md_take_columns(gfm->m, table, n);
    return table;
}

static struct doc_node *add_cell(struct gfm *gfm, cmark_node *n) {
    struct doc_node *cell = add(gfm, DOC_CELL, n);
    const struct doc_node *row = gfm->top;
    if (row->kind == DOC_ROW && row->parent->kind == DOC_TABLE) {
        cell->u.cell.head = row->u.row.head;
        cell->u.cell.align = gfm->column < row->parent->u.table.ncols
                                 ? row->parent->u.table.aligns[gfm->column]
                                 : DOC_ALIGN_DEFAULT;
    }
    gfm->column++;
    return cell;
}

/* Reports the cells of a row for which the table has no columns. They are omitted (GFM §4.10). */
static void check_cells(struct gfm *gfm, cmark_node *row) {
    int columns = cmark_gfm_extensions_get_table_columns(cmark_node_parent(row)), bars = 0;
    size_t line = md_first_line(&gfm->at, row), at = 0;
    if (cmark_node_get_start_line(row) < 1 || line >= gfm->at.r->n) {
        return;
    }
    struct str s = str_trim_end(gfm->at.r->lines[line].s);
    while (at < s.n && (is_space(s.p[at]) || s.p[at] == '>')) {
        at++;
    }
    for (at += at < s.n && s.p[at] == '|'; at < s.n && bars < columns; at++) {
        bars += s.p[at] == '|';
        at += s.p[at] == '\\';
    }
    if (bars == columns && at < s.n) {
        md_report_cells(gfm->m, md_line_span(gfm->m, gfm->at.r, line, at, SIZE_MAX));
    }
}

/* Reads a node of a type that an extension of cmark-gfm has registered. */
static struct doc_node *add_extension(struct gfm *gfm, cmark_node *n) {
    if (is_type(n, "table")) {
        return add_table(gfm, n);
    }
    if (is_type(n, "table_header") || is_type(n, "table_row")) {
        struct doc_node *row = add(gfm, DOC_ROW, n);
        row->u.row.head = cmark_gfm_extensions_get_table_row_is_header(n);
        gfm->column = 0;
        if (!row->u.row.head) {
            check_cells(gfm, n);
        }
        return row;
    }
    if (is_type(n, "table_cell")) {
        return add_cell(gfm, n);
    }
    return add(gfm, is_type(n, "strikethrough") ? DOC_STRIKE : DOC_SPAN, n);
}

static struct doc_node *add_link(struct gfm *gfm, enum doc_kind kind, cmark_node *n) {
    struct str url = str_of(cmark_node_get_url(n)), title = str_of(cmark_node_get_title(n));
    struct doc_node *link = add(gfm, kind, n);
    if (!md_ref_affords(gfm->m, url, title, link->span)) {
        link->kind = DOC_SPAN;
        return link;
    }
    link->u.link.url = arena_str(gfm->m->a, url);
    link->u.link.title = arena_str(gfm->m->a, title);
    return link;
}

static struct doc_node *add_container(struct gfm *gfm, cmark_node *n) {
    cmark_node_type t = cmark_node_get_type(n);
    if (t == CMARK_NODE_PARAGRAPH) {
        return add(gfm, md_in_tight_list(n) ? DOC_PLAIN : DOC_PARA, n);
    }
    if (t == CMARK_NODE_HEADING) {
        struct doc_node *h = add(gfm, DOC_HEADING, n);
        h->u.heading.level = cmark_node_get_heading_level(n);
        return h;
    }
    if (t == CMARK_NODE_LINK || t == CMARK_NODE_IMAGE) {
        return add_link(gfm, t == CMARK_NODE_LINK ? DOC_LINK : DOC_IMAGE, n);
    }
    if (t == CMARK_NODE_LIST) {
        return add_list(gfm, n);
    }
    if (t == CMARK_NODE_ITEM) {
        return add_item(gfm, n);
    }
    if (t == CMARK_NODE_EMPH || t == CMARK_NODE_STRONG) {
        return add(gfm, t == CMARK_NODE_EMPH ? DOC_EMPH : DOC_STRONG, n);
    }
    return t == CMARK_NODE_BLOCK_QUOTE ? add(gfm, DOC_QUOTE, n) : add_extension(gfm, n);
}

/* Returns how many levels below the current one a node needs, with some to spare. A list or a table
 * also needs the levels of its items or rows. */
static int levels(cmark_node *n) {
    if (is_type(n, "table") || cmark_node_get_type(n) == CMARK_NODE_LIST) {
        return 5;
    }
    return cmark_node_get_type(n) == CMARK_NODE_BLOCK_QUOTE ? 3 : 1;
}

/* Reads all nodes below `from` and adds them below `root`. */
static void convert(struct gfm *gfm, cmark_node *from, struct doc_node *root) {
    cmark_iter *iter = cmark_iter_new(from);
    gfm->top = root;
    cmark_event_type event = cmark_iter_next(iter);
    for (; event != CMARK_EVENT_DONE; event = cmark_iter_next(iter)) {
        cmark_node *n = cmark_iter_get_node(iter);
        bool enter = event == CMARK_EVENT_ENTER;
        if (n == from) {
            continue;
        }
        if (cmark_node_get_type(n) == CMARK_NODE_FOOTNOTE_DEFINITION) {
            if (enter) {
                cmark_iter_reset(iter, n, CMARK_EVENT_EXIT);
            }
            continue;
        }
        bool reference = cmark_node_get_type(n) == CMARK_NODE_FOOTNOTE_REFERENCE;
        if ((!enter && reference) || (enter && read_leaf(gfm, n))) {
            continue;
        }
        if (!enter && gfm->over) {
            gfm->over--;
        } else if (!enter) {
            gfm->top = gfm->top->parent;
            gfm->depth--;
        } else if (gfm->over || gfm->depth + levels(n) > LIMIT_DOC_DEPTH - 4) {
            md_too_deep(gfm->m, span_of(gfm, n));
            gfm->over++;
        } else {
            gfm->top = add_container(gfm, n);
            gfm->depth++;
        }
    }
    cmark_iter_free(iter);
}

/* Reads the notes. cmark-gfm puts notes that have references at the end of the tree, in the order
 * of their numbers. */
static void convert_notes(struct gfm *gfm, cmark_node *root) {
    VEC(cmark_node *) defs = VEC_INIT;
    VEC(struct md_note *) notes = VEC_INIT;
    for (cmark_node *n = cmark_node_first_child(root); n; n = cmark_node_next(n)) {
        if (cmark_node_get_type(n) == CMARK_NODE_FOOTNOTE_DEFINITION) {
            vec_push(&defs, n);
            struct str number = arena_printf(gfm->m->a, "%zu", defs.n);
            vec_push(&notes, md_note_new(gfm->m, number, gfm->m->doc->root->span));
        }
    }
    for (size_t i = 0; i < defs.n; i++) {
        gfm->m->in_note = true;
        gfm->depth = 8;
        convert(gfm, defs.p[i], notes.p[i]->body);
        gfm->m->in_note = false;
    }
    gfm->depth = 0;
    vec_drop(&defs);
    vec_drop(&notes);
}

/* Whether a text contains a bare URL for which cmark-gfm would take too long. To find the end of a
 * URL, cmark-gfm counts all parentheses of the URL again for each parenthesis at its end. If there
 * are thousands of them, the extension `autolink` is not used. */
static bool has_endless_url(const struct md_region *r) {
    for (size_t i = 0; i < r->n; i++) {
        struct str s = r->lines[i].s;
        size_t closed = 0;
        for (size_t k = 0; k < s.n; k++) {
            closed = is_space(s.p[k]) ? 0 : closed + (s.p[k] == ')');
            if (closed > MAX_CLOSED) {
                return true;
            }
        }
    }
    return false;
}

/* Stores in `out` the names of cmark-gfm's extensions that the format turns on, in the order in
 * which they are attached. Returns their number. */
static size_t extensions_of(struct md *m, const struct md_region *r, const char *out[5]) {
    size_t n = 0;
    if (md_on(m, MD_PIPE_TABLES) && !md_tables_too_wide(m, r)) {
        out[n++] = "table";
    }
    if (md_on(m, MD_STRIKEOUT)) {
        out[n++] = "strikethrough";
    }
    if (md_on(m, MD_TASK_LISTS)) {
        out[n++] = "tasklist";
    }
    if (md_on(m, MD_AUTOLINK_BARE_URIS) && !has_endless_url(r)) {
        out[n++] = "autolink";
    }
    return n;
}

void md_cmark_gfm(struct md *m, const struct md_region *r, struct doc_node *root) {
    const char *extensions[5];
    struct buf text = BUF_INIT;
    for (size_t i = 0; i < r->n; i++) {
        buf_str(&text, r->lines[i].s);
        buf_putc(&text, '\n');
    }
    struct md_cmark_input in = {.text = buf_view(&text), .options = CMARK_OPT_UNSAFE};
    in.options |= md_on(m, MD_FOOTNOTES) ? CMARK_OPT_FOOTNOTES : 0;
    in.extensions = extensions;
    in.nextensions = extensions_of(m, r, extensions);
    cmark_node *tree = md_cmark_parse(&in);
    struct gfm gfm = {.m = m, .at = {.m = m, .r = r}, .top = root};
    convert_notes(&gfm, tree);
    convert(&gfm, tree, root);
    cmark_node_free(tree);
    buf_drop(&text);
}

const char *markdown_library_version(void) {
    return cmark_version_string();
}
