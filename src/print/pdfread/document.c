/* SPDX-License-Identifier: MIT */
/*
 * The objects, streams and pages of a document, read through libqpdf. Each object is requested
 * once, as text, and parsed by our own reader of values. The totals for the document are limited.
 */
#include "print/pdfread/pdfread_internal.h"

#include "core/base/bounds.h"
#include "core/base/digest.h"
#include "core/base/search.h"
#include "print/pdfread/open.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARENTS = 64 };

/* ---- objects */

struct pdfread_slot *pdfread_slot(struct pdfread_document *doc, int64_t number) {
    return number > 0 && (uint64_t)number < doc->nslots ? &doc->slots[number] : NULL;
}

static struct pdfread_slot *slot_at(struct pdfread_document *doc, const struct pdfread_value *v) {
    return v->kind == PDFREAD_REFERENCE ? pdfread_slot(doc, v->number) : NULL;
}

bool pdfread_affords(struct pdfread_document *doc, size_t *sum, size_t n, size_t most) {
    bool affords = n <= most - *sum;
    *sum += affords ? n : 0;
    doc->cut = doc->cut || !affords;
    return affords;
}

/* Parses a value that libqpdf has written. */
static const struct pdfread_value *parse(struct pdfread_document *doc, qpdf_oh oh) {
    struct str text = str_of(QPDF(doc->lib, oh_unparse_resolved, oh));
    if (!pdfread_affords(doc, &doc->bytes_read, text.n, LIMIT_PDF_VALUES)) {
        return &pdfread_null;
    }
    struct pdfread_lexer x = {.arena = doc->arena, .s = arena_str(doc->arena, text)};
    struct pdfread_value *v = ARENA_NEW(doc->arena, struct pdfread_value);
    (void)pdfread_next(&x, v);
    return v;
}

static void read_object(struct pdfread_document *doc, struct pdfread_slot *slot, int64_t number,
                        size_t generation) {
    qpdf_oh oh = QPDF(doc->lib, get_object_by_id, (int)number, (int)generation);
    slot->read = true;
    slot->stream = QPDF(doc->lib, oh_is_stream, oh);
    if (slot->stream) {
        qpdf_oh dict = QPDF(doc->lib, oh_get_dict, oh);
        slot->value = parse(doc, dict);
        slot->generation = (uint16_t)generation;
        QPDF(doc->lib, oh_release, dict);
    } else {
        slot->value = parse(doc, oh);
    }
    QPDF(doc->lib, oh_release, oh);
}

static const struct pdfread_value *object(struct pdfread_document *doc, int64_t number,
                                          size_t generation) {
    struct pdfread_slot *slot = pdfread_slot(doc, number);
    if (!slot) {
        return &pdfread_null;
    }
    bool again = slot->read && generation && slot->value->kind == PDFREAD_NULL;
    if (!slot->read || (again && !slot->retried)) {
        /* an object is requested at most twice, the second time with another generation number */
        slot->retried = slot->read;
        read_object(doc, slot, number, generation);
    }
    return slot->value;
}

const struct pdfread_value *pdfread_object(struct pdfread_document *doc, int64_t number) {
    return object(doc, number, 0);
}

size_t pdfread_objects(const struct pdfread_document *doc) {
    return doc->nslots;
}

bool pdfread_is_stream(struct pdfread_document *doc, int64_t number) {
    (void)pdfread_object(doc, number);
    struct pdfread_slot *slot = pdfread_slot(doc, number);
    return slot && slot->stream;
}

const struct pdfread_value *pdfread_follow(struct pdfread_document *doc,
                                           const struct pdfread_value *v) {
    for (int i = 0; i < MAX_PARENTS && v->kind == PDFREAD_REFERENCE; i++) {
        v = object(doc, v->number, v->n);
    }
    return v->kind == PDFREAD_REFERENCE ? &pdfread_null : v;
}

const struct pdfread_value *pdfread_get(struct pdfread_document *doc,
                                        const struct pdfread_value *dict, const char *key) {
    return pdfread_follow(doc, pdfread_entry(pdfread_follow(doc, dict), key));
}

/* Finds a node of a tree of names or numbers. The result is a null if this walk has met the object
 * before, so the walk ends even if a tree contains itself. */
static const struct pdfread_value *tree_node(struct pdfread_document *doc, uint32_t walk,
                                             const struct pdfread_value *node) {
    struct pdfread_slot *slot = slot_at(doc, node);
    if (slot && slot->walk == walk) {
        return &pdfread_null;
    }
    if (slot) {
        slot->walk = walk;
    }
    return pdfread_follow(doc, node);
}

void pdfread_walk_tree(struct pdfread_document *doc, const struct pdfread_value *root,
                       const char *entries, pdfread_tree_fn *each, void *user) {
    VEC(const struct pdfread_value *) stack = VEC_INIT;
    uint32_t walk = ++doc->walks;
    vec_push(&stack, root);
    for (size_t seen = 0; stack.n && seen < LIMIT_PDF_NAMES; seen++) {
        const struct pdfread_value *node = tree_node(doc, walk, vec_pop(&stack));
        const struct pdfread_value *list = pdfread_get(doc, node, entries);
        for (size_t i = 0; list->kind == PDFREAD_ARRAY && i + 1 < list->n; i += 2) {
            each(user, pdfread_follow(doc, &list->items[i]), &list->items[i + 1]);
        }
        const struct pdfread_value *kids = pdfread_get(doc, node, "Kids");
        for (size_t i = kids->kind == PDFREAD_ARRAY ? kids->n : 0;
             i-- > 0 && stack.n < LIMIT_PDF_NAMES;) {
            vec_push(&stack, &kids->items[i]);
        }
    }
    vec_drop(&stack);
}

struct str pdfread_get_text(struct pdfread_document *doc, const struct pdfread_value *dict,
                            const char *key) {
    return pdfread_text(doc->arena, pdfread_get(doc, dict, key));
}

const struct pdfread_value *pdfread_trailer(struct pdfread_document *doc) {
    if (!doc->trailer) {
        doc->trailer = parse(doc, QPDF(doc->lib, get_trailer));
    }
    return doc->trailer;
}

const struct pdfread_value *pdfread_catalog(struct pdfread_document *doc) {
    return pdfread_get(doc, pdfread_trailer(doc), "Root");
}

/* ---- streams */

/* Unpacks a stream. The caller frees `*p`. `*plain` becomes true if the bytes are unpacked, and
 * false if they are those of the file. */
static bool pdfread_unpack(struct pdfread_document *doc, int64_t number, unsigned char **p,
                           size_t *n, bool *plain) {
    *p = NULL;
    *n = 0;
    if (!pdfread_is_stream(doc, number)) {
        return false;
    }
    struct pdfread_slot *slot = pdfread_slot(doc, number);
    qpdf_oh oh = QPDF(doc->lib, get_object_by_id, (int)number, slot->generation);
    size_t left = LIMIT_PDF_STREAMS - doc->bytes_unpacked;
    bool fits = !slot->large && pdfread_fits(doc->lib, oh, left);
    QPDF_ERROR_CODE code = QPDF_SUCCESS;
    QPDF_BOOL whole = QPDF_FALSE;
    if (fits) {
        code = QPDF(doc->lib, oh_get_stream_data, oh, qpdf_dl_generalized, &whole, p, n);
    }
    QPDF(doc->lib, oh_release, oh);
    if (!fits || *n > left) {
        slot->large = doc->cut = true;
    }
    if (!fits || (code & QPDF_ERRORS) || *n > left || (*n && !*p)) {
        free(*p);
        *p = NULL;
        return false;
    }
    doc->bytes_unpacked += *n;
    *plain = whole;
    return true;
}

bool pdfread_raw_stream(struct pdfread_document *doc, int64_t number, struct str *out) {
    *out = STR_EMPTY;
    if (!pdfread_is_stream(doc, number)) {
        return false;
    }
    unsigned char *p = NULL;
    size_t n = 0;
    QPDF_BOOL whole = QPDF_FALSE;
    qpdf_oh oh =
        QPDF(doc->lib, get_object_by_id, (int)number, pdfread_slot(doc, number)->generation);
    QPDF_ERROR_CODE code = QPDF(doc->lib, oh_get_stream_data, oh, qpdf_dl_none, &whole, &p, &n);
    QPDF(doc->lib, oh_release, oh);
    bool good = !(code & QPDF_ERRORS) && (p || n == 0);
    *out = good ? arena_str(doc->arena, (struct str){(const char *)p, n}) : STR_EMPTY;
    free(p);
    return good;
}

bool pdfread_stream(struct pdfread_document *doc, int64_t number, struct str *out) {
    *out = STR_EMPTY;
    (void)pdfread_object(doc, number);
    struct pdfread_slot *slot = pdfread_slot(doc, number);
    if (!slot || !slot->stream) {
        return false;
    }
    if (!slot->unpacked) {
        unsigned char *p = NULL;
        size_t n = 0;
        bool plain = false;
        slot->unpacked = true;
        slot->good = pdfread_unpack(doc, number, &p, &n, &plain) && plain;
        slot->data =
            slot->good ? arena_str(doc->arena, (struct str){(const char *)p, n}) : STR_EMPTY;
        free(p);
    }
    *out = slot->data;
    return slot->good;
}

struct str pdfread_metadata(struct pdfread_document *doc) {
    const struct pdfread_value *ref = pdfread_entry(pdfread_catalog(doc), "Metadata");
    struct str out = STR_EMPTY;
    (void)(ref->kind == PDFREAD_REFERENCE && pdfread_stream(doc, ref->number, &out));
    return out;
}

/* ---- pages (7.7.3) */

/* Reads four numbers as a rectangle. Its corners may be in any order. */
bool pdfread_rectangle(struct pdfread_document *doc, const struct pdfread_value *v, double out[4]) {
    v = pdfread_follow(doc, v);
    if (v->kind != PDFREAD_ARRAY || v->n != 4) {
        return false;
    }
    double b[4];
    for (int i = 0; i < 4; i++) {
        const struct pdfread_value *item = pdfread_follow(doc, &v->items[i]);
        if (!pdfread_is_number(item) || !(pdfread_abs(item->real) < 1e7)) {
            return false;
        }
        b[i] = item->real;
    }
    for (int i = 0; i < 2; i++) {
        out[i] = b[i] < b[i + 2] ? b[i] : b[i + 2];
        out[i + 2] = b[i] < b[i + 2] ? b[i + 2] : b[i];
    }
    return true;
}

/* The attributes that a page inherits from the nodes above it (7.7.3.4). */
struct above {
    const struct pdfread_value *node; /* the node of the page tree: a reference or a dictionary */
    const struct pdfread_value *resources, *media, *crop;
};

static const struct pdfread_value *own_or(const struct pdfread_value *dict, const char *key,
                                          const struct pdfread_value *otherwise) {
    const struct pdfread_value *v = pdfread_entry(dict, key);
    return v->kind == PDFREAD_NULL ? otherwise : v;
}

static void add_page(struct pdfread_document *doc, const struct above *at,
                     const struct pdfread_value *dict) {
    struct pdfread_page page = {.dict = dict};
    page.object = at->node->kind == PDFREAD_REFERENCE ? at->node->number : 0;
    page.resources = pdfread_follow(doc, at->resources);
    double box[4] = {0, 0, 612, 792}, crop[4];
    (void)pdfread_rectangle(doc, at->media, box);
    if (pdfread_rectangle(doc, at->crop, crop) && crop[0] < box[2] && crop[2] > box[0] &&
        crop[1] < box[3] && crop[3] > box[1]) {
        for (int i = 0; i < 2; i++) {
            box[i] = crop[i] > box[i] ? crop[i] : box[i];
            box[i + 2] = crop[i + 2] < box[i + 2] ? crop[i + 2] : box[i + 2];
        }
    }
    page.left = box[0];
    page.bottom = box[1];
    page.right = box[2];
    page.top = box[3];
    struct pdfread_slot *slot = pdfread_slot(doc, page.object);
    if (slot) {
        slot->page = (uint32_t)doc->pages.n + 1;
    }
    vec_push(&doc->pages, page);
}

static void find_pages(struct pdfread_document *doc) {
    VEC(struct above) stack = VEC_INIT;
    const struct pdfread_value *none = &pdfread_null;
    /* several nodes may share a list of kids, so the number of nodes is limited */
    enum { NODES = 4 * LIMIT_PDF_PAGES };
    size_t met = 0;
    vec_push(&stack,
             (struct above){pdfread_entry(pdfread_catalog(doc), "Pages"), none, none, none});
    while (stack.n) {
        struct above at = vec_pop(&stack);
        const struct pdfread_value *dict = pdfread_follow(doc, at.node);
        struct pdfread_slot *slot = slot_at(doc, at.node);
        if (dict->kind != PDFREAD_DICT || (slot && slot->walked) ||
            doc->pages.n >= LIMIT_PDF_PAGES) {
            doc->cut = doc->cut || doc->pages.n >= LIMIT_PDF_PAGES;
            continue;
        }
        if (slot) {
            slot->walked = true;
        }
        at.resources = own_or(dict, "Resources", at.resources);
        at.media = own_or(dict, "MediaBox", at.media);
        at.crop = own_or(dict, "CropBox", at.crop);
        const struct pdfread_value *kids = pdfread_get(doc, dict, "Kids");
        if (kids->kind != PDFREAD_ARRAY) {
            add_page(doc, &at, dict);
            continue;
        }
        for (size_t i = kids->n; i-- > 0;) {
            struct above kid = at;
            kid.node = &kids->items[i];
            /* only references are followed, because direct nodes could be nested without limit */
            if (kid.node->kind != PDFREAD_REFERENCE) {
                continue;
            }
            if (met++ >= NODES) {
                doc->cut = true;
                break;
            }
            vec_push(&stack, kid);
        }
    }
    vec_drop(&stack);
}

const struct pdfread_page *pdfread_pages(struct pdfread_document *doc, size_t *n) {
    if (!doc->has_pages) {
        doc->has_pages = true;
        find_pages(doc);
        doc->npages = doc->pages.n;
        doc->page_list = vec_keep(&doc->pages, doc->arena);
        vec_drop(&doc->pages);
        doc->texts = ARENA_ARRAY(doc->arena, struct pdfread_page_text *, doc->npages + 1);
        pdfread_find_links(doc, doc->page_list, doc->npages);
    }
    *n = doc->npages;
    return doc->page_list;
}

size_t pdfread_page_of(struct pdfread_document *doc, int64_t number) {
    size_t n;
    (void)pdfread_pages(doc, &n);
    struct pdfread_slot *slot = pdfread_slot(doc, number);
    return slot && slot->page ? slot->page - 1 : SIZE_MAX;
}

struct str pdfread_page_content(struct pdfread_document *doc, size_t index) {
    size_t n;
    const struct pdfread_page *pages = pdfread_pages(doc, &n);
    if (index >= n) {
        return STR_EMPTY;
    }
    const struct pdfread_value *contents = pdfread_entry(pages[index].dict, "Contents");
    const struct pdfread_value *list = pdfread_follow(doc, contents);
    struct str one = STR_EMPTY;
    if (list->kind != PDFREAD_ARRAY) {
        (void)(contents->kind == PDFREAD_REFERENCE && pdfread_stream(doc, contents->number, &one));
        return one;
    }
    struct buf all;
    buf_init(&all, LIMIT_PDF_STREAMS);
    for (size_t i = 0; i < list->n; i++) {
        if (list->items[i].kind == PDFREAD_REFERENCE &&
            pdfread_stream(doc, list->items[i].number, &one)) {
            buf_str(&all, one);
            buf_putc(&all, '\n');
        }
        if (all.n > LIMIT_PDF_CONTENT) {
            doc->cut = true;
            break;
        }
    }
    return buf_finish(&all, doc->arena);
}

/* ---- everything */

struct walk {
    const struct pdfread_value *value;
    struct str key;
};

static bool each_in(struct pdfread_document *doc, int64_t number, const struct pdfread_value *root,
                    bool (*f)(void *user, const struct pdfread_string *s), void *user) {
    VEC(struct walk) stack = VEC_INIT;
    bool go_on = true;
    vec_push(&stack, (struct walk){root, STR_EMPTY});
    while (stack.n && go_on) {
        struct walk at = vec_pop(&stack);
        const struct pdfread_value *v = at.value;
        struct pdfread_string s = {number, at.key, STR_EMPTY};
        if (v->kind == PDFREAD_STRING) {
            s.text = pdfread_text(doc->arena, v);
            go_on = f(user, &s);
        } else if (v->kind == PDFREAD_NAME && v->text.n > 2) {
            s.text = v->text;
            go_on = f(user, &s);
        }
        for (size_t i = v->kind == PDFREAD_ARRAY || v->kind == PDFREAD_DICT ? v->n : 0; i-- > 0;) {
            bool of_key = v->kind == PDFREAD_DICT && i % 2;
            vec_push(&stack, (struct walk){&v->items[i], of_key ? v->items[i - 1].text : at.key});
        }
    }
    vec_drop(&stack);
    return go_on;
}

void pdfread_each_string(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_string *s), void *user) {
    bool go_on = each_in(doc, 0, pdfread_trailer(doc), f, user);
    for (size_t i = 1; i < doc->nslots && go_on; i++) {
        go_on = each_in(doc, (int64_t)i, pdfread_object(doc, (int64_t)i), f, user);
    }
}

static bool is_content(const struct pdfread_slot *slot, const struct pdfread_value *dict) {
    return slot->content || pdfread_is_name(pdfread_entry(dict, "Subtype"), "Form") ||
           pdfread_entry(dict, "PatternType")->kind == PDFREAD_INT;
}

/* Marks the objects that are content of pages or glyphs of fonts. */
static void mark_content(struct pdfread_document *doc) {
    size_t n;
    const struct pdfread_page *pages = pdfread_pages(doc, &n);
    for (size_t i = 0; i < n; i++) {
        const struct pdfread_value *contents = pdfread_entry(pages[i].dict, "Contents");
        const struct pdfread_value *list = pdfread_follow(doc, contents);
        bool array = list->kind == PDFREAD_ARRAY;
        for (size_t k = 0; k < (array ? list->n : 1); k++) {
            const struct pdfread_value *ref = array ? &list->items[k] : contents;
            struct pdfread_slot *slot = slot_at(doc, ref);
            if (slot) {
                slot->content = true;
            }
        }
    }
    for (size_t i = 1; i < doc->nslots; i++) {
        const struct pdfread_value *procs =
            pdfread_get(doc, pdfread_object(doc, (int64_t)i), "CharProcs");
        for (size_t k = 1; procs->kind == PDFREAD_DICT && k < procs->n; k += 2) {
            struct pdfread_slot *slot = slot_at(doc, &procs->items[k]);
            if (slot) {
                slot->content = true;
            }
        }
    }
}

void pdfread_each_stream(struct pdfread_document *doc,
                         bool (*f)(void *user, const struct pdfread_stream_info *s), void *user) {
    mark_content(doc);
    bool go_on = true;
    for (size_t i = 1; i < doc->nslots && go_on; i++) {
        const struct pdfread_value *dict = pdfread_object(doc, (int64_t)i);
        struct pdfread_slot *slot = &doc->slots[i];
        struct pdfread_stream_info info = {.object = (int64_t)i, .dict = dict};
        unsigned char *p = NULL;
        if (slot->unpacked && slot->good) {
            info.plain = true;
            info.data = slot->data;
        } else {
            size_t n = 0;
            if (!slot->stream || !pdfread_unpack(doc, (int64_t)i, &p, &n, &info.plain)) {
                continue;
            }
            info.data = (struct str){(const char *)p, n};
            /* the bytes are freed below, so they do not count */
            doc->bytes_unpacked -= n;
        }
        info.content = is_content(slot, dict);
        go_on = f(user, &info);
        free(p);
    }
}

/* ---- the document */

/* One more than the highest object number, which the trailer (7.5.5) or the file itself gives. */
static size_t count_objects(struct pdfread_document *doc) {
    int64_t most = pdfread_entry(pdfread_trailer(doc), "Size")->number;
    struct str s = doc->bytes;
    for (size_t at = 0; at < s.n;) {
        size_t found = str_find(str_from(s, at), STR(" obj"));
        if (found == STR_NONE) {
            break;
        }
        size_t end = at + found, from = end;
        at = end + 4;
        while (from > 0 && is_digit(s.p[from - 1]) && end - from < 6) {
            from--;
        }
        size_t to = from > 0 && s.p[from - 1] == ' ' ? from - 1 : 0, begin = to;
        while (begin > 0 && is_digit(s.p[begin - 1]) && to - begin < 8) {
            begin--;
        }
        int64_t number = 0;
        if (str_to_i64(str_slice(s, begin, to), &number) && number >= most) {
            most = number + 1;
        }
    }
    doc->cut = doc->cut || most > LIMIT_PDF_OBJECTS;
    return most < 1 ? 1 : most > LIMIT_PDF_OBJECTS ? LIMIT_PDF_OBJECTS : (size_t)most;
}

struct pdfread_document *pdfread_document_open(struct arena *a, struct str name, struct str bytes,
                                               struct span at, struct diags *d) {
    struct pdfread_lib *lib = pdfread_open(name, bytes, at, d);
    if (!lib) {
        return NULL;
    }
    struct pdfread_document *doc = ARENA_NEW(a, struct pdfread_document);
    doc->arena = a;
    doc->scratch = arena_new();
    doc->lib = lib;
    doc->bytes = bytes;
    doc->fonts = MAP_IN(a);
    doc->nslots = count_objects(doc);
    doc->slots = xcalloc(doc->nslots, sizeof *doc->slots);
    return doc;
}

void pdfread_document_close(struct pdfread_document *doc) {
    if (doc) {
        pdfread_close(doc->lib);
        vec_drop(&doc->pages);
        vec_drop(&doc->nums);
        vec_drop(&doc->holders);
        arena_drop(doc->scratch);
        free(doc->slots);
        doc->slots = NULL;
        doc->nslots = 0;
    }
}

bool pdfread_document_is_cut(const struct pdfread_document *doc) {
    return doc->cut;
}

bool pdfread_document_is_mended(const struct pdfread_document *doc) {
    return QPDF(doc->lib, more_warnings);
}

struct str pdfread_document_bytes(const struct pdfread_document *doc) {
    return doc->bytes;
}

struct str pdfread_document_digest(struct pdfread_document *doc) {
    if (!doc->digest.n) {
        struct digest digest = digest_of(doc->bytes);
        doc->digest =
            arena_str(doc->arena, (struct str){(const char *)digest.byte, sizeof digest.byte});
    }
    return doc->digest;
}
