/* SPDX-License-Identifier: MIT */
/*
 * Reads what the metadata of an image reveals about its maker: Exif (Exif 2.3, 4.6), XMP (ISO
 * 16684-1) and texts, in JPEG, PNG, WebP, TIFF and SVG.
 */
#include "print/image/image_internal.h"

#include "core/base/buf.h"
#include "core/base/word_list.h"

enum {
    TAG_ARTIST = 0x013B,
    TAG_EXIF = 0x8769,
    TAG_GPS = 0x8825,
    TAG_OWNER = 0xA430,
    TAG_SERIAL = 0xA431,
    TAG_LENS_SERIAL = 0xA435,
    TAG_CAMERA_SERIAL = 0xC62F, /* DNG's tag for the serial number of the camera */
    MOST_TAGS = 1000,
    MOST_TEXT = 1 << 20
};

struct facts_reader {
    struct arena *a;
    struct image_facts *out;
    struct buf text;
};

static struct str ascii(struct str t, size_t at, bool little) {
    size_t n = image_number(t, at + 4, 4, little),
           where = n > 4 ? image_number(t, at + 8, 4, little) : at + 8;
    struct str text = where <= t.n && n <= t.n - where ? str_slice(t, where, where + n) : STR_EMPTY;
    return str_trim(str_slice(text, 0, str_index(text, '\0')));
}

/** Reads a directory of a TIFF structure, and the directories of Exif and GPS to which it leads. */
static void read_tags(struct facts_reader *r, struct str t, size_t ifd, unsigned depth) {
    bool little = t.p[0] == 'I';
    for (size_t i = 0, at; i < MOST_TAGS && (at = image_tiff_entry(t, ifd, i, little)) != 0; i++) {
        uint32_t tag = image_number(t, at, 2, little);
        struct str text =
            image_number(t, at + 2, 2, little) == 2 ? ascii(t, at, little) : STR_EMPTY;
        size_t where = image_number(t, at + 8, 4, little);
        if (tag == TAG_EXIF && depth == 0) {
            read_tags(r, t, where, 1);
        } else if (tag == TAG_GPS && depth == 0) {
            for (size_t k = 0, gps;
                 k < MOST_TAGS && (gps = image_tiff_entry(t, where, k, little)) != 0; k++) {
                /* tag 2 is the latitude, tag 4 the longitude */
                uint32_t of = image_number(t, gps, 2, little);
                r->out->place = r->out->place || of == 2 || of == 4;
            }
        } else if (text.n &&
                   (tag == TAG_SERIAL || tag == TAG_LENS_SERIAL || tag == TAG_CAMERA_SERIAL)) {
            r->out->serial = arena_str(r->a, text);
        } else if (text.n && (tag == TAG_ARTIST || tag == TAG_OWNER)) {
            r->out->maker = arena_str(r->a, text);
        }
    }
}

static void read_exif(struct facts_reader *r, struct str t) {
    t = str_starts(t, (struct str){"Exif\0\0", 6}) ? str_from(t, 6) : t;
    if (t.n >= 14 && (str_starts(t, STR("II")) || str_starts(t, STR("MM")))) {
        read_tags(r, t, image_number(t, 4, 4, t.p[0] == 'I'), 0);
    }
}

/** Returns the text of a property of XMP, which is an attribute or an element. If the property is a
 * list, returns its first item. */
static struct str property(struct str xmp, const char *name) {
    size_t at = str_find(xmp, str_of(name));
    struct str rest = at == STR_NONE ? STR_EMPTY : str_from(xmp, at + str_of(name).n);
    if (str_starts(rest, STR("=\"")) || str_starts(rest, STR("='"))) {
        return str_slice(rest, 2, 2 + str_index(str_from(rest, 2), rest.p[1]));
    }
    while (rest.n && str_index(rest, '>') != STR_NONE) {
        rest = str_from(rest, str_index(rest, '>') + 1);
        size_t tag = str_index(rest, '<');
        struct str text = str_trim(str_slice(rest, 0, tag));
        if (text.n || str_starts(str_from(rest, tag), STR("</"))) {
            return text;
        }
    }
    return STR_EMPTY;
}

static void keep_text(struct facts_reader *r, struct str text) {
    if (r->text.n + text.n < MOST_TEXT) {
        buf_str(&r->text, text);
        buf_putc(&r->text, '\n');
    }
}

static void read_xmp(struct facts_reader *r, struct str xmp) {
    struct str serial = property(xmp, "aux:SerialNumber"), maker = property(xmp, "dc:creator");
    serial = serial.n ? serial : property(xmp, "exifEX:BodySerialNumber");
    r->out->place = r->out->place || property(xmp, "exif:GPSLatitude").n;
    r->out->serial = serial.n && !r->out->serial.n ? arena_str(r->a, serial) : r->out->serial;
    r->out->maker = maker.n && !r->out->maker.n ? arena_str(r->a, maker) : r->out->maker;
    keep_text(r, xmp);
}

static void read_jpeg(struct facts_reader *r, struct str f) {
    static const struct str xmp = STR_INIT("http://ns.adobe.com/xap/1.0/");
    for (size_t at = 2; at + 4 <= f.n && (unsigned char)f.p[at] == 0xFF;) {
        unsigned char m = (unsigned char)f.p[at + 1];
        size_t len = str_big_endian(f, at + 2, 2);
        if (m == 0xFF) {
            at++;
            continue;
        }
        if (m == 0xDA || len < 2 || len > f.n - at - 2) {
            break;
        }
        struct str body = str_slice(f, at + 4, at + 2 + len);
        if (m == 0xE1 && str_starts(body, xmp)) {
            read_xmp(r, str_from(body, xmp.n + 1));
        } else if (m == 0xE1) {
            read_exif(r, body);
        } else if (m == 0xFE) {
            keep_text(r, body);
        }
        at += 2 + len;
    }
}

static void read_png(struct facts_reader *r, struct str f) {
    for (size_t at = 8, len;
         at + 12 <= f.n && (len = image_number(f, at, 4, false)) <= f.n - at - 12; at += 12 + len) {
        struct str type = str_slice(f, at + 4, at + 8), body = str_slice(f, at + 8, at + 8 + len);
        if (str_is(type, "eXIf")) {
            read_exif(r, body);
        } else if (str_is(type, "tEXt") || str_is(type, "iTXt")) {
            struct str key = str_slice(body, 0, str_index(body, '\0'));
            bool maker =
                str_iamong(key, "Author Artist") && !r->out->maker.n && str_is(type, "tEXt");
            r->out->maker = maker ? arena_str(r->a, str_from(body, key.n + 1)) : r->out->maker;
            (str_starts(key, STR("XML:com.adobe.xmp")) ? read_xmp
                                                       : keep_text)(r, str_from(body, key.n));
        }
    }
}

static void read_webp(struct facts_reader *r, struct str f) {
    for (size_t at = 12, len;
         at + 8 <= f.n && (len = image_number(f, at + 4, 4, true)) <= f.n - at - 8;
         at += 8 + len + (len & 1)) {
        struct str type = str_slice(f, at, at + 4), body = str_slice(f, at + 8, at + 8 + len);
        if (str_is(type, "EXIF")) {
            read_exif(r, body);
        } else if (str_is(type, "XMP ")) {
            read_xmp(r, body);
        }
    }
}

void image_facts_read(struct arena *a, struct str file, struct image_facts *out) {
    struct facts_reader r = {.a = a, .out = out};
    *out = (struct image_facts){.place = false};
    buf_init(&r.text, 0);
    if (image_jpeg_sniff(file)) {
        read_jpeg(&r, file);
    } else if (image_png_sniff(file)) {
        read_png(&r, file);
    } else if (image_webp_sniff(file)) {
        read_webp(&r, file);
    } else if (image_tiff_sniff(file)) {
        read_exif(&r, file);
    } else if (image_svg_sniff(file)) {
        read_xmp(&r, file);
    }
    out->text = buf_finish(&r.text, a);
}

void image_publish(struct arena *a, struct str file, struct str *out) {
    struct image_facts facts;
    *out = file;
    if (image_jpeg_sniff(file) || image_png_sniff(file) || image_webp_sniff(file)) {
        image_facts_read(a, file, &facts);
        if (facts.place || facts.serial.n) {
            (void)image_clean(a, file, out);
        }
    }
}
