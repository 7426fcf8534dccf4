/* SPDX-License-Identifier: MIT */
/* Adds the texts of the images of a figure to its caption, each with a letter. */
#include "read/markdown/core/md.h"

#define LETTERS 26

/* Appends "(a) TEXT" to the caption. The text also becomes the description of the image, unless the
 * image has one. */
static void add_image(struct md *m, struct doc_node *caption, struct doc_node *image, int number,
                      bool first) {
    const char *between = !first ? "; " : caption->first ? " " : "";
    struct str mark = arena_printf(m->a, "%s(%c)\u00A0", between, 'a' + number - 1);
    doc_add_text(m->doc, caption, mark, image->span);
    for (const struct doc_node *n = image->first; n; n = n->next) {
        doc_append(caption, doc_copy(m->doc, n));
    }
    if (!doc_pair(image, "alt").p) {
        doc_set_pair(m->doc, image, STR("alt"), doc_plain(m->a, image));
    }
}

void md_caption_images(struct md *m, struct doc_node *figure, struct doc_node *caption) {
    int number = 0;
    bool first = true;
    for (struct doc_node *row = figure->first; row; row = row->next) {
        for (struct doc_node *n = row->first; n; n = n->next) {
            number += n->kind == DOC_IMAGE;
            if (n->kind == DOC_IMAGE && n->first && number <= LETTERS) {
                add_image(m, caption, n, number, first);
                first = false;
            }
        }
    }
}
