/* SPDX-License-Identifier: MIT */
/* The meanings of keys of RenderCV, JSON Resume and al-folio in one table, since the forms name the
 * same things differently. Sources: RenderCV's documentation ("Entry types"), JSON Resume's
 * schema.json, al-folio's _includes/cv and _includes/resume. */
#include "core/base/word_list.h"
#include "read/cv/cv_model.h"

#include <stdlib.h>

struct key {
    const char *name;
    enum cv_meaning meaning;
};

/* Sorted by name. */
static const struct key KEYS[] = {
#define KEY(name, meaning) {name, meaning},
#include "read/cv/key.def"
#undef KEY
};

enum cv_meaning cv_key(struct str key) {
    const struct key *k = bsearch(&key, KEYS, ARRAY_LEN(KEYS), sizeof KEYS[0], str_order_z);
    return k ? k->meaning : CV_OTHER;
}

struct str cv_key_words(struct arena *a, struct str key) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < key.n; i++) {
        char c = key.p[i];
        bool begins = is_upper(c) && i > 0 && !is_upper(key.p[i - 1]) && key.p[i - 1] != ' ';
        bool acronym = is_upper(c) && i + 1 < key.n && is_upper(key.p[i + 1]);
        if (begins) {
            buf_printf(&b, " %c", acronym ? c : to_lower(c));
        } else {
            buf_putc(&b, c == '_' || c == '-' ? ' ' : i == 0 ? to_upper(c) : c);
        }
    }
    return buf_finish(&b, a);
}

struct str cv_title_words(struct arena *a, struct str key) {
    for (size_t i = 0; i < key.n; i++) {
        if (is_upper(key.p[i]) || key.p[i] == ' ') {
            return key;
        }
    }
    return cv_key_words(a, key);
}

struct str cv_key_label(struct arena *a, struct str lang, struct str key) {
    static const struct {
        const char *key;
        enum doc_word word;
    } keys[] = {{"courses", DOC_WORD_CV_COURSES},
                {"keywords", DOC_WORD_CV_KEYWORDS},
                {"roles", DOC_WORD_CV_ROLES},
                {"score", DOC_WORD_CV_SCORE}};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (str_is(key, keys[i].key)) {
            return doc_word(lang, keys[i].word, NULL);
        }
    }
    return cv_key_words(a, key);
}
