/* SPDX-License-Identifier: MIT */
/*
 * What the files of the module share.
 */
#ifndef DOSSIER_LSP_INTERNAL_H
#define DOSSIER_LSP_INTERNAL_H

#include "core/data/data_node.h"
#include "core/data/json.h"
#include "job/lsp/lsp.h"
#include "model/doc/doc.h"

/** A text that is open in the editor. */
struct lsp_doc {
    struct str uri, path; /* allocated */
    struct buf text;
    bool database;        /* a .bib; then `job` has only an arena, diagnostics and the database */
    struct build_job job; /* the last check */
    bool checked;
    str_list others; /* addresses of other files with diagnostics of the last check; allocated */
};

struct lsp {
    struct build_options opt;
    VEC(struct lsp_doc *) docs;
    bool started, shut;
    struct buf *out;
    struct arena *memory; /* as long as the server */
    struct arena *arena;  /* of the current message */
};

/** A place in a text: a line, and UTF-16 code units in it, both from 0. */
struct lsp_position {
    int64_t line, character;
};

/* lsp_position.c */
struct lsp_position lsp_position_of(struct str text, size_t offset);
/** The byte offset of a position; positions beyond the end of a line or text are at that end. */
size_t lsp_offset_of(struct str text, struct lsp_position at);
/** Reads {line, character}; a missing or negative number is 0. */
struct lsp_position lsp_read_position(const struct node *n);
/** Appends a range as JSON. */
void lsp_put_range(struct buf *out, struct str text, size_t begin, size_t end);
/** The path of a file: address, or the empty slice for other addresses. */
struct str lsp_path_of(struct arena *a, struct str uri);
/** The file: address of an absolute path. */
struct str lsp_uri_of(struct arena *a, struct str path);

/* lsp_words.c */
enum lsp_kind {
    LSP_WORD_NONE,
    LSP_WORD_USE,     /* a key or an identifier that is cited: @key, \cite{key}, \ref{label} */
    LSP_WORD_PLACE,   /* a link to an identifier: (#id) */
    LSP_WORD_DEFINED, /* where an identifier is set: {#id}, \label{id} */
};
struct lsp_word {
    enum lsp_kind kind;
    size_t begin, end;
};
/** The word at an offset; LSP_WORD_NONE for words of the text. */
struct lsp_word lsp_word_at(struct str text, size_t at);
/** The part of a key before an offset, for completion; `*cites` is set after '@' and in \cite. */
struct lsp_word lsp_word_before(struct str text, size_t at);
typedef VEC(struct lsp_word) lsp_words;
/** Appends all places where a text cites, links to or sets a name; not those in code. */
void lsp_words_of(struct str text, struct str name, lsp_words *out);
/** Whether a new name is one that can be cited. */
bool lsp_is_name(struct str name);

/* lsp.c */
struct lsp_doc *lsp_doc_of(const struct lsp *s, struct str uri);
struct lsp_doc *lsp_doc_at(const struct lsp *s, struct str path);
/** The node with an identifier, or NULL. */
const struct doc_node *lsp_node_of(const struct lsp_doc *d, struct str id);
/** What an identifier belongs to: the text of its heading, caption or paragraph. */
struct str lsp_title_of(struct arena *a, const struct doc_node *n);
/** The current text of a file: that of the editor, or that on the disk. */
struct str lsp_text_of(const struct lsp *s, struct str path);

/* The answers: each appends the value of `result`. lsp_answers.c, lsp_rename.c, lsp_outline.c */
typedef void lsp_answer(struct lsp *s, struct lsp_doc *d, const struct node *params,
                        struct buf *out);
lsp_answer lsp_completion, lsp_hover, lsp_definition, lsp_references, lsp_actions, lsp_symbols,
    lsp_folding, lsp_links, lsp_formatting, lsp_prepare_rename;
/** Returns false, with the reason in `*why`, when the name cannot be changed. */
bool lsp_rename(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out,
                struct str *why);

#endif
