/* SPDX-License-Identifier: MIT */
/*
 * Base64 (RFC 4648, section 4).
 */
#ifndef DOSSIER_BASE_BASE64_H
#define DOSSIER_BASE_BASE64_H

#include "core/base/buf.h"

/** Appends `bytes` encoded as base64, with padding. */
void base64_put(struct buf *out, struct str bytes);

/** Appends the bytes that `text` encodes, up to the padding; white space is ignored. Returns false
 * at a character that is not a digit; the bytes before it have been appended. */
bool base64_read(struct buf *out, struct str text);

#endif
