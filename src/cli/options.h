/* SPDX-License-Identifier: MIT */
/*
 * Commands and options as rows of tables. A row has everything that the program needs about an
 * option: its names, its value, where the value is stored, and the words that explain it. The
 * reader of command lines (options.c), --help (help.c), the reference of the manual (reference.c)
 * and completion in shells (completion*.c) use the rows and do not depend on the name of any
 * option. Private to cli.
 *
 * In texts of help, words in backquotes are literal, the name of the value is in capitals as in the
 * row, and {words} is the list of the possible words: "text, json or sarif".
 */
#ifndef DOSSIER_CLI_OPTIONS_H
#define DOSSIER_CLI_OPTIONS_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/vec.h"

/* ---- values ---- */

enum cli_wants {
    CLI_ANYTHING,
    CLI_ONE_OF,  /* one of the words */
    CLI_SOME_OF, /* several of the words, separated by commas */
    CLI_FILE,    /* a file; the words are the endings that it probably has */
    CLI_FOLDER,
    CLI_THEME,  /* a style sheet or the name of one */
    CLI_STYLE,  /* a citation style or the name of one */
    CLI_COMMAND /* a command of the program */
};

/** The values that an option or a word may have. */
struct cli_value {
    enum cli_wants wants;
    const char *words; /* words separated by spaces */
    /* instead of `words`: a function that returns word `i` of a table, and the empty slice after
     * the last one */
    struct str (*word)(size_t i);
};

/** Returns word `i` of a value; the empty slice after the last. The text is static. */
struct str cli_value_word(const struct cli_value *v, size_t i);
/** Appends the words as a list: "text, json or sarif". Endings of files begin with a full stop. */
void cli_value_list(struct buf *out, const struct cli_value *v);

/* ---- options ---- */

/** How a value is read, and the type of the target. */
enum cli_kind {
    CLI_FLAG,    /* bool: true; or false after "--name=false" if the row has `optional` */
    CLI_STRING,  /* struct str; its pointer is NULL if the option was not given */
    CLI_LIST,    /* str_list: each value is appended */
    CLI_NUMBER,  /* int64_t, at least 1 */
    CLI_CHOICE,  /* an enum: the index of the value in the row's words; other values are an error */
    CLI_FOUND,   /* the result of `find` for the value; an unknown name is an error */
    CLI_CALL,    /* `read` is called with the value */
    CLI_SAME,    /* another name for the option of the row above */
    CLI_NOTHING, /* the option is accepted without effect */
    CLI_HELP     /* the command's help is printed instead of running the command; with `key`, all
                    options are shown */
};

/** Options that the help lists under one title. */
struct cli_group {
    const char *title; /* "": the options belong to the group before */
    unsigned commands; /* bits of the commands whose help shows the group; 0 means all */
    bool brief;        /* the help has only the names, in one paragraph after the title */
};

struct cli_option {
    const char *name;
    char letter;     /* 0: the option has no letter */
    const char *arg; /* the name of the value in the help: "FILE"; NULL if it has no value */
    enum cli_kind kind;
    size_t target;     /* offset of the target in the structure of the set */
    const char *help;  /* the help in a phrase that begins in lower case and has no full stop */
    const char *more;  /* further sentences for the manual, or NULL */
    bool optional;     /* the value may be missing; if given, it is written as "--name=value" */
    unsigned commands; /* bits of the commands that have the option; 0 means all */
    const struct cli_group *group;
    struct cli_value value;
    /** For CLI_FOUND: sets the target. Returns false if the name is unknown. */
    bool (*find)(struct str name, void *to);
    /** For CLI_CALL: applies the value to `options`, the structure of the option's set. The value
     * is empty if it is optional and missing. Returns false after it has reported a wrong value. */
    bool (*read)(void *options, const struct cli_option *row, struct str value);
    const char *key; /* a word that `read` uses, such as a key of the front matter; or NULL */
};

/** Rows of options that set members of one structure. */
struct cli_option_set {
    const struct cli_option *rows;
    size_t n;
    size_t base;       /* offset of the structure in the options of the command */
    unsigned commands; /* bits of the commands that take these options; 0 means all */
};

#define CLI_ROWS(array) .rows = (array), .n = ARRAY_LEN(array)

/** The options and words that commands of one kind take. */
struct cli_grammar {
    const struct cli_option_set *sets;
    size_t nsets;
    size_t words; /* the list of words is at this offset in the options of a command */
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
    const char *name;      /* the name: "build", "refs list" */
    const char *takes;     /* words after the command: "FILE..."; NULL if it takes none; "" if it
                              reports words itself */
    struct cli_value word; /* the words of a command's argument, for completion */
    const char *help;      /* the help in one line */
    const char *about;     /* the longer help: paragraphs with a line end between them */
    const char *status;    /* explanation of the exit statuses */
    const struct cli_command *subs;
    size_t nsubs;
    const char *otherwise; /* the subcommand that is used if there is no word; or NULL */
    const struct cli_grammar *grammar;
    const char *often; /* names of the options that --help shows, separated by spaces; --help-all
                          also shows the others. If NULL, --help shows all. */
    unsigned bit;      /* the bit of the command in the masks of rows */
    /* offset, in the options of the command, of a cli_given_vec that receives all given options; 0
     * if there is none */
    size_t given;
    bool dash_words; /* "-word" is a word, and options with one letter cannot be combined */
    /** Runs the command and returns the exit status. NULL if there are subcommands. */
    int (*run)(const struct cli_command *c, int argc, char **argv);
    union { /* the part in which commands with the same `run` differ */
        int (*documents)(struct cli_options *o);
        int (*refs)(struct refs *r);
        int (*styles)(struct styles *r);
        /* the function of a command of `dossier library`; returns false for wrong usage, which has
         * been reported */
        bool (*library)(struct library_run *r);
        /* the function that writes the script of `dossier completion` */
        void (*script)(struct buf *out);
    } act;
};

/** Sets the commands of the program, in the order of the help. Returns their number. */
size_t cli_commands(const struct cli_command *const **list);
/** Returns the command with these words ("refs", "list"), or NULL. */
const struct cli_command *cli_command_of(const struct str *words, size_t n);
enum cli_meant { CLI_MEANT_OPTION, CLI_MEANT_COMMAND, CLI_MEANT_KIND, CLI_MEANT_FORMAT };
/** Returns what users probably mean by a word that is not a name in dossier (meant.def). Empty if
 * that is unknown. */
struct str cli_meant(enum cli_meant what, struct str word);
/** Reports a word that is not a subcommand, with the most similar one. Returns the exit status. */
int cli_unknown_sub(const struct cli_command *c, struct str word);
/** Returns the last word of a command's name. */
const char *cli_command_word(const struct cli_command *c);
/** Runs the command that the words name. Wrong usage is reported. Returns the exit status. */
int cli_run(int argc, char **argv);

/**
 * Reads the words after a command into its options: "--name", "--name=value", "--name value", "-n",
 * "-nvalue", "-n value", letters together ("-sC"). All words after "--" are ordinary words, and so
 * is "-". Returns false and the exit status if the command is not run, because an error was
 * reported or help was printed. The words and lists must be dropped in all cases.
 */
bool cli_options_read(const struct cli_command *c, void *options, int argc, char **argv,
                      int *status);

/** Sets an option as if it were on the command line. The value of an option that takes none is
 * "true" or "false". If `value` is NULL, the option must exist and is not changed. Returns false if
 * the option or the value is wrong, which has been reported. */
bool cli_option_give(const struct cli_command *c, void *options, struct str name,
                     const struct str *value);

/** Appends those given options that another command also has, as words of its command line:
 * "--name=value", in `a`. */
void cli_give_on(struct arena *a, const struct cli_command *c, const cli_given_vec *given,
                 str_list *out);
/** Whether a command also shows the option in its help. It does not show options whose group
 * belongs to other commands. */
bool cli_shows(const struct cli_command *c, const struct cli_option_set *set,
               const struct cli_option *row);
/** Calls `fn` for each option that a command shows, and for each of its other names. Options of
 * brief groups are omitted. */
void cli_each_option(struct buf *out, const struct cli_command *c,
                     void (*fn)(struct buf *out, const struct cli_command *c,
                                const struct cli_option *row));
/** Returns the row for which a CLI_SAME row is another name. Returns other rows themselves. */
const struct cli_option *cli_row_meant(const struct cli_option *row);

/** Prints "dossier: MESSAGE" and a hint to --help on standard error. Returns false. */
bool cli_usage_error(const char *command, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** Like cli_usage_error(), but the value is the exit status. */
#define cli_misuse(...) ((void)cli_usage_error(__VA_ARGS__), CLI_USAGE)
/** Reports a value that is not among the words of the row, with the most similar word or all of
 * them. */
void cli_wrong_choice(const char *command, const struct cli_option *row, struct str value);
/** Returns the index of a value among the words of the row. Reports a value that is not there, and
 * returns -1. */
int cli_choice(const char *command, const struct cli_option *row, struct str value);

/* ---- texts from the rows ---- */

/** Writes a script that completes command lines of dossier in a shell. */
void cli_write_bash(struct buf *out);
void cli_write_zsh(struct buf *out);
void cli_write_fish(struct buf *out);
/** Appends the title and the names of a brief group, from row `i` on: "TITLE: -s, --standalone".
 * The text `quote` is before and after each name. */
void cli_put_brief(struct buf *out, const struct cli_option_set *set, size_t i, const char *quote);
/** Appends the words of a value, with the text `between` between them. */
void cli_put_words(struct buf *out, const struct cli_value *v, const char *between);
/** Returns the help of an option up to the first comma, colon, semicolon or parenthesis, for
 * completion. */
struct str cli_brief(const struct cli_option *row);

#endif
