/* SPDX-License-Identifier: MIT */
/*
 * The title block: LaTeX's \maketitle (classes.dtx) with what academics put below their names, and
 * the abstract. The title is the document's first heading (H1); authors stand side by side while
 * the measure has room.
 */
#include "layout/setter.h"

#include "layout/units.h"

#define MAX_LINES 24 /* of one author's block */
#define MAX_ASIDE 3  /* authors beside one another */

/** One author: centred lines, as wide as the widest. */
struct author_block {
    const struct inline_line *lines[MAX_LINES];
    sp widths[MAX_LINES], leadings[MAX_LINES];
    size_t n;
    sp width;
};

static void centred(struct setter *s, const struct doc_node *n, const struct frame *f,
                    enum type_step step, struct page_elem *elem) {
    struct frame in = *f;
    in.ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    frame_step(s, &in, step);
    s->no_indent = true;
    set_inline_paragraph(s, n, &in, elem, INLINE_CENTER);
    flush_notes(s, f->elem);
}

/* ---- authors ---- */

/** Adds what the builder has: one line, or several when it is wider than the measure. */
static void add_line(struct setter *s, struct author_block *block, struct inline_builder *b,
                     enum type_step step) {
    struct para_params p;
    size_t n = 0;
    para_params_init(&p, s->style.text_w);
    p.ragged_right = true;
    struct inline_line *lines = inline_break(b, &p, INLINE_LEFT, &n);
    for (size_t i = 0; i < n && block->n < MAX_LINES; i++) {
        type_end_space(s, &lines[i]);
        block->lines[block->n] = &lines[i];
        block->widths[block->n] = lines[i].natural;
        block->leadings[block->n] = type_leading(s, step);
        block->width = lines[i].natural > block->width ? lines[i].natural : block->width;
        block->n++;
    }
    report_missing(s, b, NULL);
    inline_drop(b);
}

static void add_node_line(struct setter *s, struct author_block *block, const struct doc_node *n,
                          const struct ink *base, enum type_step step) {
    struct ink ink = *base;
    struct inline_builder *b = inline_new(s->shaper);
    ink_step(s, &ink, step);
    set_inlines(s, b, n, &ink);
    add_line(s, block, b, step);
}

static void add_link_line(struct setter *s, struct author_block *block, struct str before,
                          struct str text, struct str uri, const struct ink *base) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = *base;
    ink_step(s, &ink, STEP_NORMAL);
    set_text(s, b, before, &ink);
    struct ink inner = link_ink(s, &ink, ROLE_LINK, uri, STR_EMPTY, text, NULL);
    set_text(s, b, text, &inner);
    add_line(s, block, b, STEP_NORMAL);
}

static void build_author(struct setter *s, const struct doc_author *a, const struct frame *f,
                         struct author_block *block) {
    struct ink ink = f->ink;
    ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    ink.tag = (struct inline_tag){.elem = elem_new(s, f->elem, ROLE_P)};
    if (a->name) {
        add_node_line(s, block, a->name, &ink, STEP_LARGE);
    }
    for (size_t i = 0; i < a->naffiliations; i++) {
        add_node_line(s, block, a->affiliations[i], &ink, STEP_NORMAL);
    }
    if (a->email.n > 0) {
        add_link_line(s, block, STR_EMPTY, a->email,
                      arena_join(s->arena, 2, STR("mailto:"), a->email), &ink);
    }
    if (a->orcid.n > 0) {
        struct str id = a->orcid;
        size_t slash = str_find(id, STR("orcid.org/"));
        id = slash == STR_NONE ? id : str_from(id, slash + 10);
        add_link_line(s, block, STR("ORCID "), id,
                      arena_join(s->arena, 2, STR("https://orcid.org/"), id), &ink);
    }
    if (a->url.n > 0) {
        add_link_line(s, block, STR_EMPTY, a->url, a->url, &ink);
    }
}

/** Authors `from` to `to` beside one another in one box. */
static void put_authors(struct setter *s, const struct author_block *blocks, size_t from, size_t to,
                        sp gap, const struct frame *f) {
    int64_t total = (int64_t)gap * (int64_t)(to - from - 1);
    sp deepest = 0;
    for (size_t i = from; i < to; i++) {
        total += blocks[i].width;
        sp deep = 0;
        for (size_t k = 1; k < blocks[i].n; k++) {
            deep += blocks[i].leadings[k];
        }
        deepest = deep > deepest ? deep : deepest;
    }
    sp leading = type_leading(s, STEP_LARGE);
    sp height = leading * 7 / 10;
    struct v_box *box = galley_box_new(s->g, height, leading - height + deepest);
    box->foot = leading - height;
    sp x = f->left + (sp)((f->width - total) / 2);
    for (size_t i = from; i < to; i++) {
        sp y = 0;
        for (size_t k = 0; k < blocks[i].n; k++) {
            y += k > 0 ? blocks[i].leadings[k] : 0;
            galley_draw(box, draw_line(s->arena, blocks[i].lines[k],
                                       x + (blocks[i].width - blocks[i].widths[k]) / 2, y));
            galley_collect(s->g, box, blocks[i].lines[k], y);
        }
        x += blocks[i].width + gap;
    }
    put_line(s, box, f, leading);
}

/** Rows of authors as full as the measure allows; an author wider than the measure is set as text.
 */
static void set_authors(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    struct author_block *blocks = ARENA_ARRAY(s->arena, struct author_block, m->nauthors + 1);
    sp gap = 2 * s->style.em;
    for (size_t i = 0; i < m->nauthors; i++) {
        build_author(s, &m->authors[i], f, &blocks[i]);
    }
    size_t from = 0;
    while (from < m->nauthors) {
        size_t to = from + 1;
        int64_t width = blocks[from].width;
        while (to < m->nauthors && to - from < MAX_ASIDE &&
               width + gap + blocks[to].width <= f->width) {
            width += gap + blocks[to].width;
            to++;
        }
        if (blocks[from].n > 0) {
            if (from > 0) {
                galley_space(s->g, (struct v_glue){s->style.em, 0, 0});
            }
            put_authors(s, blocks, from, to, gap, f);
        }
        from = to;
    }
}

/* ---- abstract ---- */

static struct str abstract_word(const struct setter *s) {
    const struct node *own = node_get(s->doc->front, "abstract-title");
    if (own) {
        return own->text;
    }
    bool foreign = false;
    return doc_word(s->style.lang, DOC_WORD_ABSTRACT, &foreign);
}

/** In hundredths of a point at 11 pt. The figures give the baselines of LaTeX's \maketitle
 * (article) at 10 and 11 pt within a point, at 12 pt within three. */
static void gap_before(struct setter *s, int pt100) {
    galley_space(s->g, (struct v_glue){sp_scale(s->style.em, pt100, 1095), 0, 0});
}

/** Below the title block; where no date stands LaTeX leaves the space above it. */
static void title_end(struct setter *s) {
    gap_before(s, s->doc->meta.date ? 2300 : 3395);
}

/** LaTeX's abstract environment: its name bold and centred, the text small between wider margins.
 */
void set_abstract(struct setter *s, const struct frame *f) {
    struct frame in = *f;
    if (!s->doc->meta.abstract) {
        return;
    }
    struct str word = abstract_word(s);
    sp inset = s->style.columns > 1 ? 0 : s->style.list_indent[0];
    in.left += inset;
    in.width -= 2 * inset;
    in.elem = elem_new(s, f->elem, ROLE_DIV);
    frame_step(s, &in, STEP_SMALL);
    in.par_skip = (struct v_glue){in.leading / 3, SP_PT, 0};
    in.par_indent = 0;
    galley_space(s->g, (struct v_glue){type_leading(s, STEP_NORMAL) * 5 / 4, 0, 0});
    if (word.n > 0) {
        struct inline_builder *b = inline_new(s->shaper);
        struct para_params p;
        struct ink bold = in.ink;
        bold.face |= FONT_BOLD;
        bold.tag.elem = elem_new(s, in.elem, ROLE_P);
        set_text(s, b, word, &bold);
        para_params_init(&p, in.width);
        set_paragraph(s, b, &in, &p, INLINE_CENTER);
        inline_drop(b);
        galley_penalty(s->g, V_NEVER);
    }
    set_blocks(s, s->doc->meta.abstract->first, &in);
    if (s->style.columns == 1) {
        title_end(s);
    } else {
        galley_space(s->g, (struct v_glue){type_leading(s, STEP_NORMAL), PT(4), 0});
    }
}

/* ---- all of it ---- */

void set_title(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    bool any = m->title || m->subtitle || m->nauthors || m->naffiliations || m->date;
    if (any) { /* LaTeX's space above the title: a page's top would drop mere space */
        put_box(s, galley_box_new(s->g, 3 * s->style.em, 0), f);
    }
    if (m->title) {
        s->heads.base = 1;
        centred(s, m->title, f, STEP_LARGEST, elem_new(s, f->elem, ROLE_H1));
    }
    if (m->subtitle) {
        gap_before(s, 675);
        centred(s, m->subtitle, f, STEP_LARGE, elem_new(s, f->elem, ROLE_P));
    }
    if (m->nauthors > 0) {
        gap_before(s, 2300);
        set_authors(s, f);
        flush_notes(s, f->elem);
    }
    for (size_t i = 0; i < m->naffiliations; i++) {
        gap_before(s, i == 0 ? 300 : 0);
        centred(s, m->affiliations[i], f, STEP_NORMAL, elem_new(s, f->elem, ROLE_P));
    }
    if (m->date) {
        gap_before(s, 1700);
        centred(s, m->date, f, STEP_LARGE, elem_new(s, f->elem, ROLE_P));
    }
    if (any && (!m->abstract || s->style.columns > 1)) {
        title_end(s);
    }
    s->no_indent = true;
}
