/* SPDX-License-Identifier: MIT */
/*
 * The words behind a command, by its table of options (POSIX 12.2, and GNU's long ones). Knows no
 * option by name.
 */
#include "cli/options.h"

#include <stdarg.h>

void cli_usage_error(const char *command, const char *fmt, ...) {
    struct buf b;
    buf_init(&b, 0);
    buf_puts(&b, "dossier: ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    buf_printf(&b, "\nTry `dossier %s%s--help`.\n", command ? command : "", command ? " " : "");
    cli_print_error(buf_view(&b));
    buf_drop(&b);
}

int cli_no_subcommand(const char *command, struct str word, const struct str *names, size_t n) {
    struct str near = diag_nearest(word, names, n);
    if (word.n == 0) {
        cli_usage_error(command, "no subcommand given");
    } else if (word.p[0] == '-') {
        cli_usage_error(command, "options stand behind a subcommand: `dossier %s SUBCOMMAND %.*s`",
                        command, STR_ARG(word));
    } else if (near.n) {
        cli_usage_error(command, "no subcommand `%.*s`; did you mean `dossier %s %.*s`?",
                        STR_ARG(word), command, STR_ARG(near));
    } else {
        cli_usage_error(command, "no subcommand `%.*s`", STR_ARG(word));
    }
    return CLI_USAGE;
}

static bool belongs(const struct cli_grammar *g, const struct cli_option *o) {
    return o->commands == 0 || (o->commands & g->bit) != 0;
}

static bool unknown_option(const struct cli_grammar *g, struct str word) {
    struct str *names = xcalloc(g->noptions + 1, sizeof *names), bare = word;
    size_t n = 0;
    for (size_t i = 0; i < g->noptions; i++) {
        if (belongs(g, &g->options[i])) {
            names[n++] = str_of(g->options[i].name);
        }
    }
    while (bare.n && bare.p[0] == '-') {
        bare = str_from(bare, 1);
    }
    struct str near = bare.n > 1 ? diag_nearest(bare, names, n) : STR_EMPTY;
    if (near.n) {
        cli_usage_error(g->command, "unknown option `%.*s`; did you mean `--%.*s`?", STR_ARG(word),
                        STR_ARG(near));
    } else {
        cli_usage_error(g->command, "unknown option `%.*s`", STR_ARG(word));
    }
    free(names);
    return false;
}

/** The option of a name, or else of a letter; `word` is how it was written. NULL when this command
 * has none, which is said. */
static const struct cli_option *find_option(const struct cli_grammar *g, struct str name,
                                            char letter, struct str word) {
    const struct cli_option *other = NULL;
    for (size_t i = 0; i < g->noptions; i++) {
        const struct cli_option *o = &g->options[i];
        if (name.n ? !str_is(name, o->name) : letter != o->letter) {
            continue;
        }
        if (belongs(g, o)) {
            return o;
        }
        other = o;
    }
    if (other) {
        cli_usage_error(g->command, "option `%.*s` is not for this command", STR_ARG(word));
    } else {
        unknown_option(g, word);
    }
    return NULL;
}

/** One "--name", "--name=value" or "--name value". */
static bool read_long(const struct cli_grammar *g, int argc, char **argv, int *i) {
    struct str word = str_of(argv[*i]), value = STR_EMPTY;
    size_t eq = str_index(word, '=');
    bool given = eq != STR_NONE;
    struct str written = given ? str_slice(word, 0, eq) : word;
    const struct cli_option *o = find_option(g, str_from(written, 2), 0, written);
    if (!o) {
        return false;
    }
    if (given) {
        value = str_from(word, eq + 1);
    }
    if (o->arg == ARG_NONE && given) {
        cli_usage_error(g->command, "option `--%s` takes no value", o->name);
        return false;
    }
    if (o->arg == ARG_REQUIRED && !given) {
        if (*i + 1 >= argc) {
            cli_usage_error(g->command, "option `--%s` needs a value", o->name);
            return false;
        }
        value = str_of(argv[++*i]);
    }
    return g->apply(g->user, o->id, value);
}

/** Letters behind one '-': "-sC", "-oout", "-o out". */
static bool read_short(const struct cli_grammar *g, int argc, char **argv, int *i) {
    struct str word = str_from(str_of(argv[*i]), 1);
    while (word.n) {
        const struct cli_option *o = find_option(g, STR_EMPTY, word.p[0], str_of(argv[*i]));
        if (!o) {
            return false;
        }
        word = str_from(word, 1);
        struct str value = STR_EMPTY;
        if (o->arg == ARG_REQUIRED) {
            if (word.n == 0 && *i + 1 >= argc) {
                cli_usage_error(g->command, "option `-%c` needs a value", o->letter);
                return false;
            }
            value = word.n ? word : str_of(argv[++*i]);
            word = STR_EMPTY;
        }
        if (!g->apply(g->user, o->id, value)) {
            return false;
        }
    }
    return true;
}

bool cli_options_read(const struct cli_grammar *g, int argc, char **argv) {
    bool only_words = false, ok = true;
    for (int i = 0; i < argc && ok; i++) {
        struct str word = str_of(argv[i]);
        bool is_long = str_starts(word, STR("--"));
        if (only_words || word.n < 2 || word.p[0] != '-' ||
            (g->dash_words && !is_long && word.n > 2)) {
            vec_push(g->words, word);
        } else if (word.n == 2 && is_long) {
            only_words = true;
        } else if (is_long) {
            ok = read_long(g, argc, argv, &i);
        } else {
            ok = read_short(g, argc, argv, &i);
        }
    }
    return ok;
}

bool cli_read_diagnostics(const char *command, struct str value, enum cli_diagnostics *out) {
    static const char *const names[] = {"text", "json", "sarif"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(value, names[i])) {
            *out = (enum cli_diagnostics)i;
            return true;
        }
    }
    cli_usage_error(command, "unknown form of diagnostics `%.*s`: choose text, json or sarif",
                    STR_ARG(value));
    return false;
}
