/* SPDX-License-Identifier: MIT */
/*
 * Writes a resolved document as one self-contained HTML page.
 */
#ifndef DOSSIER_HTML_HTML_H
#define DOSSIER_HTML_HTML_H

#include "core/base/buf.h"
#include "model/doc/doc.h"
#include "model/highlight/highlight.h"

struct css_sheet;  /* see core/data/css.h */
struct html_frame; /* see write/html/site_frame.h */

struct html_options {
    bool fragment; /* the output has no <html>, <head> and <style>, for use in another page */
    struct str generator;
    /* the author's style sheets, which come after the built-in one */
    struct css_sheet *const *sheets;
    size_t nsheets;
    struct str head;         /* markup for the head, after the title; made by write/web */
    const struct str *links; /* the addresses of style sheets that the page loads */
    size_t nlinks;
    const struct html_frame *frame;      /* the frame of a site's page; or NULL */
    const struct highlight_theme *theme; /* the colours of code; or NULL */
    struct str look; /* rules with the colours and fonts of a site, before the author's sheets */
    /** Reads an image file that the page embeds as a data: URL. Returns false if the file cannot be
     * read. If the pointer is NULL, images keep their addresses. */
    bool (*embed)(void *user, struct str path, struct span at, struct str *mime, struct str *bytes);
    /** Like `embed`, for an image or font to which the style sheet at `sheet` refers. NULL: such
     * files are not embedded. */
    bool (*embed_beside)(void *user, struct str sheet, struct str url, struct str *mime,
                         struct str *bytes);
    void *user;
    bool math_text;     /* formulas are plain text, for content systems and e-mail */
    bool loads_nothing; /* images on other hosts become links */
    bool clips; /* the author's styles are not trusted, so content outside of the page is clipped */
    /* for previews: blocks have the numbers of their source lines in data-line, and their file in
     * data-file if it is not the file of <main> */
    bool lines;
};

/** Whether a raw node is written into the page. */
bool html_shows_raw(const struct doc_node *n);

void html_write(struct buf *out, const struct doc *doc, const struct html_options *opt,
                struct diags *d);

/** Writes the style sheet that the pages of a site share: the built-in sheet, the colours of
 * `opt->theme`, and `opt->sheets`. */
void html_write_sheet(struct buf *out, const struct html_options *opt, struct diags *d);

/** Writes the built-in style sheet. */
void html_write_built_in(struct buf *out);
/** Writes the script, which is the same for all pages; see `script` of struct html_frame. */
void html_write_script(struct buf *out);
/** Writes the script in the head of a site's pages; see `look` of struct html_frame. */
void html_write_look(struct buf *out);

#endif
