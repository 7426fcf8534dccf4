/* SPDX-License-Identifier: MIT */
/*
 * See prune.h. A file that another process has removed meanwhile is none; one that cannot be
 * removed stays.
 */
#include "core/base/prune.h"

#include "core/base/file.h"
#include "core/base/file_zero.h"
#include "core/base/vec.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOKS 64 /* at so many files a time */

static DIR *open_folder(struct str dir) {
    char *z = file_zero(dir.n ? dir : STR("."));
    DIR *d = z ? opendir(z) : NULL;
    free(z);
    return d;
}

void prune_gone(struct arena *a, struct str dir, struct str suffix, uint64_t turn,
                bool (*gone)(struct arena *a, struct str path)) {
    DIR *d = open_folder(dir);
    if (!d) {
        return;
    }
    size_t total = 0, looks = 0;
    while (readdir(d)) {
        total++;
    }
    size_t skip = total > LOOKS ? (size_t)(turn % total) : 0;
    rewinddir(d);
    for (struct dirent *e = readdir(d); e && looks < LOOKS; e = readdir(d)) {
        if (skip > 0) {
            skip--;
        } else if (str_ends(str_of(e->d_name), suffix)) {
            looks++;
            struct str path = path_join(a, dir, str_of(e->d_name));
            if (gone(a, path)) {
                (void)file_remove(path);
            }
        }
    }
    closedir(d);
}

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

void prune_oldest(struct str dir, uint64_t most, bool (*ours)(struct str name)) {
    struct arena *a = arena_new();
    VEC(struct aged) all = VEC_INIT;
    uint64_t sum = 0;
    DIR *d = open_folder(dir);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        struct stat st;
        if (ours(str_of(e->d_name)) &&
            fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode)) {
            uint64_t size = st.st_size > 0 ? (uint64_t)st.st_size : 0;
            sum += size;
            vec_push(&all, ((struct aged){st.st_mtim, size, arena_str(a, str_of(e->d_name))}));
        }
    }
    bool full = sum > most;
    if (full) {
        qsort(all.p, all.n, sizeof *all.p, by_age);
    }
    for (size_t i = 0; i < all.n && full && sum > most / 4 * 3; i++) {
        if (unlinkat(dirfd(d), all.p[i].name.p, 0) == 0) {
            sum -= all.p[i].size;
        }
    }
    if (d) {
        closedir(d);
    }
    vec_drop(&all);
    arena_drop(a);
}
