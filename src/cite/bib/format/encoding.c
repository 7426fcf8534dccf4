/* SPDX-License-Identifier: MIT */
/*
 * Databases that are not UTF-8. UTF-16 and UTF-32 are recognized by their byte-order mark or their
 * zero bytes. In other files, any byte that is not UTF-8 is read as Windows-1252, which includes
 * Latin-1, because old files are in this encoding as a whole or in parts.
 */
#include "cite/bib/format/format.h"

#include "core/base/utf8.h"

DIAG_USE(DIAG_BIB_ENCODING);

static void replace_text(struct source *src, struct buf *out) {
    src->text = buf_keep(out, src->arena);
    src->counts = NULL; /* the line counts belong to the old text */
}

/** Returns the code unit of `size` bytes at `p`. */
static uint32_t unit_at(const unsigned char *p, size_t size, bool big) {
    uint32_t unit = 0;
    for (size_t i = 0; i < size; i++) {
        unit = unit << 8 | p[big ? i : size - 1 - i];
    }
    return unit;
}

static void from_wide(struct source *src, const char *name, struct buf *out) {
    const unsigned char *p = (const unsigned char *)src->text.p;
    bool big = str_ends(str_of(name), STR("BE"));
    size_t size = str_starts(str_of(name), STR("UTF-32")) ? 4 : 2;
    uint32_t high = 0;
    for (size_t i = 0; i + size <= src->text.n; i += size) {
        uint32_t unit = unit_at(p + i, size, big);
        if (i == 0 && unit == 0xFEFF) {
            continue; /* the byte-order mark is not a part of the text */
        }
        if (size == 2 && unit >= 0xD800 && unit < 0xDC00) {
            high = unit;
        } else if (unit >= 0xDC00 && unit < 0xE000 && high) {
            buf_rune(out, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
            high = 0;
        } else {
            buf_rune(out, unit > 0x10FFFF ? UTF8_REPLACEMENT : unit);
            high = 0;
        }
    }
}

void bib_to_utf8(struct source *src, struct diags *d) {
    struct str s = src->text;
    const char *wide = utf8_wide_name(s);
    size_t bad = wide ? 0 : utf8_check(s);
    if (bad == STR_NONE) {
        return;
    }
    struct buf out = BUF_INIT;
    if (wide) {
        from_wide(src, wide, &out);
        replace_text(src, &out);
        struct diag *g =
            diag_add(d, DIAG_BIB_ENCODING, span_make(src, 0, 0), "this file is %s", wide);
        diag_hint(d, g, "`iconv -f %s -t UTF-8 %.*s` prints it as UTF-8", wide, STR_ARG(src->name));
    } else {
        bool has_utf8 = false;
        size_t n = utf8_from_windows(&out, s, &has_utf8);
        replace_text(src, &out);
        struct span at = span_make(src, bad, bad + 1);
        struct diag *g =
            has_utf8
                ? diag_add(
                      d, DIAG_BIB_ENCODING, at,
                      "%zu bytes are not UTF-8 and are read as Windows-1252, the first one here", n)
                : diag_add(d, DIAG_BIB_ENCODING, at,
                           "this file is not UTF-8 and is read as Windows-1252");
        if (!has_utf8) {
            diag_hint(d, g, "`iconv -f WINDOWS-1252 -t UTF-8 %.*s` prints it as UTF-8",
                      STR_ARG(src->name));
        }
    }
    buf_drop(&out);
}
