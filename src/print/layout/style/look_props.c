/* SPDX-License-Identifier: MIT */
/*
 * The longhands and their values. Unknown properties are reported once per declaration, except
 * properties that have no meaning on paper.
 */
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"

#include "core/base/word_list.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);
DIAG_USE(DIAG_CSS_VALUE);

#define LENGTH (TAKES_LENGTH | TAKES_PERCENT)
#define LINES "none hidden=none solid dashed dotted double"
#define BREAKS                                                                                     \
    "auto page always=page left right verso=left recto=right column avoid avoid-page=avoid"
#define ALIGNMENTS                                                                                 \
    "auto normal=stretch stretch flex-start=top start=top flex-end=bottom end=bottom "             \
    "center=middle baseline"

static const struct property {
    const char *name; /* the name of the property; NULL: only a shorthand sets the longhand */
    unsigned takes;
    const char *words; /* the keywords, or NULL */
} PROPERTIES[LOOK_COUNT] = {
#define PROPERTY(prop, name, takes, words, inherited, initial) [LOOK_##prop] = {name, takes, words},
#define SAME(name, prop)
#include "print/layout/style/look_props.def"
#undef PROPERTY
#undef SAME
};

static const struct {
    const char *name;
    enum look_prop prop;
} NAMES[] = {
#define PROPERTY(prop, name, takes, words, inherited, initial)
#define SAME(name, prop) {name, LOOK_##prop},
#include "print/layout/style/look_props.def"
#undef PROPERTY
#undef SAME
};

static const struct look_shorthand SHORTHANDS[] = {
#define SHORTHAND(name, reader, first, last, step)                                                 \
    {name, look_read_##reader, LOOK_##first, LOOK_##last, step},
#include "print/layout/style/look_shorthands.def"
#undef SHORTHAND
};

/** The longhand with the given name, or LOOK_COUNT. */
static enum look_prop property_of(struct str name) {
    for (enum look_prop i = 0; i < LOOK_COUNT; i++) {
        if (PROPERTIES[i].name && str_is(name, PROPERTIES[i].name)) {
            return i;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        if (str_is(name, NAMES[i].name)) {
            return NAMES[i].prop;
        }
    }
    return LOOK_COUNT;
}

static const struct look_shorthand *find_shorthand(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(SHORTHANDS); i++) {
        if (str_is(name, SHORTHANDS[i].name)) {
            return &SHORTHANDS[i];
        }
    }
    return NULL;
}

void look_bad_value(struct look_reader *r, const struct css_decl *decl) {
    struct span at = decl->value_span;
    (void)diag_add(r->d, DIAG_CSS_VALUE, at, "the PDF does not know `%.*s` for `%.*s`",
                   STR_ARG(span_text(at)), STR_ARG(decl->name));
}

void look_add(const struct look_reading *in, enum look_prop prop, struct look_value v) {
    v.important = in->decl->important;
    v.span = in->decl->value_span;
    vec_push(in->out, (struct look_decl){prop, v, NULL});
}

void look_add_word(const struct look_reading *in, enum look_prop prop, enum look_word word) {
    look_add(in, prop, (struct look_value){.kind = LOOK_WORD, .word = word});
}

bool look_prop_read(struct arena *a, enum look_prop prop, const struct css_token *t, size_t n,
                    struct look_value *out) {
    return look_value_read(a, t, n, PROPERTIES[prop].takes, PROPERTIES[prop].words, out);
}

bool look_longhand(const struct look_reading *in, enum look_prop prop, const struct css_token *t,
                   size_t n) {
    struct look_value v;
    bool good = look_prop_read(in->r->arena, prop, t, n, &v);
    if (good) {
        look_add(in, prop, v);
    }
    return good;
}

/* ---- reading declarations ---- */

/** Whether a property makes sense only with a screen, a mouse or a scroll bar. */
static bool has_no_meaning_on_paper(struct str name) {
    static const char *const STARTS[] = {"-",       "animation",  "outline",           "overflow",
                                         "scroll-", "transition", "content-visibility"};
    for (size_t i = 0; i < ARRAY_LEN(STARTS); i++) {
        if (str_starts(name, str_of(STARTS[i]))) {
            return true;
        }
    }
    return str_among(name, "accent-color appearance caret-color color-scheme cursor pointer-events "
                           "print-color-adjust resize text-rendering text-size-adjust touch-action "
                           "user-select will-change");
}

static void unknown_property(struct look_reader *r, const struct css_decl *decl) {
    VEC(struct str) names = VEC_INIT;
    if (has_no_meaning_on_paper(decl->name)) {
        return;
    }
    for (size_t i = 0; i < LOOK_COUNT; i++) {
        if (PROPERTIES[i].name) {
            vec_push(&names, str_of(PROPERTIES[i].name));
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        vec_push(&names, str_of(NAMES[i].name));
    }
    for (size_t i = 0; i < ARRAY_LEN(SHORTHANDS); i++) {
        vec_push(&names, str_of(SHORTHANDS[i].name));
    }
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                              "the PDF does not know the property `%.*s`", STR_ARG(decl->name));
    struct str near = diag_nearest(decl->name, names.p, names.n);
    vec_drop(&names);
    (void)diag_hint_near(r->d, g, near);
}

/** Returns `inherit` or a similar keyword that every property has (CSS Cascading 5, section 7.3),
 * or WORD_NONE. */
static enum look_word reset_word(const struct look_tokens *tokens) {
    enum look_word word = WORD_NONE;
    if (tokens->n == 1 && tokens->t->kind == CSS_IDENT) {
        (void)look_word_read(tokens->t->text, "inherit initial unset revert revert-layer", &word);
    }
    return word;
}

/** Appends `inherit` or a similar keyword for all longhands of a declaration. */
static void add_reset(const struct css_decl *decl, enum look_word word, look_decls *out) {
    struct look_reading in = {.decl = decl, .out = out};
    struct look_value value = {.kind = LOOK_UNSET, .word = word};
    const struct look_shorthand *s = find_shorthand(decl->name);
    if (!s) {
        /* for the property `all`, property_of() returns LOOK_COUNT */
        look_add(&in, property_of(decl->name), value);
        return;
    }
    for (enum look_prop i = s->first; i <= s->last; i += s->step) {
        look_add(&in, i, value);
    }
}

void look_decl_unset(const struct css_decl *decl, look_decls *out) {
    add_reset(decl, WORD_UNSET, out);
}

void look_decl_read(struct look_reader *r, const struct css_decl *decl, look_decls *out) {
    enum look_prop p = property_of(decl->name);
    struct look_reading in = {.r = r,
                              .decl = decl,
                              .shorthand = p == LOOK_COUNT ? find_shorthand(decl->name) : NULL,
                              .out = out};
    struct look_tokens tokens;
    size_t had = out->n;
    bool ground = str_starts(decl->name, STR("background"));
    bool all = str_is(decl->name, "all");
    if (p == LOOK_COUNT && !in.shorthand && !all) {
        r->lost_ground = r->lost_ground || ground;
        unknown_property(r, decl);
        return;
    }
    if (look_waits(r, decl)) {
        look_add(&in, LOOK_COUNT, (struct look_value){.kind = LOOK_LATER});
        out->p[out->n - 1].later = decl;
        return;
    }
    if (!look_expand(r, decl, &tokens)) {
        return;
    }
    enum look_word word = reset_word(&tokens);
    if (word != WORD_NONE) {
        r->looks->inherits = r->looks->inherits || word == WORD_INHERIT;
        r->looks->layered = r->looks->layered || word == WORD_REVERT_LAYER;
        add_reset(decl, word, out);
        return;
    }
    in.t = tokens.t;
    in.n = tokens.n;
    bool whole = tokens.n > 0 && look_value_tokens(tokens.t, tokens.n) == tokens.n;
    if (all || (in.shorthand ? !in.shorthand->read(&in)
                             : !(whole && look_longhand(&in, p, tokens.t, tokens.n)))) {
        out->n = had;
        r->lost_ground = r->lost_ground || ground;
        look_bad_value(r, decl);
    }
}

void look_decls_read(struct look_reader *r, const struct css_rule *rule, look_decls *out) {
    size_t kept = out->n;
    size_t n = out->n;
    r->lost_ground = false;
    for (size_t i = 0; i < rule->ndecls; i++) {
        if (!str_starts(rule->decls[i].name, STR("--"))) {
            look_decl_read(r, &rule->decls[i], out);
        }
    }
    for (; n < out->n && r->lost_ground; n++) {
        if (out->p[n].prop != LOOK_COLOR || out->p[n].value.kind != LOOK_COLOUR) {
            out->p[kept++] = out->p[n];
            continue;
        }
        struct diag *g =
            diag_add(r->d, DIAG_CSS_VALUE, out->p[n].value.span,
                     "the background of this colour is not painted: the text keeps the "
                     "colour it had");
        diag_hint(r->d, g, "give it a background of one colour: `background-color`");
    }
    out->n = r->lost_ground ? kept : out->n;
}
