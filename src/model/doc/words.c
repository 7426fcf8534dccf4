/* SPDX-License-Identifier: MIT */
/*
 * Words before the numbers of a document's parts: those of its language, or of its front matter.
 */
#include "model/doc/doc.h"

/* pandoc-crossref's metadata, for the words that have any. */
static const char *const KEYS[DOC_WORD_COUNT] = {
    [DOC_WORD_TABLE] = "tableTitle",        [DOC_WORD_FIGURE] = "figureTitle",
    [DOC_WORD_TABLE_REF] = "tblPrefix",     [DOC_WORD_FIGURE_REF] = "figPrefix",
    [DOC_WORD_EQUATION_REF] = "eqnPrefix",  [DOC_WORD_SECTION_REF] = "secPrefix",
    [DOC_WORD_TABLE_REFS] = "tblPrefix",    [DOC_WORD_FIGURE_REFS] = "figPrefix",
    [DOC_WORD_EQUATION_REFS] = "eqnPrefix", [DOC_WORD_SECTION_REFS] = "secPrefix",
    [DOC_WORD_LISTING] = "listingTitle",
};

struct str doc_label_word(const struct doc *d, struct str lang, enum doc_word word, bool *foreign) {
    const struct node *own = KEYS[word] ? node_get(d->front, KEYS[word]) : NULL;
    if (own && own->kind == NODE_LIST && own->n > 0) { /* for one, for several */
        own = own->items[word >= DOC_WORD_TABLE_REFS && word <= DOC_WORD_SECTION_REFS && own->n > 1
                             ? 1
                             : 0];
    }
    if (own && own->kind == NODE_STRING) { /* an empty one, too: then the number stands alone */
        *foreign = false;
        return node_text(own);
    }
    return doc_word(lang, word, foreign);
}

struct str doc_lang_at(const struct doc *d, const struct doc_node *node) {
    for (; node; node = node->parent) {
        struct str lang = doc_pair(node, "lang");
        if (lang.n) {
            return lang;
        }
    }
    return d->meta.lang;
}

struct str doc_division_label(const struct doc *d, struct str lang, enum doc_word word,
                              struct str number) {
    bool foreign = false;
    struct str text = doc_label_word(d, lang, word, &foreign);
    struct str rest = lang, primary = str_cut(&rest, '-');
    bool framed = str_ieq(primary, STR("ja")) || str_ieq(primary, STR("zh"));
    if (framed && word != DOC_WORD_APPENDIX) {
        return arena_join(d->arena, 3, STR("第"), number, text);
    }
    return arena_join(d->arena, 3, text, text.n ? STR("\u00A0") : STR_EMPTY, number);
}
