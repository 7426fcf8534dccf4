/* SPDX-License-Identifier: MIT */
/*
 * The names that a document's parts have in its language, for all outputs: babel's \abstractname,
 * \contentsname and the like.
 */
#include "doc/doc.h"

struct language_words {
    const char *lang;
    struct str word[DOC_WORD_COUNT];
};

/* Sorted by language. */
static const struct language_words WORDS[] = {
    {"cs", {STR_INIT("Abstrakt"), STR_INIT("Klíčová slova"), STR_INIT("Obsah")}},
    {"da", {STR_INIT("Resumé"), STR_INIT("Nøgleord"), STR_INIT("Indhold")}},
    {"de", {STR_INIT("Zusammenfassung"), STR_INIT("Schlagwörter"), STR_INIT("Inhaltsverzeichnis")}},
    {"en", {STR_INIT("Abstract"), STR_INIT("Keywords"), STR_INIT("Contents")}},
    {"es", {STR_INIT("Resumen"), STR_INIT("Palabras clave"), STR_INIT("Índice")}},
    {"fi", {STR_INIT("Tiivistelmä"), STR_INIT("Avainsanat"), STR_INIT("Sisältö")}},
    {"fr", {STR_INIT("Résumé"), STR_INIT("Mots-clés"), STR_INIT("Table des matières")}},
    {"it", {STR_INIT("Sommario"), STR_INIT("Parole chiave"), STR_INIT("Indice")}},
    {"ja", {STR_INIT("要旨"), STR_INIT("キーワード"), STR_INIT("目次")}},
    {"nb", {STR_INIT("Sammendrag"), STR_INIT("Nøkkelord"), STR_INIT("Innhold")}},
    {"nl", {STR_INIT("Samenvatting"), STR_INIT("Trefwoorden"), STR_INIT("Inhoudsopgave")}},
    {"nn", {STR_INIT("Samandrag"), STR_INIT("Nøkkelord"), STR_INIT("Innhald")}},
    {"pl", {STR_INIT("Streszczenie"), STR_INIT("Słowa kluczowe"), STR_INIT("Spis treści")}},
    {"pt", {STR_INIT("Resumo"), STR_INIT("Palavras-chave"), STR_INIT("Conteúdo")}},
    {"ru", {STR_INIT("Аннотация"), STR_INIT("Ключевые слова"), STR_INIT("Содержание")}},
    {"sv", {STR_INIT("Sammanfattning"), STR_INIT("Nyckelord"), STR_INIT("Innehåll")}},
    {"zh", {STR_INIT("摘要"), STR_INIT("关键词"), STR_INIT("目录")}},
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
