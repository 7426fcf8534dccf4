/* SPDX-License-Identifier: MIT */
/*
 * What a call allows (`limits` of the front matter), held against the pages as they were laid out:
 * their number, the smallest letters, the margins that ink keeps free, lines to the inch, words.
 * Measured is what stands on paper, not what was asked for. What a call says is a profile's
 * (styles/limits/NAME.yml) or the author's.
 */
#include "build/files.h"

#include "data/yaml.h"
#include "layout/model/page.h"
#include "layout/style/units.h"

#include <stdlib.h>

DIAG_USE(DIAG_LIMIT);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

/* Letters hang into the margin by as much (microtype's protrusion); LaTeX's 11pt has 10.95. */
#define HANG (PT(5) / 2)
#define ROUNDING (PT(1) / 20)
#define NOMINAL(size) ((size) - (size) / 100)
#define INCH (PT(7227) / 100)
/* Marks of notes, ordinals and exponents are smaller than their text: so many glyphs are text. */
enum { MARK_GLYPHS = 4 };

enum text_class { TEXT_BODY, TEXT_NOTE, TEXT_CAPTION, TEXT_REFERENCES, TEXT_CLASSES };

static const char *const class_names[TEXT_CLASSES] = {"the text", "a footnote", "a caption",
                                                      "the references"};

struct smallest {
    sp size; /* 0: there is none */
    size_t page;
};

/** What was measured. */
struct measured {
    size_t pages;     /* all, or those with text besides references */
    size_t last_text; /* the last page with text that is neither heading nor reference */
    bool references;  /* there are some */
    struct smallest type[TEXT_CLASSES];
    sp left, right, top, bottom; /* that ink keeps free, on the page that has least */
    sp line;                     /* the least between two lines of text; 0: none */
    size_t line_page;
    size_t lines_over; /* of text, on pages beyond the limit */
};

struct limits {
    struct build_run *b;
    const struct node *map;     /* the author's: it goes before ... */
    const struct node *profile; /* ... what the profile says; either may be NULL */
    struct span at;             /* of `limits` */
    const struct pages *pages;
    bool references; /* they count */
    struct measured m;
};

/* ---- measuring ---- */

static bool stands_in(const struct page_elem *e, enum page_role role) {
    for (; e; e = e->parent) {
        if (e->role == role) {
            return true;
        }
    }
    return false;
}

static bool is_heading(const struct page_elem *e) {
    for (; e; e = e->parent) {
        if (e->role >= ROLE_H1 && e->role <= ROLE_H6) {
            return true;
        }
    }
    return false;
}

/** False for what is no running text: formulas, drawings, code's numbers. */
static bool class_of(const struct page_elem *e, enum text_class *cls) {
    if (!e || stands_in(e, ROLE_FORMULA) || stands_in(e, ROLE_FIGURE)) {
        *cls = TEXT_CAPTION;
        return e && stands_in(e, ROLE_CAPTION);
    }
    *cls = stands_in(e, ROLE_NOTE)        ? TEXT_NOTE
           : stands_in(e, ROLE_CAPTION)   ? TEXT_CAPTION
           : stands_in(e, ROLE_BIB_ENTRY) ? TEXT_REFERENCES
                                          : TEXT_BODY;
    return true;
}

static void note_margin(sp *least, int64_t found) {
    if (found < *least) {
        *least = (sp)(found < 0 ? 0 : found);
    }
}

/** Up to the last glyph that shows: the space that a line was broken at stands behind it. */
static int64_t text_width(const struct page_text *t) {
    int64_t w = 0, shown = 0;
    for (size_t i = 0; i < t->n; i++) {
        w += font_scale(t->font, t->glyphs[i].advance, t->size);
        size_t at = t->glyphs[i].cluster;
        shown = at < t->text.n && t->text.p[at] != ' ' ? w : shown;
        w += t->extra ? t->extra[i] : 0;
    }
    return shown * t->expansion / 10000;
}

static void measure_margins(struct measured *m, const struct page *p, const struct page_item *it) {
    int64_t x = 0, y = 0, w = 0, up = 0, down = 0;
    switch (it->kind) {
    case PAGE_TEXT:
        x = it->u.text.x;
        y = it->u.text.y;
        w = text_width(&it->u.text);
        up = it->u.text.size * 2 / 3; /* capitals, and half of what hangs below the line */
        down = it->u.text.size / 10;
        break;
    case PAGE_IMAGE:
        x = it->u.image.x;
        y = it->u.image.y;
        w = it->u.image.w;
        up = 0;
        down = it->u.image.h;
        break;
    case PAGE_RULE:
    case PAGE_SHAPE:
        return;
    }
    note_margin(&m->left, x);
    note_margin(&m->right, p->width - x - w);
    note_margin(&m->top, y - up);
    note_margin(&m->bottom, p->height - y - down);
}

static int by_place(const void *a, const void *b) {
    const sp *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

typedef VEC(sp) sp_vec;

/** The lines of text of a page: how many, and the least distance of two. */
static size_t measure_lines(struct measured *m, sp_vec *lines, size_t page) {
    size_t n = 0;
    if (lines->n) {
        qsort(lines->p, lines->n, sizeof *lines->p, by_place);
        n = 1;
    }
    for (size_t i = 1; i < lines->n; i++) {
        sp step = lines->p[i] - lines->p[i - 1];
        if (step > PT(4)) { /* less are columns side by side, and what is raised */
            n++;
            if (m->line == 0 || step < m->line) {
                m->line = step;
                m->line_page = page;
            }
        }
    }
    return n;
}

/** One page; returns how many lines of text it has. */
static size_t measure_page(struct limits *l, size_t number) {
    const struct page *p = l->pages->pages.p[number - 1];
    sp_vec lines = VEC_INIT;
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *it = &p->items.p[i];
        enum text_class cls;
        if (it->artifact != ARTIFACT_NONE) {
            continue;
        }
        measure_margins(&l->m, p, it);
        if (it->kind != PAGE_TEXT || !class_of(it->elem, &cls) || it->u.text.n < MARK_GLYPHS) {
            continue;
        }
        l->m.references = l->m.references || cls == TEXT_REFERENCES;
        if (cls != TEXT_REFERENCES && !is_heading(it->elem)) {
            l->m.last_text = number;
        }
        struct smallest *s = &l->m.type[cls];
        if (s->size == 0 || it->u.text.size < s->size) {
            *s = (struct smallest){it->u.text.size, number};
        }
        if (cls == TEXT_BODY || (cls == TEXT_REFERENCES && l->references)) {
            vec_push(&lines, it->u.text.y);
        }
    }
    size_t n = measure_lines(&l->m, &lines, number);
    vec_drop(&lines);
    return n;
}

/* ---- what is allowed ---- */

static const struct node *limit(const struct limits *l, const char *key) {
    const struct node *own = l->map ? node_get(l->map, key) : NULL;
    return own || !l->profile ? own : node_get(l->profile, key);
}

/** Where a limit is said: at its value, or where the profile is named. */
static struct span place_of(const struct limits *l, const struct node *n) {
    return l->profile && n->span.src == l->profile->span.src ? l->at : n->span;
}

/** A length at a key; false, reported when it is none. */
static bool length_at(struct limits *l, const struct node *n, sp *out) {
    struct unit_base base = {PT(10), PT(5), 0};
    if (!n) {
        return false;
    }
    if (unit_parse(node_text(n), &base, out) == UNIT_OK && *out > 0) {
        return true;
    }
    struct diag *g = diag_add(l->b->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is no length",
                              STR_ARG(node_text(n)));
    diag_hint(l->b->d, g, "write a number and a unit: `11pt`, `1in`, `25mm`");
    return false;
}

static bool number_at(struct limits *l, const char *key, int64_t *out) {
    const struct node *n = limit(l, key);
    if (!n) {
        return false;
    }
    if (str_to_i64(node_text(n), out) && *out > 0 && *out <= 1000000000) {
        return true;
    }
    diag_add(l->b->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is no number", STR_ARG(node_text(n)));
    return false;
}

/** Tenths of a point as text: "11 pt", "9.5 pt". */
static struct str points(struct limits *l, sp size) {
    int64_t tenths = ((int64_t)size * 10 + PT(1) / 2) / PT(1);
    return tenths % 10
               ? arena_printf(l->b->arena, "%d.%d pt", (int)(tenths / 10), (int)(tenths % 10))
               : arena_printf(l->b->arena, "%d pt", (int)(tenths / 10));
}

static void check_pages(struct limits *l) {
    int64_t most;
    if (!number_at(l, "pages", &most) || l->m.pages <= (uint64_t)most) {
        return;
    }
    struct diag *g =
        diag_add(l->b->d, DIAG_LIMIT, place_of(l, limit(l, "pages")),
                 "%zu page%s, and the limit is %lld%s", l->m.pages, l->m.pages == 1 ? "" : "s",
                 (long long)most, l->references || !l->m.references ? "" : " without references");
    diag_hint(l->b->d, g, "%zu line%s too many", l->m.lines_over, l->m.lines_over == 1 ? "" : "s");
}

static void check_type(struct limits *l) {
    sp least;
    if (!length_at(l, limit(l, "fontsize"), &least)) {
        return;
    }
    for (int c = 0; c < TEXT_CLASSES; c++) {
        const struct smallest *s = &l->m.type[c];
        if (s->size == 0 || s->size >= NOMINAL(least) || (c == TEXT_REFERENCES && !l->references)) {
            continue;
        }
        struct diag *g =
            diag_add(l->b->d, DIAG_LIMIT, place_of(l, limit(l, "fontsize")),
                     "%.*s is asked for, and %s on page %zu has %.*s", STR_ARG(points(l, least)),
                     class_names[c], s->page, STR_ARG(points(l, s->size)));
        diag_hint(l->b->d, g,
                  c == TEXT_BODY ? "set `fontsize`, or leave out what the style sheet says"
                                 : "a style sheet can say otherwise: `font-size`");
        return; /* what is smaller in one place is so in others: one finding */
    }
}

static void check_margins(struct limits *l) {
    const struct node *n = limit(l, "margins");
    const struct {
        const char *side;
        sp found;
    } sides[] = {
        {"left", l->m.left}, {"right", l->m.right}, {"top", l->m.top}, {"bottom", l->m.bottom}};
    for (size_t i = 0; n && i < ARRAY_LEN(sides); i++) {
        const struct node *one = n->kind == NODE_MAP ? node_get(n, sides[i].side) : n;
        sp least;
        if (!one || sides[i].found == SP_MAX) {
            continue;
        }
        if (!length_at(l, one, &least)) {
            return;
        }
        if (sides[i].found < least - HANG) {
            struct diag *g =
                diag_add(l->b->d, DIAG_LIMIT, place_of(l, one),
                         "the %s margin is %.*s wide, and %.*s are asked for", sides[i].side,
                         STR_ARG(points(l, sides[i].found)), STR_ARG(node_text(one)));
            diag_hint(l->b->d, g, "set `geometry: margin=%.*s`", STR_ARG(node_text(one)));
            return;
        }
    }
}

static void check_lines(struct limits *l) {
    int64_t most;
    if (!number_at(l, "lines-per-inch", &most) || l->m.line == 0 ||
        (int64_t)l->m.line * most >= INCH - most * ROUNDING) {
        return;
    }
    struct diag *g = diag_add(l->b->d, DIAG_LIMIT, place_of(l, limit(l, "lines-per-inch")),
                              "lines on page %zu are %.*s apart: more than %lld to the inch",
                              l->m.line_page, STR_ARG(points(l, l->m.line)), (long long)most);
    diag_hint(l->b->d, g, "raise `linestretch`");
}

/* ---- words ---- */

/** Words and characters of the text with its notes, without the reference list. */
static void count_text(const struct doc *doc, size_t *words, size_t *characters) {
    struct doc_walk w = doc_walk_start(doc->root);
    bool in_word = false;
    *words = *characters = 0;
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        if (w.enter && n->kind == DOC_BIBLIOGRAPHY) {
            doc_walk_skip(&w);
            continue;
        }
        if (n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK || !doc_is_inline(n->kind)) {
            in_word = false;
            continue;
        }
        struct str s = !w.enter              ? STR_EMPTY
                       : n->kind == DOC_TEXT ? n->u.text.text
                       : n->kind == DOC_CODE ? n->u.code.text
                       : n->kind == DOC_MATH ? STR("x")
                                             : STR_EMPTY;
        for (size_t i = 0; i < s.n; i++) {
            bool blank = is_space(s.p[i]);
            *characters += !blank && ((unsigned char)s.p[i] & 0xC0) != 0x80;
            *words += !blank && !in_word;
            in_word = !blank;
        }
    }
}

static void check_count(struct limits *l, const char *key, size_t found) {
    int64_t most;
    if (number_at(l, key, &most) && found > (uint64_t)most) {
        struct diag *g = diag_add(l->b->d, DIAG_LIMIT, place_of(l, limit(l, key)),
                                  "%zu %s, and the limit is %lld", found, key, (long long)most);
        diag_hint(l->b->d, g, "%lld too many; references are not counted",
                  (long long)found - (long long)most);
    }
}

/* ---- the whole ---- */

static void measure(struct limits *l) {
    int64_t most = INT64_MAX;
    l->m.left = l->m.right = l->m.top = l->m.bottom = SP_MAX;
    (void)str_to_i64(node_text(limit(l, "pages")), &most);
    for (size_t i = 1; i <= l->pages->pages.n; i++) {
        size_t lines = measure_page(l, i);
        l->m.lines_over += (int64_t)i > most ? lines : 0;
    }
    l->m.pages = l->references ? l->pages->pages.n : l->m.last_text;
}

/** A profile: a map in a file of styles/limits. */
static const struct node *read_profile(struct build_run *b, const struct node *named) {
    struct str name = node_text(named);
    struct source *src = build_read_limits(b, name);
    const struct node *map = src ? yaml_parse(b->arena, src, 0, src->text.n, b->d) : NULL;
    if (map && map->kind == NODE_MAP) {
        return map;
    }
    if (!src) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, named->span,
                                  "there are no limits called `%.*s`", STR_ARG(name));
        diag_hint(b->d, g,
                  "styles/limits has those that there are; or write them: "
                  "`limits: {pages: 3, fontsize: 11pt}`");
    }
    return NULL;
}

static void check_names(struct build_run *b, const struct node *map) {
    static const char *const keys[] = {"pages",    "references", "words",          "characters",
                                       "fontsize", "margins",    "lines-per-inch", "profile"};
    for (size_t i = 0; i < map->n; i++) {
        bool known = false;
        for (size_t k = 0; k < ARRAY_LEN(keys) && !known; k++) {
            known = str_is(map->keys[i], keys[k]);
        }
        if (!known) {
            struct diag *g = diag_add(b->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                                      "`%.*s` is no limit that is measured", STR_ARG(map->keys[i]));
            diag_hint(b->d, g,
                      "limits: pages, references, words, characters, fontsize, margins, "
                      "lines-per-inch");
        }
    }
}

void build_check_limits(struct build_run *b, const struct doc *doc, const struct pages *pages) {
    const struct node *said = node_get(doc->front, "limits");
    if (!said || pages->pages.n == 0) {
        return;
    }
    struct limits l = {.b = b, .pages = pages, .at = said->span};
    l.map = said->kind == NODE_MAP ? said : NULL;
    const struct node *named = l.map ? node_get(said, "profile") : said;
    l.profile = named ? read_profile(b, named) : NULL;
    if (!l.map && !l.profile) {
        return;
    }
    if (l.map) {
        check_names(b, l.map);
    }
    l.references = !str_is(node_text(limit(&l, "references")), "excluded");
    measure(&l);
    size_t words, characters;
    count_text(doc, &words, &characters);
    check_pages(&l);
    check_type(&l);
    check_margins(&l);
    check_lines(&l);
    check_count(&l, "words", words);
    check_count(&l, "characters", characters);
}
