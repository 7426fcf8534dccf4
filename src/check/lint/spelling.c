/* SPDX-License-Identifier: MIT */
/*
 * Checks the spelling with hunspell. The library is loaded when a document requests the check, with
 * the installed dictionary of each language in the text. This file decides which words are looked
 * up: names, abbreviations and parts of addresses are not.
 */
#include "check/lint/optional.h"

#include "check/lint/run.h"

#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/module.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"

#include <iconv.h>
#include <pthread.h>
#include <string.h>

DIAG_USE(DIAG_NO_DICTIONARY);
DIAG_USE(DIAG_SPELLING);

#define MAX_LANGUAGES 8
/* maximum number of words with suggestions in one document, because some take 30 ms each */
#define MAX_SUGGESTED 25
#define SHOWN 3    /* maximum number of suggestions shown for one word */
#define LONGEST 60 /* maximum number of bytes of a word; longer words are not looked up */

/* Hunspell's interface for C (hunspell.h), unchanged since 1.3. Its headers need not be installed.
 */
struct hunspell_calls {
    void *(*create)(const char *affixes, const char *words);
    void (*destroy)(void *h);
    int (*spell)(void *h, const char *word);
    char *(*encoding)(void *h);
    int (*suggest)(void *h, char ***list, const char *word);
    void (*free_list)(void *h, char ***list, int n);
};

static const struct module_symbol symbols[] = {
    {"Hunspell_create", offsetof(struct hunspell_calls, create)},
    {"Hunspell_destroy", offsetof(struct hunspell_calls, destroy)},
    {"Hunspell_spell", offsetof(struct hunspell_calls, spell)},
    {"Hunspell_get_dic_encoding", offsetof(struct hunspell_calls, encoding)},
    {"Hunspell_suggest", offsetof(struct hunspell_calls, suggest)},
    {"Hunspell_free_list", offsetof(struct hunspell_calls, free_list)},
};

struct language {
    struct str tag;
    void *handle; /* NULL if there is no dictionary; this was reported */
    iconv_t to, from;
    bool converts; /* the dictionary is not in UTF-8, so words are converted */
    bool foreign;  /* the language is not written in Latin letters */
    /* words that were looked up; they are stored because each word is reported once */
    struct map seen;
};

struct speller {
    const struct doc *doc;
    const struct lint_options *opt;
    struct diags *d;
    struct hunspell_calls lib;
    void *module;
    struct language languages[MAX_LANGUAGES];
    size_t n, suggested;
    struct map own; /* the words of the project */
    struct {
        bool unnamed; /* the document does not name a variety of English */
        struct span at;
        struct str shown[SHOWN];
        size_t n;
    } british; /* British words that the American dictionary does not have */
};

/* ---- dictionaries ---- */

static struct str upper(struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        buf_putc(&b, to_upper(s.p[i]));
    }
    return buf_finish(&b, a);
}

/** Sets the possible names of a language's dictionary: "de_CH" for "de-CH", "de" and "de_DE" for
 * "de". Returns their number. */
static size_t names_of(struct arena *a, struct str tag, struct str out[4]) {
    size_t sep = str_index(tag, '-'), n = 0;
    struct str primary = arena_lower(a, sep == STR_NONE ? tag : str_slice(tag, 0, sep));
    if (sep != STR_NONE) {
        struct str rest = str_from(tag, sep + 1), region = str_cut(&rest, '-');
        out[n++] = arena_join(a, 3, primary, STR("_"), upper(a, region));
        if (region.n == 2) { /* dictionaries of other countries may have other spellings */
            return n;
        }
    }
    out[n++] = primary;
    struct str country =
        str_paired(primary, "en=US pt=PT sv=SE da=DK cs=CZ uk=UA el=GR nb=NO nn=NO");
    out[n++] = arena_join(a, 3, primary, STR("_"), country.n ? country : upper(a, primary));
    return n;
}

/** Returns the path of a dictionary without its ending, or empty. */
static struct str find_dictionary(struct speller *s, struct str tag) {
    static const char *const folders[] = {"/usr/share/hunspell", "/usr/local/share/hunspell",
                                          "/usr/share/myspell/dicts", "/usr/share/myspell"};
    struct arena *a = s->doc->arena;
    struct str names[4];
    size_t n = names_of(a, tag, names);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < s->opt->ndictionaries + ARRAY_LEN(folders); i++) {
            struct str dir = i < s->opt->ndictionaries ? s->opt->dictionaries[i]
                                                       : str_of(folders[i - s->opt->ndictionaries]);
            struct str path = path_join(a, dir, names[k]);
            if (file_exists(arena_join(a, 2, path, STR(".aff"))) &&
                file_exists(arena_join(a, 2, path, STR(".dic")))) {
                return path;
            }
        }
    }
    return STR_EMPTY;
}

/** Returns the name of Debian's package with the dictionary of a language. */
static struct str package_of(struct arena *a, struct str tag) {
    if (str_iamong(tag, "en-US en-GB en-AU en-CA en-ZA de-DE de-AT de-CH pt-BR pt-PT")) {
        return arena_join(a, 2, STR("hunspell-"), arena_lower(a, tag));
    }
    struct str primary = arena_lower(a, str_slice(tag, 0, str_index(tag, '-')));
    const char *region = str_is(primary, "en")   ? "-us"
                         : str_is(primary, "de") ? "-de"
                         : str_is(primary, "pt") ? "-pt"
                                                 : "";
    return arena_join(a, 3, STR("hunspell-"), primary, str_of(region));
}

static void report_missing(struct speller *s, struct str tag) {
    struct arena *a = s->doc->arena;
    struct diag *g = diag_add(
        s->d, DIAG_NO_DICTIONARY, SPAN_NONE,
        s->module ? "words in `%.*s` are not checked for spelling: there is no dictionary"
                  : "words in `%.*s` are not checked for spelling: hunspell is not installed",
        STR_ARG(tag));
    struct str package = package_of(a, tag);
    diag_hint(s->d, g,
              s->module ? "install Debian's `%.*s`, or name a folder in DICPATH"
                        : "install Debian's `libhunspell-1.7-0` and `%.*s`",
              STR_ARG(package));
}

/** Hunspell has one table of characters for the whole process, and counts its users without a
 * lock. */
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static void close_handle(struct speller *s, struct language *l) {
    pthread_mutex_lock(&table);
    s->lib.destroy(l->handle);
    pthread_mutex_unlock(&table);
    l->handle = NULL;
}

static void open_dictionary(struct speller *s, struct language *l) {
    struct arena *a = s->doc->arena;
    struct str path = s->module ? find_dictionary(s, l->tag) : STR_EMPTY;
    if (path.n) {
        struct str affixes = arena_join(a, 2, path, STR(".aff"));
        struct str words = arena_join(a, 2, path, STR(".dic"));
        pthread_mutex_lock(&table);
        l->handle = s->lib.create(affixes.p, words.p);
        pthread_mutex_unlock(&table);
    }
    const char *encoding = l->handle ? s->lib.encoding(l->handle) : NULL;
    if (encoding && !str_ieq(str_of(encoding), STR("UTF-8"))) {
        l->to = iconv_open(encoding, "UTF-8");
        l->from = iconv_open("UTF-8", encoding);
        l->converts = true;
        if (l->to == (iconv_t)-1 || l->from == (iconv_t)-1) {
            close_handle(s, l);
        }
    }
    if (!l->handle) {
        report_missing(s, l->tag);
    }
}

static bool is_latin(struct str tag) {
    size_t n = 0;
    while (n < tag.n && tag.p[n] != '-' && tag.p[n] != '_') {
        n++;
    }
    return !str_iamong(str_slice(tag, 0, n),
                       "am ar be bg bn el fa gu he hi hy ja ka kk km kn ko lo mk ml mn mr my ne pa "
                       "ru si sr ta te th uk ur yi zh");
}

/** Returns the data of a language. NULL if there are too many languages. */
static struct language *language_of(struct speller *s, struct str tag) {
    for (size_t i = 0; i < s->n; i++) {
        if (str_ieq(s->languages[i].tag, tag)) {
            return &s->languages[i];
        }
    }
    if (s->n == MAX_LANGUAGES) {
        return NULL;
    }
    struct language *l = &s->languages[s->n++];
    *l = (struct language){.tag = tag, .seen = MAP_INIT, .foreign = !is_latin(tag)};
    open_dictionary(s, l);
    return l;
}

static void close_dictionary(struct speller *s, struct language *l) {
    if (l->handle) {
        close_handle(s, l);
    }
    if (l->converts && l->to != (iconv_t)-1) {
        (void)iconv_close(l->to);
    }
    if (l->converts && l->from != (iconv_t)-1) {
        (void)iconv_close(l->from);
    }
    map_drop(&l->seen);
}

/* ---- words ---- */

/** Converts to the dictionary's encoding, with a NUL at the end. Returns false if the text has a
 * character that the encoding does not have. */
static bool convert(iconv_t to, struct str s, char *out, size_t size) {
    char *in = (char *)(uintptr_t)s.p, *p = out; /* iconv does not change the input */
    size_t left = s.n, room = size - 1;
    (void)iconv(to, NULL, NULL, NULL, NULL);
    bool fine = iconv(to, &in, &left, &p, &room) != (size_t)-1 && left == 0;
    *p = '\0';
    return fine;
}

/** Whether the dictionary has the word, with straight apostrophes. */
static bool is_right(struct speller *s, const struct language *l, struct str word) {
    char plain[LONGEST * 2 + 1], other[LONGEST * 4 + 1];
    size_t n = 0;
    if (word.n > LONGEST) {
        return true;
    }
    for (size_t at = 0; at < word.n;) {
        size_t from = at;
        uint32_t cp = utf8_next(word, &at);
        if (cp == 0x2019) {
            plain[n++] = '\'';
        } else {
            memcpy(plain + n, word.p + from, at - from);
            n += at - from;
        }
    }
    plain[n] = '\0';
    if (!l->converts) {
        return s->lib.spell(l->handle, plain) != 0;
    }
    return !convert(l->to, (struct str){plain, n}, other, sizeof other) ||
           s->lib.spell(l->handle, other) != 0;
}

static bool is_own(const struct speller *s, struct str word) {
    return map_find(&s->own, word) || map_find(&s->own, arena_lower(s->doc->arena, word));
}

/** Whether a suggestion is probably the intended word, for a word that begins a sentence. It must
 * not be a name. It must differ by two swapped letters, or by one letter that is added or
 * missing. */
static bool is_plain_slip(struct speller *s, const struct language *l, struct str word,
                          struct str one) {
    bool spaced = str_index(one, ' ') != STR_NONE || str_index(one, '-') != STR_NONE;
    size_t differ = 0;
    for (size_t i = 0; i < one.n && i < word.n; i++) {
        differ += one.p[i] != word.p[i];
    }
    bool replaced = one.n == word.n && differ == 1;
    return one.n > 3 && !spaced && !replaced && diag_is_slip(word, one) &&
           is_right(s, l, arena_lower(s->doc->arena, one));
}

/** Returns suggestions separated by commas, in the arena. `*slip` is set if one differs by one
 * mistake, and `*same` if one differs only in capitals. */
static struct str suggestions(struct speller *s, const struct language *l, struct str word,
                              bool *slip, bool *same) {
    char other[LONGEST * 4 + 1], back[LONGEST * 4 + 1];
    char **list = NULL;
    struct buf b = BUF_INIT;
    *slip = *same = false;
    if (s->suggested >= MAX_SUGGESTED) {
        return STR_EMPTY;
    }
    s->suggested++;
    struct str z = arena_str(s->doc->arena, word); /* the copy ends in a NUL */
    if (l->converts && !convert(l->to, word, other, sizeof other)) {
        return STR_EMPTY;
    }
    int n = s->lib.suggest(l->handle, &list, l->converts ? other : z.p);
    for (int i = 0; i < n; i++) {
        struct str one = str_of(list[i]);
        if (l->converts) {
            one = convert(l->from, one, back, sizeof back) ? str_of(back) : STR_EMPTY;
        }
        *same = *same || str_ieq(word, one);
        *slip = *slip || is_plain_slip(s, l, word, one);
        if (one.n && i < SHOWN) {
            buf_printf(&b, "%s`%.*s`", b.n ? ", " : "", STR_ARG(one));
        }
    }
    s->lib.free_list(l->handle, &list, n);
    return buf_finish(&b, s->doc->arena);
}

/** A word with its joined parts: "don't", "state-of-the-art". */
struct token {
    size_t from, to, letters;
    bool foreign; /* the word is in a script other than Latin */
    /* the word is not looked up, because it has digits, has capitals inside or is part of an
     * address */
    bool odd;
    bool capital; /* the word begins with a capital */
};

static bool joins(uint32_t cp) {
    return cp == '\'' || cp == 0x2019 || cp == '-' || cp == 0x2010 || cp == 0x2011;
}

static bool is_address_sign(uint32_t cp) {
    return cp == '@' || cp == '/' || cp == '_' || cp == '\\' || cp == '#' || cp == '=' ||
           cp == '<' || cp == '{' || cp == '~' || cp == '$' || cp == '&' || cp == '%' ||
           cp == '^' || cp == LINT_OBJECT;
}

static void look_at_letters(struct token *t, struct str word) {
    for (size_t at = 0; at < word.n;) {
        bool first = at == 0;
        uint32_t cp = utf8_next(word, &at);
        bool upper = cp < 0x80 ? is_upper((char)cp) : unicode_is_upper(cp);
        t->capital = t->capital || (first && upper);
        t->letters += !unicode_is_mark(cp);
        t->foreign = t->foreign || (cp >= 0x370 && !(cp >= 0x1E00 && cp < 0x1F00));
        t->odd = t->odd || (upper && !first) ||
                 (cp < 0x80 ? is_digit((char)cp) : unicode_is_digit(cp)) || unicode_is_cjk(cp);
    }
}

/** Reads the next token from `*at` on. Returns false at the end. */
static bool next_token(struct str s, size_t *at, struct token *t) {
    struct str word = lint_next_word(s, at);
    if (word.n == 0) {
        return false;
    }
    *t = (struct token){.from = (size_t)(word.p - s.p), .to = *at};
    look_at_letters(t, word);
    t->odd = t->odd || is_address_sign(lint_before(s, t->from)) ||
             (lint_before(s, t->from) == '.' && t->from > 1 &&
              lint_is_word(lint_before(s, t->from - 1)));
    for (;;) {
        uint32_t cp = lint_behind(s, t->to);
        size_t next = t->to;
        if (cp && next < s.n) {
            (void)utf8_next(s, &next);
        }
        bool word_next = lint_is_word(lint_behind(s, next));
        bool address = is_address_sign(cp) || ((cp == '.' || cp == ':') && word_next) ||
                       (cp == ':' && lint_behind(s, next) == '/');
        t->odd = t->odd || address;
        if (!word_next || !(joins(cp) || address)) {
            return true;
        }
        struct token part = {.from = next};
        *at = next;
        look_at_letters(&part, lint_next_word(s, at));
        t->odd = t->odd || (part.odd && !part.capital);
        t->letters += part.letters;
        t->foreign = t->foreign || part.foreign;
        t->to = *at;
    }
}

static bool begins_sentence(struct str s, size_t at) {
    while (at > 0 && !lint_is_word(lint_before(s, at))) {
        uint32_t cp = lint_before(s, at);
        if (cp == '.' || cp == '!' || cp == '?' || cp == ':') {
            return true;
        }
        (void)utf8_prev(s, &at);
    }
    return at == 0;
}

/** Whether a word has several parts, between hyphens or apostrophes, and each is right or too short
 * to check. */
static bool parts_are_right(struct speller *s, const struct language *l, struct str word) {
    size_t at = 0;
    bool several = false;
    for (struct str part; (part = lint_next_word(word, &at)).n > 0;) {
        several = several || at < word.n;
        if (part.n > 2 && !is_right(s, l, part) && !is_own(s, part)) {
            return false;
        }
    }
    return several;
}

/** Whether a word that the dictionary does not have is a British spelling: the dictionary has the
 * American one. */
static bool is_british(struct speller *s, const struct language *l, struct str word) {
    static const char *const pairs[][2] = {
        {"lour", "lor"},     {"nour", "nor"},        {"vour", "vor"},      {"bour", "bor"},
        {"mour", "mor"},     {"dour", "dor"},        {"iour", "ior"},      {"ise", "ize"},
        {"isa", "iza"},      {"ising", "izing"},     {"yse", "yze"},       {"ysing", "yzing"},
        {"ntre", "nter"},    {"eatre", "eater"},     {"metre", "meter"},   {"litre", "liter"},
        {"ibre", "iber"},    {"lled", "led"},        {"lling", "ling"},    {"ller", "ler"},
        {"ogue", "og"},      {"fence", "fense"},     {"icence", "icense"}, {"tence", "tense"},
        {"gramme", "gram"},  {"aem", "em"},          {"aed", "ed"},        {"aes", "es"},
        {"aeo", "eo"},       {"oeu", "eu"},          {"oed", "ed"},        {"oes", "es"},
        {"lfil", "lfill"},   {"nrol", "nroll"},      {"mould", "mold"},    {"plough", "plow"},
        {"cheque", "check"}, {"sceptic", "skeptic"}, {"minium", "minum"},  {"grey", "gray"}};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        size_t at = str_find(word, str_of(pairs[i][0]));
        if (at != STR_NONE &&
            is_right(s, l,
                     arena_join(s->doc->arena, 3, str_slice(word, 0, at), str_of(pairs[i][1]),
                                str_from(word, at + strlen(pairs[i][0]))))) {
            return true;
        }
    }
    return false;
}

/** Keeps a British word. One finding reports all of these words. */
static void add_british(struct speller *s, struct span at, struct str word) {
    for (size_t i = 0; i < s->british.n && i < SHOWN; i++) {
        if (str_ieq(s->british.shown[i], word)) {
            return;
        }
    }
    if (s->british.n == 0) {
        s->british.at = at;
    }
    if (s->british.n < SHOWN) {
        s->british.shown[s->british.n] = arena_str(s->doc->arena, word);
    }
    s->british.n++;
}

static void report_british(struct speller *s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s->british.n && i < SHOWN; i++) {
        buf_printf(&b, "%s`%.*s`", i ? ", " : "", STR_ARG(s->british.shown[i]));
    }
    if (s->british.n > SHOWN) {
        buf_printf(&b, " and %zu more", s->british.n - SHOWN);
    }
    bool one = s->british.n == 1;
    struct diag *g = diag_add(s->d, DIAG_SPELLING, s->british.at,
                              one ? "%.*s is a British spelling, and the text counts as American"
                                  : "%.*s are British spellings, and the text counts as American",
                              STR_ARG(buf_view(&b)));
    diag_hint(s->d, g, "write `lang: en-GB` in the front matter, or `lang: en-US`");
    buf_drop(&b);
}

static void report(struct speller *s, const struct language *l, const struct lint_run *run,
                   const struct token *t, struct str word, bool name) {
    if (s->british.unnamed && str_eq(l->tag, s->doc->meta.lang) && is_british(s, l, word)) {
        add_british(s, lint_place(run, t->from, t->to), word);
        return;
    }
    bool slip, same;
    struct str said = suggestions(s, l, word, &slip, &same);
    /* a name is reported only if a suggestion differs from it by one mistake */
    if (name && (same || !slip)) {
        return;
    }
    struct diag *g = diag_add(s->d, DIAG_SPELLING, lint_place(run, t->from, t->to),
                              "`%.*s` is not in the dictionary", STR_ARG(word));
    if (said.n) {
        diag_hint(s->d, g, "did you mean %.*s?", STR_ARG(said));
    }
}

static void look_at_token(struct speller *s, const struct lint_run *run, struct str text,
                          const struct token *t) {
    struct str word = str_slice(text, t->from, t->to), tag = lint_lang_at(run, t->from);
    struct language *l = language_of(s, tag.n ? tag : s->doc->meta.lang);
    if (!l || !l->handle || t->letters < 3 || word.n > LONGEST || is_own(s, word) ||
        t->foreign != l->foreign) {
        return;
    }
    bool start = begins_sentence(text, t->from), german = str_is_lang(l->tag, "de");
    size_t next = t->to;
    struct str behind = lint_next_word(text, &next);
    bool full_name = behind.n && is_upper(behind.p[0]) && lint_behind(text, t->to) == ' ';
    if (t->capital && (full_name || (!start && !german))) {
        return; /* the word is probably a name */
    }
    if (map_find(&l->seen, word)) {
        return;
    }
    (void)map_put(&l->seen, arena_str(s->doc->arena, word), l);
    if (!is_right(s, l, word) && !parts_are_right(s, l, word)) {
        report(s, l, run, t, word, t->capital);
    }
}

static void look(void *user, const struct lint_run *run, struct str text) {
    struct speller *s = user;
    size_t at = 0;
    for (struct token t; next_token(text, &at, &t);) {
        if (!t.odd) {
            look_at_token(s, run, text, &t);
        }
    }
}

void lint_spelling(const struct doc *doc, const struct lint_options *opt, struct diags *d) {
    if (!diag_is_on(d, DIAG_SPELLING)) {
        return;
    }
    struct speller s = {.doc = doc, .opt = opt, .d = d, .own = MAP_INIT};
    s.module = module_load(MODULE_HUNSPELL, symbols, ARRAY_LEN(symbols), &s.lib);
    for (size_t i = 0; i < opt->words->words.n; i++) {
        (void)map_put(&s.own, opt->words->words.p[i], &s);
    }
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        struct str name = doc->meta.authors[i].plain;
        size_t at = 0;
        for (struct str word; (word = lint_next_word(name, &at)).n > 0;) {
            (void)map_put(&s.own, word, &s);
        }
    }
    struct str lang = str_trim(node_text(node_get(doc->front, "lang")));
    s.british.unnamed = (!lang.n || str_ieq(lang, STR("en"))) && str_is_lang(doc->meta.lang, "en");
    lint_each_run(doc, look, &s);
    if (s.british.n) {
        report_british(&s);
    }
    for (size_t i = 0; i < s.n; i++) {
        close_dictionary(&s, &s.languages[i]);
    }
    map_drop(&s.own);
    module_drop(s.module);
}
