/* SPDX-License-Identifier: MIT */
/*
 * dossier themes: which style sheets are installed, and what they say.
 */
#include "build/sheets.h"
#include "cli/cli.h"

#include <stdio.h>

#define MAX_DIRS 4

static void write_out(struct str s) {
    if (s.n) {
        fwrite(s.p, 1, s.n, stdout); /* main() looks at what became of it */
    }
}

static int list(const struct build_theme *themes, size_t n) {
    size_t widest = 0;
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < n; i++) {
        widest = themes[i].name.n > widest ? themes[i].name.n : widest;
    }
    for (size_t i = 0; i < n; i++) {
        buf_str(&b, themes[i].name);
        buf_fill(&b, ' ', themes[i].says.n ? widest + 2 - themes[i].name.n : 0);
        buf_str(&b, themes[i].says);
        buf_putc(&b, '\n');
    }
    write_out(buf_view(&b));
    buf_drop(&b);
    return CLI_OK;
}

static int show(struct arena *a, const struct build_theme *themes, size_t n, struct str name) {
    struct str *names = ARENA_ARRAY(a, struct str, n + 1);
    for (size_t i = 0; i < n; i++) {
        names[i] = themes[i].name;
        if (str_eq(name, names[i])) {
            write_out(themes[i].text);
            return CLI_OK;
        }
    }
    struct str near = diag_nearest(name, names, n);
    struct str line =
        near.n ? arena_printf(a, "dossier: no theme `%.*s`; did you mean `%.*s`?\n", STR_ARG(name),
                              STR_ARG(near))
               : arena_printf(a, "dossier: no theme `%.*s`: `dossier themes` lists them\n",
                              STR_ARG(name));
    cli_print_error(line);
    return CLI_ERRORS;
}

int cli_themes(int argc, char **argv) {
    struct str word = argc ? str_of(argv[0]) : STR("list");
    struct str dirs[MAX_DIRS] = {{NULL, 0}};
    bool lists = str_is(word, "list") && argc <= 1;
    bool shows = str_is(word, "show") && argc == 2;
    if (str_is(word, "--help") || str_is(word, "-h")) {
        cli_help("themes");
        return CLI_OK;
    }
    if (str_is(word, "show") && argc != 2) {
        cli_usage_error("themes", "`themes show` takes one name");
        return CLI_USAGE;
    }
    if (!lists && !shows) {
        cli_usage_error("themes", "no subcommand `%.*s`: choose list or show", STR_ARG(word));
        return CLI_USAGE;
    }
    struct arena *a = arena_new();
    size_t n = 0;
    size_t ndirs = cli_data_dirs(a, dirs, MAX_DIRS);
    const struct build_theme *themes = build_themes_installed(a, dirs, ndirs, &n);
    int status = shows ? show(a, themes, n, str_of(argv[1])) : list(themes, n);
    arena_drop(a);
    return status;
}
