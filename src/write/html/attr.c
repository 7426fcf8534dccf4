/* SPDX-License-Identifier: MIT */
/*
 * Text, attributes and URLs in HTML.
 *
 * This file decides what is escaped, and which attributes of the author are written to the page.
 * Attributes of HTML elements in the source stay unchanged.
 */
#include "write/html/writer.h"

#include "core/base/markup.h"
#include "core/base/word_list.h"

#include <string.h>

/* maximum bytes of an address up to the end of its host; a host name has at most 253 */
#define LONGEST_HOST 300

void html_open(struct html_writer *w, const char *tag) {
    buf_putc(w->out, '<');
    buf_puts(w->out, tag);
}

void html_close(struct html_writer *w, const char *tag) {
    buf_puts(w->out, "</");
    buf_puts(w->out, tag);
    buf_putc(w->out, '>');
}

/** Writes the beginning of an attribute up to its quote. */
static void begin_attr(struct buf *out, const char *name) {
    buf_putc(out, ' ');
    buf_puts(out, name);
    buf_puts(out, "=\"");
}

const char *html_tag(struct html_writer *w, const struct doc_node *n, const char *own) {
    struct str element = doc_element(n);
    return element.n ? arena_str(w->doc->arena, element).p : own;
}

struct str html_word(const struct html_writer *w, enum doc_word word) {
    return doc_word(w->doc->meta.lang, word, NULL);
}

void html_text(struct html_writer *w, struct str s) {
    markup_put(w->out, s, MARKUP_HTML);
}

void html_attr_text(struct html_writer *w, struct str s) {
    markup_put(w->out, s, MARKUP_HTML | MARKUP_QUOTED);
}

void html_attr(struct html_writer *w, const char *name, struct str value) {
    begin_attr(w->out, name);
    markup_put(w->out, value, MARKUP_HTML | MARKUP_QUOTED);
    buf_putc(w->out, '"');
}

/** Whether a byte is not ASCII or is not allowed in URLs (RFC 3986). */
static bool needs_percent(char c) {
    return (unsigned char)c <= 0x20 || (unsigned char)c >= 0x7F ||
           strchr("\"<>[\\]^`{|}", c) != NULL;
}

/** Whether a byte of a URL is written unchanged. Fragments are written like identifiers, and
 * brackets are allowed around IP addresses (RFC 3986, 3.2.2). */
static bool stands(struct str url, size_t i) {
    char c = url.p[i];
    bool place = url.p[0] == '#' && (c & 0x80);
    bool host =
        (c == '[' && i > 1 && url.p[i - 1] == '/' && url.p[i - 2] == '/') ||
        (c == ']' && i < LONGEST_HOST && str_find(str_slice(url, 0, i), STR("//[")) != STR_NONE &&
         str_find(str_slice(url, 0, i), STR("]")) == STR_NONE);
    return c != '&' && (place || host || !needs_percent(c));
}

void html_url(struct buf *out, struct str url, const char *ampersand) {
    size_t done = 0;
    for (size_t i = 0; i < url.n; i++) {
        unsigned char c = (unsigned char)url.p[i];
        if (is_alnum(url.p[i]) || stands(url, i)) {
            continue;
        }
        buf_add(out, url.p + done, i - done);
        done = i + 1;
        if (c == '&') {
            buf_puts(out, ampersand);
        } else {
            markup_put_percent(out, str_slice(url, i, i + 1), "");
        }
    }
    buf_str(out, str_from(url, done));
}

void html_url_attr(struct html_writer *w, const char *name, struct str url) {
    begin_attr(w->out, name);
    html_url(w->out, url, "&amp;");
    buf_putc(w->out, '"');
}

/** Attributes that authors may set on any element. Other keys become data-KEY. */
#define KNOWN                                                                                      \
    "dir hidden itemid itemprop itemref itemscope itemtype lang open property rel resource role "  \
    "style tabindex target title translate typeof vocab"

static bool is_name(struct str key) {
    for (size_t i = 0; i < key.n; i++) {
        if (!is_alnum(key.p[i]) && key.p[i] != '-' && key.p[i] != '_' && key.p[i] != '.') {
            return false;
        }
    }
    return key.n > 0 && is_alpha(key.p[0]);
}

static void write_pair(struct html_writer *w, const struct doc_pair *pair, bool html) {
    struct str key = pair->key;
    if (!is_name(key) || (!html && key.n > 2 && str_ieq(str_slice(key, 0, 2), STR("on")))) {
        return;
    }
    bool plain = html || str_starts(key, STR("data-")) || str_starts(key, STR("aria-")) ||
                 str_among(key, KNOWN);
    buf_puts(w->out, plain ? " " : " data-");
    buf_str(w->out, key);
    buf_puts(w->out, "=\"");
    markup_put(w->out, pair->value, MARKUP_HTML | MARKUP_QUOTED);
    buf_putc(w->out, '"');
}

/** Writes the classes. `extra` comes first. The class that the element's name implies is left
 * out. */
static void write_classes(struct html_writer *w, const struct doc_attr *a, const char *extra,
                          const char *element) {
    bool first = true;
    if (extra) {
        buf_puts(w->out, " class=\"");
        buf_puts(w->out, extra);
        first = false;
    }
    for (size_t i = 0; a && i < a->nclasses; i++) {
        struct str cls = a->classes[i];
        if ((extra && str_is(cls, extra)) || (i == 0 && element && str_is(cls, element))) {
            continue;
        }
        buf_puts(w->out, first ? " class=\"" : " ");
        markup_put(w->out, cls, MARKUP_HTML | MARKUP_QUOTED);
        first = false;
    }
    buf_puts(w->out, first ? "" : "\"");
}

/** Writes `dir` if the direction of a language differs from that of the surrounding text, because
 * browsers do not derive it. */
static void write_direction(struct html_writer *w, const struct doc_node *n) {
    if (!n->attr || doc_pair(n, "lang").n == 0 || doc_pair(n, "dir").n > 0) {
        return;
    }
    bool rtl = doc_dir_of(n) == DOC_DIR_RTL;
    if (rtl != doc_rtl_at(w->doc, n->parent)) {
        buf_puts(w->out, rtl ? " dir=\"rtl\"" : " dir=\"ltr\"");
    }
}

/** Writes the source line of a block, or of an entry of a list. */
static void write_line(struct html_writer *w, const struct doc_node *n) {
    struct span at = source_origin(n->span);
    if (!at.src || !at.src->text.n) {
        return;
    }
    buf_printf(w->out, " data-line=\"%u\"", source_line_col(at.src, at.begin).line);
    if (w->doc->source && !str_eq(at.src->name, w->doc->source->name)) {
        html_attr(w, "data-file", at.src->name);
    }
}

void html_attrs(struct html_writer *w, const struct doc_node *n, const char *extra) {
    const struct doc_attr *a = n->attr;
    if (w->opt->lines && n->kind < DOC_TEXT) {
        write_line(w, n);
    }
    if (a && a->id.n) {
        html_attr(w, "id", a->id);
    }
    write_classes(w, a, extra, html_named_element(n));
    for (size_t i = 0; a && i < a->npairs; i++) {
        write_pair(w, &a->pairs[i], a->element.n > 0);
    }
    write_direction(w, n);
}
