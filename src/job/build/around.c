/* SPDX-License-Identifier: MIT */
/*
 * Reads metadata that is not in the document but in other files: the files that the command line
 * names, and the files of the project around the document, for Quarto, R Markdown, bookdown, MyST,
 * pandoc-crossref and Manubot. Keys of the document take precedence.
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "core/data/yaml.h"
#include "job/build/files.h"
#include "job/build/page_host.h"
#include "job/build/project.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_BAD_METADATA);
DIAG_USE(DIAG_FOREIGN_KEY);

/** Reads a file that the document names at `at`. Returns NULL and reports the file if it cannot be
 * read. */
static struct source *read_text(struct build_run *b, struct str path, size_t limit,
                                struct span at) {
    struct str text;
    int err = file_host_read(&b->opt->host, b->arena, path, limit, &text);
    if (err) {
        file_host_report(&b->opt->host, b->d, at, path, err);
        return NULL;
    }
    build_note_input(b, path);
    return source_new(b->arena, path, text);
}

/** Reads a map in YAML or JSON. Returns NULL and reports the file if it is not a map. `at` is the
 * place where a document names the file, or SPAN_NONE if the command line names it. */
static const struct node *read_map(struct build_run *b, struct str path, struct span at) {
    struct source *src = read_text(b, path, LIMIT_FRONT_MATTER, at);
    bool json = str_ieq(path_ext(path), STR("json"));
    b->job->io_failed |= !src && !at.src;
    struct node *map = !src   ? NULL
                       : json ? json_parse(b->arena, src, b->d)
                              : yaml_parse(b->arena, src, 0, src->text.n, b->d);
    if (map && map->kind != NODE_MAP && map->kind != NODE_NULL) {
        struct diag *g =
            diag_add(b->d, DIAG_BAD_METADATA, map->span, "this is not a map of metadata");
        diag_hint(b->d, g, "write `title: ...` and the like, one in a line");
    }
    return map && map->kind == NODE_MAP ? map : NULL;
}

/* ---- files around a document of Quarto, R Markdown or MyST */

#define MAX_LEVELS 8   /* maximum number of folders above the document that are searched */
#define MAX_AROUND 12  /* maximum number of metadata files in these folders */
#define MAX_OWNERS 100 /* maximum number of folders in `_extensions` that are searched */
#define MAX_NAMED 8    /* maximum number of metadata files that one key names */
#define MOST_MAPS (MAX_AROUND + 5 * MAX_NAMED)

/** Reads a map from a file that may be missing. Returns NULL if it is missing. */
static const struct node *read_around(struct build_run *b, struct str name) {
    struct str path = path_join(b->arena, b->dir, name);
    return file_host_exists(&b->opt->host, b->arena, path) ? read_map(b, path, SPAN_NONE) : NULL;
}

static struct str levels_up(struct build_run *b, int level) {
    struct str up = STR_EMPTY;
    for (; level > 0; level--) {
        up = arena_join(b->arena, 2, up, STR("../"));
    }
    return up;
}

/** Reads a map from `STEM.yml` or `STEM.yaml` in the folder to which `up` leads from the document.
 * Returns NULL if both files are missing. */
static const struct node *read_yml(struct build_run *b, struct str up, const char *stem) {
    const struct node *map = read_around(b, arena_join(b->arena, 3, up, str_of(stem), STR(".yml")));
    return map ? map : read_around(b, arena_join(b->arena, 3, up, str_of(stem), STR(".yaml")));
}

bool build_is_quarto(struct build_run *b, struct str dir) {
    return file_host_exists(&b->opt->host, b->arena,
                            path_join(b->arena, dir, STR("_quarto.yml"))) ||
           file_host_exists(&b->opt->host, b->arena, path_join(b->arena, dir, STR("_quarto.yaml")));
}

/** Returns the number of metadata files that a key names, at most MAX_NAMED. Reports further
 * files. */
static size_t count_named(struct build_run *b, const struct node *names) {
    size_t n = node_count(names);
    if (n <= MAX_NAMED) {
        return n;
    }
    (void)diag_add(b->d, DIAG_BAD_METADATA, node_item(names, MAX_NAMED)->span,
                   "at most %d files are read here", MAX_NAMED);
    return MAX_NAMED;
}

/** Adds the files that a key of a map names: `metadata-files` (Quarto, "Includes"), `crossrefYaml`
 * (pandoc-crossref). `up`, such as "../", leads from the folder of the document to the folder of
 * the file that contains the map. */
static size_t add_named(struct build_run *b, const struct node **maps, size_t n,
                        const struct node *map, const char *key, struct str up) {
    const struct node *names = node_get(map, key);
    size_t many = count_named(b, names);
    for (size_t i = 0; i < many; i++) {
        const struct node *one = node_item(names, i);
        struct str name = node_text(one);
        struct str path = path_join(b->arena, b->dir, arena_join(b->arena, 2, up, name));
        const struct node *own = name.n ? read_map(b, path, one->span) : NULL;
        if (own) {
            maps[n++] = build_project_share(b->arena, own, up);
        }
    }
    return n;
}

static struct node *map_of(struct build_run *b, const char *key, const struct node *value) {
    struct node *map = node_new_map(b->arena, SPAN_NONE);
    node_put(b->arena, map, str_of(key), SPAN_NONE, (struct node *)value);
    return map;
}

/** Finds the folder of an extension: `_extensions/NAME` or `_extensions/OWNER/NAME`, beside the
 * document or in a folder above it, up to that of the project (Quarto, "Managing Extensions").
 * Returns its map; `*at` is the folder. */
static const struct node *find_extension(struct build_run *b, struct str name, struct str *at) {
    for (int level = 0; level < MAX_LEVELS; level++) {
        struct str up = levels_up(b, level), all = arena_join(b->arena, 2, up, STR("_extensions/"));
        struct str path = path_join(b->arena, b->dir, all);
        size_t n = 0, count = 1;
        const struct str *owners = NULL;
        if (file_host_exists(&b->opt->host, b->arena, path)) {
            owners = file_host_names(&b->opt->host, b->arena, path, STR_EMPTY, &n);
            count = 1 + (n < MAX_OWNERS ? n : MAX_OWNERS);
        }
        for (size_t i = 0; i < count; i++) {
            struct str owner = i ? owners[i - 1] : STR_EMPTY;
            *at = arena_join(b->arena, 5, all, owner, str_of(owner.n ? "/" : ""), name, STR("/"));
            const struct node *map = read_yml(b, *at, "_extension");
            if (map) {
                return map;
            }
        }
        if (build_is_quarto(b, path_join(b->arena, b->dir, up))) {
            break;
        }
    }
    return NULL;
}

/** Adds the keys of the extension of a format. For `format: quay-pdf`, these are the keys for all
 * formats and the keys for `pdf` in `_extensions/quay/_extension.yml` (Quarto, "Custom
 * Formats"). */
static size_t add_extension(struct build_run *b, const struct node **maps, size_t n,
                            struct str format) {
    size_t dash = str_after_last(format, '-');
    struct str name = str_slice(format, 0, dash ? dash - 1 : 0), at;
    if (!name.n || str_find(name, STR("..")) != STR_NONE || str_index(name, ':') != STR_NONE) {
        return n;
    }
    const struct node *top = find_extension(b, name, &at);
    const struct node *formats = node_get(node_get(top, "contributes"), "formats");
    const struct node *common = node_get(formats, "common");
    if (formats && formats->kind == NODE_MAP && n + 2 <= MOST_MAPS) {
        if (common && common->kind == NODE_MAP) {
            maps[n++] = build_project_share(b->arena, common, at);
        }
        maps[n++] = map_of(b, MARKDOWN_FORMATS_AROUND, formats);
    }
    return n;
}

/** Adds the extensions of the formats that the front matter names. */
static size_t add_extensions(struct build_run *b, const struct node **maps, size_t n,
                             const struct node *front) {
    const struct node *formats = node_get(front, "format");
    if (formats && formats->kind == NODE_MAP && formats->n) {
        return add_extension(b, maps, n, formats->keys[0]);
    }
    return formats ? add_extension(b, maps, n, node_text(formats)) : n;
}

/** Returns the front matter if it may name files that are read before the document. Its errors are
 * reported later, when the document is read. */
static const struct node *early_front(struct build_run *b, struct source *src) {
    struct front_matter f = src ? front_matter_find(src->text, 0) : (struct front_matter){0};
    struct str text = f.behind ? str_slice(src->text, f.begin, f.end) : STR_EMPTY;
    if (!str_is(path_ext(b->job->input), "qmd") &&
        str_find(text, STR("metadata-files")) == STR_NONE &&
        str_find(text, STR("crossrefYaml")) == STR_NONE) {
        return NULL;
    }
    struct diags quiet;
    diags_init(&quiet, b->arena);
    const struct node *front = text.n ? yaml_parse(b->arena, src, f.begin, f.end, &quiet) : NULL;
    diags_drop(&quiet);
    return front;
}

/** Adds the keys of `project` of a myst.yml that apply to its pages (MyST, "Frontmatter"). Keys
 * that only MyST understands are reported. */
static size_t add_myst(struct build_run *b, const struct node **maps, size_t n,
                       const struct node *map, struct str up) {
    const struct node *project = node_get(map, "project");
    struct node *own = node_new_map(b->arena, SPAN_NONE);
    const struct node *of[] = {map, project};
    for (size_t k = 0; k < ARRAY_LEN(of); k++) {
        for (size_t i = 0; of[k] && of[k]->kind == NODE_MAP && i < of[k]->n; i++) {
            struct str key = of[k]->keys[i];
            if (str_among(key, k ? "toc references site exports downloads thumbnail" : "site")) {
                (void)diag_add(b->d, DIAG_FOREIGN_KEY, of[k]->key_spans[i],
                               "`%.*s` is a key of MyST's projects and has no effect on a document",
                               STR_ARG(key));
            } else if (k && !str_among(key, "title subtitle description tags parts abstract")) {
                /* the keys that are left out describe only the project itself */
                node_put(b->arena, own, key, of[k]->key_spans[i], of[k]->items[i]);
            }
        }
    }
    if (!own->n || n == MOST_MAPS) {
        return n;
    }
    maps[n] = build_project_share(b->arena, own, up);
    return n + 1;
}

/** Adds the files that `extends` of a myst.yml names. */
static size_t add_extended(struct build_run *b, const struct node **maps, size_t n,
                           const struct node *names, struct str up) {
    size_t many = count_named(b, names);
    for (size_t i = 0; i < many; i++) {
        const struct node *one = node_item(names, i);
        struct str name = node_text(one), path = arena_join(b->arena, 2, up, name);
        if (str_find(name, STR("://")) != STR_NONE) {
            (void)diag_add(b->d, DIAG_FOREIGN_KEY, one->span, "`%.*s` is not fetched",
                           STR_ARG(name));
            continue;
        }
        const struct node *map =
            name.n ? read_map(b, path_join(b->arena, b->dir, path), one->span) : NULL;
        struct str dir = path_dir(path);
        n = add_myst(b, maps, n, map, dir.n ? arena_join(b->arena, 2, dir, STR("/")) : dir);
    }
    return n;
}

/** Returns the databases of a project that names none: all databases in its folder and in the
 * folder of the document (MyST, "Citations"). NULL if there are none. */
static const struct node *all_databases(struct build_run *b, struct str up) {
    struct node *list = node_new_list(b->arena, SPAN_NONE);
    for (int k = 0; k < 2 - !up.n; k++) {
        size_t count;
        struct str from = k ? STR_EMPTY : up;
        const struct str *names = file_host_names(
            &b->opt->host, b->arena, path_join(b->arena, b->dir, from), STR(".bib"), &count);
        for (size_t i = 0; i < count; i++) {
            node_append(b->arena, list,
                        node_string(b->arena, arena_join(b->arena, 2, from, names[i]), SPAN_NONE));
        }
    }
    return list->n ? map_of(b, "bibliography", list) : NULL;
}

/** Finds the files of the project around a document in MyST: myst.yml, or the _config.yml of a
 * Jupyter Book. */
static size_t find_myst(struct build_run *b, const struct node **maps) {
    const struct node *map = NULL, *book = NULL;
    struct str up = STR_EMPTY;
    for (int level = 0; level < MAX_LEVELS && !map && !book; level++) {
        up = levels_up(b, level);
        map = read_around(b, arena_join(b->arena, 2, up, STR("myst.yml")));
        struct str toc = path_join(b->arena, b->dir, arena_join(b->arena, 2, up, STR("_toc.yml")));
        book = !map && file_host_exists(&b->opt->host, b->arena, toc)
                   ? read_around(b, arena_join(b->arena, 2, up, STR("_config.yml")))
                   : NULL;
    }
    const struct node *files = node_get(book, "bibtex_bibfiles");
    maps[0] = files ? build_project_share(b->arena, map_of(b, "bibliography", files), up)
              : map ? all_databases(b, up)
                    : NULL;
    size_t n = maps[0] ? 1 : 0;
    n = add_extended(b, maps, n, node_get(map, "extends"), up);
    return add_myst(b, maps, n, map, up);
}

/** Adds the keys of a file of Quarto. The options of its formats are added to those of the
 * document. */
static size_t add_quarto(struct build_run *b, const struct node **maps, size_t n,
                         const struct node *map, struct str up) {
    struct node *own = build_project_share(b->arena, map, up);
    const struct node *formats = node_get(own, "format");
    if (formats && formats->kind == NODE_MAP) {
        node_put(b->arena, own, STR(MARKDOWN_FORMATS_AROUND), formats->span,
                 (struct node *)formats);
    }
    maps[n] = own;
    return n + 1;
}

/** Adds the file of each profile, which is beside the project file: `_quarto-a.yml` for
 * `profile: a` and for `profile: {default: [a]}` (Quarto, "Project Profiles"). */
static size_t add_profiles(struct build_run *b, const struct node **maps, size_t n,
                           const struct node *map, struct str up) {
    const struct node *names = node_get(map, "profile");
    names = names && names->kind == NODE_MAP ? node_get(names, "default") : names;
    size_t many = count_named(b, names);
    for (size_t i = 0; i < many; i++) {
        struct str name = node_text(node_item(names, i));
        bool plain = name.n && str_index(name, '/') == STR_NONE;
        const struct node *own =
            plain ? read_around(b, arena_join(b->arena, 4, up, STR("_quarto-"), name, STR(".yml")))
                  : NULL;
        if (own) {
            n = add_quarto(b, maps, n, own, up);
        }
    }
    return n;
}

/** Finds the files of the project around a document of Quarto. */
static size_t find_quarto(struct build_run *b, const struct node **maps, const struct node *front) {
    const struct node *map = NULL;
    int level = 0;
    size_t n = 0;
    for (; level < MAX_LEVELS && !map; level += !map) {
        map = read_yml(b, levels_up(b, level), "_quarto");
    }
    if (map) {
        n = add_named(b, maps, n, map, "metadata-files", levels_up(b, level));
        n = add_quarto(b, maps, n, map, levels_up(b, level));
        n = add_profiles(b, maps, n, map, levels_up(b, level));
    }
    for (; map && level >= 0; level--) {
        struct str up = levels_up(b, level);
        const struct node *own = read_yml(b, up, "_metadata");
        if (own) {
            n = add_quarto(b, maps, n, own, up);
        }
    }
    return add_extensions(b, maps, n, front);
}

/** Returns the front matter of another file of the project, or NULL. */
static const struct node *front_of(struct build_run *b, const char *name) {
    struct str path = path_join(b->arena, b->dir, str_of(name));
    struct source *src = file_host_exists(&b->opt->host, b->arena, path)
                             ? read_text(b, path, LIMIT_FRONT_MATTER, SPAN_NONE)
                             : NULL;
    struct front_matter f = src ? front_matter_find(src->text, 0) : (struct front_matter){0};
    return f.behind ? yaml_parse(b->arena, src, f.begin, f.end, b->d) : NULL;
}

/** Returns a map without the keys that describe the whole book or manuscript. */
static const struct node *of_part(struct build_run *b, const struct node *map) {
    struct node *own = node_new_map(b->arena, map->span);
    for (size_t i = 0; i < map->n; i++) {
        if (!str_among(map->keys[i], "title subtitle author authors date abstract description "
                                     "cover-image site url keywords")) {
            node_put(b->arena, own, map->keys[i], map->key_spans[i], map->items[i]);
        }
    }
    return own;
}

/** Returns the words for captions in `language: label:` of _bookdown.yml, as options of Quarto
 * (bookdown, "Internationalization"). NULL if there are none. */
static const struct node *bookdown_words(struct build_run *b, const struct node *map) {
    static const char *const words[][2] = {{"fig", "fig-title"}, {"tab", "tbl-title"}};
    const struct node *labels = node_get(node_get(map, "language"), "label");
    struct node *own = node_new_map(b->arena, SPAN_NONE);
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        const struct node *word = node_get(labels, words[i][0]);
        if (str_trim(node_text(word)).n) {
            struct node *text = node_string(b->arena, str_trim(node_text(word)), word->span);
            node_put(b->arena, own, str_of(words[i][1]), word->span, text);
        }
    }
    return own->n ? map_of(b, "crossref", own) : NULL;
}

/** Finds the files around a document of R Markdown. A chapter of a bookdown book has the keys of
 * the book's index.Rmd. */
static size_t find_knitr(struct build_run *b, const struct node **maps) {
    const struct node *book = read_around(b, STR("_bookdown.yml"));
    bool chapter = book && !str_is(path_base(b->job->input), "index.Rmd");
    const struct node *index = chapter ? front_of(b, "index.Rmd") : NULL;
    const struct node *words = bookdown_words(b, book);
    const struct node *output = read_around(b, STR("_output.yml"));
    size_t n = 0;
    if (output) {
        maps[n++] = map_of(b, MARKDOWN_FORMATS_AROUND, output);
    }
    if (index && index->kind == NODE_MAP) {
        maps[n++] = of_part(b, index);
    }
    if (words) {
        maps[n++] = words;
    }
    return n;
}

/** Whether a text has an identifier of pandoc-crossref: `{#fig:a}`. */
static bool has_crossref_label(struct str s) {
    for (size_t n; (n = str_find(s, STR("{#"))) != STR_NONE;) {
        s = str_from(s, n + 2);
        size_t colon = str_index(str_slice(s, 0, 4), ':');
        if (colon != STR_NONE && str_among(str_slice(s, 0, colon), "fig tbl eq sec lst")) {
            return true;
        }
    }
    return false;
}

/** Finds the files around a document in Markdown: those of MyST, of pandoc-crossref, and of
 * Manubot. Documents of Manubot have names like `02.main.md`, and a metadata.yaml beside them. */
static size_t find_markdown(struct build_run *b, const struct node **maps,
                            const struct source *src) {
    struct str name = path_base(b->job->input);
    bool manubot = name.n > 3 && is_digit(name.p[0]) && is_digit(name.p[1]) && name.p[2] == '.';
    bool myst = str_starts(b->from, STR("myst"));
    bool cites = !b->from.n && str_index(src->text, '@') != STR_NONE &&
                 str_find(src->text, STR("bibliography:")) == STR_NONE;
    const struct node *map = manubot ? read_around(b, STR("metadata.yaml")) : NULL;
    const struct node *words =
        has_crossref_label(src->text) ? read_around(b, STR("pandoc-crossref.yaml")) : NULL;
    size_t n = 0;
    if (map) {
        static const char *const endings[] = {"json", "bib", "yaml"};
        for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
            struct str file = arena_printf(b->arena, "manual-references.%s", endings[i]);
            if (file_host_exists(&b->opt->host, b->arena, path_join(b->arena, b->dir, file))) {
                maps[n++] = map_of(b, "bibliography", node_string(b->arena, file, SPAN_NONE));
                break;
            }
        }
        maps[n++] = b->job->nfurther ? map : of_part(b, map);
    } else if (myst || cites) {
        n = find_myst(b, maps);
    }
    if (words) {
        maps[n++] = words;
    }
    return n;
}

/** Finds the files that other tools read in addition to a document. The most general file comes
 * first: `_quarto.yml` of the project, then `_metadata.yml` of its folders, and extensions. */
static size_t find_around(struct build_run *b, const struct node **maps, const struct node *front,
                          const struct source *src) {
    struct str ext = path_ext(b->job->input);
    if (b->job->page || b->job->metadata) {
        return 0;
    }
    return str_is(ext, "qmd")                 ? find_quarto(b, maps, front)
           : str_ieq(ext, STR("Rmd"))         ? find_knitr(b, maps)
           : str_is(ext, "md")                ? find_markdown(b, maps, src)
           : str_starts(b->from, STR("myst")) ? find_myst(b, maps)
                                              : 0;
}

void build_read_metadata(struct build_run *b, struct source *src) {
    size_t most = b->opt->metadata_files.n + 1 + MOST_MAPS;
    const struct node **maps = ARENA_ARRAY(b->arena, const struct node *, most);
    const struct node *front = early_front(b, src);
    b->ndefaults = src ? find_around(b, maps, front, src) : 0;
    if (b->job->metadata) {
        maps[b->ndefaults++] = b->job->metadata;
    }
    b->ndefaults = add_named(b, maps, b->ndefaults, front, "metadata-files", STR_EMPTY);
    b->ndefaults = add_named(b, maps, b->ndefaults, front, "crossrefYaml", STR_EMPTY);
    for (size_t i = 0; i < b->opt->metadata_files.n; i++) {
        const struct node *map = read_map(b, b->opt->metadata_files.p[i], SPAN_NONE);
        if (map) {
            maps[b->ndefaults++] = map;
        }
    }
    b->defaults = maps;
}

const struct node *build_data_map(struct build_run *b, const struct doc *doc, const char *key) {
    const struct node *given = node_get(doc->front, key);
    if (given && (given->kind != NODE_STRING || !given->text.n)) {
        return given;
    }
    if (!given && b->job->page) {
        return node_get(node_get(b->job->page->expand.site, "data"), key);
    }
    struct str path =
        given ? path_join(b->arena, b->dir, given->text)
              : path_join(b->arena, b->site.root, arena_printf(b->arena, "_data/%s.yml", key));
    if (!given && (!b->site.known || !file_host_exists(&b->opt->host, b->arena, path))) {
        return NULL;
    }
    struct source *src = read_text(b, path, LIMIT_STYLE, given ? given->span : SPAN_NONE);
    return src ? yaml_parse(b->arena, src, 0, src->text.n, b->d) : NULL;
}
