/* SPDX-License-Identifier: MIT */
/*
 * The folders of the library's styles, locales and hyphenation tables. The only file that is
 * compiled with the path of an installation folder.
 */
#include "job/build/build.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef DOSSIER_DATADIR
#define DOSSIER_DATADIR "/usr/local/share/dossier"
#endif

/** The file that this code was loaded from: the shared library or the program. */
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

size_t build_data_dirs(struct arena *a, struct str *out, size_t max) {
    size_t n = 0;
    struct str file = own_file(a);
    if (file.n) {
        struct str up = path_dir(path_dir(file));
        n = add(a, up, out, n, max); /* out/dossier in the source tree */
        n = add(a, path_join(a, up, STR("share/dossier")), out, n,
                max); /* PREFIX/bin or PREFIX/lib */
    }
    if (n < max) {
        out[n++] = STR(DOSSIER_DATADIR);
    }
    return n;
}

struct str build_patterns_dir(struct arena *a) {
    static const char *const places[] = {"patterns", "../share/dossier/patterns"};
    struct str dir, file = own_file(a);
    for (size_t i = 0; file.n && i < ARRAY_LEN(places); i++) { /* in the source tree; installed */
        dir = path_join(a, path_dir(file), str_of(places[i]));
        if (file_is_dir(dir)) {
            return dir;
        }
    }
    dir = STR(DOSSIER_DATADIR "/patterns");
    return file_is_dir(dir) ? dir : STR_EMPTY;
}
