/* SPDX-License-Identifier: MIT */
/*
 * Lists: bullets, numbers in all styles, task boxes, and definitions, with LaTeX's margins
 * (classes.dtx). Decides the look and place of labels.
 */
#include "print/layout/set/setter.h"

/* the penalty of a cut that leaves a single item of a list alone on a page */
#define EDGE_PENALTY 60

/* ---- labels ---- */

static struct str number_label(struct arena *a, const struct doc_node *list,
                               enum doc_list_style style, int number) {
    struct buf out = BUF_INIT;
    doc_list_label(&out, list, style, number);
    return buf_finish(&out, a);
}

sp set_text_width(struct setter *s, struct str text, const struct ink *ink) {
    unsigned extra = 0;
    struct font *font = set_type_font(s, ink, &extra);
    const struct font_run *run = font_shape(font, text, ink->features | extra, ink->lang);
    return font_scale(font, run->width, ink->size);
}

/** Keeps a label, `line` (`width` wide), for the next line of text. The label will end `gap` before
 * the start of the frame. */
static void wait_label(struct setter *s, const struct inline_line *line, sp width,
                       const struct frame *f, sp gap) {
    struct waiting_label *w = ARENA_NEW(s->arena, struct waiting_label);
    w->line = line;
    w->x = set_from_start(f, -gap - width, width);
    if (s->now.waits.last_label) {
        s->now.waits.last_label->next = w;
    } else {
        s->now.waits.labels = w;
    }
    s->now.waits.last_label = w;
}

void set_wait_text(struct setter *s, struct inline_builder *b, const struct frame *f, sp gap) {
    sp width = 0;
    struct inline_line *line = set_single_line(b, &width);
    if (line) {
        inline_end_space(s->arena, line); /* the space keeps label and text apart in copied text */
        wait_label(s, line, width, f, gap);
    }
}

void set_flush_labels(struct setter *s, const struct frame *f) {
    if (!s->now.waits.labels) {
        return;
    }
    sp leading = f->leading;
    sp height = leading * 7 / 10;
    set_put_line(s, galley_box_new(s->now.g, height, leading - height), leading);
}

/* ---- lists ---- */

struct list_setter {
    struct setter *s;
    const struct doc_node *list;
    const struct frame *outer;
    struct frame in; /* the frame of the items */
    struct page_elem *elem;
    struct ink label;
};

/** The bullet for a level: LaTeX's \labelitemi to \labelitemiv. */
static struct str bullet(int level) {
    static const struct str BULLETS[] = {STR_INIT("\u2022"), STR_INIT("\u2013"), STR_INIT("*"),
                                         STR_INIT("\u00B7")};
    return BULLETS[level < (int)ARRAY_LEN(BULLETS) ? level : (int)ARRAY_LEN(BULLETS) - 1];
}

/** Sets the marker that a style sheet gives. Returns false if the list's own marker is to be
 * used. */
static bool own_label(const struct list_setter *l, const struct doc_node *item, struct str *out) {
    static const struct str DISCS[] = {STR_INIT("\u2022"), STR_INIT("\u25E6"), STR_INIT("\u25AA")};
    static const enum doc_list_style STYLES[] = {DOC_DECIMAL, DOC_LOWER_ALPHA, DOC_UPPER_ALPHA,
                                                 DOC_LOWER_ROMAN, DOC_UPPER_ROMAN};
    const struct frame *f = l->outer;
    bool ordered = l->list->u.list.style != DOC_BULLET;
    if (!f->own_marker || l->list->u.list.style == DOC_UNMARKED) {
        return false;
    }
    if (f->marker == WORD_AUTO || f->marker == WORD_NONE) {
        *out = f->marker == WORD_AUTO ? str_trim(f->marker_text) : STR_EMPTY;
        return true;
    }
    if (f->marker >= WORD_DISC && f->marker <= WORD_SQUARE) {
        *out = DISCS[f->marker - WORD_DISC];
        return true;
    }
    if (ordered && f->marker >= WORD_DECIMAL && f->marker <= WORD_UPPER_ROMAN) {
        *out = number_label(l->s->arena, l->list, STYLES[f->marker - WORD_DECIMAL],
                            item->u.item.number);
        return true;
    }
    return false;
}

struct str set_list_label(struct arena *a, const struct doc_node *item, int level) {
    const struct doc_node *list = item->parent;
    /* as in pandoc's LaTeX, task boxes look like \square and \boxtimes */
    if (item->u.item.task != DOC_TASK_NONE) {
        return item->u.item.task == DOC_TASK_DONE ? STR("\u22A0") : STR("\u25A1");
    }
    if (list->u.list.style == DOC_BULLET) {
        return bullet(level);
    }
    if (list->u.list.style == DOC_UNMARKED) {
        return STR_EMPTY;
    }
    return number_label(a, list, list->u.list.style, item->u.item.number);
}

static struct str label_text(const struct list_setter *l, const struct doc_node *item) {
    struct str own;
    bool task = item->u.item.task != DOC_TASK_NONE;
    return !task && own_label(l, item, &own)
               ? own
               : set_list_label(l->s->arena, item, l->outer->bullet_level);
}

/** The ink of a label. Task boxes are set in the math font, which is installed with the default
 * fonts. */
static struct ink label_ink(const struct list_setter *l, const struct doc_node *item) {
    struct ink ink = l->label;
    if (item->u.item.task != DOC_TASK_NONE) {
        ink.cls = FONT_MATH;
        ink.face = FONT_REGULAR;
    }
    return ink;
}

/** The indent of items: LaTeX's indent for the level, or the width of the widest number. */
static sp items_indent(const struct list_setter *l) {
    struct setter *s = l->s;
    int level = l->outer->list_level;
    if (l->list->u.list.style == DOC_UNMARKED) {
        return 0;
    }
    sp indent = s->style->lists.indent[level < STYLE_LIST_LEVELS ? level : STYLE_LIST_LEVELS - 1];
    for (const struct doc_node *i = l->list->first; i; i = i->next) {
        struct ink ink = label_ink(l, i);
        sp w = set_text_width(s, label_text(l, i), &ink) + s->style->lists.label_sep;
        indent = w > indent ? w : indent;
    }
    return indent < l->outer->width / 3 ? indent : l->outer->width / 3;
}

static void set_item_label(struct list_setter *l, const struct doc_node *item, struct page_elem *li,
                           const struct frame *f) {
    struct setter *s = l->s;
    struct str text = label_text(l, item);
    struct ink ink = label_ink(l, item);
    struct look look;
    ink.element = f->ink.element;
    bool generated = set_part_begin(s, CSS_MARKER, &ink, &look);
    if (text.n == 0 && !generated) {
        return;
    }
    set_look_marker(s, &ink);
    struct inline_builder *b = inline_new(s->shaper);
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, li, ROLE_LBL)};
    if (item->u.item.task != DOC_TASK_NONE) {
        page_elem_words(s->pages, ink.tag.elem)->actual_text =
            item->u.item.task == DOC_TASK_DONE ? STR("\u2612 ") : STR("\u2610 ");
    }
    if (generated) {
        set_part_contents(s, b, &look, &ink);
    } else {
        set_text(s, b, text, &ink);
    }
    set_wait_text(s, b, &l->in, s->style->lists.label_sep);
    set_report_missing(s, b, item);
    inline_drop(b);
}

static void set_item(struct list_setter *l, const struct doc_node *item, struct v_glue gap) {
    struct setter *s = l->s;
    struct look look;
    struct frame in = l->in;
    size_t row = s->now.g->rows.n;
    set_enter_element(s, &in, &look, "li", item, "");
    if (set_look_says(&in, LOOK_DISPLAY, WORD_NONE)) {
        return;
    }
    struct page_elem *li = set_elem_new(s, l->elem, ROLE_LI);
    set_look_break_before(s->now.g, &in);
    set_space_above(s, &in, gap);
    set_wait_dest(s, doc_id(item));
    set_item_label(l, item, li, &in);
    set_look_inset(s, &in, 0, 0);
    in.elem = set_elem_new(s, li, ROLE_LBODY);
    set_blocks(s, item->first, &in);
    set_flush_labels(s, &in);
    set_flush_notes(s, in.elem);
    set_space_below(s, &in, (struct v_glue){0, 0, 0});
    set_look_break_after(s, &in, row);
}

static enum page_list_numbering numbering_of(enum doc_list_style style) {
    switch (style) {
    case DOC_BULLET:
        return NUMBERING_DISC;
    case DOC_DECIMAL:
        return NUMBERING_DECIMAL;
    case DOC_LOWER_ALPHA:
    case DOC_UPPER_ALPHA:
        return NUMBERING_ALPHA;
    case DOC_LOWER_ROMAN:
    case DOC_UPPER_ROMAN:
        return NUMBERING_ROMAN;
    case DOC_UNMARKED:
        return NUMBERING_NONE;
    }
    BUG("list style");
}

void set_list(struct setter *s, const struct doc_node *n, const struct frame *f) {
    int level = f->list_level < STYLE_LIST_LEVELS ? f->list_level : STYLE_LIST_LEVELS - 1;
    bool tight = n->u.list.tight;
    struct frame own = *f;
    own.squeeze = 1000 - s->style->spacing.lists;
    f = &own;
    struct list_setter l = {.s = s, .list = n, .outer = f, .in = *f, .label = f->ink};
    struct v_glue usual = glue_scaled(s->style->par_skip, s->style->spacing.lists);
    struct v_glue item_skip = s->style->indent ? s->style->lists.item_skip[level] : usual;
    struct v_glue around = s->style->indent ? s->style->lists.before[level] : usual;
    if (n->u.list.style == DOC_UNMARKED && s->style->entry_skip.size > item_skip.size) {
        /* items without markers are separated by space only, as entries of a reference list are */
        item_skip = s->style->entry_skip;
    }
    if (tight && f->list_level > 0) {
        around = (struct v_glue){0, 0, 0};
    }
    sp indent = items_indent(&l);
    enum look_prop padding = f->rtl ? LOOK_PADDING_RIGHT : LOOK_PADDING_LEFT;
    enum look_prop margin = f->rtl ? LOOK_MARGIN_RIGHT : LOOK_MARGIN_LEFT;
    if (f->look && (f->look->v[padding] || f->look->v[margin])) {
        indent = set_look_sp(s, f, padding, indent) + set_look_sp(s, f, margin, 0);
    }
    l.elem = set_elem_new(s, f->elem, ROLE_L);
    l.elem->numbering = numbering_of(n->u.list.style);
    set_inset(&l.in, indent);
    l.in.tight = tight;
    l.in.list_level++;
    l.in.bullet_level += n->u.list.style == DOC_BULLET;
    l.in.par_indent = 0;
    l.in.hang = 0;
    l.in.par_skip = item_skip;
    l.in.own_indent = false;
    set_keep_with_intro(s->now.g, n);
    set_space_above(s, f, around);
    const struct doc_node *first = n->first;
    struct v_glue none = {0, 0, 0};
    for (const struct doc_node *i = first; i; i = i->next) {
        if (i != first) {
            bool edge = tight && (i->prev == first || !i->next);
            galley_penalty(s->now.g, edge ? EDGE_PENALTY : -51); /* LaTeX's \@itempenalty is -51 */
        }
        set_item(&l, i, i == first || tight ? none : item_skip);
    }
    set_space_below(s, f, around);
    s->now.no_indent = true;
}

/* ---- definitions: LaTeX's description environment ---- */

static void set_term(struct setter *s, const struct doc_node *n, const struct frame *f,
                     struct page_elem *li, sp outdent) {
    struct look look;
    struct frame term = *f;
    set_flush_run_in(s, f);
    term.ink.face |= FONT_BOLD;
    set_enter_block(s, &term, &look, n);
    s->now.waits.run_in =
        (struct run_in){.node = n, .ink = term.ink, .dest = doc_id(n), .outdent = outdent};
    s->now.waits.run_in.ink.tag = (struct inline_tag){.elem = set_elem_new(s, li, ROLE_LBL)};
    if (term.look) {
        set_box_text(s, term.look, &s->now.waits.run_in.ink);
    }
}

/** The place of terms that the style sheet sets. */
struct term_place {
    sp column;   /* the width of the column of terms at the start; 0: the terms run into the text */
    bool at_end; /* the terms float to the end of the definition's first line */
};

/** Sets a term in a column beside its definition, or at the end of the definition's first line. A
 * term that is too wide is placed above the definition. */
static void set_term_aside(struct setter *s, const struct doc_node *n, const struct frame *f,
                           struct page_elem *li, sp outdent, const struct term_place *place) {
    struct look look;
    struct frame term = *f;
    struct inline_builder *b = inline_new(s->shaper);
    sp narrowest = 0;
    sp width = 0;
    set_flush_labels(s, f);
    set_inset(&term, -outdent);
    term.ink.face |= FONT_BOLD;
    set_enter_block(s, &term, &look, n);
    term.ink.tag = (struct inline_tag){.elem = set_elem_new(s, li, ROLE_LBL)};
    set_dest(s->arena, b, doc_id(n), &term.ink);
    struct ink boxed = term.ink;
    if (term.look) {
        set_box_text(s, term.look, &boxed);
    }
    set_box_text_begin(s, b, &boxed, &term.ink);
    set_inlines(s, b, n, &boxed);
    set_box_text_end(s, b, &boxed, &term.ink);
    inline_measure(b, &narrowest, &width);
    if (width <= (place->at_end ? f->width / 2 : place->column)) {
        struct inline_line *line = set_single_line(b, &width);
        if (line && place->at_end) {
            struct v_box *box = galley_line_box(s->now.g, line, f->ink.size, f->leading);
            set_aside_put(s, f, !f->rtl, box, width + f->ink.size);
        } else if (line) {
            inline_end_space(s->arena, line);
            wait_label(s, line, width, &term, term.align == INLINE_END ? -place->column : -width);
        }
    } else {
        struct para_params params;
        para_params_init(&params, term.width);
        params.ragged_right = true;
        set_paragraph(s, b, &term, &params, INLINE_START);
        galley_penalty(s->now.g, V_NEVER);
    }
    set_report_missing(s, b, n);
    inline_drop(b);
}

/** Finds the place of the terms of a list. `f` is the frame of the list. */
static struct term_place term_place(struct setter *s, const struct doc_node *list,
                                    const struct frame *f) {
    sp column = set_look_sp(s, f, LOOK_TERM_COLUMN, 0);
    struct term_place place = {.column = column < f->width / 2 ? column : f->width / 2};
    if (f->ink.element && list->first) {
        struct look look;
        struct ink ink;
        set_peek_block(s, f, list->first, &look, &ink);
        place.at_end = set_aside_side(&look) == WORD_RIGHT;
    }
    return place;
}

/** The space between tight definitions: a small one if the previous definition has more than one
 * line. */
static struct v_glue tight_gap(struct galley *g, const struct frame *f, size_t rows_before) {
    struct v_glue none = {0, 0, 0};
    struct v_glue half = {f->par_skip.size / 2, f->par_skip.stretch / 2, 0};
    return g->rows.n > rows_before + 1 ? half : none;
}

/** Whether definitions have the space of paragraphs between them. A definition with several blocks
 * proves nothing: in pandoc it begins with a paragraph even without a blank line before it. */
static bool is_loose(const struct doc_node *list) {
    for (const struct doc_node *k = list->first; k; k = k->next) {
        const struct doc_node *text = k->kind == DOC_DEF_BODY ? k->first : NULL;
        if (text && text->kind != DOC_PLAIN && !text->next) {
            return true;
        }
    }
    return false;
}

void set_def_list(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    struct page_elem *list = set_elem_new(s, f->elem, ROLE_L);
    struct page_elem *li = NULL;
    struct term_place place = term_place(s, n, f);
    sp indent = place.column > 0 && !place.at_end
                    ? place.column + set_look_sp(s, f, LOOK_COLUMN_GAP, s->style->lists.label_sep)
                    : set_look_sp(s, f, f->rtl ? LOOK_PADDING_RIGHT : LOOK_PADDING_LEFT,
                                  place.at_end ? 0 : s->style->lists.indent[0]);
    bool after_body = true;
    bool loose = is_loose(n);
    size_t rows = s->now.g->rows.n;
    set_inset(&in, indent);
    in.par_indent = 0;
    in.hang = 0;
    in.tight = false;
    in.list_level++;
    set_keep_with_intro(s->now.g, n);
    set_space_above(s, f, f->par_skip);
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_DEF_TERM) {
            if (after_body) {
                li = set_elem_new(s, list, ROLE_LI);
                galley_penalty(s->now.g, -51);
                galley_space(s->now.g, loose ? f->par_skip : tight_gap(s->now.g, f, rows));
                rows = s->now.g->rows.n;
            }
            if (place.column > 0 || place.at_end) {
                set_term_aside(s, k, &in, li, indent, &place);
            } else {
                set_term(s, k, &in, li, indent);
            }
        } else if (li) {
            struct look look;
            struct frame body = in;
            body.elem = set_elem_new(s, li, ROLE_LBODY);
            set_enter_block(s, &body, &look, k);
            if (set_box_has(s, &body)) { /* the term is above the box of the definition */
                set_flush_run_in(s, &in);
                set_look_inset(s, &body, 0, 0);
                (void)set_box_open(s, &body);
            }
            set_blocks(s, k->first, &body);
            (void)set_box_close(s, &body);
            set_flush_notes(s, body.elem);
        }
        after_body = k->kind == DOC_DEF_BODY;
    }
    set_flush_run_in(s, &in);
    set_flush_labels(s, &in);
    set_space_below(s, f, f->par_skip);
    s->now.no_indent = true;
}
