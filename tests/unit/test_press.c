/* SPDX-License-Identifier: MIT */
/*
 * Compression on threads: every stream is taken once, with the bytes of a single deflater, for
 * any number of threads.
 */
#include "tap.h"

#include "core/base/base.h"
#include "core/data/deflate.h"
#include "print/pdf/press.h"

#include <stdlib.h>
#include <string.h>

enum { STREAMS = 200, MOST = 20000, LARGE = 1 << 19 };

struct stream {
    char *bytes;
    size_t n;
    struct str want; /* the bytes that one deflater makes */
    int taken, right;
};

static void fill(struct stream *s, int i) {
    s->n = i == 90      ? LARGE
           : i % 7 == 3 ? 0
                        : (size_t)i * 997 % MOST; /* larger than a batch; empty */
    s->bytes = xmalloc(s->n + 1);
    for (size_t k = 0; k < s->n; k++) {
        s->bytes[k] = (char)('a' + (k * k / 11 + (size_t)i * k) % 23);
    }
}

static void take(void *user, void *place, struct str packed) {
    struct stream *s = place;
    int *order = user;
    s->taken++;
    s->right += packed.n == s->want.n && memcmp(packed.p, s->want.p, packed.n) == 0;
    ++*order;
}

/** How many streams were taken once, with the right bytes. */
static int press_all(struct stream *streams, size_t threads) {
    struct pool *pool = pool_new(threads);
    struct pdf_press *press = pdf_press_new(pool);
    int calls = 0, right = 0;
    for (int i = 0; i < STREAMS; i++) {
        struct stream *s = &streams[i];
        s->taken = s->right = 0;
        struct buf copy; /* the press keeps what it is given */
        buf_init(&copy, 0);
        buf_add(&copy, s->bytes, s->n);
        if (i % 5 == 2) {
            pdf_press_give(press, &copy, take, &calls, s);
        } else {
            pdf_press_add(press, buf_view(&copy), take, &calls, s);
            memset(copy.p, 0, s->n);
        }
        buf_drop(&copy);
        if (i == STREAMS / 2) {
            pdf_press_finish(press); /* it can be used again */
            is_int(calls, i + 1, "all that was added is taken when it has finished");
        }
    }
    pdf_press_finish(press);
    for (int i = 0; i < STREAMS; i++) {
        right += streams[i].taken == 1 && streams[i].right == 1;
    }
    pdf_press_drop(press);
    pool_drop(pool);
    return right;
}

static void test_dropped(struct stream *streams) {
    struct pool *pool = pool_new(2);
    struct pdf_press *press = pdf_press_new(pool);
    int calls = 0;
    for (int i = 0; i < STREAMS / 2; i++) {
        pdf_press_add(press, (struct str){streams[i].bytes, streams[i].n}, take, &calls,
                      &streams[i]);
    }
    pdf_press_drop(press);
    pdf_press_drop(NULL);
    pool_drop(pool);
    ok(calls <= STREAMS / 2, "what nobody waits for is dropped");
}

int main(void) {
    struct stream *streams = xcalloc(STREAMS, sizeof *streams);
    struct deflater *z = deflater_new(true);
    for (int i = 0; i < STREAMS; i++) {
        struct stream *s = &streams[i];
        fill(s, i);
        struct str packed = deflater_run(z, (struct str){s->bytes, s->n});
        char *kept = xmalloc(packed.n);
        memcpy(kept, packed.p, packed.n);
        s->want = (struct str){kept, packed.n};
    }
    ok(deflater_is_thorough(z), "a thorough deflater is one from the first stream on");
    is_int(press_all(streams, 0), STREAMS, "without threads");
    is_int(press_all(streams, 1), STREAMS, "one thread");
    is_int(press_all(streams, 4), STREAMS, "four threads");
    is_int(press_all(streams, 40), STREAMS, "more threads than batches");
    test_dropped(streams);
    for (int i = 0; i < STREAMS; i++) {
        free(streams[i].bytes);
        free((void *)(uintptr_t)streams[i].want.p);
    }
    free(streams);
    deflater_drop(z);
    return tap_done();
}
