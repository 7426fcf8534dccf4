/* SPDX-License-Identifier: MIT */
/*
 * Finds the pages and files of a site. Decides which files are pages, which files are copied, and
 * which files are omitted. These are omitted: names that begin with "_" or "." (unless they are
 * included or belong to a collection), the files that the configuration excludes, files for tools
 * and maintainers, the output folder, and symbolic links that lead out of the site.
 */
#include "cite/bib/bib.h"
#include "core/base/bounds.h"
#include "core/base/calendar.h"
#include "core/base/front_matter.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"
#include "core/files/file_host.h"
#include "job/site/site_model.h"

#include <errno.h>
#include <fnmatch.h>

DIAG_USE(DIAG_SITE_ADDRESS);
DIAG_USE(DIAG_SITE_OUTSIDE);

#define MAX_DEPTH 32      /* maximum nesting of folders */
#define MAX_FILES 1000000 /* maximum number of pages and files in a site */
#define HEAD_BYTES 65536  /* number of bytes of a page that are searched for a title */

/* ---- what is part of the site */

/* Files for the maintainers of the folder. They are omitted only in the top folder of the site. */
static const char *const not_pages[] = {
    "README*",  "LICENSE*",  "LICENCE*",    "CONTRIBUTING*", "CHANGELOG*",   "CITATION.cff",
    "Makefile", "makefile",  "GNUmakefile", "Gemfile*",      "package.json", "package-lock.json",
    "*.Rproj",  "renv.lock", "docker*",     "Dockerfile*",   "vendor",       "requirements*.txt",
    "site.yml", "site.yaml", "MANIFEST.md", "*.gemspec"};
/* Files that are left out in every folder. */
static const char *const never[] = {"node_modules", "*~",     "#*#",      "*.swp",
                                    "*.bak",        "*.orig", "Thumbs.db"};

static bool matches(struct arena *a, const char *pattern, struct str name) {
    return fnmatch(pattern, arena_str(a, name).p, 0) == 0;
}

/* Whether a pattern of the configuration matches the whole path, a folder above it, or only the
 * name. */
static bool is_listed(struct arena *a, const struct str *list, size_t n, struct str path) {
    for (size_t i = 0; i < n; i++) {
        const char *pattern = arena_str(a, list[i]).p;
        bool below = path_is_below(path, list[i]);
        bool name = str_index(list[i], '/') == STR_NONE && matches(a, pattern, path_base(path));
        if (below || name || matches(a, pattern, path)) {
            return true;
        }
    }
    return false;
}

/* Whether a path is below the folder of a collection. Other engines have posts in the folder
 * `_posts` of any folder, which is then a category. */
static bool is_within(const struct site *s, struct str path, struct str folder) {
    bool anywhere = s->engine && str_is(folder, "_posts");
    return path_is_below(path, folder) || (anywhere && str_find(path, STR("/_posts/")) != STR_NONE);
}

const struct site_collection *site_collection_of(const struct site *s, struct str path) {
    const struct site_collection *best = NULL;
    for (size_t i = 0; i < s->config.ncollections; i++) {
        const struct site_collection *c = &s->config.collections[i];
        bool below = is_within(s, path, c->folder);
        if (below && (!best || best->folder.n < c->folder.n)) {
            best = c;
        }
    }
    return best;
}

/* Whether the configuration includes a path whose name is normally hidden, such as the folder of a
 * collection or a folder above it. */
static bool is_asked(const struct site *s, struct str path, bool folder) {
    if (is_listed(s->tree, s->config.include, s->config.ninclude, path)) {
        return true;
    }
    for (size_t i = 0; i < s->config.ncollections; i++) {
        struct str own = s->config.collections[i].folder;
        bool above = folder && path_is_below(own, path);
        bool posts =
            folder && s->engine && str_is(own, "_posts") && str_is(path_base(path), "_posts");
        if (above || posts || str_eq(own, path)) {
            return true;
        }
    }
    return false;
}

static bool is_left_out(const struct site *s, struct str path, bool folder) {
    struct str name = path_base(path);
    bool top = str_index(path, '/') == STR_NONE;
    /* git would take a folder named ".git" for a repository */
    if (is_listed(s->tree, s->config.exclude, s->config.nexclude, path) ||
        str_ieq(name, STR(".git"))) {
        return true;
    }
    if (is_asked(s, path, folder)) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(never); i++) {
        if (matches(s->tree, never[i], name)) {
            return true;
        }
    }
    for (size_t i = 0; top && i < ARRAY_LEN(not_pages); i++) {
        if (matches(s->tree, not_pages[i], name)) {
            return true;
        }
    }
    return name.p[0] == '.' || (name.p[0] == '_' && !str_starts(name, STR("_index.")));
}

bool site_is_excluded(const struct site *s, struct str path) {
    for (size_t i = 1; i <= path.n; i++) {
        bool end = i == path.n || path.p[i] == '/';
        if (end && is_left_out(s, str_slice(path, 0, i), true)) {
            return true;
        }
    }
    return false;
}

/* ---- pages */

static bool is_markdown(struct str path) {
    return str_iamong(path_ext(path), "md markdown mkd mkdn qmd rmd");
}

/* Returns a title or a description as plain text, without Markdown markup. */
static struct str bare_text(struct site *s, struct str text) {
    bool plain = str_find(text, STR("--")) == STR_NONE && str_find(text, STR("...")) == STR_NONE;
    for (size_t i = 0; plain && i < text.n; i++) {
        plain = !strchr("*_`[]\\<>&$^~{\"'#", text.p[i]);
    }
    if (plain) {
        return arena_str(s->tree, text);
    }
    struct arena *scratch = arena_new();
    struct diags quiet; /* errors are reported when the page is made */
    diags_init(&quiet, scratch);
    struct markdown_options opt = {.format = s->config.markdown};
    struct source *src = source_new(scratch, STR("title"), text);
    struct doc *doc = markdown_parse(scratch, src, &opt, &quiet);
    struct str out = arena_str(s->tree, str_trim(doc_plain(scratch, doc->root)));
    diags_drop(&quiet);
    arena_drop(scratch);
    return out.n ? out : arena_str(s->tree, text);
}

/* Returns the first heading as plain text. Empty if the first HEAD_BYTES contain no heading. */
static struct str first_heading(struct str text) {
    struct str rest = str_slice(text, 0, HEAD_BYTES), last = STR_EMPTY;
    bool code = false;
    while (rest.p) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        bool fence = str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
        code = code != fence;
        size_t marks = str_run(line, 0, '#');
        bool under = line.n > 2 && last.n && str_run(line, 0, '=') == line.n;
        if (!code &&
            (under || (marks > 0 && marks < 7 && marks < line.n && is_space(line.p[marks])))) {
            struct str s = under ? last : str_trim(str_from(line, marks));
            size_t brace = str_find(s, STR(" {"));
            s = brace != STR_NONE && str_ends(s, STR("}")) ? str_slice(s, 0, brace) : s;
            while (str_ends(s, STR("#"))) {
                s.n--;
            }
            return str_trim(s);
        }
        last = line;
    }
    return STR_EMPTY;
}

struct str site_iso_day(struct str s) {
    s = str_trim(s);
    size_t n = calendar_iso(s);
    return n == 10 || n == s.n ? str_slice(s, 0, n) : STR_EMPTY;
}

struct str site_name_as_title(struct arena *a, struct str name) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i] == '_' || name.p[i] == '-' ? ' ' : name.p[i];
        buf_putc(&b, i == 0 ? to_upper(c) : c);
    }
    return buf_finish(&b, a);
}

/* Makes a title from the name of a file. An index page has the name of its folder. */
static struct str title_of_path(struct arena *a, struct str path) {
    struct str stem = path_stem(path);
    bool index = str_is(stem, "index") || str_is(stem, "_index");
    return site_name_as_title(a, index                   ? path_base(path_dir(path))
                                 : expand_is_dated(stem) ? str_from(stem, 11)
                                                         : stem);
}

static void add_redirects(struct site *s, struct site_page *p, const char *key) {
    const struct node *n = node_get(p->front, key);
    size_t count = node_count(n);
    size_t most = p->nredirects + count + 1;
    struct str *all = arena_grow(s->tree, p->redirects, p->nredirects, most, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        struct str text = str_trim(node_text(node_item(n, i)));
        if (text.n && site_own_address(s, &text)) {
            bool rooted = str_starts(text, STR("/"));
            bool folder =
                str_is(str_of(key), "aliases") && !path_ext(text).n; /* as in Hugo and Quarto */
            text = folder ? arena_join(s->tree, 2, text, STR("/")) : text;
            all[p->nredirects++] = site_clean_address(
                s->tree, rooted ? text : path_join(s->tree, path_dir(p->path), text));
        }
    }
    p->redirects = all;
}

/* Collects the keys that the engine has changed. They take precedence over the keys of the file. */
static void find_changes(struct site *s, struct site_page *p, const struct node *before) {
    for (size_t i = 0; i < p->front->n; i++) {
        bool same = before && before->kind == NODE_MAP && i < before->n &&
                    str_eq(before->keys[i], p->front->keys[i]);
        size_t at = same ? i : node_index(before, p->front->keys[i]);
        if (at == STR_NONE || before->items[at] != p->front->items[i]) {
            p->over = p->over ? p->over : node_new_map(s->tree, SPAN_NONE);
            node_put(s->tree, p->over, p->front->keys[i], p->front->key_spans[i],
                     p->front->items[i]);
        }
    }
}

static bool wants_pdf(const struct node *front) {
    const struct node *to = node_get(front, "to");
    bool named = false;
    for (size_t i = 0; i < node_count(to); i++) {
        named = named || str_is(node_text(node_item(to, i)), "pdf");
    }
    const struct node *pdf = node_get(front, "pdf");
    return named || (pdf && pdf->kind != NODE_MAP && node_bool(pdf, 0) > 0);
}

/* Sets the members of a page from its front matter. */
static void describe(struct site *s, struct site_page *p, struct str body) {
    const struct node *f = p->front;
    struct str title = str_trim(node_text(node_get(f, "title")));
    struct str stem = path_stem(p->path);
    p->title = bare_text(s, title.n ? title : first_heading(body));
    p->title = p->title.n ? p->title : title_of_path(s->tree, p->path);
    p->lang = str_trim(node_text(node_get(f, "lang")));
    p->translation = str_trim(node_text(node_get(f, "translationKey")));
    struct str date = node_text(node_get(f, "date"));
    p->date = site_iso_day(date);
    p->date = p->date.n ? p->date : doc_iso_of(s->tree, date);
    p->date = !p->date.n && expand_is_dated(stem) ? str_slice(stem, 0, 10) : p->date;
    p->description = bare_text(s, str_trim(node_text(node_get(f, "description"))));
    p->draft = node_bool(node_get(f, "draft"), 0) > 0 ||
               node_bool(node_get(f, "published"), 1) == 0 || str_starts(p->path, STR("_drafts/"));
    p->hidden = p->collection && p->collection->hidden;
    p->absolute = str_is(stem, "404") && str_index(p->path, '/') == STR_NONE;
    p->unlisted = p->absolute || node_bool(node_get(f, "sitemap"), 1) == 0;
    p->pdf = wants_pdf(f);
    add_redirects(s, p, "redirect_from");
    add_redirects(s, p, "aliases");
}

/* Parses a copy of the front matter of a page in the arena `tree`. Sets `*body` to the text after
 * it. Returns NULL if there is no map. */
static struct node *read_front(struct site *s, struct str name, struct str text, struct str *body) {
    struct front_matter f = front_matter_find(text, 0);
    *body = str_from(text, f.behind);
    if (!f.behind || f.end - f.begin > LIMIT_FRONT_MATTER) {
        return NULL;
    }
    struct diags quiet; /* the job of the page reports errors */
    diags_init(&quiet, s->tree);
    struct source *src =
        source_new(s->tree, name, arena_str(s->tree, str_slice(text, 0, f.behind)));
    struct node *map = yaml_parse(s->tree, src, f.begin, f.end, &quiet);
    diags_drop(&quiet);
    return map && map->kind == NODE_MAP ? map : NULL;
}

uint64_t site_head_hash(struct str text) {
    size_t behind = front_matter_find(text, 0).behind;
    struct str title = first_heading(str_from(text, behind));
    return str_hash(str_slice(text, 0, behind)) * 31 + str_hash(title);
}

static struct site_page *new_page(struct site *s, struct str path, struct str source,
                                  struct str text) {
    struct arena *a = s->tree;
    struct site_page *p = ARENA_NEW(a, struct site_page);
    struct str body;
    *p = (struct site_page){
        .path = path,
        .source = source,
    };
    p->collection = site_collection_of(s, path);
    struct node *front = read_front(s, source, text, &body);
    p->front = node_copy_map(a, front);
    if (s->engine && s->engine->front) {
        s->engine->front(s, p);
    }
    find_changes(s, p, front);
    p->head_hash = site_head_hash(text);
    describe(s, p, body);
    return p;
}

static void keep_page(struct site *s, struct site_page *p) {
    if (p->draft && !s->opt->drafts) {
        map_put(&s->drafts, p->path, p);
        return;
    }
    map_put(&s->by_path, p->path, p);
    vec_push(&s->pages, p);
}

struct str site_page_text(const struct site *s, struct arena *a, const struct site_page *p) {
    struct str text = p->text;
    if (!text.n &&
        (file_read_inside(s->opt->build->host.fence, a, p->source, LIMIT_SOURCE, &text) != 0 ||
         utf8_check(text) != STR_NONE)) {
        return STR_EMPTY;
    }
    return s->engine && s->engine->text ? s->engine->text(a, p->source, text, NULL) : text;
}

struct str site_page_body(const struct site *s, struct arena *a, const struct site_page *p) {
    struct str text = site_page_text(s, a, p);
    return str_from(text, front_matter_find(text, 0).behind);
}

struct site_page *site_add_page(struct site *s, struct str path, struct str text) {
    if (map_find(&s->by_path, path)) {
        return NULL;
    }
    struct site_page *p = new_page(s, path, path_join(s->tree, s->root, path), text);
    p->text = text;
    keep_page(s, p);
    return p;
}

/* ---- files */

static void keep_file(struct site *s, struct str output, struct str source, bool published) {
    struct site_file *f = ARENA_NEW(s->tree, struct site_file);
    struct str ext = path_ext(output);
    /* data files that are not databases often have one of these three endings */
    bool database =
        bib_format_of_name(output) != BIB_FORMAT_COUNT && !str_iamong(ext, "csv json xml");
    bool made_from = database || str_iamong(ext, "csl yml yaml");
    if (map_find(&s->by_output, output)) {
        return; /* if two static folders have the same file, the first file is used */
    }
    *f = (struct site_file){.source = source,
                            .output = output,
                            .asked = made_from || !published,
                            .made_from = made_from};
    map_put(&s->by_output, output, f);
    map_put(&s->by_source, site_clean_path(s->tree, source), f);
    vec_push(&s->files, f);
}

void site_cannot_read(struct site *s, struct str path, int err) {
    file_host_report(NULL, &s->diags, SPAN_NONE, path, err);
    s->io_failed = true;
}

/* Adds a file of the tree as a page or as a file to copy. */
static void take_file(struct site *s, struct str path, struct str source) {
    bool html = str_ieq(path_ext(path), STR("html")) || str_ieq(path_ext(path), STR("htm"));
    bool markdown = is_markdown(path);
    bool bare = s->engine && !path_ext(path).n && site_collection_of(s, path);
    struct arena *scratch = markdown || html || bare ? arena_new() : NULL;
    struct str text = STR_EMPTY;
    int err =
        scratch ? file_read_inside(s->opt->build->host.fence, scratch, source, LIMIT_SOURCE, &text)
                : 0;
    struct str raw = text;
    if (scratch && !err && s->engine && s->engine->text) {
        text = s->engine->text(scratch, source, text, &s->diags);
    }
    bool page = markdown || ((html || bare) && !err && front_matter_find(text, 0).behind > 0);
    if (page && err) {
        site_cannot_read(s, source, err);
    } else if (page) {
        struct site_page *p = new_page(s, path, source, text);
        p->recast = text.p != raw.p;
        keep_page(s, p);
    } else {
        keep_file(s, path, source, site_is_published(s, path));
    }
    if (scratch) {
        arena_drop(scratch);
    }
}

/* ---- the walk */

/** A folder to read. */
struct folder {
    struct str path; /* path relative to the start of the folder walk; empty for the start itself */
    unsigned depth;
};

struct walk {
    struct site *site;
    struct str root; /* the folder in which the walk begins */
    bool pages;      /* Markdown files become pages; if false, all files are copied */
    struct map seen; /* real paths of folders, since symbolic links can form a cycle */
    VEC(struct folder) todo;
};

/* Whether the target of a symbolic link is inside the site. */
static bool stays_inside(struct site *s, struct str source) {
    struct str real = file_real_path(s->tree, source), root = s->real_root;
    bool inside =
        str_starts(real, root) && (real.n == root.n || real.p[root.n] == '/' || root.n == 1);
    if (!file_fence_has(s->opt->build->host.fence, source)) {
        diag_add(&s->diags, DIAG_SITE_OUTSIDE, SPAN_NONE,
                 "`%.*s` leads out of what the sandbox may read and is left out", STR_ARG(source));
        return false;
    }
    if (!inside && !s->config.outside) {
        struct diag *g =
            diag_add(&s->diags, DIAG_SITE_OUTSIDE, SPAN_NONE,
                     "`%.*s` leads out of the site's folder and is left out", STR_ARG(source));
        diag_hint(&s->diags, g, "`outside: true` in site.yml follows such links");
        return false;
    }
    return true;
}

static bool is_static(const struct site *s, struct str source) {
    for (size_t i = 0; i < s->config.nstatics; i++) {
        if (str_eq(path_join(s->tree, s->opt->dir, s->config.statics[i]), source)) {
            return true;
        }
    }
    return false;
}

/* Whether a path can be in the manifest. The manifest has one line per file, so names with control
 * characters are refused. */
static bool can_be_listed(struct site *s, struct str source, struct str name) {
    for (size_t i = 0; i < name.n; i++) {
        if ((unsigned char)name.p[i] < 0x20 || name.p[i] == 0x7F) {
            struct diag *g = diag_add(&s->diags, DIAG_SITE_OUTSIDE, SPAN_NONE,
                                      "`%.*s` has a control character in its name and is left out",
                                      STR_ARG(source));
            diag_hint(&s->diags, g, "no address can have one");
            return false;
        }
    }
    return true;
}

/* Handles an entry of a folder. A subfolder is added to the queue, a file is added to the site, and
 * other entries are ignored. */
static void take_entry(struct walk *w, const struct folder *dir, const struct file_entry *e) {
    struct site *s = w->site;
    struct str path = path_join(s->tree, dir->path, e->name);
    struct str source = path_join(s->tree, w->root, path);
    if (is_left_out(s, path, e->folder) || (e->link && !stays_inside(s, source)) ||
        !can_be_listed(s, source, e->name) || (w->pages && e->folder && is_static(s, source))) {
        return;
    }
    if (e->folder && dir->depth < MAX_DEPTH) {
        vec_push(&w->todo, ((struct folder){path, dir->depth + 1}));
    } else if (e->plain && s->pages.n + s->files.n < MAX_FILES) {
        if (w->pages) {
            take_file(s, path, source);
        } else {
            keep_file(s, path, source, true);
        }
    }
}

static void walk(struct site *s, struct str root, bool pages) {
    struct walk w = {.site = s, .root = root, .pages = pages, .seen = MAP_INIT, .todo = VEC_INIT};
    vec_push(&w.todo, ((struct folder){STR_EMPTY, 0}));
    while (w.todo.n) {
        struct folder dir = vec_pop(&w.todo);
        struct str there = dir.path.n ? path_join(s->tree, root, dir.path) : root;
        struct str real = file_real_path(s->tree, there.n ? there : STR("."));
        if (map_put(&w.seen, real, s) || str_eq(real, s->real_out)) {
            continue;
        }
        if (dir.path.n && file_exists(path_join(s->tree, there, STR(SITE_MANIFEST)))) {
            continue; /* the folder is the output of an earlier build */
        }
        vec_push(&s->folders, there);
        size_t n = 0, first = w.todo.n;
        const struct file_entry *list = file_list(s->tree, there, &n);
        if (!list && errno != ENOENT) {
            site_cannot_read(s, there.n ? there : STR("."), errno);
        }
        for (size_t i = 0; i < n; i++) {
            take_entry(&w, &dir, &list[i]);
        }
        /* the last folder is read first, so the new folders are put in reverse order */
        for (size_t i = first, k = w.todo.n; i + 1 < k; i++, k--) {
            struct folder f = w.todo.p[i];
            w.todo.p[i] = w.todo.p[k - 1];
            w.todo.p[k - 1] = f;
        }
    }
    map_drop(&w.seen);
    vec_drop(&w.todo);
}

/* ---- addresses */

struct span site_place_of(struct site *s, const struct site_page *p) {
    const struct node *n = node_get(p->front, "permalink");
    return n && n->span.src ? n->span : span_make(source_new(s->tree, p->source, STR_EMPTY), 0, 0);
}

/* Whether another page already has the same address. The first page keeps the address. */
static bool is_taken(struct site *s, struct site_page *p) {
    struct site_page *other = map_lookup(&s->by_address, p->output);
    if (!other) {
        return false;
    }
    struct diag *g = diag_add(&s->diags, DIAG_SITE_ADDRESS, site_place_of(s, p),
                              "this page and `%.*s` have one address: `%.*s`", STR_ARG(other->path),
                              STR_ARG(p->address));
    diag_relate(&s->diags, g, site_place_of(s, other), "the other one");
    return true;
}

/* Registers the PDF beside a page, so that links can lead to it. */
static void keep_pdf(struct site *s, const struct site_page *p) {
    struct site_file *f = ARENA_NEW(s->tree, struct site_file);
    *f = (struct site_file){.source = p->source, .output = site_pdf_output(s->tree, p->output)};
    if (!map_find(&s->by_output, f->output)) {
        map_put(&s->by_output, f->output, f);
    }
}

static void give_addresses(struct site *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        site_give_address(s, p);
        if (!p->hidden && site_is_hidden(p->address)) {
            site_report_hidden(s, p->address, site_place_of(s, p));
            continue;
        }
        if (!p->hidden && is_taken(s, p)) {
            continue;
        }
        if (!p->hidden) {
            map_put(&s->by_address, p->output, p);
            map_put(&s->by_address, p->address, p);
        }
        if (p->pdf && !p->hidden) {
            keep_pdf(s, p);
        }
        s->pages.p[kept++] = p;
    }
    s->pages.n = kept;
}

/* Links the pages that are translations of each other. */
static void find_sisters(struct site *s) {
    struct map firsts = MAP_INIT;
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        struct site_page *first =
            p->translation.n && !p->hidden ? map_lookup(&firsts, p->translation) : NULL;
        if (first) {
            p->sister = first->sister ? first->sister : first;
            first->sister = p;
        } else if (p->translation.n && !p->hidden) {
            map_put(&firsts, p->translation, p);
        }
    }
    map_drop(&firsts);
}

/* Drops files of the author that have the same output as a page, and reports them. */
static void drop_covered_files(struct site *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->files.n; i++) {
        struct site_file *f = s->files.p[i];
        const struct site_page *p = map_lookup(&s->by_address, f->output);
        if (p) {
            diag_add(&s->diags, DIAG_SITE_ADDRESS, site_place_of(s, p),
                     "this page and the file `%.*s` have one address: `%.*s`", STR_ARG(f->source),
                     STR_ARG(p->address));
        } else {
            s->files.p[kept++] = f;
        }
    }
    s->files.n = kept;
}

void site_read_tree(struct site *s) {
    walk(s, s->root, true);
    for (size_t i = 0; i < s->config.nstatics; i++) {
        walk(s, path_join(s->tree, s->opt->dir, s->config.statics[i]), false);
    }
    if (s->engine && s->engine->finish) {
        s->engine->finish(s);
    }
    for (const struct site_maker *m = site_makers; m->name; m++) {
        m->make(s);
    }
    give_addresses(s);
    find_sisters(s);
    drop_covered_files(s);
}
