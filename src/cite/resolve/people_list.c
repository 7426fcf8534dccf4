/* SPDX-License-Identifier: MIT */
/*
 * `::: {.people}`: the people of a site or a document as a list of cards (h-card of microformats),
 * under headings for roles or groups. people.c has the people; the style sheet decides how a card
 * looks.
 */
#include "cite/resolve/entry.h"
#include "cite/resolve/list_filter.h"
#include "cite/resolve/people.h"
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

#include <stdlib.h>

DIAG_USE(DIAG_EMPTY_LIST);
DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_UNKNOWN_ATTRIBUTE);

enum people_group { PEOPLE_FLAT, PEOPLE_ROLE, PEOPLE_GROUP };
enum people_sort { PEOPLE_FAMILY, PEOPLE_GIVEN, PEOPLE_AS_FOUND };
enum people_alumni { PEOPLE_ALUMNI_LAST, PEOPLE_ALUMNI_NONE, PEOPLE_ALUMNI_ONLY };

/** The values of the attributes of a list. */
struct wish {
    enum people_group group;
    enum people_sort sort;
    enum people_alumni alumni;
    bool photo, says_role, email, groups;
    bool pictures;             /* pictures are shown, and some person in the list has one */
    struct str roles, members; /* lists of the requested roles and members; empty: all */
    struct str order;          /* the order of the groups */
};

/** A person in a group. */
struct card {
    const struct resolve_profile *person;
    struct str group;
    size_t rank; /* the rank of the person's group */
    struct str group_key, key;
    size_t place;
};
typedef VEC(struct card) card_vec;

/* ---- attributes ---- */

/** The index of a word in a list such as "Professor; Postdoc". Returns STR_NONE if it is not in the
 * list.
 */
static size_t place_in(struct str list, struct str word) {
    struct str one;
    for (size_t i = 0; pub_next_word(&list, ";|", &one); i++) {
        if (str_ieq(one, word)) {
            return i;
        }
    }
    return STR_NONE;
}

static void read_shown(struct wish *w, struct str value) {
    w->photo = w->says_role = false;
    struct str word;
    while (pub_next_word(&value, " \t\n,", &word)) {
        w->photo = w->photo || str_is(word, "photo");
        w->says_role = w->says_role || str_is(word, "role");
        w->email = w->email || str_is(word, "email");
        w->groups = w->groups || str_is(word, "groups");
    }
}

/** The index of the value among `n` words. Any other value is reported, and the result is 0. */
static int choose(struct resolver *r, const struct doc_pair *pair, const char *const *words,
                  size_t n, const char *hint) {
    for (size_t i = 0; i < n; i++) {
        if (str_ieq(pair->value, str_of(words[i]))) {
            return (int)i;
        }
    }
    struct diag *g = diag_add(r->d, DIAG_UNKNOWN_ATTRIBUTE, pair->span, "`%.*s` cannot be `%.*s`",
                              STR_ARG(pair->key), STR_ARG(pair->value));
    diag_hint(r->d, g, "%s", hint);
    return 0;
}

static void read_pair(struct resolver *r, struct wish *w, const struct doc_pair *pair) {
    static const char *const GROUPS[] = {"none", "role", "group"},
                             *const SORTS[] = {"family", "given", "none"},
                             *const ALUMNI[] = {"last", "no", "only"};
    if (str_is(pair->key, "group-by")) {
        w->group = (enum people_group)choose(r, pair, GROUPS, ARRAY_LEN(GROUPS),
                                             "group by `role` or `group`");
    } else if (str_is(pair->key, "sort")) {
        w->sort = (enum people_sort)choose(r, pair, SORTS, ARRAY_LEN(SORTS),
                                           "sort by `family` or `given` names, or `none`");
    } else if (str_is(pair->key, "alumni")) {
        w->alumni = (enum people_alumni)choose(r, pair, ALUMNI, ARRAY_LEN(ALUMNI),
                                               "they come `last`, `no` or `only`");
    } else if (str_is(pair->key, "role")) {
        w->roles = pair->value;
    } else if (str_is(pair->key, "group")) {
        w->members = pair->value;
    } else if (str_is(pair->key, "order")) {
        w->order = pair->value;
    } else if (str_is(pair->key, "show")) {
        read_shown(w, pair->value);
    } else {
        static const struct str names[] = {
#define LIST_FILTER(name, reader, fits, text, example)
#define LIST_KEY(name, reader, text, example)
#define PEOPLE_KEY(name, text, example) STR_INIT(name),
#include "cite/resolve/list_keys.def"
#undef LIST_FILTER
#undef LIST_KEY
#undef PEOPLE_KEY
        };
        struct diag *g = diag_add(r->d, DIAG_UNKNOWN_ATTRIBUTE, pair->span,
                                  "lists of people have no attribute `%.*s`", STR_ARG(pair->key));
        (void)diag_suggest(r->d, g, pair->key, names, ARRAY_LEN(names));
    }
}

/* ---- who, and in what order ---- */

static bool is_wanted(const struct wish *w, const struct resolve_profile *p) {
    bool member = w->members.n == 0;
    for (size_t i = 0; i < p->ngroups && !member; i++) {
        member = place_in(w->members, p->groups[i]) != STR_NONE;
    }
    return member && (w->roles.n == 0 || place_in(w->roles, p->role) != STR_NONE) &&
           !(w->alumni == PEOPLE_ALUMNI_NONE && p->alumni) &&
           !(w->alumni == PEOPLE_ALUMNI_ONLY && !p->alumni);
}

/** The text by which a person is sorted: "Alder, Ines". It begins with the last word of the name,
 * unless the person has a `sort_name`. */
static struct str sort_text(struct arena *a, const struct wish *w,
                            const struct resolve_profile *p) {
    if (p->sort_name.n && w->sort == PEOPLE_FAMILY) {
        return p->sort_name;
    }
    size_t blank = p->name.n;
    while (blank && !is_space(p->name.p[blank - 1])) {
        blank--;
    }
    if (w->sort != PEOPLE_FAMILY || blank == 0) {
        return p->name;
    }
    return arena_join(a, 3, str_from(p->name, blank), STR(", "), str_slice(p->name, 0, blank - 1));
}

/** Adds a card. Groups are sorted as requested, and people within a group by name. People without a
 * group come first, alumni last. */
static void add_card(struct resolver *r, struct collator *c, const struct wish *w, card_vec *cards,
                     const struct resolve_profile *p, struct str group) {
    struct card card = {.person = p, .group = group, .place = cards->n};
    bool apart = p->alumni && w->group != PEOPLE_FLAT && w->alumni == PEOPLE_ALUMNI_LAST;
    if (apart) {
        card.group = resolve_word(r, DOC_WORD_PUB_ALUMNI);
        card.rank = SIZE_MAX;
    } else if (group.n) {
        size_t place = place_in(w->order, group);
        card.rank = place == STR_NONE ? SIZE_MAX - 1 : place + 1;
    }
    card.group_key = collator_key(c, r->arena, card.group);
    if (w->sort != PEOPLE_AS_FOUND) {
        card.key = collator_key(c, r->arena, sort_text(r->arena, w, p));
    }
    vec_push(cards, card);
}

static int compare_cards(const void *pa, const void *pb) {
    const struct card *a = pa, *b = pb;
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    int c = str_cmp(a->group_key, b->group_key);
    c = c ? c : str_cmp(a->key, b->key);
    return c ? c : a->place < b->place ? -1 : 1;
}

static void choose_people(struct resolver *r, const struct wish *w, card_vec *cards) {
    struct collator *c = collator_new(r->doc->meta.lang, false);
    for (size_t i = 0; i < resolve_people_count(r); i++) {
        const struct resolve_profile *p = resolve_people_at(r, i);
        if (!is_wanted(w, p)) {
            continue;
        }
        size_t n = w->group == PEOPLE_GROUP && !p->alumni ? p->ngroups : 0;
        for (size_t k = 0; k < n; k++) {
            if (w->members.n == 0 || place_in(w->members, p->groups[k]) != STR_NONE) {
                add_card(r, c, w, cards, p, p->groups[k]);
            }
        }
        if (n == 0) {
            add_card(r, c, w, cards, p, w->group == PEOPLE_ROLE ? p->role : STR_EMPTY);
        }
    }
    collator_drop(c);
    vec_sort(cards, compare_cards);
}

/* ---- nodes ---- */

/** Adds the picture. Its alternative text is empty, because the name is next to it. */
static void add_photo(struct resolver *r, struct doc_node *item, struct str photo) {
    struct doc_node *box = resolve_add(r, item, DOC_PLAIN, "person-photo");
    struct doc_node *image = resolve_add(r, box, DOC_IMAGE, "u-photo");
    image->u.link.url = photo;
    doc_set_pair(r->doc, image, STR("alt"), STR(""));
}

/** Adds the first letters of a name, for a person without a picture in a list of people with
 * pictures. */
static void add_initials(struct resolver *r, struct doc_node *item, struct str name) {
    struct doc_node *box = resolve_add(r, item, DOC_PLAIN, "person-photo");
    doc_add_class(r->doc, box, STR("only-html"));
    struct doc_node *span = resolve_add(r, box, DOC_SPAN, "person-initials");
    doc_set_pair(r->doc, span, STR("aria-hidden"), STR("true"));
    struct str first = STR_EMPTY, last = STR_EMPTY;
    while (name.n) {
        struct str word = str_cut(&name, ' ');
        size_t n = 0;
        if (word.n) {
            (void)utf8_next(word, &n);
        }
        last = word.n ? str_slice(word, 0, n) : last;
        first = first.n ? first : last;
    }
    resolve_text(r, span, arena_join(r->arena, 2, first, last));
}

static void add_person(struct resolver *r, struct doc_node *list, const struct wish *w,
                       const struct resolve_profile *p) {
    struct doc_node *item = resolve_add(r, list, DOC_ITEM, "person");
    doc_add_class(r->doc, item, STR("h-card"));
    if (w->photo && p->photo.n) {
        add_photo(r, item, p->photo);
    } else if (w->pictures) {
        add_initials(r, item, p->name);
    }
    struct doc_node *line = resolve_add(r, item, DOC_PLAIN, "person-line");
    struct doc_node *name;
    if (p->address.n) {
        name = resolve_add_link(r, line, p->address);
        doc_add_class(r->doc, name, STR("p-name"));
        doc_add_class(r->doc, name, STR("u-url"));
    } else {
        name = resolve_add(r, line, DOC_SPAN, "p-name");
    }
    resolve_text(r, name, p->name);
    if (w->says_role && w->group != PEOPLE_ROLE && p->role.n) {
        resolve_text(r, line, STR(", "));
        resolve_text(r, resolve_add(r, line, DOC_SPAN, "p-role"), p->role);
    }
    for (size_t i = 0; w->groups && i < p->ngroups; i++) {
        resolve_text(r, line, i ? STR(", ") : STR(" \u00B7 "));
        resolve_text(r, resolve_add(r, line, DOC_SPAN, "p-category"), p->groups[i]);
    }
    if (w->email && p->email.n) {
        resolve_text(r, line, STR(" \u00B7 "));
        struct str url = arena_join(r->arena, 2, STR("mailto:"), p->email);
        struct doc_node *link = resolve_add_link(r, line, url);
        doc_add_class(r->doc, link, STR("u-email"));
        resolve_text(r, link, p->email);
    }
}

static void fill(struct resolver *r, struct doc_node *box, const struct wish *w,
                 const card_vec *cards) {
    int level = resolve_level_above(box) + 1;
    struct doc_node *list = NULL;
    for (size_t i = 0; i < cards->n; i++) {
        const struct card *card = &cards->p[i];
        if (i == 0 || !str_eq(cards->p[i - 1].group, card->group)) {
            if (card->group.n) {
                struct str word = arena_join(r->arena, 2, STR("people "), card->group);
                resolve_group_heading(r, box, card->group, doc_auto_id(r->arena, word),
                                      level > 6 ? 6 : level);
            }
            list = resolve_add(r, box, DOC_LIST, "people-list");
            list->u.list.style = DOC_UNMARKED;
        }
        add_person(r, list, w, card->person);
    }
}

/** Whether the lists may show `n` more people. If not, this is reported. */
static bool affords(struct resolver *r, const struct doc_node *box, size_t n, size_t *shown) {
    size_t most = limit_sum(LIMIT_SUM_WORKS, LIMIT_SUM_WORKS_TIMES, resolve_people_count(r));
    if (n <= most && *shown <= most - n) {
        *shown += n;
        return true;
    }
    struct diag *g = diag_add(r->d, DIAG_TOO_LARGE, box->span,
                              "the lists before this one repeat the people too often: it is left "
                              "out");
    diag_hint(r->d, g, "all lists together have at most %zu people here", most);
    return false;
}

static void make_list(struct resolver *r, struct doc_node *box, size_t *shown) {
    struct wish w = {.photo = true, .says_role = true};
    for (size_t i = 0; box->attr && i < box->attr->npairs; i++) {
        read_pair(r, &w, &box->attr->pairs[i]);
    }
    card_vec cards = VEC_INIT;
    choose_people(r, &w, &cards);
    for (size_t i = 0; i < cards.n && w.photo && !w.pictures; i++) {
        w.pictures = cards.p[i].person->photo.n > 0;
    }
    if (affords(r, box, cards.n, shown)) {
        fill(r, box, &w, &cards);
    }
    if (cards.n == 0) {
        struct diag *g = diag_add(r->d, DIAG_EMPTY_LIST, box->span, "this list of people is empty");
        diag_hint(r->d, g,
                  resolve_people_count(r) ? "no person matches its attributes"
                                          : "people are pages of a site with `person: true`, or "
                                            "entries of `people` in the front matter");
    }
    vec_drop(&cards);
    if (box->attr) {
        box->attr->npairs = 0;
    }
}

void resolve_people_lists(struct resolver *r) {
    if (!doc_has_kind(r->doc, DOC_DIV)) {
        return;
    }
    size_t shown = 0;
    struct doc_walk walk = doc_walk_start(r->doc->root);
    while (doc_walk_next(&walk)) {
        struct doc_node *n = walk.node;
        if (!walk.enter || n->kind != DOC_DIV || !doc_has_class(n, "people")) {
            continue;
        }
        /* in a document without people, a div with text is kept, because its class may have another
         * meaning */
        if (resolve_people_count(r) || !n->first) {
            make_list(r, n, &shown);
        }
        doc_walk_skip(&walk);
    }
}
