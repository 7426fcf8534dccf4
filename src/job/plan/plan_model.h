/* SPDX-License-Identifier: MIT */
/*
 * A plan that is being written. Private to the module.
 *
 *   plan.c             the order of the work
 *   find_documents.c   finds documents and sites
 *   unit.c             the inputs and outputs of each document and site
 *   quote.c            quotes names for each language
 *   plan_formats.c     the table of formats
 *   ninja.c, make.c, slurm.c, bazel.c   the formats
 */
#ifndef DOSSIER_PLAN_PLAN_MODEL_H
#define DOSSIER_PLAN_PLAN_MODEL_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "job/plan/plan.h"

/** This text is in the first lines of each file of a plan. Files without this text are not
 * overwritten. */
#define PLAN_MARK "written by `dossier plan`"
/** The folder for the state of engines, in the folder of the outputs. */
#define PLAN_STATE ".plan"

/** One job of the engine: a document, a book of several files, or a site. */
struct plan_unit {
    bool site;
    struct str name;          /* the name of the unit on the command line */
    struct str to;            /* the folder of the unit's outputs, "out/papers/" */
    struct str id;            /* a digest of the command line of the unit, in hexadecimal */
    struct str inputs_id;     /* a digest of the command line and the names of the inputs */
    const struct str *inputs; /* files, and also folders for a site; the document is first */
    size_t ninputs;
    const struct str *outputs; /* for a site, the list of its files */
    size_t noutputs;
    const struct str *companions; /* files that are written together with the outputs */
    size_t ncompanions;
};

struct plan;

struct plan_format {
    const char *name;
    const char *file; /* the default name of the plan */
    /** Returns NULL if a path can be written in this format, or else the reason why not, for
     * example "a line end". */
    const char *(*lacks)(const struct plan *p, struct str path);
    void (*begin)(struct plan *p);
    void (*unit)(struct plan *p, const struct plan_unit *u);
    /** Called after the last unit. Returns false if another file could not be written. */
    bool (*end)(struct plan *p);
};
extern const struct plan_format plan_ninja, plan_make, plan_slurm, plan_bazel;

struct plan {
    const struct plan_options *opt;
    struct build_job *job; /* the job of the caller, for diagnostics */
    struct arena *arena;   /* the arena of the job */
    struct plan_counts *counts;
    struct str file, state;      /* the path of the plan, and the folder of the state */
    struct str here;             /* the absolute path of the current folder */
    struct build_shared *shared; /* data that documents share; replaced after SHARED_BY documents */
    size_t sharing;              /* the number of documents that have used `shared` */
    struct buf text;             /* the plan */
    struct buf list;             /* a second part of the plan, in some formats */
    VEC(struct str) watched;     /* paths; when one of them changes, the plan is written again */
    struct map names;            /* files that have a rule, for ninja and make */
    struct map taken;            /* maps an output to the unit that makes it */
    struct arena *folder;        /* memory for the folder that is being searched */
    size_t units;
};

/* ---- quote.c ---- */

/** Returns the path of a file in the form that plans use, in `a`: "a/../b.bib" becomes "b.bib", and
 * paths below the current folder become relative to it. */
struct str plan_tidy(const struct plan *p, struct arena *a, struct str path);

/** Appends a quoted word of a shell command (POSIX, 2.2). */
void plan_shell_word(struct buf *out, struct str word);
/** Appends quoted words, with a blank before each. */
void plan_shell_words(struct buf *out, const struct str *words, size_t n);
/** Appends a path in a rule of ninja (its manual, "Lexical syntax"). Line ends cannot be quoted. */
void plan_ninja_path(struct buf *out, struct str path);
/** Appends a text in a recipe of make (manual, 5.1.2) or in the value of a variable of ninja:
 * dollar signs are doubled. */
void plan_dollars(struct buf *out, struct str text);

/* ---- unit.c ---- */

/** Reads a document or the files of a project, and passes the unit to the format. */
void plan_document(struct plan *p, struct str path, struct str to);
void plan_site(struct plan *p, struct str dir, struct str to);
/** Appends "build" or "site" and the options of a unit, as words of a shell command. */
void plan_command(const struct plan *p, const struct plan_unit *u, struct buf *out);
/** Frees everything that documents have shared so far. */
void plan_drop_shared(struct plan *p);

/* ---- find_documents.c ---- */

/** Finds the documents and sites in all places of the options. */
void plan_walk(struct plan *p);

/* ---- plan.c ---- */

/** Writes a file of the plan, unless the file already has these bytes. Returns false if it could
 * not be written, which is reported. */
bool plan_keep(struct plan *p, struct str path, struct str data);
/** Appends a shell command that writes the plan again, so that the plan is newer than its folders.
 * The command also succeeds if some names cannot be planned, because the first run has reported
 * them. */
void plan_put_again(const struct plan *p, struct buf *out);
/** Whether the format can express a name. Reports the name if it cannot. */
bool plan_expresses(struct plan *p, struct str path, struct str unit);

#endif
