/* SPDX-License-Identifier: MIT */
/*
 * The interface between the tokenizer and the parser of CSS. Private to the module.
 */
#ifndef DOSSIER_DATA_CSS_INTERNAL_H
#define DOSSIER_DATA_CSS_INTERNAL_H

#include "core/base/vec.h"
#include "core/data/css.h"

struct css_tokens {
    VEC(struct css_token) t;
    /* for each token that opens a block, the index of its closing token; t.n if it is missing */
    VEC(size_t) close;
};

/** Reads the tokens of the whole source. Each run of white space is one token. Faults go to `d`. */
void css_tokenize(struct arena *a, struct source *src, struct css_tokens *out, struct diags *d);
void css_tokens_drop(struct css_tokens *c);

#endif
