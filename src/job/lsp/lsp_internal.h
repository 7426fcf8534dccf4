/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share.
 */
#ifndef DOSSIER_LSP_INTERNAL_H
#define DOSSIER_LSP_INTERNAL_H

#include "core/data/data_node.h"
#include "core/data/json.h"
#include "job/lsp/lsp.h"
#include "model/doc/doc.h"

/** A text with the offsets at which its lines begin. */
struct lsp_text {
    struct str s;
    const size_t *lines;
    size_t n; /* number of lines: at least 1 */
};

/** A text that is open in the editor. */
struct lsp_doc {
    struct str uri, path; /* the address and the path of the text, on the heap */
    struct buf bytes;
    struct lsp_text text; /* the bytes with their lines */
    struct arena *memory; /* memory of `text` and of the data that the last check borrows */
    bool database; /* the text is a .bib file, and `job` has only an arena, diagnostics and `bib` */
    struct build_job job; /* the last check */
    bool checked;
    str_list others; /* addresses of other files with diagnostics in the last check; on the heap */
};

struct lsp {
    struct build_options opt;
    VEC(struct lsp_doc *) docs;
    bool started, shut;
    struct buf *out;
    struct arena *memory; /* memory that lives as long as the server */
    struct arena *arena;  /* memory of the current message */
};

/** A place in a text: a line, and a number of UTF-16 code units in the line. Both start at 0. */
struct lsp_position {
    int64_t line, character;
};

/* lsp_position.c */
/** Finds the lines of a text. The text is borrowed; the offsets are allocated in `a`. */
struct lsp_text lsp_text_read(struct arena *a, struct str s);
/** Returns the number of the line of an offset, from 0. */
size_t lsp_line_of(const struct lsp_text *t, size_t offset);
struct lsp_position lsp_position_of(const struct lsp_text *t, size_t offset);
/** Returns the byte offset of a position. A position after the end of a line or of the text becomes
 * that end. */
size_t lsp_offset_of(const struct lsp_text *t, struct lsp_position at);
/** Reads {line, character}. A missing or negative number becomes 0. */
struct lsp_position lsp_read_position(const struct node *n);
/** Appends a range as JSON. */
void lsp_put_range(struct buf *out, const struct lsp_text *t, size_t begin, size_t end);
/** Appends an edit (a range and its new text) as JSON after `sep`. */
void lsp_put_edit(struct buf *out, const struct lsp_text *t, size_t begin, size_t end,
                  struct str text, const char *sep);
/** Returns the path in an address such as "file:///a/b.md". Returns an empty text for other
 * schemes. */
struct str lsp_path_of(struct arena *a, struct str uri);
/** Returns the address of an absolute path: "file:///a/b.md". */
struct str lsp_uri_of(struct arena *a, struct str path);

/* lsp_words.c */
enum lsp_kind {
    LSP_WORD_NONE,
    LSP_WORD_USE,     /* a key or an identifier that is cited: @key, \cite{key}, \ref{label} */
    LSP_WORD_PLACE,   /* a link to an identifier: (#id) */
    LSP_WORD_DEFINED, /* a place where an identifier is defined: {#id}, \label{id} */
};
struct lsp_word {
    enum lsp_kind kind;
    size_t begin, end;
};
/** Returns the word at an offset. Its kind is LSP_WORD_NONE for ordinary words of the text. */
struct lsp_word lsp_word_at(struct str text, size_t at);
/** Returns the part of a key before an offset, for completion. */
struct lsp_word lsp_word_before(struct str text, size_t at);
typedef VEC(struct lsp_word) lsp_words;
/** Appends all places where a text cites, links to or defines a name. Places in code are omitted.
 */
void lsp_words_of(struct str text, struct str name, lsp_words *out);
typedef void lsp_document_fn(void *user, struct str path);
/** Calls `fn` for all documents that may use the works of a database: those that are open, and
 * those in the folders of `d` and of the database. */
void lsp_each_document(const struct lsp *s, const struct lsp_doc *d, struct str database,
                       lsp_document_fn *fn, void *user);
/** Whether a name can be cited. */
bool lsp_is_name(struct str name);

/* lsp.c */
struct lsp_doc *lsp_doc_at(const struct lsp *s, struct str path);
/** Appends a place in a file as JSON: its address and the range. */
void lsp_put_place(const struct lsp *s, struct str path, const struct lsp_text *t, size_t begin,
                   size_t end, struct buf *out);
/** Appends the address of a file as JSON, in the form of the editor if the file is open. */
void lsp_put_uri(const struct lsp *s, struct str path, struct buf *out);
/** Returns the node with this identifier, or NULL. */
const struct doc_node *lsp_node_of(const struct lsp_doc *d, struct str id);
/** Returns the text of the heading, caption or paragraph that has an identifier. */
struct str lsp_title_of(struct arena *a, const struct doc_node *n);
/** Returns the current text of a file: the text in the editor, or else the text on disk. */
struct str lsp_text_of(const struct lsp *s, struct str path);

/** The word at the cursor, and the node or entry that it names. */
struct lsp_target {
    size_t at; /* the offset of the cursor */
    struct lsp_word word;
    struct str name;
    const struct doc_node *place; /* the node that has the identifier; or NULL */
    const struct item *entry;     /* the entry with this key; or NULL */
};
/* lsp_answers.c */
struct lsp_target lsp_target_of(struct lsp_doc *d, const struct node *params);
/** Returns the entry with this key in the databases of the document, or NULL. */
const struct item *lsp_item_of(struct lsp_doc *d, struct str key);

/* The functions that answer requests. Each appends the JSON value for `result`. See lsp_answers.c,
 * lsp_rename.c and lsp_outline.c. */
typedef void lsp_answer(struct lsp *s, struct lsp_doc *d, const struct node *params,
                        struct buf *out);
lsp_answer lsp_completion, lsp_hover, lsp_definition, lsp_references, lsp_actions, lsp_symbols,
    lsp_folding, lsp_links, lsp_formatting, lsp_prepare_rename;
/** Appends the edits that rename the word at the cursor. If it cannot be renamed, returns false and
 * sets `*why` to the reason. */
bool lsp_rename(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out,
                struct str *why);

#endif
