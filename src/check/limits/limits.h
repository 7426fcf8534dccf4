/* SPDX-License-Identifier: MIT */
/*
 * The limits that a call sets (`limits` of the front matter): pages, font sizes, margins, distances
 * of lines, columns, paper, file size, words, characters. Compares them with the pages after layout
 * and with the text, which every output has. A profile (styles/limits/NAME.yml) holds the limits of
 * one call; the author's own keys override it.
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
    /** Opens the profile of a name; returns NULL when there is none. */
    struct source *(*open_profile)(void *user, struct str name);
    void *user;
};

/** Whether the front matter has `limits`. */
bool limits_are_set(const struct doc *doc);
/** Whether the limits may include `key`: it is set directly, or a profile is named, which is not
 * read for this answer. */
bool limits_may_have(const struct doc *doc, const char *key);
/**
 * Compares the document's limits with its text, with its pages (NULL: the output has none) and with
 * the size of its PDF in bytes (0: unknown, not compared), and reports what exceeds them. Returns a
 * summary of how much of each limit is used
 * ("2.4 of 3 pages"); empty when there are no limits.
 */
struct str limits_check(const struct limits_request *r, const struct doc *doc,
                        const struct pages *pages, size_t size);
/** The same for a finished PDF with so many pages and bytes, which several documents have made: its
 * `limits` may have `pages` and `filesize`; other keys are reported. */
struct str limits_check_file(const struct limits_request *r, const struct node *limits,
                             size_t pages, size_t size);
/** Reads the profile that the front matter names, so that the caller sees which file is read. */
void limits_survey(const struct limits_request *r, const struct doc *doc);

#endif
