/* SPDX-License-Identifier: MIT */
/*
 * See inputs.h. A stamp is taken before its file is read, so a change during the reading results in
 * another stamp. A stamp is reliable if its times are older than the beginning of the recording by
 * more than a clock tick. (git calls entries of its index "racy" otherwise.)
 */
#include "core/memo/inputs.h"

#include "core/base/bounds.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define GRAIN 2 /* the coarsest resolution of times on file systems, in seconds (FAT) */
/* the maximum length in bytes of a text whose digest is computed; for this length, that takes a
 * fiftieth of a second */
#define MAX_SUMMED (16u << 20)
/* the maximum number of paths that a run remembers; beyond that, it forgets all of them */
#define MAX_SEEN 65536

static const struct file_id no_id;

/** Looks at the path of a query, and records in it what is there, with the stamp of a file or
 * folder. */
static void look(struct memo_query *q) {
    struct file_facts facts = file_look(q->path.n ? q->path : STR("."));
    q->id = facts.id;
    q->found = !facts.there   ? MEMO_NOTHING
               : facts.plain  ? MEMO_FILE
               : facts.folder ? MEMO_DIR
                              : MEMO_OTHER;
}

/** Compares two identities. The device numbers are ignored, because each machine that shares a
 * cache has its own. */
static bool is_same_id(const struct file_id *then, const struct file_id *now) {
    struct file_id id = *now;
    id.device = then->device;
    return file_id_eq(then, &id);
}

/* ---- the file system as it is during this run */

struct memo_seen {
    pthread_mutex_t lock; /* protects the following members, and is held while a path is examined */
    struct arena *arena;
    struct map paths; /* path -> struct memo_query */
};

struct memo_seen *memo_seen_new(void) {
    struct memo_seen *seen = xcalloc(1, sizeof *seen);
    seen->arena = arena_new();
    if (pthread_mutex_init(&seen->lock, NULL) != 0) {
        base_out_of_memory();
    }
    return seen;
}

void memo_seen_drop(struct memo_seen *seen) {
    if (seen) {
        map_drop(&seen->paths);
        arena_drop(seen->arena);
        (void)pthread_mutex_destroy(&seen->lock);
        free(seen);
    }
}

static void forget(struct memo_seen *seen) {
    map_drop(&seen->paths);
    arena_reset(seen->arena);
}

void memo_seen_forget(struct memo_seen *seen) {
    if (seen) {
        (void)pthread_mutex_lock(&seen->lock);
        forget(seen);
        (void)pthread_mutex_unlock(&seen->lock);
    }
}

static void add_digest(struct memo_query *q) {
    struct arena *a = arena_new();
    struct str text;
    q->summed = file_read(a, q->path, MAX_SUMMED, &text) == 0;
    q->digest = digest_of(q->summed ? text : STR_EMPTY);
    arena_drop(a);
}

/** Examines a path once in a run. With `content` it also computes the digest of the file. */
static struct memo_query see(struct memo_seen *seen, struct str path, bool content) {
    struct memo_query own = {.path = path}, *q = &own;
    if (seen) {
        (void)pthread_mutex_lock(&seen->lock);
        if (seen->paths.n == MAX_SEEN) {
            forget(seen);
        }
        q = map_lookup(&seen->paths, path);
    }
    if (seen && !q) {
        q = ARENA_NEW(seen->arena, struct memo_query);
        *q = (struct memo_query){.path = arena_str(seen->arena, path)};
        look(q);
        map_put(&seen->paths, q->path, q);
    } else if (!seen) {
        look(q);
    }
    if (content && !q->summed) {
        add_digest(q);
    }
    own = *q;
    if (seen) {
        (void)pthread_mutex_unlock(&seen->lock);
    }
    return own;
}

/* ---- recording */

void memo_inputs_begin(struct memo_inputs *in, struct arena *a) {
    struct timespec now;
    *in = (struct memo_inputs){.arena = a, .by_query = MAP_IN(a)};
    in->begin = clock_gettime(CLOCK_REALTIME, &now) == 0 ? (int64_t)now.tv_sec : INT64_MIN / 2;
}

void memo_inputs_drop(struct memo_inputs *in) {
    vec_drop(&in->list);
    map_drop(&in->by_query);
}

void memo_uncertain(struct memo_inputs *in) {
    if (in) {
        in->uncertain = true;
    }
}

static struct str name_of(struct memo_inputs *in, enum memo_query_kind kind, struct str path,
                          struct str more) {
    char digit = (char)('0' + (int)kind);
    return arena_join(in->arena, 4, (struct str){&digit, 1}, path, STR("\n"), more);
}

/** Returns the query with these values. `*known` becomes true if it was recorded before; otherwise
 * it is recorded now. */
static struct memo_query *query(struct memo_inputs *in, enum memo_query_kind kind, struct str path,
                                struct str more, bool *known) {
    struct str name = name_of(in, kind, path, kind == MEMO_NAMES ? more : STR_EMPTY);
    uintptr_t at = (uintptr_t)map_lookup(&in->by_query, name);
    *known = at > 0;
    if (!at) {
        vec_push(&in->list, ((struct memo_query){.kind = kind,
                                                 .path = arena_str(in->arena, path),
                                                 .more = arena_str(in->arena, more)}));
        at = in->list.n;
        map_put(&in->by_query, name, (void *)at);
    }
    return &in->list.p[at - 1];
}

static void note_path(struct memo_inputs *in, enum memo_query_kind kind, struct str path) {
    bool known;
    struct memo_query *q = in ? query(in, kind, path, STR_EMPTY, &known) : NULL;
    if (q && !known) {
        look(q);
        /* the future content of a pipe is unknown */
        in->uncertain = in->uncertain || (q->found == MEMO_OTHER && kind == MEMO_CONTENT);
    }
}

void memo_note_file(struct memo_inputs *in, struct str path) {
    note_path(in, MEMO_CONTENT, path);
}

void memo_note_content(struct memo_inputs *in, struct str path, struct str text) {
    if (!in || text.n > MAX_SUMMED) {
        return;
    }
    bool known;
    struct memo_query *q = query(in, MEMO_CONTENT, path, STR_EMPTY, &known);
    struct digest digest = digest_of(text);
    /* the file was read before it was noted, or it has changed between two readings */
    in->uncertain = in->uncertain || !known || (q->summed && !digest_eq(&q->digest, &digest));
    q->digest = digest;
    q->summed = true;
}

static struct digest digest_of_names(const struct str *names, size_t n) {
    struct digest_sum sum;
    digest_begin(&sum);
    digest_add_fields(&sum, names, n);
    return digest_end(&sum);
}

void memo_note_names(struct memo_inputs *in, struct str dir, struct str suffix,
                     const struct str *names, size_t n) {
    bool known;
    struct memo_query *q = in ? query(in, MEMO_NAMES, dir, suffix, &known) : NULL;
    if (q) {
        q->digest = digest_of_names(names, n);
        q->summed = true;
    }
}

bool memo_exists(struct memo_inputs *in, struct str path) {
    note_path(in, MEMO_EXISTS, path);
    return file_exists(path);
}

bool memo_is_dir(struct memo_inputs *in, struct str path) {
    note_path(in, MEMO_EXISTS, path);
    return file_is_dir(path);
}

struct str memo_real_path(struct memo_inputs *in, struct arena *a, struct str path) {
    struct str real = file_real_path(a, path);
    bool known;
    if (in) {
        (void)query(in, MEMO_REAL, path, real, &known);
    }
    return real;
}

void memo_inputs_add(struct memo_inputs *in, const struct memo_inputs *more, bool databases) {
    in->uncertain = in->uncertain || more->uncertain;
    in->begin = more->begin < in->begin ? more->begin : in->begin;
    for (size_t i = 0; i < more->list.n; i++) {
        const struct memo_query *from = &more->list.p[i];
        bool known;
        struct memo_query *q = query(in, from->kind, from->path, from->more, &known);
        if (!known) {
            struct str path = q->path, rest = q->more;
            *q = *from;
            q->path = path;
            q->more = rest;
        }
        q->database = q->database || databases;
    }
}

const struct memo_query *memo_find_query(struct memo_inputs *in, enum memo_query_kind kind,
                                         struct str path) {
    struct str name = name_of(in, kind, path, STR_EMPTY);
    uintptr_t at = (uintptr_t)map_lookup(&in->by_query, name);
    return at ? &in->list.p[at - 1] : NULL;
}

/* ---- checking */

bool memo_is_settled(const struct memo_inputs *in, const struct file_id *id) {
    return id->modified < in->begin - GRAIN && id->changed < in->begin - GRAIN;
}

bool memo_inputs_end(struct memo_inputs *in) {
    for (size_t i = 0; i < in->list.n && !in->uncertain; i++) {
        struct memo_query *q = &in->list.p[i];
        bool stamped = q->found == MEMO_FILE || q->found == MEMO_DIR;
        if (q->kind == MEMO_CONTENT && stamped && !memo_is_settled(in, &q->id)) {
            q->id = no_id;
            in->uncertain = !q->summed;
        }
    }
    return !in->uncertain;
}

static bool names_hold(const struct memo_query *q) {
    struct arena *a = arena_new();
    size_t n = 0;
    const struct str *names = file_names(a, q->path, q->more, &n);
    struct digest now = digest_of_names(names, n);
    arena_drop(a);
    return q->summed && digest_eq(&now, &q->digest);
}

static bool real_path_holds(const struct memo_query *q) {
    struct arena *a = arena_new();
    bool same = str_eq(file_real_path(a, q->path), q->more);
    arena_drop(a);
    return same;
}

static bool content_holds(const struct memo_inputs *in, struct memo_query *q,
                          const struct file_id *now, bool *renewed) {
    if (is_same_id(&q->id, now)) {
        return true;
    }
    struct memo_query there = see(in->seen, q->path, q->summed);
    bool same = q->summed && there.summed && digest_eq(&there.digest, &q->digest);
    if (same && memo_is_settled(in, now)) {
        q->id = *now;
        *renewed = true;
    }
    return same;
}

bool memo_query_holds(const struct memo_inputs *in, struct memo_query *q, bool *renewed) {
    if (q->kind == MEMO_NAMES || q->kind == MEMO_REAL) {
        return q->kind == MEMO_NAMES ? names_hold(q) : real_path_holds(q);
    }
    struct memo_query now = see(in->seen, q->path, false);
    if (now.found != q->found) {
        return false;
    }
    return q->kind == MEMO_EXISTS || (q->found != MEMO_FILE && q->found != MEMO_DIR) ||
           content_holds(in, q, &now.id, renewed);
}

void memo_query_fields(struct memo_fields *f, struct memo_query **list, size_t *n) {
    MEMO_LIST(f, *list, *n, sizeof(struct file_id) + DIGEST_SIZE);
    for (size_t i = 0; i < *n && !f->bad; i++) {
        struct memo_query *q = &(*list)[i];
        uint64_t kind = q->kind, found = q->found;
        memo_number_below(f, &kind, MEMO_QUERY_KINDS);
        memo_number_below(f, &found, MEMO_FOUNDS);
        memo_text(f, &q->path);
        memo_text(f, &q->more);
        memo_bytes(f, &q->id, sizeof q->id);
        memo_flag(f, &q->summed);
        memo_flag(f, &q->database);
        memo_bytes(f, q->digest.byte, DIGEST_SIZE);
        q->kind = (enum memo_query_kind)kind;
        q->found = (enum memo_found)found;
    }
}
