/* SPDX-License-Identifier: MIT */
/*
 * Compares two pictures of a page, as pdftoppm -gray writes them (PGM, netpbm's P5).
 *
 *     pgm_compare TOLERANCE EXPECTED.pgm GOT.pgm DIFFERENCE.pgm
 *
 * Readers of different ages round the edges of glyphs differently, a little everywhere; a wrong
 * glyph differs much in one place. So what counts is the worst cell: the sum of differences over a
 * window about as large as a letter, each difference being free up to a few grey levels. Prints
 * that sum and its place. The exit status is 1 when it is over the tolerance, or the pages have not
 * one size; then DIFFERENCE shows where: what is missing dark, the cells over the tolerance framed.
 *
 *     pgm_compare -q PICTURE.pgm > OUT.pgm
 *
 * rounds to 16 greys: what is kept packs better.
 */
#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>

enum { CELL = 6, FREE = 24, SIDE_MAX = 20000 };

struct picture {
    int64_t width, height;
    const unsigned char *p;
};

/** The next number of the head; comments do not occur in what pdftoppm writes. */
static bool take_number(struct str *text, int64_t *out) {
    *text = str_trim(*text);
    size_t n = 0;
    while (n < text->n && is_digit(text->p[n])) {
        n++;
    }
    bool ok = n && n < text->n && str_to_i64(str_slice(*text, 0, n), out);
    *text = (struct str){text->p + n, text->n - n};
    return ok;
}

static bool read_picture(struct arena *a, const char *path, struct picture *out) {
    struct str text;
    int64_t depth;
    if (file_read(a, str_of(path), 1u << 30, &text) != 0 || !str_starts(text, STR("P5"))) {
        fprintf(stderr, "pgm_compare: %s is no picture\n", path);
        return false;
    }
    text = str_from(text, 2);
    if (!take_number(&text, &out->width) || !take_number(&text, &out->height) ||
        !take_number(&text, &depth) || depth != 255 || out->width < 1 || out->height < 1 ||
        out->width > SIDE_MAX || out->height > SIDE_MAX ||
        text.n != (size_t)(out->width * out->height) + 1) {
        fprintf(stderr, "pgm_compare: %s is damaged\n", path);
        return false;
    }
    out->p = (const unsigned char *)text.p + 1;
    return true;
}

static int64_t difference(const struct picture *a, const struct picture *b, int64_t x, int64_t y) {
    int64_t at = y * a->width + x;
    int64_t d = a->p[at] > b->p[at] ? a->p[at] - b->p[at] : b->p[at] - a->p[at];
    return d > FREE ? d - FREE : 0;
}

/** Sum over the cell whose corner is at (x, y); cells end at the edge of the page. */
static int64_t cell(const struct picture *a, const struct picture *b, int64_t x, int64_t y) {
    int64_t sum = 0;
    for (int64_t j = y; j < y + CELL && j < a->height; j++) {
        for (int64_t i = x; i < x + CELL && i < a->width; i++) {
            sum += difference(a, b, i, j);
        }
    }
    return sum;
}

static void write_difference(const char *path, const struct picture *a, const struct picture *b,
                             int64_t tolerance) {
    struct arena *arena = arena_new();
    unsigned char *p = arena_alloc(arena, (size_t)(a->width * a->height));
    for (int64_t y = 0; y < a->height; y++) {
        for (int64_t x = 0; x < a->width; x++) {
            /* The page as it was, pale, and the differences on it. */
            int64_t d = difference(a, b, x, y);
            p[y * a->width + x] =
                (unsigned char)(d ? 160 - d / 2 : 224 + a->p[y * a->width + x] / 8);
        }
    }
    for (int64_t y = 0; y < a->height; y += CELL) {
        for (int64_t x = 0; x < a->width; x += CELL) {
            for (int64_t i = 0; cell(a, b, x, y) > tolerance && i < CELL; i++) {
                if (x + i < a->width) {
                    p[y * a->width + x + i] = 0;
                }
                if (y + i < a->height) {
                    p[(y + i) * a->width + x] = 0;
                }
            }
        }
    }
    struct buf b2 = BUF_INIT;
    buf_printf(&b2, "P5\n%zu %zu\n255\n", (size_t)a->width, (size_t)a->height);
    buf_add(&b2, p, (size_t)(a->width * a->height));
    if (file_write(str_of(path), buf_view(&b2)) != 0) {
        fprintf(stderr, "pgm_compare: cannot write %s\n", path);
    }
    buf_drop(&b2);
    arena_drop(arena);
}

static int compare(struct arena *arena, int64_t tolerance, char **paths) {
    struct picture a, b;
    if (!read_picture(arena, paths[0], &a) || !read_picture(arena, paths[1], &b)) {
        return 2;
    }
    if (a.width != b.width || a.height != b.height) {
        printf("%zux%zu became %zux%zu\n", (size_t)a.width, (size_t)a.height, (size_t)b.width,
               (size_t)b.height);
        return 1;
    }
    int64_t worst = -1, at_x = 0, at_y = 0;
    for (int64_t y = 0; y < a.height; y += 2) {
        for (int64_t x = 0; x < a.width; x += 2) {
            int64_t sum = cell(&a, &b, x, y);
            if (sum > worst) {
                worst = sum, at_x = x, at_y = y;
            }
        }
    }
    printf("worst cell %lld of %lld at %lld,%lld\n", (long long)worst, (long long)tolerance,
           (long long)at_x, (long long)at_y);
    if (worst <= tolerance) {
        return 0;
    }
    write_difference(paths[2], &a, &b, tolerance);
    return 1;
}

static int quantise(struct arena *arena, const char *path) {
    struct picture a;
    if (!read_picture(arena, path, &a)) {
        return 2;
    }
    printf("P5\n%zu %zu\n255\n", (size_t)a.width, (size_t)a.height);
    for (int64_t i = 0; i < a.width * a.height; i++) {
        putchar((a.p[i] + 8) / 17 * 17);
    }
    return fflush(stdout) == 0 ? 0 : 2;
}

int main(int argc, char **argv) {
    struct arena *arena = arena_new();
    int64_t tolerance;
    int status = 2;
    if (argc == 3 && str_is(str_of(argv[1]), "-q")) {
        status = quantise(arena, argv[2]);
    } else if (argc == 5 && str_to_i64(str_of(argv[1]), &tolerance)) {
        status = compare(arena, tolerance, argv + 2);
    } else {
        fprintf(stderr, "usage: pgm_compare TOLERANCE EXPECTED GOT DIFFERENCE | -q PICTURE\n");
    }
    arena_drop(arena);
    return status;
}
