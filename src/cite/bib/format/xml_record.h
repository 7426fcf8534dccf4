/* SPDX-License-Identifier: MIT */
/*
 * What the readers of XML formats share. Private to bib/.
 */
#ifndef DOSSIER_BIB_FORMAT_XML_RECORD_H
#define DOSSIER_BIB_FORMAT_XML_RECORD_H

#include "cite/bib/format/record.h"
#include "core/data/xml.h"

/** The text below an element: white space collapsed, elements that format made spans. NULL gives
 * nothing. */
struct rich bib_xml_rich(struct arena *a, const struct xml_node *n);
/** Whether an element only formats its text: <i>, <sup>. */
bool bib_xml_formats(const struct xml_node *n);
/** The same without marks. */
struct str bib_xml_plain(struct arena *a, const struct xml_node *n);
/** The text below the descendant at a path of child names ("dates/year"), or the empty slice. */
struct str bib_xml_path(struct arena *a, const struct xml_node *n, const char *path);
/** The first descendant at a path of child names, or NULL. */
const struct xml_node *bib_xml_at(const struct xml_node *n, const char *path);
/** The next sibling of the same name, or NULL. */
const struct xml_node *bib_xml_again(const struct xml_node *n);
/** Reads each element of that name below `root` as an item of its own. Returns how many. */
size_t bib_xml_each_record(struct bib_input *in, const struct xml_node *root, const char *name,
                           void (*read)(struct bib_record *r, const struct xml_node *n));
/** Whether a text is XML and has one of these tags (up to a NULL) near its beginning. */
bool bib_xml_has_tag(struct str text, const char *const *tags);

#endif
