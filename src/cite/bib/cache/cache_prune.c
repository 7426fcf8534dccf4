/* SPDX-License-Identifier: MIT */
/*
 * Indexes that nobody needs any more: their .bib was deleted or moved. Looked for when another one
 * is written, which is seldom. A file that is only out of reach costs one reading more.
 */
#include "cite/bib/cache/cache_format.h"

#include "core/base/file.h"
#include "core/base/prune.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_LONGEST 4096u

/** The path at the end of an index of this version; empty when it is none, or damaged. */
static struct str path_in(struct arena *a, int fd) {
    struct bib_cache_head h;
    struct bib_cache_layout at;
    if (!file_read_at(fd, 0, &h, sizeof h) ||
        memcmp(h.magic, BIB_CACHE_MAGIC, sizeof h.magic) != 0 || h.version != BIB_CACHE_VERSION ||
        h.order != BIB_CACHE_ORDER || h.sum != bib_cache_head_sum(&h) || h.path_size == 0 ||
        h.path_size > PATH_LONGEST || !bib_cache_layout(&h, &at)) {
        return STR_EMPTY;
    }
    char *p = arena_alloc(a, h.path_size + 1);
    p[h.path_size] = '\0';
    return file_read_at(fd, at.path, p, h.path_size) ? (struct str){p, h.path_size} : STR_EMPTY;
}

/** Whether an index is one of a file that is gone. */
static bool is_of_none(struct arena *a, struct str index) {
    int fd = open(index.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    struct stat st;
    struct str path = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? path_in(a, fd) : STR_EMPTY;
    close(fd);
    return path.n && stat(path.p, &st) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

void bib_cache_prune(struct arena *a, struct str dir, uint64_t turn) {
    prune_gone(a, dir, STR(".bib-index"), turn, is_of_none);
}
