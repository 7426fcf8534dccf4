/* SPDX-License-Identifier: MIT */
/*
 * The bibliography: an entry for each item, in order. This file also replaces repeated names (CSL
 * 1.0.2, "subsequent-author-substitute") and separates the first field from the rest
 * ("second-field-align").
 */
#include "cite/csl/number.h"
#include "cite/csl/state.h"

/** The names at the beginning of an entry, which are compared with those of the next entry. */
struct heading {
    struct run *author;
    struct str whole; /* the text of all names */
    struct str *names;
    size_t n;
    bool valid;
};

/** Collects the runs of single names at and below `r`. */
static void find_names(struct run *r, struct run **out, size_t *n, size_t max) {
    if (r->flags & RUN_NAME) {
        if (*n < max) {
            out[(*n)++] = r;
        }
        return;
    }
    for (struct run *k = r->first; k; k = k->next) {
        find_names(k, out, n, max);
    }
}

#define MAX_COMPARED 256

/** Appends the text of all names below `r`, without labels. */
static void find_whole(const struct run *r, struct buf *out) {
    if (r->flags & RUN_NAMES) {
        csl_run_plain(r, out);
        buf_putc(out, '\n');
        return;
    }
    for (const struct run *k = r->first; k; k = k->next) {
        find_whole(k, out);
    }
}

static void read_heading(struct arena *a, struct run *author, struct heading *h) {
    *h = (struct heading){0};
    if (!author) {
        return;
    }
    struct run *names[MAX_COMPARED];
    find_names(author, names, &h->n, MAX_COMPARED);
    h->author = author;
    struct buf whole = BUF_INIT;
    find_whole(author, &whole);
    h->whole = whole.n ? buf_keep(&whole, a) : csl_run_plain_text(a, author);
    buf_drop(&whole);
    h->names = ARENA_ARRAY(a, struct str, h->n);
    for (size_t i = 0; i < h->n; i++) {
        h->names[i] = csl_run_plain_text(a, names[i]);
    }
    h->valid = h->whole.n > 0;
}

static void replace(struct arena *a, struct run *r, struct str by) {
    r->first = r->last = NULL;
    r->kind = RUN_GROUP;
    r->fmt = (struct fmt){0};
    csl_run_text(a, r, by, 0);
}

static void substitute(struct csl *c, const struct heading *old, struct heading *now) {
    struct arena *a = c->scratch;
    struct str by = c->style->author_substitute;
    struct run *names[MAX_COMPARED];
    size_t n = 0, same = 0;
    find_names(now->author, names, &n, MAX_COMPARED);
    if (n == 0) { /* a title that takes the place of names counts as one name */
        if (str_eq(old->whole, now->whole)) {
            replace(c->scratch, now->author, by);
        }
        return;
    }
    while (same < n && same < old->n && str_eq(old->names[same], now->names[same])) {
        same++;
    }
    bool complete = str_eq(old->whole, now->whole);
    switch (c->style->substitute_rule) {
    case SUBSTITUTE_COMPLETE_ALL:
        if (complete) {
            struct run *all = csl_run_names(now->author);
            replace(a, all ? all : now->author, by);
        }
        break;
    case SUBSTITUTE_COMPLETE_EACH:
        for (size_t i = 0; complete && i < n; i++) {
            replace(a, names[i], by);
        }
        break;
    case SUBSTITUTE_PARTIAL_EACH:
        for (size_t i = 0; i < same; i++) {
            replace(a, names[i], by);
        }
        break;
    case SUBSTITUTE_PARTIAL_FIRST:
        if (same) {
            replace(a, names[0], by);
        }
        break;
    }
}

/* ---- second-field-align ---- */

/** Moves punctuation of the style from the beginning of `rest`, before the first text, to the end
 * of the first field. Returns true when that text was reached. */
static bool migrate_marks(struct arena *a, struct run *margin, struct run *rest) {
    if (rest->kind == RUN_TEXT) {
        size_t marks = 0;
        while (marks < rest->text.n && str_index(STR(".,;:"), rest->text.p[marks]) != STR_NONE) {
            marks++;
        }
        if ((rest->flags & RUN_AFFIX) && marks) {
            csl_run_text(a, margin, str_slice(rest->text, 0, marks), RUN_AFFIX);
            marks += str_run(rest->text, marks, ' ');
            rest->text = str_from(rest->text, marks);
        }
        return true;
    }
    for (struct run *k = rest->first; k; k = k->next) {
        if (migrate_marks(a, margin, k)) {
            return true;
        }
    }
    return rest->kind != RUN_GROUP;
}

/** Puts the first field into the left margin and the rest beside it. */
static struct run *align_fields(struct csl *c, struct run *r) {
    struct run *first = r->first;
    if (!c->style->second_field || !first) {
        return r;
    }
    struct arena *a = c->scratch;
    struct run *root = csl_run_group(a), *margin = csl_run_group(a), *rest = csl_run_group(a);
    struct run *tail = first->next;
    csl_run_append(margin, first);
    margin->display = DISPLAY_LEFT_MARGIN;
    rest->display = DISPLAY_RIGHT_INLINE;
    while (tail) {
        struct run *next = tail->next;
        csl_run_append(rest, tail);
        tail = next;
    }
    csl_run_append(root, margin);
    migrate_marks(a, margin, rest);
    if (margin->last != first) {
        csl_run_recount(rest); /* the rest may now be empty */
    }
    if (rest->first) {
        csl_run_append(root, rest);
    }
    return root;
}

static void start_entry(struct ctx *x, struct csl *c, struct csl_cited *e) {
    csl_render_start(x, c, AREA_BIBLIOGRAPHY, e);
    if (e->suffix >= 0) {
        x->suffix = csl_number_letters(x->a, (uint64_t)e->suffix);
    }
    x->term_first = true;
}

static bool is_substituting(const struct csl *c) {
    return c->style->has_author_substitute && !c->apart;
}

/** Renders an entry only to get the names at its beginning, with which the next entry is compared.
 * The entry itself may be rendered by another thread. */
static void render_heading(struct csl *c, struct csl_cited *e, struct heading *heading,
                           struct arena *keep) {
    struct ctx x;
    start_entry(&x, c, e);
    csl_render_layout(&x, c->style->bibliography.layout);
    read_heading(keep, x.author_is_term ? NULL : x.author, heading);
}

/** Renders an entry. `keep` gets its names, for the comparison with the next entry. */
static const struct csl_out *render_entry(struct csl *c, struct csl_cited *e,
                                          struct heading *heading, struct arena *keep) {
    const struct csl_node *layout = c->style->bibliography.layout;
    struct ctx x;
    start_entry(&x, c, e);
    struct run *r = csl_render_layout(&x, layout);
    if (is_substituting(c)) {
        struct heading now;
        read_heading(keep, x.author_is_term ? NULL : x.author, &now);
        if (now.valid && heading->valid) {
            substitute(c, heading, &now);
            csl_run_recount(now.author);
            /* the delimiter after the names is removed together with them */
            if (csl_run_is_empty(now.author)) {
                start_entry(&x, c, e);
                x.suppress_author = true;
                r = csl_render_layout(&x, layout);
            }
        }
        *heading = now;
    }
    if (csl_run_is_empty(r)) {
        return NULL;
    }
    /* The suffix of the layout goes to the end of the last block. */
    csl_run_text(c->scratch, r->last->display ? r->last : r, layout->suffix, RUN_AFFIX);
    struct run *root = csl_run_group(c->scratch);
    root->fmt = layout->fmt;
    csl_run_text(c->scratch, root, layout->prefix, RUN_AFFIX);
    csl_run_append(root, align_fields(c, r));
    return csl_finish_runs(c, root);
}

/** The list that is being rendered. Its arrays have an element for each entry. */
struct rendering {
    const struct csl_out **outs; /* the result of each entry */
    /* whether each entry begins a part; such an entry was not compared with the entry before it */
    bool *begins;
};

/** Renders the entries [from, to). The entry before `from` belongs to another part, which another
 * thread may be rendering. */
static void render_entries(struct csl *c, size_t from, size_t to, void *user) {
    const struct rendering *r = user;
    struct heading heading = {0};
    /* the arenas for the names of this entry and of the one before */
    struct arena *keep[2] = {arena_new(), arena_new()};
    r->begins[from] = from > 0;
    for (size_t i = from; i < to; i++) {
        csl_scratch(c);
        arena_reset(keep[i % 2]);
        struct csl_cited *e = c->order[i];
        heading.valid = heading.valid && e->list == c->order[i - 1]->list;
        r->outs[i] = render_entry(c, e, &heading, keep[i % 2]);
    }
    arena_drop(keep[0]);
    arena_drop(keep[1]);
}

/** Renders a second time each entry that begins a part, because its names may equal those of the
 * entry before. Must be called when all parts are done. */
static void render_begins(struct csl *c, const struct rendering *r) {
    struct arena *keep[2] = {arena_new(), arena_new()};
    for (size_t i = 1; i < c->nentries; i++) {
        struct heading heading;
        if (r->begins[i] && c->order[i]->list == c->order[i - 1]->list) {
            csl_scratch(c);
            arena_reset(keep[0]);
            arena_reset(keep[1]);
            render_heading(c, c->order[i - 1], &heading, keep[0]);
            csl_scratch(c);
            r->outs[i] = render_entry(c, c->order[i], &heading, keep[1]);
        }
    }
    arena_drop(keep[0]);
    arena_drop(keep[1]);
}

void csl_bibliography_render(struct csl *c) {
    const struct csl_style *s = c->style;
    struct csl_bibliography *b = &c->bibliography;
    *b = (struct csl_bibliography){.hanging_indent = s->hanging_indent,
                                   .second_field_align = s->second_field,
                                   .second_field_margin = s->second_margin,
                                   .line_spacing = s->line_spacing,
                                   .entry_spacing = s->entry_spacing};
    if (!s->bibliography.layout) {
        return;
    }
    b->entries = ARENA_ARRAY(c->a, struct csl_entry, c->nentries + 1);
    struct rendering r = {
        .outs = arena_alloc(c->work, (c->nentries + 1) * sizeof *r.outs),
        .begins = ARENA_ARRAY(c->work, bool, c->nentries + 1),
    };
    csl_share(c, c->nentries, render_entries, &r);
    if (is_substituting(c)) {
        render_begins(c, &r);
    }
    for (size_t i = 0; i < c->nentries; i++) {
        if (r.outs[i]) { /* an item for which the style shows nothing gets no entry */
            b->entries[b->n++] = (struct csl_entry){c->order[i]->item, r.outs[i]};
        }
    }
}
