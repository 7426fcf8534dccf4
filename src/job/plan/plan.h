/* SPDX-License-Identifier: MIT */
/*
 * Plans: the whole graph of what is to be built in some folders, written down for an engine that
 * runs it on many processors or machines: ninja, make, Slurm, Bazel. Knows which documents and
 * sites there are, what each is made from and what it makes; runs none of them, and decides nothing
 * about how they are built.
 */
#ifndef DOSSIER_PLAN_PLAN_H
#define DOSSIER_PLAN_PLAN_H

#include "job/build/build.h"

/** An engine's row in the table of plans; plan_formats() has them. */
struct plan_format;

/** The i-th word of --format, empty behind the last; static. */
struct str plan_word(size_t i);
/** The format of a name, or NULL. */
const struct plan_format *plan_format_named(struct str name);

/** All is borrowed and outlives the call. All words are as a shell's command has them, unquoted. */
struct plan_options {
    const struct plan_format *format;
    struct str file;          /* the plan's; empty: as the format calls it */
    const struct str *places; /* folders, documents and files of projects */
    size_t nplaces;
    struct str out;            /* folder of the outputs */
    const struct str *exclude; /* patterns (fnmatch) of names and paths that are left out */
    size_t nexclude;
    struct str program;      /* how the plan calls dossier */
    const struct str *words; /* options of each `dossier build` */
    size_t nwords;
    const struct str *site_words; /* and of each `dossier site` */
    size_t nsite_words;
    const struct str *again; /* the command that makes this plan anew */
    size_t nagain;
    const struct str *inputs; /* files that every document is made from */
    size_t ninputs;
    const struct build_output *const *outputs; /* those that were asked for; none: the usual ones */
    size_t noutputs;
    size_t chunk; /* documents in one task of an array; 0: as many as make a thousand tasks */
    size_t limit; /* jobs at once; 0: as the engine has it */
    bool force;   /* files that are no plan are written over */
    const struct build_options *build; /* `shared` and `fonts` are not used */
};

struct plan_counts {
    size_t documents, sites;
    size_t tasks; /* of an array; 0: the engine has none */
    struct str file;
    bool changed; /* the plan was not there, or is another one than it was */
};

/**
 * Writes a plan. What cannot be planned (a name that the engine cannot express, an output that two
 * documents have) is reported in `job`, whose arena and diagnostics are set, and left out. False
 * when nothing was written: job->refused says that it was wrong use, job->io_failed that a file
 * could not be read or written.
 */
bool plan_write(const struct plan_options *opt, struct build_job *job, struct plan_counts *counts);

#endif
