/* SPDX-License-Identifier: MIT */
/*
 * Between the parts of the reader of CSL-JSON and CSL-YAML. Private to bib/item.
 */
#ifndef DOSSIER_BIB_ITEM_CSL_INTERNAL_H
#define DOSSIER_BIB_ITEM_CSL_INTERNAL_H

#include "cite/bib/item/read.h"

/** Variables by their keys, for a while: the keys of one item are those of the next. */
struct item_recent {
    struct str key;
    enum item_var v;
};

#define ITEM_RECENT 64 /* a power of two */

struct item_reader {
    struct arena *a;
    struct diags *d;
    enum item_strings strings;
    struct item_recent recent[ITEM_RECENT];
};

/** What a string of the source means: the one place where it becomes a text of the item. */
struct rich item_text_value(const struct item_reader *r, struct str s);
/** Sets a string or number variable from a string of the source; addresses and DOIs stay as they
 * are. */
void item_set_string(const struct item_reader *r, struct item *it, enum item_var v, struct str s,
                     struct span span);

/** Rich text of a string of CSL-YAML. */
struct rich item_csl_markdown(struct arena *a, struct str s);
/** The string with its backslashes taken off, as pandoc's Markdown has them before punctuation. */
struct str item_csl_markdown_unescape(struct arena *a, struct str s);
/** Reads a date value; returns false when nothing is in it. Faults go to `d`. */
bool item_csl_date(const struct node *n, struct item_date *out, struct diags *d);
/** A date that is written as one text: what cannot be read is kept as `raw`, what stands in quotes
 * as `literal`. False when there is nothing in it. */
bool item_csl_date_text(struct str s, struct item_date *out);
/**
 * Sets the note, once all other fields are read, and the variables that are hidden in it.
 * `note` is as it stands in the source.
 */
void item_csl_note(const struct item_reader *r, struct item *it, struct str note, struct span span);

#endif
