/* SPDX-License-Identifier: MIT */
/*
 * Generated content (CSS Generated Content 3, CSS Lists 3): `content`, counters, quotation marks
 * and named strings, read as lists of pieces. set/generated_content.c finds the values of the
 * pieces.
 */
#include "print/layout/style/look_internal.h"

#define MAX_PIECES 64

typedef VEC(struct look_piece) piece_list;

/** Splits the arguments of a function at commas. */
static size_t arguments(const struct look_tokens *f, struct look_tokens *out, size_t most) {
    size_t n = 0;
    size_t end = f->n - (f->t[f->n - 1].kind == CSS_CLOSE);
    size_t from = 1;
    for (size_t i = 1; i <= end; i++) {
        if (i == end || f->t[i].kind == CSS_COMMA) {
            if (n == most) {
                return most + 1;
            }
            out[n++] = (struct look_tokens){f->t + from, i - from};
            from = i + 1;
        }
    }
    return n;
}

static bool is_name(const struct look_tokens *arg) {
    return arg->n == 1 && arg->t->kind == CSS_IDENT;
}

/** Reads the list style of a counter. Returns false if it is not supported. */
static bool read_style(const struct look_tokens *arg, enum look_word *out) {
    struct look_value v;
    bool good = is_name(arg) && look_prop_read(NULL, LOOK_LIST_STYLE, arg->t, 1, &v);
    *out = good ? v.word : *out;
    return good;
}

/** Reads counter(name, style) or counters(name, between, style) (CSS Lists 3, section 4.6). */
static bool read_counter(const struct look_tokens *f, bool all, struct look_piece *out) {
    struct look_tokens args[3];
    size_t n = arguments(f, args, 3);
    size_t style = all ? 2 : 1;
    *out = (struct look_piece){.kind = all ? PIECE_COUNTERS : PIECE_COUNTER, .style = WORD_DECIMAL};
    if (n < style || n > style + 1 || !is_name(&args[0])) {
        return false;
    }
    out->text = args[0].t->text;
    if (all) {
        if (args[1].n != 1 || args[1].t->kind != CSS_STRING) {
            return false;
        }
        out->between = args[1].t->text;
    }
    return n == style || read_style(&args[style], &out->style);
}

/** Reads string(name, which) or element(name, which) (CSS Generated Content for Paged Media,
 * 1.1). */
static bool read_string(const struct look_tokens *f, struct look_piece *out) {
    struct look_tokens args[2];
    size_t n = arguments(f, args, 2);
    enum look_word which = WORD_NONE;
    if (n < 1 || n > 2 || !is_name(&args[0])) {
        return false;
    }
    if (n == 2 &&
        (!is_name(&args[1]) ||
         !look_word_read(args[1].t->text, "first=none start=left last=right first-except=center",
                         &which))) {
        return false;
    }
    *out = (struct look_piece){.kind = PIECE_STRING, .text = args[0].t->text, .style = which};
    return true;
}

static bool read_attr(struct arena *a, const struct look_tokens *f, struct look_piece *out) {
    struct look_tokens args[2];
    size_t n = arguments(f, args, 2);
    if (n < 1 || n > 2 || !is_name(&args[0]) ||
        (n == 2 && (args[1].n != 1 || args[1].t->kind != CSS_STRING))) {
        return false;
    }
    *out = (struct look_piece){.kind = PIECE_ATTR, .text = arena_lower(a, args[0].t->text)};
    out->between = n == 2 ? args[1].t->text : STR_EMPTY;
    return true;
}

static bool read_function(struct arena *a, const struct look_tokens *f, struct look_piece *out) {
    struct str name = f->t->text;
    bool address = f->n >= 2 && f->t[1].kind == CSS_STRING;
    if (str_ieq(name, STR("counter")) || str_ieq(name, STR("counters"))) {
        return read_counter(f, name.n == 8, out);
    }
    if (str_ieq(name, STR("string"))) {
        return read_string(f, out);
    }
    if (str_ieq(name, STR("attr"))) {
        return read_attr(a, f, out);
    }
    if (str_ieq(name, STR("content"))) {
        bool text = f->n <= 2 || (f->n == 3 && look_token_is(&f->t[1], "text"));
        *out = (struct look_piece){.kind = PIECE_OF_ELEMENT};
        return text;
    }
    *out = (struct look_piece){.kind = PIECE_IMAGE};
    out->text = address ? f->t[1].text : STR_EMPTY;
    out->at = css_span(f->t, f->n);
    return address && str_ieq(name, STR("url"));
}

static bool read_word(struct str word, struct look_piece *out) {
    static const struct {
        const char *name;
        enum look_piece_kind kind;
    } WORDS[] = {{"open-quote", PIECE_OPEN_QUOTE},
                 {"close-quote", PIECE_CLOSE_QUOTE},
                 {"no-open-quote", PIECE_NO_OPEN_QUOTE},
                 {"no-close-quote", PIECE_NO_CLOSE_QUOTE}};
    for (size_t i = 0; i < ARRAY_LEN(WORDS); i++) {
        if (str_ieq(word, str_of(WORDS[i].name))) {
            *out = (struct look_piece){.kind = WORDS[i].kind};
            return true;
        }
    }
    return false;
}

/** Reads one piece. Returns the number of its tokens; 0 if there is no valid piece. */
static size_t read_piece(struct arena *a, const struct css_token *t, size_t n,
                         struct look_piece *out) {
    struct look_tokens one = {t, look_value_tokens(t, n)};
    bool good = false;
    if (t->kind == CSS_STRING) {
        *out = (struct look_piece){.kind = PIECE_TEXT, .text = arena_str(a, t->text)};
        good = true;
    } else if (t->kind == CSS_URL) {
        *out = (struct look_piece){.kind = PIECE_IMAGE, .text = t->text, .at = t->span};
        good = true;
    } else if (t->kind == CSS_IDENT) {
        good = read_word(t->text, out);
    } else if (t->kind == CSS_FUNCTION) {
        good = read_function(a, &one, out);
    }
    return good ? one.n : 0;
}

static struct look_contents *keep(struct arena *a, piece_list *pieces) {
    struct look_contents *c = ARENA_NEW(a, struct look_contents);
    c->n = pieces->n;
    c->pieces = vec_finish(pieces, a);
    return c;
}

bool look_contents_read(struct arena *a, const struct css_token *t, size_t n,
                        const struct look_contents **out) {
    piece_list pieces = VEC_INIT;
    struct look_piece piece;
    size_t i = 0;
    bool none = n == 1 && (look_token_is(t, "none") || look_token_is(t, "normal"));
    bool good = n > 0;
    while (i < n && good && !none && !(t[i].kind == CSS_DELIM && str_is(t[i].text, "/"))) {
        size_t took = read_piece(a, t + i, n - i, &piece);
        good = took > 0 && pieces.n < MAX_PIECES;
        if (good) {
            vec_push(&pieces, piece);
        }
        i += took;
    }
    struct look_contents *c = keep(a, &pieces);
    /* alternative text follows after a slash (CSS Content 3, section 1.2) */
    if (good && !none && i < n) {
        good = c->n > 0 && i + 2 == n && t[i + 1].kind == CSS_STRING;
        c->silent = true;
        c->alt = good ? arena_str(a, t[i + 1].text) : STR_EMPTY;
    }
    c->none = none;
    *out = c;
    return good;
}

bool look_read_content(const struct look_reading *in) {
    struct look_value v = {.kind = LOOK_CONTENTS};
    if (!look_contents_read(in->r->arena, in->t, in->n, &v.contents)) {
        return false;
    }
    look_add(in, LOOK_CONTENT, v);
    return true;
}

/** Reads counters with their numbers: `name 3 other` (CSS Lists 3, sections 4.1 to 4.3). Without a
 * number, a counter is increased by 1, or set to 0. */
bool look_read_counts(const struct look_reading *in) {
    int otherwise = in->shorthand->first == LOOK_COUNTER_INCREMENT ? 1 : 0;
    VEC(struct look_count) list = VEC_INIT;
    bool good = in->n > 0;
    bool none = in->n == 1 && look_token_is(in->t, "none");
    for (size_t i = 0; i < in->n && good && !none; i++) {
        struct look_count count = {in->t[i].text, otherwise};
        good = in->t[i].kind == CSS_IDENT && list.n < MAX_PIECES;
        if (i + 1 < in->n && in->t[i + 1].kind == CSS_NUMBER) {
            int64_t v = in->t[++i].micro / CSS_MICRO;
            good = good && in->t[i].whole && v > -1000000 && v < 1000000;
            count.value = (int)v;
        }
        if (good) {
            vec_push(&list, count);
        }
    }
    struct look_value v = {.kind = LOOK_COUNTS, .ncounts = list.n};
    v.counts = vec_finish(&list, in->r->arena);
    if (good) {
        look_add(in, in->shorthand->first, v);
        in->r->looks->counts = true;
    }
    return good;
}

/** Reads pairs of quotation marks, the outermost pair first (CSS Content 3, section 3.1). */
bool look_read_quotes(const struct look_reading *in) {
    piece_list pieces = VEC_INIT;
    bool word = in->n == 1 && in->t->kind == CSS_IDENT;
    bool none = word && look_token_is(in->t, "none");
    bool own = word && look_token_is(in->t, "auto");
    bool good = none || own || (in->n > 0 && in->n % 2 == 0 && in->n < MAX_PIECES);
    for (size_t i = 0; i < in->n && good && !word; i++) {
        struct look_piece piece = {.kind = PIECE_TEXT,
                                   .text = arena_str(in->r->arena, in->t[i].text)};
        good = in->t[i].kind == CSS_STRING;
        vec_push(&pieces, piece);
    }
    struct look_contents *c = keep(in->r->arena, &pieces);
    c->none = none;
    if (good) {
        in->r->looks->counts = true;
        look_add(in, LOOK_QUOTES, (struct look_value){.kind = LOOK_CONTENTS, .contents = c});
    }
    return good;
}

/** Reads `name content() , other "x"` (CSS Generated Content for Paged Media, section 1.1.1). */
bool look_read_strings(const struct look_reading *in) {
    VEC(struct look_named) list = VEC_INIT;
    bool good = in->n > 0;
    bool none = in->n == 1 && look_token_is(in->t, "none");
    for (size_t i = 0; i < in->n && good && !none;) {
        struct look_named named = {in->t[i].text, NULL};
        size_t from = i + 1;
        good = in->t[i].kind == CSS_IDENT && list.n < MAX_PIECES;
        while (i < in->n && in->t[i].kind != CSS_COMMA) {
            i += look_value_tokens(in->t + i, in->n - i);
        }
        good = good && look_contents_read(in->r->arena, in->t + from, i - from, &named.contents);
        vec_push(&list, named);
        i++;
    }
    struct look_value v = {.kind = LOOK_STRINGS, .nnamed = list.n};
    v.named = vec_finish(&list, in->r->arena);
    if (good) {
        in->r->looks->counts = true;
        look_add(in, LOOK_STRING_SET, v);
    }
    return good;
}

/** Reads the name of the pages for an element (CSS Paged Media 3, section 8.2). */
bool look_read_page(const struct look_reading *in) {
    struct look_value v = {.kind = LOOK_TEXT};
    if (in->n != 1 || in->t->kind != CSS_IDENT) {
        return false;
    }
    v.text = look_token_is(in->t, "auto") ? STR_EMPTY : arena_str(in->r->arena, in->t->text);
    in->r->looks->names_pages = true;
    look_add(in, LOOK_PAGE, v);
    return true;
}
