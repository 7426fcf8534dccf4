/* SPDX-License-Identifier: MIT */
/* Converts cmark-gfm's tree of blocks to the document tree. cmark-gfm itself finds the blocks of
 * CommonMark and GFM, and it finds pandoc's blocks through block_extension.c. The text of each leaf
 * is found again in the source, by lines and byte columns. inline_pass.c reads the text later. For
 * GitHub's flavours, cmark-gfm also reads the inlines (see cmark_gfm.c). */
#include "read/markdown/core/block_extension.h"

#include "core/base/bounds.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

DIAG_USE(DIAG_BAD_TABLE);

/* cmark-gfm has two global variables: the registered extensions, and the special characters of its
 * inline parser, which a parse with `strikethrough` or `autolink` changes temporarily. Only one
 * thread at a time uses them. */
static pthread_mutex_t library = PTHREAD_MUTEX_INITIALIZER;

/* Reallocates memory for cmark-gfm. New memory is zeroed, so that md_copy() finds an empty string
 * in a node without content. */
static void *cmark_memory(void *p, size_t size) {
    return p ? xrealloc(p, size) : xcalloc(1, size);
}

/* Functions that end the process if memory runs out. */
static const cmark_mem memory = {xcalloc, cmark_memory, free};

/** Prevents cmark-gfm from reading inlines in paragraphs and headings. Assigns these blocks to the
 * extension, which has no inlines (contains_inlines()). Called after all lines have been fed. */
static void leave_inlines(cmark_node *root, cmark_syntax_extension *own) {
    for (cmark_node *n = root, *next; n; n = next) {
        cmark_node_type t = cmark_node_get_type(n);
        if (t == CMARK_NODE_PARAGRAPH || t == CMARK_NODE_HEADING) {
            cmark_node_set_syntax_extension(n, own);
        }
        next = cmark_node_first_child(n);
        while (!next && n != root) {
            next = cmark_node_next(n);
            n = cmark_node_parent(n);
        }
    }
}

cmark_node *md_cmark_parse(const struct md_cmark_input *in) {
    pthread_mutex_lock(&library);
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new_with_mem(in->options, (cmark_mem *)&memory);
    if (in->own) {
        cmark_parser_attach_syntax_extension(parser, in->own);
    }
    for (size_t i = 0; i < in->nextensions; i++) {
        cmark_syntax_extension *e = cmark_find_syntax_extension(in->extensions[i]);
        if (!e) {
            BUG("cmark-gfm lacks one of its own extensions");
        }
        cmark_parser_attach_syntax_extension(parser, e);
    }
    if (in->text.n) {
        cmark_parser_feed(parser, in->text.p, in->text.n);
    }
    /* lines are fed one by one, because reading a line may mask later lines */
    for (size_t i = 0; in->mask && i < in->mask->region->n; i++) {
        size_t at = in->mask->at[i];
        cmark_parser_feed(parser, in->mask->text + at, in->mask->at[i + 1] - at);
    }
    if (in->root && *in->root) {
        leave_inlines(*in->root, in->own);
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

/* ---- containers */

static void enter(struct md_reader *k, struct doc_node *n) {
    k->top = n;
    k->depth++;
}

static void set_marker(struct md_reader *k, struct doc_node *list, const struct md_marker *marker) {
    list->u.list.style = marker->style;
    list->u.list.delim = marker->delim;
    list->u.list.start = marker->example ? k->m->examples.last + 1 : marker->number;
    if (marker->example) {
        doc_add_class(k->m->doc, list, STR("example"));
    }
}

bool md_is_apart(struct md_reader *k, cmark_node *container, cmark_node *n) {
    int line = cmark_node_get_start_line(n);
    return line > 1 && md_is_blank_within(k, container, (size_t)line - 2);
}

/* Whether a block is a fence of backticks, which ends the text above it. */
static bool is_backtick_fence(cmark_node *n) {
    int length, offset;
    char mark = '\0';
    return cmark_node_get_type(n) == CMARK_NODE_CODE_BLOCK &&
           cmark_node_get_fenced(n, &length, &offset, &mark) && mark == '`';
}

/* Whether a list is tight in pandoc. It is loose if the text of an item is followed by a blank line
 * or a fence of backticks, except at the end of the list. */
static bool is_tight_for_pandoc(struct md_reader *k, cmark_node *list) {
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
        cmark_node *after = cmark_node_next(item);
        for (cmark_node *n = cmark_node_first_child(item); n; n = cmark_node_next(n)) {
            cmark_node *next = cmark_node_next(n) ? cmark_node_next(n) : after;
            if (cmark_node_get_type(n) == CMARK_NODE_PARAGRAPH && next &&
                (md_is_apart(k, next == after ? list : item, next) || is_backtick_fence(next))) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a list is tight (CommonMark 0.29 §5.3). cmark-gfm's own result is wrong for items with
 * blocks of the extension, because it treats the lines of such a block as blank. */
static bool is_tight(struct md_reader *k, cmark_node *list) {
    bool own = false, apart = false;
    if (k->m->format.pandoc) {
        return is_tight_for_pandoc(k, list);
    }
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
        for (cmark_node *n = cmark_node_first_child(item); n; n = cmark_node_next(n)) {
            own = own || md_open_of(k, n);
            apart = apart || (cmark_node_previous(n) && md_is_apart(k, list, n));
        }
        apart = apart || (cmark_node_previous(item) && md_is_apart(k, list, item));
    }
    return own ? !apart : cmark_node_get_list_tight(list);
}

static void read_list(struct md_reader *k, cmark_node *n) {
    struct doc_node *list = md_add(k, DOC_LIST, md_block_span(k, n));
    const struct md_open *o = md_open_of(k, n);
    cmark_node_set_list_tight(n, is_tight(k, n));
    list->u.list.tight = cmark_node_get_list_tight(n);
    if (o) {
        set_marker(k, list, &o->marker);
    } else if (cmark_node_get_list_type(n) == CMARK_ORDERED_LIST) {
        struct md_marker marker = {.style = DOC_DECIMAL, .number = cmark_node_get_list_start(n)};
        marker.delim =
            cmark_node_get_list_delim(n) == CMARK_PAREN_DELIM ? DOC_DELIM_PAREN : DOC_DELIM_PERIOD;
        set_marker(k, list, &marker);
    }
    enter(k, list);
}

static void number_item(struct md_reader *k, struct doc_node *item, const struct md_open *o) {
    struct doc_node *list = item->parent;
    if (list->kind != DOC_LIST || list->u.list.style == DOC_BULLET) {
        return;
    }
    item->u.item.number = item->prev ? item->prev->u.item.number + 1 : list->u.list.start;
    if (o && o->marker.example) {
        item->u.item.number = ++k->m->examples.last;
        if (o->marker.label.n && !map_lookup(&k->m->examples.numbers, o->marker.label)) {
            map_put(&k->m->examples.numbers, o->marker.label,
                    (void *)(uintptr_t)(unsigned)k->m->examples.last);
        }
    }
}

static void read_container(struct md_reader *k, cmark_node *n, enum doc_kind kind) {
    struct doc_node *node = md_add(k, kind, md_block_span(k, n));
    if (kind == DOC_ITEM) {
        number_item(k, node, md_open_of(k, n));
    }
    enter(k, node);
}

/* Reads a block of the extension. Returns whether the block has content to read. */
static bool read_own(struct md_reader *k, cmark_node *n, struct md_open *o) {
    struct md_region part = {NULL, 0, k->r->fixed};
    if (!o->block->match) {
        part = md_open_region(k, n, o);
    }
    struct doc_node *node = o->block->read(k, n, o, &part);
    if (node) {
        enter(k, node);
    }
    return node != NULL;
}

void md_take_columns(struct md *m, struct doc_node *table, cmark_node *n) {
    int columns = cmark_gfm_extensions_get_table_columns(n);
    const uint8_t *letters = cmark_gfm_extensions_get_table_alignments(n);
    table->u.table.ncols = columns;
    table->u.table.aligns = ARENA_ARRAY(m->a, enum doc_align, (size_t)columns + 1);
    for (int i = 0; i < columns; i++) {
        table->u.table.aligns[i] = letters[i] == 'l'   ? DOC_ALIGN_LEFT
                                   : letters[i] == 'c' ? DOC_ALIGN_CENTER
                                   : letters[i] == 'r' ? DOC_ALIGN_RIGHT
                                                       : DOC_ALIGN_DEFAULT;
    }
}

/* Whether the dashes of a delimiter row do not mean widths: their numbers differ by at most one, or
 * each column has three to five characters (`---`, `--:`, `:---:`). */
static bool are_even(const int *dashes, const int *widths, size_t n) {
    int least = INT_MAX, most = 0;
    bool marks = true;
    for (size_t i = 0; i < n; i++) {
        most = dashes[i] > most ? dashes[i] : most;
        least = dashes[i] < least ? dashes[i] : least;
        marks = marks && widths[i] >= 3 && widths[i] <= 5;
    }
    return marks || most - least <= 1;
}

/* Sets the widths of the columns in proportion to their dashes, if a line of the table is longer
 * than MD_COLUMNS (MANUAL, pipe_tables). */
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
    int *dashes = ARENA_ARRAY(k->m->a, int, ncols + 1);
    while (rest.p && i < ncols) {
        struct str cell = str_trim(str_cut(&rest, '|'));
        dashes[i] = (int)cell.n - str_starts(cell, STR(":")) - str_ends(cell, STR(":"));
        total += cell.n;
        widths[i++] = (int)cell.n;
    }
    table->u.table.even = are_even(dashes, widths, i);
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
    md_take_columns(k->m, table, n);
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

void md_report_cells(struct md *m, struct span at) {
    struct diag *d = diag_add(m->diags, DIAG_BAD_TABLE, at,
                              "this row has more cells than the table has columns: the rest is "
                              "not shown");
    diag_hint(m->diags, d, "write a bar inside of a cell as `\\|`, in code too");
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
    size_t from = 0;
    if (t.npieces && k->column == table->u.table.ncols && (from = md_after_cells(k))) {
        md_report_cells(k->m, md_line_span(k->m, k->r, k->row_line, from, SIZE_MAX));
    }
}

/* ---- the walk */

enum part { PART_BLOCK, PART_TABLE, PART_ROW, PART_CELL };

/* Returns which part of a table a node is. cmark-gfm's types for these parts are variables, so
 * their names are compared. */
static enum part part_of(cmark_node *n) {
    struct str type = str_of(cmark_node_get_type_string(n));
    if (!str_starts(type, STR("table"))) {
        return PART_BLOCK;
    }
    return str_is(type, "table") ? PART_TABLE : str_is(type, "table_cell") ? PART_CELL : PART_ROW;
}

/* Returns the number of levels that a container adds to the tree; 0 for a leaf. */
static int levels(const struct md_reader *k, cmark_node *n) {
    const struct md_open *o = md_open_of(k, n);
    if (o && o->block->read) {
        return o->block->levels;
    }
    if (part_of(n) != PART_BLOCK) {
        return part_of(n) == PART_TABLE ? 3 : part_of(n) == PART_ROW ? 2 : 0;
    }
    cmark_node_type t = cmark_node_get_type(n);
    if (t == CMARK_NODE_LIST) {
        return 2;
    }
    return t == CMARK_NODE_BLOCK_QUOTE || t == CMARK_NODE_ITEM ? 1 : 0;
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

/* Reads a node. If it returns true, the children of the node are read next, and then leave_node()
 * is called. */
static bool enter_node(struct md_reader *k, cmark_node *n) {
    int need = levels(k, n);
    struct md_open *o = md_open_of(k, n);
    bool own = o && o->block->read;
    if (!need) {
        if (own) {
            (void)read_own(k, n, o);
        } else {
            read_leaf(k, n);
        }
        return false;
    }
    if (k->over || k->depth + need >= LIMIT_DOC_DEPTH) {
        md_too_deep(k->m, md_block_span(k, n));
        k->over++;
        return true;
    }
    cmark_node_type t = cmark_node_get_type(n);
    if (own) {
        return read_own(k, n, o);
    }
    if (part_of(n) == PART_TABLE) {
        read_table(k, n);
    } else if (part_of(n) == PART_ROW) {
        read_row(k, n);
    } else if (t == CMARK_NODE_LIST) {
        read_list(k, n);
    } else {
        read_container(k, n, t == CMARK_NODE_ITEM ? DOC_ITEM : DOC_QUOTE);
    }
    return true;
}

static void leave_node(struct md_reader *k, cmark_node *n) {
    if (k->over) {
        k->over--;
        return;
    }
    k->depth--;
    struct md_open *o = md_open_of(k, n);
    struct doc_node *node = k->top;
    k->top = node->parent;
    if (o && o->block->leave) {
        o->block->leave(k, o, node);
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

void md_blocks(struct md *m, const struct md_region *r, struct doc_node *parent, int depth) {
    static const char *const extensions[] = {"table"};
    struct md_region lines = m->hooks->html_lines(m, r);
    struct md_reader k = {.m = m, .r = &lines, .top = parent, .depth = depth};
    r = &lines;
    k.cut = xcalloc(r->n + 1, sizeof k.cut[0]);
    k.extension = md_extension_new(&k);
    md_mask(m, r, &k.mask);
    struct md_cmark_input in = {.mask = &k.mask,
                                .options = CMARK_OPT_DEFAULT,
                                .own = k.extension,
                                .root = &k.root,
                                .extensions = extensions,
                                .nextensions = md_on(m, MD_PIPE_TABLES)};
    cmark_node *root = md_cmark_parse(&in);
    walk(&k, root, cmark_node_first_child(root));
    cmark_node_free(root);
    cmark_syntax_extension_free(cmark_get_default_mem_allocator(), k.extension);
    md_mask_drop(&k.mask);
    vec_drop(&k.sight.outer);
    vec_drop(&k.sight.lines);
    free(k.cut);
}
