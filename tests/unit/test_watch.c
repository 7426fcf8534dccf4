/* SPDX-License-Identifier: MIT */
/*
 * Waiting for changes of files, by the system and by polling: what is a change, and what is
 * not. Each wait for a change has a long timeout, so that no test depends on the speed of the
 * machine.
 */
#include "core/base/arena.h"
#include "core/base/file.h"
#include "core/base/watch.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { LONG = 20000, SHORT = 400 };

static void put(const char *path, const char *text) {
    if (file_write(str_of(path), str_of(text)) != 0) {
        printf("Bail out! cannot write %s\n", path);
        exit(1);
    }
}

/** The changed paths, with blanks between. */
static struct str changes(struct arena *a, const struct watch *w) {
    const struct str *paths;
    size_t n = watch_changes(w, &paths);
    struct str all = STR_EMPTY;
    for (size_t i = 0; i < n; i++) {
        all = i ? arena_join(a, 3, all, STR(" "), paths[i]) : paths[i];
    }
    return all;
}

static void test_files(bool polls) {
    struct arena *a = arena_new();
    put("a.md", "one");
    put("b.md", "one");
    struct str files[] = {STR("a.md"), STR("b.md"), STR("later/c.bib")};
    struct watch *w = watch_new(polls);
    watch_these(w, files, 3, NULL, 0, watch_now());
    (void)watch_wait(w, 50); /* what was written in this very moment may count */
    ok(watch_wait(w, SHORT) == WATCH_NOTHING, "nothing happens");
    put("a.md", "two");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "a file is written anew");
    is_str(changes(a, w), "a.md", "and it alone has changed");
    put("else.md", "one");
    ok(watch_wait(w, SHORT) == WATCH_NOTHING, "other files do not count");
    put("a.md", "three");
    put("b.md", "three");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "two files in a row");
    is_str(changes(a, w), "a.md b.md", "are one change");
    remove("b.md");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "a file is gone");
    is_str(changes(a, w), "b.md", "and counts as changed");
    mkdir("later", 0777);
    put("later/c.bib", "one");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "a file appears in a folder that was not there");
    is_str(changes(a, w), "later/c.bib", "and counts as changed");
    watch_these(w, files, 1, NULL, 0, watch_now());
    put("later/c.bib", "two");
    ok(watch_wait(w, SHORT) == WATCH_NOTHING, "what is watched no more does not count");
    watch_drop(w);
    remove("later/c.bib");
    remove("later");
    arena_drop(a);
}

/** A file that changes while its reader reads has changed. */
static void test_since(void) {
    struct arena *a = arena_new();
    struct watch_time before = watch_now();
    put("a.md", "while it was read");
    struct str files[] = {STR("a.md")};
    struct watch *w = watch_new(false);
    watch_these(w, files, 1, NULL, 0, before);
    ok(watch_pending(w), "there is something to look into");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "a file that changed while it was read");
    is_str(changes(a, w), "a.md", "is told once it is watched");
    watch_these(w, files, 1, NULL, 0, before);
    ok(watch_wait(w, SHORT) == WATCH_NOTHING, "and not again");
    watch_drop(w);
    arena_drop(a);
}

static void test_folders(bool polls) {
    mkdir("folder", 0777);
    put("folder/a.md", "one");
    struct str folders[] = {STR("folder")};
    struct watch *w = watch_new(polls);
    watch_these(w, NULL, 0, folders, 1, watch_now());
    put("folder/a.md", "two");
    ok(watch_wait(w, SHORT) == WATCH_NOTHING, "a folder is watched for its names");
    put("folder/.a.md.swp", "one");
    put("folder/a.md~", "one");
    put("folder/4913", "one");
    ok(watch_wait(w, SHORT) == WATCH_NOTHING, "but not for those of editors' copies");
    put("folder/b.md", "one");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "a file appears");
    remove("folder/b.md");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "a file goes");
    watch_drop(w);
    remove("folder/a.md");
    remove("folder/.a.md.swp");
    remove("folder/a.md~");
    remove("folder/4913");
    remove("folder");
}

/** Behind a link the file counts, in whatever folder it is. */
static void test_links(void) {
    mkdir("real", 0777);
    put("real/a.md", "one");
    if (symlink("real/a.md", "link.md") != 0) {
        printf("Bail out! cannot make a link\n");
        exit(1);
    }
    struct str files[] = {STR("link.md")};
    struct watch *w = watch_new(false);
    watch_these(w, files, 1, NULL, 0, watch_now());
    (void)watch_wait(w, 50);
    put("real/a.md", "two");
    ok(watch_wait(w, LONG) == WATCH_CHANGED, "the file behind a link is written anew");
    watch_drop(w);
    remove("link.md");
    remove("real/a.md");
    remove("real");
}

static void test_signals(void) {
    struct watch *w = watch_new(false);
    is_int(watch_signal(w), 0, "no signal yet");
    kill(getpid(), SIGTERM);
    ok(watch_wait(w, LONG) == WATCH_ENDED, "a signal ends the wait");
    is_int(watch_signal(w), SIGTERM, "and is known");
    watch_drop(w);
}

int main(void) {
    char dir[] = "/tmp/dossier-watch-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        printf("Bail out! no folder\n");
        return 1;
    }
    test_files(false);
    test_files(true);
    test_since();
    test_folders(false);
    test_folders(true);
    test_links();
    test_signals();
    remove("a.md");
    remove("else.md");
    if (chdir("/") == 0) {
        remove(dir);
    }
    return tap_done();
}
