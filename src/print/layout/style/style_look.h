/* SPDX-License-Identifier: MIT */
/*
 * What style sheets say of the document as a whole. Each changes the style only where they say
 * something.
 */
#ifndef DOSSIER_LAYOUT_STYLE_STYLE_LOOK_H
#define DOSSIER_LAYOUT_STYLE_STYLE_LOOK_H

#include "print/layout/style/default_style.h"
#include "print/layout/style/look.h"

/** The size of the running text, `*body` so far, and a rem. */
void style_look_size(struct page_style *s, const struct looks *l, sp *body);
/** The sheet of paper. */
void style_look_paper(struct page_style *s, const struct looks *l);
/** Its margins; two-sided where those of left pages mirror those of right ones. */
void style_look_margins(struct page_style *s, const struct looks *l, struct page_margins *m,
                        struct diags *d);
/** The place of the first margin that a sheet has; SPAN_NONE when it has none. */
struct span style_look_margins_at(const struct looks *l);
/** The distance of lines, in proportion for all sizes. */
void style_look_leading(struct page_style *s, const struct looks *l);
/** The family of the running text; a list of which none is installed is reported at its place. */
void style_look_family(struct page_style *s, const struct looks *l, struct fonts *fonts,
                       struct diags *d);
/** The colour of text and rules. */
void style_look_colour(struct page_style *s, const struct looks *l);
/** Two columns instead of one. */
void style_look_columns(struct page_style *s, const struct looks *l);
/** Whether sheets say what stands in heads or feet. */
bool style_look_has_boxes(const struct looks *l);
/** Margin boxes of @page as templates of heads and feet. */
void style_look_running(struct arena *a, struct page_style *s, const struct looks *l);
/** How far down the first page's text begins; the text area is known. */
void style_look_first(struct page_style *s, const struct looks *l);

#endif
