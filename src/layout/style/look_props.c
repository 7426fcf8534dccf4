/* SPDX-License-Identifier: MIT */
/*
 * Properties of style sheets: which there are, what they take, and shorthands as the longhands they
 * stand for. What is not among them is reported once for each declaration, but for what has no
 * meaning on paper.
 */
#include "layout/style/look_internal.h"
#include "layout/style/style.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);
DIAG_USE(DIAG_CSS_VALUE);

static const struct look_name WEIGHTS[] = {{"normal", WORD_NORMAL},
                                           {"lighter", WORD_NORMAL},
                                           {"bold", WORD_BOLD},
                                           {"bolder", WORD_BOLD},
                                           {NULL, WORD_NONE}};
static const struct look_name SLOPES[] = {
    {"normal", WORD_NORMAL}, {"italic", WORD_ITALIC}, {"oblique", WORD_ITALIC}, {NULL, WORD_NONE}};
static const struct look_name CAPS[] = {{"normal", WORD_NORMAL},
                                        {"none", WORD_NORMAL},
                                        {"small-caps", WORD_SMALL_CAPS},
                                        {NULL, WORD_NONE}};
/* CSS Fonts 4, section 2.5.1; layout has LaTeX's sizes for them */
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
    {"left", WORD_LEFT},     {"start", WORD_LEFT},      {"right", WORD_RIGHT}, {"end", WORD_RIGHT},
    {"center", WORD_CENTER}, {"justify", WORD_JUSTIFY}, {NULL, WORD_NONE}};
static const struct look_name TRANSFORMS[] = {{"none", WORD_NONE},
                                              {"uppercase", WORD_UPPERCASE},
                                              {"lowercase", WORD_LOWERCASE},
                                              {"capitalize", WORD_CAPITALIZE},
                                              {NULL, WORD_NONE}};
static const struct look_name DECORATIONS[] = {{"none", WORD_NONE},
                                               {"underline", WORD_UNDERLINE},
                                               {"line-through", WORD_LINE_THROUGH},
                                               {NULL, WORD_NONE}};
static const struct look_name HYPHENS[] = {
    {"none", WORD_NONE}, {"manual", WORD_NONE}, {"auto", WORD_AUTO}, {NULL, WORD_NONE}};
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
static const struct look_name DISPLAYS[] = {{"none", WORD_NONE},      {"block", WORD_SHOWN},
                                            {"inline", WORD_SHOWN},   {"list-item", WORD_SHOWN},
                                            {"contents", WORD_SHOWN}, {NULL, WORD_NONE}};
static const struct look_name BREAKS[] = {
    {"auto", WORD_AUTO},  {"page", WORD_PAGE},   {"always", WORD_PAGE},      {"left", WORD_PAGE},
    {"right", WORD_PAGE}, {"avoid", WORD_AVOID}, {"avoid-page", WORD_AVOID}, {NULL, WORD_NONE}};
static const struct look_name INSIDES[] = {
    {"auto", WORD_AUTO}, {"avoid", WORD_AVOID}, {"avoid-page", WORD_AVOID}, {NULL, WORD_NONE}};
static const struct look_name NORMAL[] = {{"normal", WORD_NORMAL}, {NULL, WORD_NONE}};
static const struct look_name AUTO[] = {{"auto", WORD_AUTO}, {NULL, WORD_NONE}};
static const struct look_name LINES[] = {
    {"none", WORD_NONE}, {"hidden", WORD_NONE}, {"solid", WORD_SOLID}, {NULL, WORD_NONE}};

struct property {
    const char *name;
    enum look_prop prop;
    unsigned takes;
    const struct look_name *names;
};

#define LENGTH (TAKES_LENGTH | TAKES_PERCENT)

/* Sorted by name. */
static const struct property PROPERTIES[] = {
    {"border-bottom-color", LOOK_BORDER_BOTTOM_COLOR, TAKES_COLOUR, NULL},
    {"border-bottom-style", LOOK_BORDER_BOTTOM_STYLE, 0, LINES},
    {"border-bottom-width", LOOK_BORDER_BOTTOM_WIDTH, TAKES_LENGTH, NULL},
    {"border-top-color", LOOK_BORDER_TOP_COLOR, TAKES_COLOUR, NULL},
    {"border-top-style", LOOK_BORDER_TOP_STYLE, 0, LINES},
    {"border-top-width", LOOK_BORDER_TOP_WIDTH, TAKES_LENGTH, NULL},
    {"break-after", LOOK_BREAK_AFTER, 0, BREAKS},
    {"break-before", LOOK_BREAK_BEFORE, 0, BREAKS},
    {"break-inside", LOOK_BREAK_INSIDE, 0, INSIDES},
    {"color", LOOK_COLOR, TAKES_COLOUR, NULL},
    {"column-count", LOOK_COLUMN_COUNT, TAKES_NUMBER, AUTO},
    {"column-gap", LOOK_COLUMN_GAP, LENGTH, NORMAL},
    {"display", LOOK_DISPLAY, 0, DISPLAYS},
    {"font-size", LOOK_FONT_SIZE, LENGTH, SIZES},
    {"font-style", LOOK_FONT_STYLE, 0, SLOPES},
    {"font-variant", LOOK_FONT_CAPS, 0, CAPS},
    {"font-variant-caps", LOOK_FONT_CAPS, 0, CAPS},
    {"font-weight", LOOK_FONT_WEIGHT, TAKES_NUMBER, WEIGHTS},
    {"hyphens", LOOK_HYPHENS, 0, HYPHENS},
    {"letter-spacing", LOOK_LETTER_SPACING, TAKES_LENGTH | TAKES_NEGATIVE, NORMAL},
    {"line-height", LOOK_LINE_HEIGHT, LENGTH | TAKES_NUMBER, NORMAL},
    {"list-style-type", LOOK_LIST_STYLE, TAKES_TEXT, MARKERS},
    {"margin-bottom", LOOK_MARGIN_BOTTOM, LENGTH, AUTO},
    {"margin-left", LOOK_MARGIN_LEFT, LENGTH | TAKES_NEGATIVE, AUTO},
    {"margin-right", LOOK_MARGIN_RIGHT, LENGTH | TAKES_NEGATIVE, AUTO},
    {"margin-top", LOOK_MARGIN_TOP, LENGTH, AUTO},
    {"orphans", LOOK_ORPHANS, TAKES_NUMBER, NULL},
    {"padding-bottom", LOOK_PADDING_BOTTOM, LENGTH, NULL},
    {"padding-left", LOOK_PADDING_LEFT, LENGTH, NULL},
    {"padding-right", LOOK_PADDING_RIGHT, LENGTH, NULL},
    {"padding-top", LOOK_PADDING_TOP, LENGTH, NULL},
    {"page-break-after", LOOK_BREAK_AFTER, 0, BREAKS},
    {"page-break-before", LOOK_BREAK_BEFORE, 0, BREAKS},
    {"page-break-inside", LOOK_BREAK_INSIDE, 0, INSIDES},
    {"text-align", LOOK_TEXT_ALIGN, 0, ALIGNS},
    {"text-decoration", LOOK_TEXT_DECORATION, 0, DECORATIONS},
    {"text-decoration-line", LOOK_TEXT_DECORATION, 0, DECORATIONS},
    {"text-indent", LOOK_TEXT_INDENT, LENGTH | TAKES_NEGATIVE, NULL},
    {"text-transform", LOOK_TEXT_TRANSFORM, 0, TRANSFORMS},
    {"widows", LOOK_WIDOWS, TAKES_NUMBER, NULL},
};

static const struct property *find_property(struct str name) {
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

static void add(look_decls *out, const struct css_decl *decl, enum look_prop prop,
                struct look_value v) {
    v.important = decl->important;
    v.span = decl->value_span;
    vec_push(out, (struct look_decl){prop, v});
}

static void add_word(look_decls *out, const struct css_decl *decl, enum look_prop prop,
                     enum look_word word) {
    add(out, decl, prop, (struct look_value){.kind = LOOK_WORD, .word = word});
}

/** One longhand by its name from some tokens; false when it does not take them. */
static bool read_longhand(struct look_reader *r, const struct css_decl *decl, const char *name,
                          const struct css_token *t, size_t n, look_decls *out) {
    const struct property *p = find_property(str_of(name));
    struct look_value v;
    if (!look_value_read(r->arena, t, n, p->takes, p->names, &v)) {
        return false;
    }
    add(out, decl, p->prop, v);
    return true;
}

/* ---- shorthands; each gets the whole value and returns whether it was one ---- */

/** One to four lengths: top, right, bottom, left (CSS Box 4, section 4.1). */
static bool read_sides(struct look_reader *r, const struct css_decl *decl,
                       const struct look_tokens *tokens, const char *const names[4],
                       look_decls *out) {
    static const size_t FROM[5][4] = {{0}, {0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}};
    if (tokens->n < 1 || tokens->n > 4) {
        return false;
    }
    for (size_t i = 0; i < 4; i++) {
        if (!read_longhand(r, decl, names[i], &tokens->t[FROM[tokens->n][i]], 1, out)) {
            return false;
        }
    }
    return true;
}

static bool read_margin(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"margin-top", "margin-right", "margin-bottom",
                                        "margin-left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_padding(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"padding-top", "padding-right", "padding-bottom",
                                        "padding-left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

/** Width, style and colour in any order; what is not named is what it is without a sheet: the style
 * none, the colour the text's (CSS Backgrounds 3, section 4.4). */
static bool read_line(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, const char *const names[3],
                      look_decls *out) {
    enum look_prop width = find_property(str_of(names[0]))->prop;
    enum look_prop style = find_property(str_of(names[1]))->prop;
    enum look_prop colour = find_property(str_of(names[2]))->prop;
    bool seen[3] = {false, false, false};
    for (size_t i = 0; i < tokens->n;) {
        size_t n = look_value_tokens(tokens->t + i, tokens->n - i);
        size_t k = 0;
        while (k < 3 && (seen[k] || !read_longhand(r, decl, names[k], tokens->t + i, n, out))) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        seen[k] = true;
        i += n;
    }
    if (!seen[0]) {
        add(out, decl, width, (struct look_value){.kind = LOOK_ABSOLUTE, .length = SP_PT / 2});
    }
    if (!seen[1]) {
        add_word(out, decl, style, WORD_NONE);
    }
    if (!seen[2]) {
        add_word(out, decl, colour, WORD_CURRENT);
    }
    return tokens->n > 0;
}

static bool read_border_top(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-top-width", "border-top-style", "border-top-color"};
    return read_line(r, decl, tokens, NAMES, out);
}

static bool read_border_bottom(struct look_reader *r, const struct css_decl *decl,
                               const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-bottom-width", "border-bottom-style",
                                        "border-bottom-color"};
    return read_line(r, decl, tokens, NAMES, out);
}

/** `border: 0` and `border: none`: paper has no boxes to take the lines of, but rules it has. */
static bool read_border(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    bool none =
        tokens->n == 1 && ((tokens->t->kind == CSS_NUMBER && tokens->t->micro == 0) ||
                           (tokens->t->kind == CSS_IDENT && str_ieq(tokens->t->text, STR("none"))));
    return none && read_border_top(r, decl, tokens, out) &&
           read_border_bottom(r, decl, tokens, out);
}

static bool read_list_style(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    size_t n = tokens->n;
    const struct css_token *t = tokens->t;
    if (n == 2 && t[1].kind == CSS_IDENT && str_ieq(t[1].text, STR("outside"))) {
        n = 1;
    }
    return n == 1 && read_longhand(r, decl, "list-style-type", t, 1, out);
}

static bool read_columns(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    return tokens->n == 1 && read_longhand(r, decl, "column-count", tokens->t, 1, out);
}

/** `6em 1fr`, or `none`: terms beside what they mean are the one grid that paper has. */
static bool read_grid(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, look_decls *out) {
    static const struct look_name NONE[] = {{"none", WORD_NONE}, {NULL, WORD_NONE}};
    struct look_value value;
    bool rest = tokens->n == 2 && tokens->t[1].kind == CSS_DIMENSION &&
                str_ieq(tokens->t[1].text, STR("fr"));
    if ((tokens->n != 1 && !rest) ||
        !look_value_read(r->arena, tokens->t, 1, rest ? LENGTH : 0, rest ? NULL : NONE, &value)) {
        return false;
    }
    add(out, decl, LOOK_TERM_COLUMN, value);
    return true;
}

/** Nothing behind the text is what paper has. */
static bool read_background(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    (void)r;
    (void)decl;
    (void)out;
    return tokens->n == 1 && tokens->t->kind == CSS_IDENT &&
           (str_ieq(tokens->t->text, STR("none")) || str_ieq(tokens->t->text, STR("transparent")));
}

/** Figures: lining, old style, tabular, proportional. */
static bool read_numeric(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    static const struct {
        const char *name;
        unsigned feature;
    } NAMES[] = {{"normal", 0},
                 {"lining-nums", 0},
                 {"proportional-nums", 0},
                 {"oldstyle-nums", FONT_ONUM},
                 {"tabular-nums", FONT_TNUM}};
    struct look_value value = {.kind = LOOK_NUMBER};
    (void)r;
    for (size_t i = 0; i < tokens->n; i++) {
        size_t k = 0;
        while (k < ARRAY_LEN(NAMES) && !(tokens->t[i].kind == CSS_IDENT &&
                                         str_ieq(tokens->t[i].text, str_of(NAMES[k].name)))) {
            k++;
        }
        if (k == ARRAY_LEN(NAMES)) {
            return false;
        }
        value.features |= NAMES[k].feature;
    }
    add(out, decl, LOOK_FONT_NUMERIC, value);
    return tokens->n > 0;
}

/** A family's name: a string, or words with single spaces; how many tokens it takes up. */
static size_t read_family_name(struct look_reader *r, const struct css_token *t, size_t n,
                               struct str *name) {
    size_t i = 0;
    *name = STR_EMPTY;
    if (n > 0 && t->kind == CSS_STRING) {
        *name = arena_str(r->arena, t->text);
        return 1;
    }
    for (; i < n && t[i].kind == CSS_IDENT; i++) {
        *name = i == 0 ? t[i].text : arena_join(r->arena, 3, *name, STR(" "), t[i].text);
    }
    return i;
}

static bool generic_family(struct str name, enum font_class *cls) {
    static const struct {
        const char *name;
        enum font_class cls;
    } GENERIC[] = {{"serif", FONT_SERIF},        {"sans-serif", FONT_SANS},
                   {"monospace", FONT_MONO},     {"system-ui", FONT_SANS},
                   {"ui-sans-serif", FONT_SANS}, {"ui-serif", FONT_SERIF},
                   {"ui-monospace", FONT_MONO}};
    for (size_t i = 0; i < ARRAY_LEN(GENERIC); i++) {
        if (str_ieq(name, str_of(GENERIC[i].name))) {
            *cls = GENERIC[i].cls;
            return true;
        }
    }
    return false;
}

/** Names between commas (CSS Fonts 4, section 2.1); generic ones are those without quotes. */
static bool read_families(struct look_reader *r, const struct css_decl *decl,
                          const struct look_tokens *tokens, look_decls *out) {
    VEC(struct look_family) list = VEC_INIT;
    bool good = true;
    for (size_t i = 0; i <= tokens->n && good; i++) { /* a comma at the end has no name behind it */
        struct look_family f = {STR_EMPTY, FONT_SERIF};
        bool quoted = i < tokens->n && tokens->t[i].kind == CSS_STRING;
        i += read_family_name(r, tokens->t + i, tokens->n - i, &f.name);
        good = f.name.n > 0 && (i == tokens->n || tokens->t[i].kind == CSS_COMMA);
        if (!quoted && generic_family(f.name, &f.cls)) {
            f.name = STR_EMPTY;
        }
        vec_push(&list, f);
    }
    struct look_value value = {.kind = LOOK_FAMILIES, .nfamilies = list.n};
    value.families = vec_keep(&list, r->arena);
    vec_drop(&list);
    if (good) {
        add(out, decl, LOOK_FONT_FAMILY, value);
    }
    return good;
}

/** `font: italic small-caps bold 11pt/1.3 family, family` (CSS Fonts 4, section 2.7): what it does
 * not name is normal again. */
static bool read_font(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, look_decls *out) {
    static const char *const BEFORE[] = {"font-style", "font-variant", "font-weight"};
    static const enum look_prop RESET[] = {LOOK_FONT_STYLE, LOOK_FONT_CAPS, LOOK_FONT_WEIGHT,
                                           LOOK_FONT_NUMERIC, LOOK_LINE_HEIGHT};
    size_t i = 0;
    for (size_t k = 0; k < ARRAY_LEN(RESET); k++) {
        add_word(out, decl, RESET[k], WORD_NORMAL);
    }
    while (i < tokens->n && !read_longhand(r, decl, "font-size", tokens->t + i, 1, out)) {
        size_t k = 0;
        while (k < 3 && !read_longhand(r, decl, BEFORE[k], tokens->t + i, 1, out)) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        i++;
    }
    if (i == tokens->n) {
        return false; /* without a size */
    }
    i++;
    if (i + 1 < tokens->n && tokens->t[i].kind == CSS_DELIM && str_is(tokens->t[i].text, "/")) {
        if (!read_longhand(r, decl, "line-height", tokens->t + i + 1, 1, out)) {
            return false;
        }
        i += 2;
    }
    struct look_tokens rest = {tokens->t + i, tokens->n - i};
    return read_families(r, decl, &rest, out);
}

/** What is read in a way of its own, most of it longhands in one; they are [first, last]. */
struct shorthand {
    const char *name;
    bool (*read)(struct look_reader *, const struct css_decl *, const struct look_tokens *,
                 look_decls *);
    enum look_prop first, last;
};

static const struct shorthand SHORTHANDS[] = {
    {"background", read_background, LOOK_COUNT, LOOK_COUNT},
    {"background-color", read_background, LOOK_COUNT, LOOK_COUNT},
    {"border", read_border, LOOK_BORDER_TOP_WIDTH, LOOK_BORDER_BOTTOM_COLOR},
    {"border-bottom", read_border_bottom, LOOK_BORDER_BOTTOM_WIDTH, LOOK_BORDER_BOTTOM_COLOR},
    {"border-top", read_border_top, LOOK_BORDER_TOP_WIDTH, LOOK_BORDER_TOP_COLOR},
    {"columns", read_columns, LOOK_COLUMN_COUNT, LOOK_COLUMN_COUNT},
    {"font", read_font, LOOK_FONT_FAMILY, LOOK_LINE_HEIGHT},
    {"font-family", read_families, LOOK_FONT_FAMILY, LOOK_FONT_FAMILY},
    {"font-variant-numeric", read_numeric, LOOK_FONT_NUMERIC, LOOK_FONT_NUMERIC},
    {"grid-template-columns", read_grid, LOOK_TERM_COLUMN, LOOK_TERM_COLUMN},
    {"list-style", read_list_style, LOOK_LIST_STYLE, LOOK_LIST_STYLE},
    {"margin", read_margin, LOOK_MARGIN_TOP, LOOK_MARGIN_LEFT},
    {"padding", read_padding, LOOK_PADDING_TOP, LOOK_PADDING_LEFT},
};

/* ---- all of them ---- */

/** What only means something where there is a screen, a mouse or a scroll bar. */
static bool has_no_meaning_on_paper(struct str name) {
    static const char *const NAMES[] = {
        "accent-color",     "appearance",     "box-sizing",         "caret-color", "color-scheme",
        "cursor",           "pointer-events", "print-color-adjust", "resize",      "text-rendering",
        "text-size-adjust", "text-wrap",      "touch-action",       "user-select", "will-change"};
    static const char *const STARTS[] = {"-",       "animation",  "outline",           "overflow",
                                         "scroll-", "transition", "content-visibility"};
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        if (str_is(name, NAMES[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(STARTS); i++) {
        if (str_starts(name, str_of(STARTS[i]))) {
            return true;
        }
    }
    return false;
}

static void unknown_property(struct look_reader *r, const struct css_decl *decl) {
    struct str names[ARRAY_LEN(PROPERTIES) + ARRAY_LEN(SHORTHANDS)];
    size_t n = 0;
    if (has_no_meaning_on_paper(decl->name)) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(PROPERTIES); i++) {
        names[n++] = str_of(PROPERTIES[i].name);
    }
    for (size_t i = 0; i < ARRAY_LEN(SHORTHANDS); i++) {
        names[n++] = str_of(SHORTHANDS[i].name);
    }
    struct diag *g = diag_add(r->d, DIAG_CSS_UNSUPPORTED, decl->name_span,
                              "the PDF does not know the property `%.*s`", STR_ARG(decl->name));
    struct str near = diag_nearest(decl->name, names, n);
    if (near.n > 0) {
        diag_hint(r->d, g, "did you mean `%.*s`?", STR_ARG(near));
    }
}

/** The words that every property takes: here they all undo what sheets said before. */
static bool is_reset(const struct look_tokens *tokens) {
    static const char *const WORDS[] = {"inherit", "initial", "unset", "revert", "revert-layer"};
    for (size_t i = 0; i < ARRAY_LEN(WORDS) && tokens->n == 1 && tokens->t->kind == CSS_IDENT;
         i++) {
        if (str_ieq(tokens->t->text, str_of(WORDS[i]))) {
            return true;
        }
    }
    return false;
}

void look_decl_read(struct look_reader *r, const struct css_decl *decl, look_decls *out) {
    const struct property *p = find_property(decl->name);
    const struct shorthand *s = NULL;
    struct look_tokens tokens;
    size_t had = out->n;
    for (size_t i = 0; i < ARRAY_LEN(SHORTHANDS) && !p; i++) {
        s = str_is(decl->name, SHORTHANDS[i].name) ? &SHORTHANDS[i] : s;
    }
    if (!p && !s) {
        unknown_property(r, decl);
        return;
    }
    if (!look_expand(r, decl, &tokens)) {
        return;
    }
    if (is_reset(&tokens)) {
        enum look_prop last = p ? p->prop : s->last;
        for (enum look_prop i = p ? p->prop : s->first; i <= last && i < LOOK_COUNT; i++) {
            add(out, decl, i, (struct look_value){.kind = LOOK_UNSET});
        }
        return;
    }
    bool whole = tokens.n > 0 && look_value_tokens(tokens.t, tokens.n) == tokens.n;
    if (p ? !(whole && read_longhand(r, decl, p->name, tokens.t, tokens.n, out))
          : !s->read(r, decl, &tokens, out)) {
        out->n = had;
        look_bad_value(r, decl);
    }
}
