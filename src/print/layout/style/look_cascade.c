/* SPDX-License-Identifier: MIT */
/*
 * Computes the style of an element (CSS Cascading 5) from the matching rules in their order, its
 * custom properties, its own `style`, and the keywords that every property has. Rules are indexed
 * by their subjects, so that only candidates are tried.
 */
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"

/* ---- an index of rules ---- */

/** A set of names as bits (a Bloom filter): each name sets two of 128 bits. The set may seem to
 * contain names that were not added. */
struct names {
    uint64_t bits[2];
};

/** A candidate rule, with the names that the ancestors and siblings of its element must have. */
struct entry {
    uint32_t rule; /* the rule's position in the order of the cascade */
    struct names above, before;
};

struct bucket {
    struct entry *entries;
    uint32_t n, cap;
};

struct look_index {
    struct map ids, classes, types; /* each maps a name to a struct bucket */
    struct bucket rest;
};

static void names_add(struct names *names, char kind, struct str name) {
    uint64_t hash = (str_hash(name) ^ (unsigned char)kind) * 1099511628211u; /* FNV-1a */
    hash ^= hash >> 29;
    if (name.n > 0) {
        names->bits[0] |= (uint64_t)1 << (hash & 63);
        names->bits[1] |= (uint64_t)1 << (hash >> 8 & 63);
    }
}

static bool names_hold(const struct names *all, const struct names *wanted) {
    return (wanted->bits[0] & ~all->bits[0]) == 0 && (wanted->bits[1] & ~all->bits[1]) == 0;
}

static void names_of_compound(struct names *names, const struct css_compound *c) {
    names_add(names, '#', c->id);
    names_add(names, 'e', c->type);
    for (size_t i = 0; i < c->nclasses; i++) {
        names_add(names, '.', c->classes[i]);
    }
}

static void names_of_element(struct names *names, const struct css_element *e) {
    names_add(names, '#', e->id);
    names_add(names, 'e', e->type);
    names_add(names, '.', e->own_class);
    for (size_t i = 0; i < e->nclasses; i++) {
        names_add(names, '.', e->classes[i]);
    }
}

/** Makes the entry of a rule. An ancestor of a sibling is also an ancestor of the element, so its
 * names count as names above the element. */
static struct entry entry_of(const struct css_selector *s, size_t rule) {
    struct entry entry = {.rule = (uint32_t)rule};
    for (size_t i = s->n - 1; i > 0; i--) {
        enum css_combinator how = s->parts[i].left;
        if (how == CSS_CHILD || how == CSS_DESCENDANT) {
            names_of_compound(&entry.above, &s->parts[i - 1]);
        } else if (how == CSS_NEXT && i == s->n - 1) {
            names_of_compound(&entry.before, &s->parts[i - 1]);
        }
    }
    return entry;
}

static void bucket_add(struct arena *a, struct bucket *b, struct entry entry) {
    if (b->n == b->cap) {
        b->cap = b->cap > 0 ? 2 * b->cap : 4;
        b->entries = arena_grow(a, b->entries, b->n, b->cap, sizeof *b->entries);
    }
    b->entries[b->n++] = entry;
}

static struct bucket *bucket_of(struct arena *a, struct map *m, struct str name) {
    struct bucket *b = map_lookup(m, name);
    if (!b) {
        b = ARENA_NEW(a, struct bucket);
        (void)map_put(m, name, b);
    }
    return b;
}

void look_index(struct arena *a, struct looks *looks) {
    struct look_index *x = ARENA_NEW(a, struct look_index);
    *x = (struct look_index){.ids = MAP_IN(a), .classes = MAP_IN(a), .types = MAP_IN(a)};
    for (size_t i = 0; i < looks->n; i++) {
        const struct css_selector *s = &looks->rules[i].sel;
        const struct css_compound *c = &s->parts[s->n - 1];
        struct bucket *b = c->id.n > 0       ? bucket_of(a, &x->ids, c->id)
                           : c->nclasses > 0 ? bucket_of(a, &x->classes, c->classes[0])
                           : c->type.n > 0   ? bucket_of(a, &x->types, c->type)
                                             : &x->rest;
        bucket_add(a, b, entry_of(s, i));
    }
    looks->index = x;
}

/* ---- the rules of an element ---- */

/* maximum number of buckets for one element: its id, its type and most of its classes */
#define MAX_BUCKETS 64

/** Buckets whose rules are merged into the order of the cascade. */
struct merge {
    const struct bucket *b[MAX_BUCKETS];
    uint32_t at[MAX_BUCKETS];
    size_t n;
};

static void merge_add(struct merge *m, const struct map *from, struct str name) {
    const struct bucket *b = name.n > 0 ? map_lookup(from, name) : NULL;
    for (size_t i = 0; i < m->n && b; i++) {
        b = m->b[i] == b ? NULL : b; /* a class that is named twice is added once */
    }
    if (b && m->n < MAX_BUCKETS) {
        m->at[m->n] = 0;
        m->b[m->n++] = b;
    }
}

static void merge_begin(struct merge *m, const struct look_index *x, const struct css_element *e) {
    m->n = 0;
    merge_add(m, &x->types, e->type);
    merge_add(m, &x->ids, e->id);
    merge_add(m, &x->classes, e->own_class);
    for (size_t i = 0; i < e->nclasses; i++) {
        merge_add(m, &x->classes, e->classes[i]);
    }
    if (x->rest.n > 0 && m->n < MAX_BUCKETS) {
        m->at[m->n] = 0;
        m->b[m->n++] = &x->rest;
    }
}

/** The next rule in the order of the cascade. NULL after the last one. */
static const struct entry *merge_next(struct merge *m) {
    size_t least = m->n;
    uint32_t rule = UINT32_MAX;
    for (size_t i = 0; i < m->n; i++) {
        if (m->at[i] < m->b[i]->n && m->b[i]->entries[m->at[i]].rule < rule) {
            least = i;
            rule = m->b[i]->entries[m->at[i]].rule;
        }
    }
    return least == m->n ? NULL : &m->b[least]->entries[m->at[least]++];
}

typedef VEC(const struct look_rule *) rule_list;

static void find_rules(const struct looks *l, const struct look_query *q, rule_list *out) {
    struct merge m;
    struct names above = {{0, 0}};
    struct names before = {{0, 0}};
    for (const struct css_element *up = q->e->parent; up; up = up->parent) {
        names_of_element(&above, up);
    }
    if (q->e->prev) {
        names_of_element(&before, q->e->prev);
    }
    merge_begin(&m, l->index, q->e);
    for (const struct entry *k = merge_next(&m); k; k = merge_next(&m)) {
        const struct look_rule *rule = &l->rules[k->rule];
        if (names_hold(&above, &k->above) && names_hold(&before, &k->before) &&
            rule->sel.part == q->part && css_matches(&rule->sel, q->e)) {
            vec_push(out, rule);
        }
    }
}

/* ---- custom properties ---- */

struct look_own {
    const struct look_decl *decls;
    size_t n;
    const struct css_decl *const *vars;
    size_t nvars;
};

/** The custom properties of the element. If it sets none, those of its parent. */
static const struct look_vars *vars_of(const struct looks *l, const struct look_query *q,
                                       const rule_list *rules) {
    size_t most = q->own ? q->own->nvars : 0;
    size_t n = 0;
    for (size_t i = 0; i < rules->n; i++) {
        most += rules->p[i]->nvars;
    }
    if (most == 0) {
        return q->vars;
    }
    const struct css_decl **decls = ARENA_ARRAY(l->reader->arena, const struct css_decl *, most);
    for (int important = 0; important < 2; important++) {
        for (size_t i = 0; i < rules->n; i++) {
            for (size_t k = 0; k < rules->p[i]->nvars; k++) {
                if (rules->p[i]->vars[k]->important == (important == 1)) {
                    decls[n++] = rules->p[i]->vars[k];
                }
            }
        }
        for (size_t k = 0; q->own && k < q->own->nvars; k++) {
            if (q->own->vars[k]->important == (important == 1)) {
                decls[n++] = q->own->vars[k];
            }
        }
    }
    struct look_vars *vars = ARENA_NEW(l->reader->arena, struct look_vars);
    *vars = (struct look_vars){decls, n, q->vars};
    return vars;
}

/* ---- declarations ---- */

/** Whether the declaration `had` is overridden by the next one, `v`. Of two important declarations
 * the one in the earlier layer takes precedence, of two others the one in the later layer
 * (section 6.4.4). Declarations come in the order of the layers. */
static bool gives_way(const struct look_value *had, const struct look_value *v) {
    return !had || !had->important || (v->important && had->layer == v->layer) ||
           (v->important && !v->layer);
}

static void put_one(struct look *look, enum look_prop prop, const struct look_value *v,
                    const struct look *below) {
    const struct look_value **at = &look->v[prop];
    if (gives_way(*at, v)) {
        bool back = v->kind == LOOK_UNSET && v->word == WORD_REVERT_LAYER;
        *at = back ? (below ? below->v[prop] : NULL) : v;
    }
}

/** Applies declarations. `below` is the style without the current layer, or NULL. */
static void put_decls(struct look *look, const struct look_decl *decls, size_t n,
                      const struct look *below) {
    for (size_t i = 0; i < n; i++) {
        if (decls[i].prop < LOOK_COUNT) {
            put_one(look, decls[i].prop, &decls[i].value, below);
        }
        for (enum look_prop p = 0; decls[i].prop == LOOK_COUNT && p < LOOK_COUNT; p++) {
            put_one(look, p, &decls[i].value, below);
        }
    }
}

void look_put(struct look *look, const struct look_decl *decls, size_t n) {
    put_decls(look, decls, n, NULL);
}

/** The result of a declaration that depends on its element. */
struct answer {
    const struct look_decl *decls;
    size_t n;
};

/** Reads a declaration for elements with these custom properties. An invalid declaration has the
 * effect of `unset` (CSS Custom Properties 1, section 3.1). */
static const struct answer *answer_of(const struct looks *l, const struct look_decl *late,
                                      const struct look_vars *vars) {
    struct look_reader *r = l->reader;
    const void *const pair[2] = {late->later, vars};
    struct str key = {(const char *)pair, sizeof pair};
    struct answer *answer = map_lookup(l->answers, key);
    if (answer) {
        return answer;
    }
    look_decls decls = VEC_INIT;
    r->env = vars;
    look_decl_read(r, late->later, &decls);
    r->env = NULL;
    if (decls.n == 0) {
        look_decl_unset(late->later, &decls);
    }
    for (size_t i = 0; i < decls.n; i++) {
        decls.p[i].value.layer = late->value.layer;
        decls.p[i].value.important = late->value.important;
    }
    answer = ARENA_NEW(r->arena, struct answer);
    *answer = (struct answer){vec_finish(&decls, r->arena), decls.n};
    (void)map_put(l->answers, arena_str(r->arena, key), answer);
    return answer;
}

/** Applies declarations in their order, including those whose value depends on the element. */
static void put_all(const struct looks *l, struct look *look, const struct look_decl *decls,
                    size_t n, const struct look_vars *vars, const struct look *below) {
    for (size_t i = 0; i < n; i++) {
        if (decls[i].value.kind == LOOK_LATER) {
            const struct answer *answer = answer_of(l, &decls[i], vars);
            put_decls(look, answer->decls, answer->n, below);
        } else {
            put_decls(look, &decls[i], 1, below);
        }
    }
}

/* ---- keywords of every property ---- */

/** Whether the property is inherited by default (CSS Cascading 5, section 7.2). */
static bool is_inherited(enum look_prop prop) {
    static const bool YES[LOOK_COUNT] = {
#define PROPERTY(prop, name, takes, words, inherited, initial) [LOOK_##prop] = inherited,
#define SAME(name, prop)
#include "print/layout/style/look_props.def"
#undef PROPERTY
    };
    return YES[prop];
}

/** Whether `inherit` makes set_look_ink() copy a font or colour property from the parent. This is
 * needed for properties that the layout itself sets for headings, links and code. */
static bool is_taken_from_around(enum look_prop prop) {
    return prop == LOOK_COLOR || prop == LOOK_FONT_FAMILY || prop == LOOK_FONT_SIZE ||
           prop == LOOK_FONT_WEIGHT || prop == LOOK_FONT_STYLE || prop == LOOK_FONT_CAPS;
}

/** The initial value of a property if it differs from the default of the layout. NULL: both are the
 * same. */
static const struct look_value *initial_of(enum look_prop prop) {
    static const struct look_family SERIF = {{NULL, 0}, FONT_SERIF};
    static const struct look_value ZERO = {.kind = LOOK_ABSOLUTE};
    static const struct look_value NORMAL = {.kind = LOOK_WORD, .word = WORD_NORMAL};
    static const struct look_value NONE = {.kind = LOOK_WORD, .word = WORD_NONE};
    static const struct look_value AUTO = {.kind = LOOK_WORD, .word = WORD_AUTO};
    static const struct look_value SHOWN = {.kind = LOOK_WORD, .word = WORD_SHOWN};
    static const struct look_value LEFT = {.kind = LOOK_WORD, .word = WORD_LEFT};
    static const struct look_value DISC = {.kind = LOOK_WORD, .word = WORD_DISC};
    static const struct look_value BLACK = {.kind = LOOK_COLOUR, .alpha = 255};
    static const struct look_value CLEAR = {.kind = LOOK_COLOUR, .alpha = 0};
    static const struct look_value MEDIUM = {.kind = LOOK_WORD, .word = WORD_STEP + STEP_NORMAL};
    static const struct look_value FAMILY = {
        .kind = LOOK_FAMILIES, .families = &SERIF, .nfamilies = 1};
    static const struct look_value FIGURES = {.kind = LOOK_NUMBER};
    static const struct look_value *const OF[LOOK_COUNT] = {
#define PROPERTY(prop, name, takes, words, inherited, initial) [LOOK_##prop] = initial,
#include "print/layout/style/look_props.def"
#undef PROPERTY
#undef SAME
    };
    return OF[prop];
}

void look_settle(struct look *look, const struct look *outer) {
    static const struct look_value INHERIT = {.kind = LOOK_INHERIT};
    for (enum look_prop i = 0; i < LOOK_COUNT; i++) {
        const struct look_value *v = look->v[i];
        if (!v || v->kind != LOOK_UNSET) {
            continue;
        }
        bool inherit = v->word == WORD_INHERIT || (v->word == WORD_UNSET && is_inherited(i));
        look->v[i] = NULL;
        if (inherit && is_taken_from_around(i)) {
            look->v[i] = &INHERIT;
        } else if (inherit && !is_inherited(i)) {
            look->v[i] = outer ? outer->v[i] : NULL;
        } else if (!inherit && v->word != WORD_REVERT) {
            look->v[i] = initial_of(i);
        }
    }
}

/* ---- computing a style ---- */

void look_find(const struct looks *l, const struct look_query *q, struct look *out,
               const struct look_vars **vars) {
    rule_list rules = VEC_INIT;
    struct look below; /* the style without the current layer, for `revert-layer` */
    *out = (struct look){{NULL}};
    if (l->n > 0) {
        find_rules(l, q, &rules);
    }
    const struct look_vars *mine = vars_of(l, q, &rules);
    const struct look_layer *layer = rules.n > 0 ? rules.p[0]->layer : NULL;
    bool some = false;
    for (size_t i = 0; i < rules.n; i++) {
        if (l->layered && rules.p[i]->layer != layer) {
            layer = rules.p[i]->layer;
            below = *out;
            some = true;
        }
        put_all(l, out, rules.p[i]->decls, rules.p[i]->n, mine, some ? &below : NULL);
    }
    if (q->own) {
        put_all(l, out, q->own->decls, q->own->n, mine, NULL);
    }
    look_settle(out, q->outer);
    vec_drop(&rules);
    if (vars) {
        *vars = mine;
    }
}

/* ---- the style attribute ---- */

/** Reports the diagnostics that concern an attribute `style`, at the place of the attribute. */
static void report_own(struct diags *d, const struct diags *found, struct span at) {
    for (size_t i = 0; i < found->n; i++) {
        const struct diag *from = found->list[i];
        struct diag *g = diag_add(d, from->id, at, "%.*s", STR_ARG(from->text));
        if (from->hint.n > 0) {
            diag_hint(d, g, "%.*s", STR_ARG(from->hint));
        }
    }
}

const struct look_own *look_own_read(const struct looks *l, struct str css, struct span at,
                                     struct diags *d) {
    struct arena *a = l->reader->arena;
    struct look_own *own = ARENA_NEW(a, struct look_own);
    struct str text = arena_join(a, 3, STR("*{"), css, STR("}"));
    struct diags found;
    diags_init(&found, a);
    struct look_reader r = *l->reader;
    r.d = &found;
    r.vars = MAP_IN(a); /* the element's custom properties are not known yet, so declarations with
                           var() must wait */
    /* such declarations are read again, with `late` set, when the element is known */
    r.late = false;
    const struct css_sheet *sheet =
        css_parse(a, source_new(a, at.src ? at.src->name : STR("style"), text), &found);
    look_decls decls = VEC_INIT;
    VEC(const struct css_decl *) vars = VEC_INIT;
    for (size_t i = 0; sheet->n > 0 && i < sheet->rules[0].ndecls; i++) {
        struct css_decl *decl = &sheet->rules[0].decls[i];
        decl->value_span = at.src ? at : decl->value_span;
        if (str_starts(decl->name, STR("--"))) {
            vec_push(&vars, decl);
        }
    }
    if (sheet->n > 0) {
        look_decls_read(&r, &sheet->rules[0], &decls);
    }
    own->decls = vec_finish(&decls, a);
    own->n = decls.n;
    own->vars = vec_finish(&vars, a);
    own->nvars = vars.n;
    report_own(d, &found, at);
    diags_drop(&found);
    return own;
}
