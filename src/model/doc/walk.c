/* SPDX-License-Identifier: MIT */
/*
 * Walking over the tree without recursion, and the results that one walk can compute: plain text,
 * numbers of notes, automatic identifiers.
 */
#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/base/utf8.h"
#include "model/doc/doc.h"

DIAG_USE(DIAG_NESTING);

struct doc_walk doc_walk_start(struct doc_node *root) {
    return (struct doc_walk){.root = root};
}

struct doc_node *doc_find_kind(struct doc_node *root, enum doc_kind kind) {
    struct doc_walk w = doc_walk_start(root);
    while (root && doc_walk_next(&w)) {
        if (w.node->kind == kind) {
            return w.node;
        }
    }
    return NULL;
}

void doc_walk_skip(struct doc_walk *w) {
    w->skip = w->enter;
}

void doc_walk_remove(struct doc_walk *w) {
    struct doc_node *gone = w->node;
    /* the walk goes on as if it had just left `prev` or, without `prev`, entered the parent */
    w->enter = !gone->prev;
    w->node = gone->prev ? gone->prev : gone->parent;
    doc_unlink(gone);
}

/* Adds a space between adjacent blocks, so that the text does not become "TitleFirst words". */
static void plain_gap(struct buf *b) {
    if (b->n && b->p[b->n - 1] != ' ') {
        buf_putc(b, ' ');
    }
}

static void plain_node(struct buf *b, struct doc_walk *w) {
    const struct doc_node *n = w->node;
    if (n->kind == DOC_TEXT) {
        buf_str(b, n->u.text.text);
    } else if (n->kind == DOC_CODE || n->kind == DOC_CODE_BLOCK) {
        buf_str(b, n->u.code.text);
    } else if (n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK) {
        buf_putc(b, ' ');
    } else if (n->kind == DOC_MATH) {
        buf_str(b, n->u.math.plain.n ? n->u.math.plain : n->u.math.tex);
    } else if (n->kind == DOC_CITE && !n->first) {
        buf_str(b, n->u.cite.source);
    } else if (n->kind == DOC_NOTE) {
        doc_walk_skip(w);
    }
}

struct str doc_plain(struct arena *a, const struct doc_node *node) {
    struct buf b = BUF_INIT;
    /* the walk returns nodes that are not const, but nothing is changed here */
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)node);
    if (node && node->kind == DOC_NOTE) {
        doc_walk_next(&w); /* the root itself is read even if it is a note */
    }
    while (doc_walk_next(&w)) {
        if (!doc_is_inline(w.node->kind)) {
            plain_gap(&b);
        }
        if (w.enter) {
            plain_node(&b, &w);
        }
    }
    return str_trim(buf_finish(&b, a));
}

struct str doc_plain_spaced(struct arena *a, const struct doc_node *node) {
    return str_trim(arena_spaced(a, doc_plain(a, node)));
}

static void put_words(struct buf *b, struct str text) {
    for (size_t i = 0; i < text.n; i++) {
        bool fixed = text.p[i] == '\xC2' && i + 1 < text.n && text.p[i + 1] == '\xA0';
        i += fixed;
        if (!fixed && !is_space(text.p[i])) {
            buf_putc(b, text.p[i]);
        } else if (b->n && b->p[b->n - 1] != ' ') {
            buf_putc(b, ' ');
        }
    }
}

struct str doc_opening(struct arena *a, const struct doc_node *para, size_t n) {
    struct buf b = BUF_INIT;
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)para);
    while (b.n < n && doc_walk_next(&w)) {
        const struct doc_node *at = w.node;
        if (!w.enter) {
            continue;
        }
        if (at->kind == DOC_TEXT || at->kind == DOC_CODE) {
            put_words(&b, at->kind == DOC_TEXT ? at->u.text.text : at->u.code.text);
        } else if (at->kind == DOC_SOFT_BREAK || at->kind == DOC_LINE_BREAK) {
            put_words(&b, STR(" "));
        } else if (at->kind == DOC_CITE || at->kind == DOC_NOTE || at->kind == DOC_IMAGE) {
            doc_walk_skip(&w);
        }
    }
    return buf_finish(&b, a);
}

static int number_below(struct doc_node *root, int from) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_NOTE) {
            w.node->u.note.number = ++from;
        } else if (w.enter &&
                   /* the caption of a figure repeats the image's text */
                   w.node->kind == DOC_IMAGE) {
            doc_walk_skip(&w);
        }
    }
    return from;
}

int doc_number_notes(struct doc *d) {
    const struct doc_meta *m = &d->meta;
    if (!doc_has_kind(d, DOC_NOTE)) {
        return 0;
    }
    int n = number_below(m->title, 0);
    n = number_below(m->subtitle, n);
    for (size_t i = 0; i < m->nauthors; i++) {
        n = number_below(m->authors[i].name, n);
        for (size_t k = 0; k < m->authors[i].naffiliations && !m->nplaces; k++) {
            n = number_below(m->authors[i].affiliations[k], n);
        }
    }
    for (size_t i = 0; i < m->nplaces; i++) {
        n = number_below(m->places[i], n);
    }
    for (size_t i = 0; i < m->naffiliations; i++) {
        n = number_below(m->affiliations[i], n);
    }
    n = number_below(m->date, n);
    n = number_below(m->abstract, n);
    return number_below(d->root, n);
}

/*
 * Ranges of characters that are neither letters nor digits and occur in headings: Latin-1 symbols,
 * modifier symbols, general punctuation to dingbats and arrows (without letter-like and number
 * forms), CJK punctuation, private use, presentation forms of punctuation, emoji. Sorted.
 */
static const uint32_t no_letters[][2] = {
    {0x80, 0xA9},     {0xAB, 0xB1},       {0xB4, 0xB4},       {0xB6, 0xB8},     {0xBB, 0xBB},
    {0xBF, 0xBF},     {0xD7, 0xD7},       {0xF7, 0xF7},       {0x2C2, 0x2C5},   {0x2D2, 0x2DF},
    {0x37E, 0x37E},   {0x387, 0x387},     {0x2000, 0x206F},   {0x207A, 0x207E}, {0x208A, 0x208E},
    {0x20A0, 0x20CF}, {0x2190, 0x245F},   {0x2500, 0x2775},   {0x2794, 0x2BFF}, {0x2E00, 0x2E7F},
    {0x3000, 0x3004}, {0x3008, 0x3020},   {0x3030, 0x3030},   {0xE000, 0xF8FF}, {0xFE10, 0xFE1F},
    {0xFE30, 0xFE6F}, {0xFF01, 0xFF0F},   {0xFF1A, 0xFF20},   {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFD}, {0x1F000, 0x1F0FF}, {0x1F300, 0x1FAFF},
};

static bool id_letter(uint32_t cp) {
    if (cp < 0x80) {
        return is_alpha((char)cp);
    }
    for (size_t i = 0; i < ARRAY_LEN(no_letters); i++) {
        if (cp <= no_letters[i][1]) {
            return cp < no_letters[i][0];
        }
    }
    return true;
}

struct str doc_auto_id(struct arena *a, struct str plain) {
    struct buf b = BUF_INIT;
    bool gap = false;
    for (size_t at = 0; at < plain.n;) {
        size_t begin = at;
        uint32_t cp = utf8_next(plain, &at);
        bool space = cp == 0xA0 || cp == 0x202F || (cp >= 0x2000 && cp <= 0x200A) ||
                     (cp < 0x80 && is_space((char)cp));
        if (space) {
            gap = b.n > 0;
            continue;
        }
        bool letter = id_letter(cp);
        bool other = cp < 0x80 && (is_digit((char)cp) || cp == '_' || cp == '-' || cp == '.');
        /* Everything before the first letter is dropped (identifiers may not begin with a
         * number). */
        if (!letter && !(other && b.n)) {
            continue;
        }
        if (gap) {
            buf_putc(&b, '-');
            gap = false;
        }
        if (cp < 0x80) {
            buf_putc(&b, to_lower((char)cp));
        } else {
            buf_add(&b, plain.p + begin, at - begin);
        }
    }
    if (!b.n) {
        buf_puts(&b, "section");
    }
    return buf_finish(&b, a);
}

size_t doc_parts(const struct doc *d, struct doc_node *out[DOC_PARTS]) {
    const struct doc_meta *m = &d->meta;
    struct doc_node *const all[DOC_PARTS] = {m->title, m->subtitle, m->date, m->abstract, d->root};
    size_t n = 0;
    for (size_t i = 0; i < DOC_PARTS; i++) {
        if (all[i]) {
            out[n++] = all[i];
        }
    }
    return n;
}

void doc_each_title_tree(const struct doc *doc, doc_tree_fn *fn, void *user) {
    const struct doc_meta *m = &doc->meta;
    for (size_t i = 0; i < m->nauthors; i++) {
        const struct doc_author *a = &m->authors[i];
        if (a->name) {
            fn(user, a->name);
        }
        for (size_t k = 0; k < a->naffiliations; k++) {
            fn(user, a->affiliations[k]);
        }
    }
    for (size_t i = 0; i < m->naffiliations; i++) {
        fn(user, m->affiliations[i]);
    }
    for (size_t i = 0; i < m->nplaces; i++) {
        fn(user, m->places[i]);
    }
    for (size_t i = 0; i < m->nnotes; i++) {
        if (m->notes[i].text) {
            fn(user, m->notes[i].text);
        }
    }
    for (size_t i = 0; i < m->ndetails; i++) {
        fn(user, m->details[i]);
    }
}

bool doc_is_too_deep(const struct doc_node *n, int depth, struct diags *d) {
    if (depth <= LIMIT_DOC_DEPTH) {
        return false;
    }
    (void)diag_add(d, DIAG_NESTING, n->span, "nested more than %d deep", LIMIT_DOC_DEPTH);
    return true;
}

struct doc_node *doc_inlines_end(const struct doc_node *first) {
    const struct doc_node *n = first;
    while (n && doc_is_inline(n->kind)) {
        n = n->next;
    }
    return (struct doc_node *)(uintptr_t)n;
}
