/* SPDX-License-Identifier: MIT */
/* Variants of a document, such as a short and a full CV from one source. Applies the front matter
 * of the variant that is built, and collects the names of all variants. model/doc decides which
 * nodes belong to which variant. */
#include "read/markdown/md_front.h"

#include "core/base/vec.h"

DIAG_USE(DIAG_UNKNOWN_VARIANT);

void md_variant_options(struct md *m) {
    const struct node *front = m->doc->front, *all = node_get(front, "variants");
    struct str names = node_text(node_get(front, "variant"));
    m->doc->variant = str_trim(names);
    while (names.p) {
        const struct node *keys = node_value(all, str_trim(str_cut(&names, ',')));
        if (keys) {
            md_front_put_all(m, keys, MD_FRONT_FORMAT);
        }
    }
}

#define MAX_NAMED 20 /* maximum number of variants that a message lists */

/** The names of the variants, each once. */
struct names {
    struct map known;
    VEC(struct str) list;
};

static void add_name(void *user, struct str name) {
    struct names *names = user;
    if (!map_lookup(&names->known, name)) {
        map_put(&names->known, name, names);
        vec_push(&names->list, name);
    }
}

/** Collects the names of variants from the key `variants` and from the text of the document. */
static void find_names(struct md *m, struct names *names) {
    const struct node *all = node_get(m->doc->front, "variants");
    for (size_t i = 0; all && i < all->n; i++) {
        add_name(names, all->kind == NODE_MAP ? all->keys[i] : node_text(all->items[i]));
    }
    doc_each_variant(m->doc, add_name, names);
}

static void report(struct md *m, struct str name, const struct names *names) {
    const struct node *asked = node_get(m->doc->front, "variant");
    struct diag *g = diag_add(m->diags, DIAG_UNKNOWN_VARIANT, asked->span,
                              "the document has no variant `%.*s`", STR_ARG(name));
    struct buf b = BUF_INIT;
    size_t n = names->list.n < MAX_NAMED ? names->list.n : MAX_NAMED;
    for (size_t i = 0; i < n; i++) {
        buf_printf(&b, "%s`%.*s`",
                   i == 0      ? ""
                   : i + 1 < n ? ", "
                               : " and ",
                   STR_ARG(names->list.p[i]));
    }
    if (b.n) {
        diag_hint(m->diags, g, "there %s %.*s", n > 1 ? "are" : "is", STR_ARG(buf_view(&b)));
    } else {
        diag_hint(m->diags, g,
                  "no node names a variant: mark those of one with `::: {.only variant=%.*s}`",
                  STR_ARG(name));
    }
    buf_drop(&b);
}

void md_variant_settle(struct md *m) {
    struct str rest = m->doc->variant;
    struct names names = {MAP_INIT, VEC_INIT};
    if (rest.n) {
        find_names(m, &names);
    }
    while (rest.n) {
        struct str name = str_trim(str_cut(&rest, ','));
        if (name.n && !map_lookup(&names.known, name)) {
            report(m, name, &names);
        }
    }
    vec_drop(&names.list);
    map_drop(&names.known);
    doc_settle_variant(m->doc);
}
