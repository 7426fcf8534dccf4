/* SPDX-License-Identifier: MIT */
/*
 * Between the files of the module. A writer appends elements to lists, and remembers whether the
 * next one needs a comma, and the unfinished word.
 */
#ifndef DOSSIER_JSON_WRITER_H
#define DOSSIER_JSON_WRITER_H

#include "write/json/pandoc.h"

struct pandoc_writer {
    struct buf *out;
    const struct doc *doc;
    struct diags *d;
    struct buf word;  /* of a Str that may continue in the next node */
    bool comma;       /* the list has an element */
    int depth;        /* of nested nodes */
    size_t citations; /* number of citations and notes so far */
    int notes;        /* number of open notes */
    bool verse;       /* in a line of verse, which continues after line ends of the source */
    size_t front;     /* index of the next one of doc->front_texts */
};

/* ---- elements: pandoc.c */

/** Writes `{"t":"NAME","c":`, after a comma if needed; pandoc_end() closes it. */
void pandoc_begin(struct pandoc_writer *w, const char *name);
void pandoc_end(struct pandoc_writer *w);
/** Writes an element without content. */
void pandoc_bare(struct pandoc_writer *w, const char *name);
/** Open and close a list: `[` and `]`. */
void pandoc_open(struct pandoc_writer *w);
void pandoc_close(struct pandoc_writer *w);
/** Writes a text, number or bare element as the next element of a list. */
void pandoc_text(struct pandoc_writer *w, struct str s);
void pandoc_int(struct pandoc_writer *w, int v);
/** Writes `[id, [classes], [[key, value]]]`; `cls`, which may be empty, comes before the node's
 * classes. */
void pandoc_attr(struct pandoc_writer *w, const struct doc_node *n, struct str cls);
/** Writes raw text: RawBlock or RawInline. */
void pandoc_raw(struct pandoc_writer *w, const char *name, struct str format, struct str text);

/* ---- inlines: inline.c */

/** Writes a list of the inlines from `first` up to, not including, `end`. */
void pandoc_inlines(struct pandoc_writer *w, const struct doc_node *first,
                    const struct doc_node *end);
/** The same without brackets, for lists with more elements. */
void pandoc_put_inlines(struct pandoc_writer *w, const struct doc_node *first,
                        const struct doc_node *end);
/** Ends the unfinished word; call it before anything but text. */
void pandoc_flush(struct pandoc_writer *w);

/* ---- blocks: block.c, table.c */

/** Writes a list of `first` and the following blocks; inlines among them become Plain. */
void pandoc_blocks(struct pandoc_writer *w, const struct doc_node *first);
void pandoc_table(struct pandoc_writer *w, const struct doc_node *n);

#endif
