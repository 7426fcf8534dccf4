/* SPDX-License-Identifier: MIT */
/*
 * Parts of files. The memory has the length of the file; the system provides its pages on first
 * use, filled with zeros. One bit for each block records whether the block has been read.
 */
#include "core/base/window.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct window {
    int fd;
    char *p;
    size_t n;
    uint8_t *loaded; /* one bit per block: whether it has been read */
    window_check *check;
    void *user;
    bool failed;
};

struct window *window_open(struct str path, const struct file_id *id, window_check *check,
                           void *user) {
    int fd;
    struct file_id now;
    if (file_open(path, &fd, &now) != 0) {
        return NULL;
    }
    size_t n = (size_t)now.size;
    void *p = file_id_eq(&now, id) && n > 0
                  ? mmap(NULL, n, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                  : MAP_FAILED;
    if (p == MAP_FAILED) {
        close(fd);
        return NULL;
    }
    struct window *w = xcalloc(1, sizeof *w);
    *w = (struct window){.fd = fd, .p = p, .n = n, .check = check, .user = user};
    w->loaded = xcalloc(n / WINDOW_BLOCK / 8 + 1, 1);
    return w;
}

void window_close(struct window *w) {
    munmap(w->p, w->n);
    close(w->fd);
    free(w->loaded);
    free(w);
}

struct str window_text(const struct window *w) {
    return (struct str){w->p, w->n};
}

bool window_failed(const struct window *w) {
    return w->failed;
}

static bool load_block(struct window *w, size_t block) {
    size_t from = block * WINDOW_BLOCK, n = w->n - from < WINDOW_BLOCK ? w->n - from : WINDOW_BLOCK;
    if (file_read_at(w->fd, from, w->p + from, n) &&
        w->check(w->user, block, (struct str){w->p + from, n})) {
        w->loaded[block / 8] |= (uint8_t)(1u << block % 8);
        return true;
    }
    memset(w->p + from, 0, n);
    w->failed = true;
    return false;
}

bool window_need(struct window *w, size_t begin, size_t end) {
    end = end < w->n ? end : w->n;
    for (size_t block = begin / WINDOW_BLOCK; begin < end && block <= (end - 1) / WINDOW_BLOCK;
         block++) {
        if (!(w->loaded[block / 8] >> block % 8 & 1) && !load_block(w, block)) {
            return false;
        }
    }
    return !w->failed;
}
