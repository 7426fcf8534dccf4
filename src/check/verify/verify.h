/* SPDX-License-Identifier: MIT */
/*
 * Checks finished outputs by reading them: whether links have targets, numbers are those of their
 * entries, words are those of the source, fonts are embedded, the structure is complete, claims to
 * standards hold, and nothing runs by itself. Knows nothing of the writers. Findings are reported.
 */
#ifndef DOSSIER_VERIFY_VERIFY_H
#define DOSSIER_VERIFY_VERIFY_H

#include "core/diag/diag.h"
#include "model/doc/doc.h"

/** The words of a document or output in reading order, in an arena. */
struct verify_text;

struct css_sheet; /* core/data/css.h */

/** The words of a resolved document, to compare with an output of it. Its style sheets may add
 * words
 * (`content`) and hide others. */
struct verify_text *verify_expect(struct arena *a, const struct doc *doc,
                                  struct css_sheet *const *sheets, size_t nsheets);

struct verify_file {
    struct str name;                    /* its name in diagnostics */
    struct str bytes;                   /* the whole file */
    const struct verify_text *expected; /* the words it should have; NULL: unknown */
    const struct str *scripts;          /* of a page: the scripts it may have */
    size_t nscripts;
    bool trusted;    /* the user wrote the document: what it loads and runs is intended */
    bool fragment;   /* a page without a head, whose links may lead out of it */
    bool beside;     /* `name` is a path: the files that a page shows are looked for beside it */
    bool only_words; /* only the words are compared: the rest was checked before */
};

/** Whether the bytes are a PDF. */
bool verify_is_pdf(struct str bytes);
/** Whether a file that is not a PDF is a page: it is text, and named like a page or begins like
 * one. */
bool verify_is_page(struct str name, struct str bytes);

/**
 * Checks a file and reports what is wrong; memory is the arena's. Returns its words for
 * verify_same(), or NULL when it cannot be read, which is reported.
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

/** Reports where a page and a PDF of one document have different words. */
void verify_same(struct arena *a, struct str page_name, const struct verify_text *page,
                 struct str pdf_name, const struct verify_text *pdf, struct diags *d);

#endif
