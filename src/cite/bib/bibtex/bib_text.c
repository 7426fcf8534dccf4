/* SPDX-License-Identifier: MIT */
/*
 * Splits a .bib into pieces, by the rules of bibtex_scan.c and bibtex_fields.c but without error
 * recovery. Text that breaks these rules becomes a piece of the kind BIB_PIECE_TEXT.
 */
#include "cite/bib/bibtex/bib_text.h"

#include "cite/bib/bibtex/bibtex.h"
#include "cite/bib/item/item_text.h"
#include "core/base/vec.h"

#include <string.h>

struct reader {
    struct arena *a;
    struct str s;
    size_t at;
    size_t gap; /* the start of the text between entries */
    VEC(struct bib_piece) pieces;
};

static bool is_name_char(char c) {
    return !is_space(c) && !strchr("=,{}\"#()%", c) && (unsigned char)c > 0x20 && c != 0x7F;
}

/* ---- values ---- */

static size_t delimited_end(struct str s, size_t at) {
    char close = s.p[at] == '{' ? '}' : '"';
    size_t depth = 0;
    for (size_t i = at + 1; i < s.n; i++) {
        if (depth == 0 && s.p[i] == close) {
            bool accent = close == '"' && s.p[i - 1] == '\\' && i + 1 < s.n &&
                          (is_alpha(s.p[i + 1]) || s.p[i + 1] == '{');
            if (!accent) {
                return i + 1;
            }
        } else if (s.p[i] == '{') {
            depth++;
        } else if (s.p[i] == '}') {
            if (depth == 0) {
                return STR_NONE;
            }
            depth--;
        }
    }
    return STR_NONE;
}

static size_t piece_end(struct str s, size_t at) {
    if (at >= s.n) {
        return STR_NONE;
    }
    if (s.p[at] == '{' || s.p[at] == '"') {
        return delimited_end(s, at);
    }
    size_t end = str_past(s, at, is_name_char);
    return end > at ? end : STR_NONE;
}

/** Returns the end of a value, which consists of parts joined by '#'. */
static size_t value_end(struct str s, size_t at) {
    size_t end = piece_end(s, at);
    while (end != STR_NONE) {
        size_t mark = str_past(s, end, is_space);
        if (mark >= s.n || s.p[mark] != '#') {
            return end;
        }
        end = piece_end(s, str_past(s, mark + 1, is_space));
    }
    return STR_NONE;
}

void bib_text_macros(struct str value, void (*fn)(struct str name, void *user), void *user) {
    for (size_t at = str_past(value, 0, is_space); at < value.n;) {
        size_t end = piece_end(value, at);
        struct str piece = str_slice(value, at, end);
        int64_t number;
        if (piece.p[0] != '{' && piece.p[0] != '"' && !str_to_i64(piece, &number)) {
            fn(piece, user);
        }
        at = str_past(value, end, is_space);
        at = at < value.n && value.p[at] == '#' ? str_past(value, at + 1, is_space) : value.n;
    }
}

struct str bib_text_inside(struct str value) {
    bool delimited = value.n >= 2 && (value.p[0] == '{' || value.p[0] == '"');
    return delimited && delimited_end(value, 0) == value.n ? str_slice(value, 1, value.n - 1)
                                                           : STR_EMPTY;
}

/* ---- entries ---- */

/** Skips white space and comments from `at`. `*same_line` becomes the comment on the line of `at`,
 * and `*above` becomes the comments on the lines after it. Both may be empty. */
static size_t skip_gap(struct str s, size_t at, struct str *same_line, struct str *above) {
    size_t from = STR_NONE, to = at;
    bool fresh = false; /* a line end was skipped */
    *same_line = *above = STR_EMPTY;
    while (at < s.n && (is_space(s.p[at]) || s.p[at] == '%')) {
        if (s.p[at] != '%') {
            fresh = fresh || s.p[at] == '\n';
            at++;
            continue;
        }
        size_t end = str_until(s, at, '\n');
        if (!fresh) {
            *same_line = str_trim(str_slice(s, at, end));
        } else {
            from = from == STR_NONE ? at : from;
            to = end;
        }
        at = end;
    }
    if (from != STR_NONE) {
        *above = str_trim(str_slice(s, from, to));
    }
    return at;
}

/** Reads the key and its comma. Returns the offset at which the fields begin, or STR_NONE. */
static size_t read_key(struct str s, const struct bibtex_head *h, struct str *key) {
    size_t from = str_past(s, h->inside, is_space), i = from;
    while (i < s.n && !strchr(",\n\r{}()=\"%#", s.p[i])) {
        i++;
    }
    *key = str_trim(str_slice(s, from, i));
    i = str_past(s, i, is_space);
    return key->n && i < s.n && s.p[i] == ',' ? i + 1 : STR_NONE;
}

/** Reads `name = value` pairs from `at` to the closing delimiter. Returns the offset after it, or
 * STR_NONE. */
static size_t read_fields(struct reader *r, size_t at, char close, struct bib_piece *p) {
    struct str s = r->s;
    VEC(struct bib_text_field) fields = VEC_INIT;
    size_t behind = STR_NONE;
    for (bool comma = true;;) {
        struct str same, above;
        at = skip_gap(s, at, &same, &above);
        if (fields.n && same.n) {
            struct bib_text_field *last = &vec_last(&fields);
            last->behind =
                last->behind.n ? arena_join(r->a, 3, last->behind, STR(" "), same) : same;
        } else if (same.n) {
            above = above.n ? arena_join(r->a, 3, same, STR("\n"), above) : same;
        }
        if (at < s.n && s.p[at] == ',' && above.n == 0) {
            comma = true;
            at++;
            continue;
        }
        if (at < s.n && s.p[at] == close) {
            p->tail = above;
            behind = at + 1;
            break;
        }
        size_t end = str_past(s, at, is_name_char), eq = str_past(s, end, is_space);
        if (!comma || end == at || eq >= s.n || s.p[eq] != '=') {
            break;
        }
        size_t from = str_past(s, eq + 1, is_space), to = value_end(s, from);
        if (to == STR_NONE) {
            break;
        }
        vec_push(&fields, (struct bib_text_field){str_slice(s, at, end), str_slice(s, from, to),
                                                  above, STR_EMPTY});
        at = to;
        comma = false;
    }
    p->fields = vec_finish(&fields, r->a);
    p->nfields = fields.n;
    return behind;
}

static void end_gap(struct reader *r, size_t at) {
    if (at > r->gap) {
        struct bib_piece text = {.kind = BIB_PIECE_TEXT, .text = str_slice(r->s, r->gap, at)};
        vec_push(&r->pieces, text);
    }
}

static void add_piece(struct reader *r, size_t at, size_t behind, struct bib_piece p) {
    end_gap(r, at);
    p.text = str_slice(r->s, at, behind);
    vec_push(&r->pieces, p);
    r->at = r->gap = behind;
}

/** Reads @comment{...}: up to the matching brace, or to the end of the line. */
static void read_comment(struct reader *r, size_t at, const struct bibtex_head *h) {
    size_t end = bibtex_balanced_end(r->s, h->inside, h->close);
    if (end == STR_NONE) {
        r->at = str_until(r->s, h->inside, '\n');
    } else {
        add_piece(r, at, end + 1, (struct bib_piece){.kind = BIB_PIECE_COMMENT, .type = h->word});
    }
}

static void read_one(struct reader *r, size_t at) {
    struct bibtex_head h;
    struct bib_piece p = {.kind = BIB_PIECE_ENTRY};
    r->at = at + 1;
    if (!bibtex_read_head(r->s, at, &h)) {
        return;
    }
    p.type = h.word;
    if (str_ieq(h.word, STR("comment"))) {
        read_comment(r, at, &h);
        return;
    }
    size_t body;
    if (str_ieq(h.word, STR("preamble"))) {
        body = value_end(r->s, str_past(r->s, h.inside, is_space));
        r->at = body == STR_NONE ? r->at : body;
        return;
    }
    if (str_ieq(h.word, STR("string"))) {
        p.kind = BIB_PIECE_STRING;
        body = h.inside;
    } else {
        body = read_key(r->s, &h, &p.key);
    }
    size_t behind = body == STR_NONE ? STR_NONE : read_fields(r, body, h.close, &p);
    if (behind != STR_NONE) {
        add_piece(r, at, behind, p);
    }
}

struct bib_text bib_text_read(struct arena *a, struct str text) {
    struct reader r = {.a = a, .s = text};
    while (r.at < text.n) {
        const char *p = memchr(text.p + r.at, '@', text.n - r.at);
        if (!p) {
            break;
        }
        size_t at = (size_t)(p - text.p);
        if (bibtex_is_commented(text, r.gap, at)) {
            r.at = str_until(text, at, '\n');
        } else {
            read_one(&r, at);
        }
    }
    end_gap(&r, text.n);
    return (struct bib_text){vec_finish(&r.pieces, a), r.pieces.n};
}
