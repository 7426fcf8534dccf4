/* SPDX-License-Identifier: MIT */
/*
 * The names that a document's parts have in its language, for all outputs: babel's \abstractname,
 * \contentsname, \figurename and the like.
 */
#include "doc/doc.h"

struct language_words {
    const char *lang;
    struct str word[DOC_WORD_COUNT];
};

/* Sorted by language. */
static const struct language_words WORDS[] = {
    {"cs",
     {STR_INIT("Abstrakt"), STR_INIT("Klíčová slova"), STR_INIT("Obsah"), STR_INIT("Tabulka"),
      STR_INIT("Obrázek")}},
    {"da",
     {STR_INIT("Resumé"), STR_INIT("Nøgleord"), STR_INIT("Indhold"), STR_INIT("Tabel"),
      STR_INIT("Figur")}},
    {"de",
     {STR_INIT("Zusammenfassung"), STR_INIT("Schlagwörter"), STR_INIT("Inhaltsverzeichnis"),
      STR_INIT("Tabelle"), STR_INIT("Abbildung")}},
    {"en",
     {STR_INIT("Abstract"), STR_INIT("Keywords"), STR_INIT("Contents"), STR_INIT("Table"),
      STR_INIT("Figure")}},
    {"es",
     {STR_INIT("Resumen"), STR_INIT("Palabras clave"), STR_INIT("Índice"), STR_INIT("Cuadro"),
      STR_INIT("Figura")}},
    {"fi",
     {STR_INIT("Tiivistelmä"), STR_INIT("Avainsanat"), STR_INIT("Sisältö"), STR_INIT("Taulukko"),
      STR_INIT("Kuva")}},
    {"fr",
     {STR_INIT("Résumé"), STR_INIT("Mots-clés"), STR_INIT("Table des matières"), STR_INIT("Table"),
      STR_INIT("Figure")}},
    {"it",
     {STR_INIT("Sommario"), STR_INIT("Parole chiave"), STR_INIT("Indice"), STR_INIT("Tabella"),
      STR_INIT("Figura")}},
    {"ja",
     {STR_INIT("要旨"), STR_INIT("キーワード"), STR_INIT("目次"), STR_INIT("表"), STR_INIT("図")}},
    {"nb",
     {STR_INIT("Sammendrag"), STR_INIT("Nøkkelord"), STR_INIT("Innhold"), STR_INIT("Tabell"),
      STR_INIT("Figur")}},
    {"nl",
     {STR_INIT("Samenvatting"), STR_INIT("Trefwoorden"), STR_INIT("Inhoudsopgave"),
      STR_INIT("Tabel"), STR_INIT("Figuur")}},
    {"nn",
     {STR_INIT("Samandrag"), STR_INIT("Nøkkelord"), STR_INIT("Innhald"), STR_INIT("Tabell"),
      STR_INIT("Figur")}},
    {"pl",
     {STR_INIT("Streszczenie"), STR_INIT("Słowa kluczowe"), STR_INIT("Spis treści"),
      STR_INIT("Tabela"), STR_INIT("Rysunek")}},
    {"pt",
     {STR_INIT("Resumo"), STR_INIT("Palavras-chave"), STR_INIT("Conteúdo"), STR_INIT("Tabela"),
      STR_INIT("Figura")}},
    {"ru",
     {STR_INIT("Аннотация"), STR_INIT("Ключевые слова"), STR_INIT("Содержание"),
      STR_INIT("Таблица"), STR_INIT("Рис.")}},
    {"sv",
     {STR_INIT("Sammanfattning"), STR_INIT("Nyckelord"), STR_INIT("Innehåll"), STR_INIT("Tabell"),
      STR_INIT("Figur")}},
    {"zh",
     {STR_INIT("摘要"), STR_INIT("关键词"), STR_INIT("目录"), STR_INIT("表"), STR_INIT("图")}},
};

struct str doc_word(struct str lang, enum doc_word word, bool *foreign) {
    struct str primary = str_cut(&lang, '-');
    struct str english = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        if (str_ieq(primary, str_of(WORDS[i].lang))) {
            *foreign = false;
            return WORDS[i].word[word];
        }
        if (str_is(str_of(WORDS[i].lang), "en")) {
            english = WORDS[i].word[word];
        }
    }
    *foreign = primary.n > 0;
    return english;
}
