/* SPDX-License-Identifier: MIT */
/*
 * Result trees as HTML with the classes of citeproc-js (csl-*, span styles), so that its style
 * sheets apply.
 */
#ifndef DOSSIER_CSL_RESULT_HTML_H
#define DOSSIER_CSL_RESULT_HTML_H

#include "cite/csl/processor.h"

/** Writes a list of siblings. Text is escaped with &#38; &#60; &#62;. */
void csl_html_write(struct buf *out, const struct csl_out *first);
/** The class of a block: "csl-left-margin". */
const char *csl_display_class(enum csl_display d);
/** Writes the text only, without escapes. */
void csl_text_write(struct buf *out, const struct csl_out *first);

#endif
