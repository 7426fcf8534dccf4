/* SPDX-License-Identifier: MIT */
/*
 * Languages of texts: LaTeX, BibTeX, HTML, XML and Markdown.
 */
#include "model/highlight/language.h"

/* ---- LaTeX */

enum { TEX_TEXT, TEX_MATH, TEX_DISPLAY };

#define TEX_COMMANDS                                                                               \
    {MATCH_LINE, HL_COMMENT, "%", NULL, 0, STAY, 0},                                               \
        {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\%", NULL, 0, STAY, 0},                                 \
        {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\$", NULL, 0, STAY, 0},                                 \
        {MATCH_LITERAL, HL_SPECIAL_CHAR, "\\&", NULL, 0, STAY, 0}, {                               \
        MATCH_LITERAL, HL_SPECIAL_CHAR, "\\\\", NULL, 0, STAY, 0                                   \
    }

static const struct rule tex_text[] = {
    TEX_COMMANDS,
    {MATCH_SPAN, HL_VERBATIM, "\\begin{verbatim}", "\\end{verbatim}", 0, STAY, 0},
    {MATCH_LITERAL, HL_STRING, "\\[", NULL, 0, TEX_DISPLAY, 0},
    {MATCH_LITERAL, HL_STRING, "$$", NULL, 0, TEX_DISPLAY, 0},
    {MATCH_LITERAL, HL_STRING, "$", NULL, 0, TEX_MATH, 0},
    {MATCH_SIGIL, HL_FUNCTION, "\\", NULL, 0, STAY, 0},
    {MATCH_RUN, HL_OPERATOR, "&~^_", NULL, 0, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    {0},
};
static const struct rule tex_math[] = {
    TEX_COMMANDS,
    {MATCH_LITERAL, HL_STRING, "$", NULL, 0, POP, 0},
    {MATCH_SIGIL, HL_SPECIAL_CHAR, "\\", NULL, 0, STAY, 0},
    {0},
};
static const struct rule tex_display[] = {
    TEX_COMMANDS,
    {MATCH_LITERAL, HL_STRING, "$$", NULL, 0, POP, 0},
    {MATCH_LITERAL, HL_STRING, "\\]", NULL, 0, POP, 0},
    {MATCH_SIGIL, HL_SPECIAL_CHAR, "\\", NULL, 0, STAY, 0},
    {0},
};
static const struct state tex_states[] = {
    {HL_NONE, tex_text}, {HL_STRING, tex_math}, {HL_STRING, tex_display}};
static const struct words tex_words[] = {
    {HL_KEYWORD, "\\begin \\end \\def \\let \\newcommand \\renewcommand \\newenvironment "
                 "\\documentclass \\section \\subsection \\subsubsection \\chapter \\part "
                 "\\paragraph \\title \\author \\maketitle \\label \\ref \\cite \\caption \\item"},
    {HL_IMPORT, "\\usepackage \\input \\include \\includegraphics \\bibliography "
                "\\RequirePackage"},
    {0}};
static const struct highlight_language tex = {
    .names = "latex tex context", .letters = "@*", .words = tex_words, .states = tex_states};

/* ---- BibTeX */

static const struct rule bib_rules[] = {
    {MATCH_LINE, HL_COMMENT, "%", NULL, AT_LINE_START, STAY, 0},
    {MATCH_SIGIL, HL_KEYWORD, "@", NULL, 0, STAY, 0},
    {MATCH_SPAN, HL_STRING, "{", "}", NESTED | AFTER_EQUALS, STAY, '\\'},
    {MATCH_SPAN, HL_STRING, "\"", "\"", 0, STAY, '\\'},
    {MATCH_NUMBER, HL_NONE, NULL, NULL, 0, STAY, 0},
    {MATCH_WORD, HL_OTHER, NULL, NULL, KEY_IF_EQUALS, STAY, 0},
    {0},
};
static const struct state bib_states[] = {{HL_NONE, bib_rules}};
static const struct highlight_language bib = {
    .names = "bibtex bib biblatex", .letters = "-:./+", .states = bib_states};

/* ---- HTML and XML */

enum { XML_TEXT, XML_TAG };

static const struct rule xml_text[] = {
    {MATCH_SPAN, HL_COMMENT, "<!--", "-->", 0, STAY, 0},
    {MATCH_SPAN, HL_VERBATIM, "<![CDATA[", "]]>", 0, STAY, 0},
    {MATCH_SPAN, HL_ANNOTATION, "<?", "?>", 0, STAY, 0},
    {MATCH_SPAN, HL_TYPE, "<!", ">", 0, STAY, 0},
    {MATCH_SIGIL, HL_KEYWORD, "</", NULL, 0, XML_TAG, 0},
    {MATCH_SIGIL, HL_KEYWORD, "<", NULL, 0, XML_TAG, 0},
    {MATCH_SIGIL, HL_SPECIAL_CHAR, "&#", NULL, 0, STAY, 0},
    {MATCH_SIGIL, HL_SPECIAL_CHAR, "&", NULL, 0, STAY, 0},
    {0},
};
static const struct rule xml_tag[] = {
    {MATCH_LITERAL, HL_KEYWORD, "/>", NULL, 0, POP, 0},
    {MATCH_LITERAL, HL_KEYWORD, ">", NULL, 0, POP, 0},
    {MATCH_SPAN, HL_STRING, "\"", "\"", 0, STAY, 0},
    {MATCH_SPAN, HL_STRING, "'", "'", 0, STAY, 0},
    {MATCH_WORD, HL_ATTRIBUTE, NULL, NULL, 0, STAY, 0},
    {MATCH_RUN, HL_OPERATOR, "=", NULL, 0, STAY, 0},
    {0},
};
static const struct state xml_states[] = {{HL_NONE, xml_text}, {HL_NONE, xml_tag}};
static const struct highlight_language xml = {.names =
                                                  "html xml xhtml svg mathml xsd xslt rss csl tei",
                                              .letters = "-:.",
                                              .states = xml_states};

/* ---- Markdown */

static const struct rule md_rules[] = {
    {MATCH_SPAN, HL_VERBATIM, "```", "```", AT_LINE_START, STAY, 0},
    {MATCH_SPAN, HL_VERBATIM, "~~~", "~~~", AT_LINE_START, STAY, 0},
    {MATCH_SPAN, HL_COMMENT, "<!--", "-->", 0, STAY, 0},
    {MATCH_SPAN, HL_ANNOTATION, "---\n", "\n---", AT_LINE_START, STAY, 0},
    {MATCH_LINE, HL_FUNCTION, "#", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LINE, HL_KEYWORD, ":::", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LITERAL, HL_ATTRIBUTE, ">", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LITERAL, HL_KEYWORD, "- ", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LITERAL, HL_KEYWORD, "* ", NULL, AT_LINE_START, STAY, 0},
    {MATCH_LITERAL, HL_KEYWORD, "+ ", NULL, AT_LINE_START, STAY, 0},
    {MATCH_SPAN, HL_VERBATIM, "`", "`", ONE_LINE, STAY, 0},
    {MATCH_SPAN, HL_STRING, "$$", "$$", 0, STAY, '\\'},
    {MATCH_SPAN, HL_STRING, "$", "$", ONE_LINE, STAY, '\\'},
    {MATCH_SPAN, HL_CONTROL, "**", "**", ONE_LINE, STAY, '\\'},
    {MATCH_SPAN, HL_OTHER, "![", "]", ONE_LINE | NESTED, STAY, '\\'},
    {MATCH_SPAN, HL_OTHER, "[", "]", ONE_LINE | NESTED, STAY, '\\'},
    {MATCH_SIGIL, HL_VARIABLE, "@", NULL, NOT_AFTER_VALUE, STAY, 0},
    {MATCH_WORD, HL_NONE, NULL, NULL, 0, STAY, 0},
    {0},
};
static const struct state md_states[] = {{HL_NONE, md_rules}};
static const struct highlight_language md = {
    .names = "markdown md gfm commonmark rmd qmd", .margin = ">", .states = md_states};

const struct highlight_language *const highlight_markup[] = {&tex, &bib, &xml, &md, NULL};
