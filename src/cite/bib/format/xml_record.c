/* SPDX-License-Identifier: MIT */
/*
 * Functions for XML records: paths, siblings, and text with its formatting. They follow the links
 * of the tree and need no recursion.
 */
#include "cite/bib/format/xml_record.h"

const struct xml_node *bib_xml_at(const struct xml_node *n, const char *path) {
    struct str rest = str_of(path);
    while (n && rest.p) {
        struct str name = str_cut(&rest, '/');
        const struct xml_node *child = n->first;
        while (child && !str_eq(child->name, name)) {
            child = child->next;
        }
        n = child;
    }
    return n;
}

const struct xml_node *bib_xml_again(const struct xml_node *n) {
    const struct xml_node *next = n->next;
    while (next && !str_eq(next->name, n->name)) {
        next = next->next;
    }
    return next;
}

/* Returns the next element with this name below `root`, after `at` in document order, or NULL. If
 * `at` is NULL, the search begins at `root`. */
static const struct xml_node *seek(const struct xml_node *root, const struct xml_node *at,
                                   const char *name) {
    const struct xml_node *n = at ? xml_following(root, at) : root;
    while (n && !str_is(n->name, name)) {
        n = xml_following(root, n);
    }
    return n;
}

/** Returns the formatting for the name of an element, as in HTML, or for the attribute `face` of
 * EndNote's <style>. RICH_KIND_COUNT for other elements. */
static enum rich_kind format_of(const struct xml_node *n) {
    static const struct {
        const char *name;
        enum rich_kind kind;
    } rows[] = {{"i", RICH_ITALIC},      {"em", RICH_ITALIC},          {"italic", RICH_ITALIC},
                {"b", RICH_BOLD},        {"strong", RICH_BOLD},        {"bold", RICH_BOLD},
                {"sup", RICH_SUP},       {"superscript", RICH_SUP},    {"sub", RICH_SUB},
                {"subscript", RICH_SUB}, {"underline", RICH_UNDERLINE}};
    struct str name = str_is(n->name, "style") ? xml_attr(n, "face") : n->name;
    for (size_t i = 0; name.n && i < ARRAY_LEN(rows); i++) {
        if (str_is(name, rows[i].name)) {
            return rows[i].kind;
        }
    }
    return RICH_KIND_COUNT;
}

bool bib_xml_formats(const struct xml_node *n) {
    return format_of(n) != RICH_KIND_COUNT;
}

static void add_text(struct buf *b, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (!is_space(s.p[i])) {
            buf_putc(b, s.p[i]);
        } else if (b->n && b->p[b->n - 1] != ' ') {
            buf_putc(b, ' ');
        }
    }
}

struct rich bib_xml_rich(struct arena *a, const struct xml_node *root) {
    if (!root) {
        return RICH_EMPTY;
    }
    struct rich_builder b;
    rich_builder_init(&b);
    for (const struct xml_node *n = root; n;) {
        enum rich_kind kind = n->first && n != root ? format_of(n) : RICH_KIND_COUNT;
        if (kind != RICH_KIND_COUNT) {
            rich_open(&b, kind);
        } else if (n->name.n == 0) {
            add_text(&b.text, n->text);
        }
        if (n->first) {
            n = n->first;
            continue;
        }
        while (n != root && !n->next) { /* goes up to the nearest element that has a sibling */
            n = n->parent;
            if (n != root && format_of(n) != RICH_KIND_COUNT) {
                rich_close(&b);
            }
        }
        n = n == root ? NULL : n->next;
    }
    struct rich text = rich_trim(a, rich_keep(&b, a));
    rich_builder_drop(&b);
    return text;
}

struct str bib_xml_plain(struct arena *a, const struct xml_node *root) {
    return bib_xml_rich(a, root).text;
}

struct str bib_xml_path(struct arena *a, const struct xml_node *n, const char *path) {
    return bib_xml_plain(a, bib_xml_at(n, path));
}

void bib_xml_put(struct bib_record *r, enum item_var v, const struct xml_node *from,
                 const char *path) {
    const struct xml_node *n = bib_xml_at(from, path);
    if (n) {
        bib_record_text(r, v, bib_xml_rich(r->a, n), n->span);
    }
}

size_t bib_xml_each_record(struct bib_input *in, const struct xml_node *root, const char *name,
                           void (*read)(struct bib_record *r, const struct xml_node *n)) {
    size_t found = 0;
    for (const struct xml_node *n = seek(root, NULL, name); n; n = seek(root, n, name)) {
        struct bib_record r;
        bib_record_begin(&r, in, n->span);
        read(&r, n);
        bib_record_finish(&r);
        found++;
    }
    return found;
}

bool bib_xml_has_tag(struct str text, const char *const *tags) {
    struct str head = text.p[0] == '<' ? str_slice(text, 0, 8192) : STR_EMPTY;
    for (; *tags; tags++) {
        if (str_find(head, str_of(*tags)) != STR_NONE) {
            return true;
        }
    }
    return false;
}
