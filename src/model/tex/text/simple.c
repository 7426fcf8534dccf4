/* SPDX-License-Identifier: MIT */
/*
 * Math that is plain text: `$10^{32}$`, `$1.95{\times}$`, `$\mu$m`, `H$_2$O`. Decides which
 * formulas need no math formatter. All others are set by tex/math.
 *
 * The rule: numbers with operators between them, or a single letter (with at most a number before
 * it); each may have scripts. A formula in which a letter meets an operator is math.
 */
#include "model/tex/text/text_internal.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

#define SIMPLE_MAX 120 /* maximum number of bytes; longer formulas are always math */

struct simple {
    struct rich_builder *out;
    struct str s;
    size_t at;
    unsigned letters, operators;
    bool in_script;
    bool ok;
};

static void row(struct simple *m, char stop, unsigned depth);

static void skip_spaces(struct simple *m) {
    m->at = str_past(m->s, m->at, is_space);
}

static struct str command_name(struct simple *m) {
    size_t begin = m->at;
    m->at = str_past(m->s, m->at, is_alpha);
    return str_slice(m->s, begin, m->at);
}

/** Writes \mathrm{CO}. A formula that has only such letters can be written as text. The letters are
 * put into a span of the kind `kind`; RICH_KIND_COUNT means no span. */
static void upright(struct simple *m, enum rich_kind kind) {
    skip_spaces(m);
    if (m->at >= m->s.n || m->s.p[m->at] != '{') {
        m->ok = false;
        return;
    }
    if (kind < RICH_KIND_COUNT) {
        rich_open(m->out, kind);
    }
    for (m->at++; m->at < m->s.n && m->s.p[m->at] != '}'; m->at++) {
        char c = m->s.p[m->at];
        if (!is_alnum(c) && c != ' ' && c != '-' && c != '.' && c != ',') {
            m->ok = false;
            return;
        }
        buf_putc(&m->out->text, c);
    }
    m->ok = m->at < m->s.n;
    m->at++;
    if (kind < RICH_KIND_COUNT) {
        rich_close(m->out);
    }
}

/** Writes a symbol. U+2190..U+22FF, × ÷ ± are relations and operators. Greek letters are treated as
 * letters. */
static void symbol(struct simple *m, struct str text) {
    size_t at = 0;
    uint32_t cp = utf8_next(text, &at);
    bool greek = cp >= 0x370 && cp < 0x400;
    bool sign = cp >= 0x2190 && cp < 0x2300;
    m->letters += greek;
    m->operators += sign || text.p[0] == '<' || text.p[0] == '>';
    skip_spaces(m);
    bool binary = (cp == 0xD7 || cp == 0xB7 || cp == 0xB1 || cp == 0xF7) && m->out->text.n &&
                  m->at < m->s.n && is_digit(m->s.p[m->at]) &&
                  is_digit(m->out->text.p[m->out->text.n - 1]);
    if (binary) {
        buf_putc(&m->out->text, ' ');
    }
    buf_str(&m->out->text, text);
    if (binary) {
        buf_putc(&m->out->text, ' ');
    }
}

static void command(struct simple *m) {
    m->at++;
    if (m->at >= m->s.n) {
        m->ok = false;
        return;
    }
    char c = m->s.p[m->at];
    if (!is_alpha(c)) {
        m->at++;
        if (c == '%' || c == '&' || c == '$' || c == '#' || c == '_') {
            buf_putc(&m->out->text, c);
        } else if (c == ',' || c == ';' || c == ':' || c == ' ') {
            buf_rune(&m->out->text, 0x2009);
        } else if (c != '!') {
            m->ok = false;
        }
        return;
    }
    struct str name = command_name(m);
    struct str text = tex_math_symbol(name);
    if (text.n) {
        symbol(m, text);
    } else if (str_among(name, "mathrm text textrm mbox rm")) {
        upright(m, RICH_KIND_COUNT);
    } else if (str_among(name, "mathbf textbf")) {
        upright(m, RICH_BOLD);
    } else if (str_among(name, "textit mathit")) {
        upright(m, RICH_ITALIC);
    } else {
        m->ok = false;
    }
}

static bool degree_or_prime(struct simple *m) {
    static const struct tex_symbol marks[] = {
        {STR_INIT("\\circ"), STR_INIT("°")},   {STR_INIT("{\\circ}"), STR_INIT("°")},
        {STR_INIT("\\prime"), STR_INIT("′")},  {STR_INIT("{\\prime}"), STR_INIT("′")},
        {STR_INIT("\\degree"), STR_INIT("°")}, {STR_INIT("{\\degree}"), STR_INIT("°")},
    };
    struct str rest = str_from(m->s, m->at);
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_starts(rest, marks[i].name)) {
            buf_str(&m->out->text, marks[i].text);
            m->at += marks[i].name.n;
            return true;
        }
    }
    return false;
}

static void atom(struct simple *m, unsigned depth);

static void script(struct simple *m, bool super, unsigned depth) {
    m->at++;
    skip_spaces(m);
    if (m->in_script || m->at >= m->s.n) {
        m->ok = false;
        return;
    }
    if (super && degree_or_prime(m)) {
        return;
    }
    unsigned letters = m->letters, operators = m->operators;
    rich_open(m->out, super ? RICH_SUP : RICH_SUB);
    m->in_script = true;
    if (m->s.p[m->at] == '{') {
        m->at++;
        row(m, '}', depth + 1);
    } else {
        atom(m, depth + 1);
    }
    m->in_script = false;
    m->letters = letters; /* letters of scripts are not counted, as in "n^{th}" and "x_{ij}" */
    m->operators = operators;
    rich_close(m->out);
}

static void letter(struct simple *m, char c) {
    m->letters++;
    bool alone = !m->in_script || ((m->at >= m->s.n || !is_alpha(m->s.p[m->at])) &&
                                   (m->at < 2 || !is_alpha(m->s.p[m->at - 2])));
    if (alone) {
        rich_open(m->out, RICH_ITALIC);
    }
    buf_putc(&m->out->text, c);
    if (alone) {
        rich_close(m->out);
    }
}

static void plain(struct simple *m, char c) {
    m->at++;
    if (is_alpha(c)) {
        letter(m, c);
    } else if (is_digit(c) || c == '.' || c == ',') {
        buf_putc(&m->out->text, c);
    } else if (c == '-') {
        buf_rune(&m->out->text, 0x2212);
        m->operators++;
    } else if (c == '\'') {
        buf_rune(&m->out->text, 0x2032);
    } else if (c == '~') {
        buf_rune(&m->out->text, 0xA0);
    } else if (c == '+' || c == '/' || c == ':' || c == '*' || c == '<' || c == '>' || c == '=' ||
               c == '(' || c == ')' || c == '|') {
        buf_putc(&m->out->text, c);
        m->operators++;
    } else {
        m->ok = false;
    }
}

static void atom(struct simple *m, unsigned depth) {
    char c = m->s.p[m->at];
    if (c == '\\') {
        command(m);
    } else if (c == '{') {
        m->at++;
        row(m, '}', depth + 1);
    } else if (c == '^' || c == '_') {
        script(m, c == '^', depth);
    } else if ((unsigned char)c >= 0x80) {
        size_t begin = m->at;
        utf8_next(m->s, &m->at);
        symbol(m, str_slice(m->s, begin, m->at));
    } else {
        plain(m, c);
    }
}

static void row(struct simple *m, char stop, unsigned depth) {
    m->ok = m->ok && depth < LIMIT_TEX_DEPTH;
    while (m->ok) {
        skip_spaces(m);
        if (m->at >= m->s.n) {
            m->ok = stop == 0;
            return;
        }
        if (m->s.p[m->at] == stop) {
            m->at++;
            return;
        }
        atom(m, depth);
    }
}

bool tex_simple_math(struct rich_builder *out, struct str math) {
    struct rich_place before = rich_here(out);
    struct simple m = {.out = out, .s = math, .ok = math.n <= SIMPLE_MAX};
    row(&m, 0, 0);
    if (m.ok && (m.letters == 0 || (m.letters == 1 && m.operators == 0))) {
        return true;
    }
    rich_back(out, before);
    return false;
}
