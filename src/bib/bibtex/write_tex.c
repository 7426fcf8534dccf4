/* SPDX-License-Identifier: MIT */
/*
 * Rich text to the TeX of .bib fields: what tex/text.h reads, written. UTF-8 stays; what TeX takes
 * for a command, a ligature or a brace is escaped.
 */
#include "bib/bibtex/bibtex.h"

#include "tex/text/text.h"

#define MAX_OPEN 64 /* tags open at once */

/* What a character (or a run of them) is written as. The first that fits counts. */
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

static const struct {
    struct str tag;
    const char *tex;
} tags[] = {
    {STR_INIT("<i>"), "\\emph{"},
    {STR_INIT("<b>"), "\\textbf{"},
    {STR_INIT("<sup>"), "\\textsuperscript{"},
    {STR_INIT("<sub>"), "\\textsubscript{"},
    {STR_INIT("<u>"), "\\underline{"},
    {STR_INIT("<code>"), "\\texttt{"},
    {STR_INIT("<span class"), "{"}, /* nocase: math is taken before */
    {STR_INIT("<s"), "\\textsc{"},  /* small capitals in both forms */
};

static void add_math(struct buf *out, struct str tex) {
    buf_putc(out, '$');
    for (size_t i = 0; i < tex.n; i++) {
        struct str rest = str_from(tex, i);
        if (str_starts(rest, STR("&amp;"))) {
            buf_putc(out, '&');
            i += 4;
        } else if (str_starts(rest, STR("&lt;")) || str_starts(rest, STR("&gt;"))) {
            buf_putc(out, rest.p[1] == 'l' ? '<' : '>');
            i += 3;
        } else {
            buf_putc(out, rest.p[0]);
        }
    }
    buf_putc(out, '$');
}

/** Quotes and dashes that would run together with what stands before get an empty group between. */
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

static void open_tag(struct buf *out, struct str rest) {
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        if (str_starts(rest, tags[i].tag)) {
            buf_puts(out, tags[i].tex);
            return;
        }
    }
    buf_putc(out, '{');
}

struct str bibtex_to_tex(struct arena *a, struct str rich) {
    struct buf out;
    buf_init(&out, 0);
    size_t open = 0;
    for (size_t i = 0; i < rich.n;) {
        struct str tex, rest = str_from(rich, i);
        bool closing;
        size_t n = rich_math(rich, i, &tex);
        if (n) {
            add_math(&out, tex);
            i += n;
            continue;
        }
        n = rich_tag(rich, i, &closing);
        if (n && closing && open) {
            buf_putc(&out, '}');
            open--;
        } else if (n && !closing && open < MAX_OPEN) {
            open_tag(&out, rest);
            open++;
        }
        i += n ? n : add_character(&out, rest);
    }
    buf_fill(&out, '}', open);
    struct str text = buf_keep(&out, a);
    buf_drop(&out);
    return text;
}
