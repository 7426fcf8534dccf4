/* SPDX-License-Identifier: MIT */
/*
 * Metadata of a page and of its works for machines: search engines, reference managers, feed
 * readers, other sites. Texts and trees are made from a document and its database; no files are
 * opened.
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
/** Appends ` href="url"`, with the address percent-encoded (RFC 3986, §2.1). */
void web_put_href(struct buf *out, struct str url);
/** Appends JSON as the content of a script element. It has no `<`, which could end the element, and
 * no U+2028, which ends a line of a script. */
void web_script_json(struct buf *out, const struct node *json);
/** Resolves an address relative to another (RFC 3986, §5.2). `base` is absolute or empty; if it is
 * empty, `ref` stays unchanged. */
struct str web_resolve(struct arena *a, struct str base, struct str ref);
/** Rewrites an address on a page so that it is right on pages in a folder beside that page. */
struct str web_below(struct arena *a, struct str url);
/** Whether an address has the scheme http or https and a host. */
bool web_is_absolute(struct str url);

/* ---- works: work.c ---- */

/** A work on a page's lists. */
struct web_work {
    const struct item *it;
    /* the entry of the work, a DOC_ITEM; the first one if it is listed twice */
    struct doc_node *entry;
    /* the address of the work's own page, relative to the page of the list; or empty */
    struct str page;
};
struct web_works {
    struct web_work *p;
    size_t n;
};

/** Returns the works in the publication lists of a resolved document, in the order of the text,
 * each once. `bib` may be NULL. */
struct web_works web_works_find(struct arena *a, const struct doc *doc, struct bib *bib);
/** Returns the title as plain text, or the key of a work without a title. */
struct str web_work_title(struct arena *a, const struct item *it);

/** Returns the DOI without a prefix, or an empty text. */
struct str web_work_doi(const struct item *it);
/** Returns the address of the work: that of its DOI, its URL, or its address at arXiv; or an empty
 * text. */
struct str web_work_address(struct arena *a, const struct item *it);
/** Finds the first and the last page in "12--34", "12-34" or "e17". `*last` is empty for a single
 * page. */
void web_work_pages(const struct item *it, struct str *first, struct str *last);
/** Returns the first node with this class, from `n` on and below it, or NULL. */
struct doc_node *web_find_class(struct doc_node *n, const char *cls);

/* ---- the head of a page: machine_links.c, graph.c, highwire.c ---- */

/** Another form of the page: its PDF, its works as a database, a feed. */
struct web_alternate {
    struct str href, mime, title;
};

struct web_page {
    const struct doc *doc;   /* the resolved document */
    struct web_works works;  /* the works of the page's lists */
    const struct item *self; /* the work that the page describes, or NULL */
    struct str address;      /* the absolute address of the page; empty: not known */
    /* the frame of the page writes its address and its icon into the head */
    bool framed;
    struct str site; /* the name of the site; or empty */
    const struct web_alternate *alternates;
    size_t nalternates;
};

/**
 * Appends the metadata for the head of the page, one line for each: canonical address (RFC 6596),
 * other forms (HTML §4.6.7, rel=alternate, author, license), Open Graph (ogp.me), and the card for
 * social networks. Pages of people, pages with lists of works and pages of a site also get the
 * graph of schema.org as JSON-LD 1.1. With `structured-data: false` in the front matter nothing is
 * appended.
 */
void web_head(struct buf *out, const struct web_page *page);
/** Whether the front matter allows metadata. It does not with `structured-data: false`. */
bool web_wants_head(const struct doc *doc);
/** Returns the absolute address of the page: `canonical`, `canonical-url` or `url` of the front
 * matter, resolved against `site-url`; otherwise the file of the page, resolved in the same way.
 * Returns an empty text if none of these is absolute. */
struct str web_address(const struct doc *doc, struct str file);

/** Appends the graph of a page as JSON-LD 1.1, in a form that is safe inside a script element: its
 * authors, the page and the first thousand of its works. For the page of a single work, `only` is
 * that work, whose abstract is included; otherwise NULL. */
void web_graph_write(struct buf *out, const struct web_page *page, const struct item *only);

/** Appends the Highwire Press tags for the page of a work. `address` is the address of that page,
 * absolute or empty. `list` is the page that lists the work. */
void web_highwire(struct buf *out, const struct web_page *list, const struct item *it,
                  struct str address);
/** Appends all metadata of the head of a work's own page. */
void web_work_head(struct buf *out, const struct web_page *list, const struct item *it,
                   struct str address);

/* ---- pages of single works: work_page.c ---- */

struct web_work_page {
    const struct web_work *work;
    struct bib_public *published; /* decides which fields of its works the document publishes */
    /* the address of the work in the list, relative to this page, and the title of the page with
     * the list */
    struct str back, back_text;
};

/** Returns the name of the file for the page of a work with this key: "doe2020.html". It is
 * portable, has a limited length, and differs from all names in `taken`, to which it is added. */
struct str web_work_file(struct arena *a, struct map *taken, struct str key);
/** Returns the page of a work as a resolved document in the arena, for a folder below that of the
 * list. Parts of the list's entry are copied. */
struct doc *web_work_doc(struct arena *a, const struct doc *list, const struct web_work_page *page);

#endif
