/* SPDX-License-Identifier: MIT */
/*
 * The names that a document's parts have in its language, for all outputs: babel's \abstractname,
 * \contentsname, \figurename and the like, and what stands before the number of a part that the
 * text refers to. English ones there are pandoc-crossref's; other languages have what their style
 * guides abbreviate, and whole words where they abbreviate nothing.
 */
#include "doc/doc.h"

#define LANGUAGES 17
#define FIRST_MORE DOC_WORD_EQUAL /* the first word of MORE */

struct language_words {
    const char *lang;
    const char *word[FIRST_MORE];
};

/* Sorted by language, words in the order of enum doc_word. */
static const struct language_words WORDS[LANGUAGES] = {
    {"cs",
     {"Abstrakt", "Klíčová slova", "Obsah", "Tabulka", "Obrázek", "Rovnice", "Oddíl", "tab.",
      "obr.", "rov.", "odd.", "tab.", "obr.", "rov.", "odd."}},
    {"da",
     {"Resumé", "Nøgleord", "Indhold", "Tabel", "Figur", "Ligning", "Afsnit", "tabel", "figur",
      "ligning", "afsnit", "tabel", "figur", "ligning", "afsnit"}},
    {"de",
     {"Zusammenfassung", "Schlagwörter", "Inhaltsverzeichnis", "Tabelle", "Abbildung", "Gleichung",
      "Abschnitt", "Tab.", "Abb.", "Gl.", "Abschn.", "Tab.", "Abb.", "Gl.", "Abschn."}},
    {"en",
     {"Abstract", "Keywords", "Contents", "Table", "Figure", "Equation", "Section", "tbl.", "fig.",
      "eq.", "sec.", "tbls.", "figs.", "eqns.", "secs."}},
    {"es",
     {"Resumen", "Palabras clave", "Índice", "Cuadro", "Figura", "Ecuación", "Sección", "cuadro",
      "fig.", "ec.", "sec.", "cuadros", "figs.", "ecs.", "secs."}},
    {"fi",
     {"Tiivistelmä", "Avainsanat", "Sisältö", "Taulukko", "Kuva", "Yhtälö", "Luku", "taulukko",
      "kuva", "yhtälö", "luku", "taulukot", "kuvat", "yhtälöt", "luvut"}},
    {"fr",
     {"Résumé", "Mots-clés", "Table des matières", "Table", "Figure", "Équation", "Section",
      "table", "fig.", "éq.", "sect.", "tables", "fig.", "éq.", "sect."}},
    {"it",
     {"Sommario", "Parole chiave", "Indice", "Tabella", "Figura", "Equazione", "Sezione", "tab.",
      "fig.", "eq.", "sez.", "tabb.", "figg.", "eqq.", "sezz."}},
    {"ja",
     {"要旨", "キーワード", "目次", "表", "図", "式", "節", "表", "図", "式", "節", "表", "図",
      "式", "節"}},
    {"nb",
     {"Sammendrag", "Nøkkelord", "Innhold", "Tabell", "Figur", "Ligning", "Avsnitt", "tabell",
      "figur", "ligning", "avsnitt", "tabell", "figur", "ligning", "avsnitt"}},
    {"nl",
     {"Samenvatting", "Trefwoorden", "Inhoudsopgave", "Tabel", "Figuur", "Vergelijking",
      "Paragraaf", "tabel", "fig.", "vgl.", "par.", "tabel", "fig.", "vgl.", "par."}},
    {"nn",
     {"Samandrag", "Nøkkelord", "Innhald", "Tabell", "Figur", "Likning", "Avsnitt", "tabell",
      "figur", "likning", "avsnitt", "tabell", "figur", "likning", "avsnitt"}},
    {"pl",
     {"Streszczenie", "Słowa kluczowe", "Spis treści", "Tabela", "Rysunek", "Równanie", "Rozdział",
      "tab.", "rys.", "równ.", "rozdz.", "tab.", "rys.", "równ.", "rozdz."}},
    {"pt",
     {"Resumo", "Palavras-chave", "Conteúdo", "Tabela", "Figura", "Equação", "Seção", "tab.",
      "fig.", "eq.", "seç.", "tabs.", "figs.", "eqs.", "seçs."}},
    {"ru",
     {"Аннотация", "Ключевые слова", "Содержание", "Таблица", "Рис.", "Уравнение", "Раздел",
      "табл.", "рис.", "ур.", "разд.", "табл.", "рис.", "ур.", "разд."}},
    {"sv",
     {"Sammanfattning", "Nyckelord", "Innehåll", "Tabell", "Figur", "Ekvation", "Avsnitt", "tabell",
      "fig.", "ekv.", "avsnitt", "tabell", "fig.", "ekv.", "avsnitt"}},
    {"zh",
     {"摘要", "关键词", "目录", "表", "图", "公式", "章节", "表", "图", "公式", "章节", "表", "图",
      "公式", "章节"}},
};

/* Further words, one a row, in the languages of WORDS and in their order. */
static const char *const MORE[DOC_WORD_COUNT - FIRST_MORE][LANGUAGES] = {
    [DOC_WORD_EQUAL -
     FIRST_MORE] = {"Tito autoři přispěli stejným dílem.",
                    "Disse forfattere har bidraget ligeligt.",
                    "Diese Autoren haben zu gleichen Teilen beigetragen.",
                    "These authors contributed equally.", "Estos autores contribuyeron por igual.",
                    "Nämä kirjoittajat ovat osallistuneet työhön yhtä suurella panoksella.",
                    "Ces auteurs ont contribué à parts égales.",
                    "Questi autori hanno contribuito in egual misura.",
                    "これらの著者は同等に貢献した。", "Disse forfatterne har bidratt likt.",
                    "Deze auteurs hebben gelijkelijk bijgedragen.",
                    "Desse forfattarane har bidrege likt.", "Autorzy ci wnieśli równy wkład.",
                    "Estes autores contribuíram igualmente.", "Эти авторы внесли равный вклад.",
                    "Dessa författare har bidragit lika mycket.", "这些作者贡献相同。"},
    [DOC_WORD_CORRESPONDING -
        FIRST_MORE] = {"Korespondující autor", "Korresponderende forfatter", "Korrespondenz",
                       "Corresponding author", "Correspondencia", "Vastaava kirjoittaja",
                       "Correspondance", "Corrispondenza", "責任著者", "Korresponderende forfatter",
                       "Correspondentie", "Korresponderande forfattar", "Autor do korespondencji",
                       "Correspondência", "Для корреспонденции", "Korresponderande författare",
                       "通讯作者"},
};

static struct str word_of(size_t language, enum doc_word word) {
    return str_of(word < FIRST_MORE ? WORDS[language].word[word]
                                    : MORE[word - FIRST_MORE][language]);
}

struct str doc_word(struct str lang, enum doc_word word, bool *foreign) {
    struct str primary = str_cut(&lang, '-');
    struct str english = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        if (str_ieq(primary, str_of(WORDS[i].lang))) {
            *foreign = false;
            return word_of(i, word);
        }
        if (str_is(str_of(WORDS[i].lang), "en")) {
            english = word_of(i, word);
        }
    }
    *foreign = primary.n > 0;
    return english;
}

/* pandoc-crossref's metadata, for the words that have any. */
static const char *const KEYS[DOC_WORD_COUNT] = {
    [DOC_WORD_TABLE] = "tableTitle",        [DOC_WORD_FIGURE] = "figureTitle",
    [DOC_WORD_TABLE_REF] = "tblPrefix",     [DOC_WORD_FIGURE_REF] = "figPrefix",
    [DOC_WORD_EQUATION_REF] = "eqnPrefix",  [DOC_WORD_SECTION_REF] = "secPrefix",
    [DOC_WORD_TABLE_REFS] = "tblPrefix",    [DOC_WORD_FIGURE_REFS] = "figPrefix",
    [DOC_WORD_EQUATION_REFS] = "eqnPrefix", [DOC_WORD_SECTION_REFS] = "secPrefix",
};

struct str doc_label_word(const struct doc *d, struct str lang, enum doc_word word, bool *foreign) {
    const struct node *own = KEYS[word] ? node_get(d->front, KEYS[word]) : NULL;
    if (own && own->kind == NODE_LIST && own->n > 0) { /* for one, for several */
        own = own->items[word >= DOC_WORD_TABLE_REFS && own->n > 1 ? 1 : 0];
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
