/* SPDX-License-Identifier: MIT */
/*
 * Finds where a word may be hyphenated. Patterns give numbers to the places between letters. At
 * each place the highest number of all matching patterns counts; an odd number allows a break
 * (Liang 1983). If the patterns have two levels, the first level finds the seams of a compound, and
 * the second one handles the parts of the compound as words.
 */
#include "print/layout/text/hyphen_internal.h"

#include "core/base/search.h"
#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

#define SHORT_WORD 128 /* maximum number of letters of a word that needs no memory on the heap */

unsigned hyphen_class(const struct hyphens *h, uint32_t cp) {
    if (cp < ARRAY_LEN(h->low)) {
        return h->low[cp];
    }
    for (size_t i = 0; i < h->nhigh; i++) {
        if (h->high[i] == cp) {
            return h->high_class[i];
        }
    }
    return 0;
}

/* Returns the small letter of a capital, for scripts that are hyphenated. Returns other characters
 * unchanged. */
static uint32_t lower(uint32_t cp) {
    static const struct {
        uint16_t first, last, step; /* with step 2, capitals and small letters alternate */
        int16_t distance;
    } ranges[] = {
        {0xC0, 0xD6, 1, 32},     {0xD8, 0xDE, 1, 32},   {0x100, 0x12E, 2, 1},
        {0x132, 0x136, 2, 1},    {0x139, 0x147, 2, 1},  {0x14A, 0x176, 2, 1},
        {0x178, 0x178, 1, -121}, {0x179, 0x17D, 2, 1},  {0x1CD, 0x1DB, 2, 1},
        {0x1DE, 0x1EE, 2, 1},    {0x1F8, 0x21E, 2, 1},  {0x222, 0x232, 2, 1},
        {0x386, 0x386, 1, 38},   {0x388, 0x38A, 1, 37}, {0x38C, 0x38C, 1, 64},
        {0x38E, 0x38F, 1, 63},   {0x391, 0x3AB, 1, 32}, {0x400, 0x40F, 1, 80},
        {0x410, 0x42F, 1, 32},   {0x460, 0x480, 2, 1},  {0x48A, 0x4BE, 2, 1},
        {0x4D0, 0x52E, 2, 1},    {0x531, 0x556, 1, 48}, {0x1E00, 0x1E94, 2, 1},
        {0x1EA0, 0x1EFE, 2, 1},
    };
    size_t i;
    if (cp < 0x80) {
        return (uint32_t)(unsigned char)to_lower((char)cp);
    }
    SEARCH_FIRST(i, 0, ARRAY_LEN(ranges), ranges[i].last >= cp);
    if (i == ARRAY_LEN(ranges) || cp < ranges[i].first ||
        (cp - ranges[i].first) % ranges[i].step != 0) {
        return cp;
    }
    return (uint32_t)((int32_t)cp + ranges[i].distance);
}

/* The letters of a word between two edges, with Liang's numbers at the places before them. */
struct letters {
    uint8_t *classes; /* elements 0 and n + 1 are the edges of the word */
    uint8_t *numbers; /* element i is the number before letter i; the first letter is 1 */
    uint8_t *scratch;
    size_t n;
};

/* The child of a node for the class of a letter, or 0. The children of a node are sorted by class,
 * so only a few of them are searched. In a node with all children, such as the root, the child is
 * at the position of its class. */
static uint32_t step(const struct hyphen_trie *t, uint32_t node, uint8_t cls) {
    const struct hyphen_node *nodes = t->nodes;
    size_t from = nodes[node].first, end = nodes[node + 1].first, i;
    end = end < t->nnodes ? end : t->nnodes;
    if (from >= end || (uint8_t)nodes[from].mark > cls) {
        return 0;
    }
    size_t far = from + cls - (uint8_t)nodes[from].mark;
    if (far < end) {
        if ((uint8_t)nodes[far].mark == cls) {
            return (uint32_t)far;
        }
        end = far;
    }
    SEARCH_FIRST(i, from, end, (uint8_t)nodes[i].mark >= cls);
    return i < end && (uint8_t)nodes[i].mark == cls ? (uint32_t)i : 0;
}

/* Applies the numbers of a pattern of `n` letters, beginning at the place before its first letter.
 * A number is applied if it is higher than the present one. */
static void numbers_take(const struct hyphen_trie *t, uint32_t at, size_t n, uint8_t *places) {
    const uint8_t *p = t->pool + at;
    if (at > t->npool - 2 || p[1] > t->npool - 2 - at || (size_t)p[0] + p[1] > n + 1) {
        return; /* the table is damaged */
    }
    places += p[0];
    for (size_t j = 0; j < p[1]; j++) {
        places[j] = p[2 + j] > places[j] ? p[2 + j] : places[j];
    }
}

/* Applies the patterns of one trie to the letters [from, to), as if they were a word. With `all`,
 * all matching patterns are applied. Otherwise the file is a .dic file: of the matching patterns
 * that begin at one letter, only the longest is applied, and only if it ends later than all
 * patterns before it. The patterns of .dic files include the numbers of the shorter patterns in
 * them, and some files (the German one) need this rule. */
static void compete(const struct hyphen_trie *t, bool all, uint8_t *classes, uint8_t *numbers,
                    size_t from, size_t to) {
    uint8_t before = classes[from - 1], after = classes[to];
    size_t reached = 0; /* letters before this one are inside a match that begins before them */
    classes[from - 1] = classes[to] = CLASS_EDGE;
    for (size_t i = from - 1; i <= to; i++) {
        uint32_t node = 0;
        for (size_t k = i; k <= to; k++) {
            node = step(t, node, classes[k]);
            if (node == 0) {
                break;
            }
            if (k < reached && !all) {
                continue;
            }
            reached = k + 1;
            if (t->nodes[node].mark >> 8 != 0) {
                numbers_take(t, t->nodes[node].mark >> 8, k - i + 1, numbers + i);
            }
        }
    }
    classes[from - 1] = before;
    classes[to] = after;
}

/* Removes breaks that are nearer than `left` letters to `from` or `right` letters to `to`. */
static void keep_ends(uint8_t *numbers, size_t from, size_t to, int left, int right) {
    for (size_t i = from; i < to && i < from + (size_t)left; i++) {
        numbers[i] = 0;
    }
    for (size_t i = to; i > from && i + (size_t)right > to; i--) {
        numbers[i] = i < to ? 0 : numbers[i];
    }
}

/* Computes numbers for the part [from, to) alone, in `scratch`. Returns the first break inside the
 * part, or `to`. */
static size_t part_rate(const struct hyphens *h, int level, struct letters *w, size_t from,
                        size_t to, int left, int right) {
    memset(w->scratch + from - 1, 0, to - from + 4);
    compete(&h->trie[level], h->all_compete, w->classes, w->scratch, from, to);
    keep_ends(w->scratch, from, to, from == 1 ? left : h->compound_left,
              to == w->n + 1 ? right : h->compound_right);
    size_t i = from + 1;
    while (i < to && w->scratch[i] % 2 == 0) {
        i++;
    }
    return i;
}

/* Computes the numbers for all places of a word. With two levels, the word is cut at its seams, and
 * each part is treated as a word again until there are no more seams. Then the patterns of the
 * second level are applied to the parts. */
static void word_rate(const struct hyphens *h, struct letters *w, int left, int right) {
    size_t end = w->n + 1;
    memset(w->numbers, 0, w->n + 3);
    for (size_t from = 1; from < end;) {
        size_t to = from + 1;
        while (to < end && w->numbers[to] % 2 == 0) {
            to++;
        }
        bool last = !h->compounds || part_rate(h, 0, w, from, to, left, right) == to;
        if (last) {
            part_rate(h, h->compounds ? 1 : 0, w, from, to, left, right);
        }
        for (size_t i = from + 1; i < to; i++) {
            w->numbers[i] = w->scratch[i];
        }
        from = last ? to : from;
    }
}

/* The class of a character of running text. A capital has the class of its small letter, and a
 * curly apostrophe that of a straight one. */
static unsigned text_class(const struct hyphens *h, uint32_t cp) {
    unsigned cls = hyphen_class(h, lower(cp));
    if (cp == '\'' || cp == 0x2019) {
        /* only files with two levels have useful patterns with apostrophes; with others "couldn't"
         * would be broken before "n't" */
        cls = cls == 0 ? hyphen_class(h, '\'') : cls;
        return h->compounds ? cls : 0;
    }
    /* the signs of multiplication and division are not letters */
    bool letter =
        cp < 0x80 ? is_alpha((char)cp) : cp >= 0xC0 && cp < 0x2000 && cp != 0xD7 && cp != 0xF7;
    if (cls == 0 && letter) {
        return CLASS_OTHER;
    }
    return cls == CLASS_EDGE ? 0 : cls;
}

/* Reads letters from offset `*at` on. `places[i]` becomes the offset of letter i. */
static void letters_take(const struct hyphens *h, struct str word, size_t *at, struct letters *w,
                         uint32_t *places) {
    w->n = 0;
    while (*at < word.n) {
        size_t here = *at;
        unsigned cls = text_class(h, utf8_next(word, at));
        if (cls == 0) {
            break;
        }
        w->n++;
        w->classes[w->n] = (uint8_t)cls;
        places[w->n] = (uint32_t)here;
    }
    w->classes[0] = w->classes[w->n + 1] = CLASS_EDGE;
}

void hyphens_find(const struct hyphens *h, struct str word, int left, int right, bool *breaks) {
    uint8_t small[3][SHORT_WORD + 4];
    uint32_t small_places[SHORT_WORD + 4];
    struct letters w = {small[0], small[1], small[2], 0};
    uint32_t *places = small_places;
    uint8_t *heap = NULL;
    memset(breaks, 0, word.n + 1);
    if (word.n > SHORT_WORD) {
        size_t n = word.n + 4;
        heap = xcalloc(n, 3);
        places = xcalloc(n, sizeof *places);
        w = (struct letters){heap, heap + n, heap + 2 * n, 0};
    }
    left = left > 0 ? left : h->left;
    right = right > 0 ? right : h->right;
    for (size_t at = 0; at < word.n;) {
        letters_take(h, word, &at, &w, places);
        if (w.n < (size_t)left + (size_t)right) {
            continue;
        }
        word_rate(h, &w, left, right);
        for (size_t i = 2; i <= w.n; i++) {
            breaks[places[i]] = w.numbers[i] % 2 == 1;
        }
    }
    if (heap != NULL) {
        free(heap);
        free(places);
    }
}
