/* SPDX-License-Identifier: MIT */
/*
 * Values of style sheets: custom properties written out, lengths, numbers, keywords.
 * Decides what a unit is worth (CSS Values 4, section 6); knows no properties.
 */
#include "layout/style/look_internal.h"
#include "layout/style/style.h"
#include "layout/style/units.h"

DIAG_USE(DIAG_CSS_VALUE);

#define VAR_DEPTH 16    /* of custom properties that stand for others */
#define VAR_STEPS 256   /* var() in one value: a few that stand for many would never end */
#define VALUE_PARTS 256 /* more than any value has that makes sense */
#define VALUE_TOKENS (4 * VALUE_PARTS) /* white space and alternatives among them */

/* ---- custom properties ---- */

/** One value being written out. */
struct expansion {
    struct look_reader *r;
    const struct css_decl *decl;
    size_t steps;
};

static bool expand(struct expansion *x, const struct css_token *t, size_t n, int depth);

static void skip_space(const struct css_token *t, size_t n, size_t *i) {
    while (*i < n && t[*i].kind == CSS_SPACE) {
        ++*i;
    }
}

/** `var(--name, fallback)`, without its closing parenthesis (CSS Custom Properties 1, section 3).
 */
static bool expand_var(struct expansion *x, const struct css_token *t, size_t n, int depth) {
    struct diags *d = x->r->d;
    size_t i = 1;
    skip_space(t, n, &i);
    const struct css_token *name = i < n ? &t[i++] : NULL;
    skip_space(t, n, &i);
    if (!name || name->kind != CSS_IDENT || !str_starts(name->text, STR("--")) ||
        (i < n && t[i].kind != CSS_COMMA)) {
        (void)diag_add(d, DIAG_CSS_VALUE, t->span, "`var()` needs a name that begins with `--`");
        return false;
    }
    if (depth >= VAR_DEPTH || ++x->steps > VAR_STEPS) {
        (void)diag_add(d, DIAG_CSS_VALUE, x->decl->value_span,
                       "custom properties that stand for each other never end");
        return false;
    }
    const struct css_decl *decl = map_lookup(&x->r->vars, name->text);
    if (decl) {
        return expand(x, decl->value, decl->n, depth + 1);
    }
    if (i < n) {
        return expand(x, t + i + 1, n - i - 1, depth + 1);
    }
    struct diag *g =
        diag_add(d, DIAG_CSS_VALUE, name->span, "nothing defines `%.*s`", STR_ARG(name->text));
    diag_hint(d, g, "define it in `:root`, or write `var(%.*s, VALUE)`", STR_ARG(name->text));
    return false;
}

static bool refuse_long(const struct expansion *x) {
    (void)diag_add(x->r->d, DIAG_CSS_VALUE, x->decl->value_span,
                   "this value has more than %d parts", VALUE_PARTS);
    return false;
}

static bool expand(struct expansion *x, const struct css_token *t, size_t n, int depth) {
    if (n > VALUE_TOKENS) { /* before it is gone through for each declaration that asks for it */
        return refuse_long(x);
    }
    for (size_t i = 0; i < n; i++) {
        if (t[i].kind == CSS_FUNCTION && str_ieq(t[i].text, STR("var"))) {
            size_t end = css_block_end(t, n, i);
            bool closed = t[end - 1].kind == CSS_CLOSE;
            if (!expand_var(x, t + i, end - i - (closed ? 1u : 0u), depth)) {
                return false;
            }
            i = end - 1;
        } else if (t[i].kind != CSS_SPACE) {
            if (x->r->value.n == VALUE_PARTS) {
                return refuse_long(x);
            }
            vec_push(&x->r->value, t[i]);
        }
    }
    return true;
}

bool look_expand(struct look_reader *r, const struct css_decl *decl, struct look_tokens *out) {
    struct expansion x = {.r = r, .decl = decl};
    r->value.n = 0;
    bool good = expand(&x, decl->value, decl->n, 0);
    *out = (struct look_tokens){r->value.p, good ? r->value.n : 0};
    return good;
}

/* ---- lengths ---- */

struct css_unit {
    const char *name;
    int64_t num, den; /* sp = num / den */
};

static const struct css_unit UNITS[] = {
    {"px", SP_PT *(int64_t)7227, 9600}, {"pt", SP_PT *(int64_t)7227, 7200},
    {"pc", SP_PT *(int64_t)7227, 600},  {"in", SP_PT *(int64_t)7227, 100},
    {"cm", SP_PT *(int64_t)7227, 254},  {"mm", SP_PT *(int64_t)7227, 2540},
    {"q", SP_PT *(int64_t)7227, 10160},
};

/** `micro` millionths of num/den sp, within 200 in. */
static bool absolute(int64_t micro, int64_t num, int64_t den, sp *out) {
    int64_t most = (int64_t)200 * 7227 * SP_PT / 100;
    bool negative = micro < 0;
    uint64_t m = (uint64_t)(negative ? -micro : micro);
    if (m > (uint64_t)CSS_MICRO * 20000) {
        return false;
    }
    int64_t v = (int64_t)(m / CSS_MICRO) * num / den;
    int64_t rest = (int64_t)(m / CSS_MICRO) * num % den * CSS_MICRO;
    v += (rest + (int64_t)(m % CSS_MICRO) * num + den * CSS_MICRO / 2) / (den * CSS_MICRO);
    if (v > most) {
        return false;
    }
    *out = (sp)(negative ? -v : v);
    return true;
}

static bool read_length(const struct css_token *t, struct look_value *out) {
    static const struct {
        const char *name;
        enum look_kind kind;
    } RELATIVE[] = {{"em", LOOK_EM}, {"rem", LOOK_REM}, {"ex", LOOK_EX}};
    for (size_t i = 0; i < ARRAY_LEN(RELATIVE); i++) {
        if (str_ieq(t->text, str_of(RELATIVE[i].name))) {
            out->kind = RELATIVE[i].kind;
            out->micro = t->micro;
            return t->micro > -(int64_t)1000 * CSS_MICRO && t->micro < (int64_t)1000 * CSS_MICRO;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(UNITS); i++) {
        if (str_ieq(t->text, str_of(UNITS[i].name))) {
            out->kind = LOOK_ABSOLUTE;
            return absolute(t->micro, UNITS[i].num, UNITS[i].den, &out->length);
        }
    }
    return false;
}

static sp micro_of(int64_t micro, sp whole) {
    int64_t v = micro * whole;
    int64_t half = v < 0 ? -CSS_MICRO / 2 : CSS_MICRO / 2;
    v = (v + half) / CSS_MICRO;
    return v > SP_MAX / 4 ? SP_MAX / 4 : v < -SP_MAX / 4 ? -SP_MAX / 4 : (sp)v;
}

struct look_base look_base_of(sp em, sp rem, sp whole) {
    return (struct look_base){em, rem, sp_scale(em, EX_OF_EM, 1000), whole};
}

bool look_length(const struct look_value *v, const struct look_base *base, sp *out) {
    if (!v) {
        return false;
    }
    switch (v->kind) {
    case LOOK_ABSOLUTE:
        *out = v->length;
        return true;
    case LOOK_EM:
        *out = micro_of(v->micro, base->em);
        return true;
    case LOOK_REM:
        *out = micro_of(v->micro, base->rem);
        return true;
    case LOOK_EX:
        *out = micro_of(v->micro, base->ex);
        return true;
    case LOOK_PERCENT:
        *out = micro_of(v->micro / 100, base->whole);
        return true;
    case LOOK_UNSET:
    case LOOK_WORD:
    case LOOK_NUMBER:
    case LOOK_COLOUR:
    case LOOK_TEXT:
    case LOOK_FAMILIES:
    case LOOK_TRACKS:
        break;
    }
    return false;
}

/* ---- one value ---- */

size_t look_value_tokens(const struct css_token *t, size_t n) {
    bool opens = n > 0 && (t->kind == CSS_FUNCTION || t->kind == CSS_OPEN);
    return opens ? css_block_end(t, n, 0) : n > 0 ? 1 : 0;
}

size_t look_value_parts(const struct look_tokens *value, struct look_tokens *parts, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < value->n; count++) {
        size_t n = look_value_tokens(value->t + i, value->n - i);
        if (count == most) {
            return most + 1;
        }
        parts[count] = (struct look_tokens){value->t + i, n};
        i += n;
    }
    return count;
}

static bool read_number(const struct css_token *t, unsigned takes, struct look_value *out) {
    if (t->micro < 0 && !(takes & TAKES_NEGATIVE)) {
        return false;
    }
    if (t->kind == CSS_NUMBER && (takes & TAKES_NUMBER)) {
        out->kind = LOOK_NUMBER;
        out->micro = t->micro;
        return true;
    }
    if (t->kind == CSS_NUMBER && (takes & TAKES_LENGTH) && t->micro == 0) {
        out->kind = LOOK_ABSOLUTE;
        return true;
    }
    if (t->kind == CSS_PERCENTAGE && (takes & TAKES_PERCENT)) {
        out->kind = LOOK_PERCENT;
        out->micro = t->micro;
        return t->micro > -(int64_t)100000 * CSS_MICRO && t->micro < (int64_t)100000 * CSS_MICRO;
    }
    return t->kind == CSS_DIMENSION && (takes & TAKES_LENGTH) && read_length(t, out);
}

bool look_value_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                     const struct look_name *names, struct look_value *out) {
    struct look_value v = {0};
    for (; n == 1 && t->kind == CSS_IDENT && names && names->name; names++) {
        if (str_ieq(t->text, str_of(names->name))) {
            v.kind = LOOK_WORD;
            v.word = names->word;
            *out = v;
            return true;
        }
    }
    if (n == 1 && t->kind == CSS_STRING && (takes & TAKES_TEXT)) {
        v.kind = LOOK_TEXT;
        v.text = arena_str(a, t->text);
        *out = v;
        return true;
    }
    if ((takes & TAKES_COLOUR) && look_colour_read(t, n, out)) {
        return true;
    }
    if (n == 1 && read_number(t, takes, &v)) {
        *out = v;
        return true;
    }
    return false;
}
