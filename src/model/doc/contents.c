/* SPDX-License-Identifier: MIT */
/*
 * Makes the table of contents, and the lists of figures, tables and listings, once for all outputs.
 * They contain the text of headings and captions without notes, links and identifiers, which belong
 * only to the original place.
 */
#include "model/doc/doc.h"

#include "core/base/vec.h"
#include "core/base/word_list.h"

#define DEFAULT_DEPTH 3 /* pandoc's manual, --toc-depth */
#define MAX_LEVEL 6

/** Headings in quotes and lists do not belong to the document's structure. */
static bool has_headings(enum doc_kind kind) {
    return kind == DOC_ROOT || kind == DOC_DIV || kind == DOC_BIBLIOGRAPHY;
}

/** Gives a listed heading an identifier, so that links can lead to it. */
static void ensure_id(struct doc *d, struct doc_node *heading, size_t number) {
    if (doc_id(heading).n == 0) {
        doc_set_id(d, heading, arena_printf(d->arena, "contents-%zu", number));
    }
}

struct doc_node *doc_heading_text(struct doc *d, const struct doc_node *heading) {
    struct doc_node *text = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    for (const struct doc_node *n = heading->first; n; n = n->next) {
        doc_append(text, doc_copy(d, n));
    }
    struct doc_walk w = doc_walk_start(text);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!w.enter) {
            continue;
        }
        if (n->attr) {
            n->attr->id = STR_EMPTY;
        }
        if (n->kind == DOC_LINK) {
            n->kind = DOC_SPAN;
            n->attr = NULL;
        } else if (n->kind == DOC_NOTE || n->kind == DOC_IMAGE) {
            doc_walk_remove(&w);
        } else if (n->kind == DOC_LINE_BREAK) {
            n->kind = DOC_SOFT_BREAK;
        }
    }
    return text;
}

/** Returns the nesting level, from 1, of a heading among the open headings. */
static int nesting(int *open, int *nopen, int level) {
    while (*nopen > 0 && open[*nopen - 1] >= level) {
        (*nopen)--;
    }
    open[(*nopen)++] = level;
    return *nopen;
}

/** Returns the level of the headings above lists. If there are chapters, it is the level of LaTeX's
 * \chapter*. */
static int list_level(const struct doc *d) {
    int level = d->cls.base + (DOC_CHAPTER - d->cls.top);
    return level < 1 ? 1 : level;
}

/** Adds the headings to `c`, down to the level `depth` unless the front matter sets another level.
 */
static void take_headings(struct doc *d, struct doc_contents *c, int64_t depth) {
    VEC(struct doc_contents_entry) entries = VEC_INIT;
    int open[MAX_LEVEL + 1] = {0};
    int nopen = 0;
    int least = MAX_LEVEL;
    (void)str_to_i64(node_text(node_get(d->front, "toc-depth")), &depth);
    if (str_to_i64(node_text(node_get(d->front, "tocdepth")), &depth) && doc_has_chapters(d)) {
        /* LaTeX counts divisions, and chapters have the number 0 */
        depth += DOC_SECTION - d->cls.top;
    }
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_HEADING) {
            if (w.enter && !has_headings(w.node->kind)) {
                doc_walk_skip(&w);
            }
            continue;
        }
        doc_walk_skip(&w);
        bool unlisted = doc_has_class(w.node, "unlisted") &&
                        (w.node->u.heading.unnumbered || doc_has_class(w.node, "no_toc"));
        if (!w.node->first || unlisted) {
            continue;
        }
        int level = nesting(open, &nopen, w.node->u.heading.level);
        if (level > depth) {
            continue;
        }
        least = w.node->u.heading.level < least ? w.node->u.heading.level : least;
        ensure_id(d, w.node, entries.n + 1);
        struct doc_contents_entry e = {level, doc_id(w.node), doc_heading_text(d, w.node),
                                       doc_division(d, w.node)};
        vec_push(&entries, e);
    }
    c->n = entries.n;
    c->entries = vec_finish(&entries, d->arena);
    c->heading = doc_node_new(d, DOC_HEADING, SPAN_NONE);
    c->heading->u.heading.level = doc_has_chapters(d) ? list_level(d) : least;
    c->heading->u.heading.unnumbered = true;
}

/** Fills the empty div `place` with nested lists of links. */
static void fill(struct doc *d, struct doc_node *place) {
    struct doc_contents c = {.n = 0};
    struct doc_node *open[MAX_LEVEL + 2] = {place}, *item = NULL;
    int depth = 0;
    take_headings(d, &c, MAX_LEVEL);
    for (size_t i = 0; i < c.n; i++) {
        const struct doc_contents_entry *e = &c.entries[i];
        while (depth < e->level) { /* one list at a time: levels are never skipped */
            struct doc_node *list = doc_add(d, depth ? item : place, DOC_LIST, SPAN_NONE);
            list->u.list.style = DOC_BULLET;
            list->u.list.tight = true;
            open[++depth] = list;
        }
        depth = e->level;
        item = doc_add(d, open[depth], DOC_ITEM, SPAN_NONE);
        struct doc_node *link =
            doc_add(d, doc_add(d, item, DOC_PLAIN, SPAN_NONE), DOC_LINK, SPAN_NONE);
        link->u.link.url = arena_join(d->arena, 2, STR("#"), e->id);
        doc_append(link, e->text);
    }
}

/** Fills the first empty div of class `toc`, which kramdown's `{:toc}` and the shortcode `toc`
 * make. Without headings, the div is removed. */
static void fill_place(struct doc *d) {
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_has_kind(d, DOC_DIV) && doc_walk_next(&w)) {
        bool place = w.enter && w.node->kind == DOC_DIV && !w.node->first && w.node->attr;
        if (place && doc_has_class(w.node, "toc")) {
            fill(d, w.node);
            doc_unlink_empty(w.node);
            return;
        }
    }
}

/** Sets the title of a list: from the front matter, or the word of the document's language. */
static void set_title(struct doc *d, struct doc_contents *c, const char *key, enum doc_word word) {
    c->title = node_text(node_get(d->front, key));
    if (!c->title.n) {
        c->title =
            /* Quarto has this key inside the map `crossref` */
            node_text(node_get(node_get(d->front, "crossref"), key));
    }
    if (!c->title.n) {
        /* pandoc-crossref expects this title as a Markdown heading: "# List of Figures" */
        struct str other =
            str_paired(str_of(key), "lof-title=lofTitle lot-title=lotTitle lol-title=lolTitle");
        c->title = str_trim(node_text(other.n ? node_value(d->front, other) : NULL));
        c->title = str_trim(str_from(c->title, str_starts(c->title, STR("# ")) ? 2 : 0));
    }
    c->own_title = c->title.n > 0;
    if (!c->own_title) {
        c->title = doc_word(d->meta.lang, word, &c->foreign);
    }
}

/** Makes a line of a list from a caption. The number is in a span like that of a heading, and the
 * text of the caption follows. */
static struct doc_node *caption_text(struct doc *d, const struct doc_node *caption) {
    struct doc_node *text = doc_heading_text(d, caption), *first = text->first;
    if (first && first->kind == DOC_SPAN && doc_has_class(first, "caption-number")) {
        doc_unlink(first);
    }
    struct doc_node *number = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    doc_add_class(d, number, STR("header-section-number"));
    doc_add_text(d, number, caption->u.caption.shown, SPAN_NONE);
    if (text->first) {
        doc_insert(text, text->first, doc_text_new(d, STR("\u2003"), SPAN_NONE));
    }
    doc_insert(text, text->first, number);
    return text;
}

/** Returns "figure-1" for the number 1, with "list-" before it if this identifier is already used.
 */
static struct str free_id(struct doc *d, struct map *taken, const char *prefix, size_t number) {
    if (!taken->n) {
        for (const struct doc_attr *a = d->last_attr; a; a = a->made_before) {
            if (a->id.n) {
                map_put(taken, a->id, taken);
            }
        }
    }
    struct str id = arena_printf(d->arena, "%s-%zu", prefix, number);
    while (map_lookup(taken, id)) {
        id = arena_join(d->arena, 2, STR("list-"), id);
    }
    map_put(taken, id, taken);
    return id;
}

static void take_captions(struct doc *d, struct doc_contents *c, enum doc_word kind,
                          const char *prefix) {
    VEC(struct doc_contents_entry) entries = VEC_INIT;
    struct map taken = MAP_IN(d->arena);
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_has_kind(d, DOC_CAPTION) && doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_CAPTION || doc_caption_kind(w.node) != kind ||
            doc_has_class(w.node, "unnumbered")) { /* LaTeX does not list these */
            continue;
        }
        struct doc_node *of = w.node->parent;
        if (!doc_id(of).n) {
            doc_set_id(d, of, free_id(d, &taken, prefix, entries.n + 1));
        }
        struct doc_contents_entry e = {1, doc_id(of), caption_text(d, w.node), DOC_SECTION};
        vec_push(&entries, e);
    }
    c->n = entries.n;
    c->entries = vec_finish(&entries, d->arena);
    c->heading = doc_node_new(d, DOC_HEADING, SPAN_NONE);
    c->heading->u.heading.level = doc_has_chapters(d) ? list_level(d)
                                  : d->contents[DOC_CONTENTS_HEADINGS]
                                      ? d->contents[DOC_CONTENTS_HEADINGS]->heading->u.heading.level
                                      : 1;
    c->heading->u.heading.unnumbered = true;
}

static void make_notes_head(struct doc *d) {
    static const char *const KEYS[] = {"endnotes", "reference-location"};
    bool asked = false, foreign = false, chapter = false;
    for (size_t i = 0; i < ARRAY_LEN(KEYS); i++) {
        struct str value = str_trim(node_text(node_get(d->front, KEYS[i])));
        asked = asked || value.n > 0;
        chapter = chapter || str_is(value, "chapter") || str_is(value, "section");
    }
    if (!asked) {
        return;
    }
    struct str own = node_text(node_get(d->front, "notes-title"));
    d->notes_head = doc_node_new(d, DOC_HEADING, SPAN_NONE);
    d->notes_head->u.heading.level = list_level(d) + (chapter && doc_has_chapters(d));
    d->notes_head->u.heading.unnumbered = true;
    struct str title = own.n ? own : doc_word(d->meta.lang, DOC_WORD_NOTES, &foreign);
    doc_add_text(d, d->notes_head, title, SPAN_NONE);
}

void doc_make_contents(struct doc *d) {
    static const struct {
        const char *key, *title, *prefix;
        enum doc_word word, of;
    } KINDS[DOC_CONTENTS_COUNT] = {
        [DOC_CONTENTS_HEADINGS] = {"toc", "toc-title", "", DOC_WORD_CONTENTS, DOC_WORD_SECTION},
        [DOC_CONTENTS_FIGURES] = {"lof", "lof-title", "figure", DOC_WORD_LIST_FIGURES,
                                  DOC_WORD_FIGURE},
        [DOC_CONTENTS_TABLES] = {"lot", "lot-title", "table", DOC_WORD_LIST_TABLES, DOC_WORD_TABLE},
        [DOC_CONTENTS_LISTINGS] = {"lol", "lol-title", "listing", DOC_WORD_LIST_LISTINGS,
                                   DOC_WORD_LISTING}};
    fill_place(d);
    make_notes_head(d);
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        const struct node *asked = node_get(d->front, KINDS[i].key);
        bool map = asked && asked->kind == NODE_MAP &&
                   /* in pages of al-folio, the value of `toc` may be a map that sets only the place
                    * of the table */
                   i == DOC_CONTENTS_HEADINGS;
        if (!map && node_bool(asked, 0) != 1) {
            continue;
        }
        struct doc_contents *c = ARENA_NEW(d->arena, struct doc_contents);
        c->kind = (enum doc_contents_kind)i;
        set_title(d, c, KINDS[i].title, KINDS[i].word);
        if (i == DOC_CONTENTS_HEADINGS) {
            take_headings(d, c, DEFAULT_DEPTH);
        } else {
            take_captions(d, c, KINDS[i].of, KINDS[i].prefix);
        }
        doc_add_text(d, c->heading, c->title, SPAN_NONE);
        d->contents[i] = c->n > 0 ? c : NULL;
    }
}
