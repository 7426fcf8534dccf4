/* SPDX-License-Identifier: MIT */
/*
 * Lines with tags, and lines that continue them. The readers of RIS, PubMed and Web of Science
 * share this code; each has its own tags. Private to bib/format.
 */
#ifndef DOSSIER_BIB_FORMAT_TAGS_H
#define DOSSIER_BIB_FORMAT_TAGS_H

#include "core/base/vec.h"
#include "core/diag/diag.h"

/** The form of a format's lines. */
struct bib_tag_form {
    /** Reads the tag of a line. Returns the offset of its value; 0 when the line has no tag. */
    size_t (*read)(struct str line, struct str *tag);
    /* number of blanks at the start of a line that continues a value; 0: a line without a tag
     * continues it */
    size_t indent;
};

enum bib_tag_kind {
    BIB_TAG_BLANK, /* an empty line */
    BIB_TAG_STRAY, /* a line without a tag that does not continue a value */
    BIB_TAG_VALUE
};

struct bib_tag_reader {
    struct source *src;
    const struct bib_tag_form *form;
    /* the kind of the last value */
    enum bib_tag_kind kind;
    struct str tag;         /* the tag of the value */
    struct span first;      /* the place of the value's first line */
    struct span span;       /* the place of all lines of the value */
    VEC(struct str) pieces; /* the trimmed lines of the value, which are slices of the source */
    /* the line after the value: its offset, its text and its tag */
    size_t at;
    struct str line, next_tag;
    size_t value; /* the offset of the value in `line`; 0: the line has no tag */
};

/** Begins to read a source, after its byte-order mark. bib_tag_drop() frees the memory. */
void bib_tag_begin(struct bib_tag_reader *r, struct source *src, const struct bib_tag_form *form);
/** Reads the next value with all its lines, or a line of another kind. Returns false at the end. */
bool bib_tag_next(struct bib_tag_reader *r);
/** Returns the pieces joined by blanks. May be empty. */
struct str bib_tag_text(const struct bib_tag_reader *r, struct arena *a);
/** The place of a piece in the source. */
struct span bib_tag_place(const struct bib_tag_reader *r, struct str piece);
void bib_tag_drop(struct bib_tag_reader *r);

#endif
