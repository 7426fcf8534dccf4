/* SPDX-License-Identifier: MIT */
/*
 * Protects files: a run never overwrites a file that it has read, and never writes two of its
 * outputs to one file, whatever names or links lead to it. Existing files are identified by device
 * and inode; missing files by their future path. All writers of a run share one guard. The guard
 * returns the reason of a refusal, and the writers report it.
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
    bool force;         /* read-only files are overwritten as well */
    bool wrote;         /* guard_write() has changed a file */
};

struct guard_output {
    struct str path; /* the path as it was given first */
    struct str who;  /* a description of the output: "`a.md` as pdf" */
};

enum guard_verdict {
    GUARD_FREE,      /* the file may be written; from now on it belongs to `who` */
    GUARD_INPUT,     /* the run reads the file: `other` is its name */
    GUARD_TAKEN,     /* another output of the run is written there: `other` is its owner */
    GUARD_READ_ONLY, /* the file is read-only and --force was not given */
};

/** Begins an empty guard, which keeps names in the arena. */
void guard_begin(struct guard *g, struct arena *a);
/** Frees the guard's memory on the heap; it is empty afterwards. */
void guard_end(struct guard *g);
/** Records a file that is read. Streams are ignored, since they cannot be overwritten. Returns the
 * run's output at that path when there is one, else NULL. */
const struct guard_output *guard_read(struct guard *g, struct str path);
/** Whether the run reads the file that a path leads to. */
bool guard_reads(const struct guard *g, struct str path);
/** Returns the output at a path, written or planned, unless its owner is one of the `n` names in
 * `but`. With `below`, the path may also be a folder with the output in it. NULL if there is none.
 */
const struct guard_output *guard_writes(const struct guard *g, struct arena *a, struct str path,
                                        bool below, const struct str *but, size_t n);
/** Claims a file for `who` (see struct guard_output). The same `who` may claim it again. Standard
 * output and existing files that are not regular are always free. */
enum guard_verdict guard_claim(struct guard *g, struct str path, struct str who, struct str *other);
/** Returns the message for a verdict, with the names of both files, in the arena; empty for
 * GUARD_FREE. */
struct str guard_words(struct arena *a, enum guard_verdict v, struct str path, struct str who,
                       struct str other);
/** Writes a file that guard_claim() has granted. With `soon` it does not wait for the disk, like
 * file_write_soon(). Also removes temporary files that ended processes have left in the folder.
 * Returns 0 or an errno value. */
int guard_write(struct guard *g, struct str path, struct str who, struct str data, bool soon);

#endif
