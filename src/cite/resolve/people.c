/* SPDX-License-Identifier: MIT */
/*
 * Finds the person with a name. The last word of the name selects the candidates, as for works
 * (shared.c), and all words are then compared (owner_names.c). The most similar person is taken. If
 * two people are equally similar, this is reported and there is no link.
 *
 * people_list.c makes the lists of people; the site decides which people have pages.
 */
#include "cite/resolve/people.h"

#include "core/unicode/unicode.h"

DIAG_USE(DIAG_AMBIGUOUS_PERSON);

/* maximum number of people who are compared because their names end with the same word */
#define MAX_ALIKE 1000

/** A form of a person's name that may occur in works. */
struct known_name {
    struct resolve_person written;
    size_t of;    /* the index of the person */
    bool variant; /* a form from the person's list `names`, not the name of the page */
};

/** The names that have the same last word. */
struct ending {
    size_t name;
    struct ending *next;
};

/** The person with the name of an author. */
struct verdict {
    const struct resolve_profile *person;
    /* a second person with that name, so the name gets no link; or NULL */
    const struct resolve_profile *other;
    bool reported;
};

struct resolve_people {
    struct arena *arena;
    const struct resolve_profile *p;
    size_t n;
    struct known_name *names;
    size_t nnames;
    struct map endings;  /* maps a last word to a struct ending */
    struct map verdicts; /* maps the name of an author to a struct verdict */
};

/* ---- reading ---- */

/** The texts of a list, or a single text. Empty texts are left out. */
static struct str *read_texts(struct arena *a, const struct node *n, size_t *count) {
    *count = 0;
    if (!n || n->kind == NODE_MAP || n->kind == NODE_NULL) {
        return NULL;
    }
    size_t most = node_count(n);
    struct str *out = ARENA_ARRAY(a, struct str, most ? most : 1);
    for (size_t i = 0; i < most; i++) {
        struct str text = str_trim(node_text(node_item(n, i)));
        if (text.n) {
            out[(*count)++] = text;
        }
    }
    return out;
}

bool resolve_profile_read(struct arena *a, const struct node *front, struct resolve_profile *out) {
    *out = (struct resolve_profile){.name = node_first_text(front, "name title")};
    if (out->name.n == 0) {
        return false;
    }
    out->role = node_first_text(front, "role");
    out->photo = node_first_text(front, "photo image");
    out->email = node_first_text(front, "email");
    out->orcid = item_orcid_digits(node_first_text(front, "orcid"));
    out->address = node_first_text(front, "href url website");
    out->sort_name = node_first_text(front, "sort-name");
    out->alumni = node_bool(node_get(front, "alumni"), 0) == 1;
    out->groups = read_texts(a, node_first(front, "groups group"), &out->ngroups);
    out->names = read_texts(a, node_get(front, "names"), &out->nnames);
    return true;
}

bool resolve_is_person(const struct node *front) {
    const struct node *person = node_get(front, "person");
    return person ? node_bool(person, 1) == 1
                  : str_is(node_text(node_get(front, "layout")), "person");
}

/* ---- the index ---- */

struct filing {
    struct resolve_people *people;
    size_t name;
};

static void file_word(void *user, struct str word, size_t place) {
    (void)place;
    struct filing *f = user;
    struct ending *e = ARENA_NEW(f->people->arena, struct ending);
    *e = (struct ending){f->name, map_lookup(&f->people->endings, word)};
    map_put(&f->people->endings, word, e);
}

static void add_name(struct resolve_people *s, struct str name, size_t of, bool variant) {
    struct known_name *k = &s->names[s->nnames];
    *k = (struct known_name){.of = of, .variant = variant};
    resolve_person_read(s->arena, name, &k->written);
    resolve_person_ends(&k->written, file_word, &(struct filing){s, s->nnames});
    s->nnames++;
}

struct resolve_people *resolve_people_new(struct arena *a, const struct resolve_profile *p,
                                          size_t n) {
    struct resolve_people *s = ARENA_NEW(a, struct resolve_people);
    *s = (struct resolve_people){
        .arena = a, .p = p, .n = n, .endings = MAP_IN(a), .verdicts = MAP_IN(a)};
    size_t names = n;
    for (size_t i = 0; i < n; i++) {
        names += p[i].nnames;
    }
    s->names = ARENA_ARRAY(a, struct known_name, names ? names : 1);
    for (size_t i = 0; i < n; i++) {
        add_name(s, p[i].name, i, false);
        for (size_t k = 0; k < p[i].nnames; k++) {
            add_name(s, p[i].names[k], i, true);
        }
    }
    return s;
}

/* ---- who it is ---- */

struct search {
    const struct resolve_people *people;
    const struct item_name *name;
    struct arena *scratch;
    int best; /* the best similarity so far */
    struct verdict *v;
};

/** The similarity of a name. An exact match with a form from the person's list `names` is better
 * than one with the name of the page. */
static int likeness(const struct search *s, const struct known_name *k) {
    enum resolve_likeness like = resolve_name_likeness(s->scratch, s->name, &k->written);
    return like == RESOLVE_LIKE_SAME && k->variant ? RESOLVE_LIKE_SAME + 1 : (int)like;
}

static void look_at(void *user, struct str word, size_t place) {
    (void)place;
    struct search *s = user;
    const struct ending *e = map_lookup(&s->people->endings, word);
    for (size_t n = 0; e && n < MAX_ALIKE; e = e->next, n++) {
        const struct known_name *k = &s->people->names[e->name];
        const struct resolve_profile *person = &s->people->p[k->of];
        int like = likeness(s, k);
        if (like > s->best) {
            s->best = like;
            s->v->person = person;
            s->v->other = NULL;
        } else if (like && like == s->best && person != s->v->person) {
            s->v->other = person;
        }
    }
}

static void decide(const struct resolve_people *people, const struct item_name *name,
                   struct verdict *v) {
    struct str orcid = resolve_orcid_of(name);
    for (size_t i = 0; i < people->n && orcid.n; i++) {
        if (str_eq(people->p[i].orcid, orcid)) {
            v->person = &people->p[i];
            return;
        }
    }
    if (orcid.n) {
        return; /* the author has an ORCID that belongs to no person in the list */
    }
    struct arena *scratch = arena_new();
    struct search s = {people, name, scratch, 0, v};
    resolve_name_ends(scratch, name, look_at, &s, 0);
    arena_drop(scratch);
}

static struct str name_key(struct arena *a, const struct item_name *name) {
    const struct str line = STR("\n");
    return arena_join(a, 11, name->family, line, name->given, line, name->dropping_particle, line,
                      name->non_dropping_particle, line, name->literal, line, name->words);
}

static void report_ambiguous(struct resolver *r, const struct item_name *name,
                             const struct verdict *v) {
    const struct item_field *f = r->entry ? item_field(r->entry, VAR_AUTHOR) : NULL;
    struct str shown = name->literal.n ? name->literal
                       : name->given.n
                           ? arena_join(r->arena, 3, name->given, STR(" "), name->family)
                           : name->family;
    /* the report names the two people in the order of the list of people */
    bool swapped = v->other < v->person;
    const struct resolve_profile *first = swapped ? v->other : v->person;
    const struct resolve_profile *second = swapped ? v->person : v->other;
    struct diag *g = diag_add(r->d, DIAG_AMBIGUOUS_PERSON,
                              f          ? f->span
                              : r->entry ? r->entry->span
                                         : SPAN_NONE,
                              "`%.*s` may be %.*s or %.*s", STR_ARG(shown), STR_ARG(first->name),
                              STR_ARG(second->name));
    diag_hint(r->d, g,
              "the name is not a link; write it in full, or set `names: [\"%.*s\"]` on one of "
              "their pages",
              STR_ARG(shown));
}

const struct resolve_profile *resolve_person_of(struct resolver *r, const struct item_name *name) {
    struct resolve_people *people = r->people;
    if (!people || people->n == 0 || name->others) {
        return NULL;
    }
    struct str key = name_key(r->arena, name);
    struct verdict *v = map_lookup(&people->verdicts, key);
    if (!v) {
        v = ARENA_NEW(people->arena, struct verdict);
        map_put(&people->verdicts, arena_str(people->arena, key), v);
        decide(people, name, v);
    }
    if (!v->other) {
        return v->person;
    }
    if (!v->reported) {
        v->reported = true;
        report_ambiguous(r, name, v);
    }
    return NULL;
}

/* ---- the people of a document ---- */

/** Reads `people:` of a front matter, which is a list of maps. */
static struct resolve_people *read_people(struct resolver *r, const struct node *list) {
    struct resolve_profile *p = ARENA_ARRAY(r->arena, struct resolve_profile, list->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        n += list->items[i]->kind == NODE_MAP &&
             resolve_profile_read(r->arena, list->items[i], &p[n]);
    }
    return n ? resolve_people_new(r->arena, p, n) : NULL;
}

/** Reads a person of al-folio's coauthors.yml. `firstname` is a list of the given names that works
 * use. */
static bool read_coauthor(struct resolver *r, struct str family, const struct node *map,
                          struct resolve_profile *out) {
    const struct node *first = node_get(map, "firstname");
    struct str url = node_text(node_get(map, "url"));
    size_t n = node_count(first);
    *out = (struct resolve_profile){.address = url};
    out->names = ARENA_ARRAY(r->arena, struct str, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct str given = node_text(node_item(first, i));
        struct str name = arena_join(r->arena, 3, family, STR(", "), given);
        if (given.n && out->name.n == 0) {
            out->name = name;
        } else if (given.n) {
            out->names[out->nnames++] = name;
        }
    }
    return out->name.n > 0 && url.n > 0;
}

static struct resolve_people *read_coauthors(struct resolver *r, const struct node *map) {
    size_t most = 0, n = 0;
    for (size_t i = 0; i < map->n; i++) {
        most += node_count(map->items[i]);
    }
    struct resolve_profile *p = ARENA_ARRAY(r->arena, struct resolve_profile, most + 1);
    for (size_t i = 0; i < map->n; i++) {
        const struct node *one = map->items[i];
        for (size_t k = 0; k < node_count(one); k++) {
            n += read_coauthor(r, map->keys[i], node_item(one, k), &p[n]);
        }
    }
    return n ? resolve_people_new(r->arena, p, n) : NULL;
}

void resolve_people_begin(struct resolver *r) {
    const struct node *list = node_get(r->doc->front, "people");
    r->people = r->opt->people;
    if (!r->people && r->opt->coauthors && r->opt->coauthors->kind == NODE_MAP) {
        r->people = read_coauthors(r, r->opt->coauthors);
    }
    if (list && list->kind == NODE_LIST) {
        struct resolve_people *own = read_people(r, list);
        r->people = own ? own : r->people;
    }
    struct resolve_profile self;
    if (resolve_is_person(r->doc->front) && resolve_profile_read(r->arena, r->doc->front, &self)) {
        r->self = arena_copy(r->arena, &self, sizeof self);
    }
}

size_t resolve_people_count(const struct resolver *r) {
    return r->people ? r->people->n : 0;
}

const struct resolve_profile *resolve_people_at(const struct resolver *r, size_t i) {
    return &r->people->p[i];
}
