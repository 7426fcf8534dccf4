/* SPDX-License-Identifier: MIT */
/*
 * Between the files of the room. A writer appends lines, each behind the marks of the quotes and
 * items that it stands in; the inlines of a paragraph are put together in a buffer first.
 */
#ifndef DOSSIER_MARKDOWN_WRITER_H
#define DOSSIER_MARKDOWN_WRITER_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "write/markdown/mdout.h"

#define MDOUT_COLUMNS                                                                              \
    80 /* beyond that a line of a pipe table means widths; grids are read as parts of it */

/** What comes between one line and the next. */
enum mdout_gap { MDOUT_NO_GAP, MDOUT_NEW_LINE, MDOUT_BLANK_LINE };

/** What a text stands in, which decides what must be escaped and where a line may end. */
enum mdout_place {
    MDOUT_IN_PARAGRAPH,
    MDOUT_IN_LINE, /* headings, terms, captions: the text is one line */
    MDOUT_IN_CELL, /* the same, and a bar ends it */
    MDOUT_IN_HTML  /* a cell of a table in HTML */
};

struct mdout_writer {
    struct buf *out;
    const struct doc *doc;
    const struct mdout_options *opt;
    struct diags *d;
    struct buf prefix; /* of every line */
    struct buf lead;   /* of the next line in place of it, when `leads` */
    bool leads;
    enum mdout_gap gap; /* before the next line */
    bool begun;         /* a line was written */
    int depth;          /* of nodes in nodes */
    enum mdout_place place;
    char marker; /* of the last delimiter run in the buffer, which ends at `mark_end` */
    size_t mark_end;
    struct mdout_shared *shared;
};

/** What the writers of one document share: those of cells write into buffers of their own. */
struct mdout_shared {
    VEC(const struct doc_node *) notes; /* in the order of their marks */
    struct map headings;                /* automatic identifiers that are taken */
};

/* ---- lines: line.c */

void mdout_writer_init(struct mdout_writer *w, const struct mdout_writer *of, struct buf *out);
void mdout_writer_drop(struct mdout_writer *w);
/** One line, without white space at its end. */
void mdout_line(struct mdout_writer *w, struct str text);
/** The lines of a text, one by one. */
void mdout_lines(struct mdout_writer *w, struct str text);
/** The next line stands apart by a blank one, or by a line's end. */
void mdout_space(struct mdout_writer *w, enum mdout_gap gap);
/** Lines that follow begin with `first`, then with `rest`; returns what mdout_leave() is given. */
size_t mdout_enter(struct mdout_writer *w, struct str first, struct str rest);
void mdout_leave(struct mdout_writer *w, size_t prefix);

/* ---- text: escape.c */

/** Appends a text so that it is read as text, whatever it is. */
void mdout_text(struct mdout_writer *w, struct buf *b, const struct doc_node *n, struct str s);

/* ---- inlines: inline.c, attr.c */

/** Appends the inlines from `first` up to, not including, `end`. */
void mdout_inlines(struct mdout_writer *w, struct buf *b, const struct doc_node *first,
                   const struct doc_node *end);
/** Appends `{#id .class key="value"}` without the class `but`; nothing when there is nothing. */
void mdout_attr(struct buf *b, const struct doc_attr *attr, struct str but);
/** The same in any case. */
void mdout_braces(struct buf *b, const struct doc_attr *attr);
/** Whether there are attributes besides the class `but`. */
bool mdout_has_attr(const struct doc_attr *attr, struct str but);
/** Attributes of an HTML tag. */
void mdout_html_attr(struct buf *b, const struct doc_attr *attr);

/* ---- blocks: block.c, list.c, table.c, grid.c, table_html.c */

/** Writes `first` and what follows it; runs of inlines are paragraphs. `gap` parts blocks. */
void mdout_blocks(struct mdout_writer *w, const struct doc_node *first, enum mdout_gap gap);
/** The inlines as a paragraph. */
void mdout_paragraph(struct mdout_writer *w, const struct doc_node *first,
                     const struct doc_node *end, struct str front);
void mdout_list(struct mdout_writer *w, const struct doc_node *n);
void mdout_definitions(struct mdout_writer *w, const struct doc_node *n);
void mdout_table(struct mdout_writer *w, const struct doc_node *n);
/** The table as a grid; false, and nothing is written, when that cannot say it. */
bool mdout_grid(struct mdout_writer *w, const struct doc_node *n);
/** The table as HTML, which can say all. */
void mdout_html_table(struct mdout_writer *w, const struct doc_node *n);

/** Characters of a text. */
size_t mdout_width(struct str s);
/** The rows of a table behind its caption. */
const struct doc_node *mdout_rows(const struct doc_node *table);
/**
 * Numbers of characters that columns must have to be read with the table's widths, each at least as
 * many as `least` says; false when there are none. With `frame` a table of less than
 * MDOUT_COLUMNS counts as that wide.
 */
bool mdout_columns(const struct doc_node *table, const size_t *least, bool frame, size_t *columns);

#endif
