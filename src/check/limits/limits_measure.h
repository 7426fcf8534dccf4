/* SPDX-License-Identifier: MIT */
/*
 * The measurements of the pages after layout, for limits.c. Private to the module.
 */
#ifndef DOSSIER_CHECK_LIMITS_MEASURE_H
#define DOSSIER_CHECK_LIMITS_MEASURE_H

#include "print/layout/model/page.h"

/** Classes of text for which calls for papers set separate sizes. Formulas and drawings have no
 * class. */
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
    sp size;     /* font size; 0 if there is no such text */
    size_t page; /* number of the page with this text, from 1 */
    const struct page_elem *elem;
};

/** Pages are numbered from 1. Lengths are 0 if there is nothing to measure. */
struct limits_measured {
    /* number of counted pages: all, or those up to `last_text` if pages of references do not count
     */
    size_t pages;
    /* number of the last page with text that is neither a heading nor a reference */
    size_t last_text;
    bool references; /* the document has a reference list */
    /* used space in tenths of pages; of the last page, only the filled part is counted */
    size_t used;
    size_t page_lines; /* number of lines that fit on a whole page */
    /* length of the text beyond the limit of pages, in thousandths of lines; negative if space is
     * left */
    int64_t over;
    struct limits_type type[LIMITS_CLASSES];
    sp body; /* font size of most glyphs of running text */
    /* the smallest margins without visible content; SP_MAX if the pages are empty */
    sp left, right, top, bottom;
    sp line; /* the smallest distance between two lines of text or code */
    size_t line_page;
    sp spacing; /* the smallest distance between two lines of running text */
    size_t spacing_page;
    size_t columns; /* the largest number of columns of running text */
    size_t columns_page;
};

/** Measures the pages. If `references` is set, pages that contain only references are also counted.
 * `over` is measured from the end of page `max_pages`. */
void limits_measure(const struct pages *pages, bool references, size_t max_pages,
                    struct limits_measured *out);
/** Returns a description of the place of the smallest text of a class: "footnote 2", "the caption
 * of Figure 1", "the text". Allocated in `a`. */
struct str limits_place(struct arena *a, const struct pages *pages, enum limits_class cls,
                        const struct limits_type *type);

#endif
