/* SPDX-License-Identifier: MIT */
/*
 * Source code cut into pieces that are shown in different colours.
 *
 * Decides the kind of each piece (by tables, one for each language) and its look (by themes).
 * Documents and outputs are not known here. The lexer does not check the code: it accepts any
 * bytes, and every byte is in exactly one piece.
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
 * Cuts `text` into consecutive pieces that cover all of it. Neighbours differ in kind, and no UTF-8
 * character is cut. Linear in the text's length. The pieces are in the arena; NULL for an empty
 * text.
 */
struct highlight_piece *highlight_text(struct arena *a, const struct highlight_language *language,
                                       struct str text, size_t *npieces);

/** The class of a kind in HTML, two letters ("kw"); "" for HL_NONE. */
const char *highlight_class(enum highlight_kind kind);

/** The look of a kind: colours as 0xRRGGBB on a light and on a dark background. */
struct highlight_look {
    uint32_t light, dark;
    bool coloured; /* otherwise in the colour of the text */
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
