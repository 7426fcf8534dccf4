/* SPDX-License-Identifier: MIT */
/* Checks what a PDF may run or contain: actions (ISO 32000-1, 12.6), scripts, embedded files.
 * dossier's outputs have links, and embedded files to which an /AF entry refers (ISO 19005-3, 6.8).
 * Everything else is reported wherever it is in the file, even if it is not used. */
#include "check/verify/verify_internal.h"

DIAG_USE(DIAG_VERIFY_ACTION);

enum { SHOWN = 10 };

struct calm {
    struct verify_pdf *v;
    size_t shown;
    bool *claimed; /* for each object: an /AF entry refers to it */
    size_t n;
};

static void report(struct calm *c, int64_t object, const char *what, struct str name) {
    if (c->shown++ < SHOWN) {
        diag_add(c->v->d, DIAG_VERIFY_ACTION, verify_whole(c->v), "object %lld %s%s%.*s%s",
                 (long long)object, what, name.n ? " `" : "", STR_ARG(name), name.n ? "`" : "");
    }
}

static void look_at_action(struct calm *c, int64_t object, const struct pdfread_value *dict) {
    const struct pdfread_value *kind = pdfread_get(c->v->doc, dict, "S");
    if (kind->kind != PDFREAD_NAME) {
        return;
    }
    if (str_is(kind->text, "URI")) {
        const struct pdfread_value *uri = pdfread_get(c->v->doc, dict, "URI");
        if (uri->kind == PDFREAD_STRING && doc_url_is_live(uri->text)) {
            report(c, object, "leads to an address that runs", pdfread_text(c->v->arena, uri));
        }
    } else if (str_among(kind->text,
                         "JavaScript Launch SubmitForm ImportData ResetForm Movie Sound Rendition "
                         "RichMediaExecute SetOCGState GoTo3DView Trans Hide GoToR GoToE Thread")) {
        report(c, object, "has an action", kind->text);
    }
}

static bool is_action(const struct pdfread_value *dict) {
    return pdfread_entry(dict, "S")->kind != PDFREAD_NULL &&
           (pdfread_is_name(pdfread_entry(dict, "Type"), "Action") ||
            pdfread_entry(dict, "JS")->kind != PDFREAD_NULL ||
            pdfread_entry(dict, "URI")->kind != PDFREAD_NULL);
}

static void look_at_dict(struct calm *c, int64_t object, const struct pdfread_value *dict) {
    static const char *const keys[] = {"AA",  "OpenAction", "JavaScript", "JS", "RichMediaContent",
                                       "XFA", "AcroForm"};
    struct pdfread_document *doc = c->v->doc;
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (pdfread_entry(dict, keys[i])->kind != PDFREAD_NULL) {
            report(c, object, "has", str_of(keys[i]));
        }
    }
    const struct pdfread_value *action = pdfread_get(doc, dict, "A");
    if (action->kind == PDFREAD_DICT && pdfread_entry(dict, "S")->kind == PDFREAD_NULL) {
        look_at_action(c, object, action);
    } else if (is_action(dict)) {
        look_at_action(c, object, dict);
    }
    bool claimed = object > 0 && (size_t)object < c->n && c->claimed[object];
    if (pdfread_get(doc, dict, "EF")->kind == PDFREAD_DICT && !claimed) {
        report(c, object, "is an embedded file that nothing references",
               pdfread_get_text(doc, dict, "UF"));
    }
    if (pdfread_is_name(pdfread_entry(dict, "Subtype"), "FileAttachment")) {
        report(c, object, "is an annotation with a file", STR_EMPTY);
    }
}

/** Calls `f` for each dictionary in an object, at any depth. */
static void each_dict(struct calm *c, int64_t object,
                      void (*f)(struct calm *, int64_t, const struct pdfread_value *)) {
    VEC(const struct pdfread_value *) stack = VEC_INIT;
    vec_push(&stack, pdfread_object(c->v->doc, object));
    while (stack.n) {
        const struct pdfread_value *v = vec_pop(&stack);
        if (v->kind == PDFREAD_DICT) {
            f(c, object, v);
        }
        for (size_t i = 0; (v->kind == PDFREAD_DICT || v->kind == PDFREAD_ARRAY) && i < v->n; i++) {
            if (v->items[i].kind == PDFREAD_DICT || v->items[i].kind == PDFREAD_ARRAY) {
                vec_push(&stack, &v->items[i]);
            }
        }
    }
    vec_drop(&stack);
}

static void claim(struct calm *c, int64_t object, const struct pdfread_value *dict) {
    const struct pdfread_value *list = pdfread_entry(dict, "AF");
    const struct pdfread_value *all = pdfread_follow(c->v->doc, list);
    (void)object;
    for (size_t i = 0; i < (all->kind == PDFREAD_ARRAY ? all->n : 1); i++) {
        const struct pdfread_value *ref = all->kind == PDFREAD_ARRAY ? &all->items[i] : list;
        if (ref->kind == PDFREAD_REFERENCE && ref->number > 0 && (size_t)ref->number < c->n) {
            c->claimed[ref->number] = true;
        }
    }
}

bool *verify_claimed_files(struct verify_pdf *v) {
    struct calm c = {.v = v, .n = pdfread_objects(v->doc)};
    c.claimed = ARENA_ARRAY(v->arena, bool, c.n);
    for (size_t i = 1; i < c.n; i++) {
        each_dict(&c, (int64_t)i, claim);
    }
    return c.claimed;
}

void verify_pdf_calm(struct verify_pdf *v) {
    struct calm c = {.v = v, .n = pdfread_objects(v->doc), .claimed = verify_claimed_files(v)};
    for (size_t i = 1; i < c.n; i++) {
        each_dict(&c, (int64_t)i, look_at_dict);
    }
}
