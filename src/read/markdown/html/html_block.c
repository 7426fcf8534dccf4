/* SPDX-License-Identifier: MIT */
/* Reads lines that begin with HTML. Tags of blocks end a paragraph and are read one by one, and the
 * content between them is Markdown (MANUAL, markdown_in_html_blocks). Elements without Markdown in
 * them (tables, code, scripts) are read whole, and this file decides where they end. html_tree.c
 * pairs the other tags. */
#include "core/base/bounds.h"
#include "read/markdown/core/block_extension.h"
#include "read/markdown/html/md_html.h"

/* maximum number of lines of a region that are searched for elements without an end */
#define MAX_SEARCHED 500000
#define MAX_LINES 20000 /* maximum number of lines of an element that is read whole */
#define MAX_TAG_LINES 30

static bool no_blank(void *state, struct str line) {
    (void)state;
    return !md_is_blank(line);
}

static bool is_asked(const struct md_at *at) {
    return at->fed[at->byte] == MD_MASK_ASK;
}

/* ---- elements that are read whole ---- */

/* The state of looking ahead for the end of an element. */
struct whole {
    struct str name;
    size_t depth, lines;
    bool done;
};

/* Counts the start and end tags of the element in a line. */
static void count_line(struct whole *w, struct str s) {
    w->lines++;
    for (size_t at = 0; at < s.n && !w->done; at++) {
        bool close = s.p[at] == '<' && at + 1 < s.n && s.p[at + 1] == '/';
        size_t from = at + 1 + close, to = from + w->name.n;
        if (s.p[at] != '<' || !str_ieq(str_slice(s, from, to), w->name) ||
            (to < s.n && is_alnum(s.p[to]))) {
            continue;
        }
        w->depth += close ? 0 : 1;
        w->done = close && --w->depth == 0;
    }
}

static bool in_element(void *state, struct str line) {
    struct whole *w = state;
    if (w->done || w->lines >= MAX_LINES) {
        return false;
    }
    count_line(w, line);
    return true;
}

/* Whether a tag begins an element that is read whole. Tables are always read whole. */
static bool is_whole(const struct md_at *at, const struct md_html_tag *t) {
    if (!t->el || t->closes || t->empty) {
        return false;
    }
    return t->el->use == MD_HTML_TABLE ||
           (md_on(at->k->m, MD_MARKDOWN_IN_HTML) &&
            (t->el->use == MD_HTML_PRE || t->el->use == MD_HTML_RAW ||
             t->el->use == MD_HTML_EMBED));
}

/* Reads the tag at the beginning of a line. `*n` is set to its length, or to 0 if the tag continues
 * on the next lines. Returns false if there is no tag. */
static bool first_tag(struct str s, struct md_html_tag *t, size_t *n) {
    *n = md_html_wild_tag(s, 0, t);
    size_t end = str_past(s, 1, is_alnum);
    bool open = !*n && end > 1 && str_index(s, '>') == STR_NONE;
    *t = *n ? *t : (struct md_html_tag){.name = str_slice(s, 1, end)};
    t->el = md_html_find(t->name);
    return *n || (open && t->el);
}

static bool open_html(struct md_at *at) {
    struct str s = str_from(at->s, str_past(at->s, 0, is_space_or_tab));
    struct md_html_tag t;
    size_t n;
    if (!is_asked(at) || !s.n || s.p[0] != '<' || !first_tag(s, &t, &n) || !is_whole(at, &t)) {
        return false;
    }
    struct whole w = {.name = t.name};
    struct md_region r = {NULL, 1, at->k->r->fixed};
    count_line(&w, s);
    if (!w.done && at->k->searched < MAX_SEARCHED) {
        r = md_look_ahead(at, in_element, &w);
    }
    if (!w.done) {
        at->k->searched += r.n;
        if (t.el->use != MD_HTML_TABLE && t.el->use != MD_HTML_PRE) {
            return false; /* a tag without its end tag is part of a text */
        }
        r = md_look_ahead(at, no_blank, NULL);
    }
    (void)md_open_lines(at, &md_block_html, at->line + r.n);
    return true;
}

/* Reads the text after the element in its last line as Markdown. */
static void read_rest(struct md_reader *k, const struct md_text *t, size_t from) {
    if (!str_trim(str_from(t->s, from)).n) {
        return;
    }
    if (k->depth >= LIMIT_DOC_DEPTH) {
        md_add_html(k, str_from(t->s, from), md_span(t, from, t->s.n));
    } else {
        struct md_region rest = md_text_region(k->m, t, from, t->s.n);
        md_blocks(k->m, &rest, k->top, k->depth + 1);
        vec_push(&k->m->html.parents, k->top);
    }
}

static void read_table(struct md_reader *k, const struct md_text *t, size_t end) {
    struct md_region part = md_text_region(k->m, t, 0, end);
    struct doc_node *table = md_html_table(k->m, &part, 0, part.n, k->depth);
    if (table) {
        doc_append(k->top, table);
    } else {
        md_add_html(k, str_slice(t->s, 0, end), md_span(t, 0, end));
    }
}

/* Reads the element at `start` whole. Returns the offset after it, or STR_NONE. */
static size_t read_element(struct md_reader *k, const struct md_text *t, size_t start) {
    struct md_html_tag tag;
    size_t length = md_html_wild_tag(t->s, start, &tag);
    size_t end = length ? md_html_end(t->s, start + length, tag.name) : STR_NONE;
    if (end == STR_NONE) {
        return STR_NONE;
    }
    struct str raw = str_slice(t->s, start, end);
    struct span at = md_span(t, start, end);
    if (tag.el && tag.el->use == MD_HTML_TABLE) {
        struct md_text one = md_text_part(k->m, t, start, end);
        read_table(k, &one, end - start);
    } else if (tag.el && tag.el->use == MD_HTML_PRE) {
        md_html_pre(k->m, k->top, raw, at);
    } else {
        md_html_piece(k->m, k->top, raw, at, true);
    }
    return end;
}

/* Whether a script or style sheet begins at `at`. It may directly follow another one. */
static bool is_script(const struct md_text *t, size_t at) {
    struct md_html_tag tag;
    return at < t->s.n && t->s.p[at] == '<' && md_html_wild_tag(t->s, at, &tag) && tag.el &&
           !tag.closes && !tag.empty && tag.el->use == MD_HTML_RAW;
}

static struct doc_node *read_html(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    struct md_text t = md_text_lines(k->m, part);
    size_t end = read_element(k, &t, str_past(t.s, 0, is_space_or_tab));
    (void)n;
    (void)o;
    if (end == STR_NONE) {
        md_add_html(k, arena_join(k->m->a, 2, t.s, STR("\n")), md_span(&t, 0, t.s.n));
        return NULL;
    }
    while (is_script(&t, end)) {
        size_t next = read_element(k, &t, end);
        if (next == STR_NONE) {
            break;
        }
        end = next;
    }
    read_rest(k, &t, end);
    return NULL;
}

const struct md_block md_block_html = {.open = open_html, .read = read_html, .interrupts = true};

/* ---- tags of blocks ---- */

/* Returns the length of the tags of blocks at the beginning of a line, with white space and
 * comments between them. */
static size_t tag_run(struct str s) {
    size_t at = 0, end = 0;
    while (at < s.n) {
        struct md_html_tag t;
        struct str rest = str_from(s, at);
        size_t n = 0;
        if (str_starts(rest, STR("<!--")) && end) {
            size_t close = str_find(rest, STR("-->"));
            n = close == STR_NONE ? 0 : close + 3;
        } else if (rest.p[0] == '<') {
            n = md_html_wild_tag(s, at, &t);
            n = n && md_html_is_block(&t) ? n : 0;
        }
        if (!n) {
            break;
        }
        at += n;
        end = at;
        at = str_past(s, at, is_space_or_tab);
    }
    return end ? at : 0;
}

/* Returns the number of lines of a tag that begins in the line and continues on the next ones;
 * otherwise 0. */
static size_t tag_lines(struct md_at *at, struct str s) {
    struct md_html_tag t;
    size_t n;
    if (!first_tag(s, &t, &n) || n || !md_html_is_block(&t)) {
        return 0;
    }
    struct buf b = BUF_INIT;
    buf_str(&b, s);
    size_t lines = 0;
    for (size_t i = 1; i < MAX_TAG_LINES && !lines; i++) {
        const struct md_line *l = md_ahead(at, i);
        if (!l || md_is_blank(l->s)) {
            break;
        }
        buf_putc(&b, '\n');
        buf_str(&b, l->s);
        if (str_index(l->s, '>') != STR_NONE) {
            lines = md_html_wild_tag(buf_view(&b), 0, &t) ? i + 1 : 0;
            break;
        }
    }
    buf_drop(&b);
    return lines;
}

/* Turns a paragraph directly before a tag into a DOC_PLAIN. The paragraph remains if the tag ends a
 * division (pandoc's native_divs). */
static void abut(struct md_reader *k, cmark_node *n, size_t line, struct str tags) {
    struct md_html_tag t;
    struct doc_node *last = k->top->last;
    bool near = line > 0 && last && last->kind == DOC_PARA && !md_is_blank_within(k, n, line - 1);
    bool box = md_html_wild_tag(tags, 0, &t) && t.closes && t.el && t.el->use == MD_HTML_BOX;
    if (near && !box) {
        last->kind = DOC_PLAIN;
    }
}

/* Reads a tag that has several lines. */
static struct doc_node *read_long(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    struct md_text t = md_text_lines(k->m, part);
    struct md_html_tag tag;
    size_t from = str_past(t.s, 0, is_space_or_tab), length = md_html_wild_tag(t.s, from, &tag);
    abut(k, n, o->first, STR_EMPTY);
    md_html_piece(k->m, k->top, str_slice(t.s, from, from + length),
                  md_span(&t, from, from + length), true);
    vec_push(&k->m->html.parents, k->top);
    read_rest(k, &t, from + length);
    return NULL;
}

static const struct md_block long_tag = {.read = read_long};

static bool open_tags(struct md_at *at) {
    size_t lead = str_past(at->s, 0, is_space_or_tab);
    struct str s = str_from(at->s, lead);
    if (!is_asked(at) || !s.n || s.p[0] != '<' || !md_on(at->k->m, MD_RAW_HTML)) {
        return false;
    }
    size_t n = tag_run(s);
    if (!n) {
        size_t lines = tag_lines(at, s);
        if (lines) {
            (void)md_open_lines(at, &long_tag, at->line + lines);
        }
        return lines > 0;
    }
    struct md_open *o = md_open_container(at, &md_block_html_tags, lead + n);
    size_t from = at->byte + lead;
    o->text = md_line_part(at->k->r->lines[at->line], from, from + n);
    return true;
}

static void add_tags(struct md_reader *k, const struct md_text *t) {
    struct md_html_tag tag;
    for (size_t at = 0; at < t->s.n;) {
        size_t n = t->s.p[at] == '<' ? md_html_wild_tag(t->s, at, &tag) : 0;
        if (n) {
            md_html_piece(k->m, k->top, str_slice(t->s, at, at + n), md_span(t, at, at + n), true);
            at += n;
            continue;
        }
        size_t comment = str_starts(str_from(t->s, at), STR("<!--"))
                             ? str_find(str_from(t->s, at), STR("-->"))
                             : STR_NONE;
        at += comment == STR_NONE ? 1 : comment + 3;
    }
    vec_push(&k->m->html.parents, k->top);
}

static struct doc_node *read_tags(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    (void)part;
    struct md_text t = md_text_line(k->m, o->text, k->r->fixed);
    abut(k, n, o->first, t.s);
    add_tags(k, &t);
    return md_add(k, DOC_DIV, md_span(&t, 0, t.s.n));
}

static void leave_tags(struct md_reader *k, struct md_open *o, struct doc_node *node) {
    (void)k;
    (void)o;
    doc_dissolve(node);
}

const struct md_block md_block_html_tags = {.open = open_tags,
                                            .match = md_match_line,
                                            .read = read_tags,
                                            .leave = leave_tags,
                                            .levels = 1,
                                            .interrupts = true};
