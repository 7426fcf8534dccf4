/* SPDX-License-Identifier: MIT */
/*
 * Measures the steps of fit_steps.def and chooses among them. The document is read once for all
 * steps that only change its layout. It is read again for each step that needs another citation
 * style or style sheet, and for each set of steps that is tried.
 */
#include "job/fit/fit.h"
#include "job/fit/fit_internal.h"

#include "print/layout/layout.h"

#include <stdlib.h>

enum {
    MIN_GAIN = 500,   /* minimum gain of a step that is offered, in thousandths of a line */
    MAX_NAMED = 100,  /* maximum number of paragraphs that are tried */
    MAX_OFFERED = 24, /* maximum number of paragraphs that are offered */
    NAME_LEAST = 12,  /* minimum bytes of a paragraph's name */
    /* maximum bytes of a name; paragraphs that begin with the same NAME_MOST bytes are not
     * offered */
    NAME_MOST = 80,
    /* if more than this many tenths of the allowed lines are free, no step is measured */
    NEAR_TENTHS = 1
};

/** A row of fit_steps.def. */
struct row {
    int group;
    const char *key, *value;
    enum doc_kind needs;
    bool best;
    const char *what;
};

static const struct row rows[] = {
#define FIT_STEP(group, key, value, needs, best, what) {group, key, value, needs, best, what},
#include "job/fit/fit_steps.def"
};

struct found {
    struct fit_step step;
    bool best;
};

struct fit {
    const struct fit_options *opt;
    struct fit_result *r;
    struct arena *a;
    VEC(struct found) found;
    struct limits_state state; /* the result of the last measurement */
};

/* ---- layouts ---- */

static void put_key(struct arena *a, struct node *map, struct str key, struct str value) {
    struct node *n = node_plain(a, value, SPAN_NONE);
    node_put(a, map, key, SPAN_NONE, n);
}

/** Adds a paragraph to the map of `looseness`. */
static void put_loose(struct arena *a, struct node *front, struct str name) {
    struct node *map = node_copy_map(a, node_get(front, "looseness"));
    put_key(a, map, name, STR("-1"));
    node_put(a, front, STR("looseness"), SPAN_NONE, map);
}

static void put_step(struct arena *a, struct node *front, const struct fit_step *s) {
    if (s->name.n) {
        put_loose(a, front, s->name);
    } else {
        put_key(a, front, s->key, s->value);
    }
}

/** A laid-out document. */
struct lay {
    const struct doc *doc;
    const struct layout_options *layout;
    const struct limits_request *limits;
};

/** A paragraph with its number of lines. */
struct counted {
    const struct doc_node *node;
    size_t lines;
    struct str name;
};
typedef VEC(struct counted) counted_vec;

/** Lays out a document with another front matter, and compares the pages with the limits. Appends
 * the paragraphs to `paras` unless it is NULL. */
static struct limits_state lay_out(const struct fit_options *opt, const struct lay *l,
                                   const struct node *front, counted_vec *paras) {
    struct arena *scratch = arena_new();
    struct diags quiet;
    diags_init(&quiet, scratch);
    struct doc doc = *l->doc;
    doc.front = (struct node *)(uintptr_t)front;
    struct limits_request request = *l->limits;
    request.arena = scratch;
    request.d = &quiet;
    struct pages *pages = layout_document(scratch, &doc, opt->build->fonts, l->layout, &quiet);
    struct limits_state state;
    (void)limits_state(&request, &doc, pages, &state);
    state.others = arena_str(opt->arena, state.others);
    for (size_t i = 0; paras && i < pages->paragraphs.n; i++) {
        const struct page_paragraph *p = &pages->paragraphs.p[i];
        vec_push(paras, ((struct counted){.node = p->node, .lines = p->lines}));
    }
    pages_drop(pages);
    diags_drop(&quiet);
    arena_drop(scratch);
    return state;
}

struct limits_state fit_measure(const struct fit_options *opt, const struct doc *doc,
                                const struct layout_options *layout,
                                const struct limits_request *limits) {
    struct lay l = {doc, layout, limits};
    return lay_out(opt, &l, doc->front, NULL);
}

/** Whether the document must be read again for a step. */
static bool reads_again(const struct fit_step *s) {
    return str_is(s->key, "css") || str_is(s->key, "csl");
}

void fit_run_job(const struct fit_options *opt, const struct build_options *build,
                 build_measure_fn *measure, void *user, bool report) {
    struct build_options own = *build;
    own.cache = STR_EMPTY;
    struct build_target target = {.output = build_output_named(STR("pdf"))};
    struct build_job job = {.input = opt->file,
                            .targets = &target,
                            .ntargets = 1,
                            .measure = measure,
                            .measure_user = user};
    build_run(&job, &own);
    if (report) {
        opt->report(opt->user, &job);
    }
    build_drop(&job);
}

bool fit_counts(const struct fit_result *r, size_t i) {
    bool counts = r->steps[i].taken;
    for (size_t k = i + 1; k < r->n && r->steps[i].group; k++) {
        counts = counts && !(r->steps[k].taken && r->steps[k].group == r->steps[i].group);
    }
    return counts;
}

static void measure_taken(void *user, const struct doc *doc, const struct layout_options *layout,
                          const struct limits_request *limits) {
    struct fit *f = user;
    struct lay l = {doc, layout, limits};
    struct node *front = node_copy_map(f->a, doc->front);
    for (size_t i = 0; i < f->r->n; i++) {
        const struct fit_step *s = &f->r->steps[i];
        if (fit_counts(f->r, i) && !reads_again(s)) {
            put_step(f->a, front, s);
        }
    }
    f->state = lay_out(f->opt, &l, front, NULL);
}

/** Measures the effect of all taken steps together. */
static struct limits_state measure_all(struct fit *f) {
    struct build_options build = *f->opt->build;
    build_overrides all = VEC_INIT;
    for (size_t i = 0; i < build.overrides.n; i++) {
        vec_push(&all, build.overrides.p[i]);
    }
    for (size_t i = 0; i < f->r->n; i++) {
        const struct fit_step *s = &f->r->steps[i];
        if (fit_counts(f->r, i) && reads_again(s)) {
            vec_push(&all, ((struct markdown_override){
                               .key = s->key, .text = s->value, .replaces = true}));
        }
    }
    build.overrides = all;
    f->state = f->r->now;
    fit_run_job(f->opt, &build, measure_taken, f, false);
    vec_drop(&all);
    return f->state;
}

/* ---- steps ---- */

static struct str place_of(struct fit *f, struct span at) {
    at = source_origin(at);
    if (!at.src) {
        return STR_EMPTY;
    }
    struct line_col where = source_line_col(at.src, at.begin);
    return str_eq(at.src->name, f->opt->file)
               ? arena_printf(f->a, "line %u", (unsigned)where.line)
               : arena_printf(f->a, "%.*s, line %u", STR_ARG(at.src->name), (unsigned)where.line);
}

/** Returns what a step changes, in words for the user: "2 figures, from line 14". */
static struct str place_of_kind(struct fit *f, const struct doc *doc, enum doc_kind kind) {
    static const struct {
        enum doc_kind kind, counted;
        const char *one;
    } words[] = {{DOC_FIGURE, DOC_FIGURE, "figure"},
                 {DOC_TABLE, DOC_TABLE, "table"},
                 {DOC_LIST, DOC_LIST, "list"},
                 {DOC_HEADING, DOC_HEADING, "heading"},
                 {DOC_BIBLIOGRAPHY, DOC_BIB_ENTRY, "reference"}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = 0;
        struct span first = SPAN_NONE;
        struct doc_walk w = doc_walk_start(doc->root);
        while (words[i].kind == kind && doc_walk_next(&w)) {
            if (w.enter && w.node->kind == words[i].counted) {
                first = n++ ? first : w.node->span;
            }
        }
        if (n) {
            struct str line = place_of(f, first);
            return arena_printf(f->a, "%zu %s%s%s%.*s", n, words[i].one, n == 1 ? "" : "s",
                                !line.n  ? ""
                                : n == 1 ? ", "
                                         : ", from ",
                                STR_ARG(line));
        }
    }
    return STR_EMPTY;
}

/** Adds a step and the state to which it leads, unless the step makes the document longer. With
 * `best`, only the best step of the group is kept. */
static void add_step(struct fit *f, struct fit_step step, bool best,
                     const struct limits_state *state) {
    const struct limits_state *now = &f->r->now;
    step.gain = now->over - state->over;
    if (step.gain < 0) {
        return;
    }
    if (state->broken > now->broken) {
        step.unlawful = state->others;
    }
    for (size_t i = 0; best && i < f->found.n; i++) {
        struct found *other = &f->found.p[i];
        if (other->best && other->step.group == step.group) {
            bool better = other->step.unlawful.n ? !step.unlawful.n || step.gain > other->step.gain
                                                 : !step.unlawful.n && step.gain > other->step.gain;
            if (better) {
                other->step = step;
            }
            return;
        }
    }
    vec_push(&f->found, ((struct found){step, best}));
}

/* ---- paragraphs ---- */

/** Returns as few of a paragraph's first words as distinguish it from all other paragraphs. Returns
 * an empty text if they would be too long. */
static struct str name_in(const struct str *openings, size_t n, size_t own) {
    struct str text = openings[own];
    for (size_t end = NAME_LEAST; end <= text.n; end++) {
        if (end < text.n && text.p[end] != ' ') {
            continue;
        }
        struct str name = str_trim(str_slice(text, 0, end));
        bool alone = name.n > 0;
        for (size_t i = 0; i < n && alone; i++) {
            alone = i == own || !str_starts(openings[i], name);
        }
        if (alone && name.n <= NAME_MOST) {
            return name;
        }
    }
    return STR_EMPTY;
}

/** Whether the author has named a paragraph under `looseness`. */
static bool is_named(const struct node *named, struct str opening) {
    bool found = false;
    for (size_t i = 0; named && named->kind == NODE_MAP && i < named->n && !found; i++) {
        found = str_starts(opening, str_trim(named->keys[i]));
    }
    return found;
}

/** Names the paragraphs that have at least two lines and no name yet. */
static void name_paragraphs(struct fit *f, const struct doc *doc, counted_vec *paras) {
    VEC(struct str) openings = VEC_INIT;
    VEC(const struct doc_node *) nodes = VEC_INIT;
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && (w.node->kind == DOC_PARA || w.node->kind == DOC_PLAIN)) {
            struct str text = doc_opening(f->a, w.node, NAME_MOST + 20);
            size_t end = text.n < NAME_MOST ? text.n : NAME_MOST;
            while (end < text.n && end > 0 && text.p[end] != ' ') {
                end--;
            }
            vec_push(&openings, str_slice(text, 0, end));
            vec_push(&nodes, w.node);
        }
    }
    size_t kept = 0;
    for (size_t i = 0, at = 0; i < paras->n && kept < MAX_NAMED; i++) {
        size_t k = 0;
        while (k < nodes.n && nodes.p[(at + k) % nodes.n] != paras->p[i].node) {
            k++;
        }
        if (k < nodes.n) {
            at = (at + k) % nodes.n;
            bool named = is_named(node_get(doc->front, "looseness"), openings.p[at]);
            paras->p[i].name = named ? STR_EMPTY : name_in(openings.p, openings.n, at);
        }
        if (paras->p[i].name.n) {
            paras->p[kept++] = paras->p[i];
        }
    }
    paras->n = kept;
    vec_drop(&openings);
    vec_drop(&nodes);
}

static int longest_first(const void *a, const void *b) {
    const struct counted *x = a, *y = b;
    return x->lines != y->lines ? (x->lines < y->lines ? 1 : -1)
                                : (x->node->span.begin > y->node->span.begin) -
                                      (x->node->span.begin < y->node->span.begin);
}

/** Keeps only the paragraphs that become shorter when all of them have `looseness: -1`. */
static void keep_shorter(struct fit *f, const struct lay *l, counted_vec *paras) {
    struct node *front = node_copy_map(f->a, l->doc->front);
    struct node *map = node_copy_map(f->a, node_get(front, "looseness"));
    counted_vec after = VEC_INIT;
    for (size_t i = 0; i < paras->n; i++) {
        put_key(f->a, map, paras->p[i].name, STR("-1"));
    }
    node_put(f->a, front, STR("looseness"), SPAN_NONE, map);
    (void)lay_out(f->opt, l, front, &after);
    size_t kept = 0;
    for (size_t i = 0; i < paras->n; i++) {
        size_t lines = 1; /* paragraphs of one line are not listed */
        for (size_t k = 0; k < after.n; k++) {
            lines = after.p[k].node == paras->p[i].node ? after.p[k].lines : lines;
        }
        if (lines < paras->p[i].lines) {
            paras->p[kept++] = paras->p[i];
        }
    }
    paras->n = kept;
    vec_drop(&after);
}

/** Adds steps for the paragraphs that can lose a line, the longest first, because the change is
 * least visible in a long paragraph. */
static void add_paragraphs(struct fit *f, const struct lay *l, counted_vec *paras,
                           const struct row *row) {
    name_paragraphs(f, l->doc, paras);
    keep_shorter(f, l, paras);
    vec_sort(paras, longest_first);
    for (size_t i = 0; i < paras->n && i < MAX_OFFERED; i++) {
        struct fit_step step = {.key = str_of(row->key),
                                .value = str_of(row->value),
                                .name = paras->p[i].name,
                                .what = str_of(row->what),
                                .place = place_of(f, paras->p[i].node->span)};
        struct node *front = node_copy_map(f->a, l->doc->front);
        put_loose(f->a, front, step.name);
        struct limits_state state = lay_out(f->opt, l, front, NULL);
        add_step(f, step, false, &state);
    }
}

/* ---- the search ---- */

/** Whether a row of fit_steps.def can affect the document. */
static bool applies(const struct fit *f, const struct doc *doc, const struct row *row) {
    const struct build_options *build = f->opt->build;
    if (str_is(str_of(row->key), "css")) {
        return !node_get(doc->front, "css") && build->sheets.n == 0;
    }
    if (str_is(str_of(row->key), "csl") && build->csl.n) {
        return false;
    }
    return row->needs == DOC_ROOT || doc_has_kind(doc, row->needs);
}

static void explore(void *user, const struct doc *doc, const struct layout_options *layout,
                    const struct limits_request *limits) {
    struct fit *f = user;
    struct lay l = {doc, layout, limits};
    counted_vec paras = VEC_INIT;
    struct limits_state *now = &f->r->now;
    *now = f->r->then = lay_out(f->opt, &l, doc->front, &paras);
    f->r->read = now->pages > 0;
    f->r->limited = now->most > 0;
    int64_t room = (int64_t)now->most * (int64_t)now->page_lines * 1000;
    f->r->listed =
        f->r->read && f->r->limited && (f->opt->steps || now->over > -room * NEAR_TENTHS / 10);
    for (size_t i = 0; f->r->listed && i < ARRAY_LEN(rows); i++) {
        const struct row *row = &rows[i];
        struct fit_step step = {.key = str_of(row->key),
                                .value = str_of(row->value),
                                .what = str_of(row->what),
                                .group = row->group};
        if (!applies(f, doc, row)) {
            continue;
        }
        if (str_is(step.key, "looseness")) {
            add_paragraphs(f, &l, &paras, row);
            continue;
        }
        step.place = place_of_kind(f, doc, row->needs);
        if (reads_again(&step)) { /* the gain of the step is measured later */
            vec_push(&f->found, ((struct found){step, row->best}));
            continue;
        }
        struct node *front = node_copy_map(f->a, doc->front);
        put_step(f->a, front, &step);
        struct limits_state state = lay_out(f->opt, &l, front, NULL);
        add_step(f, step, row->best, &state);
    }
    vec_drop(&paras);
}

/** Measures the steps for which the document must be read again. They are the last steps. */
static void measure_readings(struct fit *f) {
    size_t first = 0;
    while (first < f->found.n && !reads_again(&f->found.p[first].step)) {
        first++;
    }
    size_t n = f->found.n - first;
    struct found *waiting = ARENA_ARRAY(f->a, struct found, n ? n : 1);
    for (size_t i = 0; i < n; i++) {
        waiting[i] = f->found.p[first + i];
    }
    f->found.n = first;
    for (size_t i = 0; i < n; i++) {
        struct fit_step one = waiting[i].step;
        one.taken = true;
        f->r->steps = &one;
        f->r->n = 1;
        struct limits_state state = measure_all(f);
        one.taken = false;
        add_step(f, one, waiting[i].best, &state);
    }
    f->r->steps = NULL;
    f->r->n = 0;
}

bool fit_keeps(const struct limits_state *s) {
    return (s->most == 0 || s->pages <= s->most) && s->broken == 0;
}

static bool fits(const struct limits_state *s) {
    return s->pages <= s->most;
}

/** Takes the first `n` allowed steps and measures them. Returns whether they suffice. */
static bool take_first(struct fit *f, size_t n) {
    for (size_t i = 0; i < f->r->n; i++) {
        struct fit_step *s = &f->r->steps[i];
        s->taken = !s->unlawful.n && n > 0;
        n -= s->taken;
    }
    f->r->then = measure_all(f);
    return fits(&f->r->then);
}

/** Leaves out the step `only`. If it is NULL, leaves out all steps that gain almost nothing by
 * themselves. Does nothing if the other steps would not suffice. */
static void leave_out(struct fit *f, struct fit_step *only) {
    bool *before = ARENA_ARRAY(f->a, bool, f->r->n);
    for (size_t i = 0; i < f->r->n; i++) {
        struct fit_step *s = &f->r->steps[i];
        before[i] = s->taken;
        s->taken = s->taken && (only ? s != only : s->gain >= MIN_GAIN);
    }
    struct limits_state state = measure_all(f);
    if (fits(&state)) {
        f->r->then = state;
        return;
    }
    for (size_t i = 0; i < f->r->n; i++) {
        f->r->steps[i].taken = before[i];
    }
}

/** Leaves out the steps that are not needed, the strongest first. */
static void leave_out_more(struct fit *f) {
    leave_out(f, NULL);
    for (size_t i = f->r->n; i-- > 0;) {
        struct fit_step *s = &f->r->steps[i];
        if (fit_counts(f->r, i) && s->gain <= 1000 - f->r->then.over) {
            leave_out(f, s);
        }
    }
    for (size_t i = 0; i < f->r->n; i++) {
        f->r->steps[i].taken = fit_counts(f->r, i);
    }
}

/** Takes the mildest steps that suffice, or all useful steps if none suffice. */
static void choose(struct fit *f) {
    size_t most = 0, least = 1;
    for (size_t i = 0; i < f->r->n; i++) {
        most += !f->r->steps[i].unlawful.n;
    }
    if (!take_first(f, most)) {
        for (size_t i = 0; i < f->r->n; i++) {
            struct fit_step *s = &f->r->steps[i];
            s->taken = fit_counts(f->r, i) && s->gain >= MIN_GAIN;
        }
        f->r->then = measure_all(f);
        return;
    }
    size_t taken = most;
    while (least < most) {
        size_t middle = least + (most - least) / 2;
        taken = middle;
        if (take_first(f, middle)) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    if (taken != most) {
        (void)take_first(f, most);
    }
    leave_out_more(f);
}

/** Keeps the steps that are taken, or that gain something by themselves. */
static void keep_useful(struct fit_result *r) {
    size_t kept = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (r->steps[i].taken || r->steps[i].gain >= MIN_GAIN) {
            r->steps[kept++] = r->steps[i];
        }
    }
    r->n = kept;
}

static void take_given(struct fit *f) {
    for (size_t i = 0; i < f->r->n; i++) {
        f->r->steps[i].taken = false;
    }
    for (size_t i = 0; i < f->opt->nsteps; i++) {
        size_t number = f->opt->steps[i];
        if (number == 0 || number > f->r->n || f->r->steps[number - 1].unlawful.n) {
            f->r->wrong = number ? number : 1;
            return;
        }
        f->r->steps[number - 1].taken = true;
    }
    f->r->then = measure_all(f);
}

void fit_find(const struct fit_options *opt, struct fit_result *out) {
    struct fit f = {.opt = opt, .r = out, .a = opt->arena, .found = VEC_INIT};
    *out = (struct fit_result){.read = false};
    fit_run_job(opt, opt->build, explore, &f, true);
    if (out->listed) {
        measure_readings(&f);
        out->n = f.found.n;
        out->steps = ARENA_ARRAY(f.a, struct fit_step, f.found.n + 1);
        for (size_t i = 0; i < f.found.n; i++) {
            out->steps[i] = f.found.p[i].step;
        }
        if (!fits(&out->now) && out->n) {
            choose(&f);
        }
        keep_useful(out);
        if (opt->steps) {
            take_given(&f);
        }
    }
    vec_drop(&f.found);
}
