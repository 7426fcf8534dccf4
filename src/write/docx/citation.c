/* SPDX-License-Identifier: MIT */
/*
 * Writes citations: as text, or as a field of Zotero that also contains the data of the works.
 * Zotero's plugin for Word reads and updates such fields.
 */
#include "core/data/json.h"
#include "write/docx/writer.h"

static void put_part(struct docx_writer *w, struct buf *out, const char *key,
                     const struct doc_node *part) {
    struct str text = part ? doc_plain(w->a, part) : STR_EMPTY;
    if (text.n) {
        json_write_member(out, key, text);
    }
}

/** Appends the works of a citation with the texts around them. Returns false if a work is not
 * known. */
static bool put_works(struct docx_writer *w, struct buf *out, const struct doc_node *n) {
    for (size_t i = 0; i < n->u.cite.n; i++) {
        const struct doc_cite *c = &n->u.cite.cites[i];
        buf_puts(out, i ? ",{" : "{");
        json_write_member(out, "id", c->key);
        buf_puts(out, ",\"itemData\":");
        if (!w->opt->work(w->opt->user, c->key, out)) {
            return false;
        }
        put_part(w, out, "prefix", c->prefix);
        put_part(w, out, "suffix", c->suffix);
        bool alone = c->mode == DOC_CITE_SUPPRESS_AUTHOR || c->mode == DOC_CITE_YEAR;
        buf_puts(out, alone                        ? ",\"suppress-author\":true}"
                      : c->mode == DOC_CITE_AUTHOR ? ",\"author-only\":true}"
                                                   : "}");
    }
    return true;
}

/** Returns the instruction of the field for a citation, or an empty text. */
static struct str instruction(struct docx_writer *w, const struct doc_node *n, struct str shown) {
    struct buf b = BUF_INIT;
    buf_printf(&b, "ADDIN ZOTERO_ITEM CSL_CITATION {\"citationID\":\"dossier%zu\",\"properties\":{",
               ++w->citations);
    json_write_member(&b, "formattedCitation", shown);
    json_write_member(&b, "plainCitation", shown);
    buf_puts(&b, ",\"noteIndex\":0},\"citationItems\":[");
    bool all = put_works(w, &b, n);
    buf_puts(&b, "],\"schema\":\"https://github.com/citation-style-language/schema/raw/master/"
                 "csl-citation.json\"}");
    struct str text = all ? buf_keep(&b, w->a) : STR_EMPTY;
    buf_drop(&b);
    return text;
}

void docx_cite(struct docx_writer *w, const struct doc_node *n) {
    struct str field =
        w->opt->work && n->first && n->u.cite.n ? instruction(w, n, doc_plain(w->a, n)) : STR_EMPTY;
    if (field.n) {
        docx_field_begin(w, field, false);
    }
    if (n->first) {
        docx_inlines(w, n->first, NULL);
    } else {
        docx_text(w, n->u.cite.source);
    }
    if (field.n) {
        docx_field_end(w);
    }
}
