/* SPDX-License-Identifier: MIT */
/*
 * A .bib as text: the complete list of its pieces in order. Tools can change one piece and keep all
 * others byte for byte.
 *
 * Invariant: the texts of the pieces, joined, are the text of the source. An entry or @string with
 * a syntax error is a part of the text between pieces.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIB_TEXT_H
#define DOSSIER_BIB_BIBTEX_BIB_TEXT_H

#include "core/base/arena.h"

enum bib_piece_kind {
    BIB_PIECE_TEXT,   /* text between entries: comments, blank lines, @preamble, broken entries */
    BIB_PIECE_ENTRY,  /* an entry with key and fields */
    BIB_PIECE_STRING, /* an @string; its definitions are in `fields` */
    BIB_PIECE_COMMENT /* a @comment{...} */
};

struct bib_text_field {
    struct str name;   /* the name as written */
    struct str value;  /* the value with its delimiters, macros and '#' */
    struct str before; /* the comment lines above the field, trimmed; may be empty */
    /* the comment after the value on the same line, with its '%'; may be empty */
    struct str behind;
};

struct bib_piece {
    enum bib_piece_kind kind;
    struct str text;
    struct str type;
    struct str key;
    struct bib_text_field *fields;
    size_t nfields;
    struct str tail; /* the comment lines before the closing delimiter; may be empty */
};

struct bib_text {
    struct bib_piece *p;
    size_t n;
};

/** Splits a .bib into pieces. They are slices of `text` or are in the arena. */
struct bib_text bib_text_read(struct arena *a, struct str text);
/** Calls `fn` for each macro in a value: for each name outside delimiters that is not a number. */
void bib_text_macros(struct str value, void (*fn)(struct str name, void *user), void *user);
/** Returns the text inside the delimiters of a value. Its pointer is NULL if the value is a macro,
 * a number or several parts joined by '#'. */
struct str bib_text_inside(struct str value);

#endif
