/* SPDX-License-Identifier: MIT */
/*
 * What machines read of a page and of the works on it: search engines, reference managers, feed
 * readers, other sites. Makes texts and trees of a document and its database; knows no files and
 * asks no one. What people see is not made here.
 *
 * Addresses are given whole or relative to the page; nothing is fetched. Everything that is passed
 * is borrowed; what is returned is in the arena.
 */
#ifndef DOSSIER_WEB_WEB_H
#define DOSSIER_WEB_WEB_H

#include "cite/bib/bib.h"
#include "core/base/buf.h"
#include "core/base/map.h"
#include "model/doc/doc.h"

/* ---- texts: web_text.c ---- */

/** Text as HTML and XML take it between tags and in attributes. What XML 1.0 has no place for
 * (§2.2: controls, U+FFFE) is left out. */
void web_text(struct buf *out, struct str s);
/** ` name="value"`, escaped. */
void web_attr(struct buf *out, const char *name, struct str value);
/** The same for an address: what no address may hold is percent-encoded (RFC 3986, §2.1). */
void web_url_attr(struct buf *out, const char *name, struct str url);
/** JSON as the content of a script element: no `<` is left in it that could end the element, no
 * U+2028 that ends a line of a script. */
void web_script_json(struct buf *out, const struct node *json);
/** An address seen from another one (RFC 3986, §5.2). `base` is absolute or empty, then `ref`
 * stays as it is. */
struct str web_resolve(struct arena *a, struct str base, struct str ref);
/** Whether an address has a scheme and a host of the web: http, https. */
bool web_is_absolute(struct str url);

/* ---- works: work.c ---- */

/** A work that a page lists. */
struct web_work {
    const struct item *it;
    struct doc_node *entry; /* its entry, DOC_ITEM; the first one when it is listed twice */
    struct str page;        /* the address of a page of its own, seen from the list's; or empty */
};
struct web_works {
    struct web_work *p;
    size_t n;
};

/** The works in the publication lists of a resolved document, in the order of the text, each once.
 * `bib` may be NULL: there are none. */
struct web_works web_works_find(struct arena *a, const struct doc *doc, struct bib *bib);
/** The title as plain text; the key when there is none. */
struct str web_work_title(struct arena *a, const struct item *it);
/** When it appeared (ISO 8601): "2020", "2020-05", "2020-05-17"; empty when no year is known. */
struct str web_work_date(struct arena *a, const struct item *it);
/** The DOI without anything around it; empty when there is none. */
struct str web_work_doi(const struct item *it);
/** Where the work is: its DOI's address, its URL, its place at arXiv; empty when none is known that
 * may be written. */
struct str web_work_address(struct arena *a, const struct item *it);
/** The first and last page of "12--34", "12-34" or "e17"; `*last` is empty for a single one. */
void web_work_pages(const struct item *it, struct str *first, struct str *last);
/** "Given van Family, Jr." as people are called; "Family, Given" as lists are sorted. */
struct str web_name_shown(struct arena *a, const struct item_name *name);
struct str web_name_sorted(struct arena *a, const struct item_name *name);

/* ---- the head of a page: machine_links.c, graph.c, highwire.c ---- */

/** Another form of the page: its PDF, its works as a database, a feed. */
struct web_alternate {
    struct str href, mime, title;
};

struct web_page {
    const struct doc *doc;  /* resolved */
    struct web_works works; /* of its lists */
    struct str address;     /* where it will be, absolute; empty: nobody knows */
    bool framed;            /* a frame has said already where it will be, and which icon it has */
    struct str site;        /* the name of the site; or empty */
    const struct web_alternate *alternates;
    size_t nalternates;
};

/**
 * Appends what belongs into the page's head, a line each: canonical address (RFC 6596), other forms
 * (HTML §4.6.7, rel=alternate, author, license), Open Graph (ogp.me), the card of social networks,
 * and for pages of people, lists of works and pages of a site the graph of schema.org as JSON-LD
 * 1.1. The front matter's `structured-data: false` leaves all of it out.
 */
void web_head(struct buf *out, const struct web_page *page);
/** Whether the front matter wants such metadata: anything but `structured-data: false`. */
bool web_wants_head(const struct doc *doc);
/** The address that the front matter gives the page, absolute: `canonical`, `canonical-url` or
 * `url`, seen from `home`; the page's file seen from `home` (or from `site-url`) otherwise; empty
 * when no address is absolute. */
struct str web_address(const struct doc *doc, struct str home, struct str file);

/** Appends the graph of a page as JSON-LD 1.1, safe within a script element: its authors, itself
 * and the first thousand of its works. For a page of one work `only` is that work, with its
 * abstract; else NULL. */
void web_graph_write(struct buf *out, const struct web_page *page, const struct item *only);
/** A work as schema.org has it; `persons` of the page are known by their "@id". */
struct node *web_graph_work(struct arena *a, const struct web_page *page, const struct item *it,
                            struct str id, bool whole);

/** A work's Highwire Press tags, for the head of its own page at `address` (absolute or empty).
 * `list` is the page that lists it. */
void web_highwire(struct buf *out, const struct web_page *list, const struct item *it,
                  struct str address);
/** All that belongs into the head of a work's own page. */
void web_work_head(struct buf *out, const struct web_page *list, const struct item *it,
                   struct str address);

/* ---- pages of single works: work_page.c ---- */

/** A page that a work is cited on. */
struct web_cited {
    struct str href, title;
};

struct web_work_page {
    const struct web_work *work;
    struct str back, back_text; /* the entry on the list, seen from the work's page; and its name */
    const struct web_cited *cited;
    size_t ncited;
};

/** A file's name for the page of the work with that key: safe everywhere, of bounded length, none
 * that is among `taken`, which it joins; "doe2020.html". */
struct str web_work_file(struct arena *a, struct map *taken, struct str key);
/** The page as a resolved document in `a`. It lies one folder below the list's. What the entry of
 * the list shows is taken from there. */
struct doc *web_work_doc(struct arena *a, const struct doc *list, const struct web_work_page *page);

#endif
