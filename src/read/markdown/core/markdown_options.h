/* SPDX-License-Identifier: MIT */
/* Options of markdown_parse(), with the callbacks for files and texts. */
#ifndef DOSSIER_MARKDOWN_OPTIONS_H
#define DOSSIER_MARKDOWN_OPTIONS_H

#include "model/doc/doc.h"

/** A metadata value of the command line (-M, -V). `text` is read as a YAML scalar. */
struct markdown_override {
    struct str key, text;
    const struct node
        *value;    /* if not NULL, replaces `text`, which then is only its key of the cache */
    bool replaces; /* replaces earlier values of its key; if false, they become a list */
};

/** The places of raw text from files (pandoc MANUAL, --include-in-header and others). */
enum markdown_place {
    MARKDOWN_IN_HEADER,
    MARKDOWN_BEFORE_BODY,
    MARKDOWN_AFTER_BODY,
    MARKDOWN_PLACES
};

/** Access to files with text for the document. */
struct markdown_files {
    /** Returns the text at `path`, in well-formed UTF-8. The path is relative to the folder of
     * `from`. If `from` is NULL, it is relative to the current folder. NULL if the text cannot be
     * read, which is not reported. */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    /** Returns the address of a figure that the last run of `doc` has written, by its name without
     * an ending. Empty if there is none. May be NULL. */
    struct str (*figure)(void *user, struct str name, const struct source *doc);
    void *user;
};

struct md; /* one document while it is read, see md.h; private to the module */

/** Makes nodes from content that has another format than Markdown. The texts in it may be
 * Markdown. */
struct markdown_filler {
    /** Fills `node` while the document is read: the root, when the whole source is not Markdown
     * (`front` below), or an empty division of class `cls` with an attribute `file`. Adds texts
     * with markdown_put_inlines() and markdown_put_blocks(). NULL: no filler. */
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
    bool biblatex;            /* citations are those of biblatex, which knows page numbers */
    bool bare_cites;          /* \cite has no parentheses */
    bool tight;               /* the class has lists without space between their items */
    bool styled;              /* headings have the classes of their divisions */
};

struct markdown_options {
    struct markdown_filler filler;
    struct markdown_latex latex;
    struct markdown_files files;                 /* `open` may be NULL if there are no files */
    const struct str *includes[MARKDOWN_PLACES]; /* files of the command line, by place */
    size_t nincludes[MARKDOWN_PLACES];
    /** "markdown" (or empty), "gfm", "commonmark" or "commonmark_x", followed by pandoc's
     * `+extension` and `-extension`; markdown_format_check() finds errors. */
    struct str format;
    const struct markdown_override *overrides;
    size_t noverrides;
    const struct node *const *defaults; /* maps with defaults for the front matter: those of
                                           --metadata-file, of which the last wins */
    size_t ndefaults;
    const uint32_t *starts; /* offsets at which the files of the document begin in its text; NULL if
                               there is only one file */
    size_t nstarts;
    const char *const *outputs; /* names of the document's outputs, see doc_outputs_of() */
    size_t noutputs;
    const char *output; /* the output that the document is read for: its options in the front matter
                           (`format`, `output`) apply; NULL: none do */
    /** Called with the front matter before the body is read. May be NULL. */
    void (*begin)(void *user, const struct node *front);
    void *begin_user;
    /** Removes nodes that the output omits, before anything is numbered. The front matter and the
     * title block have been read. May be NULL. */
    void (*settle)(void *user, struct doc *doc);
    void *settle_user;
    bool lint; /* report definitions of links that no link uses */
    /** The tree keeps what the author wrote, for outputs that are sources themselves: nothing is
     * numbered, references by number are citations and TeX as in pandoc, images alone in their
     * paragraphs stay images, and the texts of the front matter are read (doc_front_text). */
    bool as_written;
    const int64_t *epoch; /* the time of the build, in seconds since 1970, for \today; NULL or
                             negative: unknown */
    /** The time of this run, where `epoch` is unknown; called with `begin_user`, and only when the
     * document shows its day. Negative: unknown. May be NULL. */
    int64_t (*today)(void *user);
};

#endif
