/* SPDX-License-Identifier: MIT */
/*
 * The door to cmark-gfm for our flavour: it says where CommonMark's and GFM's blocks are, nothing
 * else. The text of every leaf is found again in the source, by lines and byte columns, and waits
 * for inline.c. Decides how cmark-gfm's nodes become ours; refuses to know inlines (the plain GFM
 * flavour takes those from cmark-gfm, in cmark_gfm.c).
 *
 * cmark-gfm drops footnotes that nobody refers to, and it cannot know who does: other regions do.
 * So paragraphs that refer to each footnote of the region are fed first and skipped afterwards.
 */
#include "markdown/md_cmark.h"

#include "base/limits.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Levels of lists and quotes that are read again for syntax of ours within: each costs its lines
 * once more. */
#define MAX_AGAIN 24

/* cmark-gfm keeps registered extensions and the characters they act on in variables of the process.
 */
static pthread_mutex_t library = PTHREAD_MUTEX_INITIALIZER;

cmark_node *md_cmark_parse(const struct md_cmark_input *in) {
    pthread_mutex_lock(&library);
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(in->options);
    for (size_t i = 0; i < in->nextensions; i++) {
        cmark_syntax_extension *e = cmark_find_syntax_extension(in->extensions[i]);
        if (!e) {
            BUG("cmark-gfm lacks one of its own extensions");
        }
        cmark_parser_attach_syntax_extension(parser, e);
    }
    if (in->before.n) {
        cmark_parser_feed(parser, in->before.p, in->before.n);
    }
    if (in->text.n) {
        cmark_parser_feed(parser, in->text.p, in->text.n);
    }
    cmark_node *root = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    pthread_mutex_unlock(&library);
    return root;
}

struct str md_entity(struct md *m, struct str name) {
    struct str *known = map_lookup(&m->entities, name);
    if (known) {
        return *known;
    }
    char text[64];
    struct str *value = ARENA_NEW(m->a, struct str);
    if (name.n + 2 < sizeof text) {
        text[0] = '&';
        memcpy(text + 1, name.p, name.n);
        text[name.n + 1] = ';';
        struct md_cmark_input in = {.text = {text, name.n + 2}};
        cmark_node *root = md_cmark_parse(&in);
        cmark_node *para = cmark_node_first_child(root);
        cmark_node *node = para ? cmark_node_first_child(para) : NULL;
        struct str got = node ? str_of(cmark_node_get_literal(node)) : STR_EMPTY;
        if (got.n && !str_eq(got, in.text)) {
            *value = arena_str(m->a, got);
        }
        cmark_node_free(root);
    }
    map_put(&m->entities, name, value);
    return *value;
}

const char *markdown_library_version(void) {
    return cmark_version_string();
}

/* ---- containers */

static void enter(struct md_reader *k, struct doc_node *n) {
    k->top = n;
    k->depth++;
}

static bool item_marker(const struct md_reader *k, cmark_node *item, struct md_marker *out) {
    struct str line = k->r->lines[md_first_line(k, item)].s;
    return md_marker(line, md_first_byte(item), out);
}

static void set_markers(struct md_reader *k, struct doc_node *list,
                        const struct md_marker *marker) {
    list->u.list.style = marker->style;
    list->u.list.delim = marker->delim;
    list->u.list.start = marker->example ? k->m->example + 1 : marker->number;
    if (marker->example) {
        doc_add_class(k->m->doc, list, STR("example"));
    }
}

static void read_list(struct md_reader *k, cmark_node *n) {
    struct doc_node *list = md_add(k, DOC_LIST, md_block_span(k, n));
    list->u.list.tight = cmark_node_get_list_tight(n);
    if (cmark_node_get_list_type(n) == CMARK_ORDERED_LIST) {
        struct md_marker marker;
        if (!item_marker(k, cmark_node_first_child(n), &marker)) {
            marker =
                (struct md_marker){.style = DOC_DECIMAL, .number = cmark_node_get_list_start(n)};
        }
        set_markers(k, list, &marker);
    }
    cmark_node_set_user_data(n, list); /* the first of the lists that it may become */
    enter(k, list);
}

static bool is_roman(enum doc_list_style s) {
    return s == DOC_LOWER_ROMAN || s == DOC_UPPER_ROMAN;
}

static bool is_alphabetic(enum doc_list_style s) {
    return s == DOC_LOWER_ALPHA || s == DOC_UPPER_ALPHA;
}

/* Whether an item's marker goes on with its list. A letter alone may be either, and cmark-gfm saw
 * none of them. */
static bool continues(const struct doc_node *list, const struct md_marker *m) {
    enum doc_list_style s = list->u.list.style;
    bool same = s == m->style || (is_roman(s) && is_alphabetic(m->style)) ||
                (is_alphabetic(s) && is_roman(m->style) && m->n <= 3);
    return same && list->u.list.delim == m->delim && doc_has_class(list, "example") == m->example;
}

/* The lists that cmark-gfm took for one because only their masked markers are alike. */
static void split_list(struct md_reader *k, cmark_node *item) {
    struct doc_node *list = k->top;
    struct md_marker marker;
    if (list->kind != DOC_LIST || list->u.list.style == DOC_BULLET || !list->first ||
        !item_marker(k, item, &marker) || continues(list, &marker)) {
        return;
    }
    struct doc_node *next = doc_node_new(k->m->doc, DOC_LIST, md_block_span(k, item));
    next->u.list.tight = list->u.list.tight;
    set_markers(k, next, &marker);
    doc_insert_after(list, next);
    next->span.end = list->span.end;
    list->span.end = list->last->span.end;
    k->top = next;
}

/* A blank line within the list's own lines. */
static bool has_blank(const struct md *m, struct span span) {
    struct str text = str_slice(m->doc->source->text, span.begin, span.end);
    text = str_trim(text);
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '\n') {
            continue;
        }
        size_t k = i + 1;
        while (k < text.n &&
               (text.p[k] == ' ' || text.p[k] == '\t' || text.p[k] == '>' || text.p[k] == '\r')) {
            k++;
        }
        if (k < text.n && text.p[k] == '\n') {
            return true;
        }
    }
    return false;
}

/* cmark-gfm called the whole loose because of the blank lines between its parts. */
static void settle_parts(struct md_reader *k, struct doc_node *first, struct doc_node *last) {
    for (struct doc_node *list = first; list != last->next; list = list->next) {
        if (!list->span.src || has_blank(k->m, list->span)) {
            continue;
        }
        list->u.list.tight = true;
        for (struct doc_node *item = list->first; item; item = item->next) {
            for (struct doc_node *c = item->first; c; c = c->next) {
                c->kind = c->kind == DOC_PARA ? DOC_PLAIN : c->kind;
            }
        }
    }
}

static void number_item(struct md_reader *k, struct doc_node *item, size_t line, size_t at) {
    struct doc_node *list = item->parent;
    if (list->u.list.style == DOC_BULLET) {
        return;
    }
    struct md_marker marker;
    item->u.item.number = item->prev ? item->prev->u.item.number + 1 : list->u.list.start;
    if (md_marker(k->r->lines[line].s, at, &marker) && marker.example) {
        item->u.item.number = ++k->m->example;
        if (marker.label.n && !map_lookup(&k->m->examples, marker.label)) {
            map_put(&k->m->examples, marker.label, (void *)(uintptr_t)(unsigned)k->m->example);
        }
    }
}

static bool has_ours(const struct md_reader *k, cmark_node *n) {
    size_t first = md_first_line(k, n);
    return k->ours[md_last_line(k, n) + 1] > k->ours[first];
}

/* Lines of an item or a quote without what makes them so: what is ours within is read by
 * md_blocks() again. */
static struct md_region inner_region(struct md_reader *k, cmark_node *n, bool item, bool task) {
    size_t first = md_first_line(k, n);
    size_t last = md_last_line(k, n);
    struct md_line *lines = ARENA_ARRAY(k->m->a, struct md_line, last - first + 1);
    size_t content = 0;
    for (size_t i = first; i <= last; i++) {
        struct md_line l = k->r->lines[i];
        size_t bytes;
        size_t cut = 0;
        if (item && i == first) {
            size_t at = md_first_byte(n);
            size_t marker = md_list_marker(l.s, at);
            cut = at + marker;
            content = md_indent(l.s, &bytes) + marker;
            if (task && cut + 3 < l.s.n) {
                cut += 4;
            }
        } else if (item) {
            lines[i - first] = md_line_dedent(l, content);
            continue;
        } else if (md_indent(l.s, &bytes) <= 3 && bytes < l.s.n && l.s.p[bytes] == '>') {
            cut = bytes + 1;
            cut += cut < l.s.n && l.s.p[cut] == ' ';
        }
        l.s = str_from(l.s, cut);
        l.src = l.src == MD_NOWHERE ? MD_NOWHERE : l.src + (uint32_t)cut;
        lines[i - first] = l;
    }
    return (struct md_region){lines, last - first + 1, k->r->fixed};
}

/* Reads the inside of a container again when it holds syntax of ours. */
static bool read_again(struct md_reader *k, cmark_node *n, struct doc_node *node, bool task) {
    cmark_node *outer = cmark_node_parent(n);
    outer = node->kind == DOC_ITEM && outer ? cmark_node_parent(outer) : outer;
    bool outermost = outer && cmark_node_get_type(outer) == CMARK_NODE_DOCUMENT;
    if (!outermost || !has_ours(k, n) || k->depth >= MAX_AGAIN) {
        return false;
    }
    struct md_region inner = inner_region(k, n, node->kind == DOC_ITEM, task);
    md_blocks(k->m, &inner, node, k->depth + 1);
    bool tight = node->kind == DOC_ITEM && node->parent->u.list.tight;
    for (struct doc_node *c = node->first; c && tight; c = c->next) {
        c->kind = c->kind == DOC_PARA ? DOC_PLAIN : c->kind;
    }
    return true;
}

/* Goes into a container; false when its inside was read by other means already. */
static bool read_container(struct md_reader *k, cmark_node *n, enum doc_kind kind) {
    if (kind == DOC_ITEM) {
        split_list(k, n);
    }
    struct doc_node *node = md_add(k, kind, md_block_span(k, n));
    bool task = false;
    if (kind == DOC_ITEM) {
        number_item(k, node, md_first_line(k, n), md_first_byte(n));
        task = str_is(str_of(cmark_node_get_type_string(n)), "tasklist");
    }
    if (task) {
        node->u.item.task =
            cmark_gfm_extensions_get_tasklist_item_checked(n) ? DOC_TASK_DONE : DOC_TASK_OPEN;
    }
    if (read_again(k, n, node, task)) {
        return false;
    }
    enter(k, node);
    return true;
}

enum doc_align md_align(uint8_t letter) {
    return letter == 'l'   ? DOC_ALIGN_LEFT
           : letter == 'c' ? DOC_ALIGN_CENTER
           : letter == 'r' ? DOC_ALIGN_RIGHT
                           : DOC_ALIGN_DEFAULT;
}

/* A source line beyond MD_COLUMNS makes widths relative, by the dashes (MANUAL, pipe_tables). */
static void relative_widths(struct md_reader *k, cmark_node *n, struct doc_node *table) {
    bool wide = false;
    size_t last = md_last_line(k, n), i = 0, total = 0, ncols = (size_t)table->u.table.ncols;
    for (size_t line = k->head_line; line <= last && line < k->r->n; line++) {
        wide = wide || k->r->lines[line].s.n > MD_COLUMNS;
    }
    if (!wide || k->head_line + 1 >= k->r->n) {
        return;
    }
    struct str rest = str_trim(k->r->lines[k->head_line + 1].s);
    rest = str_starts(rest, STR("|")) ? str_from(rest, 1) : rest;
    int *widths = ARENA_ARRAY(k->m->a, int, ncols + 1);
    while (rest.p && i < ncols) {
        struct str cell = str_trim(str_cut(&rest, '|'));
        total += cell.n;
        widths[i++] = (int)cell.n;
    }
    for (size_t c = 0; c < i && total; c++) {
        widths[c] = (int)((size_t)widths[c] * 1000 / total);
    }
    table->u.table.widths = i == ncols && total ? widths : NULL;
}

static void read_table(struct md_reader *k, cmark_node *n) {
    struct doc_node *table = md_add(k, DOC_TABLE, md_block_span(k, n));
    size_t cut = md_find_head(k, n);
    if (cut && table->span.src && k->r->lines[k->head_line].src != MD_NOWHERE) {
        table->span.begin = k->r->lines[k->head_line].src + (uint32_t)k->head_at;
    }
    int columns = cmark_gfm_extensions_get_table_columns(n);
    const uint8_t *aligns = cmark_gfm_extensions_get_table_alignments(n);
    table->u.table.ncols = columns;
    table->u.table.aligns = ARENA_ARRAY(k->m->a, enum doc_align, (size_t)columns + 1);
    for (int i = 0; i < columns; i++) {
        table->u.table.aligns[i] = md_align(aligns[i]);
    }
    relative_widths(k, n, table);
    struct md_text t;
    size_t mark = md_take_caption(k->m, table->prev, &t);
    if (mark) {
        md_add_caption(k->m, table, t, mark);
    }
    enter(k, table);
}

static void read_row(struct md_reader *k, cmark_node *n) {
    struct doc_node *row = md_add(k, DOC_ROW, md_block_span(k, n));
    k->column = 0;
    row->u.row.head = cmark_gfm_extensions_get_table_row_is_header(n);
    k->row_line = row->u.row.head ? k->head_line : md_first_line(k, n);
    k->cell_at = row->u.row.head ? k->head_at : 0;
    if (row->u.row.head) {
        row->span = md_line_span(k->m, k->r, k->head_line, k->head_at, SIZE_MAX);
    }
    enter(k, row);
}

static void read_cell(struct md_reader *k, cmark_node *n) {
    struct md_text t = md_cell_text(k, n);
    struct doc_node *cell = md_add(k, DOC_CELL, t.s.n ? md_span(&t, 0, t.s.n) : k->top->span);
    const struct doc_node *table = k->top->parent;
    cell->u.cell.head = k->top->u.row.head;
    if (k->column < table->u.table.ncols) {
        cell->u.cell.align = table->u.table.aligns[k->column];
    }
    k->column++;
    md_leaf(k->m, cell, t);
}

/* A footnote's body goes beside the tree until it is known where it is referred to. */
static bool read_footnote(struct md_reader *k, cmark_node *n) {
    size_t line = md_first_line(k, n);
    size_t lo = 0;
    size_t hi = k->mask.nlabels;
    /* The last label that ends before cmark-gfm's column, which is that of the text behind it. */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const struct md_note_label *l = &k->mask.labels[mid];
        if (l->line < line || (l->line == line && l->end <= md_first_byte(n))) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    struct md_note *note = NULL;
    if (lo > 0 && k->mask.labels[lo - 1].line == line) {
        struct str label = k->mask.labels[lo - 1].text;
        note = md_note_new(k->m, str_slice(label, 2, label.n - 1), md_block_span(k, n));
    }
    if (!note) {
        return false;
    }
    k->m->in_note = true;
    k->outer = k->top;
    k->top = note->body;
    k->depth++;
    return true;
}

/* ---- the way through */

enum part { PART_BLOCK, PART_TABLE, PART_ROW, PART_CELL };

/* cmark-gfm makes up the types of tables when they are registered. */
static enum part part_of(cmark_node *n) {
    struct str type = str_of(cmark_node_get_type_string(n));
    if (!str_starts(type, STR("table"))) {
        return PART_BLOCK;
    }
    return str_is(type, "table") ? PART_TABLE : str_is(type, "table_cell") ? PART_CELL : PART_ROW;
}

/* Levels that a container needs below the current one to keep its shape; 0 for leaves. */
static int levels(cmark_node *n) {
    if (part_of(n) != PART_BLOCK) {
        return part_of(n) == PART_TABLE ? 3 : part_of(n) == PART_ROW ? 2 : 0;
    }
    cmark_node_type t = cmark_node_get_type(n);
    if (t == CMARK_NODE_LIST) {
        return 2;
    }
    bool other =
        t == CMARK_NODE_BLOCK_QUOTE || t == CMARK_NODE_ITEM || t == CMARK_NODE_FOOTNOTE_DEFINITION;
    return other ? 1 : 0;
}

static void read_leaf(struct md_reader *k, cmark_node *n) {
    cmark_node_type t = cmark_node_get_type(n);
    if (part_of(n) == PART_CELL) {
        if (k->top->kind == DOC_ROW) {
            read_cell(k, n);
        } else {
            struct md_text text = md_cell_text(k, n);
            md_leaf(k->m, md_add(k, DOC_PLAIN, md_span(&text, 0, text.s.n)), text);
        }
    } else if (t == CMARK_NODE_PARAGRAPH) {
        md_read_paragraph(k, n);
    } else if (t == CMARK_NODE_HEADING) {
        md_read_heading(k, n);
    } else if (t == CMARK_NODE_CODE_BLOCK) {
        md_read_code(k, n);
    } else if (t == CMARK_NODE_HTML_BLOCK) {
        md_read_html(k, n);
    } else if (t == CMARK_NODE_THEMATIC_BREAK) {
        md_add(k, DOC_RULE, md_block_span(k, n));
    }
}

/* Returns whether the children are to be visited; then leave_node() follows. */
static bool enter_node(struct md_reader *k, cmark_node *n) {
    int need = levels(n);
    if (!need) {
        read_leaf(k, n);
        return false;
    }
    if (k->over || k->depth + need >= LIMIT_DOC_DEPTH) {
        md_too_deep(k->m, md_block_span(k, n));
        k->over++;
        return true;
    }
    cmark_node_type t = cmark_node_get_type(n);
    if (part_of(n) == PART_TABLE) {
        read_table(k, n);
    } else if (part_of(n) == PART_ROW) {
        read_row(k, n);
    } else if (t == CMARK_NODE_LIST) {
        read_list(k, n);
    } else if (t == CMARK_NODE_FOOTNOTE_DEFINITION) {
        return read_footnote(k, n);
    } else {
        return read_container(k, n, t == CMARK_NODE_ITEM ? DOC_ITEM : DOC_QUOTE);
    }
    return true;
}

static void leave_node(struct md_reader *k, cmark_node *n) {
    if (k->over) {
        k->over--;
        return;
    }
    k->depth--;
    struct doc_node *first = cmark_node_get_user_data(n);
    if (first && first != k->top) {
        settle_parts(k, first, k->top);
    }
    if (cmark_node_get_type(n) == CMARK_NODE_FOOTNOTE_DEFINITION) {
        k->m->in_note = k->was_in_note;
        k->top = k->outer;
    } else {
        k->top = k->top->parent;
    }
}

static void walk(struct md_reader *k, cmark_node *root, cmark_node *n) {
    while (n) {
        cmark_node *child = enter_node(k, n) ? n : NULL;
        if (child && cmark_node_first_child(n)) {
            n = cmark_node_first_child(n);
            continue;
        }
        if (child) {
            leave_node(k, n);
        }
        while (!cmark_node_next(n)) {
            n = cmark_node_parent(n);
            if (n == root) {
                return;
            }
            leave_node(k, n);
        }
        n = cmark_node_next(n);
    }
}

/* Lines with our syntax up to each line, so that a container knows in one step whether it holds
 * any. */
static uint32_t *count_ours(const struct md_region *r) {
    uint32_t *ours = xcalloc(r->n + 1, sizeof ours[0]);
    struct md_fence fence = {0};
    for (size_t i = 0; i < r->n; i++) {
        bool code = md_fence_line(&fence, r, i);
        ours[i + 1] = ours[i] + (!code && md_line_is_ours(r->lines[i].s));
    }
    return ours;
}

/* "[^a]\n\n" for each footnote of the region; returns the number of lines. */
static int refer_to_notes(const struct md_mask *mask, struct buf *out) {
    for (size_t i = 0; i < mask->nlabels; i++) {
        buf_str(out, mask->labels[i].text);
        buf_puts(out, "\n\n");
    }
    return (int)mask->nlabels * 2;
}

void md_cmark_blocks(struct md *m, const struct md_region *r, struct doc_node *parent, int depth) {
    static const char *const extensions[] = {"table", "tasklist"};
    struct md_reader k = {.m = m, .r = r, .top = parent, .depth = depth};
    k.was_in_note = m->in_note;
    struct buf before;
    buf_init(&before, 0);
    md_mask(m, r, &k.mask);
    k.ours = count_ours(r);
    k.before = refer_to_notes(&k.mask, &before);
    struct md_cmark_input in = {.before = buf_view(&before),
                                .text = {k.mask.text, k.mask.n},
                                .extensions = extensions,
                                .nextensions = ARRAY_LEN(extensions)};
    in.options = CMARK_OPT_DEFAULT | (k.before ? CMARK_OPT_FOOTNOTES : 0);
    cmark_node *root = md_cmark_parse(&in);
    cmark_node *n = cmark_node_first_child(root);
    for (size_t i = 0; i < k.mask.nlabels && n; i++) {
        n = cmark_node_next(n);
    }
    walk(&k, root, n);
    cmark_node_free(root);
    md_mask_drop(&k.mask);
    free(k.ours);
    buf_drop(&before);
}
