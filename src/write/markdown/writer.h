/* SPDX-License-Identifier: MIT */
/*
 * Between the files of the module. A writer appends lines, each with the prefix of the quotes and
 * items around it. The inlines of a paragraph are collected in a buffer first.
 */
#ifndef DOSSIER_MARKDOWN_WRITER_H
#define DOSSIER_MARKDOWN_WRITER_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "write/markdown/mdout.h"

#define MDOUT_COLUMNS                                                                              \
    80 /* pandoc: a pipe table with a longer line, and any grid, has column widths */

/** The gap between two lines. */
enum mdout_gap { MDOUT_NO_GAP, MDOUT_NEW_LINE, MDOUT_BLANK_LINE };

/** Where a text is: decides what must be escaped and where a line may end. */
enum mdout_place {
    MDOUT_IN_PARAGRAPH,
    MDOUT_IN_LINE, /* headings, terms, captions: the text is one line */
    MDOUT_IN_CELL, /* the same, and a bar ends it */
    MDOUT_IN_HTML  /* in a cell of an HTML table */
};

struct mdout_writer {
    struct buf *out;
    const struct doc *doc;
    const struct mdout_options *opt;
    struct diags *d;
    struct buf prefix;  /* begins every line: "> ", or the indentation of a list */
    struct buf lead;    /* begins the next line instead of `prefix`, if `leads` */
    bool leads;         /* the next line is the first of an item or note */
    enum mdout_gap gap; /* before the next line */
    bool begun;         /* a line was written */
    int depth;          /* nesting of nodes */
    enum mdout_place place;
    char marker;     /* the character of the last delimiter run in the buffer (`*`, `_`) */
    size_t mark_end; /* where that run ends */
    struct mdout_shared *shared;
};

/** Shared by the writers of one document: cells have writers of their own. */
struct mdout_shared {
    VEC(const struct doc_node *) notes; /* in the order of their marks */
    struct map headings;                /* automatic identifiers in use */
};

/* ---- lines: line.c */

void mdout_writer_init(struct mdout_writer *w, const struct mdout_writer *of, struct buf *out);
void mdout_writer_drop(struct mdout_writer *w);
/** Writes a line without white space at its end. */
void mdout_line(struct mdout_writer *w, struct str text);
/** Writes the lines of a text. */
void mdout_lines(struct mdout_writer *w, struct str text);
/** Requests a gap before the next line. */
void mdout_space(struct mdout_writer *w, enum mdout_gap gap);
/** Gives the following lines a prefix: `first` for the first one, `rest` for the others. Returns
 * the argument of mdout_leave(). */
size_t mdout_enter(struct mdout_writer *w, struct str first, struct str rest);
void mdout_leave(struct mdout_writer *w, size_t prefix);

/* ---- text: escape.c */

/** Appends text so that it is read as text. */
void mdout_text(struct mdout_writer *w, struct buf *b, const struct doc_node *n, struct str s);

/* ---- inlines: inline.c, attr.c */

/** Appends the inlines from `first` up to, not including, `end`. */
void mdout_inlines(struct mdout_writer *w, struct buf *b, const struct doc_node *first,
                   const struct doc_node *end);
/** Appends `{#id .class key="value"}` without the class `but`, if anything is left. */
void mdout_attr(struct buf *b, const struct doc_attr *attr, struct str but);
/** The same, even without attributes. */
void mdout_braces(struct buf *b, const struct doc_attr *attr);
/** Whether there are attributes besides the class `but`. */
bool mdout_has_attr(const struct doc_attr *attr, struct str but);
/** Appends the attributes of an HTML tag. */
void mdout_html_attr(struct buf *b, const struct doc_attr *attr);

/* ---- blocks: block.c, list.c, table.c, grid.c, table_html.c */

/** Writes `first` and the following blocks, separated by `gap`; inlines among them become
 * paragraphs. */
void mdout_blocks(struct mdout_writer *w, const struct doc_node *first, enum mdout_gap gap);
/** Writes the inlines as a paragraph. */
void mdout_paragraph(struct mdout_writer *w, const struct doc_node *first,
                     const struct doc_node *end, struct str front);
void mdout_list(struct mdout_writer *w, const struct doc_node *n);
void mdout_definitions(struct mdout_writer *w, const struct doc_node *n);
void mdout_table(struct mdout_writer *w, const struct doc_node *n);
/** Writes the table as a grid; false, without output, when a grid cannot express it. */
bool mdout_grid(struct mdout_writer *w, const struct doc_node *n);
/** Writes the table as HTML, which can express any table. */
void mdout_html_table(struct mdout_writer *w, const struct doc_node *n);

/** The number of characters of a text. */
size_t mdout_width(struct str s);
/** The rows of a table after its caption. */
const struct doc_node *mdout_rows(const struct doc_node *table);
/**
 * Finds the numbers of characters with which columns are read with the table's widths, each at
 * least `least`; false when there are none. With `frame`, a table of less than MDOUT_COLUMNS counts
 * as that wide.
 */
bool mdout_columns(const struct doc_node *table, const size_t *least, bool frame, size_t *columns);

#endif
