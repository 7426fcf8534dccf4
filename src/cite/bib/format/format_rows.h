/* SPDX-License-Identifier: MIT */
/*
 * The functions of the table of formats. Private to bib/format.
 */
#ifndef DOSSIER_BIB_FORMAT_FORMAT_ROWS_H
#define DOSSIER_BIB_FORMAT_FORMAT_ROWS_H

#include "cite/bib/format/format.h"

#define X(ID, id, name, names, endings, media_type, writer)                                        \
    /* Whether a text looks like text of this format. The text does not begin with white space. */ \
    bool bib_##id##_sniff(struct str text);                                                        \
    /* Reads a text of this format. Returns the number of items. */                                \
    size_t bib_##id##_read(struct bib_input *in);                                                  \
    /* Appends items to `out`. Only formats with WRITES in formats.def have this function. */      \
    void bib_##id##_write(struct arena *a, struct buf *out, const struct item *const *items,       \
                          size_t n);
#include "cite/bib/format/formats.def"
#undef X

#endif
