/* SPDX-License-Identifier: MIT */
/*
 * Finds the database entries that a document uses: entries that it cites, that are listed
 * under `nocite`, or that are in its publication lists.
 */
#include "check/document/document.h"

#include "cite/bib/check/check.h"

void check_used_find(struct check_used *used, const struct doc *doc) {
    *used = (struct check_used){.all = false};
    for (size_t i = 0; i < doc->nnocite; i++) {
        used->all = used->all || str_is(doc->nocite[i].key, "*");
        vec_push(&used->list, doc->nocite[i].key);
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        struct str id = w.enter ? doc_id(w.node) : STR_EMPTY;
        /* the node is an entry of a reference list: see resolve_document() */
        if (str_starts(id, STR("ref-"))) {
            vec_push(&used->list, str_from(id, 4));
        }
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            vec_push(&used->list, w.node->u.cite.cites[i].key);
        }
    }
}

void check_used_drop(struct check_used *used) {
    vec_drop(&used->list);
}

void check_unused(const struct doc *doc, struct bib *bib, struct diags *d) {
    struct check_used used;
    check_used_find(&used, doc);
    if (!used.all) {
        bib_check_unused(bib, used.list.p, used.list.n, d);
    }
    check_used_drop(&used);
}
