/* SPDX-License-Identifier: MIT */
/*
 * Shorthands of boxes are converted to longhands: sides, borders, radii, columns, grids (CSS Box 4,
 * Backgrounds and Borders 3, Multi-column 1, Flexbox 1, Grid 1).
 */
#include "print/layout/style/look_internal.h"

#define MAX_TRACKS 32 /* maximum number of columns in a grid */

/* ---- sides ---- */

/** The number of parts of a value, and the token at which each begins. 0 if there are more than
 * four. */
static size_t split_parts(const struct look_reading *in, size_t at[5]) {
    size_t n = 0;
    for (size_t i = 0; i < in->n;) {
        if (n == 4) {
            return 0;
        }
        at[n++] = i;
        i += look_value_tokens(in->t + i, in->n - i);
    }
    at[n] = in->n;
    return n;
}

/** Reads one to four values: top, right, bottom, left (CSS Box 4, section 4.1). The values of a
 * radius begin at the top left corner; the second radius of an ellipse is not supported. */
bool look_read_sides(const struct look_reading *in) {
    static const size_t FROM[5][4] = {{0}, {0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}};
    size_t at[5];
    size_t n = split_parts(in, at);
    for (unsigned i = 0; i < 4 && n > 0; i++) {
        size_t k = FROM[n][i];
        enum look_prop prop = in->shorthand->first + i * in->shorthand->step;
        if (!look_longhand(in, prop, &in->t[at[k]], at[k + 1] - at[k])) {
            return false;
        }
    }
    return n > 0;
}

/* ---- borders ---- */

/** Reads width, style and colour of a line in any order. Missing parts get their initial values:
 * the style is none and the colour is that of the text (CSS Backgrounds 3, section 4.4). */
static bool read_line(const struct look_reading *in, enum look_prop width) {
    bool seen[3] = {false, false, false};
    for (size_t i = 0; i < in->n;) {
        size_t n = look_value_tokens(in->t + i, in->n - i);
        unsigned k = 0;
        while (k < 3 && (seen[k] || !look_longhand(in, width + k, in->t + i, n))) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        seen[k] = true;
        i += n;
    }
    if (!seen[0]) {
        look_add(in, width, (struct look_value){.kind = LOOK_ABSOLUTE, .length = SP_PT / 2});
    }
    if (!seen[1]) {
        look_add_word(in, width + 1, WORD_NONE);
    }
    if (!seen[2]) {
        look_add_word(in, width + 2, WORD_CURRENT);
    }
    return in->n > 0;
}

bool look_read_line(const struct look_reading *in) {
    return read_line(in, in->shorthand->first);
}

bool look_read_border(const struct look_reading *in) {
    bool good = true;
    for (enum look_prop p = LOOK_BORDER_TOP_WIDTH; p <= LOOK_BORDER_LEFT_WIDTH && good; p += 3) {
        good = read_line(in, p);
    }
    return good;
}

/* ---- backgrounds ---- */

/** Reads the colour of a background. Images and gradients are not supported. */
bool look_read_background(const struct look_reading *in) {
    bool colour = false;
    bool other = in->n == 0;
    for (size_t i = 0; i < in->n;) {
        size_t n = look_value_tokens(in->t + i, in->n - i);
        bool none = n == 1 && look_token_is(&in->t[i], "none");
        if (!colour && look_longhand(in, LOOK_BACKGROUND, in->t + i, n)) {
            colour = true;
        } else if (!none) {
            other = true;
        }
        i += n;
    }
    if (!colour && !other) {
        look_add(in, LOOK_BACKGROUND, (struct look_value){.kind = LOOK_COLOUR});
    }
    if (colour && other) { /* the colour is applied, and the rest of the value is reported */
        look_bad_value(in->r, in->decl);
    }
    return colour || !other;
}

/* ---- columns ---- */

/** Reads the number of columns, their width, or both. */
bool look_read_columns(const struct look_reading *in) {
    size_t at[5];
    size_t n = split_parts(in, at);
    for (size_t i = 0; i < n; i++) {
        const struct css_token *t = &in->t[at[i]];
        size_t len = at[i + 1] - at[i];
        if (!look_longhand(in, LOOK_COLUMN_COUNT, t, len) &&
            !look_longhand(in, LOOK_COLUMN_WIDTH, t, len)) {
            return false;
        }
    }
    return n > 0 && n < 3;
}

bool look_read_gap(const struct look_reading *in) {
    size_t at[5];
    size_t n = split_parts(in, at);
    return n > 0 && n < 3 && look_longhand(in, LOOK_ROW_GAP, in->t, at[1]) &&
           look_longhand(in, LOOK_COLUMN_GAP, &in->t[at[n - 1]], at[n] - at[n - 1]);
}

static struct look_value number(int64_t micro) {
    return (struct look_value){.kind = LOOK_NUMBER, .micro = micro};
}

/** Reads `none`, `auto`, `2` or `1 0 30%`: the share of the room that a flexible item gets (CSS
 * Flexbox 1, section 7.1). */
bool look_read_flex(const struct look_reading *in) {
    size_t at[5];
    size_t n = split_parts(in, at);
    bool word = n == 1 && in->t->kind == CSS_IDENT;
    bool none = word && look_token_is(in->t, "none");
    int64_t grow = none || (word && look_token_is(in->t, "initial")) ? 0 : CSS_MICRO;
    bool basis = false;
    size_t numbers = 0;
    if (n < 1 || n > 3) {
        return false;
    }
    look_add(in, LOOK_FLEX_GROW, number(grow));
    look_add(in, LOOK_FLEX_SHRINK, number(none ? 0 : CSS_MICRO));
    if (none) {
        look_add_word(in, LOOK_FLEX_BASIS, WORD_AUTO);
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        const struct css_token *t = &in->t[at[i]];
        size_t len = at[i + 1] - at[i];
        enum look_prop share = numbers == 0 ? LOOK_FLEX_GROW : LOOK_FLEX_SHRINK;
        if (numbers < 2 && look_longhand(in, share, t, len)) {
            numbers++;
        } else if (!basis && look_longhand(in, LOOK_FLEX_BASIS, t, len)) {
            basis = true;
        } else {
            return false;
        }
    }
    if (!basis) {
        look_add(in, LOOK_FLEX_BASIS, (struct look_value){.kind = LOOK_ABSOLUTE});
    }
    return true;
}

bool look_read_flex_flow(const struct look_reading *in) {
    for (size_t i = 0; i < in->n; i++) {
        if (!look_longhand(in, LOOK_FLEX_DIRECTION, &in->t[i], 1) &&
            !look_longhand(in, LOOK_FLEX_WRAP, &in->t[i], 1)) {
            return false;
        }
    }
    return in->n > 0 && in->n < 3;
}

/* ---- grids ---- */

typedef VEC(struct look_track) track_list;

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
    if (n > 1 && look_opens(t, "minmax")) {
        size_t least = argument_end(t, n, 1);
        size_t most = least < n ? argument_end(t, n, least + 1) : n;
        if (least >= n || most <= least + 1 || most - least - 1 >= n) {
            return false;
        }
        bool open =
            look_token_is(&t[least + 1], "auto") || look_token_is(&t[least + 1], "max-content");
        return open ? read_track(r, t + 1, least - 1, out)
                    : read_track(r, t + least + 1, most - least - 1, out);
    }
    if (n == 1 && (look_token_is(t, "auto") || look_token_is(t, "max-content") ||
                   look_token_is(t, "min-content"))) {
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
    bool range = n > 1 && look_opens(t, "minmax");
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
    if (look_token_is(&t[1], "auto-fill") || look_token_is(&t[1], "auto-fit")) {
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
        if (!nested && look_opens(&t[i], "repeat")) {
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
bool look_read_grid(const struct look_reading *in) {
    track_list list = VEC_INIT;
    bool none = in->n == 1 && look_token_is(in->t, "none");
    bool good = none || read_tracks(in->r, in->t, in->n, false, &list);
    if (none) {
        look_add_word(in, LOOK_TERM_COLUMN, WORD_NONE);
        look_add_word(in, LOOK_GRID_COLUMNS, WORD_NONE);
    } else if (good) {
        bool terms = list.n == 2 && list.p[0].kind == TRACK_LENGTH && list.p[1].kind == TRACK_SHARE;
        struct look_value tracks = {.kind = LOOK_TRACKS, .ntracks = list.n};
        struct look_value first = list.p[0].value;
        tracks.tracks = vec_keep(&list, in->r->arena);
        look_add(in, LOOK_GRID_COLUMNS, tracks);
        if (terms) {
            look_add(in, LOOK_TERM_COLUMN, first);
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
bool look_read_grid_column(const struct look_reading *in) {
    const struct css_token *t = in->t;
    size_t n = in->n;
    int64_t from = 0;
    int64_t to = 0;
    struct look_value value = {.kind = LOOK_NUMBER, .length = 1};
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
    if (n == 2 && look_token_is(t, "span") && read_line_number(&t[1], &to) && to > 0) {
        value.length = (sp)to;
    } else if (n == 1 && from > 0 && read_line_number(t, &to) && (to < 0 || to > from)) {
        value.length = to < 0 ? -1 : (sp)(to - from);
    } else if (n > 0) {
        return false;
    }
    value.micro = from * CSS_MICRO;
    look_add(in, LOOK_GRID_COLUMN, value);
    return in->n > 0;
}
