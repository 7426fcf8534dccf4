/* SPDX-License-Identifier: MIT */
/* Defines the extension of cmark-gfm that finds the blocks of syntax.def. Each kind of block gets
 * the current line and the lines after it, without the prefixes of their containers. cmark-gfm
 * reads line by line and cannot look ahead, so this file computes from the open blocks which
 * prefixes the containers will remove from later lines (CommonMark 0.29 §5.1 and §5.2). */
#include "read/markdown/core/block_extension.h"

#define CODE_INDENT 4

/* ---- prefixes of containers */

struct cursor {
    struct str s;
    size_t at, col; /* `at` is an offset; `col` is its column, which may be within a tab */
};

static size_t tab_width(size_t col) {
    return 4 - col % 4;
}

static bool is_gap(const struct cursor *c) {
    return c->at < c->s.n && is_space_or_tab(c->s.p[c->at]);
}

/* Returns the number of columns of white space at the cursor, at most `most`. `*byte` is set to the
 * offset after them. */
static size_t gap(struct cursor c, size_t most, size_t *byte) {
    size_t from = c.col;
    for (; is_gap(&c) && c.col - from < most; c.at++) {
        c.col += c.s.p[c.at] == '\t' ? tab_width(c.col) : 1;
    }
    *byte = c.at;
    return c.col - from;
}

static void take_columns(struct cursor *c, size_t columns) {
    while (columns > 0 && is_gap(c)) {
        size_t width = c->s.p[c->at] == '\t' ? tab_width(c->col) : 1;
        if (width > columns) {
            c->col += columns;
            return;
        }
        c->col += width;
        columns -= width;
        c->at++;
    }
}

static void move_to(struct cursor *c, size_t byte) {
    for (; c->at < byte && c->at < c->s.n; c->at++) {
        c->col += c->s.p[c->at] == '\t' ? tab_width(c->col) : 1;
    }
}

static bool take_quote(struct cursor *c) {
    size_t byte;
    if (gap(*c, CODE_INDENT, &byte) >= CODE_INDENT || byte >= c->s.n || c->s.p[byte] != '>') {
        return false;
    }
    move_to(c, byte + 1);
    take_columns(c, 1);
    return true;
}

/* Returns the number of bytes of the list marker of CommonMark that begins at `at`. */
static size_t plain_marker(struct str s, size_t at) {
    return str_past(s, at, is_digit) - at + 1;
}

/* Returns how many columns of the white space after a list marker belong to the marker (§5.2, "list
 * items", rules 1 to 3). */
static size_t padding(struct cursor c) {
    size_t byte, columns = gap(c, CODE_INDENT + 1, &byte);
    return columns < 1 || columns > CODE_INDENT || byte >= c.s.n ? 1 : columns;
}

/* Moves the cursor to the content of a container, in the first line of the container. */
static void begin_in(struct md_reader *k, cmark_node *n, struct cursor *c) {
    const struct md_open *o = md_open_of(k, n);
    if (o) {
        move_to(c, o->inside);
        return;
    }
    cmark_node_type t = cmark_node_get_type(n);
    if (t == CMARK_NODE_BLOCK_QUOTE) {
        (void)take_quote(c);
    } else if (t == CMARK_NODE_ITEM) {
        move_to(c, md_first_byte(n));
        move_to(c, c->at + plain_marker(c->s, c->at));
        take_columns(c, padding(*c));
    }
}

static void ancestors(cmark_node *n, md_node_vec *out) {
    vec_clear(out);
    for (; n && cmark_node_get_type(n) != CMARK_NODE_DOCUMENT; n = cmark_node_parent(n)) {
        vec_push(out, n);
    }
}

static bool strip_one(struct md_reader *k, cmark_node *n, struct cursor *c);

/* Returns the number of columns by which the lines of a list item are indented within its
 * container. */
static size_t item_need(struct md_reader *k, cmark_node *n) {
    uintptr_t known = (uintptr_t)cmark_node_get_user_data(n);
    if (known) {
        return (size_t)known - 1;
    }
    size_t line = md_first_line(k, n), byte;
    struct cursor c = {k->r->lines[line].s, 0, 0};
    md_node_vec outer = VEC_INIT;
    ancestors(cmark_node_parent(n), &outer);
    for (size_t i = outer.n; i-- > 0;) {
        if (md_first_line(k, outer.p[i]) == line) {
            begin_in(k, outer.p[i], &c);
        } else {
            (void)strip_one(k, outer.p[i], &c);
        }
    }
    vec_drop(&outer);
    size_t need = gap(c, SIZE_MAX, &byte);
    move_to(&c, byte);
    size_t marker = plain_marker(c.s, c.at);
    move_to(&c, c.at + marker);
    need += marker + padding(c);
    cmark_node_set_user_data(n, (void *)(uintptr_t)(need + 1));
    return need;
}

/* Removes the prefix of a container from a line. Returns false if the container ends there. */
static bool strip_one(struct md_reader *k, cmark_node *n, struct cursor *c) {
    cmark_node_type t = cmark_node_get_type(n);
    const struct md_open *o = md_open_of(k, n);
    size_t need = o ? o->need : 0;
    if (t == CMARK_NODE_BLOCK_QUOTE) {
        return take_quote(c);
    }
    if (t == CMARK_NODE_ITEM && !o) {
        need = item_need(k, n);
    }
    size_t byte, columns = gap(*c, need > CODE_INDENT ? need : CODE_INDENT, &byte);
    if (o && o->block->closes && columns < CODE_INDENT && o->block->closes(str_from(c->s, byte))) {
        return false;
    }
    if (columns >= need) {
        take_columns(c, need);
        return true;
    }
    move_to(c, byte);
    return byte >= c->s.n;
}

static bool strip(struct md_reader *k, const md_node_vec *outer, struct cursor *c) {
    for (size_t i = outer->n; i-- > 0;) {
        if (!strip_one(k, outer->p[i], c)) {
            return false;
        }
    }
    return true;
}

bool md_is_blank_within(struct md_reader *k, cmark_node *n, size_t line) {
    md_node_vec outer = VEC_INIT;
    ancestors(cmark_node_parent(n), &outer);
    struct cursor c = {k->r->lines[line].s, 0, 0};
    bool blank = strip(k, &outer, &c) && !str_trim(str_from(c.s, c.at)).n;
    vec_drop(&outer);
    return blank;
}

/* ---- looking ahead */

const struct md_line *md_ahead(struct md_at *at, size_t ahead) {
    struct md_reader *k = at->k;
    struct md_sight *sight = &k->sight;
    if (sight->line != at->line || sight->parent != at->parent || !sight->lines.n) {
        cmark_node *n = at->parent;
        bool text = cmark_node_get_type(n) == CMARK_NODE_PARAGRAPH;
        sight->line = at->line;
        sight->parent = at->parent;
        sight->ends = false;
        ancestors(text ? cmark_node_parent(n) : n, &sight->outer);
        vec_clear(&sight->lines);
        size_t byte = (size_t)cmark_parser_get_offset(at->parser);
        vec_push(&sight->lines, md_line_part(k->r->lines[at->line], byte, SIZE_MAX));
    }
    while (sight->lines.n <= ahead && !sight->ends) {
        size_t line = at->line + sight->lines.n;
        struct cursor c = {line < k->r->n ? k->r->lines[line].s : STR_EMPTY, 0, 0};
        sight->ends = line >= k->r->n || !strip(k, &sight->outer, &c);
        if (!sight->ends) {
            vec_push(&sight->lines, md_line_part(k->r->lines[line], c.at, SIZE_MAX));
        }
    }
    return ahead < sight->lines.n ? &sight->lines.p[ahead] : NULL;
}

struct md_region md_look_ahead(struct md_at *at, bool (*more)(void *state, struct str line),
                               void *state) {
    size_t n = 1;
    for (const struct md_line *l = md_ahead(at, n); l && more(state, l->s); l = md_ahead(at, n)) {
        n++;
    }
    return (struct md_region){at->k->sight.lines.p, n, at->k->r->fixed};
}

/* Whether a block of code is a fence that is still open. cmark-gfm sets the last line of a block
 * when it closes the block. */
static bool is_open_code(cmark_node *n) {
    int length, offset;
    char ch;
    return cmark_node_get_fenced(n, &length, &offset, &ch) &&
           cmark_node_get_end_line(n) == cmark_node_get_start_line(n);
}

/* Whether `n` is a comment of HTML that is still open at `line`. */
static bool is_open_comment(struct md_reader *k, cmark_node *n, size_t line) {
    size_t first = md_first_line(k, n);
    struct str s = str_from(k->r->lines[first].s, md_first_byte(n));
    if (!str_starts(s, STR("<!--"))) {
        return false;
    }
    size_t from = k->comment == n ? k->comment_to : first;
    for (size_t i = from; i < line; i++) {
        if (str_find(k->r->lines[i].s, STR("-->")) != STR_NONE) {
            return false;
        }
    }
    k->comment = n;
    k->comment_to = line;
    return true;
}

bool md_inner_takes(struct md_at *at, cmark_node *n, const struct md_block *block) {
    struct md_reader *k = at->k;
    struct cursor c = {k->r->lines[at->line].s, 0, 0};
    move_to(&c, (size_t)cmark_parser_get_offset(at->parser));
    for (n = cmark_node_last_child(n); n; n = cmark_node_last_child(n)) {
        const struct md_open *o = md_open_of(k, n);
        if (o && (o->closed || !o->block->match)) {
            return !o->closed && at->line < o->end;
        }
        if (o && o->block == block) {
            return true;
        }
        cmark_node_type t = cmark_node_get_type(n);
        if (t == CMARK_NODE_CODE_BLOCK) {
            return is_open_code(n);
        }
        if (t == CMARK_NODE_HTML_BLOCK) {
            return is_open_comment(k, n, at->line);
        }
        if (!strip_one(k, n, &c)) {
            return false;
        }
    }
    return false;
}

/* ---- functions for the rows */

size_t md_node_depth(cmark_node *n, size_t limit) {
    size_t depth = 0;
    for (; n && depth < limit; n = cmark_node_parent(n)) {
        depth++;
    }
    return depth;
}

struct md_open *md_open_of(const struct md_reader *k, cmark_node *n) {
    bool own = k->extension && cmark_node_get_syntax_extension(n) == k->extension;
    return own ? cmark_node_get_user_data(n) : NULL;
}

static void pass(struct md_at *at, size_t count, bool columns) {
    cmark_parser_advance_offset(at->parser, at->fed, (int)count, columns);
}

void md_pass_line(struct md_at *at) {
    size_t end = at->k->r->lines[at->line].s.n, now = (size_t)cmark_parser_get_offset(at->parser);
    pass(at, end > now ? end - now : 0, false);
}

void md_pass_columns(struct md_at *at, size_t columns) {
    pass(at, columns, true);
}

struct md_open *md_open_node(struct md_at *at, const struct md_block *block, cmark_node_type type) {
    struct md_open *o = ARENA_NEW(at->k->m->a, struct md_open);
    cmark_node *n = cmark_parser_add_child(at->parser, at->parent, type, (int)at->byte + 1);
    cmark_node_set_syntax_extension(n, at->k->extension);
    cmark_node_set_user_data(n, o);
    *o = (struct md_open){.block = block, .first = at->line, .end = at->line + 1};
    at->parent = n;
    return o;
}

struct md_open *md_open_lines(struct md_at *at, const struct md_block *block, size_t end) {
    at->k->cut[at->line] = (uint32_t)cmark_parser_get_offset(at->parser);
    struct md_open *o = md_open_node(at, block, CMARK_NODE_HTML_BLOCK);
    o->end = end;
    return o;
}

struct md_open *md_open_container(struct md_at *at, const struct md_block *block, size_t bytes) {
    struct md_open *o = md_open_node(at, block, CMARK_NODE_CUSTOM_BLOCK);
    size_t now = (size_t)cmark_parser_get_offset(at->parser);
    pass(at, at->byte + bytes - now, false);
    o->inside = at->byte + bytes;
    return o;
}

/* ---- callbacks of cmark-gfm */

static bool look(struct md_at *at, cmark_syntax_extension *e, cmark_parser *parser,
                 cmark_node *parent, unsigned char *fed) {
    struct md_reader *k = cmark_syntax_extension_get_private(e);
    for (cmark_node *n = k->root ? NULL : parent; n; n = cmark_node_parent(n)) {
        k->root = n;
    }
    *at = (struct md_at){.k = k, .parser = parser, .fed = (const char *)fed, .parent = parent};
    at->line = (size_t)cmark_parser_get_line_number(parser) - 1;
    at->byte = (size_t)cmark_parser_get_first_nonspace(parser);
    at->indent = (size_t)cmark_parser_get_indent(parser);
    if (at->line >= k->r->n) {
        return false;
    }
    at->s = str_trim(str_from(k->r->lines[at->line].s, at->byte)).n
                ? str_from(k->r->lines[at->line].s, at->byte)
                : STR_EMPTY;
    bool begun = cmark_node_get_start_line(parent) == (int)at->line + 1;
    at->fresh = cmark_node_get_type(parent) != CMARK_NODE_PARAGRAPH &&
                (begun || !k->any_text || k->text_line + 1 != at->line);
    return true;
}

/* Turns a masked line `---` into a thematic break. Returns NULL for another line. */
static cmark_node *unmask(struct md_at *at) {
    bool rule = at->fed[at->byte] == MD_MASK_ASK && at->s.p[0] == '-' &&
                cmark_node_get_type(at->parent) != CMARK_NODE_PARAGRAPH;
    if (!rule) {
        return NULL;
    }
    cmark_node *n = cmark_parser_add_child(at->parser, at->parent, CMARK_NODE_THEMATIC_BREAK,
                                           (int)at->byte + 1);
    md_pass_line(at);
    return n;
}

static cmark_node *open_block(cmark_syntax_extension *e, int indented, cmark_parser *parser,
                              cmark_node *parent, unsigned char *fed, int length) {
    struct md_at at;
    (void)length;
    if (!look(&at, e, parser, parent, fed) || !at.s.n) {
        return NULL;
    }
    bool formula = at.fed[at.byte] == MD_MASK_INK && at.s.p[0] != MD_MASK_INK;
    const struct md_format *format = &at.k->m->format;
    for (size_t i = 0; i < format->nblocks && !indented && !formula; i++) {
        const struct md_block *b = format->blocks[i];
        if ((at.fresh || b->interrupts) && b->open(&at)) {
            return at.parent;
        }
    }
    cmark_node *n = indented || formula ? NULL : unmask(&at);
    if (!n) {
        at.k->any_text = true;
        at.k->text_line = at.line;
        md_mask_text(&at);
        /* a line without a bar is a row of a pipe table in GFM, and not in pandoc */
        bool row = indented || !format->pandoc || str_index(at.s, '|') != STR_NONE;
        n = !row && md_end_table(&at) ? at.parent : NULL;
    }
    return n;
}

enum md_match md_match_line(struct md_at *at, cmark_node *n, struct md_open *o) {
    (void)at;
    (void)n;
    (void)o;
    return MD_ENDS;
}

enum md_match md_match_indented(struct md_at *at, cmark_node *n, struct md_open *o) {
    (void)n;
    if (at->s.n && at->indent < o->need) {
        return MD_ENDS;
    }
    md_pass_columns(at, at->indent < o->need ? at->indent : o->need);
    return MD_GOES_ON;
}

static int match_block(cmark_syntax_extension *e, cmark_parser *parser, unsigned char *fed,
                       int length, cmark_node *n) {
    struct md_at at;
    (void)length;
    struct md_open *o = cmark_node_get_user_data(n);
    if (!look(&at, e, parser, n, fed)) {
        return 0;
    }
    if (o->block->match) {
        return o->block->match(&at, n, o) == MD_GOES_ON;
    }
    at.k->cut[at.line] = (uint32_t)cmark_parser_get_offset(parser);
    return at.line < o->end;
}

static int can_contain(cmark_syntax_extension *e, cmark_node *n, cmark_node_type child) {
    const struct md_open *o = cmark_node_get_user_data(n);
    (void)e;
    if (cmark_node_get_type(n) == CMARK_NODE_LIST) {
        return child == CMARK_NODE_ITEM;
    }
    if (!o) {
        return 0;
    }
    if (o->block == &md_block_definition) {
        return child == CMARK_NODE_CUSTOM_BLOCK;
    }
    return o->block->match && child != CMARK_NODE_ITEM && child != CMARK_NODE_DOCUMENT;
}

/* Stops cmark-gfm from reading inlines in the paragraphs and headings that leave_inlines() assigns
 * to the extension. */
static int contains_inlines(cmark_syntax_extension *e, cmark_node *n) {
    (void)e;
    (void)n;
    return 0;
}

cmark_syntax_extension *md_extension_new(struct md_reader *k) {
    cmark_syntax_extension *e = cmark_syntax_extension_new("dossier");
    cmark_syntax_extension_set_private(e, k, NULL);
    cmark_syntax_extension_set_open_block_func(e, open_block);
    cmark_syntax_extension_set_match_block_func(e, match_block);
    cmark_syntax_extension_set_can_contain_func(e, can_contain);
    cmark_syntax_extension_set_contains_inlines_func(e, contains_inlines);
    return e;
}

/* ---- reading */

struct md_region md_open_region(struct md_reader *k, cmark_node *n, const struct md_open *o) {
    size_t last = md_last_line(k, n), end = last + 1 < o->end ? last + 1 : o->end;
    struct md_line *lines = ARENA_ARRAY(k->m->a, struct md_line, end - o->first + 1);
    for (size_t i = o->first; i < end; i++) {
        lines[i - o->first] = md_line_part(k->r->lines[i], k->cut[i], SIZE_MAX);
    }
    return (struct md_region){lines, end - o->first, k->r->fixed};
}
