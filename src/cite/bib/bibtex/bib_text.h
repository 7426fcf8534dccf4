/* SPDX-License-Identifier: MIT */
/*
 * A .bib as text: its pieces in their order, none lost, so that tools can change one thing and keep
 * all else byte for byte. What the pieces mean is the readers' affair.
 *
 * Invariant: the pieces' texts, joined, are the source's text. Only an entry or @string that
 * follows the syntax to the letter is one; anything else is part of the text between.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIB_TEXT_H
#define DOSSIER_BIB_BIBTEX_BIB_TEXT_H

#include "core/base/arena.h"

enum bib_piece_kind {
    BIB_PIECE_TEXT,   /* between entries: comments, blank lines, @preamble, what is broken */
    BIB_PIECE_ENTRY,  /* with key and fields */
    BIB_PIECE_STRING, /* @string; its definitions are `fields` */
    BIB_PIECE_COMMENT /* @comment{...} */
};

struct bib_text_field {
    struct str name;   /* as written */
    struct str value;  /* with its delimiters, macros and '#' */
    struct str before; /* lines of comments above it, trimmed, or empty */
    struct str behind; /* comment on its last line, with its '%', or empty */
};

struct bib_piece {
    enum bib_piece_kind kind;
    struct str text;
    struct str type; /* "article", as written */
    struct str key;
    struct bib_text_field *fields;
    size_t nfields;
    struct str tail; /* lines of comments before the closing delimiter, or empty */
};

struct bib_text {
    struct bib_piece *p;
    size_t n;
};

/** Cuts a .bib into its pieces. Slices of `text` and the arena. */
struct bib_text bib_text_read(struct arena *a, struct str text);
/** Calls for each macro in a value: names outside of delimiters that are no numbers. */
void bib_text_macros(struct str value, void (*fn)(struct str name, void *user), void *user);
/** The inside of a value that is one delimited piece, else the empty slice with a NULL pointer. */
struct str bib_text_inside(struct str value);

#endif
