/* SPDX-License-Identifier: MIT */
/*
 * Reading hyph_*.dic: where it is, which encoding it has, what its lines say. Decides what a
 * language's name means. The format is described in Debian's libhyphen-doc: the encoding's name,
 * directives, then one pattern a line; a second level (behind NEXTLEVEL) holds the patterns for the
 * parts of compounds.
 */
#include "layout/text/hyphen_internal.h"

#include "base/file.h"
#include "base/utf8.h"

#include <string.h>

#define DIC_LIMIT (16u * 1024u * 1024u)
#define NO_LETTER 0xFFFDu

/* The letters of the encodings that files still have, from `first` to 0xFF; a dot is no letter. */
static const char iso_8859_2[] = ".Ą.Ł.ĽŚ..ŠŞŤŹ.ŽŻ.ą.ł.ľśˇ.šşťź.žż"
                                 "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ.ŘŮÚŰÜÝŢß"
                                 "ŕáâăäĺćçčéęëěíîďđńňóôőö.řůúűüýţ.";
static const char iso_8859_4[] = ".ĄĸŖ.ĨĻ..ŠĒĢŦ.Ž..ą.ŗ.ĩļˇ.šēģŧŊžŋ"
                                 "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ.ØŲÚÛÜŨŪß"
                                 "āáâãäåæįčéęëėíîīđņōķôõö.øųúûüũū.";
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
    const char *letters; /* NULL: Latin-1, or UTF-8 */
    uint8_t first;
    bool utf8;
};
static const struct charset charsets[] = {
    {"UTF-8", NULL, 0, true},
    {"ISO8859-1", NULL, 0, false},
    {"ISO8859-2", iso_8859_2, 0xA0, false},
    {"ISO8859-4", iso_8859_4, 0xA0, false},
    {"ISO8859-7", iso_8859_7, 0xA0, false},
    {"ISO8859-13", iso_8859_13, 0xA0, false},
    {"ISO8859-15", iso_8859_15, 0xA0, false},
    {"KOI8-R", koi8_u, 0xA0, false}, /* KOI8-U has its letters at the same places */
    {"KOI8-U", koi8_u, 0xA0, false},
    {"microsoft-cp1251", windows_1251, 0x80, false},
    {"CP1251", windows_1251, 0x80, false},
};

/* Names are written in many ways: "ISO8859-1", "ISO-8859-1", "iso_8859-1". */
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

/* What the file's bytes mean. */
struct reader {
    struct hyphens *h;
    struct arena *arena;
    bool utf8;
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

/* The class of a letter, a new one when the letter is new; 0 when there are too many. */
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
        h->high[h->nhigh] = cp;
        h->high_class[h->nhigh++] = (uint8_t)cls;
    }
    return cls;
}

/* "a1bc3d4": letters with numbers between them (Liang 1983, ch. 2). */
static void pattern_read(struct reader *r, struct hyphen_trie *t, struct str line) {
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
        hyphen_trie_add(t, classes, n, numbers);
    }
}

/* A line with a number behind a word. */
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

/* Everything but patterns. Returns whether the line was such. */
static bool directive_read(struct hyphens *h, struct str line) {
    return directive(line, "LEFTHYPHENMIN", &h->left) ||
           directive(line, "RIGHTHYPHENMIN", &h->right) ||
           directive(line, "COMPOUNDLEFTHYPHENMIN", &h->compound_left) ||
           directive(line, "COMPOUNDRIGHTHYPHENMIN", &h->compound_right) ||
           str_starts(line, STR("NOHYPHEN"));
}

struct hyphens *hyphens_read(struct arena *a, struct str data) {
    struct reader r = {.arena = a};
    struct str rest = data;
    if (!rest.p || !reader_init(&r, str_trim(str_cut(&rest, '\n')))) {
        return NULL;
    }
    struct hyphens *h = ARENA_NEW(a, struct hyphens);
    r.h = h;
    h->left = h->right = h->compound_left = h->compound_right = 2;
    h->high = ARENA_ARRAY(a, uint32_t, PATTERN_CLASSES);
    h->high_class = ARENA_ARRAY(a, uint8_t, PATTERN_CLASSES);
    h->low['.'] = CLASS_EDGE;
    h->nclasses = CLASS_OTHER;
    hyphen_trie_init(&h->trie[0]);
    hyphen_trie_init(&h->trie[1]);
    while (rest.p != NULL) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        if (line.n == 0 || line.p[0] == '#' || line.p[0] == '%' || directive_read(h, line)) {
            continue;
        }
        if (str_is(line, "NEXTLEVEL")) {
            h->compounds = true;
        } else if (memchr(line.p, '/', line.n) == NULL) {
            pattern_read(&r, &h->trie[h->compounds ? 1 : 0], line);
        }
    }
    hyphen_trie_keep(&h->trie[0], a);
    hyphen_trie_keep(&h->trie[1], a);
    return h->nclasses > CLASS_OTHER ? h : NULL;
}

/* Which country's patterns a bare language means where there is no file with its bare name. Sorted.
 */
static const char *const defaults[][2] = {
    {"cs", "cs_CZ"}, {"da", "da_DK"}, {"de", "de_DE"}, {"el", "el_GR"}, {"en", "en_US"},
    {"es", "es_ES"}, {"et", "et_EE"}, {"fr", "fr_FR"}, {"hr", "hr_HR"}, {"hu", "hu_HU"},
    {"is", "is_IS"}, {"it", "it_IT"}, {"lt", "lt_LT"}, {"lv", "lv_LV"}, {"nb", "nb_NO"},
    {"nl", "nl_NL"}, {"nn", "nn_NO"}, {"no", "nb_NO"}, {"pl", "pl_PL"}, {"pt", "pt_PT"},
    {"ro", "ro_RO"}, {"ru", "ru_RU"}, {"sk", "sk_SK"}, {"sl", "sl_SI"}, {"sr", "sr"},
    {"sv", "sv_SE"}, {"uk", "uk_UA"}, {"zu", "zu_ZA"},
};

static bool file_try(struct arena *a, struct str name, struct hyphens **out) {
    struct str data;
    struct str path = arena_printf(a, "/usr/share/hyphen/hyph_%.*s.dic", STR_ARG(name));
    if (file_read(a, path, DIC_LIMIT, &data) != 0) {
        return false;
    }
    *out = hyphens_read(a, data);
    return *out != NULL;
}

struct hyphens *hyphens_load(struct arena *a, struct str lang) {
    char name[32];
    struct hyphens *h = NULL;
    if (lang.n < 2 || lang.n >= sizeof name) {
        return NULL;
    }
    for (size_t i = 0; i < lang.n; i++) {
        if (!is_alnum(lang.p[i]) && lang.p[i] != '-' && lang.p[i] != '_') {
            return NULL; /* no language, and perhaps a path */
        }
        name[i] = lang.p[i] == '-' ? '_' : lang.p[i];
    }
    struct str whole = {name, lang.n};
    struct str bare = str_slice(whole, 0, str_index(whole, '_'));
    if (whole.n == 5 && name[2] == '_') { /* "en-us" */
        name[3] = to_upper(name[3]);
        name[4] = to_upper(name[4]);
    }
    if (bare.n < whole.n && file_try(a, whole, &h)) {
        return h;
    }
    for (size_t i = 0; i < ARRAY_LEN(defaults); i++) {
        if (str_ieq(bare, str_of(defaults[i][0])) && file_try(a, str_of(defaults[i][1]), &h)) {
            return h;
        }
    }
    return file_try(a, bare, &h) ? h : NULL;
}
