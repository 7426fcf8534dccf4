/* SPDX-License-Identifier: MIT */
/*
 * Reads CSL-JSON and CSL-YAML (the schema of CSL 1.0.2, csl-data.json, and common deviations):
 * converts values to items.
 */
#include "cite/bib/item/csl_internal.h"
#include "cite/bib/item/csl_tags.h"

#include "cite/bib/item/archive.h"
#include "cite/bib/item/item_text.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "core/data/json.h"

DIAG_USE(DIAG_BIB_BAD_ITEM);
DIAG_USE(DIAG_BIB_NAME);
DIAG_USE(DIAG_CHECK_TYPE);
DIAG_USE(DIAG_CHECK_FIELD);

struct extra_list {
    struct item_extra *p;
    size_t n, cap;
};

/** names in one text are separated as in BibTeX */
static const struct str between_names = STR_INIT(" and ");

struct rich item_text_value(const struct item_reader *r, struct str s) {
    s = str_trim(s);
    switch (r->strings) {
    case ITEM_STRINGS_MARKDOWN:
        return item_csl_markdown(r->a, s);
    case ITEM_STRINGS_CSL:
        break;
    }
    return item_tags_read(r->a, s);
}

/** Removes the address before a DOI, because styles add it: "https://doi.org/10.1/x" becomes
 * "10.1/x". */
static struct str bare_doi(struct str s) {
    struct str bare = str_from(s, bib_doi_prefix(s));
    return item_doi_prefix(bare) ? bare : s;
}

void item_set_string(const struct item_reader *r, struct item *it, enum item_var v, struct str s,
                     struct span span) {
    bool verbatim = v == VAR_URL || v == VAR_DOI;
    s = v == VAR_DOI ? bare_doi(str_trim(s)) : s;
    struct rich text = verbatim ? rich_of(str_trim(s)) : item_text_value(r, s);
    if (text.text.n) {
        item_set_text(r->a, it, v, text, span);
    }
}

/** Joins the scalars of a list, with `between` between them. */
static struct str joined(const struct item_reader *r, const struct node *list,
                         const char *between) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < list->n; i++) {
        buf_puts(&b, i ? between : "");
        buf_str(&b, node_text(list->items[i]));
    }
    return buf_finish(&b, r->a);
}

/** Returns a value as one text. Lists are joined with ", ", and maps are written as JSON. */
static struct str flat_text(const struct item_reader *r, const struct node *n) {
    if (n->kind != NODE_LIST && n->kind != NODE_MAP) {
        return node_is_null(n) ? STR_EMPTY : node_text(n);
    }
    bool scalars = n->kind == NODE_LIST;
    for (size_t i = 0; i < n->n && scalars; i++) {
        scalars = n->items[i]->kind != NODE_LIST && n->items[i]->kind != NODE_MAP;
    }
    if (scalars) {
        return joined(r, n, ", ");
    }
    struct buf b = BUF_INIT;
    json_write(&b, n, 0);
    return buf_finish(&b, r->a);
}

/** Whether a key is a misspelling of a name. Other unknown keys may belong to a program. */
static bool is_misspelt(struct str key, struct str name) {
    bool plural = key.n == name.n + 1 && str_starts(key, name) && key.p[name.n] == 's';
    return (plural || diag_is_slip(key, name)) &&
           !str_among(key, "published reference"); /* these are Crossref's */
}

/** Reports key `i` of a map, which is a misspelling of `name`, unless the map has that key too. */
static void report_key(const struct item_reader *r, const struct node *map, size_t i,
                       struct str name) {
    if (!node_value(map, name)) {
        struct diag *g = diag_add(r->d, DIAG_CHECK_FIELD, map->key_spans[i],
                                  "no style knows the field `%.*s`", STR_ARG(map->keys[i]));
        diag_hint_near(r->d, g, name);
    }
}

/* ---- names ---- */

/** Reads a part of a name. Given names may be a list. */
static struct rich name_part(const struct item_reader *r, const struct node *value) {
    if (value->kind == NODE_LIST) {
        return item_text_value(r, joined(r, value, " "));
    }
    return item_text_value(r, node_text(value));
}

static enum item_name_part part_of(struct str key) {
    int part = 0;
    while (part < NAME_PART_COUNT && !str_is(key, item_name_part_keys[part])) {
        part++;
    }
    return (enum item_name_part)part;
}

/** Sets a part of a name from key `i` of the map of the name. */
static void set_name_part(const struct item_reader *r, const struct node *map, size_t i,
                          struct item_name *out) {
    struct str key = map->keys[i];
    const struct node *value = map->items[i];
    enum item_name_part part = part_of(key);
    if (part != NAME_PART_COUNT) {
        item_name_set(r->a, out, part, name_part(r, value));
    } else if (str_is(key, "note")) {
        out->note = name_part(r, value).text;
    } else if (str_ieq(key, STR("orcid")) && node_text(value).n) {
        /* `orcid` is a key of Crossref and Quarto, not of CSL */
        out->words = arena_join(r->a, 2, STR("orcid:"), item_orcid_digits(node_text(value)));
    } else if (str_is(key, "comma-suffix")) {
        out->comma_suffix = node_bool(value, 0) == 1;
    } else if (str_is(key, "static-ordering")) {
        out->static_ordering = node_bool(value, 0) == 1;
    } else {
        for (int known = 0; known < NAME_PART_COUNT; known++) {
            if (is_misspelt(key, str_of(item_name_part_keys[known]))) {
                report_key(r, map, i, str_of(item_name_part_keys[known]));
            }
        }
    }
}

static bool read_name(const struct item_reader *r, const struct node *n, struct item_name *out) {
    *out = (struct item_name){.others = false};
    for (size_t i = 0; i < n->n; i++) {
        set_name_part(r, n, i, out);
    }
    if (out->literal.n == 0 && out->family.n == 0 && node_get(n, "name")) {
        item_name_set(r->a, out, ITEM_NAME_LITERAL, name_part(r, node_get(n, "name")));
    }
    if (str_is(out->literal, "others") || (str_is(out->family, "others") && out->given.n == 0)) {
        *out = (struct item_name){.others = true};
    }
    return out->others || out->literal.n || out->family.n || out->given.n;
}

/** Gives each part of a name the markup that it had in the whole text. The parts are slices of that
 * text. */
static void keep_marks(const struct item_reader *r, struct rich text, struct item_name *nm) {
    const char *begin = text.text.p, *end = begin + text.text.n;
    for (int i = 0; text.marks && i < NAME_PART_COUNT; i++) {
        enum item_name_part part = (enum item_name_part)i;
        struct str s = item_name_part(nm, part).text;
        if (s.n && s.p >= begin && s.p + s.n <= end) {
            size_t from = (size_t)(s.p - begin);
            item_name_set(r->a, nm, part, rich_slice(r->a, text, from, from + s.n));
        }
    }
}

/** Adds the names of a text, which are separated by ` and `. */
static void add_text_names(const struct item_reader *r, struct str text, struct item_names *out) {
    for (struct str rest = text; rest.p;) {
        size_t at = str_find(rest, between_names);
        struct rich one = item_text_value(r, str_slice(rest, 0, at));
        struct item_name *nm = &out->p[out->n];
        if (item_name_of_text(r->a, one.text, nm)) {
            keep_marks(r, one, nm);
            out->n++;
        }
        rest = at == STR_NONE ? (struct str){NULL, 0} : str_from(rest, at + between_names.n);
    }
}

/** Returns a number that is at least the number of names in a value. */
static size_t count_names(const struct node *n) {
    struct str text = n->kind == NODE_MAP ? STR_EMPTY : node_text(n);
    size_t count = 1;
    for (size_t at = str_find(text, between_names); at != STR_NONE;
         at = str_find(text, between_names)) {
        text = str_from(text, at + between_names.n);
        count++;
    }
    return count;
}

static void add_names(const struct item_reader *r, const struct node *n, struct item_names *out) {
    if (node_is_null(n)) {
        return;
    }
    /* a text in YAML is one name, as in pandoc */
    if (n->kind != NODE_MAP && r->strings == ITEM_STRINGS_MARKDOWN) {
        item_name_set(r->a, &out->p[out->n], ITEM_NAME_LITERAL, item_text_value(r, node_text(n)));
        out->n += out->p[out->n].literal.n > 0;
    } else if (n->kind != NODE_MAP) {
        add_text_names(r, node_text(n), out);
    } else if (read_name(r, n, &out->p[out->n])) {
        out->n++;
    } else {
        struct diag *g = diag_add(r->d, DIAG_BIB_NAME, n->span, "there is no name in this value");
        diag_hint(r->d, g, "give it `family` and `given`, or `literal`");
    }
}

static void set_names(const struct item_reader *r, struct item *it, enum item_var v,
                      const struct node *n) {
    size_t elements = node_count(n), count = 0;
    for (size_t i = 0; i < elements; i++) {
        count += count_names(node_item(n, i));
    }
    struct item_names names = {ARENA_ARRAY(r->a, struct item_name, count), 0};
    for (size_t i = 0; i < elements; i++) {
        add_names(r, node_item(n, i), &names);
    }
    if (names.n) {
        item_set(r->a, it, v, n->span)->u.names = names;
    }
}

/* ---- items ---- */

static void add_extra(const struct item_reader *r, struct extra_list *extras, struct str name,
                      const struct node *n) {
    struct rich text = item_tags_read(r->a, flat_text(r, n));
    vec_push(extras, (struct item_extra){name, text, n->span});
}

/** Returns the variable of which an unknown key is a misspelling, or an empty text. */
static struct str meant_by(struct str key) {
    for (int v = 0; v < VAR_COUNT; v++) {
        struct str name = str_of(item_var_name((enum item_var)v));
        if (is_misspelt(key, name)) {
            return name;
        }
    }
    return STR_EMPTY;
}

static struct item_recent find_var(struct item_reader *r, struct str key) {
    if (key.n == 0) {
        return (struct item_recent){.v = VAR_NONE};
    }
    /* this hash has no collisions for the common variables of CSL */
    const unsigned char *p = (const unsigned char *)key.p;
    size_t slot = (key.n + 63u * p[0] + 3u * p[key.n - 1] + 7u * p[key.n / 2]) % ITEM_RECENT;
    struct item_recent *seen = &r->recent[slot];
    if (!str_eq(seen->key, key)) {
        *seen = (struct item_recent){.key = key, .v = item_var_find(key)};
        seen->meant = seen->v == VAR_NONE ? meant_by(key) : STR_EMPTY;
    }
    return *seen;
}

/** Finds a variable by another name: older names of Zotero and Mendeley, and common variants. */
static enum item_var find_alias(struct str key) {
    static const struct {
        struct str name;
        enum item_var v;
    } aliases[] = {{STR_INIT("journalAbbreviation"), VAR_CONTAINER_TITLE_SHORT},
                   {STR_INIT("shortTitle"), VAR_TITLE_SHORT},
                   {STR_INIT("keywords"), VAR_KEYWORD},
                   /* YAML often has `url` in small letters, which pandoc accepts */
                   {STR_INIT("url"), VAR_URL},
                   {STR_INIT("doi"), VAR_DOI}};
    for (size_t i = 0; i < ARRAY_LEN(aliases); i++) {
        if (str_eq(aliases[i].name, key)) {
            return aliases[i].v;
        }
    }
    return VAR_NONE;
}

/** Removes leading zeros from a plain number of YAML: `issue: 06` is 6. */
static struct str bare_number(const struct node *n, struct str text) {
    if (!n->plain || !str_is_digits(text)) {
        return text;
    }
    while (text.n > 1 && text.p[0] == '0') {
        text = str_from(text, 1);
    }
    return text;
}

static void set_variable(const struct item_reader *r, struct item *it, enum item_var v,
                         const struct node *n) {
    if (var_is_name(v)) {
        set_names(r, it, v, n);
    } else if (var_is_date(v)) {
        struct item_date date;
        if (item_csl_date(n, &date, r->d)) {
            struct rich literal = item_text_value(r, date.literal);
            date.literal = literal.text;
            date.literal_marks = literal.marks;
            item_set_date(r->a, it, v, &date, n->span);
        }
    } else {
        item_set_string(r, it, v, bare_number(n, flat_text(r, n)), n->span);
    }
}

/** Keeps the value of key `at` of a map, which is not a variable of CSL. If the key is another name
 * of a variable, that variable gets the value; otherwise an extra does, and a misspelling of the
 * variable `meant` is reported. */
static void set_unknown(const struct item_reader *r, struct item *it, const struct node *map,
                        size_t at, struct str meant, struct extra_list *extras) {
    struct str key = map->keys[at];
    const struct node *n = map->items[at];
    enum item_var v = find_alias(key);
    if (v != VAR_NONE && !item_field(it, v)) {
        set_variable(r, it, v, n);
    } else if (str_is(key, "custom") && n->kind == NODE_MAP) {
        for (size_t i = 0; i < n->n; i++) {
            add_extra(r, extras, n->keys[i], n->items[i]);
        }
    } else {
        if (meant.n) {
            report_key(r, map, at, meant);
        }
        add_extra(r, extras, key, n);
    }
}

static void set_type(const struct item_reader *r, struct item *it, struct str type,
                     struct span at) {
    it->type = item_type_find(type);
    it->type = it->type == ITEM_TYPE_NONE ? item_type_of_registry(type) : it->type;
    it->type_text = it->type == ITEM_TYPE_NONE ? type : STR_EMPTY;
    if (it->type_text.n) {
        struct str names[ITEM_TYPE_COUNT];
        for (size_t i = 0; i < ITEM_TYPE_COUNT; i++) {
            names[i] = str_of(item_type_name((enum item_type)i));
        }
        struct diag *g =
            diag_add(r->d, DIAG_CHECK_TYPE, at, "CSL has no type `%.*s`", STR_ARG(type));
        if (!diag_hint_near(r->d, g, diag_guess(r->d, type, names, ITEM_TYPE_COUNT))) {
            diag_hint(r->d, g, "types are article-journal, book, chapter, report, webpage...");
        }
    }
}

static struct item *read_item(struct item_reader *r, const struct node *n) {
    struct item *it = ARENA_NEW(r->a, struct item);
    struct extra_list extras = VEC_INIT;
    const struct node *note = NULL;
    it->type = ITEM_TYPE_NONE;
    it->span = it->id_span = n->span;
    for (size_t i = 0; i < n->n; i++) {
        const struct node *value = n->items[i];
        struct item_recent key = find_var(r, n->keys[i]);
        if (key.v == VAR_NOTE) {
            /* the note is read last, because the item's own fields take precedence over fields in
             * the note */
            note = value;
        } else if (key.v != VAR_NONE && !node_is_null(value)) {
            set_variable(r, it, key.v, value);
        } else if (str_is(n->keys[i], "id")) {
            it->id = r->strings == ITEM_STRINGS_MARKDOWN
                         ? item_csl_markdown_unescape(r->a, str_trim(node_text(value)))
                         : str_trim(node_text(value));
            it->id_span = value->span;
        } else if (str_is(n->keys[i], "type")) {
            set_type(r, it, node_text(value), value->span);
        } else if (!node_is_null(value)) {
            set_unknown(r, it, n, i, key.meant, &extras);
        }
    }
    if (note) {
        item_csl_note(r, it, flat_text(r, note), note->span);
    }
    if (item_is_article(it)) { /* an article without pages is cited by its number */
        item_set_article_number(r->a, it, item_rich(it, VAR_NUMBER), n->span);
    }
    it->extras = vec_finish(&extras, r->a);
    it->nextras = extras.n;
    if (it->id.n == 0) {
        struct diag *g = diag_add(r->d, DIAG_BIB_BAD_ITEM, n->span, "this item has no id");
        diag_hint(r->d, g, "give it an `id`: documents cite it by that");
    }
    return it;
}

/** Returns the items in a file: the list that is the file itself or a member of its map, or else
 * the single item. */
static const struct node *find_list(const struct node *root) {
    if (root->kind != NODE_MAP) {
        return root;
    }
    static const char *const keys[] = {"references", "items"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *list = node_get(root, keys[i]);
        /* if `references` is not a list, it is CSL's variable of that name */
        if (list && (list->kind == NODE_LIST || node_is_null(list))) {
            return list;
        }
    }
    return root;
}

/** Reads an element of a list as an item. Returns NULL after a diagnostic. */
static struct item *read_element(struct item_reader *r, const struct node *one) {
    if (one->kind != NODE_MAP) {
        struct diag *g = diag_add(r->d, DIAG_BIB_BAD_ITEM, one->span, "this is not an item");
        diag_hint(r->d, g, "an item is a map with an `id`, a `type` and CSL's variables");
        return NULL;
    }
    if (!node_get(one, "id") && !node_get(one, "type") && !node_get(one, "title")) {
        struct diag *g = diag_add(r->d, DIAG_BIB_BAD_ITEM, one->span, "this is not an item of CSL");
        diag_hint(r->d, g,
                  "an item has an `id`, a `type` and CSL's variables; `dossier refs convert "
                  "--help` lists the formats that are read");
        return NULL;
    }
    return read_item(r, one);
}

size_t item_read_tree(struct arena *a, const struct node *root, enum item_strings strings,
                      struct item_sink sink, struct diags *d) {
    struct item_reader r = {.a = a, .d = d, .strings = strings};
    const struct node *list = find_list(root);
    size_t count = list->kind == NODE_LIST ? list->n : !node_is_null(list), n = 0;
    for (size_t i = 0; i < count; i++) {
        struct item *it = read_element(&r, node_item(list, i));
        if (it) {
            sink.add(sink.to, it, d);
            n++;
        }
    }
    return n;
}

struct json_items {
    struct item_reader r;
    VEC(struct item *) read;
};

static void take_element(void *user, const struct node *one) {
    struct json_items *items = user;
    struct item *it = read_element(&items->r, one);
    if (it) {
        vec_push(&items->read, it);
    }
}

static void list_item(void *to, struct item *it, struct diags *d) {
    (void)d;
    struct json_items *items = to;
    vec_push(&items->read, it);
}

bool item_list_json(struct arena *a, struct source *src, struct item_list *out, struct diags *d) {
    struct json_items items = {.r = {.a = a, .d = d}, .read = VEC_INIT};
    const struct node *root = json_parse_each(a, src, d, take_element, &items);
    if (root) {
        (void)item_read_tree(a, root, ITEM_STRINGS_CSL, (struct item_sink){list_item, &items}, d);
    }
    *out = (struct item_list){root ? vec_keep(&items.read, a) : NULL, root ? items.read.n : 0};
    vec_drop(&items.read);
    return root != NULL;
}
