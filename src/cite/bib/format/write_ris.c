/* SPDX-License-Identifier: MIT */
/*
 * Writes RIS with the tags of ris.c. RIS has plain text only, so formatting is dropped, and each
 * value is one line.
 */
#include "cite/bib/format/format_rows.h"
#include "cite/bib/format/ris_types.h"
#include "cite/bib/item/archive.h"
#include "cite/bib/item/csl_tags.h"
#include "model/tex/math/math_rich.h"

struct ris_writer {
    struct arena *a;
    struct buf *out;
    const struct item *it;
    uint64_t done[2]; /* one bit for each variable that has been written */
};

static void put(struct ris_writer *w, const char *tag, struct str text) {
    if (text.n == 0) {
        return;
    }
    buf_printf(w->out, "%s  - ", tag);
    for (size_t i = 0; i < text.n; i++) {
        buf_putc(w->out, text.p[i] == '\n' || text.p[i] == '\r' ? ' ' : text.p[i]);
    }
    buf_putc(w->out, '\n');
}

/** Writes a text in such a way that it is not read back as HTML tags. */
static void put_text(struct ris_writer *w, const char *tag, struct rich r) {
    put(w, tag, item_tags_text(w->a, rich_of(tex_rich_plain(w->a, r))));
}

static void put_var(struct ris_writer *w, const char *tag, enum item_var v) {
    item_vars_add(w->done, v);
    put_text(w, tag, item_rich(w->it, v));
}

static void put_names(struct ris_writer *w, const char *tag, enum item_var v) {
    struct item_names names = item_names(w->it, v);
    for (size_t i = 0; i < names.n; i++) {
        const struct item_name *nm = &names.p[i];
        if (nm->others || nm->literal.n) {
            put(w, tag, nm->others ? STR("others") : nm->literal);
            continue;
        }
        struct str von =
            nm->non_dropping_particle.n ? nm->non_dropping_particle : nm->dropping_particle;
        struct str family = von.n ? arena_join(w->a, 3, von, STR(" "), nm->family) : nm->family;
        struct str text = arena_join(w->a, 3, family, STR(", "), nm->given);
        put(w, tag, nm->suffix.n ? arena_join(w->a, 3, text, STR(", "), nm->suffix) : text);
    }
}

static void put_date(struct ris_writer *w, const char *year_tag, const char *date_tag,
                     enum item_var v) {
    const struct item_date *date = item_date(w->it, v);
    if (!date || !date->from.has_year) {
        put(w, year_tag, date ? date->literal : STR_EMPTY);
        return;
    }
    const struct item_day *day = &date->from;
    if (date_tag && day->month) {
        buf_printf(w->out, "%s  - %04d\n", year_tag, day->year);
        year_tag = date_tag;
    }
    buf_printf(w->out, "%s  - %04d", year_tag, day->year);
    if (day->month) {
        buf_printf(w->out, "/%02d/", day->month);
        if (day->day) {
            buf_printf(w->out, "%02d/", day->day);
        } else {
            buf_putc(w->out, '/');
        }
    } else if (day->season) {
        static const char *const seasons[] = {"spring", "summer", "autumn", "winter"};
        buf_printf(w->out, "///%s", seasons[day->season - 1]);
    } else if (!date_tag) {
        buf_puts(w->out, "///");
    }
    buf_putc(w->out, '\n');
}

static void put_pages(struct ris_writer *w) {
    struct str from = item_text(w->it, VAR_PAGE), count = item_text(w->it, VAR_NUMBER_OF_PAGES);
    bool whole = w->it->type == ITEM_TYPE_BOOK || w->it->type == ITEM_TYPE_THESIS;
    int64_t n;
    if (whole && from.n == 0 && str_to_i64(count, &n)) {
        put(w, "SP", count);
        item_vars_add(w->done, VAR_NUMBER_OF_PAGES);
        return;
    }
    if (whole && str_to_i64(from, &n)) { /* "SP  - 7" alone would mean seven pages */
        put(w, "SP", from);
        put(w, "EP", from);
        return;
    }
    size_t cut = str_index(from, '-');
    /* SP gets the whole of a range like "7-7", because a reader would shorten SP 7, EP 7 to "7" */
    if (cut == STR_NONE || str_index(str_from(from, cut + 1), '-') != STR_NONE ||
        str_index(from, ',') != STR_NONE ||
        str_eq(str_slice(from, 0, cut), str_from(from, cut + 1))) {
        put(w, "SP", from);
        return;
    }
    put(w, "SP", str_slice(from, 0, cut));
    put(w, "EP", str_from(from, cut + 1));
}

/** Writes numbers. EndNote has the tag C7 for the number of an article; other numbers become
 * issues. */
static void put_numbers(struct ris_writer *w) {
    /* A review has the type GEN, because RIS has no type for reviews. Programs expect the number of
     * a GEN in IS. */
    bool article = item_is_article(w->it) && w->it->type != ITEM_TYPE_REVIEW;
    put_var(w, "IS", !article && item_field(w->it, VAR_NUMBER) ? VAR_NUMBER : VAR_ISSUE);
    if (article) {
        put_var(w, "C7", VAR_NUMBER);
    }
}

static void put_keywords(struct ris_writer *w) {
    item_vars_add(w->done, VAR_KEYWORD);
    struct str rest = item_text(w->it, VAR_KEYWORD);
    while (rest.p) {
        put(w, "KW", str_trim(str_cut(&rest, ',')));
    }
}

/** Writes the title of the container, and places. If a conference paper has both the conference and
 * the proceedings, the title and place of the proceedings are written as C3 and C1. */
static void put_places(struct ris_writer *w) {
    bool conference = w->it->type == ITEM_TYPE_PAPER_CONFERENCE;
    bool event =
        conference && item_field(w->it, VAR_EVENT_TITLE) && item_field(w->it, VAR_CONTAINER_TITLE);
    bool place =
        conference && item_field(w->it, VAR_EVENT_PLACE) && item_field(w->it, VAR_PUBLISHER_PLACE);
    put_var(w, "T2", event ? VAR_EVENT_TITLE : VAR_CONTAINER_TITLE);
    put_var(w, "C3", event ? VAR_CONTAINER_TITLE : VAR_NONE);
    put_var(w, "CY",
            place                             ? VAR_EVENT_PLACE
            : w->it->type == ITEM_TYPE_PATENT ? VAR_JURISDICTION
                                              : VAR_PUBLISHER_PLACE);
    put_var(w, "C1", place ? VAR_PUBLISHER_PLACE : VAR_NONE);
}

static void put_plain(struct ris_writer *w) {
    size_t n;
    const struct bib_ris_tag *tags = bib_ris_tags(&n);
    /* Numbers come before SN. In a report, the reader of RIS takes SN as the number if no number
     * precedes it. */
    put_numbers(w);
    for (size_t i = 0; i < n; i++) {
        bool version = tags[i].v == VAR_EDITION && bib_ris_has_versions(w->it->type);
        if (tags[i].written) {
            put_var(w, tags[i].tag, version ? VAR_VERSION : tags[i].v);
        }
    }
    put_places(w);
}

/** Writes a variable for which RIS has no tag into a user-defined tag: "status: in press". */
static void put_others(struct ris_writer *w) {
    static const enum item_var never[] = {
        VAR_CITATION_KEY, VAR_CITATION_LABEL,  VAR_PAGE,
        VAR_YEAR_SUFFIX,  VAR_CITATION_NUMBER, VAR_FIRST_REFERENCE_NOTE_NUMBER,
        VAR_LOCATOR,      VAR_PAGE_FIRST};
    for (size_t i = 0; i < ARRAY_LEN(never); i++) {
        item_vars_add(w->done, never[i]);
    }
    for (size_t i = 0; i < w->it->nfields; i++) {
        const struct item_field *f = &w->it->fields[i];
        if (!var_is_date(f->var) && !var_is_name(f->var) && !item_vars_have(w->done, f->var)) {
            struct rich name =
                rich_of(arena_join(w->a, 2, str_of(item_var_name(f->var)), STR(": ")));
            put_text(w, "U1", rich_join(w->a, name, STR_EMPTY, f->u.text));
        }
    }
}

static void write_record(struct ris_writer *w) {
    const struct item *it = w->it;
    const char *type = bib_ris_type_name(it->type);
    buf_printf(w->out, "TY  - %s\n", type);
    put(w, "ID", it->id);
    put_names(w, "AU", VAR_AUTHOR);
    put_names(w, it->type == ITEM_TYPE_BOOK ? "ED" : "A2", VAR_EDITOR);
    put_names(w, "A3", it->type == ITEM_TYPE_THESIS ? VAR_CONTRIBUTOR : VAR_COLLECTION_EDITOR);
    put_names(w, "A4", VAR_TRANSLATOR);
    put_plain(w);
    put_pages(w);
    put(w, "UR", item_eprint_address(w->a, w->it));
    put_date(w, "PY", "DA", VAR_ISSUED);
    put_date(w, "Y2", NULL, VAR_ACCESSED);
    put_date(w, "OP", NULL, VAR_ORIGINAL_DATE);
    put_keywords(w);
    put_others(w);
    for (size_t i = 0; i < it->nextras; i++) {
        struct str name = it->extras[i].name;
        /* the reader of RIS keeps unknown tags as extras */
        if (name.n == 2 && is_upper(name.p[0]) && is_alnum(name.p[1])) {
            put_text(w, arena_str(w->a, name).p, it->extras[i].text);
        }
    }
    buf_puts(w->out, "ER  - \n");
}

void bib_ris_write(struct arena *a, struct buf *out, const struct item *const *items, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct ris_writer w = {.a = a, .out = out, .it = items[i]};
        buf_puts(out, i ? "\n" : "");
        write_record(&w);
    }
}
