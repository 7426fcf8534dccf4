/* SPDX-License-Identifier: MIT */
/* Reads algorithms of the packages algorithm, algorithmic, algpseudocode and algorithm2e. They
 * become indented lines with bold keywords, in a division that is a float. */
#include "read/markdown/tex/tex.h"

#define INDENT "\u00A0\u00A0\u00A0\u00A0" /* the indentation of each level */
#define MAX_INDENT 12
#define MAX_NESTED 20 /* maximum depth of blocks of algorithm2e */

struct statement {
    const char *name;           /* the name in lower case, since \State and \STATE mean the same */
    const char *before, *after; /* keywords before and after the argument */
    const char *args;
    int out, in; /* `out` levels end before the line, and `in` levels begin after it */
    /* 'e' continues an empty line, 'l' continues any line, and other values begin a line */
    char joins;
};

#define STATEMENT(name, before, after, args, out, in, joins)                                       \
    {name, before, after, args, out, in, joins},
/* commands of algorithmic and algpseudocode */
static const struct statement statements[] = {
#include "read/markdown/tex/algorithm_statements.def"
};

/* commands of algorithm2e; the last argument of each is a block */
static const struct statement blocks[] = {
#include "read/markdown/tex/algorithm_blocks.def"
};
#undef STATEMENT

static const struct statement *find(const struct statement *table, size_t n, struct str name) {
    for (size_t i = 0; i < n; i++) {
        if (str_ieq(name, str_of(table[i].name))) {
            return &table[i];
        }
    }
    return NULL;
}

struct lines {
    struct tex *x;
    const struct statement *table;
    size_t n;
    int indent;
    bool begun; /* a line is open */
    bool empty; /* the open line is empty */
};

static void keyword(struct lines *l, const char *word, bool space) {
    struct tex *x = l->x;
    if (!*word) {
        return;
    }
    if (space) {
        md_tex_text(x, STR(" "), x->at, x->at);
    }
    l->empty = false;
    struct doc_node *strong = md_tex_inline(x, DOC_STRONG, x->at, x->at);
    doc_add_text(x->m->doc, strong, str_of(word), strong->span);
}

static void begin_line(struct lines *l) {
    if (l->begun) {
        md_tex_inline(l->x, DOC_LINE_BREAK, l->x->at, l->x->at);
    }
    for (int i = 0; i < l->indent && i < MAX_INDENT; i++) {
        md_tex_text(l->x, STR(INDENT), l->x->at, l->x->at);
    }
    l->begun = l->empty = true;
}

/* Returns the offset of the next statement, or in algorithm2e of the next `\;`, or `end`. */
static size_t next_statement(const struct lines *l, size_t at, size_t end) {
    const struct tex *x = l->x;
    while (at < end) {
        char c = x->t->s.p[at];
        size_t close = c == '{' ? ltx_close(x->t, at) : STR_NONE;
        if (c == '\\' && (find(l->table, l->n, md_tex_name(x, at)) ||
                          (l->table == blocks && at + 1 < end && x->t->s.p[at + 1] == ';'))) {
            return at;
        }
        at = close != STR_NONE && close < end ? close + 1 : c == '\\' ? at + 2 : at + 1;
    }
    return end;
}

static void read_text(struct lines *l, size_t at, size_t end, bool space) {
    struct tex *x = l->x;
    struct ltx_arg part = {at, end};
    struct str text = str_trim(md_tex_arg(x, &part));
    if (!text.n) {
        return;
    }
    str_trim_range(x->t->s, &part.begin, &part.end);
    if (space) {
        md_tex_text(x, STR(" "), at, at);
    }
    l->empty = false;
    md_tex_within(x, &part);
    x->space = false;
}

static void read_lines(struct lines *l, size_t at, size_t end, int nested);

static size_t read_statement(struct lines *l, size_t at, size_t end, int nested) {
    struct tex *x = l->x;
    struct ltx_arg args[LTX_ARGS];
    struct str name = md_tex_name(x, at);
    const struct statement *s = find(l->table, l->n, name);
    size_t behind = at + 1 + name.n, n = str_of(s->args).n;
    size_t next = ltx_args(x->t, behind, end, s->args, false, args);
    bool block = l->table == blocks && s->in > 0, whole = next != STR_NONE;
    l->indent -= l->indent >= s->out ? s->out : 0;
    bool joins = l->begun && (s->joins == 'l' || (s->joins == 'e' && l->empty));
    if (!joins) {
        begin_line(l);
    }
    keyword(l, s->before, joins && !l->empty);
    for (size_t i = 0; whole && i < n - (block && n ? 1 : 0); i++) {
        read_text(l, args[i].begin, args[i].end, true);
    }
    keyword(l, s->after, true);
    l->indent += s->in;
    if (whole && block && nested < MAX_NESTED) {
        read_lines(l, args[n - 1].begin, args[n - 1].end, nested + 1);
        l->indent -= s->in;
    }
    return whole ? next : behind;
}

static void read_lines(struct lines *l, size_t at, size_t end, int nested) {
    while (at < end) {
        size_t next = next_statement(l, at, end);
        struct str text = str_trim(str_slice(l->x->t->s, at, next));
        bool own = l->table == blocks && text.n; /* algorithm2e ends a line with \; */
        if (own) {
            begin_line(l);
        }
        if (text.n && (own || l->begun)) {
            read_text(l, at, next,
                      !own && l->x->para && l->x->para->last &&
                          l->x->para->last->kind == DOC_STRONG);
        } else if (text.n) {
            begin_line(l);
            read_text(l, at, next, false);
        }
        if (next >= end) {
            return;
        }
        at = l->x->t->s.p[next + 1] == ';' ? next + 2 : read_statement(l, next, end, nested);
    }
}

static void read_algorithm(struct tex *x, const struct tex_call *c, struct doc_node *parent,
                           const struct statement *table, size_t n) {
    struct doc_node *div = md_tex_add(x, parent, DOC_DIV, c->begin, c->end);
    struct tex in = *x;
    struct lines l = {.x = &in, .table = table, .n = n};
    doc_add_class(x->m->doc, div, STR("line-block"));
    in.parent = div;
    in.para = NULL;
    in.mode = TEX_BLOCKS;
    in.nmarks = 0;
    in.at = c->body.begin;
    in.end = c->body.end;
    read_lines(&l, c->body.begin, c->body.end, 0);
    md_tex_paragraph(&in);
    doc_unlink_empty(div);
}

void md_tex_lines(struct tex *x, const struct tex_call *c) {
    md_tex_paragraph(x);
    read_algorithm(x, c, x->parent, statements, ARRAY_LEN(statements));
}

void md_tex_algorithm(struct tex *x, const struct tex_call *c) {
    struct tex_float own = {0}, *outer = x->floated;
    struct doc_node *div = md_tex_block(x, DOC_DIV, c->begin, c->end);
    bool inner = str_find(md_tex_arg(x, &c->body), STR("\\begin{algorithmic")) != STR_NONE;
    doc_add_class(x->m->doc, div, STR("algorithm"));
    doc_set_pair(x->m->doc, div, STR("style"),
                 STR("border-top: 1px solid; border-bottom: 1px solid; padding: 0.3em 0"));
    x->floated = &own;
    if (inner) {
        md_tex_part(x, &c->body, div, TEX_BLOCKS);
    } else {
        read_algorithm(x, c, div, blocks, ARRAY_LEN(blocks));
    }
    x->floated = outer;
    if (own.label.n) {
        doc_set_id(x->m->doc, div, own.label);
    }
    if (own.caption) {
        own.caption->kind = DOC_PARA; /* frame.c adds the word and the number */
        doc_insert(div, div->first, own.caption);
    }
}
