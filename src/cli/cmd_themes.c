/* SPDX-License-Identifier: MIT */
/*
 * dossier themes: lists and prints the installed style sheets.
 */
#include "cli/cli.h"
#include "job/build/styles.h"
#include "write/html/html.h"

#define MAX_DIRS 4

static int list(const struct build_theme *themes, size_t n) {
    size_t widest = 0;
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        widest = themes[i].name.n > widest ? themes[i].name.n : widest;
    }
    for (size_t i = 0; i < n; i++) {
        buf_str(&b, themes[i].name);
        buf_fill(&b, ' ', themes[i].says.n ? widest + 2 - themes[i].name.n : 0);
        buf_str(&b, themes[i].says);
        buf_putc(&b, '\n');
    }
    cli_print(buf_view(&b));
    buf_drop(&b);
    return CLI_OK;
}

static int show(struct arena *a, const struct build_theme *themes, size_t n, struct str name) {
    if (str_is(name, "page")) { /* the style sheet that every page has; themes come after it */
        struct buf b = BUF_INIT;
        html_write_built_in(&b);
        cli_print(buf_finish(&b, a));
        return CLI_OK;
    }
    for (size_t i = 0; i < n; i++) {
        if (str_eq(name, themes[i].name)) {
            cli_print(themes[i].text);
            return CLI_OK;
        }
    }
    struct str near = diag_nearest_row(name, themes, n, sizeof *themes);
    struct str line =
        near.n ? arena_printf(a, "dossier: no theme `%.*s`; did you mean `%.*s`?\n", STR_ARG(name),
                              STR_ARG(near))
               : arena_printf(a, "dossier: no theme `%.*s`: `dossier themes` lists them\n",
                              STR_ARG(name));
    cli_print_error(line);
    return CLI_ERRORS;
}

/* ---- the command ---- */

struct themes_run {
    struct arena *arena;
    str_list words;
};

enum { LIST = 1, SHOW = 2 };

static int run(const struct cli_command *c, int argc, char **argv) {
    struct themes_run r = {.arena = arena_new()};
    int status;
    if (!cli_options_read(c, &r, argc, argv, &status)) {
        /* the reason has been reported */
    } else if (c->bit == SHOW && r.words.n != 1) {
        status = cli_misuse(c->name, "`themes show` takes one name");
    } else {
        struct str dirs[MAX_DIRS];
        size_t n, ndirs = cli_data_dirs(r.arena, dirs, MAX_DIRS);
        const struct build_theme *themes = build_themes_installed(r.arena, dirs, ndirs, &n);
        status = c->bit == LIST ? list(themes, n) : show(r.arena, themes, n, r.words.p[0]);
    }
    vec_drop(&r.words);
    arena_drop(r.arena);
    return status;
}

static const struct cli_option_set sets[] = {{CLI_ROWS(cli_help_rows)}};
static const struct cli_grammar grammar = {sets, ARRAY_LEN(sets),
                                           offsetof(struct themes_run, words)};

#define STATUS "exit status: 0 fine, 1 no theme with that name, 2 wrong use"

/* clang-format off */
static const struct cli_command subcommands[] = {
    {"themes list", NULL, .help = "list all themes with their purpose",
     .about = "Prints the names of the installed style sheets and their purpose.",
     .status = STATUS, .grammar = &grammar, .bit = LIST, .run = run},
    {"themes show",
     "NAME",
     {.wants = CLI_THEME},
     .help = "print a style sheet, as a start for your own",
     .about = "Prints a style sheet, as a start for your own; `page` is the one that every page includes before "
              "all others.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = SHOW,
     .run = run},
};
/* clang-format on */

const struct cli_command cli_themes = {
    .name = "themes",
    .help = "style sheets for PDF and HTML: list, show",
    .about = "The installed style sheets. One sheet sets the look of both PDF and HTML; choose it "
             "with `css: NAME` in a document or with `--css NAME`.",
    .status = STATUS,
    .subs = subcommands,
    .nsubs = ARRAY_LEN(subcommands),
    .otherwise = "list",
    .grammar = &grammar,
};
