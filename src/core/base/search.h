/* SPDX-License-Identifier: MIT */
/*
 * Binary search over any sequence and order.
 */
#ifndef DOSSIER_BASE_SEARCH_H
#define DOSSIER_BASE_SEARCH_H

#include <stddef.h>

/**
 * Finds the first index in the range from .. end - 1 for which `reached` is true, and stores it in
 * the size_t variable `i`. If there is none, `i` becomes `end`. `reached` is an expression over `i`
 * that is false up to some index and true after it. It is evaluated about log2(end - from) times.
 * The indices must be those of existing objects, so that their sums cannot overflow.
 */
#define SEARCH_FIRST(i, from, end, reached)                                                        \
    do {                                                                                           \
        size_t search_low = (from), search_high = (end);                                           \
        while (search_low < search_high) {                                                         \
            (i) = (search_low + search_high) / 2;                                                  \
            if (reached) {                                                                         \
                search_high = (i);                                                                 \
            } else {                                                                               \
                search_low = (i) + 1;                                                              \
            }                                                                                      \
        }                                                                                          \
        (i) = search_low;                                                                          \
    } while (0)

#endif
