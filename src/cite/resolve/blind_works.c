/* SPDX-License-Identifier: MIT */
/*
 * Works in a document for blind review: finds the authors' own works, and makes the works that
 * replace them. The style formats a replacement like any work, so numbers, "2020a" and the order of
 * lists are right. A list sorted by author has all replacements under one name.
 */
#include "cite/resolve/resolver.h"

#include "cite/bib/public.h"

struct resolve_blind {
    struct arena *arena;
    struct resolve_person *persons;
    size_t n;
    bool mask;
    struct map shown;   /* maps a key to a struct item, the replacement of a work */
    struct map numbers; /* maps a key to its number, as text */
};

struct resolve_blind *resolve_blind_new(struct arena *a, const struct str *names, size_t n,
                                        bool mask) {
    struct resolve_blind *b = ARENA_NEW(a, struct resolve_blind);
    *b = (struct resolve_blind){
        .arena = a, .n = n, .mask = mask, .shown = MAP_IN(a), .numbers = MAP_IN(a)};
    b->persons = ARENA_ARRAY(a, struct resolve_person, n + 1);
    for (size_t i = 0; i < n; i++) {
        resolve_person_read(a, names[i], &b->persons[i]);
    }
    return b;
}

/** Whether one of the document's authors is an author of the work, or an editor if the work has no
 * authors. */
static bool is_own(struct resolve_blind *b, const struct item *it) {
    struct item_names names = item_makers(it);
    struct arena *scratch = arena_new();
    bool own = false;
    for (size_t i = 0; i < names.n && !own; i++) {
        own = resolve_name_is_any(scratch, &names.p[i], b->persons, b->n);
    }
    arena_drop(scratch);
    return own;
}

/** Makes an anonymous work of the same year. It keeps the place of the original in the database,
 * because a list may choose works by their file. */
static const struct item *stand_in(struct resolve_blind *b, const struct item *it,
                                   struct str lang) {
    struct arena *a = b->arena;
    struct item *out = ARENA_NEW(a, struct item);
    *out = (struct item){.id = arena_printf(a, "anonymous-%zu", b->shown.n + 1),
                         .type = ITEM_TYPE_DOCUMENT,
                         .span = it->span,
                         .id_span = it->id_span,
                         .order = b->shown.n};
    struct item_name *name = ARENA_NEW(a, struct item_name);
    name->literal = doc_word(lang, DOC_WORD_ANONYMOUS, NULL);
    item_set(a, out, VAR_AUTHOR, SPAN_NONE)->u.names = (struct item_names){name, 1};
    struct str words = doc_word(lang, DOC_WORD_OMITTED, NULL);
    item_set_text(a, out, VAR_TITLE, rich_of(words), SPAN_NONE);
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (date && date->from.has_year) {
        struct item_date year = {.from = {.year = date->from.year, .has_year = true}};
        item_set_date(a, out, VAR_ISSUED, &year, SPAN_NONE);
    }
    return out;
}

const struct item *resolve_blind_shown(struct resolve_blind *b, const struct item *it,
                                       struct str lang) {
    if (!b->mask) {
        return it;
    }
    const struct item *shown = map_lookup(&b->shown, it->id);
    if (!shown && is_own(b, it)) {
        shown = stand_in(b, it, lang);
        map_put(&b->shown, arena_str(b->arena, it->id), (void *)(uintptr_t)shown);
    }
    return shown ? shown : it;
}

const struct item *resolve_shown(struct resolver *r, const struct item *it) {
    struct resolve_blind *b = r->opt ? r->opt->anonymous : NULL;
    it = it && b ? resolve_blind_shown(b, it, r->doc->meta.lang) : it;
    return it && r->opt && r->opt->published ? bib_public_cited(r->opt->published, r->arena, it)
                                             : it;
}

struct str resolve_blind_number(struct resolver *r, struct str key) {
    struct resolve_blind *b = r->opt->anonymous;
    struct str *number = map_lookup(&b->numbers, key);
    if (!number) {
        number = ARENA_NEW(b->arena, struct str);
        *number = arena_printf(b->arena, "%zu", b->numbers.n + 1);
        map_put(&b->numbers, arena_str(b->arena, key), number);
    }
    return *number;
}
