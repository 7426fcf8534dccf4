/* SPDX-License-Identifier: MIT */
/*
 * Paths as text; the file system is never read.
 */
#include "core/base/file.h"

#include "core/base/utf8.h"

static size_t last_slash(struct str path) {
    for (size_t i = path.n; i > 0; i--) {
        if (path.p[i - 1] == '/') {
            return i - 1;
        }
    }
    return STR_NONE;
}

struct str path_join(struct arena *a, struct str dir, struct str name) {
    if (dir.n == 0 || (name.n > 0 && name.p[0] == '/')) {
        return arena_str(a, name);
    }
    if (dir.p[dir.n - 1] == '/') {
        return arena_join(a, 2, dir, name);
    }
    return arena_join(a, 3, dir, STR("/"), name);
}

bool path_is_below(struct str path, struct str dir) {
    return str_starts(path, dir) && path.n > dir.n && path.p[dir.n] == '/';
}

struct str path_dir(struct str path) {
    size_t slash = last_slash(path);
    if (slash == STR_NONE) {
        return str_slice(path, 0, 0);
    }
    while (slash > 0 && path.p[slash - 1] == '/') {
        slash--;
    }
    return str_slice(path, 0, slash == 0 ? 1 : slash);
}

struct str path_base(struct str path) {
    size_t slash = last_slash(path);
    return slash == STR_NONE ? path : str_from(path, slash + 1);
}

bool path_up(struct arena *a, struct str *dir) {
    if (str_is(*dir, "/")) {
        return false;
    }
    if (str_is(path_base(*dir), "..")) {
        *dir = path_join(a, *dir, STR(".."));
    } else {
        *dir = dir->n == 0 || str_is(*dir, ".") ? STR("..") : path_dir(*dir);
    }
    return true;
}

/* The offset of the dot before the extension in a base name. A leading dot marks a hidden file and
 * does not begin an extension. */
static size_t extension_dot(struct str base) {
    for (size_t i = base.n; i > 1; i--) {
        if (base.p[i - 1] == '.') {
            return i - 1;
        }
    }
    return STR_NONE;
}

struct str path_stem(struct str path) {
    struct str base = path_base(path);
    size_t dot = extension_dot(base);
    return dot == STR_NONE ? base : str_slice(base, 0, dot);
}

struct str path_ext(struct str path) {
    struct str base = path_base(path);
    size_t dot = extension_dot(base);
    return dot == STR_NONE ? str_slice(base, base.n, base.n) : str_from(base, dot + 1);
}

struct str path_of_url(struct arena *a, struct str url) {
    if (str_index(url, '%') == STR_NONE) {
        return url;
    }
    char *out = arena_alloc(a, url.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < url.n; i++) {
        bool escape = url.p[i] == '%' && i + 2 < url.n;
        int high = escape ? hex_digit(url.p[i + 1]) : -1;
        int low = escape ? hex_digit(url.p[i + 2]) : -1;
        if (high >= 0 && low >= 0 && high + low > 0) { /* `%00` would become a NUL, so it stays */
            out[n++] = (char)(unsigned char)(high * 16 + low);
            i += 2;
        } else {
            out[n++] = url.p[i];
        }
    }
    out[n] = '\0';
    return (struct str){out, n};
}

/** Whether a byte is a control character or reserved in names of files on some system. */
static bool is_reserved(char c) {
    return (unsigned char)c < 0x20 || c == 0x7f || str_index(STR("\\:*?\"<>|"), c) != STR_NONE;
}

bool path_is_portable(struct str path) {
    if (path.n == 0 || path.n > PATH_MAX_PORTABLE || utf8_check(path) != STR_NONE) {
        return false;
    }
    while (path.p) {
        struct str part = str_cut(&path, '/');
        if (part.n == 0 || part.n > PATH_MAX_PART || part.p[0] == '.' ||
            part.p[part.n - 1] == '.' || part.p[part.n - 1] == ' ') {
            return false;
        }
        for (size_t i = 0; i < part.n; i++) {
            if (is_reserved(part.p[i])) {
                return false;
            }
        }
    }
    return true;
}
