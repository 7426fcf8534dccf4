/* SPDX-License-Identifier: MIT */
/*
 * A page as a flat tree: enough of HTML (WHATWG HTML, 13.2) to read what our own writer and its
 * users' raw HTML make. Private to verify.
 */
#ifndef DOSSIER_VERIFY_HTML_CHECKS_H
#define DOSSIER_VERIFY_HTML_CHECKS_H

#include "check/verify/verify_internal.h"

struct page_attr {
    struct str name; /* in lower case */
    struct str value;
};

/** An element, or a piece of text, whose name is empty. Nodes stand in the order of the page. */
struct page_node {
    struct str name; /* in lower case */
    struct str text; /* of a piece of text; of a script or style what is in it */
    const struct page_attr *attrs;
    size_t nattrs;
    size_t parent; /* index; SIZE_MAX: none */
    size_t end;    /* index behind all that is in it */
    uint32_t line;
};

struct verify_page {
    struct arena *arena;
    struct page_node *nodes;
    size_t n;
    struct map ids; /* -> index + 1 of the first that has it */
};

/** Reads a page; ends on any input. What is nested beyond LIMIT_DOC_DEPTH * 4 stands beside. */
void verify_page_read(struct verify_page *p, struct arena *a, struct str html);
/** The value of an attribute; a NULL pointer when there is none. */
struct str page_attr(const struct page_node *n, const char *name);
bool page_has_class(const struct page_node *n, const char *name);
/** The text in a node, blanks between blocks; at most `most` bytes. */
struct str verify_page_text(const struct verify_page *p, size_t node, size_t most);

#endif
