/* SPDX-License-Identifier: MIT */
/*
 * The structure tree (ISO 32000-1, 14.7 and 14.8): the role of each piece of content, in reading
 * order.
 *
 * The kids of an element are its child elements, in order, and its pieces of content. They are
 * merged by the place where each is first painted. A note is read at its reference, although it is
 * painted at the foot of the page. There is no recursion, because the tree is as deep as the
 * document.
 */
#include "print/pdf/job.h"

#include <stdlib.h>

/* ---- the elements of the tree */

/** The next element in document order; NULL after the last one. */
static const struct page_elem *next_element(const struct page_elem *e,
                                            const struct page_elem *root) {
    if (e->first) {
        return e->first;
    }
    while (e != root && !e->next) {
        e = e->parent;
    }
    return e == root ? NULL : e->next;
}

void pdf_structure_collect(struct pdf_job *job) {
    const struct page_elem *root = job->pages->root;
    int most = -1;
    for (const struct page_elem *e = root; e; e = next_element(e, root)) {
        most = e->number > most ? e->number : most;
    }
    /* numbers begin with 0, so there is one more element than the highest number */
    job->nelems = (size_t)most + 1;
    job->elems = ARENA_ARRAY(job->arena, const struct page_elem *, job->nelems + 1);
    for (const struct page_elem *e = root; e; e = next_element(e, root)) {
        if (e->number < 0 || job->elems[e->number]) {
            BUG("two structure elements with one number");
        }
        job->titled = job->titled || e->role == ROLE_TITLE;
        job->elems[e->number] = e;
    }
}

bool pdf_structure_has(const struct pdf_job *job, const struct page_elem *elem) {
    return elem && elem->number >= 0 && (size_t)elem->number < job->nelems &&
           job->elems[elem->number] == elem;
}

/* ---- the state of an element while the tree is written */

enum { NOWHERE = UINT32_MAX };

struct state {
    /* the object of the element; 0: the element is omitted, because it has no content */
    pdf_ref ref;
    uint32_t first; /* index of the first piece of the element or its descendants; NOWHERE: none */
    uint32_t piece, npiece; /* the element's own pieces, as a range in tree->by_elem */
    uint32_t annot, nannot; /* the element's annotations, as a range in tree->annots */
};

struct tree {
    struct pdf_job *job;
    pdf_ref later;        /* the object of the namespace of PDF 2.0; 0 in earlier versions */
    struct state *states; /* the state of each element, by number */
    uint32_t *by_elem;    /* indices of pieces, grouped by element and ascending */
    uint32_t *annots;     /* indices of annotations, grouped by element and ascending */
    pdf_ref root;
    VEC(struct pdf_named) ids; /* the elements with identifiers */
};

static struct state *state_of(const struct tree *tree, const struct page_elem *e) {
    return &tree->states[e->number];
}

/** Groups pieces and annotations by element (counting sort). */
static void group(struct tree *tree) {
    struct pdf_job *job = tree->job;
    for (size_t i = 0; i < job->pieces.n; i++) {
        state_of(tree, job->pieces.p[i].elem)->npiece++;
    }
    for (size_t i = 0; i < job->annots.n; i++) {
        state_of(tree, job->annots.p[i].elem)->nannot++;
    }
    uint32_t piece = 0, annot = 0;
    for (size_t i = 0; i < job->nelems; i++) {
        struct state *state = &tree->states[i];
        state->first = NOWHERE;
        state->piece = piece;
        state->annot = annot;
        piece += state->npiece;
        annot += state->nannot;
        state->npiece = state->nannot = 0;
    }
    tree->by_elem = ARENA_ARRAY(job->arena, uint32_t, job->pieces.n + 1);
    tree->annots = ARENA_ARRAY(job->arena, uint32_t, job->annots.n + 1);
    for (uint32_t i = 0; i < job->pieces.n; i++) {
        struct state *state = state_of(tree, job->pieces.p[i].elem);
        state->first = state->first == NOWHERE ? i : state->first;
        tree->by_elem[state->piece + state->npiece++] = i;
    }
    for (uint32_t i = 0; i < job->annots.n; i++) {
        struct state *state = state_of(tree, job->annots.p[i].elem);
        tree->annots[state->annot + state->nannot++] = i;
    }
}

/* Whether an element is kept even without content. An empty table cell fills its column. Other
 * empty elements are omitted. */
static bool stays_empty(const struct page_elem *e) {
    return e->role == ROLE_TD || e->role == ROLE_TH || e->role == ROLE_DOCUMENT;
}

static bool has_kids(const struct tree *tree, const struct page_elem *e) {
    for (const struct page_elem *k = e->first; k; k = k->next) {
        if (state_of(tree, k)->ref) {
            return true;
        }
    }
    return false;
}

/** Reserves the object of an element if it has content, and updates `first` of its parent. The kids
 * of the element must have been settled before. */
static void settle(struct tree *tree, const struct page_elem *e) {
    struct state *state = state_of(tree, e);
    if (state->npiece || state->nannot || stays_empty(e) || has_kids(tree, e)) {
        state->ref = haru_reserve(tree->job->haru);
        tree->job->elem_refs[e->number] = state->ref;
    }
    if (e->parent && e != tree->job->pages->root) {
        struct state *p = state_of(tree, e->parent);
        p->first = state->first < p->first ? state->first : p->first;
    }
}

/** Calls settle() for all elements, with kids before their parents. */
static void settle_all(struct tree *tree) {
    const struct page_elem *root = tree->job->pages->root, *e = root;
    while (e->first) {
        e = e->first;
    }
    for (;;) {
        settle(tree, e);
        if (e == root) {
            return;
        }
        if (!e->next) {
            e = e->parent;
            continue;
        }
        for (e = e->next; e->first;) {
            e = e->first;
        }
    }
}

/* ---- kids */

struct kids {
    struct buf *body;
    size_t n;
    pdf_ref page; /* the page that is the /Pg of the element */
};

static void begin_kid(struct kids *kids) {
    if (kids->n++) {
        buf_putc(kids->body, ' ');
    }
}

static void put_piece(struct tree *tree, struct kids *kids, uint32_t index) {
    const struct pdf_piece *p = &tree->job->pieces.p[index];
    pdf_ref page = tree->job->page_refs[p->page];
    begin_kid(kids);
    if (page == kids->page) {
        buf_int(kids->body, p->mcid);
        return;
    }
    pdf_put_ref_entry(kids->body, "<</Type/MCR/Pg", page);
    buf_puts(kids->body, "/MCID ");
    buf_int(kids->body, p->mcid);
    buf_puts(kids->body, ">>");
}

static void put_annot(struct tree *tree, struct kids *kids, uint32_t index) {
    const struct pdf_annot *a = &tree->job->annots.p[index];
    begin_kid(kids);
    buf_puts(kids->body, "<</Type/OBJR");
    if (a->page != kids->page) {
        pdf_put_ref_entry(kids->body, "/Pg", a->page);
    }
    pdf_put_ref_entry(kids->body, "/Obj", a->ref);
    buf_puts(kids->body, ">>");
}

/**
 * Returns the position of each kid among the pieces. A kid has the position of its first piece.
 * Siblings keep their order, so no kid has a later position than the sibling after it. A note comes
 * directly after the kid before it.
 */
static uint32_t *kid_places(struct tree *tree, const struct page_elem *e, size_t n) {
    uint32_t *places = xmalloc((n + 1) * sizeof *places);
    uint32_t before = state_of(tree, e)->npiece ? 0 : NOWHERE;
    size_t i = 0;
    for (const struct page_elem *k = e->first; k; k = k->next, i++) {
        uint32_t first = state_of(tree, k)->first;
        places[i] = k->role == ROLE_NOTE && i > 0 ? before : first;
        before = places[i];
    }
    uint32_t least = NOWHERE;
    while (i-- > 0) {
        least = places[i] < least ? places[i] : least;
        places[i] = least;
    }
    return places;
}

static void put_kids(struct tree *tree, const struct page_elem *e, struct kids *kids) {
    const struct state *state = state_of(tree, e);
    size_t n = 0;
    for (const struct page_elem *c = e->first; c; c = c->next) {
        n++;
    }
    uint32_t *places = kid_places(tree, e, n), piece = 0;
    size_t i = 0;
    for (const struct page_elem *c = e->first; c; c = c->next, i++) {
        pdf_ref ref = state_of(tree, c)->ref;
        if (!ref) {
            continue;
        }
        while (piece < state->npiece && tree->by_elem[state->piece + piece] < places[i]) {
            put_piece(tree, kids, tree->by_elem[state->piece + piece++]);
        }
        begin_kid(kids);
        buf_int(kids->body, ref);
        buf_puts(kids->body, " 0 R");
    }
    while (piece < state->npiece) {
        put_piece(tree, kids, tree->by_elem[state->piece + piece++]);
    }
    for (uint32_t a = 0; a < state->nannot; a++) {
        put_annot(tree, kids, tree->annots[state->annot + a]);
    }
    free(places);
}

/* ---- entries */

/** Whether a part of some item in the list has this role. */
static bool has_part(const struct tree *tree, const struct page_elem *list, enum page_role role) {
    for (const struct page_elem *li = list->first; li; li = li->next) {
        for (const struct page_elem *k = li->first; k; k = k->next) {
            bool found =
                k->role == role || (k->role == ROLE_LBODY && k->first && k->first->role == role);
            if (found && state_of(tree, k)->ref) {
                return true;
            }
        }
    }
    return false;
}

/** The attribute ListNumbering (table 347). NULL: it is not needed. */
static const char *list_numbering(const struct tree *tree, const struct page_elem *e) {
    switch (e->numbering) {
    case NUMBERING_NONE:
        break;
    case NUMBERING_DISC:
        return "Disc";
    case NUMBERING_DECIMAL:
        return "Decimal";
    case NUMBERING_ALPHA:
        return "LowerAlpha";
    case NUMBERING_ROMAN:
        return "LowerRoman";
    }
    /* PDF/UA-2 (8.2.5.25) requires the attribute for labels that have a meaning: numbers of works,
     * or terms. */
    if (!tree->later || !has_part(tree, e, ROLE_LBL)) {
        return NULL;
    }
    return has_part(tree, e, ROLE_BIB_ENTRY) ? "Ordered" : "Description";
}

/** The box around everything that an element paints on the page of its first piece. Returns false
 * if it paints no image on this page. */
static bool image_box(const struct tree *tree, const struct page_elem *e, micro box[4]) {
    uint32_t first = state_of(tree, e)->first;
    if (first == NOWHERE) {
        return false;
    }
    const struct page *page = tree->job->pages->pages.p[tree->job->pieces.p[first].page];
    micro height = pdf_micro(page->height);
    bool found = false;
    for (size_t i = 0; i < page->items.n; i++) {
        const struct page_item *item = &page->items.p[i];
        if (item->elem != e || item->kind != PAGE_IMAGE) {
            continue;
        }
        const struct page_image *im = &item->u.image;
        const micro b[4] = {pdf_micro(im->x), height - pdf_micro((int64_t)im->y + im->h),
                            pdf_micro((int64_t)im->x + im->w), height - pdf_micro(im->y)};
        for (int k = 0; k < 4; k++) {
            bool wider = k < 2 ? b[k] < box[k] : b[k] > box[k];
            box[k] = !found || wider ? b[k] : box[k];
        }
        found = true;
    }
    return found;
}

static bool is_inline_parent(const struct page_elem *e) {
    return e && (e->role == ROLE_P || e->role == ROLE_SPAN || e->role == ROLE_LINK);
}

static void put_figure_attributes(const struct tree *tree, const struct page_elem *e,
                                  struct buf *b) {
    micro box[4] = {0, 0, 0, 0};
    if (!image_box(tree, e, box)) {
        return;
    }
    /* Table 344: an illustration that is a block has the attributes Placement and BBox. */
    buf_printf(b, "<</O/Layout/Placement/%s/BBox[",
               is_inline_parent(e->parent) ? "Inline" : "Block");
    for (int i = 0; i < 4; i++) {
        if (i) {
            buf_putc(b, ' ');
        }
        pdf_put_length(b, box[i]);
    }
    buf_puts(b, "]>>");
}

static void put_cell_attributes(const struct page_elem *e, struct buf *b) {
    bool scope = e->role == ROLE_TH && (e->scope_row || e->scope_col);
    if (!scope && e->colspan <= 1 && e->rowspan <= 1) {
        return;
    }
    buf_puts(b, "<</O/Table"); /* the attributes of table 349 */
    if (scope) {
        buf_printf(b, "/Scope/%s", !e->scope_row ? "Column" : e->scope_col ? "Both" : "Row");
    }
    if (e->colspan > 1) {
        buf_printf(b, "/ColSpan %d", e->colspan);
    }
    if (e->rowspan > 1) {
        buf_printf(b, "/RowSpan %d", e->rowspan);
    }
    buf_puts(b, ">>");
}

static void put_own_attributes(const struct tree *tree, const struct page_elem *e, struct buf *b) {
    const char *numbering = e->role == ROLE_L ? list_numbering(tree, e) : NULL;
    if (numbering) {
        buf_printf(b, "<</O/List/ListNumbering/%s>>", numbering);
    } else if (e->role == ROLE_NOTE && tree->later) {
        /* the attribute NoteType (ISO 32000-2, 14.8.5.5) */
        buf_puts(b, "<</O/FENote/NoteType/Footnote>>");
    } else if (e->role == ROLE_TH || e->role == ROLE_TD) {
        put_cell_attributes(e, b);
    } else if (e->role == ROLE_FIGURE) {
        put_figure_attributes(tree, e, b);
    }
}

/** Appends the attributes of an element: one object, or an array of two. */
static void put_attributes(const struct tree *tree, const struct page_elem *e, struct buf *b) {
    size_t from = b->n;
    buf_puts(b, e->writing == WRITING_AS_PARENT ? "/A" : "/A[");
    size_t own = b->n;
    put_own_attributes(tree, e, b);
    /* the attribute WritingMode (table 343), which descendants inherit */
    if (e->writing != WRITING_AS_PARENT) {
        buf_printf(b, "<</O/Layout/WritingMode/%s>>]", e->writing == WRITING_RTL ? "RlTb" : "LrTb");
    } else if (b->n == own) {
        buf_cut(b, from);
    }
}

/** Attaches MathML as a file. Formulas with the same MathML share the file. */
static pdf_ref attach_mathml(struct pdf_job *job, struct str mathml) {
    const pdf_ref *known = map_lookup(&job->attached, mathml);
    if (known) {
        return *known;
    }
    static const struct str begin = STR_INIT("<math");
    struct str text =
        arena_join(job->arena, 3, begin, STR(" xmlns=\"http://www.w3.org/1998/Math/MathML\""),
                   str_from(mathml, begin.n));
    const struct pdf_attachment at = {
        .name = arena_printf(job->arena, "formula-%zu.mml", job->attached.n + 1),
        .mime = STR("application/mathml+xml"),
        .description = STR("The formula as MathML"),
        .relation = PDF_RELATION_SUPPLEMENT,
        .bytes = text};
    pdf_ref *ref = ARENA_NEW(job->arena, pdf_ref);
    *ref = pdf_attachment_write(job, &at);
    (void)map_put(&job->attached, mathml, ref);
    return *ref;
}

/** Appends the entries that only PDF 2.0 has: the namespace, references, MathML (ISO 32000-2,
 * 14.7.4.1, table 355, 14.13). */
static void put_later(struct tree *tree, const struct page_elem *e, struct buf *b) {
    if (!tree->later) {
        return;
    }
    if (pdf_type_is_later(tree->job, e)) {
        pdf_put_ref_entry(b, "/NS", tree->later);
    }
    struct str mathml = page_elem_said(e)->mathml;
    if (mathml.n) {
        buf_printf(b, "/AF[%u 0 R]", attach_mathml(tree->job, mathml));
    }
    pdf_references_put(tree->job, e, b);
}

/** The identifier of an element. Notes must have one (ISO 14289-1, 7.9). */
static struct str identifier(struct tree *tree, const struct page_elem *e) {
    struct str id = page_elem_said(e)->id;
    if (id.n || e->role != ROLE_NOTE) {
        return id;
    }
    return arena_printf(tree->job->arena, "note.%d", e->number);
}

static pdf_ref own_page(const struct tree *tree, const struct state *state) {
    if (state->npiece) {
        return tree->job->page_refs[tree->job->pieces.p[tree->by_elem[state->piece]].page];
    }
    return state->nannot ? tree->job->annots.p[tree->annots[state->annot]].page : 0;
}

static void write_element(struct tree *tree, const struct page_elem *e) {
    const struct state *state = state_of(tree, e);
    if (!state->ref) {
        return;
    }
    struct buf b = BUF_INIT;
    buf_puts(&b, "/S/");
    buf_puts(&b, pdf_type_name(tree->job, e));
    pdf_put_ref_entry(&b, "/P",
                      e == tree->job->pages->root ? tree->root : state_of(tree, e->parent)->ref);
    struct kids kids = {.body = &b, .page = own_page(tree, state)};
    if (kids.page) {
        pdf_put_ref_entry(&b, "/Pg", kids.page);
    }
    struct str id = identifier(tree, e);
    if (id.n) {
        buf_puts(&b, "/ID");
        pdf_put_bytes(&b, id);
        vec_push(&tree->ids, (struct pdf_named){id, state->ref});
    }
    const struct page_elem_words *words = page_elem_said(e);
    pdf_put_entry(&b, "/Lang", words->lang);
    pdf_put_entry(&b, "/Alt", words->alt);
    pdf_put_entry(&b, "/ActualText", words->actual_text);
    put_attributes(tree, e, &b);
    put_later(tree, e, &b);
    buf_puts(&b, "/K[");
    put_kids(tree, e, &kids);
    buf_putc(&b, ']');
    bool picture = e->role == ROLE_FIGURE || e->role == ROLE_FORMULA;
    if (picture && words->alt.n == 0 && words->actual_text.n == 0) {
        tree->job->faults |= FAULT_ALT;
    }
    haru_fill(tree->job->haru, state->ref, pdf_keep(tree->job, &b));
}

/* ---- trees of numbers and names */

/* maximum number of pages or annotations in one leaf of the parent tree */
enum { LEAF = 32 };

/** Appends the value of a key of the parent tree: the elements on a page by MCID, or the element of
 * an annotation. */
static void put_parent(const struct tree *tree, size_t key, size_t *piece, struct buf *b) {
    const struct pdf_job *job = tree->job;
    size_t npages = job->pages->pages.n;
    buf_int(b, (int64_t)key);
    if (key >= npages) {
        pdf_put_ref(b, state_of(tree, job->annots.p[key - npages].elem)->ref);
        buf_putc(b, ' ');
        return;
    }
    buf_putc(b, '[');
    for (; *piece < job->pieces.n && job->pieces.p[*piece].page == key; ++*piece) {
        pdf_put_ref(b, state_of(tree, job->pieces.p[*piece].elem)->ref);
    }
    buf_putc(b, ']');
}

/** Writes the parent tree (14.7.4.4). Its keys are the pages and then the annotations, both already
 * in order. */
static pdf_ref write_parent_tree(struct tree *tree) {
    struct pdf_job *job = tree->job;
    size_t n = job->pages->pages.n + job->annots.n, piece = 0;
    struct buf top = BUF_INIT;
    buf_puts(&top, "/Kids[");
    for (size_t key = 0; key < n; key += LEAF) {
        size_t end = n - key < LEAF ? n : key + LEAF;
        struct buf leaf = BUF_INIT;
        buf_printf(&leaf, "/Limits[%zu %zu]/Nums[", key, end - 1);
        for (size_t k = key; k < end; k++) {
            put_parent(tree, k, &piece, &leaf);
        }
        buf_putc(&leaf, ']');
        pdf_put_ref(&top, haru_dict(job->haru, pdf_keep(job, &leaf)));
    }
    buf_putc(&top, ']');
    return haru_dict(job->haru, pdf_keep(job, &top));
}

pdf_ref pdf_structure_write(struct pdf_job *job) {
    const struct page_elem *root = job->pages->root;
    struct tree tree = {.job = job};
    tree.states = ARENA_ARRAY(job->arena, struct state, job->nelems + 1);
    job->elem_refs = ARENA_ARRAY(job->arena, pdf_ref, job->nelems + 1);
    tree.root = haru_reserve(job->haru);
    group(&tree);
    settle_all(&tree);
    if (job->version >= 20) {
        tree.later = haru_dict(job->haru, STR("/Type/Namespace/NS(http://iso.org/pdf2/ssn)"));
        pdf_references_find(job);
    }
    for (const struct page_elem *e = root; e && !haru_error(job->haru); e = next_element(e, root)) {
        write_element(&tree, e);
    }
    struct buf b = BUF_INIT;
    pdf_put_ref_entry(&b, "/Type/StructTreeRoot/K", state_of(&tree, root)->ref);
    pdf_put_ref_entry(&b, "/ParentTree", write_parent_tree(&tree));
    buf_printf(&b, "/ParentTreeNextKey %zu", job->pages->pages.n + job->annots.n);
    if (tree.ids.n) {
        pdf_put_ref_entry(&b, "/IDTree", pdf_names_write(job, tree.ids.p, tree.ids.n));
    }
    if (tree.later) {
        buf_printf(&b, "/Namespaces[%u 0 R]", tree.later);
    }
    struct str body = pdf_keep(job, &b);
    if (tree.root) {
        haru_fill(job->haru, tree.root, body);
    }
    vec_drop(&tree.ids);
    return tree.root;
}
