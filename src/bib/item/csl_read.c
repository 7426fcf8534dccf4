/* SPDX-License-Identifier: MIT */
/*
 * CSL-JSON and CSL-YAML (the schema of CSL 1.0.2, csl-data.json, and what programs write instead):
 * values to items.
 */
#include "bib/item/csl_internal.h"

#include "base/vec.h"
#include "bib/item/names.h"
#include "data/json.h"

struct extra_list {
    struct item_extra *p;
    size_t n, cap;
};

struct name_list {
    struct item_name *p;
    size_t n, cap;
};

/** Variables by their keys, for a while: the keys of one item are those of the next. */
struct recent {
    struct str key;
    enum item_var v;
};

#define RECENT 64 /* a power of two */

struct csl_reader {
    struct recent *recent; /* RECENT of them */
    struct arena *a;
    struct diags *d;
    bool markdown;
};

static struct str rich(const struct csl_reader *r, struct str s) {
    return r->markdown ? csl_markdown(r->a, s) : s;
}

/** A value as one text: lists joined with ", ", maps as JSON. */
static struct str flat_text(const struct csl_reader *r, const struct node *n) {
    if (n->kind != NODE_LIST && n->kind != NODE_MAP) {
        return n->kind == NODE_NULL ? STR_EMPTY : node_text(n);
    }
    struct buf b;
    buf_init(&b, 0);
    bool scalars = n->kind == NODE_LIST;
    for (size_t i = 0; i < n->n && scalars; i++) {
        scalars = n->items[i]->kind != NODE_LIST && n->items[i]->kind != NODE_MAP;
    }
    if (scalars) {
        for (size_t i = 0; i < n->n; i++) {
            buf_puts(&b, i ? ", " : "");
            buf_str(&b, node_text(n->items[i]));
        }
    } else {
        json_write(&b, n, 0);
    }
    struct str text = buf_keep(&b, r->a);
    buf_drop(&b);
    return text;
}

/* ---- names ---- */

static struct str part(const struct csl_reader *r, const struct node *value) {
    return rich(r, str_trim(node_text(value)));
}

static void set_name_part(const struct csl_reader *r, struct str key, const struct node *value,
                          struct item_name *out) {
    const struct {
        struct str key;
        struct str *to;
    } parts[] = {
        {STR("family"), &out->family},
        {STR("given"), &out->given},
        {STR("suffix"), &out->suffix},
        {STR("literal"), &out->literal},
        {STR("dropping-particle"), &out->dropping_particle},
        {STR("non-dropping-particle"), &out->non_dropping_particle},
        {STR("note"), &out->note},
    };
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        if (str_eq(parts[i].key, key)) {
            *parts[i].to = part(r, value);
            return;
        }
    }
    if (str_is(key, "comma-suffix")) {
        out->comma_suffix = node_bool(value, 0) == 1;
    } else if (str_is(key, "static-ordering")) {
        out->static_ordering = node_bool(value, 0) == 1;
    }
}

static bool read_name(const struct csl_reader *r, const struct node *n, struct item_name *out) {
    *out = (struct item_name){.others = false};
    for (size_t i = 0; i < n->n; i++) {
        set_name_part(r, n->keys[i], n->items[i], out);
    }
    if (out->literal.n == 0 && out->family.n == 0 && node_get(n, "name")) {
        out->literal = part(r, node_get(n, "name"));
    }
    if (str_is(out->literal, "others") || (str_is(out->family, "others") && out->given.n == 0)) {
        *out = (struct item_name){.others = true};
    }
    return out->others || out->literal.n || out->family.n || out->given.n;
}

/** Names written as one text, with ` and ` between them. */
static void add_text_names(const struct csl_reader *r, struct str text, struct name_list *list) {
    for (struct str rest = text; rest.p;) {
        size_t at = str_find(rest, STR(" and "));
        struct str one = str_slice(rest, 0, at);
        struct item_name name;
        if (item_name_of_text(r->a, one, &name)) {
            vec_push(list, name);
        }
        rest = at == STR_NONE ? (struct str){NULL, 0} : str_from(rest, at + 5);
    }
}

static void set_names(const struct csl_reader *r, struct item *it, enum item_var v,
                      const struct node *n) {
    struct name_list list = VEC_INIT;
    size_t count = n->kind == NODE_LIST ? n->n : 1;
    for (size_t i = 0; i < count; i++) {
        const struct node *one = n->kind == NODE_LIST ? n->items[i] : n;
        struct item_name nm;
        if (one->kind == NODE_MAP) {
            if (read_name(r, one, &nm)) {
                vec_push(&list, nm);
            } else {
                struct diag *g =
                    diag_add(r->d, DIAG_BIB_NAME, one->span, "there is no name in this value");
                diag_hint(r->d, g, "give it `family` and `given`, or `literal`");
            }
            continue;
        }
        add_text_names(r, node_text(one), &list);
    }
    if (list.n) {
        item_set(r->a, it, v, n->span)->u.names =
            (struct item_names){vec_keep(&list, r->a), list.n};
    }
    vec_drop(&list);
}

/* ---- items ---- */

static void add_extra(struct extra_list *extras, struct str name, struct str text,
                      struct span span) {
    vec_push(extras, (struct item_extra){name, text, span});
}

/** A variable by its name, or by one of Zotero's and Mendeley's older names. */
static enum item_var find_name(struct str key) {
    static const struct {
        struct str name;
        enum item_var v;
    } aliases[] = {{STR_INIT("journalAbbreviation"), VAR_CONTAINER_TITLE_SHORT},
                   {STR_INIT("shortTitle"), VAR_TITLE_SHORT},
                   {STR_INIT("keywords"), VAR_KEYWORD},
                   {STR_INIT("url"), VAR_URL}, /* as people write YAML by hand; pandoc takes it */
                   {STR_INIT("doi"), VAR_DOI}};
    enum item_var v = item_var_find(key);
    for (size_t i = 0; v == VAR_NONE && i < ARRAY_LEN(aliases); i++) {
        v = str_eq(aliases[i].name, key) ? aliases[i].v : v;
    }
    return v;
}

static enum item_var find_var(const struct csl_reader *r, struct str key) {
    if (key.n == 0) {
        return VAR_NONE;
    }
    size_t slot =
        (key.n * 5 + (unsigned char)key.p[0] + (unsigned char)key.p[key.n - 1] * 3) % RECENT;
    struct recent *seen = &r->recent[slot];
    if (!str_eq(seen->key, key)) {
        *seen = (struct recent){key, find_name(key)};
    }
    return seen->v;
}

static void set_value(const struct csl_reader *r, struct item *it, struct str key,
                      const struct node *n, struct extra_list *extras) {
    enum item_var v = find_var(r, key);
    if (n->kind == NODE_NULL) {
        return;
    }
    if (v == VAR_NONE) {
        if (str_is(key, "custom") && n->kind == NODE_MAP) {
            for (size_t i = 0; i < n->n; i++) {
                add_extra(extras, n->keys[i], flat_text(r, n->items[i]), n->items[i]->span);
            }
        } else {
            add_extra(extras, key, flat_text(r, n), n->span);
        }
    } else if (var_is_name(v)) {
        set_names(r, it, v, n);
    } else if (var_is_date(v)) {
        struct item_date date;
        if (csl_date(n, &date, r->d)) {
            item_set(r->a, it, v, n->span)->u.date = date;
        }
    } else {
        struct str text = str_trim(flat_text(r, n));
        bool verbatim = v == VAR_URL || v == VAR_DOI;
        if (text.n) {
            item_set_text(r->a, it, v, verbatim ? text : rich(r, text), n->span);
        }
    }
}

static struct item *read_item(const struct csl_reader *r, const struct node *n) {
    struct item *it = ARENA_NEW(r->a, struct item);
    struct extra_list extras = VEC_INIT;
    it->type = ITEM_TYPE_NONE;
    it->span = it->id_span = n->span;
    for (size_t i = 0; i < n->n; i++) {
        const struct node *value = n->items[i];
        if (str_is(n->keys[i], "id")) {
            it->id = str_trim(node_text(value));
            it->id_span = value->span;
        } else if (str_is(n->keys[i], "type")) {
            it->type = item_type_find(node_text(value));
            it->type_text = it->type == ITEM_TYPE_NONE ? node_text(value) : STR_EMPTY;
        } else {
            set_value(r, it, n->keys[i], value, &extras);
        }
    }
    it->extras = vec_keep(&extras, r->a);
    it->nextras = extras.n;
    vec_drop(&extras);
    if (it->id.n == 0) {
        struct diag *g = diag_add(r->d, DIAG_BIB_BAD_ITEM, n->span, "this item has no id");
        diag_hint(r->d, g, "give it an `id`: documents cite it by that");
    }
    return it;
}

/** The list of items in a whole file: a list, a map with it, or one item alone. */
static const struct node *find_list(const struct node *root) {
    if (root->kind != NODE_MAP) {
        return root;
    }
    static const char *const keys[] = {"references", "items"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *list = node_get(root, keys[i]);
        if (list && list->kind == NODE_LIST) { /* else CSL's variable `references` */
            return list;
        }
    }
    return root;
}

/** One element of a list as an item; NULL after a diagnostic. */
static struct item *read_element(const struct csl_reader *r, const struct node *one) {
    if (one->kind != NODE_MAP) {
        struct diag *g = diag_add(r->d, DIAG_BIB_BAD_ITEM, one->span, "this is no item");
        diag_hint(r->d, g, "an item is a map with an `id`, a `type` and CSL's variables");
        return NULL;
    }
    return read_item(r, one);
}

size_t item_read_tree(struct arena *a, const struct node *root, enum item_strings strings,
                      struct item_sink sink, struct diags *d) {
    struct recent recent[RECENT] = {{STR_EMPTY, VAR_NONE}};
    struct csl_reader r = {
        .recent = recent, .a = a, .d = d, .markdown = strings == ITEM_STRINGS_MARKDOWN};
    const struct node *list = find_list(root);
    size_t count = list->kind == NODE_LIST ? list->n : 1, n = 0;
    for (size_t i = 0; i < count; i++) {
        struct item *it = read_element(&r, list->kind == NODE_LIST ? list->items[i] : list);
        if (it) {
            sink.add(sink.to, it, d);
            n++;
        }
    }
    return n;
}

struct json_items {
    struct csl_reader r;
    VEC(struct item *) read;
};

static void take_element(void *user, const struct node *one) {
    struct json_items *items = user;
    struct item *it = read_element(&items->r, one);
    if (it) {
        vec_push(&items->read, it);
    }
}

size_t item_read_json(struct arena *a, struct source *src, struct item_sink sink, struct diags *d) {
    struct recent recent[RECENT] = {{STR_EMPTY, VAR_NONE}};
    struct json_items items = {.r = {.recent = recent, .a = a, .d = d}, .read = VEC_INIT};
    const struct node *root = json_parse_each(a, src, d, take_element, &items);
    size_t n = root ? items.read.n : 0;
    for (size_t i = 0; i < n; i++) {
        sink.add(sink.to, items.read.p[i], d);
    }
    vec_drop(&items.read);
    return root ? n + item_read_tree(a, root, ITEM_STRINGS_CSL, sink, d) : 0;
}
