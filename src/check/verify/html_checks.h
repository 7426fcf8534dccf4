/* SPDX-License-Identifier: MIT */
/*
 * A page as a flat tree. Parses enough of HTML (WHATWG HTML, 13.2) for our own writer and users'
 * raw HTML. Private to the module.
 */
#ifndef DOSSIER_VERIFY_HTML_CHECKS_H
#define DOSSIER_VERIFY_HTML_CHECKS_H

#include "check/verify/verify_internal.h"

struct page_attr {
    struct str name; /* in lower case */
    struct str value;
};

/** An element, or a piece of text, whose name is empty. Nodes are in the order of the page. */
struct page_node {
    struct str name; /* in lower case */
    struct str text; /* of a piece of text, or the content of a script or style */
    const struct page_attr *attrs;
    size_t nattrs;
    size_t parent; /* index; SIZE_MAX: none */
    size_t end;    /* index of the first node that is not inside */
    uint32_t line;
};

struct verify_page {
    struct arena *arena;
    struct page_node *nodes;
    size_t n;
    struct map ids; /* -> index + 1 of the first node with the identifier */
};

/** Reads a page; ends for any input. Elements nested deeper than LIMIT_DOC_DEPTH * 4 become
 * siblings. */
void verify_page_read(struct verify_page *p, struct arena *a, struct str html);
/** The value of an attribute; its pointer is NULL when there is none. */
struct str page_attr(const struct page_node *n, const char *name);
bool page_has_class(const struct page_node *n, const char *name);
/** The text in a node, with blanks between blocks; at most `most` bytes. */
struct str verify_page_text(const struct verify_page *p, size_t node, size_t most);

#endif
