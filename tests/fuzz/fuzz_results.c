/* SPDX-License-Identifier: MIT */
/* Any bytes as the record of a result, under a digest that is right: what is read is written as the
 * same bytes. */
#include "fuzz.h"
#include "job/build/results_record.h"

#define HEAD "dossier result 1\n"

static void seal(struct buf *out, struct str body) {
    struct digest digest = digest_of(body);
    buf_puts(out, HEAD);
    buf_add(out, digest.byte, DIGEST_SIZE);
    buf_str(out, body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct buf text, again;
    struct record rec, copy;
    buf_init(&text, 0);
    buf_init(&again, 0);
    (void)record_read(in.arena, in.src->text, &rec); /* without a digest */
    seal(&text, in.src->text);
    if (record_read(in.arena, buf_view(&text), &rec)) {
        (void)record_write(&again, &rec);
        if (!record_read(in.arena, buf_view(&again), &copy) || copy.nquestions != rec.nquestions ||
            copy.nfindings != rec.nfindings) {
            BUG("a record that was written is none");
        }
    }
    buf_drop(&text);
    buf_drop(&again);
    return fuzz_end(&in);
}
