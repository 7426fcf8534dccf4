/* SPDX-License-Identifier: MIT */
/*
 * Between the files of the room. A writer appends elements to lists; it remembers whether the next
 * one needs a comma, and the word that is not finished yet.
 */
#ifndef DOSSIER_JSON_WRITER_H
#define DOSSIER_JSON_WRITER_H

#include "write/json/pandoc.h"

struct pandoc_writer {
    struct buf *out;
    const struct doc *doc;
    struct diags *d;
    struct buf word;  /* of a Str that may go on in the next node */
    bool comma;       /* something stands before in this list */
    int depth;        /* of nodes in nodes */
    size_t citations; /* and notes so far */
    int notes;        /* around this place */
    bool verse;       /* in a line of verse, which goes on where the source's line ends */
    size_t front;     /* the next of doc->front_texts */
};

/* ---- elements: pandoc.c */

/** `{"t":"NAME","c":`, with a comma where one is needed; pandoc_end() closes it. */
void pandoc_begin(struct pandoc_writer *w, const char *name);
void pandoc_end(struct pandoc_writer *w);
/** An element without content. */
void pandoc_bare(struct pandoc_writer *w, const char *name);
/** `[`, and `]`: a list whose elements have commas between them. */
void pandoc_open(struct pandoc_writer *w);
void pandoc_close(struct pandoc_writer *w);
/** One more text, number or bare element as a list's element. */
void pandoc_text(struct pandoc_writer *w, struct str s);
void pandoc_int(struct pandoc_writer *w, int v);
/** `[id, [classes], [[key, value]]]`; `cls`, which may be empty, comes before the node's classes.
 */
void pandoc_attr(struct pandoc_writer *w, const struct doc_node *n, struct str cls);
/** An element of raw text: RawBlock or RawInline. */
void pandoc_raw(struct pandoc_writer *w, const char *name, struct str format, struct str text);

/* ---- inlines: inline.c */

/** A list of the inlines from `first` up to, not including, `end`. */
void pandoc_inlines(struct pandoc_writer *w, const struct doc_node *first,
                    const struct doc_node *end);
/** The same without brackets, for lists that have more in them. */
void pandoc_put_inlines(struct pandoc_writer *w, const struct doc_node *first,
                        const struct doc_node *end);
/** Ends the word that waits; before anything that is no text. */
void pandoc_flush(struct pandoc_writer *w);

/* ---- blocks: block.c, table.c */

/** A list of `first` and what follows it; runs of inlines become Plain. */
void pandoc_blocks(struct pandoc_writer *w, const struct doc_node *first);
void pandoc_table(struct pandoc_writer *w, const struct doc_node *n);

#endif
