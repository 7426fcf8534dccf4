/* SPDX-License-Identifier: MIT */
/*
 * Reads whole documents in LaTeX. This module joins the files of a document into one text, resolves
 * comments, macros and conditionals, and turns the preamble into front matter. read/markdown/tex
 * reads the body.
 *
 *   texdoc_join.c     \input and similar commands, comments
 *   texdoc_program.c  macros, groups, conditionals, counters
 *   texdoc_terms.c    glossaries and acronyms
 *   texdoc_classes.c  definitions of the commands of classes and packages, from .tex files
 *   texdoc_front.c    the preamble as front matter
 *   texdoc_look.c     the look of headings and classes as a style sheet
 */
#ifndef DOSSIER_READ_LATEX_TEXDOC_H
#define DOSSIER_READ_LATEX_TEXDOC_H

#include "core/data/data_node.h"
#include "core/diag/diag.h"

/** Access to the files of a document. */
struct texdoc_files {
    /** Returns the source at `path`, which is relative to the folder of `from`. If the file cannot
     * be read, returns NULL without a report. */
    struct source *(*open)(void *user, struct str path, const struct source *from);
    /** Whether a file exists. Its path is relative to the document. The function may be NULL. */
    bool (*exists)(void *user, struct str path);
    void *user;
};

/** A document that has been read. */
struct texdoc_document {
    struct source *source; /* the text; its spans lead to the files */
    uint32_t begin, end;   /* the offsets of the body in the text */
    bool chapters;         /* the document has chapters, and sections are below them */
    bool biblatex;         /* the document loads biblatex */
    bool bare_cites;       /* \cite shows authors and years without parentheses */
    bool text_cites;       /* \cite is natbib's \citet */
    bool sorted_cites;     /* the style sorts the works of a citation; else they stay as written */
    bool tight;            /* the class puts no space between the items of lists */
    bool styled;           /* `sheet` has rules for the headings of the author's divisions */
    /* CSS for the parts of the look that the front matter cannot express; may be empty */
    struct str sheet;
    const struct node *front; /* the front matter, in dossier's keys */
};

/** Whether a file is LaTeX by the ending of its name: .tex, .latex or .ltx. */
bool texdoc_is_name(struct str path);

/** Reads a document into `out`, in the arena `a`. `src` must be well-formed UTF-8. Parts that
 * cannot be read are reported in `d` and left out. The time is linear in the length of the text
 * with its macros expanded, which is limited to LIMIT_SOURCE bytes. */
void texdoc_read(struct arena *a, struct source *src, const struct texdoc_files *files,
                 struct diags *d, struct texdoc_document *out);

#endif
