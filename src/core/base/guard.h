/* SPDX-License-Identifier: MIT */
/*
 * What a run may write to: never over a file that it has read, nor over another file that it
 * writes, by whatever name or link. Files are known by device and inode, those that are not there
 * yet by where they will be. All writers of a run share one guard; it says what is wrong and leaves
 * reporting to them.
 */
#ifndef DOSSIER_BASE_GUARD_H
#define DOSSIER_BASE_GUARD_H

#include "core/base/file.h"
#include "core/base/map.h"

struct asked_memo;

struct guard {
    struct arena *arena;
    struct map inputs;  /* files that were read, by identity and by path -> struct str, a path */
    struct map outputs; /* files that are written, the same -> struct guard_output */
    struct map folders; /* that were written into */
    bool force;         /* over files that nobody may write */
    bool wrote;         /* guard_write() has changed what is there */
    struct asked_memo *memo; /* that forgets what is there whenever something is written; or NULL */
};

/** A file that is written. */
struct guard_output {
    struct str path; /* as it was said first */
    struct str who;  /* what is written there, in words: "`a.md` as pdf" */
};

enum guard_verdict {
    GUARD_FREE,      /* it may be written, and is the asker's from now on */
    GUARD_INPUT,     /* the run reads it: `other` is its name */
    GUARD_TAKEN,     /* another output of the run: `other` is whose */
    GUARD_READ_ONLY, /* nobody may write it, and nobody said --force */
};

/** Begins an empty guard, whose names are in the arena. */
void guard_begin(struct guard *g, struct arena *a);
/** Gives back what it has on the heap; it is as empty as before. */
void guard_end(struct guard *g);
/** Remembers a file that is read. Streams have no place that could be written over. Returns the
 * output that is to be written there, or was, when there is one; else NULL. */
const struct guard_output *guard_read(struct guard *g, struct str path);
/** Whether the run reads the file that a path leads to. */
bool guard_reads(const struct guard *g, struct str path);
/** The output at a path, written or to be written, whose `who` is none of `but`; with `below`, also
 * one in that folder or below it. NULL: there is none. */
const struct guard_output *guard_writes(const struct guard *g, struct arena *a, struct str path,
                                        bool below, const struct str *but, size_t n);
/** Asks for a file. `who` is of struct guard_output: who asks again for what is theirs gets it.
 * Standard output and devices are always free. */
enum guard_verdict guard_ask(struct guard *g, struct str path, struct str who, struct str *other);
/** What a verdict says, with both names, in the arena; empty for GUARD_FREE. */
struct str guard_words(struct arena *a, enum guard_verdict v, struct str path, struct str who,
                       struct str other);
/** Writes a file that guard_ask() has granted; `soon` is as file_write_soon() says. What dead
 * processes have left in its folder is taken away. Returns 0 or an errno value. */
int guard_write(struct guard *g, struct str path, struct str who, struct str data, bool soon);

#endif
