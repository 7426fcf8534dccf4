/* SPDX-License-Identifier: MIT */
/*
 * Fits a document into the pages of its call. Each step is a value of a key of the front matter.
 * Its gain is measured by a layout of the document in memory. No step changes a word, and none
 * breaks another limit of the call.
 */
#ifndef DOSSIER_FIT_FIT_H
#define DOSSIER_FIT_FIT_H

#include "check/limits/limits.h"
#include "job/build/build.h"

/** A step. Texts are in the arena of the options. */
struct fit_step {
    struct str key, value; /* as in the front matter; values are plain scalars of YAML */
    struct str name;       /* with the key `looseness`: the first words of the paragraph */
    struct str what;       /* the effect for readers */
    struct str place;      /* what the step changes, in words for the user: "line 16", "3 lists" */
    struct str
        unlawful; /* why the call does not allow the step; or empty. Such a step is not taken */
    int64_t gain; /* against the layout without steps, in thousandths of lines */
    int group;    /* of the steps of a group, only the last one that is taken counts */
    bool taken;
};

/** All pointers are borrowed. */
struct fit_options {
    struct arena *arena;
    const struct build_options *build; /* with fonts and shared databases */
    struct str file;                   /* the document */
    const size_t *steps; /* numbers of the steps to take, from 1; NULL: the mildest that suffice */
    size_t nsteps;
    /** Receives the findings of the first reading of the document. */
    void (*report)(void *user, const struct build_job *job);
    void *user;
};

struct fit_result {
    bool read;    /* the document could be read and laid out */
    bool limited; /* it has a limit of pages */
    bool listed;  /* the limit is passed or nearly reached, so that steps were measured */
    struct limits_state now, then; /* without steps, and with the steps that are taken */
    struct fit_step *steps;        /* the mildest first */
    size_t n;
    size_t wrong; /* a number of `steps` that no step has, or that is not lawful; or 0 */
};

/** Whether a layout keeps all limits that can be measured without a file. */
bool fit_keeps(const struct limits_state *s);

/** Measures the steps and chooses. */
void fit_find(const struct fit_options *opt, struct fit_result *out);

/**
 * Writes the taken steps into the front matter of the document's text: `*before` is the text of the
 * file, `*after` the edited one. Comments and the order of keys stay. The edited text is laid out
 * once more. Returns NULL, or the reason why the text cannot be edited.
 */
const char *fit_edit(const struct fit_options *opt, const struct fit_result *r, struct str *before,
                     struct str *after);

#endif
