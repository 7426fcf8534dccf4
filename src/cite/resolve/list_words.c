/* SPDX-License-Identifier: MIT */
/*
 * States of publication as databases write them, and the same states in the language of the
 * document.
 */
#include "cite/resolve/entry.h"

struct str resolve_word(const struct resolver *r, enum doc_word word) {
    return doc_word(r->doc->meta.lang, word, NULL);
}

/** The words in databases: biblatex's keys for `pubstate`, and words that people write in place of
 * a date. A list in English shows words of the second kind unchanged. */
static const struct {
    const char *state;
    enum doc_word word;
    bool is_key;
} STATES[] = {
    {"submitted", DOC_WORD_PUB_SUBMITTED, true},
    {"inpress", DOC_WORD_PUB_IN_PRESS, true},
    {"in press", DOC_WORD_PUB_IN_PRESS, false},
    {"forthcoming", DOC_WORD_PUB_FORTHCOMING, true},
    {"to appear", DOC_WORD_PUB_FORTHCOMING, false},
    {"under review", DOC_WORD_PUB_UNDER_REVIEW, false},
    {"in review", DOC_WORD_PUB_UNDER_REVIEW, false},
    {"inpreparation", DOC_WORD_PUB_IN_PREPARATION, true},
    {"in preparation", DOC_WORD_PUB_IN_PREPARATION, false},
    {"in prep.", DOC_WORD_PUB_IN_PREPARATION, false},
    {"accepted", DOC_WORD_PUB_ACCEPTED, false},
    {"prepublished", DOC_WORD_PUB_PREPRINT, true},
    {"preprint", DOC_WORD_PUB_PREPRINT, false},
};

struct str resolve_state_word(const struct resolver *r, struct str state) {
    for (size_t i = 0; i < ARRAY_LEN(STATES); i++) {
        if (str_ieq(state, str_of(STATES[i].state))) {
            bool kept = !STATES[i].is_key && str_is_lang(r->doc->meta.lang, "en");
            return kept ? state : resolve_word(r, STATES[i].word);
        }
    }
    return STR_EMPTY;
}
