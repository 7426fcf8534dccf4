/* SPDX-License-Identifier: MIT */
/*
 * Plans. A plan is the dependency graph of all documents and sites in some folders. It is written
 * for an engine that builds them on many processors or machines: ninja, make, Slurm or Bazel. This
 * module finds the documents and sites, their inputs and their outputs. It builds nothing.
 */
#ifndef DOSSIER_PLAN_PLAN_H
#define DOSSIER_PLAN_PLAN_H

#include "job/build/build.h"

/** The row of an engine in the table of plans. */
struct plan_format;

/** Returns the word of --format with index `i`. Empty after the last word. The text is static. */
struct str plan_word(size_t i);
/** Returns the format with this name, or NULL. */
const struct plan_format *plan_format_named(struct str name);

/** All pointers are borrowed and must outlive the call. Words of commands are not quoted. */
struct plan_options {
    const struct plan_format *format;
    struct str file;          /* path of the plan; if empty, the default name of the format */
    const struct str *places; /* folders, documents and files of projects */
    size_t nplaces;
    struct str out;            /* the folder of the outputs */
    const struct str *exclude; /* fnmatch patterns for names and paths that are omitted */
    size_t nexclude;
    struct str program;      /* the command with which the plan calls dossier */
    const struct str *words; /* options of each `dossier build` */
    size_t nwords;
    const struct str *site_words; /* options of each `dossier site` */
    size_t nsite_words;
    const struct str *again; /* the command that writes this plan again */
    size_t nagain;
    const struct str *inputs; /* files on which all documents depend */
    size_t ninputs;
    const struct build_output *const *outputs; /* the requested outputs; if empty, the defaults */
    size_t noutputs;
    size_t chunk; /* number of documents in a task of an array; 0: enough for at most 1,000 tasks */
    size_t limit; /* maximum number of jobs at the same time; 0: the engine's default */
    bool force;   /* files that are not plans are also overwritten */
    /* the options of the builds; `shared` and `fonts` are ignored */
    const struct build_options *build;
};

struct plan_counts {
    size_t documents, sites;
    size_t tasks; /* number of tasks in the array; 0 if the engine has no arrays */
    struct str file;
    bool changed; /* the plan is new or differs from the previous one */
};

/**
 * Writes a plan. A document that cannot be planned is reported in `job` and omitted. This happens
 * if the engine cannot express a name, or if two documents have the same output. The arena and the
 * diagnostics of `job` must be set. Returns false if nothing was written. Then job->refused is set
 * for wrong usage, and job->io_failed is set if a file could not be read or written.
 */
bool plan_write(const struct plan_options *opt, struct build_job *job, struct plan_counts *counts);

#endif
