/* SPDX-License-Identifier: MIT */
/*
 * Completion in zsh: a function for each command, which passes the rows of its options to
 * _arguments.
 */
#include "cli/cli.h"

static const char head[] =
    "#compdef dossier\n"
    "# Completion of dossier in zsh, as `dossier completion zsh` prints it.\n"
    "\n"
    "_dossier_named() { # COMMAND ENDING: what `dossier COMMAND list` names, and files\n"
    "    local -a names\n"
    "    names=(${${(f)\"$(_call_program names dossier $1 list 2>/dev/null)\"}%% *})\n"
    "    compadd -a names\n"
    "    _files -g \"*.$2(-.)\"\n"
    "}\n";

/** Writes a text for use inside single quotes and the brackets of _arguments. */
static void put_text(struct buf *b, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\'') {
            buf_puts(b, "'\\''");
        } else if (s.p[i] != '`' && s.p[i] != '[' && s.p[i] != ']' && s.p[i] != ':') {
            buf_putc(b, s.p[i]);
        }
    }
}

/** Writes the action that completes a value, after "message:". */
static void put_value(struct buf *b, const struct cli_value *v) {
    switch (v->wants) {
    case CLI_ANYTHING:
        buf_putc(b, ' ');
        return;
    case CLI_ONE_OF:
        buf_putc(b, '(');
        cli_put_words(b, v, " ");
        buf_putc(b, ')');
        return;
    case CLI_SOME_OF:
        buf_puts(b, "_sequence compadd - ");
        cli_put_words(b, v, " ");
        return;
    case CLI_FILE:
        buf_puts(b, "_files");
        if (cli_value_word(v, 0).n) {
            buf_puts(b, " -g \"(#i)*.(");
            cli_put_words(b, v, "|");
            buf_puts(b, ")(-.)\"");
        }
        return;
    case CLI_FOLDER:
        buf_puts(b, "_files -/");
        return;
    case CLI_THEME:
        buf_puts(b, "_dossier_named themes css");
        return;
    case CLI_STYLE:
        buf_puts(b, "_dossier_named styles csl");
        return;
    case CLI_COMMAND:
        buf_puts(b, "_dossier_commands");
        return;
    }
}

/** Writes "[explanation]", or nothing without a text. */
static void put_help(struct buf *b, const struct cli_option *row) {
    if (row->help) {
        buf_putc(b, '[');
        put_text(b, cli_brief(row));
        buf_putc(b, ']');
    }
}

/** Writes the names of an option up to the beginning of its help, within quotes: '(-o
 * --output)'{-o+,--output=}'. */
static void put_names(struct buf *b, const struct cli_option *row) {
    const struct cli_option *meant = cli_row_meant(row);
    const char *sign = !meant->arg ? "" : meant->optional ? "=-" : "=";
    bool again = meant->kind == CLI_LIST || meant->kind == CLI_CALL;
    if (!row->letter || meant->optional) {
        buf_printf(b, "'%s--%s%s", again ? "*" : "", row->name, sign);
    } else if (again) {
        buf_printf(b, "'*'{-%c%s,--%s%s}'", row->letter, meant->arg ? "+" : "", row->name, sign);
    } else {
        buf_printf(b, "'(-%c --%s)'{-%c%s,--%s%s}'", row->letter, row->name, row->letter,
                   meant->arg ? "+" : "", row->name, sign);
    }
}

/** Writes an argument of _arguments: '(-o --output)'{-o+,--output=}'[explanation]:PATH:_files'. If
 * the value is optional, the option with one letter has no value. */
static void put_option(struct buf *b, const struct cli_command *c, const struct cli_option *row) {
    const struct cli_option *meant = cli_row_meant(row);
    (void)c;
    if (row->letter && meant->optional) {
        buf_printf(b, " \\\n        '-%c", row->letter);
        put_help(b, meant);
        buf_putc(b, '\'');
    }
    buf_puts(b, " \\\n        ");
    put_names(b, row);
    put_help(b, meant);
    if (meant->arg) {
        buf_printf(b, "%s%s:", meant->optional ? "::" : ":", meant->arg);
        put_value(b, &meant->value);
    }
    buf_putc(b, '\'');
}

/** Writes the name of the function of a command: "_dossier_refs_list". */
static void put_function(struct buf *b, const struct cli_command *c) {
    buf_puts(b, "_dossier_");
    for (const char *p = c->name; *p; p++) {
        buf_putc(b, *p == ' ' ? '_' : *p);
    }
}

static void put_command(struct buf *b, const struct cli_command *c) {
    buf_putc(b, '\n');
    put_function(b, c);
    buf_puts(b, "() {\n    _arguments -s -S");
    cli_each_option(b, c, put_option);
    if (c->word.wants != CLI_ANYTHING) {
        buf_puts(b, " \\\n        '*:word:");
        put_value(b, &c->word);
        buf_putc(b, '\'');
    }
    buf_puts(b, "\n}\n");
}

/** Writes 'build:make PDF, HTML or plain text' for _describe. */
static void put_described(struct buf *b, const struct cli_command *c) {
    buf_printf(b, "\n        '%s:", cli_command_word(c));
    put_text(b, str_of(c->help));
    buf_putc(b, '\'');
}

/** Writes the body of a function whose first word selects another function. */
static void put_choice(struct buf *b, const struct cli_command *const *list, size_t n) {
    buf_puts(b, "    local curcontext=$curcontext state line\n"
                "    _arguments -C '(- *)'{-h,--help}'[help]' '1: :->command' '*:: :->rest'\n"
                "    case $state in\n"
                "    command)\n"
                "        local -a commands=(");
    for (size_t i = 0; i < n; i++) {
        put_described(b, list[i]);
    }
    buf_puts(b, "\n        )\n        _describe command commands\n        ;;\n"
                "    rest)\n        case $words[1] in\n");
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "        %s) ", cli_command_word(list[i]));
        put_function(b, list[i]);
        buf_puts(b, " ;;\n");
    }
    buf_puts(b, "        esac\n        ;;\n    esac\n");
}

static void put_subcommands(struct buf *b, const struct cli_command *c) {
    const struct cli_command **list = xcalloc(c->nsubs, sizeof *list);
    for (size_t i = 0; i < c->nsubs; i++) {
        list[i] = &c->subs[i];
        put_command(b, list[i]);
    }
    buf_putc(b, '\n');
    put_function(b, c);
    buf_puts(b, "() {\n");
    put_choice(b, list, c->nsubs);
    buf_puts(b, "}\n");
    free(list);
}

void cli_write_zsh(struct buf *out) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    buf_puts(out, head);
    buf_puts(out, "_dossier_commands() {\n    compadd --");
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, " %s", list[i]->name);
    }
    buf_puts(out, "\n}\n");
    for (size_t i = 0; i < n; i++) {
        if (list[i]->nsubs) {
            put_subcommands(out, list[i]);
        } else {
            put_command(out, list[i]);
        }
    }
    buf_puts(out, "\n_dossier() {\n");
    put_choice(out, list, n);
    buf_puts(out, "}\n\n_dossier \"$@\"\n");
}
