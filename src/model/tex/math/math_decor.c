/* SPDX-License-Identifier: MIT */
/*
 * TeX math: frames, strokes, colours, and fences with their own commands. The names of colours are
 * those of LaTeX's xcolor, the most common ones of dvipsnames, and those of KaTeX. The outputs draw
 * the lines.
 */
#include "model/tex/math/math_command.h"

DIAG_USE(DIAG_TEX_SYNTAX);

struct math *math_read_box(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_BOX, from);
    m->lines = (unsigned)c->a;
    m->kid[0] = c->text ? math_symbol(p, str_of(c->text), MATH_ORD, from)
                : c->b  ? math_text_argument(p, MATH_UPRIGHT, from)
                        : math_argument(p, from);
    return m;
}

struct math *math_read_cancel_to(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_SCRIPTS, from), *box = math_node(p, MATH_BOX, from);
    (void)c;
    m->kid[0] = box;
    m->kid[2] = math_argument(p, from);
    box->lines = LINE_UP | LINE_ARROW;
    box->kid[0] = math_argument(p, from);
    return m;
}

/* Colours. */

/** Reads #rrggbb, #rgb or rrggbb (xcolor's HTML model). */
static bool read_hex(struct str s, uint32_t *rgb) {
    s = str_from(s, str_starts(s, STR("#")) ? 1 : 0);
    uint32_t v = 0;
    for (size_t i = 0; i < s.n; i++) {
        int digit = hex_digit(s.p[i]);
        if (digit < 0) {
            return false;
        }
        v = v << 4 | (uint32_t)digit;
        v = s.n == 3 ? v << 4 | (uint32_t)digit : v;
    }
    *rgb = v;
    return s.n == 3 || s.n == 6;
}

static const struct {
    const char *name;
    uint32_t rgb;
} colours[] = {
#define COLOUR(name, rgb) {name, rgb},
#include "model/tex/math/math_colours.def"
#undef COLOUR
};

bool math_colour_named(struct str name, uint32_t *rgb) {
    for (size_t i = 0; i < ARRAY_LEN(colours); i++) {
        if (str_ieq(name, str_of(colours[i].name))) {
            *rgb = colours[i].rgb;
            return true;
        }
    }
    return read_hex(name, rgb);
}

bool math_colour(struct math_parser *p, const char *command, size_t from, uint32_t *rgb) {
    struct str raw;
    (void)math_optional_raw(p); /* [HTML]: the notation of the colour */
    size_t at = p->pos;
    *rgb = 0;
    if (!math_raw_argument(p, &raw)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks a colour", command);
        return false;
    }
    raw = str_trim(raw);
    if (!math_colour_named(raw, rgb)) {
        struct diag *g =
            math_complain(p, DIAG_TEX_SYNTAX, at, p->pos, "unknown colour `%.*s`", STR_ARG(raw));
        diag_hint(p->diags, g, "write a name like `red`, or `#rrggbb`");
    }
    return true;
}

struct math *math_read_colored(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_ROW, from);
    if (!math_colour(p, c->name, from, &m->rgb)) {
        return NULL;
    }
    m->coloured = true;
    math_append(m, math_argument(p, from));
    return m;
}

struct math *math_read_filled(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_BOX, from);
    uint32_t frame;
    if (c->a && !math_colour(p, c->name, from, &frame)) {
        return NULL;
    }
    if (!math_colour(p, c->name, from, &m->rgb)) {
        return NULL;
    }
    m->lines = c->a ? LINE_FRAME : 0;
    m->coloured = true;
    m->kid[0] = math_text_argument(p, MATH_UPRIGHT, from);
    return m;
}

/* Fences. */

/** Changes bars. With `grow` (\Braket{a|b}, \Set{x|y}), a bar is as high as the fences and has a
 * space of `mu` on both sides. Otherwise (\set{x|y}) it is a relation. */
static struct math *turn_bars(struct math_parser *p, const struct math *arg, bool grow,
                              int32_t mu) {
    struct math *row = math_node(p, MATH_ROW, p->pos), *next;
    row->span = arg->span;
    for (struct math *m = arg->first; m; m = next) {
        next = m->next;
        m->next = NULL;
        bool bar = m->kind == MATH_SYMBOL && str_is(m->text, "|") && m->cls == MATH_ORD;
        if (bar) {
            m->is_operator = true;
            m->stretchy = grow;
            m->cls = grow ? MATH_INNER : MATH_REL;
            m->text = grow ? m->text : STR("∣");
        }
        if (bar && grow) {
            math_append(row, math_space_node(p, mu, p->pos));
        }
        math_append(row, m);
        if (bar && grow) {
            math_append(row, math_space_node(p, mu, p->pos));
        }
    }
    return row;
}

struct math *math_read_braket(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str text = str_of(c->text), open = str_cut(&text, ' '), close = text;
    struct math *arg = math_argument(p, from);
    bool set = str_is(open, "{");
    if ((set || c->a) && arg->kind == MATH_ROW) {
        arg = turn_bars(p, arg, c->a != 0, set ? 5 : 3);
    }
    struct math *m = math_node(p, c->a ? MATH_FENCED : MATH_ROW, from);
    m->cls = MATH_INNER;
    m->open = open;
    m->close = close;
    m->kid[0] = arg;
    if (c->a) {
        return m;
    }
    math_append(m, math_symbol(p, open, MATH_OPEN, from));
    math_append(m, arg);
    math_append(m, math_symbol(p, close, MATH_CLOSE, from));
    return m;
}

/** Reads a delimiter in braces. Empty braces mean no delimiter. */
static bool braced_delimiter(struct math_parser *p, size_t from, struct str *out) {
    *out = STR_EMPTY;
    if (!math_accept(p, '{')) {
        return math_delimiter(p, from, out);
    }
    if (math_accept(p, '}')) {
        return true;
    }
    return math_delimiter(p, from, out) && math_accept(p, '}');
}

struct math *math_read_genfrac(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_FRACTION, from);
    struct str open, close, style;
    if (!braced_delimiter(p, from, &open) || !braced_delimiter(p, from, &close)) {
        return NULL;
    }
    if (!math_accept(p, '{')) {
        return math_lacking(p, from);
    }
    if (!math_accept(p, '}')) {
        if (!math_length(p, c->name, from, false, &m->width_mu) || !math_accept(p, '}')) {
            return NULL;
        }
        m->no_rule = m->width_mu == 0;
    }
    if (!math_raw_argument(p, &style)) {
        return math_lacking(p, from);
    }
    style = str_trim(style);
    if (style.n == 1 && style.p[0] >= '0' && style.p[0] <= '3') {
        m->style = (enum math_style)(MATH_STYLE_DISPLAY + (style.p[0] - '0'));
    }
    m->kid[0] = math_argument(p, from);
    m->kid[1] = math_argument(p, from);
    (void)math_close(p, m);
    if (!open.n && !close.n) {
        return m;
    }
    struct math *fenced = math_fence(p, m, "", "", from);
    fenced->cls = MATH_ORD;
    fenced->open = open;
    fenced->close = close;
    return fenced;
}

struct math *math_read_choice(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *m = math_node(p, MATH_CHOICE, from);
    for (int i = 0; i < 4; i++) {
        struct math *row = math_node(p, MATH_ROW, p->pos);
        math_append(row, math_argument(p, from));
        math_append(m, row);
    }
    return m;
}
