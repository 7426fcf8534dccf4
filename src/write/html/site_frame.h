/* SPDX-License-Identifier: MIT */
/*
 * What a page of a site has around its own content: the site's name, navigation, footer, and what
 * all its pages load together. Whoever builds the site fills it in; html only writes it.
 *
 * All addresses are as the page is to have them: seen from the page itself, or from the root of the
 * web server. Everything is borrowed and outlives the call.
 */
#ifndef DOSSIER_HTML_SITE_FRAME_H
#define DOSSIER_HTML_SITE_FRAME_H

#include "core/base/base.h"

struct highlight_theme;

/** How deep navigation is shown: what is deeper stands in its last level. */
#define HTML_FRAME_DEPTH 3

/** A link of the navigation. */
struct html_frame_link {
    struct str text;
    struct str href; /* empty: a heading of the links below it */
    unsigned depth;  /* 0, or one more than that of the link that it stands below */
    bool current;    /* it leads to the page itself: aria-current="page" (WAI-ARIA 1.2) */
    bool within;     /* the page is one of those below it */
};

/** A feed of the site (RSS 2.0; Atom, RFC 4287; JSON Feed 1.1): link rel="alternate". */
struct html_frame_feed {
    struct str href, mime, title;
};

struct html_frame {
    struct str title, home;            /* the site's name, and where its first page is */
    const struct html_frame_link *nav; /* in their order, each behind what it stands below */
    size_t nnav;
    const struct html_frame_link *crumbs; /* the pages above this one, the first page first */
    size_t ncrumbs;
    struct str footer; /* HTML that was made by html_write() as a fragment; or empty */
    /** The sheet that all pages share, html_write_sheet(); empty: each page has its own inside. */
    struct str sheet;
    const struct str *linked; /* paths of the author's sheets that are in it */
    size_t nlinked;
    const struct highlight_theme *theme; /* whose colours of code are in it; NULL: none */
    struct str script;                   /* the script that all pages share; empty: inside */
    struct str canonical;                /* the page's own address, absolute (RFC 6596); or empty */
    struct str icon;                     /* the site's icon; or empty */
    struct str pdf; /* the page as a PDF, or empty: rel="alternate", and a link in its title */
    const struct html_frame_feed *feeds;
    size_t nfeeds;
};

#endif
