/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics on standard error, in the form that was asked for, and what they mean for the exit
 * status.
 */
#include "cli/cli.h"

#include "base/limits.h"

/* ---- options ---- */

static struct str slug_word(size_t i) {
    const struct diag_rule *rule = diag_rule_at(i);
    return rule ? str_of(rule->slug) : STR_EMPTY;
}

/** Ids of diagnostics, with commas between them: the row's key says which level they get. */
static bool read_levels(void *options, const struct cli_option *row, struct str value) {
    struct cli_reports *o = options;
    while (value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        const struct diag_rule *id = diag_find(word);
        if (!id) {
            struct str near = diag_nearest_slug(word);
            cli_usage_error(NULL,
                            near.n ? "there is no finding `%.*s`; did you mean `%.*s`?"
                                   : "there is no finding `%.*s`%.*s",
                            STR_ARG(word), STR_ARG(near));
            return false;
        }
        if (id->level == DIAG_FATAL) {
            cli_usage_error(NULL, "`%s` ends a run and is reported always", id->slug);
            return false;
        }
        o->levels[id->index] = diag_level_of(id, str_of(row->key));
    }
    return true;
}

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
    {"ignore", 0, "IDS", CLI_CALL, AT(levels), .read = read_levels, .key = "ignore",
     .group = &cli_reports_group, .value = {CLI_SOME_OF, .word = slug_word},
     .help = "do not report findings with these ids; several have commas between them",
     .more = "These three win over `lint` in the front matter and in `.dossier.yml`, not over a comment "
             "beside the fault."},
    {"warn", 0, "IDS", CLI_CALL, AT(levels), .read = read_levels, .key = "warning",
     .group = &cli_reports_group, .value = {CLI_SOME_OF, .word = slug_word},
     .help = "report them as warnings, those too that are off until they are asked for"},
    {"error", 0, "IDS", CLI_CALL, AT(levels), .read = read_levels, .key = "error",
     .group = &cli_reports_group, .value = {CLI_SOME_OF, .word = slug_word},
     .help = "report them as errors"},
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
static void write_counts(const struct cli_reporter *r, struct buf *b) {
    if (r->errors + r->warnings == 0) {
        return;
    }
    if (r->errors) {
        add_count(b, r->errors, "error");
    }
    if (r->warnings) {
        buf_puts(b, r->errors ? ", " : "");
        add_count(b, r->warnings, "warning");
    }
    if (r->suppressed) {
        buf_printf(b, " (%zu not shown: at most %d are, for each document)", r->suppressed,
                   LIMIT_DIAGS);
    }
    buf_putc(b, '\n');
}

void cli_reporter_begin(struct cli_reporter *r, const struct cli_reports *o) {
    *r = (struct cli_reporter){.options = o, .arena = arena_new(), .used = MAP_INIT};
    buf_init(&r->text, 0);
    if (o->diagnostics == CLI_SARIF) {
        cli_sarif_begin(r);
    } else if (o->diagnostics == CLI_JSON) {
        cli_json_begin(r);
    }
}

void cli_reporter_add(struct cli_reporter *r, const struct build_job *job) {
    const struct diags *d = &job->diags;
    struct diag_style style = {cli_colour(), cli_terminal_width()};
    r->errors += d->errors;
    r->warnings += d->warnings;
    r->suppressed += d->suppressed;
    r->io_failed = r->io_failed || job->io_failed;
    r->refused = r->refused || job->refused;
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i];
        switch (r->options->diagnostics) {
        case CLI_TEXT:
            if (!r->options->quiet && (g->level != DIAG_NOTE || r->options->verbose)) {
                diag_render(&r->text, g, &style);
            }
            break;
        case CLI_JSON:
            cli_json_add(r, g);
            break;
        case CLI_SARIF:
            cli_sarif_add(r, g);
            break;
        }
    }
}

int cli_reporter_end(struct cli_reporter *r) {
    switch (r->options->diagnostics) {
    case CLI_TEXT:
        if (!r->options->quiet) {
            write_counts(r, &r->text);
        }
        break;
    case CLI_JSON:
        cli_json_end(r);
        break;
    case CLI_SARIF:
        cli_sarif_end(r);
        break;
    }
    cli_print_error(buf_view(&r->text));
    int status =
        r->refused ? CLI_USAGE : cli_status(r->options, r->io_failed, r->errors, r->warnings);
    buf_drop(&r->text);
    map_drop(&r->used);
    arena_drop(r->arena);
    return status;
}

void cli_report(const struct cli_reports *o, const struct build_job *jobs, size_t n) {
    struct cli_reporter r;
    cli_reporter_begin(&r, o);
    for (size_t i = 0; i < n; i++) {
        cli_reporter_add(&r, &jobs[i]);
    }
    (void)cli_reporter_end(&r);
}

int cli_status(const struct cli_reports *o, bool io_failed, size_t errors, size_t warnings) {
    if (io_failed) {
        return CLI_ENVIRONMENT;
    }
    bool failed = errors || (o->fail_if_warnings && warnings);
    return failed && !o->warn_only ? CLI_ERRORS : CLI_OK;
}
