/* SPDX-License-Identifier: MIT */
/*
 * The math tree as Office Math, the formulas of Word (ECMA-376 part 1, section 22.1).
 *
 * Word computes sizes and spaces itself. Its elements for sums and named functions contain the
 * operand. TeX does not mark the operand, so it is taken to end before the next relation, comma or
 * closing bracket. The recursion follows the tree, whose depth the parser limits.
 */
#include "core/base/bounds.h"
#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "model/tex/math/math.h"

/** The output, and the state that the parts of a formula inherit. */
struct omml {
    struct buf *out;
    enum math_style style; /* the current style, never MATH_STYLE_INHERIT */
    bool coloured;
    uint32_t rgb;
    int operands; /* number of operands around this part */
};

static void put_one(const struct omml *o, const struct math *m);
static const struct math *put_atom(const struct omml *o, const struct math *m,
                                   const struct math *end);

/* ---- characters ---- */

/** Writes the colour of a formula's characters as properties of Word's text. */
static void put_colour(const struct omml *o) {
    if (o->coloured) {
        buf_printf(o->out, "<w:rPr><w:color w:val=\"%06X\"/></w:rPr>", (unsigned)o->rgb);
    }
}

/** Writes characters; `properties` is the content of <m:rPr>. */
static void put_run(const struct omml *o, const char *properties, struct str text) {
    if (!text.n) {
        return;
    }
    buf_puts(o->out, "<m:r>");
    if (*properties) {
        buf_printf(o->out, "<m:rPr>%s</m:rPr>", properties);
    }
    put_colour(o);
    buf_puts(o->out, "<m:t xml:space=\"preserve\">");
    markup_put(o->out, text, MARKUP_XML);
    buf_puts(o->out, "</m:t></m:r>");
}

/** Writes letters. Alphabets become Unicode's mathematical letters, which every version of Word
 * shows. */
static void put_letters(const struct omml *o, struct str text, enum math_variant variant) {
    if (variant == MATH_ITALIC) {
        put_run(o, "", text);
        return;
    }
    if (variant == MATH_UPRIGHT) {
        put_run(o, "<m:sty m:val=\"p\"/>", text);
        return;
    }
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < text.n;) {
        buf_rune(&b, math_styled(utf8_next(text, &at), variant));
    }
    put_run(o, "<m:sty m:val=\"p\"/>", buf_view(&b));
    buf_drop(&b);
}

static void put_text(const struct omml *o, const struct math *m) {
    static const char *const words[] = {
        [MATH_ITALIC] = "<w:rPr><w:i/></w:rPr>",
        [MATH_BOLD] = "<w:rPr><w:b/></w:rPr>",
        [MATH_MONO] = "<w:rPr><w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\"/></w:rPr>",
    };
    if (m->name) {
        put_letters(o, m->text, m->variant);
        return;
    }
    const char *look = m->variant < ARRAY_LEN(words) ? words[m->variant] : NULL;
    if (!look || !m->text.n || o->coloured) {
        put_run(o, "<m:nor/>", m->text);
        return;
    }
    buf_printf(o->out, "<m:r><m:rPr><m:nor/></m:rPr>%s<m:t xml:space=\"preserve\">", look);
    markup_put(o->out, m->text, MARKUP_XML);
    buf_puts(o->out, "</m:t></m:r>");
}

/** Writes the space of Unicode with the most similar width. Word has no negative spaces. */
static void put_space(const struct omml *o, int32_t mu) {
    static const struct {
        int32_t mu;
        uint32_t cp;
    } spaces[] = {{18, 0x2003}, {9, 0x2002}, {6, 0x2004}, {4, 0x205F}, {3, 0x2009}, {1, 0x200A}};
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(spaces); i++) {
        for (; mu >= spaces[i].mu && b.n < 64; mu -= spaces[i].mu) {
            buf_rune(&b, spaces[i].cp);
        }
    }
    put_run(o, "", buf_view(&b));
    buf_drop(&b);
}

/* ---- parts ---- */

static void put_children(const struct omml *o, const struct math *first, const struct math *end) {
    for (const struct math *m = first; m && m != end;) {
        m = put_atom(o, m, end);
    }
}

/** Writes an argument. If it is a row, its children are written without the row's element. */
static void put_inside(const struct omml *o, const struct math *m) {
    if (m && m->kind == MATH_ROW && !m->coloured && m->style == MATH_STYLE_INHERIT) {
        put_children(o, m->first, NULL);
    } else if (m) {
        put_one(o, m);
    }
}

static struct omml script_of(const struct omml *o) {
    struct omml inner = *o;
    inner.style = o->style < MATH_STYLE_SCRIPT ? MATH_STYLE_SCRIPT : MATH_STYLE_SCRIPT_SCRIPT;
    return inner;
}

static void put_argument(const struct omml *o, const char *name, const struct math *m) {
    buf_printf(o->out, "<m:%s>", name);
    put_inside(o, m);
    buf_printf(o->out, "</m:%s>", name);
}

static void put_character(const struct omml *o, const char *name, struct str text) {
    buf_printf(o->out, "<m:%s m:val=\"", name);
    markup_put(o->out, text, MARKUP_XML | MARKUP_QUOTED);
    buf_puts(o->out, "\"/>");
}

/** Returns the atom that is alone in a row, or in nested rows; or the node itself. */
static const struct math *alone(const struct math *m) {
    while (m && m->kind == MATH_ROW && m->first && m->first == m->last && !m->coloured) {
        m = m->first;
    }
    return m;
}

/** Whether a symbol is a sum, integral or similar, which has an operand. */
static bool is_large(const struct math *m) {
    return m && m->kind == MATH_SYMBOL && m->cls == MATH_OP;
}

/** Whether an atom is a named function. Scripts are not part of the atom. */
static bool is_function(const struct math *m) {
    return m && m->cls == MATH_OP && (m->kind == MATH_TEXT || m->kind == MATH_ROW);
}

/** Whether an atom ends the operand before it. */
static bool ends_operand(const struct math *m) {
    return m->cls == MATH_REL || m->cls == MATH_PUNCT || m->cls == MATH_CLOSE;
}

/** Returns the end of an operand that begins at `first`. Brackets in it are complete. */
static const struct math *operand_end(const struct math *first, const struct math *end) {
    int open = 0;
    const struct math *m = first;
    for (; m && m != end; m = m->next) {
        const struct math *sign = m->kind == MATH_SCRIPTS && m->kid[0] ? m->kid[0] : m;
        open += m->kind == MATH_SYMBOL && m->cls == MATH_OPEN;
        if (open == 0 && m->kind != MATH_SPACE && ends_operand(m)) {
            break;
        }
        open -= open > 0 && sign->kind == MATH_SYMBOL && sign->cls == MATH_CLOSE;
    }
    return m;
}

/** Writes a sum or integral with its operand. Returns the atom after it. */
static const struct math *put_large(const struct omml *o, const struct math *sign,
                                    const struct math *below, const struct math *above, bool limits,
                                    const struct math *first, const struct math *end) {
    const struct math *behind = operand_end(first, end);
    struct omml script = script_of(o), inner = *o;
    inner.operands++;
    buf_puts(o->out, "<m:nary><m:naryPr>");
    put_character(o, "chr", sign->text);
    buf_printf(o->out, "<m:limLoc m:val=\"%s\"/>", limits ? "undOvr" : "subSup");
    buf_puts(o->out, below ? "" : "<m:subHide m:val=\"1\"/>");
    buf_puts(o->out, above ? "" : "<m:supHide m:val=\"1\"/>");
    buf_puts(o->out, "</m:naryPr>");
    put_argument(&script, "sub", below);
    put_argument(&script, "sup", above);
    buf_puts(o->out, "<m:e>");
    put_children(&inner, first, behind);
    buf_puts(o->out, "</m:e></m:nary>");
    return behind;
}

static void put_limit(const struct omml *o, const char *name, const struct math *base,
                      const struct math *limit) {
    struct omml script = script_of(o);
    buf_printf(o->out, "<m:%s>", name);
    put_argument(o, "e", base);
    put_argument(&script, "lim", limit);
    buf_printf(o->out, "</m:%s>", name);
}

static void put_limits(const struct omml *o, const struct math *m) {
    const struct math *below = m->kid[1], *above = m->kid[2];
    if (below && above) {
        buf_puts(o->out, "<m:limUpp><m:e>");
        put_limit(o, "limLow", m->kid[0], below);
        buf_puts(o->out, "</m:e>");
        struct omml script = script_of(o);
        put_argument(&script, "lim", above);
        buf_puts(o->out, "</m:limUpp>");
    } else if (below || above) {
        put_limit(o, below ? "limLow" : "limUpp", m->kid[0], below ? below : above);
    } else {
        put_inside(o, m->kid[0]);
    }
}

static void put_scripts(const struct omml *o, const struct math *m) {
    const struct math *below = m->kid[1], *above = m->kid[2];
    struct omml script = script_of(o);
    if (m->limits && (m->limits_always || o->style == MATH_STYLE_DISPLAY)) {
        put_limits(o, m);
        return;
    }
    const char *name = below && above ? "sSubSup" : below ? "sSub" : "sSup";
    buf_printf(o->out, "<m:%s>", name);
    put_argument(o, "e", m->kid[0]);
    if (below) {
        put_argument(&script, "sub", below);
    }
    if (above || !below) {
        put_argument(&script, "sup", above);
    }
    buf_printf(o->out, "</m:%s>", name);
}

/** Writes a function with its argument, which is the next atom. Returns the atom after it. */
static const struct math *put_function(const struct omml *o, const struct math *m,
                                       const struct math *end) {
    const struct math *next = m->next;
    bool applies = next && next != end && next->kind != MATH_SPACE && !ends_operand(next) &&
                   next->cls != MATH_BIN && next->cls != MATH_OPEN;
    if (!applies) {
        put_one(o, m);
        return next;
    }
    buf_puts(o->out, "<m:func><m:fName>");
    put_one(o, m);
    buf_puts(o->out, "</m:fName><m:e>");
    struct omml inner = *o;
    inner.operands++;
    next = put_atom(&inner, next, next->next);
    buf_puts(o->out, "</m:e></m:func>");
    return next;
}

/** Writes an atom and the parts within its element. Returns the next atom. */
static const struct math *put_atom(const struct omml *o, const struct math *m,
                                   const struct math *end) {
    const struct math *in = m->kind == MATH_SCRIPTS ? alone(m->kid[0]) : m;
    if (o->operands >= LIMIT_TEX_DEPTH) { /* the parser does not limit the nesting of operands */
        put_one(o, m);
        return m->next;
    }
    if (is_large(in)) {
        bool limits = (m->limits && o->style == MATH_STYLE_DISPLAY) || m->limits_always;
        const struct math *sub = m->kind == MATH_SCRIPTS ? m->kid[1] : NULL;
        const struct math *sup = m->kind == MATH_SCRIPTS ? m->kid[2] : NULL;
        if (operand_end(m->next, end) != m->next) {
            return put_large(o, in, sub, sup, limits, m->next, end);
        }
    } else if (is_function(in)) {
        return put_function(o, m, end);
    }
    put_one(o, m);
    return m->next;
}

static void put_fraction(const struct omml *o, const struct math *m) {
    struct omml inner = *o;
    inner.style = o->style == MATH_STYLE_DISPLAY ? MATH_STYLE_TEXT : script_of(o).style;
    buf_puts(o->out, m->no_rule ? "<m:f><m:fPr><m:type m:val=\"noBar\"/></m:fPr>" : "<m:f>");
    put_argument(&inner, "num", m->kid[0]);
    put_argument(&inner, "den", m->kid[1]);
    buf_puts(o->out, "</m:f>");
}

static void put_radical(const struct omml *o, const struct math *m) {
    buf_puts(o->out, m->kid[1] ? "<m:rad>" : "<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr>");
    struct omml script = script_of(o);
    put_argument(&script, "deg", m->kid[1]);
    put_argument(o, "e", m->kid[0]);
    buf_puts(o->out, "</m:rad>");
}

/** Writes \left...\right. Each \middle begins another argument. Word has only one separator
 * between arguments, that of the first \middle. */
static void put_fenced(const struct omml *o, const struct math *m) {
    const struct math *row = m->kid[0], *middle = NULL;
    /* the content is a row, or the fraction of \binom */
    const struct math *from = row->kind == MATH_ROW ? row->first : row;
    for (const struct math *k = from; k && !middle; k = k->next) {
        middle = math_is_middle(k) ? k : NULL;
    }
    buf_puts(o->out, "<m:d><m:dPr>");
    put_character(o, "begChr", m->open);
    if (middle) {
        put_character(o, "sepChr", middle->text);
    }
    put_character(o, "endChr", m->close);
    buf_puts(o->out, "</m:dPr>");
    do {
        const struct math *to = from;
        while (to && !math_is_middle(to)) {
            to = to->next;
        }
        buf_puts(o->out, "<m:e>");
        put_children(o, from, to);
        buf_puts(o->out, "</m:e>");
        from = to ? to->next : NULL;
        middle = to;
    } while (middle);
    buf_puts(o->out, "</m:d>");
}

/** Writes a rule, brace, arrow or text over or under an atom. */
static void put_over_under(const struct omml *o, const struct math *m) {
    bool over = m->kind == MATH_OVER;
    if (m->kid[1]) {
        put_limit(o, over ? "limUpp" : "limLow", m->kid[0], m->kid[1]);
    } else if (str_among(m->text, "\u203E _ \u0332 \u0305 \u00AF")) {
        buf_printf(o->out, "<m:bar><m:barPr><m:pos m:val=\"%s\"/></m:barPr>", over ? "top" : "bot");
        put_argument(o, "e", m->kid[0]);
        buf_puts(o->out, "</m:bar>");
    } else {
        buf_puts(o->out, "<m:groupChr><m:groupChrPr>");
        put_character(o, "chr", m->text);
        buf_printf(o->out, "<m:pos m:val=\"%s\"/><m:vertJc m:val=\"%s\"/></m:groupChrPr>",
                   over ? "top" : "bot", over ? "bot" : "top");
        put_argument(o, "e", m->kid[0]);
        buf_puts(o->out, "</m:groupChr>");
    }
}

static void put_accent(const struct omml *o, const struct math *m) {
    buf_puts(o->out, "<m:acc><m:accPr>");
    put_character(o, "chr", m->text);
    buf_puts(o->out, "</m:accPr>");
    put_argument(o, "e", m->kid[0]);
    buf_puts(o->out, "</m:acc>");
}

/* ---- tables ---- */

/** Writes equations. Word aligns them at each `&` in their text. */
static void put_equations(const struct omml *o, const struct math *table) {
    buf_puts(o->out, "<m:eqArr>");
    for (const struct math *row = table->first; row; row = row->next) {
        buf_puts(o->out, "<m:e>");
        for (const struct math *cell = row->first; cell; cell = cell->next) {
            put_children(o, cell->first, NULL);
            if (cell->next && table->table == MATH_ALIGNED) {
                put_run(o, "", STR("&"));
            }
        }
        buf_puts(o->out, "</m:e>");
    }
    buf_puts(o->out, "</m:eqArr>");
}

static void put_matrix(const struct omml *o, const struct math *table) {
    size_t rows, columns = math_columns(table, &rows);
    buf_puts(o->out, "<m:m><m:mPr><m:mcs>");
    for (size_t i = 0; i < columns; i++) {
        char letter = math_column(table, i);
        buf_printf(o->out,
                   "<m:mc><m:mcPr><m:count m:val=\"1\"/><m:mcJc m:val=\"%s\"/></m:mcPr></m:mc>",
                   letter == 'l'   ? "left"
                   : letter == 'r' ? "right"
                                   : "center");
    }
    buf_puts(o->out, "</m:mcs></m:mPr>");
    for (const struct math *row = table->first; row; row = row->next) {
        size_t n = 0;
        buf_puts(o->out, "<m:mr>");
        for (const struct math *cell = row->first; cell && n < columns; cell = cell->next, n++) {
            put_argument(o, "e", cell);
        }
        for (; n < columns; n++) {
            buf_puts(o->out, "<m:e/>");
        }
        buf_puts(o->out, "</m:mr>");
    }
    buf_puts(o->out, "</m:m>");
}

static void put_table(const struct omml *o, const struct math *m) {
    struct omml inner = *o;
    if (math_is_equations(m->table)) {
        inner.style = MATH_STYLE_DISPLAY;
    } else if (o->style == MATH_STYLE_DISPLAY) {
        inner.style = MATH_STYLE_TEXT;
    }
    if (m->first && (math_is_equations(m->table) || m->table == MATH_SUBSTACK)) {
        put_equations(&inner, m);
    } else if (m->first) {
        put_matrix(&inner, m);
    }
}

/* ---- others ---- */

static void put_phantom(const struct omml *o, const struct math *m) {
    buf_puts(o->out, "<m:phant><m:phantPr>");
    buf_printf(o->out, "<m:show m:val=\"%d\"/>", m->shown);
    buf_puts(o->out, m->keep_width ? "" : "<m:zeroWid m:val=\"1\"/>");
    buf_puts(o->out, m->keep_height ? "" : "<m:zeroAsc m:val=\"1\"/><m:zeroDesc m:val=\"1\"/>");
    buf_puts(o->out, "</m:phantPr>");
    put_argument(o, "e", m->kid[0]);
    buf_puts(o->out, "</m:phant>");
}

static void put_box(const struct omml *o, const struct math *m) {
    static const struct {
        unsigned line;
        const char *hide, *strike;
    } sides[] = {
        {LINE_TOP, "hideTop", NULL},     {LINE_BOTTOM, "hideBot", NULL},
        {LINE_LEFT, "hideLeft", NULL},   {LINE_RIGHT, "hideRight", NULL},
        {LINE_THROUGH, NULL, "strikeH"}, {LINE_UP, NULL, "strikeBLTR"},
        {LINE_DOWN, NULL, "strikeTLBR"},
    };
    buf_puts(o->out, "<m:borderBox><m:borderBoxPr>");
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
        const char *name = m->lines & sides[i].line ? sides[i].strike : sides[i].hide;
        if (name) {
            buf_printf(o->out, "<m:%s m:val=\"1\"/>", name);
        }
    }
    buf_puts(o->out, "</m:borderBoxPr>");
    put_argument(o, "e", m->kid[0]);
    buf_puts(o->out, "</m:borderBox>");
}

static void put_row(const struct omml *o, const struct math *m) {
    struct omml inner = *o;
    inner.style = m->style == MATH_STYLE_INHERIT ? o->style : m->style;
    if (m->coloured) {
        inner.coloured = true;
        inner.rgb = m->rgb;
    }
    put_children(&inner, m->first, NULL);
}

static void put_one(const struct omml *o, const struct math *m) {
    switch (m->kind) {
    case MATH_ROW:
        put_row(o, m);
        break;
    case MATH_SYMBOL:
        put_letters(o, m->text, m->is_operator ? MATH_ITALIC : m->variant);
        break;
    case MATH_NUMBER:
        put_letters(o, m->text, m->variant == MATH_ITALIC ? MATH_UPRIGHT : m->variant);
        break;
    case MATH_TEXT:
        put_text(o, m);
        break;
    case MATH_SPACE:
        put_space(o, m->width_mu);
        break;
    case MATH_SCRIPTS:
        put_scripts(o, m);
        break;
    case MATH_FRACTION:
        put_fraction(o, m);
        break;
    case MATH_RADICAL:
        put_radical(o, m);
        break;
    case MATH_FENCED:
        put_fenced(o, m);
        break;
    case MATH_ACCENT:
        put_accent(o, m);
        break;
    case MATH_OVER:
    case MATH_UNDER:
        put_over_under(o, m);
        break;
    case MATH_TABLE:
        put_table(o, m);
        break;
    case MATH_PHANTOM:
        put_phantom(o, m);
        break;
    case MATH_BOX:
        put_box(o, m);
        break;
    case MATH_CHOICE:
        put_one(o, math_choice(m, o->style));
        break;
    case MATH_ERROR:
        put_run(o, "<m:nor/>", m->text);
        break;
    }
}

void math_to_omml(struct buf *out, const struct math *m, bool display) {
    struct omml o = {.out = out, .style = display ? MATH_STYLE_DISPLAY : MATH_STYLE_TEXT};
    buf_puts(out, "<m:oMath>");
    put_one(&o, m);
    buf_puts(out, "</m:oMath>");
}
