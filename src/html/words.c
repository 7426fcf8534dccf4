/* SPDX-License-Identifier: MIT */
/*
 * The few words a page says itself, in the languages of its readers.
 *
 * Sorted by language; what is not here is said in English, and marked as English.
 */
#include "html/writer.h"

static const struct html_words words[] = {
    {"ar", "انتقل إلى المحتوى", "الحواشي", "العودة إلى النص"},
    {"cs", "Přejít na obsah", "Poznámky", "Zpět k textu"},
    {"da", "Gå til indholdet", "Noter", "Tilbage til teksten"},
    {"de", "Zum Inhalt springen", "Fußnoten", "Zurück zum Text"},
    {"en", "Skip to content", "Footnotes", "Back to the text"},
    {"es", "Saltar al contenido", "Notas", "Volver al texto"},
    {"fa", "پرش به محتوا", "پانوشت‌ها", "بازگشت به متن"},
    {"fi", "Siirry sisältöön", "Alaviitteet", "Takaisin tekstiin"},
    {"fr", "Aller au contenu", "Notes", "Retour au texte"},
    {"he", "דלג לתוכן", "הערות שוליים", "חזרה לטקסט"},
    {"it", "Vai al contenuto", "Note", "Torna al testo"},
    {"ja", "本文へ移動", "脚注", "本文に戻る"},
    {"nb", "Gå til innholdet", "Fotnoter", "Tilbake til teksten"},
    {"nl", "Naar de inhoud", "Voetnoten", "Terug naar de tekst"},
    {"nn", "Gå til innhaldet", "Fotnotar", "Tilbake til teksten"},
    {"pl", "Przejdź do treści", "Przypisy", "Powrót do tekstu"},
    {"pt", "Saltar para o conteúdo", "Notas", "Voltar ao texto"},
    {"ru", "К содержанию", "Примечания", "Вернуться к тексту"},
    {"sv", "Gå till innehållet", "Fotnoter", "Tillbaka till texten"},
    {"zh", "跳到正文", "脚注", "返回正文"},
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
