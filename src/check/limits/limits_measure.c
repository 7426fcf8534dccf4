/* SPDX-License-Identifier: MIT */
/*
 * Measures the visible content of pages, and not the requested style: the margins that are really
 * empty, the smallest font of each class of text, distances of lines, columns. Compares nothing
 * with limits.
 */
#include "check/limits/limits_measure.h"

#include "print/font/font.h"
#include "print/layout/model/sp.h"

#include <stdlib.h>

enum {
    NEAR = 64,       /* a segment is compared with this number of segments before it and after it */
    MAX_COLUMNS = 4, /* maximum number of columns that are distinguished */
    MAX_SIZES = 64,  /* maximum number of different font sizes of running text that are counted */
    /* minimum number of lines with another line beside them, for a page to have columns */
    MIN_BESIDE = 3,
    /* minimum number of glyphs in a run that is measured; shorter runs are marks of notes, ordinals
     * or exponents, whose font is smaller than that of their text */
    MIN_GLYPHS = 4
};

/* The minimum distance between two lines. With a smaller distance, one is a raised or lowered part
 * of the other. */
#define MIN_STEP PT(4)
/* the smallest gap between columns, which is wider than any space between words */
#define GUTTER PT(8)

/** A part of a line of text without a gap wider than GUTTER. */
struct segment {
    sp x, end, y;
    bool running; /* the segment is running text, which is not in a heading, table or code */
};
typedef VEC(struct segment) segment_vec;

/** A font size and the number of its glyphs. */
struct tally {
    sp size;
    size_t n;
};

struct measuring {
    const struct pages *pages;
    struct limits_measured *m;
    bool references;
    segment_vec lines; /* the lines of the current page */
    struct tally sizes[MAX_SIZES];
    size_t nsizes;
    /* the next two members are about the last page that counts */
    sp lowest[MAX_COLUMNS]; /* baseline of the last line in each column; 0 for an empty column */
    sp notes;               /* top of the notes at the foot of the page; SP_MAX without notes */
};

/* ---- classes of text */

static const struct page_elem *around(const struct page_elem *e, enum page_role role) {
    while (e && e->role != role) {
        e = e->parent;
    }
    return e;
}

static bool is_heading(const struct page_elem *e) {
    for (; e; e = e->parent) {
        if (e->role >= ROLE_H1 && e->role <= ROLE_H6) {
            return true;
        }
    }
    return false;
}

/** Finds the class of an element. Returns false for formulas and drawings outside of captions. */
static bool class_of(const struct page_elem *e, enum limits_class *cls) {
    if (!e || around(e, ROLE_FORMULA) || around(e, ROLE_FIGURE)) {
        *cls = LIMITS_CAPTION;
        return e && around(e, ROLE_CAPTION);
    }
    *cls = around(e, ROLE_NOTE)                     ? LIMITS_NOTE
           : around(e, ROLE_CAPTION)                ? LIMITS_CAPTION
           : around(e, ROLE_BIB_ENTRY)              ? LIMITS_REFERENCES
           : around(e, ROLE_TABLE)                  ? LIMITS_TABLE
           : around(e, ROLE_CODE)                   ? LIMITS_CODE
           : is_heading(e) || around(e, ROLE_TITLE) ? LIMITS_HEADING
                                                    : LIMITS_TEXT;
    return true;
}

/* ---- one page */

static void note_margin(sp *least, int64_t found) {
    if (found < *least) {
        *least = (sp)(found < 0 ? 0 : found);
    }
}

/** Returns the width up to the last visible glyph. The space at a line break is not counted. */
static int64_t text_width(const struct page_text *t) {
    int64_t w = 0, shown = 0;
    size_t gap = 0;
    for (size_t i = 0; i < t->n; i++) {
        struct font_glyph g = page_text_glyph(t, i);
        w += font_scale(t->font, g.advance, t->size);
        shown = g.cluster < t->text.n && t->text.p[g.cluster] != ' ' ? w : shown;
        w += gap < t->ngaps && t->gaps[gap].glyph == i ? t->gaps[gap++].size : 0;
    }
    return shown * t->expansion / 10000;
}

static void measure_margins(struct limits_measured *m, const struct page *p,
                            const struct page_item *it, int64_t width) {
    int64_t x = 0, y = 0, w = 0, up = 0, down = 0;
    switch (it->kind) {
    case PAGE_TEXT:
        x = it->u.text.x;
        y = it->u.text.y;
        w = width;
        up = it->u.text.size * 2 / 3; /* about the height of capitals */
        down = it->u.text.size / 10;
        break;
    case PAGE_IMAGE:
        x = it->u.image.x;
        y = it->u.image.y;
        w = it->u.image.w;
        up = 0;
        down = it->u.image.h;
        break;
    case PAGE_RULE:
    case PAGE_SHAPE:
        return;
    }
    note_margin(&m->left, x);
    note_margin(&m->right, p->width - x - w);
    note_margin(&m->top, y - up);
    note_margin(&m->bottom, p->height - y - down);
}

static void count_size(struct measuring *s, sp size, size_t n) {
    size_t i = 0;
    while (i < s->nsizes && s->sizes[i].size != size) {
        i++;
    }
    if (i == s->nsizes && i < MAX_SIZES) {
        s->sizes[s->nsizes++] = (struct tally){size, 0};
    }
    if (i < s->nsizes) {
        s->sizes[i].n += n;
    }
}

static int by_place(const void *a, const void *b) {
    const struct segment *x = a, *y = b;
    return x->y != y->y ? (x->y < y->y ? -1 : 1) : x->x < y->x ? -1 : x->x > y->x;
}

/** Joins neighbouring runs of one line into segments. */
static void join_segments(segment_vec *v) {
    size_t kept = 0;
    vec_sort(v, by_place);
    for (size_t i = 0; i < v->n; i++) {
        struct segment *last = kept ? &v->p[kept - 1] : NULL;
        if (last && v->p[i].y == last->y && v->p[i].x < last->end + GUTTER) {
            last->end = v->p[i].end > last->end ? v->p[i].end : last->end;
            last->running = last->running && v->p[i].running;
        } else {
            v->p[kept++] = v->p[i];
        }
    }
    v->n = kept;
}

/** Returns how many segments are beside segment `i`, to its left. Their baselines differ from its
 * baseline by at most `reach`. */
static size_t count_beside(const segment_vec *v, size_t i, sp reach) {
    size_t begin = i > NEAR ? i - NEAR : 0, end = i + NEAR < v->n ? i + NEAR : v->n;
    sp bound = v->p[i].x;
    size_t count = 0;
    while (count < MAX_COLUMNS) {
        const struct segment *best = NULL;
        for (size_t k = begin; k < end; k++) {
            const struct segment *t = &v->p[k];
            sp apart = t->y > v->p[i].y ? t->y - v->p[i].y : v->p[i].y - t->y;
            if (t->running && apart <= reach && t->end + GUTTER <= bound &&
                (!best || t->end > best->end)) {
                best = t;
            }
        }
        if (!best) {
            break;
        }
        bound = best->x;
        count++;
    }
    return count;
}

/** Finds the columns of a page. These are lines of running text side by side, if there are enough
 * of them. A few such lines may be authors and addresses of a title. */
static void measure_columns(struct measuring *s, size_t number) {
    size_t beside[MAX_COLUMNS + 1] = {0}, all = 0;
    for (size_t i = 0; i < s->lines.n; i++) {
        if (s->lines.p[i].running) {
            size_t n = count_beside(&s->lines, i, s->pages->leading / 2);
            for (size_t k = 1; k <= n; k++) {
                beside[k]++;
            }
            all++;
        }
    }
    size_t columns = all > 0;
    while (columns < MAX_COLUMNS && columns > 0 && beside[columns] >= MIN_BESIDE &&
           beside[columns] * 6 >= all) {
        columns++;
    }
    if (columns > s->m->columns) {
        s->m->columns = columns;
        s->m->columns_page = number;
    }
}

/** Finds the smallest distance between a line and the next line below it in the same column. */
static void measure_steps(struct measuring *s, size_t number) {
    for (size_t i = 0; i < s->lines.n; i++) {
        const struct segment *a = &s->lines.p[i];
        for (size_t k = i + 1; k < s->lines.n && k < i + NEAR; k++) {
            const struct segment *b = &s->lines.p[k];
            sp step = b->y - a->y;
            if (step <= MIN_STEP || b->x >= a->end || a->x >= b->end) {
                continue;
            }
            if (s->m->line == 0 || step < s->m->line) {
                s->m->line = step;
                s->m->line_page = number;
            }
            if (a->running && b->running && (s->m->spacing == 0 || step < s->m->spacing)) {
                s->m->spacing = step;
                s->m->spacing_page = number;
            }
            break;
        }
    }
}

static size_t column_of(const struct page *p, sp x) {
    sp step = p->column_w + p->column_sep;
    size_t column =
        p->columns > 1 && step > 0 && x > p->left ? (size_t)((x - p->left + GUTTER) / step) : 0;
    size_t last = p->columns > 1 ? (size_t)p->columns - 1 : 0;
    return column < last ? column : last;
}

/** Records the lowest point of an item in its columns. */
static void measure_depth(struct measuring *s, const struct page *p, const struct page_item *it,
                          enum limits_class cls) {
    sp y = it->kind == PAGE_IMAGE ? it->u.image.y + it->u.image.h : it->u.text.y;
    sp x = it->kind == PAGE_IMAGE ? it->u.image.x : it->u.text.x;
    sp w = it->kind == PAGE_IMAGE ? it->u.image.w : 0;
    if (it->kind == PAGE_TEXT && cls == LIMITS_NOTE && y > p->top) {
        sp begin = y - it->u.text.size;
        s->notes = begin < s->notes ? begin : s->notes;
        return;
    }
    size_t from = column_of(p, x), to = column_of(p, x + (w > GUTTER ? w - GUTTER : 0));
    for (size_t c = from; c <= to && c < MAX_COLUMNS && y <= p->bottom + s->pages->leading; c++) {
        s->lowest[c] = y > s->lowest[c] ? y : s->lowest[c];
    }
}

static void measure_text(struct measuring *s, size_t number, const struct page_item *it,
                         enum limits_class cls, int64_t width) {
    struct limits_measured *m = s->m;
    const struct page_text *t = &it->u.text;
    m->references = m->references || cls == LIMITS_REFERENCES;
    if (cls != LIMITS_REFERENCES && cls != LIMITS_HEADING) {
        m->last_text = number;
    }
    struct limits_type *type = &m->type[cls];
    if (type->size == 0 || t->size < type->size) {
        *type = (struct limits_type){t->size, number, it->elem};
    }
    if (cls == LIMITS_TEXT) {
        count_size(s, t->size, t->n);
    }
    if (cls != LIMITS_NOTE && cls != LIMITS_CAPTION &&
        (cls != LIMITS_REFERENCES || s->references)) {
        vec_push(&s->lines, (struct segment){t->x, t->x + (sp)width, t->y, cls == LIMITS_TEXT});
    }
}

static void measure_page(struct measuring *s, size_t number) {
    const struct page *p = s->pages->pages.p[number - 1];
    vec_clear(&s->lines);
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *it = &p->items.p[i];
        enum limits_class cls;
        if (it->artifact != ARTIFACT_NONE) {
            continue;
        }
        int64_t width = it->kind == PAGE_TEXT ? text_width(&it->u.text) : 0;
        measure_margins(s->m, p, it, width);
        if (it->kind == PAGE_TEXT && it->u.text.n >= MIN_GLYPHS && class_of(it->elem, &cls)) {
            measure_text(s, number, it, cls, width);
        }
    }
    join_segments(&s->lines);
    measure_columns(s, number);
    measure_steps(s, number);
}

/* ---- the last page */

static size_t lines_in(sp room, sp leading) {
    return room > 0 && leading > 0 ? (size_t)((room + PT(1) / 100) / leading) : 0;
}

/** Finds how much of the last counted page is filled. */
static void measure_last(struct measuring *s, size_t max_pages) {
    struct limits_measured *m = s->m;
    const struct page *p = m->pages ? s->pages->pages.p[m->pages - 1] : NULL;
    sp leading = s->pages->leading;
    if (!p || leading <= 0 || p->bottom <= p->top) {
        return;
    }
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *it = &p->items.p[i];
        enum limits_class cls = LIMITS_TEXT;
        bool text = it->kind == PAGE_TEXT;
        if (it->artifact != ARTIFACT_NONE || (!text && it->kind != PAGE_IMAGE)) {
            continue;
        }
        if (text && !class_of(it->elem, &cls) && !around(it->elem, ROLE_FORMULA)) {
            continue;
        }
        bool heading = text && is_heading(it->elem);
        if (s->references || (cls != LIMITS_REFERENCES && !heading)) {
            measure_depth(s, p, it, cls);
        }
    }
    size_t columns = p->columns > 1 ? (size_t)p->columns : 1;
    columns = columns < MAX_COLUMNS ? columns : MAX_COLUMNS;
    sp foot = s->notes < p->bottom ? s->notes - p->note_sep : p->bottom;
    int64_t filled = 0, left = 0;
    m->page_lines = columns * (1 + lines_in(p->bottom - p->top - p->top_skip, leading));
    for (size_t c = 0; c < columns; c++) {
        sp end = s->lowest[c] > p->top ? s->lowest[c] : p->top;
        filled += end - p->top;
        sp room = s->lowest[c] ? foot - end : foot - p->top - p->top_skip + leading;
        /* with several columns, only whole lines count as free */
        left +=
            columns > 1 ? (int64_t)lines_in(room, leading) * 1000 : (int64_t)room * 1000 / leading;
    }
    m->over = ((int64_t)m->pages - (int64_t)max_pages) * (int64_t)m->page_lines * 1000 - left;
    /* the number of pages decides, because a page can hold a little more than `page_lines` if its
     * spaces shrink */
    bool fits = m->pages <= max_pages;
    m->over = fits && m->over > 0 ? 0 : !fits && m->over < 1000 ? 1000 : m->over;
    int64_t whole = (int64_t)(p->bottom - p->top) * (int64_t)columns;
    int64_t tenths = (filled * 10 + whole / 2) / whole;
    tenths = tenths < 1 ? 1 : tenths > 10 ? 10 : tenths;
    m->used = (m->pages - 1) * 10 + (size_t)tenths;
}

void limits_measure(const struct pages *pages, bool references, size_t max_pages,
                    struct limits_measured *out) {
    *out =
        (struct limits_measured){.left = SP_MAX, .right = SP_MAX, .top = SP_MAX, .bottom = SP_MAX};
    struct measuring s = {.pages = pages, .m = out, .references = references, .notes = SP_MAX};
    for (size_t i = 1; i <= pages->pages.n; i++) {
        measure_page(&s, i);
    }
    for (size_t i = 0, n = 0; i < s.nsizes; i++) {
        if (s.sizes[i].n > n) {
            n = s.sizes[i].n;
            out->body = s.sizes[i].size;
        }
    }
    out->pages = references ? pages->pages.n : out->last_text;
    measure_last(&s, max_pages);
    vec_drop(&s.lines);
}

/* ---- names of places */

/** Returns the first text of an element on a page. Unless `role` is ROLE_COUNT, the text must be
 * inside of an element with this role. */
static struct str first_text(const struct page *p, const struct page_elem *of,
                             enum page_role role) {
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *it = &p->items.p[i];
        if (it->kind != PAGE_TEXT || (role != ROLE_COUNT && !around(it->elem, role))) {
            continue;
        }
        for (const struct page_elem *e = it->elem; e; e = e->parent) {
            if (e == of) {
                return str_trim(it->u.text.text);
            }
        }
    }
    return STR_EMPTY;
}

/** Returns the text up to the end of the first number: "Figure 2" of "Figure 2: A mark". Returns an
 * empty text if this is not a label. */
static struct str label_of(struct str text) {
    size_t i = 0;
    while (i < text.n && !is_digit(text.p[i])) {
        i++;
    }
    while (i < text.n && (is_digit(text.p[i]) ||
                          (text.p[i] == '.' && i + 1 < text.n && is_digit(text.p[i + 1])))) {
        i++;
    }
    bool label = i > 0 && i <= 24 && is_digit(text.p[i - 1]);
    return label ? str_slice(text, 0, i) : STR_EMPTY;
}

struct str limits_place(struct arena *a, const struct pages *pages, enum limits_class cls,
                        const struct limits_type *type) {
    const struct page *p = pages->pages.p[type->page - 1];
    const struct page_elem *e;
    struct str label;
    switch (cls) {
    case LIMITS_TEXT:
        return STR("the text");
    case LIMITS_HEADING:
        return STR("a heading");
    case LIMITS_CODE:
        return STR("code");
    case LIMITS_TABLE:
        return STR("a table");
    case LIMITS_NOTE:
        e = around(type->elem, ROLE_NOTE);
        label = first_text(p, e, ROLE_LBL);
        return label.n ? arena_printf(a, "footnote %.*s", STR_ARG(label)) : STR("a footnote");
    case LIMITS_CAPTION:
        e = around(type->elem, ROLE_CAPTION);
        label = label_of(first_text(p, e, ROLE_COUNT));
        return label.n ? arena_printf(a, "the caption of %.*s", STR_ARG(label)) : STR("a caption");
    case LIMITS_REFERENCES:
        e = around(type->elem, ROLE_LI);
        label = first_text(p, e, ROLE_LBL);
        return label.n ? arena_printf(a, "reference %.*s", STR_ARG(label)) : STR("the references");
    case LIMITS_CLASSES:
        break;
    }
    BUG("unknown class of text");
}
