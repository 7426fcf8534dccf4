/* SPDX-License-Identifier: MIT */
/*
 * Applies style sheets to the document as a whole. Each function changes only what the sheets set.
 */
#ifndef DOSSIER_LAYOUT_STYLE_STYLE_LOOK_H
#define DOSSIER_LAYOUT_STYLE_STYLE_LOOK_H

#include "print/layout/style/default_style.h"
#include "print/layout/style/look.h"

/** Sets the size of a rem and of the running text. `*body` is the text size without style sheets;
 * it becomes the size with them. */
void style_look_size(struct page_style *s, const struct looks *l, sp *body);
/** Sets the sheet of paper. */
void style_look_paper(struct page_style *s, const struct looks *l);
/** Sets the margins. The document becomes two-sided if the margins of left pages mirror those of
 * right pages. */
void style_look_margins(struct page_style *s, const struct looks *l, struct page_margins *m,
                        struct diags *d);
/** The place of the first margin in the sheets; SPAN_NONE if they set none. */
struct span style_look_margins_at(const struct looks *l);
/** Sets the line distance for all sizes, in proportion. */
void style_look_leading(struct page_style *s, const struct looks *l);
/** Sets the family of the running text. If no family of a list is installed, this is reported at
 * the place of the list. */
void style_look_family(struct page_style *s, const struct looks *l, struct fonts *fonts,
                       struct diags *d);
/** Sets the colours of text and rules. */
void style_look_colour(struct page_style *s, const struct looks *l);
/** Sets the number of columns: one or two. */
void style_look_columns(struct page_style *s, const struct looks *l);
/** Whether the sheets set heads or feet. */
bool style_look_has_boxes(const struct looks *l);
/** Converts the margin boxes of @page to templates of heads and feet. */
void style_look_running(struct arena *a, struct page_style *s, const struct looks *l);
/** Sets how far the first page's text begins below that of other pages. The text area must be
 * known. */
void style_look_first(struct page_style *s, const struct looks *l);

#endif
