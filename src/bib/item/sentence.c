/* SPDX-License-Identifier: MIT */
/*
 * Sentence case of English titles, for formats that want it (CSL-JSON does: CSL styles can
 * capitalise words, but not know which capitals belong to them). Decides word by word; what is
 * protected is marked in the rich text already.
 */
#include "bib/item/sentence.h"

#include "base/utf8.h"
#include "tex/text/text.h"
#include "unicode/unicode.h"

struct sentence {
    struct arena *a;
    struct str s;
    size_t at;
    struct buf *out;
    bool start;   /* the next word begins a sentence */
    bool protect; /* keep the words, mark those that would change */
    bool pending; /* a full stop was seen: a blank makes it the end of a sentence */
};

static const struct str nocase_tags[] = {STR_INIT("<span class=\"nocase\">"),
                                         STR_INIT("<span class='nocase'>")};

static size_t nocase_open(struct str s, size_t at) {
    for (size_t i = 0; i < ARRAY_LEN(nocase_tags); i++) {
        if (str_starts(str_from(s, at), nocase_tags[i])) {
            return nocase_tags[i].n;
        }
    }
    return 0;
}

/** Bytes of a tag whose text has its own sort of letters, where a small one is another sign: small
 * capitals, code, what is raised or lowered. */
static size_t other_letters_open(struct str s, size_t at) {
    static const struct str tags[] = {STR_INIT("<span style=\"font-variant:small-caps;\">"),
                                      STR_INIT("<sc>"), STR_INIT("<code>"), STR_INIT("<sup>"),
                                      STR_INIT("<sub>")};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        if (str_starts(str_from(s, at), tags[i])) {
            return tags[i].n;
        }
    }
    return 0;
}

/** The inside of the element whose start tag ends at `from`; `*behind` is where the text goes on.
 */
static struct str element(struct str s, size_t from, size_t *behind) {
    int depth = 1;
    for (size_t i = from; i < s.n;) {
        bool closing;
        size_t n = rich_tag(s, i, &closing);
        depth += n ? (closing ? -1 : 1) : 0;
        if (n && depth == 0) {
            *behind = i + n;
            return str_slice(s, from, i);
        }
        i += n ? n : 1;
    }
    *behind = s.n;
    return str_from(s, from);
}

struct str bib_drop_nocase(struct arena *a, struct str rich) {
    if (str_find(rich, STR("nocase")) == STR_NONE) {
        return rich;
    }
    struct buf out;
    buf_init(&out, 0);
    for (size_t i = 0; i < rich.n;) {
        size_t open = nocase_open(rich, i), behind;
        if (open) {
            buf_str(&out, bib_drop_nocase(a, element(rich, i + open, &behind)));
            i = behind;
        } else {
            buf_putc(&out, rich.p[i++]);
        }
    }
    struct str text = buf_keep(&out, a);
    buf_drop(&out);
    return text;
}

static bool is_letter(uint32_t cp) {
    return cp < 0x80 ? is_alpha((char)cp) : unicode_is_letter(cp) || unicode_is_mark(cp);
}

static bool is_capital(uint32_t cp) {
    return cp < 0x80 ? is_upper((char)cp) : unicode_is_upper(cp);
}

/** Protected text is kept as it is. */
static void add_protected(struct sentence *w, struct str inside) {
    inside = bib_drop_nocase(w->a, inside);
    buf_puts(w->out, w->protect ? "<span class=\"nocase\">" : "");
    buf_str(w->out, inside);
    buf_puts(w->out, w->protect ? "</span>" : "");
    w->start = w->start && inside.n == 0;
    w->pending = inside.n && (str_ends(inside, STR(".")) || str_ends(inside, STR("?")) ||
                              str_ends(inside, STR("!")) || str_ends(inside, STR(":")));
}

static void add_word(struct sentence *w) {
    size_t begin = w->at, end = begin;
    bool inner_capital = false;
    uint32_t first = utf8_next(w->s, &end);
    while (end < w->s.n) {
        size_t next = end;
        uint32_t cp = utf8_next(w->s, &next);
        if (!is_letter(cp) && !(cp < 0x80 && is_digit((char)cp))) {
            break;
        }
        inner_capital = inner_capital || is_capital(cp);
        end = next;
    }
    struct str word = str_slice(w->s, begin, end);
    w->at = end;
    struct str cased = word;
    if (!inner_capital && w->start) {
        cased = unicode_capitalize(w->a, word, STR_EMPTY);
    } else if (!inner_capital && is_capital(first)) {
        cased = unicode_lower(w->a, word, STR_EMPTY);
    }
    bool mark = w->protect && !str_eq(cased, word);
    buf_puts(w->out, mark ? "<span class=\"nocase\">" : "");
    buf_str(w->out, w->protect ? word : cased);
    buf_puts(w->out, mark ? "</span>" : "");
    w->start = w->pending = false;
}

static void add_other(struct sentence *w, uint32_t cp, size_t next) {
    buf_str(w->out, str_slice(w->s, w->at, next));
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

static struct str go_through(struct arena *a, struct str rich, bool protect) {
    struct buf out;
    buf_init(&out, 0);
    struct sentence w = {.a = a, .s = rich, .out = &out, .start = true, .protect = protect};
    while (w.at < rich.n) {
        bool closing;
        struct str tex;
        size_t n = nocase_open(rich, w.at), behind;
        if (n) {
            struct str inside = element(rich, w.at + n, &behind);
            add_protected(&w, inside);
            w.at = behind;
            continue;
        }
        n = other_letters_open(rich, w.at);
        if (n) {
            (void)element(rich, w.at + n, &behind);
            buf_str(&out, bib_drop_nocase(a, str_slice(rich, w.at, behind)));
            w.at = behind;
            w.start = w.pending = false;
            continue;
        }
        n = rich_math(rich, w.at, &tex);
        w.start = w.start && n == 0;
        n = n ? n : rich_tag(rich, w.at, &closing);
        if (n) {
            buf_str(&out, str_slice(rich, w.at, w.at + n));
            w.at += n;
            continue;
        }
        size_t next = w.at;
        uint32_t cp = utf8_next(rich, &next);
        if (is_letter(cp) || (cp < 0x80 && is_digit((char)cp))) {
            add_word(&w);
        } else {
            add_other(&w, cp, next);
        }
    }
    struct str text = buf_keep(&out, a);
    buf_drop(&out);
    return text;
}

struct str bib_sentence_case(struct arena *a, struct str rich) {
    return go_through(a, rich, false);
}

struct str bib_protect_case(struct arena *a, struct str rich) {
    return go_through(a, rich, true);
}
