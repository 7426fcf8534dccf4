/* SPDX-License-Identifier: MIT */
/*
 * Options of `dossier library`. Each belongs to some of its commands; elsewhere it is refused, so
 * that nothing asked for is silently left out.
 */
#include "cli/library.h"
#include "cli/options.h"

enum library_option {
    LIBRARY_FILE,
    LIBRARY_FROM,
    LIBRARY_TO,
    LIBRARY_OUTPUT,
    LIBRARY_LIMIT,
    LIBRARY_OF_FILE,
    LIBRARY_ALL,
    LIBRARY_REPAIR,
    LIBRARY_DIAGNOSTICS,
    LIBRARY_QUIET,
    LIBRARY_VERBOSE,
    LIBRARY_HELP
};

static const struct cli_option specs[] = {
    {"library", 0, ARG_REQUIRED, LIBRARY_FILE, 0},
    {"from", 'f', ARG_REQUIRED, LIBRARY_FROM, LIBRARY_IMPORT},
    {"to", 't', ARG_REQUIRED, LIBRARY_TO, LIBRARY_SEARCH | LIBRARY_EXPORT},
    {"output", 'o', ARG_REQUIRED, LIBRARY_OUTPUT, LIBRARY_SEARCH | LIBRARY_EXPORT},
    {"limit", 0, ARG_REQUIRED, LIBRARY_LIMIT, LIBRARY_SEARCH},
    {"file", 0, ARG_REQUIRED, LIBRARY_OF_FILE, LIBRARY_REMOVE},
    {"all", 0, ARG_NONE, LIBRARY_ALL, LIBRARY_SYNC},
    {"repair", 0, ARG_NONE, LIBRARY_REPAIR, LIBRARY_VERIFY},
    {"diagnostics", 0, ARG_REQUIRED, LIBRARY_DIAGNOSTICS, 0},
    {"quiet", 'q', ARG_NONE, LIBRARY_QUIET, 0},
    {"verbose", 'v', ARG_NONE, LIBRARY_VERBOSE, 0},
    {"help", 'h', ARG_NONE, LIBRARY_HELP, 0},
};

static bool read_format(struct library_run *r, struct str value, enum bib_format *out) {
    *out = bib_format_find(value);
    if (*out == BIB_FORMAT_COUNT) {
        cli_usage_error(
            r->command,
            "unknown format `%.*s`: choose biblatex, bibtex, csl-json, csl-yaml, ris; to "
            "read also endnotexml, nbib, pubmed, mods or isi",
            STR_ARG(value));
        return false;
    }
    return true;
}

static bool apply(void *user, int id, struct str value) {
    struct library_run *r = user;
    switch ((enum library_option)id) {
    case LIBRARY_FILE:
        r->library = value;
        return true;
    case LIBRARY_FROM:
        return read_format(r, value, &r->from);
    case LIBRARY_TO:
        return read_format(r, value, &r->to);
    case LIBRARY_OUTPUT:
        r->output = value;
        return true;
    case LIBRARY_LIMIT:
        if (!str_to_i64(value, &r->limit) || r->limit < 1) {
            cli_usage_error(r->command, "`--limit %.*s` is no number of matches", STR_ARG(value));
            return false;
        }
        return true;
    case LIBRARY_OF_FILE:
        vec_push(&r->files, value);
        return true;
    case LIBRARY_ALL:
        r->all = true;
        return true;
    case LIBRARY_REPAIR:
        r->repair = true;
        return true;
    case LIBRARY_DIAGNOSTICS:
        return cli_read_diagnostics(r->command, value, &r->report.diagnostics);
    case LIBRARY_QUIET:
        r->report.quiet = true;
        return true;
    case LIBRARY_VERBOSE:
        r->report.verbose = true;
        return true;
    case LIBRARY_HELP:
        r->help = true;
        return true;
    }
    return true;
}

bool library_args_read(struct library_run *r, unsigned command, int argc, char **argv) {
    const struct cli_grammar g = {.command = r->command,
                                  .options = specs,
                                  .noptions = ARRAY_LEN(specs),
                                  .bit = command,
                                  .dash_words = command == LIBRARY_SEARCH, /* left out: `-word` */
                                  .apply = apply,
                                  .user = r,
                                  .words = &r->words};
    return cli_options_read(&g, argc, argv);
}
