/* SPDX-License-Identifier: MIT */
/*
 * Documents and databases together: finds the keys that documents cite, and changes texts at known
 * places. Private to cli.
 */
#ifndef DOSSIER_CLI_REFS_CITED_H
#define DOSSIER_CLI_REFS_CITED_H

#include "cli/refs.h"

#include "cite/bib/bibtex/bib_text.h"
#include "model/doc/doc.h"

struct refs_cited {
    struct str key;
    struct span span; /* the place of "@key" in the document */
};

struct refs_citations {
    /* the citations in the order of the text; a key may occur several times */
    struct refs_cited *p;
    size_t n, cap;
    bool all; /* `nocite` contains "@*" */
};

/** Returns a parsed Markdown document. If it cannot be read, this is reported and NULL is
 * returned. */
struct doc *refs_document(struct refs *r, struct str path);
/** Adds the citations of a document. */
void refs_citations_add(struct refs_citations *c, const struct doc *doc);
/** Adds the databases that a document names to `out`, relative to the current folder. */
void refs_document_databases(struct refs *r, const struct doc *doc, struct str path,
                             struct str *out, size_t max, size_t *n);

/** The pieces of a source, with indexes that find them. */
struct refs_pieces {
    struct source *src;
    struct str path;
    struct bib_text text;
    struct map keys; /* maps a key to its first struct bib_piece; in the arena */
};
/** Returns the pieces of the .bib files among the sources that were read. The result is in the
 * arena. */
struct refs_pieces *refs_pieces_read(struct refs *r, size_t *n);
/** Returns the piece of the entry whose key is at `span`, or NULL. */
const struct bib_piece *refs_piece_of(const struct refs_pieces *all, size_t n, struct span key,
                                      size_t *which);
/** Calls a function for each key to which an entry refers (crossref, xdata, xref, related,
 * entryset). */
void refs_piece_links(const struct bib_piece *p, void (*fn)(struct str key, void *user),
                      void *user);

/* ---- changing texts ---- */

struct refs_edit {
    struct source *src;
    size_t from, to;
    struct str text; /* the text that replaces the bytes [from, to) */
};

struct refs_edits {
    struct refs_edit *p;
    size_t n, cap;
};

/** Makes an edit that replaces a part of the source. */
void refs_edits_replace(struct refs_edits *e, struct source *src, struct str part, struct str by);
/** Adds lines of fields to an entry, after its last field. */
void refs_edits_add_lines(struct refs *r, struct refs_edits *e, struct source *src,
                          const struct bib_piece *p, struct str lines);
/**
 * Applies the edits. With --dry-run, prints a diff to standard output. Otherwise all files or none
 * are written. Returns false if nothing was written because of an error.
 */
bool refs_edits_apply(struct refs *r, struct refs_edits *e);

/* New keys for entries. */
struct refs_renamed {
    struct map to; /* maps an old key to a struct str, the new one */
    struct refs_edits edits;
};

/** Makes edits for the links between entries and for the citations of documents, and applies all
 * edits. Returns false if a document cannot be read or a key is not found at its place, which is
 * reported, or if nothing was written because of an error. */
bool refs_rename(struct refs *r, struct refs_renamed *x, const struct refs_pieces *all, size_t n,
                 const struct str *documents, size_t ndocuments);
void refs_renamed_drop(struct refs_renamed *x);

#endif
