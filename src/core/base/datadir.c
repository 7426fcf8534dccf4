/* SPDX-License-Identifier: MIT */
/*
 * Finds the data beside the program or the library. This is the only file that is compiled with the
 * path of an installation folder.
 */
#include "core/base/datadir.h"

#include "core/base/file.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef DOSSIER_DATADIR
#define DOSSIER_DATADIR "/usr/local/share/dossier"
#endif

/** Returns the file that this code was loaded from: the shared library or the program. */
static struct str own_file(struct arena *a) {
    Dl_info info;
    /* for the program itself, dladdr() returns argv[0], which need not be a path */
    if (dladdr(DOSSIER_DATADIR, &info) != 0 && info.dli_fname) {
        struct str name = str_of(info.dli_fname), base = path_base(name);
        if (str_ends(base, STR(".so")) || str_find(base, STR(".so.")) != STR_NONE) {
            char *real = realpath(arena_str(a, name).p, NULL);
            struct str out = arena_str(a, str_of(real));
            free(real);
            return out;
        }
    }
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    return n > 0 && (size_t)n < sizeof path ? arena_str(a, (struct str){path, (size_t)n})
                                            : STR_EMPTY;
}

static size_t add(struct arena *a, struct str dir, struct str *out, size_t n, size_t max) {
    if (n < max && dir.n && file_is_dir(path_join(a, dir, STR("styles")))) {
        out[n++] = dir;
    }
    return n;
}

size_t datadir_list(struct arena *a, struct str *out, size_t max) {
    size_t n = 0;
    struct str file = own_file(a);
    if (file.n) {
        struct str up = path_dir(path_dir(file));
        n = add(a, up, out, n, max); /* for the program out/dossier in the source tree */
        /* for a program in PREFIX/bin, or a library in PREFIX/lib */
        n = add(a, path_join(a, up, STR("share/dossier")), out, n, max);
    }
    if (n < max) {
        out[n++] = STR(DOSSIER_DATADIR);
    }
    return n;
}

struct str datadir_of(struct arena *a, struct str name) {
    struct str file = own_file(a), dir = path_dir(file);
    const struct str places[] = {
        path_join(a, dir, name), /* out/NAME in the source tree */
        path_join(a, path_dir(dir), arena_join(a, 2, STR("share/dossier/"), name)),
        arena_join(a, 2, STR(DOSSIER_DATADIR "/"), name)};
    for (size_t i = file.n ? 0 : 2; i < ARRAY_LEN(places); i++) {
        if (file_is_dir(places[i])) {
            return places[i];
        }
    }
    return STR_EMPTY;
}

struct str datadir_libraries(struct arena *a) {
    struct str file = own_file(a);
    struct str dir = path_join(a, path_dir(path_dir(file)), STR("lib/dossier"));
    return file.n && file_is_dir(dir) ? dir : STR_EMPTY;
}
