/* SPDX-License-Identifier: MIT */
/*
 * Finished outputs, opened anew: whether a PDF or a page is what it should be. Links lead to what
 * they name, numbers are those of their entries, words are those of the source, fonts are there,
 * the structure is whole, claims to standards hold, nothing acts by itself. Knows how an output is
 * read, not how it was written; what is wrong is reported, and a file that is as it should be is
 * not spoken of.
 */
#ifndef DOSSIER_VERIFY_VERIFY_H
#define DOSSIER_VERIFY_VERIFY_H

#include "core/diag/diag.h"
#include "model/doc/doc.h"

/** The words of something, in the order they are read in; made in an arena. */
struct verify_text;

struct css_sheet; /* core/data/css.h */

/** The words of a resolved document, to compare with an output of it. Its style sheets may add
 * words
 * (`content`) and hide others. */
struct verify_text *verify_expect(struct arena *a, const struct doc *doc,
                                  struct css_sheet *const *sheets, size_t nsheets);

struct verify_file {
    struct str name;                    /* what diagnostics call it */
    struct str bytes;                   /* whole */
    const struct verify_text *expected; /* what it should say; NULL: nobody knows */
    const struct str *scripts;          /* of a page: those that it may have */
    size_t nscripts;
    bool trusted;    /* whoever looks has written it: what it loads and runs is meant */
    bool fragment;   /* of a page: no head, and links may lead out of it */
    bool only_words; /* nothing but what it says is looked at: the rest was, elsewhere */
};

/** Whether the bytes are a PDF's. */
bool verify_is_pdf(struct str bytes);
/** Whether those of a file that is no PDF are a page's: they are text, and the file is named as a
 * page is or begins as one does. */
bool verify_is_page(struct str name, struct str bytes);

/**
 * Looks at a file and reports what is wrong with it; memory is the arena's. What it says is
 * returned, for verify_same(); NULL when it cannot be read, which is reported too.
 */
struct verify_text *verify_pdf(struct arena *a, const struct verify_file *file, struct diags *d);
struct verify_text *verify_page(struct arena *a, const struct verify_file *file, struct diags *d);

/** Checks a PDF or a page, whichever the bytes are; a page may have the script of our own pages. */
struct verify_text *verify_output(struct arena *a, struct verify_file *file, struct diags *d);
/** Whether a file is a PDF or a page, by its bytes and its name. */
bool verify_is_output(struct str path, struct str bytes);
/** Reads a file that should be an output. Returns false when it cannot be read; `bytes->p` is NULL
 * then, and when the file is neither a PDF nor a page. Both are reported. */
bool verify_read(struct arena *a, struct str path, struct str *bytes, struct diags *d);
/** Checks files, and each page against the PDF of its name. Returns false when one could not be
 * read. */
bool verify_files(struct arena *a, const struct str *paths, size_t n, struct diags *d);

/** Reports where a page and a PDF of one document do not say the same. */
void verify_same(struct arena *a, struct str page_name, const struct verify_text *page,
                 struct str pdf_name, const struct verify_text *pdf, struct diags *d);

#endif
