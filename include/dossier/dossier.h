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
 * A context may be used by one thread at a time. Contexts are independent of each other, because
 * the library has no global state. Pointers to contexts must not be NULL unless a function allows
 * it.
 *
 * Strings are UTF-8 and end with a NUL. Strings and bytes that the program passes are copied.
 * Strings and bytes that functions return belong to the context.
 *
 * The library prints nothing, reads no environment variables and does not end the process, with
 * three exceptions, in which it writes a message to standard error first:
 *
 * - Memory runs out: "dossier: out of memory" and abort(). If the process has reached its limit
 *   RLIMIT_DATA, it ends with status 3 and a message that names the limit instead.
 * - The library itself has a fault: "dossier: internal error: ..." and abort().
 * - A library that dossier loads when it first needs it, such as libharu for PDF, is not installed:
 *   a message that names the package, and status 3.
 *
 * When memory runs out, other libraries may notice it first. Some of them abort with a message of
 * their own. Others fail, which becomes an error among the diagnostics. In all cases the file of an
 * output is either complete or unchanged.
 *
 * A program that must continue after such a failure, such as a server that builds documents by
 * strangers, builds them in a child process with limits for memory (setrlimit(), RLIMIT_AS) and
 * time. A handler of SIGABRT can save data of the program, but it cannot continue. The memory that
 * a document can use is limited in any case; a document that exceeds a limit gets a diagnostic.
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

/** A context: the settings and fonts that all documents share, and the results of the last build.
 * Since 0.1. */
struct dossier;

/** The result of a build. The values are the exit statuses of the program. Since 0.1. */
enum dossier_result {
    DOSSIER_FINE = 0,   /* no errors; warnings are possible */
    DOSSIER_ERRORS = 1, /* errors in the document or a database; outputs were written */
    DOSSIER_IO = 3      /* a file could not be read or written */
};

/** Makes a context, which is never NULL. The caller frees it with dossier_free(). Since 0.1. */
DOSSIER_API struct dossier *dossier_new(void);
/** Frees a context and all strings and bytes that it returned. `d` may be NULL. Since 0.1. */
DOSSIER_API void dossier_free(struct dossier *d);

/** Sets a key of the front matter, like the program's option -M. It replaces the document's own
 * value. `value` is YAML. Since 0.1. */
DOSSIER_API void dossier_set_metadata(struct dossier *d, const char *key, const char *value);
/** Adds a citation database. Documents then use the added databases instead of those that they
 * name. Since 0.1. */
DOSSIER_API void dossier_add_bibliography(struct dossier *d, const char *path);
/** Sets the CSL style: the path of a file, or the name of an installed style. NULL: the style that
 * the document names. Since 0.1. */
DOSSIER_API void dossier_set_csl(struct dossier *d, const char *style);
/** Adds a folder with the subfolders styles/ and locales/. Added folders are searched before the
 * folders that were installed with the library. The installed folders need not be added. At least
 * five folders can be added; further ones are ignored. Since 0.1. */
DOSSIER_API void dossier_add_data_dir(struct dossier *d, const char *path);
/** Sets a folder for indexes of large .bib files, with which a second build reads only the entries
 * that are cited. The library makes the folder if necessary. NULL, the default: no indexes are
 * kept. Since 0.1. */
DOSSIER_API void dossier_set_cache_dir(struct dossier *d, const char *path);
/** Sets whether outputs are fragments: HTML without head and style sheet, plain text without title
 * block and table of contents. The default is false. Since 0.1. */
DOSSIER_API void dossier_set_fragment(struct dossier *d, bool fragment);
/** Sets how lines of plain text are broken. "auto", the default: at `columns` characters (0: 72).
 * "none": a paragraph is one line. "preserve": where they are broken in the document. Returns
 * false, and changes nothing, for other words. Since 0.1. */
DOSSIER_API bool dossier_set_wrap(struct dossier *d, const char *how, unsigned columns);
/** Sets the date in the properties of PDFs, in seconds since 1970-01-01 UTC. A negative number, the
 * default: PDFs have no date. Since 0.1. */
DOSSIER_API void dossier_set_epoch(struct dossier *d, int64_t seconds);

/* ---- files that are not on the disk ---- */

/**
 * Adds a file in memory: a document, a database, a citation style, a style sheet or an image.
 * `name` is its path, `size` its length in bytes. It is used wherever a file with this path would
 * be read. Paths in a document are relative to the folder of the document: "refs.bib" in
 * "a/statement.md" is the file "a/refs.bib". Files in memory are found before those of the reader
 * and of the disk. A file replaces an earlier one with the same name. Since 0.1.
 */
DOSSIER_API void dossier_add_file(struct dossier *d, const char *name, const void *data,
                                  size_t size);

/** The result of a reader. Since 0.1. */
enum dossier_file {
    DOSSIER_FILE_GIVEN = 0,   /* the reader has set `*data` and `*size` */
    DOSSIER_FILE_ON_DISK = 1, /* the library reads the file from the disk */
    DOSSIER_FILE_MISSING = 2  /* the file does not exist, even if it is on the disk */
};
/**
 * A function of the program that reads files for the library. If it has the file at `path`, it sets
 * `*data` and `*size` (in bytes). The data must be valid until the next call of the function.
 * `user` is the pointer that was passed to dossier_set_reader().
 *
 * The library calls it for documents, databases, citation styles, locales, style sheets and images,
 * also to find out whether they exist, and perhaps several times for one file. It does not call it
 * for fonts, hyphenation patterns and SQLite databases, which other libraries open. Since 0.1.
 */
typedef enum dossier_file dossier_read_fn(void *user, const char *path, const void **data,
                                          size_t *size);
/** Sets the function that is called before a file is read from the disk. NULL, the default: files
 * are read from the disk. Since 0.1. */
DOSSIER_API void dossier_set_reader(struct dossier *d, dossier_read_fn *read, void *user);

/* ---- outputs ---- */

/**
 * Adds an output to all further builds. `format` is a name for the program's option --to ("html",
 * "pdf", "docx"), or NULL for the format that the ending of `path` means. `path` is the file to
 * write, or NULL to keep the output in memory for dossier_output(). Returns false, and adds
 * nothing, if the format is unknown. Since 0.1.
 */
DOSSIER_API bool dossier_add_output(struct dossier *d, const char *format, const char *path);
/** Removes all outputs, and the results of the last build. Since 0.1. */
DOSSIER_API void dossier_clear_outputs(struct dossier *d);
/** Returns the media type (RFC 6838) of a format: "text/html" for "html". Returns NULL for an
 * unknown format. The string is static. Since 0.1. */
DOSSIER_API const char *dossier_media_type(const char *format);

/**
 * Builds the document at the path `input` into all outputs. Without outputs, the document is only
 * checked. Outputs are made even if the document has errors. The file of an output is either
 * written completely or not changed. The results of the previous build, which are its diagnostics
 * and its outputs in memory, are freed. Since 0.1.
 */
DOSSIER_API enum dossier_result dossier_build(struct dossier *d, const char *input);

/** Returns the last build's output in a format that was added without a path. It has `*size` bytes,
 * followed by a NUL, and is valid until the next build. `size` may be NULL. If the build did not
 * make this output, returns NULL and sets `*size` to 0. Since 0.1. */
DOSSIER_API const void *dossier_output(const struct dossier *d, const char *format, size_t *size);
/**
 * Returns a further file that belongs to an output in memory, such as a feed, a database of the
 * works, or the page of a work. `i` counts these files from 0. Sets `*name` to the path relative to
 * the output, with slashes, and `*size` to the number of bytes. Name and bytes are valid until the
 * next build. After the last file, returns NULL. The files of an output with a path are written
 * beside it. Since 0.1.
 */
DOSSIER_API const void *dossier_companion(const struct dossier *d, const char *format, size_t i,
                                          const char **name, size_t *size);
/** Returns the number of pages of the PDF that the last build made, or 0. Since 0.1. */
DOSSIER_API size_t dossier_pages(const struct dossier *d);

/* ---- diagnostics ---- */

/** One diagnostic. The structure and its strings are valid until the next build. Later versions may
 * add members at the end. Since 0.1. */
struct dossier_diagnostic {
    const char *file; /* the path of the file; "" for a diagnostic without a place */
    /* the place of the first character; line and column are counted from 1, the column in code
     * points; both are 0 without a place */
    uint32_t line, column;
    /* the place after the last character; equal to `line` and `column` for a place without length
     */
    uint32_t end_line, end_column;
    const char *level; /* "note", "warning", "error" or "fatal" */
    /* a stable name, the same in all versions: "undefined-citation" */
    const char *id;
    const char *message;
    const char *hint; /* a way to a solution, or "" */
};
/** Returns the number of diagnostics of the last build. Since 0.1. */
DOSSIER_API size_t dossier_diagnostic_count(const struct dossier *d);
/** Returns diagnostic `i`, counted from 0 in the order of their places. Returns NULL after the last
 * one. Since 0.1. */
DOSSIER_API const struct dossier_diagnostic *dossier_diagnostic(const struct dossier *d, size_t i);

#ifdef __cplusplus
}
#endif

#endif
