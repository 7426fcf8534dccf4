/* SPDX-License-Identifier: MIT */
/*
 * Functions that the readers of XML formats share. Private to bib.
 */
#ifndef DOSSIER_BIB_FORMAT_XML_RECORD_H
#define DOSSIER_BIB_FORMAT_XML_RECORD_H

#include "cite/bib/format/record.h"
#include "core/data/xml.h"

/** Returns the text below an element. White space is collapsed, and elements of formatting become
 * spans. Empty for NULL. */
struct rich bib_xml_rich(struct arena *a, const struct xml_node *n);
/** Whether an element is formatting only: <i>, <sup>. */
bool bib_xml_formats(const struct xml_node *n);
/** Returns the text below an element, without marks. */
struct str bib_xml_plain(struct arena *a, const struct xml_node *n);
/** The text below the descendant at a path of names ("dates/year"), or an empty text. */
struct str bib_xml_path(struct arena *a, const struct xml_node *n, const char *path);
/** Returns the first descendant at a path of names, or NULL. `n` may be NULL. */
const struct xml_node *bib_xml_at(const struct xml_node *n, const char *path);
/** Sets a variable to the text of the descendant at a path, unless the variable has a text already.
 */
void bib_xml_put(struct bib_record *r, enum item_var v, const struct xml_node *from,
                 const char *path);
/** Returns the next sibling of the same name, or NULL. */
const struct xml_node *bib_xml_again(const struct xml_node *n);
/** Reads each element with the given name below `root` as an item. Returns the number of items. */
size_t bib_xml_each_record(struct bib_input *in, const struct xml_node *root, const char *name,
                           void (*read)(struct bib_record *r, const struct xml_node *n));
/** Whether a text is XML and has one of these tags near its beginning. The list ends with NULL. */
bool bib_xml_has_tag(struct str text, const char *const *tags);

#endif
