/* SPDX-License-Identifier: MIT */
/*
 * Rules about the file itself: its bytes, its sizes, and its actions when it is opened (ISO
 * 19005-1, 6.1 and 6.6; the same chapters of ISO 19005-2 to -4).
 */
#include "check/verify/rules.h"

static bool is_end(char c) {
    return c == '\r' || c == '\n';
}

/** Returns the length of the line end with which a text begins, or 0. */
static size_t line_end(struct str s) {
    return str_starts(s, STR("\r\n")) ? 2 : s.n && is_end(s.p[0]) ? 1 : 0;
}

void rules_header(struct rules *r) {
    struct str s = pdfread_document_bytes(r->doc);
    size_t end = line_end(str_from(s, 8));
    bool good = str_starts(s, STR("%PDF-")) && s.n > 14 + end && is_digit(s.p[5]) &&
                s.p[6] == '.' && is_digit(s.p[7]) && end && s.p[8 + end] == '%';
    for (size_t i = 0; i < 4 && good; i++) {
        good = (unsigned char)s.p[9 + end + i] >= 128;
    }
    if (!good) {
        rules_fault(r, "the file does not begin with its version and four bytes over 127");
        return;
    }
    if (rules_is(r, RULE_A4 | RULE_U2) != (s.p[5] == '2')) {
        rules_fault(r, "the version is %.3s", s.p + 5);
    }
    if (rules_is(r, RULE_A1) && s.p[7] > '4') {
        rules_fault(r, "PDF/A-1 is PDF 1.4");
    }
}

void rules_identifier(struct rules *r) {
    const struct pdfread_value *id = rules_get(r, r->trailer, "ID");
    bool good = id->kind == PDFREAD_ARRAY && id->n == 2;
    for (size_t i = 0; good && i < 2; i++) {
        good = pdfread_follow(r->doc, &id->items[i])->text.n > 0;
    }
    if (!good) {
        rules_fault(r, "the trailer has no /ID");
    }
}

void rules_not_encrypted(struct rules *r) {
    if (rules_has(r->trailer, "Encrypt")) {
        rules_fault(r, "the file is encrypted");
    }
}

void rules_ending(struct rules *r) {
    struct str s = pdfread_document_bytes(r->doc);
    s = str_ends(s, STR("\r\n"))      ? str_slice(s, 0, s.n - 2)
        : s.n && is_end(s.p[s.n - 1]) ? str_slice(s, 0, s.n - 1)
                                      : s;
    if (!str_ends(s, STR("%%EOF"))) {
        rules_fault(r, "there is something after the end");
    }
}

void rules_no_info(struct rules *r) {
    if (rules_has(r->trailer, "Info") && !rules_has(r->catalog, "PieceInfo")) {
        rules_fault(r, "the trailer has an /Info");
    }
}

/* ---- cross-reference table */

/** Returns the offset that is written after the last "startxref", or SIZE_MAX if no table is
 * there. */
static size_t table_at(struct str s) {
    size_t at = SIZE_MAX, from = s.n > 2048 ? s.n - 2048 : 0;
    for (size_t i = from; i + 9 <= s.n; i++) {
        at = str_eq(str_slice(s, i, i + 9), STR("startxref")) ? i : at;
    }
    int64_t v = -1;
    if (at != SIZE_MAX) {
        struct str rest = str_trim(str_slice(s, at + 9, at + 40));
        size_t n = str_past(rest, 0, is_digit);
        (void)str_to_i64(str_slice(rest, 0, n), &v);
    }
    return v >= 0 && (size_t)v < s.n && str_starts(str_from(s, (size_t)v), STR("xref")) ? (size_t)v
                                                                                        : SIZE_MAX;
}

static void one_stream(struct rules *r, int64_t object, const struct pdfread_value *d) {
    const struct pdfread_value *type = rules_get(r, d, "Type");
    if (pdfread_is_name(type, "XRef") || pdfread_is_name(type, "ObjStm")) {
        rules_fault(r, "object %lld is a stream of references or objects", (long long)object);
    }
}

void rules_old_references(struct rules *r) {
    struct str s = pdfread_document_bytes(r->doc);
    rules_each_stream(r, one_stream);
    if (table_at(s) == SIZE_MAX || str_find(s, STR("/ObjStm")) != STR_NONE) {
        rules_fault(r, "there is no table of references");
    }
}

/** Whether the text at an offset is "12 0 obj" between two line ends. */
static bool is_spelt(struct str s, size_t at) {
    if (at == 0 || at >= s.n || !is_end(s.p[at - 1])) {
        return false;
    }
    for (int number = 0; number < 2; number++) {
        size_t from = at;
        at = str_past(s, at, is_digit);
        if (at == from || at >= s.n || s.p[at] != ' ') {
            return false;
        }
        at++;
    }
    return str_starts(str_from(s, at), STR("obj")) && at + 3 < s.n && is_end(s.p[at + 3]);
}

void rules_objects_spelt(struct rules *r) {
    struct str s = pdfread_document_bytes(r->doc);
    size_t at = table_at(s);
    if (at == SIZE_MAX) {
        return; /* libqpdf does not provide the offsets in a cross-reference stream */
    }
    /* headers of two numbers are followed by lines of 20 bytes: "0000000017 00000 n" */
    for (at += 4; at + 18 <= s.n; at++) {
        struct str row = str_slice(s, at, at + 18);
        if (str_starts(row, STR("trailer"))) {
            return;
        }
        int64_t place = 0;
        bool used = row.p[10] == ' ' && row.p[16] == ' ' && row.p[17] == 'n' &&
                    is_end(s.p[at - 1]) + (s.p[at - 1] == ' ');
        if (used && str_to_i64(str_slice(row, 0, 10), &place) && !is_spelt(s, (size_t)place)) {
            rules_fault(r, "the object at %lld does not begin as it should", (long long)place);
        }
        at += used ? 18 : 0;
    }
}

/** Returns the number after "/Length", or the number in the object to which it refers. Returns -1
 * for other values. */
static int64_t length_at(struct rules *r, struct str s, size_t at) {
    struct pdfread_lexer x = {.arena = r->arena, .s = str_slice(s, at, at + 40)};
    struct pdfread_value v = {.kind = PDFREAD_NULL};
    (void)pdfread_next(&x, &v);
    const struct pdfread_value *n = pdfread_follow(r->doc, &v);
    return n->kind == PDFREAD_INT ? n->number : -1;
}

void rules_streams_spelt(struct rules *r) {
    struct str s = pdfread_document_bytes(r->doc);
    for (size_t at = 0;;) {
        size_t found = str_find(str_from(s, at), STR("/Length "));
        if (found == STR_NONE) {
            return;
        }
        at += found + 8;
        struct str head = str_slice(s, at, at + 2100);
        size_t word = str_find(head, STR("stream")), percent = str_index(head, '%');
        size_t end = str_find(head, STR("endobj"));
        if (word == STR_NONE || (percent != STR_NONE && percent < word) ||
            (end != STR_NONE && end < word)) {
            continue;
        }
        int64_t n = length_at(r, s, at);
        size_t from = at + word + 6;
        size_t begin = str_starts(str_from(s, from), STR("\r\n")) ? 2
                       : from < s.n && s.p[from] == '\n'          ? 1
                                                                  : 0;
        if (!begin) {
            rules_fault(r, "a stream does not begin a line");
            return;
        }
        from += begin;
        struct str rest = n < 0 ? STR_EMPTY : str_from(s, from + (size_t)n);
        if (!line_end(rest) || !str_starts(str_from(rest, line_end(rest)), STR("endstream"))) {
            rules_fault(r, "the stream at %zu is not as long as it says", from);
            return;
        }
        at = from + (size_t)n;
    }
}

/* ---- sizes */

void rules_hexadecimal(struct rules *r) {
    for (size_t i = 0; i < r->contents.n; i++) {
        if (r->contents.p[i].half) {
            rules_fault(r, "object %lld has a hexadecimal string with half a byte",
                        (long long)r->contents.p[i].object);
        }
    }
}

static void one_size(struct rules *r, int64_t object, const struct pdfread_value *v) {
    bool old = rules_is(r, RULE_A1);
    size_t longest = old ? 65535 : 32767;
    double size = v->real < 0 ? -v->real : v->real;
    if (v->kind == PDFREAD_INT && (v->number < INT32_MIN || v->number > INT32_MAX)) {
        rules_fault(r, "object %lld has the number %lld", (long long)object, (long long)v->number);
    } else if (v->kind == PDFREAD_REAL && size > (old ? 32767 : 3.403e38)) {
        rules_fault(r, "object %lld has a number that is too large", (long long)object);
    } else if (v->kind == PDFREAD_ARRAY && old && v->n > 8191) {
        rules_fault(r, "object %lld has an array of %zu", (long long)object, v->n);
    } else if (v->kind == PDFREAD_DICT && old && v->n / 2 > 4095) {
        rules_fault(r, "object %lld has a dictionary of %zu", (long long)object, v->n / 2);
    } else if (v->kind == PDFREAD_STRING && v->text.n > longest) {
        rules_fault(r, "object %lld has a string of %zu bytes", (long long)object, v->text.n);
    } else if (v->kind == PDFREAD_NAME && v->text.n > 127) {
        rules_fault(r, "object %lld has a name of %zu bytes", (long long)object, v->text.n);
    }
    if (v->kind == PDFREAD_ARRAY && v->n > 1 && pdfread_is_name(&v->items[0], "DeviceN")) {
        const struct pdfread_value *names = pdfread_follow(r->doc, &v->items[1]);
        if (names->kind == PDFREAD_ARRAY && names->n > (old ? 8u : 32u)) {
            rules_fault(r, "object %lld has %zu colours", (long long)object, names->n);
        }
    }
}

void rules_limits(struct rules *r) {
    bool old = rules_is(r, RULE_A1);
    if (pdfread_objects(r->doc) > 8388608) {
        rules_fault(r, "too many objects");
    }
    rules_each_value(r, one_size);
    for (size_t i = 0; i < r->contents.n; i++) {
        const struct rules_content *c = &r->contents.p[i];
        if (c->deep) {
            rules_fault(r, "object %lld: q in q, more than 28 deep", (long long)c->object);
        }
        if (c->longest > (old ? 65535u : 32767u)) {
            rules_fault(r, "object %lld: a string of %zu bytes", (long long)c->object, c->longest);
        }
        if (old && c->largest > 32767) {
            rules_fault(r, "object %lld: a number that is too large", (long long)c->object);
        }
    }
}

static void one_filter(struct rules *r, int64_t object, const struct pdfread_value *d) {
    const struct pdfread_value *v;
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(d, "Filter"), i)); i++) {
        struct str name = pdfread_follow(r->doc, v)->text;
        bool later = str_is(name, "JPXDecode") && !rules_is(r, RULE_A1);
        if (!later && !str_among(name, "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode "
                                       "CCITTFaxDecode JBIG2Decode DCTDecode")) {
            rules_fault(r, "object %lld is packed by %.*s", (long long)object, STR_ARG(name));
        }
    }
}

void rules_filters(struct rules *r) {
    rules_each_stream(r, one_filter);
}

static void one_outside(struct rules *r, int64_t object, const struct pdfread_value *d) {
    static const char *const keys[] = {"F", "FFilter", "FDecodeParms", NULL};
    rules_none_of(r, d, keys, "object", object);
}

void rules_no_outside_streams(struct rules *r) {
    rules_each_stream(r, one_outside);
}

/* ---- actions and layers */

/** There must be no layers. Later parts of PDF/A allow conditional layers, but dossier's files have
 * none. */
void rules_no_layers(struct rules *r) {
    if (rules_has(r->catalog, "OCProperties")) {
        rules_fault(r, "there are layers");
    }
}

void rules_catalog_is_calm(struct rules *r) {
    static const char *const of_catalog[] = {
        "AA",           "OpenAction", "AcroForm",   "NeedsRendering",
        "Requirements", "Perms",      "Collection", NULL};
    static const char *const of_names[] = {"AlternatePresentations", "JavaScript", NULL};
    static const char *const of_pages[] = {"AA", "PresSteps", "Trans", NULL};
    rules_none_of(r, r->catalog, of_catalog, "the catalog", 0);
    rules_none_of(r, rules_get(r, r->catalog, "Names"), of_names, "the list of names", 0);
    for (size_t p = 0; p < r->v->npages; p++) {
        rules_none_of(r, r->v->pages[p].dict, of_pages, "page", (int64_t)p + 1);
    }
    const struct pdfread_value *version = rules_get(r, r->catalog, "Version");
    if (version->kind == PDFREAD_NAME && rules_is(r, RULE_A4) &&
        !(version->text.n == 3 && str_starts(version->text, STR("2.")))) {
        rules_fault(r, "the catalog's version is %.*s", STR_ARG(version->text));
    }
}

static void one_action(struct rules *r, size_t page, int64_t object,
                       const struct pdfread_value *d) {
    const struct pdfread_value *action = rules_get(r, d, "A"), *kind = rules_get(r, action, "S");
    (void)page;
    if (action->kind == PDFREAD_DICT && !str_among(kind->text, "GoTo GoToR URI Named Thread")) {
        rules_fault(r, "object %lld does %.*s", (long long)object, STR_ARG(kind->text));
    }
    const struct pdfread_value *name = rules_get(r, action, "N");
    if (pdfread_is_name(kind, "Named") &&
        !str_among(name->text, "NextPage PrevPage FirstPage LastPage")) {
        rules_fault(r, "object %lld does %.*s", (long long)object, STR_ARG(name->text));
    }
    if (rules_has(d, "AA")) {
        rules_fault(r, "object %lld has actions of its own", (long long)object);
    }
}

void rules_actions(struct rules *r) {
    rules_each_annotation(r, one_action);
}
