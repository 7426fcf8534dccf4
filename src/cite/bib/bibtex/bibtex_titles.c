/* SPDX-License-Identifier: MIT */
/*
 * Titles: joins title, subtitle and titleaddon; sets containers, series and short forms. CSL has
 * one variable for the three fields of biblatex; they are joined as in pandoc. Capitals are kept.
 */
#include "cite/bib/bibtex/bibtex_map.h"

#include "cite/bib/item/sentence.h"
#include "core/base/utf8.h"
#include "model/tex/text/text.h"

struct title {
    struct rich text;
    const struct bibtex_field *at;
    bool has_sub;
};

static struct rich join(struct bibtex_mapper *m, struct rich a, struct rich b,
                        struct str separator) {
    char c = a.text.n ? a.text.p[a.text.n - 1] : ' ';
    return rich_join(m->a, a, str_index(STR(".?!:;,"), c) != STR_NONE ? STR(" ") : separator, b);
}

/** Reads a title with its parts: "Title: Subtitle. Addon". */
static struct title read_title(struct bibtex_mapper *m, const char *title, const char *subtitle,
                               const char *addon, unsigned flags) {
    struct title t = {.at = bibtex_map_take(m, title)};
    struct rich sub = bibtex_map_text(m, subtitle, flags), add = bibtex_map_text(m, addon, flags);
    t.text = join(m, bibtex_map_rich(m, t.at, flags), sub, STR(": "));
    t.text = join(m, t.text, add, STR(". "));
    t.has_sub = sub.text.n || add.text.n;
    return t;
}

/** The quotation marks and brackets that are open at a place in a title. */
struct enclosures {
    int brackets, quotes;
    bool straight; /* the place is between two straight double quotes */
};

static void count_enclosure(struct enclosures *n, uint32_t cp) {
    switch (cp) {
    case '(':
    case '[':
    case '{':
        n->brackets++;
        break;
    case ')':
    case ']':
    case '}':
        n->brackets -= n->brackets > 0;
        break;
    case '"':
        n->straight = !n->straight;
        break;
    case 0x201C: /* U+201C opens a quotation; in German it closes one */
        n->quotes += n->quotes > 0 ? -1 : 1;
        break;
    case 0x201E:
    case 0xAB:
        n->quotes++;
        break;
    case 0x201D:
    case 0xBB:
        n->quotes -= n->quotes > 0;
        break;
    }
}

/** Returns the title before its first colon outside of spans, quotation marks and brackets. Empty
 * if it has no such colon. */
static struct rich before_colon(struct arena *a, struct rich title) {
    struct rich_walk w;
    struct enclosures open = {0};
    rich_walk_start(&w, title);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        for (size_t i = 0; e == RICH_TEXT && i < w.text.n;) {
            size_t at = w.from + i;
            uint32_t cp = utf8_next(w.text, &i);
            count_enclosure(&open, cp);
            bool enclosed = w.depth || open.brackets || open.quotes || open.straight;
            if (cp == ':' && !enclosed && str_starts(str_from(title.text, at), STR(": "))) {
                return rich_trim(a, rich_slice(a, title, 0, at));
            }
        }
    }
    return RICH_EMPTY;
}

static void set_short_title(struct bibtex_mapper *m, bool own_title, bool main_title,
                            const struct title *t) {
    const struct bibtex_field *at = own_title ? bibtex_map_take(m, "shorttitle") : NULL;
    struct rich text = bibtex_map_rich(m, at, m->title_flags);
    if (text.text.n == 0) {
        at = bibtex_field_find(&m->e->fields, "title");
        /* no diagnostics, because the errors in the title were reported before */
        struct rich title =
            at ? rich_trim(m->a, tex_to_rich(m->a, at->value, m->title_flags, at->span, NULL))
               : RICH_EMPTY;
        text = before_colon(m->a, title);
        text = text.text.n || main_title || !t->has_sub ? text : title;
    }
    bibtex_map_set(m, VAR_TITLE_SHORT, text, at);
}

/** Returns the text of a series. A number is the series of a journal: "3" becomes the third series.
 * A key of biblatex such as "newseries" becomes its text. */
static struct rich series_text(struct bibtex_mapper *m, struct rich s) {
    struct str key = tex_bibstring(s.text);
    int64_t n;
    if (key.n || !(m->flags & BIBTEX_ARTICLE) || !str_to_i64(s.text, &n) || n < 1 || n > 999) {
        return key.n ? rich_of(key) : s;
    }
    return rich_of(arena_printf(m->a, "%d%s series", (int)n, str_ordinal_ending(n)));
}

/** Expands the commands for journals of astronomy. */
static void expand_journal(struct bibtex_mapper *m, const char *name) {
    struct bibtex_field *f = bibtex_field_find(&m->e->fields, name);
    if (f) {
        f->value = bibtex_journal(m->a, f->value);
    }
}

static void set_container(struct bibtex_mapper *m, bool main_title, const struct title *own) {
    struct title t = {.at = NULL};
    unsigned journal = m->title_flags;
    if (m->flags & BIBTEX_PERIODICAL) {
        t = read_title(m, "title", "subtitle", "titleaddon", journal);
        m->it->in_journal = true;
    } else if (m->flags & BIBTEX_CHAPTER) {
        t = main_title
                ? read_title(m, "maintitle", "mainsubtitle", "maintitleaddon", m->title_flags)
                : read_title(m, "booktitle", "booksubtitle", "booktitleaddon", m->title_flags);
    }
    if (t.text.text.n == 0) {
        const char *name =
            bibtex_field_find(&m->e->fields, "journaltitle") ? "journaltitle" : "journal";
        expand_journal(m, name);
        t = read_title(m, name, "journalsubtitle", "journaltitleaddon", journal);
        t.text = bib_journal_case(m->a, t.text);
        m->it->in_journal = t.text.text.n > 0;
    }
    bool book = m->it->type == ITEM_TYPE_BOOK;
    if (t.text.text.n == 0 && !book) {
        t = read_title(m, "booktitle", "booksubtitle", "booktitleaddon", m->title_flags);
    }
    if (!rich_eq(t.text, own->text)) {
        bibtex_map_set(m, VAR_CONTAINER_TITLE, t.text, t.at);
    }
    expand_journal(m, "shortjournal");
    const struct bibtex_field *f = bibtex_map_take(m, "shortjournal");
    bibtex_map_set(m, VAR_CONTAINER_TITLE_SHORT, bibtex_map_rich(m, f, TEX_LIGATURES), f);
}

void bibtex_map_titles(struct bibtex_mapper *m) {
    bool main_title = bibtex_map_take(m, "maintitle") != NULL;
    bool chapter = m->flags & BIBTEX_CHAPTER, periodical = m->flags & BIBTEX_PERIODICAL;
    struct title t;
    bool own_title = true;
    if (periodical && bibtex_field_find(&m->e->fields, "issuetitle")) {
        t = read_title(m, "issuetitle", "issuesubtitle", "issuetitleaddon", m->title_flags);
    } else if (main_title && !chapter) {
        own_title = false;
        t = read_title(m, "maintitle", "mainsubtitle", "maintitleaddon", m->title_flags);
        struct title volume = read_title(m, "title", "subtitle", "titleaddon", m->title_flags);
        bibtex_map_set(m, VAR_VOLUME_TITLE, volume.text, volume.at);
    } else {
        t = read_title(m, "title", "subtitle", "titleaddon", m->title_flags);
    }
    bibtex_map_set(m, VAR_TITLE, t.text, t.at);
    if (main_title && chapter) {
        struct title volume =
            read_title(m, "booktitle", "booksubtitle", "booktitleaddon", m->title_flags);
        bibtex_map_set(m, VAR_VOLUME_TITLE, volume.text, volume.at);
    }
    set_container(m, main_title, &t);
    if (!periodical) {
        set_short_title(m, own_title, main_title, &t);
    }
    const struct bibtex_field *series = bibtex_map_take(m, "series");
    bibtex_map_set(m, VAR_COLLECTION_TITLE,
                   series_text(m, bibtex_map_rich(m, series, m->title_flags)), series);
    struct title event =
        read_title(m, "eventtitle", "eventtitleaddon", "eventsubtitle", m->title_flags);
    bibtex_map_set(m, VAR_EVENT_TITLE, event.text, event.at);
    const struct bibtex_field *orig = bibtex_map_take(m, "origtitle");
    bibtex_map_set(m, VAR_ORIGINAL_TITLE, bibtex_map_rich(m, orig, m->title_flags), orig);
}
