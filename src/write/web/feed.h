/* SPDX-License-Identifier: MIT */
/*
 * Feeds: what is new, for programs that look for it. One list of entries, three formats: Atom
 * (RFC 4287), JSON Feed 1.1 (jsonfeed.org) and RSS 2.0 (rssboard.org). The same entries give the
 * same bytes: no clock is looked at.
 */
#ifndef DOSSIER_WEB_FEED_H
#define DOSSIER_WEB_FEED_H

#include "write/web/web.h"

struct web_feed_person {
    struct str name, url; /* the address may be empty */
};

struct web_feed_entry {
    struct str title;   /* plain text */
    struct str address; /* of the page it is about, absolute; empty: it has none */
    struct str id;      /* that never changes: an IRI; empty: web_feed_id() of address or title */
    struct str published, updated; /* ISO 8601: a date or a time with its zone; `updated` may be
                                      empty */
    struct str summary;            /* plain text; or empty */
    struct str content;            /* HTML, with absolute addresses; or empty */
    const struct web_feed_person *authors;
    size_t nauthors;
    const struct str *tags;
    size_t ntags;
};

struct web_feed {
    struct str title, subtitle;
    struct str address; /* of the page that the feed goes with, absolute; or empty */
    struct str self;    /* of the feed, absolute; or empty */
    struct str id;      /* empty: web_feed_id() of `self`, address or title */
    struct str lang;    /* BCP 47; or empty */
    struct str icon;    /* absolute; or empty */
    struct str generator;
    const struct web_feed_person *authors;
    size_t nauthors;
    const struct web_feed_entry *entries; /* the newest first */
    size_t n;
};

/** An IRI that stands for a text, the same one for ever: an absolute address itself, else a UUID
 * made of its MD5 (RFC 9562, §5.3). */
struct str web_feed_id(struct arena *a, struct str text);
/** A date or a time as RFC 3339 has it: "2020" is the first of January; empty for what is none. */
struct str web_feed_time(struct arena *a, struct str date);

/** Each appends a whole file. Entries without a date that can be read are left out. */
void web_feed_atom(struct buf *out, const struct web_feed *feed);
void web_feed_json(struct buf *out, const struct web_feed *feed);
void web_feed_rss(struct buf *out, const struct web_feed *feed);

/** The newest of the works of a page, `limit` at most, without content; those without a date are
 * left out. `*n` becomes how many there are. `chosen` gets the works, for whoever has content to
 * give; it has room for `limit`. */
struct web_feed_entry *web_feed_works(struct arena *a, const struct web_page *page, size_t limit,
                                      const struct web_work **chosen, size_t *n);

/** What a feed has of such a work: who wrote it, where it appeared, its abstract; a fragment in `a`
 * with absolute addresses alone. */
struct doc *web_feed_doc(struct arena *a, const struct web_page *page, const struct web_work *work);

#endif
