/* SPDX-License-Identifier: MIT */
/*
 * The first line is a query to a library, which is refused or runs without an error. The rest
 * is the text of an item, which is refused or written back unchanged.
 */
#include "cite/bib/store/store_item.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool skip_row(const struct bib_store_row *row, void *user) {
    (void)row;
    (void)user;
    return true;
}

static void run_query(struct arena *a, struct str text, struct diags *d) {
    struct bib_store_query q;
    if (!bib_store_query_read(a, text, &q, d)) {
        return;
    }
    size_t before = d->n;
    struct bib_store *s = bib_store_open(a, STR(":memory:"), BIB_STORE_CREATE, SPAN_NONE, d);
    if (!s || !bib_store_each(s, &q, skip_row, NULL) || d->n > before) {
        abort();
    }
    bib_store_close(s);
}

static struct str write_item(struct arena *a, const struct item *it) {
    struct buf b = BUF_INIT;
    bib_store_item_write(&b, it);
    return buf_finish(&b, a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str rest = arena_str(a, (struct str){(const char *)data, size});
    run_query(a, str_cut(&rest, '\n'), &d);
    struct item *it = bib_store_item_read(a, rest);
    if (it) {
        struct str words[BIB_COLUMN_COUNT], once = write_item(a, it);
        bib_store_item_words(a, it, words);
        struct item *again = bib_store_item_read(a, once);
        if (!again || !str_eq(write_item(a, again), once)) {
            abort();
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
