/* SPDX-License-Identifier: MIT */
/*
 * Checks links and styles of a resolved document: targets within the document, and addresses that
 * outputs must not have.
 */
#include "check/document/document.h"

DIAG_USE(DIAG_CSS_REMOTE);
DIAG_USE(DIAG_DEAD_LINK);
DIAG_USE(DIAG_UNSAFE_LINK);

/** The identifiers of the document. They are collected when the first link within the document is
 * found. */
struct id_set {
    struct map map;
    str_list list;
    bool found; /* the map and the list are filled */
};

static void add_id(struct id_set *ids, struct str id) {
    if (id.n && !map_put(&ids->map, id, ids)) {
        vec_push(&ids->list, id);
    }
}

/** Adds the values of `id` and `name` in the tags of raw HTML. */
static void add_raw_ids(struct id_set *ids, struct str s) {
    for (size_t at = 0; at + 1 < s.n; at++) {
        if (s.p[at] != '=' || at < 2) {
            continue;
        }
        struct str before = str_slice(s, 0, at);
        bool named = str_ends(before, STR("id")) || str_ends(before, STR("name"));
        char quote = s.p[at + 1];
        bool quoted = quote == '"' || quote == '\'';
        size_t from = at + 1 + quoted, to = from;
        while (named && to < s.n && (quoted ? s.p[to] != quote : is_alnum(s.p[to]))) {
            to++;
        }
        add_id(ids, named ? str_slice(s, from, to) : STR_EMPTY);
        at = named && to > from ? to - 1 : at;
    }
}

static void find_ids(const struct doc *doc, struct id_set *ids) {
    int notes = 0;
    if (ids->found) {
        return;
    }
    ids->found = true;
    for (const struct doc_attr *a = doc->last_attr; a; a = a->made_before) {
        add_id(ids, a->id);
    }
    bool any = doc_has_kind(doc, DOC_RAW_BLOCK) || doc_has_kind(doc, DOC_RAW_INLINE) ||
               doc_has_kind(doc, DOC_NOTE);
    struct doc_walk w = doc_walk_start(doc->root);
    while (any && doc_walk_next(&w)) {
        if (w.enter && (w.node->kind == DOC_RAW_BLOCK || w.node->kind == DOC_RAW_INLINE)) {
            add_raw_ids(ids, w.node->u.code.text);
        }
        notes += w.enter && w.node->kind == DOC_NOTE;
    }
    for (int i = 1; i <= notes; i++) { /* adds the identifiers that outputs give to notes */
        add_id(ids, arena_printf(doc->arena, "fn%d", i));
        add_id(ids, arena_printf(doc->arena, "fnref%d", i));
    }
    add_id(ids, STR("top")); /* the top of the page (HTML, 7.4.6.4) */
}

static void check_link(const struct doc *doc, struct id_set *ids, const struct doc_node *n,
                       struct diags *d) {
    struct str url = str_trim(n->u.link.url);
    /* links that were made from citations have no place in the source */
    if (url.n < 2 || url.p[0] != '#' || !n->span.src) {
        return;
    }
    struct str id = str_from(url, 1);
    find_ids(doc, ids);
    if (map_find(&ids->map, id) || map_find(&ids->map, path_of_url(doc->arena, id))) {
        return;
    }
    struct diag *g = diag_add(d, DIAG_DEAD_LINK, n->span,
                              "nothing in this document has the identifier `%.*s`", STR_ARG(id));
    struct str near = diag_guess(d, id, ids->list.p, ids->list.n);
    if (near.n) {
        diag_hint(d, g, "did you mean `#%.*s`?", STR_ARG(near));
    } else {
        diag_hint(d, g, "put `{#%.*s}` after the heading that is meant", STR_ARG(id));
    }
}

/* ---- addresses that links may not have */

/** Reports an address that a link must not have. */
static void report_refused(enum doc_links links, struct str url, struct span at, struct diags *d) {
    struct str rest = url, scheme = str_cut(&rest, ':');
    /* an address without a scheme is refused only if it begins with "//" and a host */
    scheme = rest.p ? scheme : STR("//");
    struct diag *g = NULL;
    switch (doc_url_kind(url)) {
    case DOC_URL_LIVE:
        diag_add(d, DIAG_UNSAFE_LINK, at, "`%.*s:` runs as a program or as a script of this page",
                 STR_ARG(scheme));
        return;
    case DOC_URL_FILE:
        if (links == DOC_LINKS_INERT) {
            g = diag_add(d, DIAG_UNSAFE_LINK, at, "`%.*s:` leads to files of the reader's machine",
                         STR_ARG(scheme));
            diag_hint(d, g, "its text is shown without the link; `--file-links` keeps the link");
            return;
        }
        break;
    case DOC_URL_RELATIVE:
    case DOC_URL_WEB:
    case DOC_URL_OTHER:
    case DOC_URL_HOST:
        break;
    }
    g = diag_add(d, DIAG_UNSAFE_LINK, at, "`%.*s%s` is not allowed in the sandbox", STR_ARG(scheme),
                 rest.p ? ":" : "");
    diag_hint(d, g,
              "its text is shown without the link; `http:`, `https:`, `ftp:`, `mailto:`, "
              "`tel:`, `doi:` and relative addresses are links");
}

/** Removes a link with an address that it must not have, and keeps the text of the link. */
static void unlink_refused(const struct doc *doc, struct doc_node *n, struct diags *d) {
    if (doc_url_is_link(doc->links, n->u.link.url)) {
        return;
    }
    report_refused(doc->links, n->u.link.url, n->span, d);
    n->kind = DOC_SPAN;
    if (n->attr) {
        n->attr->element = STR_EMPTY;
    }
}

struct unlinking {
    const struct doc *doc;
    struct diags *d;
};

static void unlink_below(void *user, struct doc_node *tree) {
    const struct unlinking *u = user;
    struct doc_walk w = doc_walk_start(tree);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_LINK) {
            unlink_refused(u->doc, w.node, u->d);
        }
    }
}

/** Returns the place of a text in the front matter, or SPAN_NONE. */
static struct span front_span(const struct node *front, struct str text) {
    struct node_walk w = node_walk_start(front);
    for (const struct node *n; (n = node_walk_next(&w)) != NULL;) {
        if (str_eq(str_trim(n->text), str_trim(text)) && n->span.src) {
            return n->span;
        }
    }
    return SPAN_NONE;
}

/** Removes an author's address if it must not be a link. */
static void check_address(const struct doc *doc, struct str *url, struct diags *d) {
    if (url->n && !doc_url_is_link(doc->links, *url)) {
        report_refused(doc->links, *url, front_span(doc->front, *url), d);
        *url = STR_EMPTY;
    }
}

/** Checks those links of the title block that are not in doc_parts(). */
static void check_title_block(struct doc *doc, struct diags *d) {
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        struct doc_author *a = &doc->meta.authors[i];
        check_address(doc, &a->url, d);
        for (size_t k = 0; k < a->ncontacts; k++) {
            check_address(doc, &a->contacts[k].url, d);
        }
    }
    if (doc_has_kind(doc, DOC_LINK)) {
        struct unlinking u = {doc, d};
        doc_each_title_tree(doc, unlink_below, &u);
    }
}

/* ---- styles */

/** Returns the end of a CSS declaration: the next ';' outside of brackets and quotes. */
static size_t declaration_end(struct str css, size_t at) {
    int depth = 0;
    char quote = 0;
    for (; at < css.n && (css.p[at] != ';' || depth > 0 || quote); at++) {
        char c = css.p[at];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == ')') {
            depth += c == '(' ? 1 : depth > 0 ? -1 : 0;
        }
    }
    return at;
}

/** Returns CSS with its escapes decoded (CSS Syntax 3, 4.3.7), in lower case. */
static struct str unescaped(struct arena *a, struct str css) {
    struct buf out = BUF_INIT;
    for (size_t i = 0; i < css.n; i++) {
        if (css.p[i] != '\\' || i + 1 == css.n) {
            buf_putc(&out, to_lower(css.p[i]));
            continue;
        }
        uint32_t cp = 0;
        size_t digits = 0;
        for (; digits < 6 && i + 1 < css.n && hex_digit(css.p[i + 1]) >= 0; digits++) {
            cp = cp * 16 + (uint32_t)hex_digit(css.p[++i]);
        }
        if (digits == 0) {
            buf_putc(&out, to_lower(css.p[++i]));
        } else {
            buf_rune(&out, cp < 0x80 ? (uint32_t)to_lower((char)cp) : cp);
            i += i + 1 < css.n && is_space(css.p[i + 1]);
        }
    }
    return buf_finish(&out, a);
}

/** Whether a decoded declaration has a function that loads an address. */
static bool loads(struct str css) {
    static const char *const functions[] = {"url(", "src(", "image(", "image-set(", "cross-fade("};
    for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
        if (str_find(css, str_of(functions[i])) != STR_NONE) {
            return true;
        }
    }
    return false;
}

/** Whether a CSS declaration loads a file from another host. It does if one of its addresses has a
 * host or a scheme. An address follows a bracket or a quotation mark. Images in `data:` addresses
 * are allowed. */
static bool fetches(struct arena *a, struct str declaration) {
    struct str css = unescaped(a, declaration);
    size_t n = loads(css) ? css.n : 0;
    for (size_t i = 0; i < n; i++) {
        bool begins = css.p[i] == '(' || css.p[i] == '"' || css.p[i] == '\'';
        struct str url = str_trim(str_from(css, i + 1));
        if (begins && doc_url_kind(url) != DOC_URL_RELATIVE &&
            !str_starts(url, STR("data:image/"))) {
            return true;
        }
    }
    return false;
}

/** Removes the declarations of a `style` attribute that load files from another host. */
static void keep_style_local(const struct doc *doc, struct doc_pair *pair, struct diags *d) {
    struct str css = pair->value;
    struct buf kept = BUF_INIT;
    for (size_t at = 0; at < css.n;) {
        size_t end = declaration_end(css, at);
        struct str one = str_slice(css, at, end);
        if (fetches(doc->arena, one)) {
            diag_add(d, DIAG_CSS_REMOTE, pair->span, "`%.*s` is on another host and left out",
                     STR_ARG(str_trim(one)));
        } else {
            buf_str(&kept, one);
            buf_puts(&kept, end < css.n ? ";" : "");
        }
        at = end + 1;
    }
    pair->value = buf_finish(&kept, doc->arena);
}

static void check_styles(const struct doc *doc, struct diags *d) {
    for (const struct doc_attr *a = doc->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->npairs; i++) {
            if (str_is(a->pairs[i].key, "style") && str_index(a->pairs[i].value, '(') != STR_NONE) {
                keep_style_local(doc, &a->pairs[i], d);
            }
        }
    }
}

void check_links(struct doc *doc, check_ids_fn *fn, void *user, struct diags *d) {
    check_title_block(doc, d);
    check_styles(doc, d);
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_has_kind(doc, DOC_LINK) ? doc_parts(doc, parts) : 0;
    struct id_set ids = {.map = MAP_INIT, .list = VEC_INIT};
    if (fn) {
        find_ids(doc, &ids);
        fn(user, ids.list.p, ids.list.n);
    }
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_LINK) {
                unlink_refused(doc, w.node, d);
            }
            if (w.enter && w.node->kind == DOC_LINK) {
                check_link(doc, &ids, w.node, d);
            }
        }
    }
    map_drop(&ids.map);
    vec_drop(&ids.list);
}
