/* SPDX-License-Identifier: MIT */
/*
 * TeX math: tokens, arguments, atoms and scripts.
 *
 * This file decides the class of every atom. Rows are in math_row.c, commands with arguments in
 * math_commands.c, environments in math_environment.c, characters in math_symbols.c.
 *
 * Where TeX stops at a fault, this parser continues: the part that could not be read shows its
 * source, and the rest is set.
 */
#include "model/tex/math/math_parser.h"

#include "core/base/search.h"
#include "core/base/utf8.h"
#include "model/tex/math/math_symbols.h"

#include <stdlib.h>

DIAG_USE(DIAG_TEX_COMMAND);
DIAG_USE(DIAG_TEX_SYNTAX);

/* State and tokens. */

/** Returns the origin of byte `at` of the expanded text. For text from a macro, this is the
 * beginning of the macro's call, or its last byte. */
static size_t source_offset(const struct math_parser *p, size_t at, bool last) {
    if (!p->nsegments) {
        return 0;
    }
    size_t i;
    SEARCH_FIRST(i, 1, p->nsegments, p->segments[i].at > at);
    const struct math_segment *s = &p->segments[i - 1];
    if (s->from.whole) {
        return last && s->from.end > s->from.src ? s->from.end - 1 : s->from.src;
    }
    return s->from.src + (at - s->at);
}

struct span math_span(const struct math_parser *p, size_t from, size_t to) {
    if (!p->at.src || p->at.end - p->at.begin != p->source) {
        return p->at; /* the text is not a copy of the source, so there is no more exact place */
    }
    if (p->segments) {
        /* the last byte gives the end, because the next byte may be from another place */
        size_t last = to > from ? to - 1 : from;
        size_t end = source_offset(p, last, true) + (to > from ? 1 : 0);
        from = source_offset(p, from, false);
        to = end > from ? end : from;
        to = to < p->source ? to : p->source;
    }
    return span_make(p->at.src, p->at.begin + from, p->at.begin + to);
}

struct math *math_node(struct math_parser *p, enum math_kind kind, size_t from) {
    struct math *m = ARENA_NEW(p->arena, struct math);
    m->kind = kind;
    m->variant = MATH_UPRIGHT;
    m->span = math_span(p, from, p->pos);
    return m;
}

struct math *math_close(struct math_parser *p, struct math *m) {
    struct span here = math_span(p, p->pos > 0 ? p->pos - 1 : 0, p->pos);
    m->span.end = here.end > m->span.end ? here.end : m->span.end;
    return m;
}

struct math *math_symbol(struct math_parser *p, struct str text, enum math_class cls, size_t from) {
    struct math *m = math_node(p, MATH_SYMBOL, from);
    m->text = text;
    m->cls = cls;
    m->is_operator = cls != MATH_ORD;
    return m;
}

void math_append(struct math *row, struct math *child) {
    if (row->last) {
        row->last->next = child;
    } else {
        row->first = child;
    }
    row->last = child;
}

struct diag *math_complain(struct math_parser *p, const struct diag_rule *id, size_t from,
                           size_t to, const char *fmt, ...) {
    if (!p->diags) {
        return NULL;
    }
    va_list ap;
    va_start(ap, fmt);
    struct buf b = BUF_INIT;
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    struct diag *g = diag_add(p->diags, id, math_span(p, from, to), "%s", b.p);
    buf_drop(&b);
    return g;
}

struct math *math_error(struct math_parser *p, size_t from) {
    struct math *m = math_node(p, MATH_ERROR, from);
    m->text = str_slice(p->tex, from, p->pos);
    return m;
}

bool math_skip_space(struct math_parser *p) {
    const char *t = p->tex.p;
    while (p->pos < p->end && (is_space(t[p->pos]) || t[p->pos] == '%')) {
        if (t[p->pos] == '%') {
            p->pos = str_until(str_slice(p->tex, 0, p->end), p->pos, '\n');
        } else {
            p->pos++;
        }
    }
    return p->pos < p->end;
}

struct str math_peek_command(const struct math_parser *p, size_t *next) {
    size_t from = p->pos + 1, at = from;
    while (at < p->end && is_alpha(p->tex.p[at])) {
        at++;
    }
    if (at == from && at < p->end) {
        (void)utf8_next(str_slice(p->tex, 0, p->end), &at);
    } else if (at < p->end && p->tex.p[at] == '*' &&
               str_eq(str_slice(p->tex, from, at), STR("operatorname"))) {
        at++;
    }
    *next = at;
    return str_slice(p->tex, from, at);
}

size_t math_name_end(const struct math_parser *p, size_t from) {
    struct math_parser start = *p;
    size_t end = from + 1;
    start.pos = from;
    if (from < p->end && p->tex.p[from] == '\\') {
        (void)math_peek_command(&start, &end);
    }
    return end < p->end ? end : p->end;
}

bool math_accept(struct math_parser *p, char c) {
    if (!math_skip_space(p) || p->tex.p[p->pos] != c) {
        return false;
    }
    p->pos++;
    return true;
}

bool math_at_stop(struct math_parser *p, unsigned stop) {
    if (!math_skip_space(p)) {
        return true;
    }
    char c = p->tex.p[p->pos];
    if (c == '}') {
        return (stop & STOP_BRACE) != 0;
    }
    if (c == ']') {
        return (stop & STOP_BRACKET) != 0;
    }
    if (c == '&') {
        return (stop & STOP_CELL) != 0;
    }
    if (c == '@') {
        return (stop & STOP_AT) != 0;
    }
    if (c == '\\') {
        size_t next;
        struct str name = math_peek_command(p, &next);
        return ((stop & STOP_RIGHT) && str_is(name, "right")) ||
               ((stop & STOP_CELL) &&
                (str_is(name, "\\") || str_is(name, "cr") || str_is(name, "end")));
    }
    return false;
}

static struct math *number(struct math_parser *p, size_t most);

/* Arguments. */

/** Reads a group. `from` is the offset after its opening brace. */
static struct math *group(struct math_parser *p, size_t from) {
    int font = p->font;
    struct math *m = math_row(p, STOP_BRACE);
    p->font = font;
    if (p->pos < p->end && p->tex.p[p->pos] == '}') {
        p->pos++;
    } else {
        struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, from + 1, "a brace is not closed");
        diag_hint(p->diags, g, "add `}`");
    }
    m->span = math_span(p, from, p->pos);
    return m;
}

struct math *math_lacking(struct math_parser *p, size_t from) {
    size_t named = math_name_end(p, from);
    math_complain(p, DIAG_TEX_SYNTAX, from, named, "`%.*s` lacks an argument",
                  STR_ARG(str_slice(p->tex, from, named)));
    p->lacks = true;
    return math_error(p, from);
}

struct math *math_argument(struct math_parser *p, size_t from) {
    if (p->lacks) {
        return math_error(p, from);
    }
    if (math_skip_space(p) && p->tex.p[p->pos] == '{') {
        size_t at = p->pos++;
        return group(p, at);
    }
    if (p->pos < p->end && is_digit(p->tex.p[p->pos])) { /* \frac12 is one half */
        return number(p, 1);
    }
    struct math *m = math_atom(p, STOP_BRACE | STOP_RIGHT | STOP_CELL);
    return m ? m : math_lacking(p, from);
}

struct math *math_optional(struct math_parser *p) {
    if (!math_accept(p, '[')) {
        return NULL;
    }
    size_t from = p->pos - 1;
    struct math *m = math_row(p, STOP_BRACKET);
    if (!math_accept(p, ']')) {
        math_complain(p, DIAG_TEX_SYNTAX, from, from + 1, "a bracket is not closed");
    }
    return m;
}

struct str math_optional_raw(struct math_parser *p) {
    if (!math_accept(p, '[')) {
        return STR_EMPTY;
    }
    size_t from = p->pos;
    p->pos = str_until(str_slice(p->tex, 0, p->end), p->pos, ']');
    struct str raw = str_slice(p->tex, from, p->pos);
    if (!math_accept(p, ']')) {
        math_complain(p, DIAG_TEX_SYNTAX, from - 1, from, "a bracket is not closed");
    }
    return raw;
}

bool math_raw_argument(struct math_parser *p, struct str *out) {
    if (!math_accept(p, '{')) {
        return false;
    }
    size_t from = p->pos, depth = 1;
    for (; p->pos < p->end; p->pos++) {
        char c = p->tex.p[p->pos];
        if (c == '\\' && p->pos + 1 < p->end) {
            p->pos++;
        } else if (c == '{') {
            depth++;
        } else if (c == '}' && --depth == 0) {
            *out = str_slice(p->tex, from, p->pos++);
            return true;
        }
    }
    *out = str_slice(p->tex, from, p->end);
    math_complain(p, DIAG_TEX_SYNTAX, from - 1, from, "a brace is not closed");
    return true;
}

bool math_delimiter(struct math_parser *p, size_t from, struct str *out) {
    static const struct {
        const char *tex, *text;
    } typed[] = {{"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"|", "|"},
                 {"/", "/"}, {".", ""},  {"<", "⟨"}, {">", "⟩"}};
    size_t named = p->pos;
    *out = STR_EMPTY;
    if (math_skip_space(p)) {
        size_t next = p->pos;
        if (p->tex.p[p->pos] == '\\') {
            struct str name = math_peek_command(p, &next);
            const struct math_symbol *symbol = math_symbol_find(name);
            bool arrow = symbol && symbol->cls == MATH_REL && str_ends(name, STR("arrow"));
            if (symbol && (arrow || symbol->cls == MATH_OPEN || symbol->cls == MATH_CLOSE ||
                           (symbol->flags & SYM_SIGN))) {
                p->pos = next;
                *out = str_of(symbol->text);
                return true;
            }
        } else {
            (void)utf8_next(p->tex, &next);
            struct str c = str_slice(p->tex, p->pos, next);
            for (size_t i = 0; i < ARRAY_LEN(typed); i++) {
                if (str_is(c, typed[i].tex)) {
                    p->pos = next;
                    *out = str_of(typed[i].text);
                    return true;
                }
            }
            const struct math_symbol *symbol = math_symbol_of_text(c);
            if (symbol && (symbol->cls == MATH_OPEN || symbol->cls == MATH_CLOSE)) {
                p->pos = next;
                *out = c;
                return true;
            }
        }
    }
    struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, named, "`%.*s` lacks its delimiter",
                                   STR_ARG(str_slice(p->tex, from, named)));
    diag_hint(p->diags, g, "write a bracket, or a point for none: `%.*s.`",
              STR_ARG(str_slice(p->tex, from, named)));
    return false;
}

/* Atoms. */

static struct math *letter(struct math_parser *p, struct str text, size_t from, bool italic) {
    struct math *m = math_symbol(p, text, MATH_ORD, from);
    if (p->font != MATH_FONT_DEFAULT) {
        m->variant = (enum math_variant)p->font;
    } else {
        m->variant = italic ? MATH_ITALIC : MATH_UPRIGHT;
    }
    return m;
}

/** Reads digits with a point between them, at most `most` characters. "1.95" is one number, and
 * "1." is a number and a point. */
static struct math *number(struct math_parser *p, size_t most) {
    size_t from = p->pos;
    bool point = false;
    while (p->pos < p->end && p->pos - from < most) {
        char c = p->tex.p[p->pos];
        bool next_digit = p->pos + 1 < p->end && is_digit(p->tex.p[p->pos + 1]);
        if (c == '.' && !point && next_digit) {
            point = true;
        } else if (!is_digit(c)) {
            break;
        }
        p->pos++;
    }
    struct math *m = math_node(p, MATH_NUMBER, from);
    m->text = str_slice(p->tex, from, p->pos);
    if (p->font != MATH_FONT_DEFAULT && p->font != MATH_ITALIC) {
        m->variant = (enum math_variant)p->font;
    }
    return m;
}

static struct math *symbol_atom(struct math_parser *p, const struct math_symbol *symbol,
                                size_t from) {
    if (symbol->flags & SYM_NAME) {
        struct math *m = math_node(p, MATH_TEXT, from);
        m->text = str_of(symbol->text);
        m->name = true;
        m->cls = MATH_OP;
        m->limits = (symbol->flags & SYM_LIMITS) != 0;
        return m;
    }
    size_t at = 0;
    uint32_t cp = utf8_next(str_of(symbol->text), &at);
    bool greek = cp >= 0x391 && cp <= 0x3F6;
    if (symbol->cls == MATH_ORD && ((symbol->flags & SYM_ITALIC) || greek)) {
        return letter(p, str_of(symbol->text), from, (symbol->flags & SYM_ITALIC) != 0);
    }
    struct math *m = math_symbol(p, str_of(symbol->text), (enum math_class)symbol->cls, from);
    m->limits = (symbol->flags & SYM_LIMITS) != 0;
    m->is_operator = symbol->cls != MATH_ORD || (symbol->flags & SYM_SIGN);
    if (p->font == MATH_BOLD_ITALIC || p->font == MATH_BOLD) {
        m->variant = (enum math_variant)p->font;
    }
    return m;
}

/** The meaning of ASCII characters other than letters and digits. */
static const struct {
    char c;
    uint8_t cls;
    const char *text;
} characters[] = {
    {'+', MATH_BIN, "+"},   {'-', MATH_BIN, "−"},   {'*', MATH_BIN, "∗"},   {'=', MATH_REL, "="},
    {'<', MATH_REL, "<"},   {'>', MATH_REL, ">"},   {':', MATH_REL, "∶"},   {'(', MATH_OPEN, "("},
    {'[', MATH_OPEN, "["},  {')', MATH_CLOSE, ")"}, {']', MATH_CLOSE, "]"}, {'!', MATH_CLOSE, "!"},
    {'?', MATH_CLOSE, "?"}, {',', MATH_PUNCT, ","}, {';', MATH_PUNCT, ";"}, {'|', MATH_ORD, "|"},
    {'/', MATH_ORD, "/"},   {'.', MATH_ORD, "."},   {'"', MATH_ORD, "″"},   {'@', MATH_ORD, "@"},
    {'`', MATH_OPEN, "‘"},
};

enum math_class math_peek_class(struct math_parser *p) {
    size_t next = p->pos;
    if (!math_skip_space(p)) {
        return MATH_ORD;
    }
    char c = p->tex.p[p->pos];
    for (size_t i = 0; i < ARRAY_LEN(characters); i++) {
        if (characters[i].c == c) {
            return (enum math_class)characters[i].cls;
        }
    }
    const struct math_symbol *symbol = NULL;
    if (c == '\\') {
        symbol = math_symbol_find(math_peek_command(p, &next));
    } else if ((unsigned char)c >= 0x80) {
        next = p->pos;
        (void)utf8_next(str_slice(p->tex, 0, p->end), &next);
        symbol = math_symbol_of_text(str_slice(p->tex, p->pos, next));
    }
    return symbol && !(symbol->flags & SYM_NAME) ? (enum math_class)symbol->cls : MATH_ORD;
}

static struct math *character(struct math_parser *p) {
    size_t from = p->pos;
    char c = p->tex.p[from];
    if (is_digit(c) || (c == '.' && from + 1 < p->end && is_digit(p->tex.p[from + 1]))) {
        return number(p, SIZE_MAX);
    }
    if ((unsigned char)c < 0x80) {
        p->pos++;
        if (c == '~') {
            struct math *m = math_node(p, MATH_SPACE, from);
            m->width_mu = 6;
            return m;
        }
        for (size_t i = 0; i < ARRAY_LEN(characters); i++) {
            if (characters[i].c == c) {
                struct math *m = math_symbol(p, str_of(characters[i].text),
                                             (enum math_class)characters[i].cls, from);
                m->is_operator = c != '@' && c != '.';
                return m;
            }
        }
        return letter(p, str_slice(p->tex, from, p->pos), from, is_alpha(c));
    }
    (void)utf8_next(str_slice(p->tex, 0, p->end), &p->pos);
    struct str text = str_slice(p->tex, from, p->pos);
    const struct math_symbol *symbol = math_symbol_of_text(text);
    return symbol ? symbol_atom(p, symbol, from) : letter(p, text, from, false);
}

static void complain_unknown(struct math_parser *p, struct str name, size_t from) {
    struct diag *g = math_complain(p, DIAG_TEX_COMMAND, from, p->pos,
                                   "unknown command `\\%.*s` in math", STR_ARG(name));
    if (!g) {
        return;
    }
    size_t n = 0, count = math_symbols_count;
    while (math_command_name(n)) {
        n++;
    }
    struct str *names = xcalloc(count + n, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = str_of(math_symbols[i].name);
    }
    for (size_t i = 0; i < n; i++) {
        names[count + i] = str_of(math_command_name(i));
    }
    struct str near = diag_nearest(name, names, count + n);
    free(names);
    if (near.n) {
        diag_hint(p->diags, g, "did you mean `\\%.*s`?", STR_ARG(near));
    } else {
        diag_hint(p->diags, g, "its source is shown as it is");
    }
}

/** Reads a command at its backslash. */
static struct math *command(struct math_parser *p) {
    size_t from = p->pos, next;
    struct str name = math_peek_command(p, &next);
    p->pos = next;
    const struct math_symbol *symbol = math_symbol_find(name);
    if (symbol) {
        return symbol_atom(p, symbol, from);
    }
    bool known = false;
    struct math *m = math_command(p, name, from, &known);
    if (known) {
        return m ? math_close(p, m) : math_error(p, from);
    }
    complain_unknown(p, name, from);
    return math_error(p, from);
}

struct math *math_atom(struct math_parser *p, unsigned stop) {
    if (math_at_stop(p, stop)) {
        return NULL;
    }
    size_t from = p->pos;
    switch (p->tex.p[from]) {
    case '{':
        p->pos++;
        return group(p, from);
    case '\\':
        return command(p);
    case '}':
    case '&':
    case '#':
    case '$':
        p->pos++;
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`%c` is not allowed here in math",
                      p->tex.p[from]);
        return math_error(p, from);
    case '^':
    case '_':
    case '\'':
        /* scripts without a base get an empty row as their base */
        return math_node(p, MATH_ROW, from);
    default:
        return character(p);
    }
}

/* Scripts. */

/** Reads primes: ' is ′, '' is ″, and so on, as far as there is a character. */
static struct math *primes(struct math_parser *p) {
    static const char *const marks[] = {"′", "″", "‴", "⁗"};
    size_t from = p->pos;
    struct math *row = NULL, *m = NULL;
    while (p->pos < p->end && p->tex.p[p->pos] == '\'') {
        size_t count = 0;
        while (count < 4 && p->pos < p->end && p->tex.p[p->pos] == '\'') {
            p->pos++;
            count++;
        }
        struct math *mark = math_symbol(p, str_of(marks[count - 1]), MATH_ORD, from);
        mark->is_operator = true;
        if (m && !row) {
            row = math_node(p, MATH_ROW, from);
            math_append(row, m);
        }
        if (row) {
            math_append(row, mark);
        }
        m = mark;
    }
    return row ? row : m;
}

/** Appends `add` to an existing script, as in f'^2. */
static struct math *join_script(struct math_parser *p, struct math *old, struct math *add,
                                size_t from) {
    if (!old) {
        return add;
    }
    struct math *row = old;
    if (old->kind != MATH_ROW) {
        row = math_node(p, MATH_ROW, from);
        math_append(row, old);
    }
    math_append(row, add);
    return row;
}

/** Reads \limits, \nolimits and \displaylimits after an operator. */
static bool limit_switch(struct math_parser *p, struct math *nucleus) {
    size_t next;
    if (!math_skip_space(p) || p->tex.p[p->pos] != '\\') {
        return false;
    }
    struct str name = math_peek_command(p, &next);
    bool limits = str_is(name, "limits"), no = str_is(name, "nolimits");
    if (!limits && !no && !str_is(name, "displaylimits")) {
        return false;
    }
    if (nucleus->cls != MATH_OP && nucleus->kind != MATH_OVER && nucleus->kind != MATH_UNDER) {
        math_complain(p, DIAG_TEX_SYNTAX, p->pos, next,
                      "`\\%.*s` after something that is not an operator", STR_ARG(name));
    }
    nucleus->limits = !no;
    nucleus->limits_always = limits;
    p->pos = next;
    return true;
}

struct math *math_scripts(struct math_parser *p, struct math *nucleus, size_t from) {
    struct math *sub = NULL, *sup = NULL;
    bool has_sup = false;
    for (;;) {
        if (limit_switch(p, nucleus)) {
            continue;
        }
        if (!math_skip_space(p)) {
            break;
        }
        size_t at = p->pos;
        char c = p->tex.p[at];
        if (c == '\'') {
            sup = join_script(p, sup, primes(p), at);
            continue;
        }
        if (c != '^' && c != '_') {
            break;
        }
        p->pos++;
        struct math *arg = math_argument(p, at);
        p->lacks = false;
        bool twice = c == '^' ? has_sup : sub != NULL;
        if (twice) {
            struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, at, at + 1, "a second %s",
                                           c == '^' ? "superscript" : "subscript");
            diag_hint(p->diags, g, "put braces around the first: `{x%c2}%c3`", c, c);
        }
        if (c == '^') {
            sup = join_script(p, sup, arg, at);
            has_sup = true;
        } else {
            sub = join_script(p, sub, arg, at);
        }
    }
    if (!sub && !sup) {
        return nucleus;
    }
    struct math *m = math_node(p, MATH_SCRIPTS, from);
    m->cls = nucleus->cls;
    m->limits = nucleus->limits;
    m->limits_always = nucleus->limits_always;
    m->kid[0] = nucleus;
    m->kid[1] = sub;
    m->kid[2] = sup;
    return m;
}

/** Starts the parser with the expanded text. Returns false if the expansion exceeded a limit. */
static bool start(struct math_parser *p, const struct math_macro *macros,
                  struct math_budget *budget) {
    if (!math_expand_needed(p->tex, macros)) {
        return true;
    }
    struct math_expander x = math_expander_start(p->arena, p->tex, p->at, macros, p->diags);
    x.budget = budget;
    struct math_segment *segments;
    struct str text;
    bool expanded = math_expand(&x, &text, &segments, &p->nsegments);
    if (budget) {
        budget->bytes -= x.bytes < budget->bytes ? x.bytes : budget->bytes;
    }
    if (!expanded) {
        return false;
    }
    p->tex = text;
    p->end = text.n;
    p->segments = segments;
    return true;
}

struct math *math_parse(struct arena *a, struct str tex, struct span at,
                        const struct math_macro *macros, struct math_budget *budget,
                        struct diags *d) {
    struct math_parser p = {.arena = a, .tex = tex, .end = tex.n, .at = at, .diags = d};
    struct math_ref *refs = NULL;
    p.source = tex.n;
    p.whole = p.line = math_line_new(&p);
    p.refs = &refs;
    p.font = MATH_FONT_DEFAULT;
    if (!start(&p, macros, budget)) {
        struct math *shown = math_node(&p, MATH_ROW, 0);
        p.pos = tex.n;
        math_append(shown, math_error(&p, 0));
        return shown;
    }
    struct math *row = math_row(&p, STOP_CELL);
    if (p.pos < p.end) {
        /* lines at the outermost level, as authors write them between $$, are an aligned table */
        struct math *first = row;
        row = math_node(&p, MATH_ROW, 0);
        struct math *table = math_table_body(&p, MATH_ALIGNED, first, STOP_NONE, 0);
        math_append(row, math_table_fits(&p, table, 0) ? table : math_error(&p, 0));
    }
    row->line = row->numbers = p.whole;
    row->refs = refs;
    return math_close(&p, row);
}
