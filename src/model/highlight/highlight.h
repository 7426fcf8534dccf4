/* SPDX-License-Identifier: MIT */
/*
 * Source code of programming languages cut into pieces that are shown in different colours.
 *
 * Decides what a piece of code is (by tables, one for each language) and what it looks like (by
 * themes). Refuses to know documents, pages and HTML. A lexer of this kind reads what people show
 * in papers; it does not check it: any bytes are taken, and every byte comes out once.
 */
#ifndef DOSSIER_HIGHLIGHT_HIGHLIGHT_H
#define DOSSIER_HIGHLIGHT_HIGHLIGHT_H

#include "core/base/arena.h"
#include "core/base/base.h"

/** What a piece is. The short names of highlight_class() are those of Kate's default styles as
 * pandoc writes them. */
enum highlight_kind {
    HL_NONE,
    HL_KEYWORD,
    HL_CONTROL, /* control flow */
    HL_TYPE,
    HL_DECIMAL,
    HL_BASE_N, /* numbers in another base */
    HL_FLOAT,
    HL_CHAR,
    HL_SPECIAL_CHAR, /* escapes */
    HL_STRING,
    HL_VERBATIM, /* raw strings, CDATA */
    HL_COMMENT,
    HL_ALERT,      /* TODO, FIXME */
    HL_ANNOTATION, /* processing instructions, directives in comments */
    HL_OTHER,
    HL_FUNCTION,
    HL_VARIABLE,
    HL_CONSTANT,
    HL_BUILTIN,
    HL_IMPORT,
    HL_PREPROCESSOR,
    HL_ATTRIBUTE,
    HL_OPERATOR,
    HL_ERROR,
    HL_KIND_COUNT
};

struct highlight_language;

/** The language of a name, in any case ("c++", "py", "R"), or NULL. Static. */
const struct highlight_language *highlight_find(struct str name);

/** `n` bytes of one kind. */
struct highlight_piece {
    uint32_t n;
    enum highlight_kind kind;
};

/**
 * Cuts `text` into pieces that follow one another and add up to all of it; neighbours differ in
 * kind, and no character of UTF-8 is cut. Linear in the text's length. The pieces are the arena's;
 * NULL for an empty text.
 */
struct highlight_piece *highlight_text(struct arena *a, const struct highlight_language *language,
                                       struct str text, size_t *npieces);

/** The class of a kind in HTML, two letters ("kw"); "" for HL_NONE. */
const char *highlight_class(enum highlight_kind kind);

/** How a kind is shown: colours as 0xRRGGBB on light and on dark ground. */
struct highlight_look {
    uint32_t light, dark;
    bool coloured; /* else in the colour of the text */
    bool bold, italic;
};

struct highlight_theme;

/** The theme of a name, or NULL; the empty name is the default theme. Static. */
const struct highlight_theme *highlight_theme_find(struct str name);
const struct highlight_look *highlight_look(const struct highlight_theme *theme,
                                            enum highlight_kind kind);
/** The names of all themes, the default first. */
const struct str *highlight_theme_names(size_t *n);

#endif
