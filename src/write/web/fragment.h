/* SPDX-License-Identifier: MIT */
/*
 * Fragments of pages for places that change HTML: content systems remove classes and many elements,
 * and mail programs ignore style sheets.
 */
#ifndef DOSSIER_WEB_FRAGMENT_H
#define DOSSIER_WEB_FRAGMENT_H

#include "core/base/buf.h"

struct diags;

struct web_fragment {
    bool email; /* for e-mail: inline styles, no identifiers; otherwise for content systems */
    /* the absolute address of the page, against which addresses are resolved; or empty */
    struct str base;
};

/** Appends a page's content without classes, scripts and folds, so that the text reads well where
 * only simple elements are shown. `html` is a fragment of html_write(). Content that is left out,
 * and addresses in an e-mail that stay relative, are reported. */
void web_fragment(struct buf *out, struct str html, const struct web_fragment *opt,
                  struct diags *d);

#endif
