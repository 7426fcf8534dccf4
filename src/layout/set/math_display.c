/* SPDX-License-Identifier: MIT */
/*
 * Formulas on lines of their own: centred, with their numbers at the right margin (or the left one:
 * leqno), broken in front of relations and operators when they are wider than the text (Knuth's
 * rule for displays, TeXbook p. 195), and set smaller, with a diagnostic, when that does not help.
 * Nothing runs into the margin, or off the page.
 */
#include "layout/set/formula.h"

#include "layout/model/sp.h"

DIAG_USE(DIAG_WIDE_FORMULA);

struct display {
    struct setter *s;
    const struct math *tree;
    struct mbox_env env;
    struct inline_tag tag; /* of its boxes */
    sp width;              /* of the text */
    sp size, widest;       /* of the text around; of the numbers */
    struct mbox_places places;
    const struct math
        *table; /* that is all of it, or NULL; whose rows these are, when it is split */
    struct mbox *rows;
    size_t nrows;
};

/* Breaks. */

struct atoms {
    const struct mbox_env *e;
    const struct math **nodes;
    struct mbox *boxes;
    size_t n;
};

static struct atoms set_atoms(const struct mbox_env *e, const struct math *row) {
    struct atoms a = {.e = e};
    for (const struct math *k = row->first; k; k = k->next) {
        a.n++;
    }
    a.nodes = ARENA_ARRAY(e->host->arena, const struct math *, a.n);
    a.boxes = ARENA_ARRAY(e->host->arena, struct mbox, a.n);
    size_t i = 0;
    for (const struct math *k = row->first; k; k = k->next, i++) {
        a.nodes[i] = k;
        a.boxes[i] = mbox_set(e, k);
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
    return left && a->nodes[i]->kind != MATH_SPACE ? mbox_space(a->e, left->cls, a->nodes[i]->cls)
                                                   : 0;
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
        x = mbox_add(x, space_before(a, from, i) + a->boxes[i].w);
        if (x > width && (rel || bin)) {
            return rel ? rel : bin;
        }
    }
    return a->n;
}

static struct mbox set_line(const struct atoms *a, size_t from, size_t to) {
    struct mbox line = {0};
    for (size_t i = from; i < to; i++) {
        line.w += space_before(a, from, i);
        mbox_put(&line, &a->boxes[i], line.w, 0);
        line.w = mbox_add(line.w, a->boxes[i].w);
    }
    return line;
}

/** The formula in lines, the first at the left, the others two quads in. */
static struct mbox broken(struct display *d, const struct math *row) {
    struct mbox_env in = mbox_row_env(&d->env, row);
    struct atoms a = set_atoms(&in, row);
    struct mbox out = {0};
    sp em = mbox_size(&in), y = 0, depth = 0;
    for (size_t from = 0; from < a.n;) {
        sp indent = from ? 2 * em : 0;
        size_t to = line_end(&a, from, d->width - indent);
        struct mbox line = set_line(&a, from, to);
        if (from) {
            sp apart = depth + line.h + sp_scale(em, 3, 10); /* \jot */
            sp leading = sp_scale(em, 15, 10);
            y = mbox_add(y, apart > leading ? apart : leading);
        }
        mbox_put(&out, &line, indent, y);
        out.w = mbox_add(indent, line.w) > out.w ? mbox_add(indent, line.w) : out.w;
        depth = line.d;
        from = to;
    }
    d->places.last = y;
    return out;
}

/* The body. */

/** The table that is all of a display, or NULL. */
static const struct math *whole_table(const struct math *tree) {
    const struct math *row = set_math_outer_row(tree);
    bool alone = row->kind == MATH_ROW && row->first && row->first == row->last;
    const struct math *table = alone ? row->first : row;
    return table->kind == MATH_TABLE ? table : NULL;
}

static struct mbox set_number(const struct display *d, struct str number, sp size) {
    struct mbox_env e = d->env;
    struct math word = {.kind = MATH_TEXT, .variant = MATH_UPRIGHT, .text = number};
    e.size = size;
    e.style = MATH_STYLE_TEXT;
    return mbox_set(&e, &word);
}

static sp widest_number(const struct display *d) {
    sp widest = 0;
    for (const struct math_line *line = d->tree->numbers; line; line = line->next) {
        struct mbox number = set_number(d, line->number, d->size);
        widest = number.w > widest ? number.w : widest;
    }
    return widest;
}

static struct mbox set_whole(struct display *d) {
    d->places = (struct mbox_places){0};
    d->env.places = &d->places;
    d->env.wide = d->table;
    d->env.wide_w = d->width;
    d->env.wide_beside = d->widest ? d->widest + d->size : 0;
    return mbox_set(&d->env, d->tree);
}

static void tell_small(const struct display *d, sp before_size, bool tall) {
    struct diag *g = diag_add(d->s->d, DIAG_WIDE_FORMULA, d->s->math_at,
                              "the formula is %s: it is set at %d %% of its size",
                              tall ? "taller than the page" : "wider than the text",
                              (int)((int64_t)d->env.size * 100 / before_size));
    diag_hint(d->s->d, g,
              tall ? "make several displays of it"
                   : "break it: `\\begin{split}` with `\\\\` between its lines");
}

/** The formula no wider than the text. */
static struct mbox fit_width(struct display *d) {
    struct mbox whole = set_whole(d);
    /* Numbers of single rows have no line of their own to go to. */
    sp width = d->width - (d->places.n > 0 ? d->env.wide_beside : 0);
    if (whole.w <= width || whole.w <= 0) {
        return whole;
    }
    const struct math *row = set_math_outer_row(d->tree);
    struct mbox lines = broken(d, row);
    if (d->places.n == 0 && lines.w <= width) {
        return lines;
    }
    for (int tries = 0; tries < 4 && whole.w > width; tries++) {
        d->env.size = (sp)((int64_t)d->env.size * width / whole.w - 1);
        whole = set_whole(d);
    }
    return whole;
}

static bool has_words(const struct math *table) {
    const struct math *row = table->first;
    while (row && !row->words) {
        row = row->next;
    }
    return row != NULL;
}

/** The rows of equations as lines of their own, when there is text between them or they are more
 * than a page holds (amsmath's \intertext, \allowdisplaybreaks). False: the display is no such
 * thing. */
static bool split_rows(struct display *d, bool tall) {
    const struct math *row = set_math_outer_row(d->tree);
    struct mbox_env in = row == d->table ? d->env : mbox_row_env(&d->env, row);
    bool numbered_whole = d->tree->line && d->tree->line->number.n > 0;
    if (numbered_whole || !d->table || !math_is_equations(d->table->table) ||
        (!tall && !has_words(d->table))) {
        return false;
    }
    size_t n = 0;
    in.places = NULL;
    struct mbox *rows = mbox_table_rows(&in, d->table, &n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].h + rows[i].d > d->s->style->text_h) {
            return false;
        }
    }
    d->rows = rows;
    d->nrows = n;
    return n > 0;
}

/** And no taller than a page. */
static struct mbox set_body(struct display *d) {
    sp size = d->env.size, height = d->s->style->text_h;
    struct mbox body = fit_width(d);
    bool tall = body.h + body.d > height;
    if (split_rows(d, tall)) {
        tall = false;
    }
    for (int tries = 0; tries < 4 && tall && body.h + body.d > height; tries++) {
        d->env.size = (sp)((int64_t)d->env.size * height / (body.h + body.d) - 1);
        body = fit_width(d);
    }
    if (d->env.size < size) {
        tell_small(d, size, tall);
    }
    return body;
}

/* Numbers. */

/** Puts formula and numbers into a box as wide as the text. A number that has no room beside the
 * formula stands below it, or above it at the left margin. */
static struct mbox add_numbers(const struct display *d, const struct mbox *body) {
    struct mbox out = {.w = d->width};
    sp gap = d->size, widest = d->widest;
    bool left = d->s->style->numbers_left;
    bool below = body->w + widest + gap > d->width;
    sp x = (d->width - body->w) / 2;
    if (!below && x < widest + gap) { /* TeX: the program, 1202: not too near to the number */
        x = left ? d->width - body->w : d->width - body->w - widest - gap;
    }
    mbox_put(&out, body, x, 0);
    for (size_t i = 0; i < d->places.n; i++) {
        struct mbox number = set_number(d, d->places.at[i].number, d->size);
        sp y = d->places.at[i].y, jot = sp_scale(d->size, 3, 10);
        if (below && d->places.n == 1) {
            y = left ? -(body->h + number.d + jot) : body->d + number.h + jot;
        }
        mbox_put(&out, &number, left ? 0 : d->width - number.w, y);
    }
    return out;
}

/** Each row gets its number. */
static void number_rows(struct display *d) {
    const struct math *row = d->table->first;
    for (size_t i = 0; i < d->nrows; i++, row = row->next) {
        d->places.n = 0;
        if (row->words) {
            continue;
        }
        if (row->line && row->line->number.n) {
            mbox_place(&d->env, row->line, 0);
        }
        d->rows[i] = add_numbers(d, &d->rows[i]);
    }
}

/** The display as one box, as wide as the text when it has numbers; or its rows, when it is split.
 */
static struct mbox make_display(struct display *d, const struct doc_node *n,
                                const struct ink *ink) {
    d->env = set_math_env(d->s, n, d->tree, ink);
    d->tag = set_math_tag(&d->env, ink);
    d->env.style = MATH_STYLE_DISPLAY;
    d->size = ink->size;
    d->table = whole_table(d->tree);
    d->widest = widest_number(d);
    struct mbox body = set_body(d);
    if (d->nrows) {
        number_rows(d);
        return body;
    }
    if (d->tree->line && d->tree->line->number.n) {
        mbox_place(&d->env, d->tree->line,
                   d->s->style->numbers_left ? d->places.first : d->places.last);
    }
    return d->places.n ? add_numbers(d, &body) : body;
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

/** As far from the lines around it as TeX puts it: \baselineskip and a size of the text. `first`,
 * `last`: of the lines of a display. */
static void add_strut(const struct page_style *st, struct inline_builder *b,
                      const struct mbox *body, bool first, bool last) {
    sp em = st->em;
    sp above = (body->h > em ? body->h : em) + (first ? em : 0);
    sp below = (body->d > em / 2 ? body->d : em / 2) + (last ? em : 0);
    if (above + below <= st->text_h) {
        inline_box(b, 0, above, below, NULL, NULL);
    }
}

/** A line of a display amid text. */
static void add_line(const struct display *d, struct inline_builder *b, const struct mbox *body,
                     bool first, bool last) {
    sp em = d->s->style->em;
    add_strut(d->s->style, b, body, first, last); /* in front of the glue, which would go at a
                                              line's beginning */
    inline_glue(b, 0, em, 0, 1, NULL);
    set_math_emit(d->s->arena, b, body, &d->tag);
    inline_glue(b, 0, em, 0, 1, NULL);
    inline_newline(b);
}

void set_display_amid(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                      const struct ink *ink) {
    struct display d = {.s = s, .tree = set_math_tree(s, n), .width = s->measure};
    struct mbox body = make_display(&d, n, ink);
    if (!begins_paragraph(n)) {
        inline_newline(b);
    }
    if (d.nrows == 0) {
        add_line(&d, b, &body, true, true);
        return;
    }
    bool first = true;
    const struct math *row = d.table->first;
    for (size_t i = 0; i < d.nrows; i++, row = row->next) {
        if (row->words) {
            set_math_words(s, &d.env, b, row->first, ink);
            inline_newline(b);
        } else {
            add_line(&d, b, &d.rows[i], first, !row->next || row->next->words);
        }
        first = row->words;
    }
}

const struct doc_node *set_lone_display(const struct doc_node *para) {
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
    struct v_glue around = {s->style->em, sp_scale(s->style->em, 27, 100),
                            sp_scale(s->style->em, 55, 100)};
    ink.tag = (struct inline_tag){.elem = parent};
    struct display d = {.s = s, .tree = set_math_tree(s, math), .width = f->width};
    struct mbox body = make_display(&d, math, &ink);
    para_params_init(&p, f->width);
    if (doc_id(math).n) {
        set_wait_dest(s, doc_id(math));
    }
    galley_penalty(s->g, V_NEVER); /* \predisplaypenalty */
    galley_space(s->g, around);
    const struct math *row = d.nrows ? d.table->first : NULL;
    for (size_t i = 0; i < d.nrows; i++, row = row->next) {
        if (row->words) { /* a paragraph between two displays */
            set_paragraph(s, b, f, &p, INLINE_CENTER);
            inline_drop(b);
            b = inline_new(s->shaper);
            galley_space(s->g, around);
            set_math_words(s, &d.env, b, row->first, &ink);
            set_paragraph(s, b, f, &p, INLINE_JUSTIFY);
            inline_drop(b);
            b = inline_new(s->shaper);
            galley_space(s->g, around);
            continue;
        }
        if (!inline_is_empty(b)) {
            inline_newline(b);
        }
        set_math_emit(s->arena, b, &d.rows[i], &d.tag);
    }
    if (d.nrows == 0) {
        set_math_emit(s->arena, b, &body, &d.tag);
    }
    set_paragraph(s, b, f, &p, INLINE_CENTER);
    galley_space(s->g, around);
    s->no_indent = true;
    inline_drop(b);
}
