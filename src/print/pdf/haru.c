/* SPDX-License-Identifier: MIT */
/*
 * Documents, pages, dictionaries and streams, made with the object layer of libharu.
 *
 * The code is written for libharu 2.3.0 and 2.4, and calls only functions that behave alike in
 * both. Functions for fonts, images, strings, real numbers and writing files are not called.
 */
#include "print/pdf/haru_internal.h"
#include "print/pdf/pdf.h"

#include <stddef.h>

const struct haru_calls *haru_calls(void) {
#define SYMBOL(name) {#name, offsetof(struct haru_calls, name)},
    static const struct module_symbol symbols[] = {HARU_CALLS(SYMBOL)};
#undef SYMBOL
    return module_calls(MODULE_HARU, symbols, ARRAY_LEN(symbols), sizeof(struct haru_calls));
}

bool haru_check(struct haru *h, HPDF_STATUS status) {
    if (h->status == HPDF_OK && status != HPDF_OK) {
        h->status = status;
    }
    return h->status == HPDF_OK;
}

/** Whether a constructor has returned an object. If not, the reason is in the document. */
static bool check_object(struct haru *h, const void *object) {
    if (object) {
        return h->status == HPDF_OK;
    }
    HPDF_STATUS why = h->doc ? HPDF(GetError, h->doc) : HPDF_FAILD_TO_ALLOC_MEM;
    return haru_check(h, why != HPDF_OK ? why : HPDF_FAILD_TO_ALLOC_MEM);
}

/** Writes our entries after libharu's entries of a dictionary. libharu calls this function when it
 * writes the dictionary to the stream whose `attr` is the sink of `h`. */
static HPDF_STATUS write_body(HPDF_Dict dict, HPDF_Stream stream) {
    const struct haru_sink *sink = stream->attr;
    struct str body = sink->h->objects.p[haru_number(dict)].body;
    if (body.n == 0) {
        return HPDF_OK;
    }
    HPDF_STATUS s = HPDF(Stream_Write, stream, (const HPDF_BYTE *)body.p, (HPDF_UINT)body.n);
    return s == HPDF_OK ? HPDF(Stream_WriteStr, stream, "\n") : s;
}

/** Makes the list of objects long enough for the object `ref`. */
static void note_number(struct haru *h, pdf_ref ref) {
    while (h->objects.n <= ref) {
        vec_push(&h->objects, (struct haru_object){NULL, STR_EMPTY});
    }
}

static pdf_ref adopt(struct haru *h, HPDF_Dict dict) {
    pdf_ref ref = haru_number(dict);
    note_number(h, ref);
    h->objects.p[ref].dict = dict;
    dict->write_fn = write_body;
    return ref;
}

struct haru *haru_new(struct arena *a, struct pool *pool) {
    struct haru *h = xcalloc(1, sizeof *h);
    h->arena = a;
    h->pool = pool;
    h->deflater = deflater_new(false);
    h->doc = HPDF(New, NULL, NULL);
    if (check_object(h, h->doc)) {
        adopt(h, h->doc->catalog);
    }
    return h;
}

void haru_drop(struct haru *h) {
    pdf_press_drop(h->press);
    if (h->doc) {
        HPDF(Free, h->doc);
    }
    deflater_drop(h->deflater);
    vec_drop(&h->objects);
    free(h);
}

pdf_ref haru_reserve(struct haru *h) {
    if (h->status != HPDF_OK) {
        return 0;
    }
    /* libharu's own dictionaries would take ten times the memory of ours until the file is written,
     * and a tagged document has hundreds for each page. libharu's list of objects grows in fixed
     * steps, which takes quadratic time. So libharu only reserves a number for our dictionary. */
    HPDF_Xref xref = h->doc->xref;
    pdf_ref ref = haru_end(h);
    if (ref >= HPDF_LIMIT_MAX_XREF_ELEMENT) {
        haru_check(h, HPDF_XREF_COUNT_ERR);
        return 0;
    }
    xref->start_offset++;
    note_number(h, ref);
    h->objects.p[ref].body = STR("");
    return ref;
}

void haru_fill(struct haru *h, pdf_ref dict, struct str body) {
    if (h->status != HPDF_OK) {
        return;
    }
    if (dict == 0 || dict >= h->objects.n || !(h->objects.p[dict].dict || haru_is_ours(h, dict))) {
        BUG("no such object");
    }
    h->objects.p[dict].body = body.p ? body : STR("");
}

pdf_ref haru_dict(struct haru *h, struct str body) {
    pdf_ref ref = haru_reserve(h);
    if (ref) {
        haru_fill(h, ref, body);
    }
    return ref;
}

struct pdf_press *haru_press(struct haru *h) {
    /* starting a thread takes longer than compressing a small file */
    if (!h->press && pool_size(h->pool) > 0 && deflater_is_thorough(h->deflater)) {
        h->press = pdf_press_new(h->pool);
    }
    return h->press;
}

static void write_bytes(struct haru *h, HPDF_Dict dict, struct str data) {
    if (data.n && h->status == HPDF_OK) {
        haru_check(h,
                   HPDF(Stream_Write, dict->stream, (const HPDF_BYTE *)data.p, (HPDF_UINT)data.n));
    }
}

static void take_packed(void *user, void *place, struct str packed) {
    write_bytes(user, place, packed);
}

/** Writes bytes into a stream object. Returns the entries of its dictionary. If `own` is not NULL,
 * it is the buffer with the bytes, which the function may empty. */
static struct str fill_stream(struct haru *h, HPDF_Dict dict, struct str body, struct str data,
                              struct buf *own, enum haru_filter filter) {
    /* libharu would compress with a filter of its choice and drop a /Filter that it did not set.
     * Therefore the bytes are compressed here, and /Filter is one of our entries, which libharu
     * does not interpret. */
    if (filter == HARU_PLAIN) {
        write_bytes(h, dict, data);
        return body;
    }
    struct pdf_press *press = haru_press(h);
    if (press && own) {
        pdf_press_give(press, own, take_packed, h, dict);
    } else if (press) {
        pdf_press_add(press, data, take_packed, h, dict);
    } else {
        write_bytes(h, dict, deflater_run(h->deflater, data));
    }
    return arena_join(h->arena, 2, STR("/Filter/FlateDecode"), body);
}

pdf_ref haru_reserve_stream(struct haru *h) {
    if (h->status != HPDF_OK) {
        return 0;
    }
    HPDF_Dict dict = HPDF(DictStream_New, h->doc->mmgr, h->doc->xref);
    return check_object(h, dict) ? adopt(h, dict) : 0;
}

void haru_fill_stream(struct haru *h, pdf_ref stream, struct str body, struct str data,
                      enum haru_filter filter) {
    if (h->status == HPDF_OK) {
        haru_fill(h, stream, fill_stream(h, h->objects.p[stream].dict, body, data, NULL, filter));
    }
}

pdf_ref haru_stream(struct haru *h, struct str body, struct str data, enum haru_filter filter) {
    pdf_ref ref = haru_reserve_stream(h);
    haru_fill_stream(h, ref, body, data, filter);
    return ref;
}

pdf_ref haru_stream_of(struct haru *h, struct str body, struct buf *data) {
    pdf_ref ref = haru_reserve_stream(h);
    if (ref) {
        HPDF_Dict dict = h->objects.p[ref].dict;
        haru_fill(h, ref, fill_stream(h, dict, body, buf_view(data), data, HARU_FLATE));
    }
    return ref;
}

pdf_ref haru_page(struct haru *h) {
    if (h->status != HPDF_OK) {
        return 0;
    }
    HPDF_Page page = HPDF(AddPage, h->doc);
    if (!check_object(h, page)) {
        return 0;
    }
    /* libharu would write the box as floats, and would repeat the resources on each page. Our own
     * entries contain both. */
    haru_check(h, HPDF(Dict_RemoveElement, page, "MediaBox"));
    haru_check(h, HPDF(Dict_RemoveElement, page, "Resources"));
    return adopt(h, page);
}

void haru_page_fill(struct haru *h, pdf_ref page, struct str body, struct str content) {
    if (h->status != HPDF_OK) {
        return;
    }
    haru_fill(h, page, body);
    HPDF_Dict contents = HPDF(Dict_GetItem, h->objects.p[page].dict, "Contents", HPDF_OCLASS_DICT);
    if (check_object(h, contents)) {
        pdf_ref ref = adopt(h, contents);
        haru_fill(h, ref, fill_stream(h, contents, STR_EMPTY, content, NULL, HARU_FLATE));
    }
}

void haru_catalog(struct haru *h, struct str body) {
    if (h->status == HPDF_OK) {
        haru_fill(h, haru_number(h->doc->catalog), body);
    }
}

void haru_info(struct haru *h, struct str body) {
    if (h->status != HPDF_OK) {
        return;
    }
    /*
     * libharu would write its name and version as the producer, and the file would depend on the
     * version.
     */
    HPDF_Dict info = h->doc->info;
    if (!info) {
        h->doc->info = info = HPDF(Dict_New, h->doc->mmgr);
        if (!check_object(h, info) || !haru_check(h, HPDF(Xref_Add, h->doc->xref, info))) {
            return;
        }
    }
    if (HPDF(Dict_GetItem, info, "Producer", HPDF_OCLASS_STRING)) {
        haru_check(h, HPDF(Dict_RemoveElement, info, "Producer"));
    }
    haru_fill(h, adopt(h, info), body);
}

void haru_no_info(struct haru *h) {
    h->no_info = true;
}

const char *haru_error(const struct haru *h) {
    switch (h->status) {
    case HPDF_OK:
        return NULL;
    case HPDF_FAILD_TO_ALLOC_MEM:
        return "out of memory";
    case HPDF_ARRAY_COUNT_ERR:
    case HPDF_DICT_COUNT_ERR:
    case HPDF_XREF_COUNT_ERR:
        return "the document has more objects than a PDF file can hold";
    default:
        return "the PDF library refused an object";
    }
}

const char *pdf_library_version(void) {
    return HPDF_VERSION_TEXT;
}
