/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the files of the module share. A writer appends lines, each with the prefix of
 * the quotes and items around it. The inlines of a paragraph are first collected in a buffer.
 */
#ifndef DOSSIER_MARKDOWN_WRITER_H
#define DOSSIER_MARKDOWN_WRITER_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "write/markdown/mdout.h"

/* pandoc gives column widths to grid tables, and to pipe tables with a line longer than this. */
#define MDOUT_COLUMNS 80

/** The gap between two lines. */
enum mdout_gap { MDOUT_NO_GAP, MDOUT_NEW_LINE, MDOUT_BLANK_LINE };

/** The place of a text. It decides what must be escaped and where a line may end. */
enum mdout_place {
    MDOUT_IN_PARAGRAPH,
    MDOUT_IN_LINE, /* a heading, term or caption: the text must be one line */
    MDOUT_IN_CELL, /* a cell: the text must be one line, and a bar would end it */
    MDOUT_IN_HTML  /* a cell of an HTML table */
};

struct mdout_writer {
    struct buf *out;
    const struct doc *doc;
    const struct mdout_options *opt;
    struct diags *d;
    struct buf prefix;  /* the prefix of every line: "> ", or the indentation of a list */
    struct buf lead;    /* text that begins the next line instead of `prefix` if `leads` is set */
    bool leads;         /* the next line is the first of an item or note */
    enum mdout_gap gap; /* the gap before the next line */
    bool begun;         /* a line was written */
    int depth;          /* nesting of nodes */
    enum mdout_place place;
    char marker;     /* the character of the last run of delimiters in the buffer (`*`, `_`) */
    size_t mark_end; /* the end of that run, as an offset in the buffer */
    struct mdout_shared *shared;
};

/** Data that the writers of one document share, because cells have writers of their own. */
struct mdout_shared {
    VEC(const struct doc_node *) notes; /* the notes, in the order of their marks */
    struct map headings;                /* automatic identifiers in use */
};

/* ---- lines: line.c */

void mdout_writer_init(struct mdout_writer *w, const struct mdout_writer *of, struct buf *out);
void mdout_writer_drop(struct mdout_writer *w);
/** Writes a line, without the white space at its end. */
void mdout_line(struct mdout_writer *w, struct str text);
/** Writes the lines of a text. */
void mdout_lines(struct mdout_writer *w, struct str text);
/** Requests a gap before the next line. */
void mdout_space(struct mdout_writer *w, enum mdout_gap gap);
/** Gives the following lines a prefix: `first` for the first line, `rest` for the others. Returns
 * the argument for mdout_leave(). */
size_t mdout_enter(struct mdout_writer *w, struct str first, struct str rest);
void mdout_leave(struct mdout_writer *w, size_t prefix);

/* ---- text: escape.c */

/** Appends text so that it is read back as text. */
void mdout_text(struct mdout_writer *w, struct buf *b, const struct doc_node *n, struct str s);

/* ---- inlines: inline.c, attr.c */

/** Appends the inlines from `first` up to, not including, `end`. */
void mdout_inlines(struct mdout_writer *w, struct buf *b, const struct doc_node *first,
                   const struct doc_node *end);
/** Appends `{#id .class key="value"}`. Appends nothing if there are no attributes. */
void mdout_attr(struct buf *b, const struct doc_attr *attr);
/** Writes attributes in braces, even if there are none. */
void mdout_braces(struct buf *b, const struct doc_attr *attr);
/** Whether there are attributes other than the class `but`. */
bool mdout_has_attr(const struct doc_attr *attr, struct str but);
/** Appends the attributes of an HTML tag. */
void mdout_html_attr(struct buf *b, const struct doc_attr *attr);

/* ---- blocks: block.c, list.c, table.c, grid.c, table_html.c */

/** Writes the block `first` and the blocks after it, separated by `gap`. Inlines among them become
 * paragraphs. */
void mdout_blocks(struct mdout_writer *w, const struct doc_node *first, enum mdout_gap gap);
/** Writes the inlines as a paragraph. */
void mdout_paragraph(struct mdout_writer *w, const struct doc_node *first,
                     const struct doc_node *end, struct str front);
void mdout_list(struct mdout_writer *w, const struct doc_node *n);
void mdout_definitions(struct mdout_writer *w, const struct doc_node *n);
void mdout_table(struct mdout_writer *w, const struct doc_node *n);
/** Writes a table as a grid. Returns false, without output, when a grid cannot express it. */
bool mdout_grid(struct mdout_writer *w, const struct doc_node *n);
/** Writes a table as HTML, which can express any table. */
void mdout_html_table(struct mdout_writer *w, const struct doc_node *n);

/** Returns the first row of a table, which may follow a caption. */
const struct doc_node *mdout_rows(const struct doc_node *table);
/**
 * Finds a width in characters for each column, at least its `least`. From these widths a reader
 * gets the widths of the table back. Returns false if there are no such widths. With `frame`, a
 * table narrower than MDOUT_COLUMNS counts as MDOUT_COLUMNS wide.
 */
bool mdout_columns(const struct doc_node *table, const size_t *least, bool frame, size_t *columns);

#endif
