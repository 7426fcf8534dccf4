/* SPDX-License-Identifier: MIT */
/*
 * Inherited fields: xdata and crossref, by the rules of biblatex (biblatex manual, section 2.4.1
 * and appendix B). Cycles and broken references are reported at their place.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BIB_CROSSREF);

enum {
    MV = 1,
    BOOK = 2,
    COLLECTION = 4,
    MVCOLLECTION = 8,
    PROCEEDINGS = 16,
    MVPROCEEDINGS = 32,
    PERIODICAL = 64
};

struct type_class {
    const char *name;
    unsigned parent; /* the kind of parent that an entry of this type can be */
    unsigned takes;  /* the kinds of parents whose titles an entry of this type inherits under
                        another name */
};

static const struct type_class classes[] = {
#define CLASS(name, parent, takes) {name, parent, takes},
#include "cite/bib/bibtex/inherit_classes.def"
#undef CLASS
};

static const struct type_class *class_of(struct str type) {
    for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
        if (str_ieq(type, str_of(classes[i].name))) {
            return &classes[i];
        }
    }
    return NULL;
}

/** Returns the name under which a title is inherited: title becomes booktitle, maintitle or
 * journaltitle. */
static const char *renamed(struct str name, const char *prefix_title, const char *prefix_subtitle,
                           const char *prefix_addon) {
    if (str_is(name, "title")) {
        return prefix_title;
    }
    if (str_is(name, "subtitle")) {
        return prefix_subtitle;
    }
    return str_is(name, "titleaddon") ? prefix_addon : NULL;
}

static bool is_title_sort(struct str name) {
    return str_among(name, "shorttitle sorttitle indextitle indexsorttitle");
}

static bool is_date_part(struct str name) {
    return str_among(name, "date year month day");
}

static bool has_date(const struct bib_entry *e) {
    return bibtex_field_find(&e->fields, "date") || bibtex_field_find(&e->fields, "year");
}

/* The memory that an inherited field takes in addition to its value. */
enum { FIELD_BYTES = 32 };

/** Counts bytes that an entry takes from a macro or another entry. Returns false if the entries of
 * its file would take more bytes than LIMIT_SUM_FIELDS allows. This is reported once per file. */
static bool affords(const struct bib_entry *e, struct span at, size_t bytes, struct diags *d) {
    struct bibtex *file = e->file;
    size_t most = limit_sum(LIMIT_SUM_FIELDS, LIMIT_SUM_FIELDS_TIMES, file->src->text.n);
    if (bytes <= most && file->taken <= most - bytes) {
        file->taken += bytes;
        return true;
    }
    file->spent = true;
    if (!file->taken_told && d) {
        struct diag *g = diag_add(d, DIAG_TOO_LARGE, at,
                                  "the entries of this file take too much from @string, crossref "
                                  "and xdata");
        diag_hint(d, g, "from here on, what they take is left out; write long values once");
        file->taken_told = true;
    }
    return false;
}

/** Copies a field to the child under the name `name`, unless the child has it. The fields of a date
 * are copied together: all, or none if the child has a date. */
static void inherit(struct bib_entry *child, const struct bibtex_field *f, struct str name,
                    bool had_date, struct diags *d) {
    if (had_date && is_date_part(name)) {
        return;
    }
    if (bibtex_field_find_str(&child->fields, name) ||
        !affords(child, child->key_span, FIELD_BYTES + f->value.n, d)) {
        return;
    }
    struct bibtex_field copy = *f;
    copy.name = name;
    copy.written = str_eq(name, f->name) ? f->written : STR_EMPTY;
    copy.used = false;
    bibtex_field_add(bibtex_arena(child->file), &child->fields, copy);
}

/** Whether a field is never inherited (biblatex manual, appendix B, the first rule). */
static bool is_private(struct str name) {
    return str_among(name,
                     "crossref entryset entrysubtype execute ids label options presort related "
                     "relatedoptions relatedstring relatedtype shorthand shorthandintro "
                     "sortkey xdata xref");
}

static void inherit_crossref(struct bib_entry *child, const struct bib_entry *parent,
                             struct diags *d) {
    const struct type_class *to = class_of(child->type), *from = class_of(parent->type);
    unsigned how = to && from ? to->takes & from->parent : 0;
    bool had_date = has_date(child);
    for (size_t i = 0; i < parent->fields.n; i++) {
        const struct bibtex_field *f = &parent->fields.p[i];
        if (is_private(f->name)) {
            continue;
        }
        const char *other = NULL;
        if (how & (MV | MVCOLLECTION | MVPROCEEDINGS)) {
            other = renamed(f->name, "maintitle", "mainsubtitle", "maintitleaddon");
        } else if (how & (BOOK | COLLECTION | PROCEEDINGS)) {
            other = renamed(f->name, "booktitle", "booksubtitle", "booktitleaddon");
        } else if (how & PERIODICAL) {
            other = renamed(f->name, "journaltitle", "journalsubtitle", "journaltitleaddon");
        }
        if (how && is_title_sort(f->name)) {
            continue;
        }
        /* BibTeX does not rename titles. If the parent has a `booktitle`, the child inherits that.
         */
        if (other && parent->file->classic && bibtex_field_find(&parent->fields, other)) {
            continue;
        }
        inherit(child, f, other ? str_of(other) : f->name, had_date, d);
        /* The author of a book becomes the bookauthor of its parts. */
        if (how & (MV | BOOK) && str_is(f->name, "author")) {
            inherit(child, f, STR("bookauthor"), had_date, d);
        }
    }
}

struct bib_entry *bibtex_find_linked(const struct bibtex_host *host, struct str key,
                                     const struct bibtex_field *f, struct diags *d) {
    struct bib_entry *parent = host->find(host->to, key);
    if (parent && parent->file) {
        return parent;
    }
    struct diag *g = diag_add(d, DIAG_BIB_CROSSREF, f->span,
                              "%.*s leads to `%.*s`, which is not in the database",
                              STR_ARG(f->name), STR_ARG(key));
    size_t n;
    const struct str *keys = host->keys(host->to, &n);
    if (!diag_hint_near(d, g, diag_guess(d, key, keys, n))) {
        diag_hint(d, g, "add the entry, or remove the field");
    }
    return NULL;
}

static void resolve(struct bib_entry *e, unsigned depth, struct diags *d);

/** Resolves the entry with the key `key`. Returns NULL when it cannot be used. */
static struct bib_entry *parent_of(struct bib_entry *e, struct str key,
                                   const struct bibtex_field *f, unsigned depth, struct diags *d) {
    struct bib_entry *parent = bibtex_find_linked(e->file->host, key, f, d);
    if (!parent) {
        return NULL;
    }
    if (parent->resolving || depth >= LIMIT_CROSSREF_DEPTH) {
        struct diag *g =
            diag_add(d, DIAG_BIB_CROSSREF, f->span,
                     parent->resolving ? "%.*s goes in a circle: `%.*s` needs `%.*s` itself"
                                       : "%.*s goes too deep at `%.*s`, for `%.*s`",
                     STR_ARG(f->name), STR_ARG(key), STR_ARG(e->key));
        diag_hint(d, g, "remove one of the references");
        return NULL;
    }
    resolve(parent, depth + 1, d);
    if (parent->fields.n > LIMIT_INHERITED_FIELDS) {
        struct diag *g = diag_add(d, DIAG_BIB_CROSSREF, f->span,
                                  "%.*s takes nothing from `%.*s`, which has more than %d fields",
                                  STR_ARG(f->name), STR_ARG(key), LIMIT_INHERITED_FIELDS);
        diag_hint(d, g, "leave the fields that others need in an entry of its own");
        return NULL;
    }
    return parent;
}

static void resolve(struct bib_entry *e, unsigned depth, struct diags *d) {
    if (e->resolved) {
        return;
    }
    e->resolving = true;
    bibtex_read_fields(e->file, e, &e->fields, d);
    for (size_t i = 0; i < e->fields.n; i++) {
        struct bibtex_field *f = &e->fields.p[i];
        size_t written = f->span.end - f->span.begin;
        if (f->value.n > written && !affords(e, f->span, f->value.n - written, d)) {
            f->value = STR_EMPTY;
        }
    }
    struct bibtex_field *xdata = bibtex_field_find(&e->fields, "xdata");
    if (xdata) {
        struct bibtex_field at = *xdata;
        struct str rest = at.value;
        bool had_date = has_date(e);
        while (rest.p) {
            struct str key = str_trim(str_cut(&rest, ','));
            struct bib_entry *parent = key.n ? parent_of(e, key, &at, depth, d) : NULL;
            for (size_t i = 0; parent && i < parent->fields.n; i++) {
                inherit(e, &parent->fields.p[i], parent->fields.p[i].name, had_date, d);
            }
        }
    }
    struct bibtex_field *crossref = bibtex_field_find(&e->fields, "crossref");
    struct str key = crossref ? str_trim(crossref->value) : STR_EMPTY;
    if (key.n) {
        struct bibtex_field at = *crossref;
        struct bib_entry *parent = parent_of(e, key, &at, depth, d);
        if (parent) {
            inherit_crossref(e, parent, d);
        }
    }
    e->resolving = false;
    e->resolved = true;
    if (e->file->host->scratch) {
        e->file->host->decoded(e->file->host->to, e);
    }
}

void bibtex_resolve(struct bib_entry *e, struct diags *d) {
    resolve(e, 0, d);
}
