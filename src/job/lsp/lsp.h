/* SPDX-License-Identifier: MIT */
/*
 * A server of the Language Server Protocol (version 3.17) for editors: diagnostics, completion,
 * definitions, renaming and more, from the same engine as `check`. The texts that an editor has
 * open count, not those on the disk. Reads and writes no stream: the caller passes messages.
 */
#ifndef DOSSIER_LSP_LSP_H
#define DOSSIER_LSP_LSP_H

#include "job/build/build.h"

struct lsp;

/** A server. `opt` is borrowed; its fonts, shared databases, cache and host are ignored. */
struct lsp *lsp_new(const struct build_options *opt);
void lsp_drop(struct lsp *s);
/** Processes one message, the text of a JSON-RPC request or notification, and appends the answers
 * to `out`, each with its header. Returns false after the notification `exit`. */
bool lsp_message(struct lsp *s, struct str message, struct buf *out);
/** Whether the client has sent `shutdown`: the exit status is 0 then, and 1 otherwise. */
bool lsp_was_shut_down(const struct lsp *s);

#endif
