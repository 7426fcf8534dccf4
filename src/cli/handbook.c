/* SPDX-License-Identifier: MIT */
/*
 * The pages of the manual that are written by hand (statements/manual/). They are a part of the
 * program, so that `dossier help` finds them on every computer. The Makefile joins them into one
 * string. Before each page, there is a line with a form feed and the name of the page.
 */
#include "cli/reference.h"

#include "core/base/word_list.h"

static const char text[] =
#include "cli/manual.inc"
    ;

enum { SECTIONS = 600 };

/** A heading of a page, with the lines below it up to the next heading of its level. */
struct section {
    struct str page, title, text; /* the title is in lower case and has no attributes */
    struct str heading;           /* the heading as it was written */
    size_t level;                 /* the level of the heading; 0: the section is the whole page */
};

struct handbook {
    struct arena *arena;
    VEC(struct section) sections;
};

static struct str lower(struct arena *a, struct str s) {
    return arena_lower(a, arena_without(a, s, "`"));
}

/** Returns the level of a heading. 0 for other lines. */
static size_t heading_level(struct str line) {
    size_t n = str_run(line, 0, '#');
    return n > 0 && n < 7 && n < line.n && line.p[n] == ' ' ? n : 0;
}

static bool is_fence(struct str line) {
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

static void add_heading(struct handbook *h, struct str page, struct str line, const char *end) {
    size_t level = heading_level(line);
    struct str title = str_trim(str_from(line, level));
    size_t brace = str_find(title, STR(" {"));
    title = str_slice(title, 0, brace == STR_NONE ? title.n : brace);
    vec_push(&h->sections, (struct section){.page = page,
                                            .title = lower(h->arena, title),
                                            .heading = title,
                                            .text = {line.p, (size_t)(end - line.p)},
                                            .level = level});
}

/** Reads the sections of a page. Each section ends at the next heading that is not below it. */
static void read_page(struct handbook *h, struct str name, struct str page) {
    size_t first = h->sections.n;
    struct str rest = page, title = name;
    const char *end = page.p + page.n;
    bool code = false, front = str_starts(page, STR("---\n"));
    vec_push(&h->sections, (struct section){.page = name, .text = page});
    for (size_t i = 0; rest.n && h->sections.n < SECTIONS; i++) {
        struct str line = str_cut(&rest, '\n');
        if (front) {
            front = i == 0 || !str_is(line, "---");
            if (str_starts(line, STR("title: "))) {
                title = str_from(line, sizeof "title: " - 1);
            }
            continue;
        }
        code = is_fence(line) ? !code : code;
        size_t level = code ? 0 : heading_level(line);
        if (level) {
            for (size_t k = first + 1; k < h->sections.n; k++) {
                struct section *s = &h->sections.p[k];
                if (s->text.p + s->text.n == end && s->level >= level) {
                    s->text.n = (size_t)(line.p - s->text.p);
                }
            }
            add_heading(h, name, line, end);
        }
    }
    h->sections.p[first].title = lower(h->arena, title);
    h->sections.p[first].heading = title;
}

static void open_handbook(struct handbook *h, struct arena *a) {
    *h = (struct handbook){.arena = a};
    struct str rest = STR(text);
    while (rest.n && rest.p[0] == '\f') {
        struct str name = str_from(str_cut(&rest, '\n'), 1);
        size_t next = str_until(rest, 0, '\f');
        read_page(h, name, str_slice(rest, 0, next));
        rest = str_from(rest, next);
    }
}

/** Whether any word of the text begins with `word`, in upper or lower case. */
static bool has_word(struct str s, struct str word) {
    for (size_t i = 0; i + word.n <= s.n; i++) {
        size_t n = 0;
        while (n < word.n && to_lower(s.p[i + n]) == word.p[n]) {
            n++;
        }
        if (n == word.n && (i == 0 || !is_alnum(s.p[i - 1]))) {
            return true;
        }
    }
    return false;
}

static bool has_words(struct str s, struct str words, bool plurals) {
    static const char small[] = "a an and are at be by can do does for from get has have how i in "
                                "is it make my of on or put set that the this to use what where "
                                "which with write";
    bool some = false;
    while (words.p) {
        struct str word = str_cut(&words, ' ');
        if (str_among(word, small)) {
            continue;
        }
        some = some || word.n > 1;
        bool plural = plurals && word.n > 3 && str_ends(word, STR("s"));
        if (!has_word(s, word) && !(plural && has_word(s, str_slice(word, 0, word.n - 1)))) {
            return false;
        }
    }
    return some;
}

bool cli_has_words(struct str s, struct str words) {
    return has_words(s, words, true);
}

static void put_section(struct buf *out, const struct section *s) {
    buf_putc(out, '\n');
    if (s->level) {
        buf_str(out, s->text);
        return;
    }
    struct str body = s->text; /* the front matter becomes a heading */
    size_t end = str_starts(body, STR("---\n")) ? str_find(str_from(body, 4), STR("\n---\n")) : 0;
    buf_printf(out, "# %.*s\n", STR_ARG(s->heading));
    buf_str(out, end && end != STR_NONE ? str_from(body, end + 4 + 5) : body);
}

bool cli_handbook_passage(struct buf *out, struct arena *a, struct str word) {
    struct handbook h;
    struct str wanted = lower(a, word);
    size_t found = 0;
    open_handbook(&h, a);
    for (size_t i = 0; i < h.sections.n && !found; i++) {
        const struct section *s = &h.sections.p[i];
        /* a word in the singular also means a page in the plural: "letter", letters.md */
        bool one = str_eq(s->page, arena_join(a, 2, wanted, STR("s")));
        if (!s->level && (one || str_eq(s->page, wanted) || str_eq(s->title, wanted))) {
            put_section(out, s);
            found++;
        }
    }
    /* the end of the last section that was written, with the sections below it */
    const char *inside = NULL;
    for (int whole = 1; whole >= 0 && !found; whole--) {
        for (size_t i = 0; i < h.sections.n; i++) {
            const struct section *s = &h.sections.p[i];
            bool fits = whole ? str_eq(s->title, wanted) : has_words(s->title, wanted, false);
            if (s->level && fits && !(inside && s->text.p < inside)) {
                put_section(out, s);
                inside = s->text.p + s->text.n;
                found++;
            }
        }
    }
    vec_drop(&h.sections);
    return found > 0;
}

/** Whether a text contains a word that is not part of a longer word. */
static bool mentions(struct str s, struct str word) {
    for (size_t at; (at = str_find(s, word)) != STR_NONE; s = str_from(s, at + 1)) {
        bool begins = at == 0 || !(is_alnum(s.p[at - 1]) || s.p[at - 1] == '-');
        size_t end = at + word.n;
        if (begins && (end == s.n || !(is_alnum(s.p[end]) || s.p[end] == '-'))) {
            return true;
        }
    }
    return false;
}

/** Returns the lines of a section before its first subsection. */
static struct str own_lines(const struct handbook *h, size_t i) {
    struct str own = h->sections.p[i].text;
    if (i + 1 < h->sections.n && str_eq(h->sections.p[i + 1].page, h->sections.p[i].page)) {
        own.n = (size_t)(h->sections.p[i + 1].text.p - own.p);
    }
    return own;
}

static size_t list_sections(struct buf *out, struct arena *a, struct str word,
                            bool (*fits)(struct str s, struct str word)) {
    struct handbook h;
    size_t found = 0;
    open_handbook(&h, a);
    for (size_t i = 0; i < h.sections.n && found < CLI_PASSAGES && word.n > 1; i++) {
        const struct section *s = &h.sections.p[i];
        if (fits(own_lines(&h, i), word)) {
            buf_printf(out, "- `dossier help \"%.*s\"`\n", STR_ARG(s->level ? s->title : s->page));
            found++;
        }
    }
    vec_drop(&h.sections);
    return found;
}

size_t cli_handbook_mentions(struct buf *out, struct arena *a, struct str word) {
    return list_sections(out, a, word, mentions);
}

size_t cli_handbook_search(struct buf *out, struct arena *a, struct str words) {
    return list_sections(out, a, lower(a, words), cli_has_words);
}

void cli_handbook_names(str_list *names, str_list *titles) {
    for (struct str rest = STR(text); rest.n;) {
        struct str line = str_cut(&rest, '\n');
        if (str_starts(line, STR("\f"))) {
            vec_push(names, str_from(line, 1));
        } else if (titles && titles->n < names->n && str_starts(line, STR("title: "))) {
            vec_push(titles, str_from(line, sizeof "title: " - 1));
        }
    }
}
