/* SPDX-License-Identifier: MIT */
/*
 * Resolves the links and images of a page. The target is another page (given by its file or its
 * address) or a file. If there is no target, this is reported at the link. Identifiers on other
 * pages are checked after all pages are made.
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "job/site/site_model.h"
#include "print/image/image.h"

DIAG_USE(DIAG_DEAD_LINK);
DIAG_USE(DIAG_SITE_OUTSIDE);
DIAG_USE(DIAG_UNSAFE_LINK);

/* maximum number of names that are compared for the hint "did you mean" */
#define MAX_CANDIDATES 20000
#define MAX_HINTS 100 /* maximum number of hints per run */

/* ---- parts of an address */

/** The parts of an address such as "doe.md?x#id". `tail` is the query with its question mark. */
struct parts {
    struct str path, tail, id;
};

static struct parts cut(struct arena *a, struct str url) {
    struct parts p = {.path = url};
    size_t at = str_index(p.path, '#');
    if (at != STR_NONE) {
        p.id = str_from(p.path, at + 1);
        p.path = str_slice(p.path, 0, at);
    }
    at = str_index(p.path, '?');
    if (at != STR_NONE) {
        p.tail = str_from(p.path, at);
        p.path = str_slice(p.path, 0, at);
    }
    p.path = path_of_url(a, p.path);
    return p;
}

/* Whether an address begins with a scheme (RFC 3986, 3.1) or a host. */
static bool is_elsewhere(struct str url) {
    size_t i = str_past_name(url, 0, "+-.");
    bool scheme = i > 1 && i < url.n && url.p[i] == ':' && is_alpha(url.p[0]);
    return scheme || str_starts(url, STR("//"));
}

bool site_own_address(const struct site *s, struct str *url) {
    const struct site_config *c = &s->config;
    bool host = c->url.n && str_starts(*url, c->url);
    struct str rest = host ? str_from(*url, c->url.n) : *url;
    if (host ? rest.n && rest.p[0] != '/' : is_elsewhere(*url)) {
        return false;
    }
    bool based = c->base.n && str_starts(rest, c->base) &&
                 (rest.n == c->base.n || strchr("/?#", rest.p[c->base.n]));
    if (host && c->base.n && !based) {
        return false;
    }
    if (host || based) {
        rest = based ? str_from(rest, c->base.n) : rest;
        *url = str_starts(rest, STR("/")) ? rest : arena_join(s->tree, 2, STR("/"), rest);
    }
    return true;
}

/* ---- lookup */

struct str site_clean_path(struct arena *a, struct str path) {
    VEC(struct str) parts = VEC_INIT;
    bool root = str_starts(path, STR("/"));
    while (path.p && path.n) {
        struct str part = str_cut(&path, '/');
        if (str_is(part, "..") && parts.n && !str_is(vec_last(&parts), "..")) {
            (void)vec_pop(&parts);
        } else if (part.n && !str_is(part, ".")) {
            vec_push(&parts, part);
        }
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < parts.n; i++) {
        buf_puts(&b, i || root ? "/" : "");
        buf_str(&b, parts.p[i]);
    }
    struct str out = buf_finish(&b, a);
    vec_drop(&parts);
    return out;
}

/* Normalizes a path from the root of the site. Returns false if the path leads out of the site. */
static bool normal(struct arena *a, struct str dir, struct str path, struct str *out) {
    dir = str_starts(path, STR("/")) ? STR_EMPTY : dir;
    struct str clean = site_clean_path(a, arena_join(a, 4, STR("/"), dir, STR("/"), path));
    clean = str_from(clean, clean.n > 0);
    bool inside = !str_starts(clean, STR("..")) || (clean.n > 2 && clean.p[2] != '/');
    *out = inside ? clean : *out;
    return inside;
}

/** The target of an address. At most one of the members is set. */
struct target {
    struct site_page *page;
    struct site_file *file;
};

/* Finds a page by the path of its file, whose ending the link may omit. */
static struct site_page *page_by_file(const struct site *s, struct arena *a, struct str path) {
    static const char *const endings[] = {".md",   ".qmd",      ".Rmd",      ".markdown",
                                          ".html", "/index.md", "/index.qmd"};
    struct site_page *p = map_lookup(&s->by_path, path);
    for (size_t i = 0; !p && path.n && !path_ext(path).n && i < ARRAY_LEN(endings); i++) {
        p = map_lookup(&s->by_path, arena_join(a, 2, path, str_of(endings[i])));
    }
    return p;
}

static struct site_page *page_by_address(const struct site *s, struct arena *a, struct str path) {
    static const char *const endings[] = {"", ".html", "/", "/index.html", "index.html"};
    struct str address = arena_join(a, 2, STR("/"), path);
    struct site_page *p = NULL;
    for (size_t i = 0; !p && i < ARRAY_LEN(endings); i++) {
        p = map_lookup(&s->by_address, i == 4 ? arena_join(a, 2, path, STR("index.html"))
                                              : arena_join(a, 2, address, str_of(endings[i])));
    }
    return p ? p : map_lookup(&s->by_address, path);
}

static struct target find(const struct site *s, struct arena *a, struct str dir, struct str path,
                          bool by_file) {
    struct str there = STR_EMPTY;
    struct target t = {NULL, NULL};
    if (!normal(a, dir, path, &there)) {
        return t;
    }
    t.page = by_file ? page_by_file(s, a, there) : NULL;
    t.file = t.page ? NULL : map_lookup(&s->by_output, there);
    t.page = t.page || t.file ? t.page : page_by_address(s, a, there);
    t.page = t.page && t.page->hidden ? NULL : t.page;
    return t;
}

static struct str folder_of_address(struct str address) {
    size_t n = str_after_last(address, '/');
    return str_slice(address, n > 0, n > 0 ? n - 1 : 0);
}

static struct target look(const struct site *s, struct arena *a, const struct site_page *from,
                          struct str path) {
    struct target t = find(s, a, path_dir(from->path), path, true);
    if (!t.page && !t.file) {
        t = find(s, a, folder_of_address(from->address), path, false);
    }
    if (!t.page && !t.file) { /* the path may be relative to the source file of the page */
        struct str there = path_join(a, path_dir(from->source), path);
        t.file = map_lookup(&s->by_source, site_clean_path(a, there));
    }
    return t;
}

struct site_page *site_look(const struct site *s, struct arena *a, const struct site_page *from,
                            struct str url, struct site_file **file, struct str *id) {
    *file = NULL;
    *id = STR_EMPTY;
    url = str_trim(url);
    if (!site_own_address(s, &url)) {
        return NULL;
    }
    struct parts p = cut(a, url);
    struct target t = from ? look(s, a, from, p.path) : find(s, a, STR_EMPTY, p.path, true);
    *file = t.file;
    *id = p.id;
    return t.page;
}

struct site_file *site_look_from(const struct site *s, struct arena *a, struct str dir,
                                 struct str url) {
    url = str_trim(url);
    return site_own_address(s, &url) ? find(s, a, dir, cut(a, url).path, false).file : NULL;
}

/* ---- faults */

static void say_near(struct site *s, const struct site_page *from, struct diags *d, struct diag *g,
                     struct str path) {
    VEC(struct str) names = VEC_INIT;
    bool asked = s->hints++ < MAX_HINTS;
    struct str dir = from ? path_dir(from->path) : STR_EMPTY, meant = path;
    /* a rooted path is relative to the folder of the site */
    bool rooted = str_starts(path, STR("/"));
    for (size_t i = 0; asked && i < s->pages.n && names.n < MAX_CANDIDATES; i++) {
        if (!s->pages.p[i]->hidden) {
            vec_push(&names, s->pages.p[i]->path);
        }
    }
    for (size_t i = 0; asked && i < s->files.n && names.n < MAX_CANDIDATES; i++) {
        vec_push(&names, s->files.p[i]->output);
    }
    (void)normal(d->arena, dir, path, &meant);
    struct str near = diag_nearest(meant, names.p, names.n);
    near = near.n ? near : diag_nearest(path, names.p, names.n);
    if (near.n) {
        struct str link = from && !rooted ? site_relative(d->arena, from->path, near) : near;
        diag_hint(d, g, "did you mean `%s%.*s`?", rooted ? "/" : "", STR_ARG(link));
    } else {
        diag_hint(
            d, g,
            "links are relative to the page's file; those that begin with / to the site's folder");
    }
    vec_drop(&names);
}

/** Reports a dead link and suggests similar names. `from` may be NULL. */
static void report_dead(struct site *s, const struct site_page *from, struct span at,
                        struct str path, struct diags *d) {
    if (!at.src || s->config.links_unchecked) {
        return; /* generated links, for example in a list of works, are not checked */
    }
    struct str there = STR_EMPTY;
    bool inside = normal(d->arena, from ? path_dir(from->path) : STR_EMPTY, path, &there);
    bool draft = inside && map_find(&s->drafts, there),
         listed = inside && map_find(&s->by_path, there);
    struct diag *g = diag_add(d, DIAG_DEAD_LINK, at,
                              draft    ? "`%.*s` is a draft, and no page"
                              : listed ? "`%.*s` is in a hidden collection, and no page"
                                       : "the site has no `%.*s`",
                              STR_ARG(path));
    if (!draft && !listed) {
        say_near(s, from, d, g, path);
    }
}

struct str site_target(struct site *s, struct str to, struct span at, const char *what,
                       struct site_page **page) {
    struct site_file *file;
    struct str id, own = str_trim(to);
    *page = site_look(s, s->tree, NULL, to, &file, &id);
    if (*page || file) {
        struct str there =
            *page ? (*page)->address : arena_join(s->tree, 2, STR("/"), file->output);
        if (file) {
            file->linked = true;
        }
        return id.n ? arena_join(s->tree, 3, there, STR("#"), id) : there;
    }
    if (own.n && own.p[0] != '#' && site_own_address(s, &own)) {
        report_dead(s, NULL, at, to, &s->diags);
        return STR_EMPTY;
    }
    if (!doc_url_is_link(s->opt->build->links, to)) {
        struct diag *g = diag_add(&s->diags, DIAG_UNSAFE_LINK, at,
                                  "`%.*s` is not an address that a page may lead to", STR_ARG(to));
        diag_hint(&s->diags, g, "the %s is left out", what);
        return STR_EMPTY;
    }
    return to;
}

/* ---- while a page is made */

/* Replaces a figure in PDF or TIFF with a file of the same name that a browser can show. */
static struct site_file *for_screen(const struct site *s, struct arena *a, struct site_file *f) {
    static const char *const endings[] = {".svg", ".png", ".webp", ".jpg", ".jpeg", ".gif"};
    struct str ext = path_ext(f->output);
    if (!str_iamong(ext, "pdf tif tiff")) {
        return f;
    }
    struct str stem = str_slice(f->output, 0, f->output.n - ext.n - 1);
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct site_file *other =
            map_lookup(&s->by_output, arena_join(a, 2, stem, str_of(endings[i])));
        if (other) {
            return other;
        }
    }
    return f;
}

/* Copies an image from outside the tree (for example from --resource-path) into the site. */
static struct site_file *take_outside(struct site *s, struct arena *a, const struct site_page *from,
                                      struct str path) {
    struct str source = path_join(a, path_dir(from->source), path);
    struct str text;
    struct arena *scratch = arena_new();
    struct site_file *f = NULL;
    bool read =
        file_read_inside(s->opt->build->host.fence, scratch, source, LIMIT_IMAGE_FILE, &text) == 0;
    if (read && !image_mime(text).n) { /* files of other types are not published */
        struct diag *g = diag_add(&s->diags, DIAG_SITE_OUTSIDE, SPAN_NONE,
                                  "`%.*s` is not an image and is left out", STR_ARG(source));
        diag_hint(&s->diags, g, "what pages offer belongs into the site's folder");
    } else if (read) {
        struct str name = site_hashed_name(s->tree, path_base(path), text);
        f = map_lookup(&s->by_output, name);
        if (!f) {
            f = ARENA_NEW(s->tree, struct site_file);
            *f = (struct site_file){.source = arena_str(s->tree, source), .output = name};
            map_put(&s->by_output, name, f);
            vec_push(&s->files, f);
        }
    }
    arena_drop(scratch);
    return f;
}

/* Whether a file of this name may be made together with a page: its works as a database, a feed, or
 * a page of a work. */
static bool may_be_made(struct str path) {
    return str_among(path_ext(path), "bib json ris xml html pdf");
}

/* Stores a link that is checked after all pages are made. */
static void remember(struct site *s, const struct site_page *from, struct site_page *to,
                     const struct doc_node *n, struct str id) {
    struct span at = source_origin(n->span);
    /* "category=news" is a state of the page's script, not an identifier */
    bool state = str_index(id, '=') != STR_NONE;
    if (!at.src || !id.n || state || s->config.links_unchecked) {
        return;
    }
    struct arena *a = from->own ? from->own : s->links;
    vec_push(&s->anchors, ((struct site_anchor){.from = from,
                                                .to = to,
                                                .id = arena_str(a, path_of_url(a, id)),
                                                .file = arena_str(a, at.src->name),
                                                .begin = at.begin,
                                                .end = at.end}));
}

struct str site_image(void *user, struct arena *a, struct str url) {
    struct site_making *m = user;
    struct site_file *file;
    struct str id;
    (void)site_look(m->site, a, m->page, url, &file, &id);
    return file ? file->source : STR_EMPTY;
}

bool site_follow(void *user, struct arena *a, const struct doc_node *n, bool html, struct str *out,
                 struct diags *d) {
    struct site_making *m = user;
    struct site *s = m->site;
    bool image = n->kind == DOC_IMAGE;
    struct str url = str_trim(n->u.link.url), own = url;
    if (!url.n || url.p[0] == '#' || str_starts(url, STR("data:")) || !site_own_address(s, &own)) {
        return false;
    }
    struct parts p = cut(a, own);
    struct target t = look(s, a, m->page, p.path);
    if (image && !t.file) {
        t.file = take_outside(s, a, m->page, p.path); /* the module build reports a missing image */
        /* the result is not cached, because the image is reported in each run */
        m->page->lists = m->page->lists || !t.file;
        t.page = NULL;
    }
    if (!t.page && !t.file) {
        if (!image && html && may_be_made(p.path) && n->span.src) {
            remember(s, m->page, NULL, n, p.path);
        } else if (!image) {
            report_dead(s, m->page, n->span, p.path, d);
            /* the page is not cached, because the number of hints per run is limited */
            m->page->lists = true;
        }
        return false;
    }
    t.file = t.file && image && html ? for_screen(s, a, t.file) : t.file;
    if (t.file) {
        t.file->linked = true;
        vec_push(&m->linked, t.file);
    }
    if (t.page && html) {
        remember(s, m->page, t.page, n, p.id);
    }
    struct str to = t.page ? t.page->address : arena_join(a, 2, STR("/"), t.file->output);
    *out = html ? site_lead(s, a, m->page, to) : site_absolute(s, a, to);
    if (!out->n) {
        return false;
    }
    *out = arena_join(a, 4, *out, p.tail, p.id.n ? STR("#") : STR_EMPTY, p.id);
    return true;
}

void site_take_ids(void *user, const struct str *ids, size_t n) {
    struct site_making *m = user;
    struct site_page *p = m->page;
    struct arena *a = p->own ? p->own : m->site->links;
    p->ids = ARENA_ARRAY(a, struct str, n + 1);
    for (size_t i = 0; i < n; i++) {
        p->ids[i] = arena_str(a, ids[i]);
    }
    p->nids = n;
    if (n) {
        qsort(p->ids, n, sizeof *p->ids, str_order);
    }
}

/* ---- after all pages */

static bool has_id(const struct site_page *p, struct str id) {
    return str_find_sorted(id, p->ids, p->nids) != STR_NONE;
}

/* Reads the source again for the report. The job of the page has already been freed. Dead links are
 * rare, so this costs little time. */
static struct source *read_again(struct site *s, struct map *known, struct str file) {
    struct source *src = map_lookup(known, file);
    struct str text;
    if (!src) {
        bool read =
            file_read_inside(s->opt->build->host.fence, s->tree, file, LIMIT_SOURCE, &text) == 0;
        src = source_new(s->tree, file, read ? text : STR_EMPTY);
        map_put(known, src->name, src);
    }
    return src;
}

static bool was_made(struct site *s, const struct site_anchor *l) {
    struct str dirs[] = {path_dir(l->from->path), folder_of_address(l->from->address)};
    struct str there = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(dirs); i++) {
        if (normal(s->tree, dirs[i], l->id, &there) && map_find(&s->outputs, there)) {
            return true;
        }
    }
    return false;
}

void site_check_anchors(struct site *s, struct diags *d) {
    struct map known = MAP_INIT;
    for (size_t i = 0; i < s->anchors.n; i++) {
        const struct site_anchor *l = &s->anchors.p[i];
        if (l->to ? !l->to->nids || has_id(l->to, l->id) : was_made(s, l)) {
            continue;
        }
        struct source *src = read_again(s, &known, l->file);
        bool there = l->end <= src->text.n;
        struct span at = span_make(src, there ? l->begin : 0, there ? l->end : 0);
        if (!l->to) {
            report_dead(s, l->from, at, l->id, d);
            continue;
        }
        struct diag *g =
            diag_add(d, DIAG_DEAD_LINK, at, "nothing on the page `%.*s` has the identifier `%.*s`",
                     STR_ARG(l->to->path), STR_ARG(l->id));
        struct str near =
            s->hints++ < MAX_HINTS ? diag_nearest(l->id, l->to->ids, l->to->nids) : STR_EMPTY;
        if (near.n) {
            diag_hint(d, g, "did you mean `#%.*s`?", STR_ARG(near));
        }
    }
    map_drop(&known);
}
