/* SPDX-License-Identifier: MIT */
/*
 * The parts of a site's page around its content: the name of the site, navigation, footer, and the
 * files that all its pages load. The builder of the site sets them.
 *
 * Addresses are relative to the page or to the root of the web server. Everything is borrowed and
 * outlives the call.
 */
#ifndef DOSSIER_HTML_SITE_FRAME_H
#define DOSSIER_HTML_SITE_FRAME_H

#include "core/base/base.h"

struct highlight_theme;

/** The number of levels in the navigation. Deeper links are put into the last level. */
#define HTML_FRAME_DEPTH 3

/** A link of the navigation. */
struct html_frame_link {
    struct str text;
    struct str href; /* the address; empty: the entry is a heading for the links below it */
    /* the depth of the link: 0, or at most one more than the depth of its parent */
    unsigned depth;
    bool current; /* the link leads to the current page: aria-current="page" (WAI-ARIA 1.2) */
    bool within;  /* the current page is below the page of this link */
};

/** The same page in another language. */
struct html_frame_sister {
    struct str lang;  /* the language as a BCP 47 tag */
    struct str href;  /* the address, relative to this page */
    struct str whole; /* the absolute address; or empty */
    bool current;     /* the sister is this page */
    /* the link leads to a translation of a page above this one, so it is left out of the head */
    bool above;
};

/** How a page of a site is arranged. */
enum html_layout {
    HTML_LAYOUT_PAGE,      /* title, and text below it */
    HTML_LAYOUT_PROFILE,   /* a person's portrait, names and ways of contact in a side column */
    HTML_LAYOUT_LAB,       /* title and subtitle over the whole width, and text below them */
    HTML_LAYOUT_DEPARTMENT /* like HTML_LAYOUT_LAB, with the search field in the title */
};

struct html_frame {
    enum html_layout layout;
    struct str look; /* the script of the light and dark look that all pages share; or empty */
    const struct html_frame_sister *sisters; /* the page in all of its languages; or none */
    size_t nsisters;
    struct str search;                 /* the address of the search page; empty: there is none */
    struct str title, home;            /* the name of the site, and the address of its first page */
    const struct html_frame_link *nav; /* in order; each link comes after its parent */
    size_t nnav;
    /* the pages above this page, beginning with the first page of the site */
    const struct html_frame_link *crumbs;
    size_t ncrumbs;
    struct str footer; /* HTML that html_write() has made as a fragment; or empty */
    /** The style sheet that all pages share, see html_write_sheet(). Empty: each page contains its
     * own. */
    struct str sheet;
    /* the paths of the author's style sheets that are in the shared sheet */
    const struct str *linked;
    size_t nlinked;
    /* the theme of code whose colours are in the shared sheet; or NULL */
    const struct highlight_theme *theme;
    struct str script;    /* the script that all pages share; empty: each page contains it */
    struct str canonical; /* the absolute address of the page (RFC 6596); or empty */
    struct str icon;      /* the icon of the site; or empty */
    struct str pdf; /* the page as a PDF, for rel="alternate" and a link in the title; or empty */
    struct str feed, feed_title; /* the feed of the site (Atom, RFC 4287); or empty */
};

#endif
