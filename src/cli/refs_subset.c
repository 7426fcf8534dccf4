/* SPDX-License-Identifier: MIT */
/*
 * dossier refs subset: copies the entries that documents cite, and the entries and @strings that
 * those need.
 */
#include "cli/refs_cited.h"

#include "cite/bib/format/format.h"

DIAG_USE(DIAG_UNDEFINED_CITATION);

enum { MAX_DATABASES = 256 };

struct subset {
    struct refs *r;
    struct bib *bib;
    struct refs_pieces *pieces;
    size_t npieces;
    struct map wanted; /* the keys of the entries that are written; the values are not used */
    struct map macros; /* lower-case names of @strings in use */
    bool grown;
};

static void want(struct str key, void *user) {
    struct subset *s = user;
    if (!map_find(&s->wanted, key)) {
        map_put(&s->wanted, key, s);
        s->grown = true;
    }
}

static void want_macro(struct str name, void *user) {
    struct subset *s = user;
    struct str key = arena_lower(s->r->arena, name);
    if (!map_find(&s->macros, key)) {
        map_put(&s->macros, key, s);
        s->grown = true;
    }
}

static bool is_wanted(const struct subset *s, const struct bib_piece *p) {
    if (p->kind == BIB_PIECE_ENTRY) {
        return map_find(&s->wanted, p->key) != NULL;
    }
    for (size_t i = 0; p->kind == BIB_PIECE_STRING && i < p->nfields; i++) {
        if (map_find(&s->macros, arena_lower(s->r->arena, p->fields[i].name))) {
            return true;
        }
    }
    return false;
}

/** Adds the pieces that the wanted pieces need, directly or through others. */
static void close_over(struct subset *s) {
    do {
        s->grown = false;
        for (size_t i = 0; i < s->npieces; i++) {
            for (size_t k = 0; k < s->pieces[i].text.n; k++) {
                const struct bib_piece *p = &s->pieces[i].text.p[k];
                if (!is_wanted(s, p)) {
                    continue;
                }
                if (p->kind == BIB_PIECE_ENTRY) {
                    refs_piece_links(p, want, s);
                }
                for (size_t f = 0; f < p->nfields; f++) {
                    bib_text_macros(p->fields[f].value, want_macro, s);
                }
            }
        }
    } while (s->grown);
}

static void write_text(struct buf *out, struct str text, bool was_string) {
    if (out->n) {
        buf_puts(out, was_string ? "\n" : "\n\n");
    }
    buf_str(out, text);
}

/** Writes the wanted pieces in the order of their files. If a key is defined twice, the entry that
 * is cited is written once. */
static void write_pieces(struct subset *s) {
    struct buf *out = &s->r->out;
    bool strings = false;
    struct map done = MAP_INIT;
    for (size_t i = 0; i < s->npieces; i++) {
        for (size_t k = 0; k < s->pieces[i].text.n; k++) {
            const struct bib_piece *p = &s->pieces[i].text.p[k];
            if (!is_wanted(s, p) || (p->kind == BIB_PIECE_ENTRY && map_find(&done, p->key))) {
                continue;
            }
            bool string = p->kind == BIB_PIECE_STRING;
            write_text(out, p->text, strings && string);
            strings = string;
            if (!string) {
                map_put(&done, p->key, s);
            }
        }
    }
    map_drop(&done);
}

/** Writes the entries that are not a complete piece of a .bib file. Writes their text, or BibLaTeX
 * for entries from other formats. */
static void write_others(struct subset *s) {
    VEC(const struct item *) foreign = VEC_INIT;
    for (size_t i = 0; i < bib_count(s->bib); i++) {
        const struct item *it = bib_at(s->bib, i, &s->r->job.diags);
        struct diags quiet;
        diags_init(&quiet, s->r->arena);
        bool first = bib_lookup(s->bib, it->id, &quiet) == it;
        diags_drop(&quiet);
        bool piece = false, from_bib = false;
        for (size_t k = 0; k < s->npieces; k++) {
            from_bib = from_bib || s->pieces[k].src == it->span.src;
            piece = piece || map_find(&s->pieces[k].keys, it->id);
        }
        if (!first || piece || !map_find(&s->wanted, it->id)) {
            continue;
        }
        if (from_bib) {
            struct str text = span_text(it->span);
            write_text(&s->r->out, str_trim(text), false);
        } else {
            vec_push(&foreign, it);
        }
    }
    if (foreign.n) {
        buf_puts(&s->r->out, s->r->out.n ? "\n\n" : "");
        (void)bib_write(s->r->arena, &s->r->out, BIB_BIBLATEX, foreign.p, foreign.n);
    }
    vec_drop(&foreign);
}

static void report_missing(struct subset *s, const struct refs_citations *c) {
    size_t n;
    const struct str *keys = bib_keys(s->bib, &n);
    struct diags *d = &s->r->job.diags;
    for (size_t i = 0; i < c->n; i++) {
        if (bib_lookup(s->bib, c->p[i].key, d)) {
            continue;
        }
        struct diag *g =
            diag_add(d, DIAG_UNDEFINED_CITATION, c->p[i].span,
                     "citation key `%.*s` is not in the database", STR_ARG(c->p[i].key));
        (void)diag_hint_near(d, g, diag_guess(d, c->p[i].key, keys, n));
    }
}

static void write_subset(struct subset *s, const struct refs_citations *c) {
    report_missing(s, c);
    for (size_t i = 0; i < c->n; i++) {
        want(c->p[i].key, s);
    }
    for (size_t i = 0; c->all && i < bib_count(s->bib); i++) {
        want(bib_at(s->bib, i, &s->r->job.diags)->id, s);
    }
    close_over(s);
    write_pieces(s);
    write_others(s);
    if (s->r->out.n && s->r->out.p[s->r->out.n - 1] != '\n') {
        buf_putc(&s->r->out, '\n');
    }
}

int refs_subset(struct refs *r) {
    struct str *documents = ARENA_ARRAY(r->arena, struct str, r->files.n);
    size_t ndocuments = 0;
    for (size_t i = 0; i < r->files.n; i++) {
        struct str word = r->files.p[i];
        if (refs_is_database(word) && !str_is(word, "-")) { /* "-" is a document here */
            vec_push(&r->databases, word);
        } else {
            documents[ndocuments++] = word;
        }
    }
    if (ndocuments == 0) {
        return refs_usage(r, "no document given");
    }
    struct refs_citations cites = {NULL, 0, 0, false};
    struct str databases[MAX_DATABASES];
    size_t n = 0;
    for (size_t i = 0; i < r->databases.n && n < MAX_DATABASES; i++) {
        databases[n++] = r->databases.p[i];
    }
    for (size_t i = 0; i < ndocuments; i++) {
        struct doc *doc = refs_document(r, documents[i]);
        if (doc) {
            refs_citations_add(&cites, doc);
            if (r->databases.n == 0) {
                refs_document_databases(r, doc, documents[i], databases, MAX_DATABASES, &n);
            }
        }
    }
    struct subset s = {.r = r};
    s.bib = refs_read(r, databases, n);
    s.pieces = refs_pieces_read(r, &s.npieces);
    write_subset(&s, &cites);
    bool written = refs_output(r);
    map_drop(&s.wanted);
    map_drop(&s.macros);
    vec_drop(&cites);
    return written ? refs_finish(r) : CLI_USAGE;
}
