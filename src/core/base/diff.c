/* SPDX-License-Identifier: MIT */
/*
 * The shortest edit between two lists of lines (E. W. Myers, "An O(ND) Difference Algorithm",
 * Algorithmica 1, 1986) in unified format. Texts that differ by more than MAX_EDITS lines are shown
 * as one change: the search for the shortest edit would take too long.
 */
#include "core/base/diff.h"

#include "core/base/vec.h"

enum { MAX_EDITS = 2000, CONTEXT = 3 };

struct lines {
    struct str *p; /* the lines, including their line ends */
    size_t n;
};

static struct lines split(struct arena *a, struct str text) {
    VEC(struct str) v = VEC_INIT;
    while (text.n) {
        size_t end = str_index(text, '\n');
        end = end == STR_NONE ? text.n : end + 1;
        vec_push(&v, str_slice(text, 0, end));
        text = str_from(text, end);
    }
    struct lines l = {vec_finish(&v, a), v.n};
    return l;
}

/** A line of the edit: kept, removed or added. */
struct edit {
    char mark; /* ' ' for a kept line, '-' for a removed one, '+' for an added one */
    /* the numbers of lines of the old and of the new text before this line */
    size_t old_line, new_line;
    struct str text;
};

struct edits {
    struct edit *p;
    size_t n, cap;
};

static void add(struct edits *e, char mark, size_t old_line, size_t new_line, struct str text) {
    vec_push(e, (struct edit){mark, old_line, new_line, text});
}

/** The furthest points before each round: x for each of the diagonals -d..d of round d. */
struct trace {
    int32_t *rounds[MAX_EDITS + 1];
};

/** Searches for the shortest edit, forward from the beginning of both texts. Returns the number of
 * edits, or -1 when there are too many. */
static int search(struct arena *a, const struct lines *x, const struct lines *y, struct trace *t) {
    int32_t n = (int32_t)x->n, m = (int32_t)y->n;
    int32_t *best = ARENA_ARRAY(a, int32_t, 2 * MAX_EDITS + 3);
    int32_t *v = best + MAX_EDITS + 1;
    for (int d = 0; d <= MAX_EDITS; d++) {
        t->rounds[d] = arena_copy(a, v - d, (size_t)(2 * d + 1) * sizeof *v);
        for (int k = -d; k <= d; k += 2) {
            int32_t i = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
            while (i < n && i - k < m && str_eq(x->p[i], y->p[i - k])) {
                i++;
            }
            v[k] = i;
            if (i >= n && i - k >= m) {
                return d;
            }
        }
    }
    return -1;
}

/** Follows the trace back from the end and lists the edits, the last one first. */
static void walk_back(const struct lines *x, const struct lines *y, const struct trace *t, int d,
                      struct edits *out) {
    int32_t i = (int32_t)x->n, j = (int32_t)y->n;
    for (; d >= 0; d--) {
        /* the state before round d, that is, the diagonals of round d - 1 */
        const int32_t *v = t->rounds[d] + d;
        int k = i - j;
        bool down = d > 0 && (k == -d || (k != d && v[k - 1] < v[k + 1]));
        int32_t from_i = d == 0 ? 0 : down ? v[k + 1] : v[k - 1];
        int32_t from_j = d == 0 ? 0 : from_i - (down ? k + 1 : k - 1);
        while (i > from_i && j > from_j) {
            i--;
            j--;
            add(out, ' ', (size_t)i, (size_t)j, x->p[i]);
        }
        if (d > 0 && down) {
            j--;
            add(out, '+', (size_t)i, (size_t)j, y->p[j]);
        } else if (d > 0) {
            i--;
            add(out, '-', (size_t)i, (size_t)j, x->p[i]);
        }
    }
}

static void replace_all(const struct lines *x, const struct lines *y, struct edits *out) {
    for (size_t j = y->n; j-- > 0;) {
        add(out, '+', x->n, j, y->p[j]);
    }
    for (size_t i = x->n; i-- > 0;) {
        add(out, '-', i, 0, x->p[i]);
    }
}

static void write_line(struct buf *out, const struct edit *e) {
    buf_putc(out, e->mark);
    buf_str(out, e->text);
    if (!str_ends(e->text, STR("\n"))) {
        buf_puts(out, "\n\\ No newline at end of file\n");
    }
}

/** Writes a range of lines as "12,3" (first line, count), as diff does. An empty range is written
 * with the number of the line before it. */
static void write_range(struct buf *out, size_t first, size_t count) {
    buf_printf(out, "%zu", count ? first + 1 : first);
    if (count != 1) {
        buf_printf(out, ",%zu", count);
    }
}

/** Writes one hunk: the edits [from, to) in the order of the text. */
static void write_hunk(struct buf *out, const struct edit *e, size_t from, size_t to,
                       size_t shift) {
    size_t olds = 0, news = 0;
    for (size_t i = from; i < to; i++) {
        olds += e[i].mark != '+';
        news += e[i].mark != '-';
    }
    buf_puts(out, "@@ -");
    write_range(out, e[from].old_line + shift, olds);
    buf_puts(out, " +");
    write_range(out, e[from].new_line + shift, news);
    buf_puts(out, " @@\n");
    for (size_t i = from; i < to; i++) {
        write_line(out, &e[i]);
    }
}

static void write_hunks(struct buf *out, const struct edit *e, size_t n, size_t shift) {
    for (size_t i = 0; i < n;) {
        if (e[i].mark == ' ') {
            i++;
            continue;
        }
        size_t from = i > CONTEXT ? i - CONTEXT : 0, last = i;
        for (size_t k = i; k < n && k - last <= 2 * CONTEXT; k++) {
            last = e[k].mark == ' ' ? last : k;
        }
        size_t to = last + 1 + CONTEXT < n ? last + 1 + CONTEXT : n;
        write_hunk(out, e, from, to, shift);
        i = to;
    }
}

void diff_unified(struct buf *out, struct str old_name, struct str new_name, struct str old_text,
                  struct str new_text) {
    if (str_eq(old_text, new_text)) {
        return;
    }
    struct arena *a = arena_new();
    struct lines x = split(a, old_text), y = split(a, new_text);
    size_t same = 0; /* unchanged lines at the beginning that are not part of the context */
    while (same < x.n && same < y.n && str_eq(x.p[same], y.p[same])) {
        same++;
    }
    same = same > CONTEXT ? same - CONTEXT : 0;
    x = (struct lines){x.p ? x.p + same : NULL, x.n - same};
    y = (struct lines){y.p ? y.p + same : NULL, y.n - same};
    struct edits e = {NULL, 0, 0};
    struct trace *t = ARENA_NEW(a, struct trace);
    int d = search(a, &x, &y, t);
    if (d >= 0) {
        walk_back(&x, &y, t, d, &e);
    } else {
        replace_all(&x, &y, &e);
    }
    for (size_t i = 0; i < e.n / 2; i++) {
        struct edit swap = e.p[i];
        e.p[i] = e.p[e.n - 1 - i];
        e.p[e.n - 1 - i] = swap;
    }
    buf_puts(out, "--- ");
    buf_str(out, old_name);
    buf_puts(out, "\n+++ ");
    buf_str(out, new_name);
    buf_putc(out, '\n');
    write_hunks(out, e.p, e.n, same);
    vec_drop(&e);
    arena_drop(a);
}
