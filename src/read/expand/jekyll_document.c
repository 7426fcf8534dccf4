/* SPDX-License-Identifier: MIT */
/*
 * Pages of Jekyll. Decides which documents are pages, where their site is, and which values Liquid
 * gets from the site. Enables Liquid and the syntax of kramdown.
 *
 * A document is a page if its front matter has `layout` or `permalink`, or if it has front matter
 * and a _config.yml (or site.yml) is in its folder or in a folder above it. Nothing else of the
 * site is read: no layouts, no other pages, no plugins. If the whole site is built, the site
 * provides this data (struct expand_page).
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/markup.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "core/data/yaml.h"
#include "core/memo/inputs.h"
#include "read/expand/expand.h"
#include "read/liquid/liquid.h"
#include "read/markdown/markdown.h"

#include <string.h>

DIAG_USE(DIAG_LIQUID);

#define MAX_DATA 100    /* maximum number of files in _data that are read */
#define MAX_TABLE 65536 /* maximum length of a table of HTML, in bytes */
#define MAX_BLOCK 16384 /* maximum length of a link or of an element of Distill, in bytes */
#define MAX_TAG 4096    /* maximum length of a tag over several lines, in bytes */

/* The format of Jekyll's pages. Extensions that the author names are appended. */
static const char page_format[] = "markdown+liquid+kramdown_math";

struct site {
    struct expand *x;
    struct str path, dir; /* path of the document, and of its folder */
    /* folder of the configuration; without a configuration, folder of the document */
    struct str root;
    struct source *source;
    struct node *config;      /* the site's configuration, which is a map; or NULL */
    const struct node *known; /* the data of the page if the whole site is built; else NULL */
};

/* ---- front matter */

/* Reads a text as a YAML map without reporting diagnostics. NULL if it is not a map. */
static struct node *quiet_yaml(struct expand *x, struct source *src, size_t begin, size_t end) {
    struct diags quiet;
    diags_init(&quiet, x->arena);
    struct node *map =
        end - begin > LIMIT_FRONT_MATTER ? NULL : yaml_parse(x->arena, src, begin, end, &quiet);
    diags_drop(&quiet);
    return map && map->kind == NODE_MAP ? map : NULL;
}

/* ---- the site */

static struct source *read_text(struct expand *x, struct str path) {
    return x->files.read(x->files.user, path);
}

/* Whether the folder is a Jupyter Book, which also has a _config.yml. */
static bool is_book(const struct node *config) {
    return node_get(config, "sphinx") || node_get(config, "execute") || node_get(config, "parse");
}

/* Finds the configuration in the document's folder or above, up to the root of the repository. */
static void find_site(struct site *s) {
    struct expand *x = s->x;
    static const char *const names[] = {"_config.yml", "_config.yaml", "site.yml"};
    struct str dir = s->dir;
    bool more = true;
    for (int level = 0; more && level <= EXPAND_LEVELS; level++) {
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            struct str path = path_join(x->arena, dir, str_of(names[i]));
            if (file_host_exists(x->files.host, x->arena, path)) {
                s->root = dir;
                s->source = read_text(x, path);
                s->config = s->source ? quiet_yaml(x, s->source, 0, s->source->text.n) : NULL;
                return;
            }
        }
        more = !memo_is_dir(x->files.host->inputs, path_join(x->arena, dir, STR(".git"))) &&
               path_up(x->arena, &dir);
    }
}

static bool is_page(const struct node *front, const struct site *s) {
    /* a document that names outputs belongs to Quarto or R Markdown, and is not a page */
    bool other = node_get(front, "format") || node_get(front, "output");
    bool declared = node_get(front, "layout") || node_get(front, "permalink");
    return front && !other && (declared || (s->source && !is_book(s->config)));
}

/* Reads the files of _data: name.yml becomes `site.data.name`. */
static void read_data(struct site *s, struct node *config) {
    static const char *const endings[] = {".yml", ".yaml", ".json"};
    struct expand *x = s->x;
    struct str dir = path_join(x->arena, s->root, STR("_data"));
    struct node *data = node_new_map(x->arena, SPAN_NONE);
    for (size_t k = 0; k < ARRAY_LEN(endings); k++) {
        size_t n = 0;
        const struct str *names =
            file_host_names(x->files.host, x->arena, dir, str_of(endings[k]), &n);
        for (size_t i = 0; i < n && i < MAX_DATA; i++) {
            struct source *src = read_text(x, path_join(x->arena, dir, names[i]));
            struct diags quiet;
            diags_init(&quiet, x->arena);
            struct node *value = !src     ? NULL
                                 : k == 2 ? json_parse(x->arena, src, &quiet)
                                          : yaml_parse(x->arena, src, 0, src->text.n, &quiet);
            diags_drop(&quiet);
            if (value) {
                node_put(x->arena, data, path_stem(names[i]), SPAN_NONE, value);
            }
        }
    }
    node_put(x->arena, config, STR("data"), SPAN_NONE, data);
}

/* ---- the variable `page` */

bool expand_is_dated(struct str stem) {
    return str_has_shape(stem, "dddd-dd-dd-");
}

static void set_default(struct arena *a, struct node *page, const char *key, struct str text) {
    if (text.n && !node_get(page, key)) {
        node_put_text(a, page, key, text);
    }
}

static struct node *page_of(const struct site *s, const struct node *front) {
    struct expand *x = s->x;
    struct node *page = node_new_map(x->arena, SPAN_NONE);
    for (size_t i = 0; front && i < front->n; i++) {
        node_put(x->arena, page, front->keys[i], front->key_spans[i], front->items[i]);
    }
    struct str stem = path_stem(s->path);
    bool dated = expand_is_dated(stem);
    set_default(x->arena, page, "path", s->path);
    set_default(x->arena, page, "name", path_base(s->path));
    set_default(x->arena, page, "slug", dated ? str_from(stem, 11) : stem);
    set_default(x->arena, page, "date", dated ? str_slice(stem, 0, 10) : STR_EMPTY);
    set_default(x->arena, page, "url", node_text(node_get(front, "permalink")));
    return page;
}

/* ---- files for Liquid */

static struct source *include(void *user, struct str name, bool relative) {
    struct site *s = user;
    struct expand *x = s->x;
    struct str folder = node_text(node_get(s->config, "includes_dir"));
    folder = path_join(x->arena, s->root, folder.n ? folder : STR("_includes"));
    return read_text(x, path_join(x->arena, relative ? s->dir : folder, name));
}

static bool exists(void *user, struct str path) {
    struct site *s = user;
    return file_host_exists(s->x->files.host, s->x->arena, path_join(s->x->arena, s->root, path));
}

/* Finds the databases of jekyll-scholar: those that the tags name, or else those of the site. */
static void find_databases(struct site *s, const struct liquid_needs *needs) {
    struct expand *x = s->x;
    const struct node *scholar = node_get(s->config ? s->config : s->known, "scholar");
    struct str dir = node_text(node_get(scholar, "source"));
    struct str own = node_text(node_get(scholar, "bibliography"));
    dir = dir.n ? dir : STR("_bibliography");
    own = own.n ? own : STR("references.bib");
    while (str_starts(dir, STR("./")) || str_starts(dir, STR("/"))) {
        dir = str_from(dir, dir.p[0] == '.' ? 2 : 1);
    }
    VEC(struct str) found = VEC_INIT;
    for (size_t i = 0; i < (needs->ndatabases ? needs->ndatabases : 1); i++) {
        struct str name = needs->ndatabases ? needs->databases[i] : own;
        name = path_ext(name).n ? name : arena_join(x->arena, 2, name, STR(".bib"));
        struct str path = path_join(x->arena, path_join(x->arena, s->root, dir), path_base(name));
        if (file_host_exists(x->files.host, x->arena, path)) {
            vec_push(&found, path);
        }
    }
    x->site.databases = vec_finish(&found, x->arena);
    x->site.ndatabases = found.n;
}

/* ---- a page of a site that is built as a whole */

static struct source *site_include(void *user, struct str name, bool relative) {
    struct expand *x = ((struct site *)user)->x;
    struct str folder = relative ? x->dir : x->page->includes;
    return relative || folder.n ? read_text(x, path_join(x->arena, folder, name)) : NULL;
}

static struct source *theme_include(void *user, struct str name) {
    const struct expand_page *page = ((struct site *)user)->x->page;
    return page->include ? page->include(page->user, name) : NULL;
}

static struct str site_address(void *user, struct str name, bool post) {
    const struct expand_page *page = ((struct site *)user)->x->page;
    return page->address(page->user, name, post);
}

/* ---- lines within HTML: kramdown reads no Markdown in them, so their indentation has no meaning
 */

static bool is_block_tag(struct str name) {
    return str_iamong(name, "article aside center details div dl figure footer header main nav "
                            "section ul ol table");
}

/* Writes an HTML table, in which kramdown reads no Markdown. Characters that have a meaning in
 * Markdown are escaped, except in tags. */
static void put_literal(struct source_builder *out, struct source *src, size_t at, size_t end) {
    size_t kept = at;
    bool tag = false;
    for (size_t i = at; i < end; i++) {
        char c = src->text.p[i], next = i + 1 < end ? src->text.p[i + 1] : ' ';
        bool opens = c == '<' && (is_alpha(next) || next == '/' || next == '!');
        tag = opens || (tag && c != '>');
        if (tag || str_index(STR("*_`$[]@^~\\<\"'-."), c) == STR_NONE) {
            continue;
        }
        source_put(out, span_make(src, kept, i));
        source_put_made(out, c == '<' ? STR("&lt;") : STR("\\"), span_make(src, i, i + (c == '<')));
        kept = c == '<' ? i + 1 : i;
    }
    source_put(out, span_make(src, kept, end));
}

/* Returns the length of the HTML table at the beginning of a text, without its end tag, if its
 * cells have no Markdown and no code; else 0. */
static size_t literal_table(struct str rest) {
    rest = str_slice(rest, 0, MAX_TABLE);
    size_t n = str_starts(rest, STR("<table")) ? str_find(rest, STR("</table>")) : STR_NONE;
    struct str all = str_slice(rest, 0, n == STR_NONE ? 0 : n);
    bool plain =
        str_find(all, STR("markdown=")) == STR_NONE && str_find(all, STR("<pre")) == STR_NONE &&
        str_find(all, STR("<code")) == STR_NONE && str_find(all, STR("<script")) == STR_NONE;
    return plain ? all.n : 0;
}

/* Returns the number of open elements after a line. `open` is their number before it. */
static int open_behind(struct str line, int open) {
    for (size_t at = 0; at + 1 < line.n; at++) {
        if (line.p[at] != '<') {
            continue;
        }
        bool close = line.p[at + 1] == '/';
        size_t from = at + 1 + close, to = str_past(line, from, is_alnum);
        if (is_block_tag(str_slice(line, from, to))) {
            open += close ? (open > 0 ? -1 : 0) : 1;
        }
        at = to - 1;
    }
    return open;
}

/* Whether a line keeps its indentation. Lists and fences do, because an element with `markdown="1"`
 * may contain them. */
static bool keeps_place(struct str line) {
    return !line.n || strchr("-*+`~>:", line.p[0]) || is_digit(line.p[0]);
}

/* Writes a tag that continues over several lines, without its blank lines, which would end the tag
 * in Markdown but not in kramdown. Returns the offset after the tag, or `at` if there is no such
 * tag. */
static size_t put_open_tag(struct source_builder *out, struct source *src, size_t kept, size_t at) {
    struct str rest = str_slice(src->text, at, at + MAX_TAG);
    size_t end = str_index(rest, '>');
    struct str tag = str_slice(rest, 0, end == STR_NONE ? 0 : end + 1);
    if (tag.n < 3 || !is_alpha(tag.p[1]) || str_index(str_from(tag, 1), '<') != STR_NONE ||
        str_index(tag, '\n') == STR_NONE) {
        return at;
    }
    size_t close = str_find(rest, STR("</a>"));
    bool link = str_starts(tag, STR("<a")) && is_space(tag.p[2]) && close != STR_NONE;
    tag = link ? str_slice(rest, 0, close + 4) : tag; /* blank lines would also end a link */
    source_put(out, span_make(src, kept, at));
    for (size_t from = 0; from < tag.n;) {
        size_t to = str_until(tag, from, '\n');
        struct str line = str_trim(str_slice(tag, from, to));
        if (line.n) {
            source_put_made(out, from ? STR(" ") : STR_EMPTY, span_make(src, at + from, at + from));
            size_t begin = at + (size_t)(line.p - tag.p);
            source_put(out, span_make(src, begin, begin + line.n));
        }
        from = to + 1;
    }
    return at + tag.n;
}

/* Removes indentation within HTML, because Markdown would read indented lines as code. `all` means
 * that the whole page is HTML. */
static struct source *flatten(struct expand *x, struct source *src, size_t begin, bool all) {
    if (!all && str_find(src->text, STR("  <")) == STR_NONE &&
        str_find(src->text, STR("\t<")) == STR_NONE && str_find(src->text, STR("<t")) == STR_NONE) {
        return src;
    }
    struct source_builder out;
    source_build(&out, x->arena, LIMIT_SOURCE);
    source_put(&out, span_make(src, 0, begin));
    int open = 0;
    bool fence = false;
    size_t kept = begin;
    for (size_t at = begin; at < src->text.n;) {
        size_t next = expand_line_end(src->text, at), white = at, columns = 0;
        while (white < next && is_space_or_tab(src->text.p[white])) {
            columns += src->text.p[white] == '\t' ? 4 - columns % 4 : 1;
            white++;
        }
        struct str line = str_trim_end(str_slice(src->text, white, next));
        bool mark = str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
        if (!fence && !mark && (all || open > 0) && columns >= 4 && !keeps_place(line)) {
            source_put(&out, span_make(src, kept, at));
            kept = white;
        }
        size_t table = !fence && !mark ? literal_table(str_from(src->text, white)) : 0;
        if (table) {
            source_put(&out, span_make(src, kept, white));
            put_literal(&out, src, white, white + table);
            kept = at = white + table; /* the end tag of the table is read next */
            continue;
        }
        size_t tag =
            !fence && line.n && line.p[0] == '<' ? put_open_tag(&out, src, kept, white) : white;
        if (tag > white) {
            open = open_behind(str_slice(src->text, white, tag), open);
            kept = at = tag;
            continue;
        }
        open = fence || mark ? open : open_behind(line, open);
        fence = fence != mark;
        at = next;
    }
    source_put(&out, span_make(src, kept, src->text.n));
    /* this call frees the builder, so it is needed even if nothing was changed */
    struct source *flat = source_built(&out, src->name);
    return kept == begin ? src : flat;
}

/* ---- Distill's elements, in posts of al-folio */

/* Writes the citation of `<d-cite key="a,b"></d-cite>`. */
static void put_cite(struct source_builder *out, struct str keys, struct span at) {
    bool first = true;
    while (keys.n) {
        struct str one = str_trim(str_cut(&keys, ','));
        if (one.n) {
            source_put_made(out, first ? STR("[@") : STR("; @"), at);
            source_put_made(out, one, at);
            first = false;
        }
    }
    source_put_made(out, first ? STR_EMPTY : STR("]"), at);
}

/* Rewrites `<d-cite>` and `<d-footnote>` as Markdown. In a post without a database, citations are
 * removed. */
static struct source *undistill(struct expand *x, struct source *src, size_t begin) {
    const struct node *database = node_get(x->page->page, "bibliography");
    bool cited =
        database ? database->kind != NODE_LIST || database->n > 0 : x->page->ndatabases > 0;
    static const struct str cite = STR_INIT("<d-cite "), note = STR_INIT("<d-footnote>");
    static const struct str end_cite = STR_INIT("</d-cite>"), end_note = STR_INIT("</d-footnote>");
    if (str_find(src->text, cite) == STR_NONE && str_find(src->text, note) == STR_NONE) {
        return src;
    }
    struct source_builder out;
    source_build(&out, x->arena, LIMIT_SOURCE);
    size_t kept = 0;
    for (size_t at = begin; at < src->text.n;) {
        struct str rest = str_slice(src->text, at, at + MAX_BLOCK);
        bool cites = str_starts(rest, cite), notes = str_starts(rest, note);
        struct str end = cites ? end_cite : end_note;
        size_t n = cites || notes ? str_find(rest, end) : STR_NONE;
        if (n == STR_NONE) {
            at++;
            continue;
        }
        source_put(&out, span_make(src, kept, at));
        struct span all = span_make(src, at, at + n + end.n);
        if (cites && cited) {
            struct str attrs = str_slice(rest, cite.n, str_until(rest, 0, '>'));
            put_cite(&out, markup_attr(attrs, "key"), all);
        } else if (notes) {
            source_put_made(&out, STR("^["), span_make(src, at, at + note.n));
            source_put(&out, span_make(src, at + note.n, at + n));
            source_put_made(&out, STR("]"), span_make(src, at + n, at + n + end.n));
        }
        kept = at = at + n + end.n;
    }
    source_put(&out, span_make(src, kept, src->text.n));
    return source_built(&out, src->name);
}

/* ---- links around blocks */

/* Returns the offset of the first `what` from `at` on, or STR_NONE. */
static size_t find_from(struct str s, size_t at, struct str what) {
    size_t n = str_find(str_from(s, at), what);
    return n == STR_NONE ? n : at + n;
}

/* Returns the text between the tags of the first heading; empty without a heading. */
static struct str heading_in(struct str text) {
    size_t open = 0, close = 0, at = 0;
    while ((at = find_from(text, at, STR("<h"))) != STR_NONE) {
        at += 2;
        open = open < at ? find_from(text, at, STR(">")) : open;
        close = close < at ? find_from(text, at, STR("</h")) : close;
        if (at < text.n && is_digit(text.p[at]) && open < close && close != STR_NONE) {
            return str_slice(text, open + 1, close);
        }
    }
    return STR_EMPTY;
}

/* Moves a link that contains blocks, such as a card of a theme, to the heading in it. */
static struct source *lead_headings(struct expand *x, struct source *src, size_t begin) {
    static const struct str begins = STR_INIT("<a "), end = STR_INIT("</a>");
    struct source_builder out;
    size_t kept = 0, open = 0, close = 0;
    if (str_find(src->text, begins) == STR_NONE) {
        return src;
    }
    source_build(&out, x->arena, LIMIT_SOURCE);
    for (size_t at = find_from(src->text, begin, begins), next; at != STR_NONE; at = next) {
        next = find_from(src->text, at + begins.n, begins);
        open = open <= at ? find_from(src->text, at, STR(">")) : open;
        close = close <= at ? find_from(src->text, at, end) : close;
        /* a link with another one in it is left as it is */
        bool whole = open < close && close < next && close - at < MAX_BLOCK;
        struct str inner = whole ? str_slice(src->text, open + 1, close) : STR_EMPTY;
        struct str text = heading_in(inner);
        if (!text.n || str_trim(inner).p[0] != '<') {
            continue;
        }
        size_t from = (size_t)(text.p - src->text.p), behind = close + end.n;
        source_put(&out, span_make(src, kept, at));
        source_put(&out, span_make(src, open + 1, from));
        source_put(&out, span_make(src, at, open + 1));
        source_put(&out, span_make(src, from, from + text.n));
        source_put_made(&out, end, span_make(src, behind - end.n, behind));
        source_put(&out, span_make(src, from + text.n, behind - end.n));
        kept = behind;
    }
    source_put(&out, span_make(src, kept, src->text.n));
    /* this call frees the builder, so it is needed even if nothing was replaced */
    struct source *made = source_built(&out, src->name);
    return kept ? made : src;
}

static bool is_html(const struct source *src) {
    struct str ext = path_ext(src->name);
    return str_ieq(ext, STR("html")) || str_ieq(ext, STR("htm"));
}

static struct source *expand_page(struct expand *x, struct source *src, size_t begin) {
    const struct expand_page *p = x->page;
    struct site site = {.x = x, .root = p->root, .known = p->site};
    struct liquid_options opt = {.page = p->page,
                                 .site = p->site,
                                 .begin = begin,
                                 .layout = p->layout,
                                 .verbatim = !p->liquid,
                                 .everywhere = p->jekyll,
                                 .complete = true,
                                 .epoch = x->epoch,
                                 .host = {.include = site_include,
                                          .theme = theme_include,
                                          .address = p->address ? site_address : NULL,
                                          .exists = exists,
                                          .user = &site}};
    x->site.root = p->root;
    x->site.base = p->base;
    x->site.known = true;
    x->site.databases = p->databases;
    x->site.ndatabases = p->ndatabases;
    struct liquid_needs needs;
    src = p->jekyll ? undistill(x, src, begin) : src;
    struct source *out = liquid_expand(x->arena, src, &opt, &needs, x->d);
    if (needs.cites && (needs.ndatabases || !p->ndatabases)) {
        find_databases(&site, &needs);
    }
    out = p->jekyll ? lead_headings(x, out, begin) : out;
    return p->liquid ? flatten(x, out, begin, is_html(src)) : out;
}

/* ---- expansion */

static struct source *expand(struct site *s, struct source *src, const struct node *front,
                             size_t begin, bool foreign) {
    struct expand *x = s->x;
    if (s->config && str_find(src->text, STR("site.data")) != STR_NONE) {
        read_data(s, s->config);
    }
    if (s->source && !s->config && str_find(src->text, STR("site.")) != STR_NONE) {
        diag_add(x->d, DIAG_LIQUID, span_make(s->source, 0, 0),
                 "the site's configuration cannot be read: `site` is empty");
    }
    /* these keys are empty by default (Jekyll, "Default Configuration") */
    static const char *const empty[] = {"baseurl", "url"};
    s->config = s->config || foreign ? s->config : node_new_map(x->arena, SPAN_NONE);
    for (size_t i = 0; s->config && i < ARRAY_LEN(empty); i++) {
        if (!node_get(s->config, empty[i])) {
            node_put_text(x->arena, s->config, empty[i], STR(""));
        }
    }
    struct liquid_options opt = {.page = page_of(s, front),
                                 .site = s->config,
                                 .begin = begin,
                                 .foreign = foreign,
                                 .epoch = x->epoch,
                                 .host = {.include = include, .exists = exists, .user = s}};
    struct liquid_needs needs;
    struct source *out = liquid_expand(x->arena, src, &opt, &needs, x->d);
    if (needs.cites) {
        find_databases(s, &needs);
    }
    return out;
}

/* The format of a page (or the one that the site sets), followed by the author's extensions. */
static struct str format_of(struct expand *x, struct str given, bool html, bool cited) {
    const struct expand_page *own = x->page;
    struct str usual = own && own->format.n ? own->format : STR(page_format);
    size_t n = str_until(given, 0, '+'), minus = str_until(given, 0, '-');
    /* kramdown has no citations, so without a database `@name` is text */
    bool cites = !own || !own->jekyll || own->ndatabases || cited;
    return arena_join(x->arena, 4, usual, cites ? STR_EMPTY : STR("-citations"),
                      html ? STR("-smart") : STR_EMPTY, str_from(given, minus < n ? minus : n));
}

struct source *expand_liquid(struct expand *x, struct source *src) {
    struct front_matter f = front_matter_find(src->text, 0);
    struct node *front = f.behind ? quiet_yaml(x, src, f.begin, f.end) : NULL;
    struct str given = x->format, fault;
    struct str from = node_text(node_get(front, "from"));
    if (!given.n && from.n && markdown_format_check(x->arena, from, &fault)) {
        given = from;
    }
    bool named = markdown_format_switches_on(given, "liquid"),
         open = !named && markdown_format_is_open(given);
    if (x->page) {
        bool own = x->page->liquid || x->page->format.n;
        bool cited = node_get(front, "bibliography") || node_get(front, "references");
        x->from = own && open ? format_of(x, given, is_html(src), cited) : x->format;
        return expand_page(x, src, f.behind);
    }
    bool stream = file_is_stream(src->name) || str_is(src->name, "<stdin>");
    struct site site = {.x = x, .path = src->name, .dir = stream ? STR_EMPTY : path_dir(src->name)};
    site.root = site.dir;
    if (named || (open && front)) {
        find_site(&site);
    }
    bool page = open && is_page(front, &site);
    x->from = page ? format_of(x, given, is_html(src), true) : x->from.n ? x->from : x->format;
    if (page || named) {
        x->site.root = site.root;
        x->site.base = node_text(node_get(site.config, "baseurl"));
        x->site.known = site.source != NULL;
    }
    if (page || named || (open && !x->variables && liquid_is_template(x->arena, src, f.behind))) {
        return expand(&site, src, front, f.behind, !page && !named);
    }
    if (open && !x->variables) {
        liquid_report_unread(x->arena, src, f.behind, x->d);
    }
    return src;
}
