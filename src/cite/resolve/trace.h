/* SPDX-License-Identifier: MIT */
/*
 * What of a database a document shows, written down so that it can be told later, of another state
 * of the database, whether the document would be the same. Private to resolve; resolve.h has the
 * question.
 */
#ifndef DOSSIER_RESOLVE_TRACE_H
#define DOSSIER_RESOLVE_TRACE_H

#include "cite/resolve/order.h"

/** Notes a list: its attributes, and the works it takes. Nothing when no trace is asked for. */
void resolve_trace_list(struct resolver *r, const struct doc_node *node, const struct pub_query *q,
                        const struct pub_rows *rows);
/** Notes what the document cites. */
void resolve_trace_cites(struct resolver *r);

#endif
