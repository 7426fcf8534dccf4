/* SPDX-License-Identifier: MIT */
/*
 * A document as a page of a site: what whoever builds the site gives with its job, in place of what
 * build would look for on the disk itself, and is asked while the page is made. Build knows no
 * trees of pages; it only asks.
 */
#ifndef DOSSIER_BUILD_PAGE_HOST_H
#define DOSSIER_BUILD_PAGE_HOST_H

#include "job/build/build.h"
#include "model/doc/doc.h"
#include "write/html/site_frame.h"

struct resolve_people; /* cite/resolve/resolve.h */

/** What is asked of the site while a page is made. Members may be NULL. */
struct build_page_host {
    /**
     * The document was read, and its citations are not resolved: what it has of the site (listings,
     * say) is to be filled in. `output` is the name of the one that it is read for.
     */
    void (*fill)(void *user, struct doc *doc, const char *output, struct diags *d);
    /**
     * Where a link or an image leads: `*out` is the address that the output gets, which lives as
     * long as the job. False leaves it as it is. Asked for every DOC_LINK and DOC_IMAGE once per
     * output, with the arena and the diagnostics of the job; `html` is false for outputs that are
     * no pages of the site (a PDF), which need whole addresses.
     */
    bool (*follow)(void *user, struct arena *a, const struct doc_node *n, bool html,
                   struct str *out, struct diags *d);
    /** The file, as it is opened, of an image that does not lie where its address says, seen from
     * the document; empty: the site has none such. */
    struct str (*image)(void *user, struct arena *a, struct str url);
    /** The identifiers that links can lead to; the texts live as long as the job. */
    void (*ids)(void *user, const struct str *ids, size_t n);
};

/** What a page of a site has besides its file; all of it is borrowed and outlives the job. Members
 * may be zero. */
struct build_page {
    const struct node *front; /* keys that stand above the document's own; a map, or NULL */
    const struct node *site;  /* what templates know as `site`: all of it; a map */
    const struct node *page;  /* and as `page`: a map */
    struct source *layout;    /* a template that the text stands in, at `{{ content }}`; or NULL */
    bool liquid;              /* the text is a template itself */
    struct str format; /* its syntax unless the author asks for one; empty: with `liquid` kramdown's
                          as well, else that of all documents */
    struct str root;   /* the site's folder: addresses that begin with `/` are files there */
    struct str base;   /* the path that the site's root has on its server, or empty */
    struct str includes;         /* folder of the site's own includes; empty: there are none */
    const struct str *databases; /* paths of those it has when it names none */
    size_t ndatabases;
    const struct html_frame *frame; /* around the page; NULL: none */
    struct build_page_host host;
    struct resolve_people *people; /* of the site (cite/resolve/resolve.h), or NULL */
    /** An include that the site's theme would have; NULL when it is not known. */
    struct source *(*include)(void *user, struct str name);
    /** See struct liquid_host; may be NULL. */
    struct str (*address)(void *user, struct str name, bool post);
    /** The title of the page of a name, as `address` takes it; empty when there is none. May be
     * NULL. */
    struct str (*title)(void *user, struct str name);
    void *user; /* of all functions here */
};

/**
 * The style sheet that pages share (html_write_sheet()), made of the author's sheets that `css`
 * names as a front matter does, seen from `dir`. `theme` is the name of the colours of code, as
 * `highlight-style` has them; empty: the usual ones. `*paths` gets the sheets' own paths. All is in
 * `a`.
 */
struct build_shared_sheet {
    struct str text;
    const struct str *paths;
    size_t npaths;
    const struct highlight_theme *theme;
    const struct str *inputs; /* files that were read */
    size_t ninputs;
};
void build_make_sheet(struct arena *a, const struct build_options *opt, struct str dir,
                      struct node *front, struct build_shared_sheet *out, struct diags *d);

#endif
