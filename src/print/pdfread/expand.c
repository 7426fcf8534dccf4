/* SPDX-License-Identifier: MIT */
/*
 * Computes the unpacked size of a stream without unpacking it. libqpdf unpacks whole streams in
 * memory, and a million bytes may expand to a billion. The filters of libqpdf (ISO 32000-1, 7.4)
 * are decoded only as far as sizes require, which takes no memory.
 */
#include "print/pdfread/open.h"

#include <stdlib.h>
#include <string.h>

/* ---- Flate (RFC 1950, RFC 1951) */

enum { MAX_BITS = 15, LITERALS = 288, DISTANCES = 32, END_OF_BLOCK = 256 };

struct bits {
    const unsigned char *p;
    size_t n, at;
    uint32_t held; /* bits that were read but not yet used, the lowest bit first */
    unsigned count;
    bool over; /* the data ended too early */
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

/* A canonical code: the number of symbols of each length, and the symbols in order. */
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
    b->over = true; /* no symbol has this code; libqpdf also stops here */
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

/* Adds the unpacked size of a block to `*size`. */
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

/** The unpacked size of a zlib stream (RFC 1950). */
static size_t flate_size(struct str data, size_t most) {
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

/* ---- the other filters that expand */

/* The unpacked size of LZW data (7.4.4), in which each code represents one byte more than the code
 * before it. With `early`, codes become longer one code earlier, as the default of /EarlyChange
 * requires. */
static size_t lzw_sized(struct str data, bool early, size_t most) {
    enum { CLEAR = 256, END = 257, FIRST = 258, CODES = 4096 };
    uint32_t lengths[CODES];
    uint64_t held = 0;
    size_t size = 0, at = 0;
    unsigned bits = 0, next = FIRST, before = 0;
    while (size <= most) {
        unsigned last = next + early;
        unsigned width = last >= 2048 ? 12 : last >= 1024 ? 11 : last >= 512 ? 10 : 9;
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

/* The value of /EarlyChange may be hard to find, so this is the larger of both possible sizes. */
static size_t lzw_size(struct str data, size_t most) {
    size_t early = lzw_sized(data, true, most), late = lzw_sized(data, false, most);
    return early > late ? early : late;
}

/* The unpacked size of RunLength data (7.4.5). */
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

/* no filter expands a byte to more bytes than this */
enum { MAX_EXPANSION = 1400 };

static bool is_one_of(struct str name, const char *a, const char *b) {
    return str_is(name, a) || str_is(name, b);
}

/* The filters of a stream that expand data: at most two, after the filters for ASCII. */
struct chain {
    struct str growing[2];
    size_t n;
    bool hex, ascii85; /* the ASCII filter that comes before these filters */
    /* there are other filters for ASCII, or one of them is in an unusual place; real programs do
     * not write this */
    bool odd;
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
        bool hex = is_one_of(name, "/ASCIIHexDecode", "/AHx");
        bool ascii85 = is_one_of(name, "/ASCII85Decode", "/A85");
        c.odd = c.odd || ((hex || ascii85) && (c.hex || c.ascii85 || c.n));
        c.hex = c.hex || hex;
        c.ascii85 = c.ascii85 || ascii85;
        if (is_one_of(name, "/FlateDecode", "/Fl") || is_one_of(name, "/LZWDecode", "/LZW") ||
            is_one_of(name, "/RunLengthDecode", "/RL")) {
            c.growing[c.n++] = name;
        }
    }
    return c;
}

/* The number of bytes that decoded ASCII may take. "z" is one character that represents four
 * bytes. */
static size_t ascii_room(struct str s) {
    size_t room = s.n + 4;
    for (size_t i = 0; i < s.n; i++) {
        room += s.p[i] == 'z' ? 3 : 0;
    }
    return room;
}

/* Decodes ASCII: two hexadecimal digits are one byte (7.4.2), five base-85 digits are four bytes
 * (7.4.3). `to` has ascii_room() bytes. */
static struct str undo_ascii(char *to, struct str s, bool hex) {
    size_t out = 0;
    uint32_t held = 0;
    unsigned digits = 0, whole = hex ? 2 : 5;
    for (size_t i = 0; i < s.n && s.p[i] != '>' && s.p[i] != '~'; i++) {
        char c = s.p[i];
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
        if (digits < whole) {
            continue;
        }
        for (unsigned k = whole - 1; k-- > 0;) {
            to[out++] = (char)(hex ? held : held >> 8 * k);
        }
        held = digits = 0;
    }
    return (struct str){to, out};
}

size_t pdfread_filter_size(struct str data, struct str filter, size_t most) {
    return is_one_of(filter, "/FlateDecode", "/Fl")  ? flate_size(data, most)
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
        return true; /* the fault is reported when the stream is unpacked */
    }
    qpdf_oh dict = QPDF(pdf, oh_get_dict, stream);
    struct chain c = chain_of(pdf, QPDF(pdf, oh_get_key, dict, "/Filter"));
    bool fits = n <= most;
    struct str data = {(const char *)p, n};
    /* Real programs do not pack data twice. Such data must be so small that it cannot grow above
     * the limit. */
    if (c.n > 1 || c.odd) {
        fits = n <= most / MAX_EXPANSION / MAX_EXPANSION + 64;
    } else if (c.n == 1 && n > most / MAX_EXPANSION / 4) {
        bool ascii = c.hex || c.ascii85;
        size_t room = ascii ? ascii_room(data) : 0;
        char *bytes = ascii && room <= most ? xmalloc(room) : NULL;
        data = bytes ? undo_ascii(bytes, data, c.hex) : data;
        fits = room <= most && pdfread_filter_size(data, c.growing[0], most) <= most;
        free(bytes);
    }
    free(p);
    return fits;
}

/* ---- whole files */

/* the number of bytes before the data that are searched for the dictionary */
enum { DICTIONARY = 1000 };

/* The dictionary that ends before the keyword `stream`, with its object number. The result is empty
 * if the dictionary is too long, or if its start is not certain because it may be inside a string
 * or a comment. */
static struct str dictionary_before(struct str before) {
    size_t from = before.n;
    while (from >= 4 && !str_starts(str_from(before, from - 4), STR(" obj"))) {
        from--;
    }
    struct str dict = from >= 4 ? str_from(before, from) : STR_EMPTY;
    while (from > 0 && before.p[from - 1] != '\n' && before.p[from - 1] != '\r') {
        if (before.p[--from] == '%') {
            return STR_EMPTY;
        }
    }
    int open = 0;
    for (size_t i = 0; i < dict.n; i++) {
        /* strchr() also finds NUL, which is refused too */
        if (strchr("()%#", dict.p[i])) {
            return STR_EMPTY;
        }
        open += (dict.p[i] == '<') - (dict.p[i] == '>');
    }
    return open == 0 ? dict : STR_EMPTY;
}

/* Whether an object stream uses filters that real programs do not use for object streams. The size
 * of such a stream is known only after unpacking. */
static bool is_packed_oddly(struct str dict) {
    static const char *const odd[] = {"/LZW", "/RunLengthDecode", "/RL", "/AHx", "/ASCIIHexDecode",
                                      "/A85", "/ASCII85Decode"};
    for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
        if (str_find(dict, str_of(odd[i])) != STR_NONE) {
            return true;
        }
    }
    static const struct str usual = STR_INIT("/Fl");
    size_t at = str_find(dict, usual);
    return at != STR_NONE && str_find(str_from(dict, at + usual.n), usual) != STR_NONE;
}

/* The start of a stream's data: after the keyword, blanks and the line end. */
static size_t data_from(struct str file, size_t at) {
    while (at < file.n && is_space(file.p[at]) && file.p[at] != '\r' && file.p[at] != '\n') {
        at++;
    }
    at += at < file.n && file.p[at] == '\r';
    return at + (at < file.n && file.p[at] == '\n');
}

bool pdfread_opens_small(struct str file, size_t most) {
    static const struct str word = STR_INIT("stream");
    size_t sum = 0;
    for (size_t at = 0; at < file.n;) {
        size_t found = str_find(str_from(file, at), word);
        if (found == STR_NONE) {
            return true;
        }
        size_t from = at + found;
        at = from + word.n;
        struct str before = str_slice(file, from > DICTIONARY ? from - DICTIONARY : 0, from);
        struct str dict = dictionary_before(before);
        bool objects =
            str_find(dict, STR("/ObjStm")) != STR_NONE || str_find(dict, STR("/XRef")) != STR_NONE;
        struct str data = str_from(file, data_from(file, at));
        /* a zlib stream begins with the number of its method (RFC 1950, 2.2) */
        bool zlib = data.n > 2 && (data.p[0] & 15) == 8;
        if (objects && is_packed_oddly(dict)) {
            return false;
        }
        if ((objects || dict.n == 0) && zlib) {
            sum += flate_size(data, most - sum);
        }
        if (sum > most) {
            return false;
        }
    }
    return true;
}
