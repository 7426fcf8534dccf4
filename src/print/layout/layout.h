/* SPDX-License-Identifier: MIT */
/*
 * A resolved document to pages.
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
    struct str root;              /* folder of the document: images are looked for from here */
    const struct file_host *host; /* who may have them; NULL: they are on the disk */
    const struct highlight_theme *theme; /* of code; NULL: not coloured */
    struct css_sheet *const *sheets;     /* style sheets, in the order in which they count */
    size_t nsheets;
    struct timings *timings; /* or NULL */
    struct recall *recall;   /* of paragraphs from rounds with the same fonts, see shaper_recall();
                                or NULL */
    struct str patterns;     /* folder with what hyphens_compile() has made; or empty */
    bool mathml;             /* formulas are written as MathML as well */
    bool rough; /* words are measured roughly and never less than they are: see layout_is_doubtful()
                 */
};

/** Whether a DOC_RAW_* means something on paper. */
bool layout_shows_raw(const struct doc_node *n);

/**
 * Sets the document. Page size, margins, fonts and sizes come from its front matter (papersize,
 * geometry, fontsize, linestretch, mainfont, sansfont, monofont, ...); faults in these are reported
 * at their place and the default is used. What the sheets say comes before the defaults and behind
 * the front matter. Never NULL.
 */
struct pages *layout_document(struct arena *a, const struct doc *doc, struct fonts *fonts,
                              const struct layout_options *opt, struct diags *d);

/**
 * Whether something reported since the mark may be due to a rough measure: then the document is to
 * be set again in earnest. What is not reported of a rough layout is not there in earnest either.
 */
bool layout_is_doubtful(const struct diags *d, struct diags_mark since);

#endif
