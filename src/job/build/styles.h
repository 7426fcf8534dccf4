/* SPDX-License-Identifier: MIT */
/*
 * The installed styles with their metadata. The styles are not compiled. Our own styles take
 * precedence over those of the system, as they do for documents.
 */
#ifndef DOSSIER_BUILD_STYLES_H
#define DOSSIER_BUILD_STYLES_H

#include "core/base/arena.h"
#include "job/build/build.h"

/* the folders of the data, and two of the system */
enum { BUILD_STYLE_FOLDERS = BUILD_DATA_DIRS + 2 };

/** The content of cs:info (CSL 1.0.2, "Info"). Each text is on one line and has no control
 * characters. */
struct build_style {
    struct str name; /* the name that documents use: the name of the file without ".csl" */
    struct str path;
    struct str title, title_short, id, summary, updated, documentation, rights;
    /* for a dependent style, the name of the independent style to which it refers; else empty */
    struct str parent;
    struct str locale;  /* default-locale, or empty */
    struct str format;  /* "numeric", "author-date", "author", "label", "note", or empty */
    struct str *fields; /* categories: "biology" */
    size_t nfields;
    struct str *authors;
    size_t nauthors;
    bool note;    /* the style has class="note" */
    bool damaged; /* the file is not readable as XML, and only the name and the path are set */
};

/**
 * Reads the info of a style file into `*out`. The strings are in `a`. Returns 0 or an errno value.
 * A file that is not XML is marked as `damaged` and is not an error.
 */
int build_style_read(struct arena *a, struct str path, struct build_style *out);

/** Returns all installed styles, sorted by name, including dependent styles. `data_dirs` contain
 * our own styles/. If two styles have the same name, the list has the one that documents get. The
 * array is in `a`. */
struct build_style *build_styles_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n);
/** Returns the names of all installed styles that begin with `prefix`, in no particular order. A
 * name may occur twice. No style is read. */
struct str *build_style_names(struct arena *a, const struct str *data_dirs, size_t ndirs,
                              struct str prefix, size_t *n);
/** Returns the text on one line, without characters that would act on a terminal, in `a`. */
struct str build_plain_line(struct arena *a, struct str s);
/** Returns the name of a style from its id: "ieee" for "http://www.zotero.org/styles/ieee". */
struct str build_style_id_name(struct str id);
/** Sets `out` to the folders of styles in the order of the search. Returns their number. */
size_t build_style_folders(struct arena *a, const struct str *data_dirs, size_t ndirs,
                           struct str out[BUILD_STYLE_FOLDERS]);
/** Returns the path of an installed style by its name, or the empty slice. */
struct str build_style_path(struct arena *a, const struct str *data_dirs, size_t ndirs,
                            struct str name);

/* ---- themes: style sheets for documents ---- */

/** An installed theme. */
struct build_theme {
    struct str name; /* the name that documents use: the name of the file without ".css" */
    struct str path;
    struct str says; /* the first line of the comment at the beginning of the file, or empty */
    struct str text; /* the whole file */
};

/** Returns all installed themes, sorted by name. `data_dirs` contain our own styles/. If two themes
 * have the same name, the list has the one that documents get. The array is in `a`. */
struct build_theme *build_themes_installed(struct arena *a, const struct str *data_dirs,
                                           size_t ndirs, size_t *n);

#endif
