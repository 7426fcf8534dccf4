/* SPDX-License-Identifier: MIT */
/*
 * Finds fenced code in a text that is read line by line, before its blocks are known. Returns the
 * length of the fence that a text needs.
 */
#ifndef DOSSIER_CORE_BASE_CODE_FENCE_H
#define DOSSIER_CORE_BASE_CODE_FENCE_H

#include "core/base/base.h"

/** The open fence. `mark` is 0 if no fence is open. */
struct code_fence {
    char mark;
    size_t length;
};

enum code_fence_kind {
    CODE_FENCE_OUTSIDE,
    CODE_FENCE_INSIDE, /* a line of the code */
    CODE_FENCE_MARK    /* opens or closes fenced code */
};

/** Reads the next line, which may be in block quotes, and returns its kind (CommonMark 0.29 §4.5).
 */
enum code_fence_kind code_fence_line(struct code_fence *f, struct str line);
/** Returns the number of backticks for a fence around a text: at least three, and more than any run
 * of backticks in the text. */
size_t code_fence_length(struct str text);

#endif
