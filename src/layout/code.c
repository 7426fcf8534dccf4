/* SPDX-License-Identifier: MIT */
/*
 * Code blocks: every line as it is written, in the monospaced face. A line that is too long goes on
 * in the next, with a hooked arrow before it that no copy of the text contains.
 */
#include "layout/setter.h"

#include "base/limits.h"
#include "layout/units.h"

#define CONTINUED 0x21AAu /* rightwards arrow with hook */
#define TAB_WIDTH 4

/** Tabs to spaces, by column (a code point is a column). */
static struct str expand_tabs(struct setter *s, struct str line) {
    if (str_index(line, '\t') == STR_NONE) {
        return line;
    }
    struct buf out;
    buf_init(&out, LIMIT_SOURCE);
    size_t column = 0;
    for (size_t i = 0; i < line.n; i++) {
        unsigned char c = (unsigned char)line.p[i];
        if (c == '\t') {
            size_t fill = TAB_WIDTH - column % TAB_WIDTH;
            buf_fill(&out, ' ', fill);
            column += fill;
        } else {
            buf_putc(&out, (char)c);
            column += (c & 0xC0u) != 0x80u;
        }
    }
    struct str kept = buf_keep(&out, s->arena);
    buf_drop(&out);
    return kept;
}

/** The mark of a continued line: an artifact, hanging in front of it. */
static struct draw *continued_mark(struct setter *s, const struct ink *ink, sp x) {
    struct font *font = fonts_fallback(s->fonts, CONTINUED, FONT_REGULAR);
    if (!font) {
        return NULL;
    }
    struct draw *d = ARENA_NEW(s->arena, struct draw);
    const struct font_run *run = font_shape(font, STR("\u21AA"), FONT_DEFAULT_FEATURES, STR_EMPTY);
    d->kind = DRAW_TEXT;
    d->x = x;
    d->u.text = (struct page_text){.font = font,
                                   .size = sp_scale(ink->size, 8, 10),
                                   .glyphs = run->glyphs,
                                   .n = run->n,
                                   .text = run->text,
                                   .expansion = 10000,
                                   .colour = {128, 128, 128}};
    return d;
}

struct code_setter {
    struct setter *s;
    const struct frame *f;
    struct ink ink;
    sp leading;
    size_t nlines; /* set so far */
};

static bool any_overfull(const struct inline_line *lines, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (lines[i].overfull) {
            return true;
        }
    }
    return false;
}

/** One line of the source; `rest` tells how many more there are. */
static void set_code_line(struct code_setter *c, struct str text, size_t rest) {
    struct setter *s = c->s;
    struct inline_builder *b = inline_new(s->shaper);
    struct para_params p;
    size_t n = 0;
    para_params_init(&p, c->f->width);
    p.hang_indent = 2 * s->style.em;
    p.ragged_right = true;
    text = expand_tabs(s, text);
    set_text(s, b, text, &c->ink);
    struct inline_line *lines = inline_break(b, &p, INLINE_LEFT, &n);
    if (any_overfull(lines,
                     n)) { /* a word longer than the measure: break it where an address would be */
        struct ink ink = c->ink;
        ink.flags |= INLINE_URL;
        inline_drop(b);
        b = inline_new(s->shaper);
        set_text(s, b, text, &ink);
        lines = inline_break(b, &p, INLINE_LEFT, &n);
    }
    if (c->nlines == 1 || rest == 0) {
        galley_penalty(s->g, V_NEVER); /* two lines stay together at both ends */
    }
    if (n == 0) { /* an empty line */
        sp height = c->leading * 7 / 10;
        put_line(s, galley_box_new(s->g, height, c->leading - height), c->f, c->leading);
    }
    for (size_t i = 0; i < n; i++) {
        type_end_space(s, &lines[i]);
        struct v_box *box = galley_line_box(s->g, &lines[i], c->f->left, c->leading);
        if (i > 0) {
            struct draw *mark = continued_mark(s, &c->ink, c->f->left + s->style.em / 2);
            if (mark) {
                galley_draw(box, mark);
            }
            galley_penalty(s->g, V_NEVER);
        }
        put_line(s, box, c->f, c->leading);
    }
    report_missing(s, b, NULL);
    inline_drop(b);
    c->nlines++;
}

void set_code_block(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    frame_shrink(s, &in, STEP_SMALL);
    struct code_setter c = {.s = s, .f = &in, .ink = in.ink, .leading = in.leading};
    struct page_elem *p = elem_new(s, f->elem, ROLE_P);
    c.ink.cls = FONT_MONO;
    c.ink.face = FONT_REGULAR;
    c.ink.flags = INLINE_VERBATIM | INLINE_FRENCH | INLINE_NO_PROTRUDE | INLINE_NO_EXPAND;
    c.ink.features = 0;
    c.ink.tag = (struct inline_tag){.elem = elem_new(s, p, ROLE_CODE)};
    struct v_glue around = {s->style.sizes[STEP_NORMAL].leading * 6 / 10, PT(2), SP_PT};
    keep_with_intro(s, n);
    galley_space(s->g, around);
    struct str rest = n->u.code.text;
    while (rest.n > 0 && (rest.p[rest.n - 1] == '\n' || rest.p[rest.n - 1] == '\r')) {
        rest.n--;
    }
    while (rest.p && rest.n > 0) {
        struct str line = str_cut(&rest, '\n');
        if (line.n > 0 && line.p[line.n - 1] == '\r') {
            line.n--;
        }
        set_code_line(&c, line, rest.n);
    }
    galley_space(s->g, around);
    s->no_indent = true;
}
