/* SPDX-License-Identifier: MIT */
/*
 * Links and images of a site's page: each output sees the addresses that it needs, and the tree
 * says what the author wrote again when the output is made. Where they lead, the site knows.
 */
#include "build/files.h"
#include "build/output.h"
#include "build/page.h"

/** What an address was before. */
struct led {
    struct doc_node *node;
    struct str url;
};

struct build_led {
    VEC(struct led) list;
};

static void lead(struct build_run *b, struct build_led *led, struct doc_node *n, bool html) {
    const struct build_page *page = b->job->page;
    struct str url;
    if (page->host.follow(page->user, b->arena, n, html, &url, b->d)) {
        vec_push(&led->list, ((struct led){n, n->u.link.url}));
        n->u.link.url = url;
    }
}

struct build_led *build_lead(struct build_run *b, struct doc *doc,
                             const struct build_output *output) {
    const struct build_page *page = b->job->page;
    if (!page || !page->host.follow ||
        (!doc_has_kind(doc, DOC_LINK) && !doc_has_kind(doc, DOC_IMAGE))) {
        return NULL;
    }
    bool html = output->write == build_write_html;
    struct build_led *led = xcalloc(1, sizeof *led);
    struct doc_node *parts[BUILD_PARTS];
    size_t n = build_parts(doc, parts);
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (parts[i] && doc_walk_next(&w)) {
            bool link = w.node->kind == DOC_LINK || (html && w.node->kind == DOC_IMAGE);
            if (w.enter && link) {
                lead(b, led, w.node, html);
            }
        }
    }
    return led;
}

void build_unlead(struct build_led *led) {
    for (size_t i = 0; led && i < led->list.n; i++) {
        led->list.p[i].node->u.link.url = led->list.p[i].url;
    }
    if (led) {
        vec_drop(&led->list);
        free(led);
    }
}
