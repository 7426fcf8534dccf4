/* SPDX-License-Identifier: MIT */
/*
 * Which entries of the databases a document uses: those it cites, those under `nocite`, those in
 * its publication lists. And which it does not.
 */
#include "job/build/files.h"

#include "cite/bib/check/check.h"

void build_used_find(struct build_used *used, const struct doc *doc) {
    *used = (struct build_used){.all = false};
    for (size_t i = 0; i < doc->nnocite; i++) {
        used->all = used->all || str_is(doc->nocite[i].key, "*");
        vec_push(&used->list, doc->nocite[i].key);
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        struct str id = w.enter ? doc_id(w.node) : STR_EMPTY;
        if (str_starts(id, STR("ref-"))) { /* of entries, see resolve_document() */
            vec_push(&used->list, str_from(id, 4));
        }
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            vec_push(&used->list, w.node->u.cite.cites[i].key);
        }
    }
}

void build_used_drop(struct build_used *used) {
    vec_drop(&used->list);
}

void build_check_unused(struct build_run *b, const struct doc *doc, struct bib *bib) {
    struct build_used used;
    build_used_find(&used, doc);
    if (!used.all) {
        bib_check_unused(bib, used.list.p, used.list.n, b->d);
    }
    build_used_drop(&used);
}
