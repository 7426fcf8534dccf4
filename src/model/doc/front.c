/* SPDX-License-Identifier: MIT */
/* The table of front-matter keys. */
#include "model/doc/front.h"

static const struct doc_front_key keys[] = {
#define ROW(name, type, values, absent, reader, text, quiet)                                       \
    {STR_INIT(name), FRONT_##type, STR_INIT(values), absent, reader, text, quiet},
#define FRONT_KEY(name, type, values, absent, reader, text)                                        \
    ROW(name, type, values, absent, reader, text, false)
#define FRONT_QUIET(name, type, values, absent, reader, text)                                      \
    ROW(name, type, values, absent, reader, text, true)
#include "model/doc/front.def"
};

const struct doc_front_key *doc_front_keys(size_t *n) {
    *n = ARRAY_LEN(keys);
    return keys;
}

struct str doc_front_name(const struct doc_front_key *row, struct str scope) {
    struct str name = str_starts(row->name, scope) ? str_from(row->name, scope.n) : STR_EMPTY;
    return str_index(name, '.') == STR_NONE ? name : STR_EMPTY;
}

const struct doc_front_key *doc_front_key(struct str scope, struct str key) {
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (key.n && str_eq(doc_front_name(&keys[i], scope), key)) {
            return &keys[i];
        }
    }
    return NULL;
}
