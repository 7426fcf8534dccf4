/* SPDX-License-Identifier: MIT */
/*
 * The text of a page. Its content, including forms, is interpreted as far as text needs it (ISO
 * 32000-1, 8.4, 9.3, 9.4, 14.6). Each text that is shown becomes a run with a place. Runs are then
 * grouped into lines by their heights.
 */
#include "print/pdfread/pdfread_internal.h"

#include "core/base/bounds.h"

#include <stdlib.h>

enum { MAX_OPERANDS = 64, MAX_STATES = 512, MAX_MARKS = 512, MAX_FORMS = 12 };

/* A wider gap, in ems, separates words. In full lines words are 0.17 em apart, and kerning is below
 * 0.1 em. */
#define WORD_GAP 0.13
/* The largest distance, in ems, between a run and the height of its line. Superscripts are nearer
 * than this. */
#define LINE_REACH 0.5

struct state {
    double m[6]; /* the current transformation matrix */
    const struct pdfread_font *font;
    double size, chars, words, scale, leading, rise;
    int mode;
};

struct mark {
    int32_t mcid;
    bool artifact;
    bool replaced; /* this sequence or one around it has an ActualText */
    bool begins;   /* the sequence has an ActualText of its own */
    bool shown;    /* the ActualText of the sequence was assigned to a run */
    struct str actual;
};

struct machine {
    struct pdfread_document *doc;
    const struct pdfread_page *page;
    int64_t owner;
    /* the objects of the forms that are being interpreted, the outermost first */
    int64_t forms[MAX_FORMS];
    struct state now;
    struct state states[MAX_STATES];
    size_t nstates;
    struct mark marks[MAX_MARKS];
    /* the number of open sequences, and the number of sequences that are too deep and only
     * counted */
    size_t nmarks, lost;
    double tm[6], line[6];
    struct pdfread_value operands[MAX_OPERANDS];
    size_t n;
    VEC(struct pdfread_run) runs;
    struct buf text; /* the text of the current run */
};

/* ---- matrices (8.3.4) */

static void multiply(const double a[6], const double b[6], double out[6]) {
    double r[6] = {a[0] * b[0] + a[1] * b[2],        a[0] * b[1] + a[1] * b[3],
                   a[2] * b[0] + a[3] * b[2],        a[2] * b[1] + a[3] * b[3],
                   a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5]};
    for (int i = 0; i < 6; i++) {
        out[i] = pdfread_abs(r[i]) < 1e9 ? r[i] : 0; /* the condition is false for NaN */
    }
}

static void identity(double m[6]) {
    static const double one[6] = {1, 0, 0, 1, 0, 0};
    memcpy(m, one, sizeof one);
}

static double operand(const struct machine *x, size_t from_end) {
    return from_end <= x->n && pdfread_is_number(&x->operands[x->n - from_end])
               ? x->operands[x->n - from_end].real
               : 0;
}

static void operand_matrix(const struct machine *x, double out[6]) {
    for (size_t i = 0; i < 6; i++) {
        out[i] = operand(x, 6 - i);
    }
}

static void move_line(struct machine *x, double tx, double ty) {
    const double by[6] = {1, 0, 0, 1, tx, ty};
    multiply(by, x->line, x->line);
    memcpy(x->tm, x->line, sizeof x->tm);
}

/* Moves the pen along the line, or down in vertical writing. This multiplies the text matrix by a
 * translation. */
static void advance(struct machine *x, double t) {
    bool down = x->now.font && x->now.font->vertical;
    double dx = t * (down ? -x->tm[2] : x->tm[0]), dy = t * (down ? -x->tm[3] : x->tm[1]);
    /* the condition is false for NaN */
    x->tm[4] = pdfread_abs(x->tm[4] + dx) < 1e9 ? x->tm[4] + dx : 0;
    x->tm[5] = pdfread_abs(x->tm[5] + dy) < 1e9 ? x->tm[5] + dy : 0;
}

/* The place of the pen on the page, and the font size at this place. */
static void pen(const struct machine *x, double *px, double *py, double *size) {
    double m[6];
    const double text[6] = {x->now.size * x->now.scale, 0, 0, x->now.size, 0, x->now.rise};
    multiply(text, x->tm, m);
    multiply(m, x->now.m, m);
    *px = m[4] - x->page->left;
    *py = m[5] - x->page->bottom;
    *size = pdfread_abs(m[2]) > pdfread_abs(m[3])
                ? pdfread_abs(m[2])
                : pdfread_abs(m[3]); /* text is not turned, or turned by a right angle */
}

/* ---- runs */

static void begin_run(struct machine *x, struct pdfread_run *run) {
    *run = (struct pdfread_run){.mcid = -1, .owner = x->owner};
    pen(x, &run->x, &run->y, &run->size);
    run->font = x->now.font ? x->now.font->dict : &pdfread_null;
    run->hidden = x->now.mode == 3 || x->now.mode == 7 || run->size < 0.01;
    struct mark *top = x->nmarks ? &x->marks[x->nmarks - 1] : NULL;
    if (top) {
        run->mcid = top->mcid;
        run->artifact = top->artifact;
        run->has_actual = top->replaced;
        for (size_t i = 0; i < x->nmarks && top->replaced; i++) {
            if (x->marks[i].begins && !x->marks[i].shown) {
                x->marks[i].shown = true;
                run->actual = x->marks[i].actual;
                break;
            }
        }
    }
    buf_clear(&x->text);
}

static void end_run(struct machine *x, struct pdfread_run *run) {
    double y, size;
    pen(x, &run->end_x, &y, &size);
    if (x->doc->runs >= LIMIT_PDF_RUNS) {
        x->doc->cut = true;
        return;
    }
    if (x->text.n || run->unknown || run->has_actual) {
        x->doc->runs++;
        run->text = buf_keep(&x->text, x->doc->arena);
        vec_push(&x->runs, *run);
    }
}

static void show_codes(struct machine *x, struct str codes, struct pdfread_run *run) {
    const struct pdfread_font *font = x->now.font;
    size_t step = font && font->wide ? 2 : 1;
    for (size_t i = 0; i + step <= codes.n; i += step) {
        uint32_t code = (unsigned char)codes.p[i];
        code = step == 2 ? code << 8 | (unsigned char)codes.p[i + 1] : code;
        struct str text = font && code < font->ntexts ? font->texts[code] : STR_EMPTY;
        if (text.p && pdfread_affords(x->doc, &x->doc->text_bytes, text.n, LIMIT_PDF_TEXT)) {
            buf_str(&x->text, text);
        } else {
            run->unknown++;
        }
        double w = font ? pdfread_font_width(font, code) * x->now.size : 0;
        w += x->now.chars + (step == 1 && code == ' ' ? x->now.words : 0);
        advance(x, font && font->vertical ? x->now.size + x->now.chars : w * x->now.scale);
    }
}

static bool ends_word(const struct buf *b) {
    return b->n == 0 || is_space(b->p[b->n - 1]);
}

static void show(struct machine *x, const struct pdfread_value *v) {
    struct pdfread_run run;
    begin_run(x, &run);
    if (v->kind == PDFREAD_STRING) {
        show_codes(x, v->text, &run);
    }
    for (size_t i = 0; v->kind == PDFREAD_ARRAY && i < v->n; i++) {
        const struct pdfread_value *item = &v->items[i];
        if (item->kind == PDFREAD_STRING) {
            show_codes(x, item->text, &run);
        } else if (pdfread_is_number(item)) {
            advance(x, -item->real / 1000 * x->now.size * x->now.scale);
            if (-item->real > WORD_GAP * 1000 && !ends_word(&x->text)) {
                buf_putc(&x->text, ' ');
            }
        }
    }
    end_run(x, &run);
}

/* ---- marked content (14.6) */

static void begin_mark(struct machine *x) {
    if (x->nmarks == MAX_MARKS) {
        x->lost++;
        return;
    }
    struct mark *m = &x->marks[x->nmarks];
    *m = (struct mark){.mcid = -1};
    if (x->nmarks) {
        m->mcid = m[-1].mcid;
        m->artifact = m[-1].artifact;
        m->replaced = m[-1].replaced;
    }
    x->nmarks++;
    const struct pdfread_value *tag = x->n ? &x->operands[0] : &pdfread_null;
    m->artifact = m->artifact || pdfread_is_name(tag, "Artifact");
    const struct pdfread_value *of = x->n > 1 ? &x->operands[1] : &pdfread_null;
    if (of->kind == PDFREAD_NAME) {
        struct str key = arena_str(x->doc->scratch, of->text);
        of = pdfread_get(x->doc, pdfread_get(x->doc, x->page->resources, "Properties"), key.p);
    }
    const struct pdfread_value *mcid = pdfread_get(x->doc, of, "MCID");
    if (mcid->kind == PDFREAD_INT && mcid->number >= 0 && mcid->number < INT32_MAX) {
        m->mcid = (int32_t)mcid->number;
    }
    const struct pdfread_value *actual = pdfread_get(x->doc, of, "ActualText");
    if (actual->kind == PDFREAD_STRING && !m->replaced &&
        pdfread_affords(x->doc, &x->doc->text_bytes, actual->text.n, LIMIT_PDF_TEXT)) {
        m->replaced = m->begins = true;
        m->actual = pdfread_text(x->doc->arena, actual);
    }
}

static void end_mark(struct machine *x) {
    if (x->lost) {
        x->lost--;
    } else if (x->nmarks) {
        struct mark *m = &x->marks[x->nmarks - 1];
        /* a sequence with images only has no run, so an empty run gets its ActualText */
        if (m->begins && !m->shown) {
            struct pdfread_run run;
            begin_run(x, &run);
            end_run(x, &run);
        }
        x->nmarks--;
    }
}

/* ---- operators */

static void set_font(struct machine *x) {
    const struct pdfread_value *name = x->n > 1 ? &x->operands[x->n - 2] : &pdfread_null;
    if (name->kind == PDFREAD_NAME) {
        struct str key = arena_str(x->doc->scratch, name->text);
        const struct pdfread_value *dict =
            pdfread_get(x->doc, pdfread_get(x->doc, x->page->resources, "Font"), key.p);
        x->now.font = dict->kind == PDFREAD_DICT ? pdfread_font(x->doc, dict) : NULL;
        x->now.size = operand(x, 1);
    }
}

static void run_content(struct machine *x, struct str content, int depth);

static void run_form(struct machine *x, int depth) {
    const struct pdfread_value *name = x->n ? &x->operands[x->n - 1] : &pdfread_null;
    if (name->kind != PDFREAD_NAME || depth >= MAX_FORMS || x->nstates == MAX_STATES) {
        return;
    }
    struct pdfread_document *doc = x->doc;
    struct str key = arena_str(doc->scratch, name->text), content;
    const struct pdfread_value *ref =
        pdfread_entry(pdfread_get(doc, x->page->resources, "XObject"), key.p);
    const struct pdfread_value *dict = pdfread_follow(doc, ref);
    for (int i = 0; i < depth; i++) {
        if (x->forms[i] == ref->number) {
            return; /* a form that contains itself is not interpreted again */
        }
    }
    if (ref->kind != PDFREAD_REFERENCE ||
        !pdfread_is_name(pdfread_get(doc, dict, "Subtype"), "Form") ||
        !pdfread_stream(doc, ref->number, &content)) {
        return;
    }
    const struct pdfread_value *matrix = pdfread_get(doc, dict, "Matrix");
    x->states[x->nstates++] = x->now;
    if (matrix->kind == PDFREAD_ARRAY && matrix->n == 6) {
        double m[6];
        for (int i = 0; i < 6; i++) {
            m[i] = pdfread_follow(doc, &matrix->items[i])->real;
        }
        multiply(m, x->now.m, x->now.m);
    }
    const struct pdfread_page *outer = x->page;
    struct pdfread_page inner = *outer;
    const struct pdfread_value *own = pdfread_get(doc, dict, "Resources");
    inner.resources = own->kind == PDFREAD_DICT ? own : outer->resources;
    int64_t owner = x->owner;
    size_t states = x->nstates, marks = x->nmarks;
    x->page = &inner;
    x->owner = x->forms[depth] = ref->number;
    run_content(x, content, depth + 1);
    x->owner = owner;
    x->page = outer;
    x->nmarks = x->nmarks > marks ? marks : x->nmarks;
    x->nstates = states - 1;
    x->now = x->states[x->nstates];
}

#define OP(a, b, c) ((uint32_t)(a) << 16 | (uint32_t)(b) << 8 | (uint32_t)(c))

static uint32_t op_of(struct str s) {
    return s.n == 1   ? OP(s.p[0], 0, 0)
           : s.n == 2 ? OP(s.p[0], s.p[1], 0)
           : s.n == 3 ? OP(s.p[0], s.p[1], s.p[2])
                      : 0;
}

/* Handles operators of the graphics state and of marked content. Returns false for other
 * operators. */
static bool run_state(struct machine *x, uint32_t op) {
    double m[6];
    if (op == OP('q', 0, 0)) {
        if (x->nstates < MAX_STATES) {
            x->states[x->nstates++] = x->now;
        }
    } else if (op == OP('Q', 0, 0)) {
        if (x->nstates) {
            x->now = x->states[--x->nstates];
        }
    } else if (op == OP('c', 'm', 0)) {
        operand_matrix(x, m);
        multiply(m, x->now.m, x->now.m);
    } else if (op == OP('B', 'D', 'C') || op == OP('B', 'M', 'C')) {
        begin_mark(x);
    } else if (op == OP('E', 'M', 'C')) {
        end_mark(x);
    } else {
        return false;
    }
    return true;
}

static bool run_text_state(struct machine *x, uint32_t op) {
    double v = operand(x, 1);
    if (op == OP('T', 'f', 0)) {
        set_font(x);
    } else if (op == OP('T', 'c', 0)) {
        x->now.chars = v;
    } else if (op == OP('T', 'w', 0)) {
        x->now.words = v;
    } else if (op == OP('T', 'z', 0)) {
        x->now.scale = v / 100;
    } else if (op == OP('T', 'L', 0)) {
        x->now.leading = v;
    } else if (op == OP('T', 's', 0)) {
        x->now.rise = v;
    } else if (op == OP('T', 'r', 0)) {
        x->now.mode = v >= 0 && v < 8 ? (int)v : 0;
    } else if (op == OP('B', 'T', 0)) {
        identity(x->tm);
        identity(x->line);
    } else {
        return false;
    }
    return true;
}

static void run_text(struct machine *x, uint32_t op) {
    if (op == OP('T', 'd', 0) || op == OP('T', 'D', 0)) {
        x->now.leading = op == OP('T', 'D', 0) ? -operand(x, 1) : x->now.leading;
        move_line(x, operand(x, 2), operand(x, 1));
    } else if (op == OP('T', 'm', 0)) {
        operand_matrix(x, x->line);
        memcpy(x->tm, x->line, sizeof x->tm);
    } else if (op == OP('T', '*', 0)) {
        move_line(x, 0, -x->now.leading);
    } else if (op == OP('\'', 0, 0) || op == OP('"', 0, 0)) {
        if (op == OP('"', 0, 0)) {
            x->now.words = operand(x, 3);
            x->now.chars = operand(x, 2);
        }
        move_line(x, 0, -x->now.leading);
    }
    bool shows = op == OP('T', 'j', 0) || op == OP('T', 'J', 0) || op == OP('\'', 0, 0) ||
                 op == OP('"', 0, 0);
    if (shows && x->n) {
        show(x, &x->operands[x->n - 1]);
    }
}

static void run_content(struct machine *x, struct str content, int depth) {
    struct pdfread_document *doc = x->doc;
    struct pdfread_lexer lexer = {.arena = doc->scratch, .s = content, .most = PDFREAD_MOST_VALUES};
    struct pdfread_value v;
    if (!pdfread_affords(doc, &doc->content_run, content.n, LIMIT_PDF_CONTENT)) {
        return;
    }
    x->n = 0;
    while (pdfread_next(&lexer, &v)) {
        if (v.kind != PDFREAD_OPERATOR) {
            /* the operands are dropped, because no operator has so many */
            if (x->n == MAX_OPERANDS) {
                x->n = 0;
                arena_reset(doc->scratch);
            } else {
                x->operands[x->n++] = v;
            }
            continue;
        }
        uint32_t op = op_of(v.text);
        if (op == OP('D', 'o', 0)) {
            run_form(x, depth);
        } else if (!run_state(x, op) && !run_text_state(x, op)) {
            run_text(x, op);
        }
        x->n = 0;
        arena_reset(doc->scratch);
    }
}

/* ---- lines */

static bool is_on(const struct pdfread_line *line, double height, const struct pdfread_run *r) {
    double reach = (r->size > height ? r->size : height) * LINE_REACH;
    return pdfread_abs(r->y - line->y) <= reach && r->x > line->x - reach;
}

/* Appends a text in which each group of blanks becomes one space. */
static void put_words(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        bool blank = is_space(s.p[i]);
        if (!blank) {
            buf_putc(out, s.p[i]);
        } else if (!ends_word(out)) {
            buf_putc(out, ' ');
        }
    }
}

static void make_lines(struct pdfread_document *doc, struct pdfread_page_text *t) {
    VEC(struct pdfread_line) lines = VEC_INIT;
    struct buf text;
    double height = 0;
    buf_init(&text, 0);
    for (size_t i = 0; i < t->nruns; i++) {
        struct pdfread_run *r = &t->runs[i];
        if (lines.n == 0 || !is_on(&vec_last(&lines), height, r)) {
            if (lines.n) {
                vec_last(&lines).text = str_trim(buf_keep(&text, doc->arena));
            }
            buf_clear(&text);
            vec_push(&lines, (struct pdfread_line){.x = r->x, .y = r->y, .end_x = r->x, .from = i});
            height = 0;
            r->gap = true;
        } else {
            double size = r->size < height ? r->size : height;
            r->gap = pdfread_abs(r->x - t->runs[i - 1].end_x) > WORD_GAP * size;
        }
        struct pdfread_line *line = &vec_last(&lines);
        height = r->size > height ? r->size : height;
        line->to = i + 1;
        line->end_x = r->end_x > line->end_x ? r->end_x : line->end_x;
        r->line = (uint32_t)lines.n;
        if (r->gap && !ends_word(&text)) {
            buf_putc(&text, ' ');
        }
        put_words(&text, r->has_actual ? r->actual : r->text);
    }
    if (lines.n) {
        vec_last(&lines).text = str_trim(buf_keep(&text, doc->arena));
    }
    buf_drop(&text);
    t->lines = vec_finish(&lines, doc->arena);
    t->nlines = lines.n;
}

/* ---- pages */

const struct pdfread_page_text *pdfread_page_text(struct pdfread_document *doc, size_t index) {
    size_t n;
    const struct pdfread_page *pages = pdfread_pages(doc, &n);
    static const struct pdfread_page_text none = {.nruns = 0};
    if (index >= n) {
        return &none;
    }
    if (doc->texts[index]) {
        return doc->texts[index];
    }
    struct machine *x = xcalloc(1, sizeof *x);
    x->doc = doc;
    x->page = &pages[index];
    x->owner = pages[index].object;
    x->now.scale = 1;
    identity(x->now.m);
    identity(x->tm);
    identity(x->line);
    buf_init(&x->text, 0);
    run_content(x, pdfread_page_content(doc, index), 0);
    struct pdfread_page_text *t = ARENA_NEW(doc->arena, struct pdfread_page_text);
    t->nruns = x->runs.n;
    t->runs = vec_finish(&x->runs, doc->arena);
    make_lines(doc, t);
    buf_drop(&x->text);
    free(x);
    doc->texts[index] = t;
    return t;
}
