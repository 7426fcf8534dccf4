/* SPDX-License-Identifier: MIT */
/*
 * See fsquery.h. A stamp is taken before a file is read, so that a change while it is read shows as
 * another stamp; it is trusted when its times are older than the beginning of all that by more than
 * a clock's tick, as git has it for its index.
 */
#include "core/base/fsquery.h"

#include "core/base/bounds.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define GRAIN                                                                                      \
    2 /* seconds: file systems have times as coarse as that, servers clocks of their own */
#define MAX_SUMMED (16u << 20) /* bytes of a text whose digest is taken */

#define MAX_REMEMBERED 65536 /* paths */

static const struct file_id no_id;

/** What is at a path, with the stamp of a file or a folder. */
static enum asked_there look(struct str path, struct file_id *id) {
    struct file_facts facts = file_look(path.n ? path : STR("."));
    *id = facts.id;
    return !facts.there   ? ASKED_NOTHING
           : facts.plain  ? ASKED_FILE
           : facts.folder ? ASKED_DIR
                          : ASKED_OTHER;
}

/* ---- what was seen in this run */

struct seen_there {
    enum asked_there there;
    struct file_id id;
};

struct asked_memo {
    pthread_mutex_t lock; /* of all that follows */
    struct arena *arena;
    struct map seen; /* path -> struct seen_there */
    size_t forgot;   /* so many times */
};

struct asked_memo *asked_memo_new(void) {
    struct asked_memo *memo = xcalloc(1, sizeof *memo);
    memo->arena = arena_new();
    if (pthread_mutex_init(&memo->lock, NULL) != 0) {
        base_out_of_memory();
    }
    return memo;
}

void asked_memo_drop(struct asked_memo *memo) {
    if (memo) {
        map_drop(&memo->seen);
        arena_drop(memo->arena);
        (void)pthread_mutex_destroy(&memo->lock);
        free(memo);
    }
}

static void forget(struct asked_memo *memo) {
    map_drop(&memo->seen);
    arena_reset(memo->arena);
    memo->forgot++;
}

void asked_memo_forget(struct asked_memo *memo) {
    if (memo) {
        (void)pthread_mutex_lock(&memo->lock);
        forget(memo);
        (void)pthread_mutex_unlock(&memo->lock);
    }
}

/** Keeps what was seen, unless something was forgotten in the meantime. */
static void remember(struct asked_memo *memo, size_t forgot, struct str path,
                     const struct seen_there *there) {
    (void)pthread_mutex_lock(&memo->lock);
    if (memo->seen.n == MAX_REMEMBERED) {
        forget(memo);
    } else if (memo->forgot == forgot && !map_find(&memo->seen, path)) {
        map_put(&memo->seen, arena_str(memo->arena, path),
                arena_copy(memo->arena, there, sizeof *there));
    }
    (void)pthread_mutex_unlock(&memo->lock);
}

/** look(), or what another one of the run has seen. */
static enum asked_there look_again(struct asked_memo *memo, struct str path, struct file_id *id) {
    if (!memo) {
        return look(path, id);
    }
    struct seen_there there = {ASKED_NOTHING, {0}};
    (void)pthread_mutex_lock(&memo->lock);
    const struct seen_there *known = map_lookup(&memo->seen, path);
    size_t forgot = memo->forgot;
    there = known ? *known : there;
    (void)pthread_mutex_unlock(&memo->lock);
    if (!known) {
        there.there = look(path, &there.id);
        remember(memo, forgot, path, &there);
    }
    *id = there.id;
    return there.there;
}

void asked_begin(struct asked *asked, struct arena *a) {
    struct timespec now;
    *asked = (struct asked){.arena = a, .seen = MAP_IN(a)};
    asked->begin = clock_gettime(CLOCK_REALTIME, &now) == 0 ? (int64_t)now.tv_sec : INT64_MIN / 2;
}

void asked_drop(struct asked *asked) {
    vec_drop(&asked->list);
    map_drop(&asked->seen);
}

void asked_unsure(struct asked *asked) {
    if (asked) {
        asked->unsure = true;
    }
}

/* ---- asking */

static struct str key_of(struct asked *asked, enum asked_kind kind, struct str path,
                         struct str more) {
    char digit = (char)('0' + (int)kind);
    return arena_join(asked->arena, 4, (struct str){&digit, 1}, path, STR("\n"), more);
}

/** The question, new or as it was asked before; `*known` says which. */
static struct asked_question *question(struct asked *asked, enum asked_kind kind, struct str path,
                                       struct str more, bool *known) {
    struct str key = key_of(asked, kind, path, kind == ASKED_NAMES ? more : STR_EMPTY);
    uintptr_t at = (uintptr_t)map_lookup(&asked->seen, key);
    *known = at > 0;
    if (!at) {
        vec_push(&asked->list, ((struct asked_question){.kind = kind,
                                                        .path = arena_str(asked->arena, path),
                                                        .more = arena_str(asked->arena, more)}));
        at = asked->list.n;
        map_put(&asked->seen, key, (void *)at);
    }
    return &asked->list.p[at - 1];
}

/** Asks what is at a path, once. */
static void ask_there(struct asked *asked, enum asked_kind kind, struct str path) {
    bool known;
    struct asked_question *q = asked ? question(asked, kind, path, STR_EMPTY, &known) : NULL;
    if (q && !known) {
        q->there = look(path, &q->id);
        /* of a pipe nobody knows what it will say */
        asked->unsure = asked->unsure || (q->there == ASKED_OTHER && kind == ASKED_TEXT);
    }
}

void asked_text(struct asked *asked, struct str path) {
    ask_there(asked, ASKED_TEXT, path);
}

void asked_read(struct asked *asked, struct str path, struct str text) {
    if (!asked || text.n > MAX_SUMMED) {
        return;
    }
    bool known;
    struct asked_question *q = question(asked, ASKED_TEXT, path, STR_EMPTY, &known);
    struct digest digest = digest_of(text);
    /* it was read twice, and changed in between */
    asked->unsure = asked->unsure || !known || (q->summed && !digest_eq(&q->digest, &digest));
    q->digest = digest;
    q->summed = true;
}

void asked_folder(struct asked *asked, struct str path) {
    ask_there(asked, ASKED_FOLDER, path);
}

static struct digest digest_of_names(const struct str *names, size_t n) {
    struct digest_sum sum;
    digest_begin(&sum);
    for (size_t i = 0; i < n; i++) {
        digest_add_field(&sum, names[i]);
    }
    return digest_end(&sum);
}

void asked_names(struct asked *asked, struct str dir, struct str suffix, const struct str *names,
                 size_t n) {
    bool known;
    struct asked_question *q = asked ? question(asked, ASKED_NAMES, dir, suffix, &known) : NULL;
    if (q) {
        q->digest = digest_of_names(names, n);
        q->summed = true;
    }
}

bool asked_exists(struct asked *asked, struct str path) {
    ask_there(asked, ASKED_THERE, path);
    return file_exists(path);
}

bool asked_is_dir(struct asked *asked, struct str path) {
    ask_there(asked, ASKED_THERE, path);
    return file_is_dir(path);
}

struct str asked_real_path(struct asked *asked, struct arena *a, struct str path) {
    struct str real = file_real_path(a, path);
    bool known;
    if (asked) {
        (void)question(asked, ASKED_REAL, path, real, &known);
    }
    return real;
}

void asked_add(struct asked *asked, const struct asked *more, bool databases) {
    asked->unsure = asked->unsure || more->unsure;
    asked->begin = more->begin < asked->begin ? more->begin : asked->begin;
    for (size_t i = 0; i < more->list.n; i++) {
        const struct asked_question *from = &more->list.p[i];
        bool known;
        struct asked_question *q = question(asked, from->kind, from->path, from->more, &known);
        if (!known) {
            struct str path = q->path, rest = q->more;
            *q = *from;
            q->path = path;
            q->more = rest;
        }
        q->database = q->database || databases;
    }
}

/* ---- and asking again */

bool asked_is_settled(const struct asked *asked, const struct file_id *id) {
    return id->modified < asked->begin - GRAIN && id->changed < asked->begin - GRAIN;
}

bool asked_settle(struct asked *asked) {
    for (size_t i = 0; i < asked->list.n && !asked->unsure; i++) {
        struct asked_question *q = &asked->list.p[i];
        bool stamped = (q->kind == ASKED_TEXT && q->there == ASKED_FILE) ||
                       (q->kind == ASKED_FOLDER && q->there == ASKED_DIR);
        if (stamped && !asked_is_settled(asked, &q->id)) {
            q->id = no_id;
            asked->unsure = !q->summed;
        }
    }
    return !asked->unsure;
}

static bool names_hold(const struct asked_question *q) {
    struct arena *a = arena_new();
    size_t n = 0;
    const struct str *names = file_names(a, q->path, q->more, &n);
    struct digest now = digest_of_names(names, n);
    arena_drop(a);
    return q->summed && digest_eq(&now, &q->digest);
}

static bool text_holds(const struct asked_question *q) {
    struct arena *a = arena_new();
    struct str text;
    bool same = file_read(a, q->path, MAX_SUMMED, &text) == 0;
    struct digest now = digest_of(same ? text : STR_EMPTY);
    arena_drop(a);
    return same && digest_eq(&now, &q->digest);
}

static bool real_holds(const struct asked_question *q) {
    struct arena *a = arena_new();
    bool same = str_eq(file_real_path(a, q->path), q->more);
    arena_drop(a);
    return same;
}

static bool file_holds(const struct asked *asked, struct asked_question *q,
                       const struct file_id *now, bool *renewed) {
    if (file_id_eq(now, &q->id)) {
        return true;
    }
    bool same = q->summed && text_holds(q);
    if (same && asked_is_settled(asked, now)) {
        q->id = *now;
        *renewed = true;
    }
    return same;
}

bool asked_holds(const struct asked *asked, struct asked_question *q, bool *renewed) {
    struct file_id now;
    switch (q->kind) {
    case ASKED_NAMES:
        return names_hold(q);
    case ASKED_REAL:
        return real_holds(q);
    case ASKED_THERE:
        return look_again(asked->memo, q->path, &now) == q->there;
    case ASKED_TEXT:
        return look_again(asked->memo, q->path, &now) == q->there &&
               (q->there != ASKED_FILE || file_holds(asked, q, &now, renewed));
    case ASKED_FOLDER:
        return look_again(asked->memo, q->path, &now) == q->there &&
               (q->there != ASKED_DIR || file_id_eq(&now, &q->id));
    case ASKED_KINDS:
        break;
    }
    return false;
}

const struct asked_question *asked_find(struct asked *asked, enum asked_kind kind,
                                        struct str path) {
    struct str key = key_of(asked, kind, path, STR_EMPTY);
    uintptr_t at = (uintptr_t)map_lookup(&asked->seen, key);
    return at ? &asked->list.p[at - 1] : NULL;
}
