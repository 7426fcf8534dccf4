/* SPDX-License-Identifier: MIT */
/*
 * The styles and the page of a file of Word.
 */
#ifndef DOSSIER_BUILD_DOCX_STYLE_H
#define DOSSIER_BUILD_DOCX_STYLE_H

#include "job/build/files.h"
#include "write/docx/docx.h"

/** Sets the page and the looks of all styles from the front matter and the document's style
 * sheets. */
void build_docx_style(struct build_run *b, const struct doc *doc, struct docx_page *page,
                      struct docx_look looks[DOCX_STYLES]);

#endif
