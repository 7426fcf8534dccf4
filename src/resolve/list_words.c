/* SPDX-License-Identifier: MIT */
/*
 * What publication lists say in words of their own: states of publication and headings of groups,
 * in the languages that the words of documents are known in (doc/words.c). What CSL's locales
 * have a term for is asked of them.
 */
#include "resolve/entry.h"

#define LANGUAGES 17

/* Sorted; the words below stand in this order. */
static const char *const LANGS[LANGUAGES] = {"cs", "da", "de", "en", "es", "fi", "fr", "it", "ja",
                                             "nb", "nl", "nn", "pl", "pt", "ru", "sv", "zh"};

static const char *const WORDS[RESOLVE_WORD_COUNT][LANGUAGES] = {
    [RESOLVE_WORD_SUBMITTED] = {"zasláno", "indsendt", "eingereicht", "submitted", "enviado",
                                "lähetetty arvioitavaksi", "soumis", "inviato", "投稿中",
                                "innsendt", "ingediend", "innsend", "złożone", "submetido",
                                "подано в печать", "inskickad", "已投稿"},
    [RESOLVE_WORD_IN_PRESS] = {"v tisku", "i trykken", "im Druck", "in press", "en prensa",
                               "painossa", "sous presse", "in corso di stampa", "印刷中",
                               "i trykken", "in druk", "i trykken", "w druku", "no prelo",
                               "в печати", "i tryck", "出版中"},
    [RESOLVE_WORD_FORTHCOMING] = {"připravuje se", "under udgivelse", "im Erscheinen",
                                  "forthcoming", "de próxima aparición", "ilmestyy", "à paraître",
                                  "di prossima pubblicazione", "近刊", "kommer", "te verschijnen",
                                  "kjem", "w przygotowaniu do druku", "a publicar",
                                  "готовится к изданию", "kommande", "即将出版"},
    [RESOLVE_WORD_UNDER_REVIEW] = {"v recenzním řízení", "under bedømmelse", "in Begutachtung",
                                   "under review", "en revisión", "arvioitavana", "en évaluation",
                                   "in revisione", "査読中", "under vurdering", "onder beoordeling",
                                   "under vurdering", "w recenzji", "em avaliação",
                                   "на рецензировании", "under granskning", "审稿中"},
    [RESOLVE_WORD_IN_PREPARATION] = {"v přípravě", "under udarbejdelse", "in Vorbereitung",
                                     "in preparation", "en preparación", "valmisteilla",
                                     "en préparation", "in preparazione", "準備中", "under arbeid",
                                     "in voorbereiding", "under arbeid", "w przygotowaniu",
                                     "em preparação", "в подготовке", "under arbete", "撰写中"},
    [RESOLVE_WORD_ACCEPTED] = {"přijato", "antaget", "angenommen", "accepted", "aceptado",
                               "hyväksytty", "accepté", "accettato", "採択済み", "antatt",
                               "aanvaard", "godteke", "przyjęte do druku", "aceito",
                               "принято к печати", "antagen", "已录用"},
    [RESOLVE_WORD_PREPRINT] = {"preprint", "preprint", "Preprint", "preprint", "preprint",
                               "preprintti", "prépublication", "preprint", "プレプリント",
                               "preprint", "preprint", "preprint", "preprint", "preprint",
                               "препринт", "preprint", "预印本"},
    [RESOLVE_WORD_EQUAL] = {"rovný podíl", "lige bidrag", "gleicher Beitrag", "equal contribution",
                            "igual contribución", "yhtä suuri panos", "contribution égale",
                            "uguale contributo", "同等の貢献", "likt bidrag", "gelijke bijdrage",
                            "likt bidrag", "równy wkład", "contribuição igual", "равный вклад",
                            "lika bidrag", "同等贡献"},
    [RESOLVE_WORD_CORRESPONDING] = {"korespondenční autor", "korresponderende forfatter",
                                    "korrespondierende Person", "corresponding author",
                                    "autor de correspondencia", "vastaava kirjoittaja",
                                    "auteur correspondant", "autore corrispondente", "責任著者",
                                    "korresponderende forfatter", "corresponderende auteur",
                                    "korresponderande forfattar", "autor korespondencyjny",
                                    "autor correspondente", "автор для переписки",
                                    "korresponderande författare", "通讯作者"},
    [RESOLVE_WORD_STUDENT] = {"student vedený autorem", "studerende under vejledning",
                              "betreute Studierende", "student advised", "estudiante dirigido",
                              "ohjattu opiskelija", "étudiant encadré", "studente seguito",
                              "指導学生", "veiledet student", "begeleide student",
                              "rettleidd student", "student pod opieką", "estudante orientado",
                              "студент под руководством", "handledd student", "指导的学生"},
    [RESOLVE_WORD_GROUP_FORTHCOMING] = {"Připravované", "Kommende", "Im Erscheinen", "Forthcoming",
                                        "De próxima aparición", "Ilmestyvät", "À paraître",
                                        "Di prossima pubblicazione", "近刊", "Kommende",
                                        "Te verschijnen", "Kjem", "W druku", "A publicar",
                                        "Готовятся к изданию", "Kommande", "即将出版"},
    [RESOLVE_WORD_UNDATED] = {"Bez data", "Uden år", "Ohne Jahr", "Undated", "Sin fecha",
                              "Ilman vuotta", "Sans date", "Senza data", "年不明", "Uten år",
                              "Zonder jaar", "Utan år", "Bez daty", "Sem data", "Без даты",
                              "Utan år", "日期不详"},
    [RESOLVE_WORD_OTHER_WORKS] = {"Ostatní práce", "Andre arbejder", "Weitere Arbeiten",
                                  "Other works", "Otros trabajos", "Muut julkaisut",
                                  "Autres travaux", "Altri lavori", "その他", "Andre arbeider",
                                  "Overige publicaties", "Andre arbeid", "Inne prace",
                                  "Outros trabalhos", "Другие работы", "Övriga arbeten", "其他"},
    [RESOLVE_WORD_OTHER_TOPICS] = {"Ostatní témata", "Andre emner", "Weitere Themen",
                                   "Other topics", "Otros temas", "Muut aiheet", "Autres sujets",
                                   "Altri temi", "その他の話題", "Andre emner",
                                   "Overige onderwerpen", "Andre emne", "Inne tematy",
                                   "Outros temas", "Другие темы", "Övriga ämnen", "其他主题"},
    [RESOLVE_WORD_BOOKS] = {"Knihy", "Bøger", "Bücher", "Books", "Libros", "Kirjat", "Livres",
                            "Libri", "著書", "Bøker", "Boeken", "Bøker", "Książki", "Livros",
                            "Книги", "Böcker", "著作"},
    [RESOLVE_WORD_EDITED_VOLUMES] = {"Sborníky", "Redigerede bøger", "Herausgeberschaften",
                                     "Edited volumes", "Volúmenes editados", "Toimitetut teokset",
                                     "Direction d’ouvrages", "Curatele", "編著", "Redigerte bøker",
                                     "Geredigeerde bundels", "Redigerte bøker",
                                     "Prace pod redakcją", "Volumes organizados", "Под редакцией",
                                     "Redigerade böcker", "编著"},
    [RESOLVE_WORD_ARTICLES] = {"Články v časopisech", "Tidsskriftsartikler",
                               "Zeitschriftenaufsätze", "Journal articles", "Artículos en revistas",
                               "Lehtiartikkelit", "Articles de revue", "Articoli in rivista",
                               "学術論文", "Tidsskriftartikler", "Tijdschriftartikelen",
                               "Tidsskriftartiklar", "Artykuły w czasopismach",
                               "Artigos em periódicos", "Статьи в журналах", "Tidskriftsartiklar",
                               "期刊论文"},
    [RESOLVE_WORD_CONFERENCE_PAPERS] = {"Příspěvky na konferencích", "Konferencebidrag",
                                        "Konferenzbeiträge", "Conference papers",
                                        "Comunicaciones en congresos", "Konferenssijulkaisut",
                                        "Communications", "Atti di convegni",
                                        "会議論文", "Konferansebidrag", "Conferentiebijdragen",
                                        "Konferansebidrag", "Materiały konferencyjne",
                                        "Trabalhos em conferências", "Доклады конференций",
                                        "Konferensbidrag", "会议论文"},
    [RESOLVE_WORD_CHAPTERS] = {"Kapitoly v knihách", "Bogkapitler", "Buchkapitel", "Book chapters",
                               "Capítulos de libros", "Kirjan luvut", "Chapitres d’ouvrage",
                               "Capitoli di libri", "分担執筆", "Bokkapitler", "Boekhoofdstukken",
                               "Bokkapittel", "Rozdziały w książkach", "Capítulos de livros",
                               "Главы в книгах", "Bokkapitel", "专著章节"},
    [RESOLVE_WORD_PREPRINTS] = {"Preprinty", "Preprints", "Preprints", "Preprints", "Preprints",
                                "Preprintit", "Prépublications", "Preprint", "プレプリント",
                                "Preprints", "Preprints", "Preprintar", "Preprinty", "Preprints",
                                "Препринты", "Preprint", "预印本"},
    [RESOLVE_WORD_MANUSCRIPTS] = {"Rukopisy", "Manuskripter", "Manuskripte", "Manuscripts",
                                  "Manuscritos", "Käsikirjoitukset", "Manuscrits", "Manoscritti",
                                  "原稿", "Manuskripter", "Manuscripten", "Manuskript", "Rękopisy",
                                  "Manuscritos", "Рукописи", "Manuskript", "手稿"},
    [RESOLVE_WORD_REPORTS] = {"Zprávy", "Rapporter", "Berichte", "Reports", "Informes", "Raportit",
                              "Rapports", "Rapporti", "報告書", "Rapporter", "Rapporten",
                              "Rapportar", "Raporty", "Relatórios", "Отчёты", "Rapporter", "报告"},
    [RESOLVE_WORD_THESES] = {"Závěrečné práce", "Afhandlinger", "Abschlussarbeiten", "Theses",
                             "Tesis", "Opinnäytteet", "Thèses et mémoires", "Tesi", "学位論文",
                             "Avhandlinger", "Scripties en proefschriften", "Avhandlingar",
                             "Prace dyplomowe", "Teses e dissertações", "Диссертации",
                             "Avhandlingar", "学位论文"},
    [RESOLVE_WORD_PATENTS] = {"Patenty", "Patenter", "Patente", "Patents", "Patentes", "Patentit",
                              "Brevets", "Brevetti", "特許", "Patenter", "Octrooien", "Patent",
                              "Patenty", "Patentes", "Патенты", "Patent", "专利"},
    [RESOLVE_WORD_STANDARDS] = {"Normy", "Standarder", "Normen", "Standards", "Normas",
                                "Standardit", "Normes", "Norme", "規格", "Standarder", "Normen",
                                "Standardar", "Normy", "Normas", "Стандарты", "Standarder", "标准"},
    [RESOLVE_WORD_SOFTWARE] = {"Software", "Software", "Software", "Software", "Software",
                               "Ohjelmistot", "Logiciels", "Software", "ソフトウェア",
                               "Programvare", "Software", "Programvare", "Oprogramowanie",
                               "Software", "Программы", "Programvara", "软件"},
    [RESOLVE_WORD_DATA_SETS] = {"Datové sady", "Datasæt", "Datensätze", "Data sets",
                                "Conjuntos de datos", "Aineistot", "Jeux de données", "Dataset",
                                "データセット", "Datasett", "Datasets", "Datasett", "Zbiory danych",
                                "Conjuntos de dados", "Наборы данных", "Dataset", "数据集"},
    [RESOLVE_WORD_TALKS] = {"Přednášky", "Foredrag", "Vorträge", "Talks", "Conferencias",
                            "Esitelmät", "Conférences", "Relazioni", "講演", "Foredrag",
                            "Voordrachten", "Foredrag", "Wystąpienia", "Palestras", "Выступления",
                            "Föredrag", "报告与演讲"},
    [RESOLVE_WORD_REVIEWS] = {"Recenze", "Anmeldelser", "Rezensionen", "Reviews", "Reseñas",
                              "Arvostelut", "Comptes rendus", "Recensioni", "書評・評論",
                              "Anmeldelser", "Recensies", "Meldingar", "Recenzje", "Resenhas",
                              "Рецензии", "Recensioner", "评论"},
    [RESOLVE_WORD_BOOK_REVIEWS] = {"Recenze knih", "Boganmeldelser", "Buchbesprechungen",
                                   "Book reviews", "Reseñas de libros", "Kirja-arvostelut",
                                   "Comptes rendus de livres", "Recensioni di libri", "書評",
                                   "Bokanmeldelser", "Boekrecensies", "Bokmeldingar",
                                   "Recenzje książek", "Resenhas de livros", "Рецензии на книги",
                                   "Bokrecensioner", "书评"},
    [RESOLVE_WORD_ENCYCLOPEDIA] = {"Hesla v encyklopediích", "Leksikonartikler", "Lexikonartikel",
                                   "Encyclopedia entries", "Entradas de enciclopedia",
                                   "Tietosanakirja-artikkelit", "Articles d’encyclopédie",
                                   "Voci di enciclopedia", "事典項目", "Leksikonartikler",
                                   "Encyclopedieartikelen", "Leksikonartiklar",
                                   "Hasła encyklopedyczne", "Verbetes de enciclopédia",
                                   "Статьи в энциклопедиях", "Uppslagsverksartiklar", "百科条目"},
    [RESOLVE_WORD_DICTIONARY] = {"Slovníková hesla", "Ordbogsartikler", "Wörterbucheinträge",
                                 "Dictionary entries", "Entradas de diccionario",
                                 "Sanakirja-artikkelit", "Articles de dictionnaire",
                                 "Voci di dizionario", "辞書項目", "Ordbokartikler",
                                 "Woordenboekartikelen", "Ordbokartiklar", "Hasła słownikowe",
                                 "Verbetes de dicionário", "Словарные статьи", "Ordboksartiklar",
                                 "词典条目"},
    [RESOLVE_WORD_MAGAZINE] = {"Články v magazínech", "Magasinartikler", "Beiträge in Magazinen",
                               "Magazine articles", "Artículos de divulgación",
                               "Aikakauslehtiartikkelit", "Articles de magazine",
                               "Articoli in periodici", "雑誌記事", "Magasinartikler",
                               "Artikelen in magazines", "Magasinartiklar", "Artykuły w magazynach",
                               "Artigos em revistas", "Статьи в популярных журналах",
                               "Magasinsartiklar", "杂志文章"},
    [RESOLVE_WORD_NEWSPAPER] = {"Články v novinách", "Avisartikler", "Zeitungsartikel",
                                "Newspaper articles", "Artículos de prensa",
                                "Sanomalehtiartikkelit", "Articles de presse",
                                "Articoli di giornale", "新聞記事", "Avisartikler",
                                "Krantenartikelen", "Avisartiklar", "Artykuły prasowe",
                                "Artigos em jornais", "Статьи в газетах", "Tidningsartiklar",
                                "报纸文章"},
    [RESOLVE_WORD_POSTS] = {"Příspěvky", "Indlæg", "Blogbeiträge", "Posts", "Entradas de blog",
                            "Blogikirjoitukset", "Billets", "Post", "ブログ記事", "Innlegg",
                            "Blogberichten", "Innlegg", "Wpisy", "Publicações em blogs",
                            "Записи в блогах", "Inlägg", "博文"},
    [RESOLVE_WORD_WEB_PAGES] = {"Webové stránky", "Websider", "Webseiten", "Web pages",
                                "Páginas web", "Verkkosivut", "Pages web", "Pagine web",
                                "ウェブページ", "Nettsider", "Webpagina’s", "Nettsider",
                                "Strony internetowe", "Páginas da web", "Веб-страницы", "Webbsidor",
                                "网页"},
};

static size_t language_of(struct str lang) {
    struct str primary = str_cut(&lang, '-');
    size_t english = 0;
    for (size_t i = 0; i < LANGUAGES; i++) {
        if (str_ieq(primary, str_of(LANGS[i]))) {
            return i;
        }
        english = str_is(str_of(LANGS[i]), "en") ? i : english;
    }
    return str_ieq(primary, STR("no")) ? language_of(STR("nb")) : english;
}

struct str resolve_word(const struct resolver *r, enum resolve_word word) {
    return str_of(WORDS[word][language_of(r->doc->meta.lang)]);
}

/** As databases write them: biblatex's `pubstate` keys, and what people put where a date stands,
 * which English lists leave as it is. */
static const struct {
    const char *state;
    enum resolve_word word;
    bool is_key;
} STATES[] = {
    {"submitted", RESOLVE_WORD_SUBMITTED, true},
    {"inpress", RESOLVE_WORD_IN_PRESS, true},
    {"in press", RESOLVE_WORD_IN_PRESS, false},
    {"forthcoming", RESOLVE_WORD_FORTHCOMING, true},
    {"to appear", RESOLVE_WORD_FORTHCOMING, false},
    {"under review", RESOLVE_WORD_UNDER_REVIEW, false},
    {"in review", RESOLVE_WORD_UNDER_REVIEW, false},
    {"inpreparation", RESOLVE_WORD_IN_PREPARATION, true},
    {"in preparation", RESOLVE_WORD_IN_PREPARATION, false},
    {"in prep.", RESOLVE_WORD_IN_PREPARATION, false},
    {"accepted", RESOLVE_WORD_ACCEPTED, false},
    {"prepublished", RESOLVE_WORD_PREPRINT, true},
    {"preprint", RESOLVE_WORD_PREPRINT, false},
};

struct str resolve_state_word(const struct resolver *r, struct str state) {
    for (size_t i = 0; i < ARRAY_LEN(STATES); i++) {
        if (str_ieq(state, str_of(STATES[i].state))) {
            bool kept = !STATES[i].is_key && str_starts(r->doc->meta.lang, STR("en"));
            return kept ? state : resolve_word(r, STATES[i].word);
        }
    }
    return STR_EMPTY;
}
