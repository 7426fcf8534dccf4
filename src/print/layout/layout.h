/* SPDX-License-Identifier: MIT */
/*
 * Lays out a resolved document as pages.
 */
#ifndef DOSSIER_LAYOUT_LAYOUT_H
#define DOSSIER_LAYOUT_LAYOUT_H

#include "model/doc/doc.h"
#include "model/highlight/highlight.h"
#include "print/layout/model/page.h"

struct css_sheet; /* see core/data/css.h */
struct file_host; /* see core/base/file.h */
struct timings;   /* see core/base/timings.h */

struct layout_options {
    struct str root;                     /* the document's folder, in which images are looked for */
    const struct file_host *host;        /* access to files; NULL: the disk only */
    const struct highlight_theme *theme; /* the colours of code; NULL: no colours */
    struct css_sheet *const *sheets;     /* style sheets in cascading order */
    size_t nsheets;
    struct timings *timings; /* the record of the time that stages take; may be NULL */
    struct str patterns;     /* folder of the tables made by hyphens_compile(); may be empty */
    bool mathml;             /* formulas are also written as MathML */
    /* words are measured roughly, but never narrower than they are; see layout_is_doubtful() */
    bool rough;
};

/** Whether a DOC_RAW_* node is shown on paper. */
bool layout_shows_raw(const struct doc_node *n);

/**
 * Lays out the document. Page size, margins, fonts and sizes come from its front matter (papersize,
 * geometry, fontsize, linestretch, mainfont, sansfont, monofont, ...). Faulty values are reported
 * at their place and replaced by defaults. The front matter takes precedence over style sheets, and
 * style sheets over the defaults. Never returns NULL. The result is in the arena; pages_drop()
 * frees the rest.
 */
struct pages *layout_document(struct arena *a, const struct doc *doc, struct fonts *fonts,
                              const struct layout_options *opt, struct diags *d);

/**
 * Whether a diagnostic since the mark may be caused by rough measures. If so, the document must be
 * laid out again with exact measures. A rough layout reports at least everything that an exact
 * layout would.
 */
bool layout_is_doubtful(const struct diags *d, struct diags_mark since);

#endif
