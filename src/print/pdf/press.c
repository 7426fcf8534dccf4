/* SPDX-License-Identifier: MIT */
/*
 * Batches in a ring buffer. Streams are short, about 15 kB for a page, so each task compresses a
 * batch of streams. Each stream is compressed independently, so the bytes do not depend on the
 * number of threads.
 *
 * When the ring is full, the caller itself compresses the latest batch, which no thread has begun,
 * and then waits for the oldest batch, which is nearly finished.
 */
#include "print/pdf/press.h"

#include "core/base/vec.h"
#include "core/data/deflate.h"

#include <string.h>

enum {
    BATCH_BYTES = 1 << 17, /* minimum size of a batch, except the last one */
    LARGE = 1 << 22,       /* maximum size of a batch whose memory is kept for the next one */
    /* maximum number of bytes that wait for a thread: two photographs of 12 megapixels */
    WAITING_MAX = 72 << 20,
    /* maximum number of batches; more would be idle, because one thread makes all streams */
    BATCHES_MAX = 12
};

struct piece {
    size_t n, packed; /* the numbers of bytes before and after compression */
    pdf_press_fn *take;
    void *user, *place;
};

struct batch {
    struct pool_task task;
    struct deflater *deflater;
    VEC(char) data; /* the bytes of all streams, concatenated */
    VEC(char) out;
    VEC(struct piece) pieces;
    bool under_way; /* the task has begun, so pool_help() must wait for it */
};

struct pdf_press {
    struct pool *pool;
    struct batch *batches;
    size_t n;
    size_t first, used; /* the range of batches that are in use */
    /* the last batch in the range is still being filled and is not a task yet */
    bool filling;
};

struct pdf_press *pdf_press_new(struct pool *pool) {
    struct pdf_press *press = xcalloc(1, sizeof *press);
    press->pool = pool;
    press->n = pool_size(pool) + 2;
    press->n = press->n < BATCHES_MAX ? press->n : BATCHES_MAX;
    press->batches = xcalloc(press->n, sizeof *press->batches);
    return press;
}

static struct batch *batch_at(struct pdf_press *press, size_t i) {
    return &press->batches[(press->first + i) % press->n];
}

static struct batch *last_batch(struct pdf_press *press) {
    return batch_at(press, press->used - 1);
}

/** The task: compresses all streams of a batch. */
static void compress(void *context) {
    struct batch *b = context;
    size_t at = 0;
    for (size_t i = 0; i < b->pieces.n; i++) {
        struct piece *p = &b->pieces.p[i];
        struct str text = p->n ? (struct str){b->data.p + at, p->n} : STR("");
        struct str packed = deflater_run(b->deflater, text);
        at += p->n;
        p->packed = packed.n;
        vec_reserve(&b->out, packed.n);
        memcpy(b->out.p + b->out.n, packed.p, packed.n);
        b->out.n += packed.n;
    }
}

/** Waits for a batch. Compresses it here if no thread has begun it. */
static void wait_for(struct pdf_press *press, struct batch *b) {
    if (b->under_way) {
        pool_help(press->pool, &b->task);
        b->under_way = false;
    }
}

/** Passes the streams of the oldest batch to their callbacks. */
static void hand_over(struct pdf_press *press) {
    struct batch *b = batch_at(press, 0);
    wait_for(press, b);
    size_t at = 0;
    for (size_t i = 0; i < b->pieces.n; i++) {
        const struct piece *p = &b->pieces.p[i];
        p->take(p->user, p->place, (struct str){b->out.p + at, p->packed});
        at += p->packed;
    }
    vec_clear(&b->pieces);
    if (b->data.n > LARGE) {
        vec_drop(&b->data);
        vec_drop(&b->out);
    }
    vec_clear(&b->data);
    vec_clear(&b->out);
    press->first = (press->first + 1) % press->n;
    press->used--;
}

static void begin_batch(struct pdf_press *press) {
    if (press->used == press->n) {
        wait_for(press, last_batch(press));
        hand_over(press);
    }
    press->used++;
    press->filling = true;
    struct batch *b = last_batch(press);
    b->deflater = b->deflater ? b->deflater : deflater_new(true);
    b->task = (struct pool_task){.run = compress, .context = b};
}

static void end_batch(struct pdf_press *press) {
    struct batch *b = last_batch(press);
    press->filling = false;
    b->under_way = true;
    pool_add(press->pool, &b->task);
}

void pdf_press_add(struct pdf_press *press, struct str data, pdf_press_fn *take, void *user,
                   void *place) {
    if (!press->filling) {
        begin_batch(press);
    }
    struct batch *b = last_batch(press);
    vec_push(&b->pieces, (struct piece){.n = data.n, .take = take, .user = user, .place = place});
    vec_reserve(&b->data, data.n + 1);
    memcpy(b->data.p + b->data.n, data.p, data.n);
    b->data.n += data.n;
    if (b->data.n >= BATCH_BYTES) {
        end_batch(press);
    }
}

void pdf_press_finish(struct pdf_press *press) {
    if (press->filling) {
        end_batch(press);
    }
    for (size_t i = press->used; i-- > 0;) {
        /* threads work on the oldest batches, so this begins with the latest */
        wait_for(press, batch_at(press, i));
    }
    while (press->used > 0) {
        hand_over(press);
    }
}

void pdf_press_give(struct pdf_press *press, struct buf *data, pdf_press_fn *take, void *user,
                    void *place) {
    if (press->filling) {
        end_batch(press);
    }
    size_t waiting = data->n;
    for (size_t i = 0; i < press->used; i++) {
        waiting += batch_at(press, i)->data.n;
    }
    if (waiting > WAITING_MAX) {
        pdf_press_finish(press);
    }
    begin_batch(press);
    struct batch *b = last_batch(press);
    vec_drop(&b->data);
    b->data.p = data->cap ? data->p : NULL;
    b->data.n = data->n;
    b->data.cap = data->cap;
    vec_push(&b->pieces, (struct piece){.n = data->n, .take = take, .user = user, .place = place});
    *data = (struct buf){0};
    end_batch(press);
}

void pdf_press_drop(struct pdf_press *press) {
    if (!press) {
        return;
    }
    for (size_t i = press->n; i-- > 0;) {
        struct batch *b = &press->batches[i];
        wait_for(press, b);
        deflater_drop(b->deflater);
        vec_drop(&b->data);
        vec_drop(&b->out);
        vec_drop(&b->pieces);
    }
    free(press->batches);
    free(press);
}
