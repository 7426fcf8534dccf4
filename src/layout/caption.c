/* SPDX-License-Identifier: MIT */
/*
 * Captions of tables and figures: numbered as LaTeX's article numbers them, centred when they fit
 * on a line.
 */
#include "layout/setter.h"

struct caption_words {
    const char *lang;
    struct str word[CAPTION_COUNT];
};

/* Sorted by language: babel's \tablename and \figurename. */
static const struct caption_words WORDS[] = {
    {"cs", {STR_INIT("Tabulka"), STR_INIT("Obrázek")}},
    {"da", {STR_INIT("Tabel"), STR_INIT("Figur")}},
    {"de", {STR_INIT("Tabelle"), STR_INIT("Abbildung")}},
    {"es", {STR_INIT("Cuadro"), STR_INIT("Figura")}},
    {"fi", {STR_INIT("Taulukko"), STR_INIT("Kuva")}},
    {"fr", {STR_INIT("Table"), STR_INIT("Figure")}},
    {"it", {STR_INIT("Tabella"), STR_INIT("Figura")}},
    {"nb", {STR_INIT("Tabell"), STR_INIT("Figur")}},
    {"nl", {STR_INIT("Tabel"), STR_INIT("Figuur")}},
    {"pl", {STR_INIT("Tabela"), STR_INIT("Rysunek")}},
    {"pt", {STR_INIT("Tabela"), STR_INIT("Figura")}},
    {"ru", {STR_INIT("Таблица"), STR_INIT("Рис.")}},
    {"sv", {STR_INIT("Tabell"), STR_INIT("Figur")}},
};

static struct str caption_word(struct str lang, enum caption_kind kind) {
    static const struct str ENGLISH[CAPTION_COUNT] = {STR_INIT("Table"), STR_INIT("Figure")};
    struct str primary = str_cut(&lang, '-');
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        if (str_ieq(primary, str_of(WORDS[i].lang))) {
            return WORDS[i].word[kind];
        }
    }
    return ENGLISH[kind];
}

void set_caption_text(struct setter *s, const struct doc_node *caption, const struct frame *f,
                      enum caption_kind kind) {
    struct inline_builder *b = inline_new(s->shaper);
    struct look look;
    struct frame in = *f;
    enter_block(s, &in, &look, caption);
    struct ink ink = in.ink;
    struct para_params p;
    sp narrow = 0;
    sp wide = 0;
    struct str word = caption_word(ink.lang, kind);
    ink.tag = (struct inline_tag){.elem = f->elem};
    s->ncaptions[kind]++;
    set_text(s, b, arena_printf(s->arena, "%.*s\u00A0%d: ", STR_ARG(word), s->ncaptions[kind]),
             &ink);
    set_inlines(s, b, caption, &ink);
    inline_measure(b, &narrow, &wide);
    frame_params(s, &in, &p);
    p.first_indent = 0;
    bool aligned = in.look && in.look->v[LOOK_TEXT_ALIGN];
    set_paragraph(s, b, &in, &p,
                  aligned            ? in.align
                  : wide <= in.width ? INLINE_CENTER
                                     : INLINE_JUSTIFY);
    report_missing(s, b, caption);
    inline_drop(b);
}
