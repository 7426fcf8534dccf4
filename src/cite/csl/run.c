/* SPDX-License-Identifier: MIT */
/*
 * Makes runs and walks them. Recursion is limited: rendering nests at most RENDER_DEPTH levels, and
 * rich_runs.c limits the markup in fields.
 */
#include "cite/csl/run.h"

bool csl_run_is_empty_slow(const struct run *r) {
    while (r->kind == RUN_GROUP || r->kind == RUN_QUOTE) {
        if (!r->first) {
            return true;
        }
        r = r->first;
        for (; r->next; r = r->next) {
            if (!csl_run_is_empty(r)) {
                return false;
            }
        }
        if (r->flags & RUN_SHOWS) {
            return false;
        }
    }
    return r->text.n == 0;
}

void csl_run_recount(struct run *r) {
    bool shows = r->kind != RUN_GROUP && r->kind != RUN_QUOTE && r->text.n > 0;
    for (struct run *k = r->first; k; k = k->next) {
        csl_run_recount(k);
        shows = shows || (k->flags & RUN_SHOWS);
    }
    r->flags = (uint16_t)(shows ? r->flags | RUN_SHOWS : r->flags & ~(unsigned)RUN_SHOWS);
}

struct run *csl_run_names(struct run *r) {
    if (r->flags & RUN_NAMES) {
        return r;
    }
    for (struct run *k = r->first; k; k = k->next) {
        struct run *found = csl_run_names(k);
        if (found) {
            return found;
        }
    }
    return NULL;
}

void csl_run_plain(const struct run *r, struct buf *out) {
    if (r->kind == RUN_GROUP || r->kind == RUN_QUOTE) {
        for (const struct run *k = r->first; k; k = k->next) {
            csl_run_plain(k, out);
        }
        return;
    }
    buf_str(out, r->text);
}

struct str csl_run_plain_text(struct arena *a, const struct run *r) {
    struct buf b = BUF_INIT;
    csl_run_plain(r, &b);
    return buf_finish(&b, a);
}

static void strip_periods(struct arena *a, struct run *r) {
    if (r->flags & RUN_AFFIX) {
        return;
    }
    r->text = r->kind == RUN_TEXT ? arena_without(a, r->text, ".") : r->text;
    for (struct run *k = r->first; k; k = k->next) {
        strip_periods(a, k);
    }
}

void csl_run_strip_periods(struct arena *a, struct run *r) {
    strip_periods(a, r);
    csl_run_recount(r);
}
