/* SPDX-License-Identifier: MIT */
/*
 * Rules about the structure: all content must be in it, its types must be valid, and headings,
 * lists, tables and notes must have the right parts (ISO 14289-1 and -2; ISO 32000-2, 14.8; ISO/TS
 * 32005).
 */
#include "check/verify/rules.h"

#include "core/base/search.h"

#include <stdlib.h>

#define MATHML "http://www.w3.org/1998/Math/MathML"
#define EACH_ELEMENT(r, e)                                                                         \
    for (const struct pdfread_element *e = (r)->tree->elements;                                    \
         e && e < (r)->tree->elements + (r)->tree->n; e++)

static const struct pdfread_element *parent_of(struct rules *r, const struct pdfread_element *e) {
    return e->parent == SIZE_MAX ? NULL : &r->tree->elements[e->parent];
}

/** Returns a child that is an element, or NULL. */
static const struct pdfread_element *kid(struct rules *r, const struct pdfread_element *e,
                                         size_t i) {
    return e->kids[i].kind == PDFREAD_ELEMENT ? &r->tree->elements[e->kids[i].element] : NULL;
}

static struct str kid_kind(struct rules *r, const struct pdfread_element *e, size_t i) {
    return kid(r, e, i) ? kid(r, e, i)->kind : STR_EMPTY;
}

static bool is_content(const struct pdfread_element *e, size_t i) {
    return e->kids[i].kind == PDFREAD_CONTENT;
}

static long long at(const struct pdfread_element *e) {
    return (long long)e->object;
}

void rules_is_tagged(struct rules *r) {
    const struct pdfread_value *info = rules_get(r, r->catalog, "MarkInfo");
    const struct pdfread_value *marked = rules_get(r, info, "Marked"),
                               *suspects = rules_get(r, info, "Suspects");
    if (rules_tagged(r) && (!marked->number || r->tree->root->kind != PDFREAD_DICT)) {
        rules_fault(r, "the file is not tagged");
    }
    if (rules_tagged(r) && suspects->number) {
        rules_fault(r, "its tags are suspect");
    }
}

/** Whether a text has the form of a language tag (BCP 47). */
static bool is_tag(struct str s) {
    struct str rest = s;
    bool first = true, good = s.n > 0;
    while (rest.p && good) {
        struct str part = str_cut(&rest, '-');
        good = part.n >= 1 && part.n <= 8;
        for (size_t i = 0; i < part.n; i++) {
            good = good && (first ? is_alpha(part.p[i]) : is_alnum(part.p[i]));
        }
        first = false;
    }
    return good;
}

void rules_languages(struct rules *r) {
    if (!is_tag(pdfread_get_text(r->doc, r->catalog, "Lang"))) {
        rules_fault(r, "the document has no language");
    }
    EACH_ELEMENT(r, e) {
        if (rules_has(e->dict, "Lang") && !is_tag(pdfread_get_text(r->doc, e->dict, "Lang"))) {
            rules_fault(r, "element %lld is in no language", at(e));
        }
    }
}

/* ---- content and tree */

static int by_value(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void check_sequences(struct rules *r, struct rules_content *c) {
    const struct pdfread_value *page = r->v->pages[c->page].dict;
    const struct pdfread_value *key = rules_get(r, page, "StructParents");
    const struct pdfread_value *row =
        key->kind == PDFREAD_INT ? pdfread_follow(r->doc, pdfread_parent_tree(r->doc, key->number))
                                 : key;
    vec_sort(&c->mcids, by_value);
    for (size_t i = 0; i < c->mcids.n; i++) {
        int32_t mcid = c->mcids.p[i];
        size_t owner = pdfread_holder_of_content(r->doc, c->object, mcid);
        if (owner == SIZE_MAX || (i && c->mcids.p[i - 1] == mcid)) {
            rules_fault(r, "page %zu: the content %d is in no element, or there twice", c->page + 1,
                        mcid);
            continue;
        }
        bool in_row = row->kind == PDFREAD_ARRAY && (size_t)mcid < row->n;
        if (!in_row || rules_number(&row->items[mcid]) != r->tree->elements[owner].object) {
            rules_fault(r, "page %zu: the parent tree has another element for the content %d",
                        c->page + 1, mcid);
        }
    }
}

static size_t content_of_page(struct rules *r, int64_t object) {
    size_t page = pdfread_page_of(r->doc, object);
    return page < r->contents.n ? page : SIZE_MAX; /* the streams of pages come first */
}

static void check_lost(struct rules *r, const struct pdfread_element *e) {
    for (size_t i = 0; i < e->nkids; i++) {
        size_t c =
            e->kids[i].kind == PDFREAD_CONTENT ? content_of_page(r, e->kids[i].object) : SIZE_MAX;
        int32_t mcid = e->kids[i].mcid;
        if (c == SIZE_MAX) {
            continue;
        }
        const struct rules_content *page = &r->contents.p[c];
        if (!page->mcids.n ||
            !bsearch(&mcid, page->mcids.p, page->mcids.n, sizeof mcid, by_value)) {
            rules_fault(r, "page %zu: the content %d of a %.*s is not there", c + 1, mcid,
                        STR_ARG(e->kind));
        }
    }
}

/** Painted content must be either in the structure tree or an artifact. The parent tree must
 * agree. */
void rules_content_marked(struct rules *r) {
    if (!rules_tagged(r) || r->tree->root->kind != PDFREAD_DICT) {
        return;
    }
    if (r->tree->fault) {
        rules_fault(r, "object %lld %s", (long long)r->tree->fault_object, r->tree->fault);
    }
    for (size_t i = 0; i < r->contents.n; i++) {
        struct rules_content *c = &r->contents.p[i];
        if (c->page == SIZE_MAX) {
            continue;
        }
        if (c->mixed) {
            rules_fault(r, "page %zu: an artifact in what is tagged, or the other way round",
                        c->page + 1);
        }
        if (c->ends) {
            rules_fault(r, "page %zu: more marked content ends than begins", c->page + 1);
        }
        if (c->unmarked.n) {
            rules_fault(r, "page %zu: what %.*s paints is not in the structure", c->page + 1,
                        STR_ARG(c->unmarked));
        }
        check_sequences(r, c);
    }
    EACH_ELEMENT(r, e) {
        const struct pdfread_element *parent = parent_of(r, e);
        if (rules_number(pdfread_entry(e->dict, "P")) !=
            (parent ? parent->object : r->tree->root_object)) {
            rules_fault(r, "element %lld has another parent than it says", at(e));
        }
        check_lost(r, e);
    }
}

void rules_artifacts(struct rules *r) {
    for (size_t i = 0; i < r->contents.n; i++) {
        if (r->contents.p[i].artifact.n) {
            rules_fault(r, "object %lld: an artifact of no known kind",
                        (long long)r->contents.p[i].object);
        }
    }
}

/* ---- types */

#define OLD                                                                                        \
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private H H1 H2 H3 "   \
    "H4 H5 H6 P L LI "                                                                             \
    "Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link "     \
    "Annot Ruby RB RT RP "                                                                         \
    "Warichu WT WP Figure Formula Form"
#define NEW                                                                                        \
    "Document DocumentFragment Part Sect Div Aside NonStruct P H Title FENote Sub Lbl Span Em "    \
    "Strong Link Annot "                                                                           \
    "Form Ruby RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption Figure " \
    "Formula Artifact"

static const char *types_of(struct str space) {
    return str_is(space, PDFREAD_SPACE_1) ? OLD : str_is(space, PDFREAD_SPACE_2) ? NEW : NULL;
}

static void check_maps(struct rules *r, const struct pdfread_value *map, const char *types) {
    for (size_t i = 0; types && map->kind == PDFREAD_DICT && i < map->n; i += 2) {
        if (str_among(map->items[i].text, types)) {
            rules_fault(r, "the standard type %.*s is mapped to another type",
                        STR_ARG(map->items[i].text));
        }
    }
}

static bool is_listed(struct rules *r, int64_t space) {
    const struct pdfread_value *v;
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(r->tree->root, "Namespaces"), i)); i++) {
        if (rules_number(v) == space) {
            return true;
        }
    }
    return false;
}

/** Types must be standard types or be mapped to them. Standard types must not be mapped. */
void rules_types(struct rules *r) {
    const struct pdfread_value *v;
    if (!rules_tagged(r)) {
        return;
    }
    check_maps(r, rules_get(r, r->tree->root, "RoleMap"), OLD);
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(r->tree->root, "Namespaces"), i)); i++) {
        check_maps(r, rules_get(r, v, "RoleMapNS"), types_of(pdfread_get_text(r->doc, v, "NS")));
    }
    EACH_ELEMENT(r, e) {
        const char *known = types_of(e->space);
        bool heading = verify_is_heading(e->kind) && str_is(e->space, PDFREAD_SPACE_2);
        if (known && !str_among(e->kind, known) && !heading) {
            rules_fault(r, "element %lld is a %.*s, which is not a standard type", at(e),
                        STR_ARG(e->kind));
        } else if (!known && !str_is(e->space, MATHML)) {
            rules_fault(r, "element %lld is of the namespace %.*s", at(e), STR_ARG(e->space));
        }
        if (rules_has(e->dict, "NS") && !is_listed(r, rules_number(pdfread_entry(e->dict, "NS")))) {
            rules_fault(r, "element %lld is of a namespace that is not listed", at(e));
        }
    }
}

static int level_of(struct str kind) {
    int64_t v = 0;
    return verify_is_heading(kind) && str_to_i64(str_from(kind, 1), &v) && v < 1000 ? (int)v : 0;
}

void rules_headings(struct rules *r) {
    int last = 0;
    EACH_ELEMENT(r, e) {
        int level = level_of(e->kind);
        if (str_is(e->kind, "H")) {
            rules_fault(r, "element %lld is a heading without a level", at(e));
        }
        if (level) {
            if (level > last + 1) {
                rules_fault(r, "a heading of level %d follows one of level %d", level, last);
            }
            last = level;
        }
    }
}

/* ---- parts */

/** Reports children whose type is not in a list of types. */
static void holds_only(struct rules *r, const struct pdfread_element *e, const char *kinds,
                       bool content) {
    for (size_t i = 0; i < e->nkids; i++) {
        struct str kind = kid_kind(r, e, i);
        bool wrong = is_content(e, i) ? !content : kind.n && !str_among(kind, kinds);
        if (wrong) {
            rules_fault(r, "a %.*s (%lld) holds %.*s", STR_ARG(e->kind), at(e),
                        STR_ARG(is_content(e, i) ? STR("content") : kind));
            return;
        }
    }
}

/** Returns the value of an attribute (ISO 32000-1, 14.7.5), or null if there is none. */
static const struct pdfread_value *attribute(struct rules *r, const struct pdfread_element *e,
                                             const char *name) {
    const struct pdfread_value *v, *found = pdfread_entry(e->dict, "");
    for (size_t i = 0;
         (v = rules_item(r, pdfread_entry(e->dict, "A"), i)) && found->kind == PDFREAD_NULL; i++) {
        found = rules_get(r, v, name);
    }
    return found;
}

static bool has_labels(struct rules *r, const struct pdfread_element *list) {
    for (size_t i = 0; i < list->nkids; i++) {
        const struct pdfread_element *item = kid(r, list, i);
        for (size_t k = 0; item && k < item->nkids; k++) {
            if (str_is(kid_kind(r, item, k), "Lbl")) {
                return true;
            }
        }
    }
    return false;
}

void rules_lists(struct rules *r) {
    EACH_ELEMENT(r, e) {
        const struct pdfread_element *parent = parent_of(r, e);
        struct str in = parent ? parent->kind : STR_EMPTY;
        if (str_is(e->kind, "L")) {
            holds_only(r, e, "LI L Caption Artifact NonStruct", true);
            const struct pdfread_value *numbering = attribute(r, e, "ListNumbering");
            if (rules_is(r, RULE_U2) && has_labels(r, e) &&
                (numbering->kind != PDFREAD_NAME || str_is(numbering->text, "None"))) {
                rules_fault(r, "the list %lld has labels of no kind", at(e));
            }
        } else if (str_is(e->kind, "LI")) {
            holds_only(r, e, "Lbl LBody Div Artifact NonStruct", false);
            if (!str_among(in, "L Div")) {
                rules_fault(r, "an item of a list (%lld) is in a %.*s", at(e), STR_ARG(in));
            }
        } else if (str_is(e->kind, "LBody") && !str_among(in, "LI Div")) {
            rules_fault(r, "the body of an item (%lld) is in a %.*s", at(e), STR_ARG(in));
        }
    }
}

enum { WIDEST = 4096 };

struct grid {
    uint32_t *until; /* for each column: the first row in which it is free */
    size_t across, rows;
    bool over, uneven, beyond;
};

static size_t span_of(struct rules *r, const struct pdfread_element *cell, const char *name) {
    int64_t v = attribute(r, cell, name)->number;
    return v < 1 ? 1 : v > WIDEST ? WIDEST : (size_t)v;
}

static void place_row(struct rules *r, struct grid *g, const struct pdfread_element *row,
                      size_t y) {
    size_t x = 0, busy = 0;
    for (size_t i = 0; i < row->nkids; i++) {
        const struct pdfread_element *cell = kid(r, row, i);
        if (!cell) {
            continue;
        }
        size_t across = span_of(r, cell, "ColSpan"), down = span_of(r, cell, "RowSpan");
        while (x < WIDEST && g->until[x] > y) {
            x++;
        }
        for (size_t k = 0; k < across && x < WIDEST; k++, x++) {
            g->over = g->over || g->until[x] > y;
            g->until[x] = (uint32_t)(y + down);
        }
        g->beyond = g->beyond || y + down > g->rows;
    }
    for (size_t k = 0; k < WIDEST; k++) {
        busy += g->until[k] > y;
    }
    g->uneven = g->uneven || (y && busy != g->across);
    g->across = busy;
}

/** Rows must have the same width, and cells must not overlap. */
static void check_grid(struct rules *r, const struct pdfread_element *table) {
    VEC(const struct pdfread_element *) rows = VEC_INIT;
    for (size_t i = 0; i < table->nkids; i++) {
        const struct pdfread_element *k = kid(r, table, i);
        bool is_row = k && str_is(k->kind, "TR");
        if (is_row) {
            vec_push(&rows, k);
        }
        for (size_t j = 0; k && !is_row && j < k->nkids; j++) {
            if (str_is(kid_kind(r, k, j), "TR")) {
                vec_push(&rows, kid(r, k, j));
            }
        }
    }
    struct grid g = {.rows = rows.n};
    g.until = xcalloc(WIDEST, sizeof *g.until);
    for (size_t y = 0; y < rows.n; y++) {
        place_row(r, &g, rows.p[y], y);
    }
    if (g.over) {
        rules_fault(r, "the table %lld has overlapping cells", at(table));
    }
    if (g.uneven || g.beyond) {
        rules_fault(r, "the table %lld has rows of several widths", at(table));
    }
    free(g.until);
    vec_drop(&rows);
}

/** Tables must have the parts of tables, rows of the same width, and header cells with a scope. */
void rules_tables(struct rules *r) {
    EACH_ELEMENT(r, e) {
        if (str_is(e->kind, "TR")) {
            holds_only(r, e, "TH TD", true);
        } else if (str_is(e->kind, "TH")) {
            const struct pdfread_value *headers = attribute(r, e, "Headers");
            if (!str_among(attribute(r, e, "Scope")->text, "Row Column Both") && headers->n == 0) {
                rules_fault(r, "the header cell %lld of a table has no scope", at(e));
            }
        } else if (str_is(e->kind, "Table")) {
            holds_only(r, e, "TR THead TBody TFoot Caption", false);
            check_grid(r, e);
        }
    }
}

void rules_alternatives(struct rules *r) {
    EACH_ELEMENT(r, e) {
        if (!rules_tagged(r) || !str_among(e->kind, "Figure Formula")) {
            continue;
        }
        bool says = pdfread_get_text(r->doc, e->dict, "Alt").n ||
                    pdfread_get_text(r->doc, e->dict, "ActualText").n;
        bool mathml =
            str_is(e->kind, "Formula") && rules_has(e->dict, "AF") && rules_is(r, RULE_U2);
        if (!says && !mathml) {
            rules_fault(r, "the %.*s %lld has no alternative text", STR_ARG(e->kind), at(e));
        }
    }
}

/* ---- notes and lists of contents */

static bool refers(struct rules *r, const struct pdfread_element *e, int64_t to) {
    const struct pdfread_value *v;
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(e->dict, "Ref"), i)); i++) {
        if (rules_number(v) == to) {
            return true;
        }
    }
    return false;
}

/** A note and the element that refers to it must refer to each other. */
static void check_partners(struct rules *r, const struct pdfread_element *e) {
    const struct pdfread_value *v;
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(e->dict, "Ref"), i)); i++) {
        size_t other = pdfread_element_of(r->doc, rules_number(v));
        bool note = str_is(e->kind, "FENote") ||
                    (other != SIZE_MAX && str_is(r->tree->elements[other].kind, "FENote"));
        if (note && (other == SIZE_MAX || !refers(r, &r->tree->elements[other], e->object))) {
            rules_fault(r, "%lld and %lld do not refer to each other", at(e),
                        (long long)rules_number(v));
        }
    }
}

void rules_notes(struct rules *r) {
    struct map ids = MAP_IN(r->arena);
    EACH_ELEMENT(r, e) {
        if (str_is(e->kind, "Note")) {
            const struct pdfread_value *id = rules_get(r, e->dict, "ID");
            if (rules_is(r, RULE_U2)) {
                rules_fault(r, "%lld is a Note", at(e));
            }
            if (id->kind != PDFREAD_STRING || map_put(&ids, id->text, r)) {
                rules_fault(r, "the note %lld has no identifier of its own", at(e));
            }
        }
        if (str_is(e->kind, "FENote")) {
            if (!str_among(attribute(r, e, "NoteType")->text, "Footnote Endnote None")) {
                rules_fault(r, "%lld is a note of no kind", at(e));
            }
            if (!rules_item(r, pdfread_entry(e->dict, "Ref"), 0)) {
                rules_fault(r, "%lld is a note without a reference to it", at(e));
            }
        }
        check_partners(r, e);
    }
}

/** Whether an element, or one below it, refers to another element (/Ref). */
static bool names_something(struct rules *r, const struct pdfread_element *e) {
    size_t i = (size_t)(e - r->tree->elements);
    for (size_t k = i; k < r->v->kids[i]; k++) {
        if (rules_item(r, pdfread_entry(r->tree->elements[k].dict, "Ref"), 0)) {
            return true;
        }
    }
    return false;
}

void rules_contents_lists(struct rules *r) {
    EACH_ELEMENT(r, e) {
        const struct pdfread_element *parent = parent_of(r, e);
        if (str_is(e->kind, "TOC")) {
            holds_only(r, e, "TOC TOCI Caption Artifact", true);
        }
        if (!str_is(e->kind, "TOCI")) {
            continue;
        }
        if (!parent || !str_among(parent->kind, "TOC Div")) {
            rules_fault(r, "%lld is in no list of contents", at(e));
        }
        if (rules_is(r, RULE_U2) && !names_something(r, e)) {
            rules_fault(r, "%lld names nothing", at(e));
        }
    }
}

void rules_one_document(struct rules *r) {
    size_t tops = 0, good = 0;
    EACH_ELEMENT(r, e) {
        tops += e->parent == SIZE_MAX;
        good += e->parent == SIZE_MAX && str_is(e->kind, "Document") &&
                str_is(e->space, PDFREAD_SPACE_2);
    }
    if (tops != 1 || good != 1) {
        rules_fault(r, "the tree has not one Document of PDF 2.0");
    }
}

/* ---- containment (ISO/TS 32005, table 5) */

#define INLINE " Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong"
/** The types that dossier writes, with the types that they may contain. MC means marked content.
 * Div and Part may contain the same types as their parent. */
static const struct {
    const char *kind, *may;
} may_hold[] = {
    {"Document", "Title Sect Part Div Hn P BlockQuote TOC L Table FENote Code Link Figure Formula"},
    {"Title", "Part Div P Caption L Lbl Table" INLINE " MC"},
    {"Sect",
     "Title Sect Part Div Hn P BlockQuote Caption TOC L Lbl Table FENote Code Link Figure Formula"},
    {"Hn", "Sect Lbl" INLINE " Sub MC"},
    {"P", "L Lbl" INLINE " Sub MC"},
    {"BlockQuote", "Title Sect Part Div Hn P BlockQuote Caption TOC L Lbl Table FENote Reference "
                   "Code Link Figure Formula MC"},
    {"Caption", "Sect Part Div Hn P BlockQuote L Lbl Table" INLINE " Sub MC"},
    {"TOC", "Div Caption TOC TOCI"},
    {"TOCI", "Div P Caption TOC Lbl Reference"},
    {"L", "Caption L LI"},
    {"LI", "Div Lbl LBody MC"},
    {"Lbl", "Span Quote FENote Reference BibEntry Code Link Figure Formula Em Strong Sub MC"},
    {"LBody", "Sect Part Div Hn P BlockQuote Caption L Table" INLINE " Sub MC"},
    {"Table", "Caption TR THead TBody TFoot"},
    {"TR", "TH TD"},
    {"TH", "Sect Div Hn P L Lbl Table" INLINE " MC"},
    {"TD", "Sect Div Hn P L Lbl Table" INLINE " MC"},
    {"THead", "TR"},
    {"TBody", "TR"},
    {"TFoot", "TR"},
    {"Span", "Lbl" INLINE " Sub MC"},
    {"Quote", "Lbl" INLINE " Sub MC"},
    {"Em", "Lbl" INLINE " Sub MC"},
    {"Strong", "Lbl" INLINE " Sub MC"},
    {"Sub", "Lbl" INLINE " Sub MC"},
    {"FENote", "Sect Part Div P BlockQuote L Lbl Table Span Quote FENote Reference Code Link "
               "Figure Formula Em Strong Sub MC"},
    {"Reference", "Lbl Span FENote BibEntry Link Figure Em Strong MC"},
    {"BibEntry", "Part Div P Lbl Span FENote Reference Link Figure Em Strong MC"},
    {"Code", "Part Div Span Reference BibEntry Link Em Strong MC"},
    {"Link",
     "Sect Div Lbl Span Quote FENote Reference BibEntry Code Figure Formula Em Strong Sub MC"},
    {"Figure", "Sect Part Div Hn P BlockQuote Caption L Lbl Table" INLINE " MC"},
    {"Formula", "Part Div Hn P BlockQuote Caption L Lbl Table" INLINE " Sub MC"},
};

static const char *allowed(struct str kind) {
    kind = verify_is_heading(kind) ? STR("Hn") : kind;
    for (size_t i = 0; i < ARRAY_LEN(may_hold); i++) {
        if (str_is(kind, may_hold[i].kind)) {
            return may_hold[i].may;
        }
    }
    return NULL;
}

static void check_kids(struct rules *r, const struct pdfread_element *e, const char *may) {
    for (size_t i = 0; i < e->nkids; i++) {
        struct str kind = is_content(e, i) ? STR("MC") : kid_kind(r, e, i);
        kind = verify_is_heading(kind) ? STR("Hn") : kind;
        if (kind.n == 0 || str_among(kind, "Artifact NonStruct")) {
            continue;
        }
        bool bare = str_is(kind, "MC") && str_among(e->kind, "Div Part");
        if (bare || (may && !str_among(kind, may) && !str_among(kind, "Div Part"))) {
            rules_fault(r, "a %.*s (%lld) holds %.*s", STR_ARG(e->kind), at(e), STR_ARG(kind));
        }
    }
}

void rules_containment(struct rules *r) {
    EACH_ELEMENT(r, e) {
        const struct pdfread_element *holder = e;
        for (int i = 0; i < 200 && holder && str_among(holder->kind, "Div Part NonStruct"); i++) {
            holder = parent_of(r, holder);
        }
        check_kids(r, e, holder ? allowed(holder->kind) : NULL);
        for (size_t i = 1; i + 1 < e->nkids; i++) {
            if (str_is(kid_kind(r, e, i), "Caption")) {
                rules_fault(r, "a %.*s (%lld) has its caption in the middle", STR_ARG(e->kind),
                            at(e));
            }
        }
    }
}

/* ---- links and formulas */

static void check_place(struct rules *r, const struct pdfread_value *dest, long long object) {
    struct pdfread_place to = pdfread_destination(r->doc, dest);
    if (!to.found) {
        rules_fault(r, "object %lld leads nowhere", object);
    } else if (rules_is(r, RULE_U2) && pdfread_element_of(r->doc, to.object) == SIZE_MAX) {
        rules_fault(r, "object %lld leads to no element", object);
    }
}

/** Checks an annotation or an item of the outline. */
static void one_destination(struct rules *r, size_t page, int64_t object,
                            const struct pdfread_value *d) {
    const struct pdfread_value *action = rules_get(r, d, "A");
    (void)page;
    if (rules_has(d, "Dest")) {
        check_place(r, pdfread_entry(d, "Dest"), (long long)object);
    } else if (pdfread_is_name(rules_get(r, action, "S"), "GoTo")) {
        check_place(r, action, (long long)object);
    }
}

/** Links and the outline must have destinations. In PDF/UA-2, the destinations must be elements. */
void rules_destinations(struct rules *r) {
    rules_each_annotation(r, one_destination);
    VEC(const struct pdfread_value *) stack = VEC_INIT;
    vec_push(&stack, pdfread_entry(rules_get(r, r->catalog, "Outlines"), "First"));
    size_t most = pdfread_objects(r->doc);
    for (size_t seen = 0; stack.n && seen < most; seen++) {
        const struct pdfread_value *ref = vec_pop(&stack), *item = pdfread_follow(r->doc, ref);
        if (item->kind != PDFREAD_DICT) {
            continue;
        }
        one_destination(r, 0, rules_number(ref), item);
        vec_push(&stack, pdfread_entry(item, "Next"));
        vec_push(&stack, pdfread_entry(item, "First"));
    }
    vec_drop(&stack);
}

/** Returns the destination of an annotation as text. */
static struct str place_text(struct rules *r, const struct pdfread_value *d) {
    const struct pdfread_value *action = rules_get(r, d, "A");
    const struct pdfread_value *dest = rules_has(d, "Dest") ? pdfread_entry(d, "Dest") : action;
    struct pdfread_place to = pdfread_destination(r->doc, dest);
    return arena_printf(r->arena, "%.*s %d %zu %lld %d", STR_ARG(rules_get(r, action, "URI")->text),
                        to.found, to.page, (long long)to.object, to.has_y ? (int)(to.y * 100) : -1);
}

void rules_one_link_one_place(struct rules *r) {
    EACH_ELEMENT(r, e) {
        struct str first = STR_EMPTY;
        for (size_t i = 0; i < e->nkids; i++) {
            if (e->kids[i].kind != PDFREAD_OBJECT) {
                continue;
            }
            struct str place = place_text(r, pdfread_object(r->doc, e->kids[i].object));
            if (first.n && !str_eq(first, place)) {
                rules_fault(r, "element %lld leads to several places", at(e));
                break;
            }
            first = place;
        }
    }
}

/** A file that is attached to a formula must be MathML, with the relation Supplement (ISO
 * 32000-2). */
void rules_mathml(struct rules *r) {
    EACH_ELEMENT(r, e) {
        const struct pdfread_value *v;
        for (size_t i = 0;
             str_is(e->kind, "Formula") && (v = rules_item(r, pdfread_entry(e->dict, "AF"), i));
             i++) {
            const struct pdfread_value *stream = pdfread_entry(rules_get(r, v, "EF"), "F");
            if (!pdfread_is_name(rules_get(r, v, "AFRelationship"), "Supplement") ||
                !rules_is_stream(r, stream)) {
                rules_fault(r, "the file attached to formula %lld has another relation", at(e));
                continue;
            }
            struct diags quiet;
            diags_init(&quiet, r->arena);
            struct xml_node *root = xml_parse(
                r->arena, source_new(r->arena, STR("MathML"), rules_data(r, stream)), &quiet);
            diags_drop(&quiet);
            if (!root || !str_is(root->name, "math") || !str_is(root->ns, MATHML) || !root->first) {
                rules_fault(r, "the file attached to formula %lld is not MathML", at(e));
            }
        }
    }
}
