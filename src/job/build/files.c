/* SPDX-License-Identifier: MIT */
/*
 * Finds styles, locales and images.
 *
 * Paths on the command line are relative to the current folder. Paths in a document are relative to
 * the folder of the document. Missing databases and images are searched for in the folders of
 * --resource-path, then in the current folder. A style is a path (with '/' or the ending .csl), or
 * a name. A name is searched for in the folder of the document, then in our own styles/, then in
 * Debian's packages.
 */
#include "job/build/files.h"

#include "job/build/page_host.h"
#include "job/build/style_cache.h"
#include "job/build/styles.h"

#include "cite/csl/processor.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/memo/inputs.h"
#include "core/memo/store.h"

#include <dirent.h>

#define DEBIAN_LOCALES "/usr/share/citation-style-language/locales"

void build_note_input(struct build_run *b, struct str path) {
    if (!str_in(path, b->inputs.p, b->inputs.n)) {
        vec_push(&b->inputs, arena_str(b->arena, path));
        build_guard_input(b, path);
    }
}

void build_note_text(struct build_run *b, struct str path, struct str text, const char *mime,
                     const char *description, bool database) {
    for (size_t i = 0; i < b->texts.n; i++) {
        if (str_eq(b->texts.p[i].path, path)) {
            return;
        }
    }
    vec_push(&b->texts,
             ((struct build_source){path, str_of(mime), str_of(description), text, database}));
}

struct str build_seen_from(struct arena *a, struct str dir, struct str path) {
    bool plain = !str_starts(path, STR("/")) && !str_starts(dir, STR("/")) &&
                 str_find(dir, STR("..")) == STR_NONE && str_find(path, STR("..")) == STR_NONE;
    struct buf b = BUF_INIT;
    struct str rest = plain ? dir : STR_EMPTY, tail = path;
    while (plain && rest.p) {
        struct str from = rest, to = tail;
        struct str part = str_cut(&from, '/'), other = str_cut(&to, '/');
        if (part.n && !str_is(part, ".") && (!to.p || !str_eq(part, other))) {
            break;
        }
        tail = part.n && !str_is(part, ".") ? to : tail;
        rest = from;
    }
    while (rest.p) {
        struct str part = str_cut(&rest, '/');
        buf_puts(&b, part.n && !str_is(part, ".") ? "../" : "");
    }
    buf_str(&b, tail);
    return buf_finish(&b, a);
}

/* ---- styles and locales ---- */

/** Reads a file as a source, once per job. Returns NULL if it cannot be read. */
static struct source *read_source(struct build_run *b, struct str path) {
    struct source *src = map_lookup(&b->sources, path);
    struct str text;
    if (src || file_host_read_stream(&b->opt->host, b->arena, path, LIMIT_STYLE, &text) != 0) {
        return src;
    }
    src = source_new(b->arena, arena_str(b->arena, path), text);
    map_put(&b->sources, src->name, src);
    if (!file_is_stream(src->name)) {
        build_note_input(b, src->name);
    }
    return src;
}

static struct source *read_in(struct build_run *b, struct str dir, struct str sub, struct str name,
                              struct str ext) {
    struct str file = arena_join(b->arena, 2, name, ext);
    return read_source(b, path_join(b->arena, path_join(b->arena, dir, sub), file));
}

/** Reads NAME in a folder of the data of the program. */
static struct source *read_data(struct build_run *b, struct str sub, struct str name,
                                struct str ext) {
    struct source *src = NULL;
    for (size_t i = 0; i < ARRAY_LEN(b->opt->data_dirs) && !src; i++) {
        src = b->opt->data_dirs[i].n ? read_in(b, b->opt->data_dirs[i], sub, name, ext) : NULL;
    }
    return src;
}

static struct source *look_for_style(struct build_run *b, struct str name) {
    bool is_file = str_ends(name, STR(".csl"));
    struct str ext = is_file ? STR_EMPTY : STR(".csl");
    if (str_starts(name, STR("http://")) || str_starts(name, STR("https://"))) {
        name = path_base(name); /* the address is the id of a style: nothing is downloaded */
    }
    bool given = b->opt->csl.n && str_eq(name, b->opt->csl);
    struct source *src = given ? read_in(b, STR_EMPTY, STR_EMPTY, name, ext) : NULL;
    src = src ? src : read_in(b, b->dir, STR_EMPTY, name, ext);
    if (!src && (path_ext(name).n || str_index(name, '/') != STR_NONE)) {
        /* an existing file that is not a style; the parser of styles reports it */
        src = read_in(b, given ? STR_EMPTY : b->dir, STR_EMPTY, name, STR_EMPTY);
    }
    if (src || str_index(name, '/') != STR_NONE) {
        return src;
    }
    src = read_data(b, STR("styles"), name, ext);
    src = src ? src : read_in(b, STR(BUILD_SYSTEM_STYLES), STR_EMPTY, name, ext);
    src = src ? src : read_in(b, STR(BUILD_SYSTEM_STYLES), STR("dependent"), name, ext);
    return src ? src : csl_shipped(b->arena, arena_join(b->arena, 2, name, ext));
}

/** Implements `open_profile` of struct limits_request. */
static struct source *open_profile(void *user, struct str name) {
    struct build_run *b = user;
    bool path = str_index(name, '/') != STR_NONE || str_ends(name, STR(".yml")) ||
                str_ends(name, STR(".yaml"));
    return path ? read_in(b, b->dir, STR_EMPTY, name, STR_EMPTY)
                : read_data(b, STR("styles/limits"), name, STR(".yml"));
}

struct limits_request build_limits_request(struct build_run *b) {
    return (struct limits_request){b->arena, b->d, open_profile, b};
}

static struct source *find_style(void *user, struct str name) {
    struct build_run *b = user;
    struct source *src = look_for_style(b, name);
    /* a file that is not a style is not attached to the PDF */
    if (src && str_find(src->text, STR("<style")) != STR_NONE) {
        build_note_text(b, src->name, src->text, "application/vnd.citationstyles.style+xml",
                        "Citation style", false);
    }
    return src;
}

static struct source *find_locale(void *user, struct str lang) {
    struct build_run *b = user;
    struct str name = arena_join(b->arena, 2, STR("locales-"), lang);
    for (size_t i = 0; i < lang.n; i++) {
        if (!is_alnum(lang.p[i]) && lang.p[i] != '-') {
            return NULL; /* only a language tag, not a path, names a locale */
        }
    }
    struct source *src = read_data(b, STR("locales"), name, STR(".xml"));
    return src ? src : read_in(b, STR(DEBIAN_LOCALES), STR_EMPTY, name, STR(".xml"));
}

/* ---- trees of styles and locales in the cache, by the digests of their texts */

static struct memo_entry tree_entry(const struct build_run *b, const struct source *src) {
    struct digest_sum key;
    digest_begin(&key);
    bool known = memo_add_program(&key);
    digest_add_field(&key, src->text);
    return memo_entry_of(known ? b->opt->cache : STR_EMPTY, MEMO_TREE, &key);
}

static struct str find_tree(void *user, struct arena *a, const struct source *src) {
    struct memo_entry e = tree_entry(user, src);
    return memo_load(a, &e);
}

static void keep_tree(void *user, const struct source *src, struct str tree) {
    struct memo_entry e = tree_entry(user, src);
    (void)memo_save(&e, tree);
}

/** Returns the store of trees, or NULL if nothing is cached. */
static const struct csl_trees *trees_of(struct build_run *b) {
    bool cached = b->opt->cache.n && !b->opt->sandbox && !b->opt->host.fence;
    struct csl_trees *trees = cached ? ARENA_NEW(b->arena, struct csl_trees) : NULL;
    if (trees) {
        *trees = (struct csl_trees){find_tree, keep_tree, b};
    }
    return trees;
}

static const struct csl_style *compile(void *user, struct source *src, struct diags *d) {
    struct build_run *b = user;
    const struct csl_trees *trees = trees_of(b);
    return b->opt->shared ? build_shared_style(b->opt->shared->styles, src, trees, d)
                          : csl_style_read(b->arena, src, trees, d);
}

static const struct locale *load_locale(void *user, const struct csl_style *style, struct str lang,
                                        struct diags *d) {
    struct build_run *b = user;
    struct csl_locale_source files = {find_locale, b, trees_of(b)};
    return b->opt->shared ? build_shared_locale(b->opt->shared->styles, style, lang, &files, d)
                          : csl_locale_load(b->arena, style, lang, &files, d);
}

static const struct str *style_names(void *user, size_t *n) {
    struct build_run *b = user;
    if (!b->style_names) {
        VEC(struct str) all = VEC_INIT;
        struct str dirs[BUILD_STYLE_FOLDERS + 1];
        size_t ndirs =
            build_style_folders(b->arena, b->opt->data_dirs, ARRAY_LEN(b->opt->data_dirs), dirs);
        dirs[ndirs++] = b->dir;
        for (size_t i = 0; i < ndirs; i++) {
            size_t k = 0;
            const struct str *names =
                file_host_names(&b->opt->host, b->arena, dirs[i], STR(".csl"), &k);
            for (size_t j = 0; j < k; j++) {
                vec_push(&all, path_stem(names[j]));
            }
        }
        b->style_names = vec_finish(&all, b->arena);
        b->nstyle_names = all.n;
    }
    *n = b->nstyle_names;
    return b->style_names;
}

void build_styles(struct build_run *b, struct resolve_styles *out) {
    *out = (struct resolve_styles){find_style, compile, load_locale, style_names, b};
}

/* ---- images ---- */

/* Returns a path from the root folder of the page's site, for an address that begins with '/'. */
static struct str site_path(struct build_run *b, struct str path) {
    struct str base = b->site.base;
    while (str_ends(base, STR("/"))) {
        base.n--;
    }
    bool below = base.n && path_is_below(path, base);
    return path_join(b->arena, b->site.root, str_from(path, (below ? base.n : 0) + 1));
}

struct str build_image_path(struct build_run *b, struct str url) {
    if (url.n == 0 || str_starts(url, STR("data:")) || str_starts(url, STR("//")) ||
        str_find(url, STR("://")) != STR_NONE) {
        return STR_EMPTY;
    }
    struct str path = path_of_url(b->arena, str_trim(url));
    if (b->site.known && str_starts(path, STR("/"))) {
        return site_path(b, path);
    }
    return path_join(b->arena, b->dir, path);
}

/* Returns the address of `path` relative to the folder `dir`. Both are relative to the same folder,
 * or both are absolute. */
static struct str url_from(struct arena *a, struct str dir, struct str path) {
    struct buf b = BUF_INIT;
    bool absolute = str_starts(path, STR("/"));
    while (dir.n && !absolute) {
        struct str part = str_cut(&dir, '/');
        if (str_is(part, "..")) { /* the way back needs the name of a folder, which is unknown */
            buf_drop(&b);
            return STR_EMPTY;
        }
        if (part.n && !str_is(part, ".")) {
            buf_puts(&b, "../");
        }
    }
    for (size_t i = 0; i < path.n; i++) {
        if (path.p[i] == '%') {
            buf_puts(&b, "%25");
        } else {
            buf_putc(&b, path.p[i]);
        }
    }
    return buf_finish(&b, a);
}

/* Changes the address of the image, so that it leads from the document's folder to `there`. */
static void point_to(struct build_run *b, struct doc_node *image, struct str there) {
    struct str found = str_starts(b->dir, STR("/")) && !str_starts(there, STR("/"))
                           ? STR_EMPTY
                           : url_from(b->arena, b->dir, there);
    if (!found.n) {
        found = url_from(b->arena, STR_EMPTY, memo_real_path(b->opt->host.inputs, b->arena, there));
    }
    image->u.link.url = found;
}

void build_point_image(struct build_run *b, struct doc_node *image, struct str path) {
    if (b->site.known && str_starts(str_trim(image->u.link.url), STR("/"))) {
        point_to(b, image, path);
    }
}

/** Whether a file exists. If it does, the address of the image is changed to that file. */
static bool find_image_at(struct build_run *b, struct str there, struct doc_node *image,
                          struct str *path) {
    if (!file_host_exists(&b->opt->host, b->arena, there)) {
        return false;
    }
    point_to(b, image, there);
    *path = there;
    return true;
}

static bool find_image_in(struct build_run *b, struct str dir, struct doc_node *image,
                          struct str *path) {
    /* the endings that \includegraphics{plot} tries, in this order (graphics.sty,
     * \Gin@extensions) */
    static const char *const extensions[] = {"", ".pdf", ".png", ".jpg", ".jpeg", ".svg"};
    struct str url = path_of_url(b->arena, str_trim(image->u.link.url));
    size_t n = path_ext(url).n || str_ends(url, STR("/")) ? 1 : ARRAY_LEN(extensions);
    for (size_t i = 0; i < n && url.n; i++) {
        struct str name = arena_join(b->arena, 2, url, str_of(extensions[i]));
        if (find_image_at(b, path_join(b->arena, dir, name), image, path)) {
            return true;
        }
    }
    return false;
}

bool build_find_image(struct build_run *b, struct doc_node *image, struct str *path) {
    struct span at = source_origin(image->span);
    if (find_image_in(b, b->dir, image, path)) {
        return true;
    }
    if (at.src && find_image_in(b, path_dir(at.src->name), image, path)) {
        return true;
    }
    const struct build_page *page = b->job->page;
    struct str own = page && page->host.image
                         ? page->host.image(page->user, b->arena, image->u.link.url)
                         : STR_EMPTY;
    if (own.n && find_image_at(b, own, image, path)) {
        return true;
    }
    for (size_t i = 0; i < b->opt->resource_dirs.n; i++) {
        if (find_image_in(b, b->opt->resource_dirs.p[i], image, path)) {
            return true;
        }
    }
    if (find_image_in(b, STR_EMPTY, image, path)) {
        /* the image is in the current folder, which pandoc also searches (MANUAL,
         * --resource-path) */
        return true;
    }
    struct str url = str_trim(image->u.link.url);
    struct str rooted = str_starts(url, STR("/"))
                            ? expand_project_path(b->arena, &b->opt->host, b->dir, url)
                            : STR_EMPTY;
    return rooted.n && find_image_at(b, path_of_url(b->arena, rooted), image, path);
}
