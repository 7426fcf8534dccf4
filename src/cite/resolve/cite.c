/* SPDX-License-Identifier: MIT */
/*
 * Citations: passes keys to the processor and writes its results into the text. This file also
 * reads locators after keys, because their labels are terms of the style's locale. cite_note.c
 * handles footnotes.
 */
#include "cite/resolve/entry.h"
#include "cite/resolve/resolver.h"

DIAG_USE(DIAG_UNDEFINED_CITATION);
DIAG_USE(DIAG_EMPTY_CITATION);

void resolve_report_missing(struct resolver *r, struct str key, struct span at) {
    struct diag *g = diag_add(r->d, DIAG_UNDEFINED_CITATION, at,
                              "citation key `%.*s` is not in the database", STR_ARG(key));
    size_t n = bib_count(r->bib);
    if (diag_hint_near(r->d, g, bib_nearest(r->bib, key, r->d))) {
        return;
    }
    if (bib_has_store(r->bib)) {
        diag_hint(r->d, g, "the library does not have it either: `dossier library import FILE`");
    } else if (n) {
        diag_hint(r->d, g, "add the entry to the database; it has %zu entr%s", n,
                  n == 1 ? "y" : "ies");
    } else {
        diag_hint(r->d, g, "no entry of the database could be read");
    }
}

/** Whether byte `at` is inside a span. */
static bool cuts_span(struct rich r, size_t at) {
    for (size_t i = 0; r.marks && i < r.marks->n; i++) {
        if (r.marks->spans[i].begin < at && at < r.marks->spans[i].end) {
            return true;
        }
    }
    return false;
}

/**
 * Reads a locator, which may have markup ("p. **32**"). Returns the number of its bytes. Returns 0
 * if there is no locator, or if it ends inside a span.
 */
static size_t parse_locator(struct resolver *r, struct rich rich, struct csl_cite *out) {
    struct str locator;
    size_t used = csl_parse_locator(r->csl, rich.text, &out->label, &locator);
    if (used && cuts_span(rich, used)) {
        out->label = STR_EMPTY;
        return 0;
    }
    out->locator = rich_of(locator);
    return used;
}

/** Splits the text after a key into locator, label and suffix. In author-in-text citations, a
 * suffix in brackets after the key, `@k [xii]`, gets a comma as in pandoc. */
static void read_suffix(struct resolver *r, const struct doc_cite *cite, struct csl_cite *out) {
    struct rich rich = resolve_inlines_rich(r, cite->suffix), rest = rich;
    while (rest.text.n && (is_space(rest.text.p[0]) || rest.text.p[0] == ',')) {
        rest = rich_slice(r->arena, rest, 1, rest.text.n);
    }
    size_t used = rest.text.n && !cite->verbatim ? parse_locator(r, rest, out) : 0;
    out->suffix = used ? rich_slice(r->arena, rest, used, rest.text.n) : rich;
    struct str text = out->suffix.text;
    if (text.n && str_index(STR(" ,.;:!?)"), text.p[0]) == STR_NONE) {
        bool comma = cite->mode == DOC_CITE_IN_TEXT && !used && text.p[0] != '(';
        out->suffix =
            rich_join(r->arena, rich_of(comma ? STR(", ") : STR(" ")), STR_EMPTY, out->suffix);
    }
}

static void read_prefix(struct resolver *r, const struct doc_cite *cite, struct csl_cite *out) {
    out->prefix = resolve_inlines_rich(r, cite->prefix);
    struct str text = out->prefix.text;
    if (text.n && !is_space(text.p[text.n - 1])) {
        out->prefix = rich_join(r->arena, out->prefix, STR_EMPTY, rich_of(STR(" ")));
    }
}

/** The number of a part as a value for a map. NULL means that the key is missing, so 1 is added. */
static void *doc_part(uintptr_t part) {
    return (void *)(part + 1);
}

static void collect_one(struct resolver *r, struct resolve_cite *c) {
    size_t n = c->node->u.cite.n;
    struct csl_cite *cites = ARENA_ARRAY(r->arena, struct csl_cite, n ? n : 1);
    size_t known = 0;
    for (size_t i = 0; i < n; i++) {
        const struct doc_cite *cite = &c->node->u.cite.cites[i];
        const struct item *it = bib_lookup(r->bib, cite->key, r->d);
        if (!it) {
            if (!r->blind) {
                resolve_report_missing(r, cite->key, cite->span);
            }
            continue;
        }
        bib_check_doi(it, r->d);
        it = resolve_shown(r, it);
        struct csl_cite *out = &cites[known++];
        out->item = it;
        out->position = -1;
        out->suppress_author = cite->mode != DOC_CITE_NORMAL && cite->mode != DOC_CITE_AUTHOR &&
                               cite->mode != DOC_CITE_FULL;
        out->author_only = cite->mode == DOC_CITE_AUTHOR;
        out->all_names = cite->all_names;
        bool again =
            map_put(&r->lists.p[c->list].cited, it->id, doc_part(c->part)) == doc_part(c->part);
        if (r->resets && !again) {
            out->position = 0; /* the first citation of a work in this part */
        }
        c->again = known == 1 ? again : c->again;
        read_prefix(r, cite, out);
        read_suffix(r, cite, out);
        c->first = c->first ? c->first : it;
    }
    c->has_items = known > 0;
    c->known = known;
    c->cites = cites;
    c->has_author =
        known > 0 && c->node->u.cite.in_text && c->node->u.cite.cites[0].mode == DOC_CITE_IN_TEXT;
}

void resolve_collect_cites(struct resolver *r) {
    if (r->lists.n == 1) {
        map_reserve(&r->lists.p[0].cited, r->cites.n);
        csl_expect(resolve_list_csl(r, 0), r->cites.n);
    }
    for (size_t i = 0; i < r->cites.n; i++) {
        collect_one(r, &r->cites.p[i]);
        /* a citation of a missing work also gets a note */
        if (r->note_style && r->cites.p[i].node->u.cite.n && !r->cites.p[i].node->u.cite.bare) {
            resolve_move_to_note(r, &r->cites.p[i]);
        }
    }
    doc_number_notes(r->doc);
    bool notes = doc_has_kind(r->doc, DOC_NOTE);
    for (size_t i = 0; i < r->cites.n; i++) {
        struct resolve_cite *c = &r->cites.p[i];
        if (!c->has_items) {
            continue;
        }
        struct csl *csl = resolve_list_csl(r, c->list);
        struct csl_citation citation = {.cites = c->cites,
                                        .n = c->known,
                                        .note = notes ? resolve_note_number(c) : 0,
                                        .bare = c->node->u.cite.bare,
                                        .ordered = c->node->u.cite.ordered,
                                        .within = c->in_note && !resolve_begins_note(c)};
        c->cites[0].named = c->has_author && c->in_note;
        if (c->has_author) {
            struct csl_cite author = {.item = c->first,
                                      .author_only = true,
                                      .all_names = c->cites[0].all_names,
                                      .position = c->again};
            struct csl_citation names = {.cites = &author, .n = 1, .note = citation.note};
            c->author = csl_add_citation(csl, &names);
        }
        c->number = csl_add_citation(csl, &citation);
    }
}

/** Writes the family names of the authors, for styles that show no names: "Doe", "Doe and Roe",
 * "Doe et al." */
static void plain_author(struct resolver *r, struct doc_node *parent, const struct item *it) {
    struct item_names names = item_makers(it);
    if (names.n == 0) {
        resolve_rich(r, parent, item_rich(it, VAR_TITLE));
        return;
    }
    for (size_t i = 0; i < names.n && i < 2; i++) {
        const struct item_name *nm = &names.p[i];
        if (i == 1 && (names.n > 2 || nm->others)) {
            resolve_text(r, parent,
                         arena_join(r->arena, 2, STR(" "), csl_term(r->csl, "et-al", false)));
            return;
        }
        if (i == 1) {
            resolve_text(
                r, parent,
                arena_join(r->arena, 3, STR(" "), csl_term(r->csl, "and", false), STR(" ")));
        }
        if (nm->non_dropping_particle.n) {
            resolve_rich(r, parent, item_name_part(nm, ITEM_NAME_NON_DROPPING_PARTICLE));
            resolve_text(r, parent, STR(" "));
        }
        resolve_rich(r, parent,
                     item_name_part(nm, nm->literal.n ? ITEM_NAME_LITERAL : ITEM_NAME_FAMILY));
    }
}

static void mark_missing(struct resolver *r, const struct doc_node *cite, struct doc_node *node) {
    bool any = node->first != NULL;
    for (size_t i = 0; i < cite->u.cite.n; i++) {
        struct str key = cite->u.cite.cites[i].key;
        if (r->csl && bib_lookup(r->bib, key, NULL)) {
            continue;
        }
        if (any) {
            resolve_text(r, node, STR(" "));
        }
        struct doc_node *mark = resolve_add(r, node, DOC_SPAN, "citation-missing");
        struct doc_node *strong = resolve_add(r, mark, DOC_STRONG, NULL);
        resolve_text(r, strong, arena_join(r->arena, 3, STR("["), key, STR("?]")));
        any = true;
    }
}

static void write_author(struct resolver *r, struct resolve_cite *c) {
    struct doc_node *at = c->name_node ? c->name_node : c->node;
    struct csl *csl = resolve_list_csl(r, c->list);
    const struct csl_out *out = csl_citation_out(csl, c->author);
    if (out) {
        resolve_out(r, at, out, r->link_citations);
    } else {
        plain_author(r, at, c->first);
    }
    if (!c->name_node && csl_citation_out(csl, c->number)) {
        resolve_text(r, at, r->note_style ? STR(", ") : STR(" "));
    }
}

/** Writes the entry of a work without its number and its last dot. */
static void write_entry(struct resolver *r, struct resolve_cite *c, const struct item *it) {
    struct csl_bibliography bib = csl_bibliography(resolve_list_csl(r, c->list));
    size_t i = 0;
    while (i < bib.n && !str_eq(bib.entries[i].item->id, it->id)) {
        i++;
    }
    if (i == bib.n) {
        return;
    }
    resolve_styled(r, c->node, &bib.entries[i]);
    struct doc_node *last = c->node->last;
    while (last && last->last) {
        last = last->last;
    }
    if (last && last->kind == DOC_TEXT && str_ends(last->u.text.text, STR("."))) {
        last->u.text.text.n--;
    }
}

/** Writes \fullcite and \citetitle, and also \citeauthor and \citeyear if the citations of the
 * style do not show names and years. Returns false for other citations. */
static bool write_part(struct resolver *r, struct resolve_cite *c) {
    enum doc_cite_mode mode = c->node->u.cite.n ? c->node->u.cite.cites[0].mode : DOC_CITE_NORMAL;
    const struct csl_style_info *info = r->style ? csl_style_info(r->style) : NULL;
    bool shown = info && !info->numeric && !info->note;
    if (mode == DOC_CITE_AUTHOR) {
        shown = csl_citation_out(resolve_list_csl(r, c->list), c->number) != NULL;
    }
    shown = shown && mode != DOC_CITE_TITLE && mode != DOC_CITE_FULL;
    if (shown || mode == DOC_CITE_NORMAL || mode == DOC_CITE_IN_TEXT ||
        mode == DOC_CITE_SUPPRESS_AUTHOR) {
        return false;
    }
    for (size_t i = 0; i < c->known; i++) {
        const struct item *it = c->cites[i].item;
        const struct item_date *date = item_date(it, VAR_ISSUED);
        resolve_text(r, c->node, i ? STR(", ") : STR_EMPTY);
        if (mode == DOC_CITE_FULL) {
            write_entry(r, c, it);
        } else if (mode == DOC_CITE_AUTHOR) {
            plain_author(r, c->node, it);
        } else if (mode == DOC_CITE_TITLE) {
            struct doc_node *title = resolve_add(r, c->node, DOC_EMPH, NULL);
            resolve_rich(r, title, item_rich(it, VAR_TITLE));
        } else if (date && date->from.has_year) {
            resolve_text(r, c->node, arena_printf(r->arena, "%d", date->from.year));
        }
    }
    return c->node->first != NULL;
}

/** Reports `[-@key]` in a style whose citations show nothing but the author. */
static void report_empty(struct resolver *r, const struct doc_node *cite) {
    struct diag *g = diag_add(r->d, DIAG_EMPTY_CITATION, cite->span,
                              "this citation of `%.*s` prints nothing in this style",
                              STR_ARG(cite->u.cite.cites[0].key));
    diag_hint(r->d, g, "without `-` it prints the author");
}

void resolve_write_cites(struct resolver *r) {
    for (size_t i = 0; i < r->cites.n; i++) {
        struct resolve_cite *c = &r->cites.p[i];
        r->list = c->list;
        if (c->has_items) {
            if (c->has_author) {
                write_author(r, c);
            }
            if (!write_part(r, c)) {
                resolve_out(r, c->node, csl_citation_out(resolve_list_csl(r, c->list), c->number),
                            r->link_citations);
            }
            /* "ibid." without its author shows nothing, and the source text must not appear
             * either */
            if (!c->node->first) {
                if (!c->has_author && !r->note_style) {
                    report_empty(r, c->node);
                }
                doc_add_text(r->doc, c->node, STR_EMPTY, SPAN_NONE);
            }
        }
        if (c->known < c->node->u.cite.n) {
            mark_missing(r, c->node, c->node);
        }
        /* the sentence shows a missing key in the place of the author's name */
        if (c->name_node && !c->has_items) {
            mark_missing(r, c->node, c->name_node);
        }
        if (c->has_items || c->note) {
            resolve_settle_mark(r, c);
        }
    }
}
