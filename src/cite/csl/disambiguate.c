/* SPDX-License-Identifier: MIT */
/*
 * Disambiguation (CSL 1.0.2, "Disambiguation"): adds names and given names, then applies the
 * conditions of the style, then adds year suffixes, until the cites of different items differ.
 *
 * Items whose cites are equal form a class. A class is refined step by step: a step shows one more
 * name, or one given name in full. If a step distinguishes members, they continue in smaller
 * classes. If it does not, it is undone, unless a later step needs its names. Each step renders
 * only the members of one class, so the work grows with the number of ambiguous items.
 */
#include "cite/csl/state.h"

#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

/** The number of names by which a class may be refined. For longer lists, year suffixes are used.
 */
#define MAX_NAMES 100
/** The limit for the number of disambiguate="true" conditions of a cite that are tried. */
#define MAX_CONDITIONS 16

/* ---- who shares a family name ---- */

struct bearer {
    struct str initials, given;
};

/** A name that an entry shows. After rendering, it is added to the bearers of its family name. */
struct csl_bearing {
    struct str family;
    struct bearer bearer;
    struct csl_bearing *next;
};

struct name_key {
    VEC(struct bearer) bearers; /* the different people who have the name */
    bool many_initials;
};

/** The family name, with its particle if the particle belongs to it. The result is in the arena
 * `a`. */
static struct str family_key(struct arena *a, const struct person *p) {
    struct str particle = p->non_dropping.text, family = p->family.text;
    return particle.n ? arena_join(a, 3, particle, STR(" "), family) : family;
}

static struct bearer bearer_of(struct arena *a, const struct person *p) {
    static const struct name_opts plain = {
        .set = NAME_SET_WITH, .with = {"", 0}, .initialize = true};
    /* without spaces and full stops, "J. J." equals "J.J." */
    struct bearer b = {arena_without(a, csl_person_initials(a, p->given, &plain, true).text, " ."),
                       arena_without(a, p->given.text, " .")};
    return b;
}

static bool rule_is_primary(enum givenname_rule r) {
    return r == RULE_PRIMARY_NAME || r == RULE_PRIMARY_NAME_INITIALS;
}

void csl_disambiguate_register_name(struct ctx *x, const struct person *p, size_t index) {
    struct csl *c = x->c;
    if (p->literal.text.n || p->given.text.n == 0 ||
        (rule_is_primary(c->style->rule) && index > 0)) {
        return;
    }
    struct csl_bearing *seen = ARENA_NEW(c->work, struct csl_bearing);
    seen->family = family_key(c->work, p);
    seen->bearer = bearer_of(c->work, p);
    *x->collecting = seen;
    x->collecting = &seen->next;
}

static void add_bearer(struct csl *c, const struct csl_bearing *seen) {
    struct name_key *k = map_lookup(&c->names, seen->family);
    if (!k) {
        k = ARENA_NEW(c->a, struct name_key);
        map_put(&c->names, arena_str(c->a, seen->family), k);
    }
    struct bearer b = seen->bearer;
    for (size_t i = 0; i < k->bearers.n; i++) {
        if (str_eq(k->bearers.p[i].given, b.given)) {
            return;
        }
    }
    if (k->bearers.n && !str_eq(k->bearers.p[0].initials, b.initials)) {
        k->many_initials = true;
    }
    b.given = arena_str(c->a, b.given);
    b.initials = arena_str(c->a, b.initials);
    vec_push(&k->bearers, b);
}

/** The level of a given name (0: the style decides, 1: initials, 2: in full) that distinguishes
 * the person from others with the same family name. `has_initials` means that the style shows
 * initials. */
static uint8_t find_level(struct ctx *x, const struct person *p, bool has_initials) {
    struct csl *c = x->c;
    enum givenname_rule rule = c->style->rule;
    struct name_key *k = map_lookup(&c->names, family_key(x->a, p));
    if (!k || k->bearers.n < 2) {
        return 0;
    }
    bool initials_only = rule == RULE_ALL_NAMES_INITIALS || rule == RULE_PRIMARY_NAME_INITIALS;
    if (initials_only) {
        return k->many_initials ? 1 : 0;
    }
    if (!has_initials) {
        return 2;
    }
    struct bearer own = bearer_of(x->a, p);
    size_t same = 0;
    for (size_t i = 0; i < k->bearers.n; i++) {
        same += str_eq(k->bearers.p[i].initials, own.initials);
    }
    return same > 1 ? 2 : 1;
}

uint8_t csl_disambiguate_name_level(struct ctx *x, struct person *p, const struct name_opts *o,
                                    size_t index) {
    bool with = o->with.p != NULL;
    if (p->literal.text.n || p->given.text.n == 0 ||
        (rule_is_primary(x->c->style->rule) && index > 0)) {
        return 0;
    }
    if (p->level[with]) {
        return p->level[with] - 1;
    }
    uint8_t level = find_level(x, p, with);
    if (p->kept && !x->c->many) {
        p->level[with] = level + 1;
    }
    return level;
}

/* ---- labels ---- */

/** Appends the first `count` letters of a text. Spaces are skipped. */
static void add_letters(struct buf *b, struct str s, size_t count) {
    size_t at = 0;
    for (size_t n = 0; n < count && at < s.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(s, &at);
        if (cp != ' ') {
            buf_str(b, str_slice(s, from, at));
            n++;
        }
    }
}

/** The citation label: letters of the authors' names and two digits of the year, as in "Doe65",
 * "RoNo78", "DEFG26"; with `alpha` as in BibTeX's alpha: "RN78" for up to four names, "DEF+26" for
 * more. */
struct str csl_citation_label(struct csl *c, struct csl_cited *e, bool alpha) {
    struct str own = item_text(e->item, VAR_CITATION_LABEL);
    if (own.n || (e->label.n && !alpha)) {
        return own.n ? own : e->label;
    }
    static const uint8_t letters[2][4][4] = {
        {{4, 0, 0, 0}, {2, 2, 0, 0}, {2, 1, 1, 0}, {1, 1, 1, 1}},
        {{3, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}}; /* alpha */
    static const enum item_var vars[] = {VAR_AUTHOR, VAR_EDITOR, VAR_TRANSLATOR};
    struct item_names names = {NULL, 0};
    for (size_t i = 0; i < ARRAY_LEN(vars) && names.n == 0; i++) {
        names = item_names(e->item, vars[i]);
    }
    struct buf b;
    buf_init(&b, 256);
    size_t row = names.n > 4 ? 4 : names.n, shown = alpha && names.n > 4 ? 3 : row;
    for (size_t i = 0; i < shown; i++) {
        struct person p;
        csl_person_read(c->scratch, &names.p[i], &p);
        add_letters(&b, p.literal.text.n ? p.literal.text : p.family.text,
                    letters[alpha][row - 1][i]);
    }
    if (row == 0) {
        add_letters(&b, item_text(e->item, VAR_TITLE), letters[alpha][0][0]);
    }
    bool more = names.n > 4 || (names.n && names.p[names.n - 1].others);
    buf_puts(&b, alpha && more ? "+" : "");
    const struct item_date *d = item_date(e->item, VAR_ISSUED);
    bool dated = d && d->from.has_year;
    if (dated || !alpha) {
        buf_printf(&b, "%02d", dated ? abs(d->from.year) % 100 : 0);
    }
    struct str label = buf_finish(&b, c->many ? c->scratch : c->a);
    if (!c->many && !alpha) {
        e->label = label;
    }
    return label;
}

/* ---- classes ---- */

/** The next step of refining a class. */
struct step {
    unsigned block; /* the index of a list of names in the cite */
    unsigned name;  /* the index of the name in that list */
    unsigned level; /* the level of the given name that is tried next */
};

struct class {
    struct csl_cited **members;
    size_t n;
    /* the refinement that led to this class; NULL: the form that the style shows */
    const struct disamb *base;
    struct step step;
};

struct work {
    struct csl *c;
    struct arena *a; /* memory for the current class; it is reset afterwards */
    VEC(struct class) todo;
    VEC(struct class) done; /* classes whose cites are still equal with all names shown */
    /* for each list of names: the highest number of names of any member */
    uint16_t names[MAX_BLOCKS];
    uint16_t shown[MAX_BLOCKS]; /* for each list of names: how many names the style itself shows */
    /* the highest number of conditions disambiguate="true" that a member has */
    unsigned conditions;
};

/** The plain text of an item's cite after `d` was applied. The result is in the arena `a`. */
static struct str render_key(struct csl *c, struct arena *a, struct csl_cited *e,
                             const struct disamb *d, struct work *w) {
    struct ctx x;
    csl_scratch(c);
    csl_render_start(&x, c, AREA_CITATION, e);
    x.disamb = d;
    x.disambiguating = true;
    x.position = POSITION_SUBSEQUENT;
    struct run *r = csl_render_layout(&x, c->style->citation.layout);
    if (w && x.conditions > w->conditions) {
        w->conditions = x.conditions;
    }
    for (size_t i = 0; w && i < MAX_BLOCKS; i++) {
        w->names[i] = x.block_names[i] > w->names[i] ? x.block_names[i] : w->names[i];
        w->shown[i] = x.block_shown[i] && (!w->shown[i] || x.block_shown[i] < w->shown[i])
                          ? x.block_shown[i]
                          : w->shown[i];
    }
    buf_clear(&c->text);
    csl_run_plain(r, &c->text);
    return buf_keep(&c->text, a);
}

static struct disamb *copy_disamb(struct csl *c, const struct disamb *from) {
    struct disamb *d = ARENA_NEW(c->a, struct disamb);
    if (from) {
        *d = *from;
        for (size_t i = 0; i < MAX_BLOCKS; i++) {
            if (d->block[i].ngiven) {
                d->block[i].given = arena_copy(c->a, d->block[i].given, d->block[i].ngiven);
            }
        }
    }
    return d;
}

static void set_level(struct csl *c, struct disamb *d, unsigned block, unsigned name,
                      unsigned level) {
    if (name >= d->block[block].ngiven) {
        uint8_t *grown = ARENA_ARRAY(c->a, uint8_t, name + 1);
        if (d->block[block].ngiven) {
            memcpy(grown, d->block[block].given, d->block[block].ngiven);
        }
        d->block[block].given = grown;
        d->block[block].ngiven = (uint16_t)(name + 1);
    }
    d->block[block].given[name] = (uint8_t)level;
}

/** Groups the members into classes by their keys, and keeps their order. Returns the number of
 * classes. */
static size_t partition(struct work *w, struct csl_cited **members, size_t n, struct str *keys,
                        struct class *out) {
    struct map seen = MAP_INIT;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct class *k = map_lookup(&seen, keys[i]);
        if (!k) {
            k = &out[count++];
            *k = (struct class){.members = ARENA_ARRAY(w->a, struct csl_cited *, n - i)};
            map_put(&seen, keys[i], k);
        }
        k->members[k->n++] = members[i];
    }
    map_drop(&seen);
    return count;
}

/** Tries `d` on a class. If it distinguishes members, adds the smaller classes to the queue and
 * returns true. */
static bool try_step(struct work *w, const struct class *k, const struct disamb *d,
                     struct step next) {
    struct str *keys = ARENA_ARRAY(w->a, struct str, k->n);
    bool differ = false;
    for (size_t i = 0; i < k->n; i++) {
        keys[i] = render_key(w->c, w->a, k->members[i], d, NULL);
        differ = differ || !str_eq(keys[i], keys[0]);
    }
    if (!differ) {
        return false;
    }
    struct class *parts = ARENA_ARRAY(w->a, struct class, k->n);
    size_t count = partition(w, k->members, k->n, keys, parts);
    for (size_t i = 0; i < count; i++) {
        parts[i].base = d;
        parts[i].step = next;
        if (parts[i].n == 1) {
            parts[i].members[0]->disamb = d;
        } else {
            vec_push(&w->todo, parts[i]);
        }
    }
    return true;
}

/**
 * Refines a class by names until a step distinguishes its members or there are no further steps. If
 * members are distinguished, the smaller classes are queued.
 */
static void refine(struct work *w, struct class k) {
    struct csl *c = w->c;
    const struct csl_style *s = c->style;
    bool givens = s->add_givenname && s->rule == RULE_BY_CITE;
    struct disamb *now = copy_disamb(c, k.base);
    struct step at = k.step;
    for (; at.block < MAX_BLOCKS && w->names[at.block]; at = (struct step){at.block + 1, 0, 0}) {
        unsigned names = w->names[at.block] > MAX_NAMES ? MAX_NAMES : w->names[at.block];
        for (; at.name < names; at = (struct step){at.block, at.name + 1, 0}) {
            if (at.level == 0) {
                if (at.name >= w->shown[at.block]) { /* the style does not show this name */
                    if (!s->add_names) {
                        break;
                    }
                    now->block[at.block].names = (uint16_t)(at.name + 1);
                    at.level = 1;
                    if (try_step(w, &k, now, at)) {
                        return;
                    }
                }
                at.level = 1;
            }
            for (; givens && at.level <= 2; at.level++) {
                struct disamb *with = copy_disamb(c, now);
                set_level(c, with, at.block, at.name, at.level);
                struct step next = {at.block, at.name, at.level + 1};
                if (try_step(w, &k, with, next)) {
                    return;
                }
            }
        }
    }
    vec_push(&w->done, k);
}

bool csl_disambiguate_condition(struct ctx *x) {
    unsigned held = x->disamb ? x->disamb->conditions : 0, at = x->conditions++;
    return x->kind == AREA_BIBLIOGRAPHY ? held > 0 : at < held;
}

/** Gives the members the refinement of their class. If their cites are still equal, they get year
 * suffixes. */
static void settle_class(const struct work *w, const struct class *k) {
    for (size_t m = 0; m < k->n; m++) {
        k->members[m]->disamb = k->base;
        if (w->c->style->add_year_suffix && k->n > 1) {
            k->members[m]->suffix = (int)m; /* members are in the order of the bibliography */
        }
    }
}

/**
 * Handles members that names do not distinguish: applies the conditions of the style, or adds year
 * suffixes. Each step makes one more condition true, but only for cites that are still equal (CSL
 * 1.0.2, "disambiguate"). If no step helps, all conditions stay false.
 */
static void finish_class(struct work *w, struct class k) {
    struct csl *c = w->c;
    /* With year suffixes the conditions stay false, because suffixes distinguish all members. */
    bool tries = c->style->uses_disambiguate && !c->style->add_year_suffix;
    struct str *keys = ARENA_ARRAY(w->a, struct str, k.n);
    struct class *parts = ARENA_ARRAY(w->a, struct class, k.n);
    for (unsigned held = k.base ? k.base->conditions : 0;
         tries && held < w->conditions && held < MAX_CONDITIONS;) {
        struct disamb *d = copy_disamb(c, k.base);
        d->conditions = ++held;
        for (size_t i = 0; i < k.n; i++) {
            keys[i] = render_key(c, w->a, k.members[i], d, w);
        }
        size_t n = partition(w, k.members, k.n, keys, parts);
        if (n == 1) {
            continue;
        }
        for (size_t i = 0; i < n; i++) {
            parts[i].base = d;
            if (parts[i].n > 1) {
                /* the next condition is tried on these members only */
                vec_push(&w->done, parts[i]);
            } else {
                settle_class(w, &parts[i]);
            }
        }
        return;
    }
    settle_class(w, &k);
}

/** Gives the same number to members whose cites are equal even with all names in full. No step of
 * refining can distinguish such members. */
static void number_lookalikes(struct work *w, const struct class *k) {
    struct disamb *full = copy_disamb(w->c, NULL);
    for (unsigned b = 0; b < MAX_BLOCKS; b++) {
        unsigned names = w->names[b] > MAX_NAMES ? MAX_NAMES : w->names[b];
        full->block[b].names = (uint16_t)names;
        for (unsigned i = names; i-- > 0;) {
            set_level(w->c, full, b, i, 2);
        }
    }
    struct str *keys = ARENA_ARRAY(w->a, struct str, k->n);
    struct class *parts = ARENA_ARRAY(w->a, struct class, k->n);
    for (size_t i = 0; i < k->n; i++) {
        keys[i] = render_key(w->c, w->a, k->members[i], full, NULL);
    }
    size_t count = partition(w, k->members, k->n, keys, parts);
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < parts[i].n; m++) {
            parts[i].members[m]->alike = i;
        }
    }
}

static bool all_alike(const struct class *k) {
    for (size_t i = 1; i < k->n; i++) {
        if (k->members[i]->alike != k->members[0]->alike) {
            return false;
        }
    }
    return true;
}

static void resolve_class(struct csl *c, struct class k) {
    struct work w = {.c = c, .a = arena_new()};
    for (size_t i = 0; i < k.n; i++) {
        render_key(c, w.a, k.members[i], NULL, &w);
    }
    bool by_names =
        c->style->add_names || (c->style->add_givenname && c->style->rule == RULE_BY_CITE);
    if (by_names) {
        number_lookalikes(&w, &k);
    }
    vec_push(&w.todo, k);
    while (w.todo.n) {
        struct class next = vec_pop(&w.todo);
        if (by_names && !all_alike(&next)) {
            refine(&w, next);
        } else {
            vec_push(&w.done, next);
        }
    }
    for (size_t i = 0; i < w.done.n; i++) {
        finish_class(&w, w.done.p[i]);
    }
    vec_drop(&w.todo);
    vec_drop(&w.done);
    arena_drop(w.a);
}

static void collect_names(struct csl *c, size_t from, size_t to, void *user) {
    struct csl_bearing **found = user;
    for (size_t i = from; i < to; i++) {
        struct ctx x;
        csl_scratch(c);
        csl_render_start(&x, c, AREA_CITATION, c->entries[i]);
        found[i] = NULL;
        x.collecting = &found[i];
        x.disambiguating = true;
        csl_render_names_alone(&x, c->style->citation.layout);
    }
}

/** Registers the names of all items, because the rules for given names compare them. */
static void register_names(struct csl *c) {
    struct csl_bearing **found = arena_alloc(c->work, c->nentries * sizeof *found);
    csl_share(c, c->nentries, collect_names, found);
    for (size_t i = 0; i < c->nentries; i++) {
        for (const struct csl_bearing *k = found[i]; k; k = k->next) {
            add_bearer(c, k);
        }
    }
}

void csl_disambiguate_drop(struct csl *c) {
    for (size_t i = 0; i < c->names.n; i++) {
        struct name_key *k = c->names.entries[i].value;
        vec_drop(&k->bearers);
    }
    map_drop(&c->names);
    c->names = (struct map)MAP_INIT;
}

static void render_keys(struct csl *c, size_t from, size_t to, void *user) {
    struct str *keys = user;
    for (size_t i = from; i < to; i++) {
        keys[i] = render_key(c, c->work, c->order[i], NULL, NULL);
    }
}

void csl_disambiguate(struct csl *c) {
    const struct csl_style *s = c->style;
    if (c->nentries < 2) {
        return;
    }
    if (s->add_givenname && s->rule != RULE_BY_CITE) {
        register_names(c);
    }
    if (!s->add_names && !s->add_givenname && !s->add_year_suffix && !s->uses_disambiguate) {
        return;
    }
    /* The classes keep the order of the bibliography. */
    struct arena *a = arena_new();
    size_t n = c->nentries;
    struct str *keys = ARENA_ARRAY(a, struct str, n);
    csl_share(c, n, render_keys, keys);
    struct map seen = MAP_INIT;
    struct class *classes = ARENA_ARRAY(a, struct class, n);
    size_t *count = ARENA_ARRAY(a, size_t, n), *of = ARENA_ARRAY(a, size_t, n), nclasses = 0;
    for (size_t i = 0; i < n; i++) {
        struct class *k = map_lookup(&seen, keys[i]);
        if (!k) {
            k = &classes[nclasses++];
            map_put(&seen, keys[i], k);
        }
        of[i] = (size_t)(k - classes);
        count[of[i]]++;
    }
    for (size_t i = 0; i < n; i++) {
        struct class *k = &classes[of[i]];
        if (count[of[i]] > 1) {
            if (!k->members) {
                k->members = ARENA_ARRAY(a, struct csl_cited *, count[of[i]]);
            }
            k->members[k->n++] = c->order[i];
        }
    }
    for (size_t i = 0; i < nclasses; i++) {
        if (classes[i].n > 1) {
            resolve_class(c, classes[i]);
        }
    }
    map_drop(&seen);
    arena_drop(a);
}
