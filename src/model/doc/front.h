/* SPDX-License-Identifier: MIT */
/*
 * The tables of front-matter keys, built from front.def and front_other.def. To add a key, add a
 * row there.
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
    FRONT_FILE,     /* a path, relative to the folder of the document */
    FRONT_CHOICE,   /* one of the words in `values` */
    FRONT_LIST,     /* one value or several */
    FRONT_MAP,
};

/** The subject of a key. The reference of keys has one part for each subject. */
enum front_group {
    FRONT_DOCUMENT,
    FRONT_PEOPLE,
    FRONT_READING,
    FRONT_CITATIONS,
    FRONT_NUMBERS,
    FRONT_PAGES,
    FRONT_OUTPUTS,
    FRONT_CHECKS,
    FRONT_SITES,
    FRONT_WORKS, /* pages that describe a work */
    FRONT_GROUPS
};

/** A row of front.def. A missing text is empty, never NULL. */
struct doc_front_key {
    struct str name; /* the key; if it is inside a map, its path: "author.orcid" */
    struct str same; /* the name of the key with the same meaning, or empty; if it is set, the other
                        members except `reader` are zero */
    enum front_type type;
    enum front_group group;
    struct str values;   /* the words of a FRONT_CHOICE, separated by spaces */
    const char *absent;  /* the value for a document without the key */
    const char *example; /* a value in YAML, on one line */
    const char *reader;  /* the module below src/ that reads the key */
    const char *text;    /* one sentence for authors */
    bool quiet;          /* the key is never suggested as a correction of an unknown key */
};

/** The reason why a key is in front_other.def. */
enum front_other_kind {
    FRONT_OWN, /* a key that authors use for their own purposes, which is never reported */
    /* a key that corresponds to a key of front.def, which `hint` names; a warning is given */
    FRONT_MEANS,
    FRONT_FOREIGN /* a key of another program, which causes a note */
};

/** A row of front_other.def. A missing text is empty, never NULL. */
struct doc_front_other {
    struct str name; /* the key, or its path, as in doc_front_key */
    enum front_other_kind kind;
    const char *program; /* the program whose documentation describes the key */
    const char *hint;    /* how authors get the same effect in dossier */
};

/** Returns all rows of front.def, sorted by the bytes of their names. `*n` is set to their
 * number. */
const struct doc_front_key *doc_front_keys(size_t *n);

/**
 * Returns the row of `key` in `scope`, or NULL. The scope is the path of the map that has the key,
 * with a dot at its end: "" for the front matter itself, "author." for an author.
 */
const struct doc_front_key *doc_front_key(struct str scope, struct str key);

/** Returns the row of the key with the same meaning, or `row` itself if `same` is empty. */
const struct doc_front_key *doc_front_meant(const struct doc_front_key *row);

/** Finds a key in front_other.def. Sets `*out` to the row, or returns false. */
bool doc_front_other(struct str scope, struct str key, struct doc_front_other *out);

/** Returns the name of a row without `scope`, or the empty slice if the row is not directly in that
 * scope. */
struct str doc_front_name(const struct doc_front_key *row, struct str scope);

#endif
