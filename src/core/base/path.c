/* SPDX-License-Identifier: MIT */
/*
 * Paths as text; the file system is never read.
 */
#include "core/base/file.h"

#include "core/base/utf8.h"

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
    size_t base = str_after_last(path, '/'), end = base;
    while (end > 0 && path.p[end - 1] == '/') {
        end--;
    }
    return str_slice(path, 0, base > 0 && end == 0 ? 1 : end);
}

struct str path_base(struct str path) {
    return str_from(path, str_after_last(path, '/'));
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

/* Returns the offset of the dot before the extension in a base name, or 0 without an extension. A
 * leading dot marks a hidden file and does not begin an extension. */
static size_t extension_dot(struct str base) {
    return str_after_last(str_from(base, 1), '.');
}

struct str path_stem(struct str path) {
    struct str base = path_base(path);
    size_t dot = extension_dot(base);
    return dot ? str_slice(base, 0, dot) : base;
}

struct str path_ext(struct str path) {
    struct str base = path_base(path);
    size_t dot = extension_dot(base);
    return str_from(base, dot ? dot + 1 : base.n);
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
