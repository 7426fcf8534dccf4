/* SPDX-License-Identifier: MIT */
/*
 * Databases that are not UTF-8. UTF-16 and UTF-32 are recognized by their byte-order mark or zero
 * bytes. Any byte that is not UTF-8 is read as Windows-1252, which includes Latin-1: old files are
 * that completely, others in parts.
 */
#include "cite/bib/format/format.h"

#include "core/base/utf8.h"

DIAG_USE(DIAG_BIB_ENCODING);

/* Windows-1252, 0x80 to 0x9F (WHATWG Encoding, windows-1252 index). */
static const uint16_t windows_1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

static void replace_text(struct source *src, struct buf *out) {
    src->text = buf_keep(out, src->arena);
    src->counts = NULL; /* line numbers: counted again for the new text */
}

/** The unit of `size` bytes at `p`. */
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
            continue; /* the byte-order mark */
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

/** Copies UTF-8 and converts other bytes. Returns the number of converted bytes. */
static size_t from_windows_1252(struct str s, struct buf *out, bool *has_utf8) {
    size_t translated = 0;
    for (struct str rest = s; rest.n;) {
        size_t good = utf8_check(rest);
        struct str valid = good == STR_NONE ? rest : str_slice(rest, 0, good);
        for (size_t i = 0; i < valid.n && !*has_utf8; i++) {
            *has_utf8 = (unsigned char)valid.p[i] >= 0x80;
        }
        buf_str(out, valid);
        if (good == STR_NONE) {
            break;
        }
        unsigned char c = (unsigned char)rest.p[good];
        buf_rune(out, c < 0xA0 ? windows_1252[c - 0x80] : c);
        translated++;
        rest = str_from(rest, good + 1);
    }
    return translated;
}

void bib_to_utf8(struct source *src, struct diags *d) {
    struct str s = src->text;
    const char *wide = utf8_wide_name(s);
    size_t bad = wide ? 0 : utf8_check(s);
    if (bad == STR_NONE) {
        return;
    }
    struct buf out;
    buf_init(&out, 0);
    if (wide) {
        from_wide(src, wide, &out);
        replace_text(src, &out);
        struct diag *g =
            diag_add(d, DIAG_BIB_ENCODING, span_make(src, 0, 0), "this file is %s", wide);
        diag_hint(d, g, "`iconv -f %s -t UTF-8 %.*s` prints it as UTF-8", wide, STR_ARG(src->name));
    } else {
        bool has_utf8 = false;
        size_t n = from_windows_1252(s, &out, &has_utf8);
        replace_text(src, &out);
        struct span at = span_make(src, bad, bad + 1);
        if (has_utf8) {
            diag_add(d, DIAG_BIB_ENCODING, at,
                     "%zu bytes are not UTF-8 and are read as Windows-1252, the first one here", n);
        } else {
            diag_add(d, DIAG_BIB_ENCODING, at,
                     "this file is not UTF-8 and is read as Windows-1252");
        }
    }
    buf_drop(&out);
}
