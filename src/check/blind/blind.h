/* SPDX-License-Identifier: MIT */
/*
 * Blind review: who wrote a document, taking that out of its tree, and finding where it is still
 * said. Decides what tells who the authors are; knows no outputs, and asks nobody for files.
 */
#ifndef DOSSIER_BLIND_BLIND_H
#define DOSSIER_BLIND_BLIND_H

#include "model/doc/doc.h"

enum blind_mode {
    BLIND_UNSAID,
    BLIND_OFF,
    BLIND_ON,
    BLIND_MASK /* and works of the authors' own are cited as somebody's */
};

/** What a value of `anonymous` asks for: true, false, `mask`, or a map, which may have
 * `self-citations: mask` and is on otherwise. One that is none of these is reported, and is on:
 * whoever wrote it wants no name shown. NULL is BLIND_UNSAID. */
enum blind_mode blind_mode_read(const struct node *value, struct diags *d);

/** What a text has that tells who the authors are. */
enum blind_kind {
    BLIND_NAME,
    BLIND_AFFILIATION,
    BLIND_ORCID,
    BLIND_EMAIL,
    BLIND_PAGE,   /* an address: a home page, a profile at some service, a telephone number */
    BLIND_GRANT,  /* the number of one */
    BLIND_SECRET, /* of `names` below `anonymous` */
    BLIND_FOLDER, /* where the author's files lie */
    BLIND_KINDS
};

struct blind_who; /* who must not be named */

/** Reads who wrote a document: authors, where they work, how they are reached, grants, and what
 * stands in `names` below `anonymous`. Before blind_strip(). All memory is in `a`. */
struct blind_who *blind_who_read(struct arena *a, const struct doc *doc);
/** Adds a text that is looked for as it stands, whatever its case: a folder's path. One of fewer
 * than four bytes is not. */
void blind_add(struct blind_who *who, enum blind_kind kind, struct str text);
/** The authors' names, and their ORCIDs, as they are written: for resolve. */
const struct str *blind_names(const struct blind_who *who, size_t *n);

/**
 * Takes out of a document what tells who wrote it: authors, their affiliations and notes, thanks,
 * acknowledgements and what pays for the work, addresses of its own, running heads with a name,
 * and the keys that make other files (feeds, exports, attachments). What a writer of the document
 * reads afterwards, tree or front matter, has none of it. Before anything is numbered.
 */
void blind_strip(const struct blind_who *who, struct doc *doc);

/** What kind of text is searched. */
enum blind_text {
    BLIND_SOURCE,  /* BLIND_PROSE, and family names that may be words of the text as well */
    BLIND_PROSE,   /* a family name alone counts, unless it is an ordinary word here */
    BLIND_ADDRESS, /* names of files, addresses, identifiers: small letters and words run together
                      count as well */
    BLIND_WHOLE    /* whole names alone: program text, and bytes that are no text */
};

struct blind_hit {
    size_t from, to; /* bytes of the text */
    enum blind_kind kind;
    bool whole; /* false: a family name alone */
    bool maybe; /* and one that is a word as well: of BLIND_SOURCE only */
};
typedef void blind_hit_fn(void *user, const struct blind_hit *hit);
/**
 * Calls for each place of a text that names an author, in no order and without overlaps of one
 * kind. Names count in every spelling that resolve's matching knows: "Ines Alder", "I. Alder",
 * "Alder, I.", "ALDER Ines", without accents, with "ue" for "ü", with ligatures, with a hyphen and
 * the end of a line within. A family name alone counts where it has a capital, nobody else's given
 * name stands beside it, and the text does not use it as a word; one that is a word of a language
 * ("May", "Green", "Long") needs more: "Dr. May", "May et al.", "May’s group"; with a capital amid
 * a sentence it may be one.
 */
void blind_search(const struct blind_who *who, struct str text, enum blind_text kind,
                  blind_hit_fn *fn, void *user);
/** What a kind is called in a message: "an author", "an author's ORCID". */
const char *blind_kind_name(enum blind_kind kind);

/** A finding in the source, for who finds the same text in an output. */
struct blind_found {
    struct str text; /* as it was written */
    struct diag *diag;
};
struct blind_findings {
    struct blind_found *p; /* in the document's arena */
    size_t n;
};
/**
 * Reports where the author of a stripped document wrote what names them: text, notes, front
 * matter, code, descriptions and files of images, addresses, attributes. What citations say is not
 * looked at.
 */
struct blind_findings blind_look(const struct blind_who *who, const struct doc *doc,
                                 struct diags *d);

/** Whether the works that a citation is of are all shown as nobody's. */
typedef bool blind_masked_fn(void *user, const struct doc_node *cite);
/** Reports phrases by which authors speak of works of their own, "our earlier work [5]", in
 * English, German, French and Spanish, by the document's language. Of a work that is masked they
 * tell nothing. */
void blind_look_phrases(const struct doc *doc, blind_masked_fn *masked, void *user,
                        struct diags *d);

#endif
