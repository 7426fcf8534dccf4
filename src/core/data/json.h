/* SPDX-License-Identifier: MIT */
/*
 * Reading JSON (RFC 8259) with positions of values, and writing JSON.
 */
#ifndef DOSSIER_DATA_JSON_H
#define DOSSIER_DATA_JSON_H

#include "core/base/buf.h"
#include "core/data/data_node.h"

/**
 * Parses a whole source (a byte-order mark is skipped). Returns NULL on a syntax error, which is
 * reported in `d`. Numbers keep their text; strings without escapes are slices of the source. If a
 * map has a key twice, the last value is used and a warning is given. "\u0000" and half surrogate
 * pairs are errors and are read as U+FFFD.
 */
struct node *json_parse(struct arena *a, struct source *src, struct diags *d);

/** Receives an element of a list. Its nodes are valid during the call; its texts are valid as long
 * as the arena of the result. */
typedef void json_each_fn(void *user, const struct node *value);
/**
 * Like json_parse(), but for large lists: when the source is a list, each element is passed to
 * `each` as soon as it is read, and the returned list is empty. Even when NULL is returned because
 * of a fault, the elements before the fault have been passed.
 */
struct node *json_parse_each(struct arena *a, struct source *src, struct diags *d,
                             json_each_fn *each, void *user);

/** Writes `s` as a JSON string with its quotes (RFC 8259, section 7; text stays UTF-8). */
void json_write_string(struct buf *out, struct str s);
/** Writes a member of a map, with a comma unless it is the first. */
void json_write_member(struct buf *out, const char *key, struct str value);
/** Writes a tree, indented by `indent` spaces a level (0: one line). The text of NODE_NUMBER and
 * NODE_BOOL is written unchanged. */
void json_write(struct buf *out, const struct node *n, unsigned indent);

#endif
