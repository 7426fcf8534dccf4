/* SPDX-License-Identifier: MIT */
/*
 * Copies the glyphs, gaps and characters of a text into one block of memory, and chooses the form
 * of the glyphs.
 */
#include "print/layout/model/page.h"

#include <string.h>

static size_t glyphs_size(const struct page_text *t) {
    return t->n * (t->is_small ? sizeof *t->small : sizeof *t->glyphs);
}

static size_t room_of(const struct page_text *t) {
    return t->ngaps * sizeof *t->gaps + glyphs_size(t) + t->text.n + 1;
}

static char *put(char *to, const void *from, size_t n) {
    if (n > 0) {
        memcpy(to, from, n);
    }
    return to + n;
}

/** Copies the gaps to the start of the block, and the characters with a NUL to its end. Returns the
 * place between them, where the glyphs go. */
static void *move_all_but_glyphs(struct page_text *t, char *room) {
    char *glyphs = put(room, t->gaps, t->ngaps * sizeof *t->gaps);
    char *letters = glyphs + glyphs_size(t);
    *put(letters, t->text.p, t->text.n) = '\0';
    t->gaps = (const struct page_gap *)(const void *)room;
    t->text.p = letters;
    return glyphs;
}

void page_text_keep(struct arena *a, struct page_text *t) {
    uint32_t beyond = 0;
    for (size_t i = 0; i < t->n && !t->is_small; i++) {
        (void)page_glyph_of(&t->glyphs[i], &beyond);
    }
    if (t->is_small || beyond) {
        const void *large = t->glyphs;
        void *glyphs = move_all_but_glyphs(t, arena_alloc(a, room_of(t)));
        (void)put(glyphs, large, glyphs_size(t));
        t->glyphs = glyphs;
        return;
    }
    const struct font_glyph *from = t->glyphs;
    t->is_small = true;
    struct page_glyph *to = move_all_but_glyphs(t, arena_alloc(a, room_of(t)));
    t->small = to;
    for (size_t i = 0; i < t->n; i++) {
        to[i] = page_glyph_of(&from[i], &beyond);
    }
}
