/* SPDX-License-Identifier: MIT */
/*
 * Lays out a resolved document as pages.
 */
#ifndef DOSSIER_LAYOUT_LAYOUT_H
#define DOSSIER_LAYOUT_LAYOUT_H

#include "model/doc/doc.h"
#include "model/highlight/highlight.h"
#include "print/layout/model/page.h"

struct css_sheet; /* core/data/css.h */
struct file_host; /* core/base/file.h */
struct timings;   /* core/base/timings.h */

struct layout_options {
    struct str root;                     /* folder of the document, where images are looked for */
    const struct file_host *host;        /* access to files; NULL: the disk */
    const struct highlight_theme *theme; /* of code; NULL: no colours */
    struct css_sheet *const *sheets;     /* style sheets in cascading order */
    size_t nsheets;
    struct timings *timings; /* may be NULL */
    struct str patterns;     /* folder of the tables made by hyphens_compile(); may be empty */
    bool mathml;             /* formulas are also written as MathML */
    bool rough;              /* words are measured roughly, and never as narrower than they are; see
                                layout_is_doubtful() */
};

/** Whether a DOC_RAW_* node is shown on paper. */
bool layout_shows_raw(const struct doc_node *n);

/**
 * Lays out the document. Page size, margins, fonts and sizes come from its front matter (papersize,
 * geometry, fontsize, linestretch, mainfont, sansfont, monofont, ...); faulty values are reported
 * at their place and replaced by defaults. Style sheets precede the defaults and follow the front
 * matter in priority. Never NULL.
 */
struct pages *layout_document(struct arena *a, const struct doc *doc, struct fonts *fonts,
                              const struct layout_options *opt, struct diags *d);

/**
 * Whether a diagnostic since the mark may be caused by rough measures: then the document must be
 * laid out again with exact ones. A rough layout reports everything that an exact one would.
 */
bool layout_is_doubtful(const struct diags *d, struct diags_mark since);

#endif
