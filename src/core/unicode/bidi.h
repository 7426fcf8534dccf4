/* SPDX-License-Identifier: MIT */
/*
 * Directions of text (UAX #9): which characters run from right to left, and at which level each
 * stands. Reordering is the caller's: lines are cut between the levels
 * and their order.
 */
#ifndef DOSSIER_UNICODE_BIDI_H
#define DOSSIER_UNICODE_BIDI_H

#include "core/base/arena.h"

/** Which way a text runs. */
enum unicode_direction { UNICODE_LTR, UNICODE_RTL, UNICODE_NEUTRAL };

/** Whether a text has anything for which levels have to be found: letters or numbers of a script
 * that is written from right to left, or a mark that makes text run so. Plain ASCII is passed in
 * words of eight bytes. */
bool unicode_has_rtl(struct str text);

/** By the first letter with a direction, what is isolated passed over (UAX #9, P2); UNICODE_NEUTRAL
 * when there is none. */
enum unicode_direction unicode_first_strong(struct str text);

/**
 * The embedding levels of a paragraph (UAX #9, P1 to I2, with L1's resetting of separators and of
 * the white space before them): one for each byte of `text` to `levels`, odd ones run from right to
 * left. `rtl` is the paragraph's own direction. Lines have to reset the white space at their ends
 * themselves.
 */
void unicode_bidi_levels(struct str text, bool rtl, uint8_t *levels);

/** Whether a character joins the one that follows it, or the one before, as Arabic letters do
 * (Unicode 15, 9.2, Joining_Type). */
bool unicode_joins_next(uint32_t cp);
bool unicode_joins_previous(uint32_t cp);
/** Whether joining looks through it: marks over and below letters. */
bool unicode_joins_through(uint32_t cp);

#endif
