/* SPDX-License-Identifier: MIT */
/* Reads fenced divisions (MANUAL, fenced_divs). A line of colons closes the innermost open
 * division. */
#include "core/base/bounds.h"
#include "read/markdown/core/block_extension.h"

DIAG_USE(DIAG_UNCLOSED_DIV);
DIAG_USE(DIAG_BAD_ATTRIBUTES);
DIAG_USE(DIAG_DIALECT);

static size_t colons(struct str s) {
    size_t n = str_run(s, 0, ':');
    return n >= 3 ? n : 0;
}

static bool is_end(struct str s) {
    size_t n = colons(s);
    return n && str_trim(s).n == n;
}

/* Closes the division that is open in the last item or definition, at the closing fence in this
 * line. The fence is less indented than the item, and comes directly after the text of a paragraph.
 * Returns whether a division was closed. */
static bool close_lazily(struct md_at *at) {
    cmark_node *n = at->parent;
    if (cmark_node_get_type(n) == CMARK_NODE_PARAGRAPH) {
        return false;
    }
    for (n = cmark_node_last_child(n); n; n = cmark_node_last_child(n)) {
        struct md_open *o = md_open_of(at->k, n);
        if (o && o->block == &md_block_div) {
            bool open = !o->closed && at->k->text_line + 1 >= at->line;
            o->closed = o->closed || open;
            o->end = open ? at->line + 1 : o->end;
            return open;
        }
        if (o && (o->closed || !o->block->match)) {
            return false;
        }
    }
    return false;
}

/* Whether a line belongs to the attributes of a division, which are open if `*open`. */
static bool goes_on(void *open, struct str line) {
    bool more = *(bool *)open && !md_is_blank(line) && !colons(line);
    *(bool *)open = *(bool *)open && !(more && str_index(line, '}') != STR_NONE);
    return more;
}

/* Returns the text after the `n` colons. Attributes may go on in further lines, until their closing
 * brace (pandoc); `*more` is set to the number of these lines. Each byte keeps its place: spaces
 * are between the lines. */
static struct md_line read_head(struct md_at *at, size_t n, size_t *more) {
    struct md_line head = md_line_part(at->k->r->lines[at->line], at->byte + n, SIZE_MAX);
    size_t brace = str_index(head.s, '{');
    bool open = brace != STR_NONE && str_index(str_from(head.s, brace), '}') == STR_NONE;
    struct md_region r = {NULL, 1, SPAN_NONE};
    r = open ? md_look_ahead(at, goes_on, &open) : r;
    if (open || r.n == 1) {
        return head;
    }
    struct buf b = BUF_INIT;
    buf_str(&b, head.s);
    for (size_t i = 1; i < r.n; i++) {
        bool placed = head.src != MD_NOWHERE && r.lines[i].src != MD_NOWHERE;
        buf_fill(&b, ' ', placed ? r.lines[i].src - head.src - b.n : 1);
        buf_str(&b, r.lines[i].s);
    }
    *more = r.n - 1;
    return (struct md_line){buf_finish(&b, at->k->m->a), head.src};
}

static bool open_div(struct md_at *at) {
    size_t n = colons(at->s);
    if (n && is_end(at->s) && close_lazily(at)) {
        md_pass_line(at);
        return true;
    }
    if (!n || is_end(at->s)) {
        return false;
    }
    struct md_open *outer = md_open_of(at->k, at->parent);
    bool deep = md_node_depth(at->parent, LIMIT_DOC_DEPTH) >= LIMIT_DOC_DEPTH;
    if (deep && outer && outer->block == &md_block_div) {
        outer->extra++; /* an inner division is too deep and is left out; so is its end */
        outer->loose = true;
        md_pass_line(at);
        return true;
    }
    if (deep) {
        return false;
    }
    size_t more = 0;
    struct md_line head = read_head(at, n, &more);
    struct md_open *o = md_open_container(at, &md_block_div, n);
    o->text = head;
    o->more = more;
    md_pass_line(at);
    return true;
}

static enum md_match match_div(struct md_at *at, cmark_node *n, struct md_open *o) {
    if (o->closed) {
        return MD_ENDS;
    }
    if (at->line <= o->first + o->more) {
        md_pass_line(at);
        return MD_GOES_ON;
    }
    if (at->indent > 3 || !is_end(at->s) || md_inner_takes(at, n, &md_block_div)) {
        return MD_GOES_ON;
    }
    md_pass_line(at);
    if (o->extra) {
        o->extra--;
        return MD_GOES_ON;
    }
    o->closed = true;
    o->end = at->line + 1;
    return MD_ENDS;
}

static size_t word_length(struct str s) {
    size_t n = 0;
    while (n < s.n && !is_space(s.p[n]) && s.p[n] != '{') {
        n++;
    }
    return n;
}

/* Whether a text begins with a directive of MyST, such as `{note}`. */
static bool is_directive(struct str s) {
    size_t n = str_past_name(s, 1, "-:");
    return n > 1 && n < s.n && s.p[0] == '{' && s.p[n] == '}' && is_alpha(s.p[1]);
}

/* Reads the text after the colons: `name`, `{...}`, or both. Further colons may follow. */
static void read_attributes(struct md_reader *k, struct md_line line, struct doc_node *div) {
    struct str s = line.s;
    size_t begin = 0;
    while (begin < s.n && (is_space(s.p[begin]) || s.p[begin] == ':')) {
        begin++;
    }
    size_t end = begin + str_trim_end(str_from(s, begin)).n;
    while (end > begin && s.p[end - 1] == ':') {
        end--;
    }
    struct md_text t = md_text_line(k->m, md_line_part(line, begin, end), k->r->fixed);
    size_t word = word_length(t.s);
    size_t at = str_past(t.s, word, is_space);
    struct doc_attr attr = {0};
    size_t bad = at;
    size_t n = md_attr(k->m, &t, at, &attr, NULL, &bad);
    if (word) {
        doc_add_class(k->m->doc, div, str_slice(t.s, 0, word));
    }
    if (n) {
        md_attr_put(k->m, div, &attr);
        at += n;
    }
    if (!n && is_directive(str_from(t.s, at))) {
        struct diag *g = diag_add(k->m->diags, DIAG_DIALECT, md_span(&t, at, t.s.n),
                                  "`%.*s` is a directive of MyST: only its content is shown",
                                  STR_ARG(str_from(t.s, at)));
        diag_hint(k->m->diags, g, "`--from myst` reads the dialect");
    } else if (str_trim(str_from(t.s, at)).n) {
        at = n ? at : bad;
        struct diag *g = diag_add(k->m->diags, DIAG_BAD_ATTRIBUTES, md_span(&t, at, at + 1),
                                  "the attributes of this div cannot be read from here on");
        diag_hint(k->m->diags, g, "write `::: name` or `::: {#id .class key=\"value\"}`");
    }
}

static struct doc_node *read_div(struct md_reader *k, cmark_node *n, struct md_open *o,
                                 const struct md_region *part) {
    struct span at = md_line_span(k->m, k->r, o->first, md_first_byte(n), SIZE_MAX);
    (void)part;
    struct doc_node *div = md_add(k, DOC_DIV, at);
    if (o->loose) {
        md_too_deep(k->m, at);
    }
    read_attributes(k, o->text, div);
    if (!o->closed) {
        diag_add(k->m->diags, DIAG_UNCLOSED_DIV, at, "this div is not closed");
        return div;
    }
    div->span = md_span_to(at, md_line_span(k->m, k->r, o->end - 1, 0, SIZE_MAX));
    return div;
}

const struct md_block md_block_div = {.open = open_div,
                                      .match = match_div,
                                      .read = read_div,
                                      .closes = is_end,
                                      .levels = 1,
                                      .interrupts = true};
