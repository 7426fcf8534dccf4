/* SPDX-License-Identifier: MIT */
/* Rewrites MyST as pandoc's Markdown: directives in fences of backticks or colons, labels `(name)=`
 * before a block, comments `% text`, labels of formulas after `$$`, and substitutions. myst_role.c
 * rewrites roles. Text that needs no change is copied, so that places lead to the source. Rules:
 * mystmd.org/guide, and MyST-Parser's "Syntax". */
#include "read/expand/myst.h"
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"

#include <stdlib.h>

DIAG_USE(DIAG_DIALECT);

enum act {
    MYST_BODY,
    MYST_CALLOUT,
    MYST_CARD,
    MYST_CELL,
    MYST_CODE,
    MYST_CSV,
    MYST_DIV,
    MYST_DROP,
    MYST_FIGURE,
    MYST_IMAGE,
    MYST_INCLUDE,
    MYST_LINK,
    MYST_LIST_TABLE,
    MYST_LITERAL,
    MYST_MATH,
    MYST_QUOTE,
    MYST_RAW,
    MYST_REFS,
    MYST_TAB,
    MYST_TABLE,
    MYST_THEOREM
};

static const struct directive_row {
    const char *name;
    enum act act;
    const char *text;
} rows[] = {
#define DIRECTIVE(name, act, text) {name, MYST_##act, text},
#define ROLE(name, act, before, behind)
#include "read/expand/myst.def"
#undef DIRECTIVE
#undef ROLE
};

#define MAX_OPTIONS 24
#define MAX_DEPTH 24 /* maximum depth of directives and included files */

/** A directive, and where its lines are. */
struct directive {
    const struct directive_row *row;
    struct str prefix, name, argument; /* `prefix` is the white space before the fence */
    char mark;
    size_t run; /* length of the fence */
    struct {
        struct str key, value;
    } options[MAX_OPTIONS];
    size_t noptions;
    size_t from, to; /* offsets of the content */
    size_t after;    /* the offset after the closing fence */
    struct span at;
};

static const struct directive_row *row_named(struct str name) {
    return bsearch(&name, rows, ARRAY_LEN(rows), sizeof rows[0], str_order_z);
}

bool expand_myst_directive(struct str name) {
    return row_named(name) != NULL;
}

void expand_myst_put(struct myst *m, struct str text, struct span at) {
    source_put_made(&m->out, text, at);
}

void expand_myst_put3(struct myst *m, const char *a, struct str b, const char *c, struct span at) {
    expand_myst_put(m, str_of(a), at);
    expand_myst_put(m, b, at);
    expand_myst_put(m, str_of(c), at);
}

static void puts_at(struct myst *m, const char *text, struct span at) {
    expand_myst_put(m, str_of(text), at);
}

static struct str line_at(const struct myst *m, size_t at, size_t end, size_t *next) {
    size_t n = str_index(str_slice(m->src->text, at, end), '\n');
    *next = n == STR_NONE ? end : at + n + 1;
    return str_slice(m->src->text, at, n == STR_NONE ? end : at + n);
}

struct str expand_myst_label(struct myst *m, struct str label) {
    struct str out = arena_str(m->x->arena, str_trim(label));
    for (size_t i = 0; i < out.n; i++) {
        ((char *)out.p)[i] = is_space(out.p[i]) || out.p[i] == '}' ? '-' : out.p[i];
    }
    return out;
}

/** Writes ` key="value"` in one line, or nothing for an empty value. */
static void put_value(struct myst *m, const char *key, struct str value, struct span at) {
    if (!value.n) {
        return;
    }
    expand_myst_put3(m, " ", str_of(key), "=\"", at);
    for (struct str rest = arena_one_line(m->x->arena, value); rest.p;) {
        expand_myst_put(m, str_cut(&rest, '"'), at);
        puts_at(m, rest.p ? "\\\"" : "", at);
    }
    puts_at(m, "\"", at);
}

void expand_myst_tell(struct myst *m, const char *what, struct str name, struct span at,
                      const char *fate) {
    if (str_in(name, m->told.p, m->told.n)) {
        return;
    }
    vec_push(&m->told, name);
    struct diag *g = diag_add(m->x->d, DIAG_DIALECT, at, "the %s `{%.*s}` of MyST %s", what,
                              STR_ARG(name), fate);
    diag_hint(m->x->d, g, "write it in Markdown");
}

/* ---- the lines of a directive */

static size_t fence_of(struct str line, size_t at) {
    char c = at < line.n ? line.p[at] : '\0';
    size_t n = c == '`' || c == '~' || c == ':' ? str_run(line, at, c) : 0;
    return n >= 3 ? n : 0;
}

/** Reads the opening fence of a directive; false for other lines. */
static bool opens(struct str line, struct directive *d) {
    size_t gap = str_past(line, 0, is_space_or_tab), run = fence_of(line, gap), at = gap + run;
    at += run ? str_run(line, at, ' ') : 0;
    size_t close =
        run && at < line.n && line.p[at] == '{' ? str_index(str_from(line, at), '}') : STR_NONE;
    struct str name = close == STR_NONE ? STR_EMPTY : str_slice(line, at + 1, at + close);
    bool good = name.n && is_alpha(name.p[0]) && str_past_name(name, 0, ":-_.") == name.n;
    if (good) {
        *d = (struct directive){.row = row_named(name),
                                .prefix = str_slice(line, 0, gap),
                                .name = name,
                                .argument = str_trim(str_from(line, at + close + 1)),
                                .mark = line.p[gap],
                                .run = run};
    }
    return good;
}

/** Finds the closing fence. A directive in colons may contain others with fences of the same
 * length. */
static void find_end(struct myst *m, struct directive *d, size_t at, size_t end) {
    size_t depth = 0;
    d->from = at;
    while (at < end) {
        size_t next, begin = at;
        struct str line = line_at(m, at, end, &next);
        size_t gap = str_past(line, 0, is_space_or_tab), run = fence_of(line, gap);
        bool same = run >= d->run && line.p[gap] == d->mark;
        struct directive inner;
        at = next;
        if (same && !str_trim(str_from(line, gap + run)).n) {
            if (depth-- == 0) {
                d->to = begin;
                d->after = next;
                return;
            }
        } else if (same && d->mark == ':' && opens(line, &inner)) {
            depth++;
        }
    }
    d->to = d->after = end;
}

static void add_option(struct directive *d, struct str key, struct str value) {
    if (d->noptions < MAX_OPTIONS) {
        d->options[d->noptions].key = str_trim(key);
        d->options[d->noptions++].value = str_trim(value);
    }
}

/** Returns the offset of the line `---` that ends YAML at the beginning of the content, or
 * STR_NONE.
 */
static size_t yaml_end(const struct myst *m, const struct directive *d) {
    size_t next = d->from;
    if (d->from < d->to && str_is(str_trim(line_at(m, d->from, d->to, &next)), "---")) {
        for (size_t at = next; at < d->to; at = next) {
            if (str_is(str_trim(line_at(m, at, d->to, &next)), "---")) {
                return at;
            }
        }
    }
    return STR_NONE;
}

/** Reads options at the beginning of the content: lines `:key: value`, or YAML between lines `---`.
 * In YAML, elements of a list, and indented lines without a colon, continue the value before them.
 */
static void read_options(struct myst *m, struct directive *d) {
    size_t end = yaml_end(m, d), at = d->from, next;
    bool yaml = end != STR_NONE;
    if (yaml) {
        (void)line_at(m, at, d->to, &at);
    }
    for (; at < d->to; at = next) {
        struct str raw = line_at(m, at, d->to, &next), line = str_trim(raw);
        size_t colon = str_index(str_from(line, !yaml), ':');
        bool indented = str_past(raw, 0, is_space_or_tab) > d->prefix.n;
        if (at == end) {
            at = next;
            break;
        }
        if (yaml && (!line.n || line.p[0] == '#')) {
            continue;
        }
        if (yaml && d->noptions &&
            (str_starts(line, STR("- ")) || (indented && colon == STR_NONE))) {
            struct str *value = &d->options[d->noptions - 1].value;
            value->n = (size_t)(line.p + line.n - value->p);
        } else if (colon == STR_NONE || (!yaml && (!str_starts(line, STR(":")) || colon == 0))) {
            break;
        } else {
            colon += !yaml;
            add_option(d, str_slice(line, !yaml, colon), str_from(line, colon + 1));
        }
    }
    d->from = at;
    while (d->from < d->to && !str_trim(line_at(m, d->from, d->to, &next)).n) {
        d->from = next;
    }
}

static struct str option(const struct directive *d, const char *key) {
    for (size_t i = 0; i < d->noptions; i++) {
        if (str_is(d->options[i].key, key)) {
            return d->options[i].value;
        }
    }
    return STR_EMPTY;
}

static bool has_option(const struct directive *d, const char *keys) {
    for (size_t i = 0; i < d->noptions; i++) {
        if (str_among(d->options[i].key, keys)) {
            return true;
        }
    }
    return false;
}

static struct str label_of(struct myst *m, const struct directive *d) {
    struct str label = option(d, "label");
    label = label.n ? label : option(d, "name");
    label = label.n ? label : m->pending;
    m->pending = STR_EMPTY;
    return expand_myst_label(m, label);
}

/* ---- what directives become */

static void put_line(struct myst *m, const struct directive *d, const char *text) {
    expand_myst_put3(m, "", d->prefix, text, d->at);
    puts_at(m, "\n", d->at);
}

static void put_id(struct myst *m, struct str label, struct span at) {
    if (label.n) {
        expand_myst_put3(m, " #", label, "", at);
    }
}

static void blocks(struct myst *m, size_t at, size_t end);

/** Writes the argument as a title between `before` and `behind`, and then the content. */
static void put_titled(struct myst *m, const struct directive *d, const char *before,
                       const char *behind) {
    puts_at(m, "\n", d->at);
    if (d->argument.n) {
        expand_myst_put3(m, "", d->prefix, before, d->at);
        expand_myst_inlines(m, d->argument);
        expand_myst_put3(m, behind, STR("\n\n"), "", d->at);
    }
    blocks(m, d->from, d->to);
}

/** Writes `::: {.class #label key="title"}`, the content, and `:::`. The title is the argument. It
 * is a paragraph if the key is empty, and left out if the key is NULL. */
static void put_div(struct myst *m, const struct directive *d, const char *cls, const char *key) {
    struct str label = label_of(m, d);
    expand_myst_put3(m, "\n", d->prefix, "::: {.", d->at);
    puts_at(m, cls, d->at);
    put_id(m, label, d->at);
    if (key && key[0]) {
        put_value(m, key, d->argument, d->at);
    }
    bool folds =
        str_is(d->name, "dropdown") || str_find(option(d, "class"), STR("dropdown")) != STR_NONE;
    put_value(m, "collapse", folds ? STR("true") : STR_EMPTY, d->at);
    puts_at(m, "}\n", d->at);
    if (key && !key[0]) {
        put_titled(m, d, "**", "**");
    } else {
        blocks(m, d->from, d->to);
    }
    puts_at(m, "\n", d->at);
    put_line(m, d, ":::");
    puts_at(m, "\n", d->at);
}

static void put_callout(struct myst *m, struct directive *d) {
    struct str cls = arena_join(m->x->arena, 2, STR("callout-"), str_of(d->row->text));
    /* a directive without content has its argument as the content */
    if (d->from >= d->to && d->argument.n) {
        d->from = (size_t)(d->argument.p - m->src->text.p);
        d->to = d->from + d->argument.n;
        d->argument = STR_EMPTY;
    }
    put_div(m, d, cls.p, "title");
}

static void put_plain_div(struct myst *m, const struct directive *d) {
    struct str own = d->argument.n ? d->argument : option(d, "class");
    own = str_slice(own, 0, str_until(own, 0, ' '));
    struct str cls = !d->row           ? arena_str(m->x->arena, d->name)
                     : d->row->text[0] ? str_of(d->row->text)
                     : own.n           ? arena_str(m->x->arena, own)
                                       : STR("container");
    put_div(m, d, cls.p, NULL);
}

static void put_image_tail(struct myst *m, const struct directive *d) {
    struct str label = label_of(m, d);
    expand_myst_put3(m, "](<", d->argument, ">)", d->at);
    struct str alt = option(d, "alt"), width = option(d, "width"), height = option(d, "height");
    if (label.n || alt.n || width.n || height.n) {
        puts_at(m, "{", d->at);
        put_id(m, label, d->at);
        put_value(m, "fig-alt", alt, d->at);
        put_value(m, "width", width, d->at);
        put_value(m, "height", height, d->at);
        puts_at(m, "}", d->at);
    }
    puts_at(m, "\n\n", d->at);
}

/** Writes a figure. The first paragraph of its content is the caption, and the rest is put below
 * the image. */
static void put_figure(struct myst *m, const struct directive *d) {
    size_t at = d->from, next = d->from;
    if (!d->argument.n) {
        put_div(m, d, "figure", NULL);
        return;
    }
    while (at < d->to && str_trim(line_at(m, at, d->to, &next)).n) {
        at = next;
    }
    struct str caption = str_trim(str_slice(m->src->text, d->from, at));
    expand_myst_put3(m, "\n", d->prefix, "![", d->at);
    if (caption.n && str_is(d->name, "figure")) {
        expand_myst_inlines(m, caption);
    }
    put_image_tail(m, d);
    blocks(m, at, d->to);
}

/** Writes the white space and the backticks of a fence. In a directive with colons, the fence must
 * be longer than fences in its content. */
static void put_fence(struct myst *m, const struct directive *d) {
    size_t run = d->mark == '`' ? d->run : 8;
    expand_myst_put(m, d->prefix, d->at);
    for (size_t i = 0; i < run && i < 80; i++) {
        puts_at(m, "`", d->at);
    }
}

static void put_code(struct myst *m, const struct directive *d, struct str language,
                     struct span code) {
    struct str label = label_of(m, d), caption = option(d, "caption");
    put_fence(m, d);
    puts_at(m, " {", d->at);
    if (language.n) {
        expand_myst_put3(m, ".", language, "", d->at);
    }
    put_id(m, label, d->at);
    put_value(m, "lst-cap", caption, d->at);
    bool numbers = has_option(d, "linenos lineno-start number-lines");
    puts_at(m, numbers ? " .numberLines}\n" : "}\n", d->at);
    source_put(&m->out, code);
    puts_at(m, str_ends(span_text(code), STR("\n")) ? "" : "\n", d->at);
    put_fence(m, d);
    puts_at(m, "\n\n", d->at);
}

/** Writes a code cell with the options of Quarto's cells. */
static void put_cell(struct myst *m, const struct directive *d) {
    struct str tags = option(d, "tags"), label = label_of(m, d);
    bool hidden = str_find(tags, STR("hide-input")) != STR_NONE ||
                  str_find(tags, STR("remove-input")) != STR_NONE;
    put_fence(m, d);
    puts_at(m, "{", d->at);
    struct str language = str_starts(d->argument, STR("ipython")) ? STR("python") : d->argument;
    expand_myst_put3(m, "", language.n ? language : STR("python"), "}\n", d->at);
    puts_at(m, hidden ? "#| echo: false\n" : "", d->at);
    puts_at(m, str_find(tags, STR("remove-cell")) != STR_NONE ? "#| include: false\n" : "", d->at);
    if (label.n) {
        expand_myst_put3(m, "#| label: ", label, "\n", d->at);
    }
    source_put(&m->out, span_make(m->src, d->from, d->to));
    put_fence(m, d);
    puts_at(m, "\n\n", d->at);
}

static void put_math(struct myst *m, const struct directive *d) {
    struct str label = label_of(m, d);
    put_line(m, d, "$$");
    if (d->argument.n) {
        expand_myst_put3(m, "", d->argument, "\n", d->at);
    }
    for (size_t at = d->from, next; at < d->to; at = next) {
        if (str_trim(line_at(m, at, d->to, &next)).n) {
            source_put(&m->out, span_make(m->src, at, next));
        }
    }
    if (label.n) {
        expand_myst_put3(m, "\\label{", label, "}\n", d->at);
    }
    put_line(m, d, "$$");
}

static void put_caption(struct myst *m, const struct directive *d, struct str label) {
    if (d->argument.n || label.n) {
        expand_myst_put3(m, "\n", d->prefix, ": ", d->at);
        if (d->argument.n) {
            expand_myst_inlines(m, d->argument);
        }
        if (label.n) {
            puts_at(m, " {", d->at);
            put_id(m, label, d->at);
            puts_at(m, "}", d->at);
        }
        puts_at(m, "\n\n", d->at);
    }
}

/** Writes a cell of a row `| a | b |`. Its lines are joined. */
static void put_table_cell(struct myst *m, const struct directive *d, size_t from, size_t to,
                           bool first) {
    puts_at(m, first ? "| " : " | ", d->at);
    for (size_t at = from, next; at < to; at = next) {
        expand_myst_inlines(m, str_trim(line_at(m, at, to, &next)));
        puts_at(m, next < to ? " " : "", d->at);
    }
}

static void end_row(struct myst *m, const struct directive *d, size_t row, size_t cells) {
    puts_at(m, " |\n", d->at);
    if (row == 0) {
        for (size_t i = 0; i < cells; i++) {
            puts_at(m, "|---", d->at);
        }
        puts_at(m, "|\n", d->at);
    }
}

/** Writes a table whose source is a list of lists: `* - cell` begins a row, and `  - cell` is a
 * further cell. */
static void put_list_table(struct myst *m, const struct directive *d) {
    struct str label = label_of(m, d);
    size_t row = 0, cells = 0, from = 0;
    bool any = false;
    for (size_t at = d->from, next; at <= d->to; at = next) {
        struct str line = at < d->to ? line_at(m, at, d->to, &next) : STR_EMPTY, s = str_trim(line);
        next = at < d->to ? next : d->to + 1;
        bool begins =
            str_starts(s, STR("* -")) || str_starts(s, STR("- -")) || str_starts(s, STR("- *"));
        bool cell =
            begins || str_starts(s, STR("- ")) || str_is(s, "-") || str_starts(s, STR("* "));
        if ((cell || at >= d->to) && any) {
            put_table_cell(m, d, from, at < d->to ? at : d->to, cells == 0);
            cells++;
        }
        if ((begins || at >= d->to) && cells) {
            end_row(m, d, row++, cells);
            cells = 0;
        }
        if (cell) {
            from = (size_t)(s.p - m->src->text.p) + (begins ? 3 : 1);
            any = true;
        }
    }
    put_caption(m, d, label);
}

static void put_csv(struct myst *m, const struct directive *d) {
    struct str label = label_of(m, d), head = option(d, "header");
    size_t row = 0;
    for (size_t at = d->from, next = 0; at < d->to || (row == 0 && head.n); at = next) {
        struct str line = row == 0 && head.n ? head : line_at(m, at, d->to, &next);
        next = row == 0 && head.n ? at : next;
        head = row == 0 && head.n ? STR_EMPTY : head;
        size_t cells = 0;
        for (size_t i = 0; i < line.n; cells++) {
            i += str_run(line, i, ' ');
            bool quoted = i < line.n && line.p[i] == '"';
            size_t n = str_index(str_from(line, i + quoted), quoted ? '"' : ',');
            size_t end = n == STR_NONE ? line.n : i + quoted + n;
            size_t base = (size_t)(line.p - m->src->text.p);
            put_table_cell(m, d, base + i + quoted, base + end, cells == 0);
            n = quoted ? str_index(str_from(line, end), ',') : 0;
            i = n == STR_NONE ? line.n : end + n + 1;
        }
        if (cells) {
            end_row(m, d, row++, cells);
        }
    }
    put_caption(m, d, label);
}

static void put_file(struct myst *m, const struct directive *d, bool code) {
    struct source *file =
        m->depth < MAX_DEPTH ? m->x->files.open(m->x->files.user, d->argument, m->src) : NULL;
    if (!file) {
        struct diag *g = diag_add(m->x->d, DIAG_DIALECT, d->at,
                                  "`%.*s` cannot be read: it is left out", STR_ARG(d->argument));
        diag_hint(m->x->d, g, "the name is relative to the document");
        return;
    }
    if (code || has_option(d, "literal")) {
        struct str language = option(d, "language");
        language = language.n ? language : path_ext(d->argument);
        put_code(m, d, language, span_make(file, 0, file->text.n));
        return;
    }
    struct source *outer = m->src;
    m->src = file;
    m->depth++;
    blocks(m, front_matter_find(file->text, 0).behind, file->text.n);
    m->depth--;
    m->src = outer;
    puts_at(m, "\n", d->at);
}

static void put_quote(struct myst *m, const struct directive *d) {
    struct str by = option(d, "attribution");
    put_line(m, d, "\n<blockquote>\n");
    put_titled(m, d, "", "");
    if (by.n) {
        puts_at(m, "\n\xE2\x80\x94 ", d->at);
        expand_myst_inlines(m, by);
        puts_at(m, "\n", d->at);
    }
    put_line(m, d, "\n</blockquote>\n");
}

static void put_raw(struct myst *m, const struct directive *d) {
    bool tex = str_is(d->argument, "latex") || str_is(d->argument, "tex");
    put_fence(m, d);
    expand_myst_put3(m, "{=",
                     tex             ? STR("latex")
                     : d->argument.n ? d->argument
                                     : STR("html"),
                     "}\n", d->at);
    source_put(&m->out, span_make(m->src, d->from, d->to));
    put_fence(m, d);
    puts_at(m, "\n\n", d->at);
}

static void put_known(struct myst *m, struct directive *d) {
    struct span body = span_make(m->src, d->from, d->to);
    struct str text = str_of(d->row->text);
    switch (d->row->act) {
    case MYST_BODY:
        blocks(m, d->from, d->to);
        break;
    case MYST_CALLOUT:
        put_callout(m, d);
        break;
    case MYST_CARD:
        put_div(m, d, d->row->text, "");
        break;
    case MYST_CELL:
        put_cell(m, d);
        break;
    case MYST_CODE:
        put_code(m, d, text.n ? text : d->argument, body);
        break;
    case MYST_CSV:
        put_csv(m, d);
        break;
    case MYST_DIV:
        put_plain_div(m, d);
        break;
    case MYST_DROP:
        if (!str_is(d->name, "index")) {
            expand_myst_tell(m, "directive", d->name, d->at, "shows nothing here");
        }
        break;
    case MYST_FIGURE:
    case MYST_IMAGE:
        put_figure(m, d);
        break;
    case MYST_INCLUDE:
    case MYST_LITERAL:
        put_file(m, d, d->row->act == MYST_LITERAL);
        break;
    case MYST_LINK:
        expand_myst_put3(m, "\n<", d->argument, ">\n\n", d->at);
        break;
    case MYST_LIST_TABLE:
        put_list_table(m, d);
        break;
    case MYST_MATH:
        put_math(m, d);
        break;
    case MYST_QUOTE:
        put_quote(m, d);
        break;
    case MYST_RAW:
        put_raw(m, d);
        break;
    case MYST_REFS:
        puts_at(m, "\n::: {#refs}\n:::\n\n", d->at);
        break;
    case MYST_TAB:
        put_titled(m, d, "###### ", "");
        break;
    case MYST_TABLE: {
        struct str label = label_of(m, d);
        blocks(m, d->from, d->to);
        put_caption(m, d, label);
        break;
    }
    case MYST_THEOREM:
        put_div(m, d, d->row->text, "name");
        break;
    }
}

static void put_directive(struct myst *m, struct directive *d) {
    m->depth++;
    if (d->row && m->depth < MAX_DEPTH) {
        put_known(m, d);
    } else {
        expand_myst_tell(m, "directive", d->name, d->at,
                         "is not known: its content is shown as it is");
        if (d->mark == ':' && m->depth < MAX_DEPTH) {
            put_plain_div(m, d);
        } else {
            put_code(m, d, STR_EMPTY, span_make(m->src, d->from, d->to));
        }
    }
    m->depth--;
}

/* ---- lines */

/** Returns the name in a line `(name)=`, or the empty slice. */
static struct str target_of(struct str line) {
    struct str s = str_trim(line);
    bool target = s.n > 3 && s.p[0] == '(' && str_ends(s, STR(")=")) &&
                  str_past(line, 0, is_space_or_tab) < 4;
    return target ? str_slice(s, 1, s.n - 2) : STR_EMPTY;
}

/** Writes the first line of a heading or paragraph, with the label from the line before it. */
static void put_labelled(struct myst *m, size_t at, struct str line) {
    struct span here = span_make(m->src, at, at);
    struct str label = expand_myst_label(m, m->pending), text = str_trim_end(line);
    bool heading = str_starts(text, STR("#"));
    m->pending = STR_EMPTY;
    if (!heading) {
        puts_at(m, "[]{", here);
        put_id(m, label, here);
        puts_at(m, "}", here);
    }
    expand_myst_inlines(m, text);
    if (heading) {
        puts_at(m, " {", here);
        put_id(m, label, here);
        puts_at(m, "}", here);
    }
    puts_at(m, "\n", here);
}

/** Copies fenced code, and returns the offset after it. */
static size_t copy_fence(struct myst *m, size_t at, size_t end) {
    struct code_fence fence = {0};
    size_t from = at, next = at;
    do {
        struct str line = line_at(m, at, end, &next);
        (void)code_fence_line(&fence, line);
        at = next;
    } while (fence.mark && at < end);
    source_put(&m->out, span_make(m->src, from, at));
    return at;
}

/** Whether a line continues the text of the line before. */
static bool goes_on(struct str line) {
    return str_trim(line).n && !fence_of(line, str_past(line, 0, is_space_or_tab)) &&
           !target_of(line).n && !expand_myst_dollars(line) && !str_starts(line, STR("%")) &&
           !str_starts(line, STR("+++"));
}

/** Returns the end of the text whose first line ends before `next`. The lines are read together,
 * because a role may contain line ends. */
static size_t text_end(const struct myst *m, size_t next, size_t end) {
    for (size_t after; next < end && goes_on(line_at(m, next, end, &after)); next = after) {
    }
    return next;
}

static void blocks(struct myst *m, size_t at, size_t end) {
    bool math = false;
    for (size_t next; at < end; at = next) {
        struct str line = line_at(m, at, end, &next), s = str_trim(line);
        struct directive d;
        size_t pairs = expand_myst_dollars(line), gap = str_past(line, 0, is_space_or_tab);
        size_t run = fence_of(line, gap);
        if (math || pairs) {
            math = math ? pairs % 2 == 0 : pairs % 2 == 1;
            expand_myst_math(m, at, line, next);
        } else if (run && opens(line, &d)) {
            d.at = span_make(m->src, at, at + line.n);
            find_end(m, &d, next, end);
            read_options(m, &d);
            put_directive(m, &d);
            next = d.after;
        } else if (run && line.p[gap] != ':') {
            next = copy_fence(m, at, end);
        } else if (target_of(line).n) {
            m->pending = target_of(line);
        } else if (str_starts(line, STR("%")) || str_starts(s, STR("+++"))) {
            /* a comment, or a break between cells, becomes an empty line */
            puts_at(m, "\n", span_make(m->src, at, next));
        } else if (m->pending.n && s.n) {
            put_labelled(m, at, line);
        } else {
            next = s.n ? text_end(m, next, end) : next;
            expand_myst_inlines(m, str_slice(m->src->text, at, next));
        }
    }
}

struct source *expand_myst(struct expand *x, struct source *src) {
    struct myst m = {.x = x, .src = src};
    struct front_matter f = front_matter_find(src->text, 0);
    if (f.behind && str_find(src->text, STR("{{")) != STR_NONE) {
        struct diags quiet;
        diags_init(&quiet, x->arena);
        const struct node *front = yaml_parse(x->arena, src, f.begin, f.end, &quiet);
        const struct node *own = node_get(node_get(front, "myst"), "substitutions");
        m.substitutions = own ? own : node_get(front, "substitutions");
        diags_drop(&quiet);
    }
    source_build(&m.out, x->arena, LIMIT_SOURCE);
    source_put(&m.out, span_make(src, 0, f.behind));
    blocks(&m, f.behind, src->text.n);
    vec_drop(&m.told);
    return source_built(&m.out, src->name);
}
