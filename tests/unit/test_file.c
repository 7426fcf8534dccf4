/* SPDX-License-Identifier: MIT */
/* Files are written whole or not at all; paths are only text. */
#include "core/base/file.h"
#include "core/base/window.h"
#include "core/base/write.h"
#include "tap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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
    is_str(path_of_url(a, STR("a%20b%c3%A4%2")), "a bä%2", "escapes of a URL");
    is_str(path_of_url(a, STR("%00%zz%")), "%00%zz%", "and what is none");
    is_str(path_join(a, STR("a/"), STR("b")), "a/b", "one slash is enough");
    is_str(path_join(a, STR("a"), STR("/b")), "/b", "absolute names stand alone");
    is_str(path_join(a, STR_EMPTY, STR("b")), "b", "no folder");
}

static void read_pipes(struct arena *a, struct str pipe) {
    struct str text;
    ok(file_is_stream(pipe) && file_is_stream(STR("/dev/stdin")) && !file_is_stream(STR("/")),
       "what is a stream is known");
    is_int(file_read_stream(a, pipe, 1000, &text), ENODATA, "a pipe without a writer is an error");
    int in = open(pipe.p, O_RDONLY | O_NONBLOCK);
    int out = open(pipe.p, O_WRONLY);
    ok(in >= 0 && write(out, "words", 5) == 5, "somebody writes");
    close(out);
    is_int(file_read_stream(a, pipe, 1000, &text), 0, "and is read");
    is_str(text, "words", "to the end");
    out = open(pipe.p, O_WRONLY);
    ok(write(out, "words", 5) == 5, "more");
    close(out);
    is_int(file_read_stream(a, pipe, 4, &text), EFBIG, "up to the limit");
    close(in);
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

static void test_bytes(struct arena *a, struct str dir) {
    struct str path = path_join(a, dir, STR("bytes"));
    char *p = arena_zalloc(a, 200001, 1);
    for (size_t i = 0; i < 200000; i++) {
        p[i] = (char)('a' + i % 23);
    }
    struct str text = {p, 200000};
    ok(!file_has_bytes(path, STR_EMPTY) && !file_has_bytes(dir, STR_EMPTY),
       "only a file has bytes");
    is_int(file_write(path, text), 0, "a file of several pieces");
    ok(file_has_bytes(path, text), "it has its bytes");
    ok(!file_has_bytes(path, str_slice(text, 0, 199999)), "and no others, fewer");
    p[199999]++;
    ok(!file_has_bytes(path, text), "or another at the end");
    is_int(file_write(path, STR_EMPTY), 0, "emptied");
    ok(file_has_bytes(path, STR_EMPTY) && !file_has_bytes(path, text), "it has none");
    is_int(unlink(path.p), 0, "removed");
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
    struct str first = path_join(a, dir, STR("first"));
    is_int(file_write_first(first.p, STR("mine"), FILE_MODE_OWN), 0, "written where nothing is");
    is_int(file_write_first(first.p, STR("theirs"), FILE_MODE_OWN), EEXIST, "and once alone");
    ok(file_read(a, first, 100, &text) == 0 && str_is(text, "mine"), "what was there stays");
    is_int(file_write_first(link.p, STR("x"), FILE_MODE_OWN), EEXIST, "a link is something, too");
    is_int(unlink(first.p), 0, "removed");
    is_int(count_files(dir), 2, "no temporary file is left");
    if (geteuid() != 0) {
        ok(chmod(dir.p, 0555) == 0, "folder made read-only");
        is_int(file_write(path, STR("fourth")), EACCES, "no temporary file, no writing");
        ok(chmod(dir.p, 0755) == 0, "folder made writable");
    }
    is_int(file_write(STR("/dev/full"), STR("x")), ENOSPC, "a full device is an error");
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
    is_int(file_read(a, STR("/dev/zero"), 1000, &text), EINVAL, "a device is refused");
    is_int(file_read_stream(a, STR("/dev/zero"), 1000, &text), EINVAL, "by both");
    struct str pipe = path_join(a, dir, STR("pipe"));
    is_int(mkfifo(pipe.p, 0600), 0, "a pipe");
    is_int(file_read(a, pipe, 1000, &text), ESPIPE, "is refused, and not waited for");
    is_str(str_of(file_why(ESPIPE)), "it is a pipe, and must be a file", "and in words");
    is_str(str_of(file_why(EINVAL)), "it is a device or a socket, not a file", "so is a device");
    read_pipes(a, pipe);
    is_str(str_of(file_why(-1)), "unknown error", "any error has words");
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

/** Folders: locks between two openers, unreadable ones, and files that grow. */
static void test_folders(struct arena *a, struct str dir) {
    struct str path = path_join(a, dir, STR("locked")), other = path_join(a, dir, STR("other"));
    int first = -1, second = -1;
    is_int(file_lock_folder(path, false, &first), ENOENT, "no folder to lock");
    is_int(file_make_dir(path), 0, "a folder is made");
    is_int(file_make_dir(path), EEXIST, "once");
    is_int(file_lock_folder(path, true, &first), 0, "it is locked");
    is_int(file_lock_folder(path, false, &second), EWOULDBLOCK, "for one opener");
    is_int(second, -1, "the other has nothing to close");
    is_int(file_make_dir(other), 0, "a second folder");
    is_int(file_rename_dir(other, path), 0, "replaces the empty first one");
    is_int(file_lock_folder(path, false, &second), 0, "the name is that of another folder now");
    file_unlock_folder(&first);
    file_unlock_folder(&second);
    file_unlock_folder(&second);
    size_t n = 1;
    ok(file_list(a, path, &n) && n == 0, "an empty folder has a list");
    ok(!file_list(a, other, &n) && errno == ENOENT, "no folder has none");
    struct str text, name = path_join(a, path, STR("list"));
    is_int(file_append(name, STR("a\n")), ENOENT, "nothing is added to no file");
    is_int(file_write(name, STR("a\n")), 0, "a file");
    is_int(file_append(name, STR("b\n")), 0, "grows");
    ok(file_read(a, name, 10, &text) == 0 && str_is(text, "a\nb\n"), "at its end");
    is_int(file_rename_dir(path, dir), ENOTEMPTY, "no folder is replaced that has files");
}

struct expected {
    struct str text;
    size_t asked;
};

static bool expects(void *user, size_t block, struct str text) {
    struct expected *e = user;
    e->asked++;
    return str_eq(text, str_slice(e->text, block * WINDOW_BLOCK, (block + 1) * WINDOW_BLOCK));
}

/** Parts of a file, and one that changes while it is looked at. */
static void test_window(struct arena *a, struct str dir) {
    struct str path = path_join(a, dir, STR("big"));
    size_t n = 3 * WINDOW_BLOCK + 100;
    char *text = arena_alloc(a, n);
    for (size_t i = 0; i < n; i++) {
        text[i] = (char)('a' + i % 23);
    }
    struct expected e = {{text, n}, 0};
    struct file_id id, other;
    is_int(file_identify(dir, &id), EINVAL, "a folder is no regular file");
    is_int(file_write(path, e.text), 0, "written");
    is_int(file_identify(path, &id), 0, "identified");
    other = id;
    other.changed_ns ^= 1;
    ok(window_open(path, &other, expects, &e) == NULL, "another file is not opened");
    struct window *w = window_open(path, &id, expects, &e);
    struct str seen = window_text(w);
    is_int(seen.n, (long long)n, "the length of the file");
    is_int(seen.p[0], 0, "nothing is there before it is needed");
    ok(window_need(w, WINDOW_BLOCK - 1, WINDOW_BLOCK + 1), "two blocks are read");
    ok(window_need(w, WINDOW_BLOCK, WINDOW_BLOCK + 5), "and not again");
    is_int(e.asked, 2, "each is checked once");
    is_str(str_slice(seen, WINDOW_BLOCK, WINDOW_BLOCK + 9),
           arena_str(a, (struct str){text + WINDOW_BLOCK, 9}).p, "at their own offsets");
    is_int(seen.p[2 * WINDOW_BLOCK], 0, "the others are not");
    ok(window_need(w, n - 1, n + 1000), "the last, shorter block");
    ok(window_need(w, n + 7, n + 9), "nothing behind the end");
    text[2 * WINDOW_BLOCK] ^= 1;
    ok(!window_need(w, 0, n) && window_failed(w), "a block that is not the one expected");
    is_int(seen.p[2 * WINDOW_BLOCK], 0, "is not shown");
    text[2 * WINDOW_BLOCK] ^= 1;
    ok(!window_need(w, 0, 1), "no trust afterwards");
    window_close(w);
    w = window_open(path, &id, expects, &e);
    is_int(truncate(path.p, WINDOW_BLOCK), 0, "cut off while it is open");
    ok(window_need(w, 0, 1) && !window_need(w, 0, n), "what is gone is not read, and nobody dies");
    window_close(w);
    is_int(unlink(path.p), 0, "removed");
}

int main(void) {
    struct arena *a = arena_new();
    char name[] = "/tmp/dossier-test-XXXXXX";
    if (!mkdtemp(name)) {
        return 1;
    }
    struct str dir = str_of(name);
    test_paths(a);
    test_bytes(a, dir);
    test_write(a, dir);
    test_read(a, dir);
    test_dirs(a, dir);
    test_folders(a, dir);
    test_window(a, dir);
    struct str rm = arena_printf(a, "rm -rf '%s'", name);
    is_int(system(rm.p), 0, "cleaned up");
    arena_drop(a);
    return tap_done();
}
