/* SPDX-License-Identifier: MIT */
/*
 * Formulas of a document: what set_math.c (in paragraphs) and math_display.c share. Nobody else
 * includes this.
 */
#ifndef DOSSIER_LAYOUT_SET_FORMULA_H
#define DOSSIER_LAYOUT_SET_FORMULA_H

#include "print/layout/math/math_box.h"
#include "print/layout/set/setter.h"

/** The tree of a formula; parsed now when the document has none. */
const struct math *set_math_tree(struct setter *s, const struct doc_node *n);
/** The environment of a formula in text style, with an element of its own. */
struct mbox_env set_math_env(struct setter *s, const struct doc_node *n, const struct math *tree,
                             const struct ink *ink);
/** What text and boxes of a formula belong to: its element, and what `ink` is drawn with. */
struct inline_tag set_math_tag(const struct mbox_env *e, const struct ink *ink);
/** The atoms of the outermost row; `{...}` around everything is looked through. */
const struct math *set_math_outer_row(const struct math *m);
/** Puts words with formulas between them, as \text reads them, into a paragraph. */
void set_math_words(struct setter *s, const struct mbox_env *e, struct inline_builder *b,
                    const struct math *words, const struct ink *ink);
/** Puts a box into a paragraph. */
void set_math_emit(struct arena *a, struct inline_builder *b, const struct mbox *box,
                   const struct inline_tag *tag);

/** A display amid the text of a paragraph. */
void set_display_amid(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                      const struct ink *ink);

#endif
