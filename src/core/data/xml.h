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
    struct str name; /* local name; with a prefix for names like "xml:lang"; a NUL follows */
    struct str value;
    struct span
        span; /* of the value between its quotes; of the tag when the value has been changed */
};

struct xml_node {
    struct str name;  /* local name, followed by a NUL; empty for a piece of text */
    struct str ns;    /* namespace name, or empty */
    struct str text;  /* of a piece of text */
    struct span span; /* from the start tag's '<' to after its '>'; or the piece of text */
    struct xml_attr *attrs;
    size_t nattrs;
    struct xml_node *parent, *first, *last, *next;
};

/**
 * Parses a whole source (UTF-8, whatever its declaration says). Returns the root element, or NULL
 * with a diagnostic in `d`. White space between elements is kept as pieces of text; comments and
 * processing instructions are left out. A document type is allowed, entities of its own are not.
 */
struct xml_node *xml_parse(struct arena *a, struct source *src, struct diags *d);
/** Appends the tree of xml_parse() to `out` as a short text without pointers (xml_pack.c). */
void xml_pack(struct buf *out, const struct xml_node *root);
/**
 * The tree that xml_pack() wrote, with places in `src`, which must have the text that was parsed.
 * `packed` and `src` must live as long as the tree. NULL when `packed` is damaged.
 */
struct xml_node *xml_unpack(struct arena *a, struct source *src, struct str packed);
/** Value of an attribute, or the empty slice with a NULL pointer when it is missing. */
struct str xml_attr(const struct xml_node *n, const char *name);
/** First child element of that name, or NULL. */
struct xml_node *xml_child(const struct xml_node *n, const char *name);
/**
 * The node after `n` in document order (children come first) within `root`, which `n` is or is
 * below. NULL after the last.
 */
struct xml_node *xml_following(const struct xml_node *root, const struct xml_node *n);
/** All text in `n`, joined. */
struct str xml_text(struct arena *a, const struct xml_node *n);

#endif
