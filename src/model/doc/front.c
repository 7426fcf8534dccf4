/* SPDX-License-Identifier: MIT */
/* The tables of front-matter keys. */
#include "model/doc/front.h"

#include "core/base/search.h"

static const struct doc_front_key keys[] = {
#define ROW(name_, type_, group_, values_, absent_, example_, reader_, text_, quiet_)              \
    {.name = STR_INIT(name_),                                                                      \
     .type = FRONT_##type_,                                                                        \
     .group = FRONT_##group_,                                                                      \
     .values = STR_INIT(values_),                                                                  \
     .absent = absent_,                                                                            \
     .example = example_,                                                                          \
     .reader = reader_,                                                                            \
     .text = text_,                                                                                \
     .quiet = quiet_},
#define FRONT_KEY(name, type, group, values, absent, example, reader, text)                        \
    ROW(name, type, group, values, absent, example, reader, text, false)
#define FRONT_QUIET(name, type, group, values, absent, example, reader, text)                      \
    ROW(name, type, group, values, absent, example, reader, text, true)
#define FRONT_SAME(name_, same_, reader_)                                                          \
    {.name = STR_INIT(name_), .same = STR_INIT(same_), .reader = reader_},
#include "model/doc/front.def"
};

static const struct doc_front_other others[] = {
#define OTHER_KEY(name, kind, program, hint) {STR_INIT(name), FRONT_##kind, program, hint},
#include "model/doc/front_other.def"
};

const struct doc_front_key *doc_front_keys(size_t *n) {
    *n = ARRAY_LEN(keys);
    return keys;
}

const struct doc_front_other *doc_front_others(size_t *n) {
    *n = ARRAY_LEN(others);
    return others;
}

struct str doc_front_name(const struct doc_front_key *row, struct str scope) {
    struct str name = str_starts(row->name, scope) ? str_from(row->name, scope.n) : STR_EMPTY;
    return str_index(name, '.') == STR_NONE ? name : STR_EMPTY;
}

/** Compares a name with `scope` and `key` joined, by bytes, as str_cmp() does. */
static int compare(struct str name, struct str scope, struct str key) {
    int order = str_cmp(str_slice(name, 0, scope.n), scope);
    return order ? order : str_cmp(str_from(name, scope.n), key);
}

const struct doc_front_key *doc_front_key(struct str scope, struct str key) {
    size_t i = 0, n = ARRAY_LEN(keys);
    SEARCH_FIRST(i, 0, n, compare(keys[i].name, scope, key) >= 0);
    bool found = i < n && compare(keys[i].name, scope, key) == 0;
    return found && str_index(key, '.') == STR_NONE ? &keys[i] : NULL;
}

const struct doc_front_other *doc_front_other(struct str scope, struct str key) {
    size_t i = 0, n = ARRAY_LEN(others);
    SEARCH_FIRST(i, 0, n, compare(others[i].name, scope, key) >= 0);
    bool found = i < n && compare(others[i].name, scope, key) == 0;
    return found && str_index(key, '.') == STR_NONE ? &others[i] : NULL;
}
