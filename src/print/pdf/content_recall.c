/* SPDX-License-Identifier: MIT */
/*
 * Pages that were written in a round before: the content of a page by all that it is made from,
 * where it stands and what each thing is tagged as. Lines that were kept have a number by which
 * they are known (page_text.kept); other glyphs stand in the key themselves.
 *
 * What is not kept: documents with glyphs in colour. Knows nothing of how content is written.
 */
#include "print/pdf/font_usage.h"
#include "print/pdf/job.h"

#include "core/memo/session.h"
#include "print/image/image.h"

/** What is kept of a page, followed by its pieces (the item that each begins with) and its bytes.
 */
struct kept_page {
    size_t npieces;
    bool clear;
};

static void put(struct buf *key, int64_t n) {
    buf_add(key, &n, sizeof n);
}

static void put_bytes(struct buf *key, const void *p, size_t n) {
    put(key, (int64_t)n);
    buf_add(key, p, n);
}

/* ---- fonts */

/** A number that fonts have in common in which each glyph has the same code, width and text. */
static uint64_t font_number(struct pdf_job *job, const struct pdf_font *f) {
    struct memo_session *recall = job->opt->recall;
    while (job->font_numbers.n <= (size_t)f->index) {
        vec_push(&job->font_numbers, 0);
    }
    uint64_t *number = &job->font_numbers.p[f->index];
    if (*number) {
        return *number;
    }
    struct buf key;
    buf_init(&key, 0);
    buf_puts(&key, "font");
    const int64_t fields[] = {f->index, f->blank, f->broken, font_metrics(f->font)->upem};
    buf_add(&key, fields, sizeof fields);
    for (size_t i = 0; i < f->nglyphs; i++) {
        const struct pdf_glyph *g = &f->glyphs[i];
        const int64_t glyph[] = {g->id, g->cid, g->width};
        buf_add(&key, glyph, sizeof glyph);
        put_bytes(&key, g->text.p, g->text.n);
    }
    size_t n;
    const void *known = memo_session_find(recall, buf_view(&key), &n);
    if (known) {
        memcpy(number, known, sizeof *number);
    } else {
        *number = memo_session_number(recall);
        void *kept = memo_session_put(recall, buf_view(&key), sizeof *number);
        if (kept) {
            memcpy(kept, number, sizeof *number);
        }
    }
    buf_drop(&key);
    return *number;
}

/* ---- what a page is made from */

static void put_text(struct pdf_job *job, struct buf *key, const struct page_text *t) {
    const struct page_colour c = t->colour;
    int64_t font = t->n > 0 ? (int64_t)font_number(job, pdf_font_of(job, t->font)) : 0;
    const int64_t fields[] = {t->kept,      t->x, t->y, t->size, t->cos, t->sin,
                              t->expansion, c.r,  c.g,  c.b,     font,   t->is_small};
    buf_add(key, fields, sizeof fields);
    if (t->kept) {
        return;
    }
    put_bytes(key, t->glyphs, t->n * (t->is_small ? sizeof *t->small : sizeof *t->glyphs));
    put_bytes(key, t->gaps, t->ngaps * sizeof *t->gaps);
    put_bytes(key, t->text.p, t->text.n);
}

/** What is said of an item besides what it shows; the same as that of the item that was painted
 * before is not said again: items of one element that are painted one after another are one
 * sequence of marked content. */
static void put_place(const struct pdf_job *job, struct buf *key, const struct page_item *item,
                      const struct page_item *before) {
    bool same = before && before->elem == item->elem && before->artifact == item->artifact;
    const char place[] = {(char)item->kind, (char)same};
    buf_add(key, place, sizeof place);
    if (same) {
        return;
    }
    put(key, (int64_t)item->artifact);
    buf_putc(key, item->elem != NULL);
    if (pdf_structure_has(job, item->elem)) {
        buf_puts(key, pdf_type_name(job, item->elem));
    }
    buf_putc(key, '\0');
}

static void put_shape(struct buf *key, const struct page_shape *s) {
    const struct page_colour ground = s->ground, ink = s->ink;
    const int64_t fields[] = {s->x,     s->y,     s->fill,  s->stroke, s->even_odd,
                              ground.r, ground.g, ground.b, ink.r,     ink.g,
                              ink.b,    s->line,  s->dash,  s->gap,    s->round};
    buf_add(key, fields, sizeof fields);
    put_bytes(key, s->steps, s->n * sizeof *s->steps);
}

/** The object is written now when it is asked for first: as the content does it, in its order. */
static void put_image(struct pdf_job *job, struct buf *key, const struct page_image *im) {
    bool seen = im->w > 0 && im->h > 0;
    int index = seen ? pdf_image_index(job, im->image) : -1;
    bool clear = index >= 0 && pdf_image_is_clear(im->image);
    int64_t orientation = index >= 0 ? im->image->orientation : 0;
    const int64_t fields[] = {index, im->x, im->y,       im->w,
                              im->h, clear, orientation, im->clip != NULL};
    buf_add(key, fields, sizeof fields);
    if (im->clip) {
        put_shape(key, im->clip);
    }
}

static void put_rule(struct buf *key, const struct page_rule *r) {
    const int64_t fields[] = {r->x, r->y, r->w, r->h, r->colour.r, r->colour.g, r->colour.b};
    buf_add(key, fields, sizeof fields);
}

static void make_key(struct pdf_job *job, const struct page *p, struct buf *key) {
    buf_puts(key, "page");
    put(key, p->height);
    const struct page_item *before = NULL;
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *item = &p->items.p[i];
        put_place(job, key, item, before);
        before = pdf_content_paints(job, item) ? item : before;
        switch (item->kind) {
        case PAGE_TEXT:
            put_text(job, key, &item->u.text);
            break;
        case PAGE_RULE:
            put_rule(key, &item->u.rule);
            break;
        case PAGE_IMAGE:
            put_image(job, key, &item->u.image);
            break;
        case PAGE_SHAPE:
            put_shape(key, &item->u.shape);
            break;
        }
    }
}

/* ---- the page */

/** Its pieces are in the order of its items: for each the first that may have begun it. */
static void keep(struct pdf_job *job, const struct page *p, struct str key, size_t pieces,
                 struct str bytes, bool clear) {
    struct kept_page head = {.npieces = job->pieces.n - pieces, .clear = clear};
    size_t *kept = memo_session_put(job->opt->recall, key,
                                    sizeof head + head.npieces * sizeof *kept + bytes.n);
    if (!kept) {
        return;
    }
    memcpy(kept, &head, sizeof head);
    kept += sizeof head / sizeof *kept;
    for (size_t i = 0, item = 0; i < head.npieces; i++) {
        while (p->items.p[item].elem != job->pieces.p[pieces + i].elem ||
               !pdf_content_paints(job, &p->items.p[item])) {
            item++;
        }
        *kept++ = item;
    }
    memcpy(kept, bytes.p, bytes.n);
}

static bool take(struct pdf_job *job, uint32_t page, const size_t *kept, size_t n,
                 struct buf *out) {
    struct kept_page head;
    memcpy(&head, kept, sizeof head);
    kept += sizeof head / sizeof *kept;
    for (uint32_t i = 0; i < head.npieces; i++) {
        const struct page_elem *elem = job->pages->pages.p[page]->items.p[*kept++].elem;
        vec_push(&job->pieces, (struct pdf_piece){elem, page, i});
    }
    buf_add(out, kept, n - sizeof head - head.npieces * sizeof *kept);
    return head.clear;
}

bool pdf_content_recall(struct pdf_job *job, uint32_t page, struct buf *out) {
    const struct page *p = job->pages->pages.p[page];
    struct buf key;
    size_t n = 0, pieces = job->pieces.n, from = out->n;
    buf_init(&key, 0);
    bool keeps = job->pictures.n == 0;
    if (keeps) {
        make_key(job, p, &key);
    }
    const void *known = keeps ? memo_session_find(job->opt->recall, buf_view(&key), &n) : NULL;
    bool clear = known ? take(job, page, known, n, out) : pdf_content_write(job, page, out);
    if (keeps && !known && !key.overflow && !out->overflow) {
        keep(job, p, buf_view(&key), pieces, str_from(buf_view(out), from), clear);
    }
    buf_drop(&key);
    return clear;
}
