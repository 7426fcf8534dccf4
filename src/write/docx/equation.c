/* SPDX-License-Identifier: MIT */
/* Writes formulas from the math tree. A displayed formula and its number are on one line, separated
 * by tabs. A table is not used for this, because tables for layout have no header rows, and numbers
 * inside Office Math cannot be referred to. If several lines have numbers, each line is a
 * paragraph. */
#include "model/tex/math/math.h"
#include "write/docx/writer.h"

/** Writes a number, "(1)", with the field that counts. `line->reference` is the present value of
 * the field. */
static void put_number(struct docx_writer *w, struct str id, const struct math_line *line,
                       size_t at) {
    size_t from = line->reference.n ? str_find(line->number, line->reference) : STR_NONE;
    if (from == STR_NONE) {
        docx_text(w, line->number);
        return;
    }
    docx_text(w, str_slice(line->number, 0, from));
    docx_number_begin(w, id, at);
    int64_t value;
    if (str_to_i64(line->reference, &value)) {
        docx_field(w, STR("SEQ Equation \\* ARABIC"), line->reference);
    } else {
        /* Word's field cannot give a \tag or a number with a chapter, so it is written as text */
        docx_text(w, line->reference);
    }
    docx_number_end(w);
    docx_text(w, str_from(line->number, from + line->reference.n));
}

/** Returns the line if it has a number, otherwise NULL. */
static const struct math_line *numbered(const struct math_line *line) {
    return line && line->number.n ? line : NULL;
}

static void put_line(struct docx_writer *w, const struct doc_node *n, const struct math *m,
                     const struct math_line *line, size_t at) {
    docx_begin(w);
    if (!line) {
        buf_puts(w->out, "<m:oMathPara>");
        math_to_omml(w->out, m, true);
        buf_puts(w->out, "</m:oMathPara>");
        docx_end(w);
        return;
    }
    if (line->left) {
        put_number(w, doc_id(n), line, at);
    }
    docx_in_run(w, "<w:tab/>");
    math_to_omml(w->out, m, true);
    if (!line->left) {
        docx_in_run(w, "<w:tab/>");
        put_number(w, doc_id(n), line, at);
    }
    docx_end(w);
}

/** Returns the table of equations that is the whole formula, if its rows have numbers; or NULL. */
static const struct math *table_of(const struct math *m) {
    m = math_inside(m);
    for (const struct math *row = m->kind == MATH_TABLE ? m->first : NULL; row; row = row->next) {
        if (numbered(row->line)) {
            return m;
        }
    }
    return NULL;
}

/** Writes the rows of a table of equations one by one. Their alignment is lost. */
static void put_rows(struct docx_writer *w, const struct doc_node *n, const struct math *table) {
    size_t at = 0;
    for (const struct math *row = table->first; row; row = row->next) {
        const struct math_line *line = numbered(row->line);
        put_line(w, n, row, line, at);
        at += line != NULL;
    }
}

void docx_equation(struct docx_writer *w, const struct doc_node *n) {
    const struct math *m = n->u.math.tree;
    const struct math *table = table_of(m);
    struct docx_para before = w->para;
    w->para.style = DOCX_EQUATION;
    docx_anchor(w, n);
    if (table) {
        put_rows(w, n, table);
    } else {
        put_line(w, n, m, numbered(m->line), 0);
    }
    w->para = before;
}

void docx_math(struct docx_writer *w, const struct doc_node *n) {
    const struct math *m = n->u.math.tree;
    math_to_omml(w->out, m, n->u.math.display);
    if (numbered(m->line)) {
        docx_text(w, STR(" "));
        put_number(w, doc_id(n), m->line, 0);
    }
}
