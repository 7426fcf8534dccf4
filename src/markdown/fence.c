/* SPDX-License-Identifier: MIT */
/*
 * Which lines are code or comment, read in order: our own syntax means nothing there. Follows
 * CommonMark §4.5 and §4.6 closely enough to agree with cmark-gfm on where fences end; refuses to
 * know any other block.
 */
#include "markdown/md.h"

/* Bytes that containers may have put before a line: white space, quote marks, list markers. */
static size_t prefix(struct str s, bool markers) {
    size_t at = 0;
    for (int rounds = 0; at < s.n && rounds < 64; rounds++) {
        size_t before = at;
        while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t' || s.p[at] == '>')) {
            at++;
        }
        at += markers ? md_list_marker(s, at) : 0;
        if (at == before) {
            break;
        }
    }
    return at;
}

size_t md_run(struct str s, size_t at, char c) {
    size_t n = 0;
    while (at + n < s.n && s.p[at + n] == c) {
        n++;
    }
    return n;
}

static bool blank_from(struct str s, size_t at) {
    return !str_trim(str_from(s, at)).n;
}

static bool closes(struct str s, char ch, size_t len, bool inner) {
    size_t bytes;
    size_t columns = md_indent(s, &bytes);
    size_t at = inner ? prefix(s, false) : bytes;
    if (!inner && columns > 3) {
        return false;
    }
    size_t n = md_run(s, at, ch);
    return n >= len && blank_from(s, at + n);
}

/* A fence within a list or quote that never closes ends with its container; where that is only
 * cmark-gfm knows. So such a fence counts only when something closes it. */
static bool has_closing(struct md_fence *f, const struct md_region *r, size_t i, char ch,
                        size_t len) {
    size_t memo = ch == '~';
    if (f->missing[memo] && len >= f->missing[memo]) {
        return false;
    }
    for (size_t k = i + 1; k < r->n; k++) {
        if (closes(r->lines[k].s, ch, len, true)) {
            return true;
        }
    }
    f->missing[memo] = len;
    return false;
}

static bool opens_fence(struct md_fence *f, const struct md_region *r, size_t i) {
    struct str s = r->lines[i].s;
    size_t bytes;
    size_t columns = md_indent(s, &bytes);
    size_t at = prefix(s, true);
    char c = at < s.n ? s.p[at] : '\0';
    if (c != '`' && c != '~') {
        return false;
    }
    size_t n = md_run(s, at, c);
    if (n < 3 || (c == '`' && str_index(str_from(s, at + n), '`') != STR_NONE)) {
        return false;
    }
    bool inner = at != bytes || columns > 3;
    if (inner && !has_closing(f, r, i, c, n)) {
        return false;
    }
    f->ch = c;
    f->len = n;
    f->inner = inner;
    return true;
}

bool md_fence_line(struct md_fence *f, const struct md_region *r, size_t i) {
    struct str s = r->lines[i].s;
    if (f->ch == '<') {
        if (str_find(s, STR("-->")) != STR_NONE) {
            f->ch = 0;
        }
        return true;
    }
    if (f->ch) {
        if (closes(s, f->ch, f->len, f->inner)) {
            f->ch = 0;
        }
        return true;
    }
    if (opens_fence(f, r, i)) {
        return true;
    }
    size_t bytes;
    if (md_indent(s, &bytes) <= 3 && str_starts(str_from(s, bytes), STR("<!--"))) {
        if (str_find(str_from(s, bytes + 4), STR("-->")) == STR_NONE) {
            f->ch = '<';
        }
        return true;
    }
    return false;
}
