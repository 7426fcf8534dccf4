/* SPDX-License-Identifier: MIT */
/* What the targets share: a run's memory and diagnostics, and the bytes as text of a source. */
#ifndef DOSSIER_TESTS_FUZZ_H
#define DOSSIER_TESTS_FUZZ_H

#include "core/base/utf8.h"
#include "core/diag/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fuzz {
    struct arena *arena;
    struct diags diags;
    struct str text; /* a copy of its own: readers may count on the byte behind it */
    struct source *src;
};

static inline void fuzz_begin(struct fuzz *in, const uint8_t *data, size_t size) {
    in->arena = arena_new();
    diags_init(&in->diags, in->arena);
    in->text = arena_str(in->arena, (struct str){(const char *)data, size});
    in->src = source_new(in->arena, STR("fuzz"), in->text);
}

/** A text in `b` in which characters that only fontconfig might find, which cost a hundred times
 * the rest, are letters. */
static inline struct str fuzz_plain(struct buf *b, struct str text) {
    for (size_t at = 0; at < text.n;) {
        uint32_t cp = utf8_next(text, &at);
        bool known = (cp >= ' ' && cp < 0x530) || cp == '\n' || (cp >= 0x2010 && cp < 0x2070);
        buf_rune(b, known ? cp : 'a' + cp % 26);
    }
    return buf_view(b);
}

/** Makes an empty folder, in memory if possible: the files that are written must survive a power
 * cut, so each of them waits for a disk. Returns false if there is none. */
static inline bool fuzz_make_folder(char *path, size_t size) {
    snprintf(path, size, "%s/dossier-fuzz-XXXXXX",
             access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp");
    return mkdtemp(path) != NULL;
}

/** Returns what a target returns. */
static inline int fuzz_end(struct fuzz *in) {
    diags_drop(&in->diags);
    arena_drop(in->arena);
    return 0;
}

#endif
