/* SPDX-License-Identifier: MIT */
/*
 * The text of an item in the library: CSL-JSON (the schema of CSL 1.0.2) with all rich text
 * (csl_tags.h). `custom` has the data that CSL-JSON cannot express: the type as read, capitals as
 * written, extras (a list, because names may occur more than once), and exact dates. Reading
 * returns an equal item. Tests check this, because the library may be the only copy.
 */
#include "cite/bib/store/store_item.h"

#include "cite/bib/item/braced.h"
#include "cite/bib/item/csl_tags.h"
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "model/tex/math/math_rich.h"

/* ---- text ---- */

struct str bib_store_text(struct arena *a, struct str s) {
    if (str_index(s, '\0') == STR_NONE) {
        return s;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i]) {
            buf_putc(&b, s.p[i]);
        } else {
            buf_rune(&b, UTF8_REPLACEMENT);
        }
    }
    return buf_finish(&b, a);
}

/* ---- writing ---- */

static void put_string(struct buf *out, struct str s) {
    if (str_index(s, '\0') == STR_NONE) {
        json_write_string(out, s);
        return;
    }
    struct arena *a = arena_new();
    json_write_string(out, bib_store_text(a, s));
    arena_drop(a);
}

static void put_key(struct buf *out, const char *key) {
    if (out->p[out->n - 1] != '{') {
        buf_putc(out, ',');
    }
    json_write_string(out, str_of(key));
    buf_putc(out, ':');
}

static void put_text(struct buf *out, const char *key, struct str text) {
    if (text.n) {
        put_key(out, key);
        put_string(out, text);
    }
}

static void put_rich_string(struct buf *out, struct rich r) {
    if (!r.marks && str_index(r.text, '<') == STR_NONE) {
        put_string(out, r.text);
        return;
    }
    struct arena *a = arena_new();
    put_string(out, item_tags_text(a, r));
    arena_drop(a);
}

static void put_rich(struct buf *out, const char *key, struct rich r) {
    if (r.text.n) {
        put_key(out, key);
        put_rich_string(out, r);
    }
}

static void put_true(struct buf *out, const char *key, bool value) {
    if (value) {
        put_key(out, key);
        buf_puts(out, "true");
    }
}

static void put_name(struct buf *out, const struct item_name *nm) {
    buf_putc(out, '{');
    for (int i = 0; i < NAME_PART_COUNT; i++) {
        enum item_name_part part = (enum item_name_part)i;
        put_rich(out, item_name_part_keys[part], item_name_part(nm, part));
    }
    put_true(out, "comma-suffix", nm->comma_suffix);
    put_true(out, "static-ordering", nm->static_ordering);
    put_true(out, "others", nm->others);
    put_text(out, "note", nm->note);
    put_text(out, "words", nm->words);
    buf_putc(out, '}');
}

/** Whether date-parts can express a day completely. */
static bool is_plain(const struct item_day *day) {
    return day->has_year && day->season == 0 && (day->month || !day->day);
}

static void put_parts(struct buf *out, const struct item_day *day) {
    buf_printf(out, "[%d", (int)day->year);
    if (day->month) {
        buf_printf(out, ",%d", day->month);
        if (day->day) {
            buf_printf(out, ",%d", day->day);
        }
    }
    buf_putc(out, ']');
}

static void put_exact(struct buf *out, const struct item_day *day) {
    buf_printf(out, "[%d,%d,%d,%d,%d]", day->has_year, (int)day->year, day->month, day->day,
               day->season);
}

static void put_date(struct buf *out, const struct item_date *date) {
    buf_putc(out, '{');
    if (date->from.has_year) {
        put_key(out, "date-parts");
        buf_putc(out, '[');
        put_parts(out, &date->from);
        if (date->is_range && date->to.has_year) {
            buf_putc(out, ',');
            put_parts(out, &date->to);
        }
        buf_putc(out, ']');
    }
    const struct item_day *from = &date->from;
    bool empty = !from->has_year && !from->year && !from->month && !from->day && !from->season;
    if (date->is_range ? !is_plain(from) || !is_plain(&date->to) : !empty && !is_plain(from)) {
        put_key(out, "exact");
        buf_putc(out, '[');
        put_exact(out, &date->from);
        if (date->is_range) {
            buf_putc(out, ',');
            put_exact(out, &date->to);
        }
        buf_putc(out, ']');
    }
    put_true(out, "circa", date->circa);
    put_rich(out, "literal", (struct rich){date->literal, date->literal_marks});
    put_text(out, "raw", date->raw);
    buf_putc(out, '}');
}

static void put_field(struct buf *out, const struct item_field *f) {
    put_key(out, item_var_name(f->var));
    if (var_is_date(f->var)) {
        put_date(out, f->u.date);
    } else if (var_is_name(f->var)) {
        buf_putc(out, '[');
        for (size_t i = 0; i < f->u.names.n; i++) {
            buf_puts(out, i ? "," : "");
            put_name(out, &f->u.names.p[i]);
        }
        buf_putc(out, ']');
    } else {
        put_rich_string(out, f->u.text);
    }
}

/** Writes the names in the item's titles that the database protects with braces. */
static void put_braced(struct buf *out, const struct item *it) {
    struct arena *a = it->braced ? arena_new() : NULL;
    struct str *names = NULL;
    size_t n = a ? item_braced_list(it->braced, a, it, &names) : 0;
    for (size_t i = 0; i < n; i++) {
        if (i == 0) {
            put_key(out, "braced");
        }
        buf_putc(out, i ? ',' : '[');
        put_string(out, names[i]);
    }
    if (a) {
        buf_puts(out, n ? "]" : "");
        arena_drop(a);
    }
}

static void put_custom(struct buf *out, const struct item *it) {
    if (!it->type_text.n && !it->written_case && !it->in_journal && !it->nextras) {
        return;
    }
    put_key(out, "custom");
    buf_putc(out, '{');
    put_text(out, "type", it->type_text);
    put_true(out, "written-case", it->written_case);
    put_true(out, "in-journal", it->in_journal);
    put_braced(out, it);
    if (it->nextras) {
        put_key(out, "fields");
        buf_putc(out, '[');
        for (size_t i = 0; i < it->nextras; i++) {
            buf_puts(out, i ? ",[" : "[");
            put_string(out, it->extras[i].name);
            buf_putc(out, ',');
            put_rich_string(out, it->extras[i].text);
            buf_putc(out, ']');
        }
        buf_putc(out, ']');
    }
    buf_putc(out, '}');
}

void bib_store_item_write(struct buf *out, const struct item *it) {
    buf_puts(out, "{\"id\":");
    put_string(out, it->id);
    if (it->type != ITEM_TYPE_NONE) {
        put_text(out, "type", str_of(item_type_name(it->type)));
    }
    for (size_t i = 0; i < it->nfields; i++) {
        put_field(out, &it->fields[i]);
    }
    put_custom(out, it);
    buf_putc(out, '}');
}

/* ---- reading ---- */

static bool read_flag(const struct node *map, const char *key) {
    return node_bool(node_get(map, key), 0) == 1;
}

static int64_t read_int(const struct node *list, size_t i, int64_t least, int64_t most) {
    int64_t v = 0;
    if (i >= list->n || !str_to_i64(node_text(list->items[i]), &v) || v < least || v > most) {
        return 0;
    }
    return v;
}

/** Reads a day: [year, month, day] in date-parts, or [has_year, year, month, day, season] if
 * `exact` is set. */
static void read_day(const struct node *list, bool exact, struct item_day *out) {
    size_t at = exact ? 1 : 0;
    *out = (struct item_day){.year = (int32_t)read_int(list, at, -ITEM_YEAR_MAX, ITEM_YEAR_MAX),
                             .month = (int8_t)read_int(list, at + 1, 0, 12),
                             .day = (int8_t)read_int(list, at + 2, 0, 31),
                             .season = (int8_t)(exact ? read_int(list, 4, 0, 4) : 0),
                             .has_year = exact ? read_int(list, 0, 0, 1) == 1 : list->n > 0};
}

static void read_date(struct arena *a, const struct node *map, struct item_date *out) {
    struct rich literal = item_tags_read(a, node_text(node_get(map, "literal")));
    *out = (struct item_date){.circa = read_flag(map, "circa"),
                              .literal = literal.text,
                              .literal_marks = literal.marks,
                              .raw = node_text(node_get(map, "raw"))};
    const struct node *days = node_get(map, "exact");
    bool exact = days != NULL;
    days = days ? days : node_get(map, "date-parts");
    if (days && days->n > 0) {
        read_day(days->items[0], exact, &out->from);
        if (days->n > 1) {
            read_day(days->items[1], exact, &out->to);
            out->is_range = true;
        }
    }
}

static void read_names(struct arena *a, const struct node *list, struct item_names *out) {
    out->n = list->n;
    out->p = ARENA_ARRAY(a, struct item_name, list->n);
    for (size_t i = 0; i < list->n; i++) {
        const struct node *n = list->items[i];
        struct item_name *nm = &out->p[i];
        *nm = (struct item_name){.comma_suffix = read_flag(n, "comma-suffix"),
                                 .static_ordering = read_flag(n, "static-ordering"),
                                 .others = read_flag(n, "others"),
                                 .note = node_text(node_get(n, "note")),
                                 .words = node_text(node_get(n, "words"))};
        for (int k = 0; k < NAME_PART_COUNT; k++) {
            enum item_name_part part = (enum item_name_part)k;
            item_name_set(a, nm, part,
                          item_tags_read(a, node_text(node_get(n, item_name_part_keys[part]))));
        }
    }
}

static void read_custom(struct arena *a, const struct node *map, struct item *it) {
    it->type_text = node_text(node_get(map, "type"));
    it->written_case = read_flag(map, "written-case");
    it->in_journal = read_flag(map, "in-journal");
    const struct node *fields = node_get(map, "fields"), *braced = node_get(map, "braced");
    struct item_braced *names = braced ? ARENA_NEW(a, struct item_braced) : NULL;
    for (size_t i = 0; braced && i < braced->n; i++) {
        *names = i ? *names : ITEM_BRACED_IN(a);
        item_braced_add(names, node_text(braced->items[i]));
        it->braced = names;
    }
    if (!fields || fields->kind != NODE_LIST || fields->n == 0) {
        return;
    }
    it->extras = ARENA_ARRAY(a, struct item_extra, fields->n);
    for (size_t i = 0; i < fields->n; i++) {
        const struct node *pair = fields->items[i];
        if (pair->kind == NODE_LIST && pair->n == 2) {
            it->extras[it->nextras++] = (struct item_extra){
                node_text(pair->items[0]), item_tags_read(a, node_text(pair->items[1])), it->span};
        }
    }
}

static void read_field(struct arena *a, struct item *it, enum item_var v, const struct node *n) {
    if (var_is_date(v)) {
        if (n->kind == NODE_MAP) {
            struct item_date date;
            read_date(a, n, &date);
            item_set_date(a, it, v, &date, it->span);
        }
    } else if (var_is_name(v)) {
        if (n->kind == NODE_LIST && n->n) {
            read_names(a, n, &item_set(a, it, v, it->span)->u.names);
        }
    } else {
        item_set_text(a, it, v, item_tags_read(a, node_text(n)), it->span);
    }
}

struct item *bib_store_item_read(struct arena *a, struct str body) {
    struct diags quiet;
    diags_init(&quiet, a);
    struct node *map = json_parse(a, source_new(a, STR_EMPTY, body), &quiet);
    bool sound = map && map->kind == NODE_MAP && quiet.errors == 0;
    diags_drop(&quiet);
    if (!sound) {
        return NULL;
    }
    struct item *it = ARENA_NEW(a, struct item);
    it->type = ITEM_TYPE_NONE;
    for (size_t i = 0; i < map->n; i++) {
        const struct node *value = map->items[i];
        enum item_var v = item_var_find(map->keys[i]);
        if (str_is(map->keys[i], "id")) {
            it->id = node_text(value);
        } else if (str_is(map->keys[i], "type")) {
            it->type = item_type_find(node_text(value));
        } else if (str_is(map->keys[i], "custom")) {
            read_custom(a, value, it);
        } else if (v != VAR_NONE) {
            read_field(a, it, v, value);
        }
    }
    return it;
}

/* ---- text for searching ---- */

/** The text variables that are searched, with their columns. */
static const struct {
    enum item_var var;
    enum bib_store_column column;
} searched[] = {
#define SEARCHED(variable, column) {variable, column},
#include "cite/bib/store/searched.def"
#undef SEARCHED
};

static void add_words(struct buf *b, struct str text) {
    if (text.n) {
        buf_puts(b, b->n ? "\n" : "");
        buf_str(b, text);
    }
}

static void add_people(struct buf *b, struct item_names names) {
    for (size_t i = 0; i < names.n; i++) {
        const struct item_name *nm = &names.p[i];
        const struct str parts[] = {
            nm->given,  nm->dropping_particle, nm->non_dropping_particle, nm->family, nm->suffix,
            nm->literal};
        buf_puts(b, b->n ? "\n" : "");
        bool any = false;
        for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
            if (parts[k].n) {
                buf_puts(b, any ? " " : "");
                buf_str(b, parts[k]);
                any = true;
            }
        }
    }
}

void bib_store_item_words(struct arena *a, const struct item *it,
                          struct str words[BIB_COLUMN_COUNT]) {
    struct buf b = BUF_INIT;
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        buf_clear(&b);
        if (c == BIB_COLUMN_KEY) {
            buf_str(&b, it->id);
        }
        for (size_t i = 0; i < ARRAY_LEN(searched); i++) {
            if ((int)searched[i].column == c) {
                add_words(&b, tex_rich_plain(a, item_rich(it, searched[i].var)));
            }
        }
        for (size_t i = 0; c == BIB_COLUMN_AUTHOR && i < it->nfields; i++) {
            if (var_is_name(it->fields[i].var)) {
                add_people(&b, it->fields[i].u.names);
            }
        }
        words[c] = b.n ? bib_store_text(a, buf_keep(&b, a)) : STR_EMPTY;
    }
    buf_drop(&b);
}

void bib_store_row_words(struct arena *a, const struct bib_store_row *row,
                         struct str words[BIB_COLUMN_COUNT]) {
    struct item *it = bib_store_item_read(a, row->body);
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        words[c] = c == BIB_COLUMN_KEY ? row->key : STR_EMPTY;
    }
    if (it) {
        it->id = row->key;
        bib_store_item_words(a, it, words);
    }
}

static const char *const column_names[BIB_COLUMN_COUNT] = {"key",   "title",    "author",
                                                           "venue", "abstract", "keyword"};

const char *bib_store_column_name(enum bib_store_column c) {
    return column_names[c];
}

int bib_store_column_find(struct str name) {
    static const struct {
        struct str name;
        enum bib_store_column column;
    } others[] = {
        {STR_INIT("doi"), BIB_COLUMN_KEY},         {STR_INIT("isbn"), BIB_COLUMN_KEY},
        {STR_INIT("id"), BIB_COLUMN_KEY},          {STR_INIT("editor"), BIB_COLUMN_AUTHOR},
        {STR_INIT("name"), BIB_COLUMN_AUTHOR},     {STR_INIT("journal"), BIB_COLUMN_VENUE},
        {STR_INIT("publisher"), BIB_COLUMN_VENUE}, {STR_INIT("keywords"), BIB_COLUMN_KEYWORD}};
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        if (str_ieq(name, str_of(column_names[c]))) {
            return c;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (str_ieq(name, others[i].name)) {
            return (int)others[i].column;
        }
    }
    return -1;
}
