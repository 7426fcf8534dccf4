/* SPDX-License-Identifier: MIT */
/*
 * Code blocks: the lines of the source, in a monospaced font and in the colours of the theme. A
 * long line continues on the next one, after a hooked arrow. Arrows and line numbers are artifacts;
 * they are not part of copied text.
 */
#include "print/layout/set/setter.h"

#include "core/base/bounds.h"
#include "print/layout/model/sp.h"

#define CONTINUED 0x21AAu /* the mark of a continued line: a rightwards arrow with hook */
#define TAB_WIDTH 4

/** The code without carriage returns and final line ends. Tabs are expanded by column; a code point
 * is one column. */
static struct str plain_code(struct arena *a, struct str code) {
    while (code.n > 0 && (code.p[code.n - 1] == '\n' || code.p[code.n - 1] == '\r')) {
        code.n--;
    }
    if (str_index(code, '\t') == STR_NONE && str_index(code, '\r') == STR_NONE) {
        return code;
    }
    struct buf out;
    buf_init(&out, LIMIT_SOURCE);
    size_t column = 0;
    for (size_t i = 0; i < code.n; i++) {
        unsigned char c = (unsigned char)code.p[i];
        if (c == '\r' && i + 1 < code.n && code.p[i + 1] == '\n') {
            continue;
        }
        if (c == '\t') {
            size_t fill = TAB_WIDTH - column % TAB_WIDTH;
            buf_fill(&out, ' ', fill);
            column += fill;
        } else {
            buf_putc(&out, (char)c);
            column = c == '\n' ? 0 : column + ((c & 0xC0u) != 0x80u);
        }
    }
    return buf_finish(&out, a);
}

/** A draw for text beside the code, which is an artifact. */
static struct draw *beside(struct arena *a, struct font *font, struct str text, sp size, sp x) {
    const struct font_run *run = font_shape(font, text, FONT_DEFAULT_FEATURES, STR_EMPTY);
    struct page_text shown = {.font = font,
                              .size = size,
                              .glyphs = run->glyphs,
                              .n = (uint32_t)run->n,
                              .text = run->text,
                              .expansion = 10000,
                              .colour = {105, 105, 105}};
    return draw_text(a, shown, x, NULL);
}

struct code_setter {
    struct setter *s;
    const struct frame *f;
    struct ink ink;
    sp leading;
    size_t nlines;                       /* number of lines that are set */
    int number;                          /* the number of the next line; 0: lines have no numbers */
    sp number_right;                     /* the right edge of line numbers */
    struct str rest;                     /* the code from the next line on */
    const struct highlight_piece *piece; /* the coloured piece that contains the start of `rest` */
    size_t taken;                        /* bytes of that piece that are on earlier lines */
};

/** Adds the mark of a continued line at its beginning. */
static void mark_continued(struct code_setter *c, struct v_box *box) {
    struct font *font = fonts_fallback(c->s->fonts, CONTINUED, FONT_REGULAR);
    if (font) {
        sp size = sp_scale(c->ink.size, 8, 10);
        draw_append(&box->draws, beside(c->s->arena, font, STR("\u21AA"), size,
                                        c->f->left + c->s->style->em / 2));
    }
}

static void mark_number(struct code_setter *c, struct v_box *box) {
    unsigned features = 0;
    struct font *font = set_type_font(c->s, &c->ink, &features);
    struct str digits = arena_printf(c->s->arena, "%d", c->number);
    struct draw *d = beside(c->s->arena, font, digits, sp_scale(c->ink.size, 8, 10), 0);
    int64_t width = font_shape(font, digits, FONT_DEFAULT_FEATURES, STR_EMPTY)->width;
    d->x = c->number_right - font_scale(font, width, d->u.text->size);
    draw_append(&box->draws, d);
}

static struct ink piece_ink(const struct setter *s, enum highlight_kind kind,
                            const struct ink *base) {
    struct ink ink = *base;
    const struct highlight_look *look = highlight_look(s->code_theme, kind);
    if (look->coloured) {
        ink.colour = page_colour_of(look->light);
    }
    ink.face |= (look->bold ? FONT_BOLD : 0u) | (look->italic ? FONT_ITALIC : 0u);
    return ink;
}

static const struct highlight_language *language_of(const struct setter *s,
                                                    const struct doc_node *n) {
    return s->code_theme ? highlight_find(doc_code_language(n)) : NULL;
}

void set_code(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    const struct highlight_language *language = language_of(s, n);
    struct str rest = n->u.code.text;
    size_t npieces = 0;
    if (!language) {
        set_text(s, b, rest, ink);
        return;
    }
    const struct highlight_piece *p = highlight_text(s->arena, language, rest, &npieces);
    for (size_t i = 0; i < npieces; i++) {
        struct ink own = piece_ink(s, p[i].kind, ink);
        set_text(s, b, str_slice(rest, 0, p[i].n), &own);
        rest = str_from(rest, p[i].n);
    }
}

/** Adds the next `n` bytes of the code in their colours. The current position in the code does not
 * change. */
static void put_pieces(struct code_setter *c, struct inline_builder *b, size_t n,
                       const struct ink *ink) {
    const struct highlight_piece *piece = c->piece;
    size_t taken = c->taken;
    for (size_t at = 0; at < n;) {
        size_t have = piece ? piece->n - taken : n;
        size_t take = have < n - at ? have : n - at;
        struct ink own = piece ? piece_ink(c->s, piece->kind, ink) : *ink;
        set_text(c->s, b, str_slice(c->rest, at, at + take), &own);
        at += take;
        taken = 0;
        if (piece) {
            piece++;
        }
    }
}

/** Moves past a line of `n` bytes and past its line end. */
static void skip_line(struct code_setter *c, size_t n) {
    n += n < c->rest.n;
    c->rest = str_from(c->rest, n);
    c->taken += n;
    while (c->piece && c->rest.n && c->taken >= c->piece->n) {
        c->taken -= c->piece->n;
        c->piece++;
    }
}

static bool any_overfull(const struct inline_line *lines, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lines[i].overfull) {
            return true;
        }
    }
    return false;
}

/** Breaks one line of the source into lines of the page. The builder stays in `*b`, because it
 * records missing characters. */
static struct inline_line *break_code(struct code_setter *c, struct inline_builder **b, size_t n,
                                      size_t *nlines) {
    struct ink ink = c->ink;
    struct para_params params;
    para_params_init(&params, c->f->width);
    params.hang_indent = 2 * c->s->style->em;
    params.ragged_right = true;
    *b = inline_new(c->s->shaper);
    put_pieces(c, *b, n, &ink);
    struct inline_line *lines = inline_break(*b, &params, INLINE_START, nlines);
    /* a word longer than the measure is broken like an address */
    if (any_overfull(lines, *nlines)) {
        ink.flags |= INLINE_URL;
        inline_drop(*b);
        *b = inline_new(c->s->shaper);
        put_pieces(c, *b, n, &ink);
        lines = inline_break(*b, &params, INLINE_START, nlines);
    }
    return lines;
}

static void put_code_line(struct code_setter *c, struct v_box *box, bool first) {
    if (first && c->number) {
        mark_number(c, box);
        c->number++;
    }
    set_put_line(c->s, box, c->leading);
}

static void set_code_line(struct code_setter *c) {
    struct setter *s = c->s;
    struct inline_builder *b;
    size_t n = 0, end = str_index(c->rest, '\n');
    end = end == STR_NONE ? c->rest.n : end;
    struct inline_line *lines = break_code(c, &b, end, &n);
    skip_line(c, end);
    if (c->nlines == 1 || c->rest.n == 0) {
        galley_penalty(s->now.g, V_NEVER); /* two lines stay together at each end of the block */
    }
    if (n == 0) { /* an empty line of the source */
        sp height = c->leading * 7 / 10;
        put_code_line(c, galley_box_new(s->now.g, height, c->leading - height), true);
    }
    for (size_t i = 0; i < n; i++) {
        inline_end_space(s->arena, &lines[i]);
        struct v_box *box = galley_line_box(s->now.g, &lines[i], c->f->left, c->leading);
        if (i > 0) {
            mark_continued(c, box);
            galley_penalty(s->now.g, V_NEVER);
        }
        put_code_line(c, box, i == 0);
    }
    set_report_missing(s, b, NULL);
    inline_drop(b);
    c->nlines++;
}

/** Prepares the coloured pieces of the text, and the room for line numbers. */
static void take_code(struct code_setter *c, const struct doc_node *n, struct frame *f) {
    struct setter *s = c->s;
    const struct highlight_language *language = language_of(s, n);
    size_t npieces = 0;
    int first = 1;
    c->rest = plain_code(s->arena, n->u.code.text);
    c->piece = language ? highlight_text(s->arena, language, c->rest, &npieces) : NULL;
    if (doc_code_numbered(n, &first)) {
        size_t digits = 1;
        int last = first;
        for (size_t i = 0; i < c->rest.n; i++) {
            last += c->rest.p[i] == '\n';
        }
        for (int left = last; left >= 10; left /= 10) {
            digits++;
        }
        c->number = first;
        c->number_right = f->left + (sp)digits * c->ink.size / 2;
        f->left = c->number_right + s->style->em;
        f->width -= (sp)digits * c->ink.size / 2 + s->style->em;
    }
}

void set_code_block(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    set_direction(&in, false);
    set_frame_shrink(s->style, &in, STEP_SMALL);
    in.ink.cls = FONT_MONO;
    in.ink.family = STR_EMPTY;
    in.ink.face = FONT_REGULAR;
    set_look_text(s, &in);
    struct code_setter c = {.s = s, .f = &in, .ink = in.ink, .leading = in.leading};
    struct page_elem *p = set_elem_new(s, f->elem, ROLE_P);
    p->writing = f->rtl ? WRITING_LTR : WRITING_AS_PARENT;
    c.ink.flags = INLINE_VERBATIM | INLINE_FRENCH | INLINE_NO_PROTRUDE | INLINE_NO_EXPAND;
    c.ink.features = 0;
    c.ink.tag = (struct inline_tag){.elem = set_elem_new(s, p, ROLE_CODE)};
    struct v_glue around = {s->style->sizes[STEP_NORMAL].leading * 6 / 10, PT(2), SP_PT};
    set_keep_with_intro(s->now.g, n);
    set_space_above(s, &in, around);
    take_code(&c, n, &in);
    while (c.rest.n > 0) {
        set_code_line(&c);
    }
    set_space_below(s, &in, around);
    s->now.no_indent = true;
}
