/* SPDX-License-Identifier: MIT */
/*
 * libdossier: documents to PDF and HTML from another program.
 *
 *     struct dossier *d = dossier_new();
 *     dossier_add_output(d, "html", "out/statement.html");
 *     dossier_add_output(d, "pdf", "out/statement.pdf");
 *     dossier_build(d, "statement.md");
 *     for (size_t i = 0; i < dossier_diagnostic_count(d); i++) {
 *         struct dossier_diagnostic g;
 *         dossier_diagnostic(d, i, &g);
 *         printf("%s:%u:%u: %s: %s\n", g.file, g.line, g.column, g.level, g.message);
 *     }
 *     dossier_free(d);
 *
 * A context is used by one thread at a time; different contexts are independent: the library has no
 * global state. It prints nothing, reads no environment and never exits. Strings are UTF-8 with a
 * NUL at the end.
 */
#ifndef DOSSIER_DOSSIER_H
#define DOSSIER_DOSSIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dossier/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Settings and fonts that documents share, and the diagnostics of the last one. Since 0.1. */
struct dossier;

/** What a build came to. The numbers are the program's exit statuses. Since 0.1. */
enum dossier_result {
    DOSSIER_FINE = 0, /* there may be warnings */
    DOSSIER_ERRORS =
        1,         /* the document or a database has errors; outputs were written all the same */
    DOSSIER_IO = 3 /* a file could not be read or written */
};

/** A new context, to be given back with dossier_free(). Never NULL: memory that runs out aborts.
 * Since 0.1. */
DOSSIER_API struct dossier *dossier_new(void);
/** Frees a context and every string that came from it. NULL is allowed. Since 0.1. */
DOSSIER_API void dossier_free(struct dossier *d);

/** Sets a value of the front matter, as the program's -M does; `value` is read as YAML. Copied.
 * Since 0.1. */
DOSSIER_API void dossier_set_metadata(struct dossier *d, const char *key, const char *value);
/** Adds a citation database, in place of the document's own. Copied. Since 0.1. */
DOSSIER_API void dossier_add_bibliography(struct dossier *d, const char *path);
/** The CSL style: a file's path or an installed style's name; NULL leaves it to the document.
 * Copied. Since 0.1. */
DOSSIER_API void dossier_set_csl(struct dossier *d, const char *style);
/** A folder that holds styles/, looked at before those of the system. Copied. Since 0.1. */
DOSSIER_API void dossier_add_data_dir(struct dossier *d, const char *path);
/** A folder for indexes of large .bib files, made when it is needed: a second build reads only the
 * entries that are cited. NULL, the default: there are none. Copied. Since 0.1. */
DOSSIER_API void dossier_set_cache_dir(struct dossier *d, const char *path);
/** HTML without head and style sheet. Since 0.1. */
DOSSIER_API void dossier_set_fragment(struct dossier *d, bool fragment);
/** The date that PDFs carry, in seconds since 1970; negative, the default: none. Since 0.1. */
DOSSIER_API void dossier_set_epoch(struct dossier *d, int64_t seconds);

/**
 * Adds an output of the builds that follow: `format` is a name as the program's --to takes it
 * ("html", "pdf"), or NULL for what the path's ending says; `path` is where it goes. Copied.
 * Returns false, and adds nothing, when there is no such format. Since 0.1.
 */
DOSSIER_API bool dossier_add_output(struct dossier *d, const char *format, const char *path);
/** Takes all outputs away again, for another document. Since 0.1. */
DOSSIER_API void dossier_clear_outputs(struct dossier *d);

/**
 * Builds one document into all outputs; without any it is only checked. Outputs appear whole or not
 * at all. Diagnostics of an earlier build are gone. Since 0.1.
 */
DOSSIER_API enum dossier_result dossier_build(struct dossier *d, const char *input);
/** Pages of the last PDF. Since 0.1. */
DOSSIER_API size_t dossier_pages(const struct dossier *d);

/** One diagnostic. The strings belong to the context and live until its next build. Since 0.1. */
struct dossier_diagnostic {
    const char *file;      /* "" when it belongs to no file */
    uint32_t line, column; /* from 1, columns in code points; 0 when it belongs to no file */
    const char *level;     /* "note", "warning", "error", "fatal" */
    const char *id;        /* stable: "undefined-citation" */
    const char *message;
    const char *hint; /* or "" */
};
DOSSIER_API size_t dossier_diagnostic_count(const struct dossier *d);
/** Fills `*out`; false when there is no diagnostic `i`. Since 0.1. */
DOSSIER_API bool dossier_diagnostic(const struct dossier *d, size_t i,
                                    struct dossier_diagnostic *out);

#ifdef __cplusplus
}
#endif

#endif
