/* SPDX-License-Identifier: MIT */
/*
 * A server of the Language Server Protocol (version 3.17) for editors. It provides diagnostics,
 * completion, definitions, renaming and more, and uses the same code as `check`. A text that is
 * open in the editor is used instead of the file on disk. The server reads and writes no stream.
 * The caller passes the messages.
 */
#ifndef DOSSIER_LSP_LSP_H
#define DOSSIER_LSP_LSP_H

#include "job/build/build.h"

struct lsp;

/** Makes a server. `opt` is borrowed. Its fonts, shared databases, cache and host are ignored. */
struct lsp *lsp_new(const struct build_options *opt);
void lsp_drop(struct lsp *s);
/** Processes one message, which is the text of a JSON-RPC request or notification. Appends the
 * answers to `out`, each with its header. Returns false after the notification `exit`. */
bool lsp_message(struct lsp *s, struct str message, struct buf *out);
/** Whether the client has sent `shutdown`. If so, the exit status is 0, else 1. */
bool lsp_was_shut_down(const struct lsp *s);

#endif
