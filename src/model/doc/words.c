/* SPDX-License-Identifier: MIT */
/*
 * The words before the numbers of a document's parts, in its language or from its front matter, and
 * pandoc's abbreviations.
 */
#include "core/base/word_list.h"
#include "model/doc/doc.h"

/** The keys of a word: that of pandoc-crossref, and that of Quarto in the map `crossref`. */
struct keys {
    const char *own, *quarto;
};

static const struct keys KEYS[DOC_WORD_COUNT] = {
    [DOC_WORD_TABLE] = {"tableTitle", "tbl-title"},
    [DOC_WORD_FIGURE] = {"figureTitle", "fig-title"},
    [DOC_WORD_LISTING] = {"listingTitle", "lst-title"},
    [DOC_WORD_TABLE_REF] = {"tblPrefix", "tbl-prefix"},
    [DOC_WORD_FIGURE_REF] = {"figPrefix", "fig-prefix"},
    [DOC_WORD_EQUATION_REF] = {"eqnPrefix", "eq-prefix"},
    [DOC_WORD_SECTION_REF] = {"secPrefix", "sec-prefix"},
    [DOC_WORD_TABLE_REFS] = {"tblPrefix", "tbl-prefix"},
    [DOC_WORD_FIGURE_REFS] = {"figPrefix", "fig-prefix"},
    [DOC_WORD_EQUATION_REFS] = {"eqnPrefix", "eq-prefix"},
    [DOC_WORD_SECTION_REFS] = {"secPrefix", "sec-prefix"},
    [DOC_WORD_THEOREM] = {NULL, "thm-title"},
    [DOC_WORD_LEMMA] = {NULL, "lem-title"},
    [DOC_WORD_COROLLARY] = {NULL, "cor-title"},
    [DOC_WORD_PROPOSITION] = {NULL, "prp-title"},
    [DOC_WORD_CONJECTURE] = {NULL, "cnj-title"},
    [DOC_WORD_DEFINITION] = {NULL, "def-title"},
    [DOC_WORD_EXAMPLE] = {NULL, "exm-title"},
    [DOC_WORD_EXERCISE] = {NULL, "exr-title"},
    [DOC_WORD_APPENDIX] = {NULL, "appendix-title"},
    [DOC_WORD_CONTINUED] = {"table-continued", NULL},
};

/** Returns the value of the key for a word. NULL if the document does not set it. */
static const struct node *own_word(const struct doc *d, enum doc_word word) {
    const struct keys *k = &KEYS[word];
    const struct node *own = k->own ? node_get(d->front, k->own) : NULL;
    return own || !k->quarto ? own : node_get(node_get(d->front, "crossref"), k->quarto);
}

bool doc_has_own_word(const struct doc *d, enum doc_word word) {
    return own_word(d, word) != NULL;
}

struct str doc_label_word(const struct doc *d, struct str lang, enum doc_word word, bool *foreign) {
    const struct node *own = own_word(d, word);
    /* the list has a word for one object, and a word for several */
    if (own && own->kind == NODE_LIST && own->n > 0) {
        own = own->items[word >= DOC_WORD_TABLE_REFS && word <= DOC_WORD_SECTION_REFS && own->n > 1
                             ? 1
                             : 0];
    }
    /* the text may be empty; then only the number is printed */
    if (own && own->kind == NODE_STRING) {
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
    bool framed = str_is_lang(lang, "ja") || str_is_lang(lang, "zh");
    if (framed && word != DOC_WORD_APPENDIX) {
        return arena_join(d->arena, 3, STR("第"), number, text);
    }
    return arena_join(d->arena, 3, text, text.n ? STR("\u00A0") : STR_EMPTY, number);
}

/* ---- abbreviations */

/* number of bytes of the longest abbreviation, with its full stop */
#define LONGEST_ABBREVIATION 6

/* abbreviations of pandoc, sorted by their bytes */
static const struct str abbreviations[] = {
    STR_INIT("Apr."),   STR_INIT("Aug."),  STR_INIT("Bros."), STR_INIT("Capt."), STR_INIT("Co."),
    STR_INIT("Corp."),  STR_INIT("Dec."),  STR_INIT("Dr."),   STR_INIT("Feb."),  STR_INIT("Fr."),
    STR_INIT("Gen."),   STR_INIT("Gov."),  STR_INIT("Hon."),  STR_INIT("Inc."),  STR_INIT("Jan."),
    STR_INIT("Jr."),    STR_INIT("Jul."),  STR_INIT("Jun."),  STR_INIT("Ltd."),  STR_INIT("M.A."),
    STR_INIT("M.D."),   STR_INIT("Mar."),  STR_INIT("Mr."),   STR_INIT("Mrs."),  STR_INIT("Ms."),
    STR_INIT("No."),    STR_INIT("Nov."),  STR_INIT("Oct."),  STR_INIT("Ph.D."), STR_INIT("Pres."),
    STR_INIT("Prof."),  STR_INIT("Rep."),  STR_INIT("Rev."),  STR_INIT("Sen."),  STR_INIT("Sep."),
    STR_INIT("Sept."),  STR_INIT("Sgt."),  STR_INIT("Sr."),   STR_INIT("St."),   STR_INIT("aet."),
    STR_INIT("aetat."), STR_INIT("al."),   STR_INIT("bk."),   STR_INIT("c."),    STR_INIT("cf."),
    STR_INIT("ch."),    STR_INIT("chap."), STR_INIT("chs."),  STR_INIT("col."),  STR_INIT("cp."),
    STR_INIT("d."),     STR_INIT("e.g."),  STR_INIT("ed."),   STR_INIT("eds."),  STR_INIT("esp."),
    STR_INIT("f."),     STR_INIT("fasc."), STR_INIT("ff."),   STR_INIT("fig."),  STR_INIT("fl."),
    STR_INIT("fol."),   STR_INIT("fols."), STR_INIT("i.e."),  STR_INIT("ill."),  STR_INIT("incl."),
    STR_INIT("n."),     STR_INIT("n.b."),  STR_INIT("nn."),   STR_INIT("p."),    STR_INIT("pp."),
    STR_INIT("pt."),    STR_INIT("q.v."),  STR_INIT("s.v."),  STR_INIT("s.vv."), STR_INIT("saec."),
    STR_INIT("sec."),   STR_INIT("univ."), STR_INIT("viz."),  STR_INIT("vol."),  STR_INIT("vs."),
};

bool doc_ends_in_abbreviation(struct str s) {
    size_t from = s.n - (s.n > 0);
    while (from > 0 && s.n - from <= LONGEST_ABBREVIATION &&
           (is_alnum(s.p[from - 1]) || s.p[from - 1] == '.' || s.p[from - 1] & 0x80)) {
        from--;
    }
    return str_find_sorted(str_from(s, from), abbreviations, ARRAY_LEN(abbreviations)) != STR_NONE;
}
