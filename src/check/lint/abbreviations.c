/* SPDX-License-Identifier: MIT */
/*
 * Finds abbreviations without an explanation, and words that a project bans. Decides what looks
 * like an abbreviation and what counts as an explanation.
 */
#include "check/lint/optional.h"

#include "check/lint/run.h"
#include "core/base/map.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_ABBREVIATION);
DIAG_USE(DIAG_BANNED_WORD);

#define LONGEST 8 /* number of letters of the longest abbreviation */
/* maximum number of banned phrases with the same first word that are tried */
#define MAX_ALIKE 64

/* ---- abbreviations ---- */

struct abbreviations {
    const struct doc *doc;
    struct map used; /* maps an abbreviation to the struct span of its first place */
    struct map explained;
};

/** Abbreviations that readers of papers know without an explanation. */
static const char common[] =
    "USA UK US EU UN AD BC CE BCE AM PM OK TV CD DVD PDF HTML CSS URL URI "
    "DOI ISBN ISSN ORCID DNA RNA "
    "HIV AIDS NASA NATO UNESCO IEEE ACM GPS CPU GPU RAM USB CEO CV ID IT "
    "API SQL XML JSON YAML HTTP "
    "HTTPS WWW GNU MIT BSD GPL LGPL CC BY SA ISO DIN ANSI ASCII UTF RFC "
    "FAQ NB PS RSVP PHD MSC BSC MA "
    "BA MD DPHIL BBC CNN CERN NSF NIH ERC DFG UCLA ETH EPFL TU MS DC NY "
    "CA LA UNICEF WHO IMF OECD FBI "
    "CIA LED LCD DIY VIP FIFA TEX LATEX TODO FIXME XXX TBD TBA TKTK COVID "
    "SARS MRI PC HD WIFI CO DIY "
    "BMW IBM VAT UV IQ AND OR NOT GMBH AG AI CS ML NO ITS IS IT IN ON OF TO THE ALL ANY MUST SHALL "
    "SHOULD MAY NEVER ONLY ALWAYS BUT SO IF THEN";

static bool is_roman(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (str_index(STR("IVXLCDM"), s.p[i]) == STR_NONE) {
            return false;
        }
    }
    return true;
}

/** Returns the capitals of a word, "NLP" of "NLPs". Empty if the word is not an abbreviation. */
static struct str capitals_of(struct str word) {
    size_t n = word.n > 2 && word.p[word.n - 1] == 's' ? word.n - 1 : word.n;
    for (size_t i = 0; i < n; i++) {
        if (!is_upper(word.p[i])) {
            return STR_EMPTY;
        }
    }
    bool fits = n >= 2 && n <= LONGEST;
    return fits && !is_roman(str_slice(word, 0, n)) ? str_slice(word, 0, n) : STR_EMPTY;
}

/** Whether the words around a word are also in capitals, as in a heading or an exclamation. */
static bool is_loud(struct str s, size_t from, size_t to) {
    size_t at = to, begin = from;
    struct str next = lint_next_word(s, &at), last = STR_EMPTY;
    while (begin > 0 && !lint_is_word(lint_before(s, begin))) {
        (void)utf8_prev(s, &begin);
    }
    size_t end = begin;
    while (begin > 0 && lint_is_word(lint_before(s, begin))) {
        (void)utf8_prev(s, &begin);
    }
    last = str_slice(s, begin, end);
    bool after = next.n > 1 && is_upper(next.p[0]) && is_upper(next.p[1]);
    bool before = last.n > 1 && is_upper(last.p[0]) && is_upper(last.p[1]);
    return (after || next.n == 0) && (before || last.n == 0);
}

/** Whether an explanation is next to an abbreviation: "(NLP)", "(NLP, ...", or "NLP (natural
 * ...". */
static bool is_explained(struct str s, size_t from, size_t to) {
    size_t at = to;
    uint32_t before = lint_before(s, from), after = lint_behind(s, to);
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\n')) {
        at++;
    }
    bool inside = (before == '(' || before == '[' || before == 0x201C || before == '"') &&
                  (after == ')' || after == ',' || after == ';' || after == ']' || after == ':' ||
                   after == 0x201D || after == '"' || after == '=');
    bool before_it = at > to && at < s.n && (s.p[at] == '(' || s.p[at] == '=');
    if (!before_it || !lint_is_word(lint_behind(s, at + 1))) {
        return inside;
    }
    struct str word = lint_next_word(s, &at); /* "NLP (see below)" is not an explanation */
    return inside || !str_iamong(word, "see cf fig figure table tab section sec eq equation");
}

static bool is_part(struct str s, size_t from, size_t to) {
    uint32_t before = lint_before(s, from), after = lint_behind(s, to);
    return before == '_' || before == '.' || before == '/' || before == '@' || before == '\\' ||
           before == '$' || before == '#' || after == '_' || after == '@' || after == '\\' ||
           (after == '.' && lint_is_word(lint_behind(s, to + 1)));
}

static void find_abbreviations(void *user, const struct lint_run *run, struct str s) {
    struct abbreviations *a = user;
    size_t at = 0;
    for (struct str word; (word = lint_next_word(s, &at)).n > 0;) {
        struct str capitals = is_upper(word.p[0]) ? capitals_of(word) : STR_EMPTY;
        size_t from = (size_t)(word.p - s.p);
        if (capitals.n == 0 || is_part(s, from, at)) {
            continue;
        }
        capitals = arena_str(a->doc->arena, capitals);
        if (is_explained(s, from, at)) {
            (void)map_put(&a->explained, capitals, a);
        } else if (!map_find(&a->used, capitals) && !is_loud(s, from, at) &&
                   !str_iamong(capitals, common)) {
            struct span *place = ARENA_NEW(a->doc->arena, struct span);
            *place = lint_place(run, from, at);
            (void)map_put(&a->used, capitals, place);
        }
    }
}

/** Adds the abbreviations that `*[HTML]:` lines and `<abbr title=...>` explain. */
static void find_marked(struct abbreviations *a) {
    struct doc_walk w = doc_walk_start(a->doc->root);
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        bool abbr = w.enter && n->kind == DOC_SPAN && n->attr &&
                    (str_is(n->attr->element, "abbr") || doc_has_class(n, "abbr"));
        if (abbr && doc_pair(n, "title").n) {
            (void)map_put(&a->explained, str_trim(doc_plain(a->doc->arena, n)), a);
        }
    }
}

/** Reports abbreviations that are used without an explanation. */
static void look_for_abbreviations(const struct doc *doc, const struct lint_options *opt,
                                   struct diags *d) {
    struct abbreviations a = {.doc = doc, .used = MAP_INIT, .explained = MAP_INIT};
    if (!diag_is_on(d, DIAG_ABBREVIATION)) {
        return;
    }
    for (size_t i = 0; i < opt->words->words.n; i++) {
        (void)map_put(&a.explained, opt->words->words.p[i], &a);
    }
    find_marked(&a);
    lint_each_run(doc, find_abbreviations, &a);
    for (size_t i = 0; i < a.used.n; i++) {
        const struct map_entry *e = &a.used.entries[i];
        if (!map_find(&a.explained, e->key)) {
            const struct span *place = e->value;
            struct diag *g =
                diag_add(d, DIAG_ABBREVIATION, *place, "`%.*s` is not explained", STR_ARG(e->key));
            diag_hint(d, g, "write it out once, with the short form after it: `... (%.*s)`",
                      STR_ARG(e->key));
        }
    }
    map_drop(&a.used);
    map_drop(&a.explained);
}

/* ---- banned words ---- */

struct phrase {
    const struct lint_banned *of;
    struct phrase *next; /* the next phrase that begins with the same word */
    size_t count;        /* number of phrases in the list from this one on */
};

struct bans {
    struct diags *d;
    struct map first; /* maps the first word, in lower case, to a struct phrase */
};

/** Returns the end of the phrase if it begins at a word of the text, else 0. */
static size_t phrase_end(struct str s, size_t from, struct str phrase) {
    size_t at = 0, in = from, end = 0;
    for (struct str word; (word = lint_next_word(phrase, &at)).n > 0;) {
        size_t last = in;
        struct str here = lint_next_word(s, &in);
        if (!str_ieq(here, word)) {
            return 0;
        }
        struct str gap = str_slice(s, last, (size_t)(here.p - s.p));
        if (end && (gap.n == 0 || (str_trim(gap).n > 0 && !str_is(gap, "-")))) {
            return 0; /* the words are separated by punctuation such as a full stop */
        }
        end = in;
    }
    return end;
}

static void find_banned(void *user, const struct lint_run *run, struct str s) {
    struct bans *b = user;
    size_t at = 0;
    for (struct str word; (word = lint_next_word(s, &at)).n > 0;) {
        char low[64];
        size_t from = (size_t)(word.p - s.p), end = 0;
        const struct phrase *p = map_lookup(&b->first, str_lower(word, low, sizeof low));
        for (; p && !end; p = end ? p : p->next) {
            end = phrase_end(s, from, p->of->text);
        }
        if (!end) {
            continue;
        }
        struct diag *g = diag_add(b->d, DIAG_BANNED_WORD, lint_place(run, from, end),
                                  "`%.*s` is a banned word", STR_ARG(str_slice(s, from, end)));
        if (p->of->instead.n) {
            diag_hint(b->d, g, "write `%.*s`", STR_ARG(p->of->instead));
        }
        if (p->of->at.src) {
            diag_relate(b->d, g, p->of->at, "it is banned here");
        }
        at = end;
    }
}

/** Reports words that the project bans. */
static void look_for_banned_words(const struct doc *doc, const struct lint_options *opt,
                                  struct diags *d) {
    struct bans b = {.d = d, .first = MAP_INIT};
    if (!diag_is_on(d, DIAG_BANNED_WORD) || !opt->words->banned.n) {
        return;
    }
    for (size_t i = opt->words->banned.n; i-- > 0;) {
        size_t at = 0;
        struct str word = lint_next_word(opt->words->banned.p[i].text, &at);
        struct phrase *p = ARENA_NEW(doc->arena, struct phrase);
        struct str key = arena_lower(doc->arena, word);
        p->of = &opt->words->banned.p[i];
        p->next = map_lookup(&b.first, key);
        p->count = p->next ? p->next->count + 1 : 1;
        if (word.n && p->count <= MAX_ALIKE) {
            (void)map_put(&b.first, key, p);
        }
    }
    lint_each_run(doc, find_banned, &b);
    map_drop(&b.first);
}

void lint_optional(const struct doc *doc, const struct lint_options *opt, struct diags *d) {
    look_for_abbreviations(doc, opt, d);
    look_for_banned_words(doc, opt, d);
    lint_mentions(doc, d);
    lint_ties(doc, opt, d);
    lint_spelling(doc, opt, d);
}
