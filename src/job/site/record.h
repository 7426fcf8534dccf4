/* SPDX-License-Identifier: MIT */
/*
 * What pages were made from when the site was last built, kept in the cache: a page of which
 * nothing has changed is not made again. Private to the room.
 */
#ifndef DOSSIER_SITE_RECORD_H
#define DOSSIER_SITE_RECORD_H

#include "job/site/site_model.h"

struct site_record;

/** Reads the record of the site in its output folder; NULL when none is kept: there is no cache or
 * no output, or the site or the command line has what cannot be told apart. */
struct site_record *site_record_open(struct site *s);

/**
 * Whether the page would be made as it was: its files are the same, what it shows of the databases
 * says the same, and the site around it is as it was. Then its output counts as made, and what its
 * making would have left (identifiers, links) is there.
 */
bool site_record_holds(struct site_record *rec, struct site_page *p);

/** Before and behind the making of a page; `rec` may be NULL. A page with findings is not recorded:
 * they are to be said again. */
void site_record_begin(struct site_record *rec, struct build_job *job);
void site_record_end(struct site_record *rec, const struct site_page *p,
                     const struct build_job *job);
/** The page that is being made leads to a file. */
void site_record_file(struct site_record *rec, const struct site_file *f);

/** Writes the record, when `keep` says that all went well, and gives it back; NULL is allowed. */
void site_record_close(struct site_record *rec, bool keep);

#endif
