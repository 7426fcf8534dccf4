/* SPDX-License-Identifier: MIT */
/*
 * The strings of CSL-JSON: text with a few HTML tags. Only this module knows their spelling.
 *
 * It reads citeproc-js's <i> <b> <sup> <sub> <sc> <span style="font-variant:small-caps;"> <span
 * class="nocase"> <span class="nodecor">, pandoc's <u>, and our own <code> and <span class="math">,
 * by which a library keeps all markup. Both quotes are accepted in attributes, and font-variant
 * without its blank and semicolon. Tags that do not nest or are not closed are text, and so is any
 * other '<'. In code and math &amp; &lt; &gt; are characters. Elsewhere they are not: CSL-JSON has
 * no entities, and other programs print them unchanged.
 *
 * CSL-JSON cannot express text that looks like a tag: the text "<b>" would be read as bold. We
 * write a U+2060 WORD JOINER after the '<' of such a text. Other programs do not show it, and our
 * reader removes it.
 */
#ifndef DOSSIER_BIB_ITEM_CSL_TAGS_H
#define DOSSIER_BIB_ITEM_CSL_TAGS_H

#include "core/rich/rich.h"

#include <string.h>

struct rich item_tags_read_some(struct arena *a, struct str s);
/** Reads a string with tags as rich text. If there are no tags, its plain text is `s` itself. */
static inline struct rich item_tags_read(struct arena *a, struct str s) {
    return s.n && memchr(s.p, '<', s.n) ? item_tags_read_some(a, s) : rich_of(s);
}
/** Returns the opening tag for a kind of span. */
struct str item_tags_open(enum rich_kind kind);
struct str item_tags_close(enum rich_kind kind);
/** Returns the length of the element that begins at `at`, with its tags. 0 if it is not an element
 * or is not closed. `*inside` becomes its content. */
size_t item_tags_element(struct str s, size_t at, enum rich_kind *kind, struct str *inside);
/** Appends the content of a code or math element, with its character references replaced. */
void item_tags_unescape(struct buf *out, struct str inside);
/** Rich text with tags as a string in the arena. Reading the result gives an equal text. Without
 * marks, it is the text itself. */
struct str item_tags_text(struct arena *a, struct rich r);

#endif
