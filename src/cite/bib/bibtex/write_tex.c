/* SPDX-License-Identifier: MIT */
/*
 * Writes rich text as TeX for .bib fields, which model/tex/text/text.h reads again. UTF-8 is kept.
 * Characters that TeX would take as a command, a ligature or a brace are escaped.
 */
#include "cite/bib/bibtex/bibtex.h"

/* The TeX of a character, or of several characters. The first row that matches is used. */
static const struct {
    struct str text, tex;
} escapes[] = {
    {STR_INIT("\\"), STR_INIT("\\textbackslash{}")},
    {STR_INIT("{"), STR_INIT("\\textbraceleft{}")},
    {STR_INIT("}"), STR_INIT("\\textbraceright{}")},
    {STR_INIT("$"), STR_INIT("\\$")},
    {STR_INIT("%"), STR_INIT("\\%")},
    {STR_INIT("&"), STR_INIT("\\&")},
    {STR_INIT("#"), STR_INIT("\\#")},
    {STR_INIT("_"), STR_INIT("\\_")},
    {STR_INIT("^"), STR_INIT("\\^{}")},
    {STR_INIT("~"), STR_INIT("\\textasciitilde{}")},
    {STR_INIT("'"), STR_INIT("\\textquotesingle{}")},
    {STR_INIT("`"), STR_INIT("\\`{}")},
    {STR_INIT("--"), STR_INIT("-{}-")},
    {STR_INIT("\u00A0"), STR_INIT("~")},
    {STR_INIT("\u2013"), STR_INIT("--")},
    {STR_INIT("\u2014"), STR_INIT("---")},
    {STR_INIT("\u2018"), STR_INIT("`")},
    {STR_INIT("\u2019"), STR_INIT("'")},
    {STR_INIT("\u201C"), STR_INIT("``")},
    {STR_INIT("\u201D"), STR_INIT("''")},
};

/** The command for a span, with the brace that opens its argument. */
static const char *const commands[RICH_KIND_COUNT] = {
    [RICH_ITALIC] = "\\emph{",
    [RICH_BOLD] = "\\textbf{",
    [RICH_SUP] = "\\textsuperscript{",
    [RICH_SUB] = "\\textsubscript{",
    [RICH_SMALL_CAPS] = "\\textsc{",
    [RICH_UNDERLINE] = "\\underline{",
    [RICH_NOCASE] = "{",
    [RICH_NODECOR] = "{",
    [RICH_CODE] = "\\texttt{",
};

/** Appends TeX. An empty group is added before a quote or dash that would form a ligature with the
 * previous one. */
static void add_escaped(struct buf *out, struct str tex) {
    char last = out->n ? out->p[out->n - 1] : '\0';
    bool joins = (tex.p[0] == '\'' || tex.p[0] == '`' || tex.p[0] == '-') && last == tex.p[0];
    joins = joins || (tex.p[0] == '`' && (last == '?' || last == '!'));
    buf_puts(out, joins ? "{}" : "");
    buf_str(out, tex);
}

static size_t add_character(struct buf *out, struct str rest) {
    for (size_t i = 0; i < ARRAY_LEN(escapes); i++) {
        if (str_starts(rest, escapes[i].text)) {
            add_escaped(out, escapes[i].tex);
            return str_is(escapes[i].text, "--") ? 2 : escapes[i].text.n;
        }
    }
    bool dash = rest.p[0] == '-';
    if (dash) {
        add_escaped(out, STR("-"));
    } else {
        buf_putc(out, rest.p[0]);
    }
    return 1;
}

static void add_text(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n;) {
        i += add_character(out, str_from(s, i));
    }
}

struct str bibtex_to_tex(struct arena *a, struct rich r) {
    struct buf out;
    struct rich_walk w;
    buf_init(&out, 0);
    rich_walk_start(&w, r);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        switch (e) {
        case RICH_TEXT:
            add_text(&out, w.text);
            break;
        case RICH_ATOM:
            if (w.kind == RICH_MATH) {
                buf_putc(&out, '$');
                buf_str(&out, w.text);
                buf_putc(&out, '$');
            } else {
                buf_puts(&out, commands[w.kind]);
                add_text(&out, w.text);
                buf_putc(&out, '}');
            }
            break;
        case RICH_OPEN:
            buf_puts(&out, commands[w.kind]);
            break;
        case RICH_CLOSE:
            buf_putc(&out, '}');
            break;
        case RICH_END:
            break;
        }
    }
    return buf_finish(&out, a);
}
