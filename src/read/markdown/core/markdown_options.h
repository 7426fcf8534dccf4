/* SPDX-License-Identifier: MIT */
/*
 * What a caller of markdown_parse() chooses, and the files and texts that it gives.
 */
#ifndef DOSSIER_MARKDOWN_OPTIONS_H
#define DOSSIER_MARKDOWN_OPTIONS_H

#include "model/doc/doc.h"

/** A metadata value of the command line (-M, -V); `text` is read as a YAML scalar. */
struct markdown_override {
    struct str key, text;
    const struct node *value; /* not NULL: stands for `text` */
    bool replaces;            /* an earlier one of its key counts no more; else both make a list */
};

/** Where text of a file goes as it stands (pandoc MANUAL, --include-in-header and the like). */
enum markdown_place {
    MARKDOWN_IN_HEADER,
    MARKDOWN_BEFORE_BODY,
    MARKDOWN_AFTER_BODY,
    MARKDOWN_PLACES
};

/** How documents reach files that they take text from. */
struct markdown_files {
    /** The text at `path`, well-formed UTF-8: relative to the folder of `from`, or to the current
     * one when that is NULL. NULL when it cannot be read; nothing is reported then. */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    void *user;
};

struct md; /* one document while it is read: md.h, private to the room */

/** Who makes the nodes of what is not written in Markdown; their texts may be. */
struct markdown_filler {
    /**
     * Fills `node` while the document is read: its root, when the whole source is none of
     * Markdown's (`front` below), or an empty division of class `cls` with an attribute `file`.
     * Texts are put with markdown_put_inlines() and markdown_put_blocks(). NULL: there is nobody.
     */
    void (*fill)(void *user, struct md *m, struct doc *doc, struct doc_node *node);
    const char *cls;
    const struct node *front; /* metadata of a source that is no Markdown; NULL: it is Markdown */
    void *user;
};

struct markdown_options {
    struct markdown_filler filler;
    struct markdown_files files;                 /* `open` may be NULL: there are none */
    const struct str *includes[MARKDOWN_PLACES]; /* files of the command line, by place */
    size_t nincludes[MARKDOWN_PLACES];
    /** "markdown" (also when it is empty), "gfm", "commonmark" or "commonmark_x", with pandoc's
     * `+extension` and `-extension` behind it; markdown_format_check() says which are right. */
    struct str format;
    const struct markdown_override *overrides;
    size_t noverrides;
    const struct node *const *defaults; /* maps that give what the document does not: those of
                                           --metadata-file, of which the last wins */
    size_t ndefaults;
    const uint32_t *starts; /* where the files begin that the text is put together of; NULL: one */
    size_t nstarts;
    const char *const *outputs; /* what may be made of the document: doc_outputs_of() */
    size_t noutputs;
    const char *output; /* the one that it is read for, whose options in the front matter hold
                           (`format`, `output`); NULL: none has */
    /** The tree is to say what the author wrote, for outputs that are sources themselves: nothing
     * gets a number, references by number are citations and TeX as pandoc has them, images alone in
     * their paragraphs stay images, and the texts of the front matter are read (doc_front_text). */
    /** Called when the front matter is known and the text not yet read; NULL: nobody asks. */
    void (*begin)(void *user, const struct node *front);
    void *begin_user;
    /** Takes out of the document what this making of it is to be without, before anything in it is
     * numbered; front matter and title block are read. NULL: nothing. */
    void (*settle)(void *user, struct doc *doc);
    void *settle_user;
    bool lint; /* definitions that no link uses are reported */
    bool as_written;
    const int64_t *epoch; /* the time of the build, in seconds since 1970, for \today; NULL or
                             negative: not known */
};

#endif
