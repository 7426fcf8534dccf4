/* SPDX-License-Identifier: MIT */
/*
 * Completion in fish: a `complete` line for each command and each of its options.
 */
#include "cli/cli.h"

static const char head[] =
    "# Completion of dossier in fish, as `dossier completion fish` prints it.\n"
    "\n"
    "function __dossier_only --description 'The command line has these words and no more'\n"
    "    set -l words (commandline -opc)\n"
    "    set -e words[1]\n"
    "    test \"$words\" = \"$argv\"\n"
    "end\n"
    "function __dossier_at --description 'The command line begins with these words'\n"
    "    set -l words (commandline -opc)\n"
    "    set -e words[1]\n"
    "    set -l n (count $argv)\n"
    "    test (count $words) -ge $n; and test \"$words[1..$n]\" = \"$argv\"\n"
    "end\n"
    "function __dossier_files --description 'Files with these endings, and folders'\n"
    "    __fish_complete_path (commandline -ct) |\n"
    "        string match -rei -- '(/|\\.('(string join '|' $argv)'))(\\t.*)?$'\n"
    "end\n"
    "function __dossier_some --description 'Words with commas between them'\n"
    "    set -l before (string match -r -- '^.*,' (commandline -ct))\n"
    "    for word in $argv\n"
    "        echo \"$before$word\"\n"
    "    end\n"
    "end\n"
    "function __dossier_named --description 'What `dossier COMMAND list` names'\n"
    "    dossier $argv[1] list 2>/dev/null | string match -r -- '^\\S+'\n"
    "end\n"
    "\n"
    "complete -c dossier -f\n";

/** Writes a text in single quotes. */
static void put_quoted(struct buf *b, struct str s) {
    buf_putc(b, '\'');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\'' || s.p[i] == '\\') {
            buf_putc(b, '\\');
        }
        if (s.p[i] != '`') {
            buf_putc(b, s.p[i]);
        }
    }
    buf_putc(b, '\'');
}

/** Writes " -a '(...)'", which completes a value. */
static void put_value(struct buf *b, const struct cli_value *v) {
    switch (v->wants) {
    case CLI_ANYTHING:
        return;
    case CLI_ONE_OF:
        buf_puts(b, " -a '");
        cli_put_words(b, v, " ");
        buf_puts(b, "'");
        return;
    case CLI_SOME_OF:
        buf_puts(b, " -a '(__dossier_some ");
        cli_put_words(b, v, " ");
        buf_puts(b, ")'");
        return;
    case CLI_FILE:
        if (cli_value_word(v, 0).n) {
            buf_puts(b, " -a '(__dossier_files ");
            cli_put_words(b, v, " ");
            buf_puts(b, ")'");
        } else {
            buf_puts(b, " -F");
        }
        return;
    case CLI_FOLDER:
        buf_puts(b, " -a '(__fish_complete_directories (commandline -ct))'");
        return;
    case CLI_THEME:
        buf_puts(b, " -a '(__dossier_named themes; __dossier_files css)'");
        return;
    case CLI_STYLE:
        buf_puts(b, " -a '(__dossier_named styles; __dossier_files csl)'");
        return;
    case CLI_COMMAND: {
        const struct cli_command *const *list;
        size_t n = cli_commands(&list);
        buf_puts(b, " -a '");
        for (size_t i = 0; i < n; i++) {
            buf_printf(b, "%s%s", i ? " " : "", list[i]->name);
        }
        buf_puts(b, "'");
        return;
    }
    }
}

static void put_option(struct buf *b, const struct cli_command *c, const struct cli_option *row) {
    const struct cli_option *meant = cli_row_meant(row);
    buf_printf(b, "complete -c dossier -n '__dossier_at %s'", c->name);
    if (row->letter) {
        buf_printf(b, " -s %c", row->letter);
    }
    buf_printf(b, " -l %s", row->name);
    if (meant->help) {
        buf_puts(b, " -d ");
        put_quoted(b, cli_brief(meant));
    }
    if (meant->arg) {
        bool any_file = meant->value.wants == CLI_FILE && !cli_value_word(&meant->value, 0).n;
        buf_puts(b, meant->optional ? "" : any_file ? " -r" : " -x");
        put_value(b, &meant->value);
    }
    buf_putc(b, '\n');
}

static void put_command(struct buf *b, const struct cli_command *c, const char *before) {
    buf_printf(b, "\ncomplete -c dossier -n '__dossier_only%s%s' -a %s -d ", before[0] ? " " : "",
               before, cli_command_word(c));
    put_quoted(b, str_of(c->help));
    buf_putc(b, '\n');
    if (c->word.wants != CLI_ANYTHING) {
        buf_printf(b, "complete -c dossier -n '__dossier_at %s'", c->name);
        put_value(b, &c->word);
        buf_putc(b, '\n');
    }
    if (!c->nsubs) {
        cli_each_option(b, c, put_option);
    }
    for (size_t i = 0; i < c->nsubs; i++) {
        put_command(b, &c->subs[i], c->name);
    }
}

void cli_write_fish(struct buf *out) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    buf_puts(out, head);
    buf_puts(out, "complete -c dossier -n '__dossier_only' -l help -d 'help of the program'\n"
                  "complete -c dossier -n '__dossier_only' -l version -d 'versions'\n");
    for (size_t i = 0; i < n; i++) {
        put_command(out, list[i], "");
    }
}
