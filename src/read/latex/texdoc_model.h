/* SPDX-License-Identifier: MIT */
/* Declarations that the files of this module share. */
#ifndef DOSSIER_READ_LATEX_TEXDOC_MODEL_H
#define DOSSIER_READ_LATEX_TEXDOC_MODEL_H

#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "model/tex/latex/ltx.h"
#include "model/tex/math/math_expand.h"
#include "read/latex/texdoc.h"

struct texdoc {
    struct arena *a;
    struct diags *d;
    const struct texdoc_files *files;
    struct source *main;
    /* .cls and .sty files in the folder of the document, in the order of loading */
    VEC(struct source *) packages;
    struct str class;    /* the name of the class in \documentclass */
    struct str folders;  /* the argument of \graphicspath */
    struct map *only;    /* the files of \includeonly; NULL: all files */
    struct map excluded; /* the environments of \excludecomment */
    bool german;         /* a German language is loaded, so babel's shorthands with '"' are read */
    struct str base;     /* the folder of \import, in which \input searches first; may be empty */
    int depth;           /* number of files that are being read, without the main file */
    size_t opened;       /* number of files that were put into the text */
};

/* texdoc_join.c */
/** Returns the files of the document as one text without comments. */
struct source *texdoc_join(struct texdoc *l, struct source *src);

/* texdoc_program.c */
/** Returns the text with its macros and conditionals resolved. `*macros` is set to the macros that
 * are defined at its end. */
struct source *texdoc_run(struct texdoc *l, struct source *joined,
                          const struct math_macro **macros);

/* texdoc_classes.c */
/** Returns definitions, in LaTeX, of the commands of a class. Empty for an unknown class. */
struct str texdoc_class(struct str name);
/** Returns definitions, in LaTeX, of commands of packages. */
struct str texdoc_packages(void);

/* texdoc_look.c */
struct texdoc_look {
    struct buf sheet;
    struct map colours; /* the colours of \definecolor, in an arena; see ltx_colour() */
    bool styled;        /* headings have classes, for example `latex-section` */
};
/** The arguments of \titleformat. */
struct texdoc_head {
    struct str shape, format, before, after;
};
/** Returns the name of a division, `section` for `\section`; NULL for another command. */
const char *texdoc_division(struct str name);
void texdoc_titleformat(struct texdoc_look *k, const char *division, const struct texdoc_head *h);
/** Sets the space before and after the headings of a division. The arguments are lengths of LaTeX.
 */
void texdoc_titlespacing(struct texdoc_look *k, const char *division, struct str before,
                         struct str after);
/** Adds the rules for the look of a class with its options. `colour` is the argument of
 * \moderncvcolor. */
void texdoc_class_look(struct texdoc_look *k, struct str class, struct str options,
                       struct str colour);

/* ---- the program in a document */

#define MAX_NUMBER 1000000000

struct texdoc_program {
    struct texdoc *l;
    /* for each open group, the macros that were defined before it */
    VEC(const struct math_macro *) groups;
    struct map switches; /* maps the name of a switch, `draft` for \ifdraft, to "yes" or "no" */
    struct map counters; /* maps the name of a counter to an int64_t */
    struct map terms;    /* maps the key of a term (texdoc_terms.c) to the term */
    size_t resets;       /* how often all terms were said to be unused */
    size_t listed;       /* bytes in lists of terms */
    size_t open;         /* number of conditionals whose \fi has not been read */
    bool math;           /* the reader is in a formula */
};

/* texdoc_program.c */
/** Reads a number at the beginning of an argument. */
int64_t texdoc_number_in(struct texdoc_program *p, struct math_expander *x,
                         const struct math_piece *text);

/* texdoc_assign.c */
/** Returns a pointer to the value of a counter that the author has defined, or NULL. */
int64_t *texdoc_value(const struct texdoc_program *p, struct str name);
/** Runs a command for a counter that the author has defined. Returns false for other commands. */
bool texdoc_counter(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                    struct str name);
/** Writes a definition of \labelenumi or \theenumi as \listlabel{labelenumi}{...}, because the
 * reader of lists knows only that command. Returns false for other commands. */
bool texdoc_label(struct math_expander *x, const struct math_token *t, struct str name);
/** Appends to the text of a macro. Returns false for commands that do not. */
bool texdoc_append(struct math_expander *x, struct str name);
/** Skips the overlay specification of beamer after a command, such as <2-> in \only<2->{...}. The
 * argument of \mode<article> is skipped, too. */
void texdoc_overlay(struct math_expander *x, struct str name);
/** Finds the acronyms in the environment `acronym`, which may follow their uses. */
void texdoc_find_terms(struct texdoc_program *p, struct str text);
/** Runs a command of glossaries or acronym. Returns false for other commands. */
bool texdoc_term(struct texdoc_program *p, struct math_expander *x, const struct math_token *t,
                 struct str name);
/** Reads a command about the counter of a theorem. Returns false for other commands. */
bool texdoc_theorem(struct math_expander *x, struct math_token *t, struct str name);
/** Reads an assignment to a parameter of TeX, such as `\tolerance=1`, or `\vadjust` or `\write`.
 * Returns false for other commands. */
bool texdoc_parameter(struct math_expander *x, struct math_token *t, struct str name);

#endif
