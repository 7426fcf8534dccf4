/* SPDX-License-Identifier: MIT */
/*
 * Sentence case of English titles, for formats that need it. CSL-JSON does: CSL styles can
 * capitalize words, but do not know which capitals belong to a word. Decides word by word;
 * protected text is marked in the rich text.
 */
#include "cite/bib/item/sentence.h"

#include "cite/bib/item/item_language.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

struct sentence {
    struct arena *a;
    struct str s; /* the current piece of text */
    size_t at;
    struct rich_builder *out;
    bool start; /* the next word begins a sentence */
    enum sentence_mode {
        MODE_PLAIN,  /* drop spans that protect nothing */
        MODE_MARKED, /* keep them: the case may change again */
        MODE_PROTECT /* keep the words and mark those that would change */
    } mode;
    bool pending; /* after a full stop: a blank makes it the end of a sentence */
    bool formula; /* raised or lowered text precedes directly */
    size_t kept;  /* depth of the span whose text is kept; 0: none */
    size_t from;  /* where its text begins */
};

/** Spans in which a small letter is another sign: small capitals, raised and lowered text. */
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

/** Letters of a symbol: H, Ca. */
#define SYMBOL_LETTERS 2

/** `formula`: raised or lowered text follows directly. */
static void add_word(struct sentence *w, bool formula) {
    size_t begin = w->at, end = begin;
    bool own_capital = false; /* inside the word, or next to a digit: NASA, iPhone, B12 */
    uint32_t first = utf8_next(w->s, &end);
    while (end < w->s.n) {
        size_t next = end;
        uint32_t cp = utf8_next(w->s, &next);
        if (!is_letter(cp) && !(cp < 0x80 && is_digit((char)cp))) {
            break;
        }
        own_capital = own_capital || is_capital(cp) || (cp < 0x80 && is_digit((char)cp));
        end = next;
    }
    struct str word = str_slice(w->s, begin, end);
    w->at = end;
    bool beside = (w->formula && begin == 0) || (formula && end == w->s.n);
    own_capital =
        /* H2O, Ca2+ with raised or lowered text */
        own_capital || (beside && word.n <= SYMBOL_LETTERS);
    struct str cased = word;
    if (own_capital && w->mode == MODE_PROTECT) {
        /* LaTeX's styles ignore capitals inside words */
        cased = unicode_lower(w->a, word, STR_EMPTY);
        own_capital = false;
    }
    if (!own_capital && w->start) {
        cased = unicode_capitalize(w->a, cased, STR_EMPTY);
    } else if (!own_capital && is_capital(first)) {
        cased = unicode_lower(w->a, word, STR_EMPTY);
    }
    if (w->mode != MODE_PROTECT || str_eq(cased, word)) {
        buf_str(&w->out->text, cased);
    } else {
        rich_open(w->out, RICH_NOCASE);
        buf_str(&w->out->text, word);
        rich_close(w->out);
    }
    w->start = w->pending = false;
}

static void add_other(struct sentence *w, uint32_t cp, size_t next) {
    buf_str(&w->out->text, str_slice(w->s, w->at, next));
    w->at = next;
    if (cp == '.' || cp == '?' || cp == '!' || cp == ':') {
        w->pending = true;
    } else if (cp == ' ' || cp == 0xA0) {
        w->start = w->start || w->pending;
        w->pending = false;
    } else if (cp != 0x201D && cp != 0x2019 && cp != '"' && cp != ')' && cp != ']') {
        w->pending = false;
    }
}

static void add_text(struct sentence *w, struct str text, bool formula) {
    if (w->kept) {
        buf_str(&w->out->text, text);
        return;
    }
    w->s = text;
    w->at = 0;
    while (w->at < text.n) {
        size_t next = w->at;
        uint32_t cp = utf8_next(text, &next);
        if (is_letter(cp) || (cp < 0x80 && is_digit((char)cp))) {
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

/** Protected text is kept; protection inside it needs no second mark. */
static void open_span(struct sentence *w, enum rich_kind kind, size_t depth) {
    bool keeps = !w->kept && (kind == RICH_NOCASE || has_other_letters(kind));
    if (kind != RICH_NOCASE || (keeps && w->mode != MODE_PLAIN)) {
        rich_open(w->out, kind);
    }
    if (keeps) {
        w->kept = depth;
        w->from = w->out->text.n;
    }
}

static bool is_raised(enum rich_kind kind) {
    return kind == RICH_SUP || kind == RICH_SUB;
}

/** Whether raised or lowered text begins where the event's text ends. */
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

static struct rich go_through(struct arena *a, struct rich r, enum sentence_mode mode) {
    struct rich_builder out;
    struct rich_walk at;
    rich_builder_init(&out);
    rich_walk_start(&at, r);
    struct sentence w = {.a = a, .out = &out, .start = true, .mode = mode};
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

struct rich bib_sentence_case(struct arena *a, struct rich r) {
    return go_through(a, r, MODE_PLAIN);
}

struct rich bib_protect_case(struct arena *a, struct rich r) {
    return go_through(a, r, MODE_PROTECT);
}

bool bib_is_title(enum item_var v) {
    return v == VAR_TITLE || v == VAR_TITLE_SHORT || v == VAR_VOLUME_TITLE ||
           v == VAR_COLLECTION_TITLE || v == VAR_EVENT_TITLE || v == VAR_ORIGINAL_TITLE ||
           v == VAR_CONTAINER_TITLE || v == VAR_REVIEWED_TITLE || v == VAR_PART_TITLE;
}

/** Names of journals, series and conferences keep their capitals. */
static bool is_name(const struct item *it, enum item_var v) {
    bool proceedings = it->type == ITEM_TYPE_PAPER_CONFERENCE;
    return v == VAR_COLLECTION_TITLE || v == VAR_EVENT_TITLE ||
           (v == VAR_CONTAINER_TITLE && (it->in_journal || proceedings));
}

const struct item *bib_sentence_titles(struct arena *a, const struct item *it) {
    if (!it->written_case || !bib_language_is_english(item_text(it, VAR_LANGUAGE))) {
        return it;
    }
    struct item *copy = NULL;
    for (size_t i = 0; i < it->nfields; i++) {
        enum item_var v = it->fields[i].var;
        if (!bib_is_title(v) || is_name(it, v)) {
            continue;
        }
        struct rich text = go_through(a, it->fields[i].u.text, MODE_MARKED);
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
