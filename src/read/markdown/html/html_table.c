/* SPDX-License-Identifier: MIT */
/*
 * Reads tables in HTML: rows, spans, heads, alignment and captions become a table of the document,
 * which all outputs show. The content of cells is Markdown with HTML. Other attributes are left
 * out.
 *
 * Missing end tags are implied as in HTML: a cell or a row ends where the next one begins (WHATWG
 * HTML, 13.1.2.4).
 */
#include "core/base/bounds.h"
#include "read/markdown/core/block_extension.h"
#include "read/markdown/html/md_html.h"

#define MAX_COLUMNS 512
#define MAX_SPAN 1000
#define CELL_DEPTH 4 /* number of levels of the tree from a table to the content of its cells */

/* ---- tags */

struct tag {
    size_t begin, end; /* offsets of its '<' and after its '>' */
    struct str name;
    struct str attrs; /* the text after the name */
    bool closes;
};

static bool is_tag(const struct tag *t, const char *name) {
    return str_ieq(t->name, str_of(name));
}

/* Finds the next tag after `*at`, and moves `*at` past it. Comments are skipped. */
static bool next_tag(struct str s, size_t *at, struct tag *t) {
    while (*at < s.n) {
        struct md_html_tag found;
        size_t open = str_index(str_from(s, *at), '<');
        if (open == STR_NONE) {
            return false;
        }
        size_t begin = *at + open;
        struct str rest = str_from(s, begin);
        if (str_starts(rest, STR("<!--"))) {
            size_t close = str_find(rest, STR("-->"));
            if (close == STR_NONE) {
                return false;
            }
            *at = begin + close + 3;
            continue;
        }
        size_t n = md_html_wild_tag(s, begin, &found);
        *at = begin + (n ? n : 1);
        if (n) {
            *t = (struct tag){begin, begin + n, found.name, found.attrs, found.closes};
            return true;
        }
    }
    return false;
}

/* ---- reading */

enum part { PART_NONE, PART_HEAD, PART_BODY, PART_FOOT };

struct table_reader {
    struct md *m;
    const struct md_text *text;
    struct doc_node *table, *row, *caption;
    struct doc_node *cell; /* the open cell or caption */
    size_t cell_from;      /* offset at which the content of the cell begins */
    enum part part;
    bool any_head; /* the table has a <thead> */
    int nested;    /* number of open tables within this one */
    int depth;     /* depth of the table in the tree */
    int widths[MAX_COLUMNS];
    size_t nwidths; /* number of <col> elements with a width */
};

static enum doc_align align_of(const struct tag *t) {
    struct str word = markup_attr(t->attrs, "align"), style = markup_attr(t->attrs, "style");
    size_t at = str_find(style, STR("text-align:"));
    if (at != STR_NONE) {
        struct str rest = str_from(style, at + 11);
        word = str_trim(str_cut(&rest, ';'));
    }
    return str_ieq(word, STR("left"))     ? DOC_ALIGN_LEFT
           : str_ieq(word, STR("right"))  ? DOC_ALIGN_RIGHT
           : str_ieq(word, STR("center")) ? DOC_ALIGN_CENTER
                                          : DOC_ALIGN_DEFAULT;
}

static int span_of(const struct tag *t, const char *name) {
    int64_t n = 1;
    str_to_i64(markup_attr(t->attrs, name), &n);
    return n < 1 ? 1 : n > MAX_SPAN ? MAX_SPAN : (int)n;
}

static void take_names(struct md *m, const struct tag *t, struct doc_node *n) {
    struct str id = markup_attr(t->attrs, "id"), classes = markup_attr(t->attrs, "class");
    if (id.n) {
        doc_set_id(m->doc, n, id);
    }
    for (struct str cls; (cls = str_next_word(&classes)).n;) {
        doc_add_class(m->doc, n, cls);
    }
}

/* Whether a cell contains blocks: blank lines, or elements that are read whole. Tags of other
 * blocks are paired within the text. */
static bool holds_blocks(struct str s) {
    bool blank = false;
    for (size_t at = 0; at < s.n; at++) {
        struct md_html_tag t;
        if (s.p[at] == '\n' && blank) {
            return true;
        }
        blank = s.p[at] == '\n' || (blank && is_space(s.p[at]));
        if (s.p[at] == '<' && md_html_wild_tag(s, at, &t) && t.el && !t.closes &&
            (t.el->use == MD_HTML_TABLE || t.el->use == MD_HTML_PRE)) {
            return true;
        }
    }
    return false;
}

static size_t least_indent(const struct md_region *r) {
    size_t least = SIZE_MAX;
    for (size_t i = 1; i < r->n; i++) {
        size_t bytes, columns = md_indent(r->lines[i].s, &bytes);
        least = columns < least && !md_is_blank(r->lines[i].s) ? columns : least;
    }
    return least == SIZE_MAX ? 0 : least;
}

static void read_blocks(struct table_reader *rd, const struct md_text *t) {
    struct md_region r = md_text_region(rd->m, t, 0, t->s.n);
    struct md_line *lines = ARENA_ARRAY(rd->m->a, struct md_line, r.n + 1);
    size_t indent = least_indent(&r);
    for (size_t i = 0; i < r.n; i++) {
        lines[i] = i > 0 ? md_line_dedent(r.lines[i], indent) : r.lines[i];
    }
    r.lines = lines;
    md_blocks(rd->m, &r, rd->cell, rd->depth + CELL_DEPTH);
    vec_push(&rd->m->html.parents, rd->cell);
}

static void end_cell(struct table_reader *rd, size_t end) {
    if (!rd->cell) {
        return;
    }
    size_t from = rd->cell_from, lines = 0;
    while (from < end && is_space(rd->text->s.p[from])) {
        lines += rd->text->s.p[from] == '\n';
        from++;
    }
    end = from + str_trim_end(str_slice(rd->text->s, from, end)).n;
    if (end > from) {
        struct md_text t = md_text_part(rd->m, rd->text, from, end);
        rd->cell->span = md_span(&t, 0, t.s.n);
        if ((lines > 1 || holds_blocks(t.s)) && rd->depth + CELL_DEPTH < LIMIT_DOC_DEPTH) {
            read_blocks(rd, &t);
        } else {
            md_leaf(rd->m, rd->cell, t);
        }
    }
    rd->cell = NULL;
}

static void end_row(struct table_reader *rd, size_t end) {
    end_cell(rd, end);
    rd->row = NULL;
}

static void begin_row(struct table_reader *rd, const struct tag *t) {
    struct span at = md_span(rd->text, t->begin, t->end);
    rd->row = doc_node_new(rd->m->doc, DOC_ROW, at);
    rd->row->u.row.head = rd->part == PART_HEAD;
    rd->row->u.row.foot = rd->part == PART_FOOT;
    take_names(rd->m, t, rd->row);
    doc_append(rd->table, rd->row);
}

static void begin_cell(struct table_reader *rd, const struct tag *t) {
    if (!rd->row) {
        begin_row(rd, t);
    }
    struct doc_node *cell =
        doc_add(rd->m->doc, rd->row, DOC_CELL, md_span(rd->text, t->begin, t->end));
    cell->u.cell.colspan = span_of(t, "colspan");
    cell->u.cell.rowspan = span_of(t, "rowspan");
    cell->u.cell.head = is_tag(t, "th");
    cell->u.cell.align = align_of(t);
    take_names(rd->m, t, cell);
    rd->cell = cell;
    rd->cell_from = t->end;
}

static void begin_caption(struct table_reader *rd, const struct tag *t) {
    if (!rd->caption) {
        rd->caption = doc_node_new(rd->m->doc, DOC_CAPTION, md_span(rd->text, t->begin, t->end));
        rd->cell = rd->caption;
        rd->cell_from = t->end;
    }
}

/** Returns a percentage such as "12.5%" in thousandths, or 0 for other text. */
static int thousandths(struct str width) {
    int64_t mille;
    bool good = str_take_decimal(&width, '.', 1, &mille) && str_is(width, "%") && mille <= 1000;
    return good ? (int)mille : 0;
}

/** Sets the width of a column from a <col> whose width is a percentage. */
static void take_col(struct table_reader *rd, const struct tag *t) {
    struct str width = markup_attr(t->attrs, "width"), style = markup_attr(t->attrs, "style");
    size_t at = str_find(style, STR("width:"));
    if (at != STR_NONE) {
        width = str_from(style, at + 6);
        width = str_trim(str_cut(&width, ';'));
    }
    int mille = thousandths(str_trim(width));
    if (mille > 0 && rd->nwidths < MAX_COLUMNS) {
        rd->widths[rd->nwidths++] = mille;
    }
}

static enum part part_of(const struct tag *t) {
    return is_tag(t, "thead")   ? PART_HEAD
           : is_tag(t, "tbody") ? PART_BODY
           : is_tag(t, "tfoot") ? PART_FOOT
                                : PART_NONE;
}

/** Reads a tag of the table itself. Tags of a table within a cell are skipped. */
static void take_tag(struct table_reader *rd, const struct tag *t) {
    bool cell = is_tag(t, "td") || is_tag(t, "th");
    enum part part = part_of(t);
    if (is_tag(t, "table")) {
        rd->nested += !t->closes ? 1 : rd->nested > 0 ? -1 : 0;
    }
    if (rd->nested > 0 || is_tag(t, "table")) {
        return;
    }
    if (cell || is_tag(t, "caption")) {
        end_cell(rd, t->begin);
        if (!t->closes && cell) {
            begin_cell(rd, t);
        } else if (!t->closes) {
            begin_caption(rd, t);
        }
    } else if (is_tag(t, "tr") || part != PART_NONE) {
        end_row(rd, t->begin);
        rd->part = part == PART_NONE ? rd->part : t->closes ? PART_NONE : part;
        rd->any_head = rd->any_head || part == PART_HEAD;
        if (!t->closes && part == PART_NONE) {
            begin_row(rd, t);
        }
    } else if (is_tag(t, "col") && !t->closes) {
        take_col(rd, t);
    }
}

static bool is_all_heads(const struct doc_node *row) {
    for (const struct doc_node *c = row->first; c; c = c->next) {
        if (!c->u.cell.head) {
            return false;
        }
    }
    return row->first != NULL;
}

/** Marks the head of a table without <thead>: the first rows with only <th> cells, but not the last
 * row. */
static void find_head(struct table_reader *rd) {
    struct doc_node *row = rd->table->first;
    for (; !rd->any_head && row && row->next && is_all_heads(row); row = row->next) {
        row->u.row.head = true;
    }
}

/** Moves the rows of the foot to the end. A <tfoot> may be before the body. */
static void move_foot(struct table_reader *rd) {
    const struct doc_node *last = rd->table->last;
    struct doc_node *row = rd->table->first;
    for (bool more = row != NULL; more;) {
        struct doc_node *next = row->next;
        more = row != last;
        if (row->u.row.foot) {
            doc_unlink(row);
            doc_append(rd->table, row);
        }
        row = next;
    }
}

/** Returns the number of columns. Cells from above that span rows count. */
static int count_columns(struct md *m, const struct doc_node *table) {
    int *busy = ARENA_ARRAY(m->a, int, MAX_COLUMNS);
    int most = 1;
    for (const struct doc_node *row = table->first; row; row = row->next) {
        int col = 0;
        for (const struct doc_node *c = row->first; c; c = c->next) {
            while (col < MAX_COLUMNS && busy[col] > 0) {
                col++;
            }
            for (int i = 0; i < c->u.cell.colspan && col < MAX_COLUMNS; i++, col++) {
                busy[col] = c->u.cell.rowspan;
            }
        }
        for (int i = 0; i < MAX_COLUMNS; i++) {
            most = busy[i] > 0 && i + 1 > most ? i + 1 : most;
            busy[i] -= busy[i] > 0;
        }
    }
    return most;
}

static void settle_widths(struct table_reader *rd) {
    size_t n = (size_t)rd->table->u.table.ncols;
    if (rd->nwidths != n) {
        return;
    }
    rd->table->u.table.widths = arena_copy(rd->m->a, rd->widths, n * sizeof rd->widths[0]);
}

struct doc_node *md_html_table(struct md *m, const struct md_region *r, size_t i, size_t end,
                               int depth) {
    struct md_region part = {r->lines + i, end - i, r->fixed};
    struct md_text text = md_text_lines(m, &part);
    struct table_reader rd = {.m = m, .text = &text, .depth = depth};
    size_t leaves = m->leaves.n, at = 0;
    struct tag t;
    rd.table = md_table_new(m, r, i, end, MAX_COLUMNS);
    if (next_tag(text.s, &at, &t)) {
        take_names(m, &t, rd.table);
    }
    while (next_tag(text.s, &at, &t)) {
        take_tag(&rd, &t);
    }
    end_row(&rd, text.s.n);
    if (!rd.table->first) {
        m->leaves.n = leaves;
        return NULL;
    }
    find_head(&rd);
    move_foot(&rd);
    rd.table->u.table.ncols = count_columns(m, rd.table);
    settle_widths(&rd);
    if (rd.caption) {
        doc_insert_before(rd.table->first, rd.caption);
    }
    return rd.table;
}
