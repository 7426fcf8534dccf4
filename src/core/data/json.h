/* SPDX-License-Identifier: MIT */
/*
 * JSON (RFC 8259) with positions of values; and writing JSON.
 */
#ifndef DOSSIER_DATA_JSON_H
#define DOSSIER_DATA_JSON_H

#include "core/base/buf.h"
#include "core/data/data_node.h"

/**
 * Parses a whole source (a byte-order mark is skipped). Returns NULL on a syntax error, which is in
 * `d`. Numbers keep their text; strings without escapes are slices of the source; of two equal keys
 * in a map the last wins, with a warning; "\u0000" and half surrogate pairs are errors, read as
 * U+FFFD.
 */
struct node *json_parse(struct arena *a, struct source *src, struct diags *d);

/** Takes an element of a list; its nodes live until the call returns, its texts as long as the
 * arena of the result. */
typedef void json_each_fn(void *user, const struct node *value);
/**
 * json_parse() for large lists: when the source is a list, each element goes to `each` as soon as
 * it is read, and the list that is returned is empty. Elements before a fault have been handed over
 * when NULL is returned.
 */
struct node *json_parse_each(struct arena *a, struct source *src, struct diags *d,
                             json_each_fn *each, void *user);

/** Writes `s` as a JSON string with its quotes (RFC 8259 §7; text stays UTF-8). */
void json_write_string(struct buf *out, struct str s);
/** Writes a tree, `indent` spaces a level (0: one line). NODE_NUMBER and NODE_BOOL text goes out as
 * it is. */
void json_write(struct buf *out, const struct node *n, unsigned indent);

#endif
