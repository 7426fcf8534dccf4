/* SPDX-License-Identifier: MIT */
/*
 * What is measured on laid-out pages, for `limits`. Private to build.
 */
#ifndef DOSSIER_BUILD_LIMITS_H
#define DOSSIER_BUILD_LIMITS_H

#include "print/layout/model/page.h"

/** Marks of notes, ordinals and exponents are smaller than their text: so many glyphs are text. */
#define LIMITS_MARK_GLYPHS 4

/** Text that calls tell apart. Formulas and drawings are none. */
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

/** The smallest letters of a class. */
struct limits_type {
    sp size; /* 0: there is none */
    size_t page;
    const struct page_elem *elem;
};

struct limits_measured {
    size_t pages;      /* all, or those with text besides references */
    size_t last_text;  /* the last page with text that is neither heading nor reference */
    bool references;   /* there are some */
    size_t used;       /* tenths of pages: the last one counts as far as it is filled */
    size_t lines_left; /* that the last page still takes, behind its text */
    size_t page_lines; /* that a page takes */
    size_t lines_over; /* of text, on pages beyond `most` */
    struct limits_type type[LIMITS_CLASSES];
    sp body;                     /* what most letters of the text have; 0: there is none */
    sp left, right, top, bottom; /* that ink keeps free, on the page that has least */
    sp line;                     /* the least between two lines of text or code; 0: none */
    size_t line_page;
    sp spacing; /* the least between two lines of running text; 0: none */
    size_t spacing_page;
    size_t columns; /* the most that lines of text stand side by side in */
    size_t columns_page;
};

/** Measures the pages. `references`: they count; `most`: so many pages are allowed. */
void build_limits_measure(const struct pages *pages, bool references, size_t most,
                          struct limits_measured *out);
/** What readers call a place: "footnote 2", "the caption of Figure 1", "the text"; in the arena. */
struct str build_limits_place(struct arena *a, const struct pages *pages, enum limits_class cls,
                              const struct limits_type *type);

#endif
