/* SPDX-License-Identifier: MIT */
/*
 * The address of a work of a .bib, and its preprint archive. This file decides which of the many
 * fields with arXiv identifiers is used.
 *
 * If a work has no address, the identifier gives one, as in pandoc. If a work has no other venue,
 * styles get the archive as its venue; otherwise the fields remain extras.
 */
#include "cite/bib/bibtex/bibtex_map.h"

#include "cite/bib/item/archive.h"
#include "core/base/word_list.h"
#include "model/tex/math/math_rich.h"

/** Returns the first field of a list that the entry has. The field is not marked as used. */
static struct bibtex_field *find_any(struct bibtex_mapper *m, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct bibtex_field *f = bibtex_field_find(&m->e->fields, names[i]);
        if (f && str_trim(f->value).n) {
            return f;
        }
    }
    return NULL;
}

static struct str verbatim(struct bibtex_mapper *m, const struct bibtex_field *f) {
    return str_trim(tex_to_text(m->a, f->value, TEX_VERBATIM, f->span, NULL));
}

static struct bibtex_field *archive_field(struct bibtex_mapper *m) {
    static const char *const names[] = {"eprinttype", "archiveprefix"};
    return find_any(m, names, ARRAY_LEN(names));
}

static struct bibtex_field *class_field(struct bibtex_mapper *m) {
    static const char *const names[] = {"eprintclass", "primaryclass"};
    return find_any(m, names, ARRAY_LEN(names));
}

/** Returns the field with an identifier of arXiv. This is `eprint`, or, if the entry names another
 * archive for `eprint`, a field that sites and reference managers have invented. */
static const struct bibtex_field *find_arxiv(struct bibtex_mapper *m, struct bib_arxiv *out) {
    static const char *const own[] = {"arxiv", "arxivid"};
    const struct bibtex_field *eprint = bibtex_field_find(&m->e->fields, "eprint"),
                              *archive = archive_field(m), *class = class_field(m);
    bool other = archive && !str_ieq(str_trim(archive->value), STR("arxiv"));
    const struct bibtex_field *f = eprint && !other ? eprint : NULL;
    if (!f || !bib_arxiv_read(verbatim(m, f), out)) {
        f = find_any(m, own, ARRAY_LEN(own));
        if (!f || !bib_arxiv_read(verbatim(m, f), out)) {
            return NULL;
        }
    }
    if (class && !other) {
        out->class = verbatim(m, class);
    }
    return f;
}

/** Finds an identifier of arXiv in the text of a field: `journal = {arXiv preprint
 * arXiv:2301.00001}`, or DBLP's `journal = {CoRR}, volume = {abs/2301.00001}`. */
static const struct bibtex_field *find_in_words(struct bibtex_mapper *m, struct bib_arxiv *out) {
    static const char *const places[] = {"journal", "journaltitle", "howpublished",
                                         "note",    "addendum",     "eid"};
    const struct bibtex_field *volume = bibtex_field_find(&m->e->fields, "volume");
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        const struct bibtex_field *f = bibtex_field_find(&m->e->fields, places[i]);
        if (f && bib_arxiv_find(f->value, out)) {
            return f;
        }
        if (f && volume && str_ieq(str_trim(f->value), STR("CoRR")) &&
            str_starts(volume->value, STR("abs/")) &&
            bib_arxiv_read(str_from(volume->value, 4), out)) {
            return volume;
        }
    }
    return NULL;
}

/** Sets the address of an eprint in the archive that the entry names. */
static void set_archive_address(struct bibtex_mapper *m) {
    const struct bibtex_field *eprint = bibtex_field_find(&m->e->fields, "eprint"),
                              *archive = archive_field(m);
    struct str id = eprint ? verbatim(m, eprint) : STR_EMPTY,
               before = archive ? bib_archive_address(archive->value) : STR_EMPTY;
    if (id.n && before.n) {
        bool whole = str_starts_among(id, "http:// https:// www.");
        id = whole ? id : arena_join(m->a, 2, before, id);
        bibtex_map_set(m, VAR_URL, rich_of(id), eprint);
    }
}

void bibtex_map_address(struct bibtex_mapper *m, bool hidden) {
    const struct bibtex_field *url = hidden ? NULL : bibtex_map_take(m, "url"), *f;
    struct bib_arxiv x;
    bibtex_map_set(m, VAR_URL, bibtex_map_rich(m, url, TEX_VERBATIM), url);
    if (item_field(m->it, VAR_URL)) {
        return;
    }
    f = find_arxiv(m, &x);
    f = f || item_field(m->it, VAR_DOI) ? f : find_in_words(m, &x);
    if (f) {
        bibtex_map_set(m, VAR_URL,
                       rich_of(arena_join(m->a, 2, bib_archive_address(STR("arxiv")), x.id)), f);
    } else {
        set_archive_address(m);
    }
}

bool bibtex_is_preprint(const struct item *it) {
    return it->type != ITEM_TYPE_WEBPAGE && !item_field(it, VAR_CONTAINER_TITLE) &&
           !item_field(it, VAR_PUBLISHER) && !item_field(it, VAR_EVENT_TITLE);
}

void bibtex_map_archive(struct bibtex_mapper *m) {
    struct bib_arxiv x;
    const struct bibtex_field *f = find_arxiv(m, &x);
    if (!f || !bibtex_is_preprint(m->it) || item_field(m->it, VAR_ARCHIVE_LOCATION)) {
        return;
    }
    item_set_arxiv(m->a, m->it, x, f->span);
    /* a field such as `arxiv` stays an extra, because sites use it */
    if (str_is(f->name, "eprint")) {
        static const char *const fields[] = {"eprint", "eprinttype", "archiveprefix", "eprintclass",
                                             "primaryclass"};
        for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
            (void)bibtex_map_take(m, fields[i]);
        }
    }
}
