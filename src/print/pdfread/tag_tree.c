/* SPDX-License-Identifier: MIT */
/*
 * The structure tree (ISO 32000-1, 14.7): elements in document order, their content, and the
 * standard types that correspond to their types (14.7.3; ISO 32000-2, 14.8.6). There is no
 * recursion. An element that occurs a second time is a fault and is not walked again.
 */
#include "print/pdfread/pdfread_internal.h"

#include "core/base/bounds.h"
#include "core/base/search.h"

/* ---- role maps */

struct role {
    struct str kind, space;
};

struct roles {
    struct pdfread_document *doc;
    struct map maps;  /* maps the address of a namespace, as text, to its role map (struct map) */
    struct map known; /* maps a type and its namespace to a struct role */
    const struct pdfread_value *root;
};

/* The role map of a namespace, which is a reference or a dictionary. NULL means PDF 1.7, whose role
 * map is in the root. */
static struct map *map_of(struct roles *r, const struct pdfread_value *space) {
    struct arena *a = r->doc->arena;
    struct str key =
        arena_printf(a, "%p", space ? (const void *)pdfread_follow(r->doc, space) : NULL);
    struct map *m = map_lookup(&r->maps, key);
    if (!m) {
        m = arena_alloc(a, sizeof *m);
        *m = MAP_IN(a);
        const struct pdfread_value *dict = space ? pdfread_get(r->doc, space, "RoleMapNS")
                                                 : pdfread_get(r->doc, r->root, "RoleMap");
        for (size_t i = 0; dict->kind == PDFREAD_DICT && i + 1 < dict->n; i += 2) {
            (void)map_put(m, dict->items[i].text, (void *)(uintptr_t)&dict->items[i + 1]);
        }
        (void)map_put(&r->maps, key, m);
    }
    return m;
}

static struct str uri_of(struct roles *r, const struct pdfread_value *space) {
    return space ? pdfread_get_text(r->doc, space, "NS") : STR(PDFREAD_SPACE_1);
}

static const struct role *role_of(struct roles *r, struct pdfread_tree *tree, struct str type,
                                  const struct pdfread_value *space, int64_t object) {
    struct arena *a = r->doc->arena;
    struct str key = arena_printf(
        a, "%p %.*s", space ? (const void *)pdfread_follow(r->doc, space) : NULL, STR_ARG(type));
    struct role *role = map_lookup(&r->known, key);
    if (role) {
        return role;
    }
    enum { HOPS = 50 };
    int hops = 0;
    for (; hops < HOPS; hops++) {
        const struct pdfread_value *to = map_lookup(map_of(r, space), type);
        to = to ? pdfread_follow(r->doc, to) : &pdfread_null;
        if (to->kind == PDFREAD_NAME) {
            type = to->text;
            space = NULL;
        } else if (to->kind == PDFREAD_ARRAY && to->n == 2) {
            type = pdfread_follow(r->doc, &to->items[0])->text;
            space = &to->items[1];
        } else {
            break;
        }
    }
    if (hops == HOPS && !tree->fault) {
        tree->fault = "has a type that the role maps map to itself";
        tree->fault_object = object;
    }
    role = ARENA_NEW(a, struct role);
    role->kind = type;
    role->space = uri_of(r, space);
    (void)map_put(&r->known, key, role);
    return role;
}

/* ---- elements */

struct todo {
    const struct pdfread_value *kid;
    size_t parent;
    int64_t page;
    uint32_t depth;
};

struct link_of_kid { /* Kids are collected in the order in which they are found, and are grouped
                        later. */
    size_t parent;
    struct pdfread_kid kid;
};

struct builder {
    struct pdfread_document *doc;
    struct pdfread_tree *tree;
    struct roles roles;
    VEC(struct pdfread_element) elements;
    VEC(struct todo) stack;
    VEC(struct link_of_kid) kids;
    size_t met; /* the number of kids that were found, including invalid ones */
};

static void fault(struct builder *b, const char *what, int64_t object) {
    if (!b->tree->fault) {
        b->tree->fault = what;
        b->tree->fault_object = object;
    }
}

static void add_kid(struct builder *b, size_t parent, struct pdfread_kid kid) {
    vec_push(&b->kids, (struct link_of_kid){parent, kid});
    if (kid.kind != PDFREAD_ELEMENT) {
        int32_t mcid = kid.kind == PDFREAD_OBJECT ? -1 : kid.mcid;
        vec_push(&b->doc->holders, (struct pdfread_holder){kid.object, mcid, parent});
    }
}

static int64_t reference(const struct pdfread_value *dict, const char *key, int64_t otherwise) {
    const struct pdfread_value *v = pdfread_entry(dict, key);
    return v->kind == PDFREAD_REFERENCE ? v->number : otherwise;
}

static void add_piece(struct builder *b, const struct todo *at, int64_t object, int64_t mcid) {
    if (at->parent != SIZE_MAX && mcid >= 0 && mcid < INT32_MAX) {
        add_kid(
            b, at->parent,
            (struct pdfread_kid){.kind = PDFREAD_CONTENT, .object = object, .mcid = (int32_t)mcid});
    }
}

/* Pushes the kids of an element, the last one first. Elements may share a list of kids, so the
 * total is limited. */
static void push_kids(struct builder *b, const struct pdfread_value *k, struct todo next) {
    const struct pdfread_value *list = pdfread_follow(b->doc, k);
    size_t n = list->kind == PDFREAD_ARRAY ? list->n : 1;
    if (!pdfread_affords(b->doc, &b->met, n, LIMIT_PDF_ELEMENTS)) {
        return;
    }
    for (size_t i = n; i-- > 0;) {
        next.kid = list->kind == PDFREAD_ARRAY ? &list->items[i] : k;
        vec_push(&b->stack, next);
    }
}

static void add_element(struct builder *b, const struct todo *at,
                        const struct pdfread_value *dict) {
    struct pdfread_document *doc = b->doc;
    int64_t object = at->kid->kind == PDFREAD_REFERENCE ? at->kid->number : 0;
    struct pdfread_slot *slot = pdfread_slot(doc, object);
    if (slot && slot->element) {
        fault(b, "is in the structure tree twice", object);
        return;
    }
    const struct pdfread_value *type = pdfread_get(doc, dict, "S");
    const struct pdfread_value *space = pdfread_entry(dict, "NS");
    struct pdfread_element e = {
        .object = object, .dict = dict, .parent = at->parent, .depth = at->depth};
    e.type = type->kind == PDFREAD_NAME ? type->text : STR_EMPTY;
    const struct role *role =
        role_of(&b->roles, b->tree, e.type, space->kind == PDFREAD_NULL ? NULL : space, object);
    e.kind = role->kind;
    e.space = role->space;
    size_t index = b->elements.n;
    if (slot) {
        slot->element = (uint32_t)index + 1;
    }
    vec_push(&b->elements, e);
    if (at->parent != SIZE_MAX) {
        add_kid(b, at->parent, (struct pdfread_kid){.kind = PDFREAD_ELEMENT, .element = index});
    }
    int64_t page = reference(dict, "Pg", at->page);
    push_kids(b, pdfread_entry(dict, "K"), (struct todo){NULL, index, page, at->depth + 1});
}

static void add(struct builder *b, const struct todo *at) {
    const struct pdfread_value *v = pdfread_follow(b->doc, at->kid);
    if (v->kind == PDFREAD_INT) {
        add_piece(b, at, at->page, v->number);
        return;
    }
    if (v->kind != PDFREAD_DICT) {
        return;
    }
    const struct pdfread_value *type = pdfread_get(b->doc, v, "Type");
    if (pdfread_is_name(type, "MCR")) {
        const struct pdfread_value *mcid = pdfread_get(b->doc, v, "MCID");
        int64_t page = reference(v, "Pg", at->page);
        add_piece(b, at, reference(v, "Stm", page), mcid->kind == PDFREAD_INT ? mcid->number : -1);
    } else if (pdfread_is_name(type, "OBJR")) {
        if (at->parent != SIZE_MAX) {
            add_kid(b, at->parent,
                    (struct pdfread_kid){.kind = PDFREAD_OBJECT, .object = reference(v, "Obj", 0)});
        }
    } else if (b->elements.n < LIMIT_PDF_ELEMENTS) {
        add_element(b, at, v);
    } else {
        b->doc->cut = true;
    }
}

/* Gives each element its range of kids (counting sort). */
static void group_kids(struct builder *b) {
    struct pdfread_kid *all = ARENA_ARRAY(b->doc->arena, struct pdfread_kid, b->kids.n + 1);
    struct pdfread_element *e = b->elements.p;
    for (size_t i = 0; i < b->kids.n; i++) {
        e[b->kids.p[i].parent].nkids++;
    }
    size_t at = 0;
    for (size_t i = 0; i < b->elements.n; i++) {
        e[i].kids = all + at;
        at += e[i].nkids;
        e[i].nkids = 0;
    }
    for (size_t i = 0; i < b->kids.n; i++) {
        struct pdfread_element *parent = &e[b->kids.p[i].parent];
        parent->kids[parent->nkids++] = b->kids.p[i].kid;
    }
}

static int by_object(const void *a, const void *b) {
    const struct pdfread_holder *x = a, *y = b;
    int c = (x->object > y->object) - (x->object < y->object);
    c = c ? c : (x->mcid > y->mcid) - (x->mcid < y->mcid);
    return c ? c : (x->element > y->element) - (x->element < y->element);
}

static void build(struct builder *b) {
    push_kids(b, pdfread_entry(b->tree->root, "K"), (struct todo){NULL, SIZE_MAX, 0, 1});
    while (b->stack.n) {
        struct todo at = vec_pop(&b->stack);
        add(b, &at);
    }
    group_kids(b);
    size_t n = b->doc->holders.n;
    vec_sort(&b->doc->holders, by_object);
    for (size_t i = 1; i < n; i++) {
        const struct pdfread_holder *x = &b->doc->holders.p[i - 1], *y = x + 1;
        if (x->object == y->object && x->mcid == y->mcid) {
            fault(b,
                  y->mcid < 0 ? "is in two structure elements"
                              : "has content that is in two structure elements",
                  y->object);
        }
    }
}

const struct pdfread_tree *pdfread_tree(struct pdfread_document *doc) {
    if (!doc->tree) {
        struct pdfread_tree *tree = doc->tree = ARENA_NEW(doc->arena, struct pdfread_tree);
        const struct pdfread_value *ref = pdfread_entry(pdfread_catalog(doc), "StructTreeRoot");
        tree->root = pdfread_follow(doc, ref);
        tree->root_object = ref->kind == PDFREAD_REFERENCE ? ref->number : 0;
        struct builder b = {.doc = doc, .tree = tree};
        b.roles = (struct roles){doc, MAP_IN(doc->arena), MAP_IN(doc->arena), tree->root};
        if (tree->root->kind == PDFREAD_DICT) {
            build(&b);
        }
        tree->n = b.elements.n;
        tree->elements = vec_finish(&b.elements, doc->arena);
        vec_drop(&b.stack);
        vec_drop(&b.kids);
    }
    return doc->tree;
}

size_t pdfread_element_of(struct pdfread_document *doc, int64_t object) {
    (void)pdfread_tree(doc);
    const struct pdfread_slot *slot = pdfread_slot(doc, object);
    return slot && slot->element ? slot->element - 1 : SIZE_MAX;
}

static size_t holder(struct pdfread_document *doc, int64_t object, int32_t mcid) {
    (void)pdfread_tree(doc);
    struct pdfread_holder want = {object, mcid, 0};
    size_t i;
    SEARCH_FIRST(i, 0, doc->holders.n, by_object(&doc->holders.p[i], &want) >= 0);
    bool found =
        i < doc->holders.n && doc->holders.p[i].object == object && doc->holders.p[i].mcid == mcid;
    return found ? doc->holders.p[i].element : SIZE_MAX;
}

size_t pdfread_holder_of_content(struct pdfread_document *doc, int64_t page, int32_t mcid) {
    return mcid < 0 ? SIZE_MAX : holder(doc, page, mcid);
}

size_t pdfread_holder_of_object(struct pdfread_document *doc, int64_t object) {
    return holder(doc, object, -1);
}

/* ---- the parent tree (14.7.4.4) */

static int by_key(const void *a, const void *b) {
    const struct pdfread_number *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void add_number(void *user, const struct pdfread_value *key, const struct pdfread_value *v) {
    struct pdfread_document *doc = user;
    if (key->kind == PDFREAD_INT && doc->nums.n < LIMIT_PDF_ELEMENTS) {
        vec_push(&doc->nums, (struct pdfread_number){key->number, v});
    }
}

const struct pdfread_value *pdfread_parent_tree(struct pdfread_document *doc, int64_t key) {
    if (!doc->has_nums) {
        doc->has_nums = true;
        pdfread_walk_tree(doc, pdfread_entry(pdfread_tree(doc)->root, "ParentTree"), "Nums",
                          add_number, doc);
        vec_sort(&doc->nums, by_key);
    }
    size_t i;
    SEARCH_FIRST(i, 0, doc->nums.n, doc->nums.p[i].key >= key);
    return i < doc->nums.n && doc->nums.p[i].key == key ? doc->nums.p[i].value : &pdfread_null;
}
