/* SPDX-License-Identifier: MIT */
/*
 * Directions of text (UAX #9): the embedding level of each character. The caller reorders the text,
 * because lines are broken only after the levels are known.
 */
#ifndef DOSSIER_UNICODE_BIDI_H
#define DOSSIER_UNICODE_BIDI_H

#include "core/base/arena.h"

/** The direction of a text. */
enum unicode_direction { UNICODE_LTR, UNICODE_RTL, UNICODE_NEUTRAL };

/** Whether a text needs levels: it has letters or numbers of a right-to-left script, or a mark
 * that changes the direction. Plain ASCII is skipped eight bytes at a time. */
bool unicode_has_rtl(struct str text);

/** Returns the direction of the first strong character outside isolates (UAX #9, P2);
 * UNICODE_NEUTRAL when there is none. */
enum unicode_direction unicode_first_strong(struct str text);

/**
 * Computes the embedding levels of a paragraph (UAX #9, P1 to I2, and L1 for separators and the
 * white space before them). `levels` gets one level for each byte of `text`; odd levels are
 * right-to-left. `rtl` is the paragraph's direction. The caller must reset the levels of white
 * space at the ends of lines.
 */
void unicode_bidi_levels(struct str text, bool rtl, uint8_t *levels);

/** Whether a character joins the following one, or the previous one, as Arabic letters do (Unicode
 * 15, 9.2, Joining_Type). */
bool unicode_joins_next(uint32_t cp);
bool unicode_joins_previous(uint32_t cp);
/** Whether the character has no effect on joining, like marks above and below letters. */
bool unicode_joins_through(uint32_t cp);

#endif
