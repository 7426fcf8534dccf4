/* SPDX-License-Identifier: MIT */
/*
 * Adds blocks to the galley: paragraphs, quotes, rules and divisions are set here, and other blocks
 * are passed to their setters. Decides the spaces between blocks, and where a page may be cut
 * inside a paragraph.
 */
#include "print/layout/set/formula.h"
#include "print/layout/set/setter.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "print/layout/model/sp.h"

DIAG_USE(DIAG_NESTING);
DIAG_USE(DIAG_OVERFULL);

/* LaTeX's \brokenpenalty. LaTeX's \clubpenalty and \widowpenalty are 150; here single lines are
 * never separated at all. */
#define BROKEN_PENALTY 100
#define DETAILS_PENALTY 500 /* the penalty of a cut between a work and its abstract */
#define INTRO_PENALTY 300   /* the penalty of a cut after "as follows:" */
#define BALANCE_LINES 10
#define BALANCE_TRIALS 12

void set_wait_dest(struct setter *s, struct str id) {
    if (id.n > 0 && s->now.waits.ndest < ARRAY_LEN(s->now.waits.dest)) {
        s->now.waits.dest[s->now.waits.ndest++] = id;
    }
}

void set_direction(struct frame *f, bool rtl) {
    f->rtl = f->ink.rtl = rtl;
}

void set_inset(struct frame *f, sp start) {
    f->left += f->rtl ? 0 : start;
    f->width -= start;
}

sp set_from_start(const struct frame *f, sp from, sp width) {
    return f->rtl ? f->left + f->width - from - width : f->left + from;
}

/** Attaches waiting labels and destinations to a box, in reading order. Labels come before the
 * text. */
static void take_waiting(struct setter *s, struct v_box *box) {
    struct draw *own = box->draws.first;
    struct waiting_label *w = s->now.waits.labels;
    if (w) {
        box->draws = (struct draw_list){NULL, NULL};
        for (; w; w = w->next) {
            draw_append(&box->draws, draw_line(s->arena, w->line, w->x, 0));
            galley_collect(s->now.g, box, w->line, 0);
        }
        draw_append(&box->draws, own);
        s->now.waits.labels = s->now.waits.last_label = NULL;
    }
    for (size_t i = 0; i < s->now.waits.ndest; i++) {
        galley_add_dest(s->now.g, box, s->now.waits.dest[i], -box->height);
    }
    s->now.waits.ndest = 0;
    /* the list is reversed, so that the first note is placed highest */
    while (s->now.waits.margins) {
        struct v_margin *m = s->now.waits.margins;
        s->now.waits.margins = m->next;
        m->next = box->margins;
        box->margins = m;
    }
}

void set_galley_begin(struct setter *s, struct galley *own) {
    galley_init(own, s->arena, s->work);
    own->outer = s->now.g;
    s->now.g = own;
}

void set_galley_end(struct setter *s) {
    s->now.g = s->now.g->outer;
}

void set_put_line(struct setter *s, struct v_box *box, sp leading) {
    take_waiting(s, box);
    set_aside_attach(s, box);
    galley_add_line(s->now.g, box, leading);
    set_aside_attached(s, box);
}

void set_put_box(struct setter *s, struct v_box *box, const struct frame *f) {
    if (s->now.waits.labels) {
        set_flush_labels(s, f);
        galley_penalty(s->now.g, V_NEVER);
    }
    take_waiting(s, box);
    set_aside_attach(s, box);
    galley_add_box(s->now.g, box);
    set_aside_attached(s, box);
}

void set_flush_notes(struct setter *s, struct page_elem *parent) {
    if (s->now.in_note) {
        return; /* a note inside a note follows the outer note */
    }
    for (size_t i = 0; i < s->notes.loose.n; i++) {
        page_elem_attach(parent, s->notes.loose.p[i]);
    }
    vec_clear(&s->notes.loose);
}

void set_frame_params(struct setter *s, const struct frame *f, struct para_params *params) {
    para_params_init(params, f->width);
    params->tolerance = s->style->tolerance;
    params->emergency_stretch = s->style->emergency_stretch;
    params->ragged_right =
        s->style->ragged_right || f->align == INLINE_LEFT || f->align == INLINE_START;
    params->looseness = f->looseness;
    set_aside_params(s, f, params);
    if (f->hang != 0) {
        params->first_indent = -f->hang;
    } else if (f->own_indent) {
        params->first_indent = f->par_indent;
    } else if (f->align == INLINE_JUSTIFY && !s->now.no_indent) {
        params->first_indent = f->par_indent;
    }
}

/** The penalty of a cut after line `i` (from 0) of `n` lines. */
static int32_t cut_penalty(const struct frame *f, const struct inline_line *line, size_t i,
                           size_t n) {
    size_t orphans = f->orphans > 0 ? (size_t)f->orphans : 2;
    size_t widows = f->widows > 0 ? (size_t)f->widows : 2;
    if (i + 1 < orphans || n - i - 1 < widows) {
        return V_NEVER;
    }
    return f->line_penalty + (line->hyphen ? BROKEN_PENALTY : 0);
}

/** The indent of line `i` if it continues a long line of verse, limited to the available room. */
static sp turn_over(const struct page_style *st, const struct frame *f,
                    const struct inline_line *lines, size_t i) {
    if (!f->verse || i == 0 || lines[i - 1].forced) {
        return 0;
    }
    sp room = lines[i].width - lines[i].natural;
    return room < 0 ? 0 : room < 2 * st->em ? room : 2 * st->em;
}

/** Marks lines that are too long, for drafts, like TeX's \overfullrule. */
static void mark_overfull(struct setter *s, struct v_box *box, const struct frame *f) {
    struct page_colour black = {0, 0, 0};
    draw_append(&box->draws, draw_rule(s->arena, f->left + f->width, -box->height, PT(5),
                                       box->height + box->depth, black, NULL));
}

/** The smallest measure at which a text has no more lines than at the full measure, found in a few
 * trials. */
static sp balanced_width(struct inline_builder *b, const struct para_params *params,
                         enum inline_align align) {
    struct para_params tried = *params;
    size_t lines = 0;
    (void)inline_break(b, params, align, &lines);
    sp least = params->width / 2;
    sp most = params->width;
    for (int i = 0; i < BALANCE_TRIALS && lines > 1 && lines <= BALANCE_LINES; i++) {
        size_t n = 0;
        bool fits = true;
        tried.width = least + (most - least) / 2;
        const struct inline_line *got = inline_break(b, &tried, align, &n);
        for (size_t k = 0; k < n; k++) {
            fits = fits && !got[k].overfull;
        }
        *(fits && n <= lines ? &most : &least) = tried.width;
    }
    return most;
}

sp set_balance(struct inline_builder *b, const struct frame *f, enum inline_align align,
               struct para_params *params) {
    sp whole = params->width;
    bool at_right = align == INLINE_RIGHT || (align == INLINE_START && f->rtl) ||
                    (align == INLINE_END && !f->rtl);
    if (align == INLINE_JUSTIFY || !f->balance) {
        return 0;
    }
    params->width = balanced_width(b, params, align);
    return align == INLINE_CENTER ? (whole - params->width) / 2
           : at_right             ? whole - params->width
                                  : 0;
}

size_t set_paragraph(struct setter *s, struct inline_builder *b, const struct frame *f,
                     const struct para_params *params, enum inline_align align) {
    size_t n = 0;
    struct para_params own = *params;
    if (s->style->ragged_right && align == INLINE_JUSTIFY) {
        align = INLINE_START;
    }
    sp shift = set_balance(b, f, align, &own);
    struct inline_line *lines = inline_break(b, &own, align, &n);
    sp leading = f->leading;
    for (size_t i = 0; i < n; i++) {
        if (lines[i].forced && i + 1 < n) {
            inline_end_space(s->arena, &lines[i]);
        }
        if (lines[i].overfull && lines[i].natural - lines[i].width > SP_PT) {
            s->now.overfull++;
        }
        if (i > 0) {
            galley_penalty(s->now.g, cut_penalty(f, &lines[i - 1], i - 1, n));
        }
        sp turn = turn_over(s->style, f, lines, i);
        sp left = f->left + shift + (f->rtl ? -turn : turn);
        struct v_box *box = galley_line_box(s->now.g, &lines[i], left, leading);
        if (s->style->draft && lines[i].overfull) {
            mark_overfull(s, box, f);
        }
        set_put_line(s, box, leading);
    }
    return n;
}

/** Reports lines that are too long, at the place of their block. */
static void report_overfull(struct setter *s, const struct doc_node *n) {
    if (s->now.overfull > 0) {
        struct diag *g = diag_add(s->d, DIAG_OVERFULL, n->span,
                                  "%d line%s stick%s out of the measure", s->now.overfull,
                                  s->now.overfull == 1 ? "" : "s", s->now.overfull == 1 ? "s" : "");
        diag_hint(s->d, g,
                  "a long word or formula has no place to break: put a space or U+200B in it");
    }
    s->now.overfull = 0;
}

/** Whether a paragraph begins with a small letter. After a display, such a paragraph continues the
 * sentence before the display. */
static bool begins_small(const struct doc_node *n) {
    size_t at = 0;
    while (n->first) {
        n = n->first;
    }
    return n->kind == DOC_TEXT && n->u.text.text.n > 0 &&
           unicode_is_lower(utf8_next(n->u.text.text, &at));
}

void set_inline_paragraph(struct setter *s, const struct doc_node *n, const struct frame *f,
                          struct page_elem *elem, enum inline_align align) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    ink.tag.elem = elem;
    sp outdent = s->now.waits.run_in.outdent;
    bool has_head = set_run_in(s, b);
    const struct frame *outer = s->now.para;
    s->now.para = f;
    set_inlines(s, b, n, &ink);
    s->now.para = outer;
    if (!inline_is_empty(b)) {
        struct para_params params;
        set_frame_params(s, f, &params);
        if (has_head) {
            params.first_indent = -outdent;
        } else if (s->now.display && f->hang == 0 && begins_small(n)) {
            params.first_indent = 0;
        }
        size_t lines = set_paragraph(s, b, f, &params, align);
        if (lines > 1 && (n->kind == DOC_PARA || n->kind == DOC_PLAIN)) {
            vec_push(&s->pages->paragraphs, (struct page_paragraph){n, lines});
        }
        set_report_missing(s, b, n);
        report_overfull(s, n);
        s->now.no_indent = s->now.display = false;
    }
    inline_drop(b);
}

static void set_para(struct setter *s, const struct doc_node *n, const struct frame *f) {
    const struct doc_node *display = set_lone_display(n);
    if (n->kind == DOC_PARA && s->style->own_paragraphs) {
        galley_space(s->now.g, f->tight ? (struct v_glue){0, 0, 0} : f->par_skip);
    } else if (n->kind == DOC_PARA) {
        set_space_above(s, f, f->tight ? (struct v_glue){0, 0, 0} : f->par_skip);
    }
    if (display) {
        set_flush_run_in(s, f);
        set_display(s, display, f, f->elem);
    } else {
        struct page_elem *elem = set_elem_new(s, f->elem, ROLE_P);
        struct frame own;
        set_inline_paragraph(s, n, set_looseness(s, n, f, &own) ? &own : f, elem, f->align);
        if (set_last_display(n)) {
            galley_space(s->now.g, (struct v_glue){s->style->em, 0, 0});
        }
    }
    if (n->kind == DOC_PARA && !s->style->own_paragraphs) {
        set_space_below(s, f, (struct v_glue){0, 0, 0});
    }
}

void set_keep_with_intro(struct galley *g, const struct doc_node *n) {
    const struct doc_node *last = n->prev && n->prev->kind == DOC_PARA ? n->prev->last : NULL;
    while (last && last->last) {
        last = last->last;
    }
    if (last && last->kind == DOC_TEXT && str_ends(str_trim(last->u.text.text), STR(":"))) {
        galley_penalty(g, INTRO_PENALTY);
    }
}

static void set_quote(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    int level = f->list_level < STYLE_LIST_LEVELS ? f->list_level : STYLE_LIST_LEVELS - 1;
    sp inset = s->style->lists.indent[level];
    inset = f->width > 6 * inset ? inset : 0;
    set_look_inset(s, &in, inset, inset);
    struct v_glue around = s->style->indent ? s->style->lists.before[level] : s->style->par_skip;
    in.elem = set_elem_new(s, f->elem, ROLE_BLOCK_QUOTE);
    in.par_indent = 0;
    in.tight = false;
    in.list_level++;
    set_space_above(s, &in, around);
    set_keep_with_intro(s->now.g, n);
    set_blocks(s, n->first, &in);
    set_space_below(s, &in, around);
    galley_penalty(s->now.g, -51);
    s->now.no_indent = true;
}

/** Sets a horizontal rule that a sheet styles: its width, and its background or upper border. */
static bool set_own_rule(struct setter *s, const struct frame *f) {
    static const struct v_glue NONE = {0, 0, 0};
    const struct look *look = f->look;
    struct box_paint paint;
    if (!look || (!set_box_has(s, f) && !look->v[LOOK_WIDTH])) {
        return false;
    }
    (void)set_box_paint(s, look, &f->ink, f->width, &paint);
    sp height = set_box_length(s, look, LOOK_HEIGHT, &f->ink, 0, 0) +
                set_box_border(s, look, EDGE_TOP, &f->ink) +
                set_box_border(s, look, EDGE_BOTTOM, &f->ink);
    height = height < s->style->text_h ? height : s->style->text_h;
    struct box_area area = {.x = f->left - f->pad_left,
                            .y = -height,
                            .w = f->width + f->pad_left + f->pad_right,
                            .h = height};
    struct v_box *box = galley_box_new(s->now.g, height, 0);
    draw_box(s->arena, &box->draws, &paint, &area);
    galley_margin(s->now.g, set_look_margin(s, f, LOOK_MARGIN_TOP, NONE));
    set_put_box(s, box, f);
    galley_margin(s->now.g, set_look_margin(s, f, LOOK_MARGIN_BOTTOM, NONE));
    return true;
}

/** Sets a horizontal rule as pandoc does in LaTeX: half the measure wide, half a point thick,
 * centred. */
static void set_rule(struct setter *s, const struct doc_node *n, const struct frame *f) {
    (void)n;
    const struct look_value *colour = f->look ? f->look->v[LOOK_BORDER_TOP_COLOR] : NULL;
    struct v_glue around = {s->style->sizes[STEP_NORMAL].leading * 3 / 4, PT(2), PT(2)};
    sp thick = set_look_sp(s, f, LOOK_BORDER_TOP_WIDTH, SP_PT / 2);
    s->now.no_indent = true;
    if (set_own_rule(s, f)) {
        return;
    }
    galley_space(s->now.g, set_look_margin(s, f, LOOK_MARGIN_TOP, around));
    struct v_box *box = galley_box_new(s->now.g, thick, 0);
    draw_append(&box->draws,
                draw_rule(s->arena, f->left + f->width / 4, -thick, f->width / 2, thick,
                          colour && colour->kind == LOOK_COLOUR ? colour->colour : f->ink.colour,
                          NULL));
    galley_penalty(s->now.g, V_NEVER); /* a rule is better at the foot of a page than at the top */
    set_put_box(s, box, f);
    galley_space(s->now.g, set_look_margin(s, f, LOOK_MARGIN_BOTTOM, around));
    s->now.no_indent = true;
}

/** Sets a details element. Its summary runs into the first paragraph of the text, like the name of
 * a printed abstract. */
static void set_details(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    const struct doc_node *first = n->first;
    sp inset = s->style->em * 3 / 2;
    if (set_framed(s, n, f)) {
        return;
    }
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    set_frame_shrink(s->style, &in, STEP_SMALL);
    in.par_skip = (struct v_glue){in.leading / 4, SP_PT, 0};
    in.par_indent = 0;
    in.tight = false;
    in.line_penalty = 50;
    galley_penalty(s->now.g, DETAILS_PENALTY);
    if (f->width > 10 * inset) {
        set_inset(&in, inset);
    }
    if (first && first->kind == DOC_SUMMARY) {
        set_flush_run_in(s, f);
        s->now.waits.run_in = (struct run_in){.node = first, .elem = NULL, .ink = in.ink};
        s->now.waits.run_in.ink.face |= FONT_BOLD;
        if (first->next && first->next->kind == DOC_PARA) {
            struct page_elem *p = set_elem_new(s, in.elem, ROLE_P);
            s->now.waits.run_in.ink.tag.elem = p;
            galley_space(s->now.g, in.par_skip);
            set_inline_paragraph(s, first->next, &in, p, in.align);
            first = first->next;
        } else {
            set_flush_run_in(s, &in);
        }
        first = first->next;
    }
    set_blocks(s, first, &in);
    galley_space(s->now.g, in.par_skip);
}

bool set_notes_below(const struct doc_node *table) {
    return table && table->kind == DOC_TABLE && table->next && table->next->kind == DOC_DIV &&
           doc_has_class(table->next, "tablenotes");
}

/** Sets notes below their table: in small text, from its left edge, and at least three fifths of
 * the line wide if the table is narrow. */
static void set_table_notes(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    if (n == s->now.table_notes) {
        return; /* the notes were set in the float of their table */
    }
    sp left = s->now.table_left, width = s->now.table_width, right = left + width;
    sp most = f->rtl ? right - f->left : f->left + f->width - left;
    set_frame_shrink(s->style, &in, STEP_FOOTNOTE);
    in.par_skip = (struct v_glue){0, 0, 0};
    in.par_indent = 0;
    sp least = sp_scale(f->width, 3, 5);
    width = width < least ? least : width;
    if (left >= f->left && right <= f->left + f->width && most > f->width / 4) {
        in.width = width < most ? width : most;
        in.left = f->rtl ? right - in.width : left;
    }
    galley_penalty(s->now.g, V_NEVER);
    galley_space(s->now.g, (struct v_glue){f->leading / 3, 0, 0});
    set_look_text(s, &in);
    set_blocks(s, n->first, &in);
    galley_space(s->now.g, (struct v_glue){f->leading * 7 / 10, PT(2), PT(1)});
}

static void set_div(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    if (set_notes_below(n->prev)) {
        set_table_notes(s, n, f);
        return;
    }
    if (set_index_div(s, n, f) || set_framed(s, n, f)) {
        return;
    }
    set_looseness_of(s, n, &in);
    struct str lang = doc_pair(n, "lang");
    if (lang.n > 0) {
        in.ink.lang = lang;
    }
    bool verse = doc_has_class(n, "line-block");
    if (verse) { /* in verse, the author decides where lines end */
        in.align = INLINE_START;
        in.par_indent = 0;
        in.verse = true;
        galley_space(s->now.g, f->par_skip);
    } else if (doc_has_class(n, "center")) {
        in.align = INLINE_CENTER;
    } else if (doc_has_class(n, "flushright")) {
        in.align = INLINE_RIGHT;
    } else if (doc_has_class(n, "small")) {
        set_frame_step(s->style, &in, STEP_SMALL);
    }
    set_look_text(s, &in);
    set_space_above(s, &in, (struct v_glue){0, 0, 0});
    size_t from = s->now.g->rows.n;
    if (!set_beside(s, n, &in)) {
        set_blocks(s, n->first, &in);
    }
    if (doc_has_class(n, "keep-together")) {
        galley_keep(s->now.g, from, s->style->text_h);
    }
    in.look = f->look;
    set_space_below(s, &in, (struct v_glue){0, 0, 0});
}

/** Whether a block is nested too deeply and is therefore left out. */
static bool passed_over(struct setter *s, const struct doc_node *n, const struct frame *f) {
    if (f->depth <= LIMIT_DOC_DEPTH) {
        return false;
    }
    if (f->depth == LIMIT_DOC_DEPTH + 1) {
        (void)diag_add(s->d, DIAG_NESTING, n->span, "nested more than %d deep", LIMIT_DOC_DEPTH);
    }
    return true;
}

static void set_kids(struct setter *s, const struct doc_node *n, const struct frame *f) {
    set_blocks(s, n->first, f);
}

/** The function that sets each kind of block. set_blocks() gathers inlines that are among blocks.
 */
static void (*const SETTERS[DOC_KIND_COUNT])(struct setter *, const struct doc_node *,
                                             const struct frame *) = {
    [DOC_ROOT] = set_kids,           [DOC_PARA] = set_para,
    [DOC_PLAIN] = set_para,          [DOC_HEADING] = set_heading,
    [DOC_QUOTE] = set_quote,         [DOC_CODE_BLOCK] = set_code_block,
    [DOC_RAW_BLOCK] = set_raw_block, [DOC_LIST] = set_list,
    [DOC_ITEM] = set_kids,           [DOC_DEF_LIST] = set_def_list,
    [DOC_DEF_TERM] = set_para,       [DOC_DEF_BODY] = set_kids,
    [DOC_RULE] = set_rule,           [DOC_TABLE] = set_table,
    [DOC_CAPTION] = set_para,        [DOC_ROW] = set_kids,
    [DOC_CELL] = set_kids,           [DOC_DIV] = set_div,
    [DOC_DETAILS] = set_details,     [DOC_SUMMARY] = set_para,
    [DOC_FIGURE] = set_figure,       [DOC_BIBLIOGRAPHY] = set_bibliography,
    [DOC_BIB_ENTRY] = set_bib_entry,
};

/** Applies the direction that the block itself sets. */
static void own_direction(struct setter *s, const struct doc_node *n, struct frame *f) {
    enum doc_dir said = set_dir_of(s, n);
    if (said == DOC_DIR_AUTO) {
        enum unicode_direction first = unicode_first_strong(doc_plain(s->arena, n));
        said = first == UNICODE_RTL   ? DOC_DIR_RTL
               : first == UNICODE_LTR ? DOC_DIR_LTR
                                      : DOC_DIR_NONE;
    }
    bool rtl = said == DOC_DIR_RTL;
    if (said == DOC_DIR_NONE || rtl == f->rtl) {
        return;
    }
    set_direction(f, rtl);
    /* a division contains the following blocks; headings set their direction themselves */
    if (n->kind == DOC_DIV) {
        f->elem = set_elem_new(s, f->elem, ROLE_DIV);
        f->elem->writing = rtl ? WRITING_RTL : WRITING_LTR;
        page_elem_words(s->pages, f->elem)->lang = doc_pair(n, "lang");
    }
}

/** Whether a paragraph contains a displayed formula. */
static bool has_display(const struct doc_node *n) {
    const struct doc_node *k = n->kind == DOC_PARA || n->kind == DOC_PLAIN ? n->first : NULL;
    while (k && !(k->kind == DOC_MATH && k->u.math.display)) {
        k = k->next;
    }
    return k;
}

/** Moves below floats for blocks other than text, and for blocks that request it. */
static void clear_asides(struct setter *s, const struct doc_node *n, const struct frame *f) {
    const struct look_value *clear = f->look ? f->look->v[LOOK_CLEAR] : NULL;
    bool flows = n->kind != DOC_TABLE && n->kind != DOC_CODE_BLOCK && n->kind != DOC_FIGURE;
    if (s->asides.n > 0 && (!flows || has_display(n) || set_aside_crowded(s, f))) {
        set_aside_clear(s, f, WORD_BOTH);
    } else if (clear && clear->kind == LOOK_WORD && clear->word != WORD_NONE) {
        set_aside_clear(s, f, clear->word);
    }
}

void set_block(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    in.depth++;
    if (passed_over(s, n, &in)) {
        return;
    }
    bool run_in_goes_on = n->kind == DOC_PARA || n->kind == DOC_PLAIN;
    if (!run_in_goes_on) {
        set_flush_run_in(s, f);
    }
    if (n->attr && n->kind != DOC_HEADING) {
        set_wait_dest(s, doc_id(n));
    }
    struct look look;
    size_t row = s->now.g->rows.n;
    sp outer = s->now.measure;
    set_enter_block(s, &in, &look, n);
    own_direction(s, n, &in);
    if (set_look_says(&in, LOOK_DISPLAY, WORD_NONE)) {
        return;
    }
    if (in.look && s->now.lifted != n &&
        (set_absolute(s, n, &in, f) || set_floating(s, n, &in, f))) {
        return;
    }
    clear_asides(s, n, &in);
    set_page_name(s, &in);
    set_look_break_before(s->now.g, &in);
    in.by_content = n->kind == DOC_TABLE;
    in.fitted = s->now.fitted == n;
    in.centred = n->kind == DOC_RULE;
    in.positioned = in.positioned || set_look_says(&in, LOOK_POSITION, WORD_RELATIVE) ||
                    set_look_says(&in, LOOK_POSITION, WORD_ABSOLUTE);
    if (n->kind != DOC_QUOTE && n->kind != DOC_LIST) {
        set_look_inset(s, &in, 0, 0);
    }
    s->now.measure = in.width;
    if (s->looks && (n->kind == DOC_CODE_BLOCK || n->kind == DOC_TABLE || n->kind == DOC_LIST ||
                     n->kind == DOC_DEF_LIST || n->kind == DOC_RULE)) {
        set_refuse_parts(s, &in.ink);
    }
    struct sideways_setting sw;
    bool sideways = n->attr && set_sideways_begin(s, &sw, n, &in);
    /* the panel around the block; panels opened inside it are closed by set_box_end() */
    const struct v_panel *around = s->now.g->panel;
    if (SETTERS[n->kind]) {
        SETTERS[n->kind](s, n, &in);
    }
    set_box_end(s, around, &in);
    if (sideways) {
        set_sideways_end(s, &sw);
    }
    s->now.measure = outer;
    set_look_break_after(s, &in, row);
    set_flush_notes(s, f->elem);
}

/** Makes a paragraph from inlines that are among blocks (as in a bibliography entry without
 * paragraphs). */
static const struct doc_node *set_loose_inlines(struct setter *s, const struct doc_node *n,
                                                const struct frame *f) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    const struct doc_node *first = n;
    ink.tag.elem = set_elem_new(s, f->elem, ROLE_P);
    for (; n && doc_is_inline(n->kind); n = n->next) {
        set_inline(s, b, n, &ink);
    }
    if (!inline_is_empty(b)) {
        struct para_params params;
        set_frame_params(s, f, &params);
        set_paragraph(s, b, f, &params, f->align);
        set_report_missing(s, b, first);
        s->now.no_indent = false;
    }
    inline_drop(b);
    set_flush_notes(s, f->elem);
    return n;
}

void set_blocks(struct setter *s, const struct doc_node *first, const struct frame *f) {
    const struct doc_node *n = first;
    set_generated_block(s, CSS_BEFORE, first, f);
    while (n) {
        if (doc_is_inline(n->kind)) {
            n = set_loose_inlines(s, n, f);
        } else {
            set_block(s, n, f);
            n = n->next;
        }
    }
    set_flush_run_in(s, f);
    set_generated_block(s, CSS_AFTER, first, f);
}

struct inline_line *set_single_line(struct inline_builder *b, sp *width) {
    struct para_params params;
    size_t n = 0;
    para_params_init(&params, SP_MAX / 4);
    struct inline_line *lines = inline_break(b, &params, INLINE_LEFT, &n);
    *width = n ? lines[0].natural : 0;
    return n ? &lines[0] : NULL;
}
