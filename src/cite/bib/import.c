/* SPDX-License-Identifier: MIT */
/*
 * Imports files into a library.
 *
 * The items of a file are compared with the stored items, and only the differences are written. If
 * the order or one entry of a large file changes, the other items are not written again. Items are
 * decoded before the store is locked, so other writers wait only while something is written.
 */
#include "cite/bib/import.h"

#include "cite/bib/bib.h"
#include "cite/bib/store/store_item.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/vec.h"
#include "core/files/file_host.h"

#include <errno.h>
#include <sys/stat.h>

DIAG_USE(DIAG_LIBRARY_FILE_GONE);
DIAG_USE(DIAG_LIBRARY_KEPT);

/* maximum number of stored items of one key that are compared; if all differ, the first is taken */
#define MAX_SAME_KEY 64

/** An item that the store has from the last import of the file. It leaves the list of its key when
 * an item of the file is matched with it. */
struct known {
    int64_t id, hash, position, line;
    struct known *next; /* the next stored item with the same key, in the order of the file */
    bool kept;
};

struct known_key {
    struct known *first, *last;
};

struct importer {
    struct bib_store *s;
    struct arena *a;
    struct bib *bib;
    struct diags *d;
    struct map keys; /* maps a key to struct known_key */
    VEC(struct known *) known;
    struct bib_store_file file;
    struct bib_import_change *out;
};

static bool take_known(const struct bib_store_row *row, void *user) {
    struct importer *im = user;
    struct known *k = ARENA_NEW(im->a, struct known);
    *k = (struct known){row->id, row->hash, row->position, row->line, NULL, false};
    struct known_key *same = map_lookup(&im->keys, row->key);
    if (same) {
        *(same->first ? &same->last->next : &same->first) = k;
        same->last = k;
    } else {
        same = ARENA_NEW(im->a, struct known_key);
        same->first = same->last = k;
        map_put(&im->keys, arena_str(im->a, row->key), same);
    }
    vec_push(&im->known, k);
    return true;
}

/** Removes the stored item with the same text from the list of its key, or else the first item of
 * the list, and returns it. */
static struct known *claim(struct importer *im, struct str key, int64_t hash) {
    struct known_key *same = map_lookup(&im->keys, key);
    struct known *before = NULL, *k = same ? same->first : NULL;
    if (!k) {
        return NULL;
    }
    for (size_t i = 0; i < MAX_SAME_KEY && k && k->hash != hash; i++) {
        before = k;
        k = k->next;
    }
    if (!k || k->hash != hash) {
        before = NULL;
        k = same->first;
    }
    *(before ? &before->next : &same->first) = k->next;
    same->last = same->last == k ? before : same->last;
    k->kept = true;
    return k;
}

static int64_t line_of(const struct item *it) {
    struct source *src = it->span.src;
    return src ? (int64_t)source_line_col(src, it->span.begin).line : 0;
}

/** Writes one item, unless the stored item is equal. The caller resets `scratch`. */
static bool import_item(struct importer *im, struct arena *scratch, struct buf *body,
                        const struct item *it, size_t position) {
    buf_clear(body);
    bib_store_item_write(body, it);
    const struct item_date *issued = item_date(it, VAR_ISSUED);
    struct bib_store_row row = {.file = im->file.id,
                                .key = bib_store_text(scratch, it->id),
                                .position = (int64_t)position,
                                .line = line_of(it),
                                .type = it->type == ITEM_TYPE_NONE
                                            ? bib_store_text(scratch, it->type_text)
                                            : str_of(item_type_name(it->type)),
                                .has_year = issued && issued->from.has_year,
                                .body = buf_view(body)};
    row.year = row.has_year ? issued->from.year : 0;
    row.hash = bib_store_hash(row.body);
    struct known *k = claim(im, row.key, row.hash);
    row.id = k ? k->id : 0;
    if (k && k->hash == row.hash) {
        im->out->same++;
        return (k->position == row.position && k->line == row.line) ||
               im->s->ops->row_move(im->s, &row);
    }
    im->out->added += k == NULL;
    im->out->changed += k != NULL;
    bib_store_item_words(scratch, it, row.words);
    return im->s->ops->row_put(im->s, &row);
}

static bool import_items(struct importer *im) {
    size_t n = bib_count(im->bib);
    struct buf body = BUF_INIT;
    struct arena *scratch = arena_new();
    bool sound = true;
    for (size_t i = 0; i < n && sound; i++) {
        if (i % 256 == 255) {
            arena_drop(scratch);
            scratch = arena_new();
        }
        const struct item *it = bib_at(im->bib, i, im->d);
        sound = import_item(im, scratch, &body, it, i);
    }
    for (size_t i = 0; i < im->known.n && sound; i++) {
        if (!im->known.p[i]->kept && bib_is_torn(im->bib)) {
            im->out->kept++;
        } else if (!im->known.p[i]->kept) {
            im->out->removed++;
            sound = im->s->ops->row_drop(im->s, im->known.p[i]->id);
        }
    }
    arena_drop(scratch);
    buf_drop(&body);
    return sound;
}

/** Compares and writes all items. The stored items are read under the lock, because another process
 * may just have written them. */
static bool write_items(struct importer *im) {
    struct bib_store *s = im->s;
    struct bib_store_file old = {.path = im->file.path};
    if (!bib_store_file_find(s, im->a, &old)) {
        return false;
    }
    im->file.id = old.id;
    struct bib_store_query q = {.file = old.id, .bare = true, .by_id = true};
    if ((old.id == 0 && !bib_store_file_put(s, &im->file)) ||
        (old.id != 0 && !bib_store_each(s, &q, take_known, im)) || !import_items(im)) {
        return false;
    }
    im->file.count = (int64_t)(im->out->same + im->out->added + im->out->changed + im->out->kept);
    return bib_store_file_put(s, &im->file);
}

/** Reads the size and the time of the file, and its bytes if one of the two has changed. The time
 * is read first, so that a change during the reading is noticed at the next import. */
static enum bib_import_fate read_file(struct importer *im, bool force, struct str *text) {
    struct bib_store_file old = {.path = im->file.path};
    struct stat st;
    if (!bib_store_file_find(im->s, im->a, &old)) {
        return BIB_IMPORT_FAILED;
    }
    int err = stat(arena_str(im->a, im->file.path).p, &st) == 0 ? 0 : errno;
    if (err == ENOENT && old.id) {
        struct diag *g = diag_add(im->d, DIAG_LIBRARY_FILE_GONE, SPAN_NONE,
                                  "`%.*s` is not there any more", STR_ARG(im->file.path));
        diag_hint(im->d, g, "its entries stay; `dossier library remove --file %.*s` takes them out",
                  STR_ARG(im->file.path));
        return BIB_IMPORT_GONE;
    }
    im->file.size = err ? 0 : (int64_t)st.st_size;
    im->file.mtime = err ? 0 : (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
    if (im->file.format == BIB_AUTO && old.id) {
        im->file.format = old.format;
    }
    bool same_format = old.format == im->file.format;
    if (old.id && !force && !err && same_format && old.size == im->file.size &&
        old.mtime == im->file.mtime) {
        return BIB_IMPORT_SAME;
    }
    err = err ? err : file_read(im->a, im->file.path, LIMIT_DATABASE, text);
    if (err) {
        file_host_report(NULL, im->d, SPAN_NONE, im->file.path, err);
        return BIB_IMPORT_REFUSED;
    }
    im->file.hash = bib_store_hash(*text);
    if (old.id && !force && same_format && old.hash == im->file.hash &&
        old.size == (int64_t)text->n) {
        im->file.id = old.id;
        im->file.count = old.count;
        return BIB_IMPORT_SAME;
    }
    im->file.size = (int64_t)text->n;
    return BIB_IMPORT_READ;
}

/** Stores the new time of a file whose content is unchanged, so that the next import does not read
 * the file. */
static bool note_time(struct importer *im) {
    const struct bib_store_ops *ops = im->s->ops;
    return im->file.id == 0 ||
           (ops->begin(im->s) && bib_store_end(im->s, bib_store_file_put(im->s, &im->file)));
}

static enum bib_import_fate import_file(struct importer *im, bool force) {
    struct str text = STR_EMPTY;
    enum bib_import_fate fate = read_file(im, force, &text);
    if (fate != BIB_IMPORT_READ) {
        return fate != BIB_IMPORT_SAME || note_time(im) ? fate : BIB_IMPORT_FAILED;
    }
    im->bib = bib_new(im->a);
    struct source *src = source_new(im->a, im->file.path, text);
    if (!bib_read(im->bib, src, im->file.format, im->d)) {
        return BIB_IMPORT_REFUSED;
    }
    for (size_t i = 0; i < bib_count(im->bib); i++) {
        (void)bib_at(im->bib, i, im->d);
    }
    if (!im->s->ops->begin(im->s) || !bib_store_end(im->s, write_items(im))) {
        return BIB_IMPORT_FAILED;
    }
    if (im->out->kept) {
        struct diag *g = diag_add(im->d, DIAG_LIBRARY_KEPT, span_make(src, 0, 0),
                                  "%zu entr%s not found in this damaged file and stay",
                                  im->out->kept, im->out->kept == 1 ? "y was" : "ies were");
        diag_hint(im->d, g, "mend it and sync again; `dossier library remove` takes entries out");
    }
    return BIB_IMPORT_READ;
}

void bib_store_import(struct bib_store *s, struct arena *a, struct str path, enum bib_format format,
                      bool force, struct diags *d, struct bib_import_change *out) {
    struct importer im = {.s = s, .a = a, .d = d, .keys = MAP_IN(a), .out = out};
    *out = (struct bib_import_change){.path = path};
    im.file = (struct bib_store_file){.path = path, .format = format};
    out->fate = import_file(&im, force);
    if (out->fate != BIB_IMPORT_READ) {
        out->added = out->changed = out->removed = out->same = out->kept = 0;
    }
    vec_drop(&im.known);
}
