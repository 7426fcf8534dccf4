/* SPDX-License-Identifier: MIT */
/* A page as a list of nodes. The parser supports the part of HTML (WHATWG HTML, 13.2) that
 * dossier's writer and raw HTML of users need. Private to the module. */
#ifndef DOSSIER_VERIFY_HTML_CHECKS_H
#define DOSSIER_VERIFY_HTML_CHECKS_H

#include "check/verify/verify_internal.h"

struct page_attr {
    struct str name; /* the name in lower case */
    struct str value;
};

/** An element, or a piece of text. The name of a piece of text is empty. The nodes have the order
 * of the page. */
struct page_node {
    struct str name; /* the name of the element in lower case */
    struct str text; /* the text of a piece of text, or the content of a script or style */
    const struct page_attr *attrs;
    size_t nattrs;
    size_t parent; /* index of the parent; SIZE_MAX at the top */
    size_t end;    /* index of the first node after this one that is not inside of it */
    uint32_t line;
};

struct verify_page {
    struct arena *arena;
    struct page_node *nodes;
    size_t n;
    struct map ids; /* maps an identifier to index + 1 of the first node that has it */
};

/** Reads a page. Any input is accepted. Elements that are nested deeper than LIMIT_DOC_DEPTH * 4
 * become siblings. */
void verify_page_read(struct verify_page *p, struct arena *a, struct str html);
/** Returns the value of an attribute. Its pointer is NULL if there is no such attribute. */
struct str page_attr(const struct page_node *n, const char *name);
bool page_has_class(const struct page_node *n, const char *name);
/** Returns the text in a node, with blanks between blocks, and at most `most` bytes. */
struct str verify_page_text(const struct verify_page *p, size_t node, size_t most);

#endif
