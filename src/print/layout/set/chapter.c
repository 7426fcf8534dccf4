/* SPDX-License-Identifier: MIT */
/*
 * Parts and chapters: LaTeX's \part and \chapter (report.cls, book.cls). They begin on a new or
 * right-hand page, with "Chapter 1" above the title, and set the marks for running heads. Also the
 * matters of a book, which restart page numbers.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

/** The spaces of \@makechapterhead in points: above, between number and title, below. */
#define ABOVE 50
#define BETWEEN 20
#define BELOW 40

bool set_may_turn(const struct setter *s) {
    return s->now.g == &s->body && !s->now.in_note;
}

static enum v_side chapter_side(const struct setter *s) {
    return s->style->open_right ? V_SIDE_RIGHT : V_SIDE_ANY;
}

/* ---- heads ---- */

/** The span with the heading's number, or NULL. */
static const struct doc_node *number_of(const struct doc_node *n) {
    const struct doc_node *first = n->first;
    return n->u.heading.number.n > 0 && first && doc_has_class(first, "header-section-number")
               ? first
               : NULL;
}

static struct str label_of(const struct setter *s, const struct doc_node *n, int division) {
    enum doc_word word = division == DOC_PART    ? DOC_WORD_PART
                         : n->u.heading.appendix ? DOC_WORD_APPENDIX
                                                 : DOC_WORD_CHAPTER;
    return doc_division_label(s->doc, doc_lang_at(s->doc, n), word, n->u.heading.number);
}

/** Sets "Chapter 1" on a line of its own. */
static void set_label(struct setter *s, struct str label, const struct frame *f,
                      const struct run_in *h) {
    struct inline_builder *b = inline_new(s->shaper);
    struct frame in = *f;
    struct ink ink = h->ink;
    if (in.step == STEP_HUGEST) { /* the size is still the default, because no sheet sets it */
        set_frame_step(s->style, &in, STEP_HUGE);
        ink.size = in.ink.size;
    }
    set_dest(s->arena, b, h->dest, &ink);
    set_text(s, b, label, &ink);
    set_head_lines(s, b, &in);
    inline_drop(b);
    galley_penalty(s->now.g, V_NEVER);
    galley_space(s->now.g, (struct v_glue){PT(BETWEEN), 0, 0});
}

/** Sets the lines of the heading, with its number above or before them. */
static void set_lines(struct setter *s, const struct doc_node *n, const struct frame *f,
                      const struct run_in *h, int division) {
    const struct doc_node *number = number_of(n);
    bool above = number && (division == DOC_PART || !s->doc->cls.bare);
    struct inline_builder *b = inline_new(s->shaper);
    const struct doc_node *from = n->first;
    if (above) {
        set_label(s, label_of(s, n, division), f, h);
        /* the text follows the number and an em space */
        from = number->next ? number->next->next : NULL;
    } else {
        set_dest(s->arena, b, h->dest, &h->ink);
    }
    for (; from; from = from->next) {
        set_inline(s, b, from, &h->ink);
    }
    set_head_lines(s, b, f);
    set_report_missing(s, b, n);
    inline_drop(b);
}

void set_mid_page(struct setter *s, struct galley *own, sp more) {
    int64_t room = (int64_t)s->style->text_h - more - own->height;
    sp above = room > 0 ? (sp)(room / 2) + more : 0;
    galley_add_box(s->now.g, galley_box_new(s->now.g, above, 0));
    galley_penalty(s->now.g, V_NEVER);
    galley_take_rows(s->now.g, own);
}

/** Sets a part in the middle of a page of its own. */
static void set_part(struct setter *s, const struct doc_node *n, const struct frame *f,
                     const struct run_in *h) {
    struct galley own;
    struct frame in = *f;
    in.align = f->align == INLINE_JUSTIFY ? INLINE_CENTER : f->align;
    set_galley_begin(s, &own);
    set_lines(s, n, &in, h, DOC_PART);
    set_galley_end(s);
    set_mid_page(s, &own, 0);
    galley_drop(&own);
    struct v_turn turn = {.side = chapter_side(s)};
    galley_turn(s->now.g, &turn);
}

void set_chapter(struct setter *s, const struct doc_node *n, const struct frame *f,
                 const struct run_in *h, int division) {
    sp above = PT(ABOVE), below = PT(BELOW);
    struct v_turn turn = {.side = chapter_side(s), .this_style = STR("plain")};
    galley_turn(s->now.g, &turn);
    if (division <= DOC_PART) {
        set_part(s, n, f, h);
        s->now.no_indent = true;
        return;
    }
    struct frame in = *f;
    struct run_in head = *h;
    /* KOMA-Script's \chapter has no "Chapter" above the title */
    if (s->doc->cls.bare && in.step == STEP_HUGEST) {
        sp leading = set_type_leading(s->style, STEP_NORMAL);
        set_frame_step(s->style, &in, STEP_HUGE);
        head.ink.size = in.ink.size;
        above = sp_scale(leading, 33, 10);
        below = sp_scale(leading, 173, 100);
    }
    above = set_look_margin(s, &in, LOOK_MARGIN_TOP, (struct v_glue){above, 0, 0}).size;
    /* A box is needed, because the top of a page would drop plain space. The strut of the line is
     * higher than the letters, so the difference is subtracted. */
    sp strut = in.leading * 7 / 10 - sp_scale(in.ink.size, 7, 10);
    above += s->style->top_skip - strut;
    galley_add_box(s->now.g, galley_box_new(s->now.g, above > 0 ? above : 0, 0));
    galley_penalty(s->now.g, V_NEVER);
    set_lines(s, n, &in, &head, division);
    set_space_below(s, &in, (struct v_glue){below, 0, 0});
    galley_penalty(s->now.g, V_NEVER);
    s->now.no_indent = true;
}

/* ---- running heads ---- */

void set_chapter_mark(struct setter *s, const struct doc_node *n, struct str dest) {
    int division = doc_division(s->doc, n);
    const struct doc_node *number = number_of(n);
    if (division > DOC_SECTION) {
        return;
    }
    struct str title = doc_plain(s->arena, n);
    if (number) { /* the title follows the number; the em space between them is skipped below */
        title = str_from(title, n->u.heading.number.n);
    }
    title = str_trim(title);
    if (str_starts(title, STR("\u2003"))) {
        title = str_from(title, STR("\u2003").n);
    }
    bool word = division <= DOC_CHAPTER && !s->doc->cls.bare;
    struct str label = !number ? STR_EMPTY : word ? label_of(s, n, division) : n->u.heading.number;
    struct str text = number ? arena_join(s->arena, 3, label, STR(". "), title) : title;
    vec_push(&s->marks, (struct head_mark){dest, text, division <= DOC_CHAPTER});
}

/* ---- matters ---- */

void set_matter(struct setter *s, enum doc_matter matter) {
    struct v_turn turn = {.side = chapter_side(s)};
    if (!set_may_turn(s) || matter == s->matter) {
        return;
    }
    turn.numbers = matter != DOC_MATTER_BACK;
    turn.numbering = matter == DOC_MATTER_FRONT ? PAGE_ROMAN : PAGE_ARABIC;
    turn.restart = turn.numbers;
    galley_turn(s->now.g, &turn);
    s->matter = matter;
}

/** Whether the author has marked the beginning of the main matter. */
static bool has_main(const struct doc *d) {
    for (const struct doc_node *n = d->root->first; n; n = n->next) {
        if (doc_matter_of(n) == DOC_MATTER_MAIN ||
            (n->kind == DOC_PARA && n->first && doc_matter_of(n->first) == DOC_MATTER_MAIN)) {
            return true;
        }
    }
    return false;
}

void set_matter_begin(struct setter *s) {
    struct v_turn turn = {.numbers = true, .numbering = PAGE_ROMAN};
    if (s->doc->cls.kind == DOC_CLASS_ARTICLE) {
        return;
    }
    s->own_matter = has_main(s->doc);
    if (s->own_matter || s->doc->cls.kind == DOC_CLASS_BOOK) {
        s->matter = DOC_MATTER_FRONT;
        galley_turn(&s->body, &turn);
    }
}

void set_matter_text(struct setter *s) {
    if (s->matter == DOC_MATTER_FRONT && !s->own_matter) {
        set_matter(s, DOC_MATTER_MAIN);
    }
}

/* ---- divisions of front matter ---- */

static bool is_front_div(const struct setter *s, const struct doc_node *n) {
    return n->kind == DOC_DIV && n->attr && s->style->chapters &&
           (doc_has_class(n, "dedication") || doc_has_class(n, "abstract") ||
            doc_has_class(n, "acknowledgements") || doc_has_class(n, "acknowledgments"));
}

const struct doc_node *set_front_divs(struct setter *s, const struct frame *f) {
    const struct doc_node *n = s->doc->root->first;
    for (; n && is_front_div(s, n); n = n->next) {
        set_block(s, n, f);
    }
    return n;
}

/** A dedication is in the middle of its page, an abstract follows its heading, and acknowledgements
 * begin at the top of a page. */
bool set_front_div(struct setter *s, const struct doc_node *n, const struct frame *f) {
    bool dedication = doc_has_class(n, "dedication");
    bool abstract = doc_has_class(n, "abstract");
    bool thanks = !dedication && !abstract;
    if (!is_front_div(s, n) || !set_may_turn(s)) {
        return false;
    }
    struct frame in = *f;
    struct galley own;
    struct v_turn turn = {.side = V_SIDE_ANY,
                          .this_style = dedication ? STR("empty") : STR("plain")};
    struct v_turn behind = {.side = V_SIDE_ANY};
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    if (dedication) {
        in.align = INLINE_CENTER;
        in.ink.face |= FONT_ITALIC;
    }
    s->now.no_indent = true;
    galley_turn(&s->body, &turn);
    if (!thanks) {
        set_galley_begin(s, &own);
    }
    if (abstract && (!n->first || n->first->kind != DOC_HEADING)) {
        set_abstract_name(s, &in);
    }
    set_blocks(s, n->first, &in);
    if (!thanks) {
        set_galley_end(s);
        set_mid_page(s, &own, 0);
        galley_drop(&own);
    }
    galley_turn(s->now.g, &behind);
    s->now.no_indent = true;
    return true;
}
