/* SPDX-License-Identifier: MIT */
/*
 * PubMed's tagged text (the MEDLINE display format, NLM's "MEDLINE/PubMed Data Element
 * Descriptions"). A line has a tag of up to four letters, and a hyphen in the fifth column. A line
 * that is indented by six continues a value. An empty line ends a record.
 */
#include "cite/bib/format/record.h"
#include "cite/bib/format/tags.h"

DIAG_USE(DIAG_BIB_STRAY);

struct medline {
    struct bib_input *in;
    struct bib_record r;
    bool open;
    bool full_authors; /* the record has FAU (full names), so AU is ignored */
    bool full_editors;
    struct str issn; /* the last ISSN of the record */
    struct str pii;  /* the identifier that the publisher gave */
    size_t found;
};

static const struct bib_record_tag plain_tags[] = {
#define TAG(tag, variable) {tag, variable},
#include "cite/bib/format/medline_tags.def"
#undef TAG
};

/** Reads an identifier with its kind: "10.7554/eLife.32822 [doi]". Returns false if it is of
 * another kind. */
static bool take_id(struct str text, const char *kind, struct str *id) {
    size_t open = str_index(text, '[');
    if (open == STR_NONE || !str_starts(str_from(text, open + 1), str_of(kind))) {
        return false;
    }
    *id = str_trim(str_slice(text, 0, open));
    return true;
}

/** Sets a date such as "2018 Mar 1", "2017 Nov-Dec" or "2019 Spring". */
static void set_date(struct bib_record *r, struct str text, struct span at) {
    struct str rest = text, year = str_cut(&rest, ' '),
               month = rest.p ? str_cut(&rest, ' ') : STR_EMPTY;
    bib_record_day(r, VAR_ISSUED, year, month, rest, at);
}

/** Sets an ISSN such as "2050-084X (Electronic)". The same number often occurs twice. */
static void set_issn(struct medline *m, struct str text, struct span at) {
    struct str number = text;
    number = str_trim(str_cut(&number, '('));
    if (!str_eq(number, m->issn)) {
        bib_record_append(&m->r, VAR_ISSN, rich_of(number), ", ", at);
    }
    m->issn = number;
}

static bool set_name(struct medline *m, struct str tag, struct str text, struct span at) {
    struct bib_record *r = &m->r;
    if (str_is(tag, "FAU") || str_is(tag, "FED")) {
        bool author = tag.p[1] == 'A';
        m->full_authors = m->full_authors || author;
        m->full_editors = m->full_editors || !author;
        bib_record_name(r, author ? VAR_AUTHOR : VAR_EDITOR, bib_record_read_name(r->a, text), at);
    } else if (str_is(tag, "CN")) {
        bib_record_name(r, VAR_AUTHOR, (struct item_name){.literal = text}, at);
    } else if (str_is(tag, "AU") || str_is(tag, "ED")) {
        /* AU and ED have a family name and initials: "Himmelstein DS" */
        bool author = tag.p[0] == 'A';
        if (author ? m->full_authors : m->full_editors) {
            return true;
        }
        bib_record_name(r, author ? VAR_AUTHOR : VAR_EDITOR, bib_record_short_name(r->a, text), at);
    } else {
        return false;
    }
    return true;
}

/** Whether a text is an article number: "e12", "103456". The longer identifiers of some publishers
 * are not article numbers. */
static bool is_article_number(struct str s) {
    size_t i = 0, digits = 0;
    while (i < s.n && i < 4 && is_alpha(s.p[i])) {
        i++;
    }
    for (; i < s.n && is_digit(s.p[i]); i++) {
        digits++;
    }
    return i == s.n && digits > 0 && digits <= 8;
}

static void set_value(struct medline *m, struct str tag, struct str text, struct span at) {
    struct bib_record *r = &m->r;
    struct str id;
    if (text.n == 0 || set_name(m, tag, text, at)) {
        return;
    }
    if (str_is(tag, "TI") || str_is(tag, "TT")) {
        bib_record_text(r, str_is(tag, "TI") ? VAR_TITLE : VAR_ORIGINAL_TITLE,
                        bib_record_without_stop(r->a, bib_record_read_text(r, text)), at);
    } else if (str_is(tag, "DP")) {
        set_date(r, text, at);
    } else if (str_is(tag, "IS")) {
        set_issn(m, text, at);
    } else if (str_is(tag, "AB")) {
        bib_record_append(r, VAR_ABSTRACT, bib_record_read_text(r, text), " ", at);
    } else if (str_is(tag, "MH") || str_is(tag, "OT")) {
        bib_record_append(r, VAR_KEYWORD, bib_record_read_text(r, arena_without(r->a, text, "*")),
                          ", ", at);
    } else if ((str_is(tag, "LID") || str_is(tag, "AID")) && take_id(text, "doi]", &id)) {
        bib_record_text(r, VAR_DOI, rich_of(id), at);
    } else if (str_is(tag, "LID") && take_id(text, "pii]", &id) && is_article_number(id)) {
        m->pii = id;
    } else if (str_is(tag, "PT") && str_is(text, "Retracted Publication")) {
        bib_record_extra(r, STR("retracted"), rich_of(STR("true")), at);
    } else if (str_is(tag, "PG")) {
        bib_record_text(r, VAR_PAGE, rich_of(bib_record_whole_pages(r->a, text)), at);
    } else if (str_is(tag, "PT") && str_starts(text, STR("Book"))) {
        r->it->type = ITEM_TYPE_BOOK;
    } else {
        bib_record_by_tag(r, plain_tags, ARRAY_LEN(plain_tags), tag, text, at);
    }
}

static void finish(struct medline *m) {
    if (!m->open) {
        return;
    }
    struct item *it = m->r.it;
    if (it->type == ITEM_TYPE_BOOK && item_field(it, VAR_CONTAINER_TITLE) &&
        item_field(it, VAR_TITLE)) {
        it->type = ITEM_TYPE_CHAPTER;
    } else if (it->type == ITEM_TYPE_NONE) {
        it->type = ITEM_TYPE_ARTICLE_JOURNAL;
        it->in_journal = true;
    }
    /* some records have the publisher's identifier instead of pages (tag PG) */
    if (!item_field(it, VAR_PAGE)) {
        item_set_article_number(m->r.a, it, rich_of(m->pii), it->span);
    }
    bib_record_finish(&m->r);
    m->open = false;
    m->found++;
}

/** Reads a tag: four columns and a hyphen, as in "PMID- " and "TI  - ". */
static size_t read_tag(struct str line, struct str *tag) {
    *tag = str_trim(str_slice(line, 0, 4));
    return line.n >= 5 && line.p[4] == '-' && is_upper(line.p[0]) ? 5 : 0;
}

static void report_stray(struct medline *m, struct span at) {
    struct diag *g = diag_add(m->in->d, DIAG_BIB_STRAY, at, "this line has no tag and is skipped");
    diag_hint(m->in->d, g, "a line begins with a tag, as in `TI  - A title`");
}

static void take_value(struct medline *m, const struct bib_tag_reader *tags) {
    if (!m->open) {
        bib_record_begin(&m->r, m->in, tags->first);
        m->open = true;
        m->full_authors = m->full_editors = false;
        m->issn = m->pii = STR_EMPTY;
    }
    set_value(m, tags->tag, bib_tag_text(tags, m->in->arena), tags->first);
    m->r.it->span.end = tags->first.end;
}

bool bib_medline_sniff(struct str text) {
    return str_starts(text, STR("PMID-"));
}

size_t bib_medline_read(struct bib_input *in) {
    static const struct bib_tag_form form = {read_tag, 6};
    struct medline m = {.in = in};
    struct bib_tag_reader tags;
    bib_tag_begin(&tags, in->src, &form);
    while (bib_tag_next(&tags)) {
        if (tags.kind == BIB_TAG_VALUE) {
            take_value(&m, &tags);
        } else if (tags.kind == BIB_TAG_STRAY) {
            report_stray(&m, tags.first);
        } else {
            finish(&m);
        }
    }
    finish(&m);
    bib_tag_drop(&tags);
    return m.found;
}
