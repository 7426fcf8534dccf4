/* SPDX-License-Identifier: MIT */
/*
 * Text as XML and HTML spell it, between tags and in attributes, and character references back.
 */
#ifndef DOSSIER_BASE_MARKUP_H
#define DOSSIER_BASE_MARKUP_H

#include "core/base/buf.h"

/** How text is spelt; 0 is text between tags, with `&`, `<` and `>` escaped. */
enum {
    MARKUP_QUOTED = 1, /* in an attribute's double quotes: `"` is escaped, too */
    MARKUP_XML = 2,  /* what XML 1.0 has no characters for is left out (§2.2: controls, U+FFFE) */
    MARKUP_HTML = 4, /* controls become what browsers make of them (HTML, 13.2.3.5) */
};

/** Appends text, escaped; `how` is a sum of the above. */
void markup_put(struct buf *out, struct str s, unsigned how);

/**
 * The character reference at the head of `s`: one of XML's five (XML 1.0, §4.6) or a number (§4.1).
 * Returns its bytes with the semicolon and sets `*cp`, which no one has looked at: a number may
 * stand for what is no character. 0 when there is none.
 */
size_t markup_reference(struct str s, uint32_t *cp);

#endif
