/* SPDX-License-Identifier: MIT */
/* Any bytes as XML: no crash, no leak, no more time than the text deserves. What is read without
 * libxml2 is what libxml2 reads. */
#include "core/data/xml.h"
#include "core/data/xml_plain.h"
#include "core/data/xml_pull.h"
#include "fuzz.h"

static bool same_span(struct span a, struct span b) {
    return a.src == b.src && a.begin == b.begin && a.end == b.end;
}

static bool same_node(const struct xml_node *a, const struct xml_node *b) {
    if (!str_eq(a->name, b->name) || !str_eq(a->ns, b->ns) || !str_eq(a->text, b->text) ||
        !same_span(a->span, b->span) || a->nattrs != b->nattrs) {
        return false;
    }
    for (size_t i = 0; i < a->nattrs; i++) {
        if (!str_eq(a->attrs[i].name, b->attrs[i].name) ||
            !str_eq(a->attrs[i].value, b->attrs[i].value) ||
            !same_span(a->attrs[i].span, b->attrs[i].span)) {
            return false;
        }
    }
    return true;
}

static bool same_tree(const struct xml_node *a, const struct xml_node *b) {
    const struct xml_node *x = a, *y = b;
    while (x && y) {
        if (!same_node(x, y) || !x->parent != !y->parent) {
            return false;
        }
        x = xml_following(a, x);
        y = xml_following(b, y);
    }
    return !x && !y;
}

/** The pieces of a text are those of its tree. */
static bool same_pieces(struct fuzz *in, const struct xml_node *root) {
    struct xml_pull text, tree;
    enum xml_piece a = XML_OPEN, b = XML_OPEN;
    bool same = xml_pull_text(&text, in->arena, in->src);
    xml_pull_tree(&tree, root);
    while (same && a != XML_DONE) {
        a = xml_pull_next(&text);
        b = xml_pull_next(&tree);
        same = a == b && (a != XML_TEXT || str_eq(text.text, tree.text)) &&
               (a != XML_OPEN || (str_eq(text.name, tree.name) && text.nattrs == tree.nattrs &&
                                  same_span(text.span, tree.span)));
    }
    xml_pull_end(&text);
    xml_pull_end(&tree);
    return same;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct xml_node *root = xml_parse(in.arena, in.src, &in.diags);
    if (root) {
        (void)xml_text(in.arena, root);
        const struct xml_node *plain = xml_read_plain(in.arena, in.src);
        const struct xml_node *any = xml_read_any(in.arena, in.src, &in.diags);
        if (plain && (!any || in.diags.n || !same_tree(plain, any))) {
            BUG("libxml2 reads it otherwise");
        }
        if (plain && !same_pieces(&in, plain)) {
            BUG("the pieces are others");
        }
    } else if (in.diags.n == 0) {
        BUG("nothing was read and nothing was said");
    }
    return fuzz_end(&in);
}
