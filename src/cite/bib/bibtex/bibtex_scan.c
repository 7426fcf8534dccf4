/* SPDX-License-Identifier: MIT */
/*
 * One pass over a .bib that finds each entry with its key, and each @string, @preamble and
 * @comment. It decides where an unclosed entry ends. Fields are read on first use
 * (bibtex_fields.c).
 *
 * Recovery from errors: inside an entry, a line that begins with `@word{key,` may be the next
 * entry; it is called a candidate. Between two fields, or in a string with quotes, it is accepted
 * at once. Inside braces it may be text, so the scan continues; if the file ends without the
 * closing brace, the entry ends at its first candidate. After that has happened once, all
 * candidates are accepted at once, so that a file of broken entries takes linear time.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "cite/bib/item/item_text.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"

#include <string.h>

DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_BIB_BAD_ITEM);
DIAG_USE(DIAG_BIB_STRAY);

struct scan {
    struct bibtex *file;
    struct str s;
    struct diags *d;
    size_t at;
    bool trust_candidates;
    size_t value; /* the offset of the opening delimiter of the current value */
    /* the offsets of the opening delimiters of titles with a word in braces */
    VEC(uint32_t) titles;
    size_t found;
};

/* ---- the head of an entry: @word{ ---- */

bool bibtex_read_head(struct str s, size_t at, struct bibtex_head *h) {
    size_t begin = str_past(s, at + 1, is_space), end = str_past_name(s, begin, "_-+");
    if (end == begin) {
        return false;
    }
    size_t open = str_past(s, end, is_space);
    if (open >= s.n || (s.p[open] != '{' && s.p[open] != '(')) {
        return false;
    }
    *h = (struct bibtex_head){str_slice(s, begin, end), open + 1, s.p[open] == '{' ? '}' : ')'};
    return true;
}

static bool is_line_start(struct str s, size_t at) {
    while (at > 0 && is_space_or_tab(s.p[at - 1])) {
        at--;
    }
    return at == 0 || s.p[at - 1] == '\n' || s.p[at - 1] == '\r';
}

/** Whether the '@' at `at` may begin the next entry: it is at the start of a line and is followed
 * by a key and a comma. */
static bool is_candidate(struct str s, size_t at) {
    struct bibtex_head h;
    if (!is_line_start(s, at) || !bibtex_read_head(s, at, &h)) {
        return false;
    }
    if (str_iamong(h.word, "string comment preamble")) {
        return true;
    }
    size_t i = h.inside, limit = h.inside + 300;
    while (i < s.n && i < limit && s.p[i] != ',' && s.p[i] != '=' && s.p[i] != '{' &&
           s.p[i] != '}' && s.p[i] != '"') {
        i++;
    }
    return i < s.n && s.p[i] == ',' && str_trim(str_slice(s, h.inside, i)).n > 0;
}

/* ---- the body of an entry ---- */

struct body {
    size_t end;    /* the offset of the closing delimiter */
    size_t behind; /* the offset at which the scan continues */
    bool closed;
    bool at_candidate; /* the entry ends because the next entry begins */
};

static bool closes_before_entry(struct str s, size_t brace) {
    size_t next = str_past(s, brace + 1, is_space);
    return next >= s.n || s.p[next] == '@';
}

static struct body cut_at(size_t at) {
    return (struct body){.end = at, .behind = at, .closed = false, .at_candidate = true};
}

/** Returns the next byte, from `i` on, that may have a meaning. Inside braces this is a brace or
 * '@'; elsewhere it is also the closing delimiter, a quote or a comment. Inside braces eight bytes
 * are tested at a time: the exclusive or makes a wanted byte 0, and the test finds the first 0.
 * Its answer may be wrong for the bytes after the first 0, which does not matter. */
static size_t skip_plain(struct str s, size_t i, bool braced) {
    static const bool means[2][256] = {
        {['{'] = true, ['}'] = true, ['@'] = true, [')'] = true, ['"'] = true, ['%'] = true},
        {['{'] = true, ['}'] = true, ['@'] = true}};
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    for (uint64_t v; braced && s.n - i >= sizeof v; i += sizeof v) {
        memcpy(&v, s.p + i, sizeof v);
        uint64_t open = v ^ (ones * '{'), shut = v ^ (ones * '}'), at = v ^ (ones * '@');
        uint64_t stops = ((open - ones) & ~open) | ((shut - ones) & ~shut) | ((at - ones) & ~at);
        if (stops & highs) {
            break;
        }
    }
    while (i < s.n && !means[braced][(unsigned char)s.p[i]]) {
        i++;
    }
    return i;
}

/** Records a title that protects a word with a brace at `i`. */
static void note_title(struct scan *sc, size_t i) {
    struct str s = sc->s;
    char c = i + 1 < s.n ? s.p[i + 1] : ' ';
    if ((is_upper(c) || (c & 0x80)) && (!sc->titles.n || vec_last(&sc->titles) != sc->value) &&
        bibtex_is_title(s, sc->value)) {
        vec_push(&sc->titles, (uint32_t)sc->value);
    }
}

static struct body scan_body(struct scan *sc, size_t from, char close) {
    struct str s = sc->s;
    size_t depth = 0, candidate = STR_NONE;
    bool quoted = false;
    for (size_t i = from; i < s.n; i++) {
        i = skip_plain(s, i, depth > 0);
        if (i == s.n) {
            break;
        }
        switch (s.p[i]) {
        case '{':
            if (depth == !quoted) {
                note_title(sc, i);
            }
            sc->value = depth || quoted ? sc->value : i;
            depth++;
            break;
        case '}':
            if (depth > 0) {
                depth--;
            } else if (close == '}' && (!quoted || closes_before_entry(s, i))) {
                return (struct body){.end = i, .behind = i + 1, .closed = true};
            }
            break;
        case ')':
            if (close == ')' && depth == 0 && !quoted) {
                return (struct body){.end = i, .behind = i + 1, .closed = true};
            }
            break;
        case '"':
            /* between quotes, `\"o` is an accent even without braces; the string goes on */
            if (depth == 0 && !(quoted && s.p[i - 1] == '\\' && i + 1 < s.n &&
                                (is_alpha(s.p[i + 1]) || s.p[i + 1] == '{'))) {
                quoted = !quoted;
                sc->value = i;
            }
            break;
        case '%':
            if (depth == 0 && !quoted) {
                i = str_until(s, i, '\n');
            }
            break;
        case '@':
            if (!is_candidate(s, i)) {
                break;
            }
            if (depth == 0 || sc->trust_candidates) {
                return cut_at(i);
            }
            candidate = candidate == STR_NONE ? i : candidate;
            break;
        }
    }
    if (candidate != STR_NONE) {
        sc->trust_candidates = true;
        return cut_at(candidate);
    }
    return (struct body){.end = s.n, .behind = s.n};
}

size_t bibtex_balanced_end(struct str s, size_t from, char close) {
    size_t depth = 0;
    for (size_t i = from; i < s.n; i++) {
        if (depth == 0 && s.p[i] == close) {
            return i;
        }
        if (s.p[i] == '{') {
            depth++;
        } else if (s.p[i] == '}' && depth > 0) {
            depth--;
        }
    }
    return STR_NONE;
}

/* ---- @comment, @preamble, @string ---- */

static void scan_comment(struct scan *sc, const struct bibtex_head *h) {
    size_t end = bibtex_balanced_end(sc->s, h->inside, h->close);
    sc->at = end == STR_NONE ? str_until(sc->s, h->inside, '\n') : end + 1;
}

static struct span span_at(const struct scan *sc, size_t begin, size_t end) {
    return span_make(sc->file->src, begin, end);
}

static void report_unclosed(struct scan *sc, struct span head, const char *what, struct body body,
                            struct span culprit) {
    sc->file->torn = true;
    struct diag *g = diag_add(sc->d, DIAG_BIB_SYNTAX, head, "%s is not closed", what);
    if (culprit.src) {
        diag_relate(sc->d, g, culprit, "the value that begins here has no end");
    }
    if (body.at_candidate) {
        diag_relate(sc->d, g, span_at(sc, body.end, body.end + 1), "the next entry begins here");
    }
    diag_hint(sc->d, g,
              "add the missing closing brace or quote; its other fields were read all the same");
}

void bibtex_define(struct bibtex *file, struct str name, struct str value, size_t at) {
    struct arena *a = file->arena;
    struct bibtex_macro *m = ARENA_NEW(a, struct bibtex_macro);
    m->name = arena_lower(a, name);
    m->value = value;
    m->at = (uint32_t)at;
    m->older = map_lookup(&file->macros, m->name);
    m->before = file->last_macro;
    file->last_macro = m;
    map_put(&file->macros, m->name, m);
    if (str_eq(name, BIBTEX_PREAMBLE)) {
        file->tex = math_macros_for_text(a, file->tex, value);
    }
}

static void scan_string(struct scan *sc, size_t at, const struct bibtex_head *h) {
    struct body body = scan_body(sc, h->inside, h->close);
    struct str s = sc->s;
    sc->at = body.behind;
    if (!body.closed) {
        report_unclosed(sc, span_at(sc, at, h->inside), "this @string", body, SPAN_NONE);
    }
    /* BibTeX allows one definition in an @string. Here several are accepted, with commas between
     * them. */
    for (size_t i = str_past(s, h->inside, is_space); i < body.end;) {
        size_t begin = i;
        while (i < body.end && !is_space(s.p[i]) && s.p[i] != '=') {
            i++;
        }
        struct str name = str_slice(s, begin, i);
        i = str_past(s, i, is_space);
        struct str value;
        struct span span;
        uint32_t pos = (uint32_t)(i + 1);
        if (name.n == 0 || i >= body.end || s.p[i] != '=' ||
            !bibtex_read_value(sc->file, &pos, (uint32_t)body.end, !body.closed, &value, &span,
                               sc->d)) {
            struct diag *g = diag_add(sc->d, DIAG_BIB_SYNTAX, span_at(sc, at, h->inside),
                                      "this @string defines nothing");
            diag_hint(sc->d, g, "write `@string{name = {text}}`");
            return;
        }
        bibtex_define(sc->file, name, value, at);
        i = str_past(s, pos, is_space);
        i = i < body.end && s.p[i] == ',' ? str_past(s, i + 1, is_space) : i;
    }
}

/* ---- entries ---- */

struct key {
    struct str text;
    size_t from; /* the offset of `text`, even if it is empty */
    size_t body; /* the offset of the fields */
    bool comma;  /* the key is followed by a comma */
};

/** Whether the '=' at `at` belongs to a field and not to a key: a delimiter follows it, or a blank
 * precedes it. */
static bool is_assignment(struct str s, size_t at) {
    size_t next = str_past(s, at + 1, is_space);
    return is_space(s.p[at - 1]) || (next < s.n && (s.p[next] == '{' || s.p[next] == '"'));
}

/** Reads a key, which ends at the first comma. In a key, '%', '#' and quotes have no special
 * meaning. */
static struct key read_key(struct str s, const struct bibtex_head *h) {
    size_t from = str_past(s, h->inside, is_space), i = from;
    while (i < s.n && s.p[i] != ',' && s.p[i] != '\n' && s.p[i] != h->close && s.p[i] != '{' &&
           !(s.p[i] == '=' && is_assignment(s, i))) {
        i++;
    }
    struct key k = {.text = str_trim(str_slice(s, from, i)), .from = from, .body = i};
    size_t next = str_past(s, i, is_space);
    if (next < s.n && s.p[next] == ',') {
        k.body = next + 1;
        k.comma = true;
    } else if (i < s.n && s.p[i] == '=') {
        /* in `@book{key title = ...` only the comma is missing, but `@book{title = ...` has no key
         */
        size_t end = from;
        while (end < i && !is_space(s.p[end])) {
            end++;
        }
        k.body = str_past(s, end, is_space) < i ? end : from;
        k.text = str_slice(s, from, k.body);
    }
    return k;
}

static void report_key(struct scan *sc, size_t at, const struct bibtex_head *h, const struct key *k,
                       const struct body *body) {
    size_t next = str_past(sc->s, k->body, is_space);
    if (k->text.n == 0) {
        struct diag *g =
            diag_add(sc->d, DIAG_BIB_BAD_ITEM, span_at(sc, at, h->inside), "this entry has no key");
        diag_hint(sc->d, g, "write one after the opening brace: `@%.*s{key,`", STR_ARG(h->word));
    } else if (!k->comma && next < body->end) {
        struct diag *g = diag_add(sc->d, DIAG_BIB_SYNTAX, span_at(sc, k->from, k->from + k->text.n),
                                  "there is no comma after the key `%.*s`", STR_ARG(k->text));
        diag_hint(sc->d, g, "write `@%.*s{%.*s,`", STR_ARG(h->word), STR_ARG(k->text));
    }
}

static size_t end_of_head(const struct bibtex_head *h, const struct key *key) {
    return key->text.n ? key->from + key->text.n : h->inside;
}

static struct bib_entry *make_entry(struct bibtex *file, size_t at, const struct bibtex_head *h,
                                    const struct key *key, const struct body *body) {
    struct bib_entry *e = ARENA_NEW(file->arena, struct bib_entry);
    *e = (struct bib_entry){
        .key = key->text,
        .span = span_make(file->src, at, body->behind),
        .key_span = span_make(file->src, key->text.n ? key->from : at, end_of_head(h, key)),
        .file = file,
        .type = h->word,
        .body = (uint32_t)key->body,
        .end = (uint32_t)body->end,
        .hidden = str_ieq(h->word, STR("xdata")),
        .unclosed = !body->closed};
    return e;
}

struct bib_entry *bibtex_entry_at(struct bibtex *file, size_t begin, size_t behind, bool unclosed) {
    struct str s = file->src->text;
    struct bibtex_head h;
    if (begin >= s.n || s.p[begin] != '@' || !bibtex_read_head(s, begin, &h)) {
        return NULL;
    }
    struct key key = read_key(s, &h);
    struct body body = {
        .end = unclosed ? behind : behind - 1, .behind = behind, .closed = !unclosed};
    return key.body <= body.end ? make_entry(file, begin, &h, &key, &body) : NULL;
}

static void scan_entry(struct scan *sc, size_t at, const struct bibtex_head *h) {
    struct arena *a = sc->file->arena;
    struct key key = read_key(sc->s, h);
    struct body body = scan_body(sc, key.body, h->close);
    sc->at = body.behind;

    struct bib_entry *e = make_entry(sc->file, at, h, &key, &body);
    size_t head_end = end_of_head(h, &key);
    if (!body.closed) {
        struct str what =
            key.text.n ? arena_printf(a, "the entry `%.*s`", STR_ARG(key.text)) : STR("this entry");
        report_unclosed(sc, span_at(sc, at, head_end), what.p, body, bibtex_culprit(sc->file, e));
    }
    report_key(sc, at, h, &key, &body);
    sc->file->host->add(sc->file->host->to, e, sc->d);
    sc->found += !e->hidden;
}

/**
 * Examines text between entries, which is a comment. Text that looks like fields is reported: a
 * superfluous brace has closed the entry too early.
 */
static void check_gap(struct scan *sc, size_t from, size_t to) {
    size_t i = str_past(sc->s, from, is_space);
    while (i < to && (sc->s.p[i] == ',' || sc->s.p[i] == '}')) {
        i = str_past(sc->s, i + 1, is_space);
    }
    size_t begin = i;
    while (i < to && (is_alnum(sc->s.p[i]) || sc->s.p[i] == '_' || sc->s.p[i] == '-')) {
        i++;
    }
    size_t eq = str_past(sc->s, i, is_space);
    if (i == begin || eq >= to || sc->s.p[eq] != '=') {
        return;
    }
    struct diag *g = diag_add(sc->d, DIAG_BIB_STRAY, span_at(sc, begin, i),
                              "this field stands outside of any entry");
    if (from > 0) {
        diag_relate(sc->d, g, span_at(sc, from - 1, from), "the entry before it is closed here");
    }
    diag_hint(sc->d, g, "remove the extra closing brace: the text after it is skipped");
}

bool bibtex_is_commented(struct str s, size_t gap, size_t at) {
    size_t begin = at;
    while (begin > gap && s.p[begin - 1] != '\n') {
        begin--;
    }
    return memchr(s.p + begin, '%', at - begin) != NULL;
}

static void report_head(struct scan *sc, size_t at) {
    struct str s = sc->s;
    size_t end = str_past(s, at + 1, is_alpha);
    struct str word = str_slice(s, at + 1, end);
    if (!is_line_start(s, at) || !bibtex_is_type(arena_lower(sc->file->arena, word))) {
        return; /* this is probably an email address in a comment */
    }
    sc->file->torn = true;
    struct diag *g = diag_add(sc->d, DIAG_BIB_SYNTAX, span_at(sc, at, end),
                              "`@%.*s` has no opening brace", STR_ARG(word));
    diag_hint(sc->d, g, "write `@%.*s{key, ...}`: it is skipped up to the next entry",
              STR_ARG(word));
}

size_t bibtex_scan(struct bibtex *file, struct diags *d) {
    struct scan sc = {.file = file, .s = file->src->text, .d = d, .titles = VEC_INIT};
    while (sc.at < sc.s.n) {
        size_t gap = sc.at;
        const char *p = memchr(sc.s.p + gap, '@', sc.s.n - gap);
        size_t at = p ? (size_t)(p - sc.s.p) : sc.s.n;
        if (gap > 0 && sc.s.p[gap - 1] == '}') {
            check_gap(&sc, gap, at);
        }
        struct bibtex_head h;
        if (!p) {
            break;
        }
        sc.at = at + 1;
        if (bibtex_is_commented(sc.s, gap, at)) {
            sc.at = str_until(sc.s, at, '\n');
            continue;
        }
        if (!bibtex_read_head(sc.s, at, &h)) {
            report_head(&sc, at);
        } else if (str_ieq(h.word, STR("comment"))) {
            scan_comment(&sc, &h);
        } else if (str_ieq(h.word, STR("string"))) {
            scan_string(&sc, at, &h);
        } else if (str_ieq(h.word, STR("preamble"))) {
            struct body body = scan_body(&sc, h.inside, h.close);
            sc.at = body.behind;
            bibtex_define(file, BIBTEX_PREAMBLE, str_slice(sc.s, h.inside, body.end), 0);
        } else {
            scan_entry(&sc, at, &h);
        }
    }
    bibtex_collect_braced(file, sc.titles.p, sc.titles.n);
    vec_drop(&sc.titles);
    return sc.found;
}
