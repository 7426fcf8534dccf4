/* SPDX-License-Identifier: MIT */
/*
 * The table of classes and attributes that have a meaning, built from markup.def. To add one, add a
 * row there.
 */
#ifndef DOSSIER_DOC_MARKUP_H
#define DOSSIER_DOC_MARKUP_H

#include "core/base/base.h"

/** The kinds of nodes to which a name applies: bits. */
enum doc_markup_kind {
    DOC_MARKUP_DIV = 1,
    DOC_MARKUP_SPAN = 2,
    DOC_MARKUP_HEADING = 4,
    DOC_MARKUP_CODE = 8,
    DOC_MARKUP_IMAGE = 16,
    DOC_MARKUP_TABLE = 32
};

/** A row of markup.def. */
struct doc_markup {
    const char *name;
    unsigned kinds; /* enum doc_markup_kind */
    const char *text, *example;
    bool key;   /* the name is the key of an attribute; if false, it is a class */
    bool quiet; /* the name is never suggested as a correction of an unknown name */
};

/** Returns all rows, in the order of markup.def. `*n` is set to their number. */
const struct doc_markup *doc_markup_rows(size_t *n);

#endif
