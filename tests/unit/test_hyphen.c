/* SPDX-License-Identifier: MIT */
/*
 * Hyphenation: the rule of Liang with small patterns, the directives of pattern files, words
 * within text, and the English patterns if they are installed.
 */
#include "print/layout/text/hyphen_internal.h"

#include "core/base/file.h"

#include "tap.h"

/* The word with '=' at its breaks. */
static const char *cut(const struct hyphens *h, const char *word, int left, int right) {
    static char out[1024];
    bool breaks[512];
    size_t n = 0, len = strlen(word);
    hyphens_find(h, str_of(word), left, right, breaks);
    for (size_t i = 0; i < len; i++) {
        if (breaks[i]) {
            out[n++] = '=';
        }
        out[n++] = word[i];
    }
    out[n] = '\0';
    return out;
}

#define CUT(h, word, want, name) is_str(str_of(cut((h), (word), 0, 0)), (want), (name))

static void test_patterns(struct arena *a) {
    struct hyphens *h =
        hyphens_read(a, STR("UTF-8\nLEFTHYPHENMIN 1\nRIGHTHYPHENMIN 2\n% a comment\n"
                            "a1b\nb1c\n.c1d\nx3y\n4xyz\n1q/x=yy,1,2\ne1f.\n\xC3\xA9"
                            "1t\n"));
    ok(h != NULL, "patterns are read");
    CUT(h, "aabb", "aa=bb", "a break where the number is odd");
    CUT(h, "abcc", "a=b=cc", "two patterns, two breaks");
    CUT(h, "cddd", "c=ddd", "at the beginning of a word");
    CUT(h, "acdd", "acdd", "and only there");
    CUT(h, "aaef", "aaef", "the right minimum keeps two letters");
    CUT(h, "ab", "ab", "a short word is left alone");
    CUT(h, "AABB", "AA=BB", "capitals are small letters");
    CUT(h, "aaqqqq", "aaqqqq", "patterns that change letters are left out");
    CUT(h, "aabb-aabb", "aa=bb-aa=bb", "a hyphen begins another word");
    CUT(h, "aabb1aabb", "aa=bb1aa=bb", "so does a figure");
    CUT(h, "\xC3\x89tat", "\xC3\x89=tat", "a capital beyond ASCII");
    CUT(h,
        "a\xC3\xB1"
        "abb",
        "a\xC3\xB1"
        "a=bb",
        "a letter no pattern knows is a letter");
    is_str(str_of(cut(h, "aaabbbb", 4, 2)), "aaabbbb", "the caller's left minimum");
    is_str(str_of(cut(h, "aaabbbb", 3, 4)), "aaa=bbbb", "left and right minimum just met");
    is_str(str_of(cut(h, "aaabbbb", 3, 5)), "aaabbbb", "right minimum not met");
}

static void test_compounds(struct arena *a) {
    struct hyphens *h = hyphens_read(
        a, STR("ISO8859-1\nCOMPOUNDLEFTHYPHENMIN 3\nCOMPOUNDRIGHTHYPHENMIN 2\nhaus1t\nNEXTLEVEL\n"
               "a1u\n.t\xFCr1e\nt1\xFC\n"));
    ok(h != NULL, "two levels are read");
    CUT(h, "haust\xC3\xBCr", "ha=us=t\xC3\xBCr", "the first level finds the seam");
    CUT(h, "hausst\xC3\xBCren", "ha=usst=\xC3\xBCren",
        "without it the second level takes the word");
    CUT(h, "haust\xC3\xBCren", "ha=us=t\xC3\xBCr=en", "a part is a word of its own, its ends kept");
}

/* In TeX's lists all patterns that match compete, in .dic files the longest alone. */
static void test_plain_lists(struct arena *a) {
    static const char list[] = "abc3\nb1c\nxb2c\n";
    struct hyphens *h = hyphens_read_plain(a, STR(list), 1, 1);
    ok(h != NULL, "a list without a head is read");
    CUT(h, "abcd", "ab=c=d", "a pattern is heard that stands inside another");
    CUT(h, "xbcd", "xbcd", "the higher number wins");
    struct hyphens *wide = hyphens_read_plain(a, STR(list), 2, 3);
    CUT(wide, "abcd", "abcd", "the ends that the caller keeps");
    ok(hyphens_read_plain(a, STR_EMPTY, 2, 2) == NULL, "no list");
}

static void test_rules(struct arena *a) {
    struct hyphens *tr = hyphens_load(a, STR("tr"), STR_EMPTY, NULL);
    ok(tr != NULL, "Turkish needs no file");
    CUT(tr, "kitaplarımızdan", "ki=tap=la=rı=mız=dan", "each syllable begins with one consonant");
    CUT(tr, "Avrupa", "Av=ru=pa", "of two consonants one stays");
    CUT(tr, "elektronik", "elekt=ro=nik", "of three two");
    CUT(tr, "saatler", "sa=at=ler", "two vowels are two syllables");
    CUT(tr, "İstanbul", "İs=tan=bul", "a dotted capital is a vowel");
    struct hyphens *la = hyphens_load(a, STR("la"), STR_EMPTY, NULL);
    CUT(la, "philosophia", "phi=lo=so=phia", "Latin keeps ph together");
    CUT(la, "aequatio", "ae=qua=tio", "and qu");
    CUT(la, "magistratus", "ma=gis=tra=tus", "a stop with a liquid begins a syllable");
    struct hyphens *fi = hyphens_load(a, STR("fi-FI"), STR_EMPTY, NULL);
    CUT(fi, "yliopistossa", "ylio=pis=tos=sa", "Finnish, with a country");
    CUT(hyphens_load(a, STR("eu"), STR_EMPTY, NULL), "unibertsitatea", "uni=ber=tsi=ta=tea",
        "Basque keeps ts together");
    CUT(hyphens_load(a, STR("az"), STR_EMPTY, NULL), "universiteti", "uni=ver=si=te=ti",
        "Azerbaijani");
    CUT(hyphens_load(a, STR("et"), STR_EMPTY, NULL), "teaduslik", "tea=dus=lik", "Estonian");
}

static void test_missed(void) {
    static const struct {
        const char *lang, *package; /* NULL: not reported as missing */
    } rows[] = {
        {"de-AT", "hyphen-de"},
        {"nn", "hyphen-no"},
        {"PT_br", "hyphen-pt-br"},
        {"pt", "hyphen-pt-pt"},
        {"sr-Latn-RS", "hyphen-sr"},
        {"en-nz", "hyphen-en-gb"},
        {"en-US", "hyphen-en-us"},
        {"grc", "texlive-lang-greek"},
        {"xx", ""},
        {"zh-Hant-TW", NULL},
        {"ja", NULL},
        {"ar", NULL},
        {"th", NULL},
        {"hi", NULL},
        {"vi", NULL},
        {"../de", NULL},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str package;
        bool missed = hyphens_are_missed(str_of(rows[i].lang), &package);
        ok(missed == (rows[i].package != NULL), rows[i].lang);
        is_str(package, rows[i].package != NULL ? rows[i].package : "", "and its package");
    }
}

static void test_bad_files(struct arena *a) {
    ok(hyphens_read(a, STR("")) == NULL, "an empty file");
    ok(hyphens_read(a, STR_EMPTY) == NULL, "no file");
    ok(hyphens_read(a, STR("EBCDIC\na1b\n")) == NULL, "an unknown encoding");
    ok(hyphens_read(a, STR("UTF-8\n")) == NULL, "no patterns");
    ok(hyphens_read(a, STR("UTF-8\n1\n22\n.\n\xFF\n")) == NULL, "nothing but rubbish");
    ok(hyphens_read(a, STR("UTF-8\nLEFTHYPHENMIN -4\nLEFTHYPHENMIN 99999999999\na1b")) != NULL,
       "bad numbers are passed over, the last line needs no end");
    ok(hyphens_load(a, STR("../../etc/passwd"), STR_EMPTY, NULL) == NULL, "a path is no language");
    ok(hyphens_load(a, STR("xx"), STR_EMPTY, NULL) == NULL, "a language without patterns");
    ok(hyphens_load(a, STR(""), STR_EMPTY, NULL) == NULL, "no language");
}

static void test_long_words(struct arena *a) {
    struct hyphens *h = hyphens_read(a, STR("UTF-8\na1b\n"));
    static bool breaks[20001];
    static char word[20000];
    for (size_t i = 0; i < sizeof word; i++) {
        word[i] = i % 2 == 0 ? 'a' : 'b';
    }
    size_t n = 0;
    hyphens_find(h, (struct str){word, sizeof word}, 0, 0, breaks);
    for (size_t i = 0; i <= sizeof word; i++) {
        n += breaks[i];
    }
    is_int(n, sizeof word / 2 - 2,
           "a word of twenty thousand letters: "
           "all pairs but those at the ends");
    hyphens_find(h, STR(""), 0, 0, breaks);
    ok(!breaks[0], "the empty word has no break");
}

/* Writes a source and its table; the first's path. */
static struct str compiled(struct arena *a, struct str dir, const char *name, struct str text,
                           struct str *table, struct file_id *id) {
    struct str path = path_join(a, dir, str_of(name));
    *table = hyphen_table_path(a, dir, path);
    ok(file_write_soon(path, text) == 0 && hyphens_compile(path, dir) == 0 &&
           file_identify(path, id) == 0,
       name);
    return path;
}

/* Whatever a table says, nothing outside of it and of a word's places is touched. */
static void test_damage(struct arena *a, struct str path, const struct file_id *id) {
    struct str data;
    size_t opened = 0;
    bool read = file_read(a, path, 1 << 20, &data) == 0, breaks[64];
    char *bytes = arena_copy(a, data.p, data.n);
    for (size_t i = 0; read && i < data.n; i += i < 8 || i >= 1600 ? 1 : 97) {
        bytes[i] ^= (char)(i % 3 == 0 ? 0xFF : 1 << i % 8);
        read = file_write_soon(path, (struct str){bytes, data.n}) == 0;
        bytes[i] = data.p[i];
        struct hyphens *h = hyphen_table_open(a, path, id);
        if (h != NULL) {
            hyphens_find(h,
                         STR("ababcdabab\xE1\xB8\x8D"
                             "dxyab"),
                         0, 0, breaks);
            opened++;
        }
        hyphens_drop(h);
    }
    ok(read && opened > 10, "damaged tables are followed with care");
    ok(file_write_soon(path, str_slice(data, 0, data.n - 1)) == 0 &&
           hyphen_table_open(a, path, id) == NULL,
       "a table that was cut off is none");
}

static void test_tables(struct arena *a) {
    struct str dir, table,
        text = STR("UTF-8\nLEFTHYPHENMIN 1\nRIGHTHYPHENMIN 1\n"
                   "COMPOUNDLEFTHYPHENMIN 1\nb1c\n.ab2c\n\xE1\xB8\x8D"
                   "1d\n"
                   "NEXTLEVEL\na1b\n");
    struct file_id id, other;
    if (file_make_temp_dir(a, STR("/tmp"), &dir) != 0) {
        skip("no folder for files");
        return;
    }
    struct str path = compiled(a, dir, "hyph_xx.dic", text, &table, &id);
    struct hyphens *h = hyphen_table_open(a, table, &id), *read = hyphens_read(a, text);
    ok(h != NULL && h->table.n > 0, "patterns are taken from their table");
    if (h != NULL) {
        static const char dotted[] = "bc\xE1\xB8\x8D"
                                     "dab"; /* the letter of the third byte ends there */
        static const char *const words[] = {"abc", "bcab", "ABCAB", dotted};
        for (size_t i = 0; i < ARRAY_LEN(words); i++) {
            char want[64];
            (void)snprintf(want, sizeof want, "%s", cut(read, words[i], 0, 0));
            ok(strchr(want, '=') != NULL, "a word that the file cuts");
            CUT(h, words[i], want, "is cut so by the table");
        }
    }
    hyphens_drop(h);
    other = id;
    other.modified++;
    ok(hyphen_table_open(a, table, &other) == NULL, "a source of another time has no table");
    other = id;
    other.size++;
    ok(hyphen_table_open(a, table, &other) == NULL, "nor has one of another size");
    ok(file_write_soon(path, STR("UTF-8\na1b1c1d\n")) == 0 && hyphens_compile(path, dir) == 0 &&
           file_identify(path, &other) == 0 && hyphen_table_open(a, table, &id) == NULL,
       "it gets a new one");
    h = hyphen_table_open(a, table, &other);
    ok(h != NULL && str_is(str_of(cut(h, "aabcdd", 0, 0)), "aa=b=c=dd"), "of what it says now");
    hyphens_drop(h);
    path = compiled(a, dir, "hyph_yy.dic", text, &table, &id);
    test_damage(a, table, &id);
    ok(hyphens_compile(STR("/nowhere/hyph_zz.dic"), dir) != 0, "no table of no file");
    file_remove_temp_dir(dir);
}

static void test_english(struct arena *a) {
    struct hyphens *h = hyphens_load(a, STR("en-US"), STR_EMPTY, NULL);
    if (h == NULL) {
        skip("hyphen-en-us is not installed");
        return;
    }
    CUT(h, "hyphenation", "hy=phen=ation", "as the TeXbook has it");
    CUT(h, "Typography", "Ty=pog=ra=phy", "capitalised");
    CUT(h, "CHARACTERIZATION", "CHAR=AC=TER=I=ZA=TION", "all capitals");
    CUT(h, "lattice-based", "lat=tice-based", "a word with a hyphen");
    CUT(h, "couldn't", "couldn't", "not before n't");
    CUT(h, "the", "the", "a short word");
    ok(hyphens_load(a, STR("en"), STR_EMPTY, NULL) != NULL, "\"en\" has the same");
    ok(hyphens_load(a, STR("en_us"), STR_EMPTY, NULL) != NULL, "written in another way");
    ok(hyphens_load(a, STR("en-XX"), STR_EMPTY, NULL) != NULL,
       "a country without patterns of its own");
}

int main(void) {
    struct arena *a = arena_new();
    test_patterns(a);
    test_compounds(a);
    test_plain_lists(a);
    test_rules(a);
    test_missed();
    test_bad_files(a);
    test_long_words(a);
    test_tables(a);
    test_english(a);
    arena_drop(a);
    return tap_done();
}
