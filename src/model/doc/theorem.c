/* SPDX-License-Identifier: MIT */
/*
 * Decides which divisions are theorems and which are callouts, by their classes (LaTeX's
 * environments, bookdown, Quarto) and by the prefixes of their identifiers (Quarto).
 */
#include "model/doc/doc.h"

static const struct doc_theorem THEOREMS[] = {
    {"theorem", "thm", DOC_WORD_THEOREM, DOC_THEOREM_PLAIN, true},
    {"lemma", "lem", DOC_WORD_LEMMA, DOC_THEOREM_PLAIN, true},
    {"corollary", "cor", DOC_WORD_COROLLARY, DOC_THEOREM_PLAIN, true},
    {"proposition", "prp", DOC_WORD_PROPOSITION, DOC_THEOREM_PLAIN, true},
    {"conjecture", "cnj", DOC_WORD_CONJECTURE, DOC_THEOREM_PLAIN, true},
    {"hypothesis", "hyp", DOC_WORD_HYPOTHESIS, DOC_THEOREM_PLAIN, true},
    {"assumption", "asm", DOC_WORD_ASSUMPTION, DOC_THEOREM_PLAIN, true},
    {"definition", "def", DOC_WORD_DEFINITION, DOC_THEOREM_DEFINITION, true},
    {"example", "exm", DOC_WORD_EXAMPLE, DOC_THEOREM_DEFINITION, true},
    {"exercise", "exr", DOC_WORD_EXERCISE, DOC_THEOREM_DEFINITION, true},
    {"algorithm", "alg", DOC_WORD_ALGORITHM, DOC_THEOREM_DEFINITION, true},
    {"solution", "sol", DOC_WORD_SOLUTION, DOC_THEOREM_REMARK, false},
    {"remark", "rem", DOC_WORD_REMARK, DOC_THEOREM_REMARK, false},
    {"proof", "prf", DOC_WORD_PROOF, DOC_THEOREM_REMARK, false},
};

static const struct doc_callout CALLOUTS[] = {
    {"callout-note", "nte", DOC_WORD_NOTE},           {"callout-tip", "tip", DOC_WORD_TIP},
    {"callout-important", "imp", DOC_WORD_IMPORTANT}, {"callout-caution", "cau", DOC_WORD_CAUTION},
    {"callout-warning", "wrn", DOC_WORD_WARNING},
};

/** Whether `id` is a prefix, a separator and a name. */
static bool labelled(struct str id, const char *prefix, bool colon) {
    struct str p = str_of(prefix);
    return id.n > p.n + 1 && str_starts(id, p) && (id.p[p.n] == '-' || (colon && id.p[p.n] == ':'));
}

const struct doc_theorem *doc_theorem_named(struct str cls) {
    for (size_t i = 0; i < ARRAY_LEN(THEOREMS); i++) {
        if (str_is(cls, THEOREMS[i].cls)) {
            return &THEOREMS[i];
        }
    }
    return NULL;
}

const struct doc_theorem *doc_theorem_labelled(struct str id) {
    for (size_t i = 0; i < ARRAY_LEN(THEOREMS); i++) {
        if (labelled(id, THEOREMS[i].prefix, true)) {
            return &THEOREMS[i];
        }
    }
    return NULL;
}

const struct doc_theorem *doc_theorem_of(const struct doc_node *div) {
    const struct doc_theorem *of = NULL;
    if (div->kind != DOC_DIV || !div->attr) {
        return NULL;
    }
    for (size_t i = 0; i < div->attr->nclasses && !of; i++) {
        of = doc_theorem_named(div->attr->classes[i]);
    }
    return of ? of : doc_theorem_labelled(doc_id(div));
}

const struct doc_callout *doc_callout_of(const struct doc_node *n) {
    for (size_t i = 0; n->attr && i < ARRAY_LEN(CALLOUTS); i++) {
        if (doc_has_class(n, CALLOUTS[i].cls)) {
            return &CALLOUTS[i];
        }
    }
    return NULL;
}

const struct doc_callout *doc_callout_labelled(struct str id) {
    for (size_t i = 0; i < ARRAY_LEN(CALLOUTS); i++) {
        if (labelled(id, CALLOUTS[i].prefix, false)) {
            return &CALLOUTS[i];
        }
    }
    return NULL;
}
