/* SPDX-License-Identifier: MIT */
/*
 * Reads a bare CFF font (Adobe Technical Note 5176): numbers, INDEXes and DICTs. All offsets are
 * checked, and malformed data are refused. Internal to print/font.
 */
#ifndef DOSSIER_FONT_CFF_READ_H
#define DOSSIER_FONT_CFF_READ_H

#include "core/base/base.h"

struct cff_reader {
    const unsigned char *p;
    size_t n;
};

/** An INDEX of objects (section 5). */
struct cff_index {
    uint32_t count;
    uint32_t off_size;
    size_t offsets; /* the offset of the INDEX's offset array */
    size_t base;    /* the place to which the offsets are relative */
    size_t after;   /* the first byte after the INDEX */
};

/** An entry of a DICT (section 4). */
struct cff_entry {
    uint32_t op;      /* the operator; 12 x is stored as 1200 + x */
    size_t from, to;  /* the range of the operands and the operator */
    int32_t value[2]; /* the last operand and the one before it; 0 for real numbers */
};

enum { CFF_CHARSET = 15, CFF_ROS = 1230 };

/** Reads a big-endian number of `size` bytes at `at`. Returns false beyond the end of the data. */
bool font_cff_number(const struct cff_reader *r, size_t at, uint32_t size, uint32_t *out);
bool font_cff_index(const struct cff_reader *r, size_t at, struct cff_index *out);
/** Finds the range of object `i` of an INDEX. Returns false when there is no such object. */
bool font_cff_object(const struct cff_reader *r, const struct cff_index *index, size_t i,
                     size_t *from, size_t *to);
/** Reads the entry at `*at` and moves `*at` past it. Returns false at `end` and for malformed
 * data. */
bool font_cff_entry(const struct cff_reader *r, size_t *at, size_t end, struct cff_entry *out);

#endif
