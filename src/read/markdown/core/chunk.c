/* SPDX-License-Identifier: MIT */
/* Cells of notebooks: R Markdown's ```{r label, echo=FALSE}, Quarto's `#| echo: false`. Decides
 * what is shown of a cell: its code, an image that it names, figures of its last run, or the text
 * of bookdown's theorems. Code is never run. Missing output is reported once. */
#include "read/markdown/core/chunk.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"

#include <string.h>

DIAG_USE(DIAG_NOT_RUN);

#define MAX_OPTIONS 200 /* maximum number of options of a cell */
/* maximum number of images from one call of include_graphics(), or from the last run */
#define MAX_IMAGES 12

struct chunk {
    struct md_reader *k;
    struct md *m;
    struct doc_node *code;
    /* maps the canonical name of an option to its text; the node has `plain` set if this is an
     * expression of R */
    struct node *options;
    struct str language;
    struct md_region body; /* the lines of the cell, without those with options */
    struct str text;
};

/* ---- options ---- */

/** Returns the canonical form of a name: `fig.cap`, `fig_cap` and `fig-cap` are the same option. */
static struct str canonical(struct arena *a, struct str key) {
    char *p = arena_alloc(a, key.n + 1);
    for (size_t i = 0; i < key.n; i++) {
        p[i] = key.p[i] == '.' || key.p[i] == '_' ? '-' : key.p[i];
    }
    p[key.n] = '\0';
    return (struct str){p, key.n};
}

static void put_option(struct chunk *c, struct str key, struct node *value) {
    if (c->options->n < MAX_OPTIONS) {
        node_put(c->m->a, c->options, canonical(c->m->a, key), SPAN_NONE, value);
    }
}

static struct str option(const struct chunk *c, const char *key) {
    return str_trim(node_text(node_get(c->options, key)));
}

/** Returns a truth value of R or YAML. Returns `other` for any other text. */
static bool truth(struct str s, bool other) {
    return str_iamong(s, "true t yes") || (other && !str_iamong(s, "false f no"));
}

/** Returns the length in bytes of a string literal at `at`, including its quotes, or 0. */
static size_t literal_length(struct str s, size_t at) {
    if (at >= s.n || (s.p[at] != '"' && s.p[at] != '\'')) {
        return 0;
    }
    size_t i = at + 1;
    while (i < s.n && s.p[i] != s.p[at]) {
        i += s.p[i] == '\\' && i + 1 < s.n ? 2 : 1;
    }
    return i < s.n ? i + 1 - at : 0;
}

/** Returns the text of a literal, without quotes and escapes. */
static struct str literal_text(struct arena *a, struct str literal) {
    char *p = arena_alloc(a, literal.n + 1);
    size_t n = 0;
    for (size_t i = 1; i + 1 < literal.n; i++) {
        bool escape = literal.p[i] == '\\' && i + 2 < literal.n;
        i += escape;
        p[n++] = escape && literal.p[i] == 'n' ? '\n' : literal.p[i];
    }
    p[n] = '\0';
    return (struct str){p, n};
}

/** Returns the end of an expression, which is before a comma or the closing bracket around it. A
 * string literal also ends where an option follows without a comma. */
static size_t expression_end(struct str s, size_t at) {
    size_t depth = 0;
    bool open = false; /* a string literal without an end was found; later quotes are then text */
    for (size_t i = at; i < s.n;) {
        char c = s.p[i];
        bool quote = !open && (c == '"' || c == '\'');
        size_t n = quote ? literal_length(s, i) : 0;
        open = open || (quote && n == 0);
        if (n > 0) {
            size_t next = i + n + str_run(s, i + n, ' ');
            bool apart = next > i + n && next < s.n && (is_alpha(s.p[next]) || s.p[next] == '.');
            if (depth == 0 && i == at && apart) {
                return i + n;
            }
            i += n;
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}' || c == ')')) {
            return i;
        }
        depth += c == '(' || c == '[' || c == '{';
        depth -= depth > 0 && (c == ')' || c == ']' || c == '}');
        i++;
    }
    return s.n;
}

/** Reads `label, key=value, ...` from `at` on, up to the closing bracket. The first word without a
 * value is the label. `where` is the span of the arguments. */
static void read_arguments(struct chunk *c, struct str s, size_t at, struct span where) {
    size_t count = 0;
    while (at < s.n && s.p[at] != '}' && s.p[at] != ')' && count <= MAX_OPTIONS) {
        if (is_space(s.p[at]) || s.p[at] == ',') {
            at++;
            continue;
        }
        size_t begin = at;
        count++;
        while (at < s.n && !is_space(s.p[at]) && !strchr("=,})", s.p[at])) {
            at++;
        }
        struct str key = str_slice(s, begin, at);
        at = str_past(s, at, is_space);
        if (at >= s.n || s.p[at] != '=') {
            if (key.n && key.p[0] != '.' && !node_get(c->options, "label")) {
                struct str label = str_from(key, key.p[0] == '#' ? 1 : 0);
                put_option(c, STR("label"), node_string(c->m->a, label, where));
            }
            at += key.n == 0;
            continue;
        }
        at++;
        at = str_past(s, at, is_space);
        size_t end = expression_end(s, at);
        struct str value = str_trim(str_slice(s, at, end));
        bool literal = value.n > 0 && literal_length(value, 0) == value.n;
        struct node *node =
            node_string(c->m->a, literal ? literal_text(c->m->a, value) : value, where);
        node->plain = !literal;
        put_option(c, key, node);
        at = end;
    }
}

/** Returns the number of bytes of `#|`, `//|` or another mark at the beginning of a line with
 * options, or 0. */
static size_t comment_mark(struct str line) {
    return str_starts_among(line, "#| //| --| %%| %| *|");
}

/** Reads the lines with options, which are YAML after a mark, and removes them from the body. */
static void read_option_lines(struct chunk *c) {
    struct md *m = c->m;
    size_t n = 0;
    while (n < c->body.n && comment_mark(c->body.lines[n].s)) {
        n++;
    }
    if (n == 0) {
        return;
    }
    struct source_builder b;
    source_build(&b, m->a, 0);
    for (size_t i = 0; i < n; i++) {
        size_t mark = comment_mark(c->body.lines[i].s);
        struct span at = md_line_span(m, &c->body, i, mark, SIZE_MAX);
        struct str rest = str_from(c->body.lines[i].s, mark);
        if (c->body.lines[i].src == MD_NOWHERE) {
            source_put_made(&b, rest, at);
        } else {
            source_put(&b, at);
        }
        source_put_made(&b, STR("\n"), at);
    }
    struct source *src = source_built(&b, m->doc->source->name);
    struct node *map = yaml_parse(m->a, src, 0, src->text.n, m->diags);
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        put_option(c, map->keys[i], map->items[i]);
    }
    c->body.lines += n;
    c->body.n -= n;
    struct str rest = c->text;
    for (; n > 0 && rest.p; n--) {
        (void)str_cut(&rest, '\n');
    }
    c->text = rest.p ? rest : STR("");
}

/** Returns the lines of the cell with their places in the source. */
static struct md_region body_of(struct md_reader *k, struct str text, size_t line) {
    VEC(struct md_line) lines = VEC_INIT;
    struct str rest = text.n ? text : STR_EMPTY;
    while (rest.p) {
        struct str got = str_cut(&rest, '\n');
        const struct md_line *l = line < k->r->n ? &k->r->lines[line] : NULL;
        bool same = l && l->src != MD_NOWHERE && str_ends(l->s, got);
        uint32_t src = same ? l->src + (uint32_t)(l->s.n - got.n) : MD_NOWHERE;
        if (rest.p || got.n) {
            vec_push(&lines, (struct md_line){got, src});
        }
        line++;
    }
    struct md_region r = {vec_finish(&lines, k->m->a), lines.n, k->r->fixed};
    return r;
}

/* ---- running ---- */

/** Whether a language is one that knitr, Jupyter or Quarto run. */
static bool is_engine(struct str language) {
    return str_iamong(language, "r python julia ojs bash sh zsh sql stan rcpp perl ruby js node "
                                "octave stata sas haskell scala go awk c asy tikz d2 dot mermaid "
                                "webr pyodide rust py psql cat groovy fortran powershell");
}

/** Whether running the cell would show something. */
static bool would_show(const struct chunk *c) {
    struct str output = option(c, "output"), results = option(c, "results");
    return is_engine(c->language) && truth(option(c, "eval"), !c->m->cells.idle) &&
           truth(output, true) && !str_is(results, "hide");
}

/* ---- text ---- */

/** Replaces the cell with a division that contains the cell's body, read as Markdown. */
static struct doc_node *text_division(struct chunk *c) {
    struct doc_node *div = doc_node_new(c->m->doc, DOC_DIV, c->code->span);
    doc_replace(c->code, div);
    md_blocks(c->m, &c->body, div, c->k->depth + 1);
    return div;
}

/** Reads bookdown's ```{theorem, label="x", name="..."} and ```{block, type="note"}, and knitr's
 * ```{asis}. */
static bool read_text(struct chunk *c) {
    const struct doc_theorem *theorem = doc_theorem_named(c->language);
    bool block = str_is(c->language, "block") || str_is(c->language, "block2");
    bool asis = str_is(c->language, "asis");
    if ((!theorem && !block && !asis) || c->k->depth + 2 >= LIMIT_DOC_DEPTH) {
        return false;
    }
    if (asis && !truth(option(c, "echo"), true)) {
        doc_unlink(c->code);
        return true;
    }
    struct doc *doc = c->m->doc;
    struct str name = option(c, "name"), label = option(c, "label"), type = option(c, "type");
    struct doc_node *div = text_division(c);
    if (theorem) {
        doc_add_class(doc, div, c->language);
    }
    if (theorem && label.n) {
        bool own = doc_theorem_labelled(label) == theorem;
        doc_set_id(doc, div,
                   own ? label : arena_join(c->m->a, 3, str_of(theorem->prefix), STR(":"), label));
        map_put(&c->m->labels.reserved, doc_id(div), div);
    }
    if (theorem && name.n) {
        doc_set_pair(doc, div, STR("name"), name);
    }
    if (block && type.n) {
        doc_add_class(doc, div, type);
    }
    return true;
}

/* ---- images ---- */

/** Finds the names of files in calls of knitr's include_graphics(). */
static size_t find_images(const struct chunk *c, struct str *out) {
    size_t n = 0;
    struct str rest = c->text;
    for (;;) {
        size_t at = str_find(rest, STR("include_graphics("));
        if (at == STR_NONE || n == MAX_IMAGES) {
            return n;
        }
        rest = str_from(rest, at + 17);
        size_t i = 0;
        while (i < rest.n && rest.p[i] != ')' && n < MAX_IMAGES) {
            bool quote = rest.p[i] == '"' || rest.p[i] == '\'';
            size_t length = quote ? literal_length(rest, i) : 0;
            if (quote && length == 0) { /* the literal has no end, so the rest is not searched */
                return n;
            }
            if (length > 0) {
                out[n++] = literal_text(c->m->a, str_slice(rest, i, i + length));
            }
            /* a named argument, such as dpi = 300, ends the names of files */
            bool named = rest.p[i] == '=' && n > 0;
            if (named) {
                break;
            }
            i += length ? length : 1;
        }
        rest = str_from(rest, i);
    }
}

/** Appends the figures `stem`-1, `stem`-2 and so on to `out`. If `gaps` is set, numbers may be
 * missing, because Jupyter also numbers outputs that are not figures. Returns the number of
 * figures. */
static size_t find_numbered(const struct chunk *c, struct str stem, bool gaps, struct str *out) {
    const struct markdown_files *files = &c->m->opt->files;
    const struct source *doc = source_origin(c->code->span).src;
    size_t n = 0;
    for (size_t i = 1; i <= MAX_IMAGES; i++) {
        struct str name = arena_printf(c->m->a, "%.*s-%zu", STR_ARG(stem), i);
        struct str url = files->figure(files->user, name, doc);
        if (url.n) {
            out[n++] = url;
        } else if (!gaps) {
            break;
        }
    }
    return n;
}

/** Finds the figures that the last run of the cell has written. Their names contain the label of
 * the cell, or a number if it has none. This number counts the cells without a label in knitr
 * (fig.path). In Quarto with Jupyter, it counts all cells after a first cell that Quarto
 * inserts. */
static size_t find_written(const struct chunk *c, struct str *out) {
    struct str label = option(c, "label");
    if (!c->m->opt->files.figure || str_starts(label, STR("tbl-"))) {
        return 0;
    }
    struct arena *a = c->m->a;
    char *p = arena_alloc(a, label.n + 1);
    for (size_t i = 0; i < label.n; i++) {
        bool kept = is_alnum(label.p[i]) || label.p[i] == '-';
        /* knitr replaces the other characters with `_` */
        p[i] = kept ? label.p[i] : '_';
    }
    struct str knitr = label.n ? (struct str){p, label.n}
                               : arena_printf(a, "unnamed-chunk-%zu", c->m->cells.unnamed);
    struct str jupyter = label.n ? label : arena_printf(a, "cell-%zu", c->m->cells.executed + 1);
    size_t n = find_numbered(c, knitr, false, out);
    return n ? n : find_numbered(c, arena_join(a, 2, jupyter, STR("-output")), true, out);
}

/** Returns "70%" for "70%" and for "0.7\\linewidth". Other lengths are kept. */
static struct str image_width(struct arena *a, struct str width) {
    if (str_index(width, '\\') == STR_NONE) {
        return width;
    }
    int64_t percent;
    bool some = str_take_decimal(&width, '.', 2, &percent) && percent > 0;
    return some ? arena_printf(a, "%lld%%", (long long)percent) : STR("100%");
}

/** Whether an option is a text: a literal in R's arguments, or any scalar of YAML. */
static bool is_text(const struct chunk *c, const char *key) {
    const struct node *n = node_get(c->options, key);
    bool yaml = n && n->span.src != c->code->span.src;
    return n && node_text(n).n > 0 && (!n->plain || yaml);
}

static struct doc_node *new_image(struct chunk *c, struct str url, struct doc_node *para) {
    struct doc *doc = c->m->doc;
    struct doc_node *image = doc_add(doc, para, DOC_IMAGE, c->code->span);
    struct str alt = option(c, "fig-alt"), width = option(c, "out-width");
    image->u.link.url = url;
    if (is_text(c, "fig-alt")) {
        doc_set_pair(doc, image, STR("alt"), alt);
    }
    if (width.n) {
        doc_set_pair(doc, image, STR("width"), image_width(c->m->a, width));
    }
    return image;
}

/** Returns the identifier of the figure of a cell: Quarto's "fig-x", knitr's "fig:x". */
static struct str figure_id(struct chunk *c) {
    struct str label = option(c, "label");
    return !label.n || str_starts(label, STR("fig-")) ? label
                                                      : arena_join(c->m->a, 2, STR("fig:"), label);
}

/** Puts the images of a cell and their caption after its code. These are the images that the code
 * names, or else those of the last run. */
static bool read_images(struct chunk *c) {
    struct str urls[MAX_IMAGES];
    size_t n = find_images(c, urls);
    n = n == 0 && would_show(c) ? find_written(c, urls) : n;
    if (n == 0) {
        return false;
    }
    struct doc *doc = c->m->doc;
    const struct node *cap = node_get(c->options, "fig-cap");
    bool captioned = is_text(c, "fig-cap");
    struct doc_node *para = doc_node_new(doc, DOC_PARA, c->code->span);
    struct doc_node *image = NULL;
    for (size_t i = 0; i < n; i++) {
        image = new_image(c, urls[i], para);
    }
    struct doc_node *all = para;
    struct str id = figure_id(c);
    if (captioned && n > 1) {
        all = doc_node_new(doc, DOC_DIV, c->code->span);
        doc_set_id(doc, all, id.n ? id : STR("fig:cell"));
        doc_append(all, para);
        struct doc_node *text = doc_add(doc, all, DOC_PARA, cap->span);
        md_leaf(c->m, text, md_text_fixed(cap->text, cap->span));
    } else if (captioned) {
        if (id.n) {
            doc_set_id(doc, image, id);
        }
        md_leaf(c->m, image, md_text_fixed(cap->text, cap->span));
    }
    doc_insert_after(c->code, all);
    return true;
}

/* ---- missing output ---- */

#define MISSING "[\u2026]" /* an ellipsis in place of missing output; it needs no translation */

/** Returns the caption from an option, or from the argument of a call such as kable(). */
static struct str cell_caption(const struct chunk *c, const char *key, struct span *at) {
    if (is_text(c, key)) {
        *at = node_get(c->options, key)->span;
        return option(c, key);
    }
    *at = c->code->span;
    size_t found =
        str_starts(str_of(key), STR("tbl")) ? str_find(c->text, STR("caption")) : STR_NONE;
    size_t i = found == STR_NONE ? c->text.n : found + 7;
    while (i < c->text.n && (is_space(c->text.p[i]) || c->text.p[i] == '=')) {
        i++;
    }
    size_t n = literal_length(c->text, i);
    return n ? literal_text(c->m->a, str_slice(c->text, i, i + n)) : STR_EMPTY;
}

/** If the cell has a caption for a figure, puts a figure in place of the missing plot, so that
 * later figures have the right numbers. */
static bool put_figure(struct chunk *c) {
    struct span at;
    struct str text = cell_caption(c, "fig-cap", &at), id = figure_id(c);
    if (!text.n) {
        return false;
    }
    struct doc *doc = c->m->doc;
    struct doc_node *figure = doc_node_new(doc, DOC_FIGURE, c->code->span);
    struct doc_node *frame = doc_add(doc, figure, DOC_DIV, c->code->span);
    struct doc_node *para = doc_add(doc, frame, DOC_PARA, c->code->span);
    struct doc_node *caption = doc_add(doc, figure, DOC_CAPTION, at);
    doc_set_pair(doc, frame, STR("style"),
                 STR("border: 1px solid; padding: 1em; text-align: center"));
    doc_add_text(doc, para, STR(MISSING), c->code->span);
    if (id.n) {
        doc_set_id(doc, figure, id);
    }
    md_leaf(c->m, caption, md_text_fixed(text, at));
    doc_insert_after(c->code, figure);
    return true;
}

/** If the cell has a caption for a table, puts a table in place of the missing output. */
static bool put_table(struct chunk *c) {
    struct span at;
    struct str text = cell_caption(c, "tbl-cap", &at), label = option(c, "label");
    text = text.n ? text : cell_caption(c, "tab-cap", &at);
    if (!text.n || c->k->depth + 2 >= LIMIT_DOC_DEPTH || str_index(text, '\n') != STR_NONE) {
        return false;
    }
    bool quarto = str_starts(label, STR("tbl-"));
    struct str mark = label.n ? arena_join(c->m->a, 4, STR(" {#"), quarto ? STR_EMPTY : STR("tab:"),
                                           label, STR("}"))
                              : STR_EMPTY;
    struct md_line lines[] = {{STR("| " MISSING " |"), MD_NOWHERE},
                              {STR("|---|"), MD_NOWHERE},
                              {STR_EMPTY, MD_NOWHERE},
                              {arena_join(c->m->a, 3, STR(": "), text, mark), MD_NOWHERE}};
    struct md_region region = {arena_copy(c->m->a, lines, sizeof lines), ARRAY_LEN(lines), at};
    struct doc_node *div = doc_node_new(c->m->doc, DOC_DIV, c->code->span);
    doc_insert_after(c->code, div);
    md_blocks(c->m, &region, div, c->k->depth + 1);
    return true;
}

/* ---- code ---- */

static void set_defaults(struct md *m, const struct node *options) {
    struct md_cells *cells = &m->cells;
    cells->hidden = !truth(node_text(node_get(options, "echo")), !cells->hidden);
    cells->idle = !truth(node_text(node_get(options, "eval")), !cells->idle);
    cells->left_out = !truth(node_text(node_get(options, "include")), !cells->left_out);
}

/** Reads `knitr::opts_chunk$set(echo = FALSE)`, which sets defaults for later cells. */
static void read_defaults(struct chunk *c) {
    size_t at = str_find(c->text, STR("opts_chunk$set("));
    if (at == STR_NONE) {
        return;
    }
    struct chunk set = {.m = c->m, .options = node_new_map(c->m->a, SPAN_NONE)};
    read_arguments(&set, c->text, at + 15, c->code->span);
    set_defaults(c->m, set.options);
}

/** Stores the caption and the identifier of the cell as attributes of its code, which frame.c turns
 * into a listing. */
static void keep_caption(struct chunk *c) {
    struct str cap = option(c, "lst-cap"), label = option(c, "lst-label");
    label = label.n ? label : option(c, "label");
    if (cap.n) {
        doc_set_pair(c->m->doc, c->code, STR("lst-cap"), cap);
    }
    if (cap.n && str_starts(label, STR("lst"))) {
        doc_set_id(c->m->doc, c->code, label);
    }
}

bool md_read_chunk(struct md_reader *k, struct doc_node *code, size_t line,
                   const struct md_text *head) {
    struct str s = head->s;
    size_t n = str_past_name(s, 1, "_-");
    bool cell = md_on(k->m, MD_NOTEBOOK_CELLS) && n > 1 && n < s.n && is_alpha(s.p[1]) &&
                strchr("},  \t", s.p[n]);
    if (!cell) {
        return false;
    }
    struct md *m = k->m;
    struct chunk c = {.k = k, .m = m, .code = code, .language = str_slice(s, 1, n)};
    c.options = node_new_map(m->a, SPAN_NONE);
    code->u.code.info = c.language;
    doc_add_class(m->doc, code, c.language);
    if (m->as_written) {
        return true;
    }
    c.text = code->u.code.text;
    c.body = body_of(k, c.text, line + 1);
    read_arguments(&c, s, n, code->span);
    read_option_lines(&c);
    code->u.code.text = c.text;
    m->cells.n++;
    m->cells.executed += is_engine(c.language);
    m->cells.unnamed += is_engine(c.language) && !option(&c, "label").n;
    if (read_text(&c)) {
        return true;
    }
    read_defaults(&c);
    bool shown = truth(option(&c, "include"), !m->cells.left_out);
    bool echo = truth(option(&c, "echo"), !m->cells.hidden);
    bool images = shown && read_images(&c);
    if (shown && !images && would_show(&c)) {
        m->cells.first = m->cells.not_run++ ? m->cells.first : code->span;
        (void)(put_table(&c) || put_figure(&c));
    }
    keep_caption(&c);
    if (!shown || !echo) {
        doc_unlink(code);
    }
    return true;
}

/* ---- the document ---- */

void md_cells_begin(struct md *m) {
    set_defaults(m, node_get(m->doc->front, "execute"));
    set_defaults(m, node_get(node_get(m->doc->front, "knitr"), "opts_chunk"));
    struct str name = m->doc->source->name;
    m->cells.notebook = str_ends(name, STR(".Rmd")) || str_ends(name, STR(".qmd")) ||
                        str_ends(name, STR(".rmd")) || str_ends(name, STR(".Rmarkdown"));
}

void md_cells_end(struct md *m) {
    const struct md_cells *cells = &m->cells;
    if (cells->not_run == 0) {
        return;
    }
    struct span at = cells->first;
    at.end = at.begin + (uint32_t)str_until(span_text(at), 0, '\n');
    struct diag *g =
        cells->not_run == 1
            ? diag_add(m->diags, DIAG_NOT_RUN, at,
                       "code is not run: what this cell would show is missing")
            : diag_add(m->diags, DIAG_NOT_RUN, at,
                       "code is not run: what this cell and %zu more would show is missing",
                       cells->not_run - 1);
    diag_hint(m->diags, g,
              "run the notebook first and compile what it writes (`knit`, `keep-md`), or set "
              "`eval: false`");
}

/** Whether R code only gives the current date: Sys.Date(), format(Sys.time(), "%d %B %Y"). */
static bool is_today(struct str code) {
    if (str_find(code, STR("Sys.Date()")) == STR_NONE &&
        str_find(code, STR("Sys.time()")) == STR_NONE) {
        return false;
    }
    bool bare = str_index(code, '%') == STR_NONE;
    bool day = str_find(code, STR("%d")) != STR_NONE || str_find(code, STR("%e")) != STR_NONE ||
               str_find(code, STR("%-d")) != STR_NONE;
    bool date = str_find(code, STR("%F")) != STR_NONE || str_find(code, STR("%x")) != STR_NONE;
    return bare || date || (day && str_find(code, STR("%Y")) != STR_NONE);
}

void md_inline_cell(struct md *m, struct doc_node *code) {
    struct str text = code->u.code.text;
    bool brace = str_starts(text, STR("{r} ")) || str_starts(text, STR("{python} ")) ||
                 str_starts(text, STR("{julia} ")) || str_starts(text, STR("{ojs} "));
    bool knitr = str_starts(text, STR("r ")) && (m->cells.n > 0 || m->cells.notebook);
    if (m->as_written || !md_on(m, MD_NOTEBOOK_CELLS) || (!brace && !knitr)) {
        return;
    }
    if (is_today(text)) {
        struct str day = md_today(m, code->span);
        code->kind = DOC_TEXT;
        code->u.text.text = day;
        code->u.text.escaped = true;
        return;
    }
    struct diag *g = diag_add(m->diags, DIAG_NOT_RUN, code->span,
                              "code is not run: `%.*s` is printed as text", STR_ARG(text));
    diag_hint(m->diags, g, "write its result, or run the notebook first");
}
