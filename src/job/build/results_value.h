/* SPDX-License-Identifier: MIT */
/*
 * The value of a cached result: its fields and what looking for it and saving it share. Private to
 * the files results*.c.
 */
#ifndef DOSSIER_BUILD_RESULTS_VALUE_H
#define DOSSIER_BUILD_RESULTS_VALUE_H

#include "core/memo/fields.h"
#include "core/memo/inputs.h"
#include "core/memo/store.h"
#include "job/build/results.h"

/** A file of the result: an output or a companion. Its bytes are a MEMO_OUTPUT. */
struct result_file {
    struct str name; /* of a companion; else empty */
    uint64_t size;
    struct digest digest;
    struct file_id id; /* stamp of the file when it had these bytes; zeros: unknown */
    /* while a result is taken: */
    bool there;       /* the file has these bytes ... */
    struct str bytes; /* ... and otherwise they are here */
};

struct result_target {
    struct result_file file;
    uint64_t pages;
    struct result_file *companions;
    size_t ncompanions;
};

struct result {
    /* what may be renewed without a run: stamps */
    struct memo_query *queries;
    size_t nqueries;
    struct result_target *targets;
    size_t ntargets;
    /* the rest */
    struct str *inputs; /* struct build_job */
    size_t ninputs;
    bool traced; /* `trace` describes what the document shows of its databases */
    struct str trace, verdict;
    struct diag *findings;
    size_t nfindings;
};

/** Fields of the first part, and of the second. */
void build_result_stamps(struct memo_fields *f, struct result *v);
struct result_texts;
void build_result_fields(struct memo_fields *f, struct result *v, struct result_texts *texts);

/** The texts that findings point into. */
struct result_texts {
    VEC(struct source *) list;
    struct memo_inputs *inputs; /* of the run whose result is saved */
    const struct build_run *run;
};

struct results_made {
    const struct build_target *target;
    struct result_file file;
};

struct build_results {
    struct arena *arena;
    struct build_job *job;
    const struct build_options *opt;
    struct memo_entry entry;
    struct memo_inputs inputs;
    VEC(struct results_made) made; /* while the job runs */
    bool failed;                   /* an output could not be saved */
};

/** The place of an output's bytes. */
struct memo_entry build_result_output(const struct build_results *r, const struct digest *digest);

/* keep.c */
/** Finishes a target with bytes from the cache; with `there` its file has them already. */
void build_give_output(struct build_run *b, struct build_target *t, struct str bytes, bool there);
void build_give_companion(struct build_run *b, struct str name, struct str bytes, bool there);

#endif
