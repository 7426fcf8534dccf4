/* SPDX-License-Identifier: MIT */
/*
 * Finds a longest common subsequence of two sequences of numbers. First, equal parts at both ends
 * are removed. If the rest is long, it is divided at the elements that occur once in each sequence
 * (patience diff).
 */
#include "check/compare/compare_internal.h"
#include "core/base/search.h"

#include <stdlib.h>

#define MAX_CELLS ((size_t)1 << 22)

struct aligner {
    const uint64_t *x, *y;
    size_t *pairs;
};

/** Computes a table in which `len[i][j]` is the length of the longest common subsequence from (i,
 * j) on. */
static void align_table(struct aligner *g, size_t x0, size_t x1, size_t y0, size_t y1) {
    size_t nx = x1 - x0, ny = y1 - y0, row = ny + 1;
    if (nx == 0 || ny == 0 || nx >= MAX_CELLS / row) {
        return;
    }
    uint32_t *len = xcalloc((nx + 1) * row, sizeof *len);
    for (size_t i = nx; i-- > 0;) {
        for (size_t j = ny; j-- > 0;) {
            uint32_t down = len[(i + 1) * row + j], right = len[i * row + j + 1];
            len[i * row + j] = g->x[x0 + i] == g->y[y0 + j] ? len[(i + 1) * row + j + 1] + 1
                               : down > right               ? down
                                                            : right;
        }
    }
    for (size_t i = 0, j = 0; i < nx && j < ny;) {
        if (g->x[x0 + i] == g->y[y0 + j]) {
            g->pairs[x0 + i++] = y0 + j++;
        } else if (len[(i + 1) * row + j] >= len[i * row + j + 1]) {
            i++;
        } else {
            j++;
        }
    }
    free(len);
}

static void cut_ends(struct aligner *g, size_t *x0, size_t *x1, size_t *y0, size_t *y1) {
    for (; *x0 < *x1 && *y0 < *y1 && g->x[*x0] == g->y[*y0]; ++*x0, ++*y0) {
        g->pairs[*x0] = *y0;
    }
    for (; *x0 < *x1 && *y0 < *y1 && g->x[*x1 - 1] == g->y[*y1 - 1]; --*x1, --*y1) {
        g->pairs[*x1 - 1] = *y1 - 1;
    }
}

struct entry {
    uint64_t hash;
    size_t at;
};

static int by_hash(const void *p, const void *q) {
    const struct entry *a = p, *b = q;
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : (a->at > b->at) - (a->at < b->at);
}

/** Returns the elements that occur once, sorted by their values. */
static struct entry *once(const uint64_t *v, size_t from, size_t to, size_t *n) {
    struct entry *all = xcalloc(to - from + 1, sizeof *all);
    for (size_t i = from; i < to; i++) {
        all[i - from] = (struct entry){v[i], i};
    }
    qsort(all, to - from, sizeof *all, by_hash);
    *n = 0;
    for (size_t i = 0; i < to - from;) {
        size_t k = i + 1;
        while (k < to - from && all[k].hash == all[i].hash) {
            k++;
        }
        if (k == i + 1) {
            all[(*n)++] = all[i];
        }
        i = k;
    }
    return all;
}

/** Keeps as many pairs as possible whose places in `y` increase. `twin[i]` is the place in `y` with
 * which element `i` of `x` is paired, or COMPARE_NONE. */
static void keep_increasing(size_t *twin, size_t n) {
    size_t *ends = xcalloc(n + 1, sizeof *ends), *before = xcalloc(n + 1, sizeof *before), most = 0;
    for (size_t i = 0; i < n; i++) {
        if (twin[i] == COMPARE_NONE) {
            continue;
        }
        size_t low;
        SEARCH_FIRST(low, 0, most, twin[ends[low]] >= twin[i]);
        before[i] = low ? ends[low - 1] : COMPARE_NONE;
        ends[low] = i;
        most = low == most ? most + 1 : most;
    }
    size_t last = most ? ends[most - 1] : COMPARE_NONE;
    for (size_t i = n; i-- > 0;) {
        if (i == last) {
            last = before[i];
        } else {
            twin[i] = COMPARE_NONE;
        }
    }
    free(ends);
    free(before);
}

static void align_long(struct aligner *g, size_t x0, size_t x1, size_t y0, size_t y1) {
    size_t nx, ny, i = 0, j = 0, n = x1 - x0;
    struct entry *xs = once(g->x, x0, x1, &nx), *ys = once(g->y, y0, y1, &ny);
    size_t *twin = xcalloc(n + 1, sizeof *twin);
    for (size_t k = 0; k < n; k++) {
        twin[k] = COMPARE_NONE;
    }
    while (i < nx && j < ny) {
        if (xs[i].hash == ys[j].hash) {
            twin[xs[i++].at - x0] = ys[j++].at;
        } else if (xs[i].hash < ys[j].hash) {
            i++;
        } else {
            j++;
        }
    }
    keep_increasing(twin, n);
    size_t from_x = x0, from_y = y0;
    for (size_t k = 0; k <= n; k++) {
        if (k < n && twin[k] == COMPARE_NONE) {
            continue;
        }
        size_t to_x = x0 + k, to_y = k < n ? twin[k] : y1;
        size_t a = from_x, b = to_x, c = from_y, e = to_y;
        cut_ends(g, &a, &b, &c, &e);
        align_table(g, a, b, c, e);
        if (k < n) {
            g->pairs[to_x] = to_y;
        }
        from_x = to_x + 1;
        from_y = to_y + 1;
    }
    free(twin);
    free(xs);
    free(ys);
}

size_t *compare_align(struct arena *a, const uint64_t *x, size_t nx, const uint64_t *y, size_t ny) {
    struct aligner g = {x, y, ARENA_ARRAY(a, size_t, nx + 1)};
    for (size_t i = 0; i < nx; i++) {
        g.pairs[i] = COMPARE_NONE;
    }
    size_t x0 = 0, x1 = nx, y0 = 0, y1 = ny;
    cut_ends(&g, &x0, &x1, &y0, &y1);
    if (x1 - x0 < MAX_CELLS / (y1 - y0 + 1)) {
        align_table(&g, x0, x1, y0, y1);
    } else {
        align_long(&g, x0, x1, y0, y1);
    }
    return g.pairs;
}
