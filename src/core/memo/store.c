/* SPDX-License-Identifier: MIT */
/*
 * See store.h. This file also has the only rule for pruning. A shard keeps at most MEMO_SHARD_MAX
 * bytes. When it exceeds them, the values that have not been used for the longest time are removed
 * until a quarter of the shard is free. The time of use is the modification time of the value's
 * file, which is updated at most once a day.
 */
#include "core/memo/store.h"

#include "core/base/calendar.h"
#include "core/base/file.h"
#include "core/base/program.h"
#include "core/base/vec.h"
#include "core/base/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "memo"
/* the maximum size of a value: the index of ten million entries */
#define MAX_VALUE ((uint64_t)512 << 20)

static const char *const endings[MEMO_KINDS] = {".result", ".output", ".bib-index", ".tree",
                                                ".answer"};

/** The head of a file. There are no gaps between its members, and its size is a multiple of 8. */
struct head {
    char magic[8];
    /* the version of the format, and 0x01020304 in the machine's byte order */
    uint32_t version, order;
    struct digest key;
    uint64_t size; /* the size of the value */
    uint64_t sum;  /* the checksum of the value and of the head before this member */
};
_Static_assert(sizeof(struct head) == 64, "the head of a cached value has gaps");

/* ---- keys */

bool memo_add_program(struct digest_sum *key) {
    struct arena *a = arena_new();
    struct str id = program_id(a);
    digest_add_field(key, id);
    arena_drop(a);
    return id.n > 0;
}

struct memo_entry memo_entry_of(struct str cache, enum memo_kind kind, struct digest_sum *key) {
    return (struct memo_entry){cache, kind, digest_end(key)};
}

struct str memo_path(struct arena *a, const struct memo_entry *e) {
    struct str name = digest_hex(a, &e->digest);
    struct str shard = path_join(a, path_join(a, e->cache, STR(FOLDER)), str_slice(name, 0, 1));
    return path_join(a, shard, arena_join(a, 2, name, str_of(endings[e->kind])));
}

/* ---- files */

#define SUM_PRIME 0x9E3779B97F4A7C15u /* 2^64 / golden ratio, odd */

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * SUM_PRIME;
    return h ^ (h >> 29);
}

static uint64_t word_at(const char *p) {
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

/* Uses four independent sums, so that multiplications do not wait for one another. */
uint64_t memo_sum(struct str s, uint64_t seed) {
    uint64_t h = mix(SUM_PRIME, seed), lanes[4] = {h, h + 1, h + 2, h + 3};
    size_t i = 0;
    for (; s.n - i >= 32; i += 32) {
        for (size_t k = 0; k < 4; k++) {
            lanes[k] = mix(lanes[k], word_at(s.p + i + 8 * k));
        }
    }
    h = mix(mix(mix(mix(s.n, lanes[0]), lanes[1]), lanes[2]), lanes[3]);
    for (; i < s.n; i++) {
        h = mix(h, (unsigned char)s.p[i]);
    }
    return h;
}

static struct head head_of(const struct digest *key, struct str value) {
    struct head h = {.magic = "dossmemo",
                     .version = 1,
                     .order = 0x01020304u,
                     .key = *key,
                     .size = value.n,
                     .sum = 0};
    h.sum = memo_sum(value, memo_sum((struct str){(const char *)&h, sizeof h}, 0));
    return h;
}

/** Returns the value in the text of a file; a NULL pointer if the file is not valid. */
static struct str value_in(struct str file, const struct digest *key) {
    struct str value = str_from(file, sizeof(struct head));
    struct head want = head_of(key, value);
    bool sound = file.n >= sizeof want && memcmp(file.p, &want, sizeof want) == 0;
    return sound ? value : (struct str){NULL, 0};
}

struct str memo_load(struct arena *a, const struct memo_entry *e) {
    struct str path = memo_path(a, e), file;
    struct file_id id;
    if (!e->cache.n || file_identify(path, &id) != 0 || file_read(a, path, MAX_VALUE, &file) != 0) {
        return (struct str){NULL, 0};
    }
    struct str value = value_in(file, &e->digest);
    if (!value.p) {
        (void)file_remove(path);
    } else if (id.modified < (int64_t)time(NULL) - CALENDAR_DAY) {
        (void)file_touch(path);
    }
    return value;
}

/* ---- pruning */

struct aged {
    struct timespec time;
    uint64_t size;
    struct str name;
};

static int by_age(const void *pa, const void *pb) {
    const struct timespec *a = &((const struct aged *)pa)->time,
                          *b = &((const struct aged *)pb)->time;
    return a->tv_sec != b->tv_sec ? (a->tv_sec > b->tv_sec) - (a->tv_sec < b->tv_sec)
                                  : (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static bool is_ours(struct str name) {
    bool known = false;
    for (size_t i = 0; i < MEMO_KINDS && name.n > DIGEST_HEX; i++) {
        known = known || str_is(str_from(name, DIGEST_HEX), endings[i]);
    }
    return known;
}

/* Another process may prune the same folder at the same time, so a file may be missing when it is
 * to be removed. */
void memo_prune(struct str shard, uint64_t max) {
    struct arena *a = arena_new();
    VEC(struct aged) all = VEC_INIT;
    uint64_t sum = 0;
    char *z = file_zero(shard);
    DIR *d = z ? opendir(z) : NULL;
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        struct stat st;
        if (is_ours(str_of(e->d_name)) &&
            fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode)) {
            uint64_t size = st.st_size > 0 ? (uint64_t)st.st_size : 0;
            sum += size;
            vec_push(&all, ((struct aged){st.st_mtim, size, arena_str(a, str_of(e->d_name))}));
        }
    }
    bool full = sum > max;
    if (full) {
        vec_sort(&all, by_age);
    }
    for (size_t i = 0; i < all.n && full && sum > max / 4 * 3; i++) {
        if (unlinkat(dirfd(d), all.p[i].name.p, 0) == 0) {
            sum -= all.p[i].size;
        }
    }
    if (d) {
        closedir(d);
    }
    free(z);
    vec_drop(&all);
    arena_drop(a);
}

int memo_save(const struct memo_entry *e, struct str value) {
    struct arena *a = arena_new();
    struct str path = memo_path(a, e);
    struct head h = head_of(&e->digest, value);
    struct buf file;
    buf_init(&file, MAX_VALUE);
    buf_add(&file, &h, sizeof h);
    buf_str(&file, value);
    int error = file.overflow ? EFBIG : file_make_private_dirs(path_dir(path));
    error = error ? error : file_write_private(path, buf_view(&file));
    if (!error && h.sum % 16 == 0) { /* examining all files at every save would take too long */
        memo_prune(path_dir(path), MEMO_SHARD_MAX);
    }
    buf_drop(&file);
    arena_drop(a);
    return error;
}
