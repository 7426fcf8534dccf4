/* SPDX-License-Identifier: MIT */
/* Everything that the files of the CSL-JSON and CSL-YAML reader share. Private to bib/item. */
#ifndef DOSSIER_BIB_ITEM_CSL_INTERNAL_H
#define DOSSIER_BIB_ITEM_CSL_INTERNAL_H

#include "cite/bib/item/read.h"

/** A variable that was found by its key. The result is remembered, because most items of a file
 * have the same keys. */
struct item_recent {
    struct str key;
    enum item_var v;
    struct str meant; /* for VAR_NONE: the variable of which the key is a misspelling, or empty */
};

#define ITEM_RECENT 64 /* the number of keys that are remembered, a power of two */

struct item_reader {
    struct arena *a;
    struct diags *d;
    enum item_strings strings;
    struct item_recent recent[ITEM_RECENT];
};

/** Converts a string of the source to a text of the item. No other function does this. */
struct rich item_text_value(const struct item_reader *r, struct str s);
/** Sets a string or number variable from a string of the source. In addresses and DOIs, markup is
 * not interpreted. */
void item_set_string(const struct item_reader *r, struct item *it, enum item_var v, struct str s,
                     struct span span);

/** Returns the rich text of a string of CSL-YAML. */
struct rich item_csl_markdown(struct arena *a, struct str s);
/** Removes the backslashes that pandoc's Markdown has before punctuation. */
struct str item_csl_markdown_unescape(struct arena *a, struct str s);
/** Reads a date value. Returns false when it is empty. Errors are reported in `d`. */
bool item_csl_date(const struct node *n, struct item_date *out, struct diags *d);
/** Reads a date that is a single text. A text that is not a date is kept as `raw`, and a quoted
 * text as `literal`. Returns false when the text is empty. */
bool item_csl_date_text(struct str s, struct item_date *out);
/**
 * Sets the note and the variables that are in it. Must be called after all other fields are read.
 * `note` is the source text.
 */
void item_csl_note(const struct item_reader *r, struct item *it, struct str note, struct span span);

#endif
