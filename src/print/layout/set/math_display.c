/* SPDX-License-Identifier: MIT */
/*
 * Displayed formulas. They are centred, with their numbers at the margin where lines end (with
 * leqno, where they start). A formula wider than the text is broken at quads, or before relations
 * and operators (Knuth's rule for displays, TeXbook p. 195). If that does not suffice it is set
 * smaller, with a diagnostic. Formulas never extend into the margin or beyond the page.
 */
#include "print/layout/set/formula.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_WIDE_FORMULA);

struct display {
    struct setter *s;
    const struct math *tree;
    struct mbox_env env;
    struct inline_tag tag;
    sp width; /* the width of the text */
    /* the size of the surrounding text, and the width of the widest number */
    sp size, widest;
    bool left; /* the numbers are at the left margin */
    struct mbox_places places;
    const struct math *table; /* the table that is the whole display, or NULL; if it is split, the
                                 table of the current rows */
    struct mbox *rows;
    size_t nrows;
    int32_t cut_penalty; /* the penalty of a cut between the rows */
};

/* ---- line breaks */

struct atoms {
    const struct mbox_env *e;
    const struct math **nodes;
    struct mbox *boxes;
    size_t n;
};

static struct atoms set_atoms(const struct mbox_env *e, const struct math *row) {
    struct atoms atoms = {.e = e};
    for (const struct math *k = row->first; k; k = k->next) {
        atoms.n++;
    }
    atoms.nodes = ARENA_ARRAY(e->host->arena, const struct math *, atoms.n);
    atoms.boxes = ARENA_ARRAY(e->host->arena, struct mbox, atoms.n);
    size_t i = 0;
    for (const struct math *k = row->first; k; k = k->next, i++) {
        atoms.nodes[i] = k;
        atoms.boxes[i] = mbox_set(e, k);
    }
    return atoms;
}

/** Returns the atom before atom `i` in the line that begins at `from`, or NULL if only spaces
 * precede it. */
static const struct math *before(const struct atoms *atoms, size_t from, size_t i) {
    while (i > from) {
        if (atoms->nodes[--i]->kind != MATH_SPACE) {
            return atoms->nodes[i];
        }
    }
    return NULL;
}

static sp space_before(const struct atoms *atoms, size_t from, size_t i) {
    const struct math *left = before(atoms, from, i);
    return left && atoms->nodes[i]->kind != MATH_SPACE
               ? mbox_space(atoms->e, left->cls, atoms->nodes[i]->cls)
               : 0;
}

/** Whether the atom is a space as wide as a quad, which separates formulas of one display. */
static bool is_quad(const struct atoms *atoms, size_t i) {
    return atoms->nodes[i]->kind == MATH_SPACE && atoms->boxes[i].w >= mbox_size(atoms->e);
}

/** Returns the end of the line that begins at `from`: at the last quad that fits, else before the
 * last relation, else before the last operator. A quad or relation must be after a third of the
 * width. If nothing fits, the line ends at the first of them, or at the end of the formula. */
static size_t line_end(const struct atoms *atoms, size_t from, sp width) {
    size_t quad = 0, rel = 0, bin = 0;
    sp x = 0;
    for (size_t i = from; i < atoms->n; i++) {
        const struct math *left = before(atoms, from, i);
        bool is_rel = atoms->nodes[i]->cls == MATH_REL && atoms->nodes[i]->kind != MATH_SPACE;
        if (left && x > width / 3 && is_quad(atoms, i)) {
            quad = i;
        } else if (left && is_rel && left->cls != MATH_REL && x > width / 3) {
            rel = i;
        } else if (left && atoms->nodes[i]->cls == MATH_BIN) {
            bin = i;
        }
        x = mbox_add(x, space_before(atoms, from, i) + atoms->boxes[i].w);
        if (x > width && (quad || rel || bin)) {
            return quad ? quad : rel ? rel : bin;
        }
    }
    return atoms->n;
}

/** Sets the atoms [from, to) as a line, without trailing spaces. */
static struct mbox set_line(const struct atoms *atoms, size_t from, size_t to) {
    struct mbox line = {0};
    while (to > from && atoms->nodes[to - 1]->kind == MATH_SPACE) {
        to--;
    }
    for (size_t i = from; i < to; i++) {
        line.w += space_before(atoms, from, i);
        mbox_put(&line, &atoms->boxes[i], line.w, 0);
        line.w = mbox_add(line.w, atoms->boxes[i].w);
    }
    return line;
}

/** Breaks the formula into several lines. The first line is at the left; the others have an indent
 * of two quads. */
static struct mbox broken(struct display *display, const struct math *row) {
    struct mbox_env in = mbox_row_env(&display->env, row);
    struct atoms atoms = set_atoms(&in, row);
    struct mbox out = {0};
    sp em = mbox_size(&in), y = 0, depth = 0;
    for (size_t from = 0; from < atoms.n;) {
        sp indent = from ? 2 * em : 0;
        size_t to = line_end(&atoms, from, display->width - indent);
        struct mbox line = set_line(&atoms, from, to);
        if (from) {
            /* LaTeX's \jot: the additional space between lines of formulas */
            sp apart = depth + line.h + sp_scale(em, 3, 10);
            sp leading = sp_scale(em, 15, 10);
            y = mbox_add(y, apart > leading ? apart : leading);
        }
        mbox_put(&out, &line, indent, y);
        out.w = mbox_add(indent, line.w) > out.w ? mbox_add(indent, line.w) : out.w;
        depth = line.d;
        while (to < atoms.n && atoms.nodes[to]->kind == MATH_SPACE) {
            to++;
        }
        from = to;
    }
    display->places.last = y;
    return out;
}

/* ---- the body */

/** The table that is the whole display, or NULL. */
static const struct math *whole_table(const struct math *tree) {
    const struct math *row = set_math_outer_row(tree);
    bool alone = row->kind == MATH_ROW && row->first && row->first == row->last;
    const struct math *table = alone ? row->first : row;
    return table->kind == MATH_TABLE ? table : NULL;
}

static struct mbox set_number(const struct display *display, struct str number, sp size) {
    struct mbox_env e = display->env;
    struct math word = {.kind = MATH_TEXT, .variant = MATH_UPRIGHT, .text = number};
    e.size = size;
    e.style = MATH_STYLE_TEXT;
    return mbox_set(&e, &word);
}

static sp widest_number(const struct display *display) {
    sp widest = 0;
    for (const struct math_line *line = display->tree->numbers; line; line = line->next) {
        struct mbox number = set_number(display, line->number, display->size);
        widest = number.w > widest ? number.w : widest;
    }
    return widest;
}

static struct mbox set_whole(struct display *display) {
    display->places = (struct mbox_places){0};
    display->env.places = &display->places;
    display->env.wide = display->table;
    display->env.wide_w = display->width;
    display->env.wide_beside = display->widest ? display->widest + display->size : 0;
    return mbox_set(&display->env, display->tree);
}

static void report_small(const struct display *display, sp before_size, bool tall) {
    struct diag *g = diag_add(display->s->d, DIAG_WIDE_FORMULA, display->s->now.math_at,
                              "the formula is %s: it is set at %d %% of its size",
                              tall ? "taller than the page" : "wider than the text",
                              (int)((int64_t)display->env.size * 100 / before_size));
    diag_hint(display->s->d, g,
              tall ? "make several displays of it"
                   : "break it: `\\begin{split}` with `\\\\` between its lines");
}

/** The formula, broken or made smaller until it is at most as wide as the text. */
static struct mbox fit_width(struct display *display) {
    struct mbox whole = set_whole(display);
    /* The numbers of single rows reduce the width, because they cannot move to a line of their
     * own. */
    sp width = display->width - (display->places.n > 0 ? display->env.wide_beside : 0);
    if (whole.w <= width || whole.w <= 0) {
        return whole;
    }
    const struct math *row = set_math_outer_row(display->tree);
    struct mbox lines = broken(display, row);
    if (display->places.n == 0 && lines.w <= width) {
        return lines;
    }
    for (int tries = 0; tries < 4 && whole.w > width; tries++) {
        display->env.size = (sp)((int64_t)display->env.size * width / whole.w - 1);
        whole = set_whole(display);
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

/* a display higher than this fraction of the page (a third) may be cut, at a penalty */
#define LONG_SHARE 3
#define LONG_PENALTY 300

/** Splits a display of several rows into rows that are lines of their own. This is done if there is
 * text between the rows (amsmath's \intertext), or if pages may be cut between them because the
 * display is higher than a third of a page or the author allows it (\allowdisplaybreaks). Returns
 * false if the display is not of this kind. */
static bool split_rows(struct display *display, sp height) {
    const struct math *row = set_math_outer_row(display->tree);
    struct mbox_env in = row == display->table ? display->env : mbox_row_env(&display->env, row);
    const struct page_style *st = display->s->style;
    bool numbered_whole = display->tree->line && display->tree->line->number.n > 0;
    if (numbered_whole || !display->table || !math_is_equations(display->table->table) ||
        (height <= st->text_h / LONG_SHARE && !st->display_breaks && !has_words(display->table))) {
        return false;
    }
    size_t n = 0;
    in.places = NULL;
    struct mbox *rows = mbox_table_rows(&in, display->table, &n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].h + rows[i].d > st->text_h) {
            return false;
        }
        /* rows this high are set one point apart, so half a point is removed on each side of the
         * gap */
        rows[i].h -= i > 0 ? SP_PT / 2 : 0;
        rows[i].d -= i + 1 < n ? SP_PT / 2 : 0;
    }
    display->rows = rows;
    display->nrows = n;
    display->cut_penalty = height > st->text_h || st->display_breaks ? 0 : LONG_PENALTY;
    return n > 0;
}

/** Sets the body. It is at most as high as a page. */
static struct mbox set_body(struct display *display) {
    sp size = display->env.size, height = display->s->style->text_h;
    struct mbox body = fit_width(display);
    bool tall = body.h + body.d > height;
    if (split_rows(display, mbox_add(body.h, body.d))) {
        tall = false;
    }
    for (int tries = 0; tries < 4 && tall && body.h + body.d > height; tries++) {
        display->env.size = (sp)((int64_t)display->env.size * height / (body.h + body.d) - 1);
        body = fit_width(display);
    }
    if (display->env.size < size) {
        report_small(display, size, tall);
    }
    return body;
}

/* ---- numbers */

/** Puts the formula and its numbers into a box as wide as the text. A number that has no room
 * beside the formula is placed below it, or above it if numbers are at the left margin. */
static struct mbox add_numbers(const struct display *display, const struct mbox *body) {
    struct mbox out = {.w = display->width};
    sp gap = display->size, widest = display->widest;
    bool left = display->left;
    bool below = body->w + widest + gap > display->width;
    sp x = (display->width - body->w) / 2;
    /* TeX: the program, 1202: the formula must not be too close to the number */
    if (!below && x < widest + gap) {
        x = left ? display->width - body->w : display->width - body->w - widest - gap;
    }
    mbox_put(&out, body, x, 0);
    for (size_t i = 0; i < display->places.n; i++) {
        struct mbox number = set_number(display, display->places.at[i].number, display->size);
        sp y = display->places.at[i].y, jot = sp_scale(display->size, 3, 10);
        if (below && display->places.n == 1) {
            y = left ? -(body->h + number.d + jot) : body->d + number.h + jot;
        }
        mbox_put(&out, &number, left ? 0 : display->width - number.w, y);
    }
    return out;
}

static void number_rows(struct display *display) {
    const struct math *row = display->table->first;
    for (size_t i = 0; i < display->nrows; i++, row = row->next) {
        display->places.n = 0;
        if (row->words) {
            continue;
        }
        if (row->line && row->line->number.n) {
            mbox_place(&display->env, row->line, 0);
        }
        display->rows[i] = add_numbers(display, &display->rows[i]);
    }
}

/** Packs the display into one box, as wide as the text if it has numbers. If the display is split,
 * makes its rows instead. */
static struct mbox make_display(struct display *display, const struct doc_node *n,
                                const struct ink *ink) {
    display->env = set_math_env(display->s, n, ink);
    display->tag = set_math_tag(&display->env, ink);
    display->env.style = MATH_STYLE_DISPLAY;
    display->size = ink->size;
    display->left = display->s->style->numbers_left != ink->rtl;
    display->table = whole_table(display->tree);
    display->widest = widest_number(display);
    struct mbox body = set_body(display);
    if (display->nrows) {
        number_rows(display);
        return body;
    }
    if (display->tree->line && display->tree->line->number.n) {
        mbox_place(&display->env, display->tree->line,
                   display->left ? display->places.first : display->places.last);
    }
    return display->places.n ? add_numbers(display, &body) : body;
}

/* ---- displays between paragraphs */

#define AFTER_DISPLAY_PENALTY 100 /* the penalty of a page cut between two displays */

/** Whether a display directly follows another display. A cut is allowed between two displays
 * (LaTeX's \postdisplaypenalty is 0), but not between a paragraph and its display
 * (\predisplaypenalty). */
static bool follows_display(const struct doc_node *para) {
    const struct doc_node *last = para->prev;
    return last && (last->kind == DOC_PARA || last->kind == DOC_PLAIN) && set_lone_display(last);
}

/* ---- displays inside paragraphs */

/** Whether the display is the first visible content of its paragraph. */
static bool begins_paragraph(const struct doc_node *n) {
    const struct doc_node *before = n->prev;
    while (before && doc_is_blank(before)) {
        before = before->prev;
    }
    return !before && (n->parent->kind == DOC_PARA || n->parent->kind == DOC_PLAIN);
}

const struct doc_node *set_last_display(const struct doc_node *para) {
    const struct doc_node *last = para->kind == DOC_PARA ? para->last : NULL;
    while (last && doc_is_blank(last)) {
        last = last->prev;
    }
    return last && last->kind == DOC_MATH && last->u.math.display ? last : NULL;
}

/** Adds a strut that gives a display TeX's distance from the lines around it. The distance depends
 * on \baselineskip and the size of the text. `first` and `last` mean that the line is the first or
 * last of the display. */
static void add_strut(const struct page_style *st, struct inline_builder *b,
                      const struct mbox *body, bool first, bool last) {
    sp em = st->em;
    sp above = (body->h > em ? body->h : em) + (first ? em : 0);
    sp below = (body->d > em / 2 ? body->d : em / 2) + (last ? em : 0);
    if (above + below <= st->text_h) {
        inline_box(b, 0, above, below, NULL, NULL);
    }
}

/** Adds a line of a display inside a paragraph. */
static void add_line(const struct display *display, struct inline_builder *b,
                     const struct mbox *body, bool first, bool last) {
    sp em = display->s->style->em;
    /* the strut comes before the glue, because glue at the start of a line would be discarded */
    add_strut(display->s->style, b, body, first, last);
    inline_glue(b, 0, em, 0, 1, NULL);
    set_math_emit(display->s->arena, b, body, &display->tag);
    inline_glue(b, 0, em, 0, 1, NULL);
    inline_newline(b);
}

void set_display_amid(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                      const struct ink *ink) {
    struct display display = {.s = s, .tree = n->u.math.tree, .width = s->now.measure};
    struct mbox body = make_display(&display, n, ink);
    /* set_para() adds the space below the last display, because a larger space may replace it */
    bool ends = set_last_display(n->parent) == n;
    if (!begins_paragraph(n)) {
        inline_newline(b);
    }
    if (display.nrows == 0) {
        add_line(&display, b, &body, true, !ends);
        return;
    }
    bool first = true;
    const struct math *row = display.table->first;
    for (size_t i = 0; i < display.nrows; i++, row = row->next) {
        if (row->words) {
            set_math_words(s, &display.env, b, row->first, ink);
            inline_newline(b);
        } else {
            add_line(&display, b, &display.rows[i], first, row->next ? row->next->words : !ends);
        }
        first = row->words;
    }
}

const struct doc_node *set_lone_display(const struct doc_node *para) {
    const struct doc_node *found = NULL;
    for (const struct doc_node *n = para->first; n; n = n->next) {
        if (n->kind == DOC_MATH && n->u.math.display && !found) {
            found = n;
        } else if (!doc_is_blank(n)) {
            return NULL;
        }
    }
    return found;
}

void set_display(struct setter *s, const struct doc_node *math, const struct frame *f,
                 struct page_elem *parent) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    struct para_params params;
    /* LaTeX's \abovedisplayskip: 11pt plus 3pt minus 6pt in text of 11 points */
    struct v_glue around = {s->style->em, sp_scale(s->style->em, 27, 100),
                            sp_scale(s->style->em, 55, 100)};
    ink.tag = (struct inline_tag){.elem = parent};
    struct display display = {.s = s, .tree = math->u.math.tree, .width = f->width};
    struct mbox body = make_display(&display, math, &ink);
    para_params_init(&params, f->width);
    if (doc_id(math).n) {
        set_wait_dest(s, doc_id(math));
    }
    galley_penalty(s->now.g, follows_display(math->parent) ? AFTER_DISPLAY_PENALTY : V_NEVER);
    galley_space(s->now.g, around);
    const struct math *row = display.nrows ? display.table->first : NULL;
    struct frame lines = *f;
    lines.line_penalty += display.cut_penalty;
    for (size_t i = 0; i < display.nrows; i++, row = row->next) {
        if (row->words) { /* the row is a paragraph between two displays */
            set_paragraph(s, b, &lines, &params, INLINE_CENTER);
            inline_drop(b);
            b = inline_new(s->shaper);
            galley_space(s->now.g, around);
            set_math_words(s, &display.env, b, row->first, &ink);
            set_paragraph(s, b, f, &params, INLINE_JUSTIFY);
            inline_drop(b);
            b = inline_new(s->shaper);
            galley_space(s->now.g, around);
            continue;
        }
        if (!inline_is_empty(b)) {
            inline_newline(b);
        }
        set_math_emit(s->arena, b, &display.rows[i], &display.tag);
    }
    if (display.nrows == 0) {
        set_math_emit(s->arena, b, &body, &display.tag);
    }
    set_paragraph(s, b, &lines, &params, INLINE_CENTER);
    galley_space(s->now.g, around);
    s->now.no_indent = s->now.display = true;
    inline_drop(b);
}
