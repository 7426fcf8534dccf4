/* SPDX-License-Identifier: MIT */
/*
 * Examines figures from other PDFs for fonts, colours and other features that PDF/A or PDF/UA
 * forbid (ISO 19005-1, -2 and -4, chapter 6; ISO 14289-1, 7.21), and records them. It examines
 * dictionaries and arrays while form.c writes them.
 */
#include "print/pdfread/taker.h"

static double least(double a, double b) {
    return a < b ? a : b;
}

static void find_foreign(struct taker *t, const char *what) {
    t->form->foreign = t->form->foreign ? t->form->foreign : what;
}

/* ---- fonts */

static bool has_file(const struct taker *t, qpdf_oh font) {
    qpdf_oh about = taker_get(t, font, "/FontDescriptor");
    return QPDF(t->pdf, oh_has_key, about, "/FontFile") ||
           QPDF(t->pdf, oh_has_key, about, "/FontFile2") ||
           QPDF(t->pdf, oh_has_key, about, "/FontFile3");
}

/* Whether the names of glyphs are generated ("g12", "cid7", "a3"). Such names do not give the
 * characters of the glyphs. */
static bool has_made_names(const struct taker *t, qpdf_oh encoding) {
    qpdf_oh names = taker_get(t, encoding, "/Differences");
    int n = QPDF(t->pdf, oh_is_array, names) ? QPDF(t->pdf, oh_get_array_n_items, names) : 0;
    for (int i = 0; i < n; i++) {
        const char *p = NULL;
        size_t k = 0;
        qpdf_oh item = QPDF(t->pdf, oh_get_array_item, names, i);
        if (!QPDF(t->pdf, oh_get_value_as_name, item, &p, &k)) {
            continue;
        }
        struct str name = str_from((struct str){p, k}, 1);
        bool digits = name.n > 1;
        size_t at = str_starts(name, STR("uni")) ? name.n : 1;
        for (; at < name.n && digits; at++) {
            digits = is_digit(name.p[at]);
        }
        if (digits && !str_starts(name, STR("uni"))) {
            return true;
        }
    }
    return false;
}

/* Whether the encoding of a TrueType font is forbidden. A font that is not symbolic must have one
 * of two encodings, and a symbolic font must have none (ISO 19005-2, 6.2.11.6). */
static bool is_oddly_encoded(const struct taker *t, qpdf_oh font) {
    qpdf_oh about = taker_get(t, font, "/FontDescriptor");
    qpdf_oh encoding = taker_get(t, font, "/Encoding"), flags = taker_get(t, about, "/Flags");
    bool symbolic = QPDF(t->pdf, oh_is_integer, flags) &&
                    (QPDF(t->pdf, oh_get_int_value_as_int, flags) & 4) != 0;
    if (QPDF(t->pdf, oh_is_dictionary, encoding)) {
        encoding = taker_get(t, encoding, "/BaseEncoding");
    } else if (!QPDF(t->pdf, oh_is_name, encoding)) {
        return !symbolic;
    }
    return symbolic || !(taker_is_name(t, encoding, "/WinAnsiEncoding") ||
                         taker_is_name(t, encoding, "/MacRomanEncoding"));
}

/* Whether a font is a subset, which its name shows: "/ABCDEF+Name". */
static bool is_part(const struct taker *t, qpdf_oh font) {
    const char *p = NULL;
    size_t n = 0;
    qpdf_oh name = taker_get(t, font, "/BaseFont");
    return QPDF(t->pdf, oh_get_value_as_name, name, &p, &n) && n > 7 && p[7] == '+';
}

static void look_at_font(struct taker *t, qpdf_oh font) {
    qpdf_oh kind = taker_get(t, font, "/Subtype"), about = taker_get(t, font, "/FontDescriptor");
    bool whole = taker_is_name(t, kind, "/Type0"), drawn = taker_is_name(t, kind, "/Type3");
    bool part = taker_is_name(t, kind, "/CIDFontType0") || taker_is_name(t, kind, "/CIDFontType2");
    bool true_type = taker_is_name(t, kind, "/TrueType");
    if (!whole && !drawn && !has_file(t, font)) {
        t->form->no_font = true;
    }
    bool mapped = QPDF(t->pdf, oh_has_key, font, "/ToUnicode") || part;
    if (!mapped && (whole || has_made_names(t, taker_get(t, font, "/Encoding")))) {
        t->form->no_text = true;
    }
    if (true_type && is_oddly_encoded(t, font)) {
        find_foreign(t, "a font whose letters are encoded in a way of its own");
    }
    bool listed = QPDF(t->pdf, oh_has_key, about, part ? "/CIDSet" : "/CharSet");
    if (is_part(t, font) && !whole && !drawn && !true_type && !listed) {
        t->form->unlisted = true;
    }
}

/* ---- graphics states, images, forms */

static const char *const blends[] = {
    "/Normal",    "/Compatible", "/Multiply",   "/Screen",    "/Overlay",   "/Darken",
    "/Lighten",   "/ColorDodge", "/ColorBurn",  "/HardLight", "/SoftLight", "/Difference",
    "/Exclusion", "/Hue",        "/Saturation", "/Color",     "/Luminosity"};

static void look_at_blend(struct taker *t, qpdf_oh mode) {
    if (!QPDF(t->pdf, oh_is_name, mode)) {
        t->form->veil = t->form->veil || QPDF(t->pdf, oh_is_array, mode);
        return;
    }
    size_t i = 0;
    while (i < ARRAY_LEN(blends) && !taker_is_name(t, mode, blends[i])) {
        i++;
    }
    t->form->veil = t->form->veil || i > 1;
    if (i == ARRAY_LEN(blends)) {
        find_foreign(t, "a way of blending that PDF does not know");
    }
}

static void look_at_picture(struct taker *t, qpdf_oh dict) {
    qpdf_oh bits = taker_get(t, dict, "/BitsPerComponent");
    int n = QPDF(t->pdf, oh_is_integer, bits) ? QPDF(t->pdf, oh_get_int_value_as_int, bits) : 8;
    t->form->later = t->form->later || n == 16;
    if (n != 1 && n != 2 && n != 4 && n != 8 && n != 16) {
        find_foreign(t, "a picture of an odd number of bits");
    }
    qpdf_oh filter = taker_get(t, dict, "/Filter");
    if (QPDF(t->pdf, oh_is_array, filter)) {
        int last = QPDF(t->pdf, oh_get_array_n_items, filter) - 1;
        filter = last >= 0 ? QPDF(t->pdf, oh_get_array_item, filter, last) : filter;
    }
    if (taker_is_name(t, filter, "/JPXDecode")) {
        find_foreign(t, "a JPEG 2000 picture");
    }
}

void pdfread_look_at(struct taker *t, qpdf_oh dict) {
    double alpha = 1;
    qpdf_oh kind = taker_get(t, dict, "/Subtype"), mask = taker_get(t, dict, "/SMask");
    if (taker_is_name(t, taker_get(t, dict, "/Type"), "/Font")) {
        look_at_font(t, dict);
    }
    static const char *const keys[] = {"/ca", "/CA"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        qpdf_oh value = taker_get(t, dict, keys[i]);
        if (QPDF(t->pdf, oh_is_number, value)) {
            alpha = least(alpha, QPDF(t->pdf, oh_get_numeric_value, value));
        }
    }
    bool masked = QPDF(t->pdf, oh_is_dictionary, mask) || QPDF(t->pdf, oh_is_stream, mask);
    t->form->veil = t->form->veil || alpha < 1 || masked;
    t->form->clear = t->form->clear || alpha < 1 || QPDF(t->pdf, oh_has_key, dict, "/SMask") ||
                     QPDF(t->pdf, oh_has_key, dict, "/Group");
    if (QPDF(t->pdf, oh_has_key, dict, "/BM")) {
        look_at_blend(t, taker_get(t, dict, "/BM"));
    }
    if (taker_is_name(t, kind, "/Image")) {
        look_at_picture(t, dict);
    }
    if (taker_is_name(t, kind, "/PS") || taker_is_name(t, taker_get(t, dict, "/Subtype2"), "/PS")) {
        find_foreign(t, "PostScript");
    }
}

/* Examines the header of a colour profile (ICC.1:2004, 7.2) and its version. */
void pdfread_look_at_profile(struct taker *t, struct str profile) {
    if (profile.n < 128 || !str_eq(str_slice(profile, 36, 40), STR("acsp"))) {
        return; /* the stream is not a profile */
    }
    t->form->later = t->form->later || profile.p[8] > 2;
    if (profile.p[8] > 4) {
        find_foreign(t, "a profile of colours that is newer than PDF");
    }
}

/* Examines an array that may be a colour space: its family, and its number of components. */
void pdfread_look_at_array(struct taker *t, qpdf_oh array) {
    if (QPDF(t->pdf, oh_get_array_n_items, array) < 2 ||
        !taker_is_name(t, QPDF(t->pdf, oh_get_array_item, array, 0), "/DeviceN")) {
        return;
    }
    qpdf_oh names = QPDF(t->pdf, oh_get_array_item, array, 1);
    int n = QPDF(t->pdf, oh_is_array, names) ? QPDF(t->pdf, oh_get_array_n_items, names) : 0;
    t->form->later = t->form->later || n > 8;
    if (n > 32) {
        find_foreign(t, "a space of more than 32 colours");
    }
}

void pdfread_look_at_content(struct taker *t, const struct pdfread_seen *seen) {
    t->form->cmyk = t->form->cmyk || seen->cmyk;
    t->form->later = t->form->later || seen->later;
    if (seen->foreign) {
        find_foreign(t, seen->foreign);
    }
}
