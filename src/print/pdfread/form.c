/* SPDX-License-Identifier: MIT */
/*
 * Converts a page to a form. The objects that its content needs are written one by one as they are
 * found. The file is not trusted: depth, number and size are limited, and the kind of every object
 * is checked.
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "print/pdfread/document.h"
#include "print/pdfread/taker.h"

#include <stdlib.h>

DIAG_USE(DIAG_BAD_IMAGE);

enum { MAX_DEPTH = 100, MAX_PARENTS = 50, MAX_ID = 8000000, MAX_VALUES = 2000000 };
/* maximum number of content streams of one page */
enum { MAX_CONTENTS = 10000 };
/* Limits of PDF/A-2 (6.1.13) for a name with its slash and for a string. */
enum { NAME_MAX_BYTES = 128, STRING_MAX_BYTES = 32767 };

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

/* The number of an indirect object in the form; a new object is queued. */
static size_t number_of(struct taker *t, qpdf_oh oh) {
    int id = QPDF(t->pdf, oh_get_object_id, oh);
    if (id < 0 || (size_t)id > MAX_ID || t->handles.n >= LIMIT_FORM_OBJECTS) {
        t->fault = "needs too many objects";
        return 0;
    }
    while (t->known.n <= (size_t)id) {
        vec_push(&t->known, 0);
    }
    if (!t->known.p[id]) {
        t->known.p[id] = (uint32_t)t->handles.n;
        vec_push(&t->handles, oh);
    }
    return t->known.p[id];
}

/* ---- values */

/* Whether an entry is omitted: it refers to the old document, or PDF/A forbids it and the form does
 * not need it. */
static bool is_left(const char *key, bool resources) {
    return str_among(str_of(key), "/HT /HTO /PS /Subtype2 /StructParents /StructParent /Metadata "
                                  "/PieceInfo /OC /Alternates /OPI /LastModified /Parent "
                                  "/Interpolate /TR /TR2 /HTP /AF /Ref") ||
           (resources && str_is(str_of(key), "/Properties"));
}

static void put_value(struct taker *t, struct buf *out, qpdf_oh oh, int depth);

/* An entry of a page, which may be inherited from a node above it (7.7.3.4). */
static qpdf_oh inherited(const struct taker *t, qpdf_oh page, const char *key) {
    for (int i = 0; i < MAX_PARENTS && !QPDF(t->pdf, oh_has_key, page, key); i++) {
        page = taker_get(t, page, "/Parent");
    }
    return taker_get(t, page, key);
}

/* The keys of a dictionary. They are collected first, because libqpdf iterates over only one
 * dictionary at a time. */
static char **keys_of(struct taker *t, qpdf_oh dict, size_t *n) {
    VEC(char *) keys = VEC_INIT;
    QPDF(t->pdf, oh_begin_dict_key_iter, dict);
    while (QPDF(t->pdf, oh_dict_more_keys)) {
        struct str key = arena_str(t->a, str_of(QPDF(t->pdf, oh_dict_next_key)));
        vec_push(&keys, (char *)(uintptr_t)key.p);
    }
    *n = keys.n;
    return vec_finish(&keys, t->a);
}

static void put_key(struct taker *t, struct buf *out, const char *key) {
    qpdf_oh name = QPDF(t->pdf, oh_new_name, key);
    /* qpdf writes special characters of names as #xx */
    buf_puts(out, QPDF(t->pdf, oh_unparse, name));
    QPDF(t->pdf, oh_release, name);
    buf_putc(out, ' ');
    if (str_of(key).n > NAME_MAX_BYTES) {
        t->form->foreign = "a name of more than 127 bytes";
    }
}

/* Appends the resources of one kind, each of which has a name and a value (7.8.3). Returns false if
 * `key` is not a kind of resource. */
static bool put_named(struct taker *t, struct buf *out, const char *key, qpdf_oh dict, int depth) {
    if (!str_among(str_of(key), "/Font /XObject /ExtGState /ColorSpace /Pattern /Shading") ||
        !QPDF(t->pdf, oh_is_dictionary, dict)) {
        return false;
    }
    size_t n = 0;
    char **keys = keys_of(t, dict, &n);
    buf_puts(out, "<<");
    for (size_t i = 0; i < n && !t->fault; i++) {
        put_key(t, out, keys[i]);
        put_value(t, out, QPDF(t->pdf, oh_get_key, dict, keys[i]), depth + 1);
    }
    buf_puts(out, ">>");
    return true;
}

/* Appends default values that PDF/A requires to be written: the map from CIDs to glyphs (ISO
 * 19005-1, 6.3.3.2), the page's resources (6.2.10). */
static void put_missing(struct taker *t, struct buf *out, qpdf_oh dict, bool content, int depth) {
    qpdf_oh kind = taker_get(t, dict, "/Subtype");
    if (taker_is_name(t, kind, "/CIDFontType2") &&
        !QPDF(t->pdf, oh_has_key, dict, "/CIDToGIDMap")) {
        buf_puts(out, "/CIDToGIDMap/Identity ");
    }
    bool needs = content || taker_is_name(t, kind, "/Type3");
    if (needs && !QPDF(t->pdf, oh_has_key, dict, "/Resources")) {
        qpdf_oh resources = inherited(t, t->page, "/Resources");
        buf_puts(out, "/Resources ");
        if (QPDF(t->pdf, oh_is_dictionary, resources)) {
            put_value(t, out, resources, depth + 1);
        } else {
            buf_puts(out, "<<>>");
        }
    }
}

static bool is_content(const struct taker *t, qpdf_oh dict) {
    return taker_is_name(t, taker_get(t, dict, "/Subtype"), "/Form") ||
           QPDF(t->pdf, oh_has_key, dict, "/PatternType");
}

/* Appends all entries of a dictionary, except those that are always omitted and those in
 * `without`. */
static void put_entries(struct taker *t, struct buf *out, qpdf_oh dict, const char *const *without,
                        int depth) {
    size_t n = 0;
    char **keys = keys_of(t, dict, &n);
    bool resources = QPDF(t->pdf, oh_has_key, dict, "/Font") ||
                     QPDF(t->pdf, oh_has_key, dict, "/XObject") ||
                     QPDF(t->pdf, oh_has_key, dict, "/ExtGState");
    for (size_t i = 0; i < n && !t->fault; i++) {
        bool left = is_left(keys[i], resources), group = str_is(str_of(keys[i]), "/Group");
        for (size_t k = 0; without && without[k] && !left; k++) {
            left = str_is(str_of(keys[i]), without[k]);
        }
        if (left) {
            continue;
        }
        buf_puts(out, group ? PDFREAD_GROUP : "");
        put_key(t, out, keys[i]);
        qpdf_oh value = QPDF(t->pdf, oh_get_key, dict, keys[i]);
        if (!resources || !put_named(t, out, keys[i], value, depth)) {
            put_value(t, out, value, depth + 1);
        }
        buf_puts(out, group ? PDFREAD_GROUP : "");
    }
    put_missing(t, out, dict, without && is_content(t, dict), depth);
}

static void put_array(struct taker *t, struct buf *out, qpdf_oh array, int depth) {
    int n = QPDF(t->pdf, oh_get_array_n_items, array);
    pdfread_look_at_array(t, array);
    buf_putc(out, '[');
    for (int i = 0; i < n && !t->fault; i++) {
        buf_puts(out, i ? " " : "");
        put_value(t, out, QPDF(t->pdf, oh_get_array_item, array, i), depth + 1);
    }
    buf_putc(out, ']');
}

static void put_direct(struct taker *t, struct buf *out, qpdf_oh oh, int depth) {
    size_t n = 0;
    const char *p;
    switch (QPDF(t->pdf, oh_get_type_code, oh)) {
    case ot_array:
        put_array(t, out, oh, depth);
        return;
    case ot_dictionary:
        pdfread_look_at(t, oh);
        buf_puts(out, "<<");
        put_entries(t, out, oh, NULL, depth);
        buf_puts(out, ">>");
        return;
    case ot_string:
        p = QPDF(t->pdf, oh_get_binary_string_value, oh, &n);
        pdfread_put_hex(out, (struct str){p, n});
        if (n > STRING_MAX_BYTES) {
            t->form->foreign = "a text of more than 32767 bytes";
        }
        return;
    case ot_name:
        t->form->cmyk = t->form->cmyk || taker_is_name(t, oh, "/DeviceCMYK");
        buf_puts(out, QPDF(t->pdf, oh_unparse_resolved, oh));
        buf_putc(out, ' ');
        return;
    case ot_boolean:
    case ot_integer:
    case ot_real:
        buf_puts(out, QPDF(t->pdf, oh_unparse_resolved, oh));
        buf_putc(out, ' ');
        return;
    default:
        break;
    }
    buf_puts(out, "null ");
}

static void put_value(struct taker *t, struct buf *out, qpdf_oh oh, int depth) {
    if (depth > MAX_DEPTH || ++t->values > MAX_VALUES || out->n > LIMIT_FORM_BYTES - t->bytes) {
        t->fault = depth > MAX_DEPTH ? "is nested too deeply" : "is too large";
        return;
    }
    bool object = QPDF(t->pdf, oh_is_dictionary, oh) || QPDF(t->pdf, oh_is_stream, oh);
    if (object && QPDF(t->pdf, oh_is_indirect, oh)) {
        buf_printf(out, "%c%zu%c", PDFREAD_REF, number_of(t, oh), PDFREAD_REF);
        return;
    }
    /* arrays and other direct values are written in place, without an object of their own */
    put_direct(t, out, oh, depth);
    QPDF(t->pdf, oh_release, oh);
}

/* ---- objects */

static struct str keep_body(struct taker *t, struct buf *body) {
    size_t left = LIMIT_FORM_BYTES - t->bytes;
    t->fault = body->n > left || body->overflow ? "is too large" : t->fault;
    t->bytes += body->n < left ? body->n : left;
    return buf_finish(body, t->a);
}

static struct str take_content(struct taker *t, struct str data) {
    struct pdfread_seen seen = {.cmyk = false};
    data = pdfread_content(t->a, data, &seen);
    pdfread_look_at_content(t, &seen);
    return data;
}

/* Copies the data of a stream. They are unpacked, except for image formats. */
static void take_stream(struct taker *t, qpdf_oh stream, struct pdfread_object *o) {
    static const char *const packing[] = {"/Length", "/Filter",  "/DecodeParms",  "/DL",
                                          "/F",      "/FFilter", "/FDecodeParms", NULL};
    static const char *const length[] = {"/Length", "/DL", "/F", "/FFilter", "/FDecodeParms", NULL};
    if (!pdfread_fits(t->pdf, stream, LIMIT_FORM_BYTES - t->bytes)) {
        t->fault = "is too large";
        return;
    }
    unsigned char *p = NULL;
    size_t n = 0;
    QPDF_BOOL plain = QPDF_FALSE;
    QPDF_ERROR_CODE code =
        QPDF(t->pdf, oh_get_stream_data, stream, qpdf_dl_generalized, &plain, &p, &n);
    qpdf_oh dict = QPDF(t->pdf, oh_get_dict, stream);
    if ((code & QPDF_ERRORS) || (n && !p) || n > LIMIT_FORM_BYTES - t->bytes) {
        t->fault = code & QPDF_ERRORS ? "has a stream that cannot be unpacked" : "is too large";
        free(p);
        return;
    }
    t->bytes += n;
    struct str data = {(const char *)p, n};
    if (plain && is_content(t, dict)) {
        data = take_content(t, data);
    } else if (plain && !QPDF(t->pdf, oh_has_key, dict, "/Type")) {
        pdfread_look_at_profile(t, data);
    }
    o->data = arena_str(t->a, data);
    o->stream = true;
    o->packed = !plain;
    free(p);
    struct buf body;
    buf_init(&body, LIMIT_FORM_BYTES);
    put_entries(t, &body, dict, plain ? packing : length, 0);
    o->body = keep_body(t, &body);
}

static void take_object(struct taker *t, size_t i) {
    struct pdfread_object o = {.stream = false};
    qpdf_oh oh = t->handles.p[i];
    if (QPDF(t->pdf, oh_is_stream, oh)) {
        pdfread_look_at(t, QPDF(t->pdf, oh_get_dict, oh));
        take_stream(t, oh, &o);
    } else {
        struct buf body;
        buf_init(&body, LIMIT_FORM_BYTES);
        pdfread_look_at(t, oh);
        put_entries(t, &body, oh, NULL, 0);
        o.body = keep_body(t, &body);
    }
    vec_push(&t->done, o);
}

/* ---- the page */

struct box {
    double left, bottom, right, top;
};

static bool read_box(const struct taker *t, qpdf_oh array, struct box *out) {
    double v[4];
    if (!QPDF(t->pdf, oh_is_array, array) || QPDF(t->pdf, oh_get_array_n_items, array) != 4) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        qpdf_oh item = QPDF(t->pdf, oh_get_array_item, array, i);
        v[i] = QPDF(t->pdf, oh_is_number, item) ? QPDF(t->pdf, oh_get_numeric_value, item) : 1e9;
        if (!(v[i] > -1e6 && v[i] < 1e6)) {
            return false;
        }
    }
    *out = (struct box){least(v[0], v[2]), least(v[1], v[3]), most(v[0], v[2]), most(v[1], v[3])};
    return true;
}

/* The visible part of a page: its crop box, limited to its media box (14.11.2). */
static struct box box_of(const struct taker *t, qpdf_oh page) {
    struct box media = {0, 0, 612, 792}, crop;
    (void)read_box(t, inherited(t, page, "/MediaBox"), &media);
    if (!read_box(t, inherited(t, page, "/CropBox"), &crop)) {
        return media;
    }
    crop.left = most(crop.left, media.left);
    crop.bottom = most(crop.bottom, media.bottom);
    crop.right = least(crop.right, media.right);
    crop.top = least(crop.top, media.top);
    return crop.left < crop.right && crop.bottom < crop.top ? crop : media;
}

/* Turns a page clockwise by /Rotate, moves its corner to the origin, and scales it to points. */
static void place_page(struct taker *t, qpdf_oh page, struct box b) {
    qpdf_oh turn = inherited(t, page, "/Rotate"), unit = taker_get(t, page, "/UserUnit");
    double degrees =
        QPDF(t->pdf, oh_is_integer, turn) ? QPDF(t->pdf, oh_get_numeric_value, turn) : 0;
    int quarter = degrees > -1e6 && degrees < 1e6 ? (int)(degrees / 90 + 4e6) % 4 : 0;
    double u = QPDF(t->pdf, oh_is_number, unit) ? QPDF(t->pdf, oh_get_numeric_value, unit) : 1;
    u = u > 0.01 && u < 1000 ? u : 1;
    double w = (b.right - b.left) * u, h = (b.top - b.bottom) * u;
    const double turned[4][6] = {{u, 0, 0, u, -b.left * u, -b.bottom * u},
                                 {0, -u, u, 0, -b.bottom * u, b.right * u},
                                 {-u, 0, 0, -u, b.right * u, b.top * u},
                                 {0, u, -u, 0, b.top * u, -b.left * u}};
    for (int i = 0; i < 6; i++) {
        t->form->matrix[i] = turned[quarter][i];
    }
    t->form->width = quarter % 2 ? h : w;
    t->form->height = quarter % 2 ? w : h;
}

/* Whether the content of a page (one stream or several) is small enough to be unpacked. */
static bool content_fits(const struct taker *t, qpdf_oh page) {
    qpdf_oh contents = taker_get(t, page, "/Contents");
    int n = QPDF(t->pdf, oh_is_array, contents) ? QPDF(t->pdf, oh_get_array_n_items, contents) : 0;
    bool fits =
        !QPDF(t->pdf, oh_is_stream, contents) || pdfread_fits(t->pdf, contents, LIMIT_FORM_BYTES);
    for (int i = 0; i < n && fits; i++) {
        qpdf_oh item = QPDF(t->pdf, oh_get_array_item, contents, i);
        fits = i < MAX_CONTENTS && (!QPDF(t->pdf, oh_is_stream, item) ||
                                    pdfread_fits(t->pdf, item, LIMIT_FORM_BYTES / (size_t)n));
    }
    return fits;
}

static void take_page(struct taker *t, qpdf_oh page) {
    unsigned char *p = NULL;
    size_t n = 0;
    struct box box = box_of(t, page);
    place_page(t, page, box);
    if (!content_fits(t, page)) {
        t->fault = "is too large";
        return;
    }
    QPDF_ERROR_CODE code = QPDF(t->pdf, oh_get_page_content_data, page, &p, &n);
    if ((code & QPDF_ERRORS) || n > LIMIT_FORM_BYTES) {
        t->fault = "has content that cannot be unpacked";
        free(p);
        return;
    }
    t->bytes = n;
    struct pdfread_object o = {.stream = true};
    o.data = take_content(t, (struct str){(const char *)p, n});
    free(p);
    struct buf body;
    buf_init(&body, LIMIT_FORM_BYTES);
    buf_printf(&body, "/Type/XObject/Subtype/Form/BBox[%.4f %.4f %.4f %.4f]/Resources ", box.left,
               box.bottom, box.right, box.top);
    qpdf_oh resources = inherited(t, page, "/Resources");
    if (QPDF(t->pdf, oh_is_dictionary, resources)) {
        put_value(t, &body, resources, 0);
    } else {
        buf_puts(&body, "<<>>");
    }
    qpdf_oh group = taker_get(t, page, "/Group");
    if (QPDF(t->pdf, oh_is_dictionary, group)) {
        t->form->clear = true;
        buf_puts(&body, PDFREAD_GROUP "/Group ");
        put_value(t, &body, group, 0);
        buf_puts(&body, PDFREAD_GROUP);
    }
    o.body = keep_body(t, &body);
    vec_push(&t->done, o);
}

static void take_form(struct taker *t, size_t page) {
    vec_push(&t->handles, 0);
    t->page = QPDF(t->pdf, get_page_n, page - 1);
    take_page(t, t->page);
    for (size_t i = 1; i < t->handles.n && !t->fault; i++) {
        take_object(t, i);
    }
    t->form->n = t->done.n;
    t->form->objects = vec_keep(&t->done, t->a);
}

struct pdfread_form *pdfread_form(struct arena *a, struct str name, struct str bytes, size_t page,
                                  struct span at, struct diags *d) {
    struct taker t = {.a = a, .form = ARENA_NEW(a, struct pdfread_form)};
    t.pdf = pdfread_open(name, bytes, at, d);
    if (!t.pdf) {
        return NULL;
    }
    int pages = QPDF(t.pdf, get_num_pages);
    t.form->pages = pages > 0 ? (size_t)pages : 0;
    if (page < 1 || page > t.form->pages) {
        struct diag *g =
            diag_add(d, DIAG_BAD_IMAGE, at, "`%.*s` has no page %zu", STR_ARG(name), page);
        diag_hint(d, g, "it has %zu", t.form->pages);
    } else {
        take_form(&t, page);
        if (t.fault) {
            diag_add(d, DIAG_BAD_IMAGE, at, "page %zu of `%.*s` %s", page, STR_ARG(name), t.fault);
        }
    }
    bool whole = t.form->n > 0 && !t.fault;
    vec_drop(&t.handles);
    vec_drop(&t.known);
    vec_drop(&t.done);
    pdfread_close(t.pdf);
    return whole ? t.form : NULL;
}
