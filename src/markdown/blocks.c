/* SPDX-License-Identifier: MIT */
/*
 * Blocks that cmark-gfm does not know: pandoc's fenced divs, definition lists and line blocks. One
 * pass over the lines of a region finds them; the lines between go to cmark-gfm. Decides where such
 * blocks begin and end; refuses to know CommonMark's own blocks, but for what hides our syntax
 * (fence.c) and lists, which keep theirs inside.
 *
 * Divs nest by a stack, not by recursion. Definitions recurse with their lines cut out, up to
 * LIMIT_DOC_DEPTH.
 */
#include "base/limits.h"
#include "markdown/md_table.h"

DIAG_USE(DIAG_UNCLOSED_DIV);
DIAG_USE(DIAG_BAD_ATTRIBUTES);

struct open_div {
    struct doc_node *node, *outer; /* the div, and what lines went to before it */
    size_t line;
};

struct block_reader {
    struct md *m;
    const struct md_region *r;
    struct doc_node *parent;
    int depth;
    size_t from;      /* first line that waits for cmark-gfm */
    size_t list_col;  /* column of the content of the list item before, or 0 */
    bool after_blank; /* nothing or a blank line stands before the line */
    struct md_fence fence;
    VEC(struct open_div) divs;
};

size_t md_indent(struct str line, size_t *bytes) {
    size_t columns = 0;
    size_t n = 0;
    while (n < line.n && (line.p[n] == ' ' || line.p[n] == '\t')) {
        columns += line.p[n] == '\t' ? 4 - columns % 4 : 1;
        n++;
    }
    *bytes = n;
    return columns;
}

struct md_line md_line_dedent(struct md_line line, size_t columns) {
    size_t column = 0;
    size_t n = 0;
    while (n < line.s.n && column < columns && (line.s.p[n] == ' ' || line.s.p[n] == '\t')) {
        column += line.s.p[n] == '\t' ? 4 - column % 4 : 1;
        n++;
    }
    line.s = str_from(line.s, n);
    line.src = line.src == MD_NOWHERE ? MD_NOWHERE : line.src + (uint32_t)n;
    return line;
}

size_t md_list_marker(struct str line, size_t at) {
    size_t n = 0;
    if (at < line.n && (line.p[at] == '-' || line.p[at] == '+' || line.p[at] == '*')) {
        n = 1;
    } else {
        struct md_marker marker;
        n = md_marker(line, at, &marker) ? marker.n : 0;
    }
    if (!n) {
        return 0;
    }
    size_t spaces = 0;
    while (at + n + spaces < line.n &&
           (line.p[at + n + spaces] == ' ' || line.p[at + n + spaces] == '\t')) {
        spaces++;
    }
    return spaces || at + n == line.n ? n + spaces : 0;
}

static bool is_blank(struct str line) {
    return !str_trim(line).n;
}

static size_t colons(struct str line) {
    size_t bytes;
    if (md_indent(line, &bytes) > 3) {
        return 0;
    }
    size_t n = 0;
    while (bytes + n < line.n && line.p[bytes + n] == ':') {
        n++;
    }
    return n >= 3 ? n : 0;
}

static bool is_div_end(struct str line) {
    size_t n = colons(line);
    return n && str_trim(line).n == n;
}

/* Bytes before a definition's text: white space, ':' or '~', white space; 0 when the line begins
 * none. */
static size_t definition_marker(struct str line) {
    size_t bytes;
    if (md_indent(line, &bytes) > 3 || bytes + 1 >= line.n) {
        return 0;
    }
    char c = line.p[bytes];
    size_t at = bytes + 1;
    while (at < line.n && (line.p[at] == ' ' || line.p[at] == '\t')) {
        at++;
    }
    bool spaced = at > bytes + 1 && at < line.n;
    return (c == ':' || c == '~') && spaced ? at : 0;
}

static bool is_verse(struct str line) {
    return line.n && line.p[0] == '|' && (line.n == 1 || line.p[1] == ' ');
}

/* A line of verse that is no row of a table. */
static bool is_lone_verse(struct str line) {
    return is_verse(line) && str_index(str_from(line, 1), '|') == STR_NONE;
}

static bool is_grid_line(struct str line) {
    return str_starts(line, STR("+-")) && str_ends(str_trim(line), STR("+"));
}

bool md_line_is_ours(struct str line) {
    size_t at = 0;
    for (int rounds = 0; rounds < 64; rounds++) {
        size_t before = at;
        while (at < line.n && (line.p[at] == ' ' || line.p[at] == '\t' || line.p[at] == '>')) {
            at++;
        }
        at += md_list_marker(line, at);
        if (at == before) {
            break;
        }
    }
    struct str rest = str_from(line, at);
    return colons(rest) || definition_marker(rest) || is_lone_verse(rest) || is_grid_line(rest);
}

static void flush(struct block_reader *b, size_t to) {
    while (b->from < to && is_blank(b->r->lines[b->from].s)) {
        b->from++;
    }
    if (b->from < to) {
        struct md_region part = {b->r->lines + b->from, to - b->from, b->r->fixed};
        md_cmark_blocks(b->m, &part, b->parent, b->depth + (int)b->divs.n);
    }
    b->from = to;
}

/* ---- fenced divs (MANUAL, fenced_divs) */

static struct md_text line_text(struct block_reader *b, size_t line, size_t begin, size_t end) {
    const struct md_line *l = &b->r->lines[line];
    struct str s = str_slice(l->s, begin, end);
    if (l->src == MD_NOWHERE) {
        return md_text_fixed(s, b->r->fixed);
    }
    return md_text_at(b->m, s, l->src + (uint32_t)begin);
}

static size_t word_length(struct str s) {
    size_t n = 0;
    while (n < s.n && !is_space(s.p[n]) && s.p[n] != '{') {
        n++;
    }
    return n;
}

/* What stands behind the colons: `name`, `{...}`, both; more colons may follow. */
static void div_attributes(struct block_reader *b, size_t line, struct doc_node *div) {
    struct str s = b->r->lines[line].s;
    size_t begin = 0;
    while (begin < s.n && (is_space(s.p[begin]) || s.p[begin] == ':')) {
        begin++;
    }
    size_t end = s.n;
    while (end > begin && is_space(s.p[end - 1])) {
        end--;
    }
    while (end > begin && s.p[end - 1] == ':') {
        end--;
    }
    struct md_text t = line_text(b, line, begin, end);
    size_t word = word_length(t.s);
    size_t at = word;
    while (at < t.s.n && is_space(t.s.p[at])) {
        at++;
    }
    struct doc_attr attr = {0};
    size_t bad = at;
    size_t n = md_attr(b->m, &t, at, &attr, NULL, &bad);
    if (word) {
        doc_add_class(b->m->doc, div, str_slice(t.s, 0, word));
    }
    if (n) {
        md_attr_put(b->m, div, &attr);
        at += n;
    }
    if (str_trim(str_from(t.s, at)).n) {
        at = n ? at : bad;
        struct diag *g = diag_add(b->m->diags, DIAG_BAD_ATTRIBUTES, md_span(&t, at, at + 1),
                                  "the attributes of this div cannot be read from here on");
        diag_hint(b->m->diags, g, "write `::: name` or `::: {#id .class key=\"value\"}`");
    }
}

static void open_div(struct block_reader *b, size_t line) {
    flush(b, line);
    struct span at = md_line_span(b->m, b->r, line, 0, SIZE_MAX);
    struct open_div o = {b->parent, b->parent, line};
    if (b->depth + (int)b->divs.n >= LIMIT_DOC_DEPTH) {
        md_too_deep(b->m, at);
    } else {
        o.node = doc_node_new(b->m->doc, DOC_DIV, at);
        doc_append(b->parent, o.node);
        div_attributes(b, line, o.node);
        b->parent = o.node;
    }
    vec_push(&b->divs, o);
    b->from = line + 1;
}

static void close_div(struct block_reader *b, size_t line) {
    flush(b, line);
    struct open_div o = vec_pop(&b->divs);
    struct span end = md_line_span(b->m, b->r, line, 0, SIZE_MAX);
    if (o.node != o.outer && end.src == o.node->span.src) {
        o.node->span.end = end.end;
    }
    b->parent = o.outer;
    b->from = line + 1;
}

static void close_open_divs(struct block_reader *b) {
    flush(b, b->r->n);
    while (b->divs.n) {
        struct open_div o = vec_pop(&b->divs);
        struct span at = md_line_span(b->m, b->r, o.line, 0, SIZE_MAX);
        if (o.node != o.outer) {
            diag_add(b->m->diags, DIAG_UNCLOSED_DIV, at, "this div is not closed");
        }
        b->parent = o.outer;
    }
}

/* ---- definition lists (MANUAL, definition_lists) */

static bool is_only(struct str line, const char *chars) {
    for (size_t i = 0; i < line.n; i++) {
        if (!is_space(line.p[i]) && str_index(str_of(chars), line.p[i]) == STR_NONE) {
            return false;
        }
    }
    return true;
}

/* A line that can be a term: text, not the beginning of another block. */
static bool can_be_term(struct str line) {
    size_t at;
    if (is_blank(line) || md_indent(line, &at) > 3) {
        return false;
    }
    char c = line.p[at];
    return c != '#' && c != '>' && c != '|' && !colons(line) && !definition_marker(line) &&
           !md_list_marker(line, at) && !is_only(line, "-*_=");
}

static bool is_term(const struct md_region *r, size_t i) {
    if (i + 1 >= r->n || !can_be_term(r->lines[i].s)) {
        return false;
    }
    size_t k = is_blank(r->lines[i + 1].s) ? i + 2 : i + 1;
    return k < r->n && definition_marker(r->lines[k].s);
}

/* Behind blank lines from `i` on; the number of lines when there is nothing else. */
static size_t skip_blank(const struct md_region *r, size_t i) {
    while (i < r->n && is_blank(r->lines[i].s)) {
        i++;
    }
    return i;
}

/* The line behind the definition that begins at `i` and takes lines indented by `need` columns. */
static size_t definition_end(const struct md_region *r, size_t i, size_t need) {
    size_t k = i + 1;
    while (k < r->n) {
        size_t bytes;
        size_t next = skip_blank(r, k);
        if (next == r->n) {
            return k;
        }
        struct str line = r->lines[next].s;
        bool inside = md_indent(line, &bytes) >= need;
        if (!inside &&
            (next > k || definition_marker(line) || colons(line) ||
             (next + 1 < r->n && definition_marker(r->lines[next + 1].s) && can_be_term(line)))) {
            return k;
        }
        k = next + 1;
    }
    return k;
}

/* A definition's lines as a region of their own. Returns the line behind it. */
static size_t read_definition(struct block_reader *b, size_t i, struct doc_node *list, bool tight) {
    const struct md_region *r = b->r;
    struct md_line first = r->lines[i];
    size_t marker = definition_marker(first.s);
    size_t need = marker < 2 ? 2 : marker > 4 ? 4 : marker;
    size_t end = definition_end(r, i, need);
    struct md_line *lines = ARENA_ARRAY(b->m->a, struct md_line, end - i);
    first.s = str_from(first.s, marker);
    first.src = first.src == MD_NOWHERE ? MD_NOWHERE : first.src + (uint32_t)marker;
    lines[0] = first;
    for (size_t k = i + 1; k < end; k++) {
        lines[k - i] = md_line_dedent(r->lines[k], 4);
    }
    struct md_region part = {lines, end - i, r->fixed};
    struct span at = md_line_span(b->m, r, i, 0, SIZE_MAX);
    struct doc_node *body = doc_node_new(b->m->doc, DOC_DEF_BODY, at);
    doc_append(list, body);
    int depth = b->depth + (int)b->divs.n + 2;
    if (depth < LIMIT_DOC_DEPTH) {
        md_blocks(b->m, &part, body, depth);
    } else {
        md_too_deep(b->m, at);
        md_cmark_blocks(b->m, &part, body, depth);
    }
    /* A tight definition is set without paragraph spacing, unless it has several paragraphs to keep
     * apart. */
    struct doc_node *para = NULL;
    for (struct doc_node *c = body->first; c; c = c->next) {
        if (c->kind == DOC_PARA) {
            tight = tight && !para;
            para = c;
        }
    }
    if (tight && para) {
        para->kind = DOC_PLAIN;
    }
    return end;
}

static size_t read_definition_list(struct block_reader *b, size_t i) {
    flush(b, i);
    struct doc *doc = b->m->doc;
    struct doc_node *list =
        doc_node_new(doc, DOC_DEF_LIST, md_line_span(b->m, b->r, i, 0, SIZE_MAX));
    doc_append(b->parent, list);
    size_t end = i;
    do {
        struct str line = b->r->lines[i].s;
        size_t begin;
        md_indent(line, &begin);
        struct md_text t = line_text(b, i, begin, begin + str_trim(line).n);
        struct doc_node *term = doc_node_new(doc, DOC_DEF_TERM, md_span(&t, 0, t.s.n));
        doc_append(list, term);
        md_leaf(b->m, term, t);
        bool tight = !is_blank(b->r->lines[i + 1].s);
        i = skip_blank(b->r, i + 1);
        while (i < b->r->n && definition_marker(b->r->lines[i].s)) {
            end = read_definition(b, i, list, tight);
            i = skip_blank(b->r, end);
        }
    } while (is_term(b->r, i));
    struct span last = md_line_span(b->m, b->r, end - 1, 0, SIZE_MAX);
    if (last.src == list->span.src) {
        list->span.end = last.end;
    }
    b->from = end;
    return end;
}

/* ---- line blocks (MANUAL, line_blocks) */

/* The line behind the line block that begins at `i`, or `i` when it is a table after all. */
static size_t verse_end(const struct md_region *r, size_t i) {
    size_t k = i;
    while (k < r->n &&
           (is_verse(r->lines[k].s) ||
            (k > i && r->lines[k].s.n && r->lines[k].s.p[0] == ' ' && !is_blank(r->lines[k].s)))) {
        if (md_delimiter_row(r->lines[k].s)) {
            return i;
        }
        k++;
    }
    return k < r->n && md_delimiter_row(r->lines[k].s) ? i : k;
}

/* The lines as one text with hard breaks between; one that begins with a space goes on with the
 * line before it. White space behind the bar is kept as no-break spaces, which is what line blocks
 * are for; each of them is a piece of its own, since it is longer than the space it stands for. */
static struct md_text verse_text(struct md *m, const struct md_region *r) {
    VEC(struct md_piece) pieces = VEC_INIT;
    struct buf b;
    buf_init(&b, 0);
    bool exact = true;
    for (size_t i = 0; i < r->n; i++) {
        struct md_line l = r->lines[i];
        bool verse = is_verse(l.s);
        size_t at = verse ? (l.s.n > 1 ? 2 : 1) : 0;
        exact = exact && l.src != MD_NOWHERE;
        buf_puts(&b, i == 0 ? "" : verse ? "\\\n" : "\n");
        for (; at < l.s.n && l.s.p[at] == ' '; at++) {
            if (verse) {
                vec_push(&pieces, (struct md_piece){(uint32_t)b.n, l.src + (uint32_t)at});
                buf_puts(&b, "\xC2\xA0");
            }
        }
        vec_push(&pieces, (struct md_piece){(uint32_t)b.n, l.src + (uint32_t)at});
        buf_str(&b, str_from(l.s, at));
    }
    struct md_text t = {buf_keep(&b, m->a), NULL, 0, r->fixed};
    if (exact && pieces.n) {
        t.pieces = vec_keep(&pieces, m->a);
        t.npieces = pieces.n;
    }
    buf_drop(&b);
    vec_drop(&pieces);
    return t;
}

static size_t read_verse(struct block_reader *b, size_t i, size_t end) {
    flush(b, i);
    struct doc *doc = b->m->doc;
    struct md_region part = {b->r->lines + i, end - i, b->r->fixed};
    struct span at = md_line_span(b->m, b->r, i, 0, SIZE_MAX);
    struct doc_node *div = doc_node_new(doc, DOC_DIV, at);
    doc_add_class(doc, div, STR("line-block"));
    struct doc_node *para = doc_node_new(doc, DOC_PLAIN, at);
    doc_append(b->parent, div);
    doc_append(div, para);
    md_leaf(b->m, para, verse_text(b->m, &part));
    b->from = end;
    return end;
}

/* ---- tables that cmark-gfm does not know */

/* Reads a table at line `i`; returns the line behind it, or `i` when none begins there. */
static size_t read_table(struct block_reader *b, size_t i) {
    const struct md_region *r = b->r;
    struct doc_node *table = NULL;
    size_t text = md_text_table_end(r, i);
    size_t grid = text > i ? i : md_grid_table_end(b->m, r, i);
    size_t html = text > i || grid > i ? i : md_html_table_end(r, i);
    size_t end = text > i ? text : grid > i ? grid : html;
    if (end == i) {
        return i;
    }
    flush(b, i);
    struct md_text caption;
    size_t mark = html > i ? 0 : md_take_caption(b->m, b->parent->last, &caption);
    if (text > i) {
        table = md_text_table(b->m, r, i);
    } else if (grid > i) {
        table = md_grid_table(b->m, r, i, b->depth + (int)b->divs.n);
    } else {
        table = md_html_table(b->m, r, i, end);
    }
    if (!table) {
        return i;
    }
    doc_append(b->parent, table);
    if (mark) {
        md_add_caption(b->m, table, caption, mark);
    }
    b->from = end;
    return end;
}

/* ---- the pass over the lines */

/* Keeps track of lists of this level: what is indented into an item is the item's. */
static void watch_lists(struct block_reader *b, struct str line, size_t columns, size_t bytes) {
    size_t marker = md_list_marker(line, bytes);
    if (marker) {
        b->list_col = columns + marker;
    } else if (b->after_blank) {
        b->list_col = 0;
    }
}

/* Reads line `i`; returns the line to go on with. */
static size_t read_line(struct block_reader *b, size_t i) {
    struct str line = b->r->lines[i].s;
    bool fresh = b->after_blank || b->from == i;
    if (md_fence_line(&b->fence, b->r, i)) {
        b->after_blank = false;
        return i + 1;
    }
    if (is_blank(line)) {
        b->after_blank = true;
        return i + 1;
    }
    size_t bytes;
    size_t columns = md_indent(line, &bytes);
    bool inside = b->list_col && columns >= (b->list_col < 4 ? b->list_col : 4);
    if (inside || columns > 3) {
        b->after_blank = false;
        return i + 1;
    }
    if (colons(line) && (!is_div_end(line) || b->divs.n)) {
        if (is_div_end(line)) {
            close_div(b, i);
        } else {
            open_div(b, i);
        }
        b->list_col = 0;
        b->after_blank = true;
        return i + 1;
    }
    if (fresh && is_term(b->r, i)) {
        b->list_col = 0;
        b->after_blank = true;
        return read_definition_list(b, i);
    }
    size_t table = fresh ? read_table(b, i) : i;
    if (table > i) {
        b->list_col = 0;
        b->after_blank = true;
        return table;
    }
    size_t verse = fresh && is_verse(line) ? verse_end(b->r, i) : i;
    if (verse > i) {
        b->list_col = 0;
        return read_verse(b, i, verse);
    }
    watch_lists(b, line, columns, bytes);
    b->after_blank = false;
    return i + 1;
}

void md_blocks(struct md *m, const struct md_region *r, struct doc_node *parent, int depth) {
    struct block_reader b = {.m = m, .r = r, .parent = parent, .depth = depth, .after_blank = true};
    size_t i = 0;
    while (i < r->n) {
        i = read_line(&b, i);
    }
    close_open_divs(&b);
    vec_drop(&b.divs);
}
