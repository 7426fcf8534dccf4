/* SPDX-License-Identifier: MIT */
/* Finds figures, tables, listings and equations that the text does not mention. The text mentions a
 * figure if a link leads to it, or if words like "Figure 2" contain its number. Nodes with neither
 * a number nor a label are skipped. */
#include "check/lint/optional.h"
#include "check/lint/run.h"
#include "core/base/map.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_UNMENTIONED);

enum { FIGURE, TABLE, LISTING, KINDS };

struct mentions {
    const struct doc *doc;
    struct diags *d;
    struct map links;          /* identifiers with a link to them */
    struct map numbers[KINDS]; /* numbers that the text mentions, for each kind */
};

/** Words in front of numbers. The words of the document's language are added. */
static const char *const WORDS[KINDS] = {
    "figure figures fig figs abbildung abbildungen abb figura figuras bild figuur image",
    "table tables tab tabs tabelle tabellen tableau tableaux tabla tablas tabella tabela tabel",
    "listing listings lst code quellcode",
};

static bool is_kind_word(const struct mentions *m, struct str word, int kind) {
    static const enum doc_word words[KINDS][3] = {
        {DOC_WORD_FIGURE, DOC_WORD_FIGURE_REF, DOC_WORD_FIGURE_REFS},
        {DOC_WORD_TABLE, DOC_WORD_TABLE_REF, DOC_WORD_TABLE_REFS},
        {DOC_WORD_LISTING, DOC_WORD_LISTING, DOC_WORD_LISTING},
    };
    for (size_t i = 0; i < 3; i++) {
        bool foreign;
        struct str own = doc_label_word(m->doc, m->doc->meta.lang, words[kind][i], &foreign);
        while (own.n && own.p[own.n - 1] == '.') {
            own.n--;
        }
        if (own.n && str_ieq(own, word)) {
            return true;
        }
    }
    return str_iamong(word, WORDS[kind]);
}

static bool is_number(struct str word) {
    return word.n && is_digit(word.p[0]);
}

/** Reads the numbers after a word: "2", "2 and 3", "2.1", "3a". */
static size_t take_numbers(struct mentions *m, int kind, struct str s, size_t at) {
    size_t words = 0;
    for (;;) {
        size_t next = at;
        struct str word = lint_next_word(s, &next);
        if (!is_number(word) && (words == 0 || words > 40 || word.n > 3)) {
            return at;
        }
        if (is_number(word)) {
            size_t digits = str_past(word, 0, is_digit);
            struct str rest = str_from(s, next);
            bool point = rest.n > 1 && rest.p[0] == '.' && is_digit(rest.p[1]);
            if (point) { /* "2.1" is one number */
                size_t to = str_past(s, next + 1, is_digit);
                (void)map_put(&m->numbers[kind], str_slice(s, (size_t)(word.p - s.p), to), m);
                next = to;
            }
            (void)map_put(&m->numbers[kind], str_slice(word, 0, digits), m);
        } else if (!str_is_lang(m->doc->meta.lang, "en") && word.n > 3) {
            return at;
        }
        words++;
        at = next;
    }
}

static void find_numbers(void *user, const struct lint_run *run, struct str s) {
    struct mentions *m = user;
    if (run->block && run->block->kind == DOC_CAPTION) {
        return; /* a caption does not mention itself */
    }
    s = arena_str(m->doc->arena, s);
    size_t at = 0;
    for (struct str word; (word = lint_next_word(s, &at)).n > 0;) {
        if (word.n < 3 || (unsigned char)word.p[0] < 'A') {
            continue;
        }
        for (int kind = 0; kind < KINDS; kind++) {
            if (is_kind_word(m, word, kind)) {
                size_t next = at;
                struct str number = lint_next_word(s, &next);
                at = is_number(number) ? take_numbers(m, kind, s, at) : at;
                break;
            }
        }
    }
}

static void find_links(struct mentions *m, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_LINK && str_starts(w.node->u.link.url, STR("#"))) {
            (void)map_put(&m->links, str_from(w.node->u.link.url, 1), m);
        }
    }
}

static void report(struct mentions *m, const struct doc_node *n, const char *what, struct str id) {
    struct diag *g =
        diag_add(m->d, DIAG_UNMENTIONED, n->span, "the text does not mention this %s", what);
    if (id.n) {
        diag_hint(m->d, g, "refer to it where it is needed: `[](#%.*s)`, or take it out",
                  STR_ARG(id));
    } else {
        diag_hint(m->d, g, "refer to it where it is needed, or take it out");
    }
}

static bool is_linked(const struct mentions *m, const struct doc_node *n) {
    return doc_id(n).n && map_find(&m->links, doc_id(n));
}

/** Checks a figure, table or listing with a caption. */
static void look_at_caption(struct mentions *m, const struct doc_node *caption) {
    static const char *const names[KINDS] = {"figure", "table", "listing"};
    const struct doc_node *of = caption->parent;
    enum doc_word word = doc_caption_kind(caption);
    int kind = word == DOC_WORD_TABLE ? TABLE : word == DOC_WORD_LISTING ? LISTING : FIGURE;
    struct str id = doc_id(of), shown = caption->u.caption.shown;
    bool linked = is_linked(m, of) || is_linked(m, caption);
    if (of->parent && of->parent->kind == DOC_DIV && !of->next) {
        linked = linked || is_linked(m, of->parent);
        id = id.n ? id : doc_id(of->parent);
    }
    for (const struct doc_node *in = of->first; in && kind == FIGURE && !linked; in = in->first) {
        linked = is_linked(m, in);
        id = id.n ? id : doc_id(in);
    }
    if (!linked && (id.n || shown.n) && !(shown.n && map_find(&m->numbers[kind], shown))) {
        report(m, of, names[kind], id);
    }
}

void lint_mentions(const struct doc *doc, struct diags *d) {
    struct mentions m = {.doc = doc, .d = d, .links = MAP_INIT};
    if (!diag_is_on(d, DIAG_UNMENTIONED)) {
        return;
    }
    find_links(&m, doc->root);
    if (doc->meta.abstract) {
        find_links(&m, doc->meta.abstract);
    }
    lint_each_run(doc, find_numbers, &m);
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!w.enter || n->span.src != doc->source) {
            continue;
        }
        struct str id = doc_id(n);
        bool equation = (n->kind == DOC_MATH ||
                         (n->kind == DOC_SPAN && n->first && n->first->kind == DOC_MATH)) &&
                        id.n;
        if (n->kind == DOC_CAPTION) {
            look_at_caption(&m, n);
        } else if (equation && !map_find(&m.links, id)) {
            report(&m, n, "equation, which has a label", id);
        }
    }
    map_drop(&m.links);
    for (int i = 0; i < KINDS; i++) {
        map_drop(&m.numbers[i]);
    }
}
