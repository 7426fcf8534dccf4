/* SPDX-License-Identifier: MIT */
/*
 * Reading a bare CFF font (Adobe Technical Note 5176): numbers, INDEXes, DICTs and the charset. All
 * offsets are checked; what is not well-formed is refused. Nobody outside src/font includes this.
 */
#ifndef DOSSIER_FONT_CFF_READ_H
#define DOSSIER_FONT_CFF_READ_H

#include "core/base/base.h"

struct cff_reader {
    const unsigned char *p;
    size_t n;
};

/** An INDEX (section 5). */
struct cff_index {
    uint32_t count;
    uint32_t off_size;
    size_t offsets; /* where they stand */
    size_t base;    /* what they count from */
    size_t after;   /* behind it all */
};

/** An entry of a DICT (section 4). */
struct cff_entry {
    uint32_t op;       /* 12 x is 1200 + x */
    size_t from, to;   /* its operands and operator */
    int32_t value[2];  /* the last operands, the very last in [0]; reals count as 0 */
    uint32_t operands; /* how many */
};

enum { CFF_CHARSET = 15, CFF_ROS = 1230 };

/** A big-endian number of `size` bytes at `at`; false when it is not there. */
bool font_cff_number(const struct cff_reader *r, size_t at, uint32_t size, uint32_t *out);
bool font_cff_index(const struct cff_reader *r, size_t at, struct cff_index *out);
/** Where the `i`th object of an INDEX stands; false when there is none. */
bool font_cff_object(const struct cff_reader *r, const struct cff_index *index, size_t i,
                     size_t *from, size_t *to);
/** The entry at `*at`, which moves behind it; false at `end` and where there is none. */
bool font_cff_entry(const struct cff_reader *r, size_t *at, size_t end, struct cff_entry *out);
/** The charset at `at` (section 13) of the glyphs 0..n-1; glyph 0 is always 0. */
bool font_cff_charset(const struct cff_reader *r, size_t at, uint32_t *ids, size_t n);

#endif
