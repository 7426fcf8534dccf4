/* SPDX-License-Identifier: MIT */
/*
 * Source texts and their lines. A line map is built when somebody first asks for a line, and kept.
 * Lines end at LF, CRLF or a lone CR, as CommonMark 0.31 §2.1 has it. A byte order mark takes no
 * column.
 */
#include "diag/diag.h"

#include "base/utf8.h"

#define BOM STR("\xEF\xBB\xBF")

struct source *source_new(struct arena *a, struct str name, struct str text) {
    struct source *src = ARENA_NEW(a, struct source);
    src->name = name;
    src->text = text;
    src->arena = a;
    return src;
}

/* Offset behind the line end at or after `at`, or the end of the text. */
static size_t next_line(struct str text, size_t at) {
    for (; at < text.n; at++) {
        if (text.p[at] == '\n') {
            return at + 1;
        }
        if (text.p[at] == '\r') {
            return at + 1 < text.n && text.p[at + 1] == '\n' ? at + 2 : at + 1;
        }
    }
    return text.n;
}

static bool ends_line(struct str text, size_t at) {
    return at > 0 && (text.p[at - 1] == '\n' || text.p[at - 1] == '\r');
}

/* An empty text has one line; a text that ends in a line end has an empty line behind it. */
static void map_lines(struct source *src) {
    if (src->lines) {
        return;
    }
    uint32_t count = 1;
    for (size_t at = next_line(src->text, 0); ends_line(src->text, at);
         at = next_line(src->text, at)) {
        count++;
        if (at == src->text.n) {
            break;
        }
    }
    src->lines = ARENA_ARRAY(src->arena, uint32_t, count);
    src->nlines = count;
    size_t at = 0;
    for (uint32_t i = 1; i < count; i++) {
        at = next_line(src->text, at);
        src->lines[i] = (uint32_t)at;
    }
}

/* Index of the line that holds the offset: the last one that starts at or before it. */
static uint32_t line_index(struct source *src, uint32_t offset) {
    map_lines(src);
    uint32_t low = 0;
    uint32_t high = src->nlines;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (src->lines[mid] <= offset) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return low;
}

struct line_col source_line_col(struct source *src, uint32_t offset) {
    if (offset > src->text.n) {
        offset = (uint32_t)src->text.n;
    }
    uint32_t line = line_index(src, offset);
    struct str before = str_slice(src->text, src->lines[line], offset);
    if (line == 0 && str_starts(before, BOM)) {
        before = str_from(before, BOM.n);
    }
    return (struct line_col){line + 1, (uint32_t)utf8_count(before) + 1};
}

uint32_t source_line_start(struct source *src, uint32_t line) {
    map_lines(src);
    if (line == 0) {
        line = 1;
    }
    return line > src->nlines ? (uint32_t)src->text.n : src->lines[line - 1];
}

struct str source_line(struct source *src, uint32_t line) {
    size_t start = source_line_start(src, line);
    size_t end = source_line_start(src, line + 1);
    if (end > start && src->text.p[end - 1] == '\n') {
        end--;
    }
    if (end > start && src->text.p[end - 1] == '\r') {
        end--;
    }
    return str_slice(src->text, start, end);
}
