/* SPDX-License-Identifier: MIT */
/* Applies the options that the front matter has for one output: Quarto's `format: {pdf: {toc:
 * true}}`, R Markdown's `output: {pdf_document: {toc: true}}`. They take precedence over keys at
 * the top level. */
#include "core/base/word_list.h"
#include "read/markdown/markdown.h"
#include "read/markdown/md_front.h"

/** Whether an option cannot be moved to the top level of a document, because it has another meaning
 * there or is only for other programs. */
static bool is_foreign(struct str key) {
    return str_among(key, "theme template format output default title includes include-in-header");
}

/** Whether a format, such as "elsevier-pdf" or "bookdown::gitbook", is for an output. */
static bool is_for(struct str name, const char *output) {
    static const char *const others[][2] = {
        {"latex", "pdf"},    {"typst", "pdf"},     {"apa6", "pdf"},     {"article", "pdf"},
        {"gitbook", "html"}, {"bs4_book", "html"}, {"distill", "html"}, {"website", "html"}};
    if (str_icontains(name, STR("docx")) || str_icontains(name, STR("revealjs")) ||
        str_icontains(name, STR("beamer"))) {
        return false;
    }
    bool pdf = str_icontains(name, STR("pdf")), html = str_icontains(name, STR("html"));
    for (size_t i = 0; i < ARRAY_LEN(others) && !pdf && !html; i++) {
        pdf = str_icontains(name, str_of(others[i][0])) && str_is(str_of(others[i][1]), "pdf");
        html = str_icontains(name, str_of(others[i][0])) && str_is(str_of(others[i][1]), "html");
    }
    struct str of = str_of(output);
    return str_is(of, "pdf")    ? pdf
           : str_is(of, "html") ? html
                                : !pdf && !html && str_icontains(name, of);
}

/** Returns the options for an output in a map of formats, or NULL. */
static const struct node *options_for(const struct node *all, const char *output) {
    for (size_t k = 0; all && all->kind == NODE_MAP && k < all->n; k++) {
        if (is_for(all->keys[k], output) && all->items[k]->kind == NODE_MAP) {
            return all->items[k];
        }
    }
    return NULL;
}

/** Returns the options that the front matter gives for an output, below `format` or `output`; NULL
 * if there are none. `*key` is set to the key of the options. */
static const struct node *format_options(const struct node *front, const char *output,
                                         const char **key) {
    static const char *const keys[] = {"format", "output"};
    for (size_t i = 0; output && i < ARRAY_LEN(keys); i++) {
        const struct node *options = options_for(node_get(front, keys[i]), output);
        if (options) {
            *key = keys[i];
            return options;
        }
    }
    return NULL;
}

bool markdown_formats_differ(const struct node *front, const char *a, const char *b) {
    const struct node *around = node_get(front, MARKDOWN_FORMATS_AROUND);
    const char *key;
    return format_options(front, a, &key) != format_options(front, b, &key) ||
           options_for(around, a) != options_for(around, b);
}

/** Names of options in Quarto, each with dossier's name. */
static const char *const names[][2] = {{"number-sections", "numbersections"},
                                       {"number-depth", "secnumdepth"}};

/** Returns the key for an option: R Markdown's names are written with hyphens, and Quarto's names
 * are replaced with dossier's. */
static struct str known_name(struct md *m, struct str key) {
    char *p = arena_alloc(m->a, key.n + 1);
    for (size_t i = 0; i < key.n; i++) {
        p[i] = key.p[i] == '_' ? '-' : key.p[i];
    }
    p[key.n] = '\0';
    struct str name = {p, key.n};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        name = str_is(name, names[i][0]) ? str_of(names[i][1]) : name;
    }
    return str_is(name, "highlight") ? STR("highlight-style") : name;
}

static void put_options(struct md *m, const struct node *options, enum md_front_rank rank) {
    for (size_t i = 0; options && i < options->n; i++) {
        struct str name = known_name(m, options->keys[i]);
        if (!is_foreign(name)) {
            md_front_put(m, name, options->key_spans[i], options->items[i], rank);
        }
    }
}

void md_format_options(struct md *m, const char *output) {
    const char *key = NULL;
    const struct node *options = format_options(m->doc->front, output, &key);
    put_options(m, options,
                key && md_front_is_default(m, str_of(key)) ? MD_FRONT_DEFAULT : MD_FRONT_FORMAT);
    if (output) { /* formats from files beside the document, see job/build/around.c */
        put_options(m, options_for(node_get(m->doc->front, MARKDOWN_FORMATS_AROUND), output),
                    MD_FRONT_DEFAULT);
    }
}

/** Whether one of the formats for `output` is a format of bookdown. If `output` is NULL, all
 * formats for PDF and HTML count. `*own` is set if there is any format that counts. */
static bool has_bookdown(const struct node *formats, const char *output, bool *own) {
    bool map = formats && formats->kind == NODE_MAP, found = false;
    for (size_t i = 0; i < (map ? formats->n : 1); i++) {
        struct str name = map ? formats->keys[i] : node_text(formats);
        bool counts = output ? is_for(name, output) : is_for(name, "pdf") || is_for(name, "html");
        *own = *own || counts;
        found = found || (counts && str_starts(name, STR("bookdown::")));
    }
    return found;
}

/** Whether one of the formats is for a book: `bookdown::gitbook`, `bookdown::pdf_book`. */
static bool has_book(const struct node *formats) {
    bool map = formats && formats->kind == NODE_MAP, found = false;
    for (size_t i = 0; i < (map ? formats->n : 1) && !found; i++) {
        struct str name = map ? formats->keys[i] : node_text(formats);
        found = str_starts(name, STR("bookdown::")) &&
                (str_icontains(name, STR("gitbook")) || str_icontains(name, STR("_book")));
    }
    return found;
}

bool md_is_bookdown(const struct md *m) {
    /* the second key has the formats of _output.yml */
    static const char *const keys[] = {"output", MARKDOWN_FORMATS_AROUND};
    bool own = false, found = false;
    for (size_t i = 0; i < ARRAY_LEN(keys) && !own; i++) {
        const struct node *formats = node_get(m->doc->front, keys[i]);
        found = m->opt->output && has_bookdown(formats, m->opt->output, &own);
        found = found || (!own && has_bookdown(formats, NULL, &own));
    }
    return found;
}

void md_format_names(struct md *m) {
    struct node *front = m->doc->front;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        size_t at = node_index(front, str_of(names[i][0]));
        if (at != STR_NONE && !node_get(front, names[i][1])) {
            md_front_put(m, str_of(names[i][1]), front->key_spans[at], front->items[at],
                         MD_FRONT_DEFAULT);
        }
    }
    /* the defaults of bookdown: sections are numbered, and books have chapters */
    if (md_is_bookdown(m)) {
        md_front_put(m, STR("numbersections"), SPAN_NONE, node_plain(m->a, STR("true"), SPAN_NONE),
                     MD_FRONT_DEFAULT);
        if (has_book(node_get(front, "output")) ||
            has_book(node_get(front, MARKDOWN_FORMATS_AROUND))) {
            struct node *own = node_new_map(m->a, SPAN_NONE);
            node_put(m->a, own, STR("chapters"), SPAN_NONE,
                     node_plain(m->a, STR("true"), SPAN_NONE));
            md_front_put(m, STR("crossref"), SPAN_NONE, own, MD_FRONT_DEFAULT);
        }
    }
}
