/* SPDX-License-Identifier: MIT */
/*
 * Numbers, names and strings in PDF syntax.
 */
#include "print/pdf/pdf_syntax.h"

#include "core/base/utf8.h"

#include <string.h>

static const char hex_digits[] = "0123456789ABCDEF";

micro pdf_micro(int64_t length) {
    /* 72 units are 65536 * 72.27 sp; 72 / (65536 * 72.27) is exactly 25 / 1644544 */
    return pdf_divide(length * 25000000, 1644544);
}

void pdf_put_fixed(struct buf *b, int64_t v, int decimals) {
    char text[32];
    size_t at = sizeof text;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    /* digits after the decimal point have been written; zeros at the end are left out */
    bool digits = false;
    for (int i = 0; i < decimals; i++, u /= 10) {
        if (digits || u % 10) {
            text[--at] = (char)('0' + u % 10);
            digits = true;
        }
    }
    if (digits) {
        text[--at] = '.';
    }
    for (; u; u /= 10) {
        text[--at] = (char)('0' + u % 10);
    }
    if (at == sizeof text) {
        text[--at] = '0';
        v = 0;
    }
    if (v < 0) {
        text[--at] = '-';
    }
    buf_add(b, text + at, sizeof text - at);
}

void pdf_put_length(struct buf *b, micro length) {
    pdf_put_fixed(b, pdf_divide(length, 1000), 3);
}

void pdf_put_rgb(struct buf *b, uint8_t red, uint8_t green, uint8_t blue, const char *op) {
    const uint8_t parts[3] = {red, green, blue};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        pdf_put_fixed(b, pdf_divide(parts[i] * 1000, 255), 3);
        buf_putc(b, ' ');
    }
    buf_puts(b, op);
}

void pdf_put_ref(struct buf *b, uint32_t ref) {
    buf_putc(b, ' ');
    buf_int(b, ref);
    buf_puts(b, " 0 R");
}

void pdf_put_ref_entry(struct buf *b, const char *text, uint32_t ref) {
    buf_puts(b, text);
    pdf_put_ref(b, ref);
}

void pdf_put_name(struct buf *b, struct str name) {
    buf_putc(b, '/');
    for (size_t i = 0; i < name.n && i < 127; i++) {
        unsigned char c = (unsigned char)name.p[i];
        if (c > 0x20 && c < 0x7F && !strchr("#()<>[]{}/%", c)) {
            buf_putc(b, (char)c);
        } else if (c) {
            buf_putc(b, '#');
            buf_putc(b, hex_digits[c >> 4]);
            buf_putc(b, hex_digits[c & 15]);
        }
    }
}

void pdf_put_bytes(struct buf *b, struct str bytes) {
    buf_putc(b, '(');
    for (size_t i = 0; i < bytes.n; i++) {
        char c = bytes.p[i];
        if (c == '(' || c == ')' || c == '\\') {
            buf_putc(b, '\\');
            buf_putc(b, c);
        } else if (c == '\r') {
            /* a carriage return that is not escaped would be read as a line feed (7.3.4.2) */
            buf_puts(b, "\\r");
        } else {
            buf_putc(b, c);
        }
    }
    buf_putc(b, ')');
}

static void put_unit(struct buf *b, uint32_t unit) {
    const char text[4] = {hex_digits[unit >> 12 & 15], hex_digits[unit >> 8 & 15],
                          hex_digits[unit >> 4 & 15], hex_digits[unit & 15]};
    buf_add(b, text, 4);
}

void pdf_put_utf16(struct buf *b, struct str utf8) {
    for (size_t at = 0; at < utf8.n;) {
        uint32_t cp = utf8_next(utf8, &at);
        if (cp >= 0x10000) {
            cp -= 0x10000;
            put_unit(b, 0xD800 + (cp >> 10));
            cp = 0xDC00 + (cp & 0x3FF);
        }
        put_unit(b, cp);
    }
}

/* Whether a text is the same in PDFDocEncoding and ASCII. The two differ in control characters. */
static bool is_plain(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] < 0x20 || (unsigned char)s.p[i] > 0x7E) {
            return false;
        }
    }
    return true;
}

bool pdf_text_is_private(struct str utf8) {
    for (size_t at = 0; at < utf8.n;) {
        /* this byte is not the first one of a character from U+E000 on */
        if ((unsigned char)utf8.p[at] < 0xEE) {
            at++;
            continue;
        }
        uint32_t cp = utf8_next(utf8, &at);
        if ((cp >= 0xE000 && cp <= 0xF8FF) || (cp >= 0xF0000 && cp % 0x10000 < 0xFFFE)) {
            return true;
        }
    }
    return false;
}

void pdf_put_text(struct buf *b, struct str utf8) {
    if (is_plain(utf8)) {
        pdf_put_bytes(b, utf8);
        return;
    }
    buf_puts(b, "<FEFF");
    pdf_put_utf16(b, utf8);
    buf_putc(b, '>');
}

void pdf_put_entry(struct buf *b, const char *key, struct str value) {
    if (value.n) {
        buf_puts(b, key);
        pdf_put_text(b, value);
    }
}

void pdf_put_uri(struct buf *b, struct str uri) {
    struct buf ascii = BUF_INIT;
    for (size_t i = 0; i < uri.n; i++) {
        unsigned char c = (unsigned char)uri.p[i];
        if (c > 0x20 && c < 0x7F && !strchr("\"<>\\^`{|}", c)) {
            buf_putc(&ascii, (char)c);
        } else {
            const char text[3] = {'%', hex_digits[c >> 4], hex_digits[c & 15]};
            buf_add(&ascii, text, 3);
        }
    }
    pdf_put_bytes(b, buf_view(&ascii));
    buf_drop(&ascii);
}
