/* SPDX-License-Identifier: MIT */
/*
 * The passes over a document's whole tree, in the order of md_finish().
 */
#ifndef DOSSIER_MARKDOWN_PASSES_H
#define DOSSIER_MARKDOWN_PASSES_H

#include "read/markdown/core/md.h"

/* equation.c */
/** Numbers the equations in the order of the text. */
void md_equations(struct md *m);

/* crossref.c */
/** Makes the marks of captions and headings their identifiers. */
void md_take_marks(struct md *m);
/** Fills references, when everything has its number. */
void md_crossrefs(struct md *m);

/* alert.c */
/** Makes callouts of GitHub's alerts. */
void md_alerts(struct md *m);

/* abbreviation.c */
/** Marks the abbreviations in the text. */
void md_abbreviate(struct md *m);

/* figure.c */
/** Makes figures of images alone in their paragraphs and of divisions of several. */
void md_figures(struct md *m, struct doc_node *root);

/* frame.c */
/** Puts the titles of callouts and theorems into the text. */
void md_frames(struct md *m);
/** Writes the index into its place, of the terms that are marked for it; after sections were
 * numbered. */
void md_index(struct md *m);
/** Numbers them, and gives them their labels; sections have their numbers then. */
void md_number_frames(struct md *m);

/* beside.c */
/** Puts blocks beside one another where divisions ask for it; behind md_figures(). */
void md_layouts(struct md *m, struct doc_node *root);

/* whole_tree.c */
/** What needs the whole tree: depth, figures, captions, identifiers. */
void md_finish(struct md *m);

#endif
