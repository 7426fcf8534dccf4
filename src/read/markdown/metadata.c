/* SPDX-License-Identifier: MIT */
/* Finds and reads the metadata of a document: blocks of YAML at the beginning or after a blank line
 * (MANUAL, yaml_metadata_block), and pandoc's lines with `%` (MANUAL, pandoc_title_block). If two
 * blocks set a key, the later one takes precedence. */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"
#include "read/markdown/core/block_extension.h"
#include "read/markdown/markdown.h"
#include "read/markdown/md_front.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BAD_METADATA);

/* ---- YAML */

/* maximum number of keys after the first in a path; further ones are part of the last key */
#define MAX_PATH 8

/** Where the value of a key comes from. */
struct origin {
    size_t index; /* index of the key in doc->front */
    size_t part;
    enum md_front_rank rank;
};

static bool wins(const struct md *m, enum md_front_rank rank, const struct origin *had) {
    return rank > had->rank ||
           (rank == had->rank && rank != MD_FRONT_DEFAULT &&
            (rank == MD_FRONT_OVERRIDE || rank == MD_FRONT_FORMAT || m->part == had->part));
}

/** Returns a map with the keys of both maps. If both have a key, the value of `win` is used; two
 * maps are merged in the same way, up to `depth` levels deep. Quarto merges the options of a
 * project and of its documents like this. */
static struct node *merged(struct md *m, struct node *win, const struct node *other, int depth) {
    if (depth == 0 || win->kind != NODE_MAP || other->kind != NODE_MAP) {
        return win;
    }
    struct node *out = node_new_map(m->a, win->span);
    for (size_t i = 0; i < win->n; i++) {
        size_t same = node_index(other, win->keys[i]);
        node_put(m->a, out, win->keys[i], win->key_spans[i],
                 same == STR_NONE ? win->items[i]
                                  : merged(m, win->items[i], other->items[same], depth - 1));
    }
    for (size_t i = 0; i < other->n; i++) {
        if (node_index(win, other->keys[i]) == STR_NONE) {
            node_put(m->a, out, other->keys[i], other->key_spans[i], other->items[i]);
        }
    }
    return out;
}

void md_front_put(struct md *m, struct str key, struct span key_span, struct node *value,
                  enum md_front_rank rank) {
    struct node *front = m->doc->front;
    struct origin *had = map_lookup(&m->front.keys, key);
    if (!had) {
        had = ARENA_NEW(m->a, struct origin);
        had->index = front->n;
        node_add(m->a, front, key, key_span, value);
        map_put(&m->front.keys, key, had);
    } else if (wins(m, rank, had)) {
        front->key_spans[had->index] = key_span;
        front->items[had->index] = value;
    } else {
        bool merges = rank == MD_FRONT_DEFAULT && value->kind == NODE_MAP &&
                      str_among(key, "crossref execute " MARKDOWN_FORMATS_AROUND);
        if (merges) {
            front->items[had->index] = merged(m, front->items[had->index], value, 2);
        }
        return;
    }
    had->part = m->part;
    had->rank = rank;
}

void md_front_put_path(struct md *m, struct str path, struct node *value) {
    struct str rest = path, key = str_cut(&rest, '.'), names[MAX_PATH];
    size_t n = 0;
    while (rest.p && n < MAX_PATH) {
        names[n] = n + 1 < MAX_PATH ? str_cut(&rest, '.') : rest;
        n++;
    }
    for (size_t i = n; i > 0; i--) {
        struct node *map = node_new_map(m->a, SPAN_NONE);
        node_put(m->a, map, names[i - 1], SPAN_NONE, value);
        value = map;
    }
    size_t at = n ? node_index(m->doc->front, key) : STR_NONE;
    if (at != STR_NONE && m->doc->front->items[at]->kind == NODE_MAP) {
        value = merged(m, value, m->doc->front->items[at], MAX_PATH);
    } else if (at != STR_NONE && str_is(key, "limits") &&
               node_index(value, STR("profile")) == STR_NONE) {
        node_put(m->a, value, STR("profile"), SPAN_NONE, m->doc->front->items[at]);
    }
    md_front_put(m, key, SPAN_NONE, value, MD_FRONT_OVERRIDE);
}

bool md_front_is_default(const struct md *m, struct str key) {
    const struct origin *had = map_lookup(&m->front.keys, key);
    return had && had->rank == MD_FRONT_DEFAULT;
}

void md_front_put_all(struct md *m, const struct node *map, enum md_front_rank rank) {
    for (size_t i = 0; map->kind == NODE_MAP && i < map->n; i++) {
        md_front_put(m, map->keys[i], map->key_spans[i], map->items[i], rank);
    }
}

/* Reads the bytes [begin, end) of the source as YAML. Returns false if they are not a map. */
static bool read_yaml(struct md *m, size_t begin, size_t end) {
    struct source *src = m->doc->source;
    if (end - begin > LIMIT_FRONT_MATTER - m->front.bytes) {
        diag_add(m->diags, DIAG_TOO_LARGE, span_make(src, begin, begin),
                 "the front matter has more than %u bytes and is left out", LIMIT_FRONT_MATTER);
        return true;
    }
    m->front.bytes += end - begin;
    struct node *read = yaml_parse(m->a, src, begin, end, m->diags);
    if (!read || read->kind == NODE_NULL) {
        return true;
    }
    if (read->kind != NODE_MAP) {
        struct diag *g = diag_add(m->diags, DIAG_BAD_METADATA, read->span,
                                  "the front matter is not a list of `key: value`");
        diag_hint(m->diags, g, "write `title: ...` and the like, one in a line");
        return false;
    }
    md_front_put_all(m, read, MD_FRONT_DOCUMENT);
    return true;
}

/** Returns the number of lines of the YAML block at the beginning, or 0. The lines of dashes and
 * blank lines before the block are included. */
static size_t yaml_lines(struct md *m, const struct md_region *all, struct front_matter *f) {
    if (all->n == 0 || all->lines[0].src == MD_NOWHERE) {
        return 0;
    }
    struct source *src = m->doc->source;
    const struct md_line *last = &all->lines[all->n - 1];
    *f = front_matter_find(str_slice(src->text, 0, last->src + last->s.n), all->lines[0].src);
    if (f->unclosed) {
        struct diag *g =
            diag_add(m->diags, DIAG_BAD_METADATA, span_make(src, f->open, f->open + 3),
                     "the front matter that begins here does not end: it is read as text");
        diag_hint(m->diags, g, "end it with a line `---`");
    }
    size_t n = 0;
    while (n < all->n && all->lines[n].src < f->behind) {
        n++;
    }
    return n;
}

/* ---- pandoc's title block */

/* Returns a field of the title block: line `at`, and the following lines that begin with white
 * space. `*end` is set to the line after the field. */
static struct md_text part(struct md *m, const struct md_region *all, size_t at, size_t *end) {
    size_t n = 1;
    while (at + n < all->n && all->lines[at + n].s.n && is_space(all->lines[at + n].s.p[0]) &&
           !md_is_blank(all->lines[at + n].s)) {
        n++;
    }
    struct md_line *lines = ARENA_ARRAY(m->a, struct md_line, n);
    for (size_t i = 0; i < n; i++) {
        struct md_line l = all->lines[at + i];
        l.s = str_from(l.s, i == 0);
        l.src += i == 0;
        lines[i] = md_line_trim(l);
    }
    *end = at + n;
    size_t from = lines[0].s.n || n == 1 ? 0 : 1;
    struct md_region r = {lines + from, n - from, all->fixed};
    return md_text_lines(m, &r);
}

static struct node *text_node(struct md *m, const struct md_text *t, size_t begin, size_t end) {
    return node_string(m->a, str_slice(t->s, begin, end), md_span(t, begin, end));
}

/* Returns the authors, which are separated by lines or semicolons. */
static struct node *authors(struct md *m, const struct md_text *t) {
    struct node *list = node_new_list(m->a, md_span(t, 0, t->s.n));
    for (size_t at = 0; at < t->s.n;) {
        size_t begin = at;
        while (at < t->s.n && t->s.p[at] != ';' && t->s.p[at] != '\n') {
            at++;
        }
        size_t end = at;
        str_trim_range(t->s, &begin, &end);
        if (begin < end) {
            node_append(m->a, list, text_node(m, t, begin, end));
        }
        at++;
    }
    return list;
}

/* Reads `% title`, `% authors` and `% date` in the first lines. Returns the number of these
 * lines. */
static size_t title_block(struct md *m, const struct md_region *all) {
    static const char *const keys[] = {"title", "author", "date"};
    size_t at = 0;
    for (size_t i = 0; i < ARRAY_LEN(keys) && at < all->n; i++) {
        if (!str_starts(all->lines[at].s, STR("%"))) {
            break;
        }
        struct md_text t = part(m, all, at, &at);
        if (t.s.n) {
            struct span where = md_span(&t, 0, t.s.n);
            md_front_put(m, str_of(keys[i]), where,
                         i == 1 ? authors(m, &t) : text_node(m, &t, 0, t.s.n), MD_FRONT_DOCUMENT);
        }
    }
    return at;
}

size_t md_front(struct md *m, const struct md_region *all) {
    size_t lines = md_on(m, MD_PANDOC_TITLE_BLOCK) ? title_block(m, all) : 0;
    if (!md_on(m, MD_YAML_METADATA_BLOCK)) {
        return lines;
    }
    struct md_region rest = {lines ? all->lines + lines : all->lines, all->n - lines, all->fixed};
    struct front_matter f;
    size_t yaml = yaml_lines(m, &rest, &f);
    if (yaml) {
        (void)read_yaml(m, f.begin, f.end);
    }
    return lines + yaml;
}

/* ---- YAML in the text */

struct search {
    bool first, ended; /* `first`: only comments so far; `ended`: the end of the block was found */
    size_t lines;
};

static bool goes_on(void *state, struct str line) {
    struct search *s = state;
    /* after `---`, a line with `#` is a comment of YAML only if a key follows; else it is a heading
     * after a thematic break */
    bool comment = str_starts(line, STR("#")) || (s->lines > 0 && md_is_blank(line));
    if (s->ended || (s->first && !comment && !front_matter_is_key(line))) {
        return false;
    }
    s->ended = front_matter_ends(line);
    s->first = s->first && comment;
    s->lines++;
    return true;
}

/* Whether the line begins where a line of the source begins, and so is not within a container or a
 * scalar of YAML. */
static bool is_whole(struct md_at *at) {
    const struct md_line *l = &at->k->r->lines[at->line];
    struct str text = at->k->m->doc->source->text;
    return !at->byte && l->src != MD_NOWHERE &&
           (!l->src || text.p[l->src - 1] == '\n' || text.p[l->src - 1] == '\r');
}

static bool open_yaml(struct md_at *at) {
    struct md *m = at->k->m;
    if (!m->format.pandoc || at->indent || !str_is(str_trim_end(at->s), "---") || !is_whole(at)) {
        return false;
    }
    struct search search = {.first = true};
    struct md_region r = md_look_ahead(at, goes_on, &search);
    if (!search.ended || !read_yaml(m, r.lines[1].src, r.lines[r.n - 1].src)) {
        return false;
    }
    (void)md_open_lines(at, &md_block_metadata, at->line + r.n);
    return true;
}

static struct doc_node *read_nothing(struct md_reader *k, cmark_node *n, struct md_open *o,
                                     const struct md_region *r) {
    (void)k;
    (void)n;
    (void)o;
    (void)r;
    return NULL;
}

const struct md_block md_block_metadata = {.open = open_yaml, .read = read_nothing};
