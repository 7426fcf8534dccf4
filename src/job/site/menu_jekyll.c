/* SPDX-License-Identifier: MIT */
/*
 * The menu of a Jekyll site with a layout of its own: the links in the header that its layout has,
 * written by hand or by Liquid over the site's data. The layout is expanded for the first page.
 */
#include "core/base/bounds.h"
#include "core/data/front_matter.h"
#include "core/data/yaml.h"
#include "job/site/engines.h"
#include "read/liquid/liquid.h"

#define MAX_CHAIN 4 /* layouts within layouts */
#define MAX_ENTRIES 40

struct menu {
    struct site *site;
    struct arena *a; /* for texts that are not kept */
};

static struct source *read_text(struct menu *m, struct str folder, struct str name) {
    struct str text, path = path_join(m->a, path_join(m->a, m->site->root, folder), name);
    bool read = file_read_inside(m->site->opt->build->host.fence, m->site->tree, path, LIMIT_STYLE,
                                 &text) == 0;
    return read ? source_new(m->site->tree, path, text) : NULL;
}

static struct source *include(void *user, struct str name, bool relative) {
    return relative ? NULL : read_text(user, STR("_includes"), name);
}

/* The name of the layout of the first page, or "default". */
static struct str first_layout(const struct site *s) {
    for (size_t i = 0; i < s->pages.n; i++) {
        struct str layout = node_text(node_get(s->pages.p[i]->front, "layout"));
        if (str_is(s->pages.p[i]->address, "/") && layout.n) {
            return layout;
        }
    }
    return STR("default");
}

/* ---- links of HTML */

/* A value of an attribute in a tag; empty if it is not there. */
static struct str attribute(struct str tag, struct str name) {
    for (size_t at = str_find(tag, name); at != STR_NONE;) {
        struct str rest = str_from(tag, at + name.n);
        bool whole = at > 0 && is_space(tag.p[at - 1]) && rest.n > 1 && rest.p[0] == '=' &&
                     (rest.p[1] == '"' || rest.p[1] == '\'');
        size_t end = whole ? str_index(str_from(rest, 2), rest.p[1]) : STR_NONE;
        if (end != STR_NONE) {
            return str_trim(str_slice(rest, 2, end + 2));
        }
        size_t next = str_find(rest, name);
        at = next == STR_NONE ? STR_NONE : at + name.n + next;
    }
    return STR_EMPTY;
}

/* The words of HTML, without tags and runs of blanks. */
static struct str words_of(struct arena *a, struct str html) {
    struct buf b;
    bool tag = false;
    buf_init(&b, 0);
    for (size_t i = 0; i < html.n; i++) {
        char c = html.p[i];
        tag = c == '<' || (tag && c != '>');
        if (tag || c == '>') {
            continue;
        }
        if (!is_space(c)) {
            buf_putc(&b, c);
        } else if (b.n && b.p[b.n - 1] != ' ') {
            buf_putc(&b, ' ');
        }
    }
    struct str out = str_trim(buf_keep(&b, a));
    buf_drop(&b);
    return out;
}

/* An address of the site without its host and base. */
static struct str within(const struct site *s, struct str href) {
    struct str starts[] = {s->config.url, s->config.base};
    for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
        struct str start = starts[i];
        while (str_ends(start, STR("/"))) {
            start.n--;
        }
        if (start.n && str_starts(href, start) && (href.n == start.n || href.p[start.n] == '/')) {
            href = str_from(href, start.n);
        }
    }
    while (str_starts(href, STR("//"))) {
        href = str_from(href, 1);
    }
    return href.n ? href : STR("/");
}

/* Adds the links of a part of a page. */
static void add_links(struct menu *m, struct node *list, struct str html) {
    struct arena *a = m->site->tree;
    while (list->n < MAX_ENTRIES) {
        size_t open = str_find(html, STR("<a "));
        size_t close = open == STR_NONE ? STR_NONE : str_find(str_from(html, open), STR("</a>"));
        if (close == STR_NONE) {
            return;
        }
        struct str link = str_slice(html, open, open + close);
        size_t end = str_index(link, '>');
        struct str tag = str_slice(link, 0, end == STR_NONE ? link.n : end);
        struct str href = attribute(tag, STR("href")), cls = attribute(tag, STR("class"));
        struct str text = words_of(a, str_from(link, tag.n));
        bool brand = str_find(cls, STR("brand")) != STR_NONE ||
                     str_find(cls, STR("title")) != STR_NONE ||
                     str_find(cls, STR("logo")) != STR_NONE || str_eq(text, m->site->config.title);
        bool leads = href.n && href.p[0] != '#' && !str_starts(href, STR("mailto:")) &&
                     !str_starts(href, STR("javascript:"));
        if (leads && text.n && !brand) {
            node_append(a, list, site_map_link(a, text, within(m->site, href), list));
        }
        html = str_from(html, open + close + 4);
    }
}

/* The part of a page that is its header: up to the content, from the first mark of a menu on. */
static struct str header_of(struct str html) {
    static const struct {
        const char *open, *close;
    } marks[] = {{"<nav", "</nav>"}, {"<header", "</header>"}, {"role=\"navigation\"", NULL}};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        size_t at = str_find(html, str_of(marks[i].open));
        if (at != STR_NONE) {
            struct str rest = str_from(html, at);
            size_t n = marks[i].close ? str_find(rest, str_of(marks[i].close)) : STR_NONE;
            return str_slice(rest, 0, n == STR_NONE ? rest.n : n);
        }
    }
    return STR_EMPTY;
}

struct node *site_jekyll_menu(struct site *s) {
    struct menu m = {s, arena_new()};
    struct node *list = node_new_list(s->tree, SPAN_NONE);
    struct str name = first_layout(s);
    struct diags quiet; /* the rest of the layout is not shown */
    diags_init(&quiet, m.a);
    for (size_t i = 0; i < MAX_CHAIN && name.n && !list->n; i++) {
        struct str file = arena_join(m.a, 2, name, STR(".html"));
        bool plain = str_find(name, STR("..")) == STR_NONE && name.p[0] != '/';
        struct source *src = plain ? read_text(&m, STR("_layouts"), file) : NULL;
        if (!src) {
            break;
        }
        struct front_matter f = front_matter_find(src->text, 0);
        struct liquid_options opt = {.site = s->liquid,
                                     .begin = f.behind,
                                     .everywhere = true,
                                     .complete = true,
                                     .epoch = s->opt->build->epoch,
                                     .host = {.include = include, .user = &m}};
        struct liquid_needs needs;
        struct source *out = liquid_expand(s->tree, src, &opt, &needs, &quiet);
        add_links(&m, list, header_of(str_from(out->text, f.behind)));
        struct node *front = yaml_parse(s->tree, src, f.begin, f.end, &quiet);
        name = f.behind ? str_trim(node_text(node_get(front, "layout"))) : STR_EMPTY;
    }
    diags_drop(&quiet);
    arena_drop(m.a);
    return list->n ? list : NULL;
}
