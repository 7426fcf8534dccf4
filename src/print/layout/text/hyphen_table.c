/* SPDX-License-Identifier: MIT */
/*
 * Tables of compiled patterns. They are made when dossier is built and are used as mapped files: a
 * header, the letters beyond the common ones, and both tries. A table is valid only on the kind of
 * machine that made it, and only while its source has the size and the time that the header states.
 * If it is not valid, the source is read.
 */
#include "print/layout/text/hyphen_internal.h"

#include "core/base/buf.h"
#include "core/base/file.h"

#include <errno.h>
#include <string.h>

/* The magic number, which is different in another byte order. Increase it when the format changes
 * or when reading a source gives another result. */
#define TABLE_KIND 0x31304E4548505948u
#define TABLE_LIMIT (256u * 1024u * 1024u)

struct table_head {
    uint64_t kind;
    uint64_t source_size;
    int64_t source_modified;
    uint32_t source_modified_ns;
    uint32_t nclasses, nhigh;
    int32_t left, right, compound_left, compound_right;
    uint32_t compounds;
    uint32_t nnodes[2], npool[2];
    uint8_t low[sizeof((struct hyphens){0}.low)];
};

/* The size of a table, which is the sum of its parts: letters, the nodes of both tries, their
 * pools, and the classes of letters. Parts that need alignment come first. */
static size_t table_size(const struct table_head *head) {
    size_t n = sizeof *head + (size_t)head->nhigh * sizeof(uint32_t);
    for (size_t i = 0; i < 2; i++) {
        n += ((size_t)head->nnodes[i] + 1) * sizeof(struct hyphen_node) + head->npool[i];
    }
    return n + head->nhigh;
}

static struct table_head head_of(const struct file_id *source) {
    return (struct table_head){.kind = TABLE_KIND,
                               .source_size = source->size,
                               .source_modified = source->modified,
                               .source_modified_ns = source->modified_ns};
}

static void table_write(struct buf *out, const struct hyphens *h, const struct file_id *source) {
    struct table_head head = head_of(source);
    head.nclasses = h->nclasses;
    head.nhigh = (uint32_t)h->nhigh;
    head.left = h->left;
    head.right = h->right;
    head.compound_left = h->compound_left;
    head.compound_right = h->compound_right;
    head.compounds = h->compounds;
    memcpy(head.low, h->low, sizeof head.low);
    for (size_t i = 0; i < 2; i++) {
        head.nnodes[i] = h->trie[i].nnodes;
        head.npool[i] = h->trie[i].npool;
    }
    buf_add(out, &head, sizeof head);
    buf_add(out, h->high, head.nhigh * sizeof *h->high);
    for (size_t i = 0; i < 2; i++) {
        buf_add(out, h->trie[i].nodes, ((size_t)h->trie[i].nnodes + 1) * sizeof *h->trie[i].nodes);
    }
    for (size_t i = 0; i < 2; i++) {
        buf_add(out, h->trie[i].pool, h->trie[i].npool);
    }
    buf_add(out, h->high_class, head.nhigh);
}

/* Whether a table belongs to a source and is complete. The offsets in its tries are checked when
 * they are used. */
static bool table_fits(struct str table, const struct file_id *source) {
    const struct table_head *head = (const void *)table.p;
    struct table_head want = head_of(source);
    return table.n >= sizeof *head && head->kind == want.kind &&
           head->source_size == want.source_size && head->source_modified == want.source_modified &&
           head->source_modified_ns == want.source_modified_ns &&
           head->nclasses <= PATTERN_CLASSES && head->nhigh <= PATTERN_CLASSES &&
           head->nnodes[0] > 0 && head->nnodes[1] > 0 && head->npool[0] >= 2 &&
           head->npool[1] >= 2 && head->left >= 0 && head->right >= 0 && head->compound_left >= 0 &&
           head->compound_right >= 0 && table_size(head) == table.n;
}

static struct hyphens *table_use(struct arena *a, struct str table) {
    const struct table_head *head = (const void *)table.p;
    const char *p = table.p + sizeof *head;
    struct hyphens *h = ARENA_NEW(a, struct hyphens);
    h->table = table;
    memcpy(h->low, head->low, sizeof h->low);
    h->high = (const void *)p;
    h->nhigh = head->nhigh;
    p += h->nhigh * sizeof *h->high;
    for (size_t i = 0; i < 2; i++) {
        h->trie[i] = (struct hyphen_trie){
            .nodes = (const void *)p, .nnodes = head->nnodes[i], .npool = head->npool[i]};
        p += ((size_t)h->trie[i].nnodes + 1) * sizeof *h->trie[i].nodes;
    }
    for (size_t i = 0; i < 2; i++) {
        h->trie[i].pool = (const void *)p;
        p += h->trie[i].npool;
    }
    h->high_class = (const void *)p;
    h->nclasses = head->nclasses;
    h->left = head->left;
    h->right = head->right;
    h->compound_left = head->compound_left;
    h->compound_right = head->compound_right;
    h->compounds = head->compounds != 0;
    return h;
}

struct str hyphen_table_path(struct arena *a, struct str folder, struct str source) {
    /* the real path is used, because several names may be links to one file */
    struct str stem = path_stem(file_real_path(a, source));
    return arena_printf(a, "%.*s/%.*s.hyphens", STR_ARG(folder), STR_ARG(stem));
}

struct hyphens *hyphen_table_open(struct arena *a, struct str path, const struct file_id *source) {
    struct str table;
    if (file_map(path, TABLE_LIMIT, &table) != 0) {
        return NULL;
    }
    if (!table_fits(table, source)) {
        file_unmap(table);
        return NULL;
    }
    return table_use(a, table);
}

void hyphens_drop(struct hyphens *h) {
    if (h != NULL && h->table.n > 0) {
        file_unmap(h->table);
        h->table = STR_EMPTY;
    }
}

int hyphens_compile(struct str source, struct str folder) {
    struct arena *a = arena_new();
    struct str data, path = hyphen_table_path(a, folder, source);
    struct file_id id, again;
    int error = file_identify(source, &id);
    struct hyphens *h = error == 0 ? hyphen_table_open(a, path, &id) : NULL;
    if (error == 0 && h == NULL) {
        struct buf out;
        buf_init(&out, TABLE_LIMIT);
        error = file_read(a, source, PATTERN_FILE_LIMIT, &data);
        h = error == 0 ? hyphens_read(a, data) : NULL;
        error = error == 0 && h == NULL ? EINVAL : error;
        if (error == 0) {
            table_write(&out, h, &id);
            bool same = file_identify(source, &again) == 0 && file_id_eq(&id, &again);
            error = !same ? EAGAIN : out.overflow ? EFBIG : file_write_soon(path, buf_view(&out));
        }
        buf_drop(&out);
    }
    hyphens_drop(h);
    arena_drop(a);
    return error;
}
