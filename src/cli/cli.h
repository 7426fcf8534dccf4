/* SPDX-License-Identifier: MIT */
/*
 * The program's own parts: commands, options, exit codes, what a terminal shows. The only room that
 * prints, reads the environment and exits.
 */
#ifndef DOSSIER_CLI_CLI_H
#define DOSSIER_CLI_CLI_H

#include "base/vec.h"
#include "build/build.h"

#include <sys/resource.h>

/** Exit codes, as dossier(1) documents them. */
enum cli_exit { CLI_OK = 0, CLI_ERRORS = 1, CLI_USAGE = 2, CLI_ENVIRONMENT = 3 };

enum cli_diagnostics { CLI_TEXT, CLI_JSON, CLI_SARIF };

/** Words of the command line; the owner drops them. */
typedef VEC(struct str) cli_words;

/** Options that all commands over documents share. */
struct cli_options {
    struct arena *arena;
    const char *command; /* for messages */
    cli_words files;
    VEC(struct markdown_override) overrides;
    VEC(struct str) databases;
    struct str output; /* -o; empty: out/ */
    bool has_output;
    VEC(const struct build_output *) formats; /* --to, each once */
    enum markdown_flavour flavour;
    struct str csl;
    bool lint, unused; /* of check */
    struct str cache;  /* --cache; empty: the user's own folder */
    bool no_cache;
    VEC(struct str) sheets; /* --css */
    bool fragment, warn_only, fail_if_warnings, quiet, verbose;
    struct str deps;
    bool deps_json;
    enum cli_diagnostics diagnostics;
    bool help;
};

/* ---- args.c ---- */

/**
 * Reads the words behind a command. On a fault it is printed, with a hint, and false is returned:
 * the exit status is CLI_USAGE.
 */
bool cli_args_read(struct cli_options *o, struct arena *a, const char *command, int argc,
                   char **argv);
void cli_args_drop(struct cli_options *o);

/* ---- options.c ---- */

/** Prints "dossier: what" and where help is to be found, on standard error. */
void cli_usage_error(const char *command, const char *fmt, ...) ATTR_PRINTF(2, 3);

/** Tells that `word`, which may be empty, is none of a command's subcommands. Returns CLI_USAGE. */
int cli_no_subcommand(const char *command, struct str word, const struct str *names, size_t n);

/* ---- report.c ---- */

/** Prints the diagnostics of all jobs on standard error in the chosen form, and a line that counts
 * them. */
void cli_report(const struct cli_options *o, const struct build_job *jobs, size_t n);

/* ---- sarif.c ---- */

/** The diagnostics as JSON: an array of objects with file, line, column, level, id, message, hint,
 * related. */
void cli_write_json(struct buf *out, const struct build_job *jobs, size_t n);
/** The diagnostics as SARIF 2.1.0 (OASIS). */
void cli_write_sarif(struct buf *out, const struct build_job *jobs, size_t n);

/* ---- cmd_build.c ---- */

int cli_build(int argc, char **argv);
int cli_check(int argc, char **argv);

/* ---- cmd_library.c ---- */

int cli_library(int argc, char **argv);

/* ---- cmd_refs.c ---- */

/** `dossier refs SUBCOMMAND`: over citation databases. */
int cli_refs(int argc, char **argv);

/* ---- cmd_styles.c ---- */

/** `dossier styles ...`: the citation styles that are installed. */
int cli_styles(int argc, char **argv);

/* ---- guard.c ---- */

/** The bounds there were before. */
struct cli_guard {
    struct rlimit cpu, memory;
};
/**
 * Bounds what follows to LIMIT_READ_SECONDS and LIMIT_READ_MEMORY: memory that runs out is seen by
 * whoever asks for it, time that runs out ends the program with CLI_ENVIRONMENT and a
 * diagnostic in this form.
 */
void cli_guard_begin(struct cli_guard *g, enum cli_diagnostics form);
void cli_guard_end(const struct cli_guard *g);
/* ---- cmd_themes.c ---- */

/** `dossier themes [list | show NAME]`: the style sheets that are installed. */
int cli_themes(int argc, char **argv);

/* ---- help.c ---- */

/** Prints the help of a command, or of the program for NULL. Returns false when there is no such
 * command. */
bool cli_help(const char *command);
void cli_version(void);

/* ---- table.c ---- */

enum { CLI_COLUMNS = 4 };

/** A line of a listing. */
struct cli_row {
    struct str cells[CLI_COLUMNS]; /* the first is a name to copy */
    struct str title;
};

/**
 * Writes rows with aligned columns. A cell longer than its column's limit ends in an ellipsis,
 * but for the first one; so does a line that is wider than the terminal.
 */
void cli_table(struct buf *out, struct arena *a, const struct cli_row *rows, size_t n,
               const size_t limits[CLI_COLUMNS]);

/* ---- terminal.c ---- */

/** Colour on standard error: it is a terminal, NO_COLOR is unset or empty, TERM is not "dumb". */
bool cli_colour(void);
bool cli_is_terminal(void);
unsigned cli_terminal_width(void);
/** "[3/12] teaching.md", rewritten in place; nothing unless standard error is a terminal. */
void cli_progress(size_t done, size_t total, struct str name);
void cli_progress_end(void);
/** Writes to standard error; short writes and signals are taken care of. */
void cli_print_error(struct str text);
/** $XDG_DATA_HOME/dossier/library.db, or below ~/.local/share; empty without a home folder. */
struct str cli_library_path(struct arena *a);
/** Where indexes of databases are kept: $XDG_CACHE_HOME/dossier, or below ~/.cache; empty without a
 * home folder. */
struct str cli_cache_dir(struct arena *a);
/** SOURCE_DATE_EPOCH, or -1. */
int64_t cli_epoch(void);
/** Folders in which styles/ may lie: beside the program's own folder (uninstalled), then where it
 * was installed to. */
size_t cli_data_dirs(struct arena *a, struct str *out, size_t max);

#endif
