/* SPDX-License-Identifier: MIT */
/*
 * The files beside a page of works: the works as databases, feeds, a page for each work; and the
 * metadata in the page's head that names them. The front matter requests them: `exports`, `feed`,
 * `paper-pages`.
 */
#ifndef DOSSIER_WRITE_WEB_COMPANIONS_H
#define DOSSIER_WRITE_WEB_COMPANIONS_H

#include "core/base/vec.h"
#include "write/html/html.h"
#include "write/html/site_frame.h"
#include "write/web/web.h"

enum { WEB_FORMS = 4, WEB_ALTERNATES = 12 };

/** The page, as its caller knows it; all borrowed. */
struct web_setup {
    struct arena *arena;
    struct diags *d;
    struct doc *doc;                /* resolved; changed until web_end() */
    struct web_works works;         /* of its lists */
    struct bib_public *published;   /* what the document publishes of its works */
    struct str stem, file;          /* the page's name without an ending, and its file's name */
    struct str pdf;                 /* address of the page as a PDF, seen from the page; or empty */
    const struct html_frame *frame; /* of the page's site; or NULL */
    /** Makes a file in the page's folder; NULL: the page has none. */
    bool (*make)(void *user, struct str name, const struct buf *data);
    void *user;
};

/** A node that was taken out of an entry, and where it was. */
struct web_hidden {
    struct doc_node *node, *parent, *before;
};
/** A link of an entry that leads to the work's page until web_end(). */
struct web_led {
    struct doc_node *node;
    struct str url; /* its address before; empty: the link is new */
};

/** The companions of the page that is being written. */
struct web_companions {
    struct web_setup setup;
    struct web_page page;
    struct web_alternate alternates[WEB_ALTERNATES];
    bool wanted[WEB_FORMS];        /* forms of the works that `exports` requests */
    struct buf head;               /* markup for the page's head */
    struct str atom, json;         /* names of its feeds; empty: it has none */
    size_t limit;                  /* works in them */
    struct str folder;             /* of the pages of works; empty: they have none */
    VEC(struct web_hidden) hidden; /* nodes that only those pages show */
    VEC(struct web_led) links;     /* links of entries as they were */
    struct doc_node *row;          /* links to the alternates, in a div of class `exports` */
};

/** Finds the companions of a page and makes the markup for its head. Entries lead to the pages of
 * their works until web_end() or web_survey(), one of which must follow. */
void web_begin(struct web_companions *w, const struct web_setup *setup);
/** Makes all files empty, so that the caller learns their names. Frees `w`. */
void web_survey(struct web_companions *w);
/** Makes the files, after the page was written with `opt`. Frees `w`. */
void web_end(struct web_companions *w, const struct html_options *opt);

/* ---- between companions.c and the files of its parts ---- */

/** Adds an alternate form of the page to its head, while there is room. */
void web_add_alternate(struct web_companions *w, struct str href, const char *mime,
                       struct str title);
/** Makes a file of the page. */
bool web_make(const struct web_companions *w, struct str name, const struct buf *data);

/** Pages of works: finds their names and points the entries there; works_folder.c */
void web_works_begin(struct web_companions *w);
void web_works_survey(struct web_companions *w);
void web_works_end(struct web_companions *w, const struct html_options *opt);

/** Feeds: adds them to the alternates; works_feeds.c */
void web_feeds_begin(struct web_companions *w);
void web_feeds_survey(struct web_companions *w);
void web_feeds_end(struct web_companions *w, const struct html_options *opt);

#endif
