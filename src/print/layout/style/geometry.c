/* SPDX-License-Identifier: MIT */
/*
 * Reads paper and margins from the front matter: `papersize`; `geometry` as a string, a list or a
 * map with the keys of LaTeX's geometry package (geometry manual, section 5); `margin-left` and
 * similar keys; `margin` as a map. style_options.c checks whether the text area is large enough.
 */
#include "print/layout/style/default_style.h"

#include "print/layout/style/units.h"

DIAG_USE(DIAG_BAD_LENGTH);
DIAG_USE(DIAG_UNKNOWN_VALUE);

struct geometry {
    struct page_style *style;
    struct page_margins *m;
    struct diags *d;
};

enum geometry_key {
    G_BOTTOM,
    G_COLUMNSEP,
    G_FOOTSKIP,
    G_HEADSEP,
    G_HMARGIN,
    G_HSCALE,
    G_IGNORED,
    G_LANDSCAPE,
    G_LEFT,
    G_MARGIN,
    G_PAPER,
    G_PAPERHEIGHT,
    G_PAPERWIDTH,
    G_PORTRAIT,
    G_RIGHT,
    G_SCALE,
    G_TEXTHEIGHT,
    G_TEXTWIDTH,
    G_TOP,
    G_TWOCOLUMN,
    G_TWOSIDE,
    G_VMARGIN,
    G_VSCALE
};

struct geometry_name {
    const char *name;
    enum geometry_key key;
};

/* The keys of the geometry package, sorted by name. Some keys are accepted without effect. */
static const struct geometry_name KEYS[] = {
#define KEY(name, key) {name, key},
#include "print/layout/style/geometry.def"
#undef KEY
};

/** The place of a part of a scalar's text. If the bytes of the text are not those of the source, it
 * is the place of the whole value. */
static struct span part_span(const struct node *n, struct str part) {
    if (!n->plain || n->block || part.p < n->text.p || part.p + part.n > n->text.p + n->text.n ||
        n->span.end - n->span.begin != n->text.n) {
        return n->span;
    }
    size_t at = (size_t)(part.p - n->text.p);
    return span_make(n->span.src, n->span.begin + at, n->span.begin + at + part.n);
}

bool style_length(const struct page_style *style, const struct node *value, struct str text,
                  const char *key, sp whole, sp *out, struct diags *d) {
    struct unit_base base = {style->em, style->ex, whole};
    struct span at = part_span(value, text);
    switch (unit_parse(text, &base, out)) {
    case UNIT_OK:
        return true;
    case UNIT_BAD_NUMBER:
        (void)diag_add(d, DIAG_BAD_LENGTH, at, "`%.*s` for `%s` is not a length", STR_ARG(text),
                       key);
        return false;
    case UNIT_NO_UNIT: {
        struct diag *g = diag_add(d, DIAG_BAD_LENGTH, at, "the length `%.*s` for `%s` has no unit",
                                  STR_ARG(text), key);
        diag_hint(d, g, "write `%.*sin`, `%.*scm` or `%.*spt`", STR_ARG(text), STR_ARG(text),
                  STR_ARG(text));
        return false;
    }
    case UNIT_UNKNOWN: {
        struct diag *g = diag_add(d, DIAG_BAD_LENGTH, at, "`%.*s` for `%s` has an unknown unit",
                                  STR_ARG(text), key);
        diag_hint(d, g, "the units are in, cm, mm, pt, bp, pc, px, em and ex");
        return false;
    }
    case UNIT_TOO_LARGE:
        (void)diag_add(d, DIAG_BAD_LENGTH, at, "the length `%.*s` for `%s` is too large",
                       STR_ARG(text), key);
        return false;
    }
    BUG("unit_parse");
}

static void set_paper(struct geometry *g, const struct node *n, struct str name) {
    if (style_paper(name, &g->style->paper_w, &g->style->paper_h)) {
        return;
    }
    struct diag *x = diag_add(g->d, DIAG_UNKNOWN_VALUE, part_span(n, name),
                              "no paper is called `%.*s`", STR_ARG(name));
    diag_hint(g->d, x, "known papers: letter, legal, executive, tabloid, a0 to a6, b4, b5");
}

static void turn(struct page_style *s, bool landscape) {
    if (landscape != (s->paper_w > s->paper_h)) {
        sp w = s->paper_w;
        s->paper_w = s->paper_h;
        s->paper_h = w;
    }
}

static const struct geometry_name *find_key(struct str key) {
    for (size_t i = 0; i < ARRAY_LEN(KEYS); i++) {
        if (str_ieq(key, str_of(KEYS[i].name))) {
            return &KEYS[i];
        }
    }
    return NULL;
}

static void unknown_key(struct geometry *g, struct str key, struct span at) {
    struct diag *x =
        diag_add(g->d, DIAG_UNKNOWN_VALUE, at, "`geometry` knows no `%.*s`", STR_ARG(key));
    if (!diag_hint_near(g->d, x, diag_nearest_z(key, KEYS, ARRAY_LEN(KEYS), sizeof *KEYS))) {
        diag_hint(g->d, x, "write `margin=1in`, or `top=`, `bottom=`, `left=` and `right=`");
    }
}

/** Sets the dimension for a key of the geometry package. */
static void assign(struct geometry *g, enum geometry_key key, sp v) {
    struct page_margins *m = g->m;
    bool all = key == G_MARGIN;
    if (all || key == G_HMARGIN || key == G_LEFT) {
        m->left = v;
    }
    if (all || key == G_HMARGIN || key == G_RIGHT) {
        m->right = v;
    }
    if (all || key == G_VMARGIN || key == G_TOP) {
        m->top = v;
    }
    if (all || key == G_VMARGIN || key == G_BOTTOM) {
        m->bottom = v;
    }
    if (key == G_TEXTWIDTH) {
        m->text_w = v;
    } else if (key == G_TEXTHEIGHT) {
        m->text_h = v;
    } else if (key == G_PAPERWIDTH && v >= PT(72)) {
        g->style->paper_w = v;
    } else if (key == G_PAPERHEIGHT && v >= PT(72)) {
        g->style->paper_h = v;
    } else if (key == G_FOOTSKIP) {
        g->style->foot_skip = v;
    } else if (key == G_HEADSEP) {
        g->style->head_sep = v;
    } else if (key == G_COLUMNSEP && v >= 0) {
        g->style->column_sep = v;
    }
}

static void apply_length(struct geometry *g, const struct node *n, const struct geometry_name *name,
                         struct str value) {
    bool across = name->key == G_TEXTWIDTH || name->key == G_LEFT || name->key == G_RIGHT;
    sp whole = across ? g->style->paper_w : g->style->paper_h;
    sp v = 0;
    if (style_length(g->style, n, value, name->name, whole, &v, g->d)) {
        assign(g, name->key, v);
    }
}

/** Sets the text area to a part of the paper. The margin at the top is two thirds of the margin at
 * the bottom (geometry manual, section 5.3). */
static void apply_scale(struct geometry *g, const struct node *n, const struct geometry_name *name,
                        struct str value) {
    int32_t part = 0;
    if (!unit_parse_factor(value, &part) || part < 100 || part > 1000) {
        (void)diag_add(g->d, DIAG_BAD_LENGTH, part_span(n, value),
                       "`%.*s` for `%s` is not a number from 0.1 to 1", STR_ARG(value), name->name);
        return;
    }
    if (name->key != G_VSCALE) {
        g->m->left = g->m->right = sp_scale(g->style->paper_w, 1000 - part, 2000);
    }
    if (name->key != G_HSCALE) {
        g->m->top = sp_scale(g->style->paper_h, 2 * (1000 - part), 5000);
        g->m->bottom = sp_scale(g->style->paper_h, 3 * (1000 - part), 5000);
    }
}

/** Applies one option of geometry: `key`, or `key=value`. */
static void apply(struct geometry *g, const struct node *n, struct str key, struct span key_at,
                  struct str value, bool has_value) {
    const struct geometry_name *name = find_key(key);
    sp unused_w, unused_h;
    if (!name && !has_value && style_paper(key, &unused_w, &unused_h)) {
        set_paper(g, n, key);
    } else if (!name) {
        unknown_key(g, key, key_at);
    } else if (name->key == G_LANDSCAPE || name->key == G_PORTRAIT) {
        turn(g->style, (name->key == G_LANDSCAPE) != str_is(value, "false"));
    } else if (name->key == G_TWOCOLUMN) {
        g->style->columns = str_is(value, "false") ? 1 : 2;
    } else if (name->key == G_TWOSIDE) {
        g->style->two_sided = !str_is(value, "false");
    } else if (name->key == G_PAPER) {
        set_paper(g, n, value);
    } else if (name->key == G_SCALE || name->key == G_HSCALE || name->key == G_VSCALE) {
        apply_scale(g, n, name, value);
    } else if (name->key != G_IGNORED) {
        apply_length(g, n, name, value);
    }
}

/** Applies several options: `margin=1in, top=2cm`. */
static void apply_string(struct geometry *g, const struct node *n) {
    struct str rest = n->text;
    while (rest.p) {
        struct str part = str_trim(str_cut(&rest, ','));
        if (part.n == 0) {
            continue;
        }
        size_t eq = str_index(part, '=');
        if (eq == STR_NONE) {
            eq = str_index(part, ':'); /* for the form -V geometry:margin=1in */
        }
        bool has_value = eq != STR_NONE;
        struct str key = str_trim(has_value ? str_slice(part, 0, eq) : part);
        struct str value = has_value ? str_trim(str_from(part, eq + 1)) : STR_EMPTY;
        apply(g, n, key, part_span(n, key), value, has_value);
    }
}

static void apply_map(struct geometry *g, const struct node *map) {
    for (size_t i = 0; i < map->n; i++) {
        const struct node *v = map->items[i];
        apply(g, v, map->keys[i], map->key_spans[i], v->text, v->kind != NODE_NULL);
    }
}

static void apply_geometry(struct geometry *g, const struct node *n) {
    if (n->kind == NODE_MAP) {
        apply_map(g, n);
    } else if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            if (n->items[i]->kind == NODE_MAP) {
                apply_map(g, n->items[i]);
            } else {
                apply_string(g, n->items[i]);
            }
        }
    } else {
        apply_string(g, n);
    }
}

void style_read_geometry(struct page_style *style, struct page_margins *m, const struct node *front,
                         struct diags *d) {
    static const char *const MARGIN_KEYS[] = {"margin-left", "margin-right", "margin-top",
                                              "margin-bottom"};
    struct geometry g = {style, m, d};
    const struct node *n = node_get(front, "papersize");
    if (n && n->text.n > 0) {
        set_paper(&g, n, n->text);
    }
    n = node_get(front, "geometry");
    if (n) {
        apply_geometry(&g, n);
    }
    n = node_get(front, "margin");
    if (n && n->kind == NODE_MAP) {
        apply_map(&g, n);
    }
    sp *const sides[] = {&m->left, &m->right, &m->top, &m->bottom};
    for (size_t i = 0; i < ARRAY_LEN(MARGIN_KEYS); i++) {
        n = node_get(front, MARGIN_KEYS[i]);
        if (n) {
            (void)style_length(style, n, n->text, MARGIN_KEYS[i], style->paper_w, sides[i], d);
        }
    }
}
