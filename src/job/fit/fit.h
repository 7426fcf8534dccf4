/* SPDX-License-Identifier: MIT */
/*
 * Fits a document into the pages that its call for applications allows. Each step is a value of a
 * key of the front matter. Its gain is measured by a layout of the document in memory. No step
 * changes a word, and none breaks another limit of the call.
 */
#ifndef DOSSIER_FIT_FIT_H
#define DOSSIER_FIT_FIT_H

#include "check/limits/limits.h"
#include "job/build/build.h"

/** A step. Texts are in the arena of the options. */
struct fit_step {
    struct str key, value; /* the key of the front matter and its value, a plain scalar of YAML */
    struct str name;       /* the first words of the paragraph, for the key `looseness` */
    struct str what;       /* the effect of the step for readers */
    struct str place;      /* what the step changes, in words for the user: "line 16", "3 lists" */
    /* the reason why the call forbids the step, which is then not taken; or empty */
    struct str unlawful;
    /* how many lines shorter the layout becomes by this step alone, in thousandths of a line */
    int64_t gain;
    int group; /* of the taken steps of a group, only the last one has an effect; 0: no group */
    bool taken;
};

/** All pointers are borrowed. */
struct fit_options {
    struct arena *arena;
    /* the options of the build, with fonts and shared databases */
    const struct build_options *build;
    struct str file;     /* the path of the document */
    const size_t *steps; /* numbers of the steps to take, from 1; NULL: the mildest that suffice */
    size_t nsteps;
    /** Receives the findings of the first reading of the document. */
    void (*report)(void *user, const struct build_job *job);
    void *user;
};

struct fit_result {
    bool read;    /* the document could be read and laid out */
    bool limited; /* the document has a limit of pages */
    bool listed;  /* the limit is exceeded or nearly reached, so steps were measured */
    struct limits_state now, then; /* the state without steps, and with the steps taken */
    struct fit_step *steps;        /* the steps, the mildest first */
    size_t n;
    size_t wrong; /* a number in `steps` that is not the number of an allowed step; or 0 */
};

/** Whether a layout keeps all limits, except that on the size of the file. */
bool fit_keeps(const struct limits_state *s);

/** Measures the steps and chooses among them. */
void fit_find(const struct fit_options *opt, struct fit_result *out);

/**
 * Writes the steps that are taken into the document's front matter. `*before` is set to the text
 * of the file, and `*after` to the edited text. Comments and the order of keys stay. The edited
 * text is laid out once more. Returns NULL, or the reason why the text cannot be edited.
 */
const char *fit_edit(const struct fit_options *opt, const struct fit_result *r, struct str *before,
                     struct str *after);

#endif
