/* SPDX-License-Identifier: MIT */
/*
 * Locking the process in: from then on the kernel refuses it all but what was asked for, for good.
 * Whoever finds a fault in a reader of strangers' files can then run no program, reach no network
 * and open no file that the run has nothing to do with.
 */
#ifndef DOSSIER_BASE_SANDBOX_H
#define DOSSIER_BASE_SANDBOX_H

#include "core/base/base.h"

/** What the process may still do. Paths at which nothing is are left out. */
struct sandbox {
    const struct str *reads; /* files, and folders with all that is in them */
    size_t nreads;
    const struct str *writes; /* where files and folders are read, made, changed and removed, too */
    size_t nwrites;
    bool serves; /* answers on sockets that are open already */
};

/** What the kernel holds, as bits. */
enum {
    SANDBOX_FILES = 1, /* no other files: Landlock (Linux 5.13; network of its own from 6.7 on) */
    SANDBOX_CALLS = 2, /* no programs, sockets, foreign processes: seccomp */
    SANDBOX_WHOLE = 3
};

/**
 * Locks the process in, with its threads to come: call it before there are any. Files that are open
 * stay so. Returns what of SANDBOX_WHOLE the kernel holds; with less, the rest is as it was before.
 */
unsigned sandbox_lock(const struct sandbox *s);
/** What the kernel lacks for that, in words: "Landlock and seccomp". Static. */
const char *sandbox_missing(unsigned held);

#endif
