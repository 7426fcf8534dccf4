/* SPDX-License-Identifier: MIT */
/*
 * dossier styles: the subcommands and their options, and the search for styles. styles_show.c
 * prints styles, styles_check.c checks them.
 */
#include "cli/cmd_styles.h"

#include "core/base/file.h"
#include "core/unicode/unicode.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- list ---- */

static const struct build_style **select_all(struct styles *r, const struct build_style *all,
                                             size_t n, size_t *count) {
    const struct build_style **list = ARENA_ARRAY(r->arena, const struct build_style *, n + 1);
    *count = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(r->independent && all[i].parent.n)) {
            list[(*count)++] = &all[i];
        }
    }
    return list;
}

static int styles_list(struct styles *r) {
    if (r->words.n) {
        return cli_misuse(r->command,
                          "`styles list` takes no words; did you mean `styles search`?");
    }
    size_t n, count;
    const struct build_style *all = build_styles_installed(r->arena, r->dirs, r->ndirs, &n);
    const struct build_style **list = select_all(r, all, n, &count);
    styles_write_rows(r, list, count);
    return CLI_OK;
}

/* ---- search ---- */

/** Returns the folded text that is searched for words. */
static struct str haystack(struct arena *a, const struct build_style *s) {
    struct buf b = BUF_INIT;
    const struct str texts[] = {s->name,   s->title,  s->title_short, s->summary,
                                s->locale, s->format, s->parent};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        buf_str(&b, texts[i]);
        buf_putc(&b, '\n');
    }
    for (size_t i = 0; i < s->nfields; i++) {
        buf_str(&b, s->fields[i]);
        buf_putc(&b, '\n');
    }
    return unicode_fold(a, buf_finish(&b, a));
}

struct hit {
    const struct build_style *style;
    int rank; /* the match with the lowest rank comes first */
};

static int by_rank(const void *x, const void *y) {
    const struct hit *a = x, *b = y;
    return a->rank != b->rank ? a->rank - b->rank : str_cmp(a->style->name, b->style->name);
}

/** Returns the rank of a match: 0 if the query is the name or a title of the style, 2 if the name
 * or the title begins with it, 4 if the title contains it, and 6 otherwise. For an alias of another
 * style, 1 is added, except to 0. */
static int rank(struct arena *a, const struct build_style *s, struct str query) {
    struct str name = arena_str(a, unicode_fold(a, s->name)), title = unicode_fold(a, s->title);
    struct str brief = unicode_fold(a, s->title_short);
    if (str_eq(name, query) || str_eq(title, query) || str_eq(brief, query)) {
        return 0;
    }
    /* so that the query "chicago author" finds chicago-author-date */
    for (size_t i = 0; i < name.n; i++) {
        if (name.p[i] == '-') {
            ((char *)(uintptr_t)name.p)[i] = ' '; /* `name` is a copy, so it may be changed */
        }
    }
    int r = str_starts(name, query) || str_starts(title, query) ? 2
            : str_find(title, query) != STR_NONE                ? 4
                                                                : 6;
    return r + (s->parent.n > 0);
}

static bool matches(struct str hay, const struct str *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_find(hay, words[i]) == STR_NONE) {
            return false;
        }
    }
    return true;
}

static const struct build_style **find_words(struct styles *r, const struct build_style *all,
                                             size_t n, size_t *count) {
    size_t nwords = r->words.n;
    struct str *words = ARENA_ARRAY(r->arena, struct str, nwords);
    struct buf query = BUF_INIT;
    for (size_t i = 0; i < nwords; i++) {
        words[i] = unicode_fold(r->arena, r->words.p[i]);
        buf_puts(&query, i ? " " : "");
        buf_str(&query, words[i]);
    }
    VEC(struct hit) hits = VEC_INIT;
    struct arena *tmp = arena_new();
    for (size_t i = 0; i < n; i++) {
        if (!(r->independent && all[i].parent.n) &&
            matches(haystack(tmp, &all[i]), words, nwords)) {
            struct hit h = {&all[i], rank(tmp, &all[i], buf_view(&query))};
            vec_push(&hits, h);
        }
    }
    arena_drop(tmp);
    vec_sort(&hits, by_rank);
    const struct build_style **list = ARENA_ARRAY(r->arena, const struct build_style *, hits.n + 1);
    for (size_t i = 0; i < hits.n; i++) {
        list[i] = hits.p[i].style;
    }
    *count = hits.n;
    vec_drop(&hits);
    buf_drop(&query);
    return list;
}

static int styles_search(struct styles *r) {
    if (r->words.n == 0) {
        return cli_misuse(r->command, "no words given to look for");
    }
    size_t n, count;
    const struct build_style *all = build_styles_installed(r->arena, r->dirs, r->ndirs, &n);
    const struct build_style **list = find_words(r, all, n, &count);
    if (count == 0 && !r->json) {
        cli_print_error(STR("dossier: no installed style has all of these words\n"));
    } else {
        styles_write_rows(r, list, count);
    }
    return count ? CLI_OK : CLI_ERRORS;
}

/* ---- show ---- */

/** Reports an unknown style, with the nearest name. */
static int not_installed(struct styles *r, struct str name) {
    size_t n;
    const struct build_style *all = build_styles_installed(r->arena, r->dirs, r->ndirs, &n);
    struct str near = diag_nearest_row(name, all, n, sizeof *all);
    struct str say =
        near.n ? arena_printf(r->arena, "dossier: no style `%.*s`; did you mean `%.*s`?\n",
                              STR_ARG(name), STR_ARG(near))
               : arena_printf(r->arena,
                              "dossier: no style `%.*s`; `dossier styles search` looks for words\n",
                              STR_ARG(name));
    cli_print_error(say);
    return CLI_ERRORS;
}

static int styles_show(struct styles *r) {
    if (r->words.n == 0) {
        return cli_misuse(r->command, "no style given");
    }
    size_t n = r->words.n, known = 0;
    const struct build_style **list = ARENA_ARRAY(r->arena, const struct build_style *, n);
    int status = CLI_OK;
    for (size_t i = 0; i < n; i++) {
        struct str word = r->words.p[i];
        struct str path = str_ends(word, STR(".csl"))
                              ? word
                              : build_style_path(r->arena, r->dirs, r->ndirs, word);
        struct build_style *s = ARENA_NEW(r->arena, struct build_style);
        int err = path.n ? build_style_read(r->arena, path, s) : ENOENT;
        if (err && path.n) {
            cli_print_error(arena_printf(r->arena, "dossier: cannot read `%.*s`: %s\n",
                                         STR_ARG(path), file_why(err)));
            status = CLI_ENVIRONMENT;
        } else if (err) {
            int missing = not_installed(r, word);
            status = status == CLI_OK ? missing : status;
        } else {
            list[known++] = s;
        }
    }
    styles_write_cards(r, list, known);
    return status;
}

/* ---- options ---- */

enum { LIST = 1, SEARCH = 2, SHOW = 4, CHECK = 8 };

#define AT(field) offsetof(struct styles, field)

static const struct cli_option rows[] = {
    {"independent", 0, NULL, CLI_FLAG, AT(independent), .commands = LIST | SEARCH,
     .help = "leave out styles that are only aliases of others"},
    {"json", 0, NULL, CLI_FLAG, AT(json), .help = "print JSON, for other programs"},
};

static const struct cli_option_set sets[] = {
    {CLI_ROWS(rows)},
    {CLI_ROWS(cli_report_rows), .base = AT(report), .commands = CHECK},
    {CLI_ROWS(cli_status_rows), .base = AT(report), .commands = CHECK},
    {CLI_ROWS(cli_help_rows)},
};
static const struct cli_grammar grammar = {sets, ARRAY_LEN(sets), AT(words)};

/* ---- running ---- */

static int run(const struct cli_command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct styles r = {.arena = a, .command = c->name};
    int status;
    r.ndirs = cli_data_dirs(a, r.dirs, STYLES_MAX_DIRS);
    buf_init(&r.out, 0);
    if (cli_options_read(c, &r, argc, argv, &status)) {
        status = c->act.styles(&r);
    }
    cli_print(buf_view(&r.out));
    buf_drop(&r.out);
    vec_drop(&r.words);
    arena_drop(a);
    return status;
}

#define STATUS                                                                                     \
    "exit status: 0 fine, 1 errors or nothing found, 2 wrong use, 3 a file could not be read"

/* clang-format off */
static const struct cli_command subcommands[] = {
    {"styles list", "", .help = "list all styles: name, kind, language, field, title",
     .about =
         "Prints a line for each installed style: name, kind of citations, language, field and "
         "title.",
     .status = STATUS, .grammar = &grammar, .bit = LIST, .run = run, .act.styles = styles_list},
    {"styles search", "WORD...",
     .help = "find styles that have all of the words in name, title or fields",
     .about = "Prints the installed styles that have all of the words in their names, titles or fields; the best "
              "match comes first.",
     .status = STATUS, .grammar = &grammar, .bit = SEARCH, .run = run, .act.styles = styles_search},
    {"styles show",
     "NAME...",
     {.wants = CLI_STYLE},
     .help = "print the information about a style",
     .about = "Prints the information about styles, and the style that each is an alias of.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = SHOW,
     .run = run,
     .act.styles = styles_show},
    {"styles check",
     "FILE...",
     {CLI_FILE, .words = "csl"},
     .help = "report errors in .csl files",
     .about = "Reports errors in styles: wrong XML, unknown elements, attributes and variables, macros that do "
              "not exist or call themselves, a parent that is not installed.",
     .status = STATUS,
     .grammar = &grammar,
     .bit = CHECK,
     .run = run,
     .act.styles = styles_check},
};
/* clang-format on */

const struct cli_command cli_styles = {
    .name = "styles",
    .takes = "...",
    .help = "citation styles: list, search, show, check",
    .about = "Searches the installed citation styles, and checks style files.",
    .status = STATUS,
    .subs = subcommands,
    .nsubs = ARRAY_LEN(subcommands),
    .grammar = &grammar,
};
