/* SPDX-License-Identifier: MIT */
/*
 * What goes with a page, between the file that writes pages and those that make what machines read.
 * Private to build.
 */
#ifndef DOSSIER_BUILD_WEB_H
#define DOSSIER_BUILD_WEB_H

#include "build/files.h"
#include "web/web.h"

enum { BUILD_WEB_FORMS = 4, BUILD_WEB_ALTERNATES = 8 };

/** Of the page that is being written. */
struct build_web {
    struct web_page page;
    struct web_alternate alternates[BUILD_WEB_ALTERNATES];
    bool asked[BUILD_WEB_FORMS]; /* forms of its works that are wanted beside it */
    struct str stem;             /* its name without the ending */
    struct buf head;             /* markup for its head */
};

/** Finds what goes with a page, and makes the markup for its head; build_web_end() frees it. */
void build_web_begin(struct build_run *b, const struct doc *doc, struct build_web *w);
/** Makes the files beside the page, once it is written. */
void build_web_end(struct build_run *b, struct build_web *w);

#endif
