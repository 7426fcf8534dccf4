/* SPDX-License-Identifier: MIT */
/*
 * Prints styles: one line for each, one card for each, or JSON. Columns are as wide as their
 * content, up to a limit. Lines are cut at the width of a terminal. For other programs, they are
 * not cut.
 */
#include "cli/cmd_styles.h"

#include "core/data/json.h"

/** Returns the kind of citation that a style makes: its category, or else its class. */
static struct str format_of(const struct build_style *s) {
    return s->format.n ? s->format : s->note ? STR("note") : STR_EMPTY;
}

/* ---- JSON ---- */

static void put_list(struct arena *a, struct node *map, const char *key, const struct str *texts,
                     size_t n) {
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        node_append(a, list, node_string(a, texts[i], SPAN_NONE));
    }
    node_add(a, map, str_of(key), SPAN_NONE, list);
}

static struct node *style_node(struct arena *a, const struct build_style *s, bool whole) {
    struct node *m = node_new_map(a, SPAN_NONE);
    node_put_some(a, m, "name", s->name);
    node_put_some(a, m, "title", s->title);
    node_put_some(a, m, "title-short", s->title_short);
    node_put_some(a, m, "class", s->note ? STR("note") : STR("in-text"));
    node_put_some(a, m, "citation-format", s->format);
    put_list(a, m, "fields", s->fields, s->nfields);
    node_put_some(a, m, "locale", s->locale);
    node_put_some(a, m, "parent", s->parent);
    if (whole) {
        put_list(a, m, "authors", s->authors, s->nauthors);
        node_put_some(a, m, "summary", s->summary);
        node_put_some(a, m, "documentation", s->documentation);
        node_put_some(a, m, "updated", s->updated);
        node_put_some(a, m, "rights", s->rights);
        node_put_some(a, m, "id", s->id);
    }
    node_put_some(a, m, "path", s->path);
    return m;
}

static void write_json(struct styles *r, const struct build_style *const *list, size_t n,
                       bool whole) {
    struct node *all = node_new_list(r->arena, SPAN_NONE);
    for (size_t i = 0; i < n; i++) {
        node_append(r->arena, all, style_node(r->arena, list[i], whole));
    }
    json_write(&r->out, all, 2);
    buf_putc(&r->out, '\n');
}

/* ---- text ---- */

void styles_write_rows(struct styles *r, const struct build_style *const *list, size_t n) {
    if (r->json) {
        write_json(r, list, n, false);
        return;
    }
    struct cli_row *rows = ARENA_ARRAY(r->arena, struct cli_row, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct build_style *s = list[i];
        struct str title = s->damaged ? STR("(no readable style)") : s->title;
        rows[i] = (struct cli_row){
            {s->name, format_of(s), s->locale, s->nfields ? s->fields[0] : STR_EMPTY}, title};
        if (s->parent.n) {
            rows[i].title = arena_join(r->arena, 4, title, STR(" (as "), s->parent, STR(")"));
        }
    }
    static const size_t limits[CLI_COLUMNS] = {44, 11, 6, 18};
    cli_table(&r->out, r->arena, rows, n, limits);
}

static void write_line(struct styles *r, const char *label, struct str text) {
    if (text.n) {
        size_t n = str_of(label).n;
        buf_puts(&r->out, label);
        buf_fill(&r->out, ' ', n < 15 ? 15 - n : 1);
        buf_str(&r->out, text);
        buf_putc(&r->out, '\n');
    }
}

static struct str joined(struct arena *a, const struct str *texts, size_t n) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_puts(&b, i ? ", " : "");
        buf_str(&b, texts[i]);
    }
    return buf_finish(&b, a);
}

static void write_card(struct styles *r, const struct build_style *s) {
    write_line(r, "name", s->name);
    write_line(r, "title", s->damaged ? STR("(no readable style)") : s->title);
    write_line(r, "short title", s->title_short);
    write_line(r, "class", s->damaged ? STR_EMPTY : s->note ? STR("note") : STR("in-text"));
    write_line(r, "citations", s->format);
    write_line(r, "fields", joined(r->arena, s->fields, s->nfields));
    write_line(r, "language", s->locale);
    if (s->parent.n) {
        struct str path = build_style_path(r->arena, r->dirs, r->ndirs, s->parent);
        struct build_style parent;
        bool known = path.n && build_style_read(r->arena, path, &parent) == 0;
        write_line(r, "stands for",
                   arena_join(r->arena, 4, s->parent, STR(" ("),
                              known ? parent.title : STR("not installed"), STR(")")));
    }
    write_line(r, "summary", s->summary);
    write_line(r, "authors", joined(r->arena, s->authors, s->nauthors));
    write_line(r, "documentation", s->documentation);
    write_line(r, "updated", s->updated);
    write_line(r, "rights", s->rights);
    write_line(r, "id", s->id);
    write_line(r, "file", s->path);
}

void styles_write_cards(struct styles *r, const struct build_style *const *list, size_t n) {
    if (r->json) {
        write_json(r, list, n, true);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        buf_puts(&r->out, i ? "\n" : "");
        write_card(r, list[i]);
    }
}
