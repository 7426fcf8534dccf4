/* SPDX-License-Identifier: MIT */
/*
 * CSL-JSON to items: names, dates, numbers that are numbers, variables hidden in the note. What CSL
 * does not know is kept under its own name.
 */
#include "csl/items.h"

struct item_reader {
    struct arena *a;
    struct diags *d;
    struct item *it;
};

static void wrong_kind(struct item_reader *r, struct span at, const char *what, const char *want) {
    diag_add(r->d, DIAG_BIB_BAD_ITEM, at, "`%s` should be %s", what, want);
}

/* ---- dates in parts ---- */

static int part_at(const struct node *list, size_t i) {
    int64_t v = 0;
    struct str s =
        list->kind == NODE_LIST && i < list->n ? str_trim(node_text(list->items[i])) : STR_EMPTY;
    return str_to_i64(s, &v) && v >= -99999 && v <= 99999 ? (int)v : 0;
}

static void read_day(const struct node *list, struct item_day *out) {
    *out = (struct item_day){0};
    int year = part_at(list, 0), month = part_at(list, 1), day = part_at(list, 2);
    out->year = year;
    out->has_year = year != 0;
    if (month >= 1 && month <= 12) {
        out->month = (int8_t)month;
        out->day = (int8_t)(day >= 1 && day <= 31 ? day : 0);
    } else if (month >= 13 && month <= 16) {
        out->season = (int8_t)(month - 12);
    } else if (month >= 21 && month <= 24) {
        out->season = (int8_t)(month - 20);
    }
}

static void read_season(struct item_reader *r, const struct node *n, struct item_date *d) {
    static const struct {
        const char *word;
        int8_t season;
    } words[] = {{"spring", 1}, {"summer", 2}, {"autumn", 3}, {"fall", 3}, {"winter", 4}};
    (void)r;
    struct str s = str_trim(node_text(n));
    int64_t v = 0;
    if (str_to_i64(s, &v)) {
        d->from.season = (int8_t)(v >= 1 && v <= 4 ? v : 0);
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(s, str_of(words[i].word))) {
            d->from.season = words[i].season;
        }
    }
}

static bool read_date(struct item_reader *r, const struct node *n, struct item_date *d) {
    *d = (struct item_date){0};
    if (n->kind != NODE_MAP) {
        csl_date_read(r->a, node_text(n), d);
        return d->from.has_year || d->raw.n;
    }
    const struct node *parts = node_get(n, "date-parts"), *circa = node_get(n, "circa");
    struct str raw = node_text(node_get(n, "raw")), literal = node_text(node_get(n, "literal"));
    if (raw.n == 0) { /* CSL 1.0.2's schema for dates in EDTF */
        raw = node_text(node_get(n, "edtf"));
    }
    if (parts && parts->kind == NODE_LIST && parts->n) {
        if (parts->items[0]->kind == NODE_LIST) {
            read_day(parts->items[0], &d->from);
            if (parts->n > 1) {
                d->is_range = true;
                read_day(parts->items[1], &d->to);
            }
        } else {
            read_day(parts, &d->from);
        }
    }
    if (!d->from.has_year && raw.n) {
        csl_date_read(r->a, raw, d);
    }
    if (!d->from.has_year && literal.n) {
        d->literal = literal;
    }
    if (node_get(n, "season")) {
        read_season(r, node_get(n, "season"), d);
    }
    struct str c = node_text(circa);
    d->circa = d->circa || (c.n && !str_is(c, "0") && !str_is(c, "false"));
    return d->from.has_year || d->literal.n || d->raw.n || d->from.season;
}

/* ---- names ---- */

static bool is_true(const struct node *n) {
    struct str s = node_text(n);
    return n && s.n && !str_is(s, "0") && !str_is(s, "false");
}

static void read_name(const struct node *n, struct item_name *out) {
    *out = (struct item_name){
        .family = node_text(node_get(n, "family")),
        .given = node_text(node_get(n, "given")),
        .dropping_particle = node_text(node_get(n, "dropping-particle")),
        .non_dropping_particle = node_text(node_get(n, "non-dropping-particle")),
        .suffix = node_text(node_get(n, "suffix")),
        .literal = node_text(node_get(n, "literal")),
        .comma_suffix = is_true(node_get(n, "comma-suffix")),
        .static_ordering = is_true(node_get(n, "static-ordering")),
    };
    if (n->kind != NODE_MAP) {
        out->literal = node_text(n);
    }
}

static void read_names(struct item_reader *r, const struct node *n, enum item_var v) {
    if (n->kind != NODE_LIST) {
        wrong_kind(r, n->span, item_var_name(v), "a list of names");
        return;
    }
    struct item_names names = {ARENA_ARRAY(r->a, struct item_name, n->n), 0};
    for (size_t i = 0; i < n->n; i++) {
        struct item_name name;
        read_name(n->items[i], &name);
        if (name.family.n || name.given.n || name.literal.n) {
            names.p[names.n++] = name;
        }
    }
    if (names.n) {
        item_set(r->a, r->it, v, n->span)->u.names = names;
    }
}

/* ---- variables ---- */

static void set_date(struct item_reader *r, enum item_var v, const struct item_date *d,
                     struct span at) {
    item_set(r->a, r->it, v, at)->u.date = *d;
}

static void read_variable(struct item_reader *r, enum item_var v, const struct node *n) {
    if (var_is_name(v)) {
        read_names(r, n, v);
    } else if (var_is_date(v)) {
        struct item_date d;
        if (read_date(r, n, &d)) {
            set_date(r, v, &d, n->span);
        }
    } else if (n->kind == NODE_MAP || n->kind == NODE_LIST) {
        wrong_kind(r, n->span, item_var_name(v), "text or a number");
    } else if (node_text(n).n && n->kind != NODE_NULL) {
        item_set_text(r->a, r->it, v, node_text(n), n->span);
    }
}

/** "key: value" of a note, in the item's own words: sets what is not set yet. Whether it is one. */
static bool note_pair(struct item_reader *r, struct str key, struct str value, struct span at) {
    enum item_var v = item_var_find(key);
    if (str_is(key, "type")) {
        enum item_type t = item_type_find(value);
        r->it->type = t == ITEM_TYPE_NONE ? r->it->type : t;
        return t != ITEM_TYPE_NONE;
    }
    if (v == VAR_NONE || v == VAR_NOTE || value.n == 0) {
        return false;
    }
    if (var_is_name(v)) {
        size_t bars = str_find(value, STR("||"));
        struct item_name *name = ARENA_NEW(r->a, struct item_name);
        name->family = str_trim(str_slice(value, 0, bars));
        name->given = bars == STR_NONE ? STR_EMPTY : str_trim(str_from(value, bars + 2));
        struct item_names old = item_names(r->it, v);
        struct item_name *all = ARENA_ARRAY(r->a, struct item_name, old.n + 1);
        for (size_t i = 0; i < old.n; i++) {
            all[i] = old.p[i];
        }
        all[old.n] = *name;
        item_set(r->a, r->it, v, at)->u.names = (struct item_names){all, old.n + 1};
    } else if (var_is_date(v)) {
        struct item_date d;
        csl_date_read(r->a, value, &d);
        set_date(r, v, &d, at);
    } else if (item_text(r->it, v).n == 0) {
        item_set_text(r->a, r->it, v, value, at);
    }
    return true;
}

/** Pairs "{:key: value}" of a note; what is left of it goes into `out`. */
static void read_braces(struct item_reader *r, struct str note, struct span at, struct buf *out) {
    for (size_t open = str_find(note, STR("{:")); open != STR_NONE;
         open = str_find(note, STR("{:"))) {
        struct str rest = str_from(note, open + 2);
        size_t end = str_index(rest, '}'), colon = str_index(rest, ':');
        if (end == STR_NONE || colon == STR_NONE || colon > end) {
            break;
        }
        bool known =
            note_pair(r, str_slice(rest, 0, colon), str_trim(str_slice(rest, colon + 1, end)), at);
        buf_str(out, str_slice(note, 0, known ? open : open + 2 + end + 1));
        note = str_from(rest, end + 1);
    }
    buf_str(out, note);
}

/**
 * Variables that reference managers without a field for them keep in the note: "{:key: value}"
 * anywhere, or lines "key: value" at its head, perhaps below one of plain words. The note itself is
 * what remains.
 */
static void read_note(struct item_reader *r, struct str note, struct span at) {
    struct buf left, lines;
    buf_init(&left, 0);
    buf_init(&lines, 0);
    read_braces(r, note, at, &left);
    struct str rest = buf_view(&left);
    for (bool first = true; rest.p && rest.n; first = false) {
        struct str after = rest, whole = str_cut(&after, '\n'), line = str_trim(whole);
        size_t colon = str_index(line, ':');
        bool pair = colon != STR_NONE && str_index(str_slice(line, 0, colon), ' ') == STR_NONE &&
                    line.p[0] != '{';
        if (!pair && !first) {
            break;
        }
        struct str value = pair ? str_trim(str_from(line, colon + 1)) : STR_EMPTY;
        if (!pair ||
            !note_pair(r, arena_str(r->a, str_slice(line, 0, colon)), arena_str(r->a, value), at)) {
            buf_str(&lines, whole);
            buf_str(&lines, after.p ? STR("\n") : STR_EMPTY);
        }
        rest = after;
    }
    buf_str(&lines, rest.p ? rest : STR_EMPTY);
    struct str kept = str_trim(buf_view(&lines));
    if (kept.n < str_trim(note).n) {
        item_set_text(r->a, r->it, VAR_NOTE, arena_str(r->a, kept), at);
    }
    buf_drop(&left);
    buf_drop(&lines);
}

struct item *csl_item_read(struct arena *a, const struct node *n, struct diags *d) {
    struct item_reader r = {a, d, ARENA_NEW(a, struct item)};
    r.it->type = ITEM_TYPE_NONE;
    r.it->span = n->span;
    if (n->kind != NODE_MAP) {
        wrong_kind(&r, n->span, "item", "an object");
        return r.it;
    }
    r.it->extras = ARENA_ARRAY(a, struct item_extra, n->n + 1);
    for (size_t i = 0; i < n->n; i++) {
        struct str key = n->keys[i];
        const struct node *value = n->items[i];
        enum item_var v = item_var_find(key);
        if (str_is(key, "id")) {
            r.it->id = node_text(value);
            r.it->id_span = value->span;
        } else if (str_is(key, "type")) {
            r.it->type_text = node_text(value);
            r.it->type = item_type_find(r.it->type_text);
        } else if (v != VAR_NONE) {
            read_variable(&r, v, value);
        } else if (node_text(value).n) {
            r.it->extras[r.it->nextras++] = (struct item_extra){key, node_text(value), value->span};
        }
    }
    struct str note = item_text(r.it, VAR_NOTE);
    if (str_index(note, ':') != STR_NONE) {
        read_note(&r, note, item_field(r.it, VAR_NOTE)->span);
    }
    return r.it;
}
