/* SPDX-License-Identifier: MIT */
/*
 * A resolved document to one self-contained HTML page.
 */
#ifndef DOSSIER_HTML_HTML_H
#define DOSSIER_HTML_HTML_H

#include "core/base/buf.h"
#include "model/doc/doc.h"
#include "model/highlight/highlight.h"

struct css_sheet;  /* core/data/css.h */
struct html_frame; /* write/html/site_frame.h */
struct pool;       /* core/base/pool.h */

struct html_options {
    bool fragment; /* no <html>, <head>, <style>: for pasting into a site */
    struct str generator;
    struct css_sheet *const *sheets; /* the author's style sheets, behind the built-in one */
    size_t nsheets;
    struct str head;         /* markup for the head, behind the title; made by room web */
    const struct str *links; /* addresses of sheets that the page loads from elsewhere */
    size_t nlinks;
    const struct html_frame *frame;      /* of a site's page; NULL: the page stands alone */
    const struct highlight_theme *theme; /* of code; NULL: not coloured */
    /** Reads an image's file for embedding as a data: URL; NULL leaves the address as it is.
     * Returns false when missing. */
    bool (*embed)(void *user, struct str path, struct str *mime, struct str *bytes);
    /** The same for a file that the style sheet at `sheet` names, an image or a font. NULL: none.
     */
    bool (*embed_beside)(void *user, struct str sheet, struct str url, struct str *mime,
                         struct str *bytes);
    void *user;
    bool loads_nothing; /* of other places: an image there is a link, which the reader may follow */
    bool lines; /* blocks say where they were written: data-line, and data-file for what stands in
                   another file than the document, which <main> names. For previews. */
    struct pool *pool; /* writes a long list at the end; NULL: no threads */
};

/** Whether a DOC_RAW_* is written into the page. */
bool html_shows_raw(const struct doc_node *n);

void html_write(struct buf *out, const struct doc *doc, const struct html_options *opt,
                struct diags *d);

/** The style sheet that the pages of a site share: the built-in one, the colours of code in
 * `opt->theme`, and `opt->sheets`. */
void html_write_sheet(struct buf *out, const struct html_options *opt, struct diags *d);

/** The built-in style sheet alone. */
void html_write_built_in(struct buf *out);
/** The script that pages of a site may share: it is the same for all; for html_frame's `script`. */
void html_write_script(struct buf *out);

#endif
