/* SPDX-License-Identifier: MIT */
/*
 * Hyphenation by Liang's patterns (Liang, "Word Hy-phen-a-tion by Com-put-er", 1983), read from the
 * hyph_*.dic files of Debian's hyphen packages into a trie.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_H

#include "base/arena.h"

struct hyphens;

/** Patterns of a language ("en-US", "de"), or NULL when none are installed. "en" means en_US, "de"
 * de_DE; a country without patterns of its own gets its language's. Lives in `a`; read-only
 * afterwards. */
struct hyphens *hyphens_load(struct arena *a, struct str lang);
/** Patterns from the text of a .dic file; NULL when its encoding is not known or it has no
 * patterns. `data` is not needed afterwards. Lines that cannot be read, and patterns that change
 * letters (`/z=sz`), are left out. */
struct hyphens *hyphens_read(struct arena *a, struct str data);
/**
 * Break points of one word (any case): sets breaks[i] to whether the word may be cut before byte i,
 * for 0 <= i <= word.n. At least `left` letters stay before and `right` after a cut (0: the
 * language's own numbers). Whatever is no letter of the patterns (digits, hyphens) ends a word and
 * begins another.
 */
void hyphens_find(const struct hyphens *h, struct str word, int left, int right, bool *breaks);

#endif
