/* SPDX-License-Identifier: MIT */
/*
 * Result trees as HTML, as other processors write it (classes csl-*, span styles), so that pages
 * made for them look the same.
 */
#ifndef DOSSIER_CSL_RESULT_HTML_H
#define DOSSIER_CSL_RESULT_HTML_H

#include "cite/csl/processor.h"

/** Writes a list of siblings. Text is escaped with &#38; &#60; &#62;. */
void csl_html_write(struct buf *out, const struct csl_out *first);
/** The class of a block: "csl-left-margin". */
const char *csl_display_class(enum csl_display d);
/** The text alone, not escaped. */
void csl_text_write(struct buf *out, const struct csl_out *first);

#endif
