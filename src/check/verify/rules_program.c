/* SPDX-License-Identifier: MIT */
/*
 * Reads the glyphs of a font program and their widths, for bare CFF (Adobe Technical Notes 5176 and
 * 5177) and TrueType (OpenType: head, hhea, hmtx, maxp). Outlines are read only up to the width. No
 * byte outside of the program is read.
 */
#include "check/verify/rules.h"
#include "core/base/search.h"

#include <stdlib.h>

static bool reaches(struct str s, size_t at, size_t n) {
    return at <= s.n && n <= s.n - at;
}

/* ---- CFF */

struct index {
    /* `data` is the offset of the byte before the data, because offsets in an index begin with 1 */
    size_t count, size, base, data, end;
};

static struct index read_index(struct str s, size_t at) {
    struct index x = {.count = str_big_endian(s, at, 2)};
    if (!x.count) {
        x.end = at + 2;
        return x;
    }
    x.size = str_big_endian(s, at + 2, 1);
    x.base = at + 3;
    x.data = x.base + (x.count + 1) * x.size - 1;
    x.end =
        x.size && x.size <= 4 ? x.data + str_big_endian(s, x.base + x.count * x.size, x.size) : s.n;
    if (!x.size || x.size > 4 || x.end > s.n) {
        x = (struct index){.end = s.n};
    }
    return x;
}

static struct str item(struct str s, const struct index *x, size_t i) {
    if (i >= x->count) {
        return STR_EMPTY;
    }
    size_t from = str_big_endian(s, x->base + i * x->size, x->size);
    size_t to = str_big_endian(s, x->base + (i + 1) * x->size, x->size);
    return from < 1 || to < from ? STR_EMPTY : str_slice(s, x->data + from, x->data + to);
}

/** Reads an operand of a DICT or charstring and moves past it. Returns false if an operator is
 * next. */
static bool operand(struct str s, size_t *at, bool charstring, double *out) {
    unsigned b = (unsigned char)s.p[*at];
    if (b == 28) {
        *out = (int16_t)str_big_endian(s, *at + 1, 2);
        *at += 3;
    } else if (b == 29 && !charstring) {
        *out = (int32_t)str_big_endian(s, *at + 1, 4);
        *at += 5;
    } else if (b == 255 && charstring) {
        *out = (int32_t)str_big_endian(s, *at + 1, 4) / 65536.0;
        *at += 5;
    } else if (b >= 251) {
        *out = -(double)((b - 251) * 256 + str_big_endian(s, *at + 1, 1) + 108);
        *at += 2;
    } else if (b >= 247) {
        *out = (double)((b - 247) * 256 + str_big_endian(s, *at + 1, 1) + 108);
        *at += 2;
    } else if (b >= 32) {
        *out = (double)b - 139;
        *at += 1;
    } else {
        return false;
    }
    return true;
}

/** Reads a real number of a DICT, in digits of four bits. */
static double real(struct str s, size_t *at) {
    double v = 0, part = 0, sign = 1;
    int exponent = 0, exponent_sign = 0;
    for (++*at; *at < s.n; ++*at) {
        unsigned two = (unsigned char)s.p[*at];
        for (int half = 0; half < 2; half++) {
            unsigned d = half ? two & 15 : two >> 4;
            if (d == 15) {
                ++*at;
                for (int i = 0; i < exponent && i < 40; i++) {
                    v = exponent_sign < 0 ? v / 10 : v * 10;
                }
                return sign * v;
            }
            if (d == 14) {
                sign = -1;
            } else if (d == 10) {
                part = 1;
            } else if (d == 11 || d == 12) {
                exponent_sign = d == 12 ? -1 : 1;
            } else if (d < 10 && exponent_sign) {
                exponent = exponent < 100 ? exponent * 10 + (int)d : exponent;
            } else if (d < 10 && part > 0) {
                part /= 10;
                v += part * d;
            } else if (d < 10) {
                v = v * 10 + d;
            }
        }
    }
    return sign * v;
}

/** Reads the operands of the operator `want` of a DICT. An operator of two bytes, 12 x, has the
 * number 1200 + x. Returns the number of operands. */
static size_t dict_entry(struct str s, unsigned want, double *out, size_t most) {
    double stack[48];
    size_t n = 0;
    for (size_t at = 0; at < s.n;) {
        double v;
        if ((unsigned char)s.p[at] == 30) {
            v = real(s, &at);
        } else if (!operand(s, &at, false, &v)) {
            unsigned op = (unsigned char)s.p[at++];
            op = op == 12 ? 1200 + (unsigned)str_big_endian(s, at++, 1) : op;
            if (op == want) {
                n = n < most ? n : most;
                memcpy(out, stack, n * sizeof *out);
                return n;
            }
            n = 0;
            continue;
        }
        if (n < ARRAY_LEN(stack)) {
            stack[n++] = v;
        }
    }
    return 0;
}

static size_t offset_of(struct str dict, unsigned op) {
    double v = 0;
    return dict_entry(dict, op, &v, 1) && v > 0 && v < 1e9 ? (size_t)v : 0;
}

struct private {
    double usual, nominal;
    struct index subrs;
};

static struct private read_private(struct str s, struct str top) {
    struct private p = {.usual = 0};
    double where[2];
    if (dict_entry(top, 18, where, 2) != 2 ||
        !(where[0] >= 0 && where[1] >= 0 && where[0] < 1e9 && where[1] < 1e9)) {
        return p;
    }
    struct str own = str_slice(s, (size_t)where[1], (size_t)(where[1] + where[0]));
    (void)dict_entry(own, 20, &p.usual, 1);
    (void)dict_entry(own, 21, &p.nominal, 1);
    size_t subrs = offset_of(own, 19);
    if (subrs) {
        p.subrs = read_index(s, (size_t)where[1] + subrs);
    }
    return p;
}

struct cff {
    struct str s, top;
    struct index gsubrs, strings, fds;
    bool keyed;
    size_t select;
    double scale;
};

static struct str subr(const struct cff *c, const struct index *x, double number_of) {
    double bias = x->count < 1240 ? 107 : x->count < 33900 ? 1131 : 32768;
    double i = number_of + bias;
    return i >= 0 && i < 65536 ? item(c->s, x, (size_t)i) : STR_EMPTY;
}

/** Whether the operands of a charstring's first operator begin with a width. They do if there is
 * one operand more than the operator takes. 1 means yes, 0 no, -1 unknown. */
static int has_width(unsigned op, size_t n) {
    switch (op) {
    case 1:
    case 3:
    case 18:
    case 19:
    case 20:
    case 23:
        return n % 2;
    case 4:
    case 22:
        return n > 1;
    case 21:
        return n > 2;
    case 14:
        return n == 1 || n == 5;
    default:
        return -1;
    }
}

/** Returns the width of a glyph. A value below 0 means that it is unknown. */
static double width_of(const struct cff *c, const struct private *p, size_t glyph) {
    struct {
        struct str code;
        size_t at;
    } calls[12];
    double stack[64];
    size_t n = 0, depth = 0;
    struct str code = item(c->s, &c->strings, glyph);
    for (size_t at = 0, steps = 0; steps < 4096; steps++) {
        if (at >= code.n) {
            if (!depth) {
                return p->usual;
            }
            code = calls[--depth].code;
            at = calls[depth].at;
            continue;
        }
        double v;
        if (operand(code, &at, true, &v)) {
            if (n < ARRAY_LEN(stack)) {
                stack[n++] = v;
            }
            continue;
        }
        unsigned op = (unsigned char)code.p[at++];
        if ((op == 10 || op == 29) && n && depth < ARRAY_LEN(calls)) {
            calls[depth].code = code;
            calls[depth++].at = at;
            code = subr(c, op == 10 ? &p->subrs : &c->gsubrs, stack[--n]);
            at = 0;
            continue;
        }
        if (op == 11) {
            at = code.n;
            continue;
        }
        int has = has_width(op, n);
        return has < 0 ? -1 : has ? p->nominal + stack[0] : p->usual;
    }
    return -1;
}

/** Returns the index of the private DICT of a glyph. */
static size_t selected(const struct cff *c, size_t glyph) {
    size_t at = c->select;
    if (str_big_endian(c->s, at, 1) == 0) {
        return str_big_endian(c->s, at + 1 + glyph, 1);
    }
    size_t i;
    SEARCH_FIRST(i, 1, str_big_endian(c->s, at + 1, 2),
                 str_big_endian(c->s, at + 3 + 3 * i, 2) > glyph);
    return str_big_endian(c->s, at + 2 + 3 * i, 1);
}

/** Reads the CIDs of the glyphs in their order. */
static void read_charset(const struct cff *c, uint16_t *out, size_t n) {
    size_t at = offset_of(c->top, 15);
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint16_t)i;
    }
    if (at <= 2) {
        return;
    }
    size_t kind = str_big_endian(c->s, at++, 1);
    for (size_t i = 1; i < n && reaches(c->s, at, 2);) {
        size_t first = str_big_endian(c->s, at, 2),
               left = kind ? str_big_endian(c->s, at + 2, kind == 1 ? 1 : 2) : 0;
        for (size_t k = 0; k <= left && i < n; k++) {
            out[i++] = (uint16_t)(first + k);
        }
        at += 2u + (kind == 1 ? 1u : kind ? 2u : 0u);
    }
}

/** Reads the code of each glyph from the encoding in the program (TN 5176, 12). Returns false if
 * the encoding is a predefined one or has supplements. */
static bool read_encoding(const struct cff *c, uint16_t *out, size_t n) {
    size_t at = offset_of(c->top, 16), kind = str_big_endian(c->s, at, 1),
           parts = str_big_endian(c->s, at + 1, 1);
    if (at <= 1 || kind > 1) {
        return false;
    }
    for (size_t i = 0, glyph = 1; i < parts; i++) {
        size_t first = str_big_endian(c->s, at + 2 + i * (kind + 1), 1);
        size_t left = kind ? str_big_endian(c->s, at + 3 + 2 * i, 1) : 0;
        for (size_t k = 0; k <= left && glyph < n; k++) {
            out[glyph++] = (uint16_t)(first + k);
        }
    }
    return true;
}

/** Reads a CFF program. If `simple` is set, the glyphs have codes of one byte, else CIDs. */
static bool read_cff(struct rules *r, struct str s, bool simple, struct rules_glyphs *out) {
    struct cff c = {.s = s, .scale = 1};
    struct index names = read_index(s, str_big_endian(s, 2, 1)), tops = read_index(s, names.end);
    struct index strings = read_index(s, tops.end);
    c.gsubrs = read_index(s, strings.end);
    c.top = item(s, &tops, 0);
    size_t at = offset_of(c.top, 17);
    if (!at) {
        return false;
    }
    c.strings = read_index(s, at);
    double matrix[6] = {0.001}, name[3];
    c.keyed = dict_entry(c.top, 1230, name, 3) > 0;
    if (dict_entry(c.top, 1207, matrix, 6)) {
        c.scale = matrix[0] * 1000;
    }
    struct private own = read_private(s, c.top);
    struct private *privates = &own;
    size_t nprivates = 1, n = c.strings.count;
    if (c.keyed) {
        c.fds = read_index(s, offset_of(c.top, 1236));
        c.select = offset_of(c.top, 1237);
        nprivates = c.fds.count;
        privates = ARENA_ARRAY(r->arena, struct private, nprivates + 1);
        for (size_t i = 0; i < nprivates; i++) {
            privates[i] = read_private(s, item(s, &c.fds, i));
        }
    }
    uint16_t *cids = ARENA_ARRAY(r->arena, uint16_t, n + 1);
    if (simple && !read_encoding(&c, cids, n)) {
        return false;
    }
    if (c.keyed) {
        read_charset(&c, cids, n);
    }
    for (size_t i = simple; i < n; i++) {
        size_t cid = c.keyed || simple ? cids[i] : i;
        size_t fd = c.keyed ? selected(&c, i) : 0;
        if (cid >= out->n || fd >= nprivates) {
            continue;
        }
        double w = width_of(&c, &privates[fd], i);
        out->has[cid] = true;
        out->widths[cid] = w < 0 ? -1 : (float)(w * c.scale);
    }
    return n > 0;
}

/* ---- TrueType */

static struct str table(struct str s, const char *tag) {
    size_t n = str_big_endian(s, 4, 2);
    for (size_t i = 0; i < n && reaches(s, 12 + 16 * i, 16); i++) {
        if (memcmp(s.p + 12 + 16 * i, tag, 4) == 0) {
            size_t at = str_big_endian(s, 20 + 16 * i, 4);
            return str_slice(s, at, at + str_big_endian(s, 24 + 16 * i, 4));
        }
    }
    return STR_EMPTY;
}

static bool read_true_type(struct str s, struct rules_glyphs *out) {
    struct str metrics = table(s, "hmtx");
    size_t n = str_big_endian(table(s, "maxp"), 4, 2),
           upem = str_big_endian(table(s, "head"), 18, 2);
    size_t longs = str_big_endian(table(s, "hhea"), 34, 2);
    if (!n || !upem || !longs) {
        return false;
    }
    for (size_t i = 0; i < n && i < out->n; i++) {
        size_t at = 4 * (i < longs ? i : longs - 1);
        out->has[i] = true;
        out->widths[i] = (float)str_big_endian(metrics, at, 2) * 1000 / (float)upem;
    }
    return true;
}

bool rules_glyphs(struct rules *r, const struct rules_font *f, struct rules_glyphs *out) {
    struct str s;
    if (!f->key || !pdfread_stream(r->doc, f->program, &s)) {
        return false;
    }
    out->n = RULES_CODES;
    out->has = ARENA_ARRAY(r->arena, bool, out->n);
    out->widths = ARENA_ARRAY(r->arena, float, out->n);
    const struct pdfread_value *kind = rules_get(r, pdfread_object(r->doc, f->program), "Subtype");
    if (str_is(str_of(f->key), "FontFile3") && pdfread_is_name(kind, "CIDFontType0C")) {
        return read_cff(r, s, false, out);
    }
    if (rules_is_simple(r, f) && pdfread_is_name(kind, "Type1C")) {
        return read_cff(r, s, true, out);
    }
    bool plain = pdfread_is_name(rules_get(r, f->below, "CIDToGIDMap"), "Identity");
    return str_is(str_of(f->key), "FontFile2") && plain && read_true_type(s, out);
}
