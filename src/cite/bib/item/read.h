/* SPDX-License-Identifier: MIT */
/*
 * The reader of CSL-JSON and CSL-YAML (the schema of CSL 1.0.2, csl-data.json, and common
 * deviations). It passes the items to the caller.
 */
#ifndef DOSSIER_BIB_ITEM_READ_H
#define DOSSIER_BIB_ITEM_READ_H

#include "cite/bib/item/item.h"
#include "core/data/data_node.h"

/** Receives finished items: `add` is called for each one in the order of the source. The items are
 * in the reader's arena. */
struct item_sink {
    void (*add)(void *to, struct item *it, struct diags *d);
    void *to;
};

/** How the strings of a source are read. */
enum item_strings {
    ITEM_STRINGS_CSL,     /* CSL-JSON: text with a few HTML tags */
    ITEM_STRINGS_MARKDOWN /* CSL-YAML: pandoc's Markdown */
};

/**
 * Reads all items of a tree: a list, a map with a list under `references` or `items`, or a single
 * item. Other values are reported. Returns the number of items. The items have slices of the tree's
 * strings, so the tree must live as long as the items.
 */
size_t item_read_tree(struct arena *a, const struct node *root, enum item_strings strings,
                      struct item_sink sink, struct diags *d);
struct item_list {
    struct item **p; /* the items, in the arena; NULL when `n` is 0 */
    size_t n;
};

/** Reads the items of CSL-JSON into a list. The tree is not kept, so large databases need a third
 * of the memory. Returns false, after a diagnostic, when the source is not JSON. */
bool item_list_json(struct arena *a, struct source *src, struct item_list *out, struct diags *d);

#endif
