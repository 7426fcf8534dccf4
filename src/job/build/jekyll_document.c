/* SPDX-License-Identifier: MIT */
/*
 * Pages of Jekyll's: which documents are some, where their site is, and what it gives them. Decides
 * when Liquid and kramdown's syntax are on; refuses to know either.
 *
 * A page has front matter with `layout` or `permalink`, or stands, with any front matter, in or
 * below a folder with a _config.yml (or site.yml). Nothing else of a site is read: no layouts, no
 * other pages, no plugins. A page that room site builds (struct build_page) brings all that with
 * it.
 */
#include "core/base/bounds.h"
#include "core/base/fsquery.h"
#include "core/data/front_matter.h"
#include "core/data/json.h"
#include "core/data/yaml.h"
#include "job/build/files.h"
#include "job/build/page_host.h"
#include "read/liquid/liquid.h"

DIAG_USE(DIAG_LIQUID);

#define MAX_LEVELS 8 /* folders above the document that are looked into */
#define MAX_DATA 100 /* files of _data */

/* What is on in a page of Jekyll's, before what the author switches. */
static const char page_format[] = "markdown+liquid+kramdown_math";

struct site {
    struct build_run *b;
    struct str path, dir; /* the document, and its folder */
    struct str root;      /* folder of the configuration; that of the document when there is none */
    struct source *source;
    struct node *config;      /* a map, or NULL */
    const struct node *known; /* the same, of a page that room site builds */
};

/* ---- front matter */

/* A text as a map; faults are for others to report. NULL when it is none. */
static struct node *quiet_yaml(struct build_run *b, struct source *src, size_t begin, size_t end) {
    struct diags quiet;
    diags_init(&quiet, b->arena);
    struct node *map =
        end - begin > LIMIT_FRONT_MATTER ? NULL : yaml_parse(b->arena, src, begin, end, &quiet);
    diags_drop(&quiet);
    return map && map->kind == NODE_MAP ? map : NULL;
}

/* ---- the site */

/* The folder above; false when there is none. */
static bool go_up(struct arena *a, struct str *dir) {
    bool above = str_is(*dir, "..") || str_ends(*dir, STR("/.."));
    if (str_is(*dir, "/")) {
        return false;
    }
    if (dir->n == 0 || str_is(*dir, ".")) {
        *dir = STR("..");
    } else if (above) {
        *dir = path_join(a, *dir, STR(".."));
    } else {
        *dir = path_dir(*dir);
    }
    return true;
}

static struct source *read_text(struct build_run *b, struct str path) {
    struct str text;
    if (file_host_read(&b->opt->host, b->arena, path, LIMIT_STYLE, &text) != 0) {
        return NULL;
    }
    build_note_input(b, path);
    struct source *src = source_new(b->arena, path, text);
    struct str fixed = build_repair_utf8(b, src);
    return fixed.p == text.p ? src : source_new(b->arena, path, fixed);
}

/* A book of Jupyter's has a _config.yml as well. */
static bool is_book(const struct node *config) {
    return node_get(config, "sphinx") || node_get(config, "execute") || node_get(config, "parse");
}

/* Finds the configuration in the document's folder or above, up to that of the repository. */
static void find_site(struct site *s) {
    struct build_run *b = s->b;
    static const char *const names[] = {"_config.yml", "_config.yaml", "site.yml"};
    struct str dir = s->dir;
    bool more = true;
    for (int level = 0; more && level < MAX_LEVELS; level++) {
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            struct str path = path_join(b->arena, dir, str_of(names[i]));
            if (file_host_exists(&b->opt->host, b->arena, path)) {
                s->root = dir;
                s->source = read_text(b, path);
                s->config = s->source ? quiet_yaml(b, s->source, 0, s->source->text.n) : NULL;
                return;
            }
        }
        more = !asked_is_dir(b->opt->host.asked, path_join(b->arena, dir, STR(".git"))) &&
               go_up(b->arena, &dir);
    }
}

static bool is_page(const struct node *front, const struct site *s) {
    /* Quarto and R Markdown say what they make. */
    bool other = node_get(front, "format") || node_get(front, "output");
    bool said = node_get(front, "layout") || node_get(front, "permalink");
    return front && !other && (said || (s->source && !is_book(s->config)));
}

/* _data/name.yml is site.data.name. */
static void read_data(struct site *s, struct node *config) {
    static const char *const endings[] = {".yml", ".yaml", ".json"};
    struct build_run *b = s->b;
    struct str dir = path_join(b->arena, s->root, STR("_data"));
    struct node *data = node_new_map(b->arena, SPAN_NONE);
    for (size_t k = 0; k < ARRAY_LEN(endings); k++) {
        size_t n = 0;
        const struct str *names =
            file_host_names(&b->opt->host, b->arena, dir, str_of(endings[k]), &n);
        for (size_t i = 0; i < n && i < MAX_DATA; i++) {
            struct source *src = read_text(b, path_join(b->arena, dir, names[i]));
            struct diags quiet;
            diags_init(&quiet, b->arena);
            struct node *value = !src     ? NULL
                                 : k == 2 ? json_parse(b->arena, src, &quiet)
                                          : yaml_parse(b->arena, src, 0, src->text.n, &quiet);
            diags_drop(&quiet);
            if (value) {
                node_put(b->arena, data, path_stem(names[i]), SPAN_NONE, value);
            }
        }
    }
    node_put(b->arena, config, STR("data"), SPAN_NONE, data);
}

/* ---- what the page says of itself */

/* A post's file begins with its day: 2022-08-04-title.md. */
static bool is_dated(struct str stem) {
    static const char shape[] = "0000-00-00-";
    bool good = stem.n >= sizeof shape - 1;
    for (size_t i = 0; good && i < sizeof shape - 1; i++) {
        good = shape[i] == '0' ? is_digit(stem.p[i]) : stem.p[i] == shape[i];
    }
    return good;
}

static void say(struct arena *a, struct node *page, const char *key, struct str text) {
    if (text.n && !node_get(page, key)) {
        node_put(a, page, str_of(key), SPAN_NONE, node_string(a, text, SPAN_NONE));
    }
}

static struct node *page_of(const struct site *s, const struct node *front) {
    struct build_run *b = s->b;
    struct node *page = node_new_map(b->arena, SPAN_NONE);
    for (size_t i = 0; front && i < front->n; i++) {
        node_put(b->arena, page, front->keys[i], front->key_spans[i], front->items[i]);
    }
    struct str stem = path_stem(s->path);
    bool dated = is_dated(stem);
    say(b->arena, page, "path", s->path);
    say(b->arena, page, "name", path_base(s->path));
    say(b->arena, page, "slug", dated ? str_from(stem, 11) : stem);
    say(b->arena, page, "date", dated ? str_slice(stem, 0, 10) : STR_EMPTY);
    say(b->arena, page, "url", node_text(node_get(front, "permalink")));
    return page;
}

/* ---- files for Liquid */

static struct source *include(void *user, struct str name, bool relative) {
    struct site *s = user;
    struct build_run *b = s->b;
    struct str folder = node_text(node_get(s->config, "includes_dir"));
    folder = path_join(b->arena, s->root, folder.n ? folder : STR("_includes"));
    return read_text(b, path_join(b->arena, relative ? s->dir : folder, name));
}

static bool exists(void *user, struct str path) {
    struct site *s = user;
    return file_host_exists(&s->b->opt->host, s->b->arena, path_join(s->b->arena, s->root, path));
}

/* jekyll-scholar's files: those that the tags name, else the site's. */
static void find_databases(struct site *s, const struct liquid_asked *asked) {
    struct build_run *b = s->b;
    const struct node *scholar = node_get(s->config ? s->config : s->known, "scholar");
    struct str dir = node_text(node_get(scholar, "source"));
    struct str own = node_text(node_get(scholar, "bibliography"));
    dir = dir.n ? dir : STR("_bibliography");
    own = own.n ? own : STR("references.bib");
    while (str_starts(dir, STR("./")) || str_starts(dir, STR("/"))) {
        dir = str_from(dir, dir.p[0] == '.' ? 2 : 1);
    }
    VEC(struct str) found = VEC_INIT;
    for (size_t i = 0; i < (asked->ndatabases ? asked->ndatabases : 1); i++) {
        struct str name = asked->ndatabases ? asked->databases[i] : own;
        name = path_ext(name).n ? name : arena_join(b->arena, 2, name, STR(".bib"));
        struct str path = path_join(b->arena, path_join(b->arena, s->root, dir), path_base(name));
        if (file_host_exists(&b->opt->host, b->arena, path)) {
            vec_push(&found, path);
        }
    }
    b->site.databases = vec_keep(&found, b->arena);
    b->site.ndatabases = found.n;
    vec_drop(&found);
}

/* ---- a page of a site that is built whole */

static struct source *site_include(void *user, struct str name, bool relative) {
    struct build_run *b = user;
    struct str folder = relative ? b->dir : b->job->page->includes;
    return relative || folder.n ? read_text(b, path_join(b->arena, folder, name)) : NULL;
}

static struct source *theme_include(void *user, struct str name) {
    struct build_run *b = user;
    const struct build_page *page = b->job->page;
    return page->include ? page->include(page->user, name) : NULL;
}

static struct str site_address(void *user, struct str name, bool post) {
    struct build_run *b = user;
    return b->job->page->address(b->job->page->user, name, post);
}

static bool site_exists(void *user, struct str path) {
    struct build_run *b = user;
    return file_host_exists(&b->opt->host, b->arena, path_join(b->arena, b->job->page->root, path));
}

/* ---- lines within HTML: kramdown reads no Markdown there, so white space before them says nothing
 */

static bool is_block_tag(struct str name) {
    static const char *const names[] = {"article", "aside",   "center", "details", "div",
                                        "dl",      "figure",  "footer", "header",  "main",
                                        "nav",     "section", "ul",     "ol",      "table"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_ieq(name, str_of(names[i]))) {
            return true;
        }
    }
    return false;
}

/* How many elements are open behind a line. */
static int open_behind(struct str line, int open) {
    for (size_t at = 0; at + 1 < line.n; at++) {
        if (line.p[at] != '<') {
            continue;
        }
        bool close = line.p[at + 1] == '/';
        size_t from = at + 1 + close, to = from;
        while (to < line.n && is_alnum(line.p[to])) {
            to++;
        }
        if (is_block_tag(str_slice(line, from, to))) {
            open += close ? (open > 0 ? -1 : 0) : 1;
        }
        at = to - 1;
    }
    return open;
}

/* A list or a fence keeps its place: an element with `markdown="1"` may have one. */
static bool keeps_place(struct str line) {
    return !line.n || strchr("-*+`~>:", line.p[0]) || is_digit(line.p[0]);
}

/* Takes the white space off lines that would be code; `all`: the page is HTML. */
static struct source *flatten(struct build_run *b, struct source *src, size_t begin, bool all) {
    if (!all && str_find(src->text, STR("    <")) == STR_NONE) {
        return src;
    }
    struct source_builder out;
    source_build(&out, b->arena, LIMIT_SOURCE);
    source_put(&out, span_make(src, 0, begin));
    int open = 0;
    bool fence = false;
    size_t kept = begin;
    for (size_t at = begin; at < src->text.n;) {
        size_t n = str_index(str_from(src->text, at), '\n');
        size_t next = n == STR_NONE ? src->text.n : at + n + 1, white = at;
        while (white < next && (src->text.p[white] == ' ' || src->text.p[white] == '\t')) {
            white++;
        }
        struct str line = str_trim_end(str_slice(src->text, white, next));
        bool mark = str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
        if (!fence && !mark && (all || open > 0) && white - at >= 4 && !keeps_place(line)) {
            source_put(&out, span_make(src, kept, at));
            kept = white;
        }
        open = fence || mark ? open : open_behind(line, open);
        fence = fence != mark;
        at = next;
    }
    source_put(&out, span_make(src, kept, src->text.n));
    struct source *flat = source_built(&out, src->name); /* which empties the builder */
    return kept == begin ? src : flat;
}

static struct source *expand_page(struct build_run *b, struct source *src, size_t begin) {
    const struct build_page *p = b->job->page;
    struct liquid_options opt = {.page = p->page,
                                 .site = p->site,
                                 .begin = begin,
                                 .layout = p->layout,
                                 .verbatim = !p->liquid,
                                 .complete = true,
                                 .epoch = b->opt->epoch,
                                 .host = {.include = site_include,
                                          .theme = theme_include,
                                          .address = p->address ? site_address : NULL,
                                          .exists = site_exists,
                                          .user = b}};
    b->site.root = p->root;
    b->site.base = p->base;
    b->site.known = true;
    b->site.databases = p->databases;
    b->site.ndatabases = p->ndatabases;
    struct liquid_asked asked;
    struct source *out = liquid_expand(b->arena, src, &opt, &asked, b->d);
    if (asked.cites && (asked.ndatabases || !p->ndatabases)) {
        struct site site = {.b = b, .root = p->root, .known = p->site};
        find_databases(&site, &asked);
    }
    struct str ext = path_ext(src->name);
    bool html = str_ieq(ext, STR("html")) || str_ieq(ext, STR("htm"));
    return p->liquid ? flatten(b, out, begin, html) : out;
}

/* ---- all of it */

static struct source *expand(struct site *s, struct source *src, const struct node *front,
                             size_t begin, bool foreign) {
    struct build_run *b = s->b;
    if (s->config && str_find(src->text, STR("site.data")) != STR_NONE) {
        read_data(s, s->config);
    }
    if (s->source && !s->config && str_find(src->text, STR("site.")) != STR_NONE) {
        diag_add(b->d, DIAG_LIQUID, span_make(s->source, 0, 0),
                 "the site's configuration cannot be read: nothing is known of `site`");
    }
    static const char *const empty[] = {"baseurl", "url"}; /* Jekyll's "Default Configuration" */
    s->config = s->config || foreign ? s->config : node_new_map(b->arena, SPAN_NONE);
    for (size_t i = 0; s->config && i < ARRAY_LEN(empty); i++) {
        if (!node_get(s->config, empty[i])) {
            node_put(b->arena, s->config, str_of(empty[i]), SPAN_NONE,
                     node_string(b->arena, STR(""), SPAN_NONE));
        }
    }
    struct liquid_options opt = {.page = page_of(s, front),
                                 .site = s->config,
                                 .begin = begin,
                                 .foreign = foreign,
                                 .epoch = b->opt->epoch,
                                 .host = {.include = include, .exists = exists, .user = s}};
    struct liquid_asked asked;
    struct source *out = liquid_expand(b->arena, src, &opt, &asked, b->d);
    if (asked.cites) {
        find_databases(s, &asked);
    }
    return out;
}

/* The format with what a page of Jekyll's has on (or of the site at hand, as that says), before
 * what is switched behind its name. */
static struct str format_of(struct build_run *b, struct str given) {
    const struct build_page *own = b->job->page;
    struct str usual = own && own->format.n ? own->format : STR(page_format);
    size_t n = 0;
    while (n < given.n && given.p[n] != '+' && given.p[n] != '-') {
        n++;
    }
    return arena_join(b->arena, 2, usual, str_from(given, n));
}

struct source *build_expand(struct build_run *b, struct source *src) {
    struct front_matter f = front_matter_find(src->text, 0);
    struct node *front = f.behind ? quiet_yaml(b, src, f.begin, f.end) : NULL;
    struct str given = b->opt->from, fault;
    struct str from = node_text(node_get(front, "from"));
    if (!given.n && from.n && markdown_format_check(b->arena, from, &fault)) {
        given = from;
    }
    bool asked = markdown_format_asks(given, "liquid"),
         open = !asked && markdown_format_is_open(given);
    if (b->job->page) {
        bool own = b->job->page->liquid || b->job->page->format.n;
        b->from = own && open ? format_of(b, given) : b->opt->from;
        return expand_page(b, src, f.behind);
    }
    bool stream = file_is_stream(src->name) || str_is(src->name, "<stdin>");
    struct site site = {.b = b, .path = src->name, .dir = stream ? STR_EMPTY : path_dir(src->name)};
    site.root = site.dir;
    if (asked || (open && front)) {
        find_site(&site);
    }
    bool page = open && is_page(front, &site);
    b->from = page ? format_of(b, given) : b->from.n ? b->from : b->opt->from;
    if (page || asked) {
        b->site.root = site.root;
        b->site.base = node_text(node_get(site.config, "baseurl"));
        b->site.known = site.source != NULL;
    }
    if (page || asked || (open && liquid_is_template(b->arena, src, f.behind))) {
        return expand(&site, src, front, f.behind, !page && !asked);
    }
    if (open) {
        liquid_report_unread(b->arena, src, f.behind, b->d);
    }
    return src;
}
