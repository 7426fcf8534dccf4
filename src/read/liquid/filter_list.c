/* SPDX-License-Identifier: MIT */
/* Filters for lists: sorting, grouping, selection. */
#include "core/base/bounds.h"
#include "read/liquid/liquid_state.h"

static const struct node *in(struct liquid_call *c) {
    return liquid_as_list(c->q, c->in);
}

static void flatten(struct liquid *q, struct node *out, const struct node *list, int depth) {
    for (size_t i = 0; i < list->n && liquid_spend(q, sizeof *list->items); i++) {
        if (liquid_type_of(list->items[i]) == LIQUID_LIST && depth < LIMIT_DATA_DEPTH) {
            flatten(q, out, list->items[i], depth + 1);
        } else {
            liquid_append(q, out, list->items[i]);
        }
    }
}

/* Returns the input as one list: the members of lists in it are its own members (Liquid's
 * InputIterator). */
static const struct node *flat(struct liquid_call *c) {
    const struct node *v = in(c);
    for (size_t i = 0; i < v->n; i++) {
        if (liquid_type_of(v->items[i]) == LIQUID_LIST && liquid_type_of(c->in) == LIQUID_LIST) {
            struct node *out = liquid_new_list(c->q);
            flatten(c->q, out, v, 0);
            return out;
        }
    }
    return v;
}

static const struct node *at_end(struct liquid_call *c, bool last) {
    const struct node *v = in(c);
    return v->n ? v->items[last ? v->n - 1 : 0] : NULL;
}

static const struct node *f_first(struct liquid_call *c) {
    return at_end(c, false);
}

static const struct node *f_last(struct liquid_call *c) {
    return at_end(c, true);
}

static const struct node *f_size(struct liquid_call *c) {
    enum liquid_type type = liquid_type_of(c->in);
    const struct node *n = liquid_member(c->q, c->in, STR("size"));
    return n && type != LIQUID_NIL ? n : liquid_of_int(c->q, 0);
}

static const struct node *f_join(struct liquid_call *c) {
    const struct node *v = flat(c);
    struct str by = c->n ? liquid_arg(c, 0) : STR(" ");
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    for (size_t i = 0; i < v->n; i++) {
        struct str part = liquid_text(c->q, v->items[i]);
        if (!liquid_spend(c->q, part.n + by.n)) {
            break;
        }
        buf_str(&b, i ? by : STR_EMPTY);
        buf_str(&b, part);
    }
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

static const struct node *f_sentence(struct liquid_call *c) {
    const struct node *v = in(c);
    struct str word = c->n ? liquid_arg(c, 0) : STR("and");
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    for (size_t i = 0; i < v->n && liquid_spend(c->q, 1); i++) {
        buf_puts(&b, !i ? "" : i + 1 < v->n ? ", " : v->n > 2 ? ", " : " ");
        if (i && i + 1 == v->n) {
            buf_printf(&b, "%.*s ", STR_ARG(word));
        }
        buf_str(&b, liquid_text(c->q, v->items[i]));
    }
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

static const struct node *f_reverse(struct liquid_call *c) {
    const struct node *v = in(c);
    struct node *out = liquid_new_list(c->q);
    for (size_t i = v->n; i-- > 0;) {
        liquid_append(c->q, out, v->items[i]);
    }
    return out;
}

static const struct node *f_concat(struct liquid_call *c) {
    const struct node *parts[] = {flat(c), liquid_as_list(c->q, c->n ? c->args[0] : NULL)};
    struct node *out = liquid_new_list(c->q);
    for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
        for (size_t i = 0; i < parts[k]->n && c->q->jump != LIQUID_STOP; i++) {
            liquid_append(c->q, out, parts[k]->items[i]);
        }
    }
    return out;
}

static const struct node *f_push(struct liquid_call *c) {
    const struct node *v = in(c);
    struct node *out = liquid_new_list(c->q);
    bool front = str_is(c->name, "unshift");
    if (front) {
        liquid_append(c->q, out, c->n ? c->args[0] : NULL);
    }
    for (size_t i = 0; i < v->n; i++) {
        liquid_append(c->q, out, v->items[i]);
    }
    if (!front) {
        liquid_append(c->q, out, c->n ? c->args[0] : NULL);
    }
    return out;
}

static const struct node *f_pop(struct liquid_call *c) {
    const struct node *v = in(c);
    struct node *out = liquid_new_list(c->q);
    size_t front = str_is(c->name, "shift");
    for (size_t i = front; i + !front < v->n; i++) {
        liquid_append(c->q, out, v->items[i]);
    }
    return out;
}

static const struct node *f_compact(struct liquid_call *c) {
    const struct node *v = flat(c);
    struct node *out = liquid_new_list(c->q);
    for (size_t i = 0; i < v->n; i++) {
        const struct node *key =
            c->n ? liquid_member(c->q, v->items[i], liquid_arg(c, 0)) : v->items[i];
        if (liquid_type_of(key) != LIQUID_NIL) {
            liquid_append(c->q, out, v->items[i]);
        }
    }
    return out;
}

static const struct node *f_uniq(struct liquid_call *c) {
    const struct node *v = flat(c);
    struct node *out = liquid_new_list(c->q);
    struct map seen = MAP_INIT;
    for (size_t i = 0; i < v->n; i++) {
        const struct node *key =
            c->n ? liquid_member(c->q, v->items[i], liquid_arg(c, 0)) : v->items[i];
        struct str text = liquid_text(c->q, key);
        text = text.p ? text : STR("");
        if (!map_find(&seen, text)) {
            map_put(&seen, text, out);
            liquid_append(c->q, out, v->items[i]);
        }
    }
    map_drop(&seen);
    return out;
}

static const struct node *f_map(struct liquid_call *c) {
    const struct node *v = flat(c);
    struct node *out = liquid_new_list(c->q);
    if (liquid_type_of(c->in) == LIQUID_MAP) { /* a map is treated as a list with one member */
        liquid_append(c->q, out, liquid_member(c->q, c->in, liquid_arg(c, 0)));
        return out;
    }
    for (size_t i = 0; i < v->n; i++) {
        liquid_append(c->q, out, liquid_member(c->q, v->items[i], liquid_arg(c, 0)));
    }
    return out;
}

/* Whether the value `v` of a key matches in Jekyll's `where`: it equals `want`, or is a list that
 * contains it. If `any` is set, each true value matches. */
static bool is_where(struct liquid *q, const struct node *v, const struct node *want, bool any) {
    if (any) {
        return liquid_true(v);
    }
    bool found = false;
    for (size_t i = 0; liquid_type_of(v) == LIQUID_LIST && i < v->n && !found; i++) {
        found = str_eq(liquid_text(q, v->items[i]), liquid_text(q, want));
    }
    return found || liquid_equal(q, v, want) ||
           (v && want && str_eq(liquid_text(q, v), liquid_text(q, want)));
}

static const struct node *f_where(struct liquid_call *c) {
    const struct node *v = in(c);
    struct node *out = liquid_new_list(c->q);
    bool first = str_is(c->name, "find");
    for (size_t i = 0; i < v->n && c->q->jump != LIQUID_STOP; i++) {
        const struct node *member = liquid_member(c->q, v->items[i], liquid_arg(c, 0));
        if (is_where(c->q, member, c->n > 1 ? c->args[1] : NULL, c->n < 2)) {
            if (first) {
                return v->items[i];
            }
            liquid_append(c->q, out, v->items[i]);
        }
    }
    return first ? NULL : out;
}

/* Returns the text of the expression in the second argument: the text between its quotes, or the
 * value of a variable. */
static struct str expression(struct liquid_call *c) {
    struct str s = c->n > 1 ? c->sources[1] : STR_EMPTY;
    bool quoted = s.n > 1 && (s.p[0] == '"' || s.p[0] == '\'');
    return quoted ? str_slice(s, 1, s.n - 1) : liquid_arg(c, 1);
}

/* Runs `where_exp: "item", "item.year == 2020"`, and find_exp, which returns only the first match.
 */
static const struct node *f_where_exp(struct liquid_call *c) {
    const struct node *v = in(c);
    struct liquid *q = c->q;
    struct node *out = liquid_new_list(q);
    struct str source = expression(c);
    bool first = str_is(c->name, "find_exp");
    for (size_t i = 0; i < v->n && liquid_spend(q, source.n); i++) {
        struct liquid_scope item = {liquid_arg(c, 0), v->items[i], NULL, q->scope};
        struct liquid_cursor cursor = {.s = source};
        q->scope = &item;
        bool good = liquid_condition(q, &cursor);
        q->scope = item.up;
        if (good && first) {
            return v->items[i];
        }
        if (good) {
            liquid_append(q, out, v->items[i]);
        }
    }
    return first ? NULL : out;
}

/* Returns the name of a member's group: the value of a key, or of an expression. */
static struct str group_of(struct liquid_call *c, const struct node *v, struct str source) {
    struct liquid *q = c->q;
    if (!str_is(c->name, "group_by_exp")) {
        return liquid_text(q, liquid_member(q, v, liquid_arg(c, 0)));
    }
    struct liquid_scope item = {liquid_arg(c, 0), v, NULL, q->scope};
    struct liquid_cursor cursor = {.s = source};
    (void)liquid_spend(q, source.n);
    q->scope = &item;
    struct str out = liquid_text(q, liquid_value(q, &cursor));
    q->scope = item.up;
    return out;
}

static const struct node *f_group_by(struct liquid_call *c) {
    const struct node *v = in(c);
    struct liquid *q = c->q;
    struct str source = expression(c);
    struct node *out = liquid_new_list(q);
    struct map groups = MAP_INIT;
    for (size_t i = 0; i < v->n && q->jump != LIQUID_STOP; i++) {
        struct str name = arena_str(q->a, group_of(c, v->items[i], source));
        struct node *items = map_lookup(&groups, name);
        if (!items) {
            struct node *group = node_new_map(q->a, SPAN_NONE);
            struct node *label = node_string(q->a, name, SPAN_NONE);
            items = liquid_new_list(q);
            node_put(q->a, group, STR("name"), SPAN_NONE, label);
            node_put(q->a, group, STR("items"), SPAN_NONE, items);
            map_put(&groups, name, items);
            liquid_append(q, out, group);
        }
        liquid_append(q, items, v->items[i]);
    }
    for (size_t i = 0; i < out->n; i++) {
        struct node *group = out->items[i];
        const struct node *count = liquid_of_int(q, (int64_t)node_get(group, "items")->n);
        node_put_text(q->a, group, "size", count->text);
    }
    map_drop(&groups);
    return out;
}

/* ---- sorting by merging, so that equal members keep their order */

struct sorting {
    struct liquid *q;
    struct str key;
    bool natural;   /* upper and lower case are the same */
    bool nil_first; /* nil comes first, as is usual in Jekyll; otherwise it comes last */
};

static int order(const struct sorting *s, const struct node *x, const struct node *y) {
    /* "nav.order" is the member `order` of the member `nav` */
    for (struct str rest = s->key; rest.n;) {
        struct str key = str_cut(&rest, '.');
        x = liquid_member(s->q, x, key);
        y = liquid_member(s->q, y, key);
    }
    if (s->natural) {
        return str_cmp(arena_lower(s->q->a, liquid_text(s->q, x)),
                       arena_lower(s->q->a, liquid_text(s->q, y)));
    }
    bool no_x = liquid_type_of(x) == LIQUID_NIL, no_y = liquid_type_of(y) == LIQUID_NIL;
    if (no_x != no_y) {
        return no_x == s->nil_first ? -1 : 1;
    }
    return liquid_compare(s->q, x, y);
}

static void merge_sort(const struct sorting *s, struct node **v, struct node **room, size_t n) {
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t from = 0; from < n; from += 2 * width) {
            size_t middle = from + width < n ? from + width : n;
            size_t end = from + 2 * width < n ? from + 2 * width : n;
            size_t i = from, k = middle;
            for (size_t at = from; at < end; at++) {
                (void)liquid_spend(s->q, 8);
                bool left = i < middle &&
                            (k >= end || s->q->jump == LIQUID_STOP || order(s, v[i], v[k]) <= 0);
                room[at] = left ? v[i++] : v[k++];
            }
        }
        memcpy(v, room, n * sizeof *v);
    }
}

static const struct node *f_sort(struct liquid_call *c) {
    const struct node *v = in(c);
    struct liquid *q = c->q;
    struct node *out = liquid_new_list(q);
    for (size_t i = 0; i < v->n; i++) {
        liquid_append(q, out, v->items[i]);
    }
    struct sorting s = {q, liquid_arg(c, 0), str_is(c->name, "sort_natural"),
                        c->n < 2 || !str_is(liquid_arg(c, 1), "last")};
    if (out->n > 1 && liquid_spend(q, out->n * sizeof *out->items)) {
        merge_sort(&s, out->items, ARENA_ARRAY(q->a, struct node *, out->n), out->n);
    }
    return out;
}

static const struct node *f_sum(struct liquid_call *c) {
    const struct node *v = in(c);
    int64_t sum = 0, n;
    bool whole = true;
    for (size_t i = 0; i < v->n; i++) {
        const struct node *m =
            c->n ? liquid_member(c->q, v->items[i], liquid_arg(c, 0)) : v->items[i];
        if (liquid_number(m, &n) && !__builtin_add_overflow(sum, n, &sum)) {
            whole = whole && n % LIQUID_ONE == 0;
        }
    }
    return liquid_of_number(c->q, sum, whole);
}

/* Runs a filter of the Lab Website Template. It adds the keys that the input lacks from a map of
 * defaults. A default that contains $VALUE replaces a text of the input, and $VALUE becomes that
 * text. */
static const struct node *f_hash_default(struct liquid_call *c) {
    const struct node *map = c->in, *other = c->n ? c->args[0] : NULL;
    if (!map || map->kind != NODE_MAP || !other || other->kind != NODE_MAP ||
        !liquid_spend(c->q, (map->n + other->n) * sizeof *map)) {
        return map;
    }
    struct node *out = node_new_map(c->q->a, SPAN_NONE);
    for (size_t i = 0; i < map->n; i++) {
        node_add(c->q->a, out, map->keys[i], map->key_spans[i], map->items[i]);
    }
    for (size_t i = 0; i < other->n; i++) {
        const struct node *had = node_value(out, other->keys[i]);
        struct str text = liquid_text(c->q, other->items[i]);
        struct str own = had ? liquid_text(c->q, had) : STR_EMPTY;
        size_t mark = str_find(text, STR("$VALUE"));
        struct node *value = other->items[i];
        if (mark != STR_NONE && own.n) {
            text = arena_join(c->q->a, 3, str_slice(text, 0, mark), own, str_from(text, mark + 6));
            value = node_string(c->q->a, text, SPAN_NONE);
        }
        if (mark == STR_NONE ? !own.n : own.n > 0) {
            node_put(c->q->a, out, other->keys[i], other->key_spans[i], value);
        }
    }
    return out;
}

const struct liquid_filter_row liquid_list_filters[] = {
    {"array_to_sentence_string", f_sentence},
    {"compact", f_compact},
    {"concat", f_concat},
    {"find", f_where},
    {"find_exp", f_where_exp},
    {"first", f_first},
    {"group_by", f_group_by},
    {"group_by_exp", f_group_by},
    {"hash_default", f_hash_default},
    {"join", f_join},
    {"last", f_last},
    {"length", f_size},
    {"map", f_map},
    {"pop", f_pop},
    {"push", f_push},
    {"reverse", f_reverse},
    {"shift", f_pop},
    {"size", f_size},
    {"sort", f_sort},
    {"sort_natural", f_sort},
    {"sum", f_sum},
    {"uniq", f_uniq},
    {"unshift", f_push},
    {"where", f_where},
    {"where_exp", f_where_exp},
    {NULL, NULL},
};
