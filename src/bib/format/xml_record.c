/* SPDX-License-Identifier: MIT */
/*
 * Walking XML records: paths, siblings, text with its formatting. Walks by links, never by
 * recursion.
 */
#include "bib/format/xml_record.h"

const struct xml_node *xml_at(const struct xml_node *n, const char *path) {
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

const struct xml_node *xml_again(const struct xml_node *n) {
    const struct xml_node *next = n->next;
    while (next && !str_eq(next->name, n->name)) {
        next = next->next;
    }
    return next;
}

const struct xml_node *xml_seek(const struct xml_node *root, const struct xml_node *at,
                                const char *name) {
    const struct xml_node *n = at ? xml_following(root, at) : root;
    while (n && !str_is(n->name, name)) {
        n = xml_following(root, n);
    }
    return n;
}

/** The tag of an element that formats, or NULL: HTML's names, and EndNote's faces of <style>. */
static const char *format_tag(const struct xml_node *n) {
    static const struct {
        const char *name, *tag;
    } rows[] = {{"i", "i"},      {"em", "i"},          {"italic", "i"},   {"b", "b"},
                {"strong", "b"}, {"bold", "b"},        {"sup", "sup"},    {"superscript", "sup"},
                {"sub", "sub"},  {"subscript", "sub"}, {"underline", "u"}};
    struct str name = str_is(n->name, "style") ? xml_attr(n, "face") : n->name;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_is(name, rows[i].name)) {
            return rows[i].tag;
        }
    }
    return NULL;
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

struct str xml_rich(struct arena *a, const struct xml_node *root) {
    if (!root) {
        return STR_EMPTY;
    }
    struct buf b;
    buf_init(&b, 0);
    for (const struct xml_node *n = root; n;) {
        const char *tag = n->name.n && n != root ? format_tag(n) : NULL;
        if (tag && n->first) {
            buf_printf(&b, "<%s>", tag);
        } else if (n->name.n == 0) {
            add_text(&b, n->text);
        }
        if (n->first) {
            n = n->first;
            continue;
        }
        while (n != root && !n->next) { /* leaving elements */
            n = n->parent;
            tag = n != root ? format_tag(n) : NULL;
            if (tag) {
                buf_printf(&b, "</%s>", tag);
            }
        }
        n = n == root ? NULL : n->next;
    }
    struct str text = str_trim(buf_keep(&b, a));
    buf_drop(&b);
    return text;
}

struct str xml_path(struct arena *a, const struct xml_node *n, const char *path) {
    return xml_rich(a, xml_at(n, path));
}

size_t xml_each_record(struct bib_input *in, const struct xml_node *root, const char *name,
                       void (*read)(struct record *r, const struct xml_node *n)) {
    size_t found = 0;
    for (const struct xml_node *n = xml_seek(root, NULL, name); n; n = xml_seek(root, n, name)) {
        struct record r;
        record_begin(&r, in, n->span);
        read(&r, n);
        record_finish(&r);
        found++;
    }
    return found;
}

bool xml_has_tag(struct str text, const char *const *tags) {
    struct str head = text.p[0] == '<' ? str_slice(text, 0, 8192) : STR_EMPTY;
    for (; *tags; tags++) {
        if (str_find(head, str_of(*tags)) != STR_NONE) {
            return true;
        }
    }
    return false;
}
