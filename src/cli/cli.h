/* SPDX-License-Identifier: MIT */
/*
 * Commands, options, exit codes, and the terminal. This is the only folder that prints, reads the
 * environment and exits.
 */
#ifndef DOSSIER_CLI_CLI_H
#define DOSSIER_CLI_CLI_H

#include "cli/options.h"
#include "core/base/file.h"
#include "core/base/module.h"
#include "job/build/build.h"

#include <pthread.h>
#include <sys/resource.h>

/** Exit codes, as dossier(1) documents them. */
enum cli_exit {
    CLI_OK = 0,
    CLI_ERRORS = 1,
    CLI_USAGE = 2,
    CLI_ENVIRONMENT = 3,
    CLI_SIGNALLED = 128 /* plus the number of the signal, as in shells */
};

enum cli_diagnostics { CLI_TEXT, CLI_JSON, CLI_SARIF, CLI_GITHUB, CLI_GITLAB, CLI_JUNIT };

enum { CLI_REPORT_FILES = 8 };

/** A report in a file. */
struct cli_report_file {
    enum cli_diagnostics form;
    struct str path;
};

/** How a command reports diagnostics, and which of them are a failure: options of nearly all
 * commands. */
struct cli_reports {
    uint8_t levels[DIAG_RULES_MAX]; /* --warn, --error, --ignore: as struct diags.levels */
    enum cli_diagnostics diagnostics;
    struct cli_report_file files[CLI_REPORT_FILES]; /* besides standard error */
    size_t nfiles;
    bool quiet, verbose, fail_if_warnings, warn_only;
    bool folds; /* text on standard error has a few findings of each id, and the number of others */
};

/** How far documents are trusted. */
struct cli_sandbox {
    bool on, strict; /* strict: no document is read unless the kernel confines the program */
    struct str root;
    bool file_links;
    int64_t memory;      /* megabytes; 0: the default */
    struct fonts *fonts; /* loaded before the program was confined; or NULL */
};

/* Sanitizers reserve terabytes of addresses: memory cannot be limited. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CLI_HAS_SHADOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CLI_HAS_SHADOW 1
#endif
#endif
#ifndef CLI_HAS_SHADOW
#define CLI_HAS_SHADOW 0
#endif

/** --timings. */
struct cli_timings {
    bool on;
    struct str path;     /* where the trace goes; empty: nowhere */
    struct timings *run; /* the times; NULL: they are not measured */
    bool shown;          /* by cli_timings_show() */
};

struct plan_format; /* job/plan/plan.h */

/** What only plan wants to know. */
struct cli_plan {
    const struct plan_format *format;
    struct str file, into; /* NULL pointers: not given */
    struct str program;
    str_list exclude;
    int64_t chunk, limit; /* 0: not given */
    bool force;
    cli_given_vec given; /* all options, for the commands of the plan */
};

/** --deps. */
struct cli_deps {
    struct str file; /* empty: none is written */
    enum cli_deps_form { CLI_DEPS_MAKE, CLI_DEPS_JSON, CLI_DEPS_NINJA } form;
};

/** What only serve has. */
struct cli_preview {
    unsigned port;
    bool port_given, open, drafts;
    struct str host, editor;
};

/** Options of the commands over documents. */
struct cli_options {
    struct arena *arena;
    const struct cli_command *self;
    str_list files;
    struct build_options build; /* as given; cli_build_options() adds what the environment decides.
                                   `cache` with a NULL pointer: the user's own folder */
    struct {
        str_list files; /* documents of defaults files, for when no others are given */
        int nested;     /* number of defaults files that were read */
        bool output;    /* `output` is from a defaults file, so -o replaces it */
    } defaults;
    struct str output;                        /* -o; a NULL pointer: out/ */
    str_list further_outputs;                 /* further files that -o names */
    VEC(const struct build_output *) formats; /* --to, each once */
    size_t njobs;                             /* documents, set by cli_named_documents() */
    int64_t threads;                          /* --jobs; 0: as many as there are processors */
    bool force;                               /* read-only files are overwritten */
    bool watch, poll; /* build again after changes; look for them instead of being notified */
    bool explain;     /* of check: the words are ids */
    struct {
        bool on, dry_run; /* of check: apply fixes; only print them */
    } fix;
    struct str source;   /* of verify: the document of the outputs; a NULL pointer: not given */
    struct str revision; /* of diff: the older version is that of git; a NULL pointer: not given */
    struct cli_preview preview;
    struct cli_deps deps;
    struct cli_sandbox sandbox;
    struct cli_reports report;
    struct cli_timings timings;
    struct cli_plan plan;
};

/* ---- args.c ---- */

/** The options of the commands over documents: bits in their rows. */
enum {
    CLI_BUILD = 1,
    CLI_CHECK = 2,
    CLI_SERVE = 4,
    CLI_VERIFY = 8,
    CLI_PLAN = 16,
    CLI_DIFF = 32,
    CLI_LSP = 64,
    CLI_PACKET = 128
};
extern const struct cli_grammar cli_documents;

void cli_args_drop(struct cli_options *o);
/** `run` of commands over documents: reads the options, calls act.documents, drops the options. */
int cli_run_documents(const struct cli_command *c, int argc, char **argv);

/* ---- documents.c ---- */

/** The documents that the words name, with their outputs if `builds`; o->njobs becomes their
 * number. NULL if a fault was reported. */
struct build_job *cli_named_documents(struct cli_options *o, bool builds);

/** The folder that outputs are written to, without looking at the documents. False if there is
 * none: outputs go to standard output, or to a file whose ending no output has. */
bool cli_output_folder(const struct cli_options *o, struct str *folder);

/* ---- cmd_build.c ---- */

/** The endings of documents. */
#define CLI_DOCUMENT_ENDINGS "md markdown mkd qmd rmd txt tex"

/** Whether all documents are files. One that can be read only once, such as a pipe, is reported. */
bool cli_can_watch(const struct cli_options *o, const struct build_job *jobs);
/** The options of jobs, from the command line and the environment; without fonts and shared
 * databases. */
struct build_options cli_build_options(const struct cli_options *o);
/** The number of documents that are built at the same time. */
size_t cli_threads(const struct cli_options *o);

/** Appends the dependencies of jobs in the form of --deps-format. */
void cli_put_deps(struct buf *out, const struct cli_options *o, const struct build_job *jobs,
                  size_t n);

/* ---- fix.c ---- */

/** Checks documents, applies their fixes, and reports the remaining diagnostics. Writes the files,
 * or with --dry-run a diff to standard output. Returns the exit status. */
int cli_fix(const struct cli_options *o, struct build_job *jobs);

/* ---- defaults.c ---- */

/** `read` of --defaults: sets all options in the file. */
bool cli_read_defaults(void *options, const struct cli_option *row, struct str value);

/* ---- report.c ---- */

/** Rows for struct cli_reports: the form of reports, then the exit status. The rows of --help are
 * for any structure. */
enum { CLI_REPORT_ROWS = 6, CLI_STATUS_ROWS = 2, CLI_HELP_ROWS = 1 };
extern const struct cli_group cli_reports_group;
extern const struct cli_option cli_report_rows[CLI_REPORT_ROWS];
extern const struct cli_option cli_status_rows[CLI_STATUS_ROWS];
extern const struct cli_option cli_help_rows[CLI_HELP_ROWS];

struct cli_finding; /* cli/report.h */

/** Collects diagnostics while jobs run, so that each job can be dropped when it is done. */
/** A diagnostic in the text of a reporter. */
struct cli_piece {
    const struct diag_rule *id;
    enum diag_level level;
    size_t end, lines; /* where it ends in the text */
};

struct cli_reporter {
    const struct cli_reports *options;
    struct arena *arena;
    struct buf text;                  /* diagnostics as text */
    VEC(struct cli_piece) pieces;     /* its parts, when findings are folded */
    VEC(struct cli_finding) findings; /* diagnostics for the other forms */
    VEC(struct str) documents;        /* documents that were built or checked */
    size_t errors, warnings, suppressed;
    bool io_failed, refused;
    struct map printed; /* places with their messages, to report each once */
    struct map alike;   /* diagnostics that differ in their number only -> how many */
    pthread_mutex_t lock;
    struct build_job *job; /* the only one, while it runs; or NULL */
};
/** Until cli_reporter_end(), a library that turns out to be missing ends the program with a report
 * of everything that was found so far, and status 3. */
void cli_reporter_begin(struct cli_reporter *r, const struct cli_reports *o);
/** Counts a document that has no job. The document of a job is counted by cli_reporter_add(). */
void cli_reporter_document(struct cli_reporter *r, struct str name);
/** Adds the diagnostics of one job and keeps no reference to it. A diagnostic about a file that
 * several jobs share is reported once. */
void cli_reporter_add(struct cli_reporter *r, const struct build_job *job);
/** Prints all diagnostics on standard error in the chosen form, with a line that counts them, and
 * writes the reports in files. Returns the exit status. */
int cli_reporter_end(struct cli_reporter *r);
/** Reports the diagnostics of jobs, and counts further documents that have no job. Returns the exit
 * status. */
int cli_report(const struct cli_reports *o, const struct build_job *jobs, size_t n,
               const struct str *documents, size_t ndocuments);
/** Whether a report would overwrite a file that the run reads or writes. If so, an error is
 * reported. */
bool cli_report_destroys(const struct cli_reports *o, const char *command, struct str path);
/** The same, with the library `id` as missing, and ends the program with status 3. */
ATTR_NORETURN void cli_report_missing(const struct cli_reports *o, struct build_job *job,
                                      enum module id);
/** The exit status of a run with so many errors and warnings. */
int cli_status(const struct cli_reports *o, bool io_failed, size_t errors, size_t warnings);

/* ---- sandbox_options.c ---- */

/** Rows for struct cli_sandbox. */
enum { CLI_SANDBOX_ROWS = 4 };
extern const struct cli_option cli_sandbox_rows[CLI_SANDBOX_ROWS];
/** Whether the folder of --root exists; otherwise an error is reported. --root without --sandbox is
 * reported as a note. */
bool cli_root_is_right(const struct cli_options *o);
/** Other places that a confined run needs. */
struct cli_needs {
    struct str folder; /* of a site; empty: the words are documents */
    struct str out;    /* a folder that is written to; empty: none */
    bool serves;
};
/**
 * With --sandbox: confines the program by the kernel (Landlock, seccomp) to what the run needs.
 * Call it before a document is read. Missing support of the kernel is reported; the result is false
 * if --sandbox=strict requires it.
 */
bool cli_lock_in(struct cli_options *o, const struct cli_needs *needs);

/* ---- timings_report.c ---- */

/** Rows for struct cli_timings. */
enum { CLI_TIMINGS_ROWS = 1 };
extern const struct cli_option cli_timings_rows[CLI_TIMINGS_ROWS];
/** Begins to measure if --timings was given. False after wrong use, which has been reported. */
bool cli_timings_begin(struct cli_timings *o, const struct cli_reports *report,
                       const char *command);
/** Whether the trace would overwrite a file that the run reads or writes. If so, an error is
 * reported. */
bool cli_timings_destroy(const struct cli_timings *o, const char *command, struct str path);
/** Shows the times and sets them to zero, after each round of --watch. False if the trace could not
 * be written, which has been reported. */
bool cli_timings_show(struct cli_timings *o, const struct cli_reports *report);
/** Shows the times unless cli_timings_show() has, and frees them. Returns `status`, or that of a
 * trace that could not be written. */
int cli_timings_end(struct cli_timings *o, const struct cli_reports *report, int status);

/* ---- the commands ---- */

extern const struct cli_command cli_build, cli_check; /* cmd_build.c */
extern const struct cli_command cli_diff;             /* cmd_diff.c */
extern const struct cli_command cli_lsp;              /* cmd_lsp.c */
extern const struct cli_command cli_packet;           /* cmd_packet.c */
extern const struct cli_command cli_verify;           /* cmd_verify.c */
extern const struct cli_command cli_completion;       /* completion.c */
extern const struct cli_command cli_help_command;     /* cmd_help.c */
extern const struct cli_command cli_init;             /* cmd_init.c */
extern const struct cli_command cli_library;          /* cmd_library.c */
extern const struct cli_command cli_plan;             /* cmd_plan.c */
extern const struct cli_command cli_refs;             /* cmd_refs.c */
extern const struct cli_command cli_site;             /* cmd_site.c */
extern const struct cli_command cli_serve;            /* cmd_serve.c */
extern const struct cli_command cli_styles;           /* cmd_styles.c */
extern const struct cli_command cli_themes;           /* cmd_themes.c */

/* ---- cmd_plan.c ---- */

/** Rows for struct cli_plan. */
enum { CLI_PLAN_ROWS = 8 };
extern const struct cli_option cli_plan_rows[CLI_PLAN_ROWS];

/* ---- cmd_site.c ---- */

/** Builds or checks the site in a folder, the first of o->files. Returns the exit status. */
int cli_site_folder(const struct cli_options *o, bool builds);

/* ---- explain_ids.c ---- */

/** check --explain: prints the explanations of the ids in o->files, or a list of all ids. Returns
 * the exit status. */
int cli_explain(const struct cli_options *o);
/** Appends the explanation of an id in Markdown. Examples are indented, or between lines of `fence`
 * if it is not empty. */
void cli_explain_one(struct buf *b, struct arena *a, const struct diag_rule *id, const char *fence);
/** Appends a sentence with the level of an id. */
void cli_explain_level(struct buf *b, const struct diag_rule *id);

/* ---- format_names.c ---- */

/** `find` of options whose value is a database format; the target is an enum bib_format. */
bool cli_find_format(struct str name, void *to);

/* ---- process_limits.c ---- */

/** The limits before cli_guard_begin(). */
struct cli_guard {
    struct rlimit cpu, memory;
};
/**
 * Limits the time and memory of the process to LIMIT_READ_SECONDS and LIMIT_READ_MEMORY.
 * Allocations beyond the limit fail. When the time is over, the program ends with CLI_ENVIRONMENT
 * and a diagnostic in this form.
 */
void cli_guard_begin(struct cli_guard *g, enum cli_diagnostics form);
void cli_guard_end(const struct cli_guard *g);

/* ---- help.c ---- */

/** Prints the help of a command, or of the program for NULL, on standard output. `all`: with the
 * options that a command with many of them does not show otherwise. */
void cli_help(const struct cli_command *c, bool all);

/* ---- cmd_version.c ---- */

/** Prints the versions of the program and its libraries. */
void cli_version(void);

/* ---- aligned.c ---- */

enum { CLI_COLUMNS = 4 };

/** A line of a listing. */
struct cli_row {
    struct str cells[CLI_COLUMNS]; /* the first is a name to copy */
    struct str title;
};

/**
 * Writes rows with aligned columns. A cell that is longer than the limit of its column ends with an
 * ellipsis, except in the first column. A line that is wider than the terminal ends with one, too.
 */
void cli_table(struct buf *out, struct arena *a, const struct cli_row *rows, size_t n,
               const size_t limits[CLI_COLUMNS]);

/* ---- terminal.c ---- */

/** Colour on standard error: it is a terminal, NO_COLOR is unset or empty, TERM is not "dumb". */
bool cli_colour(void);
/** Whether what is written to a path, "-" for standard output, goes to a terminal. */
bool cli_on_terminal(struct str path);
unsigned cli_terminal_width(void);
/** Shows "[3/12] teaching.md" in place of the last such line, if standard error is a terminal. */
void cli_progress(size_t done, size_t total, struct str name);
void cli_progress_end(void);
/** Writes to standard error, without control characters (diag_put_safe()). */
void cli_print_error(struct str text);
/** Writes text to standard error that is safe already, or has escapes for colour. */
void cli_print_error_as_is(struct str text);
/** Whether standard error, or standard output, is a terminal. */
bool cli_errors_to_terminal(void);
bool cli_prints_to_terminal(void);
/** Prints to standard output; to a terminal without control characters (diag_put_safe()). */
void cli_print(struct str text);
/** $HOME; empty when it is not set. */
struct str cli_home(void);
/** The library that `bibliography: library` means: --library, or the user's own. */
struct str cli_library_named(const struct cli_options *o);
/** $XDG_DATA_HOME/dossier/library.db, or below ~/.local/share; empty without a home folder. */
struct str cli_library_path(struct arena *a);
/** Where indexes of databases are kept: $XDG_CACHE_HOME/dossier, or below ~/.cache; empty without a
 * home folder. */
struct str cli_cache_dir(struct arena *a);
/** DICPATH: folders with Hunspell dictionaries, divided by colons; may be empty. */
struct str cli_dictionaries(void);
/** TMPDIR, or /tmp. */
struct str cli_temp_dir(void);
/** SOURCE_DATE_EPOCH, or -1. */
int64_t cli_epoch(void);
/** The variables of the environment that decide where fonts and libraries are; in `a`. */
struct str cli_environment(struct arena *a);
/** Folders that may have styles/: beside the folder of the program (if it is not installed), then
 * the place of installation. */
size_t cli_data_dirs(struct arena *a, struct str *out, size_t max);

#endif
