/* SPDX-License-Identifier: MIT */
/*
 * Compares the words of the source with those of an output, or the words of a page with those of a
 * PDF. Letters are compared without the blanks between them, so that line breaks make no
 * difference. Upper and lower case are equal, because style sheets may set capitals. At a
 * difference, the comparison goes on at the nearest place where both sides are the same again. The
 * text up to that place is missing, added or replaced.
 *
 * Outputs have words that the source does not have: numbers, marks of lists, "Figure" and
 * "Contents". Words without letters, words in labels, and words that outputs add themselves
 * (model/doc/words.c) are not reported.
 */
#include "check/verify/verify_internal.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <stdlib.h>

DIAG_USE(DIAG_VERIFY_WORDS);
DIAG_USE(DIAG_VERIFY_DIFFERS);

enum {
    SAME = 14,    /* number of equal letters which show that both sides are the same again */
    BLOCK = 4,    /* like SAME, for the end of a block */
    SURE = 40,    /* like SAME, in the first search after a wildcard */
    FAR = 30000,  /* maximum number of letters that are skipped on one side */
    NEAR = 160,   /* maximum number of letters that are skipped if both sides skip some */
    SHOWN = 10,   /* maximum number of differences that are reported */
    SNIPPET = 60, /* maximum number of letters that a report shows */
};

struct letter {
    uint32_t fold, c;
    uint32_t piece;
    bool label, letter;
    bool word, block; /* a word or a block begins with this letter */
};

struct row {
    const struct verify_piece *pieces;
    struct letter *p;
    size_t n, cap;
    VEC(size_t) wild; /* indices of letters before which any text is allowed; ascending */
};

static bool is_nothing(uint32_t c) {
    return c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFE00 && c <= 0xFE0F) ||
           c < 0x20 || (c >= 0xE0100 && c <= 0xE01EF);
}

static uint32_t lower(struct arena *a, uint32_t c) {
    if (c < 0x80) {
        return (uint32_t)(unsigned char)to_lower((char)c);
    }
    if (!unicode_is_upper(c)) {
        return c;
    }
    char out[4];
    size_t at = 0;
    struct str s = unicode_lower(a, (struct str){out, utf8_encode(c, out)}, STR_EMPTY);
    return s.n ? utf8_next(s, &at) : c;
}

/** Returns the letters of a ligature or the dots of an ellipsis. Returns NULL for other
 * characters. */
static const char *spelt(uint32_t c) {
    static const char *const ligatures[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
    return c >= 0xFB00 && c <= 0xFB06 ? ligatures[c - 0xFB00] : c == 0x2026 ? "..." : NULL;
}

static void put(struct row *row, struct arena *a, uint32_t index, bool *word, bool *block) {
    const struct verify_piece *piece = &row->pieces[index];
    struct str s = unicode_nfc(a, piece->text);
    *word = *word || piece->begins;
    *block = *block || piece->block;
    for (size_t at = 0; at < s.n;) {
        uint32_t c = utf8_next(s, &at);
        /* a control character counts as U+FFFD, because programs show it in different ways */
        c = c >= 0x7F && c < 0xA0 ? UTF8_REPLACEMENT : c;
        if (unicode_is_space(c) || c == 0xA0 || c == 0x202F || c == '\n' || c == '\t') {
            *word = true;
            continue;
        }
        if (is_nothing(c)) {
            continue;
        }
        struct letter l = {.fold = lower(a, c), .c = c, .piece = index, .word = *word};
        l.label = piece->kind == VERIFY_LABEL;
        l.letter = unicode_is_letter(c);
        l.block = *block;
        *block = false;
        const char *letters = spelt(c);
        for (size_t i = 0; letters && letters[i]; i++) {
            l.fold = l.c = (unsigned char)letters[i];
            l.letter = letters[i] != '.';
            vec_push(row, l);
            l.word = l.block = false;
        }
        if (!letters) {
            vec_push(row, l);
        }
        *word = false;
    }
}

static void make_row(struct row *row, struct arena *a, const struct verify_piece *p, size_t n,
                     bool of_outputs) {
    *row = (struct row){.pieces = p};
    bool word = true, block = true;
    for (size_t i = 0; i < n; i++) {
        if (p[i].kind == VERIFY_WILD || (p[i].own && of_outputs)) {
            if (row->wild.n == 0 || vec_last(&row->wild) != row->n) {
                vec_push(&row->wild, row->n);
            }
            word = true;
        } else {
            put(row, a, (uint32_t)i, &word, &block);
        }
    }
}

static void drop_row(struct row *row) {
    free(row->p);
    vec_drop(&row->wild);
}

/* ---- finding the next place where both sides are the same */

struct both {
    struct arena *arena;
    struct row a, b; /* the expected and the actual words */
    struct str name, of, lang;
    const struct diag_rule *id;
    struct diags *d;
    size_t shown;
    bool adds, hides; /* style sheets add or hide words */
    bool of_outputs;  /* two outputs are compared, instead of an output and the source */
};

/** In an output, U+FFFD represents a character without a glyph. In a source, it represents a
 * control character. */
static bool are_same(const struct letter *a, const struct letter *b) {
    return a->fold == b->fold || b->fold == UTF8_REPLACEMENT ||
           (a->fold == UTF8_REPLACEMENT && !b->letter && b->fold >= 0x80);
}

/** Whether `most` letters from a place on are the same, or all letters up to the next wildcard.
 * Labels, and characters that only the output has, are skipped. */
static bool same(const struct both *x, size_t i, size_t k, size_t most, size_t end_a) {
    enum { PASSED = 24 };
    size_t n = 0, passed = 0;
    while (n < most && i < end_a) {
        const struct letter *a = &x->a.p[i], *b = k < x->b.n ? &x->b.p[k] : NULL;
        if (a->block && n >= BLOCK && most < SURE) {
            return true;
        }
        if (b && are_same(a, b)) {
            i++;
            k++;
            n++;
        } else if (passed++ == PASSED) {
            return false;
        } else if (b && n && (b->label || !b->letter)) {
            k++;
        } else if (a->label) {
            i++;
        } else {
            return false;
        }
    }
    return n || i == end_a;
}

struct step {
    size_t a, b; /* letters to skip on each side */
};

/** Whether all remaining expected words are equal to the end of the output. */
static bool is_ending(const struct both *x, size_t i, size_t k) {
    size_t n = x->a.n - i;
    bool same_ones = n <= FAR && x->b.n - k >= n;
    for (size_t j = 0; j < n && same_ones; j++) {
        same_ones = are_same(&x->a.p[i + j], &x->b.p[x->b.n - n + j]);
    }
    return same_ones;
}

/** Finds the place after a wildcard. `*skipped` is set to the number of letters before it. */
static bool find_next(const struct both *x, size_t i, size_t k, size_t end_a, size_t *skipped) {
    static const size_t sure[] = {SURE, SAME};
    if (end_a == x->a.n && is_ending(x, i, k)) {
        *skipped = x->b.n - k - (x->a.n - i);
        return true;
    }
    for (size_t n = 0; n < ARRAY_LEN(sure); n++) {
        for (size_t d = 0; d <= x->b.n - k; d++) {
            if (same(x, i, k + d, sure[n], end_a)) {
                *skipped = d;
                return true;
            }
        }
    }
    return false;
}

static bool find_step(const struct both *x, size_t i, size_t k, size_t end_a, struct step *out) {
    size_t far_b = x->b.n - k < FAR ? x->b.n - k : FAR;
    size_t far_a = end_a - i < FAR ? end_a - i : FAR;
    size_t most = far_a > far_b ? far_a : far_b;
    for (size_t d = 1; d <= most; d++) {
        if (d <= far_b && i < end_a && same(x, i, k + d, SAME, end_a)) {
            *out = (struct step){0, d};
            return true;
        }
        if (d < far_a && same(x, i + d, k, SAME, end_a)) {
            *out = (struct step){d, 0};
            return true;
        }
        for (size_t part = 1; d <= NEAR && part < d; part++) {
            if (part < far_a && d - part <= far_b && same(x, i + part, k + d - part, SAME, end_a)) {
                *out = (struct step){part, d - part};
                return true;
            }
        }
    }
    return false;
}

/* ---- differences */

/** Appends letters as words, shortened to SNIPPET letters. The text begins with the whole word of
 * the first letter. */
static void put_snippet(struct buf *out, const struct row *row, size_t from, size_t to) {
    while (from > 0 && from < row->n && !row->p[from].word && to - from < SNIPPET / 2) {
        from--;
    }
    while (to < row->n && to > 0 && !row->p[to].word && to - from < SNIPPET / 2) {
        to++;
    }
    bool cut = to - from > SNIPPET;
    to = cut ? from + SNIPPET : to;
    for (size_t i = from; i < to; i++) {
        if (i > from && row->p[i].word) {
            buf_putc(out, ' ');
        }
        buf_rune(out, row->p[i].c);
    }
    buf_puts(out, cut ? "..." : "");
}

static struct str snippet(const struct both *x, const struct row *row, size_t from, size_t to) {
    struct buf b = BUF_INIT;
    put_snippet(&b, row, from, to);
    return buf_finish(&b, x->arena);
}

static bool is_set_word(const struct both *x, struct str word) {
    for (int i = 0; i < DOC_WORD_COUNT; i++) {
        struct str known = doc_word(x->lang, (enum doc_word)i, NULL);
        while (known.p) { /* each word of "List of Figures" */
            if (str_ieq(str_cut(&known, ' '), word)) {
                return true;
            }
        }
    }
    return false;
}

/** Whether a word that only the output has is allowed: a label, no letters, a single letter, a
 * Roman number, or a word that outputs add. */
static bool may_stand(const struct both *x, const struct row *row, size_t from, size_t to) {
    struct buf b = BUF_INIT;
    bool label = true, roman = true;
    size_t letters = 0;
    for (size_t i = from; i < to; i++) {
        const struct letter *l = &row->p[i];
        label = label && l->label;
        if (l->letter) {
            roman = roman && l->fold < 128 && strchr("ivxlcdm", (int)l->fold);
            letters++;
            buf_rune(&b, l->c);
        }
    }
    bool may = label || letters < 2 || roman || is_set_word(x, buf_view(&b));
    buf_drop(&b);
    return may;
}

static bool may_all_stand(const struct both *x, const struct row *row, size_t from, size_t to) {
    for (size_t at = from; at < to;) {
        size_t end = at + 1;
        while (end < to && !row->p[end].word) {
            end++;
        }
        if (!may_stand(x, row, at, end)) {
            return false;
        }
        at = end;
    }
    return true;
}

/* ---- reports */

static struct str place(const struct both *x, size_t k) {
    size_t at = k < x->b.n ? k : x->b.n ? x->b.n - 1 : SIZE_MAX;
    if (at == SIZE_MAX) {
        return STR("");
    }
    const struct verify_piece *p = &x->b.pieces[x->b.p[at].piece];
    return p->page   ? arena_printf(x->arena, " on page %u, line %u", p->page, p->line)
           : p->line ? arena_printf(x->arena, " in line %u", p->line)
                     : STR("");
}

static struct span span_of(const struct both *x, size_t i) {
    size_t at = i < x->a.n ? i : x->a.n ? x->a.n - 1 : SIZE_MAX;
    return at == SIZE_MAX ? SPAN_NONE : x->a.pieces[x->a.p[at].piece].span;
}

static void report(struct both *x, size_t i, size_t k, struct step s) {
    x->shown++;
    struct span span = span_of(x, i);
    if (!span.src) {
        span = span_make(source_new(x->arena, x->name, STR_EMPTY), 0, 0);
    }
    struct str was = snippet(x, &x->a, i, i + s.a), is = snippet(x, &x->b, k, k + s.b);
    struct str at = place(x, k);
    if (s.b == 0) {
        diag_add(x->d, x->id, span, "`%.*s` of %.*s is missing in `%.*s`%.*s", STR_ARG(was),
                 STR_ARG(x->of), STR_ARG(x->name), STR_ARG(at));
    } else if (s.a == 0) {
        diag_add(x->d, x->id, span, "`%.*s` is in `%.*s`%.*s, and not in %.*s", STR_ARG(is),
                 STR_ARG(x->name), STR_ARG(at), STR_ARG(x->of));
    } else {
        diag_add(x->d, x->id, span, "`%.*s` of %.*s is `%.*s` in `%.*s`%.*s", STR_ARG(was),
                 STR_ARG(x->of), STR_ARG(is), STR_ARG(x->name), STR_ARG(at));
    }
}

/** Reports a difference unless only allowed words are added. */
static void judge(struct both *x, size_t i, size_t k, struct step s) {
    bool more = s.b && (x->adds || may_all_stand(x, &x->b, k, k + s.b));
    bool less = true;
    for (size_t j = i; j < i + s.a; j++) {
        const struct letter *l = &x->a.p[j];
        bool mark = x->of_outputs && !l->letter && !unicode_is_digit(l->c);
        less = less &&
               (mark || l->label || l->fold == UTF8_REPLACEMENT || x->hides || (x->adds && s.b));
    }
    if (!less || (s.b && !more)) {
        report(x, i, k, s);
    }
}

/* ---- the comparison */

/** Returns the place of a wildcard in the row, or SIZE_MAX after the last one. */
static size_t wild_at(const struct row *row, size_t index) {
    return index < row->wild.n ? row->wild.p[index] : SIZE_MAX;
}

/** Handles one difference, or the letters that remain at the end of one side. */
static void differ(struct both *x, size_t *i, size_t *k, size_t end_a, bool open_end) {
    struct step s;
    if (*k < x->b.n && x->b.p[*k].label) {
        ++*k;
        return;
    }
    if (*i < x->a.n && x->a.p[*i].label) {
        ++*i;
        return;
    }
    if (!find_step(x, *i, *k, end_a, &s)) {
        s = (struct step){end_a - *i, open_end ? 0 : x->b.n - *k};
    }
    judge(x, *i, *k, s);
    *i += s.a;
    *k += s.b;
}

static void compare_rows(struct both *x) {
    size_t i = 0, k = 0, next = 0;
    while (x->shown < SHOWN) {
        size_t wild = wild_at(&x->a, next);
        if (wild == i) {
            size_t skipped = 0;
            wild = wild_at(&x->a, ++next);
            if (i == x->a.n) {
                return; /* the output may end with any text */
            }
            k += find_next(x, i, k, wild < x->a.n ? wild : x->a.n, &skipped) ? skipped : 0;
        }
        bool more = i < x->a.n, said = k < x->b.n;
        if (!more && !said) {
            return;
        }
        if (more && said && are_same(&x->a.p[i], &x->b.p[k])) {
            i++;
            k++;
        } else {
            differ(x, &i, &k, wild < x->a.n ? wild : x->a.n, wild != SIZE_MAX);
        }
    }
}

/* ---- text from right to left */

static bool is_rtl(uint32_t c) {
    return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
           (c >= 0xFE70 && c <= 0xFEFF) || (c >= 0x10800 && c <= 0x10FFF) ||
           (c >= 0x1E800 && c <= 0x1EFFF);
}

static bool has_rtl(const struct row *row) {
    for (size_t i = 0; i < row->n; i++) {
        if (is_rtl(row->p[i].fold)) {
            return true;
        }
    }
    return false;
}

static int by_letter(const void *a, const void *b) {
    const struct letter *x = a, *y = b;
    return (x->fold > y->fold) - (x->fold < y->fold);
}

/** PDFs contain right-to-left text in the order in which it is painted. The bidi algorithm (UAX #9)
 * would be necessary to find its reading order. For such text, only the number of each letter is
 * compared. */
static void count_letters(struct both *x) {
    size_t lost = 0, k = 0;
    uint32_t one = 0;
    struct span span = span_of(x, 0);
    vec_sort(&x->a, by_letter);
    vec_sort(&x->b, by_letter);
    for (size_t i = 0; i < x->a.n; i++) {
        const struct letter *l = &x->a.p[i];
        while (k < x->b.n && x->b.p[k].fold < l->fold) {
            k++;
        }
        bool there = k < x->b.n && x->b.p[k].fold == l->fold;
        if (!there && l->letter && !l->label && !unicode_is_mark(l->c)) {
            one = one ? one : l->c;
            span = lost ? span : x->a.pieces[l->piece].span;
            lost++;
        }
        k += there;
    }
    if (lost && !x->hides) {
        struct buf b = BUF_INIT;
        buf_rune(&b, one);
        diag_add(x->d, x->id, span, "%zu letter%s of %.*s %s missing in `%.*s`, such as `%.*s`",
                 lost, lost == 1 ? "" : "s", STR_ARG(x->of), lost == 1 ? "is" : "are",
                 STR_ARG(x->name), STR_ARG(buf_view(&b)));
        buf_drop(&b);
    }
}

/** Whether two rows have the same letters in any order. */
static bool have_same_letters(struct both *x) {
    size_t shown = x->d->n;
    struct diags_mark mark = diags_mark(x->d);
    count_letters(x);
    bool same_ones = x->d->n == shown;
    diags_rollback(x->d, mark);
    return same_ones;
}

static void compare(struct arena *a, const struct verify_piece *p, size_t np,
                    const struct verify_piece *q, size_t nq, struct both *x, bool any_order) {
    struct diags_mark mark = diags_mark(x->d);
    size_t shown = x->shown;
    make_row(&x->a, a, p, np, x->of_outputs);
    make_row(&x->b, a, q, nq, x->of_outputs);
    if (x->a.n && x->b.n && (has_rtl(&x->a) || has_rtl(&x->b))) {
        count_letters(x);
    } else {
        compare_rows(x);
        if (any_order && x->shown > shown && have_same_letters(x)) {
            diags_rollback(x->d, mark);
            x->shown = shown;
        }
    }
    drop_row(&x->a);
    drop_row(&x->b);
}

static void compare_texts(struct both *base, const struct verify_text *expected,
                          const struct verify_text *said) {
    struct both x = *base;
    struct arena *a = x.arena;
    x.adds = expected->adds;
    x.hides = expected->hides;
    x.lang = expected->lang.n ? expected->lang : said->lang;
    compare(a, expected->main.p, expected->main.n, said->main.p, said->main.n, &x, false);
    /* the notes are compared in any order, because those of floating tables may be at another place
     */
    compare(a, expected->notes.p, expected->notes.n, said->notes.p, said->notes.n, &x, true);
}

void verify_compare(struct arena *a, const struct verify_text *expected,
                    const struct verify_text *said, struct str name, struct diags *d) {
    struct both x = {
        .arena = a, .name = name, .of = STR("the source"), .id = DIAG_VERIFY_WORDS, .d = d};
    compare_texts(&x, expected, said);
    verify_compare_addresses(a, expected, said, name, d);
}

struct verify_text *verify_text_new(struct arena *a) {
    return ARENA_NEW(a, struct verify_text);
}

void verify_text_put(struct verify_text *t, bool note, struct verify_piece piece) {
    if (note) {
        vec_push(&t->notes, piece);
    } else {
        vec_push(&t->main, piece);
    }
}

struct verify_text *verify_text_keep(struct arena *a, struct verify_text *t) {
    struct verify_text kept = *t;
    t->main.p = vec_finish(&kept.main, a);
    t->notes.p = vec_finish(&kept.notes, a);
    t->addresses.p = vec_finish(&kept.addresses, a);
    return t;
}

void verify_same(struct arena *a, struct str page_name, const struct verify_text *page,
                 struct str pdf_name, const struct verify_text *pdf, struct diags *d) {
    struct both x = {
        .arena = a, .name = pdf_name, .id = DIAG_VERIFY_DIFFERS, .d = d, .of_outputs = true};
    x.of = arena_printf(a, "`%.*s`", STR_ARG(page_name));
    compare_texts(&x, page, pdf);
}
