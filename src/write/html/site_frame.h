/* SPDX-License-Identifier: MIT */
/*
 * What a page of a site has around its content: the site's name, navigation, footer, and files that
 * all its pages load. The builder of the site fills it in.
 *
 * Addresses are relative to the page or to the root of the web server. Everything is borrowed and
 * outlives the call.
 */
#ifndef DOSSIER_HTML_SITE_FRAME_H
#define DOSSIER_HTML_SITE_FRAME_H

#include "core/base/base.h"

struct highlight_theme;

/** Levels of the navigation; deeper links are in the last level. */
#define HTML_FRAME_DEPTH 3

/** A link of the navigation. */
struct html_frame_link {
    struct str text;
    struct str href; /* empty: a heading for the links below it */
    unsigned depth;  /* 0, or one more than the depth of its parent */
    bool current;    /* it leads to the current page: aria-current="page" (WAI-ARIA 1.2) */
    bool within;     /* the current page is below it */
};

/** A feed of the site (RSS 2.0; Atom, RFC 4287; JSON Feed 1.1), for link rel="alternate". */
struct html_frame_feed {
    struct str href, mime, title;
};

struct html_frame {
    struct str title, home;            /* the site's name, and the address of its first page */
    const struct html_frame_link *nav; /* in order, each after its parent */
    size_t nnav;
    const struct html_frame_link *crumbs; /* the pages above this one, from the first page down */
    size_t ncrumbs;
    struct str footer; /* HTML of html_write() as a fragment; or empty */
    /** The style sheet that all pages share, html_write_sheet(); empty: each page contains its own.
     */
    struct str sheet;
    const struct str *linked; /* paths of the author's style sheets that it contains */
    size_t nlinked;
    const struct highlight_theme *theme; /* theme of code whose colours it contains; or NULL */
    struct str script;    /* the script that all pages share; empty: pages contain it */
    struct str canonical; /* the absolute address of the page (RFC 6596); or empty */
    struct str icon;      /* the site's icon; or empty */
    struct str pdf; /* the page as a PDF, for rel="alternate" and a link in its title; or empty */
    const struct html_frame_feed *feeds;
    size_t nfeeds;
};

#endif
