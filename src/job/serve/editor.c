/* SPDX-License-Identifier: MIT */
/*
 * The command line of an editor. Decides how the command line is split into words, and in which
 * form well-known editors expect a place in a file. Starts no program.
 */
#include "core/base/child_process.h"
#include "job/serve/serve.h"

#include "core/base/buf.h"

/* The arguments of known editors. They are used if the command of the user has no {file}. */
static const struct {
    const char *program, *words;
} editors[] = {
    {"code", "-g {file}:{line}:{col}"},
    {"codium", "-g {file}:{line}:{col}"},
    {"code-insiders", "-g {file}:{line}:{col}"},
    {"cursor", "-g {file}:{line}:{col}"},
    {"zed", "{file}:{line}:{col}"},
    {"subl", "{file}:{line}:{col}"},
    {"emacs", "+{line}:{col} {file}"},
    {"emacsclient", "-n +{line}:{col} {file}"},
    {"gvim", "+{line} {file}"},
    {"gedit", "+{line}:{col} {file}"},
    {"gnome-text-editor", "+{line}:{col} {file}"},
    {"kate", "-l {line} -c {col} {file}"},
    {"kwrite", "-l {line} -c {col} {file}"},
    {"geany", "{file}:{line}:{col}"},
    {"pulsar", "{file}:{line}:{col}"},
    {"texstudio", "-line {line} {file}"},
    {"mousepad", "-l {line} {file}"},
};

/** Removes the first word from `*rest`. Returns false at the end, or if a quotation mark is not
 * closed. */
static bool next_word(struct arena *a, struct str *rest, struct str *word) {
    *rest = str_trim(*rest);
    if (rest->n == 0) {
        return false;
    }
    struct buf b = BUF_INIT;
    char quote = '\0';
    size_t i = 0;
    for (; i < rest->n && (quote || !is_space(rest->p[i])); i++) {
        char c = rest->p[i];
        if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? '\0' : c;
        } else {
            buf_putc(&b, c);
        }
    }
    *rest = str_from(*rest, i);
    *word = b.n ? buf_keep(&b, a) : STR("");
    buf_drop(&b);
    if (quote) {
        *rest = STR_EMPTY;
    }
    return quote == '\0';
}

/** Returns a word in which {file}, {line} and {col} are replaced. */
static struct str fill_in(struct arena *a, struct str word, struct str file, unsigned line,
                          unsigned col) {
    struct buf b = BUF_INIT;
    while (word.n) {
        if (str_starts(word, STR("{file}"))) {
            buf_str(&b, file);
            word = str_from(word, 6);
        } else if (str_starts(word, STR("{line}"))) {
            buf_printf(&b, "%u", line);
            word = str_from(word, 6);
        } else if (str_starts(word, STR("{col}"))) {
            buf_printf(&b, "%u", col);
            word = str_from(word, 5);
        } else {
            buf_putc(&b, word.p[0]);
            word = str_from(word, 1);
        }
    }
    struct str out = b.n ? buf_keep(&b, a) : STR("");
    buf_drop(&b);
    return out;
}

static size_t split(struct arena *a, struct str command, struct str *words, size_t n) {
    while (str_trim(command).n) {
        if (n >= PROCESS_WORDS || !next_word(a, &command, &words[n])) {
            return 0;
        }
        n++;
    }
    return n;
}

size_t serve_editor_words(struct arena *a, struct str command, struct str file, unsigned line,
                          unsigned col, struct str *words) {
    size_t n = split(a, command, words, 0);
    bool placed = false;
    for (size_t i = 0; i < n; i++) {
        placed = placed || str_find(words[i], STR("{file}")) != STR_NONE;
    }
    if (n > 0 && !placed) {
        struct str rest = STR("{file}");
        for (size_t i = 0; i < ARRAY_LEN(editors); i++) {
            rest =
                str_is(path_base(words[0]), editors[i].program) ? str_of(editors[i].words) : rest;
        }
        n = split(a, rest, words, n);
    }
    for (size_t i = 0; i < n; i++) {
        words[i] = fill_in(a, words[i], file, line, col);
    }
    return n > 0 && words[0].n > 0 ? n : 0;
}
