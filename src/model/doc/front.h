/* SPDX-License-Identifier: MIT */
/*
 * The table of front-matter keys, built from front.def. To add a key, add a row there.
 */
#ifndef DOSSIER_DOC_FRONT_H
#define DOSSIER_DOC_FRONT_H

#include "core/base/base.h"

/** What kind of value a key takes. */
enum front_type {
    FRONT_TEXT,
    FRONT_RICH, /* text with the markup of the document */
    FRONT_RAW,  /* source text of an output format */
    FRONT_FLAG, /* true or false */
    FRONT_NUMBER,
    FRONT_LENGTH, /* a number with a unit */
    FRONT_COLOUR,
    FRONT_DATE,
    FRONT_LANGUAGE, /* a BCP 47 tag */
    FRONT_FILE,     /* a path, seen from the folder of the document */
    FRONT_CHOICE,   /* one of the words in `values` */
    FRONT_LIST,     /* one value or several */
    FRONT_MAP,
};

/** A row of front.def. Texts are empty, never NULL. */
struct doc_front_key {
    struct str name; /* with the path of a key inside a map: "author.orcid" */
    enum front_type type;
    struct str values;  /* the words of a FRONT_CHOICE, divided by spaces */
    const char *absent; /* what holds for a document without the key */
    const char *reader; /* module below src/ that reads the key */
    const char *text;   /* one sentence for authors */
    bool quiet;         /* never offered as a correction */
};

/** All rows, in the order of front.def; their number in `*n`. */
const struct doc_front_key *doc_front_keys(size_t *n);

/**
 * The row of `key` in `scope`, or NULL. The scope is the path of the map that has the key, with a
 * dot at its end: "" for the front matter itself, "author." for an author.
 */
const struct doc_front_key *doc_front_key(struct str scope, struct str key);

/** The name of a row without `scope`, or the empty slice if the row is not directly in that scope.
 */
struct str doc_front_name(const struct doc_front_key *row, struct str scope);

#endif
