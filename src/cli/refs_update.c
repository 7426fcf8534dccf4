/* SPDX-License-Identifier: MIT */
/*
 * dossier refs update: finds out what has changed about the works of a .bib file since it was
 * written. A preprint whose published version is known becomes the published work. Numbers that the
 * publisher has corrected are replaced. Retracted works are marked. Works are looked up in
 * services by DOI and arXiv identifier. A table of retractions needs no network. The difference is
 * shown, and written if the user agrees.
 */
#include "cli/refs_cited.h"
#include "cli/refs_lookup.h"
#include "cli/refs_merge.h"

#include "cite/bib/check/check.h"
#include "cite/bib/check/retractions.h"
#include "cite/bib/item/archive.h"
#include "cite/bib/item/item_text.h"
#include "core/base/word_list.h"
#include "model/tex/math/math_rich.h"

#include <stdio.h>
#include <unistd.h>

DIAG_USE(DIAG_CHECK_DOI_CONFLICT);
DIAG_USE(DIAG_CHECK_PUBLISHED);
DIAG_USE(DIAG_CHECK_RETRACTED);

struct update {
    struct refs *r;
    struct bib *b;
    struct lookup *lookup;               /* NULL if only the table of retractions is used */
    struct bib_retractions *retractions; /* NULL if no table is given */
    struct refs_pieces *pieces;
    size_t npieces;
    struct map dois; /* maps the DOI of an entry, in small letters, to a const struct item */
    struct refs_edits edits;
};

/** An entry that is being examined. */
struct entry {
    const struct item *it;
    const struct bib_piece *piece;
    const struct refs_pieces *in;
    struct buf lines; /* the lines of new fields */
    bool retracted;   /* the entry was marked as retracted in this run */
};

/* ---- fields ---- */

static const struct bib_text_field *field_of(const struct bib_piece *p, struct str name) {
    for (size_t i = 0; i < p->nfields; i++) {
        if (str_ieq(p->fields[i].name, name)) {
            return &p->fields[i];
        }
    }
    return NULL;
}

/** Returns the field of an entry with this name, or with the other name that BibTeX or biblatex use
 * for it. */
static const struct bib_text_field *same_field(const struct bib_piece *p, struct str name) {
    const struct bib_text_field *f = field_of(p, name);
    for (size_t i = 0; !f && i < p->nfields; i++) {
        f = refs_same_field(p->fields[i].name, name) ? &p->fields[i] : NULL;
    }
    return f;
}

static void replace(struct update *u, const struct entry *e, struct str old, struct str text) {
    size_t from = (size_t)(old.p - e->in->src->text.p);
    vec_push(&u->edits, (struct refs_edit){e->in->src, from, from + old.n, text});
}

/** Removes a field together with its line. */
static void drop(struct update *u, const struct entry *e, const struct bib_text_field *f) {
    struct str text = e->in->src->text;
    size_t from = (size_t)(f->name.p - text.p), to = (size_t)(f->value.p - text.p) + f->value.n;
    while (from > 0 && is_space(text.p[from - 1]) && text.p[from - 1] != '\n') {
        from--;
    }
    to = str_past(text, to, is_space);
    to += to < text.n && text.p[to] == ',';
    while (to < text.n && is_space(text.p[to]) && text.p[to - 1] != '\n') {
        to++;
    }
    vec_push(&u->edits, (struct refs_edit){e->in->src, from, to, STR_EMPTY});
}

static void set(struct update *u, struct entry *e, struct str name, struct str value) {
    const struct bib_text_field *own = same_field(e->piece, name);
    struct arena *a = u->r->arena;
    if (!own) {
        buf_printf(&e->lines, "  %.*s = %.*s,\n", STR_ARG(name), STR_ARG(value));
    } else if (!str_eq(refs_essence(a, own->value), refs_essence(a, value))) {
        replace(u, e, own->value, value);
    }
}

/** Returns the entry that the writer makes from a record, in the dialect of another entry. An entry
 * that has `year` gets no `date`. */
static const struct bib_piece *written(struct update *u, const struct entry *e,
                                       const struct item *record) {
    struct arena *a = u->r->arena;
    struct buf out = BUF_INIT;
    bool biblatex = field_of(e->piece, STR("date")) ||
                    (field_of(e->piece, STR("journaltitle")) && !field_of(e->piece, STR("year")));
    (void)bib_write(a, &out, biblatex ? BIB_BIBLATEX : BIB_BIBTEX, &record, 1);
    struct bib_text text = bib_text_read(a, buf_finish(&out, a));
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i].kind == BIB_PIECE_ENTRY) {
            return arena_copy(a, &text.p[i], sizeof text.p[i]);
        }
    }
    return NULL;
}

/* ---- what a record has ---- */

/** Returns the work with this identifier. NULL after an error, or if there is no such work. */
static const struct item *look_up(struct update *u, enum lookup_kind kind, struct str id,
                                  struct span at) {
    struct bib *b = bib_new(u->r->arena);
    bool unknown = false;
    if (!u->lookup || lookup_is_over(u->lookup) ||
        !refs_lookup_read(u->r, u->lookup, b, kind, id, at, &unknown)) {
        return NULL;
    }
    return bib_at(b, 0, &u->r->job.diags);
}

static bool same_title(struct arena *a, const struct item *x, const struct item *y) {
    struct str s = bib_squeeze(a, tex_rich_plain(a, item_rich(x, VAR_TITLE)));
    struct str t = bib_squeeze(a, tex_rich_plain(a, item_rich(y, VAR_TITLE)));
    return s.n && t.n && (str_starts(s, t) || str_starts(t, s));
}

/** Copies volume, number, pages and DOI from a record. A value that begins with that of the record
 * is kept. */
static void take_numbers(struct update *u, struct entry *e, const struct item *record) {
    struct arena *a = u->r->arena;
    const struct bib_piece *new = written(u, e, record);
    for (size_t i = 0; new &&i < new->nfields; i++) {
        struct str name = new->fields[i].name, value = new->fields[i].value;
        const struct bib_text_field *own = same_field(e->piece, name);
        if (!str_among(name, "volume number pages doi") ||
            (str_is(name, "pages") && field_of(e->piece, STR("eid"))) ||
            (own && str_starts(refs_essence(a, own->value), refs_essence(a, value)))) {
            continue;
        }
        set(u, e, name, value);
    }
}

/** Changes the entry of a preprint to that of the published work. Its key, its identifier at the
 * server and the fields that the record does not have are kept. */
static void take_published(struct update *u, struct entry *e, const struct item *record) {
    struct arena *a = u->r->arena;
    const struct bib_piece *new = written(u, e, record);
    if (!new) {
        return;
    }
    if (!str_ieq(new->type, e->piece->type)) {
        replace(u, e, e->piece->type, new->type);
    }
    for (size_t i = 0; i < new->nfields; i++) {
        if (!str_among(new->fields[i].name, "abstract keywords url note urldate langid")) {
            set(u, e, new->fields[i].name, new->fields[i].value);
        }
    }
    /* removes fields such as `number` and `note` that contain the identifier of arXiv */
    for (size_t i = 0; i < e->piece->nfields; i++) {
        const struct bib_text_field *f = &e->piece->fields[i];
        struct bib_arxiv arxiv;
        bool server =
            str_among(arena_lower(a, f->name),
                      "howpublished note number publisher institution volume pages eid") &&
            !same_field(new, f->name) &&
            str_find(arena_lower(a, f->value), STR("arxiv")) != STR_NONE;
        if (server) {
            if (!field_of(e->piece, STR("eprint")) && bib_arxiv_find(f->value, &arxiv)) {
                set(u, e, STR("eprint"), arena_join(a, 3, STR("{"), arxiv.id, STR("}")));
                set(u, e, STR("archiveprefix"), STR("{arXiv}"));
            }
            drop(u, e, f);
        }
    }
}

/* ---- one entry ---- */

static struct str doi_of(struct update *u, const struct item *it) {
    struct str doi = STR_EMPTY;
    bib_doi_check(str_trim(item_text(it, VAR_DOI)), &doi);
    return arena_lower(u->r->arena, doi);
}

/** Replaces a preprint with the published work, which has a DOI, unless the database also contains
 * that work. */
static void publish(struct update *u, struct entry *e, struct str doi) {
    struct diags *d = &u->r->job.diags;
    const struct item *other = map_lookup(&u->dois, arena_lower(u->r->arena, doi));
    if (other && other != e->it) {
        struct diag *g = diag_add(d, DIAG_CHECK_PUBLISHED, e->it->id_span,
                                  "`%.*s` is a preprint, and `%.*s` its published version",
                                  STR_ARG(e->it->id), STR_ARG(other->id));
        diag_relate(d, g, other->id_span, "the published version");
        return;
    }
    const struct item *record = look_up(u, LOOKUP_DOI, doi, e->it->id_span);
    if (record) {
        take_published(u, e, record);
    }
}

/** Returns the DOI of the published version of a preprint, from the record of its server; or
 * empty. */
static struct str published_doi(const struct item *record) {
    struct str doi = str_trim(item_extra(record, "published-as").text);
    return str_from(doi, bib_doi_prefix(doi));
}

static void mark_retracted(struct update *u, struct entry *e, struct str when) {
    e->retracted = true;
    if (!field_of(e->piece, STR("retracted"))) {
        set(u, e, STR("retracted"), arena_join(u->r->arena, 3, STR("{"), when, STR("}")));
    }
}

/** Looks up a DOI at Crossref, or at OpenAlex if Crossref does not know it. Changes the entry. */
static void ask_doi(struct update *u, struct entry *e, struct str doi) {
    struct diags *d = &u->r->job.diags;
    const struct item *record = look_up(u, LOOKUP_WORK, doi, e->it->id_span);
    record = record ? record : look_up(u, LOOKUP_OPENALEX, doi, e->it->id_span);
    if (!record) {
        return;
    }
    if (!same_title(u->r->arena, e->it, record)) {
        struct diag *g = diag_add(d, DIAG_CHECK_DOI_CONFLICT, e->it->id_span,
                                  "the DOI of `%.*s` is that of another title: %.*s",
                                  STR_ARG(e->it->id), STR_ARG(item_text(record, VAR_TITLE)));
        diag_hint(d, g, "nothing of it is taken; compare both works");
        return;
    }
    if (item_extra(record, "retracted").text.n && !e->retracted) {
        diag_add(d, DIAG_CHECK_RETRACTED, e->it->id_span, "`%.*s` was retracted or withdrawn",
                 STR_ARG(e->it->id));
        mark_retracted(u, e, STR("true"));
    }
    struct str paper = published_doi(record);
    if (paper.n) {
        publish(u, e, paper);
    } else if (item_is_article(e->it) && item_is_article(record)) {
        take_numbers(u, e, record);
    }
}

static void ask_arxiv(struct update *u, struct entry *e, struct str id) {
    const struct item *record = look_up(u, LOOKUP_ARXIV, id, e->it->id_span);
    struct str doi = record ? doi_of(u, record) : STR_EMPTY;
    if (doi.n && !str_starts(doi, STR("10.48550/"))) {
        publish(u, e, doi);
    }
}

static void look_at(struct update *u, struct entry *e) {
    struct str doi = doi_of(u, e->it);
    struct bib_arxiv arxiv;
    bool at_arxiv = str_starts(doi, STR("10.48550/arxiv."));
    buf_init(&e->lines, 0);
    struct str when =
        u->retractions ? bib_retractions_check(u->retractions, e->it, &u->r->job.diags) : STR_EMPTY;
    if (when.n) {
        mark_retracted(u, e, when);
    }
    if (doi.n && !at_arxiv) {
        ask_doi(u, e, doi);
    } else if (at_arxiv) {
        ask_arxiv(u, e, str_from(doi, 15));
    } else if (item_arxiv(e->it, &arxiv) || bib_arxiv_find(e->piece->text, &arxiv)) {
        ask_arxiv(u, e, arxiv.id);
    }
    if (e->lines.n) {
        refs_edits_add_lines(u->r, &u->edits, e->in->src, e->piece,
                             buf_keep(&e->lines, u->r->arena));
    }
    buf_drop(&e->lines);
}

/* ---- the command ---- */

/** Whether the user wants the changes that were shown. */
static bool is_wanted(struct refs *r) {
    char answer[16];
    if (r->yes) {
        return true;
    }
    if (isatty(STDIN_FILENO) != 1) {
        cli_print_error(STR("dossier: nothing was written: `--yes` writes what is shown\n"));
        return false;
    }
    cli_print_error(STR("write this? [y/N] "));
    ssize_t n = read(STDIN_FILENO, answer, sizeof answer);
    return n > 0 && to_lower(answer[0]) == 'y';
}

/** Shows the changes, and writes the files if the user agrees. */
static void finish(struct update *u) {
    struct refs *r = u->r;
    bool only_show = r->dry_run;
    if (u->edits.n == 0) {
        return;
    }
    r->dry_run = true;
    (void)refs_edits_apply(r, &u->edits);
    r->dry_run = only_show;
    if (only_show) {
        return;
    }
    cli_print(buf_view(&r->out));
    buf_clear(&r->out);
    fflush(stdout);
    if (is_wanted(r)) {
        (void)refs_edits_apply(r, &u->edits);
    }
}

int refs_update(struct refs *r) {
    struct update u = {.r = r};
    if (r->files.n == 0) {
        return refs_usage(r, "no database given");
    }
    for (size_t i = 0; i < r->files.n; i++) {
        if (!bib_format_is_bib(bib_format_of_name(r->files.p[i]))) {
            return refs_usage(r, "only .bib files are updated, not `%.*s`", STR_ARG(r->files.p[i]));
        }
    }
    u.lookup = refs_lookup_new(r);
    if (!u.lookup) {
        return CLI_USAGE;
    }
    u.retractions = refs_retractions(r);
    bool sound = u.retractions || !r->retractions.p;
    u.b = refs_read(r, r->files.p, r->files.n);
    u.pieces = refs_pieces_read(r, &u.npieces);
    if (r->offline && r->retractions.p) {
        lookup_drop(u.lookup);
        u.lookup = NULL;
    }
    for (size_t i = 0; i < bib_count(u.b); i++) {
        const struct item *it = bib_at(u.b, i, &r->job.diags);
        struct str doi = doi_of(&u, it);
        if (doi.n && !map_lookup(&u.dois, doi)) {
            map_put(&u.dois, doi, (void *)(uintptr_t)it);
        }
    }
    for (size_t i = 0; sound && !r->job.io_failed && i < bib_count(u.b); i++) {
        size_t which;
        struct entry e = {.it = bib_at(u.b, i, &r->job.diags)};
        e.piece = refs_piece_of(u.pieces, u.npieces, e.it->id_span, &which);
        if (e.piece && e.piece->nfields) {
            e.in = &u.pieces[which];
            look_at(&u, &e);
        }
    }
    if (sound && !r->job.io_failed) {
        finish(&u);
    }
    if (u.lookup) {
        lookup_drop(u.lookup);
    }
    map_drop(&u.dois);
    vec_drop(&u.edits);
    return refs_finish(r);
}
