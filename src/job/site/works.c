/* SPDX-License-Identifier: MIT */
/*
 * The index of a site's works. It links to one page for each year, type or keyword, as configured.
 * If the list of works is short, the index itself shows it.
 *
 * Pages have the works of a year, not a fixed number of works. So a work stays on its page when
 * others are added, addresses are stable, and a new work changes only one page.
 */
#include "cite/resolve/resolve.h"
#include "core/base/word_list.h"
#include "job/site/site_model.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);

#define FEW_WORKS 300 /* up to this number of works, the index lists all of them */
/* if there are more works, the index lists this number of the newest ones */
#define NEW_WORKS 20
#define MAX_GROUPS 2000 /* maximum number of groups of one field; the index links to each group */

struct index {
    struct site *site;
    struct str folder; /* folder of the pages for the groups */
    struct buf page;   /* Markdown of the index */
    struct map slugs;  /* names already in use */
};

/** Returns a unique file name for a group. */
static struct str slug_of(struct index *x, struct str by, struct str name) {
    struct arena *a = x->site->tree;
    struct str slug = doc_auto_id(a, arena_join(a, 3, by, STR(" "), name));
    struct str one = slug;
    for (int i = 2; map_find(&x->slugs, one); i++) {
        one = arena_printf(a, "%.*s-%d", STR_ARG(slug), i);
    }
    map_put(&x->slugs, one, x);
    return one;
}

/** Writes plain text, escaped for Markdown. */
static void put_plain(struct buf *b, struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (str_index(STR("\\`*_{}[]()#+-.!|<>$~^@:&'\""), c) != STR_NONE) {
            buf_putc(b, '\\');
        }
        buf_putc(b, (uint8_t)c < 0x20 ? ' ' : c);
    }
}

static void add_group_page(struct index *x, struct str by, const struct resolve_group *g) {
    struct str path = path_join(x->site->tree, x->folder,
                                arena_join(x->site->tree, 2, slug_of(x, by, g->value), STR(".md")));
    struct buf b = BUF_INIT;
    site_put_title(&b, g->heading);
    buf_puts(&b, "---\n\n::: {.publications ");
    /* If the value is "a & b", the attribute `keyword` would look for two keywords, "a" and "b".
     * The attribute `keywords` compares the whole value. */
    bool whole = str_is(by, "keyword") && str_index(g->value, '&') != STR_NONE;
    buf_str(&b, whole ? STR("keywords") : by);
    buf_putc(&b, '=');
    site_put_quoted(&b, g->value);
    buf_puts(&b, str_is(by, "year") ? " group-by=type" : " group-by=year");
    buf_puts(&b, "}\n:::\n");
    struct str text = buf_finish(&b, x->site->tree);
    (void)site_add_page(x->site, path, text);
    buf_putc(&x->page, '[');
    put_plain(&x->page, g->heading);
    buf_puts(&x->page, "](");
    buf_str(&x->page, path_base(path));
    buf_printf(&x->page, ") (%zu)\n", g->works);
}

/** Adds the pages for the groups of one field, and the part of the index that links to them. */
static void add_groups(struct index *x, struct str by, struct span at,
                       const struct resolve_grouped *groups) {
    struct site *s = x->site;
    size_t n = groups->n;
    if (!groups->p) {
        struct diag *g = diag_add(&s->diags, DIAG_UNKNOWN_VALUE, at,
                                  "works have no pages by `%.*s`", STR_ARG(by));
        diag_hint(&s->diags, g, "by `year`, `type`, `keyword` or `person`");
    }
    if (n) {
        buf_puts(&x->page, "\n::: {.works-by}\n");
    }
    for (size_t i = 0; i < n && i < MAX_GROUPS; i++) {
        buf_puts(&x->page, i ? "\302\267 " : "");
        if (str_index(groups->p[i].value, '|') == STR_NONE) {
            add_group_page(x, by, &groups->p[i]);
        } else { /* a listing cannot select a value with '|', so the group has no page of its own */
            put_plain(&x->page, groups->p[i].heading);
            buf_printf(&x->page, " (%zu)\n", groups->p[i].works);
        }
    }
    buf_puts(&x->page, n ? "\n:::\n" : "");
}

static void add_index(struct index *x, const struct node *wish) {
    struct site *s = x->site;
    const struct node *by = node_get(wish, "by");
    struct str title = node_text(node_get(wish, "title"));
    /* no field is named at first, so there are no groups and only the works are counted */
    size_t works = build_groups(s->tree, &s->build, s->config.databases, s->config.ndatabases,
                                s->config.lang, NULL, 0, NULL, &s->diags);
    bool many = works > FEW_WORKS;
    size_t n = by ? node_count(by) : many;
    struct str *fields = ARENA_ARRAY(s->tree, struct str, n);
    struct resolve_grouped *groups = ARENA_ARRAY(s->tree, struct resolve_grouped, n);
    for (size_t i = 0; i < n; i++) {
        fields[i] = by ? node_text(node_item(by, i)) : STR("year");
    }
    (void)build_groups(s->tree, &s->build, s->config.databases, s->config.ndatabases,
                       s->config.lang, fields, n, groups, &s->diags);
    site_put_title(&x->page, title.n ? title : STR("Publications"));
    buf_puts(&x->page, "---\n");
    for (size_t i = 0; i < n; i++) {
        if (str_is(fields[i], "person")) {
            buf_puts(&x->page, "\n::: {.people show=\"\"}\n:::\n");
        } else if (works) {
            add_groups(x, fields[i], by ? node_item(by, i)->span : SPAN_NONE, &groups[i]);
        }
    }
    if (many) {
        buf_printf(&x->page, "\n::: {.publications limit=%d}\n:::\n", NEW_WORKS);
    } else {
        buf_puts(&x->page, "\n::: {.publications group-by=year}\n:::\n");
    }
    struct str text = buf_keep(&x->page, s->tree);
    (void)site_add_page(s, path_join(s->tree, x->folder, STR("index.md")), text);
}

void site_make_works(struct site *s) {
    const struct node *wish = node_get(s->config.map, "works");
    if (!wish || (wish->kind != NODE_MAP && node_bool(wish, 0) != 1) || s->config.ndatabases == 0) {
        return;
    }
    struct str folder = node_text(node_get(wish, "folder"));
    struct index x = {.site = s, .folder = folder.n ? folder : STR("works"), .slugs = MAP_INIT};
    buf_init(&x.page, 0);
    add_index(&x, wish);
    buf_drop(&x.page);
    map_drop(&x.slugs);
}
