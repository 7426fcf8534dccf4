/* SPDX-License-Identifier: MIT */
/* Writes lines and their prefixes, which are the marks of quotes, items and notes. */
#include "core/base/bounds.h"
#include "write/markdown/writer.h"

void mdout_writer_init(struct mdout_writer *w, const struct mdout_writer *of, struct buf *out) {
    *w = *of;
    w->out = out;
    w->leads = w->begun = false;
    w->gap = MDOUT_NO_GAP;
    w->marker = 0;
    buf_init(&w->prefix, 0);
    buf_init(&w->lead, 0);
}

void mdout_writer_drop(struct mdout_writer *w) {
    buf_drop(&w->prefix);
    buf_drop(&w->lead);
}

static void put_blank(struct mdout_writer *w) {
    buf_str(w->out, str_trim_end(buf_view(&w->prefix)));
    buf_putc(w->out, '\n');
}

void mdout_line(struct mdout_writer *w, struct str text) {
    if (w->gap == MDOUT_BLANK_LINE && w->begun && !w->leads) {
        put_blank(w);
    }
    size_t begin = w->out->n;
    buf_str(w->out, w->leads ? buf_view(&w->lead) : buf_view(&w->prefix));
    buf_str(w->out, text);
    size_t end = w->out->n;
    while (text.n == 0 && end > begin && w->out->p[end - 1] == ' ') {
        end--;
    }
    buf_cut(w->out, end);
    buf_putc(w->out, '\n');
    w->leads = false;
    w->begun = true;
    w->gap = MDOUT_NO_GAP;
}

void mdout_lines(struct mdout_writer *w, struct str text) {
    while (text.p) {
        mdout_line(w, str_cut(&text, '\n'));
    }
}

void mdout_space(struct mdout_writer *w, enum mdout_gap gap) {
    w->gap = gap > w->gap ? gap : w->gap;
}

size_t mdout_enter(struct mdout_writer *w, struct str first, struct str rest) {
    size_t before = w->prefix.n;
    if (!w->leads) {
        if (w->gap == MDOUT_BLANK_LINE && w->begun) {
            put_blank(w);
        }
        w->gap = MDOUT_NO_GAP;
        buf_clear(&w->lead);
        buf_str(&w->lead, buf_view(&w->prefix));
        w->leads = true;
    }
    buf_str(&w->lead, first);
    buf_str(&w->prefix, rest);
    return before;
}

void mdout_leave(struct mdout_writer *w, size_t prefix) {
    if (w->leads) { /* the marker of an empty item has not been written yet */
        mdout_line(w, STR_EMPTY);
    }
    buf_cut(&w->prefix, prefix);
}
