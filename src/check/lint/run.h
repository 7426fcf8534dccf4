/* SPDX-License-Identifier: MIT */
/*
 * The text of a paragraph as its author typed it, with its places in the source, and the words in
 * it. Private to the module.
 */
#ifndef DOSSIER_LINT_RUN_H
#define DOSSIER_LINT_RUN_H

#include "check/lint/lint.h"
#include "core/base/vec.h"

/** Stands for a visible node without text: code, a formula, an image, a citation. */
#define LINT_OBJECT '\x1a'
/** Stands for what is not in the output as typed: a comment, raw HTML, text of a database. */
#define LINT_GAP '\x1b'

struct lint_piece {
    size_t at; /* offset in the run's text */
    struct span from;
    struct str lang; /* of the span that contains it; empty: the document's language */
    bool label;      /* it is the key of a lookup: the text of a reference link */
};

/** The source text of a paragraph, heading, cell and the like; line ends are "\n". */
struct lint_run {
    struct buf text;
    VEC(struct lint_piece) pieces;
    const struct doc_node *block;
};

typedef void lint_run_fn(void *user, const struct lint_run *run, struct str text);

/** Calls `fn` for each run of a document: title and subtitle, abstract, text, then its notes. */
void lint_each_run(const struct doc *doc, lint_run_fn *fn, void *user);
/** The source of bytes [from, to) of a run. */
struct span lint_place(const struct lint_run *run, size_t from, size_t to);
/** The same, if the source there is exactly this text, without markup in between; else SPAN_NONE.
 */
struct span lint_exact(const struct lint_run *run, size_t from, size_t to);
/** The same, if the text may be replaced. Headings may not, since their text is their identifier,
 * nor the text of a reference link, which is its label. `shifts`: the replacement has another
 * length, which columns of a table do not allow. */
struct span lint_reword(const struct lint_run *run, size_t from, size_t to, bool shifts);
/** Whether a block is in a table. */
bool lint_in_table(const struct doc_node *n);
/** The language of the span that contains a byte of a run, or empty. */
struct str lint_lang_at(const struct lint_run *run, size_t at);

/** The next word (letters, digits and marks of any script) from `*at` on, which is set to its end;
 * empty when there is none. */
struct str lint_next_word(struct str s, size_t *at);
/** The code points before and after a byte offset; 0 at the ends of the text. */
uint32_t lint_before(struct str s, size_t at);
uint32_t lint_behind(struct str s, size_t at);
/** Whether a code point can be part of a word: letters, digits and marks. */
bool lint_is_word(uint32_t cp);
/** Whether a tag's language is `code`: "en" is that of "en-GB". */
bool lint_lang_is(struct str tag, const char *code);

/** The first `what` in the source of a node, or shortly after it, where captions are; the whole
 * node when it is not found. */
struct span lint_place_of(const struct doc_node *n, struct str what);
/** Reports classes and keys of attributes that look like a misspelt known one. */
void lint_slips(const struct doc *doc, const struct doc_node *n, struct diags *d);

/** The state of lint_words(). */
struct lint_words {
    const struct doc *doc;
    struct diags *d;
    struct str lang;
    bool curly;              /* the author typed curly quotes */
    bool dummy;              /* placeholder text was reported */
    size_t straight;         /* number of straight quotes, ... */
    struct span straight_at; /* ... and the first of them */
    VEC(struct diag_fix) quotes;
};
/** Checks signs: spaces, ranges, quotes, control characters (signs.c). */
void lint_signs(struct lint_words *w, const struct lint_run *run, struct str s);
/** Reports the quotes of the whole document. */
void lint_signs_end(struct lint_words *w);

#endif
