/* SPDX-License-Identifier: MIT */
/*
 * Writes a table with aligned columns for a terminal. The last column, which is a title, uses the
 * rest of the line.
 */
#include "cli/cli.h"
#include "core/base/utf8.h"

#include <sys/ioctl.h>
#include <unistd.h>

/** Returns the width in characters of the terminal to which standard output goes. Returns 0, which
 * means no limit, if it does not go to a terminal, or if the terminal has no more than 20
 * characters. */
static unsigned output_width(void) {
    struct winsize w;
    bool known = isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0;
    return known && w.ws_col > 20 ? w.ws_col : 0;
}

/** Returns the first `max` characters. If there are more, an ellipsis replaces the last one. */
static struct str cut(struct arena *a, struct str s, size_t max) {
    if (utf8_count(s) <= max) {
        return s;
    }
    size_t at = 0;
    for (size_t k = 0; k + 1 < max; k++) {
        utf8_next(s, &at);
    }
    return arena_join(a, 2, str_slice(s, 0, at), STR("\xE2\x80\xA6"));
}

void cli_table(struct buf *out, struct arena *a, const struct cli_row *rows, size_t n,
               const size_t limits[CLI_COLUMNS]) {
    size_t widths[CLI_COLUMNS] = {0}, total = output_width();
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < CLI_COLUMNS; c++) {
            size_t w = utf8_count(rows[i].cells[c]);
            w = w > limits[c] ? limits[c] : w;
            widths[c] = w > widths[c] ? w : widths[c];
        }
    }
    struct buf line = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_clear(&line);
        for (size_t c = 0; c < CLI_COLUMNS; c++) {
            struct str cell = rows[i].cells[c];
            /* a name is never cut, because users copy it */
            cell = c == 0 ? cell : cut(a, cell, limits[c]);
            size_t w = utf8_count(cell);
            buf_str(&line, cell);
            buf_fill(&line, ' ', (w < widths[c] ? widths[c] - w : 0) + (widths[c] ? 2 : 0));
        }
        buf_str(&line, rows[i].title);
        struct str text = total ? cut(a, buf_view(&line), total) : buf_view(&line);
        buf_str(out, str_trim_end(text));
        buf_putc(out, '\n');
    }
    buf_drop(&line);
}
