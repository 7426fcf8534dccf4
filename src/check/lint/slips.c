/* SPDX-License-Identifier: MIT */
/*
 * Finds classes and keys of attributes that are unknown and differ from a known one by one typing
 * mistake. Other unknown names may belong to the author or to another program, and are accepted.
 */
#include "check/lint/run.h"
#include "core/base/word_list.h"
#include "model/doc/markup.h"

DIAG_USE(DIAG_CLASS_SLIP);
DIAG_USE(DIAG_UNKNOWN_ATTRIBUTE);

/** Known names that resemble one of dossier's names: attributes of HTML, words of other
 * programs. */
static const char OTHERS[] = "link size data file name note role class label captions columned "
                             "widths tile length theorems";

static unsigned kind_of(const struct doc_node *n) {
    switch (n->kind) {
    case DOC_DIV:
        return DOC_MARKUP_DIV;
    case DOC_SPAN:
        return DOC_MARKUP_SPAN;
    case DOC_HEADING:
        return DOC_MARKUP_HEADING;
    case DOC_CODE:
    case DOC_CODE_BLOCK:
        return DOC_MARKUP_CODE;
    case DOC_IMAGE:
    case DOC_FIGURE:
        return DOC_MARKUP_IMAGE;
    case DOC_TABLE:
        return DOC_MARKUP_TABLE;
    default: /* nodes of other kinds have none of these names */
        return 0;
    }
}

/** Whether one name is the other name with an "s" added. The author may have defined the
 * singular. */
static bool is_plural_of(struct str a, struct str b) {
    return (a.n + 1 == b.n && str_starts(b, a) && b.p[a.n] == 's') ||
           (b.n + 1 == a.n && str_starts(a, b) && a.p[b.n] == 's');
}

/** Returns the known class or key that is probably meant. If several are possible, returns the
 * first and sets `*certain` to false. NULL if there is none or if the name itself is known. */
static const char *meant(struct str name, bool key, unsigned kind, bool plain, bool *certain) {
    size_t n;
    const struct doc_markup *list = doc_markup_rows(&n);
    const char *found = NULL;
    *certain = true;
    for (size_t i = 0; i < n; i++) {
        if (list[i].key == key && str_is(name, list[i].name)) {
            return NULL;
        }
    }
    for (size_t i = 0; i < n && name.n >= 3; i++) {
        struct str other = str_of(list[i].name);
        /* the name has a number at its end: "column2" */
        bool numbered = name.n > other.n && is_digit(name.p[name.n - 1]);
        bool slip = list[i].key == key && !list[i].quiet && (list[i].kinds & kind) &&
                    diag_is_slip(name, other) && !numbered && (plain || !is_plural_of(name, other));
        *certain = *certain && !(slip && found);
        found = slip && !found ? list[i].name : found;
    }
    return found && !str_among(name, OTHERS) ? found : NULL;
}

static void look_at_class(const struct doc_node *n, struct str name, struct diags *d) {
    /* a division with content may have the plural of a known class; the program fills empty
     * divisions, in which the plural is a slip */
    bool plain = !n->first || n->kind != DOC_DIV, certain;
    const char *other = meant(name, false, kind_of(n), plain, &certain);
    if (!other) {
        return;
    }
    struct span place = lint_place_of(n, name);
    struct diag *g = diag_add(d, DIAG_CLASS_SLIP, place, "unknown class `%.*s`", STR_ARG(name));
    diag_hint(d, g, "did you mean `%s`?", other);
    if (certain && str_eq(span_text(place), name)) {
        diag_fix(d, g, place, str_of(other));
    }
}

static void look_at_key(const struct doc *doc, const struct doc_node *n, struct str key,
                        struct diags *d) {
    bool certain;
    const char *other = meant(key, true, kind_of(n), true, &certain);
    if (!other) {
        return;
    }
    struct str written = arena_join(doc->arena, 2, key, STR("="));
    struct span place = lint_place_of(n, written);
    bool exact = str_eq(span_text(place), written);
    place.end -= exact ? 1 : 0;
    struct diag *g =
        diag_add(d, DIAG_UNKNOWN_ATTRIBUTE, place, "unknown attribute `%.*s`", STR_ARG(key));
    diag_hint(d, g, "did you mean `%s`?", other);
    if (exact && certain) {
        diag_fix(d, g, place, str_of(other));
    }
}

void lint_slips(const struct doc *doc, const struct doc_node *n, struct diags *d) {
    const struct doc_attr *a = n->attr;
    bool lists = n->kind == DOC_DIV && (doc_has_class(n, "publications") ||
                                        doc_has_class(n, "people") || doc_has_class(n, "listing"));
    for (size_t i = 0; i < a->nclasses && kind_of(n); i++) {
        look_at_class(n, a->classes[i], d);
    }
    for (size_t i = 0; i < a->npairs && kind_of(n) && !lists && !a->element.n; i++) {
        look_at_key(doc, n, a->pairs[i].key, d);
    }
}
