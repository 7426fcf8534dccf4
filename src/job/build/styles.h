/* SPDX-License-Identifier: MIT */
/*
 * The styles that are installed: what each says of itself, without compiling it. Our own come
 * before those of the system, as when a document names one.
 */
#ifndef DOSSIER_BUILD_STYLES_H
#define DOSSIER_BUILD_STYLES_H

#include "core/base/arena.h"

/** What cs:info says (CSL 1.0.2, "Info"). Texts are on one line, without control characters. */
struct build_style {
    struct str name; /* what documents call it: the file's name without ".csl" */
    struct str path;
    struct str title, title_short, id, summary, updated, documentation, rights;
    struct str parent;  /* of a dependent style: the name of the style it stands for; else empty */
    struct str locale;  /* default-locale, or empty */
    struct str format;  /* "numeric", "author-date", "author", "label", "note", or empty */
    struct str *fields; /* categories: "biology" */
    size_t nfields;
    struct str *authors;
    size_t nauthors;
    bool note;    /* class="note" */
    bool damaged; /* not readable as XML: only name and path are set */
};

/**
 * Reads the info of one style file into `*out`, strings in `a`. Returns 0 or an errno value; a file
 * that is no XML is no error here but `damaged`.
 */
int build_style_read(struct arena *a, struct str path, struct build_style *out);

/** All installed styles, by name, dependent ones included; `data_dirs` hold styles/ of our own.
 * Of two with one name the one that documents get is listed. The array is in `a`. */
struct build_style *build_styles_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n);
/** The name of a style by its id: "http://www.zotero.org/styles/ieee" is "ieee". */
struct str build_style_id_name(struct str id);
/** Path of an installed style by its name, or the empty slice. */
struct str build_style_path(struct arena *a, const struct str *data_dirs, size_t ndirs,
                            struct str name);

#endif
