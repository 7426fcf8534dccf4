/* SPDX-License-Identifier: MIT */
/*
 * Finds the patterns for a language tag (BCP 47): the file, the package that installs it, and
 * whether the language is hyphenated at all. There are three sources, in this order: the hyph_*.dic
 * files beside the program and those of Debian's hyphen packages; built-in syllable rules, for
 * languages whose spelling shows the syllables; the patterns of an installed TeX Live.
 */
#include "print/layout/text/hyphen_internal.h"

#include "core/base/buf.h"
#include "core/base/datadir.h"
#include "core/base/file.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/memo/inputs.h"

#include <stdlib.h>
#include <string.h>

#define TAG_MAX 32
#define TEX_PATTERNS "tex/generic/hyph-utf8/patterns/txt/hyph-"

/* ---- languages */

struct language_row {
    const char *tag;     /* a language, or language-COUNTRY or language-Script */
    const char *file;    /* the FILE in hyph_FILE.dic; NULL: derived from the tag */
    const char *package; /* the Debian package with the patterns; NULL: the rules are built in */
};
/* The languages, sorted by tag. */
static const struct language_row rows[] = {
#define LANGUAGE(tag, file, package) {tag, file, package},
#include "print/layout/text/hyphen_language.def"
#undef LANGUAGE
};

/* Languages without hyphenation at line ends: their scripts have no hyphen, or have no spaces
 * between words. ICU finds line breaks in texts without spaces. Sorted. */
static const char *const uncut[] = {
    "am", "ar", "bo", "ckb", "dv", "dz", "fa", "he", "iw", "ja", "km",  "ko", "lo",
    "my", "ps", "sd", "syr", "th", "ti", "ug", "ur", "vi", "yi", "yue", "zh",
};
/* Languages of India and its neighbours. They are hyphenated if patterns are installed; missing
 * patterns are not reported. Sorted. */
static const char *const seldom_cut[] = {
    "as", "bn", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "pi", "sa", "si", "ta", "te",
};

static bool in_list(const char *const *list, size_t n, struct str tag) {
    return bsearch(&tag, list, n, sizeof *list, str_order_z) != NULL;
}

static const struct language_row *row_find(struct str tag) {
    return bsearch(&tag, rows, ARRAY_LEN(rows), sizeof *rows, str_order_z);
}

/* ---- tags */

/* Normalizes the case of a tag (RFC 5646, 2.1.1): "de-CH", "sr-Latn-RS". The result is empty if the
 * tag has characters other than letters, digits and hyphens, because such a tag could be a path. */
static struct str tag_make(struct str lang, char out[TAG_MAX]) {
    size_t from = 0; /* the start of the current subtag */
    if (lang.n < 2 || lang.n >= TAG_MAX) {
        return STR_EMPTY;
    }
    for (size_t i = 0; i < lang.n; i++) {
        char c = lang.p[i] == '_' ? '-' : lang.p[i];
        if (!is_alnum(c) && c != '-') {
            return STR_EMPTY;
        }
        out[i] = to_lower(c);
        if (c != '-' && i + 1 < lang.n) {
            continue;
        }
        size_t end = c == '-' ? i : i + 1;
        for (size_t k = from; from > 0 && k < end; k++) {
            bool upper = end - from == 2 || (end - from == 4 && k == from);
            out[k] = upper ? to_upper(out[k]) : out[k];
        }
        from = i + 1;
    }
    return (struct str){out, lang.n};
}

/* The tag without its last subtag. Empty if the tag has only one subtag. */
static struct str tag_shorter(struct str tag) {
    while (tag.n > 0 && tag.p[tag.n - 1] != '-') {
        tag.n--;
    }
    return str_slice(tag, 0, tag.n > 0 ? tag.n - 1 : 0);
}

static struct str tag_bare(struct str tag) {
    return str_slice(tag, 0, str_index(tag, '-'));
}

/* ---- Debian's files */

struct sources {
    struct str folders[2];      /* the folders of .dic files; each may be empty */
    struct str tables;          /* the folder of tables compiled from .dic files; may be empty */
    struct memo_inputs *inputs; /* records the files that were looked for */
    /* if this is not NULL, no patterns are read; `*there` becomes true if there are any */
    bool *there;
};

static struct hyphens *dic_in(struct arena *a, struct str folder, struct str name,
                              const struct sources *from) {
    struct str data;
    struct file_id id;
    struct str path = arena_printf(a, "%.*s/hyph_%.*s.dic", STR_ARG(folder), STR_ARG(name));
    if (from->there != NULL) {
        *from->there = *from->there || memo_exists(from->inputs, path);
        return NULL;
    }
    memo_note_file(from->inputs, path);
    if (file_identify(path, &id) != 0) {
        return NULL;
    }
    struct hyphens *h = from->tables.n > 0
                            ? hyphen_table_open(a, hyphen_table_path(a, from->tables, path), &id)
                            : NULL;
    if (h == NULL && file_read(a, path, PATTERN_FILE_LIMIT, &data) == 0) {
        h = hyphens_read(a, data);
    }
    return h;
}

static struct hyphens *dic_try(struct arena *a, struct str name, const struct sources *from) {
    struct hyphens *h = NULL;
    for (size_t i = 0; i < ARRAY_LEN(from->folders) && h == NULL; i++) {
        h = from->folders[i].n > 0 ? dic_in(a, from->folders[i], name, from) : NULL;
    }
    return h;
}

/* Loads a .dic file. For "de-CH-1996" it looks for the files of de_CH and then for those of de. */
static struct hyphens *dic_load(struct arena *a, struct str tag, const struct sources *from) {
    struct hyphens *h = NULL;
    for (; tag.n > 0 && h == NULL; tag = tag_shorter(tag)) {
        char name[TAG_MAX];
        const struct language_row *row = row_find(tag);
        memcpy(name, tag.p, tag.n);
        for (size_t i = 0; i < tag.n; i++) {
            name[i] = name[i] == '-' ? '_' : name[i];
        }
        h = row != NULL && row->file != NULL ? dic_try(a, str_of(row->file), from) : NULL;
        h = h != NULL ? h : dic_try(a, (struct str){name, tag.n}, from);
    }
    return h;
}

/* ---- built-in rules */

/* The syllables of a language. Each begins with one consonant before its vowel, or with one of
 * `onsets`. */
struct syllables {
    const char *lang;
    const char *vowels, *consonants;
    /* groups of consonants that begin a syllable, in ASCII, separated by spaces */
    const char *onsets;
    bool hiatus; /* two vowels in a row belong to two syllables */
    int left, right;
};
static const struct syllables syllable_rules[] = {
    {"az", "aeəıioöuüİ", "bcçdfgğhxjkqlmnprsştvyz", "", true, 2, 2},
    {"et", "aeiouõäöü", "bcdfghjklmnpqrsšzžtvwxy", "", false, 2, 3},
    {"eu", "aeiouü", "bcdfghjklmnñpqrstvwxyz",
     "bl br ch cl cr dd dr fl fr gl gr kl kr ll pl pr rr tr ts tt tx tz", false, 2, 2},
    {"fi", "aeiouyäöå", "bcdfghjklmnpqrsštvwxzž", "", false, 2, 2},
    {"la", "aeiouyæœāēīōūȳăĕĭŏŭ", "bcdfghjklmnpqrstvxz",
     "bl br ch cl cr dr fl fr gl gr ph pl pr qu rh th tr chr phl phr thr", false, 2, 2},
    {"tr", "aeıioöuüâîûİ", "bcçdfgğhjklmnprsştvyzqwx", "", true, 2, 2},
};

/* Appends a pattern for each vowel: `before`, a break, `onset` and the vowel. The pattern forbids
 * breaks inside the onset. */
static void onset_add(struct buf *b, struct str before, struct str onset, struct str vowels) {
    for (size_t at = 0; at < vowels.n;) {
        size_t from = at;
        (void)utf8_next(vowels, &at);
        buf_printf(b, "%.*s1%.*s%.*s\n", STR_ARG(before), STR_ARG(onset), (int)(at - from),
                   vowels.p + from);
    }
    for (size_t at = 1; at < onset.n && (unsigned char)onset.p[0] < 0x80; at++) {
        buf_printf(b, "%.*s2%.*s\n", (int)at, onset.p, (int)(onset.n - at), onset.p + at);
    }
}

static struct hyphens *syllables_load(struct arena *a, struct str lang) {
    for (size_t i = 0; i < ARRAY_LEN(syllable_rules); i++) {
        const struct syllables *s = &syllable_rules[i];
        struct str consonants = str_of(s->consonants), onsets = str_of(s->onsets);
        struct str vowels = str_of(s->vowels);
        struct buf b = BUF_INIT;
        if (!str_is(lang, s->lang)) {
            continue;
        }
        for (size_t at = 0; at < consonants.n;) {
            size_t from = at;
            (void)utf8_next(consonants, &at);
            onset_add(&b, STR_EMPTY, str_slice(consonants, from, at), vowels);
        }
        while (onsets.n > 0) {
            onset_add(&b, STR_EMPTY, str_cut(&onsets, ' '), vowels);
        }
        for (size_t at = 0; s->hiatus && at < vowels.n;) {
            size_t from = at;
            (void)utf8_next(vowels, &at);
            onset_add(&b, str_slice(vowels, from, at), STR_EMPTY, vowels);
        }
        struct hyphens *h = hyphens_read_plain(a, buf_view(&b), s->left, s->right);
        buf_drop(&b);
        return h;
    }
    return NULL;
}

/* ---- TeX Live's files */

static struct hyphens *tex_try(struct arena *a, struct str name, const struct sources *from) {
    static const char *const trees[] = {"/usr/share/texlive/texmf-dist/", "/usr/share/texmf-dist/"};
    struct str data;
    for (size_t i = 0; i < ARRAY_LEN(trees); i++) {
        struct str path =
            arena_printf(a, "%s" TEX_PATTERNS "%.*s.pat.txt", trees[i], STR_ARG(name));
        memo_note_file(from->inputs, path);
        if (from->there != NULL) {
            *from->there = *from->there || file_exists(path);
        } else if (file_read(a, path, PATTERN_FILE_LIMIT, &data) == 0) {
            return hyphens_read_plain(a, data, 2, 3);
        }
    }
    return NULL;
}

/* Loads the patterns of TeX Live. hyph-utf8 names its files by tags in small letters; for some
 * languages there are only files of variants. */
static struct hyphens *tex_load(struct arena *a, struct str tag, const struct sources *from) {
    struct str bare = tag_bare(tag);
    struct hyphens *h = NULL;
    for (; tag.n > 0 && h == NULL; tag = tag_shorter(tag)) {
        char name[TAG_MAX];
        h = tex_try(a, str_lower(tag, name, sizeof name), from);
    }
    struct str kind = str_paired(bare, "de=de-1996 el=el-monoton mn=mn-cyrl no=nb sr=sr-cyrl");
    return h != NULL || kind.n == 0 ? h : tex_try(a, kind, from);
}

/* ---- all sources */

static struct sources sources_of(struct arena *a, struct str tables, struct memo_inputs *inputs) {
    return (struct sources){.folders = {datadir_of(a, STR("hyphen")), STR("/usr/share/hyphen")},
                            .tables = tables,
                            .inputs = inputs};
}

struct hyphens *hyphens_load(struct arena *a, struct str lang, struct str tables,
                             struct memo_inputs *inputs) {
    struct sources from = sources_of(a, tables, inputs);
    char name[TAG_MAX];
    struct str tag = tag_make(lang, name);
    struct str bare = tag_bare(tag);
    if (bare.n == 0 || in_list(uncut, ARRAY_LEN(uncut), bare)) {
        return NULL;
    }
    struct hyphens *h = dic_load(a, tag, &from);
    h = h != NULL ? h : syllables_load(a, bare);
    return h != NULL ? h : tex_load(a, tag, &from);
}

bool hyphens_installed(struct arena *a, struct str lang, struct memo_inputs *inputs) {
    char name[TAG_MAX];
    struct str tag = tag_make(lang, name);
    struct str bare = tag_bare(tag);
    bool there = false;
    struct sources from = sources_of(a, STR_EMPTY, inputs);
    from.there = &there;
    if (bare.n == 0 || in_list(uncut, ARRAY_LEN(uncut), bare)) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(syllable_rules) && !there; i++) {
        there = str_is(bare, syllable_rules[i].lang);
    }
    if (!there) {
        (void)dic_load(a, tag, &from);
    }
    if (!there) {
        (void)tex_load(a, tag, &from);
    }
    return there;
}

bool hyphens_are_missed(struct str lang, struct str *package) {
    char name[TAG_MAX];
    struct str tag = tag_make(lang, name);
    struct str bare = tag_bare(tag);
    *package = STR_EMPTY;
    if (bare.n == 0 || in_list(uncut, ARRAY_LEN(uncut), bare) ||
        in_list(seldom_cut, ARRAY_LEN(seldom_cut), bare)) {
        return false;
    }
    for (; tag.n > 0; tag = tag_shorter(tag)) {
        const struct language_row *row = row_find(tag);
        if (row != NULL) {
            *package = row->package != NULL ? str_of(row->package) : STR_EMPTY;
            break;
        }
    }
    return true;
}
