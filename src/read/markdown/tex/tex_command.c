/* SPDX-License-Identifier: MIT */
/* Reads LaTeX commands, with a function for each act in the table of model/tex/latex. In Markdown,
 * unknown commands remain raw, with their arguments, as in pandoc. */
#include "read/markdown/tex/tex.h"

#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/text/text_internal.h"

#include <string.h>

DIAG_USE(DIAG_TEX_SYNTAX);
DIAG_USE(DIAG_TEX_COMMAND);

typedef void tex_reader_fn(struct tex *x, const struct tex_call *c);

/* ---- raw LaTeX */

struct doc_node *md_tex_raw(struct tex *x, enum doc_kind kind, size_t begin, size_t end) {
    struct doc_node *n = kind == DOC_RAW_BLOCK ? md_tex_block(x, kind, begin, end)
                                               : md_tex_inline(x, kind, begin, end);
    n->u.code.info = STR("latex");
    n->u.code.text = str_slice(x->t->s, begin, end);
    return n;
}

size_t md_tex_call_end(const struct ltx_text *t, size_t at, size_t end) {
    at += 1 + ltx_name(t->s, at);
    at += at < end && t->s.p[at] == '*';
    while (at < end && (t->s.p[at] == '{' || t->s.p[at] == '[')) {
        size_t close = ltx_close(t, at);
        if (close == STR_NONE || close >= end) {
            break;
        }
        at = close + 1;
    }
    return at;
}

/* ---- fonts, sizes, colours */

#define NORMAL_SIZE 100

static int size_in_force(const struct tex *x) {
    for (size_t i = x->nmarks; i-- > 0;) {
        if (x->marks[i].style == LTX_SIZED) {
            return x->marks[i].percent;
        }
    }
    return x->m->tex.size ? x->m->tex.size : NORMAL_SIZE;
}

static void begin_mark(struct tex *x, const struct ltx_row *row) {
    enum ltx_style style = (enum ltx_style)row->a;
    int64_t percent = NORMAL_SIZE;
    if (style == LTX_SIZED) {
        (void)str_to_i64(str_of(row->text), &percent);
        int now = size_in_force(x);
        if (now != percent) {
            md_tex_mark(x, style,
                        arena_printf(x->m->a, "font-size: %d%%", (int)percent * 100 / now),
                        (int)percent);
        }
        return;
    }
    x->mono = x->mono || style == LTX_MONO;
    md_tex_mark(x, style,
                style == LTX_MONO   ? STR("font-family: monospace")
                : style == LTX_SANS ? STR("font-family: sans-serif")
                                    : STR_EMPTY,
                0);
}

static bool is_plain_text(const struct doc_node *span) {
    for (const struct doc_node *n = span->first; n; n = n->next) {
        if (n->kind != DOC_TEXT) {
            return false;
        }
    }
    return span->first != NULL;
}

/* Reads \texttt, which is code if it contains only words. The content is read only once, since a
 * second reading would report everything again and take twice the time at each level. */
static void read_code(struct tex *x, const struct tex_call *c) {
    struct doc_node *span = md_tex_node(x, DOC_SPAN, c->begin, c->end);
    bool mono = x->mono;
    x->mono = true;
    if (x->mode == TEX_MIXED) {
        md_tex_part(x, &c->args[0], span, TEX_MIXED);
    } else {
        md_tex_inlines(x, &c->args[0], span);
    }
    x->mono = mono;
    if (is_plain_text(span)) {
        struct doc_node *code = md_tex_inline(x, DOC_CODE, c->begin, c->end);
        code->u.code.text = doc_plain(x->m->a, span);
        return;
    }
    if (span->first) {
        size_t marks = x->nmarks;
        begin_mark(x, c->row);
        doc_adopt(md_tex_top(x), span);
        x->nmarks = marks;
        x->mono = mono;
        x->space = is_space(x->t->s.p[c->args[0].end - 1]);
    }
}

static void read_mark(struct tex *x, const struct tex_call *c) {
    size_t marks = x->nmarks;
    bool mono = x->mono;
    if (c->row->a == LTX_MONO) {
        read_code(x, c);
        return;
    }
    begin_mark(x, c->row);
    md_tex_within(x, &c->args[0]);
    x->nmarks = marks;
    x->mono = mono;
}

static void read_switch(struct tex *x, const struct tex_call *c) {
    begin_mark(x, c->row);
}

static void read_colour(struct tex *x, const struct tex_call *c) {
    struct str model = md_tex_arg(x, &c->args[0]), name = md_tex_arg(x, &c->args[1]);
    struct str value = ltx_colour(x->m->a, &x->m->tex.colours, model, name);
    size_t marks = x->nmarks;
    if (value.n) {
        md_tex_mark(x, LTX_TINTED, arena_join(x->m->a, 2, STR("color: "), value), 0);
    } else {
        struct diag *g = diag_add(x->m->diags, DIAG_TEX_COMMAND,
                                  md_tex_span(x, c->args[1].begin, c->args[1].end),
                                  "unknown colour `%.*s`: the text has its own", STR_ARG(name));
        diag_hint(x->m->diags, g, "write a name like `red`, or `[HTML]{rrggbb}`");
    }
    if (!c->row->a) {
        md_tex_within(x, &c->args[2]);
        x->nmarks = marks;
    }
}

/* ---- small commands */

static void read_characters(struct tex *x, const struct tex_call *c) {
    md_tex_text(x, str_of(c->row->text), c->begin, c->end);
}

static void read_nothing(struct tex *x, const struct tex_call *c) {
    (void)x;
    (void)c;
}

static void read_keep(struct tex *x, const struct tex_call *c) {
    if (x->m->latex && str_among(c->name, "title author date subtitle affil")) {
        return;
    }
    md_tex_within(x, &c->args[c->row->a]);
    if (c->row->text) { /* the row has an ending for the plural */
        md_tex_text(x, str_of(c->row->text), c->end, c->end);
    }
}

bool md_tex_is_listed(const struct tex *x, const struct tex_call *c) {
    size_t near = 200, begin = c->begin > near ? c->begin - near : 0;
    return str_find(str_slice(x->t->s, begin, c->end + near), STR("\\addcontentsline")) != STR_NONE;
}

static void read_section(struct tex *x, const struct tex_call *c) {
    struct doc_node *h = md_tex_block(x, DOC_HEADING, c->begin, c->end);
    int level = c->row->a + (x->m->tex.chapters && c->row->a >= 0);
    h->u.heading.level = level < 1 ? 1 : level > 6 ? 6 : level;
    /* \addsec of KOMA-Script has no number, and is in the table of contents */
    bool added = str_starts(c->name, STR("add"));
    h->u.heading.unnumbered = ltx_given(&c->args[0]) || added;
    if (h->u.heading.unnumbered) {
        doc_add_class(x->m->doc, h, STR("unnumbered"));
    }
    if (x->m->opt->latex.styled) {
        doc_add_class(x->m->doc, h, arena_join(x->m->a, 2, STR("latex-"), c->name));
    }
    if (x->m->latex && h->u.heading.unnumbered && !added && !md_tex_is_listed(x, c)) {
        doc_add_class(x->m->doc, h, STR("unlisted"));
    }
    int size = x->m->tex.size;
    /* sizes of article.cls in per cent */
    x->m->tex.size = c->row->a == 1 ? 144 : c->row->a == 2 ? 120 : NORMAL_SIZE;
    md_tex_inlines(x, &c->args[2], h);
    x->m->tex.size = size;
    x->heading = h;
}

static void read_appendix(struct tex *x, const struct tex_call *c) {
    struct doc_node *n = md_tex_raw(x, DOC_RAW_BLOCK, c->begin, c->end);
    n->u.code.text = STR("\\appendix");
    x->m->tex.appendix = true;
}

/* Reads \index: makes an empty span with the entry, which is in the syntax of makeindex. */
static void read_index(struct tex *x, const struct tex_call *c) {
    struct str entry = str_trim(md_tex_arg(x, &c->args[1]));
    bool space = x->space;
    if (!entry.n) {
        return;
    }
    x->space = false; /* a space before the mark is written later, before the next word */
    struct doc_node *mark = md_tex_inline(x, DOC_SPAN, c->begin, c->end);
    x->space = space;
    doc_add_class(x->m->doc, mark, STR("index"));
    doc_add_class(x->m->doc, mark, STR("tex"));
    doc_set_pair(x->m->doc, mark, STR("entry"), md_tex_plain(x, entry, mark->span));
}

static void read_print_index(struct tex *x, const struct tex_call *c) {
    doc_set_id(x->m->doc, md_tex_block(x, DOC_DIV, c->begin, c->end), STR("index"));
}

/* Whether a command only suggests a page break, as \pagebreak[2] does. */
static bool is_page_wish(struct tex *x, const struct tex_call *c) {
    struct str option = c->row->a == 3 ? str_trim(md_tex_arg(x, &c->args[0])) : STR_EMPTY;
    return c->row->a == 2 || (option.n && !str_is(option, "4"));
}

/* Whether a command is alone in its paragraph. */
static bool stands_alone(const struct tex *x, const struct tex_call *c) {
    return !x->para &&
           (x->mode != TEX_MIXED || (str_trim(str_slice(x->text->s, 0, c->begin)).n == 0 &&
                                     str_trim(str_from(x->text->s, c->end)).n == 0));
}

static void read_page(struct tex *x, const struct tex_call *c) {
    bool wish = is_page_wish(x, c);
    if (wish && !stands_alone(x, c)) {
        return; /* page breaks within a paragraph are not supported */
    }
    if (c->row->a == 1 && !str_is(str_trim(md_tex_arg(x, &c->args[0])), "page")) {
        return;
    }
    struct doc_node *n = md_tex_raw(x, DOC_RAW_BLOCK, c->begin, c->end);
    n->u.code.text = c->row->text && !wish ? str_of(c->row->text) : str_trim(n->u.code.text);
}

static void read_line(struct tex *x, const struct tex_call *c) {
    if (x->para || x->mode == TEX_MIXED) {
        x->space = false;
        md_tex_inline(x, DOC_LINE_BREAK, c->begin, c->end);
    }
}

/* Returns the length of \vspace, \bigskip and the like in CSS. Returns an empty text for a length
 * that is negative, zero or elastic. */
static struct str space_of(struct tex *x, const struct tex_call *c) {
    struct str skip = str_paired(c->name, "bigskip=12pt medskip=6pt smallskip=3pt");
    if (skip.n) {
        return skip;
    }
    size_t n = str_of(c->row->args).n;
    struct str length = n ? ltx_length(x->m->a, md_tex_arg(x, &c->args[n - 1])) : STR_EMPTY;
    return str_is(length, "0") ? STR_EMPTY : length;
}

static void read_paragraph(struct tex *x, const struct tex_call *c) {
    md_tex_paragraph(x);
    struct str space = x->m->latex && x->mode == TEX_BLOCKS && c->row->a == 1 && x->parent->first
                           ? space_of(x, c)
                           : STR_EMPTY;
    if (space.n) {
        struct doc_node *div = md_tex_block(x, DOC_DIV, c->begin, c->end);
        doc_add_class(x->m->doc, div, STR("vspace"));
        doc_set_pair(x->m->doc, div, STR("style"), arena_join(x->m->a, 2, STR("height: "), space));
    }
}

/* Reads \hfill, which moves the rest of the line to the right margin. Makes a span, into which
 * tex_finish.c moves this rest. */
static void read_fill(struct tex *x, const struct tex_call *c) {
    if (x->beside) {
        return; /* between columns, \hfill has no effect */
    }
    struct doc_node *span = md_tex_inline(x, DOC_SPAN, c->begin, c->end);
    doc_add_class(x->m->doc, span, STR("hfill"));
    x->m->tex.hfill = true;
}

static void read_rule(struct tex *x, const struct tex_call *c) {
    int width = c->row->a ? 1000 : ltx_width(md_tex_arg(x, &c->args[1]));
    if (width > 20) {
        md_tex_block(x, DOC_RULE, c->begin, c->end);
    }
}

static void read_stray_item(struct tex *x, const struct tex_call *c) {
    md_tex_paragraph(x);
    if (ltx_given(&c->args[0])) {
        md_tex_within(x, &c->args[0]);
        x->space = true;
    }
}

static void read_quoted(struct tex *x, const struct tex_call *c) {
    const struct ltx_arg *arg = &c->args[strlen(c->row->args) - 1];
    md_tex_text(x, x->m->quotes.open[x->quoted % 2], c->begin, c->begin + 1);
    x->quoted++;
    md_tex_within(x, arg);
    x->quoted--;
    md_tex_text(x, x->m->quotes.close[x->quoted % 2], c->end - 1, c->end);
}

/* Reads \uppercase, \lowercase and \lettrine{L}{etter}. */
static void read_parts(struct tex *x, const struct tex_call *c) {
    if (c->row->a == 3) {
        md_tex_within(x, &c->args[1]);
        md_tex_within(x, &c->args[2]);
        return;
    }
    struct doc_node *span = md_tex_inline(x, DOC_SPAN, c->begin, c->end);
    md_tex_inlines(x, &c->args[0], span);
    struct doc_walk w = doc_walk_start(span);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_TEXT) {
            struct str text = w.node->u.text.text;
            w.node->u.text.text = c->row->a == 1
                                      ? unicode_upper(x->m->a, text, x->m->doc->meta.lang)
                                      : unicode_lower(x->m->a, text, x->m->doc->meta.lang);
        }
    }
}

static void read_formula(struct tex *x, const struct tex_call *c) {
    struct ltx_arg all = {c->begin, c->end};
    const struct ltx_arg *tex = c->row->a && ltx_given(&c->args[0]) ? &c->args[0] : &all;
    md_tex_math(x, tex->begin, tex->end, false);
}

static void read_today(struct tex *x, const struct tex_call *c) {
    md_tex_text(x, md_today(x->m, md_tex_span(x, c->begin, c->end)), c->begin, c->end);
}

static void read_input(struct tex *x, const struct tex_call *c) {
    struct diag *g = diag_add(x->m->diags, DIAG_TEX_COMMAND, md_tex_span(x, c->begin, c->end),
                              "`%.*s` is not shown: files are not read from here",
                              STR_ARG(str_slice(x->t->s, c->begin, c->end)));
    diag_hint(x->m->diags, g, "put the text itself here, or give the files to `dossier build`");
}

static void read_list_of(struct tex *x, const struct tex_call *c) {
    struct str text = str_of(c->row->text), key = str_cut(&text, ':');
    struct span at = md_tex_span(x, c->begin, c->end);
    md_tex_paragraph(x);
    /* a key of the front matter takes precedence */
    if (!node_value(x->m->doc->front, key)) {
        node_put(x->m->a, x->m->doc->front, key, at, node_plain(x->m->a, STR("true"), at));
    }
}

/* ---- verbatim */

/* Reads \verb|text|, \lstinline[options]|text| and \mintinline{language}{text}. */
static void read_verb(struct tex *x, const struct tex_call *c) {
    struct str s = x->t->s;
    size_t from = c->end;
    if (c->row->a) {
        struct ltx_arg options[LTX_ARGS];
        size_t behind = ltx_args(x->t, from, x->end, "o", true, options);
        from = behind == STR_NONE ? from : behind;
    }
    from += from < x->end && s.p[from] == '*';
    char shut = from >= x->end ? '\0' : s.p[from] == '{' ? '}' : s.p[from];
    size_t end = from + 1;
    while (end < x->end && s.p[end] != shut && s.p[end] != '\n') {
        end++;
    }
    if (from >= x->end || end >= x->end || s.p[end] != shut || is_space(shut)) {
        md_tex_raw(x, DOC_RAW_INLINE, c->begin, c->end);
        return;
    }
    struct doc_node *code = md_tex_inline(x, DOC_CODE, c->begin, end + 1);
    code->u.code.text = str_slice(s, from + 1, end);
    x->at = end + 1;
}

/* ---- the table */

static tex_reader_fn *const readers[LTX_ACTS] = {
    [LTX_MARK] = read_mark,
    [LTX_SWITCH] = read_switch,
    [LTX_COLOUR] = read_colour,
    [LTX_CHARACTERS] = read_characters,
    [LTX_NOTHING] = read_nothing,
    [LTX_KEEP] = read_keep,
    [LTX_LINK] = md_tex_link,
    [LTX_URL] = md_tex_link,
    [LTX_NOTE] = md_tex_note,
    [LTX_NOTE_MARK] = md_tex_note,
    [LTX_NOTE_TEXT] = md_tex_note,
    [LTX_CITE] = md_tex_cite,
    [LTX_CITES] = md_tex_cites,
    [LTX_NOCITE] = md_tex_nocite,
    [LTX_REFERENCES] = md_tex_references,
    [LTX_DATABASE] = md_tex_database,
    [LTX_REF] = md_tex_ref,
    [LTX_REF_RANGE] = md_tex_ref_range,
    [LTX_LABEL] = md_tex_label,
    [LTX_CAPTION] = md_tex_caption,
    [LTX_SECTION] = read_section,
    [LTX_APPENDIX] = read_appendix,
    [LTX_INDEX] = read_index,
    [LTX_PRINT_INDEX] = read_print_index,
    [LTX_PAGE] = read_page,
    [LTX_LINE] = read_line,
    [LTX_PARAGRAPH] = read_paragraph,
    [LTX_FILL] = read_fill,
    [LTX_RULE] = read_rule,
    [LTX_ITEM] = read_stray_item,
    [LTX_IMAGE] = md_tex_image,
    [LTX_VERB] = read_verb,
    [LTX_FORMULA] = read_formula,
    [LTX_TODAY] = read_today,
    [LTX_INPUT] = read_input,
    [LTX_LIST_OF] = read_list_of,
    [LTX_QUOTED] = read_quoted,
    [LTX_FLOATED] = md_tex_subfloat,
    [LTX_PARTS] = read_parts,
    [LTX_ALIGN] = md_tex_area,
    [LTX_QUOTE] = md_tex_area,
    [LTX_VERSE] = md_tex_area,
    [LTX_LIST] = md_tex_list,
    [LTX_FIGURE] = md_tex_float,
    [LTX_SUBFIGURE] = md_tex_subfloat,
    [LTX_TABLE] = md_tex_float,
    [LTX_TABULAR] = md_tex_tabular,
    [LTX_MINIPAGE] = md_tex_area,
    [LTX_VERBATIM] = md_tex_verbatim,
    [LTX_ALGORITHM] = md_tex_algorithm,
    [LTX_LINES] = md_tex_lines,
    [LTX_THEOREM] = md_tex_theorem,
    [LTX_ABSTRACT] = md_tex_area,
    [LTX_COLUMNS] = md_tex_area,
    [LTX_FRAME] = md_tex_area,
    [LTX_CONTENT] = md_tex_area,
    [LTX_COMMENT] = read_nothing,
    [LTX_BIBLIOGRAPHY] = md_tex_bibliography,
    [LTX_DRAWING] = md_tex_drawing,
    [LTX_EXAMPLES] = md_tex_examples,
    [LTX_TABBING] = md_tex_tabbing,
};

/* ---- environments */

/* Whether an argument of an unknown environment is text: it has several words or begins with a
 * capital. Other arguments are lengths, colours and names. */
static bool is_words(struct str s) {
    bool several = str_index(s, ' ') != STR_NONE && str_index(s, '=') == STR_NONE;
    return s.n > 2 && (is_alpha(s.p[0]) || s.p[0] == '\\') && s.p[1] != '\\' &&
           (several || is_upper(s.p[0]));
}

/* Reads an unknown environment: its content, and its arguments that are text. In a document in
 * Markdown, the output LaTeX gets it unchanged. */
static void read_unknown_environment(struct tex *x, const struct tex_call *c) {
    struct ltx_arg body = c->body;
    struct doc_node *div = NULL;
    if (!x->m->latex) {
        struct doc_node *raw = md_tex_raw(x, DOC_RAW_BLOCK, c->begin, c->end);
        doc_add_class(x->m->doc, raw, STR("only-latex"));
        div = md_tex_block(x, DOC_DIV, c->begin, c->end);
        doc_add_class(x->m->doc, div, STR("not-latex"));
    }
    md_tex_count(x, c->name, true, c->begin, c->body.begin);
    while (body.begin < body.end &&
           (x->t->s.p[body.begin] == '{' || x->t->s.p[body.begin] == '[')) {
        size_t close = ltx_close(x->t, body.begin);
        if (close == STR_NONE || close >= body.end) {
            break;
        }
        struct ltx_arg inside = {body.begin + 1, close};
        if (x->t->s.p[body.begin] == '{' && !div && is_words(str_trim(md_tex_arg(x, &inside)))) {
            md_tex_within(x, &inside); /* a text, such as a title */
            md_tex_paragraph(x);
        }
        body.begin = close + 1;
    }
    if (div) {
        md_tex_part(x, &body, div, TEX_BLOCKS);
    } else {
        md_tex_within(x, &body);
    }
}

static void read_environment(struct tex *x, struct str name, size_t behind) {
    size_t begin = x->at, close = ltx_close(x->t, begin), after;
    if (close == STR_NONE || close >= x->end) {
        diag_add(x->m->diags, DIAG_TEX_SYNTAX, md_tex_span(x, begin, behind),
                 "`\\begin{%.*s}` without its `\\end{%.*s}`", STR_ARG(name), STR_ARG(name));
        x->at = behind;
        return;
    }
    (void)ltx_environment_name(x->t->s, close, &after);
    struct tex_call c = {ltx_environment(name), name, begin, after, {{0}}, {behind, close}};
    x->at = after;
    if (!c.row) {
        read_unknown_environment(x, &c);
        return;
    }
    if (c.row->act == LTX_MATH) {
        bool bare = str_is(name, "math") || str_is(name, "displaymath");
        struct ltx_arg tex = bare ? c.body : (struct ltx_arg){begin, after};
        md_tex_math(x, tex.begin, tex.end, !c.row->a);
        return;
    }
    size_t body = ltx_args(x->t, behind, close, c.row->args, c.row->act == LTX_VERBATIM, c.args);
    if (body == STR_NONE) {
        diag_add(x->m->diags, DIAG_TEX_SYNTAX, md_tex_span(x, begin, behind),
                 "`\\begin{%.*s}` lacks an argument", STR_ARG(name));
        for (size_t i = 0; i < LTX_ARGS; i++) {
            c.args[i] = (struct ltx_arg){STR_NONE, STR_NONE};
        }
    } else {
        c.body.begin = body;
    }
    readers[c.row->act](x, &c);
}

/* ---- control symbols */

/* Skips white space after the name of a command, as TeX does. A blank line is kept. */
static void pass_space(struct tex *x) {
    size_t behind;
    if (!ltx_blank(x->t, x->at, x->end, &behind)) {
        x->at = behind;
    }
}

/* Reads `\\`, with a star and a length. */
static void read_break(struct tex *x) {
    struct ltx_arg args[LTX_ARGS];
    size_t begin = x->at, end = ltx_args(x->t, begin + 2, x->end, "so", true, args);
    x->at = end == STR_NONE ? begin + 2 : end;
    struct tex_call c = {.begin = begin, .end = x->at};
    read_line(x, &c);
    pass_space(x);
}

/* Reads `\(...\)` and `\[...\]`. */
static void read_fenced_math(struct tex *x, char open) {
    struct str close = open == '(' ? STR("\\)") : STR("\\]");
    struct str rest = str_slice(x->t->s, x->at + 2, x->end);
    bool *unclosed = &x->unclosed[open == '['];
    size_t n = *unclosed ? STR_NONE : str_find(rest, close), begin = x->at + 2;
    if (n == STR_NONE) {
        diag_add(x->m->diags, DIAG_TEX_SYNTAX, md_tex_span(x, x->at, x->at + 2),
                 "math is not closed");
        *unclosed = true;
        x->at += 2;
        return;
    }
    x->at = begin + n + 2;
    md_tex_math(x, begin, begin + n, open == '[');
}

/* Reads a command for an accent with its letter, or for a character (see model/tex/text). Returns
 * false for other commands. */
static bool read_characters_of(struct tex *x, size_t end) {
    struct str tex = str_slice(x->t->s, x->at, end);
    struct str text = md_tex_plain(x, tex, md_tex_span(x, x->at, end));
    if (!text.n) {
        return false;
    }
    md_tex_text(x, text, x->at, end);
    x->at = end;
    return true;
}

static bool is_accent(struct str name) {
    return name.n == 1 && str_index(STR("bcdfGhHkrtuUv`'^~=.\""), name.p[0]) != STR_NONE;
}

static void read_accent(struct tex *x, size_t behind) {
    struct ltx_arg arg[LTX_ARGS];
    size_t end = ltx_args(x->t, behind, x->end, "m", false, arg);
    if (end == STR_NONE || !read_characters_of(x, end)) {
        x->at = behind;
    }
}

static void read_symbol(struct tex *x) {
    size_t begin = x->at;
    char c = begin + 1 < x->end ? x->t->s.p[begin + 1] : '\0';
    struct str one = str_slice(x->t->s, begin + 1, begin + 2);
    if (c == '\\') {
        read_break(x);
    } else if (c == '(' || c == '[') {
        read_fenced_math(x, c);
    } else if (is_accent(one)) {
        read_accent(x, begin + 2);
    } else if (c == ',' || c == ';' || c == ':' || c == '>') {
        x->at += 2;
        md_tex_text(x, c == ',' ? STR("\u202F") : STR("\u2005"), begin, begin + 2);
    } else if (is_space(c)) {
        x->at += 2;
        md_tex_text(x, STR(" "), begin, begin + 2);
    } else if (c == '-' || c == '/' || c == '!' || c == '@' || c == '*' || c == '<' || c == ')' ||
               c == ']' || c == '=' || c == '+' || c == '\0') {
        x->at += c ? 2 : 1; /* hyphenation, italic correction and negative space have no effect */
    } else if ((unsigned char)c >= 0x80) {
        x->at++;
    } else {
        x->at += 2;
        md_tex_text(x, one, begin, begin + 2);
    }
}

/* ---- commands */

/* Reads a command that is a character or a word, such as \ss, \alpha or \figurename. Returns false
 * for other commands. */
static bool read_named(struct tex *x, struct str name, size_t behind) {
    struct str text = tex_text_symbol(name);
    text = text.n ? text : tex_math_symbol(name);
    text = text.n ? text : md_tex_word(x, name);
    if (!text.n) {
        return false;
    }
    md_tex_text(x, text, x->at, behind);
    x->at = behind;
    if (behind + 1 < x->end && x->t->s.p[behind] == '{' && x->t->s.p[behind + 1] == '}') {
        x->at += 2;
    } else if (!x->markdown) {
        pass_space(x);
    }
    return true;
}

/* Reads an unknown command, of which only the text in braces is shown. */
static void read_unknown(struct tex *x, struct str name, size_t behind) {
    size_t begin = x->at, end = md_tex_call_end(x->t, begin, x->end);
    bool first = true;
    if (str_is(name, "@")) {
        x->at = behind;
        return;
    }
    if (name.n > 2 && str_starts(name, STR("fa")) && is_upper(name.p[2])) {
        x->at = str_is(name, "faIcon") ? end : behind; /* icons of fontawesome are omitted */
        x->at += x->at < x->end && x->t->s.p[x->at] == '*';
        return;
    }
    md_tex_count(x, name, false, begin, behind);
    x->at = end;
    for (size_t at = behind; at < end;) {
        size_t close = ltx_close(x->t, at);
        if (close == STR_NONE) {
            at++; /* a byte between the arguments, such as a star */
            continue;
        }
        struct ltx_arg inside = {at + 1, close};
        if (x->t->s.p[at] == '{') {
            x->space = x->space || !first;
            md_tex_within(x, &inside);
            first = false;
        }
        at = close + 1;
    }
    if (first) {
        pass_space(x);
    }
}

static void read_word(struct tex *x, size_t n) {
    size_t begin = x->at, behind = begin + 1 + n;
    struct str name = str_slice(x->t->s, begin + 1, behind);
    struct tex_call c = {ltx_command(name), name, begin, behind, {{0}}, {0, 0}};
    if (c.row && c.row->act == LTX_VERB) {
        x->at = behind;
        c.end = ltx_args(x->t, behind, x->end, c.row->args, true, c.args);
        c.end = c.end == STR_NONE ? behind : c.end;
        x->at = c.end;
        readers[LTX_VERB](x, &c);
        return;
    }
    size_t end =
        c.row ? ltx_args(x->t, behind, x->end, c.row->args, x->markdown, c.args) : STR_NONE;
    if (end != STR_NONE) {
        x->at = c.end = end;
        readers[c.row->act](x, &c);
        if (end == behind && x->at == end && c.row->act != LTX_CHARACTERS) {
            pass_space(x);
        }
        if (x->at + 1 < x->end && end == behind && x->t->s.p[x->at] == '{' &&
            x->t->s.p[x->at + 1] == '}') {
            x->at += 2;
        }
        return;
    }
    if (is_accent(name)) {
        read_accent(x, behind);
        return;
    }
    if (read_named(x, name, behind)) {
        return;
    }
    if (x->m->latex) {
        read_unknown(x, name, behind);
    } else {
        x->at = md_tex_call_end(x->t, begin, x->end);
        md_tex_raw(x, DOC_RAW_INLINE, begin, x->at);
    }
}

void md_tex_command(struct tex *x) {
    struct str name = md_tex_name(x, x->at);
    size_t n = name.n, behind;
    if (n == 0) {
        read_symbol(x);
        return;
    }
    if (!str_is(name, "begin") && !str_is(name, "end")) {
        read_word(x, n);
        return;
    }
    struct str env = ltx_environment_name(x->t->s, x->at, &behind);
    if (n == 5 && env.n) {
        read_environment(x, env, behind);
        return;
    }
    size_t begin = x->at;
    x->at = behind > begin ? behind : begin + 1 + n;
    diag_add(x->m->diags, DIAG_TEX_SYNTAX, md_tex_span(x, begin, x->at),
             n == 5 ? "`\\begin` lacks its environment" : "an `\\end` without its `\\begin`");
}
