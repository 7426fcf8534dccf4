/* SPDX-License-Identifier: MIT */
/*
 * libdossier: documents to PDF, HTML and other formats from another program.
 *
 *     struct dossier *d = dossier_new();
 *     dossier_add_output(d, "pdf", "statement.pdf");
 *     dossier_add_output(d, "html", NULL);
 *     dossier_build(d, "statement.md");
 *     const struct dossier_diagnostic *g;
 *     for (size_t i = 0; (g = dossier_diagnostic(d, i)) != NULL; i++) {
 *         printf("%s:%u:%u: %s: %s\n", g->file, g->line, g->column, g->level, g->message);
 *     }
 *     size_t size;
 *     const char *page = dossier_output(d, "html", &size);
 *     ...
 *     dossier_free(d);
 *
 * A context is used by one thread at a time; different contexts are independent: the library has no
 * global state. It prints nothing, reads no environment and never exits. Strings are UTF-8 with a
 * NUL at the end.
 *
 * Memory that runs out ends the process: one line on standard error, "dossier: out of memory", and
 * abort(). So does a broken invariant of the library itself ("dossier: internal error"). The
 * libraries that it stands on may notice first: some abort in their own words, others fail, which
 * is an error among the diagnostics. In every case a file of an output is what it was before, or
 * whole. A program that must outlive this, a server that builds what strangers send, builds in a
 * child process, best with bounds for its memory (setrlimit(), RLIMIT_AS) and its time, and sees
 * SIGABRT in the child's status; a handler of SIGABRT can save what is the program's own, but not
 * go on. What a document may ask for is bounded anyway, which is a diagnostic.
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
/** A folder that holds styles/ and locales/, looked at before those of the library, which finds
 * what was installed with it by itself. At least five count. Copied. Since 0.1. */
DOSSIER_API void dossier_add_data_dir(struct dossier *d, const char *path);
/** A folder for indexes of large .bib files, made when it is needed: a second build reads only the
 * entries that are cited. NULL, the default: there are none. Copied. Since 0.1. */
DOSSIER_API void dossier_set_cache_dir(struct dossier *d, const char *path);
/** Outputs without their frame: HTML without head and style sheet, plain text without title block
 * and contents. Since 0.1. */
DOSSIER_API void dossier_set_fragment(struct dossier *d, bool fragment);
/** Where lines of plain text end: "auto", the default, when they have so many columns (0: 72),
 * "none" with their paragraph, "preserve" where they do in the document. Returns false, and changes
 * nothing, for another word. Since 0.1. */
DOSSIER_API bool dossier_set_wrap(struct dossier *d, const char *how, unsigned columns);
/** The date that PDFs carry, in seconds since 1970; negative, the default: none. Since 0.1. */
DOSSIER_API void dossier_set_epoch(struct dossier *d, int64_t seconds);

/* ---- files that are not on the disk ---- */

/**
 * Gives the library a file: the document, a database, a style, a style sheet, an image. It is found
 * where one of that path would be: databases and images that a document names are relative to the
 * document's folder ("refs.bib" beside "statement.md", "a/refs.bib" beside "a/statement.md"). Comes
 * before the disk and the reader; the last one of a name counts. Copied. Since 0.1.
 */
DOSSIER_API void dossier_add_file(struct dossier *d, const char *name, const void *data,
                                  size_t size);

/** What a reader says of a path. Since 0.1. */
enum dossier_file {
    DOSSIER_FILE_GIVEN = 0,   /* here it is */
    DOSSIER_FILE_ON_DISK = 1, /* look on the disk */
    DOSSIER_FILE_MISSING = 2  /* there is no such file, whatever the disk says */
};
/**
 * Reads a file for the library: sets `*data` and `*size`, which need live until the function is
 * called again only. It is asked for documents, databases, citation styles and locales, style
 * sheets and images, also whether there are such, and perhaps several times for one; not for fonts,
 * hyphenation patterns and libraries in SQLite, which other libraries open. Since 0.1.
 */
typedef enum dossier_file dossier_read_fn(void *user, const char *path, const void **data,
                                          size_t *size);
/** The function that is asked before the disk; NULL, the default: none. Since 0.1. */
DOSSIER_API void dossier_set_reader(struct dossier *d, dossier_read_fn *read, void *user);

/* ---- outputs ---- */

/**
 * Adds an output to the builds that follow: `format` is a name as the program's --to takes it
 * ("html", "pdf", "json"), or NULL for what the path's ending says; `path` is where it goes, or
 * NULL to keep it in memory: dossier_output(). Copied. Returns false, and adds nothing, when there
 * is no such format. Since 0.1.
 */
DOSSIER_API bool dossier_add_output(struct dossier *d, const char *format, const char *path);
/** Takes all outputs away again, for another document. Forgets the last build. Since 0.1. */
DOSSIER_API void dossier_clear_outputs(struct dossier *d);
/** The media type of a format, "text/html" (RFC 6838); NULL when there is none. Static. Since 0.1.
 */
DOSSIER_API const char *dossier_media_type(const char *format);

/**
 * Builds one document into all outputs; without any it is only checked. Outputs are made even when
 * the document has errors; each appears whole or not at all. What an earlier build left, its
 * diagnostics and outputs in memory, is gone. Since 0.1.
 */
DOSSIER_API enum dossier_result dossier_build(struct dossier *d, const char *input);

/** The last build's output of a format that was added without a path: `*size` bytes, and a NUL
 * behind them. They live until the next build. NULL, and 0 bytes, when there is none. Since
 * 0.1. */
DOSSIER_API const void *dossier_output(const struct dossier *d, const char *format, size_t *size);
/**
 * File number `i`, from 0, of those that go with such an output: feeds, works as a database, a page
 * a work. `*name` is its name relative to the output, with slashes; both live until the next build.
 * NULL when there are no more. Of outputs with a path they are written beside it. Since 0.1.
 */
DOSSIER_API const void *dossier_companion(const struct dossier *d, const char *format, size_t i,
                                          const char **name, size_t *size);
/** Pages of the last PDF. Since 0.1. */
DOSSIER_API size_t dossier_pages(const struct dossier *d);

/* ---- diagnostics ---- */

/** One diagnostic. It and its strings live until the next build. Later versions may add members at
 * the end. Since 0.1. */
struct dossier_diagnostic {
    const char *file;      /* "" when it belongs to no file */
    uint32_t line, column; /* from 1, columns in code points; 0 when it belongs to no file */
    uint32_t end_line, end_column; /* behind the last character; where it begins for a place without
                                      extent */
    const char *level;             /* "note", "warning", "error", "fatal" */
    const char *id;                /* stable: "undefined-citation" */
    const char *message;
    const char *hint; /* or "" */
};
/** How many there are, in the order of their places. Since 0.1. */
DOSSIER_API size_t dossier_diagnostic_count(const struct dossier *d);
/** One of them; NULL when there is no diagnostic `i`. Since 0.1. */
DOSSIER_API const struct dossier_diagnostic *dossier_diagnostic(const struct dossier *d, size_t i);

#ifdef __cplusplus
}
#endif

#endif
