/* SPDX-License-Identifier: MIT */
/*
 * Writes inlines. Decides the syntax of each kind. HTML tags are used where delimiters would not be
 * recognized.
 */
#include "write/markdown/writer.h"

#include "core/base/word_list.h"

/* ---- delimiters ---- */

/** Appends a run of delimiters and records it, because an adjacent run must differ. */
static void put_run(struct mdout_writer *w, struct buf *b, char c, size_t n) {
    buf_fill(b, c, n);
    w->marker = c;
    w->mark_end = b->n;
}

static bool beside_run(const struct mdout_writer *w, const struct buf *b, char c) {
    return w->marker == c && w->mark_end == b->n;
}

/** Whether the text of a node is empty, or begins or ends with white space. Beside white space,
 * delimiters have no effect. */
static bool has_outer_space(const struct doc_node *n) {
    const struct doc_node *first = n->first, *last = n->last;
    return !first ||
           (first->kind == DOC_TEXT && first->u.text.text.n && is_space(first->u.text.text.p[0])) ||
           (last->kind == DOC_TEXT && last->u.text.text.n &&
            is_space(last->u.text.text.p[last->u.text.text.n - 1]));
}

static void put_tagged(struct mdout_writer *w, struct buf *b, const struct doc_node *n,
                       const char *tag) {
    buf_printf(b, "<%s", tag);
    mdout_html_attr(b, n->attr);
    buf_putc(b, '>');
    mdout_inlines(w, b, n->first, NULL);
    buf_printf(b, "</%s>", tag);
}

static void put_emphasis(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    size_t length = n->kind == DOC_STRONG ? 2 : 1;
    if (n->attr || has_outer_space(n)) {
        put_tagged(w, b, n, n->kind == DOC_STRONG ? "strong" : "em");
        return;
    }
    char c = beside_run(w, b, '*') ? '_' : '*';
    put_run(w, b, c, length);
    mdout_inlines(w, b, n->first, NULL);
    if (beside_run(w, b, c) && n->last && n->last->kind == n->kind) {
        buf_puts(b, "<!-- -->"); /* separates the runs */
    }
    put_run(w, b, c, length);
}

/** Whether the text of a superscript or subscript contains nothing that would end it or be read
 * differently. */
static bool is_simple_script(const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        bool inner = k->kind == DOC_EMPH || k->kind == DOC_STRONG;
        if (!inner && k->kind != DOC_TEXT && k->kind != DOC_MATH && k->kind != DOC_CODE) {
            return false;
        }
        const struct doc_node *text = inner ? k->first : k;
        bool plain = text && !(inner && text->next) && (text->kind == DOC_TEXT || !inner);
        if (!plain || (text->kind == DOC_TEXT && str_index(text->u.text.text, ' ') != STR_NONE)) {
            return false;
        }
    }
    return n->first != NULL;
}

static void put_script(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    char c = n->kind == DOC_SUP ? '^' : '~';
    bool beside = b->n && (b->p[b->n - 1] == c || b->p[b->n - 1] == '[');
    if (beside || n->attr || !is_simple_script(n)) {
        put_tagged(w, b, n, n->kind == DOC_SUP ? "sup" : "sub");
        return;
    }
    buf_putc(b, c);
    mdout_inlines(w, b, n->first, NULL);
    buf_putc(b, c);
}

static void put_strike(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    if (n->attr || (b->n && b->p[b->n - 1] == '~')) {
        put_tagged(w, b, n, "del");
        return;
    }
    buf_puts(b, "~~");
    mdout_inlines(w, b, n->first, NULL);
    buf_puts(b, "~~");
}

/* ---- text in brackets ---- */

/** Writes a span. `cls` is the class that marks this kind of span. The node may lack it. */
static void put_span(struct mdout_writer *w, struct buf *b, const struct doc_node *n,
                     const char *cls) {
    bool named = cls && !doc_has_class(n, cls);
    const struct doc_node *first = n->first;
    if (n->kind == DOC_UNDERLINE && first && !first->next && first->kind == DOC_SMALL_CAPS &&
        !first->attr && doc_has_class(n, "smallcaps")) {
        first = first->first; /* DOC_SMALL_CAPS adds nothing to the class "smallcaps" */
    }
    if (!named && !mdout_has_attr(n->attr, STR_EMPTY)) {
        mdout_inlines(w, b, first, NULL);
        return;
    }
    buf_putc(b, '[');
    mdout_inlines(w, b, first, NULL);
    buf_putc(b, ']');
    if (named) {
        buf_printf(b, "{.%s", cls);
        size_t at = b->n;
        if (mdout_has_attr(n->attr, STR_EMPTY)) {
            mdout_braces(b, n->attr);
            b->p[at] = ' ';
        } else {
            buf_putc(b, '}');
        }
    } else {
        mdout_braces(b, n->attr);
    }
}

/** Writes an address. If it has spaces or brackets, it is in angle brackets. */
static void put_url(struct buf *b, struct str url) {
    bool angle = url.n == 0;
    int depth = 0;
    for (size_t i = 0; i < url.n; i++) {
        unsigned char c = (unsigned char)url.p[i];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        angle = angle || c <= ' ' || depth < 0 || (i == 0 && c == '<');
    }
    angle = angle || depth != 0;
    buf_puts(b, angle ? "<" : "");
    for (size_t i = 0; i < url.n; i++) {
        char c = url.p[i];
        bool entity = c == '&' && i + 1 < url.n && (is_alpha(url.p[i + 1]) || url.p[i + 1] == '#');
        bool mark = c == '\\' || (angle && (c == '<' || c == '>'));
        if (entity) {
            size_t end = str_past_name(url, i + 1, "#");
            mark = end < url.n && url.p[end] == ';';
        }
        buf_puts(b, mark ? "\\" : "");
        buf_putc(b, c == '\n' ? ' ' : c);
    }
    buf_puts(b, angle ? ">" : "");
}

static void put_target(struct buf *b, const struct doc_node *n) {
    struct str title = n->u.link.title;
    buf_putc(b, '(');
    put_url(b, n->u.link.url);
    if (title.n) {
        buf_puts(b, " \"");
        for (size_t i = 0; i < title.n; i++) {
            if (title.p[i] == '"' || title.p[i] == '\\' || title.p[i] == '&') {
                buf_putc(b, '\\');
            }
            buf_putc(b, title.p[i]);
        }
        buf_putc(b, '"');
    }
    buf_putc(b, ')');
    mdout_attr(b, n->attr);
}

static bool has_only_class(const struct doc_node *n, const char *cls) {
    return n->attr && doc_has_class(n, cls) && !mdout_has_attr(n->attr, str_of(cls));
}

/** Writes `<address>` for a link whose text is its address. */
static bool put_autolink(struct buf *b, const struct doc_node *n) {
    const struct doc_node *only = n->first;
    if (!only || only->next || only->kind != DOC_TEXT || n->u.link.title.n) {
        return false;
    }
    struct str text = only->u.text.text, url = n->u.link.url;
    bool mail = has_only_class(n, "email") && str_starts(url, STR("mailto:")) &&
                str_eq(str_from(url, 7), text);
    bool address = has_only_class(n, "uri") && str_eq(url, text);
    size_t colon = str_index(text, ':');
    bool scheme = colon != STR_NONE && colon >= 2 && colon <= 32 && is_alpha(text.p[0]);
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char)text.p[i];
        if (c <= ' ' || c == '<' || c == '>' || c == '\\' || c == '`') {
            return false;
        }
    }
    if (mail || (address && scheme)) {
        buf_putc(b, '<');
        buf_str(b, text);
        buf_putc(b, '>');
        return true;
    }
    return false;
}

static void put_link(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    if (n->kind == DOC_LINK && put_autolink(b, n)) {
        return;
    }
    buf_puts(b, n->kind == DOC_IMAGE ? "![" : "[");
    mdout_inlines(w, b, n->first, NULL);
    buf_putc(b, ']');
    put_target(b, n);
}

/* ---- citations ---- */

static void put_key(struct buf *b, const struct doc_cite *c) {
    bool plain =
        c->key.n > 0 && (is_alnum(c->key.p[0]) || c->key.p[0] == '_' || str_is(c->key, "*"));
    for (size_t i = 1; i < c->key.n; i++) {
        char k = c->key.p[i];
        bool inner = i + 1 < c->key.n && is_alnum(c->key.p[i + 1]) && is_alnum(c->key.p[i - 1]);
        plain = plain && (is_alnum(k) || k == '_' ||
                          (inner && str_index(STR(":.#$%&-+?<>~/"), k) != STR_NONE));
    }
    buf_puts(b, c->mode == DOC_CITE_SUPPRESS_AUTHOR ? "-@" : "@");
    buf_puts(b, plain ? "" : "{");
    buf_str(b, c->key);
    buf_puts(b, plain ? "" : "}");
}

static void put_one_cite(struct mdout_writer *w, struct buf *b, const struct doc_cite *c) {
    if (c->prefix) {
        mdout_inlines(w, b, c->prefix->first, NULL);
        buf_putc(b, ' ');
    }
    put_key(b, c);
    if (c->suffix) {
        buf_puts(b, c->verbatim ? "{}" : ""); /* empty braces: the suffix has no locator */
        mdout_inlines(w, b, c->suffix->first, NULL);
    }
}

static void put_cites(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    size_t i = 0;
    if (n->u.cite.in_text && n->u.cite.n) {
        const struct doc_cite *first = &n->u.cite.cites[i++];
        put_key(b, first);
        if (!first->suffix && n->u.cite.n == 1) {
            return;
        }
        buf_puts(b, " [");
        if (first->suffix) {
            mdout_inlines(w, b, first->suffix->first, NULL);
        }
        buf_puts(b, first->suffix && i < n->u.cite.n ? "; " : "");
    } else {
        buf_putc(b, '[');
    }
    for (; i < n->u.cite.n; i++) {
        put_one_cite(w, b, &n->u.cite.cites[i]);
        buf_puts(b, i + 1 < n->u.cite.n ? "; " : "");
    }
    buf_putc(b, ']');
}

/** Writes a citation as in the source, if the source is Markdown. */
static void put_cite(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    struct str source = n->u.cite.source;
    bool own = str_starts_among(source, "[ @ -@");
    /* Markdown has no syntax for a bare citation, so LaTeX's command is used */
    own = own || n->u.cite.bare;
    if (!own) {
        put_cites(w, b, n);
        return;
    }
    for (size_t i = 0; i < source.n; i++) {
        bool line = source.p[i] == '\n' && w->place == MDOUT_IN_PARAGRAPH && !w->opt->one_line;
        buf_putc(b, source.p[i] == '\n' && !line ? ' ' : source.p[i]);
    }
}

/* ---- leaves ---- */

static void put_ticks(struct mdout_writer *w, struct buf *b, struct str s) {
    size_t n = str_longest_run(s, '`') + 1;
    bool ink = str_trim(s).n > 0;
    bool pad = s.n && (s.p[0] == '`' || s.p[s.n - 1] == '`' ||
                       (ink && s.p[0] == ' ' && s.p[s.n - 1] == ' '));
    buf_fill(b, '`', n);
    buf_puts(b, pad ? " " : "");
    for (size_t i = 0; i < s.n; i++) {
        buf_puts(b, s.p[i] == '|' && w->place == MDOUT_IN_CELL ? "\\" : "");
        buf_putc(b, s.p[i]);
    }
    buf_puts(b, pad ? " " : "");
    buf_fill(b, '`', n);
}

/** Writes a tag or command as in the source. Raw text whose format was given is written as code
 * with this format. */
static void put_raw(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    struct str text = n->u.code.text;
    if (!n->u.code.asked) {
        buf_str(b, text);
        return;
    }
    put_ticks(w, b, text);
    buf_printf(b, "{=%.*s}", STR_ARG(n->u.code.info));
}

static void put_math(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    struct str tex = n->u.math.tex;
    const char *mark = n->u.math.display ? "$$" : "$";
    if (!n->u.math.display) {
        tex = str_trim(tex);
    }
    buf_puts(b, mark);
    for (size_t i = 0; i < tex.n; i++) {
        bool line = w->place == MDOUT_IN_PARAGRAPH;
        bool bar = tex.p[i] == '|' && w->place == MDOUT_IN_CELL && (i == 0 || tex.p[i - 1] != '\\');
        if (bar) { /* the bar would end the cell */
            buf_puts(b, "\\vert ");
        } else {
            buf_putc(b, tex.p[i] == '\n' && !line ? ' ' : tex.p[i]);
        }
    }
    buf_puts(b, mark);
    if (mdout_has_attr(n->attr, STR_EMPTY)) {
        buf_putc(b, ' ');
        mdout_braces(b, n->attr);
    }
    const struct doc_node *after = n->next;
    if (after && after->kind == DOC_TEXT && after->u.text.text.n &&
        is_digit(after->u.text.text.p[0])) {
        /* with a digit after it, the dollar sign would be an amount of money */
        buf_puts(b, "<!-- -->");
    }
}

static void put_break(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    bool lines = w->place == MDOUT_IN_PARAGRAPH;
    if (n->kind == DOC_LINE_BREAK) {
        buf_puts(b, lines ? "\\\n" : "<br>");
    } else {
        buf_putc(b, lines && !w->opt->one_line ? '\n' : ' ');
    }
}

static void put_note(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    vec_push(&w->shared->notes, n);
    buf_printf(b, "[^%zu]", w->shared->notes.n);
}

static void put_code(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    put_ticks(w, b, n->u.code.text);
    mdout_attr(b, n->attr);
}

/* ---- all ---- */

static void put_inline(struct mdout_writer *w, struct buf *b, const struct doc_node *n) {
    static void (*const writers[DOC_KIND_COUNT])(struct mdout_writer *, struct buf *,
                                                 const struct doc_node *) = {
        [DOC_EMPH] = put_emphasis,    [DOC_STRONG] = put_emphasis, [DOC_STRIKE] = put_strike,
        [DOC_SUP] = put_script,       [DOC_SUB] = put_script,      [DOC_LINK] = put_link,
        [DOC_IMAGE] = put_link,       [DOC_CITE] = put_cite,       [DOC_CODE] = put_code,
        [DOC_RAW_INLINE] = put_raw,   [DOC_MATH] = put_math,       [DOC_SOFT_BREAK] = put_break,
        [DOC_LINE_BREAK] = put_break, [DOC_NOTE] = put_note};
    if (n->kind == DOC_TEXT) {
        mdout_text(w, b, n, n->u.text.text);
    } else if (writers[n->kind]) {
        writers[n->kind](w, b, n);
    } else if (n->kind == DOC_UNDERLINE && !doc_has_class(n, "underline")) {
        put_tagged(w, b, n, "u");
    } else {
        put_span(w, b, n,
                 n->kind == DOC_SMALL_CAPS ? "smallcaps"
                 : n->kind == DOC_UPRIGHT  ? "upright"
                                           : NULL);
    }
}

void mdout_inlines(struct mdout_writer *w, struct buf *b, const struct doc_node *first,
                   const struct doc_node *end) {
    for (const struct doc_node *n = first; n && n != end; n = n->next) {
        if (!doc_is_too_deep(n, ++w->depth, w->d)) {
            put_inline(w, b, n);
        } else {
            mdout_text(w, b, n, doc_plain(w->doc->arena, n));
        }
        w->depth--;
    }
}
