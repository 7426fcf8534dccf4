/* SPDX-License-Identifier: MIT */
/*
 * TeX text to rich text. Handles groups, arguments, quotes, dashes, comments and math between
 * dollar signs; text_command.c handles commands. There are no macros, and an unknown command is
 * replaced by its argument.
 *
 * Braces: a group protects its letters from changes of case; braces of a command's argument do not,
 * except those of biblatex's \mkbib... commands. A group that begins with a command is a special
 * character ({\'E}, BibTeX's rule) unless the command sets a font: {\it Homo sapiens} is meant to
 * keep its case, and does so in pandoc too.
 */
#include "model/tex/text/text_reader.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <string.h>

DIAG_USE(DIAG_TEX_SYNTAX);

static void read_item(struct tex_reader *r, struct tex_declarations *decl);

struct span tex_place(const struct tex_reader *r, size_t begin, size_t end) {
    if (!r->aligned) {
        return r->span;
    }
    return span_make(r->span.src, r->span.begin + begin, r->span.begin + end);
}

void tex_add_blank(struct tex_reader *r) {
    struct buf *text = &r->out->text;
    if (text->n && text->p[text->n - 1] != ' ') {
        buf_putc(text, ' ');
    }
}

/** Moves past the '}' that closes the group. The text inside of the group begins at `at`. Returns
 * the end of this text. */
static size_t group_end(struct tex_reader *r) {
    unsigned level = 1;
    for (; !tex_at_end(r); r->at++) {
        char c = r->s.p[r->at];
        if (c == '\\' && r->at + 1 < r->s.n) {
            r->at++;
        } else if (c == '{') {
            level++;
        } else if (c == '}' && --level == 0) {
            return r->at++;
        }
    }
    return r->s.n;
}

struct str tex_raw_argument(struct tex_reader *r) {
    tex_skip_spaces(r);
    size_t begin = r->at;
    if (tex_at_end(r)) {
        return STR_EMPTY;
    }
    if (r->s.p[r->at] == '{') {
        r->at++;
        size_t end = group_end(r);
        return str_slice(r->s, begin + 1, end);
    }
    utf8_next(r->s, &r->at);
    return str_slice(r->s, begin, r->at);
}

void tex_skip_optional(struct tex_reader *r) {
    while (tex_peek(r, 0) == '[' && !r->no_bracket) {
        const char *end = memchr(r->s.p + r->at, ']', r->s.n - r->at);
        if (end) {
            r->at = (size_t)(end - r->s.p) + 1;
        } else {
            r->no_bracket = true;
        }
    }
}

/* ---- addresses ---- */

void tex_add_verbatim(struct tex_reader *r, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '{' || c == '}') {
            continue;
        }
        if (c == '\n' || c == '\r') {
            while (i + 1 < s.n && is_space(s.p[i + 1])) {
                i++;
            }
            continue;
        }
        if (c != '\\' || i + 1 >= s.n) {
            buf_putc(&r->out->text, c);
            continue;
        }
        if (strchr("_%&#$~{}", s.p[i + 1])) {
            buf_putc(&r->out->text, s.p[++i]);
            continue;
        }
        size_t end = str_past(s, i + 1, is_alpha);
        struct str name = str_slice(s, i + 1, end), text = tex_text_symbol(name);
        if (text.n || str_is(name, "url") || str_is(name, "href")) {
            buf_str(&r->out->text, text);
            i = end - 1;
        } else {
            buf_putc(&r->out->text, c);
        }
    }
}

/* ---- math ---- */

static void add_math_span(struct tex_reader *r, struct str math) {
    rich_open(r->out, RICH_MATH);
    bool blank = false;
    for (size_t i = 0; i < math.n; i++) {
        if (is_space(math.p[i])) {
            blank = true;
            continue;
        }
        if (blank) {
            buf_putc(&r->out->text, ' ');
            blank = false;
        }
        buf_putc(&r->out->text, math.p[i]);
    }
    rich_close(r->out);
}

void tex_add_math(struct tex_reader *r, struct str math) {
    math = str_trim(math);
    if (math.n && !tex_simple_math(r->out, math)) {
        add_math_span(r, math);
    }
}

static const struct {
    const char *open, *close;
} math_signs[TEX_MATH_SIGNS] = {
    [TEX_DOLLAR] = {"$", "$"},
    [TEX_DOLLARS] = {"$$", "$$"},
    [TEX_PAREN] = {"\\(", "\\)"},
    [TEX_BRACKET] = {"\\[", "\\]"},
};

/** Returns the end of math whose content begins at `at`. STR_NONE if it does not end in this
 * group. */
static size_t math_end(struct tex_reader *r, size_t at, enum tex_math_sign sign) {
    const char *close = math_signs[sign].close;
    size_t n = strlen(close), i = at;
    if (at < r->unclosed[r->braces][sign]) {
        return STR_NONE;
    }
    for (int level = 0; i < r->s.n && level >= 0; i++) {
        char c = r->s.p[i];
        if (level == 0 && i + n <= r->s.n && memcmp(r->s.p + i, close, n) == 0) {
            return i;
        }
        if (c == '\\') {
            i++;
        } else if (c == '{') {
            level++;
        } else if (c == '}') {
            level--;
        }
    }
    r->unclosed[r->braces][sign] = i;
    return STR_NONE;
}

void tex_read_math(struct tex_reader *r, enum tex_math_sign sign) {
    const char *open = math_signs[sign].open, *close = math_signs[sign].close;
    size_t begin = r->at, from = begin + strlen(open), end = math_end(r, from, sign);
    /* "costs $5 to $10" are prices and not math: a digit follows the first dollar sign, and
     * the second one follows a blank or precedes a digit */
    bool prices = sign == TEX_DOLLAR && end != STR_NONE && is_digit(tex_peek(r, 1)) &&
                  (is_space(r->s.p[end - 1]) || (end + 1 < r->s.n && is_digit(r->s.p[end + 1])));
    if (end == STR_NONE || prices) {
        if (end == STR_NONE && r->d && !is_digit(tex_peek(r, 1))) {
            struct diag *g =
                diag_add(r->d, DIAG_TEX_SYNTAX, tex_place(r, begin, from), "math is not closed");
            diag_hint(r->d, g, "close it with `%s`, or write a dollar sign as `\\$`", close);
        }
        buf_puts(&r->out->text, open[0] == '$' ? "$" : "");
        r->at = open[0] == '$' ? begin + 1 : from;
        return;
    }
    tex_add_math(r, str_slice(r->s, from, end));
    r->at = end + strlen(close);
}

/* ---- groups and arguments ---- */

static void close_declarations(struct tex_reader *r, const struct tex_declarations *decl) {
    for (size_t i = decl->n; i > 0; i--) {
        rich_close(r->out);
    }
}

/** Reads up to the '}' that ends this group, or to the end of the text, and moves past it. */
static void read_group_inside(struct tex_reader *r) {
    struct tex_declarations decl = {.n = 0};
    r->depth++;
    r->braces++;
    while (!tex_at_end(r) && r->s.p[r->at] != '}') {
        read_item(r, &decl);
    }
    r->braces--;
    r->depth--;
    close_declarations(r, &decl);
    if (!tex_at_end(r)) {
        r->at++;
    }
}

static bool has_letters(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_alpha(s.p[i]) || (unsigned char)s.p[i] >= 0x80) {
            return true;
        }
    }
    return false;
}

size_t tex_begin_protected(struct tex_reader *r) {
    if (!(r->flags & TEX_NOCASE) || r->protect) {
        return STR_NONE;
    }
    rich_open(r->out, RICH_NOCASE);
    r->protect++;
    return r->out->text.n;
}

void tex_end_protected(struct tex_reader *r, size_t inside) {
    if (inside == STR_NONE) {
        return;
    }
    r->protect--;
    if (has_letters(str_from(buf_view(&r->out->text), inside))) {
        rich_close(r->out);
    } else {
        /* a span without letters has no effect */
        rich_unwrap(r->out);
    }
}

/** Whether the next command sets a font or quotes, as in {\it Homo sapiens}. */
static bool is_font(const struct tex_reader *r) {
    size_t from = r->at + 1, end = str_past(r->s, from, is_alpha);
    const struct tex_command *cmd = tex_command_find(str_slice(r->s, from, end));
    return cmd && (cmd->kind == TEX_CMD_WRAP || cmd->kind == TEX_CMD_MARK ||
                   cmd->kind == TEX_CMD_DECLARE || cmd->kind == TEX_CMD_QUOTE);
}

/** Handles a '{' beyond the limit of nesting: the rest of the group is taken literally. */
static bool too_deep(struct tex_reader *r) {
    if (r->depth < LIMIT_TEX_DEPTH) {
        return false;
    }
    if (!r->too_deep && r->d) {
        struct diag *g = diag_add(r->d, DIAG_TEX_SYNTAX, tex_place(r, r->at, r->at + 1),
                                  "braces are nested more than %d deep", LIMIT_TEX_DEPTH);
        diag_hint(r->d, g, "remove the unnecessary braces");
    }
    r->too_deep = true;
    return true;
}

static void read_group(struct tex_reader *r) {
    if (too_deep(r)) {
        size_t begin = ++r->at;
        size_t end = group_end(r);
        tex_add_verbatim(r, str_slice(r->s, begin, end));
        return;
    }
    r->at++;
    char first = tex_peek(r, 0);
    bool special = first == '\\' && !is_font(r);
    size_t span = special || first == '$' ? STR_NONE : tex_begin_protected(r);
    read_group_inside(r);
    tex_end_protected(r, span);
}

void tex_read_argument(struct tex_reader *r) {
    tex_skip_spaces(r);
    if (tex_at_end(r) || tex_peek(r, 0) == '}') {
        return;
    }
    if (tex_peek(r, 0) == '{') {
        if (too_deep(r)) {
            read_group(r);
            return;
        }
        r->at++;
        read_group_inside(r);
        return;
    }
    if (r->depth >= LIMIT_TEX_DEPTH) {
        utf8_next(r->s, &r->at);
        return;
    }
    struct tex_declarations decl = {.n = 0};
    r->depth++;
    read_item(r, &decl);
    r->depth--;
    close_declarations(r, &decl);
}

/* ---- characters ---- */

/**
 * Whether a '%' begins a comment: at the beginning or the end of a line, or before a word (`Richard
 * %A.`). "50% of" and "5 % of", which are frequent in abstracts, are literal.
 */
static bool at_comment(struct tex_reader *r) {
    char before = r->at ? r->s.p[r->at - 1] : '\n', behind = tex_peek(r, 1);
    if (behind == '\n' || behind == '\r' || before == '\n') {
        return true;
    }
    if (!is_space(before) || !behind || is_space(behind) || is_digit(behind) || r->no_line_end) {
        return false;
    }
    r->no_line_end = memchr(r->s.p + r->at, '\n', r->s.n - r->at) == NULL;
    return !r->no_line_end;
}

static void skip_comment(struct tex_reader *r) {
    r->at = str_until(r->s, r->at, '\n');
    tex_skip_spaces(r); /* TeX also skips the line end and the next line's indentation */
}

/** Reads dashes and quotes (TeX's ligatures). Returns whether there was one. */
static bool read_ligature(struct tex_reader *r, char c) {
    if (!(r->flags & TEX_LIGATURES)) {
        return false;
    }
    static const struct tex_symbol ligatures[] = {
        {STR_INIT("---"), STR_INIT("\u2014")}, {STR_INIT("--"), STR_INIT("\u2013")},
        {STR_INIT("``"), STR_INIT("\u201C")},  {STR_INIT("''"), STR_INIT("\u201D")},
        {STR_INIT("`"), STR_INIT("\u2018")},   {STR_INIT("'"), STR_INIT("\u2019")},
        {STR_INIT("?`"), STR_INIT("\u00BF")},  {STR_INIT("!`"), STR_INIT("\u00A1")},
    };
    if (c != '-' && c != '`' && c != '\'' && c != '?' && c != '!') {
        return false;
    }
    struct str rest = str_from(r->s, r->at);
    for (size_t i = 0; i < ARRAY_LEN(ligatures); i++) {
        if (str_starts(rest, ligatures[i].name)) {
            buf_str(&r->out->text, ligatures[i].text);
            r->at += ligatures[i].name.n;
            return true;
        }
    }
    return false;
}

static void read_item(struct tex_reader *r, struct tex_declarations *decl) {
    char c = r->s.p[r->at];
    if (is_space(c)) {
        tex_add_blank(r);
        tex_skip_spaces(r);
    } else if (c == '\\') {
        tex_read_command(r, decl);
    } else if (c == '{') {
        read_group(r);
    } else if (c == '}') {
        /* a closing brace without an opening one is skipped; the reader of the database has already
         * counted the braces */
        r->at++;
    } else if (c == '$') {
        bool display = tex_peek(r, 1) == '$';
        tex_read_math(r, display ? TEX_DOLLARS : TEX_DOLLAR);
    } else if (c == '~') {
        buf_rune(&r->out->text, 0xA0);
        r->at++;
    } else if (c == '%' && at_comment(r)) {
        skip_comment(r);
    } else if (!read_ligature(r, c)) {
        /* a whole character is read, because it may be the whole argument (`\'é`) */
        size_t begin = r->at;
        (void)utf8_next(r->s, &r->at);
        buf_str(&r->out->text, str_slice(r->s, begin, r->at));
    }
}

/** Whether the text contains nothing special: only single blanks, no special characters. */
static bool is_plain(struct str s, unsigned flags) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' || c == '{' || c == '}' || c == '$' || c == '~' || c == '%' ||
            (is_space(c) && (c != ' ' || i == 0 || i + 1 == s.n || s.p[i - 1] == ' '))) {
            return false;
        }
        if ((flags & TEX_LIGATURES) &&
            (c == '-' || c == '`' || c == '\'' || c == '?' || c == '!')) {
            return false;
        }
    }
    return true;
}

static struct str compose(void *user, struct arena *a, struct str piece) {
    (void)user;
    return unicode_nfc(a, piece);
}

struct rich tex_to_rich(struct arena *a, struct str tex, unsigned flags, struct span at,
                        struct diags *d) {
    if (tex.n == 0 || is_plain(tex, flags)) {
        return rich_of(tex);
    }
    struct rich_builder out;
    rich_builder_init(&out);
    struct tex_reader r = {.arena = a,
                           .d = at.src ? d : NULL,
                           .s = tex,
                           .out = &out,
                           .flags = flags,
                           .span = at,
                           .aligned = at.src && at.end - at.begin == tex.n};
    if (flags & TEX_VERBATIM) {
        tex_add_verbatim(&r, str_trim(tex));
    } else {
        struct tex_declarations decl = {.n = 0};
        while (!tex_at_end(&r)) {
            read_item(&r, &decl);
        }
    }
    struct rich rich = rich_keep(&out, a);
    rich_builder_drop(&out);
    size_t n = rich.text.n;
    while (n && rich.text.p[n - 1] == ' ') {
        n--;
    }
    rich = rich_slice(a, rich, 0, n);
    return r.marks ? rich_map(a, rich, compose, NULL) : rich;
}
