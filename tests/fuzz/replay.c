/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target over files and folders, once each, so that every test run checks the seeds and
 * a crash that the fuzzer found can be debugged. Of each seed, short prefixes and copies with
 * broken bytes are tried too. Writes TAP.
 */
#include "replay.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/vec.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define PREFIXES 64u
#define BREAKS 64u

/* A copy of exactly the size, so that AddressSanitizer sees a read past the end. */
static void run_one(fuzz_target *target, struct str s) {
    uint8_t *copy = xmalloc(s.n);
    if (s.n > 0) {
        memcpy(copy, s.p, s.n);
    }
    target(copy, s.n);
    free(copy);
}

static void run_seed(fuzz_target *target, struct str s) {
    run_one(target, s);
    for (size_t i = 0; i < PREFIXES; i++) {
        run_one(target, str_slice(s, 0, s.n * i / PREFIXES));
    }
    char *broken = xmalloc(s.n);
    for (size_t i = 0; i < BREAKS && s.n > 0; i++) {
        memcpy(broken, s.p, s.n);
        broken[s.n * i / BREAKS] = "\xFF\0{\"\\<"[i % 6];
        run_one(target, (struct str){broken, s.n});
    }
    free(broken);
}

static bool run_file(fuzz_target *target, const char *path, int number) {
    struct arena *a = arena_new();
    struct str text;
    int error = file_read(a, str_of(path), LIMIT_BUF, &text);
    if (error == 0) {
        run_seed(target, text);
    }
    printf("%s %d - %s\n", error == 0 ? "ok" : "not ok", number, path);
    fflush(stdout);
    arena_drop(a);
    return error == 0;
}

int replay(fuzz_target *target, int argc, char **argv) {
    int count = 0;
    bool good = true;
    for (int i = 1; i < argc; i++) {
        DIR *dir = opendir(argv[i]);
        if (!dir) {
            good &= run_file(target, argv[i], ++count);
            continue;
        }
        for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
            if (e->d_name[0] != '.') {
                struct arena *a = arena_new();
                good &=
                    run_file(target, path_join(a, str_of(argv[i]), str_of(e->d_name)).p, ++count);
                arena_drop(a);
            }
        }
        closedir(dir);
    }
    printf("1..%d\n", count);
    return good && count > 0 ? 0 : 1;
}
