/* SPDX-License-Identifier: MIT */
/*
 * Feeds: one list of entries in two formats, Atom (RFC 4287) and JSON Feed 1.1 (jsonfeed.org). The
 * same entries give the same bytes; the current time is not used.
 */
#ifndef DOSSIER_WEB_FEED_H
#define DOSSIER_WEB_FEED_H

#include "write/web/web.h"

struct web_feed_person {
    struct str name, url; /* the address may be empty */
};

struct web_feed_entry {
    struct str title;   /* the title in plain text */
    struct str address; /* the absolute address of the page that the entry is about; or empty */
    struct str id;      /* a permanent IRI, or a text from which web_feed_id() makes one */
    struct str date;    /* a time from web_feed_time() */
    struct str summary; /* the summary in plain text; may be empty */
    struct str content; /* the content in HTML with absolute addresses; may be empty */
    const struct web_feed_person *authors;
    size_t nauthors;
};

struct web_feed {
    struct str title, subtitle;
    struct str address; /* the absolute address of the feed's page; or empty */
    struct str self;    /* the absolute address of the feed; or empty */
    struct str id;      /* a permanent IRI, or a text from which web_feed_id() makes one */
    struct str lang;    /* the language as a BCP 47 tag; or empty */
    struct str generator;
    const struct web_feed_person *authors;
    size_t nauthors;
    const struct web_feed_entry *entries; /* the entries, the newest first */
    size_t n;
};

/** Returns a permanent IRI for a text. An absolute address is its own IRI; other texts get a UUID
 * made from their MD5 (RFC 9562, §5.3). */
struct str web_feed_id(struct arena *a, struct str text);
/** Returns a date or time as in RFC 3339, or an empty text if it is not valid. "2020" becomes the
 * first of January. */
struct str web_feed_time(struct arena *a, struct str date);

/** Each function appends a whole file. */
void web_feed_atom(struct buf *out, const struct web_feed *feed);
void web_feed_json(struct buf *out, const struct web_feed *feed);

/** Returns the newest works of a page, at most `limit`, as entries without content. Works without a
 * date are left out. `*n` becomes their number. `chosen`, which has room for `limit` elements, gets
 * the works. */
struct web_feed_entry *web_feed_works(struct arena *a, const struct web_page *page, size_t limit,
                                      const struct web_work **chosen, size_t *n);

/** Returns the content of a work's entry: authors, venue, abstract. It is an HTML fragment in the
 * arena, with absolute addresses. */
struct doc *web_feed_doc(struct arena *a, const struct web_page *page, const struct web_work *work);

#endif
