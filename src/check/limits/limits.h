/* SPDX-License-Identifier: MIT */
/*
 * The limits of a call for papers (`limits` of the front matter): pages, font sizes, margins,
 * distances of lines, columns, paper, file size, words, characters. They are compared with the
 * pages after layout, and with the text, which every output has. A profile (styles/limits/NAME.yml)
 * contains the limits of one call. The author's own keys override those of the profile.
 */
#ifndef DOSSIER_CHECK_LIMITS_H
#define DOSSIER_CHECK_LIMITS_H

#include "core/diag/diag.h"
#include "model/doc/doc.h"
#include "print/layout/model/page.h"

/** The data and functions that the caller provides for a comparison. */
struct limits_request {
    struct arena *arena; /* owns the results */
    struct diags *d;     /* receives the findings */
    /** Opens the profile with this name. Returns NULL if it does not exist. */
    struct source *(*open_profile)(void *user, struct str name);
    void *user;
};

/** Whether the front matter has `limits`. */
bool limits_are_set(const struct doc *doc);
/** Whether the limits may include `key`. This is the case if the key is set directly, or if a
 * profile is named. The profile is not read for this. */
bool limits_may_have(const struct doc *doc, const char *key);
/** Compares the document's limits with its text, with its pages, and with the size of its PDF in
 * bytes. `pages` is NULL if the output has no pages. The size is 0 if it is unknown, and then it is
 * not compared. Reports values that exceed a limit. Returns the used part of each limit as a text
 * ("2.4 of 3 pages"), or an empty text if there are no limits. */
struct str limits_check(const struct limits_request *r, const struct doc *doc,
                        const struct pages *pages, size_t size);
/** Compares the limits with a PDF that was joined from several documents. It has `pages` pages and
 * `size` bytes. `limits` may have `pages` and `filesize`. Other keys are reported. */
struct str limits_check_file(const struct limits_request *r, const struct node *limits,
                             size_t pages, size_t size);
/** The pages of one layout of a document, compared with its limits. Lengths are in sp. */
struct limits_state {
    size_t most;  /* the limit of pages; 0: none */
    size_t pages; /* number of pages that count */
    /* length of the text beyond the limit of pages, in thousandths of lines; negative if space is
     * left */
    int64_t over;
    size_t page_lines; /* number of lines of a whole page */
    size_t broken;     /* number of other limits that are exceeded */
    struct str others; /* findings about limits other than `most`, in the arena of the request */
};

/** Compares a layout with the limits of its document. Returns false if there are no limits or no
 * pages; then only the number of pages is known. Findings are reported in the request's
 * diagnostics. */
bool limits_state(const struct limits_request *r, const struct doc *doc, const struct pages *pages,
                  struct limits_state *out);
/** Reads the profile that the front matter names, so that the file is recorded as an input. */
void limits_survey(const struct limits_request *r, const struct doc *doc);

#endif
