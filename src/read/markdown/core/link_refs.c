/* SPDX-License-Identifier: MIT */
/* Link reference definitions (CommonMark 0.29 §4.7; pandoc's have attributes, and spaces in
 * addresses), and the parts of links (§6.5). mask.c hides definitions from cmark-gfm, because
 * several regions share them. */
#include "core/base/buf.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "read/markdown/core/inline_pass.h"

DIAG_USE(DIAG_LINK_UNUSED);
DIAG_USE(DIAG_TOO_LARGE);

#define MAX_LABEL 999 /* maximum bytes of a label (CommonMark §4.7 counts characters) */
/* maximum length of an address with spaces, in bytes; it bounds the search for the end */
#define MAX_SPACED 500
#define MAX_PARENS 32 /* maximum number of nested parentheses in a destination, as in cmark */

/** Skips white space with at most one line end. Returns the offset after it. */
static size_t skip_gap(struct str s, size_t at) {
    bool line = false;
    while (at < s.n && is_space(s.p[at])) {
        if (s.p[at] == '\n') {
            if (line) {
                break;
            }
            line = true;
        }
        at++;
    }
    return at;
}

size_t md_scan_label(struct str s, size_t at) {
    if (at >= s.n || s.p[at] != '[') {
        return 0;
    }
    bool ink = false;
    for (size_t i = at + 1; i < s.n && i - at <= MAX_LABEL + 1; i++) {
        char c = s.p[i];
        if (c == ']') {
            return ink ? i + 1 - at : 0;
        }
        if (c == '[') {
            return 0;
        }
        ink = ink || !is_space(c);
        if (c == '\\' && i + 1 < s.n && md_inl_is_punct(s.p[i + 1])) {
            i++;
        }
    }
    return 0;
}

static size_t scan_pointed(struct str s, size_t at, struct str *url) {
    for (size_t i = at + 1; i < s.n && s.p[i] != '\n' && s.p[i] != '<'; i++) {
        if (s.p[i] == '>') {
            *url = (struct str){s.p + at + 1, i - at - 1};
            return i + 1 - at;
        }
        if (s.p[i] == '\\' && i + 1 < s.n && md_inl_is_punct(s.p[i + 1])) {
            i++;
        }
    }
    return 0;
}

size_t md_scan_url(struct str s, size_t at, struct str *url) {
    if (at < s.n && s.p[at] == '<') {
        return scan_pointed(s, at, url);
    }
    size_t depth = 0;
    size_t i = at;
    while (i < s.n) {
        char c = s.p[i];
        if (c == '\\' && i + 1 < s.n && md_inl_is_punct(s.p[i + 1])) {
            i += 2;
            continue;
        }
        if (c == '(') {
            if (++depth > MAX_PARENS) {
                return 0;
            }
        } else if (c == ')') {
            if (depth == 0) {
                break;
            }
            depth--;
        } else if ((unsigned char)c <= ' ' || c == 0x7F) {
            break;
        }
        i++;
    }
    if (depth || i == at) {
        return 0;
    }
    *url = str_slice(s, at, i);
    return i - at;
}

/* Whether a text looks like an address: a domain, a path, or a file name with an ending. This
 * distinguishes addresses with spaces from words in parentheses. */
static bool looks_like_address(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '/' || (s.p[i] == '.' && i > 0 && i + 1 < s.n && is_alnum(s.p[i + 1]))) {
            return true;
        }
    }
    return false;
}

size_t md_scan_spaced_url(struct md *m, struct str s, size_t at, bool close, struct str *url) {
    size_t end = at, depth = 0, i = at;
    bool done = false;
    while (!done && i < s.n && i - at < MAX_SPACED) {
        char c = s.p[i], next = i + 1 < s.n ? s.p[i + 1] : '\n';
        if (c == '\n' && (!close || next == '\n')) {
            break;
        }
        if (is_space(c)) {
            done = next == '"' || next == '\'' || (!close && (next == '(' || next == '{'));
            i++;
            continue;
        }
        if (c == ')' && close && !depth) {
            break;
        }
        depth += c == '(';
        depth -= c == ')' && depth;
        i += c == '\\' && md_inl_is_punct(next) ? 2 : 1;
        end = i;
    }
    struct str got = str_slice(s, at, end);
    bool titled = close && done; /* with a title, this is a link in any case */
    if (!got.n || (!titled && !looks_like_address(got)) || (close && depth && !done)) {
        return 0;
    }
    *url = str_index(got, ' ') == STR_NONE && str_index(got, '\n') == STR_NONE
               ? got
               : arena_one_line(m->a, got);
    return got.n;
}

size_t md_scan_title(struct str s, size_t at, struct str *title) {
    if (at >= s.n || (s.p[at] != '"' && s.p[at] != '\'' && s.p[at] != '(')) {
        return 0;
    }
    char open = s.p[at];
    char close = open == '(' ? ')' : open;
    for (size_t i = at + 1; i < s.n; i++) {
        char c = s.p[i];
        if (c == close) {
            *title = str_slice(s, at + 1, i);
            return i + 1 - at;
        }
        if (open == '(' && c == '(') {
            return 0;
        }
        if (c == '\\' && i + 1 < s.n && md_inl_is_punct(s.p[i + 1])) {
            i++;
        }
    }
    return 0;
}

size_t md_scan_loose_title(struct str s, size_t at, char close, struct str *title) {
    char quote = at < s.n ? s.p[at] : '\0';
    if (quote != '"' && quote != '\'') {
        return 0;
    }
    for (size_t i = at + 1; i < s.n && i - at < MAX_SPACED; i++) {
        size_t end = i + 1;
        if (s.p[i] == '\n' && end < s.n && s.p[end] == '\n') {
            return 0;
        }
        if (s.p[i] != quote || s.p[i - 1] == '\\') {
            continue;
        }
        while (end < s.n && is_space(s.p[end]) && s.p[end] != close) {
            end++;
        }
        if (end < s.n ? s.p[end] == close : close == '\n') {
            *title = str_slice(s, at + 1, i);
            return i + 1 - at;
        }
    }
    return 0;
}

/* Appends the character for a character reference ("&...;") at `at`. Returns the length of the
 * reference, or 0. */
static size_t unescape_entity(struct md *m, struct str s, size_t at, struct buf *out) {
    size_t i = at + 1;
    if (i < s.n && s.p[i] == '#') {
        i++;
        bool hex = i < s.n && (s.p[i] == 'x' || s.p[i] == 'X');
        i += hex;
        size_t digits = i;
        uint32_t cp = 0;
        for (; i < s.n && i - digits < (hex ? 6u : 7u); i++) {
            int digit = hex_digit(s.p[i]);
            if (digit < 0 || (!hex && digit > 9)) {
                break;
            }
            cp = cp * (hex ? 16u : 10u) + (uint32_t)digit;
        }
        if (i == digits || i >= s.n || s.p[i] != ';') {
            return 0;
        }
        buf_rune(out, cp ? cp : UTF8_REPLACEMENT);
        return i + 1 - at;
    }
    size_t name = i;
    while (i < s.n && is_alnum(s.p[i]) && i - name < 32) {
        i++;
    }
    if (i == name || i >= s.n || s.p[i] != ';') {
        return 0;
    }
    struct str text = md_entity(m, str_slice(s, name, i));
    buf_str(out, text);
    return text.n ? i + 1 - at : 0;
}

size_t md_scan_entity(struct md *m, struct str s, size_t at, struct str *text) {
    struct buf b = BUF_INIT;
    size_t n = unescape_entity(m, s, at, &b);
    if (n) {
        *text = buf_keep(&b, m->a);
    }
    buf_drop(&b);
    return n;
}

static struct str unescape(struct md *m, struct str s, bool backslashes) {
    bool has_backslash = backslashes && str_index(s, '\\') != STR_NONE;
    if (!has_backslash && str_index(s, '&') == STR_NONE) {
        return s;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n;) {
        if (backslashes && s.p[i] == '\\' && i + 1 < s.n && md_inl_is_punct(s.p[i + 1])) {
            buf_putc(&b, s.p[i + 1]);
            i += 2;
            continue;
        }
        size_t n = s.p[i] == '&' ? unescape_entity(m, s, i, &b) : 0;
        if (!n) {
            buf_putc(&b, s.p[i]);
            n = 1;
        }
        i += n;
    }
    return buf_finish(&b, m->a);
}

struct str md_unescape(struct md *m, struct str s) {
    return unescape(m, s, true);
}

struct str md_unescape_entities(struct md *m, struct str s) {
    return unescape(m, s, false);
}

struct str md_label(struct arena *a, struct str label) {
    struct str s = arena_lower(a, arena_one_line(a, label));
    /* upper and then lower case is case folding: ẞ and SS both become "ss" */
    return utf8_is_ascii(s)
               ? s
               : unicode_lower(a, unicode_upper(a, unicode_lower(a, s, STR_EMPTY), STR_EMPTY),
                               STR_EMPTY);
}

struct md_ref *md_ref(const struct md *m, struct str label) {
    return m->links.refs.n ? md_part_get(m, &m->links.refs, md_label(m->a, label)) : NULL;
}

/** Reports unused definitions, except those whose labels begin with `//` (comments) or with `@`
 * (keys of manubot). */
void md_refs_report(struct md *m) {
    for (size_t i = 0; i < m->links.refs.n; i++) {
        const struct md_ref *ref = m->links.refs.entries[i].value;
        if (!ref->linked && ref->at.src && !str_starts(span_text(ref->at), STR("[//")) &&
            !str_starts(span_text(ref->at), STR("[@"))) {
            diag_add(m->diags, DIAG_LINK_UNUSED, ref->at, "no link uses this definition");
        }
    }
}

bool md_ref_affords(struct md *m, struct str url, struct str title, struct span at) {
    size_t bytes = url.n + title.n;
    if (bytes <= m->links.budget) {
        m->links.budget -= bytes;
        return true;
    }
    if (!m->links.reported) {
        struct diag *g = diag_add(m->diags, DIAG_TOO_LARGE, at,
                                  "the links of this document repeat too long addresses");
        diag_hint(m->diags, g, "from here on, links to definitions are text");
    }
    m->links.reported = true;
    return false;
}

struct doc_node *md_ref_heading(const struct md *m, struct str label) {
    return m->links.headings.n ? md_part_get(m, &m->links.headings, md_label(m->a, label)) : NULL;
}

/* Returns the offset of the next line if only white space is before it; otherwise STR_NONE. */
static size_t rest_is_blank(struct str s, size_t at) {
    at = str_past(s, at, is_space_or_tab);
    if (at >= s.n) {
        return s.n;
    }
    return s.p[at] == '\n' ? at + 1 : STR_NONE;
}

/* Reads the rest of a definition, after its address: a title, attributes, the end of the line.
 * Returns the offset after it, or STR_NONE if other text follows. */
static size_t take_rest(struct md *m, const struct md_text *t, size_t at, struct md_ref *ref) {
    struct str s = t->s;
    size_t end = rest_is_blank(s, at), gap = skip_gap(s, at);
    size_t title = gap > at ? md_scan_title(s, gap, &ref->title) : 0;
    size_t title_end = title ? rest_is_blank(s, gap + title) : STR_NONE;
    if (title && title_end == STR_NONE && m->format.pandoc) {
        size_t loose = md_scan_loose_title(s, gap, '\n', &ref->title);
        title = loose ? loose : title;
        title_end = rest_is_blank(s, gap + title);
    }
    end = title_end != STR_NONE ? title_end : end;
    if (md_on(m, MD_LINK_ATTRIBUTES)) { /* attributes may follow (MANUAL, link_attributes) */
        size_t brace = title ? skip_gap(s, gap + title) : gap;
        size_t n = brace > at ? md_attr(m, t, brace, &ref->attr, NULL, NULL) : 0;
        size_t attr_end = n ? rest_is_blank(s, brace + n) : STR_NONE;
        if (attr_end != STR_NONE) {
            return attr_end;
        }
        ref->attr = (struct doc_attr){0};
    }
    if (title_end == STR_NONE) {
        ref->title = STR_EMPTY;
    }
    return end;
}

/* Reports a second definition of a label, which is ignored. There is no report if both have the
 * same address. */
static void report_second(struct md *m, const struct md_ref *first, const struct md_ref *ref,
                          struct str label) {
    bool same = first->at.src == ref->at.src && first->at.begin == ref->at.begin;
    if (same || !ref->at.src || !first->at.src || str_eq(first->url, ref->url) || label.n == 0 ||
        label.p[0] == '@' || label.p[0] == '/' || label.p[0] == '^') {
        return;
    }
    struct diag *g = diag_add(m->diags, DIAG_LINK_UNUSED, ref->at,
                              "the link `[%.*s]` is defined a second time", STR_ARG(label));
    diag_relate(m->diags, g, first->at, "the first is here, and is used");
}

/* Reads a definition at `at`. Returns the offset after it, or `at` if other text is there. */
static size_t take_one(struct md *m, const struct md_text *t, size_t at) {
    struct str s = t->s;
    size_t i = at + str_run(s, at, ' ');
    size_t label = md_scan_label(s, i);
    if (!label || i + label >= s.n || s.p[i + label] != ':') {
        return at;
    }
    struct str name = str_slice(s, i + 1, i + label - 1);
    if (m->format.pandoc && md_on(m, MD_FOOTNOTES) && str_starts(name, STR("^"))) {
        return at; /* a footnote, or a text that looks like one */
    }
    size_t url_at = skip_gap(s, i + label + 1);
    struct md_ref *ref = ARENA_NEW(m->a, struct md_ref);
    size_t n = md_scan_url(s, url_at, &ref->url);
    size_t end = n ? take_rest(m, t, url_at + n, ref) : STR_NONE;
    if (end == STR_NONE && m->format.pandoc) {
        n = md_scan_spaced_url(m, s, url_at, false, &ref->url);
        end = n ? take_rest(m, t, url_at + n, ref) : STR_NONE;
    }
    /* manubot defines keys of citations by identifiers, such as "doi:10.1/x"; words are a text */
    bool is_words = str_starts(name, STR("@")) && str_index(ref->url, ':') == STR_NONE;
    if (end == STR_NONE || is_words) {
        return at;
    }
    ref->url = md_unescape(m, ref->url);
    ref->title = md_unescape(m, ref->title);
    ref->at = md_span(t, at, i + label);
    const struct md_ref *first = md_part_put(m, &m->links.refs, md_label(m->a, name), ref);
    if (first && m->opt->lint) {
        report_second(m, first, ref, name);
    }
    return end;
}

size_t md_refs_take(struct md *m, const struct md_text *t) {
    size_t at = 0;
    for (;;) {
        size_t next = take_one(m, t, at);
        if (next == at) {
            return at;
        }
        at = next;
    }
}
