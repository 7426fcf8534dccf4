/* SPDX-License-Identifier: MIT */
/* Writes the text of cleveref's references \cref, \Cref and \crefrange (cleveref manual, version
 * 0.21): the words, the sorted numbers, and ranges of them, as in "sections 1, 2 and 4", "figs. 1
 * to 3". */
#include "read/markdown/tree/passes.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

/* maximum number of references in a command; the text of longer ones is not changed */
#define MAX_GROUP 100

/** One reference of a command. */
struct clever {
    struct doc_node *link;
    const struct md_target *of;
    size_t kind; /* the index of the first reference of the same kind */
};

/* ---- numbers */

/** Cuts the first part off a number such as "2.10" or "B.1". Returns its value: 1000 for each unit,
 * plus the code of a letter. */
static int64_t next_part(struct str *number) {
    struct str part = str_cut(number, '.');
    int64_t n = 0;
    size_t i = 0;
    for (; i < part.n && i < 9 && is_digit(part.p[i]); i++) {
        n = n * 10 + (part.p[i] - '0');
    }
    return i < part.n ? n * 1000 + (unsigned char)part.p[i] : n * 1000;
}

static int compare_numbers(struct str a, struct str b) {
    while (a.n || b.n) {
        int64_t x = a.n ? next_part(&a) : -1, y = b.n ? next_part(&b) : -1;
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

/** Whether the number `b` directly follows `a`, as "2.2" follows "2.1". */
static bool follows(struct str a, struct str b) {
    int64_t x = 0, y = 0;
    while (a.n && b.n) {
        x = next_part(&a);
        y = next_part(&b);
        if (x != y) {
            break;
        }
    }
    return !a.n && !b.n && y == x + 1000;
}

/* ---- words */

static bool is_english(struct str lang) {
    return !lang.n || str_is_lang(lang, "en");
}

static struct str plural_of(struct md *m, struct str word) {
    if (str_ends(word, STR("y"))) {
        return arena_join(m->a, 2, str_slice(word, 0, word.n - 1), STR("ies"));
    }
    bool dot = str_ends(word, STR("."));
    return arena_join(m->a, 2, str_slice(word, 0, word.n - dot), dot ? STR("s.") : STR("s"));
}

/** Returns the word that \crefname defines for a target, or an empty text. */
static struct str named_word(struct md *m, const struct md_target *t, bool several) {
    static const struct {
        enum doc_word kind;
        const char *name;
    } names[] = {{DOC_WORD_FIGURE, "figure"},     {DOC_WORD_TABLE, "table"},
                 {DOC_WORD_EQUATION, "equation"}, {DOC_WORD_SECTION, "section"},
                 {DOC_WORD_CHAPTER, "chapter"},   {DOC_WORD_APPENDIX, "appendix"},
                 {DOC_WORD_LISTING, "listing"},   {DOC_WORD_ALGORITHM, "algorithm"}};
    struct str name = t->environment;
    for (size_t i = 0; i < ARRAY_LEN(names) && !name.n; i++) {
        name = t->kind == names[i].kind ? str_of(names[i].name) : name;
    }
    const struct str *words = name.n ? map_lookup(&m->tex.crefs, name) : NULL;
    return words ? words[several] : STR_EMPTY;
}

static struct str word_of(struct md *m, const struct clever *one, bool several, bool capital) {
    const struct md_target *t = one->of;
    struct str lang = doc_lang_at(m->doc, one->link), word = named_word(m, t, several);
    bool english = is_english(lang), foreign = false, given = word.n > 0;
    bool brief = t->kind == DOC_WORD_FIGURE || t->kind == DOC_WORD_EQUATION;
    if (!given && t->kind == DOC_WORD_COUNT) {
        word = STR("item");
    } else if (!given && english && brief && !capital && !m->tex.cref_full) {
        word = t->kind == DOC_WORD_FIGURE ? STR("fig.") : STR("eq.");
    } else if (!given) {
        word = t->word.n ? t->word : doc_label_word(m->doc, lang, t->kind, &foreign);
    }
    if (!given && several && english) {
        word = plural_of(m, word);
    }
    size_t end = 0;
    if (!word.n || (!english && !capital)) {
        return word;
    }
    capital = capital || m->tex.cref_capital;
    (void)utf8_next(word, &end);
    struct str first = str_slice(word, 0, end);
    if (given && !capital) {
        return word;
    }
    return arena_join(m->a, 2,
                      capital ? unicode_upper(m->a, first, lang) : unicode_lower(m->a, first, lang),
                      str_from(word, end));
}

/* ---- texts */

static void show(struct md *m, struct clever *one, struct str word, bool round) {
    one->link->u.link.url = arena_join(m->a, 2, STR("#"), doc_id(one->of->node));
    struct str text =
        arena_join(m->a, 5, word, word.n ? STR("\u00A0") : STR_EMPTY, round ? STR("(") : STR_EMPTY,
                   one->of->number, round ? STR(")") : STR_EMPTY);
    doc_add_text(m->doc, one->link, text, one->link->span);
}

static void put_between(struct md *m, const struct clever *one, struct str text) {
    doc_insert_before(one->link, doc_text_new(m->doc, text, one->link->span));
}

struct conjunctions {
    const char *lang, *and, *to;
};

static const struct conjunctions *conjunctions_of(struct str lang) {
    static const struct conjunctions all[] = {
        {"en", " and\u00A0", " to\u00A0"}, {"de", " und\u00A0", " bis\u00A0"},
        {"fr", " et\u00A0", " à\u00A0"},   {"es", " y\u00A0", " a\u00A0"},
        {"it", " e\u00A0", " a\u00A0"},    {"nl", " en\u00A0", " tot\u00A0"},
        {"pt", " e\u00A0", " a\u00A0"}};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        if (str_is_lang(lang, all[i].lang)) {
            return &all[i];
        }
    }
    return &all[0];
}

/** Writes the references [from, to), which have the same kind and are sorted. */
static void put_kind(struct md *m, struct clever *all, size_t from, size_t to, bool capital,
                     bool words) {
    const struct conjunctions *c = conjunctions_of(doc_lang_at(m->doc, all[from].link));
    struct str word = words ? word_of(m, &all[from], to - from > 1, capital) : STR_EMPTY;
    bool round = all[from].of->kind == DOC_WORD_EQUATION && words;
    size_t shown = 0, left = to;
    for (size_t i = from; i < to;) {
        size_t end = i + 1;
        while (end < to && follows(all[end - 1].of->number, all[end].of->number)) {
            end++;
        }
        bool range = end - i > 2;
        end = range ? end : i + 1;
        left = end;
        if (shown > 0) {
            put_between(m, &all[i], left == to ? str_of(c->and) : STR(", "));
        }
        show(m, &all[i], shown ? STR_EMPTY : word, round);
        if (range) {
            put_between(m, &all[end - 1], str_of(c->to));
            show(m, &all[end - 1], STR_EMPTY, round);
            for (size_t k = i + 1; k + 1 < end; k++) {
                doc_unlink(all[k].link);
            }
        }
        shown++;
        i = end;
    }
}

/** Sorts references by number, and by the kinds in the order of their first references. */
static void sort(struct clever *all, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k-- > 0;) {
            bool same =
                all[k].of->kind == all[i].of->kind && str_eq(all[k].of->word, all[i].of->word);
            all[i].kind = same ? k : k == i ? i : all[i].kind;
        }
    }
    for (size_t i = 1; i < n; i++) {
        struct clever one = all[i];
        size_t k = i;
        while (k > 0 && (all[k - 1].kind > one.kind ||
                         (all[k - 1].kind == one.kind &&
                          compare_numbers(all[k - 1].of->number, one.of->number) > 0))) {
            all[k] = all[k - 1];
            k--;
        }
        all[k] = one;
    }
}

bool md_clever_refs(struct md *m, struct doc_node *link, size_t which) {
    struct md_crossref *refs = m->labels.refs.p;
    struct clever all[MAX_GROUP];
    struct doc_node *node = link, *behind = NULL;
    size_t n = 0, group = refs[which].group;
    bool range = refs[which].form == MD_REF_RANGE;
    for (size_t i = which; i < m->labels.refs.n && node && refs[i].group == group; i++) {
        const struct md_target *t = map_lookup(&m->labels.targets, refs[i].label);
        if (n == MAX_GROUP || node->kind != DOC_LINK || node->u.link.ref != i + 1 || !t ||
            !t->number.n) {
            return false;
        }
        all[n++] = (struct clever){node, t, 0};
        behind = node->next;
        node = behind ? behind->next : NULL;
    }
    for (size_t i = 1; i < n; i++) {
        doc_unlink(all[i].link->prev); /* the comma before the reference */
        all[i].link->u.link.ref = 0;
    }
    struct doc_node *links[MAX_GROUP];
    for (size_t i = 0; i < n; i++) {
        links[i] = all[i].link;
    }
    if (!range) {
        sort(all, n);
    }
    for (size_t i = 0; i < n; i++) {
        all[i].link = links[i]; /* the links keep the order of the text */
    }
    bool capital = refs[which].capital, words = refs[which].form != MD_REF_NUMBER;
    if (range && n == 2) {
        const struct conjunctions *c = conjunctions_of(doc_lang_at(m->doc, link));
        bool round = all[0].of->kind == DOC_WORD_EQUATION;
        show(m, &all[0], word_of(m, &all[0], true, capital), round);
        put_between(m, &all[1], str_of(c->to));
        show(m, &all[1], STR_EMPTY, round);
        return true;
    }
    size_t kinds = 0, done = 0;
    for (size_t i = 0; i < n; i++) {
        kinds += i == 0 || all[i].kind != all[i - 1].kind;
    }
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && all[to].kind == all[from].kind; to++) {
        }
        if (done > 0) {
            const char *and = conjunctions_of(doc_lang_at(m->doc, link))->and;
            bool last = to == n;
            put_between(m, &all[from],
                        arena_join(m->a, 2, last && kinds == 2 ? STR_EMPTY : STR(","),
                                   last ? str_of(and) : STR(" ")));
        }
        put_kind(m, all, from, to, capital && from == 0, words);
        done++;
    }
    return true;
}
