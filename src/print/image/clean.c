/* SPDX-License-Identifier: MIT */
/*
 * Removes from images everything that identifies their makers: Exif, XMP, IPTC, comments, texts,
 * names of files and folders. The picture itself is kept byte by byte, with its resolution and
 * orientation.
 */
#include "print/image/image_internal.h"

#include "core/base/base64.h"
#include "core/base/buf.h"
#include "core/base/word_list.h"
#include "core/data/deflate.h"

#include <string.h>

enum { JPEG_SOS = 0xDA, JPEG_EOI = 0xD9, JPEG_COM = 0xFE, JPEG_APP0 = 0xE0, JPEG_APP1 = 0xE1 };

/* ---- Exif: only what affects how the image is shown */

/* Whether a tag is kept (Exif 2.3, 4.6.4 A): the orientation, the resolutions and their unit. */
static bool is_shown_tag(uint32_t tag) {
    return tag == 274 || tag == 282 || tag == 283 || tag == 296;
}

/** Appends a big-endian TIFF structure with those tags of another structure that affect how the
 * image is shown. Returns false if there are no such tags. */
static bool put_exif(struct buf *out, struct str t) {
    struct {
        uint32_t tag, type, value, under;
    } kept[4];
    size_t n = 0;
    if (t.n < 14) {
        return false;
    }
    bool little = t.p[0] == 'I';
    size_t ifd = image_number(t, 4, 4, little);
    for (size_t i = 0, at; n < 4 && (at = image_tiff_entry(t, ifd, i, little)) != 0; i++) {
        uint32_t tag = image_number(t, at, 2, little), type = image_number(t, at + 2, 2, little);
        size_t where = image_number(t, at + 8, 4, little);
        if (!is_shown_tag(tag) || (type != 3 && type != 5)) {
            continue;
        }
        if (type == 5 && (where > t.n || t.n - where < 8)) {
            continue;
        }
        kept[n].tag = tag;
        kept[n].type = type;
        kept[n].value =
            type == 3 ? image_number(t, at + 8, 2, little) : image_number(t, where, 4, little);
        kept[n++].under = type == 3 ? 0 : image_number(t, where + 4, 4, little);
    }
    if (n == 0) {
        return false;
    }
    buf_str(out, (struct str){"MM\0*\0\0\0\10", 8});
    buf_big_endian(out, (uint32_t)n, 2);
    for (size_t i = 0; i < n; i++) {
        buf_big_endian(out, kept[i].tag, 2);
        buf_big_endian(out, kept[i].type, 2);
        buf_big_endian(out, 1, 4);
        buf_big_endian(
            out, kept[i].type == 3 ? kept[i].value << 16 : (uint32_t)(14 + 12 * n + 8 * i), 4);
    }
    buf_big_endian(out, 0, 4);
    for (size_t i = 0; i < n; i++) {
        buf_big_endian(out, kept[i].value, 4);
        buf_big_endian(out, kept[i].under, 4);
    }
    return true;
}

/* ---- JPEG (ITU-T T.81, B.1.1) */

/** Whether a segment affects the picture: tables, frames, JFIF, a colour profile, Adobe's marker of
 * the colour space. */
static bool is_shown_segment(unsigned char marker, struct str body) {
    if (marker == JPEG_COM) {
        return false;
    }
    if (marker < JPEG_APP0 || marker > JPEG_APP0 + 15) {
        return true;
    }
    return (marker == JPEG_APP0 && str_starts(body, (struct str){"JFIF\0", 5})) ||
           (marker == JPEG_APP0 + 2 && str_starts(body, STR("ICC_PROFILE"))) ||
           (marker == JPEG_APP0 + 14 && str_starts(body, STR("Adobe")));
}

static void put_jpeg_exif(struct buf *out, struct str body) {
    struct buf exif = BUF_INIT;
    if (str_starts(body, (struct str){"Exif\0\0", 6}) && put_exif(&exif, str_from(body, 6))) {
        buf_str(out, (struct str){"\xFF\xE1", 2});
        buf_big_endian(out, (uint32_t)exif.n + 8, 2);
        buf_str(out, (struct str){"Exif\0\0", 6});
        buf_str(out, buf_view(&exif));
    }
    buf_drop(&exif);
}

static bool clean_jpeg(struct buf *out, struct str f) {
    size_t at = 2, from = 0; /* the bytes from `from` on are not copied yet */
    size_t last = 2;         /* the end of the last segment */
    /* `at` is in the pixels of a scan, in which all bytes are kept */
    bool scan = false;
    while (at + 1 < f.n) {
        const char *ff = memchr(f.p + at, 0xFF, f.n - at - 1);
        if (!ff) {
            break;
        }
        size_t start = (size_t)(ff - f.p);
        at = start + 1;
        unsigned char m = (unsigned char)f.p[at];
        bool bare = m == 0 || m == 0xFF || m == 0x01 || (m >= 0xD0 && m <= 0xD7);
        /* bytes between two other segments are dropped, because readers skip them */
        if (!scan && !bare && start > last) {
            buf_str(out, str_slice(f, from, last));
            from = start;
        }
        if (m == JPEG_EOI) {
            buf_str(out, str_slice(f, from, at + 1));
            return true;
        }
        if (bare) {
            at += m != 0xFF;
            continue;
        }
        size_t len = str_big_endian(f, at + 1, 2);
        if (len < 2 || len > f.n - at - 1) { /* the file ends inside this segment */
            buf_str(out, str_slice(f, from, start));
            return true;
        }
        struct str body = str_slice(f, at + 3, at + 1 + len);
        at += 1 + len;
        last = at;
        scan = m == JPEG_SOS;
        if (!is_shown_segment(m, body)) {
            buf_str(out, str_slice(f, from, start));
            if (m == JPEG_APP1) {
                put_jpeg_exif(out, body);
            }
            from = last;
        }
    }
    buf_str(out, str_slice(f, from, scan ? f.n : last)); /* the end marker is missing */
    return true;
}

/* ---- PNG (ISO 15948, 5.3 and 11.3) */

static bool is_shown_chunk(struct str type) {
    if (is_upper(type.p[0])) {
        return true; /* a critical chunk, which is always kept */
    }
    return str_among(type, "tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST acTL fcTL fdAT cICP "
                           "mDCV cLLI");
}

static void put_png_exif(struct buf *out, struct str body) {
    struct buf chunk = BUF_INIT;
    buf_puts(&chunk, "eXIf");
    if (put_exif(&chunk, body)) {
        buf_big_endian(out, (uint32_t)chunk.n - 4, 4);
        buf_str(out, buf_view(&chunk));
        buf_big_endian(out, deflate_crc32(buf_view(&chunk)), 4);
    }
    buf_drop(&chunk);
}

static bool clean_png(struct buf *out, struct str f) {
    size_t at = 8;
    buf_str(out, str_slice(f, 0, at));
    while (f.n - at >= 12) {
        size_t len = str_big_endian(f, at, 4);
        struct str type = str_slice(f, at + 4, at + 8);
        /* the file ends inside this chunk; the part that exists is kept */
        if (len > f.n - at - 12) {
            buf_str(out, str_is(type, "IDAT") ? str_from(f, at) : STR_EMPTY);
            return true;
        }
        struct str body = str_slice(f, at + 8, at + 8 + len);
        if (is_shown_chunk(type)) {
            buf_str(out, str_slice(f, at, at + 12 + len));
        } else if (str_is(type, "eXIf")) {
            put_png_exif(out, body);
        }
        at += 12 + len;
        if (str_is(type, "IEND")) {
            return true;
        }
    }
    return true;
}

/* ---- GIF (GIF89a) */

/** Returns the end of the sub-blocks that begin at `at`; 0 if there is no end. The first byte of
 * each sub-block is its size. */
static size_t behind_blocks(struct str f, size_t at) {
    while (at < f.n && f.p[at]) {
        at += (size_t)(unsigned char)f.p[at] + 1;
    }
    return at < f.n ? at + 1 : 0;
}

static size_t gif_table(unsigned char flags) {
    return flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0;
}

static bool clean_gif(struct buf *out, struct str f) {
    size_t at = f.n > 13 ? 13 + gif_table((unsigned char)f.p[10]) : f.n;
    if (at >= f.n) {
        buf_str(out, f);
        return true;
    }
    buf_str(out, str_slice(f, 0, at));
    while (at < f.n && f.p[at] != ';') {
        size_t start = at;
        bool shown = true;
        if (f.p[at] == '!' && f.n - at > 2) {
            unsigned char label = (unsigned char)f.p[at + 1];
            struct str first = str_from(f, at + 3);
            bool loops =
                str_starts(first, STR("NETSCAPE2.0")) || str_starts(first, STR("ANIMEXTS1.0"));
            shown = label != 0xFE && (label != 0xFF || loops);
            at = behind_blocks(f, at + 2);
        } else if (f.p[at] == ',' && f.n - at > 10) {
            /* the header has 10 bytes, and the minimum code size has one */
            at += 11 + gif_table((unsigned char)f.p[at + 9]);
            at = at < f.n ? behind_blocks(f, at) : 0;
        } else {
            break;
        }
        if (at == 0) { /* the file ends inside the pixels; the part that exists is kept */
            if (f.p[start] == ',') {
                buf_str(out, str_from(f, start));
                return true;
            }
            break;
        }
        buf_str(out, shown ? str_slice(f, start, at) : STR_EMPTY);
    }
    buf_putc(out, ';');
    return true;
}

/* ---- WebP (RFC 9649, 2.7) */

static bool clean_webp(struct buf *out, struct str f) {
    size_t at = 12;
    buf_str(out, str_slice(f, 0, at));
    while (f.n - at >= 8) {
        size_t len = image_number(f, at + 4, 4, true), whole = 8 + len + (len & 1);
        struct str type = str_slice(f, at, at + 4);
        if (len > f.n - at - 8) {
            return false;
        }
        whole = whole > f.n - at ? f.n - at : whole;
        /* the file no longer has Exif and XMP, so their flags are cleared */
        if (str_is(type, "VP8X") && len >= 10) {
            buf_str(out, str_slice(f, at, at + 8));
            buf_putc(out, (char)(f.p[at + 8] & ~0x0C));
            buf_str(out, str_slice(f, at + 9, at + whole));
        } else if (!str_is(type, "EXIF") && !str_is(type, "XMP ")) {
            buf_str(out, str_slice(f, at, at + whole));
        }
        at += whole;
    }
    for (size_t i = 0; i < 4; i++) {
        out->p[4 + i] = (char)((out->n - 8) >> 8 * i & 0xFF);
    }
    return true;
}

/* ---- SVG */

static size_t tag_name_end(struct str s, size_t at) {
    while (at < s.n && !is_space(s.p[at]) && s.p[at] != '>' && s.p[at] != '/') {
        at++;
    }
    return at;
}

/** The end of the tag that begins at `at`. A `>` inside quotation marks does not end it. */
static size_t tag_end(struct str s, size_t at) {
    char quote = 0;
    for (; at < s.n; at++) {
        if (quote) {
            quote = s.p[at] == quote ? 0 : quote;
        } else if (s.p[at] == '"' || s.p[at] == '\'') {
            quote = s.p[at];
        } else if (s.p[at] == '>') {
            return at + 1;
        }
    }
    return s.n;
}

/** Whether a name is private to a drawing program. The values of such names contain paths of files
 * and folders. */
static bool is_editor_name(struct str name) {
    return str_starts(name, STR("inkscape:")) || str_starts(name, STR("sodipodi:")) ||
           str_starts(name, STR("i:")) || str_starts(name, STR("rdf:"));
}

/** Whether a style contains an image as a data address. Such an image could not be cleaned here. */
static bool holds_data(struct str s) {
    return str_find(s, STR("url(")) != STR_NONE && str_icontains(s, STR("data:image"));
}

/** Appends the value of an attribute in quotation marks. An image in it ("data:image/png;base64,")
 * is cleaned. Returns false if the image has another encoding or is an SVG. */
static bool put_data(struct buf *out, struct str value) {
    size_t comma = str_index(value, ',');
    struct str head = str_slice(value, 0, comma == STR_NONE ? 0 : comma + 1);
    struct buf bytes = BUF_INIT, cleaned = BUF_INIT;
    bool done = str_ends(head, STR(";base64,")) &&
                base64_read(&bytes, str_slice(value, head.n, value.n - 1));
    struct str file = buf_view(&bytes);
    done = done && (image_png_sniff(file)    ? clean_png(&cleaned, file)
                    : image_jpeg_sniff(file) ? clean_jpeg(&cleaned, file)
                    : image_gif_sniff(file)  ? clean_gif(&cleaned, file)
                    : image_webp_sniff(file) ? clean_webp(&cleaned, file)
                                             : false);
    if (done) {
        buf_str(out, head);
        base64_put(out, buf_view(&cleaned));
        buf_putc(out, value.p[0]);
    }
    buf_drop(&bytes);
    buf_drop(&cleaned);
    return done;
}

/** Appends a start tag without the private attributes of drawing programs. Returns false if an
 * image in the tag cannot be cleaned. */
static bool put_tag(struct buf *out, struct str tag) {
    size_t at = tag_name_end(tag, 1);
    buf_str(out, str_slice(tag, 0, at));
    while (at < tag.n) {
        size_t start = at;
        at = str_past(tag, at, is_space);
        size_t name = at;
        while (at < tag.n && !is_space(tag.p[at]) && str_index(STR("=>/"), tag.p[at]) == STR_NONE) {
            at++;
        }
        struct str word = str_slice(tag, name, at);
        if (word.n == 0) {
            at += at < tag.n;
            buf_str(out, str_slice(tag, start, at));
            continue;
        }
        while (at < tag.n && (is_space(tag.p[at]) || tag.p[at] == '=')) {
            at++;
        }
        size_t from = at;
        char quote = at < tag.n ? tag.p[at] : 0;
        if (quote == '"' || quote == '\'') {
            size_t n = str_index(str_from(tag, at + 1), quote);
            at = n == STR_NONE ? tag.n : at + n + 2;
        }
        struct str value = str_slice(tag, from, at);
        if (is_editor_name(word)) {
            continue;
        }
        if (value.n > 6 && str_ieq(str_slice(value, 1, 6), STR("data:"))) {
            buf_str(out, str_slice(tag, start, from));
            if (!put_data(out, value)) {
                return false;
            }
            continue;
        }
        if (holds_data(value)) {
            return false;
        }
        buf_str(out, str_slice(tag, start, at));
    }
    return true;
}

/** The end of the element that has its start tag at [at, end). */
static size_t element_end(struct str s, size_t at, size_t end) {
    struct str name = str_slice(s, at + 1, tag_name_end(s, at + 1));
    int depth = end >= 2 && s.p[end - 2] == '/' ? 0 : 1;
    while (depth > 0 && end < s.n) {
        size_t open = str_index(str_from(s, end), '<');
        if (open == STR_NONE) {
            return s.n;
        }
        at = end + open;
        end = tag_end(s, at);
        bool closes = at + 1 < s.n && s.p[at + 1] == '/';
        size_t from = at + 1 + closes;
        if (str_eq(str_slice(s, from, tag_name_end(s, from)), name)) {
            depth += closes ? -1 : end >= 2 && s.p[end - 2] == '/' ? 0 : 1;
        }
    }
    return end;
}

/** The end of a comment, a processing instruction or CDATA; 0 for the tag of an element. `*shown`
 * becomes true if the part is kept. */
static size_t other_end(struct str s, size_t at, bool *shown) {
    static const struct {
        const char *open, *close;
        bool shown;
    } forms[] = {{"<!--", "-->", false},
                 {"<?xml ", "?>", true},
                 {"<?xml-stylesheet", "?>", true},
                 {"<?", "?>", false},
                 {"<![CDATA[", "]]>", true}};
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        if (str_starts(str_from(s, at), str_of(forms[i].open))) {
            size_t n = str_find(str_from(s, at), str_of(forms[i].close));
            *shown = forms[i].shown;
            return n == STR_NONE ? s.n : at + n + strlen(forms[i].close);
        }
    }
    return 0;
}

static bool clean_svg(struct buf *out, struct str s) {
    for (size_t at = 0; at < s.n;) {
        size_t start = str_until(s, at, '<');
        if (holds_data(str_slice(s, at, start))) { /* the text of a style element */
            return false;
        }
        buf_str(out, str_slice(s, at, start));
        if (start == s.n) {
            break;
        }
        bool shown;
        size_t end = other_end(s, start, &shown);
        if (end) {
            if (shown && holds_data(str_slice(s, start, end))) {
                return false;
            }
            buf_str(out, shown ? str_slice(s, start, end) : STR_EMPTY);
            at = end;
            continue;
        }
        end = tag_end(s, start);
        bool element = start + 1 < s.n && (is_alpha(s.p[start + 1]) || s.p[start + 1] == '_');
        struct str name = str_slice(s, start + 1, tag_name_end(s, start + 1));
        if (element && (str_is(name, "metadata") || is_editor_name(name))) {
            at = element_end(s, start, end);
            continue;
        }
        if (element) {
            if (!put_tag(out, str_slice(s, start, end))) {
                return false;
            }
        } else {
            buf_str(out, str_slice(s, start, end));
        }
        at = end;
    }
    return true;
}

bool image_clean(struct arena *a, struct str file, struct str *out) {
    static const struct {
        bool (*sniff)(struct str file);
        bool (*clean)(struct buf *out, struct str file);
    } kinds[] = {{image_png_sniff, clean_png},         {image_jpeg_sniff, clean_jpeg},
                 {image_gif_sniff, clean_gif},         {image_webp_sniff, clean_webp},
                 {image_tiff_sniff, image_tiff_clean}, {image_svg_sniff, clean_svg}};
    *out = file;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (kinds[i].sniff(file)) {
            struct buf cleaned = BUF_INIT;
            bool whole = kinds[i].clean(&cleaned, file) && !cleaned.overflow &&
                         kinds[i].sniff(buf_view(&cleaned));
            *out = whole ? buf_keep(&cleaned, a) : file;
            buf_drop(&cleaned);
            return whole;
        }
    }
    return true;
}
