/* SPDX-License-Identifier: MIT */
/*
 * The formatted strings of CSL-JSON: text with a few tags of HTML. The one place that knows how
 * these tags are spelt.
 *
 * Read are citeproc-js's <i> <b> <sup> <sub> <sc> <span style="font-variant:small-caps;">
 * <span class="nocase"> <span class="nodecor">, pandoc's <u>, and <code> and
 * <span class="math"> of our own, by which a library keeps all that a text has; attributes in
 * either quote, and font-variant with or without its blank and its semicolon. Tags that do not nest
 * or do not close are text, and so is every other '<'. In code and math &amp; &lt; &gt; are
 * characters, nowhere else: CSL-JSON has no entities, other programs print them as they stand.
 *
 * CSL-JSON has no way of its own to say a text that looks like a tag; pandoc writes `<b>` for both.
 * Here such a text gets a U+2060 WORD JOINER behind its '<': it is invisible, other programs show
 * what was meant, and reading takes one away again.
 */
#ifndef DOSSIER_BIB_ITEM_CSL_TAGS_H
#define DOSSIER_BIB_ITEM_CSL_TAGS_H

#include "core/rich/rich.h"

#include <string.h>

struct rich item_tags_read_some(struct arena *a, struct str s);
/** A string with tags as rich text; its plain text is `s` itself where it has none. */
static inline struct rich item_tags_read(struct arena *a, struct str s) {
    return s.n && memchr(s.p, '<', s.n) ? item_tags_read_some(a, s) : rich_of(s);
}
/** The tags around a span. */
struct str item_tags_open(enum rich_kind kind);
struct str item_tags_close(enum rich_kind kind);
/** Bytes of the element that begins at `at`, its tags included; 0 when none does, or it does not
 * close. `*inside` is what stands between the tags. */
size_t item_tags_element(struct str s, size_t at, enum rich_kind *kind, struct str *inside);
/** The inside of a code or math element as text. */
void item_tags_unescape(struct buf *out, struct str inside);
/** Rich text with tags: reading it gives an equal one. */
void item_tags_write(struct buf *out, struct rich r);
/** The same as a string of the arena, or the text itself. */
struct str item_tags_text(struct arena *a, struct rich r);

#endif
