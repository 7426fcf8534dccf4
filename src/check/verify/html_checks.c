/* SPDX-License-Identifier: MIT */
/* Checks a page: identifiers are unique, links within it have targets and show their numbers, files
 * that it shows exist, nothing is loaded from other hosts, only dossier's own script runs. Also
 * reads its words. */
#include "check/verify/html_checks.h"

#include "core/base/file.h"

DIAG_USE(DIAG_VERIFY_PAGE);
DIAG_USE(DIAG_VERIFY_LINK);
DIAG_USE(DIAG_VERIFY_NUMBER);
DIAG_USE(DIAG_VERIFY_ACTION);
DIAG_USE(DIAG_VERIFY_LOAD);

enum { TEXT = 400, SHOWN = 20 };

struct looker {
    struct verify_page p;
    const struct verify_file *file;
    struct source *src; /* the text of the page, for the lines of diagnostics */
    struct arena *arena;
    struct diags *d;
    struct str lang;
    size_t shown;
    struct verify_label **labels; /* the label of each node; NULL if it has not been read */
    uint32_t *ordinals;           /* the position of each node among the items of its list */
};

static struct span at(const struct looker *l, const struct page_node *n) {
    uint32_t start = source_line_start(l->src, n->line);
    return span_make(l->src, start, start);
}

static void report(struct looker *l, const struct diag_rule *id, const struct page_node *n,
                   const char *what, struct str name) {
    if (l->shown++ < SHOWN) {
        diag_add(l->d, id, at(l, n), "%s%s%.*s%s", what, name.n ? " `" : "", STR_ARG(name),
                 name.n ? "`" : "");
    }
}

/* ---- identifiers and links */

static void check_id(struct looker *l, size_t i) {
    struct str id = page_attr(&l->p.nodes[i], "id");
    if (id.p && (size_t)(uintptr_t)map_lookup(&l->p.ids, id) != i + 1) {
        report(l, DIAG_VERIFY_PAGE, &l->p.nodes[i], "the identifier is there twice:", id);
    }
}

/** Returns the node with the identifier of a fragment, or SIZE_MAX if the page does not have it. */
static size_t target(struct looker *l, struct str fragment) {
    size_t i = (size_t)(uintptr_t)map_lookup(&l->p.ids, fragment);
    i = i ? i : (size_t)(uintptr_t)map_lookup(&l->p.ids, path_of_url(l->arena, fragment));
    return i ? i - 1 : SIZE_MAX;
}

static size_t find_in(const struct verify_page *p, size_t node, const char *names,
                      const char *cls) {
    for (size_t i = node; i < p->nodes[node].end; i++) {
        if ((names && str_among(p->nodes[i].name, names) && p->nodes[i].name.n) ||
            (cls && page_has_class(&p->nodes[i], cls))) {
            return i;
        }
    }
    return SIZE_MAX;
}

static void count_items(struct looker *l) {
    uint32_t *met = ARENA_ARRAY(l->arena, uint32_t, l->p.n + 1);
    l->ordinals = ARENA_ARRAY(l->arena, uint32_t, l->p.n + 1);
    for (size_t i = 0; i < l->p.n; i++) {
        const struct page_node *n = &l->p.nodes[i];
        if (str_is(n->name, "li") && n->parent != SIZE_MAX) {
            l->ordinals[i] = met[n->parent]++;
        }
    }
}

/** Finds the number of an item of an ordered list. Returns false for other items. */
static bool item_number(const struct looker *l, size_t node, int64_t *out) {
    const struct verify_page *p = &l->p;
    size_t list = p->nodes[node].parent;
    if (list == SIZE_MAX || !str_is(p->nodes[list].name, "ol")) {
        return false;
    }
    int64_t v = 1;
    (void)str_to_i64(page_attr(&p->nodes[list], "start"), &v);
    v = v > INT32_MAX || v < INT32_MIN ? 1 : v + l->ordinals[node];
    (void)str_to_i64(page_attr(&p->nodes[node], "value"), &v);
    *out = v;
    return true;
}

static bool is_in(const struct verify_page *p, size_t node, const char *cls, const char *role) {
    for (size_t i = node; i != SIZE_MAX; i = p->nodes[i].parent) {
        if (page_has_class(&p->nodes[i], cls) ||
            (role && str_is(page_attr(&p->nodes[i], "role"), role))) {
            return true;
        }
    }
    return false;
}

static void label_entry(struct looker *l, size_t node, struct verify_label *out) {
    size_t own = find_in(&l->p, node, NULL, "csl-left-margin");
    if (own != SIZE_MAX) {
        verify_label_all(out, verify_page_text(&l->p, own, TEXT));
        return;
    }
    verify_label_begin(out, verify_page_text(&l->p, node, TEXT));
    if (out->n == 0) {
        verify_label_years(out, verify_page_text(&l->p, node, TEXT));
    }
}

static void make_label(struct looker *l, size_t node, struct verify_label *out) {
    const struct page_node *n = &l->p.nodes[node];
    int64_t number;
    size_t own = SIZE_MAX;
    if (str_is(n->name, "li")) {
        if (is_in(&l->p, node, "footnotes", "doc-endnotes") && item_number(l, node, &number)) {
            verify_label_all(out, arena_printf(l->arena, "%lld", (long long)number));
        }
        return;
    }
    if (page_has_class(n, "csl-entry")) {
        label_entry(l, node, out);
        return;
    }
    if ((own = find_in(&l->p, node, NULL, "equation-number")) != SIZE_MAX &&
        !str_among(n->name, "section div main")) {
        verify_label_parentheses(out, verify_page_text(&l->p, node, 8 * TEXT));
        return;
    }
    if (str_among(n->name, "table figure")) {
        own = find_in(&l->p, node, NULL, "caption-number");
    } else if (str_is(n->name, "section")) {
        own = find_in(&l->p, node, "h1 h2 h3 h4 h5 h6", NULL);
    } else if (str_is(n->name, "div")) {
        own = find_in(&l->p, node, NULL, "caption-number");
        own = own == SIZE_MAX ? node : own;
    } else if (str_among(n->name, "h1 h2 h3 h4 h5 h6 p")) {
        own = node;
    }
    if (own != SIZE_MAX) {
        verify_label_begin(out, verify_page_text(&l->p, own, TEXT));
    }
}

/** Returns the label of a node. It is made only once, even if many links lead to the node. */
static const struct verify_label *label_of(struct looker *l, size_t node) {
    if (!l->labels[node]) {
        l->labels[node] = ARENA_NEW(l->arena, struct verify_label);
        make_label(l, node, l->labels[node]);
    }
    return l->labels[node];
}

static void check_number(struct looker *l, size_t node, size_t to) {
    const struct page_node *n = &l->p.nodes[node];
    struct verify_reference r;
    struct str text = verify_page_text(&l->p, node, TEXT);
    bool contents = is_in(&l->p, node, "toc", "doc-toc");
    if (str_is(page_attr(n, "role"), "doc-backlink") || page_has_class(n, "footnote-back")) {
        return;
    }
    if (contents) {
        struct verify_label begin = {.n = 0};
        verify_label_begin(&begin, text);
        if (!begin.named || begin.word.n) {
            return;
        }
        r = (struct verify_reference){.number = begin.numbers[0]};
    } else if (!verify_read_reference(text, &r)) {
        return;
    }
    const struct verify_label *label = label_of(l, to);
    if (!verify_agrees(&r, label, l->lang) && l->shown++ < SHOWN) {
        struct str is = verify_label_list(l->arena, label);
        diag_add(l->d, DIAG_VERIFY_NUMBER, at(l, n), "`%.*s` leads to what has the number %.*s",
                 STR_ARG(text), STR_ARG(is));
    }
}

static void check_fragment(struct looker *l, size_t node, struct str fragment, bool shows) {
    size_t to = target(l, fragment);
    if (to != SIZE_MAX) {
        if (shows) {
            check_number(l, node, to);
        }
    } else if (fragment.n && !str_is(fragment, "top") && !l->file->fragment) {
        report(l, DIAG_VERIFY_LINK, &l->p.nodes[node], "there is no place on the page for",
               fragment);
    }
}

static void check_links(struct looker *l, size_t i) {
    static const char *const lists[] = {"aria-labelledby", "aria-describedby", "aria-details",
                                        "aria-controls",   "headers",          "for",
                                        "aria-owns"};
    const struct page_node *n = &l->p.nodes[i];
    struct str href = page_attr(n, "href");
    if (href.n && href.p[0] == '#') {
        check_fragment(l, i, str_from(href, 1), str_is(n->name, "a"));
    }
    for (size_t k = 0; k < ARRAY_LEN(lists) && n->nattrs; k++) {
        struct str rest = page_attr(n, lists[k]);
        while (rest.p && rest.n) {
            struct str id = str_cut(&rest, ' ');
            if (id.n) {
                check_fragment(l, i, id, false);
            }
        }
    }
}

/* ---- loading and running */

static bool is_remote(struct str url) {
    enum doc_url_kind kind = doc_url_kind(url);
    return kind == DOC_URL_WEB || kind == DOC_URL_HOST;
}

/** Checks the strings in image-set(...), which are addresses without url(). */
static void check_image_set(struct looker *l, const struct page_node *n, struct str css) {
    enum { LONGEST = 4000 };
    int depth = 1;
    for (size_t i = 0; i < css.n && i < LONGEST && depth > 0; i++) {
        depth += (css.p[i] == '(') - (css.p[i] == ')');
        if (css.p[i] != '"' && css.p[i] != '\'') {
            continue;
        }
        struct str rest = str_slice(css, i + 1, i + LONGEST);
        size_t end = str_index(rest, css.p[i]);
        struct str url = str_trim(str_slice(rest, 0, end == STR_NONE ? rest.n : end));
        if (is_remote(url)) {
            report(l, DIAG_VERIFY_LOAD, n, "the style loads", str_slice(url, 0, 200));
        }
        i += url.n ? (size_t)(url.p + url.n - (css.p + i)) : 0;
        i += end == STR_NONE ? rest.n : 0;
    }
}

/** Checks the addresses in CSS: url(...), @import and image-set(...), in upper or lower case. */
static void check_css(struct looker *l, const struct page_node *n, struct str css) {
    static const struct str words[] = {STR_INIT("url("), STR_INIT("@import")};
    static const struct str set = STR_INIT("image-set(");
    struct str lower = arena_lower(l->arena, css);
    for (size_t from = 0, found; (found = str_find(str_from(lower, from), set)) != STR_NONE;) {
        from += found + set.n;
        check_image_set(l, n, str_from(css, from));
    }
    for (size_t w = 0; w < ARRAY_LEN(words); w++) {
        for (size_t from = 0, found;
             (found = str_find(str_from(lower, from), words[w])) != STR_NONE;) {
            from += found + words[w].n;
            size_t end = from;
            while (end < css.n &&
                   (is_space(css.p[end]) || css.p[end] == '"' || css.p[end] == '\'')) {
                end++;
            }
            struct str url = str_slice(css, end, end + 200);
            size_t stop = 0;
            while (stop < url.n && !strchr(")\"';", url.p[stop])) {
                stop++;
            }
            url.n = stop;
            if (is_remote(url)) {
                report(l, DIAG_VERIFY_LOAD, n, "the style loads", url);
            }
        }
    }
}

/** Checks the candidates of a srcset (HTML, 4.8.4.2.1). An address ends at a blank. A candidate
 * whose address ends in a comma has no size. */
static void check_srcset(struct looker *l, const struct page_node *n, struct str s) {
    for (size_t at = 0; at < s.n;) {
        while (at < s.n && (is_space(s.p[at]) || s.p[at] == ',')) {
            at++;
        }
        size_t from = at;
        while (at < s.n && !is_space(s.p[at])) {
            at++;
        }
        struct str url = str_slice(s, from, at);
        bool alone = url.n && url.p[url.n - 1] == ',';
        while (url.n && url.p[url.n - 1] == ',') {
            url.n--;
        }
        if (url.n && is_remote(url)) {
            report(l, DIAG_VERIFY_LOAD, n, "is loaded from elsewhere:", url);
        }
        while (!alone && at < s.n && s.p[at] != ',') {
            at++;
        }
    }
}

/** Checks that a file that the page shows exists. An address that begins with "/" is not checked,
 * because only the server knows its root. */
static void check_file(struct looker *l, const struct page_node *n, struct str url) {
    size_t end = 0;
    while (end < url.n && url.p[end] != '#' && url.p[end] != '?') {
        end++;
    }
    if (l->file->beside && end > 0 && url.p[0] != '/' && doc_url_kind(url) == DOC_URL_RELATIVE) {
        struct str name = path_of_url(l->arena, str_slice(url, 0, end));
        if (!file_exists(path_join(l->arena, path_dir(l->file->name), name))) {
            report(l, DIAG_VERIFY_LINK, n, "the page shows a file that does not exist:", name);
        }
    }
}

static void check_load(struct looker *l, const struct page_node *n) {
    static const struct {
        const char *elements, *attr;
    } loads[] = {{"img script iframe frame embed video audio source track input", "src"},
                 {"video", "poster"},
                 {"object", "data"},
                 {"use image feimage", "href"},
                 {"use image feimage", "xlink:href"},
                 {"form", "action"},
                 {"body table td th", "background"}};
    for (size_t i = 0; i < ARRAY_LEN(loads); i++) {
        struct str url = page_attr(n, loads[i].attr);
        if (!url.n || !str_among(n->name, loads[i].elements)) {
            continue;
        }
        if (is_remote(url) && !l->file->trusted) {
            report(l, DIAG_VERIFY_LOAD, n, "is loaded from elsewhere:", url);
        } else if (!str_is(n->name, "form")) {
            check_file(l, n, url);
        }
    }
    if (l->file->trusted) {
        return;
    }
    if (str_among(n->name, "img source link")) {
        check_srcset(l, n, page_attr(n, str_is(n->name, "link") ? "imagesrcset" : "srcset"));
    }
    struct str rel = page_attr(n, "rel"), href = page_attr(n, "href");
    while (str_is(n->name, "link") && rel.p) {
        if (str_among(str_cut(&rel, ' '), "stylesheet preload prefetch modulepreload icon "
                                          "manifest preconnect dns-prefetch prerender") &&
            is_remote(href)) {
            report(l, DIAG_VERIFY_LOAD, n, "is loaded from elsewhere:", href);
        }
    }
    check_css(l, n, page_attr(n, "style"));
    if (str_is(n->name, "style")) {
        check_css(l, n, n->text);
    }
}

static void check_script(struct looker *l, const struct page_node *n) {
    struct str type = page_attr(n, "type");
    bool data = str_is(type, "application/ld+json") || str_is(type, "application/json") ||
                str_is(type, "speculationrules");
    if (str_is(n->name, "script") && !data) {
        bool own = page_attr(n, "src").n == 0 && l->file->script.n &&
                   str_eq(str_trim(n->text), str_trim(l->file->script));
        if (!own) {
            report(l, DIAG_VERIFY_ACTION, n, "there is a script that dossier did not write",
                   STR_EMPTY);
        }
    }
    if (str_is(n->name, "iframe") && page_attr(n, "srcdoc").n) {
        report(l, DIAG_VERIFY_ACTION, n, "a page within the page is not checked:", STR("srcdoc"));
    }
    for (size_t i = 0; i < n->nattrs; i++) {
        struct str name = n->attrs[i].name;
        if (name.n > 2 && str_starts(name, STR("on"))) {
            report(l, DIAG_VERIFY_ACTION, n, "a script runs through", name);
        }
        bool address = str_among(name, "href src action formaction data xlink:href");
        struct str value = str_trim(n->attrs[i].value);
        bool picture = str_starts(value, STR("data:image/")) ||
                       str_starts(value, STR("data:application/pdf")) ||
                       str_starts(value, STR("data:font/"));
        if (address && !picture && doc_url_is_live(n->attrs[i].value)) {
            report(l, DIAG_VERIFY_ACTION, n,
                   "an address runs:", str_slice(n->attrs[i].value, 0, 60));
        }
    }
    if (str_is(n->name, "base") ||
        (str_is(n->name, "meta") && str_ieq(page_attr(n, "http-equiv"), STR("refresh")))) {
        report(l, DIAG_VERIFY_ACTION, n, "the page leads elsewhere by itself:", n->name);
    }
}

/* ---- words */

enum where { SAYS, SAYS_NOTE, SAYS_LABEL, SAYS_NOTHING, SAYS_WILD };

static bool says_nothing(const struct page_node *n) {
    return str_among(n->name, "head script style template button select input textarea option "
                              "datalist noscript nav") ||
           page_attr(n, "hidden").p || page_has_class(n, "skip-link") ||
           str_is(page_attr(n, "id"), "title-block-header");
}

static bool is_label(const struct page_node *n) {
    return page_has_class(n, "header-section-number") || page_has_class(n, "footnote-ref") ||
           page_has_class(n, "equation-number") || page_has_class(n, "caption-number");
}

static bool is_word_inside(const struct page_node *n) {
    return str_among(n->name, "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp "
                              "small span strong sub sup u var wbr");
}

static bool is_for_margin(const struct page_node *n) {
    return page_has_class(n, "aside") || page_has_class(n, "column-margin") ||
           page_has_class(n, "marginnote") || page_has_class(n, "sidenote");
}

/** Whether a node is a note: an item of the list of notes, or a note for the margin, which has no
 * mark. */
static bool is_note(const struct verify_page *p, size_t i) {
    if (str_is(p->nodes[i].name, "span") && is_for_margin(&p->nodes[i])) {
        return true;
    }
    size_t list = p->nodes[i].parent;
    return str_is(p->nodes[i].name, "li") && list != SIZE_MAX &&
           is_in(p, list, "footnotes", "doc-endnotes");
}

static void read_addresses(struct looker *l, struct verify_text *t) {
    for (size_t i = 0; i < l->p.n; i++) {
        if (str_is(l->p.nodes[i].name, "a")) {
            verify_add_address(t, l->arena, page_attr(&l->p.nodes[i], "href"), SPAN_NONE);
        }
    }
}

static struct verify_text *read_words(struct looker *l) {
    const struct verify_page *p = &l->p;
    struct verify_text *t = verify_text_new(l->arena);
    unsigned char *where = ARENA_ARRAY(l->arena, unsigned char, p->n + 1);
    bool *note = ARENA_ARRAY(l->arena, bool, p->n + 1);
    bool *own = ARENA_ARRAY(l->arena, bool, p->n + 1);
    bool begins = true;
    t->lang = l->lang;
    /* a wildcard for the title block */
    vec_push(&t->main, (struct verify_piece){.kind = VERIFY_WILD});
    for (size_t i = 0; i < p->n; i++) {
        const struct page_node *n = &p->nodes[i];
        unsigned char above = n->parent == SIZE_MAX ? SAYS : where[n->parent];
        where[i] = above;
        note[i] = n->parent != SIZE_MAX && note[n->parent];
        own[i] = (n->parent != SIZE_MAX && own[n->parent]) || page_has_class(n, "only-html");
        if (n->name.n == 0) {
            struct verify_piece piece = {.kind = above == SAYS_LABEL ? VERIFY_LABEL : VERIFY_WORDS,
                                         .begins = begins,
                                         .block = begins,
                                         .own = own[i],
                                         .text = n->text,
                                         .line = n->line};
            begins = false;
            if (above == SAYS_NOTHING || above == SAYS_WILD) {
                continue;
            }
            verify_text_put(t, note[i], piece);
            continue;
        }
        begins = begins || !is_word_inside(n);
        note[i] = note[i] || is_note(p, i);
        bool wild = str_among(n->name, "math svg img object iframe video audio picture canvas") ||
                    (str_among(n->name, "aside div") && is_for_margin(n));
        if (above != SAYS_NOTHING && above != SAYS_WILD) {
            bool list_of_notes = !note[i] && (page_has_class(n, "footnotes") ||
                                              str_is(page_attr(n, "role"), "doc-endnotes"));
            where[i] = says_nothing(n) || list_of_notes ? SAYS_NOTHING
                       : wild                           ? SAYS_WILD
                       : is_label(n)                    ? SAYS_LABEL
                                                        : above;
        }
        bool abstract = page_has_class(n, "abstract") && !is_label(n);
        if ((note[i] && is_note(p, i)) || abstract) {
            where[i] = SAYS;
        }
        if (where[i] == SAYS_WILD && above != SAYS_WILD) {
            verify_text_put(t, note[i], (struct verify_piece){.kind = VERIFY_WILD});
        }
    }
    read_addresses(l, t);
    return verify_text_keep(l->arena, t);
}

bool verify_is_page(struct str name, struct str bytes) {
    struct str ext = path_ext(name), text = str_trim(bytes);
    text = str_trim(str_from(text, str_bom(text)));
    if (text.n == 0 || str_index(bytes, '\0') != STR_NONE) {
        return false;
    }
    bool named = str_ieq(ext, STR("html")) || str_ieq(ext, STR("htm")) ||
                 str_ieq(ext, STR("xhtml")) || str_ieq(ext, STR("xht"));
    return named || str_ieq(str_slice(text, 0, 9), STR("<!doctype")) ||
           str_ieq(str_slice(text, 0, 5), STR("<html"));
}

struct verify_text *verify_page(struct arena *a, const struct verify_file *file, struct diags *d) {
    struct looker l = {.file = file, .arena = a, .d = d};
    l.src = source_new(a, file->name, file->bytes);
    verify_page_read(&l.p, a, file->bytes);
    l.labels = ARENA_ARRAY(a, struct verify_label *, l.p.n + 1);
    count_items(&l);
    for (size_t i = 0; i < l.p.n && l.lang.n == 0; i++) {
        l.lang = str_is(l.p.nodes[i].name, "html") ? page_attr(&l.p.nodes[i], "lang") : STR_EMPTY;
    }
    for (size_t i = 0; i < l.p.n && !file->only_words; i++) {
        const struct page_node *n = &l.p.nodes[i];
        if (n->name.n) {
            check_id(&l, i);
            check_links(&l, i);
            check_load(&l, n);
            if (!file->trusted) {
                check_script(&l, n);
            }
        }
    }
    struct verify_text *said = read_words(&l);
    if (file->expected) {
        verify_compare(a, file->expected, said, file->name, d);
    }
    return said;
}
