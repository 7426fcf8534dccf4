/* SPDX-License-Identifier: MIT */
/*
 * Hyphenation by Liang's patterns (Liang, "Word Hy-phen-a-tion by Com-put-er", 1983). Patterns are
 * read from the hyph_*.dic files of Debian's hyphen packages or from TeX Live's files into a trie;
 * some languages have built-in rules.
 */
#ifndef DOSSIER_LAYOUT_TEXT_HYPHEN_H
#define DOSSIER_LAYOUT_TEXT_HYPHEN_H

#include "core/base/arena.h"

struct memo_inputs;
struct hyphens;

/** Loads the patterns of a language ("en-US", "de"); NULL if none are installed, or if its words
 * are never hyphenated (Chinese, Arabic, Thai). "en" means en_US, "de" de_DE; a country without
 * patterns gets those of the language. Read-only afterwards; freed by hyphens_drop() and then with
 * `a`. `tables` is the folder of hyphens_compile(), or empty. `asked` (or NULL) records which files
 * were looked for. */
struct hyphens *hyphens_load(struct arena *a, struct str lang, struct str tables,
                             struct memo_inputs *inputs);
/** Frees the memory that is not in the arena; NULL is allowed. */
void hyphens_drop(struct hyphens *h);
/**
 * Compiles a .dic file to a table in a folder, unless it exists. hyphens_load() uses the table
 * while the file has the same size and time. Returns 0 or an errno value; EINVAL if the file has no
 * patterns.
 */
int hyphens_compile(struct str source, struct str folder);
/** Whether hyphens_load() would find a file or built-in rules; reads no file. */
bool hyphens_installed(struct arena *a, struct str lang, struct memo_inputs *inputs);
/** Whether texts of a language are usually hyphenated. `*package` is Debian's package with patterns
 * for hyphens_load(), or empty if unknown. */
bool hyphens_are_missed(struct str lang, struct str *package);
/** Reads patterns from the text of a .dic file; NULL if its encoding is unknown or it has no
 * patterns. `data` is not needed afterwards. Malformed lines, and patterns that change letters
 * (`/z=sz`), are skipped. */
struct hyphens *hyphens_read(struct arena *a, struct str data);
/** Reads patterns from a TeX list: UTF-8, one per line. `left` and `right` letters stay together at
 * the ends of a word. NULL if there are no patterns. All patterns that match at a place are
 * applied, as in Liang's algorithm: unlike .dic files these lists are not prepared. */
struct hyphens *hyphens_read_plain(struct arena *a, struct str data, int left, int right);
/**
 * Finds the break points of a word (any case): breaks[i] becomes true if the word may be cut before
 * byte i, for 0 <= i <= word.n. At least `left` letters precede and `right` follow a cut (0: the
 * language's numbers). Characters that are not in the patterns (digits, hyphens) separate words.
 */
void hyphens_find(const struct hyphens *h, struct str word, int left, int right, bool *breaks);

#endif
