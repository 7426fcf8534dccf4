/* SPDX-License-Identifier: MIT */
/* Rewrites a Jupyter notebook (nbformat 4) as Markdown: cells of text, code in the kernel's
 * language, and the outputs of the last run, as Quarto shows them. Images in outputs and
 * attachments become files in memory. Of the forms of an output, the richest one that a document
 * can have is used. */
#include "core/base/base64.h"
#include "core/base/bounds.h"
#include "core/base/code_fence.h"
#include "core/base/word_list.h"
#include "core/data/json.h"
#include "read/expand/expand.h"

DIAG_USE(DIAG_BAD_METADATA);

#define MAX_IMAGES 10000

struct notebook {
    struct expand *x;
    struct source *src;
    struct source_builder out;
    struct str language;
    size_t images;
};

/** The options of a cell, from lines `#| key: value` and the tags of its metadata. */
struct cell {
    const struct node *node, *source;
    struct str label, caption;
    bool figure; /* the caption is that of a figure */
    bool echo, include, output;
    size_t skip; /* number of lines with options at the beginning of the source */
};

static void put(struct notebook *b, const char *text, struct span at) {
    source_put_made(&b->out, str_of(text), at);
}

/** Appends a text or a list of lines, without its first `skip` lines. */
static void put_text(struct notebook *b, const struct node *text, size_t skip) {
    bool list = text && text->kind == NODE_LIST;
    struct str last = STR_EMPTY;
    if (list) {
        for (size_t i = skip; i < text->n; i++) {
            last = node_text(text->items[i]);
            source_put_made(&b->out, last, text->items[i]->span);
        }
    } else if (text) {
        struct str rest = node_text(text);
        for (size_t i = 0; i < skip && rest.p; i++) {
            (void)str_cut(&rest, '\n');
        }
        last = rest;
        source_put_made(&b->out, rest, text->span);
    }
    if (last.n && !str_ends(last, STR("\n"))) {
        put(b, "\n", text->span);
    }
}

/** Returns a text or a list of lines as one string. */
static struct str joined(struct notebook *b, const struct node *text) {
    if (!text || text->kind != NODE_LIST) {
        return node_text(text);
    }
    struct buf all;
    buf_init(&all, LIMIT_SOURCE);
    for (size_t i = 0; i < text->n; i++) {
        buf_str(&all, node_text(text->items[i]));
    }
    return buf_finish(&all, b->x->arena);
}

/* ---- images */

/** Adds an image as a file in memory. Returns its path, which is relative to the document. */
static struct str keep_image(struct notebook *b, struct str name, const struct node *data,
                             bool encoded) {
    struct str path = arena_join(b->x->arena, 3, path_stem(b->src->name), STR("_files/"), name);
    struct str bytes = joined(b, data);
    if (encoded) {
        struct buf raw;
        buf_init(&raw, LIMIT_BUF);
        (void)base64_read(&raw, bytes);
        bytes = buf_finish(&raw, b->x->arena);
    }
    if (b->x->files.keep) {
        b->x->files.keep(b->x->files.user, path, bytes);
    }
    return path;
}

static const struct {
    const char *type, *ending;
    bool encoded;
} images[] = {{"image/svg+xml", "svg", false},
              {"image/png", "png", true},
              {"image/jpeg", "jpg", true},
              {"image/gif", "gif", true},
              {"image/webp", "webp", true}};

/** Writes the text of a cell. Addresses `attachment:name` are replaced with the paths of the files
 * in memory. */
static void put_attached(struct notebook *b, const struct node *text, const struct node *files) {
    struct str s = joined(b, text);
    for (size_t n; (n = str_find(s, STR("attachment:"))) != STR_NONE;) {
        struct str name = str_from(s, n + sizeof "attachment:" - 1);
        size_t end = 0;
        while (end < name.n && !is_space(name.p[end]) &&
               str_index(STR(")\"'>"), name.p[end]) == STR_NONE) {
            end++;
        }
        name = str_slice(name, 0, end);
        const struct node *file = node_value(files, name);
        source_put_made(&b->out, str_slice(s, 0, n), text->span);
        struct str path = name;
        for (size_t i = 0; i < ARRAY_LEN(images) && file && b->images < MAX_IMAGES; i++) {
            const struct node *data = node_get(file, images[i].type);
            if (data) {
                path = keep_image(b, name, data, true);
                b->images++;
                break;
            }
        }
        source_put_made(&b->out, path, text->span);
        s = str_from(s, n + sizeof "attachment:" - 1 + end);
    }
    source_put_made(&b->out, s, text->span);
    put(b, str_ends(s, STR("\n")) ? "" : "\n", text->span);
}

/* ---- outputs */

/** Writes a fence that is longer than any run of backticks in `text`, and `info` after it. */
static void put_fence(struct notebook *b, struct str text, const char *info, struct span at) {
    size_t n = code_fence_length(text);
    for (size_t i = 0; i < n && i < 100; i++) {
        put(b, "`", at);
    }
    put(b, info, at);
    put(b, "\n", at);
}

/** Writes the text of a terminal as code, without its colours. */
static void put_plain(struct notebook *b, const struct node *text) {
    struct str s = joined(b, text);
    struct buf clean;
    buf_init(&clean, LIMIT_SOURCE);
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\x1b' && i + 1 < s.n && s.p[i + 1] == '[') {
            for (i += 2; i < s.n && !is_alpha(s.p[i]); i++) {
            }
        } else {
            buf_putc(&clean, s.p[i]);
        }
    }
    struct str out = buf_finish(&clean, b->x->arena);
    if (!str_trim(out).n) {
        return;
    }
    put_fence(b, out, "", text->span);
    source_put_made(&b->out, out, text->span);
    put(b, str_ends(out, STR("\n")) ? "" : "\n", text->span);
    put_fence(b, out, "\n", text->span);
}

/** Writes the line `key: "value"` of the front matter. */
static void put_quoted(struct notebook *b, const char *key, const struct node *value) {
    struct str text = node_text(value);
    size_t kept = 0;
    put(b, key, value->span);
    put(b, "\"", value->span);
    for (size_t i = 0; i < text.n; i++) {
        bool end = text.p[i] == '\n' || text.p[i] == '\r';
        if (end || text.p[i] == '"' || text.p[i] == '\\') {
            source_put_made(&b->out, str_slice(text, kept, i), value->span);
            put(b, end ? " " : "\\", value->span);
            kept = i + end;
        }
    }
    source_put_made(&b->out, str_from(text, kept), value->span);
    put(b, "\"\n", value->span);
}

static void put_id(struct notebook *b, const struct cell *c, const char *before, struct span at) {
    if (c->label.n) {
        put(b, before, at);
        put(b, "{#", at);
        source_put_made(&b->out, c->label, at);
        put(b, "}", at);
    }
}

static bool put_image(struct notebook *b, const struct cell *c, const struct node *data) {
    for (size_t i = 0; i < ARRAY_LEN(images) && b->images < MAX_IMAGES; i++) {
        const struct node *image = node_get(data, images[i].type);
        if (!image) {
            continue;
        }
        struct str name = arena_printf(b->x->arena, "output-%zu.%s", ++b->images, images[i].ending);
        put(b, "![", image->span);
        source_put_made(&b->out, c->caption, image->span);
        put(b, "](<", image->span);
        source_put_made(&b->out, keep_image(b, name, image, images[i].encoded), image->span);
        put(b, ">)", image->span);
        put_id(b, c, "", image->span);
        put(b, "\n\n", image->span);
        return true;
    }
    return false;
}

/** Begins a division that becomes a figure. It is HTML, so that `:::` in an output does not end it.
 */
static void put_box(struct notebook *b, const struct cell *c, struct span at) {
    put(b, "<div id=\"", at);
    source_put_made(&b->out, c->label, at);
    put(b, "\">\n\n", at);
}

static void put_box_end(struct notebook *b, const struct cell *c, struct span at) {
    put(b, "\n", at);
    source_put_made(&b->out, c->caption, at);
    put(b, "\n\n</div>\n\n", at);
}

/** Writes an output. Returns whether it has the label and the caption of the cell. */
static bool put_data(struct notebook *b, const struct cell *c, const struct node *data) {
    const struct node *text = node_get(data, "text/markdown");
    const struct node *plain = node_get(data, "text/plain");
    if (!text && put_image(b, c, data)) {
        return true;
    }
    text = text ? text : node_get(data, "text/html");
    text = text ? text : node_get(data, "text/latex");
    if (!text) {
        if (plain) {
            put_plain(b, plain);
        }
        return false;
    }
    bool boxed = c->figure && c->label.n && c->caption.n;
    if (boxed) {
        put_box(b, c, data->span);
    }
    put_text(b, text, 0);
    if (boxed) {
        put_box_end(b, c, data->span);
    } else if (c->caption.n) {
        put(b, c->figure ? "\n" : "\n: ", data->span);
        source_put_made(&b->out, c->caption, data->span);
        put_id(b, c, " ", data->span);
        put(b, "\n", data->span);
    }
    put(b, "\n", data->span);
    return true;
}

static bool is_image(const struct node *data) {
    bool image = false;
    for (size_t i = 0; i < ARRAY_LEN(images) && !image; i++) {
        image = node_get(data, images[i].type) && !node_get(data, "text/markdown");
    }
    return image;
}

/** Writes the images of a cell with a label as one figure. */
static void put_group(struct notebook *b, const struct cell *c, const struct node *outputs) {
    struct cell bare = {.node = c->node};
    put_box(b, c, outputs->span);
    for (size_t i = 0; i < outputs->n; i++) {
        const struct node *data = node_get(outputs->items[i], "data");
        if (is_image(data)) {
            (void)put_image(b, &bare, data);
        }
    }
    put_box_end(b, c, outputs->span);
}

static void put_outputs(struct notebook *b, const struct cell *c) {
    const struct node *all = node_get(c->node, "outputs");
    size_t pictures = 0, n = all && all->kind == NODE_LIST ? all->n : 0;
    for (size_t i = 0; i < n; i++) {
        pictures += is_image(node_get(all->items[i], "data"));
    }
    bool group = pictures > 1 && c->figure && c->label.n && c->caption.n;
    struct cell first = *c; /* a label belongs to one output */
    struct cell others = {.node = c->node};
    struct cell *next = group ? &others : &first;
    for (size_t i = 0; i < n; i++) {
        const struct node *one = all->items[i], *data = node_get(one, "data");
        struct str kind = node_text(node_get(one, "output_type"));
        bool stream = str_is(kind, "stream");
        if (!stream && !str_is(kind, "error")) {
            bool used = (!group || !is_image(data)) && put_data(b, next, data);
            next = used && c->label.n ? &others : next;
            continue;
        }
        const struct node *text = node_get(one, stream ? "text" : "traceback");
        if (text) {
            put_plain(b, text);
        }
    }
    if (group) {
        put_group(b, c, all);
    }
}

/* ---- cells */

static bool has_tag(const struct cell *c, const char *words) {
    const struct node *tags = node_get(node_get(c->node, "metadata"), "tags");
    for (size_t i = 0; tags && tags->kind == NODE_LIST && i < tags->n; i++) {
        if (str_among(node_text(tags->items[i]), words)) {
            return true;
        }
    }
    return false;
}

static struct str unquoted(struct str s) {
    bool quotes = s.n > 1 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0];
    return quotes ? str_slice(s, 1, s.n - 1) : s;
}

/** Reads the options of a cell: `#| label: fig-a`, `#| fig-cap: "A"`, `#| echo: false`. */
static void read_options(struct notebook *b, struct cell *c) {
    struct str rest = joined(b, c->source);
    c->echo = !has_tag(c, "remove-input remove_input hide-input");
    c->output = !has_tag(c, "remove-output remove_output");
    c->include = !has_tag(c, "remove-cell remove_cell");
    while (str_starts(rest, STR("#|"))) {
        struct str value = str_from(str_cut(&rest, '\n'), 2), key = str_trim(str_cut(&value, ':'));
        bool no = str_is(str_trim(value), "false");
        value = unquoted(str_trim(value));
        c->skip++;
        if (str_is(key, "label")) {
            c->label = value;
        } else if (str_is(key, "fig-cap") || str_is(key, "tbl-cap")) {
            c->caption = value;
            c->figure = key.p[0] == 'f';
        } else if (str_is(key, "echo")) {
            c->echo = !no;
        } else if (str_is(key, "output")) {
            c->output = !no;
        } else if (str_is(key, "include")) {
            c->include = !no;
        }
    }
}

static void put_code_cell(struct notebook *b, const struct node *node) {
    struct cell c = {.node = node, .source = node_get(node, "source")};
    const struct node *outputs = node_get(node, "outputs");
    struct span at = node->span;
    if (!c.source || !str_trim(joined(b, c.source)).n) {
        return;
    }
    read_options(b, &c);
    bool ran =
        (outputs && outputs->n) || str_is_digits(node_text(node_get(node, "execution_count")));
    struct str code = joined(b, c.source);
    /* a cell that was not run becomes a cell of Quarto, with its options */
    if (!ran && c.include) {
        put_fence(b, code, arena_join(b->x->arena, 3, STR("{"), b->language, STR("}")).p, at);
        put_text(b, c.source, 0);
        put_fence(b, code, "\n", at);
        return;
    }
    if (c.include && c.echo) {
        struct str info = arena_join(b->x->arena, 3, STR(" {."), b->language, STR(" .cell-code}"));
        put_fence(b, code, info.p, at);
        put_text(b, c.source, c.skip);
        put_fence(b, code, "\n", at);
    }
    if (c.include && c.output) {
        put_outputs(b, &c);
    }
}

static void put_raw_cell(struct notebook *b, const struct node *node, bool first) {
    const struct node *meta = node_get(node, "metadata"), *source = node_get(node, "source");
    struct str type = node_text(node_get(meta, "raw_mimetype"));
    type = type.n ? type : node_text(node_get(meta, "format"));
    struct str text = joined(b, source);
    if ((first && str_starts(text, STR("---"))) || str_is(type, "text/markdown")) {
        put_text(b, source, 0);
        put(b, "\n", node->span);
        return;
    }
    const char *info = str_is(type, "text/html")    ? "{=html}"
                       : str_is(type, "text/latex") ? "{=latex}"
                                                    : NULL;
    if (info && source) {
        put_fence(b, text, info, node->span);
        put_text(b, source, 0);
        put_fence(b, text, "\n", node->span);
    }
}

static void put_cell(struct notebook *b, const struct node *node, bool first) {
    struct str kind = node_text(node_get(node, "cell_type"));
    if (str_is(kind, "markdown")) {
        const struct node *source = node_get(node, "source"),
                          *files = node_get(node, "attachments");
        if (source && files) {
            put_attached(b, source, files);
        } else {
            put_text(b, source, 0);
        }
        put(b, "\n", node->span);
    } else if (str_is(kind, "code")) {
        put_code_cell(b, node);
    } else if (str_is(kind, "raw")) {
        put_raw_cell(b, node, first);
    }
}

/** Writes front matter with the title and the authors from the metadata, unless the first cell is
 * front matter. */
static void put_front(struct notebook *b, const struct node *meta, const struct node *cells) {
    struct str first = cells->n ? joined(b, node_get(cells->items[0], "source")) : STR_EMPTY;
    const struct node *title = node_get(meta, "title"), *authors = node_get(meta, "authors");
    bool list = authors && authors->kind == NODE_LIST && authors->n;
    title = node_text(title).n ? title : NULL;
    if (str_starts(first, STR("---")) || (!title && !list)) {
        return;
    }
    put(b, "---\n", meta->span);
    if (title) {
        put_quoted(b, "title: ", title);
    }
    put(b, list ? "author:\n" : "", meta->span);
    for (size_t i = 0; list && i < authors->n; i++) {
        const struct node *name = node_get(authors->items[i], "name");
        if (name) {
            put_quoted(b, "  - ", name);
        }
    }
    put(b, "---\n\n", meta->span);
}

static struct str language_of(const struct node *meta) {
    struct str name = node_text(node_get(node_get(meta, "language_info"), "name"));
    name = name.n ? name : node_text(node_get(node_get(meta, "kernelspec"), "language"));
    return name.n && str_past_name(name, 0, "-+") == name.n ? name : STR("python");
}

struct source *expand_notebook(struct expand *x, struct source *src) {
    const struct node *top = json_parse(x->arena, src, x->d);
    const struct node *cells = node_get(top, "cells"), *meta = node_get(top, "metadata");
    if (!cells || cells->kind != NODE_LIST) {
        if (top) {
            struct diag *g = diag_add(x->d, DIAG_BAD_METADATA, span_make(src, 0, 0),
                                      "this is not a notebook of nbformat 4: it has no `cells`");
            diag_hint(x->d, g,
                      "`jupyter nbconvert --to notebook --nbformat 4` converts older ones");
        }
        return NULL;
    }
    struct notebook b = {.x = x, .src = src, .language = language_of(meta)};
    source_build(&b.out, x->arena, LIMIT_SOURCE);
    put_front(&b, meta, cells);
    for (size_t i = 0; i < cells->n && !b.out.text.overflow; i++) {
        put_cell(&b, cells->items[i], i == 0);
    }
    return source_built(&b.out, src->name);
}
