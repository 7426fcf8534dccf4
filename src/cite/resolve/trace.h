/* SPDX-License-Identifier: MIT */
/*
 * The trace of a document: which works of its databases it shows. With it, a later run finds out
 * whether the document would be the same with another state of the databases. Private to resolve;
 * resolve_trace_holds() reads it.
 */
#ifndef DOSSIER_RESOLVE_TRACE_H
#define DOSSIER_RESOLVE_TRACE_H

#include "cite/resolve/order.h"

/** Writes a list: its attributes, and the works that it takes. Without a trace, nothing. */
void resolve_trace_list(struct resolver *r, const struct doc_node *node,
                        const struct pub_rows *rows);
/** Writes the keys that the document cites. */
void resolve_trace_cites(struct resolver *r);

#endif
