/* SPDX-License-Identifier: MIT */
/*
 * Lines of `refs list` and `refs search`.
 */
#include "cli/refs_row.h"

#include "core/data/json.h"
#include "model/tex/math/math_rich.h"

static struct str one_line(struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        bool space = is_space(s.p[i]) || (unsigned char)s.p[i] < 0x20;
        if (!space) {
            buf_putc(&b, s.p[i]);
        } else if (b.n && b.p[b.n - 1] != ' ') {
            buf_putc(&b, ' ');
        }
    }
    return str_trim(buf_finish(&b, a));
}

/** Returns the year, or the whole text of a date that has no year. */
static struct str year_of(struct arena *a, const struct item *it) {
    const struct item_date *d = item_date(it, VAR_ISSUED);
    if (!d || !d->from.has_year) {
        return d ? d->literal : STR_EMPTY;
    }
    return arena_printf(a, "%d", d->from.year);
}

struct str refs_family(struct arena *a, const struct item_name *n) {
    struct str s = n->literal.n ? n->literal : n->family.n ? n->family : n->given;
    struct str particles[] = {n->non_dropping_particle, n->dropping_particle};
    for (size_t i = 0; i < ARRAY_LEN(particles); i++) {
        s = particles[i].n ? arena_join(a, 3, particles[i], STR(" "), s) : s;
    }
    return one_line(a, s);
}

/** Returns "Alder", "Alder and Okonkwo" or "Alder et al." for the authors, or else for the
 * editors. */
static struct str authors_of(struct arena *a, const struct item *it) {
    struct item_names names = item_makers(it);
    if (names.n == 0) {
        return STR_EMPTY;
    }
    struct str first = refs_family(a, &names.p[0]);
    if (names.n == 1) {
        return first;
    }
    return names.n == 2 && !names.p[1].others
               ? arena_join(a, 3, first, STR(" and "), refs_family(a, &names.p[1]))
               : arena_join(a, 2, first, STR(" et al."));
}

struct str refs_title(struct arena *a, const struct item *it) {
    return one_line(a, tex_rich_plain(a, item_rich(it, VAR_TITLE)));
}

static struct str type_of(const struct item *it) {
    return it->type == ITEM_TYPE_NONE ? it->type_text : str_of(item_type_name(it->type));
}

static struct str name_text(struct arena *a, const struct item_name *n) {
    if (n->literal.n) {
        return one_line(a, n->literal);
    }
    struct str parts[] = {n->given, n->dropping_particle, n->non_dropping_particle, n->family,
                          n->suffix};
    struct str all = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        if (parts[i].n) {
            all = all.n ? arena_join(a, 3, all, STR(" "), parts[i]) : parts[i];
        }
    }
    return one_line(a, all);
}

static struct node *item_node(struct refs *r, const struct item *it) {
    struct arena *a = r->arena;
    struct node *m = node_new_map(a, SPAN_NONE);
    node_put_some(a, m, "key", it->id);
    node_put_some(a, m, "type", type_of(it));
    struct str year = year_of(a, it);
    node_put_some(a, m, "year", year);
    struct node *year_node = year.n ? m->items[m->n - 1] : NULL;
    int64_t number;
    if (year_node && str_to_i64(year, &number)) {
        year_node->kind = NODE_NUMBER;
    }
    struct item_names names = item_makers(it);
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < names.n; i++) {
        if (!names.p[i].others) {
            node_append(a, list, node_string(a, name_text(a, &names.p[i]), SPAN_NONE));
        }
    }
    node_put(a, m, STR("authors"), SPAN_NONE, list);
    node_put_some(a, m, "title", refs_title(a, it));
    node_put_some(a, m, "doi", item_text(it, VAR_DOI));
    if (it->id_span.src) {
        struct line_col at = source_line_col(it->id_span.src, it->id_span.begin);
        node_put_some(a, m, "file", it->id_span.src->name);
        node_put_some(a, m, "line", arena_printf(a, "%u", at.line));
        m->items[m->n - 1]->kind = NODE_NUMBER;
    }
    return m;
}

void refs_rows_write(struct refs *r, const struct item *const *items, size_t n) {
    if (r->json) {
        struct node *list = node_new_list(r->arena, SPAN_NONE);
        for (size_t i = 0; i < n; i++) {
            node_append(r->arena, list, item_node(r, items[i]));
        }
        json_write(&r->out, list, 2);
        buf_putc(&r->out, '\n');
        return;
    }
    struct cli_row *rows = ARENA_ARRAY(r->arena, struct cli_row, n);
    for (size_t i = 0; i < n; i++) {
        struct arena *a = r->arena;
        rows[i] = (struct cli_row){
            {items[i]->id, type_of(items[i]), year_of(a, items[i]), authors_of(a, items[i])},
            refs_title(a, items[i])};
    }
    static const size_t limits[CLI_COLUMNS] = {40, 22, 12, 32};
    cli_table(&r->out, r->arena, rows, n, limits);
}
