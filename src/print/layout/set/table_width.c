/* SPDX-License-Identifier: MIT */
/*
 * Distributes a measure among columns. All numbers are integers, so that the same input gives the
 * same widths everywhere.
 */
#include "print/layout/set/set_table.h"

#include "print/layout/model/sp.h"

static int64_t sum_narrowest(const struct table_col *cols, size_t n) {
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += cols[i].narrowest;
    }
    return sum;
}

static int64_t sum_widest(const struct table_col *cols, size_t n) {
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += cols[i].widest;
    }
    return sum;
}

/** Gives columns their needed width if it is less than a fair share, and repeats this with the
 * remaining columns. Returns the width that is left. */
static int64_t settle_small(struct table_col *cols, size_t n, int64_t avail, size_t *open) {
    bool again = true;
    *open = n;
    for (size_t i = 0; i < n; i++) {
        cols[i].width = -1;
    }
    while (again && *open > 0) {
        again = false;
        int64_t share = avail / (int64_t)*open;
        for (size_t i = 0; i < n; i++) {
            if (cols[i].width < 0 && cols[i].widest <= share) {
                cols[i].width = cols[i].widest;
                avail -= cols[i].width;
                (*open)--;
                again = true;
            }
        }
    }
    return avail;
}

/** Distributes `avail` among the remaining columns, between narrowest and widest. */
static void share_rest(struct table_col *cols, size_t n, int64_t avail) {
    int64_t least = 0;
    int64_t slack = 0;
    for (size_t i = 0; i < n; i++) {
        if (cols[i].width < 0) {
            least += cols[i].narrowest;
            slack += (int64_t)cols[i].widest - cols[i].narrowest;
        }
    }
    int64_t extra = avail - least;
    for (size_t i = 0; i < n; i++) {
        if (cols[i].width < 0) {
            int64_t room = (int64_t)cols[i].widest - cols[i].narrowest;
            int64_t add = slack > 0 ? sp_scale((sp)room, extra, slack) : 0;
            cols[i].width = (sp)(cols[i].narrowest + (add < room ? add : room));
        }
    }
}

/** Gives every column its narrowest width. Nothing overlaps, but the table is too wide. */
static bool take_narrowest(struct table_col *cols, size_t n) {
    for (size_t i = 0; i < n; i++) {
        cols[i].width = cols[i].narrowest;
    }
    return false;
}

bool set_table_share(struct table_col *cols, size_t n, sp avail) {
    if (sum_widest(cols, n) <= avail) {
        for (size_t i = 0; i < n; i++) {
            cols[i].width = cols[i].widest;
        }
        return true;
    }
    if (sum_narrowest(cols, n) > avail) {
        return take_narrowest(cols, n);
    }
    size_t open = 0;
    int64_t rest = settle_small(cols, n, avail, &open);
    int64_t least = 0;
    for (size_t i = 0; i < n; i++) {
        least += cols[i].width < 0 ? cols[i].narrowest : 0;
    }
    if (least > rest) { /* the small columns left too little, so all columns share in proportion */
        for (size_t i = 0; i < n; i++) {
            cols[i].width = -1;
        }
        rest = avail;
    }
    share_rest(cols, n, rest);
    return true;
}

bool set_table_widen(struct table_col *cols, size_t n, sp avail) {
    /* the sum of the widths of all columns, none of which is below its narrowest */
    int64_t sum = 0;
    int64_t give = 0; /* how much the widths exceed the narrowest widths in total */
    if (sum_narrowest(cols, n) > avail) {
        return take_narrowest(cols, n);
    }
    for (size_t i = 0; i < n; i++) {
        sp more = cols[i].width - cols[i].narrowest;
        cols[i].width = more > 0 ? cols[i].width : cols[i].narrowest;
        sum += cols[i].width;
        give += more > 0 ? more : 0;
    }
    int64_t over = sum - avail; /* `over` is at most `give`, since the narrowest widths fit */
    for (size_t i = 0; i < n && over > 0; i++) {
        int64_t more = (int64_t)cols[i].width - cols[i].narrowest;
        cols[i].width -= (sp)((more * over + give - 1) / give);
        cols[i].width = cols[i].width > cols[i].narrowest ? cols[i].width : cols[i].narrowest;
    }
    return true;
}

void set_table_span(struct table_col *cols, size_t n, sp gap, sp narrowest, sp widest) {
    int64_t have_narrow = sum_narrowest(cols, n) + (int64_t)gap * (int64_t)(n - 1);
    int64_t have_wide = sum_widest(cols, n) + (int64_t)gap * (int64_t)(n - 1);
    int64_t lack_narrow = narrowest > have_narrow ? narrowest - have_narrow : 0;
    int64_t lack_wide = widest > have_wide ? widest - have_wide : 0;
    for (size_t i = 0; i < n; i++) {
        cols[i].narrowest += (sp)(lack_narrow / (int64_t)n);
        cols[i].widest += (sp)(lack_wide / (int64_t)n);
        if (cols[i].widest < cols[i].narrowest) {
            cols[i].widest = cols[i].narrowest;
        }
    }
}
