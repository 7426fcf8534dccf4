/* SPDX-License-Identifier: MIT */
/*
 * What documents that are built again and again keep from one round to the next, besides fonts and
 * databases: results by all that they were made from. A build without it makes the same outputs.
 */
#ifndef DOSSIER_BUILD_WARM_H
#define DOSSIER_BUILD_WARM_H

#include "core/memo/session.h"

struct build_warm {
    const struct fonts *fonts; /* whoever has these has the rest: one thread at a time */
    /* What goes with the fonts, and with each other. */
    struct memo_session *paragraphs; /* lines by text and styles: shaper_recall() */
    struct memo_session *pages; /* of PDFs, and what was compressed, by what it was made from */
};

struct build_run; /* job/build/files.h */
/** What the run may use of it; NULL: there is but one round, or the run has other fonts. live.c */
const struct build_warm *build_warm_of(const struct build_run *b);

#endif
