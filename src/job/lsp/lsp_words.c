/* SPDX-License-Identifier: MIT */
/*
 * Finds keys and identifiers in a text: the word at the cursor, and the other places where a name
 * is used. It uses only the text and not a tree, so that it works for incomplete documents.
 */
#include "job/lsp/lsp_internal.h"

#include "core/base/code_fence.h"

/** Whether a character can be in a key (pandoc's manual, citations) or a label. */
static bool is_key_char(char c) {
    return is_alnum(c) || (unsigned char)c >= 0x80 ||
           (c && str_index(STR("_:.$%&-+?<>~/"), c) != STR_NONE);
}

static bool is_inner(char c) {
    return !is_alnum(c) && c != '_' && (unsigned char)c < 0x80;
}

bool lsp_is_name(struct str name) {
    bool right = name.n > 0 && !is_inner(name.p[0]) && !is_inner(name.p[name.n - 1]);
    for (size_t i = 0; i < name.n; i++) {
        right = right && is_key_char(name.p[i]);
    }
    return right;
}

/* ---- commands of LaTeX */

static const struct {
    const char *name;
    enum lsp_kind kind;
} commands[] = {{"label", LSP_WORD_DEFINED}, {"ref", LSP_WORD_USE},     {"eqref", LSP_WORD_USE},
                {"cref", LSP_WORD_USE},      {"Cref", LSP_WORD_USE},    {"autoref", LSP_WORD_USE},
                {"pageref", LSP_WORD_USE},   {"nameref", LSP_WORD_USE}, {"hyperref", LSP_WORD_USE}};

static enum lsp_kind kind_of_command(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        if (str_is(name, commands[i].name)) {
            return commands[i].kind;
        }
    }
    return str_find(name, STR("cite")) != STR_NONE || str_find(name, STR("Cite")) != STR_NONE
               ? LSP_WORD_USE
               : LSP_WORD_NONE;
}

/** Returns the kind of the words in the braces of a command, as in \cite[p. 3]{a, b}. The opening
 * brace is before `at`. */
static enum lsp_kind kind_in_braces(struct str s, size_t at) {
    while (at > 0 && (is_key_char(s.p[at - 1]) || s.p[at - 1] == ',' || s.p[at - 1] == ' ')) {
        at--;
    }
    if (at == 0 || s.p[at - 1] != '{') {
        return LSP_WORD_NONE;
    }
    at--;
    for (int depth = 0; at > 0 && (s.p[at - 1] == ']' || depth > 0); at--) {
        depth += (s.p[at - 1] == ']') - (s.p[at - 1] == '[');
        if (s.p[at - 1] == '\n') {
            return LSP_WORD_NONE;
        }
    }
    size_t end = at = at > 0 && s.p[at - 1] == '*' ? at - 1 : at;
    while (at > 0 && is_alpha(s.p[at - 1])) {
        at--;
    }
    return at > 0 && s.p[at - 1] == '\\' ? kind_of_command(str_slice(s, at, end)) : LSP_WORD_NONE;
}

/* ---- words */

/** Returns the kind of a word that begins at an offset. */
static enum lsp_kind kind_at(struct str s, size_t begin) {
    char before = begin > 0 ? s.p[begin - 1] : ' ', earlier = begin > 1 ? s.p[begin - 2] : ' ';
    if (before == '@') {
        return is_alnum(earlier) || earlier == '\\' ? LSP_WORD_NONE : LSP_WORD_USE;
    }
    if (before == '{' && earlier == '@') {
        return LSP_WORD_USE;
    }
    if (before == '#') {
        return earlier == '{' ? LSP_WORD_DEFINED : earlier == '(' ? LSP_WORD_PLACE : LSP_WORD_NONE;
    }
    return kind_in_braces(s, begin);
}

struct lsp_word lsp_word_at(struct str s, size_t at) {
    struct lsp_word w = {LSP_WORD_NONE, at, at};
    if (w.begin < s.n && str_index(STR("@#"), s.p[w.begin]) != STR_NONE) {
        w.begin = ++w.end; /* the cursor is on the `@` or `#` before the word */
    }
    while (w.begin > 0 && is_key_char(s.p[w.begin - 1])) {
        w.begin--;
    }
    w.end = str_past(s, w.end, is_key_char);
    while (w.end > w.begin && is_inner(s.p[w.end - 1])) {
        w.end--;
    }
    w.kind = w.end > w.begin ? kind_at(s, w.begin) : LSP_WORD_NONE;
    return w;
}

struct lsp_word lsp_word_before(struct str s, size_t at) {
    struct lsp_word w = {LSP_WORD_NONE, at, at};
    while (w.begin > 0 && is_key_char(s.p[w.begin - 1])) {
        w.begin--;
    }
    w.kind = kind_at(s, w.begin);
    return w;
}

/** Returns the offset after code: a fenced block at the beginning of a line, or a span in backticks
 * within a line. Returns the same offset if there is no code. */
static size_t skip_code(struct str s, size_t at) {
    char mark = s.p[at];
    bool begins = at == 0 || s.p[at - 1] == '\n';
    size_t n = str_run(s, at, mark);
    struct str line = str_slice(s, at, str_until(s, at, '\n'));
    bool fence = begins && code_fence_line(&(struct code_fence){0}, line) == CODE_FENCE_MARK;
    if (!fence && mark != '`') {
        return at;
    }
    for (size_t i = at + n; i < s.n; i++) {
        size_t k = str_run(s, i, mark);
        if (fence ? k >= n && s.p[i - 1] == '\n' : k == n) {
            return i + k;
        }
        if (!fence && s.p[i] == '\n' && i + 1 < s.n && s.p[i + 1] == '\n') {
            return at + n; /* there are no closing backticks */
        }
        i += k ? k - 1 : 0;
    }
    return fence ? s.n : at + n;
}

void lsp_words_of(struct str s, struct str name, lsp_words *out) {
    for (size_t at = 0; name.n && at + name.n <= s.n;) {
        if (s.p[at] == '`' || s.p[at] == '~') {
            size_t next = skip_code(s, at);
            if (next > at) {
                at = next;
                continue;
            }
        }
        bool alone = (at == 0 || !is_key_char(s.p[at - 1])) && str_starts(str_from(s, at), name);
        struct lsp_word w =
            alone ? lsp_word_at(s, at + name.n) : (struct lsp_word){LSP_WORD_NONE, 0, 0};
        if (w.kind && w.begin == at && w.end == at + name.n) {
            vec_push(out, w);
        }
        at++;
    }
}
