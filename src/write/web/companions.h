/* SPDX-License-Identifier: MIT */
/*
 * The files beside a page of works: the works as databases, feeds, a page for each work. Also the
 * metadata in the page's head that lists them. The front matter requests them: `exports`, `feed`,
 * `paper-pages`.
 */
#ifndef DOSSIER_WRITE_WEB_COMPANIONS_H
#define DOSSIER_WRITE_WEB_COMPANIONS_H

#include "core/base/vec.h"
#include "write/html/html.h"
#include "write/html/site_frame.h"
#include "write/web/web.h"

enum { WEB_FORMS = 4, WEB_ALTERNATES = 12 };

/** The properties of the page that the caller sets. All are borrowed. */
struct web_setup {
    struct arena *arena;
    struct diags *d;
    struct doc *doc;              /* the resolved document, which is changed until web_end() */
    struct web_works works;       /* the works of the page's lists */
    const struct item *self;      /* the work that the page describes, or NULL */
    struct bib_public *published; /* decides which fields of its works the document publishes */
    struct str stem, file; /* the name of the page without an ending, and the name of its file */
    struct str pdf;        /* the address of the page as a PDF, relative to the page; or empty */
    bool many;             /* the databases of the page have very many works */
    const struct html_frame *frame; /* the frame of the page's site; or NULL */
    /** Makes a file in the folder of the page. NULL: the page has no folder. */
    bool (*make)(void *user, struct str name, const struct buf *data);
    void *user;
};

/** A node that was removed from an entry, with the place where it was. */
struct web_hidden {
    struct doc_node *node, *parent, *before;
};
typedef VEC(struct web_hidden) web_hidden_list;

/** A link of an entry that leads to the page of the work until web_end(). */
struct web_led {
    struct doc_node *node;
    struct str url; /* the previous address of the link; empty: the link is new */
};

/** The companions of the page that is being written. */
struct web_companions {
    struct web_setup setup;
    struct web_page page;
    struct web_alternate alternates[WEB_ALTERNATES];
    /* parts of a long list: list_pages.c */
    size_t parts, per_part, part;   /* `parts` is 0 for a page that is whole */
    VEC(struct doc_node *) entries; /* the entries of all lists, in order */
    VEC(struct doc_node *) boxes;   /* the nodes of all lists */
    web_hidden_list apart;          /* nodes that are in other parts */
    struct web_works works;         /* the works of all parts */
    struct web_work *part_works;    /* the works of the part that is written */
    struct doc_node *parts_row;     /* links to the parts */
    bool wanted[WEB_FORMS];         /* the forms of the works that `exports` requests */
    struct buf head;                /* markup for the page's head */
    struct str atom, json;          /* the names of the feeds of the page; empty: there are none */
    size_t limit;                   /* maximum number of works in a feed */
    struct str folder;      /* the folder of the pages of works; empty: there are no such pages */
    web_hidden_list hidden; /* nodes that only the pages of works show */
    VEC(struct web_led) links; /* links in entries, whose previous addresses web_end() restores */
    struct doc_node *row;      /* links to the alternates, in a div of class `exports` */
};

/** Finds the companions of a page and makes the markup for its head. Links in entries lead to the
 * pages of their works until web_end(), which must be called. */
void web_begin(struct web_companions *w, const struct web_setup *setup);
/** Makes the files, after the page is written with the options `opt`. Without options, all files
 * are empty: the caller gets their names in a survey. Frees `w`. */
void web_end(struct web_companions *w, const struct html_options *opt);

/* ---- between companions.c and the files of its parts ---- */

/** Adds another form of the page to its head, as long as there is room. */
void web_add_alternate(struct web_companions *w, struct str href, const char *mime,
                       struct str title);
/** Makes a file of the page. */
bool web_make(const struct web_companions *w, struct str name, const struct buf *data);

/** Removes a node from its place, and records it. */
void web_hide(web_hidden_list *list, struct doc_node *n);
/** Puts the nodes of a list back into their places, and clears the list. */
void web_show_hidden(web_hidden_list *list);

/** works_folder.c: finds the names of the pages of works, and changes the links of the entries to
 * them */
void web_works_begin(struct web_companions *w);
void web_works_end(struct web_companions *w, const struct html_options *opt);

/** list_pages.c: takes all but the first part of a long list out of the page */
void web_parts_begin(struct web_companions *w);
void web_parts_end(struct web_companions *w, const struct html_options *opt);

/** works_feeds.c: adds the feeds to the other forms of the page */
void web_feeds_begin(struct web_companions *w);
void web_feeds_end(struct web_companions *w, const struct html_options *opt);

#endif
