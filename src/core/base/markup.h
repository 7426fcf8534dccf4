/* SPDX-License-Identifier: MIT */
/*
 * Escaping text for XML and HTML, between tags and in attributes; reading character references and
 * attributes.
 */
#ifndef DOSSIER_BASE_MARKUP_H
#define DOSSIER_BASE_MARKUP_H

#include "core/base/buf.h"

/** How text is escaped; 0 is text between tags, where `&`, `<` and `>` are escaped. */
enum {
    MARKUP_QUOTED = 1, /* text in an attribute with double quotes, where `"` is escaped as well */
    MARKUP_XML = 2,    /* leaves out characters that XML 1.0 excludes (2.2: controls, U+FFFE) */
    MARKUP_HTML = 4,   /* replaces control characters as browsers do (HTML, 13.2.3.5) */
};

/** Appends the escaped text; `how` is a sum of the flags above. */
void markup_put(struct buf *out, struct str s, unsigned how);

/** Appends a text in percent-encoding (RFC 3986, 2.1): ASCII letters, digits and the characters in
 * `kept` are not encoded. */
void markup_put_percent(struct buf *out, struct str s, const char *kept);

/**
 * Reads the character reference at the start of `s`: one of XML's five entities (XML 1.0, 4.6) or a
 * number (4.1). Returns its length with the semicolon and sets `*cp`, which may be a number that is
 * not a character. Returns 0 if `s` does not begin with one.
 */
size_t markup_reference(struct str s, uint32_t *cp);

/**
 * Reads the next attribute of a tag in HTML (HTML, 13.2.5.32 to 13.2.5.38). `*attrs`, the bytes
 * after the tag's name, is moved past the attribute. Returns false at the end. Name and value are
 * slices of the source, in which references are not replaced. The value has a NULL pointer if there
 * is no `=`.
 */
bool markup_next_attr(struct str *attrs, struct str *name, struct str *value);
/** Returns the value of an attribute, or an empty text with a NULL pointer if it is missing. */
struct str markup_attr(struct str attrs, const char *name);

#endif
