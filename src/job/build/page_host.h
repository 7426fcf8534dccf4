/* SPDX-License-Identifier: MIT */
/*
 * A document as a page of a site. The builder of the site provides what build otherwise searches on
 * disk, and answers requests while the page is made.
 */
#ifndef DOSSIER_BUILD_PAGE_HOST_H
#define DOSSIER_BUILD_PAGE_HOST_H

#include "core/memo/fields.h"
#include "job/build/build.h"
#include "model/doc/doc.h"
#include "read/expand/expand.h"
#include "write/html/site_frame.h"

struct resolve_people; /* cite/resolve/resolve.h */

/** Requests to the site while a page is made. Members may be NULL. */
struct build_page_host {
    /**
     * Fills in what the document has of the site, such as listings. Called when the document is
     * read and its citations are not resolved; `output` is the name of the output that it is read
     * for.
     */
    void (*fill)(void *user, struct doc *doc, const char *output, struct diags *d);
    /**
     * Sets `*out` to the address of a link or image for an output; it must live as long as the job.
     * Returning false keeps the address. Called for each DOC_LINK and DOC_IMAGE once per output,
     * with the arena and diagnostics of the job. `html` is false for outputs that are not pages of
     * the site (a PDF), which need absolute addresses.
     */
    bool (*follow)(void *user, struct arena *a, const struct doc_node *n, bool html,
                   struct str *out, struct diags *d);
    /** The path of an image that is not where its address leads; empty: the site has no such image.
     */
    struct str (*image)(void *user, struct arena *a, struct str url);
    /** Receives the identifiers that links can lead to; the texts live as long as the job. */
    void (*ids)(void *user, const struct str *ids, size_t n);
};

/** What a page of a site has besides its file; all of it is borrowed and outlives the job. Members
 * may be zero. */
struct build_page {
    const struct node *front;       /* keys that override the document's; a map, or NULL */
    struct expand_page expand;      /* for the text, before it is read as Markdown */
    const struct html_frame *frame; /* around the page; or NULL */
    struct build_page_host host;
    struct resolve_people *people; /* of the site (cite/resolve/resolve.h), or NULL */
    /** What the site gives to the page apart from files that the job reads, as the key of a cached
     * result; empty: the page has no cached result. */
    struct str key;
    /** Fields of what making the page leaves with the site: written after the page was made, or
     * read when its result is taken. Returns false if the page cannot be
     * cached, or if what was read is damaged; then nothing has changed. */
    bool (*keep)(void *user, struct memo_fields *f);
    void *user; /* argument of the functions of `host` */
};

/**
 * The style sheet that pages share (html_write_sheet()), made from the sheets that `css` names in a
 * front matter, relative to `dir`. `theme` is the theme of code in `highlight-style`; empty: the
 * default. `*paths` is set to the paths of the sheets. All is in `a`.
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
