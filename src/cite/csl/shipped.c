/* SPDX-License-Identifier: MIT */
/*
 * Styles and locale files that are compiled into the program: dossier's own styles, and those
 * locales for dossier's languages that were installed when the program was built. A file with the
 * same bytes is not parsed again. A file that is missing is replaced by the compiled one. The trees
 * of other files may be in a store (struct csl_trees).
 *
 * The locales are by the Citation Style Language project (https://citationstyles.org/), under CC
 * BY-SA 3.0. Their texts are complete, with the names of the translators.
 */
#include "cite/csl/model.h"

/* Rows that the program src/cite/make_shipped.c has written: name, text, tree. */
static const struct {
    const char *name;
    struct str text, tree;
} shipped[] = {
#include "cite/csl/shipped.inc"
    {NULL, STR_INIT(""), STR_INIT("")},
};

struct source *csl_shipped(struct arena *a, struct str name) {
    size_t i = 0;
    while (shipped[i].name && !str_is(name, shipped[i].name)) {
        i++;
    }
    return shipped[i].name ? source_new(a, str_of(shipped[i].name), shipped[i].text) : NULL;
}

const struct xml_node *csl_read_xml(struct arena *a, struct source *src,
                                    const struct csl_trees *trees, struct diags *d) {
    size_t i = 0;
    while (shipped[i].name && !str_eq(src->text, shipped[i].text)) {
        i++;
    }
    bool kept = !shipped[i].name && trees;
    struct str tree = kept ? trees->find(trees->user, a, src) : shipped[i].tree;
    const struct xml_node *root = tree.n ? xml_unpack(a, src, tree) : NULL;
    if (root) {
        return root;
    }
    size_t before = d->n;
    root = xml_parse(a, src, d);
    if (root && kept && d->n == before) {
        struct buf packed = BUF_INIT;
        xml_pack(&packed, root);
        trees->keep(trees->user, src, buf_view(&packed));
        buf_drop(&packed);
    }
    return root;
}
