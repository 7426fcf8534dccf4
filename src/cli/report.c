/* SPDX-License-Identifier: MIT */
/*
 * The options for reports, the list of diagnostics, and the exit status. report_*.c writes the
 * forms. Text is printed in the order of the diagnostics.
 */
#include "cli/report.h"

#include "core/base/bounds.h"
#include "core/base/md5.h"
#include "core/diag/missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GLANCE 10        /* up to this number of diagnostics, no summary is printed */
#define FOLDED_LINES 54u /* the maximum number of lines of folded findings */
#define FOLDED_EACH 12u  /* the maximum number of folded findings of one id */
#define MOST_LINE 400    /* a fingerprint is made from at most this number of bytes of a line */
/* number of bytes of a file that are examined before the file is overwritten */
#define SNIFFED 65536

/* ---- options ---- */

static struct str slug_word(size_t i) {
    const struct diag_rule *rule = diag_rule_at(i);
    return rule ? str_of(rule->slug) : STR_EMPTY;
}

/** Reads ids of diagnostics, separated by commas. They get the level that the key of the row
 * names. */
static bool read_levels(void *options, const struct cli_option *row, struct str value) {
    struct cli_reports *o = options;
    while (value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        const struct diag_rule *id = diag_find(word);
        if (!id) {
            struct str near = diag_nearest_slug(word);
            return cli_usage_error(
                NULL, near.n ? "unknown id `%.*s`; did you mean `%.*s`?" : "unknown id `%.*s`%.*s",
                STR_ARG(word), STR_ARG(near));
        }
        if (id->level == DIAG_FATAL) {
            return cli_usage_error(NULL, "`%s` ends a run and is reported always", id->slug);
        }
        o->levels[id->index] = diag_level_of(id, str_of(row->key));
    }
    return true;
}

/** Whether a file is empty, or is a report of this form from an earlier run. */
static bool is_report(struct str path, enum cli_diagnostics form) {
    static const char *const marks[] = {[CLI_TEXT] = "]\n",
                                        [CLI_JSON] = "\"message\": ",
                                        [CLI_SARIF] = "sarif-2.1.0",
                                        [CLI_GITHUB] = "::",
                                        [CLI_GITLAB] = "\"fingerprint\": ",
                                        [CLI_JUNIT] = "<testsuites name=\"dossier\""};
    struct arena *a = arena_new();
    struct str text;
    bool good = file_read(a, path, LIMIT_SOURCE, &text) == 0;
    if (good) {
        struct str begin = str_slice(text, 0, text.n < SNIFFED ? text.n : SNIFFED);
        bool list = form == CLI_JSON || form == CLI_GITLAB;
        bool mine = str_find(begin, str_of(marks[form])) != STR_NONE;
        mine = form == CLI_GITHUB ? str_starts(begin, str_of(marks[form])) : mine;
        mine = form == CLI_TEXT ? mine && (str_find(begin, STR(": error: ")) != STR_NONE ||
                                           str_find(begin, STR(": warning: ")) != STR_NONE)
                                : mine;
        mine = list ? mine && str_starts(begin, STR("[")) : mine;
        good = mine || !str_trim(text).n || (list && str_is(str_trim(text), "[]"));
    }
    arena_drop(a);
    return good;
}

/** Reads "FORM", which is for standard error, or "FORM:FILE", which is for an additional file. */
static bool read_form(void *options, const struct cli_option *row, struct str value) {
    struct cli_reports *o = options;
    int form = cli_choice(NULL, row, str_cut(&value, ':'));
    if (form < 0) {
        return false;
    }
    if (!value.p) {
        o->diagnostics = (enum cli_diagnostics)form;
        return true;
    }
    if (!value.n || o->nfiles == CLI_REPORT_FILES) {
        return cli_usage_error(NULL,
                               value.n ? "more than %d reports"
                                       : "`--diagnostics` lacks the file after the colon",
                               CLI_REPORT_FILES);
    }
    if (!file_is_stream(value) && file_exists(value) &&
        !is_report(value, (enum cli_diagnostics)form)) {
        return cli_usage_error(NULL, "`%.*s` is there and no such report: it is not written over",
                               STR_ARG(value));
    }
    o->files[o->nfiles++] = (struct cli_report_file){(enum cli_diagnostics)form, value};
    return true;
}

bool cli_report_destroys(const struct cli_reports *o, const char *command, struct str path) {
    for (size_t i = 0; i < o->nfiles; i++) {
        if (str_eq(path, o->files[i].path) || file_is_same(path, o->files[i].path)) {
            cli_usage_error(command, "`--diagnostics` would be written over `%.*s`", STR_ARG(path));
            return true;
        }
    }
    return false;
}

#define AT(field) offsetof(struct cli_reports, field)

/* clang-format off */
const struct cli_group cli_reports_group = {.title = "reports"};

const struct cli_option cli_report_rows[CLI_REPORT_ROWS] = {
    {"diagnostics", 0, "FORM[:FILE]", CLI_CALL, .read = read_form, .group = &cli_reports_group,
     .value = {CLI_ONE_OF, .words = "text json sarif github gitlab junit"},
     .help = "the format of diagnostics on standard error: {words} (default: `text`); with a colon and a name, "
             "also in a file; may be repeated",
     .more = "SARIF has version 2.1.0; `github` is for annotations in GitHub Actions, `gitlab` for GitLab's code "
             "quality, and `junit` is XML that nearly every service reads. The file is written even if there are "
             "no findings; an existing file that is not such a report is not overwritten."},
    {"quiet", 'q', NULL, CLI_FLAG, AT(quiet), .group = &cli_reports_group,
     .help = "print no diagnostics and no counts"},
    {"verbose", 'v', NULL, CLI_FLAG, AT(verbose), .group = &cli_reports_group,
     .help = "also print notes and the outputs of each file"},
    {"ignore", 0, "IDS", CLI_CALL, AT(levels), .read = read_levels, .key = "ignore",
     .group = &cli_reports_group, .value = {CLI_SOME_OF, .word = slug_word},
     .help = "do not report findings with these ids, which are separated by commas",
     .more = "`--ignore`, `--warn` and `--error` override `lint` in the front matter and in `.dossier.yml`, but "
             "not a comment beside the fault."},
    {"warn", 0, "IDS", CLI_CALL, AT(levels), .read = read_levels, .key = "warning",
     .group = &cli_reports_group, .value = {CLI_SOME_OF, .word = slug_word},
     .help = "report findings with these ids as warnings, even if they are off by default"},
    {"error", 0, "IDS", CLI_CALL, AT(levels), .read = read_levels, .key = "error",
     .group = &cli_reports_group, .value = {CLI_SOME_OF, .word = slug_word},
     .help = "report findings with these ids as errors"},
};
const struct cli_option cli_status_rows[CLI_STATUS_ROWS] = {
    {"fail-if-warnings", 0, "BOOL", CLI_FLAG, AT(fail_if_warnings), .optional = true,
     .group = &cli_reports_group, .value = {CLI_ONE_OF, .words = "true false"},
     .help = "warnings count as errors for the exit status"},
    {"warn-only", 0, NULL, CLI_FLAG, AT(warn_only), .group = &cli_reports_group,
     .help = "errors do not count for the exit status; for drafts"},
};
static const struct cli_group help_group = {.title = ""};
const struct cli_option cli_help_rows[CLI_HELP_ROWS] = {
    {"help", 'h', NULL, CLI_HELP, 0, .group = &help_group, .help = "print this text"},
};

/* clang-format on */

/* ---- findings ---- */

static void add_count(struct buf *b, size_t n, const char *what) {
    buf_printf(b, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

/** Writes "2 errors, 1 warning". */
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

/** How often an id was shown. */
struct tally {
    const struct diag_rule *id;
    size_t n;
};

static int compare_tallies(const void *pa, const void *pb) {
    const struct tally *a = pa, *b = pb;
    return a->n != b->n ? (a->n < b->n) - (a->n > b->n)
                        : (a->id->index > b->id->index) - (a->id->index < b->id->index);
}

/** Lists the ids with their numbers, if there are many diagnostics. */
static void write_summary(const struct cli_reporter *r, struct buf *b) {
    struct tally *all = ARENA_ARRAY(r->arena, struct tally, DIAG_RULES_MAX);
    size_t n = 0, shown = 0;
    for (size_t i = 0; i < r->findings.n; i++) {
        const struct cli_finding *f = &r->findings.p[i];
        if (cli_is_shown(r->options, f->id, f->level)) {
            all[f->id->index].id = f->id;
            all[f->id->index].n++;
            shown++;
        }
    }
    for (size_t i = 0; i < DIAG_RULES_MAX; i++) {
        if (all[i].n) {
            all[n++] = all[i];
        }
    }
    if (shown <= GLANCE || n < 2) {
        return;
    }
    qsort(all, n, sizeof *all, compare_tallies);
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "%6zu %s\n", all[i].n, all[i].id->slug);
    }
    buf_puts(b, "`dossier check --explain ID` explains one.\n");
}

static struct cli_place place_of(struct arena *a, struct span span) {
    struct cli_place at = {.file = STR_EMPTY};
    if (span.src) {
        struct line_col from = source_line_col(span.src, span.begin),
                        to = source_line_col(span.src, span.end);
        at = (struct cli_place){arena_str(a, span.src->name), from.line, from.col, to.line, to.col};
    }
    return at;
}

/** Returns the fingerprint of a diagnostic: a digest of its id, its file, the text of its line, its
 * message, and its number among equal diagnostics. The number of the line does not matter. */
static struct str fingerprint_of(struct cli_reporter *r, const struct diag *g) {
    struct buf b = BUF_INIT;
    unsigned char digest[MD5_SIZE];
    buf_printf(&b, "%s\n%.*s\n", g->id->slug, STR_ARG(g->text));
    if (g->span.src) {
        uint32_t line = source_line_col(g->span.src, g->span.begin).line;
        struct str text = source_line(g->span.src, line);
        buf_printf(&b, "%.*s\n", STR_ARG(g->span.src->name));
        buf_str(&b, str_slice(text, 0, text.n < MOST_LINE ? text.n : MOST_LINE));
    }
    struct str key = buf_keep(&b, r->arena);
    uintptr_t before = (uintptr_t)map_lookup(&r->alike, key);
    (void)map_put(&r->alike, key, (void *)(before + 1));
    buf_printf(&b, "\n%zu", (size_t)before);
    md5(buf_view(&b), digest);
    buf_drop(&b);
    return arena_hex(r->arena, digest, MD5_SIZE);
}

static struct cli_finding copy(struct cli_reporter *r, const struct diag *g, struct str document) {
    struct arena *a = r->arena;
    struct cli_finding f = {.id = g->id,
                            .level = g->level,
                            .at = place_of(a, g->span),
                            .text = arena_str(a, g->text),
                            .hint = arena_str(a, g->hint),
                            .related = ARENA_ARRAY(a, struct cli_note, g->nrelated),
                            .nrelated = g->nrelated,
                            .fixes = ARENA_ARRAY(a, struct cli_note, g->nfixes),
                            .nfixes = g->nfixes,
                            .document = document,
                            .fingerprint = fingerprint_of(r, g)};
    for (size_t i = 0; i < g->nrelated; i++) {
        f.related[i] =
            (struct cli_note){place_of(a, g->related[i].span), arena_str(a, g->related[i].text)};
    }
    for (size_t i = 0; i < g->nfixes; i++) {
        f.fixes[i] =
            (struct cli_note){place_of(a, g->fixes[i].span), arena_str(a, g->fixes[i].text)};
    }
    return f;
}

/** Whether the same message was already reported for the same place, because another document reads
 * the same file. */
static bool was_printed(struct cli_reporter *r, const struct diag *g) {
    if (!g->span.src || !g->span.src->text.p) {
        return false;
    }
    struct str key =
        arena_printf(r->arena, "%s\n%.*s\n%u-%u\n%.*s", g->id->slug, STR_ARG(g->span.src->name),
                     g->span.begin, g->span.end, STR_ARG(g->text));
    if (map_find(&r->printed, key)) {
        return true;
    }
    (void)map_put(&r->printed, key, NULL);
    return false;
}

/** Adds a missing library to the diagnostics of the job in progress, and prints all diagnostics.
 * The lock is not released, so other threads add nothing more. */
ATTR_NORETURN static void end_early(struct cli_reporter *r, struct build_job *job, enum module id) {
    diag_no_library(&job->diags, SPAN_NONE, id);
    diags_sort(&job->diags);
    cli_reporter_add(r, job);
    (void)pthread_mutex_lock(&r->lock);
    (void)cli_reporter_end(r);
    (void)fflush(NULL);
    _exit(CLI_ENVIRONMENT);
}

static void on_missing(void *reporter, enum module id) {
    struct cli_reporter *r = reporter;
    struct build_job none = {.arena = r->arena}, *job = r->job && r->job->arena ? r->job : &none;
    if (job == &none) {
        diags_init(&none.diags, r->arena);
    }
    end_early(r, job, id);
}

void cli_report_missing(const struct cli_reports *o, struct build_job *job, enum module id) {
    struct cli_reporter r;
    cli_reporter_begin(&r, o);
    end_early(&r, job, id);
}

void cli_reporter_begin(struct cli_reporter *r, const struct cli_reports *o) {
    *r = (struct cli_reporter){.options = o,
                               .arena = arena_new(),
                               .printed = MAP_INIT,
                               .alike = MAP_INIT,
                               .lock = PTHREAD_MUTEX_INITIALIZER};
    buf_init(&r->text, 0);
    module_on_missing(on_missing, r);
}

/** Prints how much of its limits a document uses, before its diagnostics. */
static void add_verdict(struct cli_reporter *r, const struct build_job *job) {
    if (job->verdict.n && r->options->diagnostics == CLI_TEXT && !r->options->quiet) {
        buf_printf(&r->text, "%.*s: %.*s\n", STR_ARG(job->input), STR_ARG(job->verdict));
    }
}

static void add_piece(struct cli_reporter *r, const struct diag *g,
                      const struct diag_style *style) {
    size_t begin = r->text.n, lines = 0;
    diag_render(&r->text, g, style);
    for (size_t i = begin; i < r->text.n; i++) {
        lines += r->text.p[i] == '\n';
    }
    struct cli_piece piece = {.id = g->id,
                              .level = g->level,
                              .end = r->text.n,
                              .lines = lines,
                              .file =
                                  g->span.src ? arena_str(r->arena, g->span.src->name) : STR_EMPTY,
                              .begin = g->span.begin};
    vec_push(&r->pieces, piece);
}

void cli_reporter_add(struct cli_reporter *r, const struct build_job *job) {
    const struct diags *d = &job->diags;
    struct diag_style style = {cli_colour(), cli_terminal_width()};
    (void)pthread_mutex_lock(&r->lock);
    struct str document = arena_str(r->arena, job->input);
    r->errors += d->errors;
    r->warnings += d->warnings;
    r->suppressed += d->suppressed;
    r->io_failed = r->io_failed || job->io_failed || diags_lack_package(d);
    r->refused = r->refused || job->refused;
    if (document.n) {
        vec_push(&r->documents, arena_str(r->arena, document));
    }
    add_verdict(r, job);
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *g = d->list[i];
        if (was_printed(r, g)) {
            r->errors -= g->level >= DIAG_ERROR;
            r->warnings -= g->level == DIAG_WARNING;
            continue;
        }
        vec_push(&r->findings, copy(r, g, document));
        if (cli_is_shown(r->options, g->id, g->level)) {
            add_piece(r, g, &style);
        }
    }
    (void)pthread_mutex_unlock(&r->lock);
}

/* ---- writing ---- */

/** Chooses the diagnostics that are shown: the first of each id, errors before warnings, then the
 * second of each, while there is room. If several warnings have the same id and place, as a loop in
 * a template may cause, only one is shown. */
static void choose(const struct cli_reporter *r, bool *shown, size_t *times) {
    size_t room = FOLDED_LINES;
    bool *repeats = ARENA_ARRAY(r->arena, bool, r->pieces.n + 1);
    struct map seen = MAP_INIT;
    for (size_t i = 0; i < r->pieces.n; i++) {
        const struct cli_piece *p = &r->pieces.p[i];
        repeats[i] =
            p->file.n && p->level < DIAG_ERROR &&
            map_put(&seen,
                    arena_printf(r->arena, "%s %u %.*s", p->id->slug, p->begin, STR_ARG(p->file)),
                    r->arena);
    }
    map_drop(&seen);
    for (size_t round = 0; round < FOLDED_EACH; round++) {
        for (int level = DIAG_FATAL; level >= DIAG_NOTE; level--) {
            memset(times, 0, DIAG_RULES_MAX * sizeof *times);
            for (size_t i = 0; i < r->pieces.n; i++) {
                const struct cli_piece *p = &r->pieces.p[i];
                bool turn = !repeats[i] && times[p->id->index]++ == round && (int)p->level == level;
                if (turn && p->lines <= room) {
                    shown[i] = true;
                    room -= p->lines;
                }
            }
        }
    }
}

/** Writes a few diagnostics of each id, then the number of the others. */
static void write_folded(const struct cli_reporter *r, struct buf *out) {
    bool *shown = ARENA_ARRAY(r->arena, bool, r->pieces.n + 1);
    size_t *left = ARENA_ARRAY(r->arena, size_t, DIAG_RULES_MAX), all = 0, begin = 0;
    choose(r, shown, left);
    memset(left, 0, DIAG_RULES_MAX * sizeof *left);
    for (size_t i = 0; i < r->pieces.n; i++) {
        const struct cli_piece *p = &r->pieces.p[i];
        if (shown[i]) {
            buf_str(out, str_slice(buf_view(&r->text), begin, p->end));
        } else {
            left[p->id->index]++;
            all++;
        }
        begin = p->end;
    }
    write_counts(r, out);
    if (all) {
        buf_printf(out, "%zu more like these; `--all` shows them:", all);
        for (size_t i = 0; i < DIAG_RULES_MAX; i++) {
            if (left[i]) {
                buf_printf(out, " %zu %s", left[i], diag_rule_at(i)->slug);
            }
        }
        buf_putc(out, '\n');
    }
}

/** Writes a report in one form. If `quiet` is set, the form CLI_TEXT is empty. */
static void write_form(const struct cli_reporter *r, enum cli_diagnostics form, bool quiet,
                       struct buf *out) {
    switch (form) {
    case CLI_TEXT:
        if (!quiet && r->options->folds) {
            write_folded(r, out);
        } else if (!quiet) {
            buf_str(out, buf_view(&r->text));
            write_counts(r, out);
            write_summary(r, out);
        }
        break;
    case CLI_JSON:
        cli_write_json(r, out);
        break;
    case CLI_SARIF:
        cli_write_sarif(r, out);
        break;
    case CLI_GITHUB:
        cli_write_github(r, out);
        break;
    case CLI_GITLAB:
        cli_write_gitlab(r, out);
        break;
    case CLI_JUNIT:
        cli_write_junit(r, out);
        break;
    }
}

static bool write_file(const struct cli_reporter *r, const struct cli_report_file *f) {
    struct buf b = BUF_INIT;
    write_form(r, f->form, false, &b);
    int err = file_is_stream(f->path) ? 0 : file_make_dirs(path_dir(f->path));
    err = err ? err : file_write(f->path, buf_view(&b));
    buf_drop(&b);
    if (err) {
        cli_printf_error("dossier: cannot write `%.*s`: %s\n", STR_ARG(f->path), file_why(err));
    }
    return err == 0;
}

void cli_reporter_take(void *reporter, const struct build_job *job) {
    cli_reporter_add(reporter, job);
}

int cli_reporter_end(struct cli_reporter *r) {
    struct buf out = BUF_INIT;
    module_on_missing(NULL, NULL);
    write_form(r, r->options->diagnostics, r->options->quiet, &out);
    if (r->options->diagnostics == CLI_TEXT || !cli_errors_to_terminal()) {
        cli_print_error_as_is(buf_view(&out)); /* programs get the bytes unchanged */
    } else {
        cli_print_error(buf_view(&out));
    }
    buf_drop(&out);
    for (size_t i = 0; i < r->options->nfiles; i++) {
        r->io_failed = !write_file(r, &r->options->files[i]) || r->io_failed;
    }
    int status =
        r->refused ? CLI_USAGE : cli_status(r->options, r->io_failed, r->errors, r->warnings);
    buf_drop(&r->text);
    vec_drop(&r->findings);
    vec_drop(&r->pieces);
    vec_drop(&r->documents);
    map_drop(&r->printed);
    map_drop(&r->alike);
    arena_drop(r->arena);
    return status;
}

int cli_report(const struct cli_reports *o, const struct build_job *jobs, size_t n,
               const struct str *documents, size_t ndocuments) {
    struct cli_reporter r;
    cli_reporter_begin(&r, o);
    for (size_t i = 0; i < ndocuments; i++) {
        vec_push(&r.documents, documents[i]);
    }
    for (size_t i = 0; i < n; i++) {
        cli_reporter_add(&r, &jobs[i]);
    }
    return cli_reporter_end(&r);
}

int cli_status(const struct cli_reports *o, bool io_failed, size_t errors, size_t warnings) {
    if (io_failed) {
        return CLI_ENVIRONMENT;
    }
    bool failed = errors || (o->fail_if_warnings && warnings);
    return failed && !o->warn_only ? CLI_ERRORS : CLI_OK;
}
