/* SPDX-License-Identifier: MIT */
/* Reads authors and their affiliations in the forms that authors write: pandoc's lists, Quarto's
 * maps and `ref`, the numbers of the Journal of Open Source Software (`affiliation: "1, 2"`,
 * `index`), papaja's `id` and `institution`, pandoc-scholar's `institute` with names as keys.
 * Replaces references with the affiliations that they name. */
#include "read/markdown/md_front.h"

#include "core/base/file.h"
#include "core/base/vec.h"

DIAG_USE(DIAG_BAD_METADATA);

#define MAX_SIGNS 8 /* maximum number of times that a mark repeats its symbol, as in ‡‡ */

/** The state of reading the authors. */
struct people {
    struct md *m;
    struct map places;   /* maps the identifier of an affiliation to its struct doc_node */
    VEC(struct str) ids; /* the keys of `places`, for hints */
    md_node_list listed; /* the affiliations that the document lists apart from its authors */
    VEC(struct doc_author) authors;
    VEC(struct doc_author_note) notes;
    size_t signs; /* number of symbols that notes have used as marks */
    bool equal;
    bool referred; /* an author referred to a listed affiliation */
};

static bool is_map(const struct node *n) {
    return n && n->kind == NODE_MAP;
}

/** Adds a text as inlines to `*all`, after the text `between`. If `*all` is NULL, makes the
 * node. */
static void add_text(struct md *m, struct doc_node **all, const struct node *n,
                     const char *between) {
    struct doc_node *part = md_scalar_inlines(m, n);
    if (part && *all) {
        doc_add_text(m->doc, *all, str_of(between), SPAN_NONE);
        doc_adopt(*all, part);
    }
    *all = *all ? *all : part;
}

/** Returns the value of a map with one key, which is a name: `{Jane Doe: {...}}` (pandoc-scholar).
 * NULL for other nodes. */
static const struct node *named_by_key(const struct node *n, const char *own) {
    bool one = is_map(n) && n->n == 1 && !node_first(n, own);
    return one ? n->items[0] : NULL;
}

/* ---- affiliations */

#define PLACE_PARTS                                                                                \
    "department name institution group address city region state province postal-code country"

static struct doc_node *place_node(struct md *m, const struct node *n) {
    const struct node *inner = named_by_key(n, PLACE_PARTS);
    n = inner ? inner : n;
    if (!is_map(n)) {
        return md_scalar_inlines(m, n);
    }
    struct doc_node *all = NULL;
    struct str rest = STR(PLACE_PARTS);
    while (rest.p) {
        add_text(m, &all, node_value(n, str_cut(&rest, ' ')), ", ");
    }
    return all;
}

static void add_id(struct people *p, struct str id, struct doc_node *node) {
    id = str_trim(id);
    if (id.n && !map_lookup(&p->places, id)) {
        map_put(&p->places, id, node);
        vec_push(&p->ids, id);
    }
}

/** Records the identifiers of an affiliation. */
static void add_ids(struct people *p, const struct node *n, struct doc_node *node) {
    add_id(p, node_text(node_get(n, "id")), node);
    add_id(p, node_text(node_get(n, "index")), node);
    if (named_by_key(n, PLACE_PARTS)) {
        add_id(p, n->keys[0], node);
    }
}

/** Reads the affiliations that the document lists apart from its authors. */
static void read_listed(struct people *p) {
    const struct node *n = node_first(p->m->doc->front, "affiliation institute affiliations");
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(n, i);
        struct doc_node *node = place_node(p->m, one);
        if (node) {
            vec_push(&p->listed, node);
            add_ids(p, one, node);
            /* an affiliation without `index` has its position in the list as its number */
            if (!node_get(one, "id") && !node_get(one, "index")) {
                add_id(p, arena_printf(p->m->a, "%zu", i + 1), node);
            }
        }
    }
}

static void report_unknown(struct people *p, const struct node *n, struct str id) {
    struct diag *g = diag_add(p->m->diags, DIAG_BAD_METADATA, n->span,
                              "no affiliation has the name `%.*s`", STR_ARG(id));
    if (!diag_hint_near(p->m->diags, g, diag_guess(p->m->diags, id, p->ids.p, p->ids.n))) {
        diag_hint(p->m->diags, g, "write it below `affiliations:`, with `index:` or `id:`");
    }
}

/** Appends the affiliation with an identifier, or reports an unknown identifier. */
static void add_reference(struct people *p, const struct node *n, struct str id,
                          md_node_list *out) {
    struct doc_node *place = map_lookup(&p->places, id);
    if (place) {
        vec_push(out, place);
        p->referred = true;
    } else {
        report_unknown(p, n, id);
    }
}

/** Whether a text is a list of references, such as `"1, 2"`. If so, appends them. */
static bool add_references(struct people *p, const struct node *n, md_node_list *out) {
    struct str rest = node_text(n);
    bool all = p->ids.n > 0 && str_trim(rest).n > 0, numbers = all;
    while (rest.p && all) {
        struct str id = str_trim(str_cut(&rest, ','));
        numbers = numbers && str_is_digits(id);
        all = map_lookup(&p->places, id) || numbers;
    }
    rest = all ? node_text(n) : STR_EMPTY;
    while (rest.p) {
        add_reference(p, n, str_trim(str_cut(&rest, ',')), out);
    }
    return all;
}

/** Appends an affiliation of an author. `n` is the affiliation itself or its identifier. */
static void add_affiliation(struct people *p, const struct node *n, md_node_list *out) {
    const struct node *ref = node_get(n, "ref");
    if (ref) {
        add_reference(p, ref, str_trim(node_text(ref)), out);
        return;
    }
    struct doc_node *node = is_map(n) || !add_references(p, n, out) ? place_node(p->m, n) : NULL;
    if (node) {
        vec_push(out, node);
        add_ids(p, n, node); /* in Quarto, another author can refer to this affiliation */
    }
}

/* ---- people */

static struct str digits_of_orcid(struct str s) {
    return path_base(str_trim(s));
}

/* Makes a name from a text, or from a map with the parts of the name. This may be the map of the
 * whole author. */
static struct doc_node *author_name(struct md *m, const struct node *n) {
    /* the name itself may be a map with the key `name` */
    for (int i = 0; i < 2 && is_map(n); i++) {
        const struct node *name = node_first(n, "literal name author");
        n = name ? name : n;
    }
    if (!is_map(n)) {
        return md_scalar_inlines(m, n);
    }
    struct doc_node *all = NULL;
    add_text(m, &all, node_first(n, "given-names given given-name first firstname first-name"),
             " ");
    add_text(m, &all, node_get(n, "dropping-particle"), " ");
    add_text(m, &all, node_get(n, "non-dropping-particle"), " ");
    add_text(m, &all, node_first(n, "surname family family-name last lastname last-name"), " ");
    add_text(m, &all, node_get(n, "suffix"), " ");
    return all;
}

/* ---- notes about authors */

static void put_mark(struct md *m, struct doc_author *a, struct str mark) {
    if (mark.n) {
        a->marks = a->marks.n ? arena_join(m->a, 3, a->marks, STR(","), mark) : mark;
    }
}

static struct doc_node *word_span(struct md *m, enum doc_word word, const char *behind) {
    bool foreign = false;
    struct doc_node *span = doc_node_new(m->doc, DOC_SPAN, SPAN_NONE);
    struct str text = doc_word(m->doc->meta.lang, word, &foreign);
    if (foreign) {
        doc_set_pair(m->doc, span, STR("lang"), STR("en"));
    }
    doc_add_text(m->doc, span, arena_join(m->a, 2, text, str_of(behind)), SPAN_NONE);
    return span;
}

/** Whether a switch is on for an author: a key of the author, or a key of Quarto's map
 * `attributes`. */
static bool is_on(const struct node *author, const char *keys) {
    const struct node *below = node_get(author, "attributes");
    return node_bool(node_first(author, keys), 0) == 1 ||
           node_bool(node_first(below, keys), 0) == 1;
}

/** Adds the note "¶ Corresponding author: address, email". */
static void note_corresponding(struct people *p, const struct node *n, struct doc_author *a) {
    struct md *m = p->m;
    struct doc_node *address = md_scalar_inlines(m, node_get(n, "address"));
    bool more = address || a->email.n;
    struct doc_node *text = doc_node_new(m->doc, DOC_SPAN, SPAN_NONE);
    doc_append(text, word_span(m, DOC_WORD_CORRESPONDING, more ? ": " : ""));
    if (address) {
        doc_adopt(text, address);
    }
    if (a->email.n) {
        struct str url = arena_join(m->a, 2, STR("mailto:"), a->email);
        struct doc_node *link = doc_link_new(m->doc, url, SPAN_NONE);
        doc_add_text(m->doc, link, a->email, SPAN_NONE);
        if (address) {
            doc_add_text(m->doc, text, STR(", "), SPAN_NONE);
        }
        doc_append(text, link);
        a->email = STR_EMPTY; /* the address is shown only in the note */
    }
    put_mark(m, a, STR("\u00B6"));
    vec_push(&p->notes, (struct doc_author_note){STR("\u00B6"), text});
}

/** Returns the next mark for a note, in LaTeX's order: †, ‡, §, ††, ... Symbols with a fixed
 * meaning, such as ¶, are left out. */
static struct str next_mark(struct people *p) {
    static const char *const signs[] = {"\u2020", "\u2021", "\u00A7"};
    size_t before = p->signs++;
    struct buf b = BUF_INIT;
    for (size_t i = 0; i <= before / ARRAY_LEN(signs) && i < MAX_SIGNS; i++) {
        buf_puts(&b, signs[before % ARRAY_LEN(signs)]);
    }
    return buf_finish(&b, p->m->a);
}

static void add_notes(struct people *p, const struct node *n, struct doc_author *a) {
    struct md *m = p->m;
    if (is_on(n, "equal-contrib equal-contributor") || is_on(n, "equal_contrib equal")) {
        if (!p->equal) {
            p->equal = true;
            struct doc_node *text = word_span(m, DOC_WORD_EQUAL, "");
            vec_push(&p->notes, (struct doc_author_note){STR("*"), text});
        }
        put_mark(m, a, STR("*"));
    }
    if (is_on(n, "corresponding correspondence")) {
        note_corresponding(p, n, a);
    }
    struct doc_node *note = md_scalar_inlines(m, node_get(n, "note"));
    if (note) {
        struct str mark = next_mark(p);
        put_mark(m, a, mark);
        vec_push(&p->notes, (struct doc_author_note){mark, note});
    }
}

/* ---- reading */

static void read_places(struct people *p, const struct node *n, struct doc_author *out) {
    const struct node *where = node_first(n, "affiliation affiliations institute institution");
    md_node_list places = VEC_INIT;
    size_t count = node_count(where);
    for (size_t i = 0; i < count; i++) {
        add_affiliation(p, node_item(where, i), &places);
    }
    struct doc_node *address = is_on(n, "corresponding correspondence")
                                   ? NULL
                                   : md_scalar_inlines(p->m, node_get(n, "address"));
    if (address) {
        vec_push(&places, address);
    }
    out->affiliations = vec_finish(&places, p->m->a);
    out->naffiliations = places.n;
}

static void read_author(struct people *p, const struct node *n) {
    struct md *m = p->m;
    struct doc_author out = {0};
    const struct node *inner = named_by_key(
        n, "name author literal given given-names family surname first firstname last affiliation");
    if (is_map(inner)) {
        struct node *key = node_string(m->a, n->keys[0], n->key_spans[0]);
        out.name = md_scalar_inlines(m, key);
        n = inner;
    } else {
        out.name = author_name(m, n);
    }
    if (!out.name) {
        if (is_map(n)) {
            md_meta_wrong(m, n, "author", "a name, or a map with a `name`");
        }
        return;
    }
    out.plain = doc_plain_spaced(m->a, out.name);
    if (is_map(n)) {
        read_places(p, n, &out);
        out.email = str_trim(node_text(node_get(n, "email")));
        out.orcid = digits_of_orcid(node_text(node_get(n, "orcid")));
        out.url = str_trim(node_text(node_first(n, "url website homepage uri")));
        const struct node *photo = node_first(n, "photo avatar image");
        out.photo = str_trim(node_text(photo));
        out.photo_at = photo ? photo->span : SPAN_NONE;
        out.contacts = doc_contacts_read(m->a, n, &out.ncontacts);
        add_notes(p, n, &out);
    }
    vec_push(&p->authors, out);
}

/** Gives the document's keys `email` and `orcid` to the author if there is only one and the author
 * lacks them. */
static void read_only_author(struct people *p) {
    const struct node *front = p->m->doc->front;
    if (p->authors.n == 1) {
        struct doc_author *a = &p->authors.p[0];
        struct str email = str_trim(node_text(node_get(front, "email")));
        struct str orcid = digits_of_orcid(node_text(node_get(front, "orcid")));
        a->email = a->email.n || a->marks.n ? a->email : email;
        a->orcid = a->orcid.n ? a->orcid : orcid;
    }
}

static void settle(struct people *p) {
    struct doc_meta *meta = &p->m->doc->meta;
    read_only_author(p);
    const struct node *named = node_get(p->m->doc->front, "photo");
    struct str photo = str_trim(node_text(named));
    if (photo.n && p->authors.n && !p->authors.p[0].photo.n) {
        p->authors.p[0].photo = photo;
        p->authors.p[0].photo_at = named->span;
    }
    meta->authors = vec_finish(&p->authors, p->m->a);
    meta->nauthors = p->authors.n;
    struct doc_node **listed = vec_finish(&p->listed, p->m->a);
    if (p->referred) {
        meta->places = listed;
        meta->nplaces = p->listed.n;
    } else {
        meta->affiliations = listed;
        meta->naffiliations = p->listed.n;
    }
    meta->notes = vec_finish(&p->notes, p->m->a);
    meta->nnotes = p->notes.n;
    map_drop(&p->places);
    vec_drop(&p->ids);
}

void md_meta_people(struct md *m) {
    struct people p = {.m = m};
    const struct node *n = node_first(m->doc->front, "author authors");
    size_t count = node_count(n);
    read_listed(&p);
    for (size_t i = 0; i < count; i++) {
        read_author(&p, node_item(n, i));
    }
    static const char *const notes[] = {"authornote", "thanks"};
    for (size_t i = 0; i < ARRAY_LEN(notes); i++) {
        struct doc_node *note = md_scalar_inlines(m, node_get(m->doc->front, notes[i]));
        if (note) {
            vec_push(&p.notes, (struct doc_author_note){STR_EMPTY, note});
        }
    }
    settle(&p);
}
