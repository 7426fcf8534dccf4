/* SPDX-License-Identifier: MIT */
/*
 * XML read by libxml2's SAX interface into a tree with positions. No network, no external entities,
 * no entities except XML's five and character references; depth and size are limited.
 */
#ifndef DOSSIER_DATA_XML_H
#define DOSSIER_DATA_XML_H

#include "core/base/buf.h"
#include "core/data/data_node.h"

struct xml_attr {
    /* the local name; it has a prefix only for names like "xml:lang"; a NUL follows */
    struct str name;
    struct str value;
    struct span span; /* the span of the value between its quotes; or of the tag if libxml2 has
                         changed the value */
};

struct xml_node {
    struct str name;  /* local name, followed by a NUL; empty for a piece of text */
    struct str ns;    /* namespace name, or empty */
    struct str text;  /* the text, if this is a piece of text */
    struct span span; /* from the '<' of the start tag to its '>' inclusive; or the piece of text */
    struct xml_attr *attrs;
    size_t nattrs;
    struct xml_node *parent, *first, *last, *next;
};

/**
 * Parses a whole source. It is read as UTF-8, even if its declaration names another encoding.
 * Returns the root element, or NULL with a diagnostic in `d`. White space between elements is kept
 * as pieces of text; comments and processing instructions are left out. A document type is allowed,
 * but it may not define entities.
 */
struct xml_node *xml_parse(struct arena *a, struct source *src, struct diags *d);
/** Appends the tree of xml_parse() to `out` as a short text without pointers (xml_pack.c). */
void xml_pack(struct buf *out, const struct xml_node *root);
/**
 * Makes the tree from `packed`, which xml_pack() has written. Its places are in `src`, which must
 * have the text that was parsed. `packed` and `src` must live as long as the tree. Returns NULL
 * when `packed` is damaged.
 */
struct xml_node *xml_unpack(struct arena *a, struct source *src, struct str packed);
/** Returns the value of an attribute, or the empty slice with a NULL pointer when it is missing. */
struct str xml_attr(const struct xml_node *n, const char *name);
/** Returns the first child element of that name, or NULL. */
struct xml_node *xml_child(const struct xml_node *n, const char *name);
/**
 * Returns the node after `n` in document order, in which children follow their parent; NULL after
 * the last node of `root`. `n` is `root` or below it.
 */
struct xml_node *xml_following(const struct xml_node *root, const struct xml_node *n);
/** Returns all text in `n`, joined. */
struct str xml_text(struct arena *a, const struct xml_node *n);
/** Returns the version of libxml2 for which the program was built: "2.9.14". The text is static. */
const char *xml_library_version(void);

#endif
