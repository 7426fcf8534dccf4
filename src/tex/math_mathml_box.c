/* SPDX-License-Identifier: MIT */
/*
 * MathML of tables, frames, and of what has other room than it shows.
 *
 * Decides what is said in CSS: lines, and the sides that cells keep to.
 */
#include "tex/math_mathml.h"

/* Tables. */

/** True when a rule stands before the column, or behind the last one. */
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

static void write_cell(struct buf *out, enum math_style style, const struct math *table,
                       const struct math *row, const struct math *cell, size_t column) {
    char letter = math_column(table, column);
    buf_puts(out, "<mtd style=\"text-align:");
    /* Chromium aligns what is in a cell by its own names alone. */
    const char *side = letter == 'l' ? "left" : letter == 'r' ? "right" : "center";
    buf_printf(out, "%s;text-align:-webkit-%s", side, side);
    if (table->table == MATH_ALIGNED) {
        buf_puts(out, letter == 'l' ? ";padding-left:0" : ";padding-right:0");
    }
    if (table->table == MATH_SUBSTACK) {
        buf_puts(out, ";padding:0");
    }
    if (column_rule(table, column)) {
        buf_puts(out, ";border-left:1px solid");
    }
    if (!cell->next && column_rule(table, column + 1)) {
        buf_puts(out, ";border-right:1px solid");
    }
    if (row->line_before) {
        buf_puts(out, ";border-top:1px solid");
    }
    if (!row->next && table->line_before) {
        buf_puts(out, ";border-bottom:1px solid");
    }
    buf_puts(out, "\">");
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

/** The cells that a row lacks, and its number at the right margin: as wide as the empty cell in
 * front of the row, so that the equations stand in the middle. */
static void write_number(struct buf *out, const struct math *table, size_t column,
                         struct str number) {
    size_t columns = 0;
    for (const struct math *row = table->first; row; row = row->next) {
        size_t n = 0;
        for (const struct math *cell = row->first; cell; cell = cell->next) {
            n++;
        }
        columns = n > columns ? n : columns;
    }
    for (; column < columns; column++) {
        buf_puts(out, "<mtd></mtd>");
    }
    buf_puts(out, "<mtd style=\"width:50%;text-align:right;text-align:-webkit-right;"
                  "padding-right:0\">");
    if (number.n) {
        buf_puts(out, "<mtext>");
        mathml_escape(out, number);
        buf_puts(out, "</mtext>");
    }
    buf_puts(out, "</mtd>");
}

void mathml_table(struct buf *out, enum math_style style, const struct math *m) {
    bool display =
        m->table == MATH_ALIGNED || m->table == MATH_GATHERED || m->style == MATH_STYLE_DISPLAY;
    bool small = m->table == MATH_SMALL_MATRIX;
    enum math_style inner = display                       ? MATH_STYLE_DISPLAY
                            : small                       ? MATH_STYLE_SCRIPT
                            : style == MATH_STYLE_DISPLAY ? MATH_STYLE_TEXT
                                                          : style;
    if (small) {
        buf_puts(out, "<mstyle scriptlevel=\"1\">");
    }
    bool numbers = has_numbers(m);
    buf_printf(out, "<mtable%s%s>", display ? " displaystyle=\"true\"" : "",
               numbers ? " style=\"width:100%\"" : "");
    for (const struct math *row = m->first; row; row = row->next) {
        buf_puts(out, numbers ? "<mtr><mtd style=\"width:50%\"></mtd>" : "<mtr>");
        size_t column = 0;
        for (const struct math *cell = row->first; cell; cell = cell->next) {
            write_cell(out, inner, m, row, cell, column++);
        }
        if (numbers) {
            write_number(out, m, column, row->line->number);
        }
        buf_puts(out, "</mtr>");
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
        if (m->lap == 'l' || m->lap == 'c') { /* in shares of the content's width, as CSS has it */
            buf_printf(out, " style=\"display:inline-block;transform:translateX(-%s)\"",
                       m->lap == 'l' ? "100%" : "50%");
        }
        if (!m->keep_height) {
            buf_puts(out, " height=\"0\" depth=\"0\"");
        }
        if (m->raise_mu) {
            mathml_length(out, "voffset", m->raise_mu);
        }
        buf_putc(out, '>');
    }
    if (m->shown && padded) {
        mathml_one(out, style, m->kid[0]);
    } else {
        mathml_element(out, style, m->shown ? "mrow" : "mphantom", "", m->kid[0], NULL, NULL);
    }
    buf_puts(out, padded ? "</mpadded>" : "");
}

/* Browsers know no <menclose>: what it draws is said in CSS as well. */
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
