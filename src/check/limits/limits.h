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

/** The caller's side of a comparison. */
struct limits_request {
    struct arena *arena; /* owns the results */
    struct diags *d;     /* receives the findings */
    /** Opens the profile with a name. Returns NULL if it does not exist. */
    struct source *(*open_profile)(void *user, struct str name);
    void *user;
};

/** Whether the front matter has `limits`. */
bool limits_are_set(const struct doc *doc);
/** Whether the limits may include `key`. This is the case if the key is set directly, or if a
 * profile is named. The profile is not read for this. */
bool limits_may_have(const struct doc *doc, const char *key);
/**
 * Compares the document's limits with its text, with its pages, and with the size of its PDF in
 * bytes. `pages` is NULL if the output has no pages. The size is 0 if it is unknown, and then it is
 * not compared. Reports values that exceed a limit. Returns a text that says how much of each limit
 * is used ("2.4 of 3 pages"). Empty if there are no limits.
 */
struct str limits_check(const struct limits_request *r, const struct doc *doc,
                        const struct pages *pages, size_t size);
/** Compares the limits with a finished PDF that several documents have made. The number of its
 * pages and its bytes are given. `limits` may have `pages` and `filesize`. Other keys are
 * reported. */
struct str limits_check_file(const struct limits_request *r, const struct node *limits,
                             size_t pages, size_t size);
/** The pages of one layout of a document, compared with its limits. Lengths are in sp. */
struct limits_state {
    size_t most;  /* the limit of pages; 0: none */
    size_t pages; /* pages that count */
    int64_t over; /* length beyond the limit, in thousandths of lines; negative: what is left */
    size_t page_lines; /* number of lines of a whole page */
    size_t broken;     /* number of other limits that are exceeded */
    struct str others; /* these limits in words, in the arena of the request */
};

/** Compares a layout with the limits of its document. Returns false if there are no limits or no
 * pages; then only the number of pages is known. Findings are reported in the request's
 * diagnostics. */
bool limits_state(const struct limits_request *r, const struct doc *doc, const struct pages *pages,
                  struct limits_state *out);
/** Reads the profile that the front matter names, so that the file is recorded as an input. */
void limits_survey(const struct limits_request *r, const struct doc *doc);

#endif
