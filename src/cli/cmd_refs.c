/* SPDX-License-Identifier: MIT */
/*
 * dossier refs: picks the subcommand, reads its options, reads the databases. What a subcommand
 * does is in its own file, refs_NAME.c.
 */
#include "cli/options.h"
#include "cli/refs.h"

#include "base/file.h"
#include "base/limits.h"

#include <errno.h>
#include <stdio.h>

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_CANNOT_WRITE);

enum {
    LIST = 1,
    SHOW = 2,
    SEARCH = 4,
    CHECK = 8,
    FMT = 16,
    DEDUPE = 32,
    SUBSET = 64,
    KEYS = 128,
    CONVERT = 256,
    EXTRACT = 512,
    ALL = 1023
};

struct subcommand {
    const char *name, *command;
    unsigned bit;
    int (*run)(struct refs *r);
};

static const struct subcommand subcommands[] = {
    {"convert", "refs convert", CONVERT, refs_convert},
    {"check", "refs check", CHECK, refs_check},
    {"dedupe", "refs dedupe", DEDUPE, refs_dedupe},
    {"extract", "refs extract", EXTRACT, refs_extract},
    {"fmt", "refs fmt", FMT, refs_fmt},
    {"keys", "refs keys", KEYS, refs_keys},
    {"list", "refs list", LIST, refs_list},
    {"search", "refs search", SEARCH, refs_search},
    {"show", "refs show", SHOW, refs_show},
    {"subset", "refs subset", SUBSET, refs_subset},
};

/* ---- options ---- */

enum option_id {
    OPT_BIBLIOGRAPHY,
    OPT_CSL,
    OPT_DIAGNOSTICS,
    OPT_DRY_RUN,
    OPT_ERROR,
    OPT_FAIL_IF_WARNINGS,
    OPT_FORCE,
    OPT_FROM,
    OPT_HELP,
    OPT_IGNORE,
    OPT_JSON,
    OPT_MERGE,
    OPT_OUTPUT,
    OPT_PATTERN,
    OPT_QUIET,
    OPT_SOURCES,
    OPT_TO,
    OPT_VERBOSE,
    OPT_WARN,
    OPT_WARN_ONLY
};

static const struct cli_option specs[] = {
    {"bibliography", 'b', ARG_REQUIRED, OPT_BIBLIOGRAPHY, SHOW | SEARCH | SUBSET},
    {"csl", 0, ARG_REQUIRED, OPT_CSL, SHOW},
    {"diagnostics", 0, ARG_REQUIRED, OPT_DIAGNOSTICS, ALL},
    {"dry-run", 'n', ARG_NONE, OPT_DRY_RUN, FMT | KEYS | DEDUPE},
    {"error", 0, ARG_REQUIRED, OPT_ERROR, CHECK},
    {"fail-if-warnings", 0, ARG_NONE, OPT_FAIL_IF_WARNINGS, ALL},
    {"force", 0, ARG_NONE, OPT_FORCE, EXTRACT},
    {"from", 'f', ARG_REQUIRED, OPT_FROM, ALL & ~(unsigned)(FMT | SUBSET | KEYS | EXTRACT)},
    {"help", 'h', ARG_NONE, OPT_HELP, ALL},
    {"ignore", 0, ARG_REQUIRED, OPT_IGNORE, CHECK},
    {"json", 0, ARG_NONE, OPT_JSON, LIST | SEARCH | DEDUPE},
    {"merge", 0, ARG_NONE, OPT_MERGE, DEDUPE},
    {"output", 'o', ARG_REQUIRED, OPT_OUTPUT, SUBSET | CONVERT | EXTRACT},
    {"pattern", 0, ARG_REQUIRED, OPT_PATTERN, KEYS},
    {"quiet", 'q', ARG_NONE, OPT_QUIET, ALL},
    {"sources", 0, ARG_REQUIRED, OPT_SOURCES, EXTRACT},
    {"to", 't', ARG_REQUIRED, OPT_TO, CONVERT},
    {"verbose", 'v', ARG_NONE, OPT_VERBOSE, ALL},
    {"warn", 0, ARG_REQUIRED, OPT_WARN, CHECK},
    {"warn-only", 0, ARG_NONE, OPT_WARN_ONLY, ALL},
};

int refs_usage(const struct refs *r, const char *fmt, ...) {
    struct buf b;
    buf_init(&b, 0);
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    cli_usage_error(r->command, "%.*s", STR_ARG(buf_view(&b)));
    buf_drop(&b);
    return CLI_USAGE;
}

static bool read_format(struct refs *r, struct str value, enum bib_format *out) {
    *out = bib_format_find(value);
    if (*out == BIB_FORMAT_COUNT) {
        refs_usage(r,
                   "unknown format `%.*s`: choose biblatex, bibtex, csljson, cslyaml, ris, "
                   "endnotexml, nbib, pubmed, mods or isi",
                   STR_ARG(value));
        return false;
    }
    return true;
}

/** --ignore, --warn and --error take ids, with commas between them. */
static bool set_levels(struct refs *r, struct str value, uint8_t level) {
    while (value.p) {
        struct str word = str_trim(str_cut(&value, ','));
        const struct diag_rule *id = diag_find(word);
        if (!id) {
            struct str slugs[DIAG_RULES_MAX];
            size_t n = 0;
            for (const struct diag_rule *known; (known = diag_rule_at(n)) != NULL; n++) {
                slugs[n] = str_of(known->slug);
            }
            struct str near = diag_nearest(word, slugs, n);
            refs_usage(r,
                       near.n ? "no diagnostic `%.*s`; did you mean `%.*s`?"
                              : "no diagnostic `%.*s`%.*s",
                       STR_ARG(word), STR_ARG(near));
            return false;
        }
        r->levels[id->index] = level;
    }
    return true;
}

static bool apply(void *user, int id, struct str value) {
    struct refs *r = user;
    switch ((enum option_id)id) {
    case OPT_BIBLIOGRAPHY:
        vec_push(&r->cli.databases, value);
        return true;
    case OPT_CSL:
        r->cli.csl = value;
        return true;
    case OPT_DIAGNOSTICS:
        return cli_read_diagnostics(r->command, value, &r->cli.diagnostics);
    case OPT_DRY_RUN:
        r->dry_run = true;
        return true;
    case OPT_ERROR:
        return set_levels(r, value, DIAG_AS(DIAG_ERROR));
    case OPT_FAIL_IF_WARNINGS:
        r->cli.fail_if_warnings = true;
        return true;
    case OPT_FORCE:
        r->force = true;
        return true;
    case OPT_FROM:
        return read_format(r, value, &r->from);
    case OPT_HELP:
        r->cli.help = true;
        return true;
    case OPT_IGNORE:
        return set_levels(r, value, DIAG_IGNORED);
    case OPT_JSON:
        r->json = true;
        return true;
    case OPT_MERGE:
        r->merge = true;
        return true;
    case OPT_OUTPUT:
        r->cli.output = value;
        r->cli.has_output = true;
        return true;
    case OPT_PATTERN:
        r->pattern = value;
        return true;
    case OPT_QUIET:
        r->cli.quiet = true;
        return true;
    case OPT_SOURCES:
        r->folder = value.n ? value : STR(".");
        return true;
    case OPT_TO:
        return read_format(r, value, &r->to);
    case OPT_VERBOSE:
        r->cli.verbose = true;
        return true;
    case OPT_WARN:
        return set_levels(r, value, DIAG_AS(DIAG_WARNING));
    case OPT_WARN_ONLY:
        r->cli.warn_only = true;
        return true;
    }
    return true;
}

static bool read_args(struct refs *r, unsigned command, int argc, char **argv) {
    const struct cli_grammar g = {.command = r->command,
                                  .options = specs,
                                  .noptions = ARRAY_LEN(specs),
                                  .bit = command,
                                  .apply = apply,
                                  .user = r,
                                  .words = &r->cli.files};
    return cli_options_read(&g, argc, argv);
}

/* ---- databases ---- */

bool refs_is_database(struct str word) {
    static const char *const extensions[] = {"bib", "biblatex", "bibtex", "json", "yaml", "yml",
                                             "ris", "nbib",     "xml",    "mods", "ciw",  "isi"};
    struct str ext = path_ext(word);
    for (size_t i = 0; i < ARRAY_LEN(extensions); i++) {
        if (str_ieq(ext, str_of(extensions[i]))) {
            return true;
        }
    }
    return str_is(word, "-");
}

void refs_split(struct refs *r, struct str **databases, size_t *ndatabases, struct str **others,
                size_t *nothers) {
    size_t most = r->cli.databases.n + r->cli.files.n;
    *databases = ARENA_ARRAY(r->arena, struct str, most);
    *others = ARENA_ARRAY(r->arena, struct str, most);
    *ndatabases = *nothers = 0;
    for (size_t i = 0; i < r->cli.databases.n; i++) {
        (*databases)[(*ndatabases)++] = r->cli.databases.p[i];
    }
    for (size_t i = 0; i < r->cli.files.n; i++) {
        struct str word = r->cli.files.p[i];
        if (refs_is_database(word)) {
            (*databases)[(*ndatabases)++] = word;
        } else {
            (*others)[(*nothers)++] = word;
        }
    }
}

struct bib *refs_read(struct refs *r, const struct str *paths, size_t n) {
    struct bib *b = bib_new(r->arena);
    for (size_t i = 0; i < n; i++) {
        struct str text, path = paths[i];
        struct str name = str_is(path, "-") ? STR("<stdin>") : path;
        int err = file_read_stream(r->arena, path, LIMIT_DATABASE, &text);
        if (err) {
            struct diag *g = diag_add(&r->job.diags, DIAG_CANNOT_READ, SPAN_NONE,
                                      "cannot read `%.*s`", STR_ARG(name));
            diag_hint(&r->job.diags, g, "%s", file_why(err));
            r->job.io_failed = true;
            continue;
        }
        struct source *src = source_new(r->arena, name, text);
        vec_push(&r->sources, src);
        vec_push(&r->paths, path);
        bib_read(b, src, r->from, &r->job.diags);
    }
    return b;
}

bool refs_write(struct refs *r, struct str path, struct str text) {
    int err = file_write(path, text);
    if (err) {
        struct diag *g = diag_add(&r->job.diags, DIAG_CANNOT_WRITE, SPAN_NONE,
                                  "cannot write `%.*s`", STR_ARG(path));
        diag_hint(&r->job.diags, g, "%s", file_why(err));
        r->job.io_failed = true;
    }
    return err == 0;
}

static bool is_input(const struct str *paths, size_t n, struct str path) {
    for (size_t i = 0; i < n; i++) {
        if (file_is_same(paths[i], path)) {
            return true;
        }
    }
    return false;
}

bool refs_output(struct refs *r) {
    struct str path = r->cli.output;
    if (!r->cli.has_output || str_is(path, "-")) {
        return true;
    }
    if (is_input(r->paths.p, r->paths.n, path) || is_input(r->cli.files.p, r->cli.files.n, path)) {
        (void)refs_usage(r, "`%.*s` would be overwritten by its own output", STR_ARG(path));
        return false;
    }
    (void)refs_write(r, path, buf_view(&r->out));
    buf_clear(&r->out);
    return true;
}

int refs_finish(struct refs *r) {
    struct str text = buf_view(&r->out);
    if (text.n) {
        fwrite(text.p, 1, text.n, stdout); /* main() looks at what became of it */
    }
    diags_sort(&r->job.diags);
    cli_report(&r->cli, &r->job, 1);
    if (r->job.io_failed) {
        return CLI_ENVIRONMENT;
    }
    bool failed = r->job.diags.errors || (r->cli.fail_if_warnings && r->job.diags.warnings);
    return failed && !r->cli.warn_only ? CLI_ERRORS : CLI_OK;
}

/* ---- running ---- */

static int run(const struct subcommand *sub, int argc, char **argv) {
    struct arena *a = arena_new();
    struct refs r = {.arena = a, .command = sub->command, .to = BIB_FORMAT_COUNT};
    r.job.arena = a;
    buf_init(&r.out, 0);
    diags_init(&r.job.diags, a);
    r.job.diags.levels = r.levels;
    int status = CLI_USAGE;
    if (!read_args(&r, sub->bit, argc, argv)) {
        /* said already */
    } else if (r.cli.help) {
        refs_help(sub->command);
        status = CLI_OK;
    } else {
        status = sub->run(&r);
    }
    buf_drop(&r.out);
    vec_drop(&r.sources);
    vec_drop(&r.paths);
    cli_args_drop(&r.cli);
    diags_drop(&r.job.diags);
    arena_drop(a);
    return status;
}

int cli_refs(int argc, char **argv) {
    struct str names[ARRAY_LEN(subcommands)];
    struct str word = argc > 0 ? str_of(argv[0]) : STR_EMPTY;
    if (str_is(word, "--help") || str_is(word, "-h")) {
        refs_help("refs");
        return CLI_OK;
    }
    for (size_t i = 0; i < ARRAY_LEN(subcommands); i++) {
        names[i] = str_of(subcommands[i].name);
        if (str_eq(word, names[i])) {
            return run(&subcommands[i], argc - 1, argv + 1);
        }
    }
    return cli_no_subcommand("refs", word, names, ARRAY_LEN(names));
}
