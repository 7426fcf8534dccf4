/* SPDX-License-Identifier: MIT */
/* A text for the test of a reader: its source and its diagnostics. */
#ifndef DOSSIER_TESTS_READING_H
#define DOSSIER_TESTS_READING_H

#include "core/diag/diag.h"

struct reading {
    struct arena *arena;
    struct diags *diags;
    struct source *src;
};

/** Opens `text` as a source called `name`. Close it with reading_drop(). */
static inline struct reading reading_open(const char *name, struct str text) {
    struct reading r = {.arena = arena_new()};
    r.diags = ARENA_NEW(r.arena, struct diags);
    diags_init(r.diags, r.arena);
    r.src = source_new(r.arena, str_of(name), text);
    return r;
}

static inline void reading_drop(struct reading *r) {
    diags_drop(r->diags);
    arena_drop(r->arena);
}

/** The text of a span; empty for SPAN_NONE. */
static inline struct str reading_at(struct span s) {
    return s.src ? str_slice(s.src->text, s.begin, s.end) : STR_EMPTY;
}

/** Whether a diagnostic of that kind was given. */
static inline bool reading_told(const struct reading *r, const struct diag_rule *id) {
    for (size_t i = 0; i < r->diags->n; i++) {
        if (r->diags->list[i]->id == id) {
            return true;
        }
    }
    return false;
}

#endif
