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
    CLI_SIGNALLED = 128 /* the number of the signal is added to this, as in shells */
};

enum cli_diagnostics { CLI_TEXT, CLI_JSON, CLI_SARIF, CLI_GITHUB, CLI_GITLAB, CLI_JUNIT };

enum { CLI_REPORT_FILES = 8 };

/** A report in a file. */
struct cli_report_file {
    enum cli_diagnostics form;
    struct str path;
};

/** How a command reports diagnostics, and which of them count as failures. Nearly all commands have
 * these options. */
struct cli_reports {
    uint8_t levels[DIAG_RULES_MAX]; /* levels of --warn, --error and --ignore, as in struct
                                       diags.levels */
    enum cli_diagnostics diagnostics;
    struct cli_report_file files[CLI_REPORT_FILES]; /* reports in addition to standard error */
    size_t nfiles;
    bool quiet, verbose, fail_if_warnings, warn_only;
    /* the id whose notes are shown even without `verbose`; or NULL */
    const struct diag_rule *shown;
    bool folds; /* standard error gets only a few findings of each id, and the number of others */
};

/** Whether users see a finding. They see notes only with --verbose, or if `shown` is their id. */
static inline bool cli_is_shown(const struct cli_reports *o, const struct diag_rule *id,
                                enum diag_level level) {
    return level != DIAG_NOTE || o->verbose || id == o->shown;
}

/** The options of --sandbox, which limit what untrusted documents may do. */
struct cli_sandbox {
    bool on, strict; /* `strict`: no document is read unless the kernel confines the program */
    struct str root;
    bool file_links;
    int64_t memory;      /* the limit of memory in megabytes; 0: the default */
    struct fonts *fonts; /* the fonts that were loaded before the program was confined; or NULL */
};

/* Sanitizers reserve terabytes of addresses, so memory cannot be limited. */
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

/** The value and the state of --timings. */
struct cli_timings {
    bool on;
    struct str path;     /* the file for the trace; empty if no trace is written */
    struct timings *run; /* the times; NULL if they are not measured */
    bool shown;          /* cli_timings_show() has shown the times */
};

struct plan_format; /* job/plan/plan.h */

/** The options that only plan has. */
struct cli_plan {
    const struct plan_format *format;
    struct str file, into; /* --output and --into; the pointers are NULL if they were not given */
    struct str program;
    str_list exclude;
    int64_t chunk, limit; /* --chunk and --limit; 0 if they were not given */
    bool force;
    cli_given_vec given; /* all given options, for the commands of the plan */
};

/** The values of --deps and --deps-format. */
struct cli_deps {
    struct str file; /* the file of --deps; empty: no file is written */
    enum cli_deps_form { CLI_DEPS_MAKE, CLI_DEPS_JSON, CLI_DEPS_NINJA } form;
};

/** The options that only serve has. */
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
    /* the options as given; cli_build_options() adds those from the environment. If the pointer of
     * `cache` is NULL, the user's cache folder is used. */
    struct build_options build;
    struct {
        /* the documents that defaults files name; used if the command line names none */
        str_list files;
        int nested;  /* number of defaults files that were read */
        bool output; /* `output` is from a defaults file, so -o replaces it */
    } defaults;
    struct str output;                        /* -o; if the pointer is NULL, out/ */
    str_list further_outputs;                 /* further files of -o */
    VEC(const struct build_output *) formats; /* the formats of --to, each once */
    size_t njobs;    /* the number of documents, set by cli_named_documents() */
    int64_t threads; /* --jobs; 0 means as many as there are processors */
    bool force;      /* read-only files are overwritten */
    bool watch;      /* build again after changes */
    bool poll;       /* check for changes regularly instead of being notified */
    bool explain;    /* for check: the words are ids */
    struct {
        bool on, dry_run; /* for check: --fix, and --dry-run, which only prints the fixes */
    } fix;
    /* for verify: the document of the outputs; for diff: the revision of the older version in git;
     * the pointers are NULL if they were not given */
    struct str source, revision;
    struct {
        bool apply;
        struct str steps;          /* --steps; the pointer is NULL if it was not given */
        enum cli_diagnostics form; /* CLI_TEXT or CLI_JSON */
    } fit;
    struct cli_preview preview;
    struct cli_deps deps;
    struct cli_sandbox sandbox;
    struct cli_reports report;
    struct cli_timings timings;
    struct cli_plan plan;
};

/* ---- args.c ---- */

/** One bit for each command that works on documents. The row of an option has the bits of the
 * commands that accept it. */
enum {
    CLI_BUILD = 1,
    CLI_CHECK = 2,
    CLI_SERVE = 4,
    CLI_VERIFY = 8,
    CLI_PLAN = 16,
    CLI_DIFF = 32,
    CLI_LSP = 64,
    CLI_PACKET = 128,
    CLI_FIT = 256
};
extern const struct cli_grammar cli_documents;

void cli_args_drop(struct cli_options *o);
/** Implements `read` of --no-cache, which means the same as `--cache ''`. The first member of
 * `options` is a struct cli_options. */
bool cli_set_no_cache(void *options, const struct cli_option *row, struct str value);
/** Implements `run` of commands for documents: reads the options, calls act.documents, and drops
 * the options. */
int cli_run_documents(const struct cli_command *c, int argc, char **argv);

/* ---- documents.c ---- */

/** Returns the documents that the words name, and sets o->njobs to their number. If `builds` is
 * set, their outputs are planned as well. Returns NULL if an error was reported. */
struct build_job *cli_named_documents(struct cli_options *o, bool builds);

/** Sets the folder into which outputs are written, without examining the documents. Returns false
 * if outputs go to standard output, or to a file whose ending belongs to no output. */
bool cli_output_folder(const struct cli_options *o, struct str *folder);

/* ---- cmd_build.c ---- */

/** The endings of documents. */
#define CLI_DOCUMENT_ENDINGS "md markdown mkd qmd rmd txt tex"

/** Whether all documents can be read again. If one cannot, such as a pipe, an error is reported. */
bool cli_can_watch(const struct cli_options *o, const struct build_job *jobs);
/** Returns the options of jobs, from the command line and the environment. They contain no fonts
 * and no shared databases. */
struct build_options cli_build_options(const struct cli_options *o);
/** Like cli_build_options(), with fonts and shared databases, which cli_drop_shared() drops. */
struct build_options cli_shared_options(const struct cli_options *o);
void cli_drop_shared(const struct cli_options *o, struct build_options *opt);

/** Appends the dependencies of jobs in the form of --deps-format. */
void cli_put_deps(struct buf *out, const struct cli_options *o, const struct build_job *jobs,
                  size_t n);

/* ---- fix.c ---- */

/** Checks documents, applies their fixes, and reports the remaining diagnostics. Writes the files.
 * With --dry-run, prints a diff instead. Returns the exit status. */
int cli_fix(const struct cli_options *o, struct build_job *jobs);
/** Appends the difference of two texts of a file, as git shows it. */
void cli_put_diff(struct buf *out, struct arena *a, struct str path, struct str before,
                  struct str after);

/* ---- defaults.c ---- */

/** Implements `read` of --defaults: sets all options in the file. */
bool cli_read_defaults(void *options, const struct cli_option *row, struct str value);

/* ---- report.c ---- */

/** Rows for struct cli_reports: the form of reports, then the exit status. The rows of --help can
 * be used with any structure. */
enum { CLI_REPORT_ROWS = 6, CLI_STATUS_ROWS = 2, CLI_HELP_ROWS = 1 };
extern const struct cli_group cli_reports_group;
extern const struct cli_option cli_report_rows[CLI_REPORT_ROWS];
extern const struct cli_option cli_status_rows[CLI_STATUS_ROWS];
extern const struct cli_option cli_help_rows[CLI_HELP_ROWS];

struct cli_finding; /* cli/report.h */

/** A diagnostic in the text of a reporter. */
struct cli_piece {
    const struct diag_rule *id;
    enum diag_level level;
    size_t end, lines; /* where the diagnostic ends in the text, and how many lines it has */
    /* the place of the diagnostic: the file, empty if there is none, and the byte in it */
    struct str file;
    uint32_t begin;
};

/** Collects diagnostics while jobs run, so that each job can be dropped when it is finished. */
struct cli_reporter {
    const struct cli_reports *options;
    struct arena *arena;
    struct buf text;                  /* diagnostics as text */
    VEC(struct cli_piece) pieces;     /* the diagnostics in the text, when findings are folded */
    VEC(struct cli_finding) findings; /* diagnostics for the other forms */
    VEC(struct str) documents;        /* documents that were built or checked */
    size_t errors, warnings, suppressed;
    bool io_failed, refused;
    struct map printed; /* places with their messages, so that each is reported only once */
    struct map alike;   /* maps diagnostics that differ only in a number to their count */
    pthread_mutex_t lock;
    struct build_job *job; /* the running job if it is the only one; or NULL */
};
/** Begins the collection. Until cli_reporter_end(), a missing library ends the program with status
 * 3, after all diagnostics found so far have been reported. */
void cli_reporter_begin(struct cli_reporter *r, const struct cli_reports *o);
/** Adds the diagnostics of one job, and keeps no pointer to the job. A diagnostic about a file that
 * several jobs share is reported once. */
void cli_reporter_add(struct cli_reporter *r, const struct build_job *job);
/** Like cli_reporter_add(), as a callback: `reporter` is a struct cli_reporter. */
void cli_reporter_take(void *reporter, const struct build_job *job);
/** Prints all diagnostics on standard error in the chosen form, with a line that counts them.
 * Writes the reports to files. Returns the exit status. */
int cli_reporter_end(struct cli_reporter *r);
/** Reports the diagnostics of jobs, and counts further documents that have no job. Returns the exit
 * status. */
int cli_report(const struct cli_reports *o, const struct build_job *jobs, size_t n,
               const struct str *documents, size_t ndocuments);
/** Whether a report would overwrite `path`, a file that the run reads or writes. If so, an error is
 * reported. */
bool cli_report_destroys(const struct cli_reports *o, const char *command, struct str path);
/** Reports the diagnostics and the library `id` as missing, and ends the program with status 3. */
ATTR_NORETURN void cli_report_missing(const struct cli_reports *o, struct build_job *job,
                                      enum module id);
/** Returns the exit status of a run with these numbers of errors and warnings. */
int cli_status(const struct cli_reports *o, bool io_failed, size_t errors, size_t warnings);

/* ---- sandbox_options.c ---- */

/** Rows for struct cli_sandbox. */
enum { CLI_SANDBOX_ROWS = 4 };
extern const struct cli_option cli_sandbox_rows[CLI_SANDBOX_ROWS];
/** Whether the folder of --root exists. If not, an error is reported. --root without --sandbox is
 * reported as a note. */
bool cli_root_is_right(const struct cli_options *o);
/** Further places that a confined run needs. */
struct cli_needs {
    struct str folder; /* the folder of a site; if empty, the words are documents */
    struct str out;    /* a folder into which files are written; empty if no files are written */
    bool serves;
};
/**
 * With --sandbox, confines the program by the kernel (Landlock, seccomp) to the files that the run
 * needs. It must be called before a document is read. If the kernel does not support this, it is
 * reported, and the result is false if --sandbox=strict is given.
 */
bool cli_lock_in(struct cli_options *o, const struct cli_needs *needs);
/** With --sandbox, limits the files that the pages of the site in `folder` may read. All pages
 * share one fence. */
void cli_confine_site(const struct cli_options *o, struct str folder, struct build_options *opt);

/* ---- timings_report.c ---- */

/** Rows for struct cli_timings. */
enum { CLI_TIMINGS_ROWS = 1 };
extern const struct cli_option cli_timings_rows[CLI_TIMINGS_ROWS];
/** Begins to measure if --timings was given. Returns false for wrong usage, which has been
 * reported. */
bool cli_timings_begin(struct cli_timings *o, const struct cli_reports *report,
                       const char *command);
/** Whether the trace would overwrite `path`, a file that the run reads or writes. If so, an error
 * is reported. */
bool cli_timings_destroy(const struct cli_timings *o, const char *command, struct str path);
/** Shows the times and sets them to zero. It is called after each round of --watch. Returns false
 * if the trace could not be written, which has been reported. */
bool cli_timings_show(struct cli_timings *o, const struct cli_reports *report);
/** Shows the times unless cli_timings_show() has shown them, and frees them. Returns `status`, or
 * the status for a trace that could not be written. */
int cli_timings_end(struct cli_timings *o, const struct cli_reports *report, int status);

/* ---- the commands ---- */

extern const struct cli_command cli_build, cli_check; /* cmd_build.c */
extern const struct cli_command cli_fit;              /* cmd_fit.c */
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

/** Builds or checks the site in a folder, which is the first of o->files. Returns the exit
 * status. */
int cli_site_folder(const struct cli_options *o, bool builds);

/* ---- explain_ids.c ---- */

/** Runs check --explain: prints the explanations of the ids in o->files, or a list of all ids.
 * Returns the exit status. */
int cli_explain(const struct cli_options *o);
/** Appends the explanation of an id in Markdown. Examples are between two `fence` lines, or
 * indented if `fence` is empty. */
void cli_explain_one(struct buf *b, struct arena *a, const struct diag_rule *id, const char *fence);
/** Appends a sentence with the level of an id. */
void cli_explain_level(struct buf *b, const struct diag_rule *id);

/* ---- format_names.c ---- */

/** Implements `find` of options whose value is a database format. The target is an enum
 * bib_format. */
bool cli_find_format(struct str name, void *to);

/* ---- process_limits.c ---- */

/** The limits that cli_guard_end() restores. */
struct cli_guard {
    struct rlimit cpu, memory;
};
/**
 * Limits the time and memory of the process to LIMIT_READ_SECONDS and LIMIT_READ_MEMORY.
 * Allocations beyond the limit fail. If the time limit is exceeded, the program ends with
 * CLI_ENVIRONMENT and a diagnostic in the given form.
 */
void cli_guard_begin(struct cli_guard *g, enum cli_diagnostics form);
void cli_guard_end(const struct cli_guard *g);

/* ---- help.c ---- */

/** Prints the help of a command on standard output. For NULL, prints the help of the program. If
 * `all` is set, also prints options that the help of a command with many options normally omits. */
void cli_help(const struct cli_command *c, bool all);

/* ---- cmd_version.c ---- */

/** Prints the versions of the program and its libraries. */
void cli_version(void);

/* ---- aligned.c ---- */

enum { CLI_COLUMNS = 4 };

/** A line of a listing. */
struct cli_row {
    /* the first cell is a name; it is never cut, because users copy it */
    struct str cells[CLI_COLUMNS];
    struct str title;
};

/**
 * Writes rows with aligned columns. A cell that is longer than the limit of its column ends with an
 * ellipsis, except in the first column. A line that is wider than the terminal also ends with an
 * ellipsis.
 */
void cli_table(struct buf *out, struct arena *a, const struct cli_row *rows, size_t n,
               const size_t limits[CLI_COLUMNS]);

/* ---- terminal.c ---- */

/** Whether colours are used on standard error: it is a terminal, NO_COLOR is not set or is empty,
 * and TERM is not "dumb". */
bool cli_colour(void);
/** Whether the output to a path goes to a terminal. The path "-" means standard output. */
bool cli_on_terminal(struct str path);
unsigned cli_terminal_width(void);
/** Shows "[3/12] teaching.md" and replaces the previous line of this kind, if standard error is a
 * terminal. */
void cli_progress(size_t done, size_t total, struct str name);
void cli_progress_end(void);
/** Writes to standard error, without control characters (diag_put_safe()). */
void cli_print_error(struct str text);
/** Like cli_print_error(), for formatted text. */
void cli_printf_error(const char *fmt, ...) ATTR_PRINTF(1, 2);
/** Prints that a file could not be written, with the reason for an errno value. */
void cli_cannot_write(struct arena *a, struct str path, int error);
/** Writes text to standard error without changes. The text must already be safe; it may contain
 * escapes for colours. */
void cli_print_error_as_is(struct str text);
/** Whether standard error, or standard output, is a terminal. */
bool cli_errors_to_terminal(void);
bool cli_prints_to_terminal(void);
/** Prints to standard output. On a terminal, control characters are removed (diag_put_safe()). */
void cli_print(struct str text);
/** Returns $HOME. Returns an empty text if it is not set. */
struct str cli_home(void);
/** Returns the library that `bibliography: library` means: --library, or the library of the user.
 */
struct str cli_library_named(const struct cli_options *o);
/** Returns $XDG_DATA_HOME/dossier/library.db, or the same path below ~/.local/share. Returns an
 * empty text without a home folder. */
struct str cli_library_path(struct arena *a);
/** Returns the folder for indexes of databases: $XDG_CACHE_HOME/dossier, or the same folder below
 * ~/.cache. Returns an empty text without a home folder. */
struct str cli_cache_dir(struct arena *a);
/** Returns DICPATH: folders with Hunspell dictionaries, separated by colons. May be empty. */
struct str cli_dictionaries(void);
/** Returns TMPDIR, or /tmp. */
struct str cli_temp_dir(void);
/** Returns SOURCE_DATE_EPOCH, or -1 if it is not set. */
int64_t cli_epoch(void);
/** Returns, in `a`, the environment variables that decide where fonts and libraries are. */
struct str cli_environment(struct arena *a);
/** Sets `out` to the folders that may contain styles/: those of datadir_list(), with the folder of
 * the user's library before the last. Returns their number. */
size_t cli_data_dirs(struct arena *a, struct str *out, size_t max);

#endif
