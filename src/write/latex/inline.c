/* SPDX-License-Identifier: MIT */
/*
 * Writes inlines. Decides the command for each kind. If the mark of a note is in a caption, heading
 * or cell, which commands may move, the text of the note is written later.
 */
#include "core/base/bounds.h"
#include "write/latex/writer.h"

bool latex_shows_raw(const struct doc_node *n) {
    return str_ieq(n->u.code.info, STR("latex")) || str_ieq(n->u.code.info, STR("tex"));
}

/* ---- notes ---- */

static void put_note_text(struct latex_writer *w, const struct doc_node *n) {
    int apart = w->apart, cells = w->cells;
    w->apart = w->cells = 0;
    w->inner++;
    latex_blocks(w, n->first);
    w->inner--;
    while (w->out->n && w->out->p[w->out->n - 1] == '\n') {
        buf_cut(w->out, w->out->n - 1);
    }
    w->apart = apart;
    w->cells = cells;
}

/** Writes a note with the number that it has in the other outputs. LaTeX continues from the last
 * number. */
static void put_note(struct latex_writer *w, const struct doc_node *n) {
    if (w->apart || w->inner) {
        buf_printf(w->out, "\\footnotemark[%d]", n->u.note.number);
        vec_push(&w->waiting, n);
        return;
    }
    if (n->u.note.number != w->note + 1) {
        buf_printf(w->out, "\\setcounter{footnote}{%d}", n->u.note.number - 1);
    }
    w->note = n->u.note.number;
    buf_puts(w->out, "\\footnote{");
    put_note_text(w, n);
    buf_putc(w->out, '}');
}

void latex_waiting_notes(struct latex_writer *w) {
    if (w->apart || w->inner || !w->waiting.n) {
        return;
    }
    for (size_t i = 0; i < w->waiting.n; i++) {
        const struct doc_node *n = w->waiting.p[i];
        buf_printf(w->out, "\\footnotetext[%d]{", n->u.note.number);
        put_note_text(w, n);
        buf_puts(w->out, "}%\n");
    }
    w->note = vec_last(&w->waiting)->u.note.number;
    buf_printf(w->out, "\\setcounter{footnote}{%d}%%\n", w->note);
    vec_clear(&w->waiting);
}

/* ---- links and citations ---- */

static void put_link(struct latex_writer *w, const struct doc_node *n) {
    struct str url = n->u.link.url;
    if (str_starts(url, STR("#"))) {
        buf_puts(w->out, "\\hyperlink{");
        latex_label(w, str_from(url, 1));
    } else {
        buf_puts(w->out, "\\href{");
        latex_url(w, url);
    }
    buf_puts(w->out, "}{");
    w->apart++;
    if (n->first) {
        latex_inlines(w, n->first, NULL);
    } else {
        latex_text(w, url);
    }
    w->apart--;
    buf_putc(w->out, '}');
}

static void put_option(struct latex_writer *w, const struct doc_node *text) {
    buf_putc(w->out, '[');
    if (text) {
        buf_putc(w->out, '{');
        struct buf inner = BUF_INIT, *out = w->out;
        w->out = &inner;
        latex_inlines(w, text->first, NULL);
        w->out = out;
        struct str s = str_trim(buf_view(&inner));
        while (s.n && s.p[0] == ',') {
            s = str_trim(str_from(s, 1));
        }
        buf_str(w->out, s);
        buf_drop(&inner);
        buf_putc(w->out, '}');
    }
    buf_putc(w->out, ']');
}

/** Writes natbib's commands. Works without a text between them share one command. */
static void put_natbib(struct latex_writer *w, const struct doc_node *n) {
    for (size_t i = 0; i < n->u.cite.n; i++) {
        const struct doc_cite *c = &n->u.cite.cites[i];
        buf_puts(w->out, i ? "; " : "");
        buf_puts(w->out, c->mode == DOC_CITE_IN_TEXT           ? "\\citet"
                         : c->mode == DOC_CITE_SUPPRESS_AUTHOR ? "\\citeyearpar"
                         : c->mode == DOC_CITE_AUTHOR          ? "\\citeauthor"
                         : c->mode == DOC_CITE_YEAR            ? "\\citeyear"
                         : n->u.cite.bare                      ? "\\citealp"
                                                               : "\\citep");
        bool years = c->mode == DOC_CITE_SUPPRESS_AUTHOR || c->mode == DOC_CITE_YEAR;
        buf_puts(w->out, c->all_names && !years ? "*" : "");
        if (c->prefix || c->suffix) {
            put_option(w, c->prefix);
            put_option(w, c->suffix);
        }
        buf_putc(w->out, '{');
        buf_str(w->out, c->key);
        while (i + 1 < n->u.cite.n && !c->prefix && !c->suffix && c->mode == DOC_CITE_NORMAL &&
               n->u.cite.cites[i + 1].mode == c->mode && !n->u.cite.cites[i + 1].prefix &&
               !n->u.cite.cites[i + 1].suffix) {
            buf_putc(w->out, ',');
            buf_str(w->out, n->u.cite.cites[++i].key);
        }
        buf_putc(w->out, '}');
    }
}

/** Writes a citation. natbib has no command for titles and entries, so they are written as text. */
static void put_cite(struct latex_writer *w, const struct doc_node *n) {
    bool natbib = w->opt->natbib && n->u.cite.n;
    for (size_t i = 0; i < n->u.cite.n && w->opt->natbib; i++) {
        const struct doc_cite *c = &n->u.cite.cites[i];
        if (n->first && (c->mode == DOC_CITE_TITLE || c->mode == DOC_CITE_FULL)) {
            buf_printf(w->out, "\\nocite{%.*s}", STR_ARG(c->key));
            natbib = false;
        }
    }
    if (natbib) {
        put_natbib(w, n);
    } else if (n->first) {
        latex_inlines(w, n->first, NULL);
    } else {
        latex_text(w, n->u.cite.source);
    }
}

/* ---- images ---- */

/** Writes "50%" and "3cm" as LaTeX lengths. Pixels are those of CSS, 96 per inch. */
static bool put_length(struct buf *b, const char *key, struct str value, const char *whole) {
    static const char *const units[] = {"cm", "mm", "in", "pt", "em", "pc"};
    int64_t mille;
    if (!str_take_decimal(&value, '.', 3, &mille) || mille == 0) {
        return false;
    }
    struct str unit = str_trim(value);
    buf_printf(b, ",%s=", key);
    if (str_is(unit, "%")) {
        buf_fixed(b, mille, 5);
        buf_puts(b, whole);
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (str_is(unit, units[i])) {
            buf_fixed(b, mille, 3);
            buf_puts(b, units[i]);
            return true;
        }
    }
    buf_fixed(b, mille * 3 / 4, 3);
    buf_puts(b, "bp");
    return true;
}

/** Writes an image. If pdflatex cannot show it, writes its alternative text. */
static void put_image(struct latex_writer *w, const struct doc_node *n) {
    struct str path = STR_EMPTY, own = doc_pair(n, "alt");
    if (w->opt->image && w->opt->image(w->opt->user, n, &path)) {
        w->images = true;
        buf_puts(w->out, "\\includegraphics[keepaspectratio");
        (void)put_length(w->out, "width", doc_pair(n, "width"), "\\linewidth");
        (void)put_length(w->out, "height", doc_pair(n, "height"), "\\textheight");
        buf_puts(w->out, "]{");
        buf_str(w->out, path);
        buf_putc(w->out, '}');
        return;
    }
    buf_puts(w->out, "\\fbox{\\parbox{0.6\\linewidth}{\\centering ");
    struct str alt = own.p ? own : doc_plain(w->doc->arena, n);
    latex_text(w, alt.n ? alt : str_slice(n->u.link.url, 0, 80));
    buf_puts(w->out, "}}");
}

/* ---- formulas ---- */

static bool is_environment(struct str tex) {
    static const char *const names[] = {"equation", "align",       "gather",
                                        "multline", "eqnarray",    "flalign",
                                        "alignat",  "displaymath", "math"};
    if (!str_starts(tex, STR("\\begin{"))) {
        return false;
    }
    struct str rest = str_from(tex, sizeof "\\begin{" - 1);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct str name = str_of(names[i]);
        if (str_starts(rest, name) && rest.n > name.n &&
            (rest.p[name.n] == '}' || rest.p[name.n] == '*')) {
            return true;
        }
    }
    return false;
}

/** Writes a formula without its empty lines, which TeX does not allow. */
static void put_tex(struct latex_writer *w, struct str tex) {
    while (tex.p) {
        struct str line = str_cut(&tex, '\n');
        if (str_trim(line).n) {
            buf_str(w->out, line);
            buf_puts(w->out, tex.p ? "\n" : "");
        }
    }
}

static void put_math(struct latex_writer *w, const struct doc_node *n) {
    struct str tex = str_trim(n->u.math.tex);
    if (!n->u.math.display) {
        buf_puts(w->out, "\\(");
        put_tex(w, tex);
        buf_puts(w->out, "\\)");
        return;
    }
    bool numbered = doc_id(n).n && n->u.math.plain.n && !is_environment(tex);
    bool named = is_environment(tex);
    latex_anchor(w, doc_id(n).n && str_find(tex, STR("\\label{")) == STR_NONE ? n : NULL);
    /* in cells and notes there are no displays, so the formula is set in the line */
    if (w->cells || w->inner) {
        buf_puts(w->out, named ? "\\begin{minipage}{0.9\\linewidth}" : "\\(\\displaystyle ");
    } else if (!named) {
        buf_puts(w->out, numbered ? "\\begin{equation}" : "\\[");
    }
    put_tex(w, tex);
    if (w->cells || w->inner) {
        buf_puts(w->out, named ? "\\end{minipage}" : "\\)");
    } else if (!named) {
        buf_puts(w->out, numbered ? "\\end{equation}" : "\\]");
    }
}

void latex_short(struct latex_writer *w, const struct doc_node *first) {
    bool plain = true;
    for (const struct doc_node *n = first; n; n = n->next) {
        plain = plain && (n->kind == DOC_TEXT || n->kind == DOC_SOFT_BREAK);
    }
    if (plain) {
        return;
    }
    buf_puts(w->out, "[{");
    for (const struct doc_node *n = first; n; n = n->next) {
        if (n->kind == DOC_MATH) {
            latex_inlines(w, n, n->next);
        } else if (n->kind != DOC_NOTE) {
            latex_text(w, n->kind == DOC_SOFT_BREAK ? STR(" ")
                          : n->kind == DOC_TEXT     ? n->u.text.text
                                                    : doc_plain(w->doc->arena, n));
        }
    }
    buf_puts(w->out, "}]");
}

/* ---- all ---- */

/** Writes a command with the inlines as its argument. The argument must not contain the end of a
 * paragraph. The text of a note may contain one, so it is written later. */
static void put_around(struct latex_writer *w, const struct doc_node *n, const char *open) {
    buf_puts(w->out, open);
    latex_apart(w, n->first);
    buf_putc(w->out, '}');
}

static void put_span(struct latex_writer *w, const struct doc_node *n) {
    static const struct {
        const char *cls, *open;
    } classes[] = {
        {"mark", "\\marked{"},      {"kbd", "\\texttt{"},         {"samp", "\\texttt{"},
        {"var", "\\emph{"},         {"dfn", "\\emph{"},           {"cite", "\\emph{"},
        {"small", "{\\small "},     {"big", "{\\large "},         {"ins", "\\underline{"},
        {"smallcaps", "\\textsc{"}, {"underline", "\\underline{"}};
    for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
        if (n->attr && n->attr->nclasses && str_is(n->attr->classes[0], classes[i].cls)) {
            put_around(w, n, classes[i].open);
            return;
        }
    }
    latex_inlines(w, n->first, NULL);
}

static void put_break(struct latex_writer *w, const struct doc_node *n) {
    bool empty = !n->prev || n->prev->kind == DOC_LINE_BREAK;
    buf_puts(w->out, empty ? "\\mbox{}" : "");
    buf_puts(w->out, w->cells ? "\\newline\n" : "\\\\\n");
}

/** Writes TeX unchanged. If the TeX ends with a command, braces separate this command from the
 * following text. */
static void put_raw(struct latex_writer *w, struct str tex) {
    size_t at = tex.n;
    while (at > 0 && is_alpha(tex.p[at - 1])) {
        at--;
    }
    buf_str(w->out, tex);
    buf_puts(w->out, at > 0 && at < tex.n && tex.p[at - 1] == '\\' ? "{}" : "");
}

static void put_leaf(struct latex_writer *w, const struct doc_node *n) {
    if (n->kind == DOC_CODE) {
        buf_puts(w->out, "\\texttt{");
        latex_code(w, n->u.code.text);
        buf_putc(w->out, '}');
    } else if (n->kind == DOC_RAW_INLINE) {
        if (latex_shows_raw(n)) {
            put_raw(w, n->u.code.text);
        }
    } else if (n->kind == DOC_LINE_BREAK) {
        put_break(w, n);
    } else if (n->kind == DOC_SOFT_BREAK) {
        buf_putc(w->out, '\n');
    } else if (n->kind == DOC_MATH) {
        put_math(w, n);
    } else if (n->kind == DOC_IMAGE) {
        put_image(w, n);
    } else if (n->kind == DOC_NOTE) {
        put_note(w, n);
    } else if (n->kind == DOC_CITE) {
        put_cite(w, n);
    } else if (n->kind == DOC_LINK) {
        put_link(w, n);
    } else {
        put_span(w, n);
    }
}

static void put_inline(struct latex_writer *w, const struct doc_node *n) {
    static const char *const commands[DOC_KIND_COUNT] = {
        [DOC_EMPH] = "\\emph{",           [DOC_STRONG] = "\\textbf{",
        [DOC_STRIKE] = "\\sout{",         [DOC_UNDERLINE] = "\\underline{",
        [DOC_SUP] = "\\textsuperscript{", [DOC_SUB] = "\\textsubscript{",
        [DOC_SMALL_CAPS] = "\\textsc{",   [DOC_UPRIGHT] = "\\textup{"};
    if (n->kind == DOC_TEXT) {
        latex_text(w, n->u.text.text);
        return;
    }
    if (n->kind != DOC_MATH) { /* a formula has its anchor before or in its environment */
        latex_anchor(w, n);
    }
    if (commands[n->kind]) {
        w->strike = w->strike || n->kind == DOC_STRIKE;
        put_around(w, n, commands[n->kind]);
    } else {
        put_leaf(w, n);
    }
}

void latex_inlines(struct latex_writer *w, const struct doc_node *first,
                   const struct doc_node *end) {
    for (const struct doc_node *n = first; n && n != end; n = n->next) {
        if (!doc_is_too_deep(n, ++w->depth, w->d)) {
            put_inline(w, n);
        } else {
            latex_text(w, doc_plain(w->doc->arena, n));
        }
        w->depth--;
    }
}

void latex_apart(struct latex_writer *w, const struct doc_node *first) {
    w->apart++;
    latex_inlines(w, first, NULL);
    w->apart--;
}
