/* SPDX-License-Identifier: MIT */
/*
 * A site's database as it was when its pages were last made, kept in the cache, so that an entry
 * that has changed since can be told, and what it says put in the place of what it said. Private to
 * the room.
 */
#ifndef DOSSIER_SITE_DELTA_H
#define DOSSIER_SITE_DELTA_H

#include "cite/bib/check/check.h"
#include "job/site/record.h"

/** A text that stands in the place of a database while a page is tried. */
struct site_stand_in {
    struct str path; /* of the database, without links */
    struct str text; /* one entry, and what the file defines before it */
    struct build_options options;
};

struct site_delta {
    struct str path; /* of the database, without links */
    bool same;       /* its bytes are those that were kept */
    bool single;     /* one entry has changed, and nothing else: */
    struct site_stand_in before, after;
};

/**
 * What has changed in a database since its text was kept in the file `kept`. Neither `same` nor
 * `single`, when that cannot be told, or when more than one entry says something else: then all has
 * to be read. Give back with site_delta_close().
 */
struct site_delta *site_delta_open(struct site *s, struct str path, struct str kept);
/**
 * Keeps the database as it is now in the file `kept`, when pages of the run have read it, or
 * `delta` says what has changed. `stamp` is what the file had before any of it was read.
 */
void site_delta_keep(struct site *s, struct site_delta *delta, struct str path,
                     const struct file_id *stamp, struct str kept);
void site_delta_close(struct site_delta *delta);

enum site_spliced {
    SITE_SPLICED,
    SITE_SPLICE_ABSENT, /* no list of the page has the entry */
    SITE_SPLICE_NEVER
};
/**
 * A page as it would be when nothing changed but one entry: `before` and `after` are the page made
 * of that entry alone, as it was and as it is. What a page shows of several entries together is not
 * seen in these: pages with such are none that the caller may splice (resolve_trace_turn()). Never
 * when they differ in more than the entry and what the page's graph says of it, or when `page` has
 * the entry otherwise than `before`.
 */
enum site_spliced site_splice(struct str page, struct str before, struct str after,
                              struct buf *out);

#endif
