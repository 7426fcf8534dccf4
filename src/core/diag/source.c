/* SPDX-License-Identifier: MIT */
/*
 * Source texts and their lines. Lines end at LF, CRLF or a lone CR (CommonMark 0.31, 2.1). A
 * byte-order mark takes no column. Lines are counted on first use, with one count for each block of
 * the text. A later look-up then examines a single block, which matters where the text is read in
 * parts (core/base/window.h).
 */
#include "core/diag/diag.h"

#include "core/base/search.h"
#include "core/base/utf8.h"

#include <string.h>

struct source *source_new(struct arena *a, struct str name, struct str text) {
    struct source *src = ARENA_NEW(a, struct source);
    src->name = name;
    src->text = text;
    src->arena = a;
    return src;
}

/** Whether a line starts at `at`, which is not 0. True for the first byte of a line, and for the
 * end of a text that ends with a line end. */
static bool is_start(struct str text, size_t at) {
    char before = text.p[at - 1];
    return before == '\n' || (before == '\r' && !(at < text.n && text.p[at] == '\n'));
}

/** Reads the bytes that are needed to find the lines that start in (begin, end]. */
static void need(const struct source *src, size_t begin, size_t end) {
    if (src->window) {
        (void)window_need(src->window, begin, end + 1); /* bytes that cannot be read stay zeros */
    }
}

/** Returns the number of lines that start in the range (begin, end]. */
static uint32_t count_starts(const struct source *src, size_t begin, size_t end) {
    uint32_t n = 0;
    need(src, begin, end);
    if (begin == end || memchr(src->text.p + begin, '\r', end - begin)) {
        for (size_t at = begin + 1; at <= end; at++) {
            n += is_start(src->text, at);
        }
        return n;
    }
    const char *p = src->text.p + begin, *stop = src->text.p + end;
    while (p < stop && (p = memchr(p, '\n', (size_t)(stop - p))) != NULL) {
        n++;
        p++;
    }
    return n;
}

size_t source_line_counts(struct source *src, const uint32_t **counts) {
    size_t n = src->text.n / SOURCE_BLOCK + 1;
    if (!src->counts) {
        uint32_t *p = ARENA_ARRAY(src->arena, uint32_t, n);
        for (size_t k = 1; k < n; k++) {
            p[k] = p[k - 1] + count_starts(src, (k - 1) * SOURCE_BLOCK, k * SOURCE_BLOCK);
        }
        src->counts = p;
    }
    *counts = src->counts;
    return n;
}

/** Returns the offset of the first byte of the line that contains `offset`. */
static size_t start_of_line(const struct source *src, size_t offset) {
    for (size_t at = offset; at > 0; at--) {
        if (at == offset || at % SOURCE_BLOCK == 0) {
            need(src, (at - 1) / SOURCE_BLOCK * SOURCE_BLOCK, at);
        }
        if (is_start(src->text, at)) {
            return at;
        }
    }
    return 0;
}

struct line_col source_line_col(struct source *src, uint32_t offset) {
    if (offset > src->text.n) {
        offset = (uint32_t)src->text.n;
    }
    const uint32_t *counts;
    (void)source_line_counts(src, &counts);
    size_t block = offset / SOURCE_BLOCK;
    uint32_t line = counts[block] + count_starts(src, block * SOURCE_BLOCK, offset);
    struct str before = str_slice(src->text, start_of_line(src, offset), offset);
    before = str_from(before, line == 0 ? str_bom(before) : 0);
    return (struct line_col){line + 1, (uint32_t)utf8_count(before) + 1};
}

uint32_t source_line_start(struct source *src, uint32_t line) {
    if (line <= 1) {
        return 0;
    }
    const uint32_t *counts;
    size_t block, ncounts = source_line_counts(src, &counts), n = src->text.n;
    SEARCH_FIRST(block, 1, ncounts, counts[block] >= line - 1);
    block--; /* the last block before which fewer than `line` - 1 lines start */
    size_t from = block * SOURCE_BLOCK;
    size_t to = n - from < SOURCE_BLOCK ? n : from + SOURCE_BLOCK;
    uint32_t left = line - 1 - counts[block];
    need(src, from, to);
    for (size_t at = from + 1; at <= to; at++) {
        left -= is_start(src->text, at);
        if (left == 0) {
            return (uint32_t)at;
        }
    }
    return (uint32_t)n;
}

struct str source_line(struct source *src, uint32_t line) {
    size_t start = source_line_start(src, line);
    size_t end = source_line_start(src, line + 1);
    need(src, start, end);
    if (end > start && src->text.p[end - 1] == '\n') {
        end--;
    }
    if (end > start && src->text.p[end - 1] == '\r') {
        end--;
    }
    return str_slice(src->text, start, end);
}
