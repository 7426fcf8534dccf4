/* SPDX-License-Identifier: MIT */
/*
 * --help, which is made from the rows of commands and options. dossier(1) contains the same with
 * longer explanations.
 */
#include "cli/cli.h"
#include "cli/options.h"
#include "core/base/word_list.h"

#include <stdio.h>

enum { COLUMNS = 80, NAMES_MAX = 26, COMMANDS_MAX = 18 };

static const char about_program[] =
    "Compiles academic documents: Markdown or LaTeX and a citation database become PDF, HTML and "
    "Word with numbered references. Each error is reported with its file and line.";

/* ---- text ---- */

/** Writes the text of a row with {words} filled in. Backquotes are kept around words with spaces
 * and around single characters. */
static void expand(struct buf *b, const char *text, const struct cli_value *v) {
    struct str rest = str_of(text);
    while (rest.n) {
        struct str word = str_slice(rest, 0, 1);
        if (str_starts(rest, STR("{words}")) && v) {
            cli_value_list(b, v);
            rest = str_from(rest, sizeof "{words}" - 1);
            continue;
        }
        if (rest.p[0] == '`') {
            size_t end = str_index(str_from(rest, 1), '`');
            word = str_slice(rest, 0, end == STR_NONE ? rest.n : end + 2);
            rest = str_from(rest, word.n);
            bool plain = word.n > 3 && str_index(word, ' ') == STR_NONE;
            buf_str(b, plain ? str_slice(word, 1, word.n - 1) : word);
            continue;
        }
        buf_str(b, word);
        rest = str_from(rest, 1);
    }
}

/** Writes text that is broken at spaces. `column` is the column of the first line. Further lines
 * begin at `indent`. */
static void wrap(struct buf *b, struct str text, size_t column, size_t indent) {
    bool first = true;
    while (text.p) {
        struct str word = str_cut(&text, ' ');
        if (!first && column + 1 + word.n >= COLUMNS) {
            buf_putc(b, '\n');
            buf_fill(b, ' ', indent);
            column = indent;
        } else if (!first) {
            buf_putc(b, ' ');
            column++;
        }
        buf_str(b, word);
        column += word.n;
        first = false;
    }
    buf_putc(b, '\n');
}

/** Writes an entry: names in the left column, the text in the right column. */
static void write_entry(struct buf *b, struct str names, size_t widest, const char *text,
                        const struct cli_value *v) {
    struct buf full = BUF_INIT;
    expand(&full, text, v);
    buf_str(b, names);
    if (names.n + 2 > widest) {
        buf_putc(b, '\n');
        buf_fill(b, ' ', widest);
    } else {
        buf_fill(b, ' ', widest - names.n);
    }
    wrap(b, buf_view(&full), widest, widest);
    buf_drop(&full);
}

static void write_paragraphs(struct buf *b, const char *text) {
    struct str rest = str_of(text);
    while (rest.p) {
        buf_putc(b, '\n');
        wrap(b, str_cut(&rest, '\n'), 0, 0);
    }
}

/* ---- options ---- */

/** Writes "  -o, --output PATH". */
static void add_names(struct buf *b, const struct cli_option *row) {
    const char *arg = cli_row_meant(row)->arg;
    if (row->letter) {
        buf_printf(b, "  -%c, --%s", row->letter, row->name);
    } else {
        buf_printf(b, "      --%s", row->name);
    }
    if (arg && cli_row_meant(row)->optional) {
        buf_printf(b, "[=%s]", arg);
    } else if (arg) {
        buf_printf(b, " %s", arg);
    }
}

/** Writes "; -V, --variable does the same". */
static void add_others(struct buf *b, const struct cli_option *row, size_t left) {
    size_t n = 0;
    for (const struct cli_option *other = row + 1; left-- && other->kind == CLI_SAME; other++) {
        buf_puts(b, n++ ? " and " : "; ");
        if (other->letter) {
            buf_printf(b, "-%c, ", other->letter);
        }
        buf_printf(b, "--%s", other->name);
    }
    buf_puts(b, n == 0 ? "" : n == 1 ? " does the same" : " do the same");
}

static bool has_entry(const struct cli_command *c, const struct cli_option_set *set,
                      const struct cli_option *row) {
    return row->kind != CLI_SAME && cli_shows(c, set, row);
}

static void write_option(struct buf *b, const struct cli_option_set *set, size_t i, size_t widest) {
    const struct cli_option *row = &set->rows[i];
    struct buf names = BUF_INIT, text = BUF_INIT;
    add_names(&names, row);
    buf_puts(&text, row->help);
    add_others(&text, row, set->n - i - 1);
    write_entry(b, buf_view(&names), widest, text.p, &row->value);
    buf_drop(&names);
    buf_drop(&text);
}

/** Writes "TITLE: -s, --standalone, -C": the options of a brief group, from row `i` on. */
static void write_brief(struct buf *b, const struct cli_option_set *set, size_t i) {
    struct buf text = BUF_INIT;
    cli_put_brief(&text, set, i, "");
    buf_putc(b, '\n');
    wrap(b, buf_view(&text), 0, 2);
    buf_drop(&text);
}

static size_t widest_names(const struct cli_command *c) {
    size_t widest = 0;
    struct buf names = BUF_INIT;
    for (size_t s = 0; s < c->grammar->nsets; s++) {
        const struct cli_option_set *set = &c->grammar->sets[s];
        for (size_t i = 0; i < set->n; i++) {
            buf_clear(&names);
            if (has_entry(c, set, &set->rows[i]) &&
                !(set->rows[i].group && set->rows[i].group->brief)) {
                add_names(&names, &set->rows[i]);
                widest = names.n > widest && names.n + 2 <= NAMES_MAX + 2 ? names.n : widest;
            }
        }
    }
    buf_drop(&names);
    return widest + 2;
}

static void write_options(struct buf *b, const struct cli_command *c, bool all) {
    const char *few = all ? NULL : c->often;
    size_t widest = widest_names(c);
    const struct cli_group *last = NULL;
    bool first = true;
    for (size_t s = 0; s < c->grammar->nsets; s++) {
        const struct cli_option_set *set = &c->grammar->sets[s];
        for (size_t i = 0; i < set->n; i++) {
            const struct cli_option *row = &set->rows[i];
            if (!has_entry(c, set, row) || (few && !str_among(str_of(row->name), few))) {
                continue;
            }
            bool begins = first || (row->group != last && !few);
            last = row->group;
            bool joins = last && !last->title[0];
            if (last && last->brief) {
                if (begins) {
                    write_brief(b, set, i);
                }
                continue;
            }
            if (begins && (!joins || first)) {
                buf_printf(b, "\n%s:\n", last && !joins && !few ? last->title : "options");
            }
            write_option(b, set, i, widest);
            first = false;
        }
    }
}

/* ---- commands ---- */

/** Appends the name of a command, and the words for its arguments. */
static void add_command(struct buf *b, const char *name, const struct cli_command *c) {
    const char *takes = c->takes ? c->takes : "";
    buf_printf(b, "%s%s%s", name, takes[0] ? " " : "", takes);
}

/** Writes "  build FILE...   make PDF, HTML or plain text". */
static void write_command(struct buf *b, const struct cli_command *c, size_t widest) {
    struct buf names = BUF_INIT;
    buf_puts(&names, "  ");
    add_command(&names, cli_command_word(c), c);
    write_entry(b, buf_view(&names), widest, c->help, NULL);
    buf_drop(&names);
}

static size_t command_width(const struct cli_command *c) {
    const char *takes = c->takes ? c->takes : "";
    size_t n = strlen(cli_command_word(c)) + strlen(takes) + (takes[0] != 0);
    return n > COMMANDS_MAX ? 0 : n + 4;
}

static void write_program(struct buf *b) {
    const struct cli_command *const *list;
    size_t n = cli_commands(&list), widest = 0;
    for (size_t i = 0; i < n; i++) {
        widest = command_width(list[i]) > widest ? command_width(list[i]) : widest;
    }
    buf_puts(b, "usage: dossier COMMAND [OPTION...] [FILE...]\n");
    write_paragraphs(b, about_program);
    buf_puts(b, "\ncommands:\n");
    for (size_t i = 0; i < n; i++) {
        write_command(b, list[i], widest);
    }
    buf_puts(b, "\n  --version       versions of dossier and its libraries\n"
                "  --help          this text; `dossier COMMAND --help` for a command\n"
                "\n"
                "example: dossier build statement.md\n"
                "         writes out/statement.pdf and out/statement.html\n");
}

/** Writes the help of a command, or of the program for NULL. */
static void write_help(struct buf *out, const struct cli_command *c, bool all) {
    if (!c) {
        write_program(out);
        return;
    }
    if (c->nsubs) {
        buf_printf(out, "usage: dossier %s %s [OPTION...] [WORD...]\n", c->name,
                   c->otherwise ? "[SUBCOMMAND]" : "SUBCOMMAND");
    } else {
        buf_printf(out, "usage: dossier %s", c->name);
        add_command(out, c->grammar ? " [OPTION...]" : "", c);
        buf_putc(out, '\n');
    }
    if (c->about) {
        write_paragraphs(out, c->about);
    }
    size_t widest = 0;
    for (size_t i = 0; i < c->nsubs; i++) {
        size_t n = command_width(&c->subs[i]);
        widest = n > widest ? n : widest;
    }
    buf_puts(out, c->nsubs ? "\nsubcommands:\n" : "");
    for (size_t i = 0; i < c->nsubs; i++) {
        write_command(out, &c->subs[i], widest);
    }
    if (c->grammar && !c->nsubs) {
        write_options(out, c, all);
    }
    if (c->nsubs) {
        buf_printf(out, "\n`dossier %s SUBCOMMAND --help` lists the options.\n", c->name);
    }
    if (c->status) {
        buf_putc(out, '\n');
        wrap(out, str_of(c->status), 0, 0);
    }
}

void cli_help(const struct cli_command *c, bool all) {
    struct buf b = BUF_INIT;
    write_help(&b, c, all);
    fwrite(b.p, 1, b.n, stdout); /* main() checks that all output arrived */
    buf_drop(&b);
}
