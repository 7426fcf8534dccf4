/* SPDX-License-Identifier: MIT */
/*
 * Reads linguistic examples of the packages gb4e and cgloss4e, which have numbers and interlinear
 * glosses.
 *
 *   \begin{exe}
 *     \ex[*]{A sentence.}
 *     \ex \gll  Wenn jemand \
 *               if   someone \
 *         \glt `If someone ...'
 *   \end{exe}
 */
#include "read/markdown/tex/tex.h"

#define MAX_WORDS 64 /* maximum number of words in a line of a gloss */
#define MAX_LINES 4

/* ---- glosses */

static const struct {
    const char *name;
    size_t lines;
} glosses[] = {{"gll", 2}, {"glll", 3}, {"gllll", 4}, {"gl", 1}};

static const char *const translations[] = {"glt", "trans", "glft", "tr"};

/* Splits the bytes [at, end) into words, and returns their number. A group in braces or a command
 * with its arguments is a part of a word. */
static size_t cut_words(const struct tex *x, size_t at, size_t end, struct ltx_arg *out) {
    size_t n = 0;
    while (n < MAX_WORDS) {
        while (at < end && is_space(x->t->s.p[at])) {
            at++;
        }
        if (at >= end) {
            break;
        }
        size_t from = at;
        while (at < end && !is_space(x->t->s.p[at])) {
            size_t close = x->t->s.p[at] == '{' ? ltx_close(x->t, at) : STR_NONE;
            at = close != STR_NONE && close < end ? close + 1 : at + 1;
        }
        bool last = n + 1 == MAX_WORDS;
        out[n++] = (struct ltx_arg){from, last ? end : at};
    }
    for (size_t i = 0; i < n; i++) { /* the word is a group: {several words} */
        bool braces =
            x->t->s.p[out[i].begin] == '{' && ltx_close(x->t, out[i].begin) == out[i].end - 1;
        out[i].begin += braces;
        out[i].end -= braces;
    }
    return n;
}

static void add_row(struct tex *x, struct doc_node *table, const struct ltx_arg *words, size_t n) {
    struct doc_node *row = md_tex_add(x, table, DOC_ROW, words[0].begin, words[n - 1].end);
    for (size_t i = 0; i < n; i++) {
        struct doc_node *cell = md_tex_add(x, row, DOC_CELL, words[i].begin, words[i].end);
        cell->u.cell.colspan = cell->u.cell.rowspan = 1;
        cell->u.cell.align = DOC_ALIGN_LEFT;
        md_tex_inlines(x, &words[i], cell);
    }
    int ncols = table->u.table.ncols;
    table->u.table.ncols = ncols < (int)n ? (int)n : ncols;
}

/* Reads the lines of a gloss from `at` on. Each word is read with the words below it. Returns the
 * offset after them. */
static size_t read_gloss(struct tex *x, size_t at, size_t end, size_t lines) {
    struct ltx_arg words[MAX_WORDS];
    struct doc_node *table = md_tex_block(x, DOC_TABLE, at, end);
    doc_add_class(x->m->doc, table, STR("gloss"));
    doc_set_pair(x->m->doc, table, STR("style"), STR("border: 0; margin: 0"));
    for (size_t i = 0; i < lines && at < end; i++) {
        size_t behind, to = md_tex_line(x, at, end, &behind);
        size_t n = cut_words(x, at, to, words);
        if (n) {
            add_row(x, table, words, n);
        }
        at = behind;
    }
    size_t ncols = (size_t)table->u.table.ncols;
    table->u.table.aligns = ARENA_ARRAY(x->m->a, enum doc_align, ncols + 1);
    for (size_t i = 0; i < ncols; i++) {
        table->u.table.aligns[i] = DOC_ALIGN_LEFT;
    }
    doc_unlink_empty(table);
    return at;
}

/* Returns the offset of the first gloss in `part`, or the end of `part`. `*which` is set to the
 * gloss. */
static size_t find_gloss(const struct tex *x, const struct ltx_arg *part, size_t *which) {
    size_t first = part->end;
    for (size_t i = 0; i < ARRAY_LEN(glosses); i++) {
        size_t at = md_tex_find(x, part->begin, first, glosses[i].name);
        *which = at < first ? i : *which;
        first = at < first ? at : first;
    }
    return first;
}

/* Returns the translation of a gloss, without the command before it. */
static struct ltx_arg translation(const struct tex *x, size_t at, size_t end) {
    for (size_t i = 0; i < ARRAY_LEN(translations); i++) {
        size_t found = md_tex_find(x, at, end, translations[i]);
        if (found < end) {
            return (struct ltx_arg){found + 1 + str_of(translations[i]).n, end};
        }
    }
    return (struct ltx_arg){at, end};
}

static void read_content(struct tex *x, const struct ltx_arg *part, struct doc_node *parent) {
    struct tex in = *x;
    size_t which = 0, at = find_gloss(x, part, &which);
    struct ltx_arg before = {part->begin, at};
    md_tex_part(x, &before, parent, TEX_TIGHT);
    if (at >= part->end) {
        return;
    }
    in.parent = parent;
    in.para = NULL;
    in.mode = TEX_TIGHT;
    in.nmarks = 0;
    at = read_gloss(&in, at + 1 + strlen(glosses[which].name), part->end, glosses[which].lines);
    struct ltx_arg rest = translation(x, at, part->end);
    md_tex_part(x, &rest, parent, TEX_TIGHT);
}

/* ---- examples */

static void put_judgement(struct tex *x, struct doc_node *item, const struct ltx_arg *mark) {
    struct doc_node *text = item->first;
    if (!ltx_given(mark) || !text || text->kind == DOC_TABLE) {
        return;
    }
    struct doc_node *span = md_tex_node(x, DOC_SPAN, mark->begin, mark->end);
    md_tex_inlines(x, mark, span);
    doc_insert(text, text->first, span);
}

static void read_example(struct tex *x, struct doc_node *list, const struct tex_item *it,
                         bool within) {
    struct doc_node *item = md_tex_add(x, list, DOC_ITEM, it->begin, it->body.end);
    struct tex_float label = {0};
    struct tex in = *x;
    item->u.item.number =
        within ? (item->prev ? item->prev->u.item.number + 1 : 1) : ++x->m->examples.last;
    in.floated = &label;
    read_content(&in, &it->body, item);
    put_judgement(x, item, &it->label);
    if (label.label.n) {
        doc_set_id(x->m->doc, item, label.label);
        md_label_add(x->m, item, label.label, DOC_WORD_COUNT,
                     arena_printf(x->m->a, "%d", item->u.item.number));
    }
}

void md_tex_examples(struct tex *x, const struct tex_call *c) {
    bool within = c->row->a != 0;
    struct doc_node *list = md_tex_block(x, DOC_LIST, c->begin, c->end);
    size_t at = md_tex_find(x, c->body.begin, c->body.end, "ex");
    struct tex_item it;
    list->u.list.style = within ? DOC_LOWER_ALPHA : DOC_DECIMAL;
    list->u.list.delim = within ? DOC_DELIM_PERIOD : DOC_DELIM_PARENS;
    list->u.list.start = within ? 1 : x->m->examples.last + 1;
    list->u.list.tight = true;
    doc_add_class(x->m->doc, list, STR("example"));
    while (md_tex_item(x, &at, c->body.end, "ex", "o", &it)) {
        read_example(x, list, &it, within);
    }
    doc_unlink_empty(list);
}
