/* SPDX-License-Identifier: MIT */
/*
 * dossier refs dedupe: shows groups of entries for the same work. With --merge, the first entry of
 * each group takes fields from the others, the others are removed, and documents cite the first.
 * cite/bib/check/check.h finds the groups, refs_merge.c compares fields; entries that contradict
 * each other are shown and not merged.
 */
#include "cli/refs_cited.h"
#include "cli/refs_merge.h"
#include "cli/refs_row.h"

#include "cite/bib/check/check.h"
#include "core/data/json.h"

DIAG_USE(DIAG_MERGE_CONFLICT);
DIAG_USE(DIAG_TIDY_REFUSED);

struct dedupe {
    struct refs *r;
    struct bib *b;
    struct bib_twin *twins;
    size_t *next; /* for each entry, the next entry of its group; 0 for the last one */
    struct refs_pieces *pieces;
    size_t npieces;
    struct refs_renamed renamed; /* keys that are removed, and the keys that are kept */
};

static const char *why(enum bib_duplicate d) {
    return d == BIB_SAME_DOI ? "same DOI" : "same title and year";
}

static const struct item *item_at(struct dedupe *x, size_t i) {
    return bib_at(x->b, i, &x->r->job.diags);
}

/** Links the entries of each group, so that visiting them takes linear time. */
static void chain(struct dedupe *x) {
    size_t n = bib_count(x->b);
    size_t *last = ARENA_ARRAY(x->r->arena, size_t, n);
    x->next = ARENA_ARRAY(x->r->arena, size_t, n);
    for (size_t i = 0; i < n; i++) {
        size_t first = x->twins[i].first;
        if (x->twins[i].why != BIB_UNIQUE) {
            x->next[last[first] ? last[first] : first] = i;
            last[first] = i;
        }
    }
}

/** Whether an entry is the first of a group. */
static bool leads(const struct dedupe *x, size_t i) {
    return x->twins[i].why == BIB_UNIQUE && x->next[i];
}

/* ---- showing ---- */

static struct str place(struct arena *a, const struct item *it) {
    if (!it->id_span.src) {
        return STR_EMPTY;
    }
    struct line_col at = source_line_col(it->id_span.src, it->id_span.begin);
    return arena_printf(a, "%.*s:%u", STR_ARG(it->id_span.src->name), at.line);
}

static void show_line(struct dedupe *x, size_t i, const char *note) {
    struct buf *out = &x->r->out;
    const struct item *it = item_at(x, i);
    buf_puts(out, *note ? "  = " : "");
    buf_str(out, it->id);
    buf_puts(out, "  ");
    buf_str(out, place(x->r->arena, it));
    if (*note) {
        buf_printf(out, "  (%s)", note);
    } else {
        buf_puts(out, "  ");
        buf_str(out, refs_title(x->r->arena, it));
    }
    buf_putc(out, '\n');
}

static struct node *entry_node(struct dedupe *x, size_t i) {
    struct arena *a = x->r->arena;
    const struct item *it = item_at(x, i);
    struct node *m = node_new_map(a, SPAN_NONE);
    node_put_text(a, m, "key", it->id);
    node_put_text(a, m, "place", place(a, it));
    if (x->twins[i].why != BIB_UNIQUE) {
        node_put_text(a, m, "why", str_of(why(x->twins[i].why)));
    }
    return m;
}

/** Shows preprints with their published versions. These are two works, so they are not merged. */
static void show_preprints(struct dedupe *x, struct node *list) {
    struct arena *a = x->r->arena;
    size_t n;
    struct bib_pair *pairs = bib_preprints(x->b, a, &x->r->job.diags, &n);
    for (size_t i = 0; i < n; i++) {
        struct node *pair = node_new_list(a, SPAN_NONE);
        struct node *preprint = entry_node(x, pairs[i].preprint);
        node_append(a, pair, entry_node(x, pairs[i].paper));
        node_put_text(a, preprint, "why", STR("preprint"));
        node_append(a, pair, preprint);
        node_append(a, list, pair);
        if (!x->r->json) {
            show_line(x, pairs[i].paper, "");
            show_line(x, pairs[i].preprint, "its preprint, which is not merged");
        }
    }
}

static void show_groups(struct dedupe *x) {
    struct arena *a = x->r->arena;
    struct node *groups = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < bib_count(x->b); i++) {
        if (!leads(x, i)) {
            continue;
        }
        struct node *group = node_new_list(a, SPAN_NONE);
        node_append(a, groups, group);
        node_append(a, group, entry_node(x, i));
        if (!x->r->json) {
            show_line(x, i, "");
        }
        for (size_t k = x->next[i]; k; k = x->next[k]) {
            node_append(a, group, entry_node(x, k));
            if (!x->r->json) {
                show_line(x, k, why(x->twins[k].why));
            }
        }
    }
    show_preprints(x, groups);
    if (x->r->json) {
        json_write(&x->r->out, groups, 2);
        buf_putc(&x->r->out, '\n');
    }
}

/* ---- merging ---- */

/** Removes an entry, with the blank lines after it. */
static void drop_piece(struct dedupe *x, const struct refs_pieces *in, const struct bib_piece *p) {
    size_t from = (size_t)(p->text.p - in->src->text.p), to = from + p->text.n;
    to = str_past(in->src->text, to, is_space);
    vec_push(&x->renamed.edits, (struct refs_edit){in->src, from, to, STR_EMPTY});
}

/** Writes the entry that is kept: first changed values, then new fields. */
static void edit_merged(struct dedupe *x, const struct refs_pieces *in, const struct bib_piece *to,
                        const struct refs_merged *m) {
    struct buf lines = BUF_INIT;
    bool has_ids = false;
    struct str ids = arena_join(x->r->arena, 3, STR("{"), m->ids, STR("}"));
    for (size_t i = 0; i < m->fields.n; i++) {
        const struct refs_merged_field *f = &m->fields.p[i];
        bool is_ids = str_ieq(f->name, STR("ids"));
        struct str value = is_ids ? ids : f->value;
        has_ids = has_ids || is_ids;
        if (!f->own) {
            buf_printf(&lines, "  %.*s = %.*s,\n", STR_ARG(f->name), STR_ARG(value));
        } else if (value.p != f->own->value.p) {
            size_t at = (size_t)(f->own->value.p - in->src->text.p);
            vec_push(&x->renamed.edits,
                     (struct refs_edit){in->src, at, at + f->own->value.n, value});
        }
    }
    if (!has_ids && m->ids.n) {
        buf_printf(&lines, "  ids = %.*s,\n", STR_ARG(ids));
    }
    if (lines.n) {
        refs_edits_add_lines(x->r, &x->renamed.edits, in->src, to, buf_keep(&lines, x->r->arena));
    }
    buf_drop(&lines);
}

static void report_conflicts(struct dedupe *x, const struct item *stays, const struct item *it,
                             const refs_conflict_vec *conflicts) {
    struct diags *d = &x->r->job.diags;
    for (size_t i = 0; i < conflicts->n; i++) {
        const struct refs_conflict *c = &conflicts->p[i];
        struct diag *g =
            diag_add(d, DIAG_MERGE_CONFLICT, it->id_span,
                     "`%.*s` and `%.*s` differ in %.*s: %.*s and %.*s", STR_ARG(stays->id),
                     STR_ARG(it->id), STR_ARG(c->name), STR_ARG(c->first), STR_ARG(c->second));
        diag_relate(d, g, stays->id_span, "the entry beside it");
    }
}

static void report_unsound(struct dedupe *x, const struct item *it) {
    struct diag *g = diag_add(&x->r->job.diags, DIAG_TIDY_REFUSED, it->id_span,
                              "`%.*s` is not merged", STR_ARG(it->id));
    diag_hint(&x->r->job.diags, g,
              "only sound entries of a .bib are; `dossier refs check` reports more");
}

static void merge_group(struct dedupe *x, size_t first) {
    size_t home, other;
    const struct item *stays = item_at(x, first);
    const struct bib_piece *to = refs_piece_of(x->pieces, x->npieces, stays->id_span, &home);
    struct refs_merged m = {.arena = x->r->arena};
    bool merged = false;
    if (to) {
        refs_merge_begin(&m, x->r->arena, to, stays);
    }
    for (size_t i = x->next[first]; i; i = x->next[i]) {
        const struct item *it = item_at(x, i);
        const struct bib_piece *p = refs_piece_of(x->pieces, x->npieces, it->id_span, &other);
        if (!to || !p || to->nfields == 0) {
            report_unsound(x, it);
            continue;
        }
        refs_conflict_vec conflicts = VEC_INIT;
        if (!refs_merge_add(&m, p, it, home == other, &conflicts)) {
            report_conflicts(x, stays, it, &conflicts);
            vec_drop(&conflicts);
            continue;
        }
        merged = true;
        drop_piece(x, &x->pieces[other], p);
        if (!str_eq(p->key, to->key) && !map_find(&x->renamed.to, p->key)) {
            struct str *key = ARENA_NEW(x->r->arena, struct str);
            *key = to->key;
            map_put(&x->renamed.to, p->key, key);
        }
        vec_drop(&conflicts);
    }
    if (merged) {
        edit_merged(x, &x->pieces[home], to, &m);
    }
    vec_drop(&m.fields);
}

int refs_dedupe(struct refs *r) {
    struct str *databases, *documents;
    size_t ndatabases, ndocuments;
    refs_split(r, &databases, &ndatabases, &documents, &ndocuments);
    if (ndatabases == 0) {
        return refs_usage(r, "no database given");
    }
    if (ndocuments && !r->merge) {
        return refs_usage(r, "documents are only looked at with --merge");
    }
    if (r->merge && str_in(STR("-"), databases, ndatabases)) {
        return refs_usage(r, "standard input cannot be rewritten: name the file");
    }
    struct dedupe x = {.r = r};
    x.b = refs_read(r, databases, ndatabases);
    x.twins = bib_duplicates(x.b, r->arena, &r->job.diags);
    chain(&x);
    x.pieces = refs_pieces_read(r, &x.npieces);
    for (size_t i = 0; i < bib_count(x.b) && r->merge; i++) {
        if (leads(&x, i)) {
            merge_group(&x, i);
        }
    }
    if (r->merge) {
        (void)refs_rename(r, &x.renamed, x.pieces, x.npieces, documents, ndocuments);
    } else {
        show_groups(&x);
    }
    refs_renamed_drop(&x.renamed);
    return refs_finish(r);
}
