/* SPDX-License-Identifier: MIT */
/*
 * Web addresses of pages, the files at these addresses, and relative links between pages. An
 * address is stored as unescaped text that begins at the root of the site: "/people/Ann Doe.html".
 */
#include "job/site/site_model.h"

#include "core/base/markup.h"
#include "core/base/utf8.h"

DIAG_USE(DIAG_SITE_ADDRESS);

#define MAX_ADDRESS 4096 /* longer addresses are cut */

/* ---- patterns */

struct str site_fill_pattern(struct arena *a, struct str pattern, const struct site_token *tokens,
                             size_t n) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < pattern.n; at++) {
        struct str rest = str_from(pattern, at + 1);
        const struct site_token *found = NULL;
        for (size_t i = 0; i < n && pattern.p[at] == ':' && !found; i++) {
            size_t end = strlen(tokens[i].name);
            bool whole = end >= rest.n || !is_alpha(rest.p[end]);
            found = whole && str_starts(rest, str_of(tokens[i].name)) ? &tokens[i] : NULL;
        }
        if (found) {
            buf_str(&b, found->value);
            at += strlen(found->name);
        } else {
            buf_putc(&b, pattern.p[at]);
        }
    }
    return buf_finish(&b, a);
}

/* Fills in a pattern of the site or of a collection. */
static struct str fill(struct arena *a, const struct site_page *p, struct str pattern) {
    struct str stem = path_stem(p->path), dir = path_dir(p->path),
               slug = node_text(node_get(p->front, "slug"));
    struct str name = expand_is_dated(stem) ? str_from(stem, 11) : stem;
    const struct site_collection *c = p->collection;
    if (c && str_starts(dir, c->folder)) {
        dir = str_from(dir, c->folder.n);
        dir = str_starts(dir, STR("/")) ? str_from(dir, 1) : dir;
    }
    const struct site_token tokens[] = {{"path", path_join(a, dir, c ? name : stem)},
                                        {"name", stem},
                                        {"basename", stem},
                                        {"title", slug.n ? slug : name},
                                        {"slug", slug.n ? slug : name},
                                        {"collection", c ? c->name : STR_EMPTY},
                                        {"year", str_slice(p->date, 0, 4)},
                                        {"month", str_slice(p->date, 5, 7)},
                                        {"day", str_slice(p->date, 8, 10)}};
    return site_fill_pattern(a, pattern, tokens, ARRAY_LEN(tokens));
}

bool site_is_hidden(struct str path) {
    while (path.p) {
        struct str part = str_cut(&path, '/');
        if (str_starts(part, STR(".")) && !str_is(part, ".well-known")) {
            return true;
        }
    }
    return false;
}

void site_report_hidden(struct site *s, struct str address, struct span at) {
    struct diag *g =
        diag_add(&s->diags, DIAG_SITE_ADDRESS, at, "`%.*s` is a hidden address", STR_ARG(address));
    diag_hint(&s->diags, g,
              "no part of an address may begin with a full stop, except `.well-known`");
}

struct str site_clean_address(struct arena *a, struct str address) {
    bool folder = str_ends(address, STR("/")) || address.n == 0;
    struct str rest = address;
    struct buf b;
    buf_init(&b, MAX_ADDRESS);
    while (rest.p && rest.n) {
        struct str part = str_cut(&rest, '/');
        if (part.n == 0 || str_is(part, ".") || str_is(part, "..")) {
            continue;
        }
        buf_putc(&b, '/');
        for (size_t i = 0; i < part.n; i++) {
            unsigned char c = (unsigned char)part.p[i];
            buf_putc(&b, c < 0x20 || c == 0x7F || c == '\\' ? '-' : part.p[i]);
        }
    }
    if (folder || b.n == 0) {
        buf_putc(&b, '/');
    }
    struct str out = buf_keep(&b, a);
    /* removes a character that was cut off at the end */
    size_t bad = b.overflow ? utf8_check(out) : STR_NONE;
    out.n = bad == STR_NONE ? out.n : bad;
    buf_drop(&b);
    return out;
}

struct str site_output_of(struct arena *a, struct str address) {
    struct str path = str_from(address, 1);
    if (!path.n || str_ends(path, STR("/"))) {
        return arena_join(a, 2, path, STR("index.html"));
    }
    return path_ext(path).n ? path : arena_join(a, 2, path, STR(".html"));
}

void site_give_address(struct site *s, struct site_page *p) {
    struct arena *a = s->tree;
    struct str own = str_trim(node_text(node_get(p->front, "permalink")));
    struct str stem = path_stem(p->path), dir = path_dir(p->path);
    bool index = str_is(stem, "index") || str_is(stem, "_index");
    struct str pattern = own.n ? own
                         : p->collection && p->collection->address.n && !index
                             ? p->collection->address
                         : s->config.permalink.n && !index ? s->config.permalink
                                                           : STR_EMPTY;
    if (index && !own.n) {
        p->address =
            site_clean_address(a, dir.n ? arena_join(a, 3, STR("/"), dir, STR("/")) : STR("/"));
    } else if (pattern.n && !p->absolute) {
        p->address = site_clean_address(a, fill(a, p, pattern));
    } else {
        p->address = site_clean_address(
            a, own.n ? own : arena_join(a, 2, path_join(a, dir, stem), STR(".html")));
    }
    if (str_ends(p->address, STR("/index.html"))) {
        p->address.n -= sizeof "index.html" - 1;
    }
    p->output = site_output_of(a, p->address);
}

/* ---- from one page to another */

struct str site_href(struct arena *a, struct str address) {
    struct buf b = BUF_INIT;
    markup_put_percent(&b, address, "!$&'()*+,-./:;=@[]_~");
    return buf_finish(&b, a);
}

struct str site_relative(struct arena *a, struct str from, struct str to) {
    size_t common = 0;
    for (size_t i = 0; i < from.n && i < to.n && from.p[i] == to.p[i]; i++) {
        common = from.p[i] == '/' ? i + 1 : common;
    }
    struct buf b = BUF_INIT;
    for (size_t i = common; i < from.n; i++) {
        buf_puts(&b, from.p[i] == '/' ? "../" : "");
    }
    struct str rest = site_href(a, str_from(to, common));
    size_t colon = str_index(rest, ':'), slash = str_index(rest, '/');
    if (b.n == 0 && (rest.n == 0 || (colon != STR_NONE && colon < slash))) {
        /* "./" precedes an empty link, and a link that looks as if it had a scheme (RFC 3986,
         * 4.2) */
        buf_puts(&b, "./");
    }
    buf_str(&b, rest);
    return buf_finish(&b, a);
}

struct str site_absolute(const struct site *s, struct arena *a, struct str address) {
    return s->config.url.n ? arena_join(a, 3, s->config.url, site_href(a, s->config.base),
                                        site_href(a, address))
                           : STR_EMPTY;
}

struct str site_lead(const struct site *s, struct arena *a, const struct site_page *p,
                     struct str to) {
    return p->absolute ? arena_join(a, 2, site_href(a, s->config.base), site_href(a, to))
                       : site_relative(a, p->address, to);
}
