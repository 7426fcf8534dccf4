/* SPDX-License-Identifier: MIT */
/*
 * Counts the elements that an SVG image draws when each <use> is expanded (SVG 1.1, 5.6). A few
 * nested uses may expand to millions, so they are counted before anything is drawn.
 */
#include "core/base/bounds.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/image/image_internal.h"
#include "print/image/svg_internal.h"

DIAG_USE(DIAG_TOO_LARGE);

#define NOWHERE SIZE_MAX

/* How many levels of nested <use> elements are followed: enough for nested doubling to exceed the
 * limit. A cycle of several uses draws nothing, and its count stays small. */
enum { STEPS = 20 };

struct element {
    const struct xml_node *node;
    size_t parent, target; /* indices of the parent and of the target of `use`; NOWHERE: none */
    /* the number of elements that this element draws, including its descendants, in this step and
     * in the previous step */
    uint64_t drawn, before;
};

typedef VEC(struct element) element_vec;

/* Lists the elements in document order, each with its parent. `ids` maps identifiers to
 * elements. */
static void list_elements(const struct xml_node *root, element_vec *all, struct map *ids,
                          struct arena *a) {
    size_t open = NOWHERE;
    for (const struct xml_node *n = root; n; n = xml_following(root, n)) {
        if (n->name.n == 0) {
            continue;
        }
        while (open != NOWHERE && all->p[open].node != n->parent) {
            open = all->p[open].parent;
        }
        struct str id = xml_attr(n, "id");
        if (id.n && !map_find(ids, id)) {
            size_t *at = ARENA_NEW(a, size_t);
            *at = all->n;
            (void)map_put(ids, id, at);
        }
        vec_push(all, (struct element){.node = n, .parent = open, .target = NOWHERE, .drawn = 1});
        open = all->n - 1;
    }
}

static void find_targets(element_vec *all, const struct map *ids) {
    for (size_t i = 0; i < all->n; i++) {
        const struct xml_node *n = all->p[i].node;
        if (!str_is(n->name, "use")) {
            continue;
        }
        struct str href = xml_attr(n, "href");
        href = str_trim(href.p ? href : xml_attr(n, "xlink:href"));
        const size_t *at = str_starts(href, STR("#")) ? map_lookup(ids, str_from(href, 1)) : NULL;
        size_t above = i; /* a <use> that refers to an element around itself draws nothing */
        while (at && above != NOWHERE && above != *at) {
            above = all->p[above].parent;
        }
        all->p[i].target = at && above == NOWHERE ? *at : NOWHERE;
    }
}

/*
 * Makes one step, in which a use draws as many elements as its target drew in the previous step.
 * Returns the count of the root.
 */
static uint64_t step(element_vec *all) {
    const uint64_t most = (uint64_t)LIMIT_SVG_ELEMENTS + 1;
    for (size_t i = 0; i < all->n; i++) {
        struct element *e = &all->p[i];
        e->before = e->drawn;
    }
    for (size_t i = 0; i < all->n; i++) {
        struct element *e = &all->p[i];
        e->drawn = 1 + (e->target == NOWHERE ? 0 : all->p[e->target].before);
    }
    for (size_t i = all->n; i-- > 1;) {
        struct element *parent = &all->p[all->p[i].parent];
        uint64_t sum = parent->drawn + all->p[i].drawn;
        parent->drawn = sum < most ? sum : most;
    }
    return all->p[0].drawn;
}

bool image_svg_uses_ok(struct image_job *job, const struct xml_node *root) {
    element_vec all = VEC_INIT;
    struct map ids = MAP_INIT;
    uint64_t drawn = 0, before = 1;
    list_elements(root, &all, &ids, job->arena);
    find_targets(&all, &ids);
    for (int i = 0; i < STEPS && drawn != before && drawn <= LIMIT_SVG_ELEMENTS; i++) {
        before = drawn;
        drawn = step(&all);
    }
    vec_drop(&all);
    map_drop(&ids);
    if (drawn <= LIMIT_SVG_ELEMENTS) {
        return true;
    }
    struct diag *g = diag_add(job->diags, DIAG_TOO_LARGE, root->span,
                              "this SVG image draws more than %u elements, uses written out",
                              LIMIT_SVG_ELEMENTS);
    diag_hint(job->diags, g, "save it as PNG");
    return false;
}
