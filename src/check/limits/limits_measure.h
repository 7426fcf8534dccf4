/* SPDX-License-Identifier: MIT */
/*
 * What is measured on the pages after layout, for limits.c. Private to the module.
 */
#ifndef DOSSIER_CHECK_LIMITS_MEASURE_H
#define DOSSIER_CHECK_LIMITS_MEASURE_H

#include "print/layout/model/page.h"

/** Fewer glyphs in one run are marks of notes, ordinals or exponents, whose font is smaller than
 * that of their text: they are not measured. */
#define LIMITS_MARK_GLYPHS 4

/** Kinds of text whose sizes calls treat separately. Formulas and drawings have none. */
enum limits_class {
    LIMITS_TEXT,
    LIMITS_HEADING,
    LIMITS_CODE,
    LIMITS_TABLE,
    LIMITS_NOTE,
    LIMITS_CAPTION,
    LIMITS_REFERENCES,
    LIMITS_CLASSES
};

/** The smallest text of a class. */
struct limits_type {
    sp size;     /* font size; 0: there is no such text */
    size_t page; /* number of its page, from 1 */
    const struct page_elem *elem;
};

/** Pages are numbered from 1; lengths are 0 where there is nothing to measure. */
struct limits_measured {
    size_t pages;      /* all, or without `references` up to `last_text` */
    size_t last_text;  /* the last page with text that is neither heading nor reference */
    bool references;   /* the document has a reference list */
    size_t used;       /* tenths of pages: the last page counts as far as it is filled */
    size_t lines_left; /* lines that still fit on the last page */
    size_t page_lines; /* lines that fit on a whole page */
    size_t lines_over; /* lines of text on the pages beyond the limit */
    struct limits_type type[LIMITS_CLASSES];
    sp body;                     /* font size of most glyphs of running text */
    sp left, right, top, bottom; /* the smallest margins without ink; SP_MAX: no ink */
    sp line;                     /* the smallest distance between two lines of text or code */
    size_t line_page;
    sp spacing; /* the smallest distance between two lines of running text */
    size_t spacing_page;
    size_t columns; /* the largest number of columns of running text */
    size_t columns_page;
};

/** Measures the pages. With `references`, pages that have references alone count; `max_pages` is
 * the limit that `lines_over` is relative to. */
void limits_measure(const struct pages *pages, bool references, size_t max_pages,
                    struct limits_measured *out);
/** A reader's name for the place of a class's smallest text: "footnote 2", "the caption of
 * Figure 1", "the text". Allocated in `a`. */
struct str limits_place(struct arena *a, const struct pages *pages, enum limits_class cls,
                        const struct limits_type *type);

#endif
