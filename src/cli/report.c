/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics on standard error, in the form that was asked for, and what they mean for the exit
 * status.
 */
#include "cli/cli.h"

#include "base/limits.h"

/* ---- options ---- */

#define AT(field) offsetof(struct cli_reports, field)

/* clang-format off */
const struct cli_group cli_reports_group = {.title = "reports"};

const struct cli_option cli_report_rows[CLI_REPORT_ROWS] = {
    {"diagnostics", 0, "FORM", CLI_CHOICE, AT(diagnostics), .group = &cli_reports_group,
     .value = {CLI_ONE_OF, .words = "text json sarif"},
     .help = "the form of diagnostics on standard error: {words} (default: `text`)",
     .more = "SARIF is the version 2.1.0."},
    {"quiet", 'q', NULL, CLI_FLAG, AT(quiet), .group = &cli_reports_group,
     .help = "print no diagnostics and no counts"},
    {"verbose", 'v', NULL, CLI_FLAG, AT(verbose), .group = &cli_reports_group,
     .help = "print notes too, and what became of each file"},
};
const struct cli_option cli_status_rows[CLI_STATUS_ROWS] = {
    {"fail-if-warnings", 0, "BOOL", CLI_FLAG, AT(fail_if_warnings), .optional = true,
     .group = &cli_reports_group, .value = {CLI_ONE_OF, .words = "true false"},
     .help = "warnings count as errors for the exit status"},
    {"warn-only", 0, NULL, CLI_FLAG, AT(warn_only), .group = &cli_reports_group,
     .help = "errors do not count for the exit status: for drafts"},
};
static const struct cli_group help_group = {.title = ""};
const struct cli_option cli_help_rows[CLI_HELP_ROWS] = {
    {"help", 'h', NULL, CLI_HELP, 0, .group = &help_group, .help = "print this text"},
};

/* clang-format on */

/* ---- reporting ---- */

static void add_count(struct buf *b, size_t n, const char *what) {
    buf_printf(b, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

/** "2 errors, 1 warning". */
static void write_counts(struct buf *b, const struct build_job *jobs, size_t n) {
    size_t errors = 0, warnings = 0, suppressed = 0;
    for (size_t i = 0; i < n; i++) {
        errors += jobs[i].diags.errors;
        warnings += jobs[i].diags.warnings;
        suppressed += jobs[i].diags.suppressed;
    }
    if (errors + warnings == 0) {
        return;
    }
    if (errors) {
        add_count(b, errors, "error");
    }
    if (warnings) {
        buf_puts(b, errors ? ", " : "");
        add_count(b, warnings, "warning");
    }
    if (suppressed) {
        buf_printf(b, " (%zu not shown: at most %d are, for each document)", suppressed,
                   LIMIT_DIAGS);
    }
    buf_putc(b, '\n');
}

static void write_text(struct buf *b, const struct cli_reports *o, const struct build_job *jobs,
                       size_t n) {
    struct diag_style style = {cli_colour(), cli_terminal_width()};
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < jobs[i].diags.n; k++) {
            const struct diag *g = jobs[i].diags.list[k];
            if (g->level != DIAG_NOTE || o->verbose) {
                diag_render(b, g, &style);
            }
        }
    }
    write_counts(b, jobs, n);
}

void cli_report(const struct cli_reports *o, const struct build_job *jobs, size_t n) {
    struct buf b;
    buf_init(&b, 0);
    switch (o->diagnostics) {
    case CLI_TEXT:
        if (!o->quiet) {
            write_text(&b, o, jobs, n);
        }
        break;
    case CLI_JSON:
        cli_write_json(&b, jobs, n);
        break;
    case CLI_SARIF:
        cli_write_sarif(&b, jobs, n);
        break;
    }
    cli_print_error(buf_view(&b));
    buf_drop(&b);
}

int cli_status(const struct cli_reports *o, bool io_failed, size_t errors, size_t warnings) {
    if (io_failed) {
        return CLI_ENVIRONMENT;
    }
    bool failed = errors || (o->fail_if_warnings && warnings);
    return failed && !o->warn_only ? CLI_ERRORS : CLI_OK;
}
