/* SPDX-License-Identifier: MIT */
/* Writes one entry: its side column and its main column. Decides the order of the parts and the
 * punctuation between them. Values of unknown keys are shown below the entry, together with the
 * key. */
#include "read/cv/cv_model.h"

bool cv_has(const struct node *n) {
    if (!n || n->kind == NODE_NULL) {
        return false;
    }
    bool holds = n->kind == NODE_LIST || n->kind == NODE_MAP, found = false;
    /* the parser limits the depth of this recursion to LIMIT_DATA_DEPTH */
    for (size_t i = 0; holds && i < n->n && !found; i++) {
        found = cv_has(n->items[i]);
    }
    return holds ? found : str_trim(n->text).n > 0;
}

static bool is_scalar(const struct node *n) {
    return n->kind != NODE_LIST && n->kind != NODE_MAP;
}

struct cv_entry cv_entry_read(const struct node *n) {
    struct cv_entry e = {.self = n};
    for (size_t i = 0; n && n->kind == NODE_MAP && i < n->n; i++) {
        enum cv_meaning meaning = cv_key(n->keys[i]);
        if (!e.of[meaning] && cv_has(n->items[i])) {
            e.of[meaning] = n->items[i];
        }
    }
    return e;
}

/** Returns the next value of a meaning with each call, in the author's order, and NULL after the
 * last one. */
static const struct node *next_of(const struct cv_entry *e, enum cv_meaning meaning, size_t *at) {
    while (e->self->kind == NODE_MAP && *at < e->self->n) {
        size_t i = (*at)++;
        if (cv_key(e->self->keys[i]) == meaning && cv_has(e->self->items[i])) {
            return e->self->items[i];
        }
    }
    return NULL;
}

/* ---- shape of an entry */

static bool has_head(const struct cv_entry *e) {
    return e->of[CV_POSITION] || e->of[CV_DEGREE] || e->of[CV_AREA] || e->of[CV_TITLE] ||
           e->of[CV_NAME] || e->of[CV_LABEL];
}

/** Whether an entry is a line "label: details": it has only a name and a level, keywords or
 * details. */
static bool is_line(const struct cv_entry *e) {
    bool more = e->of[CV_DATE] || e->of[CV_START] || e->of[CV_END] || e->of[CV_WITH] ||
                e->of[CV_TEXT] || e->of[CV_ITEMS] || e->of[CV_POSITION] || e->of[CV_DEGREE] ||
                e->of[CV_AREA] || e->of[CV_PLACE] || e->of[CV_AUTHORS] || e->of[CV_TITLE] ||
                e->of[CV_AMOUNT] || e->of[CV_DOI] || e->of[CV_OTHER];
    bool label = e->of[CV_LABEL] || e->of[CV_NAME];
    bool behind = e->of[CV_DETAILS] || e->of[CV_KEYWORDS] || e->of[CV_LEVEL];
    return label && behind && !more;
}

enum cv_shape cv_entry_shape(const struct cv_entry *e) {
    if (!cv_has(e->self)) {
        return CV_SHAPE_NONE;
    }
    if (e->self->kind != NODE_MAP) {
        return CV_SHAPE_TEXT;
    }
    size_t meanings = 0;
    for (int i = 0; i < CV_MEANINGS; i++) {
        meanings += e->of[i] && i != CV_VARIANT && i != CV_LOOKS;
    }
    bool alone = meanings == 1;
    return e->of[CV_BULLET] && alone     ? CV_SHAPE_BULLET
           : e->of[CV_NUMBER] && alone   ? CV_SHAPE_NUMBER
           : e->of[CV_REVERSED] && alone ? CV_SHAPE_REVERSED
           : is_line(e)                  ? CV_SHAPE_LINE
                                         : CV_SHAPE_DATED;
}

/* ---- pieces */

struct doc_node *cv_put(struct cv *v, struct doc_node *parent, enum doc_kind kind,
                        const struct node *of) {
    return doc_add(v->d, parent, kind, of ? of->span : SPAN_NONE);
}

static void put_words(struct cv *v, struct doc_node *parent, struct str words) {
    doc_add_text(v->d, parent, words, SPAN_NONE);
}

/** Appends a node with a text in it. */
static struct doc_node *put_inlines(struct cv *v, struct doc_node *parent, enum doc_kind kind,
                                    const struct node *text) {
    struct doc_node *n = cv_put(v, parent, kind, text);
    v->texts->inlines(v->texts->user, n, text);
    return n;
}

/** Appends a value as one line: a list as "a, b", a map as "Key: c; ...". */
static void put_flat(struct cv *v, struct doc_node *parent, const struct node *n) {
    if (is_scalar(n)) {
        (void)put_inlines(v, parent, DOC_SPAN, n);
        return;
    }
    bool first = true;
    for (size_t i = 0; i < n->n; i++) {
        if (!cv_has(n->items[i])) {
            continue;
        }
        if (!first) {
            put_words(v, parent, n->kind == NODE_MAP ? STR("; ") : STR(", "));
        }
        if (n->kind == NODE_MAP) {
            put_words(v, parent, arena_join(v->a, 2, cv_key_words(v->a, n->keys[i]), STR(": ")));
        }
        put_flat(v, parent, n->items[i]);
        first = false;
    }
}

/** A line whose parts are separated by commas. */
struct line {
    struct doc_node *node;
    bool begun;
};

static void add_comma(struct cv *v, struct line *l) {
    if (l->begun) {
        put_words(v, l->node, STR(", "));
    }
    l->begun = true;
}

static struct str address_of(struct cv *v, const struct node *n, const char *scheme) {
    struct str url = str_trim(node_text(n));
    bool whole = str_find(url, STR("://")) != STR_NONE || str_starts(url, STR("mailto:"));
    if (url.n && !whole && *scheme) {
        url = arena_join(v->a, 2, str_of(scheme), url);
    }
    return doc_url_is_live(url) ? STR_EMPTY : url;
}

static void add_piece(struct cv *v, struct line *l, const struct node *n, const char *cls,
                      const struct node *url) {
    struct str address = address_of(v, url, "https://");
    struct doc_node *in = l->node;
    add_comma(v, l);
    if (*cls) {
        in = cv_put(v, in, DOC_SPAN, n);
        doc_add_class(v->d, in, str_of(cls));
    }
    if (address.n) {
        struct doc_node *link = doc_link_new(v->d, address, url->span);
        doc_append(in, link);
        in = link;
    }
    put_flat(v, in, n);
}

/* ---- the first line: position, employer, place */

/** Whether `name` is the employer or the institution, because another key has the position, degree
 * or title. */
static bool name_is_with(const struct cv_entry *e) {
    return e->of[CV_NAME] &&
           (e->of[CV_POSITION] || e->of[CV_DEGREE] || e->of[CV_AREA] || e->of[CV_TITLE]);
}

static void add_all(struct cv *v, struct line *l, const struct cv_entry *e, enum cv_meaning meaning,
                    const char *cls, const struct node **url) {
    size_t at = 0;
    const struct node *n;
    while ((n = next_of(e, meaning, &at)) != NULL) {
        add_piece(v, l, n, cls, url ? *url : NULL);
        if (url) {
            *url = NULL; /* only the first piece becomes a link */
        }
    }
}

static void put_first_line(struct cv *v, const struct cv_entry *e, struct doc_node *para) {
    static const enum cv_meaning heads[] = {CV_POSITION, CV_DEGREE, CV_AREA,
                                            CV_TITLE,    CV_NAME,   CV_LABEL};
    bool paper = e->of[CV_AUTHORS] != NULL;
    bool employer = name_is_with(e), with = (employer || e->of[CV_WITH]) && !paper;
    bool was = e->of[CV_POSITION] || e->of[CV_DEGREE] || e->of[CV_AREA];
    const struct node *url = e->of[CV_URL], *none = NULL;
    struct line l = {para, false};
    if (has_head(e)) {
        struct line head = {cv_put(v, para, DOC_STRONG, e->self), false};
        for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
            if (heads[i] != CV_NAME || !employer) {
                add_all(v, &head, e, heads[i], "", with && was ? &none : &url);
            }
        }
        l.begun = true;
    }
    if (employer) {
        add_all(v, &l, e, CV_NAME, "cv-with", &url);
    }
    if (!paper) {
        add_all(v, &l, e, CV_WITH, "cv-with", was || !has_head(e) ? &url : &none);
    }
    add_all(v, &l, e, CV_PLACE, "cv-place", NULL);
    add_all(v, &l, e, CV_DETAILS, "", NULL);
    if (url && cv_has(url) && !l.begun) {
        add_piece(v, &l, url, "", url);
    }
    /* the amount comes last, so that a style sheet can move it to the end of the line */
    if (e->of[CV_AMOUNT]) {
        struct line amounts = {para, false};
        put_words(v, para, STR(" "));
        add_all(v, &amounts, e, CV_AMOUNT, "cv-amount", NULL);
    }
}

/** Writes a paper: its authors and where it was published. */
static void put_paper(struct cv *v, const struct cv_entry *e, struct doc_node *para) {
    struct line l = {para, false};
    if (e->of[CV_AUTHORS]) {
        (void)cv_put(v, para, DOC_LINE_BREAK, NULL);
        add_all(v, &l, e, CV_AUTHORS, "cv-authors", NULL);
        size_t at = 0;
        const struct node *n;
        while ((n = next_of(e, CV_WITH, &at)) != NULL) {
            add_comma(v, &l);
            put_flat(v, cv_put(v, para, DOC_EMPH, n), n);
        }
    }
    if (e->of[CV_DOI]) {
        l.begun = true;
        add_comma(v, &l);
        struct str url = address_of(v, e->of[CV_DOI], "https://doi.org/");
        struct doc_node *link = doc_link_new(v->d, url, e->of[CV_DOI]->span);
        put_words(v, link, doc_url_text(url));
        doc_append(para, link);
    }
}

/* ---- below the first line */

static bool has_lines(const struct node *n) {
    return str_index(str_trim(node_text(n)), '\n') != STR_NONE;
}

static void put_text(struct cv *v, const struct node *n, struct doc_node *parent,
                     enum doc_kind kind) {
    if (has_lines(n)) {
        v->texts->blocks(v->texts->user, parent, n);
    } else {
        (void)put_inlines(v, parent, kind, n);
    }
}

/** Writes a heading with a list, from a map {title, contents}. */
static void put_titled(struct cv *v, const struct node *n, struct doc_node *parent) {
    struct cv_entry e = cv_entry_read(n);
    const struct node *title = e.of[CV_TITLE] ? e.of[CV_TITLE] : e.of[CV_NAME];
    const struct node *items = e.of[CV_ITEMS] ? e.of[CV_ITEMS] : e.of[CV_TEXT];
    /* if the map has other values, all its values are shown with their keys */
    for (size_t i = 0; i < n->n; i++) {
        bool shown = n->items[i] == title || n->items[i] == items || !cv_has(n->items[i]);
        title = shown ? title : NULL;
    }
    if (!title) {
        struct doc_node *line = cv_put(v, parent, DOC_PLAIN, n);
        put_flat(v, line, n);
        return;
    }
    put_text(v, title, parent, DOC_PLAIN);
    if (items) {
        cv_value_blocks(v, items, parent);
    }
}

void cv_value_blocks(struct cv *v, const struct node *n, struct doc_node *parent) {
    if (is_scalar(n)) {
        put_text(v, n, parent, DOC_PARA);
        return;
    }
    if (n->kind == NODE_MAP) {
        put_titled(v, n, parent);
        return;
    }
    struct doc_node *list = cv_put(v, parent, DOC_LIST, n);
    list->u.list.style = DOC_BULLET;
    list->u.list.tight = true;
    for (size_t i = 0; i < n->n; i++) {
        if (!cv_has(n->items[i])) {
            continue;
        }
        struct doc_node *item = cv_put(v, list, DOC_ITEM, n->items[i]);
        if (is_scalar(n->items[i])) {
            put_text(v, n->items[i], item, DOC_PLAIN);
        } else {
            cv_value_blocks(v, n->items[i], item);
        }
    }
}

/** Writes a key and its value: "Courses: a, b". */
static void put_keyed(struct cv *v, struct str key, const struct node *n, struct doc_node *parent) {
    struct doc_node *para = cv_put(v, parent, DOC_PARA, n);
    struct str label = cv_key_label(v->a, v->d->meta.lang, key);
    put_words(v, para, arena_join(v->a, 2, label, STR(": ")));
    put_flat(v, para, n);
}

static void put_rest(struct cv *v, const struct cv_entry *e, struct doc_node *body) {
    const struct node *n = e->self;
    for (size_t i = 0; i < n->n; i++) {
        struct str key = n->keys[i];
        enum cv_meaning meaning = cv_key(key);
        bool named = meaning == CV_OTHER || meaning == CV_LEVEL || meaning == CV_KEYWORDS ||
                     meaning == CV_NUMBER || meaning == CV_REVERSED || str_is(key, "courses");
        bool times = meaning == CV_DATE || meaning == CV_START || meaning == CV_END;
        bool second = meaning == CV_URL && n->items[i] != e->of[CV_URL];
        if (!cv_has(n->items[i])) {
            continue;
        }
        named = named || second || (times && !is_scalar(n->items[i]));
        if (named) {
            put_keyed(v, key, n->items[i], body);
        } else if (meaning == CV_TEXT || meaning == CV_ITEMS || meaning == CV_BULLET) {
            cv_value_blocks(v, n->items[i], body);
        }
    }
}

/* ---- whole entries */

void cv_entry_side(struct cv *v, const struct cv_entry *e, enum cv_shape shape,
                   struct doc_node *term) {
    if (shape == CV_SHAPE_LINE) {
        put_flat(v, term, e->of[CV_LABEL] ? e->of[CV_LABEL] : e->of[CV_NAME]);
        return;
    }
    struct str dates = cv_dates(v, e);
    put_words(v, term, dates.n ? dates : STR("\u00A0"));
}

/** Writes the text after a label: "HTML, CSS (expert)". */
static void put_details(struct cv *v, const struct cv_entry *e, struct doc_node *body) {
    struct line l = {cv_put(v, body, DOC_PLAIN, e->self), false};
    add_all(v, &l, e, CV_DETAILS, "", NULL);
    if (e->of[CV_LABEL] && e->of[CV_NAME]) {
        add_all(v, &l, e, CV_NAME, "", NULL);
    }
    add_all(v, &l, e, CV_KEYWORDS, "", NULL);
    if (e->of[CV_LEVEL]) {
        put_words(v, l.node, l.begun ? STR(" (") : STR_EMPTY);
        put_flat(v, l.node, e->of[CV_LEVEL]);
        put_words(v, l.node, l.begun ? STR(")") : STR_EMPTY);
    }
    if (e->of[CV_URL]) {
        struct line more = {l.node, true};
        add_piece(v, &more, e->of[CV_URL], "", e->of[CV_URL]);
    }
}

void cv_entry_body(struct cv *v, const struct cv_entry *e, enum cv_shape shape,
                   struct doc_node *body) {
    static const enum cv_meaning alone[] = {[CV_SHAPE_BULLET] = CV_BULLET,
                                            [CV_SHAPE_NUMBER] = CV_NUMBER,
                                            [CV_SHAPE_REVERSED] = CV_REVERSED};
    if (shape == CV_SHAPE_LINE) {
        put_details(v, e, body);
    } else if (shape == CV_SHAPE_TEXT) {
        cv_value_blocks(v, e->self, body);
    } else if (shape == CV_SHAPE_DATED) {
        struct doc_node *para = cv_put(v, body, DOC_PARA, e->self);
        put_first_line(v, e, para);
        put_paper(v, e, para);
        doc_unlink_empty(para);
        put_rest(v, e, body);
    } else {
        put_text(v, e->of[alone[shape]], body, DOC_PLAIN);
    }
}
