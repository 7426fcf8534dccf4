/* SPDX-License-Identifier: MIT */
/*
 * Between the tokenizer and the parser of CSS. Private to the room.
 */
#ifndef DOSSIER_DATA_CSS_INTERNAL_H
#define DOSSIER_DATA_CSS_INTERNAL_H

#include "core/base/vec.h"
#include "core/data/css.h"

struct css_tokens {
    VEC(struct css_token) t;
    VEC(size_t) close; /* of each token that opens a block: the place of what closes it, or t.n */
};

/** Tokens of the whole source, white space as single tokens. Faults go to `d`. */
void css_tokenize(struct arena *a, struct source *src, struct css_tokens *out, struct diags *d);
void css_tokens_drop(struct css_tokens *c);

#endif
