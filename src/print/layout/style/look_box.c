/* SPDX-License-Identifier: MIT */
/*
 * Shorthands of boxes are converted to longhands: sides, borders, radii, columns, grids (CSS Box 4,
 * Backgrounds and Borders 3, Multi-column 1, Flexbox 1, Grid 1).
 */
#include "print/layout/style/look_internal.h"

#define MAX_TRACKS 32 /* maximum number of columns in a grid */

/* ---- sides ---- */

typedef const char *const side_names[4];

/** The number of parts of a value, and the token at which each begins. 0 if there are more than
 * four. */
static size_t split_parts(const struct look_tokens *tokens, size_t at[5]) {
    size_t n = 0;
    for (size_t i = 0; i < tokens->n;) {
        if (n == 4) {
            return 0;
        }
        at[n++] = i;
        i += look_value_tokens(tokens->t + i, tokens->n - i);
    }
    at[n] = tokens->n;
    return n;
}

/** Reads one to four values: top, right, bottom, left (CSS Box 4, section 4.1). */
static bool read_sides(struct look_reader *r, const struct css_decl *decl,
                       const struct look_tokens *tokens, side_names names, look_decls *out) {
    static const size_t FROM[5][4] = {{0}, {0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}};
    size_t at[5];
    size_t n = split_parts(tokens, at);
    for (size_t i = 0; i < 4 && n > 0; i++) {
        size_t k = FROM[n][i];
        if (!look_longhand(r, decl, names[i], &tokens->t[at[k]], at[k + 1] - at[k], out)) {
            return false;
        }
    }
    return n > 0;
}

static bool read_margin(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"margin-top", "margin-right", "margin-bottom", "margin-left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_padding(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"padding-top", "padding-right", "padding-bottom", "padding-left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_inset(struct look_reader *r, const struct css_decl *decl,
                       const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"top", "right", "bottom", "left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_border_width(struct look_reader *r, const struct css_decl *decl,
                              const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"border-top-width", "border-right-width", "border-bottom-width",
                               "border-left-width"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_border_style(struct look_reader *r, const struct css_decl *decl,
                              const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"border-top-style", "border-right-style", "border-bottom-style",
                               "border-left-style"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_border_color(struct look_reader *r, const struct css_decl *decl,
                              const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"border-top-color", "border-right-color", "border-bottom-color",
                               "border-left-color"};
    return read_sides(r, decl, tokens, NAMES, out);
}

/** Reads radii, from the top left corner on. The second radius of an ellipse is not supported. */
static bool read_radius(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    static side_names NAMES = {"border-top-left-radius", "border-top-right-radius",
                               "border-bottom-right-radius", "border-bottom-left-radius"};
    return read_sides(r, decl, tokens, NAMES, out);
}

/* ---- borders ---- */

/** Reads width, style and colour of a line in any order. Missing parts get their initial values:
 * the style is none and the colour is that of the text (CSS Backgrounds 3, section 4.4). */
static bool read_line(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, const char *const names[3],
                      enum look_prop width, look_decls *out) {
    bool seen[3] = {false, false, false};
    for (size_t i = 0; i < tokens->n;) {
        size_t n = look_value_tokens(tokens->t + i, tokens->n - i);
        size_t k = 0;
        while (k < 3 && (seen[k] || !look_longhand(r, decl, names[k], tokens->t + i, n, out))) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        seen[k] = true;
        i += n;
    }
    if (!seen[0]) {
        look_add(out, decl, width, (struct look_value){.kind = LOOK_ABSOLUTE, .length = SP_PT / 2});
    }
    if (!seen[1]) {
        look_add_word(out, decl, width + 1, WORD_NONE);
    }
    if (!seen[2]) {
        look_add_word(out, decl, width + 2, WORD_CURRENT);
    }
    return tokens->n > 0;
}

static bool read_border_top(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-top-width", "border-top-style", "border-top-color"};
    return read_line(r, decl, tokens, NAMES, LOOK_BORDER_TOP_WIDTH, out);
}

static bool read_border_right(struct look_reader *r, const struct css_decl *decl,
                              const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-right-width", "border-right-style",
                                        "border-right-color"};
    return read_line(r, decl, tokens, NAMES, LOOK_BORDER_RIGHT_WIDTH, out);
}

static bool read_border_bottom(struct look_reader *r, const struct css_decl *decl,
                               const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-bottom-width", "border-bottom-style",
                                        "border-bottom-color"};
    return read_line(r, decl, tokens, NAMES, LOOK_BORDER_BOTTOM_WIDTH, out);
}

static bool read_border_left(struct look_reader *r, const struct css_decl *decl,
                             const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-left-width", "border-left-style",
                                        "border-left-color"};
    return read_line(r, decl, tokens, NAMES, LOOK_BORDER_LEFT_WIDTH, out);
}

static bool read_border(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    return read_border_top(r, decl, tokens, out) && read_border_right(r, decl, tokens, out) &&
           read_border_bottom(r, decl, tokens, out) && read_border_left(r, decl, tokens, out);
}

static bool read_column_rule(struct look_reader *r, const struct css_decl *decl,
                             const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"column-rule-width", "column-rule-style",
                                        "column-rule-color"};
    return read_line(r, decl, tokens, NAMES, LOOK_COLUMN_RULE_WIDTH, out);
}

/* ---- backgrounds ---- */

/** Reads the colour of a background. Images and gradients are not supported. */
static bool read_background(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    bool colour = false;
    bool other = tokens->n == 0;
    for (size_t i = 0; i < tokens->n;) {
        size_t n = look_value_tokens(tokens->t + i, tokens->n - i);
        bool none =
            n == 1 && tokens->t[i].kind == CSS_IDENT && str_ieq(tokens->t[i].text, STR("none"));
        if (!colour && look_longhand(r, decl, "background-color", tokens->t + i, n, out)) {
            colour = true;
        } else if (!none) {
            other = true;
        }
        i += n;
    }
    if (!colour && !other) {
        look_add(out, decl, LOOK_BACKGROUND, (struct look_value){.kind = LOOK_COLOUR});
    }
    if (colour && other) { /* only the supported part is applied */
        look_bad_value(r, decl);
    }
    return colour || !other;
}

/* ---- columns ---- */

/** Reads the number of columns, their width, or both. */
static bool read_columns(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    size_t at[5];
    size_t n = split_parts(tokens, at);
    for (size_t i = 0; i < n; i++) {
        const struct css_token *t = &tokens->t[at[i]];
        size_t len = at[i + 1] - at[i];
        if (!look_longhand(r, decl, "column-count", t, len, out) &&
            !look_longhand(r, decl, "column-width", t, len, out)) {
            return false;
        }
    }
    return n > 0 && n < 3;
}

/** Reads the gap between rows and the gap between columns. */
static bool read_gap(struct look_reader *r, const struct css_decl *decl,
                     const struct look_tokens *tokens, look_decls *out) {
    size_t at[5];
    size_t n = split_parts(tokens, at);
    return n > 0 && n < 3 && look_longhand(r, decl, "row-gap", tokens->t, at[1], out) &&
           look_longhand(r, decl, "column-gap", &tokens->t[at[n - 1]], at[n] - at[n - 1], out);
}

static struct look_value number(int64_t micro) {
    return (struct look_value){.kind = LOOK_NUMBER, .micro = micro};
}

/** Reads `none`, `auto`, `2` or `1 0 30%`: the share of the room that a flexible item gets (CSS
 * Flexbox 1, section 7.1). */
static bool read_flex(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, look_decls *out) {
    size_t at[5];
    size_t n = split_parts(tokens, at);
    bool word = n == 1 && tokens->t->kind == CSS_IDENT;
    bool none = word && str_ieq(tokens->t->text, STR("none"));
    int64_t grow = none || (word && str_ieq(tokens->t->text, STR("initial"))) ? 0 : CSS_MICRO;
    bool basis = false;
    size_t numbers = 0;
    if (n < 1 || n > 3) {
        return false;
    }
    look_add(out, decl, LOOK_FLEX_GROW, number(grow));
    look_add(out, decl, LOOK_FLEX_SHRINK, number(none ? 0 : CSS_MICRO));
    if (none) {
        look_add_word(out, decl, LOOK_FLEX_BASIS, WORD_AUTO);
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        const struct css_token *t = &tokens->t[at[i]];
        size_t len = at[i + 1] - at[i];
        const char *name = numbers == 0 ? "flex-grow" : "flex-shrink";
        if (numbers < 2 && look_longhand(r, decl, name, t, len, out)) {
            numbers++;
        } else if (!basis && look_longhand(r, decl, "flex-basis", t, len, out)) {
            basis = true;
        } else {
            return false;
        }
    }
    if (!basis) {
        look_add(out, decl, LOOK_FLEX_BASIS, (struct look_value){.kind = LOOK_ABSOLUTE});
    }
    return true;
}

static bool read_flex_flow(struct look_reader *r, const struct css_decl *decl,
                           const struct look_tokens *tokens, look_decls *out) {
    for (size_t i = 0; i < tokens->n; i++) {
        if (!look_longhand(r, decl, "flex-direction", &tokens->t[i], 1, out) &&
            !look_longhand(r, decl, "flex-wrap", &tokens->t[i], 1, out)) {
            return false;
        }
    }
    return tokens->n > 0 && tokens->n < 3;
}

/* ---- grids ---- */

typedef VEC(struct look_track) track_list;

static bool is_word(const struct css_token *t, const char *word) {
    return t->kind == CSS_IDENT && str_ieq(t->text, str_of(word));
}

/** The end of the function argument that begins at `i`. */
static size_t argument_end(const struct css_token *t, size_t n, size_t i) {
    while (i < n && t[i].kind != CSS_COMMA && t[i].kind != CSS_CLOSE) {
        i += look_value_tokens(t + i, n - i);
    }
    return i < n ? i : n;
}

/** Reads the size of a column: a length, `auto`, `1fr`, or minmax(), of which only the larger size
 * is used (Grid 1, section 7.2.1). */
static bool read_track(struct look_reader *r, const struct css_token *t, size_t n,
                       struct look_track *out) {
    *out = (struct look_track){.kind = TRACK_CONTENT};
    if (n > 1 && t->kind == CSS_FUNCTION && str_ieq(t->text, STR("minmax"))) {
        size_t least = argument_end(t, n, 1);
        size_t most = least < n ? argument_end(t, n, least + 1) : n;
        if (least >= n || most <= least + 1 || most - least - 1 >= n) {
            return false;
        }
        bool open = is_word(&t[least + 1], "auto") || is_word(&t[least + 1], "max-content");
        return open ? read_track(r, t + 1, least - 1, out)
                    : read_track(r, t + least + 1, most - least - 1, out);
    }
    if (n == 1 && (is_word(t, "auto") || is_word(t, "max-content") || is_word(t, "min-content"))) {
        return true;
    }
    if (n == 1 && t->kind == CSS_DIMENSION && str_ieq(t->text, STR("fr"))) {
        out->kind = TRACK_SHARE;
        out->value = number(t->micro);
        return t->micro > 0 && t->micro <= (int64_t)1000 * CSS_MICRO;
    }
    out->kind = TRACK_LENGTH;
    return look_value_read(r->arena, t, n, TAKES_LENGTH | TAKES_PERCENT, NULL, &out->value);
}

static bool read_tracks(struct look_reader *r, const struct css_token *t, size_t n, bool nested,
                        track_list *list);

/** Reads the minimum of `minmax(10em, 1fr)` in a repetition that fills the line. */
static bool read_fill(struct look_reader *r, const struct css_token *t, size_t n,
                      track_list *list) {
    struct look_track track = {.kind = TRACK_LENGTH, .fill = true};
    bool range = n > 1 && t->kind == CSS_FUNCTION && str_ieq(t->text, STR("minmax"));
    size_t from = range ? 1 : 0;
    size_t end = range ? argument_end(t, n, 1) : n;
    if (end <= from || !look_value_read(r->arena, t + from, end - from,
                                        TAKES_LENGTH | TAKES_PERCENT, NULL, &track.value)) {
        return false;
    }
    vec_push(list, track);
    return true;
}

/** Reads `repeat(3, 1fr)` (section 7.2.3); `t` is the function. */
static bool read_repeat(struct look_reader *r, const struct css_token *t, size_t n,
                        track_list *list) {
    size_t comma = argument_end(t, n, 1);
    size_t end = n > 0 && t[n - 1].kind == CSS_CLOSE ? n - 1 : n;
    if (comma != 2 || comma + 1 >= end) {
        return false;
    }
    if (is_word(&t[1], "auto-fill") || is_word(&t[1], "auto-fit")) {
        return read_fill(r, t + comma + 1, end - comma - 1, list);
    }
    if (t[1].kind != CSS_NUMBER || t[1].micro < CSS_MICRO) {
        return false;
    }
    for (int64_t i = 0; i < t[1].micro / CSS_MICRO; i++) {
        if (i >= MAX_TRACKS || !read_tracks(r, t + comma + 1, end - comma - 1, true, list)) {
            return false;
        }
    }
    return true;
}

/** Reads the sizes of columns. `nested` means that they are inside a repetition, which cannot
 * contain another one. */
static bool read_tracks(struct look_reader *r, const struct css_token *t, size_t n, bool nested,
                        track_list *list) {
    for (size_t i = 0; i < n;) {
        size_t len = look_value_tokens(t + i, n - i);
        struct look_track track;
        if (list->n >= MAX_TRACKS) {
            return false;
        }
        if (!nested && t[i].kind == CSS_FUNCTION && str_ieq(t[i].text, STR("repeat"))) {
            if (!read_repeat(r, t + i, len, list)) {
                return false;
            }
        } else if (read_track(r, t + i, len, &track)) {
            vec_push(list, track);
        } else {
            return false;
        }
        i += len;
    }
    return n > 0;
}

/** Reads the columns of a grid. The first of two columns, as in `6em 1fr`, is also the column for
 * the terms of a list. */
static bool read_grid(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, look_decls *out) {
    track_list list = VEC_INIT;
    bool none = tokens->n == 1 && is_word(tokens->t, "none");
    bool good = none || read_tracks(r, tokens->t, tokens->n, false, &list);
    if (none) {
        look_add_word(out, decl, LOOK_TERM_COLUMN, WORD_NONE);
        look_add_word(out, decl, LOOK_GRID_COLUMNS, WORD_NONE);
    } else if (good) {
        bool terms = list.n == 2 && list.p[0].kind == TRACK_LENGTH && list.p[1].kind == TRACK_SHARE;
        struct look_value tracks = {.kind = LOOK_TRACKS, .ntracks = list.n};
        struct look_value first = list.p[0].value;
        tracks.tracks = vec_keep(&list, r->arena);
        look_add(out, decl, LOOK_GRID_COLUMNS, tracks);
        if (terms) {
            look_add(out, decl, LOOK_TERM_COLUMN, first);
        }
    }
    vec_drop(&list);
    return good;
}

static bool read_line_number(const struct css_token *t, int64_t *out) {
    *out = t->micro / CSS_MICRO;
    return t->kind == CSS_NUMBER && *out >= -1 && *out <= MAX_TRACKS && *out != 0;
}

/** Reads the columns that an item of a grid covers: `2`, `1 / 3`, `1 / -1`, `span 2` (Grid 1,
 * section 8). */
static bool read_grid_column(struct look_reader *r, const struct css_decl *decl,
                             const struct look_tokens *tokens, look_decls *out) {
    const struct css_token *t = tokens->t;
    size_t n = tokens->n;
    int64_t from = 0;
    int64_t to = 0;
    struct look_value value = {.kind = LOOK_NUMBER, .length = 1};
    (void)r;
    if (n >= 1 && t->kind == CSS_NUMBER) {
        if (!read_line_number(t, &from) || from < 1) {
            return false;
        }
        t++;
        n--;
        if (n > 0 && (t->kind != CSS_DELIM || !str_is(t->text, "/"))) {
            return false;
        }
        t += n > 0;
        n -= n > 0;
    }
    if (n == 2 && is_word(t, "span") && read_line_number(&t[1], &to) && to > 0) {
        value.length = (sp)to;
    } else if (n == 1 && from > 0 && read_line_number(t, &to) && (to < 0 || to > from)) {
        value.length = to < 0 ? -1 : (sp)(to - from);
    } else if (n > 0) {
        return false;
    }
    value.micro = from * CSS_MICRO;
    look_add(out, decl, LOOK_GRID_COLUMN, value);
    return tokens->n > 0;
}

static const struct look_shorthand SHORTHANDS[] = {
    {"background", read_background, LOOK_BACKGROUND, LOOK_BACKGROUND},
    {"border", read_border, LOOK_BORDER_TOP_WIDTH, LOOK_BORDER_LEFT_COLOR},
    {"border-bottom", read_border_bottom, LOOK_BORDER_BOTTOM_WIDTH, LOOK_BORDER_BOTTOM_COLOR},
    {"border-color", read_border_color, LOOK_COUNT, LOOK_COUNT},
    {"border-left", read_border_left, LOOK_BORDER_LEFT_WIDTH, LOOK_BORDER_LEFT_COLOR},
    {"border-radius", read_radius, LOOK_RADIUS_TOP_LEFT, LOOK_RADIUS_BOTTOM_LEFT},
    {"border-right", read_border_right, LOOK_BORDER_RIGHT_WIDTH, LOOK_BORDER_RIGHT_COLOR},
    {"border-style", read_border_style, LOOK_COUNT, LOOK_COUNT},
    {"border-top", read_border_top, LOOK_BORDER_TOP_WIDTH, LOOK_BORDER_TOP_COLOR},
    {"border-width", read_border_width, LOOK_COUNT, LOOK_COUNT},
    {"column-rule", read_column_rule, LOOK_COLUMN_RULE_WIDTH, LOOK_COLUMN_RULE_COLOR},
    {"columns", read_columns, LOOK_COLUMN_COUNT, LOOK_COLUMN_WIDTH},
    {"flex", read_flex, LOOK_FLEX_GROW, LOOK_FLEX_BASIS},
    {"flex-flow", read_flex_flow, LOOK_FLEX_DIRECTION, LOOK_FLEX_WRAP},
    {"gap", read_gap, LOOK_ROW_GAP, LOOK_COLUMN_GAP},
    {"grid-column", read_grid_column, LOOK_GRID_COLUMN, LOOK_GRID_COLUMN},
    {"grid-template-columns", read_grid, LOOK_TERM_COLUMN, LOOK_GRID_COLUMNS},
    {"inset", read_inset, LOOK_TOP, LOOK_LEFT},
    {"margin", read_margin, LOOK_MARGIN_TOP, LOOK_MARGIN_LEFT},
    {"padding", read_padding, LOOK_PADDING_TOP, LOOK_PADDING_LEFT},
};

const struct look_shorthand *look_box_shorthands(size_t *n) {
    *n = ARRAY_LEN(SHORTHANDS);
    return SHORTHANDS;
}
