/* SPDX-License-Identifier: MIT */
/*
 * Blind review of one document, from its tree to its finished outputs. The names are removed before
 * anything is numbered or cited, so that no writer gets a name. The outputs are searched for names
 * that are left. The caller provides files, items and the writers.
 */
#ifndef DOSSIER_CHECK_BLIND_REVIEW_H
#define DOSSIER_CHECK_BLIND_REVIEW_H

#include "check/blind/blind.h"
#include "cite/resolve/resolve.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/files/file_host.h"

/** The data and functions that a review gets from its caller. */
struct blind_setup {
    struct arena *arena;   /* owns the review */
    struct str anonymous;  /* a value of `anonymous` from the command line; empty if not given */
    struct str home, dir;  /* the folders of the user and of the document; their paths are secret */
    struct file_host host; /* the files from which the document is made */
    /** Returns the item of a citation's key, or NULL. */
    const struct item *(*find_item)(void *user, struct str key);
    void *user;
};

/** The review of one document. */
struct blind_review {
    struct blind_setup setup;
    struct file_host clean; /* for writers: like the host, but images have no metadata */
    struct blind_who *who;
    bool mask;                   /* the authors' own works are shown without their names */
    struct resolve_blind *works; /* the works that are masked, for resolve_document() */
    struct map unclean;          /* paths of images that may still have metadata */
    struct blind_findings found; /* the findings in the source */
    bool looked;                 /* the source has been searched */
    bool looked_at_files;        /* the files of images to which outputs link have been searched */
};

/** Begins the review if the front matter or the command line requests an anonymous document.
 * Returns NULL otherwise. Invalid values are reported. */
struct blind_review *blind_review_begin(const struct blind_setup *setup, const struct doc *doc,
                                        struct diags *d);
/** Reports the places where the source still names the authors. A second call does nothing. */
void blind_review_look(struct blind_review *r, struct doc *doc, struct diags *d);
/** Replaces the keys of resolved citations, which are often made of names. */
void blind_review_keys(struct blind_review *r, struct doc *doc);
/** Prepares a tree for an output in a source format, in which citations keep their keys. Masked
 * works get other keys and become anonymous entries of `references`. */
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
    struct str name;    /* the path of the output, or another name for messages */
    const char *called; /* the name of the output in messages: "the PDF" */
    enum blind_form form;
    bool source; /* a source format, which is written from the tree before citations are resolved */
    bool links_images; /* the output names image files and does not contain them */
    struct str data;
    const struct str *images; /* paths of the document's images */
    size_t nimages;
    /** Writes the output once more from the changed tree. Writes no other file and reports
     * nothing. */
    bool (*rewrite)(void *user, const struct doc *doc, struct buf *out);
    void *user;
};

/** Searches an output and reports texts that name the authors. Each spelling is reported once, with
 * its places. Entries of the reference list may name the authors, unless works are masked. */
void blind_review_output(struct blind_review *r, struct doc *doc, const struct blind_output *out,
                         struct diags *d);

/* ---- shared by the searches; private to the module ---- */

/** A place in an output that names an author. */
struct blind_place_found {
    struct str text;
    enum blind_kind kind;
    bool whole; /* the place has a whole name, not a family name alone */
    bool cited; /* the place is in the text of a citation */
    /* the place in words: "page 2, line 7" or "the metadata (Title)"; if empty, the line of `at` is
     * shown */
    struct str place;
    size_t at; /* offset in the bytes of a text output; SIZE_MAX for other outputs */
};
typedef VEC(struct blind_place_found) blind_places;

/** Searches a PDF: the text of its pages, metadata, strings and streams. See pdf_search.c. */
void blind_search_pdf(struct blind_review *r, const struct doc *doc, struct str name,
                      struct str data, blind_places *hits, struct diags *d);
/** Whether bytes that are not text contain the whole name of an author, in UTF-8 or UTF-16. If so,
 * `*out` is set. */
bool blind_in_bytes(const struct blind_review *r, struct str data, struct blind_place_found *out);

#endif
