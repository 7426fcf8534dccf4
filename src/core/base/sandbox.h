/* SPDX-License-Identifier: MIT */
/*
 * Locks the process in: from then on, and for good, the kernel refuses everything that was not
 * allowed. An attacker who exploits a fault in a reader of foreign files can then run no program,
 * reach no network and open no unrelated file. README-sandbox.md explains the locks and when they
 * begin.
 */
#ifndef DOSSIER_BASE_SANDBOX_H
#define DOSSIER_BASE_SANDBOX_H

#include "core/base/base.h"

/** What the process may still do. Paths that do not exist are left out. */
struct sandbox {
    const struct str *reads; /* files that may be read, and folders with everything below them */
    size_t nreads;
    /* files that may also be changed, and folders in which files and folders may also be made,
     * changed and removed */
    const struct str *writes;
    size_t nwrites;
    bool serves; /* the process may answer requests on sockets that are already open */
};

/** What the kernel enforces, as bits. */
enum {
    /* files that are not listed are refused: Landlock (Linux 5.13; network from 6.7 on) */
    SANDBOX_FILES = 1,
    SANDBOX_CALLS = 2, /* calls for programs, sockets and other processes are refused: seccomp */
    SANDBOX_WHOLE = 3
};

/**
 * Locks the process and its future threads; must be called before any thread starts. Open files
 * stay open. Returns the bits of SANDBOX_WHOLE that the kernel enforces; locks whose bits are
 * missing are not in effect.
 */
unsigned sandbox_lock(const struct sandbox *s);
/** The locks that the kernel does not support, in words: "Landlock and seccomp". `held` is the
 * result of sandbox_lock(). Static. */
const char *sandbox_missing(unsigned held);

#endif
