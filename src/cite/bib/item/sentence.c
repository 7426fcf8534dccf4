/* SPDX-License-Identifier: MIT */
/*
 * Sentence case of English titles, for formats that need it, such as CSL-JSON: a CSL style can
 * capitalize words, but it cannot know which capitals belong to a word. This file decides word by
 * word. Spans in the rich text protect text.
 */
#include "cite/bib/item/sentence.h"

#include "cite/bib/item/braced.h"
#include "cite/bib/item/capitals.h"
#include "cite/bib/item/item_language.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"

#define SYMBOL_LETTERS 2

struct sentence {
    struct arena *a;
    struct str s; /* the current piece of text */
    size_t at;
    struct rich_builder *out;
    bool start; /* the next word begins a sentence */
    enum sentence_mode {
        MODE_PLAIN,  /* drop the nocase spans */
        MODE_MARKED, /* keep the nocase spans, because the case may be changed again */
        MODE_PROTECT /* keep the words, and mark those that would change */
    } mode;
    enum written { WRITTEN_TITLE, WRITTEN_SENTENCE, WRITTEN_CAPITALS } written;
    bool pending; /* the last mark ends a sentence if a blank follows */
    /* the last word is an abbreviation, so a full stop after it does not end a sentence */
    bool abbr;
    bool addressed; /* the last word is one such as "Dr", so a name follows */
    bool initial;   /* the last word is a capital with a full stop: a small letter after it stays */
    bool formula;   /* raised or lowered text ends directly before the current place */
    size_t kept;    /* the depth of the span whose text is kept; 0: none */
    size_t from;    /* the offset at which the kept text begins */
    const struct item_braced *braced; /* names that keep their capitals; NULL: none */
};

/** Whether a small letter and its capital have different meanings in a kind of span: in small
 * capitals, and in raised and lowered text. */
static bool has_other_letters(enum rich_kind kind) {
    return kind == RICH_SMALL_CAPS || kind == RICH_SUP || kind == RICH_SUB;
}

struct rich bib_drop_nocase(struct arena *a, struct rich r) {
    return rich_without(a, r, 1u << RICH_NOCASE);
}

static bool is_letter(uint32_t cp) {
    return cp < 0x80 ? is_alpha((char)cp) : unicode_is_letter(cp) || unicode_is_mark(cp);
}

static bool is_capital(uint32_t cp) {
    return cp < 0x80 ? is_upper((char)cp) : unicode_is_upper(cp);
}

static bool is_word_char(uint32_t cp) {
    return is_letter(cp) || (cp < 0x80 && is_digit((char)cp));
}

/** A word: letters and digits without a break. */
struct title_word {
    struct str text;
    size_t begin, end; /* the range of the word in the piece of text */
    size_t letters;    /* the number of letters in the word */
    uint32_t first;
    bool capital; /* the word begins with a capital */
    bool inner;   /* the word has a capital after its first letter, or a digit: NASA, iPhone, B12 */
    bool small;   /* the word has a small letter */
};

/** Reads the word that begins at a place of a text. */
static struct title_word read_word(struct str s, size_t begin) {
    struct title_word w = {.begin = begin, .end = begin, .letters = 1};
    w.first = utf8_next(s, &w.end);
    w.capital = is_capital(w.first);
    w.small = !w.capital && is_letter(w.first);
    while (w.end < s.n) {
        size_t next = w.end;
        if (is_lower(s.p[next])) { /* skips most letters fast */
            w.small = true;
            w.letters++;
            w.end++;
            continue;
        }
        if ((s.p[next] & 0x80) == 0 && !is_alnum(s.p[next])) {
            break;
        }
        uint32_t cp = utf8_next(s, &next);
        if (!is_word_char(cp)) {
            break;
        }
        bool capital = is_capital(cp), digit = cp < 0x80 && is_digit((char)cp);
        w.inner = w.inner || capital || digit;
        w.small = w.small || !(capital || digit);
        w.letters++;
        w.end = next;
    }
    w.text = str_slice(s, begin, w.end);
    return w;
}

static char char_at(struct str s, size_t at) {
    return at < s.n ? s.p[at] : 0;
}

/** Returns the character before a place; 0 at the start. The curly apostrophe counts as '. */
static char char_before(struct str s, size_t at) {
    bool curly = at >= 3 && str_eq(str_slice(s, at - 3, at), STR("\u2019"));
    return at == 0 ? 0 : curly ? '\'' : s.p[at - 1];
}

/** Whether O' or D' precedes a word, as in the name "O'Neill". */
static bool follows_apostrophe(const struct sentence *w, const struct title_word *word) {
    if (char_before(w->s, word->begin) != '\'') {
        return false;
    }
    size_t mark = w->s.p[word->begin - 1] == '\'' ? 1 : 3;
    char letter = word->begin > mark ? w->s.p[word->begin - mark - 1] : 0;
    return is_upper(letter) &&
           (word->begin < mark + 2 || !is_alnum(w->s.p[word->begin - mark - 2]));
}

/** Whether a capital letter alone is a symbol, rather than the article "A" before a space. */
static bool is_sign(const struct sentence *w, const struct title_word *word) {
    return word->first != 'A' || char_at(w->s, word->end) != ' ' ||
           char_before(w->s, word->begin) == '-';
}

/** Whether a word keeps its capital in sentence case. `formula` means that raised or lowered text
 * follows directly. */
static bool keeps_capital(const struct sentence *w, const struct title_word *word, bool formula) {
    bool beside = (w->formula && word->begin == 0) || (formula && word->end == w->s.n);
    char next = char_at(w->s, word->end), after = char_at(w->s, word->end + 1);
    if (word->text.n <= SYMBOL_LETTERS &&
        (beside || (next == '(' && (is_upper(after) || is_digit(after))))) {
        return true; /* the word is a symbol in a formula: the H of H2O, or the Fe of Fe(III) */
    }
    if (word->letters == 1) {
        return char_before(w->s, word->begin) != '\'' && is_sign(w, word);
    }
    return (next == '.' && (is_upper(after) || bib_is_form_of_address(word->text) ||
                            str_iamong(word->text, "no op"))) ||
           w->addressed || follows_apostrophe(w, word) || bib_capital_form(word->text).n > 0;
}

/** Converts a word of a title that is entirely in capitals to a word of a sentence. */
static struct str lower_capitals(struct sentence *w, const struct title_word *word) {
    struct str form = bib_capital_form(word->text);
    char next = char_at(w->s, word->end);
    if (form.n) {
        return form;
    }
    if (bib_is_roman(word->text) || (word->letters == 1 && keeps_capital(w, word, false))) {
        return word->text;
    }
    struct str small = unicode_lower(w->a, word->text, STR_EMPTY);
    bool name = w->addressed || (next == '.' && bib_is_form_of_address(word->text));
    return name ? unicode_capitalize(w->a, small, STR_EMPTY) : small;
}

/** Whether a word begins with a small Greek letter that is a symbol, alone or before letters of
 * another alphabet. Its capital would be another symbol. */
static bool is_greek_sign(const struct title_word *word) {
    size_t at = 0;
    (void)utf8_next(word->text, &at);
    uint32_t next = at < word->text.n ? utf8_next(word->text, &at) : 0;
    return unicode_is_greek(word->first) && !unicode_is_greek(next);
}

/** Returns the word in sentence case. */
static struct str cased_word(struct sentence *w, const struct title_word *word, bool formula) {
    struct str cased = word->text;
    bool sign = word->inner || is_greek_sign(word) ||
                (word->text.n <= SYMBOL_LETTERS && w->formula && word->begin == 0) ||
                (word->text.n <= SYMBOL_LETTERS && formula && word->end == w->s.n);
    if (w->mode == MODE_PROTECT) {
        /* LaTeX's styles change these capitals to small letters */
        cased = word->capital || word->inner ? unicode_lower(w->a, cased, STR_EMPTY) : cased;
        return w->start ? unicode_capitalize(w->a, cased, STR_EMPTY) : cased;
    }
    if (w->written == WRITTEN_CAPITALS && !word->small) {
        cased = lower_capitals(w, word);
        return w->start && !is_greek_sign(word) ? unicode_capitalize(w->a, cased, STR_EMPTY)
                                                : cased;
    }
    if (sign) {
        return cased;
    }
    if (w->start) {
        return word->capital ? cased : unicode_capitalize(w->a, cased, STR_EMPTY);
    }
    bool lower = word->capital && w->written == WRITTEN_TITLE && !keeps_capital(w, word, formula);
    return lower ? unicode_lower(w->a, cased, STR_EMPTY) : cased;
}

/** Adds a word in sentence case. `formula` means that raised or lowered text follows directly. */
static void add_word(struct sentence *w, bool formula) {
    struct title_word word = read_word(w->s, w->at);
    struct str name = w->braced && word.capital && w->written != WRITTEN_SENTENCE
                          ? item_braced_at(w->braced, w->a, w->s, w->at, word.text)
                          : STR_EMPTY;
    if (name.n) {
        buf_str(&w->out->text, name);
        w->at += name.n;
        w->start = w->pending = w->abbr = w->addressed = w->initial = false;
        return;
    }
    w->start = w->start && !(w->initial && !word.capital);
    struct str cased = cased_word(w, &word, formula);
    w->at = word.end;
    if (w->mode != MODE_PROTECT || str_eq(cased, word.text)) {
        buf_str(&w->out->text, cased);
    } else {
        rich_open(w->out, RICH_NOCASE);
        buf_str(&w->out->text, word.text);
        rich_close(w->out);
    }
    bool stop = char_at(w->s, word.end) == '.';
    w->initial = stop && word.capital && word.letters == 1;
    w->addressed = stop && bib_is_form_of_address(word.text);
    w->abbr = stop && (w->addressed || bib_is_abbreviation(word.text) ||
                       (word.letters == 1 && (word.small || char_before(w->s, word.begin) == '.')));
    w->start = w->pending = false;
}

static void add_other(struct sentence *w, uint32_t cp, size_t next) {
    buf_str(&w->out->text, str_slice(w->s, w->at, next));
    w->at = next;
    if (cp == '.' || cp == '?' || cp == '!' || cp == ':') {
        w->pending = cp != '.' || !w->abbr;
    } else if (cp == ' ' || cp == 0xA0) {
        w->start = w->start || w->pending;
        w->pending = false;
    } else if (cp != 0x201D && cp != 0x2019 && cp != '"' && cp != ')' && cp != ']') {
        w->pending = false;
    }
    w->initial = w->initial && (cp == '.' || cp == ' ' || cp == 0xA0);
    w->abbr = false;
}

/** Copies words of a title that is in sentence case already, up to the word before the next mark
 * that may end a sentence. */
static void add_unchanged(struct sentence *w) {
    size_t end = w->at;
    while (end < w->s.n && w->s.p[end] != '.' && w->s.p[end] != ':' && w->s.p[end] != '?' &&
           w->s.p[end] != '!') {
        end++;
    }
    while (end < w->s.n && end > w->at && w->s.p[end - 1] != ' ') {
        end--;
    }
    buf_str(&w->out->text, str_slice(w->s, w->at, end));
    w->at = end;
}

static void add_text(struct sentence *w, struct str text, bool formula) {
    if (w->kept) {
        buf_str(&w->out->text, text);
        return;
    }
    w->s = text;
    w->at = 0;
    while (w->at < text.n) {
        if (w->written == WRITTEN_SENTENCE && !w->start && !w->pending) {
            add_unchanged(w);
        }
        size_t next = w->at;
        if (next == text.n) {
            break;
        }
        uint32_t cp = utf8_next(text, &next);
        if (is_word_char(cp)) {
            add_word(w, formula);
        } else {
            add_other(w, cp, next);
        }
    }
    w->formula = false;
}

static void add_atom(struct sentence *w, enum rich_kind kind, struct str text) {
    rich_add_atom(w->out, kind, text);
    w->start = w->formula = false;
    w->pending = w->pending && kind == RICH_MATH;
}

/** Begins a span. The text of a protecting span is kept, and protecting spans inside it are not
 * marked again. */
static void open_span(struct sentence *w, enum rich_kind kind, size_t depth) {
    bool keeps = !w->kept && (kind == RICH_NOCASE || has_other_letters(kind));
    if (kind != RICH_NOCASE || (keeps && w->mode != MODE_PLAIN)) {
        rich_open(w->out, kind);
    }
    if (keeps) {
        w->kept = depth;
        w->from = w->out->text.n;
        w->initial = false;
    }
}

static bool is_raised(enum rich_kind kind) {
    return kind == RICH_SUP || kind == RICH_SUB;
}

/** Whether raised or lowered text begins where the text of the current event ends. */
static bool raised_follows(const struct rich_walk *at) {
    const struct rich_marks *m = at->r.marks;
    return m && at->next < m->n && m->spans[at->next].begin == at->from + at->text.n &&
           is_raised(m->spans[at->next].kind);
}

static void close_span(struct sentence *w, enum rich_kind kind, size_t depth) {
    w->formula = is_raised(kind);
    bool kept = w->kept == depth;
    if (kind != RICH_NOCASE || (kept && w->mode != MODE_PLAIN)) {
        rich_close(w->out);
    }
    if (!kept) {
        return;
    }
    w->kept = 0;
    struct str inside = str_from(buf_view(&w->out->text), w->from);
    bool nocase = kind == RICH_NOCASE;
    w->start = w->start && nocase && inside.n == 0;
    w->pending = nocase && inside.n && str_index(STR(".?!:"), inside.p[inside.n - 1]) != STR_NONE;
}

/* ---- how a title is written ---- */

/** Counts of the words of a title. Words that a span protects are not counted. */
struct word_count {
    /* the number of words, the letters in the longest word, and the number of words with a small
     * letter */
    size_t words, longest, small_letters;
    /* the numbers of words of four letters or more that begin with a small letter and with a
     * capital */
    size_t small, capital;
};

/** Counts the words of a piece of text. `*start` means that its first word begins a sentence. */
static void count_words(struct word_count *n, struct str s, bool *start) {
    for (size_t at = 0; at < s.n;) {
        size_t next = at;
        uint32_t cp = utf8_next(s, &next);
        if (!is_word_char(cp)) {
            bool ends = cp == '.' || cp == '?' || cp == '!' || cp == ':';
            *start = ends || (*start && cp != '-');
            at = next;
            continue;
        }
        struct title_word word = read_word(s, at);
        bool part = char_before(s, at) == '-' || char_before(s, at) == '\'';
        n->words++;
        n->longest = word.letters > n->longest ? word.letters : n->longest;
        n->small_letters += word.small;
        if (!*start && !part && !word.inner && word.letters >= 4 &&
            !bib_is_joining_word(word.text)) {
            n->small += !word.capital;
            n->capital += word.capital;
        }
        *start = false;
        at = word.end;
    }
}

/** Decides how the capitals of a title are written. A title of a single word in capitals is a name,
 * not a title in capitals. */
static enum written how_written(struct rich r) {
    struct word_count n = {0};
    struct rich_walk at;
    size_t kept = 0; /* the depth of a span that protects its text; 0: none */
    bool start = true;
    rich_walk_start(&at, r);
    for (enum rich_event e = rich_walk_next(&at); e != RICH_END; e = rich_walk_next(&at)) {
        if (e == RICH_OPEN && !kept && (at.kind == RICH_NOCASE || has_other_letters(at.kind))) {
            kept = at.depth;
        } else if (e == RICH_CLOSE && kept == at.depth + 1) {
            kept = 0;
        } else if (e == RICH_TEXT && !kept) {
            count_words(&n, at.text, &start);
        }
        start = start && e != RICH_ATOM && !(e == RICH_TEXT && kept);
    }
    return n.small_letters == 0 && n.words > 1 && n.longest >= 4 ? WRITTEN_CAPITALS
           : n.small > n.capital                                 ? WRITTEN_SENTENCE
                                                                 : WRITTEN_TITLE;
}

static struct rich go_through(struct arena *a, struct rich r, enum sentence_mode mode,
                              const struct item *it) {
    struct rich_builder out;
    struct rich_walk at;
    rich_builder_init(&out);
    rich_walk_start(&at, r);
    struct sentence w = {.a = a, .out = &out, .start = true, .mode = mode};
    w.braced = it ? it->braced : NULL;
    w.written = mode == MODE_PROTECT ? WRITTEN_TITLE : how_written(r);
    for (enum rich_event e = rich_walk_next(&at); e != RICH_END; e = rich_walk_next(&at)) {
        switch (e) {
        case RICH_TEXT:
            add_text(&w, at.text, raised_follows(&at));
            break;
        case RICH_ATOM:
            add_atom(&w, at.kind, at.text);
            break;
        case RICH_OPEN:
            open_span(&w, at.kind, at.depth);
            break;
        case RICH_CLOSE:
            close_span(&w, at.kind, at.depth + 1);
            break;
        case RICH_END:
            break;
        }
    }
    r = rich_keep(&out, a);
    rich_builder_drop(&out);
    return r;
}

struct rich bib_sentence_case(struct arena *a, struct rich r, const struct item *it) {
    return go_through(a, r, MODE_PLAIN, it);
}

struct rich bib_protect_case(struct arena *a, struct rich r) {
    return go_through(a, r, MODE_PROTECT, NULL);
}

/* ---- names of journals ---- */

/** Converts a word of a journal's name, which is in capitals, to the case that journals use: "of",
 * "European", "IEEE", "Fluid". */
static struct str journal_word(struct arena *a, struct str word, bool first) {
    static const char names[] =
        "ACM ACS AIAA AIP ASCE ASME BMC BMJ CIRP EMBO ESAIM EURASIP FASEB FEBS IEEE IEICE IET IMA "
        "INFORMS ISPRS JAMA PLOS PNAS RSC SIAM USA AI DNA RNA NMR MRI HIV AIDS";
    static const char joining[] = "a an and as at by for in of on or the to der die das des und "
                                  "fur für de la le les et du della di e y";
    struct str small = unicode_lower(a, word, STR_EMPTY), known = bib_capital_form(small);
    bool vowel = false;
    for (size_t i = 0; i < small.n; i++) {
        vowel = vowel || str_index(STR("aeiouy"), small.p[i]) != STR_NONE || (small.p[i] & 0x80);
    }
    if (!first && (bib_is_joining_word(small) || str_among(small, joining))) {
        return small;
    }
    if (word.n == 1 || !vowel || bib_is_roman(word) || str_among(word, names)) {
        return word;
    }
    return known.n ? known : unicode_capitalize(a, small, STR_EMPTY);
}

struct rich bib_journal_case(struct arena *a, struct rich name) {
    struct str s = name.text;
    struct buf out;
    if (s.n < 12 || str_index(s, ' ') == STR_NONE || !rich_eq(name, rich_of(s)) ||
        how_written(name) != WRITTEN_CAPITALS) {
        return name;
    }
    buf_init(&out, 0);
    bool first = true, long_word = false;
    for (size_t at = 0; at < s.n;) {
        size_t end = at;
        while (end < s.n && (is_alnum(s.p[end]) || (s.p[end] & 0x80))) {
            end++;
        }
        long_word = long_word || end - at >= 5;
        if (end > at) {
            buf_str(&out, journal_word(a, str_slice(s, at, end), first));
        } else {
            end++;
            buf_str(&out, str_slice(s, at, end));
        }
        first = end == at + 1 ? first || s.p[at] == ':' : false;
        at = end;
    }
    struct rich made = long_word ? rich_of(buf_keep(&out, a)) : name;
    buf_drop(&out);
    return made;
}

bool bib_is_title(enum item_var v) {
    return v == VAR_TITLE || v == VAR_TITLE_SHORT || v == VAR_VOLUME_TITLE ||
           v == VAR_COLLECTION_TITLE || v == VAR_EVENT_TITLE || v == VAR_ORIGINAL_TITLE ||
           v == VAR_CONTAINER_TITLE || v == VAR_REVIEWED_TITLE || v == VAR_PART_TITLE;
}

bool bib_title_is_name(const struct item *it, enum item_var v) {
    bool proceedings = it->type == ITEM_TYPE_PAPER_CONFERENCE;
    bool legal = it->type == ITEM_TYPE_LEGAL_CASE || it->type == ITEM_TYPE_LEGISLATION ||
                 it->type == ITEM_TYPE_BILL || it->type == ITEM_TYPE_REGULATION ||
                 it->type == ITEM_TYPE_TREATY;
    return legal || v == VAR_COLLECTION_TITLE || v == VAR_EVENT_TITLE ||
           (v == VAR_CONTAINER_TITLE && (it->in_journal || proceedings));
}

const struct item *bib_sentence_titles(struct arena *a, const struct item *it) {
    if (!it->written_case || !bib_language_is_english(item_text(it, VAR_LANGUAGE))) {
        return it;
    }
    struct item *copy = NULL;
    for (size_t i = 0; i < it->nfields; i++) {
        enum item_var v = it->fields[i].var;
        if (!bib_is_title(v) || bib_title_is_name(it, v)) {
            continue;
        }
        struct rich text = go_through(a, it->fields[i].u.text, MODE_MARKED, it);
        if (rich_eq(text, it->fields[i].u.text)) {
            continue;
        }
        if (!copy) {
            copy = arena_copy(a, it, sizeof *it);
            copy->fields = arena_copy(a, it->fields, it->nfields * sizeof *it->fields);
        }
        copy->fields[i].u.text = text;
    }
    return copy ? copy : it;
}
