/* SPDX-License-Identifier: MIT */
/*
 * Style sheets of a document: `css` of the front matter, or --css in its place. A name is searched
 * for in the same way as the name of a citation style: in the document's folder, then in our own
 * styles/. A path is used without a search. Pages link to sheets that are addresses.
 */
#include "job/build/styles.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/data/css.h"
#include "core/memo/inputs.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "print/layout/style/default_style.h"
#include "print/layout/style/units.h"

#include <errno.h>
#include <stdlib.h>

DIAG_USE(DIAG_CSS_FONT);
DIAG_USE(DIAG_CSS_LINKED);
DIAG_USE(DIAG_CSS_REMOTE);
DIAG_USE(DIAG_FONT_DAMAGED);
DIAG_USE(DIAG_THEME_NOT_FOUND);
DIAG_USE(DIAG_UNKNOWN_VALUE);

#define MAX_IMPORT_DEPTH 8
#define MAX_IMPORTS 256 /* maximum number of imports in one document */

static const struct str EXT = STR_INIT(".css");

/* ---- installed themes ---- */

/** Returns the first line with text of the comment at the beginning of a style sheet, without
 * control characters. Empty if there is none. */
static struct str head_line(struct arena *a, struct str text) {
    size_t open = str_find(text, STR("/*"));
    size_t close = str_find(text, STR("*/"));
    if (open == STR_NONE || close == STR_NONE || close < open + 2 ||
        str_trim(str_slice(text, 0, open)).n > 0) {
        return STR_EMPTY;
    }
    struct str rest = str_slice(text, open + 2, close);
    while (rest.p) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        line = build_plain_line(a, str_from(line, str_run(line, 0, '*')));
        if (line.n > 0 && !str_starts(line, STR("SPDX"))) {
            return line;
        }
    }
    return STR_EMPTY;
}

struct build_theme *build_themes_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n) {
    VEC(struct build_theme) all = VEC_INIT;
    struct map seen = MAP_INIT;
    for (size_t i = 0; i < ndirs; i++) {
        size_t count = 0;
        struct str dir = path_join(a, data_dirs[i], STR("styles"));
        const struct str *names = data_dirs[i].n ? file_names(a, dir, EXT, &count) : NULL;
        for (size_t k = 0; k < count; k++) {
            struct build_theme t = {.name = path_stem(names[k]),
                                    .path = path_join(a, dir, names[k])};
            if (utf8_check(names[k]) == STR_NONE && !map_find(&seen, t.name) &&
                file_read(a, t.path, LIMIT_CSS, &t.text) == 0) {
                t.says = head_line(a, t.text);
                map_put(&seen, t.name, a);
                vec_push(&all, t);
            }
        }
    }
    map_drop(&seen);
    vec_sort(&all, str_order);
    struct build_theme *out = vec_finish(&all, a);
    *n = all.n;
    return out;
}

/* ---- style sheets of a document ---- */

typedef VEC(struct css_sheet *) sheet_list;

/** Finds the file of a style sheet. Returns its path, or empty. */
static struct str find_sheet(struct build_run *b, struct str name, struct str dir) {
    bool is_file = str_ends(name, EXT);
    struct str file = is_file ? name : arena_join(b->arena, 2, name, EXT);
    struct str path = path_join(b->arena, dir, file);
    if (file_host_exists(&b->opt->host, b->arena, path)) {
        return path;
    }
    for (size_t i = 0; i < ARRAY_LEN(b->opt->data_dirs) && str_index(name, '/') == STR_NONE; i++) {
        path = path_join(b->arena, path_join(b->arena, b->opt->data_dirs[i], STR("styles")), file);
        if (b->opt->data_dirs[i].n && memo_exists(b->opt->host.inputs, path)) {
            return path;
        }
    }
    return STR_EMPTY;
}

static void not_found(struct build_run *b, struct str name, struct str dir, struct span at) {
    VEC(struct str) names = VEC_INIT;
    size_t n = 0;
    /* the result is not cached, because a theme that is installed later may change it */
    memo_uncertain(b->opt->host.inputs);
    const struct build_theme *themes =
        build_themes_installed(b->arena, b->opt->data_dirs, ARRAY_LEN(b->opt->data_dirs), &n);
    for (size_t i = 0; i < n; i++) {
        vec_push(&names, themes[i].name);
    }
    const struct str *files = file_host_names(&b->opt->host, b->arena, dir, EXT, &n);
    for (size_t i = 0; i < n; i++) {
        vec_push(&names, files[i]);
    }
    struct diag *g =
        diag_add(b->d, DIAG_THEME_NOT_FOUND, at, "no style sheet is called `%.*s`", STR_ARG(name));
    (void)diag_suggest(b->d, g, name, names.p, names.n);
    vec_drop(&names);
}

static bool is_remote(struct str name) {
    return str_find(name, STR("://")) != STR_NONE || str_starts(name, STR("//"));
}

/** Whether a name is an address to which pages link: an address on the web, or a path from the root
 * of a web server if no local file has this name. */
static bool is_address(struct build_run *b, struct str name) {
    /* sheets that an untrusted document names are never loaded from the web */
    if (b->opt->sandbox && b->opt->sheets.n == 0) {
        return false;
    }
    return is_remote(name) || (str_starts(name, STR("/")) && !str_ends(name, STR("/")) &&
                               !file_host_exists(&b->opt->host, b->arena, name));
}

static void link_sheet(struct build_run *b, struct str name, struct span at) {
    vec_push(&b->links, name);
    if (build_makes(b, build_output_named(STR("pdf")))) {
        struct diag *g = diag_add(
            b->d, DIAG_CSS_LINKED, at,
            "the page links to the style sheet `%.*s`; the PDF does without it", STR_ARG(name));
        diag_hint(b->d, g, "nothing is fetched: a file beside the document is for both");
    }
}

/** A style sheet that is being read, and the sheets that import it. */
struct chain {
    struct str path;
    const struct chain *outer;
    size_t depth;
};

static void read_imports(struct build_run *b, struct css_sheet *sheet, const struct chain *chain);
static void look_at_files(struct build_run *b, const struct css_sheet *sheet);

/** Reads and parses a style sheet and its imports. If it cannot be read, reports this and returns
 * NULL. */
static struct css_sheet *load_sheet(struct build_run *b, struct str name, struct str dir,
                                    struct span at, const struct chain *outer) {
    struct str text;
    if (is_remote(name)) {
        struct diag *g = diag_add(b->d, DIAG_CSS_REMOTE, at,
                                  "the style sheet `%.*s` is not on this machine", STR_ARG(name));
        diag_hint(b->d, g, "save it beside the document: nothing is fetched from the network");
        return NULL;
    }
    struct str path = find_sheet(b, name, dir);
    if (path.n == 0 && build_refuse(b, path_join(b->arena, dir, name), at)) {
        return NULL;
    }
    if (path.n == 0) {
        not_found(b, name, dir, at);
        return NULL;
    }
    int error = file_host_read(&b->opt->host, b->arena, path, LIMIT_CSS, &text);
    if (error != 0) {
        struct diag *g =
            diag_add(b->d, DIAG_THEME_NOT_FOUND, at, "the style sheet `%.*s` cannot be read: %s",
                     STR_ARG(path), file_why(error));
        diag_hint(b->d, g, "a sheet is a file of at most %u KiB", LIMIT_CSS / 1024);
        return NULL;
    }
    path = arena_str(b->arena, path);
    build_note_input(b, path);
    build_note_text(b, path, text, "text/css", "Style sheet", false);
    struct css_sheet *sheet = css_parse(b->arena, build_repaired(b, path, text), b->d);
    struct chain chain = {path, outer, outer ? outer->depth + 1 : 0};
    read_imports(b, sheet, &chain);
    look_at_files(b, sheet);
    return sheet;
}

/** Returns the address of an @import rule, or empty. */
static struct str import_address(const struct css_rule *rule) {
    const struct css_token *t = rule->prelude;
    bool function = rule->nprelude > 1 && t->kind == CSS_FUNCTION && str_ieq(t->text, STR("url")) &&
                    t[1].kind == CSS_STRING;
    if (rule->nprelude > 0 && (t->kind == CSS_URL || t->kind == CSS_STRING)) {
        return t->text;
    }
    return function ? t[1].text : STR_EMPTY;
}

/** Returns the reason why a style sheet is not imported. NULL if it can be imported. */
static const char *why_not(const struct chain *chain, struct str path, size_t count) {
    for (const struct chain *c = chain; c; c = c->outer) {
        if (str_eq(c->path, path)) {
            return "imports itself";
        }
    }
    return chain->depth >= MAX_IMPORT_DEPTH || count > MAX_IMPORTS
               ? "is one of more imports than are followed"
               : NULL;
}

/** Reads the imports. They must come before all rules except @charset and names of layers (CSS
 * Cascading 5, section 2). Imports after other rules have no effect, and the layout reports them.
 */
static void read_imports(struct build_run *b, struct css_sheet *sheet, const struct chain *chain) {
    for (size_t i = 0; i < sheet->n; i++) {
        struct css_rule *rule = &sheet->rules[i];
        bool before =
            str_is(rule->at, "charset") || (str_is(rule->at, "layer") && !rule->has_block);
        if (!str_is(rule->at, "import")) {
            if (!before) {
                return;
            }
            continue;
        }
        struct str address = import_address(rule);
        if (address.n == 0) {
            continue;
        }
        struct str dir = path_dir(chain->path);
        const char *why = why_not(chain, find_sheet(b, address, dir), ++b->nimports);
        struct css_sheet *imported = NULL;
        if (why) {
            (void)diag_add(b->d, DIAG_THEME_NOT_FOUND, rule->prelude_span,
                           "the style sheet `%.*s` %s", STR_ARG(address), why);
        } else {
            imported = load_sheet(b, address, dir, rule->prelude_span, chain);
        }
        if (!imported) { /* the error has been reported; an empty sheet is used */
            imported = ARENA_NEW(b->arena, struct css_sheet);
            imported->src = sheet->src;
        }
        rule->imported = imported;
    }
}

static void read_sheet(struct build_run *b, struct str name, struct str dir, struct span at,
                       sheet_list *out) {
    if (is_address(b, name)) {
        link_sheet(b, name, at);
        return;
    }
    struct css_sheet *sheet = load_sheet(b, name, dir, at, NULL);
    if (sheet) {
        vec_push(out, sheet);
    }
}

/** Reads several names separated by commas. */
static void read_list(struct build_run *b, struct str list, struct str dir, struct span at,
                      sheet_list *out) {
    while (list.p && list.n) {
        struct str name = str_trim(str_cut(&list, ','));
        if (name.n) {
            read_sheet(b, name, dir, at, out);
        }
    }
}

/** Reads pandoc's `css`: one file, several files separated by commas, or a list. */
static void read_named(struct build_run *b, const struct node *n, sheet_list *out) {
    if (n && n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            if (node_text(n->items[i]).n) {
                read_sheet(b, str_trim(node_text(n->items[i])), b->dir, n->items[i]->span, out);
            }
        }
        return;
    }
    if (n) {
        read_list(b, node_text(n), b->dir, n->span, out);
    }
}

/* ---- files that sheets name */

struct str build_font_mime(struct str path) {
    static const char *const KINDS[][2] = {{"otf", "font/otf"},
                                           {"ttf", "font/ttf"},
                                           {"ttc", "font/collection"},
                                           {"woff", "font/woff"},
                                           {"woff2", "font/woff2"}};
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        if (str_ieq(path_ext(path), str_of(KINDS[i][0]))) {
            return str_of(KINDS[i][1]);
        }
    }
    return STR_EMPTY;
}

bool build_looks_into(struct str path) {
    return str_iamong(path_ext(path), "svg png webp jpg jpeg gif") || build_font_mime(path).n;
}

/** Whether the bytes begin like a font file (OpenType 1.9, "Font file"; WOFF 2.0, section 4). */
static bool is_font(struct str s) {
    static const struct str magics[] = {{"\0\1\0\0", 4}, {"OTTO", 4}, {"true", 4},
                                        {"ttcf", 4},     {"wOFF", 4}, {"wOF2", 4}};
    for (size_t i = 0; i < ARRAY_LEN(magics); i++) {
        if (str_starts(s, magics[i])) {
            return s.n >= 12;
        }
    }
    return false;
}

/** Whether all tables of a font are within its file. */
static bool is_whole_font(struct str s) {
    if (str_starts(s, STR("wOF"))) {
        return str_big_endian(s, 8, 4) <= s.n; /* the font states the length of its file */
    }
    size_t tables = str_starts(s, STR("ttcf")) ? 0 : str_big_endian(s, 4, 2);
    for (size_t i = 0; i < tables; i++) {
        size_t at = 12 + 16 * i;
        if (at + 16 > s.n ||
            (uint64_t)str_big_endian(s, at + 8, 4) + str_big_endian(s, at + 12, 4) > s.n) {
            return false;
        }
    }
    return true;
}

/** Reports a font that cannot be used. If there is a layout, the layout reports missing files and
 * files that are not fonts. */
static void look_at_font(struct build_run *b, struct str path, struct span at) {
    struct arena *scratch = arena_new();
    struct str text;
    int error = file_host_read(&b->opt->host, scratch, path, LIMIT_IMAGE_FILE, &text);
    bool silent = build_laid_out(b) != 0;
    if (error && error != ENOENT && error != ENOTDIR && !silent) {
        file_host_report(&b->opt->host, b->d, at, path, error);
    } else if ((error || !is_font(text)) && !silent) {
        struct diag *g = diag_add(b->d, DIAG_CSS_FONT, at, "the font `%.*s` cannot be had: %s",
                                  STR_ARG(path), error ? file_why(error) : "it is not a font");
        diag_hint(b->d, g, "files are looked for beside the sheet that names them");
    } else if (!error && is_font(text) && !is_whole_font(text)) {
        (void)diag_add(b->d, DIAG_FONT_DAMAGED, at, "the font `%.*s` is damaged: it ends too early",
                       STR_ARG(path));
    }
    arena_drop(scratch);
}

/** Reports errors in the images and fonts that a style sheet names. */
static void look_at_files(struct build_run *b, const struct css_sheet *sheet) {
    const struct css_token *t = sheet->tokens;
    bool import = false;
    size_t end = 0; /* the end of the last url(), src() or image-set() */
    for (size_t i = 0; i < sheet->ntokens; i++) {
        import = t[i].kind == CSS_AT_KEYWORD ? str_ieq(t[i].text, STR("import"))
                                             : import && t[i].kind != CSS_SEMICOLON;
        if (t[i].kind == CSS_FUNCTION &&
            str_iamong(t[i].text, "url src image-set -webkit-image-set")) {
            size_t to = css_block_end(t, sheet->ntokens, i);
            end = to > end ? to : end;
        }
        struct str url = t[i].text;
        bool address = t[i].kind == CSS_URL || (i < end && t[i].kind == CSS_STRING);
        if (import || !address || doc_url_kind(url) != DOC_URL_RELATIVE || !url.n ||
            url.p[0] == '#') {
            continue;
        }
        url = str_slice(url, 0, str_index(url, '#'));
        struct str path =
            path_join(b->arena, path_dir(sheet->src->name), path_of_url(b->arena, url));
        if (build_font_mime(path).n) {
            look_at_font(b, path, t[i].span);
        } else if (build_looks_into(path)) {
            build_look_into(b, path, 1, t[i].span);
        }
    }
}

/** Adds the sheet of the key `accent`: the colour of headings and links, for which the themes have
 * the variable --accent. Dark pages get a lighter colour. */
static void add_accent(struct build_run *b, const struct node *n, sheet_list *out) {
    struct page_colour c;
    if (!n || n->text.n == 0) {
        return;
    }
    if (!style_colour(n->text, &c)) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, n->span,
                                  "`%.*s` for `accent` is not a colour", STR_ARG(n->text));
        diag_hint(b->d, g, "write a name (`teal`, `NavyBlue`) or `\"#1a4d8f\"`");
        return;
    }
    struct str text =
        arena_printf(b->arena,
                     ":root { --accent: #%02x%02x%02x; }\n"
                     "@media (prefers-color-scheme: dark) { :root { --accent: #%02x%02x%02x; } }\n"
                     "h1, h2, h3, h4, h5, h6, a { color: var(--accent); }\n",
                     c.r, c.g, c.b, (c.r + 255) / 2, (c.g + 255) / 2, (c.b + 255) / 2);
    vec_push(out, css_parse(b->arena, source_new(b->arena, STR("accent"), text), b->d));
}

/** Adds the sheet of the keys `photo-width` and `photo-shape`. A photo with a shape is cut to a
 * square. */
static void add_photo(struct build_run *b, const struct node *front, sheet_list *out) {
    const struct node *width = node_get(front, "photo-width");
    const struct node *shape = node_get(front, "photo-shape");
    struct unit_base base = {PT(10), PT(5), 0};
    sp size = 0;
    if (!width && !shape) {
        return;
    }
    if (width && (unit_parse(str_trim(width->text), &base, &size) != UNIT_OK || size < PT(1))) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, width->span,
                                  "`%.*s` for `photo-width` is not a length", STR_ARG(width->text));
        diag_hint(b->d, g, "write `photo-width: 3cm`");
    }
    struct str radius = str_paired(str_trim(node_text(shape)), "circle=50% rounded=8% square=0");
    if (shape && !radius.n) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, shape->span,
                                  "`%.*s` for `photo-shape` is not a shape", STR_ARG(shape->text));
        diag_hint(b->d, g, "write `circle`, `rounded` or `square`");
    }
    int mm100 = (int)((int64_t)size * 254000 / ((int64_t)SP_PT * 7227));
    struct str wide = arena_printf(b->arena, " width: %d.%02dmm;", mm100 / 100, mm100 % 100);
    struct str cut = arena_printf(
        b->arena, " aspect-ratio: 1; object-fit: cover; border-radius: %.*s;", STR_ARG(radius));
    struct str text = arena_join(b->arena, 4, STR(".photo {"), size > 0 ? wide : STR_EMPTY,
                                 radius.n ? cut : STR_EMPTY, STR(" }\n"));
    vec_push(out, css_parse(b->arena, source_new(b->arena, STR("photo"), text), b->d));
}

void build_sheets(struct build_run *b, const struct doc *doc) {
    sheet_list list = VEC_INIT;
    /* the look of a document in LaTeX has become a style sheet */
    if (b->latex.sheet.n && b->opt->sheets.n == 0) {
        struct source *src = source_new(b->arena, b->latex.source->name, b->latex.sheet);
        vec_push(&list, css_parse(b->arena, src, b->d));
    }
    for (size_t i = 0; i < b->opt->sheets.n; i++) {
        read_list(b, b->opt->sheets.p[i], STR_EMPTY, SPAN_NONE, &list);
    }
    if (b->opt->sheets.n == 0) { /* the command line overrides the document */
        read_named(b, node_get(doc->front, "css"), &list);
    }
    add_accent(b, node_get(doc->front, "accent"), &list);
    add_photo(b, doc->front, &list);
    b->sheets = vec_finish(&list, b->arena);
    b->nsheets = list.n;
}
