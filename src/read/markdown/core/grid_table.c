/* SPDX-License-Identifier: MIT */
/* Grid tables (MANUAL, grid_tables). Cells are drawn with +, - and |. They may span rows and
 * columns and contain blocks. A row of `=` ends the head. A foot is between two further rows of
 * `=`. Colons in the row below the head, or else in the first line, align the columns. */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "read/markdown/core/block_extension.h"

#include <stdlib.h>

DIAG_USE(DIAG_BAD_TABLE);

#define MAX_SIDE 2000 /* maximum number of lines of a grid, and of characters in each line */
/* maximum number of characters that are examined while cells are searched for */
#define MAX_STEPS 4000000u
#define MAX_CELLS 10000

struct grid_cell {
    size_t top, left, bottom, right; /* positions of the cell's borders */
};

typedef VEC(size_t) places;

struct grid {
    const struct md_region *r;
    /* index of the first line, number of lines, number of characters in each line */
    size_t from, h, w;
    char *at;            /* h * w characters, with '?' for characters that are not ASCII */
    unsigned char *used; /* for each character: it is within a cell that was found */
    size_t steps;
    size_t head, foot; /* the lines of `=` that end the head and begin the foot, or 0 */
    bool screen;       /* a wide character takes two columns, as on a terminal */
    /* not all lines have the length of the first line, which then defines the columns, as in
     * pandoc */
    bool loose;
    VEC(struct grid_cell) cells;
    places rows, cols; /* sorted indices of the lines and columns at which cells begin and end */
};

static char grid_at(const struct grid *grid, size_t y, size_t x) {
    return grid->at[y * grid->w + x];
}

static bool is_edge(char c) {
    return c == '-' || c == '=' || c == ':' || c == '+';
}

/** A line of the grid, without white space at the end. */
static struct str grid_line(const struct md_region *r, size_t i) {
    return str_trim_end(r->lines[i].s);
}

static bool begins_grid(struct str s) {
    return s.n > 2 && s.p[0] == '+' && (s.p[1] == '-' || s.p[1] == '=' || s.p[1] == ':') &&
           s.p[s.n - 1] == '+';
}

/** Measures the grid. Returns false if a line does not have the length of the first line; `*odd` is
 * this line. */
static bool measure(struct grid *grid, size_t *odd) {
    grid->w = md_columns(grid_line(grid->r, grid->from), grid->screen);
    size_t i = grid->from;
    for (; i < grid->r->n; i++) {
        struct str s = grid_line(grid->r, i);
        if (s.n == 0 || (s.p[0] != '+' && s.p[0] != '|')) {
            break;
        }
        char last = s.p[s.n - 1];
        if (md_columns(s, grid->screen) != grid->w || (last != '+' && last != '|') ||
            i - grid->from >= MAX_SIDE) {
            *odd = i;
            return false;
        }
    }
    grid->h = i - grid->from;
    *odd = i - 1;
    return grid->h > 2 && grid->w <= MAX_SIDE && begins_grid(grid_line(grid->r, i - 1));
}

/** Measures a loose grid. Returns false if a line of dashes contains other text. */
static bool measure_loose(struct grid *grid) {
    struct str last = STR_EMPTY;
    grid->loose = grid->screen = true;
    grid->w = md_columns(grid_line(grid->r, grid->from), true);
    for (size_t i = grid->from; i < grid->r->n && i - grid->from < MAX_SIDE; i++) {
        struct str s = grid_line(grid->r, i);
        bool dashes = str_starts(s, STR("+"));
        for (size_t k = 0; dashes && k < s.n; k++) {
            if (!is_edge(s.p[k])) {
                return false;
            }
        }
        if (!dashes && !str_starts(s, STR("|"))) {
            break;
        }
        last = s;
        grid->h++;
    }
    return grid->h > 2 && grid->w <= MAX_SIDE && str_starts(last, STR("+"));
}

/** Puts the borders of the first line into a line of a loose grid. */
static void straighten(struct grid *grid, size_t y) {
    char *out = grid->at + y * grid->w;
    bool dashes = out[0] == '+', head = out[1] == '=' || (out[1] == ':' && out[2] == '=');
    for (size_t x = 0; x < grid->w; x++) {
        bool border = grid->at[x] == '+';
        if (dashes) {
            char edge = border ? '+' : head ? '=' : '-';
            out[x] = out[x] == ':' && !border ? ':' : edge;
        } else if (border) {
            out[x] = '|';
        }
    }
}

/** Copies a line into the grid. Returns true for a line of `=`. */
static bool load_line(struct grid *grid, size_t y) {
    struct str s = grid_line(grid->r, grid->from + y);
    char *out = grid->at + y * grid->w;
    bool rule = s.p[0] == '+';
    for (size_t i = 0, x = 0; i < s.n;) {
        size_t from = i;
        utf8_next(s, &i);
        bool ascii = !((unsigned char)s.p[from] & 0x80u);
        char c = ascii ? s.p[from] : '?';
        size_t columns = ascii ? 1 : md_columns(str_slice(s, from, i), grid->screen);
        for (; columns > 0 && x < grid->w; columns--) {
            out[x++] = c;
        }
        rule = rule && (c == '=' || c == '+' || c == ':');
    }
    return rule;
}

/* Copies the lines into the grid. The first line of `=` ends the head. If the last line consists of
 * `=`, the line of `=` before it begins the foot. */
static void load(struct grid *grid) {
    grid->at = xcalloc(grid->h, grid->w);
    grid->used = xcalloc(grid->h, grid->w);
    size_t last = 0;
    for (size_t y = 0; y < grid->h; y++) {
        bool rule = load_line(grid, y);
        if (grid->loose) {
            straighten(grid, y);
        }
        if (!rule || y == 0) {
            continue;
        }
        if (y + 1 == grid->h) {
            grid->foot = last > grid->head ? last : 0;
        } else if (!grid->head) {
            grid->head = y;
        }
        last = y;
    }
}

/* ---- finding cells along their borders: from the upper left corner to the right, down, and back
 */

static bool bottom_holds(struct grid *grid, const struct grid_cell *c) {
    for (size_t x = c->left; x <= c->right; x++, grid->steps++) {
        if (!is_edge(grid_at(grid, c->bottom, x))) {
            return false;
        }
    }
    for (size_t y = c->top; y <= c->bottom; y++, grid->steps++) {
        char l = grid_at(grid, y, c->left);
        if (l != '|' && l != '+') {
            return false;
        }
    }
    return true;
}

static bool scan_down(struct grid *grid, struct grid_cell *c) {
    for (size_t y = c->top + 1; y < grid->h && grid->steps < MAX_STEPS; y++, grid->steps++) {
        char k = grid_at(grid, y, c->right);
        c->bottom = y;
        if (k == '+' && grid_at(grid, y, c->left) == '+' && bottom_holds(grid, c)) {
            return true;
        }
        if (k != '|' && k != '+') {
            return false;
        }
    }
    return false;
}

static bool find_cell(struct grid *grid, size_t top, size_t left, struct grid_cell *c) {
    *c = (struct grid_cell){top, left, 0, 0};
    for (size_t x = left + 1; x < grid->w && grid->steps < MAX_STEPS; x++, grid->steps++) {
        char k = grid_at(grid, top, x);
        c->right = x;
        if (k == '+' && scan_down(grid, c)) {
            return true;
        }
        if (!is_edge(k)) {
            return false;
        }
    }
    return false;
}

/** Marks the area of a cell as used, with its upper and left borders. Returns false if another cell
 * uses a part of it. */
static bool claim(struct grid *grid, const struct grid_cell *c) {
    for (size_t y = c->top; y < c->bottom; y++) {
        for (size_t x = c->left; x < c->right; x++) {
            if (grid->used[y * grid->w + x]) {
                return false;
            }
            grid->used[y * grid->w + x] = 1;
        }
    }
    return true;
}

static int compare(const void *a, const void *b) {
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_places(places *p) {
    size_t kept = 0;
    vec_sort(p, compare);
    for (size_t i = 0; i < p->n; i++) {
        if (kept == 0 || p->p[kept - 1] != p->p[i]) {
            p->p[kept++] = p->p[i];
        }
    }
    p->n = kept;
}

static size_t index_of(const places *p, size_t place) {
    const size_t *at = bsearch(&place, p->p, p->n, sizeof p->p[0], compare);
    return (size_t)(at - p->p);
}

/** Finds all cells. Returns false if they do not fill the grid. */
static bool find_cells(struct grid *grid) {
    for (size_t y = 0; y + 1 < grid->h; y++) {
        for (size_t x = 0; x + 1 < grid->w; x++) {
            struct grid_cell c;
            if (grid->used[y * grid->w + x]) {
                continue;
            }
            if (grid_at(grid, y, x) != '+' || grid->cells.n >= MAX_CELLS ||
                !find_cell(grid, y, x, &c) || !claim(grid, &c)) {
                return false;
            }
            vec_push(&grid->cells, c);
            vec_push(&grid->rows, c.top);
            vec_push(&grid->rows, c.bottom);
            vec_push(&grid->cols, c.left);
            vec_push(&grid->cols, c.right);
        }
    }
    sort_places(&grid->rows);
    sort_places(&grid->cols);
    return grid->cells.n > 0;
}

static void drop(struct grid *grid) {
    free(grid->at);
    free(grid->used);
    vec_drop(&grid->cells);
    vec_drop(&grid->rows);
    vec_drop(&grid->cols);
}

static bool read_grid(const struct md_region *r, size_t i, struct grid *grid, size_t *odd) {
    size_t other;
    *grid = (struct grid){.r = r, .from = i, .screen = true};
    bool even = measure(grid, odd);
    if (!even) {
        grid->screen = false;
        even = measure(grid, &other);
    }
    if (even) {
        *odd = i;
        load(grid);
        even = find_cells(grid);
    }
    if (even) {
        return true;
    }
    drop(grid);
    *grid = (struct grid){.r = r, .from = i};
    if (!measure_loose(grid)) {
        return false;
    }
    load(grid);
    return find_cells(grid);
}

static bool goes_on(void *state, struct str line) {
    (void)state;
    return line.n && (line.p[0] == '+' || line.p[0] == '|');
}

static bool open_grid(struct md_at *at) {
    struct grid grid;
    size_t odd = 0;
    if (at->indent || !begins_grid(str_trim_end(at->s))) {
        return false;
    }
    struct md_region r = md_look_ahead(at, goes_on, NULL);
    if (r.n < 2 || r.lines[1].s.p[0] != '|') {
        return false;
    }
    bool found = read_grid(&r, 0, &grid, &odd);
    if (found) {
        (void)md_open_lines(at, &md_block_grid_table, at->line + grid.h);
    }
    if (!found || grid.loose) {
        struct diag *d = diag_add(
            at->k->m->diags, DIAG_BAD_TABLE, md_line_span(at->k->m, &r, odd, 0, SIZE_MAX),
            found ? "the lines of this grid table do not meet here: its first line gives the "
                    "columns"
                  : "this grid table is read as text: its lines do not meet here");
        diag_hint(at->k->m->diags, d, "make all its lines equally long, with `+` where they cross");
    }
    drop(&grid);
    return found;
}

/* ---- making the table */

static enum doc_align align_of(const struct grid *grid, size_t col) {
    size_t from = grid->cols.p[col] + 1, to = grid->cols.p[col + 1] - 1;
    bool left = grid_at(grid, grid->head, from) == ':',
         right = to > from && grid_at(grid, grid->head, to) == ':';
    return left && right ? DOC_ALIGN_CENTER
           : left        ? DOC_ALIGN_LEFT
           : right       ? DOC_ALIGN_RIGHT
                         : DOC_ALIGN_DEFAULT;
}

/** Returns the lines of a cell without their common indentation. */
static struct md_region cell_lines(struct md *m, const struct grid *grid,
                                   const struct grid_cell *c) {
    size_t n = c->bottom - c->top - 1, common = SIZE_MAX;
    struct md_line *lines = ARENA_ARRAY(m->a, struct md_line, n + 1);
    for (size_t i = 0; i < n; i++) {
        size_t end = !grid->loose ? c->right : c->right + 1 < grid->w ? c->right + 1 : SIZE_MAX;
        lines[i] = md_line_columns(grid->r->lines[grid->from + c->top + 1 + i], c->left + 1, end,
                                   grid->screen);
        struct str s = str_trim_end(lines[i].s);
        s.n -= grid->loose && str_ends(s, STR("|"));
        lines[i].s.n = s.n;
        size_t blank = str_run(s, 0, ' ');
        common = blank < s.n && blank < common ? blank : common;
    }
    for (size_t i = 0; i < n; i++) {
        lines[i] = md_line_dedent(lines[i], common == SIZE_MAX ? 0 : common);
        lines[i].s = str_trim_end(lines[i].s);
    }
    return (struct md_region){lines, n, grid->r->fixed};
}

static void fill_cell(struct md *m, const struct grid *grid, const struct grid_cell *c,
                      struct doc_node *cell, int depth) {
    struct md_region part = cell_lines(m, grid, c);
    if (depth >= LIMIT_DOC_DEPTH) {
        md_too_deep(m, cell->span);
        return;
    }
    md_blocks(m, &part, cell, depth);
    struct doc_node *last = cell->last;
    bool sole = last && last->kind == DOC_PARA;
    for (const struct doc_node *b = cell->first; sole && b != last; b = b->next) {
        sole = b->kind != DOC_PARA;
    }
    if (sole) {
        last->kind = DOC_PLAIN;
    }
}

static void make_cells(struct md *m, const struct grid *grid, struct doc_node *table, int depth) {
    struct doc_node *row = NULL;
    size_t top = SIZE_MAX;
    for (size_t i = 0; i < grid->cells.n; i++) { /* cells are sorted by rows */
        const struct grid_cell *c = &grid->cells.p[i];
        if (c->top != top) {
            top = c->top;
            row = doc_node_new(m->doc, DOC_ROW,
                               md_line_span(m, grid->r, grid->from + top + 1, 0, SIZE_MAX));
            row->u.row.head = c->top < grid->head;
            row->u.row.foot = grid->foot && c->top >= grid->foot;
            doc_append(table, row);
        }
        size_t col = index_of(&grid->cols, c->left);
        struct md_line first = md_line_trim(md_line_columns(grid->r->lines[grid->from + c->top + 1],
                                                            c->left + 1, c->right, grid->screen));
        struct span at = first.src == MD_NOWHERE
                             ? grid->r->fixed
                             : span_make(m->doc->source, first.src, first.src + first.s.n);
        struct doc_node *cell = doc_add(m->doc, row, DOC_CELL, at);
        cell->u.cell.head = row->u.row.head;
        cell->u.cell.align = table->u.table.aligns[col];
        cell->u.cell.colspan = (int)(index_of(&grid->cols, c->right) - col);
        cell->u.cell.rowspan =
            (int)(index_of(&grid->rows, c->bottom) - index_of(&grid->rows, c->top));
        fill_cell(m, grid, c, cell, depth);
    }
}

static struct doc_node *make_table(struct md_reader *k, const struct md_region *r) {
    struct md *m = k->m;
    struct grid grid;
    size_t odd;
    if (!read_grid(r, 0, &grid, &odd)) {
        drop(&grid);
        return NULL;
    }
    size_t ncols = grid.cols.n - 1;
    size_t *columns = ARENA_ARRAY(m->a, size_t, ncols);
    struct doc_node *table = md_table_new(m, r, 0, grid.h, ncols);
    for (size_t col = 0; col < ncols; col++) {
        table->u.table.aligns[col] = align_of(&grid, col);
        columns[col] = grid.cols.p[col + 1] - grid.cols.p[col];
    }
    md_table_widths(m, table, columns);
    make_cells(m, &grid, table, k->depth + 3);
    drop(&grid);
    return table;
}

static struct doc_node *read_table(struct md_reader *k, cmark_node *n, struct md_open *o,
                                   const struct md_region *part) {
    (void)n;
    (void)o;
    md_read_table(k, part, make_table);
    return NULL;
}

const struct md_block md_block_grid_table = {.open = open_grid, .read = read_table};
