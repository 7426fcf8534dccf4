/* SPDX-License-Identifier: MIT */
/*
 * The built-in style sheets and scripts, which are made from page.css, site.css, page.js and
 * look.js. Each is an array of strings, one for each line, that ends with NULL, because C
 * guarantees only literals of up to 4095 bytes.
 */
#include "write/html/writer.h"

static const char *const html_style_sheet[] = {
#include "write/html/page.css.inc"
    NULL,
};
static const char *const html_site_sheet[] = {
#include "write/html/site.css.inc"
    NULL,
};
static const char *const page_script[] = {
#include "write/html/page.js.inc"
    NULL,
};
static const char *const look_script[] = {
#include "write/html/look.js.inc"
    NULL,
};

static void write_lines(struct buf *out, const char *const *lines) {
    for (size_t i = 0; lines[i]; i++) {
        buf_puts(out, lines[i]);
    }
}

/** Writes the colours of a look that the reader has chosen. They are in the first block of
 * variables of page.css or, for the dark look, in the block after it. */
static void write_chosen(struct buf *out, const char *look, bool dark) {
    size_t i = 0;
    for (; dark && !strstr(html_style_sheet[i], "prefers-color-scheme"); i++) {
    }
    buf_printf(out, ":root[data-look=\"%s\"] {\n  color-scheme: %s;\n", look, look);
    for (; !strchr(html_style_sheet[i], '}'); i++) {
        if (strstr(html_style_sheet[i], ": #")) {
            buf_puts(out, html_style_sheet[i]);
        }
    }
    buf_puts(out, "}\n");
}

void html_write_built_in(struct buf *out) {
    write_lines(out, html_style_sheet);
}

void html_write_site_rules(struct buf *out) {
    write_chosen(out, "dark", true);
    write_chosen(out, "light", false);
    write_lines(out, html_site_sheet);
}

void html_write_script(struct buf *out) {
    write_lines(out, page_script);
}

void html_write_look(struct buf *out) {
    write_lines(out, look_script);
}
