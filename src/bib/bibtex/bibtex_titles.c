/* SPDX-License-Identifier: MIT */
/*
 * Titles: title, subtitle and titleaddon joined, their containers, series and short forms. CSL has
 * one variable where biblatex has three fields; pandoc's way of joining them is followed. Capitals
 * stay as they are written.
 */
#include "bib/bibtex/bibtex_map.h"

#include "tex/text/text.h"

struct title {
    struct str text;
    const struct raw_field *at;
    bool has_sub;
};

static bool ends_in_mark(struct str s) {
    /* inside of closing tags: `...end?</span>` */
    while (s.n && s.p[s.n - 1] == '>') {
        size_t open = s.n;
        bool closing;
        while (open > 0 && s.p[open - 1] != '<') {
            open--;
        }
        if (open == 0 || rich_tag(s, open - 1, &closing) == 0 || !closing) {
            return false;
        }
        s = str_slice(s, 0, open - 1);
    }
    char c = s.n ? s.p[s.n - 1] : '\0';
    return c == '.' || c == '?' || c == '!' || c == ':' || c == ';' || c == ',';
}

static struct str join(struct mapper *m, struct str a, struct str b, struct str separator) {
    if (a.n == 0 || b.n == 0) {
        return a.n ? a : b;
    }
    return arena_join(m->a, 3, a, ends_in_mark(a) ? STR(" ") : separator, b);
}

/** "Title: Subtitle. Addon". */
static struct title read_title(struct mapper *m, const char *title, const char *subtitle,
                               const char *addon, unsigned flags) {
    struct title t = {.at = map_take(m, title)};
    struct str sub = map_text(m, subtitle, flags), add = map_text(m, addon, flags);
    t.text = join(m, map_rich(m, t.at, flags), sub, STR(": "));
    t.text = join(m, t.text, add, STR(". "));
    t.has_sub = sub.n || add.n;
    return t;
}

/** The title before its first colon outside of protecting braces, or the empty slice. */
static struct str before_colon(struct str rich) {
    int depth = 0;
    for (size_t i = 0; i < rich.n;) {
        bool closing;
        size_t n = rich_tag(rich, i, &closing);
        if (n) {
            depth += closing ? -1 : 1;
            i += n;
        } else if (rich.p[i] == ':' && depth == 0 && i + 1 < rich.n && rich.p[i + 1] == ' ') {
            return str_trim(str_slice(rich, 0, i));
        } else {
            i++;
        }
    }
    return STR_EMPTY;
}

static void set_short_title(struct mapper *m, bool own_title, bool main_title,
                            const struct title *t) {
    const struct raw_field *at = own_title ? map_take(m, "shorttitle") : NULL;
    struct str text = map_rich(m, at, m->title_flags);
    if (text.n == 0) {
        at = raw_find(&m->e->fields, "title");
        /* what is wrong with it was told when the title itself was read */
        struct str title =
            at ? str_trim(tex_to_rich(m->a, at->value, m->title_flags, at->span, NULL)) : STR_EMPTY;
        text = before_colon(title);
        text = text.n || main_title || !t->has_sub ? text : title;
    }
    map_set(m, VAR_TITLE_SHORT, text, at);
}

/** "3" is the third series of a journal; "newseries" a key of biblatex. */
static struct str series_text(struct mapper *m, struct str s) {
    struct str key = tex_bibstring(s);
    int64_t n;
    if (key.n || !(m->flags & BIBTEX_ARTICLE) || !str_to_i64(s, &n) || n < 1 || n > 999) {
        return key.n ? key : s;
    }
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    bool teen = n % 100 > 10 && n % 100 < 14;
    return arena_printf(m->a, "%d%s series", (int)n, endings[!teen && n % 10 < 4 ? n % 10 : 0]);
}

static void set_container(struct mapper *m, bool main_title, const struct title *own) {
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
    if (t.text.n == 0) {
        const char *name = raw_find(&m->e->fields, "journaltitle") ? "journaltitle" : "journal";
        t = read_title(m, name, "journalsubtitle", "journaltitleaddon", journal);
        m->it->in_journal = t.text.n > 0;
    }
    bool book = m->it->type == ITEM_TYPE_BOOK;
    if (t.text.n == 0 && !book) {
        t = read_title(m, "booktitle", "booksubtitle", "booktitleaddon", m->title_flags);
    }
    if (!str_eq(t.text, own->text)) {
        map_set(m, VAR_CONTAINER_TITLE, t.text, t.at);
    }
    const struct raw_field *f = map_take(m, "shortjournal");
    map_set(m, VAR_CONTAINER_TITLE_SHORT, map_rich(m, f, TEX_LIGATURES), f);
}

void map_titles(struct mapper *m) {
    bool main_title = map_take(m, "maintitle") != NULL;
    bool chapter = m->flags & BIBTEX_CHAPTER, periodical = m->flags & BIBTEX_PERIODICAL;
    struct title t;
    bool own_title = true;
    if (periodical && raw_find(&m->e->fields, "issuetitle")) {
        t = read_title(m, "issuetitle", "issuesubtitle", "issuetitleaddon", m->title_flags);
    } else if (main_title && !chapter) {
        own_title = false;
        t = read_title(m, "maintitle", "mainsubtitle", "maintitleaddon", m->title_flags);
        struct title volume = read_title(m, "title", "subtitle", "titleaddon", m->title_flags);
        map_set(m, VAR_VOLUME_TITLE, volume.text, volume.at);
    } else {
        t = read_title(m, "title", "subtitle", "titleaddon", m->title_flags);
    }
    map_set(m, VAR_TITLE, t.text, t.at);
    if (main_title && chapter) {
        struct title volume =
            read_title(m, "booktitle", "booksubtitle", "booktitleaddon", m->title_flags);
        map_set(m, VAR_VOLUME_TITLE, volume.text, volume.at);
    }
    set_container(m, main_title, &t);
    if (!periodical) {
        set_short_title(m, own_title, main_title, &t);
    }
    const struct raw_field *series = map_take(m, "series");
    map_set(m, VAR_COLLECTION_TITLE, series_text(m, map_rich(m, series, m->title_flags)), series);
    struct title event =
        read_title(m, "eventtitle", "eventtitleaddon", "eventsubtitle", m->title_flags);
    map_set(m, VAR_EVENT_TITLE, event.text, event.at);
    const struct raw_field *orig = map_take(m, "origtitle");
    map_set(m, VAR_ORIGINAL_TITLE, map_rich(m, orig, m->title_flags), orig);
}
