/* SPDX-License-Identifier: MIT */
/*
 * Binary search, written once. What is searched and by what order, its user says.
 */
#ifndef DOSSIER_BASE_SEARCH_H
#define DOSSIER_BASE_SEARCH_H

#include <stddef.h>

/**
 * Leaves in `i`, a size_t variable, the first of the indices from .. end - 1 for which `reached`
 * holds, or `end`. `reached` is an expression over `i`; it must not hold again and cease to hold:
 * false, ..., false, true, ..., true. It is evaluated about log2(end - from) times.
 */
#define SEARCH_FIRST(i, from, end, reached)                                                        \
    do {                                                                                           \
        size_t search_low = (from), search_high = (end);                                           \
        while (search_low < search_high) {                                                         \
            (i) = (search_low + search_high) / 2; /* indices of objects: no overflow */            \
            if (reached) {                                                                         \
                search_high = (i);                                                                 \
            } else {                                                                               \
                search_low = (i) + 1;                                                              \
            }                                                                                      \
        }                                                                                          \
        (i) = search_low;                                                                          \
    } while (0)

#endif
