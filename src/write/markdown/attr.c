/* SPDX-License-Identifier: MIT */
/* Writes attributes in braces and in HTML tags. */
#include "write/markdown/writer.h"

#include "core/base/markup.h"

/** Whether a word can follow `#` or `.` in braces. */
static bool is_word(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_space(s.p[i]) || str_index(STR("{}\"'=`<>#"), s.p[i]) != STR_NONE) {
            return false;
        }
    }
    return s.n > 0;
}

static void put_value(struct buf *b, struct str key, struct str value) {
    buf_str(b, key);
    buf_puts(b, "=\"");
    for (size_t i = 0; i < value.n; i++) {
        if (value.p[i] == '"' || value.p[i] == '\\') {
            buf_putc(b, '\\');
        }
        buf_putc(b, value.p[i] == '\n' ? ' ' : value.p[i]);
    }
    buf_putc(b, '"');
}

static void begin_one(struct buf *b, size_t begin) {
    if (b->n > begin + 1) {
        buf_putc(b, ' ');
    }
}

void mdout_braces(struct buf *b, const struct doc_attr *attr) {
    size_t begin = b->n;
    buf_putc(b, '{');
    if (attr && attr->id.n && is_word(attr->id)) {
        buf_putc(b, '#');
        buf_str(b, attr->id);
    } else if (attr && attr->id.n) {
        put_value(b, STR("id"), attr->id);
    }
    for (size_t i = 0; attr && i < attr->nclasses; i++) {
        if (!attr->classes[i].n) {
            continue;
        }
        begin_one(b, begin);
        if (is_word(attr->classes[i])) {
            buf_putc(b, '.');
            buf_str(b, attr->classes[i]);
        } else {
            put_value(b, STR("class"), attr->classes[i]);
        }
    }
    for (size_t i = 0; attr && i < attr->npairs; i++) {
        begin_one(b, begin);
        put_value(b, attr->pairs[i].key, attr->pairs[i].value);
    }
    buf_putc(b, '}');
}

bool mdout_has_attr(const struct doc_attr *attr, struct str but) {
    if (!attr) {
        return false;
    }
    size_t classes = 0;
    for (size_t i = 0; i < attr->nclasses; i++) {
        classes += attr->classes[i].n > 0 && !str_eq(attr->classes[i], but);
    }
    return attr->id.n || attr->npairs || classes;
}

void mdout_attr(struct buf *b, const struct doc_attr *attr) {
    if (mdout_has_attr(attr, STR_EMPTY)) {
        mdout_braces(b, attr);
    }
}

void mdout_html_attr(struct buf *b, const struct doc_attr *attr) {
    if (attr && attr->id.n) {
        buf_puts(b, " id=\"");
        markup_put(b, attr->id, MARKUP_QUOTED);
        buf_putc(b, '"');
    }
    for (size_t i = 0; attr && i < attr->nclasses; i++) {
        buf_puts(b, i ? " " : " class=\"");
        markup_put(b, attr->classes[i], MARKUP_QUOTED);
        buf_puts(b, i + 1 == attr->nclasses ? "\"" : "");
    }
    for (size_t i = 0; attr && i < attr->npairs; i++) {
        buf_putc(b, ' ');
        buf_str(b, attr->pairs[i].key);
        buf_puts(b, "=\"");
        markup_put(b, attr->pairs[i].value, MARKUP_QUOTED);
        buf_putc(b, '"');
    }
}
