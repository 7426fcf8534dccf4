/* SPDX-License-Identifier: MIT */
/*
 * Applies the fixes of diagnostics to their files: for `check --fix` and `refs check --fix`.
 */
#ifndef DOSSIER_CLI_FIX_H
#define DOSSIER_CLI_FIX_H

#include "cli/cli.h"

/** A file that changes. */
struct fixed_file {
    struct str path;
    struct str before, after;
    size_t count;              /* diagnostics that were fixed */
    const struct source *from; /* with the fixes of this round; NULL: without any so far */
    bool closed;               /* read-only, and --force was not given */
    bool reported;             /* that it is closed */
};

struct fixer {
    struct arena *arena;
    VEC(struct fixed_file) files;
    VEC(const struct diag *) taken; /* the diagnostics that the last round fixes, in their order */
    bool closed;                    /* read-only files are not changed */
};

/**
 * Takes the fixes of the diagnostics that overlap no earlier one, in files whose bytes are those
 * that were read. The files change in memory only. False if there is no such fix.
 */
bool cli_fix_mend(struct fixer *f, const struct diags *d);
/** Reports read-only files that have fixes, each file once, and sets `refused`. */
void cli_fix_report_closed(struct fixer *f, struct build_job *job);
/** Writes the files that have changed, each at once, and prints how many findings were corrected;
 * with `dry_run` it prints a diff instead. False if a file could not be written, which is reported
 * on standard error. */
bool cli_fix_finish(struct fixer *f, const struct cli_reports *report, bool dry_run);
void cli_fix_drop(struct fixer *f);

#endif
