/* SPDX-License-Identifier: MIT */
/* The database: finds the format of a source and the entry of a key, and decides when entries
 * become items. */
#include "cite/bib/database.h"

#include "core/base/bounds.h"

#include <string.h>

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_BIB_BAD_ITEM);
DIAG_USE(DIAG_YAML_SYNTAX);
DIAG_USE(DIAG_YAML_DEPTH);
DIAG_USE(DIAG_JSON_SYNTAX);
DIAG_USE(DIAG_JSON_DEPTH);
DIAG_USE(DIAG_XML_SYNTAX);
DIAG_USE(DIAG_BIB_DUPLICATE_KEY);
DIAG_USE(DIAG_BIB_FORMAT);
DIAG_USE(DIAG_BIB_EMPTY);
DIAG_USE(DIAG_BIB_NOTHING);
DIAG_USE(DIAG_BIB_OTHER_FORMAT);

/* ---- entries ---- */

static void list_insert(struct arena *a, struct bib_entry_list *l, size_t at, struct bib_entry *e) {
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 64;
        l->p = arena_grow(a, l->p, l->n, l->cap, sizeof *l->p);
    }
    memmove(l->p + at + 1, l->p + at, (l->n - at) * sizeof(struct bib_entry *));
    l->p[at] = e;
    l->n++;
}

/** Adds an entry at the end. Reports a duplicate key. A hidden entry is found only by its key. */
static void add_entry(void *to, struct bib_entry *e, struct diags *d) {
    struct bib *b = to;
    struct bib_entry *first = e->key.n ? bib_find(b, e->key) : NULL;
    if (b->record) {
        list_insert(b->arena, b->record, b->record->n, e);
    }
    if (first) {
        bib_report_duplicate(first, e, d);
    } else if (e->key.n) {
        map_put(&b->keys, e->key, e);
    }
    if (!e->hidden) {
        e->order = bib_count(b);
        list_insert(b->arena, &b->entries, b->entries.n, e);
    }
}

/** Records a former key of an entry. If several entries have had it, the first one counts. */
static void take_alias(void *user, struct str alias, struct bib_entry *e) {
    struct bib *b = user;
    if (!map_find(&b->aliases, alias)) {
        map_put(&b->aliases, arena_str(b->arena, alias), e);
    }
}

/** Finds an entry by a former key that is not the key of any entry now. The former keys of entries
 * are read when a key is missing for the first time. For indexed files they are in the index. */
static struct bib_entry *find_alias(struct bib *b, struct str key) {
    for (; b->naliased < b->entries.n; b->naliased++) {
        struct bib_entry *e = b->entries.p[b->naliased];
        if (e->file) {
            bibtex_each_alias(e, take_alias, b);
        }
    }
    struct bib_entry *e = map_lookup(&b->aliases, key), *cached = bib_cached_alias(b, key);
    return !e || (cached && cached->order < e->order) ? cached : e;
}

static struct bib_entry *host_find(void *to, struct str key) {
    struct bib_entry *e = bib_find(to, key);
    return e ? e : find_alias(to, key);
}

static const struct str *host_keys(void *to, size_t *n) {
    return bib_keys(to, n);
}

static void host_decoded(void *to, struct bib_entry *e) {
    struct bib *b = to;
    e->decoded_before = b->decoded;
    b->decoded = e;
}

struct bib *bib_new(struct arena *a) {
    struct bib *b = ARENA_NEW(a, struct bib);
    b->arena = a;
    b->keys = MAP_IN(a);
    b->aliases = MAP_IN(a);
    b->file_parts = MAP_IN(a);
    b->host = (struct bibtex_host){
        .to = b, .add = add_entry, .find = host_find, .keys = host_keys, .decoded = host_decoded};
    return b;
}

void bib_report_duplicate(const struct bib_entry *first, const struct bib_entry *e,
                          struct diags *d) {
    struct diag *g = diag_add(d, DIAG_BIB_DUPLICATE_KEY, e->key_span,
                              "the key `%.*s` is there already", STR_ARG(e->key));
    diag_relate(d, g, first->key_span, "first entry with this key");
}

struct bib_entry *bib_find(struct bib *b, struct str key) {
    struct bib_entry *e = map_lookup(&b->keys, key);
    return e ? e : bib_cached_find(b, key);
}

/** Adds a reference of the front matter. It comes before the entries of files and hides an entry
 * with the same key, without a diagnostic. A duplicate key is reported only if both entries are in
 * the front matter. */
static void add_inline(struct bib *b, struct bib_entry *e, struct diags *d) {
    struct bib_entry *first = map_lookup(&b->keys, e->key);
    if (first && first->order < b->ninline && !first->hidden) {
        bib_report_duplicate(first, e, d);
    } else {
        map_put(&b->keys, e->key, e);
    }
    list_insert(b->arena, &b->entries, b->ninline++, e);
}

static struct bib_entry *entry_of_item(struct bib *b, struct item *it) {
    struct bib_entry *e = ARENA_NEW(b->arena, struct bib_entry);
    *e = (struct bib_entry){.key = it->id, .span = it->span, .key_span = it->id_span, .item = it};
    return e;
}

struct bib_entry *bib_add_item(struct bib *b, struct item *it, struct diags *d) {
    struct bib_entry *e = entry_of_item(b, it);
    add_entry(b, e, d);
    return e;
}

static void sink_item(void *to, struct item *it, struct diags *d) {
    (void)bib_add_item(to, it, d);
}

static void sink_inline(void *to, struct item *it, struct diags *d) {
    add_inline(to, entry_of_item(to, it), d);
}

void bib_read_inline(struct bib *b, const struct node *list, struct diags *d) {
    if (!list) {
        return;
    }
    if (b->cached) {
        BUG("inline references come before files");
    }
    if (list->kind != NODE_LIST && list->kind != NODE_MAP) {
        if (node_text(list).n) { /* users sometimes write the name of a file */
            struct diag *g = diag_add(d, DIAG_BIB_BAD_ITEM, list->span,
                                      "`references` contains works, not the name of a file");
            diag_hint(d, g, "write `bibliography: %.*s`", STR_ARG(node_text(list)));
        }
        return;
    }
    item_read_tree(b->arena, list, ITEM_STRINGS_MARKDOWN, (struct item_sink){sink_inline, b}, d);
    for (size_t i = 0; i < b->entries.n; i++) {
        b->entries.p[i]->order = i;
    }
}

static void decode_shared(struct bib *b, struct bib_entry *e) {
    size_t before = b->shared->n;
    e->item = bibtex_item(e, b->shared);
    e->first_diag = (uint32_t)before;
    e->ndiags = (uint32_t)(b->shared->n - before);
}

static const struct item *decode(struct bib *b, struct bib_entry *e, struct diags *d) {
    if (!e->item && b->shared) {
        decode_shared(b, e);
    } else if (!e->item) {
        e->item = bibtex_item(e, d);
    }
    for (uint32_t i = 0; d && i < e->ndiags; i++) {
        diags_repeat(d, b->shared->list[e->first_diag + i]);
    }
    /* other threads may be reading the order, so it is written only if it changes */
    if (e->item->order != e->order) {
        e->item->order = e->order;
    }
    return e->item;
}

const struct item *bib_lookup(struct bib *b, struct str key, struct diags *d) {
    struct bib_entry *e = bib_find(b, key);
    e = e ? e : find_alias(b, key);
    e = e ? e : bib_attached_find(b, key);
    return e && !e->hidden ? decode(b, e, d) : NULL;
}

void bib_share(struct bib *b, struct diags *shared) {
    if (bib_count(b)) {
        BUG("bib_share: entries were read before");
    }
    b->shared = shared;
}

void bib_tell_all(struct bib *b, struct diags *d) {
    size_t n = b->shared && !b->all_decoded ? bib_count(b) : 0;
    for (size_t i = 0; i < n; i++) {
        (void)bib_at(b, i, d);
    }
    b->all_decoded = b->all_decoded || b->shared;
    diags_repeat_all(d, b->shared);
}

size_t bib_count(const struct bib *b) {
    return b->entries.n + bib_cached_count(b);
}

const struct item *bib_at(struct bib *b, size_t i, struct diags *d) {
    if (i >= bib_count(b)) {
        BUG("bib_at: no such item");
    }
    struct bib_entry *e = bib_entry_at(b, i);
    return e ? decode(b, e, d) : NULL;
}

void bib_decode_into(struct bib *b, struct arena *scratch) {
    if (b->decoded) {
        BUG("items are in use that come from another arena");
    }
    b->host.scratch = scratch;
}

void bib_forget(struct bib *b) {
    for (struct bib_entry *e = b->decoded, *before; e; e = before) {
        before = e->decoded_before;
        e->decoded_before = NULL;
        e->item = NULL;
        e->fields = (struct bibtex_fields){0};
        e->resolved = false;
    }
    b->decoded = NULL;
    if (b->host.scratch) {
        arena_reset(b->host.scratch);
    }
}

const struct str *bib_keys(struct bib *b, size_t *n) {
    if (b->nkey_list != bib_count(b)) {
        b->nkey_list = bib_count(b);
        b->key_list = ARENA_ARRAY(b->arena, struct str, b->nkey_list);
        for (size_t i = 0; i < b->entries.n; i++) {
            b->key_list[i] = b->entries.p[i]->key;
        }
        bib_cached_keys(b, b->key_list, b->entries.n);
    }
    *n = b->nkey_list;
    return b->key_list;
}

/* ---- reading ---- */

static void report_format(const struct bib *b, struct source *src, struct diags *d) {
    struct diag *g = diag_add(d, DIAG_BIB_FORMAT, span_make(src, 0, 0),
                              "cannot tell what kind of citation database this is");
    diag_hint(d, g, "name it %.*s after what is in it", STR_ARG(bib_format_endings(b->arena)));
}

bool bib_is_torn(const struct bib *b) {
    return b->torn;
}

/** Whether the tree of a source could not be read to its end. Entries after the error may then be
 * missing. */
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

/** Reports a database without entries: as a warning if its format was recognized, else as an
 * error. */
static void report_empty(enum bib_format format, struct source *src, struct diags *d) {
    if (bib_format_is_bib(format) && (str_find(src->text, STR("@string")) != STR_NONE ||
                                      str_find(src->text, STR("@STRING")) != STR_NONE ||
                                      str_find(src->text, STR("@String")) != STR_NONE)) {
        return; /* a .bib that only defines macros for other files is not an error */
    }
    bool none = str_trim(src->text).n && !bib_format_is_sniffed(format, src);
    struct diag *g =
        none ? diag_add(d, DIAG_BIB_NOTHING, span_make(src, 0, 0),
                        "this file has no entry in the format `%s`", bib_format_name(format))
             : diag_add(d, DIAG_BIB_EMPTY, span_make(src, 0, 0),
                        "there is no entry in this database");
    if (bib_format_is_bib(format)) {
        diag_hint(d, g, "an entry looks like `@article{key, title = {...}, ...}`");
    } else if (none) {
        diag_hint(d, g, "name its format with --from, or check that it is the right file");
    }
}

bool bib_read(struct bib *b, struct source *src, enum bib_format format, struct diags *d) {
    if (src->text.n > LIMIT_DATABASE) {
        struct diag *g = diag_add(d, DIAG_TOO_LARGE, span_make(src, 0, 0),
                                  "a citation database has at most %u bytes", LIMIT_DATABASE);
        diag_hint(d, g, "split it into several files");
        return false;
    }
    bib_to_utf8(src, d);
    struct bib_input in = {.arena = b->arena,
                           .src = src,
                           .d = d,
                           .guessed = format == BIB_AUTO,
                           .sink = {sink_item, b},
                           .host = &b->host};
    bool other = false;
    format = in.guessed ? bib_format_guess(src, &other) : format;
    if (format == BIB_FORMAT_COUNT) {
        report_format(b, src, d);
        return false;
    }
    if (other) {
        diag_add(d, DIAG_BIB_OTHER_FORMAT, span_make(src, 0, 0),
                 "this is a database in the format `%s`, which its file name does not show",
                 bib_format_name(format));
    }
    size_t errors = d->errors, before = d->n, n = bib_format_read(format, &in);
    b->torn = b->torn || in.torn || has_broken_tree(d, before) ||
              (src->text.n && memchr(src->text.p, '\0', src->text.n));
    if (n == 0 && d->errors == errors) {
        report_empty(format, src, d);
    }
    return n > 0;
}
