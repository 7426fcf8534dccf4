/* SPDX-License-Identifier: MIT */
/*
 * Files are whole or not there; paths are only text.
 */
#include "base/file.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

static void test_paths(struct arena *a) {
    static const struct {
        const char *path, *dir, *base, *stem, *ext;
    } rows[] = {
        {"a/b.md", "a", "b.md", "b", "md"},
        {"b.md", "", "b.md", "b", "md"},
        {"/x", "/", "x", "x", ""},
        {"a//b", "a", "b", "b", ""},
        {".bashrc", "", ".bashrc", ".bashrc", ""},
        {"a.b/c", "a.b", "c", "c", ""},
        {"x.tar.gz", "", "x.tar.gz", "x.tar", "gz"},
        {"", "", "", "", ""},
        {"d/", "d", "", "", ""},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str p = str_of(rows[i].path);
        is_str(path_dir(p), rows[i].dir, "folder");
        is_str(path_base(p), rows[i].base, "base name");
        is_str(path_stem(p), rows[i].stem, "stem");
        is_str(path_ext(p), rows[i].ext, "extension");
    }
    is_str(path_join(a, STR("a"), STR("b")), "a/b", "joined");
    is_str(path_join(a, STR("a/"), STR("b")), "a/b", "one slash is enough");
    is_str(path_join(a, STR("a"), STR("/b")), "/b", "absolute names stand alone");
    is_str(path_join(a, STR_EMPTY, STR("b")), "b", "no folder");
}

static int count_files(struct str dir) {
    int n = 0;
    DIR *d = opendir(dir.p);
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    }
    if (d) {
        closedir(d);
    }
    return n;
}

static void test_write(struct arena *a, struct str dir) {
    struct str path = path_join(a, dir, STR("out.txt"));
    struct str text;
    is_int(file_write(path, STR("first")), 0, "written");
    is_int(chmod(path.p, 0640), 0, "permissions set");
    is_int(file_write(path, STR("second")), 0, "written again");
    is_int(file_read(a, path, 100, &text), 0, "read");
    is_str(text, "second", "what was written");
    struct stat st;
    ok(stat(path.p, &st) == 0 && (st.st_mode & 0777) == 0640, "permissions are kept");
    is_int(file_read(a, path, 5, &text), EFBIG, "over the limit");
    is_int(file_read(a, path, 6, &text), 0, "at the limit");
    struct str link = path_join(a, dir, STR("link"));
    ok(symlink("out.txt", link.p) == 0, "linked");
    is_int(file_write(link, STR("third")), 0, "written through the link");
    ok(lstat(link.p, &st) == 0 && S_ISLNK(st.st_mode), "the link stays");
    ok(file_read(a, path, 100, &text) == 0 && str_is(text, "third"), "its target is replaced");
    is_int(file_write(dir, STR("x")), EISDIR, "a folder is no file");
    is_int(file_write(path_join(a, dir, STR("none/x")), STR("x")), ENOENT, "no such folder");
    is_int(file_write(STR("/dev/null"), STR("x")), 0, "devices take text");
    ok(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode), "and stay devices");
    is_int(count_files(dir), 2, "no temporary file is left");
    if (geteuid() != 0) {
        ok(chmod(dir.p, 0555) == 0, "folder made read-only");
        is_int(file_write(path, STR("fourth")), EACCES, "no temporary file, no writing");
        ok(chmod(dir.p, 0755) == 0, "folder made writable");
    }
    is_int(file_write(STR("/dev/full"), STR("x")), ENOSPC, "a full device is told");
}

static void test_read(struct arena *a, struct str dir) {
    struct str text;
    is_int(file_read(a, path_join(a, dir, STR("nothing")), 10, &text), ENOENT, "not there");
    is_int(file_read(a, dir, 10, &text), EISDIR, "a folder");
    is_int(file_read(a, (struct str){"a\0b", 3}, 10, &text), ENOENT, "a NUL in the path");
    if (file_exists(STR("/proc/self/status"))) {
        ok(file_read(a, STR("/proc/self/status"), 1u << 20, &text) == 0 && text.n > 100,
           "files without a size are read too");
    } else {
        skip("/proc is not mounted");
    }
    is_int(file_read(a, STR("/dev/zero"), 1000, &text), EFBIG, "endless files end at the limit");
    is_int(file_write(path_join(a, dir, STR("empty")), STR_EMPTY), 0, "an empty file");
    ok(file_read(a, path_join(a, dir, STR("empty")), 10, &text) == 0 && text.n == 0 && text.p,
       "is read as an empty text");
}

static void test_dirs(struct arena *a, struct str dir) {
    struct str deep = path_join(a, dir, STR("a/b//c/"));
    is_int(file_make_dirs(deep), 0, "parents are made");
    ok(file_is_dir(deep), "it is a folder");
    is_int(file_make_dirs(deep), 0, "making it again is fine");
    is_int(file_make_dirs(path_join(a, dir, STR("out.txt/d"))), ENOTDIR,
           "below a file there is none");
    is_int(file_make_dirs(path_join(a, dir, STR("out.txt"))), ENOTDIR, "a file is in the way");
    ok(file_exists(dir) && !file_exists(path_join(a, dir, STR("no"))), "exists");
    ok(!file_is_dir(path_join(a, dir, STR("out.txt"))), "a file is no folder");
}

int main(void) {
    struct arena *a = arena_new();
    char name[] = "/tmp/dossier-test-XXXXXX";
    if (!mkdtemp(name)) {
        return 1;
    }
    struct str dir = str_of(name);
    test_paths(a);
    test_write(a, dir);
    test_read(a, dir);
    test_dirs(a, dir);
    struct str rm = arena_printf(a, "rm -rf '%s'", name);
    is_int(system(rm.p), 0, "cleaned up");
    arena_drop(a);
    return tap_done();
}
