/* SPDX-License-Identifier: MIT */
/*
 * Formulas on lines of their own: centred, with their numbers at the right margin (or the left one:
 * leqno), broken in front of relations and operators when they are wider than the text (Knuth's
 * rule for displays, TeXbook p. 195), and set smaller, with a diagnostic, when that does not help.
 * Nothing runs into the margin, or off the page.
 */
#include "layout/math_box.h"

#include "layout/units.h"

struct display {
    struct setter *s;
    const struct math *tree;
    struct m_env env;
    sp width; /* of the text */
    struct m_places places;
    sp last;                  /* baseline of the last line, when it was broken */
    bool may_split;           /* over pages, between the rows of equations */
    const struct math *table; /* whose rows these are, when it is split */
    struct m_box *rows;
    size_t nrows;
};

/* Breaks. */

struct atoms {
    const struct m_env *e;
    const struct math **nodes;
    struct m_box *boxes;
    size_t n;
};

static struct atoms set_atoms(const struct m_env *e, const struct math *row) {
    struct atoms a = {.e = e};
    for (const struct math *k = row->first; k; k = k->next) {
        a.n++;
    }
    a.nodes = ARENA_ARRAY(e->s->arena, const struct math *, a.n);
    a.boxes = ARENA_ARRAY(e->s->arena, struct m_box, a.n);
    size_t i = 0;
    for (const struct math *k = row->first; k; k = k->next, i++) {
        a.nodes[i] = k;
        a.boxes[i] = m_set(e, k);
    }
    return a;
}

/** The atom before `i` in its line, which begins at `from`; NULL: none but spaces. */
static const struct math *before(const struct atoms *a, size_t from, size_t i) {
    while (i > from) {
        if (a->nodes[--i]->kind != MATH_SPACE) {
            return a->nodes[i];
        }
    }
    return NULL;
}

static sp space_before(const struct atoms *a, size_t from, size_t i) {
    const struct math *left = before(a, from, i);
    return left && a->nodes[i]->kind != MATH_SPACE ? m_space(a->e, left->cls, a->nodes[i]->cls) : 0;
}

/** Where the line that begins at `from` ends: in front of the last relation that leaves it at least
 * a third full, else of the last operator; at the end of what fits when there is neither. */
static size_t line_end(const struct atoms *a, size_t from, sp width) {
    size_t rel = 0, bin = 0;
    sp x = 0;
    for (size_t i = from; i < a->n; i++) {
        const struct math *left = before(a, from, i);
        bool is_rel = a->nodes[i]->cls == MATH_REL && a->nodes[i]->kind != MATH_SPACE;
        if (left && is_rel && left->cls != MATH_REL && x > width / 3) {
            rel = i;
        } else if (left && a->nodes[i]->cls == MATH_BIN) {
            bin = i;
        }
        x += space_before(a, from, i) + a->boxes[i].w;
        if (x > width && (rel || bin)) {
            return rel ? rel : bin;
        }
    }
    return a->n;
}

static struct m_box set_line(const struct atoms *a, size_t from, size_t to) {
    struct m_box line = {0};
    for (size_t i = from; i < to; i++) {
        line.w += space_before(a, from, i);
        m_put(&line, &a->boxes[i], line.w, 0);
        line.w += a->boxes[i].w;
    }
    return line;
}

/** The formula in lines, the first at the left, the others two quads in. */
static struct m_box broken(struct display *d, const struct math *row) {
    struct m_env in = m_row_env(&d->env, row);
    struct atoms a = set_atoms(&in, row);
    struct m_box out = {0};
    sp em = m_size(&in), y = 0, depth = 0;
    for (size_t from = 0; from < a.n;) {
        sp indent = from ? 2 * em : 0;
        size_t to = line_end(&a, from, d->width - indent);
        struct m_box line = set_line(&a, from, to);
        if (from) {
            sp apart = depth + line.h + sp_scale(em, 3, 10); /* \jot */
            sp leading = sp_scale(em, 15, 10);
            y += apart > leading ? apart : leading;
        }
        m_put(&out, &line, indent, y);
        out.w = indent + line.w > out.w ? indent + line.w : out.w;
        depth = line.d;
        from = to;
    }
    d->last = y;
    return out;
}

/* The body. */

static struct m_box set_whole(struct display *d) {
    d->places = (struct m_places){0};
    d->env.places = &d->places;
    d->last = 0;
    return m_set(&d->env, d->tree);
}

static void tell_small(const struct display *d, sp before_size, bool tall) {
    struct diag *g = diag_add(d->s->d, DIAG_WIDE_FORMULA, d->s->math_at,
                              "the formula is %s: it is set at %d %% of its size",
                              tall ? "taller than the page" : "wider than the text",
                              (int)((int64_t)d->env.ink.size * 100 / before_size));
    diag_hint(d->s->d, g,
              tall ? "make several displays of it"
                   : "break it: `\\begin{split}` with `\\\\` between its lines");
}

/** The formula no wider than the text. */
static struct m_box fit_width(struct display *d) {
    struct m_box whole = set_whole(d);
    if (whole.w <= d->width || whole.w <= 0) {
        return whole;
    }
    const struct math *row = m_outer_row(d->tree);
    struct m_box lines = broken(d, row);
    if (lines.w <= d->width) {
        return lines;
    }
    for (int tries = 0; tries < 4 && whole.w > d->width; tries++) {
        d->env.ink.size = (sp)((int64_t)d->env.ink.size * d->width / whole.w - 1);
        whole = set_whole(d);
    }
    return whole;
}

/** Rows of align that are more than a page holds are lines of their own (amsmath's
 * \allowdisplaybreaks). False: the display is no such thing. */
static bool split_rows(struct display *d) {
    const struct math *row = m_outer_row(d->tree);
    bool alone = row->kind == MATH_ROW && row->first && row->first == row->last;
    const struct math *table = alone ? row->first : row;
    struct m_env in = alone ? m_row_env(&d->env, row) : d->env;
    bool numbered_whole = d->tree->line && d->tree->line->number.n > 0;
    if (!d->may_split || numbered_whole || table->kind != MATH_TABLE ||
        (table->table != MATH_ALIGNED && table->table != MATH_GATHERED)) {
        return false;
    }
    size_t n = 0;
    in.places = NULL;
    struct m_box *rows = m_table_rows(&in, table, &n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].h + rows[i].d > d->s->style.text_h) {
            return false;
        }
    }
    d->table = table;
    d->rows = rows;
    d->nrows = n;
    return n > 0;
}

/** And no taller than a page. */
static struct m_box set_body(struct display *d) {
    sp size = d->env.ink.size, height = d->s->style.text_h;
    struct m_box body = fit_width(d);
    bool tall = body.h + body.d > height && !split_rows(d);
    for (int tries = 0; tries < 4 && tall && body.h + body.d > height; tries++) {
        d->env.ink.size = (sp)((int64_t)d->env.ink.size * height / (body.h + body.d) - 1);
        body = fit_width(d);
    }
    if (d->env.ink.size < size) {
        tell_small(d, size, tall);
    }
    return body;
}

/* Numbers. */

void m_place(const struct m_env *e, const struct math_line *line, sp y) {
    if (e->places->n < MAX_PLACES) {
        e->places->at[e->places->n].number = line->number;
        e->places->at[e->places->n++].y = y;
    }
}

static struct m_box set_number(const struct display *d, struct str number, sp size) {
    struct m_env e = d->env;
    struct math word = {.kind = MATH_TEXT, .variant = MATH_UPRIGHT, .text = number};
    e.ink.size = size;
    e.style = MATH_STYLE_TEXT;
    return m_set(&e, &word);
}

static sp widest_number(const struct display *d, sp size) {
    sp widest = 0;
    for (size_t i = 0; i < d->places.n; i++) {
        struct m_box number = set_number(d, d->places.at[i].number, size);
        widest = number.w > widest ? number.w : widest;
    }
    return widest;
}

/** Puts formula and numbers, of which the `widest` counts, into a box as wide as the text. */
static struct m_box add_numbers(const struct display *d, const struct m_box *body, sp widest,
                                sp size) {
    struct m_box out = {.w = d->width};
    sp gap = size;
    bool left = d->s->style.numbers_left;
    bool below = body->w + widest + gap > d->width;
    sp x = (d->width - body->w) / 2;
    if (!below && x < widest + gap) { /* TeX: the program, 1202: not too near to the number */
        x = left ? d->width - body->w : d->width - body->w - widest - gap;
    }
    m_put(&out, body, x, 0);
    for (size_t i = 0; i < d->places.n; i++) {
        struct m_box number = set_number(d, d->places.at[i].number, size);
        sp y = below && d->places.n == 1 ? body->d + number.h + sp_scale(size, 3, 10)
                                         : d->places.at[i].y;
        m_put(&out, &number, left ? 0 : d->width - number.w, y);
    }
    return out;
}

/** Each row gets its number. */
static void number_rows(struct display *d, sp size) {
    sp widest = widest_number(d, size);
    const struct math *row = d->table->first;
    for (size_t i = 0; i < d->nrows; i++, row = row->next) {
        d->places.n = 0;
        if (row->line && row->line->number.n) {
            m_place(&d->env, row->line, 0);
        }
        d->rows[i] = add_numbers(d, &d->rows[i], widest, size);
    }
}

/** The display as one box, as wide as the text when it has numbers; or its rows, when it is split.
 */
static struct m_box make_display(struct display *d, const struct doc_node *n,
                                 const struct ink *ink) {
    d->env = m_formula_env(d->s, n, d->tree, ink);
    d->env.style = MATH_STYLE_DISPLAY;
    struct m_box body = set_body(d);
    if (d->nrows) {
        number_rows(d, ink->size);
        return body;
    }
    if (d->tree->line && d->tree->line->number.n) {
        m_place(&d->env, d->tree->line, d->last);
    }
    return d->places.n ? add_numbers(d, &body, widest_number(d, ink->size), ink->size) : body;
}

/* In the text. */

static bool is_blank(const struct doc_node *n) {
    return n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK ||
           (n->kind == DOC_TEXT && str_trim(n->u.text.text).n == 0);
}

/** Nothing to see stands in front of it in its paragraph. */
static bool begins_paragraph(const struct doc_node *n) {
    const struct doc_node *before = n->prev;
    while (before && is_blank(before)) {
        before = before->prev;
    }
    return !before && (n->parent->kind == DOC_PARA || n->parent->kind == DOC_PLAIN);
}

/** As far from the lines around it as TeX puts it: \baselineskip and a size of the text. */
static void add_strut(struct setter *s, struct inline_builder *b, const struct m_box *body) {
    sp em = s->style.em;
    sp above = (body->h > em ? body->h : em) + em;
    sp below = (body->d > em / 2 ? body->d : em / 2) + em;
    if (above + below <= s->style.text_h) {
        inline_box(b, 0, above, below, NULL, NULL);
    }
}

void set_display_amid(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                      const struct ink *ink) {
    struct display d = {.s = s, .tree = m_formula(s, n), .width = s->measure};
    struct m_box body = make_display(&d, n, ink);
    if (!begins_paragraph(n)) {
        inline_newline(b);
    }
    add_strut(s, b, &body); /* in front of the glue, which would go at a line's beginning */
    inline_glue(b, 0, s->style.em, 0, 1, NULL);
    m_emit(&d.env, b, &body);
    inline_glue(b, 0, s->style.em, 0, 1, NULL);
    inline_newline(b);
}

const struct doc_node *lone_display(const struct doc_node *para) {
    const struct doc_node *found = NULL;
    for (const struct doc_node *n = para->first; n; n = n->next) {
        if (n->kind == DOC_MATH && n->u.math.display && !found) {
            found = n;
        } else if (!is_blank(n)) {
            return NULL;
        }
    }
    return found;
}

void set_display(struct setter *s, const struct doc_node *math, const struct frame *f,
                 struct page_elem *parent) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    struct para_params p;
    /* \abovedisplayskip: 11pt plus 3pt minus 6pt at 11 points */
    struct v_glue around = {s->style.em, sp_scale(s->style.em, 27, 100),
                            sp_scale(s->style.em, 55, 100)};
    ink.tag = (struct inline_tag){.elem = parent};
    struct display d = {.s = s, .tree = m_formula(s, math), .width = f->width, .may_split = true};
    struct m_box body = make_display(&d, math, &ink);
    for (size_t i = 0; i < d.nrows; i++) {
        if (i > 0) {
            inline_newline(b);
        }
        m_emit(&d.env, b, &d.rows[i]);
    }
    if (d.nrows == 0) {
        m_emit(&d.env, b, &body);
    }
    para_params_init(&p, f->width);
    if (doc_id(math).n) {
        wait_dest(s, doc_id(math));
    }
    galley_penalty(s->g, V_NEVER); /* \predisplaypenalty */
    galley_space(s->g, around);
    set_paragraph(s, b, f, &p, INLINE_CENTER);
    galley_space(s->g, around);
    s->no_indent = true;
    inline_drop(b);
}
