/* SPDX-License-Identifier: MIT */
/*
 * The functions of the processor for callers: registers citations and items, decides the positions
 * of cites (CSL 1.0.2, "Position"), and runs the stages in order.
 */
#include "cite/bib/item/sentence.h"
#include "cite/csl/state.h"

DIAG_USE(DIAG_CSL_MACRO);

struct csl *csl_new_in(struct arena *a, const struct csl_style *style, const struct locale *locale,
                       const struct csl_options *opt, struct diags *d) {
    struct csl *c = ARENA_NEW(a, struct csl);
    c->a = a;
    c->by_id = MAP_IN(a);
    c->style = style;
    c->opt = opt ? *opt : (struct csl_options){0};
    c->d = d;
    c->locale = locale;
    c->var_terms = locale->var_terms;
    c->fixed = locale->fixed;
    return c;
}

struct csl *csl_new(struct arena *a, const struct csl_style *style,
                    const struct csl_locale_source *locales, const struct csl_options *opt,
                    struct diags *d) {
    struct str lang = opt ? opt->lang : STR_EMPTY;
    return csl_new_in(a, style, csl_locale_load(a, style, lang, locales, d), opt, d);
}

/* ---- registering ---- */

static void grow_entries(struct csl *c, size_t cap) {
    c->entries = arena_grow(c->a, c->entries, c->nentries, cap, sizeof(struct csl_cited *));
    c->entries_cap = cap;
}

static void grow_citations(struct csl *c, size_t cap) {
    c->citations = arena_grow(c->a, c->citations, c->ncitations, cap, sizeof *c->citations);
    c->citations_cap = cap;
}

void csl_expect(struct csl *c, size_t ncitations) {
    if (c->ncitations == 0 && c->nentries == 0 && ncitations > 0) {
        grow_entries(c, ncitations);
        grow_citations(c, ncitations);
        map_reserve(&c->by_id, ncitations);
    }
}

static struct csl_cited *register_item(struct csl *c, const struct item *it) {
    struct csl_cited *e = map_lookup(&c->by_id, it->id);
    if (e) {
        return e;
    }
    if (c->nentries == c->entries_cap) {
        grow_entries(c, c->entries_cap ? c->entries_cap * 2 : 64);
    }
    e = ARENA_NEW(c->a, struct csl_cited);
    bool book = it->type == ITEM_TYPE_BOOK || it->type == ITEM_TYPE_THESIS;
    bool kept = c->opt.titles_as_written || (c->opt.books_as_written && book);
    e->item = kept ? it : bib_sentence_titles(c->a, it);
    e->order = c->nentries;
    e->suffix = -1;
    c->entries[c->nentries++] = e;
    map_put(&c->by_id, it->id, e);
    return e;
}

static const struct cite_words no_words;

/** Sets the label and the words of a cite. A label in the locator itself ("ch. 3") takes
 * precedence. */
static void read_words(struct csl *c, const struct csl_cite *in, struct cite *k) {
    term_id label = in->label.n ? csl_term_find(in->label) : TERM_NONE;
    k->label = label == TERM_NONE ? c->fixed[FIXED_PAGE] : label;
    struct cite_words words = {rich_trim(c->a, in->locator), in->prefix, in->suffix};
    struct str text = words.locator.text;
    if (text.n && !is_digit(text.p[0])) {
        size_t own = csl_locator_own_label(c, text, &k->label);
        words.locator = rich_slice(c->a, words.locator, own, text.n);
    }
    bool any = words.locator.text.n || words.prefix.text.n || words.suffix.text.n;
    k->words = any ? arena_copy(c->a, &words, sizeof words) : &no_words;
}

size_t csl_add_citation(struct csl *c, const struct csl_citation *citation) {
    if (c->processed) {
        BUG("csl: a citation added after processing");
    }
    if (c->ncitations == c->citations_cap) {
        grow_citations(c, c->citations_cap ? c->citations_cap * 2 : 64);
    }
    struct citation *out = &c->citations[c->ncitations];
    *out = (struct citation){.n = citation->n,
                             .note = citation->note,
                             .bare = citation->bare,
                             .ordered = citation->ordered};
    out->cites = ARENA_ARRAY(c->a, struct cite, citation->n);
    out->new_from = c->nentries;
    for (size_t i = 0; i < citation->n; i++) {
        const struct csl_cite *in = &citation->cites[i];
        struct cite *k = &out->cites[i];
        k->e = register_item(c, in->item);
        read_words(c, in, k);
        k->suppress_author = in->suppress_author;
        k->author_only = in->author_only;
        k->all_names = in->all_names;
        k->named = in->named;
        k->within = citation->within;
        k->forced = in->position >= 0;
        k->position = in->position > 0 ? (enum position)in->position : POSITION_FIRST;
        k->near_note = in->near_note;
    }
    out->new_to = c->nentries;
    return c->ncitations++;
}

void csl_add_item(struct csl *c, const struct item *it) {
    if (c->processed) {
        BUG("csl: an item added after processing");
    }
    register_item(c, it);
}

void csl_set_lists(struct csl *c, size_t n, size_t (*list_of)(void *user, const struct item *it),
                   void *user) {
    if (c->processed) {
        BUG("csl: lists made after processing");
    }
    c->nlists = n;
    c->list_of = list_of;
    c->list_user = user;
}

void csl_set_apart(struct csl *c) {
    c->apart = true;
}

/* ---- positions ---- */

/** The sequence of cites in the text, or in the notes, in order. */
struct chain {
    const struct citation *before; /* the previous citation */
    int note;                      /* the note of `before` */
    size_t in_note;                /* the number of citations in `note` so far */
    bool *seen;                    /* for each entry: it has been cited before */
    int *last_note;                /* for each entry: the last note that cites it */
};

/** The position of a cite of an entry that has been cited before. `before` is the cite directly
 * before it, or NULL. */
static enum position later_position(const struct cite *k, const struct cite *before) {
    if (!before || before->e != k->e) {
        return POSITION_SUBSEQUENT;
    }
    const struct rich *here = &k->words->locator, *there = &before->words->locator;
    if (here->text.n == 0) {
        return there->text.n ? POSITION_SUBSEQUENT : POSITION_IBID;
    }
    bool same = rich_eq(*here, *there) && k->label == before->label;
    return same ? POSITION_IBID : POSITION_IBID_LOCATOR;
}

/** The cite that "ibid" at the start of a citation would repeat, or NULL. */
static const struct cite *cite_before(const struct chain *ch, int note) {
    if (!ch->before || ch->before->n != 1) {
        return NULL;
    }
    /* "ibid." is used neither after a note with several citations, because it would be unclear, nor
     * across a note without citations. pandoc has the same rule. */
    if (note != ch->note && (ch->in_note > 1 || note > ch->note + 1)) {
        return NULL;
    }
    return &ch->before->cites[0];
}

static bool shows_names_only(const struct citation *cit) {
    for (size_t i = 0; i < cit->n; i++) {
        if (!cit->cites[i].author_only) {
            return false;
        }
    }
    return cit->n > 0;
}

static void place_cites(struct csl *c, struct citation *cit, struct chain *ch) {
    bool *seen = ch->seen;
    int *last_note = ch->last_note;
    for (size_t i = 0; i < cit->n; i++) {
        struct cite *k = &cit->cites[i];
        size_t at = k->e->order;
        if (!k->forced) {
            const struct cite *before = i ? &cit->cites[i - 1] : cite_before(ch, cit->note);
            k->position = seen[at] ? later_position(k, before) : POSITION_FIRST;
            k->near_note = seen[at] && cit->note > 0 && last_note[at] > 0 &&
                           cit->note - last_note[at] <= c->style->near_note;
        }
        if (!seen[at] && cit->note) {
            k->e->first_note = cit->note;
        }
        /* "See note 3" is not shown in note 3 itself */
        k->first_note = k->e->first_note == cit->note ? 0 : k->e->first_note;
        seen[at] = true;
        last_note[at] = cit->note;
    }
}

static struct chain new_chain(struct arena *a, size_t entries) {
    return (struct chain){.seen = ARENA_ARRAY(a, bool, entries),
                          .last_note = ARENA_ARRAY(a, int, entries)};
}

/** Sets the positions of all cites. Notes and running text are separate: each has its own first
 * references. */
static void set_positions(struct csl *c) {
    struct arena *a = arena_new();
    struct chain text = new_chain(a, c->nentries), notes = new_chain(a, c->nentries);
    for (size_t i = 0; i < c->ncitations; i++) {
        struct citation *cit = &c->citations[i];
        /* a citation that shows only a name in the running text is not a reference */
        if (shows_names_only(cit)) {
            continue;
        }
        struct chain *ch = cit->note ? &notes : &text;
        place_cites(c, cit, ch);
        ch->in_note = ch->before && cit->note && ch->note == cit->note ? ch->in_note + 1 : 1;
        ch->before = cit;
        ch->note = cit->note;
    }
    arena_drop(a);
}

/* ---- processing ---- */

/** Numbers the works of a citation in the order in which their cites are shown. */
static void renumber(struct csl *c, const struct citation *cit) {
    size_t at = cit->new_from;
    bool changed = false;
    for (size_t i = 0; i < cit->n && at < cit->new_to; i++) {
        struct csl_cited *e = cit->cites[i].e;
        if (e->order < at || e->order >= cit->new_to) {
            continue; /* the work was cited before, or has its number already */
        }
        size_t from = e->order;
        /* the entries between the two places move back by one place */
        for (size_t k = from; k > at; k--) {
            c->entries[k] = c->entries[k - 1];
            c->entries[k]->order = k;
        }
        c->entries[at] = e;
        e->order = at;
        changed = changed || from != at;
        at++;
    }
    for (size_t k = cit->new_from; changed && k < cit->new_to; k++) {
        c->order[k] = c->entries[k];
        c->order[k]->number = (int)k + 1;
    }
}

static void sort_all_cites(struct csl *c) {
    const struct csl_area *area = &c->style->citation;
    bool by_content = area->nkeys && area->keys[0].var != VAR_CITATION_NUMBER;
    for (size_t i = 0; i < c->ncitations; i++) {
        csl_sort_cites(c, &c->citations[i]);
        if (by_content && !c->style->bibliography.nkeys) {
            renumber(c, &c->citations[i]);
        }
    }
}

struct arena *csl_scratch(struct csl *c) {
    if (c->scratch) {
        arena_reset(c->scratch);
    } else {
        c->scratch = arena_new();
    }
    return c->scratch;
}

static void render_citations(struct csl *c, size_t from, size_t to, void *user) {
    (void)user;
    for (size_t i = from; i < to; i++) {
        c->citations[i].out = csl_citation_render(c, &c->citations[i]);
    }
}

static void report_over(struct csl *c) {
    if (c->over.node) {
        struct diag *g = diag_add(c->d, DIAG_CSL_MACRO, c->over.node->span,
                                  c->over.deep ? "the style nests too deeply to be rendered"
                                               : "the style asks for more than can be rendered");
        diag_hint(c->d, g, "its macros call one another too often; the rest is left out");
    }
}

void csl_process(struct csl *c) {
    if (c->processed) {
        BUG("csl: processed twice");
    }
    c->processed = true;
    if (!c->style->ok) {
        return;
    }
    if (c->style->bibliography.nkeys || c->style->citation.nkeys) {
        c->collator = collator_new(c->locale->lang, false);
    }
    csl_share_begin(c);
    csl_sort_bibliography(c);
    sort_all_cites(c);
    set_positions(c);
    /* this comes after set_positions(), because a cite may show the note of the first reference */
    csl_disambiguate(c);
    c->many = csl_share_splits(c, c->ncitations);
    csl_share(c, c->ncitations, render_citations, NULL);
    c->many = false;
    csl_bibliography_render(c);
    csl_disambiguate_drop(c);
    collator_drop(c->collator);
    c->collator = NULL;
    csl_share_end(c);
    report_over(c);
}

/* ---- results ---- */

const struct csl_out *csl_citation_out(struct csl *c, size_t i) {
    if (!c->processed || i >= c->ncitations) {
        BUG("csl: no such citation, or not processed");
    }
    return c->citations[i].out;
}

struct csl_bibliography csl_bibliography(struct csl *c) {
    return c->bibliography;
}

struct str csl_term(struct csl *c, const char *name, bool plural) {
    return csl_locale_term(c->locale, csl_term_find(str_of(name)), FORM_LONG, plural);
}

struct str csl_term_short(struct csl *c, const char *name, bool plural) {
    return csl_locale_term(c->locale, csl_term_find(str_of(name)), FORM_SHORT, plural);
}

struct str csl_term_verb(struct csl *c, const char *name) {
    return csl_locale_term(c->locale, csl_term_find(str_of(name)), FORM_VERB, false);
}

struct str csl_ordinal_suffix(struct csl *c, uint64_t number, const char *noun) {
    return csl_locale_ordinal(c->locale, number,
                              csl_locale_gender(c->locale, csl_term_find(str_of(noun))));
}
