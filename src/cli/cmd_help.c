/* SPDX-License-Identifier: MIT */
/*
 * dossier help: shows the help of a command, or the part of the manual about a word: a key, an
 * option, a class, an attribute, an id of a diagnostic, or a topic. These parts are Markdown. The
 * writer of plain text formats them for the terminal.
 */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/reference.h"

#include "job/build/build.h"

#include <stdio.h>

enum { WIDTH = 80 };

/** Returns a part of the manual as a file in memory. */
static int read_passage(void *user, struct arena *a, struct str path, size_t limit,
                        struct str *out) {
    (void)a, (void)path, (void)limit;
    *out = *(const struct str *)user;
    return str_is(path, "/passage.md") ? 0 : FILE_ON_DISK;
}

/** Prints Markdown as plain text. */
static void print_markdown(struct arena *a, struct str markdown) {
    struct build_options opt = {.from = STR("markdown-liquid-smart"),
                                .cache = STR(""),
                                .columns = WIDTH,
                                .epoch = -1,
                                .host = {.read = read_passage, .user = &markdown}};
    struct build_target target = {.output = build_output_named(STR("plain"))};
    struct build_job job = {.input = STR("/passage.md"), .targets = &target, .ntargets = 1};
    cli_data_dirs(a, opt.data_dirs, ARRAY_LEN(opt.data_dirs));
    build_run(&job, &opt);
    cli_print(target.data);
    build_drop(&job);
}

/** Reports a word that has no explanation, with the most similar name. */
static int unknown_word(struct str word) {
    str_list names = VEC_INIT;
    const struct cli_command *const *list;
    size_t n = cli_commands(&list);
    for (size_t i = 0; i < n; i++) {
        vec_push(&names, str_of(list[i]->name));
    }
    cli_handbook_names(&names, NULL);
    cli_reference_names(&names);
    struct str near = diag_nearest(word, names.p, names.n);
    if (near.n) {
        cli_usage_error(NULL,
                        "the manual has nothing about `%.*s`; did you mean `dossier help %.*s`?",
                        STR_ARG(word), STR_ARG(near));
    } else {
        cli_usage_error(
            NULL, "the manual has nothing about `%.*s`; `dossier help topics` lists its pages",
            STR_ARG(word));
    }
    vec_drop(&names);
    return CLI_USAGE;
}

/** Prints the pages of the manual: "statement  The first statement". */
static void print_topics(void) {
    str_list names = VEC_INIT, titles = VEC_INIT;
    struct buf b = BUF_INIT;
    size_t widest = 0;
    cli_handbook_names(&names, &titles);
    for (size_t i = 0; i < names.n; i++) {
        widest = names.p[i].n > widest ? names.p[i].n : widest;
    }
    for (size_t i = 0; i < names.n && i < titles.n; i++) {
        buf_str(&b, names.p[i]);
        buf_fill(&b, ' ', widest + 2 - names.p[i].n);
        buf_printf(&b, "%.*s\n", STR_ARG(titles.p[i]));
    }
    buf_puts(&b,
             "\n`dossier help WORD` shows a page, or the passage about a key, an option, a class "
             "or a\ndiagnostic.\n");
    cli_print(buf_view(&b));
    buf_drop(&b);
    vec_drop(&names);
    vec_drop(&titles);
}

static int explain(struct arena *a, struct str word) {
    struct buf b = BUF_INIT, more = BUF_INIT;
    size_t entries = cli_reference_entries(&b, a, word);
    bool passage = cli_handbook_passage(&b, a, word);
    /* a phrase may mean a name with hyphens: "number sections" means "number-sections" */
    if (!entries && !passage && str_index(word, ' ') != STR_NONE) {
        struct str key = arena_str(a, word);
        for (size_t i = 0; i < key.n; i++) {
            ((char *)key.p)[i] = key.p[i] == ' ' ? '-' : to_lower(key.p[i]);
        }
        entries = cli_reference_entries(&b, a, key);
        passage = cli_handbook_passage(&b, a, key);
    }
    size_t others = passage ? 0 : cli_handbook_mentions(&more, a, word);
    if (others) {
        buf_printf(&b, "\nThe manual mentions `%.*s` in these sections:\n\n%s", STR_ARG(word),
                   more.p);
    }
    buf_clear(&more);
    if (!entries && !passage) {
        size_t found = cli_reference_search(&more, a, word);
        found += others ? 0 : cli_handbook_search(&more, a, word);
        if (found) {
            buf_printf(&b, "\nThese passages have the words of `%.*s`:\n\n%s", STR_ARG(word),
                       more.p);
        }
        others += found;
    }
    int status = CLI_OK;
    if (entries || passage || others) {
        print_markdown(a, buf_view(&b));
    } else {
        status = unknown_word(word);
    }
    buf_drop(&b);
    buf_drop(&more);
    return status;
}

/** Prints the help of a command, and the sections of the manual that show the command. */
static void print_command(const struct cli_command *c) {
    struct arena *a = arena_new();
    struct buf b = BUF_INIT, more = BUF_INIT;
    cli_help(c, false);
    if (cli_handbook_mentions(&more, a, arena_join(a, 2, STR("dossier "), str_of(c->name)))) {
        buf_printf(&b, "In the manual:\n\n%s", more.p);
        cli_print(STR("\n"));
        print_markdown(a, buf_view(&b));
    }
    buf_drop(&b);
    buf_drop(&more);
    arena_drop(a);
}

/** Implements `--reference PAGE`, with which the manual is built: prints a page as Markdown. */
static int print_reference(struct arena *a, struct str name) {
    struct buf b = BUF_INIT;
    bool found = cli_reference_page(&b, a, name);
    fwrite(b.p, 1, b.n, stdout);
    buf_drop(&b);
    return found ? CLI_OK : CLI_USAGE;
}

static int run_help(const struct cli_command *c, int argc, char **argv) {
    struct str words[8];
    size_t n = (size_t)argc < ARRAY_LEN(words) ? (size_t)argc : ARRAY_LEN(words);
    (void)c;
    for (size_t i = 0; i < n; i++) {
        words[i] = str_of(argv[i]);
    }
    if (n == 0 || ((str_is(words[0], "--help") || str_is(words[0], "-h")) && n == 1)) {
        cli_help(NULL, false);
        return CLI_OK;
    }
    if (str_is(words[0], "topics") && n == 1) {
        print_topics();
        return CLI_OK;
    }
    const struct cli_command *about = cli_command_of(words, n);
    if (about) {
        print_command(about);
        return CLI_OK;
    }
    const struct cli_command *first = cli_command_of(words, 1);
    if (first && first->nsubs && n == 2) {
        return cli_unknown_sub(first, words[1]);
    }
    struct arena *a = arena_new();
    struct buf all = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_printf(&all, "%s%.*s", i ? " " : "", STR_ARG(words[i]));
    }
    int status = n == 2 && str_is(words[0], "--reference") ? print_reference(a, words[1])
                                                           : explain(a, buf_keep(&all, a));
    buf_drop(&all);
    arena_drop(a);
    return status;
}

const struct cli_command cli_help_command = {
    .name = "help",
    .takes = "[WORD...]",
    .word = {.wants = CLI_COMMAND},
    .help = "the manual: a command, key, option, class, diagnostic or topic",
    .about = "Shows the part of the manual about a word: a command, a key of the front matter, an "
             "option, a class, an attribute, the id of a diagnostic, or a topic such as `cv`. "
             "`dossier help topics` lists the pages of the manual.",
    .status = "exit status: 0 fine, 2 nothing found",
    .run = run_help,
};
