/* SPDX-License-Identifier: MIT */
/*
 * The words that a page adds, in the languages of its readers, sorted by language. For other
 * languages they are in English, and marked as such.
 */
#include "write/html/writer.h"

static const struct html_words words[] = {
    {"ar", "انتقل إلى المحتوى", "الحواشي", "العودة إلى النص", "الموقع", "مسار التنقل"},
    {"cs", "Přejít na obsah", "Poznámky", "Zpět k textu", "Web", "Drobečková navigace"},
    {"da", "Gå til indholdet", "Noter", "Tilbage til teksten", "Webstedet", "Brødkrumme"},
    {"de", "Zum Inhalt springen", "Fußnoten", "Zurück zum Text", "Website", "Brotkrümel"},
    {"en", "Skip to content", "Footnotes", "Back to the text", "Site", "Breadcrumbs"},
    {"es", "Saltar al contenido", "Notas", "Volver al texto", "Sitio", "Ruta de navegación"},
    {"fa", "پرش به محتوا", "پانوشت‌ها", "بازگشت به متن", "وب‌گاه", "مسیر صفحه"},
    {"fi", "Siirry sisältöön", "Alaviitteet", "Takaisin tekstiin", "Sivusto", "Murupolku"},
    {"fr", "Aller au contenu", "Notes", "Retour au texte", "Site", "Fil d’Ariane"},
    {"he", "דלג לתוכן", "הערות שוליים", "חזרה לטקסט", "האתר", "נתיב ניווט"},
    {"it", "Vai al contenuto", "Note", "Torna al testo", "Sito", "Percorso di navigazione"},
    {"ja", "本文へ移動", "脚注", "本文に戻る", "サイト", "パンくずリスト"},
    {"nb", "Gå til innholdet", "Fotnoter", "Tilbake til teksten", "Nettstedet", "Brødsmulesti"},
    {"nl", "Naar de inhoud", "Voetnoten", "Terug naar de tekst", "Website", "Kruimelpad"},
    {"nn", "Gå til innhaldet", "Fotnotar", "Tilbake til teksten", "Nettstaden", "Brødsmulesti"},
    {"pl", "Przejdź do treści", "Przypisy", "Powrót do tekstu", "Witryna", "Ścieżka nawigacji"},
    {"pt", "Saltar para o conteúdo", "Notas", "Voltar ao texto", "Sítio", "Navegação estrutural"},
    {"ru", "К содержанию", "Примечания", "Вернуться к тексту", "Сайт", "Путь к странице"},
    {"sv", "Gå till innehållet", "Fotnoter", "Tillbaka till texten", "Webbplatsen", "Länkstig"},
    {"zh", "跳到正文", "脚注", "返回正文", "网站", "面包屑导航"},
};

const struct html_words *html_words_find(struct str lang, bool *foreign) {
    struct str primary = str_cut(&lang, '-');
    const struct html_words *english = NULL;
    *foreign = false;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(primary, str_of(words[i].lang))) {
            return &words[i];
        }
        if (str_is(str_of(words[i].lang), "en")) {
            english = &words[i];
        }
    }
    *foreign = primary.n > 0;
    return english;
}
