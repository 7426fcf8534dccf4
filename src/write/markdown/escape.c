/* SPDX-License-Identifier: MIT */
/*
 * Writes text so that it is read back as text. It escapes characters that are always special, that
 * are special at the beginning of a line, or that are special next to their neighbours. Smart
 * punctuation is written as the characters from which it was made.
 */
#include "core/base/utf8.h"
#include "write/markdown/writer.h"

#define DASH "\xE2\x80\x93" /* U+2013 */

/** The state while one text is written. */
struct escape {
    struct mdout_writer *w;
    struct buf *b;
    const struct doc_node *node;
    struct str s;
    size_t at;
};

static char char_at(const struct escape *e, size_t at) {
    return at < e->s.n ? e->s.p[at] : '\0';
}

static char next(const struct escape *e) {
    return char_at(e, e->at + 1);
}

/** Returns the last byte that was written, or a line end at the beginning. */
static char before(const struct escape *e) {
    return e->b->n ? e->b->p[e->b->n - 1] : '\n';
}

static bool at_line_start(const struct escape *e) {
    return before(e) == '\n';
}

/** Whether white space follows, or another node that may begin with white space. */
static bool ends_marker(const struct escape *e, size_t at) {
    return at >= e->s.n || is_space(e->s.p[at]);
}

/** Whether only `c` and spaces are left in the text. */
static bool is_line_of(const struct escape *e, char c) {
    size_t at = e->at;
    while (at < e->s.n && (e->s.p[at] == c || e->s.p[at] == ' ')) {
        at++;
    }
    return at == e->s.n;
}

/* ---- the front of a line ---- */

/** Returns the offset of the delimiter of an ordered marker ("12.", "(iv)", "b)"), or STR_NONE if
 * the line does not begin with one. */
static size_t ordered_delimiter(const struct escape *e) {
    size_t at = e->at;
    bool open = char_at(e, at) == '(' && at++ < e->s.n;
    size_t begin = at;
    bool at_sign = char_at(e, at) == '@';
    while (at < e->s.n && at - begin < 12 &&
           (is_alnum(e->s.p[at]) ||
            (at_sign && (e->s.p[at] == '@' || e->s.p[at] == '_' || e->s.p[at] == '-')))) {
        at++;
    }
    if (char_at(e, at) == '#' && at == begin) {
        at++;
    }
    char end = char_at(e, at);
    bool marker = at > begin && (end == ')' || (end == '.' && !open)) && ends_marker(e, at + 1);
    return marker ? at : STR_NONE;
}

/** Escapes a character that would begin a block. Returns whether something was written. */
static bool put_line_start(struct escape *e) {
    char c = char_at(e, e->at);
    size_t delimiter = ordered_delimiter(e);
    if (delimiter != STR_NONE) {
        for (; e->at < delimiter; e->at++) {
            char inner = e->s.p[e->at];
            if (inner == '@' || inner == '_' || inner == '#') {
                buf_putc(e->b, '\\');
            }
            buf_putc(e->b, inner);
        }
        buf_putc(e->b, '\\');
        buf_putc(e->b, e->s.p[e->at++]);
        return true;
    }
    bool mark = ((c == '-' || c == '+') && (ends_marker(e, e->at + 1) || is_line_of(e, c))) ||
                (c == '=' && is_line_of(e, c)) || c == '#' || c == '>' || c == '|' || c == '%' ||
                (c == ':' && (ends_marker(e, e->at + 1) || next(e) == ':')) ||
                (c == '+' && (next(e) == '-' || next(e) == '='));
    struct str rest = str_from(e->s, e->at);
    if (str_starts(rest, STR("Table:")) || str_starts(rest, STR("table:"))) {
        buf_str(e->b, str_slice(rest, 0, 5));
        buf_puts(e->b, "\\:");
        e->at += 6;
        return true;
    }
    if (c == ' ') {
        buf_puts(e->b, "&#32;");
        e->at++;
        return true;
    }
    if (mark) {
        buf_putc(e->b, '\\');
        buf_putc(e->b, c);
        e->at++;
    }
    return mark;
}

/* ---- anywhere ---- */

/** Whether a byte is part of a word. */
static bool is_word_byte(char c) {
    return is_alnum(c) || (c & 0x80);
}

static bool begins_key(char c) {
    return is_word_byte(c) || c == '_' || c == '{' || c == '*';
}

/** Whether "://" or "www." would begin an address here. */
static bool is_address(const struct escape *e) {
    struct str rest = str_from(e->s, e->at);
    return (str_starts(rest, STR("://")) && is_alpha(before(e))) ||
           (rest.p[0] == '.' && e->b->n >= 3 &&
            str_ieq((struct str){e->b->p + e->b->n - 3, 3}, STR("www")));
}

/** Whether a TeX command follows this character, as in `~\ref` and `{\bf`. If so, the tie or brace
 * is escaped only if it was escaped in the source. */
static bool before_tex(const struct escape *e) {
    const struct doc_node *n = e->node ? e->node->next : NULL;
    return e->at + 1 == e->s.n && n && n->kind == DOC_RAW_INLINE &&
           (str_is(n->u.code.info, "tex") || str_is(n->u.code.info, "latex")) &&
           str_starts(n->u.code.text, STR("\\"));
}

/** Whether a brace could begin attributes, or a template. */
static bool is_brace(const struct escape *e) {
    char c = next(e);
    return e->at == 0 || e->w->place != MDOUT_IN_PARAGRAPH || c == '{' || c == '%' || c == '<' ||
           c == ':' || c == '#' || c == '.' || c == '=' || c == '-' || before(e) == ']' ||
           before(e) == ')' || before(e) == '{';
}

/** Whether a character reference would begin here. */
static bool is_reference(const struct escape *e) {
    size_t at = str_past_name(e->s, e->at + 1, "#");
    return at > e->at + 1 && (at == e->s.n || e->s.p[at] == ';');
}

/** Whether the text is `(\#tab:name)`, bookdown's label of a table. */
static bool is_bookdown_name(const struct escape *e) {
    size_t at = str_past(e->s, e->at + 1, is_alpha);
    return before(e) == '(' && at > e->at + 1 && char_at(e, at) == ':';
}

static bool opens_next(const struct escape *e) {
    const struct doc_node *n = e->node ? e->node->next : NULL;
    return e->at + 1 == e->s.n && n &&
           (n->kind == DOC_LINK || n->kind == DOC_SPAN || n->kind == DOC_CITE ||
            n->kind == DOC_NOTE || n->kind == DOC_SMALL_CAPS || n->kind == DOC_UNDERLINE ||
            n->kind == DOC_UPRIGHT);
}

static bool before_citation(const struct escape *e) {
    const struct doc_node *n = e->node ? e->node->next : NULL;
    return e->at + 1 == e->s.n && n && n->kind == DOC_CITE;
}

static bool needs_escape(const struct escape *e, char c) {
    switch (c) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '^':
    case '$':
    case '"':
    case '\'':
        return true;
    case '~':
        return !before_tex(e) || e->node->u.text.escaped;
    case '_':
        return !is_word_byte(before(e)) || !is_word_byte(next(e));
    case '<':
        return next(e) != ' ';
    case '&':
        return is_reference(e);
    case '@':
        return begins_key(next(e)) || e->at + 1 == e->s.n;
    case '{':
        return before_tex(e) ? e->node->u.text.escaped : is_brace(e);
    case '!':
        return opens_next(e);
    case '-':
        return next(e) == '-' || before_citation(e);
    case '.':
        return str_starts(str_from(e->s, e->at), STR("...")) || is_address(e);
    case ':':
        return is_address(e) || before(e) == ']';
    case '|':
        return e->w->place == MDOUT_IN_CELL;
    case '#':
        return e->w->place == MDOUT_IN_LINE || is_bookdown_name(e);
    }
    return false;
}

/** Whether a space at this place is read as a no-break space, since it follows an abbreviation.
 * This is not the case after the first word of a line, which might be the marker of a list. */
static bool is_read_as_fixed(const struct escape *e) {
    struct str out = buf_view(e->b);
    size_t word = out.n;
    while (word > 0 && !is_space(out.p[word - 1])) {
        word--;
    }
    char after = char_at(e, e->at + 2);
    const struct doc_node *next = e->node && !after ? e->node->next : NULL;
    bool text = after ? !is_space(after)
                      : next && next->kind != DOC_CITE && next->kind != DOC_NOTE &&
                            next->kind != DOC_SOFT_BREAK && next->kind != DOC_LINE_BREAK;
    return text && word > 0 && out.p[word - 1] != '\n' && doc_ends_in_abbreviation(out);
}

/** Writes characters of smart punctuation as in the source, and other special characters as
 * references. Returns whether something was written. */
static bool put_special(struct escape *e) {
    struct str rest = str_from(e->s, e->at);
    if (rest.p[0] == '(' && before(e) == ']') {
        buf_puts(e->b, "&#40;"); /* an unescaped bracket would begin the address of a link */
        e->at++;
        return true;
    }
    if (str_starts(rest, STR("\u00A0"))) {
        char after = char_at(e, e->at + 2);
        buf_puts(e->b, is_read_as_fixed(e)                              ? " "
                       : after && !is_space(after) && !at_line_start(e) ? "\\ "
                                                                        : "&nbsp;");
        e->at += 2;
        return true;
    }
    if (str_starts(rest, STR("\u2019")) && e->at > 0 && is_alnum(before(e)) &&
        is_alnum(char_at(e, e->at + 3))) {
        buf_putc(e->b, '\'');
        e->at += 3;
        return true;
    }
    bool dash =
        str_starts(rest, STR(DASH)) && is_alnum(before(e)) && is_alnum(char_at(e, e->at + 3));
    if (dash) {
        buf_puts(e->b, "--");
        e->at += 3;
    }
    return dash;
}

void mdout_text(struct mdout_writer *w, struct buf *b, const struct doc_node *n, struct str s) {
    struct escape e = {.w = w, .b = b, .node = n, .s = s};
    while (e.at < s.n) {
        if ((at_line_start(&e) && put_line_start(&e)) || put_special(&e)) {
            continue;
        }
        char c = s.p[e.at];
        if (needs_escape(&e, c)) {
            buf_putc(b, '\\');
        }
        buf_putc(b, c == '\n' ? ' ' : c);
        e.at++;
    }
}
