/* SPDX-License-Identifier: MIT */
/* Titles of CV sections by language, for JSON Resume, whose sections have only keys. */
#include "read/cv/cv_model.h"

struct words {
    const char *lang;
    const char *word[CV_WORD_COUNT];
};

/* Sorted by language, words in the order of enum cv_word. */
static const struct words WORDS[] = {
    {"cs",
     {"Profil", "Praxe", "Dobrovolnictví", "Vzdělání", "Ocenění", "Certifikáty", "Publikace",
      "Dovednosti", "Jazyky", "Zájmy", "Reference", "Projekty", "dosud", "Předměty",
      "Klíčová slova", "Role", "Hodnocení"}},
    {"da",
     {"Profil", "Erfaring", "Frivilligt arbejde", "Uddannelse", "Priser", "Certifikater",
      "Publikationer", "Kompetencer", "Sprog", "Interesser", "Referencer", "Projekter", "nu",
      "Kurser", "Nøgleord", "Roller", "Resultat"}},
    {"de",
     {"Profil", "Berufserfahrung", "Ehrenamt", "Ausbildung", "Auszeichnungen", "Zertifikate",
      "Publikationen", "Kenntnisse", "Sprachen", "Interessen", "Referenzen", "Projekte", "heute",
      "Kurse", "Stichwörter", "Rollen", "Note"}},
    {"en",
     {"Profile", "Experience", "Volunteering", "Education", "Awards", "Certificates",
      "Publications", "Skills", "Languages", "Interests", "References", "Projects", "present",
      "Courses", "Keywords", "Roles", "Score"}},
    {"es",
     {"Perfil", "Experiencia", "Voluntariado", "Formación", "Premios", "Certificados",
      "Publicaciones", "Competencias", "Idiomas", "Intereses", "Referencias", "Proyectos",
      "actualidad", "Cursos", "Palabras clave", "Funciones", "Calificación"}},
    {"fi",
     {"Profiili", "Työkokemus", "Vapaaehtoistyö", "Koulutus", "Palkinnot", "Sertifikaatit",
      "Julkaisut", "Taidot", "Kielitaito", "Kiinnostuksen kohteet", "Suosittelijat", "Hankkeet",
      "nykyhetki", "Kurssit", "Avainsanat", "Roolit", "Arvosana"}},
    {"fr",
     {"Profil", "Expérience", "Bénévolat", "Formation", "Prix et distinctions", "Certifications",
      "Publications", "Compétences", "Langues", "Centres d’intérêt", "Références", "Projets",
      "présent", "Cours", "Mots-clés", "Rôles", "Note"}},
    {"it",
     {"Profilo", "Esperienza", "Volontariato", "Istruzione", "Premi", "Certificati",
      "Pubblicazioni", "Competenze", "Lingue", "Interessi", "Referenze", "Progetti", "oggi",
      "Corsi", "Parole chiave", "Ruoli", "Voto"}},
    {"ja",
     {"プロフィール", "職歴", "ボランティア", "学歴", "受賞", "資格", "業績", "スキル", "語学",
      "関心", "推薦者", "プロジェクト", "現在", "履修科目", "キーワード", "役割", "成績"}},
    {"nb",
     {"Profil", "Erfaring", "Frivillig arbeid", "Utdanning", "Priser", "Sertifikater",
      "Publikasjoner", "Ferdigheter", "Språk", "Interesser", "Referanser", "Prosjekter", "nå",
      "Emner", "Nøkkelord", "Roller", "Karakter"}},
    {"nl",
     {"Profiel", "Werkervaring", "Vrijwilligerswerk", "Opleiding", "Prijzen", "Certificaten",
      "Publicaties", "Vaardigheden", "Talen", "Interesses", "Referenties", "Projecten", "heden",
      "Vakken", "Trefwoorden", "Rollen", "Cijfer"}},
    {"nn",
     {"Profil", "Erfaring", "Frivillig arbeid", "Utdanning", "Prisar", "Sertifikat",
      "Publikasjonar", "Ferdigheiter", "Språk", "Interesser", "Referansar", "Prosjekt", "no",
      "Emne", "Nøkkelord", "Roller", "Karakter"}},
    {"pl",
     {"Profil", "Doświadczenie", "Wolontariat", "Wykształcenie", "Nagrody", "Certyfikaty",
      "Publikacje", "Umiejętności", "Języki", "Zainteresowania", "Referencje", "Projekty",
      "obecnie", "Przedmioty", "Słowa kluczowe", "Role", "Ocena"}},
    {"pt",
     {"Perfil", "Experiência", "Voluntariado", "Formação", "Prêmios", "Certificados", "Publicações",
      "Competências", "Idiomas", "Interesses", "Referências", "Projetos", "presente", "Disciplinas",
      "Palavras-chave", "Funções", "Nota"}},
    {"ru",
     {"О себе", "Опыт работы", "Волонтёрство", "Образование", "Награды", "Сертификаты",
      "Публикации", "Навыки", "Языки", "Интересы", "Рекомендации", "Проекты", "н. в.", "Курсы",
      "Ключевые слова", "Роли", "Оценка"}},
    {"sv",
     {"Profil", "Erfarenhet", "Ideellt arbete", "Utbildning", "Priser", "Certifikat",
      "Publikationer", "Kompetenser", "Språk", "Intressen", "Referenser", "Projekt", "nu", "Kurser",
      "Nyckelord", "Roller", "Betyg"}},
    {"zh",
     {"简介", "工作经历", "志愿服务", "教育背景", "荣誉奖项", "证书", "发表论文", "技能", "语言",
      "兴趣", "推荐人", "项目", "至今", "课程", "关键词", "角色", "成绩"}},
};

struct str cv_word(struct str lang, enum cv_word word) {
    struct str primary = str_cut(&lang, '-');
    const char *english = "";
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        if (str_ieq(primary, str_of(WORDS[i].lang))) {
            return str_of(WORDS[i].word[word]);
        }
        english = str_is(str_of(WORDS[i].lang), "en") ? WORDS[i].word[word] : english;
    }
    return str_of(english);
}

struct str cv_key_label(struct arena *a, struct str lang, struct str key) {
    static const struct {
        const char *key;
        enum cv_word word;
    } keys[] = {{"courses", CV_WORD_COURSES},
                {"keywords", CV_WORD_KEYWORDS},
                {"roles", CV_WORD_ROLES},
                {"score", CV_WORD_SCORE}};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (str_is(key, keys[i].key)) {
            return cv_word(lang, keys[i].word);
        }
    }
    return cv_key_words(a, key);
}
