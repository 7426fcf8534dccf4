/* SPDX-License-Identifier: MIT */
/*
 * Applies the fixes of diagnostics to their files: for `check --fix` and `refs check --fix`.
 */
#ifndef DOSSIER_CLI_FIX_H
#define DOSSIER_CLI_FIX_H

#include "cli/cli.h"

/** A file to which fixes are applied. */
struct fixed_file {
    struct str path;
    struct str before, after;
    size_t count;              /* number of diagnostics that were fixed */
    const struct source *from; /* the source with the fixes of this round, or NULL */
    bool closed;               /* the file is read-only, and --force was not given */
    bool reported;             /* it was reported that the file is read-only */
};

struct fixer {
    struct arena *arena;
    VEC(struct fixed_file) files;
    VEC(const struct diag *) taken; /* the diagnostics that the last round fixes, in order */
    bool closed;                    /* read-only files are not changed */
    const char *done[2]; /* the words after the number of changes, for one and for several; NULL:
                            "finding is mended" */
};

/**
 * Applies the fixes of diagnostics that overlap no earlier fix. The bytes of their files must be
 * those that were read. The files are changed only in memory. Returns false if there is no such
 * fix.
 */
bool cli_fix_mend(struct fixer *f, const struct diags *d);
/** Reports read-only files that have fixes, each file once. Sets `refused`. */
void cli_fix_report_closed(struct fixer *f, struct build_job *job);
/** Writes the files that have changed, each of them in one step, and prints the number of corrected
 * findings. With `dry_run`, prints a diff instead. Returns false if a file could not be written,
 * which is reported on standard error. */
bool cli_fix_finish(struct fixer *f, const struct cli_reports *report, bool dry_run);
void cli_fix_drop(struct fixer *f);

#endif
