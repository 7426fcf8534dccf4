/* SPDX-License-Identifier: MIT */
/*
 * Joins PDFs. Objects keep their content and get new numbers. The catalog and the roots of the
 * trees of pages, bookmarks, names and tags are made anew. Only objects to which these refer,
 * directly or indirectly, are copied.
 */
#include "print/pdfread/join.h"

#include "core/base/bounds.h"
#include "core/base/digest.h"
#include "core/base/map.h"
#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/data/deflate.h"

#define MAX_DEPTH 64
#define MAX_NAMES 100000
#define IN_STREAM 100 /* maximum number of objects in an object stream */

typedef const struct pdfread_value value;

/** A part while it is joined. */
struct part {
    struct pdfread_document *doc;
    value *catalog;
    /* the part's title, and the prefix of its destination names; empty: none */
    struct str title, prefix;
    size_t first_page, npages;
    /* the numbers of the part's root objects; 0: there is none */
    int64_t pages, outlines, tags, catalog_number;
    int64_t item; /* the new number of the part's bookmark */
    int64_t key;  /* a number that is added to the part's keys in the parent tree */
    /* the new number of each object of the part, by its old number; 0: the object is not copied */
    uint32_t *numbers;
    size_t nobjects;
};

struct name {
    struct str text;
    const struct part *of;
    value *to;
};

/** The place of an object in the new file: in an object stream, or at an offset. */
struct place {
    size_t offset;
    /* the object stream with the object, and its index there; 0: the object is at `offset` */
    uint32_t stream, index;
};

struct join {
    struct arena *a;
    struct buf *out;
    struct part *parts;
    size_t n;
    VEC(struct name) names;
    VEC(struct place) places; /* the place of each object, by its new number */
    /* the copied object for each new number; `of` is NULL if the object is not a copy */
    VEC(struct copy {
        struct part *of;
        int64_t old;
    })
    copies;
    struct buf copy;         /* the object that is being copied */
    struct buf group, heads; /* the object stream that is being filled */
    size_t grouped;
    uint32_t members[IN_STREAM];
    struct deflater *z;
    int64_t catalog, pages, outlines, tags, info, metadata;
    bool tagged;
};

/* ---- what is copied ---- */

static uint32_t new_number(struct join *j, struct part *of, int64_t old) {
    vec_push(&j->copies, ((struct copy){of, old}));
    vec_push(&j->places, ((struct place){0, 0, 0}));
    return (uint32_t)(j->copies.n - 1);
}

/** Returns the new number of an object to which a copy refers, so that it is copied too. 0 if it
 * does not exist. */
static int64_t number_of(struct join *j, struct part *p, int64_t old) {
    if (old > 0 && old == p->catalog_number) {
        return j->catalog;
    }
    if (old > 0 && (old == p->outlines || old == p->tags)) {
        return old == p->outlines ? p->item : j->tags;
    }
    if (old <= 0 || (size_t)old >= p->nobjects) {
        return 0;
    }
    if (!p->numbers[old]) {
        bool there = pdfread_object(p->doc, old)->kind != PDFREAD_NULL;
        p->numbers[old] = there ? new_number(j, p, old) : 0;
    }
    return p->numbers[old];
}

/* ---- writing values ---- */

static void put_name(struct buf *b, struct str name) {
    buf_putc(b, '/');
    for (size_t i = 0; i < name.n; i++) {
        unsigned char c = (unsigned char)name.p[i];
        bool plain = is_alnum((char)c) ||
                     (c > ' ' && c < 0x7F && str_index(STR("()<>[]{}/%#"), (char)c) == STR_NONE);
        if (plain) {
            buf_putc(b, (char)c);
        } else {
            buf_printf(b, "#%02X", (unsigned)c);
        }
    }
}

/** Writes a UTF-8 text as a text string: UTF-16 with a byte order mark. */
static void put_text(struct buf *b, struct str s) {
    buf_puts(b, "<FEFF");
    for (size_t at = 0; at < s.n;) {
        uint32_t c = utf8_next(s, &at);
        if (c > 0xFFFF) {
            buf_printf(b, "%04X%04X", (unsigned)(0xD7C0 + (c >> 10)),
                       (unsigned)(0xDC00 + (c & 0x3FF)));
        } else {
            buf_printf(b, "%04X", (unsigned)c);
        }
    }
    buf_putc(b, '>');
}

/** Writes a real number with six decimals, which is more than any program keeps. */
static void put_real(struct buf *b, double v) {
    bool small = v > -1e12 && v < 1e12;
    buf_fixed(b, small ? (int64_t)(v * 1e6 + (v < 0 ? -0.5 : 0.5)) : 0, 6);
}

static void put_value(struct join *j, struct part *p, struct buf *b, value *v, int depth);

/** Writes the name of a destination, with the prefix of its part. */
static void put_destination(struct join *j, const struct part *p, struct buf *b, value *v) {
    pdfread_put_hex(b, p->prefix.n ? arena_join(j->a, 2, p->prefix, v->text) : v->text);
}

static bool is_named(value *v) {
    return v->kind == PDFREAD_STRING || v->kind == PDFREAD_NAME;
}

/** Writes an entry of a dictionary. Names of destinations get the prefix of the part, and keys of
 * the parent tree get their new numbers. */
static void put_entry(struct join *j, struct part *p, struct buf *b, value *dict, value *key,
                      value *v, int depth) {
    struct str name = key->text;
    put_name(b, name);
    buf_putc(b, ' ');
    bool jump = str_is(name, "Dest") ||
                (str_is(name, "D") && pdfread_is_name(pdfread_entry(dict, "S"), "GoTo"));
    bool parent = str_is(name, "StructParents") || str_is(name, "StructParent");
    if (jump && is_named(v)) {
        put_destination(j, p, b, v);
    } else if (parent && v->kind == PDFREAD_INT) {
        buf_int(b, v->number + p->key);
    } else {
        put_value(j, p, b, v, depth + 1);
    }
    buf_putc(b, '\n');
}

static void put_dict(struct join *j, struct part *p, struct buf *b, value *v, int depth) {
    buf_puts(b, "<<");
    for (size_t i = 0; i + 1 < v->n; i += 2) {
        put_entry(j, p, b, v, &v->items[i], &v->items[i + 1], depth);
    }
    buf_puts(b, ">>");
}

static void put_value(struct join *j, struct part *p, struct buf *b, value *v, int depth) {
    if (depth > MAX_DEPTH) {
        buf_puts(b, "null");
        return;
    }
    switch (v->kind) {
    case PDFREAD_BOOL:
        buf_puts(b, v->number ? "true" : "false");
        return;
    case PDFREAD_INT:
        buf_int(b, v->number);
        return;
    case PDFREAD_REAL:
        put_real(b, v->real);
        return;
    case PDFREAD_NAME:
        put_name(b, v->text);
        return;
    case PDFREAD_STRING:
        pdfread_put_hex(b, v->text);
        return;
    case PDFREAD_ARRAY:
        buf_putc(b, '[');
        for (size_t i = 0; i < v->n; i++) {
            buf_puts(b, i ? " " : "");
            put_value(j, p, b, &v->items[i], depth + 1);
        }
        buf_putc(b, ']');
        return;
    case PDFREAD_DICT:
        put_dict(j, p, b, v, depth);
        return;
    case PDFREAD_REFERENCE: {
        int64_t number = number_of(j, p, v->number);
        if (number) {
            buf_int(b, number);
            buf_puts(b, " 0 R");
        } else {
            buf_puts(b, "null");
        }
        return;
    }
    case PDFREAD_NULL:
    case PDFREAD_OPERATOR:
        buf_puts(b, "null");
    }
}

/* ---- writing objects ---- */

static void put_stream(struct join *j, int64_t number, struct str dict, struct str data) {
    j->places.p[number].offset = j->out->n;
    buf_printf(j->out, "%lld 0 obj\n<<%.*s/Length %zu>>\nstream\n", (long long)number,
               STR_ARG(dict), data.n);
    buf_str(j->out, data);
    buf_puts(j->out, "\nendstream\nendobj\n");
}

/** Writes the collected objects as an object stream (7.5.7). */
static void end_group(struct join *j) {
    if (!j->grouped) {
        return;
    }
    uint32_t number = new_number(j, NULL, 0);
    struct str dict = arena_printf(j->a, "/Type/ObjStm/N %zu/First %zu/Filter/FlateDecode",
                                   j->grouped, j->heads.n);
    for (size_t i = 0; i < j->grouped; i++) {
        j->places.p[j->members[i]] = (struct place){0, number, (uint32_t)i};
    }
    buf_str(&j->heads, buf_view(&j->group));
    put_stream(j, number, dict, deflater_run(j->z, buf_view(&j->heads)));
    buf_clear(&j->heads);
    buf_clear(&j->group);
    j->grouped = 0;
}

/** Adds an object that is not a stream to the current object stream. */
static void put_object(struct join *j, int64_t number, struct str text) {
    buf_printf(&j->heads, "%lld %zu ", (long long)number, j->group.n);
    buf_str(&j->group, text);
    buf_putc(&j->group, '\n');
    j->members[j->grouped++] = (uint32_t)number;
    if (j->grouped == IN_STREAM) {
        end_group(j);
    }
}

/** Writes a copied object. The root of a part's pages gets its new parent. The top elements of a
 * part's tags get the language of the part. */
static void put_copy(struct join *j, int64_t number) {
    struct part *p = j->copies.p[number].of;
    int64_t old = j->copies.p[number].old;
    value *v = pdfread_object(p->doc, old);
    struct buf *b = &j->copy;
    buf_clear(b);
    if (pdfread_is_stream(p->doc, old)) {
        struct str data = STR_EMPTY;
        for (size_t i = 0; i + 1 < v->n; i += 2) {
            if (!str_is(v->items[i].text, "Length")) {
                put_entry(j, p, b, v, &v->items[i], &v->items[i + 1], 0);
            }
        }
        (void)pdfread_raw_stream(p->doc, old, &data);
        put_stream(j, number, buf_view(b), data);
        return;
    }
    bool top = p->tags && v->kind == PDFREAD_DICT &&
               pdfread_entry(v, "P")->kind == PDFREAD_REFERENCE &&
               pdfread_entry(v, "P")->number == p->tags;
    value *lang = pdfread_get(p->doc, p->catalog, "Lang");
    if (old == p->pages ||
        (top && lang->kind == PDFREAD_STRING && pdfread_entry(v, "Lang")->kind == PDFREAD_NULL)) {
        buf_puts(b, "<<");
        for (size_t i = 0; i + 1 < v->n; i += 2) {
            if (old != p->pages || !str_is(v->items[i].text, "Parent")) {
                put_entry(j, p, b, v, &v->items[i], &v->items[i + 1], 0);
            }
        }
        if (old == p->pages) {
            buf_printf(b, "/Parent %lld 0 R>>", (long long)j->pages);
        } else {
            buf_puts(b, "/Lang ");
            pdfread_put_hex(b, lang->text);
            buf_puts(b, ">>");
        }
    } else {
        put_value(j, p, b, v, 0);
    }
    put_object(j, number, buf_view(b));
}

/* ---- names of destinations (7.9.6, 12.3.2.3) ---- */

/** The part whose tree is walked, and the text to which its entries are added, or NULL. */
struct walk {
    struct join *j;
    struct part *p;
    struct buf *b;
};

static void walk_tree(struct join *j, struct part *p, struct buf *b, value *root,
                      const char *entries, pdfread_tree_fn *each) {
    pdfread_walk_tree(p->doc, root, entries, each, &(struct walk){j, p, b});
}

static void add_name(struct join *j, struct part *p, struct str name, value *v) {
    if (j->names.n < MAX_NAMES) {
        vec_push(&j->names, ((struct name){name, p, v}));
    }
}

static void add_key(void *user, value *key, value *v) {
    const struct walk *w = user;
    if (key->kind == PDFREAD_STRING) {
        add_name(w->j, w->p, key->text, v);
    }
}

/** Collects the names of all parts. A part gets a prefix if an earlier part has one of its names.
 */
static void find_names(struct join *j) {
    struct map seen = MAP_IN(j->a);
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        size_t from = j->names.n;
        value *old = pdfread_get(p->doc, p->catalog, "Dests");
        walk_tree(j, p, NULL, pdfread_entry(pdfread_get(p->doc, p->catalog, "Names"), "Dests"),
                  "Names", add_key);
        for (size_t k = 0; old->kind == PDFREAD_DICT && k + 1 < old->n; k += 2) {
            add_name(j, p, old->items[k].text, &old->items[k + 1]);
        }
        bool taken = false;
        for (size_t k = from; k < j->names.n; k++) {
            taken = taken || map_lookup(&seen, j->names.p[k].text);
        }
        p->prefix = taken ? arena_printf(j->a, "%zu.", i + 1) : STR_EMPTY;
        for (size_t k = from; k < j->names.n; k++) {
            struct name *n = &j->names.p[k];
            n->text = taken ? arena_join(j->a, 2, p->prefix, n->text) : n->text;
            map_put(&seen, n->text, p);
        }
    }
    vec_sort(&j->names, str_order);
}

static void put_names(struct join *j, struct buf *b) {
    if (!j->names.n) {
        return;
    }
    buf_puts(b, "/Names<</Dests<</Names[");
    for (size_t i = 0; i < j->names.n; i++) {
        if (i == 0 || !str_eq(j->names.p[i].text, j->names.p[i - 1].text)) {
            pdfread_put_hex(b, j->names.p[i].text);
            buf_putc(b, ' ');
            put_value(j, (struct part *)(uintptr_t)j->names.p[i].of, b, j->names.p[i].to, 0);
            buf_putc(b, '\n');
        }
    }
    buf_puts(b, "]>>>>");
}

/* ---- bookmarks (12.3.3) ---- */

static void put_bookmarks(struct join *j) {
    struct buf b;
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        size_t n;
        const struct pdfread_page *pages = pdfread_pages(p->doc, &n);
        value *root = pdfread_get(p->doc, p->catalog, "Outlines");
        value *first = pdfread_entry(root, "First"), *last = pdfread_entry(root, "Last");
        buf_init(&b, 0);
        buf_puts(&b, "<</Title ");
        put_text(&b, p->title);
        buf_printf(&b, "/Parent %lld 0 R/Dest[%lld 0 R/Fit]", (long long)j->outlines,
                   (long long)number_of(j, p, pages[0].object));
        if (i > 0) {
            buf_printf(&b, "/Prev %lld 0 R", (long long)j->parts[i - 1].item);
        }
        if (i + 1 < j->n) {
            buf_printf(&b, "/Next %lld 0 R", (long long)j->parts[i + 1].item);
        }
        if (p->outlines && first->kind == PDFREAD_REFERENCE && last->kind == PDFREAD_REFERENCE) {
            size_t kids = 0;
            value *item = pdfread_follow(p->doc, first);
            for (; item->kind == PDFREAD_DICT && kids < 10000;
                 item = pdfread_get(p->doc, item, "Next")) {
                kids++;
            }
            buf_puts(&b, "/First ");
            put_value(j, p, &b, first, 0);
            buf_puts(&b, "/Last ");
            put_value(j, p, &b, last, 0);
            /* a negative number means that the bookmark is closed */
            buf_printf(&b, "/Count -%zu", kids);
        }
        buf_puts(&b, ">>");
        put_object(j, p->item, buf_view(&b));
        buf_drop(&b);
    }
    put_object(j, j->outlines,
               arena_printf(j->a, "<</Type/Outlines/First %lld 0 R/Last %lld 0 R/Count %zu>>",
                            (long long)j->parts[0].item, (long long)j->parts[j->n - 1].item, j->n));
}

/* ---- page labels (12.4.2) and the parent tree (14.7.4.4) ---- */

static bool is_number(value *key) {
    return key->kind == PDFREAD_INT && key->number >= 0 && key->number < INT32_MAX;
}

static void put_label(void *user, value *key, value *v) {
    const struct walk *w = user;
    if (is_number(key) && (size_t)key->number < w->p->npages) {
        buf_printf(w->b, "%zu ", w->p->first_page + (size_t)key->number);
        put_value(w->j, w->p, w->b, v, 0);
        buf_putc(w->b, '\n');
    }
}

static void put_parents(void *user, value *key, value *v) {
    const struct walk *w = user;
    if (is_number(key)) {
        buf_int(w->b, key->number + w->p->key);
        buf_putc(w->b, ' ');
        put_value(w->j, w->p, w->b, v, 0);
        buf_putc(w->b, '\n');
    }
}

/** Makes the keys of the next part begin after the last key of this part. */
static void find_last_key(void *user, value *key, value *v) {
    const struct walk *w = user;
    struct part *next = w->p + 1;
    (void)v;
    if (is_number(key) && next < w->j->parts + w->j->n && next->key < w->p->key + key->number + 1) {
        next->key = w->p->key + key->number + 1;
    }
}

static void put_labels(struct join *j, struct buf *b) {
    buf_puts(b, "/PageLabels<</Nums[");
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        value *labels = pdfread_get(p->doc, p->catalog, "PageLabels");
        if (labels->kind == PDFREAD_DICT) {
            walk_tree(j, p, b, labels, "Nums", put_label);
        } else {
            buf_printf(b, "%zu<</S/D>>\n", p->first_page);
        }
    }
    buf_puts(b, "]>>");
}

/* ---- tags (14.7) ---- */

static value *tag_entry(const struct part *p, const char *key) {
    return pdfread_get(p->doc, pdfread_get(p->doc, p->catalog, "StructTreeRoot"), key);
}

/** Merges the dictionaries that the parts have under `key` in their structure tree roots, such as
 * role maps. If several parts have an entry of the same name, the first part decides. */
static void put_merged(struct join *j, struct buf *b, const char *key) {
    struct map seen = MAP_IN(j->a);
    bool any = false;
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        value *dict = tag_entry(p, key);
        for (size_t k = 0; dict->kind == PDFREAD_DICT && k + 1 < dict->n; k += 2) {
            if (!map_put(&seen, dict->items[k].text, p)) {
                if (!any) {
                    buf_printf(b, "/%s<<", key);
                }
                put_entry(j, p, b, dict, &dict->items[k], &dict->items[k + 1], 0);
                any = true;
            }
        }
    }
    buf_puts(b, any ? ">>" : "");
}

static void put_tags(struct join *j) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "<</Type/StructTreeRoot/K[");
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        value *kids = pdfread_entry(pdfread_get(p->doc, p->catalog, "StructTreeRoot"), "K");
        value *list = pdfread_follow(p->doc, kids);
        for (size_t k = 0; list->kind == PDFREAD_ARRAY && k < list->n; k++) {
            put_value(j, p, &b, &list->items[k], 0);
            buf_putc(&b, ' ');
        }
        if (list->kind == PDFREAD_DICT) {
            put_value(j, p, &b, kids, 0);
            buf_putc(&b, ' ');
        }
    }
    buf_puts(&b, "]/ParentTree<</Nums[");
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        walk_tree(j, p, &b, tag_entry(p, "ParentTree"), "Nums", put_parents);
    }
    buf_puts(&b, "]>>");
    put_merged(j, &b, "RoleMap");
    put_merged(j, &b, "ClassMap");
    buf_puts(&b, ">>");
    put_object(j, j->tags, buf_view(&b));
    buf_drop(&b);
}

/* ---- the document ---- */

static void put_pages(struct join *j, size_t count) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "<</Type/Pages/Kids[");
    for (size_t i = 0; i < j->n; i++) {
        buf_printf(&b, "%lld 0 R ", (long long)number_of(j, &j->parts[i], j->parts[i].pages));
    }
    buf_printf(&b, "]/Count %zu>>", count);
    put_object(j, j->pages, buf_view(&b));
    buf_drop(&b);
}

static void put_fields(struct join *j, struct buf *b) {
    bool any = false;
    for (size_t i = 0; i < j->n; i++) {
        struct part *p = &j->parts[i];
        value *fields = pdfread_get(p->doc, pdfread_get(p->doc, p->catalog, "AcroForm"), "Fields");
        for (size_t k = 0; fields->kind == PDFREAD_ARRAY && k < fields->n; k++) {
            buf_puts(b, any ? " " : "/AcroForm<</Fields[");
            put_value(j, p, b, &fields->items[k], 0);
            any = true;
        }
    }
    buf_puts(b, any ? "]>>" : "");
}

static void put_catalog(struct join *j, struct str lang) {
    struct buf b = BUF_INIT;
    buf_printf(&b,
               "<</Type/Catalog/Pages %lld 0 R/Outlines %lld 0 R/Metadata %lld 0 "
               "R/PageMode/UseOutlines/ViewerPreferences<</DisplayDocTitle true>>",
               (long long)j->pages, (long long)j->outlines, (long long)j->metadata);
    if (j->tagged) {
        buf_printf(&b, "/MarkInfo<</Marked true>>/StructTreeRoot %lld 0 R", (long long)j->tags);
    }
    if (lang.n) {
        buf_puts(&b, "/Lang ");
        pdfread_put_hex(&b, lang);
    }
    put_labels(j, &b);
    put_names(j, &b);
    put_fields(j, &b);
    for (size_t i = 0; i < j->n; i++) {
        value *intents = pdfread_entry(j->parts[i].catalog, "OutputIntents");
        /* the output intents of the first part that has any are used for all parts */
        if (intents->kind != PDFREAD_NULL) {
            buf_puts(&b, "/OutputIntents ");
            put_value(j, &j->parts[i], &b, intents, 0);
            break;
        }
    }
    buf_puts(&b, ">>");
    put_object(j, j->catalog, buf_view(&b));
    buf_drop(&b);
}

static void put_metadata(struct join *j, struct str title) {
    struct buf b = BUF_INIT;
    buf_puts(
        &b,
        "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
        "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
        "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">"
        "<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">");
    markup_put(&b, title, MARKUP_XML);
    buf_puts(&b, "</rdf:li></rdf:Alt></dc:title><pdf:Producer>dossier</pdf:Producer></"
                 "rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>");
    put_stream(j, j->metadata, STR("/Type/Metadata/Subtype/XML"), buf_view(&b));
    buf_clear(&b);
    buf_puts(&b, "<</Producer(dossier)/Title ");
    put_text(&b, title);
    buf_puts(&b, ">>");
    put_object(j, j->info, buf_view(&b));
    buf_drop(&b);
}

/** Writes the cross-reference stream (7.5.8). The identifier of the file is derived from its parts.
 */
static void put_references(struct join *j) {
    uint32_t number = new_number(j, NULL, 0);
    size_t at = j->out->n;
    struct buf b;
    struct digest_sum sum;
    buf_init(&b, 0);
    j->places.p[number].offset = at;
    for (size_t i = 0; i < j->places.n; i++) {
        const struct place *p = &j->places.p[i];
        buf_big_endian(&b, i == 0 ? 0 : p->stream ? 2 : 1, 1);
        buf_big_endian(&b, p->stream ? p->stream : p->offset, 5);
        buf_big_endian(&b, p->stream ? p->index : 0, 2);
    }
    digest_begin(&sum);
    for (size_t i = 0; i < j->n; i++) {
        digest_add_field(&sum, j->parts[i].title);
        digest_add_field(&sum, pdfread_document_digest(j->parts[i].doc));
    }
    struct digest id = digest_end(&sum);
    struct str bytes = {(const char *)id.byte, 16};
    struct buf dict = BUF_INIT;
    buf_printf(&dict,
               "/Type/XRef/Size %zu/W[1 5 2]/Root %lld 0 R/Info %lld 0 R/Filter/FlateDecode/ID[",
               j->places.n, (long long)j->catalog, (long long)j->info);
    pdfread_put_hex(&dict, bytes);
    pdfread_put_hex(&dict, bytes);
    buf_putc(&dict, ']');
    put_stream(j, number, buf_view(&dict), deflater_run(j->z, buf_view(&b)));
    buf_printf(j->out, "startxref\n%zu\n%%%%EOF\n", at);
    buf_drop(&dict);
    buf_drop(&b);
}

static int64_t reference(value *dict, const char *key) {
    value *v = pdfread_entry(dict, key);
    return v->kind == PDFREAD_REFERENCE ? v->number : 0;
}

static bool begin_part(struct join *j, struct part *p, const struct pdfread_part *from,
                       size_t first_page) {
    *p = (struct part){
        .doc = from->doc, .title = from->title, .first_page = first_page, .key = p->key};
    p->catalog = pdfread_catalog(p->doc);
    p->catalog_number = reference(pdfread_trailer(p->doc), "Root");
    p->pages = reference(p->catalog, "Pages");
    p->outlines = reference(p->catalog, "Outlines");
    p->tags = reference(p->catalog, "StructTreeRoot");
    p->nobjects = pdfread_objects(p->doc);
    p->numbers = ARENA_ARRAY(j->a, uint32_t, p->nobjects + 1);
    (void)pdfread_pages(p->doc, &p->npages);
    j->tagged = j->tagged || p->tags;
    if (p->tags) {
        walk_tree(j, p, NULL, tag_entry(p, "ParentTree"), "Nums", find_last_key);
    }
    if (p + 1 < j->parts + j->n && p[1].key < p->key) {
        p[1].key = p->key;
    }
    return p->pages && p->npages;
}

size_t pdfread_join(struct arena *a, const struct pdfread_part *parts, size_t n, struct str title,
                    struct str lang, struct buf *out) {
    struct join j = {.a = a, .out = out, .n = n, .z = deflater_new(false)};
    size_t count = 0;
    bool right = n > 0;
    j.parts = ARENA_ARRAY(a, struct part, n + 1);
    buf_init(&j.copy, 0);
    buf_init(&j.group, 0);
    buf_init(&j.heads, 0);
    (void)new_number(&j, NULL, 0); /* object 0 is the head of the free objects */
    int64_t *const roots[] = {&j.catalog, &j.pages, &j.outlines, &j.tags, &j.info, &j.metadata};
    for (size_t i = 0; i < ARRAY_LEN(roots); i++) {
        *roots[i] = new_number(&j, NULL, 0);
    }
    for (size_t i = 0; i < n && right; i++) {
        right = begin_part(&j, &j.parts[i], &parts[i], count);
        j.parts[i].item = new_number(&j, NULL, 0);
        count += j.parts[i].npages;
    }
    if (right) {
        buf_puts(out, "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n");
        find_names(&j);
        put_pages(&j, count);
        put_bookmarks(&j);
        if (j.tagged) {
            put_tags(&j);
        }
        put_catalog(&j, lang);
        put_metadata(&j, title);
        for (size_t i = 1; i < j.copies.n; i++) { /* copying an object may add further copies */
            if (j.copies.p[i].of) {
                put_copy(&j, (int64_t)i);
            }
        }
        end_group(&j);
        put_references(&j);
    }
    deflater_drop(j.z);
    buf_drop(&j.copy);
    buf_drop(&j.group);
    buf_drop(&j.heads);
    vec_drop(&j.names);
    vec_drop(&j.places);
    vec_drop(&j.copies);
    return right ? count : 0;
}
