/* SPDX-License-Identifier: MIT */
/*
 * The text of a paragraph as its author typed it, with the way back to the source, and the words in
 * it. Private to lint.
 */
#ifndef DOSSIER_LINT_RUN_H
#define DOSSIER_LINT_RUN_H

#include "check/lint/lint.h"
#include "core/base/vec.h"

/** Stands for what is shown and is no text: code, a formula, an image, a citation. */
#define LINT_OBJECT '\x1a'
/** Stands for what is not shown as it stands: a comment, raw HTML, text of a database. */
#define LINT_GAP '\x1b'

struct lint_piece {
    size_t at; /* in the run's text */
    struct span from;
    struct str lang; /* of the span that it stands in, or empty: the document's */
    bool label;      /* what it says is looked up elsewhere: the text of a reference link */
};

/** Source text of one paragraph, heading, cell...: ends of lines are "\n". */
struct lint_run {
    struct buf text;
    VEC(struct lint_piece) pieces;
    const struct doc_node *block;
};

typedef void lint_run_fn(void *user, const struct lint_run *run, struct str text);

/** Calls for each run of a document: title and subtitle, abstract, text, then its notes. */
void lint_each_run(const struct doc *doc, lint_run_fn *fn, void *user);
/** Where bytes [from, to) of a run were typed. */
struct span lint_place(const struct lint_run *run, size_t from, size_t to);
/** The same when they stand there as they are, without marks between; SPAN_NONE if not. */
struct span lint_exact(const struct lint_run *run, size_t from, size_t to);
/** The same where other words may stand in their place: what a heading says is its identifier too,
 * and a reference's text its label. `shifts`: what follows moves in its line, which columns of a
 * table do not bear. */
struct span lint_reword(const struct lint_run *run, size_t from, size_t to, bool shifts);
/** Whether a block stands in a table. */
bool lint_in_table(const struct doc_node *n);
/** The language of the span that a byte of a run stands in, or empty. */
struct str lint_lang_at(const struct lint_run *run, size_t at);

/** The next word (letters, digits and marks of any script) from `*at` on, which moves behind it;
 * empty behind the last. */
struct str lint_next_word(struct str s, size_t *at);
/** Code points around a byte offset; 0 where the text ends. */
uint32_t lint_before(struct str s, size_t at);
uint32_t lint_behind(struct str s, size_t at);
/** Letters, digits and marks: what words are made of. */
bool lint_is_word(uint32_t cp);
/** Whether a tag's language is `code`: "en" is that of "en-GB". */
bool lint_lang_is(struct str tag, const char *code);

/** The first of `what` in the source of a node, or close behind it (where captions stand), as a
 * place; the node's own when it is not there. */
struct span lint_place_of(const struct doc_node *n, struct str what);
/** Classes and keys of attributes that are one slip away from those that mean something. */
void lint_slips(const struct doc *doc, const struct doc_node *n, struct diags *d);

/** What lint_words() holds of a document. */
struct lint_words {
    const struct doc *doc;
    struct diags *d;
    struct str lang;
    bool curly;              /* the author typed curly quotes */
    bool dummy;              /* text that fills a page for the time being was reported */
    size_t straight;         /* and so many straight ones, ... */
    struct span straight_at; /* ... the first of them here */
    VEC(struct diag_fix) quotes;
};
/** Signs: spaces, ranges, quotes, control characters (signs.c). */
void lint_signs(struct lint_words *w, const struct lint_run *run, struct str s);
/** Says what the quotes of the whole document are like. */
void lint_signs_end(struct lint_words *w);

#endif
