/* SPDX-License-Identifier: MIT */
/*
 * --timings: shows the time of each stage, as a table on standard error and as a trace in a file.
 * core/base/timings.h measures the times. The callers of timings_begin() define the stages.
 */
#include "cli/cli.h"

#include "core/data/json.h"
#include "dossier/version.h"

#include <errno.h>
#include <unistd.h>

/* The beginning of a file in Chrome's Trace Event Format ("JSON Object Format", complete events).
 */
#define TRACE_BEGIN "{\"traceEvents\":["

/** Reads "--timings" and "--timings=FILE". Also reads "true" and "false" from a defaults file. */
static bool read_timings(void *options, const struct cli_option *row, struct str value) {
    struct cli_timings *o = options;
    (void)row;
    o->on = !str_is(value, "false");
    o->path = !o->on || str_is(value, "true") ? STR_EMPTY : value;
    return true;
}

/* clang-format off */
const struct cli_option cli_timings_rows[CLI_TIMINGS_ROWS] = {
    {"timings", 0, "FILE", CLI_CALL, .read = read_timings, .optional = true,
     .group = &cli_reports_group, .value = {CLI_FILE, .words = "json"},
     .help = "print the time and memory of each stage on standard error; with FILE, also write a trace in JSON",
     .more = "The trace has the format of Chrome's trace viewer, which Perfetto also reads; its key `dossier` "
             "has the table. An existing file that is not such a trace is not overwritten. The option does not "
             "change outputs and reports."},
};
/* clang-format on */

/** Whether a file is empty or an earlier trace. */
static bool is_trace(struct str path) {
    static const char begin[] = TRACE_BEGIN;
    char there[sizeof begin - 1];
    struct file_id id;
    int fd;
    if (file_open(path, &fd, &id) != 0) {
        return false;
    }
    bool good = id.size == 0 || (file_read_at(fd, 0, there, sizeof there) &&
                                 memcmp(there, begin, sizeof there) == 0);
    (void)close(fd);
    return good;
}

bool cli_timings_begin(struct cli_timings *o, const struct cli_reports *report,
                       const char *command) {
    if (o->on && !o->path.n && report->diagnostics != CLI_TEXT) {
        return cli_usage_error(command,
                               "`--timings` prints a table, which this form of `--diagnostics` has "
                               "no place for: give it a file (`--timings=FILE.json`)");
    }
    if (o->path.n && !file_is_stream(o->path) && file_exists(o->path) && !is_trace(o->path)) {
        return cli_usage_error(command, "`%.*s` is there and no trace: it is not written over",
                               STR_ARG(o->path));
    }
    o->run = o->on ? timings_new(o->path.n > 0) : NULL;
    return true;
}

bool cli_timings_destroy(const struct cli_timings *o, const char *command, struct str path) {
    if (!o->path.n || !(str_eq(path, o->path) || file_is_same(path, o->path))) {
        return false;
    }
    cli_usage_error(command, "`--timings` would be written over `%.*s`", STR_ARG(path));
    return true;
}

/* ---- the table ---- */

/** Writes a number, given in tenths or hundredths, with `decimals` decimals. It is aligned to the
 * right in a column of `width` characters. */
static void put_cell(struct buf *b, uint64_t v, int decimals, int width) {
    struct buf cell = BUF_INIT;
    uint64_t unit = decimals == 2 ? 100 : 10;
    buf_printf(&cell, "%llu.%0*u", (unsigned long long)(v / unit), decimals, (unsigned)(v % unit));
    buf_printf(b, "%*.*s", width, STR_ARG(buf_view(&cell)));
    buf_drop(&cell);
}

/** Writes nanoseconds as milliseconds. */
static void put_ms(struct buf *b, uint64_t ns) {
    put_cell(b, (ns + 5000) / 10000, 2, 11);
}

/** Writes a part of a whole in percent. */
static void put_share(struct buf *b, uint64_t part, uint64_t whole) {
    put_cell(b, whole ? (part * 1000 + whole / 2) / whole : 0, 1, 7);
    buf_puts(b, " %");
}

static void put_row(struct buf *b, const char *stage, size_t times, const struct timings_cost *c,
                    uint64_t cpu) {
    buf_printf(b, "%-16s", stage);
    if (times) {
        buf_printf(b, "%8zu", times);
    } else {
        buf_puts(b, "        ");
    }
    if (c->wall || times) {
        put_ms(b, c->wall);
    } else {
        buf_puts(b, "          -");
    }
    put_ms(b, c->cpu);
    put_share(b, c->cpu, cpu);
    put_cell(b, c->peak / 100000, 1, 9);
    buf_putc(b, '\n');
}

static void put_slowest(struct buf *b, const struct timings_sum *s) {
    buf_printf(b, "\nthe slowest of %zu documents\n    wall ms     CPU ms  longest stage\n",
               s->documents);
    for (size_t i = 0; i < s->nslowest; i++) {
        const struct timings_document *d = &s->slowest[i];
        put_ms(b, d->whole.wall);
        put_ms(b, d->whole.cpu);
        buf_printf(b, "  %-12s", d->longest ? d->longest : "-");
        put_share(b, d->longest_wall, d->whole.wall);
        buf_printf(b, "  %.*s\n", STR_ARG(d->name));
    }
}

static void print_table(const struct timings_sum *s) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "stage              times    wall ms     CPU ms    share  peak MB\n");
    put_row(&b, "start", 0, &s->start, s->all.cpu);
    for (size_t i = 0; i < s->nrows; i++) {
        put_row(&b, s->rows[i].stage, s->rows[i].times, &s->rows[i].own, s->all.cpu);
    }
    put_row(&b, "other", 0, &s->rest, s->all.cpu);
    put_row(&b, "all", 0, &s->all, s->all.cpu);
    if (s->threads > 1) {
        buf_printf(&b, "on %zu threads, whose wall times are added up\n", s->threads);
    }
    if (s->documents > 1) {
        put_slowest(&b, s);
    }
    cli_print_error(buf_view(&b));
    buf_drop(&b);
}

/* ---- the trace ---- */

struct trace {
    struct buf *out;
    const char *sep; /* the text before the next member of a list */
};

/** Writes `"key":` and nanoseconds as microseconds with decimals. */
static void put_us(struct buf *b, const char *key, uint64_t ns) {
    buf_printf(b, "\"%s\":", key);
    buf_fixed(b, (int64_t)ns, 3);
}

static void put_costs(struct buf *b, const struct timings_cost *c) {
    put_us(b, "wall", c->wall);
    buf_putc(b, ',');
    put_us(b, "cpu", c->cpu);
    buf_printf(b, ",\"peak\":%llu", (unsigned long long)c->peak);
}

static void put_event(void *user, const struct timings_event *e) {
    struct trace *t = user;
    struct buf *b = t->out;
    buf_printf(b, "%s\n{\"ph\":\"X\",\"pid\":1,\"tid\":%zu,\"cat\":\"%s\"", t->sep, e->thread,
               e->stage ? "stage" : "document");
    json_write_member(b, "name", e->stage ? str_of(e->stage) : e->name);
    buf_putc(b, ',');
    put_us(b, "ts", e->begin);
    buf_putc(b, ',');
    put_us(b, "dur", e->wall);
    buf_puts(b, ",\"args\":{");
    put_us(b, "cpu", e->cpu);
    buf_puts(b, "}}");
    t->sep = ",";
}

static void put_stage(struct trace *t, const char *name, size_t times,
                      const struct timings_cost *c) {
    buf_printf(t->out, "%s\n{\"name\":\"%s\",\"times\":%zu,", t->sep, name, times);
    put_costs(t->out, c);
    buf_putc(t->out, '}');
    t->sep = ",";
}

/** Writes the table in JSON, as described by src/cli/schemas/timings.schema.json. */
static void put_sums(struct buf *b, const struct timings_sum *s) {
    struct trace t = {b, ""};
    buf_printf(b, "\"version\":\"" DOSSIER_VERSION "\",\"documents\":%zu,\"threads\":%zu,\"all\":{",
               s->documents, s->threads);
    put_costs(b, &s->all);
    buf_puts(b, "},\n\"stages\":[");
    put_stage(&t, "start", 0, &s->start);
    for (size_t i = 0; i < s->nrows; i++) {
        put_stage(&t, s->rows[i].stage, s->rows[i].times, &s->rows[i].own);
    }
    put_stage(&t, "other", 0, &s->rest);
    buf_puts(b, "],\n\"slowest\":[");
    for (size_t i = 0; i < s->nslowest; i++) {
        const struct timings_document *d = &s->slowest[i];
        buf_printf(b, "%s\n{", i ? "," : "");
        json_write_member(b, "name", d->name);
        buf_putc(b, ',');
        put_costs(b, &d->whole);
        buf_printf(b, ",\"longest\":\"%s\",", d->longest ? d->longest : "");
        put_us(b, "longestWall", d->longest_wall);
        buf_putc(b, '}');
    }
    buf_putc(b, ']');
}

static bool write_trace(struct cli_timings *o, struct arena *a, const struct timings_sum *s) {
    struct buf b = BUF_INIT;
    struct trace t = {&b, ""};
    buf_puts(&b, TRACE_BEGIN);
    timings_each(o->run, put_event, &t);
    buf_puts(&b, "],\n\"displayTimeUnit\":\"ms\",\n\"dossier\":{");
    put_sums(&b, s);
    buf_puts(&b, "}}\n");
    int err = b.overflow ? EFBIG : file_write_soon(o->path, buf_view(&b));
    buf_drop(&b);
    if (err) {
        cli_cannot_write(a, o->path, err);
    }
    return err == 0;
}

bool cli_timings_show(struct cli_timings *o, const struct cli_reports *report) {
    if (!o->run) {
        return true;
    }
    struct arena *a = arena_new();
    struct timings_sum sum;
    timings_add_up(o->run, a, &sum);
    if (report->diagnostics == CLI_TEXT) {
        print_table(&sum);
    }
    bool written = !o->path.n || write_trace(o, a, &sum);
    o->shown = true;
    arena_drop(a);
    timings_clear(o->run);
    return written;
}

int cli_timings_end(struct cli_timings *o, const struct cli_reports *report, int status) {
    bool shown = status == CLI_USAGE || o->shown || cli_timings_show(o, report);
    timings_drop(o->run);
    o->run = NULL;
    return shown || status == CLI_USAGE ? status : CLI_ENVIRONMENT;
}
