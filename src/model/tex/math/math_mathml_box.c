/* SPDX-License-Identifier: MIT */
/*
 * MathML of tables, of frames, and of content that takes up more or less space than its size. Lines
 * and the alignment of cells are written in CSS.
 */
#include "model/tex/math/math_mathml.h"

#include "core/base/markup.h"

/* Tables. */

/** Whether there is a rule before the column. The index after the last column means the rule after
 * it. */
static bool column_rule(const struct math *table, size_t column) {
    size_t at = 0;
    for (size_t i = 0; i < table->columns.n; i++) {
        if (table->columns.p[i] != '|') {
            at++;
        } else if (at == column) {
            return true;
        }
    }
    return false;
}

/** Writes a strut for the minimum height of a row: TeX's strut, with \jot between equations, and
 * about as much in `cases`. The half ex that browsers add above and below is subtracted. */
static void write_strut(struct buf *out, enum math_table table) {
    if (math_is_equations(table) || table == MATH_CASES) {
        buf_puts(out, "<mspace height=\"0.75em\" depth=\"0.3em\"/>");
    } else if (table == MATH_DIAGRAM) {
        buf_puts(out, "<mspace height=\"0.8em\" depth=\"0.4em\"/>");
    } else if (table == MATH_MATRIX || table == MATH_ARRAY) {
        buf_puts(out, "<mspace height=\"0.6em\" depth=\"0.2em\"/>");
    }
}

static void write_cell(struct buf *out, enum math_style style, const struct math *table,
                       const struct math *row, const struct math *cell, size_t column) {
    char letter = math_column(table, column);
    if (table->table == MATH_MULTLINE) {
        letter = row == table->first ? 'l' : row->next ? 'c' : 'r';
    }
    buf_puts(out, "<mtd style=\"text-align:");
    /* Chromium aligns formulas in a cell only by the keywords that begin with -webkit- */
    const char *side = letter == 'l' ? "left" : letter == 'r' ? "right" : "center";
    buf_printf(out, "%s;text-align:-webkit-%s", side, side);
    /* in eqnarray, relations have a column of their own */
    if (table->table == MATH_ALIGNED && letter == 'c') {
        buf_puts(out, ";padding-left:0.2778em;padding-right:0.2778em");
    } else if (table->table == MATH_ALIGNED) {
        buf_puts(out, letter == 'l' ? ";padding-left:0" : ";padding-right:0");
    }
    if (table->table == MATH_SUBSTACK) {
        buf_puts(out, ";padding:0");
    } else if (table->table == MATH_DIAGRAM) {
        buf_puts(out, ";padding-left:0.14em;padding-right:0.14em");
    }
    if (column_rule(table, column)) {
        buf_puts(out, ";border-left:1px solid");
    }
    if (!cell->next && column_rule(table, column + 1)) {
        buf_puts(out, ";border-right:1px solid");
    }
    if (row->line_before) {
        buf_puts(out, row->line_before > 1 ? ";border-top:3px double" : ";border-top:1px solid");
    }
    if (!row->next && table->line_before) {
        buf_puts(out,
                 table->line_before > 1 ? ";border-bottom:3px double" : ";border-bottom:1px solid");
    }
    buf_puts(out, "\">");
    if (column == 0) {
        write_strut(out, table->table);
    }
    mathml_children(out, style, cell);
    buf_puts(out, "</mtd>");
}

static bool has_numbers(const struct math *table) {
    for (const struct math *row = table->first; row; row = row->next) {
        if (row->line && row->line->number.n) {
            return true;
        }
    }
    return false;
}

/** Writes the cell beside a row that holds the number of the equation. A cell without a number has
 * the same width, so that the equations are centred. */
static void write_number(struct buf *out, const struct math_line *line, bool left) {
    if (line->left != left) {
        buf_puts(out, "<mtd style=\"width:50%\"></mtd>");
        return;
    }
    buf_puts(out, left ? "<mtd style=\"width:50%;text-align:left;text-align:-webkit-left;"
                         "padding-left:0\">"
                       : "<mtd style=\"width:50%;text-align:right;text-align:-webkit-right;"
                         "padding-right:0\">");
    if (line->number.n) {
        buf_puts(out, "<mtext>");
        markup_put(out, line->number, 0);
        buf_puts(out, "</mtext>");
    }
    buf_puts(out, "</mtd>");
}

/** Writes words with formulas between them, in lines. <mtext> may contain HTML with formulas
 * (HTML, 13.2.6: a text integration point), but browsers do not compute its width then. */
static void write_words(struct buf *out, const struct math *cell) {
    const struct math *words = cell->first;
    if (!words || words->kind != MATH_ROW) {
        bool lines = words && words->kind == MATH_TEXT && words->text.n > 60;
        buf_puts(out, lines ? "<mtext style=\"display:block;width:min(36em,80vw)\">" : "<mtext>");
        markup_put(out, words ? words->text : STR_EMPTY, 0);
        buf_puts(out, "</mtext>");
        return;
    }
    buf_puts(out, "<mtext style=\"display:block;width:min(36em,80vw)\">");
    for (const struct math *m = words->first; m; m = m->next) {
        if (m->kind == MATH_TEXT) {
            markup_put(out, m->text, 0);
        } else {
            math_to_mathml(out, m, false);
        }
    }
    buf_puts(out, "</mtext>");
}

static void write_table_row(struct buf *out, enum math_style style, const struct math *table,
                            const struct math *row, size_t columns, bool numbers) {
    if (row->words) { /* words reach from margin to margin */
        buf_printf(out,
                   "<mtr><mtd columnspan=\"%zu\" style=\"text-align:left;"
                   "text-align:-webkit-left;padding-left:0\">",
                   columns + (numbers ? 2 : 0));
        write_words(out, row->first);
        buf_puts(out, "</mtd></mtr>");
        return;
    }
    size_t column = 0;
    buf_puts(out, "<mtr>");
    if (numbers) {
        write_number(out, row->line, true);
    }
    for (const struct math *cell = row->first; cell; cell = cell->next) {
        write_cell(out, style, table, row, cell, column++);
    }
    while (numbers && column++ < columns) {
        buf_puts(out, "<mtd></mtd>");
    }
    if (numbers) {
        write_number(out, row->line, false);
    }
    buf_puts(out, "</mtr>");
}

void mathml_table(struct buf *out, enum math_style style, const struct math *m) {
    bool display = math_is_equations(m->table) || m->style == MATH_STYLE_DISPLAY;
    bool small = m->table == MATH_SMALL_MATRIX;
    enum math_style inner = display                       ? MATH_STYLE_DISPLAY
                            : small                       ? MATH_STYLE_SCRIPT
                            : style == MATH_STYLE_DISPLAY ? MATH_STYLE_TEXT
                                                          : style;
    if (small) {
        buf_puts(out, "<mstyle scriptlevel=\"1\">");
    }
    bool numbers = has_numbers(m);
    size_t rows, columns = math_columns(m, &rows);
    buf_printf(out, "<mtable%s%s>", display ? " displaystyle=\"true\"" : "",
               numbers                     ? " style=\"width:100%\""
               : m->table == MATH_MULTLINE ? " style=\"width:min(30em,75vw)\""
                                           : "");
    for (const struct math *row = m->first; row; row = row->next) {
        write_table_row(out, inner, m, row, columns, numbers);
    }
    buf_puts(out, small ? "</mtable></mstyle>" : "</mtable>");
}

void mathml_phantom(struct buf *out, enum math_style style, const struct math *m) {
    bool padded = !m->keep_width || !m->keep_height || m->raise_mu;
    if (padded) {
        buf_puts(out, "<mpadded");
        if (!m->keep_width) {
            buf_puts(out, " width=\"0\"");
        }
        if (!m->keep_height) {
            buf_puts(out, " height=\"0\" depth=\"0\"");
        }
        if (m->raise_mu) {
            mathml_length(out, "voffset", m->raise_mu);
        }
        buf_putc(out, '>');
    }
    bool moved = m->lap == 'l' || m->lap == 'c';
    /* an <mrow> is moved, because the percentage must refer to its width: <mpadded> has none */
    if (moved) {
        buf_printf(out, "<mrow style=\"transform:translateX(-%s)\">",
                   m->lap == 'l' ? "100%" : "50%");
    }
    if (m->shown && padded) {
        mathml_one(out, style, m->kid[0]);
    } else {
        mathml_element(out, style, m->shown ? "mrow" : "mphantom", "", m->kid[0], NULL, NULL);
    }
    buf_puts(out, moved ? "</mrow>" : "");
    buf_puts(out, padded ? "</mpadded>" : "");
}

/* Writes a box. Browsers do not support <menclose>, so the lines are also written in CSS. */
void mathml_box(struct buf *out, enum math_style style, const struct math *m) {
    static const struct {
        unsigned lines;
        const char *notation, *css;
    } kinds[] = {
        {LINE_FRAME, "box", "border:1px solid;padding:0.25em"},
        {LINE_UP, "updiagonalstrike",
         "background:linear-gradient(to bottom right,transparent calc(50% - 0.04em),currentcolor "
         "calc(50% - 0.04em) calc(50% + 0.04em),transparent calc(50% + 0.04em))"},
        {LINE_DOWN, "downdiagonalstrike",
         "background:linear-gradient(to top right,transparent calc(50% - 0.04em),currentcolor "
         "calc(50% - 0.04em) calc(50% + 0.04em),transparent calc(50% + 0.04em))"},
        {LINE_UP | LINE_DOWN, "updiagonalstrike downdiagonalstrike",
         "background:linear-gradient(to bottom right,transparent calc(50% - 0.04em),currentcolor "
         "calc(50% - 0.04em) calc(50% + 0.04em),transparent calc(50% + 0.04em)),"
         "linear-gradient(to top right,transparent calc(50% - 0.04em),currentcolor "
         "calc(50% - 0.04em) calc(50% + 0.04em),transparent calc(50% + 0.04em))"},
        {LINE_UP | LINE_ARROW, "northeastarrow",
         "background:linear-gradient(to bottom right,transparent calc(50% - 0.04em),currentcolor "
         "calc(50% - 0.04em) calc(50% + 0.04em),transparent calc(50% + 0.04em)),"
         "linear-gradient(to bottom left,currentcolor 50%,transparent 50%) top right/0.3em 0.25em "
         "no-repeat;padding:0.1em 0.15em 0 0"},
        {LINE_THROUGH, "horizontalstrike",
         "background:linear-gradient(transparent calc(50% - 0.03em),currentcolor "
         "calc(50% - 0.03em) calc(50% + 0.03em),transparent calc(50% + 0.03em))"},
        {LINE_TOP | LINE_RIGHT, "actuarial",
         "border-top:1px solid;border-right:1px solid;padding:0.1em 0.1em 0 0"},
        {LINE_ANGLE, "phasorangle", "border-bottom:1px solid;padding:0 0 0.1em 0.4em"},
    };
    const char *notation = NULL, *css = "padding:0.25em";
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (kinds[i].lines == m->lines) {
            notation = kinds[i].notation;
            css = kinds[i].css;
        }
    }
    buf_puts(out, notation ? "<menclose notation=\"" : "<mpadded");
    buf_printf(out, "%s%s style=\"%s", notation ? notation : "", notation ? "\"" : "", css);
    if (m->coloured) {
        buf_printf(out, ";background:#%06x", (unsigned)m->rgb);
    }
    buf_puts(out, "\">");
    mathml_one(out, style, m->kid[0]);
    buf_puts(out, notation ? "</menclose>" : "</mpadded>");
}
