/* SPDX-License-Identifier: MIT */
/*
 * Reads the words after a command. The rows of the command define its options (POSIX 12.2, and long
 * options as in GNU programs). Does not depend on the name of any option.
 */
#include "cli/options.h"

#include "cli/cli.h"

#include <stdarg.h>

bool cli_usage_error(const char *command, const char *fmt, ...) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "dossier: ");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    buf_printf(&b, "\nTry `dossier %s%s--help`.\n", command ? command : "", command ? " " : "");
    cli_print_error(buf_view(&b));
    buf_drop(&b);
    return false;
}

/* ---- values ---- */

struct str cli_value_word(const struct cli_value *v, size_t i) {
    if (v->word) {
        return v->word(i);
    }
    struct str rest = str_of(v->words), word = STR_EMPTY;
    for (size_t k = 0; k <= i && rest.p; k++) {
        word = str_cut(&rest, ' ');
        if (k < i && !rest.p) {
            return STR_EMPTY;
        }
    }
    return word;
}

void cli_value_list(struct buf *out, const struct cli_value *v) {
    struct str word = cli_value_word(v, 0);
    for (size_t i = 0; word.n; i++) {
        struct str next = cli_value_word(v, i + 1);
        buf_puts(out, i == 0 ? "" : next.n ? ", " : " or ");
        buf_puts(out, v->wants == CLI_FILE ? "." : "");
        buf_str(out, word);
        word = next;
    }
}

void cli_wrong_choice(const char *command, const struct cli_option *row, struct str value) {
    struct str words[32], word;
    size_t n = 0;
    for (; n < ARRAY_LEN(words) && (word = cli_value_word(&row->value, n)).n; n++) {
        words[n] = word;
    }
    struct str meant = cli_meant(CLI_MEANT_FORMAT, value), near = diag_nearest(value, words, n);
    for (size_t i = 0; i < n; i++) {
        near = str_eq(words[i], meant) ? meant : near;
    }
    struct buf all = BUF_INIT;
    cli_value_list(&all, &row->value);
    if (near.n) {
        cli_usage_error(command, "`--%s` does not know `%.*s`; did you mean `%.*s`?", row->name,
                        STR_ARG(value), STR_ARG(near));
    } else {
        cli_usage_error(command, "`--%s` does not know `%.*s`: choose %.*s", row->name,
                        STR_ARG(value), STR_ARG(buf_view(&all)));
    }
    buf_drop(&all);
}

int cli_choice(const char *command, const struct cli_option *row, struct str value) {
    struct str word;
    for (int i = 0; (word = cli_value_word(&row->value, (size_t)i)).n; i++) {
        if (str_eq(value, word)) {
            return i;
        }
    }
    cli_wrong_choice(command, row, value);
    return -1;
}

/* ---- rows ---- */

/** Whether a command takes an option of one of its sets. */
static bool takes(const struct cli_command *c, const struct cli_option_set *set,
                  const struct cli_option *row) {
    row = cli_row_meant(row);
    return (set->commands == 0 || (set->commands & c->bit)) &&
           (row->commands == 0 || (row->commands & c->bit));
}

bool cli_shows(const struct cli_command *c, const struct cli_option_set *set,
               const struct cli_option *row) {
    const struct cli_group *group = cli_row_meant(row)->group;
    return takes(c, set, row) && (!group || group->commands == 0 || (group->commands & c->bit));
}

void cli_each_option(struct buf *out, const struct cli_command *c,
                     void (*fn)(struct buf *out, const struct cli_command *c,
                                const struct cli_option *row)) {
    for (size_t s = 0; c->grammar && s < c->grammar->nsets; s++) {
        const struct cli_option_set *set = &c->grammar->sets[s];
        for (size_t i = 0; i < set->n; i++) {
            const struct cli_group *group = cli_row_meant(&set->rows[i])->group;
            if (cli_shows(c, set, &set->rows[i]) && !(group && group->brief)) {
                fn(out, c, &set->rows[i]);
            }
        }
    }
}

void cli_put_brief(struct buf *out, const struct cli_option_set *set, size_t i, const char *quote) {
    const struct cli_group *group = set->rows[i].group;
    buf_printf(out, "%s:", group->title);
    for (const char *before = " "; i < set->n && set->rows[i].group == group; i++) {
        buf_puts(out, before);
        if (set->rows[i].letter) {
            buf_printf(out, "%s-%c%s, ", quote, set->rows[i].letter, quote);
        }
        buf_printf(out, "%s--%s%s", quote, set->rows[i].name, quote);
        before = ", ";
    }
}

const struct cli_option *cli_row_meant(const struct cli_option *row) {
    while (row->kind == CLI_SAME) {
        row--;
    }
    return row;
}

struct reading {
    const struct cli_command *command;
    char *options;
    int argc;
    char **argv;
    int at; /* index of the word that is being read */
    bool help, help_all;
};

/** A row and the structure that it sets. */
struct found {
    const struct cli_option *row; /* the row of an option, or NULL */
    void *options;
};

struct str cli_meant(enum cli_meant what, struct str word) {
    static const struct {
        enum cli_meant what;
        struct str word, text;
    } rows[] = {
#define MEANT(what, word, text) {what, STR_INIT(word), STR_INIT(text)},
#include "cli/meant.def"
#undef MEANT
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].what == what && str_eq(rows[i].word, word)) {
            return rows[i].text;
        }
    }
    return STR_EMPTY;
}

static void unknown_option(const struct cli_command *c, struct str word) {
    const struct cli_grammar *g = c->grammar;
    str_list names = VEC_INIT;
    struct str bare = word;
    for (size_t s = 0; s < g->nsets; s++) {
        for (size_t i = 0; i < g->sets[s].n; i++) {
            if (takes(c, &g->sets[s], &g->sets[s].rows[i])) {
                vec_push(&names, str_of(g->sets[s].rows[i].name));
            }
        }
    }
    while (bare.n && bare.p[0] == '-') {
        bare = str_from(bare, 1);
    }
    struct str meant = cli_meant(CLI_MEANT_OPTION, bare);
    struct str option = str_from(meant, meant.n ? 2 : 0), near = str_cut(&option, ' ');
    bool has = str_in(near, names.p, names.n);
    near = has || bare.n < 2 ? STR_EMPTY : diag_nearest(bare, names.p, names.n);
    if (has) {
        cli_usage_error(c->name, "unknown option `%.*s`; `%.*s` does that", STR_ARG(word),
                        STR_ARG(meant));
    } else if (near.n) {
        cli_usage_error(c->name, "unknown option `%.*s`; did you mean `--%.*s`?", STR_ARG(word),
                        STR_ARG(near));
    } else {
        cli_usage_error(c->name, "unknown option `%.*s`", STR_ARG(word));
    }
    vec_drop(&names);
}

/** Finds an option by its name, or by its letter if the name is empty. `word` is the option as it
 * was written, for messages. An unknown option is reported. */
static struct found find_option(struct reading *in, struct str name, char letter, struct str word) {
    const struct cli_grammar *g = in->command->grammar;
    bool elsewhere = false;
    for (size_t s = 0; s < g->nsets; s++) {
        const struct cli_option_set *set = &g->sets[s];
        for (size_t i = 0; i < set->n; i++) {
            const struct cli_option *row = &set->rows[i];
            if (name.n ? !str_is(name, row->name) : letter != row->letter) {
                continue;
            }
            if (takes(in->command, set, row)) {
                return (struct found){cli_row_meant(row), in->options + set->base};
            }
            elsewhere = true;
        }
    }
    if (elsewhere && !cli_meant(CLI_MEANT_OPTION, name).n) {
        cli_usage_error(in->command->name, "option `%.*s` is not for this command", STR_ARG(word));
    } else {
        unknown_option(in->command, word);
    }
    return (struct found){NULL, NULL};
}

/* ---- setting the target of an option ---- */

static bool set_number(struct reading *in, const struct cli_option *row, int64_t *to,
                       struct str value) {
    if (str_to_i64(value, to) && *to >= 1) {
        return true;
    }
    return cli_usage_error(in->command->name, "`--%s %.*s`: a whole number from 1 on is needed",
                           row->name, STR_ARG(value));
}

static bool set(struct reading *in, struct found f, struct str value) {
    void *to = (char *)f.options + f.row->target;
    int choice;
    switch (f.row->kind) {
    case CLI_FLAG:
        *(bool *)to = !str_is(value, "false");
        return true;
    case CLI_STRING:
        *(struct str *)to = value;
        return true;
    case CLI_LIST:
        vec_push((str_list *)to, value);
        return true;
    case CLI_NUMBER:
        return set_number(in, f.row, to, value);
    case CLI_CHOICE:
        choice = cli_choice(in->command->name, f.row, value);
        _Static_assert(sizeof(enum cli_kind) == sizeof choice, "an enum is as large as an int");
        if (choice >= 0) {
            memcpy(to, &choice, sizeof choice);
        }
        return choice >= 0;
    case CLI_FOUND:
        if (!f.row->find(value, to)) {
            cli_wrong_choice(in->command->name, f.row, value);
            return false;
        }
        return true;
    case CLI_CALL:
        return f.row->read(f.options, f.row, value);
    case CLI_HELP:
        in->help = true;
        in->help_all = in->help_all || f.row->key;
        return true;
    case CLI_SAME:
    case CLI_NOTHING:
        return true;
    }
    return true;
}

bool cli_option_give(const struct cli_command *c, void *options, struct str name,
                     const struct str *value) {
    struct reading in = {.command = c, .options = options};
    struct found f = find_option(&in, name, 0, name);
    if (!f.row) {
        return false;
    }
    if (!value || (!f.row->arg && str_is(*value, "false"))) {
        return true;
    }
    return set(&in, f, *value);
}

/* ---- words ---- */

/** Sets an option of the command line, and stores it for commands that pass options to other
 * commands. */
static bool take(struct reading *in, struct found f, struct str value, bool has_value) {
    if (in->command->given) {
        cli_given_vec *given = (cli_given_vec *)(void *)(in->options + in->command->given);
        vec_push(given, ((struct cli_given){f.row, value, has_value}));
    }
    return set(in, f, value);
}

void cli_give_on(struct arena *a, const struct cli_command *c, const cli_given_vec *given,
                 str_list *out) {
    for (size_t i = 0; i < given->n; i++) {
        const struct cli_given *it = &given->p[i];
        bool taken = false;
        for (size_t s = 0; s < c->grammar->nsets && !taken; s++) {
            const struct cli_option_set *set = &c->grammar->sets[s];
            for (size_t k = 0; k < set->n && !taken; k++) {
                taken = takes(c, set, &set->rows[k]) &&
                        str_is(str_of(it->row->name), set->rows[k].name);
            }
        }
        if (taken) {
            vec_push(out, arena_printf(a, "--%s%s%.*s", it->row->name, it->has_value ? "=" : "",
                                       STR_ARG(it->value)));
        }
    }
}

/** Reads one "--name", "--name=value" or "--name value". */
static bool read_long(struct reading *in) {
    struct str word = str_of(in->argv[in->at]), value = STR_EMPTY;
    size_t eq = str_index(word, '=');
    bool given = eq != STR_NONE;
    struct str written = given ? str_slice(word, 0, eq) : word;
    struct found f = find_option(in, str_from(written, 2), 0, written);
    if (!f.row) {
        return false;
    }
    if (given) {
        value = str_from(word, eq + 1);
    }
    if (!f.row->arg && given) {
        return cli_usage_error(in->command->name, "option `%.*s` takes no value", STR_ARG(written));
    }
    if (f.row->arg && !f.row->optional && !given) {
        if (in->at + 1 >= in->argc) {
            return cli_usage_error(in->command->name, "option `%.*s` needs a value",
                                   STR_ARG(written));
        }
        value = str_of(in->argv[++in->at]);
        given = true;
    }
    return take(in, f, value, given);
}

/** Reads letters after one '-': "-sC", "-oout", "-o out". */
static bool read_short(struct reading *in) {
    struct str whole = str_of(in->argv[in->at]), word = str_from(whole, 1);
    while (word.n) {
        char letter = word.p[0];
        struct found f = find_option(in, STR_EMPTY, letter, whole);
        if (!f.row) {
            return false;
        }
        word = str_from(word, 1);
        struct str value = STR_EMPTY;
        if (f.row->arg && !f.row->optional) {
            if (word.n == 0 && in->at + 1 >= in->argc) {
                return cli_usage_error(in->command->name, "option `-%c` needs a value", letter);
            }
            value = word.n ? word : str_of(in->argv[++in->at]);
            word = STR_EMPTY;
        }
        if (!take(in, f, value, f.row->arg && !f.row->optional)) {
            return false;
        }
    }
    return true;
}

static bool read_words(struct reading *in, str_list *words) {
    bool only_words = false, right = true;
    for (; in->at < in->argc && right; in->at++) {
        struct str word = str_of(in->argv[in->at]);
        bool is_long = str_starts(word, STR("--"));
        if (only_words || word.n < 2 || word.p[0] != '-' ||
            (in->command->dash_words && !is_long && word.n > 2)) {
            vec_push(words, word);
        } else if (word.n == 2 && is_long) {
            only_words = true;
        } else if (is_long) {
            right = read_long(in);
        } else {
            right = read_short(in);
        }
    }
    return right;
}

bool cli_options_read(const struct cli_command *c, void *options, int argc, char **argv,
                      int *status) {
    struct reading in = {.command = c, .options = options, .argc = argc, .argv = argv};
    str_list *words = (str_list *)(void *)(in.options + c->grammar->words);
    *status = CLI_USAGE;
    if (!read_words(&in, words)) {
        return false;
    }
    if (in.help) {
        cli_help(c, in.help_all);
        *status = CLI_OK;
        return false;
    }
    if (!c->takes && words->n) {
        return cli_usage_error(c->name, "`%.*s` is not expected here", STR_ARG(words->p[0]));
    }
    return true;
}
