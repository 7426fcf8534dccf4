/* SPDX-License-Identifier: MIT */
/* arXiv identifiers in their many forms, and their variables in CSL. */
#include "cite/bib/item/archive.h"

static const struct {
    struct str name, address;
} archives[] = {
    {STR_INIT("arxiv"), STR_INIT("https://arxiv.org/abs/")},
    {STR_INIT("jstor"), STR_INIT("https://www.jstor.org/stable/")},
    {STR_INIT("pubmed"), STR_INIT("https://www.ncbi.nlm.nih.gov/pubmed/")},
    {STR_INIT("googlebooks"), STR_INIT("https://books.google.com?id=")},
    {STR_INIT("hdl"), STR_INIT("https://hdl.handle.net/")},
};

struct str bib_archive_address(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(archives); i++) {
        if (str_ieq(str_trim(name), archives[i].name)) {
            return archives[i].address;
        }
    }
    return STR_EMPTY;
}

static size_t digits_at(struct str s, size_t at) {
    return str_past(s, at, is_digit) - at;
}

/** Returns the length of an identifier at the start of a text, without its version: "2401.00002"
 * (since April 2007), "math/0307200", "math.AT/0307200". Returns 0 if the text does not begin with
 * one. */
static size_t id_length(struct str s) {
    size_t n = digits_at(s, 0), letters = 0;
    if (n == 4 && n < s.n && s.p[n] == '.') {
        size_t behind = digits_at(s, 5);
        return behind == 4 || behind == 5 ? 5 + behind : 0;
    }
    while (letters < s.n && (is_lower(s.p[letters]) || s.p[letters] == '-')) {
        letters++;
    }
    n = letters;
    if (n + 2 < s.n && s.p[n] == '.' && is_upper(s.p[n + 1]) && is_upper(s.p[n + 2])) {
        n += 3;
    }
    bool old = letters >= 2 && n < s.n && s.p[n] == '/' && digits_at(s, n + 1) == 7;
    return old ? n + 8 : 0;
}

/** Reads an identifier with its version and class at the start of a text. Returns its length, or
 * 0. */
static size_t read_id(struct str s, struct bib_arxiv *out) {
    size_t n = id_length(s);
    if (n == 0) {
        return 0;
    }
    size_t version = n < s.n && s.p[n] == 'v' ? digits_at(s, n + 1) : 0;
    n += version ? 1 + version : 0;
    *out = (struct bib_arxiv){.id = str_slice(s, 0, n)};
    struct str rest = str_from(s, n);
    size_t open = rest.n > 1 && rest.p[0] == ' ' ? 1 : 0, close = str_index(rest, ']');
    if (close != STR_NONE && open < close && rest.p[open] == '[' && close - open <= 20) {
        out->class = str_slice(rest, open + 1, close);
        n += close + 1;
    }
    return n;
}

/** Returns the length of "arxiv:" or the address of arXiv at the start of a text, or 0. */
static size_t prefix_length(struct str s) {
    static const struct str marks[] = {STR_INIT("arxiv:"), STR_INIT("arxiv.org/abs/"),
                                       STR_INIT("arxiv.org/pdf/")};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_ieq(str_slice(s, 0, marks[i].n), marks[i])) {
            size_t n = marks[i].n;
            return n + (n < s.n && s.p[n] == ' ');
        }
    }
    return 0;
}

bool bib_arxiv_read(struct str s, struct bib_arxiv *out) {
    s = str_trim(s);
    static const struct str schemes[] = {STR_INIT("https://"), STR_INIT("http://"),
                                         STR_INIT("www.")};
    for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
        s = str_starts(s, schemes[i]) ? str_from(s, schemes[i].n) : s;
    }
    s = str_from(s, prefix_length(s));
    size_t n = read_id(s, out);
    struct str rest = str_from(s, n);
    return n && (rest.n == 0 || str_is(rest, ".pdf") || str_is(rest, "/"));
}

bool bib_arxiv_find(struct str s, struct bib_arxiv *out) {
    for (size_t i = 0; i + 10 < s.n; i++) {
        size_t n = to_lower(s.p[i]) == 'a' ? prefix_length(str_from(s, i)) : 0;
        if (n && read_id(str_from(s, i + n), out)) {
            return true;
        }
    }
    return false;
}

static void set_text(struct arena *a, struct item *it, enum item_var v, struct str text,
                     struct span at) {
    if (text.n && !item_field(it, v)) {
        item_set_text(a, it, v, rich_of(text), at);
    }
}

void item_set_arxiv(struct arena *a, struct item *it, struct bib_arxiv x, struct span at) {
    if (item_field(it, VAR_ARCHIVE) && !str_ieq(item_text(it, VAR_ARCHIVE), STR("arXiv"))) {
        return;
    }
    set_text(a, it, VAR_ARCHIVE, STR("arXiv"), at);
    set_text(a, it, VAR_ARCHIVE_LOCATION, arena_join(a, 2, STR("arXiv:"), x.id), at);
    set_text(a, it, VAR_ARCHIVE_COLLECTION, x.class, at);
}

bool item_arxiv(const struct item *it, struct bib_arxiv *out) {
    if (!str_ieq(item_text(it, VAR_ARCHIVE), STR("arXiv")) ||
        !bib_arxiv_read(item_text(it, VAR_ARCHIVE_LOCATION), out)) {
        return false;
    }
    struct str class = item_text(it, VAR_ARCHIVE_COLLECTION);
    out->class = class.n ? class : out->class;
    return true;
}

struct str item_eprint_address(struct arena *a, const struct item *it) {
    struct str type = item_extra(it, "eprinttype").text, id = item_extra(it, "eprint").text;
    struct str before = bib_archive_address(type.n ? type : item_extra(it, "archiveprefix").text);
    bool other = id.n && before.n && str_find(item_text(it, VAR_URL), id) == STR_NONE;
    return other ? arena_join(a, 2, before, id) : STR_EMPTY;
}

bool item_is_article(const struct item *it) {
    return it->type == ITEM_TYPE_ARTICLE_JOURNAL || it->type == ITEM_TYPE_ARTICLE_MAGAZINE ||
           it->type == ITEM_TYPE_ARTICLE_NEWSPAPER || it->type == ITEM_TYPE_REVIEW;
}

void item_set_article_number(struct arena *a, struct item *it, struct rich number, struct span at) {
    bool article = item_is_article(it);
    if (number.text.n == 0) {
        return;
    }
    bool paper = it->type == ITEM_TYPE_PAPER_CONFERENCE;
    if ((article || paper) && !item_field(it, VAR_NUMBER)) {
        item_set_text(a, it, VAR_NUMBER, number, at);
    }
    if (!paper && !item_field(it, VAR_PAGE)) {
        item_set_text(a, it, VAR_PAGE, number, at);
    }
}
