/* SPDX-License-Identifier: MIT */
/*
 * The words of the controls, in the languages of page_words.c; {n} and {all} are numbers.
 */
#include "write/html/writer.h"

static const struct html_script_words words[] = {
    {"ar", "تصفية المنشورات", "بحث", "النوع", "السنة", "الموضوع", "{n} من {all}", "إظهار الكل",
     "نسخ", "تم النسخ"},
    {"cs", "Filtrovat publikace", "Hledat", "Typ", "Rok", "Téma", "{n} z {all}", "Zobrazit vše",
     "Kopírovat", "Zkopírováno"},
    {"da", "Filtrér publikationer", "Søg", "Type", "År", "Emne", "{n} af {all}", "Vis alle",
     "Kopiér", "Kopieret"},
    {"de", "Publikationen filtern", "Suchen", "Art", "Jahr", "Thema", "{n} von {all}",
     "Alle zeigen", "Kopieren", "Kopiert"},
    {"en", "Filter publications", "Search", "Type", "Year", "Topic", "{n} of {all}", "Show all",
     "Copy", "Copied"},
    {"es", "Filtrar publicaciones", "Buscar", "Tipo", "Año", "Tema", "{n} de {all}", "Mostrar todo",
     "Copiar", "Copiado"},
    {"fa", "پالایش انتشارات", "جستجو", "نوع", "سال", "موضوع", "{n} از {all}", "نمایش همه", "رونوشت",
     "رونوشت شد"},
    {"fi", "Suodata julkaisuja", "Hae", "Tyyppi", "Vuosi", "Aihe", "{n} / {all}", "Näytä kaikki",
     "Kopioi", "Kopioitu"},
    {"fr", "Filtrer les publications", "Rechercher", "Type", "Année", "Sujet", "{n} sur {all}",
     "Tout afficher", "Copier", "Copié"},
    {"he", "סינון פרסומים", "חיפוש", "סוג", "שנה", "נושא", "{n} מתוך {all}", "הצגת הכול", "העתקה",
     "הועתק"},
    {"it", "Filtra le pubblicazioni", "Cerca", "Tipo", "Anno", "Tema", "{n} di {all}",
     "Mostra tutto", "Copia", "Copiato"},
    {"ja", "業績を絞り込む", "検索", "種別", "年", "分野", "{all}件中{n}件", "すべて表示", "コピー",
     "コピーしました"},
    {"nb", "Filtrer publikasjoner", "Søk", "Type", "År", "Emne", "{n} av {all}", "Vis alle",
     "Kopier", "Kopiert"},
    {"nl", "Publicaties filteren", "Zoeken", "Soort", "Jaar", "Onderwerp", "{n} van {all}",
     "Alles tonen", "Kopiëren", "Gekopieerd"},
    {"nn", "Filtrer publikasjonar", "Søk", "Type", "År", "Emne", "{n} av {all}", "Vis alle",
     "Kopier", "Kopiert"},
    {"pl", "Filtruj publikacje", "Szukaj", "Typ", "Rok", "Temat", "{n} z {all}", "Pokaż wszystkie",
     "Kopiuj", "Skopiowano"},
    {"pt", "Filtrar publicações", "Procurar", "Tipo", "Ano", "Tema", "{n} de {all}", "Mostrar tudo",
     "Copiar", "Copiado"},
    {"ru", "Отбор публикаций", "Поиск", "Вид", "Год", "Тема", "{n} из {all}", "Показать все",
     "Копировать", "Скопировано"},
    {"sv", "Filtrera publikationer", "Sök", "Typ", "År", "Ämne", "{n} av {all}", "Visa alla",
     "Kopiera", "Kopierat"},
    {"zh", "筛选成果", "搜索", "类型", "年份", "主题", "{all}项中的{n}项", "显示全部", "复制",
     "已复制"},
};

const struct html_script_words *html_script_words_find(struct str lang) {
    struct str primary = str_cut(&lang, '-');
    const struct html_script_words *english = NULL;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(primary, str_of(words[i].lang))) {
            return &words[i];
        }
        english = str_is(str_of(words[i].lang), "en") ? &words[i] : english;
    }
    return english;
}
