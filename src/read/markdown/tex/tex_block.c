/* SPDX-License-Identifier: MIT */
/* Reads LaTeX environments as blocks (pandoc MANUAL, raw_tex). Such a block goes from a line that
 * begins with `\begin{name}` to the matching `\end{name}`. It may contain blank lines, be in any
 * container, and directly follow a line of text. Formulas are not read here, because they belong to
 * their paragraph (see tex_inline.c). */
#include "read/markdown/core/block_extension.h"
#include "read/markdown/tex/tex.h"

/* maximum number of lines of a region that are searched for ends that do not exist */
#define MAX_SEARCHED 500000

static bool more(void *state, struct str line) {
    struct ltx_lines *lines = state;
    bool goes_on = !lines->done;
    ltx_lines_next(lines, line);
    return goes_on;
}

/* maximum number of earlier lines of a paragraph that are searched for an open brace */
#define MAX_BACK 200

/* Whether an argument that began in the paragraph above is still open, such as a footnote that
 * contains a list. */
static bool in_argument(const struct md_at *at) {
    const struct md_region *r = at->k->r;
    size_t first = md_first_line(at->k, at->parent), depth = 0;
    first = at->line - first > MAX_BACK ? at->line - MAX_BACK : first;
    for (size_t line = first; line < at->line; line++) {
        struct str s = r->lines[line].s;
        for (size_t i = 0; i < s.n; i++) {
            bool command =
                i > 0 && (is_alpha(s.p[i - 1]) || s.p[i - 1] == ']' || s.p[i - 1] == '}');
            if (s.p[i] == '\\') {
                i++;
            } else if (s.p[i] == '{') {
                depth += depth > 0 || command;
            } else if (s.p[i] == '}') {
                depth -= depth > 0;
            }
        }
    }
    return depth > 0;
}

static bool open_environment(struct md_at *at) {
    struct ltx_lines look;
    if (at->s.p[0] != '\\' || at->indent > 3 || !ltx_lines_begin(&look, at->s)) {
        return false;
    }
    const struct ltx_row *row = ltx_environment(look.name);
    bool formula = row && row->act == LTX_MATH;
    bool paragraph = cmark_node_get_type(at->parent) == CMARK_NODE_PARAGRAPH;
    if (formula || (paragraph && ((!row && !at->k->m->macros) || in_argument(at)))) {
        return false;
    }
    struct md_region r = {NULL, 1, at->k->r->fixed};
    if (!look.done && at->k->searched < MAX_SEARCHED) {
        r = md_look_ahead(at, more, &look);
    }
    if (!look.done) {
        at->k->searched += r.n;
        return false;
    }
    struct md_open *o = md_open_lines(at, &md_block_tex_environment, at->line + r.n);
    o->inside = look.behind;
    return true;
}

bool md_tex_expanded(struct md *m, const struct md_text *t, size_t begin, size_t end,
                     struct md_text *out) {
    struct source_builder b;
    struct str tex = str_slice(t->s, begin, end);
    if (!m->tex.budget) {
        return false;
    }
    source_build(&b, m->a, 0);
    bool good =
        ltx_expand(m->a, tex, md_span(t, begin, end), &m->macros, &m->tex.budget, m->diags, &b);
    struct source *src = source_built(&b, m->doc->source->name);
    struct md_piece *piece = ARENA_NEW(m->a, struct md_piece);
    *piece = (struct md_piece){0, 0};
    *out = (struct md_text){src->text, piece, 1, span_make(src, 0, src->text.n)};
    return good;
}

static void read_text(struct md_reader *k, const struct md_text *text) {
    struct ltx_text t;
    ltx_pair(k->m->a, &t, text->s, true);
    if (str_starts(text->s, STR("\\begin{thebibliography}"))) {
        md_tex_bibitems(k->m, &t);
    }
    struct tex x = md_tex_reader(k->m, text, &t, k->top, TEX_BLOCKS);
    md_tex_run(&x);
}

static struct doc_node *read_environment(struct md_reader *k, cmark_node *n, struct md_open *o,
                                         const struct md_region *part) {
    struct md_text t = md_text_lines(k->m, part), expanded;
    size_t last = part->n ? part->lines[part->n - 1].s.n : 0;
    size_t end = t.s.n - last + (o->inside < last ? o->inside : last);
    struct md_text whole = md_text_part(k->m, &t, 0, end);
    (void)n;
    if (!k->m->as_written && !ltx_has_macros(whole.s, k->m->macros)) {
        read_text(k, &whole);
    } else if (!k->m->as_written && md_tex_expanded(k->m, &whole, 0, whole.s.n, &expanded)) {
        read_text(k, &expanded);
    } else {
        struct doc_node *raw = md_add(k, DOC_RAW_BLOCK, md_span(&t, 0, end));
        raw->u.code.info = k->m->as_written ? STR("tex") : STR("latex");
        raw->u.code.text = whole.s;
    }
    if (str_trim(str_from(t.s, end)).n) {
        struct md_text rest = md_text_part(k->m, &t, end, t.s.n);
        md_leaf(k->m, md_add(k, DOC_PARA, md_span(&rest, 0, rest.s.n)), rest);
    }
    return NULL;
}

const struct md_block md_block_tex_environment = {
    .open = open_environment, .read = read_environment, .interrupts = true};
