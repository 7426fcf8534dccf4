/* SPDX-License-Identifier: MIT */
/*
 * dossier refs journals: abbreviates or expands the names of journals, with a list that the
 * user gives. Values that contain macros or TeX are not changed.
 */
#include "cli/refs_cited.h"

#include "cite/bib/abbreviations.h"
#include "core/base/word_list.h"

/** Returns the name of the journal in a field. A NULL pointer for other fields and for names with
 * TeX or macros. */
static struct str journal_of(struct arena *a, const struct bib_text_field *f) {
    struct str inside = bib_text_inside(f->value);
    if (!str_among(arena_lower(a, f->name), "journal journaltitle") || !inside.p ||
        str_index(inside, '\\') != STR_NONE || str_index(inside, '$') != STR_NONE) {
        return STR_EMPTY;
    }
    while (inside.n > 1 && inside.p[0] == '{' && inside.p[inside.n - 1] == '}') {
        inside = str_slice(inside, 1, inside.n - 1);
    }
    bool plain = str_index(inside, '{') == STR_NONE && str_index(inside, '\n') == STR_NONE;
    return plain ? str_trim(inside) : STR_EMPTY;
}

/** Finds the names of journals in the files. For each of them, adds an edit that replaces the name
 * with itself. */
static void find_journals(struct refs *r, struct refs_edits *out) {
    size_t n;
    const struct refs_pieces *pieces = refs_pieces_read(r, &n);
    for (size_t i = 0; i < n; i++) {
        struct source *src = pieces[i].src;
        for (size_t k = 0; k < pieces[i].text.n; k++) {
            const struct bib_piece *p = &pieces[i].text.p[k];
            for (size_t f = 0; p->kind == BIB_PIECE_ENTRY && f < p->nfields; f++) {
                struct str name = journal_of(r->arena, &p->fields[f]);
                if (name.n) {
                    size_t from = (size_t)(name.p - src->text.p);
                    vec_push(out, (struct refs_edit){src, from, from + name.n, name});
                }
            }
        }
    }
}

/** Changes the names of journals. Edits of other names are removed. */
static void change(struct refs *r, struct bib_abbreviations *x, struct refs_edits *edits) {
    size_t kept = 0;
    for (size_t i = 0; i < edits->n; i++) {
        bib_abbreviations_add(x, edits->p[i].text);
    }
    for (size_t i = 0; i < edits->n; i++) {
        struct refs_edit e = edits->p[i];
        struct str name = e.text;
        e.text = r->full ? bib_expand(x, r->arena, name) : bib_abbreviate(x, r->arena, name);
        if (!str_eq(name, e.text)) {
            edits->p[kept++] = e;
        }
    }
    edits->n = kept;
}

int refs_journals(struct refs *r) {
    struct refs_edits edits = {NULL, 0, 0};
    if (r->files.n == 0 || !r->list.p) {
        return refs_usage(r, r->files.n ? "name the list of abbreviations: `--list ltwa.csv`"
                                        : "no database given");
    }
    struct source *src = refs_open(r, r->list, LIMIT_ABBREVIATIONS);
    struct bib_abbreviations *x = src ? bib_abbreviations_read(r->arena, src, &r->job.diags) : NULL;
    (void)refs_read(r, r->files.p, r->files.n);
    if (x && !r->job.io_failed) {
        find_journals(r, &edits);
        change(r, x, &edits);
        (void)refs_edits_apply(r, &edits);
    }
    vec_drop(&edits);
    return refs_finish(r);
}
