/* SPDX-License-Identifier: MIT */
/*
 * Finds fenced code in a text that is read line by line, before its blocks are known.
 */
#ifndef DOSSIER_READ_CODE_FENCE_H
#define DOSSIER_READ_CODE_FENCE_H

#include "core/base/base.h"

/** The open fence. All members are zero if no fence is open. */
struct expand_fence {
    char mark;
    size_t length;
};

enum expand_line {
    EXPAND_TEXT,
    EXPAND_CODE, /* within fenced code */
    EXPAND_FENCE /* opens or closes fenced code */
};

/** Reads the next line, which may be in block quotes, and returns its kind (CommonMark 0.29 §4.5).
 */
enum expand_line expand_fence_line(struct expand_fence *f, struct str line);

#endif
