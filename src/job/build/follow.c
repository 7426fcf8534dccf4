/* SPDX-License-Identifier: MIT */
/*
 * Sets the links and images of a page of a site. While an output is written, the tree contains the
 * addresses for this output. Afterwards the old addresses are restored. The site decides the
 * addresses.
 */
#include "job/build/files.h"
#include "job/build/output.h"
#include "job/build/page_host.h"

/** An address before the change. */
struct led {
    struct str *place, url;
};

struct build_led {
    VEC(struct led) list;
};

static void lead(struct build_run *b, struct build_led *led, const struct doc_node *n,
                 struct str *place, bool html) {
    const struct build_page *page = b->job->page;
    struct str url;
    if (page->host.follow(page->user, b->arena, n, html, &url, b->d)) {
        vec_push(&led->list, ((struct led){place, *place}));
        *place = url;
    }
}

/* Changes an address that is in the title block and not in a node. */
static void lead_text(struct build_run *b, struct build_led *led, struct doc *doc,
                      struct str *place, enum doc_kind kind, bool html) {
    if (place->n) {
        struct doc_node *n = doc_node_new(doc, kind, SPAN_NONE);
        n->u.link.url = *place;
        lead(b, led, n, place, html);
    }
}

/* Changes the pictures and contacts of authors. */
static void lead_people(struct build_run *b, struct build_led *led, struct doc *doc, bool html) {
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        struct doc_author *a = &doc->meta.authors[i];
        if (html) {
            lead_text(b, led, doc, &a->photo, DOC_IMAGE, html);
        }
        for (size_t k = 0; k < a->ncontacts; k++) {
            lead_text(b, led, doc, &a->contacts[k].url, DOC_LINK, html);
        }
    }
}

struct build_led *build_lead(struct build_run *b, struct doc *doc,
                             const struct build_output *output) {
    const struct build_page *page = b->job->page;
    bool any = doc_has_kind(doc, DOC_LINK) || doc_has_kind(doc, DOC_IMAGE) || doc->meta.nauthors;
    if (!page || !page->host.follow || !any) {
        return NULL;
    }
    bool html = output->write == build_write_html;
    struct build_led *led = xcalloc(1, sizeof *led);
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(doc, parts);
    lead_people(b, led, doc, html);
    for (size_t i = 0; i < n; i++) {
        struct doc_walk w = doc_walk_start(parts[i]);
        while (doc_walk_next(&w)) {
            bool link = w.node->kind == DOC_LINK || (html && w.node->kind == DOC_IMAGE);
            if (w.enter && link) {
                lead(b, led, w.node, &w.node->u.link.url, html);
            }
        }
    }
    return led;
}

void build_unlead(struct build_led *led) {
    for (size_t i = 0; led && i < led->list.n; i++) {
        *led->list.p[i].place = led->list.p[i].url;
    }
    if (led) {
        vec_drop(&led->list);
        free(led);
    }
}
