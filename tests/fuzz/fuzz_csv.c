/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a table. Each cell is in the source, and no row has more than the first. */
#include "core/data/csv.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct node *rows = csv_rows(in.arena, in.src, csv_separator(in.text), 1000);
    for (size_t i = 0; i < rows->n; i++) {
        for (size_t k = 0; k < rows->items[i]->n; k++) {
            if (rows->items[i]->items[k]->span.end > in.text.n || !rows->items[i]->keys[k].n) {
                BUG("a cell without a place or a name");
            }
        }
    }
    return fuzz_end(&in);
}
