/* SPDX-License-Identifier: MIT */
/*
 * Footnotes: a raised number in the text, and a small galley attached to its line. Number and note
 * are linked to each other. The page breaker decides which page has which part of a note.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_NO_MARGIN);

/** The state of the surrounding text. Setting a note must not change it. */
struct outside {
    struct waits waits;
    bool no_indent, in_note;
};

static struct outside leave_text(struct setter *s) {
    struct outside o = {s->now.waits, s->now.no_indent, s->now.in_note};
    s->now.waits = (struct waits){0};
    s->now.no_indent = true;
    s->now.in_note = true;
    return o;
}

static void return_to_text(struct setter *s, const struct outside *o) {
    set_galley_end(s);
    s->now.waits = o->waits;
    s->now.no_indent = o->no_indent;
    s->now.in_note = o->in_note;
}

/** The frame of a note: LaTeX's \footnotesize over the whole measure. */
static struct frame note_frame(struct setter *s, const struct ink *ink, struct page_elem *elem,
                               int depth) {
    /* a note may continue on a page of another orientation, so it is as wide as on upright pages */
    struct frame f = {.width = s->upright->column_w,
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
    set_direction(&f, s->style->rtl); /* the direction of notes is that of the page */
    set_frame_step(s->style, &f, STEP_FOOTNOTE);
    f.par_skip = (struct v_glue){f.leading / 4, 0, 0};
    return f;
}

/** Adds the number before the note, linked to the text, in a box of 1.8 em as in \@makefntext. */
static void set_note_label(struct setter *s, struct frame *f, struct str number, struct str back,
                           sp box) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_LBL)};
    ink.rise = sp_scale(ink.size, 363, 1000);
    ink.size = sp_scale(ink.size, 73, 100);
    set_jump(s, b, number, back, number, ROLE_LINK, &ink);
    set_wait_text(s, b, f, -box);
    inline_drop(b);
}

/** Moves the notes that are inside a note to the place after it. */
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

/** Sets the paragraphs of a note, with its label on the first line. */
static void set_note_text(struct setter *s, const struct doc_node *n, struct frame *f,
                          struct str label, struct str back) {
    sp box = sp_scale(f->ink.size, 18, 10);
    if (label.n > 0) {
        set_note_label(s, f, label, back, box);
        f->hang = -box; /* the first line begins after the number */
    }
    if (n->first && (n->first->kind == DOC_PARA || n->first->kind == DOC_PLAIN)) {
        set_block(s, n->first, f);
        f->hang = 0;
        f->par_indent = f->ink.size; /* \@makefntext sets \parindent to 1 em */
        set_blocks(s, n->first->next, f);
    } else {
        f->hang = 0;
        set_blocks(s, n->first, f);
    }
    set_flush_labels(s, f);
}

/** The settings of a note. */
struct note_setting {
    struct str label, id, back; /* each text may be empty */
    sp width;
    enum inline_align align;
    bool inlines; /* the content of the node is inlines, not blocks */
};

static struct foot_note *build_note(struct setter *s, const struct doc_node *n,
                                    const struct ink *ink, const struct note_setting *how) {
    struct outside o = leave_text(s);
    struct foot_note *note = ARENA_NEW(s->work, struct foot_note);
    struct page_elem *elem = page_elem_new(s->pages, ROLE_NOTE);
    if (how->id.n) {
        page_elem_words(s->pages, elem)->id = how->id;
    }
    vec_push(&s->notes.loose, elem);
    note->body = ARENA_NEW(s->work, struct galley);
    set_galley_begin(s, note->body);
    vec_push(&s->notes.galleys, note->body);
    struct frame f = note_frame(s, ink, elem, ink->depth);
    struct look looks[2];
    f.width = how->width;
    f.align = how->align;
    f.ink.element = s->page_body;
    set_enter_element(s, &f, &looks[0], "section", NULL, "footnotes");
    set_enter_element(s, &f, &looks[1], "li", NULL, "");
    f.look = NULL;
    set_wait_dest(s, how->id);
    if (how->inlines) {
        struct page_elem *p = set_elem_new(s, elem, ROLE_P);
        set_inline_paragraph(s, n, &f, p, f.align);
    } else {
        set_note_text(s, n, &f, how->label, how->back);
    }
    adopt_inner_notes(note);
    return_to_text(s, &o);
    return note;
}

/* ---- margins ---- */

#define MIN_MARGIN PT(50) /* the minimum width of a margin note: room for a word or two */
#define MAX_MARGIN PT(140)
#define EDGE PT(14) /* the strip at the edge of the paper that stays empty */

sp set_margin_width(const struct page_style *st) {
    int64_t right = (int64_t)st->paper_w - st->left - st->text_w;
    int64_t room = right < st->left && st->columns > 1 ? right
                   : st->columns > 1                   ? st->left
                   : st->rtl && !st->two_sided         ? st->left
                                                       : right;
    room -= (int64_t)MARGIN_SEP + EDGE;
    return room < MIN_MARGIN ? 0 : room > MAX_MARGIN ? MAX_MARGIN : (sp)room;
}

bool set_is_margin_note(const struct doc_node *n) {
    return doc_has_class(n, "column-margin") || doc_has_class(n, "aside") ||
           doc_has_class(n, "marginnote") || doc_has_class(n, "sidenote");
}

static bool has_margin(struct setter *s, const struct doc_node *n) {
    bool room = set_margin_width(s->style) > 0;
    if (!room && !s->now.margin_told) {
        struct diag *g =
            diag_add(s->d, DIAG_NO_MARGIN, n->span,
                     "margins have no room for notes: they are placed in the text, or at "
                     "the foot of the page");
        diag_hint(s->d, g, "`geometry: [left=25mm, right=55mm]` makes room");
        s->now.margin_told = true;
    }
    return room && !s->now.in_note;
}

/** Packs a note into one box, which is attached to a line. */
static struct v_margin *pack_margin(struct setter *s, struct foot_note *note) {
    struct v_margin *m = ARENA_NEW(s->arena, struct v_margin);
    m->first = note->body->rows.n > 0 ? note->body->rows.p[0].box->height : 0;
    m->box = galley_pack(note->body);
    return m;
}

bool set_margin_div(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct note_setting how = {.width = set_margin_width(s->style), .align = INLINE_LEFT};
    if (!has_margin(s, n) || s->now.g != &s->body) {
        return false;
    }
    struct v_margin *m = pack_margin(s, build_note(s, n, &f->ink, &how));
    set_flush_notes(s, f->elem);
    m->next = s->now.waits.margins;
    s->now.waits.margins = m;
    return true;
}

void set_margin_span(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                     const struct ink *ink) {
    bool margin = has_margin(s, n);
    struct note_setting how = {.width = margin ? set_margin_width(s->style) : s->style->column_w,
                               .align = margin ? INLINE_LEFT : INLINE_JUSTIFY,
                               .inlines = true};
    struct ink inner = *ink;
    if (s->now.in_note || ink->depth >= 150) {
        set_inlines(s, b, n, ink);
        return;
    }
    inner.depth += 10;
    struct place_mark *place = ARENA_NEW(s->work, struct place_mark);
    struct foot_note *note = build_note(s, n, &inner, &how);
    place->margin = margin ? pack_margin(s, note) : NULL;
    place->note = margin ? NULL : note;
    inline_mark(b, place, arena_copy(s->arena, &ink->tag, sizeof ink->tag));
}

/* ---- notes after the text ---- */

/** The names of the destinations for the links between mark and note. */
struct note_names {
    struct str number, id, back;
};

static struct note_names names_of(struct setter *s, int number) {
    return (struct note_names){arena_printf(s->arena, "%d", number),
                               arena_printf(s->arena, "fn%d", number),
                               arena_printf(s->arena, "fnref%d", number)};
}

void set_end_notes(struct setter *s, const struct frame *f) {
    if (s->notes.end.n == 0) {
        return;
    }
    if (s->doc->notes_head) {
        set_heading(s, s->doc->notes_head, f);
    }
    bool outer = s->now.in_note;
    s->now.in_note = true; /* notes that are inside a note are set after the outer note */
    for (size_t i = 0; i < s->notes.end.n; i++) {
        const struct doc_node *n = s->notes.end.p[i];
        struct note_names names = names_of(s, n->u.note.number);
        struct frame in = *f;
        in.elem = set_elem_new(s, f->elem, ROLE_NOTE);
        page_elem_words(s->pages, in.elem)->id = names.id;
        in.ink.face = FONT_REGULAR;
        set_frame_step(s->style, &in, STEP_FOOTNOTE);
        in.par_skip = (struct v_glue){in.leading / 4, SP_PT, 0};
        in.par_indent = 0;
        galley_space(s->now.g, in.par_skip);
        set_wait_dest(s, names.id);
        set_note_text(s, n, &in, names.number, names.back);
    }
    s->now.in_note = outer;
    vec_clear(&s->notes.end);
    s->now.no_indent = true;
}

void set_note(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    int count = n->u.note.number > 0 ? n->u.note.number : ++s->now.nnotes;
    struct note_names names = names_of(s, count);
    struct ink mark = set_script_ink(ink, true);
    mark.face = FONT_REGULAR;
    mark.cls = FONT_SERIF;
    mark.cite = false;
    mark.tag.underline = mark.tag.strike = false;
    if (ink->depth >= 150) { /* only the text of a note that is nested too deeply is set */
        set_text(s, b, doc_plain(s->arena, n), ink);
        return;
    }
    set_dest(s->arena, b, names.back, &mark);
    set_jump(s, b, names.number, names.id, names.number, ROLE_REFERENCE, &mark);
    bool behind = s->style->notes == NOTES_CHAPTER || s->style->notes == NOTES_END;
    bool margin = s->style->notes == NOTES_MARGIN && has_margin(s, n);
    if (behind && n->u.note.number > 0 && !s->now.in_note) {
        vec_push(&s->notes.end, n);
        return;
    }
    struct ink inner = *ink;
    inner.depth += 10;
    struct place_mark *place = ARENA_NEW(s->work, struct place_mark);
    struct note_setting how = {.label = names.number,
                               .id = names.id,
                               .back = names.back,
                               .width = margin ? set_margin_width(s->style) : s->style->column_w,
                               .align = margin ? INLINE_LEFT : INLINE_JUSTIFY};
    struct foot_note *note = build_note(s, n, &inner, &how);
    place->margin = margin ? pack_margin(s, note) : NULL;
    place->note = margin ? NULL : note;
    inline_mark(b, place, arena_copy(s->arena, &mark.tag, sizeof mark.tag));
}
