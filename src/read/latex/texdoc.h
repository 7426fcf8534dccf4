/* SPDX-License-Identifier: MIT */
/*
 * Whole documents in LaTeX. This module makes one text of the files of a document, in which
 * comments, macros and conditionals are resolved, and the front matter of its preamble.
 * read/markdown/tex reads the body.
 *
 *   texdoc_join.c     \input and the like, comments
 *   texdoc_program.c  macros, groups, conditionals, counters
 *   texdoc_front.c    the preamble as front matter
 */
#ifndef DOSSIER_READ_LATEX_TEXDOC_H
#define DOSSIER_READ_LATEX_TEXDOC_H

#include "core/data/data_node.h"
#include "core/diag/diag.h"

/** Access to the files of a document. */
struct texdoc_files {
    /** The text at `path`, relative to the folder of `from`; NULL when it cannot be read, which is
     * not reported. */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    /** Whether a file exists, by its path relative to the document; may be NULL. */
    bool (*exists)(void *user, struct str path);
    void *user;
};

/** A document that has been read. */
struct texdoc_document {
    struct source *source;    /* the text: its spans lead back to the files */
    uint32_t begin, end;      /* the body in it */
    bool chapters;            /* sections are below chapters */
    bool biblatex;            /* it loads biblatex */
    const struct node *front; /* the front matter, in dossier's keys */
};

/** Whether a file is LaTeX by its name: .tex, .latex, .ltx. */
bool texdoc_is_name(struct str path);

/** Reads a document. `src` must be well-formed UTF-8. What cannot be read is reported to `d`; the
 * result is always complete, made in `a`. Takes time linear in the text and in what its macros
 * make, up to LIMIT_SOURCE bytes. */
void texdoc_read(struct arena *a, struct source *src, const struct texdoc_files *files,
                 struct diags *d, struct texdoc_document *out);

#endif
