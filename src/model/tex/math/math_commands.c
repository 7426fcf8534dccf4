/* SPDX-License-Identifier: MIT */
/*
 * TeX math: the commands that take arguments or change what surrounds them. A row of
 * math_commands.def has a name, a function and up to three parameters for it. Symbols are in
 * math_symbols.def, environments in math_environment.c.
 */
#include "model/tex/math/math_command.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "model/tex/math/math_symbols.h"

#include <stdlib.h>

DIAG_USE(DIAG_TEX_SYNTAX);

/* Fractions and roots. */

/** Reads a fraction. `c->a`: the style. `c->b`: 1 for a binomial coefficient. */
static struct math *read_fraction(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    struct math *m = math_node(p, MATH_FRACTION, from);
    /* the class stays MATH_ORD, because LaTeX puts braces around a fraction */
    m->style = (enum math_style)c->a;
    m->no_rule = c->b != 0;
    bool continued = str_is(str_of(c->name), "cfrac");
    if (continued) {
        (void)math_optional(p); /* [l] or [r]: alignment of the numerator */
    }
    m->kid[0] = math_argument(p, from);
    if (continued) { /* in amsmath, the numerators of \cfrac contain a \strut */
        struct math *row = math_node(p, MATH_ROW, from);
        math_append(row, math_line_strut(p, from));
        math_append(row, m->kid[0]);
        m->kid[0] = row;
    }
    m->kid[1] = math_argument(p, from);
    if (c->b) {
        m = math_fence(p, math_close(p, m), "(", ")", from);
        m->cls = MATH_ORD;
    }
    return m;
}

static struct math *read_root(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *m = math_node(p, MATH_RADICAL, from);
    m->kid[1] = math_optional(p);
    m->kid[0] = math_argument(p, from);
    return m;
}

/* Delimiters. */

static struct math *read_left(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *m = math_node(p, MATH_FENCED, from);
    m->cls = MATH_INNER;
    if (!math_delimiter(p, from, &m->open)) {
        return NULL;
    }
    m->kid[0] = math_row(p, STOP_RIGHT | STOP_BRACE | STOP_CELL);
    size_t at = p->pos, next = at;
    if (math_skip_space(p) && p->tex.p[p->pos] == '\\' &&
        str_is(math_peek_command(p, &next), "right")) {
        p->pos = next;
        (void)math_delimiter(p, at, &m->close);
        return m;
    }
    struct diag *g =
        math_complain(p, DIAG_TEX_SYNTAX, from, from + 5, "`\\left` without its `\\right`");
    diag_hint(p->diags, g, "close it, or write `\\right.` for no delimiter");
    return m;
}

static struct math *read_right(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str unused;
    (void)math_delimiter(p, from, &unused);
    math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` without its `\\left`", c->name);
    return NULL;
}

static struct math *read_middle(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct str text;
    if (!math_delimiter(p, from, &text)) {
        return NULL;
    }
    struct math *m = math_symbol(p, text, MATH_INNER, from);
    m->stretchy = true;
    return m;
}

/** Reads \big and similar commands with their delimiter. `c->a`: the size. `c->b`: the class. */
static struct math *read_big(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str text;
    if (!math_delimiter(p, from, &text)) {
        return NULL;
    }
    struct math *m = math_symbol(p, text, (enum math_class)c->b, from);
    m->big = c->a;
    m->is_operator = true;
    return m;
}

/* Alphabets, words and classes. */

/** Whether a row consists of at least two letters, numbers or hyphens, which together are one word.
 */
static bool is_word(const struct math *row) {
    size_t n = 0;
    for (const struct math *m = row->first; m; m = m->next) {
        bool letter = m->kind == MATH_SYMBOL && m->cls == MATH_ORD && m->text.n == 1 &&
                      (is_alpha(m->text.p[0]) || m->text.p[0] == '-');
        if (!letter && m->kind != MATH_NUMBER) {
            return false;
        }
        n++;
    }
    return n > 1;
}

/** The texts of a row's symbols, joined. */
static struct str joined(struct math_parser *p, const struct math *row) {
    struct buf b = BUF_INIT;
    for (const struct math *m = row->first; m; m = m->next) {
        buf_str(&b, m->text);
    }
    return buf_finish(&b, p->arena);
}

/** Reads a command for an alphabet. `c->a`: the alphabet. `c->b`: 1 if several letters are one
 * word. */
static struct math *read_alphabet(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    int font = p->font;
    p->font = c->a;
    struct math *arg = math_argument(p, from);
    p->font = font;
    if (!c->b || arg->kind != MATH_ROW || !is_word(arg)) {
        return arg;
    }
    struct math *m = math_node(p, MATH_TEXT, from);
    m->name = true;
    m->variant = (enum math_variant)c->a;
    m->text = joined(p, arg);
    return m;
}

static struct math *read_text(struct math_parser *p, const struct math_command *c, size_t from) {
    return math_text_argument(p, (enum math_variant)c->a, from);
}

/** Reads an operator name. `c->a`: 1 if scripts are above and below, as for \operatorname*. */
static struct math *read_operator(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    struct str raw;
    if (!math_raw_argument(p, &raw)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks its name in braces", c->name);
        return NULL;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.p[i] == '\\' && i + 1 < raw.n) { /* \, is a thin space in the name */
            i++;
            if (is_alpha(raw.p[i])) {
                while (i + 1 < raw.n && is_alpha(raw.p[i + 1])) {
                    i++;
                }
            } else if (raw.p[i] != '!') {
                buf_putc(&b, ' ');
            }
        } else if (raw.p[i] != '{' && raw.p[i] != '}' && !is_space(raw.p[i])) {
            buf_putc(&b, raw.p[i]);
        }
    }
    struct math *m = math_node(p, MATH_TEXT, from);
    m->cls = MATH_OP;
    m->name = true;
    m->limits = c->a != 0;
    m->text = buf_finish(&b, p->arena);
    return m;
}

/** Reads a command that sets the class of its argument. `c->a`: the class. */
static struct math *read_class(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_ROW, from);
    m->cls = (enum math_class)c->a;
    math_append(m, math_argument(p, from));
    return m;
}

/* Accents, and symbols over and under an atom. */

/** Reads an accent. `c->text`: the combining character. `c->a`: 1 if it is stretched. */
static struct math *read_accent(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_ACCENT, from);
    m->text = str_of(c->text);
    m->stretchy = c->a != 0;
    m->kid[0] = math_argument(p, from);
    return m;
}

/** Reads a symbol that is stretched over or under an atom. `c->text`: the symbol. `c->a`: the kind
 * of node. `c->b`: 1 if scripts are placed beyond the symbol, as for braces. */
static struct math *read_stretched(struct math_parser *p, const struct math_command *c,
                                   size_t from) {
    struct math *m = math_node(p, (enum math_kind)c->a, from);
    m->text = str_of(c->text);
    m->stretchy = true;
    m->limits = m->limits_always = c->b != 0;
    m->kid[0] = math_argument(p, from);
    return m;
}

/** Reads \overset{above}{base} and \underset. `c->a`: the kind. `c->b`: 1 for \stackrel, which is a
 * relation. */
static struct math *read_set(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, (enum math_kind)c->a, from);
    m->kid[1] = math_argument(p, from);
    struct math *base = m->kid[0] = math_argument(p, from);
    if (base->kind == MATH_ROW && base->first && base->first == base->last) {
        base = base->first;
    }
    if (base->is_operator && base->cls == MATH_ORD && base->kind == MATH_SYMBOL) {
        const struct math_symbol *symbol = math_symbol_of_text(base->text);
        /* a `+` alone in braces has lost its class, which it gets back here */
        base->cls = symbol ? (enum math_class)symbol->cls : MATH_ORD;
    }
    m->cls = c->b ? MATH_REL : base->cls;
    return m;
}

/** Reads \xrightarrow[below]{above}. `c->text`: the arrow. */
static struct math *read_arrow(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *below = math_optional(p);
    struct math *above = math_argument(p, from);
    struct math *m = math_symbol(p, str_of(c->text), MATH_REL, from);
    m->stretchy = true;
    m = below ? math_labelled(p, MATH_UNDER, m, below, from) : m;
    return math_labelled(p, MATH_OVER, m, above, from);
}

/** Reads \not and its target, and \slashed. Several atoms together get one stroke. */
static struct math *read_not(struct math_parser *p, const struct math_command *c, size_t from) {
    static const struct {
        const char *plain, *negated;
    } pairs[] = {{"=", "≠"}, {"∈", "∉"}, {"∋", "∌"}, {"≡", "≢"}, {"∼", "≁"}, {"≃", "≄"},
                 {"≈", "≉"}, {"≅", "≇"}, {"<", "≮"}, {">", "≯"}, {"≤", "≰"}, {"≥", "≱"},
                 {"⊂", "⊄"}, {"⊃", "⊅"}, {"⊆", "⊈"}, {"⊇", "⊉"}, {"∣", "∤"}, {"∥", "∦"},
                 {"→", "↛"}, {"⇒", "⇏"}, {"∃", "∄"}, {"⊢", "⊬"}, {"⊨", "⊭"}};
    (void)c;
    struct math *m = math_argument(p, from);
    if (m->kind == MATH_ROW && m->first && m->first == m->last) {
        m = m->first;
    }
    if (m->kind != MATH_SYMBOL) {
        struct math *struck = math_node(p, MATH_BOX, from);
        struck->lines = LINE_UP;
        struck->kid[0] = m;
        return struck;
    }
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        if (str_is(m->text, pairs[i].plain)) {
            m->text = str_of(pairs[i].negated);
            return m;
        }
    }
    m->text = arena_join(p->arena, 2, m->text, STR("\xCC\xB8"));
    return m;
}

/* Commands that show nothing. */

/** Reads a command that shows nothing: \relax. */
static struct math *read_nothing(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    return math_node(p, MATH_SPACE, from);
}

static struct math *read_same(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    return math_argument(p, from);
}

/** Reads \intertext that is not at the beginning of a row. math_environment.c handles it at the
 * beginning. */
static struct math *read_intertext(struct math_parser *p, const struct math_command *c,
                                   size_t from) {
    struct str unread;
    struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, p->pos,
                                   "`\\%s` not at the beginning of a row of equations", c->name);
    (void)math_raw_argument(p, &unread);
    diag_hint(p->diags, g, "write it in `align`, after `\\\\`");
    return NULL;
}

/* Environments. */

static struct math *read_begin(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    return math_environment(p, from);
}

static struct math *read_substack(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    (void)c;
    if (!math_accept(p, '{')) {
        return math_argument(p, from);
    }
    size_t at = p->pos - 1;
    struct math *m = math_table_body(p, MATH_SUBSTACK, NULL, STOP_BRACE, from);
    if (m && !math_accept(p, '}')) {
        math_complain(p, DIAG_TEX_SYNTAX, at, at + 1, "a brace is not closed");
    }
    return m && math_table_fits(p, m, from) ? m : NULL;
}

/* The rows of math_commands.def. */
static const struct math_command commands[] = {
#define COMMAND(name, read, a, b, text) {name, read, a, b, text},
#include "model/tex/math/math_commands.def"
#undef COMMAND
};

const char *math_command_name(size_t i) {
    return i < ARRAY_LEN(commands) ? commands[i].name : NULL;
}

struct math *math_command(struct math_parser *p, struct str name, size_t from, bool *known) {
    const struct math_command *c =
        bsearch(&name, commands, ARRAY_LEN(commands), sizeof commands[0], str_order_z);
    *known = c != NULL;
    if (!c) {
        return NULL;
    }
    /* commands are nested even without braces: \sqrt\sqrt\sqrt x */
    if (p->depth >= LIMIT_TEX_DEPTH) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "more than %d levels of nesting in math",
                      LIMIT_TEX_DEPTH);
        p->pos = p->end;
        p->diags = NULL;
        return NULL;
    }
    p->depth++;
    struct math *m = c->read(p, c, from);
    p->depth--;
    m = p->lacks ? NULL : m;
    p->lacks = false;
    return m;
}
