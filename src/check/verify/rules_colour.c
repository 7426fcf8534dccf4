/* SPDX-License-Identifier: MIT */
/* Rules about colours, images and transparency (ISO 19005-1, 6.2 and 6.4; ISO 19005-2, 6.2).
 * dossier's output intents are RGB. */
#include "check/verify/rules.h"

static bool bytes_are(struct str s, size_t at, const char *want) {
    return s.n >= at + 4 && memcmp(s.p + at, want, 4) == 0;
}

static void look_at_profile(struct rules *r, const struct pdfread_value *ref) {
    struct str p = rules_data(r, ref);
    const struct pdfread_value *n = rules_get(r, ref, "N");
    if (p.n < 128 || (!bytes_are(p, 12, "mntr") && !bytes_are(p, 12, "prtr")) ||
        !bytes_are(p, 16, "RGB ") || !bytes_are(p, 36, "acsp") || n->number != 3) {
        rules_fault(r, "the profile is not one of an RGB display");
        return;
    }
    if (str_big_endian(p, 0, 4) != p.n) {
        rules_fault(r, "the profile is not as long as it says");
    } else if (p.p[8] > (rules_is(r, RULE_A1) ? 2 : 4)) {
        rules_fault(r, "the profile's version is %d", p.p[8]);
    }
}

void rules_output_intent(struct rules *r) {
    const struct pdfread_value *first = NULL, *v;
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(r->catalog, "OutputIntents"), i)); i++) {
        if (!pdfread_is_name(rules_get(r, v, "S"), "GTS_PDFA1")) {
            continue;
        }
        const struct pdfread_value *dict = pdfread_follow(r->doc, v);
        const struct pdfread_value *profile = pdfread_entry(dict, "DestOutputProfile");
        bool other = first && rules_number(profile) != rules_number(first);
        if (other || rules_has(dict, "DestOutputProfileRef")) {
            rules_fault(r, "the intents do not agree");
        }
        first = first ? first : profile;
    }
    if (!first) {
        rules_fault(r, "there is no output intent");
    } else if (!rules_is_stream(r, first)) {
        rules_fault(r, "the intent has no profile");
    } else {
        look_at_profile(r, first);
    }
}

static void one_colour(struct rules *r, int64_t object, const struct pdfread_value *v) {
    bool press = false;
    for (size_t i = 0; v->kind == PDFREAD_ARRAY && i < v->n; i++) {
        press = press || pdfread_is_name(&v->items[i], "DeviceCMYK");
    }
    press = press || pdfread_is_name(pdfread_entry(v, "ColorSpace"), "DeviceCMYK") ||
            pdfread_is_name(pdfread_entry(v, "CS"), "DeviceCMYK");
    if (press) {
        rules_fault(r, "object %lld is in CMYK", (long long)object);
    }
}

void rules_device_colours(struct rules *r) {
    for (size_t i = 0; i < r->contents.n; i++) {
        const struct rules_content *c = &r->contents.p[i];
        const struct pdfread_value *spaces = rules_get(r, c->resources, "ColorSpace");
        if (c->cmyk && !rules_has(spaces, "DefaultCMYK")) {
            rules_fault(r, "object %lld paints in CMYK", (long long)c->object);
        }
    }
    rules_each_value(r, one_colour);
}

static void one_icc(struct rules *r, int64_t object, const struct pdfread_value *v) {
    if (v->kind != PDFREAD_ARRAY || v->n < 2 || !pdfread_is_name(&v->items[0], "ICCBased") ||
        !rules_is_stream(r, &v->items[1])) {
        return;
    }
    struct str p = rules_data(r, &v->items[1]);
    if (!bytes_are(p, 36, "acsp") || p.p[8] > (rules_is(r, RULE_A1) ? 2 : 4)) {
        rules_fault(r, "object %lld has an unsupported profile", (long long)object);
    }
}

void rules_icc_profiles(struct rules *r) {
    rules_each_value(r, one_icc);
}

/* ---- images and forms */

static void one_picture(struct rules *r, int64_t object, const struct pdfread_value *d) {
    if (!pdfread_is_name(rules_get(r, d, "Subtype"), "Image")) {
        return;
    }
    static const char *const keys[] = {"Alternates", "OPI", NULL};
    rules_none_of(r, d, keys, "object", object);
    const struct pdfread_value *smooth = rules_get(r, d, "Interpolate");
    if (smooth->kind == PDFREAD_BOOL && smooth->number) {
        rules_fault(r, "object %lld is interpolated", (long long)object);
    }
    const struct pdfread_value *bits = rules_get(r, d, "BitsPerComponent");
    int64_t n = bits->number;
    bool good = n == 1 || n == 2 || n == 4 || n == 8 || (n == 16 && !rules_is(r, RULE_A1));
    if (bits->kind != PDFREAD_NULL && !good) {
        rules_fault(r, "object %lld has %lld bits", (long long)object, (long long)n);
    }
}

void rules_pictures(struct rules *r) {
    rules_each_stream(r, one_picture);
    for (size_t i = 0; i < r->contents.n; i++) {
        if (r->contents.p[i].smoothed) {
            rules_fault(r, "object %lld has a picture that is interpolated or compressed with LZW",
                        (long long)r->contents.p[i].object);
        }
    }
}

static void one_form(struct rules *r, int64_t object, const struct pdfread_value *d) {
    static const char *const keys[] = {"OPI", "PS", "Ref", "Subtype2", NULL};
    const struct pdfread_value *kind = rules_get(r, d, "Subtype");
    if (pdfread_is_name(kind, "Form")) {
        rules_none_of(r, d, keys, "object", object);
    }
    if (pdfread_is_name(kind, "PS")) {
        rules_fault(r, "object %lld is PostScript", (long long)object);
    }
}

void rules_forms(struct rules *r) {
    rules_each_stream(r, one_form);
}

/* ---- graphics states */

static void each_state(struct rules *r,
                       void (*f)(struct rules *r, int64_t object, const struct pdfread_value *d)) {
    for (size_t i = 0; i < r->contents.n; i++) {
        const struct pdfread_value *all = rules_get(r, r->contents.p[i].resources, "ExtGState");
        for (size_t k = 1; all->kind == PDFREAD_DICT && k < all->n; k += 2) {
            f(r, rules_number(&all->items[k]), pdfread_follow(r->doc, &all->items[k]));
        }
    }
}

static void one_state(struct rules *r, int64_t object, const struct pdfread_value *d) {
    static const char *const keys[] = {"TR", "HTP", "HTO", NULL};
    long long at = (long long)object;
    rules_none_of(r, d, keys, "the graphics state", object);
    const struct pdfread_value *transfer = rules_get(r, d, "TR2"), *intent = rules_get(r, d, "RI"),
                               *v;
    if (transfer->kind != PDFREAD_NULL && !pdfread_is_name(transfer, "Default")) {
        rules_fault(r, "the graphics state %lld has /TR2", at);
    }
    if (intent->kind != PDFREAD_NULL &&
        !str_among(intent->text,
                   "RelativeColorimetric AbsoluteColorimetric Perceptual Saturation")) {
        rules_fault(r, "the graphics state %lld has an unknown intent", at);
    }
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(d, "BM"), i)); i++) {
        if (!str_among(
                pdfread_follow(r->doc, v)->text,
                "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn "
                "HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity")) {
            rules_fault(r, "the graphics state %lld has an unknown blend mode", at);
        }
    }
    const struct pdfread_value *halftone = rules_get(r, d, "HT");
    int64_t type = rules_get(r, halftone, "HalftoneType")->number;
    if (halftone->kind == PDFREAD_DICT &&
        ((type != 1 && type != 5) || rules_has(halftone, "HalftoneName"))) {
        rules_fault(r, "the graphics state %lld has a halftone of another kind", at);
    }
}

void rules_graphics_states(struct rules *r) {
    each_state(r, one_state);
}

static void one_veil(struct rules *r, int64_t object, const struct pdfread_value *d) {
    static const char *const keys[] = {"ca", "CA"};
    const struct pdfread_value *mask = rules_get(r, d, "SMask"), *v;
    bool clear = mask->kind != PDFREAD_NULL && !pdfread_is_name(mask, "None");
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct pdfread_value *alpha = rules_get(r, d, keys[i]);
        clear = clear || (pdfread_is_number(alpha) && alpha->real < 1);
    }
    if (clear) {
        rules_fault(r, "the graphics state %lld is transparent", (long long)object);
    }
    for (size_t i = 0; (v = rules_item(r, pdfread_entry(d, "BM"), i)); i++) {
        if (!str_among(pdfread_follow(r->doc, v)->text, "Normal Compatible")) {
            rules_fault(r, "the graphics state %lld blends", (long long)object);
        }
    }
}

static void one_group(struct rules *r, int64_t object, const struct pdfread_value *v) {
    if (pdfread_is_name(pdfread_entry(v, "S"), "Transparency")) {
        rules_fault(r, "object %lld has a transparent group", (long long)object);
    }
}

static void one_mask(struct rules *r, int64_t object, const struct pdfread_value *d) {
    if (pdfread_is_name(rules_get(r, d, "Subtype"), "Image") &&
        (rules_has(d, "SMask") || rules_get(r, d, "SMaskInData")->number)) {
        rules_fault(r, "object %lld has a soft mask", (long long)object);
    }
}

void rules_nothing_clear(struct rules *r) {
    each_state(r, one_veil);
    rules_each_value(r, one_group);
    rules_each_stream(r, one_mask);
}

void rules_blending_space(struct rules *r) {
    const struct pdfread_value *intents = rules_get(r, r->catalog, "OutputIntents");
    if (intents->kind == PDFREAD_ARRAY && intents->n) {
        return;
    }
    for (size_t p = 0; p < r->v->npages; p++) {
        if (!rules_has(rules_get(r, r->v->pages[p].dict, "Group"), "CS")) {
            rules_fault(r, "page %zu has no space to blend in", p + 1);
        }
    }
}

/** Checks that all operators are known and that the stream itself names its resources. */
void rules_content_operators(struct rules *r) {
    for (size_t i = 0; i < r->contents.n; i++) {
        const struct rules_content *c = &r->contents.p[i];
        if (c->strange.n) {
            rules_fault(r, "object %lld: there is no operator %.*s", (long long)c->object,
                        STR_ARG(c->strange));
        }
        if (c->lacks_kind) {
            rules_fault(r, "object %lld: %.*s names no /%s", (long long)c->object,
                        STR_ARG(c->lacks), c->lacks_kind);
        }
        if (c->intent) {
            rules_fault(r, "object %lld: an unknown intent", (long long)c->object);
        }
    }
}
