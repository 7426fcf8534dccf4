/* SPDX-License-Identifier: MIT */
/*
 * A .bib as text: its pieces in order and complete, so that tools can change one and keep all
 * others byte for byte.
 *
 * Invariant: the texts of the pieces, joined, are the source's text. Only an entry or @string that
 * follows the syntax exactly is a piece of its own; anything else belongs to the text between them.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIB_TEXT_H
#define DOSSIER_BIB_BIBTEX_BIB_TEXT_H

#include "core/base/arena.h"

enum bib_piece_kind {
    BIB_PIECE_TEXT,   /* between entries: comments, blank lines, @preamble, broken entries */
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

/** Splits a .bib into pieces: slices of `text` and the arena. */
struct bib_text bib_text_read(struct arena *a, struct str text);
/** Calls `fn` for each macro in a value: names outside delimiters that are not numbers. */
void bib_text_macros(struct str value, void (*fn)(struct str name, void *user), void *user);
/** The content of a value that is a single delimited piece, else empty with a NULL pointer. */
struct str bib_text_inside(struct str value);

#endif
