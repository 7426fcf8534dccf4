/* SPDX-License-Identifier: MIT */
/*
 * Writes the file: objects become bytes, with object streams (ISO 32000-1, 7.5.7) and a
 * cross-reference stream (7.5.8). PDF 1.4 has neither, so there objects are written one by one with
 * a table (7.5.4).
 *
 * libharu 2.3 and 2.4 cannot write such streams, without which tagged documents are up to three
 * times as large. Objects are written in the order of their numbers: streams by themselves, all
 * others in object streams. The identifier is a hash of the bytes before it, so equal documents are
 * equal files.
 */
#include "print/pdf/haru_internal.h"

#include <string.h>

/*
 * The number of objects in an object stream. With more objects it compresses better, but readers
 * must unpack more to get one object.
 */
enum { PACK = 200 };
/* The length of a cross-reference entry: type, offset or object stream, index in that stream
 * (7.5.8.3). */
enum { ENTRY = 1 + 4 + 2 };

struct entry {
    /* 0: the object is free; 1: it is at `place`; 2: it has `index` in the object stream `place` */
    uint8_t type;
    uint32_t place;
    uint16_t index;
};

struct file {
    struct haru *h;
    struct buf *out;
    size_t start; /* the offset in `out` at which the file begins */
    HPDF_Stream stream;
    struct haru_sink sink; /* the place to which `stream` writes */
    VEC(struct entry) entries;
};

static HPDF_STATUS take_bytes(HPDF_Stream stream, const HPDF_BYTE *p, HPDF_UINT n) {
    const struct haru_sink *sink = stream->attr;
    buf_add(sink->out, p, n);
    return HPDF_OK;
}

/** A walk through all objects in the order of their numbers. Objects with our entries only and
 * libharu's objects are in two lists with this order, which the walk merges. The first item of each
 * list is not used. */
struct walk {
    uint32_t number;
    uint32_t entry; /* the index of the current object in libharu's list */
    void *object;   /* libharu's object; NULL: the object has our entries only */
};

/** Moves to the next object that must be written. Returns false at the end. */
static bool walk_next(const struct file *file, struct walk *w) {
    const struct haru *h = file->h;
    uint32_t end = haru_end(h);
    while (++w->number < end) {
        w->object = NULL;
        if (haru_is_ours(h, w->number)) {
            return true;
        }
        HPDF_XrefEntry e = HPDF(Xref_GetEntry, h->doc->xref, ++w->entry);
        if (e && e->obj && !(h->no_info && e->obj == (void *)h->doc->info)) {
            w->object = e->obj;
            return true;
        }
    }
    return false;
}

/* Whether an object is a dictionary, of any subclass, with a stream. Such an object cannot be in an
 * object stream (7.5.7). */
static bool is_stream(const void *object) {
    const HPDF_Obj_Header *header = object;
    return header && (header->obj_class & HPDF_OCLASS_ANY) == HPDF_OCLASS_DICT &&
           ((HPDF_Dict)(uintptr_t)object)->stream != NULL;
}

static bool write_value(struct file *file, const struct walk *w, struct buf *to) {
    if (!w->object) {
        struct str body = file->h->objects.p[w->number].body;
        buf_puts(to, "<<\n");
        buf_str(to, body);
        buf_puts(to, body.n ? "\n>>" : ">>");
        return true;
    }
    file->sink.out = to;
    HPDF_STATUS status = HPDF(Obj_WriteValue, w->object, file->stream, NULL);
    /* `to` may be freed before the file is written, so the sink is set back */
    file->sink.out = file->out;
    return haru_check(file->h, status);
}

static uint32_t offset(const struct file *file) {
    return (uint32_t)(file->out->n - file->start);
}

static void set_entry(struct file *file, uint32_t number, struct entry entry) {
    while (file->entries.n <= number) {
        vec_push(&file->entries, (struct entry){0, 0, 0});
    }
    file->entries.p[number] = entry;
}

/** Writes objects that are not in object streams: streams, or all objects. */
static bool write_single(struct file *file, bool all) {
    for (struct walk w = {0}; walk_next(file, &w);) {
        if (!all && !is_stream(w.object)) {
            continue;
        }
        set_entry(file, w.number, (struct entry){1, offset(file), 0});
        buf_int(file->out, w.number);
        buf_puts(file->out, " 0 obj\n");
        if (!write_value(file, &w, file->out)) {
            return false;
        }
        buf_puts(file->out, "\nendobj\n");
    }
    return true;
}

/** Writes a stream that belongs to the file format itself. `dict` has its entries without filter
 * and length. */
static void write_own_stream(struct file *file, uint32_t number, struct str dict, struct str z) {
    buf_printf(file->out, "%u 0 obj\n<<%.*s/Filter/FlateDecode/Length %zu>>\nstream\n", number,
               STR_ARG(dict), z.n);
    buf_str(file->out, z);
    buf_puts(file->out, "\nendstream\nendobj\n");
}

/** An object stream (7.5.7). */
struct pack {
    uint32_t number;
    size_t n, first; /* the number of objects, and the offset of the first object */
    struct str packed;
};

static void write_pack(struct file *file, const struct pack *pack) {
    struct buf dict = BUF_INIT;
    buf_printf(&dict, "/Type/ObjStm/N %zu/First %zu", pack->n, pack->first);
    set_entry(file, pack->number, (struct entry){1, offset(file), 0});
    write_own_stream(file, pack->number, buf_view(&dict), pack->packed);
    buf_drop(&dict);
}

/** Receives a compressed object stream. It is kept until all earlier ones are ready. */
static void take_pack(void *user, void *place, struct str packed) {
    struct pack *pack = place;
    pack->packed = arena_str(user, packed);
}

/** The objects that are being collected into object streams. */
struct packing {
    struct file *file;
    struct buf head, body;
    struct pack next;           /* the object stream that is being filled */
    VEC(struct pack *) waiting; /* object streams that a press is compressing */
};

/** Writes the full object stream, or gives it to the threads that compress (press.c), and begins an
 * empty one. */
static void flush_pack(struct packing *p) {
    struct haru *h = p->file->h;
    struct pdf_press *press = haru_press(h);
    p->next.first = p->head.n;
    buf_str(&p->head, buf_view(&p->body));
    if (press) {
        struct pack *pack = arena_copy(h->arena, &p->next, sizeof p->next);
        vec_push(&p->waiting, pack);
        pdf_press_add(press, buf_view(&p->head), take_pack, h->arena, pack);
    } else {
        p->next.packed = deflater_run(h->deflater, buf_view(&p->head));
        write_pack(p->file, &p->next);
    }
    p->next = (struct pack){.number = p->next.number + 1};
    buf_clear(&p->head);
    buf_clear(&p->body);
}

static void put_place(struct packing *p, uint32_t number) {
    buf_int(&p->head, number);
    buf_putc(&p->head, ' ');
    buf_int(&p->head, (int64_t)p->body.n);
    buf_putc(&p->head, ' ');
}

/** Collects all objects that are not streams into object streams, which get the numbers after all
 * other objects. Returns the next free number. */
static uint32_t write_packed(struct file *file) {
    struct packing p = {.file = file, .next = {.number = haru_end(file->h)}, .waiting = VEC_INIT};
    buf_init(&p.head, 0);
    buf_init(&p.body, 0);
    for (struct walk w = {0}; walk_next(file, &w);) {
        if (is_stream(w.object)) {
            continue;
        }
        put_place(&p, w.number);
        if (!write_value(file, &w, &p.body)) {
            break;
        }
        buf_putc(&p.body, '\n');
        set_entry(file, w.number, (struct entry){2, p.next.number, (uint16_t)p.next.n});
        if (++p.next.n == PACK) {
            flush_pack(&p);
        }
    }
    if (p.next.n) {
        flush_pack(&p);
    }
    if (p.waiting.n) {
        pdf_press_finish(file->h->press);
    }
    for (size_t i = 0; i < p.waiting.n; i++) {
        write_pack(file, p.waiting.p[i]);
    }
    file->out->overflow = file->out->overflow || p.head.overflow || p.body.overflow;
    buf_drop(&p.head);
    buf_drop(&p.body);
    vec_drop(&p.waiting);
    return p.next.number;
}

/** Appends the entries as bytes. Each row is predicted from the row above (PNG's filter "up",
 * 7.4.4.4). */
static void add_entries(const struct file *file, struct buf *to) {
    unsigned char above[ENTRY] = {0};
    for (size_t i = 0; i < file->entries.n; i++) {
        const struct entry *entry = &file->entries.p[i];
        const unsigned char row[ENTRY] = {
            entry->type,
            (unsigned char)(entry->place >> 24),
            (unsigned char)(entry->place >> 16),
            (unsigned char)(entry->place >> 8),
            (unsigned char)entry->place,
            (unsigned char)(entry->index >> 8),
            (unsigned char)entry->index,
        };
        buf_putc(to, 2);
        for (size_t k = 0; k < ENTRY; k++) {
            buf_putc(to, (char)(row[k] - above[k]));
        }
        memcpy(above, row, ENTRY);
    }
}

/** Appends 128 bits from two FNV-1a hashes, of the bytes forwards and backwards. They are an
 * identifier (14.4), not a protection. Each step of a hash needs the previous step, so both hashes
 * are computed side by side. */
static void add_identifier(const struct file *file, struct buf *to) {
    struct str whole = {file->out->p + file->start, file->out->n - file->start};
    uint64_t a = 14695981039346656037u, b = a;
    for (size_t i = 0; i < whole.n; i++) {
        a = (a ^ (unsigned char)whole.p[i]) * 1099511628211u;
        b = (b ^ (unsigned char)whole.p[whole.n - 1 - i]) * 1099511628211u;
    }
    char hex[33];
    for (int i = 0; i < 16; i++) {
        hex[i] = "0123456789ABCDEF"[a >> (60 - 4 * i) & 15];
        hex[i + 16] = "0123456789ABCDEF"[b >> (60 - 4 * i) & 15];
    }
    hex[32] = '\0';
    buf_printf(to, "/ID[<%s><%s>]", hex, hex);
}

/** Links the free entries in a circle that begins with the first entry (7.5.4). */
static void link_free(struct file *file) {
    uint32_t next = 0;
    for (size_t i = file->entries.n; i-- > 0;) {
        if (file->entries.p[i].type == 0) {
            file->entries.p[i] = (struct entry){0, next, 65535};
            next = (uint32_t)i;
        }
    }
}

static bool has_info(const struct file *file) {
    return file->h->doc->info && !file->h->no_info;
}

/** Writes the cross-reference table and the trailer for PDF 1.4. Each row has 20 bytes (7.5.4). */
static void write_table(struct file *file) {
    uint32_t at = offset(file), count = haru_end(file->h);
    set_entry(file, count - 1,
              file->entries.n >= count ? file->entries.p[count - 1] : (struct entry){0, 0, 0});
    link_free(file);
    buf_printf(file->out, "xref\n0 %zu\n", file->entries.n);
    for (size_t i = 0; i < file->entries.n; i++) {
        const struct entry *e = &file->entries.p[i];
        buf_printf(file->out, "%010u %05u %c \n", e->place, e->type ? 0u : (unsigned)e->index,
                   e->type ? 'n' : 'f');
    }
    struct buf dict = BUF_INIT;
    buf_printf(&dict, "trailer\n<</Size %zu/Root %u 0 R", file->entries.n,
               haru_number(file->h->doc->catalog));
    if (has_info(file)) {
        buf_printf(&dict, "/Info %u 0 R", haru_number(file->h->doc->info));
    }
    add_identifier(file, &dict);
    buf_printf(&dict, ">>\nstartxref\n%u\n%%%%EOF\n", at);
    buf_str(file->out, buf_view(&dict));
    buf_drop(&dict);
}

static void write_xref(struct file *file, uint32_t number) {
    uint32_t at = offset(file);
    set_entry(file, number, (struct entry){1, at, 0});
    link_free(file);
    struct buf dict = BUF_INIT, rows = BUF_INIT;
    buf_printf(&dict,
               "/Type/XRef/Size %zu/W[1 4 2]/DecodeParms<</Predictor 12/Columns %d>>/Root %u 0 R",
               file->entries.n, ENTRY, haru_number(file->h->doc->catalog));
    if (has_info(file)) {
        buf_printf(&dict, "/Info %u 0 R", haru_number(file->h->doc->info));
    }
    add_identifier(file, &dict);
    add_entries(file, &rows);
    write_own_stream(file, number, buf_view(&dict),
                     deflater_run(file->h->deflater, buf_view(&rows)));
    buf_printf(file->out, "startxref\n%u\n%%%%EOF\n", at);
    buf_drop(&dict);
    buf_drop(&rows);
}

bool haru_write(struct haru *h, int version, struct buf *out) {
    if (h->press) {
        pdf_press_finish(h->press);
    }
    if (h->status != HPDF_OK) {
        return false;
    }
    struct file file = {.h = h, .out = out, .start = out->n, .sink = {h, out}};
    file.stream = HPDF(CallbackWriter_New, h->doc->mmgr, take_bytes, &file.sink);
    if (!file.stream) {
        return haru_check(h, HPDF_FAILD_TO_ALLOC_MEM);
    }
    /* Four bytes above 127 show transfer programs that the file is binary (7.5.2). */
    buf_printf(out, "%%PDF-%d.%d\n%%\xD0\xCF\xD3\xD3\n", version / 10, version % 10);
    if (version < 15) {
        if (write_single(&file, true)) {
            write_table(&file);
        }
    } else if (write_single(&file, false)) {
        uint32_t number = write_packed(&file);
        if (h->status == HPDF_OK) {
            write_xref(&file, number);
        }
    }
    HPDF(Stream_Free, file.stream);
    vec_drop(&file.entries);
    if (out->overflow) {
        haru_check(h, HPDF_FAILD_TO_ALLOC_MEM);
    }
    return h->status == HPDF_OK;
}
