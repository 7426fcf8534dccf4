/* SPDX-License-Identifier: MIT */
/*
 * The title block: LaTeX's \maketitle (classes.dtx) with affiliations and contacts of academics,
 * and the abstract. The title is the document's first heading (H1); authors are side by side as far
 * as the measure allows.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

#define MAX_LINES 24       /* maximum number of lines in one author's block */
#define MAX_ASIDE 3        /* maximum number of authors side by side */
#define MAX_PARTS 3        /* maximum number of parts of a title block that are side by side */
#define PHOTO_WIDTH PT(85) /* the width of an author's photo: three centimetres */

/** The block of one author: centred lines, as wide as the widest. */
struct author_block {
    const struct inline_line *lines[MAX_LINES];
    sp widths[MAX_LINES], leadings[MAX_LINES];
    size_t n;
    sp width;
    sp top;                     /* the height of a photo in the first line, or 0 */
    struct inline_builder *row; /* the builder of the line that several contacts share, or NULL */
    sp row_width;               /* the width of the contacts on the shared line */
    struct frame row_frame;
};

/** A space given in hundredths of a point for a document at 11 pt. The values below give the
 * baselines of LaTeX's \maketitle (article) within one point at 10 and 11 pt, and within three
 * points at 12 pt. */
static struct v_glue gap_of(const struct page_style *st, int pt100) {
    return glue_scaled((struct v_glue){sp_scale(st->em, pt100, 1095), 0, 0}, st->spacing.title);
}

/** gap_of() assumes a \parskip of at least half a line. If the author sets less, the lines of the
 * title block are closer to one another by `share` hundredths of the difference. */
static sp lacking(const struct page_style *st, int share) {
    if (!st->own_paragraphs) {
        return 0;
    }
    sp lack = st->sizes[STEP_NORMAL].leading / 2 - st->par_skip.size;
    return lack > 0 ? sp_scale(lack, share, 100) : 0;
}

/** Enters an element that is <p class="..."> (or the title itself) in HTML, at one of LaTeX's
 * sizes. */
static void enter_line(struct setter *s, struct frame *f, struct look *look, const char *cls,
                       enum type_step step) {
    set_enter_element(s, f, look, str_is(str_of(cls), "title") ? "h1" : "p", NULL, cls);
    f->ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    set_frame_step(s->style, f, step);
    set_look_text(s, f);
}

/** Narrows the frame if the element has a box. Otherwise its side margins have no effect. */
static void inset_box(struct setter *s, struct frame *f) {
    if (set_box_has(s, f)) {
        set_look_inset(s, f, 0, 0);
    }
}

static void set_line(struct setter *s, const struct doc_node *n, const struct frame *f,
                     const char *cls, enum type_step step, int gap) {
    struct look look;
    struct frame in = *f;
    enter_line(s, &in, &look, cls, step);
    if (set_look_says(&in, LOOK_DISPLAY, WORD_NONE)) {
        return;
    }
    s->now.no_indent = true;
    inset_box(s, &in);
    struct v_glue above = gap_of(s->style, gap);
    above.size -= gap > 0 ? lacking(s->style, 100) : 0;
    set_space_above(s, &in, above);
    bool title = str_is(str_of(cls), "title");
    set_inline_paragraph(s, n, &in, set_elem_new(s, f->elem, title ? ROLE_TITLE : ROLE_P),
                         in.align);
    set_space_below(s, &in, (struct v_glue){0, 0, 0});
    set_flush_notes(s, f->elem);
}

/* ---- authors ---- */

/** Adds the builder's text as one line, or as several if it is wider than the measure. */
static void add_line(struct setter *s, struct author_block *block, struct inline_builder *b,
                     const struct frame *f) {
    struct para_params params;
    size_t n = 0;
    para_params_init(&params, f->width);
    params.ragged_right = true;
    struct inline_line *lines = inline_break(b, &params, INLINE_LEFT, &n);
    for (size_t i = 0; i < n && block->n < MAX_LINES; i++) {
        inline_end_space(s->arena, &lines[i]);
        block->lines[block->n] = &lines[i];
        block->widths[block->n] = lines[i].natural;
        block->leadings[block->n] = f->leading;
        block->width = lines[i].natural > block->width ? lines[i].natural : block->width;
        block->n++;
    }
    set_report_missing(s, b, NULL);
    inline_drop(b);
}

/** Adds a line with the inlines of a node. `marks` are raised numbers after the text, or empty. */
static void add_node_line(struct setter *s, struct author_block *block, const struct doc_node *n,
                          struct str marks, const struct frame *f, const char *cls,
                          enum type_step step) {
    struct look look;
    struct frame in = *f;
    struct inline_builder *b = inline_new(s->shaper);
    enter_line(s, &in, &look, cls, step);
    set_inlines(s, b, n, &in.ink);
    struct ink mark = set_script_ink(&in.ink, true);
    set_text(s, b, marks, &mark);
    add_line(s, block, b, &in);
}

/** Ends the line that several contacts share, if there is one. */
static void end_row(struct setter *s, struct author_block *block) {
    if (block->row) {
        add_line(s, block, block->row, &block->row_frame);
        block->row = NULL;
    }
}

/** Replaces blanks with no-break spaces, so that a contact is not broken. */
static struct str unbroken(struct setter *s, struct str text) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == ' ') {
            buf_puts(&b, "\u00A0");
        } else {
            buf_putc(&b, text.p[i]);
        }
    }
    return buf_finish(&b, s->arena);
}

/** The natural width of a contact's text. */
static sp width_of(struct setter *s, struct str before, struct str text, const struct ink *ink) {
    sp width = 0;
    struct inline_builder *b = inline_new(s->shaper);
    set_text(s, b, unbroken(s, before), ink);
    set_text(s, b, unbroken(s, text), ink);
    (void)set_single_line(b, &width);
    inline_drop(b);
    return width;
}

/** Adds the dot before a further contact. If the contact does not fit, it begins another row
 * instead, so that no row ends in a dot. `width` is the width of the contact. */
static void part_row(struct setter *s, struct author_block *block, sp width,
                     const struct frame *f) {
    static const struct str dot = STR_INIT(" \u00B7 ");
    sp gap = block->row ? s->style->em : 0;
    if (block->row && (int64_t)block->row_width + gap + width > f->width) {
        end_row(s, block);
        gap = 0;
    }
    if (block->row) {
        set_text(s, block->row, dot, &f->ink);
    } else {
        block->row = inline_new(s->shaper);
        block->row_frame = *f;
        block->row_width = 0;
    }
    block->row_width += gap + width;
}

/** Adds a contact on a line of its own, unless the style sheet lets contacts share a line
 * (`display: inline`). `inside` means that the contact shares a row with its neighbours in any
 * case. */
static void add_way(struct setter *s, struct author_block *block, struct str before,
                    struct str text, struct str uri, const struct frame *f, const char *cls,
                    bool inside) {
    struct look look;
    struct frame in = *f;
    enter_line(s, &in, &look, cls, STEP_NORMAL);
    bool row = inside || set_look_says(&in, LOOK_DISPLAY, WORD_INLINE);
    if (set_look_says(&in, LOOK_DISPLAY, WORD_NONE)) {
        return;
    }
    if (!row) {
        end_row(s, block);
    }
    part_row(s, block, row ? width_of(s, before, text, &in.ink) : 0, &in);
    set_text(s, block->row, row ? unbroken(s, before) : before, &in.ink);
    if (text.n > 0) {
        struct ink inner = set_link_ink(s, &in.ink, ROLE_LINK, uri, STR_EMPTY, text, NULL);
        set_text(s, block->row, row ? unbroken(s, text) : text, &inner);
    }
    if (!row) {
        end_row(s, block);
    }
}

/** Adds contacts of an author. With `profiles`, adds the online services, which share lines;
 * otherwise adds the room and the telephone, which have lines of their own. */
static void add_contacts(struct setter *s, const struct doc_author *author, const struct frame *f,
                         struct author_block *block, bool profiles) {
    for (size_t i = 0; i < author->ncontacts; i++) {
        const struct doc_contact *c = &author->contacts[i];
        bool link = c->url.n > 0;
        if (c->profile == profiles) {
            add_way(s, block, link ? STR_EMPTY : c->text, link ? c->text : STR_EMPTY, c->url, f,
                    "contact", profiles);
        }
    }
}

/** Makes a text that consists of an author's photo. The photo does not float. */
static struct inline_builder *photo_text(struct setter *s, const struct frame *f,
                                         const struct doc_author *author) {
    struct inline_builder *b = inline_new(s->shaper);
    const struct doc_node *image = doc_author_photo(s->doc, author);
    const struct doc_node *lifted = s->now.lifted;
    struct ink ink = f->ink;
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_P)};
    s->now.lifted = image;
    set_image(s, b, image, &ink);
    s->now.lifted = lifted;
    return b;
}

/** Adds the photo of one of several authors above the lines of the block. */
static void add_photo(struct setter *s, struct author_block *block, const struct doc_author *author,
                      const struct frame *f) {
    struct frame in = *f;
    sp measure = s->now.measure;
    in.width = s->now.measure = f->width < PHOTO_WIDTH ? f->width : PHOTO_WIDTH;
    add_line(s, block, photo_text(s, f, author), &in);
    s->now.measure = measure;
    block->top = block->n > 0 ? block->lines[0]->height : 0;
}

static void build_author(struct setter *s, const struct doc_author *author, const struct frame *f,
                         const struct doc_affiliations *listed, struct author_block *block) {
    struct frame in = *f;
    in.ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_P)};
    if (s->doc->meta.nauthors > 1 && author->photo.n > 0) {
        add_photo(s, block, author, f);
    }
    if (author->name && !doc_author_is_title(&s->doc->meta, author)) {
        struct str marks = doc_affiliation_marks(s->arena, listed, author);
        add_node_line(s, block, author->name, marks, &in, "author", STEP_LARGE);
    }
    for (size_t i = 0; !listed && i < author->naffiliations; i++) {
        add_node_line(s, block, author->affiliations[i], STR_EMPTY, &in, "affiliation",
                      STEP_NORMAL);
    }
    add_contacts(s, author, &in, block, false); /* the contacts are in the order of the HTML page */
    if (author->email.n > 0) {
        add_way(s, block, STR_EMPTY, author->email,
                arena_join(s->arena, 2, STR("mailto:"), author->email), &in, "email", false);
    }
    if (author->orcid.n > 0) {
        struct str id = doc_orcid_number(author->orcid);
        add_way(s, block, STR("ORCID "), id, arena_join(s->arena, 2, STR("https://orcid.org/"), id),
                &in, "orcid", false);
    }
    if (author->url.n > 0 && !doc_url_is_live(author->url)) {
        add_way(s, block, STR_EMPTY, doc_url_text(author->url), author->url, &in, "url", false);
    }
    add_contacts(s, author, &in, block, true);
    end_row(s, block);
}

/** The indent of a line that is narrower than the frame by `room`, according to the alignment. */
static sp shift_of(const struct frame *f, sp room) {
    switch (f->align) {
    case INLINE_LEFT:
        return 0;
    case INLINE_RIGHT:
        return room;
    case INLINE_START:
        return f->rtl ? room : 0;
    case INLINE_END:
        return f->rtl ? 0 : room;
    case INLINE_CENTER:
    case INLINE_JUSTIFY:
        break;
    }
    return room / 2;
}

/** Sets the authors [from, to) side by side in one box. */
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
    sp leading = blocks[from].leadings[0];
    sp height = leading * 7 / 10;
    sp top = height;
    for (size_t i = from; i < to; i++) {
        top = blocks[i].top > top ? blocks[i].top : top;
    }
    struct v_box *box = galley_box_new(s->now.g, top, leading - height + deepest);
    box->foot = leading - height;
    box->tall = top > height;
    sp room = (sp)(f->width - total);
    sp from_left = shift_of(f, room);
    sp before = f->rtl ? room - from_left : from_left;
    for (size_t i = from; i < to; i++) {
        sp x = set_from_start(f, before, blocks[i].width);
        sp y = 0;
        for (size_t k = 0; k < blocks[i].n; k++) {
            y += k > 0 ? blocks[i].leadings[k] : 0;
            sp rest = blocks[i].width - blocks[i].widths[k];
            draw_append(&box->draws,
                        draw_line(s->arena, blocks[i].lines[k], x + shift_of(f, rest), y));
            galley_collect(s->now.g, box, blocks[i].lines[k], y);
        }
        before += blocks[i].width + gap;
    }
    set_put_line(s, box, leading);
}

/** Sets a numbered affiliation, or a note on authors. `sign` is raised before it; it may be
 * empty. */
static void set_place(struct setter *s, const struct doc_node *place, struct str sign,
                      const struct frame *f, const char *cls) {
    struct inline_builder *b = inline_new(s->shaper);
    struct frame in = *f;
    struct para_params params;
    struct look look;
    enter_line(s, &in, &look, cls, STEP_NORMAL);
    in.ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_P)};
    struct ink mark = set_script_ink(&in.ink, true);
    if (sign.n > 0) {
        set_text(s, b, arena_join(s->arena, 2, sign, STR("\u202F")), &mark);
    }
    set_inlines(s, b, place, &in.ink);
    para_params_init(&params, in.width);
    set_paragraph(s, b, &in, &params, in.align);
    set_report_missing(s, b, place);
    inline_drop(b);
}

/** Sets the authors in rows that are as full as the measure allows. An author who is wider than the
 * measure is set as text. */
static void set_authors(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    const struct doc_affiliations *listed = doc_shared_affiliations(s->arena, m);
    struct author_block *blocks = ARENA_ARRAY(s->arena, struct author_block, m->nauthors + 1);
    sp gap = 2 * s->style->em;
    for (size_t i = 0; i < m->nauthors; i++) {
        build_author(s, &m->authors[i], f, listed, &blocks[i]);
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
                galley_space(s->now.g, (struct v_glue){s->style->em, 0, 0});
            }
            put_authors(s, blocks, from, to, gap, f);
        }
        from = to;
    }
    for (size_t i = 0; listed && i < listed->n; i++) {
        galley_space(s->now.g, (struct v_glue){i == 0 ? s->style->em / 2 : 0, 0, 0});
        set_place(s, listed->places[i], arena_printf(s->arena, "%zu", i + 1), f, "affiliation");
    }
}

/* ---- abstract ---- */

static struct str abstract_word(const struct setter *s) {
    const struct node *own = node_get(s->doc->front, "abstract-title");
    if (own) {
        return own->text;
    }
    bool foreign = false;
    return doc_word(s->style->lang, DOC_WORD_ABSTRACT, &foreign);
}

/** The space below the title block. If there is no date, LaTeX keeps only the space above the
 * date. */
static struct v_glue title_end(const struct setter *s) {
    struct v_glue gap = gap_of(s->style, s->doc->meta.date ? 2300 : 3395);
    gap.size += lacking(s->style, 75) * (s->doc->meta.date ? 1 : -1);
    return gap;
}

static void set_abstract_word(struct setter *s, struct str word, const struct frame *f) {
    struct inline_builder *b = inline_new(s->shaper);
    struct para_params params;
    struct look look;
    struct frame in = *f;
    in.align = INLINE_CENTER;
    in.ink.face |= FONT_BOLD;
    set_enter_element(s, &in, &look, "p", NULL, "abstract-title");
    in.ink.tag.elem = set_elem_new(s, f->elem, ROLE_P);
    set_space_above(s, &in, (struct v_glue){0, 0, 0});
    set_text(s, b, word, &in.ink);
    para_params_init(&params, in.width);
    set_paragraph(s, b, &in, &params, in.align);
    inline_drop(b);
    set_space_below(s, &in, (struct v_glue){0, 0, 0});
    galley_penalty(s->now.g, V_NEVER);
}

/** Sets the keywords. They belong to the abstract; without one they appear only in the metadata of
 * the file. */
static void set_keywords(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    struct para_params params;
    bool foreign = false;
    ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_P)};
    struct ink bold = ink;
    bold.face |= FONT_BOLD;
    if (m->nkeywords > 0) {
        struct str word = doc_word(s->style->lang, DOC_WORD_KEYWORDS, &foreign);
        set_text(s, b, arena_join(s->arena, 2, word, STR(":")), &bold);
    }
    for (size_t i = 0; i < m->nkeywords; i++) {
        set_text(s, b, i > 0 ? STR(", ") : STR(" "), &ink);
        set_text(s, b, m->keywords[i], &ink);
    }
    if (m->nkeywords > 0) {
        galley_space(s->now.g, f->par_skip);
        para_params_init(&params, f->width);
        set_paragraph(s, b, f, &params, INLINE_JUSTIFY);
    }
    inline_drop(b);
}

void set_abstract_name(struct setter *s, const struct frame *f) {
    set_abstract_word(s, abstract_word(s), f);
    galley_space(s->now.g, f->par_skip);
}

/** Sets the abstract like LaTeX's environment: its name bold and centred, the text small with wider
 * margins. */
void set_abstract(struct setter *s, const struct frame *f) {
    struct frame in = *f;
    if (!s->doc->meta.abstract) {
        return;
    }
    struct str word = abstract_word(s);
    /* on a page of its own the abstract has the normal measure */
    bool alone = s->style->title_page;
    sp inset = s->style->columns > 1 || alone ? 0 : s->style->lists.indent[0];
    struct look look;
    struct look header_look;
    in.ink.element = s->page_body;
    set_enter_element(s, &in, &header_look, "header", NULL, "");
    struct frame header = in;
    inset_box(s, &in);
    in.align = f->align;
    set_enter_element(s, &in, &look, "div", NULL, "abstract");
    set_look_inset(s, &in, inset, inset);
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    set_frame_step(s->style, &in, alone ? STEP_NORMAL : STEP_SMALL);
    set_look_text(s, &in);
    in.par_skip = (struct v_glue){in.leading / 3, SP_PT, 0};
    in.par_indent = 0;
    struct v_glue above = {set_type_leading(s->style, STEP_NORMAL) * 5 / 4, 0, 0};
    struct v_glue below = {set_type_leading(s->style, STEP_NORMAL), PT(4), 0};
    set_space_above(s, &in, above);
    if (word.n > 0) {
        set_abstract_word(s, word, &in);
    }
    struct frame text = in;
    set_blocks(s, s->doc->meta.abstract->first, &text);
    set_keywords(s, &in);
    set_space_below(s, &in, s->style->columns == 1 ? title_end(s) : below);
    if (s->style->columns == 1) { /* the header element ends after the abstract, as in HTML */
        if (s->now.g->panel) {
            s->now.g->panel->owner = header.look; /* set_title() has opened this panel */
        }
        set_space_below(s, &header, (struct v_glue){0, 0, 0});
    }
}

/* ---- all of it ---- */

static void set_names(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    if (m->title) {
        s->now.heads.base = 1;
        set_line(s, m->title, f, "title", STEP_LARGEST, 0);
    }
    if (m->subtitle) {
        set_line(s, m->subtitle, f, "subtitle", STEP_LARGE, 675);
    }
}

static void set_people(struct setter *s, const struct frame *f) {
    struct look look;
    struct frame in = *f;
    if (s->doc->meta.nauthors > 0) {
        set_enter_element(s, &in, &look, "div", NULL, "authors");
        struct v_glue above = gap_of(s->style, 2300);
        above.size -= lacking(s->style, 100);
        set_space_above(s, &in, above);
        set_authors(s, &in);
        set_space_below(s, &in, (struct v_glue){0, 0, 0});
        set_flush_notes(s, f->elem);
    }
}

/* ---- parts side by side ---- */

/** Sets a part of the title block into a galley of its own. */
static void set_head_part(struct setter *s, struct galley *own, const struct frame *f,
                          void (*set)(struct setter *, const struct frame *)) {
    sp measure = s->now.measure;
    set_galley_begin(s, own);
    s->now.measure = f->width;
    set(s, f);
    s->now.measure = measure;
    set_galley_end(s);
}

static void set_photo(struct setter *s, const struct frame *f) {
    size_t n = 0;
    struct para_params params;
    struct inline_builder *b = photo_text(s, f, s->doc->meta.authors);
    para_params_init(&params, f->width);
    struct inline_line *lines = inline_break(b, &params, INLINE_LEFT, &n);
    for (size_t i = 0; i < n; i++) {
        struct v_box *box = galley_box_new(s->now.g, lines[i].height, lines[i].depth);
        draw_append(&box->draws, draw_line(s->arena, &lines[i], f->left, 0));
        set_put_box(s, box, f);
    }
    inline_drop(b);
}

/** The distance from the leftmost to the rightmost end of lines in a galley. */
static int64_t galley_extent(const struct galley *g) {
    int64_t left = SP_MAX;
    int64_t right = 0;
    for (size_t i = 0; i < g->rows.n; i++) {
        for (const struct draw *d = g->rows.p[i].box->draws.first; d; d = d->next) {
            if (d->kind == DRAW_LINE) {
                int64_t from = (int64_t)d->x + d->u.line->indent;
                left = from < left ? from : left;
                right = from + d->u.line->natural > right ? from + d->u.line->natural : right;
            }
        }
    }
    return right > left ? right - left : 0;
}

static void galley_move_right(struct galley *g, sp x) {
    for (size_t i = 0; i < g->rows.n; i++) {
        draw_move(&g->rows.p[i].box->draws, x, 0);
    }
}

/** The width of the content that `set` makes. The result is at most `most`. */
static sp measure_part(struct setter *s, const struct frame *f, sp most,
                       void (*set)(struct setter *, const struct frame *)) {
    struct set_measure m;
    struct galley own;
    struct frame in = *f;
    in.left = 0;
    in.width = most;
    set_direction(&in, false);
    set_measure_begin(s, f, &m);
    set_head_part(s, &own, &in, set);
    set_measure_end(s, &m);
    int64_t width = galley_extent(&own) + SP_PT / 8; /* rounding must not break a line that fits */
    galley_drop(&own);
    return width < most ? (sp)width : most;
}

/** The frame of a part beside the rest of the title block. It is cut off at the left or right edge
 * of the frame `*rest`, which becomes narrower. */
static struct frame cut_frame(struct frame *rest, sp width, sp gap, bool right) {
    struct frame part = *rest;
    part.width = width;
    part.left += right ? rest->width - width : 0;
    rest->left += right ? 0 : width + gap;
    rest->width -= width + gap;
    return part;
}

/** Computes the style of the photo without entering it. */
static struct look photo_look(struct setter *s, const struct frame *f) {
    struct look look = {{NULL}};
    struct ink probe = f->ink;
    const struct element *last = probe.element ? probe.element->last_kid : NULL;
    set_enter_image(s, &probe, doc_author_photo(s->doc, s->doc->meta.authors), &look);
    if (f->ink.element) {
        f->ink.element->last_kid = last; /* the photo is entered again when it is set */
    }
    return look;
}

static void set_all_lines(struct setter *s, const struct frame *f) {
    set_names(s, f);
    set_people(s, f);
}

/** Sets title and authors, with the parts that are beside them: the photo of the only author, and
 * the authors themselves if the style makes the title block a row or grid. If there is
 * a photo, the parts are centred vertically. */
static void set_head(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    struct galley parts[MAX_PARTS];
    struct galley *list[MAX_PARTS];
    struct frame rest = *f;
    sp drops[MAX_PARTS] = {0};
    /* in narrow columns, photo and gaps leave room for the text beside them */
    sp third = f->width / 3;
    sp gap = set_look_sp(s, f, LOOK_COLUMN_GAP, 3 * s->style->em / 2);
    gap = gap < f->width / 8 ? gap : f->width / 8;
    size_t n = 0;
    bool row =
        set_look_says(f, LOOK_DISPLAY, WORD_GRID) || set_look_says(f, LOOK_DISPLAY, WORD_FLEX);
    bool photo = m->nauthors == 1 && m->authors[0].photo.n > 0;
    if (photo) {
        struct look look = photo_look(s, f);
        struct frame part = *f;
        part.left = 0;
        bool sized = look.v[LOOK_WIDTH] || look.v[LOOK_HEIGHT];
        part.width = sized || third < PHOTO_WIDTH ? third : PHOTO_WIDTH;
        set_head_part(s, &parts[n], &part, set_photo);
        /* the photo is at the left, as in HTML pages, unless the style floats it to the right */
        bool right = set_aside_side(&look) == WORD_RIGHT;
        sp width = (sp)galley_extent(&parts[n]);
        galley_move_right(&parts[n++], cut_frame(&rest, width, gap, right != f->rtl).left);
    }
    if (row && m->nauthors > 0) {
        sp width = measure_part(s, &rest, sp_scale(rest.width, 6, 10), set_people);
        struct frame part = cut_frame(&rest, width, gap, !f->rtl);
        set_head_part(s, &parts[n++], &rest, set_names);
        set_head_part(s, &parts[n++], &part, set_people);
    } else if (n > 0) {
        set_head_part(s, &parts[n++], &rest, set_all_lines);
    } else {
        set_all_lines(s, f);
        return;
    }
    int64_t tallest = 0;
    for (size_t i = 0; i < n; i++) {
        list[i] = &parts[i];
        tallest = parts[i].height > tallest ? parts[i].height : tallest;
    }
    for (size_t i = 0; i < n && photo; i++) {
        drops[i] = (sp)((tallest - parts[i].height) / 2);
    }
    galley_zip(s->now.g, list, n, drops, s->style->text_h, s->style->text_h);
    for (size_t i = 0; i < n; i++) {
        galley_drop(&parts[i]);
    }
}

void set_title(struct setter *s, const struct frame *f) {
    const struct doc_meta *m = &s->doc->meta;
    struct look look;
    struct frame in = *f;
    if (!m->title && !m->subtitle && !m->nauthors && !m->naffiliations && !m->nnotes && !m->date) {
        s->now.no_indent = true;
        return;
    }
    in.align = INLINE_CENTER;
    in.ink.element = s->page_body;
    set_enter_element(s, &in, &look, "header", NULL, "");
    /* LaTeX's space above the title needs a box, because the top of a page would drop plain
     * space */
    bool boxed = set_box_has(s, &in);
    sp above = set_look_sp(s, &in, LOOK_MARGIN_TOP, boxed ? 0 : 3 * s->style->em);
    above = sp_scale(above, s->style->spacing.title, 1000);
    set_put_box(s, galley_box_new(s->now.g, above, 0), f);
    in.squeeze = 1000 - s->style->spacing.title;
    inset_box(s, &in);
    (void)set_box_open(s, &in);
    set_head(s, &in);
    for (size_t i = 0; i < m->naffiliations; i++) {
        set_line(s, m->affiliations[i], &in, "affiliation", STEP_NORMAL, i == 0 ? 300 : 0);
    }
    for (size_t i = 0; i < m->ndetails && s->style->title_page; i++) {
        set_line(s, m->details[i], &in, "detail", STEP_NORMAL, i == 0 ? 2300 : 300);
    }
    for (size_t i = 0; i < m->nnotes; i++) {
        galley_space(s->now.g, (struct v_glue){i == 0 ? s->style->em / 2 : 0, 0, 0});
        set_place(s, m->notes[i].text, m->notes[i].mark, &in, "author-note");
    }
    if (m->date) {
        set_line(s, m->date, &in, "date", STEP_LARGE, 1700);
    }
    if (!m->abstract || s->style->columns > 1) {
        set_space_below(s, &in, title_end(s));
    }
    s->now.no_indent = true;
}

/* ---- pages of their own ---- */

/* the space above a title on a page of its own, in points: \vskip of \maketitle in a titlepage */
#define TITLE_ABOVE 60

/** Calls `set` and centres its rows on a page of their own, below a space of `above`. */
static void set_own_page(struct setter *s, const struct frame *f, sp above,
                         void (*set)(struct setter *, const struct frame *)) {
    struct galley own;
    set_galley_begin(s, &own);
    set(s, f);
    set_galley_end(s);
    if (own.rows.n > 0) {
        struct v_turn turn = {.side = V_SIDE_ANY, .this_style = STR("empty")};
        /* In one-sided documents, page numbers restart after this page, as in LaTeX. */
        struct v_turn behind = {.side = V_SIDE_ANY, .restart = !s->style->two_sided};
        bool roman = s->matter == DOC_MATTER_FRONT;
        behind.restart = roman ? 0 : behind.restart;
        galley_turn(s->now.g, &turn);
        set_mid_page(s, &own, above);
        galley_turn(s->now.g, &behind);
    }
    galley_drop(&own);
}

void set_title_page(struct setter *s, const struct frame *f) {
    set_own_page(s, f, PT(TITLE_ABOVE), set_title);
    set_own_page(s, f, 0, set_abstract);
    s->now.no_indent = true;
}
