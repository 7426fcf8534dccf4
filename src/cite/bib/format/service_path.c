/* SPDX-License-Identifier: MIT */
/* Paths in trees of values; service.h has their grammar. */
#include "cite/bib/format/service.h"

/** Whether a value fulfils the condition in the brackets of a step. */
static bool passes(const struct node *n, struct str test) {
    struct str rest = test, name = str_cut(&rest, '=');
    if (str_starts(name, STR("!"))) {
        const struct node *there = node_value(n, str_from(name, 1));
        return !there || there->kind == NODE_NULL;
    }
    const struct node *value = node_value(n, name);
    if (!value || !rest.p) {
        return value != NULL;
    }
    struct service_values found = VEC_INIT;
    bib_service_find(&found, value, STR("."));
    bool equal = false;
    for (size_t i = 0; i < found.n && !equal; i++) {
        for (struct str words = rest; words.p && !equal;) {
            equal = str_ieq(bib_service_text(found.p[i]), str_cut(&words, '|'));
        }
    }
    vec_drop(&found);
    return equal;
}

/** One step of a path, and what follows its name. */
struct step {
    struct str test; /* the condition in brackets; a NULL pointer if there is none */
    struct str rest; /* the rest of the path; a NULL pointer at the end of the path */
};

/** Continues with the values of a step. The recursion is limited by the depth of lists in lists,
 * which the parser limits, and by the length of the path, which is a constant. */
static void enter(struct service_values *out, const struct node *n, struct step step) {
    bool first = str_is(step.test, "0");
    size_t before = out->n;
    for (size_t i = 0; n->kind == NODE_LIST && i < n->n; i++) {
        enter(out, n->items[i], step);
        if (first && out->n > before) {
            return;
        }
    }
    if (n->kind == NODE_LIST || (step.test.p && !first && !passes(n, step.test))) {
        return;
    }
    if (step.rest.p) {
        bib_service_find(out, n, step.rest);
    } else if (n->kind != NODE_NULL) {
        vec_push(out, n);
    }
}

void bib_service_find(struct service_values *out, const struct node *n, struct str path) {
    if (n->kind == NODE_LIST || str_is(path, ".")) {
        enter(out, n, (struct step){STR_EMPTY, str_is(path, ".") ? STR_EMPTY : path});
        return;
    }
    struct step step = {STR_EMPTY, path};
    struct str name = str_cut(&step.rest, '/');
    size_t open = str_index(name, '[');
    if (open != STR_NONE) {
        step.test = str_slice(name, open + 1, name.n - 1);
        name = str_slice(name, 0, open);
    }
    if (n->kind != NODE_MAP) {
        return;
    }
    if (!str_is(name, "*") && str_index(name, '|') == STR_NONE) {
        const struct node *value = node_value(n, name);
        if (value) {
            enter(out, value, step);
        }
        return;
    }
    for (size_t i = 0; i < n->n; i++) {
        bool any = str_is(name, "*") && n->keys[i].n && n->keys[i].p[0] != '@';
        for (struct str words = name; words.p && !any;) {
            any = str_eq(n->keys[i], str_cut(&words, '|'));
        }
        if (any) {
            enter(out, n->items[i], step);
        }
    }
}

const struct node *bib_service_first(const struct node *n, const char *path) {
    struct service_values found = VEC_INIT;
    bib_service_find(&found, n, str_of(path));
    const struct node *first = found.n ? found.p[0] : NULL;
    vec_drop(&found);
    return first;
}

struct str bib_service_text(const struct node *n) {
    static const char *const members[] = {"text", "value", "name", "title"};
    for (size_t i = 0; n && n->kind == NODE_MAP && i < ARRAY_LEN(members); i++) {
        const struct node *inner = node_get(n, members[i]);
        if (inner && inner->kind != NODE_MAP && node_text(inner).n) {
            return str_trim(node_text(inner));
        }
    }
    return !n || node_is_null(n) ? STR_EMPTY : str_trim(node_text(n));
}
