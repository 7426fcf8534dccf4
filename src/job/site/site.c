/* SPDX-License-Identifier: MIT */
/*
 * The order of the work: configuration, tree, data that all pages share, each page, copied files,
 * and generated extra files. The memory of a page is freed when the page is finished. The site
 * keeps only the names of the page's input files, its identifiers, and its links to identifiers of
 * other pages.
 */
#include "core/base/bounds.h"
#include "core/base/calendar.h"
#include "core/diag/ignore.h"
#include "job/build/output.h"
#include "job/build/settings.h"
#include "job/site/site_model.h"

#include <errno.h>

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_EMPTY_DOCUMENT);
DIAG_USE(DIAG_FILE_EXISTS);

/* maximum number of folders that are searched for the site of a document */
#define MAX_FOLDERS_ABOVE 16

/* ---- generated files */

/* Implements `read` of a file_host for generated pages, which have a path but no file, and for
 * pages whose front matter is not in YAML. */
static int read_made(void *user, struct arena *a, struct str path, size_t limit, struct str *out) {
    struct site *s = user;
    const struct site_page *p = s->making && str_eq(s->making->source, path) ? s->making : NULL;
    if (p && p->text.n) {
        *out = p->text;
        return p->text.n > limit ? EFBIG : 0;
    }
    const struct file_host *h = &s->opt->build->host;
    if (p && p->recast) {
        int err = file_host_read(h, a, path, limit, out);
        *out = err ? STR_EMPTY : s->engine->text(a, path, *out, NULL);
        return err;
    }
    return h->read ? h->read(h->user, a, path, limit, out) : FILE_ON_DISK;
}

/* ---- one page */

static struct source *theme_include(void *user, struct str name) {
    struct site_making *m = user;
    struct site *s = m->site;
    return s->engine && s->engine->include ? s->engine->include(s, name) : NULL;
}

/* Finds a page by its path from the root of the site, or a post by the name of its file. */
static struct site_page *page_of(struct site *s, struct str name, bool post,
                                 struct site_file **file) {
    struct str id;
    *file = NULL;
    for (size_t i = 0; i < s->pages.n && post; i++) {
        struct site_page *p = s->pages.p[i];
        if (str_eq(path_stem(p->path), path_base(name)) && p->collection) {
            return p;
        }
    }
    return post ? NULL : site_look(s, s->tree, NULL, name, file, &id);
}

/* Returns the address for `{% link FILE %}`, in which FILE is a path from the site's root, or for
 * `{% post_url POST %}`. */
static struct str address_of(void *user, struct str name, bool post) {
    struct site_making *m = user;
    struct site_file *f;
    const struct site_page *p = page_of(m->site, name, post, &f);
    return p ? p->address : f ? arena_join(m->site->tree, 2, STR("/"), f->output) : STR_EMPTY;
}

static struct str title_of(void *user, struct str name) {
    struct site_making *m = user;
    struct site_file *f;
    const struct site_page *p = page_of(m->site, name, false, &f);
    return p ? p->title : STR_EMPTY;
}

/* Returns the site's own `_layouts/NAME`, or the engine's layout for the page, or NULL. */
static struct source *layout_of(struct site *s, struct arena *a, const struct site_page *p) {
    static const char *const endings[] = {".md", ".html", ".liquid"};
    struct str name = str_trim(node_text(node_get(p->front, "layout"))), text;
    bool plain = name.n && str_find(name, STR("..")) == STR_NONE && name.p[0] != '/';
    for (size_t i = 0; plain && i < ARRAY_LEN(endings) && !s->engine; i++) {
        struct str path =
            arena_join(a, 4, s->root, s->root.n ? STR("/_layouts/") : STR("_layouts/"), name,
                       str_of(endings[i]));
        if (file_read_inside(s->opt->build->host.fence, a, path, LIMIT_STYLE, &text) == 0) {
            return source_new(a, path, text);
        }
    }
    return s->engine && s->engine->layout ? s->engine->layout(s, a, p) : NULL;
}

/* Returns the default front matter of a page: the defaults of the site, then those of its folder or
 * collection. */
static struct node *metadata_of(struct site *s, struct arena *a, const struct site_page *p) {
    static const char *const shared[] = {"lang", "csl", "highlight-style", "exports"};
    const struct site_config *c = &s->config;
    struct node *map = node_new_map(a, SPAN_NONE);
    for (size_t i = 0; i < ARRAY_LEN(shared); i++) {
        size_t at = node_index(c->map, str_of(shared[i]));
        if (at != STR_NONE) {
            node_put(a, map, c->map->keys[at], c->map->key_spans[at], c->map->items[at]);
        }
    }
    for (size_t k = 0; k <= c->ndefaults; k++) {
        const struct site_default *own = k ? &c->defaults[k - 1] : NULL;
        const struct node *from = own ? own->metadata : c->metadata;
        bool here = !own || ((!own->folder.n || path_is_below(p->path, own->folder)) &&
                             (!own->collection.n ||
                              (p->collection && str_eq(p->collection->name, own->collection))));
        for (size_t i = 0; here && from && from->kind == NODE_MAP && i < from->n; i++) {
            node_put(a, map, from->keys[i], from->key_spans[i], from->items[i]);
        }
    }
    /* the PDF cannot load the site's style sheet, so it gets the files of the sheet */
    if (p->pdf && !node_get(map, "css") && s->sheet.npaths) {
        struct node *list = node_new_list(a, SPAN_NONE);
        for (size_t i = 0; i < s->sheet.npaths; i++) {
            node_append(a, list, node_string(a, file_real_path(a, s->sheet.paths[i]), SPAN_NONE));
        }
        node_put(a, map, STR("css"), SPAN_NONE, list);
    }
    return map;
}

/* Adds the databases of the site to the settings of a document. The folder of the document is
 * `depth` levels below that of the site. */
static void put_databases(struct arena *a, struct node *map, const struct site_config *c,
                          size_t depth) {
    const struct node *n = node_get(c->map, "bibliography");
    size_t count = node_count(n);
    struct node *list = node_new_list(a, SPAN_NONE);
    struct buf up = BUF_INIT;
    for (size_t i = 0; i < depth; i++) {
        buf_puts(&up, "../");
    }
    struct str above = buf_finish(&up, a);
    for (size_t i = 0; i < count; i++) {
        struct str name = node_text(node_item(n, i));
        node_append(a, list, node_string(a, path_join(a, above, name), SPAN_NONE));
    }
    if (count && !node_get(map, "bibliography")) {
        node_put(a, map, STR("bibliography"), SPAN_NONE, list);
    }
}

const struct node *site_settings_of(struct arena *a, struct str document) {
    struct site s = {.arena = a, .tree = a};
    struct str real = file_real_path(a, document), dir = path_dir(real), file = STR_EMPTY;
    size_t depth = 0;
    while (depth < MAX_FOLDERS_ABOVE && dir.n > 1) {
        file = site_find_config(a, dir, &s.engine);
        if (file.n || file_exists(path_join(a, dir, STR(".git")))) {
            break;
        }
        dir = path_dir(dir);
        depth++;
    }
    /* these findings are not shown: `dossier check FOLDER` reports errors in the configuration */
    struct diags quiet;
    diags_init(&quiet, a);
    struct node *config = !file.n    ? NULL
                          : s.engine ? s.engine->config(a, NULL, dir, file, &quiet)
                                     : site_config_read(a, NULL, file, &quiet);
    struct node *map = NULL;
    if (config) {
        site_config_decode(a, config, dir, &s.config, &quiet);
        struct str root = s.config.source.n ? path_join(a, dir, s.config.source) : dir;
        bool below = path_is_below(real, root);
        struct site_page page = {.path = below ? str_from(real, root.n + 1) : path_base(real)};
        page.collection = site_collection_of(&s, page.path);
        map = metadata_of(&s, a, &page);
        put_databases(a, map, &s.config, depth);
    }
    diags_drop(&quiet);
    return map;
}

/* Implements `page_of` of build_page_host. The database cite.bib belongs to the page beside it. */
static struct str page_of_file(void *user, struct str file) {
    const struct site_making *m = user;
    const struct site *s = m->site;
    file = str_starts(file, STR("./")) ? str_from(file, 2) : file;
    struct str root = str_starts(s->root, STR("./")) ? str_from(s->root, 2) : s->root;
    bool below = str_starts(file, root) && file.n > root.n;
    struct str path = !root.n ? file : below ? str_from(file, root.n + 1) : STR_EMPTY;
    if (str_is(path_base(path), "cite.bib")) {
        path = path_join(s->tree, path_dir(path), STR("index.md"));
    }
    const struct site_page *p = path.n ? map_lookup(&s->by_path, path) : NULL;
    return p && !p->hidden && p != m->page ? p->address : STR_EMPTY;
}

static void fill_page(struct site *s, struct arena *a, struct site_page *p, struct site_making *m,
                      struct build_page *out) {
    *m = (struct site_making){.site = s, .page = p, .anchors = s->anchors.n};
    bool liquid = s->config.liquid && node_bool(node_get(p->front, "liquid"), 1) > 0;
    *out = (struct build_page){.front = p->over,
                               .expand = {.site = s->liquid,
                                          .page = p->data,
                                          .layout = liquid || s->engine ? layout_of(s, a, p) : NULL,
                                          .liquid = liquid,
                                          .jekyll = liquid && s->engine,
                                          .format = s->config.markdown.n ? s->config.markdown
                                                    : s->engine          ? STR_EMPTY
                                                                         : STR("markdown"),
                                          .root = s->root,
                                          .base = s->config.base,
                                          .includes = path_join(a, s->root, STR("_includes")),
                                          .databases = s->config.databases,
                                          .ndatabases = s->config.ndatabases,
                                          .include = theme_include,
                                          .address = address_of,
                                          .title = title_of,
                                          .user = m},
                               .host = {.fill = site_fill,
                                        .follow = site_follow,
                                        .page_of = page_of_file,
                                        .ids = site_take_ids,
                                        .image = site_image},
                               .people = s->people,
                               .key = site_page_key(s, a, p),
                               .keep = site_page_fields,
                               .user = m};
    p->lists = p->lists || out->expand.layout;
}

static void keep_inputs(struct site *s, struct site_page *p, const struct build_job *job) {
    struct arena *a = p->own ? p->own : s->links;
    p->inputs = ARENA_ARRAY(a, struct str, job->ninputs + 1);
    p->ninputs = job->ninputs;
    for (size_t i = 0; i < job->ninputs; i++) {
        p->inputs[i] = arena_str(a, job->inputs[i]);
        site_note_input(s, p->inputs[i]);
    }
}

static void report(struct site *s, const struct build_job *job) {
    if (s->opt->report) {
        s->opt->report(s->opt->user, job);
    }
}

struct str site_make_fragment(struct site *s, struct arena *out, struct site_page *p, bool quiet) {
    struct arena *a = arena_new();
    struct site_making m;
    struct build_page page;
    fill_page(s, a, p, &m, &page);
    page.host.ids = NULL;
    page.expand.layout = NULL;
    page.key = STR_EMPTY;
    struct build_options opt = s->build;
    opt.fragment = BUILD_FRAGMENT_FULL;
    const struct site_page *outer = s->making;
    s->making = p;
    struct build_target target = {.output = build_output_named(STR("html"))};
    struct build_job job = {.input = p->source,
                            .page = &page,
                            .metadata = metadata_of(s, a, p),
                            .targets = &target,
                            .ntargets = 1};
    build_run(&job, &opt);
    s->making = outer;
    struct str text = arena_str(out, target.data);
    if (!quiet) {
        report(s, &job);
    }
    s->io_failed = s->io_failed || job.io_failed;
    build_drop(&job);
    vec_drop(&m.linked);
    arena_drop(a);
    return text;
}

struct str site_pdf_output(struct arena *a, struct str output) {
    return arena_join(a, 2, str_slice(output, 0, output.n - path_ext(output).n), STR("pdf"));
}

/* Writes a companion of a page into the page's folder, for example a database of its works or a
 * feed. */
static bool take_companion(void *user, struct str name, struct str data, bool in_place) {
    struct site_making *m = user;
    struct str output = path_join(m->site->links, path_dir(m->page->output), name);
    return in_place ? site_put_in_place(m->site, output, m->page->source)
                    : site_put(m->site, output, data, m->page->source);
}

bool site_is_scripted(const struct site *s, const struct build_target *html) {
    return str_find(html->data, s->script_file) != STR_NONE;
}

static void make_page(struct site *s, struct site_page *p) {
    struct arena *a = arena_new();
    struct site_making m;
    struct build_page page;
    struct html_frame frame;
    fill_page(s, a, p, &m, &page);
    site_fill_frame(s, a, p, &frame);
    page.frame = &frame;
    s->making = p;
    struct build_target targets[] = {
        {.output = build_output_named(STR("html")), .take = take_companion, .take_user = &m},
        {.output = build_output_named(STR("pdf"))}};
    struct str outputs[] = {p->output, p->pdf ? site_pdf_output(a, p->output) : STR_EMPTY};
    for (size_t i = 0; i < ARRAY_LEN(targets); i++) {
        bool ours = outputs[i].n && map_find(&s->old_outputs, outputs[i]);
        targets[i].place = ours ? path_join(a, s->to, outputs[i]) : STR_EMPTY;
    }
    m.html = &targets[0];
    struct build_job job = {.input = p->source,
                            .name = path_stem(p->output),
                            .page = &page,
                            .metadata = metadata_of(s, a, p),
                            .targets = targets,
                            .ntargets = p->pdf ? 2 : 1,
                            .lint = s->opt->lint};
    build_run(&job, &s->build);
    s->making = NULL;
    keep_inputs(s, p, &job);
    if (targets[0].written && !targets[0].in_place) {
        p->scripted = site_is_scripted(s, &targets[0]);
    }
    s->scripted = s->scripted || p->scripted;
    if (s->build.audit && targets[0].data.n) {
        site_read_names(s, p, targets[0].data);
    }
    for (size_t i = 0; i < job.ntargets; i++) {
        if (targets[i].in_place) {
            (void)site_put_in_place(s, outputs[i], p->source);
        } else if (targets[i].written) {
            (void)site_put(s, outputs[i], targets[i].data, p->source);
        } else if (i == 0) {
            site_keep_old(s, outputs[i], p->source);
        }
    }
    vec_drop(&m.linked);
    report(s, &job);
    s->io_failed = s->io_failed || job.io_failed;
    build_drop(&job);
    arena_drop(a);
}

/* Drops the links to identifiers from a page that is made again. They are recorded again when the
 * page is made. */
static void forget_anchors(struct site *s, const struct site_page *p) {
    size_t kept = 0;
    for (size_t i = 0; i < s->anchors.n; i++) {
        s->anchors.p[kept] = s->anchors.p[i];
        kept += s->anchors.p[i].from != p;
    }
    s->anchors.n = kept;
}

static void remake_page(struct site *s, struct site_page *p) {
    struct arena *before = p->own;
    forget_anchors(s, p);
    p->own = arena_new();
    make_page(s, p);
    if (before) {
        arena_drop(before);
    }
    p->stale = false;
}

/* Makes all pages. If `stale` is set, makes only the pages that are marked as stale. */
static void make_pages(struct site *s, bool stale) {
    for (size_t i = 0; i < s->pages.n; i++) {
        struct site_page *p = s->pages.p[i];
        if (p->hidden || (stale && !p->stale)) {
            continue;
        }
        if (s->opt->progress) {
            s->opt->progress(s->opt->user, i + 1, s->pages.n, p->source);
        }
        if (stale) {
            remake_page(s, p);
        } else {
            make_page(s, p);
        }
    }
}

/* ---- the site itself */

/* Reports the findings about the site as a whole. */
static void report_own(struct site *s) {
    struct build_job job = {
        .arena = s->tree, .diags = s->diags, .io_failed = s->io_failed, .refused = s->refused};
    struct diag_ignores ignores = {0};
    build_settle(s->tree, &s->build, s->opt->dir, &job.diags);
    diag_ignores_apply(&ignores, &job.diags, false);
    diag_ignores_drop(&ignores);
    diags_sort(&job.diags);
    report(s, &job);
    diags_drop(&job.diags);
    diags_init(&s->diags, s->tree);
}

/* Frees the tree: configuration, pages and files. */
static void forget(struct site *s) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (s->pages.p[i]->own) {
            arena_drop(s->pages.p[i]->own);
        }
    }
    if (s->tree) {
        diags_drop(&s->diags);
        arena_drop(s->tree);
        arena_drop(s->links);
    }
    vec_clear(&s->pages);
    vec_clear(&s->files);
    vec_clear(&s->nav);
    vec_clear(&s->folders);
    vec_clear(&s->anchors);
    vec_clear(&s->inputs);
    map_drop(&s->by_path);
    map_drop(&s->by_address);
    map_drop(&s->by_output);
    map_drop(&s->by_source);
    map_drop(&s->drafts);
    map_drop(&s->outputs);
    guard_end(&s->guard);
    map_drop(&s->made_folders);
    s->config = (struct site_config){.map = NULL};
    s->sheet = (struct build_shared_sheet){.ninputs = 0};
    s->people = NULL;
    s->liquid = NULL;
    memset(s->footers, 0, sizeof s->footers);
    s->footer_made = false;
    s->tree = arena_new();
    guard_begin(&s->guard, s->tree);
    s->guard.force = true; /* files in the manifest may be replaced even if they are read-only */
    s->links = arena_new();
    diags_init(&s->diags, s->tree);
}

static void override_url(struct site *s, struct node *map) {
    if (s->opt->url.n) {
        node_put_text(s->tree, map, "url", s->opt->url);
        node_put_text(s->tree, map, "base", STR(""));
    }
}

/* Makes the build options of the pages from those of the command line. */
static void override_options(struct site *s) {
    const struct build_options *o = s->opt->build;
    s->build = *o;
    s->build.host = (struct file_host){.read = read_made, .user = s, .fence = o->host.fence};
    s->build.shared = s->shared;
    s->build.fragment = BUILD_FRAGMENT_NONE;
}

/* Returns the day of the build. Pages with a later date are left out. If the time is unknown, no
 * page has a later date. */
static struct str today_of(struct site *s) {
    int64_t epoch = s->opt->build->epoch, now = epoch >= 0 ? epoch : s->opt->build->now;
    struct calendar_day day = calendar_date(now / CALENDAR_DAY);
    return now > 0 ? arena_printf(s->tree, "%04d-%02d-%02d", (int)day.year, day.month, day.day)
                   : STR("9999-12-31");
}

static bool read_all(struct site *s) {
    forget(s);
    struct arena *a = s->tree;
    s->config_file = site_find_config(a, s->opt->dir, &s->engine);
    struct node *map =
        !s->config_file.n ? node_new_map(a, SPAN_NONE)
        : s->engine ? s->engine->config(a, s->opt->build->host.fence, s->opt->dir, s->config_file,
                                        &s->diags)
                    : site_config_read(a, s->opt->build->host.fence, s->config_file, &s->diags);
    if (!map) {
        return false;
    }
    if (!s->engine) {
        site_config_check(map, &s->diags);
    }
    override_url(s, map);
    site_config_decode(a, map, s->opt->dir, &s->config, &s->diags);
    s->root = s->config.source.n ? path_join(a, s->opt->dir, s->config.source) : s->opt->dir;
    s->root = str_is(s->root, ".") ? STR_EMPTY : s->root;
    s->real_root = file_real_path(a, s->opt->dir.n ? s->opt->dir : STR("."));
    override_options(s);
    s->today = today_of(s);
    if (s->opt->out.n && !site_take_folder(s)) {
        return false;
    }
    site_read_tree(s);
    site_find_people(s);
    site_make_variables(s);
    site_make_feed(s);
    site_make_navigation(s);
    site_make_sheet(s);
    return true;
}

/* Reads the configuration and the tree. Returns false if the site cannot be built. */
static bool read_site(struct site *s) {
    timings_begin(s->opt->build->timings, "site");
    bool read = read_all(s);
    timings_end(s->opt->build->timings);
    return read;
}

struct site *site_open(const struct site_options *opt, int *status) {
    struct arena *a = arena_new();
    struct site *s = ARENA_NEW(a, struct site);
    *s = (struct site){.self = s, .arena = a, .opt = opt, .lock = -1, .stage_lock = -1};
    s->shared = build_shared_new(a);
    *status = 0;
    if (opt->out.n) {
        s->real_out = site_real_out(a, opt->out);
    }
    bool read = file_is_dir(opt->dir.n ? opt->dir : STR(".")) && read_site(s);
    if (!read && !s->tree) {
        forget(s);
        struct diag *g = diag_add(&s->diags, DIAG_CANNOT_READ, SPAN_NONE,
                                  "cannot read the folder `%.*s`", STR_ARG(opt->dir));
        diag_hint(&s->diags, g, "%s",
                  file_exists(opt->dir) ? "it is not a folder" : "there is none of that name");
        s->io_failed = true;
    }
    if (s->why_not) {
        struct diag *g = diag_add(&s->diags, DIAG_FILE_EXISTS, SPAN_NONE,
                                  "`%.*s` is not written to", STR_ARG(opt->out));
        diag_hint(&s->diags, g, "%s", s->why_not);
        s->refused = true;
    }
    if (!read) {
        report_own(s);
        *status = s->why_not ? 2 : 3;
        site_close(s);
        return NULL;
    }
    return s;
}

void site_close(struct site *s) {
    site_leave_folder(s);
    forget(s);
    diags_drop(&s->diags);
    arena_drop(s->tree);
    arena_drop(s->links);
    vec_drop(&s->pages);
    vec_drop(&s->files);
    vec_drop(&s->nav);
    vec_drop(&s->folders);
    vec_drop(&s->anchors);
    vec_drop(&s->inputs);
    map_drop(&s->old_outputs);
    map_drop(&s->listed);
    build_shared_drop(s->shared);
    arena_drop(s->arena);
}

/* ---- a run */

static void note_inputs(struct site *s) {
    if (s->config_file.n) {
        site_note_input(s, s->config_file);
    }
    for (size_t i = 0; i < s->pages.n; i++) {
        site_note_input(s, s->pages.p[i]->source);
    }
    for (size_t i = 0; i < s->files.n; i++) {
        site_note_input(s, s->files.p[i]->source);
    }
    for (size_t i = 0; i < s->sheet.ninputs; i++) {
        site_note_input(s, s->sheet.inputs[i]);
    }
    for (size_t i = 0; i < s->config.ndatabases; i++) {
        site_note_input(s, s->config.databases[i]);
    }
}

/* Whether a file of the tree is copied. */
static bool is_ours_to_copy(const struct site *s, const struct site_file *f) {
    /* the files of which the shared style sheet consists are not copied separately */
    bool wanted = f->linked || (!f->asked && !str_in(f->source, s->sheet.paths, s->sheet.npaths));
    return wanted && !f->made;
}

/* Writes the scripts that pages need. */
static void put_script(struct site *s) {
    (void)site_put(s, s->look_file, s->look, STR_EMPTY);
    if (s->scripted) {
        (void)site_put(s, s->script_file, s->script, STR_EMPTY);
    }
}

/* Finishes a run after the pages: copies the linked files, writes the extra files, checks links. */
static void make_rest(struct site *s) {
    struct arena *a = arena_new();
    timings_begin(s->build.timings, "extras");
    site_find_named_files(s);
    for (size_t i = 0; i < s->files.n; i++) {
        if (is_ours_to_copy(s, s->files.p[i])) {
            site_copy_file(s, s->files.p[i]);
        }
    }
    (void)site_put(s, s->sheet_file, s->sheet.text, STR_EMPTY);
    put_script(s);
    site_write_redirects(s, a);
    site_write_maps(s, a);
    site_write_feed(s, a);
    site_write_search(s);
    site_check_anchors(s, &s->diags);
    timings_end(s->build.timings);
    arena_drop(a);
}

/** Reports a folder without pages. Such a folder has only the pages that the program adds. */
static void check_empty(struct site *s) {
    for (size_t i = 0; i < s->pages.n; i++) {
        if (!s->pages.p[i]->text.n) {
            return;
        }
    }
    for (size_t i = 0; i < s->files.n; i++) {
        if (str_ieq(path_ext(s->files.p[i]->output), STR("html"))) {
            return;
        }
    }
    struct diag *g =
        diag_add(&s->diags, DIAG_EMPTY_DOCUMENT, SPAN_NONE, "the folder `%.*s` has no documents",
                 STR_ARG(s->opt->dir.n ? s->opt->dir : STR(".")));
    diag_hint(&s->diags, g,
              s->drafts.n ? "it has drafts only: `--drafts` makes their pages"
                          : "documents are files that end in .md, .markdown or .qmd");
}

static bool end_run(struct site *s, struct site_counts *counts) {
    if (counts) {
        *counts = s->counts;
    }
    bool good = !s->io_failed && !s->refused;
    report_own(s);
    return good;
}

bool site_build(struct site *s, struct site_counts *counts) {
    check_empty(s);
    s->io_failed = s->io_failed && s->diags.n > 0;
    note_inputs(s);
    s->hints = 0;
    if (site_begin_outputs(s)) {
        site_make_shared_key(s);
        build_shared_forget_files(s->shared);
        make_pages(s, false);
        make_rest(s);
        site_end_outputs(s, true);
    }
    s->counts.pages = s->pages.n;
    return end_run(s, counts);
}

/* ---- updates */

bool site_read_again(struct site *s) {
    bool read = read_site(s);
    if (!read) {
        s->io_failed = true;
        report_own(s);
    }
    return read;
}

void site_forget_databases(struct site *s) {
    build_shared_drop(s->shared);
    s->shared = build_shared_new(s->arena);
    s->build.shared = s->shared;
}

bool site_build_stale(struct site *s, struct site_counts *counts) {
    s->counts = (struct site_counts){.pages = s->pages.n};
    s->io_failed = s->refused = false;
    s->hints = 0;
    build_shared_forget_files(s->shared);
    make_pages(s, true);
    site_find_named_files(s);
    for (size_t i = 0; i < s->files.n; i++) {
        struct site_file *f = s->files.p[i];
        if (is_ours_to_copy(s, f) && (f->stale || !map_find(&s->outputs, f->output))) {
            site_copy_file(s, f);
        }
        f->stale = false;
    }
    put_script(s);
    site_check_anchors(s, &s->diags);
    site_end_outputs(s, false);
    return end_run(s, counts);
}
