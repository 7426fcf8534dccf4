/* SPDX-License-Identifier: MIT */
/*
 * A document tree in one line, for tests: kind(children), text in quotes, attributes in braces.
 * Citations show what the tests are about: `cite[a@1:7 "pre"|"suf"; -b@2:3]`, with `cite!` in the
 * text, and `?` behind a key whose span does not read as it was written. Recursion is fine here:
 * the tests' trees are small.
 */
#ifndef DOSSIER_TESTS_SHOW_H
#define DOSSIER_TESTS_SHOW_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

static const char *const show_names_[DOC_KIND_COUNT] = {
    [DOC_ROOT] = "root",       [DOC_PARA] = "p",
    [DOC_PLAIN] = "t",         [DOC_HEADING] = "h",
    [DOC_QUOTE] = "quote",     [DOC_CODE_BLOCK] = "code",
    [DOC_RAW_BLOCK] = "raw",   [DOC_LIST] = "list",
    [DOC_ITEM] = "li",         [DOC_DEF_LIST] = "dl",
    [DOC_DEF_TERM] = "dt",     [DOC_DEF_BODY] = "dd",
    [DOC_RULE] = "hr",         [DOC_TABLE] = "table",
    [DOC_CAPTION] = "caption", [DOC_ROW] = "tr",
    [DOC_CELL] = "td",         [DOC_DIV] = "div",
    [DOC_DETAILS] = "details", [DOC_SUMMARY] = "summary",
    [DOC_FIGURE] = "figure",   [DOC_BIBLIOGRAPHY] = "bibliography",
    [DOC_BIB_ENTRY] = "entry", [DOC_BIB_LABEL] = "label",
    [DOC_TEXT] = "text",       [DOC_SOFT_BREAK] = "~",
    [DOC_LINE_BREAK] = "br",   [DOC_EMPH] = "em",
    [DOC_STRONG] = "b",        [DOC_STRIKE] = "del",
    [DOC_UNDERLINE] = "u",     [DOC_SUP] = "sup",
    [DOC_SUB] = "sub",         [DOC_SMALL_CAPS] = "sc",
    [DOC_UPRIGHT] = "upright", [DOC_CODE] = "code",
    [DOC_MATH] = "math",       [DOC_LINK] = "a",
    [DOC_IMAGE] = "img",       [DOC_NOTE] = "fn",
    [DOC_SPAN] = "span",       [DOC_RAW_INLINE] = "raw",
    [DOC_CITE] = "cite",
};

static inline void show_node(struct buf *b, const struct doc_node *n);

static inline void show_children(struct buf *b, const struct doc_node *n) {
    for (const struct doc_node *c = n->first; c; c = c->next) {
        buf_puts(b, c->prev ? " " : "");
        show_node(b, c);
    }
}

static inline void show_attr_(struct buf *b, const struct doc_attr *attr) {
    if (!attr || (!attr->id.n && !attr->nclasses && !attr->npairs)) {
        return;
    }
    buf_putc(b, '{');
    const char *gap = "";
    if (attr->id.n) {
        buf_printf(b, "#%.*s", STR_ARG(attr->id));
        gap = " ";
    }
    for (size_t i = 0; i < attr->nclasses; i++, gap = " ") {
        buf_printf(b, "%s.%.*s", gap, STR_ARG(attr->classes[i]));
    }
    for (size_t i = 0; i < attr->npairs; i++, gap = " ") {
        buf_printf(b, "%s%.*s=%.*s", gap, STR_ARG(attr->pairs[i].key),
                   STR_ARG(attr->pairs[i].value));
    }
    buf_putc(b, '}');
}

static inline void show_cite_(struct buf *b, const struct doc_cite *c) {
    buf_puts(b, c->mode == DOC_CITE_SUPPRESS_AUTHOR ? "-" : "");
    buf_str(b, c->key);
    if (c->span.src) {
        struct line_col at = source_line_col(c->span.src, c->span.begin);
        struct str read = str_slice(c->span.src->text, c->span.begin, c->span.end);
        buf_printf(b, "@%u:%u", at.line, at.col);
        read = str_starts(read, STR("-")) ? str_from(read, 1) : read;
        bool braced = str_starts(read, STR("@{")) && str_ends(read, STR("}"));
        read = braced ? str_slice(read, 2, read.n - 1) : str_from(read, 1);
        buf_puts(b, str_eq(read, c->key) ? "" : "?");
    }
    for (int i = 0; i < 2; i++) {
        const struct doc_node *part = i == 0 ? c->prefix : c->suffix;
        if (part) {
            buf_puts(b, i == 0 ? " <" : " >");
            show_children(b, part);
        }
    }
}

static inline void show_value_(struct buf *b, const struct doc_node *n) {
    if (n->kind == DOC_HEADING) {
        buf_printf(b, "%d%s", n->u.heading.level, n->u.heading.unnumbered ? "-" : "");
    } else if (n->kind == DOC_LIST) {
        static const char *const styles[] = {"*", "1", "a", "A", "i", "I", "-"};
        static const char *const delims[] = {".", ")", "()", "[]"};
        bool plain = n->u.list.style == DOC_BULLET;
        buf_puts(b, styles[n->u.list.style]);
        buf_puts(b, plain ? "" : delims[n->u.list.delim]);
        if (!plain && n->u.list.start != 1) {
            buf_int(b, n->u.list.start);
        }
        buf_puts(b, n->u.list.tight ? "" : "/");
    } else if (n->kind == DOC_ITEM && n->u.item.task != DOC_TASK_NONE) {
        buf_puts(b, n->u.item.task == DOC_TASK_DONE ? "[x]" : "[ ]");
    } else if (n->kind == DOC_CELL) {
        static const char *const aligns[] = {"", "<", "=", ">"};
        buf_puts(b, n->u.cell.head ? "h" : "");
        buf_puts(b, aligns[n->u.cell.align]);
    } else if (n->kind == DOC_LINK || n->kind == DOC_IMAGE) {
        buf_printf(b, "<%.*s", STR_ARG(n->u.link.url));
        if (n->u.link.title.n) {
            buf_printf(b, " '%.*s'", STR_ARG(n->u.link.title));
        }
        buf_putc(b, '>');
    } else if (n->kind == DOC_MATH) {
        buf_printf(b, "%s<%.*s>", n->u.math.display ? "*" : "", STR_ARG(n->u.math.tex));
    } else if (n->kind == DOC_CODE || n->kind == DOC_CODE_BLOCK || n->kind == DOC_RAW_BLOCK ||
               n->kind == DOC_RAW_INLINE) {
        buf_printf(b, ":%.*s<%.*s>", STR_ARG(n->u.code.info), STR_ARG(n->u.code.text));
    }
}

static inline void show_node(struct buf *b, const struct doc_node *n) {
    if (n->kind == DOC_TEXT) {
        buf_printf(b, "\"%.*s\"", STR_ARG(n->u.text.text));
        return;
    }
    buf_puts(b, show_names_[n->kind]);
    if (n->kind == DOC_CITE) {
        buf_puts(b, n->u.cite.in_text ? "![" : "[");
        for (size_t i = 0; i < n->u.cite.n; i++) {
            buf_puts(b, i ? "; " : "");
            show_cite_(b, &n->u.cite.cites[i]);
        }
        buf_putc(b, ']');
        return;
    }
    show_value_(b, n);
    show_attr_(b, n->attr);
    if (n->first) {
        buf_putc(b, '(');
        show_children(b, n);
        buf_putc(b, ')');
    }
}

/** A text as the name of a test: in one line. */
static inline const char *show_name(struct arena *a, const char *text) {
    struct buf b = BUF_INIT;
    for (; *text; text++) {
        buf_putc(&b, *text == '\n' || *text == '\r' || *text == '#' ? ' ' : *text);
    }
    const char *name = buf_keep(&b, a).p;
    buf_drop(&b);
    return name;
}

#endif
