/* SPDX-License-Identifier: MIT */
/* Filters for texts (Liquid's documentation, "Filters"; Jekyll's documentation, "Liquid Filters").
 */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "read/liquid/liquid_state.h"

static struct str in(struct liquid_call *c) {
    return liquid_text(c->q, c->in);
}

static const struct node *give(struct liquid_call *c, struct str text) {
    return liquid_of_text(c->q, text);
}

static const struct node *f_append(struct liquid_call *c) {
    struct str x = in(c), y = liquid_arg(c, 0);
    return liquid_spend(c->q, x.n + y.n) ? give(c, arena_join(c->q->a, 2, x, y)) : NULL;
}

static const struct node *f_prepend(struct liquid_call *c) {
    struct str x = in(c), y = liquid_arg(c, 0);
    return liquid_spend(c->q, x.n + y.n) ? give(c, arena_join(c->q->a, 2, y, x)) : NULL;
}

static const struct node *f_downcase(struct liquid_call *c) {
    return give(c, unicode_lower(c->q->a, in(c), STR_EMPTY));
}

static const struct node *f_upcase(struct liquid_call *c) {
    return give(c, unicode_upper(c->q->a, in(c), STR_EMPTY));
}

static const struct node *f_capitalize(struct liquid_call *c) {
    struct str lower = unicode_lower(c->q->a, in(c), STR_EMPTY);
    return give(c, unicode_capitalize(c->q->a, lower, STR_EMPTY));
}

static const struct node *f_default(struct liquid_call *c) {
    bool allow = false;
    for (size_t i = 0; i < c->n; i++) {
        allow = allow || (str_is(c->keys[i], "allow_false") && liquid_true(c->args[i]));
    }
    bool kept = liquid_true(c->in) || (allow && liquid_type_of(c->in) == LIQUID_BOOL);
    bool nothing = kept && liquid_equal(c->q, c->in, liquid_empty);
    return kept && !nothing ? c->in : c->n ? c->args[0] : NULL;
}

static const struct node *f_replace_with(struct liquid_call *c, struct str by, bool all) {
    struct str s = in(c), what = liquid_arg(c, 0);
    if (!what.n) {
        return c->in;
    }
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    size_t at = 0, hit;
    do {
        hit = str_find(str_from(s, at), what);
        if (hit == STR_NONE || !liquid_spend(c->q, by.n + hit)) {
            break;
        }
        buf_str(&b, str_slice(s, at, at + hit));
        buf_str(&b, by);
        at += hit + what.n;
    } while (all);
    buf_str(&b, str_from(s, at));
    return give(c, buf_finish(&b, c->q->a));
}

static const struct node *f_replace(struct liquid_call *c) {
    return f_replace_with(c, liquid_arg(c, 1), true);
}

static const struct node *f_replace_first(struct liquid_call *c) {
    return f_replace_with(c, liquid_arg(c, 1), false);
}

static const struct node *f_remove(struct liquid_call *c) {
    return f_replace_with(c, STR_EMPTY, true);
}

static const struct node *f_remove_first(struct liquid_call *c) {
    return f_replace_with(c, STR_EMPTY, false);
}

static const struct node *f_strip(struct liquid_call *c) {
    return give(c, str_trim(in(c)));
}

static const struct node *f_lstrip(struct liquid_call *c) {
    struct str s = in(c);
    return give(c, str_from(s, str_past(s, 0, is_space)));
}

static const struct node *f_rstrip(struct liquid_call *c) {
    return give(c, str_trim_end(in(c)));
}

/* Replaces line ends with `with`. */
static const struct node *line_ends(struct liquid_call *c, struct str with) {
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    struct str rest = in(c);
    for (bool more = false; rest.p; more = true) {
        buf_str(&b, more ? with : STR_EMPTY);
        struct str line = str_cut(&rest, '\n');
        buf_str(&b, str_ends(line, STR("\r")) ? str_slice(line, 0, line.n - 1) : line);
    }
    return give(c, buf_finish(&b, c->q->a));
}

static const struct node *f_strip_newlines(struct liquid_call *c) {
    return line_ends(c, STR_EMPTY);
}

static const struct node *f_newline_to_br(struct liquid_call *c) {
    return line_ends(c, STR("<br />\n"));
}

static const struct node *f_normalize_whitespace(struct liquid_call *c) {
    return give(c, arena_one_line(c->q->a, in(c)));
}

/* Removes tags, comments, scripts and style sheets of HTML (Liquid's strip_html). */
static const struct node *f_strip_html(struct liquid_call *c) {
    static const char *const closes[] = {"<script", "</script>", "<style", "</style>",
                                         "<!--",    "-->",       "<",      ">"};
    struct str s = in(c);
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    bool unmatched[ARRAY_LEN(closes)] = {false};
    size_t at = 0;
    while (at < s.n) {
        size_t next = at;
        for (size_t i = 0; s.p[at] == '<' && i < ARRAY_LEN(closes) && next == at; i += 2) {
            struct str open = str_of(closes[i]), close = str_of(closes[i + 1]);
            if (!unmatched[i] && str_starts(str_from(s, at), open)) {
                size_t hit = str_find(str_from(s, at + open.n), close);
                unmatched[i] = hit == STR_NONE;
                next = unmatched[i] ? at : at + open.n + hit + close.n;
            }
        }
        if (next == at) {
            buf_putc(&b, s.p[at++]);
        }
        at = next > at ? next : at;
    }
    return give(c, buf_finish(&b, c->q->a));
}

/* Returns the number of bytes of the first `runes` characters. */
static size_t bytes_of(struct str s, size_t runes) {
    size_t at = 0;
    for (; at < s.n && runes; runes--) {
        (void)utf8_next(s, &at);
    }
    return at;
}

/* Returns the argument with the key `key`, as in Jinja, or else argument `i`; or NULL. */
static const struct node *argument(struct liquid_call *c, size_t i, const char *key) {
    for (size_t k = 0; k < c->n; k++) {
        if (str_is(c->keys[k], key)) {
            return c->args[k];
        }
    }
    return i < c->n && !c->keys[i].n ? c->args[i] : NULL;
}

static const struct node *f_truncate(struct liquid_call *c) {
    struct str s = in(c);
    const struct node *ending = argument(c, 1, "end");
    struct str dots = ending ? liquid_text(c->q, ending) : STR("...");
    int64_t want = liquid_int(argument(c, 0, "length"), 50);
    size_t n = want > 0 ? (size_t)want : 0, end = utf8_count(dots);
    if (utf8_count(s) <= n) {
        return give(c, s);
    }
    struct str kept = str_slice(s, 0, bytes_of(s, n > end ? n - end : 0));
    return give(c, arena_join(c->q->a, 2, kept, dots));
}

static const struct node *f_truncatewords(struct liquid_call *c) {
    struct str s = in(c);
    int64_t want = liquid_int(c->n ? c->args[0] : NULL, 15);
    struct buf b;
    buf_init(&b, LIMIT_SOURCE);
    int64_t words = 0;
    want = want < 1 ? 1 : want;
    for (size_t at = 0; at < s.n;) {
        at = str_past(s, at, is_space);
        size_t from = at;
        while (at < s.n && !is_space(s.p[at])) {
            at++;
        }
        if (at > from && ++words > want) {
            buf_str(&b, c->n > 1 ? liquid_arg(c, 1) : STR("..."));
            break;
        }
        buf_puts(&b, at > from && words > 1 ? " " : "");
        buf_str(&b, str_slice(s, from, at));
    }
    return words > want ? give(c, buf_finish(&b, c->q->a)) : (buf_drop(&b), give(c, s));
}

static const struct node *f_slice(struct liquid_call *c) {
    bool list = liquid_type_of(c->in) == LIQUID_LIST;
    struct str s = list ? STR_EMPTY : in(c);
    int64_t n = list ? (int64_t)c->in->n : (int64_t)utf8_count(s);
    int64_t from = liquid_int(c->n ? c->args[0] : NULL, 0);
    int64_t count = liquid_int(c->n > 1 ? c->args[1] : NULL, 1);
    from = from < 0 ? from + n : from;
    count = from < 0 || from >= n || count < 0 ? 0 : count < n - from ? count : n - from;
    if (!list) {
        size_t begin = count ? bytes_of(s, (size_t)from) : 0;
        return give(c, str_slice(s, begin, begin + bytes_of(str_from(s, begin), (size_t)count)));
    }
    struct node *out = liquid_new_list(c->q);
    for (int64_t i = from; i < from + count; i++) {
        liquid_append(c->q, out, c->in->items[i]);
    }
    return out;
}

static const struct node *f_split(struct liquid_call *c) {
    struct str s = in(c), by = liquid_arg(c, 0);
    struct node *list = liquid_new_list(c->q);
    bool words = str_is(by, " ");
    s = words ? str_trim(s) : s;
    while (s.n && c->q->jump != LIQUID_STOP) {
        size_t hit = by.n ? str_find(s, by) : bytes_of(s, 1);
        hit = hit == STR_NONE ? s.n : hit;
        if (hit || !words) {
            liquid_append(c->q, list, give(c, str_slice(s, 0, hit)));
        }
        s = str_from(s, hit + by.n);
    }
    return list;
}

/* Counts words. In the modes "cjk" and "auto", each Chinese, Japanese or Korean character is a
 * word. */
static const struct node *f_number_of_words(struct liquid_call *c) {
    struct str s = in(c), mode = liquid_arg(c, 0);
    bool each = str_is(mode, "cjk") || str_is(mode, "auto"), inside = false;
    int64_t n = 0;
    for (size_t at = 0; at < s.n;) {
        uint32_t cp = utf8_next(s, &at);
        bool one = each && unicode_is_cjk(cp), space = cp < 0x80 && is_space((char)cp);
        n += one || (!space && !inside);
        inside = !one && !space;
    }
    return liquid_of_int(c->q, n);
}

/* Returns the value unchanged, for filters such as `markdownify`: Markdown is read after Liquid. */
static const struct node *f_same(struct liquid_call *c) {
    return c->in;
}

const struct liquid_filter_row liquid_text_filters[] = {
    {"append", f_append},
    {"capitalize", f_capitalize},
    {"default", f_default},
    {"downcase", f_downcase},
    {"inspect", f_same},
    {"lower", f_downcase},
    {"lstrip", f_lstrip},
    {"markdownify", f_same},
    {"newline_to_br", f_newline_to_br},
    {"normalize_whitespace", f_normalize_whitespace},
    {"number_of_words", f_number_of_words},
    {"prepend", f_prepend},
    {"remove", f_remove},
    {"remove_first", f_remove_first},
    {"replace", f_replace},
    {"replace_first", f_replace_first},
    {"rstrip", f_rstrip},
    {"slice", f_slice},
    {"smartify", f_same},
    {"split", f_split},
    {"strip", f_strip},
    {"strip_html", f_strip_html},
    {"strip_newlines", f_strip_newlines},
    {"trim", f_strip},
    {"truncate", f_truncate},
    {"truncatewords", f_truncatewords},
    {"upcase", f_upcase},
    {"upper", f_upcase},
    {NULL, NULL},
};
