/* SPDX-License-Identifier: MIT */
/*
 * The text of a paragraph as its author typed it, with its places in the source, and the words in
 * it. Private to the module.
 */
#ifndef DOSSIER_LINT_RUN_H
#define DOSSIER_LINT_RUN_H

#include "check/lint/lint.h"
#include "core/base/vec.h"

/** Represents a visible node without text: code, a formula, an image, a citation. */
#define LINT_OBJECT '\x1a'
/** Represents a part whose output is not the typed text: a comment, raw HTML, a database's text. */
#define LINT_GAP '\x1b'

struct lint_piece {
    size_t at; /* offset in the run's text */
    struct span from;
    /* language of the span that contains the piece; if empty, the document's language */
    struct str lang;
    bool label; /* the piece is the key of a look-up: the text of a reference link */
};

/** The source text of a paragraph, heading, cell or similar node. Line ends are "\n". */
struct lint_run {
    struct buf text;
    VEC(struct lint_piece) pieces;
    const struct doc_node *block;
};

typedef void lint_run_fn(void *user, const struct lint_run *run, struct str text);

/** Calls `fn` for each run of a document: title and subtitle, abstract, text, then its notes. */
void lint_each_run(const struct doc *doc, lint_run_fn *fn, void *user);
/** Returns the place in the source of bytes [from, to) of a run. If the bytes are in several
 * pieces, returns the place of the bytes in the first piece. */
struct span lint_place(const struct lint_run *run, size_t from, size_t to);
/** Returns the place in the source if the source contains exactly this text there, without markup
 * in it; else SPAN_NONE. */
struct span lint_exact(const struct lint_run *run, size_t from, size_t to);
/** Returns the place in the source if the text there may be replaced. Headings may not be replaced,
 * because their text is their identifier. The text of a reference link may not be replaced,
 * because it is the label. `shifts` means that the replacement has another length, which is not
 * allowed in columns of a table. */
struct span lint_reword(const struct lint_run *run, size_t from, size_t to, bool shifts);
/** Whether a block is in a table. */
bool lint_in_table(const struct doc_node *n);
/** Returns the language of the span that contains a byte of a run, or empty. */
struct str lint_lang_at(const struct lint_run *run, size_t at);

/** Returns the next word (letters, digits and marks of any script) from `*at` on, and sets `*at` to
 * its end. After the last word, returns an empty text. */
struct str lint_next_word(struct str s, size_t *at);
/** These functions return the code point before or after a byte offset, or 0 at an end of the
 * text. */
uint32_t lint_before(struct str s, size_t at);
uint32_t lint_behind(struct str s, size_t at);
/** Whether a code point can be part of a word: letters, digits and marks. */
bool lint_is_word(uint32_t cp);

/** Returns the place of the first `what` in the source of a node, or shortly after it, where
 * captions are. Returns the whole node if it is not found. */
struct span lint_place_of(const struct doc_node *n, struct str what);
/** Reports classes and keys of attributes that look like misspelt known ones. */
void lint_slips(const struct doc *doc, const struct doc_node *n, struct diags *d);

/** The state of lint_words(). */
struct lint_words {
    const struct doc *doc;
    struct diags *d;
    struct str lang;
    bool curly;              /* the author typed curly quotes */
    bool dummy;              /* placeholder text was reported */
    size_t straight;         /* number of straight quotes */
    struct span straight_at; /* the place of the first straight quote */
    VEC(struct diag_fix) quotes;
};
/** Checks punctuation, spaces and control characters. See signs.c. */
void lint_signs(struct lint_words *w, const struct lint_run *run, struct str s);
/** Reports the quotes of the whole document. */
void lint_signs_end(struct lint_words *w);

#endif
