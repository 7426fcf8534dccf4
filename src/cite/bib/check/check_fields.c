/* SPDX-License-Identifier: MIT */
/*
 * Checks for known entry types and fields, and for the fields that a type needs (btxdoc, section
 * 3.1; biblatex manual, section 2.1.1). A field that BibTeX or biblatex accepts is accepted.
 */
#include "cite/bib/bibtex/bibtex_map.h"
#include "cite/bib/check/check_internal.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_CHECK_MISSING);
DIAG_USE(DIAG_CHECK_TYPE);
DIAG_USE(DIAG_CHECK_FIELD);

/** Returns the place of a field's name, which precedes its value in the source. If the name is not
 * there, returns the place of the value. */
static struct span name_place(const struct bibtex_field *f) {
    struct str s = f->span.src->text;
    size_t end = f->span.begin;
    while (end > 0 && (is_space(s.p[end - 1]) || s.p[end - 1] == '{' || s.p[end - 1] == '"' ||
                       s.p[end - 1] == '=')) {
        end--;
    }
    size_t from = end > f->name.n ? end - f->name.n : 0;
    bool found = str_ieq(str_slice(s, from, end), f->name);
    return found ? span_make(f->span.src, from, end) : f->span;
}

/** Reports each unknown name only once for all entries, because programs write their own fields
 * into every entry. */
void bib_check_known_fields(struct bib_checker *c, const struct bib_entry *e) {
    for (size_t i = 0; i < e->fields.n; i++) {
        const struct bibtex_field *f = &e->fields.p[i];
        if (!bib_check_is_own(e, f) || bibtex_field_known(f->name) ||
            map_lookup(&c->unknown_fields, f->name)) {
            continue;
        }
        map_put(&c->unknown_fields, f->name, c);
        struct str near = bibtex_field_near(f->name);
        struct diag *g = diag_add(c->d, DIAG_CHECK_FIELD, name_place(f),
                                  "no style knows the field `%.*s`", STR_ARG(f->name));
        if (!diag_hint_near(c->d, g, near)) {
            diag_hint(c->d, g,
                      "it is kept, but not printed; other entries with it are not reported");
        }
    }
}

void bib_check_links(struct bib_checker *c, const struct bib_entry *e) {
    static const char *const names[] = {"xref", "related", "entryset"};
    const struct bibtex_host *host = e->file->host;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct bibtex_field *f = bibtex_field_find(&e->fields, names[i]);
        for (struct str rest = f && bib_check_is_own(e, f) ? f->value : STR_EMPTY; rest.p;) {
            struct str key = str_trim(str_cut(&rest, ','));
            /* the entry may be in a database of another format */
            if (key.n && !host->find(host->to, key)) {
                (void)bibtex_find_linked(host, key, f, c->d);
            }
        }
    }
}

/** Whether LaTeX styles use an entry type that dossier does not know. Such a type is not reported.
 */
static bool is_tolerated_type(struct str type) {
    return str_among(type, "customa customb customc customd custome customf control bibtexkey "
                           "comment ieeetranbstctl preprint");
}

void bib_check_type(struct bib_checker *c, const struct bib_entry *e) {
    struct str type = arena_lower(c->a, e->type);
    if (bibtex_is_type(type) || is_tolerated_type(type) || item_type_find(type) != ITEM_TYPE_NONE) {
        return;
    }
    size_t from = (size_t)(e->type.p - e->span.src->text.p);
    struct diag *g = diag_add(c->d, DIAG_CHECK_TYPE, span_make(e->span.src, from, from + e->type.n),
                              "there is no entry type `%.*s`", STR_ARG(e->type));
    struct str near = bibtex_type_near(type);
    if (near.n) {
        diag_hint(c->d, g, "did you mean `@%.*s`?", STR_ARG(near));
    } else {
        diag_hint(c->d, g,
                  "it is read as @misc; types are article, book, inproceedings, thesis...");
    }
}

/* ---- what a type needs ---- */

static const struct {
    struct str type;
    const char *needs;
} requirements[] = {
#define REQUIRES(type, needs) {STR_INIT(type), needs},
#include "cite/bib/check/requirements.def"
#undef REQUIRES
};

static const char *needs_of(struct str type) {
    for (size_t i = 0; i < ARRAY_LEN(requirements); i++) {
        if (str_eq(requirements[i].type, type)) {
            return requirements[i].needs;
        }
    }
    return NULL;
}

static bool has_field(const struct bib_entry *e, struct str name) {
    const struct bibtex_field *f = bibtex_field_find_str(&e->fields, name);
    return f && str_trim(f->value).n > 0;
}

/** Returns the names in a group as text: "author or editor". */
static struct str alternatives(struct arena *a, struct str group) {
    struct str all = STR_EMPTY;
    while (group.p) {
        struct str name = str_cut(&group, '|');
        all = all.n ? arena_join(a, 3, all, group.p ? STR(", ") : STR(" or "), name) : name;
    }
    return all;
}

static void check_bib_needs(struct bib_checker *c, const struct bib_entry *e, const char *needs) {
    struct str rest = str_of(needs), missing = STR_EMPTY;
    while (rest.p) {
        struct str group = str_cut(&rest, ' '), names = group;
        bool found = false;
        while (names.p && !found) {
            found = has_field(e, str_cut(&names, '|'));
        }
        if (!found) {
            struct str words = alternatives(c->a, group);
            missing = missing.n ? arena_join(c->a, 3, missing, STR("; "), words) : words;
        }
    }
    if (missing.n) {
        struct diag *g = diag_add(c->d, DIAG_CHECK_MISSING, e->key_span, "`%.*s` has no %.*s",
                                  STR_ARG(e->key), STR_ARG(missing));
        diag_hint(c->d, g, "an entry of type `%.*s` needs it to be printed in full",
                  STR_ARG(e->type));
    }
}

/** Checks items of formats other than .bib: the fields that every style prints must be there. */
static void check_item_needs(struct bib_checker *c, const struct item *it) {
    static const struct {
        enum item_type type;
        enum item_var v;
    } containers[] = {{ITEM_TYPE_ARTICLE_JOURNAL, VAR_CONTAINER_TITLE},
                      {ITEM_TYPE_CHAPTER, VAR_CONTAINER_TITLE},
                      {ITEM_TYPE_PAPER_CONFERENCE, VAR_CONTAINER_TITLE},
                      {ITEM_TYPE_WEBPAGE, VAR_URL}};
    struct str missing = item_field(it, VAR_TITLE) ? STR_EMPTY : STR("title");
    for (size_t i = 0; i < ARRAY_LEN(containers); i++) {
        if (it->type == containers[i].type && !item_field(it, containers[i].v)) {
            struct str name = str_of(item_var_name(containers[i].v));
            missing = missing.n ? arena_join(c->a, 3, missing, STR("; "), name) : name;
        }
    }
    if (missing.n) {
        struct diag *g = diag_add(c->d, DIAG_CHECK_MISSING, it->id_span, "`%.*s` has no %.*s",
                                  STR_ARG(it->id), STR_ARG(missing));
        const char *type = item_type_name(it->type);
        diag_hint(c->d, g,
                  *type ? "an item of type `%s` needs it to be printed in full"
                        : "every item needs it to be printed in full%s",
                  type);
    }
}

void bib_check_required(struct bib_checker *c, const struct bib_entry *e, const struct item *it) {
    if (!e->file) {
        check_item_needs(c, it);
        return;
    }
    const char *needs = needs_of(arena_lower(c->a, e->type));
    if (needs) {
        check_bib_needs(c, e, needs);
    }
}
