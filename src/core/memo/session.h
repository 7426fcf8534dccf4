/* SPDX-License-Identifier: MIT */
/*
 * What was worked out in one round and is asked for again in the next: values by all that they were
 * made from. The key is kept whole and compared whole, so that what is found is what would be made.
 *
 * Threads: for one at a time.
 */
#ifndef DOSSIER_MEMO_SESSION_H
#define DOSSIER_MEMO_SESSION_H

#include "core/base/base.h"

struct memo_session;

/** An empty one, which holds no more than `most` bytes: what is above that is not taken. */
struct memo_session *memo_session_new(size_t most) ATTR_MUST_USE;
/** NULL is allowed. */
void memo_session_drop(struct memo_session *r);
/** Begins a round. Of what more than MEMO_SESSION_SPARE bytes hold, that goes which the last two
 * rounds did not ask for; no value may be in use. */
void memo_session_round(struct memo_session *r);
/** The value of a key, `*n` bytes, or NULL when there is none. It lives, and stays where it is, as
 * long as rounds ask for it: at least until the one after the next begins. */
const void *memo_session_find(struct memo_session *r, struct str key, size_t *n);
/** Room for the value of a key that has none, `n` bytes aligned for any type, which the caller
 * fills; the key is copied. NULL when it is not taken. */
void *memo_session_put(struct memo_session *r, struct str key, size_t n);
/** A number from 1 that it has not given before, for what is known by one. */
uint32_t memo_session_number(struct memo_session *r);
/** Bytes that it holds. */
size_t memo_session_bytes(const struct memo_session *r);

/** So much may lie there unasked: a document that another one is written beside, the text as it was
 * before a change that is taken back. */
#define MEMO_SESSION_SPARE ((size_t)8 << 20)

#endif
