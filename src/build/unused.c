/* SPDX-License-Identifier: MIT */
/*
 * Which entries of the databases a document does not use: neither cited, nor under `nocite`, nor in
 * one of its publication lists.
 */
#include "build/files.h"

#include "bib/check.h"

void build_check_unused(struct build_run *b, const struct doc *doc, struct bib *bib) {
    VEC(struct str) used = VEC_INIT;
    bool all = false;
    for (size_t i = 0; i < doc->nnocite; i++) {
        all = all || str_is(doc->nocite[i].key, "*");
        vec_push(&used, doc->nocite[i].key);
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        struct str id = w.enter ? doc_id(w.node) : STR_EMPTY;
        if (str_starts(id, STR("ref-"))) { /* of entries, see resolve_document() */
            vec_push(&used, str_from(id, 4));
        }
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            vec_push(&used, w.node->u.cite.cites[i].key);
        }
    }
    if (!all) {
        bib_check_unused(bib, used.p, used.n, b->d);
    }
    vec_drop(&used);
}
