/* SPDX-License-Identifier: MIT */
/*
 * Writes blocks. Decides the syntax of each kind, and what separates two blocks that would
 * otherwise be read as one.
 */
#include "core/base/code_fence.h"
#include "core/unicode/unicode.h"
#include "write/markdown/writer.h"

/* ---- text ---- */

/** Returns the text of a paragraph. At its end, a backslash before a line end would not be a line
 * break, so it becomes <br>. */
static struct str paragraph_text(struct buf *b) {
    while (b->n >= 2 && b->p[b->n - 1] == '\n' && b->p[b->n - 2] == '\\') {
        buf_cut(b, b->n - 2);
        buf_puts(b, "<br>");
    }
    return str_trim_end(buf_view(b));
}

void mdout_paragraph(struct mdout_writer *w, const struct doc_node *first,
                     const struct doc_node *end, struct str front) {
    struct buf b = BUF_INIT;
    buf_str(&b, front);
    mdout_inlines(w, &b, first, end);
    if (b.n && b.p[b.n - 1] == ' ') {
        /* without the comment, the space at the end would be lost */
        buf_puts(&b, "<!-- -->");
    }
    struct str text = paragraph_text(&b);
    if (text.n) {
        mdout_lines(w, text);
    }
    buf_drop(&b);
}

/** Writes a paragraph that is a LaTeX environment unchanged. Returns false for other paragraphs. */
static bool put_environment(struct mdout_writer *w, const struct doc_node *n) {
    const struct doc_node *only = n->first;
    bool bare = only && !only->next && only->kind == DOC_MATH && only->u.math.display &&
                !only->attr && str_starts(only->u.math.tex, STR("\\begin{")) &&
                str_starts(span_text(only->span), STR("\\begin{"));
    if (bare) {
        mdout_lines(w, str_trim(only->u.math.tex));
    }
    return bare;
}

static void put_text(struct mdout_writer *w, const struct doc_node *n) {
    if (!put_environment(w, n)) {
        mdout_paragraph(w, n->first, NULL, STR_EMPTY);
    }
}

/** Whether the reader of Markdown gives this identifier to a heading automatically. */
static bool is_automatic(struct mdout_writer *w, const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_CITE || k->kind == DOC_MATH) {
            /* the reader may derive a different identifier from citations and formulas */
            return false;
        }
    }
    struct str plain = unicode_lower(w->doc->arena, doc_plain(w->doc->arena, n), STR_EMPTY);
    struct str id = doc_auto_id(w->doc->arena, plain);
    return str_eq(id, doc_id(n)) && !map_put(&w->shared->headings, id, w->shared);
}

static void put_heading(struct mdout_writer *w, const struct doc_node *n) {
    struct buf b = BUF_INIT;
    struct doc_attr attr = n->attr ? *n->attr : (struct doc_attr){0};
    enum mdout_place place = w->place;
    buf_fill(&b, '#', (size_t)n->u.heading.level);
    buf_putc(&b, ' ');
    w->place = MDOUT_IN_LINE;
    mdout_inlines(w, &b, n->first, NULL);
    w->place = place;
    if (is_automatic(w, n)) {
        attr.id = STR_EMPTY;
    }
    if (mdout_has_attr(&attr, STR_EMPTY)) {
        buf_putc(&b, ' ');
        mdout_braces(&b, &attr);
    }
    mdout_line(w, str_trim_end(buf_view(&b)));
    buf_drop(&b);
}

/* ---- code and raw text ---- */

static void put_fenced(struct mdout_writer *w, struct str info, struct str text) {
    struct buf b = BUF_INIT;
    size_t n = code_fence_length(text);
    buf_fill(&b, '`', n);
    buf_str(&b, info);
    mdout_line(w, buf_view(&b));
    if (text.n) {
        text.n -= str_ends(text, STR("\n"));
        mdout_lines(w, text);
    }
    mdout_line(w, str_slice(buf_view(&b), 0, n));
    buf_drop(&b);
}

static bool is_info_word(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_space(s.p[i]) || s.p[i] == '`' || s.p[i] == '{' || s.p[i] == '\\' || s.p[i] == '&') {
            return false;
        }
    }
    return s.n > 0;
}

/** Returns the text after the fence in the first line of a node's source. */
static struct str fence_head(const struct doc_node *n) {
    struct str rest = span_text(n->span), line = str_cut(&rest, '\n');
    size_t at = 0;
    while (at < line.n && str_index(STR("`~: "), line.p[at]) != STR_NONE) {
        at++;
    }
    return at >= 3 ? str_trim(str_from(line, at)) : STR_EMPTY;
}

/** Returns the length of the name of MyST's directive at the start of a text, `{name}`, or 0. */
static size_t directive_name(struct str s) {
    size_t n = str_past_name(s, 1, "-:");
    return n > 1 && n < s.n && s.p[0] == '{' && s.p[n] == '}' && is_alpha(s.p[1]) ? n + 1 : 0;
}

/** Returns the text after the fence of a notebook's cell, `{r name, echo=FALSE}`, or of a directive
 * of MyST, `{note} Title`, or an empty text for other code. */
static struct str cell_head(const struct doc_node *n) {
    struct str head = fence_head(n);
    bool cell = str_starts(head, STR("{")) && n->u.code.info.n &&
                (str_ends(head, STR("}")) || directive_name(head)) &&
                str_starts(str_from(head, 1), n->u.code.info);
    return cell ? head : STR_EMPTY;
}

static void put_code(struct mdout_writer *w, const struct doc_node *n) {
    struct buf b = BUF_INIT;
    if (cell_head(n).n) {
        put_fenced(w, cell_head(n), n->u.code.text);
        return;
    }
    struct str word = n->u.code.info;
    bool first = n->attr && n->attr->nclasses && str_eq(n->attr->classes[0], word);
    if (is_info_word(word) && (first || !mdout_has_attr(n->attr, word))) {
        bool more = mdout_has_attr(n->attr, word);
        if (more) {
            buf_putc(&b, ' ');
            mdout_braces(&b, n->attr);
        } else {
            buf_str(&b, word);
        }
    } else if (mdout_has_attr(n->attr, STR_EMPTY)) {
        buf_putc(&b, ' ');
        mdout_braces(&b, n->attr);
    }
    put_fenced(w, buf_view(&b), n->u.code.text);
    buf_drop(&b);
}

static void put_raw(struct mdout_writer *w, const struct doc_node *n) {
    struct str text = n->u.code.text, info = n->u.code.info;
    if (!n->u.code.asked) {
        text.n -= str_ends(text, STR("\n"));
        mdout_lines(w, text);
        return;
    }
    put_fenced(w, arena_join(w->doc->arena, 3, STR("{="), info, STR("}")), text);
}

/* ---- blocks that contain blocks ---- */

static bool is_verse(const struct doc_node *n) {
    const struct doc_node *only = n->first;
    return doc_has_class(n, "line-block") && !mdout_has_attr(n->attr, STR("line-block")) && only &&
           !only->next && only->kind == DOC_PLAIN;
}

/** Writes lines of verse after bars. No-break spaces at their beginning are the indentation. */
static void put_verse(struct mdout_writer *w, const struct doc_node *n) {
    for (const struct doc_node *from = n->first->first; from;) {
        const struct doc_node *end = from;
        struct buf b = BUF_INIT;
        while (end && end->kind != DOC_LINE_BREAK) {
            end = end->next;
        }
        buf_puts(&b, "|");
        buf_puts(&b, from == end ? "" : " ");
        struct str front = from->kind == DOC_TEXT && from != end ? from->u.text.text : STR_EMPTY;
        for (; str_starts(front, STR("\u00A0")); front = str_from(front, 2)) {
            buf_putc(&b, ' ');
        }
        if (front.n) {
            mdout_text(w, &b, from, front);
        }
        if (from != end) {
            mdout_inlines(w, &b, from->kind == DOC_TEXT ? from->next : from, end);
        }
        struct str rest = buf_view(&b);
        for (bool first = true; rest.p; first = false) {
            struct str line = str_cut(&rest, '\n');
            mdout_line(w, first ? line : arena_join(w->doc->arena, 2, STR("  "), line));
        }
        buf_drop(&b);
        from = end ? end->next : NULL;
    }
}

/** Writes `<div>text</div>` for text that is not a paragraph. Returns false for other divisions. */
static bool put_text_div(struct mdout_writer *w, const struct doc_node *n) {
    const struct doc_node *only = n->first;
    if (!only || only->next || only->kind != DOC_PLAIN || only->attr) {
        return false;
    }
    struct buf b = BUF_INIT;
    buf_puts(&b, "<div");
    mdout_html_attr(&b, n->attr);
    buf_putc(&b, '>');
    mdout_inlines(w, &b, only->first, NULL);
    buf_puts(&b, "</div>");
    mdout_lines(w, buf_view(&b));
    buf_drop(&b);
    return true;
}

static void put_div(struct mdout_writer *w, const struct doc_node *n) {
    if (is_verse(n)) {
        put_verse(w, n);
        return;
    }
    if (put_text_div(w, n)) {
        return;
    }
    struct buf b = BUF_INIT;
    buf_puts(&b, "::: ");
    bool word = n->attr && n->attr->nclasses == 1 && !n->attr->id.n && !n->attr->npairs &&
                is_info_word(n->attr->classes[0]) && n->attr->classes[0].p[0] != ':' &&
                is_alpha(n->attr->classes[0].p[0]);
    if (word) {
        buf_str(&b, n->attr->classes[0]);
    } else if (!mdout_has_attr(n->attr, STR_EMPTY) && directive_name(fence_head(n))) {
        buf_str(&b, fence_head(n));
    } else {
        mdout_braces(&b, n->attr);
    }
    mdout_line(w, buf_view(&b));
    mdout_blocks(w, n->first, MDOUT_BLANK_LINE);
    w->gap = MDOUT_NO_GAP;
    mdout_line(w, STR(":::"));
    buf_drop(&b);
}

static void put_quote(struct mdout_writer *w, const struct doc_node *n) {
    size_t before = mdout_enter(w, STR("> "), STR("> "));
    mdout_blocks(w, n->first, MDOUT_BLANK_LINE);
    mdout_leave(w, before);
}

/** Writes the caption of a figure between tags on a line. */
static void put_caption(struct mdout_writer *w, const struct doc_node *n) {
    struct buf b = BUF_INIT;
    enum mdout_place place = w->place;
    w->place = MDOUT_IN_LINE;
    buf_puts(&b, "<figcaption>");
    mdout_inlines(w, &b, n->first, NULL);
    buf_puts(&b, "</figcaption>");
    w->place = place;
    mdout_line(w, buf_view(&b));
    buf_drop(&b);
}

/** Writes a figure of LaTeX between HTML's tags. */
static void put_figure(struct mdout_writer *w, const struct doc_node *n) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "<figure");
    mdout_html_attr(&b, n->attr);
    buf_putc(&b, '>');
    mdout_line(w, buf_view(&b));
    mdout_space(w, MDOUT_BLANK_LINE);
    mdout_blocks(w, n->first, MDOUT_BLANK_LINE);
    mdout_space(w, MDOUT_BLANK_LINE);
    mdout_line(w, STR("</figure>"));
    buf_drop(&b);
}

/* ---- all ---- */

static void put_rule(struct mdout_writer *w, const struct doc_node *n) {
    (void)n;
    mdout_line(w, STR("* * *"));
}

/** Writes a block with the function for its kind. Without such a function, writes the blocks inside
 * it. */
static void put_inside(struct mdout_writer *w, const struct doc_node *n) {
    static void (*const writers[DOC_BLOCK_COUNT])(struct mdout_writer *,
                                                  const struct doc_node *) = {
        [DOC_PARA] = put_text,       [DOC_PLAIN] = put_text,
        [DOC_DEF_TERM] = put_text,   [DOC_BIB_ENTRY] = put_text,
        [DOC_HEADING] = put_heading, [DOC_QUOTE] = put_quote,
        [DOC_CODE_BLOCK] = put_code, [DOC_RAW_BLOCK] = put_raw,
        [DOC_LIST] = mdout_list,     [DOC_DEF_LIST] = mdout_definitions,
        [DOC_RULE] = put_rule,       [DOC_TABLE] = mdout_table,
        [DOC_DIV] = put_div,         [DOC_FIGURE] = put_figure,
        [DOC_CAPTION] = put_caption,
    };
    if (writers[n->kind]) {
        writers[n->kind](w, n);
    } else {
        mdout_blocks(w, n->first, MDOUT_BLANK_LINE);
    }
}

/** Whether the reader of Markdown would take the block as a part of the previous block. */
static bool needs_parting(const struct doc_node *n) {
    const struct doc_node *p = n->prev;
    if (!p) {
        return false;
    }
    if (n->kind == DOC_LIST && p->kind == DOC_LIST) {
        return n->u.list.style == p->u.list.style &&
               (n->u.list.style == DOC_BULLET || n->u.list.delim == p->u.list.delim);
    }
    return (n->kind == DOC_DEF_LIST && p->kind == DOC_DEF_LIST) ||
           (n->kind == DOC_DIV && p->kind == DOC_DIV && is_verse(n) && is_verse(p));
}

static void put_block(struct mdout_writer *w, const struct doc_node *n) {
    if (needs_parting(n)) {
        mdout_line(w, STR("<!-- -->"));
        mdout_space(w, MDOUT_BLANK_LINE);
    }
    if (!doc_is_too_deep(n, ++w->depth, w->d)) {
        put_inside(w, n);
    } else {
        struct buf b = BUF_INIT;
        mdout_text(w, &b, NULL, doc_plain(w->doc->arena, n));
        mdout_lines(w, buf_view(&b));
        buf_drop(&b);
    }
    w->depth--;
}

static bool is_tag(const struct doc_node *n) {
    return n && n->kind == DOC_RAW_BLOCK && !n->u.code.asked && str_is(n->u.code.info, "html");
}

/** Whether a blank line between two blocks would turn text next to an HTML tag into a paragraph. */
static bool stands_with(const struct doc_node *n, const struct doc_node *next) {
    return next && ((is_tag(n) && (is_tag(next) || next->kind == DOC_PLAIN)) ||
                    (n->kind == DOC_PLAIN && is_tag(next)));
}

void mdout_blocks(struct mdout_writer *w, const struct doc_node *first, enum mdout_gap gap) {
    for (const struct doc_node *n = first; n;) {
        const struct doc_node *end = doc_inlines_end(n);
        bool with_next = false;
        if (end != n) {
            mdout_paragraph(w, n, end, STR_EMPTY);
            n = end;
        } else {
            put_block(w, n);
            with_next = stands_with(n, n->next);
            n = n->next;
        }
        mdout_space(w, with_next ? MDOUT_NEW_LINE : gap);
    }
}
