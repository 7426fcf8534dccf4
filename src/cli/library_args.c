/* SPDX-License-Identifier: MIT */
/*
 * Options of `dossier library`. Each belongs to some of its commands; elsewhere it is refused, so
 * that nothing asked for is silently left out.
 */
#include "cli/library.h"

#include "base/file.h"

#include <string.h>

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

static const struct {
    const char *name;
    char letter;
    bool takes_value;
    enum library_option id;
    const char *commands; /* that have it, with spaces around; NULL: all */
} specs[] = {
    {"library", 0, true, LIBRARY_FILE, NULL},
    {"from", 'f', true, LIBRARY_FROM, " import "},
    {"to", 't', true, LIBRARY_TO, " search export "},
    {"output", 'o', true, LIBRARY_OUTPUT, " search export "},
    {"limit", 0, true, LIBRARY_LIMIT, " search "},
    {"file", 0, true, LIBRARY_OF_FILE, " remove "},
    {"all", 0, false, LIBRARY_ALL, " sync "},
    {"repair", 0, false, LIBRARY_REPAIR, " verify "},
    {"diagnostics", 0, true, LIBRARY_DIAGNOSTICS, NULL},
    {"quiet", 'q', false, LIBRARY_QUIET, NULL},
    {"verbose", 'v', false, LIBRARY_VERBOSE, NULL},
    {"help", 'h', false, LIBRARY_HELP, NULL},
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

static bool read_diagnostics(struct library_run *r, struct str value) {
    static const char *const names[] = {"text", "json", "sarif"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(value, names[i])) {
            r->report.diagnostics = (enum cli_diagnostics)i;
            return true;
        }
    }
    cli_usage_error(r->command, "unknown form of diagnostics `%.*s`: choose text, json or sarif",
                    STR_ARG(value));
    return false;
}

static bool apply(struct library_run *r, enum library_option id, struct str value) {
    switch (id) {
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
        return read_diagnostics(r, value);
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

/** Whether a command has an option: " search export " has "search". */
static bool belongs(const struct library_run *r, const char *commands) {
    struct str name = arena_join(r->arena, 3, STR(" "),
                                 str_from(str_of(r->command), sizeof "library " - 1), STR(" "));
    return !commands || str_find(str_of(commands), name) != STR_NONE;
}

static size_t find_option(struct str word, bool is_long, struct str *name) {
    size_t eq = str_index(word, '=');
    *name = is_long ? str_slice(word, 0, eq == STR_NONE ? word.n : eq) : str_slice(word, 0, 1);
    for (size_t i = 0; i < ARRAY_LEN(specs); i++) {
        if (is_long ? str_is(*name, specs[i].name) : name->p[0] == specs[i].letter) {
            return i;
        }
    }
    return STR_NONE;
}

/** "--name value", "--name=value", "-o value", "-ovalue". */
static bool read_option(struct library_run *r, int argc, char **argv, int *i) {
    struct str whole = str_of(argv[*i]);
    bool is_long = str_starts(whole, STR("--"));
    struct str word = str_from(whole, is_long ? 2 : 1), name;
    size_t at = find_option(word, is_long, &name);
    if (at == STR_NONE || !belongs(r, specs[at].commands)) {
        cli_usage_error(r->command,
                        at == STR_NONE ? "unknown option `%.*s%.*s`"
                                       : "option `%.*s%.*s` is not for this command",
                        is_long ? 2 : 1, "--", STR_ARG(name));
        return false;
    }
    struct str value = str_from(word, name.n + (is_long && name.n < word.n ? 1 : 0));
    bool has_value = name.n < word.n;
    if (!specs[at].takes_value && has_value) {
        cli_usage_error(r->command, "option `--%s` takes no value", specs[at].name);
        return false;
    }
    if (specs[at].takes_value && !has_value) {
        if (*i + 1 >= argc) {
            cli_usage_error(r->command, "option `--%s` needs a value", specs[at].name);
            return false;
        }
        value = str_of(argv[++*i]);
    }
    return apply(r, specs[at].id, value);
}

bool library_args_read(struct library_run *r, int argc, char **argv) {
    bool only_words = false;
    /* A search leaves words out with `-word`: its options of one letter stand alone. */
    bool searches = str_is(str_of(r->command), "library search");
    for (int i = 0; i < argc; i++) {
        struct str word = str_of(argv[i]);
        bool excludes = searches && word.n > 2 && word.p[0] == '-' && word.p[1] != '-';
        if (only_words || word.n < 2 || word.p[0] != '-' || excludes) {
            vec_push(&r->words, word);
        } else if (str_is(word, "--")) {
            only_words = true;
        } else if (!read_option(r, argc, argv, &i)) {
            return false;
        }
    }
    return true;
}
