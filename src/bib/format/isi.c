/* SPDX-License-Identifier: MIT */
/*
 * Web of Science's tagged text (ISI export format): two-letter tags, values that go on in lines
 * indented by three. For names each line is a value of its own; for all else the lines are one
 * text.
 */
#include "bib/format/record.h"

#include <string.h>

DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_BIB_STRAY);

struct isi {
    struct bib *b;
    struct source *src;
    struct diags *d;
    struct record r;
    bool open;
    struct str month, year; /* PD and PY of the record */
    struct span month_at, year_at;
    struct str first_page, last_page;
    struct span page_at;
    bool full_authors;
    bool conference;
    size_t found;
};

static const struct {
    const char *tag;
    enum item_var v;
} plain_tags[] = {
    {"AB", VAR_ABSTRACT},
    {"AR", VAR_NUMBER},
    {"BN", VAR_ISBN},
    {"BS", VAR_COLLECTION_TITLE},
    {"CL", VAR_EVENT_PLACE},
    {"CT", VAR_EVENT_TITLE},
    {"DI", VAR_DOI},
    {"DT", VAR_GENRE},
    {"IS", VAR_ISSUE},
    {"JI", VAR_CONTAINER_TITLE_SHORT},
    {"LA", VAR_LANGUAGE},
    {"PG", VAR_NUMBER_OF_PAGES},
    {"PI", VAR_PUBLISHER_PLACE},
    {"PM", VAR_PMID},
    {"PN", VAR_PART_NUMBER},
    {"PU", VAR_PUBLISHER},
    {"SE", VAR_COLLECTION_TITLE},
    {"SO", VAR_CONTAINER_TITLE},
    {"SU", VAR_SUPPLEMENT_NUMBER},
    {"TI", VAR_TITLE},
    {"VL", VAR_VOLUME},
};

static bool is_name_tag(struct str tag) {
    return str_is(tag, "AU") || str_is(tag, "AF") || str_is(tag, "BE") || str_is(tag, "ED") ||
           str_is(tag, "BA") || str_is(tag, "BF") || str_is(tag, "CA") || str_is(tag, "GP");
}

static void set_name(struct isi *m, struct str tag, struct str text, struct span at) {
    struct record *r = &m->r;
    if (str_is(tag, "AU")) {
        record_name(r, VAR_AUTHOR, record_read_name(r->a, text), at);
    } else if (str_is(tag, "AF")) {
        /* the same authors again, with whole given names: the first takes the place of the list */
        if (!m->full_authors) {
            item_set(r->a, r->it, VAR_AUTHOR, at)->u.names = (struct item_names){NULL, 0};
            m->full_authors = true;
        }
        record_name(r, VAR_AUTHOR, record_read_name(r->a, text), at);
    } else if (str_is(tag, "BE") || str_is(tag, "ED")) {
        record_name(r, VAR_EDITOR, record_read_name(r->a, text), at);
    } else if (str_is(tag, "BA")) {
        record_name(r, VAR_CONTAINER_AUTHOR, record_read_name(r->a, text), at);
    } else if (str_is(tag, "CA")) {
        record_name(r, VAR_AUTHOR, (struct item_name){.literal = text}, at);
    } else {
        record_extra(r, tag, text, at);
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
    struct record *r = &m->r;
    if (str_is(tag, "PT")) {
        set_type(m, text);
    } else if (str_is(tag, "PY")) {
        m->year = text;
        m->year_at = at;
    } else if (str_is(tag, "PD")) {
        m->month = text;
        m->month_at = at;
    } else if (str_is(tag, "BP") || str_is(tag, "EP")) {
        *(tag.p[0] == 'B' ? &m->first_page : &m->last_page) = text;
        m->page_at = at;
    } else if (str_is(tag, "SN") || str_is(tag, "EI")) {
        record_append(r, VAR_ISSN, text, ", ", at);
    } else if (str_is(tag, "PN") && r->it->type == ITEM_TYPE_PATENT) {
        record_text(r, VAR_NUMBER, text, at);
    } else if (str_is(tag, "DE") || str_is(tag, "ID")) {
        while (text.p) {
            record_append(r, VAR_KEYWORD, str_cut(&text, ';'), ", ", at);
        }
    } else {
        m->conference = m->conference || str_is(tag, "CT");
        for (size_t i = 0; i < ARRAY_LEN(plain_tags); i++) {
            if (str_is(tag, plain_tags[i].tag) && record_text(r, plain_tags[i].v, text, at)) {
                return;
            }
        }
        record_extra(r, tag, text, at);
    }
}

static void finish(struct isi *m) {
    if (!m->open) {
        return;
    }
    struct record *r = &m->r;
    if (m->year.n) {
        struct str rest = m->month, month = str_cut(&rest, ' ');
        struct str first = month;
        first = str_cut(&first, '-'); /* "MAR-APR" */
        struct str day = rest;
        day = str_cut(&day, ' ');
        record_day(r, VAR_ISSUED, m->year, first, day, m->year_at);
    }
    if (m->first_page.n) {
        record_text(r, VAR_PAGE,
                    m->last_page.n && !str_eq(m->first_page, m->last_page)
                        ? arena_join(r->a, 3, m->first_page, STR("-"), m->last_page)
                        : m->first_page,
                    m->page_at);
    }
    if (m->conference && r->it->type != ITEM_TYPE_ARTICLE_JOURNAL) {
        r->it->type = ITEM_TYPE_PAPER_CONFERENCE;
    }
    r->it->in_journal = r->it->type == ITEM_TYPE_ARTICLE_JOURNAL;
    record_finish(r);
    m->open = false;
    m->found++;
}

static bool has_tag(struct str line) {
    return line.n >= 2 && is_upper(line.p[0]) && is_alnum(line.p[1]) &&
           (line.n == 2 || line.p[2] == ' ' || line.p[2] == '\r');
}

/** One tag with the lines that go on; returns where the next one begins. */
static size_t read_tag(struct isi *m, struct str tag, size_t at) {
    struct str s = m->src->text;
    bool names = is_name_tag(tag);
    struct buf b;
    buf_init(&b, 0);
    size_t begin = at + 2, first = at, end = at;
    for (;;) {
        const char *p = begin < s.n ? memchr(s.p + begin, '\n', s.n - begin) : NULL;
        end = p ? (size_t)(p - s.p) : s.n;
        struct str piece = str_trim(str_slice(s, begin, end));
        if (names && piece.n) {
            size_t from = (size_t)(piece.p - s.p);
            set_name(m, tag, piece, span_make(m->src, from, from + piece.n));
        } else if (piece.n) {
            buf_puts(&b, b.n ? " " : "");
            buf_str(&b, piece);
        }
        at = end < s.n ? end + 1 : s.n;
        if (at + 3 > s.n || memcmp(s.p + at, "   ", 3) != 0) {
            break;
        }
        begin = at;
    }
    if (!names) {
        set_value(m, tag, buf_keep(&b, m->b->arena), span_make(m->src, first, end));
    }
    buf_drop(&b);
    return at;
}

static void begin(struct isi *m, size_t at) {
    struct isi fresh = {.b = m->b, .src = m->src, .d = m->d, .found = m->found, .open = true};
    *m = fresh;
    record_begin(&m->r, m->b, m->d, span_make(m->src, at, at + 2));
}

size_t isi_read(struct bib *b, struct source *src, struct diags *d) {
    struct isi m = {.b = b, .src = src, .d = d};
    struct str s = src->text;
    size_t at = str_starts(s, STR("\xEF\xBB\xBF")) ? 3 : 0;
    while (at < s.n) {
        const char *p = memchr(s.p + at, '\n', s.n - at);
        size_t end = p ? (size_t)(p - s.p) : s.n;
        struct str line = str_slice(s, at, end), tag = str_slice(line, 0, 2);
        bool outside = str_is(tag, "FN") || str_is(tag, "VR") || str_is(tag, "EF");
        if (str_trim(line).n == 0 || (has_tag(line) && outside)) {
            at = end + 1;
        } else if (has_tag(line) && str_is(tag, "ER")) {
            finish(&m);
            at = end + 1;
        } else if (has_tag(line) && (m.open || str_is(tag, "PT"))) {
            if (str_is(tag, "PT")) {
                if (m.open) {
                    struct diag *g =
                        diag_add(d, DIAG_BIB_SYNTAX, m.r.it->span, "this record is not closed");
                    diag_hint(d, g, "close it with a line `ER`");
                }
                finish(&m);
                begin(&m, at);
            }
            at = read_tag(&m, tag, at);
            m.r.it->span.end = (uint32_t)(at > 0 ? at - 1 : 0);
        } else {
            struct diag *g = diag_add(d, DIAG_BIB_STRAY, span_make(src, at, end),
                                      "this line stands outside of any record");
            diag_hint(d, g, "a record begins with a line `PT J`");
            at = end + 1;
        }
    }
    finish(&m);
    return m.found;
}
