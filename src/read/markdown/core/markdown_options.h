/* SPDX-License-Identifier: MIT */
/* Options of markdown_parse(), with the callbacks for files and texts. */
#ifndef DOSSIER_MARKDOWN_OPTIONS_H
#define DOSSIER_MARKDOWN_OPTIONS_H

#include "model/doc/doc.h"

/** A metadata value from the command line (-M, -V). `text` is read as a YAML scalar. */
struct markdown_override {
    struct str key, text;
    /* if not NULL, the value itself; `text` is then used only for the key of the cache */
    const struct node *value;
    /* the value replaces earlier values of its key; otherwise, all values become a list */
    bool replaces;
};

/** Where raw text from a file is put (pandoc MANUAL, --include-in-header and others). */
enum markdown_place {
    MARKDOWN_IN_HEADER,
    MARKDOWN_BEFORE_BODY,
    MARKDOWN_AFTER_BODY,
    MARKDOWN_PLACES
};

/** Access to files with text for the document. */
struct markdown_files {
    /** Returns the text at `path` in well-formed UTF-8. The path is relative to the folder of
     * `from`, or to the current folder if `from` is NULL. If the text cannot be read, returns NULL
     * without a report. */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    /** Returns the address of a figure that the last run of the cells of `doc` wrote. `name` is its
     * file name without an ending. Returns an empty text if there is no such figure. The function
     * may be NULL. */
    struct str (*figure)(void *user, struct str name, const struct source *doc);
    void *user;
};

struct md; /* the state of one document while it is read, see md.h; private to the module */

/** Adds content that is not Markdown, such as the data of a CV. The texts in it may be Markdown. */
struct markdown_filler {
    /** Adds nodes to `node` while the document is read. `node` is the root if the source has no
     * Markdown (see `front`), or else an empty division of class `cls` with the attribute
     * `file`. The function calls markdown_put_inlines() and markdown_put_blocks() for texts. It may
     * be NULL. */
    void (*fill)(void *user, struct md *m, struct doc *doc, struct doc_node *node);
    const char *cls;
    const struct node *front; /* the metadata, if the source has no Markdown; else NULL */
    void *user;
};

/** A document whose source is LaTeX (read/latex). */
struct markdown_latex {
    const struct node *front; /* the front matter; NULL if the source is Markdown */
    uint32_t begin, end;      /* the offsets of the body in the source */
    bool chapters;            /* the document has chapters, so sections are the second level */
    /* citations are those of biblatex, in which a number as suffix is a page */
    bool biblatex;
    bool bare_cites;   /* \cite shows authors and years without parentheses */
    bool text_cites;   /* \cite is natbib's \citet */
    bool sorted_cites; /* the style sorts the works of a citation; else they stay as written */
    bool tight;        /* the class puts no space between the items of lists */
    bool styled;       /* headings get classes for their divisions, such as `latex-section` */
};

struct markdown_options {
    struct markdown_filler filler;
    struct markdown_latex latex;
    struct markdown_files files; /* access to files; `open` may be NULL */
    /* for each place (head, before the body, after the body): the paths of the files that the
     * command line includes there */
    const struct str *includes[MARKDOWN_PLACES];
    size_t nincludes[MARKDOWN_PLACES];
    /** "markdown" (or empty), "gfm", "commonmark" or "commonmark_x", followed by pandoc's
     * `+extension` and `-extension`. Errors were found by markdown_format_check(). */
    struct str format;
    const struct markdown_override *overrides;
    size_t noverrides;
    /* the maps of --metadata-file, which have defaults for the front matter; a later one takes
     * precedence */
    const struct node *const *defaults;
    size_t ndefaults;
    /* offsets at which the files of the document begin in its text; NULL if there is only one
     * file */
    const uint32_t *starts;
    size_t nstarts;
    const char *const *outputs; /* names of the document's outputs, see doc_outputs_of() */
    size_t noutputs;
    /* the output for which the document is read. Its options in the front matter (`format`,
     * `output`) apply. NULL if no such options apply. */
    const char *output;
    /** Called with the front matter before the body is read. The function may be NULL. */
    void (*begin)(void *user, const struct node *front);
    void *begin_user;
    /** Removes nodes that the output omits. Called after the front matter has been read, before
     * anything is numbered. The function may be NULL. */
    void (*settle)(void *user, struct doc *doc);
    void *settle_user;
    bool lint; /* unused definitions of links are reported */
    /** The tree keeps the text as the author wrote it, for outputs that are sources themselves.
     * Nothing is numbered. References by number become citations and TeX, as in pandoc. An image
     * alone in its paragraph remains an image. The texts of the front matter are read for
     * doc_front_text(). */
    bool as_written;
    /* the time of the build in seconds since 1970, for \today; unknown if NULL or negative */
    const int64_t *epoch;
    /** Returns the present time in seconds since 1970, or a negative value if it is unknown. Called
     * with `begin_user` if `epoch` is unknown and the document shows the date. The function may be
     * NULL. */
    int64_t (*today)(void *user);
};

#endif
