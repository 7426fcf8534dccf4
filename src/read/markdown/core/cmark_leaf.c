/* SPDX-License-Identifier: MIT */
/* Reads leaf blocks: headings, paragraphs, code, HTML. The text of a paragraph may also be
 * definitions, a caption or LaTeX. */
#include "core/base/bounds.h"
#include "model/tex/latex/ltx.h"
#include "model/tex/text/text_internal.h"
#include "read/markdown/core/block_extension.h"
#include "read/markdown/core/chunk.h"

DIAG_USE(DIAG_BAD_ATTRIBUTES);

/* maximum length of the label of a link, in bytes, as in inline_link.c */
#define MAX_HEADING_LABEL 999

struct doc_node *md_add(struct md_reader *k, enum doc_kind kind, struct span at) {
    return doc_add(k->m->doc, k->top, kind, at);
}

/* Cuts attributes `{...}` off the end of a heading or caption and adds them to the node (MANUAL,
 * header_attributes, table_attributes). Returns the text before them. */
static struct md_text cut_attributes(struct md *m, struct doc_node *node, struct md_text t) {
    struct str s = t.s;
    bool heading = node->kind == DOC_HEADING;
    if (!md_on(m, heading ? MD_HEADER_ATTRIBUTES : MD_TABLE_ATTRIBUTES) || !s.n ||
        s.p[s.n - 1] != '}') {
        return t;
    }
    size_t at = s.n;
    for (int tries = 0; tries < 8; tries++) {
        while (at > 0 && s.p[at - 1] != '{') {
            at--;
        }
        if (at == 0) {
            return t;
        }
        at--;
        /* after `]`, `)` or a backquote, attributes belong to a span, a link or code; `\{` is text
         */
        bool theirs = at > 0 && (s.p[at - 1] == ']' || s.p[at - 1] == ')' || s.p[at - 1] == '`' ||
                                 s.p[at - 1] == '\\');
        struct doc_attr attr;
        size_t n = theirs ? 0 : md_attr(m, &t, at, &attr, NULL, NULL);
        if (n && at + n == s.n) {
            md_attr_put(m, node, &attr);
            size_t end = str_trim_end(str_slice(s, 0, at)).n;
            return md_text_part(m, &t, 0, end);
        }
    }
    return t;
}

/* Removes a closing sequence of `#` at the end of a heading, before its attributes (CommonMark
 * §4.2). */
static struct md_text cut_closing(struct md *m, struct md_text t) {
    size_t end = t.s.n;
    while (end > 0 && t.s.p[end - 1] == '#') {
        end--;
    }
    if (end == t.s.n || (end > 0 && !is_space_or_tab(t.s.p[end - 1]))) {
        return t;
    }
    return md_text_part(m, &t, 0, str_trim_end(str_slice(t.s, 0, end)).n);
}

void md_read_heading(struct md_reader *k, cmark_node *n) {
    struct md_text t = md_heading_text(k, n);
    size_t refs = t.s.n && k->mask.text[k->mask.at[md_first_line(k, n)] + md_first_byte(n)] != '#'
                      ? md_refs_take(k->m, &t)
                      : 0;
    if (refs && refs >= t.s.n) {
        /* A setext underline is text if there are only definitions above it (CommonMark §4.7). */
        size_t line = md_first_line(k, n) + 1;
        for (size_t i = 0; i < t.s.n; i++) {
            line += t.s.p[i] == '\n';
        }
        line = line < k->r->n ? line : k->r->n - 1;
        struct str under = str_trim(k->r->lines[line].s);
        struct doc_node *para = md_add(k, DOC_PARA, md_block_span(k, n));
        md_leaf(k->m, para, md_text_fixed(under, para->span));
        k->below_underline = line + 1;
        return;
    }
    struct doc_node *h = md_add(k, DOC_HEADING, md_block_span(k, n));
    h->u.heading.level = cmark_node_get_heading_level(n);
    t = refs ? md_text_part(k->m, &t, refs, t.s.n) : t;
    size_t before = t.s.n;
    t = cut_attributes(k->m, h, t);
    if (t.s.n < before) {
        t = cut_closing(k->m, t);
    }
    h->u.heading.unnumbered = doc_has_class(h, "unnumbered");
    struct str label = md_label(k->m->a, t.s);
    if (label.n && label.n <= MAX_HEADING_LABEL) {
        (void)md_part_put(k->m, &k->m->links.headings, label, h);
    }
    md_leaf(k->m, h, t);
}

size_t md_caption_mark(struct str s) {
    size_t n = str_starts(s, STR("Table:")) ? 6 : str_starts(s, STR("table:")) ? 6 : 0;
    n = !n && str_starts(s, STR(":")) && s.n > 1 && is_space(s.p[1]) ? 1 : n;
    n = n ? str_past(s, n, is_space) : 0;
    return n < s.n ? n : 0;
}

void md_add_caption(struct md *m, struct doc_node *table, struct md_text t, size_t mark) {
    struct md_text text = md_text_part(m, &t, mark, t.s.n);
    text = cut_attributes(m, table, text);
    struct str id = doc_id(table);
    if (!text.s.n && !str_starts(id, STR("tbl:")) && !str_starts(id, STR("tbl-"))) {
        /* a caption that has only attributes is dropped, unless an identifier gives the table a
         * number */
        return;
    }
    struct doc_node *caption = doc_node_new(m->doc, DOC_CAPTION, md_span(&text, 0, text.s.n));
    doc_insert(table, table->first, caption);
    md_leaf(m, caption, text);
}

size_t md_take_caption(struct md *m, struct doc_node *before, struct md_text *t) {
    if (!before || before->kind != DOC_PARA || !m->leaves.n ||
        vec_last(&m->leaves).node != before) {
        return 0;
    }
    *t = vec_last(&m->leaves).text;
    size_t mark = md_caption_mark(t->s);
    if (mark) {
        (void)vec_pop(&m->leaves);
        doc_unlink(before);
    }
    return mark;
}

static void add_text(struct md_reader *k, struct md_text t) {
    md_leaf(k->m, md_add(k, DOC_PARA, md_span(&t, 0, t.s.n)), t);
}

void md_read_table(struct md_reader *k, const struct md_region *part,
                   struct doc_node *(*make)(struct md_reader *k, const struct md_region *part)) {
    struct md_text caption;
    size_t mark = md_take_caption(k->m, k->top->last, &caption);
    struct doc_node *table = make(k, part);
    if (!table) {
        /* the lines may continue a paragraph (lazy continuation lines); then they are text */
        if (mark) {
            add_text(k, caption);
        }
        add_text(k, md_text_lines(k->m, part));
        return;
    }
    doc_append(k->top, table);
    if (mark) {
        md_add_caption(k->m, table, caption, mark);
    }
}

bool md_end_table(struct md_at *at) {
    if (!str_is(str_of(cmark_node_get_type_string(at->parent)), "table")) {
        return false;
    }
    at->parent =
        cmark_parser_add_child(at->parser, at->parent, CMARK_NODE_PARAGRAPH, (int)at->byte + 1);
    return true;
}

/* Finds a caption directly below a pipe table, which cmark-gfm would read as a row of the table. */
static bool open_caption(struct md_at *at) {
    return md_caption_mark(at->s) && md_end_table(at);
}

const struct md_block md_block_caption = {.open = open_caption, .interrupts = true};

/* Whether a text consists of unknown commands of LaTeX and their arguments. It is then a raw block
 * (MANUAL, raw_tex). */
static bool is_raw(const struct md *m, struct str s) {
    size_t at = 0;
    bool any = false;
    for (;;) {
        at = str_past(s, at, is_space);
        if (at >= s.n) {
            return any;
        }
        size_t n = s.p[at] == '\\' ? ltx_name(s, at) : 0;
        struct str name = str_slice(s, at + 1, at + 1 + n);
        if (!n || name.p[0] == '@' || ltx_command(name) || ltx_is_macro(name, m->macros) ||
            tex_text_symbol(name).n || str_is(name, "begin")) {
            return false;
        }
        at += 1 + n;
        at += at < s.n && s.p[at] == '*';
        while (at < s.n && (s.p[at] == '{' || s.p[at] == '[')) {
            char open = s.p[at], close = s.p[at] == '{' ? '}' : ']';
            size_t depth = 0;
            do {
                depth += s.p[at] == open;
                depth -= s.p[at] == close;
                at++;
            } while (at < s.n && depth);
            if (depth) {
                return false;
            }
        }
        any = true;
    }
}

static void add_latex(struct md_reader *k, const struct md_text *t, size_t end) {
    struct span at = md_span(t, 0, end);
    struct doc_node *raw = md_add(k, DOC_RAW_BLOCK, at);
    struct str tex = str_slice(t->s, 0, end);
    raw->u.code.text = str_trim(tex);
    raw->u.code.info = k->m->as_written ? STR("tex") : STR("latex");
    k->m->macros = math_macros_read(k->m->a, k->m->macros, tex, at, k->m->diags);
}

bool md_in_tight_list(cmark_node *n) {
    cmark_node *item = cmark_node_parent(n);
    cmark_node *list = item ? cmark_node_parent(item) : NULL;
    return list && cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list);
}

/* Reads `[ ]` or `[x]` at the beginning of an item (GFM §5.3). */
static struct md_text take_task(struct md_reader *k, cmark_node *n, struct md_text t) {
    bool first = k->top->kind == DOC_ITEM && !cmark_node_previous(n);
    bool task = first && md_on(k->m, MD_TASK_LISTS) && t.s.n > 4 && t.s.p[0] == '[' &&
                t.s.p[2] == ']' && is_space(t.s.p[3]) &&
                (t.s.p[1] == ' ' || to_lower(t.s.p[1]) == 'x');
    if (!task) {
        return t;
    }
    k->top->u.item.task = t.s.p[1] == ' ' ? DOC_TASK_OPEN : DOC_TASK_DONE;
    return md_text_part(k->m, &t, 4, t.s.n);
}

/* If the line above a paragraph is an underline that became text (md_read_heading()), adds it to
 * the paragraph. */
static struct str take_underline(struct md_reader *k, size_t *line, struct str copy) {
    if (!k->below_underline || *line != k->below_underline) {
        return copy;
    }
    (*line)--;
    doc_unlink(vec_last(&k->m->leaves).node);
    (void)vec_pop(&k->m->leaves);
    return arena_join(k->m->a, 3, str_trim(k->r->lines[*line].s), STR("\n"), copy);
}

void md_read_paragraph(struct md_reader *k, cmark_node *n) {
    /* Text above the head of a table has no place in cmark-gfm, so it gets the place of the
     * table. */
    bool cut = cmark_node_get_start_line(n) < 1 && cmark_node_next(n);
    size_t line = md_first_line(k, cut ? cmark_node_next(n) : n);
    struct str copy = take_underline(k, &line, md_copy(n));
    struct md_text t = md_leaf_text(k, line, copy);
    size_t refs = t.s.n && t.s.p[0] == '[' ? md_refs_take(k->m, &t) : 0;
    if (refs >= t.s.n) {
        return;
    }
    t = refs ? md_text_part(k->m, &t, refs, t.s.n) : t;
    struct doc_node *before = k->top->last;
    size_t mark = md_on(k->m, MD_TABLE_CAPTIONS) ? md_caption_mark(t.s) : 0;
    if (mark && before && before->kind == DOC_TABLE && before->first->kind != DOC_CAPTION) {
        md_add_caption(k->m, before, t, mark);
        return;
    }
    if (t.s.p[0] == '\\' && md_on(k->m, MD_RAW_TEX)) {
        /* the paragraph may begin with definitions of macros (MANUAL, latex_macros) */
        size_t macros = !md_on(k->m, MD_LATEX_MACROS) ? 0 : math_macros_length(k->m->a, t.s);
        if (macros) {
            add_latex(k, &t, macros);
            t = md_text_part(k->m, &t, macros, t.s.n);
        }
        bool raw = t.s.n && is_raw(k->m, t.s);
        if (raw) {
            add_latex(k, &t, t.s.n);
        }
        if (!t.s.n || raw) {
            return;
        }
    }
    if (t.s.p[0] == '{' && md_shortcode_is_break(k->m, t.s)) {
        struct doc_node *page = md_add(k, DOC_RAW_BLOCK, md_span(&t, 0, t.s.n));
        page->u.code.text = STR("\\newpage");
        page->u.code.info = STR("latex");
        return;
    }
    if (t.s.p[0] == '(' && md_bookdown_text(k->m, &t)) {
        return;
    }
    t = take_task(k, n, t);
    struct doc_node *para =
        md_add(k, md_in_tight_list(n) ? DOC_PLAIN : DOC_PARA, md_span(&t, 0, t.s.n));
    md_leaf(k->m, para, t);
}

/* Reads attributes at byte `at` of the line of a fence. Returns the format of raw text, or the
 * empty slice. */
static struct str code_attributes(struct md_reader *k, struct doc_node *code, size_t line,
                                  size_t at) {
    struct md_line rest = md_line_part(k->r->lines[line], at, SIZE_MAX);
    struct md_text t = md_text_line(k->m, rest, k->r->fixed);
    struct doc_attr attr = {0};
    struct str raw = STR_EMPTY;
    size_t bad = 0;
    if (md_attr(k->m, &t, 0, &attr, &raw, &bad)) {
        if (!raw.n) {
            md_attr_put(k->m, code, &attr);
        }
        return raw;
    }
    if (!md_read_chunk(k, code, line, &t)) {
        struct diag *g = diag_add(k->m->diags, DIAG_BAD_ATTRIBUTES, md_span(&t, bad, bad + 1),
                                  "the attributes of this code cannot be read from here on");
        diag_hint(k->m->diags, g, "write {.language #id .class key=\"value\"}");
    }
    return STR_EMPTY;
}

/* Reads the text after the fence of code: `lang`, `{.lang #id key=v}` or `{=format}` (MANUAL,
 * fenced_code_attributes, raw_attribute). */
static void read_info(struct md_reader *k, struct doc_node *code, size_t line, struct str info) {
    size_t word = 0;
    info = str_trim(info);
    while (word < info.n && !is_space(info.p[word]) && info.p[word] != '{') {
        word++;
    }
    if (word) {
        struct str name = arena_str(k->m->a, str_slice(info, 0, word));
        /* pandoc's names of languages are in lower case */
        bool lower = k->m->format.pandoc && !k->m->as_written;
        name = lower ? arena_lower(k->m->a, name) : name;
        code->u.code.info = lower && str_is(name, "c++") ? STR("cpp") : name;
        doc_add_class(k->m->doc, code, code->u.code.info);
    }
    size_t brace = md_on(k->m, MD_FENCED_CODE_ATTRIBUTES) || md_on(k->m, MD_RAW_ATTRIBUTE)
                       ? str_index(k->r->lines[line].s, '{')
                       : STR_NONE;
    struct str raw = brace == STR_NONE ? STR_EMPTY : code_attributes(k, code, line, brace);
    if (raw.n) {
        doc_change_kind(k->m->doc, code, DOC_RAW_BLOCK);
        code->u.code.info = raw;
        code->u.code.asked = true;
        if (str_is(raw, "latex") || str_is(raw, "tex")) {
            k->m->macros =
                math_macros_read(k->m->a, k->m->macros, code->u.code.text, code->span, k->m->diags);
        }
    } else if (!code->u.code.info.n && code->attr && code->attr->nclasses) {
        code->u.code.info = code->attr->classes[0];
    }
}

void md_read_code(struct md_reader *k, cmark_node *n) {
    struct span at = md_block_span(k, n);
    struct doc_node *code = md_add(k, DOC_CODE_BLOCK, at);
    int length;
    int offset;
    char ch;
    bool fenced = cmark_node_get_fenced(n, &length, &offset, &ch);
    size_t line = md_first_line(k, n);
    code->u.code.text =
        md_literal_text(k, line + (fenced ? 1 : 0), str_of(cmark_node_get_literal(n)));
    const char *info = cmark_node_get_fence_info(n);
    if (info && *info) {
        read_info(k, code, line, str_of(info));
    }
}

static struct str drop_comments(struct md *m, struct str text) {
    size_t at = str_find(text, STR("<!--"));
    if (at == STR_NONE) {
        return text;
    }
    struct buf b = BUF_INIT;
    while (at != STR_NONE) {
        buf_str(&b, str_slice(text, 0, at));
        size_t end = str_find(str_from(text, at + 4), STR("-->"));
        text = end == STR_NONE ? STR_EMPTY : str_from(text, at + 4 + end + 3);
        at = str_find(text, STR("<!--"));
    }
    buf_str(&b, text);
    return buf_finish(&b, m->a);
}

void md_add_html(struct md_reader *k, struct str text, struct span at) {
    if (!md_on(k->m, MD_RAW_HTML)) {
        struct doc_node *para = md_add(k, DOC_PARA, at);
        doc_add_text(k->m->doc, para, str_trim(text), at);
        return;
    }
    text = drop_comments(k->m, text);
    if (str_trim(text).n) {
        k->m->hooks->html_block(k->m, k->top, text, at);
    }
}

/* Reads the text after the end of a comment as Markdown. Returns false if the block is not a
 * comment. */
static bool read_behind_comment(struct md_reader *k, struct md_text t) {
    size_t end = str_starts(t.s, STR("<!--")) ? str_find(t.s, STR("-->")) : STR_NONE;
    if (end == STR_NONE || !md_on(k->m, MD_MARKDOWN_IN_HTML) || k->depth + 2 >= LIMIT_DOC_DEPTH) {
        return false;
    }
    if (str_trim(str_from(t.s, end + 3)).n) {
        struct md_region rest = md_text_region(k->m, &t, end + 3, t.s.n);
        md_blocks(k->m, &rest, k->top, k->depth + 1);
    }
    return true;
}

void md_read_html(struct md_reader *k, cmark_node *n) {
    struct str copy = str_of(cmark_node_get_literal(n));
    if (read_behind_comment(k, md_leaf_text(k, md_first_line(k, n), copy))) {
        return;
    }
    md_add_html(k, md_literal_text(k, md_first_line(k, n), copy), md_block_span(k, n));
}
