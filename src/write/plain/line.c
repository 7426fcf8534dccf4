/* SPDX-License-Identifier: MIT */
/* Writes lines: indentation, markers, blank lines between blocks, and the line breaks of
 * paragraphs. */
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "write/plain/writer.h"

void plain_writer_init(struct plain_writer *w, const struct plain_writer *of, struct buf *out,
                       size_t columns) {
    *w = (struct plain_writer){.out = out,
                               .doc = of->doc,
                               .opt = of->opt,
                               .d = of->d,
                               .columns = columns,
                               .depth = of->depth,
                               .tables = of->tables};
    buf_init(&w->lead, 0);
}

void plain_writer_drop(struct plain_writer *w) {
    buf_drop(&w->lead);
}

size_t plain_columns(const struct plain_writer *w) {
    size_t columns = w->opt->columns ? w->opt->columns : PLAIN_COLUMNS;
    return columns < PLAIN_ENDLESS ? columns : PLAIN_ENDLESS;
}

/** Returns the number of columns between the indentation and the end of a line. */
static size_t room(const struct plain_writer *w) {
    return w->columns > w->indent ? w->columns - w->indent : 1;
}

size_t plain_width(struct str s) {
    size_t width = 0;
    for (size_t at = 0; at < s.n;) {
        if ((unsigned char)s.p[at] < 0x80) {
            width++;
            at++;
        } else {
            width += (size_t)unicode_columns(utf8_next(s, &at));
        }
    }
    return width;
}

void plain_space(struct plain_writer *w) {
    if (w->lead.n == 0 && w->gap == PLAIN_NEW_LINE) {
        w->gap = PLAIN_BLANK_LINE;
    }
}

void plain_line(struct plain_writer *w, struct str text) {
    static const char *const gaps[] = {"", "\n", "\n\n"};
    text = str_trim_end(text);
    buf_puts(w->out, gaps[w->gap]);
    if (w->lead.n) {
        struct str lead = buf_view(&w->lead);
        while (text.n == 0 && lead.n && lead.p[lead.n - 1] == ' ') {
            lead.n--;
        }
        buf_str(w->out, lead);
        buf_clear(&w->lead);
    } else if (text.n) {
        buf_fill(w->out, ' ', w->indent);
    }
    buf_str(w->out, text);
    w->gap = PLAIN_NEW_LINE;
}

void plain_indent(struct plain_writer *w, size_t columns) {
    w->indent += columns;
    if (w->lead.n) {
        buf_fill(&w->lead, ' ', columns);
    }
}

size_t plain_item_begin(struct plain_writer *w, struct str marker, size_t columns) {
    size_t indent = w->indent, width = plain_width(marker);
    if (w->lead.n == 0) {
        buf_fill(&w->lead, ' ', indent);
    }
    buf_str(&w->lead, marker);
    buf_fill(&w->lead, ' ', columns > width ? columns - width : 0);
    w->indent += columns;
    return indent;
}

void plain_item_end(struct plain_writer *w, size_t indent) {
    if (w->lead.n) { /* the marker of an empty item has not been written yet */
        plain_line(w, STR_EMPTY);
    }
    w->indent = indent;
}

/* ---- text with breaks ---- */

void plain_text_init(struct plain_text *t) {
    *t = (struct plain_text){.breaks = VEC_INIT};
    buf_init(&t->text, 0);
}

void plain_text_break(struct plain_text *t, bool hard) {
    if (t->breaks.n && vec_last(&t->breaks).at == t->text.n && (!hard || t->text.n == 0)) {
        return;
    }
    if (t->breaks.n && vec_last(&t->breaks).at == t->text.n && !vec_last(&t->breaks).hard) {
        vec_last(&t->breaks).hard = true;
    } else {
        vec_push(&t->breaks, (struct plain_break){t->text.n, hard});
    }
}

void plain_text_put(struct plain_text *t, struct str s) {
    size_t from = 0;
    for (size_t at = 0; at < s.n; at++) {
        if (is_space(s.p[at])) {
            buf_str(&t->text, str_slice(s, from, at));
            plain_text_break(t, false);
            from = at + 1;
        }
    }
    buf_str(&t->text, str_from(s, from));
}

void plain_fill(struct plain_writer *w, struct plain_text *t) {
    struct str all = buf_view(&t->text);
    struct buf line = BUF_INIT;
    size_t used = 0, from = 0;
    for (size_t i = 0; i <= t->breaks.n; i++) {
        bool last = i == t->breaks.n;
        size_t to = last ? all.n : t->breaks.p[i].at;
        struct str word = str_slice(all, from, to);
        size_t width = plain_width(word);
        if (word.n && line.n && used + 1 + width > room(w)) {
            plain_line(w, buf_view(&line));
            buf_clear(&line);
        }
        if (word.n) {
            buf_puts(&line, line.n ? " " : "");
            used = line.n ? used + 1 + width : width;
            buf_str(&line, word);
        }
        if (last ? line.n > 0 : t->breaks.p[i].hard && (line.n || from > 0) && to < all.n) {
            plain_line(w, buf_view(&line));
            buf_clear(&line);
        }
        from = to;
    }
    buf_drop(&line);
    buf_drop(&t->text);
    vec_drop(&t->breaks);
}
