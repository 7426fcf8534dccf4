/* SPDX-License-Identifier: MIT */
/*
 * A document as a page of a site. The builder of the site provides data that the module build would
 * otherwise look for on disk. It also answers requests while the page is made.
 */
#ifndef DOSSIER_BUILD_PAGE_HOST_H
#define DOSSIER_BUILD_PAGE_HOST_H

#include "core/memo/fields.h"
#include "job/build/build.h"
#include "model/doc/doc.h"
#include "read/expand/expand.h"
#include "write/html/site_frame.h"

struct resolve_people; /* cite/resolve/resolve.h */

/** Requests to the site while a page is made. All members may be NULL. */
struct build_page_host {
    /**
     * Fills in the parts of the document that come from the site, such as listings. It is called
     * after the document is read and before its citations are resolved. `output` is the name of the
     * output for which the document is read.
     */
    void (*fill)(void *user, struct doc *doc, const char *output, struct diags *d);
    /**
     * Sets `*out` to the address of a link or image for an output. The address must live as long as
     * the job. If the function returns false, the address stays unchanged. It is called for each
     * DOC_LINK and DOC_IMAGE once per output, with the arena and the diagnostics of the job. `html`
     * is false for outputs that are not pages of the site (such as a PDF). These need absolute
     * addresses.
     */
    bool (*follow)(void *user, struct arena *a, const struct doc_node *n, bool html,
                   struct str *out, struct diags *d);
    /** Returns the path of an image that does not exist at its address. Empty if the site has no
     * such image. */
    struct str (*image)(void *user, struct arena *a, struct str url);
    /** Returns the address of the page that is made from a file, from the site's root. It is empty
     * for a file without a page. */
    struct str (*page_of)(void *user, struct str file);
    /** Receives the identifiers to which links can lead. The texts live as long as the job. */
    void (*ids)(void *user, const struct str *ids, size_t n);
};

/** The data of a page of a site in addition to its file. All of it is borrowed and must outlive the
 * job. Members may be zero. */
struct build_page {
    const struct node *front;  /* a map of keys that override the keys of the document; or NULL */
    struct expand_page expand; /* used to expand the text before it is read as Markdown */
    const struct html_frame *frame; /* the HTML around the page; or NULL */
    struct build_page_host host;
    struct resolve_people *people; /* the people of the site, or NULL */
    /** A key for the data that the site gives to the page. The files that the job reads are not
     * part of this data. `key` is part of the key of the cached result. If it is empty, the result
     * of the page is not cached. */
    struct str key;
    /** Writes or reads the fields of the data that the page gives to the site. The fields are
     * written after the page was made, and read when its cached result is used. Returns false if
     * the page cannot be cached, or if the fields that were read are damaged. Then nothing has
     * changed. */
    bool (*keep)(void *user, struct memo_fields *f);
    void *user; /* the first argument of `keep` and of the functions of `host` */
};

/** The style sheet that pages share (see html_write_sheet()). */
struct build_shared_sheet {
    struct str text;
    const struct str *paths; /* the sheets from which it was made */
    size_t npaths;
    const struct highlight_theme *theme;
    const struct str *inputs; /* the files that were read */
    size_t ninputs;
};
/** Makes the shared sheet, in `a`, from the sheets that `css` of `front` names, relative to `dir`,
 * and from the rules `look`. The key `highlight-style` decides the theme for code. */
void build_make_sheet(struct arena *a, const struct build_options *opt, struct str dir,
                      struct node *front, struct str look, struct build_shared_sheet *out,
                      struct diags *d);

#endif
