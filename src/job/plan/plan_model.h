/* SPDX-License-Identifier: MIT */
/*
 * A plan while it is written. Private to the room.
 *
 *   find_documents.c    which documents and sites there are      quote.c   names as each language
 * has them unit.c    what each is made from and makes         ninja.c make.c slurm.c bazel.c   one
 * an engine plan.c    the order of the work                    plan_formats.c  their table
 */
#ifndef DOSSIER_PLAN_PLAN_MODEL_H
#define DOSSIER_PLAN_PLAN_MODEL_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "job/plan/plan.h"

/** In the first line of every file that a plan consists of: only such are written over. */
#define PLAN_MARK "written by `dossier plan`"
/** The folder below that of the outputs in which engines keep what they remember. */
#define PLAN_STATE ".plan"

/** One job of the engine: a document, a book of several files, or a site. */
struct plan_unit {
    bool site;
    struct str name;          /* the word that names it on its command line */
    struct str to;            /* the folder that its outputs go to, "out/papers/" */
    struct str id;            /* hexadecimal: the same as long as its command line is the same */
    struct str inputs_id;     /* and as long as its inputs have the same names */
    const struct str *inputs; /* files and, of sites, folders; the document itself is the first */
    size_t ninputs;
    const struct str *outputs; /* of a site the list of what it wrote */
    size_t noutputs;
    const struct str *companions; /* what goes with the outputs */
    size_t ncompanions;
};

struct plan;

struct plan_format {
    const char *name;
    const char *file; /* what the plan is called when nobody says */
    /** Whether a file's name can be written; else what cannot: "a line end". */
    const char *(*lacks)(const struct plan *p, struct str path);
    void (*begin)(struct plan *p);
    void (*unit)(struct plan *p, const struct plan_unit *u);
    /** Behind the last unit. False when further files could not be written. */
    bool (*end)(struct plan *p);
};
extern const struct plan_format plan_ninja, plan_make, plan_slurm, plan_bazel;

struct plan {
    const struct plan_options *opt;
    struct build_job *job; /* of the caller: reports */
    struct arena *arena;   /* the job's */
    struct plan_counts *counts;
    struct str file, state;      /* of the plan; the state's folder */
    struct str here;             /* the current folder, from the root on */
    struct build_shared *shared; /* of the documents that are read; changed now and then */
    size_t sharing;              /* how many have shared it */
    struct fonts *fonts;
    struct buf text;         /* the plan */
    struct buf list;         /* a second part, of formats that have one */
    VEC(struct str) watched; /* the plan is made anew when one of these changes */
    struct map names;        /* files that were named once for all: of ninja and make */
    struct map taken;        /* outputs -> who makes them */
    struct arena *folder;    /* of the folder that is looked into */
    size_t units;
};

/* ---- quote.c ---- */

/** A path as all plans name its file, whatever folder it was seen from: "a/../b.bib" is "b.bib",
 * and so is what lies below the current folder. In `a`. */
struct str plan_tidy(const struct plan *p, struct arena *a, struct str path);

/** A word of a shell's command (POSIX, 2.2). */
void plan_shell_word(struct buf *out, struct str word);
/** Words with blanks between them, and one in front of each. */
void plan_shell_words(struct buf *out, const struct str *words, size_t n);
/** A path in a rule of ninja, and a text in the value of a variable (its manual, "Lexical syntax").
 * Line ends have no quoting. */
void plan_ninja_path(struct buf *out, struct str path);
void plan_ninja_value(struct buf *out, struct str text);
/** A text in a recipe of make (manual, 5.1.2). */
void plan_make_recipe(struct buf *out, struct str text);
/** A string in Starlark (its specification, "String literals"). */
void plan_starlark(struct buf *out, struct str text);

/* ---- unit.c ---- */

/** Reads a document, or of a project its files, and hands the unit to the format. */
void plan_document(struct plan *p, struct str path, struct str to);
void plan_site(struct plan *p, struct str dir, struct str to);
/** The options of a unit, and "build" or "site" in front: words of a shell. */
void plan_command(const struct plan *p, const struct plan_unit *u, struct buf *out);
/** Shares nothing with what was read before. */
void plan_drop_shared(struct plan *p);

/* ---- find_documents.c ---- */

/** Finds all that the words name. */
void plan_walk(struct plan *p);

/* ---- plan.c ---- */

/** Writes one of the plan's files, unless it is as it is to be already. False when it was not
 * written, which is reported. */
bool plan_keep(struct plan *p, struct str path, struct str data);
/** Appends a command of a shell that makes the plan anew, and younger than its folders; names that
 * cannot be planned are no failure, they were said the first time. */
void plan_put_again(const struct plan *p, struct buf *out);
/** Whether a name can be expressed; else that is reported. */
bool plan_expresses(struct plan *p, struct str path, struct str unit);

#endif
