/* SPDX-License-Identifier: MIT */
/*
 * Applies style sheets to the document as a whole. Each function only changes what the sheets set.
 */
#ifndef DOSSIER_LAYOUT_STYLE_STYLE_LOOK_H
#define DOSSIER_LAYOUT_STYLE_STYLE_LOOK_H

#include "print/layout/style/default_style.h"
#include "print/layout/style/look.h"

/** Sets the size of the running text (`*body` is the size so far) and of a rem. */
void style_look_size(struct page_style *s, const struct looks *l, sp *body);
/** Sets the sheet of paper. */
void style_look_paper(struct page_style *s, const struct looks *l);
/** Sets the margins; two-sided if left pages mirror right ones. */
void style_look_margins(struct page_style *s, const struct looks *l, struct page_margins *m,
                        struct diags *d);
/** The place of the first margin in the sheets; SPAN_NONE if they set none. */
struct span style_look_margins_at(const struct looks *l);
/** Sets the line distance, in proportion for all sizes. */
void style_look_leading(struct page_style *s, const struct looks *l);
/** Sets the family of the running text; a list without an installed family is reported at its
 * place. */
void style_look_family(struct page_style *s, const struct looks *l, struct fonts *fonts,
                       struct diags *d);
/** Sets the colour of text and rules. */
void style_look_colour(struct page_style *s, const struct looks *l);
/** Sets one or two columns. */
void style_look_columns(struct page_style *s, const struct looks *l);
/** Whether sheets set heads or feet. */
bool style_look_has_boxes(const struct looks *l);
/** Converts margin boxes of @page to templates of heads and feet. */
void style_look_running(struct arena *a, struct page_style *s, const struct looks *l);
/** Sets how far down the first page's text begins, once the text area is known. */
void style_look_first(struct page_style *s, const struct looks *l);

#endif
