/* SPDX-License-Identifier: MIT */
/*
 * Which elements are idle. Styles serve works of all kinds: half of their groups and macros ask for
 * variables that the work at hand does not have, and show nothing (CSL 1.0.2, "Group"). Here it is
 * found out for each element which variables a work has to have for it to do anything else, so that
 * the renderer can pass over it. It is not known here what a work has: all branches of a cs:choose
 * may be taken.
 */
#include "cite/csl/model.h"

#include "cite/bib/item/item.h"

/* What may become of an element when the item has none of the variables it needs: a bit for each
 * way in which it may end. */
enum {
    ASKS = 1, /* it asked for a variable */
    SAYS = 2, /* it showed a term or the style's own words */
    ENDS = 4
};
#define END(how) (1u << (how))
#define END_OPEN (1u << ENDS) /* nothing is known */

/** What may become of two elements, one behind the other. */
static unsigned both(unsigned x, unsigned y) {
    unsigned out = (x | y) & END_OPEN;
    for (unsigned i = 0; i < ENDS; i++) {
        for (unsigned k = 0; k < ENDS; k++) {
            out |= (x >> i & 1) && (y >> k & 1) ? END(i | k) : 0;
        }
    }
    return out;
}

/** What may become of a group of elements that end so: it is shown when they say something and ask
 * for nothing. */
static unsigned held(unsigned ends) {
    unsigned out = ends & (END_OPEN | END(0));
    out |= ends & END(SAYS) ? END_OPEN : 0;
    out |= ends & (END(ASKS) | END(ASKS | SAYS)) ? END(ASKS) : 0;
    return out;
}

static void need(struct csl_node *n, enum item_var v) {
    if (v < VAR_COUNT) {
        n->needs[v / 64] |= (uint64_t)1 << (v % 64);
    }
}

static void need_all(struct csl_node *n, const struct csl_node *of) {
    n->needs[0] |= of->needs[0];
    n->needs[1] |= of->needs[1];
}

static unsigned find_ends(struct csl_node *n);

/** Of all children of `from`; what they need goes to `n`. */
static unsigned children(struct csl_node *n, struct csl_node *from) {
    unsigned ends = END(0);
    for (struct csl_node *k = from->first; k; k = k->next) {
        ends = both(ends, find_ends(k));
        need_all(n, k);
    }
    return ends;
}

static bool counts_conditions(const struct csl_node *branch) {
    for (size_t i = 0; branch->el != EL_ELSE && i < branch->u.cond.n; i++) {
        if (branch->u.cond.tests[i].kind == TEST_DISAMBIGUATE) {
            return true;
        }
    }
    return false;
}

static unsigned of_choose(struct csl_node *n) {
    unsigned ends = 0;
    bool other = false;
    for (struct csl_node *k = n->first; k; k = k->next) {
        ends |= children(n, k) | (counts_conditions(k) ? END_OPEN : 0);
        other = other || k->el == EL_ELSE;
    }
    return other ? ends : ends | END(0);
}

static unsigned of_variable(struct csl_node *n, enum item_var v) {
    if (v >= VAR_COUNT || csl_var_is_special(v)) {
        return END_OPEN;
    }
    need(n, v);
    return END(ASKS);
}

static unsigned of_text(struct csl_node *n) {
    switch (n->u.text.source) {
    case SOURCE_VARIABLE: /* short forms may be fields that CSL does not know */
        return n->u.text.form == FORM_SHORT ? END_OPEN : of_variable(n, n->u.text.var);
    case SOURCE_MACRO: {
        struct csl_node *m = n->u.text.macro;
        if (!m) {
            return END(0);
        }
        if (m->u.macro.ends == 0) {
            m->u.macro.ends = (uint8_t)held(children(m, m));
        }
        need_all(n, m);
        return m->u.macro.ends;
    }
    case SOURCE_TERM:
    case SOURCE_VALUE:
        return END(0) | END(SAYS);
    case SOURCE_NONE:
        break;
    }
    return END(0);
}

/** Names ask, and what stands in for them is tried: it must not say anything. */
static unsigned tries(struct csl_node *n, struct csl_node *from) {
    unsigned ends = END(ASKS);
    for (struct csl_node *k = from->first; k; k = k->next) {
        if (k->el == EL_CHOOSE) {
            for (struct csl_node *b = k->first; b; b = b->next) {
                ends |= tries(n, b) | (counts_conditions(b) ? END_OPEN : 0);
            }
        } else {
            ends |= find_ends(k) & ~(END(0) | END(ASKS)) ? END_OPEN : 0;
            need_all(n, k);
        }
    }
    return ends;
}

static unsigned of_names(struct csl_node *n) {
    for (size_t i = 0; i < n->u.names.n; i++) {
        need(n, n->u.names.vars[i]);
    }
    return n->u.names.substitute ? tries(n, n->u.names.substitute) : END(ASKS);
}

static unsigned ends_of(struct csl_node *n) {
    switch ((int)n->el) { /* int: what is not rendered needs no case */
    case EL_TEXT:
        return of_text(n);
    case EL_NUMBER:
        return of_variable(n, n->u.number.var);
    case EL_DATE:
        need(n, n->u.date.var);
        return END(ASKS);
    case EL_NAMES:
        return of_names(n);
    case EL_LABEL:
        return END(0) | END(SAYS);
    case EL_GROUP:
        return held(children(n, n));
    case EL_CHOOSE:
        return of_choose(n);
    default:
        return END(0);
    }
}

/** Recursion is bounded as that of rendering is: the style's depth in as many macros as may nest.
 */
static unsigned find_ends(struct csl_node *n) {
    unsigned ends = ends_of(n);
    n->idle = ends == END(ASKS);
    return ends;
}

void csl_compile_idle(struct csl_style *s) {
    struct csl_node *layouts[] = {s->citation.layout, s->bibliography.layout};
    for (size_t i = 0; i < ARRAY_LEN(layouts); i++) {
        for (struct csl_node *k = layouts[i] ? layouts[i]->first : NULL; k; k = k->next) {
            find_ends(k);
        }
    }
}
