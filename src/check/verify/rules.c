/* SPDX-License-Identifier: MIT */
/*
 * The table of rules, the choice of rules that apply to a PDF, and functions that rules share. If a
 * PDF claims no standard, only its fonts and, if it has one, its structure are checked.
 */
#include "check/verify/rules.h"

#include "core/base/utf8.h"
#include "core/diag/missing.h"

#include <stdarg.h>
#include <stdlib.h>

DIAG_USE(DIAG_VERIFY_STANDARD);
DIAG_USE(DIAG_VERIFY_STRUCTURE);
DIAG_USE(DIAG_VERIFY_FONT);

enum { SHOWN = 5 }; /* maximum number of errors that are reported for one rule */

static const struct rules_row rows[] = {
#define RULE(clause, name, of) {clause, #name, of, rules_##name},
#include "check/verify/rules.def"
#undef RULE
};

/* ---- shared by rules */

static const char *standard_of(const struct rules *r) {
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {{RULE_A1, "PDF/A-1"}, {RULE_A2, "PDF/A-2"},  {RULE_A3, "PDF/A-3"},
                 {RULE_A4, "PDF/A-4"}, {RULE_U1, "PDF/UA-1"}, {RULE_U2, "PDF/UA-2"}};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (r->claims & r->row->of & names[i].bit) {
            return names[i].name;
        }
    }
    return NULL;
}

void rules_fault(struct rules *r, const char *fmt, ...) {
    if (r->faults++ >= SHOWN) {
        return;
    }
    struct buf b = BUF_INIT;
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    const char *standard = standard_of(r);
    struct str what = buf_view(&b);
    if (standard) {
        diag_add(r->v->d, DIAG_VERIFY_STANDARD, verify_whole(r->v), "%s, rule `%s` (%s): %.*s",
                 standard, r->row->name, r->row->clause, STR_ARG(what));
    } else {
        diag_add(r->v->d, r->row->of & RULE_FONT ? DIAG_VERIFY_FONT : DIAG_VERIFY_STRUCTURE,
                 verify_whole(r->v), "%.*s", STR_ARG(what));
    }
    buf_drop(&b);
}

void rules_none_of(struct rules *r, const struct pdfread_value *dict, const char *const *keys,
                   const char *what, int64_t number) {
    for (size_t i = 0; keys[i]; i++) {
        if (rules_has(dict, keys[i]) && number) {
            rules_fault(r, "%s %lld has /%s", what, (long long)number, keys[i]);
        } else if (rules_has(dict, keys[i])) {
            rules_fault(r, "%s has /%s", what, keys[i]);
        }
    }
}

int64_t rules_number(const struct pdfread_value *ref) {
    return ref->kind == PDFREAD_REFERENCE ? ref->number : 0;
}

const struct pdfread_value *rules_item(struct rules *r, const struct pdfread_value *v, size_t i) {
    const struct pdfread_value *list = pdfread_follow(r->doc, v);
    if (list->kind == PDFREAD_ARRAY) {
        return i < list->n ? &list->items[i] : NULL;
    }
    return i == 0 && list->kind != PDFREAD_NULL ? v : NULL;
}

bool rules_is_stream(struct rules *r, const struct pdfread_value *ref) {
    return ref->kind == PDFREAD_REFERENCE && pdfread_is_stream(r->doc, ref->number);
}

struct str rules_data(struct rules *r, const struct pdfread_value *ref) {
    struct str out = STR_EMPTY;
    (void)(ref->kind == PDFREAD_REFERENCE && pdfread_stream(r->doc, ref->number, &out));
    return out;
}

void rules_each_value(struct rules *r,
                      void (*f)(struct rules *r, int64_t object, const struct pdfread_value *v)) {
    VEC(const struct pdfread_value *) stack = VEC_INIT;
    size_t n = pdfread_objects(r->doc);
    for (size_t i = 1; i < n; i++) {
        vec_push(&stack, pdfread_object(r->doc, (int64_t)i));
        while (stack.n) {
            const struct pdfread_value *v = vec_pop(&stack);
            f(r, (int64_t)i, v);
            for (size_t k = 0; (v->kind == PDFREAD_ARRAY || v->kind == PDFREAD_DICT) && k < v->n;
                 k++) {
                vec_push(&stack, &v->items[k]);
            }
        }
    }
    vec_drop(&stack);
}

void rules_each_stream(struct rules *r,
                       void (*f)(struct rules *r, int64_t object, const struct pdfread_value *d)) {
    size_t n = pdfread_objects(r->doc);
    for (size_t i = 1; i < n; i++) {
        if (pdfread_is_stream(r->doc, (int64_t)i)) {
            f(r, (int64_t)i, pdfread_object(r->doc, (int64_t)i));
        }
    }
}

void rules_each_annotation(struct rules *r, void (*f)(struct rules *r, size_t page, int64_t object,
                                                      const struct pdfread_value *d)) {
    for (size_t p = 0; p < r->v->npages; p++) {
        const struct pdfread_value *list = rules_get(r, r->v->pages[p].dict, "Annots");
        for (size_t i = 0; list->kind == PDFREAD_ARRAY && i < list->n; i++) {
            f(r, p, rules_number(&list->items[i]), pdfread_follow(r->doc, &list->items[i]));
        }
    }
}

bool rules_property(struct rules *r, const char *ns, const char *name, struct str *out) {
    for (const struct xml_node *n = r->xmp; n; n = xml_following(r->xmp, n)) {
        if (str_is(n->name, name) && str_is(n->ns, ns)) {
            *out = xml_text(r->arena, n);
            return true;
        }
    }
    return false;
}

bool rules_is_private(struct str s) {
    for (size_t at = 0; at < s.n;) {
        uint32_t c = utf8_next(s, &at);
        if ((c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && c % 0x10000 < 0xFFFE)) {
            return true;
        }
    }
    return false;
}

/* ---- claims (ISO 19005-2, 6.6.4; ISO 14289-1, 5) */

/** Returns the first character of the value of a property, such as `pdfaid:part`, or 0. The
 * property may be an element or an attribute. */
static char claimed(struct str xmp, const char *name) {
    size_t from = 0, found;
    while ((found = str_find(str_from(xmp, from), str_of(name))) != STR_NONE) {
        from += found + strlen(name);
        struct str rest = str_from(xmp, from);
        size_t skip = str_starts(rest, STR(">")) ? 1 : str_starts(rest, STR("=\"")) ? 2 : 0;
        if (skip && rest.n > skip) {
            return rest.p[skip];
        }
    }
    return 0;
}

static void read_claims(struct rules *r) {
    r->xmp_text = pdfread_metadata(r->doc);
    char part = claimed(r->xmp_text, "pdfaid:part"), ua = claimed(r->xmp_text, "pdfuaid:part");
    if (part >= '1' && part <= '4') {
        r->claims |= (unsigned)RULE_A1 << (part - '1');
        r->level = claimed(r->xmp_text, "pdfaid:conformance");
    }
    if (ua == '1' || ua == '2') {
        r->claims |= (unsigned)RULE_U1 << (ua - '1');
    }
    struct str text = str_from(r->xmp_text, str_bom(r->xmp_text));
    while (text.n && (is_space(text.p[text.n - 1]) || !text.p[text.n - 1])) {
        text.n--;
    }
    if (!diag_has_library(r->v->d, verify_whole(r->v), MODULE_XML)) {
        r->claims = 0;
    } else if (text.n && utf8_check(text) == STR_NONE) {
        struct diags quiet;
        diags_init(&quiet, r->arena);
        r->xmp = xml_parse(r->arena, source_new(r->arena, STR("XMP"), text), &quiet);
        diags_drop(&quiet);
    }
}

void verify_pdf_rules(struct verify_pdf *v) {
    struct rules r = {.v = v, .doc = v->doc, .arena = v->arena, .tree = v->tree};
    r.catalog = pdfread_catalog(v->doc);
    r.trailer = pdfread_trailer(v->doc);
    r.font_at = MAP_IN(v->arena);
    read_claims(&r);
    rules_read_contents(&r);
    unsigned asked = r.claims | RULE_FONT | (v->tree->n ? RULE_TAGGED : 0);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].of & asked) {
            r.row = &rows[i];
            r.faults = 0;
            rows[i].check(&r);
        }
    }
    for (size_t i = 0; i < r.contents.n; i++) {
        vec_drop(&r.contents.p[i].mcids);
    }
    vec_drop(&r.contents);
    vec_drop(&r.fonts);
}
