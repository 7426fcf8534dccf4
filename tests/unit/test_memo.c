/* SPDX-License-Identifier: MIT */
/*
 * Tests the memo: which changes of inputs are seen and which make no difference, values in the
 * store and damaged ones, and pruning.
 */
#include "core/memo/inputs.h"
#include "core/memo/store.h"
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
static void read_text(struct memo_inputs *asked, const char *name) {
    struct str text = STR_EMPTY;
    memo_note_file(asked, at(name));
    int err = file_read(arena, at(name), 1000, &text);
    memo_note_content(asked, at(name), err ? STR_EMPTY : text);
}

static bool all_hold(struct memo_inputs *asked) {
    bool same = true, renewed = false;
    for (size_t i = 0; i < asked->list.n; i++) {
        same = same && memo_query_holds(asked, &asked->list.p[i], &renewed);
    }
    return same;
}

static void texts(void) {
    struct memo_inputs asked;
    put("a", "one", 100);
    memo_inputs_begin(&asked, arena);
    read_text(&asked, "a");
    read_text(&asked, "gone");
    ok(memo_inputs_end(&asked) && all_hold(&asked), "nothing has changed");
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
    memo_inputs_drop(&asked);
}

static void stamps(void) {
    struct memo_inputs asked;
    put("b", "one", 100);
    memo_inputs_begin(&asked, arena);
    memo_note_file(&asked, at("b"));
    ok(!memo_inputs_end(&asked),
       "a stamp without a digest is too young: its status has just changed");
    memo_inputs_drop(&asked);
    memo_inputs_begin(&asked, arena);
    asked.begin += 100;
    memo_note_file(&asked, at("b"));
    ok(memo_inputs_end(&asked) && all_hold(&asked), "later it is trusted");
    put("b", "one", 100);
    ok(!all_hold(&asked), "without a digest another stamp is another file");
    memo_inputs_drop(&asked);
}

static void twice(void) {
    struct memo_inputs asked;
    put("c", "one", 100);
    memo_inputs_begin(&asked, arena);
    read_text(&asked, "c");
    put("c", "two", 100);
    read_text(&asked, "c");
    ok(!memo_inputs_end(&asked), "a file that changes between two readings");
    memo_inputs_drop(&asked);
    memo_inputs_begin(&asked, arena);
    memo_note_file(&asked, STR("/dev/null"));
    ok(!memo_inputs_end(&asked), "what is no file");
    memo_inputs_drop(&asked);
}

static void folders(void) {
    struct memo_inputs asked;
    size_t n = 0;
    (void)file_make_dirs(at("sub"));
    put("sub/x.csl", "", 100);
    memo_inputs_begin(&asked, arena);
    const struct str *names = file_names(arena, at("sub"), STR(".csl"), &n);
    memo_note_names(&asked, at("sub"), STR(".csl"), names, n);
    ok(!memo_exists(&asked, at("sub/y")) && memo_is_dir(&asked, at("sub")), "answers are given");
    is_str(memo_real_path(&asked, arena, at("sub/.")), file_real_path(arena, at("sub")).p, "too");
    ok(memo_inputs_end(&asked) && all_hold(&asked), "nothing has changed in a folder");
    put("sub/z.txt", "", 100);
    ok(all_hold(&asked), "a name of another ending");
    put("sub/z.csl", "", 100);
    ok(!all_hold(&asked), "a name more");
    (void)file_remove(at("sub/z.csl"));
    (void)file_make_dirs(at("sub/y"));
    ok(!all_hold(&asked), "something where nothing was");
    memo_inputs_drop(&asked);
}

/** What one of a run has seen, the others need not ask for, until the run has written. */
static void remembered(void) {
    struct memo_inputs one, other;
    struct memo_seen *memo = memo_seen_new();
    put("d", "one", 100);
    memo_inputs_begin(&one, arena);
    memo_inputs_begin(&other, arena);
    one.seen = other.seen = memo;
    read_text(&one, "d");
    (void)memo_exists(&one, at("later"));
    read_text(&other, "d");
    (void)memo_exists(&other, at("later"));
    ok(all_hold(&one) && all_hold(&other), "nothing has changed for either");
    put("d", "two", 50);
    put("later", "", 100);
    ok(all_hold(&other), "what was seen is not asked for again");
    memo_seen_forget(memo);
    ok(!all_hold(&other), "until it is forgotten");
    (void)file_remove(at("later"));
    put("d", "one", 100);
    memo_seen_forget(memo);
    ok(all_hold(&one), "and seen anew");
    memo_seen_forget(NULL);
    memo_inputs_drop(&one);
    memo_inputs_drop(&other);
    memo_seen_drop(memo);
}

static unsigned mode_of(struct str path) {
    struct stat st;
    return stat(path.p, &st) == 0 ? (unsigned)st.st_mode & 0777u : 0;
}

static struct memo_entry entry_of(const char *text) {
    struct digest_sum key;
    digest_begin(&key);
    ok(memo_add_program(&key), "the program has an identity");
    digest_add_field(&key, str_of(text));
    return memo_entry_of(at("cache"), MEMO_RESULT, &key);
}

static void values(void) {
    struct memo_entry e = entry_of("a"), other = entry_of("b");
    ok(!memo_load(arena, &e).p, "an empty store has no value");
    ok(memo_save(&e, STR("value")) == 0, "a value is saved");
    is_str(memo_load(arena, &e), "value", "and loaded");
    ok(!memo_load(arena, &other).p, "under its own key only");
    struct str path = memo_path(arena, &e), file;
    ok(mode_of(path) == 0600 && mode_of(arena_str(arena, path_dir(path))) == 0700 &&
           mode_of(at("cache")) == 0700,
       "for its owner alone");
    ok(memo_save(&e, STR("")) == 0 && memo_load(arena, &e).p && memo_load(arena, &e).n == 0,
       "a value may be empty, and replaces another");
    (void)memo_save(&e, STR("value"));
    (void)file_read(arena, path, 1000, &file);
    size_t believed = 0;
    char copy[200];
    for (size_t i = 0; i < file.n && file.n < sizeof copy; i++) {
        memcpy(copy, file.p, file.n);
        copy[i] ^= 0x10;
        (void)file_write_private(path, (struct str){copy, file.n});
        believed += memo_load(arena, &e).p != NULL;
        (void)file_write_private(path, str_slice(file, 0, i));
        believed += memo_load(arena, &e).p != NULL;
    }
    ok(believed == 0 && !file_exists(path), "a damaged file has no value, and is removed");
    (void)memo_save(&other, STR("value"));
    (void)file_read(arena, memo_path(arena, &other), 1000, &file);
    (void)file_make_dirs(path_dir(path));
    (void)file_write_private(path, file);
    ok(!memo_load(arena, &e).p, "a file of another key has none");
    other.cache = STR_EMPTY;
    ok(!memo_load(arena, &other).p, "without a folder there is none");
}

static void pruning(void) {
    static const char name[] = "0123456789012345678901234567890123456789012345678901234567890123";
    static const char *const kinds[] = {"old.result", "new.output", "middle.bib-index"};
    (void)file_make_dirs(at("shard"));
    struct str path[3];
    for (int i = 0; i < 3; i++) {
        struct str ending = str_from(str_of(kinds[i]), str_index(str_of(kinds[i]), '.'));
        path[i] = arena_printf(arena, "shard/%s%.*s", name, STR_ARG(ending));
        put(path[i].p, "0123456789", i == 0 ? 300 : i == 1 ? 100 : 200);
    }
    put("shard/mine.result", "0123456789", 900);
    memo_prune(at("shard"), 30);
    ok(file_exists(at(path[0].p)), "a shard that is not full stays");
    memo_prune(at("shard"), 29);
    ok(!file_exists(at(path[0].p)) && file_exists(at(path[1].p)) && file_exists(at(path[2].p)),
       "the value that was used longest ago goes");
    memo_prune(at("shard"), 1);
    ok(!file_exists(at(path[1].p)) && file_exists(at("shard/mine.result")),
       "a file that is not the cache's stays");
    memo_prune(at("nowhere"), 1);
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
    values();
    pruning();
    (void)file_remove_temp_dir(dir);
    arena_drop(arena);
    return tap_done();
}
