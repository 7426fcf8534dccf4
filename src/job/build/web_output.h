/* SPDX-License-Identifier: MIT */
/*
 * What goes with a page, between the file that writes pages and those that make what machines read.
 * Private to build.
 */
#ifndef DOSSIER_BUILD_WEB_OUTPUT_H
#define DOSSIER_BUILD_WEB_OUTPUT_H

#include "job/build/files.h"
#include "write/html/html.h"
#include "write/web/web.h"

enum { BUILD_WEB_FORMS = 4, BUILD_WEB_ALTERNATES = 12 };

/** A part of an entry that was taken out of it, and what it stood behind. */
struct build_web_hidden {
    struct doc_node *node, *parent, *before;
};
/** A link of an entry that leads to the work's page while this page is written. */
struct build_web_link {
    struct doc_node *node;
    struct str url;
};

/** Of the page that is being written. */
struct build_web {
    struct web_page page;
    struct web_alternate alternates[BUILD_WEB_ALTERNATES];
    bool asked[BUILD_WEB_FORMS];         /* forms of its works that are wanted beside it */
    struct str stem;                     /* its name without the ending */
    struct buf head;                     /* markup for its head */
    struct str atom, json;               /* names of its feeds; empty: it has none */
    size_t limit;                        /* works in them */
    struct str folder;                   /* of the pages of single works; empty: they have none */
    VEC(struct build_web_hidden) hidden; /* what is for those pages alone */
    VEC(struct build_web_link) links;    /* links of entries as they were */
    struct doc_node *row;                /* of links to its other forms, where it asks for one */
};

/** Finds what goes with a page, and makes the markup for its head; build_web_end() frees it. */
void build_web_begin(struct build_run *b, const struct doc *doc, struct build_web *w);
/** Names the files beside the page in place of build_web_end(): none is made. */
void build_web_survey(struct build_run *b, struct build_web *w);
/** Makes the files beside the page, once it is written with `opt`. */
void build_web_end(struct build_run *b, struct build_web *w, const struct html_options *opt);

/* work_pages.c */

/** Finds whether the works have pages of their own, and what they are called; entries lead there
 * until build_work_pages(). */
void build_work_pages_begin(struct build_run *b, struct build_web *w);
/** Names them. */
void build_work_pages_survey(struct build_run *b, struct build_web *w);
/** Makes the pages. */
void build_work_pages(struct build_run *b, struct build_web *w, const struct html_options *opt);
/** Appends the works that `feed` asks for to the head, and makes the feeds. feeds.c */
void build_feeds_begin(struct build_run *b, struct build_web *w);
void build_feeds(struct build_run *b, struct build_web *w, const struct html_options *opt);
/** Names the feeds. feeds.c */
void build_feeds_survey(struct build_run *b, struct build_web *w);
/** Puts another form of the page into its head, while there is room. */
void build_web_add(struct build_web *w, struct str href, const char *mime, struct str title);

#endif
