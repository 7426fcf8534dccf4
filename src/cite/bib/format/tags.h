/* SPDX-License-Identifier: MIT */
/*
 * Lines with tags, and lines that continue them: shared by the readers of RIS, PubMed and Web of
 * Science, who know the tags. Private to bib/format.
 */
#ifndef DOSSIER_BIB_FORMAT_TAGS_H
#define DOSSIER_BIB_FORMAT_TAGS_H

#include "core/base/vec.h"
#include "core/diag/diag.h"

/** The form of a format's lines. */
struct bib_tag_form {
    /** Where the value begins in a line with a tag, and its tag; 0 when the line has none. */
    size_t (*read)(struct str line, struct str *tag);
    size_t indent; /* blanks at the start of a continuation line; 0: every line without a tag */
};

enum bib_tag_kind {
    BIB_TAG_BLANK, /* an empty line */
    BIB_TAG_STRAY, /* a line without a tag that continues no value */
    BIB_TAG_VALUE
};

struct bib_tag_reader {
    struct source *src;
    const struct bib_tag_form *form;
    /* the last value */
    enum bib_tag_kind kind;
    struct str tag;         /* of a value */
    struct span first;      /* its first line */
    struct span span;       /* all its lines */
    VEC(struct str) pieces; /* its lines, trimmed; slices of the source */
    /* the line after it */
    size_t at;
    struct str line, next_tag;
    size_t value; /* where the value begins in it; 0: it has no tag */
};

/** Begins to read a source after its byte-order mark. bib_tag_drop() frees the memory. */
void bib_tag_begin(struct bib_tag_reader *r, struct source *src, const struct bib_tag_form *form);
/** Reads a value with all its lines, or another line; returns false at the end. */
bool bib_tag_next(struct bib_tag_reader *r);
/** The pieces joined by blanks, or empty. */
struct str bib_tag_text(const struct bib_tag_reader *r, struct arena *a);
/** The place of a piece. */
struct span bib_tag_place(const struct bib_tag_reader *r, struct str piece);
void bib_tag_drop(struct bib_tag_reader *r);

#endif
