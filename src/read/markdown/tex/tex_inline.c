/* SPDX-License-Identifier: MIT */
/*
 * Reads LaTeX commands in texts of Markdown (pandoc MANUAL, raw_tex): a backslash, letters, and the
 * groups in brackets and braces that follow. Also reads formulas in environments, in `\(...\)` and
 * in `\[...\]`.
 *
 * In CommonMark, a backslash escapes a bracket. So the last two are formulas only if their content
 * looks like one: `\(...\)` contains a command, a script or a relation, or no words; `\[...\]` is
 * on lines of its own and contains a command, a script or a relation.
 */
#include "read/markdown/core/inline_pass.h"
#include "read/markdown/tex/tex.h"

DIAG_USE(DIAG_TEX_SYNTAX);

#define LONGEST_FORMULA 4000 /* maximum number of bytes between `\(` and `\)` */

/* ---- formulas */

/* Whether a text looks like a formula (it has commands, scripts, relations), and whether it has
 * words outside of commands. */
static void weigh(struct str s, bool *signs, bool *words) {
    size_t letters = 0;
    int depth = 0;
    *signs = *words = false;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' && i + 1 < s.n) {
            size_t n = ltx_name(s, i);
            *signs = *signs || n > 0;
            i += n ? n : 1;
            letters = 0;
            continue;
        }
        depth += c == '{';
        depth -= c == '}';
        *signs = *signs || c == '^' || c == '_' || c == '=' || c == '<' || c == '>';
        letters = is_alpha(c) && depth == 0 ? letters + 1 : 0;
        *words = *words || letters > 2;
    }
}

static bool fenced_math(struct inl *x) {
    char open = x->s.p[x->at + 1];
    struct str close = open == '(' ? STR("\\)") : STR("\\]");
    struct str rest = str_slice(x->s, x->at + 2, x->at + 2 + LONGEST_FORMULA);
    size_t n = str_find(rest, close), begin = x->at + 2;
    bool signs, words;
    /* with this extension, the author writes formulas with two backslashes */
    bool chosen = md_on(x->m, MD_TEX_MATH_DOUBLE_BACKSLASH);
    if (chosen || n == STR_NONE || !str_trim(str_slice(rest, 0, n)).n) {
        return false;
    }
    weigh(str_slice(rest, 0, n), &signs, &words);
    bool good = signs || (open == '(' && !words);
    if (open == '[') { /* a formula in `\[...\]` is on lines of its own */
        bool front = !str_trim(str_slice(x->s, 0, x->at)).n || x->s.p[x->at - 1] == '\n' ||
                     !x->top->last || x->top->last->kind == DOC_SOFT_BREAK;
        size_t behind = begin + n + 2;
        while (behind < x->s.n && (x->s.p[behind] == '.' || x->s.p[behind] == ',' ||
                                   x->s.p[behind] == ' ' || x->s.p[behind] == ';')) {
            behind++;
        }
        good = good && front && (behind >= x->s.n || x->s.p[behind] == '\n');
    }
    if (!good) {
        return false;
    }
    struct doc_node *math = md_math(x->m, x->t, begin, begin + n, open == '[');
    math->span = md_span(x->t, x->at, begin + n + 2);
    doc_append(x->top, math);
    x->at = begin + n + 2;
    return true;
}

/* ---- commands */

/* Returns the pairs of braces of the whole leaf. They are found when its first command is read. */
static const struct ltx_text *pairs(struct inl *x) {
    if (!x->latex) {
        x->latex = ARENA_NEW(x->m->a, struct ltx_text);
        ltx_pair(x->m->a, x->latex, x->s, false);
    }
    return x->latex;
}

/* Whether `n` or a node after it is a block or contains one. Notes do not count. */
static bool has_blocks(const struct doc_node *n) {
    for (; n; n = n->next) {
        struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)n);
        while (doc_walk_next(&w)) {
            if (!doc_is_inline(w.node->kind)) {
                return true;
            }
            if (w.node->kind == DOC_NOTE) {
                doc_walk_skip(&w);
            }
        }
    }
    return false;
}

/* Returns the heading directly before the current position, to which a \label here would belong; or
 * NULL. */
static struct doc_node *heading_before(const struct inl *x) {
    struct doc_node *n = x->top->last;
    n = n && doc_is_blank(n) ? n->prev : n;
    return n && n->kind == DOC_HEADING ? n : NULL;
}

/* Adds nodes to the leaf for the command at `at` in a text. With `all`, the text from `at` on is
 * read. Returns the offset after what was read. */
static size_t read_one(struct inl *x, const struct md_text *text, const struct ltx_text *t,
                       size_t at, bool all) {
    struct tex r = md_tex_reader(x->m, text, t, x->top, TEX_MIXED);
    struct doc_node *last = x->top->last;
    r.at = at;
    r.in_note = x->brackets && x->brackets->in_note;
    r.markdown = !all;
    r.heading = heading_before(x);
    if (all) {
        md_tex_run(&r);
    } else {
        md_tex_command(&r);
    }
    struct doc_node *first = last ? last->next : x->top->first;
    /* without a node, the paragraph may be empty and must be removed */
    x->blocks = x->blocks || !first || has_blocks(first);
    return r.at;
}

/* Adds the text up to `end` as raw LaTeX. */
static bool raw_to(struct inl *x, size_t end) {
    struct doc_node *raw = md_inl_node(x, DOC_RAW_INLINE, x->at, end);
    raw->u.code.info = x->m->as_written ? STR("tex") : STR("latex");
    raw->u.code.text = str_slice(x->s, x->at, end);
    x->at = end;
    return true;
}

static bool read_expanded(struct inl *x, size_t end) {
    struct md_text expanded;
    struct ltx_text t;
    size_t begin = x->at;
    if (!md_tex_expanded(x->m, x->t, begin, end, &expanded)) {
        return raw_to(x, end);
    }
    ltx_pair(x->m->a, &t, expanded.s, true);
    (void)read_one(x, &expanded, &t, 0, true);
    x->at = end;
    return true;
}

/* Reads `\begin{name}...\end{name}` within a paragraph. */
static bool environment(struct inl *x, const struct ltx_text *t) {
    size_t behind, close = ltx_close(t, x->at), after;
    struct str name = ltx_environment_name(x->s, x->at, &behind);
    if (!name.n) {
        return false;
    }
    if (close == STR_NONE) {
        diag_add(x->m->diags, DIAG_TEX_SYNTAX, md_span(x->t, x->at, behind),
                 "`\\begin{%.*s}` without its `\\end{%.*s}`", STR_ARG(name), STR_ARG(name));
        x->at = behind;
        return true;
    }
    (void)ltx_environment_name(x->s, close, &after);
    if (x->m->as_written) {
        return raw_to(x, after);
    }
    if (x->m->macros && ltx_is_macro(str_slice(x->s, x->at + 1, behind), x->m->macros)) {
        return read_expanded(x, after);
    }
    x->at = read_one(x, x->t, t, x->at, false);
    return true;
}

bool md_tex_tie(struct inl *x) {
    size_t n = x->at + 1 < x->s.n && x->s.p[x->at + 1] == '\\' ? ltx_name(x->s, x->at + 1) : 0;
    const struct ltx_row *row = n ? ltx_command(str_slice(x->s, x->at + 2, x->at + 2 + n)) : NULL;
    if (!row || (row->act != LTX_REF && row->act != LTX_CITE) || x->at == 0 ||
        is_space(x->s.p[x->at - 1]) || x->m->as_written) {
        return false;
    }
    md_inl_made(x, STR("\u00A0"), x->at, x->at + 1, true);
    x->at++;
    return true;
}

/* If the last text ends with an opening brace directly before the command, removes this brace and
 * returns the offset of its closing brace. Otherwise returns STR_NONE. */
static size_t take_brace(struct inl *x, const struct ltx_text *t) {
    struct doc_node *last = x->top->last;
    size_t close = x->at > 0 && x->s.p[x->at - 1] == '{' ? ltx_close(t, x->at - 1) : STR_NONE;
    if (close == STR_NONE || !last || last->kind != DOC_TEXT || last->u.text.escaped ||
        !str_ends(last->u.text.text, STR("{"))) {
        return STR_NONE;
    }
    last->u.text.text.n--;
    last->span.end -= x->t->npieces ? 1 : 0;
    return close;
}

/* Reads the LaTeX in `{\small text}` or `\small{text}`. Returns false if the command does not apply
 * to a group. */
static bool switched_group(struct inl *x, const struct ltx_text *t, struct str name) {
    const struct ltx_row *row = ltx_command(name);
    if (!row || !(row->act == LTX_SWITCH || (row->act == LTX_COLOUR && row->a))) {
        return false;
    }
    struct tex r = md_tex_reader(x->m, x->t, t, x->top, TEX_MIXED);
    struct doc_node *last = x->top->last;
    size_t behind = x->at + 1 + name.n;
    size_t own = behind < x->s.n && row->act == LTX_SWITCH && x->s.p[behind] == '{'
                     ? ltx_close(t, behind)
                     : STR_NONE;
    size_t around = take_brace(x, t);
    if (around != STR_NONE) {
        r.end = around;
    } else if (own != STR_NONE) {
        r.end = own + 1;
        around = own;
    } else {
        return false;
    }
    r.at = x->at;
    md_tex_run(&r);
    x->blocks = x->blocks || has_blocks(last ? last->next : x->top->first);
    x->at = around + 1;
    return true;
}

/* Reads a definition of a macro. It applies to the rest of the text, or, in a group
 * `{\newcommand...}`, to the rest of the group. */
static bool read_definition(struct inl *x, const struct ltx_text *t, size_t end) {
    const struct math_macro *outer = x->m->macros;
    size_t close = take_brace(x, t);
    if (close == STR_NONE) {
        return read_expanded(x, end);
    }
    (void)read_expanded(x, close);
    x->m->macros = outer;
    x->at = close + 1;
    return true;
}

bool md_tex_backslash(struct inl *x) {
    char c = x->at + 1 < x->s.n ? x->s.p[x->at + 1] : '\0';
    if (c == '(' || c == '[') {
        return fenced_math(x);
    }
    if (!is_alpha(c)) {
        return false;
    }
    const struct ltx_text *t = pairs(x);
    struct str name = str_slice(x->s, x->at + 1, x->at + 1 + ltx_name(x->s, x->at));
    if (str_is(name, "begin")) {
        return environment(x, t);
    }
    if (x->m->as_written) {
        return raw_to(x, md_tex_call_end(t, x->at, x->s.n));
    }
    if (x->m->macros && ltx_is_macro(name, x->m->macros)) {
        return read_expanded(x, md_tex_call_end(t, x->at, x->s.n));
    }
    size_t definitions = ltx_defines(name) ? math_macros_length(x->m->a, str_from(x->s, x->at)) : 0;
    if (definitions) {
        return read_definition(x, t, x->at + definitions);
    }
    if (switched_group(x, t, name)) {
        return true;
    }
    x->at = read_one(x, x->t, t, x->at, false);
    return true;
}
