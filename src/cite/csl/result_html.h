/* SPDX-License-Identifier: MIT */
/*
 * Writes result trees as HTML with the classes of citeproc-js (csl-*, span styles), so that style
 * sheets for citeproc-js can be used.
 */
#ifndef DOSSIER_CSL_RESULT_HTML_H
#define DOSSIER_CSL_RESULT_HTML_H

#include "cite/csl/processor.h"

/** Writes a list of siblings. In text, & < > are escaped as &#38; &#60; &#62;. */
void csl_html_write(struct buf *out, const struct csl_out *first);
/** The class of a display block: "csl-left-margin". */
const char *csl_display_class(enum csl_display d);
/** Writes only the text, without escapes. */
void csl_text_write(struct buf *out, const struct csl_out *first);

#endif
