/* SPDX-License-Identifier: MIT */
/*
 * Raw pieces that mean something on paper: ends of pages and lines. All others are for other
 * outputs; build reports where they are not shown.
 */
#include "layout/set/setter.h"

enum raw_meaning { RAW_OTHER, RAW_PAGE, RAW_CLEAR, RAW_LINE };

static enum raw_meaning meaning_of(const struct doc_node *n) {
    static const struct {
        const char *text;
        enum raw_meaning meaning;
        bool html;
    } WORDS[] = {{"\\newpage", RAW_PAGE, false},    {"\\pagebreak", RAW_PAGE, false},
                 {"\\clearpage", RAW_CLEAR, false}, {"\\cleardoublepage", RAW_CLEAR, false},
                 {"\\newline", RAW_LINE, false},    {"\\\\", RAW_LINE, false},
                 {"<br>", RAW_LINE, true},          {"<br/>", RAW_LINE, true},
                 {"<br />", RAW_LINE, true}};
    struct str text = str_trim(n->u.code.text);
    bool html = str_ieq(n->u.code.info, STR("html"));
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        if (WORDS[i].html == html && str_ieq(text, str_of(WORDS[i].text)) &&
            (WORDS[i].meaning == RAW_LINE) == (n->kind == DOC_RAW_INLINE)) {
            return WORDS[i].meaning;
        }
    }
    return RAW_OTHER;
}

bool set_shows_raw(const struct doc_node *n) {
    return meaning_of(n) != RAW_OTHER;
}

void set_raw_block(struct setter *s, const struct doc_node *n, const struct frame *f) {
    enum raw_meaning meaning = meaning_of(n);
    (void)f;
    if (meaning == RAW_CLEAR) {
        galley_after_floats(s->g);
    }
    if (meaning != RAW_OTHER) {
        galley_penalty(s->g, V_FORCE);
    }
}

void set_raw_inline(struct inline_builder *b, const struct doc_node *n) {
    if (meaning_of(n) == RAW_LINE) {
        inline_newline(b);
    }
}
