/* SPDX-License-Identifier: MIT */
/*
 * Blocks side by side: rows of flexible boxes (CSS Flexbox 1), grids of columns (CSS Grid 1) and
 * text in columns (CSS Multi-column 1), as far as papers, CVs and letters use them. Each part is
 * set into a galley of its own at its final width. The galleys are then combined into rows, between
 * which a page may be cut. The elements, and so the reading order, are those of the source.
 *
 * A part that is as wide as its content is set twice; the first time is a trial that measures it
 * (trial.c). There are no trials within trials.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

#define MAX_PARTS 64 /* maximum number of parts in a row, and of columns */
#define MIN_PART PT(8)
/* a row that is lower than this fraction of the page (a quarter) is not cut */
#define WHOLE_SHARE 4
#define MAX_MEASURED 3 /* maximum nesting of rows whose parts are measured */
/* maximum number of parts of one box that are measured; further parts get equal shares */
#define CONTENT_MAX 256

struct part {
    const struct doc_node *node;
    struct look look;
    struct ink ink;              /* the ink inside the part, which gives the units of its lengths */
    const struct element *elder; /* the element before that of the part; NULL: the part is first */
    int64_t width;               /* the width of the part, with the margins */
    int64_t grow, shrink;
    size_t col, span; /* the first column of the part in a grid, and its number of columns */
    enum look_word align;
    struct galley galley;
};

static int64_t number_of(const struct look_value *v, int64_t or_else) {
    int64_t most = 1000 * (int64_t)CSS_MICRO;
    return !v || v->kind != LOOK_NUMBER ? or_else : v->micro < most ? v->micro : most;
}

/* ---- measuring ---- */

/** The distance from `left` to the right end of the widest draw. */
static int64_t widest_draw(const struct draw *d, sp left) {
    int64_t widest = 0;
    for (; d; d = d->next) {
        int64_t right = d->kind == DRAW_IMAGE  ? (int64_t)d->x + d->u.image.w
                        : d->kind == DRAW_RULE ? d->x
                        : d->kind == DRAW_LINE && d->u.line
                            ? (int64_t)d->x + d->u.line->indent + d->u.line->natural
                            : d->x;
        widest = right - left > widest ? right - left : widest;
    }
    return widest;
}

static void set_part(struct setter *s, struct part *part, const struct frame *f, sp left, sp width,
                     struct page_elem *elem) {
    struct frame in = *f;
    sp measure = s->now.measure;
    in.left = left;
    in.width = width;
    in.elem = elem;
    in.par_indent = 0;
    set_galley_begin(s, &part->galley);
    s->now.measure = width;
    s->now.no_indent = true;
    s->now.fitted = part->node;
    if (f->ink.element) {
        f->ink.element->last_kid = part->elder;
    }
    set_block(s, part->node, &in);
    s->now.fitted = NULL;
    set_flush_run_in(s, &in);
    set_aside_end(s, &in);
    s->now.measure = measure;
    set_galley_end(s);
}

/** The width of a part's content, with its margins, borders and paddings. */
static int64_t content_width(struct setter *s, struct part *part, const struct frame *f) {
    struct set_measure m;
    int64_t widest = 0;
    set_measure_begin(s, f, &m);
    /* The content is measured in left-to-right text. The width of lines is the same in both
     * directions. */
    struct frame ltr = *f;
    set_direction(&ltr, false);
    set_part(s, part, &ltr, 0, f->width, page_elem_new(s->pages, ROLE_DIV));
    set_measure_end(s, &m);
    for (size_t i = 0; i < part->galley.rows.n; i++) {
        int64_t w = widest_draw(part->galley.rows.p[i].box->draws.first, 0);
        widest = w > widest ? w : widest;
    }
    galley_drop(&part->galley);
    widest += set_box_length(s, &part->look, LOOK_MARGIN_RIGHT, &part->ink, f->width, 0) +
              set_box_padding(s, &part->look, EDGE_RIGHT, &part->ink, f->width) +
              set_box_border(s, &part->look, EDGE_RIGHT, &part->ink);
    /* a little is added, so that rounding does not break a line that fits */
    return widest + SP_PT / 8;
}

/* ---- parts ---- */

static int64_t margins_of(struct setter *s, const struct part *part, sp whole) {
    return (int64_t)set_box_length(s, &part->look, LOOK_MARGIN_LEFT, &part->ink, whole, 0) +
           set_box_length(s, &part->look, LOOK_MARGIN_RIGHT, &part->ink, whole, 0);
}

static sp pads_of(struct setter *s, const struct part *part, sp whole) {
    return set_box_padding(s, &part->look, EDGE_LEFT, &part->ink, whole) +
           set_box_padding(s, &part->look, EDGE_RIGHT, &part->ink, whole) +
           set_box_border(s, &part->look, EDGE_LEFT, &part->ink) +
           set_box_border(s, &part->look, EDGE_RIGHT, &part->ink);
}

/** Computes the width that a flexible part has before it grows or shrinks. */
static void base_width(struct setter *s, struct part *part, const struct frame *f, bool measured) {
    const struct look_value *basis = part->look.v[LOOK_FLEX_BASIS];
    bool basis_holds = basis && !look_is(basis, WORD_AUTO);
    sp pads = pads_of(s, part, f->width);
    sp own = basis_holds ? set_box_length(s, &part->look, LOOK_FLEX_BASIS, &part->ink, f->width, 0)
                         : set_box_length(s, &part->look, LOOK_WIDTH, &part->ink, f->width, -1);
    if (own >= 0) {
        part->width = (int64_t)(own > pads ? own : pads) + margins_of(s, part, f->width);
    } else if (measured) {
        part->width = content_width(s, part, f);
    } else {
        part->width = f->width / 4;
    }
}

static size_t count_parts(const struct doc_node *n) {
    size_t count = 0;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        count++;
    }
    return count;
}

/** Makes a part for each visible node in `n`. */
static struct part *take_parts(struct setter *s, const struct doc_node *n, const struct frame *f,
                               size_t *count) {
    struct part *parts = ARENA_ARRAY(s->arena, struct part, count_parts(n) + 1);
    struct element *parent = f->ink.element;
    const struct element *elder = parent ? parent->last_kid : NULL;
    *count = 0;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        struct part *part = &parts[*count];
        part->node = k;
        part->ink = f->ink;
        part->span = 1;
        part->elder = elder;
        set_peek_block(s, f, k, &part->look, &part->ink);
        if (parent && part->ink.element != parent) {
            parent->last_kid = elder = part->ink.element;
        }
        if (!look_is(part->look.v[LOOK_DISPLAY], WORD_NONE)) {
            (*count)++;
        }
    }
    return parts;
}

/* ---- rows ---- */

/** The distance from the top of a part to the baseline of its first line. Edges of boxes are above
 * it. */
static sp first_baseline(const struct galley *g) {
    int64_t y = 0;
    for (size_t i = 0; i < g->rows.n; i++) {
        const struct v_row *row = &g->rows.p[i];
        y += (i > 0 ? row->above.size : 0) + (int64_t)row->box->height;
        if (row->box->edge != V_EDGE_OPEN) {
            break;
        }
        y += row->box->depth;
    }
    return (sp)(y < SP_MAX / 4 ? y : SP_MAX / 4);
}

/** Sets the parts of a row at their places and adds them to the galley. */
static void put_parts(struct setter *s, struct part *parts, size_t n, const sp *lefts,
                      const struct frame *f) {
    struct galley *galleys[MAX_PARTS] = {NULL};
    sp drops[MAX_PARTS] = {0};
    int64_t heights[MAX_PARTS];
    int64_t tallest = 0;
    sp base = 0;
    for (size_t i = 0; i < n; i++) {
        sp width = (sp)(parts[i].width > MIN_PART ? parts[i].width : MIN_PART);
        set_part(s, &parts[i], f, lefts[i], width, f->elem);
        galleys[i] = &parts[i].galley;
        heights[i] = parts[i].galley.height;
        tallest = heights[i] > tallest ? heights[i] : tallest;
        if (parts[i].align == WORD_BASELINE) {
            sp own = first_baseline(galleys[i]);
            base = own > base ? own : base;
        }
    }
    for (size_t i = 0; i < n; i++) {
        struct galley *g = galleys[i];
        int64_t rest = tallest - heights[i];
        if (g->rows.n == 0 || rest < 0 || rest > SP_MAX / 4) {
            continue;
        }
        if (parts[i].align == WORD_BASELINE) {
            drops[i] = base - first_baseline(g);
        } else if (parts[i].align == WORD_MIDDLE || parts[i].align == WORD_BOTTOM) {
            drops[i] = (sp)(parts[i].align == WORD_MIDDLE ? rest / 2 : rest);
        } else if (parts[i].align == WORD_STRETCH && g->rows.p[0].panel) {
            /* the background of the part extends to the foot of the row */
            vec_last(&g->rows).box->depth += (sp)rest;
        }
    }
    galley_zip(s->now.g, galleys, n, drops, f->leading / 3, s->style->text_h / WHOLE_SHARE);
    for (size_t i = 0; i < n; i++) {
        galley_drop(&parts[i].galley);
    }
}

static enum look_word align_of(const struct frame *f, const struct part *part) {
    const struct look_value *own = part->look.v[LOOK_ALIGN_SELF];
    const struct look_value *all = f->look ? f->look->v[LOOK_ALIGN_ITEMS] : NULL;
    const struct look_value *v = own && !look_is(own, WORD_AUTO) ? own : all;
    return v && v->kind == LOOK_WORD ? v->word : WORD_STRETCH;
}

/** Distributes missing or excess room among the parts of a row (CSS Flexbox 1, section 9.7).
 * Returns the room that is left. */
static int64_t share_room(struct part *parts, size_t n, int64_t room) {
    int64_t grow = 0, shrink = 0;
    for (size_t i = 0; i < n; i++) {
        room -= parts[i].width;
        grow += parts[i].grow;
        shrink += parts[i].shrink / CSS_MICRO * (parts[i].width / SP_PT + 1);
    }
    int64_t left = room;
    for (size_t i = 0; i < n; i++) {
        if (room > 0 && grow > 0) {
            int64_t more = room / 64 * (parts[i].grow / 1000) / (grow / 1000 + 1) * 64;
            parts[i].width += more;
            left -= more;
        } else if (room < 0 && shrink > 0) {
            int64_t weight = parts[i].shrink / CSS_MICRO * (parts[i].width / SP_PT + 1);
            int64_t less = room * weight / shrink;
            parts[i].width += less;
            left -= less;
        }
    }
    return left;
}

/** Computes the left edge of each part of a row. */
static void place_row(const struct frame *f, const struct part *parts, size_t n, int64_t gap,
                      int64_t left, sp *lefts) {
    const struct look_value *v = f->look ? f->look->v[LOOK_JUSTIFY_CONTENT] : NULL;
    enum look_word how = v && v->kind == LOOK_WORD ? v->word : WORD_LEFT;
    int64_t x = f->left;
    int64_t between = gap;
    left = left > 0 ? left : 0;
    if (how == WORD_SPACE_BETWEEN && n > 1) {
        between += left / (int64_t)(n - 1);
    } else if (how == WORD_SPACE_AROUND) {
        between += left / (int64_t)n;
        x += left / (int64_t)n / 2;
    } else if (how == WORD_SPACE_EVENLY) {
        between += left / (int64_t)(n + 1);
        x += left / (int64_t)(n + 1);
    } else if (how == WORD_CENTER || how == WORD_RIGHT) {
        x += how == WORD_CENTER ? left / 2 : left;
    }
    for (size_t i = 0; i < n; i++) {
        lefts[i] = (sp)(x < SP_MAX / 4 ? x : SP_MAX / 4);
        x += parts[i].width + between;
    }
}

/** Mirrors a row for right-to-left text, so that the first part is on the right. */
static void mirror(const struct frame *f, const struct part *parts, size_t n, sp *lefts) {
    for (size_t i = 0; i < n; i++) {
        int64_t x = 2 * (int64_t)f->left + f->width - lefts[i] - parts[i].width;
        lefts[i] = (sp)x;
    }
}

static void put_flex_row(struct setter *s, struct part *parts, size_t n, sp gap,
                         const struct frame *f) {
    sp lefts[MAX_PARTS];
    bool reverse = set_look_says(f, LOOK_FLEX_DIRECTION, WORD_ROW_REVERSE);
    int64_t room = (int64_t)f->width - (int64_t)gap * (int64_t)(n - 1);
    int64_t left = share_room(parts, n, room);
    place_row(f, parts, n, gap, left, lefts);
    if (reverse != f->rtl) {
        mirror(f, parts, n, lefts);
    }
    put_parts(s, parts, n, lefts, f);
}

static void set_flex(struct setter *s, const struct doc_node *n, const struct frame *f) {
    size_t count = 0;
    struct part *parts = take_parts(s, n, f, &count);
    sp gap = set_look_sp(s, f, LOOK_COLUMN_GAP, 0);
    sp row_gap = set_look_sp(s, f, LOOK_ROW_GAP, 0);
    bool wraps = set_look_says(f, LOOK_FLEX_WRAP, WORD_WRAP);
    bool measured = s->now.trials == 0 && s->now.rows_deep <= MAX_MEASURED;
    for (size_t i = 0; i < count; i++) {
        parts[i].grow = number_of(parts[i].look.v[LOOK_FLEX_GROW], 0);
        parts[i].shrink = number_of(parts[i].look.v[LOOK_FLEX_SHRINK], CSS_MICRO);
        parts[i].align = align_of(f, &parts[i]);
        base_width(s, &parts[i], f, measured && i < CONTENT_MAX);
    }
    for (size_t i = 0; i < count;) {
        size_t to = i + 1;
        int64_t width = parts[i].width;
        while (to < count && to - i < MAX_PARTS &&
               (!wraps || width + gap + parts[to].width <= f->width)) {
            width += gap + parts[to].width;
            to++;
        }
        if (i > 0) {
            galley_space(s->now.g, (struct v_glue){row_gap, 0, 0});
        }
        put_flex_row(s, &parts[i], to - i, gap, f);
        i = to;
    }
}

/* ---- grids ---- */

/** The columns of a grid, with their widths. */
struct grid {
    size_t n;
    struct look_track tracks[MAX_PARTS];
    int64_t widths[MAX_PARTS];
    sp gap;
};

static sp track_length(const struct setter *s, const struct frame *f, const struct look_track *t) {
    struct look_base base = look_base_of(f->ink.size, s->style->root_size, f->width);
    sp out = 0;
    return look_length(&t->value, &base, &out) && out > 0 ? out : 0;
}

/** Expands the list of columns. Columns that are repeated to fill the line share its width (CSS
 * Grid 1, section 7.2.3.2). */
static void take_tracks(const struct setter *s, const struct frame *f, struct grid *g) {
    const struct look_value *v = f->look->v[LOOK_GRID_COLUMNS];
    for (size_t i = 0; v && v->kind == LOOK_TRACKS && i < v->ntracks && g->n < MAX_PARTS; i++) {
        const struct look_track *t = &v->tracks[i];
        size_t times = 1;
        if (t->fill) {
            int64_t least = (int64_t)track_length(s, f, t) + g->gap;
            least = least > MIN_PART ? least : MIN_PART;
            times = (size_t)(((int64_t)f->width + g->gap) / least);
            times = times < 1 ? 1 : times > MAX_PARTS ? MAX_PARTS : times;
        }
        for (; times > 0 && g->n < MAX_PARTS; times--, g->n++) {
            g->tracks[g->n] = *t;
            if (t->fill) {
                g->tracks[g->n] = (struct look_track){
                    .kind = TRACK_SHARE, .value = {.kind = LOOK_NUMBER, .micro = CSS_MICRO}};
            }
        }
    }
    if (g->n == 0) {
        g->tracks[g->n++] = (struct look_track){.kind = TRACK_SHARE,
                                                .value = {.kind = LOOK_NUMBER, .micro = CSS_MICRO}};
    }
}

/** Places the parts row by row, each after the previous one (section 8.5). `rows` gets the row of
 * each part. */
static void place_in_grid(const struct grid *g, struct part *parts, size_t n, size_t *rows) {
    size_t row = 0, col = 0;
    for (size_t i = 0; i < n; i++) {
        const struct look_value *v = parts[i].look.v[LOOK_GRID_COLUMN];
        size_t from = v ? (size_t)(v->micro / CSS_MICRO) : 0;
        size_t span = v && v->length > 0 ? (size_t)v->length : 1;
        from = from > g->n ? g->n : from;
        if (v && v->length < 0) {
            span = g->n - (from ? from - 1 : 0);
        }
        span = span > g->n ? g->n : span;
        if (from > 0) {
            row += from - 1 < col;
            col = from - 1;
            span = span > g->n - col ? g->n - col : span;
        } else if (col + span > g->n) {
            row++;
            col = 0;
        }
        parts[i].col = col;
        parts[i].span = span;
        rows[i] = row;
        col += span;
    }
}

/** Computes the widths of columns: first fixed lengths, then columns as wide as their content, then
 * shares of the rest. */
static void size_grid(struct setter *s, const struct frame *f, struct grid *g, struct part *parts,
                      size_t n) {
    int64_t rest = (int64_t)f->width - (int64_t)g->gap * (int64_t)(g->n - 1);
    int64_t shares = 0, open = 0;
    bool measured = s->now.trials == 0 && s->now.rows_deep <= MAX_MEASURED;
    for (size_t c = 0; c < g->n; c++) {
        const struct look_track *t = &g->tracks[c];
        g->widths[c] = t->kind == TRACK_LENGTH ? track_length(s, f, t) : 0;
        shares += t->kind == TRACK_SHARE ? t->value.micro / 1000 : 0;
        open += t->kind == TRACK_CONTENT;
    }
    for (size_t i = 0; i < n && open > 0; i++) {
        size_t c = parts[i].col;
        if (parts[i].span == 1 && g->tracks[c].kind == TRACK_CONTENT) {
            base_width(s, &parts[i], f, measured && i < CONTENT_MAX);
            g->widths[c] = parts[i].width > g->widths[c] ? parts[i].width : g->widths[c];
        }
    }
    for (size_t c = 0; c < g->n; c++) {
        rest -= g->widths[c];
    }
    for (size_t c = 0; c < g->n && rest > 0; c++) {
        if (g->tracks[c].kind == TRACK_SHARE) {
            g->widths[c] = rest * (g->tracks[c].value.micro / 1000) / shares;
        } else if (g->tracks[c].kind == TRACK_CONTENT && shares == 0) {
            g->widths[c] += rest / open;
        }
    }
    for (size_t c = 0; c < g->n && rest < 0; c++) {
        /* the columns are too wide together, so all shrink in proportion */
        int64_t total = (int64_t)f->width - (int64_t)g->gap * (int64_t)(g->n - 1);
        int64_t have = total - rest;
        g->widths[c] = total > 0 && have > 0 ? g->widths[c] * total / have : MIN_PART;
    }
}

static void set_grid(struct setter *s, const struct doc_node *n, const struct frame *f) {
    size_t count = 0;
    struct part *parts = take_parts(s, n, f, &count);
    struct grid g = {.gap = set_look_sp(s, f, LOOK_COLUMN_GAP, 0)};
    sp row_gap = set_look_sp(s, f, LOOK_ROW_GAP, 0);
    size_t *rows = ARENA_ARRAY(s->arena, size_t, count + 1);
    take_tracks(s, f, &g);
    place_in_grid(&g, parts, count, rows);
    size_grid(s, f, &g, parts, count);
    for (size_t i = 0; i < count;) {
        sp lefts[MAX_PARTS];
        size_t to = i;
        for (; to < count && to - i < MAX_PARTS && rows[to] == rows[i]; to++) {
            int64_t x = f->left;
            int64_t width = -(int64_t)g.gap;
            for (size_t c = 0; c < parts[to].col; c++) {
                x += g.widths[c] + g.gap;
            }
            for (size_t c = parts[to].col; c < parts[to].col + parts[to].span; c++) {
                width += g.widths[c] + g.gap;
            }
            lefts[to - i] = (sp)(x < SP_MAX / 4 ? x : SP_MAX / 4);
            parts[to].width = width < f->width ? width : f->width;
            parts[to].align = align_of(f, &parts[to]);
        }
        if (i > 0) {
            galley_space(s->now.g, (struct v_glue){row_gap, 0, 0});
        }
        if (f->rtl) {
            mirror(f, &parts[i], to - i, lefts);
        }
        put_parts(s, &parts[i], to - i, lefts, f);
        i = to;
    }
}

/* ---- blocks outside the text ---- */

/** Sets a block at a place of its own, into a box. The block's element was entered before and is
 * entered again. */
static struct v_box *set_lifted(struct setter *s, struct part *part, const struct frame *own,
                                const struct frame *f, sp width) {
    const struct doc_node *lifted = s->now.lifted;
    const struct element *last = f->ink.element ? f->ink.element->last_kid : NULL;
    part->elder = last && last == own->ink.element ? (const struct element *)last->css.prev : last;
    s->now.lifted = part->node;
    if (width <= 0) {
        width = (sp)content_width(s, part, f);
        width = width > f->width ? f->width : width;
        part->width = width;
    }
    set_part(s, part, f, 0, width, f->elem);
    s->now.lifted = lifted;
    struct v_box *box = galley_pack(&part->galley);
    galley_drop(&part->galley);
    return box;
}

static struct part lifted_part(const struct doc_node *n, const struct frame *own) {
    return (struct part){.node = n, .look = *own->look, .ink = own->ink, .span = 1};
}

/** The outer width that a block requests where `whole` is available. 0: the block is as wide as its
 * content. */
static sp lifted_width(struct setter *s, const struct part *part, sp whole) {
    sp pads = pads_of(s, part, whole);
    if (!part->look.v[LOOK_WIDTH]) {
        return 0;
    }
    int64_t width = (int64_t)set_box_width(s, &part->look, &part->ink, whole, pads, pads) +
                    margins_of(s, part, whole);
    return width > 0 && width < whole ? (sp)width : whole;
}

bool set_floating(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f) {
    enum look_word side = set_aside_side(own->look);
    if (side == WORD_NONE) {
        return false;
    }
    struct part part = lifted_part(n, own);
    sp width = lifted_width(s, &part, f->width);
    if (width > 0 && !set_aside_fits(s, f, width, 0)) {
        set_aside_refuse(s, own->look->v[LOOK_FLOAT], "there is no room for text beside it");
        return false;
    }
    bool measured = width == 0; /* a block without a width is set twice, first to measure it */
    if (measured && s->now.floats_deep >= MAX_MEASURED) {
        set_aside_refuse(s, own->look->v[LOOK_FLOAT], "it is too deep in floats without a `width`");
        return false;
    }
    set_flush_run_in(s, f);
    set_flush_labels(s, f);
    s->now.floats_deep += measured;
    struct v_box *box = set_lifted(s, &part, own, f, width);
    s->now.floats_deep -= measured;
    width = width > 0 ? width : (sp)part.width;
    int64_t below = set_box_length(s, &part.look, LOOK_MARGIN_BOTTOM, &part.ink, f->width, 0);
    int64_t above = set_box_length(s, &part.look, LOOK_MARGIN_TOP, &part.ink, f->width, 0);
    if (!set_aside_fits(s, f, width, (int64_t)box->height + box->depth + above + below)) {
        set_aside_refuse(s, own->look->v[LOOK_FLOAT], "there is no room for text beside it");
        set_put_box(s, box, f);
        return true;
    }
    struct v_box *all = galley_box_new(s->now.g, box->height + (sp)(above + below), box->depth);
    galley_move(all, box, -(sp)below);
    set_aside_put(s, f, side == WORD_RIGHT, all, width);
    return true;
}

bool set_absolute(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f) {
    const struct look *look = own->look;
    const struct page_style *st = s->style;
    if (look_is(look->v[LOOK_POSITION], WORD_RELATIVE) &&
        (look->v[LOOK_TOP] || look->v[LOOK_LEFT] || look->v[LOOK_RIGHT] || look->v[LOOK_BOTTOM])) {
        set_aside_refuse(s, look->v[LOOK_POSITION], "`position: relative` has no effect on paper");
    }
    if (!look_is(look->v[LOOK_POSITION], WORD_ABSOLUTE)) {
        return false;
    }
    sp at[EDGE_COUNT];
    bool set[EDGE_COUNT];
    for (enum box_edge i = EDGE_TOP; i < EDGE_COUNT; i++) {
        const struct look_value *v = look->v[LOOK_TOP + (enum look_prop)i];
        sp whole = i % 2 == 0 ? st->text_h : st->text_w;
        set[i] = v && !look_is(v, WORD_AUTO);
        at[i] = set_box_length(s, look, LOOK_TOP + (enum look_prop)i, &own->ink, whole, 0);
    }
    if (f->positioned || (!set[EDGE_TOP] && !set[EDGE_BOTTOM]) || s->now.in_note ||
        s->now.trials > 0) {
        set_aside_refuse(s, look->v[LOOK_POSITION],
                         f->positioned
                             ? "places are counted from the first page's text, not from boxes in it"
                             : "`position: absolute` needs `top` or `bottom`");
        return false;
    }
    struct part part = lifted_part(n, own);
    struct frame page = *f;
    page.width = st->text_w;
    sp width = lifted_width(s, &part, st->text_w);
    int64_t between = (int64_t)st->text_w - at[EDGE_LEFT] - at[EDGE_RIGHT];
    width = width == 0 && set[EDGE_LEFT] && set[EDGE_RIGHT] && between > MIN_PART &&
                    between < SP_MAX / 4
                ? (sp)between
                : width;
    struct v_box *box = set_lifted(s, &part, own, &page, width);
    width = width > 0 ? width : (sp)part.width;
    sp height = box->height + box->depth;
    struct placed_box placed = {.box = box};
    placed.x = set[EDGE_LEFT]    ? at[EDGE_LEFT]
               : set[EDGE_RIGHT] ? st->text_w - at[EDGE_RIGHT] - width
                                 : f->left;
    placed.y = set[EDGE_TOP] ? at[EDGE_TOP] : st->text_h - at[EDGE_BOTTOM] - height;
    vec_push(&s->placed, placed);
    return true;
}

/* ---- all of them ---- */

static enum look_word kind_of(const struct frame *f) {
    const struct look_value *v = f->look ? f->look->v[LOOK_DISPLAY] : NULL;
    bool row = look_is(v, WORD_FLEX) || look_is(v, WORD_GRID);
    if (row && !set_look_says(f, LOOK_FLEX_DIRECTION, WORD_COLUMN)) {
        return v->word;
    }
    return f->look && (f->look->v[LOOK_COLUMN_COUNT] || f->look->v[LOOK_COLUMN_WIDTH]) ? WORD_COLUMN
                                                                                       : WORD_NONE;
}

bool set_beside(struct setter *s, const struct doc_node *n, const struct frame *f) {
    enum look_word kind = kind_of(f);
    if (!n->first || kind == WORD_NONE) {
        return false;
    }
    if (kind == WORD_COLUMN) {
        return set_text_columns(s, n, f);
    }
    set_flush_run_in(s, f);
    set_aside_clear(s, f, WORD_BOTH);
    s->now.rows_deep++;
    if (kind == WORD_FLEX) {
        set_flex(s, n, f);
    } else {
        set_grid(s, n, f);
    }
    s->now.rows_deep--;
    s->now.no_indent = true;
    return true;
}
