/* SPDX-License-Identifier: MIT */
/* Makes the index: marked terms (`[term]{.index}` with `entry`, `see` and `seealso`; LaTeX's \index
 * in the syntax of makeindex) in the order of the language. They become nested lists in the first
 * empty division with the identifier or class `index`. Each place of a term is a link, which shows
 * the page number on paper. */
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "read/markdown/tree/passes.h"

DIAG_USE(DIAG_NO_INDEX);

#define LEVELS 3 /* levels of makeindex: entries, subentries and subsubentries */

/** What a mark of a term contains. */
struct mark {
    struct doc_node *span;
    struct str shown[LEVELS], sort[LEVELS];
    size_t levels;
    struct str see, also;
    const char *range; /* "range-begin", "range-end" or "" */
};

struct term {
    /* `shown` is the text of the term, and `key` the text by which it is sorted */
    struct str shown, key;
    /* the node whose inlines are the term; NULL if the term is the text `shown` */
    const struct doc_node *markup;
    size_t order;
    VEC(struct mark *) places;
    VEC(struct str) see, also;
    VEC(struct term *) kids;
};

struct index {
    struct md *m;
    struct collator *collator;
    /* `terms` maps a path of terms to a struct term; `taken` has the identifiers in use */
    struct map terms, taken;
    VEC(struct term *) all;
    struct term *root;
    size_t nplaces;
};

/* ---- marks ---- */

/** Reads a part of makeindex's text, up to one of the characters in `stops`. Moves `*at` past the
 * character and returns it, or returns 0 at the end of the text. A `"` is removed, and the
 * character after it ends nothing. */
static char next_part(struct md *m, struct str s, const char *stops, size_t *at, struct str *out) {
    struct buf b = BUF_INIT;
    char stop = 0;
    for (; *at < s.n; ++*at) {
        char c = s.p[*at];
        if (c == '"' && *at + 1 < s.n) {
            buf_putc(&b, s.p[++*at]);
        } else if (strchr(stops, c)) {
            stop = c;
            ++*at;
            break;
        } else {
            buf_putc(&b, c);
        }
    }
    *out = str_trim(buf_finish(&b, m->a));
    return stop;
}

/** Returns the term in `see{term}`. `s` is the text after `see`; its braces may be missing. */
static struct str seen_term(struct str s) {
    s = str_trim(s);
    s = str_starts(s, STR("{")) ? str_from(s, 1) : s;
    return str_trim(str_ends(s, STR("}")) ? str_slice(s, 0, s.n - 1) : s);
}

/** Reads makeindex's `level!level|command`, where a level is `sorted@shown` or a text. */
static void read_entry(struct md *m, struct mark *mark, struct str s) {
    size_t at = 0;
    char stop = '!';
    while (stop == '!' && mark->levels < LEVELS) {
        struct str part, shown;
        stop = next_part(m, s, "!@|", &at, &part);
        shown = part;
        if (stop == '@') {
            stop = next_part(m, s, "!|", &at, &shown);
        }
        if (part.n == 0 && shown.n == 0) {
            break;
        }
        mark->sort[mark->levels] = part;
        mark->shown[mark->levels++] = shown;
    }
    struct str rest = stop == '|' ? str_trim(str_from(s, at)) : STR_EMPTY;
    if (str_starts(rest, STR("seealso"))) {
        mark->also = seen_term(str_from(rest, 7));
    } else if (str_starts(rest, STR("see"))) {
        mark->see = seen_term(str_from(rest, 3));
    } else if (str_starts(rest, STR("("))) {
        mark->range = "range-begin";
    } else if (str_starts(rest, STR(")"))) {
        mark->range = "range-end";
    }
}

static void read_mark(struct md *m, struct mark *mark, struct doc_node *span) {
    struct str entry = doc_pair(span, "entry");
    *mark = (struct mark){.span = span, .range = ""};
    if (entry.n) {
        read_entry(m, mark, entry);
    } else {
        mark->shown[0] = mark->sort[0] = str_trim(doc_plain(m->a, span));
        mark->levels = mark->shown[0].n > 0;
    }
    mark->see = doc_pair(span, "see").n ? doc_pair(span, "see") : mark->see;
    mark->also = doc_pair(span, "seealso").n ? doc_pair(span, "seealso") : mark->also;
}

/* ---- terms ---- */

static struct term *term_under(struct index *x, struct term *parent, struct str path,
                               const struct mark *mark, size_t level) {
    struct term *t = map_lookup(&x->terms, path);
    if (t) {
        return t;
    }
    t = ARENA_NEW(x->m->a, struct term);
    t->shown = mark->shown[level];
    t->key = collator_key(x->collator, x->m->a, mark->sort[level]);
    t->order = x->all.n;
    if (!doc_pair(mark->span, "entry").n) {
        t->markup = mark->span;
    }
    map_put(&x->terms, path, t);
    vec_push(&x->all, t);
    vec_push(&parent->kids, t);
    return t;
}

static struct str place_id(struct index *x, struct doc_node *span) {
    struct str id = doc_id(span);
    while (!id.n) {
        id = arena_printf(x->m->a, "index-%zu", ++x->nplaces);
        id = map_lookup(&x->taken, id) ? STR_EMPTY : id;
    }
    doc_set_id(x->m->doc, span, id);
    return id;
}

static void add_mark(struct index *x, struct doc_node *span) {
    struct mark *mark = ARENA_NEW(x->m->a, struct mark);
    struct term *t = x->root;
    struct str path = STR_EMPTY;
    read_mark(x->m, mark, span);
    if (mark->levels == 0) {
        return;
    }
    for (size_t i = 0; i < mark->levels; i++) {
        path = arena_join(x->m->a, 5, path, STR("\n"), mark->sort[i], STR("\t"), mark->shown[i]);
        t = term_under(x, t, path, mark, i);
    }
    if (mark->see.n) {
        vec_push(&t->see, mark->see);
    } else if (mark->also.n) {
        vec_push(&t->also, mark->also);
    } else {
        (void)place_id(x, span);
        vec_push(&t->places, mark);
    }
}

static int term_order(const void *a, const void *b) {
    const struct term *x = *(struct term *const *)a, *y = *(struct term *const *)b;
    int order = str_cmp(x->key, y->key);
    return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

/* ---- writing the index ---- */

static struct doc_node *add(struct index *x, struct doc_node *parent, enum doc_kind kind) {
    return doc_add(x->m->doc, parent, kind, SPAN_NONE);
}

static void add_text(struct index *x, struct doc_node *parent, struct str text) {
    doc_add_text(x->m->doc, parent, text, SPAN_NONE);
}

/** Appends a link to each place of a term. The text of a link is its number. */
static void add_places(struct index *x, struct doc_node *parent, const struct term *t) {
    struct doc_node *places = add(x, parent, DOC_SPAN);
    doc_add_class(x->m->doc, places, STR("index-places"));
    for (size_t i = 0; i < t->places.n; i++) {
        const struct mark *mark = t->places.p[i];
        if (i > 0) {
            add_text(x, places,
                     str_is(str_of(mark->range), "range-end") ? STR("\u2013") : STR(", "));
        }
        struct doc_node *link = add(x, places, DOC_LINK);
        link->u.link.url = arena_join(x->m->a, 2, STR("#"), doc_id(mark->span));
        if (*mark->range) {
            doc_add_class(x->m->doc, link, str_of(mark->range));
        }
        add_text(x, link, arena_printf(x->m->a, "%zu", i + 1));
    }
}

static void add_others(struct index *x, struct doc_node *parent, enum doc_word word,
                       const struct str *names, size_t n) {
    bool foreign = false;
    struct str text = doc_word(x->m->doc->meta.lang, word, &foreign);
    for (size_t i = 0; i < n; i++) {
        if (i > 0) {
            add_text(x, parent, STR("; "));
        } else {
            add_text(x, parent, STR(", "));
            struct doc_node *emph = add(x, parent, DOC_EMPH);
            add_text(x, emph, text);
            add_text(x, parent, STR(" "));
        }
        add_text(x, parent, names[i]);
    }
}

/** Returns the first letter of a term in lower case and without diacritics, or "0" for all
 * digits. */
static struct str letter_of(struct index *x, const struct term *t) {
    struct str s = unicode_nfd(x->m->a, unicode_lower(x->m->a, t->shown, x->m->doc->meta.lang));
    size_t end = 0;
    while (end < s.n && !is_alnum(s.p[end]) && !(s.p[end] & 0x80)) {
        end++;
    }
    s = str_from(s, end);
    end = 0;
    if (s.n) {
        (void)utf8_next(s, &end);
    }
    return end && is_digit(s.p[0]) ? STR("0") : str_slice(s, 0, end);
}

static void add_terms(struct index *x, struct doc_node *parent, struct term *of, size_t level) {
    if (of->kids.n == 0) {
        return;
    }
    struct doc_node *list = add(x, parent, DOC_LIST);
    struct str letter = STR_EMPTY;
    list->u.list.style = DOC_UNMARKED;
    list->u.list.tight = true;
    vec_sort(&of->kids, term_order);
    for (size_t i = 0; i < of->kids.n; i++) {
        struct term *t = of->kids.p[i];
        struct doc_node *item = add(x, list, DOC_ITEM), *plain = add(x, item, DOC_PLAIN);
        if (level == 0 && !str_eq(letter, letter_of(x, t))) {
            doc_add_class(x->m->doc, item, STR("index-letter"));
            letter = letter_of(x, t);
        }
        if (t->markup) {
            doc_adopt(plain, doc_heading_text(x->m->doc, t->markup));
        } else {
            add_text(x, plain, t->shown);
        }
        if (t->places.n) {
            add_text(x, plain, STR(", "));
            add_places(x, plain, t);
        }
        add_others(x, plain, DOC_WORD_SEE, t->see.p, t->see.n);
        add_others(x, plain, DOC_WORD_SEE_ALSO, t->also.p, t->also.n);
        if (level + 1 < LEVELS) {
            add_terms(x, item, t, level + 1);
        }
    }
}

/* ---- the division ---- */

/** Returns the first empty division for the index, or NULL. */
static struct doc_node *find_place(struct doc *d) {
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        if (w.enter && n->kind == DOC_DIV && !n->first && n->attr &&
            (str_is(doc_id(n), "index") || doc_has_class(n, "index") ||
             doc_has_class(n, "printindex"))) {
            return w.node;
        }
    }
    return NULL;
}

static bool is_mark(const struct doc_node *n) {
    return n->kind == DOC_SPAN && n->attr && doc_has_class(n, "index");
}

static void gather(struct index *x, struct doc_node **first) {
    struct doc_walk w = doc_walk_start(x->m->doc->root);
    for (const struct doc_attr *a = x->m->doc->last_attr; a; a = a->made_before) {
        if (a->id.n) {
            map_put(&x->taken, a->id, x);
        }
    }
    while (doc_walk_next(&w)) {
        if (w.enter && is_mark(w.node)) {
            *first = *first ? *first : w.node;
            add_mark(x, w.node);
        }
    }
}

static void write_index(struct index *x, struct doc_node *place) {
    struct doc *d = x->m->doc;
    bool foreign = false;
    if (!place->prev || place->prev->kind != DOC_HEADING) {
        struct doc_node *head = doc_node_new(d, DOC_HEADING, SPAN_NONE);
        int level = d->cls.base + (DOC_CHAPTER - d->cls.top);
        head->u.heading.level = doc_has_chapters(d) && level > 0 ? level : d->cls.base;
        head->u.heading.unnumbered = true;
        doc_add_class(d, head, STR("unnumbered"));
        doc_add_text(d, head, doc_word(d->meta.lang, DOC_WORD_INDEX, &foreign), SPAN_NONE);
        doc_insert_before(place, head);
    }
    doc_add_class(d, place, STR("index"));
    doc_set_pair(d, place, STR("style"), STR("columns: 15em"));
    add_terms(x, place, x->root, 0);
}

/** Whether a node of the document has the class `index`. Most documents have no such node. */
static bool has_index(const struct doc *d) {
    for (const struct doc_attr *a = d->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->nclasses; i++) {
            if (str_is(a->classes[i], "index")) {
                return true;
            }
        }
    }
    return false;
}

void md_index(struct md *m) {
    struct index x = {.m = m, .terms = MAP_INIT, .taken = MAP_INIT, .all = VEC_INIT};
    struct doc_node *first = NULL;
    if (!doc_has_kind(m->doc, DOC_SPAN) || !has_index(m->doc)) {
        return;
    }
    struct doc_node *place = find_place(m->doc);
    if (place) {
        x.collator = collator_new(m->doc->meta.lang, true);
        x.root = ARENA_NEW(m->a, struct term);
        gather(&x, &first);
        if (x.all.n) {
            write_index(&x, place);
        }
        collator_drop(x.collator);
    } else {
        struct doc_walk w = doc_walk_start(m->doc->root);
        while (!first && doc_walk_next(&w)) {
            first = w.enter && is_mark(w.node) && !doc_has_class(w.node, "tex") ? w.node : NULL;
        }
        if (first) {
            struct diag *g = diag_add(m->diags, DIAG_NO_INDEX, first->span,
                                      "terms of an index are marked, but no place for it is named");
            diag_hint(m->diags, g,
                      "put an empty division where it is to stand: `::: {#index}`, "
                      "then `:::`");
        }
    }
    for (size_t i = 0; i < x.all.n; i++) {
        vec_drop(&x.all.p[i]->places);
        vec_drop(&x.all.p[i]->see);
        vec_drop(&x.all.p[i]->also);
        vec_drop(&x.all.p[i]->kids);
    }
    if (x.root) {
        vec_drop(&x.root->kids);
    }
    vec_drop(&x.all);
    map_drop(&x.terms);
    map_drop(&x.taken);
}
