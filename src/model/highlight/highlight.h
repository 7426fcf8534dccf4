/* SPDX-License-Identifier: MIT */
/*
 * Splits source code into pieces that are shown in different colours.
 *
 * This module decides the kind of each piece (with tables, one for each language) and its look
 * (with themes). It does not depend on documents and outputs. The lexer does not check the code. It
 * accepts any bytes, and every byte is in exactly one piece.
 */
#ifndef DOSSIER_HIGHLIGHT_HIGHLIGHT_H
#define DOSSIER_HIGHLIGHT_HIGHLIGHT_H

#include "core/base/arena.h"
#include "core/base/base.h"

/** The kind of a piece. The short names of highlight_class() are those of Kate's default styles as
 * used by pandoc. */
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
    HL_ANNOTATION, /* processing instructions, and directives in comments */
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

/** Returns the language with this name in any letter case ("c++", "py", "R"), or NULL. Static. */
const struct highlight_language *highlight_find(struct str name);

/** `n` bytes of one kind. */
struct highlight_piece {
    uint32_t n;
    enum highlight_kind kind;
};

/**
 * Splits `text` into consecutive pieces that contain all of it. Adjacent pieces differ in kind, and
 * no UTF-8 character is split. The time is linear in the length of the text. The pieces are in the
 * arena. NULL for an empty text.
 */
struct highlight_piece *highlight_text(struct arena *a, const struct highlight_language *language,
                                       struct str text, size_t *npieces);

/** Returns the class of a kind in HTML, which has two letters ("kw"). "" for HL_NONE. */
const char *highlight_class(enum highlight_kind kind);

/** The look of a kind: colours as 0xRRGGBB on a light and on a dark background. */
struct highlight_look {
    uint32_t light, dark;
    /* the kind has the colours above; if false, it has the colour of the surrounding text */
    bool coloured;
    bool bold, italic;
};

struct highlight_theme;

/** Returns the theme with this name, or NULL. The empty name is the default theme. Static. */
const struct highlight_theme *highlight_theme_find(struct str name);
const struct highlight_look *highlight_look(const struct highlight_theme *theme,
                                            enum highlight_kind kind);
/** The names of all themes, the default first. */
const struct str *highlight_theme_names(size_t *n);

#endif
