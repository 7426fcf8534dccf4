/* SPDX-License-Identifier: MIT */
/*
 * The query language. Every input is either valid or gets a diagnostic. Words of users get into the
 * query language of a storage only in quotes.
 *
 *     query  = { [ "-" ] [ FIELD ":" ] ( '"' words '"' | word [ "*" ] ) }
 */
#include "cite/bib/store/store_item.h"

#include "core/base/vec.h"

DIAG_USE(DIAG_BAD_QUERY);

struct query_reader {
    struct arena *a;
    struct source *src;
    struct diags *d;
    size_t at;
    struct bib_store_query *q;
    VEC(struct bib_store_term) terms;
    VEC(struct str) types;
};

static bool refuse(struct query_reader *r, size_t from, const char *what, struct str value,
                   const char *hint) {
    struct diag *g = diag_add(r->d, DIAG_BAD_QUERY, span_make(r->src, from, r->at), "%s `%.*s`",
                              what, STR_ARG(value));
    diag_hint(r->d, g, "%s", hint);
    return false;
}

static bool read_year(struct str s, int64_t other, int64_t *out) {
    *out = other;
    return s.n == 0 || (str_to_i64(s, out) && *out >= -99999 && *out <= 99999);
}

/** Reads years: 2018, 2018..2020, 2018.., ..2020 or 2018-2020. */
static bool read_years(struct str s, int64_t *from, int64_t *to) {
    size_t dots = str_find(s, STR("..")), dash = str_index(str_from(s, 1), '-');
    if (s.n == 0 || str_is(s, "..")) {
        return false;
    }
    if (dots != STR_NONE) {
        return read_year(str_slice(s, 0, dots), INT32_MIN, from) &&
               read_year(str_from(s, dots + 2), INT32_MAX, to) && *from <= *to;
    }
    if (dash != STR_NONE) {
        return dash + 2 < s.n && read_year(str_slice(s, 0, dash + 1), 0, from) &&
               read_year(str_from(s, dash + 2), 0, to) && *from <= *to;
    }
    return read_year(s, 0, from) && (*to = *from, true);
}

static bool add_years(struct query_reader *r, size_t from, struct str value) {
    int64_t first, last;
    if (!read_years(value, &first, &last)) {
        return refuse(r, from, "no years:", value,
                      "write year:2020, year:2018..2020 or year:2018..");
    }
    bool narrow = r->q->has_years;
    r->q->from = narrow && r->q->from > first ? r->q->from : first;
    r->q->to = narrow && r->q->to < last ? r->q->to : last;
    r->q->has_years = true;
    return true;
}

static bool add_type(struct query_reader *r, size_t from, struct str value) {
    if (r->types.n == BIB_STORE_MAX_TYPES) {
        return refuse(r, from, "too many types: no room for", value, "ask for fewer at a time");
    }
    if (item_type_find(value) == ITEM_TYPE_NONE) {
        struct str near = item_type_nearest(value);
        const char *hint =
            near.n ? arena_printf(r->a, "did you mean type:%.*s?", STR_ARG(near)).p
                   : "types are those of CSL: article-journal, paper-conference, book, thesis";
        return refuse(r, from, "no type of item:", value, hint);
    }
    vec_push(&r->types, value);
    return true;
}

static bool add_term(struct query_reader *r, size_t from, struct bib_store_term term) {
    if (r->terms.n == BIB_STORE_MAX_TERMS) {
        return refuse(r, from, "too many words: no room for", term.text, "ask for fewer at a time");
    }
    vec_push(&r->terms, term);
    return true;
}

/** Reads a word, which ends at white space, or a phrase, which ends at its closing quote. */
static struct str take_word(struct query_reader *r, bool *quoted) {
    struct str s = r->src->text;
    size_t from = r->at;
    *quoted = from < s.n && s.p[from] == '"';
    if (*quoted) {
        size_t end = str_index(str_from(s, from + 1), '"');
        r->at = end == STR_NONE ? s.n : from + 1 + end + 1;
        return str_slice(s, from + 1, end == STR_NONE ? s.n : from + 1 + end);
    }
    while (r->at < s.n && !is_space(s.p[r->at])) {
        r->at++;
    }
    return str_slice(s, from, r->at);
}

/** Returns the name of a field, if a ':' and a value follow it. Otherwise returns an empty text. */
static struct str take_field(struct query_reader *r) {
    struct str s = str_from(r->src->text, r->at);
    size_t n = 0;
    while (n < s.n && (is_alpha(s.p[n]) || s.p[n] == '_')) {
        n++;
    }
    if (n == 0 || n + 1 >= s.n || s.p[n] != ':' || is_space(s.p[n + 1]) || s.p[n + 1] == '/') {
        return STR_EMPTY;
    }
    r->at += n + 1;
    return str_slice(s, 0, n);
}

static bool read_part(struct query_reader *r) {
    struct str s = r->src->text;
    size_t from = r->at;
    struct bib_store_term term = {.column = -1};
    if (s.p[r->at] == '-' && r->at + 1 < s.n && !is_space(s.p[r->at + 1])) {
        term.exclude = true;
        r->at++;
    }
    struct str field = take_field(r);
    bool quoted;
    term.text = take_word(r, &quoted);
    bool years = str_ieq(field, STR("year")), type = str_ieq(field, STR("type"));
    if ((years || type) && term.exclude) {
        return refuse(r, from, "cannot be left out:", field, "only words can have a `-`");
    }
    if (years) {
        return add_years(r, from, term.text);
    }
    if (type) {
        return add_type(r, from, term.text);
    }
    term.column = field.n ? bib_store_column_find(field) : -1;
    if (field.n && term.column < 0) {
        return refuse(r, from, "no field that can be searched:", field,
                      "fields are key, title, author, venue, abstract, keyword, year and type; put "
                      "text with a colon in quotes");
    }
    if (!quoted && term.text.n > 1 && term.text.p[term.text.n - 1] == '*') {
        term.text.n--;
        term.prefix = true;
    }
    return term.text.n == 0 || add_term(r, from, term);
}

bool bib_store_query_read(struct arena *a, struct str text, struct bib_store_query *out,
                          struct diags *d) {
    struct query_reader r = {.a = a, .src = source_new(a, STR("<query>"), text), .d = d, .q = out};
    *out = (struct bib_store_query){0};
    bool sound = true;
    while (sound) {
        r.at = str_past(text, r.at, is_space);
        if (r.at == text.n) {
            break;
        }
        sound = read_part(&r);
    }
    out->terms = vec_finish(&r.terms, a);
    out->nterms = r.terms.n;
    out->types = vec_finish(&r.types, a);
    out->ntypes = r.types.n;
    return sound;
}
