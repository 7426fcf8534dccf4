/* SPDX-License-Identifier: MIT */
/*
 * Formulas of a document, shared by set_math.c (in paragraphs) and math_display.c. Internal to
 * both.
 */
#ifndef DOSSIER_LAYOUT_SET_FORMULA_H
#define DOSSIER_LAYOUT_SET_FORMULA_H

#include "print/layout/math/math_box.h"
#include "print/layout/set/setter.h"

/** The environment of a formula in text style, with an element of its own. */
struct mbox_env set_math_env(struct setter *s, const struct doc_node *n, const struct ink *ink);
/** The tag for the text and boxes of a formula: its element, and the decoration of `ink`. */
struct inline_tag set_math_tag(const struct mbox_env *e, const struct ink *ink);
/** The atoms of the outermost row. If the whole formula is inside `{...}`, these are the atoms
 * inside. */
const struct math *set_math_outer_row(const struct math *m);
/** Adds the content of \text or \intertext to a paragraph: words, and formulas between them. */
void set_math_words(struct setter *s, const struct mbox_env *e, struct inline_builder *b,
                    const struct math *words, const struct ink *ink);
/** Adds a box to a paragraph. */
void set_math_emit(struct arena *a, struct inline_builder *b, const struct mbox *box,
                   const struct inline_tag *tag);

/** The displayed formula that is the last visible content of a paragraph, or NULL. */
const struct doc_node *set_last_display(const struct doc_node *para);
/** Adds a display that occurs inside the text of a paragraph. */
void set_display_amid(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                      const struct ink *ink);

#endif
