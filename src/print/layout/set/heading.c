/* SPDX-License-Identifier: MIT */
/*
 * Headings: LaTeX's \section, \subsection and \subsubsection (classes.dtx). From level 4 on, the
 * heading runs into the following paragraph (\paragraph). Also makes the outline.
 */
#include "print/layout/set/setter.h"

#define HEAD_PENALTY (-300) /* LaTeX's \@secpenalty, the penalty of a cut above a heading */

static enum type_step head_step(int level) {
    return level <= 1 ? STEP_LARGER : level == 2 ? STEP_LARGE : STEP_NORMAL;
}

/** The name of a heading's destination: its identifier, or a unique name. */
static struct str head_dest(struct setter *s, const struct doc_node *n) {
    struct str id = doc_id(n);
    if (id.n > 0) {
        return id;
    }
    s->now.nanchors++;
    return arena_printf(s->arena, "dossier-heading-%d", s->now.nanchors);
}

static void add_outline(struct setter *s, const struct doc_node *n, int level, struct str dest) {
    struct str title = str_trim(doc_plain(s->arena, n));
    if (title.n > 0) {
        struct page_outline o = {level, title, dest};
        vec_push(&s->pages->outline, o);
        if (s->style->chapters) {
            set_chapter_mark(s, n, dest);
        }
    }
}

void set_head_lines(struct setter *s, struct inline_builder *b, const struct frame *f) {
    size_t count = 0;
    struct para_params params;
    para_params_init(&params, f->width);
    params.ragged_right = true;
    set_aside_params(s, f, &params);
    enum inline_align align = f->align == INLINE_JUSTIFY ? INLINE_START : f->align;
    sp left = f->left + set_balance(b, f, align, &params);
    struct inline_line *lines = inline_break(b, &params, align, &count);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            galley_penalty(s->now.g, V_NEVER);
        }
        set_put_line(s, galley_line_box(s->now.g, &lines[i], left, f->leading), f->leading);
    }
}

/** Sets a heading on lines of its own, with the line distance of the frame. */
static void set_display_head(struct setter *s, const struct doc_node *n, const struct frame *f,
                             const struct run_in *h) {
    struct inline_builder *b = inline_new(s->shaper);
    set_dest(s->arena, b, h->dest, &h->ink);
    set_inlines(s, b, n, &h->ink);
    set_head_lines(s, b, f);
    set_report_missing(s, b, n);
    inline_drop(b);
}

static bool runs_in(const struct doc_node *n, int level, const struct frame *f) {
    return (level >= 4 || set_look_says(f, LOOK_DISPLAY, WORD_RUN_IN)) && n->next &&
           n->next->kind == DOC_PARA && !set_lone_display(n->next);
}

/** Whether the section before this heading has no text. If so, a cut is allowed between the two
 * headings, because a long list of headings may have to continue on the next page. */
static bool ends_empty(const struct doc_node *n) {
    const struct doc_node *before = n->prev;
    return before && before->kind == DOC_HEADING && before->u.heading.level >= n->u.heading.level;
}

void set_heading(struct setter *s, const struct doc_node *n, const struct frame *f) {
    static const char *const TYPES[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    int level = doc_division(s->doc, n);
    int outline_level = 1;
    int look = level < 1 ? 1 : level < 3 ? level : 3;
    struct look own;
    struct frame in = *f;
    enum page_role role = set_heading_role(s, n->u.heading.level, &outline_level);
    set_enter_element(s, &in, &own, TYPES[role - ROLE_H1], n, "");
    if (set_look_says(&in, LOOK_DISPLAY, WORD_NONE)) {
        return;
    }
    bool chapter = level <= DOC_CHAPTER && set_may_turn(s);
    set_frame_step(s->style, &in, chapter ? STEP_HUGEST : head_step(level));
    in.ink.cls = FONT_SERIF;
    in.ink.face = FONT_BOLD | (level >= 5 ? FONT_ITALIC : 0u);
    in.ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    set_look_text(s, &in);
    set_look_inset(s, &in, 0, 0);
    struct run_in h = {.node = n, .ink = in.ink, .dest = head_dest(s, n)};
    in.squeeze = 1000 - s->style->spacing.headings;
    h.elem = set_elem_new(s, f->elem, role);
    h.elem->writing = n->attr && doc_dir_of(n) == DOC_DIR_RTL   ? WRITING_RTL
                      : n->attr && doc_dir_of(n) == DOC_DIR_LTR ? WRITING_LTR
                                                                : WRITING_AS_PARENT;
    h.ink.tag.elem = h.elem;
    add_outline(s, n, outline_level, h.dest);
    if (chapter && s->style->notes == NOTES_CHAPTER && n != s->doc->notes_head) {
        set_end_notes(s, f);
    }
    if (chapter) {
        set_chapter(s, n, &in, &h, level);
        return;
    }
    if (ends_empty(n)) {
        galley_allow(s->now.g);
    }
    galley_penalty(s->now.g, HEAD_PENALTY);
    set_page_name(s, &in);
    set_look_break_before(s->now.g, &in);
    s->now.no_indent = true;
    if (runs_in(n, level, &in) && !set_look_says(&in, LOOK_DISPLAY, WORD_BLOCK) &&
        !set_box_has(s, &in)) {
        galley_space(s->now.g,
                     set_look_margin(s, &in, LOOK_MARGIN_TOP, s->style->head_before[look - 1]));
        s->now.waits.run_in = h;
        return;
    }
    set_space_above(s, &in, s->style->head_before[look - 1]);
    set_display_head(s, n, &in, &h);
    set_space_below(s, &in, s->style->head_after[look - 1]);
    galley_penalty(s->now.g, V_NEVER);
}

bool set_run_in(struct setter *s, struct inline_builder *b) {
    struct run_in h = s->now.waits.run_in;
    if (!h.node) {
        return false;
    }
    s->now.waits.run_in = (struct run_in){0};
    set_dest(s->arena, b, h.dest, &h.ink);
    struct ink outer = h.ink;
    outer.tag.box = NULL;
    set_box_text_begin(s, b, &h.ink, &outer);
    set_inlines(s, b, h.node, &h.ink);
    set_box_text_end(s, b, &h.ink, &outer);
    struct ink gap = outer;
    gap.face = FONT_REGULAR;
    set_text(s, b, STR(" "), &gap);
    /* together with the space, the glue is as wide as the 1 em of \paragraph */
    inline_glue(b, s->style->em * 2 / 3, 0, 0, 0, NULL);
    return true;
}

void set_flush_run_in(struct setter *s, const struct frame *f) {
    struct run_in h = s->now.waits.run_in;
    if (!h.node) {
        return;
    }
    s->now.waits.run_in = (struct run_in){0};
    if (!h.ink.tag.elem) {
        h.ink.tag.elem = set_elem_new(s, f->elem, ROLE_P);
    }
    struct frame in = *f;
    set_inset(&in, -h.outdent);
    set_display_head(s, h.node, &in, &h);
    galley_penalty(s->now.g, V_NEVER);
}
