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

static const struct look_name WEIGHTS[] = {{"normal", WORD_NORMAL},
                                           {"lighter", WORD_NORMAL},
                                           {"bold", WORD_BOLD},
                                           {"bolder", WORD_BOLD},
                                           {NULL, WORD_NONE}};
/* The steps of font.h, counted from WORD_STEP. */
static const struct look_name STRETCHES[] = {{"normal", WORD_NORMAL},
                                             {"ultra-condensed", WORD_STEP + 1},
                                             {"extra-condensed", WORD_STEP + 2},
                                             {"condensed", WORD_STEP + 3},
                                             {"semi-condensed", WORD_STEP + 4},
                                             {"semi-expanded", WORD_STEP + 6},
                                             {"expanded", WORD_STEP + 7},
                                             {"extra-expanded", WORD_STEP + 8},
                                             {"ultra-expanded", WORD_STEP + 9},
                                             {NULL, WORD_NONE}};
static const struct look_name SLOPES[] = {
    {"normal", WORD_NORMAL}, {"italic", WORD_ITALIC}, {"oblique", WORD_ITALIC}, {NULL, WORD_NONE}};
static const struct look_name CAPS[] = {{"normal", WORD_NORMAL},
                                        {"none", WORD_NORMAL},
                                        {"small-caps", WORD_SMALL_CAPS},
                                        {"all-small-caps", WORD_ALL_SMALL_CAPS},
                                        {"petite-caps", WORD_SMALL_CAPS},
                                        {"all-petite-caps", WORD_ALL_SMALL_CAPS},
                                        {NULL, WORD_NONE}};
/* The sizes are those of LaTeX (CSS Fonts 4, section 2.5.1, lets each medium choose). */
static const struct look_name SIZES[] = {{"xx-small", WORD_STEP + STEP_SCRIPT},
                                         {"x-small", WORD_STEP + STEP_FOOTNOTE},
                                         {"small", WORD_STEP + STEP_SMALL},
                                         {"medium", WORD_STEP + STEP_NORMAL},
                                         {"large", WORD_STEP + STEP_LARGE},
                                         {"x-large", WORD_STEP + STEP_LARGER},
                                         {"xx-large", WORD_STEP + STEP_LARGEST},
                                         {"xxx-large", WORD_STEP + STEP_HUGE},
                                         {"smaller", WORD_SMALLER},
                                         {"larger", WORD_LARGER},
                                         {NULL, WORD_NONE}};
static const struct look_name ALIGNS[] = {
    {"left", WORD_LEFT},     {"start", WORD_START},     {"right", WORD_RIGHT}, {"end", WORD_END},
    {"center", WORD_CENTER}, {"justify", WORD_JUSTIFY}, {NULL, WORD_NONE}};
static const struct look_name TRANSFORMS[] = {{"none", WORD_NONE},
                                              {"uppercase", WORD_UPPERCASE},
                                              {"lowercase", WORD_LOWERCASE},
                                              {"capitalize", WORD_CAPITALIZE},
                                              {NULL, WORD_NONE}};
static const struct look_name HYPHENS[] = {
    {"none", WORD_NONE}, {"manual", WORD_NONE}, {"auto", WORD_AUTO}, {NULL, WORD_NONE}};
static const struct look_name WORD_BREAKS[] = {
    {"normal", WORD_NORMAL}, {"keep-all", WORD_KEEP_ALL}, {NULL, WORD_NONE}};
static const struct look_name MARKERS[] = {{"none", WORD_NONE},
                                           {"disc", WORD_DISC},
                                           {"circle", WORD_CIRCLE},
                                           {"square", WORD_SQUARE},
                                           {"decimal", WORD_DECIMAL},
                                           {"lower-alpha", WORD_LOWER_ALPHA},
                                           {"lower-latin", WORD_LOWER_ALPHA},
                                           {"upper-alpha", WORD_UPPER_ALPHA},
                                           {"upper-latin", WORD_UPPER_ALPHA},
                                           {"lower-roman", WORD_LOWER_ROMAN},
                                           {"upper-roman", WORD_UPPER_ROMAN},
                                           {NULL, WORD_NONE}};
static const struct look_name DISPLAYS[] = {{"none", WORD_NONE},
                                            {"block", WORD_BLOCK},
                                            {"flow-root", WORD_BLOCK},
                                            {"inline", WORD_INLINE},
                                            {"inline-block", WORD_INLINE_BLOCK},
                                            {"run-in", WORD_RUN_IN},
                                            {"flex", WORD_FLEX},
                                            {"grid", WORD_GRID},
                                            {"list-item", WORD_SHOWN},
                                            {"contents", WORD_SHOWN},
                                            {"table", WORD_SHOWN},
                                            {"table-row", WORD_SHOWN},
                                            {"table-cell", WORD_SHOWN},
                                            {NULL, WORD_NONE}};
static const struct look_name BREAKS[] = {
    {"auto", WORD_AUTO},        {"page", WORD_PAGE},     {"always", WORD_PAGE},
    {"left", WORD_LEFT},        {"right", WORD_RIGHT},   {"verso", WORD_LEFT},
    {"recto", WORD_RIGHT},      {"column", WORD_COLUMN}, {"avoid", WORD_AVOID},
    {"avoid-page", WORD_AVOID}, {NULL, WORD_NONE}};
static const struct look_name INSIDES[] = {
    {"auto", WORD_AUTO}, {"avoid", WORD_AVOID}, {"avoid-page", WORD_AVOID}, {NULL, WORD_NONE}};
static const struct look_name NORMAL[] = {{"normal", WORD_NORMAL}, {NULL, WORD_NONE}};
static const struct look_name AUTO[] = {{"auto", WORD_AUTO}, {NULL, WORD_NONE}};
static const struct look_name NONE[] = {{"none", WORD_NONE}, {NULL, WORD_NONE}};
static const struct look_name LINES[] = {{"none", WORD_NONE},     {"hidden", WORD_NONE},
                                         {"solid", WORD_SOLID},   {"dashed", WORD_DASHED},
                                         {"dotted", WORD_DOTTED}, {"double", WORD_DOUBLE},
                                         {NULL, WORD_NONE}};
static const struct look_name SIZINGS[] = {
    {"border-box", WORD_BORDER_BOX}, {"content-box", WORD_CONTENT_BOX}, {NULL, WORD_NONE}};
static const struct look_name FLOATS[] = {{"none", WORD_NONE},         {"left", WORD_LEFT},
                                          {"inline-start", WORD_LEFT}, {"right", WORD_RIGHT},
                                          {"inline-end", WORD_RIGHT},  {NULL, WORD_NONE}};
static const struct look_name CLEARS[] = {
    {"none", WORD_NONE},   {"left", WORD_LEFT},        {"inline-start", WORD_LEFT},
    {"right", WORD_RIGHT}, {"inline-end", WORD_RIGHT}, {"both", WORD_BOTH},
    {NULL, WORD_NONE}};
static const struct look_name POSITIONS[] = {{"static", WORD_STATIC},
                                             {"relative", WORD_RELATIVE},
                                             {"absolute", WORD_ABSOLUTE},
                                             {NULL, WORD_NONE}};
static const struct look_name FITS[] = {
    {"cover", WORD_COVER}, {"fill", WORD_FILL}, {NULL, WORD_NONE}};
static const struct look_name VERTICALS[] = {{"baseline", WORD_BASELINE},
                                             {"top", WORD_TOP},
                                             {"text-top", WORD_TOP},
                                             {"middle", WORD_MIDDLE},
                                             {"sub", WORD_SUB},
                                             {"super", WORD_SUPER},
                                             {"bottom", WORD_BOTTOM},
                                             {"text-bottom", WORD_BOTTOM},
                                             {NULL, WORD_NONE}};
static const struct look_name DIRECTIONS[] = {{"row", WORD_ROW},
                                              {"row-reverse", WORD_ROW_REVERSE},
                                              {"column", WORD_COLUMN},
                                              {NULL, WORD_NONE}};
static const struct look_name WRAPS[] = {
    {"nowrap", WORD_NONE}, {"wrap", WORD_WRAP}, {NULL, WORD_NONE}};
static const struct look_name JUSTIFIES[] = {{"normal", WORD_NORMAL},
                                             {"flex-start", WORD_LEFT},
                                             {"start", WORD_LEFT},
                                             {"left", WORD_LEFT},
                                             {"flex-end", WORD_RIGHT},
                                             {"end", WORD_RIGHT},
                                             {"right", WORD_RIGHT},
                                             {"center", WORD_CENTER},
                                             {"space-between", WORD_SPACE_BETWEEN},
                                             {"space-around", WORD_SPACE_AROUND},
                                             {"space-evenly", WORD_SPACE_EVENLY},
                                             {NULL, WORD_NONE}};
static const struct look_name ALIGNMENTS[] = {{"auto", WORD_AUTO},
                                              {"normal", WORD_STRETCH},
                                              {"stretch", WORD_STRETCH},
                                              {"flex-start", WORD_TOP},
                                              {"start", WORD_TOP},
                                              {"flex-end", WORD_BOTTOM},
                                              {"end", WORD_BOTTOM},
                                              {"center", WORD_MIDDLE},
                                              {"baseline", WORD_BASELINE},
                                              {"first baseline", WORD_BASELINE},
                                              {NULL, WORD_NONE}};

static const struct look_name SPACES[] = {
    {"normal", WORD_NORMAL}, {"nowrap", WORD_NOWRAP},    {"pre", WORD_PRE}, {"pre-wrap", WORD_PRE},
    {"pre-line", WORD_PRE},  {"break-spaces", WORD_PRE}, {NULL, WORD_NONE}};
static const struct look_name TEXT_WRAPS[] = {{"wrap", WORD_NORMAL},   {"auto", WORD_NORMAL},
                                              {"pretty", WORD_NORMAL}, {"stable", WORD_NORMAL},
                                              {"nowrap", WORD_NOWRAP}, {"balance", WORD_BALANCE},
                                              {NULL, WORD_NONE}};
static const struct look_name LINE_STYLES[] = {{"solid", WORD_SOLID},
                                               {"double", WORD_DOUBLE},
                                               {"dashed", WORD_DASHED},
                                               {"dotted", WORD_DOTTED},
                                               {NULL, WORD_NONE}};
static const struct look_name THICKNESSES[] = {
    {"auto", WORD_AUTO}, {"from-font", WORD_AUTO}, {NULL, WORD_NONE}};

#define LENGTH (TAKES_LENGTH | TAKES_PERCENT)

static const struct look_property PROPERTIES[] = {
#define PROPERTY(name, prop, takes, names) {name, prop, takes, names},
#include "print/layout/style/look_props.def"
#undef PROPERTY
};

const struct look_property *look_property(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(PROPERTIES); i++) {
        if (str_is(name, PROPERTIES[i].name)) {
            return &PROPERTIES[i];
        }
    }
    return NULL;
}

void look_bad_value(struct look_reader *r, const struct css_decl *decl) {
    struct span at = decl->value_span;
    (void)diag_add(r->d, DIAG_CSS_VALUE, at, "the PDF does not know `%.*s` for `%.*s`",
                   STR_ARG(span_text(at)), STR_ARG(decl->name));
}

void look_add(look_decls *out, const struct css_decl *decl, enum look_prop prop,
              struct look_value v) {
    v.important = decl->important;
    v.span = decl->value_span;
    vec_push(out, (struct look_decl){prop, v, NULL});
}

void look_add_word(look_decls *out, const struct css_decl *decl, enum look_prop prop,
                   enum look_word word) {
    look_add(out, decl, prop, (struct look_value){.kind = LOOK_WORD, .word = word});
}

bool look_longhand(struct look_reader *r, const struct css_decl *decl, const char *name,
                   const struct css_token *t, size_t n, look_decls *out) {
    const struct look_property *p = look_property(str_of(name));
    struct look_value v;
    if (!look_value_read(r->arena, t, n, p->takes, p->names, &v)) {
        return false;
    }
    look_add(out, decl, p->prop, v);
    return true;
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
    for (size_t i = 0; i < ARRAY_LEN(PROPERTIES); i++) {
        vec_push(&names, str_of(PROPERTIES[i].name));
    }
    const struct look_shorthand *s;
    for (size_t i = 0; (s = look_shorthand_at(i)) != NULL; i++) {
        vec_push(&names, str_of(s->name));
    }
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                              "the PDF does not know the property `%.*s`", STR_ARG(decl->name));
    struct str near = diag_nearest(decl->name, names.p, names.n);
    vec_drop(&names);
    if (near.n > 0) {
        diag_hint(r->d, g, "did you mean `%.*s`?", STR_ARG(near));
    }
}

/** Returns `inherit` or a similar keyword that every property has (CSS Cascading 5, section 7.3),
 * or WORD_NONE. */
static enum look_word reset_word(const struct look_tokens *tokens) {
    static const struct look_name WORDS[] = {{"inherit", WORD_INHERIT},
                                             {"initial", WORD_INITIAL},
                                             {"unset", WORD_UNSET},
                                             {"revert", WORD_REVERT},
                                             {"revert-layer", WORD_REVERT_LAYER}};
    for (size_t i = 0; i < ARRAY_LEN(WORDS) && tokens->n == 1 && tokens->t->kind == CSS_IDENT;
         i++) {
        if (str_ieq(tokens->t->text, str_of(WORDS[i].name))) {
            return WORDS[i].word;
        }
    }
    return WORD_NONE;
}

/** Appends `inherit` or a similar keyword for all longhands of a declaration. */
static void add_reset(const struct css_decl *decl, enum look_word word, look_decls *out) {
    struct look_value value = {.kind = LOOK_UNSET, .word = word};
    const struct look_property *p = look_property(decl->name);
    const struct look_shorthand *s = p ? NULL : look_shorthand(decl->name);
    if (!p && !s) { /* the property `all` */
        look_add(out, decl, LOOK_COUNT, value);
        return;
    }
    enum look_prop last = p ? p->prop : s->last;
    for (enum look_prop i = p ? p->prop : s->first; i <= last && i < LOOK_COUNT; i++) {
        look_add(out, decl, i, value);
    }
}

void look_decl_unset(const struct css_decl *decl, look_decls *out) {
    add_reset(decl, WORD_UNSET, out);
}

static void note_reset(struct looks *looks, enum look_word word) {
    looks->inherits = looks->inherits || word == WORD_INHERIT;
    looks->layered = looks->layered || word == WORD_REVERT_LAYER;
}

void look_decl_read(struct look_reader *r, const struct css_decl *decl, look_decls *out) {
    const struct look_property *p = look_property(decl->name);
    const struct look_shorthand *s = p ? NULL : look_shorthand(decl->name);
    struct look_tokens tokens;
    size_t had = out->n;
    bool ground = str_starts(decl->name, STR("background"));
    bool all = str_is(decl->name, "all");
    if (!p && !s && !all) {
        r->lost_ground = r->lost_ground || ground;
        unknown_property(r, decl);
        return;
    }
    if (look_waits(r, decl)) {
        look_add(out, decl, LOOK_COUNT, (struct look_value){.kind = LOOK_LATER});
        out->p[out->n - 1].later = decl;
        return;
    }
    if (!look_expand(r, decl, &tokens)) {
        return;
    }
    enum look_word word = reset_word(&tokens);
    if (word != WORD_NONE) {
        note_reset(r->looks, word);
        add_reset(decl, word, out);
        return;
    }
    if (all) {
        look_bad_value(r, decl);
        return;
    }
    bool whole = tokens.n > 0 && look_value_tokens(tokens.t, tokens.n) == tokens.n;
    if (p ? !(whole && look_longhand(r, decl, p->name, tokens.t, tokens.n, out))
          : !s->read(r, decl, &tokens, out)) {
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
