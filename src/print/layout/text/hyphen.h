/* SPDX-License-Identifier: MIT */
/*
 * Hyphenation by Liang's patterns (Liang, "Word Hy-phen-a-tion by Com-put-er", 1983). Patterns are
 * read into a trie, from the files hyph_*.dic of Debian's hyphen packages or from the files of TeX
 * Live. Some languages have built-in rules.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_H

#include "core/base/arena.h"

struct memo_inputs;
struct hyphens;

/** Loads the patterns of a language ("en-US", "de"). Returns NULL if none are installed, or if the
 * words of the language are never hyphenated (Chinese, Arabic, Thai). "en" means en_US, and "de"
 * means de_DE; a country without patterns of its own gets those of the language. The patterns are
 * read-only; they are freed by hyphens_drop() and then with `a`. `tables` is the folder of
 * hyphens_compile(), or empty. `inputs`, which may be NULL, records the files that were looked
 * for. */
struct hyphens *hyphens_load(struct arena *a, struct str lang, struct str tables,
                             struct memo_inputs *inputs);
/** Frees the memory of patterns that is not in the arena. NULL is allowed. */
void hyphens_drop(struct hyphens *h);
/**
 * Compiles a .dic file to a table in a folder, unless the table exists. hyphens_load() uses the
 * table as long as the size and the time of the .dic file do not change. Returns 0 or an errno
 * value; EINVAL if the file has no patterns.
 */
int hyphens_compile(struct str source, struct str folder);
/** Whether hyphens_load() would find a file or built-in rules. Does not read a file. */
bool hyphens_installed(struct arena *a, struct str lang, struct memo_inputs *inputs);
/** Whether texts of a language are usually hyphenated. `*package` becomes the Debian package with
 * patterns for hyphens_load(), or empty if it is unknown. */
bool hyphens_are_missed(struct str lang, struct str *package);
/** Reads patterns from the text of a .dic file. Returns NULL if its encoding is unknown or it has
 * no patterns. `data` is not needed afterwards. Malformed lines are skipped, and so are patterns
 * that change letters (`/z=sz`). */
struct hyphens *hyphens_read(struct arena *a, struct str data);
/** Reads patterns from a TeX list: UTF-8, one pattern per line. At least `left` letters at the
 * start and `right` at the end of a word stay together. Returns NULL if there are no patterns. All
 * patterns that match at a place are applied, as in Liang's algorithm, because these lists are not
 * prepared like .dic files. */
struct hyphens *hyphens_read_plain(struct arena *a, struct str data, int left, int right);
/**
 * Finds the break points of a word in upper or lower case. breaks[i] becomes true if the word may
 * be cut before byte i, for 0 <= i <= word.n. At least `left` letters precede a cut and `right`
 * letters follow it (0: the numbers of the language). Characters that are not in the patterns, such
 * as digits and hyphens, separate words.
 */
void hyphens_find(const struct hyphens *h, struct str word, int left, int right, bool *breaks);

#endif
