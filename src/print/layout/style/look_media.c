/* SPDX-License-Identifier: MIT */
/*
 * Conditions in style sheets: media queries that match paper (Media Queries 4), and @supports (CSS
 * Conditional 3). An unknown condition counts as false, and so does its negation.
 */
#include "print/layout/model/sp.h"
#include "print/layout/style/look_internal.h"

#define MAX_DEPTH 16
#define ROUNDED 16 /* the tolerated rounding error, in sp or millionths */

/** The three truth values of Media Queries 4, section 3.1. `not` applied to an unknown condition
 * gives an unknown condition. */
enum truth { NO, YES, UNKNOWN };

static enum truth negated(enum truth v) {
    return v == UNKNOWN ? UNKNOWN : v == YES ? NO : YES;
}

static enum truth both(enum truth a, enum truth b) {
    return a == NO || b == NO ? NO : a == UNKNOWN || b == UNKNOWN ? UNKNOWN : YES;
}

static enum truth either(enum truth a, enum truth b) {
    return a == YES || b == YES ? YES : a == UNKNOWN || b == UNKNOWN ? UNKNOWN : NO;
}

struct condition {
    struct look_reader *r;
    const struct css_token *t;
    size_t n, at;
    int depth;
    bool supports; /* the condition is that of @supports; otherwise it is a media query */
};

static void skip_space(struct condition *c) {
    while (c->at < c->n && c->t[c->at].kind == CSS_SPACE) {
        c->at++;
    }
}

static bool is_word(const struct condition *c, const char *word) {
    return c->at < c->n && look_token_is(&c->t[c->at], word);
}

/* ---- media features ---- */

/** The value of a media feature for paper. It is a number in millionths, a length in sp, or a word.
 */
struct feature {
    const char *name;
    const char *word; /* the keyword that the feature has on paper; may be NULL */
    enum { A_NUMBER, A_WIDTH, A_HEIGHT, A_RATIO, A_RESOLUTION } kind;
    int64_t number;
};

static const struct feature FEATURES[] = {
#define FEATURE(name, word, kind, number) {name, word, A_##kind, number},
#include "print/layout/style/look_media.def"
#undef FEATURE
};

static const struct feature *find_feature(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(FEATURES); i++) {
        if (str_ieq(name, str_of(FEATURES[i].name))) {
            return &FEATURES[i];
        }
    }
    return NULL;
}

/** The value of a numeric feature for the document's paper. Style sheets do not influence it. */
static int64_t feature_number(const struct condition *c, const struct feature *f) {
    const struct look_medium *m = &c->r->medium;
    switch (f->kind) {
    case A_NUMBER:
        return f->number * CSS_MICRO;
    case A_WIDTH:
        return m->w;
    case A_HEIGHT:
        return m->h;
    case A_RATIO:
        return (int64_t)m->w * CSS_MICRO / (m->h > 0 ? m->h : 1);
    case A_RESOLUTION:
        return (int64_t)600 * CSS_MICRO; /* the resolution of a printer in dots per inch */
    }
    BUG("feature");
}

/** Reads a value that is compared with a feature. Returns false if it is not of the feature's
 * kind. */
static bool read_number(const struct feature *f, const struct css_token *t, size_t n,
                        int64_t *out) {
    static const struct {
        const char *unit;
        int64_t dots; /* the unit in hundredths of a dot per inch */
    } DOTS[] = {{"dpi", 100}, {"dpcm", 254}, {"dppx", 9600}, {"x", 9600}};
    struct look_value v = {.kind = LOOK_UNSET};
    sp em = sp_scale(PT(12), 7227, 7200); /* the em of browsers, whose initial font size is 16px */
    struct look_base base = look_base_of(em, em, 0);
    sp length = 0;
    bool ratio = n == 3 && t[0].kind == CSS_NUMBER && t[1].kind == CSS_DELIM &&
                 str_is(t[1].text, "/") && t[2].kind == CSS_NUMBER && t[2].micro > 0;
    if (f->kind == A_WIDTH || f->kind == A_HEIGHT) {
        bool good =
            n == 1 && look_number_read(t, TAKES_LENGTH, &v) && look_length(&v, &base, &length);
        *out = length;
        return good;
    }
    if (f->kind == A_RATIO && ratio) {
        int64_t half = t[0].micro < (int64_t)1000000 * CSS_MICRO ? t[0].micro : 0;
        *out = half / (t[2].micro / 1000 + (t[2].micro < 1000)) * 1000;
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(DOTS) && f->kind == A_RESOLUTION && n == 1; i++) {
        if (t->kind == CSS_DIMENSION && str_ieq(t->text, str_of(DOTS[i].unit)) &&
            t->micro < (int64_t)1000000 * CSS_MICRO) {
            *out = t->micro / 100 * DOTS[i].dots;
            return true;
        }
    }
    *out = n == 1 ? t->micro : 0;
    return n == 1 && t->kind == CSS_NUMBER && (f->kind == A_NUMBER || f->kind == A_RATIO);
}

/** Compares two numbers. Lengths that differ only by rounding are equal. */
static int order_of(int64_t a, int64_t b) {
    return a < b - ROUNDED ? -1 : a > b + ROUNDED;
}

/** Evaluates `(name: value)` for a feature that is known. */
static bool equals(const struct condition *c, const struct feature *f, const struct css_token *t,
                   size_t n) {
    int64_t v = 0;
    if (n == 1 && t->kind == CSS_IDENT) {
        bool upright = c->r->medium.h >= c->r->medium.w;
        struct str is = str_ieq(str_of(f->name), STR("orientation"))
                            ? (upright ? STR("portrait") : STR("landscape"))
                            : str_of(f->word ? f->word : "");
        return str_ieq(t->text, is);
    }
    return read_number(f, t, n, &v) && order_of(feature_number(c, f), v) == 0;
}

/** Evaluates a feature whose name may begin with `min-` or `max-`. */
static enum truth plain_feature(const struct condition *c, struct str name,
                                const struct css_token *t, size_t n) {
    bool least = str_starts(name, STR("min-"));
    bool most = str_starts(name, STR("max-"));
    const struct feature *f = find_feature(least || most ? str_from(name, 4) : name);
    int64_t v = 0;
    if (!f || (f->word && (least || most))) {
        return UNKNOWN;
    }
    if (!least && !most) {
        return equals(c, f, t, n) ? YES : NO;
    }
    if (!read_number(f, t, n, &v)) {
        return UNKNOWN;
    }
    int order = order_of(feature_number(c, f), v);
    return (least ? order >= 0 : order <= 0) ? YES : NO;
}

/** Reads a comparison sign at `t[i]`. Returns the number of its tokens. `order` is the result of
 * comparing the left side to the right side: below 0, 0, or above 0. `*fits` becomes true if this
 * result agrees with the sign. */
static size_t take_sign(const struct css_token *t, size_t n, size_t i, int order, bool *fits) {
    bool less = i < n && t[i].kind == CSS_DELIM && str_is(t[i].text, "<");
    bool more = i < n && t[i].kind == CSS_DELIM && str_is(t[i].text, ">");
    bool equal = i < n && t[i].kind == CSS_DELIM && str_is(t[i].text, "=");
    size_t second =
        (less || more) && i + 1 < n && t[i + 1].kind == CSS_DELIM && str_is(t[i + 1].text, "=");
    *fits = ((less && order < 0) || (more && order > 0) || ((equal || second) && order == 0));
    return less || more || equal ? 1 + second : 0;
}

/** Evaluates `(width >= 10cm)` or `(10cm < width < 20cm)` (section 2.4.3). The tokens have no white
 * space. */
static enum truth range_feature(const struct condition *c, const struct css_token *t, size_t n) {
    size_t at = 0;
    bool fits = true;
    bool held = true;
    while (at < n && !(t[at].kind == CSS_IDENT && find_feature(t[at].text))) {
        at++;
    }
    const struct feature *f = at < n ? find_feature(t[at].text) : NULL;
    if (!f || f->word) {
        return UNKNOWN;
    }
    int64_t is = feature_number(c, f);
    int64_t v = 0;
    if (at > 0) {
        size_t signs = at > 1 && t[at - 2].kind == CSS_DELIM ? 2 : 1;
        if (at <= signs || !read_number(f, t, at - signs, &v) ||
            take_sign(t, at, at - signs, order_of(v, is), &fits) != signs) {
            return UNKNOWN;
        }
        held = fits;
    }
    if (at + 1 < n) {
        size_t signs = take_sign(t, n, at + 1, 0, &fits);
        size_t from = at + 1 + signs;
        if (signs == 0 || from >= n || !read_number(f, t + from, n - from, &v)) {
            return UNKNOWN;
        }
        (void)take_sign(t, n, at + 1, order_of(is, v), &fits);
        held = held && fits;
    }
    return held ? YES : NO;
}

/** Evaluates the content of parentheses that is not a condition. */
static enum truth media_feature(const struct condition *c, const struct css_token *t, size_t n) {
    enum { INNER_MAX = 12 };
    struct css_token inner[INNER_MAX];
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (t[i].kind != CSS_SPACE) {
            if (k == INNER_MAX) {
                return UNKNOWN;
            }
            inner[k++] = t[i];
        }
    }
    if (k > 2 && inner[0].kind == CSS_IDENT && inner[1].kind == CSS_COLON) {
        return plain_feature(c, inner[0].text, inner + 2, k - 2);
    }
    if (k == 1 && inner[0].kind == CSS_IDENT) {
        const struct feature *f = find_feature(inner[0].text);
        return !f ? UNKNOWN : feature_number(c, f) != 0 ? YES : NO;
    }
    return range_feature(c, inner, k);
}

/* ---- @supports ---- */

/** Evaluates `(property: value)` by trying to read it. */
static enum truth supports_decl(struct look_reader *r, const struct css_token *t, size_t n) {
    struct css_decl decl = {.name = STR_EMPTY};
    size_t i = 0;
    while (i < n && t[i].kind == CSS_SPACE) {
        i++;
    }
    if (i == n || t[i].kind != CSS_IDENT) {
        return NO;
    }
    decl.name = str_starts(t[i].text, STR("--")) ? t[i].text : arena_lower(r->arena, t[i].text);
    decl.name_span = t[i++].span;
    while (i < n && t[i].kind == CSS_SPACE) {
        i++;
    }
    if (i == n || t[i].kind != CSS_COLON) {
        return NO;
    }
    decl.value = t + i + 1;
    decl.n = n - i - 1;
    decl.value_span = css_span(decl.value, decl.n);
    if (str_starts(decl.name, STR("--"))) {
        return YES;
    }
    struct diags unheard;
    struct diags *d = r->d;
    look_decls decls = VEC_INIT;
    diags_init(&unheard, r->arena);
    r->d = &unheard;
    look_decl_read(r, &decl, &decls);
    r->d = d;
    bool held = decls.n > 0;
    vec_drop(&decls);
    diags_drop(&unheard);
    return held ? YES : NO;
}

/** Evaluates `selector(...)`. */
static enum truth supports_selector(struct look_reader *r, const struct css_token *t, size_t n) {
    struct css_selector *list = NULL;
    struct diags unheard;
    diags_init(&unheard, r->arena);
    size_t count = css_selectors_of(r->arena, t, n, NULL, &list, &unheard);
    bool held = count == 1 && !list[0].unknown;
    diags_drop(&unheard);
    return held ? YES : NO;
}

/* ---- common to both ---- */

static enum truth read_condition(struct condition *c);

/** Evaluates `( ... )` and functions; the current token opens them. */
static enum truth read_parens(struct condition *c) {
    const struct css_token *open = &c->t[c->at];
    size_t end = css_block_end(c->t, c->n, c->at);
    size_t inner = end - c->at - (c->t[end - 1].kind == CSS_CLOSE ? 2u : 1u);
    bool function = open->kind == CSS_FUNCTION;
    const struct css_token *t = open + 1;
    struct condition in = {c->r, t, inner, 0, c->depth + 1, c->supports};
    c->at = end;
    if (function) {
        bool selector = c->supports && str_ieq(open->text, STR("selector"));
        return selector ? supports_selector(c->r, t, inner) : c->supports ? NO : UNKNOWN;
    }
    skip_space(&in);
    bool nested = in.at < inner && (t[in.at].kind == CSS_OPEN || t[in.at].kind == CSS_FUNCTION ||
                                    is_word(&in, "not"));
    if (nested && c->depth < MAX_DEPTH) {
        return read_condition(&in);
    }
    return c->supports ? supports_decl(c->r, t, inner) : media_feature(c, t, inner);
}

static enum truth read_operand(struct condition *c) {
    skip_space(c);
    bool opens = c->at < c->n && (c->t[c->at].kind == CSS_OPEN || c->t[c->at].kind == CSS_FUNCTION);
    if (!opens) {
        c->at = c->n;
        return UNKNOWN;
    }
    enum truth v = read_parens(c);
    skip_space(c);
    return v;
}

/** Evaluates `not (a)`, `(a) and (b)`, `(a) or (b)`. */
static enum truth read_condition(struct condition *c) {
    skip_space(c);
    if (is_word(c, "not")) {
        c->at++;
        return negated(read_operand(c));
    }
    enum truth v = read_operand(c);
    while (c->at < c->n) {
        bool and = is_word(c, "and");
        if (!and&&!is_word(c, "or")) {
            return UNKNOWN;
        }
        c->at++;
        enum truth next = read_operand(c);
        v = and? both(v, next) : either(v, next);
    }
    return v;
}

bool look_supports_holds(struct look_reader *r, const struct css_token *t, size_t n) {
    bool import = n > 0 && look_opens(t, "supports");
    struct condition c = {r, t, n, 0, 0, true};
    /* the parentheses of supports() in @import contain a declaration or a condition */
    if (import) {
        n -= t[n - 1].kind == CSS_CLOSE;
        struct condition in = {r, t + 1, n - 1, 0, 0, true};
        skip_space(&in);
        bool decl = in.at < in.n && in.t[in.at].kind == CSS_IDENT && !is_word(&in, "not");
        return (decl ? supports_decl(r, in.t, in.n) : read_condition(&in)) == YES;
    }
    return read_condition(&c) == YES;
}

/** Evaluates one query: `not print and (color)`, or only a condition. */
static enum truth read_query(struct condition *c) {
    bool no = is_word(c, "not");
    size_t from = c->at;
    c->at += no || is_word(c, "only");
    skip_space(c);
    if (c->at >= c->n || c->t[c->at].kind != CSS_IDENT) {
        c->at = from;
        return read_condition(c);
    }
    enum truth v = is_word(c, "print") || is_word(c, "all") ? YES : NO;
    c->at++;
    skip_space(c);
    if (is_word(c, "and")) {
        c->at++;
        v = both(v, read_condition(c));
    } else if (c->at < c->n) {
        return UNKNOWN;
    }
    return no ? negated(v) : v;
}

bool look_media_holds(struct look_reader *r, const struct css_token *t, size_t n) {
    size_t from = 0;
    bool some = n == 0;
    for (size_t i = 0; i <= n && n > 0;) {
        if (i < n && t[i].kind != CSS_COMMA) {
            bool opens = t[i].kind == CSS_OPEN || t[i].kind == CSS_FUNCTION;
            i = opens ? css_block_end(t, n, i) : i + 1;
            continue;
        }
        struct condition c = {r, t + from, i - from, 0, 0, false};
        skip_space(&c);
        some = some || (c.at < c.n && read_query(&c) == YES);
        from = ++i;
    }
    return some;
}
