/* SPDX-License-Identifier: MIT */
/*
 * TeX math: the commands that take arguments or change what is around them.
 *
 * Decides what each of them makes of its arguments. One table, sorted by name: a command is a
 * function and up to three parameters of its own. Symbols are in math_symbols.c, environments in
 * math_environment.c.
 */
#include "model/tex/math/math_command.h"

#include "core/base/bounds.h"
#include "model/tex/math/math_symbols.h"

#include <stdlib.h>

DIAG_USE(DIAG_TEX_SYNTAX);

/* Fractions and roots. */

/** a: the style; b: 1 for a binomial coefficient. */
static struct math *read_fraction(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    struct math *m = math_node(p, MATH_FRACTION, from);
    m->style =
        (enum math_style)c->a; /* class: ordinary, for the braces that LaTeX puts around it */
    m->no_rule = c->b != 0;
    bool continued = str_is(str_of(c->name), "cfrac");
    if (continued) {
        (void)math_optional(p); /* [l] or [r]: where the numerator stands */
    }
    m->kid[0] = math_argument(p, from);
    if (continued && m->kid[0]) { /* amsmath: \cfrac's numerators hold a \strut */
        struct math *row = math_node(p, MATH_ROW, from);
        math_append(row, math_line_strut(p, from));
        math_append(row, m->kid[0]);
        m->kid[0] = row;
    }
    m->kid[1] = m->kid[0] ? math_argument(p, from) : NULL;
    if (!m->kid[1]) {
        return NULL;
    }
    if (c->b) {
        m = math_fence(p, math_close(p, m), "(", ")", from);
        m->cls = MATH_ORD;
    }
    return m;
}

static struct math *read_root(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *m = math_node(p, MATH_RADICAL, from);
    m->kid[1] = math_optional(p);
    m->kid[0] = math_argument(p, from);
    return m->kid[0] ? m : NULL;
}

/* Delimiters. */

static struct math *read_left(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct math *m = math_node(p, MATH_FENCED, from);
    m->cls = MATH_INNER;
    if (!math_delimiter(p, from, &m->open)) {
        return NULL;
    }
    m->kid[0] = math_row(p, STOP_RIGHT | STOP_BRACE | STOP_CELL);
    size_t at = p->pos, next = at;
    if (math_skip_space(p) && p->tex.p[p->pos] == '\\' &&
        str_is(math_peek_command(p, &next), "right")) {
        p->pos = next;
        (void)math_delimiter(p, at, &m->close);
        return m;
    }
    struct diag *g =
        math_complain(p, DIAG_TEX_SYNTAX, from, from + 5, "`\\left` without its `\\right`");
    if (g) {
        diag_hint(p->diags, g, "close it, or write `\\right.` for no delimiter");
    }
    return m;
}

static struct math *read_right(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str unused;
    (void)math_delimiter(p, from, &unused);
    math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` without its `\\left`", c->name);
    return NULL;
}

static struct math *read_middle(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    struct str text;
    if (!math_delimiter(p, from, &text)) {
        return NULL;
    }
    struct math *m = math_symbol(p, text, MATH_INNER, from);
    m->stretchy = true;
    return m;
}

/** a: the size; b: the class. */
static struct math *read_big(struct math_parser *p, const struct math_command *c, size_t from) {
    struct str text;
    if (!math_delimiter(p, from, &text)) {
        return NULL;
    }
    struct math *m = math_symbol(p, text, (enum math_class)c->b, from);
    m->big = c->a;
    m->is_operator = true;
    return m;
}

/* Alphabets, words and classes. */

/** True when the row is letters and digits alone, at least two: one upright word. */
static bool is_word(const struct math *row) {
    size_t n = 0;
    for (const struct math *m = row->first; m; m = m->next) {
        bool letter = m->kind == MATH_SYMBOL && m->cls == MATH_ORD && m->text.n == 1 &&
                      (is_alpha(m->text.p[0]) || m->text.p[0] == '-');
        if (!letter && m->kind != MATH_NUMBER) {
            return false;
        }
        n++;
    }
    return n > 1;
}

/** The texts of a row's symbols, joined. */
static struct str joined(struct math_parser *p, const struct math *row) {
    struct buf b;
    buf_init(&b, 0);
    for (const struct math *m = row->first; m; m = m->next) {
        buf_str(&b, m->text);
    }
    struct str text = buf_keep(&b, p->arena);
    buf_drop(&b);
    return text;
}

/** a: the alphabet; b: 1 when several letters are one word. */
static struct math *read_alphabet(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    int font = p->font;
    p->font = c->a;
    struct math *arg = math_argument(p, from);
    p->font = font;
    if (!arg || !c->b || arg->kind != MATH_ROW || !is_word(arg)) {
        return arg;
    }
    struct math *m = math_node(p, MATH_TEXT, from);
    m->name = true;
    m->variant = (enum math_variant)c->a;
    m->text = joined(p, arg);
    return m;
}

static struct math *read_text(struct math_parser *p, const struct math_command *c, size_t from) {
    return math_text_argument(p, (enum math_variant)c->a, from);
}

/** a: 1 when scripts go above and below: \operatorname*. */
static struct math *read_operator(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    struct str raw;
    if (!math_raw_argument(p, &raw)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\%s` lacks its name in braces", c->name);
        return NULL;
    }
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.p[i] == '\\' && i + 1 < raw.n) { /* \, and the like: a thin space in the name */
            i++;
            if (is_alpha(raw.p[i])) {
                while (i + 1 < raw.n && is_alpha(raw.p[i + 1])) {
                    i++;
                }
            } else if (raw.p[i] != '!') {
                buf_putc(&b, ' ');
            }
        } else if (raw.p[i] != '{' && raw.p[i] != '}' && !is_space(raw.p[i])) {
            buf_putc(&b, raw.p[i]);
        }
    }
    struct math *m = math_node(p, MATH_TEXT, from);
    m->cls = MATH_OP;
    m->name = true;
    m->limits = c->a != 0;
    m->text = buf_keep(&b, p->arena);
    buf_drop(&b);
    return m;
}

/** a: the class. */
static struct math *read_class(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *arg = math_argument(p, from);
    if (!arg) {
        return NULL;
    }
    struct math *m = math_node(p, MATH_ROW, from);
    m->cls = (enum math_class)c->a;
    math_append(m, arg);
    return m;
}

/* Accents, and what stands over and under. */

/** text: the combining character; a: 1 when it stretches. */
static struct math *read_accent(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, MATH_ACCENT, from);
    m->text = str_of(c->text);
    m->stretchy = c->a != 0;
    m->kid[0] = math_argument(p, from);
    return m->kid[0] ? m : NULL;
}

/** text: what stretches over or under; a: the kind; b: 1 when scripts go beyond it (braces). */
static struct math *read_stretched(struct math_parser *p, const struct math_command *c,
                                   size_t from) {
    struct math *m = math_node(p, (enum math_kind)c->a, from);
    m->text = str_of(c->text);
    m->stretchy = true;
    m->limits = m->limits_always = c->b != 0;
    m->kid[0] = math_argument(p, from);
    return m->kid[0] ? m : NULL;
}

/** \overset{above}{base} and \underset; a: the kind; b: 1 for \stackrel, a relation. */
static struct math *read_set(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *m = math_node(p, (enum math_kind)c->a, from);
    m->kid[1] = math_argument(p, from);
    m->kid[0] = m->kid[1] ? math_argument(p, from) : NULL;
    if (!m->kid[0]) {
        return NULL;
    }
    const struct math *base = m->kid[0];
    if (base->kind == MATH_ROW && base->first && base->first == base->last) {
        base = base->first;
    }
    m->cls = c->b ? MATH_REL : base->cls;
    if (base->is_operator && base->cls == MATH_ORD && base->kind == MATH_SYMBOL) {
        const struct math_symbol *symbol = math_symbol_of_text(base->text);
        m->cls = symbol ? (enum math_class)symbol->cls : MATH_ORD; /* `+` alone in its braces */
    }
    return m;
}

/** \xrightarrow[below]{above}; text: the arrow. */
static struct math *read_arrow(struct math_parser *p, const struct math_command *c, size_t from) {
    struct math *below = math_optional(p);
    struct math *above = math_argument(p, from);
    if (!above) {
        return NULL;
    }
    struct math *m = math_symbol(p, str_of(c->text), MATH_REL, from);
    m->stretchy = true;
    if (below) {
        struct math *under = math_node(p, MATH_UNDER, from);
        under->cls = MATH_REL;
        under->kid[0] = m;
        under->kid[1] = below;
        m = under;
    }
    struct math *over = math_node(p, MATH_OVER, from);
    over->cls = MATH_REL;
    over->kid[0] = m;
    over->kid[1] = above;
    return over;
}

/** \not and what it strikes, \slashed. Several atoms have a stroke across all of them. */
static struct math *read_not(struct math_parser *p, const struct math_command *c, size_t from) {
    static const struct {
        const char *plain, *negated;
    } pairs[] = {{"=", "≠"}, {"∈", "∉"}, {"∋", "∌"}, {"≡", "≢"}, {"∼", "≁"}, {"≃", "≄"},
                 {"≈", "≉"}, {"≅", "≇"}, {"<", "≮"}, {">", "≯"}, {"≤", "≰"}, {"≥", "≱"},
                 {"⊂", "⊄"}, {"⊃", "⊅"}, {"⊆", "⊈"}, {"⊇", "⊉"}, {"∣", "∤"}, {"∥", "∦"},
                 {"→", "↛"}, {"⇒", "⇏"}, {"∃", "∄"}, {"⊢", "⊬"}, {"⊨", "⊭"}};
    (void)c;
    struct math *m = math_argument(p, from);
    if (m && m->kind == MATH_ROW && m->first && m->first == m->last) {
        m = m->first;
    }
    if (m && m->kind != MATH_SYMBOL) {
        struct math *struck = math_node(p, MATH_BOX, from);
        struck->lines = LINE_UP;
        struck->kid[0] = m;
        return struck;
    }
    for (size_t i = 0; m && i < ARRAY_LEN(pairs); i++) {
        if (str_is(m->text, pairs[i].plain)) {
            m->text = str_of(pairs[i].negated);
            return m;
        }
    }
    if (m) {
        m->text = arena_join(p->arena, 2, m->text, STR("\xCC\xB8"));
    }
    return m;
}

/* What has no picture. */

/** Nothing is shown: \relax. */
static struct math *read_nothing(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    return math_node(p, MATH_SPACE, from);
}

static struct math *read_same(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    return math_argument(p, from);
}

/** \intertext where no row begins; math_environment.c knows it where one does. */
static struct math *read_intertext(struct math_parser *p, const struct math_command *c,
                                   size_t from) {
    struct str unread;
    struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, p->pos,
                                   "`\\%s` where no row of equations begins", c->name);
    (void)math_raw_argument(p, &unread);
    if (g) {
        diag_hint(p->diags, g, "write it in `align`, behind `\\\\`");
    }
    return NULL;
}

/* Environments. */

static struct math *read_begin(struct math_parser *p, const struct math_command *c, size_t from) {
    (void)c;
    return math_environment(p, from);
}

static struct math *read_substack(struct math_parser *p, const struct math_command *c,
                                  size_t from) {
    (void)c;
    if (!math_accept(p, '{')) {
        return math_argument(p, from);
    }
    size_t at = p->pos - 1;
    struct math *m = math_table_body(p, MATH_SUBSTACK, NULL, STOP_BRACE, from);
    if (m && !math_accept(p, '}')) {
        math_complain(p, DIAG_TEX_SYNTAX, at, at + 1, "a brace is not closed");
    }
    return m && math_table_fits(p, m, from) ? m : NULL;
}

/* In the order of bytes, for the search: a test checks it. */
static const struct math_command commands[] = {
    {" ", math_read_space, 6, 0, NULL},
    {"!", math_read_space, -3, 0, NULL},
    {",", math_read_space, 3, 0, NULL},
    {"/", math_read_space, 0, 0, NULL},
    {":", math_read_space, 4, 0, NULL},
    {";", math_read_space, 5, 0, NULL},
    {">", math_read_space, 4, 0, NULL},
    {"Bbb", read_alphabet, MATH_BB, 0, NULL},
    {"Big", read_big, 2, MATH_ORD, NULL},
    {"Bigg", read_big, 4, MATH_ORD, NULL},
    {"Biggl", read_big, 4, MATH_OPEN, NULL},
    {"Biggm", read_big, 4, MATH_REL, NULL},
    {"Biggr", read_big, 4, MATH_CLOSE, NULL},
    {"Bigl", read_big, 2, MATH_OPEN, NULL},
    {"Bigm", read_big, 2, MATH_REL, NULL},
    {"Bigr", read_big, 2, MATH_CLOSE, NULL},
    {"Bra", math_read_braket, 1, 0, "⟨ |"},
    {"Braket", math_read_braket, 1, 0, "⟨ ⟩"},
    {"DOTSB", read_nothing, 0, 0, NULL},
    {"DOTSI", read_nothing, 0, 0, NULL},
    {"DOTSX", read_nothing, 0, 0, NULL},
    {"Ket", math_read_braket, 1, 0, "| ⟩"},
    {"Overrightarrow", read_stretched, MATH_OVER, 0, "⇒"},
    {"SI", math_read_quantity, 'q', 0, NULL},
    {"SIlist", math_read_quantity, 'l', 1, NULL},
    {"SIrange", math_read_quantity, 'r', 1, NULL},
    {"Set", math_read_braket, 1, 0, "{ }"},
    {"acute", read_accent, 0, 0, "\xCC\x81"},
    {"allowbreak", read_nothing, 0, 0, NULL},
    {"ang", math_read_quantity, 'a', 0, NULL},
    {"angl", math_read_box, LINE_TOP | LINE_RIGHT, 0, NULL},
    {"angln", math_read_box, LINE_TOP | LINE_RIGHT, 0, "n"},
    {"bar", read_accent, 0, 0, "\xCC\x84"},
    {"bcancel", math_read_box, LINE_DOWN, 0, NULL},
    {"begin", read_begin, 0, 0, NULL},
    {"big", read_big, 1, MATH_ORD, NULL},
    {"bigg", read_big, 3, MATH_ORD, NULL},
    {"biggl", read_big, 3, MATH_OPEN, NULL},
    {"biggm", read_big, 3, MATH_REL, NULL},
    {"biggr", read_big, 3, MATH_CLOSE, NULL},
    {"bigl", read_big, 1, MATH_OPEN, NULL},
    {"bigm", read_big, 1, MATH_REL, NULL},
    {"bigr", read_big, 1, MATH_CLOSE, NULL},
    {"binom", read_fraction, MATH_STYLE_INHERIT, 1, NULL},
    {"bm", read_alphabet, MATH_BOLD_ITALIC, 0, NULL},
    {"bmod", math_read_bmod, 0, 0, "mod"},
    {"bold", read_alphabet, MATH_BOLD, 1, NULL},
    {"boldsymbol", read_alphabet, MATH_BOLD_ITALIC, 0, NULL},
    {"boxed", math_read_box, LINE_FRAME, 0, NULL},
    {"bra", math_read_braket, 0, 0, "⟨ |"},
    {"braket", math_read_braket, 0, 0, "⟨ ⟩"},
    {"breve", read_accent, 0, 0, "\xCC\x86"},
    {"cancel", math_read_box, LINE_UP, 0, NULL},
    {"cancelto", math_read_cancel_to, 0, 0, NULL},
    {"ce", math_read_chem, 0, 0, NULL},
    {"cf", math_read_chem, 0, 0, NULL},
    {"cfrac", read_fraction, MATH_STYLE_DISPLAY, 0, NULL},
    {"check", read_accent, 0, 0, "\xCC\x8C"},
    {"clap", math_read_lap, 'c', 1, NULL},
    {"colorbox", math_read_filled, 0, 0, NULL},
    {"dbinom", read_fraction, MATH_STYLE_DISPLAY, 1, NULL},
    {"ddddot", read_accent, 0, 0, "\xE2\x83\x9C"},
    {"dddot", read_accent, 0, 0, "\xE2\x83\x9B"},
    {"ddot", read_accent, 0, 0, "\xCC\x88"},
    {"dfrac", read_fraction, MATH_STYLE_DISPLAY, 0, NULL},
    {"dot", read_accent, 0, 0, "\xCC\x87"},
    {"dots", math_read_dots, 0, 0, "…"},
    {"emph", read_text, MATH_ITALIC, 0, NULL},
    {"enskip", math_read_space, 9, 0, NULL},
    {"enspace", math_read_space, 9, 0, NULL},
    {"ensuremath", read_same, 0, 0, NULL},
    {"eqref", math_read_ref, 1, 0, NULL},
    {"fbox", math_read_box, LINE_FRAME, 1, NULL},
    {"fcolorbox", math_read_filled, 1, 0, NULL},
    {"frac", read_fraction, MATH_STYLE_INHERIT, 0, NULL},
    {"frak", read_alphabet, MATH_FRAK, 0, NULL},
    {"genfrac", math_read_genfrac, 0, 0, NULL},
    {"grave", read_accent, 0, 0, "\xCC\x80"},
    {"hat", read_accent, 0, 0, "\xCC\x82"},
    {"hbox", read_text, MATH_UPRIGHT, 0, NULL},
    {"hphantom", math_read_phantom, 1, 0, NULL},
    {"hskip", math_read_kern, 0, 0, NULL},
    {"hspace", math_read_kern, 1, 0, NULL},
    {"idotsint", math_read_dots_integral, 0, 0, NULL},
    {"iff", math_read_wide_arrow, 5, 0, "⟺"},
    {"impliedby", math_read_wide_arrow, 5, 0, "⟸"},
    {"implies", math_read_wide_arrow, 5, 0, "⟹"},
    {"intertext", read_intertext, 0, 0, NULL},
    {"kern", math_read_kern, 0, 0, NULL},
    {"ket", math_read_braket, 0, 0, "| ⟩"},
    {"label", math_read_label, 0, 0, NULL},
    {"left", read_left, 0, 0, NULL},
    {"llap", math_read_lap, 'l', 1, NULL},
    {"mathbb", read_alphabet, MATH_BB, 0, NULL},
    {"mathbbm", read_alphabet, MATH_BB, 0, NULL},
    {"mathbf", read_alphabet, MATH_BOLD, 1, NULL},
    {"mathbin", read_class, MATH_BIN, 0, NULL},
    {"mathcal", read_alphabet, MATH_CAL, 0, NULL},
    {"mathchoice", math_read_choice, 0, 0, NULL},
    {"mathclap", math_read_lap, 'c', 0, NULL},
    {"mathclose", read_class, MATH_CLOSE, 0, NULL},
    {"mathds", read_alphabet, MATH_BB, 0, NULL},
    {"mathfrak", read_alphabet, MATH_FRAK, 0, NULL},
    {"mathinner", read_class, MATH_INNER, 0, NULL},
    {"mathit", read_alphabet, MATH_ITALIC, 1, NULL},
    {"mathllap", math_read_lap, 'l', 0, NULL},
    {"mathnormal", read_alphabet, MATH_ITALIC, 0, NULL},
    {"mathop", read_class, MATH_OP, 0, NULL},
    {"mathopen", read_class, MATH_OPEN, 0, NULL},
    {"mathord", read_class, MATH_ORD, 0, NULL},
    {"mathpunct", read_class, MATH_PUNCT, 0, NULL},
    {"mathrel", read_class, MATH_REL, 0, NULL},
    {"mathring", read_accent, 0, 0, "\xCC\x8A"},
    {"mathrlap", math_read_lap, 'r', 0, NULL},
    {"mathrm", read_alphabet, MATH_UPRIGHT, 1, NULL},
    {"mathscr", read_alphabet, MATH_CAL, 0, NULL},
    {"mathsf", read_alphabet, MATH_SANS, 1, NULL},
    {"mathsfit", read_alphabet, MATH_SANS, 1, NULL},
    {"mathstrut", math_read_strut, 0, 0, NULL},
    {"mathtt", read_alphabet, MATH_MONO, 1, NULL},
    {"mbox", read_text, MATH_UPRIGHT, 0, NULL},
    {"medspace", math_read_space, 4, 0, NULL},
    {"middle", read_middle, 0, 0, NULL},
    {"mkern", math_read_kern, 0, 0, NULL},
    {"mod", math_read_pmod, 2, 0, NULL},
    {"mskip", math_read_kern, 0, 0, NULL},
    {"mspace", math_read_kern, 1, 0, NULL},
    {"negmedspace", math_read_space, -4, 0, NULL},
    {"negthickspace", math_read_space, -5, 0, NULL},
    {"negthinspace", math_read_space, -3, 0, NULL},
    {"nobreak", read_nothing, 0, 0, NULL},
    {"nobreakspace", math_read_space, 6, 0, NULL},
    {"nonumber", math_read_no_number, 0, 0, NULL},
    {"not", read_not, 0, 0, NULL},
    {"notag", math_read_no_number, 0, 0, NULL},
    {"num", math_read_quantity, 'n', 0, NULL},
    {"numlist", math_read_quantity, 'l', 0, NULL},
    {"numproduct", math_read_quantity, 'n', 0, NULL},
    {"numrange", math_read_quantity, 'r', 0, NULL},
    {"operatorname", read_operator, 0, 0, NULL},
    {"operatorname*", read_operator, 1, 0, NULL},
    {"operatornamewithlimits", read_operator, 1, 0, NULL},
    {"overbrace", read_stretched, MATH_OVER, 1, "⏞"},
    {"overbracket", read_stretched, MATH_OVER, 1, "⎴"},
    {"overgroup", read_stretched, MATH_OVER, 0, "⏠"},
    {"overleftarrow", read_stretched, MATH_OVER, 0, "←"},
    {"overleftharpoon", read_stretched, MATH_OVER, 0, "↼"},
    {"overleftrightarrow", read_stretched, MATH_OVER, 0, "↔"},
    {"overline", read_stretched, MATH_OVER, 0, "‾"},
    {"overlinesegment", read_stretched, MATH_OVER, 0, "‾"},
    {"overparen", read_stretched, MATH_OVER, 1, "⏜"},
    {"overrightarrow", read_stretched, MATH_OVER, 0, "→"},
    {"overrightharpoon", read_stretched, MATH_OVER, 0, "⇀"},
    {"overset", read_set, MATH_OVER, 0, NULL},
    {"phantom", math_read_phantom, 3, 0, NULL},
    {"phase", math_read_box, LINE_ANGLE, 0, NULL},
    {"pmb", read_alphabet, MATH_BOLD_ITALIC, 0, NULL},
    {"pmod", math_read_pmod, 0, 0, NULL},
    {"pod", math_read_pmod, 1, 0, NULL},
    {"prescript", math_read_prescript, 0, 0, NULL},
    {"pu", math_read_chem, 1, 0, NULL},
    {"qquad", math_read_space, 36, 0, NULL},
    {"qty", math_read_quantity, 'q', 0, NULL},
    {"qtylist", math_read_quantity, 'l', 1, NULL},
    {"qtyproduct", math_read_quantity, 'q', 0, NULL},
    {"qtyrange", math_read_quantity, 'r', 1, NULL},
    {"quad", math_read_space, 18, 0, NULL},
    {"raisebox", math_read_raise, 0, 0, NULL},
    {"ref", math_read_ref, 0, 0, NULL},
    {"relax", read_nothing, 0, 0, NULL},
    {"right", read_right, 0, 0, NULL},
    {"rlap", math_read_lap, 'r', 1, NULL},
    {"rule", math_read_rule, 0, 0, NULL},
    {"set", math_read_braket, 0, 0, "{ }"},
    {"shortintertext", read_intertext, 0, 0, NULL},
    {"si", math_read_quantity, 'u', 0, NULL},
    {"sideset", math_read_sideset, 0, 0, NULL},
    {"slashed", read_not, 0, 0, NULL},
    {"smash", math_read_phantom, 1, 1, NULL},
    {"sout", math_read_box, LINE_THROUGH, 0, NULL},
    {"space", math_read_space, 6, 0, NULL},
    {"sqrt", read_root, 0, 0, NULL},
    {"stackrel", read_set, MATH_OVER, 1, NULL},
    {"strut", math_read_strut, 0, 0, NULL},
    {"substack", read_substack, 0, 0, NULL},
    {"symbf", read_alphabet, MATH_BOLD, 0, NULL},
    {"symit", read_alphabet, MATH_ITALIC, 0, NULL},
    {"symup", read_alphabet, MATH_UPRIGHT, 0, NULL},
    {"tag", math_read_tag, 0, 0, NULL},
    {"tbinom", read_fraction, MATH_STYLE_TEXT, 1, NULL},
    {"text", read_text, MATH_UPRIGHT, 0, NULL},
    {"textbf", read_text, MATH_BOLD, 0, NULL},
    {"textcolor", math_read_colored, 0, 0, NULL},
    {"textit", read_text, MATH_ITALIC, 0, NULL},
    {"textmd", read_text, MATH_UPRIGHT, 0, NULL},
    {"textnormal", read_text, MATH_UPRIGHT, 0, NULL},
    {"textrm", read_text, MATH_UPRIGHT, 0, NULL},
    {"textsf", read_text, MATH_SANS, 0, NULL},
    {"texttt", read_text, MATH_MONO, 0, NULL},
    {"textup", read_text, MATH_UPRIGHT, 0, NULL},
    {"tfrac", read_fraction, MATH_STYLE_TEXT, 0, NULL},
    {"thickspace", math_read_space, 5, 0, NULL},
    {"thinspace", math_read_space, 3, 0, NULL},
    {"tilde", read_accent, 0, 0, "\xCC\x83"},
    {"underbar", read_stretched, MATH_UNDER, 0, "_"},
    {"underbrace", read_stretched, MATH_UNDER, 1, "⏟"},
    {"underbracket", read_stretched, MATH_UNDER, 1, "⎵"},
    {"undergroup", read_stretched, MATH_UNDER, 0, "⏡"},
    {"underleftarrow", read_stretched, MATH_UNDER, 0, "←"},
    {"underleftrightarrow", read_stretched, MATH_UNDER, 0, "↔"},
    {"underline", read_stretched, MATH_UNDER, 0, "_"},
    {"underlinesegment", read_stretched, MATH_UNDER, 0, "_"},
    {"underparen", read_stretched, MATH_UNDER, 1, "⏝"},
    {"underrightarrow", read_stretched, MATH_UNDER, 0, "→"},
    {"underset", read_set, MATH_UNDER, 0, NULL},
    {"unit", math_read_quantity, 'u', 0, NULL},
    {"utilde", read_stretched, MATH_UNDER, 0, "\xCC\xB0"},
    {"varinjlim", math_read_limit, MATH_UNDER, 0, "→"},
    {"varliminf", math_read_limit, MATH_UNDER, 0, "_"},
    {"varlimsup", math_read_limit, MATH_OVER, 0, "‾"},
    {"varprojlim", math_read_limit, MATH_UNDER, 0, "←"},
    {"vcenter", math_read_raise, 1, 0, NULL},
    {"vec", read_accent, 0, 0, "\xE2\x83\x97"},
    {"vphantom", math_read_phantom, 2, 0, NULL},
    {"widecheck", read_accent, 1, 0, "\xCC\x8C"},
    {"widehat", read_accent, 1, 0, "\xCC\x82"},
    {"widetilde", read_accent, 1, 0, "\xCC\x83"},
    {"xLeftarrow", read_arrow, 0, 0, "⇐"},
    {"xLeftrightarrow", read_arrow, 0, 0, "⇔"},
    {"xRightarrow", read_arrow, 0, 0, "⇒"},
    {"xcancel", math_read_box, LINE_UP | LINE_DOWN, 0, NULL},
    {"xhookleftarrow", read_arrow, 0, 0, "↩"},
    {"xhookrightarrow", read_arrow, 0, 0, "↪"},
    {"xleftarrow", read_arrow, 0, 0, "←"},
    {"xleftequilibrium", read_arrow, 0, 0, "⇋"},
    {"xleftharpoondown", read_arrow, 0, 0, "↽"},
    {"xleftharpoonup", read_arrow, 0, 0, "↼"},
    {"xleftrightarrow", read_arrow, 0, 0, "↔"},
    {"xleftrightharpoons", read_arrow, 0, 0, "⇋"},
    {"xlongequal", read_arrow, 0, 0, "="},
    {"xmapsto", read_arrow, 0, 0, "↦"},
    {"xrightarrow", read_arrow, 0, 0, "→"},
    {"xrightequilibrium", read_arrow, 0, 0, "⇌"},
    {"xrightharpoondown", read_arrow, 0, 0, "⇁"},
    {"xrightharpoonup", read_arrow, 0, 0, "⇀"},
    {"xrightleftarrows", read_arrow, 0, 0, "⇄"},
    {"xrightleftharpoons", read_arrow, 0, 0, "⇌"},
    {"xspace", read_nothing, 0, 0, NULL},
    {"xtofrom", read_arrow, 0, 0, "⇄"},
    {"xtwoheadleftarrow", read_arrow, 0, 0, "↞"},
    {"xtwoheadrightarrow", read_arrow, 0, 0, "↠"},
};

static int compare(const void *key, const void *entry) {
    const struct str *name = key;
    return str_cmp(*name, str_of(((const struct math_command *)entry)->name));
}

const char *math_command_name(size_t i) {
    return i < ARRAY_LEN(commands) ? commands[i].name : NULL;
}

struct math *math_command(struct math_parser *p, struct str name, size_t from, bool *known) {
    const struct math_command *c =
        bsearch(&name, commands, ARRAY_LEN(commands), sizeof commands[0], compare);
    *known = c != NULL;
    if (!c) {
        return NULL;
    }
    /* Commands nest without braces too: \sqrt\sqrt\sqrt x. */
    if (p->depth >= LIMIT_TEX_DEPTH) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "more than %d levels of nesting in math",
                      LIMIT_TEX_DEPTH);
        p->pos = p->end;
        p->diags = NULL;
        return NULL;
    }
    p->depth++;
    struct math *m = c->read(p, c, from);
    p->depth--;
    return m;
}
