/* SPDX-License-Identifier: MIT */
/*
 * Reads the words of a project and the words that it bans, from `words` and `banned` below `lint`.
 */
#include "check/lint/optional.h"

#include "core/base/file.h"

DIAG_USE(DIAG_BAD_METADATA);

#define MAX_WORDS 100000 /* maximum number of words of a project, including banned ones */

static void add(struct lint_word_lists *s, bool bans, struct str word, struct str instead,
                struct span at) {
    word = str_trim(word);
    if (word.n == 0 || s->words.n + s->banned.n >= MAX_WORDS) {
        return;
    }
    if (bans) {
        vec_push(&s->banned, (struct lint_banned){word, str_trim(instead), at});
    } else {
        vec_push(&s->words, word);
    }
}

/** Adds the lines of a file. A line is a word, or "word: replacement". A "#" begins a comment. */
static void add_file(struct lint_word_lists *s, bool bans, struct str path, struct span at) {
    struct str text;
    int err = s->read(s->user, path, &text);
    if (err) {
        struct diag *g =
            diag_add(s->d, DIAG_BAD_METADATA, at, "cannot read the words in `%.*s`", STR_ARG(path));
        diag_hint(s->d, g, "%s", file_why(err));
        return;
    }
    while (text.p) {
        struct str line = str_cut(&text, '\n');
        line = str_slice(line, 0, str_index(line, '#'));
        size_t colon = bans ? str_index(line, ':') : STR_NONE;
        struct str instead = colon == STR_NONE ? STR_EMPTY : str_from(line, colon + 1);
        add(s, bans, str_slice(line, 0, colon), instead, SPAN_NONE);
    }
}

void lint_words_add(struct lint_word_lists *s, bool bans, const struct node *n, struct str dir) {
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        const struct node *item = n->items[i];
        bool map = item->kind == NODE_MAP && item->n == 1;
        add(s, bans, map ? item->keys[0] : node_text(item),
            map ? node_text(item->items[0]) : STR_EMPTY, item->span);
    }
    for (size_t i = 0; n && n->kind == NODE_MAP && i < n->n; i++) {
        add(s, bans, n->keys[i], node_text(n->items[i]), n->key_spans[i]);
    }
    if (!n || n->kind == NODE_LIST || n->kind == NODE_MAP || n->kind == NODE_NULL) {
        return;
    }
    struct str text = str_trim(node_text(n)), ext = path_ext(text);
    if (str_ieq(ext, STR("txt")) || str_ieq(ext, STR("dic"))) {
        add_file(s, bans, path_join(s->arena, dir, text), n->span);
    } else {
        add(s, bans, text, STR_EMPTY, n->span);
    }
}

void lint_words_drop(struct lint_word_lists *s) {
    vec_drop(&s->words);
    vec_drop(&s->banned);
}
