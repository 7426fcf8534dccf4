/* SPDX-License-Identifier: MIT */
/* The table of formats and its look-ups. */
#include "cite/bib/format/format_rows.h"

#include "core/base/file.h"

struct row {
    const char *name;
    const char *names, *endings; /* lists separated by blanks */
    const char *media_type;
    bool (*sniff)(struct str text);
    size_t (*read)(struct bib_input *in);
    void (*write)(struct arena *a, struct buf *out, const struct item *const *items, size_t n);
};

#define WRITES(id) bib_##id##_write
#define READ_ONLY(id) NULL

static const struct row rows[BIB_FORMAT_COUNT] = {
    [BIB_AUTO] = {"auto", "", "", "text/plain", NULL, NULL, NULL},
#define X(ID, id, name, names, endings, media_type, writer)                                        \
    [BIB_##ID] = {name, names, endings, media_type, bib_##id##_sniff, bib_##id##_read, writer(id)},
#include "cite/bib/format/formats.def"
#undef X
};

static const struct row *row_of(enum bib_format f) {
    return &rows[f < BIB_FORMAT_COUNT ? f : BIB_AUTO];
}

/** Whether a word is in a list separated by blanks. */
static bool has_word(const char *list, struct str word) {
    for (struct str rest = str_of(list); rest.p && word.n;) {
        if (str_ieq(str_cut(&rest, ' '), word)) {
            return true;
        }
    }
    return false;
}

enum bib_format bib_format_find(struct str name) {
    for (int f = BIB_AUTO + 1; f < BIB_FORMAT_COUNT; f++) {
        if (str_ieq(name, str_of(rows[f].name)) || has_word(rows[f].names, name)) {
            return (enum bib_format)f;
        }
    }
    return BIB_FORMAT_COUNT;
}

/** Returns the number of formats that have an ending. `*first` becomes the first of them. */
static size_t count_of_ending(struct str ending, enum bib_format *first) {
    size_t n = 0;
    *first = BIB_FORMAT_COUNT;
    for (int f = BIB_FORMAT_COUNT - 1; f > BIB_AUTO; f--) {
        if (has_word(rows[f].endings, ending)) {
            *first = (enum bib_format)f;
            n++;
        }
    }
    return n;
}

enum bib_format bib_format_of_name(struct str path) {
    enum bib_format f;
    (void)count_of_ending(path_ext(path), &f);
    return f;
}

/** Returns the text of a source without its byte-order mark and the white space around it. */
static struct str first_record(const struct source *src) {
    struct str s = str_trim(src->text);
    return str_trim(str_from(s, str_bom(s)));
}

/** Whether a format has no endings of its own, but the media type of another format. The answers of
 * services are such formats: they are JSON, in files with the endings of JSON. */
static bool is_kind_of(const struct row *row, const struct row *other) {
    return row->endings[0] == '\0' && str_is(str_of(row->media_type), other->media_type);
}

enum bib_format bib_format_guess(const struct source *src, bool *other) {
    struct str ending = path_ext(src->name), s = first_record(src);
    enum bib_format by_name;
    bool alone = count_of_ending(ending, &by_name) == 1;
    *other = false;
    for (int f = BIB_FORMAT_COUNT - 1; f > BIB_AUTO && s.n; f--) {
        if (rows[f].sniff(s)) {
            *other = by_name != BIB_FORMAT_COUNT && !has_word(rows[f].endings, ending) &&
                     !is_kind_of(&rows[f], row_of(by_name));
            if (*other && bib_format_is_bib(by_name) && bib_format_is_bib((enum bib_format)f)) {
                *other = false; /* BibTeX looks like BibLaTeX, so the ending decides between them */
                return by_name;
            }
            return (enum bib_format)f;
        }
    }
    return alone ? by_name : BIB_FORMAT_COUNT;
}

bool bib_format_is_sniffed(enum bib_format f, const struct source *src) {
    struct str s = first_record(src);
    const struct row *row = row_of(bib_format_is_bib(f) ? BIB_BIBLATEX : f);
    return s.n && row->sniff && row->sniff(s);
}

const char *bib_format_name(enum bib_format f) {
    return row_of(f)->name;
}

const char *bib_format_media_type(enum bib_format f) {
    return row_of(f)->media_type;
}

bool bib_format_is_bib(enum bib_format f) {
    return f == BIB_BIBLATEX || f == BIB_BIBTEX;
}

/* ---- lists for help and messages ---- */

struct str bib_format_word(size_t i) {
    return i + 1 < BIB_FORMAT_COUNT ? str_of(rows[i + 1].name) : STR_EMPTY;
}

struct str bib_format_written_word(size_t i) {
    for (int f = BIB_AUTO + 1; f < BIB_FORMAT_COUNT; f++) {
        if (rows[f].write && i-- == 0) {
            return str_of(rows[f].name);
        }
    }
    return STR_EMPTY;
}

/** Returns the i-th ending in the table. Only formats for which `test` is true count, and an ending
 * counts only for its first format. */
static struct str ending_at(size_t i, bool (*test)(enum bib_format f)) {
    for (int f = BIB_AUTO + 1; f < BIB_FORMAT_COUNT; f++) {
        for (struct str rest = str_of(rows[f].endings); test((enum bib_format)f) && rest.p;) {
            enum bib_format first;
            struct str ending = str_cut(&rest, ' ');
            (void)count_of_ending(ending, &first);
            if (first == (enum bib_format)f && i-- == 0) {
                return ending;
            }
        }
    }
    return STR_EMPTY;
}

static bool is_any(enum bib_format f) {
    return f != BIB_AUTO;
}

struct str bib_format_ending(size_t i) {
    return ending_at(i, is_any);
}

struct str bib_format_bib_ending(size_t i) {
    return ending_at(i, bib_format_is_bib);
}

/** Returns the first of a format's endings that no other format has, or an empty text. */
static struct str own_ending(const struct row *row) {
    for (struct str rest = str_of(row->endings); rest.p;) {
        enum bib_format first;
        struct str ending = str_cut(&rest, ' ');
        if (count_of_ending(ending, &first) == 1) {
            return ending;
        }
    }
    return STR_EMPTY;
}

static struct str own_ending_word(size_t i) {
    for (int f = BIB_AUTO + 1; f < BIB_FORMAT_COUNT; f++) {
        struct str ending = own_ending(&rows[f]);
        if (ending.n && i-- == 0) {
            return ending;
        }
    }
    return STR_EMPTY;
}

/** Returns a list of words as text: joined by commas and an "or", each after `mark`. */
static struct str list_of(struct arena *a, const char *mark, struct str (*word)(size_t i)) {
    struct buf b = BUF_INIT;
    struct str w = word(0);
    for (size_t i = 0; w.n; i++) {
        struct str next = word(i + 1);
        buf_puts(&b, i == 0 ? "" : next.n ? ", " : " or ");
        buf_puts(&b, mark);
        buf_str(&b, w);
        w = next;
    }
    return buf_finish(&b, a);
}

struct str bib_format_written_names(struct arena *a) {
    return list_of(a, "", bib_format_written_word);
}

struct str bib_format_endings(struct arena *a) {
    return list_of(a, "*.", own_ending_word);
}

/* ---- reading and writing ---- */

size_t bib_format_read(enum bib_format format, struct bib_input *in) {
    const struct row *row = row_of(format);
    if (!row->read) {
        BUG("no reader of this format");
    }
    return row->read(in);
}

bool bib_write(struct arena *a, struct buf *out, enum bib_format format,
               const struct item *const *items, size_t n) {
    const struct row *row = row_of(format);
    if (row->write) {
        row->write(a, out, items, n);
    }
    return row->write != NULL;
}
