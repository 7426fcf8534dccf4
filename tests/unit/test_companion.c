/* SPDX-License-Identifier: MIT */
/*
 * Files beside an output: their names, their folders, and files that they must not overwrite.
 * The output is one of the test.
 */
#include "core/data/data_node.h"
#include "job/build/build.h"
#include "job/build/output.h"
#include "tap.h"

#include <stdlib.h>

/** What the output below makes, in this order. */
struct wanted {
    const char *name, *data;
};
static const struct wanted *wanted;
static size_t nwanted;
static bool can_have;

static bool write_probe(struct build_run *b, const struct doc *doc, struct buf *out,
                        size_t *pages) {
    (void)doc;
    *pages = 0;
    buf_puts(out, "page");
    can_have = build_has_companions(b);
    for (size_t i = 0; i < nwanted; i++) {
        struct buf data = BUF_INIT;
        buf_puts(&data, wanted[i].data);
        (void)build_companion(b, str_of(wanted[i].name), &data);
        buf_drop(&data);
    }
    return true;
}

static const struct build_output probe = {.names = {"probe"},
                                          .endings = {"probe"},
                                          .called = "the probe",
                                          .source = true,
                                          .write = write_probe};

static void put(const char *path, const char *text) {
    if (file_write(str_of(path), str_of(text)) != 0) {
        printf("Bail out! cannot write %s\n", path);
        exit(1);
    }
}

static struct str content(struct arena *a, const char *path) {
    struct str text;
    return file_read(a, str_of(path), 1000, &text) == 0 ? text : STR("(none)");
}

static struct build_job run(const char *input, struct build_target *t, const struct wanted *list,
                            size_t n, struct build_shared *shared) {
    struct build_options opt = {.epoch = -1, .shared = shared};
    struct build_job job = {.input = str_of(input), .targets = t, .ntargets = 1};
    wanted = list;
    nwanted = n;
    build_run(&job, &opt);
    return job;
}

static void test_names(void) {
    static const char *const good[] = {"a.bib", "works/doe2020.html", "a/b/c", "\xc3\xa9.json"};
    static const char *const bad[] = {"",    "/a",   "a/",   "a//b",  "..",     "a/../b", ".a",
                                      "a/.", "a\\b", "C:a",  "a\nb",  "a ",     "a.",     "\xff",
                                      "a?b", "a*",   "a|b/", "./a.b", "a/.b/c", "a\x7f"};
    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        ok(path_is_portable(str_of(good[i])), good[i]);
    }
    size_t refused = 0;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        refused += !path_is_portable(str_of(bad[i]));
    }
    is_int((int64_t)refused, (int64_t)ARRAY_LEN(bad), "names that lead elsewhere are none");
    char longest[PATH_MAX_PART + 2];
    memset(longest, 'a', sizeof longest);
    ok(path_is_portable((struct str){longest, PATH_MAX_PART}), "a long name");
    ok(!path_is_portable((struct str){longest, PATH_MAX_PART + 1}), "too long a name");
}

static void test_files(struct arena *a) {
    static const struct wanted list[] = {
        {"p.bib", "@misc{a}"}, {"works/a.html", "A"}, {"../up", "no"}, {"q.md", "over an input"}};
    put("p.md", "Text.\n");
    put("q.md", "Another.\n");
    struct build_shared *shared = build_shared_new(a);
    struct build_target other = {.output = &probe, .path = STR("q.probe")};
    struct build_job before = run("q.md", &other, NULL, 0, shared);
    struct build_target t = {.output = &probe, .path = STR("p.probe")};
    struct build_job job = run("p.md", &t, list, ARRAY_LEN(list), shared);
    ok(can_have, "a file may have companions");
    ok(t.written, "the output is written");
    is_int((int64_t)t.ncompanions, 2, "and what goes with it");
    is_str(content(a, "p.bib"), "@misc{a}", "beside it");
    is_str(content(a, "works/a.html"), "A", "in a folder of its own");
    is_str(content(a, "q.md"), "Another.\n", "never over another document of the run");
    ok(job.refused, "which is a refusal");
    struct buf make = BUF_INIT;
    build_write_make(&make, &job, 1);
    ok(str_starts(buf_view(&make), STR("p.probe p.bib works/a.html:")), "make knows of them");
    buf_clear(&make);
    build_write_json(&make, &job, 1);
    ok(str_find(buf_view(&make), STR("\"works/a.html\"")) != STR_NONE, "and who reads JSON");
    buf_drop(&make);
    build_drop(&job);
    build_drop(&before);
    build_shared_drop(shared);
}

static void test_taken(struct arena *a) {
    static const struct wanted list[] = {{"r.bib", "one"}, {"r.bib", "two"}, {"p.probe", "three"}};
    struct build_shared *shared = build_shared_new(a);
    struct build_target t = {.output = &probe, .path = STR("p.probe")};
    struct build_job job = run("p.md", &t, list, 1, shared);
    struct build_target u = {.output = &probe, .path = STR("q.probe")};
    struct build_job other = run("q.md", &u, list, ARRAY_LEN(list), shared);
    is_str(content(a, "r.bib"), "one", "what one document wrote no other one writes over");
    is_str(content(a, "p.probe"), "page", "nor its page");
    is_int((int64_t)u.ncompanions, 0, "they are not made");
    ok(other.diags.errors >= 2, "which is reported");
    build_drop(&other);
    build_drop(&job);
    job = run("p.md", &t, list, 1, shared);
    ok(t.written && job.diags.errors == 0, "the same document may be built again");
    build_drop(&job);
    build_shared_drop(shared);
}

struct taken {
    size_t n;
    char last[20];
};

static bool take(void *user, struct str name, struct str data, bool in_place) {
    struct taken *taken = user;
    taken->n++;
    snprintf(taken->last, sizeof taken->last, "%.*s%s%.*s", STR_ARG(name), in_place ? ":" : "=",
             STR_ARG(data));
    return true;
}

static void test_memory(void) {
    static const struct wanted list[] = {{"r.bib", "one"}, {"r.bib", "two"}, {"f.xml", "three"}};
    struct build_target t = {.output = &probe};
    struct build_job job = run("p.md", &t, list, ARRAY_LEN(list), NULL);
    if (is_int((int64_t)t.ncompanions, 2, "in memory, each name once")) {
        is_str(t.companions[0].data, "one", "the first one of a name");
        is_str(t.companions[1].name, "f.xml", "by its name");
        ok(t.companions[1].path.n == 0, "without a path");
    }
    build_drop(&job);
    struct taken taken = {0};
    struct build_target u = {.output = &probe, .take = take, .take_user = &taken};
    job = run("p.md", &u, list, ARRAY_LEN(list), NULL);
    is_int((int64_t)taken.n, 2, "or handed over as they are made");
    is_str(str_of(taken.last), "f.xml=three", "with their data");
    ok(u.companions[0].data.n == 0, "which is not kept then");
    build_drop(&job);
}

int main(void) {
    char dir[] = "/tmp/companion.XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        printf("Bail out! no folder to work in\n");
        return 1;
    }
    struct arena *a = arena_new();
    test_names();
    test_files(a);
    test_taken(a);
    test_memory();
    arena_drop(a);
    if (chdir("/") == 0) {
        char command[64];
        snprintf(command, sizeof command, "rm -r '%s'", dir);
        ok(system(command) == 0, "cleaned up");
    }
    return tap_done();
}
