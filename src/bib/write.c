/* SPDX-License-Identifier: MIT */
/*
 * Which writer a format has; what several of them need.
 */
#include "bib/write_internal.h"

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

struct item_extra *bib_merged_extras(struct arena *a, const struct item *it, size_t *n) {
    struct item_extra *out = ARENA_ARRAY(a, struct item_extra, it->nextras);
    struct index seen = {.n = 0};
    *n = 0;
    for (size_t i = 0; i < it->nextras; i++) {
        const struct item_extra *x = &it->extras[i];
        struct item_extra *first = index_lookup(&seen, x->name);
        if (first && first->text.n + x->text.n < LIMIT_FIELD) {
            first->text = arena_join(a, 3, first->text, STR("; "), x->text);
        } else if (!first) {
            out[*n] = *x;
            index_put(a, &seen, x->name, &out[(*n)++]);
        }
    }
    return out;
}
