/* SPDX-License-Identifier: MIT */
/* The tables of front-matter keys. */
#include "model/doc/front.h"

#include "core/base/search.h"

#include <stddef.h>

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

/* The texts of front_other.def in one string, and a table of their beginnings. With pointers, the
 * loader would have to relocate each of them when the program starts. */
#define JOIN(a, b) a##b
#define NAME_OF(what, line) JOIN(what, line)
static const struct texts {
#define OTHER_KEY(name, kind, program, hint)                                                       \
    char NAME_OF(name_, __LINE__)[sizeof name];                                                    \
    char NAME_OF(program_, __LINE__)[sizeof program];                                              \
    char NAME_OF(hint_, __LINE__)[sizeof hint];
#include "model/doc/front_other.def"
#undef OTHER_KEY
} texts = {
#define OTHER_KEY(name, kind, program, hint) name, program, hint,
#include "model/doc/front_other.def"
#undef OTHER_KEY
};

static const struct other_row {
    uint32_t name, program, hint; /* offsets in `texts` */
    uint32_t kind;
} others[] = {
#define OTHER_KEY(name, kind, program, hint)                                                       \
    {offsetof(struct texts, NAME_OF(name_, __LINE__)),                                             \
     offsetof(struct texts, NAME_OF(program_, __LINE__)),                                          \
     offsetof(struct texts, NAME_OF(hint_, __LINE__)), FRONT_##kind},
#include "model/doc/front_other.def"
};

static const char *text_at(uint32_t offset) {
    return (const char *)&texts + offset;
}

const struct doc_front_key *doc_front_keys(size_t *n) {
    *n = ARRAY_LEN(keys);
    return keys;
}

struct str doc_front_name(const struct doc_front_key *row, struct str scope) {
    struct str name = str_starts(row->name, scope) ? str_from(row->name, scope.n) : STR_EMPTY;
    return str_index(name, '.') == STR_NONE ? name : STR_EMPTY;
}

/** Compares a name with `scope` and `key` joined. Bytes are compared, as in str_cmp(). */
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

const struct doc_front_key *doc_front_meant(const struct doc_front_key *row) {
    size_t name = str_after_last(row->same, '.');
    return !row->same.n ? row
                        : doc_front_key(str_slice(row->same, 0, name), str_from(row->same, name));
}

bool doc_front_other(struct str scope, struct str key, struct doc_front_other *out) {
    size_t i = 0, n = ARRAY_LEN(others);
    SEARCH_FIRST(i, 0, n, compare(str_of(text_at(others[i].name)), scope, key) >= 0);
    if (str_index(key, '.') != STR_NONE || i == n ||
        compare(str_of(text_at(others[i].name)), scope, key) != 0) {
        return false;
    }
    const struct other_row *row = &others[i];
    *out = (struct doc_front_other){.name = str_of(text_at(row->name)),
                                    .kind = (enum front_other_kind)row->kind,
                                    .program = text_at(row->program),
                                    .hint = text_at(row->hint)};
    return true;
}
