/* SPDX-License-Identifier: MIT */
/*
 * What was asked of the file system: which changes are seen, which are none; and the pruning of a
 * cache's folder.
 */
#include "core/base/fsquery.h"
#include "core/base/prune.h"
#include "tap.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

static struct arena *arena;
static struct str dir;

static struct str at(const char *name) {
    return path_join(arena, dir, str_of(name));
}

static void put(const char *name, const char *text, time_t age) {
    struct str path = at(name);
    (void)file_write(path, str_of(text));
    struct timespec old[2] = {{.tv_sec = time(NULL) - age}, {.tv_sec = time(NULL) - age}};
    (void)utimensat(AT_FDCWD, path.p, old, 0);
}

/** Asks for a text as readers do. */
static void read_text(struct asked *asked, const char *name) {
    struct str text = STR_EMPTY;
    asked_text(asked, at(name));
    int err = file_read(arena, at(name), 1000, &text);
    asked_read(asked, at(name), err ? STR_EMPTY : text);
}

static bool all_hold(struct asked *asked) {
    bool same = true, renewed = false;
    for (size_t i = 0; i < asked->list.n; i++) {
        same = same && asked_holds(asked, &asked->list.p[i], &renewed);
    }
    return same;
}

static void texts(void) {
    struct asked asked;
    put("a", "one", 100);
    asked_begin(&asked, arena);
    read_text(&asked, "a");
    read_text(&asked, "gone");
    ok(asked_settle(&asked) && all_hold(&asked), "nothing has changed");
    put("a", "one", 50);
    ok(all_hold(&asked), "another time, the same text");
    put("a", "two", 100);
    ok(!all_hold(&asked), "the same size and time, another text");
    put("a", "one", 100);
    ok(all_hold(&asked), "as it was");
    put("gone", "", 100);
    ok(!all_hold(&asked), "a file that was looked for in vain is there");
    (void)file_remove(at("gone"));
    (void)file_remove(at("a"));
    ok(!all_hold(&asked), "a file is gone");
    asked_drop(&asked);
}

static void stamps(void) {
    struct asked asked;
    put("b", "one", 100);
    asked_begin(&asked, arena);
    asked_text(&asked, at("b"));
    ok(!asked_settle(&asked), "a stamp without a digest is too young: its status has just changed");
    asked_drop(&asked);
    asked_begin(&asked, arena);
    asked.begin += 100;
    asked_text(&asked, at("b"));
    ok(asked_settle(&asked) && all_hold(&asked), "later it is trusted");
    put("b", "one", 100);
    ok(!all_hold(&asked), "without a digest another stamp is another file");
    asked_drop(&asked);
}

static void twice(void) {
    struct asked asked;
    put("c", "one", 100);
    asked_begin(&asked, arena);
    read_text(&asked, "c");
    put("c", "two", 100);
    read_text(&asked, "c");
    ok(!asked_settle(&asked), "a file that changes between two readings");
    asked_drop(&asked);
    asked_begin(&asked, arena);
    asked_text(&asked, STR("/dev/null"));
    ok(!asked_settle(&asked), "what is no file");
    asked_drop(&asked);
}

static void folders(void) {
    struct asked asked;
    size_t n = 0;
    (void)file_make_dirs(at("sub"));
    put("sub/x.csl", "", 100);
    asked_begin(&asked, arena);
    const struct str *names = file_names(arena, at("sub"), STR(".csl"), &n);
    asked_names(&asked, at("sub"), STR(".csl"), names, n);
    ok(!asked_exists(&asked, at("sub/y")) && asked_is_dir(&asked, at("sub")), "answers are given");
    is_str(asked_real_path(&asked, arena, at("sub/.")), file_real_path(arena, at("sub")).p, "too");
    ok(asked_settle(&asked) && all_hold(&asked), "nothing has changed in a folder");
    put("sub/z.txt", "", 100);
    ok(all_hold(&asked), "a name of another ending");
    put("sub/z.csl", "", 100);
    ok(!all_hold(&asked), "a name more");
    (void)file_remove(at("sub/z.csl"));
    (void)file_make_dirs(at("sub/y"));
    ok(!all_hold(&asked), "something where nothing was");
    asked_drop(&asked);
}

/** What one of a run has seen, the others need not ask for, until the run has written. */
static void remembered(void) {
    struct asked one, other;
    struct asked_memo *memo = asked_memo_new();
    put("d", "one", 100);
    asked_begin(&one, arena);
    asked_begin(&other, arena);
    one.memo = other.memo = memo;
    read_text(&one, "d");
    (void)asked_exists(&one, at("later"));
    read_text(&other, "d");
    (void)asked_exists(&other, at("later"));
    ok(all_hold(&one) && all_hold(&other), "nothing has changed for either");
    put("d", "two", 50);
    put("later", "", 100);
    ok(all_hold(&other), "what was seen is not asked for again");
    asked_memo_forget(memo);
    ok(!all_hold(&other), "until it is forgotten");
    (void)file_remove(at("later"));
    put("d", "one", 100);
    asked_memo_forget(memo);
    ok(all_hold(&one), "and seen anew");
    asked_memo_forget(NULL);
    asked_drop(&one);
    asked_drop(&other);
    asked_memo_drop(memo);
}

static bool is_kept(struct str name) {
    return str_ends(name, STR(".kept"));
}

static void pruning(void) {
    (void)file_make_dirs(at("cache"));
    put("cache/old.kept", "0123456789", 300);
    put("cache/new.kept", "0123456789", 100);
    put("cache/middle.kept", "0123456789", 200);
    put("cache/mine.txt", "0123456789", 900);
    prune_oldest(at("cache"), 30, is_kept);
    ok(file_exists(at("cache/old.kept")), "no more than there may be");
    prune_oldest(at("cache"), 29, is_kept);
    ok(!file_exists(at("cache/old.kept")) && file_exists(at("cache/middle.kept")) &&
           file_exists(at("cache/new.kept")),
       "the oldest goes");
    prune_oldest(at("cache"), 1, is_kept);
    ok(!file_exists(at("cache/new.kept")) && file_exists(at("cache/mine.txt")),
       "what is not the cache's stays");
    prune_oldest(at("nowhere"), 1, is_kept);
}

int main(void) {
    arena = arena_new();
    if (file_make_temp_dir(arena, STR("/tmp"), &dir) != 0) {
        return 1;
    }
    texts();
    stamps();
    twice();
    folders();
    remembered();
    pruning();
    (void)file_remove_temp_dir(dir);
    arena_drop(arena);
    return tap_done();
}
