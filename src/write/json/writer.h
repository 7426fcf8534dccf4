/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share. A writer appends elements to lists. It keeps the
 * state of the list (whether the next element needs a comma) and the word that is not finished yet.
 */
#ifndef DOSSIER_JSON_WRITER_H
#define DOSSIER_JSON_WRITER_H

#include "write/json/pandoc.h"

struct pandoc_writer {
    struct buf *out;
    const struct doc *doc;
    struct diags *d;
    struct buf word;  /* the text of a Str that may continue in the next node */
    bool comma;       /* the list has an element, so a comma is needed before the next one */
    int depth;        /* the nesting of nodes */
    size_t citations; /* number of citations and notes so far */
    int notes;        /* number of open notes */
    bool verse;   /* the text is a line of verse, which continues after line ends of the source */
    size_t front; /* the index of the next element of doc->front_texts */
};

/* ---- elements: pandoc.c */

/** Writes `{"t":"NAME","c":`, after a comma if one is needed. pandoc_end() closes it. */
void pandoc_begin(struct pandoc_writer *w, const char *name);
void pandoc_end(struct pandoc_writer *w);
/** Writes an element without content. */
void pandoc_bare(struct pandoc_writer *w, const char *name);
/** These functions open and close a list: `[` and `]`. */
void pandoc_open(struct pandoc_writer *w);
void pandoc_close(struct pandoc_writer *w);
/** These functions begin and end an element whose content is a list. */
void pandoc_begin_list(struct pandoc_writer *w, const char *name);
void pandoc_end_list(struct pandoc_writer *w);
/** Writes a text, number or bare element as the next element of a list. */
void pandoc_text(struct pandoc_writer *w, struct str s);
void pandoc_int(struct pandoc_writer *w, int v);
/** Writes `[id, [classes], [[key, value]]]`. The class `cls`, which may be empty, comes before the
 * classes of the node. */
void pandoc_attr(struct pandoc_writer *w, const struct doc_node *n, struct str cls);
/** Writes raw text as a RawBlock or RawInline. */
void pandoc_raw(struct pandoc_writer *w, const char *name, struct str format, struct str text);

/* ---- inlines: inline.c */

/** Writes a list of the inlines from `first` up to, not including, `end`. */
void pandoc_inlines(struct pandoc_writer *w, const struct doc_node *first,
                    const struct doc_node *end);
/** Like pandoc_inlines(), without the brackets, for lists with further elements. */
void pandoc_put_inlines(struct pandoc_writer *w, const struct doc_node *first,
                        const struct doc_node *end);
/** Ends the word that is not finished. Must be called before anything but text is written. */
void pandoc_flush(struct pandoc_writer *w);

/* ---- blocks: block.c, table.c */

/** Writes a list of the block `first` and the blocks after it. Inlines among them become Plain. */
void pandoc_blocks(struct pandoc_writer *w, const struct doc_node *first);
void pandoc_table(struct pandoc_writer *w, const struct doc_node *n);

#endif
