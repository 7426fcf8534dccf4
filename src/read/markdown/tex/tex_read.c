/* SPDX-License-Identifier: MIT */
/* Reads the text of LaTeX: words, groups, paragraphs, formulas, and TeX's notation of quotes and
 * dashes (TeXbook, chapter 2). Decides where paragraphs begin and end, and which fonts, sizes and
 * colours apply. tex_command.c reads the commands in it. */
#include "read/markdown/tex/tex.h"

#include "core/base/bounds.h"
#include "model/tex/math/math_rich.h"

#include <string.h>

DIAG_USE(DIAG_TEX_SYNTAX);
DIAG_USE(DIAG_NESTING);

struct tex md_tex_reader(struct md *m, const struct md_text *text, const struct ltx_text *t,
                         struct doc_node *parent, enum tex_mode mode) {
    return (struct tex){
        .m = m, .text = text, .t = t, .end = t->s.n, .parent = parent, .mode = mode};
}

struct span md_tex_span(const struct tex *x, size_t begin, size_t end) {
    return md_span(x->text, begin, end);
}

struct doc_node *md_tex_node(struct tex *x, enum doc_kind kind, size_t begin, size_t end) {
    return doc_node_new(x->m->doc, kind, md_tex_span(x, begin, end));
}

struct doc_node *md_tex_add(struct tex *x, struct doc_node *parent, enum doc_kind kind,
                            size_t begin, size_t end) {
    return doc_add(x->m->doc, parent, kind, md_tex_span(x, begin, end));
}

/* ---- open nodes */

static struct doc_node *mark_node(struct tex *x, const struct tex_mark *mark) {
    static const enum doc_kind kinds[LTX_STYLES] = {
        [LTX_BOLD] = DOC_STRONG,     [LTX_ITALIC] = DOC_EMPH,     [LTX_EMPH] = DOC_EMPH,
        [LTX_MONO] = DOC_SPAN,       [LTX_CAPS] = DOC_SMALL_CAPS, [LTX_UNDERLINE] = DOC_UNDERLINE,
        [LTX_STRIKE] = DOC_STRIKE,   [LTX_RAISED] = DOC_SUP,      [LTX_LOWERED] = DOC_SUB,
        [LTX_UPRIGHT] = DOC_UPRIGHT, [LTX_PLAIN] = DOC_UPRIGHT,   [LTX_SANS] = DOC_SPAN,
        [LTX_SIZED] = DOC_SPAN,      [LTX_TINTED] = DOC_SPAN,     [LTX_MARKED] = DOC_SPAN,
    };
    struct doc_node *n = md_tex_node(x, kinds[mark->style], x->at, x->at);
    if (mark->style == LTX_MARKED) {
        doc_add_class(x->m->doc, n, STR("mark"));
    } else if (mark->value.n) {
        doc_set_pair(x->m->doc, n, STR("style"), mark->value);
    }
    return n;
}

/* Returns the innermost open node, for new content. Before that, makes the nodes of open fonts,
 * sizes and colours, which have no node until they get content. */
static struct doc_node *open_top(struct tex *x) {
    if (x->mode != TEX_MIXED && !x->para) {
        x->para = md_tex_node(x, x->mode == TEX_TIGHT ? DOC_PLAIN : DOC_PARA, x->at, x->at);
        doc_append(x->parent, x->para);
        x->space = false;
    }
    struct doc_node *top = x->para ? x->para : x->parent;
    for (size_t i = 0; i < x->nmarks; i++) {
        struct tex_mark *mark = &x->marks[i];
        if (!mark->node) {
            mark->node = mark_node(x, mark);
            doc_append(top, mark->node);
        }
        top = mark->node;
    }
    return top;
}

static void append_text(struct tex *x, struct doc_node *top, struct str text, struct span at) {
    struct doc_node *last = top->last;
    bool joins = last && last->kind == DOC_TEXT && last->u.text.text.n &&
                 last->u.text.text.p + last->u.text.text.n == text.p;
    if (joins) {
        last->u.text.text.n += text.n;
        last->span = md_span_to(last->span, at);
        return;
    }
    struct doc_node *n = doc_text_new(x->m->doc, text, at);
    n->u.text.escaped = true; /* the text is not read as Markdown */
    doc_append(top, n);
}

static bool ends_in_space(const struct doc_node *top) {
    const struct doc_node *last = top->last;
    while (last && last->last && doc_is_inline(last->kind) && last->kind != DOC_NOTE) {
        last = last->last;
    }
    return !last || last->kind == DOC_LINE_BREAK || !doc_is_inline(last->kind) ||
           (last->kind == DOC_TEXT && str_ends(last->u.text.text, STR(" "))) ||
           last->kind == DOC_SOFT_BREAK;
}

/* Returns the node to which a space is added. A font, size or colour without content is skipped. */
static struct doc_node *space_top(struct tex *x) {
    struct doc_node *top = x->para ? x->para : x->parent;
    for (size_t i = 0; i < x->nmarks && x->marks[i].node; i++) {
        top = x->marks[i].node;
    }
    return top;
}

struct doc_node *md_tex_top(struct tex *x) {
    if (x->space && (x->para || x->mode == TEX_MIXED)) {
        struct doc_node *base = x->para ? x->para : x->parent;
        if (!ends_in_space(base)) {
            append_text(x, space_top(x), STR(" "), md_tex_span(x, x->at, x->at));
        }
    }
    x->space = false;
    x->heading = x->beside = NULL;
    return open_top(x);
}

struct doc_node *md_tex_inline(struct tex *x, enum doc_kind kind, size_t begin, size_t end) {
    return md_tex_add(x, md_tex_top(x), kind, begin, end);
}

void md_tex_text(struct tex *x, struct str text, size_t begin, size_t end) {
    if (text.n) {
        append_text(x, md_tex_top(x), text, md_tex_span(x, begin, end));
    }
}

static void trim_end(struct doc_node *para) {
    while (para->last && doc_is_blank(para->last)) {
        doc_unlink(para->last);
    }
}

void md_tex_paragraph(struct tex *x) {
    if (x->mode == TEX_MIXED) {
        const struct doc_node *last = x->parent->last;
        if (last && !md_is_paragraph_break(last)) {
            struct doc_node *n = md_tex_add(x, x->parent, DOC_RAW_BLOCK, x->at, x->at);
            n->u.code.info = STR("latex");
            n->u.code.text = STR("\\par");
        }
    } else if (x->para) {
        trim_end(x->para);
        doc_unlink_empty(x->para);
        x->para = NULL;
    }
    for (size_t i = 0; i < x->nmarks; i++) {
        x->marks[i].node = NULL;
    }
    x->space = false;
}

struct doc_node *md_tex_block(struct tex *x, enum doc_kind kind, size_t begin, size_t end) {
    md_tex_paragraph(x);
    x->heading = x->beside = NULL;
    return md_tex_add(x, x->parent, kind, begin, end);
}

void md_tex_mark(struct tex *x, enum ltx_style style, struct str value, int percent) {
    if (x->nmarks < TEX_MARKS) {
        x->marks[x->nmarks++] = (struct tex_mark){style, value, percent, NULL};
    }
}

/* ---- formulas */

void md_tex_math(struct tex *x, size_t begin, size_t end, bool display) {
    if (!str_trim(str_slice(x->t->s, begin, end)).n) {
        return;
    }
    struct doc_node *math = md_math(x->m, x->text, begin, end, display);
    doc_append(md_tex_top(x), math);
}

/* Returns the offset of the closing dollar signs, or STR_NONE. */
static size_t find_dollars(const struct tex *x, size_t at, size_t n) {
    struct str s = x->t->s;
    while (at < x->end) {
        if (s.p[at] == '\\') {
            at += 2;
        } else if (s.p[at] == '{') { /* a group may contain dollar signs: \text{D$_2$O} */
            size_t close = ltx_close(x->t, at);
            at = close == STR_NONE || close >= x->end ? at + 1 : close + 1;
        } else if (s.p[at] == '$' && (n == 1 || (at + 1 < x->end && s.p[at + 1] == '$'))) {
            return at;
        } else {
            at++;
        }
    }
    return STR_NONE;
}

static void read_dollar(struct tex *x) {
    struct str s = x->t->s;
    size_t n = x->at + 1 < x->end && s.p[x->at + 1] == '$' ? 2 : 1;
    size_t end = x->dollars ? STR_NONE : find_dollars(x, x->at + n, n);
    if (end == STR_NONE) {
        if (!x->dollars) {
            diag_add(x->m->diags, DIAG_TEX_SYNTAX, md_tex_span(x, x->at, x->at + n),
                     "math is not closed");
        }
        x->dollars = true;
        md_tex_text(x, str_slice(s, x->at, x->at + n), x->at, x->at + n);
        x->at += n;
        return;
    }
    size_t begin = x->at + n;
    x->at = end + n;
    md_tex_math(x, begin, end, n == 2);
}

/* ---- parts */

void md_tex_part(struct tex *x, const struct ltx_arg *part, struct doc_node *parent,
                 enum tex_mode mode) {
    if (!ltx_given(part)) {
        return;
    }
    struct tex in = *x;
    in.at = part->begin;
    in.end = part->end;
    in.parent = parent;
    in.para = NULL;
    in.mode = mode;
    in.nmarks = 0;
    in.space = in.markdown = in.dollars = in.unclosed[0] = in.unclosed[1] = false;
    in.heading = in.beside = NULL;
    in.depth = x->depth + 1;
    if (in.depth > LIMIT_TEX_DEPTH) {
        diag_add(x->m->diags, DIAG_NESTING, md_tex_span(x, part->begin, part->begin + 1),
                 "LaTeX is nested more than %d deep here: it is shown as text", LIMIT_TEX_DEPTH);
        md_tex_text(&in, str_trim(ltx_arg(x->t, part)), part->begin, part->end);
        return;
    }
    md_tex_run(&in);
}

void md_tex_inlines(struct tex *x, const struct ltx_arg *part, struct doc_node *parent) {
    md_tex_part(x, part, parent, TEX_MIXED);
    md_flatten(x->m, parent);
    trim_end(parent);
}

struct str md_tex_plain(struct tex *x, struct str tex, struct span at) {
    return str_trim(tex_to_text(x->m->a, tex, TEX_LIGATURES, at, NULL));
}

/* ---- the pass */

static void run(struct tex *x);

void md_tex_within(struct tex *x, const struct ltx_arg *part) {
    size_t end = x->end, marks = x->nmarks;
    bool mono = x->mono, markdown = x->markdown, dollars = x->dollars;
    bool unclosed[2] = {x->unclosed[0], x->unclosed[1]};
    if (!ltx_given(part)) {
        return;
    }
    if (x->depth >= LIMIT_TEX_DEPTH) {
        md_tex_text(x, str_trim(md_tex_arg(x, part)), part->begin, part->end);
        return;
    }
    size_t at = x->at;
    x->at = part->begin;
    x->end = part->end;
    x->markdown = false;
    x->depth++;
    run(x);
    x->depth--;
    x->markdown = markdown;
    x->dollars = dollars;
    memcpy(x->unclosed, unclosed, sizeof unclosed);
    x->mono = mono;
    x->nmarks = marks;
    x->end = end;
    x->at = at;
}

static void read_group(struct tex *x) {
    size_t close = ltx_close(x->t, x->at);
    if (close == STR_NONE || close >= x->end) {
        x->at++; /* an unmatched brace is ignored, as in TeX */
        return;
    }
    struct ltx_arg inside = {x->at + 1, close};
    x->at = close + 1;
    md_tex_within(x, &inside);
}

static void read_space(struct tex *x) {
    size_t behind;
    if (ltx_blank(x->t, x->at, x->end, &behind)) {
        md_tex_paragraph(x);
        x->beside = NULL;
    } else {
        x->space = true;
    }
    x->at = behind;
}

/* Reads quotes and dashes in TeX's notation. Returns false for other text. */
static bool read_ligature(struct tex *x) {
    static const struct {
        struct str from, to;
    } ligatures[] = {{STR_INIT("---"), STR_INIT("\u2014")}, {STR_INIT("--"), STR_INIT("\u2013")},
                     {STR_INIT("``"), STR_INIT("\u201C")},  {STR_INIT("''"), STR_INIT("\u201D")},
                     {STR_INIT("`"), STR_INIT("\u2018")},   {STR_INIT("'"), STR_INIT("\u2019")},
                     {STR_INIT("\""), STR_INIT("\u201D")}};
    struct str rest = str_slice(x->t->s, x->at, x->end);
    for (size_t i = 0; i < ARRAY_LEN(ligatures) && !x->mono; i++) {
        if (str_starts(rest, ligatures[i].from)) {
            size_t begin = x->at, n = ligatures[i].from.n;
            bool opens =
                rest.p[0] == '"' && (begin == 0 || x->space || is_space(x->t->s.p[begin - 1]) ||
                                     x->t->s.p[begin - 1] == '(' || x->t->s.p[begin - 1] == '{');
            md_tex_text(x, opens ? STR("\u201C") : ligatures[i].to, begin, begin + n);
            x->at += n;
            return true;
        }
    }
    return false;
}

static bool is_special(char c) {
    return is_space(c) || c == '\\' || c == '{' || c == '}' || c == '$' || c == '~' || c == '-' ||
           c == '`' || c == '\'' || c == '"' || c == '%' || c == '\0';
}

static void read_words(struct tex *x) {
    size_t begin = x->at++;
    while (x->at < x->end && !is_special(x->t->s.p[x->at])) {
        x->at++;
    }
    md_tex_text(x, str_slice(x->t->s, begin, x->at), begin, x->at);
}

static void read_special(struct tex *x, char c) {
    size_t at = x->at;
    if (is_space(c)) {
        read_space(x);
    } else if (c == '\\') {
        md_tex_command(x);
    } else if (c == '{') {
        read_group(x);
    } else if (c == '}') {
        x->at++;
    } else if (c == '$') {
        read_dollar(x);
    } else if (c == '~') {
        x->at++;
        md_tex_text(x, STR("\u00A0"), at, at + 1);
    } else if (c == '%' && x->t->comments) {
        x->at = ltx_skip(x->t, at, x->end);
    } else if (c == '\0') {
        x->at++;
        md_tex_text(x, STR("\uFFFD"), at, at + 1);
    } else if (!read_ligature(x)) {
        read_words(x);
    }
}

static void run(struct tex *x) {
    while (x->at < x->end) {
        char c = x->t->s.p[x->at];
        if (is_special(c)) {
            read_special(x, c);
        } else {
            read_words(x);
        }
    }
    x->at = x->end;
}

void md_tex_run(struct tex *x) {
    run(x);
    if (x->mode != TEX_MIXED) {
        md_tex_paragraph(x);
    }
}
