/* SPDX-License-Identifier: MIT */
/*
 * The lint of databases. It checks each entry, and then compares entries: two entries of the same
 * work, or a journal under two names.
 */
#include "cite/bib/check/check_internal.h"

#include "cite/bib/item/archive.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_CHECK_DUPLICATE);
DIAG_USE(DIAG_CHECK_JOURNAL);
DIAG_USE(DIAG_CHECK_PUBLISHED);
DIAG_USE(DIAG_CHECK_UNUSED);

bool bib_check_is_own(const struct bib_entry *e, const struct bibtex_field *f) {
    return f->span.src == e->span.src && f->span.begin >= e->span.begin &&
           f->span.end <= e->span.end;
}

struct span bib_check_place(const struct bibtex_field *f, size_t from, size_t to) {
    bool aligned = f->span.src && f->span.end - f->span.begin == f->value.n;
    return aligned ? span_make(f->span.src, f->span.begin + from, f->span.begin + to) : f->span;
}

void bib_check_correct(struct bib_checker *c, struct diag *g, const struct bibtex_field *f,
                       struct str part, struct str text) {
    size_t from = (size_t)(part.p - f->value.p);
    diag_hint(c->d, g, "write `%.*s`", STR_ARG(text));
    if (f->span.end - f->span.begin == f->value.n) {
        diag_fix(c->d, g, bib_check_place(f, from, from + part.n), text);
    }
}

/* ---- the same work twice ---- */

static struct str first_family(struct arena *a, const struct item *it) {
    struct item_names n = item_makers(it);
    return n.n ? bib_squeeze(a, n.p[0].literal.n ? n.p[0].literal : n.p[0].family) : STR_EMPTY;
}

/** Returns the DOI of the entry itself. An inherited DOI does not count, because it is the DOI of
 * the volume. */
static struct str doi_of(struct arena *a, const struct item *it) {
    struct str bare = STR_EMPTY;
    const struct item_field *f = item_field(it, VAR_DOI);
    if (f && f->span.src && it->span.src &&
        (f->span.src != it->span.src || f->span.begin < it->span.begin ||
         f->span.begin >= it->span.end)) {
        return STR_EMPTY;
    }
    bib_doi_check(str_trim(item_text(it, VAR_DOI)), &bare);
    return arena_lower(a, bare);
}

/** Returns a key of the title and the year that all entries of one work share. Empty if the item
 * has no year or its title is too short. */
static struct str title_key(struct arena *a, const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    struct str title = bib_squeeze(a, tex_rich_plain(a, item_rich(it, VAR_TITLE)));
    if (title.n < 8 || !date || !date->from.has_year) {
        /* "Preface" and other short titles do not identify a work */
        return STR_EMPTY;
    }
    int32_t year = date->from.year;
    return arena_join(a, 2, title, (struct str){(const char *)&year, sizeof year});
}

/** Whether a work is only on a preprint server. */
static bool is_preprint(struct arena *a, const struct item *it) {
    struct str container = item_text(it, VAR_CONTAINER_TITLE);
    if (container.n || it->type == ITEM_TYPE_BOOK || it->type == ITEM_TYPE_THESIS) {
        return bib_check_is_preprint(a, container);
    }
    struct str places =
        arena_join(a, 7, item_text(it, VAR_URL), STR(" "), item_text(it, VAR_NUMBER), STR(" "),
                   item_text(it, VAR_PUBLISHER), STR(" "), item_text(it, VAR_DOI));
    struct bib_arxiv arxiv;
    return bib_check_is_preprint(a, places) || item_arxiv(it, &arxiv);
}

struct seen {
    size_t at;
    struct str family, doi, volume, page; /* an empty text: the value is unknown */
    struct str key, parent;
    /* `part`: the work is a volume that has a title of its own */
    bool preprint, part;
    enum item_type kind; /* the result of kind_of() */
    struct seen *next;   /* the next work with the same title_key() */
};

static bool agree(struct str x, struct str y) {
    return x.n == 0 || y.n == 0 || str_eq(x, y);
}

/** Whether two works with the same title and year may be the same work. They are not the same if
 * another field differs, if only one is a preprint, if one is a volume and the other its series, or
 * if their kinds differ. */
static bool may_be_same(const struct seen *x, const struct seen *y) {
    bool related =
        (x->parent.n && str_eq(x->parent, y->key)) || (y->parent.n && str_eq(y->parent, x->key));
    bool other = x->preprint != y->preprint || x->part != y->part ||
                 (x->kind != ITEM_TYPE_NONE && y->kind != ITEM_TYPE_NONE && x->kind != y->kind);
    return !related && !other && agree(x->family, y->family) && agree(x->doi, y->doi) &&
           agree(x->volume, y->volume) && agree(x->page, y->page);
}

static struct str first_page(struct str pages) {
    size_t n = str_past(pages, 0, is_alnum);
    return str_slice(pages, 0, n);
}

/** Stops the program if the database has entries of indexed files, because these are not in the
 * list of entries. */
static void need_whole(const struct bib *b) {
    if (b->cached) {
        BUG("a check of files that are only indexed");
    }
}

/** Returns the kind of a work. Works of different kinds are never the same work, because an author
 * may give the same title to an article, a chapter, a thesis, a book and a report. A work of the
 * kind ITEM_TYPE_NONE may be the same as a work of any kind. */
static enum item_type kind_of(const struct item *it) {
    bool within = item_has(it, VAR_CONTAINER_TITLE);
    switch (it->type) {
    case ITEM_TYPE_CHAPTER:
    case ITEM_TYPE_PAPER_CONFERENCE:
        return within ? ITEM_TYPE_CHAPTER : ITEM_TYPE_NONE;
    case ITEM_TYPE_THESIS:
    case ITEM_TYPE_BOOK:
    case ITEM_TYPE_REPORT:
    case ITEM_TYPE_PAMPHLET:
        return it->type;
    default:
        return within && item_is_article(it) ? ITEM_TYPE_ARTICLE_JOURNAL : ITEM_TYPE_NONE;
    }
}

static struct seen see(struct bib *b, struct arena *a, size_t i, const struct item *it) {
    const struct bib_entry *e = bib_entry_at(b, i);
    const struct bibtex_field *parent =
        e && e->file ? bibtex_field_find(&e->fields, "crossref") : NULL;
    return (struct seen){.at = i,
                         .family = first_family(a, it),
                         .doi = doi_of(a, it),
                         .volume = item_text(it, VAR_VOLUME),
                         .page = first_page(item_text(it, VAR_PAGE)),
                         .key = it->id,
                         .preprint = is_preprint(a, it),
                         .part = item_has(it, VAR_VOLUME_TITLE),
                         .kind = kind_of(it),
                         .parent = parent ? str_trim(parent->value) : STR_EMPTY};
}

/** Returns the first work of a list that may be the same as `s`. The number of steps is limited. */
static struct seen *find_same(struct seen *list, const struct seen *s) {
    for (size_t steps = 0; list && steps < 64; list = list->next, steps++) {
        if (may_be_same(list, s)) {
            return list;
        }
    }
    return NULL;
}

struct bib_twin *bib_duplicates(struct bib *b, struct arena *a, struct diags *d) {
    size_t n = bib_count(b);
    struct bib_twin *out = ARENA_ARRAY(a, struct bib_twin, n);
    struct seen **seen = ARENA_ARRAY(a, struct seen *, n);
    struct map dois = MAP_IN(a), titles = MAP_IN(a);
    for (size_t i = 0; i < n; i++) {
        const struct item *it = bib_at(b, i, d);
        out[i] = (struct bib_twin){i, BIB_UNIQUE};
        if (!it) {
            /* the index has failed; the caller then starts again without the index */
            continue;
        }
        struct seen *s = ARENA_NEW(a, struct seen);
        *s = see(b, a, i, it);
        struct seen *same = s->doi.n ? map_lookup(&dois, s->doi) : NULL;
        struct str key = title_key(a, it);
        struct seen *list = key.n ? map_lookup(&titles, key) : NULL;
        struct seen *alike = find_same(list, s);
        seen[i] = s;
        if (alike && !may_be_same(seen[out[alike->at].first], s)) {
            /* `s` may repeat `alike`, but not the first work, which `alike` repeats */
            alike = NULL;
        }
        if (same) {
            out[i] = (struct bib_twin){out[same->at].first, BIB_SAME_DOI};
        } else if (alike) {
            out[i] = (struct bib_twin){out[alike->at].first, BIB_SAME_TITLE};
        }
        if (s->doi.n && !same) {
            map_put(&dois, s->doi, s);
        }
        if (list) {
            s->next = list->next;
            list->next = s;
        } else if (key.n) {
            map_put(&titles, key, s);
        }
    }
    return out;
}

static void report_duplicates(struct bib_checker *c) {
    struct bib_twin *twins = bib_duplicates(c->b, c->a, c->d);
    for (size_t i = 0; i < bib_count(c->b); i++) {
        if (twins[i].why == BIB_UNIQUE) {
            continue;
        }
        const struct item *it = bib_at(c->b, i, c->d), *first = bib_at(c->b, twins[i].first, c->d);
        if (str_eq(it->id, first->id)) {
            continue; /* these two entries were already reported as a duplicate key */
        }
        struct diag *g = diag_add(
            c->d, DIAG_CHECK_DUPLICATE, it->id_span,
            "`%.*s` is probably the same work as `%.*s`: %s", STR_ARG(it->id), STR_ARG(first->id),
            twins[i].why == BIB_SAME_DOI ? "they have one DOI" : "title and year are the same");
        diag_relate(c->d, g, first->id_span, "the other one");
    }
}

/* ---- journals ---- */

struct journal {
    struct str name;
    struct span span;
    /* the folded words without articles and prepositions; the full stop of an abbreviation is
     * removed */
    struct str words[16];
    bool stops[16]; /* whether a word had a full stop */
    size_t n;
    struct journal *next; /* the next journal with the same initials */
};

static bool is_small_word(struct str w) {
    return str_among(w, "a an and de der des die du et for fur in la le of on the und y");
}

static void split_journal(struct journal *j, struct str folded) {
    for (size_t i = 0; i < folded.n && j->n < ARRAY_LEN(j->words);) {
        size_t from = i;
        while (i < folded.n && (is_alnum(folded.p[i]) || (unsigned char)folded.p[i] >= 0x80)) {
            i++;
        }
        struct str w = str_slice(folded, from, i);
        bool stop = i < folded.n && folded.p[i] == '.';
        if (w.n && (stop || !is_small_word(w))) {
            j->words[j->n] = w;
            j->stops[j->n++] = stop;
        }
        i += i < folded.n;
    }
}

/** Whether `abbr` is the name `whole` with some words abbreviated: "J. Phys." and "Journal of
 * Physics". */
static bool abbreviates(const struct journal *abbr, const struct journal *whole) {
    bool shorter = false;
    if (abbr->n != whole->n || abbr->n < 2) {
        return false;
    }
    for (size_t i = 0; i < abbr->n; i++) {
        struct str x = abbr->words[i], y = whole->words[i];
        if (str_eq(x, y)) {
            continue;
        }
        if (!abbr->stops[i] || whole->stops[i] || !str_starts(y, x)) {
            return false;
        }
        shorter = true;
    }
    return shorter;
}

static void report_journal(struct bib_checker *c, const struct journal *abbr,
                           const struct journal *whole, const struct journal *at) {
    struct diag *g = diag_add(c->d, DIAG_CHECK_JOURNAL, at->span,
                              "`%.*s` is also written `%.*s` in this database", STR_ARG(at->name),
                              STR_ARG(at == abbr ? whole->name : abbr->name));
    diag_relate(c->d, g, at == abbr ? whole->span : abbr->span, "the other form");
}

/** Checks the name of a journal when it occurs for the first time. */
static void check_journal(struct bib_checker *c, const struct item *it) {
    const struct item_field *f = item_field(it, VAR_CONTAINER_TITLE);
    if (!f || it->type != ITEM_TYPE_ARTICLE_JOURNAL) {
        return;
    }
    struct str name = str_trim(tex_rich_plain(c->a, f->u.text));
    struct str folded = unicode_fold(c->a, name);
    if (name.n == 0 || map_lookup(&c->journals, folded)) {
        return;
    }
    struct journal *j = ARENA_NEW(c->a, struct journal);
    j->name = name;
    j->span = f->span;
    split_journal(j, folded);
    map_put(&c->journals, folded, j);
    char initials[ARRAY_LEN(j->words)];
    for (size_t i = 0; i < j->n; i++) {
        initials[i] = j->words[i].p[0];
    }
    struct str key = {initials, j->n};
    struct journal *list = j->n ? map_lookup(&c->initials, key) : NULL;
    size_t steps = 0;
    for (struct journal *o = list; o && steps < 64; o = o->next, steps++) {
        if (abbreviates(j, o)) {
            report_journal(c, j, o, j);
            break;
        }
        if (abbreviates(o, j)) {
            report_journal(c, o, j, j);
            break;
        }
    }
    if (list) {
        j->next = list->next;
        list->next = j;
    } else if (j->n) {
        map_put(&c->initials, arena_str(c->a, key), j);
    }
}

/* ---- a preprint beside its published version ---- */

struct bib_pair *bib_preprints(struct bib *b, struct arena *a, struct diags *d, size_t *n) {
    VEC(struct bib_pair) pairs = VEC_INIT;
    /* maps title and first author to the place of the first entry + 1 */
    struct map works = MAP_IN(a);
    for (size_t i = 0; i < bib_count(b); i++) {
        const struct item *it = bib_at(b, i, d);
        struct str title =
            it ? bib_squeeze(a, tex_rich_plain(a, item_rich(it, VAR_TITLE))) : STR_EMPTY;
        struct str family = it ? first_family(a, it) : STR_EMPTY;
        if (title.n < 12 || family.n == 0) {
            continue;
        }
        struct str key = arena_join(a, 3, title, STR("|"), family);
        uintptr_t first = (uintptr_t)map_lookup(&works, key);
        if (!first) {
            map_put(&works, key, (void *)((uintptr_t)i + 1));
            continue;
        }
        const struct item *other = bib_at(b, first - 1, d);
        bool here = is_preprint(a, it), there = is_preprint(a, other);
        struct bib_pair pair = {here ? i : first - 1, here ? first - 1 : i};
        const struct item *paper = here ? other : it;
        if (here != there && !str_eq(it->id, other->id) &&
            item_text(paper, VAR_CONTAINER_TITLE).n) {
            vec_push(&pairs, pair);
        }
    }
    *n = pairs.n;
    return vec_finish(&pairs, a);
}

static void report_preprints(struct bib_checker *c) {
    size_t n;
    struct bib_pair *pairs = bib_preprints(c->b, c->a, c->d, &n);
    for (size_t i = 0; i < n; i++) {
        const struct item *preprint = bib_at(c->b, pairs[i].preprint, c->d);
        const struct item *paper = bib_at(c->b, pairs[i].paper, c->d);
        struct diag *g = diag_add(c->d, DIAG_CHECK_PUBLISHED, preprint->id_span,
                                  "`%.*s` is a preprint, and `%.*s` probably its published version",
                                  STR_ARG(preprint->id), STR_ARG(paper->id));
        diag_relate(c->d, g, paper->id_span, "the published version");
    }
}

void bib_check(struct bib *b, struct diags *d) {
    struct bib_checker c = {.b = b,
                            .a = b->arena,
                            .d = d,
                            .unknown_fields = MAP_IN(b->arena),
                            .journals = MAP_IN(b->arena),
                            .initials = MAP_IN(b->arena)};
    need_whole(b);
    for (size_t i = 0; i < bib_count(b); i++) {
        const struct item *it = bib_at(b, i, d);
        const struct bib_entry *e = b->entries.p[i];
        if (e->file) {
            bib_check_type(&c, e);
            bib_check_known_fields(&c, e);
            bib_check_links(&c, e);
            bib_check_pages(&c, e);
            bib_check_dates(&c, e, it);
            bib_check_names(&c, e);
            bib_check_values(&c, e);
        }
        bib_check_required(&c, e, it);
        bib_check_identifiers(&c, e, it);
        bib_check_titles(&c, e, it);
        bib_check_leftovers(&c, it);
        bib_check_retracted(&c, it);
        check_journal(&c, it);
    }
    bib_check_braced(&c);
    report_duplicates(&c);
    report_preprints(&c);
}

/* ---- entries that are not used ---- */

struct reach {
    struct bib *b;
    struct map used; /* the keys that are used */
    const struct bib_entry **todo;
    size_t n;
};

static void reach_key(struct reach *r, struct str key) {
    struct bib_entry *e = key.n ? map_lookup(&r->b->keys, key) : NULL;
    if (e && !map_lookup(&r->used, key)) {
        map_put(&r->used, key, e);
        r->todo[r->n++] = e;
    }
}

/** Marks as used the entries from which a used entry inherits. */
static void reach_parents(struct reach *r, const struct bib_entry *e) {
    static const char *const names[] = {"crossref", "xdata", "xref", "related", "entryset"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct bibtex_field *f = bibtex_field_find(&e->fields, names[i]);
        struct str rest = f ? f->value : STR_EMPTY;
        while (rest.p) {
            reach_key(r, str_trim(str_cut(&rest, ',')));
        }
    }
}

void bib_check_unused(struct bib *b, const struct str *cited, size_t n, struct diags *d) {
    struct reach r = {.b = b, .used = MAP_IN(b->arena)};
    need_whole(b);
    r.todo = ARENA_ARRAY(b->arena, const struct bib_entry *, b->keys.n + 1);
    for (size_t i = 0; i < n; i++) {
        reach_key(&r, cited[i]);
    }
    for (size_t i = 0; i < bib_count(b); i++) {
        (void)bib_at(b, i, d);
    }
    while (r.n > 0) {
        reach_parents(&r, r.todo[--r.n]);
    }
    for (size_t i = 0; i < bib_count(b); i++) {
        const struct bib_entry *e = b->entries.p[i];
        if (e->key.n && e->key_span.src && !map_lookup(&r.used, e->key)) {
            diag_add(d, DIAG_CHECK_UNUSED, e->key_span, "`%.*s` is not cited", STR_ARG(e->key));
        }
    }
}
