/* SPDX-License-Identifier: MIT */
/* Makes lines and texts with their places in the source, and the spans of parts of them. */
#include "core/base/bounds.h"
#include "core/base/search.h"
#include "read/markdown/core/md.h"

#include <string.h>

DIAG_USE(DIAG_NESTING);

/** Returns the source offset of byte `at` of a text, or MD_NOWHERE. */
static uint32_t source_offset(const struct md_text *t, size_t at) {
    if (!t->npieces) {
        return MD_NOWHERE;
    }
    size_t i;
    SEARCH_FIRST(i, 1, t->npieces, t->pieces[i].at > at);
    return t->pieces[i - 1].src + (uint32_t)(at - t->pieces[i - 1].at);
}

struct span md_span(const struct md_text *t, size_t begin, size_t end) {
    if (!t->npieces) {
        return t->fixed;
    }
    uint32_t from = source_offset(t, begin);
    if (end <= begin) {
        return span_make(t->fixed.src, from, from);
    }
    /* The end follows from the last byte, because the byte after it may be in another line. It is
     * limited by the end of the source, because a text may have bytes that the source does not have
     * (line ends, no-break spaces). */
    uint32_t to = source_offset(t, end - 1) + 1;
    uint32_t limit = (uint32_t)t->fixed.src->text.n;
    to = to < limit ? to : limit;
    return span_make(t->fixed.src, from < to ? from : to, to);
}

struct md_text md_text_at(struct md *m, struct str s, uint32_t src) {
    struct md_piece *piece = ARENA_NEW(m->a, struct md_piece);
    *piece = (struct md_piece){0, src};
    return (struct md_text){s, piece, 1, span_make(m->doc->source, src, src + s.n)};
}

struct md_text md_text_fixed(struct str s, struct span fixed) {
    return (struct md_text){s, NULL, 0, fixed};
}

struct md_text md_text_line(struct md *m, struct md_line line, struct span fixed) {
    return line.src == MD_NOWHERE ? md_text_fixed(line.s, fixed) : md_text_at(m, line.s, line.src);
}

struct md_text md_text_part(struct md *m, const struct md_text *t, size_t begin, size_t end) {
    struct md_text part = {str_slice(t->s, begin, end), NULL, 0, t->fixed};
    if (!t->npieces) {
        return part;
    }
    size_t first = 0;
    while (first + 1 < t->npieces && t->pieces[first + 1].at <= begin) {
        first++;
    }
    size_t n = 0;
    struct md_piece *pieces = ARENA_ARRAY(m->a, struct md_piece, t->npieces - first);
    for (size_t i = first; i < t->npieces && (i == first || t->pieces[i].at < end); i++) {
        struct md_piece p = t->pieces[i];
        if (p.at < begin) {
            p.src += (uint32_t)(begin - p.at);
            p.at = (uint32_t)begin;
        }
        p.at -= (uint32_t)begin;
        pieces[n++] = p;
    }
    part.pieces = pieces;
    part.npieces = n;
    part.fixed = md_span(t, begin, end);
    return part;
}

struct md_text md_text_lines(struct md *m, const struct md_region *r) {
    size_t total = 0;
    for (size_t i = 0; i < r->n; i++) {
        total += r->lines[i].s.n + 1;
    }
    char *p = arena_alloc(m->a, total + 1);
    struct md_piece *pieces = ARENA_ARRAY(m->a, struct md_piece, r->n + 1);
    struct md_text t = {{p, 0}, pieces, r->n, r->fixed};
    for (size_t i = 0; i < r->n; i++) {
        const struct md_line *l = &r->lines[i];
        pieces[i] = (struct md_piece){(uint32_t)t.s.n, l->src};
        if (l->src == MD_NOWHERE) {
            t.npieces = 0;
        }
        if (l->s.n) {
            memcpy(p + t.s.n, l->s.p, l->s.n);
            t.s.n += l->s.n;
        }
        if (i + 1 < r->n) {
            p[t.s.n++] = '\n';
        }
    }
    p[t.s.n] = '\0';
    if (t.npieces) {
        const struct md_line *last = &r->lines[r->n - 1];
        t.fixed = span_make(m->doc->source, r->lines[0].src, last->src + last->s.n);
    }
    return t;
}

struct md_region md_lines(struct md *m, struct str text, uint32_t src, struct span fixed) {
    VEC(struct md_line) lines = VEC_INIT;
    for (size_t at = 0; at < text.n;) {
        size_t end = at;
        while (end < text.n && text.p[end] != '\n' && text.p[end] != '\r') {
            end++;
        }
        uint32_t where = src == MD_NOWHERE ? MD_NOWHERE : src + (uint32_t)at;
        vec_push(&lines, (struct md_line){str_slice(text, at, end), where});
        at = end + 1;
        if (end + 1 < text.n && text.p[end] == '\r' && text.p[end + 1] == '\n') {
            at++;
        }
    }
    struct md_region r = {vec_finish(&lines, m->a), lines.n, fixed};
    return r;
}

struct span md_line_span(const struct md *m, const struct md_region *r, size_t line, size_t begin,
                         size_t end) {
    if (line >= r->n) {
        return r->fixed;
    }
    const struct md_line *l = &r->lines[line];
    if (l->src == MD_NOWHERE) {
        return r->fixed;
    }
    begin = begin < l->s.n ? begin : l->s.n;
    end = end < l->s.n ? end : l->s.n;
    return span_make(m->doc->source, l->src + begin, l->src + (end < begin ? begin : end));
}

struct md_region md_text_region(struct md *m, const struct md_text *t, size_t from, size_t to) {
    VEC(struct md_line) lines = VEC_INIT;
    for (size_t at = from; at < to;) {
        struct str rest = str_slice(t->s, at, to);
        size_t n = str_until(rest, 0, '\n');
        uint32_t src = t->npieces && n ? md_span(t, at, at + n).begin : 0;
        struct md_line line = {str_slice(rest, 0, n), t->npieces ? src : MD_NOWHERE};
        vec_push(&lines, line);
        at += n + 1;
    }
    struct md_region r = {vec_finish(&lines, m->a), lines.n, t->fixed};
    return r;
}

void md_too_deep(struct md *m, struct span at) {
    if (m->deep) {
        return;
    }
    m->deep = true;
    struct diag *g = diag_add(m->diags, DIAG_NESTING, at,
                              "blocks or inlines are nested more than %d deep", LIMIT_DOC_DEPTH);
    diag_hint(m->diags, g, "what is nested deeper is kept at the last level");
}

void md_leaf(struct md *m, struct doc_node *node, struct md_text text) {
    if (text.s.n) {
        vec_push(&m->leaves, (struct md_leaf){node, text, m->in_note, m->macros, m->part});
    }
}
