/* SPDX-License-Identifier: MIT */
/*
 * Which writer a format has; what several of them need.
 */
#include "bib/format/write_internal.h"

#include "base/limits.h"
#include "bib/bib_internal.h"

bool bib_write(struct arena *a, struct buf *out, enum bib_format format,
               const struct item *const *items, size_t n) {
    switch (format) {
    case BIB_CSL_JSON:
        write_csl_json(a, out, items, n);
        return true;
    case BIB_CSL_YAML:
        write_csl_yaml(a, out, items, n);
        return true;
    case BIB_BIBTEX:
    case BIB_BIBLATEX:
        write_bib(a, out, items, n, format == BIB_BIBTEX);
        return true;
    case BIB_RIS:
        write_ris(a, out, items, n);
        return true;
    case BIB_ENDNOTE:
    case BIB_MEDLINE:
    case BIB_PUBMED:
    case BIB_MODS:
    case BIB_ISI:
    case BIB_AUTO:
    case BIB_FORMAT_COUNT:
        break;
    }
    return false;
}

/** Extras of one name: the first and the last of them, and how long they are together. */
struct chain {
    size_t first, last, length;
};

/** The texts of a chain with "; " between; `next` has the one behind each, or 0. */
static struct str chain_text(struct arena *a, const struct item *it, const struct chain *c,
                             const size_t *next) {
    if (c->first == c->last) {
        return it->extras[c->first].text;
    }
    struct buf b;
    buf_init(&b, 0);
    buf_str(&b, it->extras[c->first].text);
    for (size_t i = next[c->first]; i; i = next[i]) {
        buf_puts(&b, "; ");
        buf_str(&b, it->extras[i].text);
    }
    struct str text = buf_keep(&b, a);
    buf_drop(&b);
    return text;
}

struct item_extra *bib_merged_extras(struct arena *a, const struct item *it, size_t *n) {
    struct item_extra *out = ARENA_ARRAY(a, struct item_extra, it->nextras);
    struct chain *chains = ARENA_ARRAY(a, struct chain, it->nextras);
    size_t *next = ARENA_ARRAY(a, size_t, it->nextras);
    struct index seen = {.n = 0};
    *n = 0;
    for (size_t i = 0; i < it->nextras; i++) {
        const struct item_extra *x = &it->extras[i];
        struct chain *c = index_lookup(&seen, x->name);
        if (!c) {
            chains[*n] = (struct chain){i, i, x->text.n};
            index_put(a, &seen, x->name, &chains[(*n)++]);
        } else if (c->length + x->text.n < LIMIT_FIELD) {
            next[c->last] = i;
            c->last = i;
            c->length += 2 + x->text.n;
        }
    }
    for (size_t k = 0; k < *n; k++) {
        out[k] = it->extras[chains[k].first];
        out[k].text = chain_text(a, it, &chains[k], next);
    }
    return out;
}
