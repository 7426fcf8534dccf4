/* SPDX-License-Identifier: MIT */
/*
 * Compares the limits with the measurements of the pages (limits_measure.c) and the counts of the
 * text (limits_count.c). Reports values that exceed a limit.
 */
#include "check/limits/limits.h"

#include "check/limits/limits_count.h"
#include "check/limits/limits_measure.h"
#include "core/data/yaml.h"
#include "print/layout/style/default_style.h"
#include "print/layout/style/units.h"

#include <stdlib.h>

DIAG_USE(DIAG_LIMIT);
DIAG_USE(DIAG_UNKNOWN_KEY);
DIAG_USE(DIAG_UNKNOWN_VALUE);

/* Letters may protrude into the margin by this length (microtype's protrusion). */
#define HANG (PT(5) / 2)
/* The difference between LaTeX's 11pt, which is 10.95pt, and 11 pt. */
#define ROUNDING (PT(1) / 20)
#define NOMINAL(size) ((size) - (size) / 100)
#define INCH (PT(7227) / 100)

/** Distances of baselines in thousandths of the font size: the default of the layout, and the
 * smallest distance that counts as single spacing. */
enum { USUAL_SPACING = 1200, SINGLE_SPACING = 1150 };

struct limits {
    const struct limits_request *r;
    const struct node *map; /* the author's own limits, which override the profile; may be NULL */
    const struct node *profile; /* the limits of the profile; may be NULL */
    struct span at;             /* the place of `limits` in the front matter */
    const struct pages *pages;
    bool references; /* pages that contain only references are counted */
    struct limits_measured m;
    struct buf verdict; /* how much of each limit is used */
};

/* ---- pages and type ---- */

static const struct node *limit(const struct limits *l, const char *key) {
    const struct node *own = l->map ? node_get(l->map, key) : NULL;
    return own || !l->profile ? own : node_get(l->profile, key);
}

/** Returns the place to report for a limit: its value, or the name of the profile that sets it. */
static struct span place_of(const struct limits *l, const struct node *n) {
    return l->profile && n->span.src == l->profile->span.src ? l->at : n->span;
}

/** Reads a length. Returns false if `n` is NULL, or if it is not a length, which is reported. */
static bool length_at(struct limits *l, const struct node *n, sp *out) {
    struct unit_base base = {PT(10), PT(5), 0};
    if (!n) {
        return false;
    }
    if (unit_parse(node_text(n), &base, out) == UNIT_OK && *out > 0) {
        return true;
    }
    struct diag *g = diag_add(l->r->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is not a length",
                              STR_ARG(node_text(n)));
    diag_hint(l->r->d, g, "write a number and a unit: `11pt`, `1in`, `25mm`");
    return false;
}

static bool number_at(struct limits *l, const struct node *n, int64_t *out) {
    if (!n) {
        return false;
    }
    if (str_to_i64(node_text(n), out) && *out > 0 && *out <= 1000000000) {
        return true;
    }
    diag_add(l->r->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is not a number", STR_ARG(node_text(n)));
    return false;
}

/** Returns a length in points, with one decimal if necessary: "11 pt", "9.5 pt". */
static struct str points(struct limits *l, sp size) {
    int64_t tenths = ((int64_t)size * 10 + PT(1) / 2) / PT(1);
    return tenths % 10
               ? arena_printf(l->r->arena, "%d.%d pt", (int)(tenths / 10), (int)(tenths % 10))
               : arena_printf(l->r->arena, "%d pt", (int)(tenths / 10));
}

/** Appends a part to the verdict. */
ATTR_PRINTF(2, 3)
static void say(struct limits *l, const char *fmt, ...) {
    buf_puts(&l->verdict, l->verdict.n ? "; " : "");
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&l->verdict, fmt, ap);
    va_end(ap);
}

static void check_pages(struct limits *l) {
    int64_t most;
    if (!number_at(l, limit(l, "pages"), &most)) {
        return;
    }
    bool out = !l->references && l->m.references;
    say(l, "%zu.%zu of %lld page%s%s", l->m.used / 10, l->m.used % 10, (long long)most,
        most == 1 ? "" : "s", out ? " without references" : "");
    if (l->m.pages <= (uint64_t)most) {
        long long left = -l->m.over / 1000;
        buf_printf(&l->verdict, ", %lld line%s left", left, left == 1 ? "" : "s");
        return;
    }
    int64_t over = (l->m.over + 999) / 1000;
    buf_printf(&l->verdict, ", %lld line%s too many", (long long)over, over == 1 ? "" : "s");
    struct diag *g = diag_add(
        l->r->d, DIAG_LIMIT, place_of(l, limit(l, "pages")), "%zu page%s, and the limit is %lld%s",
        l->m.pages, l->m.pages == 1 ? "" : "s", (long long)most, out ? " without references" : "");
    diag_hint(l->r->d, g, "%lld line%s too many: `dossier fit` finds out what makes room",
              (long long)over, over == 1 ? "" : "s");
}

/** Appends the classes, except `but`, whose text is too small: "a caption on page 2 has 8 pt". */
static void put_smaller(struct limits *l, sp least, int but, struct buf *b) {
    for (int c = 0; c < LIMITS_CLASSES; c++) {
        const struct limits_type *t = &l->m.type[c];
        if (c != but && t->size && t->size < NOMINAL(least) &&
            (c != LIMITS_REFERENCES || l->references)) {
            buf_printf(b, "%s%.*s on page %zu has %.*s", b->n ? ", " : "",
                       STR_ARG(limits_place(l->r->arena, l->pages, (enum limits_class)c, t)),
                       t->page, STR_ARG(points(l, t->size)));
        }
    }
}

static void check_type(struct limits *l) {
    sp least;
    if (!length_at(l, limit(l, "fontsize"), &least)) {
        return;
    }
    for (int c = 0; c < LIMITS_CLASSES; c++) {
        const struct limits_type *t = &l->m.type[c];
        if (t->size == 0 || t->size >= NOMINAL(least) ||
            (c == LIMITS_REFERENCES && !l->references)) {
            continue;
        }
        struct diag *g =
            diag_add(l->r->d, DIAG_LIMIT, place_of(l, limit(l, "fontsize")),
                     "%.*s is required, and %.*s on page %zu has %.*s", STR_ARG(points(l, least)),
                     STR_ARG(limits_place(l->r->arena, l->pages, (enum limits_class)c, t)), t->page,
                     STR_ARG(points(l, t->size)));
        struct buf more = BUF_INIT;
        put_smaller(l, least, c, &more);
        diag_hint(l->r->d, g, "%s%s%.*s",
                  c == LIMITS_TEXT ? "set `fontsize`, or remove it from the style sheet"
                                   : "set it in a style sheet: `font-size`",
                  more.n ? "; " : "", STR_ARG(buf_view(&more)));
        buf_drop(&more);
        return; /* there is one finding for all classes, because put_smaller() names the others */
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
                diag_add(l->r->d, DIAG_LIMIT, place_of(l, one),
                         "the %s margin is %.*s wide, and %.*s are required", sides[i].side,
                         STR_ARG(points(l, sides[i].found)), STR_ARG(node_text(one)));
            diag_hint(l->r->d, g, "set `geometry: margin=%.*s`", STR_ARG(node_text(one)));
            return;
        }
    }
}

static void check_lines(struct limits *l) {
    int64_t most;
    if (!number_at(l, limit(l, "lines-per-inch"), &most) || l->m.line == 0 ||
        (int64_t)l->m.line * most >= INCH - most * ROUNDING) {
        return;
    }
    struct diag *g = diag_add(l->r->d, DIAG_LIMIT, place_of(l, limit(l, "lines-per-inch")),
                              "lines on page %zu are %.*s apart: more than %lld to the inch",
                              l->m.line_page, STR_ARG(points(l, l->m.line)), (long long)most);
    diag_hint(l->r->d, g, "raise `linestretch`");
}

/** Reads a spacing. "1.5" or "double" sets `*factor` to thousandths of the font size. A length sets
 * `*length`. */
static bool spacing_at(struct limits *l, const struct node *n, int32_t *factor, sp *length) {
    static const struct {
        const char *word;
        int32_t factor;
    } words[] = {{"single", 1000}, {"one-half", 1500}, {"onehalf", 1500}, {"double", 2000}};
    struct unit_base base = {PT(10), PT(5), 0};
    *length = 0;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(node_text(n), str_of(words[i].word))) {
            *factor = words[i].factor;
            return true;
        }
    }
    if (unit_parse_factor(node_text(n), factor) && *factor > 0) {
        return true;
    }
    if (unit_parse(node_text(n), &base, length) == UNIT_OK && *length > 0) {
        return true;
    }
    struct diag *g = diag_add(l->r->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is not a line spacing",
                              STR_ARG(node_text(n)));
    diag_hint(l->r->d, g, "write `single`, `1.5`, `double` or a length");
    return false;
}

static void check_spacing(struct limits *l) {
    const struct node *n = limit(l, "line-spacing");
    int32_t factor = 0;
    sp least;
    if (!n || !spacing_at(l, n, &factor, &least) || l->m.spacing == 0) {
        return;
    }
    if (least == 0) {
        least =
            (sp)((int64_t)l->m.body * (factor > SINGLE_SPACING ? factor : SINGLE_SPACING) / 1000);
    }
    if (l->m.spacing >= NOMINAL(least)) {
        return;
    }
    struct diag *g =
        diag_add(l->r->d, DIAG_LIMIT, place_of(l, n),
                 "lines on page %zu are %.*s apart, and %.*s is required: %.*s for %.*s",
                 l->m.spacing_page, STR_ARG(points(l, l->m.spacing)), STR_ARG(node_text(n)),
                 STR_ARG(points(l, least)), STR_ARG(points(l, l->m.body + ROUNDING)));
    int64_t hundredths = ((int64_t)least * 100000 / USUAL_SPACING + l->m.body - 1) / l->m.body;
    diag_hint(l->r->d, g, "set `linestretch: %d.%02d`", (int)(hundredths / 100),
              (int)(hundredths % 100));
}

static void check_columns(struct limits *l) {
    int64_t asked;
    if (!number_at(l, limit(l, "columns"), &asked) || l->m.columns == 0 ||
        l->m.columns == (uint64_t)asked) {
        return;
    }
    struct diag *g = diag_add(l->r->d, DIAG_LIMIT, place_of(l, limit(l, "columns")),
                              "the text on page %zu has %zu column%s, and %lld %s required",
                              l->m.columns_page, l->m.columns, l->m.columns == 1 ? "" : "s",
                              (long long)asked, asked == 1 ? "is" : "are");
    diag_hint(l->r->d, g,
              asked == 2 ? "set `classoption: twocolumn`"
                         : "remove what sets columns (`classoption`, `.columns`)");
}

static void check_paper(struct limits *l) {
    const struct node *n = limit(l, "paper");
    sp w = 0, h = 0;
    if (!n) {
        return;
    }
    if (!style_paper(node_text(n), &w, &h)) {
        struct diag *g = diag_add(l->r->d, DIAG_UNKNOWN_VALUE, n->span, "unknown paper size `%.*s`",
                                  STR_ARG(node_text(n)));
        diag_hint(l->r->d, g, "write `a4` or `letter`");
        return;
    }
    for (size_t i = 0; i < l->pages->pages.n; i++) {
        const struct page *p = l->pages->pages.p[i];
        bool upright = abs(p->width - w) <= PT(1) && abs(p->height - h) <= PT(1);
        bool turned = abs(p->width - h) <= PT(1) && abs(p->height - w) <= PT(1);
        if (upright || turned) {
            continue;
        }
        struct diag *g = diag_add(l->r->d, DIAG_LIMIT, place_of(l, n),
                                  "page %zu is %.*s by %.*s, and %.*s paper is required", i + 1,
                                  STR_ARG(points(l, p->width)), STR_ARG(points(l, p->height)),
                                  STR_ARG(node_text(n)));
        diag_hint(l->r->d, g, "set `papersize: %.*s`", STR_ARG(node_text(n)));
        return;
    }
}

/* ---- the file ---- */

/** Reads a size in bytes: "2 MB", "500kB", "1.5MiB". */
static bool bytes_of(struct str text, int64_t *out) {
    static const struct {
        const char *unit;
        int64_t bytes;
    } units[] = {
        {"kb", 1000}, {"mb", 1000000}, {"gb", 1000000000}, {"kib", 1024}, {"mib", 1024 * 1024},
        {"k", 1000},  {"m", 1000000},  {"b", 1},           {"", 1}};
    int64_t tenths;
    if (!str_take_decimal(&text, '.', 1, &tenths) || tenths > 10000000000) {
        return false;
    }
    struct str unit = str_trim(text);
    for (size_t k = 0; k < ARRAY_LEN(units); k++) {
        if (str_ieq(unit, str_of(units[k].unit))) {
            *out = tenths / 10 * units[k].bytes + tenths % 10 * units[k].bytes / 10;
            return *out > 0;
        }
    }
    return false;
}

/** Returns a number of bytes as text, rounded up: "1.8 MB". */
static struct str bytes_words(struct arena *a, int64_t n) {
    int64_t unit = n >= 1000000 ? 1000000 : 1000;
    int64_t tenths = (n * 10 + unit - 1) / unit;
    return arena_printf(a, "%lld.%lld %s", (long long)(tenths / 10), (long long)(tenths % 10),
                        unit == 1000 ? "kB" : "MB");
}

static void check_bytes(struct limits *l, size_t size) {
    const struct node *n = limit(l, "filesize");
    struct arena *a = l->r->arena;
    int64_t most;
    if (!n) {
        return;
    }
    if (!bytes_of(node_text(n), &most)) {
        struct diag *g = diag_add(l->r->d, DIAG_UNKNOWN_VALUE, n->span, "`%.*s` is not a file size",
                                  STR_ARG(node_text(n)));
        diag_hint(l->r->d, g, "write a number and a unit: `2MB`, `500kB`");
        return;
    }
    say(l, "%.*s of %.*s", STR_ARG(bytes_words(a, (int64_t)size)), STR_ARG(bytes_words(a, most)));
    if (size <= (uint64_t)most) {
        return;
    }
    struct diag *g =
        diag_add(l->r->d, DIAG_LIMIT, place_of(l, n), "the PDF has %.*s, and the limit is %.*s",
                 STR_ARG(bytes_words(a, (int64_t)size)), STR_ARG(bytes_words(a, most)));
    diag_hint(l->r->d, g, "use smaller images, or attach no files");
}

/* ---- words and characters ---- */

/** The limits of a text, for the whole document and for parts of it. */
static const struct {
    struct str key;
    const char *called;
    size_t member; /* offset of the count in struct limits_count */
} counted[] = {{STR_INIT("words"), "words", offsetof(struct limits_count, words)},
               {STR_INIT("characters"), "characters", offsetof(struct limits_count, characters)},
               {STR_INIT("characters-with-spaces"), "characters with spaces",
                offsetof(struct limits_count, with_spaces)}};

/** Compares the counts of a text with its limits. `part` is the map of a part's limits, and `name`
 * is its name. For the whole document they are NULL and empty. */
static void check_counts(struct limits *l, const struct node *part, struct str name,
                         const struct limits_count *count) {
    struct str before = part ? arena_printf(l->r->arena, "%.*s: ", STR_ARG(name)) : STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
        const struct node *n = part ? node_get(part, counted[i].key.p) : limit(l, counted[i].key.p);
        size_t found = *(const size_t *)((const char *)count + counted[i].member);
        int64_t most;
        if (!number_at(l, n, &most)) {
            continue;
        }
        say(l, "%.*s%zu of %lld %s", STR_ARG(before), found, (long long)most, counted[i].called);
        if (found > (uint64_t)most) {
            struct diag *g =
                diag_add(l->r->d, DIAG_LIMIT, place_of(l, n), "%.*s%zu %s, and the limit is %lld",
                         STR_ARG(before), found, counted[i].called, (long long)most);
            diag_hint(l->r->d, g, "%lld too many%s", (long long)found - (long long)most,
                      part ? "" : "; references are not counted");
        }
    }
}

/** Compares the parts of a document with the limits that `sections` sets for them. */
static void check_sections(struct limits *l, const struct doc *doc) {
    const struct node *all = limit(l, "sections");
    for (size_t i = 0; all && all->kind == NODE_MAP && i < all->n; i++) {
        struct limits_count count;
        if (limits_count_part(doc, all->keys[i], &count)) {
            check_counts(l, all->items[i], all->keys[i], &count);
            continue;
        }
        struct diag *g = diag_add(l->r->d, DIAG_UNKNOWN_VALUE, place_of(l, all->items[i]),
                                  "no section or div is called `%.*s`", STR_ARG(all->keys[i]));
        if (!diag_hint_near(l->r->d, g, limits_nearest_part(l->r->arena, doc, all->keys[i]))) {
            diag_hint(l->r->d, g, "write the title of a section, or the id of a section or div");
        }
    }
}

/* ---- the whole ---- */

/** The keys of `limits`. A profile may have all of them except the last. */
static const struct str limit_keys[] = {STR_INIT("pages"),
                                        STR_INIT("references"),
                                        STR_INIT("words"),
                                        STR_INIT("characters"),
                                        STR_INIT("characters-with-spaces"),
                                        STR_INIT("sections"),
                                        STR_INIT("fontsize"),
                                        STR_INIT("margins"),
                                        STR_INIT("lines-per-inch"),
                                        STR_INIT("line-spacing"),
                                        STR_INIT("columns"),
                                        STR_INIT("paper"),
                                        STR_INIT("filesize"),
                                        STR_INIT("profile")};

static void hint_words(const struct limits_request *r, struct diag *g, struct str word,
                       const struct str *words, size_t n, const char *all) {
    if (!diag_suggest(r->d, g, word, words, n)) {
        diag_hint(r->d, g, "%s", all);
    }
}

static void check_sides(const struct limits_request *r, const struct node *map) {
    static const struct str sides[] = {STR_INIT("left"), STR_INIT("right"), STR_INIT("top"),
                                       STR_INIT("bottom")};
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        if (!str_in(map->keys[i], sides, ARRAY_LEN(sides))) {
            struct diag *g = diag_add(r->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                                      "`%.*s` is not a margin", STR_ARG(map->keys[i]));
            hint_words(r, g, map->keys[i], sides, ARRAY_LEN(sides),
                       "margins: left, right, top, bottom");
        }
    }
}

/** Reports keys below `sections` that have no meaning there. */
static void check_parts(const struct limits_request *r, const struct node *all) {
    struct str names[ARRAY_LEN(counted)];
    for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
        names[i] = counted[i].key;
    }
    bool right = !all || all->kind == NODE_MAP;
    for (size_t i = 0; right && all && i < all->n; i++) {
        const struct node *part = all->items[i];
        right = part->kind == NODE_MAP;
        for (size_t k = 0; right && k < part->n; k++) {
            if (!str_in(part->keys[k], names, ARRAY_LEN(names))) {
                struct diag *g =
                    diag_add(r->d, DIAG_UNKNOWN_KEY, part->key_spans[k],
                             "unknown limit of a section: `%.*s`", STR_ARG(part->keys[k]));
                hint_words(r, g, part->keys[k], names, ARRAY_LEN(names),
                           "limits of sections: words, characters, characters-with-spaces");
            }
        }
    }
    if (!right) {
        struct diag *g = diag_add(r->d, DIAG_UNKNOWN_VALUE, all->span,
                                  "`sections` is a map of sections and their limits");
        diag_hint(r->d, g, "write `sections: {aims: {words: 300}}`");
    }
}

/** Reports unknown keys and values of a map of limits. */
static void check_names(const struct limits_request *r, const struct node *map, bool is_profile) {
    static const struct str words[] = {STR_INIT("included"), STR_INIT("excluded")};
    size_t n = ARRAY_LEN(limit_keys) - is_profile;
    for (size_t i = 0; i < map->n; i++) {
        struct str key = map->keys[i];
        if (is_profile && str_is(key, "profile")) {
            struct diag *g = diag_add(r->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                                      "a profile of limits cannot name another one");
            diag_hint(r->d, g, "write its limits out here");
        } else if (!str_in(key, limit_keys, n)) {
            struct diag *g = diag_add(r->d, DIAG_UNKNOWN_KEY, map->key_spans[i],
                                      "unknown limit `%.*s`", STR_ARG(key));
            hint_words(r, g, key, limit_keys, n,
                       "limits: pages, references, words, characters, characters-with-spaces, "
                       "sections, fontsize, margins, lines-per-inch, line-spacing, columns, paper, "
                       "filesize");
        }
    }
    check_sides(r, node_get(map, "margins"));
    check_parts(r, node_get(map, "sections"));
    const struct node *references = node_get(map, "references");
    if (references && !str_in(node_text(references), words, ARRAY_LEN(words))) {
        struct diag *g = diag_add(r->d, DIAG_UNKNOWN_VALUE, references->span,
                                  "references are included or excluded, not `%.*s`",
                                  STR_ARG(node_text(references)));
        hint_words(r, g, node_text(references), words, ARRAY_LEN(words),
                   "write `references: included` or `references: excluded`");
    }
}

/** Reads the profile that a node names: a map in a YAML file. If the file contains no map, this is
 * reported and NULL is returned. */
static const struct node *read_profile(const struct limits_request *r, const struct node *named) {
    struct str name = node_text(named);
    struct source *src = name.n ? r->open_profile(r->user, name) : NULL;
    size_t errors = r->d->errors;
    const struct node *map = src ? yaml_parse(r->arena, src, 0, src->text.n, r->d) : NULL;
    if (map && map->kind == NODE_MAP && map->n) {
        check_names(r, map, true);
        return map;
    }
    if (src && r->d->errors > errors) {
        return NULL;
    }
    struct diag *g = src ? diag_add(r->d, DIAG_UNKNOWN_VALUE, named->span,
                                    "`%.*s` contains no limits", STR_ARG(src->name))
                         : diag_add(r->d, DIAG_UNKNOWN_VALUE, named->span,
                                    "there are no limits called `%.*s`", STR_ARG(name));
    diag_hint(r->d, g, "%s",
              src ? "a profile is a map: `pages: 3`, `fontsize: 11pt`, each on a line"
              : str_starts(name, STR("{"))
                  ? "on the command line each limit has its path: `-M limits.pages=3`"
                  : "styles/limits has the profiles; or write the limits out: "
                    "`limits: {pages: 3, fontsize: 11pt}`");
    return NULL;
}

bool limits_are_set(const struct doc *doc) {
    return node_get(doc->front, "limits") != NULL;
}

bool limits_may_have(const struct doc *doc, const char *key) {
    const struct node *said = node_get(doc->front, "limits");
    return said && (said->kind != NODE_MAP || node_get(said, key) || node_get(said, "profile"));
}

/** Reads the limits of a document and measures its pages. Returns false if there are no limits. */
static bool begin(struct limits *l, const struct doc *doc) {
    const struct node *said = node_get(doc->front, "limits");
    if (!said) {
        return false;
    }
    l->at = said->span;
    l->map = said->kind == NODE_MAP ? said : NULL;
    const struct node *named = l->map ? node_get(said, "profile") : said;
    l->profile = named ? read_profile(l->r, named) : NULL;
    if (!l->map && !l->profile) {
        return false;
    }
    if (l->map) {
        check_names(l->r, l->map, false);
    }
    l->references = !str_is(node_text(limit(l, "references")), "excluded");
    if (l->pages) {
        int64_t most = 1;
        bool has_most = str_to_i64(node_text(limit(l, "pages")), &most) && most > 0;
        limits_measure(l->pages, l->references, has_most && most < 1000000 ? (size_t)most : 1000000,
                       &l->m);
    }
    return true;
}

/** Compares all limits except the limits on pages and on the file's size. */
static void check_others(struct limits *l, const struct doc *doc) {
    if (l->pages) {
        check_type(l);
        check_margins(l);
        check_lines(l);
        check_spacing(l);
        check_columns(l);
        check_paper(l);
    }
    struct limits_count whole;
    limits_count(doc->root->first, NULL, &whole);
    check_counts(l, NULL, STR_EMPTY, &whole);
    check_sections(l, doc);
}

struct str limits_check(const struct limits_request *r, const struct doc *doc,
                        const struct pages *pages, size_t size) {
    struct limits l = {.r = r, .pages = pages && pages->pages.n ? pages : NULL};
    if (!begin(&l, doc)) {
        return STR_EMPTY;
    }
    buf_init(&l.verdict, 0);
    if (l.pages) {
        check_pages(&l);
    }
    check_others(&l, doc);
    if (size) {
        check_bytes(&l, size);
    }
    return buf_finish(&l.verdict, r->arena);
}

bool limits_state(const struct limits_request *r, const struct doc *doc, const struct pages *pages,
                  struct limits_state *out) {
    *out = (struct limits_state){.pages = pages->pages.n};
    struct limits l = {.r = r, .pages = pages->pages.n ? pages : NULL};
    if (!l.pages || !begin(&l, doc)) {
        return false;
    }
    int64_t most;
    out->most = number_at(&l, limit(&l, "pages"), &most) && most < 1000000 ? (size_t)most : 0;
    out->pages = l.m.pages;
    out->over = l.m.over;
    out->page_lines = l.m.page_lines;
    size_t before = r->d->n;
    buf_init(&l.verdict, 0);
    check_others(&l, doc);
    struct buf others = BUF_INIT;
    for (size_t i = before; i < r->d->n; i++) {
        const struct diag *g = r->d->list[i];
        if (g->id == DIAG_LIMIT) {
            buf_printf(&others, "%s%.*s", others.n ? "; " : "", STR_ARG(g->text));
            out->broken++;
        }
    }
    out->others = buf_finish(&others, r->arena);
    buf_drop(&l.verdict);
    return true;
}

struct str limits_check_file(const struct limits_request *r, const struct node *limits,
                             size_t pages, size_t size) {
    struct limits l = {.r = r, .map = limits, .at = limits->span};
    int64_t most;
    buf_init(&l.verdict, 0);
    for (size_t i = 0; i < limits->n; i++) {
        if (!str_is(limits->keys[i], "pages") && !str_is(limits->keys[i], "filesize")) {
            struct diag *g = diag_add(r->d, DIAG_UNKNOWN_KEY, limits->key_spans[i],
                                      "a joined PDF has no limit `%.*s`", STR_ARG(limits->keys[i]));
            diag_hint(r->d, g, "it has `pages` and `filesize`; parts have the others");
        }
    }
    if (number_at(&l, limit(&l, "pages"), &most)) {
        say(&l, "%zu of %lld pages", pages, (long long)most);
        if (pages > (uint64_t)most) {
            (void)diag_add(r->d, DIAG_LIMIT, limit(&l, "pages")->span,
                           "%zu page%s, and the limit is %lld", pages, pages == 1 ? "" : "s",
                           (long long)most);
        }
    }
    check_bytes(&l, size);
    return buf_finish(&l.verdict, r->arena);
}

void limits_survey(const struct limits_request *r, const struct doc *doc) {
    const struct node *said = node_get(doc->front, "limits");
    const struct node *named = said && said->kind == NODE_MAP ? node_get(said, "profile") : said;
    if (named) {
        (void)read_profile(r, named);
    }
}
