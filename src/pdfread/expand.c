/* SPDX-License-Identifier: MIT */
/*
 * How large a packed stream is, found without unpacking it: libqpdf unpacks whole streams to
 * memory, and a million bytes may stand for a thousand million. Knows the filters that libqpdf
 * undoes (ISO 32000-1, 7.4) as far as lengths go: nothing of what they say is kept, so nothing
 * grows.
 */
#include "pdfread/open.h"

#include <stdlib.h>
#include <string.h>

/* ---- Flate (RFC 1950, RFC 1951) */

enum { MAX_BITS = 15, LITERALS = 288, DISTANCES = 32, END_OF_BLOCK = 256 };

struct bits {
    const unsigned char *p;
    size_t n, at;
    uint32_t held; /* bits that are taken from bytes already, lowest first */
    unsigned count;
    bool over; /* more were asked for than there are */
};

static unsigned take(struct bits *b, unsigned n) {
    while (b->count < n) {
        if (b->at >= b->n) {
            b->over = true;
            return 0;
        }
        b->held |= (uint32_t)b->p[b->at++] << b->count;
        b->count += 8;
    }
    unsigned v = b->held & ((1u << n) - 1);
    b->held >>= n;
    b->count -= n;
    return v;
}

/* A canonical code: how many symbols have each length, and the symbols in order. */
struct code {
    uint16_t count[MAX_BITS + 1];
    uint16_t symbol[LITERALS];
};

static void code_make(struct code *c, const uint8_t *lengths, unsigned n) {
    uint16_t from[MAX_BITS + 2] = {0};
    memset(c->count, 0, sizeof c->count);
    for (unsigned i = 0; i < n; i++) {
        c->count[lengths[i]]++;
    }
    for (unsigned i = 1; i <= MAX_BITS; i++) {
        from[i + 1] = (uint16_t)(from[i] + c->count[i]);
    }
    for (unsigned i = 0; i < n; i++) {
        if (lengths[i]) {
            c->symbol[from[lengths[i]]++] = (uint16_t)i;
        }
    }
}

static unsigned symbol(struct bits *b, const struct code *c) {
    unsigned code = 0, first = 0, index = 0;
    for (unsigned length = 1; length <= MAX_BITS; length++) {
        code |= take(b, 1);
        unsigned count = c->count[length];
        if (b->over) {
            break;
        }
        if (code < first + count) {
            return c->symbol[index + (code - first)];
        }
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    b->over = true; /* no such code: the data end here for libqpdf, too */
    return END_OF_BLOCK;
}

static void read_codes(struct bits *b, struct code *literals, struct code *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES + 138] = {0};
    unsigned nlit = take(b, 5) + 257, ndist = take(b, 5) + 1, ncode = take(b, 4) + 4;
    for (unsigned i = 0; i < ncode; i++) {
        lengths[order[i]] = (uint8_t)take(b, 3);
    }
    struct code own;
    code_make(&own, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    for (unsigned i = 0; i < nlit + ndist && !b->over;) {
        unsigned s = symbol(b, &own);
        if (s < 16) {
            lengths[i++] = (uint8_t)s;
            continue;
        }
        uint8_t last = s == 16 && i > 0 ? lengths[i - 1] : 0;
        unsigned repeat = s == 16 ? 3 + take(b, 2) : s == 17 ? 3 + take(b, 3) : 11 + take(b, 7);
        for (; repeat > 0 && i < nlit + ndist; repeat--) {
            lengths[i++] = last;
        }
    }
    code_make(literals, lengths, nlit < LITERALS ? nlit : LITERALS);
    code_make(distances, lengths + nlit, ndist < DISTANCES ? ndist : DISTANCES);
}

static void fixed_codes(struct code *literals, struct code *distances) {
    uint8_t lengths[LITERALS];
    for (unsigned i = 0; i < LITERALS; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    code_make(literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    code_make(distances, lengths, DISTANCES);
}

/* What a block says, in bytes, added to `*size`. */
static void count_block(struct bits *b, const struct code *literals, const struct code *distances,
                        size_t *size, size_t most) {
    static const uint16_t base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                      15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                      67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                      2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    while (!b->over && *size <= most) {
        unsigned s = symbol(b, literals);
        if (s == END_OF_BLOCK) {
            return;
        }
        if (s < END_OF_BLOCK) {
            ++*size;
            continue;
        }
        if (s - 257 >= ARRAY_LEN(base)) {
            b->over = true;
            return;
        }
        *size += base[s - 257] + take(b, extra[s - 257]);
        unsigned d = symbol(b, distances);
        (void)take(b, d < 2 ? 0 : d < 30 ? d / 2 - 1 : 0);
    }
}

size_t pdfread_flate_size(struct str data, size_t most) {
    struct bits b = {.p = (const unsigned char *)data.p, .n = data.n, .at = 2};
    size_t size = 0;
    bool last = data.n < 2;
    while (!last && !b.over && size <= most) {
        last = take(&b, 1);
        unsigned kind = take(&b, 2);
        struct code literals, distances;
        if (kind == 0) {
            b.held = b.count = 0;
            size_t left = b.n - b.at;
            size_t n = left >= 4 ? (size_t)(b.p[b.at] | b.p[b.at + 1] << 8) : 0;
            b.over = left < 4 + n;
            size += b.over ? left : n;
            b.at += b.over ? left : 4 + n;
            continue;
        }
        if (kind == 1) {
            fixed_codes(&literals, &distances);
        } else if (kind == 2) {
            read_codes(&b, &literals, &distances);
        }
        b.over = b.over || kind == 3;
        if (!b.over) {
            count_block(&b, &literals, &distances, &size, most);
        }
    }
    return size;
}

/* ---- the other filters that grow */

/* LZW (7.4.4): each code stands for one byte more than the one before it did. */
static size_t lzw_size(struct str data, size_t most) {
    enum { CLEAR = 256, END = 257, FIRST = 258, CODES = 4096 };
    uint32_t lengths[CODES];
    uint64_t held = 0;
    size_t size = 0, at = 0;
    unsigned bits = 0, next = FIRST, before = 0;
    while (size <= most) {
        unsigned width = next >= 2047 ? 12 : next >= 1023 ? 11 : next >= 511 ? 10 : 9;
        for (; bits < width && at < data.n; bits += 8) {
            held = held << 8 | (unsigned char)data.p[at++];
        }
        if (bits < width) {
            return size;
        }
        unsigned code = (unsigned)(held >> (bits - width)) & ((1u << width) - 1);
        bits -= width;
        if (code == CLEAR || code == END) {
            next = FIRST;
            before = 0;
            if (code == END) {
                return size;
            }
            continue;
        }
        unsigned n = code < CLEAR ? 1 : code < next ? lengths[code] : before + 1;
        if (before && next < CODES) {
            lengths[next++] = before + 1;
        }
        size += n;
        before = n;
    }
    return size;
}

/* RunLength (7.4.5). */
static size_t run_size(struct str data, size_t most) {
    size_t size = 0;
    for (size_t at = 0; at < data.n && size <= most;) {
        unsigned n = (unsigned char)data.p[at];
        if (n == 128) {
            break;
        }
        size += n < 128 ? n + 1 : 257 - n;
        at += n < 128 ? n + 2 : 2;
    }
    return size;
}

/* ---- streams */

/* No filter makes of a byte more than this. */
enum { MOST_OF_BYTE = 1400 };

static bool is_one_of(struct str name, const char *a, const char *b) {
    return str_is(name, a) || str_is(name, b);
}

/* The names of a stream's filters that make it grow, at most two, behind those of ASCII. */
struct chain {
    struct str growing[2];
    size_t n;
    bool hex, ascii85; /* and which of ASCII is undone first */
};

static struct chain chain_of(struct pdfread_lib *pdf, qpdf_oh filter) {
    struct chain c = {.n = 0};
    bool list = QPDF(pdf, oh_is_array, filter);
    int count = list ? QPDF(pdf, oh_get_array_n_items, filter) : 1;
    for (int i = 0; i < count && c.n < ARRAY_LEN(c.growing); i++) {
        const char *p = NULL;
        size_t n = 0;
        qpdf_oh item = list ? QPDF(pdf, oh_get_array_item, filter, i) : filter;
        if (!QPDF(pdf, oh_get_value_as_name, item, &p, &n)) {
            continue;
        }
        struct str name = {p, n};
        c.hex = c.hex || is_one_of(name, "/ASCIIHexDecode", "/AHx");
        c.ascii85 = c.ascii85 || is_one_of(name, "/ASCII85Decode", "/A85");
        if (is_one_of(name, "/FlateDecode", "/Fl") || is_one_of(name, "/LZWDecode", "/LZW") ||
            is_one_of(name, "/RunLengthDecode", "/RL")) {
            c.growing[c.n++] = name;
        }
    }
    return c;
}

/* ASCII to bytes in place: two digits of 16 make one (7.4.2), five of 85 make four (7.4.3). */
static struct str undo_ascii(char *p, size_t n, bool hex) {
    size_t out = 0;
    uint32_t held = 0;
    unsigned digits = 0, whole = hex ? 2 : 5;
    for (size_t i = 0; i < n && p[i] != '>' && p[i] != '~'; i++) {
        char c = p[i];
        int v = !hex                                 ? (c >= '!' && c <= 'u' ? c - '!'
                                                        : c == 'z'           ? -2
                                                                             : -1)
                : is_digit(c)                        ? c - '0'
                : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                     : -1;
        if (v == -1 || (v == -2 && digits)) {
            continue;
        }
        held = v == -2 ? 0 : held * (hex ? 16 : 85) + (uint32_t)v;
        digits = v == -2 ? whole : digits + 1;
        if (digits < whole || (v == -2 && out + 4 > i + 1)) {
            continue; /* "z" is one letter for four bytes: beyond what was read they are left out */
        }
        for (unsigned k = whole - 1; k-- > 0;) {
            p[out++] = (char)(hex ? held : held >> 8 * k);
        }
        held = digits = 0;
    }
    return (struct str){p, out};
}

size_t pdfread_filter_size(struct str data, struct str filter, size_t most) {
    return is_one_of(filter, "/FlateDecode", "/Fl")  ? pdfread_flate_size(data, most)
           : is_one_of(filter, "/LZWDecode", "/LZW") ? lzw_size(data, most)
                                                     : run_size(data, most);
}

bool pdfread_fits(struct pdfread_lib *pdf, qpdf_oh stream, size_t most) {
    unsigned char *p = NULL;
    size_t n = 0;
    QPDF_BOOL plain = QPDF_FALSE;
    QPDF_ERROR_CODE code = QPDF(pdf, oh_get_stream_data, stream, qpdf_dl_none, &plain, &p, &n);
    if ((code & QPDF_ERRORS) || !p) {
        free(p);
        return true; /* what is wrong will be said when it is unpacked */
    }
    qpdf_oh dict = QPDF(pdf, oh_get_dict, stream);
    struct chain c = chain_of(pdf, QPDF(pdf, oh_get_key, dict, "/Filter"));
    bool fits = n <= most;
    if (c.n == 1 && n > most / MOST_OF_BYTE) {
        struct str data = {(const char *)p, n};
        data = c.hex || c.ascii85 ? undo_ascii((char *)p, n, c.hex) : data;
        fits = pdfread_filter_size(data, c.growing[0], most) <= most;
    } else if (c.n > 1) { /* packed twice, which nobody needs: little is taken */
        fits = n <= most / MOST_OF_BYTE / MOST_OF_BYTE + 64;
    }
    free(p);
    return fits;
}

/* ---- whole files */

/* How far before its data a stream's dictionary is looked for. */
enum { DICTIONARY = 400 };

bool pdfread_opens_small(struct str file, size_t most) {
    static const struct str word = STR_INIT("stream");
    size_t sum = 0;
    for (size_t at = 0; at < file.n;) {
        size_t found = str_find(str_from(file, at), word);
        if (found == STR_NONE) {
            return true;
        }
        size_t from = at + found, to = from + word.n;
        at = to;
        struct str before = str_slice(file, from > DICTIONARY ? from - DICTIONARY : 0, from);
        bool packed = str_find(before, STR("/ObjStm")) != STR_NONE ||
                      str_find(before, STR("/XRef")) != STR_NONE ||
                      str_index(before, '#') != STR_NONE;
        to += to < file.n && file.p[to] == '\r';
        to += to < file.n && file.p[to] == '\n';
        struct str data = str_from(file, to);
        /* A zlib stream begins with its method (RFC 1950, 2.2). */
        bool zlib = data.n > 2 && (data.p[0] & 15) == 8;
        if (packed && zlib) {
            sum += pdfread_flate_size(data, most - sum);
        }
        if (sum > most) {
            return false;
        }
    }
    return true;
}
