/* SPDX-License-Identifier: MIT */
/*
 * TeX's \looseness: paragraphs that are set one line shorter or longer than is best. The front
 * matter names a paragraph by its first words; the attribute of a division applies to all
 * paragraphs inside.
 */
#include "print/layout/set/setter.h"

DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

#define MAX_LOOSENESS 9
#define MAX_NAMED 200 /* maximum number of paragraphs that the front matter may name */

struct loose_para {
    struct str begins;
    struct span at;
    int32_t lines;
    bool found;
};

static bool read_lines(struct setter *s, struct str text, struct span at, int32_t *out) {
    int64_t lines = 0;
    if (str_to_i64(str_trim(text), &lines) && lines >= -MAX_LOOSENESS && lines <= MAX_LOOSENESS) {
        *out = (int32_t)lines;
        return true;
    }
    struct diag *g =
        diag_add(s->d, DIAG_UNKNOWN_VALUE, at, "`%.*s` is not a number of lines from %d to %d",
                 STR_ARG(text), -MAX_LOOSENESS, MAX_LOOSENESS);
    diag_hint(s->d, g, "`-1` asks for a line less");
    return false;
}

void set_looseness_begin(struct setter *s) {
    const struct node *n = node_get(s->doc->front, "looseness");
    if (n && n->kind != NODE_MAP) {
        struct diag *g = diag_add(s->d, DIAG_UNKNOWN_VALUE, n->span, "`looseness` must be a map");
        diag_hint(s->d, g, "name a paragraph by its first words: `looseness: {We measure: -1}`");
    }
    size_t count = n && n->kind == NODE_MAP ? n->n : 0;
    if (count > MAX_NAMED) {
        (void)diag_add(s->d, DIAG_UNKNOWN_VALUE, n->key_spans[MAX_NAMED],
                       "`looseness` names more than %d paragraphs; the others are set as usual",
                       MAX_NAMED);
        count = MAX_NAMED;
    }
    s->loose.list = count ? ARENA_ARRAY(s->arena, struct loose_para, count) : NULL;
    for (size_t i = 0; i < count; i++) {
        struct loose_para p = {.begins = str_trim(n->keys[i]), .at = n->key_spans[i]};
        if (p.begins.n && read_lines(s, node_text(n->items[i]), n->items[i]->span, &p.lines)) {
            s->loose.list[s->loose.n++] = p;
            s->loose.longest = p.begins.n > s->loose.longest ? p.begins.n : s->loose.longest;
        }
    }
}

void set_looseness_end(struct setter *s) {
    for (size_t i = 0; i < s->loose.n; i++) {
        const struct loose_para *p = &s->loose.list[i];
        if (!p->found) {
            struct diag *g = diag_add(s->d, DIAG_UNKNOWN_KEY, p->at,
                                      "no paragraph begins with `%.*s`", STR_ARG(p->begins));
            diag_hint(s->d, g, "write its first words as they are printed, without citations");
        }
    }
}

bool set_looseness(struct setter *s, const struct doc_node *para, const struct frame *f,
                   struct frame *own) {
    bool named = false;
    struct str opening = s->loose.n ? doc_opening(s->work, para, s->loose.longest) : STR_EMPTY;
    for (size_t i = 0; i < s->loose.n; i++) {
        struct loose_para *p = &s->loose.list[i];
        if (str_starts(opening, p->begins)) {
            *own = *f;
            own->looseness = p->lines;
            named = p->found = true;
        }
    }
    return named;
}

void set_looseness_of(struct setter *s, const struct doc_node *div, struct frame *f) {
    const struct doc_pair *p = doc_find_pair(div, "looseness");
    if (p) {
        (void)read_lines(s, p->value, p->span, &f->looseness);
    }
}
