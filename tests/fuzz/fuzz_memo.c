/* SPDX-License-Identifier: MIT */
/* Any bytes as a value of the cache: as the file of a value, and as the fields of a result. Fields
 * that could be read are written as the same fields. */
#include "fuzz.h"
#include "job/build/results.h"

static struct memo_fields read_all(struct fuzz *in, struct str value, struct result *v,
                                   struct result_texts *texts) {
    struct memo_fields f = {.arena = in->arena, .value = value};
    *v = (struct result){.nqueries = 0};
    *texts = (struct result_texts){.list = VEC_INIT};
    build_result_stamps(&f, v);
    build_result_fields(&f, v, texts);
    return f;
}

static void write_again(struct fuzz *in, struct result *v) {
    struct buf out;
    struct result copy;
    buf_init(&out, 0);
    struct memo_fields f = {.out = &out}, again;
    v->nfindings = 0; /* their texts are those of files that a run has read */
    build_result_stamps(&f, v);
    struct result_texts texts = {.list = VEC_INIT};
    build_result_fields(&f, v, &texts);
    again = read_all(in, buf_view(&out), &copy, &texts);
    if (again.bad || again.at != out.n || copy.nqueries != v->nqueries ||
        copy.ntargets != v->ntargets || !str_eq(copy.trace, v->trace)) {
        BUG("a result that was written cannot be read");
    }
    vec_drop(&texts.list);
    buf_drop(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct result v;
    struct result_texts texts;
    struct memo_fields f = read_all(&in, in.src->text, &v, &texts);
    vec_drop(&texts.list);
    if (!f.bad) {
        write_again(&in, &v);
    }
    return fuzz_end(&in);
}
