/* SPDX-License-Identifier: MIT */
/*
 * The names that a document's parts have in its language, for all outputs: babel's \abstractname,
 * \contentsname, \figurename and the like, and what stands before the number of a part that the
 * text refers to. English ones there are pandoc-crossref's; other languages have what their style
 * guides abbreviate, and whole words where they abbreviate nothing.
 */
#include "model/doc/doc.h"

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
    [0 /* FIRST_MORE */] =
        {"Tito autoři přispěli stejným dílem.", "Disse forfattere har bidraget ligeligt.",
         "Diese Autoren haben zu gleichen Teilen beigetragen.",
         "These authors contributed equally.", "Estos autores contribuyeron por igual.",
         "Nämä kirjoittajat ovat osallistuneet työhön yhtä suurella panoksella.",
         "Ces auteurs ont contribué à parts égales.",
         "Questi autori hanno contribuito in egual misura.", "これらの著者は同等に貢献した。",
         "Disse forfatterne har bidratt likt.", "Deze auteurs hebben gelijkelijk bijgedragen.",
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
    [DOC_WORD_THEOREM - FIRST_MORE] = {"Věta", "Sætning", "Satz", "Theorem", "Teorema", "Lause",
                                       "Théorème", "Teorema", "定理", "Teorem", "Stelling",
                                       "Teorem", "Twierdzenie", "Teorema", "Теорема", "Sats",
                                       "定理"},
    [DOC_WORD_LEMMA - FIRST_MORE] = {"Lemma", "Lemma", "Lemma", "Lemma", "Lema", "Lemma", "Lemme",
                                     "Lemma", "補題", "Lemma", "Lemma", "Lemma", "Lemat", "Lema",
                                     "Лемма", "Lemma", "引理"},
    [DOC_WORD_COROLLARY - FIRST_MORE] = {"Důsledek", "Korollar", "Korollar", "Corollary",
                                         "Corolario", "Korollaari", "Corollaire", "Corollario",
                                         "系", "Korollar", "Gevolg", "Korollar", "Wniosek",
                                         "Corolário", "Следствие", "Följdsats", "推论"},
    [DOC_WORD_PROPOSITION - FIRST_MORE] = {"Tvrzení", "Proposition", "Proposition", "Proposition",
                                           "Proposición", "Propositio", "Proposition",
                                           "Proposizione", "命題", "Proposisjon", "Propositie",
                                           "Proposisjon", "Stwierdzenie", "Proposição",
                                           "Предложение", "Proposition", "命题"},
    [DOC_WORD_CONJECTURE -
        FIRST_MORE] = {"Domněnka", "Formodning", "Vermutung", "Conjecture", "Conjetura",
                       "Konjektuuri", "Conjecture", "Congettura", "予想", "Formodning", "Vermoeden",
                       "Formodning", "Przypuszczenie", "Conjetura", "Гипотеза", "Förmodan", "猜想"},
    [DOC_WORD_DEFINITION -
        FIRST_MORE] = {"Definice", "Definition", "Definition", "Definition", "Definición",
                       "Määritelmä", "Définition", "Definizione", "定義", "Definisjon", "Definitie",
                       "Definisjon", "Definicja", "Definição", "Определение", "Definition", "定义"},
    [DOC_WORD_EXAMPLE - FIRST_MORE] = {"Příklad", "Eksempel", "Beispiel", "Example", "Ejemplo",
                                       "Esimerkki", "Exemple", "Esempio", "例", "Eksempel",
                                       "Voorbeeld", "Døme", "Przykład", "Exemplo", "Пример",
                                       "Exempel", "例"},
    [DOC_WORD_EXERCISE - FIRST_MORE] = {"Cvičení", "Øvelse", "Übung", "Exercise", "Ejercicio",
                                        "Harjoitus", "Exercice", "Esercizio", "練習", "Oppgave",
                                        "Oefening", "Oppgåve", "Ćwiczenie", "Exercício",
                                        "Упражнение", "Övning", "练习"},
    [DOC_WORD_SOLUTION - FIRST_MORE] = {"Řešení", "Løsning", "Lösung", "Solution", "Solución",
                                        "Ratkaisu", "Solution", "Soluzione", "解答", "Løsning",
                                        "Oplossing", "Løysing", "Rozwiązanie", "Solução", "Решение",
                                        "Lösning", "解答"},
    [DOC_WORD_REMARK - FIRST_MORE] = {"Poznámka", "Bemærkning", "Bemerkung", "Remark",
                                      "Observación", "Huomautus", "Remarque", "Osservazione",
                                      "注意", "Merknad", "Opmerking", "Merknad", "Uwaga",
                                      "Observação", "Замечание", "Anmärkning", "注"},
    [DOC_WORD_ASSUMPTION - FIRST_MORE] = {"Předpoklad", "Antagelse", "Annahme", "Assumption",
                                          "Supuesto", "Oletus", "Hypothèse", "Assunzione", "仮定",
                                          "Antakelse", "Aanname", "Antaking", "Założenie",
                                          "Suposição", "Предположение", "Antagande", "假设"},
    [DOC_WORD_HYPOTHESIS - FIRST_MORE] = {"Hypotéza", "Hypotese", "Hypothese", "Hypothesis",
                                          "Hipótesis", "Hypoteesi", "Hypothèse", "Ipotesi", "仮説",
                                          "Hypotese", "Hypothese", "Hypotese", "Hipoteza",
                                          "Hipótese", "Гипотеза", "Hypotes", "假说"},
    [DOC_WORD_ALGORITHM - FIRST_MORE] = {"Algoritmus", "Algoritme", "Algorithmus", "Algorithm",
                                         "Algoritmo", "Algoritmi", "Algorithme", "Algoritmo",
                                         "アルゴリズム", "Algoritme", "Algoritme", "Algoritme",
                                         "Algorytm", "Algoritmo", "Алгоритм", "Algoritm", "算法"},
    [DOC_WORD_PROOF - FIRST_MORE] = {"Důkaz", "Bevis", "Beweis", "Proof", "Demostración",
                                     "Todistus", "Démonstration", "Dimostrazione", "証明", "Bevis",
                                     "Bewijs", "Bevis", "Dowód", "Demonstração", "Доказательство",
                                     "Bevis", "证明"},
    [DOC_WORD_LISTING - FIRST_MORE] = {"Výpis", "Kodeliste", "Listing", "Listing", "Listado",
                                       "Listaus", "Listing", "Listato", "リスト", "Kodeliste",
                                       "Listing", "Kodeliste", "Listing", "Listagem", "Листинг",
                                       "Kodlista", "代码"},
    [DOC_WORD_NOTE - FIRST_MORE] = {"Poznámka", "Bemærk", "Hinweis", "Note", "Nota", "Huomaa",
                                    "Note", "Nota", "注記", "Merk", "Opmerking", "Merk", "Notatka",
                                    "Nota", "Примечание", "Obs", "注记"},
    [DOC_WORD_TIP - FIRST_MORE] = {"Tip", "Tip", "Tipp", "Tip", "Consejo", "Vinkki", "Astuce",
                                   "Suggerimento", "ヒント", "Tips", "Tip", "Tips", "Wskazówka",
                                   "Dica", "Совет", "Tips", "提示"},
    [DOC_WORD_IMPORTANT - FIRST_MORE] = {"Důležité", "Vigtigt", "Wichtig", "Important",
                                         "Importante", "Tärkeää", "Important", "Importante", "重要",
                                         "Viktig", "Belangrijk", "Viktig", "Ważne", "Importante",
                                         "Важно", "Viktigt", "重要"},
    [DOC_WORD_CAUTION - FIRST_MORE] = {"Pozor", "Forsigtig", "Vorsicht", "Caution", "Precaución",
                                       "Varo", "Attention", "Attenzione", "注意", "Forsiktig",
                                       "Let op", "Ver varsam", "Ostrożnie", "Cuidado", "Осторожно",
                                       "Var försiktig", "注意"},
    [DOC_WORD_WARNING - FIRST_MORE] = {"Varování", "Advarsel", "Warnung", "Warning", "Advertencia",
                                       "Varoitus", "Avertissement", "Avvertenza", "警告",
                                       "Advarsel", "Waarschuwing", "Åtvaring", "Ostrzeżenie",
                                       "Aviso", "Предупреждение", "Varning", "警告"},
    [DOC_WORD_LIST_FIGURES - FIRST_MORE] = {"Seznam obrázků", "Figurer", "Abbildungsverzeichnis",
                                            "List of Figures", "Índice de figuras", "Kuvaluettelo",
                                            "Table des figures", "Elenco delle figure", "図目次",
                                            "Figurer", "Lijst van figuren", "Figurar",
                                            "Spis rysunków", "Lista de figuras",
                                            "Список иллюстраций", "Figurer", "插图目录"},
    [DOC_WORD_LIST_TABLES -
        FIRST_MORE] = {"Seznam tabulek", "Tabeller", "Tabellenverzeichnis", "List of Tables",
                       "Índice de cuadros", "Taulukkoluettelo", "Liste des tableaux",
                       "Elenco delle tabelle", "表目次", "Tabeller", "Lijst van tabellen",
                       "Tabellar", "Spis tabel", "Lista de tabelas", "Список таблиц", "Tabeller",
                       "表格目录"},
    [DOC_WORD_LIST_LISTINGS -
        FIRST_MORE] = {"Seznam výpisů", "Kodelister", "Verzeichnis der Listings",
                       "List of Listings", "Índice de listados", "Listausluettelo",
                       "Liste des listings", "Elenco dei listati", "リスト目次", "Kodelister",
                       "Lijst van listings", "Kodelister", "Spis listingów", "Lista de listagens",
                       "Список листингов", "Kodlistor", "代码目录"},
    [DOC_WORD_PART - FIRST_MORE] = {"Část", "Del", "Teil", "Part", "Parte", "Osa", "Partie",
                                    "Parte", "部", "Del", "Deel", "Del", "Część", "Parte", "Часть",
                                    "Del", "部分"},
    [DOC_WORD_CHAPTER - FIRST_MORE] = {"Kapitola", "Kapitel", "Kapitel", "Chapter", "Capítulo",
                                       "Luku", "Chapitre", "Capitolo", "章", "Kapittel",
                                       "Hoofdstuk", "Kapittel", "Rozdział", "Capítulo", "Глава",
                                       "Kapitel", "章"},
    [DOC_WORD_APPENDIX - FIRST_MORE] = {"Příloha", "Bilag", "Anhang", "Appendix", "Apéndice",
                                        "Liite", "Annexe", "Appendice", "付録", "Tillegg",
                                        "Bijlage", "Tillegg", "Dodatek", "Apêndice", "Приложение",
                                        "Bilaga", "附录"},
    [DOC_WORD_INDEX - FIRST_MORE] = {"Rejstřík", "Indeks", "Index", "Index", "Índice alfabético",
                                     "Hakemisto", "Index", "Indice analitico", "索引", "Register",
                                     "Index", "Register", "Indeks", "Índice remissivo",
                                     "Предметный указатель", "Sakregister", "索引"},
    [DOC_WORD_NOTES - FIRST_MORE] = {"Poznámky", "Noter", "Anmerkungen", "Notes", "Notas",
                                     "Viitteet", "Notes", "Note", "注", "Noter", "Noten", "Notar",
                                     "Przypisy", "Notas", "Примечания", "Noter", "注释"},
    [DOC_WORD_SEE - FIRST_MORE] = {"viz", "se", "siehe", "see", "véase", "katso", "voir", "vedi",
                                   "→", "se", "zie", "sjå", "zob.", "ver", "см.", "se", "见"},
    [DOC_WORD_SEE_ALSO - FIRST_MORE] = {"viz též", "se også", "siehe auch", "see also",
                                        "véase también", "katso myös", "voir aussi", "vedi anche",
                                        "→", "se også", "zie ook", "sjå òg", "zob. też",
                                        "ver também", "см. также", "se även", "另见"},
    [DOC_WORD_ANONYMOUS - FIRST_MORE] = {"Anonym", "Anonym", "Anonym", "Anonymous", "Anónimo",
                                         "Nimetön", "Anonyme", "Anonimo", "匿名", "Anonym",
                                         "Anoniem", "Anonym", "Anonim", "Anónimo", "Аноним",
                                         "Anonym", "匿名"},
    [DOC_WORD_OMITTED - FIRST_MORE] =
        {"Údaje vynechány kvůli anonymnímu posouzení",
         "Oplysninger udeladt af hensyn til blind bedømmelse",
         "Angaben für die anonyme Begutachtung entfernt", "Details omitted for blind review",
         "Datos omitidos para la revisión ciega", "Tiedot poistettu sokkoarviointia varten",
         "Références omises pour l’évaluation en aveugle", "Dati omessi per la revisione anonima",
         "匿名査読のため詳細は省略", "Opplysninger utelatt av hensyn til blind vurdering",
         "Gegevens weggelaten voor blinde beoordeling",
         "Opplysningar utelatne av omsyn til blind vurdering",
         "Dane pominięto na potrzeby anonimowej recenzji", "Dados omitidos para avaliação cega",
         "Данные опущены для слепого рецензирования", "Uppgifter utelämnade för blind granskning",
         "为匿名评审略去详情"},
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
    const char *rtl = doc_word_rtl(primary, word);
    *foreign = primary.n > 0 && !rtl;
    return rtl ? str_of(rtl) : english;
}

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
