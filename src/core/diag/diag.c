/* SPDX-License-Identifier: MIT */
/*
 * Collects diagnostics. diag_text.c formats them; the program derives its exit status from them.
 */
#include "core/diag/diag.h"

#include "core/base/bounds.h"
#include "core/base/map.h"
#include "core/base/vec.h"

#include <stdlib.h>

const char *diag_level_name(enum diag_level level) {
    switch (level) {
    case DIAG_NOTE:
        return "note";
    case DIAG_WARNING:
        return "warning";
    case DIAG_ERROR:
        return "error";
    case DIAG_FATAL:
        return "fatal";
    }
    BUG("diagnostic level");
}

void diags_init(struct diags *d, struct arena *a) {
    *d = (struct diags){.arena = a};
}

void diags_drop(struct diags *d) {
    free(d->list);
    *d = (struct diags){0};
}

struct diags_mark diags_mark(const struct diags *d) {
    return (struct diags_mark){d->n, d->errors, d->warnings, d->suppressed,
                               d->once ? d->once->n : 0};
}

void diags_rollback(struct diags *d, struct diags_mark mark) {
    if (mark.n > d->n) {
        BUG("diags_rollback: the mark is of another list");
    }
    d->n = mark.n;
    d->errors = mark.errors;
    d->warnings = mark.warnings;
    d->suppressed = mark.suppressed;
    if (d->once && d->once->n > mark.once) {
        struct map before = MAP_IN(d->arena);
        for (size_t i = 0; i < mark.once; i++) {
            map_put(&before, d->once->entries[i].key, d->once->entries[i].value);
        }
        *d->once = before;
    }
}

static ATTR_PRINTF(2, 0) struct str format(struct arena *a, const char *fmt, va_list ap) {
    struct buf b = BUF_INIT;
    buf_vprintf(&b, fmt, ap);
    return buf_finish(&b, a);
}

/* Returns the diagnostic that callers get if theirs is ignored or beyond the limit. It is never
 * shown, and hints and places for it are dropped. */
static struct diag *unseen(struct diags *d) {
    if (!d->unseen) {
        d->unseen = ARENA_NEW(d->arena, struct diag);
    }
    return d->unseen;
}

static void push(struct diags *d, struct diag *g) {
    if (d->n == d->cap) {
        void *list = d->list;
        vec_grow(&list, &d->cap, d->n, 1, sizeof *d->list);
        d->list = list;
    }
    d->list[d->n++] = g;
}

/** Returns the level of a rule in a list: the level set in `d->levels`, or that of the catalog. */
static enum diag_level level_of(const struct diags *d, const struct diag_rule *id) {
    uint8_t other = d->levels ? d->levels[id->index] : 0;
    return other ? (enum diag_level)(other - 2) : id->level;
}

/** Counts a diagnostic and appends it to the list. Returns NULL when it is not shown. */
static struct diag *add(struct diags *d, const struct diag_rule *id) {
    if (!diag_is_on(d, id)) {
        return NULL;
    }
    enum diag_level level = level_of(d, id);
    d->errors += level >= DIAG_ERROR;
    d->warnings += level == DIAG_WARNING;
    if (d->n >= (d->most ? d->most : LIMIT_DIAGS)) {
        d->suppressed++;
        return NULL;
    }
    struct diag *g = ARENA_NEW(d->arena, struct diag);
    *g = (struct diag){.id = id, .level = level};
    push(d, g);
    return g;
}

struct diag *diag_add(struct diags *d, const struct diag_rule *id, struct span span,
                      const char *fmt, ...) {
    struct diag *g = add(d, id);
    if (!g) {
        return unseen(d);
    }
    g->span = source_origin(span);
    g->hint = str_of(id->hint);
    va_list ap;
    va_start(ap, fmt);
    g->text = format(d->arena, fmt, ap);
    va_end(ap);
    return g;
}

void diag_restore(struct diags *d, const struct diag *g) {
    d->errors += g->level >= DIAG_ERROR;
    d->warnings += g->level == DIAG_WARNING;
    push(d, arena_copy(d->arena, g, sizeof *g));
}

bool diags_name(const struct diags *d, struct str file) {
    bool found = false;
    for (size_t i = 0; i < d->n && !found; i++) {
        found = str_find(d->list[i]->text, file) != STR_NONE;
    }
    return found;
}

/** Like diags_once(). `more`, which may be NULL, has the counts of the list `of` and is kept with
 * the key. */
static bool once(struct diags *d, const void *of, struct diags_mark *more) {
    if (!d->once) {
        d->once = ARENA_NEW(d->arena, struct map);
        *d->once = (struct map)MAP_IN(d->arena);
    }
    struct str key = {(const char *)&of, sizeof of};
    if (map_find(d->once, key)) {
        return false;
    }
    map_put(d->once, (struct str){arena_copy(d->arena, &of, sizeof of), sizeof of}, more);
    return true;
}

bool diags_once(struct diags *d, const void *of) {
    return once(d, of, NULL);
}

void diags_repeat(struct diags *d, const struct diag *old) {
    struct diag *g = diags_once(d, old) ? add(d, old->id) : NULL;
    if (g) {
        enum diag_level level = g->level;
        *g = *old;
        g->level = level;
        g->once = old;
    }
}

/** Returns how many errors and warnings a list has counted without keeping their diagnostics.
 * Returns NULL if it kept all of them. */
static struct diags_mark *uncounted(struct arena *a, const struct diags *d) {
    if (!d->suppressed) {
        return NULL;
    }
    struct diags_mark *more = ARENA_NEW(a, struct diags_mark);
    *more = (struct diags_mark){0, d->errors, d->warnings, d->suppressed, 0};
    for (size_t i = 0; i < d->n; i++) {
        more->errors -= d->list[i]->level >= DIAG_ERROR;
        more->warnings -= d->list[i]->level == DIAG_WARNING;
    }
    return more;
}

void diags_repeat_all(struct diags *d, const struct diags *old) {
    for (size_t i = 0; old && i < old->n; i++) {
        diags_repeat(d, old->list[i]);
    }
    struct diags_mark *more = old ? uncounted(d->arena, old) : NULL;
    if (more && once(d, old, more)) {
        d->errors += more->errors;
        d->warnings += more->warnings;
        d->suppressed += more->suppressed;
    }
}

void diags_leave_repeated(struct diags *d, struct diags_mark since, struct diags *before) {
    size_t kept = since.n;
    for (size_t i = since.n; i < d->n; i++) {
        struct diag *g = d->list[i];
        if (g->once && !diags_once(before, g->once)) {
            d->errors -= g->level >= DIAG_ERROR;
            d->warnings -= g->level == DIAG_WARNING;
            continue;
        }
        d->list[kept++] = g;
    }
    d->n = kept;
    for (size_t i = since.once; d->once && i < d->once->n; i++) {
        const struct diags_mark *more = d->once->entries[i].value;
        const void *of;
        memcpy(&of, d->once->entries[i].key.p, sizeof of);
        if (more && !diags_once(before, of)) {
            d->errors -= more->errors;
            d->warnings -= more->warnings;
            d->suppressed -= more->suppressed;
        }
    }
}

/** Counts the lines of the text now, so that later look-ups of places do not modify the source. */
static void ready_place(struct span at, const struct arena *texts) {
    const uint32_t *counts;
    if (at.src && at.src->arena == texts) {
        (void)source_line_counts(at.src, &counts);
    }
}

void diags_ready_places(const struct diags *d, const struct arena *texts) {
    for (size_t i = 0; i < d->n; i++) {
        ready_place(d->list[i]->span, texts);
        for (size_t k = 0; k < d->list[i]->nrelated; k++) {
            ready_place(d->list[i]->related[k].span, texts);
        }
    }
}

void diag_hint(struct diags *d, struct diag *g, const char *fmt, ...) {
    if (!g || g == d->unseen) {
        return;
    }
    va_list ap;
    va_start(ap, fmt);
    g->hint = format(d->arena, fmt, ap);
    va_end(ap);
}

/* The array grows in the arena at powers of two, since a diagnostic has few places. */
void diag_relate(struct diags *d, struct diag *g, struct span span, const char *fmt, ...) {
    if (g == d->unseen) {
        return;
    }
    if ((g->nrelated & (g->nrelated - 1)) == 0) {
        size_t cap = g->nrelated ? g->nrelated * 2 : 1;
        g->related = arena_grow(d->arena, g->related, g->nrelated, cap, sizeof *g->related);
    }
    va_list ap;
    va_start(ap, fmt);
    g->related[g->nrelated++] =
        (struct diag_related){source_origin(span), format(d->arena, fmt, ap)};
    va_end(ap);
}

static void no_fixes(struct diag *g) {
    g->fixes = NULL;
    g->nfixes = 0;
    g->unfixable = true;
}

/* Whether a change overlaps another change of the same diagnostic. Two changes at one place also
 * count, since their order would be arbitrary. */
static bool overlaps(const struct diag *g, struct span span) {
    for (size_t i = 0; i < g->nfixes; i++) {
        struct span other = g->fixes[i].span;
        if (other.src == span.src &&
            (other.begin == span.begin || (other.begin < span.end && span.begin < other.end))) {
            return true;
        }
    }
    return false;
}

void diag_fix(struct diags *d, struct diag *g, struct span span, struct str text) {
    if (g == d->unseen || g->unfixable) {
        return;
    }
    bool sound = source_is_verbatim(span);
    span = source_origin(span);
    if (!sound || span.begin > span.end || span.end > span.src->text.n || overlaps(g, span) ||
        g->nfixes == DIAG_FIXES_MAX || text.n > DIAG_FIX_TEXT_MAX) {
        no_fixes(g);
        return;
    }
    g->fixes = arena_grow(d->arena, g->fixes, g->nfixes, g->nfixes + 1, sizeof *g->fixes);
    g->fixes[g->nfixes++] = (struct diag_fix){span, arena_str(d->arena, text)};
}

/* The key of diags_sort(); `index` makes the order stable. */
struct sort_key {
    struct diag *g;
    size_t rank, index;
};

static int compare_keys(const void *pa, const void *pb) {
    const struct sort_key *a = pa;
    const struct sort_key *b = pb;
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    if (a->g->span.begin != b->g->span.begin) {
        return a->g->span.begin < b->g->span.begin ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

void diags_sort(struct diags *d) {
    if (d->n < 2) {
        return;
    }
    VEC(const struct source *) seen = VEC_INIT;
    struct sort_key *keys = xcalloc(d->n, sizeof *keys);
    for (size_t i = 0; i < d->n; i++) {
        size_t rank = 0;
        while (rank < seen.n && seen.p[rank] != d->list[i]->span.src) {
            rank++;
        }
        if (rank == seen.n) {
            vec_push(&seen, d->list[i]->span.src);
        }
        keys[i] = (struct sort_key){d->list[i], rank, i};
    }
    qsort(keys, d->n, sizeof *keys, compare_keys);
    for (size_t i = 0; i < d->n; i++) {
        d->list[i] = keys[i].g;
    }
    free(keys);
    vec_drop(&seen);
}
