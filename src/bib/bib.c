/* SPDX-License-Identifier: MIT */
/*
 * The database: which format a source has, which entry a key leads to, when entries become items.
 * Knows nothing of any format's syntax.
 */
#include "bib/bib_internal.h"

#include "base/file.h"
#include "base/limits.h"
#include "data/json.h"
#include "data/yaml.h"

#include <string.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_YAML_SYNTAX);
DIAG_USE(DIAG_YAML_DEPTH);
DIAG_USE(DIAG_JSON_SYNTAX);
DIAG_USE(DIAG_JSON_DEPTH);
DIAG_USE(DIAG_XML_SYNTAX);
DIAG_USE(DIAG_BIB_DUPLICATE_KEY);
DIAG_USE(DIAG_BIB_FORMAT);
DIAG_USE(DIAG_BIB_EMPTY);

/* ---- index ---- */

static struct index_slot *find_slot(const struct index *ix, struct str key, uint64_t hash) {
    size_t i = (size_t)hash & (ix->cap - 1);
    while (ix->slots[i].value && (ix->slots[i].hash != hash || !str_eq(ix->slots[i].key, key))) {
        i = (i + 1) & (ix->cap - 1);
    }
    return &ix->slots[i];
}

void *index_lookup(const struct index *ix, struct str key) {
    return ix->cap ? find_slot(ix, key, str_hash(key))->value : NULL;
}

void index_put(struct arena *a, struct index *ix, struct str key, void *value) {
    if (2 * (ix->n + 1) > ix->cap) {
        struct index grown = {.n = ix->n, .cap = ix->cap ? 2 * ix->cap : 64};
        grown.slots = ARENA_ARRAY(a, struct index_slot, grown.cap);
        for (size_t i = 0; i < ix->cap; i++) {
            if (ix->slots[i].value) {
                *find_slot(&grown, ix->slots[i].key, ix->slots[i].hash) = ix->slots[i];
            }
        }
        *ix = grown;
    }
    uint64_t hash = str_hash(key);
    struct index_slot *slot = find_slot(ix, key, hash);
    ix->n += slot->value == NULL;
    *slot = (struct index_slot){key, hash, value};
}

/* ---- entries ---- */

struct bib *bib_new(struct arena *a) {
    struct bib *b = ARENA_NEW(a, struct bib);
    b->arena = a;
    return b;
}

static void list_insert(struct arena *a, struct entry_list *l, size_t at, struct entry *e) {
    if (l->n == l->cap) {
        size_t cap = l->cap ? 2 * l->cap : 64;
        struct entry **p = ARENA_ARRAY(a, struct entry *, cap);
        if (l->n) {
            memcpy(p, l->p, l->n * sizeof(struct entry *));
        }
        l->p = p;
        l->cap = cap;
    }
    memmove(l->p + at + 1, l->p + at, (l->n - at) * sizeof(struct entry *));
    l->p[at] = e;
    l->n++;
}

void bib_report_duplicate(const struct entry *first, const struct entry *e, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_BIB_DUPLICATE_KEY, e->key_span,
                              "the key `%.*s` is there already", STR_ARG(e->key));
    diag_relate(d, g, first->key_span, "first entry with this key");
}

struct entry *bib_find(struct bib *b, struct str key) {
    struct entry *e = index_lookup(&b->keys, key);
    return e ? e : cached_find(b, key);
}

void bib_add(struct bib *b, struct entry *e, struct diags *d) {
    struct entry *first = e->key.n ? bib_find(b, e->key) : NULL;
    if (b->record) {
        list_insert(b->arena, b->record, b->record->n, e);
    }
    if (first) {
        bib_report_duplicate(first, e, d);
    } else if (e->key.n) {
        index_put(b->arena, &b->keys, e->key, e);
    }
    if (!e->hidden) {
        e->order = bib_count(b);
        list_insert(b->arena, &b->entries, b->entries.n, e);
    }
}

/** An inline reference: before the files' entries, and silently instead of theirs. */
static void add_inline(struct bib *b, struct entry *e, struct diags *d) {
    struct entry *first = index_lookup(&b->keys, e->key);
    if (first && first->order < b->ninline && !first->hidden) {
        bib_report_duplicate(first, e, d);
    } else {
        index_put(b->arena, &b->keys, e->key, e);
    }
    list_insert(b->arena, &b->entries, b->ninline++, e);
}

static struct entry *entry_of_item(struct bib *b, struct item *it) {
    struct entry *e = ARENA_NEW(b->arena, struct entry);
    *e = (struct entry){.key = it->id, .span = it->span, .key_span = it->id_span, .item = it};
    return e;
}

void bib_add_item(struct bib *b, struct item *it, struct diags *d) {
    bib_add(b, entry_of_item(b, it), d);
}

void bib_add_inline_item(struct bib *b, struct item *it, struct diags *d) {
    add_inline(b, entry_of_item(b, it), d);
}

static void sink_item(void *to, struct item *it, struct diags *d) {
    bib_add_item(to, it, d);
}

static void sink_inline(void *to, struct item *it, struct diags *d) {
    bib_add_inline_item(to, it, d);
}

void bib_read_inline(struct bib *b, const struct node *list, struct diags *d) {
    if (!list) {
        return;
    }
    if (b->cached) {
        BUG("inline references come before files");
    }
    item_read_tree(b->arena, list, ITEM_STRINGS_MARKDOWN, (struct item_sink){sink_inline, b}, d);
    for (size_t i = 0; i < b->entries.n; i++) {
        b->entries.p[i]->order = i;
    }
}

static const struct item *decode(struct bib *b, struct entry *e, struct diags *d) {
    if (!e->item) {
        e->item = bibtex_item(b, e, d);
    }
    e->item->order = e->order;
    return e->item;
}

const struct item *bib_lookup(struct bib *b, struct str key, struct diags *d) {
    struct entry *e = bib_find(b, key);
    e = e ? e : attached_find(b, key);
    return e && !e->hidden ? decode(b, e, d) : NULL;
}

size_t bib_count(const struct bib *b) {
    return b->entries.n + cached_count(b);
}

const struct item *bib_at(struct bib *b, size_t i, struct diags *d) {
    if (i >= bib_count(b)) {
        BUG("bib_at: no such item");
    }
    struct entry *e = cached_at(b, &i);
    if (!e && i < b->entries.n) {
        e = b->entries.p[i];
    }
    return e ? decode(b, e, d) : NULL;
}

const struct str *bib_keys(struct bib *b, size_t *n) {
    if (b->nkey_list != bib_count(b)) {
        b->nkey_list = bib_count(b);
        b->key_list = ARENA_ARRAY(b->arena, struct str, b->nkey_list);
        for (size_t i = 0; i < b->entries.n; i++) {
            b->key_list[i] = b->entries.p[i]->key;
        }
        cached_keys(b, b->key_list, b->entries.n);
    }
    *n = b->nkey_list;
    return b->key_list;
}

/* ---- formats ---- */

struct format_name {
    struct str name;
    enum bib_format format;
};

/* Names of formats (pandoc's where it has one), then the extensions of files. */
static const struct format_name names[] = {
    {STR_INIT("biblatex"), BIB_BIBLATEX}, {STR_INIT("bibtex"), BIB_BIBTEX},
    {STR_INIT("csl-json"), BIB_CSL_JSON}, {STR_INIT("csl-yaml"), BIB_CSL_YAML},
    {STR_INIT("csljson"), BIB_CSL_JSON},  {STR_INIT("cslyaml"), BIB_CSL_YAML},
    {STR_INIT("json"), BIB_CSL_JSON},     {STR_INIT("ris"), BIB_RIS},
    {STR_INIT("yaml"), BIB_CSL_YAML},     {STR_INIT("endnotexml"), BIB_ENDNOTE},
    {STR_INIT("endnote"), BIB_ENDNOTE},   {STR_INIT("nbib"), BIB_MEDLINE},
    {STR_INIT("medline"), BIB_MEDLINE},   {STR_INIT("pubmed"), BIB_PUBMED},
    {STR_INIT("pubmedxml"), BIB_PUBMED},  {STR_INIT("mods"), BIB_MODS},
    {STR_INIT("isi"), BIB_ISI},           {STR_INIT("wos"), BIB_ISI},
};
static const struct format_name extensions[] = {
    {STR_INIT("bib"), BIB_BIBLATEX},      {STR_INIT("bibtex"), BIB_BIBTEX},
    {STR_INIT("biblatex"), BIB_BIBLATEX}, {STR_INIT("json"), BIB_CSL_JSON},
    {STR_INIT("yaml"), BIB_CSL_YAML},     {STR_INIT("yml"), BIB_CSL_YAML},
    {STR_INIT("ris"), BIB_RIS},           {STR_INIT("nbib"), BIB_MEDLINE},
    {STR_INIT("ciw"), BIB_ISI},           {STR_INIT("isi"), BIB_ISI},
    {STR_INIT("mods"), BIB_MODS},
};

static enum bib_format find_format(const struct format_name *table, size_t n, struct str name) {
    for (size_t i = 0; i < n; i++) {
        if (str_ieq(table[i].name, name)) {
            return table[i].format;
        }
    }
    return BIB_FORMAT_COUNT;
}

enum bib_format bib_format_find(struct str name) {
    return find_format(names, ARRAY_LEN(names), name);
}

/** Which of the XML formats it is: the first element name that one of them has for its own. */
static enum bib_format sniff_xml(struct str s) {
    static const struct format_name marks[] = {
        {STR_INIT("<PubmedArticle"), BIB_PUBMED},
        {STR_INIT("<PubmedBookArticle"), BIB_PUBMED},
        {STR_INIT("<mods"), BIB_MODS},
        {STR_INIT(":mods"), BIB_MODS},
        {STR_INIT("<records"), BIB_ENDNOTE},
        {STR_INIT("<record>"), BIB_ENDNOTE},
    };
    struct str head = str_slice(s, 0, 8192);
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_find(head, marks[i].name) != STR_NONE) {
            return marks[i].format;
        }
    }
    return BIB_FORMAT_COUNT;
}

/** What the first bytes say, when the extension says nothing. */
static enum bib_format sniff(struct str text) {
    struct str s = str_trim(text);
    if (s.n == 0) {
        return BIB_FORMAT_COUNT;
    }
    if (str_starts(s, STR("\xEF\xBB\xBF"))) {
        s = str_trim(str_from(s, 3));
    }
    if (str_starts(s, STR("TY  -"))) {
        return BIB_RIS;
    }
    if (str_starts(s, STR("PMID- "))) {
        return BIB_MEDLINE;
    }
    if (str_starts(s, STR("FN ")) || str_starts(s, STR("PT "))) {
        return BIB_ISI;
    }
    if (s.n && s.p[0] == '<') {
        return sniff_xml(s);
    }
    if (str_starts(s, STR("---")) || str_starts(s, STR("references:")) ||
        str_starts(s, STR("- id:"))) {
        return BIB_CSL_YAML;
    }
    if (s.p[0] == '[' || (s.p[0] == '{' && str_find(s, STR("\"")) != STR_NONE)) {
        return BIB_CSL_JSON;
    }
    return memchr(s.p, '@', s.n) ? BIB_BIBLATEX : BIB_FORMAT_COUNT;
}

enum bib_format bib_format_of_name(struct str path) {
    return find_format(extensions, ARRAY_LEN(extensions), path_ext(path));
}

static enum bib_format guess_format(const struct source *src) {
    enum bib_format f = bib_format_of_name(src->name);
    return f == BIB_FORMAT_COUNT ? sniff(src->text) : f;
}

static bool report_format(struct source *src, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_BIB_FORMAT, span_make(src, 0, 0),
                              "cannot tell what kind of citation database this is");
    diag_hint(d, g, "name it *.bib, *.json, *.yaml, *.ris, *.nbib or *.ciw after what is in it");
    return false;
}

static size_t read_tree(struct bib *b, struct source *src, enum bib_format format,
                        struct diags *d) {
    struct item_sink sink = {sink_item, b};
    if (format == BIB_CSL_JSON) {
        return item_read_json(b->arena, src, sink, d);
    }
    struct node *root = yaml_parse(b->arena, src, 0, src->text.n, d);
    return root ? item_read_tree(b->arena, root, ITEM_STRINGS_MARKDOWN, sink, d) : 0;
}

bool bib_is_torn(const struct bib *b) {
    return b->torn;
}

/** Whether a tree could not be read to its end: what follows the fault was not seen. */
static bool has_broken_tree(const struct diags *d, size_t from) {
    for (size_t i = from; i < d->n; i++) {
        const struct diag_rule *id = d->list[i]->id;
        if (id == DIAG_YAML_SYNTAX || id == DIAG_YAML_DEPTH || id == DIAG_JSON_SYNTAX ||
            id == DIAG_JSON_DEPTH || id == DIAG_XML_SYNTAX) {
            return true;
        }
    }
    return false;
}

bool bib_read(struct bib *b, struct source *src, enum bib_format format, struct diags *d) {
    if (src->text.n > LIMIT_DATABASE) {
        struct diag *g = diag_add(d, DIAG_TOO_LARGE, span_make(src, 0, 0),
                                  "a citation database has at most %u bytes", LIMIT_DATABASE);
        diag_hint(d, g, "split it into several files");
        return false;
    }
    bib_to_utf8(src, d);
    bool guessed = format == BIB_AUTO;
    if (guessed) {
        format = guess_format(src);
    }
    size_t n = 0, errors = d->errors, before = d->n;
    switch (format) {
    case BIB_BIBTEX:
    case BIB_BIBLATEX:
        n = bibtex_scan(b, src, guessed ? BIB_AUTO : format, d);
        break;
    case BIB_CSL_JSON:
    case BIB_CSL_YAML:
        n = read_tree(b, src, format, d);
        break;
    case BIB_RIS:
        n = ris_read(b, src, d);
        break;
    case BIB_ENDNOTE:
        n = endnote_read(b, src, d);
        break;
    case BIB_MEDLINE:
        n = medline_read(b, src, d);
        break;
    case BIB_PUBMED:
        n = pubmed_read(b, src, d);
        break;
    case BIB_MODS:
        n = mods_read(b, src, d);
        break;
    case BIB_ISI:
        n = isi_read(b, src, d);
        break;
    case BIB_AUTO:
    case BIB_FORMAT_COUNT:
        return report_format(src, d);
    }
    b->torn = b->torn || has_broken_tree(d, before) ||
              (src->text.n && memchr(src->text.p, '\0', src->text.n));
    if (n == 0 && d->errors == errors) {
        struct diag *g =
            diag_add(d, DIAG_BIB_EMPTY, span_make(src, 0, 0), "there is no entry in this database");
        diag_hint(d, g, "an entry looks like `@article{key, title = {...}, ...}`");
    }
    return n > 0;
}
