/* SPDX-License-Identifier: MIT */
/* Definition lists (MANUAL, definition_lists): a line of text, then perhaps a blank line, then a
 * line that begins with `:` or `~`. In cmark-gfm's tree, there are three kinds of blocks: the list,
 * its terms, and its definitions, which contain blocks. */
#include "read/markdown/core/block_extension.h"

static const struct md_block term_block, body_block;

/* Returns the number of bytes before the text of a definition: ':' or '~', and white space up to
 * the fourth column. Returns 0 if the line does not begin a definition. */
static size_t marker(struct str s, size_t indent) {
    size_t n = 1;
    if (s.n < 3 || indent > 3 || (s.p[0] != ':' && s.p[0] != '~')) {
        return 0;
    }
    n = str_past(s, n, is_space);
    return n > 1 && n < s.n ? n : 0;
}

static bool begins_definition(const struct md_line *line) {
    size_t bytes;
    size_t indent = line ? md_indent(line->s, &bytes) : 0;
    return line && marker(str_from(line->s, bytes), indent) > 0;
}

static bool is_only(struct str line, const char *chars) {
    for (size_t i = 0; i < line.n; i++) {
        if (!is_space(line.p[i]) && str_index(str_of(chars), line.p[i]) == STR_NONE) {
            return false;
        }
    }
    return true;
}

/* Whether a line consists of dashes and spaces, with at least three dashes in sequence. */
static bool is_dashes(const struct md_line *l) {
    return l && is_only(l->s, "-") && str_find(l->s, STR("---")) != STR_NONE;
}

/* Whether the text that begins `ahead` lines below is the caption of a table: a blank line and a
 * table follow it. */
static bool is_caption_above(struct md_at *at, size_t ahead) {
    const struct md_line *l = md_ahead(at, ahead);
    while (l && !md_is_blank(l->s)) {
        l = md_ahead(at, ++ahead);
    }
    l = l ? md_ahead(at, ahead + 1) : NULL;
    size_t bytes;
    if (!l || md_is_blank(l->s) || md_indent(l->s, &bytes) > 3) {
        return false; /* no table follows, or the line continues a definition */
    }
    struct str first = str_trim(l->s);
    bool grid = str_starts(first, STR("+-")) || str_starts(first, STR("+=")), rule = is_dashes(l);
    l = md_ahead(at, ahead + 2);
    bool pipe = l && str_index(l->s, '|') != STR_NONE && md_delimiter_row(l->s);
    bool columns = is_dashes(l) && str_index(str_trim(l->s), ' ') != STR_NONE;
    return grid || pipe || columns || (rule && l && !md_is_blank(l->s));
}

/* Whether the line is a term, which is a line of text before a definition. Lines that begin a block
 * of CommonMark are excluded, because this function is called before cmark-gfm examines them. */
static bool is_term(struct md_at *at) {
    char c = at->s.n ? at->s.p[0] : '#';
    if (at->indent > 3 || c == '#' || c == '>' || c == '|' || marker(at->s, at->indent) ||
        md_list_marker(at->s, 0) || is_only(at->s, "-*_=") || str_starts(at->s, STR(":::"))) {
        return false;
    }
    const struct md_line *next = md_ahead(at, 1);
    if (!next || !md_is_blank(next->s)) {
        return begins_definition(next);
    }
    return begins_definition(md_ahead(at, 2)) && !is_caption_above(at, 2);
}

static void open_term(struct md_at *at) {
    struct md_open *o = md_open_container(at, &term_block, 0);
    o->text = md_line_part(at->k->r->lines[at->line], at->byte, SIZE_MAX);
    o->text.s = str_trim(at->s);
    md_pass_line(at);
}

static void open_body(struct md_at *at, size_t bytes) {
    struct md_line line = at->k->r->lines[at->line];
    /* as in pandoc, the text begins at most three columns after the mark */
    bool cut = line.s.n && bytes > 4 - at->indent &&
               str_index(str_slice(at->s, 0, bytes), '\t') == STR_NONE;
    bytes = cut ? 4 - at->indent : bytes;
    struct md_open *o = md_open_container(at, &body_block, bytes);
    size_t width = at->indent + bytes;
    o->need = width < 2 ? 2 : width > 4 ? 4 : width;
    o->loose = at->line > 0 && md_is_blank_within(at->k, at->parent, at->line - 1);
}

static bool open_definition(struct md_at *at) {
    const struct md_open *outer = md_open_of(at->k, at->parent);
    bool inside = outer && outer->block == &md_block_definition;
    size_t bytes = inside ? marker(at->s, at->indent) : 0;
    if (bytes) {
        open_body(at, bytes);
        return true;
    }
    if (!at->fresh || !is_term(at)) {
        return false;
    }
    if (!inside) {
        (void)md_open_container(at, &md_block_definition, 0);
    }
    open_term(at);
    return true;
}

static enum md_match match_list(struct md_at *at, cmark_node *n, struct md_open *o) {
    const struct md_open *last = md_open_of(at->k, cmark_node_last_child(n));
    (void)o;
    if (str_starts(at->s, STR("<!--")) && str_ends(str_trim_end(at->s), STR("-->")) && last &&
        last->block == &body_block && begins_definition(md_ahead(at, 1))) {
        md_pass_line(at); /* a comment between definitions does not end the list */
        return MD_GOES_ON;
    }
    bool goes_on = !at->s.n || (last && last->need && at->indent >= last->need) ||
                   marker(at->s, at->indent) || (at->fresh && is_term(at));
    return goes_on ? MD_GOES_ON : MD_ENDS;
}

static enum md_match match_body(struct md_at *at, cmark_node *n, struct md_open *o) {
    (void)n;
    if (at->s.n && at->indent < o->need) {
        return MD_ENDS;
    }
    md_pass_columns(at, at->indent < 4 ? at->indent : 4);
    return MD_GOES_ON;
}

static struct doc_node *read_list(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    (void)o;
    (void)part;
    return md_add(k, DOC_DEF_LIST, md_block_span(k, n));
}

static struct doc_node *read_term(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    (void)n;
    (void)part;
    struct md_text t = md_text_line(k->m, o->text, k->r->fixed);
    md_leaf(k->m, md_add(k, DOC_DEF_TERM, md_span(&t, 0, t.s.n)), t);
    return NULL;
}

static struct doc_node *read_body(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    (void)part;
    for (cmark_node *c = cmark_node_first_child(n); c && (c = cmark_node_next(c)) != NULL;) {
        o->loose = o->loose || md_is_apart(k, n, c);
    }
    return md_add(k, DOC_DEF_BODY, md_line_span(k->m, k->r, o->first, md_first_byte(n), SIZE_MAX));
}

/* Ends a definition. It is tight if no blank line is before it or in it. */
static void leave_body(struct md_reader *k, struct md_open *o, struct doc_node *body) {
    (void)k;
    for (struct doc_node *c = body->first; c && !o->loose; c = c->next) {
        c->kind = c->kind == DOC_PARA ? DOC_PLAIN : c->kind;
    }
}

static const struct md_block term_block = {.match = md_match_line, .read = read_term};
static const struct md_block body_block = {
    .match = match_body, .read = read_body, .leave = leave_body, .levels = 1};

const struct md_block md_block_definition = {.open = open_definition,
                                             .match = match_list,
                                             .read = read_list,
                                             .levels = 2,
                                             .interrupts = true};
