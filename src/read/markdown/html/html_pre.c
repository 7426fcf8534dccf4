/* SPDX-License-Identifier: MIT */
/* Reads <pre> as a code block. The class of a <code> in it names the language (WHATWG HTML,
 * 4.5.15). Pages keep the markup of the code, and other outputs show only its text. */
#include "read/markdown/html/md_html.h"

#include "core/base/word_list.h"

/* Returns the text without tags. `*marks` is set if there were any. */
static struct str bare_text(struct md *m, struct str s, bool *marks) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        struct md_html_tag t;
        size_t n = s.p[at] == '<' ? md_html_tag(s, at, &t) : 0;
        if (n && t.el && t.el->use == MD_HTML_BREAK) {
            buf_putc(&b, '\n');
        }
        *marks = *marks || n;
        if (!n) {
            buf_putc(&b, s.p[at]);
        }
        at += n ? n : 1;
    }
    return md_unescape_entities(m, buf_finish(&b, m->a));
}

/* Returns the language in a class such as `language-c` or `lang-c`, or the empty slice. */
static struct str language(const struct doc_node *code) {
    for (size_t i = 0; code->attr && i < code->attr->nclasses; i++) {
        size_t front = str_starts_among(code->attr->classes[i], "language- lang-");
        if (front) {
            return str_from(code->attr->classes[i], front);
        }
    }
    return STR_EMPTY;
}

/* Returns the content of an element whose start tag has `n` bytes. */
static struct str inside(struct str raw, size_t n) {
    size_t end = raw.n;
    while (end > n && raw.p[end - 1] != '<') {
        end--;
    }
    return str_slice(raw, n, end > n ? end - 1 : n);
}

static void take_code_tag(struct md *m, struct doc_node *code, struct str *text, struct span at) {
    struct md_html_tag t;
    struct str s = str_trim(*text);
    size_t n = md_html_tag(s, 0, &t);
    bool whole = n && str_ieq(t.name, STR("code")) && !t.closes && md_html_end(s, n, t.name) == s.n;
    if (whole) {
        md_html_put_attrs(m, code, &t, at);
        *text = inside(s, n);
    }
}

void md_html_pre(struct md *m, struct doc_node *to, struct str raw, struct span at) {
    struct md_html_tag t;
    size_t n = md_html_wild_tag(raw, 0, &t);
    struct doc_node *code = doc_node_new(m->doc, DOC_CODE_BLOCK, at);
    struct str text = inside(raw, n);
    bool marks = false;
    md_html_put_attrs(m, code, &t, at);
    take_code_tag(m, code, &text, at);
    doc_set_element(m->doc, code, STR("pre"));
    text = bare_text(m, text, &marks);
    if (text.n && text.p[0] == '\n') { /* the first line end is ignored (WHATWG HTML, 13.1.2.5) */
        text = str_from(text, 1);
    }
    code->u.code.text = text;
    code->u.code.info = language(code);
    if (!marks && !m->as_written) {
        doc_append(to, code);
        return;
    }
    md_html_piece(m, to, raw, at, true);
    if (m->as_written) {
        return;
    }
    struct doc_node *other = doc_node_new(m->doc, DOC_DIV, at);
    doc_add_class(m->doc, to->last, STR("only-html"));
    doc_add_class(m->doc, other, STR("not-html"));
    doc_append(other, code);
    doc_append(to, other);
}
