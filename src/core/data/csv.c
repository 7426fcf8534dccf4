/* SPDX-License-Identifier: MIT */
#include "core/data/csv.h"

#include "core/base/buf.h"

#define MAX_COLUMNS 1000

struct str csv_field(struct arena *a, struct str s, size_t *at, char separator, bool *last) {
    struct buf b = BUF_INIT;
    bool quoted = *at < s.n && s.p[*at] == '"', more = true;
    *at += quoted;
    *last = true;
    while (more && *at < s.n) {
        char c = s.p[(*at)++];
        bool twice = quoted && c == '"' && *at < s.n && s.p[*at] == '"';
        *at += twice;
        if (quoted && c == '"' && !twice) {
            quoted = false;
        } else if (!quoted && (c == separator || c == '\n')) {
            *last = c == '\n';
            more = false;
        } else if (c != '\r') {
            buf_putc(&b, c);
        }
    }
    struct str out = str_trim(buf_keep(&b, a));
    buf_drop(&b);
    return out;
}

static struct node *read_cell(struct arena *a, struct source *src, size_t *at, char separator,
                              bool *last) {
    size_t begin = *at;
    struct str text = csv_field(a, src->text, at, separator, last);
    size_t end = *at > begin && (!*last || src->text.p[*at - 1] == '\n') ? *at - 1 : *at;
    return node_string(a, text, span_make(src, begin, end));
}

char csv_separator(struct str text) {
    /* if several are equally frequent, the first one wins: it is the rarest in ordinary text */
    static const char all[] = {'\t', ';', ','};
    size_t most = 0;
    char best = ',';
    struct str rest = str_from(text, str_bom(text)), line = str_cut(&rest, '\n');
    for (size_t k = 0; k < ARRAY_LEN(all); k++) {
        size_t n = 0;
        bool quoted = false;
        for (size_t i = 0; i < line.n; i++) {
            quoted = quoted != (line.p[i] == '"');
            n += !quoted && line.p[i] == all[k];
        }
        best = n > most ? all[k] : best;
        most = n > most ? n : most;
    }
    return best;
}

struct node *csv_rows(struct arena *a, struct source *src, char separator, size_t most) {
    size_t at = str_bom(src->text);
    struct node *head = node_new_list(a, span_make(src, 0, 0)),
                *rows = node_new_list(a, head->span);
    bool last = false;
    while (!last && head->n < MAX_COLUMNS) {
        node_append(a, head, read_cell(a, src, &at, separator, &last));
    }
    while (at < src->text.n && rows->n < most) {
        size_t begin = at, filled = 0, column = 0;
        struct node *row = node_new_map(a, head->span);
        for (last = false; !last; column++) {
            struct node *cell = read_cell(a, src, &at, separator, &last);
            struct str name = column < head->n ? head->items[column]->text : STR_EMPTY;
            size_t old = name.n ? node_index(row, name) : STR_NONE;
            if (name.n && (old == STR_NONE || row->items[old]->text.n == 0)) {
                node_put(a, row, name, head->items[column]->span, cell);
            }
            filled += cell->text.n > 0;
        }
        row->span = span_make(src, begin, at);
        if (filled) {
            node_append(a, rows, row);
        }
    }
    return rows;
}

void csv_put_begin(struct buf *b) {
    buf_puts(b, "\xEF\xBB\xBF");
}

void csv_put(struct buf *b, struct str cell, bool first) {
    bool computed = cell.n && str_index(STR("=+-@\t\r"), cell.p[0]) != STR_NONE, quoted = false;
    for (size_t i = 0; i < cell.n; i++) {
        quoted = quoted || str_index(STR("\",;\r\n\t"), cell.p[i]) != STR_NONE;
    }
    buf_puts(b, first ? "" : ",");
    buf_puts(b, quoted ? "\"" : "");
    buf_puts(b, computed ? "'" : "");
    for (size_t i = 0; i < cell.n; i++) {
        buf_puts(b, cell.p[i] == '"' ? "\"" : "");
        buf_putc(b, cell.p[i]);
    }
    buf_puts(b, quoted ? "\"" : "");
}

void csv_put_end(struct buf *b) {
    buf_puts(b, "\r\n");
}
