/* SPDX-License-Identifier: MIT */
/*
 * The tagged text of Web of Science (ISI export format). Tags have two letters, and a line that is
 * indented by three spaces continues the value before it. For names, each line is one value; for
 * other tags, all lines are one text.
 */
#include "cite/bib/format/record.h"
#include "cite/bib/format/tags.h"
#include "core/base/word_list.h"

DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_BIB_STRAY);

struct isi {
    struct bib_input *in;
    struct bib_record r;
    bool open;
    struct str month, year; /* the tags PD and PY of the record */
    struct span year_at;
    struct str first_page, last_page;
    struct span page_at;
    bool full_authors;
    bool conference;
    size_t found;
};

static const struct bib_record_tag plain_tags[] = {
#define TAG(tag, variable) {tag, variable},
#include "cite/bib/format/isi_tags.def"
#undef TAG
};

static void set_name(struct isi *m, struct str tag, struct str text, struct span at) {
    struct bib_record *r = &m->r;
    enum item_var v = str_among(tag, "AU AF CA") ? VAR_AUTHOR
                      : str_among(tag, "BE ED")  ? VAR_EDITOR
                      : str_is(tag, "BA")        ? VAR_CONTAINER_AUTHOR
                                                 : VAR_NONE;
    if (str_is(tag, "AF") && !m->full_authors) {
        /* AF has the same authors as AU, with full given names, so it replaces AU */
        item_set(r->a, r->it, VAR_AUTHOR, at)->u.names = (struct item_names){NULL, 0};
        m->full_authors = true;
    }
    if (v == VAR_NONE) {
        bib_record_extra(r, tag, bib_record_read_text(r, text), at);
    } else if (str_is(tag, "CA")) {
        bib_record_name(r, v, (struct item_name){.literal = text}, at);
    } else {
        bib_record_name(r, v, bib_record_read_name(r->a, text), at);
    }
}

static void set_type(struct isi *m, struct str text) {
    static const struct {
        char letter;
        enum item_type type;
    } types[] = {{'J', ITEM_TYPE_ARTICLE_JOURNAL},
                 {'B', ITEM_TYPE_BOOK},
                 {'S', ITEM_TYPE_CHAPTER},
                 {'P', ITEM_TYPE_PATENT},
                 {'C', ITEM_TYPE_PAPER_CONFERENCE}};
    for (size_t i = 0; i < ARRAY_LEN(types); i++) {
        if (text.n && text.p[0] == types[i].letter) {
            m->r.it->type = types[i].type;
        }
    }
}

static void set_value(struct isi *m, struct str tag, struct str text, struct span at) {
    struct bib_record *r = &m->r;
    if (str_is(tag, "PT")) {
        set_type(m, text);
    } else if (str_is(tag, "PY")) {
        m->year = text;
        m->year_at = at;
    } else if (str_is(tag, "PD")) {
        m->month = text;
    } else if (str_is(tag, "BP") || str_is(tag, "EP")) {
        *(tag.p[0] == 'B' ? &m->first_page : &m->last_page) = text;
        m->page_at = at;
    } else if (str_is(tag, "SN") || str_is(tag, "EI")) {
        bib_record_append(r, VAR_ISSN, rich_of(text), ", ", at);
    } else if (str_is(tag, "PN") && r->it->type == ITEM_TYPE_PATENT) {
        bib_record_text(r, VAR_NUMBER, rich_of(text), at);
    } else if (str_is(tag, "DE") || str_is(tag, "ID")) {
        while (text.p) {
            bib_record_append(r, VAR_KEYWORD, bib_record_read_text(r, str_cut(&text, ';')), ", ",
                              at);
        }
    } else {
        m->conference = m->conference || str_is(tag, "CT");
        bib_record_by_tag(r, plain_tags, ARRAY_LEN(plain_tags), tag, text, at);
    }
}

static void finish(struct isi *m) {
    if (!m->open) {
        return;
    }
    struct bib_record *r = &m->r;
    if (m->year.n) {
        struct str rest = m->month, month = str_cut(&rest, ' ');
        struct str day = rest;
        day = str_cut(&day, ' ');
        bib_record_day(r, VAR_ISSUED, m->year, month, day, m->year_at);
    }
    if (m->first_page.n) {
        bool range = m->last_page.n && !str_eq(m->first_page, m->last_page);
        struct rich last = range ? rich_of(m->last_page) : RICH_EMPTY;
        bib_record_text(r, VAR_PAGE, rich_join(r->a, rich_of(m->first_page), STR("-"), last),
                        m->page_at);
    }
    /* a patent has a number of its own; in other works the number is an article number, from the
     * tag AR */
    if (r->it->type != ITEM_TYPE_PATENT) {
        item_set_article_number(r->a, r->it, item_rich(r->it, VAR_NUMBER), r->it->span);
    }
    if (m->conference && r->it->type != ITEM_TYPE_ARTICLE_JOURNAL) {
        r->it->type = ITEM_TYPE_PAPER_CONFERENCE;
    }
    r->it->in_journal = r->it->type == ITEM_TYPE_ARTICLE_JOURNAL;
    bib_record_finish(r);
    m->open = false;
    m->found++;
}

/** Reads a tag: a letter, a letter or digit, and a blank, as in "AU ". */
static size_t read_tag(struct str line, struct str *tag) {
    *tag = str_slice(line, 0, 2);
    bool found = line.n >= 2 && is_upper(line.p[0]) && is_alnum(line.p[1]) &&
                 (line.n == 2 || line.p[2] == ' ' || line.p[2] == '\r');
    return found ? 2 : 0;
}

static void begin(struct isi *m, struct span at) {
    if (m->open) {
        struct diag *g =
            diag_add(m->in->d, DIAG_BIB_SYNTAX, m->r.it->span, "this record is not closed");
        diag_hint(m->in->d, g, "close it with a line `ER`");
    }
    finish(m);
    *m = (struct isi){.in = m->in, .found = m->found, .open = true};
    at.end = at.begin + 2;
    bib_record_begin(&m->r, m->in, at);
}

static void report_stray(struct isi *m, struct span at) {
    struct diag *g =
        diag_add(m->in->d, DIAG_BIB_STRAY, at, "this line stands outside of any record");
    diag_hint(m->in->d, g, "a record begins with a line `PT J`");
}

static void take_value(struct isi *m, const struct bib_tag_reader *tags) {
    bool starts = str_is(tags->tag, "PT");
    if (str_is(tags->tag, "FN") || str_is(tags->tag, "VR") || str_is(tags->tag, "EF")) {
        return;
    }
    if (str_is(tags->tag, "ER")) {
        finish(m);
        return;
    }
    if (!m->open && !starts) {
        report_stray(m, tags->first);
        return;
    }
    if (starts) {
        begin(m, tags->first);
    }
    if (str_among(tags->tag, "AU AF BE ED BA BF CA GP")) {
        for (size_t i = 0; i < tags->pieces.n; i++) {
            set_name(m, tags->tag, tags->pieces.p[i], bib_tag_place(tags, tags->pieces.p[i]));
        }
    } else {
        set_value(m, tags->tag, bib_tag_text(tags, m->in->arena), tags->span);
    }
    m->r.it->span.end = tags->span.end;
}

bool bib_isi_sniff(struct str text) {
    return str_starts(text, STR("FN ")) || str_starts(text, STR("PT "));
}

size_t bib_isi_read(struct bib_input *in) {
    static const struct bib_tag_form form = {read_tag, 3};
    struct isi m = {.in = in};
    struct bib_tag_reader tags;
    bib_tag_begin(&tags, in->src, &form);
    while (bib_tag_next(&tags)) {
        if (tags.kind == BIB_TAG_VALUE) {
            take_value(&m, &tags);
        } else if (tags.kind == BIB_TAG_STRAY) {
            report_stray(&m, tags.first);
        }
    }
    finish(&m);
    bib_tag_drop(&tags);
    return m.found;
}
