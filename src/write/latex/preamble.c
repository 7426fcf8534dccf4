/* SPDX-License-Identifier: MIT */
/*
 * Writes the preamble: class, fonts, language, the packages that the body needs, and declarations
 * of characters that pdflatex does not have. Packages that may be missing are loaded
 * conditionally. The result compiles with LaTeX's base, tools, amsmath, hyperref and booktabs.
 */
#include "write/latex/writer.h"

#include "core/base/map.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_MISSING_GLYPH);

/* ---- language ---- */

/** Returns the name of a language in babel, or NULL. The first row that matches counts. */
static const char *babel_name(struct str lang) {
    static const struct {
        const char *tag, *name;
    } names[] = {
        {"en-GB", "british"}, {"en", "american"},   {"de-AT", "naustrian"}, {"de", "ngerman"},
        {"fr", "french"},     {"es", "spanish"},    {"it", "italian"},      {"pt-BR", "brazilian"},
        {"pt", "portuguese"}, {"nl", "dutch"},      {"sv", "swedish"},      {"da", "danish"},
        {"nb", "norsk"},      {"nn", "nynorsk"},    {"no", "norsk"},        {"fi", "finnish"},
        {"pl", "polish"},     {"cs", "czech"},      {"sk", "slovak"},       {"hu", "magyar"},
        {"ro", "romanian"},   {"hr", "croatian"},   {"sl", "slovene"},      {"et", "estonian"},
        {"lv", "latvian"},    {"lt", "lithuanian"}, {"tr", "turkish"},      {"ca", "catalan"},
        {"gl", "galician"},   {"eu", "basque"},     {"is", "icelandic"},    {"la", "latin"}};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is_lang(lang, names[i].tag)) {
            return names[i].name;
        }
    }
    return NULL;
}

static void put_language(struct latex_writer *w, struct buf *out) {
    const char *name = babel_name(w->doc->meta.lang);
    if (name) {
        buf_printf(out, "\\IfFileExists{%s.ldf}{\\usepackage[%s,shorthands=off]{babel}}{}\n", name,
                   name);
    }
    static const struct {
        enum doc_word word;
        const char *command;
    } words[] = {{DOC_WORD_FIGURE, "figurename"}, {DOC_WORD_TABLE, "tablename"}};
    struct buf *before = w->out;
    w->out = out;
    buf_puts(out, "\\AtBeginDocument{%\n");
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        bool foreign = false;
        buf_printf(out, "  \\renewcommand{\\%s}{", words[i].command);
        latex_text(w, doc_label_word(w->doc, w->doc->meta.lang, words[i].word, &foreign));
        buf_puts(out, "}%\n");
    }
    static const char *const lists[DOC_CONTENTS_COUNT] = {[DOC_CONTENTS_HEADINGS] = "contentsname",
                                                          [DOC_CONTENTS_FIGURES] = "listfigurename",
                                                          [DOC_CONTENTS_TABLES] = "listtablename"};
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        if (w->doc->contents[i] && lists[i]) {
            buf_printf(out, "  \\renewcommand{\\%s}{", lists[i]);
            latex_text(w, w->doc->contents[i]->title);
            buf_puts(out, "}%\n");
        }
    }
    buf_puts(out, "}\n");
    w->out = before;
}

/* ---- characters ---- */

static void declare(struct latex_writer *w, struct buf *out, uint32_t cp) {
    struct buf tex = BUF_INIT;
    switch (latex_symbol(w->doc->arena, &tex, cp)) {
    case LATEX_NATIVE:
        break;
    case LATEX_DECLARED:
        buf_printf(out, "  \\DeclareUnicodeCharacter{%04X}{%.*s}\n", cp, STR_ARG(buf_view(&tex)));
        break;
    case LATEX_UNKNOWN:
        (void)diag_add(w->d, DIAG_MISSING_GLYPH, SPAN_NONE,
                       "pdflatex has no character U+%04X: a box with its number replaces it", cp);
        buf_printf(out, "  \\DeclareUnicodeCharacter{%04X}{\\fbox{\\tiny U+%04X}}\n", cp, cp);
        break;
    }
    buf_drop(&tex);
}

/** Declares each character of the body once, in the order of the text. */
static void put_characters(struct latex_writer *w, struct buf *out, struct str body) {
    struct map seen = MAP_INIT;
    for (size_t at = 0; at < body.n;) {
        size_t begin = at;
        if (!(body.p[at] & 0x80)) {
            at++;
            continue;
        }
        uint32_t cp = utf8_next(body, &at);
        if (!map_put(&seen, str_slice(body, begin, at), w)) {
            declare(w, out, cp);
        }
    }
    map_drop(&seen);
}

/* ---- packages ---- */

/** Loads packages for commands in formulas and raw TeX. */
static void put_packages_of_text(struct buf *out, struct str body) {
    static const struct {
        const char *command, *package;
    } rows[] = {
#define PACKAGE(command, package) {command, package},
#include "write/latex/packages.def"
#undef PACKAGE
    };
    struct str last = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str package = str_of(rows[i].package);
        if (!str_eq(package, last) && str_find(body, str_of(rows[i].command)) != STR_NONE) {
            buf_printf(out, "\\usepackage%s\n", rows[i].package);
            last = package;
        }
    }
}

/** Writes the geometry of the page from `geometry`, pandoc's key for the package of that name. */
static void put_geometry(struct latex_writer *w, struct buf *out) {
    const struct node *n = node_get(w->doc->front, "geometry");
    size_t count = node_count(n);
    buf_puts(out, "\\IfFileExists{geometry.sty}{\\usepackage[");
    for (size_t i = 0; i < count; i++) {
        struct str option = node_text(node_item(n, i));
        buf_puts(out, i ? "," : "");
        for (size_t k = 0; k < option.n; k++) {
            bool plain =
                is_alnum(option.p[k]) || str_index(STR("=.,-:{} "), option.p[k]) != STR_NONE;
            buf_putc(out, plain ? option.p[k] : ' ');
        }
    }
    buf_puts(out, count ? "]{geometry}}{}\n" : "margin=2.5cm]{geometry}}{}\n");
}

static void put_packages(struct latex_writer *w, struct buf *out, struct str body) {
    put_geometry(w, out);
    buf_puts(out, "\\usepackage{amsmath,amssymb}\n"
                  "\\usepackage{graphicx}\n");
    if (w->tables) {
        buf_puts(out, "\\usepackage{longtable,booktabs,array}\n");
    }
    if (w->multirow) {
        buf_puts(out, "\\IfFileExists{multirow.sty}{\\usepackage{multirow}}"
                      "{\\newcommand{\\multirow}[3]{##3}}\n");
    }
    if (w->strike) {
        buf_puts(out, "\\IfFileExists{ulem.sty}{\\usepackage[normalem]{ulem}}"
                      "{\\let\\sout\\underline}\n");
    }
    if (w->opt->natbib) {
        buf_puts(out, "\\usepackage[numbers,sort&compress]{natbib}\n");
    }
    put_packages_of_text(out, body);
}

static void put_images(struct buf *out) {
    buf_puts(out, "\\makeatletter\n"
                  "\\def\\imagewidth{\\ifdim\\Gin@nat@width>\\linewidth\\linewidth"
                  "\\else\\Gin@nat@width\\fi}\n"
                  "\\def\\imageheight{\\ifdim\\Gin@nat@height>0.9\\textheight 0.9\\textheight"
                  "\\else\\Gin@nat@height\\fi}\n"
                  "\\setkeys{Gin}{width=\\imagewidth,height=\\imageheight,keepaspectratio}\n"
                  "\\makeatother\n");
}

/* ---- dossier's own commands ---- */

static void put_commands(struct buf *out) {
    buf_puts(
        out,
        "\\providecommand{\\tightlist}{\\setlength{\\itemsep}{0pt}\\setlength{\\parskip}{0pt}}\n"
        "\\providecommand{\\marked}[1]{\\underline{#1}}\n"
        "\\newenvironment{callout}{\\begin{quote}\\hrule\\medskip}"
        "{\\par\\medskip\\hrule\\end{quote}}\n"
        "\\newenvironment{theoremtext}{\\par\\medskip\\itshape}{\\par\\medskip}\n"
        "\\newenvironment{prooftext}{\\par\\medskip}{\\par\\medskip}\n"
        "\\newenvironment{references}[1]{\\begin{list}{}{\\settowidth{\\labelwidth}{#1}%\n"
        "  \\setlength{\\leftmargin}{\\labelwidth}\\addtolength{\\leftmargin}{\\labelsep}%\n"
        "  \\ifdim\\labelwidth=0pt\\setlength{\\leftmargin}{1.5em}\\fi\n"
        "  \\setlength{\\itemsep}{3pt}\\setlength{\\parsep}{0pt}%\n"
        "  \\renewcommand{\\makelabel}[1]{##1\\hfil}}\\sloppy}{\\end{list}}\n");
}

bool latex_defines(const struct doc_node *n) {
    return latex_shows_raw(n) &&
           str_starts_among(str_trim(n->u.code.text),
                            "\\newcommand \\renewcommand \\providecommand \\def\\ \\let\\ "
                            "\\DeclareMathOperator \\DeclarePairedDelimiter");
}

static void put_definitions(struct latex_writer *w, struct buf *out) {
    struct doc_walk walk = doc_walk_start(w->doc->root);
    while (doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_RAW_BLOCK && latex_defines(walk.node)) {
            buf_str(out, str_trim(walk.node->u.code.text));
            buf_putc(out, '\n');
        }
    }
}

/** Writes lines for the preamble: the parts of a text in LaTeX fences, or the whole text when there
 * are no fences. HTML is left out. */
static void put_include(struct buf *out, struct str text) {
    bool skip = text.n && text.p[0] == '<';
    while (text.p) {
        struct str line = str_cut(&text, '\n');
        bool fence = str_starts(str_trim(line), STR("```"));
        if (fence && str_index(line, '{') != STR_NONE) {
            skip = str_find(line, STR("{=latex}")) == STR_NONE &&
                   str_find(line, STR("{=tex}")) == STR_NONE;
        } else if (fence) {
            skip = false;
        } else if (!skip && str_trim(line).n) {
            buf_str(out, line);
            buf_putc(out, '\n');
        }
    }
}

/** Writes the author's own preamble, and macros of formulas. */
static void put_own(struct latex_writer *w, struct buf *out) {
    const struct node *includes = node_get(w->doc->front, "header-includes");
    size_t n = node_count(includes);
    for (size_t i = 0; i < n; i++) {
        const struct node *one = node_item(includes, i);
        put_include(out, str_trim(node_text(one)));
    }
    const struct node *macros = node_get(w->doc->front, "macros");
    for (size_t i = 0; macros && macros->kind == NODE_MAP && i < macros->n; i++) {
        struct str name = macros->keys[i], text = str_trim(node_text(macros->items[i]));
        int most = 0;
        for (size_t k = 0; k + 1 < text.n; k++) {
            int number = text.p[k] == '#' && is_digit(text.p[k + 1]) ? text.p[k + 1] - '0' : 0;
            most = number > most ? number : most;
        }
        name = str_from(name, str_starts(name, STR("\\")) ? 1 : 0);
        buf_printf(out, "\\providecommand{\\%.*s}{}\\renewcommand{\\%.*s}[%d]{%.*s}\n",
                   STR_ARG(name), STR_ARG(name), most, STR_ARG(text));
    }
    if (macros && macros->kind == NODE_STRING) {
        buf_str(out, str_trim(macros->text));
        buf_putc(out, '\n');
    }
}

static void put_links(struct latex_writer *w, struct buf *out) {
    struct buf *before = w->out;
    w->out = out;
    buf_puts(out, "\\usepackage[hidelinks,unicode]{hyperref}\n\\hypersetup{pdftitle={");
    latex_text(w, w->doc->meta.title_plain);
    buf_puts(out, "},pdfauthor={");
    for (size_t i = 0; i < w->doc->meta.nauthors; i++) {
        buf_puts(out, i ? "; " : "");
        latex_text(w, w->doc->meta.authors[i].plain);
    }
    buf_puts(out, "}}\n");
    w->out = before;
}

static bool is_option(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (!is_alnum(s.p[i]) && s.p[i] != '.') {
            return false;
        }
    }
    return s.n > 0;
}

/** Writes the class with its options. The class report needs definitions for some commands of the
 * class book. */
static void put_class(const struct latex_writer *w, struct buf *out) {
    enum doc_class_kind kind = w->doc->cls.kind;
    buf_printf(out, "]{%s}\n",
               kind == DOC_CLASS_BOOK     ? "book"
               : kind == DOC_CLASS_REPORT ? "report"
                                          : "article");
    if (kind == DOC_CLASS_REPORT) {
        buf_puts(out, "\\providecommand{\\frontmatter}{\\clearpage\\pagenumbering{roman}}\n"
                      "\\providecommand{\\mainmatter}{\\clearpage\\pagenumbering{arabic}}\n"
                      "\\providecommand{\\backmatter}{\\clearpage}\n");
    }
}

void latex_preamble(struct latex_writer *w, struct buf *out, struct str body) {
    struct str size = node_text(node_get(w->doc->front, "fontsize"));
    struct str paper = node_text(node_get(w->doc->front, "papersize"));
    bool standard = str_is(size, "10pt") || str_is(size, "11pt") || str_is(size, "12pt");
    buf_puts(out, "\\documentclass[");
    buf_str(out, standard ? size : STR("11pt"));
    if (is_option(paper)) {
        buf_printf(out, ",%.*s%s", STR_ARG(paper), str_ends(paper, STR("paper")) ? "" : "paper");
    }
    put_class(w, out);
    buf_puts(out, "\\ifdefined\\directlua\n  \\usepackage{fontspec}\n"
                  "\\else\\ifdefined\\XeTeXversion\n  \\usepackage{fontspec}\n\\else\n"
                  "  \\usepackage[T1]{fontenc}\n  \\usepackage[utf8]{inputenc}\n"
                  "  \\usepackage{textcomp}\n"
                  "  \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n");
    struct buf characters = BUF_INIT;
    put_links(w, &characters); /* the characters in links need declarations as well */
    buf_str(&characters, body);
    put_language(w, &characters);
    put_characters(w, out, buf_view(&characters));
    buf_drop(&characters);
    buf_puts(out, "\\fi\\fi\n");
    put_language(w, out);
    struct buf own = BUF_INIT;
    put_own(w, &own);
    put_definitions(w, &own);
    put_packages(w, out, arena_join(w->doc->arena, 2, body, buf_view(&own)));
    if (w->images) {
        put_images(out);
    }
    put_commands(out);
    buf_str(out, buf_view(&own));
    buf_drop(&own);
    put_links(w, out);
    buf_puts(out, "\\emergencystretch=3em\n\n");
}
