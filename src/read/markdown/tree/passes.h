/* SPDX-License-Identifier: MIT */
/* The passes over the whole tree of a document. md_finish() calls them. */
#ifndef DOSSIER_MARKDOWN_PASSES_H
#define DOSSIER_MARKDOWN_PASSES_H

#include "read/markdown/core/md.h"

/* equation.c */
/** Numbers the equations in the order of the text. */
void md_equations(struct md *m);

/* crossref.c */
/** Moves the labels in captions and headings to the nodes that they name. */
void md_take_marks(struct md *m);
/** Writes the texts of references by number. Everything must have its number. */
void md_crossrefs(struct md *m);

/* track.c */
/** Shows, accepts or rejects the marks of change in a tree, depending on `track-changes`. */
void md_changes(struct md *m, struct doc_node *root);
/* alert.c */
/** Turns GitHub's alerts into callouts. */
void md_alerts(struct md *m);

/* abbreviation.c */
/** Marks the abbreviations in the text. */
void md_abbreviate(struct md *m);

/* figure.c */
/** Makes figures from images that are alone in a paragraph, and from divisions with several
 * images. */
void md_figures(struct md *m, struct doc_node *root);

/* frame.c */
/** Writes the titles of callouts and theorems into the text. */
void md_frames(struct md *m);
/** Appends the text of an attribute to `to`, read as inlines. Returns false if there is no such
 * text. */
bool md_put_key(struct md *m, const struct doc_node *div, const char *key, struct doc_node *to);
/** Numbers theorems and callouts, and registers their labels. Sections must have numbers. */
void md_number_frames(struct md *m);

/* index.c */
/** Writes the index of the marked terms. Sections must have numbers. */
void md_index(struct md *m);

/* clever.c */
/** Writes the texts of the references in cleveref's command number `which`. `link` is the first of
 * them. Returns false if one of them has no number. */
bool md_clever_refs(struct md *m, struct doc_node *link, size_t which);

/* beside.c */
/** Puts the blocks of divisions with Quarto's attributes for layout side by side. Called after
 * md_figures(). */
void md_layouts(struct md *m, struct doc_node *root);
/** Sets the widths of columns that `tbl-colwidths="[30,70]"` of a table, or of a division around
 * it, has in per cent (Quarto). */
void md_widths_asked(struct md *m, struct doc_node *table);

/* whole_tree.c */
/** Runs the passes: depth, figures, captions, identifiers, numbers, references. */
void md_finish(struct md *m);

#endif
