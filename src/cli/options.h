/* SPDX-License-Identifier: MIT */
/*
 * Commands and options as rows of tables. A row holds all that the program knows of an option: its
 * names, what its value is, where that goes, the words that explain it. The reader of command lines
 * (options.c), --help (help.c), the reference of the manual (reference.c) and completion in shells
 * (completion*.c) go by the rows and know no option by name. Private to cli.
 *
 * In texts of help, words in backquotes are literal, the name of the value is in capitals as in the
 * row, and {words} is the list of what may be chosen: "text, json or sarif".
 */
#ifndef DOSSIER_CLI_OPTIONS_H
#define DOSSIER_CLI_OPTIONS_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/vec.h"

/* ---- values ---- */

enum cli_wants {
    CLI_ANYTHING,
    CLI_ONE_OF,  /* of the words */
    CLI_SOME_OF, /* of the words, with commas between */
    CLI_FILE,    /* a file; the words are the endings it is likely to have */
    CLI_FOLDER,
    CLI_THEME,  /* a style sheet or the name of one */
    CLI_STYLE,  /* a citation style or the name of one */
    CLI_COMMAND /* of the program */
};

/** The values that an option or a word may have. */
struct cli_value {
    enum cli_wants wants;
    const char *words;            /* with spaces between them */
    struct str (*word)(size_t i); /* or those of a table: the i-th, empty behind the last */
};

/** The i-th word of a value, empty behind the last; static. */
struct str cli_value_word(const struct cli_value *v, size_t i);
/** Appends the words as a list: "text, json or sarif"; endings have their full stops. */
void cli_value_list(struct buf *out, const struct cli_value *v);

/* ---- options ---- */

/** How a value is read, and the type of the target. */
enum cli_kind {
    CLI_FLAG,    /* bool: true, or false after "--name=false" if the row has `optional` */
    CLI_STRING,  /* struct str; its pointer is NULL if the option was not given */
    CLI_LIST,    /* str_list: each value is appended */
    CLI_NUMBER,  /* int64_t, at least 1 */
    CLI_CHOICE,  /* an enum: the index of the value in the row's words; others are an error */
    CLI_FOUND,   /* the result of `find` for the value; an unknown name is an error */
    CLI_CALL,    /* `read` is called with the value */
    CLI_SAME,    /* another name for the option of the row above */
    CLI_NOTHING, /* the option is accepted without effect */
    CLI_HELP     /* the command's help is printed instead of running the command, with `key` for all
                    options */
};

/** Options that help lists under one title. */
struct cli_group {
    const char *title; /* "": the options belong to the group before */
    unsigned commands; /* bits of the commands whose help shows the group; 0: all */
    bool brief;        /* help has only the names, in one paragraph after the title */
};

struct cli_option {
    const char *name;
    char letter;     /* 0: none */
    const char *arg; /* the name of the value in help: "FILE"; NULL: it has no value */
    enum cli_kind kind;
    size_t target;     /* offset of the target in the structure of the set */
    const char *help;  /* begins in lower case, no full stop */
    const char *more;  /* further sentences for the manual, or NULL */
    bool optional;     /* the value may be missing; it is given as "--name=value" */
    unsigned commands; /* bits of the commands that have the option; 0: all */
    const struct cli_group *group;
    struct cli_value value;
    /** For CLI_FOUND: sets the target. Returns false if the name is unknown. */
    bool (*find)(struct str name, void *to);
    /** For CLI_CALL: applies the value to `options`, the structure of the option's set. The value
     * is empty if it is optional and missing. Returns false after it has reported a wrong value. */
    bool (*read)(void *options, const struct cli_option *row, struct str value);
    const char *key; /* a word that `read` uses, such as a front-matter key; or NULL */
};

/** Rows for one structure. */
struct cli_option_set {
    const struct cli_option *rows;
    size_t n;
    size_t base;       /* offset of the structure in the options of the command */
    unsigned commands; /* bits of the commands that take these options; 0: all */
};

#define CLI_ROWS(array) .rows = (array), .n = ARRAY_LEN(array)

/** What commands of one kind take. */
struct cli_grammar {
    const struct cli_option_set *sets;
    size_t nsets;
    size_t words; /* offset of the str_list in their options */
};

/** An option as it was given on the command line. */
struct cli_given {
    const struct cli_option *row;
    struct str value;
    bool has_value;
};
typedef VEC(struct cli_given) cli_given_vec;

/* ---- commands ---- */

struct cli_options;
struct refs;
struct styles;
struct library_run;

struct cli_command {
    const char *name; /* "build", "refs list" */
    const char
        *takes; /* words after it: "FILE..."; NULL: it takes none; "": it reports words itself */
    struct cli_value word; /* the words of a command's argument, for completion */
    const char *help;      /* one line */
    const char *about;     /* paragraphs, with a line end between them */
    const char *status;    /* explanation of the exit statuses */
    const struct cli_command *subs;
    size_t nsubs;
    const char *otherwise; /* the subcommand if there is no word; or NULL */
    const struct cli_grammar *grammar;
    const char *often; /* names of the options that --help shows, divided by spaces; --help-all
                          shows the others, too. NULL: --help shows all */
    unsigned bit;      /* the command's in the masks of rows */
    size_t given;      /* offset in its options of the cli_given_vec that gets them all; 0: none */
    bool dash_words;   /* "-word" is a word; options with one letter are not combined */
    /** Runs the command and returns the exit status. NULL if there are subcommands. */
    int (*run)(const struct cli_command *c, int argc, char **argv);
    union { /* the part that differs between commands with the same `run` */
        int (*documents)(struct cli_options *o);
        int (*refs)(struct refs *r);
        int (*styles)(struct styles *r);
        bool (*library)(struct library_run *r); /* false: wrong use, which has been reported */
        void (*script)(struct buf *out);        /* of completion */
    } act;
};

/** The commands of the program, in the order of help. Returns how many. */
size_t cli_commands(const struct cli_command *const **list);
/** The command of these words ("refs", "list"), or NULL. */
const struct cli_command *cli_command_of(const struct str *words, size_t n);
/** What a word that is no name here means to most people, by meant.def; empty if that is unknown.
 */
enum cli_meant { CLI_MEANT_OPTION, CLI_MEANT_COMMAND, CLI_MEANT_KIND, CLI_MEANT_FORMAT };
struct str cli_meant(enum cli_meant what, struct str word);
/** Reports a word that is no subcommand, with the nearest one. Returns the exit status. */
int cli_unknown_sub(const struct cli_command *c, struct str word);
/** The last word of a command's name. */
const char *cli_command_word(const struct cli_command *c);
/** Runs the command that the words name; wrong use is reported. Returns the exit status. */
int cli_run(int argc, char **argv);

/**
 * Reads the words behind a command into its options: "--name", "--name=value", "--name value",
 * "-n", "-nvalue", "-n value", letters together ("-sC"); all behind "--" are words, and so is "-".
 * Returns false when the command is not to be run, with the exit status: a fault was reported, or
 * help was printed. The words and lists are to be dropped in any case.
 */
bool cli_options_read(const struct cli_command *c, void *options, int argc, char **argv,
                      int *status);

/** Gives an option its value as if it stood on the command line; the value of one that takes none
 * is "true" or "false". Returns false when it is wrong, which has been reported. */
bool cli_option_give(const struct cli_command *c, void *options, struct str name, struct str value);

/** Appends the given options that another command has, too, as words of its command line:
 * "--name=value", in `a`. */
void cli_give_on(struct arena *a, const struct cli_command *c, const cli_given_vec *given,
                 str_list *out);
/** Whether a command takes an option of one of its sets. */
bool cli_takes(const struct cli_command *c, const struct cli_option_set *set,
               const struct cli_option *row);
/** Whether it also shows the option in its help: rows of other commands' groups are accepted only.
 */
bool cli_shows(const struct cli_command *c, const struct cli_option_set *set,
               const struct cli_option *row);
/** Calls `fn` for each option that a command shows, with the other names of options, without brief
 * groups. */
void cli_each_option(struct buf *out, const struct cli_command *c,
                     void (*fn)(struct buf *out, const struct cli_command *c,
                                const struct cli_option *row));
/** The row that a row stands for: itself unless it is CLI_SAME. */
const struct cli_option *cli_row_meant(const struct cli_option *row);

/** Prints "dossier: MESSAGE" and a hint to --help on standard error. */
void cli_usage_error(const char *command, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** Reports a value that is not among the words of the row, with the nearest word or all of them. */
void cli_wrong_choice(const char *command, const struct cli_option *row, struct str value);

/* ---- texts from the rows ---- */

/** Scripts that complete command lines of dossier in a shell. */
void cli_write_bash(struct buf *out);
void cli_write_zsh(struct buf *out);
void cli_write_fish(struct buf *out);
/** Appends the title and the names of a brief group, from row `i` on: "TITLE: -s, --standalone".
 * Each name is between two texts `quote`. */
void cli_put_brief(struct buf *out, const struct cli_option_set *set, size_t i, const char *quote);
/** The help of an option up to its first comma or colon, for lists of names. */
struct str cli_brief(const struct cli_option *row);

#endif
