/* SPDX-License-Identifier: MIT */
/*
 * Text case (CSL 1.0.2, "Text-case") for a tree of runs. A word may continue across formatting, so
 * the pieces are treated as one text. Text in nocase spans is read but not changed. The caller
 * decides whether the language allows title case.
 */
#include "cite/csl/run.h"

#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

/* Words that title case does not change inside a title: articles, conjunctions, prepositions (CSL
 * 1.0.2, "Title Case") and particles of names. Sorted. */
static const struct word_value stop_words[] = {
#define WORD(word, value) {STR_INIT(word), value},
#include "cite/csl/stop_words.def"
#undef WORD
};

/** A piece of the text: a leaf of the tree. */
struct leaf {
    struct run *run;
    size_t at; /* the start of the piece in the joined text */
    bool nocase;
};

/** A word of the joined text. */
struct word {
    size_t from, to;
    bool nocase, after_quote;
};

/** A letter that is changed. */
struct edit {
    size_t at;
    bool upper;
};

struct caser {
    struct arena *a;
    struct str lang;
    bool spare_names; /* names such as "van den Berg et al." are not treated as words of a title */
    VEC(struct leaf) leaves;
    VEC(struct word) words;
    VEC(struct edit) edits;
    struct buf text;
};

/** Whether a run keeps its case. This holds for text that the author set in small caps, raised or
 * lowered, and for a year suffix, which must be the same in citations and entries. */
static bool keeps_case(const struct run *r) {
    return (r->flags & (RUN_NOCASE | RUN_SUFFIX)) ||
           ((r->flags & RUN_FIELD) && r->kind == RUN_GROUP &&
            (r->fmt.variant == VARIANT_SMALL_CAPS || r->fmt.valign));
}

static void add_leaf(struct caser *c, struct run *r, bool nocase, struct str text) {
    if (text.n) {
        vec_push(&c->leaves, ((struct leaf){r, c->text.n, nocase}));
        buf_str(&c->text, text);
    }
}

static void collect(struct caser *c, struct run *r, bool nocase) {
    nocase = nocase || keeps_case(r) || (c->spare_names && (r->flags & (RUN_NAME | RUN_NAMES)));
    if (r->kind != RUN_GROUP && r->kind != RUN_QUOTE) {
        add_leaf(c, r, nocase || r->kind != RUN_TEXT, r->text);
        return;
    }
    /* A placeholder for a quotation mark. A word may begin after it. */
    struct str mark = r->kind == RUN_QUOTE ? STR("\"") : STR_EMPTY;
    add_leaf(c, NULL, true, mark);
    for (struct run *k = r->first; k; k = k->next) {
        collect(c, k, nocase);
    }
    add_leaf(c, NULL, true, mark);
}

static bool word_char(uint32_t cp) {
    return unicode_is_letter(cp) || unicode_is_digit(cp) || unicode_is_mark(cp) || cp == '\'' ||
           cp == 0x2019 || cp == '_';
}

static bool nocase_at(const struct caser *c, size_t at, size_t *leaf) {
    while (*leaf + 1 < c->leaves.n && c->leaves.p[*leaf + 1].at <= at) {
        (*leaf)++;
    }
    return c->leaves.p[*leaf].nocase;
}

/** Whether the double quote at `at`, after a letter, is part of a word ("U"ber") and not a
 * quotation mark. */
static bool is_inner(const struct caser *c, struct str s, size_t at, size_t leaf) {
    size_t next = at + 1;
    (void)nocase_at(c, at, &leaf);
    return c->leaves.p[leaf].run && next < s.n && unicode_is_letter(utf8_next(s, &next));
}

/** Finds all words. Without `all` it finds only the first word. */
static void find_words(struct caser *c, bool all) {
    struct str s = buf_view(&c->text);
    size_t leaf = 0;
    for (size_t i = 0; i < s.n;) {
        size_t start = i;
        if (!word_char(utf8_next(s, &i))) {
            continue;
        }
        struct word w = {start, i, nocase_at(c, start, &leaf), start > 0 && s.p[start - 1] == '"'};
        while (i < s.n) {
            size_t next = i;
            uint32_t cp = utf8_next(s, &next);
            if (!word_char(cp) && !(cp == '"' && is_inner(c, s, i, leaf))) {
                break;
            }
            i = next;
        }
        w.to = i;
        vec_push(&c->words, w);
        if (!all) {
            return;
        }
    }
}

static void change(struct caser *c, size_t at, bool upper) {
    struct edit e = {at, upper};
    vec_push(&c->edits, e);
}

/** The first letter of a word, after quotes and apostrophes. */
static size_t first_letter(struct str s, const struct word *w) {
    size_t at = w->from;
    while (at < w->to) {
        size_t next = at;
        uint32_t cp = utf8_next(s, &next);
        if (unicode_is_letter(cp) || unicode_is_digit(cp)) {
            break;
        }
        at = next;
    }
    return at;
}

static bool all_lower(struct str s, const struct word *w) {
    for (size_t i = w->from; i < w->to;) {
        if (unicode_is_upper(utf8_next(s, &i))) {
            return false;
        }
    }
    return true;
}

/** Whether a word begins with a Greek letter that is a symbol: alone, or before letters of another
 * script. Its capital would be a different symbol. */
static bool is_greek_sign(struct str s, size_t at) {
    return unicode_is_greek(utf8_next(s, &at)) &&
           (at == s.n || !unicode_is_greek(utf8_next(s, &at)));
}

/** Capitalizes a word if all its letters are in lower case. Words such as "eBay" are kept. */
static void capitalize(struct caser *c, struct str s, const struct word *w) {
    size_t at = first_letter(s, w);
    if (at < w->to && !w->nocase && all_lower(s, w) && !is_greek_sign(s, at)) {
        change(c, at, true);
    }
}

/** Whether a word begins a new title: it follows a colon, a question mark or an exclamation mark,
 * and a space. */
static bool begins_title(struct str s, size_t at) {
    bool space = false;
    while (at > 0) {
        uint32_t cp = utf8_prev(s, &at);
        if (unicode_is_space(cp)) {
            space = true;
        } else if (cp != '"' && cp != '(' && cp != '[' && cp != 0x201C && cp != 0x2018) {
            return space && (cp == ':' || cp == '?' || cp == '!');
        }
    }
    return true;
}

static bool is_stop_word(struct caser *c, struct str s, size_t i) {
    struct str word = str_slice(s, c->words.p[i].from, c->words.p[i].to);
    return csl_word_find(stop_words, ARRAY_LEN(stop_words), word) == 1;
}

/** Whether a word is the first part of a compound. A stop word is then capitalized, as in
 * "by-product". */
static bool heads_compound(struct str s, const struct word *w) {
    return w->to < s.n && s.p[w->to] == '-' && w->from > 0 && s.p[w->from - 1] == ' ';
}

/** Whether a word is a single letter, perhaps before an apostrophe or digits. It is a symbol or a
 * particle: "the x axis", "l'estimation", "p53", "v3.0". */
static bool is_single(struct str s, const struct word *w) {
    size_t at = w->from;
    utf8_next(s, &at);
    if (at < w->to && (s.p[at] == '\'' || str_starts(str_from(s, at), STR("\xE2\x80\x99")))) {
        return true;
    }
    while (at < w->to && is_digit(s.p[at])) {
        at++;
    }
    return at == w->to;
}

static void title_case(struct caser *c, struct str s) {
    for (size_t i = 0; i < c->words.n; i++) {
        const struct word *w = &c->words.p[i];
        bool first = i == 0 || begins_title(s, w->from), last = i + 1 == c->words.n;
        bool single = is_single(s, w);
        if (all_lower(s, w) &&
            (first || (!single && (last || heads_compound(s, w) || !is_stop_word(c, s, i))))) {
            capitalize(c, s, w);
        }
    }
}

/** Changes all letters in [from, to) that may be changed. */
static void change_all(struct caser *c, struct str s, size_t from, size_t to, bool upper) {
    size_t leaf = 0;
    for (size_t i = from; i < to;) {
        size_t at = i;
        uint32_t cp = utf8_next(s, &i);
        if ((upper ? !unicode_is_upper(cp) : !unicode_is_lower(cp)) && unicode_is_letter(cp) &&
            !nocase_at(c, at, &leaf)) {
            change(c, at, upper);
        }
    }
}

static void find_edits(struct caser *c, enum text_case tc) {
    struct str s = buf_view(&c->text);
    switch (tc) {
    case CASE_NONE:
        break;
    case CASE_LOWER:
    case CASE_UPPER:
        change_all(c, s, 0, s.n, tc == CASE_UPPER);
        break;
    case CASE_CAPITALIZE_FIRST:
    case CASE_CAPITALIZE_ALL:
    case CASE_SENTENCE:
        find_words(c, tc == CASE_CAPITALIZE_ALL);
        for (size_t i = 0; i < c->words.n && (i == 0 || tc == CASE_CAPITALIZE_ALL); i++) {
            if (!c->words.p[i].after_quote || i) {
                capitalize(c, s, &c->words.p[i]);
            }
        }
        if (tc == CASE_SENTENCE && c->words.n) {
            change_all(c, s, c->words.p[0].to, s.n, false);
        }
        break;
    case CASE_TITLE:
        find_words(c, true);
        title_case(c, s);
        break;
    }
}

static void apply_edits(struct caser *c, bool whole) {
    struct str s = buf_view(&c->text);
    size_t e = 0;
    for (size_t i = 0; i < c->leaves.n; i++) {
        size_t from = c->leaves.p[i].at;
        size_t to = i + 1 < c->leaves.n ? c->leaves.p[i + 1].at : s.n;
        if (e == c->edits.n || c->edits.p[e].at >= to || !c->leaves.p[i].run) {
            continue;
        }
        struct buf b = BUF_INIT;
        for (; e < c->edits.n && c->edits.p[e].at < to; e++) {
            size_t at = c->edits.p[e].at, next = at;
            utf8_next(s, &next);
            struct str letter = str_slice(s, at, next);
            buf_str(&b, str_slice(s, from, at));
            buf_str(&b, !c->edits.p[e].upper ? unicode_lower(c->a, letter, c->lang)
                        : whole              ? unicode_upper(c->a, letter, c->lang)
                                             : unicode_capitalize(c->a, letter, c->lang));
            from = next;
        }
        buf_str(&b, str_slice(s, from, to));
        c->leaves.p[i].run->text = buf_finish(&b, c->a);
    }
}

void csl_run_text_case(struct arena *a, struct run *r, enum text_case tc, struct str lang) {
    struct caser c = {.a = a, .lang = lang, .spare_names = tc != CASE_LOWER && tc != CASE_UPPER};
    buf_init(&c.text, 0);
    collect(&c, r, false);
    if (c.leaves.n) {
        find_edits(&c, tc);
        apply_edits(&c, tc == CASE_UPPER);
    }
    vec_drop(&c.leaves);
    vec_drop(&c.words);
    vec_drop(&c.edits);
    buf_drop(&c.text);
}
