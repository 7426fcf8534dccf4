/* SPDX-License-Identifier: MIT */
/*
 * Completion in bash 4 and later, without bash-completion: a function with two `case` lists, one
 * for the values of options and one for options and words.
 */
#include "cli/cli.h"

static const char head[] =
    "# Completion of dossier in bash, as `dossier completion bash` prints it.\n"
    "\n"
    "# Each of these adds what begins as $cur does.\n"
    "_dossier_words() {\n"
    "    local word\n"
    "    for word; do\n"
    "        [[ $word == \"$cur\"* ]] && COMPREPLY+=(\"$word\")\n"
    "    done\n"
    "}\n"
    "_dossier_some() { # with commas between them\n"
    "    local word before=\n"
    "    [[ $cur == *,* ]] && before=${cur%,*},\n"
    "    compopt -o nospace 2>/dev/null\n"
    "    for word; do\n"
    "        [[ $before$word == \"$cur\"* ]] && COMPREPLY+=(\"$before$word\")\n"
    "    done\n"
    "}\n"
    "_dossier_files() { # with one of these endings, or any without one; and folders\n"
    "    local file ending\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r file; do\n"
    "        COMPREPLY+=(\"$file\")\n"
    "    done < <(compgen -d -- \"$cur\")\n"
    "    while IFS= read -r file; do\n"
    "        [[ -d $file ]] && continue\n"
    "        [[ $# -eq 0 ]] && COMPREPLY+=(\"$file\")\n"
    "        for ending; do\n"
    "            [[ ${file,,} == *\".$ending\" ]] && COMPREPLY+=(\"$file\")\n"
    "        done\n"
    "    done < <(compgen -f -- \"$cur\")\n"
    "}\n"
    "_dossier_folders() {\n"
    "    local file\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    while IFS= read -r file; do\n"
    "        COMPREPLY+=(\"$file\")\n"
    "    done < <(compgen -d -- \"$cur\")\n"
    "}\n"
    "_dossier_named() { # COMMAND ENDING: what `dossier COMMAND list` names, and files\n"
    "    local name rest\n"
    "    _dossier_files \"$2\"\n"
    "    while read -r name rest; do\n"
    "        [[ $name == \"$cur\"* ]] && COMPREPLY+=(\"$name\")\n"
    "    done < <(\"${COMP_WORDS[0]}\" \"$1\" list 2>/dev/null)\n"
    "}\n"
    "\n"
    "_dossier() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command equals=\n"
    "    COMPREPLY=()\n"
    "    # \"--name=value\" comes as three words.\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur='' equals=1\n"
    "    elif [[ $before == = ]]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD-2]} equals=1\n"
    "    fi\n"
    "    command=${COMP_WORDS[1]}\n";

static const char foot[] = "}\n"
                           "complete -F _dossier dossier\n";

/** Writes the words of a value, each quoted, as arguments. */
static void put_words(struct buf *b, const struct cli_value *v) {
    struct str word;
    for (size_t i = 0; (word = cli_value_word(v, i)).n; i++) {
        buf_printf(b, " '%.*s'", STR_ARG(word));
    }
}

/** Writes the call that completes a value. Writes nothing if the value cannot be completed. */
static void put_value(struct buf *b, const struct cli_value *v) {
    switch (v->wants) {
    case CLI_ANYTHING:
        buf_puts(b, ":");
        return;
    case CLI_ONE_OF:
        buf_puts(b, "_dossier_words");
        put_words(b, v);
        return;
    case CLI_SOME_OF:
        buf_puts(b, "_dossier_some");
        put_words(b, v);
        return;
    case CLI_FILE:
        buf_puts(b, "_dossier_files");
        put_words(b, v);
        return;
    case CLI_FOLDER:
        buf_puts(b, "_dossier_folders");
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

/** Writes "'build -o' | 'build --output') ...". An optional value is only possible after '='. */
static void put_case(struct buf *b, const struct cli_command *c, const struct cli_option *row) {
    const struct cli_option *meant = cli_row_meant(row);
    if (!meant->arg) {
        return;
    }
    const char *equals = meant->optional ? "=" : "";
    buf_puts(b, "    ");
    if (row->letter && !meant->optional) {
        buf_printf(b, "'%s -%c' | ", c->name, row->letter);
    }
    buf_printf(b, "'%s --%s%s'", c->name, row->name, equals);
    if (!meant->optional) {
        buf_printf(b, " | '%s --%s='", c->name, row->name);
    }
    buf_puts(b, ")\n        ");
    put_value(b, &meant->value);
    buf_puts(b, "\n        return\n        ;;\n");
}

static void put_name(struct buf *b, const struct cli_command *c, const struct cli_option *row) {
    (void)c;
    if (row->letter) {
        buf_printf(b, " -%c", row->letter);
    }
    buf_printf(b, " --%s", row->name);
}

/** Writes "build -*) its options" and "build *) its words". */
static void put_command(struct buf *b, const struct cli_command *c) {
    buf_printf(b, "    '%s -'*)\n        _dossier_words", c->name);
    cli_each_option(b, c, put_name);
    buf_printf(b, "\n        ;;\n    '%s '*)\n        ", c->name);
    put_value(b, &c->word);
    buf_puts(b, "\n        ;;\n");
}

/** Calls a function for each command that can be run. */
static void each_command(struct buf *b, void (*fn)(struct buf *b, const struct cli_command *c)) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < list[i]->nsubs; k++) {
            fn(b, &list[i]->subs[k]);
        }
        if (!list[i]->nsubs) {
            fn(b, list[i]);
        }
    }
}

static void put_cases(struct buf *b, const struct cli_command *c) {
    cli_each_option(b, c, put_case);
}

/** Writes the code that finds the command: the first word, and the second one if the command has
 * subcommands. */
static void put_commands(struct buf *b) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    buf_puts(b, "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
                "        _dossier_commands\n"
                "        _dossier_words --help --version\n"
                "        return\n"
                "    fi\n"
                "    case $command in\n");
    for (size_t i = 0; i < n; i++) {
        if (!list[i]->nsubs) {
            continue;
        }
        buf_printf(b,
                   "    %s)\n        if [[ $COMP_CWORD -eq 2 ]]; then\n"
                   "            _dossier_words",
                   list[i]->name);
        for (size_t k = 0; k < list[i]->nsubs; k++) {
            buf_printf(b, " %s", cli_command_word(&list[i]->subs[k]));
        }
        buf_puts(b, " --help\n            return\n        fi\n"
                    "        command+=\" ${COMP_WORDS[2]}\"\n        ;;\n");
    }
    buf_puts(b, "    esac\n");
}

void cli_write_bash(struct buf *out) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    buf_puts(out, head);
    put_commands(out);
    buf_puts(out, "    case \"$command $before${equals:+=}\" in\n");
    each_command(out, put_cases);
    buf_puts(out, "    esac\n"
                  "    [[ $equals ]] && return\n"
                  "    case \"$command $cur\" in\n");
    each_command(out, put_command);
    buf_puts(out, "    esac\n");
    buf_puts(out, foot);
    buf_puts(out, "_dossier_commands() {\n    _dossier_words");
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, " %s", list[i]->name);
    }
    buf_puts(out, "\n}\n");
}
