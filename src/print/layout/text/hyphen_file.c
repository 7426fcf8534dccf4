/* SPDX-License-Identifier: MIT */
/*
 * Reads pattern files. Debian's libhyphen-doc describes the format of hyph_*.dic: the name of the
 * encoding, directives, then one pattern per line. A second level, after NEXTLEVEL, has the
 * patterns for parts of compounds. TeX's lists have only patterns, in UTF-8.
 */
#include "print/layout/text/hyphen_internal.h"

#include "core/base/utf8.h"

#include <string.h>

#define NO_LETTER 0xFFFDu

/* The letters of the encodings in use, from the byte `first` to 0xFF. A dot means that the byte is
 * not a letter. */
static const char iso_8859_2[] = ".Ą.Ł.ĽŚ..ŠŞŤŹ.ŽŻ.ą.ł.ľśˇ.šşťź.žż"
                                 "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ.ŘŮÚŰÜÝŢß"
                                 "ŕáâăäĺćçčéęëěíîďđńňóôőö.řůúűüýţ.";
static const char iso_8859_4[] = ".ĄĸŖ.ĨĻ..ŠĒĢŦ.Ž..ą.ŗ.ĩļˇ.šēģŧŊžŋ"
                                 "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ.ØŲÚÛÜŨŪß"
                                 "āáâãäåæįčéęëėíîīđņōķôõö.øųúûüũū.";
static const char iso_8859_5[] = ".ЁЂЃЄЅІЇЈЉЊЋЌ.ЎЏ"
                                 "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                                 "абвгдежзийклмнопрстуфхцчшщъыьэюя"
                                 ".ёђѓєѕіїјљњћќ.ўџ";
static const char iso_8859_7[] = "..........ͺ...........Ά.ΈΉΊ.Ό.ΎΏ"
                                 "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ.ΣΤΥΦΧΨΩΪΫάέήί"
                                 "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ.";
static const char iso_8859_13[] = "........Ø.Ŗ....Æ.....µ..ø.ŗ....æ"
                                  "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ.ŲŁŚŪÜŻŽß"
                                  "ąįāćäåęēčéźėģķīļšńņóōõö.ųłśūüżž.";
static const char iso_8859_15[] = "......Š.š.ª.........Žµ..ž.º.ŒœŸ."
                                  "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ.ØÙÚÛÜÝÞß"
                                  "àáâãäåæçèéêëìíîïðñòóôõö.øùúûüýþÿ";
static const char koi8_u[] = "...ёє.ії.....ґ.....ЁЄ.ІЇ.....Ґ.."
                             "юабцдефгхийклмнопярстужвьызшэщчъ"
                             "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";
static const char windows_1251[] = "ЂЃ.ѓ......Љ.ЊЌЋЏђ.........љ.њќћџ"
                                   ".ЎўЈ.Ґ..Ё.Є....Ї..Ііґµ..ё.є.јЅѕї"
                                   "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                                   "абвгдежзийклмнопрстуфхцчшщъыьэюя";
struct charset {
    const char *name;
    const char *letters; /* the letters above; NULL: the encoding is Latin-1 or UTF-8 */
    uint8_t first;
    bool utf8;
};
static const struct charset charsets[] = {
    {"UTF-8", NULL, 0, true},
    {"ISO8859-1", NULL, 0, false},
    {"ISO8859-2", iso_8859_2, 0xA0, false},
    {"ISO8859-4", iso_8859_4, 0xA0, false},
    {"ISO8859-5", iso_8859_5, 0xA0, false},
    {"ISO8859-7", iso_8859_7, 0xA0, false},
    {"ISO8859-13", iso_8859_13, 0xA0, false},
    {"ISO8859-15", iso_8859_15, 0xA0, false},
    {"KOI8-R", koi8_u, 0xA0, false}, /* KOI8-U has all letters of KOI8-R at the same places */
    {"KOI8-U", koi8_u, 0xA0, false},
    {"microsoft-cp1251", windows_1251, 0x80, false},
    {"CP1251", windows_1251, 0x80, false},
};

/* Compares the names of encodings, which have several spellings: "ISO8859-1", "ISO-8859-1",
 * "iso_8859-1". */
static bool charset_named(struct str name, const char *z) {
    size_t i = 0;
    for (;;) {
        while (i < name.n && (name.p[i] == '-' || name.p[i] == '_')) {
            i++;
        }
        while (*z == '-') {
            z++;
        }
        if (i == name.n || *z == '\0') {
            return i == name.n && *z == '\0';
        }
        if (to_lower(name.p[i++]) != to_lower(*z++)) {
            return false;
        }
    }
}

/* The state of reading, with the encoding of the bytes. */
struct reader {
    struct hyphens *h;
    struct hyphen_growth trie[2]; /* builders of the two tries of `h` */
    uint32_t *high;               /* the list `high` of `h`, which grows */
    uint8_t *high_class;
    struct arena *arena;
    bool utf8;
    bool plain; /* the file has no directives */
    uint32_t table[256];
};

static bool reader_init(struct reader *r, struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(charsets); i++) {
        const struct charset *c = &charsets[i];
        if (!charset_named(name, c->name)) {
            continue;
        }
        r->utf8 = c->utf8;
        for (unsigned b = 0; b < 256; b++) {
            r->table[b] = c->letters != NULL && b >= 0x80 ? NO_LETTER : b;
        }
        struct str letters = str_of(c->letters);
        size_t at = 0;
        for (unsigned b = c->first; at < letters.n && b < 256; b++) {
            uint32_t cp = utf8_next(letters, &at);
            r->table[b] = cp == '.' ? NO_LETTER : cp;
        }
        return true;
    }
    return false;
}

static uint32_t reader_next(const struct reader *r, struct str text, size_t *at) {
    return r->utf8 ? utf8_next(text, at) : r->table[(unsigned char)text.p[(*at)++]];
}

/* The class of a letter. Creates a class for a new letter. 0 if there are too many classes. */
static unsigned class_make(struct reader *r, uint32_t cp) {
    struct hyphens *h = r->h;
    unsigned cls = hyphen_class(h, cp);
    if (cls != 0 || cp == NO_LETTER || h->nclasses >= PATTERN_CLASSES) {
        return cls;
    }
    cls = ++h->nclasses;
    if (cp < ARRAY_LEN(h->low)) {
        h->low[cp] = (uint8_t)cls;
    } else {
        r->high[h->nhigh] = cp;
        r->high_class[h->nhigh++] = (uint8_t)cls;
    }
    return cls;
}

/* Reads a pattern such as "a1bc3d4", in which numbers are between letters (Liang 1983, ch. 2). */
static void pattern_read(struct reader *r, struct hyphen_growth *t, struct str line) {
    uint8_t classes[PATTERN_LETTERS], numbers[PATTERN_LETTERS + 1] = {0};
    size_t n = 0, at = 0;
    while (at < line.n) {
        uint32_t cp = reader_next(r, line, &at);
        if (cp >= '0' && cp <= '9') {
            numbers[n] = (uint8_t)(cp - '0');
            continue;
        }
        unsigned cls = class_make(r, cp);
        if (cls == 0 || n == PATTERN_LETTERS) {
            return;
        }
        classes[n++] = (uint8_t)cls;
        numbers[n] = 0;
    }
    if (n > 0) {
        hyphen_growth_add(t, classes, n, numbers);
    }
}

/* Reads a line that has the given directive and a number. */
static bool directive(struct str line, const char *name, int *out) {
    struct str key = str_of(name);
    int64_t v;
    if (!str_starts(line, key) || line.n == key.n || !is_space(line.p[key.n])) {
        return false;
    }
    if (str_to_i64(str_trim(str_from(line, key.n)), &v) && v > 0 && v < 100) {
        *out = (int)v;
    }
    return true;
}

/* Reads any directive. Returns false if the line is not a directive. */
static bool directive_read(struct hyphens *h, struct str line) {
    return directive(line, "LEFTHYPHENMIN", &h->left) ||
           directive(line, "RIGHTHYPHENMIN", &h->right) ||
           directive(line, "COMPOUNDLEFTHYPHENMIN", &h->compound_left) ||
           directive(line, "COMPOUNDRIGHTHYPHENMIN", &h->compound_right) ||
           str_starts(line, STR("NOHYPHEN"));
}

static struct hyphens *hyphens_new(struct reader *r, size_t bytes) {
    struct arena *a = r->arena;
    struct hyphens *h = ARENA_NEW(a, struct hyphens);
    r->h = h;
    h->left = h->right = h->compound_left = h->compound_right = 2;
    h->high = r->high = ARENA_ARRAY(a, uint32_t, PATTERN_CLASSES);
    h->high_class = r->high_class = ARENA_ARRAY(a, uint8_t, PATTERN_CLASSES);
    h->low['.'] = CLASS_EDGE;
    h->nclasses = CLASS_OTHER;
    hyphen_growth_init(&r->trie[0], bytes);
    hyphen_growth_init(&r->trie[1], 0);
    return h;
}

static struct hyphens *hyphens_finish(struct reader *r) {
    struct hyphens *h = r->h;
    for (size_t i = 0; i < ARRAY_LEN(r->trie); i++) {
        h->trie[i] = hyphen_growth_keep(&r->trie[i], r->arena);
    }
    return h->nclasses > CLASS_OTHER ? h : NULL;
}

static void line_read(struct reader *r, struct str line) {
    struct hyphens *h = r->h;
    bool comment = line.n > 0 && (line.p[0] == '#' || line.p[0] == '%');
    if (line.n == 0 || comment || (!r->plain && directive_read(h, line))) {
        return;
    }
    if (!r->plain && str_is(line, "NEXTLEVEL")) {
        h->compounds = true;
    } else if (r->plain || memchr(line.p, '/', line.n) == NULL) {
        pattern_read(r, &r->trie[h->compounds ? 1 : 0], line);
    }
}

static void lines_read(struct reader *r, struct str rest) {
    while (rest.p != NULL && rest.n > 0) {
        line_read(r, str_trim(str_cut(&rest, '\n')));
    }
}

struct hyphens *hyphens_read(struct arena *a, struct str data) {
    struct reader r = {.arena = a};
    struct str rest = data;
    if (!rest.p || !reader_init(&r, str_trim(str_cut(&rest, '\n')))) {
        return NULL;
    }
    (void)hyphens_new(&r, data.n);
    lines_read(&r, rest);
    return hyphens_finish(&r);
}

struct hyphens *hyphens_read_plain(struct arena *a, struct str data, int left, int right) {
    struct reader r = {.arena = a, .utf8 = true, .plain = true};
    struct hyphens *h = hyphens_new(&r, data.n);
    h->left = left;
    h->right = right;
    h->all_compete = true;
    lines_read(&r, data);
    return hyphens_finish(&r);
}
