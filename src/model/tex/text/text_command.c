/* SPDX-License-Identifier: MIT */
/*
 * The commands of TeX text: accents, symbols, fonts, quotes, addresses. text_symbols.c has the
 * tables of names, text.c reads groups and arguments.
 */
#include "model/tex/text/text_reader.h"

#include "core/unicode/unicode.h"

DIAG_USE(DIAG_TEX_COMMAND);

/* ---- accents ---- */

/** Returns the combining mark of an accent command, or 0 (LaTeX2e for authors; encodings T1 and
 * T4). */
static uint32_t accent_mark(char c) {
    static const struct str accents = STR_INIT("`'^~=u.\"hrHvUGfdckbt");
    static const uint16_t marks[] = {0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307,
                                     0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30D, 0x30F,
                                     0x311, 0x323, 0x327, 0x328, 0x331, 0x361};
    size_t at = str_index(accents, c);
    return at == STR_NONE ? 0 : marks[at];
}

static bool mark_is_below(uint32_t mark) {
    return mark == 0x323 || mark == 0x327 || mark == 0x328 || mark == 0x331;
}

/** Adds an accent without a letter. Authors write `\^{}` and `\~{}` for the character itself. */
static void add_lone_accent(struct buf *out, char c) {
    switch (c) {
    case '^':
    case '~':
    case '`':
        buf_putc(out, c);
        break;
    case '\'':
        buf_rune(out, 0xB4);
        break;
    case '"':
        buf_rune(out, 0xA8);
        break;
    case '=':
        buf_rune(out, 0xAF);
        break;
    default:
        break;
    }
}

/** Reads the accented letter and inserts the mark after its base and existing marks. */
static void read_accent(struct tex_reader *r, char accent, uint32_t mark) {
    struct rich_place before = rich_here(r->out);
    r->protect++;
    tex_read_argument(r);
    r->protect--;
    struct str text = str_from(buf_view(&r->out->text), before.text);
    if (text.n && text.p[0] == ' ') { /* a blank may precede the letter: `\'{ e}` */
        rich_replace(r->out, before, before.text, 1, STR_EMPTY);
        text = str_from(buf_view(&r->out->text), before.text);
    }
    struct buf sign;
    buf_init(&sign, 8);
    if (text.n == 0) {
        add_lone_accent(&sign, accent);
        rich_replace(r->out, before, before.text, 0, buf_view(&sign));
        buf_drop(&sign);
        return;
    }
    size_t at = 0;
    uint32_t base = utf8_next(text, &at);
    if (!mark_is_below(mark) && (base == 0x131 || base == 0x237)) {
        /* composition needs the dotted i or j, whose dot the accent replaces */
        rich_replace(r->out, before, before.text, at, base == 0x131 ? STR("i") : STR("j"));
        text = str_from(buf_view(&r->out->text), before.text);
        at = 1;
    }
    while (at < text.n) {
        size_t next = at;
        uint32_t cp = utf8_next(text, &next);
        if (cp < 0x300 || cp > 0x36F) {
            break;
        }
        at = next;
    }
    buf_rune(&sign, mark);
    rich_replace(r->out, before, before.text + at, 0, buf_view(&sign));
    buf_drop(&sign);
    r->marks = true;
}

/* ---- commands ---- */

static void wrap_argument(struct tex_reader *r, const char *open, const char *close) {
    size_t before = r->out->text.n;
    buf_puts(&r->out->text, open);
    size_t inside = r->out->text.n;
    tex_read_argument(r);
    if (r->out->text.n == inside) {
        buf_cut(&r->out->text, before);
    } else {
        buf_puts(&r->out->text, close);
    }
}

static void mark_argument(struct tex_reader *r, enum rich_kind kind) {
    rich_open(r->out, kind);
    tex_read_argument(r);
    rich_close(r->out);
}

static void read_quote(struct tex_reader *r) {
    bool inner = r->quotes % 2 == 1;
    r->quotes++;
    wrap_argument(r, inner ? "\u2018" : "\u201C", inner ? "\u2019" : "\u201D");
    r->quotes--;
}

static struct str upper(void *user, struct arena *a, struct str piece) {
    (void)user;
    return unicode_upper(a, arena_str(a, piece), STR_EMPTY);
}

static struct str lower(void *user, struct arena *a, struct str piece) {
    (void)user;
    return unicode_lower(a, arena_str(a, piece), STR_EMPTY);
}

/** Changes the case of the argument. */
static void read_cased(struct tex_reader *r, bool up) {
    struct rich_builder *outer = r->out, inner;
    rich_builder_init(&inner);
    r->out = &inner;
    tex_read_argument(r);
    r->out = outer;
    rich_add(outer, rich_map(r->arena, rich_keep(&inner, r->arena), up ? upper : lower, NULL));
    rich_builder_drop(&inner);
}

static void read_verb(struct tex_reader *r) {
    if (tex_at_end(r)) {
        return;
    }
    size_t begin = r->at;
    (void)utf8_next(r->s, &begin);
    struct str mark = str_slice(r->s, r->at, begin), rest = str_from(r->s, begin);
    size_t n = str_find(rest, mark);
    if (n == STR_NONE) {
        return;
    }
    rich_add_atom(r->out, RICH_CODE, str_slice(rest, 0, n));
    r->at = begin + n + mark.n;
}

/** Reads \char"E9, \char'351, \char233 or \symbol{233}. */
static void read_char(struct tex_reader *r) {
    struct str arg = STR_EMPTY;
    if (tex_peek(r, 0) == '{') {
        arg = str_trim(tex_raw_argument(r));
    } else {
        size_t begin = r->at;
        while (!tex_at_end(r) &&
               (is_alnum(tex_peek(r, 0)) || tex_peek(r, 0) == '"' || tex_peek(r, 0) == '\'')) {
            r->at++;
        }
        arg = str_slice(r->s, begin, r->at);
    }
    uint32_t base = 10, value = 0;
    if (arg.n && (arg.p[0] == '"' || arg.p[0] == '\'')) {
        base = arg.p[0] == '"' ? 16 : 8;
        arg = str_from(arg, 1);
    }
    for (size_t i = 0; i < arg.n && value < 0x110000; i++) {
        char c = to_lower(arg.p[i]);
        uint32_t digit = is_digit(c)   ? (uint32_t)(c - '0')
                         : is_alpha(c) ? (uint32_t)(c - 'a') + 10
                                       : 99;
        if (digit >= base) {
            return;
        }
        value = value * base + digit;
    }
    if (arg.n && value >= 0x20) {
        buf_rune(&r->out->text, value);
    }
}

static void read_bibstring(struct tex_reader *r) {
    struct str key = tex_raw_argument(r), text = tex_bibstring(key);
    buf_str(&r->out->text, text.n ? text : key);
}

static void declare(struct tex_reader *r, const struct tex_command *cmd,
                    struct tex_declarations *decl) {
    if (decl->n < TEX_DECLARATIONS_MAX) {
        rich_open(r->out, cmd->mark);
        decl->n++;
    }
}

static void run_command(struct tex_reader *r, const struct tex_command *cmd,
                        struct tex_declarations *decl) {
    switch (cmd->kind) {
    case TEX_CMD_WRAP:
        wrap_argument(r, cmd->open, cmd->close);
        break;
    case TEX_CMD_MARK:
        mark_argument(r, cmd->mark);
        break;
    case TEX_CMD_DECLARE:
        declare(r, cmd, decl);
        break;
    case TEX_CMD_KEEP:
        tex_read_argument(r);
        break;
    case TEX_CMD_DROP:
        tex_skip_optional(r);
        (void)tex_raw_argument(r);
        break;
    case TEX_CMD_FIRST:
        tex_read_argument(r);
        (void)tex_raw_argument(r);
        break;
    case TEX_CMD_SECOND:
        tex_skip_optional(r);
        (void)tex_raw_argument(r);
        tex_skip_optional(r);
        tex_read_argument(r);
        break;
    case TEX_CMD_QUOTE:
        read_quote(r);
        break;
    case TEX_CMD_URL:
        tex_add_verbatim(r, tex_raw_argument(r));
        break;
    case TEX_CMD_HREF:
        (void)tex_raw_argument(r);
        tex_read_argument(r);
        break;
    case TEX_CMD_VERB:
        read_verb(r);
        break;
    case TEX_CMD_MATH:
        tex_add_math(r, tex_raw_argument(r));
        break;
    case TEX_CMD_BIBSTRING:
        read_bibstring(r);
        break;
    case TEX_CMD_FORMULA: /* handled by read_word() */
        break;
    case TEX_CMD_CHAR:
        read_char(r);
        break;
    case TEX_CMD_UPPER:
        read_cased(r, true);
        break;
    case TEX_CMD_LOWER:
        read_cased(r, false);
        break;
    }
}

bool tex_knows(struct str name) {
    return (name.n == 1 && (!is_alpha(name.p[0]) || accent_mark(name.p[0]))) ||
           tex_command_find(name) || tex_text_symbol(name).n || tex_math_symbol(name).n ||
           tex_is_silent(name);
}

static void report_unknown(struct tex_reader *r, struct str name, size_t begin) {
    if (!r->d) {
        return;
    }
    bool argument = tex_peek(r, 0) == '{';
    struct diag *g = diag_add(r->d, DIAG_TEX_COMMAND, tex_place(r, begin, begin + 1 + name.n),
                              "unknown command \\%.*s", STR_ARG(name));
    diag_hint(r->d, g,
              argument ? "its argument is kept as text; write the text itself instead"
                       : "nothing is printed for it; write the text itself instead");
}

/** Skips the branch for math. Text is not in math mode, so only B of "\ifmmode A\else B\fi" is
 * used. \fi is a command that shows nothing. */
static void skip_math_branch(struct tex_reader *r) {
    struct str rest = str_from(r->s, r->at);
    size_t other = str_find(rest, STR("\\else")), end = str_find(rest, STR("\\fi"));
    if (other != STR_NONE && (end == STR_NONE || other < end)) {
        r->at += other + 5;
    } else if (end != STR_NONE) {
        r->at += end + 3;
    }
    tex_skip_spaces(r);
}

/** Reads "H2O" of \ce as text with subscript digits. Returns false if it contains anything but
 * letters, digits and brackets. */
static bool read_simple_formula(struct tex_reader *r, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (!is_alnum(s.p[i]) && !strchr("()[]", s.p[i])) {
            return false;
        }
    }
    for (size_t i = 0, end; i < s.n; i = end) {
        bool low = is_digit(s.p[i]) && i > 0;
        for (end = i + 1; end < s.n && is_digit(s.p[end]) == is_digit(s.p[i]);) {
            end++;
        }
        if (low) {
            rich_open(r->out, RICH_SUB);
        }
        buf_str(&r->out->text, str_slice(s, i, end));
        if (low) {
            rich_close(r->out);
        }
    }
    return s.n > 0;
}

/** Reads a command of mhchem or siunitx and its arguments, which together are a formula. */
static void read_formula(struct tex_reader *r, size_t begin) {
    tex_skip_spaces(r);
    bool chemistry = str_starts(str_from(r->s, begin), STR("\\ce"));
    size_t protect = tex_begin_protected(r);
    size_t end = r->at;
    bool as_math = false;
    for (int i = 0; i < (chemistry ? 1 : 2) && (tex_peek(r, 0) == '{' || i == 0); i++) {
        tex_skip_optional(r);
        struct str argument = tex_raw_argument(r);
        end = r->at;
        if (chemistry && read_simple_formula(r, argument)) {
            break; /* a blank after the formula is kept */
        }
        as_math = true;
        tex_skip_spaces(r);
    }
    if (as_math) {
        tex_add_math(r, str_slice(r->s, begin, end));
        r->at = end;
    }
    tex_end_protected(r, protect);
}

/** Reads a command whose name consists of letters: \ss, \emph{...}, \c c. */
static void read_word(struct tex_reader *r, struct tex_declarations *decl) {
    size_t begin = r->at++;
    size_t from = r->at;
    r->at = str_past(r->s, from, is_alpha);
    struct str name = str_slice(r->s, from, r->at);
    const struct tex_command *cmd = tex_command_find(name);
    if (str_is(name, "ifmmode")) {
        skip_math_branch(r);
        return;
    }
    if (cmd && cmd->kind == TEX_CMD_FORMULA) {
        read_formula(r, begin);
        return;
    }
    if (cmd && cmd->kind == TEX_CMD_VERB) {
        run_command(r, cmd, decl);
        return;
    }
    r->at += cmd && tex_peek(r, 0) == '*'; /* \enquote* is read as \enquote, as in pandoc */
    uint32_t mark = name.n == 1 ? accent_mark(name.p[0]) : 0;
    char tabbing = name.n == 1 && name.p[0] == 'a' ? tex_peek(r, 0) : 0;
    if (tabbing == '\'' || tabbing == '`' || tabbing == '=') {
        /* \a'e is the notation for accents inside of tabbing (LaTeX2e, ltoutenc.dtx) */
        r->at++;
        read_accent(r, tabbing, accent_mark(tabbing));
        return;
    }
    /* blanks after a command whose name consists of letters end the name (TeXbook, chapter 8) */
    tex_skip_spaces(r);
    if (mark) {
        read_accent(r, name.p[0], mark);
        return;
    }
    if (cmd) {
        size_t inside = str_starts(name, STR("mkbib")) ? tex_begin_protected(r) : STR_NONE;
        run_command(r, cmd, decl);
        tex_end_protected(r, inside);
        return;
    }
    struct str text = tex_text_symbol(name);
    text = text.n ? text : tex_math_symbol(name);
    if (text.n) {
        buf_str(&r->out->text, text);
        if (tex_peek(r, 0) == '{' && tex_peek(r, 1) == '}') {
            r->at += 2; /* the empty group only ends the name, as in \ss{} */
        } else if (tex_peek(r, 0) == '\\' && is_space(tex_peek(r, 1))) {
            r->at += 2; /* the escaped blank ends the name and is shown: \TeX\ is */
            tex_add_blank(r);
        }
        return;
    }
    if (!tex_is_silent(name)) {
        report_unknown(r, name, begin);
        if (tex_peek(r, 0) == '{') {
            tex_read_argument(r);
        }
    }
}

/** Reads a command of one character that is not a letter: \%, \', \(. */
static void read_control_symbol(struct tex_reader *r) {
    char c = tex_peek(r, 1);
    uint32_t mark = accent_mark(c);
    if (c == '(' || c == '[') {
        tex_read_math(r, c == '(' ? TEX_PAREN : TEX_BRACKET);
        return;
    }
    r->at += 2;
    if (mark) {
        read_accent(r, c, mark);
        return;
    }
    switch (c) {
    case '\0':
        r->at = r->s.n;
        break;
    case ',':
    case ';':
    case ':':
        buf_rune(&r->out->text, 0x2009);
        break;
    case ' ':
    case '\n':
    case '\t':
    case '\r':
    case '\\':
        tex_add_blank(r);
        tex_skip_spaces(r);
        break;
    case '-': /* hyphenation, italic correction, \@ and negative space are not visible */
    case '/':
    case '@':
    case '!':
    case '*':
        break;
    default:
        if ((unsigned char)c >= 0x80) {
            r->at--; /* the character has several bytes, and is read next as a whole */
        } else {
            buf_putc(&r->out->text, c);
        }
        break;
    }
}

void tex_read_command(struct tex_reader *r, struct tex_declarations *decl) {
    if (is_alpha(tex_peek(r, 1))) {
        read_word(r, decl);
    } else {
        read_control_symbol(r);
    }
}
