/* SPDX-License-Identifier: MIT */
/*
 * XML piece by piece, without a tree: of a plain text as it is scanned, or of a tree that was read
 * before, so that who reads a vocabulary does it once for both. Plain is what xml_pull.c says: at
 * anything else the pieces end with XML_OTHER, and the reader begins anew with the tree that
 * xml_parse() makes, or with what that reports.
 *
 *     struct xml_pull p;
 *     if (xml_pull_text(&p, arena, src) && reads_all(&p)) ...
 *     xml_pull_end(&p);
 */
#ifndef DOSSIER_DATA_XML_PULL_H
#define DOSSIER_DATA_XML_PULL_H

#include "core/base/bounds.h"
#include "core/data/xml.h"

enum xml_piece {
    XML_OPEN,  /* an element begins: name, attributes */
    XML_CLOSE, /* it ends, also an empty one */
    XML_TEXT,  /* all text up to the next tag */
    XML_DONE,  /* behind the outermost element */
    XML_OTHER  /* not plain, or a fault; it stays so */
};

enum { XML_PULL_ATTRS = 40, XML_PULL_DEPTH = LIMIT_XML_DEPTH / 2 };

struct xml_pull {
    /* The piece at hand; slices of the source or in the arena. */
    struct str name; /* XML_OPEN; nothing is said of the byte behind it */
    const struct xml_attr *attrs;
    size_t nattrs;
    struct str ns;    /* XML_OPEN: the default namespace that it declares, or a NULL pointer */
    struct str text;  /* XML_TEXT */
    struct span span; /* of the start tag, of the text */
    /* Its own. */
    struct arena *arena;
    struct source *src;
    const char *at, *end;
    bool begun, closes, other;
    size_t depth;
    struct buf buf; /* of a text or a value that does not stand in the source as it is */
    const struct xml_node *root, *node; /* of a tree; NULL: of a text */
    bool left;                          /* the node has ended */
    struct xml_attr read[XML_PULL_ATTRS];
    struct str open[XML_PULL_DEPTH]; /* names of the elements that have not ended */
};

/** Begins with a text; false when it is no UTF-8 or too long, so that nothing is plain. Both ways
 * the caller ends it with xml_pull_end(). */
bool xml_pull_text(struct xml_pull *p, struct arena *a, struct source *src);
/** The same of a text that is known to be UTF-8. */
void xml_pull_utf8(struct xml_pull *p, struct arena *a, struct source *src);
/** Begins with an element of a tree and all that is in it. */
void xml_pull_tree(struct xml_pull *p, const struct xml_node *root);
void xml_pull_end(struct xml_pull *p);

/** The next piece. */
enum xml_piece xml_pull_next(struct xml_pull *p);
/** Behind XML_OPEN: the element with all that is in it as a tree; what comes next is behind it.
 * NULL when it is not plain. */
const struct xml_node *xml_pull_element(struct xml_pull *p);
/** Behind XML_OPEN: goes behind the element. False when it is not plain. */
bool xml_pull_skip(struct xml_pull *p);

#endif
