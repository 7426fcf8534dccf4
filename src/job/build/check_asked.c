/* SPDX-License-Identifier: MIT */
/*
 * What the checks that somebody asks for want to know: the words of a project and those that it
 * bans, from `lint` in `.dossier.yml` and in the front matter. Decides how these are written; what
 * they mean is the lint room's affair.
 */
#include "job/build/files.h"
#include "job/build/settings.h"

#include "check/lint/abbreviations.h"
#include "core/base/bounds.h"
#include "core/base/file.h"

DIAG_USE(DIAG_BAD_METADATA);

#define MOST_WORDS 100000

struct settings_words {
    struct build_run *b;
    VEC(struct str) words;
    VEC(struct lint_banned) banned;
};

static void add(struct settings_words *s, bool bans, struct str word, struct str instead,
                struct span at) {
    word = str_trim(word);
    if (word.n == 0 || s->words.n + s->banned.n >= MOST_WORDS) {
        return;
    }
    if (bans) {
        vec_push(&s->banned, (struct lint_banned){word, str_trim(instead), at});
    } else {
        vec_push(&s->words, word);
    }
}

/** Lines of a file: a word, or "word: what to write instead"; "#" begins a comment. */
static void add_file(struct settings_words *s, bool bans, struct str path, struct span at) {
    struct str text;
    int err = file_host_read(&s->b->opt->host, s->b->arena, path, LIMIT_FRONT_MATTER, &text);
    if (err) {
        struct diag *g = diag_add(s->b->d, DIAG_BAD_METADATA, at, "cannot read the words in `%.*s`",
                                  STR_ARG(path));
        diag_hint(s->b->d, g, "%s", file_why(err));
        return;
    }
    build_note_input(s->b, path);
    while (text.p) {
        struct str line = str_cut(&text, '\n');
        line = str_slice(line, 0, str_index(line, '#'));
        size_t colon = bans ? str_index(line, ':') : STR_NONE;
        struct str instead = colon == STR_NONE ? STR_EMPTY : str_from(line, colon + 1);
        add(s, bans, str_slice(line, 0, colon), instead, SPAN_NONE);
    }
}

/** A word, a list of words, a map of banned ones to what to write instead, or a file's name. */
static void add_setting(struct settings_words *s, bool bans, const struct node *n, struct str dir) {
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
        add_file(s, bans, path_join(s->b->arena, dir, text), n->span);
    } else {
        add(s, bans, text, STR_EMPTY, n->span);
    }
}

void build_lint_asked(struct build_run *b, struct doc *doc) {
    struct settings_words s = {.b = b, .words = VEC_INIT, .banned = VEC_INIT};
    for (int project = 0; project < 2; project++) {
        struct str dir = project ? b->settings->dir : b->dir;
        add_setting(&s, false, build_setting(b->settings, project, "words"), dir);
        add_setting(&s, true, build_setting(b->settings, project, "banned"), dir);
    }
    struct str folders[16], path = b->opt->dictionaries;
    size_t n = 0;
    while (path.p && n < ARRAY_LEN(folders)) {
        struct str folder = str_cut(&path, ':');
        folders[n] = folder;
        n += folder.n > 0;
    }
    struct lint_asked asked = {
        .words = s.words.p,
        .nwords = s.words.n,
        .banned = s.banned.p,
        .nbanned = s.banned.n,
        .dictionaries = folders,
        .ndictionaries = n,
        .french = node_bool(node_get(doc->front, "autospace-punctuation"), 1) != 0};
    lint_asked(doc, &asked, b->d);
    vec_drop(&s.words);
    vec_drop(&s.banned);
}
