/* SPDX-License-Identifier: MIT */
/*
 * Writes CSL-JSON and CSL-YAML. Titles from a .bib are written in sentence case, as in pandoc and
 * in CSL's schema. Fields that CSL does not define are put into `custom` (schema of CSL 1.0.2),
 * except fields that only biblatex or a program uses.
 */
#include "cite/bib/format/format_rows.h"

#include "cite/bib/item/archive.h"
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/item_language.h"
#include "cite/bib/item/item_text.h"
#include "cite/bib/item/sentence.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "model/tex/math/math_rich.h"

#include <string.h>

struct csl_writer {
    struct arena *a;
    const struct item *it;
    struct node *map;
    struct str (*text)(struct arena *a, struct rich r);
};

/* Fields of a .bib that matter only to biblatex, or to the program that wrote them. Sorted. */
static const struct str private_names[] = {
#define FIELD(name) STR_INIT(name),
#include "cite/bib/format/write_csl_private.def"
#undef FIELD
};

static bool is_private(struct arena *a, struct str name) {
    return str_find_sorted(arena_lower(a, name), private_names, ARRAY_LEN(private_names)) !=
           STR_NONE;
}

static bool is_eprint(struct str name) {
    return str_iamong(name, "eprint eprinttype archiveprefix eprintclass primaryclass");
}

/* ---- values ---- */

static struct node *scalar(struct csl_writer *w, enum node_kind kind, struct str text) {
    struct node *n = node_string(w->a, text, SPAN_NONE);
    n->kind = kind;
    return n;
}

static void put_text(struct csl_writer *w, struct node *map, const char *key, struct rich r) {
    node_put_some(w->a, map, key, w->text(w->a, r));
}

static void append_number(struct csl_writer *w, struct node *list, int v) {
    node_append(w->a, list, scalar(w, NODE_NUMBER, arena_printf(w->a, "%d", v)));
}

/** Returns a text as a string of CSL-JSON. CSL-JSON has neither code nor math, so a formula becomes
 * plain text. */
static struct str json_text(struct arena *a, struct rich r) {
    return item_tags_text(a, rich_without(a, tex_rich_without_math(a, r), 1u << RICH_CODE));
}

static struct rich title_text(struct csl_writer *w, enum item_var v, struct rich text) {
    if (!w->it->written_case || !bib_language_is_english(item_text(w->it, VAR_LANGUAGE))) {
        return text;
    }
    return bib_title_is_name(w->it, v) ? bib_drop_nocase(w->a, text)
                                       : bib_sentence_case(w->a, text, w->it);
}

/* ---- dates and names ---- */

static struct node *day_parts(struct csl_writer *w, const struct item_day *day) {
    struct node *list = node_new_list(w->a, SPAN_NONE);
    append_number(w, list, day->has_year ? day->year : 0);
    if (day->has_year && (day->month || day->season)) {
        append_number(w, list, day->month ? day->month : 20 + day->season);
        if (day->month && day->day) {
            append_number(w, list, day->day);
        }
    }
    return list;
}

static void put_date(struct csl_writer *w, enum item_var v, const struct item_date *date) {
    struct node *map = node_new_map(w->a, SPAN_NONE);
    put_text(w, map, "literal", (struct rich){date->literal, date->literal_marks});
    node_put_some(w->a, map, "raw", date->raw);
    if (date->circa) {
        node_put(w->a, map, STR("circa"), SPAN_NONE, scalar(w, NODE_BOOL, STR("true")));
    }
    if (date->from.has_year || date->is_range) {
        struct node *parts = node_new_list(w->a, SPAN_NONE);
        node_append(w->a, parts, day_parts(w, &date->from));
        if (date->is_range) {
            node_append(w->a, parts, day_parts(w, &date->to));
        }
        node_put(w->a, map, STR("date-parts"), SPAN_NONE, parts);
    }
    node_put(w->a, w->map, str_of(item_var_name(v)), SPAN_NONE, map);
}

static void put_names(struct csl_writer *w, enum item_var v, struct item_names names) {
    struct node *list = node_new_list(w->a, SPAN_NONE);
    for (size_t i = 0; i < names.n; i++) {
        const struct item_name *nm = &names.p[i];
        struct node *map = node_new_map(w->a, SPAN_NONE);
        if (nm->others) {
            node_put_some(w->a, map, "literal", STR("others"));
        }
        for (int part = 0; part < NAME_PART_COUNT; part++) {
            put_text(w, map, item_name_part_keys[part],
                     item_name_part(nm, (enum item_name_part)part));
        }
        if (nm->comma_suffix) {
            node_put(w->a, map, STR("comma-suffix"), SPAN_NONE, scalar(w, NODE_BOOL, STR("true")));
        }
        if (nm->static_ordering) {
            node_put(w->a, map, STR("static-ordering"), SPAN_NONE,
                     scalar(w, NODE_BOOL, STR("true")));
        }
        node_append(w->a, list, map);
    }
    node_put(w->a, w->map, str_of(item_var_name(v)), SPAN_NONE, list);
}

/* ---- items ---- */

/** Writes all extras. Their names differ, so node_add() need not search for an older value of the
 * same name. */
static void put_extras(struct csl_writer *w) {
    size_t n;
    const struct item_extra *extras = item_merged_extras(w->a, w->it, &n);
    struct node *custom = node_new_map(w->a, SPAN_NONE);
    bool eprint = item_eprint_address(w->a, w->it).n > 0;
    for (size_t i = 0; i < n; i++) {
        const struct item_extra *x = &extras[i];
        bool hidden =
            w->it->written_case && is_private(w->a, x->name) && !(eprint && is_eprint(x->name));
        if (!hidden && x->text.text.n) {
            node_add(w->a, custom, x->name, SPAN_NONE,
                     node_string(w->a, json_text(w->a, x->text), SPAN_NONE));
        }
    }
    if (custom->n) {
        node_put(w->a, w->map, STR("custom"), SPAN_NONE, custom);
    }
}

/** Returns the text of the type. CSL allows only its own types, so `misc` and unknown types of a
 * .bib become empty, as in pandoc. */
static struct str type_text(const struct item *it) {
    if (it->type != ITEM_TYPE_NONE) {
        return str_of(item_type_name(it->type));
    }
    return it->written_case ? STR("") : it->type_text;
}

/** Whether the page of an article only repeats its number. Such a page is not written: other
 * processors would print both, and our reader sets the page again. */
static bool repeats_number(const struct item *it, enum item_var v) {
    return v == VAR_PAGE && item_is_article(it) && item_field(it, VAR_NUMBER) &&
           rich_eq(item_rich(it, VAR_PAGE), item_rich(it, VAR_NUMBER));
}

static struct node *write_item(struct arena *a, const struct item *it,
                               struct str (*text)(struct arena *a, struct rich r)) {
    struct csl_writer w = {.a = a, .it = it, .map = node_new_map(a, SPAN_NONE), .text = text};
    node_put_text(a, w.map, "id", it->id);
    node_put_text(a, w.map, "type", type_text(it));
    for (size_t i = 0; i < it->nfields; i++) {
        const struct item_field *f = &it->fields[i];
        if (var_is_date(f->var)) {
            put_date(&w, f->var, f->u.date);
        } else if (var_is_name(f->var)) {
            put_names(&w, f->var, f->u.names);
        } else if (!repeats_number(it, f->var)) {
            const char *key = item_var_name(f->var);
            if (f->var == VAR_URL || f->var == VAR_DOI) {
                node_put_some(a, w.map, key, f->u.text.text);
            } else {
                put_text(&w, w.map, key,
                         bib_is_title(f->var) ? title_text(&w, f->var, f->u.text) : f->u.text);
            }
        }
    }
    put_extras(&w);
    return w.map;
}

static struct node *write_list(struct arena *a, const struct item *const *items, size_t n,
                               struct str (*text)(struct arena *a, struct rich r)) {
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        node_append(a, list, write_item(a, items[i], text));
    }
    return list;
}

void bib_csljson_write(struct arena *a, struct buf *out, const struct item *const *items,
                       size_t n) {
    json_write(out, write_list(a, items, n, json_text), 2);
    buf_putc(out, '\n');
}

/* ---- YAML ---- */

/** Whether a string needs no quotes in YAML, because it is read back as the same string without
 * them. */
static bool is_plain_yaml(struct str s) {
    if (s.n == 0 || !(is_alpha(s.p[0]) || (unsigned char)s.p[0] >= 0x80) ||
        is_space(s.p[s.n - 1]) || str_iamong(s, "true false yes no on off null y n")) {
        return false;
    }
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if ((unsigned char)c < 0x20 || c == '#' || c == ':' || c == '"' || c == '\\') {
            return false;
        }
    }
    return true;
}

/** Writes text and escapes everything that the Markdown reader would take as markup. */
static void add_markdown(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool twice = (c == '-' || c == '.') && i + 1 < s.n && s.p[i + 1] == c;
        if (twice || (c && strchr("\\*_^~`[]$<\"'", c))) {
            buf_putc(out, '\\');
        }
        buf_putc(out, c);
    }
}

/** Whether a text begins and ends without a blank. Only then does pandoc read it as math between
 * two `$`. */
static bool stands_between(struct str s) {
    return s.n && !is_space(s.p[0]) && !is_space(s.p[s.n - 1]);
}

/** Whether a text is read back as code, unchanged, if it is between backticks. */
static bool is_markdown_code(struct str s) {
    return str_index(s, '`') == STR_NONE && str_index(s, '\\') == STR_NONE && stands_between(s);
}

/** A text as Markdown. Spans that Markdown does not have are written with CSL-JSON's tags. */
static struct str yaml_text(struct arena *a, struct rich r) {
    struct buf b;
    struct rich_walk w;
    buf_init(&b, 0);
    rich_walk_start(&w, r);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        const char *mark = w.kind == RICH_MATH ? "$" : "`";
        bool own = w.kind == RICH_MATH ? stands_between(w.text) : is_markdown_code(w.text);
        switch (e) {
        case RICH_TEXT:
            add_markdown(&b, w.text);
            break;
        case RICH_ATOM:
            if (own) {
                buf_puts(&b, mark);
                buf_str(&b, w.text);
                buf_puts(&b, mark);
            } else {
                buf_str(&b, item_tags_text(a, rich_wrap(a, rich_of(w.text), w.kind)));
            }
            break;
        case RICH_OPEN:
            buf_str(&b, item_tags_open(w.kind));
            break;
        case RICH_CLOSE:
            buf_str(&b, item_tags_close(w.kind));
            break;
        case RICH_END:
            break;
        }
    }
    return buf_finish(&b, a);
}

static void write_yaml(struct buf *out, const struct node *n, unsigned indent);

static void write_yaml_scalar(struct buf *out, const struct node *n) {
    if (n->kind != NODE_STRING) {
        buf_str(out, node_text(n));
        return;
    }
    struct str text = n->text;
    if (is_plain_yaml(text)) {
        buf_str(out, text);
    } else {
        /* this is JSON's form of a string, which is also a string in double quotes in YAML */
        json_write_string(out, text);
    }
}

static void write_yaml_map(struct buf *out, const struct node *n, unsigned indent) {
    for (size_t i = 0; i < n->n; i++) {
        const struct node *v = n->items[i];
        buf_fill(out, ' ', i ? indent : 0);
        if (is_plain_yaml(n->keys[i])) {
            buf_str(out, n->keys[i]);
        } else {
            json_write_string(out, n->keys[i]);
        }
        buf_putc(out, ':');
        bool nested = (v->kind == NODE_MAP || v->kind == NODE_LIST) && v->n;
        if (nested) {
            buf_putc(out, '\n');
            unsigned deeper = indent + (v->kind == NODE_MAP ? 2 : 0);
            buf_fill(out, ' ', deeper);
            write_yaml(out, v, deeper);
        } else {
            buf_putc(out, ' ');
            write_yaml_scalar(out, v);
            buf_putc(out, '\n');
        }
    }
}

/* Writes YAML. The recursion is limited by the nesting of items: list, map, list of dates, list of
 * parts. */
static void write_yaml(struct buf *out, const struct node *n, unsigned indent) {
    if (n->kind == NODE_MAP) {
        write_yaml_map(out, n, indent);
        return;
    }
    for (size_t i = 0; i < n->n; i++) {
        const struct node *v = n->items[i];
        buf_fill(out, ' ', i ? indent : 0);
        buf_puts(out, "- ");
        if (v->kind == NODE_MAP || v->kind == NODE_LIST) {
            write_yaml(out, v, indent + 2);
        } else {
            write_yaml_scalar(out, v);
            buf_putc(out, '\n');
        }
    }
}

void bib_cslyaml_write(struct arena *a, struct buf *out, const struct item *const *items,
                       size_t n) {
    buf_puts(out, "---\nreferences:\n");
    if (n) {
        write_yaml(out, write_list(a, items, n, yaml_text), 0);
    }
    buf_puts(out, "---\n");
}
