/* SPDX-License-Identifier: MIT */
/*
 * Rules about annotations, metadata and embedded files (ISO 19005-1, 6.5 and 6.7; ISO 19005-3, 6.8;
 * ISO 14289-1, 7.1 and 7.18).
 */
#include "check/verify/rules.h"

#define DC "http://purl.org/dc/elements/1.1/"
#define RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define XAP "http://ns.adobe.com/xap/1.0/"
#define ADOBE "http://ns.adobe.com/pdf/1.3/"
#define AID "http://www.aiim.org/pdfa/ns/id/"
#define UAID "http://www.aiim.org/pdfua/ns/id/"
#define EXTENSION "http://www.aiim.org/pdfa/ns/extension/"

/* ---- annotations */

static void one_annotation(struct rules *r, size_t page, int64_t object,
                           const struct pdfread_value *d) {
    bool old = rules_is(r, RULE_A1);
    const struct pdfread_value *kind = rules_get(r, d, "Subtype"), *flags = rules_get(r, d, "F");
    long long at = (long long)object;
    (void)page;
    bool known =
        str_among(kind->text, "Text Link FreeText Line Square Circle Highlight Underline "
                              "Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet");
    bool later = !old && str_among(kind->text, "Polygon PolyLine Caret Watermark Redact");
    if (!known && !later) {
        rules_fault(r, "annotation %lld is a %.*s", at, STR_ARG(kind->text));
    }
    int64_t hidden = 1 | 2 | 32 | (old ? 0 : 256);
    if (flags->kind != PDFREAD_INT || !(flags->number & 4) || (flags->number & hidden)) {
        rules_fault(r, "annotation %lld is not printed, or hidden", at);
    }
    const struct pdfread_value *alpha = rules_get(r, d, "CA"), *looks = rules_get(r, d, "AP");
    if (old && pdfread_is_number(alpha) && alpha->real < 1) {
        rules_fault(r, "annotation %lld is transparent", at);
    }
    if (looks->kind == PDFREAD_NULL && !old && !str_among(kind->text, "Link Popup")) {
        rules_fault(r, "annotation %lld has no appearance", at);
    }
    if (looks->kind == PDFREAD_DICT && (looks->n != 2 || !rules_has(looks, "N"))) {
        rules_fault(r, "annotation %lld has more appearances", at);
    }
}

void rules_annotations(struct rules *r) {
    rules_each_annotation(r, one_annotation);
}

static void one_tagged(struct rules *r, size_t page, int64_t object,
                       const struct pdfread_value *d) {
    size_t owner = pdfread_holder_of_object(r->doc, object);
    const struct pdfread_value *parent = rules_get(r, d, "StructParent"),
                               *kind = rules_get(r, d, "Subtype");
    const struct pdfread_element *e = owner == SIZE_MAX ? NULL : &r->tree->elements[owner];
    const struct pdfread_value *up =
        parent->kind == PDFREAD_INT ? pdfread_parent_tree(r->doc, parent->number) : parent;
    bool link = pdfread_is_name(kind, "Link");
    if (!e || rules_number(up) != e->object) {
        rules_fault(r, "page %zu: annotation %lld is not in the structure tree", page + 1,
                    (long long)object);
    } else if (link && !str_is(e->kind, "Link") &&
               !(rules_is(r, RULE_U2) && str_is(e->kind, "Reference"))) {
        rules_fault(r, "page %zu: the link %lld is in a %.*s", page + 1, (long long)object,
                    STR_ARG(e->kind));
    } else if (rules_has(e->dict, "Alt") && rules_has(d, "Contents") &&
               !str_eq(pdfread_get_text(r->doc, e->dict, "Alt"),
                       pdfread_get_text(r->doc, d, "Contents"))) {
        rules_fault(r, "page %zu: annotation %lld has two descriptions", page + 1,
                    (long long)object);
    }
    if (link && rules_is(r, RULE_ANY_U) && pdfread_get_text(r->doc, d, "Contents").n == 0) {
        rules_fault(r, "page %zu: the link %lld has no description", page + 1, (long long)object);
    }
}

void rules_annotations_tagged(struct rules *r) {
    rules_each_annotation(r, one_tagged);
}

void rules_tab_order(struct rules *r) {
    for (size_t p = 0; p < r->v->npages; p++) {
        const struct pdfread_value *list = rules_get(r, r->v->pages[p].dict, "Annots");
        if (list->kind == PDFREAD_ARRAY && list->n &&
            !pdfread_is_name(rules_get(r, r->v->pages[p].dict, "Tabs"), "S")) {
            rules_fault(r, "page %zu has another order of links", p + 1);
        }
    }
}

/* ---- metadata */

void rules_metadata_stream(struct rules *r) {
    const struct pdfread_value *ref = pdfread_entry(r->catalog, "Metadata"),
                               *d = pdfread_follow(r->doc, ref);
    if (!rules_is_stream(r, ref) || !pdfread_is_name(rules_get(r, d, "Type"), "Metadata") ||
        !pdfread_is_name(rules_get(r, d, "Subtype"), "XML")) {
        rules_fault(r, "there are no metadata");
        return;
    }
    if (rules_has(d, "Filter") && rules_is(r, RULE_A1)) {
        rules_fault(r, "the metadata are packed");
    }
    size_t end = str_find(r->xmp_text, STR("?>"));
    struct str head = str_slice(r->xmp_text, 0, end == STR_NONE ? 0 : end);
    if (!str_starts(head, STR("<?xpacket")) || str_find(head, STR(" bytes")) != STR_NONE ||
        str_find(head, STR(" encoding")) != STR_NONE) {
        rules_fault(r, "the packet does not begin as it should");
    }
    if (!r->xmp) {
        rules_fault(r, "the metadata are not XML in UTF-8");
    }
}

static bool are_digits(struct str s, size_t n) {
    bool good = s.n == n;
    for (size_t i = 0; i < s.n; i++) {
        good = good && is_digit(s.p[i]);
    }
    return good;
}

void rules_claims_spelt(struct rules *r) {
    struct str part = STR_EMPTY, level = STR_EMPTY, rev = STR_EMPTY;
    if (rules_property(r, AID, "part", &part)) {
        bool has = rules_property(r, AID, "conformance", &level),
             year = rules_property(r, AID, "rev", &rev);
        bool fourth = str_is(part, "4");
        bool good = str_is(part, "1") ? str_among(level, "A B")
                    : str_is(part, "2") || str_is(part, "3")
                        ? str_among(level, "A B U")
                        : fourth && (!has || str_among(level, "F E"));
        if (!good) {
            rules_fault(r, "PDF/A-%.*s has no level %.*s", STR_ARG(part),
                        STR_ARG(has ? level : STR("nothing")));
        }
        if (fourth != year || (year && !are_digits(rev, 4))) {
            rules_fault(r, "the year of PDF/A-%.*s", STR_ARG(part));
        }
    } else if (rules_is(r, RULE_ANY_A)) {
        rules_fault(r, "pdfaid:part is in another namespace");
    }
    bool ua = rules_property(r, UAID, "part", &part);
    bool year = rules_property(r, UAID, "rev", &rev);
    if (ua && str_is(part, "2") && !(year && str_is(rev, "2024"))) {
        rules_fault(r, "the year of PDF/UA-2");
    }
    if (!ua && rules_is(r, RULE_ANY_U)) {
        rules_fault(r, "pdfuaid:part is in another namespace");
    }
}

/** Joins the items of a property with line ends. Returns the number of items. */
static size_t list_items(struct rules *r, const char *ns, const char *name, struct str *out) {
    struct buf b = BUF_INIT;
    size_t n = 0;
    for (const struct xml_node *e = r->xmp; e; e = xml_following(r->xmp, e)) {
        if (!str_is(e->name, name) || !str_is(e->ns, ns)) {
            continue;
        }
        for (const struct xml_node *k = xml_following(e, e); k; k = xml_following(e, k)) {
            if (str_is(k->name, "li") && str_is(k->ns, RDF)) {
                buf_puts(&b, n++ ? "\n" : "");
                buf_str(&b, xml_text(r->arena, k));
            }
        }
    }
    *out = buf_finish(&b, r->arena);
    return n;
}

/** Returns the first 14 digits of a date. */
static struct str digits_of(struct arena *a, struct str s) {
    char out[14];
    size_t n = 0;
    for (size_t i = 0; i < s.n && n < sizeof out; i++) {
        if (is_digit(s.p[i])) {
            out[n++] = s.p[i];
        }
    }
    return arena_str(a, (struct str){out, n});
}

void rules_info_agrees(struct rules *r) {
    static const struct {
        const char *key, *ns, *name;
        char kind; /* l: a list; s: a simple value; d: a date */
    } places[] = {{"Title", DC, "title", 'l'},
                  {"Author", DC, "creator", 'l'},
                  {"Subject", DC, "description", 'l'},
                  {"Keywords", ADOBE, "Keywords", 's'},
                  {"Producer", ADOBE, "Producer", 's'},
                  {"Creator", XAP, "CreatorTool", 's'},
                  {"CreationDate", XAP, "CreateDate", 'd'},
                  {"ModDate", XAP, "ModifyDate", 'd'}};
    const struct pdfread_value *info = rules_get(r, r->trailer, "Info");
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        if (!rules_has(info, places[i].key)) {
            continue;
        }
        struct str want = pdfread_get_text(r->doc, info, places[i].key), is = STR_EMPTY;
        bool found = places[i].kind == 'l' ? list_items(r, places[i].ns, places[i].name, &is) == 1
                                           : rules_property(r, places[i].ns, places[i].name, &is);
        if (places[i].kind == 'd') {
            want = digits_of(r->arena, want);
            is = digits_of(r->arena, is);
        }
        if (!found || !str_eq(want, is)) {
            rules_fault(r, "/%s differs in the metadata", places[i].key);
        }
    }
}

static bool is_among(struct rules *r, const char *ns, const char *name, struct str want) {
    for (const struct xml_node *n = r->xmp; n; n = xml_following(r->xmp, n)) {
        if (str_is(n->name, name) && str_is(n->ns, ns) && str_eq(xml_text(r->arena, n), want)) {
            return true;
        }
    }
    return false;
}

/** Properties outside of the schemas that PDF/A predefines must be described in the file. */
void rules_schemas_described(struct rules *r) {
    static const char *const known[] = {DC, AID, XAP, ADOBE, EXTENSION, RDF};
    for (const struct xml_node *n = r->xmp; n; n = xml_following(r->xmp, n)) {
        if (!str_is(n->name, "Description") || !str_is(n->ns, RDF)) {
            continue;
        }
        for (const struct xml_node *e = n->first; e; e = e->next) {
            bool is_known = e->name.n == 0;
            for (size_t i = 0; i < ARRAY_LEN(known); i++) {
                is_known = is_known || str_is(e->ns, known[i]);
            }
            if (!is_known &&
                (!is_among(r, "http://www.aiim.org/pdfa/ns/schema#", "namespaceURI", e->ns) ||
                 !is_among(r, "http://www.aiim.org/pdfa/ns/property#", "name", e->name))) {
                rules_fault(r, "the property %.*s is not described", STR_ARG(e->name));
            }
        }
    }
}

void rules_title(struct rules *r) {
    struct str title;
    size_t n = list_items(r, DC, "title", &title);
    if (!n || str_trim(title).n == 0) {
        rules_fault(r, "there is no title");
    }
    const struct pdfread_value *shown =
        rules_get(r, rules_get(r, r->catalog, "ViewerPreferences"), "DisplayDocTitle");
    if (shown->kind != PDFREAD_BOOL || !shown->number) {
        rules_fault(r, "the title is not shown");
    }
}

/* ---- embedded files */

static void one_file(struct rules *r, int64_t object, const struct pdfread_value *v) {
    if (v->kind == PDFREAD_DICT && rules_has(v, "EF")) {
        rules_fault(r, "object %lld is a file", (long long)object);
    }
}

/** Only parts 3 and 4f allow embedded files that are not PDF/A. dossier embeds no PDF/A. */
void rules_no_files(struct rules *r) {
    if (rules_is(r, RULE_A4) && r->level == 'F') {
        return;
    }
    rules_each_value(r, one_file);
    if (rules_has(rules_get(r, r->catalog, "Names"), "EmbeddedFiles")) {
        rules_fault(r, "there is a list of files");
    }
}

/** Whether a text is a media type, such as "text/markdown". */
static bool is_media_type(struct str s) {
    size_t slash = str_index(s, '/');
    bool good = slash != STR_NONE && slash > 0 && slash + 1 < s.n;
    for (size_t i = 0; i < s.n; i++) {
        good = good && (i == slash || is_alnum(s.p[i]) || strchr("-_+.", s.p[i]));
    }
    return good;
}

static void one_specification(struct rules *r, int64_t object, const struct pdfread_value *v) {
    if (v->kind != PDFREAD_DICT || !rules_has(v, "EF")) {
        return;
    }
    long long at = (long long)object;
    if (!rules_has(v, "F") || !rules_has(v, "UF")) {
        rules_fault(r, "the file %lld has no name", at);
    }
    if (!rules_has(v, "AFRelationship") && (r->claims & ~(unsigned)RULE_U1)) {
        rules_fault(r, "the file %lld has no /AFRelationship", at);
    }
    if (rules_is(r, RULE_U2) && pdfread_get_text(r->doc, v, "Desc").n == 0) {
        rules_fault(r, "the file %lld is not described", at);
    }
    static const char *const names[] = {"F", "UF"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct pdfread_value *stream = pdfread_entry(rules_get(r, v, "EF"), names[i]);
        if (stream->kind != PDFREAD_NULL && !is_media_type(rules_get(r, stream, "Subtype")->text)) {
            rules_fault(r, "the file %lld has no type", at);
        }
    }
}

/** Each embedded file must have a type and belong to an object. */
void rules_files(struct rules *r) {
    rules_each_value(r, one_specification);
    if (!rules_is(r, RULE_A3 | RULE_A4)) {
        return;
    }
    const bool *claimed = verify_claimed_files(r->v);
    for (size_t i = 1, n = pdfread_objects(r->doc); i < n; i++) {
        if (rules_has(pdfread_object(r->doc, (int64_t)i), "EF") && !claimed[i]) {
            rules_fault(r, "the file %zu belongs to no object", i);
        }
    }
}
