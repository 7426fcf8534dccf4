/* SPDX-License-Identifier: MIT */
/*
 * Decides whether an item in memory matches a query. It searches the same text as the library's
 * index (bib_store_item_words). Like the index, it splits this text into words of letters and
 * digits.
 */
#include "cite/bib/store/store_item.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

/** Returns the folded words of a text between blanks, " a b c ", so that str_find() finds only
 * whole words and phrases. With `open_end`, the last word may be the beginning of a longer word. */
static struct str words_of(struct arena *a, struct str text, bool open_end) {
    struct str s = unicode_fold(a, text);
    struct buf b = BUF_INIT;
    buf_putc(&b, ' ');
    for (size_t at = 0; at < s.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(s, &at);
        if (unicode_is_letter(cp) || unicode_is_digit(cp)) {
            buf_str(&b, str_slice(s, from, at));
        } else if (b.p[b.n - 1] != ' ' && !unicode_is_mark(cp)) {
            buf_putc(&b, ' ');
        }
    }
    if (open_end) {
        buf_cut(&b, b.p[b.n - 1] == ' ' && b.n > 1 ? b.n - 1 : b.n);
    } else if (b.p[b.n - 1] != ' ') {
        buf_putc(&b, ' ');
    }
    return buf_finish(&b, a);
}

static bool has_term(struct arena *a, const struct bib_store_term *t, const struct str *words) {
    struct str needle = words_of(a, t->text, t->prefix);
    if (str_trim(needle).n == 0) {
        return false; /* no item has a term without a letter or digit */
    }
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        if ((t->column < 0 || t->column == c) && str_find(words[c], needle) != STR_NONE) {
            return true;
        }
    }
    return false;
}

static bool has_type(const struct bib_store_query *q, const struct item *it) {
    struct str type = it->type == ITEM_TYPE_NONE ? it->type_text : str_of(item_type_name(it->type));
    for (size_t i = 0; i < q->ntypes; i++) {
        if (str_ieq(q->types[i], type)) {
            return true;
        }
    }
    return q->ntypes == 0;
}

static bool in_years(const struct bib_store_query *q, const struct item *it) {
    const struct item_date *d = item_date(it, VAR_ISSUED);
    return !q->has_years ||
           (d && d->from.has_year && d->from.year >= q->from && d->from.year <= q->to);
}

bool bib_search_matches(struct arena *scratch, const struct bib_store_query *q,
                        const struct item *it) {
    if (!has_type(q, it) || !in_years(q, it)) {
        return false;
    }
    struct str words[BIB_COLUMN_COUNT];
    bib_store_item_words(scratch, it, words);
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        words[c] = words_of(scratch, words[c], false);
    }
    for (size_t i = 0; i < q->nterms; i++) {
        if (has_term(scratch, &q->terms[i], words) == q->terms[i].exclude) {
            return false;
        }
    }
    return true;
}
