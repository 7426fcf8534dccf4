/* SPDX-License-Identifier: MIT */
/* Writes text, code, labels and addresses in TeX syntax. */
#include "write/latex/writer.h"

/** How characters are written. */
static const struct {
    char c;
    const char *text, *code; /* the form of `c` in text, and in typewriter type */
} escapes[] = {
    {'\\', "\\textbackslash{}", "\\textbackslash{}"},
    {'{', "\\{", "\\{"},
    {'}', "\\}", "\\}"},
    {'$', "\\$", "\\$"},
    {'%', "\\%", "\\%"},
    {'&', "\\&", "\\&"},
    {'#', "\\#", "\\#"},
    {'_', "\\_", "\\_"},
    {'^', "\\textasciicircum{}", "\\textasciicircum{}"},
    {'~', "\\textasciitilde{}", "\\textasciitilde{}"},
    {'\'', "\\textquotesingle{}", "\\textquotesingle{}"},
    {'`', "\\textasciigrave{}", "\\textasciigrave{}"},
    {'"', "\\textquotedbl{}", "\\textquotedbl{}"},
    {'[', "{[}", "{[}"}, /* in braces, so that it is not read as an argument of \item or \\ */
    {']', "{]}", "{]}"},
    {'*', "*", "{*}"},
};

static const char *escape_of(char c, bool code) {
    for (size_t i = 0; i < ARRAY_LEN(escapes); i++) {
        if (escapes[i].c == c) {
            return code ? escapes[i].code : escapes[i].text;
        }
    }
    return NULL;
}

/** Whether a character would form a ligature with the character before it. */
static bool joins(const struct buf *out, char c) {
    return out->n && out->p[out->n - 1] == c && (c == '-' || c == '<' || c == '>' || c == ',');
}

void latex_text(struct latex_writer *w, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        const char *tex = escape_of(c, false);
        bool star = c == '*' && w->out->n && w->out->p[w->out->n - 1] == '\n';
        if (tex && !star) {
            buf_puts(w->out, tex);
        } else if (star) {
            buf_puts(w->out, "{*}"); /* without braces it would be a part of \\* */
        } else if (str_starts(str_from(s, i), STR("\u00A0"))) {
            buf_putc(w->out, '~');
            i++;
        } else {
            buf_puts(w->out, joins(w->out, c) ? "{}" : "");
            buf_putc(w->out, c);
        }
    }
}

void latex_code(struct latex_writer *w, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        const char *tex = escape_of(c, true);
        if (is_space_or_tab(c)) {
            bool apart = i == 0 || s.p[i - 1] == ' ' || i + 1 == s.n;
            buf_puts(w->out, c == '\t' ? "\\ \\ \\ \\ " : apart ? "\\ " : " ");
        } else if (tex) {
            buf_puts(w->out, tex);
        } else {
            buf_puts(w->out, joins(w->out, c) ? "{}" : "");
            buf_putc(w->out, c);
        }
    }
}

void latex_label(struct latex_writer *w, struct str id) {
    for (size_t i = 0; i < id.n; i++) {
        unsigned char c = (unsigned char)id.p[i];
        if (is_alnum((char)c) || c == '-' || c == ':' || c == '.' || c == '_' || c == '/' ||
            c == '+') {
            buf_putc(w->out, (char)c);
        } else {
            buf_printf(w->out, "=%02X", c);
        }
    }
}

void latex_url(struct latex_writer *w, struct str url) {
    for (size_t i = 0; i < url.n; i++) {
        unsigned char c = (unsigned char)url.p[i];
        if (c == '%' || c == '#' || c == '&' || c == '_') {
            buf_printf(w->out, "\\%c", c);
        } else if (c <= ' ' || c >= 0x7F || str_index(STR("{}\\^`\"<>|~$"), (char)c) != STR_NONE) {
            buf_printf(w->out, "\\%%%02X", c);
        } else {
            buf_putc(w->out, (char)c);
        }
    }
}

void latex_anchor(struct latex_writer *w, const struct doc_node *n) {
    struct str id = n ? doc_id(n) : STR_EMPTY;
    if (id.n) {
        buf_puts(w->out, "\\hypertarget{");
        latex_label(w, id);
        buf_puts(w->out, "}{}\\label{");
        latex_label(w, id);
        buf_putc(w->out, '}');
    }
}
