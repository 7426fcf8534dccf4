/* SPDX-License-Identifier: MIT */
/*
 * Bytes as base64 (RFC 4648, 4).
 */
#ifndef DOSSIER_BASE_BASE64_H
#define DOSSIER_BASE_BASE64_H

#include "core/base/buf.h"

/** Appends the text that stands for `bytes`, padded. */
void base64_put(struct buf *out, struct str bytes);

/** Appends the bytes that `text` stands for, up to its padding; blanks count for nothing. False at
 * what is no digit: the bytes before it were appended. */
bool base64_read(struct buf *out, struct str text);

#endif
