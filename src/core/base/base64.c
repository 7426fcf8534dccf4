/* SPDX-License-Identifier: MIT */
#include "core/base/base64.h"

void base64_put(struct buf *out, struct str bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.n; i += 3) {
        size_t left = bytes.n - i;
        uint32_t v = (uint32_t)(unsigned char)bytes.p[i] << 16;
        v |= left > 1 ? (uint32_t)(unsigned char)bytes.p[i + 1] << 8 : 0;
        v |= left > 2 ? (uint32_t)(unsigned char)bytes.p[i + 2] : 0;
        char four[4] = {digits[v >> 18 & 63], digits[v >> 12 & 63],
                        left > 1 ? digits[v >> 6 & 63] : '=', left > 2 ? digits[v & 63] : '='};
        buf_add(out, four, sizeof four);
    }
}

static int value_of(char c) {
    return is_upper(c)   ? c - 'A'
           : is_lower(c) ? c - 'a' + 26
           : is_digit(c) ? c - '0' + 52
           : c == '+'    ? 62
           : c == '/'    ? 63
                         : -1;
}

bool base64_read(struct buf *out, struct str text) {
    uint32_t bits = 0;
    int n = 0;
    for (size_t i = 0; i < text.n && text.p[i] != '='; i++) {
        int v = value_of(text.p[i]);
        if (v < 0 && !is_space(text.p[i])) {
            return false;
        }
        if (v >= 0) {
            bits = bits << 6 | (uint32_t)v;
            n += 6;
        }
        if (n >= 8) {
            n -= 8;
            buf_putc(out, (char)(bits >> n & 0xFF));
        }
    }
    return true;
}
