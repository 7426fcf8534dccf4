/* SPDX-License-Identifier: MIT */
/*
 * Copies a library to another library of any kind. Rows are copied unchanged, even if they have
 * text that this version cannot interpret. The words of the index are made again, because each kind
 * of storage has its own form.
 *
 * Files are copied in the order of their import and items in the order of their ids. Therefore both
 * libraries find, export and cite in the same order.
 */
#include "cite/bib/store/store_item.h"

#include "core/base/search.h"

DIAG_USE(DIAG_LIBRARY_DAMAGED);
DIAG_USE(DIAG_LIBRARY_NOT_EMPTY);

struct copier {
    struct bib_store *from, *to;
    struct arena *arena;
    struct bib_store_file *files; /* the files of `from`, sorted by id */
    int64_t *ids;                 /* their ids in `to` */
    size_t n;
    struct bib_store_copied *out;
};

static size_t find_file(const struct copier *c, int64_t id) {
    size_t i;
    SEARCH_FIRST(i, 0, c->n, c->files[i].id >= id);
    return i < c->n && c->files[i].id == id ? i : STR_NONE;
}

static bool copy_row(const struct bib_store_row *row, void *user) {
    struct copier *c = user;
    size_t file = find_file(c, row->file);
    struct bib_store_row copy = *row;
    if (file == STR_NONE) {
        diag_add(c->from->d, DIAG_LIBRARY_DAMAGED, c->from->at,
                 "library `%.*s`: entry `%.*s`: its file is not known", STR_ARG(c->from->path),
                 STR_ARG(row->key));
        c->from->reported++;
        return false;
    }
    struct arena *scratch = arena_new();
    copy.id = 0;
    copy.file = c->ids[file];
    bib_store_row_words(scratch, row, copy.words);
    bool sound = c->to->ops->row_put(c->to, &copy);
    arena_drop(scratch);
    c->out->items++;
    return sound;
}

static bool copy_file(struct copier *c, size_t i) {
    struct bib_store_file mine = {.path = c->files[i].path}, copy = c->files[i];
    if (!bib_store_file_find(c->to, c->arena, &mine) ||
        /* drops only the items, so that the file keeps its place in the order of files */
        (mine.id && !bib_store_drop_rows(
                        c->to, (struct bib_store_query){.file = mine.id, .by_id = true}, NULL))) {
        return false;
    }
    copy.id = mine.id;
    bool sound = bib_store_file_put(c->to, &copy);
    c->ids[i] = copy.id;
    return sound;
}

static bool is_empty(struct copier *c) {
    struct bib_store_file *files = NULL;
    size_t n = 0;
    if (!bib_store_file_list(c->to, c->arena, &files, &n)) {
        return false;
    }
    if (n == 0) {
        return true;
    }
    struct diag *g = diag_add(c->to->d, DIAG_LIBRARY_NOT_EMPTY, c->to->at,
                              "library `%.*s` has entries of its own", STR_ARG(c->to->path));
    diag_hint(
        c->to->d, g,
        "name a new library, or use `--force`: files that both have are replaced, all others stay");
    return false;
}

static bool copy_all(struct copier *c, bool force) {
    struct bib_store_query all = {.by_id = true};
    size_t before = c->from->reported + c->to->reported;
    if ((!force && !is_empty(c)) || !bib_store_file_list(c->from, c->arena, &c->files, &c->n)) {
        return false;
    }
    c->ids = ARENA_ARRAY(c->arena, int64_t, c->n);
    for (size_t i = 0; i < c->n; i++) {
        if (!copy_file(c, i)) {
            return false;
        }
    }
    c->out->files = c->n;
    return bib_store_each(c->from, &all, copy_row, c) &&
           c->from->reported + c->to->reported == before;
}

bool bib_store_copy(struct bib_store *from, struct bib_store *to, bool force,
                    struct bib_store_copied *out) {
    struct copier c = {.from = from, .to = to, .arena = arena_new(), .out = out};
    *out = (struct bib_store_copied){0};
    bool sound = from->ops->hold(from);
    if (sound) {
        sound = to->ops->begin(to) && bib_store_end(to, copy_all(&c, force));
        from->ops->rollback(from);
    }
    arena_drop(c.arena);
    return sound;
}
