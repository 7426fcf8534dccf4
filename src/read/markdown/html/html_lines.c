/* SPDX-License-Identifier: MIT */
/* Removes the indentation of HTML before blocks are read. Authors indent tags within an element,
 * and the text after them; Markdown would read these lines as code. Other indentation is kept,
 * because Markdown's containers need it. */
#include "core/base/code_fence.h"
#include "read/markdown/core/block_extension.h"
#include "read/markdown/html/md_html.h"

#define CODE_INDENT 4

struct lines_reader {
    int depth; /* number of open elements */
    /* the element whose lines must not change, such as <pre>; or NULL */
    const struct md_html_element *verbatim;
    struct code_fence fence;
    bool near; /* no blank line was read after the last tag */
    /* number of columns by which the text after a tag is indented */
    size_t base;
    /* number of columns by which the open element is indented */
    size_t front;
};

/* Counts the tags of a line. Returns whether the line begins with a tag of a block or a comment. */
static bool count_tags(struct lines_reader *rd, struct str s) {
    bool first = str_starts(s, STR("<!--")) && rd->depth > 0;
    for (size_t at = 0; at < s.n; at++) {
        struct md_html_tag t;
        size_t n = s.p[at] == '<' ? md_html_wild_tag(s, at, &t) : 0;
        if (!n || !t.el) {
            continue;
        }
        bool whole = t.el->use == MD_HTML_TABLE;
        bool block = md_html_is_block(&t) || whole;
        bool verbatim = t.el->use == MD_HTML_PRE || t.el->use == MD_HTML_RAW;
        if (verbatim && !rd->verbatim && !t.closes && md_html_end(s, at + n, t.name) == STR_NONE) {
            rd->verbatim = t.el;
        }
        first = first || ((block || verbatim) && at == 0);
        bool counts = block && !t.empty && t.el->use != MD_HTML_RULE && t.el->use != MD_HTML_PARA &&
                      t.el->use != MD_HTML_ITEM && t.el->use != MD_HTML_PART;
        rd->depth += !counts ? 0 : t.closes ? (rd->depth > 0 ? -1 : 0) : 1;
        at += n - 1;
    }
    return first;
}

/* Whether a line opens or closes a code fence. Fences in block quotes do not count. */
static bool is_fence(struct lines_reader *rd, struct str s) {
    return s.p[0] != '>' && code_fence_line(&rd->fence, s) == CODE_FENCE_MARK;
}

static bool in_verbatim(struct lines_reader *rd, struct str s) {
    if (!rd->verbatim) {
        return false;
    }
    if (md_html_end(s, 0, str_of(rd->verbatim->name)) != STR_NONE) {
        rd->verbatim = NULL;
    }
    return true;
}

/* Removes `more` columns of white space from a line that has `columns` of them. */
static struct md_line take_off(struct md_line line, size_t columns, size_t more) {
    size_t bytes;
    (void)md_indent(line.s, &bytes);
    bool tabs = str_index(str_slice(line.s, 0, bytes), '\t') != STR_NONE;
    size_t keep = columns > more ? columns - more : 0;
    return tabs && keep > 0 ? line : md_line_dedent(line, columns - keep);
}

static struct md_line read_line(struct lines_reader *rd, struct md_line line) {
    size_t bytes, columns = md_indent(line.s, &bytes);
    struct str s = str_from(line.s, bytes);
    if (in_verbatim(rd, s)) {
        return line;
    }
    if (md_is_blank(line.s)) {
        rd->near = false;
        return line;
    }
    if (columns < CODE_INDENT && is_fence(rd, s)) {
        return line;
    }
    bool open = rd->depth > 0 || rd->near;
    bool code = rd->fence.mark || (columns >= CODE_INDENT && !open);
    if (code || (!open && s.p[0] != '<')) {
        return line;
    }
    rd->front = open ? rd->front : columns;
    size_t more = columns > rd->front ? columns - rd->front : 0;
    if (count_tags(rd, s)) {
        rd->near = true;
        rd->base = SIZE_MAX;
        return open ? take_off(line, columns, more) : line;
    }
    if (!open || !rd->near) {
        return line;
    }
    rd->base = rd->base == SIZE_MAX ? more : rd->base;
    return rd->base >= CODE_INDENT ? take_off(line, columns, rd->base) : line;
}

struct md_region md_html_lines(struct md *m, const struct md_region *r) {
    struct lines_reader rd = {.depth = 0};
    bool any = false;
    for (size_t i = 0; i < r->n && !any && md_on(m, MD_MARKDOWN_IN_HTML); i++) {
        any = str_starts(str_trim(r->lines[i].s), STR("<"));
    }
    if (!any) {
        return *r;
    }
    struct md_line *lines = ARENA_ARRAY(m->a, struct md_line, r->n + 1);
    for (size_t i = 0; i < r->n; i++) {
        lines[i] = read_line(&rd, r->lines[i]);
    }
    return (struct md_region){lines, r->n, r->fixed};
}
