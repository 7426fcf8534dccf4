/* SPDX-License-Identifier: MIT */
/*
 * Metadata of a page and of its works for machines: search engines, reference managers, feed
 * readers, other sites. Makes text and trees from a document and its database; opens no files.
 *
 * Addresses are absolute or relative to the page; nothing is fetched. Arguments are borrowed,
 * results are in the arena.
 */
#ifndef DOSSIER_WEB_WEB_H
#define DOSSIER_WEB_WEB_H

#include "cite/bib/bib.h"
#include "cite/bib/public.h"
#include "core/base/buf.h"
#include "core/base/map.h"
#include "model/doc/doc.h"

/* ---- texts: web_text.c ---- */

/** Appends text for HTML and XML, between tags and in attributes. Characters that XML 1.0 does not
 * allow (§2.2: controls, U+FFFE) are left out. */
void web_text(struct buf *out, struct str s);
/** Appends ` name="value"`, escaped. */
void web_attr(struct buf *out, const char *name, struct str value);
/** The same for an address, percent-encoded (RFC 3986, §2.1). */
void web_url_attr(struct buf *out, const char *name, struct str url);
/** Appends JSON as the content of a script element, without `<`, which could end the element, and
 * U+2028, which ends a line of a script. */
void web_script_json(struct buf *out, const struct node *json);
/** Resolves an address against another (RFC 3986, §5.2). `base` is absolute, or empty: then `ref`
 * stays as it is. */
struct str web_resolve(struct arena *a, struct str base, struct str ref);
/** Whether an address has the scheme http or https and a host. */
bool web_is_absolute(struct str url);

/* ---- works: work.c ---- */

/** A work on a page's lists. */
struct web_work {
    const struct item *it;
    struct doc_node *entry; /* its entry, DOC_ITEM; the first one when it is listed twice */
    struct str page;        /* the address of its own page, relative to the list's; or empty */
};
struct web_works {
    struct web_work *p;
    size_t n;
};

/** The works in the publication lists of a resolved document, in the order of the text, each once.
 * `bib` may be NULL. */
struct web_works web_works_find(struct arena *a, const struct doc *doc, struct bib *bib);
/** The title as plain text; without one, the key. */
struct str web_work_title(struct arena *a, const struct item *it);
/** The date (ISO 8601): "2020", "2020-05", "2020-05-17"; empty without a year. */
struct str web_work_date(struct arena *a, const struct item *it);
/** The DOI without a prefix; or empty. */
struct str web_work_doi(const struct item *it);
/** The address of the work: of its DOI, its URL, or at arXiv; or empty. */
struct str web_work_address(struct arena *a, const struct item *it);
/** The first and last page in "12--34", "12-34" or "e17"; `*last` is empty for a single one. */
void web_work_pages(const struct item *it, struct str *first, struct str *last);
/** A name as text, "Given van Family, Jr.", and for sorted lists, "Family, Given". */
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
    struct str address;     /* absolute; empty: unknown */
    bool framed;            /* a frame has the page's address and icon */
    struct str site;        /* the name of the site; or empty */
    const struct web_alternate *alternates;
    size_t nalternates;
};

/**
 * Appends the metadata of the page's head, a line each: canonical address (RFC 6596), alternate
 * forms (HTML §4.6.7, rel=alternate, author, license), Open Graph (ogp.me), the card of social
 * networks; and for pages of people, lists of works and pages of a site the graph of schema.org as
 * JSON-LD 1.1. With `structured-data: false` in the front matter it appends nothing.
 */
void web_head(struct buf *out, const struct web_page *page);
/** Whether the front matter allows metadata: not with `structured-data: false`. */
bool web_wants_head(const struct doc *doc);
/** The absolute address of the page: `canonical`, `canonical-url` or `url` of the front matter,
 * resolved against `home`; else the page's file, resolved against `home` or `site-url`; empty when
 * neither is absolute. */
struct str web_address(const struct doc *doc, struct str home, struct str file);

/** Appends the graph of a page as JSON-LD 1.1, safe within a script element: its authors, the page
 * and the first thousand of its works. `only` is the work of a page about a single work, with its
 * abstract; else NULL. */
void web_graph_write(struct buf *out, const struct web_page *page, const struct item *only);
/** A work in schema.org's vocabulary; authors of the page are referenced by "@id". */
struct node *web_graph_work(struct arena *a, const struct web_page *page, const struct item *it,
                            struct str id, bool whole);

/** Appends a work's Highwire Press tags for its own page at `address` (absolute or empty). `list`
 * is the page that lists it. */
void web_highwire(struct buf *out, const struct web_page *list, const struct item *it,
                  struct str address);
/** Appends all metadata of the head of a work's own page. */
void web_work_head(struct buf *out, const struct web_page *list, const struct item *it,
                   struct str address);

/* ---- pages of single works: work_page.c ---- */

/** A page on which a work is cited. */
struct web_cited {
    struct str href, title;
};

struct web_work_page {
    const struct web_work *work;
    struct bib_public *published; /* what the document publishes of its works */
    struct str back,
        back_text; /* the entry on the list, relative to the work's page; and its title */
    const struct web_cited *cited;
    size_t ncited;
};

/** The file name for the page of a work with this key, "doe2020.html": portable, of bounded length,
 * and different from all in `taken`, to which it is added. */
struct str web_work_file(struct arena *a, struct map *taken, struct str key);
/** The page of a work as a resolved document in `a`, for a folder below that of the list. Copies
 * parts of the list's entry. */
struct doc *web_work_doc(struct arena *a, const struct doc *list, const struct web_work_page *page);

#endif
