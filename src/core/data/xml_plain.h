/* SPDX-License-Identifier: MIT */
/*
 * XML without anything special in it, read fast; and the reader that takes all of it. Private to
 * the room, and for tests that compare the two.
 */
#ifndef DOSSIER_DATA_XML_PLAIN_H
#define DOSSIER_DATA_XML_PLAIN_H

#include "core/data/xml.h"

/** The tree that xml_parse() gives, of UTF-8; NULL, without a word, when the text has a fault or
 * is not plain. */
struct xml_node *xml_read_plain(struct arena *a, struct source *src);
/** xml_parse() by libxml2, whatever the text. */
struct xml_node *xml_read_any(struct arena *a, struct source *src, struct diags *d);

#endif
