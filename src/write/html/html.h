/* SPDX-License-Identifier: MIT */
/*
 * Writes a resolved document as one self-contained HTML page.
 */
#ifndef DOSSIER_HTML_HTML_H
#define DOSSIER_HTML_HTML_H

#include "core/base/buf.h"
#include "model/doc/doc.h"
#include "model/highlight/highlight.h"

struct css_sheet;  /* core/data/css.h */
struct html_frame; /* write/html/site_frame.h */

struct html_options {
    bool fragment; /* without <html>, <head> and <style>, for use in another page */
    struct str generator;
    struct css_sheet *const *sheets; /* the author's style sheets, after the built-in one */
    size_t nsheets;
    struct str head;         /* markup for the head, after the title; from write/web */
    const struct str *links; /* addresses of style sheets that the page loads */
    size_t nlinks;
    const struct html_frame *frame;      /* of a site's page; or NULL */
    const struct highlight_theme *theme; /* for code; NULL: without colours */
    /** Reads an image file to embed it as a data: URL; NULL: images keep their addresses. Returns
     * false when it cannot be read. */
    bool (*embed)(void *user, struct str path, struct span at, struct str *mime, struct str *bytes);
    /** The same for an image or font that the style sheet at `sheet` references; NULL: none is
     * embedded. */
    bool (*embed_beside)(void *user, struct str sheet, struct str url, struct str *mime,
                         struct str *bytes);
    void *user;
    bool loads_nothing; /* images on other hosts become links */
    bool clips; /* the document has styles of a stranger: nothing is drawn beside the text */
    bool lines; /* blocks have their source lines: data-line, and data-file for other files than
                   that of <main>. For previews. */
};

/** Whether a raw node is written into the page. */
bool html_shows_raw(const struct doc_node *n);

void html_write(struct buf *out, const struct doc *doc, const struct html_options *opt,
                struct diags *d);

/** Writes the style sheet that the pages of a site share: the built-in one, the colours of
 * `opt->theme`, and `opt->sheets`. */
void html_write_sheet(struct buf *out, const struct html_options *opt, struct diags *d);

/** Writes the built-in style sheet. */
void html_write_built_in(struct buf *out);
/** Writes the script of pages, which is the same for all; see `script` of struct html_frame. */
void html_write_script(struct buf *out);

#endif
