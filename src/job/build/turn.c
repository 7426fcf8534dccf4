/* SPDX-License-Identifier: MIT */
/*
 * A database of which one entry has changed: what that means for a document, told from the trace
 * that it left and from that entry alone. Which entry it is, is found by whoever keeps the database
 * as it was; what a document shows of it is resolve's to say.
 */
#include "job/build/files.h"

#include "cite/bib/check/check.h"

static struct build_run begin(struct arena *a, struct build_job *job, struct diags *d,
                              const struct build_options *opt) {
    diags_init(d, a);
    job->arena = a;
    return (struct build_run){.job = job, .opt = opt, .arena = a, .d = d, .cache = opt->cache};
}

bool build_database_marks(struct arena *a, const struct build_options *opt, struct str path,
                          bool read, struct build_marks *out) {
    struct arena *scratch = arena_new();
    struct build_job job = {.surveys = false};
    struct diags quiet;
    struct build_run b = begin(scratch, &job, &quiet, opt);
    struct resolve_shared *found;
    struct bib *bib = build_hold_database(&b, path, read, &found);
    struct bib_mark *marks = NULL;
    bool good = bib && bib_marks(bib, a, &quiet, &marks, &out->n);
    /* of a database that a document has read, that has said what is wrong */
    good = good && (!read || !quiet.n);
    out->p = marks;
    build_let_go(&b);
    build_run_end(&b);
    diags_drop(&quiet);
    arena_drop(scratch);
    return good;
}

struct str build_trace_database(struct str trace) {
    const struct str begin = STR("databases\ndb ");
    if (!str_starts(trace, begin)) {
        return STR_EMPTY;
    }
    struct str rest = str_from(trace, begin.n), path = str_cut(&rest, '\n');
    bool one = !str_starts(rest, STR("db ")) && !str_starts(rest, STR("databases\n")) &&
               str_find(rest, STR("\ndatabases\n")) == STR_NONE;
    return one ? path : STR_EMPTY;
}

static bool hold_work(struct build_run *b, struct str path, struct resolve_work *out) {
    out->bib = build_hold_database(b, path, true, &out->found);
    return out->bib && bib_count(out->bib) == 1;
}

enum build_turned build_trace_turn(struct arena *a, const struct build_options *before,
                                   const struct build_options *after, struct str trace,
                                   struct str *now) {
    struct str path = build_trace_database(trace);
    struct build_job jobs[2];
    memset(jobs, 0, sizeof jobs);
    struct diags quiet[2];
    struct build_run x = begin(a, &jobs[0], &quiet[0], before),
                     y = begin(a, &jobs[1], &quiet[1], after);
    struct resolve_work was, is;
    enum resolve_shown shown = RESOLVE_SHOWN_OTHERWISE;
    if (path.n && hold_work(&x, path, &was) && hold_work(&y, path, &is)) {
        struct str rest = trace, head;
        (void)str_cut(&rest, '\n');
        (void)str_cut(&rest, '\n');
        head = str_slice(trace, 0, trace.n - rest.n);
        shown = resolve_trace_turn(a, rest, &was, &is, now);
        *now = arena_join(a, 2, head, *now);
    }
    build_let_go(&x);
    build_let_go(&y);
    build_run_end(&x);
    build_run_end(&y);
    diags_drop(&quiet[0]);
    diags_drop(&quiet[1]);
    switch (shown) {
    case RESOLVE_SHOWN_NOT:
        return BUILD_TURNED_NOTHING;
    case RESOLVE_SHOWN_IN_PLACE:
        return BUILD_TURNED_ENTRY;
    case RESOLVE_SHOWN_PERHAPS:
        return BUILD_TURNED_PERHAPS;
    case RESOLVE_SHOWN_OTHERWISE:
        break;
    }
    return BUILD_TURNED_MORE;
}
