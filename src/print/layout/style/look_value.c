/* SPDX-License-Identifier: MIT */
/*
 * Values of style sheets: substitutes custom properties, and reads lengths, numbers and keywords
 * (CSS Values 4, section 6).
 */
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"
#include "print/layout/style/units.h"

DIAG_USE(DIAG_CSS_VALUE);

#define VAR_DEPTH 16 /* maximum nesting of custom properties */
/* maximum number of var() replaced for one value; each level of properties may double it */
#define VAR_STEPS 256
#define VALUE_PARTS 256 /* maximum number of parts of a value; no useful value has so many */
/* maximum number of tokens of a value, with white space and fallbacks */
#define VALUE_TOKENS (4 * VALUE_PARTS)

/* ---- custom properties ---- */

/** A value whose custom properties are substituted. */
struct expansion {
    struct look_reader *r;
    const struct css_decl *decl;
    size_t steps;
};

static bool expand(struct expansion *x, const struct css_token *t, size_t n,
                   const struct look_vars *env, int depth);

static void skip_space(const struct css_token *t, size_t n, size_t *i) {
    while (*i < n && t[*i].kind == CSS_SPACE) {
        ++*i;
    }
}

static bool is_ident(const struct css_decl *decl, const char *word) {
    return decl->n == 1 && decl->value->kind == CSS_IDENT &&
           str_ieq(decl->value->text, str_of(word));
}

/** Finds the nearest definition of a custom property, and the environment for each var() in it.
 * Returns NULL if the property is not defined. */
static const struct css_decl *find_var(const struct look_reader *r, struct str name,
                                       const struct look_vars **env) {
    for (; *env; *env = (*env)->outer) {
        size_t i = (*env)->n;
        while (i > 0 && !str_eq((*env)->decls[i - 1]->name, name)) {
            i--;
        }
        const struct css_decl *d = i > 0 ? (*env)->decls[i - 1] : NULL;
        if (d && !is_ident(d, "inherit") && !is_ident(d, "unset")) {
            return is_ident(d, "initial") ? NULL : d;
        }
    }
    const struct css_decl *d = map_lookup(&r->vars, name);
    return d && !is_ident(d, "initial") ? d : NULL;
}

static bool refuse_circle(const struct expansion *x) {
    (void)diag_add(x->r->d, DIAG_CSS_VALUE, x->decl->value_span,
                   "custom properties refer to each other in a circle");
    return false;
}

/** Substitutes `var(--name, fallback)` (CSS Custom Properties 1, section 3). `t` is the function
 * without its closing parenthesis. */
static bool expand_var(struct expansion *x, const struct css_token *t, size_t n,
                       const struct look_vars *env, int depth) {
    struct diags *d = x->r->d;
    const struct look_vars *inner = env;
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
        return refuse_circle(x);
    }
    const struct css_decl *decl = find_var(x->r, name->text, &inner);
    if (decl) {
        return expand(x, decl->value, decl->n, inner, depth + 1);
    }
    if (i < n) {
        return expand(x, t + i + 1, n - i - 1, env, depth + 1);
    }
    struct diag *g =
        diag_add(d, DIAG_CSS_VALUE, name->span, "`%.*s` is not defined", STR_ARG(name->text));
    diag_hint(d, g, "define it in `:root`, or write `var(%.*s, VALUE)`", STR_ARG(name->text));
    return false;
}

/** Replaces `env(name, fallback)` with its fallback, because none of the variables exists on paper
 * (CSS Environment Variables 1). */
static bool expand_env(struct expansion *x, const struct css_token *t, size_t n,
                       const struct look_vars *env, int depth) {
    size_t i = 1;
    while (i < n && t[i].kind != CSS_COMMA) {
        i++;
    }
    if (i == n) {
        (void)diag_add(x->r->d, DIAG_CSS_VALUE, t->span,
                       "`env()` has no value on paper: give a fallback");
        return false;
    }
    return depth < VAR_DEPTH ? expand(x, t + i + 1, n - i - 1, env, depth + 1) : refuse_circle(x);
}

static bool refuse_long(const struct expansion *x) {
    (void)diag_add(x->r->d, DIAG_CSS_VALUE, x->decl->value_span,
                   "this value has more than %d parts", VALUE_PARTS);
    return false;
}

static bool expand(struct expansion *x, const struct css_token *t, size_t n,
                   const struct look_vars *env, int depth) {
    if (n > VALUE_TOKENS) { /* a long value is refused before it is substituted many times */
        return refuse_long(x);
    }
    for (size_t i = 0; i < n; i++) {
        bool var = look_opens(&t[i], "var");
        if (var || look_opens(&t[i], "env")) {
            size_t end = css_block_end(t, n, i);
            size_t in = end - i - (t[end - 1].kind == CSS_CLOSE ? 1u : 0u);
            if (!(var ? expand_var(x, t + i, in, env, depth)
                      : expand_env(x, t + i, in, env, depth))) {
                return false;
            }
            i = end - 1;
        } else if (t[i].kind != CSS_SPACE) {
            if (x->r->nvalue == VALUE_PARTS) {
                return refuse_long(x);
            }
            x->r->value[x->r->nvalue++] = t[i];
        }
    }
    return true;
}

bool look_expand(struct look_reader *r, const struct css_decl *decl, struct look_tokens *out) {
    struct expansion x = {.r = r, .decl = decl};
    if (!r->value) {
        r->value = ARENA_ARRAY(r->arena, struct css_token, VALUE_PARTS);
    }
    r->nvalue = 0;
    bool good = expand(&x, decl->value, decl->n, r->env, 0);
    *out = (struct look_tokens){r->value, good ? r->nvalue : 0};
    return good;
}

/** Whether a var() has nothing but a name before its comma or its end. */
static bool is_whole_name(const struct css_token *t, size_t n, size_t i) {
    i++;
    skip_space(t, n, &i);
    return i == n || t[i].kind == CSS_COMMA || t[i].kind == CSS_CLOSE;
}

bool look_waits(const struct look_reader *r, const struct css_decl *decl) {
    bool asked = false;
    for (size_t i = 0; i < decl->n && !r->late; i++) {
        const struct css_token *t = &decl->value[i];
        if (look_opens(t, "var")) {
            asked = true;
        } else if (asked && t->kind == CSS_IDENT && str_starts(t->text, STR("--"))) {
            bool known = map_find(&r->vars, t->text) && !map_find(&r->scoped, t->text);
            if (!known && is_whole_name(decl->value, decl->n, i)) {
                return true;
            }
            asked = false;
        }
    }
    return false;
}

/* ---- lengths ---- */

struct css_unit {
    const char *name;
    int64_t num, den; /* the size of the unit in sp is num / den */
};

static const struct css_unit UNITS[] = {
    {"px", SP_PT *(int64_t)7227, 9600}, {"pt", SP_PT *(int64_t)7227, 7200},
    {"pc", SP_PT *(int64_t)7227, 600},  {"in", SP_PT *(int64_t)7227, 100},
    {"cm", SP_PT *(int64_t)7227, 254},  {"mm", SP_PT *(int64_t)7227, 2540},
    {"q", SP_PT *(int64_t)7227, 10160},
};

/** Converts `micro` millionths of num/den sp. Returns false if the result is more than 200 in. */
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

/** A relative unit: it is `per` thousandths of its base. */
struct relative_unit {
    const char *name;
    enum look_kind kind;
    int64_t per;
};

/* CSS Values 4, section 6.1. The digit zero is taken to be half an em wide, and capitals to be as
 * high as in Latin Modern. The page area has one size, and lines are horizontal. */
static const struct relative_unit RELATIVE[] = {
    {"em", LOOK_EM, 1000},     {"rem", LOOK_REM, 1000},   {"ex", LOOK_EX, 1000},
    {"ch", LOOK_EM, 500},      {"ic", LOOK_EM, 1000},     {"cap", LOOK_EM, 683},
    {"rch", LOOK_REM, 500},    {"rex", LOOK_REM, 431},    {"lh", LOOK_LH, 1000},
    {"rlh", LOOK_RLH, 1000},   {"vw", LOOK_VW, 1000},     {"vh", LOOK_VH, 1000},
    {"vmin", LOOK_VMIN, 1000}, {"vmax", LOOK_VMAX, 1000}, {"vi", LOOK_VW, 1000},
    {"vb", LOOK_VH, 1000},     {"svw", LOOK_VW, 1000},    {"svh", LOOK_VH, 1000},
    {"lvw", LOOK_VW, 1000},    {"lvh", LOOK_VH, 1000},    {"dvw", LOOK_VW, 1000},
    {"dvh", LOOK_VH, 1000},
};

static bool read_length(const struct css_token *t, struct look_value *out) {
    for (size_t i = 0; i < ARRAY_LEN(RELATIVE); i++) {
        if (str_ieq(t->text, str_of(RELATIVE[i].name))) {
            int64_t most = (int64_t)1000 * CSS_MICRO;
            out->kind = RELATIVE[i].kind;
            if (t->micro <= -most || t->micro >= most) {
                return false;
            }
            out->micro = t->micro * RELATIVE[i].per / 1000;
            return true;
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
    return (struct look_base){.em = em,
                              .rem = rem,
                              .ex = sp_scale(em, EX_OF_EM, 1000),
                              .whole = whole,
                              .lh = sp_scale(em, 12, 10),
                              .rlh = sp_scale(rem, 12, 10)};
}

/** The size of a relative unit. */
static sp unit_of(enum look_kind kind, const struct look_base *base) {
    bool upright = base->page_h > base->page_w;
    switch (kind) {
    case LOOK_EM:
        return base->em;
    case LOOK_REM:
        return base->rem;
    case LOOK_EX:
        return base->ex;
    case LOOK_LH:
        return base->lh;
    case LOOK_RLH:
        return base->rlh;
    case LOOK_PERCENT:
        return base->whole;
    case LOOK_VW:
        return base->page_w;
    case LOOK_VH:
        return base->page_h;
    case LOOK_VMIN:
        return upright ? base->page_w : base->page_h;
    case LOOK_VMAX:
        return upright ? base->page_h : base->page_w;
    default:
        break;
    }
    BUG("relative unit");
}

bool look_length(const struct look_value *v, const struct look_base *base, sp *out) {
    if (!v) {
        return false;
    }
    switch (v->kind) {
    case LOOK_ABSOLUTE: /* the limit ensures that two such lengths can be added */
        *out = v->length > SP_MAX / 2    ? SP_MAX / 2
               : v->length < -SP_MAX / 2 ? -SP_MAX / 2
                                         : v->length;
        return true;
    case LOOK_EM:
    case LOOK_REM:
    case LOOK_EX:
    case LOOK_LH:
    case LOOK_RLH:
        *out = micro_of(v->micro, unit_of(v->kind, base));
        return true;
    case LOOK_PERCENT:
    case LOOK_VW:
    case LOOK_VH:
    case LOOK_VMIN:
    case LOOK_VMAX:
        *out = micro_of(v->micro / 100, unit_of(v->kind, base));
        return true;
    case LOOK_CALC:
        *out = look_calc_length(v->calc, base);
        return true;
    default:
        break;
    }
    return false;
}

/* ---- one value ---- */

size_t look_value_tokens(const struct css_token *t, size_t n) {
    bool opens = n > 0 && (t->kind == CSS_FUNCTION || t->kind == CSS_OPEN);
    return opens ? css_block_end(t, n, 0) : n > 0 ? 1 : 0;
}

bool look_number_read(const struct css_token *t, unsigned takes, struct look_value *out) {
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

bool look_word_read(struct str text, const char *words, enum look_word *out) {
    static const struct str NAMES[] = {
#define WORD(name, text) STR_INIT(text),
#include "print/layout/style/look_words.def"
#undef WORD
    };
    struct str list = str_of(words);
    while (list.p) {
        struct str value = str_cut(&list, ' ');
        struct str word = str_cut(&value, '=');
        if (!str_ieq(text, word)) {
            continue;
        }
        value = value.p ? value : word;
        size_t i = 0;
        while (i < WORD_STEP && !str_eq(value, NAMES[i])) {
            i++;
        }
        *out = i < WORD_STEP ? (enum look_word)i : WORD_STEP + (enum look_word)(value.p[0] - '0');
        return true;
    }
    return false;
}

bool look_value_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                     const char *words, struct look_value *out) {
    struct look_value v = {0};
    if (n == 1 && t->kind == CSS_IDENT && words && look_word_read(t->text, words, &v.word)) {
        v.kind = LOOK_WORD;
        *out = v;
        return true;
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
    if (n == 1 && look_number_read(t, takes, &v)) {
        *out = v;
        return true;
    }
    return n > 1 && t->kind == CSS_FUNCTION &&
           (takes & (TAKES_LENGTH | TAKES_PERCENT | TAKES_NUMBER)) &&
           look_calc_read(a, t, n, takes, out);
}
