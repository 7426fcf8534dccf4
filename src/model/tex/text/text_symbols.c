/* SPDX-License-Identifier: MIT */
/*
 * The meaning of the commands of TeX text: symbols, styles, invisible commands. Each table is
 * sorted by bytes for bsearch (tests/unit/test_tex_tables.c checks that); text.c reads commands.
 */
#include "model/tex/text/text_internal.h"

#include <stdlib.h>

/* Letters and symbols of LaTeX, textcomp and csquotes. */
static const struct tex_symbol text_symbols[] = {
#define SYMBOL(name, text) {STR_INIT(name), STR_INIT(text)},
#include "model/tex/text/text_symbols.def"
#undef SYMBOL
};

/* Symbols of math that are text outside formulas too. */
static const struct tex_symbol math_symbols[] = {
#define SYMBOL(name, text) {STR_INIT(name), STR_INIT(text)},
#include "model/tex/text/text_math_symbols.def"
#undef SYMBOL
};

/* Commands without an argument that are invisible. */
static const struct str silent_commands[] = {
    STR_INIT("Huge"),          STR_INIT("LARGE"),        STR_INIT("Large"),
    STR_INIT("addcolon"),      STR_INIT("addcomma"),     STR_INIT("adddot"),
    STR_INIT("addperiod"),     STR_INIT("addsemicolon"), STR_INIT("addspace"),
    STR_INIT("allowbreak"),    STR_INIT("begingroup"),   STR_INIT("bgroup"),
    STR_INIT("bigl"),          STR_INIT("bigr"),         STR_INIT("bigskip"),
    STR_INIT("boldmath"),      STR_INIT("break"),        STR_INIT("centering"),
    STR_INIT("cyr"),           STR_INIT("displaystyle"), STR_INIT("egroup"),
    STR_INIT("endgroup"),      STR_INIT("expandafter"),  STR_INIT("footnotesize"),
    STR_INIT("frenchspacing"), STR_INIT("hfil"),         STR_INIT("hfill"),
    STR_INIT("hskip"),         STR_INIT("hss"),          STR_INIT("huge"),
    STR_INIT("ignorespaces"),  STR_INIT("isdot"),        STR_INIT("item"),
    STR_INIT("kern"),          STR_INIT("large"),        STR_INIT("ldelim"),
    STR_INIT("leavevmode"),    STR_INIT("limits"),       STR_INIT("linebreak"),
    STR_INIT("maketitle"),     STR_INIT("mdseries"),     STR_INIT("medskip"),
    STR_INIT("newblock"),      STR_INIT("newline"),      STR_INIT("newunit"),
    STR_INIT("nobreak"),       STR_INIT("nocorr"),       STR_INIT("noindent"),
    STR_INIT("nolimits"),      STR_INIT("nolinebreak"),  STR_INIT("nonfrenchspacing"),
    STR_INIT("normalfont"),    STR_INIT("normalsize"),   STR_INIT("null"),
    STR_INIT("pagebreak"),     STR_INIT("par"),          STR_INIT("protect"),
    STR_INIT("raggedright"),   STR_INIT("relax"),        STR_INIT("rm"),
    STR_INIT("rmfamily"),      STR_INIT("scriptsize"),   STR_INIT("sf"),
    STR_INIT("sffamily"),      STR_INIT("sloppy"),       STR_INIT("small"),
    STR_INIT("smallskip"),     STR_INIT("string"),       STR_INIT("textstyle"),
    STR_INIT("tiny"),          STR_INIT("unboldmath"),   STR_INIT("unskip"),
    STR_INIT("unspace"),       STR_INIT("upshape"),      STR_INIT("urlstyle"),
    STR_INIT("vskip"),         STR_INIT("xspace"),
};

static const struct tex_command commands[] = {
#define COMMAND(name, kind, mark, open, close)                                                     \
    {STR_INIT(name), TEX_CMD_##kind, RICH_##mark, open, close},
#include "model/tex/text/text_commands.def"
#undef COMMAND
};

/* biblatex's localisation keys (biblatex manual, section 4.9.2) for type, series, pubstate and the
 * location of a patent. */
static const struct tex_symbol bibstrings[] = {
    {STR_INIT("audiocd"), STR_INIT("audio CD")},
    {STR_INIT("bathesis"), STR_INIT("Bachelor’s thesis")},
    {STR_INIT("candthesis"), STR_INIT("Candidate thesis")},
    {STR_INIT("countryde"), STR_INIT("Germany")},
    {STR_INIT("countryep"), STR_INIT("European Union")},
    {STR_INIT("countryeu"), STR_INIT("European Union")},
    {STR_INIT("countryfr"), STR_INIT("France")},
    {STR_INIT("countryuk"), STR_INIT("United Kingdom")},
    {STR_INIT("countryus"), STR_INIT("United States of America")},
    {STR_INIT("datacd"), STR_INIT("CD-ROM")},
    {STR_INIT("forthcoming"), STR_INIT("forthcoming")},
    {STR_INIT("inpreparation"), STR_INIT("in preparation")},
    {STR_INIT("inpress"), STR_INIT("in press")},
    {STR_INIT("mathesis"), STR_INIT("Master’s thesis")},
    {STR_INIT("newseries"), STR_INIT("New series")},
    {STR_INIT("oldseries"), STR_INIT("Old series")},
    {STR_INIT("patent"), STR_INIT("patent")},
    {STR_INIT("patentde"), STR_INIT("German patent")},
    {STR_INIT("patenteu"), STR_INIT("European patent")},
    {STR_INIT("patentfr"), STR_INIT("French patent")},
    {STR_INIT("patentuk"), STR_INIT("British patent")},
    {STR_INIT("patentus"), STR_INIT("U.S. patent")},
    {STR_INIT("patreq"), STR_INIT("patent request")},
    {STR_INIT("patreqde"), STR_INIT("German patent request")},
    {STR_INIT("patreqeu"), STR_INIT("European patent request")},
    {STR_INIT("patreqfr"), STR_INIT("French patent request")},
    {STR_INIT("patrequk"), STR_INIT("British patent request")},
    {STR_INIT("patrequs"), STR_INIT("U.S. patent request")},
    {STR_INIT("phdthesis"), STR_INIT("PhD thesis")},
    {STR_INIT("prepublished"), STR_INIT("pre-published")},
    {STR_INIT("resreport"), STR_INIT("research report")},
    {STR_INIT("software"), STR_INIT("computer software")},
    {STR_INIT("submitted"), STR_INIT("submitted")},
    {STR_INIT("techreport"), STR_INIT("technical report")},
};

static int compare_name(const void *key, const void *entry) {
    /* the rows of all tables begin with their name */
    return str_cmp(*(const struct str *)key, *(const struct str *)entry);
}

static struct str find_symbol(const struct tex_symbol *table, size_t n, struct str name) {
    const struct tex_symbol *s = bsearch(&name, table, n, sizeof *table, compare_name);
    return s ? s->text : STR_EMPTY;
}

struct str tex_text_symbol(struct str name) {
    return find_symbol(text_symbols, ARRAY_LEN(text_symbols), name);
}

struct str tex_math_symbol(struct str name) {
    return find_symbol(math_symbols, ARRAY_LEN(math_symbols), name);
}

bool tex_is_silent(struct str name) {
    return bsearch(&name, silent_commands, ARRAY_LEN(silent_commands), sizeof *silent_commands,
                   compare_name) != NULL;
}

const struct tex_command *tex_command_find(struct str name) {
    return bsearch(&name, commands, ARRAY_LEN(commands), sizeof *commands, compare_name);
}

struct str tex_bibstring(struct str key) {
    return find_symbol(bibstrings, ARRAY_LEN(bibstrings), key);
}

struct str tex_bibstring_key(struct str text) {
    for (size_t i = 0; text.n && i < ARRAY_LEN(bibstrings); i++) {
        if (str_eq(bibstrings[i].text, text)) {
            return bibstrings[i].name;
        }
    }
    return STR_EMPTY;
}
