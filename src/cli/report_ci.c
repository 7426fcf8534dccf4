/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics for CI services: workflow commands of GitHub Actions, code quality reports of GitLab,
 * and JUnit XML, which most services read.
 */
#include "cli/report.h"
#include "core/base/markup.h"
#include "core/data/json.h"

/* ---- GitHub (docs.github.com, "Workflow commands for GitHub Actions") ---- */

/** Escapes the characters that end a command and, in properties, the characters that separate
 * properties. */
static void put_escaped(struct buf *out, struct str s, bool property) {
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','))) {
            markup_put_percent(out, str_slice(s, i, i + 1), "");
        } else {
            buf_putc(out, c);
        }
    }
}

static const char *github_level(enum diag_level level) {
    return level == DIAG_NOTE ? "notice" : level == DIAG_WARNING ? "warning" : "error";
}

void cli_write_github(const struct cli_reporter *r, struct buf *out) {
    for (size_t i = 0; i < r->findings.n; i++) {
        const struct cli_finding *f = &r->findings.p[i];
        if (!cli_is_shown(r->options, f->id, f->level)) {
            /* annotations are for users, so they show the same findings as the report in text */
            continue;
        }
        struct str file = f->at.file.n ? f->at.file : f->document;
        struct buf line = BUF_INIT; /* a name or a message may have control characters */
        buf_printf(&line, "::%s ", github_level(f->level));
        if (file.n) {
            buf_puts(&line, "file=");
            put_escaped(&line, file, true);
            buf_putc(&line, ',');
        }
        if (f->at.file.n) {
            buf_printf(&line, "line=%u,endLine=%u,", f->at.line, f->at.end_line);
            if (f->at.end_line == f->at.line) { /* columns make sense only within one line */
                buf_printf(&line, "col=%u,endColumn=%u,", f->at.col, f->at.end_col);
            }
        }
        buf_printf(&line, "title=%s::", f->id->slug);
        put_escaped(&line, f->text, false);
        if (f->hint.n) {
            buf_puts(&line, "%0Ahint: ");
            put_escaped(&line, f->hint, false);
        }
        diag_put_safe(out, buf_view(&line));
        buf_putc(out, '\n');
        buf_drop(&line);
    }
}

/* ---- GitLab (docs.gitlab.com, "Code Quality", "Import code quality results") ---- */

static const char *severity(enum diag_level level) {
    switch (level) {
    case DIAG_NOTE:
        return "info";
    case DIAG_WARNING:
        return "minor";
    case DIAG_ERROR:
        return "major";
    case DIAG_FATAL:
        return "critical";
    }
    BUG("diagnostic level");
}

/** Returns the path from the folder of the repository, without a leading dot, as GitLab requires.
 */
static struct str plain_path(struct str path) {
    while (str_starts(path, STR("./"))) {
        path = str_from(path, 2);
    }
    return path.n ? path : STR(".");
}

void cli_write_gitlab(const struct cli_reporter *r, struct buf *out) {
    struct arena *a = r->arena;
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < r->findings.n; i++) {
        const struct cli_finding *f = &r->findings.p[i];
        struct cli_place at = f->at;
        if (!at.file.n) { /* GitLab requires a place */
            at = (struct cli_place){f->document, 1, 1, 1, 1};
        }
        struct node *m = cli_append_map(a, list);
        struct str text = f->hint.n ? arena_join(a, 3, f->text, STR("; hint: "), f->hint) : f->text;
        node_put_text(a, m, "description", text);
        node_put_text(a, m, "check_name", str_of(f->id->slug));
        node_put_text(a, m, "fingerprint", f->fingerprint);
        node_put_text(a, m, "severity", str_of(severity(f->level)));
        struct node *location = cli_put_map(a, m, "location");
        node_put_text(a, location, "path", plain_path(at.file));
        struct node *lines = cli_put_map(a, location, "lines");
        cli_put_int(a, lines, "begin", at.line);
        cli_put_int(a, lines, "end", at.end_line);
    }
    json_write(out, list, 2);
    buf_putc(out, '\n');
}

/* ---- JUnit ---- */

static bool fails(const struct cli_reporter *r, const struct cli_finding *f) {
    return f->level >= DIAG_ERROR || (r->options->fail_if_warnings && f->level == DIAG_WARNING);
}

/** Returns the document to which a finding is assigned. */
static struct str case_of(const struct cli_finding *f) {
    return f->document.n ? f->document : f->at.file.n ? f->at.file : STR("dossier");
}

static void put_line(struct buf *b, const struct cli_finding *f) {
    if (f->at.file.n) {
        buf_printf(b, "%.*s:%u:%u: ", STR_ARG(f->at.file), f->at.line, f->at.col);
    }
    buf_printf(b, "%s: %.*s [%s]\n", f->level >= DIAG_ERROR ? "error" : diag_level_name(f->level),
               STR_ARG(f->text), f->id->slug);
    if (f->hint.n) {
        buf_printf(b, "  hint: %.*s\n", STR_ARG(f->hint));
    }
}

static void put_failure(struct buf *out, const struct cli_finding *f) {
    struct buf line = BUF_INIT;
    put_line(&line, f);
    buf_puts(out, "      <failure type=\"");
    buf_puts(out, f->id->slug);
    buf_puts(out, "\" message=\"");
    markup_put(out, f->text, MARKUP_XML | MARKUP_QUOTED);
    buf_puts(out, "\">");
    markup_put(out, buf_view(&line), MARKUP_XML | MARKUP_QUOTED);
    buf_puts(out, "</failure>\n");
    buf_drop(&line);
}

/** Writes a document. Failures come first, as the format requires, then the other findings. `next`
 * maps each diagnostic to the following one; both are given by their index + 1. */
static void put_case(const struct cli_reporter *r, struct buf *out, const struct map_entry *c,
                     const size_t *next) {
    struct buf rest = BUF_INIT;
    bool any = false;
    buf_puts(out, "    <testcase classname=\"dossier\" name=\"");
    markup_put(out, c->key, MARKUP_XML | MARKUP_QUOTED);
    buf_puts(out, "\">\n");
    for (uintptr_t at = (uintptr_t)c->value; at; at = next[at - 1]) {
        const struct cli_finding *f = &r->findings.p[at - 1];
        if (fails(r, f)) {
            put_failure(out, f);
        } else {
            put_line(&rest, f);
            any = true;
        }
    }
    if (any) {
        buf_puts(out, "      <system-out>");
        markup_put(out, buf_view(&rest), MARKUP_XML | MARKUP_QUOTED);
        buf_puts(out, "</system-out>\n");
    }
    buf_puts(out, "    </testcase>\n");
    buf_drop(&rest);
}

void cli_write_junit(const struct cli_reporter *r, struct buf *out) {
    struct map cases = MAP_INIT;
    size_t failures = 0;
    for (size_t i = 0; i < r->documents.n; i++) {
        (void)map_put(&cases, r->documents.p[i], NULL);
    }
    size_t *next = ARENA_ARRAY(r->arena, size_t, r->findings.n);
    /* goes backwards, so that each list is in order */
    for (size_t i = r->findings.n; i > 0; i--) {
        struct str name = case_of(&r->findings.p[i - 1]);
        next[i - 1] = (uintptr_t)map_lookup(&cases, name);
        (void)map_put(&cases, name, (void *)(uintptr_t)i);
        failures += fails(r, &r->findings.p[i - 1]);
    }
    buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    buf_printf(out, "<testsuites name=\"dossier\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n",
               cases.n, failures);
    buf_printf(out,
               "  <testsuite name=\"dossier\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
               "skipped=\"0\">\n",
               cases.n, failures);
    for (size_t i = 0; i < cases.n; i++) {
        put_case(r, out, &cases.entries[i], next);
    }
    buf_puts(out, "  </testsuite>\n</testsuites>\n");
    map_drop(&cases);
}
