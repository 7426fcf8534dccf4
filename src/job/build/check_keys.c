/* SPDX-License-Identifier: MIT */
/*
 * Checks the keys of the front matter and some of their values. A key that is not in the table of
 * keys (model/doc/front.def) is reported only if it is one slip away from one that is: other keys
 * are those of other tools and of the author, and are kept as pandoc keeps them.
 */
#include "job/build/files.h"
#include "model/doc/front.h"

DIAG_USE(DIAG_LANGUAGE_TAG);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Whether `key` is accepted in one of the scopes. */
static bool is_accepted(struct str key, const char *const *scopes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct str scope = str_of(scopes[i]);
        if (doc_front_key(scope, key) || doc_front_other(scope, key)) {
            return true;
        }
    }
    return false;
}

/** Reports key `i` of `map` if it is a slip of a key in `scope`. */
static void check_key(struct build_run *b, const struct node *map, size_t i, struct str scope) {
    struct str key = map->keys[i], meant = STR_EMPTY;
    size_t n, nmeant = 0;
    const struct doc_front_key *rows = doc_front_keys(&n);
    for (size_t k = 0; k < n; k++) {
        struct str name = doc_front_name(&rows[k], scope);
        if (name.n && !rows[k].quiet && diag_is_slip(key, name)) {
            meant = nmeant++ ? meant : name;
        }
    }
    if (!nmeant) {
        return;
    }
    struct diag *g =
        diag_add(b->d, DIAG_UNKNOWN_KEY, map->key_spans[i], "unknown key `%.*s`", STR_ARG(key));
    diag_hint(b->d, g, "did you mean `%.*s`?", STR_ARG(meant));
    bool taken = node_index(map, meant) != STR_NONE;
    if (nmeant == 1 && !taken && str_eq(span_text(map->key_spans[i]), key)) {
        diag_fix(b->d, g, map->key_spans[i], meant);
    }
}

/** Checks the keys of a map against the first scope; those of the other scopes are accepted. */
static void check_map(struct build_run *b, const struct node *map, const char *const *scopes,
                      size_t n) {
    for (size_t i = 0; map->kind == NODE_MAP && i < map->n; i++) {
        if (!is_accepted(map->keys[i], scopes, n)) {
            check_key(b, map, i, str_of(scopes[0]));
        }
    }
}

static void check_institutions(struct build_run *b, const struct node *map) {
    static const char *const scopes[] = {"affiliation.", "author."};
    static const char *const keys[] = {"affiliation", "affiliations"};
    for (size_t k = 0; k < ARRAY_LEN(keys); k++) {
        const struct node *list = node_get(map, keys[k]);
        for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
            check_map(b, list->items[i], scopes, ARRAY_LEN(scopes));
        }
    }
}

static void check_author(struct build_run *b, const struct node *author) {
    static const char *const scopes[] = {"author."};
    check_map(b, author, scopes, ARRAY_LEN(scopes));
    check_institutions(b, author);
}

static void check_authors(struct build_run *b, const struct node *n) {
    if (n && n->kind == NODE_MAP) {
        check_author(b, n);
    }
    for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++) {
        check_author(b, n->items[i]);
    }
}

/** The document's direction. */
static void check_dir(struct build_run *b, const struct node *dir) {
    struct str value = str_trim(node_text(dir));
    if (value.n > 0 && !str_ieq(value, STR("rtl")) && !str_ieq(value, STR("ltr"))) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, dir->span,
                                  "`%.*s` for `dir` is no direction", STR_ARG(value));
        diag_hint(b->d, g, "write `rtl` or `ltr`; without it the language decides");
    }
}

/** The level of headings. A value that is not a number, and `0`, turn the contents off. */
static void check_depth(struct build_run *b, const struct node *depth) {
    int64_t n = 0;
    if (str_to_i64(node_text(depth), &n) && (n < 0 || n > 6)) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, depth->span,
                                  "there are no headings of level %lld", (long long)n);
        diag_hint(b->d, g, "write a level from 1 to 6");
    }
}

/** The tag of a language that is given by its name, or NULL. */
static const char *tag_of(struct str word) {
    static const char *const names[][2] = {
        {"english", "en"},     {"german", "de"},     {"deutsch", "de"}, {"french", "fr"},
        {"francais", "fr"},    {"français", "fr"},   {"spanish", "es"}, {"español", "es"},
        {"italian", "it"},     {"italiano", "it"},   {"dutch", "nl"},   {"nederlands", "nl"},
        {"russian", "ru"},     {"portuguese", "pt"}, {"swedish", "sv"}, {"danish", "da"},
        {"chinese", "zh"},     {"japanese", "ja"},   {"korean", "ko"},  {"arabic", "ar"},
        {"hebrew", "he"},      {"polish", "pl"},     {"czech", "cs"},   {"greek", "el"},
        {"latin", "la"},       {"finnish", "fi"},    {"turkish", "tr"}, {"norwegian", "nb"},
        {"american", "en-US"}, {"british", "en-GB"}, {"ngerman", "de"},
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_ieq(word, str_of(names[i][0]))) {
            return names[i][1];
        }
    }
    return NULL;
}

static void check_lang(struct build_run *b, struct str lang, struct span at) {
    if (lang.n == 0 || doc_lang_is_tag(lang)) {
        return;
    }
    struct diag *g =
        diag_add(b->d, DIAG_LANGUAGE_TAG, at,
                 "`%.*s` is no code of a language: words are not hyphenated by it", STR_ARG(lang));
    const char *tag = tag_of(lang);
    diag_hint(b->d, g, tag ? "write `%s`" : "write a tag as BCP 47 has it: `en`, `de-CH`", tag);
}

/** Languages of the document and of its parts. */
static void check_langs(struct build_run *b, const struct doc *doc) {
    const struct node *lang = node_get(doc->front, "lang");
    if (lang && lang->kind != NODE_LIST && lang->kind != NODE_MAP) {
        check_lang(b, str_trim(node_text(lang)), lang->span);
    }
    for (const struct doc_attr *a = doc->last_attr; a; a = a->made_before) {
        for (size_t i = 0; i < a->npairs; i++) {
            if (str_is(a->pairs[i].key, "lang") && a->pairs[i].span.src) {
                check_lang(b, a->pairs[i].value, a->pairs[i].span);
            }
        }
    }
}

void build_check_keys(struct build_run *b, const struct doc *doc) {
    static const char *const scopes[] = {""};
    const struct node *front = doc->front;
    check_map(b, front, scopes, ARRAY_LEN(scopes));
    check_dir(b, node_get(front, "dir"));
    check_depth(b, node_get(front, "toc-depth"));
    check_langs(b, doc);
    check_institutions(b, front);
    check_authors(b, node_get(front, "author"));
    check_authors(b, node_get(front, "authors"));
}
