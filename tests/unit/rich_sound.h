/* SPDX-License-Identifier: MIT */
/* Whether a rich text is valid. */
#ifndef DOSSIER_TESTS_RICH_SOUND_H
#define DOSSIER_TESTS_RICH_SOUND_H

#include "core/rich/rich.h"

static inline bool inside_character(struct str s, size_t at) {
    return at < s.n && ((unsigned char)s.p[at] & 0xC0) == 0x80;
}

/** Whether the marks of a text keep the invariants of rich.h. */
static inline bool rich_is_sound(struct rich r) {
    struct rich_span open[RICH_DEPTH];
    size_t depth = 0, last = 0;
    if (r.marks && r.marks->n == 0) {
        return false;
    }
    for (size_t i = 0; r.marks && i < r.marks->n; i++) {
        struct rich_span s = r.marks->spans[i];
        while (depth && open[depth - 1].end <= s.begin) {
            depth--;
        }
        if (s.begin < last || s.end <= s.begin || s.end > r.text.n ||
            (unsigned)s.kind >= RICH_KIND_COUNT || depth == RICH_DEPTH ||
            inside_character(r.text, s.begin) || inside_character(r.text, s.end)) {
            return false;
        }
        if (depth && (open[depth - 1].end < s.end || rich_kind_is_atom(open[depth - 1].kind))) {
            return false;
        }
        last = s.begin;
        open[depth++] = s;
    }
    return true;
}

#endif
