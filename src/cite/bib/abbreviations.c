/* SPDX-License-Identifier: MIT */
/* Abbreviates and expands the names of journals. */
#include "cite/bib/abbreviations.h"

#include "cite/bib/item/item_text.h"
#include "core/base/map.h"
#include "core/base/word_list.h"
#include "core/data/csv.h"
#include "core/unicode/unicode.h"

DIAG_USE(DIAG_BIB_FORMAT);

struct bib_abbreviations {
    struct arena *arena;
    /* Each map has the abbreviations (struct str) of folded words. `beginnings` and `ends` are for
     * rows such as "academi-" and "-graphy", `names` for whole names. */
    struct map words, beginnings, ends, names;
    /* maps the letters of a short form to a struct str, its full name; the text is empty if there
     * are several full names */
    struct map full;
};

static void put(struct bib_abbreviations *x, struct map *map, struct str key, struct str value) {
    struct str *kept = ARENA_NEW(x->arena, struct str);
    *kept = arena_str(x->arena, value);
    map_put(map, arena_str(x->arena, key), kept);
}

static void add_full(struct bib_abbreviations *x, struct str shortened, struct str name) {
    struct str key = bib_squeeze(x->arena, shortened);
    const struct str *old = map_lookup(&x->full, key);
    if (key.n) {
        put(x, &x->full, key, !old || str_eq(*old, name) ? name : STR_EMPTY);
    }
}

/** Adds a row. If a word has several rows, the row for English or for all languages is used. */
static void add_row(struct bib_abbreviations *x, struct str word, struct str abbr,
                    struct str languages) {
    struct str folded = unicode_fold(x->arena, word);
    bool begin = str_ends(folded, STR("-")), end = str_starts(folded, STR("-"));
    struct str key = str_slice(folded, end, folded.n - (begin && folded.n > 1));
    struct map *map = str_index(word, ' ') != STR_NONE ? &x->names
                      : begin && !end                  ? &x->beginnings
                      : end && !begin                  ? &x->ends
                                                       : &x->words;
    bool usual = languages.n == 0 || str_find(languages, STR("eng")) != STR_NONE ||
                 str_find(languages, STR("mul")) != STR_NONE;
    if (key.n == 0 || (begin && end) || (!usual && map_lookup(map, key))) {
        return;
    }
    put(x, map, key, abbr);
    if (map == &x->names && !str_is(abbr, "n.a.")) {
        add_full(x, abbr, word);
    }
}

struct bib_abbreviations *bib_abbreviations_read(struct arena *a, struct source *src,
                                                 struct diags *d) {
    struct bib_abbreviations *x = ARENA_NEW(a, struct bib_abbreviations);
    struct str text = src->text;
    size_t at = str_bom(text), rows = 0;
    char separator = csv_separator(text);
    *x = (struct bib_abbreviations){a, MAP_IN(a), MAP_IN(a), MAP_IN(a), MAP_IN(a), MAP_IN(a)};
    while (at < text.n) {
        struct str cells[3] = {STR_EMPTY, STR_EMPTY, STR_EMPTY};
        bool last = false;
        for (size_t i = 0; !last; i++) {
            struct str cell = csv_field(a, text, &at, separator, &last);
            if (i < ARRAY_LEN(cells)) {
                cells[i] = cell;
            }
        }
        if (cells[0].n && cells[1].n && !str_iamong(cells[0], "word words")) {
            add_row(x, cells[0], cells[1], cells[2]);
            rows++;
        }
    }
    if (rows == 0) {
        struct diag *g = diag_add(d, DIAG_BIB_FORMAT, span_make(src, 0, 0),
                                  "this list of abbreviations has no rows");
        diag_hint(d, g, "a row is a word, its abbreviation and languages: `journal;j.;eng`");
    }
    return rows ? x : NULL;
}

/* ---- names ---- */

/* Words that are left out, folded. A single capital letter is not left out, because it names a
 * section of a journal: "Physical Review A". */
static const char small_words[] = "a an and as at by for from in of on or the to with & der die "
                                  "das des dem den und fur im in zur "
                                  "zum von de la le les l' et du des d' en del los las y e di "
                                  "della delle dei degli il o da do dos";

/** Returns the abbreviation of a word without punctuation, or the word itself if the list does not
 * have it. */
static struct str short_word(const struct bib_abbreviations *x, struct arena *a, struct str word) {
    struct str folded = unicode_fold(a, word);
    const struct str *found = map_lookup(&x->words, folded);
    for (size_t n = folded.n; !found && n > 1; n--) {
        found = map_lookup(&x->beginnings, str_slice(folded, 0, n));
    }
    for (size_t n = 1; !found && n < folded.n; n++) {
        found = map_lookup(&x->ends, str_from(folded, n));
    }
    if (!found || str_is(*found, "n.a.")) {
        return word;
    }
    bool capital = str_eq(unicode_capitalize(a, word, STR_EMPTY), word);
    return capital ? unicode_capitalize(a, *found, STR_EMPTY) : *found;
}

static bool is_capitals(struct str word) {
    for (size_t i = 0; i < word.n; i++) {
        if (!is_upper(word.p[i])) {
            return false;
        }
    }
    return word.n > 0;
}

struct str bib_abbreviate(const struct bib_abbreviations *x, struct arena *a, struct str name) {
    const struct str *whole = map_lookup(&x->names, unicode_fold(a, name));
    if (whole) {
        return str_is(*whole, "n.a.") ? name : *whole;
    }
    struct buf out;
    size_t words = 0;
    buf_init(&out, 0);
    for (struct str rest = name; rest.n;) {
        struct str word = str_cut(&rest, ' ');
        size_t end = word.n;
        while (end > 0 && str_index(STR(",;"), word.p[end - 1]) != STR_NONE) {
            end--;
        }
        bool colon = end > 1 && word.p[end - 1] == ':';
        struct str bare = str_slice(word, 0, end - colon);
        bool letter = bare.n == 1 && is_upper(bare.p[0]);
        bool small = words && !letter && str_among(unicode_fold(a, bare), small_words);
        if (bare.n == 0 || small) {
            continue;
        }
        bool stays = is_capitals(bare) || str_ends(bare, STR("."));
        buf_puts(&out, words++ ? " " : "");
        for (struct str parts = bare; parts.p;) { /* the parts of a word such as "Bio-Medical" */
            struct str part = str_cut(&parts, '-');
            buf_str(&out, stays ? part : short_word(x, a, part));
            buf_puts(&out, parts.p ? "-" : "");
        }
        buf_puts(&out, colon ? ":" : "");
    }
    struct str made = words > 1 ? buf_keep(&out, a) : name;
    buf_drop(&out);
    return made;
}

void bib_abbreviations_add(struct bib_abbreviations *x, struct str name) {
    struct str shortened = bib_abbreviate(x, x->arena, name);
    if (!str_eq(bib_squeeze(x->arena, shortened), bib_squeeze(x->arena, name))) {
        add_full(x, shortened, arena_str(x->arena, name));
    }
}

struct str bib_expand(const struct bib_abbreviations *x, struct arena *a, struct str name) {
    const struct str *full = map_lookup(&x->full, bib_squeeze(a, name));
    return full && full->n ? *full : name;
}
