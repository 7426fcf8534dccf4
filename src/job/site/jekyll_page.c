/* SPDX-License-Identifier: MIT */
/*
 * The pages of a Jekyll site: their addresses, front matter and layouts. Rules: "Permalinks",
 * "Front Matter" and "Front Matter Defaults" in Jekyll's documentation, and the front matter of
 * al-folio and academicpages.
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "job/site/engines.h"

#include <fnmatch.h>

DIAG_USE(DIAG_DEAD_FILE);
DIAG_USE(DIAG_SITE_LAYOUT);

static const struct node *raw(const struct site *s) {
    return node_get(s->config.map, "_config");
}

static void set(struct site *s, struct site_page *p, const char *key, const struct node *value) {
    site_map_put(s->tree, p->front, key, value);
}

static void set_text(struct site *s, struct site_page *p, const char *key, struct str text,
                     const struct node *from) {
    site_map_text(s->tree, p->front, key, text, from);
}

/* ---- defaults of front matter */

static bool is_below(struct arena *a, struct str path, struct str scope) {
    scope = site_bare_path(scope);
    if (str_index(scope, '*') != STR_NONE) {
        return fnmatch(arena_str(a, scope).p, arena_str(a, path).p, 0) == 0;
    }
    return !scope.n || str_eq(path, scope) || path_is_below(path, scope);
}

/* Returns how specific a default is for a page. Negative if it does not apply to the page. */
static long nearness(struct site *s, const struct site_page *p, const struct node *one) {
    struct str path = site_text(one, "scope.path"), type = site_text(one, "scope.type");
    struct str own = p->collection ? p->collection->name : STR("pages");
    own = p->draft ? STR("drafts") : own;
    bool of_type = !type.n || str_eq(type, own) || (p->draft && str_is(type, "posts"));
    return of_type && is_below(s->tree, p->path, path) ? (long)path.n * 2 + (type.n > 0) : -1;
}

/* Applies the defaults. The most specific default is used. If two are equally specific, the later
 * one is used. The page's own keys are kept. */
static void put_defaults(struct site *s, struct site_page *p) {
    const struct node *list = node_get(raw(s), "defaults");
    struct node *found = node_new_map(s->tree, SPAN_NONE);
    long last = -1;
    for (bool more = list && list->kind == NODE_LIST; more;) {
        long next = -1;
        for (size_t i = 0; i < list->n; i++) {
            long near = nearness(s, p, list->items[i]);
            next = near > last && (next < 0 || near < next) ? near : next;
        }
        for (size_t i = 0; next >= 0 && i < list->n; i++) {
            const struct node *values = node_get(list->items[i], "values");
            bool now = values && values->kind == NODE_MAP && nearness(s, p, list->items[i]) == next;
            for (size_t k = 0; now && k < values->n; k++) {
                node_put(s->tree, found, values->keys[k], values->key_spans[k], values->items[k]);
            }
        }
        last = next;
        more = next >= 0;
    }
    site_map_missing(s->tree, p->front, found);
}

/* ---- addresses */

/* Splits a text into a list of words. A list is returned unchanged. */
static struct node *words(struct arena *a, const struct node *n) {
    struct node *list = node_new_list(a, n ? n->span : SPAN_NONE);
    if (n && n->kind == NODE_LIST) {
        /* callers do not change the list, so the cast from const is harmless */
        return (struct node *)(uintptr_t)n;
    }
    struct str rest = n && n->kind != NODE_MAP && n->kind != NODE_NULL ? node_text(n) : STR_EMPTY;
    bool commas = str_index(rest, ',') != STR_NONE;
    while (rest.n) {
        struct str word = str_trim(str_cut(&rest, commas ? ',' : ' '));
        if (word.n) {
            node_append(a, list, node_string(a, word, n->span));
        }
    }
    return list;
}

static struct str categories_path(struct arena *a, const struct site_page *p) {
    const struct node *list = node_get(p->front, "categories");
    struct str out = STR_EMPTY;
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        out = path_join(a, out, site_slug(a, node_text(list->items[i]), NULL));
    }
    return out;
}

/* The language that a path names (al-folio's `lang_from_path`). */
struct language {
    struct str name; /* empty if the path names none */
    struct str path; /* the path without the language */
    bool usual;      /* the page is in the main language, also because the path names none */
};

static struct language language_of(struct site *s, struct str path) {
    const struct node *list = node_get(raw(s), "languages");
    struct str rest = path, usual = site_text(raw(s), "default_lang");
    struct language out = {STR_EMPTY, path, true};
    for (size_t at = 0; list && list->kind == NODE_LIST && rest.n && !out.name.n;) {
        struct str part = str_cut(&rest, '/');
        for (size_t i = 0; rest.n && i < list->n; i++) {
            if (str_eq(node_text(list->items[i]), part)) {
                out.name = part;
                out.usual = str_eq(part, usual);
                out.path = arena_join(s->tree, 2, str_slice(path, 0, at), rest);
            }
        }
        at += part.n + 1;
    }
    return out;
}

struct address {
    struct arena *a;
    struct str day, slug, name, path, collection, categories;
};

static struct str fill(const struct address *t, struct str pattern) {
    const struct site_token tokens[] = {
        {"year", str_slice(t->day, 0, 4)},
        {"short_year", str_slice(t->day, 2, 4)},
        {"month", str_slice(t->day, 5, 7)},
        {"i_month", str_from(str_slice(t->day, 5, 7), str_starts(str_from(t->day, 5), STR("0")))},
        {"day", str_slice(t->day, 8, 10)},
        {"i_day", str_from(str_slice(t->day, 8, 10), str_starts(str_from(t->day, 8), STR("0")))},
        {"title", t->slug},
        {"slug", t->slug},
        {"name", t->name},
        {"basename", t->name},
        {"path", t->path},
        {"collection", t->collection},
        {"categories", t->categories},
        {"slugified_categories", t->categories},
        {"output_ext", STR(".html")},
    };
    return site_fill_pattern(t->a, pattern, tokens, ARRAY_LEN(tokens));
}

/* Returns the pattern for a name that Jekyll defines. Other patterns are returned unchanged. */
static struct str named(struct str style) {
    struct str pattern = str_paired(style, "date=/:categories/:year/:month/:day/:title:output_ext "
                                           "pretty=/:categories/:year/:month/:day/:title/ "
                                           "none=/:categories/:title:output_ext");
    return pattern.n ? pattern : style;
}

static void put_address(struct site *s, struct site_page *p, const struct language *l) {
    struct arena *a = s->tree;
    struct str given = site_text(p->front, "permalink"), style = site_text(raw(s), "permalink");
    struct str stem = path_stem(l->path), dir = path_dir(l->path), pattern = given;
    bool dated = expand_is_dated(stem),
         post = p->collection && str_is(p->collection->name, "posts");
    struct str slug = site_text(p->front, "slug");
    struct address t = {.a = a,
                        .day = site_iso_day(node_text(node_get(p->front, "date"))),
                        .name = stem,
                        /* Jekyll's slugify, mode "pretty" */
                        .slug = site_slug(a,
                                          slug.n  ? slug
                                          : dated ? str_from(stem, 11)
                                                  : stem,
                                          "._~!$&'()+,;=@"),
                        .categories = categories_path(a, p)};
    t.day = t.day.n || !dated ? t.day : str_slice(stem, 0, 10);
    style = style.n ? style : STR("date");
    bool slash = str_is(style, "pretty") || str_ends(style, STR("/"));
    const char *end = slash ? "/" : ":output_ext";
    if (p->collection) {
        struct str folder = p->collection->folder;
        dir = str_starts(dir, folder) ? str_from(dir, folder.n) : dir;
        dir = str_starts(dir, STR("/")) ? str_from(dir, 1) : dir;
        t.collection = p->collection->name;
        t.path = path_join(a, dir, stem);
        struct str own =
            site_text(node_at(node_get(raw(s), "collections"), t.collection), "permalink");
        pattern = pattern.n ? pattern
                  : own.n   ? own
                  : post    ? named(style)
                            : arena_join(a, 2, STR("/:collection/:path"), str_of(end));
    } else if (!pattern.n) {
        bool index = str_is(stem, "index");
        t.path = index ? dir : path_join(a, dir, stem);
        pattern = index ? STR("/:path/") : arena_join(a, 2, STR("/:path"), str_of(end));
    }
    if (str_is(stem, "404") && !dir.n && !given.n) {
        return; /* this page is shown at every address that does not exist */
    }
    struct str address = fill(&t, named(pattern));
    if (l->name.n && !l->usual) {
        address = arena_join(a, 4, STR("/"), l->name, STR("/"), address);
    }
    set_text(s, p, "permalink", address, node_get(p->front, "permalink"));
    if (dated && !node_get(p->front, "date")) {
        set_text(s, p, "date", t.day, NULL);
    }
}

/* ---- front matter */

static bool is_home(const struct site_page *p) {
    struct str address = site_text(p->front, "permalink");
    return str_is(address, "/") || str_is(address, "//"); /* a pattern may produce two slashes */
}

/* Returns the lines of al-folio's `more_info`, "<p>Room 5</p><p>1 Shore Street</p>", as one
 * address. Empty if it has other tags. */
static struct str address_of(struct arena *a, struct str html) {
    struct buf b = BUF_INIT;
    bool other = false;
    while (html.n && !other) {
        size_t open = str_index(html, '<');
        struct str text = str_trim(str_slice(html, 0, open));
        buf_puts(&b, b.n && text.n ? ", " : "");
        buf_str(&b, text);
        html = open == STR_NONE ? STR_EMPTY : str_from(html, open + 1);
        size_t close = str_index(html, '>');
        struct str tag = close == STR_NONE ? STR_EMPTY : str_slice(html, 0, close);
        other = open != STR_NONE && !str_among(tag, "p /p br br/ div /div");
        html = str_from(html, tag.n + 1);
    }
    struct str out = other ? STR_EMPTY : buf_keep(&b, a);
    buf_drop(&b);
    return out;
}

/* Sets the author of the first page to the owner of the site, with al-folio's profile picture. */
static void put_person(struct site *s, struct site_page *p) {
    const struct node *author = node_get(s->config.map, "author");
    struct str image = site_text(p->front, "profile.image");
    if (!author || author->kind != NODE_MAP) {
        return;
    }
    struct node *own = node_new_map(s->tree, author->span);
    for (size_t i = 0; i < author->n; i++) {
        if (!str_is(author->keys[i], "photo")) {
            node_put(s->tree, own, author->keys[i], author->key_spans[i], author->items[i]);
        }
    }
    const struct node *from = node_at(p->front, STR("profile.image"));
    if (image.n) {
        bool whole = str_index(image, '/') != STR_NONE;
        image = whole ? image : arena_join(s->tree, 2, STR("/assets/img/"), image);
    } else {
        from = node_get(author, "photo");
        image = node_text(from);
    }
    site_put_photo(s, p, own, image, from);
    struct str place = address_of(s->tree, site_text(p->front, "profile.more_info"));
    if (place.n && !node_get(own, "address")) {
        struct node *profile = node_copy_map(s->tree, node_get(p->front, "profile"));
        site_map_text(s->tree, own, "address", place, node_get(p->front, "profile"));
        node_put_text(s->tree, profile, "more_info", STR_EMPTY);
        set(s, p, "profile", profile);
    }
    const struct node *given = node_get(raw(s), "author"); /* a key of academicpages */
    if (given && given->kind == NODE_MAP) {
        struct str where = site_text(given, "location"), bio = site_text(given, "bio");
        site_map_text(s->tree, own, "address", node_get(own, "address") ? STR_EMPTY : where,
                      node_get(given, "location"));
        site_map_text(s->tree, own, "note", node_get(own, "note") ? STR_EMPTY : bio,
                      node_get(given, "bio"));
    }
    set(s, p, "author", own);
}

/* Resolves `author: key` in _data/authors.yml (minimal-mistakes). */
static void put_author(struct site *s, struct site_page *p) {
    const struct node *authors = node_at(node_get(s->config.map, "data"), STR("authors"));
    struct str name = site_text(p->front, "author");
    const struct node *named = name.n ? node_at(authors, name) : NULL;
    if (named && named->kind == NODE_MAP) {
        set(s, p, "author", named);
    }
}

/* Uses the description as the subtitle in those layouts of al-folio that show it in that place. */
static void put_subtitle(struct site *s, struct site_page *p, struct str layout) {
    const struct node *says = node_get(p->front, "description");
    if (says && !node_get(p->front, "subtitle") &&
        str_among(layout, "page post cv distill profiles")) {
        set(s, p, "subtitle", says);
    }
}

/* Removes the time from the page's date. */
static void put_date(struct site *s, struct site_page *p) {
    const struct node *date = node_get(p->front, "date");
    struct str text = str_trim(node_text(date)), day = site_iso_day(text);
    struct str parts[3], rest = text;
    for (size_t i = 0; !day.n && i < ARRAY_LEN(parts); i++) {
        parts[i] = str_cut(&rest, i < 2 ? '-' : ' ');
    }
    int64_t n[3] = {0};
    /* a date without leading zeros: "2025-1-6" */
    bool whole = !day.n && str_to_i64(parts[0], &n[0]) && str_to_i64(parts[1], &n[1]) &&
                 str_to_i64(parts[2], &n[2]) && parts[0].n == 4 && n[1] > 0 && n[1] < 13 &&
                 n[2] > 0 && n[2] < 32;
    day = whole ? arena_printf(s->tree, "%04d-%02d-%02d", (int)n[0], (int)n[1], (int)n[2]) : day;
    if (day.n && (whole || day.n < text.n)) {
        set_text(s, p, "date", day, date);
    }
    bool dated = expand_is_dated(path_stem(p->path));
    day = day.n || !dated ? day : str_slice(path_stem(p->path), 0, 10);
    bool future = node_bool(node_get(raw(s), "future"), 0) > 0;
    if (p->collection && day.n == 10 && !future && str_cmp(day, s->today) > 0) {
        /* by default, Jekyll does not publish pages with a future date */
        site_map_flag(s->tree, p->front, "published", false);
    }
}

/* Finds the database of a single page. al-folio has these databases in assets/bibliography. */
static void put_database(struct site *s, struct site_page *p) {
    const struct node *given = node_get(p->front, "bibliography");
    struct str name = node_text(given);
    struct str path = arena_join(s->tree, 2, STR("/assets/bibliography/"), name);
    if (name.n && str_index(name, '/') == STR_NONE &&
        file_exists(path_join(s->tree, s->opt->dir, str_from(path, 1)))) {
        struct buf up = BUF_INIT; /* the path is relative to the page */
        for (size_t i = 0; i < p->path.n; i++) {
            buf_puts(&up, p->path.p[i] == '/' ? "../" : "");
        }
        buf_str(&up, str_from(path, 1));
        set_text(s, p, "bibliography", buf_finish(&up, s->tree), given);
    } else if (name.n && str_is(site_text(p->front, "layout"), "distill") &&
               !file_exists(path_join(s->tree, path_dir(p->source), name))) {
        struct diag *g = diag_add(&s->diags, DIAG_DEAD_FILE, given->span,
                                  "the database `%.*s` of this post is not there", STR_ARG(name));
        diag_hint(&s->diags, g, "put it into assets/bibliography; its citations are left out");
        set(s, p, "bibliography", node_new_list(s->tree, given->span));
    }
}

static void check_layout(struct site *s, struct site_page *p, struct str layout) {
    bool known = !layout.n || site_jekyll_layout(s->tree, layout, false) ||
                 str_among(layout, "default none null base compress splash book-review");
    if (!known) {
        const struct node *n = node_get(p->front, "layout");
        struct diag *g = diag_add(
            &s->diags, DIAG_SITE_LAYOUT, n ? n->span : SPAN_NONE,
            "the layout `%.*s` is unknown, so only the text of the page is shown", STR_ARG(layout));
        diag_hint(&s->diags, g, "add the words of the layout to the page");
    }
}

/* Sets `tags` and `categories` as lists. The folders above the folder `_posts` are categories, too.
 */
static void put_tags(struct site *s, struct site_page *p) {
    static const char *const lists[] = {"tags", "categories"}, *const one[] = {"tag", "category"};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        const struct node *n = node_get(p->front, lists[i]);
        struct node *list = node_new_list(s->tree, n ? n->span : SPAN_NONE);
        size_t posts = i == 1 && p->collection ? str_find(p->path, STR("/_posts/")) : STR_NONE;
        for (struct str dir = str_slice(p->path, 0, posts); posts != STR_NONE && dir.n;) {
            node_append(s->tree, list, node_string(s->tree, str_cut(&dir, '/'), SPAN_NONE));
        }
        const struct node *own = words(s->tree, n);
        for (size_t k = 0; k < own->n; k++) {
            node_append(s->tree, list, own->items[k]);
        }
        /* a single tag or category may have several words */
        struct str single = p->collection && !own->n ? site_text(p->front, one[i]) : STR_EMPTY;
        if (single.n) {
            node_append(s->tree, list, node_string(s->tree, single, SPAN_NONE));
        }
        if (list->n && !(n && n->kind == NODE_LIST && n->n == list->n)) {
            site_map_put(s->tree, p->front, lists[i], list);
        }
    }
    const struct node *tags = node_get(p->front, "tags");
    if (tags && !node_get(p->front, "keywords")) {
        set(s, p, "keywords", tags);
    }
}

/* Whether a page begins with front matter, which may be empty. */
static bool has_front_matter(struct site *s, const struct site_page *p) {
    struct arena *scratch = arena_new();
    bool has = front_matter_find(site_page_text(s, scratch, p), 0).behind > 0;
    arena_drop(scratch);
    return has;
}

void site_jekyll_front(struct site *s, struct site_page *p) {
    if (!p->front->n && !has_front_matter(s, p)) { /* for Jekyll, this file is not a page */
        site_map_flag(s->tree, p->front, "published", false);
        return;
    }
    put_defaults(s, p);
    struct language l = language_of(s, p->path);
    struct str layout = site_text(p->front, "layout"), lang = site_text(p->front, "lang");
    if (l.name.n && !lang.n) {
        set_text(s, p, "lang", l.name, NULL);
    }
    put_date(s, p);
    put_tags(s, p);
    put_address(s, p, &l);
    check_layout(s, p, layout);
    const struct node *in = p->front, *name = p->collection ? node_get(in, "name") : NULL;
    if (!site_text(in, "title").n) { /* pages of people have a name instead of a title */
        set_text(s, p, "title", node_text(name), name);
    }
    put_author(s, p);
    put_subtitle(s, p, layout);
    put_database(s, p);
    if (is_home(p) && l.usual) {
        struct str below = site_text(raw(s), "subtitle");
        if (!site_text(p->front, "title").n && below.n && s->config.title.n) {
            set_text(s, p, "title", s->config.title, node_get(raw(s), "title"));
            set_text(s, p, "subtitle", below, node_get(raw(s), "subtitle"));
        }
        put_person(s, p);
        if (str_is(layout, "about")) {
            set_text(s, p, "title", s->config.title, node_get(p->front, "title"));
        }
    }
    const struct node *toc = node_get(p->front, "toc");
    if (toc && (toc->kind == NODE_MAP || toc->kind == NODE_LIST)) {
        struct node *yes = node_plain(s->tree, STR("true"), toc->span);
        set(s, p, "toc", yes);
    }
}

/* ---- texts in lists */

#define MAX_EXCERPT 600 /* maximum bytes of an excerpt; a longer first paragraph is not used */

#define MAX_LINK_TEXT 1000 /* maximum bytes of the text of a link */

/* Removes the mark `](` at the end of a text, and the `[` of its link. Returns whether it was
 * there. */
static bool unlink_end(struct buf *b) {
    size_t at = b->n;
    bool link = str_ends(buf_view(b), STR("]("));
    while (link && at > 0 && b->n - at < MAX_LINK_TEXT && b->p[at - 1] != '[') {
        at--;
    }
    if (!link || !at || b->p[at - 1] != '[' || (at > 1 && b->p[at - 2] == '!')) {
        return false;
    }
    memmove(b->p + at - 1, b->p + at, b->n - at);
    buf_cut(b, b->n - 3);
    return true;
}

/* Removes tags and kramdown attributes, which another page would interpret again. Of a link to the
 * result of a tag, only the text is kept. A summary ends before code. */
static struct str without_tags(struct arena *a, struct str s, bool summary) {
    struct buf b = BUF_INIT;
    while (s.n) {
        size_t open = str_find(s, STR("{%")), output = str_find(s, STR("{{"));
        size_t mark = str_find(s, STR("{:"));
        open = output < open ? output : open;
        open = mark < open ? mark : open;
        size_t close = open == STR_NONE ? STR_NONE : str_index(str_from(s, open), '}');
        if (close == STR_NONE) {
            break;
        }
        size_t end = open + close + 1;
        end += end < s.n && s.p[end] == '}' ? 1 : 0;
        buf_str(&b, str_slice(s, 0, open));
        size_t name = str_find(str_slice(s, open, end), STR("highlight"));
        s = summary && name < 5 ? STR_EMPTY : str_from(s, end);
        bool linked = str_starts(s, STR(")")) && unlink_end(&b);
        s = str_from(s, linked);
    }
    buf_str(&b, s);
    return str_trim(buf_finish(&b, a));
}

/* Returns the first paragraph that consists of text. */
static struct str first_paragraph(struct str s) {
    s = str_trim(s);
    size_t n = str_find(s, STR("\n\n"));
    struct str one = str_trim(n == STR_NONE ? s : str_slice(s, 0, n));
    bool text = one.n && !strchr("#<|>`~!{-*:=[", one.p[0]) && one.n <= MAX_EXCERPT;
    return text ? one : STR_EMPTY;
}

static void put_excerpt(struct site *s, struct site_page *p, struct arena *scratch) {
    const struct node *in = p->front;
    /* the texts are also equal if both are missing */
    bool named = str_eq(site_text(in, "title"), site_text(in, "name"));
    bool whole = named || node_bool(node_get(in, "inline"), 0) > 0;
    bool has = node_get(in, "excerpt") || node_get(in, "description");
    if (has && !whole && !p->hidden) {
        return;
    }
    struct str text = site_page_body(s, scratch, p);
    if (whole || p->hidden) { /* a page without a file is shown only by other pages */
        site_map_text(s->tree, p->front, "content", without_tags(s->tree, str_trim(text), false),
                      NULL);
    }
    if (!whole && !has) {
        struct str one = without_tags(s->tree, first_paragraph(text), true);
        site_map_text(s->tree, p->front, "excerpt", one, NULL);
    }
}

void site_put_excerpts(struct site *s) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (s->pages.p[i]->collection) {
            struct arena *scratch = arena_new();
            put_excerpt(s, s->pages.p[i], scratch);
            arena_drop(scratch);
        }
    }
}
