/* SPDX-License-Identifier: MIT */
/*
 * Reference lists: LaTeX's thebibliography if the citation style has labels, or paragraphs with a
 * hanging indent if the style requests them. The citation style has made the entries; this file
 * places them.
 */
#include "print/layout/set/setter.h"

/* the penalty of a cut inside an entry, which is made only if it saves much paper */
#define ENTRY_LINE_PENALTY 300

static const struct doc_node *label_of(const struct doc_node *entry) {
    return entry->first && entry->first->kind == DOC_BIB_LABEL ? entry->first : NULL;
}

/** The width of the widest label, or 0 without labels. */
static sp widest_label(struct setter *s, const struct doc_node *list, const struct ink *ink) {
    sp widest = 0;
    for (const struct doc_node *e = list->first; e; e = e->next) {
        const struct doc_node *label = label_of(e);
        if (label) {
            sp w = set_text_width(s, str_trim(doc_plain(s->arena, label)), ink);
            widest = w > widest ? w : widest;
        }
    }
    return widest;
}

void set_bibliography(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    int lines = n->u.bib.entry_spacing;
    in.elem = set_elem_new(s, f->elem, ROLE_L);
    in.elem->numbering = NUMBERING_NONE;
    in.line_penalty = ENTRY_LINE_PENALTY;
    in.par_indent = 0;
    in.par_skip = s->style->entry_skip;
    in.squeeze = 1000 - s->style->spacing.references;
    if (s->style->reference_size) {
        set_frame_size(s->style, &in, s->style->reference_size);
    }
    /* CSL's entry-spacing; for its default, 1, the space is LaTeX's */
    if (lines >= 0 && lines != 1) {
        in.par_skip.size = f->leading * (lines < 4 ? lines : 4) / 2;
        in.par_skip = glue_scaled(in.par_skip, s->style->spacing.references);
    }
    if (n->u.bib.second_field) {
        in.label_width = widest_label(s, n, &in.ink);
    }
    if (in.label_width > f->width / 3) {
        in.label_width = 0;
    }
    if (in.label_width > 0) {
        sp indent = in.label_width + s->style->lists.label_sep;
        set_inset(&in, indent);
    } else if (n->u.bib.hanging) {
        in.hang = s->style->em * 3 / 2;
        set_inset(&in, in.hang);
    }
    set_space_above(s, &in, in.par_skip);
    for (const struct doc_node *e = n->first; e; e = e->next) {
        set_block(s, e, &in);
    }
    in.look = f->look;
    set_space_below(s, &in, in.par_skip);
    s->now.no_indent = true;
}

/** Sets the label in an element of its own. It ends `label_sep` before the text. */
static void set_label(struct setter *s, const struct doc_node *label, const struct frame *f,
                      struct page_elem *li) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, li, ROLE_LBL)};
    set_inlines(s, b, label, &ink);
    set_wait_text(s, b, f, s->style->lists.label_sep);
    set_report_missing(s, b, label);
    inline_drop(b);
}

void set_bib_entry(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct page_elem *li = set_elem_new(s, f->elem, ROLE_LI);
    const struct doc_node *first = n->first;
    const struct doc_node *label = label_of(n);
    struct frame in = *f;
    in.tight = true;
    in.depth++;
    if (label && f->label_width > 0) {
        set_label(s, label, f, li);
        first = first->next;
    }
    in.elem = set_elem_new(s, li, ROLE_LBODY);
    s->now.no_indent = true;
    set_space_above(s, f, f->par_skip);
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = in.ink;
    ink.tag.elem = set_elem_new(s, in.elem, ROLE_BIB_ENTRY);
    /* a work in another script has a direction of its own */
    enum doc_dir own = in.rtl ? DOC_DIR_AUTO : DOC_DIR_NONE;
    set_isolate(b, own);
    for (; first; first = first->next) {
        set_inline(s, b, first, &ink);
    }
    set_isolate_end(b, own);
    struct para_params params;
    set_frame_params(s, &in, &params);
    set_paragraph(s, b, &in, &params, in.align);
    set_report_missing(s, b, n);
    inline_drop(b);
    set_flush_labels(s, &in);
    set_flush_notes(s, in.elem);
}
