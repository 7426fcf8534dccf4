/* SPDX-License-Identifier: MIT */
/*
 * The menu and the footer of a Jekyll site that has its own layout. The menu consists of the links
 * in the header of the layout, which are written by hand or made by Liquid from the data of the
 * site. The layout is expanded for the first page.
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/markup.h"
#include "core/data/yaml.h"
#include "job/site/engines.h"
#include "read/liquid/liquid.h"

DIAG_USE(DIAG_SITE_LAYOUT);

#define MAX_CHAIN 4 /* maximum nesting of layouts */
#define MAX_ENTRIES 40
#define MAX_FOOTER 8000 /* maximum bytes of a footer */

struct menu {
    struct site *site;
    struct arena *a; /* memory that is freed when the menu is complete */
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

/* Returns the name of the layout of the first page, or "default". */
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

/* Returns an address of the site without the host and the base of the site. */
static struct str within(const struct site *s, struct str href) {
    (void)site_own_address(s, &href);
    while (str_starts(href, STR("//"))) {
        href = str_from(href, 1);
    }
    return href;
}

/* Adds the links in a part of a page to the menu. */
static void add_links(struct menu *m, struct node *list, struct str html) {
    struct arena *a = m->site->tree;
    while (list->n < MAX_ENTRIES) {
        size_t open = str_find(html, STR("<a"));
        while (open != STR_NONE && (open + 2 >= html.n || !is_space(html.p[open + 2]))) {
            /* the tag may be longer, such as <article> */
            size_t next = str_find(str_from(html, open + 2), STR("<a"));
            open = next == STR_NONE ? STR_NONE : open + 2 + next;
        }
        size_t close = open == STR_NONE ? STR_NONE : str_find(str_from(html, open), STR("</a>"));
        if (close == STR_NONE) {
            return;
        }
        struct str link = str_slice(html, open, open + close);
        size_t end = str_index(link, '>');
        struct str tag = str_slice(link, 0, end == STR_NONE ? link.n : end);
        struct str href = str_trim(markup_attr(str_from(tag, 2), "href")),
                   cls = markup_attr(str_from(tag, 2), "class");
        struct str text = site_bare_text(a, str_from(link, tag.n + 1));
        bool brand = str_find(cls, STR("brand")) != STR_NONE ||
                     str_find(cls, STR("title")) != STR_NONE ||
                     str_find(cls, STR("logo")) != STR_NONE || str_eq(text, m->site->config.title);
        bool leads = href.n && href.p[0] != '#' && !str_starts(href, STR("mailto:")) &&
                     !str_starts(href, STR("javascript:"));
        if (leads && text.n && str_find(cls, STR("brand")) != STR_NONE &&
            str_is(within(m->site, href), "/")) {
            m->site->config.title = text; /* the text of this link is the title that readers see */
        }
        if (leads && text.n && !brand) {
            node_append(a, list, site_map_link(a, text, within(m->site, href), list));
        }
        html = str_from(html, open + close + 4);
    }
}

/* Returns the element whose start tag contains the byte at `at`, with its end tag. It may contain
 * elements of the same name. An element that is not closed ends with the text. */
static struct str element_at(struct str html, size_t at) {
    while (at > 0 && html.p[at] != '<') {
        at--;
    }
    struct str rest = str_from(html, at);
    size_t n = str_past(rest, 1, is_alnum), depth = 0, i = 0;
    struct str name = str_slice(rest, 1, n);
    for (; i < rest.n; i++) {
        struct str here = str_from(rest, i);
        bool close = str_starts(here, STR("</"));
        size_t skip = close ? 2 : 1;
        char behind = here.n > skip + name.n ? here.p[skip + name.n] : '\0';
        if (here.p[0] != '<' || !str_starts(str_from(here, skip < here.n ? skip : here.n), name) ||
            is_alnum(behind)) {
            continue;
        }
        depth += close ? 0 : 1;
        depth -= close && depth ? 1 : 0;
        if (!depth) {
            break;
        }
    }
    size_t end = i < rest.n ? str_index(str_from(rest, i), '>') : STR_NONE;
    return str_slice(rest, 0, end == STR_NONE ? rest.n : i + end + 1);
}

/* Returns the first element of a page whose start tag contains one of `marks`, or an empty text. */
static struct str marked(struct str html, const char *const *marks, size_t n) {
    for (size_t i = 0; i < n; i++) {
        size_t at = str_find(html, str_of(marks[i]));
        if (at != STR_NONE) {
            return element_at(html, at);
        }
    }
    return STR_EMPTY;
}

static size_t count_of(struct str text, struct str part) {
    size_t n = 0;
    for (size_t at = str_find(text, part); at != STR_NONE; at = str_find(text, part)) {
        text = str_from(text, at + part.n);
        n++;
    }
    return n;
}

/* Returns the HTML of a footer on one line, without its scripts. */
static struct str without_scripts(struct arena *a, struct str html) {
    struct buf b = BUF_INIT;
    while (html.n) {
        size_t n = 1;
        if (str_starts(html, STR("<script"))) {
            size_t shut = str_find(html, STR("</script"));
            size_t end = shut == STR_NONE ? STR_NONE : str_index(str_from(html, shut), '>');
            n = end == STR_NONE ? html.n : shut + end + 1;
        } else if (str_starts(html, STR("&copy "))) { /* HTML needs no ';' here (13.2.5.73) */
            n = strlen("&copy");
            buf_puts(&b, "&copy;");
        } else {
            buf_putc(&b, html.p[0]);
        }
        html = str_from(html, n);
    }
    struct str out = arena_one_line(a, buf_view(&b));
    buf_drop(&b);
    return out;
}

/* Uses the footer of a layout as the footer of the site. Reports a footer that pages cannot
 * have. */
static void take_footer(struct site *s, struct str layout, struct str html) {
    static const char *const marks[] = {"<footer", "id=\"footer\"", "class=\"footer\""};
    struct str foot = marked(html, marks, ARRAY_LEN(marks));
    /* only the content of the element is kept, because pages have a footer of their own */
    if (str_starts(foot, STR("<footer"))) {
        size_t open = str_index(foot, '>'), shut = str_find(foot, STR("</footer"));
        foot = str_slice(foot, open == STR_NONE ? foot.n : open + 1, shut);
    }
    foot = without_scripts(s->tree, str_slice(foot, 0, str_find(foot, STR("</body"))));
    if (s->config.footer.n || !site_bare_text(s->tree, foot).n) {
        return;
    }
    bool form = str_find(foot, STR("<form")) != STR_NONE;
    if (form || foot.n > MAX_FOOTER) {
        struct diag *g = diag_add(&s->diags, DIAG_SITE_LAYOUT, SPAN_NONE,
                                  "the footer of the layout `%.*s` is left out, because it %s",
                                  STR_ARG(layout), form ? "has a form" : "is too long");
        diag_hint(&s->diags, g, "add the text that readers need to the pages");
        return;
    }
    struct buf b = BUF_INIT;
    buf_str(&b, foot);
    size_t open = count_of(foot, STR("<div")), shut = count_of(foot, STR("</div"));
    for (; open > shut; shut++) { /* the layout may close elements after the footer */
        buf_puts(&b, "</div>");
    }
    s->config.footer = buf_finish(&b, s->tree);
}

struct node *site_jekyll_menu(struct site *s) {
    struct menu m = {s, arena_new()};
    static const char *const headers[] = {"<nav", "<header", "role=\"navigation\""};
    struct node *list = node_new_list(s->tree, SPAN_NONE);
    struct str name = first_layout(s);
    struct diags quiet; /* diagnostics about the layout are not shown */
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
        struct str html = str_from(out->text, f.behind);
        add_links(&m, list, marked(html, headers, ARRAY_LEN(headers)));
        take_footer(s, name, html);
        struct node *front = yaml_parse(s->tree, src, f.begin, f.end, &quiet);
        name = f.behind ? str_trim(node_text(node_get(front, "layout"))) : STR_EMPTY;
    }
    diags_drop(&quiet);
    arena_drop(m.a);
    return list->n ? list : NULL;
}
