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

/** Returns the words of a resolved document, to compare them with those of an output. Its style
 * sheets may add words (`content`) and hide others. */
struct verify_text *verify_expect(struct arena *a, const struct doc *doc,
                                  struct css_sheet *const *sheets, size_t nsheets);

struct verify_file {
    struct str name;  /* the name of the file in diagnostics */
    struct str bytes; /* the whole file */
    /* the words that the file should have; NULL if they are unknown */
    const struct verify_text *expected;
    struct str script; /* for a page: the script that it may have */
    /* the user wrote the document, so the files that it loads and the scripts that it runs are
     * intended */
    bool trusted;
    bool fragment;   /* the file is a page without a head; its links may lead out of it */
    bool beside;     /* `name` is a path: the files that a page shows are looked for beside it */
    bool only_words; /* only the words are compared, because everything else was checked before */
};

/** Whether a file that is not a PDF is a page. A page is text, and it has the name of a page or
 * begins like a page. */
bool verify_is_page(struct str name, struct str bytes);

/**
 * Checks a file and reports errors. The memory is in the arena. Returns the words of the file for
 * verify_same(). If the file cannot be read, this is reported and NULL is returned.
 */
struct verify_text *verify_pdf(struct arena *a, const struct verify_file *file, struct diags *d);
struct verify_text *verify_page(struct arena *a, const struct verify_file *file, struct diags *d);

/** Checks a PDF or a page. The bytes decide which of them it is. A page may have the script of
 * dossier's pages. */
struct verify_text *verify_output(struct arena *a, struct verify_file *file, struct diags *d);
/** Whether a file is a PDF or a page, by its bytes and its name. */
bool verify_is_output(struct str path, struct str bytes);
/** Reads a file that should be an output. Returns false if it cannot be read. `bytes->p` is NULL in
 * this case, and if the file is neither a PDF nor a page. Both are reported. */
bool verify_read(struct arena *a, struct str path, struct str *bytes, struct diags *d);
/** Checks files, and compares each page with the PDF of the same name. Returns false if one of them
 * could not be read. */
bool verify_files(struct arena *a, const struct str *paths, size_t n, struct diags *d);

/** Reports the places where a page and a PDF of one document have different words. */
void verify_same(struct arena *a, struct str page_name, const struct verify_text *page,
                 struct str pdf_name, const struct verify_text *pdf, struct diags *d);

#endif
