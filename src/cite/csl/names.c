/* SPDX-License-Identifier: MIT */
/*
 * Lists of names (CSL 1.0.2, "Names"): how many names are shown, how they are joined, and their
 * labels and substitutes. person.c renders a single name.
 */
#include "cite/csl/state.h"

#include "core/base/utf8.h"

#include <string.h>

/** A cs:names that is being rendered, with the options that it inherits. */
struct names {
    struct ctx *x;
    const struct csl_node *node;
    const struct csl_node *name, *et_al,
        *label; /* the label of `node`, or that of the cs:names around a substitute */
    bool label_first;
    struct name_opts o;
    struct str delimiter; /* the delimiter between names */
};

/** The names of one variable. */
struct list {
    struct person *p;
    size_t n;    /* the number of names without "and others" */
    bool others; /* the list ends with "and others" */
};

/** Which names of a list are shown. */
struct cut {
    size_t first; /* number of names from the front */
    bool et_al;
    bool last; /* the last name is also shown, after "…" */
};

/* ---- which names are shown ---- */

/** Whether names are shown as disambiguation decided. If given names are added in citations, the
 * bibliography has them too, so that readers find the entry. */
static bool shows_disambiguated(const struct ctx *x) {
    return x->kind == AREA_CITATION || x->c->style->add_givenname;
}

static struct cut cut_list(const struct names *ns, const struct list *l, unsigned block) {
    const struct ctx *x = ns->x;
    const struct name_opts *o = &ns->o;
    bool later = x->position != POSITION_FIRST && x->kind == AREA_CITATION;
    /* a minimum has an effect only together with a number of first names (CSL 1.0.2, "Et-al
     * Abbreviation") */
    bool sub_min = later && (o->set & NAME_SET_SUB_MIN);
    bool sub_first = later && (o->set & NAME_SET_SUB_FIRST);
    bool both = (sub_min || (o->set & NAME_SET_MIN)) && (sub_first || (o->set & NAME_SET_FIRST));
    int min = sub_min ? o->sub_min : o->min;
    int first = sub_first ? o->sub_first : o->first;
    size_t total = l->n + l->others;
    struct cut c = {l->n, l->others, false};
    if (both && min > 0 && !x->all_names && total >= (size_t)min && (size_t)first < l->n) {
        c.first = (size_t)first;
        c.et_al = true;
        /* at least two names must be left out (CSL 1.0.2, et-al-use-last) */
        c.last = o->use_last && !l->others && c.first + 1 < l->n;
        if (o->use_last && !c.last && c.first + 1 == l->n) {
            c = (struct cut){l->n, false, false};
        }
    }
    if (x->disamb && block < MAX_BLOCKS && shows_disambiguated(x) && c.et_al && !l->others &&
        x->disamb->block[block].names > c.first) {
        c.first = x->disamb->block[block].names;
        if (c.first >= l->n) {
            c = (struct cut){l->n, false, false};
        }
    }
    return c;
}

static uint8_t name_level(const struct names *ns, const struct list *l, unsigned block, size_t i) {
    struct ctx *x = ns->x;
    uint8_t base = 0;
    if (x->sorting || !shows_disambiguated(x) || l->p[i].literal.text.n) {
        return base;
    }
    if (x->c->style->add_givenname && x->c->style->rule != RULE_BY_CITE) {
        base = csl_disambiguate_name_level(x, &l->p[i], &ns->o, i);
    }
    if (x->disamb && block < MAX_BLOCKS && i < x->disamb->block[block].ngiven &&
        x->disamb->block[block].given[i] > base) {
        base = x->disamb->block[block].given[i];
    }
    return base;
}

/* ---- joining ---- */

static bool is_inverted(const struct names *ns, const struct list *l, size_t i) {
    const struct person *p = &l->p[i];
    if (p->family_first || p->static_order || p->literal.text.n) {
        return false;
    }
    return ns->x->sorting || ns->o.order == ORDER_ALL || (ns->o.order == ORDER_FIRST && i == 0);
}

/** Whether a delimiter comes before the last name, or before "et al.". `shown` names come before
 * it, and `inverted` means that the last of them is inverted. */
static bool precedes(enum precedes rule, size_t shown, bool inverted) {
    switch (rule) {
    case PRECEDES_CONTEXTUAL:
        return shown > 1;
    case PRECEDES_AFTER_INVERTED:
        return inverted;
    case PRECEDES_ALWAYS:
        return true;
    case PRECEDES_NEVER:
        return false;
    }
    return false;
}

static void add_sep(struct names *ns, struct run *r, struct str s) {
    csl_run_text(ns->x->a, r, s, RUN_AFFIX);
}

/** Whether the term for "and" is a dash or a slash ("Ito–Brandt"). */
static bool is_joint(struct str term) {
    return str_is(term, "\xE2\x80\x93") || str_is(term, "-") || str_is(term, "/");
}

/** Whether a term gets no spaces around it, because it is East Asian, a dash or a slash, or begins
 * with its own space. */
static bool is_bare(struct str term) {
    uint32_t cp = csl_first_char(term);
    return cp == ' ' || cp == 0xA0 || unicode_is_cjk(cp) || is_joint(term);
}

static bool ends_in_space(struct str term) {
    size_t at = term.n;
    uint32_t cp = term.n ? utf8_prev(term, &at) : 0;
    return cp == ' ' || cp == 0xA0;
}

static struct str and_term(const struct names *ns) {
    return ns->o.and_ == AND_SYMBOL ? ns->x->l->and_symbol : ns->x->l->and_text;
}

/** Adds the term for "and", with spaces. */
static void add_and(struct names *ns, struct run *r, bool delimited) {
    struct str word = and_term(ns), d = ns->delimiter;
    if (delimited && !unicode_is_cjk(csl_first_char(word)) && !is_joint(word)) {
        add_sep(ns, r, d);
    }
    if (is_bare(word)) {
        csl_run_text(ns->x->a, r, word, RUN_AFFIX);
        return;
    }
    /* the term for "and" may be a punctuation mark, which has no space before it */
    bool stop = word.n && str_index(STR(",;:"), word.p[0]) != STR_NONE;
    if (!stop && (!delimited || !d.n || !is_space(d.p[d.n - 1]))) {
        add_sep(ns, r, STR(" "));
    }
    csl_run_text(ns->x->a, r, word, RUN_AFFIX);
    /* The Hebrew term is a prefix of the next word. */
    if (!str_is(word, "\xD7\x95") && !ends_in_space(word)) {
        add_sep(ns, r, STR(" "));
    }
}

static void add_et_al(struct names *ns, struct run *r, const struct cut *c, bool inverted) {
    struct ctx *x = ns->x;
    term_id t = ns->et_al ? ns->et_al->u.et_al.term : x->c->fixed[FIXED_ET_AL];
    struct str term = csl_locale_term(x->l, t, FORM_LONG, false);
    if (term.n == 0 || x->sorting) {
        return;
    }
    bool delimited = c->first && precedes((enum precedes)ns->o.precedes_et_al, c->first, inverted);
    if (delimited) {
        add_sep(ns, r, ns->delimiter);
    } else if (c->first && !is_bare(term)) {
        add_sep(ns, r, STR(" "));
    }
    struct run *text = csl_run_text(x->a, r, term, 0);
    if (ns->et_al && text) {
        text->fmt = ns->et_al->fmt;
        /* formatting belongs to groups, so the text is put into one */
        if (!fmt_empty(&text->fmt)) {
            struct run *inner = csl_run_group(x->a);
            *inner = *text;
            inner->next = NULL;
            inner->fmt = (struct fmt){0};
            text->kind = RUN_GROUP;
            text->text = STR_EMPTY;
            text->first = text->last = inner;
        }
    }
}

static void add_joint(struct names *ns, struct run *r, const struct list *l, const struct cut *c,
                      size_t i) {
    bool is_last = i + 1 == c->first && !c->et_al;
    if (is_last && ns->o.and_ != AND_NONE && !ns->x->sorting) {
        bool many = c->first > 2 && !is_bare(and_term(ns));
        bool d =
            precedes((enum precedes)ns->o.precedes_last, many ? 2 : 1, is_inverted(ns, l, i - 1));
        add_and(ns, r, d);
    } else {
        add_sep(ns, r, ns->delimiter);
    }
}

static struct run *render_one(struct names *ns, const struct list *l, unsigned block, size_t i) {
    struct name_shape shape = {
        .o = &ns->o,
        .family = ns->name ? ns->name->u.name.family : NULL,
        .given = ns->name ? ns->name->u.name.given : NULL,
        .inverted = is_inverted(ns, l, i),
        .is_short = ns->o.form == NAME_SHORT,
        .sorting = ns->x->sorting,
        .level = name_level(ns, l, block, i),
    };
    struct run *r = csl_person_render(ns->x, &l->p[i], &shape);
    if (!ns->name) {
        return r;
    }
    /* Affixes and formatting of cs:name apply to each person. Institutions get only the
     * formatting. */
    r->fmt = ns->name->fmt;
    if (l->p[i].literal.text.n || (!ns->name->prefix.n && !ns->name->suffix.n)) {
        return r;
    }
    struct run *wrapped = csl_run_group(ns->x->a);
    csl_run_text(ns->x->a, wrapped, ns->name->prefix, RUN_AFFIX);
    csl_run_append(wrapped, r);
    csl_run_text(ns->x->a, wrapped, ns->name->suffix, RUN_AFFIX);
    return wrapped;
}

static struct run *render_list_of(struct names *ns, const struct list *l, const struct cut *c,
                                  unsigned block) {
    struct ctx *x = ns->x;
    struct run *r = csl_run_group(x->a);
    r->flags = RUN_NAMES;
    for (size_t i = 0; i < c->first; i++) {
        if (i) {
            add_joint(ns, r, l, c, i);
        }
        csl_run_append(r, render_one(ns, l, block, i));
    }
    if (c->last) {
        add_sep(ns, r, ns->delimiter);
        csl_run_text(x->a, r, x->sorting ? STR_EMPTY : STR("\xE2\x80\xA6 "), RUN_AFFIX);
        csl_run_append(r, render_one(ns, l, block, l->n - 1));
    } else if (c->et_al) {
        add_et_al(ns, r, c, c->first && is_inverted(ns, l, c->first - 1));
        /* the suffix comes after the last name */
        add_sep(ns, r, ns->name ? ns->name->suffix : STR_EMPTY);
    }
    return r;
}

/* ---- labels ---- */

static struct run *render_label(struct names *ns, term_id t, bool plural) {
    const struct csl_node *n = ns->label;
    struct ctx *x = ns->x;
    bool many =
        n->u.label.plural == PLURAL_ALWAYS || (n->u.label.plural == PLURAL_CONTEXTUAL && plural);
    struct str term = csl_locale_term(x->l, t, (enum form)n->u.label.form, many);
    if (term.n == 0) {
        return NULL;
    }
    struct run *content = csl_run_group(x->a), *out = csl_run_group(x->a);
    content->flags |= RUN_TERM;
    csl_run_words(x->a, x->l, content, term);
    struct joiner j = {.into = out};
    csl_render_emit(x, &j, n, content);
    return out;
}

static struct run *with_label(struct names *ns, struct run *names, term_id t, bool plural) {
    struct ctx *x = ns->x;
    struct run *r = csl_run_group(x->a);
    struct run *label = ns->label && !x->sorting ? render_label(ns, t, plural) : NULL;
    if (label && ns->label_first) {
        csl_run_append(r, label);
    }
    csl_run_append(r, names);
    if (label && !ns->label_first) {
        csl_run_append(r, label);
    }
    return r;
}

/* ---- variables ---- */

static void read_list(struct ctx *x, enum item_var v, struct list *l) {
    struct csl_people *known = x->e->people;
    while (known && known->var != v) {
        known = known->next;
    }
    if (known) {
        *l = (struct list){known->p, known->n, known->others};
        return;
    }
    struct item_names names = item_names(x->it, v);
    *l = (struct list){.n = 0};
    /* Names are kept for later renderings. Those of the bibliography are not, because it is
     * rendered last. */
    bool keeps = !x->c->many && (x->sorting || x->kind == AREA_CITATION);
    struct arena *a = keeps ? x->c->work : x->a;
    l->p = arena_alloc(a, (names.n ? names.n : 1) * sizeof *l->p);
    for (size_t i = 0; i < names.n; i++) {
        struct person *p = &l->p[l->n];
        csl_person_read(a, &names.p[i], p);
        p->kept = keeps;
        if (p->others) {
            l->others = true;
        } else if (p->literal.text.n || p->family.text.n) {
            l->n++;
        }
    }
    if (keeps) {
        known = arena_alloc(a, sizeof *known);
        *known = (struct csl_people){v, l->others, l->n, l->p, x->e->people};
        x->e->people = known;
    }
}

static bool same_person(const struct item_name *a, const struct item_name *b) {
    for (int i = 0; i < NAME_PART_COUNT; i++) {
        enum item_name_part part = (enum item_name_part)i;
        if (!rich_eq(item_name_part(a, part), item_name_part(b, part))) {
            return false;
        }
    }
    return true;
}

static bool same_names(struct item_names a, struct item_names b) {
    if (a.n != b.n || a.n == 0) {
        return false;
    }
    for (size_t i = 0; i < a.n; i++) {
        if (!same_person(&a.p[i], &b.p[i])) {
            return false;
        }
    }
    return true;
}

/** Whether the editors are also the translators, and the locale has a term for both. They are then
 * shown once, at the first of the two variables (CSL 1.0.2, "Names"). */
static bool merges_roles(struct names *ns) {
    struct ctx *x = ns->x;
    size_t n = ns->node->u.names.n, roles = 0;
    for (size_t i = 0; i < n; i++) {
        enum item_var v = ns->node->u.names.vars[i];
        roles |= v == VAR_EDITOR ? 1u : v == VAR_TRANSLATOR ? 2u : 0u;
    }
    if (roles != 3 || item_vars_have(x->suppressed, VAR_EDITOR) ||
        item_vars_have(x->suppressed, VAR_TRANSLATOR)) {
        return false;
    }
    enum form form = ns->label ? (enum form)ns->label->u.label.form : FORM_LONG;
    struct str term = csl_locale_term(x->l, x->c->fixed[FIXED_EDITOR_TRANSLATOR], form, false);
    return term.n && same_names(item_names(x->it, VAR_EDITOR), item_names(x->it, VAR_TRANSLATOR));
}

static void note_shown(struct ctx *x, enum item_var v) {
    if (x->substituting) {
        item_vars_add(x->used, v);
    }
}

/** Renders the names of one variable. NULL when it has no names. */
static struct run *render_var(struct names *ns, enum item_var v, bool merged, size_t *counted) {
    struct ctx *x = ns->x;
    struct list l;
    if (!item_has(x->it, v) || item_vars_have(x->suppressed, v) ||
        (x->substituting && item_vars_have(x->used, v))) {
        return NULL;
    }
    read_list(x, v, &l);
    if (l.n == 0) {
        return NULL;
    }
    unsigned block = x->block++;
    note_shown(x, v);
    if (x->collecting) {
        for (size_t i = 0; i < l.n; i++) {
            csl_disambiguate_register_name(x, &l.p[i], i);
        }
    }
    struct cut c = cut_list(ns, &l, block);
    if (block < MAX_BLOCKS) {
        x->block_names[block] = (uint16_t)(l.n > UINT16_MAX ? UINT16_MAX : l.n);
        x->block_shown[block] = (uint16_t)(c.first > UINT16_MAX ? UINT16_MAX : c.first);
    }
    *counted += c.first;
    if (ns->o.form == NAME_COUNT || c.first == 0) { /* "et al." is not shown alone */
        return NULL;
    }
    if (x->collecting) { /* names are only collected, not rendered */
        return csl_run_text(x->a, csl_run_group(x->a),
                            l.p[0].literal.text.n ? l.p[0].literal.text : l.p[0].family.text, 0);
    }
    struct run *names = render_list_of(ns, &l, &c, block);
    if (csl_run_is_empty(names)) {
        return NULL;
    }
    term_id t = merged ? x->c->fixed[FIXED_EDITOR_TRANSLATOR] : x->c->var_terms[v];
    return with_label(ns, names, t, l.n + l.others > 1);
}

static struct run *render_vars(struct names *ns) {
    struct ctx *x = ns->x;
    struct run *r = csl_run_group(x->a);
    struct joiner j = {.into = r, .delimiter = ns->node->delimiter};
    if (!ns->node->has_delimiter) {
        j.delimiter = x->area->has_names_delimiter ? x->area->names_delimiter
                      : x->outer                   ? x->outer->delimiter
                                                   : STR_EMPTY;
    }
    size_t counted = 0;
    bool merges = merges_roles(ns), merged = false;
    for (size_t i = 0; i < ns->node->u.names.n; i++) {
        enum item_var v = ns->node->u.names.vars[i];
        bool role = merges && (v == VAR_EDITOR || v == VAR_TRANSLATOR);
        if (role && merged) {
            continue;
        }
        struct run *one = render_var(ns, role ? VAR_EDITOR : v, role, &counted);
        merged = merged || role;
        if (role) {
            note_shown(x, VAR_TRANSLATOR);
        }
        if (one) {
            csl_joiner_add(x, &j, one);
        }
    }
    if (ns->o.form == NAME_COUNT && counted) {
        csl_run_text(x->a, r,
                     x->sorting ? arena_printf(x->a, "%06zu", counted)
                                : arena_printf(x->a, "%zu", counted),
                     0);
    }
    return r;
}

/* ---- cs:names ---- */

static void setup(struct names *ns, struct ctx *x, const struct csl_node *n) {
    *ns = (struct names){.x = x, .node = n};
    ns->o = (struct name_opts){.first = 1, .sub_first = 1, .initialize = true};
    csl_name_opts_overlay(&ns->o, &x->area->names);
    const struct csl_node *outer = x->outer;
    ns->name = n->u.names.name ? n->u.names.name : outer ? outer->u.names.name : NULL;
    ns->et_al = n->u.names.et_al ? n->u.names.et_al : outer ? outer->u.names.et_al : NULL;
    ns->label = n->u.names.label;
    ns->label_first = n->u.names.label_first;
    if (!ns->label && outer && !n->u.names.name && !n->first) {
        /* inside a substitute, cs:names without children also inherits the label */
        ns->label = outer->u.names.label;
        ns->label_first = outer->u.names.label_first;
    }
    if (ns->name) {
        csl_name_opts_overlay(&ns->o, &ns->name->u.name.opts);
    }
    if (x->key_opts) {
        csl_name_opts_overlay(&ns->o, x->key_opts);
    }
    ns->delimiter = ns->o.set & NAME_SET_DELIMITER ? ns->o.delimiter : STR(", ");
}

static bool has_any(const struct ctx *x, const struct csl_node *n) {
    for (size_t i = 0; i < n->u.names.n; i++) {
        if (item_has(x->it, n->u.names.vars[i])) {
            return true;
        }
    }
    return false;
}

/** Renders `k` and its siblings until one of them shows something. The elements of a cs:choose's
 * branch are also rendered in this way. The depth of the style limits the recursion. */
static struct run *try_each(struct ctx *x, const struct csl_node *k, unsigned *did) {
    for (; k; k = k->next) {
        if (k->el == EL_CHOOSE) {
            const struct csl_node *branch = csl_render_branch(x, k);
            struct run *found = branch ? try_each(x, branch->first, did) : NULL;
            if (found) {
                return found;
            }
            continue;
        }
        if (k->el == EL_NAMES && !k->u.names.substitute && !has_any(x, k)) {
            *did = DID_TRY;
            continue;
        }
        struct run *r = csl_run_group(x->a);
        struct joiner j = {.into = r};
        uint64_t used[ARRAY_LEN(x->used)];
        memcpy(used, x->used, sizeof used);
        /* the siblings are alternatives, so only this element is rendered */
        *did = csl_render_one(x, k, &j);
        if (!csl_run_is_empty(r) || (*did & DID_TEXT)) {
            return r;
        }
        memcpy(x->used, used, sizeof used);
    }
    return NULL;
}

/** Renders cs:substitute: the first child that shows something, with the options of the surrounding
 * cs:names. */
static struct run *render_substitute(struct names *ns, unsigned *did) {
    struct ctx *x = ns->x;
    const struct csl_node *sub = ns->node->u.names.substitute;
    if (!sub) {
        return NULL;
    }
    const struct csl_node *outer = x->outer;
    bool substituting = x->substituting;
    x->outer = ns->node;
    x->substituting = true;
    struct run *found = try_each(x, sub->first, did);
    x->outer = outer;
    x->substituting = substituting;
    /* variables that the substitute has shown are not shown again in the entry */
    if (found && !substituting) {
        for (size_t i = 0; i < ARRAY_LEN(x->used); i++) {
            x->suppressed[i] |= x->used[i];
        }
    }
    return found;
}

unsigned csl_render_names(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    struct names ns;
    bool is_author = !x->author_done && !x->sorting && !x->substituting;
    struct run *content = NULL;
    if (x->sorting || has_any(x, n)) {
        setup(&ns, x, n);
        content = render_vars(&ns);
    } else { /* only the substitute can show something */
        ns.x = x;
        ns.node = n;
        ns.o.form = NAME_LONG;
    }
    struct run *shown = content, *sub = NULL;
    unsigned did = DID_SHOW | DID_VALUE;
    if (!content || csl_run_is_empty(content)) {
        sub = render_substitute(&ns, &did);
        shown = sub ? sub : content;
        if (!sub && x->sorting && !x->substituting && ns.o.form == NAME_COUNT) {
            /* a cite without names sorts before one with names */
            csl_run_text(x->a, shown, STR("000000"), 0);
            did = DID_SHOW | DID_VALUE;
        }
    }
    if (!shown || csl_run_is_empty(shown)) {
        return DID_TRY;
    }
    if (is_author) {
        x->author_done = true;
        x->author = shown;
        x->author_is_term = !(did & DID_VALUE);
        if (x->suppress_author) {
            /* names that the document hides count as shown, so their group is shown */
            return DID_TRY | DID_SHOW;
        }
    }
    x->term_first = false;
    if (sub) {
        csl_joiner_add(x, j, shown); /* the substitute already has its own affixes and formatting */
    } else {
        /* Inside a substitute, cs:names without children uses the affixes of the outer cs:names. */
        csl_render_emit(x, j, x->outer && !n->first ? x->outer : n, shown);
    }
    /* a substitute that is a term does not have the bit DID_VALUE */
    return DID_TRY | (did & (DID_SHOW | DID_WHAT));
}

/* ---- names alone ---- */

/** Collects names in a list of siblings, for csl_render_names_alone(). */
static void names_alone(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    x->depth++;
    for (; n; n = n->next) {
        if (!csl_render_allows(x, n)) {
            break;
        }
        if (n->el == EL_NAMES) {
            csl_render_names(x, n, j);
        } else if (n->el == EL_GROUP) {
            names_alone(x, n->first, j);
        } else if (n->el == EL_CHOOSE) {
            const struct csl_node *branch = csl_render_branch(x, n);
            names_alone(x, branch ? branch->first : NULL, j);
        } else if (n->el == EL_TEXT && n->u.text.source == SOURCE_MACRO && n->u.text.macro) {
            const struct csl_node *outer = x->outer;
            x->outer = NULL;
            names_alone(x, n->u.text.macro->first, j);
            x->outer = outer;
        }
    }
    x->depth--;
}

void csl_render_names_alone(struct ctx *x, const struct csl_node *layout) {
    struct joiner j = {.into = csl_run_group(x->a)};
    names_alone(x, layout->first, &j);
}
