/* SPDX-License-Identifier: MIT */
/*
 * The fields of a .bib entry as text: delimiters, `#`, macros. This file decides where a value ends
 * if its closing delimiter is missing, and continues with the next field. bibtex_map.c interprets
 * the fields.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "core/base/bounds.h"
#include "core/base/calendar.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

#include <string.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_BIB_UNDEFINED_STRING);
DIAG_USE(DIAG_BIB_DUPLICATE_FIELD);

/* After this number of values without an end, each further such value ends before the first line
 * that looks like a field. This keeps the time linear. */
#define MAX_ENDLESS 16

struct cursor {
    struct bibtex *file;
    struct str s;
    size_t at, end;
    bool unclosed; /* the closing brace of the entry is missing, so a value that contains fields is
                      probably damaged */
    bool broken;   /* the last value had no end, so the rest of the entry may be misread */
    /* number of values without an end; each of them was searched up to the end of the entry */
    int endless;
    struct diags *d;
};

static struct span span_of(const struct cursor *c, size_t begin, size_t end) {
    return span_make(c->file->src, begin, end);
}

/** Skips white space (including no-break spaces and byte-order marks) and comments from '%' to the
 * end of the line. */
static void skip_gap(struct cursor *c) {
    while (c->at < c->end) {
        char ch = c->s.p[c->at];
        struct str rest = str_slice(c->s, c->at, c->end);
        if (str_starts(rest, STR("\xC2\xA0"))) {
            c->at += 2;
        } else if (str_starts(rest, STR("\xEF\xBB\xBF")) || str_starts(rest, STR("\xE2\x80\x8B"))) {
            c->at += 3;
        } else if (ch == '%') {
            c->at = str_until(str_slice(c->s, 0, c->end), c->at, '\n');
        } else if (is_space(ch)) {
            c->at++;
        } else {
            return;
        }
    }
}

static bool is_name_char(char c) {
    return !is_space(c) && c != '=' && c != ',' && c != '{' && c != '}' && c != '"' && c != '#' &&
           c != '(' && c != ')' && c != '%';
}

static struct str read_name(struct cursor *c) {
    size_t begin = c->at;
    while (c->at < c->end && is_name_char(c->s.p[c->at]) &&
           !str_starts(str_slice(c->s, c->at, c->end), STR("\xC2\xA0"))) {
        c->at++;
    }
    return str_slice(c->s, begin, c->at);
}

static size_t skip_blanks(const struct cursor *c, size_t at) {
    return str_past(str_slice(c->s, 0, c->end), at, is_space_or_tab);
}

/** Returns the name of the field on the line after the newline at `at`, if that line begins like a
 * field: `name = {`. Empty for other lines. */
static struct str field_behind(const struct cursor *c, size_t at) {
    size_t begin = skip_blanks(c, at + 1), i = begin;
    while (i < c->end && (is_alnum(c->s.p[i]) || c->s.p[i] == '-' || c->s.p[i] == '_')) {
        i++;
    }
    struct str name = str_slice(c->s, begin, i);
    i = skip_blanks(c, i);
    if (name.n == 0 || !is_alpha(name.p[0]) || i >= c->end || c->s.p[i] != '=') {
        return STR_EMPTY;
    }
    i = skip_blanks(c, i + 1);
    bool value = i < c->end && (c->s.p[i] == '{' || c->s.p[i] == '"' || is_alnum(c->s.p[i]));
    return value ? name : STR_EMPTY;
}

/** Whether the lines around `newline` show that a brace of the value is missing: one ends with a
 * comma, and the next begins with a field of biblatex. A later superfluous brace closes such a
 * value. */
static bool is_torn(const struct cursor *c, size_t begin, size_t newline) {
    struct str name = field_behind(c, newline);
    struct str before = str_trim(str_slice(c->s, begin, newline));
    return name.n && str_ends(before, STR(",")) &&
           bibtex_field_known(arena_lower(bibtex_arena(c->file), name));
}

/** Ends a value without a closing delimiter before the next field, and removes the comma at its
 * end. */
static struct str cut_value(struct cursor *c, size_t begin, size_t at) {
    c->at = at;
    struct str v = str_trim(str_slice(c->s, begin, at));
    while (v.n && (v.p[v.n - 1] == ',' || v.p[v.n - 1] == '}' || v.p[v.n - 1] == '"')) {
        v = str_trim(str_slice(v, 0, v.n - 1));
    }
    return v;
}

/**
 * Reads `{...}` or `"..."`; `at` is after the opening delimiter. `*whole` becomes false when the
 * value has no end or contains something that looks like the next field.
 */
static struct str read_delimited(struct cursor *c, char close, bool *whole) {
    size_t begin = c->at, depth = 0, suspect = STR_NONE, inner = STR_NONE;
    *whole = true;
    for (size_t i = begin; i < c->end; i++) {
        char ch = c->s.p[i];
        if (depth == 0 && ch == close) {
            bool accent = close == '"' && i > begin && c->s.p[i - 1] == '\\' && i + 1 < c->end &&
                          (is_alpha(c->s.p[i + 1]) || c->s.p[i + 1] == '{');
            if (!accent) {
                c->at = i + 1;
                return str_slice(c->s, begin, i);
            }
        } else if (ch == '{') {
            depth++;
        } else if (ch == '}') {
            depth -= depth > 0;
        } else if (ch == '\n' && suspect == STR_NONE && field_behind(c, i).n) {
            if (depth) {
                inner = inner == STR_NONE ? i : inner;
                if (c->endless >= MAX_ENDLESS) {
                    break;
                }
                continue;
            }
            suspect = i;
            if (c->unclosed || is_torn(c, begin, i)) {
                break;
            }
        }
    }
    *whole = false;
    c->endless++;
    /* if all lines that look like fields are inside of braces, two closing braces are missing */
    suspect = suspect == STR_NONE ? inner : suspect;
    return cut_value(c, begin, suspect == STR_NONE ? c->end : suspect);
}

static struct str month_macro(struct str name) {
    int month = name.n == 3 ? calendar_month(name) : 0;
    return month ? calendar_months[month - 1] : STR_EMPTY;
}

/** Returns the value of a macro at the offset `at` of the file. Its pointer is NULL if the macro is
 * not defined there. */
static struct str macro_value(const struct bibtex *file, struct str name, uint32_t at) {
    struct bibtex_macro *m = map_lookup(&file->macros, name);
    while (m && m->at >= at) {
        m = m->older;
    }
    return m ? (m->value.p ? m->value : STR("")) : month_macro(name);
}

static struct str expand(struct cursor *c, struct str word, size_t at) {
    if (str_is_digits(word)) {
        return word;
    }
    struct arena *a = bibtex_arena(c->file);
    struct str name = arena_lower(a, word), value = macro_value(c->file, name, (uint32_t)at);
    if (value.p) {
        return value;
    }
    struct bibtex_macro *later = map_lookup(&c->file->macros, name);
    if (c->d) {
        struct diag *g =
            diag_add(c->d, DIAG_BIB_UNDEFINED_STRING, span_of(c, at, at + word.n),
                     later ? "`%.*s` is used before its @string" : "there is no @string `%.*s`",
                     STR_ARG(word));
        if (later) {
            diag_relate(c->d, g, span_of(c, later->at, later->at + 1), "defined here");
            diag_hint(c->d, g, "move the @string up");
        }
    }
    return later ? later->value : word;
}

/** Reads one part of a value. Returns false when the value has ended. */
static bool read_piece(struct cursor *c, struct str *piece, struct span *span) {
    skip_gap(c);
    if (c->at >= c->end) {
        return false;
    }
    size_t begin = c->at;
    char ch = c->s.p[c->at];
    if (ch == '{' || ch == '"') {
        bool whole;
        c->at++;
        *piece = read_delimited(c, ch == '{' ? '}' : '"', &whole);
        size_t from = piece->n ? (size_t)(piece->p - c->s.p) : begin + 1;
        *span = span_of(c, from, from + piece->n);
        c->broken = c->broken || !whole;
        if (!whole && !c->unclosed && c->d) {
            struct diag *g = diag_add(c->d, DIAG_BIB_SYNTAX, span_of(c, begin, begin + 1),
                                      "this value is not closed");
            diag_hint(c->d, g, "add the closing %s; the fields after it were still read",
                      ch == '{' ? "brace" : "quote");
        }
        /* a later brace may belong to this value, so it must not end the entry */
        c->unclosed = c->unclosed || !whole;
        return true;
    }
    struct str word = read_name(c);
    if (word.n == 0) {
        return false;
    }
    *span = span_of(c, begin, c->at);
    *piece = expand(c, word, begin);
    return true;
}

/** Reports that a value is too large. Ten levels of macros, each with ten uses of the level below,
 * can make a gigabyte. */
static void report_size(struct cursor *c, size_t begin) {
    if (c->d) {
        struct diag *g =
            diag_add(c->d, DIAG_TOO_LARGE, span_of(c, begin, begin + 1),
                     "this value has more than %u bytes with its macros written out", LIMIT_FIELD);
        diag_hint(c->d, g, "check the @string that it uses; the rest of the value is left out");
    }
}

/** Reads the parts after the first one and joins them. `at` is at a '#'. */
static void join_pieces(struct cursor *c, struct str *value, struct span *span) {
    struct buf all;
    buf_init(&all, LIMIT_FIELD);
    buf_str(&all, *value);
    for (; c->at < c->end && c->s.p[c->at] == '#'; skip_gap(c)) {
        size_t mark = c->at++;
        struct str next;
        struct span at;
        if (!read_piece(c, &next, &at)) {
            if (c->d) {
                struct diag *g = diag_add(c->d, DIAG_BIB_SYNTAX, span_of(c, mark, mark + 1),
                                          "nothing follows this `#`");
                diag_hint(c->d, g, "remove it, or write the text that is to be joined");
            }
            break;
        }
        buf_str(&all, next);
        span->end = at.end;
    }
    if (all.overflow) {
        report_size(c, span->begin);
    }
    *value = buf_finish(&all, bibtex_arena(c->file));
    if (span->end - span->begin == value->n) {
        span->end = span->begin + 1; /* a span of another length shows that the joined text is not
                                        in the source as a whole */
    }
}

static bool read_value(struct cursor *c, struct str *value, struct span *span) {
    if (!read_piece(c, value, span)) {
        return false;
    }
    skip_gap(c);
    if (c->at < c->end && c->s.p[c->at] == '#') {
        join_pieces(c, value, span);
    }
    return true;
}

bool bibtex_read_value(struct bibtex *file, uint32_t *at, uint32_t end, bool entry_unclosed,
                       struct str *value, struct span *span, struct diags *d) {
    struct cursor c = {.file = file,
                       .s = file->src->text,
                       .at = *at,
                       .end = end,
                       .unclosed = entry_unclosed,
                       .d = d};
    bool ok = read_value(&c, value, span);
    *at = (uint32_t)c.at;
    return ok;
}

#define FIELDS_INDEXED 24 /* if an entry has more fields, their names get an index */

struct bibtex_field *bibtex_field_search(const struct bibtex_fields *f, struct str name) {
    if (f->n > FIELDS_INDEXED) {
        uint32_t *i = map_lookup(f->names, name);
        return i ? &f->p[*i] : NULL;
    }
    for (size_t i = 0; i < f->n; i++) {
        if (str_eq(f->p[i].name, name)) {
            return &f->p[i];
        }
    }
    return NULL;
}

static void index_field(struct arena *a, struct bibtex_fields *f, size_t i) {
    uint32_t at = (uint32_t)i;
    map_put(f->names, f->p[i].name, arena_copy(a, &at, sizeof at));
}

void bibtex_field_add(struct arena *a, struct bibtex_fields *f, struct bibtex_field field) {
    if (f->n == f->cap) {
        f->cap = f->cap ? 2 * f->cap : 16;
        f->p = arena_grow(a, f->p, f->n, f->cap, sizeof *f->p);
    }
    f->p[f->n++] = field;
    f->some |= bibtex_field_bit(field.name);
    if (f->n == FIELDS_INDEXED + 1) {
        f->names = ARENA_NEW(a, struct map);
        *f->names = MAP_IN(a);
        for (size_t i = 0; i < f->n; i++) {
            index_field(a, f, i);
        }
    } else if (f->n > FIELDS_INDEXED) {
        index_field(a, f, f->n - 1);
    }
}

static void add_field(struct cursor *c, struct bibtex_fields *out, struct str name, size_t name_at,
                      struct str value, struct span span) {
    struct arena *a = bibtex_arena(c->file);
    struct bibtex_field field = {
        .name = arena_lower(a, name), .written = name, .value = value, .span = span};
    /* the text of some fields is literal */
    if (c->file->tex && !c->file->spent && !str_among(field.name, "url doi eprint file pdf")) {
        field.value = math_macros_expand(a, value, c->file->tex, span, c->d);
        if (field.value.p != value.p && field.value.n == value.n) {
            field.span.end = span.begin + 1; /* as for joined text, the bytes are others */
        }
    }
    struct bibtex_field *old = bibtex_field_find_str(out, field.name);
    if (old && str_trim(old->value).n == 0) {
        *old = field;
    } else if (old && c->d && !str_eq(old->value, field.value)) {
        struct diag *g =
            diag_add(c->d, DIAG_BIB_DUPLICATE_FIELD, span_of(c, name_at, name_at + name.n),
                     "the field `%.*s` is there twice", STR_ARG(name));
        diag_relate(c->d, g, old->span, "the first one");
    }
    if (old) {
        return;
    }
    bibtex_field_add(a, out, field);
}

/** Reports text that is not a field, and skips it up to the next comma or line. */
static void skip_junk(struct cursor *c) {
    size_t begin = c->at;
    while (c->at < c->end && c->s.p[c->at] != ',' && c->s.p[c->at] != '\n') {
        c->at++;
    }
    struct str junk = str_trim(str_slice(c->s, begin, c->at));
    if (c->d && junk.n) {
        struct diag *g =
            diag_add(c->d, DIAG_BIB_SYNTAX, span_of(c, begin, begin + junk.n),
                     "`%.*s` is not a field and is skipped", STR_ARG(utf8_cut(junk, 40)));
        diag_hint(c->d, g, "a field is written `name = {text},`");
    }
}

/** Reads one field. Returns false at the end of the entry. */
static bool read_field(struct cursor *c, struct bibtex_fields *out) {
    size_t name_at = c->at;
    struct str name = read_name(c);
    skip_gap(c);
    if (name.n == 0 || c->at >= c->end || c->s.p[c->at] != '=') {
        c->at = name_at;
        skip_junk(c);
        return c->at < c->end;
    }
    c->at++;
    c->broken = false;
    struct str value;
    struct span span;
    if (!read_value(c, &value, &span)) {
        if (c->d) {
            struct diag *g = diag_add(c->d, DIAG_BIB_SYNTAX, span_of(c, name_at, name_at + name.n),
                                      "the field `%.*s` has no value", STR_ARG(name));
            diag_hint(c->d, g, "write `%.*s = {text},` or remove it", STR_ARG(name));
        }
        skip_junk(c);
        return true;
    }
    add_field(c, out, name, name_at, value, span);
    size_t value_end = c->at;
    skip_gap(c);
    if (c->at < c->end && c->s.p[c->at] != ',' && c->d && !c->unclosed && !c->broken) {
        size_t end = str_trim_end(str_slice(c->s, 0, value_end)).n;
        struct diag *g = diag_add(c->d, DIAG_BIB_SYNTAX, span_of(c, end - 1, end),
                                  "there is no comma after the field `%.*s`", STR_ARG(name));
        diag_hint(c->d, g, "write one after the value; the next field was still read");
    }
    return true;
}

void bibtex_read_fields(struct bibtex *file, const struct bib_entry *e, struct bibtex_fields *out,
                        struct diags *d) {
    struct cursor c = {.file = file,
                       .s = file->src->text,
                       .at = e->body,
                       .end = e->end,
                       .unclosed = e->unclosed,
                       .d = d};
    for (;;) {
        skip_gap(&c);
        while (c.at < c.end && (c.s.p[c.at] == ',' || (c.unclosed && c.s.p[c.at] == '}'))) {
            c.at++;
            skip_gap(&c);
        }
        if (c.at >= c.end || !read_field(&c, out)) {
            return;
        }
    }
}

struct span bibtex_culprit(struct bibtex *file, const struct bib_entry *e) {
    struct cursor c = {
        .file = file, .s = file->src->text, .at = e->body, .end = e->end, .unclosed = true};
    while (c.at < c.end) {
        skip_gap(&c);
        struct str name = read_name(&c);
        skip_gap(&c);
        if (name.n == 0 || c.at >= c.end || c.s.p[c.at] != '=') {
            c.at += c.at < c.end;
            continue;
        }
        c.at++;
        skip_gap(&c);
        char open = c.at < c.end ? c.s.p[c.at] : '\0';
        if (open == '{' || open == '"') {
            bool whole;
            size_t begin = c.at++;
            (void)read_delimited(&c, open == '{' ? '}' : '"', &whole);
            if (!whole) {
                return span_of(&c, begin, begin + 1);
            }
        }
    }
    return SPAN_NONE;
}

/** Whether a text may contain a field `ids`. Most entries do not, so they need not be read. */
static bool may_have_ids(struct str s) {
    for (size_t at = 0; at < s.n; at++) {
        const char *equals = memchr(s.p + at, '=', s.n - at);
        at = equals ? (size_t)(equals - s.p) : s.n;
        size_t end = str_trim_end(str_slice(s, 0, at)).n;
        if (equals && end >= 3 && to_lower(s.p[end - 1]) == 's' &&
            str_ieq(str_slice(s, end - 3, end), STR("ids"))) {
            return true;
        }
    }
    return false;
}

void bibtex_each_alias(struct bib_entry *e, bibtex_alias_fn *fn, void *user) {
    struct bibtex_fields fields = {0};
    if (!may_have_ids(str_slice(e->file->src->text, e->body, e->end))) {
        return;
    }
    bibtex_read_fields(e->file, e, &fields, NULL);
    const struct bibtex_field *ids = bibtex_field_find(&fields, "ids");
    for (struct str rest = ids ? ids->value : STR_EMPTY; rest.p && rest.n;) {
        struct str alias = str_trim(str_cut(&rest, ','));
        if (alias.n) {
            fn(user, alias, e);
        }
    }
}
