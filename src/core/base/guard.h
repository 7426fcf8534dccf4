/* SPDX-License-Identifier: MIT */
/*
 * Protects files: a run never overwrites a file that it has read, nor another of its outputs, under
 * any name or link. Files are identified by device and inode, those that do not exist yet by their
 * future path. All writers of a run share one guard. It returns what is wrong; the writers report
 * it.
 */
#ifndef DOSSIER_BASE_GUARD_H
#define DOSSIER_BASE_GUARD_H

#include "core/base/file.h"
#include "core/base/map.h"

struct guard {
    struct arena *arena;
    struct map inputs;  /* files that were read: identity and path -> struct str, a path */
    struct map outputs; /* files that are written: identity and path -> struct guard_output */
    struct map folders; /* folders that were written to */
    bool force;         /* also overwrites read-only files */
    bool wrote;         /* guard_write() has changed a file */
};

/** A file that is written. */
struct guard_output {
    struct str path; /* as first given */
    struct str who;  /* the output in words: "`a.md` as pdf" */
};

enum guard_verdict {
    GUARD_FREE,      /* the file may be written; from now on it belongs to `who` */
    GUARD_INPUT,     /* the run reads the file: `other` is its name */
    GUARD_TAKEN,     /* another output of the run: `other` is its owner */
    GUARD_READ_ONLY, /* the file is read-only and --force was not given */
};

/** Begins an empty guard; its names are in the arena. */
void guard_begin(struct guard *g, struct arena *a);
/** Frees the guard's memory on the heap; it is empty afterwards. */
void guard_end(struct guard *g);
/** Records a file that is read. Streams are ignored, since they cannot be overwritten. Returns the
 * run's output at that path when there is one, else NULL. */
const struct guard_output *guard_read(struct guard *g, struct str path);
/** Whether the run reads the file that a path leads to. */
bool guard_reads(const struct guard *g, struct str path);
/** The output at a path, written or planned, whose `who` is not `but`; with `below`, also one in
 * that folder or below it. NULL: none. */
const struct guard_output *guard_writes(const struct guard *g, struct arena *a, struct str path,
                                        bool below, const struct str *but, size_t n);
/** Claims a file for `who` (see struct guard_output). The same `who` may claim it again. Standard
 * output and devices are always free. */
enum guard_verdict guard_claim(struct guard *g, struct str path, struct str who, struct str *other);
/** The message of a verdict with both names, in the arena; empty for GUARD_FREE. */
struct str guard_words(struct arena *a, enum guard_verdict v, struct str path, struct str who,
                       struct str other);
/** Writes a file that guard_claim() has granted, with `soon` as file_write_soon() does. Temporary
 * files of ended processes in its folder are removed. Returns 0 or an errno value. */
int guard_write(struct guard *g, struct str path, struct str who, struct str data, bool soon);

#endif
