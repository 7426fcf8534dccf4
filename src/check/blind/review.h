/* SPDX-License-Identifier: MIT */
/*
 * Blind review of one document, from its tree to its finished outputs: the names are taken out
 * before anything is numbered or cited, so that writers have no name to leave out, and the outputs
 * are searched for what is left. The caller provides files, items and the writers.
 */
#ifndef DOSSIER_CHECK_BLIND_REVIEW_H
#define DOSSIER_CHECK_BLIND_REVIEW_H

#include "check/blind/blind.h"
#include "cite/resolve/resolve.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/files/file_host.h"

/** What a review needs of its caller. */
struct blind_setup {
    struct arena *arena;   /* owns the review */
    struct str anonymous;  /* a value of `anonymous` from the command line; empty: not given */
    struct str home, dir;  /* the user's folder and the document's: their paths are secret */
    struct file_host host; /* the files that the document is made of */
    /** Returns the item of a citation's key, or NULL. */
    const struct item *(*find_item)(void *user, struct str key);
    void *user;
};

/** The review of one document. */
struct blind_review {
    struct blind_setup setup;
    struct file_host clean; /* for writers: as the host, but images have no metadata */
    struct blind_who *who;
    bool mask;                   /* the authors' own works are shown without their names */
    struct resolve_blind *works; /* for resolve_document() */
    struct map unclean;          /* paths of images that may have kept metadata */
    struct blind_findings found; /* in the source */
    bool looked;                 /* the source was searched: once is enough */
    bool looked_at_files;        /* the files of images that outputs link to were searched */
};

/** Begins the review when the front matter or the command line asks for an anonymous document;
 * returns NULL otherwise. Invalid values are reported. */
struct blind_review *blind_review_begin(const struct blind_setup *setup, const struct doc *doc,
                                        struct diags *d);
/** Reports where the source still names the authors; does nothing the second time. */
void blind_review_look(struct blind_review *r, struct doc *doc, struct diags *d);
/** Replaces the keys of resolved citations, which are often made of names. */
void blind_review_keys(struct blind_review *r, struct doc *doc);
/** Prepares a tree as its author wrote it, whose citations keep their keys: masked works become
 * entries of `references`. */
void blind_review_source(struct blind_review *r, struct doc *doc);

/** How a finished output is searched. */
enum blind_form {
    BLIND_FORM_TEXT,
    BLIND_FORM_HTML,
    BLIND_FORM_JSON, /* pandoc's tree */
    BLIND_FORM_PDF
};

/** A finished output. */
struct blind_output {
    struct str name;    /* its path, or another name for messages */
    const char *called; /* in messages: "the PDF" */
    enum blind_form form;
    bool source;              /* a source format: it is written from the tree before resolving */
    bool links_images;        /* it names image files instead of containing them */
    struct str data;          /* the bytes of the output */
    const struct str *images; /* paths of the document's images */
    size_t nimages;
    /** Writes the output once more from the changed tree, without any file beside it, and reports
     * nothing. */
    bool (*rewrite)(void *user, const struct doc *doc, struct buf *out);
    void *user;
};

/** Searches an output and reports what names the authors, once for each spelling, with its places.
 * Entries of the reference list may name them unless works are masked. */
void blind_review_output(struct blind_review *r, struct doc *doc, const struct blind_output *out,
                         struct diags *d);

/* ---- between the searches; private to the module ---- */

/** A place in an output that names an author. */
struct blind_place_found {
    struct str text;
    enum blind_kind kind;
    bool whole;       /* a whole name, not a family name alone */
    bool cited;       /* in the text of a citation */
    struct str place; /* "page 2, line 7", "the metadata (Title)"; empty: the line of `at` */
    size_t at;        /* offset in the bytes of a text output; else SIZE_MAX */
};
typedef VEC(struct blind_place_found) blind_places;

/** Searches a PDF: the text of its pages, metadata, strings and streams. pdf_search.c */
void blind_search_pdf(struct blind_review *r, const struct doc *doc, struct str name,
                      struct str data, blind_places *hits, struct diags *d);
/** Whether bytes that are not text contain an author's whole name, in UTF-8 or UTF-16. */
bool blind_in_bytes(const struct blind_review *r, struct str data, struct blind_place_found *out);

#endif
