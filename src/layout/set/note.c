/* SPDX-License-Identifier: MIT */
/*
 * Footnotes: a raised number in the text, and a small galley that hangs on the line the number
 * falls on. Number and note lead to each other. Which page has room for how much of a note is
 * decided when pages are cut.
 */
#include "layout/set/setter.h"

#include "layout/model/sp.h"

/** What a note must not change for the text around it. */
struct outside {
    struct galley *g;
    struct waits waits;
    bool no_indent, in_note;
};

static struct outside leave_text(struct setter *s) {
    struct outside o = {s->g, s->waits, s->no_indent, s->in_note};
    s->waits = (struct waits){0};
    s->no_indent = true;
    s->in_note = true;
    return o;
}

static void return_to_text(struct setter *s, const struct outside *o) {
    s->g = o->g;
    s->waits = o->waits;
    s->no_indent = o->no_indent;
    s->in_note = o->in_note;
}

/** The frame of a note: LaTeX's \footnotesize over the whole measure. */
static struct frame note_frame(struct setter *s, const struct ink *ink, struct page_elem *elem,
                               int depth) {
    struct frame f = {.width = s->upright->column_w, /* its end may stand on another page */
                      .elem = elem,
                      .ink = *ink,
                      .align = INLINE_JUSTIFY,
                      .depth = depth};
    f.ink.tag = (struct inline_tag){0};
    f.ink.cls = FONT_SERIF;
    f.ink.family = STR_EMPTY;
    f.ink.transform = WORD_NONE;
    f.ink.tracking = 0;
    f.ink.face = FONT_REGULAR;
    f.ink.rise = 0;
    f.ink.cite = false;
    f.ink.colour = s->style->text_colour;
    f.ink.flags = INLINE_HYPHENATE;
    f.ink.features = s->style->features;
    set_direction(&f, s->style->rtl); /* notes follow the page, whatever they belong to */
    set_frame_step(s->style, &f, STEP_FOOTNOTE);
    f.par_skip = (struct v_glue){f.leading / 4, 0, 0};
    return f;
}

/** The number before the note, which leads back to the text: in a box of 1.8 em, as \@makefntext
 * has it. */
static void set_note_label(struct setter *s, struct frame *f, struct str number, struct str back,
                           sp box) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    sp width = 0;
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_LBL)};
    ink.rise = sp_scale(ink.size, 363, 1000);
    ink.size = sp_scale(ink.size, 73, 100);
    set_jump(s, b, number, back, number, ROLE_LINK, &ink);
    struct inline_line *line = set_single_line(s, b, &width);
    if (line) {
        inline_end_space(s->arena, line); /* label and text are two words */
        set_wait_label(s, line, width, f, -box);
    }
    inline_drop(b);
}

/** Notes inside the note follow it. */
static void adopt_inner_notes(struct foot_note *note) {
    struct foot_note *last = note;
    for (size_t i = 0; i < note->body->rows.n; i++) {
        struct v_box *box = note->body->rows.p[i].box;
        last->next = box->notes;
        box->notes = NULL;
        while (last->next) {
            last = last->next;
        }
    }
}

static struct foot_note *build_note(struct setter *s, const struct doc_node *n,
                                    const struct ink *ink, struct str number, struct str id,
                                    struct str back) {
    struct outside o = leave_text(s);
    struct foot_note *note = ARENA_NEW(s->arena, struct foot_note);
    struct page_elem *elem = page_elem_new(s->pages, ROLE_NOTE);
    elem->id = id;
    vec_push(&s->loose_notes, elem);
    note->body = ARENA_NEW(s->arena, struct galley);
    galley_init(note->body, s->arena);
    vec_push(&s->note_galleys, note->body);
    s->g = note->body;
    struct frame f = note_frame(s, ink, elem, ink->depth);
    struct look looks[2];
    f.ink.element = s->page_body;
    set_enter_element(s, &f, &looks[0], "section", NULL, "footnotes");
    set_enter_element(s, &f, &looks[1], "li", NULL, "");
    f.look = NULL;
    sp box = sp_scale(f.ink.size, 18, 10);
    set_note_label(s, &f, number, back, box);
    set_wait_dest(s, id);
    f.hang = -box; /* the first line begins behind the number */
    if (n->first && (n->first->kind == DOC_PARA || n->first->kind == DOC_PLAIN)) {
        set_block(s, n->first, &f);
        f.hang = 0;
        f.par_indent = f.ink.size; /* \@makefntext sets \parindent to 1 em */
        set_blocks(s, n->first->next, &f);
    } else {
        f.hang = 0;
        set_blocks(s, n->first, &f);
    }
    set_flush_labels(s, &f);
    adopt_inner_notes(note);
    return_to_text(s, &o);
    return note;
}

void set_note(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    int count = n->u.note.number > 0 ? n->u.note.number : ++s->nnotes;
    struct str number = arena_printf(s->arena, "%d", count);
    struct str id = arena_printf(s->arena, "fn%d", count);
    struct str back = arena_printf(s->arena, "fnref%d", count);
    struct ink mark = *ink;
    mark.rise = ink->rise + sp_scale(ink->size, 363, 1000);
    mark.size = sp_scale(ink->size, 73, 100);
    mark.face = FONT_REGULAR;
    mark.cls = FONT_SERIF;
    mark.cite = false;
    mark.features &= ~(unsigned)FONT_ONUM; /* raised figures line up */
    mark.tag.underline = mark.tag.strike = false;
    if (ink->depth >= 150) { /* notes in notes in notes: the text alone, no further nesting */
        set_text(s, b, doc_plain(s->arena, n), ink);
        return;
    }
    if (doc_note_adjoins(n)) {
        set_text(s, b, STR(","), &mark);
    }
    set_dest(s->arena, b, back, &mark);
    set_jump(s, b, number, id, number, ROLE_REFERENCE, &mark);
    struct ink inner = *ink;
    inner.depth += 10;
    struct place_mark *place = ARENA_NEW(s->arena, struct place_mark);
    place->note = build_note(s, n, &inner, number, id, back);
    inline_mark(b, place, arena_copy(s->arena, &mark.tag, sizeof mark.tag));
}
