/* SPDX-License-Identifier: MIT */
/*
 * Finds names in a text. A word is a sequence of letters. The text between two words decides
 * whether they can be parts of one name. This file decides which words are names and which only
 * look like names.
 */
#include "check/blind/who.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#define MAX_ALIKE 200  /* maximum number of persons with the same family name that are tried */
#define MAX_TEXTS 1000 /* maximum number of texts with the same beginning that are tried */
#define GAP 6          /* maximum number of bytes between two words of a name */
#define BACK 6         /* maximum number of words before a family name that are examined */

struct word {
    size_t from, to;
    struct str fold, alt;
    bool capital; /* the first letter is a capital */
    bool upper;   /* all letters are capitals */
    bool single;  /* the word is one letter */
};

struct search {
    const struct blind_who *who;
    struct str text;
    enum blind_text kind;
    bool maybe; /* names that may be ordinary words are also reported */
    blind_hit_fn *fn;
    void *user;
    struct arena *scratch;
    VEC(struct word) words;
    size_t reported; /* the end of the last hit of a name */
};

/* ---- words ---- */

static void put_word(struct search *x, size_t from, size_t to) {
    struct str s = str_slice(x->text, from, to);
    struct word w = {.from = from, .to = to};
    size_t letters = 0;
    w.upper = true;
    if (utf8_is_ascii(s)) {
        w.fold = w.alt = arena_lower(x->scratch, s);
        w.capital = is_upper(s.p[0]);
        letters = s.n;
        for (size_t i = 0; i < s.n; i++) {
            w.upper = w.upper && is_upper(s.p[i]);
        }
    } else {
        struct buf seen = BUF_INIT; /* the letters without soft hyphens and joiners */
        for (size_t at = 0; at < s.n;) {
            size_t start = at;
            uint32_t cp = utf8_next(s, &at);
            if (unicode_is_letter(cp) || unicode_is_mark(cp)) {
                w.capital = letters == 0 ? unicode_is_upper(cp) : w.capital;
                w.upper = w.upper && !unicode_is_lower(cp);
                letters += unicode_is_letter(cp);
                buf_str(&seen, str_slice(s, start, at));
            }
        }
        struct resolve_words folded = resolve_words_read(x->scratch, buf_view(&seen), false);
        w.fold = folded.n ? folded.w[0] : STR_EMPTY;
        w.alt = folded.n ? folded.alt[0] : STR_EMPTY;
        buf_drop(&seen);
    }
    w.single = letters == 1;
    vec_push(&x->words, w);
}

static void find_words(struct search *x) {
    for (size_t at = 0; at < x->text.n;) {
        size_t end = blind_letters_end(x->text, at);
        if (end > at) {
            put_word(x, at, end);
            at = end;
        } else {
            (void)utf8_next(x->text, &at);
        }
    }
}

static bool is_word(const struct word *w, struct str fold, struct str alt) {
    return str_eq(w->fold, fold) || str_eq(w->alt, alt) || str_eq(w->fold, alt) ||
           str_eq(w->alt, fold);
}

/** Returns the text between a word and the next one. */
static struct str gap(const struct search *x, size_t i) {
    return str_slice(x->text, x->words.p[i].to, x->words.p[i + 1].from);
}

static bool is_blank_sign(uint32_t cp) {
    return cp == ' ' || cp == '\t' || cp == '\n' || cp == '\r' || cp == 0xA0 ||
           (cp >= 0x2000 && cp <= 0x200B) || cp == 0x202F || cp == '~';
}

/** Whether only blanks and characters of `signs` are between two words. */
static bool joins(const struct search *x, size_t i, const char *signs) {
    struct str s = gap(x, i);
    size_t line = str_index(s, '\n');
    bool parts = line != STR_NONE && str_index(str_from(s, line + 1), '\n') != STR_NONE;
    if (s.n > GAP || parts) { /* an empty line separates names */
        return false;
    }
    for (size_t at = 0; at < s.n;) {
        uint32_t cp = utf8_next(s, &at);
        bool dash = cp == '-' || cp == 0x2010 || cp == 0x2011;
        bool apostrophe = cp == '\'' || cp == 0x2019;
        bool known = is_blank_sign(cp) ||
                     (cp < 0x80 && str_index(str_of(signs), (char)cp) != STR_NONE) ||
                     (dash && str_index(str_of(signs), '-') != STR_NONE) ||
                     (apostrophe && str_index(str_of(signs), '\'') != STR_NONE);
        if (!known) {
            return false;
        }
    }
    return s.n > 0;
}

static const char *name_signs(const struct search *x) {
    return x->kind == BLIND_ADDRESS ? ".-_/+%0123456789" : ".-'";
}

/* ---- given names ---- */

static bool is_given(const struct word *w, const struct blind_person *p) {
    for (size_t i = 0; i < p->given.n; i++) {
        struct str given = p->given.w[i];
        /* only an initial is known: "Alder, I." */
        bool initial = i == 0 && utf8_count(given) == 1 && w->capital;
        if (is_word(w, given, p->given.alt[i]) || (initial && str_starts(w->fold, given))) {
            return true;
        }
    }
    return false;
}

static bool starts_given(struct str letter, const struct blind_person *p) {
    for (size_t i = 0; i < p->given.n; i++) {
        if (str_starts(p->given.w[i], letter) || str_starts(p->given.alt[i], letter)) {
            return true;
        }
    }
    return false;
}

/** Whether a word is the initials of a person: "I", or "IM" for Ines Maria. */
static bool is_initials(const struct search *x, const struct word *w,
                        const struct blind_person *p) {
    if (!w->upper && !(x->kind == BLIND_ADDRESS && w->single)) {
        return false;
    }
    size_t n = utf8_count(w->fold);
    if (n == 1) {
        return starts_given(w->fold, p);
    }
    size_t at = 0, next = 0;
    bool all = n <= 4 && n <= p->given.n;
    for (size_t i = 0; all && i < n; i++, at = next) {
        (void)utf8_next(w->fold, &next);
        all = str_starts(p->given.w[i], str_slice(w->fold, at, next));
    }
    return all;
}

enum beside { BESIDE_NOBODY, BESIDE_OWN, BESIDE_OTHER };

static bool begins_sentence(const struct search *x, size_t i) {
    size_t at = x->words.p[i].from;
    bool line = false;
    while (at > 0) {
        char c = x->text.p[at - 1];
        if (c == '\n') {
            if (line) {
                return true;
            }
            line = true;
        } else if (!is_space(c)) {
            return str_index(STR(".!?:;*#>|"), c) != STR_NONE;
        }
        at--;
    }
    return true;
}

/** Whether a word often begins a sentence, so that its capital does not show that it is a name. */
static bool is_small_word(struct str fold) {
    return blind_is_among(
        fold, "a an the in on at of by to for from with without as and or but nor if when while "
              "since after before both like unlike following see cf our my their his her here "
              "there then thus also only even where what how why who which this that these those "
              "between under over through because although though is was are were has had did "
              "der die das den dem des ein eine im am vom zum zur bei mit von fur nach seit wie "
              "und oder aber le la les un une des du de dans avec par pour chez selon et ou mais "
              "el los las una unos en con por para segun y o pero il lo gli i nel con per secondo "
              "that according dear");
}

static bool is_title(struct str fold) {
    return blind_is_among(fold, "dr prof professor professorin professeur profesor profesora mr "
                                "mrs ms miss herr frau mme madame monsieur sr sra don dona sir "
                                "lady phd author autor auteur pi");
}

/** Decides whose given names are before a family name. For BESIDE_OWN, `*from` is set to the
 * beginning of the name. */
static enum beside before(const struct search *x, size_t i, const struct blind_person *p,
                          size_t *from) {
    enum beside found = BESIDE_NOBODY;
    /* an initial was found; it is a middle name only if a given name of the person precedes it */
    bool initial = false;
    for (size_t n = 0; n < BACK && i > 0 && joins(x, i - 1, name_signs(x)); n++, i--) {
        const struct word *w = &x->words.p[i - 1];
        if (is_given(w, p) || is_initials(x, w, p)) {
            found = BESIDE_OWN;
            *from = w->from;
        } else if (w->single && w->capital && x->kind != BLIND_ADDRESS && found != BESIDE_OWN) {
            bool stop = gap(x, i - 1).p[0] == '.';
            initial = initial || stop;
            if (!stop) {
                break;
            }
        } else if (!(blind_is_particle(w->fold) && found != BESIDE_OWN)) {
            bool name = w->capital && !w->single && !begins_sentence(x, i - 1) &&
                        !is_small_word(w->fold) && !is_title(w->fold) &&
                        str_index(gap(x, i - 1), '.') == STR_NONE;
            return found == BESIDE_OWN ? found : name || initial ? BESIDE_OTHER : BESIDE_NOBODY;
        }
    }
    return found == BESIDE_NOBODY && initial ? BESIDE_OTHER : found;
}

/** Decides whose given names are after a family name: "Alder, Ines", "Alder I". For BESIDE_OWN,
 * `*to` is set to the end of the name. */
static enum beside behind(const struct search *x, size_t i, const struct blind_person *p,
                          size_t *to) {
    enum beside found = BESIDE_NOBODY;
    for (size_t n = 0; n < BACK && i + 1 < x->words.n; n++, i++) {
        const struct word *w = &x->words.p[i + 1];
        if (!joins(x, i, n == 0 ? x->kind == BLIND_ADDRESS ? name_signs(x) : "," : ".-'")) {
            break;
        }
        bool comma = n == 0 && str_index(gap(x, i), ',') != STR_NONE;
        if (is_initials(x, w, p) || (is_given(w, p) && (w->capital || x->kind == BLIND_ADDRESS))) {
            found = BESIDE_OWN;
            *to = w->to;
        } else if (comma && w->upper && utf8_count(w->fold) <= 3) {
            return BESIDE_OTHER; /* the initial of another person follows: "Alder, K." */
        } else {
            break;
        }
    }
    return found;
}

/* ---- a family name alone ---- */

static struct str fold_at(const struct search *x, size_t i) {
    return i < x->words.n ? x->words.p[i].fold : STR_EMPTY;
}

/** Whether the words around a name are found only next to persons' names. */
static bool has_evidence(const struct search *x, size_t first, size_t last) {
    if (first > 0 && joins(x, first - 1, ".") && is_title(x->words.p[first - 1].fold)) {
        return true;
    }
    size_t i = last + 1;
    /* the name is a genitive: "May’s group" */
    if (i < x->words.n && joins(x, last, "'") && str_is(fold_at(x, i), "s")) {
        i++;
        return i < x->words.n && joins(x, i - 1, "") &&
               blind_is_among(fold_at(x, i), "lab labs laboratory group team thesis dissertation "
                                             "office students student colleagues coworkers "
                                             "collaborators paper papers");
    }
    if (i >= x->words.n || !joins(x, last, "")) {
        return false;
    }
    return blind_is_among(fold_at(x, i), "lab laboratory") ||
           (str_is(fold_at(x, i), "et") && str_is(fold_at(x, i + 1), "al")) ||
           (blind_is_among(fold_at(x, i), "and und et y") && joins(x, i, "") &&
            blind_is_among(fold_at(x, i + 1), "colleagues coworkers collaborators kollegen "
                                              "collegues colaboradores"));
}

static bool is_alone(const struct search *x, size_t first, size_t last,
                     const struct blind_person *p) {
    const struct word *w = &x->words.p[last];
    bool ordinary = p->family.n == 1 &&
                    (blind_is_ordinary(p->family.w[0]) || map_find(&x->who->lower, p->family.w[0]));
    if (x->kind == BLIND_WHOLE) {
        return false;
    }
    char next = w->to < x->text.n ? x->text.p[w->to] : ' ';
    char prev = x->words.p[first].from ? x->text.p[x->words.p[first].from - 1] : ' ';
    bool folder =
        prev == '~' && x->words.p[first].from > 1 && x->text.p[x->words.p[first].from - 2] == '/';
    bool mailbox = next == '@' && w->to + 1 < x->text.n && is_alnum(x->text.p[w->to + 1]);
    if (folder || mailbox) { /* the name is that of a folder or a mailbox: "/~brown", "a.brown@" */
        return true;
    }
    if (x->kind == BLIND_ADDRESS) {
        return !ordinary;
    }
    bool part = is_digit(next) || next == '_' || is_digit(prev) || prev == '_' || prev == '@';
    return w->capital && !part && (!ordinary || has_evidence(x, first, last));
}

/** Whether a word is part of a date: "3 May", "May 2020", "in May". */
static bool is_date(const struct search *x, size_t i) {
    size_t before = x->words.p[i].from, behind = x->words.p[i].to;
    while (before > 0 && str_index(STR(" ."), x->text.p[before - 1]) != STR_NONE) {
        before--;
    }
    while (behind < x->text.n && str_index(STR(" ,"), x->text.p[behind]) != STR_NONE) {
        behind++;
    }
    bool digit = (before > 0 && is_digit(x->text.p[before - 1])) ||
                 (behind < x->text.n && is_digit(x->text.p[behind]));
    bool month = blind_is_among(x->words.p[i].fold, "may march april august abril avril mai marz");
    return month && (digit || (i > 0 && blind_is_among(x->words.p[i - 1].fold,
                                                       "in of since until till by from to during "
                                                       "early late last next this im seit bis")));
}

/** Whether a word begins a sentence or a quotation. */
static bool begins(const struct search *x, size_t i) {
    size_t at = x->words.p[i].from;
    struct str before = str_slice(x->text, at > 3 ? at - 3 : 0, at);
    return begins_sentence(x, i) || str_ends(before, STR("\"")) || str_ends(before, STR("“")) ||
           str_ends(before, STR("„")) || str_ends(before, STR("‘")) || str_ends(before, STR("«"));
}

/** Whether a family name that is also a word may be meant as a name, because it has a capital
 * within a sentence. */
static bool is_maybe(const struct search *x, size_t i, const struct blind_person *p) {
    const struct word *w = &x->words.p[i];
    char next = w->to < x->text.n ? x->text.p[w->to] : ' ',
         prev = w->from ? x->text.p[w->from - 1] : ' ';
    bool part = is_digit(next) || next == '_' || is_digit(prev) || prev == '_' || prev == '@';
    bool noun = x->who->nouns && i > 0 &&
                blind_is_among(x->words.p[i - 1].fold,
                               "der die das den dem des ein eine einen einem einer eines kein "
                               "keine im am vom zum zur beim");
    return x->maybe && p->family.n == 1 && w->capital && !part && !noun && !begins(x, i) &&
           !is_date(x, i);
}

/** Whether most words have capitals, as in headings. If so, a capital does not show that a word is
 * a name. */
static bool is_title_case(const struct search *x) {
    size_t capital = 0, small = 0;
    for (size_t i = 1; i < x->words.n; i++) {
        bool counts = x->words.p[i].to - x->words.p[i].from > 3;
        capital += counts && x->words.p[i].capital;
        small += counts && !x->words.p[i].capital;
    }
    return capital > small;
}

/* ---- hits ---- */

static void hit(struct search *x, size_t from, size_t to, enum blind_kind kind, bool whole) {
    from = from < x->reported ? x->reported : from;
    while (from < to && is_space(x->text.p[from])) {
        from++;
    }
    if (to <= from) {
        return;
    }
    x->reported = to;
    x->fn(x->user, &(struct blind_hit){from, to, kind, whole, false});
}

/** Whether the family name of a person begins at a word. `*last` is set to the index of the name's
 * last word. */
static bool family_at(const struct search *x, size_t i, const struct blind_person *p,
                      size_t *last) {
    for (size_t k = 0; k < p->family.n; k++) {
        bool there = i + k < x->words.n &&
                     is_word(&x->words.p[i + k], p->family.w[k], p->family.alt[k]) &&
                     (k == 0 || joins(x, i + k - 1, "-'_+%."));
        if (!there) {
            return false;
        }
    }
    *last = i + p->family.n - 1;
    return true;
}

/** Whether a whole name in lower case may consist of ordinary words: "may long". */
static bool is_plain_words(const struct search *x, size_t i, const struct blind_person *p) {
    return x->kind == BLIND_PROSE && !x->words.p[i].capital && p->family.n == 1 &&
           blind_is_ordinary(p->family.w[0]);
}

static void look_at_name(struct search *x, size_t i) {
    const struct blind_person *p = map_lookup(&x->who->families, x->words.p[i].fold);
    p = p ? p : map_lookup(&x->who->families, x->words.p[i].alt);
    struct blind_hit alone = {0, 0, BLIND_NAME, false, false}, maybe = alone;
    bool other = false;
    for (size_t n = 0; p && n < MAX_ALIKE; p = p->next, n++) {
        size_t last;
        if (!family_at(x, i, p, &last)) {
            continue;
        }
        size_t from = x->words.p[i].from, to = x->words.p[last].to;
        enum beside in_front = before(x, i, p, &from);
        enum beside after = in_front == BESIDE_OWN ? BESIDE_OWN : behind(x, last, p, &to);
        if (after == BESIDE_OWN && !is_plain_words(x, last, p)) {
            hit(x, from, to, BLIND_NAME, true);
            return;
        }
        other = other || in_front == BESIDE_OTHER || after == BESIDE_OTHER;
        if (is_alone(x, i, last, p)) {
            alone.from = from;
            alone.to = to;
        } else if (is_maybe(x, i, p)) {
            maybe = (struct blind_hit){from, to, BLIND_NAME, false, true};
        }
    }
    if (alone.to && !other) {
        hit(x, alone.from, alone.to, BLIND_NAME, false);
    } else if (maybe.to && !other && maybe.from >= x->reported) {
        x->fn(x->user, &maybe);
    }
}

static void look_at_phrase(struct search *x, size_t i) {
    struct buf key = BUF_INIT;
    const struct blind_phrase *found = NULL;
    size_t last = i;
    for (size_t n = 0; n < x->who->longest && i + n < x->words.n; n++) {
        if (n > 0 && !joins(x, i + n - 1, "-'_&,./+%")) {
            break;
        }
        buf_str(&key, x->words.p[i + n].fold);
        buf_putc(&key, ' ');
        const struct blind_phrase *p = map_lookup(&x->who->phrases, buf_view(&key));
        struct str s = str_slice(x->text, x->words.p[i].from, x->words.p[i + n].to);
        if (p && (!p->exact.n || str_eq(p->exact, s))) {
            found = p;
            last = i + n;
        }
    }
    buf_drop(&key);
    if (found && !(x->kind == BLIND_WHOLE && found->exact.n)) {
        hit(x, x->words.p[i].from, x->words.p[last].to, found->kind, true);
    }
}

/** Searches for joined names, as in addresses: "ialder". */
static void look_at_joined(struct search *x, size_t i) {
    const struct word *w = &x->words.p[i];
    if (map_find(&x->who->joined, w->fold)) {
        hit(x, w->from, w->to, BLIND_NAME, true);
    }
}

/* ---- literal texts, such as names of folders ---- */

static bool is_word_byte(char c) {
    return is_alnum(c) || (c & 0x80);
}

static bool literal_at(const struct search *x, size_t at, const struct blind_literal *l) {
    size_t end = at + l->text.n;
    struct str s = str_slice(x->text, at, end < x->text.n ? end : x->text.n);
    /* the name of a folder may be an ordinary word; it counts only as part of a path */
    if (l->folder) {
        return str_eq(s, l->text) && at > 0 && x->text.p[at - 1] == '/' && end < x->text.n &&
               x->text.p[end] == '/';
    }
    return str_ieq(s, l->text) && (end >= x->text.n || !is_word_byte(x->text.p[end]) ||
                                   !is_word_byte(l->text.p[l->text.n - 1]));
}

static void find_literals(struct search *x) {
    char key[256];
    for (size_t at = 0; at < x->text.n && x->who->literals.n;) {
        size_t n = 0;
        while (at + n < x->text.n && is_word_byte(x->text.p[at + n])) {
            if (n < sizeof key) {
                key[n] = is_upper(x->text.p[at + n]) ? (char)(x->text.p[at + n] + 32)
                                                     : x->text.p[at + n];
            }
            n++;
        }
        const struct blind_literal *l =
            n && n <= sizeof key ? map_lookup(&x->who->literals, (struct str){key, n}) : NULL;
        const struct blind_literal *best = NULL;
        for (size_t k = 0; l && k < MAX_TEXTS; l = l->next, k++) {
            best = literal_at(x, at, l) && (!best || l->text.n > best->text.n) ? l : best;
        }
        if (best) {
            x->fn(x->user, &(struct blind_hit){at, at + best->text.n, best->kind, true, false});
        }
        at += best ? best->text.n : n ? n : 1;
    }
}

/** Finds names in scripts without spaces. */
static void find_cjk(struct search *x) {
    size_t n = 0;
    for (const struct blind_person *p = x->who->cjk; p && n < MAX_ALIKE; p = p->next, n++) {
        size_t blank = str_index(p->written, ' ');
        struct str names[2] = {p->written, STR_EMPTY};
        if (blank != STR_NONE) {
            names[1] = arena_join(x->scratch, 2, str_slice(p->written, 0, blank),
                                  str_from(p->written, blank + 1));
        }
        for (size_t k = 0; k < 2 && names[k].n; k++) {
            for (size_t at = 0; at < x->text.n;) {
                size_t found = str_find(str_from(x->text, at), names[k]);
                if (found == STR_NONE) {
                    break;
                }
                at += found;
                x->fn(x->user, &(struct blind_hit){at, at + names[k].n, BLIND_NAME, true, false});
                at += names[k].n;
            }
        }
    }
}

void blind_search(const struct blind_who *who, struct str text, enum blind_text kind,
                  blind_hit_fn *fn, void *user) {
    struct search x = {.who = who, .text = text, .kind = kind, .fn = fn, .user = user};
    x.scratch = arena_new();
    x.kind = kind == BLIND_SOURCE ? BLIND_PROSE : kind;
    find_literals(&x);
    if (who->cjk) {
        find_cjk(&x);
    }
    if (who->families.n || who->phrases.n) {
        find_words(&x);
        x.maybe = kind == BLIND_SOURCE && !is_title_case(&x);
    }
    for (size_t i = 0; i < x.words.n; i++) {
        look_at_name(&x, i);
    }
    x.reported = 0;
    for (size_t i = 0; i < x.words.n && who->phrases.n; i++) {
        look_at_phrase(&x, i);
    }
    x.reported = 0;
    for (size_t i = 0; i < x.words.n && kind == BLIND_ADDRESS; i++) {
        look_at_joined(&x, i);
    }
    vec_drop(&x.words);
    arena_drop(x.scratch);
}

static void note_hit(void *user, const struct blind_hit *hit) {
    (void)hit;
    *(bool *)user = true;
}

bool blind_names_author(const struct blind_who *who, struct str text) {
    bool found = false;
    blind_search(who, text, BLIND_PROSE, note_hit, &found);
    return found;
}
