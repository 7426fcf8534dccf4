/* SPDX-License-Identifier: MIT */
/*
 * Converts positions to and from UTF-16 code units, in which editors count, and file paths to and
 * from addresses.
 */
#include "core/base/file.h"
#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "job/lsp/lsp_internal.h"

/** Returns the length of the line end at an offset, or 0. */
static size_t line_end(struct str s, size_t at) {
    if (at < s.n && s.p[at] == '\r') {
        return at + 1 < s.n && s.p[at + 1] == '\n' ? 2 : 1;
    }
    return at < s.n && s.p[at] == '\n';
}

struct lsp_text lsp_text_read(struct arena *a, struct str s) {
    VEC(size_t) lines = VEC_INIT;
    vec_push(&lines, 0);
    for (size_t at = 0; at < s.n;) {
        size_t end = line_end(s, at);
        at += end ? end : 1;
        if (end) {
            vec_push(&lines, at);
        }
    }
    struct lsp_text t = {s, vec_finish(&lines, a), lines.n};
    return t;
}

size_t lsp_line_of(const struct lsp_text *t, size_t offset) {
    size_t low = 0, high = t->n;
    while (high - low > 1) {
        size_t mid = (low + high) / 2;
        low = t->lines[mid] <= offset ? mid : low;
        high = t->lines[mid] <= offset ? high : mid;
    }
    return low;
}

struct lsp_position lsp_position_of(const struct lsp_text *t, size_t offset) {
    size_t line = lsp_line_of(t, offset);
    struct lsp_position p = {(int64_t)line, 0};
    for (size_t at = t->lines[line]; at < offset && at < t->s.n && !line_end(t->s, at);) {
        p.character += utf8_next(t->s, &at) > 0xFFFF ? 2 : 1;
    }
    return p;
}

size_t lsp_offset_of(const struct lsp_text *t, struct lsp_position p) {
    if (p.line >= (int64_t)t->n) {
        return t->s.n;
    }
    size_t at = t->lines[p.line];
    for (int64_t units = 0; units < p.character && at < t->s.n && !line_end(t->s, at);) {
        units += utf8_next(t->s, &at) > 0xFFFF ? 2 : 1;
    }
    return at;
}

static int64_t count_of(const struct node *n) {
    int64_t v = 0;
    return str_to_i64(node_text(n), &v) && v > 0 ? v : 0;
}

struct lsp_position lsp_read_position(const struct node *n) {
    return (struct lsp_position){count_of(node_get(n, "line")), count_of(node_get(n, "character"))};
}

void lsp_put_range(struct buf *out, const struct lsp_text *t, size_t begin, size_t end) {
    struct lsp_position a = lsp_position_of(t, begin), b = lsp_position_of(t, end);
    buf_printf(out,
               "{\"start\":{\"line\":%lld,\"character\":%lld},\"end\":{\"line\":%lld,"
               "\"character\":%lld}}",
               (long long)a.line, (long long)a.character, (long long)b.line,
               (long long)b.character);
}

void lsp_put_edit(struct buf *out, const struct lsp_text *t, size_t begin, size_t end,
                  struct str text, const char *sep) {
    buf_printf(out, "%s{\"range\":", sep);
    lsp_put_range(out, t, begin, end);
    json_write_member(out, "newText", text);
    buf_putc(out, '}');
}

struct str lsp_path_of(struct arena *a, struct str uri) {
    struct str scheme = STR("file://");
    if (!str_starts(uri, scheme)) {
        return STR_EMPTY;
    }
    struct str rest = str_from(uri, scheme.n);
    /* a host before the path is skipped, because it means this computer */
    size_t slash = str_index(rest, '/');
    return slash == STR_NONE ? STR_EMPTY : path_of_url(a, str_from(rest, slash));
}

struct str lsp_uri_of(struct arena *a, struct str path) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "file://");
    markup_put_percent(&b, path, "/-._~");
    return buf_finish(&b, a);
}
