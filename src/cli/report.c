/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics on standard error, in the form that was asked for.
 */
#include "cli/cli.h"

#include "base/limits.h"

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

static void write_text(struct buf *b, const struct cli_options *o, const struct build_job *jobs,
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

void cli_report(const struct cli_options *o, const struct build_job *jobs, size_t n) {
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
