/* SPDX-License-Identifier: MIT */
/*
 * The program's own parts: commands, options, exit codes, what a terminal shows. The only room that
 * prints, reads the environment and exits.
 */
#ifndef DOSSIER_CLI_CLI_H
#define DOSSIER_CLI_CLI_H

#include "cli/options.h"
#include "core/base/file.h"
#include "job/build/build.h"

#include <sys/resource.h>

/** Exit codes, as dossier(1) documents them. */
enum cli_exit {
    CLI_OK = 0,
    CLI_ERRORS = 1,
    CLI_USAGE = 2,
    CLI_ENVIRONMENT = 3,
    CLI_SIGNALLED = 128 /* and the number of the signal, as shells say it */
};

enum cli_diagnostics { CLI_TEXT, CLI_JSON, CLI_SARIF, CLI_GITHUB, CLI_GITLAB, CLI_JUNIT };

enum { CLI_REPORT_FILES = 8 };

/** A report in a file. */
struct cli_report_file {
    enum cli_diagnostics form;
    struct str path;
};

/** How a command reports, and what counts as a failure: options of nearly all commands. */
struct cli_reports {
    uint8_t levels[DIAG_RULES_MAX]; /* --warn, --error, --ignore: as struct diags.levels */
    enum cli_diagnostics diagnostics;
    struct cli_report_file files[CLI_REPORT_FILES]; /* besides standard error */
    size_t nfiles;
    bool quiet, verbose, fail_if_warnings, warn_only;
};

/** How far documents are trusted. */
struct cli_sandbox {
    bool on, strict; /* nothing is read where the kernel does not lock the program in */
    struct str root;
    bool file_links;
    struct fonts *fonts; /* loaded before the lock was shut; NULL: none were */
};

/** --timings. */
struct cli_timings {
    bool on;
    struct str path;     /* where the trace goes; empty: nowhere */
    struct timings *run; /* what is counted; NULL: nothing */
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
    } defaults;
    struct str output;                        /* -o; a NULL pointer: out/ */
    VEC(const struct build_output *) formats; /* --to, each once */
    size_t njobs;                             /* documents, set by cli_named_documents() */
    int64_t threads;                          /* --jobs; 0: as many as there are processors */
    bool force;                               /* read-only files are overwritten */
    bool watch, poll; /* build again after changes; look for them instead of being notified */
    bool explain;     /* of check: the words are ids */
    struct {
        bool on, dry_run; /* of check: apply fixes; only print them */
    } fix;
    struct str source; /* of verify: the document of the outputs; a NULL pointer: not given */
    struct cli_preview preview;
    struct cli_deps deps;
    struct cli_sandbox sandbox;
    struct cli_reports report;
    struct cli_timings timings;
    struct cli_plan plan;
};

/* ---- args.c ---- */

/** The options of the commands over documents: bits in their rows. */
enum { CLI_BUILD = 1, CLI_CHECK = 2, CLI_SERVE = 4, CLI_VERIFY = 8, CLI_PLAN = 16 };
extern const struct cli_grammar cli_documents;

void cli_args_drop(struct cli_options *o);

/* ---- documents.c ---- */

/** The documents that the words name, with their outputs when they are to be made; o->njobs is how
 * many. NULL when something is wrong, which has been reported. */
struct build_job *cli_named_documents(struct cli_options *o, bool builds);

/** The folder that outputs are written to, as far as the words say before they are looked at; false
 * where there is none: on standard output, or when a file is named that is none of an output's. */
bool cli_output_folder(const struct cli_options *o, struct str *folder);

/* ---- cmd_build.c ---- */

/** The endings that documents have. */
#define CLI_DOCUMENT_ENDINGS "md markdown mkd qmd rmd txt"

/** Whether the documents are files; one that can be read only once, a pipe, is reported. */
bool cli_can_watch(const struct cli_options *o, const struct build_job *jobs);
/** What the options say to jobs, without fonts and shared databases. */
struct build_options cli_build_options(const struct cli_options *o);
/** How many documents are to be built at once. */
size_t cli_threads(const struct cli_options *o);

/** Appends the dependencies of jobs in the form that was asked for. */
void cli_put_deps(struct buf *out, const struct cli_options *o, const struct build_job *jobs,
                  size_t n);

/* ---- fix.c ---- */

/** Checks documents and mends what findings are mended by for certain; reports what is left, and
 * writes the files, or with o->dry_run their differences to standard output. Returns the exit
 * status. */
int cli_fix(const struct cli_options *o, struct build_job *jobs);

/* ---- defaults.c ---- */

/** `read` of --defaults: all that the file gives is set. */
bool cli_read_defaults(void *options, const struct cli_option *row, struct str value);

/* ---- report.c ---- */

/** Rows for struct cli_reports: how it is reported; what counts; --help, for any structure. */
enum { CLI_REPORT_ROWS = 6, CLI_STATUS_ROWS = 2, CLI_HELP_ROWS = 1 };
extern const struct cli_group cli_reports_group;
extern const struct cli_option cli_report_rows[CLI_REPORT_ROWS];
extern const struct cli_option cli_status_rows[CLI_STATUS_ROWS];
extern const struct cli_option cli_help_rows[CLI_HELP_ROWS];

struct cli_finding; /* cli/report.h */

/** Collects what is found while jobs run, so that each can be given back when it is done. */
struct cli_reporter {
    const struct cli_reports *options;
    struct arena *arena;
    struct buf text;                  /* findings as text */
    VEC(struct cli_finding) findings; /* and as other forms have them */
    VEC(struct str) documents;        /* those that were looked at */
    size_t errors, warnings, suppressed;
    bool io_failed, refused;
    struct map said;  /* places and what was said of them */
    struct map alike; /* findings that only their number tells apart -> how many */
};
void cli_reporter_begin(struct cli_reporter *r, const struct cli_reports *o);
/** Counts a document among those that were looked at; a job's own is counted with it. */
void cli_reporter_document(struct cli_reporter *r, struct str name);
/** Adds the diagnostics of one job, of which nothing is kept. What was said of the same place in
 * another job, about a file that they share, is not said again. */
void cli_reporter_add(struct cli_reporter *r, const struct build_job *job);
/** Prints all on standard error in the chosen form, with a line that counts them, and writes the
 * files that were asked for; returns the exit status. */
int cli_reporter_end(struct cli_reporter *r);
/** The same for jobs that are still there, and documents that are no job's. */
int cli_report(const struct cli_reports *o, const struct build_job *jobs, size_t n,
               const struct str *documents, size_t ndocuments);
/** Whether a report would be written over a file that the run reads or writes; that is reported. */
bool cli_report_destroys(const struct cli_reports *o, const char *command, struct str path);
/** The exit status of a run with so many errors and warnings. */
int cli_status(const struct cli_reports *o, bool io_failed, size_t errors, size_t warnings);

/* ---- sandbox_options.c ---- */

/** Rows for struct cli_sandbox. */
enum { CLI_SANDBOX_ROWS = 3 };
extern const struct cli_option cli_sandbox_rows[CLI_SANDBOX_ROWS];
/** Whether the folder of --root is there; else it is said. A note says that it holds nothing
 * without
 * --sandbox. */
bool cli_root_is_right(const struct cli_options *o);
/** What else a run needs that is to be locked in. */
struct cli_needs {
    struct str folder; /* of a site; empty: the words are documents */
    struct str out;    /* a folder that is written to; empty: none */
    bool serves;
};
/**
 * With --sandbox: asks the kernel to refuse from now on all that the run has no need for. Before
 * any document is read. False when it does not and that was made a condition; that is reported, as
 * what the kernel lacks is.
 */
bool cli_lock_in(struct cli_options *o, const struct cli_needs *needs);

/* ---- timings_report.c ---- */

/** Rows for struct cli_timings. */
enum { CLI_TIMINGS_ROWS = 1 };
extern const struct cli_option cli_timings_rows[CLI_TIMINGS_ROWS];
/** Begins to count when that was asked for. False for wrong use, which has been reported. */
bool cli_timings_begin(struct cli_timings *o, const struct cli_reports *report,
                       const char *command);
/** Whether the trace would be written over a file that the run reads or writes; that is reported.
 */
bool cli_timings_destroy(const struct cli_timings *o, const char *command, struct str path);
/** Shows what was counted and begins anew: behind each round of a run that goes on. False when the
 * trace could not be written, which has been reported. */
bool cli_timings_show(struct cli_timings *o, const struct cli_reports *report);
/** Shows what was counted, unless rounds did, and ends it; returns the exit status of a run that
 * has `status` otherwise. */
int cli_timings_end(struct cli_timings *o, const struct cli_reports *report, int status);

/* ---- the commands ---- */

extern const struct cli_command cli_build, cli_check; /* cmd_build.c */
extern const struct cli_command cli_verify;           /* cmd_verify.c */
extern const struct cli_command cli_completion;       /* completion.c */
extern const struct cli_command cli_help_command;     /* commands.c */
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

/** build or check of a folder, the first of o->files: its site. Returns the exit status. */
int cli_site_folder(const struct cli_options *o, bool builds);

/* ---- explain_ids.c ---- */

/** check --explain: what the ids mean that the words name; all ids without words. Returns the exit
 * status. */
int cli_explain(const struct cli_options *o);
/** Appends what there is to say of an id: lines of Markdown, in which examples are indented, or
 * between lines of `fence` when that is not empty. */
void cli_explain_one(struct buf *b, struct arena *a, const struct diag_rule *id, const char *fence);

/* ---- format_names.c ---- */

/** `find` of options that take a format of databases: the target is an enum bib_format. */
bool cli_find_format(struct str name, void *to);

/* ---- process_limits.c ---- */

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

/* ---- help.c ---- */

/** Prints the help of a command, or of the program for NULL, on standard output. */
void cli_help(const struct cli_command *c);

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
 * Writes rows with aligned columns. A cell longer than its column's limit ends in an ellipsis,
 * but for the first one; so does a line that is wider than the terminal.
 */
void cli_table(struct buf *out, struct arena *a, const struct cli_row *rows, size_t n,
               const size_t limits[CLI_COLUMNS]);

/* ---- terminal.c ---- */

/** Colour on standard error: it is a terminal, NO_COLOR is unset or empty, TERM is not "dumb". */
bool cli_colour(void);
/** Whether what is written to a path, "-" for standard output, goes to a terminal. */
bool cli_on_terminal(struct str path);
unsigned cli_terminal_width(void);
/** "[3/12] teaching.md", rewritten in place; nothing unless standard error is a terminal. */
void cli_progress(size_t done, size_t total, struct str name);
void cli_progress_end(void);
/** Writes to standard error, without what a terminal would act upon (diag_put_safe()); short writes
 * and signals are taken care of. */
void cli_print_error(struct str text);
/** The same for what is safe already, and for what is coloured. */
void cli_print_error_as_is(struct str text);
/** Whether standard error, or standard output, is a terminal. */
bool cli_errors_to_terminal(void);
bool cli_prints_to_terminal(void);
/** Prints to standard output; on a terminal without what it would act upon (diag_put_safe()). */
void cli_print(struct str text);
/** $HOME; empty when it is not set. */
struct str cli_home(void);
/** What `bibliography: library` means in a run: --library, else the user's own. */
struct str cli_library_named(const struct cli_options *o);
/** $XDG_DATA_HOME/dossier/library.db, or below ~/.local/share; empty without a home folder. */
struct str cli_library_path(struct arena *a);
/** Where indexes of databases are kept: $XDG_CACHE_HOME/dossier, or below ~/.cache; empty without a
 * home folder. */
struct str cli_cache_dir(struct arena *a);
/** DICPATH: folders with hunspell's dictionaries, with colons between; may be empty. */
struct str cli_dictionaries(void);
/** TMPDIR, or /tmp. */
struct str cli_temp_dir(void);
/** SOURCE_DATE_EPOCH, or -1. */
int64_t cli_epoch(void);
/** What of the environment says where fonts and libraries are; in `a`. */
struct str cli_environment(struct arena *a);
/** Folders in which styles/ may lie: beside the program's own folder (uninstalled), then where it
 * was installed to. */
size_t cli_data_dirs(struct arena *a, struct str *out, size_t max);

#endif
