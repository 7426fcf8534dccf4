/* SPDX-License-Identifier: MIT */
/*
 * Removes from TIFF files (revision 6.0) everything that identifies their makers. The file keeps
 * its length and the offsets of its pixels: entries of directories are removed, and their data are
 * set to zero.
 */
#include "print/image/image_internal.h"

#include "core/base/buf.h"

#include <string.h>

#define MAX_FOLDERS 1000 /* maximum number of directories that are followed */

struct tiff {
    unsigned char *p;
    size_t n;
    bool little;
    size_t folders[MAX_FOLDERS]; /* the offsets of the directories */
    size_t count;
};

static size_t number(const struct tiff *t, size_t at, size_t bytes) {
    return image_number((struct str){(const char *)t->p, t->n}, at, bytes, t->little);
}

/** Whether an entry with this tag is removed: description, maker and model of the camera, program,
 * date, artist, host, copyright; XMP, IPTC, Photoshop's data; the directories of Exif and GPS,
 * whose values are removed too. */
static bool is_dropped(size_t tag) {
    static const size_t tags[] = {269,   270,   271,   272,   285,   305,   306,   315,
                                  316,   700,   33432, 33723, 34377, 34665, 34853, 37724,
                                  40092, 40093, 40091, 40094, 40095, 42016, 42032, 42033};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        if (tags[i] == tag) {
            return true;
        }
    }
    return false;
}

static bool follow(struct tiff *t, size_t at) {
    for (size_t i = 0; i < t->count; i++) {
        if (t->folders[i] == at) {
            return true;
        }
    }
    if (at > t->n || t->n - at < 2 || t->count == MAX_FOLDERS) {
        return false;
    }
    t->folders[t->count++] = at;
    return true;
}

/** Sets the data of an entry to zero. Returns false if they are outside of the file. */
static bool wipe(struct tiff *t, size_t entry) {
    static const unsigned char sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
    size_t type = number(t, entry + 2, 2), n = number(t, entry + 4, 4);
    size_t bytes = (type < ARRAY_LEN(sizes) ? sizes[type] : 1) * n;
    if (bytes > 4) {
        size_t at = number(t, entry + 8, 4);
        if (at < 8 || at > t->n || bytes > t->n - at) {
            return false;
        }
        memset(t->p + at, 0, bytes);
    }
    return true;
}

static bool wipe_folder(struct tiff *t, size_t at) {
    if (at < 8 || at > t->n || t->n - at < 2) {
        return false;
    }
    size_t n = number(t, at, 2);
    if (n * 12 > t->n - at - 2) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!wipe(t, at + 2 + 12 * i)) {
            return false;
        }
    }
    memset(t->p + at, 0, 2 + 12 * n);
    return true;
}

static bool clean_folder(struct tiff *t, size_t at) {
    size_t n = number(t, at, 2), kept = 0, first = at + 2;
    if (n * 12 + 4 > t->n - first) {
        return false;
    }
    size_t next = number(t, first + 12 * n, 4);
    for (size_t i = 0; i < n; i++) {
        size_t entry = first + 12 * i, tag = number(t, entry, 2), value = number(t, entry + 8, 4);
        /* the tag SubIFDs leads to another directory */
        if (tag == 330 && number(t, entry + 4, 4) == 1 && !follow(t, value)) {
            return false;
        }
        if (is_dropped(tag)) {
            bool folder = tag == 34665 || tag == 34853;
            if (!(folder ? wipe_folder(t, value) : wipe(t, entry))) {
                return false;
            }
        } else {
            memmove(t->p + first + 12 * kept++, t->p + entry, 12);
        }
    }
    size_t link = first + 12 * kept;
    memmove(t->p + link, t->p + first + 12 * n, 4);
    memset(t->p + link + 4, 0, 12 * (n - kept));
    t->p[at + t->little] = (unsigned char)(kept >> 8);
    t->p[at + !t->little] = (unsigned char)(kept & 0xFF);
    return next == 0 || follow(t, next);
}

bool image_tiff_clean(struct buf *out, struct str file) {
    buf_str(out, file);
    if (out->overflow || file.n < 8) {
        return false;
    }
    struct tiff t = {.p = (unsigned char *)out->p, .n = out->n, .little = file.p[0] == 'I'};
    if (!follow(&t, number(&t, 4, 4))) {
        return false;
    }
    for (size_t i = 0; i < t.count; i++) {
        if (!clean_folder(&t, t.folders[i])) {
            return false;
        }
    }
    return true;
}
