/* SPDX-License-Identifier: MIT */
/*
 * The installed styles with their metadata, without compiling them. Our own come before those of
 * the system, as for documents.
 */
#ifndef DOSSIER_BUILD_STYLES_H
#define DOSSIER_BUILD_STYLES_H

#include "core/base/arena.h"

/** The content of cs:info (CSL 1.0.2, "Info"). Texts are on one line, without control characters.
 */
struct build_style {
    struct str name; /* as in documents: the file's name without ".csl" */
    struct str path;
    struct str title, title_short, id, summary, updated, documentation, rights;
    struct str parent;  /* of a dependent style: the name of its independent parent; else empty */
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
 * Reads the info of a style file into `*out`, with strings in `a`. Returns 0 or an errno value; a
 * file that is not XML is `damaged`, which is not an error here.
 */
int build_style_read(struct arena *a, struct str path, struct build_style *out);

/** All installed styles by name, including dependent ones; `data_dirs` contain our own styles/. Of
 * two with one name, the one that documents get is listed. The array is in `a`. */
struct build_style *build_styles_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n);
/** The name of a style by its id: "ieee" for "http://www.zotero.org/styles/ieee". */
struct str build_style_id_name(struct str id);
/** The path of an installed style by its name, or the empty slice. */
struct str build_style_path(struct arena *a, const struct str *data_dirs, size_t ndirs,
                            struct str name);

#endif
