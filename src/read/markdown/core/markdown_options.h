/* SPDX-License-Identifier: MIT */
/* Options of markdown_parse(), with the callbacks for files and texts. */
#ifndef DOSSIER_MARKDOWN_OPTIONS_H
#define DOSSIER_MARKDOWN_OPTIONS_H

#include "model/doc/doc.h"

/** A metadata value from the command line (-M, -V). `text` is read as a YAML scalar. */
struct markdown_override {
    struct str key, text;
    const struct node *value; /* if not NULL, the value; `text` is then only its key in the cache */
    bool replaces; /* the value replaces earlier values of its key; otherwise they become a list */
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
    /** Returns the address of a figure that the last run of `doc` has written. `name` has no
     * ending. Empty if there is no such figure. The function may be NULL. */
    struct str (*figure)(void *user, struct str name, const struct source *doc);
    void *user;
};

struct md; /* the state of one document while it is read, see md.h; private to the module */

/** Makes nodes of content that is not Markdown, such as the data of a CV. The texts in it may be
 * Markdown. */
struct markdown_filler {
    /** Fills `node` while the document is read: the root if the whole source is not Markdown
     * (`front` below), or an empty division of class `cls` with an attribute `file`. Texts are
     * added with markdown_put_inlines() and markdown_put_blocks(). NULL if there is no such
     * content. */
    void (*fill)(void *user, struct md *m, struct doc *doc, struct doc_node *node);
    const char *cls;
    const struct node
        *front; /* metadata of a source that is not Markdown; NULL if the source is Markdown */
    void *user;
};

/** A document whose source is LaTeX (read/latex). */
struct markdown_latex {
    const struct node *front; /* the front matter; NULL if the source is Markdown */
    uint32_t begin, end;      /* the offsets of the body in the source */
    bool chapters;            /* sections are below chapters */
    bool biblatex;            /* citations are those of biblatex, which recognizes page numbers */
    bool bare_cites;          /* \cite shows authors and years without parentheses */
    bool tight;               /* the class puts no space between the items of lists */
    bool styled; /* headings get classes for their divisions, such as `latex-section` */
};

struct markdown_options {
    struct markdown_filler filler;
    struct markdown_latex latex;
    struct markdown_files files;                 /* `open` may be NULL if there are no files */
    const struct str *includes[MARKDOWN_PLACES]; /* files from the command line, by place */
    size_t nincludes[MARKDOWN_PLACES];
    /** "markdown" (or empty), "gfm", "commonmark" or "commonmark_x", followed by pandoc's
     * `+extension` and `-extension`. Errors were found by markdown_format_check(). */
    struct str format;
    const struct markdown_override *overrides;
    size_t noverrides;
    const struct node *const *defaults; /* maps with defaults for the front matter, from
                                           --metadata-file; the last one has precedence */
    size_t ndefaults;
    const uint32_t *starts; /* offsets at which the files of the document begin in its text; NULL if
                               there is only one file */
    size_t nstarts;
    const char *const *outputs; /* names of the document's outputs, see doc_outputs_of() */
    size_t noutputs;
    const char *output; /* the output for which the document is read; its options in the front
                           matter (`format`, `output`) apply. NULL: no such options apply */
    /** Called with the front matter before the body is read. The function may be NULL. */
    void (*begin)(void *user, const struct node *front);
    void *begin_user;
    /** Removes nodes that the output omits. Called after the front matter and the title block have
     * been read, and before anything is numbered. The function may be NULL. */
    void (*settle)(void *user, struct doc *doc);
    void *settle_user;
    bool lint; /* definitions of links that no link uses are reported */
    /** The tree keeps what the author wrote, for outputs that are sources themselves: nothing is
     * numbered, references by number are citations and TeX as in pandoc, an image alone in its
     * paragraph remains an image, and the texts of the front matter are read (doc_front_text()). */
    bool as_written;
    const int64_t *epoch; /* the time of the build, in seconds since 1970, for \today; NULL or
                             negative: unknown */
    /** Returns the time of this run; negative if unknown. Called with `begin_user`, if `epoch` is
     * unknown and the document shows a date. The function may be NULL. */
    int64_t (*today)(void *user);
};

#endif
