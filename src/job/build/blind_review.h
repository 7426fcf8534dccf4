/* SPDX-License-Identifier: MIT */
/*
 * Blind review, between the files of build that see to it. Private to build.
 */
#ifndef DOSSIER_BUILD_BLIND_REVIEW_H
#define DOSSIER_BUILD_BLIND_REVIEW_H

#include "check/blind/blind.h"
#include "job/build/files.h"

/** A document for blind review, while it is made. */
struct build_blind {
    struct arena *arena;
    struct blind_who *who;
    bool mask; /* the authors' own works are shown as nobody's */
    struct resolve_blind *works;
    bool looked;                 /* the source was looked at: once is enough */
    struct map unclean;          /* images that tell who made them, perhaps: path -> itself */
    bool files;                  /* and the images that outputs name */
    struct blind_findings found; /* in the source */
    struct file_host host;       /* the caller's, and... */
    struct build_options opt; /* ... the run's options, whose host has images that tell nothing */
};

/** `settle` of struct markdown_options: finds out whether the document is to be anonymous, sets
 * `b->blind` then, and takes out what names its authors. */
void build_blind_settle(void *user, struct doc *doc);
/** Reports where the source names the authors all the same. */
void build_blind_look(struct build_run *b, struct doc *doc);
/** Takes the keys out of citations that were resolved: they are made of names. */
void build_blind_keys(struct build_run *b, struct doc *doc);
/** The same of a tree that says what the author wrote, whose citations need their keys: works that
 * are shown as nobody's are entries of `references` there. */
void build_blind_source(struct build_run *b, struct doc *doc);

/** Something in an output that names an author. */
struct build_blind_hit {
    struct str text;
    enum blind_kind kind;
    bool whole;
    bool cited;       /* in what a citation shows */
    struct str place; /* "page 2, line 7", "line 12", "the metadata (Title)" */
    size_t at;        /* byte of an output that is text; else SIZE_MAX */
};
typedef VEC(struct build_blind_hit) build_blind_hits;

/** Searches a finished output, before it is kept, and reports what names the authors: once for each
 * spelling, with its places. Entries of the reference list may, unless works are masked. */
void build_blind_search(struct build_run *b, struct doc *doc, struct build_target *t,
                        struct str data);
/** The same of a PDF: text, metadata, strings and streams. blind_pdf.c */
void build_blind_search_pdf(struct build_run *b, const struct doc *doc, struct str name,
                            struct str data, build_blind_hits *hits);
/** Whether bytes name an author wherever they stand in a file that is no text: whole names, in
 * UTF-8 and in UTF-16 of both orders. */
bool build_blind_in_bytes(const struct build_blind *blind, struct str data,
                          struct build_blind_hit *out);

#endif
