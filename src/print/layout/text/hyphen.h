/* SPDX-License-Identifier: MIT */
/*
 * Hyphenation by Liang's patterns (Liang, "Word Hy-phen-a-tion by Com-put-er", 1983), read from the
 * hyph_*.dic files of Debian's hyphen packages, or from TeX Live's lists, into a trie; a few
 * languages have rules of our own.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_H

#include "core/base/arena.h"

struct asked;
struct hyphens;

/** Patterns of a language ("en-US", "de"), or NULL when none are installed, or when its words are
 * never cut (Chinese, Arabic, Thai). "en" means en_US, "de" de_DE; a country without patterns of
 * its own gets its language's. Read-only afterwards; given back by hyphens_drop(), then with `a`.
 * `tables`: the folder of hyphens_compile(), or empty. `asked` (or NULL) takes down which files
 * were looked for. */
struct hyphens *hyphens_load(struct arena *a, struct str lang, struct str tables,
                             struct asked *asked);
/** Gives back what is not in the arena; NULL is allowed. */
void hyphens_drop(struct hyphens *h);
/**
 * Makes the table of a .dic file in a folder, unless it is there: hyphens_load() takes it in the
 * file's stead as long as that has the same size and time. Returns 0 or an errno value, EINVAL when
 * the file has no patterns.
 */
int hyphens_compile(struct str source, struct str folder);
/** Whether hyphens_load() finds a file, which is not read, or rules of our own. */
bool hyphens_installed(struct arena *a, struct str lang, struct asked *asked);
/** Whether readers of a language expect its words to be hyphenated. `*package`: Debian's package
 * whose patterns hyphens_load() reads, or empty when we know of none. */
bool hyphens_are_missed(struct str lang, struct str *package);
/** Patterns from the text of a .dic file; NULL when its encoding is not known or it has no
 * patterns. `data` is not needed afterwards. Lines that cannot be read, and patterns that change
 * letters (`/z=sz`), are left out. */
struct hyphens *hyphens_read(struct arena *a, struct str data);
/** Patterns alone, in UTF-8, one a line, as TeX's lists have them; `left` and `right` letters stay
 * together at a word's ends. NULL when there are none. Patterns compete as Liang has it, all that
 * match at a place: these lists are not prepared as .dic files are. */
struct hyphens *hyphens_read_plain(struct arena *a, struct str data, int left, int right);
/**
 * Break points of one word (any case): sets breaks[i] to whether the word may be cut before byte i,
 * for 0 <= i <= word.n. At least `left` letters stay before and `right` after a cut (0: the
 * language's own numbers). Whatever is no letter of the patterns (digits, hyphens) ends a word and
 * begins another.
 */
void hyphens_find(const struct hyphens *h, struct str word, int left, int right, bool *breaks);

#endif
