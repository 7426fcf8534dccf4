/* SPDX-License-Identifier: MIT */
/* Blind review: reads who wrote a document, removes the authors from its tree, and finds the places
 * that still name them. The functions here do not depend on outputs and open no files. */
#ifndef DOSSIER_BLIND_BLIND_H
#define DOSSIER_BLIND_BLIND_H

#include "model/doc/doc.h"

enum blind_mode {
    BLIND_UNSAID,
    BLIND_OFF,
    BLIND_ON,
    BLIND_MASK /* like BLIND_ON, and the authors' own works are cited without their names */
};

/** Reads a value of `anonymous`: true, false, `mask`, or a map. A map may have `self-citations:
 * mask`; otherwise it means true. Any other value is reported and means true, so that no name is
 * shown by mistake. NULL gives BLIND_UNSAID. */
enum blind_mode blind_mode_read(const struct node *value, struct diags *d);

/** Kinds of text that identify an author. */
enum blind_kind {
    BLIND_NAME,
    BLIND_AFFILIATION,
    BLIND_ORCID,
    BLIND_EMAIL,
    BLIND_PAGE, /* an address: a home page, a profile or a telephone number */
    BLIND_GRANT,
    BLIND_SECRET, /* a word that the author lists in `anonymous: names` */
    BLIND_FOLDER,
    BLIND_KINDS
};

struct blind_who; /* the persons and texts that must not appear */

/** Reads who wrote a document: authors, affiliations, contacts, grants, and `names` below
 * `anonymous`. It must be called before blind_strip(). All memory is in `a`. */
struct blind_who *blind_who_read(struct arena *a, const struct doc *doc);
/** Adds a text to search for, such as the path of a folder. The search ignores case. Texts of fewer
 * than four bytes are ignored. */
void blind_add(struct blind_who *who, enum blind_kind kind, struct str text);
/** Returns the authors' names and ORCIDs as they were written, for resolve_blind_new(). */
const struct str *blind_names(const struct blind_who *who, size_t *n);

/**
 * Removes everything that identifies the authors from a document: names, affiliations and notes,
 * thanks, acknowledgements and funding, addresses of the document, running heads with a name, and
 * the keys that create other files (feeds, exports, attachments). Afterwards, neither the tree nor
 * the front matter contains them. It must be called before anything is numbered.
 */
void blind_strip(const struct blind_who *who, struct doc *doc);

/** How a text is searched. */
enum blind_text {
    BLIND_SOURCE, /* like BLIND_PROSE, but also finds family names that may be ordinary words */
    BLIND_PROSE,  /* prose: a family name alone is found, unless it may be an ordinary word */
    /* names of files, addresses, identifiers: lower case and joined words are also found */
    BLIND_ADDRESS,
    BLIND_WHOLE /* only whole names: for program text and binary data */
};

struct blind_hit {
    size_t from, to; /* offsets in the text */
    enum blind_kind kind;
    bool whole; /* the text is a whole name; otherwise it is a family name alone */
    bool maybe; /* the text is a family name that may be an ordinary word; only with BLIND_SOURCE */
};
typedef void blind_hit_fn(void *user, const struct blind_hit *hit);
/** Calls `fn` for each place of a text that names an author, in no particular order. Places of the
 * same kind do not overlap. Names count in every spelling that resolve's matching knows: "Ines
 * Alder", "I. Alder", "Alder, I.", "ALDER Ines", without accents, with "ue" for "ü", with
 * ligatures, with a hyphen at the end of a line. A family name alone counts if it has a capital, is
 * not next to another person's given name, and is not used as an ordinary word. A family name that
 * is also a word of a language ("May", "Green", "Long") needs more evidence: "Dr. May", "May et
 * al.", "May’s group"; a capital within a sentence makes it a `maybe`. */
void blind_search(const struct blind_who *who, struct str text, enum blind_text kind,
                  blind_hit_fn *fn, void *user);
/** Whether a text, read as prose, names an author. */
bool blind_names_author(const struct blind_who *who, struct str text);
/** Returns the name of a kind for messages: "an author", "an author's ORCID". */
const char *blind_kind_name(enum blind_kind kind);

/** A finding in the source, to compare with the text of outputs. */
struct blind_found {
    struct str text; /* the text as it was written */
    struct diag *diag;
};
struct blind_findings {
    struct blind_found *p; /* an array in the document's arena */
    size_t n;
};
/**
 * Reports the places where the source of a stripped document still names its authors: text, notes,
 * front matter, code, alternative texts and names of images, addresses, attributes. The text of
 * citations is not searched.
 */
struct blind_findings blind_look(const struct blind_who *who, const struct doc *doc,
                                 struct diags *d);

/** Whether all works of a citation are masked. */
typedef bool blind_masked_fn(void *user, const struct doc_node *cite);
/** Reports phrases in which authors refer to their own works, such as "our earlier work [5]". The
 * phrases are English, German, French or Spanish, depending on the document's language. Phrases
 * about masked works are not reported. */
void blind_look_phrases(const struct doc *doc, blind_masked_fn *masked, void *user,
                        struct diags *d);

#endif
