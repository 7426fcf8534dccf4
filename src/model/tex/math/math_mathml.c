/* SPDX-License-Identifier: MIT */
/*
 * The math tree as presentation MathML, in the subset that browsers share (MathML Core).
 *
 * This file decides which elements and attributes are written. Where the operator dictionary
 * (MathML Core, appendix B) agrees with TeX's classes, it determines the spacing; elsewhere
 * attributes do: for a minus without a left operand, brackets that do not grow, an operator in
 * braces. The recursion follows the tree, whose depth the parser limits.
 */
#include "model/tex/math/math_mathml.h"

#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"

/* Returns a node's own style, or else that of its parent. Styles are not written, because browsers
 * derive sizes and limits themselves, but \mathchoice needs the current style. */
static enum math_style styled(enum math_style around, enum math_style own) {
    return own == MATH_STYLE_INHERIT ? around : own;
}

/** Whether the style is that of scripts, in which TeX has no space around operators, relations and
 * commas (TeXbook, p. 170). */
static bool is_script(enum math_style style) {
    return style == MATH_STYLE_SCRIPT || style == MATH_STYLE_SCRIPT_SCRIPT;
}

static enum math_style script_style(enum math_style style) {
    return is_script(style) ? MATH_STYLE_SCRIPT_SCRIPT : MATH_STYLE_SCRIPT;
}

static const char *style_attributes(enum math_style style) {
    static const char *const attributes[] = {
        [MATH_STYLE_INHERIT] = "",
        [MATH_STYLE_DISPLAY] = " displaystyle=\"true\" scriptlevel=\"0\"",
        [MATH_STYLE_TEXT] = " displaystyle=\"false\" scriptlevel=\"0\"",
        [MATH_STYLE_SCRIPT] = " displaystyle=\"false\" scriptlevel=\"1\"",
        [MATH_STYLE_SCRIPT_SCRIPT] = " displaystyle=\"false\" scriptlevel=\"2\"",
    };
    return attributes[style];
}

/* Characters. */

static void write_styled(struct buf *out, struct str text, enum math_variant variant) {
    if (variant == MATH_UPRIGHT) {
        markup_put(out, text, 0);
        return;
    }
    for (size_t at = 0; at < text.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(text, &at), styled = math_styled(cp, variant);
        if (styled == cp) {
            markup_put(out, str_slice(text, from, at), 0);
        } else {
            buf_rune(out, styled);
            /* U+FE01 selects the roundhand form (StandardizedVariants.txt) */
            if (variant == MATH_SCR) {
                buf_rune(out, 0xFE01);
            }
        }
    }
}

static uint32_t first_rune(struct str s) {
    size_t at = 0;
    return s.n ? utf8_next(s, &at) : 0;
}

static bool is_single(struct str s) {
    size_t at = 0;
    return s.n && (utf8_next(s, &at), at == s.n);
}

/* Symbols. */

static bool is_arrow(uint32_t cp) {
    return (cp >= 0x2190 && cp <= 0x21FF) || (cp >= 0x27F0 && cp <= 0x27FF);
}

/** Whether a character grows according to the operator dictionary. In TeX it does not grow without
 * \left, \right and the like. */
static bool grows_by_default(uint32_t cp) {
    static const uint32_t fences[] = {
        '(',    ')',    '[',    ']',    '{',    '}',    '|',    0x2016, 0x2223, 0x2225, 0x2308,
        0x2309, 0x230A, 0x230B, 0x23B0, 0x23B1, 0x27E6, 0x27E7, 0x27E8, 0x27E9, 0x27EE, 0x27EF};
    for (size_t i = 0; i < ARRAY_LEN(fences); i++) {
        if (fences[i] == cp) {
            return true;
        }
    }
    return is_arrow(cp);
}

static void write_em(struct buf *out, int64_t mu) {
    buf_fixed(out, (mu * 10000 + 9) / 18, 4);
    buf_puts(out, "em");
}

void mathml_length(struct buf *out, const char *name, int32_t mu) {
    buf_printf(out, " %s=\"%s", name, mu < 0 ? "-" : "");
    write_em(out, mu < 0 ? -(int64_t)mu : mu);
    buf_puts(out, "\"");
}

static void write_size(struct buf *out, int big) {
    static const char *const sizes[] = {"1.2em", "1.8em", "2.4em", "3em"};
    const char *size = sizes[big < 1 || big > 4 ? 0 : big - 1];
    buf_printf(out, " stretchy=\"true\" minsize=\"%s\" maxsize=\"%s\"", size, size);
}

/** Writes attributes if the operator dictionary differs from the operator's class. */
static void write_class(struct buf *out, bool script, const struct math *m) {
    static const char none[] = " lspace=\"0em\" rspace=\"0em\"";
    uint32_t cp = first_rune(m->text);
    switch (m->cls) {
    case MATH_ORD:
        buf_printf(out, "%s%s", m->big ? "" : " form=\"prefix\"", none);
        break;
    case MATH_OPEN:
        buf_puts(out, " form=\"prefix\"");
        break;
    case MATH_CLOSE:
        buf_puts(out, " form=\"postfix\"");
        break;
    case MATH_PUNCT:
        if (script) {
            buf_puts(out, none);
        } else if (cp == ':' || cp == '.') {
            buf_puts(out, " lspace=\"0em\" rspace=\"0.1667em\"");
        }
        break;
    case MATH_INNER:
        if (m->stretchy) { /* the symbol is a \middle */
            buf_puts(out, " fence=\"true\" lspace=\"0.05em\" rspace=\"0.05em\"");
        } else if (cp == 0x2026 && !script) {
            /* dots between commas have TeX's thin space; other dots have none */
            buf_puts(out, " lspace=\"0em\" rspace=\"0.1667em\"");
        } else {
            buf_puts(out, none);
        }
        break;
    case MATH_REL:
        if (m->width_mu) { /* for \implies: also writes the thick space of relations */
            mathml_length(out, "lspace", m->width_mu + (script ? 0 : 5));
            mathml_length(out, "rspace", m->width_mu + (script ? 0 : 5));
        } else if (script && !m->stretchy) {
            buf_puts(out, none);
        } else if (cp == '|' || cp == 0x2223 || cp == 0x2225 || m->big) {
            buf_puts(out, " lspace=\"0.2778em\" rspace=\"0.2778em\"");
        }
        break;
    case MATH_OP:
        if (m->limits_always) {
            buf_puts(out, " movablelimits=\"false\"");
        }
        break;
    case MATH_BIN:
        buf_puts(out, script ? none : "");
        break;
    }
}

static void write_operator(struct buf *out, enum math_style style, const struct math *m) {
    buf_puts(out, "<mo");
    write_class(out, is_script(style), m);
    if (m->big) {
        write_size(out, m->big);
    } else if (m->stretchy) {
        buf_puts(out, " stretchy=\"true\"");
    } else if (grows_by_default(first_rune(m->text))) {
        buf_puts(out, " stretchy=\"false\"");
    }
    buf_putc(out, '>');
    write_styled(out, m->text, m->variant);
    buf_puts(out, "</mo>");
}

static void write_symbol(struct buf *out, enum math_style style, const struct math *m) {
    if (m->is_operator || m->big || m->stretchy) {
        write_operator(out, style, m);
        return;
    }
    /* A single letter in <mi> is italic, so upright letters need an attribute. The sign of partial
     * derivatives is slanted in TeX too. */
    uint32_t cp = first_rune(m->text);
    bool upright = m->variant == MATH_UPRIGHT && cp != 0x2202 &&
                   math_styled(cp, MATH_ITALIC) != cp && is_single(m->text);
    buf_puts(out, upright ? "<mi mathvariant=\"normal\">" : "<mi>");
    write_styled(out, m->text, m->variant == MATH_ITALIC ? MATH_UPRIGHT : m->variant);
    buf_puts(out, "</mi>");
}

/** Writes words. Browsers drop white space at the ends of <mtext>, so it becomes no-break spaces.
 */
static void write_words(struct buf *out, const struct math *m) {
    static const char *const styles[] = {
        [MATH_ITALIC] = "font-style:italic",
        [MATH_BOLD] = "font-weight:bold",
        [MATH_SANS] = "font-family:sans-serif",
        [MATH_MONO] = "font-family:monospace",
    };
    const char *style = m->variant < ARRAY_LEN(styles) ? styles[m->variant] : NULL;
    if (style) {
        buf_printf(out, "<mtext style=\"%s\">", style);
    } else {
        buf_puts(out, "<mtext>");
    }
    struct str t = m->text;
    while (t.n && t.p[0] == ' ') {
        buf_rune(out, 0xA0);
        t = str_from(t, 1);
    }
    size_t behind = 0;
    while (t.n && t.p[t.n - 1] == ' ') {
        t.n--;
        behind++;
    }
    markup_put(out, t, 0);
    while (behind--) {
        buf_rune(out, 0xA0);
    }
    buf_puts(out, "</mtext>");
}

static void write_text(struct buf *out, const struct math *m) {
    if (!m->name) {
        write_words(out, m);
        return;
    }
    if (m->cls == MATH_BIN) {
        buf_puts(out, "<mo lspace=\"0.2222em\" rspace=\"0.2222em\">");
        markup_put(out, m->text, 0);
        buf_puts(out, "</mo>");
        return;
    }
    if (m->cls == MATH_OP && m->limits) {
        buf_printf(out, "<mo form=\"prefix\" movablelimits=\"%s\" lspace=\"0em\" rspace=\"0em\">",
                   m->limits_always ? "false" : "true");
        markup_put(out, m->text, 0);
        buf_puts(out, "</mo>");
        return;
    }
    bool lone = is_single(m->text) && m->variant == MATH_UPRIGHT;
    buf_puts(out, lone ? "<mi mathvariant=\"normal\">" : "<mi>");
    write_styled(out, m->text, m->variant);
    buf_puts(out, "</mi>");
}

/** Writes an <mspace>, or nothing if the width is zero. */
static void put_space(struct buf *out, int32_t mu) {
    if (mu < 0) { /* MathML Core has no negative widths, so negative margins of CSS are used */
        buf_puts(out, "<mspace style=\"margin-left:-");
        write_em(out, -(int64_t)mu);
        buf_puts(out, "\"/>");
    } else if (mu > 0) {
        buf_puts(out, "<mspace");
        mathml_length(out, "width", mu);
        buf_puts(out, "/>");
    }
}

/** Writes a \rule as a filled space. A rule without a width is a strut. */
static void write_rule(struct buf *out, const struct math *m) {
    if (m->height_mu == m->raise_mu) {
        put_space(out, m->width_mu);
        return;
    }
    buf_puts(out, "<mspace");
    mathml_length(out, "width", m->width_mu);
    mathml_length(out, "height", m->height_mu);
    mathml_length(out, "depth", -m->raise_mu);
    buf_puts(out, m->width_mu ? " style=\"background:currentcolor\"/>" : "/>");
}

/* Rows. */

/** Whether an atom is a named function, perhaps with scripts: \log, \lim_{n}, \mathop{tr}. */
static bool is_function(const struct math *m) {
    if (m->kind == MATH_SCRIPTS) {
        m = m->kid[0];
    }
    return (m->kind == MATH_TEXT || m->kind == MATH_ROW) && m->cls == MATH_OP;
}

/** Whether TeX's thin space is needed beside the name of a function (TeXbook, p. 170). The operator
 * dictionary does not contain it. */
static bool needs_thin(const struct math *beside) {
    return beside && beside->kind != MATH_SPACE &&
           (beside->cls == MATH_ORD || beside->cls == MATH_OP || beside->cls == MATH_INNER);
}

static bool is_relation(const struct math *m) {
    return m->kind == MATH_SYMBOL && m->cls == MATH_REL && !m->big && !m->stretchy;
}

static bool is_relation_next(const struct math *m) {
    while (m && m->kind == MATH_SPACE) {
        m = m->next;
    }
    return m && is_relation(m);
}

/** Writes a relation next to another relation without space (TeXbook, p. 170), as in `:=` and
 * `\perp\!\!\!\perp`. */
static void write_joined(struct buf *out, const struct math *m, bool left, bool right) {
    buf_printf(out, "<mo stretchy=\"false\" lspace=\"%s\" rspace=\"%s\">",
               left ? "0em" : "0.2778em", right ? "0em" : "0.2778em");
    write_styled(out, m->text, m->variant);
    buf_puts(out, "</mo>");
}

static bool is_plain_row(const struct math *m) {
    return m->kind == MATH_ROW && m->style == MATH_STYLE_INHERIT && !m->coloured && !m->percent &&
           m->cls != MATH_BIN && m->cls != MATH_REL;
}

static bool is_braced_sign(const struct math *m) {
    const struct math *sign = m->kind == MATH_ROW && m->first == m->last ? m->first : NULL;
    return sign && is_plain_row(m) && sign->kind == MATH_SYMBOL && !sign->stretchy && !sign->big &&
           (sign->cls == MATH_PUNCT || sign->cls == MATH_REL);
}

static bool is_letter(const struct math *m) {
    bool symbol = m->kind == MATH_SYMBOL && m->cls != MATH_OP && !m->big && !m->stretchy;
    return symbol || m->kind == MATH_NUMBER || (m->kind == MATH_SPACE && !m->height_mu);
}

/** Whether the only script of a letter is a prime. Primes are already raised in fonts. As scripts,
 * they would be too high and too small. */
static bool is_primed(const struct math *m) {
    return !m->kid[1] && m->kid[2] && math_is_prime(m->kid[2]) && is_letter(math_inside(m->kid[0]));
}

static const char *scripts_element(const struct math *m) {
    const struct math *sub = m->kid[1], *sup = m->kid[2];
    if (is_primed(m)) {
        return "mrow";
    }
    if (m->limits) {
        return sub && sup ? "munderover" : sub ? "munder" : "mover";
    }
    return sub && sup ? "msubsup" : sub ? "msub" : "msup";
}

/** Writes the scripts after their base, and the end of the element. */
static void end_scripts(struct buf *out, enum math_style style, const struct math *m) {
    enum math_style own = is_primed(m) ? style : script_style(style);
    for (int i = 1; i <= 2; i++) {
        if (m->kid[i]) {
            mathml_one(out, own, m->kid[i]);
        }
    }
    buf_printf(out, "</%s>", scripts_element(m));
}

/** Writes a function's name, the invisible sign of application, and the spaces around them. */
static void write_function(struct buf *out, enum math_style style, const struct math *before,
                           const struct math *m) {
    bool close = before && before->kind != MATH_SPACE && before->cls == MATH_CLOSE;
    if ((close || needs_thin(before)) && !(before && is_function(before))) {
        put_space(out, 3);
    }
    mathml_one(out, style, m);
    if (m->next && m->next->kind != MATH_SPACE) {
        buf_puts(out, "<mo>\xE2\x81\xA1</mo>");
    }
    if (needs_thin(m->next)) {
        put_space(out, 3);
    }
}

void mathml_children(struct buf *out, enum math_style style, const struct math *row) {
    const struct math *before = NULL;
    bool after_relation = false; /* the previous atom, not counting spaces, is a relation */
    struct mathml_brackets brackets;
    mathml_brackets_find(&brackets, row);
    for (const struct math *m = row->first; m; m = m->next) {
        bool relation = is_relation(m);
        bool before_relation = relation && is_relation_next(m->next);
        const struct math *scripts = mathml_brackets_begin(&brackets, m);
        if (scripts) {
            buf_printf(out, "<%s><mrow>", scripts_element(scripts));
        }
        if (relation && (after_relation || before_relation)) {
            write_joined(out, m, after_relation || is_script(style),
                         before_relation || is_script(style));
        } else if (is_function(m)) {
            write_function(out, style, before, m);
        } else if (is_braced_sign(m)) { /* {,} and {=}: an ordinary atom */
            struct math sign = *m->first;
            sign.cls = MATH_ORD;
            mathml_one(out, style, &sign);
        } else if (mathml_brackets_end(&brackets, m)) {
            mathml_one(out, style, m->kid[0]);
            buf_puts(out, "</mrow>");
            end_scripts(out, style, m);
        } else {
            mathml_one(out, style, m);
        }
        before = m;
        after_relation = m->kind == MATH_SPACE ? after_relation : relation;
    }
    mathml_brackets_drop(&brackets);
}

static void write_row(struct buf *out, enum math_style style, const struct math *m) {
    if (is_plain_row(m) && m->first && m->first == m->last && m->first->kind != MATH_SPACE) {
        mathml_one(out, style, m->first);
        return;
    }
    int32_t around = m->cls == MATH_REL ? 5 : m->cls == MATH_BIN ? 4 : 0;
    const char *element = m->style || m->coloured || m->percent ? "mstyle" : "mrow";
    buf_printf(out, "<%s%s", element, style_attributes(m->style));
    if (m->coloured) {
        buf_printf(out, " mathcolor=\"#%06x\"", (unsigned)m->rgb);
    }
    if (m->percent) {
        buf_printf(out, " mathsize=\"%d%%\"", m->percent);
    }
    buf_putc(out, '>');
    put_space(out, around);
    mathml_children(out, styled(style, m->style), m);
    put_space(out, around);
    buf_printf(out, "</%s>", element);
}

/* Scripts, and symbols over and under an atom. */

static void write_if(struct buf *out, enum math_style style, const struct math *m) {
    if (m) {
        mathml_one(out, style, m);
    }
}

void mathml_element(struct buf *out, enum math_style style, const char *name, const char *attrs,
                    const struct math *a, const struct math *b, const struct math *c) {
    buf_printf(out, "<%s%s>", name, attrs);
    mathml_one(out, style, a);
    write_if(out, script_style(style), b);
    write_if(out, script_style(style), c);
    buf_printf(out, "</%s>", name);
}

static void write_scripts(struct buf *out, enum math_style style, const struct math *m) {
    bool grows = m->kid[0]->big; /* <mo> grows in its own row, but not beside scripts */
    buf_printf(out, grows ? "<%s><mrow>" : "<%s>", scripts_element(m));
    mathml_one(out, style, m->kid[0]);
    buf_puts(out, grows ? "</mrow>" : "");
    end_scripts(out, style, m);
}

static void write_accent(struct buf *out, enum math_style style, const struct math *m) {
    /* The operator dictionary has accents as spacing characters, so combining characters are
     * replaced. */
    struct str spacing =
        str_paired(m->text, "\u0300=` \u0301=´ \u0302=ˆ \u0303=˜ \u0304=¯ \u0306=˘ \u0307=˙ "
                            "\u0308=¨ \u030A=˚ \u030C=ˇ \u20D7=→");
    struct str mark = m->stretchy || !spacing.n ? m->text : spacing;
    /* Wide accents remain combining characters, because fonts can stretch those. The operator
     * dictionary stretches only the ASCII tilde. */
    if (m->stretchy && str_is(mark, "\xCC\x83")) {
        mark = STR("~");
    }
    buf_puts(out, "<mover accent=\"true\">");
    mathml_one(out, style, m->kid[0]);
    bool arrow = !m->stretchy && str_is(mark, "→"); /* the arrow of \vec is as wide as a letter */
    buf_printf(out, "<mo stretchy=\"%s\"%s>%.*s</mo></mover>", m->stretchy ? "true" : "false",
               arrow ? " style=\"font-size:70%\"" : "", STR_ARG(mark));
}

/** Writes an arrow and its labels. The labels are a third of an em shorter on both sides (amsmath:
 * \ext@arrow). */
static void write_labels(struct buf *out, enum math_style style, const char *name,
                         const struct math *arrow, const struct math *a, const struct math *b) {
    const struct math *labels[] = {a, b};
    buf_printf(out, "<%s>", name);
    mathml_one(out, style, arrow);
    for (size_t i = 0; i < ARRAY_LEN(labels); i++) {
        if (labels[i]) {
            buf_puts(out, "<mrow>");
            put_space(out, 6);
            mathml_one(out, script_style(style), labels[i]);
            put_space(out, 6);
            buf_puts(out, "</mrow>");
        }
    }
    buf_printf(out, "</%s>", name);
}

static void write_over_under(struct buf *out, enum math_style style, const struct math *m) {
    bool over = m->kind == MATH_OVER;
    const struct math *in = m->kid[0];
    if (m->kid[1] && over && in->kind == MATH_UNDER && in->kid[1]) { /* \xrightarrow[a]{b} */
        write_labels(out, style, "munderover", in->kid[0], in->kid[1], m->kid[1]);
        return;
    }
    if (m->kid[1] && in->kind == MATH_SYMBOL && in->stretchy) {
        write_labels(out, style, over ? "mover" : "munder", in, m->kid[1], NULL);
        return;
    }
    if (m->kid[1]) {
        mathml_element(out, style, over ? "mover" : "munder", "", m->kid[0], m->kid[1], NULL);
        return;
    }
    /* Lines are written as borders. Few fonts can stretch the characters, and browsers would then
     * show a dash. */
    if (str_is(m->text, "‾") || str_is(m->text, "_")) {
        mathml_element(
            out, style, "menclose",
            over ? " notation=\"top\" style=\"border-top:0.055em solid;padding-top:0.12em\""
                 : " notation=\"bottom\" style=\"border-bottom:0.055em "
                   "solid;padding-bottom:0.12em\"",
            m->kid[0], NULL, NULL);
        return;
    }
    /* arrows are close to the base; between a brace and the base there is space */
    bool accent = !m->limits;
    buf_puts(out, over ? "<mover" : "<munder");
    if (accent) {
        buf_puts(out, over ? " accent=\"true\"" : " accentunder=\"true\"");
    }
    buf_putc(out, '>');
    mathml_one(out, style, m->kid[0]);
    buf_printf(out, "<mo stretchy=\"true\">%.*s</mo>", STR_ARG(m->text));
    buf_puts(out, over ? "</mover>" : "</munder>");
}

/* Fractions, roots, fences. */

static void write_fraction(struct buf *out, enum math_style style, const struct math *m) {
    enum math_style whole = styled(style, m->style);
    enum math_style part = whole == MATH_STYLE_DISPLAY ? MATH_STYLE_TEXT : script_style(whole);
    if (m->style) {
        buf_printf(out, "<mstyle%s>", style_attributes(m->style));
    }
    buf_puts(out, "<mfrac");
    if (m->no_rule || m->width_mu > 0) {
        mathml_length(out, "linethickness", m->no_rule ? 0 : m->width_mu);
    }
    buf_putc(out, '>');
    mathml_one(out, part, m->kid[0]);
    mathml_one(out, part, m->kid[1]);
    buf_puts(out, m->style ? "</mfrac></mstyle>" : "</mfrac>");
}

static void write_radical(struct buf *out, enum math_style style, const struct math *m) {
    mathml_element(out, style, m->kid[1] ? "mroot" : "msqrt", "", m->kid[0], m->kid[1], NULL);
}

/** Whether an atom is a letter with simple scripts. TeX's \left and \right do not grow around such
 * letters (\delimitershortfall). Chromium adds space around symbols that may grow. */
static bool is_low(const struct math *m) {
    for (m = m->kind == MATH_ROW && is_plain_row(m) ? m->first : m; m; m = m->next) {
        bool scripts = m->kind == MATH_SCRIPTS && is_letter(m->kid[0]) &&
                       (!m->kid[1] || is_letter(m->kid[1])) && (!m->kid[2] || is_letter(m->kid[2]));
        if (!scripts && !is_letter(m)) {
            return false;
        }
    }
    return true;
}

static void write_fence(struct buf *out, struct str text, const char *form, bool grows) {
    if (text.n) {
        bool spaced = !grows_by_default(first_rune(text)) || is_arrow(first_rune(text));
        buf_printf(out, "<mo fence=\"true\" form=\"%s\" stretchy=\"%s\"%s>", form,
                   grows ? "true" : "false", spaced ? " lspace=\"0em\" rspace=\"0em\"" : "");
        markup_put(out, text, 0);
        buf_puts(out, "</mo>");
    }
}

static void write_fenced(struct buf *out, enum math_style style, const struct math *m) {
    bool grows = !is_low(m->kid[0]);
    buf_puts(out, "<mrow>");
    write_fence(out, m->open, "prefix", grows);
    if (is_plain_row(m->kid[0])) {
        mathml_children(out, style, m->kid[0]);
    } else {
        mathml_one(out, style, m->kid[0]);
    }
    write_fence(out, m->close, "postfix", grows);
    buf_puts(out, "</mrow>");
}

void mathml_one(struct buf *out, enum math_style style, const struct math *m) {
    switch (m->kind) {
    case MATH_ROW:
        write_row(out, style, m);
        break;
    case MATH_SYMBOL:
        write_symbol(out, style, m);
        break;
    case MATH_NUMBER:
        buf_puts(out, "<mn>");
        write_styled(out, m->text, m->variant);
        buf_puts(out, "</mn>");
        break;
    case MATH_TEXT:
        write_text(out, m);
        break;
    case MATH_SPACE:
        write_rule(out, m);
        break;
    case MATH_SCRIPTS:
        write_scripts(out, style, m);
        break;
    case MATH_FRACTION:
        write_fraction(out, style, m);
        break;
    case MATH_RADICAL:
        write_radical(out, style, m);
        break;
    case MATH_FENCED:
        write_fenced(out, style, m);
        break;
    case MATH_ACCENT:
        write_accent(out, style, m);
        break;
    case MATH_OVER:
    case MATH_UNDER:
        write_over_under(out, style, m);
        break;
    case MATH_TABLE:
        mathml_table(out, style, m);
        break;
    case MATH_PHANTOM:
        mathml_phantom(out, style, m);
        break;
    case MATH_BOX:
        mathml_box(out, style, m);
        break;
    case MATH_CHOICE:
        mathml_one(out, style, math_choice(m, style));
        break;
    case MATH_ERROR:
        buf_puts(out, "<merror><mtext>");
        markup_put(out, m->text, 0);
        buf_puts(out, "</mtext></merror>");
        break;
    }
}

void math_to_mathml(struct buf *out, const struct math *m, bool display) {
    enum math_style style = display ? MATH_STYLE_DISPLAY : MATH_STYLE_TEXT;
    buf_puts(out, display ? "<math display=\"block\">" : "<math>");
    if (is_plain_row(m)) {
        mathml_children(out, style, m);
    } else {
        mathml_one(out, style, m);
    }
    buf_puts(out, "</math>");
}
