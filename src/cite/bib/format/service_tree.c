/* SPDX-License-Identifier: MIT */
/* Makes trees of values from JSON, YAML, XML, comma-separated values (CSV), and refer's tagged
 * lines. */
#include "cite/bib/format/service.h"

#include "cite/bib/format/xml_record.h"
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/item_text.h"
#include "core/base/bounds.h"
#include "core/base/map.h"
#include "core/data/csv.h"
#include "core/data/json.h"
#include "core/data/yaml.h"

DIAG_USE(DIAG_TOO_LARGE);

#define DEPTH_MAX 16 /* maximum nesting of elements; deeper elements count as text */
/* maximum number of different members in a map whose names come from the text */
#define MEMBERS_MAX 512

/** Adds a value to a map. Values with equal names become a list. */
static void add(struct arena *a, struct node *map, struct str name, struct node *value) {
    size_t at = node_index(map, name);
    if (at == STR_NONE && map->n < MEMBERS_MAX) {
        node_add(a, map, name, value->span, value);
    } else if (at != STR_NONE && map->items[at]->kind == NODE_LIST) {
        node_append(a, map->items[at], value);
    } else if (at != STR_NONE) {
        struct node *list = node_new_list(a, map->items[at]->span);
        node_append(a, list, map->items[at]);
        node_append(a, list, value);
        map->items[at] = list;
    }
}

/* ---- XML ---- */

/** Sets `*text` if an element has text of its own, and `*elements` if it has elements that are not
 * formatting. */
static void look_inside(const struct xml_node *n, bool *text, bool *elements) {
    *text = *elements = false;
    for (const struct xml_node *c = n->first; c; c = c->next) {
        *text = *text || (c->name.n == 0 && str_trim(c->text).n);
        *elements = *elements || (c->name.n && !bib_xml_formats(c));
    }
}

/** Makes the tree of an element. DEPTH_MAX limits the recursion. */
static struct node *of_element(struct arena *a, const struct xml_node *n, unsigned depth) {
    bool text, elements;
    look_inside(n, &text, &elements);
    elements = elements && depth < DEPTH_MAX;
    struct str value = elements && !text ? STR_EMPTY : item_tags_text(a, bib_xml_rich(a, n));
    if (!elements && n->nattrs == 0) {
        return node_string(a, value, n->span);
    }
    struct node *map = node_new_map(a, n->span);
    add(a, map, STR("@element"), node_string(a, n->name, n->span));
    for (size_t i = 0; i < n->nattrs; i++) {
        add(a, map, arena_join(a, 2, STR("@"), n->attrs[i].name),
            node_string(a, n->attrs[i].value, n->attrs[i].span));
    }
    if (value.n) {
        add(a, map, STR("text"), node_string(a, value, n->span));
    }
    for (const struct xml_node *c = elements ? n->first : NULL; c; c = c->next) {
        if (c->name.n) {
            add(a, map, c->name, of_element(a, c, depth + 1));
        }
    }
    return map;
}

/** If a value has a reference "@rdf:resource", adds the resource as the value's member "resource".
 */
static void link_part(struct arena *a, struct node *part, const struct map *resources) {
    struct node *to = map_lookup(resources, node_text(node_get(part, "@rdf:resource")));
    if (part->kind == NODE_MAP && to) {
        add(a, part, STR("resource"), to);
    }
}

/** Links values to their resources. In RDF a part of a work, such as its journal, is a separate
 * node with an address. */
static void link_resources(struct arena *a, struct node *root) {
    struct service_values all = VEC_INIT;
    struct map resources = MAP_IN(a);
    bib_service_find(&all, root, STR("*[@rdf:about]"));
    for (size_t i = 0; i < all.n; i++) {
        map_put(&resources, node_text(node_get(all.p[i], "@rdf:about")), (void *)all.p[i]);
    }
    for (size_t i = 0; i < all.n; i++) {
        const struct node *part = node_get(all.p[i], "isPartOf");
        for (size_t k = 0; k < node_count(part); k++) {
            link_part(a, node_item(part, k), &resources);
        }
    }
    vec_drop(&all);
}

static struct node *read_xml(struct bib_input *in) {
    const struct xml_node *root = xml_parse(in->arena, in->src, in->d);
    struct node *tree = root ? of_element(in->arena, root, 0) : NULL;
    if (tree && str_is(root->name, "RDF")) {
        link_resources(in->arena, tree);
    }
    return tree;
}

/* ---- tables ---- */

static struct node *read_csv(struct bib_input *in) {
    return csv_rows(in->arena, in->src, ',', SIZE_MAX);
}

/* ---- refer's tagged lines ---- */

/** Reads lines such as "%T A title". An empty line or "%0" begins the next record. A line without a
 * tag continues the value of the line before it. */
static struct node *read_refer(struct bib_input *in) {
    struct source *src = in->src;
    struct arena *a = in->arena;
    struct node *list = node_new_list(a, span_make(src, 0, 0)), *record = NULL, *value = NULL;
    size_t at = str_bom(src->text);
    bool keywords = false; /* the current tag is %K */
    while (at < src->text.n) {
        size_t end = str_until(src->text, at, '\n');
        struct str line = str_trim(str_slice(src->text, at, end));
        struct span span = span_make(src, at, at + str_trim_end(str_slice(src->text, at, end)).n);
        bool tag = line.n >= 2 && line.p[0] == '%' && (line.n == 2 || line.p[2] == ' ');
        if (line.n == 0 || (tag && line.p[1] == '0')) {
            record = value = NULL;
        }
        if (tag) {
            if (!record) {
                record = node_new_map(a, span);
                node_append(a, list, record);
            }
            record->span.end = span.end;
            keywords = line.p[1] == 'K';
            value = node_string(a, str_trim(str_from(line, 2)), span);
            add(a, record, str_slice(line, 1, 2), value);
        } else if (line.n && value && value->text.n < LIMIT_FIELD) {
            /* a line of %K is one keyword */
            bool next = keywords && !str_ends(value->text, STR(","));
            value->text = arena_join(a, 3, value->text, next ? STR(", ") : STR(" "), line);
        }
        at = end + 1;
    }
    return list;
}

/* ---- all forms ---- */

/** Adds a member "@key" to each entry of a map. Its value is the name of the entry in the map. */
static void name_entries(struct arena *a, struct node *map) {
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        if (map->items[i]->kind == NODE_MAP) {
            add(a, map->items[i], STR("@key"), node_string(a, map->keys[i], map->key_spans[i]));
        }
    }
}

struct node *bib_service_tree(struct bib_input *in, enum service_form form) {
    struct node *root = NULL;
    if (in->src->text.n > SERVICE_LIMIT) {
        struct diag *g = diag_add(in->d, DIAG_TOO_LARGE, span_make(in->src, 0, 0),
                                  "a file of this format has at most %u bytes", SERVICE_LIMIT);
        diag_hint(in->d, g, "split it into several files");
        return NULL;
    }
    switch (form) {
    case SERVICE_JSON:
        return json_parse(in->arena, in->src, in->d);
    case SERVICE_YAML:
        root = yaml_parse(in->arena, in->src, 0, in->src->text.n, in->d);
        name_entries(in->arena, root);
        return root;
    case SERVICE_XML:
        return read_xml(in);
    case SERVICE_CSV:
        return read_csv(in);
    case SERVICE_REFER:
        return read_refer(in);
    }
    return NULL;
}
