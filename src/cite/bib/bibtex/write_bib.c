/* SPDX-License-Identifier: MIT */
/*
 * Writes BibLaTeX and BibTeX: the mapping of bibtex_map.c in the other direction, with the same
 * tables (bibtex_types.c). An item from a .bib keeps its entry type and capitals. Any other item
 * gets the entry type that is read back as its type, and braces around words that would lose their
 * capitals.
 */
#include "cite/bib/bibtex/bibtex_map.h"

#include "cite/bib/item/archive.h"
#include "cite/bib/item/item_language.h"
#include "cite/bib/item/item_text.h"
#include "cite/bib/item/sentence.h"
#include "core/base/calendar.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/text/text.h"

#include <string.h>

struct bib_writer {
    struct arena *a;
    struct buf *out;
    const struct item *it;
    struct str type; /* the type of the entry */
    bool classic;    /* write BibTeX, not BibLaTeX */
    bool arxiv;      /* the fields `eprint`, `eprinttype` and `eprintclass` have the archive */
};

/** Whether the fields `eprint`, `eprinttype` and `eprintclass` can express the archive of an item,
 * and are read back as the same archive. */
static bool is_eprint(const struct bib_writer *w) {
    struct bib_arxiv x;
    return item_arxiv(w->it, &x) && item_extra(w->it, "eprint").text.n == 0 &&
           bibtex_is_preprint(w->it);
}

static bool is_article(const struct bib_writer *w) {
    return str_is(w->type, "article") || str_is(w->type, "periodical") ||
           str_is(w->type, "suppperiodical") || str_is(w->type, "review");
}

/* ---- types ---- */

static struct str entry_type(const struct bib_writer *w) {
    const struct item *it = w->it;
    if (it->written_case && it->type_text.n && !w->classic) {
        return it->type_text;
    }
    if (it->type == ITEM_TYPE_THESIS && w->classic) {
        struct str genre = item_text(it, VAR_GENRE);
        return str_find(genre, STR("aster")) != STR_NONE ? STR("mastersthesis") : STR("phdthesis");
    }
    return str_of(bibtex_type_of(it->type, w->classic));
}

/* ---- fields ---- */

static void put(struct bib_writer *w, const char *name, struct str tex) {
    if (tex.n) {
        buf_printf(w->out, ",\n  %s = {%.*s}", name, STR_ARG(tex));
    }
}

/** Replaces the braces in a value that is read without TeX, because a brace without its partner
 * would end the field. */
static struct str without_braces(struct arena *a, struct str s, const char *left,
                                 const char *right) {
    if (str_index(s, '{') == STR_NONE && str_index(s, '}') == STR_NONE) {
        return s;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '{' || s.p[i] == '}') {
            buf_puts(&b, s.p[i] == '{' ? left : right);
        } else {
            buf_putc(&b, s.p[i]);
        }
    }
    return buf_finish(&b, a);
}

/** Returns an address, with its braces percent-encoded. */
static struct str verbatim(struct arena *a, struct str s) {
    return without_braces(a, s, "%7B", "%7D");
}

/** Returns the value of an unknown field. A value without blanks may be an address, so it gets no
 * escapes of TeX. */
static struct str unknown(struct arena *a, struct rich r) {
    return r.marks || bib_has_space(r.text)
               ? bibtex_to_tex(a, r)
               : without_braces(a, r.text, "\\textbraceleft{}", "\\textbraceright{}");
}

static void put_text(struct bib_writer *w, const char *name, enum item_var v) {
    put(w, name, bibtex_to_tex(w->a, item_rich(w->it, v)));
}

static void put_title(struct bib_writer *w, const char *name, enum item_var v) {
    struct rich text = item_rich(w->it, v);
    bool journal = v == VAR_CONTAINER_TITLE && (str_is(w->type, "article") || w->it->in_journal);
    if (text.text.n && !w->it->written_case && !journal &&
        bib_language_is_english(item_text(w->it, VAR_LANGUAGE))) {
        text = bib_protect_case(w->a, text);
    }
    put(w, name, bibtex_to_tex(w->a, text));
}

/** Returns the offset of the next "; " that separates two parts. In "A ; B" a blank precedes the
 * semicolon, so there is one part. */
static size_t next_semicolon(struct str s) {
    for (size_t i = 1; i + 1 < s.n; i++) {
        if (s.p[i] == ';' && s.p[i + 1] == ' ' && s.p[i - 1] != ' ') {
            return i;
        }
    }
    return STR_NONE;
}

/** Writes "A; B" as a list of biblatex. An `and` inside a part gets braces. */
static void put_list(struct bib_writer *w, const char *name, enum item_var v) {
    struct rich rest = item_rich(w->it, v);
    if (w->classic) {
        put_text(w, name, v);
        return;
    }
    struct buf b = BUF_INIT;
    while (rest.text.n) {
        size_t cut = next_semicolon(rest.text);
        struct str part = bibtex_to_tex(w->a, rich_slice(w->a, rest, 0, cut));
        buf_puts(&b, b.n ? " and " : "");
        for (size_t at = 0; at < part.n;) {
            size_t behind, end = bibtex_next_and_word(part, at, &behind);
            buf_str(&b, str_slice(part, at, end));
            buf_puts(&b, behind > end ? "{" : "");
            buf_str(&b, str_slice(part, end, behind));
            buf_puts(&b, behind > end ? "}" : "");
            at = behind;
        }
        rest = cut == STR_NONE ? RICH_EMPTY : rich_slice(w->a, rest, cut + 2, rest.text.n);
    }
    put(w, name, buf_finish(&b, w->a));
}

/* ---- names ---- */

static bool begins_lower(struct str s) {
    return s.n && is_lower(s.p[0]);
}

/** Whether the last of several words begins with a small letter. */
static bool ends_lower(struct str s) {
    size_t at = str_after_last(s, ' ');
    return at > 0 && at < s.n && unicode_is_lower(utf8_next(s, &at));
}

static bool needs_braces(struct str s) {
    size_t behind;
    return str_index(s, ',') != STR_NONE || bibtex_next_and_word(s, 0, &behind) < s.n ||
           begins_lower(s) || (s.n > 0 && s.p[0] == '=');
}

static void add_part(struct bib_writer *w, struct buf *b, const struct item_name *nm,
                     enum item_name_part part) {
    struct str tex = bibtex_to_tex(w->a, item_name_part(nm, part));
    bool braces = needs_braces(tex);
    buf_puts(b, braces ? "{" : "");
    buf_str(b, tex);
    buf_puts(b, braces ? "}" : "");
}

static void add_extended(struct bib_writer *w, struct buf *b, const struct item_name *nm) {
    static const struct {
        const char *key;
        enum item_name_part part;
    } parts[] = {{"family=", ITEM_NAME_FAMILY},
                 {", given=", ITEM_NAME_GIVEN},
                 {", prefix=", ITEM_NAME_NON_DROPPING_PARTICLE},
                 {", suffix=", ITEM_NAME_SUFFIX}};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        if (item_name_part(nm, parts[i].part).text.n || i == 0) {
            buf_puts(b, parts[i].key);
            add_part(w, b, nm, parts[i].part);
        }
    }
    buf_puts(b, ", useprefix=true");
}

static void add_name(struct bib_writer *w, struct buf *b, const struct item_name *nm) {
    if (nm->others) {
        buf_puts(b, "others");
        return;
    }
    if (nm->literal.n) {
        buf_putc(b, '{');
        buf_str(b, bibtex_to_tex(w->a, item_name_part(nm, ITEM_NAME_LITERAL)));
        buf_putc(b, '}');
        return;
    }
    if (nm->non_dropping_particle.n && !w->classic) {
        add_extended(w, b, nm);
        return;
    }
    enum item_name_part particle =
        nm->dropping_particle.n ? ITEM_NAME_DROPPING_PARTICLE : ITEM_NAME_NON_DROPPING_PARTICLE;
    struct rich prefix = item_name_part(nm, particle);
    struct str von = prefix.text;
    if (von.n) {
        buf_str(b, bibtex_to_tex(w->a, prefix));
        buf_putc(b, ' ');
    }
    bool words = str_index(nm->family, ' ') != STR_NONE;
    if (von.n || words || nm->given.n || nm->suffix.n) {
        add_part(w, b, nm, ITEM_NAME_FAMILY);
    } else {
        /* a single word gets no braces, because they would make the name an institution */
        buf_str(b, bibtex_to_tex(w->a, item_name_part(nm, ITEM_NAME_FAMILY)));
    }
    buf_str(b, nm->note); /* a mark such as the star of `Doe*, Jane` */
    if (nm->suffix.n) {
        buf_puts(b, ", ");
        add_part(w, b, nm, ITEM_NAME_SUFFIX);
    }
    if (nm->given.n || nm->suffix.n || von.n || words) {
        bool braces = str_index(nm->given, ',') != STR_NONE ||
                      (!nm->dropping_particle.n && ends_lower(nm->given));
        buf_puts(b, nm->given.n ? ", " : ",");
        /* Without braces, the last word of the given name would be read as a particle, or the part
         * after its comma as a suffix. */
        buf_puts(b, braces ? "{" : "");
        buf_str(b, bibtex_to_tex(w->a, item_name_part(nm, ITEM_NAME_GIVEN)));
        buf_puts(b, braces ? "}" : "");
    }
}

static void put_names(struct bib_writer *w, const char *name, enum item_var v) {
    struct item_names names = item_names(w->it, v);
    bool annotated = item_extra(w->it, arena_printf(w->a, "%s+an", name).p).text.n > 0;
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < names.n; i++) {
        struct item_name one = names.p[i];
        one.note = annotated ? STR_EMPTY : one.note; /* the annotation gives the marks again */
        buf_puts(&b, i ? " and " : "");
        add_name(w, &b, &one);
    }
    put(w, name, buf_finish(&b, w->a));
}

/** Writes roles into biblatex's fields `editora`, `editorb` and `editorc`, in the order of
 * bibtex_roles(). Returns the index of the first role that has no place there. */
static size_t put_roles(struct bib_writer *w) {
    size_t n;
    const struct bibtex_role *roles = bibtex_roles(&n);
    char slot = 'a';
    for (size_t i = 0; i < n; i++) {
        if (roles[i].has_field || item_names(w->it, roles[i].v).n == 0) {
            continue;
        }
        if (slot > 'c') {
            return i;
        }
        char field[] = "editor?", type[] = "editor?type";
        field[6] = type[6] = slot++;
        put_names(w, field, roles[i].v);
        put(w, type, roles[i].name);
    }
    return n;
}

/* ---- dates ---- */

static void add_day(struct buf *b, const struct item_day *day) {
    /* EDTF has a year 0, but CSL does not */
    int32_t year = day->year < 0 ? day->year + 1 : day->year;
    if (year > 9999 || year < -9999) {
        buf_printf(b, "Y%d", year);
    } else {
        buf_printf(b, "%s%04d", year < 0 ? "-" : "", year < 0 ? -year : year);
    }
    if (day->season) {
        buf_printf(b, "-%d", 20 + day->season);
    } else if (day->month) {
        buf_printf(b, "-%02d", day->month);
        if (day->day) {
            buf_printf(b, "-%02d", day->day);
        }
    }
}

static struct str edtf(struct arena *a, const struct item_date *date) {
    struct buf b = BUF_INIT;
    if (date->from.has_year) {
        add_day(&b, &date->from);
        buf_puts(&b, date->circa ? "~" : "");
    }
    if (date->is_range) {
        buf_putc(&b, '/');
        if (date->to.has_year) {
            add_day(&b, &date->to);
        }
    }
    return buf_finish(&b, a);
}

static void put_date(struct bib_writer *w, const char *name, enum item_var v) {
    const struct item_date *date = item_date(w->it, v);
    if (date && v == VAR_ISSUED && date->literal.n &&
        str_eq(date->literal, item_text(w->it, VAR_STATUS))) {
        /* this text is the status, from which the reader of .bib files makes the same date again */
        return;
    }
    if (date && (date->from.has_year || date->is_range)) {
        put(w, name, edtf(w->a, date));
    } else if (date) {
        put(w, v == VAR_ISSUED ? "year" : name,
            bibtex_to_tex(w->a, date->literal.n ? (struct rich){date->literal, date->literal_marks}
                                                : rich_of(date->raw)));
    }
}

/** Writes the macro of a month: jan, feb... */
static void put_month(struct bib_writer *w, int month) {
    buf_str(w->out, arena_lower(w->a, str_slice(calendar_months[month - 1], 0, 3)));
}

/** Writes BibTeX's year and month. A range of days within one month is written as that month. */
static void put_year(struct bib_writer *w) {
    static const char *const seasons[] = {"Spring", "Summer", "Autumn", "Winter"};
    const struct item_date *date = item_date(w->it, VAR_ISSUED);
    if (!date || !date->from.has_year || date->from.year < 0 || date->circa ||
        (date->is_range && (!date->to.has_year || date->to.year != date->from.year))) {
        put_date(w, "year", VAR_ISSUED);
        return;
    }
    const struct item_day *from = &date->from, *to = &date->to;
    buf_printf(w->out, ",\n  year = {%d}", from->year);
    if (from->season) {
        put(w, "month", str_of(seasons[from->season - 1]));
    } else if (from->month) {
        buf_puts(w->out, ",\n  month = ");
        put_month(w, from->month);
        if (from->day && (!date->is_range || to->month == from->month)) {
            buf_printf(w->out, " # {~%d", from->day);
            if (date->is_range && to->day) {
                buf_printf(w->out, "--%d", to->day);
            }
            buf_putc(w->out, '}');
        } else if (date->is_range && to->month) {
            buf_puts(w->out, " # {/} # ");
            put_month(w, to->month);
        }
    }
}

/* ---- an entry ---- */

static bool is_chapter(const struct bib_writer *w) {
    return str_among(w->type, "inbook incollection inproceedings inreference bookinbook "
                              "suppbook suppcollection conference");
}

/** Whether a short title is the part of the title before its colon. Such a short title is not
 * written. */
static bool is_implied(struct arena *a, struct rich title, struct rich brief) {
    size_t n = brief.text.n;
    return n && rich_eq(rich_slice(a, title, 0, n), brief) &&
           str_starts(str_from(title.text, n), STR(": "));
}

static void put_titles(struct bib_writer *w) {
    bool volume = item_text(w->it, VAR_VOLUME_TITLE).n > 0, chapter = is_chapter(w);
    if (str_is(w->type, "periodical") && item_text(w->it, VAR_CONTAINER_TITLE).n) {
        put_title(w, "title", VAR_CONTAINER_TITLE);
        put_title(w, "issuetitle", VAR_TITLE);
    } else {
        put_title(w, volume && !chapter ? "maintitle" : "title", VAR_TITLE);
        put_title(w, chapter ? "booktitle" : "title", VAR_VOLUME_TITLE);
        put_title(w,
                  !chapter || w->it->in_journal ? (w->classic ? "journal" : "journaltitle")
                  : volume                      ? "maintitle"
                                                : "booktitle",
                  VAR_CONTAINER_TITLE);
    }
    if (!(volume && !chapter) &&
        !is_implied(w->a, item_rich(w->it, VAR_TITLE), item_rich(w->it, VAR_TITLE_SHORT))) {
        put_title(w, "shorttitle", VAR_TITLE_SHORT);
    }
    put_title(w, "series", VAR_COLLECTION_TITLE);
    put_title(w, "eventtitle",
              item_field(w->it, VAR_EVENT_TITLE) ? VAR_EVENT_TITLE : VAR_EVENT_NAME);
    put_title(w, "origtitle", VAR_ORIGINAL_TITLE);
    put_text(w, "shortjournal", VAR_CONTAINER_TITLE_SHORT);
}

/** Writes hyphens as TeX's dashes. A hyphen between blanks is kept. A non-breaking hyphen inside a
 * page becomes a hyphen. */
static struct str pages(struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        if (str_starts(str_from(s, i), STR("\xE2\x80\x91"))) {
            buf_putc(&b, '-');
            i += 2;
            continue;
        }
        bool apart = (i > 0 && s.p[i - 1] == ' ') || (i + 1 < s.n && s.p[i + 1] == ' ');
        buf_puts(&b, s.p[i] != '-' ? "" : apart ? "-" : "--");
        if (s.p[i] != '-') {
            buf_str(&b, bibtex_to_tex(a, rich_of(str_slice(s, i, i + 1))));
        }
    }
    return buf_finish(&b, a);
}

/** Writes the holders of a patent as a list of names. */
static void put_holder(struct bib_writer *w) {
    struct rich rest = item_rich(w->it, VAR_PUBLISHER);
    struct buf b = BUF_INIT;
    while (rest.text.n) {
        size_t cut = next_semicolon(rest.text);
        struct str name = bibtex_to_tex(w->a, rich_slice(w->a, rest, 0, cut));
        buf_printf(&b, "%s{%.*s}", b.n ? " and " : "", STR_ARG(name));
        rest = cut == STR_NONE ? RICH_EMPTY : rich_slice(w->a, rest, cut + 2, rest.text.n);
    }
    put(w, "holder", buf_finish(&b, w->a));
}

static void put_publisher(struct bib_writer *w) {
    bool patent = w->it->type == ITEM_TYPE_PATENT && !w->classic;
    bool thesis = w->it->type == ITEM_TYPE_THESIS;
    bool body = thesis || w->it->type == ITEM_TYPE_REPORT;
    if (patent) {
        put_holder(w);
    }
    put_list(w,
             thesis && w->classic ? "school"
             : body               ? "institution"
                                  : "publisher",
             patent ? VAR_NONE : VAR_PUBLISHER);
    put_list(w, w->classic ? "address" : "location",
             w->it->type == ITEM_TYPE_PATENT ? VAR_JURISDICTION : VAR_PUBLISHER_PLACE);
    put_text(w, "origpublisher", VAR_ORIGINAL_PUBLISHER);
    put_text(w, "origlocation", VAR_ORIGINAL_PUBLISHER_PLACE);
}

/** Whether the number of a work of this type is an article number. */
static bool has_article_number(const struct bib_writer *w) {
    return is_article(w) || w->it->type == ITEM_TYPE_PAPER_CONFERENCE;
}

/** Whether the item's pages are the number of an article, from a field such as `eid`. */
static bool is_numbered(const struct bib_writer *w) {
    static const char *const names[] = {"eid", "article-number", "articleno", "art_number"};
    struct str page = item_text(w->it, VAR_PAGE);
    bool numbered = str_eq(item_text(w->it, VAR_NUMBER), page) && is_article(w);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        numbered = numbered || str_eq(item_extra(w->it, names[i]).text, page);
    }
    return numbered;
}

/** Writes the number of an article, and the pages unless they repeat that number. */
static void put_pages(struct bib_writer *w) {
    if (has_article_number(w)) {
        struct str number = item_text(w->it, VAR_NUMBER);
        put(w, "eid",
            str_find(number, STR("\xE2\x80\x91")) != STR_NONE
                ? pages(w->a, number)
                : bibtex_to_tex(w->a, item_rich(w->it, VAR_NUMBER)));
    }
    if (!is_numbered(w)) {
        put(w, "pages", pages(w->a, item_text(w->it, VAR_PAGE)));
    }
}

/** Writes the identifier of a preprint: in biblatex's eprint fields, or in those of BibTeX's
 * styles. */
static void put_archive(struct bib_writer *w) {
    struct bib_arxiv x;
    if (w->arxiv && item_arxiv(w->it, &x)) {
        put(w, "eprint", x.id);
        put(w, w->classic ? "archiveprefix" : "eprinttype",
            w->classic ? STR("arXiv") : STR("arxiv"));
        put(w, w->classic ? "primaryclass" : "eprintclass", verbatim(w->a, x.class));
    }
}

/** Writes the address, unless the reader of .bib files derives it from the archive. */
static void put_url(struct bib_writer *w) {
    struct str url = item_text(w->it, VAR_URL), address = bib_archive_address(STR("arxiv"));
    struct bib_arxiv x;
    bool follows = w->arxiv && !w->classic && item_arxiv(w->it, &x) && str_starts(url, address) &&
                   str_eq(str_from(url, address.n), x.id);
    put(w, "url", follows ? STR_EMPTY : verbatim(w->a, url));
}

/** Writes biblatex's localisation key for a text, or the text itself if it has no key. */
static void put_key(struct bib_writer *w, const char *name, enum item_var v) {
    struct str key = w->classic ? STR_EMPTY : tex_bibstring_key(item_text(w->it, v));
    if (key.n) {
        put(w, name, key);
    } else {
        put_text(w, name, v);
    }
}

static void put_plain(struct bib_writer *w) {
    size_t n;
    const struct bibtex_plain *plain = bibtex_plain_fields(&n);
    put_text(w, "number",
             is_article(w)                              ? VAR_ISSUE
             : item_field(w->it, VAR_COLLECTION_NUMBER) ? VAR_COLLECTION_NUMBER
             : has_article_number(w)                    ? VAR_NONE
                                                        : VAR_NUMBER);
    put_pages(w);
    for (size_t i = 0; i < n; i++) {
        if (plain[i].how & BIBTEX_WRITTEN) {
            put_text(w, plain[i].name, plain[i].v);
        }
    }
    put_key(w, "type", VAR_GENRE);
    put_key(w, "pubstate", VAR_STATUS);
    put(w, "doi", verbatim(w->a, item_text(w->it, VAR_DOI)));
    put_archive(w);
    put_url(w);
    put(w, w->classic ? "language" : "langid", bib_language_name(item_text(w->it, VAR_LANGUAGE)));
}

static bool is_archive(enum item_var v) {
    return v == VAR_ARCHIVE || v == VAR_ARCHIVE_LOCATION || v == VAR_ARCHIVE_COLLECTION;
}

/** Writes variables for which biblatex has no field, under CSL's names. put_roles() has handled the
 * first `done` roles. */
static void put_own(struct bib_writer *w, size_t done) {
    size_t n, nroles;
    const enum item_var *vars = bibtex_own_vars(&n);
    const struct bibtex_role *roles = bibtex_roles(&nroles);
    for (size_t i = 0; i < n; i++) {
        bool written = false;
        for (size_t k = 0; k < done; k++) {
            written = written || roles[k].v == vars[i];
        }
        const char *name = item_var_name(vars[i]);
        if (w->arxiv && is_archive(vars[i])) {
            continue;
        }
        if (var_is_date(vars[i])) {
            put_date(w, name, vars[i]);
        } else if (!var_is_name(vars[i])) {
            put_text(w, name, vars[i]);
        } else if (!written) {
            put_names(w, name, vars[i]);
        }
    }
}

static bool is_field_name(struct str name) {
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (!is_alnum(c) && c != '-' && c != '_' && c != '+' && c != ':' && c != '.' && c != '/') {
            return false;
        }
    }
    return name.n > 0 && !is_digit(name.p[0]);
}

static void put_extras(struct bib_writer *w) {
    static const char *const article_kinds[] = {"magazine", "newspaper"};
    bool magazine = w->it->type == ITEM_TYPE_ARTICLE_MAGAZINE,
         newspaper = w->it->type == ITEM_TYPE_ARTICLE_NEWSPAPER;
    if (magazine || newspaper) {
        put(w, "entrysubtype", str_of(article_kinds[newspaper]));
    }
    size_t n;
    const struct item_extra *extras = item_merged_extras(w->a, w->it, &n);
    for (size_t i = 0; i < n; i++) {
        const struct item_extra *x = &extras[i];
        if (is_field_name(x->name)) {
            put(w, arena_str(w->a, x->name).p, unknown(w->a, x->text));
        }
    }
}

/** Writes biblatex's option that makes particles part of the family name. The option is set for the
 * whole entry, because BibTeX cannot read biblatex's extended names, which set it for one name. */
static void put_prefix_option(struct bib_writer *w) {
    static const enum item_var roles[] = {VAR_AUTHOR, VAR_EDITOR, VAR_TRANSLATOR,
                                          VAR_CONTAINER_AUTHOR};
    bool any = false;
    for (size_t r = 0; r < ARRAY_LEN(roles); r++) {
        struct item_names names = item_names(w->it, roles[r]);
        for (size_t i = 0; i < names.n; i++) {
            any = any || names.p[i].non_dropping_particle.n;
        }
    }
    if (any && item_extra(w->it, "options").text.n == 0) {
        put(w, "options", STR("useprefix=true"));
    }
}

static void write_entry(struct bib_writer *w) {
    buf_printf(w->out, "@%.*s{", STR_ARG(w->type));
    for (size_t i = 0; i < w->it->id.n; i++) { /* characters that would end a key become `_` */
        char c = w->it->id.p[i];
        buf_putc(w->out, strchr(",{}=\\\n", c) ? '_' : c);
    }
    put_names(w, "author", VAR_AUTHOR);
    put_names(w, "editor", VAR_EDITOR);
    put_names(w, "translator", VAR_TRANSLATOR);
    put_names(w, "bookauthor", VAR_CONTAINER_AUTHOR);
    size_t done = put_roles(w);
    put_titles(w);
    if (w->classic) {
        put_year(w);
    } else {
        put_date(w, "date", VAR_ISSUED);
    }
    put_date(w, "origdate", VAR_ORIGINAL_DATE);
    put_date(w, "eventdate", VAR_EVENT_DATE);
    put_date(w, "urldate", VAR_ACCESSED);
    put_publisher(w);
    put_plain(w);
    put_own(w, done);
    if (w->classic) {
        put_prefix_option(w);
    }
    put_extras(w);
    buf_puts(w->out, "\n}\n");
}

void bibtex_write(struct arena *a, struct buf *out, const struct item *const *items, size_t n,
                  bool classic) {
    for (size_t i = 0; i < n; i++) {
        struct bib_writer w = {.a = a, .out = out, .it = items[i], .classic = classic};
        w.type = entry_type(&w);
        w.arxiv = is_eprint(&w);
        buf_puts(out, i ? "\n" : "");
        write_entry(&w);
    }
}
