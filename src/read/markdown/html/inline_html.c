/* SPDX-License-Identifier: MIT */
/* Reads inlines that begin with `<`: autolinks (CommonMark 0.29 §6.7) and raw HTML (§6.8). Comments
 * are removed, except in GitHub's flavours. */
#include "read/markdown/core/inline_pass.h"
#include "read/markdown/html/md_html.h"

static bool at_string(struct str s, size_t at, const char *z) {
    return str_starts(str_from(s, at), str_of(z));
}

/* Returns the offset after the next `z`. If there is none, returns STR_NONE and sets `*none`, so
 * that later calls do not search again. */
static size_t behind(struct str s, size_t at, const char *z, bool *none) {
    if (*none || at > s.n) {
        return STR_NONE;
    }
    size_t n = str_find(str_from(s, at), str_of(z));
    if (n == STR_NONE) {
        *none = true;
        return STR_NONE;
    }
    return at + n + str_of(z).n;
}

/* Returns the length of a comment, or 0. In CommonMark 0.29, comments contain no "--" and begin
 * neither with ">" nor with "->". In pandoc, they may contain "--". */
static size_t comment(struct inl *x, size_t at) {
    struct str s = x->s;
    size_t end = behind(s, at + 4, "-->", &x->no_comment);
    if (end == STR_NONE) {
        return 0;
    }
    struct str text = str_slice(s, at + 4, end - 3);
    if (str_starts(text, STR(">")) || str_starts(text, STR("->"))) {
        return 0;
    }
    bool bad = str_ends(text, STR("-")) || str_find(text, STR("--")) != STR_NONE;
    return bad && x->m->github ? 0 : end - at;
}

static size_t declaration(struct inl *x, size_t at) {
    struct str s = x->s;
    if (at_string(s, at, "<![CDATA[")) {
        size_t end = behind(s, at + 9, "]]>", &x->no_cdata);
        return end == STR_NONE ? 0 : end - at;
    }
    size_t i = str_past(s, at + 2, is_upper);
    if (i == at + 2 || i >= s.n || !is_space(s.p[i])) {
        return 0;
    }
    size_t end = behind(s, i, ">", &x->no_declaration);
    return end == STR_NONE ? 0 : end - at;
}

/* Returns the length of an element if it is kept as a whole, with its content. For other elements,
 * returns `n`, the length of the tag. */
static size_t whole_element(struct inl *x, size_t at, size_t n, const struct md_html_tag *tag) {
    bool whole = tag->el->use == MD_HTML_RAW || tag->el->use == MD_HTML_EMBED;
    size_t index = md_html_index(tag->el);
    uint64_t bit = UINT64_C(1) << (index & 63);
    if (x->m->github || !whole || tag->empty || (x->no_end[index >> 6] & bit)) {
        return n;
    }
    size_t end = md_html_end(x->s, at + n, tag->name);
    if (end == STR_NONE) {
        x->no_end[index >> 6] |= bit;
        return n;
    }
    return end - at;
}

static size_t html(struct inl *x, size_t at) {
    char c = at + 1 < x->s.n ? x->s.p[at + 1] : '\0';
    struct md_html_tag tag;
    if (c == '?') {
        size_t end = behind(x->s, at + 2, "?>", &x->no_instruction);
        return end == STR_NONE ? 0 : end - at;
    }
    if (c == '!') {
        return at_string(x->s, at, "<!--") ? comment(x, at) : declaration(x, at);
    }
    size_t n = md_html_tag(x->s, at, &tag);
    return n && tag.el && !tag.closes ? whole_element(x, at, n, &tag) : n;
}

/* ---- <scheme:...> and <user@host> */

static size_t uri(struct str s, size_t at) {
    size_t i = at + 1;
    if (i >= s.n || !is_alpha(s.p[i])) {
        return 0;
    }
    i = str_past_name(s, i, ".+-");
    size_t scheme = i - at - 1;
    if (scheme < 2 || scheme > 32 || i >= s.n || s.p[i] != ':') {
        return 0;
    }
    while (i < s.n && (unsigned char)s.p[i] > ' ' && s.p[i] != '<' && s.p[i] != '>') {
        i++;
    }
    return i < s.n && s.p[i] == '>' ? i + 1 - at : 0;
}

/* Returns the length of one label of a host name (a part between dots): at most 63 letters, digits
 * and inner hyphens. With `wide`, letters of all scripts are allowed (RFC 6531). */
static size_t host_label(struct str s, size_t at, bool wide) {
    size_t i = at;
    while (i < s.n &&
           (is_alnum(s.p[i]) || (wide && (s.p[i] & 0x80)) || (s.p[i] == '-' && i > at))) {
        i++;
    }
    return i > at && i - at <= 63 && s.p[i - 1] != '-' ? i : STR_NONE;
}

static size_t address(struct str s, size_t at, bool wide) {
    size_t i = at + 1;
    while (i < s.n && (is_alnum(s.p[i]) || (wide && (s.p[i] & 0x80)) ||
                       str_index(STR(".!#$%&'*+/=?^_`{|}~-"), s.p[i]) != STR_NONE)) {
        i++;
    }
    if (i == at + 1 || i >= s.n || s.p[i] != '@') {
        return 0;
    }
    do {
        i = host_label(s, i + 1, wide);
    } while (i != STR_NONE && i < s.n && s.p[i] == '.');
    return i != STR_NONE && i < s.n && s.p[i] == '>' ? i + 1 - at : 0;
}

static void add_autolink(struct inl *x, size_t n, const char *scheme, const char *cls) {
    struct str shown = str_slice(x->s, x->at + 1, x->at + n - 1);
    struct doc_node *link = md_inl_node(x, DOC_LINK, x->at, x->at + n);
    struct str url = md_unescape_entities(x->m, shown);
    link->u.link.url = *scheme ? arena_join(x->m->a, 2, str_of(scheme), url) : url;
    doc_add_text(x->m->doc, link, url, md_span(x->t, x->at + 1, x->at + n - 1));
    if (!x->m->github) {
        doc_add_class(x->m->doc, link, str_of(cls));
    }
    x->at += n;
    md_inl_attr(x, link);
}

bool md_html_angle(struct inl *x) {
    size_t n = uri(x->s, x->at);
    if (n) {
        add_autolink(x, n, "", "uri");
        return true;
    }
    n = address(x->s, x->at, x->m->format.pandoc);
    if (n) {
        add_autolink(x, n, "mailto:", "email");
        return true;
    }
    n = md_on(x->m, MD_RAW_HTML) ? html(x, x->at) : 0;
    if (!n) {
        return false;
    }
    bool dropped = !x->m->github && at_string(x->s, x->at, "<!--");
    if (!dropped) {
        md_html_piece(x->m, x->top, str_slice(x->s, x->at, x->at + n),
                      md_span(x->t, x->at, x->at + n), false);
        x->html = true;
    }
    size_t begin = x->at, end = begin + n;
    while (dropped && end < x->s.n && is_space(x->s.p[end]) && x->s.p[end] != '\n') {
        end++;
    }
    bool line = x->top->last && x->top->last->kind == DOC_SOFT_BREAK;
    bool apart = dropped && begin > 0 && is_space(x->s.p[begin - 1]) && end < x->s.n;
    x->at = !apart || (x->s.p[end] == '\n' && !line) ? begin + n : end + (x->s.p[end] == '\n');
    return true;
}
