/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a CV in YAML or JSON (the first byte chooses). Checked: links between
 * nodes are consistent, lists contain only items, and the page and the Markdown are valid text.
 */
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "core/data/yaml.h"
#include "fuzz.h"
#include "read/cv/cv.h"
#include "read/markdown/markdown.h"
#include "write/markdown/mdout.h"
#include "write/plain/plain.h"

struct input {
    const struct node *data;
    enum cv_form form;
    struct diags *diags;
};

static void put_inlines(void *user, struct doc_node *parent, const struct node *text) {
    markdown_put_inlines(user, parent, text);
}

static void put_blocks(void *user, struct doc_node *parent, const struct node *text) {
    markdown_put_blocks(user, parent, text);
}

static void fill(void *user, struct md *m, struct doc *doc, struct doc_node *node) {
    struct input *in = user;
    struct cv_texts texts = {put_inlines, put_blocks, m};
    struct cv_wanted wanted = {.level = 1};
    if (in->form != CV_NONE) {
        (void)cv_sections(doc, node, in->data, in->form, &wanted, &texts, in->diags);
        (void)cv_section_names(doc->arena, in->data, in->form, STR("de"));
    }
}

static void check(const struct doc *doc) {
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        bool in_list = n->kind != DOC_ITEM || n->parent->kind == DOC_LIST;
        bool in_terms =
            (n->kind != DOC_DEF_TERM && n->kind != DOC_DEF_BODY) || n->parent->kind == DOC_DEF_LIST;
        if (w.enter && n->parent && (!in_list || !in_terms)) {
            BUG("an item stands outside of its list");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    if (utf8_check(in.text) == STR_NONE) {
        bool json = str_starts(str_trim(in.text), STR("{"));
        const struct node *root = json ? json_parse(in.arena, in.src, &in.diags)
                                       : yaml_parse(in.arena, in.src, 0, in.text.n, &in.diags);
        struct input cv = {root, cv_form_of(root), &in.diags};
        struct markdown_options opt = {.filler = {fill, "cv", NULL, &cv}};
        opt.filler.front = root ? cv_front(in.arena, root, cv.form, &in.diags) : NULL;
        struct doc *doc = markdown_parse(in.arena, in.src, &opt, &in.diags);
        struct buf out = BUF_INIT;
        check(doc);
        mdout_write(&out, doc, &(struct mdout_options){.fragment = false}, &in.diags);
        plain_write(&out, doc, &(struct plain_options){.fragment = false}, &in.diags);
        if (utf8_check(buf_view(&out)) != STR_NONE) {
            BUG("what is written is no UTF-8");
        }
        buf_drop(&out);
    }
    return fuzz_end(&in);
}
